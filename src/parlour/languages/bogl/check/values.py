"""Finds the type of every expression, and says where types do not go together.

Two ways to look at an expression. `infer` asks what type it has; `check` knows which type is wanted and goes
into the branches of a choice with it, so that each branch only has to fit by itself. Both give None after
they have reported an error: nothing more is said about an expression of which a part is wrong, but its
other parts are still looked at.

The rules for calls, operators, tuples and blocks are in the modules of these names.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import Literal, assert_never

from parlour.languages.bogl import codes
from parlour.languages.bogl.check import blocks, builtins, calls, operators, tuples
from parlour.languages.bogl.check import meaning as typed
from parlour.languages.bogl.check.types import BOOL, INT, PLAYER, STRING, Expanded, enumeration, is_subtype, show_all
from parlour.languages.bogl.check.world import World
from parlour.languages.bogl.syntax import slips, tree
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Global:
    """What is known about a defined name from its signature; types that could not be understood are None.

    `type` is that of the value, or of a function's result. About an `unknown` name nothing is ever said.
    """

    name: tree.Ident
    kind: Literal["value", "board", "function", "unknown"]
    type: Expanded | None = None
    parameters: tuple[Expanded, ...] | None = None


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


# What to say about an expression of this type at this place, which has not the type that is wanted.
Mismatch = Callable[[Expanded, Span], Diagnostic]


class Inference:
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
        # How large the type of a loop's variable had to become, by the identity of the loop (see blocks.py).
        self.loop_types: dict[int, Expanded] = {}
        self._unknown: set[str] = set()

    # The two ways

    def check(self, expr: tree.Expr, wanted: Expanded | None, mismatch: Mismatch) -> typed.Expr | None:
        """The expression, if it can be used as the type that is wanted (None: unknown, anything will do)."""
        if wanted is not None and isinstance(expr, tree.Block):
            return blocks.block(self, expr, wanted, mismatch)
        found = self.infer(expr, wanted)
        if found is None or wanted is None or is_subtype(found.type, wanted):
            return found
        self.report(mismatch(found.type, expr.span))
        return None

    def infer(self, expr: tree.Expr, wanted: Expanded | None = None) -> typed.Expr | None:
        """The expression with its type. The type that is wanted only helps where branches have no other in common."""
        match expr:
            case tree.Number(span, value):
                return typed.Number(span, INT, value)
            case tree.Text(span, text):
                return typed.Text(span, STRING, text)
            case tree.Truth(span, truth):
                return typed.Truth(span, BOOL, truth)
            case tree.Symbol():
                return self._symbol(expr)
            case tree.Variable():
                return self._variable(expr)
            case tree.Call():
                return calls.call(self, expr)
            case tree.Tuple():
                return tuples.make(self, expr, wanted)
            case tree.Projection():
                return tuples.projection(self, expr)
            case tree.Negation():
                return operators.negation(self, expr)
            case tree.Chain():
                return operators.RULES[expr.links[0].operator](self, expr)
            case tree.Block():
                return blocks.block(self, expr, wanted, None)
            case tree.While():
                return blocks.loop(self, expr)
            case tree.Broken():
                return None
            case _:
                assert_never(expr)

    def error(self, code: str, title: str, span: Span, label: str = "", hint: str = "") -> None:
        self.report(Diagnostic(code, title, (Label(span, label),), hint=hint, kind="type"))

    # Names

    def _symbol(self, expr: tree.Symbol) -> typed.Expr | None:
        name, span, world = expr.name, expr.span, self.world
        if world.has_symbol(name):
            if world.is_open:
                world.symbols.setdefault(name)
            elif name not in world.symbols:
                world.uses_player = True
            return typed.Symbol(span, enumeration((name,)), name)
        if name in self.variables or name in self.defined:
            return None  # in the wrong case: reported where it is defined
        if name in world.lost or world.has_unknown:
            return None  # perhaps a symbol of a type that could not be understood
        if world.knows_type(name):
            world.unknown.gather(codes.UNKNOWN_SYMBOL, f"`{name}` is a type, not a value", span, "")
            return None
        small = name[0].lower() + name[1:]
        hint = f"Did you mean {small}?" if small in self.variables or small in self.defined else ""
        hint = hint or slips.NAMES.get(name, "") or world.unknown.suggestion(name, world.known_symbols())
        hint = hint or f"a symbol must occur in a type, as in `type T = {{{name}, …}}`"
        world.unknown.gather(codes.UNKNOWN_SYMBOL, f"there is no symbol `{name}`", span, hint)
        return None

    def _variable(self, expr: tree.Variable) -> typed.Expr | None:
        name, span, world = expr.name, expr.span, self.world
        if name == "input":
            self.builtins.add(name)
            self.mention(name, span)
            return None if world.input is None else typed.Input(span, world.input)
        variable = self.variables.get(name)
        if variable is not None:
            return None if variable.type is None else typed.Local(span, variable.type, name, variable.binder)
        if name in self.defined:
            return self._defined(self.defined[name], span)
        if name in builtins.SIDES:
            self.builtins.add(name)
            side = world.width if name == "width" else world.height
            return None if side is None else typed.Side(span, INT, name, side)
        if name in builtins.FUNCTIONS and self.has_builtin(name):
            forms = builtins.forms_of(name, world.content or INT)
            self._without_arguments(name, " or ".join(show_all(form.parameters) for form in forms), span)
        else:
            self.unknown_name(name, span, "value")
        return None

    def _defined(self, defined: Global, span: Span) -> typed.Expr | None:
        name = defined.name.text
        self.mention(name, span)
        match defined.kind:
            case "function":
                needs = "its arguments" if defined.parameters is None else show_all(defined.parameters)
                self._without_arguments(name, needs, span)
            case "value" if defined.type is not None:
                return typed.Value(span, defined.type, name)
            case "board" if defined.type is not None:
                return typed.BoardValue(span, defined.type, name)
        return None

    def _without_arguments(self, name: str, needs: str, span: Span) -> None:
        hint = f"a call is written `{name}(…)`; functions themselves are not values"
        self.error(codes.FUNCTION_WITHOUT_ARGUMENTS, f"`{name}` is a function: give it {needs}", span, hint=hint)

    def mention(self, name: str, span: Span) -> None:
        """Notes that the definition uses a defined name, or `input`."""
        self.mentions.setdefault(name, span)

    def has_builtin(self, name: str) -> bool:
        """Whether a built-in function is there: `next` goes when a Player with other symbols comes."""
        return name != "next" or not self.world.own_player or self.world.types["Player"] == PLAYER

    def unknown_name(self, name: str, span: Span, what: str) -> None:
        if name in self.world.lost or self.has_wrong_parameters or name in self._unknown:
            return
        self._unknown.add(name)
        capital = name[0].upper() + name[1:]
        if name == "next":
            hint = "the built-in `next` belongs to the built-in players A and B: define it for your own `Player`"
        elif name in slips.NAMES:
            hint = slips.NAMES[name]
        elif capital in self.world.symbols:
            hint = f"Did you mean the symbol {capital}?"
        else:
            hint = self.world.unknown.suggestion(name, {*self.variables, *self.defined, *builtins.NAMES})
        self.report(Diagnostic(codes.UNKNOWN_NAME, f"there is no {what} `{name}`", (Label(span),), hint=hint))

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
