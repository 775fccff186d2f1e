"""Engine `net`: rule sheets as machine code in which bit i of every word belongs to game i.

A rule sheet is grounded and becomes a net (`parlour.logic`). `plan.py` makes stages of its formulas, `schedule.py`
orders their gates and finds them places in memory. `plain.py` runs them in Python, `tiers.py` in machine code: by the
interpreter of `kernel/kernel.py` or by code from `code.py`; `loader.py` chooses among the three. `simulator.py` plays
many games, `bulk.py` serves search.
"""
