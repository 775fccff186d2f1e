"""How Senet meets people."""
