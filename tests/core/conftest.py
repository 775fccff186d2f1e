"""Running library routines: compiled to core, verified, and called through the Python engine."""

from __future__ import annotations

import copy
import importlib.util
import itertools
import sys
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import pytest

from parlour.core.nodes import Function, Local, Program
from parlour.core.routine.linker import Linker
from parlour.core.runtime.words import Board, RoutineFailure
from parlour.core.types import NONE, BoardType, Type
from parlour.core.verify import check
from parlour.engines.core.failures import GameFailure
from parlour.engines.python.engine import PythonEngine
from parlour.game.position import Budget
from parlour.testing.core_games import PlainTable

SYMBOLS = ("X", "Y", "E")


@cache
def compiled(name: str, types: tuple[Type, ...], modules: tuple[ModuleType, ...]) -> tuple[PythonEngine, Function]:
    linker = Linker(modules)
    call = linker.call(name, [Local(f"a{number}", type_) for number, type_ in enumerate(types)])
    functions = {function.name: function for function in linker.functions}
    main = Function("main", (), NONE, ())
    program = Program("routines", (main, *functions.values()), "main", symbols=SYMBOLS)
    check(program)
    return PythonEngine(program, PlainTable([])), functions[call.function]


class Runner:
    """Calls compiled routines. Boards go in and come out as the words' `Board`; other values are Python's own."""

    def __init__(self, *modules: ModuleType) -> None:
        self.modules = modules

    def __call__(self, name: str, types: tuple[Type, ...], *args: Any, seed: int = 0) -> Any:
        engine, function = compiled(name, types, self.modules)
        run = engine.new_run(seed, Budget())
        given = [arg.items if isinstance(arg, Board) else arg for arg in args]
        try:
            result = engine.code.functions[engine.functions[function.name]](run, *given)
        except GameFailure as failure:
            raise RoutineFailure(failure.code, str(failure)) from failure
        if isinstance(function.result, BoardType):
            return Board(function.result.width, function.result.height, result)
        return result

    def function(self, name: str, *types: Type) -> Function:
        return compiled(name, types, self.modules)[1]

    def agrees(self, routine: Callable[..., Any], types: tuple[Type, ...], *args: Any) -> Any:
        """Runs a routine as Python and as core, on copies of the arguments: results, failures and changes must agree.

        Gives the result, or the failure's kind as `"failed: kind"`, and leaves the changes in `args`."""
        mine = copy.deepcopy(args)
        python = outcome(lambda: routine(*mine))
        core = outcome(lambda: self(routine.__name__, types, *args))
        assert core == python and type(core) is type(python)
        assert list(mine) == list(args)
        return core


def outcome(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except RoutineFailure as failure:
        return f"failed: {failure.kind}"


@pytest.fixture(scope="session")
def library() -> Runner:
    """The routines that come with Parlour."""
    return Runner()


@pytest.fixture(scope="session")
def runner() -> type[Runner]:
    """Makes a runner for modules of routines."""
    return Runner


@pytest.fixture
def module(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    """Makes a module of routines from text; imports and type variables are there already, text begins on line 1."""
    numbers = itertools.count(1)

    def make(text: str) -> ModuleType:
        path = tmp_path / f"routines{next(numbers)}.py"
        path.write_text(text, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(f"routines_of_{path.parent.name}_{path.stem}", path)
        assert spec is not None and spec.loader is not None
        made = importlib.util.module_from_spec(spec)
        vars(made).update(NAMES)
        # Annotations of classes are looked up in the module of their name.
        monkeypatch.setitem(sys.modules, made.__name__, made)
        spec.loader.exec_module(made)
        return made

    return make


def _names() -> dict[str, Any]:
    from typing import TypeVar

    from parlour.core.routine.routine import routine
    from parlour.core.runtime import lists, words
    from parlour.core.values import Symbol

    found = {name: value for name, value in vars(words).items() if not name.startswith("_")}
    variables = {name: TypeVar(name) for name in ("T", "K", "V")}
    return {**found, **variables, "routine": routine, "Symbol": Symbol, "lists": lists, "index_of": lists.index_of}


NAMES = _names()
