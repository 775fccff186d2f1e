"""Where matches are kept while they are played, and afterwards: one protocol, and who fulfils it.

    store.py     what a store is: matches and their logs; and what can be wrong with one
    sqlite.py    in a file of SQLite
    commits.py   for programs that must not wait: one thread, and one sync to disk for all who want one

A store knows nothing of rules. How a match began and what was done in it are texts to it (JSON, made by
`workers/messages.py`), numbered, and only ever added to.
"""
