"""The law of views in the games of the library with hidden information: what a seat imagines depends on what it was
told, asked and answered, and on nothing else; and what it imagines looks to it like the real thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

import parlour
from parlour import library
from parlour.core.chance import Chance, derive
from parlour.engines.logic import belief
from parlour.engines.logic.belief import Belief, found_history
from parlour.engines.logic.history import Seen, seen_by
from parlour.engines.logic.machine import GameTrouble
from parlour.engines.logic.outcome import outcome_of
from parlour.engines.logic.position import LogicPosition
from parlour.game.game import Game
from parlour.game.position import Position, Status, Step

HIDDEN = {
    entry.file.name: game
    for entry in library.all()
    if entry.language == "gdl"
    and (game := parlour.load(entry.text, language="gdl", name=entry.file.name)).info.kind.is_hidden
}
SEEDS = range(3)
LARGE = ("russian-cards.kif",)  # every position of it holds all the worlds that somebody may confuse with it


def positions(game: Game, matches: int) -> Iterator[LogicPosition]:
    """All positions of some random matches, also those in the middle of a step."""
    for seed in range(matches):
        position, chance = game.start(seed), Chance(derive(seed, 7))
        while True:
            assert isinstance(position, LogicPosition)
            yield position.copy()
            if position.status is not Status.OPEN:
                break
            question = position.questions[chance.below(len(position.questions))]
            options = position.legal(question).options
            assert isinstance(position.answer(question, options[chance.below(len(options))].value), Step)


def test_there_are_games_with_hidden_information() -> None:
    known = {"battleship", "guess-the-number", "kriegspiel-tic-tac-toe", "kuhn-poker", "monty-hall", "muddy-children"}
    assert {f"{name}.kif" for name in known | {"russian-cards"}} <= set(HIDDEN)


@pytest.mark.parametrize("name", HIDDEN)
def test_what_a_seat_imagines_looks_to_it_like_the_real_position(name: str) -> None:
    for position in positions(HIDDEN[name], 2 if name not in LARGE else 1):
        for seat in range(len(position.seats)):
            for seed in SEEDS:
                twin = position.imagine(seat, seed)
                assert twin is not None
                assert twin.view(seat) == position.view(seat)
                assert twin.view_key(seat) == position.view_key(seat)
                assert twin.status is position.status and twin.outcome == position.outcome
                assert twin.status is not Status.OPEN or twin.questions
                if twin.outcome is not None:
                    roles = twin.engine.seat_roles
                    assert outcome_of(twin.machine, twin.state_now, roles) == twin.outcome, "it really ends like this"


@pytest.mark.parametrize("name", HIDDEN)
def test_positions_that_a_seat_cannot_tell_apart_are_imagined_alike(name: str) -> None:
    """The same seed gives the same imagined position, so the distributions are the same."""
    groups: dict[tuple[object, ...], dict[bytes, LogicPosition]] = {}
    for position in positions(HIDDEN[name], 12 if name not in LARGE else 3):
        for seat in range(len(position.seats)):
            # At the end everybody sees how it ended.
            alike = groups.setdefault((seat, position.view_key(seat), position.outcome), {})
            if len(alike) < 3:
                alike.setdefault(position.key, position)
    compared = 0
    for (seat, *_), alike in groups.items():
        assert isinstance(seat, int)
        first, *others = alike.values()
        for other in others:
            assert other.view(seat) == first.view(seat)
            assert _imagined(other, seat) == _imagined(first, seat)
            compared += 1
    assert compared, "no two of these positions look alike to anybody"


def _imagined(position: Position, seat: int) -> list[tuple[bytes, bytes]]:
    found = []
    for seed in SEEDS:
        twin = position.imagine(seat, seed)
        assert twin is not None
        found.append((twin.key, twin.view_key(1 - seat if len(twin.seats) == 2 else 0)))
    return found


def test_imagined_positions_are_as_likely_as_they_are() -> None:
    """The host opens a door that hides no car. He had a choice only if the pointed one hides it, so that case is half
    as likely as it seems: one time out of three."""
    position = HIDDEN["monty-hall.kif"].start(3)
    position.answer(position.questions[0], "(point 1)")
    cars = Counter[str]()
    for seed in range(900):
        twin = position.imagine(0, seed)
        assert twin is not None
        cars[next(fact for fact in twin.state()["facts"] if "car" in fact)] += 1  # type: ignore[attr-defined]
    assert len(cars) == 2 and 250 < cars["(car 1)"] < 350


def test_an_imagined_position_does_not_tell_what_chance_gave() -> None:
    position = HIDDEN["monty-hall.kif"].start(3)
    position.answer(position.questions[0], "(point 1)")
    twin = position.imagine(0, 1)
    assert position.last.events and twin is not None and twin.last == Step()


@pytest.mark.parametrize("name", ["kriegspiel-tic-tac-toe.kif", "kuhn-poker.kif", "battleship.kif"])
def test_where_there_are_too_many_states_a_history_is_searched_for(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(belief, "MOST_STATES", 0)
    for position in positions(HIDDEN[name], 2):
        for seat in range(len(position.seats)):
            twin, again = position.imagine(seat, 5), position.imagine(seat, 5)
            assert twin is not None and again is not None and twin.key == again.key
            assert twin.view(seat) == position.view(seat) and twin.view_key(seat) == position.view_key(seat)


def test_a_history_that_is_searched_for_is_one_that_is_believed() -> None:
    for position in positions(HIDDEN["kuhn-poker.kif"], 6):
        machine, role = position.machine, position.engine.seat_roles[0]
        found: Belief | None = Belief.first(machine)
        for step in seen_by(role, position.history):
            assert found is not None
            found = found.after(machine, role, step)
        assert found is not None and abs(sum(found.weights.values()) - 1) < 1e-9
        assert position.state_now in found.weights
        history = found_history(machine, role, seen_by(role, position.history), Chance(1), lambda state: True)
        assert history is not None
        assert not history or machine.step(history[-1].before, history[-1].moves) in found.weights


def test_what_a_seat_believes_has_a_budget_for_each_step_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond it nothing is concluded, and the match goes on as if nobody had tried."""
    monkeypatch.setattr(belief, "MOST_WORK", 50)
    game = HIDDEN["kriegspiel-tic-tac-toe.kif"]
    watched, alone = game.start(1, engine="rules"), game.start(1, engine="rules")
    for _ in range(4):
        assert isinstance(watched, LogicPosition) and isinstance(alone, LogicPosition)
        shown = watched.view(0).scene
        for position in (watched, alone):
            question = position.questions[0]
            assert isinstance(position.answer(question, position.legal(question).options[0].value), Step)
        assert watched.key == alone.key and watched.error is None
    assert any(getattr(item, "text", "") == "the rest is not known" for item in shown.items)
    assert watched.imagine(0, 1) is None


