"""Senet: board games as groups, phases and turns, with a syntax between C and Python."""
