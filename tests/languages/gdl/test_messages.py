"""What people read when something is wrong with a rule sheet: every message whole, as it stands on the screen.

The messages are files in `messages/`: one for each code, with what is said about the wrong examples of its page, and
one for each mistake that people really make. After a change of wording, write them anew and look at the difference:

    ACCEPT=1 .venv/bin/pytest tests/languages/gdl/test_messages.py; git diff tests/languages/gdl/messages
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from parlour.languages import Options, explanations
from parlour.languages.explanations import Explanation
from parlour.languages.gdl import check, codes, format_as
from parlour.syntax.diagnostic import Diagnostic, Diagnostics
from parlour.syntax.render import render
from parlour.syntax.source import Source

MESSAGES = Path(__file__).parent / "messages"
PAGES = [page for page in explanations.all() if page.language == "gdl"]

KIF = """(role me)
(init (step 1))
(legal me go)
(<= (next (step 2)) (does me go))
(<= terminal (true (step 2)))
(goal me 100)
"""
RULES = """role(me)
init(step(1))
legal(me,go)
next(step(2)) :- does(me,go)
terminal :- true(step(2))
goal(me,100)
"""

# Name, program, code, and what the advice must contain.
MISTAKES = [
    ("misspelled-keyword", KIF.replace("goal", "gaol"), codes.MISSING_RELATION, "where you wrote `gaol`"),
    ("misspelled-role", KIF.replace("(does me", "(does mee"), codes.UNDEFINED, "Did you mean me?"),
    ("misspelled-relation", f"{KIF}(ready)\n(<= (next (on 1)) (reddy))\n", codes.UNDEFINED, "Did you mean ready?"),
    ("true-in-the-head", KIF.replace("(next", "(true"), codes.KEYWORD_IN_HEAD, "`next`"),
    ("capital-relation-in-rule-form", RULES.replace("step", "Step"), codes.NOT_A_NAME, "`step(…)`"),
    ("kif-arrow-in-rule-form", RULES.replace(":- true", "<= true"), codes.WRONG_NECK, "`:-`"),
    ("kif-comment-in-rule-form", f"{RULES}; the end\n", codes.FOREIGN_COMMENT, "`% the end`"),
    ("percent-comment-in-kif", f"{KIF}% the end\n", codes.FOREIGN_COMMENT, "`; the end`"),
    ("not-closed", KIF.replace("(does me go))", "(does me go)"), codes.BRACKETS, "add a `)`"),
    ("closed-once-too-often", KIF.replace("(does me go))", "(does me go)))"), codes.BRACKETS, "leave it out"),
    ("goal-over-100", KIF.replace("100", "101"), codes.BAD_GOAL, "100 is the best"),
    ("question-mark-in-rule-form", RULES.replace("step(2)", "step(?x)"), codes.UNKNOWN_CHARACTER, "capital letter"),
]


def findings(text: str) -> tuple[Diagnostic, ...]:
    """What is wrong with the rules, or else what keeps them from being written in prefix form."""
    source = Source("game.kif", text)
    found = check(source, Options())
    if any(item.is_error for item in found):
        return found
    try:
        format_as(source, "kif")
    except Diagnostics as problem:
        return (*found, *problem.found)
    return found


def compare(name: str, found: list[Diagnostic]) -> None:
    """Compares what is shown with the reviewed file, or writes the file if `ACCEPT` is set."""
    shown = "\n\n".join(render(item, width=100) for item in found) + "\n"
    file = MESSAGES / f"{name}.txt"
    if os.environ.get("ACCEPT"):
        file.write_text(shown, encoding="utf-8")
    assert file.exists(), f"{file.name} is missing: run again with ACCEPT=1 and look at what was written"
    assert shown == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.code)
def test_the_message_of_a_code_is_as_reviewed(page: Explanation) -> None:
    compare(page.code, [item for example in page.examples if example.is_wrong for item in findings(example.text)])


@pytest.mark.parametrize(("name", "text", "code", "advice"), MISTAKES, ids=[name for name, *_ in MISTAKES])
def test_a_common_mistake_has_its_code_and_advice(name: str, text: str, code: str, advice: str) -> None:
    found = findings(text)
    assert {item.code for item in found} == {code}, [item.title for item in found]
    assert advice in found[0].hint
    compare(f"mistake-{name}", list(found))


def test_there_are_no_messages_left_over() -> None:
    names = {page.code for page in PAGES} | {f"mistake-{name}" for name, *_ in MISTAKES}
    assert {file.stem for file in MESSAGES.iterdir()} == names
