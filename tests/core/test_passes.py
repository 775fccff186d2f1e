"""Passes over whole programs: each leaves what a program means as it is, and all are listed."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator

import pytest

from parlour.core import passes
from parlour.core.nodes import Block
from parlour.core.passes import uniqueness
from parlour.core.passes.constant_fields import leave_out
from parlour.core.passes.order import in_order
from parlour.core.passes.pipeline import PASSES, prepared
from parlour.core.passes.sinking import sink
from parlour.core.passes.uniqueness import change_in_place
from parlour.core.passes.unpeeling import unpeel
from parlour.core.read.program import read_program
from parlour.core.text import print_program
from parlour.core.verify import check
from parlour.testing.core_games import core_game


def test_every_module_of_the_folder_is_in_its_list_and_passes_are_in_their_order() -> None:
    assert passes.__doc__ is not None
    listed = re.findall(r"^    (\w+)  ", passes.__doc__, re.MULTILINE)
    modules = {module.name for module in pkgutil.iter_modules(passes.__path__)}
    assert sorted(listed) == sorted(modules - {"pipeline"})
    assert listed[: len(PASSES)] == [each.name for each in PASSES]


def test_a_program_can_be_had_after_any_pass() -> None:
    draft = read_program(PROGRAM.format(body="return f(1)"))
    program = draft
    for each in PASSES:
        program = each.run(program)
        assert prepared(draft, each.name) == program
    assert prepared(draft) == program


PROGRAM = """program p entry main

class Piece {{
  field owner: int
}}

class King extends Piece {{
}}

function main() -> none {{
  do f(1)
}}

function put(piece: object Piece, at: int) -> int {{
  return add(piece.owner, at)
}}

function f(n: int) -> int {{
  locals (x: object King?, y: object King, a: int, i: int)
  {body}
}}
"""

MAKE = "x = convert[object King?](new King(1))\n"
READ = "put(convert[object Piece](narrow[object King](x)), n)"
SUNK = "put(convert[object Piece](new King(1)), n)"


def sunk(body: str) -> str:
    """The last function after sinking, in one line."""
    program = sink(in_order(read_program(PROGRAM.format(body=body))))
    check(program)
    text = print_program(program)
    return " ".join(text[text.index("function f") :].split())


@pytest.mark.parametrize(
    "body",
    [
        MAKE + f"return {READ}",
        MAKE + f"ask a: whole seat -1 kind literal\nreturn {READ}",
        MAKE + f"if lt(n, 1) {{\n return {READ}\n}}\nreturn 0",
        MAKE + f"y = narrow[object King](x)\ni = 1\nreturn {READ.replace('narrow[object King](x)', 'y')}",
        f"while lt(n, 5) {{\n {MAKE}\n n = {READ}\n}}\nreturn n",
        MAKE + f"for i from 0 to {READ} {{\n n = i\n}}\nreturn n",
    ],
)
def test_an_object_is_made_where_it_is_used(body: str) -> None:
    text = sunk(body)
    assert SUNK in text
    assert "x" not in re.findall(r"\w+", text)


@pytest.mark.parametrize(
    "body",
    [
        # read twice, or written twice
        MAKE + f"n = {READ}\nreturn {READ}",
        MAKE + MAKE + f"return {READ}",
        # in a loop of its own, or with something in it that differs
        MAKE + f"while lt({READ}, 5) {{\n n = add(n, 1)\n}}\nreturn n",
        MAKE + f"for i from 0 to 3 {{\n n = {READ}\n}}\nreturn n",
        f"x = convert[object King?](new King(n))\nn = 2\nreturn {READ}",
        # objects that are listed in the order of their making
        MAKE + f"do list_length(tracked Piece)\nreturn {READ}",
    ],
)
def test_an_object_stays_where_moving_it_could_be_seen(body: str) -> None:
    assert SUNK not in sunk(body)


FIELDS = """program p entry main

class Piece {{
  field owner: int
  private field fixed: bool
  private field size: int
}}

class King extends Piece {{
  private field crown: string
}}

function main() -> none {{
  do f(convert[object Piece](new King(1, false, 2, "gold")))
}}

