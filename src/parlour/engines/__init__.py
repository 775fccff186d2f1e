"""What runs games. `python` and later `native` run core; `rules` and `net` run logic. Each pair gives the same answers.

`core/probing.py` finds legal answers and whole moves for any engine of core.
"""
