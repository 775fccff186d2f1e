"""Characters in, tokens out: the lexical rules of BoGL, one test for each."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.languages.bogl import codes
from parlour.languages.bogl.syntax.scanner import (
    BROKEN,
    BROKEN_OPERATOR,
    CAPITAL,
    KEYWORD,
    KEYWORDS,
    NUMBER,
    SIGN,
    STRING,
    scan,
)
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.lookalikes import latin_twin, plain_text
from parlour.syntax.scanning import REPORT_LIMIT
from parlour.syntax.source import Source
from parlour.syntax.token import END, NAME, Token

Trace = Callable[..., object]


def read(text: str) -> tuple[list[Token], list[Diagnostic]]:
    found: list[Diagnostic] = []
    tokens = scan(Source("demo.bgl", text), found.append).tokens
    assert tokens[-1].kind == END
    return tokens[:-1], found


def texts(text: str) -> list[str]:
    """The tokens of a text without errors."""
    tokens, found = read(text)
    assert not found
    return [token.text for token in tokens]


def kinds(text: str) -> list[str]:
    return [token.kind for token in read(text)[0]]


def values(text: str) -> list[object]:
    tokens, found = read(text)
    assert not found
    return [token.value for token in tokens]


def mistakes(text: str) -> list[str]:
    return [item.code for item in read(text)[1]]


# Names


def test_the_first_letter_tells_names_from_symbols() -> None:
    assert kinds("board Board' Empty x _x eMpty") == [NAME, CAPITAL, CAPITAL, NAME, NAME, NAME]


def test_names_go_on_with_letters_digits_underscores_and_primes() -> None:
    assert texts("a'' isZero' x_1 P2'") == ["a''", "isZero'", "x_1", "P2'"]


def test_letters_of_any_alphabet_may_stand_in_names() -> None:
    assert kinds("größe Ход поле 盤") == [NAME, CAPITAL, NAME, NAME]


def test_reserved_words_are_not_names() -> None:
    assert set(kinds(" ".join(sorted(KEYWORDS)))) == {KEYWORD}
    assert kinds("lets Integer boards") == [NAME, CAPITAL, NAME]


# Comments


def test_a_line_comment_ends_with_its_line() -> None:
    assert texts("1 -- 2 {- \n3") == ["1", "3"]
    assert texts("1 -- 2 \r3") == ["1", "3"]


def test_every_double_hyphen_starts_a_comment() -> None:
    assert texts("1--2") == ["1"]
    assert texts("1 --> 2") == ["1"]
    assert texts("1 +-- 2\n3") == ["1", "+", "3"]


def test_block_comments_are_nested() -> None:
    assert texts("1 {- a {- b -} c -- -} 2") == ["1", "2"]
    assert texts("{-{-{--}-}-}x") == ["x"]


def test_a_comment_that_is_never_closed_is_reported_where_it_begins() -> None:
    tokens, [found] = read("x {- {- -} y")
    assert [token.text for token in tokens] == ["x"]
    assert (found.code, found.span.start) == (codes.COMMENT_NOT_CLOSED, 2)


def test_a_comment_that_was_never_opened_is_reported() -> None:
    assert mistakes("x -} y") == [codes.COMMENT_NOT_CLOSED]


@pytest.mark.parametrize("text", ["1 // two\n+ 3", "1 /* two\n */ + 3"])
def test_comments_of_other_languages_are_reported_and_skipped(text: str) -> None:
    tokens, found = read(text)
    assert [token.text for token in tokens] == ["1", "+", "3"]
    assert [item.code for item in found] == [codes.FOREIGN_COMMENT]


# Numbers


def test_numbers_may_be_decimal_hexadecimal_or_octal() -> None:
    assert values("42 0x1F 0X10 0o17 0O7 007") == [42, 31, 16, 15, 7, 7]


@pytest.mark.parametrize("text", ["3x", "0x", "0o9", "1.5", "1_000", "0b1"])
def test_what_only_begins_like_a_number_is_reported_as_one_thing(text: str) -> None:
    tokens, found = read(text)
    assert [(token.kind, token.value) for token in tokens] == [(NUMBER, None)]
    assert [item.code for item in found] == [codes.BAD_NUMBER]


def test_numbers_have_at_most_eighteen_digits() -> None:
    assert values("9" * 18) == [10**18 - 1]
    assert mistakes("9" * 19) == [codes.LONG_NUMBER]
    assert mistakes("9" * 5000) == [codes.LONG_NUMBER]
    assert mistakes("0x" + "F" * 5000) == [codes.LONG_NUMBER]


# Operators


def test_operator_characters_are_taken_greedily() -> None:
    assert texts("a<=b") == ["a", "<=", "b"]
    assert texts("f:Int->Int") == ["f", ":", "Int", "->", "Int"]
    assert texts("b!(1,2)/=e#2") == ["b", "!", "(", "1", ",", "2", ")", "/=", "e", "#", "2"]


def test_operators_that_run_together_are_an_error_with_the_blank_to_put_in() -> None:
    tokens, [found] = read("1+-2")
    assert [token.text for token in tokens] == ["1", "+", "-", "2"]
    assert found.code == codes.UNKNOWN_OPERATOR
    assert "`+ -`" in found.hint


def test_a_sign_apart_is_no_error() -> None:
    assert texts("1 - -2") == ["1", "-", "-", "2"]


@pytest.mark.parametrize(
    ("wrong", "advice"),
    [("&&", "and(a, b)"), ("||", "or(a, b)"), ("!=", "`/=`"), ("<>", "`/=`"), ("===", "`==`"), ("::", "single `:`")],
)
def test_operators_of_other_languages_have_their_own_advice(wrong: str, advice: str) -> None:
    [found] = read(f"a {wrong} b")[1]
    assert found.code == codes.UNKNOWN_OPERATOR
    assert advice in found.hint


def test_an_operator_without_any_meaning_is_kept_as_broken() -> None:
    assert kinds("a @@ b") == [NAME, BROKEN_OPERATOR, NAME]


def test_words_in_backquotes_are_not_operators() -> None:
    tokens, [found] = read("a `mod` b")
    assert [token.kind for token in tokens] == [NAME, BROKEN_OPERATOR, NAME]
    assert "a % b" in found.hint


# Strings


def test_strings_stand_in_double_quotes() -> None:
    tokens, found = read('"a -- b {-"')
    assert [(token.kind, token.value) for token in tokens] == [(STRING, "a -- b {-")]
    assert not found


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r"\n\t\"\\", '\n\t"\\'),
        (r"\a\b\f\r\v\'", "\a\b\f\r\v'"),
        (r"\955\x3bb\o1673", "λλλ"),
        (r"\1234\&5", "\u04d25"),
        (r"\SOH\SO\&H\DEL", "\x01\x0eH\x7f"),
        (r"\^A\^[", "\x01\x1b"),
        ("a\\   \n  \\b", "ab"),
    ],
)
def test_string_escapes_are_haskells(written: str, meant: str) -> None:
    assert values(f'"{written}"') == [meant]


@pytest.mark.parametrize("written", [r"\q", r"\1114112", r"\x110000", r"\55296", r"\99999999999999999999"])
def test_unknown_escapes_are_reported(written: str) -> None:
    assert mistakes(f'"{written}"') == [codes.BAD_STRING]


@pytest.mark.parametrize("text", ['"abc', '"abc\n', '"abc\\\n', '"abc\\'])
def test_a_string_ends_with_its_line(text: str) -> None:
    tokens, found = read(text + " x")
    assert tokens[0].kind == STRING
    assert codes.BAD_STRING in [item.code for item in found]


# Blanks and strange characters


def test_tabs_line_ends_and_other_blanks_mean_nothing() -> None:
    assert texts("\ta\r\n\u00a0b\f c\u2003") == ["a", "b", "c"]


def test_a_byte_order_mark_at_the_start_means_nothing() -> None:
    assert texts("\ufeffgame G") == ["game", "G"]


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("\N{GREEK QUESTION MARK}", ""),
        ("（", "("),
        ("＝", "="),
        ("–", "-"),
        ("−", "-"),
        ("×", "*"),
        ("≤", "<="),
        ("→", "->"),
        ("ｌｅｔ", "let"),
        ("𝑥", "x"),
        ("x’", "x'"),
    ],
)
def test_look_alikes_are_reported_and_read_as_what_they_look_like(wrong: str, meant: str) -> None:
    tokens, [found] = read(f"a {wrong} b")
    assert [token.text for token in tokens] == ["a", *([meant] if meant else []), "b"]
    assert found.code == codes.LOOK_ALIKE
    assert "U+" in found.labels[0].text


def test_curly_quotes_are_reported_and_still_make_a_string() -> None:
    tokens, [found] = read("x == “hi” y")
    assert tokens[2].value == "hi"
    assert found.code == codes.LOOK_ALIKE
    assert values('"he said “hi”"') == ["he said “hi”"]


def test_a_long_dash_is_taken_for_the_comment_it_was() -> None:
    tokens, [found] = read("x — a comment\ny")
    assert [token.text for token in tokens] == ["x", "y"]
    assert found.code == codes.LOOK_ALIKE


def test_an_invisible_character_does_not_tear_a_name_apart() -> None:
    tokens, [found] = read("bo\u200bard")
    assert [token.text for token in tokens] == ["board"]
    assert found.code == codes.LOOK_ALIKE


@pytest.mark.parametrize(
    ("text", "kind"), [("[1, [2]]", BROKEN), ("'X'", BROKEN), ("x;", NAME), ("x \x00\x01", NAME), ("x 🙂", NAME)]
)
def test_characters_without_meaning_are_reported_once(text: str, kind: str) -> None:
    tokens, found = read(text)
    assert [token.kind for token in tokens] == [kind]
    assert [item.code for item in found] == [codes.UNKNOWN_CHARACTER]


def test_a_text_that_is_no_program_does_not_drown_its_reader() -> None:
    assert len(mistakes("\x00 " * 5_000)) == REPORT_LIMIT


@pytest.mark.parametrize("again", [": ; ", "=> ", "[ "])
def test_many_equal_mistakes_cost_as_much_as_each_of_them(again: str) -> None:
    """What was meant is guessed from what stands near, not from the whole text before it."""

    def steps(times: int) -> int:
        count, before = 0, sys.gettrace()

        def trace(*_: object) -> Trace:
            nonlocal count
            count += 1
            return trace

        sys.settrace(trace)
        try:
            mistakes(f"one {again * times}")
        finally:
            sys.settrace(before)
        return count

    assert steps(1_000) < 2.5 * steps(500)


def test_plain_text_keeps_every_character_in_its_place() -> None:
    text = "a “b” ｃ … ＋ é"
    assert len(plain_text(text)) == len(text)
    assert latin_twin("\N{CYRILLIC CAPITAL LETTER ER}ath") == "Path"


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("-{}\"\\/*[]'`:=|&!<>0x19 \n“")), max_size=80))
def test_tokens_stand_in_order_and_inside_the_text(text: str) -> None:
    tokens, found = read(text)
    offset = 0
    for token in tokens:
        assert offset <= token.span.start <= token.span.end <= len(text)
        offset = token.span.end
    assert all(0 <= item.span.start <= item.span.end <= len(text) for item in found)


@given(st.text(alphabet=st.characters(exclude_categories=("Cs",)), max_size=40))
def test_a_string_with_decimal_codes_is_read_back(text: str) -> None:
    written = "".join(f"\\{ord(character)}\\&" for character in text)
    assert values(f'"{written}"') == [text]


def test_signs_are_tokens_of_their_own_kind() -> None:
    assert kinds("(){},") == [SIGN] * 5
