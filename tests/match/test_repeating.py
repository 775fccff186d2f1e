"""Doing again what was done to a match: the same match, of the same revision, whatever was taken back."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.game.position import Step
from parlour.match import Match
from parlour.match.events import Answered, Redone, Undone
from parlour.match.repeating import CannotRepeat, repeat

PICKS = st.lists(st.integers(0, 1000), max_size=60)


def wander(match: Match, picks: list[int]) -> Match:
    """Answers, takes back, plays again, notes and leaves, by numbers."""
    for pick in picks:
        if pick % 5 == 0 and match.can_undo:
            match.undo()
        elif pick % 5 == 1 and match.can_redo:
            match.redo()
        elif pick % 17 == 2 and not match.is_over:
            match.note(pick % 2, "late", "too late")
        elif pick % 23 == 2 and not match.is_over:
            match.resign(pick % 2)
        elif pick % 29 == 3:
            match.seat(("Ada", "Ben")[pick % 2], "level:3" if pick % 4 else "")
        elif not match.is_over:
            question = match.questions[pick % len(match.questions)]
            options = match.position.legal(question).options
            assert isinstance(match.answer(question, options[pick // 7 % len(options)].value), Step)
    return match


def image(match: Match) -> tuple[Any, ...]:
    return (
        match.position.key,
        match.events,
        match.questions,
        match.outcome,
        match.revision,
        match.deeds,
        match.can_undo,
        match.fresh,
        match.seatings,
        match.can_redo,
    )


@given(PICKS, st.integers(0, 60))
def test_deeds_make_the_same_match_again(games: Any, picks: list[int], known: int) -> None:
    match = wander(Match.start(games.duel, seed=5, clock=count(100).__next__), picks)
    again = repeat(Match.start(games.duel, seed=5), match.deeds[:known])
    repeat(again, match.deeds[known:])
    assert image(again) == image(match)
    while match.can_redo:
        match.redo_at(None)
        again.redo_at(None)
        assert image(again) == image(match)


@given(PICKS)
def test_the_revision_counts_all_that_was_done(games: Any, picks: list[int]) -> None:
    match = wander(Match.start(games.duel), picks)
    assert match.revision == len(match.deeds)
    assert match.branch().revision == len(match.events)


def test_rules_that_do_something_else_now_are_noticed(games: Any) -> None:
    match = Match.start(games.duel, seed=5)
    match.answer(match.questions[0], 1)
    match.answer(match.questions[0], 4)
    first, second = match.deeds
    assert isinstance(first, Answered) and isinstance(second, Answered)
    for deeds, revision in (
        ((first, replace(second, drawn=(99,))), 1),
        ((first, replace(second, label="another word")), 1),
        ((first, replace(second, question=77)), 1),
        ((Undone(None),), 0),
        ((first, Redone(None)), 1),
    ):
        with pytest.raises(CannotRepeat) as problem:
            repeat(Match.start(games.duel, seed=5), deeds)
        assert problem.value.revision == revision
