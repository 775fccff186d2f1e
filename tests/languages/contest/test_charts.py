"""The chart of a season, its bracket and standings; which rows of the cast an option stands for."""

from __future__ import annotations

from tests.languages.contest.seasons import ENGINES, season

import parlour
from parlour.game.game import Game
from parlour.game.question import Anchor
from parlour.game.scene import Bracket, Grid, Scene
from parlour.match import Match
from parlour.match.charts import charts_of
from parlour.present.svg.picture import svg
from parlour.present.text import draw


def played(game: Game, *answers: str) -> Match:
    match = Match.start(game, seed=1)
    for answer in answers:
        question = match.position.questions[0]
        value = match.position.read_answer(question, answer)
        match.answer(question, value)  # type: ignore[arg-type]
    return match


def text(*items: Grid | Bracket, ascii: bool = False) -> str:
    return draw(Scene(items), color=False, ascii=ascii, width=80)


def test_a_knock_out_is_a_tree() -> None:
    match = played(parlour.load("knock-out"), "Ada", "Dan", "Eve", "Gus", "Cleo", "Fay", "Ben")
    (bracket,) = (each for each in charts_of(match, None) if isinstance(each, Bracket))
    assert text(bracket) == (
        "The bracket\n"
        "Ada ──┐\n"
        "      ├─ Ben ──┐\n"
        "Ben ──┘        │\n"
        "               ├─ Ben ─┐\n"
        "Cleo ─┐        │       │\n"
        "      ├─ Cleo ─┘       │\n"
        "Dan ──┘                │\n"
        "                       ├─ Ben\n"
        "Eve ──┐                │\n"
        "      ├─ Fay ──┐       │\n"
        "Fay ──┘        │       │\n"
        "               ├─ Hal ─┘\n"
        "Gus ──┐        │\n"
        "      ├─ Hal ──┘\n"
        "Hal ──┘"
    )
    assert text(bracket, ascii=True).splitlines()[2] == "      +- Ben --+"
    assert bracket.rows[-1] == ("final", "Ben", "Hal")
    picture = svg(Scene((bracket,)))
    assert picture.count("<path") == 14 and picture.count("</text>") == 1 + 15


def test_a_bracket_that_is_not_over_has_several_trees() -> None:
    match = played(parlour.load("knock-out"), "Ada", "Dan", "Eve", "Gus", "Cleo")
    (bracket,) = (each for each in charts_of(match, None) if isinstance(each, Bracket))
    assert [root.name for root in bracket.roots] == ["Ben", "Fay", "Hal"]


PLAY_OFF = """Players: Ada, Ben, Cleo, Dan, Eve all with score called points

Rounds:
competition between Ada, Ben.
competition between Cleo, Dan;
elimination of Eve.
competition between Ada, Cleo.
elimination of loser of competition.
competition between Ben, Dan.
elimination of loser of competition;

Win:
"""


def test_a_bracket_has_the_matches_of_the_play_off_and_not_those_of_the_league_before() -> None:
    match = played(parlour.load(PLAY_OFF + "competition", language="contest"), "Ben", "Dan", "Cleo", "Ben", "Dan")
    (bracket,) = (each for each in charts_of(match, None) if isinstance(each, Bracket))
    assert match.is_over
    assert bracket.rows == (("round 2", "Ada", "Cleo"), ("round 2", "Dan", "Ben"), ("final", "Dan", "Ada"))
    assert [root.name for root in bracket.roots] == ["Dan"]


def test_without_a_final_no_match_is_called_so() -> None:
    match = played(parlour.load(PLAY_OFF + "highest points", language="contest"), "Ben", "Dan", "Cleo", "Ben")
    (bracket,) = (each for each in charts_of(match, None) if isinstance(each, Bracket))
    assert match.is_over and [row[0] for row in bracket.rows] == ["round 2", "round 2"]


def test_who_loses_once_enters_a_double_elimination_again() -> None:
    game = parlour.load("double-elimination")
    match = Match.start(game, seed=4)
    while match.position.questions:
        question = match.position.questions[0]
        match.answer(question, match.position.legal(question).options[0].value)
    (bracket,) = (each for each in charts_of(match, None) if isinstance(each, Bracket))
    entrants = [tie for root in bracket.roots for tie in walk(root) if not tie.sides]
    assert len(bracket.roots) == 1 and len(entrants) == 8 + 7 and len(bracket.rows) == 14


def walk(tie: object) -> list[object]:
    return [tie, *(each for side in tie.sides for each in walk(side))]  # type: ignore[attr-defined]


def test_names_that_do_not_fit_are_cut_and_the_lines_still_meet() -> None:
    long = ["A" * 30, "B" * 30]
    game = season(", ".join(long), "competition between everyone. elimination of loser of competition")
    match = played(game, long[0])
    (bracket,) = (each for each in charts_of(match, None) if isinstance(each, Bracket))
    drawn = draw(Scene((bracket,)), color=False, ascii=False, width=30).splitlines()
    assert max(map(len, drawn)) <= 30 and "…" in drawn[1] and "┐" in drawn[1] and "├─" in drawn[2]


def test_counters_and_groups_called_like_votes_and_scores_are_told_apart() -> None:
    game = season(
        "Ada with counter called Votes, Ben with counter called Scores, Cleo",
        "scored competition between Ada, Ben. vote by Cleo between Ada, Ben. increase Votes by 5 for Ada. "
        "increase Scores by 7 for Ben. add Votes for majority of vote. vote by nominated between everyone",
        "highest Votes, highest Scores",
    )
    match = played(game, "3", "4", "Ben")
    chart, votes, scores = charts_of(match, None)
    assert isinstance(chart, Grid) and isinstance(votes, Grid) and isinstance(scores, Grid)
    cells = {row[0]: row[1] for row in chart.rows}
    assert cells == {"Ada": "scored 3", "Ben": "scored 4, 1 vote, to Votes", "Cleo": ""}
    assert (votes.rows[0], scores.rows[0]) == (("Ada", "5"), ("Ben", "7"))


def test_who_is_out_is_told_before_what_else_happened() -> None:
    game = season("Ada, Ben, Cleo", "vote by everyone between everyone. elimination of majority of vote")
    (chart,) = charts_of(played(game, "Ben", "Cleo", "Ben"), None)
    assert isinstance(chart, Grid)
    assert chart.rows[-1] == ("Ben", "out, 2 votes", "") and chart.rows[0] == ("Ada", "", "winner")


def test_options_stand_for_rows_of_the_cast() -> None:
    game = season("team Red: Ada, Ben; team Blue: Cleo, Dan", "team competition between everyone. elimination of Ben")
    vote = season("Ada, Ben, Cleo", "vote by everyone between everyone")
    for engine in ENGINES:
        position = game.start(engine=engine)
        teams = position.legal(position.questions[0]).options
        assert [option.anchors for option in teams] == [
            (Anchor("cast", (0,)), Anchor("cast", (1,))),
            (Anchor("cast", (2,)), Anchor("cast", (3,))),
        ]
        position = vote.start(engine=engine)
        names = position.legal(position.questions[1]).options
        assert [(option.label, option.anchors) for option in names] == [
            ("Ada", (Anchor("cast", (0,)),)),
            ("Cleo", (Anchor("cast", (2,)),)),
        ]
