"""Text in, tokens out: words in any case, names, numbers, comments, and what is said about everything else."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.languages.contest import codes
from parlour.languages.contest.syntax.scanner import NUMBER, SIGN, WORD, WORDS, scan
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.source import Source
from parlour.syntax.token import BROKEN, END, NAME


def scanned(text: str) -> list[tuple[str, str]]:
    """Kind and text of each token of a text with which nothing is wrong, without the end."""
    found: list[Diagnostic] = []
    tokens = scan(Source("demo.contest", text), found.append).tokens
    assert [item.title for item in found] == []
    assert tokens[-1].kind == END
    return [(token.kind, token.text) for token in tokens[:-1]]


def mistakes(text: str) -> list[tuple[str, str]]:
    """The code of each error, and the words to which it points."""
    found: list[Diagnostic] = []
    scan(Source("demo.contest", text), found.append)
    return [(item.code, item.span.text) for item in found]


def test_words_are_read_in_any_case_and_names_keep_theirs() -> None:
    assert scanned("ELIMINATION Of Ada adA") == [
        (WORD, "elimination"),
        (WORD, "of"),
        (NAME, "Ada"),
        (NAME, "adA"),
    ]


@pytest.mark.parametrize("word", sorted(WORDS))
def test_every_word_of_the_grammar_is_reserved_in_any_capitalisation(word: str) -> None:
    assert {scanned(written)[0] for written in (word, word.upper(), word.capitalize())} == {(WORD, word)}


def test_names_are_letters_and_digits() -> None:
    assert scanned("R2D2 x") == [(NAME, "R2D2"), (NAME, "x")]
    for name in ("Anne_Marie", "Anne-Marie", "O'Neil", "_x", "Zoë", "Αda"):
        assert mistakes(name) == [(codes.BAD_NAME, name)]


def test_a_name_that_only_looks_latin_is_told_so() -> None:
    found: list[Diagnostic] = []
    scan(Source("demo", "\N{CYRILLIC CAPITAL LETTER A}da"), found.append)
    assert found[0].hint == "this only looks like Ada: it has letters of another alphabet"


def test_names_stand_without_quotation_marks() -> None:
    assert mistakes('"Ada"') == [(codes.UNKNOWN_CHARACTER, '"Ada"')]


def test_numbers_may_have_a_sign() -> None:
    found: list[Diagnostic] = []
    tokens = scan(Source("demo", "3 -12 007 2."), found.append).tokens
    assert [token.value for token in tokens if token.kind == NUMBER] == [3, -12, 7, 2]
    assert found == []


@pytest.mark.parametrize(
    ("number", "code"),
    [
        ("3rd", codes.BAD_NUMBER),
        ("2.5", codes.BAD_NUMBER),
        ("1,000", codes.BAD_NUMBER),
        ("1234567890123456789", codes.LARGE_NUMBER),
    ],
)
def test_what_is_not_a_whole_number_of_18_digits(number: str, code: str) -> None:
    assert mistakes(number) == [(code, number)]


def test_white_space_and_line_ends_are_free() -> None:
    assert scanned("everyone*2") == scanned("everyone\r\n\t *\n2") == [(WORD, "everyone"), (SIGN, "*"), (NUMBER, "2")]


def test_uses_is_followed_by_a_question_mark() -> None:
    assert scanned("Uses? Ada") == [(WORD, "uses"), (SIGN, "?"), (NAME, "Ada")]


def test_comments_reach_to_the_end_of_the_line() -> None:
    scanned_text = scan(Source("demo", "Ada // the first. // of all \nBen"), print)
    assert [comment.text for comment in scanned_text.comments] == ["// the first. // of all"]
    assert [token.text for token in scanned_text.tokens] == ["Ada", "Ben", ""]


@pytest.mark.parametrize("sign", ["#", "-- ", "/*", "{-"])
def test_comments_of_other_languages(sign: str) -> None:
    assert mistakes(f"{sign} Ada\n") == [(codes.FOREIGN_COMMENT, sign.strip())]


def test_characters_that_only_look_like_signs() -> None:
    assert mistakes("everyone \N{MULTIPLICATION SIGN} 2") == [(codes.LOOK_ALIKE, "\N{MULTIPLICATION SIGN}")]
    assert mistakes("Ada\N{GREEK QUESTION MARK}") == [(codes.LOOK_ALIKE, "\N{GREEK QUESTION MARK}")]
    assert mistakes("A\N{ZERO WIDTH SPACE}da") == [(codes.LOOK_ALIKE, "\N{ZERO WIDTH SPACE}")]


def test_characters_that_mean_nothing() -> None:
    assert mistakes("Ada = Ben") == [(codes.UNKNOWN_CHARACTER, "=")]
    tokens = scan(Source("demo", "Ada = Ben"), lambda _: None).tokens
    assert [token.kind for token in tokens] == [NAME, BROKEN, NAME, END]


@given(st.text())
def test_any_text_is_cut_into_tokens_in_their_order(text: str) -> None:
    tokens = scan(Source("demo", text), lambda _: None).tokens
    places = [token.span for token in tokens]
    assert all(place.start <= place.end for place in places)
    assert all(one.end <= other.start for one, other in pairwise(places))
