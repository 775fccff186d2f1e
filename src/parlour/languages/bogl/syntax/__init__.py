"""BoGL text: into a tree, and back."""
