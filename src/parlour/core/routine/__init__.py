"""Routines: library functions written in a small, typed part of Python and compiled to core."""
