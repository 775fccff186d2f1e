"""The parts of `parlour.testing.generate`: random core programs, well-typed by construction.

`draws` random choices · `world` what a program declares · `expressions` an expression of any wanted type ·
`statements` blocks of statements · `questions` what is asked · `disasters` how a program comes to a bad end.
"""
