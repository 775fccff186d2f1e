"""Routines: library functions written in a small, typed part of Python and compiled to core.

    @routine(charge="cells(b)")
    def count_cells(v: T, b: Board[T]) -> int:
        return count(b, v)

A routine is plain Python that also runs as it stands. `parlour.core.routine.linker` compiles it for the types it is
called with: type variables and the shape of boards are parameters of the compilation, so `width(b)` is a constant
there. `charge` is what a call takes from the step budget, a formula of the parameters; the routine's own loops and
calls are then free, so it must cover them. Without a charge a routine is an ordinary function: each of its calls and
turns of loops is a step. Only such a routine may call itself, or what the author wrote.

What routines are written in, and what it becomes:

- annotations `int float bool str Symbol object None T`, `list[T]`, `dict[K, V]`, `tuple[A, B]`, `Board[T]`, `T | None`
  (`object` is core's `any`; all boards of a signature have one shape);
- `+ - * // %` and `/` (floats), `& | ^ ~`, comparisons and chains of them, `and or not`, `a if c else b`, f-strings;
- locals by assignment, with an annotation where the first value does not tell the type; unpacking of tuples;
- lists `[a, b]`, `xs[i]`, `xs[i] = v`, `xs[a:b]`, `len`, `append pop insert extend copy clear`, `del xs[i]`;
  tables `{}`, `t[k]`, `t[k] = v`, `k in t`, `len`, `copy clear`; strings `s[i]`, `s[a:b]`, `t in s`,
  `ord chr str len`; the words of `runtime/words.py`;
- `if while for … in range(a, b)`, `for x in` a list, string or board, `break continue return`, `fail(kind, message)`;
- `x is None` and `is_a(x, T)`, after which the compiler knows what `x` is, `as_a(x, T)`; calls of other routines.

What a language's own routines name of its programs is declared beside them, as far as they need it:

    class Piece(Object):
        owner: int
        stands_on: Board | None = called("stands on")

        def repr(self) -> str:
            raise NotImplementedError

    class Game(Globals):
        moves: int = called("moves tried")

    @routine(charge="1", name="give piece")
    def give(piece: Piece, owner: int) -> bool:
        if piece.owner == owner:
            return False
        piece.owner = owner
        if hasattr(piece, "stands_on"):
            piece.stands_on = None
        Game.moves += 1
        return True

- a class declares the fields and methods of a class of the program (`class Rect(Object, name="rectangle")` where the
  names differ); `piece.owner` reads and writes a field, `piece.repr()` is a virtual call, `Piece(owner=1)` makes an
  object, its fields in the program's order; an object of a derived class fits where an ancestor is wanted;
- `hasattr(piece, "stands_on")` is decided when the routine is compiled: a program may leave fields out, and then the
  branch is not even read. A name of a `Globals` that the linker's world has among its `constants` is that constant;
- a function marked with `@of_program("ask score")` is no routine: it stands for a function of the program, which the
  language writes itself, because it asks;
- `tell(text)`, `show(text)`, `aside(text, seats)`, `tally("name", amount)` are core's effects of these names;
- `name` is what the routine is called in core, where it must be known by name (the method of a class). The language
  calls it by that name, too: `linker.call("give piece", args)`; `linker.need("give piece")` only has it linked.

Anything else is a `RoutineError` with file and line. Indexes count from 0 and never from the end. Compiled routines
carry no spans: an error inside one belongs to the author's line that called it.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from parlour.core.routine.world import names_program

F = TypeVar("F", bound=Callable[..., Any])


class RoutineError(Exception):
    """A routine that cannot be compiled, or a call that does not fit it; a bug of ours, never of an author."""

    def __init__(self, message: str, file: str = "", line: int = 0) -> None:
        super().__init__(f"{file}:{line}: {message}" if file else message)
        self.message = message
        self.file = file
        self.line = line


def routine(*, charge: str | None = None, name: str | None = None) -> Callable[[F], F]:
    """Marks a function as a routine; as a Python function it stays what it is. `name` is what it is called in core."""

    def mark(function: F) -> F:
        function.__dict__[_MARK] = Routine(function, charge, name)
        return function

    return mark


def of_program(name: str) -> Callable[[F], F]:
    """Declares a function that the language writes into its programs under this name: annotations say what it takes and
    gives, and routines without a charge may call it, also if it asks."""

    def mark(function: F) -> F:
        function.__dict__[_MARK] = Routine(function, None, name, is_declared=True)
        return function

    return mark


_MARK = "__routine__"


def routine_of(value: object) -> Routine | None:
    """The routine that a Python object is, if it is one."""
    found = getattr(value, _MARK, None)
    return found if isinstance(found, Routine) else None


@lru_cache(maxsize=64)
def _definitions(text: str) -> dict[int, ast.FunctionDef]:
    """The functions of a module by the line on which their decorators begin."""
    found = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    return {min([node.lineno, *(mark.lineno for mark in node.decorator_list)]): node for node in found}


class Routine:
    """A function that was marked. Its text is read when it is first needed."""

    def __init__(
        self, function: Callable[..., Any], charge: str | None, name: str | None, *, is_declared: bool = False
    ) -> None:
        self.function = function
        self.charge = charge
        self.name: str = name or function.__name__
        self.has_own_name = name is not None
        self.is_declared = is_declared
        self.module: str = function.__module__

    def __repr__(self) -> str:
        return f"Routine({self.module}.{self.name})"

    @cached_property
    def file(self) -> str:
        return self.function.__code__.co_filename

    @cached_property
    def tree(self) -> ast.FunctionDef:
        """The definition, with the line numbers of its file."""
        try:
            lines, _ = inspect.findsource(self.function)
        except OSError as error:
            raise RoutineError(f"the text of routine `{self.name}` cannot be read: {error}") from error
        found = _definitions("".join(lines)).get(self.first_line)
        if found is None:
            raise self.error(f"routine `{self.name}` is no function of a module")
        return found

    @property
    def first_line(self) -> int:
        return int(self.function.__code__.co_firstlineno)

    @cached_property
    def params(self) -> tuple[tuple[str, ast.expr], ...]:
        """Names and annotations."""
        args = self.tree.args
        if args.vararg or args.kwarg or args.kwonlyargs or args.posonlyargs or args.defaults:
            raise self.error("parameters are plain: no defaults, no `*`, no keywords", self.tree)
        found = []
        for arg in args.args:
            if arg.annotation is None:
                raise self.error(f"parameter `{arg.arg}` needs an annotation", arg)
            found.append((arg.arg, arg.annotation))
        return tuple(found)

    @cached_property
    def result(self) -> ast.expr:
        if self.tree.returns is None:
            raise self.error(f"routine `{self.name}` needs a result type: `-> int`, `-> None` …", self.tree)
        return self.tree.returns

    @cached_property
    def charge_tree(self) -> ast.expr | None:
        if self.charge is None:
            return None
        try:
            tree = ast.parse(self.charge, mode="eval").body
        except SyntaxError as error:
            raise RoutineError(f"the charge {self.charge!r} is no expression", self.file, self.first_line) from error
        for node in ast.walk(tree):
            if hasattr(node, "lineno"):
                node.lineno = self.first_line
        return tree

    def lookup(self, name: str) -> object:
        """What a name means in the routine's module; None if nothing."""
        known: dict[str, object] = self.function.__globals__
        return known.get(name, getattr(builtins, name, None))

    @cached_property
    def callees(self) -> tuple[Routine, ...]:
        """The routines that this one calls, each once."""
        found: dict[Routine, None] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                called = routine_of(self.lookup(node.func.id))
                if called is not None:
                    found[called] = None
        return tuple(found)

    @cached_property
    def reached(self) -> frozenset[Routine]:
        """The routines that a call of this one may call."""
        seen: set[Routine] = set()
        pending = list(self.callees)
        while pending:
            called = pending.pop()
            if called not in seen:
                seen.add(called)
                pending.extend(called.callees)
        return frozenset(seen)

    @property
    def is_recursive(self) -> bool:
        return self in self.reached

    @cached_property
    def is_general(self) -> bool:
        """It means the same in every program: neither it nor what it calls names anything that a program declares."""
        return not any(item.is_recursive or item.names_program for item in (self, *self.reached))

    @cached_property
    def names_program(self) -> bool:
        names = {node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name)}
        return self.is_declared or any(names_program(self.lookup(name)) for name in names)

    def error(self, message: str, node: ast.AST | None = None) -> RoutineError:
        """An error at a place of the routine's text."""
        return RoutineError(message, self.file, getattr(node, "lineno", self.first_line))
