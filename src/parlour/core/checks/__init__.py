"""The rules of core, a module for each concern; `parlour.core.verify` runs them all.

`declarations` what is declared, once, with types that exist · `expressions` every expression has the type its parts
give it · `statements` the same for statements, and each stands where it may · `flow` locals are written before they are
read, functions return · `tags` what is abandoned is caught · `effects` who may ask, look, write and read what is on
display.

Every check takes the `World` (the program and what is known of it) and a `Report` to add to. Checks run on programs
that other checks reject, so they take no name for declared and no type for right.
"""
