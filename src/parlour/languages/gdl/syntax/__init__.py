"""GDL text: into a tree, and back."""
