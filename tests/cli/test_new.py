"""`parlour new`: a small game that plays at once."""

from __future__ import annotations

import pytest

from parlour.cli.exits import Exit


def test_a_new_game_checks_and_plays_at_once(inside, tmp_path):
    ended = inside("new", "my-game")
    assert ended.code == 0 and ended.out == "my-game.bgl\n"
    assert "parlour play my-game.bgl" in ended.err
    text = (tmp_path / "my-game.bgl").read_text(encoding="utf-8")
    assert "\ngame MyGame\n" in text and "NAME" not in text
    checked = inside("check", "my-game.bgl")
    assert checked.code == 0 and checked.err == "1 file checked: no errors\n"
    played = inside("play", "my-game.bgl", "--seats", "random", "--seed", "3")
    assert played.code == 0 and " wins" in played.out


def test_its_rules_are_those_it_introduces_itself_with(inside):
    inside("new", "stones", "--language", "bogl")
    assert inside("run", "stones.bgl", stdin="3\n3\n3\n1\n").out.endswith("\nBlue\n")
    assert inside("run", "stones.bgl", stdin="4\n0\n3\n3\n3\n2\n1\n").out.endswith("\nBlue\n")
    assert inside("run", "stones.bgl", stdin="3\n3\n3\n").code == Exit.WAITING


def test_the_folder_is_said_with_output(inside, tmp_path):
    (tmp_path / "games").mkdir()
    assert inside("new", "nim", "--output", "games").out == "games/nim.bgl\n"
    assert (tmp_path / "games" / "nim.bgl").exists()
    (tmp_path / "file").write_text("")
    assert "there is no folder nowhere" in inside("new", "nim", "--output", "nowhere").err
    ended = inside("new", "nim", "-o", "file")
    assert ended.code == Exit.FILE and "file is not a folder" in ended.err


def test_a_file_that_is_there_is_never_overwritten(inside, write):
    file = write("nim.bgl", "mine")
    ended = inside("new", "nim")
    assert ended.code == Exit.FILE and ended.out == ""
    assert "nim.bgl exists already and is left as it is" in ended.err
    assert file.read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("9lives", "begins with a letter"),
        ("my game", "begins with a letter"),
        ("größe", "begins with a letter"),
        ("nim\n", "begins with a letter"),
        ("", "an empty word cannot be the name of a game"),
        ("nim.bgl", "leave the ending out: `parlour new nim`"),
        ("../nim", "say the folder with --output"),
        ("board", "a game cannot be called Board: the language uses this word"),
        ("x" * 61, "at most 60 characters"),
    ],
)
def test_a_bad_name_is_refused_with_what_to_try(name, hint, inside, tmp_path):
    ended = inside("new", name)
    assert (ended.code, ended.out) == (Exit.USAGE, "")
    assert hint in ended.err
    assert list(tmp_path.iterdir()) == []


def test_a_language_that_does_not_exist_is_refused(inside):
    ended = inside("new", "nim", "--language", "cobol")
    assert ended.code == Exit.USAGE and "--language: 'cobol' is not" in ended.err
