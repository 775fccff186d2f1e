"""TGDL text: into a tree, and back."""
