"""What people read when something is wrong with a rule sheet: every message whole, as it stands on the screen.

The messages are files in `messages/`; `tests/languages/test_codes.py` says how to write them anew, and compares
those of the codes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.languages.gdl import codes
from parlour.languages.gdl.frontend import check
from parlour.languages.options import Options
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.source import Source

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
    ("arrow-the-other-way", KIF.replace("(<= (next", "(=> (next"), codes.EXPECTED, "the `<=` comes first"),
    ("neck-in-prefix-form", KIF.replace("(<= (next", "(:- (next"), codes.EXPECTED, "the `<=` comes first"),
    ("if-for-the-arrow", KIF.replace("(<= terminal", "(if terminal"), codes.EXPECTED, "the `<=` comes first"),
    ("fact-without-true", KIF.replace("(true (step 2))", "(step 2)"), codes.UNDEFINED, "`(true (step …))`"),
    ("fact-without-true-in-rule-form", RULES.replace("true(step(2))", "step(2)"), codes.UNDEFINED, "`true(step(…))`"),
    ("less-than", f"{KIF}(<= (next on) (< 1 2))\n", codes.UNDEFINED, "(less 1 2)"),
    ("equals", f"{KIF}(<= (next on) (= 1 2))\n", codes.UNDEFINED, "one variable"),
    ("unequal", f"{KIF}(<= (next on) (!= 1 2))\n", codes.UNDEFINED, "(distinct 1 2)"),
    ("string", KIF.replace("(role me)", '(role "me")'), codes.UNKNOWN_CHARACTER, "`me`"),
    ("rule-form-in-prefix-form", f"{KIF}goal(me,50) :- true(on)\n", codes.EXPECTED, "`(<= (goal me 50) (true on))`"),
    ("player-for-role", KIF.replace("(role me)", "(player me)"), codes.MISSING_RELATION, "where you wrote `player`"),
    ("score-for-goal", KIF.replace("(goal", "(score"), codes.MISSING_RELATION, "where you wrote `score`"),
    ("misspelled-keyword", KIF.replace("goal", "gaol"), codes.MISSING_RELATION, "where you wrote `gaol`"),
    ("misspelled-role", KIF.replace("(does me", "(does mee"), codes.UNDEFINED, "Did you mean me?"),
    ("misspelled-relation", f"{KIF}(ready)\n(<= (next (on 1)) (reddy))\n", codes.UNDEFINED, "Did you mean ready?"),
    ("misspelled-fact", KIF.replace("true (step", "true (stpe"), codes.UNDEFINED, "Did you mean step?"),
    ("not-of-nothing", f"{RULES}next(on) :- not\n", codes.NOT_A_CONDITION, "`~open`"),
    ("negation-of-prolog", f"{RULES}next(on) :- \\+ true(on)\n", codes.UNKNOWN_CHARACTER, "`~`"),
    ("negation-by-a-mark", f"{RULES}next(on) :- !true(on)\n", codes.UNKNOWN_CHARACTER, "`~`"),
    ("bar-for-or", f"{RULES}next(on) :- true(on) | true(off)\n", codes.EXPECTED, "`or(true(on),true(off))`"),
    ("forgotten-sign", RULES.replace(":- does", ":- true(step(1)) does"), codes.EXPECTED, "write `&` between"),
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
    return check(Source("game.kif", text), Options())


@pytest.mark.parametrize(("name", "text", "code", "advice"), MISTAKES, ids=[name for name, *_ in MISTAKES])
def test_a_common_mistake_has_its_code_and_advice(name, text, code, advice, as_reviewed) -> None:
    found = findings(text)
    assert {item.code for item in found} == {code}, [item.title for item in found]
    assert advice in found[0].hint
    as_reviewed("gdl", f"mistake-{name}", found)


def test_there_are_no_messages_of_other_mistakes() -> None:
    found = {file.stem for file in (Path(__file__).parent / "messages").glob("mistake-*")}
    assert found == {f"mistake-{name}" for name, *_ in MISTAKES}
