"""What `--strict` refuses: all that the tool of BoGL's authors would not read."""

from __future__ import annotations

import pytest

from parlour.languages.bogl import codes
from parlour.pipeline import check

BOARD = "type Board = Array (3,3) of {X, Empty}\n"


def refused(text: str) -> list[tuple[int, str]]:
    """Line and sentence of everything that only `--strict` finds."""
    assert not [item for item in check(text, language="bogl") if item.is_error]
    return [(item.span.line, item.title) for item in check(text, language="bogl", strict=True) if item.is_error]


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("x : Int\nx = 1\n" + BOARD, 4, "`type Board` comes after a definition"),
        ("x : Int\nx = 1\ntype Input = Int\n", 4, "`type Input` comes after a definition"),
        ("type Input = Int\n" + BOARD, 3, "`type Board` comes after Input"),
        ("type A = B\ntype B = {C}\n", 2, "`B` is used before it is declared"),
        ("f : {A, B} -> Int\nf(x) = 1\n", 2, "a signature has only types with names"),
        ("x : Int & {None}\nx = 1\n", 2, "a signature has only types with names"),
        ("f : (Int, Int & {None}) -> Int\nf(x, y) = 1\n", 2, "a signature has only types with names"),
        ("type T = Int | None\n", 2, "a type is extended by `&`, not by `|`"),
        ("type T = Int & {A} & {B}\n", 2, "a type is extended once"),
        (BOARD + "b : Board\nb(x, y) = Empty\n", 4, "an equation of a board has a `!` behind its name"),
        ("f : ((Int, Int), Int) -> Int\nf(p, n) = p # 1\n", 3, "there is no `#`"),
        ("f : Int -> Int\nf(n) = -n\n", 3, "only a number has a minus in front of it"),
        (BOARD + "f : Board -> Int\nf(b) = count(X, b)\n", 4, "there is no `count`"),
        (BOARD + "f : Board -> Int\nf(b) = countRow(X, b, 1)\n", 4, "`countRow` takes a piece and a board"),
    ],
)
def test_what_the_tool_does_not_read_is_refused(text: str, line: int, says: str) -> None:
    assert refused("game G\n" + text) == [(line, f"in BoGL's own tool {says}")]


@pytest.mark.parametrize(
    "text",
    [
        "type A = {B}\n" + BOARD + "type C = A & {D}\ntype Input = C\nx : C\nx = B\ntype E = Int\ny : E\ny = -3\n",
        BOARD + "b : Board\nb!(x, y) = Empty\nf : (Board, Content) -> Bool\nf(b, c) = inARow(3, c, b)\n",
        "count : Int -> Int\ncount(n) = n\nx : Int\nx = count(3)\n",
    ],
)
def test_what_it_reads_is_accepted(text: str) -> None:
    assert refused("game G\n" + text) == []


def test_each_thing_is_told_once() -> None:
    assert len(refused("game G\nf : ((Int, Int), Int) -> Int\nf(p, n) = p # 1 + p # 2\n")) == 1


def test_the_code_is_its_own() -> None:
    found = check("game G\nf : ((Int, Int), Int) -> Int\nf(p, n) = p # 1\n", language="bogl", strict=True)
    assert [item.code for item in found] == [codes.NOT_IN_TOOL]