function f(piece: object Piece) -> int {{
  locals (king: object King)
  king = {king}
  {more}
  if not(piece.fixed) {{
    return piece.size
  }}
  return string_length(king.crown)
}}
"""


@pytest.mark.parametrize(
    ("king", "more", "kept"),
    [
        ('new King(5, false, 2, "gold")', "", ["owner"]),
        ('new King(5, true, 2, "gold")', "", ["owner", "fixed"]),
        ('new King(5, false, 2, "tin")', "piece.size = 3", ["owner", "size", "crown"]),
        ('new King(5, false, piece.owner, "gold")', "", ["owner", "size"]),
        ("narrow[object King](piece)", "return narrow[object King](piece).size", ["owner", "size"]),
    ],
)
def test_a_private_field_that_never_differs_is_left_out(king: str, more: str, kept: list[str]) -> None:
    program = leave_out(in_order(read_program(FIELDS.format(king=king, more=more))))
    check(program)
    assert [field.name for class_ in program.classes for field in class_.fields] == kept
    text = print_program(program)
    assert ("if true" in text) == ("fixed" not in kept)
    assert ("return 2" in text) == ("size" not in kept)


def test_fields_that_tables_look_at_stay() -> None:
    text = FIELDS.format(king='new King(1, false, 2, "gold")', more="").replace("private ", "")
    program = in_order(read_program(text))
    assert leave_out(program) is program


UNIQUE = """program p entry main

class Series {{
  field items: list[int]
}}

class Pair {{
  field one: list[int]
  field other: list[int]
}}

global kept: object Series

function main() -> none {{
  locals (all: list[int])
  all = list_copy(f(3).items)
  tell text_of_int(list_length(all))
  do list_push(all, 1)
  @kept = f(2)
  all = list_copy(@kept.items)
  do list_push(all, 1)
  tell join([text_of_int(list_length(@kept.items)), " ", text_of_int(list_length(all))])
}}

routine `concat[int]`(xs: list[int], ys: list[int]) -> list[int] charge 0 {{
  locals (result: list[int])
  result = list_copy(xs)
  do list_extend(result, ys)
  return result
}}

function keep(series: object Series) -> int {{
  @kept = series
  return 1
}}

function f(n: int) -> object Series {{
  locals (x: object Series, y: object Series, part: object Series, i: int, xs: list[int])
  x = new Series({first})
  for i from 0 to n {{
    part = x
    x = new Series({more})
    {inside}
  }}
  {behind}
  return {result}
}}
"""

GROW = "`concat[int]`(part.items, [i])"


def grown(first: str, more: str, inside: str, behind: str, result: str) -> tuple[str, list[str]]:
    """The program after the pass, and what it tells; which must be what it tells without the pass."""
    draft = in_order(read_program(UNIQUE.format(first=first, more=more, inside=inside, behind=behind, result=result)))
    changed = change_in_place(draft)
    said = []
    for program in (draft, changed):
        check(program)
        game = core_game(program)
        said.append([event.text for event in game.start().view(None).log])
    assert said[0] == said[1]
    return print_program(changed), said[0]


@pytest.mark.parametrize(
    ("first", "more", "inside", "behind", "result"),
    [
        ("list[int]()", GROW, "", "", "x"),
        ("[1, 2]", GROW, "", "", "x"),
        ("list[int]()", GROW, "do list_length(x.items)", "do list_get(x.items, 0)", "x"),
        ("list[int]()", GROW, "y = x\n do list_length(y.items)", "", "x"),
        ("list[int]()", GROW, "", "if gt(n, 1) {\n return x\n }", "new Series([1])"),
        ("list[int]()", GROW, "", "xs = [4]\ndo list_push(xs, 5)", "x"),
    ],
)
def test_what_one_local_holds_is_changed_in_place(first: str, more: str, inside: str, behind: str, result: str) -> None:
    text, _ = grown(first, more, inside, behind, result)
    assert "do list_push(x.items, i)" in text
    assert "all = f(3).items" in text
    assert "list_copy(@kept.items)" in text


@pytest.mark.parametrize(
    ("first", "more", "inside", "behind", "result"),
    [
        # somebody else may hold the object, its list, or the old one
        ("list[int]()", GROW, "@kept = x", "", "x"),
        ("list[int]()", GROW, "do keep(x)", "", "x"),
        ("list[int]()", GROW, "y = x\n do list_push(y.items, 9)", "", "x"),
        ("list[int]()", GROW, "xs = x.items", "", "x"),
        ("@kept.items", GROW, "", "", "x"),
        # it is not the old one with more in it
        ("list[int]()", "`concat[int]`([i], part.items)", "", "", "x"),
        ("list[int]()", "`concat[int]`(part.items, part.items)", "", "", "x"),
        ("list[int]()", "`concat[int]`(part.items, x.items)", "", "", "x"),
    ],
)
def test_what_somebody_else_may_hold_is_made_anew(first: str, more: str, inside: str, behind: str, result: str) -> None:
    before = "@kept = new Series([7])\n  " if first == "@kept.items" else ""
    draft = UNIQUE.format(first=first, more=more, inside=inside, behind=behind, result=result)
    program = change_in_place(in_order(read_program(draft.replace("  x = new", f"  {before}x = new", 1))))
    check(program)
    text = print_program(program)
    assert "list_push(x.items" not in text and "list_extend(x.items" not in text


def test_a_list_that_is_held_twice_is_copied() -> None:
    text = """program p entry main

