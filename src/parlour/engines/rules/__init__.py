"""Engine `rules`: it works out what holds in one state, directly from the rules, for every valid rule sheet.

It is the reference for engine `net`. Tests hold it to the plain evaluation of `logic/evaluation/reference.py` wherever
that can follow: not through negation inside a recursion, and not in time over chess.

    engine.py       what the rest of Parlour asks for: positions, simulations
    evaluator.py    the questions to a state: legal moves, the next state, the end, goals, percepts
    machine.py      the evaluator as a machine for `engines/logic`, which has questions, views and beliefs
    simulator.py    many games by random moves
    knowledge.py    who knows what: possible histories

    relations.py    how each relation is worked out: a table, a function on demand (tabling), a fixpoint
    fixpoint.py     relations that need each other (semi-naive evaluation, alternating fixpoint)
    joins.py        one rule → Python text: in which order conditions are looked at
    costs.py        what a look-up costs, for that order
    lookups.py      one condition → a loop, or a test
    kept.py         look-ups that are the same in every state
    text.py         the text of a rule, on top of `logic/evaluation/text.py`, which writes the joins of grounding, too
    tables.py       rows and the indexes over them
    conditions.py   what is in a condition, and relations that only rename facts
    terms.py        numbered terms, with a budget
    budget.py       how much working out a state may take
"""
