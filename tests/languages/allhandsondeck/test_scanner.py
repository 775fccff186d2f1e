"""The lexical rules, one test each: lines and indentation, the three spellings, numbers, strings, f-strings."""

from __future__ import annotations

import pytest
from tests.languages.allhandsondeck.reading import found_in, kinds, tokens

from parlour.languages.allhandsondeck.syntax.scanner import ACTION, CAPITALS, CLASS, KEYWORD, KEYWORDS, scan
from parlour.syntax.source import Source
from parlour.syntax.token import NAME

END, NL, IN, OUT = "<end>", "<line-end>", "<indentation>", "<end-of-block>"


def in_main(text: str) -> str:
    return f"main:\n    {text}\n"


# Lines


def test_indentation_makes_blocks():
    assert tokens("a\n  b\n    c\n  d\ne\n") == ["a", NL, IN, "b", NL, IN, "c", NL, OUT, "d", NL, OUT, "e", NL, END]


def test_a_text_may_end_without_a_line_end_and_inside_of_blocks():
    assert tokens("a\n  b\n    c") == ["a", NL, IN, "b", NL, IN, "c", NL, OUT, OUT, END]


def test_inside_of_brackets_line_ends_do_not_count():
    assert tokens("f(a,\n  [b,\nc\n]  )\nd\n") == [*"f(a,[b,c])", NL, "d", NL, END]


def test_a_backslash_just_before_the_line_end_joins_two_lines():
    assert tokens("a \\\n        + b\nc\n") == ["a", "+", "b", NL, "c", NL, END]


def test_blank_lines_and_lines_with_a_comment_only_never_change_indentation():
    assert tokens("a\n  b\n# at the margin\n\n      # far in\n   \n  c\n") == [
        *("a", NL, IN, "b", NL, "c", NL, OUT, END)
    ]


def test_a_tab_counts_up_to_the_next_multiple_of_8():
    assert tokens("a\n\tb\n        c\n   \td\n") == ["a", NL, IN, "b", NL, "c", NL, "d", NL, OUT, END]


def test_a_comment_goes_from_the_sharp_to_the_end_of_the_line():
    read = scan(Source("demo.ah", "a # one 'two' (\n#three\nb"), print)
    assert [comment.text for comment in read.comments] == ["# one 'two' (", "#three"]
    assert [token.text for token in read.tokens if token.text] == ["a", "b"]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_all_kinds_of_line_ends_are_the_same(line_end):
    assert tokens("a\n  b\n\nc".replace("\n", line_end)) == ["a", NL, IN, "b", NL, OUT, "c", NL, END]


def test_a_line_that_is_indented_like_no_line_above_it_is_an_error():
    text = "main:\n    if a:\n        do X\n      do Y\n"
    assert found_in(text) == [("AH011", 4)]


# Words


def test_there_are_three_spellings_of_names():
    assert kinds("player_1 PUSH_TOP Card2 UNO A") == [NAME, ACTION, CLASS, CAPITALS, CAPITALS, NL, END]


@pytest.mark.parametrize("word", ["playerOne", "Draw_Two", "_x", "x__Y", "Ärger", "naïve"])
def test_any_other_word_is_an_error_that_names_it_once(word):
    found = []
    scan(Source("demo.ah", f"{word} {word}"), found.append)
    assert [(item.code, f"`{word}`" in item.title) for item in found] == [("AH004", True)]


def test_the_reserved_words():
    manual = "int float bool string True False None const not let be with when do if elif else for in range while pass"
    assert frozenset(f"{manual} times return main and or is fstring".split()) == KEYWORDS
    assert set(kinds("new type self print input random")) == {NAME, NL, END}
    assert set(kinds(" ".join(sorted(KEYWORDS)))) == {KEYWORD, NL, END}


# Numbers


@pytest.mark.parametrize("text", ["0", "007", "123456789012345678"])
def test_an_integer_is_one_digit_or_more(text):
    [number, *_] = scan(Source("demo.ah", text), print).tokens
    assert (number.kind, number.value) == ("<number>", int(text))


@pytest.mark.parametrize("text", ["1.5", ".5", "1.", "2.5e3", "2.5E-3", "1.e2", "0.0"])
def test_a_float_has_a_point(text):
    [number, *_] = scan(Source("demo.ah", text), print).tokens
    assert (number.kind, number.value) == ("<decimal>", float(text))


