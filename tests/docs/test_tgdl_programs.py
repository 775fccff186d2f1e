"""Every TGDL program in the documentation is checked and played, and does what the text beside it says.

A fenced `tgdl` snippet is a whole file, or statements of a setup. Behind `//`, on the line that it is about:

    number n = "one";     // error TG133         this line has that error
    x == 1;               // warning TG158       or that warning, and so on: all that there are
    xs[-1] = 3;           // fails: negative     the setup stops on this line, and says so

A line that is nothing but a comment is a match of its own, for two players unless the program says how many:

    // answers: Put, Sheet[0][0]   // options: Put       it asks on, and offers these
    // answers: Take, 3            // wins: player 1     player 1 has won; `nobody`: a draw or no winner
    // answers: Take, 3            // state: Heap.stones = 7

A snippet without claims must check without a finding.
"""

from __future__ import annotations

import re

import pytest
from tests.docs.pages import BLOCKS, Block

import parlour
from parlour.game.error import Refused
from parlour.game.position import Position, Step
from parlour.pipeline import check

KINDS = "answers|fails|options|wins|state|error|warning"
SAYS = re.compile(rf"//\s*({KINDS}):?\s(.*?)\s*(?=//\s*(?:{KINDS})|$)")
ALL = [block for block in BLOCKS if block.language == "tgdl"]
WHOLE = re.compile(
    r"^(?:game|players|import|setup|(?:local |group |global )?(?:class|interactable)|stack|tile|connection|event \w+\s"
    r"|board|turn \w+|function|action)\b",
    re.MULTILINE,
)


def program_of(snippet: Block) -> str:
    """The whole file; statements stand in a setup, in the same lines."""
    return snippet.text if WHOLE.search(snippet.text) else f"setup {{ {snippet.text} }}\n"


def claims(line: str) -> dict[str, str]:
    return {match[1]: match[2] for match in SAYS.finditer(line)}


def started(snippet: Block) -> Position:
    program = program_of(snippet)
    players = None if re.search(r"^players", program, re.MULTILINE) else 2
    return parlour.load(program, language="tgdl", players=players).start(seed=1)


def check_match(snippet: Block, said: dict[str, str], line: int | None) -> None:
    position = started(snippet)
    for answer in filter(None, said.get("answers", "").split(", ")):
        assert position.questions, f"nobody asks for {answer}: {position.error}"
        question = position.questions[0]
        value = position.read_answer(question, answer)
        assert not isinstance(value, Refused), value
        step = position.answer(question, value)
        assert isinstance(step, Step), step
    if "fails" in said:
        assert position.error is not None
        assert said["fails"] in position.error.message
        at = position.error.span
        assert line is None or (at is not None and at.line == line)
    else:
        assert position.error is None, position.error
    if "options" in said:
        labels = [option.label for option in position.legal(position.questions[0])]
        assert ", ".join(labels) == said["options"]
    if "wins" in said:
        assert position.outcome is not None, "it goes on"
        names = [position.seats[seat].name for seat in position.outcome.winners]
        assert (", ".join(names) or "nobody") == said["wins"]
    if "state" in said:
        path, value = said["state"].split(" = ")
        found: object = position.state()
        for name in path.split("."):
            assert isinstance(found, dict)
            found = found[name]
        assert str(found).strip() == value


@pytest.mark.parametrize("snippet", ALL, ids=str)
def test_a_program_does_what_the_text_says(snippet: Block) -> None:
    wanted: list[tuple[int, str]] = []
    fails = False
    for number, line in enumerate(snippet.text.splitlines(), 1):
        said = claims(line)
        if line.startswith("//") and said:
            check_match(snippet, said, None)
            continue
        for severity in ("error", "warning"):
            wanted.extend((number, code) for code in said.get(severity, "").split())
        if "fails" in said:
            check_match(snippet, said, number)
            fails = True
    found = check(program_of(snippet), language="tgdl")
    assert sorted((item.span.line, item.code) for item in found) == sorted(wanted)
    assert wanted or fails or not any(item.is_error for item in found)
