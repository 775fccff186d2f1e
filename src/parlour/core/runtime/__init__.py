"""The library of routines that every language may call, written in the Python of `parlour.core.routine.routine`.

`words` what routines are written with · `boards` `lists` `tables` `strings` `numbers` what they work on · `texts`
what they write · `shuffle` what they draw. `parlour.core.routine.linker` compiles and links them.
"""
