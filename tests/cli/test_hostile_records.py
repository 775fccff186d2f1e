"""Records from others: whatever stands in one, reading it ends in a match or in one clear refusal."""

from __future__ import annotations

import copy
import json
import os
import sys
from contextlib import redirect_stderr
from io import StringIO
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parlour.cli.app import invoke
from parlour.cli.exits import Exit
from parlour.game.position import Budget
from parlour.match import Match, write_json, write_text
from parlour.pipeline import load
from parlour.players import let_answer, make_player

NINES = 999_999_999_999_999_999
MANY = 100_000


def played(name: str, moves: int) -> Match:
    """A match of a library game between random players, so many answers long."""
    match = Match.start(load(name), seed=3, seats={})
    for number in range(moves):
        if not match.is_over:
            let_answer(match, match.questions[0], make_player("random", number))
    return match


MATCHES = [played("tic-tac-toe", 3), played("tic-tac-toe-gdl", 2), played("uno", 4), played("tic-tac-toe-senet", 2)]
JSONS = [json.loads(write_json(match)) for match in MATCHES]
RECORDS = [write_text(match).rpartition("[Check")[0] for match in MATCHES]
JOURNAL = (
    '[Journal "x"]\n'
    + RECORDS[0].partition("1. ")[0]
    + '? X: =(1, 1) #1\n1. X: (1, 1)\n? O: =(2, 2) #2\n2. O: (2, 2)\n[Back "1"]\n2. O: (3, 3)\n? X: =(1, 2) #3\n'
)
TEXTS = [*RECORDS, JOURNAL]

HOSTILE = st.sampled_from(
    [
        None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63) - 1, NINES, 10**39, 0.5, 1e308, "", " ", "*", "?", "X",
        "a\0b", "\ud800", "\udfff\ud800", "\u202e", "é", "x" * 70_000, "../x.bgl",
        "/", "/dev/zero", "/dev/stdin", ".", "a\nb",
        "-1", "9" * 50, "(1, 1)", "(" * 500, "random", "human", "localhost:9147", [], {}, [[]], [None],
        ["a\0b"], ["\ud800"],
        ["x.bgl"], [1, 2, 3], {"symbol": "X"}, {"symbol": "\ud800"}, {"float": "nan"}, {"a": 1}, [[[[[1]]]]],
    ]
).map(copy.deepcopy)  # fmt: skip

NAMES = st.sampled_from(["prelude", "expression", "strict", "X", "label", "value", "a\0b"])
PIECES = st.sampled_from(
    [
        "", '"', "\\", "[", "]", "{", "}", "(", "#", "@", "!", "=", ":", ",", "\0", "9" * 30, "-", ".", "1. ",
        "\\ud800",
        '[Loaded "prelude" "x"]', '[Loaded "prelude" ("\\x00",)]', '[Loaded "expression" 3]', '[Seat "X" "nobody"]',
        f'[Budget "memory={NINES}"]', "=#X", "!late", "\n? ", "? O: =", '[Back "1"]', '[Journal "x"]',
    ]
)  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(content: str | bytes, capsys: Any, *flags: str, file: str = "hostile.match") -> tuple[int, str]:
    """What `parlour replay` makes of a record: its exit code, and what it says."""
    with open(file, "wb") as record:
        record.write(content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content)
    code = invoke(["replay", file, *flags])
    return code, capsys.readouterr().err


def resume(file: str) -> str:
    """Goes on with a match that can be read, without a word of anybody; a journal gives its last answer again."""
    with open(os.devnull) as nothing, redirect_stderr(StringIO()) as said, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", nothing)
        code = invoke(["play", "--resume", file, "--seats", "human", "--quiet"])
    # Who is not here cannot go on; the match may be over, or end in an error of its own.
    assert code in (Exit.FINE, Exit.FAILED, Exit.WAITING, Exit.FILE), said.getvalue()
    return said.getvalue()


