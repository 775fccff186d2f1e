"""The how-to pages say what is so: their files exist, the toy language works, the list of a node's places is whole."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from tests.cli.conftest import Parlour
from tests.docs.pages import BLOCKS, ROOT

import parlour.languages
from parlour.core import nodes
from parlour.languages import frontend
from parlour.languages.frontend import Language, front_end
from parlour.languages.options import Options
from parlour.match import Match
from parlour.pipeline import check, load
from parlour.players import let_answer, make_player
from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.source import Source

SOURCES = ROOT / "src" / "parlour"

# ------------------------------------------------------------------------------------------------- add a language

PAGE = "docs/how-to/add-a-language.md"
FILES = {block.name: block.text for block in BLOCKS if block.page == PAGE and block.name}
PROGRAM = FILES["twenty-one.race"]


@pytest.fixture
def race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The language of the page, in a folder of its own, with its line in the registry."""
    folder = tmp_path / "languages" / "race"
    folder.mkdir(parents=True)
    for name in ("frontend.py", "table.py"):
        (folder / name).write_text(FILES[name], encoding="utf-8")
    line = re.search(r"^    (Language\(.*\)),$", (ROOT / PAGE).read_text(encoding="utf-8"), re.MULTILINE)
    assert line is not None
    language = eval(line[1], {"Language": Language})
    monkeypatch.setattr(frontend, "LANGUAGES", (*frontend.LANGUAGES, language))
    for ending in language.endings:
        monkeypatch.setitem(frontend.ENDINGS, ending, language)
    monkeypatch.setattr(parlour.languages, "__path__", [*parlour.languages.__path__, str(folder.parent)])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "twenty-one.race").write_text(PROGRAM, encoding="utf-8")
    yield
    for name in [name for name in sys.modules if name.startswith("parlour.languages.race")]:
        del sys.modules[name]
    vars(parlour.languages).pop("race", None)


@pytest.mark.usefixtures("race")
def test_a_program_of_the_toy_language_is_checked_and_laid_out() -> None:
    assert check(PROGRAM, language="race") == ()
    laid_out = front_end("race").format(Source("game.race", PROGRAM))
    assert laid_out == PROGRAM.replace("players  Ada   Ben", "players Ada Ben") != PROGRAM
    assert front_end("race").format(Source("game.race", laid_out)) == laid_out


@pytest.mark.usefixtures("race")
def test_a_broken_program_of_the_toy_language_is_told_with_places_and_hints() -> None:
    found = check(PROGRAM.replace("players", "plaiers").replace("goal 21", "goal far"), language="race")
    assert [(item.code, item.span.line, item.hint) for item in found] == [
        ("RC001", 3, "Did you mean players?"),
        ("RC002", 4, ""),
    ]
    with pytest.raises(Diagnostics, match=r"error\[RC003\]: nothing says `most`"):
        front_end("race").read(Source("game.race", PROGRAM.replace("most 3\n", "")), Options())


@pytest.mark.usefixtures("race")
def test_the_toy_language_is_played_on_both_engines() -> None:
    game = load(PROGRAM, language="race", name="twenty-one.race")
    assert (game.info.title, game.info.about) == ("Twenty-one", "Whoever says 21 wins.")
    assert game.info.seats == ("Ada", "Ben")
    keys: list[list[bytes]] = []
    for engine in game.engines:
        match = Match.start(game, seed=3, engine=engine)
        player, seen = make_player("random", seed=3), []
        while not match.is_over:
            seen.append(match.position.key)
            assert [option.label for option in match.position.legal(match.questions[0])] == ["1", "2", "3"]
            let_answer(match, match.questions[0], player)
        assert match.outcome is not None and match.outcome.winners and match.error is None
        keys.append(seen)
    assert len(keys) == 2 and keys[0] == keys[1]
    tallies = [game.simulator(engine=engine).playouts(50, 1, jobs=1) for engine in game.engines]
    assert tallies[0] == tallies[1]


@pytest.mark.usefixtures("race")
def test_the_command_line_knows_the_toy_language(inside: Parlour) -> None:
    assert inside("check", "twenty-one.race").code == 0
    shown = inside("show", "twenty-one.race").out
    assert shown.startswith("Twenty-one\nlanguage  race\nseats     Ada, Ben\n") and "total: 0 of 21" in shown
    assert "total: 5 of 21" in inside("show", "twenty-one.race", "--after", "3 2").out
    played = inside("play", "twenty-one.race", "--seats", "random", "--seed", "1")
    assert played.code == 0 and " wins" in played.out


def test_the_toy_language_imports_no_engine() -> None:
    imported = {
        node.module
        for name in ("frontend.py", "table.py")
        for node in ast.walk(ast.parse(FILES[name]))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("parlour.")
    }
    assert imported and not [name for name in imported if name and name.split(".")[1] not in LAYERS_BELOW]


LAYERS_BELOW = ("syntax", "core", "game", "languages")

# ------------------------------------------------------------------------------------------------ add a core node

NODES = (ROOT / "docs/how-to/add-a-core-node.md").read_text(encoding="utf-8")
KINDS = {"Expr": nodes.Expr, "Stmt": nodes.Stmt, "Domain": nodes.Domain}
ALL = {name: {each.__name__ for each in get_args(union)} for name, union in KINDS.items()}

# Nodes that are met everywhere, so that mentioning them says nothing.
COMMON = {"Const", "Local", "Global", "Op", "Ask"}
# What only makes nodes.
MAKERS = ("core/nodes.py", "core/builder.py", "core/folding.py", "core/routine/")


def mentioned(module: Path) -> set[str]:
    """The nodes that a module names, imported by themselves or as `nodes.If`."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    names: dict[str, str] = {}
    modules: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "parlour.core.nodes":
            names |= {alias.asname or alias.name: alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "parlour.core":
            modules |= {alias.asname or alias.name for alias in node.names if alias.name == "nodes"}
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in names:
            found.add(names[node.id])
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            found.add(node.attr)
    return found


MENTIONED = {
    name: mentioned(path)
    for folder in ("core", "engines")
    for path in sorted((SOURCES / folder).rglob("*.py"))
    if not (name := path.relative_to(SOURCES).as_posix()).startswith(MAKERS)
}


def rows(heading: str) -> list[list[str]]:
    """The cells of the table below a heading, without its head."""
    section = NODES.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    found = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in cells] for cells in found[2:]]


@pytest.mark.parametrize(("column", "kind"), [(2, "Expr"), (3, "Stmt"), (4, "Domain")])
def test_the_page_lists_every_module_that_tells_all_nodes_apart(column: int, kind: str) -> None:
    listed = {row[0].strip("`") for row in rows("Every place that knows every node") if row[column] == "yes"}
    assert listed == {name for name, found in MENTIONED.items() if ALL[kind] <= found}


def test_the_page_lists_every_module_that_treats_some_nodes_apart() -> None:
    listed = {name for row in rows("Every place that knows some nodes") for name in re.findall(r"`(.+?\.py)`", row[1])}
    every = set().union(*ALL.values())
    whole = {name for name, found in MENTIONED.items() for kind in ALL.values() if kind <= found}
    some = {name for name, found in MENTIONED.items() if len(found & every - COMMON) >= 3}
    assert listed == some - whole
