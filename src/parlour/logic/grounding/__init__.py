"""Every atom and every instance of a rule that a game can have."""
