"""The languages, a folder each on one floor plan; `frontend.py` lists them and says what each offers."""
