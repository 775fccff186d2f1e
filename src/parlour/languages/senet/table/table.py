"""How Senet meets people: answers are characters, the table is the boards that the program can reach."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from parlour.core import nodes
from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.game.error import MEMORY_HINT, STEPS_HINT, GameError, Refused
from parlour.game.position import State
from parlour.game.question import Anchor, Domain
from parlour.game.scene import Scene
from parlour.languages.remedies import remedy
from parlour.languages.senet.check.coordinates import Axis
from parlour.languages.senet.check.meaning import BOARD, N_PLAYERS, ON_MOVE, PIECE
from parlour.languages.senet.check.types import GroupOf
from parlour.languages.senet.lower.lower import Lowered
from parlour.languages.senet.lower.names import default_name
from parlour.languages.senet.table.answers import anchors_of, domain_of
from parlour.languages.senet.table.scene import Scenery, Shape

# How engines say that an object is not of a class.
_WANTED = re.compile(r"Expected object ([^?,]+)")

_NO_END = "does the loop change what its condition tests? Does the phase ever ask or end the game?"
_HINTS = {
    "steps": _NO_END,
    "told": _NO_END,
    "depth": "does the recursion come closer to its end with every call?",
    "memory": MEMORY_HINT,
    "stoi": "compare the text before it becomes a number, and read again if it is none",
}


@dataclass(frozen=True, slots=True)
class SenetTable:
    """`variables` are those of `@setup`, each with the function that writes it, if it holds instances."""

    scenery: Scenery
    variables: dict[str, str | None]

    def read(self, question: nodes.Question, text: str) -> Plain | Refused:
        """Characters; blanks between them do not count."""
        return "".join(text.split())

    def label(self, question: nodes.Question, value: Plain) -> str:
        return str(value)

    def domain(self, question: nodes.Question) -> Domain:
        return domain_of(question, self._axis(question))

    def anchors(self, question: nodes.Question, values: Sequence[Plain], state: State) -> Sequence[tuple[Anchor, ...]]:
        return anchors_of(self.scenery, self._axis(question), values, state)

    def _axis(self, question: nodes.Question) -> Axis | None:
        return self.scenery.axes.get(question.prompt or "")

    def scene(self, state: State, viewer: int | None) -> Scene:
        return self.scenery.scene(state)

    def state(self, state: State) -> dict[str, object]:
        """The variables of `@setup` and the built-in ones; instances as they print."""
        found: dict[str, object] = {name: state.read(name) for name in (ON_MOVE, N_PLAYERS)}
        for name, written in self.variables.items():
            found[name] = state.read(name) if written is None else state.call(written)
        return found

    def asking(self, state: State) -> dict[str, object]:
        return {}

    def ending(self, result: object) -> dict[str, object] | None:
        return None

    def reword(self, error: GameError) -> GameError:
        span = error.span
        match error.code:
            case "none":
                what = "" if span is None else " ".join(span.text.split())
                where, hint = (
                    (f": `{what}` is None", f"ask before: `if ({what} != None) {{ … }}`") if what else ("", "")
                )
                return replace(error, message=f"None has no members{where}", hint=hint)
            case "type" if span is not None and (wanted := _WANTED.match(error.message)) is not None:
                return replace(error, message=f"`{span.text}` is no instance of {wanted[1]}")
            case "steps" if span is not None and not span.text.startswith(("while", "for")):
                return replace(error, hint=STEPS_HINT)
        return replace(error, hint=_HINTS.get(error.code, error.hint) or remedy(error))


def table_of(lowered: Lowered) -> SenetTable:
    """The table of a program, from what was found out on the way to core."""
    lowering, checked = lowered.lowering, lowered.lowering.checked
    shapes = {
        name: Shape(group.geometry, lowering.groups.sizes[name])
        for name, group in lowering.groups.all.items()
        if group.geometry is not None
    }
    instances = {
        variable.name: checked.groups[variable.type.name]
        for variable in checked.globals.values()
        if isinstance(variable.type, GroupOf)
    }
    boards = {name: name for name, group in instances.items() if group.extends(BOARD)}
    pieces = {
        name: written
        for name, group in instances.items()
        if group.extends(PIECE) and (written := lowered.variables[name]) is not None
    }
    for variable in lowering.default_globals:
        name = variable.removeprefix(default_name(""))
        if checked.groups[name].extends(BOARD):
            boards[variable] = name
    scenery = Scenery(shapes, boards, pieces, lowering.coordinates.axes, lowering.first_player)
    return SenetTable(scenery, lowered.variables)