def test_digits_before_two_dots_are_never_a_float():
    assert tokens("1..9 0...n 1.5..2.5 x..y") == [
        *("1", "..", "9", "0", "...", "n", "1.5", "..", "2.5", "x", "..", "y", NL, END)
    ]


@pytest.mark.parametrize("text", ["3x", "1_000", "1e5", "0x1F", "1.5f"])
def test_what_only_begins_like_a_number_is_an_error(text):
    assert found_in(in_main(f"x = {text}")) == [("AH007", 2)]


@pytest.mark.parametrize("text", ["1234567890123456789", "1.0e999"])
def test_a_number_that_is_too_long_or_too_large_is_an_error(text):
    assert found_in(in_main(f"x = {text}")) == [("AH008", 2)]


# Strings


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("'Draw 2'", "Draw 2"),
        ('"it\'s"', "it's"),
        ("''", ""),
        (r"'\n\t\\\'\"'", "\n\t\\'\""),
        ("'# no comment'", "# no comment"),
        ("'{x}'", "{x}"),
        ("'Ärger “now”'", "Ärger “now”"),
    ],
)
def test_a_string_stands_between_quotes_of_one_kind_in_one_line(text, value):
    [string, *_] = scan(Source("demo.ah", text), print).tokens
    assert (string.kind, string.value, string.text) == ("<string>", value, text)


@pytest.mark.parametrize("text", ["'open", "\"open'", r"'\q'", r"'\x41'", "'end\\", "f'{x", "f'{f\"{x"])
def test_a_string_that_is_not_closed_or_has_an_unknown_escape_is_an_error(text):
    assert found_in(in_main(f"x = {text}")) == [("AH006", 2)]


def test_braces_in_an_f_string_hold_any_expression():
    [string, *_] = scan(Source("demo.ah", 'f\'a{f(x)[1]}b{{c}}{"d" + g["}"]}\''), print).tokens
    texts = [
        part if isinstance(part, str) else [token.text for token in part.tokens if token.text] for part in string.value
    ]
    assert texts == ["a", list("f(x)[1]".replace("", " ").split()), "b{c}", ['"d"', "+", "g", "[", '"}"', "]"]]


@pytest.mark.parametrize("text", ["f'{'", "f'{}'", "f'}'", "f'{x:2}'", "f'{x!r}'", "f'{ # }'"])
def test_braces_that_do_not_hold_an_expression_are_an_error(text):
    assert found_in(in_main(f"x = {text}")) == [("AH010", 2)]


# What does not belong there


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x = a && b", "AH009"),
        ("x = a || b", "AH009"),
        ("x = a === b", "AH009"),
        ("x = a <> b", "AH009"),
        ("x := 1", "AH009"),
        ("x = a << 2", "AH009"),
        ("x = a >> 2", "AH009"),
        ("x = !a", "AH002"),
        ("x = 1;", "AH002"),
        ("x = ∂", "AH002"),
        ("x = “a”", "AH003"),
        ("x = a – b", "AH003"),
        ("x = a — b", "AH003"),
        ("x = a ≤ b", "AH003"),
        ("x = a\u200b", "AH003"),
        ("x = 1 /* one */", "AH005"),
        ("// one", "AH005"),
        ("-- one", "AH005"),
        ("x = a \\ + b", "AH012"),
        ("x = a + \\  ", "AH012"),
        ("x = a]", "AH013"),
        ("x = (a)) + 1", "AH013"),
    ],
)
def test_signs_of_other_languages_and_keyboards_have_their_own_message(text, code):
    assert code in [code for code, _ in found_in(in_main(f"{text}\n    pass"))]


def test_a_closing_parenthesis_too_many_at_the_end_of_a_line_is_a_warning_and_strictly_an_error():
    text = in_main("x = f(1))  # so")
    for strict, severity in ((False, "warning"), (True, "error")):
        found = []
        scan(Source("demo.ah", text), found.append, strict=strict)
        assert [(item.code, item.severity, item.kind) for item in found] == [("AH042", severity, "syntax")]


def test_an_unclosed_bracket_does_not_swallow_the_rest_of_the_program():
    assert found_in(
        "main:\n    do X(1, 2\n    if a:\n        do Y\nwhen do X:\n    y = (\nwhen do Y:\n    z = 1 +\n"
    ) == [
        ("AH020", 2),
        ("AH020", 6),
        ("AH020", 8),
    ]
