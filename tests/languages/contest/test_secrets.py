"""Who knows what: a ballot is its giver's and the host's, and nobody else can tell from anything what was in it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.languages.contest.seasons import season

from parlour.game.game import Game
from parlour.game.position import Position
from parlour.game.scene import Scene
from parlour.languages.contest.table.chart import charts_of
from parlour.match import Match
from parlour.match.charts import charts_of as charted
from parlour.present.svg.picture import svg
from parlour.present.text import draw

SEASON = season(
    "Ada, Ben, Cleo, Dan, Eve all with counter called n",
    "vote by everyone between Ada, Ben including self. "
    "directed vote by Cleo, Dan between Eve. "
    "increase n by results of vote 1 for everyone",
)
OPEN = season("Ada, Ben, Cleo", "vote by Ada, Ben between Cleo, Ada, Ben", more="// parlour: open votes")


def played(game: Game, answers: list[str], engine: str) -> Position:
    position = game.start(engine=engine)
    for answer in answers:
        question = position.questions[0]
        value = position.read_answer(question, answer)
        position.answer(question, value)  # type: ignore[arg-type]
    return position


def known(game: Game, position: Position, seat: int) -> tuple[object, ...]:
    """All that a seat may know."""
    view = position.view(seat)
    checked = game.engines["python"].table.checked  # type: ignore[attr-defined]
    lines = [line for told in view.log for line in told.text.splitlines()]
    return view, position.view_key(seat), charts_of(checked, lines), repr(view.scene)


@pytest.mark.parametrize("engine", ["python", "native"])
@given(
    votes=st.lists(st.sampled_from(["Ada", "Ben"]), min_size=5, max_size=5),
    pair=st.permutations(range(5)).map(lambda order: order[:2]),
    length=st.integers(0, 7),
)
@settings(max_examples=25, deadline=None)
def test_exchanging_two_ballots_of_others_leaves_all_that_a_third_seat_knows(
    votes: list[str], pair: list[int], length: int, engine: str
) -> None:
    answers = [*votes, "Eve", "for", "Eve", "against"]
    other = list(votes)
    other[pair[0]], other[pair[1]] = votes[pair[1]], votes[pair[0]]
    exchanged = [*other, *answers[5:]]
    # Amid the vote, nobody knows even that much of others.
    one, two = (played(SEASON, each[:length], engine) for each in (answers, exchanged))
    for seat in range(5):
        if seat not in pair:
            assert known(SEASON, one, seat) == known(SEASON, two, seat)
    whole, twin = (played(SEASON, each, engine) for each in (answers, exchanged))
    for seat in range(5):
        if seat not in pair:
            assert known(SEASON, whole, seat) == known(SEASON, twin, seat)


def test_directions_of_two_others_can_be_exchanged_too() -> None:
    votes = ["Ada"] * 5
    one = played(SEASON, [*votes, "Eve", "for", "Eve", "against"], "python")
    two = played(SEASON, [*votes, "Eve", "against", "Eve", "for"], "python")
    for seat in (0, 1, 4):
        assert known(SEASON, one, seat) == known(SEASON, two, seat)
    for seat in (2, 3, 5):
        assert one.view_key(seat) != two.view_key(seat)


def test_the_host_sees_every_ballot_for_good_and_others_only_counts() -> None:
    position = played(SEASON, ["Ada", "Ben", "Ada", "Ben", "Ada"], "python")
    heard = "".join(told.text for told in position.view(5).log)
    assert "Cleo votes for Ada\n" in heard and "Dan votes for Ben\n" in heard
    for seat in (None, 0, 4):
        assert "votes for" not in "".join(told.text for told in position.view(seat).log)
        assert "Votes: Ada 3, Ben 2\n" in "".join(told.text for told in position.view(seat).log)


def test_open_votes_are_shown_when_the_vote_is_over() -> None:
    position = played(OPEN, ["Cleo", "Cleo"], "python")
    assert "Ada votes for Cleo\nBen votes for Cleo\nVotes: Cleo 2\n" in "".join(t.text for t in position.view(2).log)


def test_a_record_for_a_third_seat_is_the_same_byte_for_byte() -> None:
    histories = []
    for votes in (["Ada", "Ben", "Ada", "Ben", "Ada"], ["Ben", "Ada", "Ada", "Ben", "Ada"]):
        match = Match.start(SEASON, seed=1)
        for vote in votes:
            question = match.position.questions[0]
            value = match.position.read_answer(question, vote)
            match.answer(question, value)  # type: ignore[arg-type]
        known = []
        for seat in (None, 2, 3, 4):
            charts = Scene(charted(match, seat))
            drawn = draw(charts, color=False, ascii=False, width=80)
            known.append((match.history_for(seat), drawn, svg(charts), match.position.view(seat)))
        histories.append(known)
    assert histories[0] == histories[1]


def test_a_season_with_votes_is_hidden_and_simultaneous_and_others_are_not() -> None:
    assert (SEASON.info.kind.is_hidden, SEASON.info.kind.is_simultaneous) == (True, True)
    plain = season("Ada, Ben", "competition between everyone").info.kind
    assert (plain.is_hidden, plain.is_simultaneous) == (False, False)
