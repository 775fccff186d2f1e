"""Imports go one way: no module needs one that needs it, and each can be imported alone."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import parlour

ROOT = Path(parlour.__file__).parent


@cache
def modules() -> dict[str, Path]:
    """Every module of Parlour, by its name."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = ("parlour", *path.relative_to(ROOT).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(statements: Iterable[ast.stmt], with_types: bool) -> Iterator[str]:
    """The modules that are imported when these statements run; `with_types`, those that only a type checker sees, too.

    Imports inside functions run later, when everything is there."""
    for statement in statements:
        match statement:
            case ast.ImportFrom(module=str(package), names=names):
                for name in names:
                    whole = f"{package}.{name.name}"
                    yield whole if whole in modules() else package
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), body=body):
                if with_types:
                    yield from imported(body, with_types)
            case ast.If() | ast.Try() | ast.With() | ast.ClassDef():
                inside = (child for child in ast.iter_child_nodes(statement) if isinstance(child, ast.stmt))
                yield from imported(inside, with_types)


def _statements(path: Path) -> list[ast.stmt]:
    return ast.parse(path.read_text(encoding="utf-8")).body


@cache
def needed(with_types: bool) -> Mapping[str, frozenset[str]]:
    return {
        name: (frozenset(imported(_statements(path), with_types)) & modules().keys()) - {name}
        for name, path in modules().items()
    }


def circles(graph: Mapping[str, Iterable[str]]) -> set[frozenset[str]]:
    """The groups of modules each of which needs, by whatever way, all others of its group."""
    reached: dict[str, set[str]] = {}
    for name in graph:
        reached[name] = set()
        waiting = list(graph[name])
        while waiting:
            other = waiting.pop()
            if other not in reached[name]:
                reached[name].add(other)
                waiting += graph[other]
    return {
        frozenset(other for other in reached[name] if name in reached[other]) for name in graph if name in reached[name]
    }


def test_no_module_needs_one_that_needs_it() -> None:
    assert circles(needed(with_types=False)) == set()


def test_types_go_in_circles_only_inside_a_folder() -> None:
    found = circles(needed(with_types=True))
    assert [group for group in found if len({name.rpartition(".")[0] for name in group}) > 1] == []


# Each in a process of its own: a fork of one that has read all texts, but imported nothing of Parlour.
ALONE = """
import importlib, importlib.machinery, os, sys

Loader = importlib.machinery.SourceFileLoader
codes, ordinary = {}, Loader.get_code
Loader.get_code = lambda self, name: codes.get(name) or ordinary(self, name)
names = dict(line.split("\\t") for line in sys.stdin.read().splitlines())
for name, path in names.items():
    with open(path, "rb") as file:
        codes[name] = compile(file.read(), path, "exec", dont_inherit=True)
assert not any(name.partition(".")[0] == "parlour" for name in sys.modules)
for name in names:
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        try:
            importlib.import_module(name)
        except BaseException as problem:
            print(f"{name}: {type(problem).__name__}: {problem}", flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""


def test_every_module_can_be_imported_alone() -> None:
    given = "\n".join(f"{name}\t{path}" for name, path in modules().items() if name != "parlour.__main__")
    done = subprocess.run([sys.executable, "-c", ALONE], input=given, capture_output=True, text=True, timeout=600)
    assert (done.stdout, done.returncode) == ("", 0), done.stderr


# Functions of these modules' importers are compiled from their text, in which a name with a point is a field.
VOCABULARIES = {"parlour.core.runtime.words", "parlour.engines.llvm.low.language"}
MOST_NAMES = 8


def test_whoever_needs_many_names_of_a_module_imports_the_module() -> None:
    found = {}
    for name, path in modules().items():
        lists = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)]
        if name in VOCABULARIES or any(node.module in VOCABULARIES for node in lists):
            continue
        for node in lists:
            names = [each.name for each in node.names if f"{node.module}.{each.name}" not in modules()]
            if len(names) > MOST_NAMES:
                found[f"{name} from {node.module}"] = len(names)
    assert found == {}
