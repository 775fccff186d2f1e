"""From a checked TGDL program to core."""
