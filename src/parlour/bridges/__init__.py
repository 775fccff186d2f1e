"""Bridges to other systems: what they call a game, made of ours, and the other way round."""
