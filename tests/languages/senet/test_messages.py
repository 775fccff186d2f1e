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


def row_game(old: str, new: str) -> str:
    """A small game with one thing in it written otherwise."""
    assert ROW_GAME.count(old) == 1
    return ROW_GAME.replace(old, new)


ROW_GAME = """\
@setup {
    group Row (Boards.Line(5)) {
        bool touches(int n) {
            return this.owns(n - 1) == ON_MOVE or this.owns(n + 1) == ON_MOVE;
        }
    };

    group Stone (Piece) {
        void Stone() {
            this.fixed = True;
        }
    };

    Row row();

    N_PLAYERS = 2;
}

@turns {
    void begin() {
        int n;
        Stone stone();
        n = stoi(read(1));
        if (stone >> row [n]) {
            if (row.touches(n) or row.full()) {
                exit();
            }
        }
    }
}
"""

# Name, program, code, and what the advice must contain.
BEGINNERS = [
    ("no-sections", "int n;\n", codes.SECTIONS, "put groups, functions and variables into it"),
    ("a-bogl-program", "game TicTacToe\n\ntype Player = {X, O}\n", codes.SECTIONS, "BoGL"),
    ("a-gdl-program", "(role white)\n", codes.SECTIONS, "GDL"),
    ("section-with-a-capital", with_begin("exit();").replace("@turns", "@Turns"), codes.SECTIONS, "`@turns`"),
    ("c-for", with_begin("for (int i = 0; i < 3; i = i + 1) { }"), codes.EXPECTED, "list the values"),
    ("python-for", with_begin("for i in {1, 2} { }"), codes.EXPECTED, "for (i in {1, 2})"),
    ("c-increment", with_begin("n++;"), codes.UNKNOWN_OPERATOR, "n = n + 1"),
    ("c-add-and-assign", with_begin("n += 1;"), codes.UNKNOWN_OPERATOR, "n = n + 1;"),
    ("c-array", with_begin("int cells[9];"), codes.EXPECTED, "list<int>"),
    ("c-comment", with_begin("exit(); // done"), codes.FOREIGN_COMMENT, "# …"),
    ("c-choice", with_begin("n = n > 1 ? 2 : 3;"), codes.UNKNOWN_OPERATOR, "if (…)"),
    ("two-names-at-once", with_begin("int a, b;"), codes.EXPECTED, "int b;"),
    ("java-string", with_setup("String s;"), codes.FOREIGN_WORD, "`str`"),
    ("java-new", with_begin("Piece p = new Piece();"), codes.FOREIGN_WORD, "`Piece p();`"),
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
    ("place-without-coordinates", with_begin("Piece >> Board;"), codes.BAD_BOARD_OPERATION, "`Piece >> Board [x, y]`"),
    ("long-dash", with_begin("n = n – 1;"), codes.LOOK_ALIKE, "`-`"),
    ("invisible-character", with_begin("n\u200b = 1;"), codes.LOOK_ALIKE, "delete it"),
    ("keyword-as-a-name", with_setup("int group;"), codes.RESERVED_WORD, "another name"),
    ("assign-to-a-sum", with_begin("n + 1 = 2;"), codes.BAD_TARGET, "`==`"),
    ("two-coordinates-on-a-line", row_game("row [n]", "row [n, 0]"), codes.BAD_COORDINATES, "`[n]`"),
    ("one-coordinate-on-a-grid", row_game("Line(5)", "Rect(5, 1)"), codes.BAD_COORDINATES, "`[x, y]`"),
    ("class", row_game("group Stone", "class Stone"), codes.FOREIGN_WORD, "`group Stone (Piece) { … };`"),
    ("java-class", row_game("group Stone (Piece)", "class Stone extends Piece"), codes.FOREIGN_WORD, "`group Stone"),
    (
        "unknown-board",
        row_game("Boards.Line(5)", "Boards.Square(5)"),
        codes.UNKNOWN_GROUP,
        "Boards.Rect(width, height)",
    ),
    ("if-with-a-capital", row_game("if (row", "If (row"), codes.WRONG_CASE, "`if`"),
    ("true-in-small-letters", row_game("True", "true"), codes.WRONG_CASE, "`True`"),
    ("void-with-a-capital", row_game("void begin", "Void begin"), codes.WRONG_CASE, "`void`"),
    ("begin-with-a-capital", row_game("void begin", "void Begin"), codes.NO_BEGIN, "write `begin`"),
    ("group-without-its-brace", row_game("    };\n\n    group", "\n    group"), codes.EXPECTED, "before line 7"),
    (
        "last-group-without-its-brace",
        row_game("    };\n\n    Row row", "\n    Row row"),
        codes.EXPECTED,
        "before line 13",
    ),
    (
        "function-without-its-brace",
        row_game("        }\n    };\n\n    group", "    };\n\n    group"),
        codes.EXPECTED,
        "line",
    ),
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


# What is allowed and hardly ever meant: name, program, code, and what the advice must contain.
DOUBTS = [
    ("comparison-as-a-statement", row_game("N_PLAYERS = 2", "N_PLAYERS == 2"), codes.NO_EFFECT, "a single `=`"),
    ("piece-that-is-never-made", row_game("stone();", "stone;"), codes.NEVER_MADE, "`Stone stone();`"),
    ("board-that-is-never-made", row_game("row();", "row;"), codes.NEVER_MADE, "`Row row();`"),
    (
        "more-names-than-players",
        "# parlour: players Ada, Ben, Cleo\n" + ROW_GAME,
        codes.NAMES_AND_PLAYERS,
        "`N_PLAYERS = 3;`",
    ),
]


@pytest.mark.parametrize(("name", "text", "code", "advice"), DOUBTS, ids=[name for name, *_ in DOUBTS])
def test_what_is_hardly_ever_meant_is_told_once_and_with_advice(name, text, code, advice, as_reviewed) -> None:
    found = findings(text)
    assert [(item.code, item.severity) for item in found] == [(code, "warning")]
    assert advice in found[0].hint
    as_reviewed("senet", f"mistake-{name}", found)


def test_a_name_of_the_program_may_differ_from_a_word_in_its_case() -> None:
    assert (
        findings(
            ROW_GAME.replace("int n;", "int In;")
            .replace("n = stoi", "In = stoi")
            .replace("(n)", "(In)")
            .replace("[n]", "[In]")
        )
        == ()
    )


def test_the_layout_means_nothing_where_all_braces_are_there() -> None:
    assert findings("\n".join(line.strip() for line in ROW_GAME.splitlines()) + "\n") == ()


def test_there_are_no_messages_of_other_mistakes() -> None:
    found = {file.stem for file in (Path(__file__).parent / "messages").glob("mistake-*")}
    assert found == {f"mistake-{name}" for name, *_ in (*BEGINNERS, *DOUBTS)}
