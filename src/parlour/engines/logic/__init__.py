"""Games of logic at the table: what engines `rules` and `net` share above the working out of states.

`machine.py` is what an engine must offer, `position.py` the position between questions made of it, `history.py` what
was played and seen, `belief.py` what a seat can conclude from that, `insight.py` what it therefore knows of a position,
`outcome.py` how it ends, `engine.py` what is common to both engines. `literal.py` is a machine with nothing to get
ready, for a glance at a few states.
"""
