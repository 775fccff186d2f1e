"""Draws that are taken back in real games, on every engine: what comes then is fresh, recorded, and the same on all."""

from __future__ import annotations

import pytest

from parlour.match import Match, read_record, record_of, replay, write_json, write_text
from parlour.match.events import Answered
from parlour.pipeline import load


def until_a_draw(match: Match) -> None:
    while not (match.events and isinstance(match.events[-1], Answered) and match.events[-1].drawn):
        question = match.questions[0]
        match.answer(question, match.position.legal(question).options[0].value)


@pytest.mark.parametrize(
    ("name", "engines"),
    [("monty-hall", ("rules", "net")), ("marches", ("python", "native")), ("island", ("python", "native"))],
)
def test_chance_is_fresh_after_a_draw_was_taken_back(name: str, engines: tuple[str, ...]) -> None:
    game = load(name)
    found = []
    for engine in engines:
        match = Match.start(game, seed=3, engine=engine)
        until_a_draw(match)
        first = match.events[-1]
        drawn = []
        for _ in range(8):
            match.undo()
            assert match.fresh is not None
            until_a_draw(match)
            drawn.append(match.events[-1].drawn)  # type: ignore[union-attr]
            assert match.events[-1] != first
        # One of three doors, behind the first of them, may come again and again, but not eight times.
        assert len({*drawn, first.drawn}) > 1  # type: ignore[union-attr]
        found.append((drawn, match.position.key, match.events))
        for write in (write_text, write_json):
            again = replay(game, read_record(write(match)), engine=engine)
            assert again.position.key == match.position.key and again.events == match.events
            assert record_of(again) == record_of(match)
    assert all(each == found[0] for each in found)
