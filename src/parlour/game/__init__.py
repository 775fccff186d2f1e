"""What a game is to the rest of the world: data and protocols, no engine.

Start with `game.py` (the rules) and `position.py` (a state between questions); `question.py`, `outcome.py`,
`scene.py`, `view.py` and `error.py` are the data that passes between them and people. `search.py` is what looking ahead
is, and what outcomes are worth.
"""
