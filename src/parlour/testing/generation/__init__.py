"""The parts of `parlour.testing.generate`: random core programs, well-typed by construction.

`draws` random choices · `world` what a program declares · `scope` a function while it is being written · `literals`
values from nothing · `typed` what makes values of one type only · `expressions` an expression of any wanted type ·
`questions` what is asked · `statements` blocks · `disasters` how a program comes to a bad end.
"""
