"""Languages are named in their folders and in the registry: whoever needs to know something of one asks the registry,
so that the seventh language is a folder and a line there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour
from parlour.languages.frontend import LANGUAGES

ROOT = Path(parlour.__file__).parent
# The languages and their games; the network of general game playing, which sends rule sheets of one of them; and what
# makes texts of one for tests.
AT_HOME = ("languages", "library", "bridges/ggp", "testing")
NAME = re.compile(r"\b({})\b".format("|".join(name for each in LANGUAGES for name in (each.name, each.title))), re.I)
# A docstring may give an example in some language; but what a command says of itself is printed.
PRINTED = ("cli",)


def named(text: str, with_docstrings: bool = False) -> list[str]:
    """The languages that code names: in imports, names and texts, but not in docstrings and comments."""
    tree = ast.parse(text)
    docstrings = set() if with_docstrings else {id(each) for each in _docstrings(tree)}
    return [
        name
        for node in ast.walk(tree)
        if id(node) not in docstrings
        for word in _words(node)
        for name in NAME.findall(word.replace("_", " "))
    ]


def _docstrings(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        match node:
            case (
                ast.Module(body=[ast.Expr(value), *_])
                | ast.ClassDef(body=[ast.Expr(value), *_])
                | ast.FunctionDef(body=[ast.Expr(value), *_])
            ):
                yield value


def _words(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.ImportFrom(module=str(text)) | ast.Name(id=text) | ast.Attribute(attr=text) | ast.alias(name=text):
            yield text
        case ast.FunctionDef(name=text) | ast.ClassDef(name=text) | ast.arg(arg=text):
            yield text


def test_no_module_outside_of_the_languages_names_one() -> None:
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        if not place.startswith(AT_HOME):
            found[place] = named(path.read_text(encoding="utf-8"), with_docstrings=place.startswith(PRINTED))
    assert {place: names for place, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("from parlour.languages.gdl import frontend", ["gdl"]),
        ("import parlour.languages.tgdl", ["tgdl"]),
        ("help = f'Contest: {x}'", ["Contest"]),
        ("def senet_board(): pass", ["senet"]),
        ("is_ok = language == 'bogl'", ["bogl"]),
        ("'''As BoGL does it.'''\ncontestant = 1  # of Contest", []),
    ],
)
def test_a_named_language_is_found(text: str, names: list[str]) -> None:
    assert named(text) == names
