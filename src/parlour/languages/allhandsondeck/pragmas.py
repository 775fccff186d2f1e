"""Notes to Parlour: comments that say about a game what its language cannot.

# parlour: every answer is legal      no answer is tried out before it is offered
# parlour: print to actor             what is printed while an Actor acts is for its eyes only
# parlour: show discard, chips        everybody sees these variables and attributes
# parlour: hide hand                  nobody but its owner sees what is in it, not even what lies face up
# parlour: winner champion            an Actor's attribute or helper, or a variable, that says who has won
# parlour: highest score wins         (or lowest) an Actor's attribute or helper that gives its score
# parlour: no outcome                 nobody wins or loses

>>> read_pragmas(["show discard, chips", "lowest score wins"]).score
'score'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.syntax.tree import Pragma
from parlour.syntax.suggest import did_you_mean

if TYPE_CHECKING:
    from parlour.languages.allhandsondeck.check.declarations import World

_NAME = r"[a-z][a-z0-9_]*"
_NAMES = re.compile(rf"(show|hide) ({_NAME}(?:\s*,\s*{_NAME})*)")
_WINNER = re.compile(rf"winner ({_NAME})(?:\(\))?")
_SCORE = re.compile(rf"(highest|lowest) ({_NAME})(?:\(\))? wins")
_FORMS = (
    "every answer is legal",
    "print to actor",
    "show NAME, NAME",
    "hide NAME, NAME",
    "winner NAME",
    "highest NAME wins",
    "lowest NAME wins",
    "no outcome",
)


@dataclass(frozen=True, slots=True)
class Pragmas:
    """All notes of a program together."""

    every_answer_is_legal: bool = False
    prints_to_actor: bool = False
    shown: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    winner: str | None = None
    score: str | None = None
    lowest_wins: bool = False
    has_outcome: bool = True


def read_pragmas(texts: Iterable[str]) -> Pragmas:
    """Those that are understood; the checker has warned of the others."""
    found = Pragmas()
    for text in texts:
        found = _add(found, " ".join(text.split())) or found
    return found


def _add(found: Pragmas, text: str) -> Pragmas | None:
    if text == "every answer is legal":
        return replace(found, every_answer_is_legal=True)
    if text == "print to actor":
        return replace(found, prints_to_actor=True)
    if text == "no outcome":
        return replace(found, has_outcome=False)
    listed = _NAMES.fullmatch(text)
    if listed:
        names = frozenset(name.strip() for name in listed[2].split(","))
        if listed[1] == "show":
            return replace(found, shown=found.shown | names)
        return replace(found, hidden=found.hidden | names)
    winner = _WINNER.fullmatch(text)
    if winner:
        return replace(found, winner=winner[1])
    score = _SCORE.fullmatch(text)
    if score:
        return replace(found, score=score[2], lowest_wins=score[1] == "lowest")
    return None


def check_pragmas(pragmas: Sequence[Pragma], world: World) -> None:
    """Warns of notes in no known form, and of names that nothing has."""
    known = set(world.state)
    for class_ in world.classes.values():
        known.update(class_.attributes)
        known.update(class_.helpers)
    for pragma in pragmas:
        text = " ".join(pragma.text.split())
        read = _add(Pragmas(), text)
        if read is None:
            hint = did_you_mean(text, _FORMS) or f"there is: {'; '.join(_FORMS)}"
            world.report.warn(
                codes.UNKNOWN_PRAGMA, "this note to Parlour is in none of its forms", pragma.span, hint=hint
            )
            continue
        named = [*read.shown, *read.hidden, *(name for name in (read.winner, read.score) if name is not None)]
        for name in sorted(set(named) - known):
            world.report.warn(
                codes.UNKNOWN_PRAGMA,
                f"there is no variable, attribute or helper {name}",
                pragma.span,
                hint=did_you_mean(name, known),
            )
