"""TGDL: tabletop games as classes, events, decks, tiles and turns."""
