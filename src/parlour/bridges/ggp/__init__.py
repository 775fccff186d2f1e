"""The network protocol of general game playing: a player that others can call, and a referee that calls players.

`messages.py` reads and writes the lists that are sent, `http.py` the little of HTTP they travel in, both with limits on
everything that comes from outside; `spelling.py` is how rules and terms look there. `player.py` is the server,
`preparing.py` how it gets ready for a match, `playing.py` one match from its side, `thinking.py` how it chooses, with
the `judges.py` of its search tree. `referee.py` calls players.
"""
