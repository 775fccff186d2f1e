"""The three games of the document, byte for byte: read, laid out, and checked without a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.languages.tgdl.checking import checked, findings, titles

from parlour.languages.tgdl.syntax.parser import parse_program
from parlour.languages.tgdl.syntax.printer import print_program
from parlour.syntax.source import Source

GAMES = sorted((Path(__file__).parents[2] / "documents" / "tgdl").glob("*.tgdl"))
every_game = pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])


@every_game
def test_a_game_of_the_document_is_checked_without_a_finding(path: Path) -> None:
    assert findings(path.read_text(encoding="utf-8")) == ()


@every_game
def test_a_game_of_the_document_needs_none_of_our_extensions(path: Path) -> None:
    assert findings(path.read_text(encoding="utf-8"), strict=True) == ()


@every_game
def test_the_layout_of_a_game_is_a_fixed_point_and_the_same_game(path: Path) -> None:
    source = Source(path.name, path.read_text(encoding="utf-8"))
    program = parse_program(source)[0]
    printed = Source(path.name, print_program(program, source))
    assert parse_program(printed)[0] == program
    assert print_program(parse_program(printed)[0], printed) == printed.text


def test_the_three_games_are_all_there() -> None:
    assert [path.stem for path in GAMES] == ["briscolina", "filetto", "ponte"]


def test_what_the_checker_makes_of_three_in_a_row() -> None:
    game = checked(GAMES[1].read_text(encoding="utf-8"))
    assert (game.title, game.players) == ("filetto", 2)
    assert [each.name for each in game.classes] == [
        *("PlayerChoiceEvent", "BlankTile", "connection", "MarkEvent", "Cell", "Paper", "Table3", "Mark")
    ]
    assert [each.name for each in game.globals()] == ["Table3"]
    assert game.strings == ("Sheet", "Alternate", "Write")
    line, full = game.globals()[0].all_actions()
    assert (line.name, line.priority, full.name, full.priority) == ("CheckLine", 10.0, "CheckFull", 0.0)
    assert [trigger.event.name for trigger in line.triggers] == ["MarkEvent"]


# Fragments of the proposal's third chapter that are programs, as they are printed there, and what is said about them.
FRAGMENTS = {
    "3.4.1 the built-in event": (
        "event PlayerChoiceEvent\n{\n    player active; // il giocatore che attivato l'azione\n}\n",
        ["`PlayerChoiceEvent` is a class that TGDL has itself"],
    ),
    "3.5 a call": ('setup { hello(toPlayer: 1, msg: "hello_world"); }', ["there is no function `hello` in setup"]),
    "3.9 the simplest turn": (
        "turn Next\n{\n    default\n    {\n        // Passa il controllo al giocatore successivo\n"
        "        // usando una espressione giocatore\n        return turn.active() + 1;\n    }\n}\n",
        [],
    ),
    "3.11 a base class": ("class base {}\nclass derived : base {}\n", []),
    "3.11.2 an override, whose comments take the braces": (
        "class Base\n{\n    function A {\n        effect { // esegui istruzioni }\n    }\n}\n\n"
        "class Derived : Base\n{\n"
        "    override function A {\n        effect { // esegui altre istruzioni }\n    }\n}\n",
        ["a `}` is missing"],
    ),
    "3.11.2 an override": (
        "class Base\n{\n    function A {\n        effect { // esegui istruzioni\n }\n    }\n}\n\n"
        "class Derived : Base\n{\n"
        "    override function A {\n        effect { // esegui altre istruzioni\n }\n    }\n}\n",
        [],
    ),
}


@pytest.mark.parametrize(("text", "expected"), FRAGMENTS.values(), ids=FRAGMENTS.keys())
def test_a_fragment_of_the_proposal(text: str, expected: list[str]) -> None:
    assert titles(text) == expected
