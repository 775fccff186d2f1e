"""Every season in the documentation is read, and played where it says how; all does what the text beside it says.

A fenced `contest` snippet is a whole season, or rounds of one: then teams Lynx (Ada, Ben) and Otter (Cleo, Dan) play,
with the counters points and gold, which starts at 3, and nobody wins. Behind `//`, on the line that it is about:

    elimination for most points   // plan: elimination of highest points     its canonical words
    elimination of Nora           // error CT110                             this line has that error
    competition between Ada, Ben  // warning CT152                           or that warning, and so on
    competition between everyone  // fails: nobody is left                   a match without answers stops on this line

A line that is nothing but a comment is a match of its own, and the claims on it are about that match:

    // answers: Ada Ben           // prints: Round 1 …                       with these answers, between blanks
    // answers: Ada Ben           // options: Cleo Dan                       it asks on, and offers these
    // answers: Ada Ben           // wins: Ada                               they have won, or `nobody`

A snippet without claims must check without a finding.
"""

from __future__ import annotations

import re

import pytest
from tests.docs.pages import BLOCKS, Block
from tests.docs.test_programs import squeezed

import parlour
from parlour.game.error import Refused
from parlour.game.position import Position, Step
from parlour.game.view import Told
from parlour.languages.contest.check.checker import check_program
from parlour.languages.contest.syntax.parser import parse_program
from parlour.languages.contest.words import Words
from parlour.pipeline import check
from parlour.syntax.source import Source

KINDS = "answers|prints|fails|options|wins|error|warning|plan"
SAYS = re.compile(rf"//\s*({KINDS}):?\s(.*?)\s*(?=//\s*(?:{KINDS})|$)")
ALL = [block for block in BLOCKS if block.language == "contest"]
CAST = "team Lynx: Ada, Ben; team Otter: Cleo, Dan all with score called points, resource called gold starting at 3"


def program_of(snippet: Block) -> tuple[str, int]:
    """The whole season, and how many of its lines stand before the snippet."""
    if "Win:" in snippet.text:
        return snippet.text, 0
    return f"Players: {CAST} Rounds:\n{snippet.text}\n; Win: reach 1000 points, 1000 gold", 1


def claims(line: str) -> dict[str, str]:
    return {match[1]: match[2] for match in SAYS.finditer(line)}


def played(program: str, answers: list[str]) -> tuple[Position, str]:
    """A season from its start through some answers, and what was said."""
    position = parlour.load(program, language="contest").start(seed=1)
    said = _words(position.last)
    for answer in answers:
        assert position.questions, f"nobody asks for {answer}: {said} {position.error}"
        question = position.questions[0]
        value = position.read_answer(question, answer)
        assert not isinstance(value, Refused), value
        step = position.answer(question, value)
        assert isinstance(step, Step), step
        said += _words(step)
    return position, said


def _words(step: Step) -> str:
    told = [event for event in step.events if isinstance(event, Told)]
    return "".join(event.text for event in told if event.channel == "say")


def check_match(program: str, said: dict[str, str], line: int | None) -> None:
    position, words = played(program, said.get("answers", "").split())
    if "prints" in said:
        # Of rounds that are no whole season, how it ends does not matter.
        assert squeezed(words).removesuffix("Nobodywins") == squeezed(said["prints"])
    if "fails" in said:
        assert position.error is not None and said["fails"] in position.error.message
        assert line is None or (position.error.span is not None and position.error.span.line == line)
    else:
        assert position.error is None, position.error
    if "options" in said:
        assert " ".join(option.label for option in position.legal(position.questions[0])) == said["options"]
    if "wins" in said:
        assert position.outcome is not None, "it goes on"
        names = [seat.name for seat in position.seats]
        assert (" ".join(names[seat] for seat in position.outcome.winners) or "nobody") == said["wins"]


@pytest.mark.parametrize("snippet", ALL, ids=str)
def test_a_season_does_what_the_text_says(snippet: Block) -> None:
    program, before = program_of(snippet)
    wanted: list[tuple[int, str]] = []
    plans: list[tuple[int, str]] = []
    for number, line in enumerate(snippet.text.splitlines(), 1 + before):
        said = claims(line)
        if line.startswith("//") and said:
            check_match(program, said, None)
            continue
        for severity in ("error", "warning"):
            wanted.extend((number, code) for code in said.get(severity, "").split())
        if "plan" in said:
            plans.append((number, said["plan"]))
        if "fails" in said:
            check_match(program, said, number)
    found = check(program, language="contest")
    assert sorted((item.span.line, item.code) for item in found) == sorted(wanted)
    if plans:
        season = check_program(parse_program(Source("demo", program))[0])[0]
        assert season is not None
        words = Words([player.name for player in season.players])
        shown = {phase.span.line: words.phase(phase) for phase in season.phases}
        assert [(number, shown.get(number)) for number, _ in plans] == plans


def test_the_page_is_made_of_examples() -> None:
    lines = "\n".join(snippet.text for snippet in ALL if snippet.page == "docs/languages/contest.md").splitlines()
    assert set(KINDS.split("|")) <= {kind for line in lines for kind in claims(line)}


@pytest.mark.parametrize(
    "text",
    [
        "elimination of most points // plan: elimination of most points\n",
        "elimination of Nora\n",
        "elimination of Ada // error CT110\n",
        "elimination of Ada\n// answers: Ben // prints: Round 1\n",
        "elimination of Ada\n// answers: // wins: Ada\n",
        "elimination of Ada // fails: nobody\n",
    ],
)
def test_a_season_that_lies_is_found(text: str) -> None:
    with pytest.raises(AssertionError):
        test_a_season_does_what_the_text_says(Block("page", 1, "contest", "", text))
