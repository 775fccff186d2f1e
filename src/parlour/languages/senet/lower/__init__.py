"""From a checked Senet program to core."""
