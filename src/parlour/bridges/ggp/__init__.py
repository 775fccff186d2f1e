"""The network protocol of general game playing: a player that others can call, and a referee that calls players.

`messages.py` reads and writes the lists that are sent, `http.py` the little of HTTP they travel in, both with limits on
everything that comes from outside; `player.py` is the server, `thinking.py` how it chooses, `referee.py` calls players.
"""
