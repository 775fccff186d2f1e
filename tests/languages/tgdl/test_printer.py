"""The layout of TGDL: what the canonical text looks like, and what is never laid out."""

from __future__ import annotations

from textwrap import dedent

import pytest

from parlour.languages.tgdl.frontend import format
from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.source import Source


def laid_out(text: str) -> str:
    return format(Source("game.tgdl", text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class A{}", "class A { }\n"),
        (
            "global class A:B{number n=1;function f{returns;}}",
            """\
            global class A : B
            {
                number n = 1;

                function f
                {
                    returns;
                }
            }
            """,
        ),
        (
            "setup{if(a)b();else if(c){d();e();}else f();}",
            """\
            setup
            {
                if(a) { b(); }
                else if(c)
                {
                    d();
                    e();
                }
                else { f(); }
            }
            """,
        ),
        (
            "setup{x=new Card(){rank=1;suit=2;};y={{1,2},{}};}",
            """\
            setup
            {
                x = new Card() { rank = 1, suit = 2 };
                y = { { 1, 2 }, {} };
            }
            """,
        ),
        (
            "setup{x=a&&b||c;y=((a+b))*c;z=!(a==b);}",
            """\
            setup
            {
                x = (a && b) || c;
                y = (a + b) * c;
                z = !a == b;
            }
            """,
        ),
        (
            "turn T{phase A{}phase B{turn.pass();}default{return 0;}}",
            """\
            turn T
            {
                phase A;
                phase B
                {
                    effect { turn.pass(); }
                }
                default { return 0; }
            }
            """,
        ),
        (
            "board B{group G{geometry hex;orientation row;grid{C,b;C,C;}}}",
            """\
            board B
            {
                group G
                {
                    geometry hex;
                    orientation row;
                    grid
                    {
                        C, b;
                        C, C;
                    }
                }
            }
            """,
        ),
        (
            "// one\n\n\n\nclass A // two\n{ // three\n number n; // four\n // five\n}\n// six",
            """\
            // one

            class A
            {  // two
                // three
                number n;  // four
                // five
            }
            // six
            """,
        ),
        ("; // behind nothing\nclass A { };", "// behind nothing\nclass A { }\n"),
    ],
)
def test_the_layout_of(text: str, expected: str) -> None:
    printed = laid_out(text)
    assert printed == dedent(expected)
    assert laid_out(printed) == printed


@pytest.mark.parametrize("text", ["action A { effect { } }", "class A { class B { } }", "setup { effect { } }"])
def test_what_stands_where_nothing_keeps_it_is_not_laid_out(text: str) -> None:
    with pytest.raises(Diagnostics, match="TG110"):
        laid_out(text)


def test_what_makes_no_sense_yet_is_laid_out() -> None:
    assert laid_out("tile T{action A{}}") == "tile T\n{\n    action A { }\n}\n"


def test_line_ends_are_those_of_the_author() -> None:
    assert laid_out("class A\r\n{number n;}\r\n") == "class A\r\n{\r\n    number n;\r\n}\r\n"
