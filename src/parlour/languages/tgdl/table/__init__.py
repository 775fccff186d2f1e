"""How TGDL meets people."""
