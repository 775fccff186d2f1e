"""The canonical layout of AllHandsOnDeck, form by form, and where comments go."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour import library
from parlour.languages.allhandsondeck.frontend import format
from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.source import Source

DOCUMENTS = Path(__file__).parents[2] / "documents" / "allhandsondeck"


def formatted(text: str) -> str:
    printed = format(Source("demo.ah", text))
    assert format(Source("demo.ah", printed)) == printed
    return printed


def line(text: str) -> str:
    """The layout of a statement."""
    printed = formatted(f"main:\n  {text}\n")
    return "\n".join(part.removeprefix("    ") for part in printed.removeprefix("main:\n").rstrip("\n").split("\n"))


@pytest.mark.parametrize("entry", library.all(), ids=lambda entry: entry.name)
def test_the_games_of_the_library_are_laid_out_canonically(entry: library.LibraryGame) -> None:
    if entry.language == "allhandsondeck":
        assert formatted(entry.text) == entry.text


def test_the_manuals_sample_keeps_its_lines():
    text = (DOCUMENTS / "5-uno.ah").read_text(encoding="utf-8")
    expected = text.replace(" # define", "  # define").replace("size()))", "size())")
    expected = expected.replace("2 *\n            (1..9", "2 * (1..9")
    assert formatted(text) == expected


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("x=((1))", "x = 1"),
        ("x = (a+b)*c-(d)", "x = (a + b) * c - d"),
        ("x = a-(b-c)", "x = a - (b - c)"),
        ("x = (a and b) or c", "x = (a and b) or c"),
        ("x = a and b or c", "x = (a and b) or c"),
        ("x = a and (b or c)", "x = a and (b or c)"),
        ("x = not(a)", "x = not a"),
        ("x = not(a or b)", "x = not (a or b)"),
        ("x = (a<b)<c", "x = (a < b) < c"),
        ("x = a  not   in b", "x = a not in b"),
        ("x = (-a)**b", "x = (-a) ** b"),
        ("x = - a**-b", "x = -a ** -b"),
        ("x = 1 .. 9", "x = 1..9"),
        ("x = 0 ... (n-1)", "x = 0...(n - 1)"),
        ("x = 1. .. .5", "x = 1. .. .5"),
        ("x = (1).y", "x = (1).y"),
        ("x = ((a.b)[0]).c()", "x = a.b[0].c()"),
        ("x = (a+b)[0]", "x = (a + b)[0]"),
        ("x = a[ 1 : 2 : ]", "x = a[1:2]"),
        ("x = a[::-1]", "x = a[::-1]"),
        ("f( a,b = 2 )", "f(a, b = 2)"),
        ("f((a = 2))", "f((a = 2))"),
        ("(a) do X() do Y ( 1 )", "a do X do Y(1)"),
        ("x = (a do X) + 1", "x = (a do X) + 1"),
        ("x = a do X == 1", "x = a do X == 1"),
        ("x = new  Hand( )", "x = new Hand()"),
        ("x = [ ]", "x = []"),
        ("x = [C() for(2)times for y in(a or b)]", "x = [C() for 2 times for y in a or b]"),
        ("x = [1 for (y in z) times]", "x = [1 for (y in z) times]"),
        ("x = Stack < Card > ()", "x = Stack<Card>()"),
        ("Stack < Card >d", "Stack<Card> d"),
        ("x = f\"{ a }\" + 'it\\'s'", "x = f\"{ a }\" + 'it\\'s'"),
        ("x += y = 2", "x += y = 2"),
        ("x = a \\\n   + b", "x = a + b"),
    ],
)
def test_expressions(written: str, canonical: str) -> None:
    assert line(written) == canonical


def test_declarations():
    text = (
        "main :\n pass\nwhen  Card c  do  X ( int  a,b ) :\n  return\nf( a: Card ) :a\n"
        "let A( x )be Stack <int>( x,1 )with :\n  const int  y :x\n  z :\n    return  1\n\n\n  g( ): 2\nlet B be  A\n"
    )
    assert formatted(text) == (
        "main:\n    pass\nwhen Card c do X(int a, b):\n    return\nf(Card a): a\n"
        "let A(x) be Stack<int>(x, 1) with:\n    const int y: x\n    z:\n        return 1\n\n    g(): 2\nlet B be A\n"
    )


def test_statements():
    text = "main:\n\n  if a :\n     b\n  elif(c):\n    d\n\n  else  :\n    pass\n"
    text += "  while(a):\n    return\n  else:\n    int x=1\n"
    text += "  for x in(y):\n    for(n+1)times:\n      do X\n"
    assert formatted(text) == (
        "main:\n    if a:\n        b\n    elif c:\n        d\n    else:\n        pass\n    while a:\n        return\n"
        "    else:\n        int x = 1\n    for x in y:\n        for n + 1 times:\n            do X\n"
    )


def test_what_is_too_long_is_broken_in_its_brackets():
    name = "a_very_long_name_of_something"
    assert line(f"x = f({name}, {name}, {name})") == f"x = f(\n    {name},\n    {name},\n    {name}\n)"
    assert line(f"x = {name} + {name} + {name}") == f"x = (\n    {name}\n    + {name}\n    + {name}\n)"
    assert line(f"if {name} or {name} or {name}:\n    pass") == (
        f"if (\n    {name}\n    or {name}\n    or {name}\n):\n    pass"
    )
    assert line(f"{name} do X([{name} for y in {name}])") == (f"{name} do X(\n    [{name} for y in {name}]\n)")


def test_comments_stay_where_they_are():
    text = (
        "# One\n\n# Two\nmain:  # three\n    # four\n    do X(  # five\n        # six\n        1,\n        2  # seven\n"
        "        # eight\n    )  # nine\n    # ten\n# eleven\n\n# twelve\nwhen do X:\n    pass\n\n"
        "    # thirteen\n# fourteen\n"
    )
    assert formatted(text) == text


def test_a_comment_in_parentheses_that_mean_nothing_is_put_above_its_line():
    assert line("x = ( # why\n  y)") == "# why\nx = y"
    assert line("x = ( # why\n  y + z)") == "x = (\n    # why\n    y + z\n)".replace("(\n    # why", "(  # why")


def test_line_ends_are_those_of_the_first_line():
    assert format(Source("demo.ah", "main:\r\n  pass\n")) == "main:\r\n    pass\r\n"


def test_a_program_with_syntax_errors_is_not_laid_out():
    with pytest.raises(Diagnostics):
        formatted("main:\n    x = = 1\n")