def test_the_steps_of_a_belief_are_counted_over_all_states_it_may_be_in() -> None:
    """One that is enough for each state alone is not enough for all of them."""
    game = HIDDEN["kriegspiel-tic-tac-toe.kif"]
    position = game.start(1, engine="rules")
    assert isinstance(position, LogicPosition)
    for number in range(5):
        question = position.questions[0]
        position.answer(question, position.legal(question).options[number].value)
    role = position.engine.seat_roles[0]
    spent: list[int] = []
    states: list[int] = []
    held = Belief.first(position.machine)
    for step in position.history:
        states.append(len(held.weights))
        spent.append(least_work(position, held, role, step.seen_by(role)))
        held = after(position, held, role, step.seen_by(role))
    assert max(states) > 2
    busiest = states.index(max(states))
    assert spent[busiest] > 2 * spent[0], (states, spent)


def after(position: LogicPosition, held: Belief, role: int, step: Seen) -> Belief:
    found = held.after(position.machine, role, step)
    assert found is not None
    return found


def least_work(position: LogicPosition, held: Belief, role: int, step: Seen) -> int:
    """The smallest budget, up to a tenth, with which a belief goes on."""
    work = 20
    while True:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(belief, "MOST_WORK", work)
            try:
                after(position, held, role, step)
            except GameTrouble as trouble:
                assert trouble.code == "steps"
            else:
                return work
        work += max(work // 10, 1)
