"""Who answers the questions of a match: people, and programs in their place."""

from __future__ import annotations

from parlour.players.play import let_answer, play_out
from parlour.players.player import Choice, Imagine, NoOptions, Player, PlayerFailed, Resigns, Typed
from parlour.players.random import RandomPlayer
from parlour.players.registry import UnfitPlayer, make_player, player_names, read_player
from parlour.players.specification import UnknownPlayer

__all__ = [
    "Choice",
    "Imagine",
    "NoOptions",
    "Player",
    "PlayerFailed",
    "RandomPlayer",
    "Resigns",
    "Typed",
    "UnfitPlayer",
    "UnknownPlayer",
    "let_answer",
    "make_player",
    "play_out",
    "player_names",
    "read_player",
]