def places(content: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value: the container, and the key or index in it."""
    found: list[tuple[Any, Any]] = []
    if isinstance(content, dict | list):
        for key in list(content) if isinstance(content, dict) else range(len(content)):
            found += [(content, key), *places(content[key])]
    return found


@st.composite
def mutated_json(draw: Any) -> str:
    content = copy.deepcopy(draw(st.sampled_from(JSONS)))
    for _ in range(draw(st.integers(1, 2))):
        container, key = draw(st.sampled_from(places(content)))
        match draw(st.integers(0, 4)):
            case 0 | 1 | 2:
                container[key] = draw(HOSTILE)
            case 3:
                del container[key]
            case 4 if isinstance(container, dict):
                container[draw(NAMES)] = draw(HOSTILE)
            case 4:
                container.append(container[key])
    name = draw(st.sampled_from(["prelude", "expression", "strict", "players", ""]))
    if name and isinstance(content.get("loaded"), dict):
        content["loaded"][name] = draw(HOSTILE)
    return json.dumps(content)


@st.composite
def mutated_text(draw: Any) -> str:
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 6)))
        put = draw(PIECES | st.just(text[start:end]))
        text = text[:start] + put + text[end:]
    return text


@settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(mutated_json() | mutated_text())
def test_every_mutated_record_is_a_match_or_refused(capsys, content):
    code, said = read(content, capsys)
    if code == Exit.FINE:
        said = resume("hostile.match")
    # A record names an expression of the game's language: one that cannot be read is an error in a program text.
    assert code in (Exit.FINE, Exit.FILE, Exit.TEXT), said
    assert len(said) < 5_000


def changed(**fields: Any) -> str:
    return json.dumps(JSONS[0] | fields)


TAGS = RECORDS[0].partition("1. ")[0]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (changed(loaded={"prelude": "x.bgl"}), "the option prelude of a record is a list of names of files"),
        (changed(loaded={"prelude": 7}), "the option prelude of a record is a list of names of files"),
        (changed(loaded={"prelude": ["a\0b.bgl"]}), "is not the name of a file"),
        (changed(loaded={"prelude": ["\ud800.bgl"]}), "is not the name of a file"),
        (changed(loaded={"prelude": ["nowhere.bgl"]}), "there is no file nowhere.bgl"),
        (changed(loaded={"prelude": ["/dev/zero"]}), "is not a program text"),
        (changed(loaded={"expression": 7}), "the option expression of a record is a text"),
        (changed(loaded={"strict": "yes"}), "the option strict of a record is true or false"),
        (TAGS + '[Loaded "prelude" "x.bgl"]\n[Result "*"]\n', "is a list of names of files"),
        (
            changed(budget={"steps": 0, "depth": 1, "told": 1, "memory": 1}),
            "the budget of steps is a whole number",
        ),
        (TAGS + f'[Budget "memory={NINES}"]\n[Result "*"]\n', "the budget of memory is a whole number from 1"),
        (TAGS + '[Budget "steps=1 steps=1"]\n[Result "*"]\n', "the budget of steps is given twice"),
        (changed(sources=[{"hash": "sha256:" + "0" * 64, "name": "../../x.bgl"}]), "neither here nor in the library"),
        (changed(sources=[{"hash": "sha256:" + "0" * 64, "name": "a\0b"}]), "neither here nor in the library"),
    ],
    ids=range(14),
)
def test_what_is_wrong_with_a_record_is_said(content, says, capsys):
    code, said = read(content, capsys)
    assert code == Exit.FILE and says in said


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (TAGS + "".join(f'[Seat "s{n}" "human"]' for n in range(MANY)), "a record has at most 1,000 seats"),
        (TAGS + "".join(f'[T{n} "human"]' for n in range(MANY)), "a record has at most 1,000 seats"),
        (TAGS + f'[Source "sha256:{"0" * 64}" "x"]' * MANY, "a record has at most 1,000 files"),
        (TAGS + "".join(f'[Option "o{n}" 1]' for n in range(MANY)), "a record has at most 1,000 options"),
        (TAGS + "".join(f'[Loaded "o{n}" 1]' for n in range(MANY)), "a record has at most 1,000 options"),
        (changed(options={f"o{n}": 1 for n in range(MANY)}), "options is too long for a record"),
        (changed(loaded={f"o{n}": 1 for n in range(MANY)}), "loaded is too long for a record"),
        (changed(seats={f"s{n}": "human" for n in range(MANY)}), "seats is too long for a record"),
        (changed(sources=[{"hash": "sha256:" + "0" * 64, "name": ""}] * MANY), "sources is too long for a record"),
        ("{" + ", ".join(f'"k{n}": 1' for n in range(MANY)) + ', "k99999": 1}', '"k99999" is given twice'),
        ("{" + ", ".join('"k": 1' for _ in range(MANY)) + "}", '"k" is given twice'),
        (b"[" * 16_000_001, "the file is larger than 16 MB"),
    ],
    ids=range(12),
)  # fmt: skip
def test_a_record_of_absurd_length_is_refused_at_once(content, says, capsys):
    code, said = read(content, capsys)
    assert code == Exit.FILE and says in said and len(said) < 2_000


@pytest.mark.parametrize(
    "content", [TAGS + "{" + "1 " * 101 + "}", TAGS + "1. " + "a " * 101, changed(opening=[1] * 101)], ids=range(3)
)
def test_a_record_has_no_more_answers_and_outcomes_than_any_match(content, capsys, monkeypatch):
    for module in ("notation", "record.json"):
        monkeypatch.setattr(f"parlour.match.{module}.MOST_PARTS", 100)
    code, said = read(content, capsys)
    assert code == Exit.FILE and "too long for a record" in said


@pytest.mark.parametrize("verb", [["replay"], ["play", "--resume"]])
def test_a_record_gets_no_larger_budget_than_the_person_allows(verb, inside, write):
    match = Match.start(load("tic-tac-toe"), budget=Budget(steps=5_000_000, depth=50))
    write("rich.match", write_text(match))
    refused = inside(*verb, "rich.match")
    assert refused.code == Exit.FILE and "larger budget than is allowed (steps=2000000)" in refused.err
    assert "--budget steps=5000000" in refused.err
    assert inside(*verb, "rich.match", "--budget", "steps=4999999").code == Exit.FILE
    assert inside(*verb, "rich.match", "--budget", "steps=5000000", stdin="quit\n").code == Exit.FINE


def test_a_match_with_a_larger_budget_says_how_to_go_on_with_it(inside):
    inside("play", "tic-tac-toe", "--budget", "steps=5000000", stdin="(1,1)\nquit\n")
    shown = inside("replay", "tic-tac-toe-1.match", "--budget", "steps=5000000")
    words = "parlour play --resume tic-tac-toe-1.match --budget steps=5000000"
    assert shown.code == Exit.FINE and shown.err == f"not over yet; go on with: {words}\n"
    resumed = inside(*words.split()[1:], stdin="(2,2)\nquit\n")
    assert resumed.code == Exit.FINE and words in resumed.err


def test_players_that_are_not_here_are_replaced_before_a_match_goes_on(inside, write):
    write("net.match", RECORDS[0].replace("1. ", '[X "localhost:9147"]\n1. ', 1))
    refused = inside("play", "--resume", "net.match")
    assert refused.code == Exit.FILE
    assert "X cannot go on: there is no player localhost." in refused.err and "--seat X=human" in refused.err
    assert inside("play", "--resume", "net.match", "--seat", "X=human", stdin="quit\n").code == Exit.FINE
