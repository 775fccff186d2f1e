"""The reference engine for core: programs become Python functions over explicit frames.

`compiler.py` turns functions into Python's `ast` (`expressions.py`, `statements.py` and, for functions that may ask,
`state_machines.py`); `engines/core/run.py` is the state they work on, `driver.py` the loop that drives them; `image.py`
writes states as bytes and copies them; `position.py` is what the rest of the world sees.
"""
