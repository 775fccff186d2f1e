"""The names in view where an expression stands, and what looking at one definition has found about it."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Literal

from parlour.dataclass import dataclass
from parlour.languages.bogl import codes
from parlour.languages.bogl.check import builtins
from parlour.languages.bogl.check import meaning as typed
from parlour.languages.bogl.check.types import PLAYER, Expanded
from parlour.languages.bogl.check.world import World
from parlour.languages.bogl.syntax import slips, tree
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Global:
    """What is known about a defined name from its signature; types that could not be understood are None.

    `type` is that of the value, or of a function's result. About an `unknown` name nothing is ever said. Calls of a
    function `is_doubtful` whose equation has more or fewer parameters than its type: one of them is wrong.
    """

    name: tree.Ident
    kind: Literal["value", "board", "function", "unknown"]
    type: Expanded | None = None
    parameters: tuple[Expanded, ...] | None = None
    is_doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Variable:
    """A bound variable; its type is None if it could not be found."""

    type: Expanded | None
    binder: typed.Binder


@dataclass(frozen=True, slots=True)
class Context:
    """The variables that a loop changes: those bound last before it."""

    names: tuple[str, ...]
    binder: typed.Binder


class Scope:
    """The state of looking at one definition: its variables, its loop context, and what it mentions."""

    def __init__(self, world: World, defined: Mapping[str, Global], report: Callable[[Diagnostic], object]) -> None:
        self.world = world
        self.defined = defined
        self.report = report
        self.variables: dict[str, Variable] = {}
        self.context: Context | None = None
        self.mentions: dict[str, Span] = {}
        self.builtins: set[str] = set()
        # Then unknown names may well be parameters, and nothing is said about them.
        self.has_wrong_parameters = False
        # How large the type of a loop's variable had to become, by the identity of the loop.
        self.loop_types: dict[int, Expanded] = {}
        # Variables that are what `input` gave.
        self.from_input: set[str] = set()
        # Unknown names, as they were told.
        self.missing: dict[str, Diagnostic] = {}

    def error(self, code: str, title: str, span: Span, label: str = "", hint: str = "") -> None:
        self.report(Diagnostic(code, title, (Label(span, label),), hint=hint, kind="type"))

    def mention(self, name: str, span: Span) -> None:
        """Notes that the definition uses a defined name, or `input`."""
        self.mentions.setdefault(name, span)

    def has_builtin(self, name: str) -> bool:
        """Whether a built-in function is there: `next` goes when a Player with other symbols comes."""
        return name != "next" or not self.world.own_player or self.world.types["Player"] == PLAYER

    def unknown_name(self, name: str, span: Span, what: str) -> None:
        if name in self.world.lost or self.has_wrong_parameters or name in self.missing:
            return
        capital = name[0].upper() + name[1:]
        if name == "next":
            hint = "the built-in `next` belongs to the built-in players A and B: define it for your own `Player`"
        elif name in slips.NAMES:
            hint = slips.NAMES[name]
        elif capital in self.world.symbols:
            hint = f"Did you mean the symbol {capital}?"
        else:
            fitting = {
                known for known, each in self.defined.items() if (each.kind == "function") is (what == "function")
            }
            own = builtins.FUNCTIONS if what == "function" else {*builtins.NAMES} - {*builtins.FUNCTIONS}
            hint = self.world.unknown.suggestion(name, {*self.variables, *fitting, *own})
            bound = [known for known, each in self.variables.items() if each.binder == "parameter"]
            if not hint and what == "value" and bound:
                hint = f"the parameters here are called {' and '.join(f'`{known}`' for known in bound)}"
            if not hint and what == "function":
                hint = f"define it: `{name} : … -> …` and `{name}(…) = …`"
        title = f"there is no {what} `{name}`"
        self.missing[name] = Diagnostic(codes.UNKNOWN_NAME, title, (Label(span),), hint=hint)
        self.report(self.missing[name])

    # Variables

    def bind_loop(self, names: tuple[str, ...], types: tuple[Expanded | None, ...], binder: typed.Binder) -> None:
        """Binds variables that are, from now on, what a loop changes."""
        for name, kind in zip(names, types, strict=True):
            self.variables[name] = Variable(kind, binder)
        self.context = Context(names, binder)

    def unbind(self, name: str, hidden: Variable | None) -> None:
        """Ends a binding; the variable that it hid, if any, is there again."""
        if hidden is None:
            del self.variables[name]
        else:
            self.variables[name] = hidden

    def check_variable(self, variable: tree.Ident, others: Container[str]) -> bool:
        """Whether a variable of an equation has a name of its own; reports it if not."""
        name, span = variable.text, variable.span
        if name == "input":
            title = "`input` always asks for an answer: it cannot be a variable"
            self.error(codes.INPUT_HIDDEN, title, span, hint="choose another name")
        elif name in others:
            hint = "give each a name of its own"
            self.error(codes.REPEATED_VARIABLE, f"there are two variables called `{name}`", span, hint=hint)
        else:
            return True
        return False
