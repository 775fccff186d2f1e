"""What people read when something is wrong with a BoGL program: every message whole, as it stands on the screen.

The messages are files in `messages/`; `tests/languages/test_codes.py` says how to write them anew, and compares
those of the codes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.languages.bogl import codes
from parlour.languages.bogl.frontend import check
from parlour.languages.options import Options
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.render import render
from parlour.syntax.source import Source

BOARD = "game G\n\ntype Board = Array (3,3) of {X, O, Empty}\n\nboard : Board\nboard!(x,y) = Empty\n\n"

GAME = """\
game TicTacToe

type Player = {X, O}
type Result = Player & {Tie}
type Board  = Array (3,3) of Player & {Empty}
type Input  = (Int, Int)

start : Board
start!(x,y) = Empty

turn : (Board, Player) -> Result
turn(board, player) = if isFull(board) then Tie else player

other : Player -> Player
other(player) = if player == X then O else X
"""


def with_more(text: str) -> str:
    return f"{GAME}\n{text}\n"


def instead(old: str, new: str) -> str:
    """The game with one thing in it written otherwise."""
    assert GAME.count(old) == 1
    return GAME.replace(old, new)


# Name, program, code, and what the advice must contain.
BEGINNERS = [
    (
        "patterns",
        instead("other(player) = if player == X then O else X", "other(X) = O\nother(O) = X"),
        codes.BAD_PARAMETER,
        "if p == X then",
    ),
    (
        "symbols-with-commas-alone",
        instead("type Player = {X, O}", "type Player = X, O"),
        codes.EXPECTED,
        "`type Player = {X, O}`",
    ),
    (
        "assignment-in-a-loop",
        with_more("f : Int -> Int\nf(k) = while k < 9 do k = k * 2"),
        codes.SINGLE_EQUALS,
        "leave out `k =`",
    ),
    ("times-as-a-letter", with_more("f : Int -> Int\nf(n) = 3 x n"), codes.EXPECTED, "`3 * n`"),
    ("number-beside-a-name", with_more("f : Int -> Int\nf(n) = 3 n"), codes.EXPECTED, "`3 * n`"),
    ("type-before-a-name", with_more("int n = 1"), codes.FOREIGN_WORD, "`n : Int`"),
    ("type-in-a-let", with_more("f : Int -> Int\nf(n) = let int m = 1 in m + n"), codes.BAD_LET, "leave out `int`"),
    (
        "tuple-without-parentheses",
        with_more("f : (Int, Int) -> (Int, Int)\nf(x, y) = x + 1, y"),
        codes.EXPECTED,
        "`(x + 1, y)`",
    ),
    ("position-without-parentheses", with_more("f : Board -> Content\nf(b) = b!1,2"), codes.EXPECTED, "`b!(1,2)`"),
    ("content-without-braces", instead("of Player & {Empty}", "of Empty"), codes.UNKNOWN_TYPE, "`{Empty}`"),
    (
        "parameter-types-without-parentheses",
        instead(": (Board, Player) ->", ": Board, Player ->"),
        codes.EXPECTED,
        "`turn : (Board, Player) -> Result`",
    ),
    (
        "three-arguments-of-and",
        with_more("f : (Int, Bool) -> Bool\nf(n, b) = and(n > 0, n < 9, b)"),
        codes.ARGUMENTS,
        "`and(n > 0, and(n < 9, b))`",
    ),
    (
        "hole",
        with_more("f : (Board, Player) -> Result\nf(b, p) = if isFull(b) then ... else p"),
        codes.HOLE,
        "`p`, `O`, `Tie`, `X`",
    ),
    (
        "two-places-in-a-row",
        with_more("f : Board -> Board\nf(b) = place(X, b, (1,1))\n       place(O, b, (2,2))"),
        codes.EXPECTED,
        "in place(…, c, …)",
    ),
    ("type-in-small-letters", "game G\n\nn : int\nn = 3\n", codes.WRONG_CASE, "`Int`"),
    ("game-in-small-letters", "game tictactoe\n", codes.WRONG_CASE, "`Tictactoe`"),
    ("function-with-a-capital", "game G\n\nDouble : Int -> Int\nDouble(n) = 2 * n\n", codes.WRONG_CASE, "`double`"),
    ("symbol-in-small-letters", f"{BOARD}b : Board\nb = place(x, board, (1,1))\n", codes.UNKNOWN_NAME, "symbol X"),
    ("keyword-with-a-capital", "game G\n\nn : Int\nn = If True Then 1 Else 2\n", codes.WRONG_CASE, "small letters"),
    ("let-with-a-capital", "game G\n\nn : Int\nn = Let m = 1 In m\n", codes.WRONG_CASE, "small letters"),
    ("truth-in-small-letters", "game G\n\nt : Bool\nt = true\n", codes.UNKNOWN_NAME, "`True`"),
    ("truth-in-capitals", "game G\n\nt : Bool\nt = TRUE\n", codes.UNKNOWN_SYMBOL, "`True`"),
    ("no-game-line", "n : Int\nn = 3\n", codes.NO_GAME, "`game MyGame`"),
    ("game-line-with-a-colon", "game G:\n\nn : Int\nn = 3\n", codes.EXPECTED, "leave out the `:`"),
    ("game-line-with-a-brace", "game G {\n\nn : Int\nn = 3\n", codes.EXPECTED, "leave out the `{`"),
    ("game-line-with-a-string", 'game "Tic Tac Toe"\n\nn : Int\nn = 3\n', codes.EXPECTED, "`game TicTacToe`"),
    ("haskell-call", f"{BOARD}b : Board\nb = place X board (1,1)\n", codes.BARE_ARGUMENT, "place(X, board, (1,1))"),
    ("haskell-equation", "game G\n\nf : (Int, Int) -> Int\nf a b = a + b\n", codes.BARE_ARGUMENT, "`f(a, b) = …`"),
    ("haskell-type", "game G\n\nf : Int -> Int -> Int\nf(a, b) = a\n", codes.BAD_FUNCTION_TYPE, "(Int, Int) -> Int"),
    ("single-equals", "game G\n\nn : Int\nn = if width = 1 then 2 else 3\n", codes.SINGLE_EQUALS, "`==`"),
    ("lookup-off-the-board", f"{BOARD}c : Content\nc = board!(0,1)\n", codes.OFF_BOARD, "counted from 1"),
    ("place-off-the-board", f"{BOARD}b : Board\nb = place(X, board, (4,1))\n", codes.OFF_BOARD, "counted from 1"),
    ("if-without-else", "game G\n\nn : Int\nn = if True then 1\n", codes.EXPECTED, "needs an `else`"),
    ("if-with-braces", "game G\n\nn : Int\nn = if (True) { 1 } else { 2 }\n", codes.EXPECTED, "if … then … else"),
    ("while-with-braces", "game G\n\nf : Int -> Int\nf(n) = while (n > 1) { n - 1 }\n", codes.EXPECTED, "while … do"),
    ("let-without-in", "game G\n\nn : Int\nn = let m = 1\n    m + 1\n", codes.EXPECTED, "`n = let m = 1 in`"),
    (
        "branches-of-two-types",
        "game G\n\nf : Int -> Bool\nf(n) = (if n > 0 then n else False) == n\n",
        codes.NO_JOIN,
        "",
    ),
    (
        "branches-without-a-declared-type",
        "game G\n\ntype Result = {Won}\n\nf : Int -> Bool\nf(n) = (if n > 0 then n else Won) == Won\n",
        codes.NO_JOIN,
        "`type T = Int & {Won}`",
    ),
    (
        "branch-beyond-the-signature",
        "game G\n\ntype Result = {Won}\n\nf : Int -> Int\nf(n) = if n > 0 then n else Won\n",
        codes.DECLARED_TYPE,
        "`type T = Int & {Won}`",
    ),
    ("c-comment", "game G // mine\n\nn : Int\nn = 3\n", codes.FOREIGN_COMMENT, "`-- …`"),
    ("c-block-comment", "/* mine */\ngame G\n\nn : Int\nn = 3\n", codes.FOREIGN_COMMENT, "`{- … -}`"),
    ("python-comment", "# mine\ngame G\n\nn : Int\nn = 3\n", codes.FOREIGN_COMMENT, "`-- …`"),
    ("python-comment-after-code", "game G\n\nn : Int\nn = 3 # three\n", codes.EXPECTED, "`--`"),
    ("long-dash", "game G\n\nn : Int\nn = 3 – 1\n", codes.LOOK_ALIKE, "`-`"),
    ("curly-quotes", "game G\n\ns : String\ns = “hi”\n", codes.LOOK_ALIKE, '`"`'),
    ("invisible-character", "game G\n\nn : Int\nn = 1\u200b + 2\n", codes.LOOK_ALIKE, "delete it"),
    (
        "letter-of-another-alphabet",
        "game G\n\ntype T = {Cat}\n\nt : T\nt = \N{CYRILLIC CAPITAL LETTER ES}at\n",
        codes.UNKNOWN_SYMBOL,
        "another alphabet",
    ),
    ("grid-for-array", "game G\n\ntype Board = Grid(3,3)\n\nn : Int\nn = 3\n", codes.MISPLACED_ARRAY, "Array (3,3)"),
    ("symbols-without-braces", "game G\n\ntype T = X | O\n\nt : T\nt = X\n", codes.UNKNOWN_TYPE, "`{X, O}`"),
    ("board-called", f"{BOARD}f : (Board, Position) -> Content\nf(b, p) = b(p)\n", codes.BOARD_CALLED, "`b!p`"),
    ("board-indexed", f"{BOARD}f : Board -> Content\nf(b) = b[1][2]\n", codes.UNKNOWN_CHARACTER, "`b!(x,y)`"),
    ("input-of-a-board", f"{BOARD}n : Int\nn = input(board)\n", codes.INPUT_CALLED, "`input` alone"),
    ("input-with-parentheses", f"{BOARD}n : Int\nn = input()\n", codes.INPUT_CALLED, "`input` alone"),
    ("python-def", "game G\n\ndef f(x):\n    return x + 1\n", codes.FOREIGN_WORD, "a signature and an equation"),
    ("python-division", "game G\n\nn : Int\nn = 7 // 2\n", codes.FOREIGN_COMMENT, "to divide, write `/`"),
    ("python-and", "game G\n\nt : Bool\nt = 1 < 2 and 2 < 3\n", codes.FOREIGN_WORD, "`and(1 < 2, 2 < 3)`"),
    ("python-print", 'game G\n\nn : Int\nn = print("hi")\n', codes.UNKNOWN_NAME, "prints nothing"),
    ("python-none", "game G\n\nn : Int\nn = None\n", codes.UNKNOWN_SYMBOL, "a symbol of your own"),
    ("c-and", "game G\n\nt : Bool\nt = 1 < 2 && 2 < 3\n", codes.UNKNOWN_OPERATOR, "`and(a, b)`"),
    ("c-not", "game G\n\nt : Bool\nt = !True\n", codes.EXPECTED, "`not(…)`"),
    ("c-unequal", "game G\n\nt : Bool\nt = 1 != 2\n", codes.UNKNOWN_OPERATOR, "`/=`"),
    ("c-choice", "game G\n\nn : Int\nn = width > 1 ? 2 : 3\n", codes.UNKNOWN_OPERATOR, "if … then … else"),
    ("c-increment", "game G\n\nf : Int -> Int\nf(n) = n++\n", codes.UNKNOWN_OPERATOR, "`n + 1`"),
    ("r-assignment", "game G\n\nn : Int\nn <- 3\n", codes.UNKNOWN_OPERATOR, "a single `=`"),
]


def findings(text: str) -> tuple[Diagnostic, ...]:
    return check(Source("game.bgl", text), Options())


@pytest.mark.parametrize(("name", "text", "code", "advice"), BEGINNERS, ids=[name for name, *_ in BEGINNERS])
def test_a_mistake_of_beginners_is_told_once_and_with_advice(name, text, code, advice, as_reviewed) -> None:
    found = findings(text)
    assert [item.code for item in found] == [code]
    assert found[0].hint
    assert advice in found[0].hint
    as_reviewed("bogl", f"mistake-{name}", found)


DOUBTS = [
    (
        "lookup-beside-its-test",
        with_more(
            "on : (Int, Int) -> Bool\non(x, y) = and(x > 0, y > 0)\n\n"
            "f : (Board, (Int, Int)) -> Bool\nf(b, p) = and(on(p), b!p == Empty)"
        ),
        codes.BOTH_SIDES,
        "`if on(p) then b!p == Empty else False`",
    ),
    (
        "loop-that-never-ends",
        with_more("f : Board -> Int\nf(b) = let i = 1 in while countBoard(X, b) < 3 do i + 1"),
        codes.ENDLESS_LOOP,
        "look at `i`",
    ),
]


@pytest.mark.parametrize(("name", "text", "code", "advice"), DOUBTS, ids=[name for name, *_ in DOUBTS])
def test_what_is_hardly_ever_meant_is_told_once_and_with_advice(name, text, code, advice, as_reviewed) -> None:
    found = check(Source("game.bgl", text), Options())
    assert [(item.code, item.severity) for item in found] == [(code, "warning")]
    assert advice in found[0].hint
    as_reviewed("bogl", f"mistake-{name}", found)


@pytest.mark.parametrize(
    "text",
    [
        "f : (Board, Int) -> (Board, Int)\nf(b, n) = while countBoard(X, b) < n do (place(X, b, (n,1)), n)",
        "f : Int -> Int\nf(n) = while input == (1,1) do n + 1",
        "f : (Board, (Int, Int)) -> Bool\nf(b, p) = and(b!p == X, b!p /= O)",
        "same : (Board, (Int, Int)) -> Bool\nsame(b, p) = b!p == X\n\n"
        "f : (Board, (Int, Int)) -> Bool\nf(b, p) = and(same(b, p), b!p /= O)",
    ],
)
def test_nothing_is_said_about_loops_that_end_and_tests_of_the_same_cell(text: str) -> None:
    assert check(Source("game.bgl", with_more(text)), Options()) == ()


def test_there_are_no_messages_of_other_mistakes() -> None:
    found = {file.stem for file in (Path(__file__).parent / "messages").glob("mistake-*")}
    assert found == {f"mistake-{name}" for name, *_ in (*BEGINNERS, *DOUBTS)}


def test_tabs_are_blanks_like_any_others_and_do_not_move_the_marks() -> None:
    assert findings("game\tG\n\nn\t:\tInt\nn =\n\tif True\n\t\tthen 1\n\t\telse 2\n") == ()
    [found] = findings("game G\n\nn : Int\nn =\n\tif True\n\t\tthen 1\n\t\telse false\n")
    shown = render(found).split("\n")
    assert shown[2:4] == ["7 |         else false", "  |              ^^^^^"]


@pytest.mark.parametrize(
    "text",
    [
        "game G\n\nsecond : Int\nsecond = (3, 4)\n# 2\n",
        "game G\n\nboth : (Int, Int)\nboth = (3, 4)\n#(1, 2)\n",
        "game G\n\ntype T = {If, Let}\n\nt : T\nt = If n : Int n = 1\n",
        "game G\n\nt : Bool\nt = 1 < -2\n",
    ],
)
def test_what_only_resembles_a_mistake_is_read_as_what_it_is(text: str) -> None:
    assert findings(text) == ()
