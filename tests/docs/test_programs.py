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

In a `console` block stands what a command prints. The first program of the page is called `game` there, and the last
one before the block `wrong`.
"""

from __future__ import annotations

import re
import shlex
import sys
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from parlour.cli.app import invoke
from parlour.game.error import Refused
from parlour.game.position import Position, Status, Step
from parlour.game.view import Told
from parlour.pipeline import check, load
from parlour.syntax.diagnostic import Diagnostics

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "docs/languages/senet.md", ROOT / "docs/languages/allhandsondeck.md"]
KINDS = "answers|prints|fails|options|wins|error|warning"
SAYS = re.compile(rf"#\s*({KINDS}):?\s(.*?)\s*(?=#\s*(?:{KINDS})|$)")


@dataclass(frozen=True, slots=True)
class Snippet:
    page: str
    language: str
    line: int
    text: str

    @property
    def is_whole(self) -> bool:
        return re.search(r"^(@setup|main:)", self.text, re.MULTILINE) is not None

    @property
    def program(self) -> str:
        """With the same lines as the snippet, but for the one that a part of an AllHandsOnDeck program needs."""
        if self.is_whole:
            return self.text
        if self.language == "senet":
            return f"@setup {{ {self.text}\n}} @turns {{ void begin() {{ exit(); }} }}\n"
        return "main:\n" + "".join(f"    {line}\n" for line in self.text.splitlines())

    @property
    def before(self) -> int:
        """How many lines of the program stand before the snippet."""
        return 0 if self.is_whole or self.language == "senet" else 1


def snippets(page: Path) -> list[Snippet]:
    text = page.read_text(encoding="utf-8")
    name = str(page.relative_to(ROOT))
    found = re.finditer(r"^```(senet|allhandsondeck)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [Snippet(name, block[1], text.count("\n", 0, block.start()) + 1, block[2]) for block in found]


ALL = [snippet for page in PAGES for snippet in snippets(page)]


def claims(line: str) -> dict[str, str]:
    return {match[1]: match[2] for match in SAYS.finditer(line)}


def squeezed(text: str) -> str:
    return "".join(text.split())


class Played:
    """A program from its start through some answers."""

    def __init__(self, snippet: Snippet, answers: list[str]) -> None:
        self.position: Position = load(snippet.program, language=snippet.language).start(seed=1)
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


def check_match(snippet: Snippet, said: dict[str, str], line: int | None) -> None:
    """One match; `line` is where the program has to fail, if it does."""
    played = Played(snippet, said.get("answers", "").split())
    position = played.position
    if "prints" in said:
        assert squeezed(played.said) == squeezed(said["prints"])
    if "fails" in said:
        assert position.error is not None and said["fails"] in position.error.message
        assert line is None or (position.error.span is not None and position.error.span.line == line + snippet.before)
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


@pytest.mark.parametrize("snippet", ALL, ids=lambda snippet: f"{snippet.page}:{snippet.line}")
def test_a_program_does_what_the_text_says(snippet: Snippet) -> None:
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
    found = check(snippet.program, language=snippet.language)
    assert sorted((item.span.line - snippet.before, item.code) for item in found) == sorted(wanted)
    if prints or fails is not None:
        said = {"prints": "".join(prints)} | ({} if fails is None else {"fails": fails})
        check_match(snippet, said, fails_at)
    elif not matches and not any(item.is_error for item in found):
        load(snippet.program, language=snippet.language).start(seed=1)


def consoles(page: Path) -> list[tuple[str, str, dict[str, str]]]:
    """Command, output, and the files that are there."""
    text = page.read_text(encoding="utf-8")
    programs = snippets(page)
    found = []
    for block in re.finditer(r"^```console\n\$ (.*?)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        line = text.count("\n", 0, block.start()) + 1
        last = [program for program in programs if program.line < line][-1]
        ending = {"senet": "senet", "allhandsondeck": "ah"}[last.language]
        found.append((block[1], block[2], {f"game.{ending}": programs[0].text, f"wrong.{ending}": last.text}))
    return found


@pytest.mark.parametrize(
    ("command", "output", "files"),
    [pytest.param(*block, id=block[0]) for page in PAGES for block in consoles(page)],
)
def test_a_command_prints_what_the_page_shows(
    command: str,
    output: str,
    files: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    for name, text in files.items():
        Path(name).write_text(text, encoding="utf-8")
    typed, _, verb = command.rpartition(" | ")
    given = typed.removeprefix("printf '").removesuffix("'").replace("\\n", "\n")
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(given.encode())))
    invoke(shlex.split(verb)[1:])
    said, complained = capsys.readouterr()
    assert said + complained == output


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_is_made_of_examples(page: Path) -> None:
    said = [kind for snippet in snippets(page) for line in snippet.text.splitlines() for kind in claims(line)]
    assert {"prints", "fails", "error", "warning", "wins", "options"} <= set(said)


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
        test_a_program_does_what_the_text_says(Snippet("page", language, 1, text))


def test_the_words_of_a_claim_are_told_apart() -> None:
    assert claims('print("a"); # prints: a') == {"prints": "a"}
    assert claims("# answers: 00 11 # prints: x y   # wins: X") == {"answers": "00 11", "prints": "x y", "wins": "X"}
    assert claims("f(); # error SN101 SN102") == {"error": "SN101 SN102"}
    assert claims("int n; # a comment") == {}


def test_a_position_that_still_asks_is_not_over() -> None:
    asking = Snippet("page", "senet", 1, "read(1);\n")
    assert Played(asking, []).position.status is Status.OPEN
