"""AllHandsOnDeck text: into a tree, and back."""
