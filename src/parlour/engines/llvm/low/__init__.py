"""A small low-level language with Python's syntax: what runtimes and drivers are written in."""
