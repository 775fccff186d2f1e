"""`parlour play GAME`: a match at the terminal, against other people at the same keyboard or computer players."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from secrets import randbits

import click

from parlour.cli.console import Console
from parlour.cli.dialogue import Dialogue
from parlour.cli.exits import Exit, wrong_usage
from parlour.cli.flags import ascii_flag, engine_flags, game_flags, seed_flag, stream_flags
from parlour.cli.keeping import read_match_file
from parlour.cli.opening import find, game_of_record, open_game
from parlour.cli.seating import Seating, check_seats, read_seating
from parlour.game.position import Budget
from parlour.match import Match, WrongRecord, replay
from parlour.players.registry import HUMAN
