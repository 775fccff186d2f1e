"""What `--strict` refuses: all that the tool of BoGL's authors would not read, though Parlour does.

That tool reads types before definitions, the board's before the input's, and each before it is used; in signatures only
types with names; and neither `#` nor texts, nor all of the names that are ready here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from parlour.languages.bogl import codes
from parlour.languages.bogl.check import builtins
from parlour.languages.bogl.syntax import tree
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span

Report = Callable[[Diagnostic], object]

# The names that are ready there.
_READY = ("input", "place", "countBoard", "countCol", "countRow", "countDiag", "isFull", "inARow", "not", "or", "and")
# Types that are ready here, and there only when they are declared.
_TYPES = {"Content", "Player", "Position", "Positions", "Input", "String"}
_BASE = ("Bool", "Int", "Board")


def refuse(programs: Sequence[tree.Program], report: Report) -> None:
    """Reports every such place in the preludes and, last of them, the program."""
    checker = _Strict(programs, report)
    for program in programs:
        checker.program(program)


class _Strict:
    def __init__(self, programs: Sequence[tree.Program], report: Report) -> None:
        self._report = report
        self._declared = set(_BASE)
        self._told: set[str] = set()
        everything = [item for program in programs for item in program.definitions]
        self._types = {item.name.text for item in everything if isinstance(item, tree.TypeDefinition)}
        self._values = {item.name.text for item in everything if isinstance(item, tree.ValueDefinition)}

    def program(self, program: tree.Program) -> None:
        if program.name is not None and not program.name.text[:1].isupper():
            self._refuse(program.name.span, "a game's name begins with a capital letter")
        seen: set[str] = set()
        for item in program.definitions:
            match item:
                case tree.BoardType(content=content):
                    self._in_place(item.span, "Board", seen)
                    self._type(content)
                    self._declared.add("Content")
                case tree.TypeDefinition(name=name, type=type_):
                    if name.text == "Input":
                        self._in_place(item.span, "Input", seen)
                    self._type(type_)
                    self._declared.add(name.text)
                case tree.ValueDefinition():
                    seen.add("a definition")
                    self._definition(item)

    def _in_place(self, span: Span, name: str, seen: set[str]) -> None:
        late = "a definition" if "a definition" in seen else "Input" if "Input" in seen and name == "Board" else ""
        if late:
            before = "type Input" if late == "Input" else "all definitions"
            self._refuse(span, f"`type {name}` comes after {late}", f"put it before {before}")
        seen.add(name)

    def _definition(self, item: tree.ValueDefinition) -> None:
        match item.signature:
            case tree.FunctionType(parameter=parameter, result=result):
                self._named(parameter)
                self._named(result)
            case None:
                pass
            case type_:
                self._named(type_)
        match item.equation:
            case tree.ValueEquation(value=value) | tree.FunctionEquation(body=value):
                self._expression(value)
            case tree.BoardEquations(cells=cells):
                for cell in cells:
                    if "!" not in cell.span.text.partition("=")[0]:
                        hint = f"write {item.name.text}!( … )"
                        self._refuse(cell.span, "an equation of a board has a `!` behind its name", hint)
                    self._expression(cell.value)

    def _named(self, type_: tree.Type) -> None:
        """A type in a signature, which is a name or a tuple of names."""
        match type_:
            case tree.Enumeration() | tree.ExtendedType():
                hint = "give it a name, `type Name = …`, and use that"
                self._refuse(type_.span, "a signature has only types with names", hint)
            case tree.TupleType(items=items):
                for item in items:
                    self._named(item)
            case _:
                self._type(type_)

    def _type(self, type_: tree.Type) -> None:
        match type_:
            case tree.NamedType(name=name) if name not in self._declared and name in self._types | _TYPES:
                self._refuse(type_.span, f"`{name}` is used before it is declared", "declare it above")
            case tree.TupleType(items=items):
                for item in items:
                    self._type(item)
            case tree.ExtendedType(base=base, additions=additions):
                self._type(base)
                for addition in additions:
                    if isinstance(addition.added, tree.Ident):
                        hint = f"write `& {{{addition.added.text}}}`"
                        self._refuse(addition.span, "a type is extended by `&`, not by `|`", hint)
                    elif isinstance(addition.added, tree.NamedType):
                        self._type(addition.added)
                if len(additions) > 1:
                    self._refuse(type_.span, "a type is extended once", "put all symbols into one pair of braces")

    def _expression(self, expr: tree.Expr) -> None:
        for part in _all(expr):
            match part:
                case tree.Projection():
                    hint = "take a tuple apart by the parameters of a function"
                    self._refuse(part.span, "there is no `#`", hint)
                case tree.Text():
                    self._refuse(part.span, "there are no texts", "use a symbol")
                case tree.Negation():
                    self._refuse(part.span, "only a number has a minus in front of it", "subtract from 0: `0 - n`")
                case tree.Variable(name=name):
                    self._ready(part.span, name)
                case tree.Call(function=function, arguments=arguments):
                    self._ready(function.span, function.text)
                    if function.text == "countRow" and len(arguments) == 3 and "countRow" not in self._values:
                        self._refuse(function.span, "`countRow` takes a piece and a board")

    def _ready(self, span: Span, name: str) -> None:
        if name in builtins.NAMES and name not in _READY and name not in self._values:
            self._refuse(span, f"there is no `{name}`", "define it in the program, or in a prelude")

    def _refuse(self, span: Span, title: str, hint: str = "") -> None:
        if title in self._told:  # once is enough to look for the others
            return
        self._told.add(title)
        self._report(Diagnostic(codes.NOT_IN_TOOL, f"in BoGL's own tool {title}", (Label(span),), hint=hint))


def _all(expr: tree.Expr) -> Iterator[tree.Expr]:
    """An expression and all inside it, in their order; with a list, since programs can be deep."""
    waiting = [expr]
    while waiting:
        found = waiting.pop()
        yield found
        waiting.extend(reversed(tree.children(found)))
