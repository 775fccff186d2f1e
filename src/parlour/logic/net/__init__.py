"""The propositional net: a game as formulas over facts and moves."""
