"""Looking at matches through workers: drawings, whole moves, earlier views, records."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from tests.workers.conftest import Shelf, view_of, with_pool

from parlour import library, pipeline
from parlour.match.match import Match
from parlour.workers import messages, translation
from parlour.workers.changes import change, changed
from parlour.workers.drawings import Drawings
from parlour.workers.pool import Kept, Pool


def drawn_of(view: messages.View) -> messages.Drawn:
    assert isinstance(view.drawing, messages.Drawn)
    return view.drawing


def drawing_of(view: messages.View) -> Any:
    return json.loads(drawn_of(view).whole)


def as_read(views: tuple[messages.View, ...]) -> tuple[messages.View, ...]:
    """Views as the server has them."""
    seen = messages.read_reply(messages.encode(messages.Seen(views)))
    assert isinstance(seen, messages.Seen)
    return seen.views


def test_a_view_has_a_drawing_and_whole_moves_with_their_clicks() -> None:
    async def scenario(pool: Pool, shelf: Shelf) -> messages.View:
        shelf.open("m", "tic-tac-toe")
        return await view_of(pool, "m", 0)

    view = with_pool(scenario)
    assert drawing_of(view)["rows"]
    (question,) = view.questions
    assert len(question.moves) == 9
    assert [move.label for move in question.moves[:2]] == ["(1, 1)", "(2, 1)"]
    assert all(move.places for move in question.moves)


def test_a_match_is_looked_at_as_it_was_after_each_event() -> None:
    async def scenario(pool: Pool, shelf: Shelf) -> tuple[list[messages.View], tuple[messages.View, ...]]:
        shelf.open("m", "tic-tac-toe")
        seen = [await view_of(pool, "m", 0)]
        for text, seat in (("(1,1)", 0), ("(2,2)", 1), ("(3,3)", 0)):
            done = await pool.change("m", messages.Answer(len(seen), text=text, seat=seat), viewers=(0,))
            assert isinstance(done, messages.Changed), done
            seen.append(done.views[0])
        back = await pool.ask("m", messages.LookBack(0, 0, 20))
        assert isinstance(back, messages.Seen)
        late = await pool.ask("m", messages.LookBack(0, 9))
        assert late == messages.Seen(())
        return seen, back.views

    seen, back = with_pool(scenario)
    assert [(drawing_of(view), view.events) for view in back] == [(drawing_of(view), view.events) for view in seen]


def test_a_record_becomes_a_match_that_can_be_looked_at() -> None:
    async def scenario(pool: Pool, shelf: Shelf) -> str:
        shelf.open("m", "tic-tac-toe")
        await pool.change("m", messages.Answer(1, text="(1,1)", seat=0))
        exported = await pool.ask("m", messages.Export())
        assert isinstance(exported, messages.Exported)
        read = await pool.read(messages.Read(exported.record))
        assert isinstance(read, messages.Readout), read
        shelf.matches["again"] = Kept(read.setup, list(read.entries))
        assert drawing_of(await view_of(pool, "again", None)) == drawing_of(await view_of(pool, "m", None))
        wrong = await pool.read(messages.Read("[Game"))
        assert isinstance(wrong, messages.Failed)
        return read.title

    assert with_pool(scenario) == "TicTacToe"


def test_players_are_checked_with_the_game() -> None:
    async def scenario(pool: Pool, shelf: Shelf) -> list[type]:
        players = ("level:2", "cmd:ls", "mcts", "nobody")
        return [type(await pool.inspect(messages.Inspect("uno", players=(player,)))) for player in players]

    assert with_pool(scenario) == [messages.Inspected, messages.Failed, messages.Failed, messages.Failed]


@pytest.mark.parametrize("game", ["love-note", "briscolina"])
def test_who_sees_the_same_but_has_seen_something_else_has_ids_of_its_own(game: str) -> None:
    """Viewers who see the same table share a drawing; but the ids of its pieces tell what was seen before."""
    entry = library.find(game)
    assert entry is not None
    match, chosen, drawings = Match.start(pipeline.load(entry), seed=1), random.Random(1), Drawings()
    while not match.is_over and len(match.events) < 20:
        viewers = [None, *(seat.number for seat in match.position.seats)]
        chosen.shuffle(viewers)
        together = as_read(translation.views(match, viewers, drawings))
        assert list(map(drawing_of, together)) == [drawing_of(translation.view(match, viewer)) for viewer in viewers]
        (question, *_) = match.questions
        match.answer(question, chosen.choice(match.position.legal(question).options).value)


def test_one_drawing_is_made_for_all_who_see_the_same_also_for_who_comes_late() -> None:
    entry = library.find("tic-tac-toe")
    assert entry is not None
    match, drawings = Match.start(pipeline.load(entry), seed=1), Drawings()
    for number in range(5):
        (question,) = match.questions
        match.answer(question, match.position.legal(question).options[0].value)
        viewers = (None, 0) if number < 3 else (None, 0, 1)
        first, *others = as_read(translation.views(match, viewers, drawings))
        assert all(drawing_of(view) == drawing_of(first) for view in others)
        # Who has seen the same before is told the same of what is new; who comes late is told nothing.
        known = others[:1] if number < 4 else others
        assert all(view.drawing == first.drawing for view in known)
        assert all(drawn_of(view).since == -1 for view in others[1:] if number == 3)


@pytest.mark.parametrize("game", ["tic-tac-toe", "love-note", "klondike"])
def test_what_is_new_in_a_drawing_leads_from_the_last_one_of_the_same_viewer(game: str) -> None:
    entry = library.find(game)
    assert entry is not None
    match, chosen, drawings = Match.start(pipeline.load(entry), seed=2), random.Random(2), Drawings()
    seen: dict[int | None, tuple[int, Any]] = {}
    while not match.is_over and len(match.events) < 20:
        everybody = [None, *(seat.number for seat in match.position.seats)]
        # Not everybody looks each time, and some look twice.
        for viewers in ([each for each in everybody if chosen.random() < 0.8], everybody[:1]):
            for view in as_read(translation.views(match, viewers, drawings, is_narrow=chosen.random() < 0.5)):
                revision, before = seen.get(view.viewer, (-1, None))
                drawn, now = drawn_of(view), drawing_of(view)
                if revision != match.revision:
                    assert drawn.since == revision
                    if before is not None:
                        operations = json.loads(b"[%b]" % drawn.change)
                        assert changed({"drawing": before}, operations) == {"drawing": now}
                        assert operations == change(before, now, ("drawing",))
                assert now == drawing_of(translation.view(match, view.viewer))
                seen[view.viewer] = match.revision, now
        (question, *_) = match.questions
        if match.can_undo and chosen.random() < 0.2:
            match.undo()
        else:
            match.answer(question, chosen.choice(match.position.legal(question).options).value)
