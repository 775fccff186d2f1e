"""Every BoGL program in the documentation is run, and does what the text beside it says.

A fenced `bogl` snippet is a program, or expressions, one a line. A program may leave the game line out; what it is
asked stands in comments of its own. Behind two dashes:

    twice(4)   -- expect: 8                     the value; a board in one line, rows between slashes
    sum        -- answers: 3 4   -- expect: 7   with these answers, between blanks
    play       -- answers: 1     -- shows: X    it asks again, and the last board shown is this one
    1 / 0      -- fails: Division by zero       it fails, and says so
    1 + True   -- error BG062                   it does not check; on a line of a program: this line has that error

A snippet without any of these must check.
"""

from __future__ import annotations

import re

import pytest
from tests.docs.pages import BLOCKS, Block

from parlour.game.error import Refused
from parlour.game.position import Position, Status
from parlour.pipeline import check, load
from parlour.syntax.diagnostic import Diagnostics

SAYS = re.compile(r"--\s*(?:(answers|expect|shows|fails):\s*(.*?)|error (BG\d{3}))\s*(?=--|$)")


ALL = [block for block in BLOCKS if block.language == "bogl"]


def is_program(snippet: Block) -> bool:
    return re.search(r"^\s*(game\s|type\s|[a-z]\w*'*\s*:)", snippet.text, re.MULTILINE) is not None


def program_of(snippet: Block) -> str:
    if not is_program(snippet):
        return "game Snippet"
    has_game = re.search(r"^\s*game\s", snippet.text, re.MULTILINE) is not None
    # On the same line, so that lines keep their numbers.
    return snippet.text if has_game else f"game Snippet {snippet.text}"


def claims(line: str) -> tuple[str, dict[str, str]]:
    """What stands before the claims of a line, and the claims."""
    said = {match[1] or "error": match[3] or match[2] for match in SAYS.finditer(line)}
    first = SAYS.search(line)
    return (line[: first.start()] if first else line).strip(), said


def one_line(position: Position) -> str:
    ending = position.ending()
    assert ending is not None
    rows = ending.get("rows")
    return " / ".join(" ".join(row) for row in rows) if isinstance(rows, list) else str(ending["text"])


def run(program: str, expression: str, answers: list[str]) -> Position:
    position = load(program, language="bogl", expression=expression).start()
    for answer in answers:
        question = position.questions[0]
        value = position.read_answer(question, answer)
        assert not isinstance(value, Refused), value
        position.answer(question, value)
    return position


def check_claims(program: str, expression: str, said: dict[str, str]) -> None:
    answers = said.get("answers", "").split()
    if "error" in said:
        with pytest.raises(Diagnostics) as raised:
            run(program, expression, answers)
        assert [item.code for item in raised.value.found if item.is_error] == [said["error"]]
        return
    position = run(program, expression, answers)
    if "fails" in said:
        assert position.error is not None and said["fails"] in position.error.message
    elif "shows" in said:
        boards = position.asking()["boards"]
        assert position.status is Status.OPEN and isinstance(boards, list)
        assert " / ".join(" ".join(row) for row in boards[-1]) == said["shows"]
    else:
        assert position.error is None, position.error
        assert one_line(position) == said["expect"]


@pytest.mark.parametrize("snippet", ALL, ids=str)
def test_a_snippet_does_what_the_text_says(snippet: Block) -> None:
    program, wanted = program_of(snippet), []
    for number, line in enumerate(snippet.text.splitlines(), 1):
        before, said = claims(line)
        is_asked = before.startswith("--") if is_program(snippet) else bool(before) and not before.startswith("--")
        if is_asked and said:
            check_claims(program, before.removeprefix("--").strip(), said)
        elif said:
            assert set(said) == {"error"}, f"line {number} of the snippet claims something about nothing"
            wanted.append((number, said["error"]))
        elif not is_program(snippet):
            assert not is_asked, f"line {number} of the snippet is an expression that claims nothing"
    found = [(item.span.line, item.code) for item in check(program + "\n", language="bogl")]
    assert found == wanted


def test_there_are_snippets_in_the_reference_and_in_every_lesson() -> None:
    pages = {snippet.page for snippet in ALL}
    assert "docs/languages/bogl.md" in pages
    assert len([page for page in pages if "/lessons/" in page]) == 10


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("1 + 1   -- expect: 3\n", AssertionError),
        ("1 + True   -- error BG063\n", AssertionError),
        ("1 + 1   -- error BG062\n", pytest.fail.Exception),
        ("1 / 1   -- fails: Division by zero\n", AssertionError),
        ("x : Int\nx = True\n", AssertionError),
        ("x : Int\nx = 1 -- error BG060\n", AssertionError),
        ("1 + 1\n", AssertionError),
    ],
)
def test_a_snippet_that_lies_is_found(text: str, wrong: type[BaseException]) -> None:
    with pytest.raises(wrong):
        test_a_snippet_does_what_the_text_says(Block("page", 1, "bogl", "", text))
