"""The canonical layout of BoGL, form by form, and where comments go."""

from __future__ import annotations

import pytest

from parlour import library
from parlour.languages.bogl.frontend import format
from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.source import Source

LONG = "aVeryLongName(withSome, arguments)"
IF_IN_IF = "if a then if b then c else d else (if e then f else g)"


def formatted(text: str) -> str:
    return format(Source("demo.bgl", text))


def value(expression: str) -> str:
    """The layout of an expression, as the value of x."""
    head = "game G\nx : Int\nx ="
    text = formatted(f"{head} {expression}")
    assert text.startswith(head) and formatted(text) == text
    return text.removeprefix(head).removeprefix(" ").removesuffix("\n")


@pytest.mark.parametrize("entry", library.all(), ids=lambda entry: entry.name)
def test_the_games_of_the_library_are_laid_out_canonically(entry: library.LibraryGame) -> None:
    if entry.language == "bogl":
        assert formatted(entry.text) == entry.text


def test_a_whole_program_on_one_line_gets_its_lines() -> None:
    text = "game G type P={A,B} type Board=Array(3,3)of P|Empty b:Board b(x,y)=Empty b(10,2)=A f:(Int,P)->Int f(n,p)=n"
    assert formatted(text) == (
        "game G\n"
        "type P = {A, B}\n"
        "type Board = Array (3,3) of P | Empty\n"
        "b : Board\n"
        "b(x,y)  = Empty\n"
        "b(10,2) = A\n"
        "f : (Int, P) -> Int\n"
        "f(n, p) = n\n"
    )


def test_empty_lines_between_definitions_are_the_authors_but_one_is_enough() -> None:
    text = "\n\ngame G\n\n\n\nx : Int\n\nx = 1\ny : Int\ny = 2\n\n-- About z\n\n\nz : Int\nz = 3\n\n\n"
    assert formatted(text) == "game G\n\nx : Int\nx = 1\ny : Int\ny = 2\n\n-- About z\n\nz : Int\nz = 3\n"


def test_authors_choose_between_the_forms_of_2020_and_later() -> None:
    text = "game G\ntype A = B | C & {D} | {E} & F\nb : Board\nb!(x,y) = 0x1F\nb(1,-2) = b!(1, 2)\n"
    assert formatted(text) == text


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("((6))*(7)", "6 * 7"),
        ("(a+b)*c", "(a + b) * c"),
        ("a+(b*c)", "a + b * c"),
        ("a-(b-c)", "a - (b - c)"),
        ("(a!p)+(f(x))", "a!p + f(x)"),
        ("(a == b) == c", "(a == b) == c"),
        ("f((1,2))", "f((1, 2))"),
        ("(p # 1) + p # (1,2)", "p#1 + p#(1, 2)"),
        ("(f(p)) # 2", "f(p)#2"),
        ("(a + b) # 2", "(a + b)#2"),
        ("1 - - 2", "1 - -2"),
        ("- x", "-x"),
        ("- - x", "- -x"),
        ("-(5)", "-(5)"),
        ("-(5 # 1)", "-(5#1)"),
        ("- (- 5)", "- -5"),
        ("b ! - n", "b ! -n"),
        ("b ! - 2", "b ! -2"),
        ("(b ! (-n)) ! m", "(b ! -n)!m"),
        ("b ! (-n) ! m", "b!(-n)!m"),
        ("2 * let y = 3 in y", "2 * (let y = 3 in y)"),
        ("(let y = 3 in y)", "let y = 3 in y"),
        # Without the last pair it would be a chain: an equal program, but another tree.
        ("if a then (if b then c else d) else (if e then f else g)", IF_IN_IF),
        ("while (a) do (b)", "while a do b"),
        ('"a  \\955 -- b"', '"a  \\955 -- b"'),
    ],
)
def test_parentheses_stay_only_where_the_tree_needs_them(written: str, canonical: str) -> None:
    assert value(written) == canonical


def test_a_chain_of_conditions_has_an_arm_a_line() -> None:
    assert value("if a then 1 else if b then 2 else 3") == "\n  if a then 1\n  else if b then 2\n  else 3"


def test_a_condition_is_one_line_if_it_fits() -> None:
    assert value("if a\nthen 1\nelse 2") == "if a then 1 else 2"
    assert value(f"if {LONG} then {LONG} else {LONG}") == f"\n  if {LONG} then {LONG}\n  else {LONG}"
    assert value(f"if {LONG} + {LONG} then {LONG} else 1") == f"\n  if {LONG} + {LONG} then\n    {LONG}\n  else 1"


