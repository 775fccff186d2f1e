"""From a checked BoGL program to core."""
