"""Who answers the questions of a match: people, and programs in their place."""

from __future__ import annotations

from parlour.players.play import let_answer, play_out
from parlour.players.player import Choice, Imagine, NoOptions, Player, Resigns, Typed
from parlour.players.random import RandomPlayer
from parlour.players.registry import PLAYERS, make_player

__all__ = [
    "PLAYERS",
    "Choice",
    "Imagine",
    "NoOptions",
    "Player",
    "RandomPlayer",
    "Resigns",
    "Typed",
    "let_answer",
    "make_player",
    "play_out",
]
