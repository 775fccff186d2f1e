"""What all six languages share when they read text.

`source.py` holds a text with its line index and the spans that point into it, `diagnostic.py` the
errors as data, `render.py` turns those into terminal text or JSON, `cursor.py` walks over tokens, and
`suggest.py` answers "did you mean". Nothing here knows a language, and nothing here does IO.
"""
