"""Lists of words, `f(a, b)`, with comments `# …` and `/* … */`, written down again by the pen."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.syntax.comments import Comment
from parlour.syntax.pen import Pen
from parlour.syntax.source import Source
from parlour.syntax.token import NAME, Token, end_of

_PARTS = re.compile(r"(?P<comment>#[^\r\n]*|/\*.*?\*/)|(?P<token>[(),]|\w+)", re.DOTALL)


def pen_over(text: str, **options: bool) -> Pen:
    source = Source("list.txt", text)
    found = list(_PARTS.finditer(text))
    tokens = [Token(NAME, part[0], source.span(*part.span())) for part in found if part["token"]]
    comments = [Comment(*part.span(), part[0].rstrip()) for part in found if part["comment"]]
    return Pen(source, [*tokens, end_of(source)], comments, **options)


def call(pen: Pen, text: str) -> None:
    """The words of `f(a, b)`."""
    name, *arguments = re.findall(r"\w+", re.sub(r"#[^\n]*|/\*.*?\*/", "", text))
    pen.begin_line(pen.place_of(name))
    pen.word(name)
    if arguments:
        pen.bracketed("(", arguments, lambda pen, word: pen.word(word), pen.closing_of(pen.place_of("(")))


def printed(text: str, **options: bool) -> str:
    pen = pen_over(text, **options)
    call(pen, text)
    return pen.end_text()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f( a,b )", "f(a, b)\n"),
        ("f(a, # one\nb)", "f(\n  a,  # one\n  b\n)\n"),
        ("f(a,\n# one\n\nb)", "f(\n  a,\n  # one\n  b\n)\n"),
        ("f(a, /* one */ b)", "f(a, /* one */ b)\n"),
        ("f(a,\nb\n# last\n)", "f(\n  a,\n  b\n  # last\n)\n"),
        ("f(a, b /* last */)", "f(a, b /* last */)\n"),
        ("# top\n\n\nf(a)", "# top\n\nf(a)\n"),
        ("/* top */ f(a) # end\n# after\n", "/* top */ f(a)  # end\n# after\n"),
    ],
)
def test_each_comment_is_put_where_it_belongs(text: str, expected: str) -> None:
    assert printed(text) == expected
    assert printed(expected) == expected


def test_where_lines_cannot_end_a_comment_goes_above() -> None:
    pen = pen_over("f # why\n(a)", breaks_anywhere=False)
    pen.begin_line(0)
    pen.word("f")
    pen.pass_parentheses("(")
    pen.line()
    pen.word("a")
    pen.pass_parentheses(")")
    assert pen.end_text() == "# why\nf a\n"


def test_signs_may_be_added_that_the_text_lacks() -> None:
    pen = pen_over("f a # one\nb", follows_signs=False)
    pen.begin_line(0)
    pen.word("f")
    pen.bracketed("(", "ab", lambda pen, word: pen.word(word), 11, ")")
    assert pen.end_text() == "f(\n  a,  # one\n  b\n)\n"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, "a\n\n# one\n\nb\n"),
        ({"is_first": True}, "a\n# one\n\nb\n"),
        ({"is_close": True}, "a\n# one\nb\n"),
    ],
)
def test_empty_lines_are_the_authors_where_they_may_be(options: dict[str, bool], expected: str) -> None:
    pen = pen_over("a\n\n# one\n\n\nb")
    pen.begin_line(0)
    pen.word("a")
    pen.begin_line(pen.place_of("b"), **options)
    pen.word("b")
    assert pen.end_text() == expected


def test_what_is_apart_has_an_empty_line_before_its_comments() -> None:
    pen = pen_over("a\n# one\nb")
    pen.begin_line(0)
    pen.word("a")
    pen.begin_line(pen.place_of("b"), is_apart=True)
    pen.word("b")
    assert pen.end_text() == "a\n\n# one\nb\n"


def test_a_comment_left_of_a_block_ends_it() -> None:
    text = "a\n  b\n  # inner\n# outer\n"
    pen = pen_over(text)
    pen.begin_line(0)
    pen.word("a")
    pen.lines.indent()
    pen.begin_line(pen.place_of("b"))
    pen.word("b")
    pen.last_comments(column=pen.column_of(4))
    pen.lines.dedent()
    assert pen.end_text() == text


def test_the_comments_of_a_block_stay_before_its_end() -> None:
    pen = pen_over("a ( # one\n\n# two\n)")
    pen.begin_line(0)
    pen.word("a")
    pen.lines.indent()
    pen.sign("(")
    pen.last_comments(pen.place_of(")"), is_first=True)
    pen.lines.dedent().end_line()
    pen.word(")")
    assert pen.end_text() == "a(  # one\n  # two\n)\n"


@given(st.lists(st.sampled_from(["# c\n", "/* d */", "\n", " "]), max_size=3).map("".join), st.data())
def test_no_comment_is_lost_and_writing_twice_changes_nothing(gap: str, data: st.DataObject) -> None:
    parts = ["", "f", "(", "a", ",", "b", ")"]
    gaps = [gap, *(data.draw(st.sampled_from(["", "\n", " # e\n", "/* g */"])) for _ in parts[1:])]
    text = "".join(part + between for part, between in zip(parts, gaps, strict=True))
    once = printed(text)
    assert re.findall(r"\w+", once) == re.findall(r"\w+", text)
    assert printed(once) == once
