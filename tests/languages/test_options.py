"""Load options: what a language declares is what its programs take."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour.languages.options import LoadOption, Options, Programs, UnfitOption, Whole, Words, fitting
from parlour.syntax.source import Source

PLAYERS = LoadOption("players", Whole(1, 64), "N", "how many play")
MOTTO = LoadOption("motto", Words(), "TEXT", "what is said")
BEFORE = LoadOption("before", Programs(), "FILE", "what is read before")


@pytest.mark.parametrize("given", [0, 65, "", "x", "-1", "1.5", True, None, 10**30, "1" * 40, "²"])
def test_a_whole_number_is_within_its_bounds(given: object) -> None:
    with pytest.raises(UnfitOption, match="the option players is a whole number from 1 to 64"):
        PLAYERS.value(given)


def test_texts_and_files_are_what_they_are() -> None:
    assert MOTTO.value("go") == "go"
    assert BEFORE.value([Path("a"), "b"]) == ("a", "b")
    with pytest.raises(UnfitOption, match="is a text"):
        MOTTO.value(3)
    for wrong in ("a", 3, [3]):
        with pytest.raises(UnfitOption, match="is a list of names of files"):
            BEFORE.value(wrong)


def test_an_option_that_a_language_does_not_have_is_named_with_those_it_has() -> None:
    assert fitting("X", [PLAYERS, MOTTO], {"motto": None, "players": 3}) == {PLAYERS: 3}
    with pytest.raises(UnfitOption) as unfit:
        fitting("X", [PLAYERS, MOTTO], {"player": 3})
    assert str(unfit.value) == "the option player is no option of X; it has players, motto"
    assert "players" in unfit.value.hint


def test_what_was_given_is_what_a_record_keeps() -> None:
    prelude = Source("more.bgl", "")
    options = Options({"players": 3, "prelude": (prelude,)}, strict=True)
    assert options.given() == {"players": 3, "prelude": ["more.bgl"], "strict": True}
    assert options.sources == (prelude,)
    assert (options.whole("players"), options.words("motto"), options.programs("prelude")) == (3, None, (prelude,))


def test_a_game_knows_every_text_it_was_read_from(tmp_path: Path) -> None:
    (tmp_path / "main.bgl").write_text("game G  result : Int  result = double(21)", encoding="utf-8")
    (tmp_path / "more.bgl").write_text("double : Int -> Int  double(x) = 2 * x", encoding="utf-8")
    game = parlour.load(tmp_path / "main.bgl", prelude=[tmp_path / "more.bgl"])
    assert list(game.info.sources) == [str(tmp_path / "main.bgl"), str(tmp_path / "more.bgl")]
    with pytest.raises(UnfitOption, match="players is no option of BoGL; it has expression, prelude"):
        parlour.load(tmp_path / "main.bgl", players=3)
