"""The machine code that is the same for every net."""
