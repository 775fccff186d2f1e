"""Engine `rules`: it works out what holds in one state, directly from the rules, for every valid rule sheet.

It is the reference for engine `net`. Tests hold it to the plain evaluation of `logic/evaluation/reference.py` wherever
that can follow: not through negation inside a recursion, and not in time over chess.

`terms.py` numbers the terms, `joins.py` turns a rule into a Python function, `relations.py` decides for every relation
how it is worked out, `fixpoint.py` does so where relations need each other, `evaluator.py` asks them about a state. The
game itself (questions, views, knowledge) is in `engines/logic`, shared with engine `net`.
"""
