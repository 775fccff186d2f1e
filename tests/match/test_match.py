"""One play of a game: answers, moves, undo and redo, branches, leaving, and who may know what."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.game.error import Refused
from parlour.game.game import Kind
from parlour.game.outcome import Outcome
from parlour.game.position import Status, Step
from parlour.game.view import Told
from parlour.match import Answered, Left, Match, Mishap, UnknownSeat, record_of, replay, result_of
from parlour.match.standing import MOST_SNAPSHOTS

PICKS = st.lists(st.integers(0, 1000), max_size=60)


def play(match: Match, picks: list[int]) -> Match:
    """Answers by numbers: each picks a question and one of its options."""
    for pick in picks:
        if match.is_over:
            break
        question = match.questions[pick % len(match.questions)]
        options = match.position.legal(question).options
        assert isinstance(match.answer(question, options[pick // 7 % len(options)].value), Step)
    return match


def image(match: Match) -> tuple[Any, ...]:
    """All that two equal matches must have in common."""
    return match.position.key, match.events, match.questions, match.outcome, match.is_over, match.moves


def test_answers_become_events_and_events_become_moves(games: Any) -> None:
    match = Match.start(games.duel, seed=3, clock=count(10).__next__)
    match.answer(match.questions[0], 1)
    match.answer_text(match.questions[0].id, "4")
    first, second = match.events
    assert (first.number, first.time, first.seat, first.question, first.value, first.label) == (1, 10.0, 0, 1, 1, "1")
    assert (second.number, second.time, second.continues) == (2, 11.0, True)
    assert len(second.drawn) == 1
    assert [(move.seat, move.label) for move in match.moves] == [(0, "1 4")]
    assert match.history() == ["1. Ada: 1 4"]


def test_a_refused_answer_changes_nothing(games: Any) -> None:
    match = Match.start(games.duel)
    before = image(match)
    question = match.questions[0]
    assert match.answer(question, 7) == Refused("form", "there is no such option")
    assert match.answer_text(question, "seven") == Refused("not-an-option", "seven is no option")
    assert isinstance(match.answer(99, 1), Refused)
    assert image(match) == before


def test_a_repeated_answer_is_recognised_as_late(games: Any) -> None:
    match = Match.start(games.duel)
    question = match.questions[0]
    match.answer(question, 1)
    late = match.answer(question, 2)
    assert isinstance(late, Refused)
    assert late.reason == "not-open"


def test_an_answer_to_a_question_that_was_taken_back_is_recognised_by_its_revision(games: Any) -> None:
    match = Match.start(games.duel)
    match.answer(match.questions[0], 1)
    question, seen = match.questions[0], match.revision
    match.undo()
    match.answer(match.questions[0], 2)
    assert match.questions[0].id == question.id, "the number is asked again"
    before = image(match)
    for revision in (0, seen, match.revision + 1):
        late = match.answer(question, 4, revision=revision)
        assert isinstance(late, Refused) and late.reason == "taken-back"
        assert match.answer_text(question, "4", revision=revision) == late
    assert image(match) == before
    assert isinstance(match.answer(question, 4, revision=match.revision), Step)


def test_an_answer_given_beside_others_of_its_group_is_taken_whatever_they_did_meanwhile(games: Any) -> None:
    match = play(Match.start(games.duel), [0, 0, 0, 0])
    seen = match.revision
    first, second, _ = match.questions
    assert isinstance(match.answer(second, "Ben", revision=seen), Step)
    assert isinstance(match.answer(first, "Ada", revision=seen), Step)


@given(PICKS)
def test_no_revision_returns(games: Any, picks: list[int]) -> None:
    match = Match.start(games.duel)
    revisions = [match.revision]
    for pick in picks:
        if pick % 3 == 0 and match.can_undo:
            match.undo()
        elif pick % 3 == 1 and match.can_redo:
            match.redo()
        elif not match.is_over:
            play(match, [pick])
        else:
            break
        revisions.append(match.revision)
    assert revisions == sorted(set(revisions))


@given(PICKS, st.integers(0, 5))
def test_undoing_all_moves_and_redoing_them_leads_through_the_same_positions(
    games: Any, picks: list[int], seed: int
) -> None:
    match = play(Match.start(games.duel, seed=seed), picks)
    downwards = [image(match)]
    while match.can_undo:
        match.undo()
        downwards.append(image(match))
    assert image(match) == image(Match.start(games.duel, seed=seed))
    upwards = [image(match)]
    while match.can_redo:
        match.redo()
        upwards.append(image(match))
    assert upwards == downwards[::-1]


@given(PICKS, st.integers(0, 1000))
def test_undo_takes_back_just_what_one_answer_added_to_a_new_move(games: Any, picks: list[int], pick: int) -> None:
    match = play(Match.start(games.duel), picks)
    if match.is_over or match.position.move_depth:
        return
    before = image(match)
    play(match, [pick])
    match.undo()
    assert image(match) == before


@given(PICKS, st.integers(0, 60))
def test_a_branch_is_the_match_that_played_only_the_beginning(games: Any, picks: list[int], at: int) -> None:
    match = play(Match.start(games.duel), picks)
    before = image(match)
    at = min(at, len(match.events))
    branch = match.branch(at)
    fresh = Match.start(games.duel)
    for event in match.events[:at]:
        fresh.answer(event.question, event.value)
    assert image(branch) == image(fresh)
    play(branch, [0, 1])
    assert image(match) == before


def test_a_branch_needs_an_event_of_the_match(games: Any) -> None:
    match = play(Match.start(games.duel), [0, 0])
    assert image(match.branch()) == image(match)
    with pytest.raises(ValueError, match="after event 0 to 2, not after 3"):
        match.branch(3)


def test_a_new_answer_forgets_what_was_undone(games: Any) -> None:
    match = play(Match.start(games.duel), [0, 0])
    match.undo()
    match.answer(match.questions[0], 2)
    assert not match.can_redo
    with pytest.raises(ValueError, match="no move to play again"):
        match.redo()


def test_there_is_nothing_to_undo_at_the_start(games: Any) -> None:
    match = Match.start(games.duel)
    assert not match.can_undo
    with pytest.raises(ValueError, match="no move to undo"):
        match.undo()


def test_undo_stays_right_when_old_copies_were_thrown_away(games: Any) -> None:
    def endless(options: Mapping[str, object]) -> Generator[Any, Any, Outcome]:
        while True:
            yield games.ask(0, (0, 1))
            yield games.draw(100)

    match = Match.start(games.game(endless, ["Ada"]))
    length = 8 * (MOST_SNAPSHOTS + 5)
    for number in range(length):
        match.answer(match.questions[0], number % 2)
    events = match.events
    for left in range(length - 1, length - 40, -1):
        match.undo()
        assert match.events == events[:left]
    for _ in range(39):
        match.redo()
    match.answer(match.questions[0], 0)
    again = Match.start(match.game)
    for event in match.events:
        again.answer(event.question, event.value)
    assert image(again) == image(match)


def test_answers_of_one_seat_to_a_continued_question_are_one_move_and_half_a_move_can_be_undone(games: Any) -> None:
    match = play(Match.start(games.duel), [0])
    assert match.position.move_depth == 1
    assert [move.label for move in match.moves] == ["1"]
    match.undo()
    assert match.moves == ()


def test_answers_to_questions_asked_together_are_moves_of_their_own(games: Any) -> None:
    match = play(Match.start(games.duel), [0, 0, 0, 0])
    assert [question.seat for question in match.questions] == [0, 1, 1]
    group = match.questions[0].id
    third = match.questions[2]
    match.answer(third, "Ben")
    match.answer(match.questions[0], "Ada")
    assert [event.group for event in match.events[-2:]] == [group, group]
    assert [event.is_first for event in match.events[-2:]] == [False, True]
    assert match.history()[-2:] == ["3. Ben: Ben", "3. Ada: Ada"]
    match.undo()
    assert len(match.questions) == 2


def test_answers_of_an_open_group_are_known_to_their_givers_only(games: Any) -> None:
    match = play(Match.start(games.duel), [0, 0, 0, 0])
    match.answer(match.questions[0], "Ada")
    assert [event.label for event in match.events_for(0)][-1] == "Ada"
    assert [event.label for event in match.events_for(1)][-1] != "Ada"
    assert match.history_for(None) == match.history()[:-1]
    for question in match.questions:
        match.answer(question, "Ben")
    assert match.events_for(1) == match.events_for(None) == match.events


def test_a_history_that_is_asked_for_on_the_way_is_the_one_that_is_told_at_the_end(games: Any) -> None:
    match = Match.start(games.duel)
    for number in range(12):
        if match.is_over:
            break
        play(match, [number % 2])
        if number % 4 == 3:
            match.undo()
        for viewer in (None, 0, 1):
            assert match.history_for(viewer) == match.branch().history_for(viewer)
    assert len(match.history_for(None)) > 3


def test_in_a_game_of_secrets_an_answer_is_known_to_its_giver_only(games: Any) -> None:
    def secrets(options: Mapping[str, object]) -> Generator[Any, Any, Outcome]:
        yield games.ask(0, ("rock", "paper"))
        yield games.ask(None, ("go",))
        return Outcome(None, 1)

    match = play(Match.start(games.game(secrets, ["Ada", "Ben"], kind=Kind(is_hidden=True))), [0, 0])
    assert [event.audience for event in match.events] == [(0,), ()]
    assert match.history_for(0) == ["1. Ada: rock"]
    assert match.history_for(1) == match.history_for(None) == []
    assert match.history() == ["1. Ada: rock", "2. go"]


def test_a_match_stops_where_only_housekeeping_is_asked(games: Any) -> None:
    match = play(Match.start(games.duel, options={"goal": 1}), [0, 0])
    assert match.position.status is Status.OPEN
    assert match.is_over
    assert match.questions == ()
    assert match.outcome is not None and match.outcome.winners == (0,)
    refused = match.answer(match.position.questions[0], "no")
    assert isinstance(refused, Refused) and refused.reason == "over"
    assert isinstance(match.answer_text(1, "no"), Refused)
    assert isinstance(match.resign(0), Refused)
    assert result_of(match) == "Ada"


def test_a_restart_ends_the_match(games: Any) -> None:
    def restless(options: Mapping[str, object]) -> Generator[Any, Any, Outcome]:
        while True:
            if (yield games.ask(0, ("stay", "again"))) == "again":
                yield Told("", channel="restart")

    match = Match.start(games.game(restless, ["Ada"]))
    match.answer(match.questions[0], "stay")
    assert not match.is_over
    match.answer(match.questions[0], "again")
    assert match.is_over
    assert match.outcome is not None and match.outcome.reason == "the game was started again"
    assert result_of(match) == "the game was started again"
    match.undo()
    assert not match.is_over


def test_an_error_of_the_program_ends_the_match_and_can_be_undone(games: Any) -> None:
    def broken(options: Mapping[str, object]) -> Generator[Any, Any, Outcome]:
        return Outcome(None, 1, value=str(1 // (yield games.ask(None, (0, 1)))))

    match = Match.start(games.game(broken, []))
    match.answer(match.questions[0], 0)
    assert match.is_over
    assert match.error is not None and match.error.code == "zero"
    assert result_of(match) == "runtime error: zero"
    match.undo()
    match.answer(match.questions[0], 1)
    assert (match.error, result_of(match)) == (None, "1")


def test_who_resigns_loses_to_all_others_and_may_take_it_back(games: Any) -> None:
    match = Match.start(games.duel, clock=lambda: 2.5)
    outcome = match.resign(1)
    assert outcome == Outcome(((0,), (1,)), 2, reason="Ben resigned")
    assert match.events == (Left(1, 2.5, 1, "resigned"),)
    assert (match.is_over, match.questions, match.moves, match.history()) == (True, (), (), ["1. Ben resigned"])
    assert isinstance(match.answer(1, 1), Refused)
    match.undo()
    assert not match.is_over
    match.redo()
    assert match.outcome == outcome


def test_a_player_that_fails_is_noted_and_answered_for(games: Any) -> None:
    match = Match.start(games.duel, clock=lambda: 2.5)
    assert match.note(1, "late", "no answer in time") is None
    assert match.events == (Mishap(1, 2.5, 1, "late", "no answer in time"),)
    assert not match.is_over and match.moves == () and len(match.questions) == len(Match.start(games.duel).questions)
    assert match.history() == ["1. Ben: late (no answer in time)"] == match.history_for(0)
    match.undo()
    assert match.events == () and match.can_redo
    with pytest.raises(UnknownSeat):
        match.note(7, "late", "")
    match.resign(1)
    assert isinstance(match.note(1, "illegal", "9"), Refused) and match.is_over


def test_running_out_of_time_ends_a_match_too(games: Any) -> None:
    match = Match.start(games.duel)
    assert match.time_out(0) == Outcome(((1,), (0,)), 2, reason="Ada ran out of time")
    assert match.history() == ["1. Ada ran out of time"]


def test_a_lonely_player_who_resigns_has_not_beaten_anybody(games: Any) -> None:
    def puzzle(options: Mapping[str, object]) -> Generator[Any, Any, Outcome]:
        yield games.ask(0, (1,))
        return Outcome(None, 1)

    assert Match.start(games.game(puzzle, ["Ada"])).resign(0) == Outcome((), 1, reason="Ada resigned")


def test_only_a_seat_at_the_table_can_resign(games: Any) -> None:
    with pytest.raises(UnknownSeat, match="no seat 2"):
        Match.start(games.duel).resign(2)


def test_a_player_for_an_unknown_seat_is_an_error_with_a_suggestion(games: Any) -> None:
    with pytest.raises(UnknownSeat, match=r"there is no seat Ad a\. Did you mean Ada\?"):
        Match.start(games.duel, seats={"Ad a": "human"})
    with pytest.raises(UnknownSeat, match=r"The seats are Ada, Ben\."):
        Match.start(games.duel, seats={"Zacharias": "human"})


def test_options_must_be_plain_values(games: Any) -> None:
    assert Match.start(games.duel, options={"goal": 1, "names": ["a", "b"]}).setting.options[1] == ("names", ("a", "b"))
    with pytest.raises(TypeError, match="a record cannot hold a set"):
        Match.start(games.duel, options={"goal": {1}})


def test_a_clock_without_a_time_is_a_mistake_of_the_caller(games: Any) -> None:
    match = Match.start(games.duel, clock=lambda: float("nan"))
    with pytest.raises(ValueError, match="finite"):
        match.answer(match.questions[0], 1)
    assert match.events == ()


def test_history_shows_no_character_that_could_deceive_a_terminal(games: Any) -> None:
    def odd(options: Mapping[str, object]) -> Generator[Any, Any, Outcome]:
        yield games.ask(0, ("\x1b[31mred\u202e",))
        return Outcome(None, 1)

    match = play(Match.start(games.game(odd, ["A\nB"])), [0])
    assert match.history() == ["1. A\\nB: \\x1b[31mred\\u202e"]


# ---- chance that was taken back


def rolls(match: Match, picks: list[int]) -> list[int]:
    """What chance gives to these answers."""
    before = len(match.events)
    play(match, picks)
    return [value for event in match.events[before:] for value in getattr(event, "drawn", ())]


def test_after_a_draw_was_taken_back_chance_is_fresh(games: Any) -> None:
    """Of twenty dice that are rolled again some differ: they cannot be known beforehand."""
    again = []
    for seed in range(20):
        match = Match.start(games.duel, seed=seed)
        first = rolls(match, [0, 7])
        match.undo()
        assert match.fresh is not None and match.events == ()
        again.append(rolls(match, [0, 7]) == first)
        assert isinstance(match.events[0], Answered) and match.events[0].reseed is not None and match.fresh is None
    assert True in again and False in again


def test_a_move_without_a_draw_is_taken_back_without_a_trace(games: Any) -> None:
    def quiet(options: Mapping[str, object]) -> Generator[Any, Any, Outcome]:
        """Nothing is drawn before the second answer."""
        yield games.ask(0, (1, 2))
        while True:
            yield games.ask(0, (1, 2))
            yield games.draw(6)

    match = Match.start(games.game(quiet, ("Ada", "Ben")))
    play(match, [0])
    match.undo()
    assert match.fresh is None
    play(match, [0, 0])
    match.undo()
    assert match.fresh is not None


@given(PICKS)
def test_what_is_played_again_is_what_was_taken_back(games: Any, picks: list[int]) -> None:
    match = play(Match.start(games.duel, seed=3), picks)
    kept = [image(match)]
    for _ in range(3):
        if match.can_undo:
            match.undo()
            kept.append((*image(match)[:-1], match.fresh))
    for _ in range(len(kept) - 1):
        kept.pop()
        match.redo()
        assert image(match)[:-1] == kept[-1][:-1]
    twin = play(Match.start(games.duel, seed=3), picks)
    assert image(play(match, [5, 11, 3])) == image(play(twin, [5, 11, 3]))


@given(PICKS, st.lists(st.integers(0, 3), max_size=4))
def test_a_record_knows_of_fresh_chance(games: Any, picks: list[int], undos: list[int]) -> None:
    match = Match.start(games.duel, seed=3)
    for number in [*undos, 0]:
        play(match, picks[:20])
        for _ in range(number):
            if match.can_undo:
                match.undo()
    again = replay(games.duel, record_of(match))
    assert image(again) == image(match) and again.fresh == match.fresh
    assert image(play(again, picks)) == image(play(match, picks))


# ---- who sits where


def test_a_seat_that_was_left_is_taken_and_the_match_goes_on(games: Any) -> None:
    match = Match.start(games.duel, seats={"Ada": "human", "Ben": "human"})
    play(match, [0, 7])
    match.resign(1)
    assert match.is_over and match.outcome is not None and match.outcome.winners == (0,)
    match.seat("Ben", "level:3")
    assert not match.is_over and match.outcome is None and match.questions
    assert (match.player_of("Ada"), match.player_of("Ben")) == ("human", "level:3")
    play(match, list(range(60)))
    assert result_of(replay(games.duel, record_of(match))) == result_of(match)
    assert replay(games.duel, record_of(match)).seatings == match.seatings


def test_an_empty_seat_waits(games: Any) -> None:
    match = Match.start(games.duel, seats={"Ada": "human", "Ben": "human"})
    match.seat("Ben", "")
    assert not match.is_over and match.player_of("Ben") == ""
    match.resign(1)
    match.seat("Ben", "")
    assert match.is_over  # nobody has taken it
    with pytest.raises(UnknownSeat, match="no seat Bob"):
        match.seat("Bob", "human")


def test_who_sits_where_is_not_taken_back_with_a_move(games: Any) -> None:
    match = Match.start(games.duel)
    play(match, [0, 7, 3, 4])
    match.seat("Ben", "level:2")
    while match.can_undo:
        match.undo()
    assert match.player_of("Ben") == "level:2" and [seated.after for seated in match.seatings] == [0]
    assert replay(games.duel, record_of(match)).player_of("Ben") == "level:2"
