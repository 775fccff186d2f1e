"""What people read when something is wrong with a Senet program: every message whole, as it stands on the screen.

The messages are files in `messages/`; `tests/languages/test_codes.py` says how to write them anew, and compares
those of the codes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.languages.options import Options
from parlour.languages.senet import codes
from parlour.languages.senet.frontend import check
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.source import Source


def with_setup(text: str) -> str:
    return f"@setup {{\n    {text}\n}}\n\n@turns {{\n    void begin() {{\n        exit();\n    }}\n}}\n"


def with_begin(text: str) -> str:
    return f"@setup {{\n    int n;\n}}\n\n@turns {{\n    void begin() {{\n        {text}\n    }}\n}}\n"


# Name, program, code, and what the advice must contain.
BEGINNERS = [
    ("no-sections", "int n;\n", codes.SECTIONS, "put groups, functions and variables into it"),
    ("a-bogl-program", "game TicTacToe\n\ntype Player = {X, O}\n", codes.SECTIONS, "BoGL"),
    ("a-gdl-program", "(role white)\n", codes.SECTIONS, "GDL"),
    ("section-with-a-capital", with_begin("exit();").replace("@turns", "@Turns"), codes.SECTIONS, "`@turns`"),
    ("c-for", with_begin("for (int i = 0; i < 3; i = i + 1) { }"), codes.EXPECTED, "list the values"),
    ("python-for", with_begin("for i in {1, 2} { }"), codes.EXPECTED, "for (int i in"),
    ("c-increment", with_begin("n++;"), codes.UNKNOWN_OPERATOR, "n = n + 1"),
    ("c-add-and-assign", with_begin("n += 1;"), codes.UNKNOWN_OPERATOR, "n = n + …"),
    ("c-array", with_begin("int cells[9];"), codes.EXPECTED, "list<int>"),
    ("c-comment", with_begin("exit(); // done"), codes.FOREIGN_COMMENT, "# …"),
    ("c-choice", with_begin("n = n > 1 ? 2 : 3;"), codes.UNKNOWN_OPERATOR, "if (…)"),
    ("two-names-at-once", with_begin("int a, b;"), codes.EXPECTED, "int b;"),
    ("java-string", with_setup("String s;"), codes.FOREIGN_WORD, "`str`"),
    ("java-new", with_begin("Piece p = new Piece();"), codes.FOREIGN_WORD, "Boards.Rect b(3, 3);"),
    ("python-def", with_setup("def half(int n) { return n / 2; }"), codes.FOREIGN_WORD, "`int next(int n)"),
    ("javascript-let", with_begin("let m = 3;"), codes.FOREIGN_WORD, "`int n;`"),
    ("pascal-then", with_begin("if (n == 1) then exit();"), codes.FOREIGN_WORD, "in braces"),
    ("pascal-unequal", with_begin("if (n <> 1) { exit(); }"), codes.UNKNOWN_OPERATOR, "`!=`"),
    ("basic-mod", with_begin("n = n mod 2;"), codes.FOREIGN_WORD, "`a % b`"),
    ("parameter-without-a-type", with_setup("int half(n) { return n / 2; }"), codes.EXPECTED, "`int n`"),
    ("function-in-a-function", with_begin("int half(int n) { return n / 2; }"), codes.MISPLACED, "a `}` missing"),
    ("statement-in-a-group", with_setup('group Mark (Piece) { print("x"); };'), codes.MISPLACED, "into a function"),
    ("group-without-a-parent", with_setup("group Mark { int m; };"), codes.EXPECTED, "group Mark (Piece)"),
    ("index-with-two-numbers", with_begin("list<int> l; n = l[0, 1];"), codes.EXPECTED, "l[0][1]"),
    ("place-without-coordinates", with_begin("Piece >> Board;"), codes.BAD_BOARD_OPERATION, "piece >> board [x, y]"),
    ("long-dash", with_begin("n = n – 1;"), codes.LOOK_ALIKE, "`-`"),
    ("invisible-character", with_begin("n\u200b = 1;"), codes.LOOK_ALIKE, "delete it"),
    ("keyword-as-a-name", with_setup("int group;"), codes.RESERVED_WORD, "another name"),
    ("assign-to-a-sum", with_begin("n + 1 = 2;"), codes.BAD_TARGET, "`==`"),
    ("half-a-number", with_begin("n = 1.5;"), codes.BAD_NUMBER, "whole numbers"),
]


def findings(text: str, *, strict: bool = False) -> tuple[Diagnostic, ...]:
    return check(Source("game.senet", text), Options(strict=strict))


@pytest.mark.parametrize(("name", "text", "code", "advice"), BEGINNERS, ids=[name for name, *_ in BEGINNERS])
def test_a_mistake_of_beginners_is_told_once_and_with_advice(name, text, code, advice, as_reviewed) -> None:
    found = [item for item in findings(text) if item.is_error]
    assert [item.code for item in found] == [code]
    assert found[0].hint
    assert advice in found[0].hint
    as_reviewed("senet", f"mistake-{name}", found)


def test_there_are_no_messages_of_other_mistakes() -> None:
    found = {file.stem for file in (Path(__file__).parent / "messages").glob("mistake-*")}
    assert found == {f"mistake-{name}" for name, *_ in BEGINNERS}
