"""BoGL: a typed, functional language for board games, made for teaching."""
