"""Players that are other programs: what they are shown, and that nothing they do stops a match."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import parlour
from parlour.match import Answered, Match, Mishap
from parlour.players import let_answer
from parlour.players.program import LONGEST_LINE, ProgramPlayer

FIRST = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"answer": asked["question"]["options"][0]}), flush=True)
"""


def played(tmp_path: Path, text: str, questions: int = 1, answering_s: float = 5.0) -> tuple[Match, ProgramPlayer]:
    """A match of Nim after some questions to a program."""
    program = tmp_path / "player.py"
    program.write_text(text)
    match = Match.start(parlour.load("nim"), seed=5)
    player = ProgramPlayer(f"{sys.executable} '{program}'", 7, answering_s)
    for _ in range(questions):
        let_answer(match, match.questions[0], player)
    player.close()
    return match, player


def test_a_program_answers_with_the_label_of_an_option(tmp_path: Path) -> None:
    match, _ = played(tmp_path, FIRST, questions=3)
    assert [event.label for event in match.events if isinstance(event, Answered)] == ["(1, 1)", "(1, 1)", "(1, 1)"]


def test_a_program_is_told_its_view_and_no_more(tmp_path: Path) -> None:
    spy = tmp_path / "seen.json"
    match, _ = played(tmp_path, FIRST.replace("asked =", f"open({str(spy)!r}, 'w').write(line)\n    asked ="))
    import json

    seen = json.loads(spy.read_text())
    assert set(seen) == {"parlour", "seat", "seed", "question", "table", "log", "awaited"}
    assert (seen["parlour"], seen["seat"], seen["awaited"], seen["question"]["id"]) == (1, 0, [0], 1)
    assert len(seen["question"]["options"]) == len(match.game.start().legal(1).options)


@pytest.mark.parametrize(
    ("text", "how", "why"),
    [
        ("raise SystemExit(3)", "unreachable", "ended with code 3"),
        ("print('hello', flush=True); input(); input()", "garbage", "not a line of JSON: hello"),
        ("print('[1]', flush=True); input(); input()", "garbage", 'not {"answer": "…"}: [1]'),
        ("print('{\"answer\": 5}', flush=True); input(); input()", "garbage", "not {"),
        ('print(\'{"answer": "(9, 9)"}\', flush=True); input(); input()', "illegal", "(9, 9)"),
        ("print('[' * 200000, flush=True); input(); input()", "garbage", "not a line of JSON"),
        (
            "import sys; sys.stdout.write('x' * 1_000_000); sys.stdout.flush(); input(); input()",
            "garbage",
            f"more than {LONGEST_LINE:,} bytes",
        ),
    ],
)
def test_whatever_a_program_does_is_a_mishap_and_the_match_goes_on(
    tmp_path: Path, text: str, how: str, why: str
) -> None:
    match, _ = played(tmp_path, text, answering_s=20.0)
    mishap, answered = match.events
    assert isinstance(mishap, Mishap) and isinstance(answered, Answered)
    assert (mishap.seat, mishap.how) == (0, how) and why in mishap.text


def test_a_program_that_says_nothing_is_not_waited_for(tmp_path: Path) -> None:
    match, player = played(tmp_path, "import time; time.sleep(100)", answering_s=0.3)
    assert isinstance(match.events[0], Mishap) and match.events[0].how == "late"
    assert isinstance(match.events[1], Answered)
    assert player._process is None, "it was ended"


def test_a_program_that_is_not_there_is_a_mishap() -> None:
    match = Match.start(parlour.load("nim"))
    let_answer(match, match.questions[0], ProgramPlayer("/nowhere/at/all; echo hello", 1))
    assert isinstance(match.events[0], Mishap) and match.events[0].how == "unreachable"
    assert "/nowhere/at/all;" in match.events[0].text, "no shell has seen the semicolon"


def test_what_no_shell_could_read_is_refused() -> None:
    with pytest.raises(ValueError, match="no closing quotation"):
        ProgramPlayer("'open", 1)
