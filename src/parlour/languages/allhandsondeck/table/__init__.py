"""How AllHandsOnDeck meets people."""
