"""The games that come with Parlour: found by file, introduced by their own first lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour import library
from parlour.languages.title import introduction
from parlour.pipeline import load

# Programs that the languages' documents print: they are kept as they are, slips included.
DOCUMENTS = {file.read_bytes() for file in (Path(__file__).parents[1] / "documents").rglob("*") if file.is_file()}


def test_games_are_found_by_the_names_of_their_files() -> None:
    names = [game.name for game in library.all()]
    assert "tic-tac-toe" in names
    assert names == sorted(set(names))
    found = library.find("tic-tac-toe")
    assert found is not None and found.language == "bogl" and found.text.startswith("-- Tic-tac-toe\n")
    assert library.find("tic-tac-toe.bgl") is None
    assert library.find("") is None
    assert library.names() == names


def test_a_game_is_loaded_by_its_name() -> None:
    game = load("connect-four")
    assert (game.info.title, game.info.language) == ("ConnectFour", "bogl")
    with pytest.raises(ValueError, match=r"is no game of the library\. Did you mean connect-four\?"):
        load("conect-four")
    with pytest.raises(ValueError, match=r"^connect-four\.bgll ends in none .*Did you mean \.bgl\?"):
        load("connect-four.bgll")


@pytest.mark.parametrize("entry", library.all(), ids=lambda entry: entry.name)
def test_every_game_introduces_itself_and_loads_without_a_warning(entry: library.LibraryGame) -> None:
    assert entry.title != entry.name and entry.about
    assert entry.summary.endswith(".") and "\n" not in entry.summary
    warnings = load(entry).warnings
    assert warnings == () or entry.file.read_bytes() in DOCUMENTS


def test_a_program_of_somebody_else_is_introduced_by_a_text_beside_it() -> None:
    game = library.find("tic-tac-toe-as-printed")
    assert game is not None
    assert game.file.read_bytes() in DOCUMENTS
    assert game.title == "Tic-tac-toe, as the manual prints it"
    assert game.summary.startswith("The sample program of the Senet language reference manual")


@pytest.mark.parametrize(
    ("text", "title", "about"),
    [
        ("-- Nim\n--\n-- Take the last one.\ngame Nim", "Nim", "Take the last one."),
        ("--- Nim ---\n\n-- not this\ngame Nim", "Nim ---", ""),
        ("# Uno\n# Cards.\nglobals:", "Uno", "Cards."),
        ("// Go\n// Stones.\nname", "Go", "Stones."),
        ("; Chess\n(role white)", "Chess", ""),
        ("/* Ludo\n * Four colours.\n */\n", "Ludo", "Four colours."),
        ("\n\n{- Hex -}\ngame Hex", "Hex", ""),
        ("\ufeff-- Nim\n", "Nim", ""),
        ("game Nim -- not an introduction", "", ""),
        ("", "", ""),
        ("; ======\n; Nim\n; ------\n;\n; Take the last.\n(role white)", "Nim", "Take the last."),
        (";;;;;;;;\n(role white)", "", ""),
    ],
)
def test_the_comment_at_the_top_is_the_introduction(text: str, title: str, about: str) -> None:
    assert introduction(text) == (title, about)
