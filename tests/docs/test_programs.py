"""Every Senet and AllHandsOnDeck program in the documentation is run, and does what the text beside it says.

A fenced `senet` or `allhandsondeck` snippet is a whole program, or a part of one: of Senet what stands in `@setup`, of
AllHandsOnDeck what stands in `main`. Behind a `#`, on the line that it is about:

    print(1 + 1);         # prints: 2            what the program says, line by line; blanks do not count
    x = 1 / 0;            # fails: division      it stops on this line, and says so
    int n = "one";        # error SN120          this line has that error
    if won                # warning SN041        or that warning, and so on: all that there are

A line that is nothing but a comment is a match of its own, and the claims on it are about that match:

    # answers: 00 11      # prints: …            with these answers, between blanks
    # answers: 00 11      # options: 0 1 2       it asks on, and offers these
    # answers: 00 11      # wins: X              X has won; `nobody`: a draw; `unknown`: nothing says it

A snippet without claims must check without a finding.
"""

from __future__ import annotations

import re

import pytest
from tests.docs.pages import BLOCKS, Block

from parlour.game.error import Refused
from parlour.game.position import Position, Status, Step
from parlour.game.view import Told
from parlour.pipeline import check, load
from parlour.syntax.diagnostic import Diagnostics

KINDS = "answers|prints|fails|options|wins|error|warning"
SAYS = re.compile(rf"#\s*({KINDS}):?\s(.*?)\s*(?=#\s*(?:{KINDS})|$)")
ALL = [block for block in BLOCKS if block.language in ("senet", "allhandsondeck")]


def program_of(snippet: Block) -> tuple[str, int]:
    """The whole program, and how many of its lines stand before the snippet."""
    if re.search(r"^(@setup|main:)", snippet.text, re.MULTILINE):
        return snippet.text, 0
    if snippet.language == "senet":
        return f"@setup {{ {snippet.text}\n}} @turns {{ void begin() {{ exit(); }} }}\n", 0
    return "main:\n" + "".join(f"    {line}\n" for line in snippet.text.splitlines()), 1


def claims(line: str) -> dict[str, str]:
    return {match[1]: match[2] for match in SAYS.finditer(line)}


def squeezed(text: str) -> str:
    return "".join(text.split())


class Played:
    """A program from its start through some answers."""

    def __init__(self, snippet: Block, answers: list[str]) -> None:
        self.position: Position = load(program_of(snippet)[0], language=snippet.language).start(seed=1)
        self.said = _words(self.position.last)
        for answer in answers:
            self._give(answer)

    def _give(self, answer: str) -> None:
        """As many questions as the characters of an answer are for."""
        while answer:
            assert self.position.questions, f"nobody asks for {answer}: {self.said} {self.position.error}"
            question = self.position.questions[0]
            given = answer[: question.domain.length] if question.domain.length else answer
            answer = answer[len(given) :]
            value = self.position.read_answer(question, given)
            assert not isinstance(value, Refused), value
            step = self.position.answer(question, value)
            assert isinstance(step, Step)
            self.said += _words(step)


def _words(step: Step) -> str:
    told = [event for event in step.events if isinstance(event, Told)]
    return "".join(event.text for event in told if event.channel == "say")


def check_match(snippet: Block, said: dict[str, str], line: int | None) -> None:
    """One match; `line` is where the program has to fail, if it does."""
    played = Played(snippet, said.get("answers", "").split())
    position = played.position
    if "prints" in said:
        assert squeezed(played.said) == squeezed(said["prints"])
    if "fails" in said:
        assert position.error is not None and said["fails"] in position.error.message
        at = position.error.span
        assert line is None or (at is not None and at.line == line + program_of(snippet)[1])
    else:
        assert position.error is None, position.error
    if "options" in said:
        options = position.legal(position.questions[0])
        assert " ".join(option.label for option in options) == said["options"]
    if "wins" in said:
        assert winners(position) == said["wins"]


def winners(position: Position) -> str:
    outcome = position.outcome
    assert outcome is not None, "it goes on"
    if outcome.ranking is None:
        return "unknown"
    names = [seat.name for seat in position.seats]
    return ", ".join(names[seat] for seat in outcome.winners) if len(outcome.ranking) > 1 else "nobody"


@pytest.mark.parametrize("snippet", ALL, ids=str)
def test_a_program_does_what_the_text_says(snippet: Block) -> None:
    wanted: list[tuple[int, str]] = []
    prints, fails, fails_at = [], None, None
    matches = 0
    for number, line in enumerate(snippet.text.splitlines(), 1):
        said = claims(line)
        if line.startswith("#") and said:
            check_match(snippet, said, None)
            matches += 1
            continue
        for severity in ("error", "warning"):
            wanted.extend((number, code) for code in said.get(severity, "").split())
        if "prints" in said:
            prints.append(said["prints"])
        if "fails" in said:
            fails, fails_at = said["fails"], number
    program, before = program_of(snippet)
    found = check(program, language=snippet.language)
    assert sorted((item.span.line - before, item.code) for item in found) == sorted(wanted)
    if prints or fails is not None:
        said = {"prints": "".join(prints)} | ({} if fails is None else {"fails": fails})
        check_match(snippet, said, fails_at)
    elif not matches and not any(item.is_error for item in found):
        load(program_of(snippet)[0], language=snippet.language).start(seed=1)


@pytest.mark.parametrize("page", ["docs/languages/senet.md", "docs/languages/allhandsondeck.md"])
def test_a_page_is_made_of_examples(page: str) -> None:
    lines = "\n".join(snippet.text for snippet in ALL if snippet.page == page).splitlines()
    said = {kind for line in lines for kind in claims(line)}
    assert {"prints", "fails", "error", "warning", "wins", "options"} <= said


@pytest.mark.parametrize(
    ("language", "text", "wrong"),
    [
        ("senet", "print(1 + 1); # prints: 3\n", AssertionError),
        ("senet", "print(1 + 1); # fails: nothing\n", AssertionError),
        ("senet", "int n;\nprint(1 / n);\n# answers: # fails: zero\n# answers: # prints: 1\n", AssertionError),
        ("senet", "print(n); # error SN102\n", AssertionError),
        ("senet", "print(n);\n", AssertionError),
        ("senet", "if (True) print(1);\n", AssertionError),
        ("allhandsondeck", "print(1 / 4) # prints: 0\n", AssertionError),
        ("allhandsondeck", "print(nothing)\n", AssertionError),
        ("allhandsondeck", "print(nothing) # prints: 1\n", (AssertionError, Diagnostics)),
    ],
)
def test_a_program_that_lies_is_found(language: str, text: str, wrong: type[BaseException]) -> None:
    with pytest.raises(wrong):
        test_a_program_does_what_the_text_says(Block("page", 1, language, "", text))


def test_the_words_of_a_claim_are_told_apart() -> None:
    assert claims('print("a"); # prints: a') == {"prints": "a"}
    assert claims("# answers: 00 11 # prints: x y   # wins: X") == {"answers": "00 11", "prints": "x y", "wins": "X"}
    assert claims("f(); # error SN101 SN102") == {"error": "SN101 SN102"}
    assert claims("int n; # a comment") == {}


def test_a_position_that_still_asks_is_not_over() -> None:
    asking = Block("page", 1, "senet", "", "read(1);\n")
    assert Played(asking, []).position.status is Status.OPEN
