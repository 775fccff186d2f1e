"""What a program says about its own end: which `print` tells of a win or a draw, and whose win it is.

Senet has no word for winning; games print it. A text with the word *win*, *wins*, *won* or *winner* is taken as a win
of the player on move, or of the player whose number or name stands before that word; *draw*, *drawn*, *tie* and *tied*
as a draw. Only what is printed after the last answer and before the end counts (`lower/outcome.py`). A program that
says nothing may still have a function that knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.dataclass import dataclass
from parlour.languages.senet.check.endings import Housekeeping
from parlour.languages.senet.check.meaning import BOARD, ON_MOVE, BuiltinCall, BuiltinName, Checked, Function
from parlour.languages.senet.check.types import BOOL, INT, STR
from parlour.languages.senet.syntax import tree

WIN = re.compile(r"\b(?:win|wins|won|winner|winners)\b", re.IGNORECASE)
_DRAW = re.compile(r"\b(?:draw|drawn|tie|tied)\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?<!\d)(\d{1,2})(?!\d)")
# Stands for a part of a text that is only known at run time; its place in the list of such parts follows.
_HOLE = "\x00"


@dataclass(frozen=True, slots=True)
class Said:
    """What a `print` says. `seat` is the number of a seat; `player` an expression for the number of a player (None: the
    player on move), which counts from `first`. `is_at_run_time`: the text has to be looked at when it is printed, and
    `is_named_at_run_time` for the name of the winner alone."""

    is_draw: bool = False
    seat: int | None = None
    player: tree.Expr | None = None
    first: int = 0
    is_at_run_time: bool = False
    is_named_at_run_time: bool = False


class Verdicts:
    """Looks at all texts of a program, and for functions that say who has won.

    `is_used`: there is something to go by, and no comment of the author's says better."""

    def __init__(self, checked: Checked, housekeeping: Housekeeping) -> None:
        self.checked = checked
        self.winner_functions = [function for function in checked.bodies if _tells_winner(function, housekeeping)]
        found = list(_all_expressions(checked))
        self.prints = [expr for expr in found if isinstance(checked.meaning(expr), BuiltinCall) and _is_print(expr)]
        printed = {id(part) for call in self.prints for part in tree.parts(call)}
        loose = [expr for expr in found if isinstance(expr, tree.Text) and id(expr) not in printed]
        # Some text that is not written in a `print` may be printed by way of a variable or function.
        self.has_loose_texts = any(WIN.search(expr.value) or _DRAW.search(expr.value) for expr in loose)
        texts = [self._shape(call)[0] for call in self.prints]
        numbers = [number for text in texts if (number := _number_before(text)) is not None]
        # Who counts players from 0 says so sooner or later; most people count from 1.
        self.first_in_texts = 0 if 0 in numbers else 1
        says_something = self.has_loose_texts or any(self.of(call) is not None for call in self.prints)
        has_comment = checked.pragmas.winner is not None or checked.pragmas.scores is not None
        self.is_used = not has_comment and (says_something or bool(self.winner_functions))

    def of(self, call: tree.Call | tree.Expr) -> Said | None:
        """What this `print` says about the end; None if nothing."""
        assert isinstance(call, tree.Call)
        text, holes = self._shape(call)
        win, draw = WIN.search(text), _DRAW.search(text)
        if win is not None:
            return self._winner(text[: win.start()], holes)
        if draw is not None:
            return Said(is_draw=True)
        if self.has_loose_texts and any(self.checked.type_of(hole) is STR for hole in holes):
            return Said(is_at_run_time=True)
        return None

    def _winner(self, before: str, holes: list[tree.Expr]) -> Said:
        if self.checked.pragmas.seats and any(self.checked.type_of(hole) is STR for hole in self._texts(before, holes)):
            return Said(is_named_at_run_time=True)
        named = [
            (found.start(), seat)
            for seat, name in enumerate(self.checked.pragmas.seats)
            for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", before)
        ]
        if named:
            return Said(seat=max(named)[1])
        number = _number_before(before + "win")
        if number is not None and number >= self.first_in_texts:
            return Said(seat=number - self.first_in_texts)
        at = before.rfind(_HOLE)
        if at < 0:
            return Said()
        hole = holes[before.count(_HOLE) - 1]
        if isinstance(self.checked.meaning(hole), BuiltinCall) and isinstance(hole, tree.Call) and hole.arguments:
            hole = hole.arguments[0]  # itos(…)
        if self.checked.type_of(hole) is not INT or not self._is_plain(hole):
            return Said()
        match hole:
            case tree.Chain(_, first, (tree.Link(operator="+", operand=tree.Number(value=1)),)):
                return Said(player=first, first=self.checked.pragmas.first_player)
        return Said(player=hole, first=self.checked.pragmas.first_player)

    def _texts(self, before: str, holes: list[tree.Expr]) -> list[tree.Expr]:
        """Parts of a text that are strings of their own, and not a number as one."""
        return [hole for hole in holes[: before.count(_HOLE)] if self.checked.meaning(hole) != BuiltinCall("itos")]

    def _is_plain(self, expr: tree.Expr) -> bool:
        """Saying it twice does nothing; the player on move needs no saying."""
        for part in tree.parts(expr):
            if not isinstance(part, tree.Variable | tree.Number | tree.Chain | tree.Field | tree.This):
                return False
            meaning = self.checked.meaning(part)
            if isinstance(meaning, BuiltinName) and meaning.name == ON_MOVE:
                return False
        return True

    def _shape(self, call: tree.Expr) -> tuple[str, list[tree.Expr]]:
        """The text that is printed, with a hole for each part that is not known."""
        assert isinstance(call, tree.Call)
        if len(call.arguments) != 1:
            return "", []
        text: list[str] = []
        holes: list[tree.Expr] = []
        for part in _joined(call.arguments[0]):
            if isinstance(part, tree.Text):
                text.append(part.value)
            else:
                text.append(_HOLE)
                holes.append(part)
        return "".join(text), holes


def _tells_winner(function: Function, housekeeping: Housekeeping) -> bool:
    """A function, or a method of boards, that says whether a player has won, and does nothing else."""
    return (
        (function.name == "won" or function.name.startswith("win"))
        and not function.is_phase
        and [formal.type for formal in function.formals] == [INT]
        and function.result is BOOL
        and (function.group is None or function.group.extends(BOARD))
        and not housekeeping.inside[id(function)]
    )


def _joined(expr: tree.Expr) -> Iterator[tree.Expr]:
    if isinstance(expr, tree.Chain) and all(link.operator == "+" for link in expr.links):
        for operand in (expr.first, *(link.operand for link in expr.links)):
            yield from _joined(operand)
    else:
        yield expr


def _number_before(text: str) -> int | None:
    """The last number that is written before the word for winning, with nothing unknown after it."""
    win = WIN.search(text)
    if win is None:
        return None
    found = list(_NUMBER.finditer(text[: win.start()].rpartition(_HOLE)[2]))
    return int(found[-1][1]) if found else None


def _is_print(expr: tree.Expr) -> bool:
    return isinstance(expr, tree.Call) and isinstance(expr.function, tree.Variable) and expr.function.name == "print"


def _all_expressions(checked: Checked) -> Iterator[tree.Expr]:
    yield from checked.expressions
    for group in checked.groups.values():
        for value in (*group.defaults.values(), *(item.value for item in group.attributes.values())):
            if value is not None:
                yield from tree.parts(value)
