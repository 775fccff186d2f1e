"""The pool: matches are played in processes that can be ended at any moment, and nothing that was kept is lost."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from parlour.match import Match, replay
from parlour.match.record.files import read_record
from parlour.pipeline import load
from parlour.workers import messages
from parlour.workers.limits import Limits
from parlour.workers.pool import MOST_DEATHS, Pool, WorkerDied

_beside = importlib.util.spec_from_file_location("workers_conftest", Path(__file__).with_name("conftest.py"))
assert _beside is not None and _beside.loader is not None
_help = importlib.util.module_from_spec(_beside)
_beside.loader.exec_module(_help)
Shelf, view_of, with_pool, as_it_stands = _help.Shelf, _help.view_of, _help.with_pool, _help.as_it_stands

# It counts for as long as its budget lasts after an answer of 1, and answers at once after any other.
LOOPS = """game L
count : Int -> Int
count(n) = if n > 900000 then n else count(n + 1)
play : Int
play = if input == 1 then count(0) else input
"""


def answer(view: messages.View, text: str) -> messages.Answer:
    question = view.questions[0]
    return messages.Answer(question.id, text=text, seat=question.seat, asked_at=view.revision)


def workers(pool: Pool) -> list[int]:
    return [process.process.pid for lane in pool._lanes.values() for process in lane.idle]


def test_a_match_is_played_in_another_process_as_it_would_be_here() -> None:
    labels = ["4", "4", "3", "5", "2", "1", "1"]

    async def scenario(pool: Pool, shelf: Any) -> Any:
        shelf.open("m", "connect-four", Red="human")
        for turn, label in enumerate(labels):
            view = await view_of(pool, "m", turn % 2)
            assert (await view_of(pool, "m", 1 - turn % 2)).awaited == (turn % 2,)
            changed = await pool.change("m", answer(view, label), viewers=(None,))
            assert isinstance(changed, messages.Changed) and changed.revision == turn + 1
            assert changed.views[0].viewer is None and not changed.views[0].questions
        return await view_of(pool, "m", None), await pool.ask("m", messages.Export())

    view, exported = with_pool(scenario)
    here = Match.start(load("connect-four"), seed=7, seats={"Red": "human"})
    for label in labels:
        here.answer_text(here.questions[0], label)
    assert here.is_over is view.is_over
    assert [event.label for event in view.events] == [event.label for event in here.events]
    assert replay(load("connect-four"), read_record(exported.record)).position.key == here.position.key


def test_what_is_refused_changes_nothing_and_says_why() -> None:
    async def scenario(pool: Pool, shelf: Any) -> None:
        shelf.open("m", "connect-four")
        view = await view_of(pool, "m", 0)
        first = answer(view, "4")
        wrong_seat = messages.Answer(first.question, text="4", seat=1, asked_at=0)
        wrong_form = messages.Answer(first.question, text="four", seat=0, asked_at=0)
        two_moves = messages.Answer(first.question, values=(4, 5), seat=0, asked_at=0)
        for given, reason in ((wrong_seat, "seat"), (wrong_form, "form"), (two_moves, "form")):
            refused = await pool.change("m", given)
            assert isinstance(refused, messages.Refused) and refused.reason == reason
        assert isinstance(await pool.change("m", messages.Undo()), messages.Refused)
        assert isinstance(await pool.change("m", first), messages.Changed)
        late = await pool.change("m", first)
        assert isinstance(late, messages.Refused) and late.reason == "not-open"
        await pool.change("m", messages.Undo())
        undone = await pool.change("m", first)
        assert isinstance(undone, messages.Refused) and undone.reason == "taken-back"
        assert len(shelf.matches["m"].log) == 2

    with_pool(scenario)


def test_of_two_answers_at_once_one_wins() -> None:
    async def scenario(pool: Pool, shelf: Any) -> None:
        shelf.open("m", "connect-four")
        view = await view_of(pool, "m", 0)
        both = await asyncio.gather(*(pool.change("m", answer(view, label)) for label in ("4", "5")))
        assert sorted(type(each).__name__ for each in both) == ["Changed", "Refused"]
        assert len(shelf.matches["m"].log) == 1

    with_pool(scenario, quick=2)


def test_a_worker_that_is_killed_is_replaced_and_its_match_goes_on() -> None:
    async def scenario(pool: Pool, shelf: Any) -> None:
        shelf.open("m", "uno")
        before = None
        for _ in range(4):
            view = await view_of(pool, "m", 0)
            view = view if view.questions else await view_of(pool, "m", view.awaited[0])
            await pool.change("m", answer(view, view.questions[0].options[0].label))
            before = [await view_of(pool, "m", viewer) for viewer in (0, 1, None)]
            for pid in workers(pool):
                os.kill(pid, signal.SIGKILL)
            after = [await view_of(pool, "m", viewer) for viewer in (0, 1, None)]
            # The new one has shown nobody anything before, so it cannot say what is new.
            assert list(map(as_it_stands, before)) == list(map(as_it_stands, after))

    with_pool(scenario)


def test_a_match_stays_with_its_worker_also_when_several_look_at_once() -> None:
    """Another worker would have to read the game, and to play the match again."""

    async def scenario(pool: Pool, shelf: Any) -> None:
        shelf.open("m", "connect-four")
        await view_of(pool, "m", None)
        (first,) = workers(pool)
        views = await asyncio.gather(*(view_of(pool, "m", viewer) for viewer in (0, 1, None, 0, 1)))
        assert [view.viewer for view in views] == [0, 1, None, 0, 1]
        assert workers(pool) == [first]

    with_pool(scenario, quick=3)


def test_a_worker_that_hangs_without_working_is_replaced_and_its_request_made_again() -> None:
    async def scenario(pool: Pool, shelf: Any) -> None:
        shelf.open("m", "tic-tac-toe")
        view = await view_of(pool, "m", 0)
        (process,) = pool._lanes[False].idle
        process.process.send_signal(signal.SIGSTOP)
        assert isinstance(await pool.change("m", answer(view, view.questions[0].options[0].label)), messages.Changed)
        assert process.process.returncode == -signal.SIGKILL

    with_pool(scenario, limits=Limits(hanging_s=0.5))


def test_an_answer_in_the_middle_of_which_a_worker_is_killed_is_given_once() -> None:
    async def scenario(pool: Pool, shelf: Any) -> None:
        shelf.open("m", LOOPS, language="bogl")
        view = await view_of(pool, "m", None)
        doing = asyncio.create_task(pool.change("m", answer(view, "1")))
        while not pool._busy:
            await asyncio.sleep(0)
        (process,) = pool._busy
        os.kill(process.process.pid, signal.SIGKILL)
        assert isinstance(await doing, messages.Changed)
        assert len(shelf.matches["m"].log) == 1
        assert (await view_of(pool, "m", None)).is_over

    with_pool(scenario)


def test_a_request_that_kills_worker_after_worker_is_given_up() -> None:
    async def scenario(pool: Pool, shelf: Any) -> None:
        shelf.open("m", LOOPS, language="bogl")
        view = await view_of(pool, "m", None)
        doing = asyncio.create_task(pool.change("m", answer(view, "1")))
        killed = set[int]()
        while len(killed) < MOST_DEATHS:
            for process in pool._busy:
                if process.process.pid not in killed:
                    os.kill(process.process.pid, signal.SIGSEGV)
                    killed.add(process.process.pid)
            await asyncio.sleep(0)
        with pytest.raises(WorkerDied, match="SIGSEGV"):
            await doing
        assert await view_of(pool, "m", None) == view

    with_pool(scenario)


@pytest.mark.parametrize(
    ("limits", "how"),
    [(Limits(cpu_s=0.03), "it took too long"), (Limits(resident=1_000_000), "it needed too much memory")],
)
def test_a_request_that_uses_too_much_is_ended(limits: Limits, how: str) -> None:
    async def scenario(pool: Pool, shelf: Any) -> None:
        shelf.open("m", LOOPS.replace("900000", "1900000"), language="bogl")
        with pytest.raises(WorkerDied, match=how):
            await pool.change("m", messages.Answer(1, values=(1,)))
        assert not shelf.matches["m"].log

    with_pool(scenario, limits=limits)


def test_a_change_that_cannot_be_kept_never_happened() -> None:
    async def scenario(pool: Pool, shelf: Any) -> None:
        shelf.open("m", "connect-four")
        view = await view_of(pool, "m", 0)
        shelf.full = True
        with pytest.raises(OSError, match="no space"):
            await pool.change("m", answer(view, "4"))
        shelf.full = False
        assert await view_of(pool, "m", 0) == view
        assert isinstance(await pool.change("m", answer(view, "5")), messages.Changed)
        assert [event.label for event in (await view_of(pool, "m", 0)).events] == ["5"]

    with_pool(scenario)


def test_an_endless_loop_keeps_nobody_waiting() -> None:
    """Once a game is known to be slow, it waits for others of its kind alone."""

    async def scenario(pool: Pool, shelf: Any) -> None:
        shelf.open("fast", "tic-tac-toe")
        for number in range(16):
            shelf.open(f"slow{number}", LOOPS, language="bogl")
        await pool.change("slow0", messages.Answer(1, values=(1,)))
        view = await view_of(pool, "fast", 0)
        loops = [
            asyncio.create_task(pool.change(f"slow{number}", messages.Answer(1, values=(1,))))
            for number in range(1, 16)
        ]
        assert isinstance(await pool.change("fast", answer(view, view.questions[0].options[0].label)), messages.Changed)
        assert not all(loop.done() for loop in loops)
        for loop in loops:
            loop.cancel()
        await asyncio.gather(*loops, return_exceptions=True)

    with_pool(scenario)


def test_games_of_others_run_on_the_readable_engine_alone_in_public() -> None:
    from parlour.workers.worker import Worker

    text = messages.GameText("g.bgl", "bogl", LOOPS)
    for game, engines in (
        (text, ["python"]),
        (messages.GameText("g.bgl", "bogl", LOOPS, is_library=True), ["python", "native"]),
    ):
        assert list(Worker(is_public=True)._game(messages.encode_json(game)).engines) == engines


def test_a_text_with_errors_says_what_is_wrong() -> None:
    async def scenario(pool: Pool, shelf: Any) -> None:
        wrong = await pool.inspect(messages.Inspect(game=messages.GameText("g.bgl", "bogl", "game")))
        assert isinstance(wrong, messages.Failed) and "g.bgl:1" in wrong.messages[0]
        missing = await pool.inspect(messages.Inspect(path="/nowhere/at/all.bgl"))
        assert isinstance(missing, messages.Failed)
        right = await pool.inspect(messages.Inspect(library="uno"))
        assert isinstance(right, messages.Inspected) and right.game.is_library and right.is_hidden

    with_pool(scenario)


def test_computer_players_choose_and_programs_of_the_machine_do_not() -> None:
    async def scenario(pool: Pool, shelf: Any) -> None:
        shelf.open("m", "tic-tac-toe")
        chosen = await pool.ask("m", messages.Choose(1, "level:2"))
        assert isinstance(chosen, messages.Chosen) and chosen.revision == 0
        assert chosen == await pool.ask("m", messages.Choose(1, "level:2"))
        for player in ("cmd:ls", "ggp://localhost:9147", "human", "levle:2"):
            assert isinstance(await pool.ask("m", messages.Choose(1, player)), messages.Failed)
        hints = await pool.ask("m", messages.Hint(0, iterations=50))
        assert isinstance(hints, messages.Hints) and hints.lines[0].move.seat == 0

    with_pool(scenario)


def test_a_seat_that_was_left_is_taken_and_chance_is_fresh_after_an_undo() -> None:
    async def scenario(pool: Pool, shelf: Any) -> None:
        shelf.open("m", "marches")
        view = await view_of(pool, "m", None)
        while not shelf.matches["m"].log or not shelf.matches["m"].log[-1].drawn:
            view = await view_of(pool, "m", view.awaited[0])
            await pool.change("m", answer(view, view.questions[0].options[0].label))
        await pool.change("m", messages.Undo())
        view = await view_of(pool, "m", (await view_of(pool, "m", None)).awaited[0])
        changed = await pool.change("m", answer(view, view.questions[0].options[0].label))
        assert isinstance(changed, messages.Changed)
        assert isinstance(changed.entries[0], messages.Answered) and changed.entries[0].reseed is not None
        name = view.seats[0].name
        await pool.change("m", messages.Leave(0))
        assert (await view_of(pool, "m", 1)).is_over
        assert isinstance(await pool.change("m", messages.Sit("Nobody", "level:2")), messages.Refused)
        await pool.change("m", messages.Sit(name, "level:2"))
        before = await view_of(pool, "m", 1)
        assert not before.is_over and before.seats[0].player == "level:2"
        for pid in workers(pool):
            os.kill(pid, signal.SIGKILL)
        assert as_it_stands(await view_of(pool, "m", 1)) == as_it_stands(before)

    with_pool(scenario)


def test_a_pool_that_is_warm_has_processes_before_anybody_asks() -> None:
    async def scenario(pool: Pool, shelf: Any) -> None:
        await pool.warm()
        before = set(workers(pool))
        assert len(before) == 2
        shelf.open("m", "tic-tac-toe")
        await view_of(pool, "m", None)
        assert set(workers(pool)) == before

    with_pool(scenario, quick=2)


def test_who_has_waited_longest_is_next_however_often_others_ask() -> None:
    async def scenario(pool: Pool, shelf: Any) -> None:
        for name in ("busy", "patient"):
            shelf.open(name, "tic-tac-toe")
        await view_of(pool, "busy", 0)
        looks = 0

        async def look_again_and_again() -> None:
            nonlocal looks
            while not waiting.done():
                await view_of(pool, "busy", 0)
                looks += 1

        waiting = asyncio.create_task(view_of(pool, "patient", 0))
        await asyncio.gather(look_again_and_again(), waiting)
        assert looks <= 2

    with_pool(scenario)
