"""The flow of a game in words: every phase with its choices and passes, every event with those who throw and hear it.

>>> passing = Passing("Round", "Sell", "player.active() + 1", "Hand.Buy")
>>> turn = FlowTurn("Round", (FlowPhase("Buy", False, ("Hand.Buy",), (passing,)),))
>>> print("\\n".join(flow_lines(Flow((), (turn,), (), ()))))
turn Round
  phase Buy waits for Hand.Buy
    → Sell, player.active() + 1 (Hand.Buy)
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.game.flow import Flow, FlowEvent, FlowPhase, FlowTurn, Hearer, Passing
from parlour.syntax.display import visible


def flow_lines(flow: Flow, *, arrow: str = "→") -> list[str]:
    """The flow as lines of text; names were written by strangers, so control characters are shown."""
    parts = [list(_begin(flow, arrow)), *([*_turn(turn, arrow)] for turn in flow.turns)]
    parts += [[*_event(event)] for event in flow.events]
    parts.append([f"the game ends in {', '.join(flow.ends)}"] if flow.ends else [])
    lines: list[str] = []
    for part in filter(None, parts):
        lines += [*([""] if lines else []), *part]
    return [visible(line) for line in lines]


def phase_title(phase: FlowPhase) -> str:
    """A phase, and what happens in it."""
    name = "one phase" if phase.name is None else f"phase {phase.name}"
    if phase.is_automatic:
        return f"{name} runs by itself"
    return f"{name} waits for {', '.join(phase.choices)}" if phase.choices else f"{name} waits, but nothing is open"


def passing_words(passing: Passing) -> str:
    """To whom, and in whose text."""
    return f"{passing.player} ({passing.by})"


def hearer_words(hearer: Hearer) -> str:
    return f"{hearer.action}, prio {hearer.priority:g}" if hearer.priority else hearer.action


def _begin(flow: Flow, arrow: str) -> Iterator[str]:
    if flow.begin:
        yield "begin"
        for passing in flow.begin:
            yield f"  {arrow} {_target(passing, None)}, {passing_words(passing)}"


def _turn(turn: FlowTurn, arrow: str) -> Iterator[str]:
    yield f"turn {turn.name}"
    for phase in turn.phases:
        yield f"  {phase_title(phase)}"
        for passing in phase.passes:
            yield f"    {arrow} {_target(passing, turn)}, {passing_words(passing)}"


def _target(passing: Passing, turn: FlowTurn | None) -> str:
    """The phase that a pass leads to, with its turn if that is another one."""
    if passing.turn is None:
        return passing.phase or "a computed phase"
    known = [each for each in (turn,) if each is not None and each.name == passing.turn]
    if passing.phase is None:
        has_names = any(phase.name is not None for each in known for phase in each.phases)
        return "a computed phase" if has_names else f"turn {passing.turn}"
    return passing.phase if known else f"{passing.turn}.{passing.phase}"


def _event(event: FlowEvent) -> Iterator[str]:
    yield f"event {event.name}"
    yield f"  thrown by {', '.join(event.thrown_by) or 'nobody'}"
    yield f"  heard by {'; '.join(map(hearer_words, event.heard_by)) or 'nobody'}"