class Pair {
  field one: list[int]
  field other: list[int]
}

function main() -> none {
  locals (all: list[int])
  all = list_copy(pair().one)
}

function pair() -> object Pair {
  locals (xs: list[int])
  xs = [1]
  return new Pair(xs, xs)
}
"""
    assert "list_copy(pair().one)" in print_program(change_in_place(in_order(read_program(text))))
    apart = text.replace("new Pair(xs, xs)", "new Pair(xs, [2])")
    assert "list_copy" not in print_program(change_in_place(in_order(read_program(apart))))


@pytest.mark.parametrize(
    ("behind", "is_copied"),
    [("", False), ("do list_push(xs, 3)", True), ("do list_length(xs)", True)],
)
def test_the_last_to_use_a_list_needs_no_copy(behind: str, is_copied: bool) -> None:
    text = f"""program p entry main

function main() -> none {{
  locals (xs: list[int], ys: list[int], i: int)
  xs = list[int]()
  for i from 0 to 3 {{
    do list_push(xs, i)
  }}
  ys = list_copy(xs)
  {behind}
  do list_push(ys, 9)
}}
"""
    assert ("list_copy(xs)" in print_program(change_in_place(in_order(read_program(text))))) == is_copied


def test_uniqueness_goes_through_a_function_a_few_times_however_many_copies_it_makes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else the time would grow with the square of its length."""
    walks = 0
    uses = uniqueness._uses

    def counted(block: Block) -> Iterator[uniqueness._Use]:
        nonlocal walks
        walks += 1
        return uses(block)

    monkeypatch.setattr(uniqueness, "_uses", counted)
    copies = "\n".join(f"  ys = xs\n  do list_length(ys)\n  y{number} = xs\n  do y{number}" for number in range(40))
    locals_ = ", ".join(f"y{number}: list[int]" for number in range(40))
    text = f"""program p entry main

function main() -> none {{
  locals (xs: list[int], ys: list[int], {locals_})
  xs = list[int]()
{copies}
}}
"""
    change_in_place(in_order(read_program(text)))
    assert walks < 10


PEELED = """program p entry main
function main() -> int {{
  locals (x: int, y: int, `x 2`: int, `y 2`: int, from: int, to: int)
  {body}
  return sub(to, from)
}}
"""

ASKED = """
  ask `{x}`: whole(1, 9) seat 0 kind number
  ask `{y}`: whole(1, 9) seat 0 kind number
  from = `{x}`
  to = `{y}`
"""
AGAIN = ASKED.format(x="x 2", y="y 2")
CHECKED = ASKED.format(x="x", y="y") + 'while gt(from, to) {{\n tell "no"\n {more}\n' + AGAIN + " }}\n {behind}\n"


@pytest.mark.parametrize("more", ["", "if eq(to, 3) {\n break\n }", "while true {\n break\n }"])
def test_what_is_asked_before_a_loop_and_again_at_its_end_is_asked_at_one_place(more: str) -> None:
    draft = in_order(read_program(PEELED.format(body=CHECKED.format(more=more, behind=""))))
    program = unpeel(draft)
    check(program)
    assert print_program(draft).count("ask ") == 4 and print_program(program).count("ask ") == 2
    for answers in ((2, 3), (3, 2, 1, 5), (9, 8, 5, 3, 4, 4)):
        ends = []
        for each in (draft, program):
            position = core_game(each).start()
            for answer in answers:
                if position.questions:
                    position.answer(position.questions[0], answer)
            ends.append((position.status, position.state(), position.last))
        assert ends[0] == ends[1]


@pytest.mark.parametrize(
    ("more", "behind"),
    [
        ("if eq(to, 3) {\n continue\n }", ""),  # asks no more
        ("", "from = x"),  # what the first question was answered with is wanted
        ("", "from = `x 2`"),
        ("from = add(x, 1)", ""),
    ],
)
def test_questions_that_are_not_alike_stay_apart(more: str, behind: str) -> None:
    draft = in_order(read_program(PEELED.format(body=CHECKED.format(more=more, behind=behind))))
    assert unpeel(draft) == draft