def test_lets_have_a_line_each_and_begin_a_level_after_else() -> None:
    assert value("let a = 1 in let b = 2 in a + b") == "\n  let a = 1 in\n  let b = 2 in\n  a + b"
    assert value("if a then 1 else let b = 2 in if b then 3 else 4") == (
        "\n  if a then 1\n  else\n    let b = 2 in\n    if b then 3 else 4"
    )
    assert value("let a = if b then 1 else if c then 2 else 3 in a") == (
        "\n  let a =\n    if b then 1\n    else if c then 2\n    else 3\n  in\n  a"
    )


def test_what_is_too_long_is_broken_at_its_outermost_place() -> None:
    assert value(f"f({LONG}, {LONG}, {LONG})") == f"\n  f(\n    {LONG},\n    {LONG},\n    {LONG}\n  )"
    assert value(f"{LONG} + {LONG} - {LONG}") == f"\n  {LONG}\n    + {LONG}\n    - {LONG}"
    symbols = [f"ASymbolWithNumber{number}" for number in range(6)]
    assert formatted(f"game G type T = {{{','.join(symbols)}}}") == (
        "game G\ntype T = {\n  " + ",\n  ".join(symbols) + "\n}\n"
    )


def test_a_line_of_88_columns_fits_and_one_of_89_does_not() -> None:
    for width, is_broken in ((88, False), (89, True)):
        name = "n" * (width - len("x = f(1, )"))
        assert value(f"f(1, {name})").startswith("\n") is is_broken


def test_comments_stay_with_what_they_are_about() -> None:
    text = (
        "{- A game\n   of two lines -}\n"
        "game G  -- its name\n"
        "\n"
        "-- The first section\n"
        "\n"
        "-- About T\n"
        "type T = {\n"
        "  A,  -- the first\n"
        "  B  {- the second -}\n"
        "}\n"
        "f : Int -> Int  -- numbers only\n"
        "-- How:\n"
        "f(n) =\n"
        "  -- first of all\n"
        "  let m = n + {- one -} 1 in  -- more\n"
        "  if m > 2 then 1\n"
        "  -- otherwise\n"
        "  else 2  -- done\n"
        "-- The end\n"
    )
    assert formatted(text) == text


def test_comments_in_parentheses_that_go_are_kept() -> None:
    assert value("( -- why\n 5 {- what -} )") == " -- why\n  5  {- what -}"
    assert formatted("game G x:(Int{- a -})\nx=(({- b -}5){- c -})\n--d") == (
        "game G\nx : Int  {- a -}\nx = {- b -} 5  {- c -}\n--d\n"
    )


def test_a_comment_between_a_sign_and_its_number_goes_before_both() -> None:
    assert value("- {- c -} 5") == "{- c -} -5"


def test_line_ends_become_alike_and_the_last_one_is_added() -> None:
    assert formatted("game G\r\nx : Int\nx = 1") == "game G\r\nx : Int\r\nx = 1\r\n"
    assert formatted("game G\nx : Int\r\nx = 1\r{- a\r\nb -}") == "game G\nx : Int\nx = 1\n{- a\nb -}\n"


def test_a_prelude_has_no_game_line_and_gets_none() -> None:
    assert formatted("two:Int two=2") == "two : Int\ntwo = 2\n"


def test_types_need_not_fit_to_be_laid_out() -> None:
    assert formatted("game G x:Int x=nothing+True") == "game G\nx : Int\nx = nothing + True\n"


@pytest.mark.parametrize("text", ["", "-- only a comment", "game G x : Int", "game G x : Int x = (1", "game G {- open"])
def test_a_text_with_errors_is_refused_with_all_of_them(text: str) -> None:
    with pytest.raises(Diagnostics) as refused:
        formatted(text)
    assert all(item.code.startswith("BG") for item in refused.value.found)


def test_the_deepest_program_that_can_be_read_can_be_laid_out() -> None:
    levels = 99
    assert value("(" * levels + "a" + " + 1) * 2" * levels).count("(") == levels
    assert value("f(" * levels + "a" + ")" * levels).count("f(") == levels
    many = formatted("game G x : Int x = " + "if a then b else let y = c in " * 500 + "z")
    assert max(len(line) for line in many.split("\n")) < 60


def test_a_comment_behind_a_sign_that_moves_keeps_its_line() -> None:
    text = "game Demo\nx : Int\nx =\n{- two -}\n- -- three\n12\n"
    printed = format(Source("demo.bgl", text))
    assert printed == "game Demo\nx : Int\nx =\n  {- two -}\n  -- three\n  -12\n"
    assert format(Source("demo.bgl", printed)) == printed
