"""The further files of a program: one text for one place, and none outside the folder of the main file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.syntax.files import MOST_FILES, Files, NoFile, Texts, joined
from parlour.syntax.source import Source

MAIN = Source("game/main.x", "")


def test_a_path_begins_at_the_folder_of_the_file_that_names_it() -> None:
    files = Files(Texts({"a/one.x": "1", "a/two.x": "2", "two.x": "top"}), folder="game")
    one = files.read("a/one.x", MAIN)
    assert isinstance(one, Source)
    two, top = files.read("two.x", one), files.read("../two.x", one)
    assert isinstance(two, Source) and isinstance(top, Source)
    assert [(each.name, each.text) for each in (one, two, top)] == [
        ("game/a/one.x", "1"),
        ("game/a/two.x", "2"),
        ("game/two.x", "top"),
    ]
    assert files.sources == (one, two, top)


def test_a_file_is_read_once_however_it_is_named() -> None:
    files = Files(Texts({"a/one.x": "1"}))
    first = files.read("a/one.x", MAIN)
    assert files.read("./a//one.x", MAIN) is first
    assert isinstance(first, Source)
    assert files.read("../a/one.x", first) is first
    assert files.sources == (first,)


def test_components_are_named_without_an_ending_and_know_each_other() -> None:
    files = Files(Texts({"parlour/cards.x": "mine"}), Texts({"cards": "shipped", "dice": "d6"}))
    cards = files.read("parlour/cards", MAIN)
    assert isinstance(cards, Source)
    assert (cards.name, cards.text) == ("parlour/cards", "shipped")
    mine = files.read("parlour/cards.x", MAIN)
    assert isinstance(mine, Source) and mine.text == "mine"
    assert files.read("dice", cards) is files.read("parlour/dice", MAIN)


@pytest.mark.parametrize("path", ["../x", "a/../../x", "/etc/passwd", "..", "a\\..\\x", "C:/x", "", ".", "a\0b"])
def test_no_path_leads_out(path: str) -> None:
    assert isinstance(Files(Texts({"x": ""})).read(path, MAIN), NoFile)


@given(st.text("a./\\", max_size=12), st.lists(st.sampled_from(["a", "b"]), max_size=3))
def test_a_place_has_neither_dots_nor_empty_parts(path: str, folder: list[str]) -> None:
    place = joined("/".join(folder), path)
    if isinstance(place, str):
        assert place and not {"", ".", ".."} & set(place.split("/"))


def test_a_misspelt_file_gets_a_suggestion() -> None:
    missing = Files(Texts({"board.x": ""})).read("baord.x", MAIN)
    assert isinstance(missing, NoFile)
    assert missing.reason == "there is no such file" and "board.x" in missing.hint


def test_a_text_without_a_file_has_nothing_beside_it() -> None:
    missing = Files().read("board.x", MAIN)
    assert missing == NoFile("this text is no file, so nothing lies beside it")


def test_the_number_of_files_has_a_limit() -> None:
    files = Files(Texts({f"{number}.x": "" for number in range(MOST_FILES + 1)}))
    read = [files.read(f"{number}.x", MAIN) for number in range(MOST_FILES + 1)]
    assert [isinstance(each, NoFile) for each in read] == [False] * MOST_FILES + [True]
