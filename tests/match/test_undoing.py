"""Who may take a move back: free while nobody else has acted and nothing was revealed or drawn, else by agreement."""

from __future__ import annotations

import pytest

from parlour.game.position import Step
from parlour.match import Match
from parlour.match.events import Answered
from parlour.pipeline import load


def answer(match: Match, label: str | None = None) -> int | None:
    """Answers the first question, with its first option if nothing else is said; whose it was."""
    question = match.questions[0]
    options = match.position.legal(question).options
    value = next(option.value for option in options if label in (None, option.label))
    assert isinstance(match.answer(question, value), Step)
    return question.seat


def test_a_move_where_everybody_sees_everything_is_taken_back_freely_until_somebody_else_acts() -> None:
    match = Match.start(load("connect-four"))
    assert [match.undoing(seat) for seat in (0, 1, None)] == ["none", "none", "none"]
    answer(match)
    assert [match.undoing(seat) for seat in (0, 1, None)] == ["free", "agreed", "agreed"]
    answer(match)
    assert [match.undoing(seat) for seat in (0, 1, None)] == ["agreed", "free", "agreed"]
    match.undo()
    assert match.undoing(0) == "free"
    match.resign(1)
    assert [match.undoing(seat) for seat in (0, 1)] == ["agreed", "agreed"]


def test_a_draw_is_only_taken_back_by_agreement() -> None:
    match = Match.start(load("marches"), seed=3)
    while True:
        seat = answer(match)
        last = match.events[-1]
        assert isinstance(last, Answered)
        if last.drawn:
            break
        assert match.undoing(seat) == "free"
    assert match.undoing(seat) == "agreed"


def test_a_card_that_was_shown_is_only_taken_back_by_agreement() -> None:
    match = Match.start(load("uno"), seed=3)
    seat = answer(match)
    assert match.events[-1].label not in ("play", "draw")  # type: ignore[union-attr]
    assert match.undoing(seat) == "agreed"


@pytest.mark.parametrize("name", ["kuhn-poker", "uno", "crazy-eights"])
@pytest.mark.parametrize("seed", range(3))
def test_what_it_takes_depends_on_nothing_that_a_seat_does_not_see(name: str, seed: int) -> None:
    """Two positions that a seat cannot tell apart give it the same right after the same answer."""
    from parlour.match.undoing import has_shown

    game = load(name)
    match = Match.start(game, seed=seed)
    for _ in range(12):
        if match.is_over:
            break
        question = match.questions[0]
        value = match.position.legal(question).options[0].value
        if question.seat is not None:
            found = set()
            for number in range(4):
                before = match.position.imagine(question.seat, number)
                if before is None:
                    break
                after = before.copy()
                after.answer(question.id, value)
                # What it is shown of what follows is its own to know, and what everybody is.
                same = (after.scene(question.seat), after.scene(None), after.view(question.seat).log)
                found.add((repr(same), has_shown(before, after, question.seat)))
            assert len({same for same, _ in found}) == len(found)
        match.answer(question, value)
