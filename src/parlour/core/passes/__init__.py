"""Passes over whole programs: what is found out about them, and what they are turned into."""
