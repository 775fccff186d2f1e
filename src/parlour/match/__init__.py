"""One play of a game: its events, undo and redo, branches, and the record it is written down in.

match = Match.start(game, seed=42, seats={"A": "human", "B": "random"})
match.answer_text(match.questions[0], "4")
save(match, "tuesday.match")
match = replay(game, load("tuesday.match"))
"""

from __future__ import annotations

from parlour.match.events import Answered, Event, Left, Mishap
from parlour.match.match import Match, UnknownSeat
from parlour.match.notation import DamagedRecord
from parlour.match.record.files import CannotRead, CannotWrite, FileTrouble, WouldOverwrite, load, read_record, save
from parlour.match.record.journal import Journal, broke_off
from parlour.match.record.json import write_json
from parlour.match.record.record import LargerBudget, Record, WrongRecord, record_of, replay, result_of
from parlour.match.record.text import write_text

__all__ = [
    "Answered",
    "CannotRead",
    "CannotWrite",
    "DamagedRecord",
    "Event",
    "FileTrouble",
    "Journal",
    "LargerBudget",
    "Left",
    "Match",
    "Mishap",
    "Record",
    "UnknownSeat",
    "WouldOverwrite",
    "WrongRecord",
    "broke_off",
    "load",
    "read_record",
    "record_of",
    "replay",
    "result_of",
    "save",
    "write_json",
    "write_text",
]
