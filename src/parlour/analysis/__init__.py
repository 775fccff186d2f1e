"""What many games say about a game: simulation and statistics."""
