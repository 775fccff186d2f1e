"""What all six languages share when they read text.

`source.py` holds a text with its line index and the spans that point into it, `limits.py` says how large it may be,
`scanning.py` and `lookalikes.py` help to cut it into the words of `token.py`, `cursor.py` walks over those,
`diagnostic.py` holds errors as data, `render.py` turns those into terminal text or JSON, `display.py` knows what is
safe to show and how wide it is, and `suggest.py` answers "did you mean". Nothing here knows a language, and nothing
here does IO.
"""
