"""One season on its way to core: what is known of it, what has been written, and the function being written."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from parlour.core import nodes
from parlour.core.builder import Builder, assign, number, sentence, text
from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Class, Expr, Stmt, Variable
from parlour.core.routine.linker import Linker
from parlour.core.routine.world import World
from parlour.core.types import BOOL, INT, STRING, ListType, ObjectType, Type
from parlour.languages.contest.check.meaning import NOMINEE, Checked
from parlour.languages.contest.lower import routines
from parlour.syntax.source import Span

INTS = ListType(INT)

# The results of a round that later phases refer to.
CLASSES = (
    Class(
        "competition",
        fields=(
            Variable("is_team", BOOL),
            Variable("winner", INT),
            Variable("loser", INT),
            Variable("entrants", INTS),
            Variable("scores", INTS),
        ),
    ),
    Class("vote", fields=(Variable("candidates", INTS), Variable("counts", INTS), Variable("broken", INTS))),
)

COMPETITIONS = nodes.Global("competitions", ListType(ObjectType("competition")))
VOTES = nodes.Global("votes", ListType(ObjectType("vote")))
ALLOCATIONS = nodes.Global("allocations", ListType(INTS))
ROUND = nodes.Global("round", INT)
PLACE = nodes.Global("place", STRING)


class Lowering:
    """Numbers stand for people, groups and counters; `functions` are those written so far, by name."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.host = len(checked.players)
        self.groups = {name: place for place, name in enumerate(checked.groups)}
        self.counters = {name: place for place, name in enumerate(checked.counters)}
        self.hierarchy = Hierarchy(CLASSES)
        self.linker = Linker((routines,), World(self.hierarchy, self._constants))
        self.functions: dict[str, nodes.Function] = {}
        # What `tied` means in the function being written.
        self.tied: Expr | None = None
        self.build = self.builder()

    @cached_property
    def _constants(self) -> dict[str, bool | int | str]:
        checked = self.checked
        return {
            "count": len(checked.players),
            "group_count": len(checked.groups),
            "size": len(checked.players) * (1 + len(checked.groups)),
            "nominee": self.groups[NOMINEE],
            "counter_count": len(checked.counters),
            "host": self.host,
            "open_votes": checked.pragmas.open_votes,
        }

    def builder(self) -> Builder:
        return Builder(self.hierarchy)

    def call(self, routine: str, *args: Expr | int | bool, span: Span | None = None) -> Expr:
        """A call of a routine of the season."""
        return self.linker.call(routine, [_constant(arg) for arg in args], span)

    def do(self, routine: str, *args: Expr | int | bool, span: Span | None = None) -> Stmt:
        """The same for its effect."""
        return nodes.Evaluate(self.call(routine, *args, span=span), span)

    def add(self, name: str, result: Type, body: Iterable[Stmt], span: Span | None = None) -> None:
        """The function that was being written is done."""
        self.functions[name] = self.build.function(name, result, body, span=span)

    def here(self, words: str) -> Stmt:
        """What prompts begin with from now on."""
        return assign(PLACE, sentence("Round ", nodes.Op("text_of_int", (ROUND,), STRING), f", {words}: "))


def numbers(values: Iterable[int]) -> Expr:
    return nodes.MakeList(tuple(number(value) for value in values), INTS)


def texts(values: Iterable[str]) -> Expr:
    return nodes.MakeList(tuple(text(value) for value in values), ListType(STRING))


def _constant(value: Expr | int | bool) -> Expr:
    match value:
        case bool():
            return nodes.Const(value, BOOL)
        case int():
            return number(value)
        case str():
            return text(value)
    return value
