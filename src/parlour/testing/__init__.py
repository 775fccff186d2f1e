"""Checks that anybody who adds a game, a language or an engine can run on it; shipped with Parlour.

`core_games.py` makes games out of core text, `generate.py` random programs. Nothing else of Parlour imports this.
"""
