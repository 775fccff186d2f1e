"""Senet text: into a tree, and back."""
