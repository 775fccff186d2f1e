"""Engine `rules`: the reference for GDL. It works out what holds in one state, directly from the rules.

`terms.py` numbers the terms, `joins.py` turns a rule into a Python function, `relations.py` decides for every relation
how it is worked out, `fixpoint.py` does so where relations need each other, `evaluator.py` asks them about a state. The
game itself (questions, views, knowledge) is in `engines/logic`, shared with engine `net`.
"""
