"""The plan of a game: what will happen in it, as far as its text says so before anybody plays.

A season has one: its rounds, after all modifications. `fields` are for programs (`parlour show --json`), and
the same for every text that means the same; `lines` are for people.
"""

from __future__ import annotations

from collections.abc import Mapping

from parlour.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    fields: Mapping[str, object]
    lines: tuple[str, ...]
