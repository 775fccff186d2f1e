"""What Jupyter shows of Parlour's objects, without anybody importing what draws them."""

from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree

import parlour
from parlour import library
from parlour.game.game import Game
from parlour.match import Match, record_of
from parlour.present.svg.picture import svg

FAILING = "game Bad  play : Int  play = 1 / 0"


def load(name: str) -> Game:
    entry = library.find(name)
    assert entry is not None
    return parlour.load(entry)


def test_a_game_a_position_a_view_and_a_match_are_the_picture_of_their_table() -> None:
    game = load("tic-tac-toe")
    match = Match.start(game)
    match.answer_text(match.questions[0], "(2,2)")
    position, view = match.position, match.position.view(None)
    names = [seat.name for seat in position.seats]
    assert match._repr_svg_() == svg(match.scene(None), seat_names=names, title=game.info.title)
    assert position._repr_svg_() == svg(view.scene, seat_names=names)  # type: ignore[attr-defined]
    assert view._repr_svg_() == svg(view.scene)
    assert game._repr_svg_() == svg(game.start().view(None).scene, seat_names=names, title=game.info.title)


def test_pages_say_what_a_picture_cannot() -> None:
    match = Match.start(load("tic-tac-toe"), seats={"X": "human"})
    for answer in ("(1,1)", "(1,2)", "(2,1)", "(2,2)", "(3,1)"):
        match.answer_text(match.questions[0], answer)
    game_page, match_page, record_page = (
        ElementTree.fromstring((thing._repr_html_() or "").replace("<br>", "<br/>"))
        for thing in (match.game, match, record_of(match))
    )
    assert "Two players take turns" in "".join(game_page.itertext())
    moves = match_page.find("pre")
    assert moves is not None and (moves.text or "").split("\n") == match.history()
    assert "Result: X" in "".join(match_page.itertext())
    told = "".join(record_page.itertext())
    assert "seed 0, X: human" in told and "5. X: (3, 1)" in told and "Result: X" in told
    assert record_of(match)._repr_svg_() is None


def test_a_game_that_fails_at_once_shows_its_error() -> None:
    page = parlour.load(FAILING, language="bogl")._repr_html_()
    assert page is not None and "<strong>error[zero]</strong>: Division by zero" in page


def test_strangers_texts_in_pages_are_texts() -> None:
    text = '-- <script>alert(1)</script>\ngame G  play : String  play = "<img src=x>"'
    position = parlour.load(text, language="bogl").start()
    page = position._repr_html_()  # type: ignore[attr-defined]
    assert "&lt;img src=x&gt;" in page and "<img" not in page


def test_of_a_long_match_the_last_moves_are_shown() -> None:
    text = "game G  play : Int  play = add(0)  add : Int -> Int  add(n) = let a = input in add(n + a)"
    game = parlour.load(text, language="bogl")
    match = Match.start(game)
    for number in range(1, 51):
        match.answer_text(match.questions[0], str(number))
    page = match._repr_html_() or ""
    assert "… 10 more before these\n11. 11\n" in page and page.endswith("50. 50</pre></div>")


def test_nothing_that_draws_is_imported_before_something_is_shown() -> None:
    script = (
        "import sys, parlour; game = parlour.load('game G  play : Int  play = 1', language='bogl');"
        "print('parlour.present' in sys.modules); game._repr_svg_(); print('parlour.present' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.split() == ["False", "True"]
