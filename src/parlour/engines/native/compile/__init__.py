"""From a core program to an object file."""
