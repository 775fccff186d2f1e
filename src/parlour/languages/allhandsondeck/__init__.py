"""AllHandsOnDeck: an object-oriented, dynamically typed language for card games."""
