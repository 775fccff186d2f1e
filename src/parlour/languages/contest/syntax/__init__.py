"""Contest text: into a tree, and back."""
