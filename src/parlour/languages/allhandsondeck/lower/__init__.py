"""From a checked AllHandsOnDeck program to core."""
