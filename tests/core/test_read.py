"""Bad core text is refused with what is wrong and where."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.read.program import CoreTextError, read_program

HEAD = "program p entry main\n"


def body(statement: str) -> str:
    lines = ("class C {", "  field a: int", "}", "function main() -> none {", "  locals (x: int, c: object C)")
    return HEAD + "\n".join((*lines, f"  {statement}", "}\n"))


# text, message, line, column
BAD = {
    "nothing at all": ("", "expected `program`, not the end of the text", 1, 1),
    "something that is no program": ("function f", "expected `program`, not `function`", 1, 1),
    "an entry is missing": ("program p\n", "expected `entry`, not the end of the line", 1, 10),
    "a declaration that does not exist": (f"{HEAD}rule x\n", "expected a declaration, not `rule`", 2, 1),
    "two declarations on one line": (
        f"{HEAD}symbols (X) seats (A)",
        "expected the end of the line",
        2,
        13,
    ),
    "a body that is never closed": (f"{HEAD}function main() -> none {{\n", "this bracket is never closed", 2, 25),
    "a type that does not exist": (f"{HEAD}global g: number\n", "expected a type, not `number`", 2, 11),
    "a type without end": (f"{HEAD}global g: {'list[' * 200}", "types nest at most 100 levels deep", 2, 516),
    "a routine without a charge": (f"{HEAD}routine f() -> none {{\n}}\n", "expected `charge`", 2, 21),
    "an unknown local": (body("x = y"), "there is no local `y`", 7, 7),
    "a local with a wrong letter": (
        body("x = add(cat, 1)").replace("c: object", "cart: object"),
        "Did you mean cart?",
        7,
        11,
    ),
    "an unknown global": (body("x = @y"), "there is no global `y`", 7, 7),
    "an unknown function": (body("x = f(1)"), "there is no function `f`", 7, 7),
    "an unknown field": (body("x = c.b"), "class `C` has no field `b`", 7, 9),
    "an unknown method": (body("x = c.b()"), "class `C` has no method `b`", 7, 9),
    "a field of an int": (body("x = x.b"), "int is no object", 7, 9),
    "a component that does not exist": (body("x = (1, 2).2"), "(int, int) has no component 2", 7, 14),
    "an operation on other types": (body("x = add(1, true)"), "`add` does not take (int, bool)", 7, 7),
    "a type for an operation that needs none": (body("x = add[int](1, 2)"), "takes no type in brackets", 7, 7),
    "too many arguments": (body("x = chance(1, 2)"), "`chance` takes 1 argument", 7, 7),
    "an empty list without its type": (body("x = []"), "an empty list needs its type", 7, 7),
    "a field left out where there is none": (
        body("x = add(1, unset)"),
        "only fields of a new object",
        7,
        7,
    ),
    "a bracket that is closed by another": (body("x = add(1, 2]"), "expected `,` or `)`, not `]`", 7, 15),
    "a constant that is not constant": (body("x = const((x, 1))"), "`const` takes only constants", 7, 7),
    "a statement that does nothing": (body("x"), "expected a statement or `=`, not the end of the line", 7, 4),
    "an assignment to a call": (body("add(1, 2) = 3"), "only a local, a global or a field can be assigned", 7, 13),
    "an else without its if": (body("else {\n}"), "no statement begins with `else`", 7, 3),
    "two statements on one line": (body("x = 1 x = 2"), "expected the end of the line, not `x`", 7, 9),
    "an invoke of something else": (body("invoke x = add(1, 2)"), "expected a call", 7, 14),
    "a question of no kind": (body("ask x: whole seat 0 kind riddle"), "a kind of question is one of choice", 7, 34),
    "a domain that does not exist": (body("ask x: number seat 0 kind number"), "expected what may be answered", 7, 10),
    "a number that is too large": (body("x = 9223372036854775808"), "does not fit into 64 bits", 7, 7),
    "a number with thousands of digits": (body(f"x = {'9' * 9000}"), "does not fit into 64 bits", 7, 7),
    "a string that is not closed": (body('tell "abc'), "a quote that is not closed", 7, 8),
    "an escape that does not exist": (body('tell "ab\\q"'), "after a backslash", 7, 11),
    "an escape beyond the last character": (body('tell "\\Uffffffff"'), "after a backslash", 7, 9),
    "a character that means nothing": (body("x = 1 + 2"), "cannot have the character `+` here", 7, 9),
    "a character nobody can see": (body("x = \u202e1"), "cannot have the character `\\u202e` here", 7, 7),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_text_is_refused_with_its_place(name: str) -> None:
    text, message, line, column = BAD[name]
    with pytest.raises(CoreTextError) as caught:
        read_program(text)
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"{line}:{column}: ")


def test_comments_and_empty_lines_are_passed_over() -> None:
    text = "// a game\n\nprogram p entry main // here\n\n\nfunction main() -> none { // nothing\n\n  // at all\n}\n"
    assert read_program(text).functions[0].body == ()


def test_a_closing_bracket_ends_the_last_statement() -> None:
    assert len(read_program(f"{HEAD}function main() -> none {{ do 1 }}").functions[0].body) == 1


WORDS = ["program p entry main\n", "function main() -> int {\n", "}", "{", "(", ")", "[", "]", ",", ".", "=", "@", "#"]
WORDS += [
    "if ",
    "else ",
    "while ",
    "true",
    "1",
    '"s"',
    "add",
    "ask ",
    "new ",
    "x",
    ": ",
    "int",
    "board",
    "list",
    "\n",
    "`q`",
]


@given(st.lists(st.sampled_from(WORDS)).map("".join) | st.text())
def test_text_is_read_or_refused_but_nothing_else(text: str) -> None:
    for attempt in (text, f"{HEAD}function main() -> int {{\n{text}\n}}"):
        try:
            read_program(attempt)
        except CoreTextError as error:
            assert error.line >= 1
            assert error.column >= 1
