"""Processes that run rules and search, so that whoever serves people never does.

    pool.py         the server's side: a pool of processes, and how each request finds one
    worker.py       the side of a process: matches in memory, and what is asked of them
    messages.py     what goes between them, and nothing else does
    translation.py  from games, matches and views to messages, field by field
    limits.py       what a process may use before it is replaced

A worker remembers matches only to be quick. What a match is lies in its setup and in the log of its deeds, which the
server keeps; with each request it says how long the log is, and a worker that knows less is told the rest first. So a
worker can die at any moment, and any other one goes on.
"""
