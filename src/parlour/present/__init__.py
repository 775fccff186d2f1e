"""Scenes made visible: `draw` and `summary` as text for people, `svg.svg` as a picture, `board_rows` and `plain_board`
as a program prints them.
"""

from __future__ import annotations

from parlour.present.rows import board_rows, plain_board
from parlour.present.text import draw, summary

__all__ = ["board_rows", "draw", "plain_board", "summary"]
