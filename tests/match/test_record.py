"""Records: what is written reads back, what is damaged is noticed, what does not fit is told."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.values import Plain, Symbol
from parlour.game.outcome import Outcome
from parlour.game.position import Budget, Step
from parlour.match import (
    DamagedRecord,
    Match,
    Record,
    WrongRecord,
    read_record,
    record_of,
    replay,
    write_json,
    write_text,
)
from parlour.match.events import Failing, Leaving
from parlour.match.notation import plain_text
from parlour.match.record.record import Given, Gone, Missed, RecordedAnswer, RecordedMove, Round, Said
from parlour.syntax.display import visible

PICKS = st.lists(st.integers(0, 1000), max_size=40)
TEXTS = st.text(st.characters(codec=None), max_size=8)
PLAIN: st.SearchStrategy[Plain] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | TEXTS
    | TEXTS.map(Symbol),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=4,
)
LEAVINGS: st.SearchStrategy[Leaving] = st.sampled_from(["resigned", "timed-out"])
FAILINGS: st.SearchStrategy[Failing] = st.sampled_from(["late", "illegal", "garbage", "unreachable"])
WHOLE = st.integers(0, 2**40)
ANSWERS = st.builds(
    RecordedAnswer,
    TEXTS.map(Said) | PLAIN.map(Given) | LEAVINGS.map(Gone) | st.builds(Missed, FAILINGS, TEXTS),
    st.none() | WHOLE,
    st.none() | st.floats(allow_nan=False, allow_infinity=False),
    st.lists(WHOLE, max_size=3).map(tuple),
    st.none() | st.integers(0, 2**64 - 1),
)
MOVES = st.builds(RecordedMove, st.none() | TEXTS, st.lists(ANSWERS, min_size=1, max_size=3).map(tuple))
ROUNDS = st.builds(Round, MOVES.map(lambda move: (move,))) | st.builds(
    Round, st.lists(MOVES, min_size=1, max_size=3).map(tuple), st.just(True)
)
PAIRS = st.dictionaries(TEXTS, PLAIN, max_size=2).map(lambda pairs: tuple(pairs.items()))
RECORDS = st.builds(
    Record,
    game=TEXTS,
    language=TEXTS,
    sources=st.lists(st.tuples(st.just("sha256:" + "0f" * 32), TEXTS), max_size=2).map(tuple),
    seed=st.integers(-(2**64), 2**64),
    loaded=PAIRS,
    options=PAIRS,
    budget=st.builds(Budget, steps=st.sampled_from([2_000_000, 5]), memory=st.sampled_from([64_000_000, 7])),
    seats=st.dictionaries(TEXTS | st.sampled_from(["A", "Game", "Resulting", "Seat"]), TEXTS, max_size=3).map(
        lambda pairs: tuple(pairs.items())
    ),
    seated=st.lists(st.tuples(WHOLE, TEXTS, TEXTS), max_size=3).map(lambda each: tuple(sorted(each))),
    opening=st.lists(WHOLE, max_size=3).map(tuple),
    fresh=st.none() | st.integers(0, 2**64 - 1),
    rounds=st.lists(ROUNDS, max_size=4).map(tuple),
    result=TEXTS,
)


def play(match: Match, picks: list[int]) -> Match:
    for pick in picks:
        if match.is_over:
            break
        question = match.questions[pick % len(match.questions)]
        options = match.position.legal(question).options
        assert isinstance(match.answer(question, options[pick // 7 % len(options)].value), Step)
    return match


# ---- writing and reading


@given(RECORDS)
def test_any_record_reads_back_from_text_and_from_json(record: Record) -> None:
    from_text, from_json = read_record(write_text(record)), read_record(write_json(record))
    assert from_text == from_json == record
    # To Python 1, 1.0 and True are equal; to a game they are not, and in a text neither.
    assert write_text(from_text) == write_text(from_json) == write_text(record)


@given(RECORDS)
def test_a_text_record_is_harmless_to_look_at(record: Record) -> None:
    text = write_text(record)
    assert visible(text, keep="\n") == text
    assert text.encode("utf-8")


@given(PICKS, st.integers(0, 9), st.sampled_from([write_text, write_json]), st.booleans())
def test_replaying_what_was_written_gives_the_same_match(
    games: Any, picks: list[int], seed: int, write: Any, resigns: bool
) -> None:
    times = iter(range(1000))
    match = Match.start(
        games.duel,
        seed=seed,
        seats={"Ada": "human", "Ben": "random"},
        options={"goal": 20},
        clock=lambda: next(times) / 7,
    )
    play(match, picks)
    if resigns:
        match.resign(1)
    again = replay(games.duel, read_record(write(match)))
    assert again.events == match.events
    assert again.position.key == match.position.key
    assert again.outcome == match.outcome
    assert again.setting == match.setting
    assert record_of(again) == record_of(match)


def test_a_record_looks_as_people_expect(games: Any) -> None:
    match = Match.start(games.duel, seed=42, seats={"Ada": "human", "Ben": "random"})
    play(match, [0, 0, 0, 0])
    match.answer(match.questions[2], "Ada")
    match.answer(match.questions[1], "Ben")
    match.answer(match.questions[0], "Ben")
    play(match, [0])
    assert write_text(match) == (
        '[Game "Duel"]  [Language "Python"]\n'
        f'[Source "sha256:{"ab" * 32}" "duel.py"]\n'
        '[Seed "42"]  [Ada "human"]  [Ben "random"]\n'
        "{1}   1. Ada: 1 2 {1}   2. Ben: 1 2 {0}   3. {Ben: Ada #7, Ben: Ben, Ada: Ben}   4. Ada: 1\n"
        '[Result "*"]\n'
        '[Check "crc32:45bf2e2e"]\n'
    )


def test_long_records_are_wrapped_between_moves(games: Any) -> None:
    def counting(options: Mapping[str, object]) -> Generator[Any, Any, Outcome]:
        for _ in range(200):
            yield games.ask(0, tuple(range(10)))
        return Outcome(((0,),), 1)

    match = play(Match.start(games.game(counting, ["A"])), list(range(0, 1400, 7)))
    lines = write_text(match).splitlines()
    moves = lines[1:-2]
    assert all(80 < len(line) <= 100 for line in moves[:-1])
    assert all(line[0].isdigit() for line in moves)
    assert lines[-2] == '[Result "A"]'


def test_values_that_no_label_says_are_written_as_values(games: Any) -> None:
    values: tuple[Plain, ...] = (
        1,
        "1",
        Symbol("1"),
        (1,),
        "a b",
        None,
        'say "hi"\n',
        "\u202e",
        "!resigned",
        "=1",
        "3.",
        "B:",
    )

    def odd(options: Mapping[str, object]) -> Generator[Any, Any, Outcome]:
        for _ in values:
            yield games.ask(0, values)
        return Outcome(None, 1)

    game = games.game(odd, ["odd name"])
    match = Match.start(game)
    for value in values:
        match.answer(match.questions[0], value)
    assert [event.is_readable for event in match.events[:4]] == [True, False, False, True]
    assert '1. "odd name": 1   2. "odd name": ="1"   3. "odd name": =#"1"   4. "odd name": (1,)' in write_text(match)
    for write in (write_text, write_json):
        again = replay(game, read_record(write(match)))
        assert [plain_text(event.value) for event in again.events] == [plain_text(value) for value in values]


def test_a_record_can_be_written_by_hand(games: Any) -> None:
    record = read_record('[Game "Duel"][Language "Python"][Seed "0"]\r\n{0}\r\n1. Ada: 1\r\n4\r\n[Result "*"]')
    assert record.answers == (RecordedAnswer(Said("1")), RecordedAnswer(Said("4")))
    assert [answer.line for answer in record.answers] == [3, 4]


def test_line_ends_of_another_system_are_no_damage(games: Any) -> None:
    text = write_text(play(Match.start(games.duel), [0, 0]))
    assert read_record("\ufeff" + text.replace("\n", "\r\n")) == read_record(text)


# ---- damage


@given(PICKS, st.data())
def test_a_text_that_was_cut_off_is_never_taken_for_a_whole_record(games: Any, picks: list[int], data: Any) -> None:
    text = write_text(play(Match.start(games.duel), picks))
    end_of_result = text.index("[Check") - 1
    at = data.draw(st.integers(0, end_of_result - 1))
    with pytest.raises(DamagedRecord):
        read_record(text[:at])
    written = write_json(play(Match.start(games.duel), picks)).rstrip()
    with pytest.raises(DamagedRecord):
        read_record(written[: data.draw(st.integers(0, len(written) - 1))])


@given(PICKS, st.data())
def test_a_changed_character_is_noticed(games: Any, picks: list[int], data: Any) -> None:
    text = write_text(play(Match.start(games.duel), picks)).rstrip("\n")
    at = data.draw(st.integers(0, len(text) - 1))
    character = data.draw(st.characters(codec="utf-8", exclude_characters=text[at] + "\r"))
    changed = text[:at] + character + text[at + 1 :]
    if text[at] == "\n" and character in " \t" and at > text.rindex("[Result"):
        return  # the blank before [Check …] belongs to nothing
    with pytest.raises(DamagedRecord):
        read_record(changed)


HEAD = '[Game "G"]  [Language "L"]\n'
HASH = "sha256:" + "0" * 64


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "1:1", "there is no [Game …] before the moves: this is not a record"),
        ("hello", "1:1", "there is no [Game …] before the moves: this is not a record"),
        ('[Game "G"]\n[Result "*"]', "2:1", "there is no [Language …] before the moves: this is not a record"),
        (HEAD + "1. A: 4", "2:8", "the record has no [Result …] at its end: it was cut off after 1 moves"),
        (HEAD + '[Game "H"]\n[Result "*"]', "2:2", "the tag Game is given twice"),
        (HEAD + '[A "human"][A "random"]\n[Result "*"]', "2:13", 'the seat "A" is given twice'),
        (HEAD + '[A "human"][Seat "A" "random"]\n[Result "*"]', "2:13", 'the seat "A" is given twice'),
        (HEAD + '[Option "n" 1][Option "n" 2]\n[Result "*"]', "2:16", 'the Option "n" is given twice'),
        (
            HEAD + '[Source "md5:12"]',
            "2:9",
            "this is not a hash: it should be sha256: and 64 digits and letters a to f",
        ),
        (HEAD + f'[Source "{HASH}" 7]', "2:83", "expected ] at the end of the tag Source, but here is 7]"),
        (HEAD + '[Seed "many"]', "2:2", "the seed must be a whole number of at most 40 digits"),
        (HEAD + f'[Seed "{"9" * 5000}"]', "2:2", "the seed must be a whole number of at most 40 digits"),
        (HEAD + '[Budget "steps=lots"]', "2:2", 'a budget is given as steps=2000000; this is "steps=lots"'),
        (HEAD + "[A human]", "2:4", "expected the value of A in quotes, but here is human]"),
        (HEAD + '[7 "human"]', "2:2", 'expected the name of a tag, but here is 7 "human"]'),
        (HEAD + '[Check "crc32:00000000"]', "2:2", "the [Check …] of a record stands behind its [Result …]"),
        (HEAD + '2. A: 4\n[Result "*"]', "2:1", "expected move 1, but here is move 2: something is missing or twice"),
        (
            HEAD + '1. A: 4 1. B: 4\n[Result "*"]',
            "2:9",
            "expected move 2, but here is move 1: something is missing or twice",
        ),
        (HEAD + 'A: 4\n[Result "*"]', "2:1", "expected move 1, but here is A: 4"),
        (HEAD + '1. A: \n[Result "*"]', "3:1", 'expected an answer, but here is [Result "*"]'),
        (HEAD + '1. A: 4 B: 5\n[Result "*"]', "2:10", "expected move 2, but here is : 5"),
        (HEAD + '1. {A: 4 [Result "*"]', "2:10", 'expected } after the moves of a group, but here is [Result "*"]'),
        (HEAD + '1. A: 4 {six}\n[Result "*"]', "2:10", "expected a chance outcome, but here is six}"),
        (HEAD + "1. A: 4 {6", "2:11", "expected a chance outcome, but the text ends here"),
        (HEAD + '1. A: 4 @soon\n[Result "*"]', "2:10", "expected a time in seconds"),
        (HEAD + '1. A: 4 @inf\n[Result "*"]', "2:13", "expected a time in seconds"),
        (HEAD + '1. A: 4 #B\n[Result "*"]', "2:10", "expected the number of a question, but here is B"),
        (
            HEAD + '1. A: !dies\n[Result "*"]',
            "2:12",
            "expected one of resigned, timed-out, late, illegal, garbage, unreachable after the exclamation mark",
        ),
        (
            HEAD + '1. A: !late\n[Result "*"]',
            "3:1",
            'expected what came instead of an answer in quotes, but here is [Result "*"]',
        ),
        (HEAD + f"{'9' * 5000}. A: 4", "2:1", "this number has more than 40 digits"),
        (HEAD + '[Result "A"] 1. A: 4', "2:14", "the record is complete, but here is 1. A: 4"),
        (HEAD + "[Result A]", "2:9", "expected the result in quotes, but here is A]"),
        (HEAD + '[Result "A"', "2:12", "expected ] at the end of the result, but the text ends here"),
        (
            HEAD + '[Result "A"][Check "?"]',
            "2:19",
            "this is not a checksum: it should be crc32: and 8 digits and letters a to f",
        ),
        (
            HEAD + '[Result "A"][Check "crc32:00000000"]',
            "2:19",
            "the record is not as it was written: its checksum differs. If it was changed on purpose, "
            "take the [Check …] line out",
        ),
    ],
)
def test_damage_in_a_text_is_told_with_its_place(text: str, place: str, message: str) -> None:
    with pytest.raises(DamagedRecord) as damaged:
        read_record(text)
    assert str(damaged.value) == f"{place}: {message}"


GOOD = {
    "record": 1, "game": "G", "language": "L", "sources": [], "seed": 1, "loaded": {}, "options": {},
    "budget": {"steps": 1, "depth": 2, "told": 3, "memory": 4}, "seats": {}, "opening": [], "rounds": [], "result": "*",
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"record": 2}, "this record was written by a newer Parlour, in a form that this one does not know"),
        ({"game": 7}, "game should be a text"),
        ({"seed": True}, "seed should be a whole number"),
        ({"seed": 1.5}, "seed should be a whole number"),
        ({"seats": {"A": 1}}, 'seats."A" should be a text'),
        ({"seats": []}, "seats should be an object"),
        ({"colour": "red"}, 'the record has an unknown field "colour"'),
        (
            {"sources": [{"hash": "md5", "name": ""}]},
            "sources[0].hash should be a hash: sha256: and 64 digits and letters a to f",
        ),
        ({"options": {"n": {"set": 1}}}, 'options."n" should be a value'),
        ({"options": {"n": [{"float": "7"}]}}, 'options."n"[0] should be a value'),
        ({"rounds": [{"group": False, "moves": []}]}, "rounds[0].moves should be one move, or the moves of a group"),
        ({"rounds": [{"group": 1, "moves": []}]}, "rounds[0].group should be true or false"),
        ({"rounds": [{"moves": []}]}, 'rounds[0] has no field "group"'),
        ({"rounds": ["1. A: 4"]}, "rounds[0] should be an object"),
        (
            {"rounds": [{"group": False, "moves": [{"seat": "A", "answers": []}]}]},
            "rounds[0].moves[0].answers should be at least one answer",
        ),
        (
            {"rounds": [{"group": False, "moves": [{"seat": "A", "answers": [{"label": "4", "value": 4}]}]}]},
            "rounds[0].moves[0].answers[0] should be an answer with a label, a value, left or failed with its text, "
            "and only one of them",
        ),
        (
            {"rounds": [{"group": False, "moves": [{"seat": "A", "answers": [{"left": "died"}]}]}]},
            "rounds[0].moves[0].answers[0].left should be resigned or timed-out",
        ),
        (
            {"rounds": [{"group": False, "moves": [{"seat": "A", "answers": [{"label": "4", "time": "now"}]}]}]},
            "rounds[0].moves[0].answers[0].time should be a time in seconds",
        ),
    ],
)
def test_damage_in_json_is_told_with_its_place(change: dict[str, object], message: str) -> None:
    assert read_record(json.dumps(GOOD)).seed == 1
    with pytest.raises(DamagedRecord) as damaged:
        read_record(json.dumps(GOOD | change))
    assert damaged.value.message == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "this is not a whole JSON text: Expecting property name enclosed in double quotes"),
        ('{"seed": ' + "9" * 5000 + "}", "a number has more than 40 digits"),
        ('{"seed": NaN}', "NaN is not JSON"),
        ('{"seed": 1, "seed": 2}', '"seed" is given twice'),
        ('{"seed": ' + "[" * 100_000, "this JSON text is nested too deeply for a record"),
        (
            json.dumps(GOOD | {"options": {"n": [[0]]}}).replace("0", "[" * 900 + "]" * 900),
            "this JSON text is nested too deeply for a record",
        ),
        (json.dumps(GOOD).replace('"seed": 1', '"seed": 1e999'), "seed should be a whole number"),
        (json.dumps(GOOD).replace('"options": {}', '"options": {"n": 1e999}'), 'options."n" should be a value'),
    ],
    ids=range(8),
)
def test_hostile_json_is_damage_and_no_crash(text: str, message: str) -> None:
    with pytest.raises(DamagedRecord) as damaged:
        read_record(text)
    assert damaged.value.message == message


@given(st.text() | st.binary().map(lambda raw: raw.decode("latin-1")) | st.text().map(lambda text: HEAD + text))
def test_no_text_at_all_makes_the_reader_crash(text: str) -> None:
    try:
        read_record(text)
    except DamagedRecord as damaged:
        assert damaged.message


# ---- records of something else


def wrong(game: Any, record: Record) -> WrongRecord:
    with pytest.raises(WrongRecord) as caught:
        replay(game, record)
    return caught.value


@pytest.fixture
def record(games: Any) -> Record:
    return record_of(play(Match.start(games.duel, seats={"Ada": "human"}), [0, 0, 0, 0]))


def test_a_game_whose_file_was_changed_is_named(games: Any, record: Record) -> None:
    game = games.game(lambda options: iter(()), ["Ada", "Ben"], sources={"elsewhere/duel2.py": "cd" * 32})
    assert wrong(game, record).message.startswith(
        "the file duel2.py (then duel.py) is not the one this match was played with: "
        f"its hash is sha256:{'cd' * 6}…, the record says sha256:{'ab' * 6}…. It was written by"
    )


def test_a_game_with_another_number_of_files_is_another_game(games: Any, record: Record) -> None:
    more = replace(record, sources=(*record.sources, ("sha256:" + "00" * 32, "prelude.py")))
    assert wrong(games.duel, more).message.startswith("the record names 2 files of the game, which now has 1. It was ")


def test_a_record_without_hashes_must_at_least_name_the_game(games: Any, record: Record) -> None:
    other = replace(record, sources=(), game="Chess")
    assert wrong(games.duel, other).message == "this is a record of Chess (Python), not of Duel (Python)"
    assert replay(games.duel, replace(record, sources=())).moves


def test_a_game_loaded_with_other_options_is_another_game(games: Any, record: Record) -> None:
    strict = replace(record, loaded=(("strict", True),))
    assert wrong(games.duel, strict).message == (
        "the match was played with the option strict set to true; the game has it not set"
    )


def test_files_named_by_options_may_have_moved(games: Any) -> None:
    def loaded(folder: str, option: str) -> Any:
        files = {f"{folder}duel.py": "ab" * 32, f"{folder}prelude.py": "cd" * 32}
        return games.game(duel, ["Ada", "Ben"], sources=files, loaded={"prelude": [f"{folder}{option}"]})

    def duel(options: Mapping[str, object]) -> Generator[Any, Any, Outcome]:
        yield games.ask(0, (1, 2))
        return Outcome(None, 1)

    record = record_of(play(Match.start(loaded("here/", "prelude.py")), [0]))
    assert replay(loaded("there/", "prelude.py"), read_record(write_text(record))).is_over
    assert wrong(loaded("there/", "other.py"), record).message == (
        'the match was played with the option prelude set to ("prelude.py",); '
        'the game has it set to ("there/other.py",)'
    )


def test_a_seat_that_the_game_does_not_have_is_told(games: Any, record: Record) -> None:
    assert wrong(games.duel, replace(record, seats=(("Adda", "human"),))).message == (
        "the record does not fit this game: there is no seat Adda. Did you mean Ada?"
    )


def change(record: Record, number: int, **changes: Any) -> Record:
    """The record with the last answer of a move changed."""
    rounds = list(record.rounds)
    move = rounds[number - 1].moves[0]
    seat = changes.pop("seat", move.seat)
    answers = (*move.answers[:-1], replace(move.answers[-1], **changes))
    rounds[number - 1] = Round((RecordedMove(seat, answers),))
    return replace(record, rounds=tuple(rounds))


def test_an_answer_the_game_does_not_take_is_told_and_the_rest_is_kept(games: Any, record: Record) -> None:
    problem = wrong(games.duel, change(record, 2, answer=Said("9")))
    assert problem.message == (
        "move 2 (Ben: 9): the game does not take this answer: 9 is no option. 3 of 4 answers were replayed"
    )
    assert problem.match is not None
    assert problem.match.history() == ["1. Ada: 1 2", "2. Ben: 1"]


def test_the_line_of_a_wrong_answer_is_known(games: Any, record: Record) -> None:
    text = write_text(record).replace("2. Ben: 1 2", "2. Ben: 1\n9").split("[Check")[0]
    assert wrong(games.duel, read_record(text)).line == 5


def test_an_answer_of_a_seat_that_is_not_asked_is_told(games: Any, record: Record) -> None:
    assert wrong(games.duel, change(record, 2, seat="Ada")).message == (
        "move 2 (Ada: 1): there is no question for this seat here, but for Ben. 2 of 4 answers were replayed"
    )


def test_an_answer_to_a_question_that_is_not_open_is_told(games: Any, record: Record) -> None:
    assert wrong(games.duel, change(record, 2, question=77, answer=Given(1))).message.startswith(
        "move 2 (Ben: 1): the game does not take this answer: this question is not open"
    )


def test_other_chance_outcomes_are_told(games: Any, record: Record) -> None:
    drawn = record.rounds[0].moves[0].answers[-1].drawn
    assert wrong(games.duel, change(record, 1, drawn=(1 - drawn[0],))).message == (
        f"move 1 (Ada: 2): the record says that chance gave {1 - drawn[0]}, but this seed gives {drawn[0]}. "
        "2 of 4 answers were replayed"
    )
    assert wrong(games.duel, replace(record, opening=())).message == (
        "the record begins with the chance outcomes nothing, "
        f"but this seed gives {record.opening[0]}. 0 of 4 answers were replayed"
    )


def test_another_result_is_told(games: Any, record: Record) -> None:
    assert wrong(games.duel, replace(record, result="Ada")).message == (
        "the record says that the result is Ada; played again, it is *. 4 of 4 answers were replayed"
    )


def test_answers_after_the_end_are_told(games: Any) -> None:
    match = Match.start(games.duel)
    match.resign(0)
    record = record_of(match)
    longer = replace(record, rounds=(*record.rounds, Round((RecordedMove("Ada", (RecordedAnswer(Said("1")),)),))))
    assert wrong(games.duel, longer).message == (
        "move 2 (Ada: 1) comes after the end of the match. 1 of 2 answers were replayed"
    )


def test_somebody_unknown_cannot_leave(games: Any) -> None:
    leaving = Round((RecordedMove("Zoe", (RecordedAnswer(Gone("timed-out")),)),))
    record = replace(record_of(Match.start(games.duel)), rounds=(leaving,))
    assert wrong(games.duel, record).message == (
        "move 1 (Zoe: ran out of time): there is no such seat at the table. 0 of 1 answers were replayed"
    )


# ---- results


def test_what_earlier_versions_wrote_of_a_seat_alone_at_the_table_is_still_read(games: Any) -> None:
    def puzzle(options: Mapping[str, object]) -> Generator[Any, Any, Outcome]:
        yield games.ask(0, (1,))
        return Outcome((), 1, reason="no way on")

    game = games.game(puzzle, ["Ada"])
    text = write_text(play(Match.start(game), [0])).rpartition("[Check")[0]
    assert '[Result "nobody wins"]' in text
    for earlier in ("Ada", "no way on"):
        assert replay(game, read_record(text.replace("nobody wins", earlier))).is_over
    with pytest.raises(WrongRecord, match="the result is Ben; played again, it is nobody wins"):
        replay(game, read_record(text.replace("nobody wins", "Ben")))


@pytest.mark.parametrize(
    ("outcome", "result"),
    [
        (Outcome(((0,),), 3), "Ada"),
        (Outcome(((0,), (1,)), 3), "Ada > Ben"),
        (Outcome(((0, 1),), 3), "Ada = Ben"),
        (Outcome((), 3), "nobody wins"),
        (Outcome(((0,), (1, 2)), 3), "Ada"),
        (Outcome(((0, 1, 2),), 3), 'Ada = Ben = "the third"'),
        (Outcome(((1,), (0,), (2,)), 3), 'Ben > Ada > "the third"'),
        (Outcome(((0, 1), (2,)), 3), 'Ada = Ben > "the third"'),
        (Outcome(None, 3, value="X"), "X"),
        (Outcome(None, 3, value="*"), '"*"'),
        (Outcome(None, 3, reason="the deck is empty"), "the deck is empty"),
        (Outcome(None, 3), "over"),
    ],
)
def test_a_result_is_told_in_a_few_words(games: Any, outcome: Outcome, result: str) -> None:
    def short(options: Mapping[str, object]) -> Generator[Any, Any, Outcome]:
        yield games.ask(0, (1,))
        return outcome

    game = games.game(short, ["Ada", "Ben", "the third"])
    match = play(Match.start(game), [0])
    assert record_of(match).result == result
    assert replay(game, read_record(write_text(match))).outcome == outcome
