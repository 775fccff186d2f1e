"""Many games without Python in the loop."""
