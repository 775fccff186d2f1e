"""The flow of a game: its turns and phases with the passes between them, and its events with who throws and hears them.

A language whose programs say these things finds the flow in their text, without playing: what is here may happen, and
what is not here cannot. Names are the author's (`Hand.Take` is the action Take of Hand).
"""

from __future__ import annotations

from parlour.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Passing:
    """A way on: to which phase (of which turn; None where the program computes it), to which player, in the words of
    the program, and in whose text that stands."""

    turn: str | None
    phase: str | None
    player: str
    by: str


@dataclass(frozen=True, slots=True)
class FlowPhase:
    """A phase; `name` is None for the only one of a turn that has none. One that does not run by itself waits for one
    of its `choices`."""

    name: str | None
    is_automatic: bool
    choices: tuple[str, ...]
    passes: tuple[Passing, ...]


@dataclass(frozen=True, slots=True)
class FlowTurn:
    name: str
    phases: tuple[FlowPhase, ...]


@dataclass(frozen=True, slots=True)
class Hearer:
    """An action that hears an event; of several, those with a higher priority come first."""

    action: str
    priority: float


@dataclass(frozen=True, slots=True)
class FlowEvent:
    name: str
    thrown_by: tuple[str, ...]
    heard_by: tuple[Hearer, ...]


@dataclass(frozen=True, slots=True)
class Flow:
    """`begin`: where the game begins, as far as its setup says so. `ends`: in whose text the game can end."""

    begin: tuple[Passing, ...]
    turns: tuple[FlowTurn, ...]
    events: tuple[FlowEvent, ...]
    ends: tuple[str, ...]
