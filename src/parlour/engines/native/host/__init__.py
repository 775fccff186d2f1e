"""Compiled programs in memory: arenas, and the way into them and out of them."""
