"""How BoGL meets people."""
