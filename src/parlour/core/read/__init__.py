"""Core text read back: the other half of `core/text.py`."""
