"""Text in, tokens out: the lexical rules of Senet, and what is said about characters that follow none of them."""

from __future__ import annotations

import pytest

from parlour.languages.senet import codes
from parlour.languages.senet.syntax.scanner import KEYWORDS, Scanned, scan
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.source import Source
from parlour.syntax.token import NAME
from parlour.syntax.tolerance import Tolerance


def scanned(text: str, *, strict: bool = False) -> tuple[Scanned, list[Diagnostic]]:
    found: list[Diagnostic] = []
    tolerance = Tolerance(found.append, strict)
    result = scan(Source("demo.senet", text), tolerance)
    tolerance.tell_habits()
    return result, found


def texts(text: str) -> list[str]:
    """The tokens of a text without any findings."""
    result, found = scanned(text)
    assert [item.title for item in found] == []
    return [token.text for token in result.tokens[:-1]]


def value(text: str) -> object:
    """What a single token means."""
    [token, _] = scanned(text)[0].tokens
    return token.value


def mistakes(text: str) -> list[str]:
    return [item.code for item in scanned(text)[1]]


def test_blanks_tabs_and_line_ends_only_separate() -> None:
    assert texts("int\tn\r\n;\r n=1 ;") == ["int", "n", ";", "n", "=", "1", ";"]


def test_a_comment_goes_from_a_hash_to_the_end_of_its_line() -> None:
    result, found = scanned("a # b \n# c #\nd #")
    assert [token.text for token in result.tokens] == ["a", "d", ""]
    assert [comment.text for comment in result.comments] == ["# b", "# c #", "#"]
    assert found == []


def test_a_hash_in_a_string_is_no_comment() -> None:
    assert value('"# 1"') == "# 1"


def test_identifiers_are_letters_digits_and_underscores_and_case_matters() -> None:
    tokens = scanned("_a A1_b b B If")[0].tokens[:-1]
    assert [(token.kind, token.text) for token in tokens] == [(NAME, name) for name in ("_a", "A1_b", "b", "B", "If")]


def test_keywords_are_the_manuals_and_the_three_it_forgot() -> None:
    assert {"elif", "in", "this"} < KEYWORDS
    assert len(KEYWORDS) == 23


@pytest.mark.parametrize("word", ["func", "pass", "end", "rand", "clear_input", "PLAYER_ON_MOVE", "class"])
def test_words_of_the_later_dialect_are_not_reserved(word: str) -> None:
    assert scanned(word)[0].tokens[0].kind == NAME


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("2147483647", 2**31 - 1), ("0" * 50 + "1", 1)])
def test_integers_are_decimal_and_have_32_bits(text: str, number: int) -> None:
    assert value(text) == number


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("2147483648", codes.LARGE_NUMBER),
        ("9" * 5000, codes.LARGE_NUMBER),
        ("1.5", codes.BAD_NUMBER),
        ("3x", codes.BAD_NUMBER),
        ("0x1F", codes.BAD_NUMBER),
    ],
)
def test_what_is_no_integer_is_told_once(text: str, code: str) -> None:
    assert mistakes(text) == [code]


@pytest.mark.parametrize(
    ("text", "string"),
    [
        ('""', ""),
        (r'"a\"b"', 'a"b'),
        (r'"a\nb"', "a\nb"),
        (r'"a\\n"', "a\\n"),
        (r'"a\tb"', "a\tb"),
        ("“a”", "a"),
        ("”a“", "a"),
        ('“a"', "a"),
        ('"a”', "a"),
        (r"“say \”hi\“ ”", 'say "hi" '),
        ("'it'", "it"),
        ("‘X’", "X"),
        ("’X'", "X"),
        (r"'it\’s'", "it's"),
        ('"it\'s"', "it's"),
        ('"it’s"', "it’s"),
        ("'“a”'", "“a”"),
        ('"λ — \N{GREEK QUESTION MARK}"', "λ — \N{GREEK QUESTION MARK}"),
    ],
)
def test_a_string_closes_at_the_next_quotation_mark_of_its_kind_in_any_shape(text: str, string: str) -> None:
    assert value(text) == string


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('"open', codes.STRING_NOT_CLOSED),
        ('"a\nb', codes.STRING_NOT_CLOSED),
        ("'a\r", codes.STRING_NOT_CLOSED),
        ('"a\\', codes.BAD_ESCAPE),
        (r'"\x"', codes.BAD_ESCAPE),
        ('"\ud800"', codes.BAD_ESCAPE),
    ],
)
def test_a_raw_line_end_and_an_unknown_escape_are_errors(text: str, code: str) -> None:
    assert mistakes(text)[0] == code


def test_the_greek_question_mark_is_a_semicolon() -> None:
    result, found = scanned("a\u037e b\u037e c;")
    assert [token.text for token in result.tokens] == ["a", ";", "b", ";", "c", ";", ""]
    assert [(item.code, item.labels[0].text) for item in found] == [(codes.GREEK_QUESTION_MARK, "here, and 1 more")]


def test_a_habit_is_told_once_and_to_strict_readers_every_time() -> None:
    text = "“a” “b” ‘c’\u037e\u037e && ||"
    assert mistakes(text) == [
        codes.CURLY_QUOTES,
        codes.SINGLE_QUOTES,
        codes.GREEK_QUESTION_MARK,
        codes.SYMBOL_OPERATOR,
    ]
    strict = scanned(text, strict=True)[1]
    assert len(strict) == 8
    assert all(item.is_error for item in strict)


def test_signs_for_and_or_not_are_these_words() -> None:
    tokens = scanned("a && b || !c != d")[0].tokens[:-1]
    assert [token.text for token in tokens] == ["a", "and", "b", "or", "not", "c", "!=", "d"]


def test_operators_are_taken_as_long_as_possible() -> None:
    assert texts("a>>b<<c>=d<=e==f!=g<h>i") == [
        *("a", ">>", "b", "<<", "c", ">=", "d", "<=", "e", "==", "f", "!=", "g", "<", "h", ">", "i"),
    ]


def test_signs_in_a_row_are_not_decrements() -> None:
    assert texts("a--b - -c x<-1 y=-1") == [*"a--b", "-", "-", "c", "x", "<", "-", "1", "y", "=", "-", "1"]


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("n += 1", "n = n + …"),
        ("n++", "n = n + 1"),
        ("n--;", "n = n - 1"),
        ("a <> b", "`!=`"),
        ("a === b", "`==`"),
        ("a => b", "`>=`"),
        ("a := b", "single `=`"),
        ("a -> b", "piece.owner"),
        ("a ** b", "`a * a`"),
        ("a & b", "`a and b`"),
        ("a | b", "`a or b`"),
        ("c ? d", "`if (…)"),
        ("0..9", "listed one by one"),
    ],
)
def test_an_operator_of_another_language_is_told_with_what_to_write(text: str, advice: str) -> None:
    [found] = scanned(text)[1]
    assert found.code == codes.UNKNOWN_OPERATOR
    assert advice in found.hint


@pytest.mark.parametrize("text", ["a // b (", "a /* ( \n */", "/* never closed (", "a\n  -- a remark ("])
def test_comments_of_other_languages_are_passed_over(text: str) -> None:
    result, found = scanned(text)
    assert [item.code for item in found] == [codes.FOREIGN_COMMENT]
    assert "(" not in [token.text for token in result.tokens]


@pytest.mark.parametrize(
    ("text", "read", "title"),
    [
        ("a – b", "-", "only looks like `-`"),
        ("a × b", "*", "only looks like `*`"),
        ("a ； b", ";", "only looks like `;`"),
        ("a ≤ b", "<=", "stands for `<=`"),
        ("a « b", "<<", "stands for `<<`"),
        ("a ¬ b", "not", "stands for `not`"),
    ],
)
def test_a_look_alike_is_named_and_read_as_what_is_meant(text: str, read: str, title: str) -> None:
    result, [found] = scanned(text)
    assert result.tokens[1].text == read
    assert found.code == codes.LOOK_ALIKE
    assert title in found.title
    assert "U+" in found.labels[0].text


def test_an_invisible_character_in_a_name_is_shown_and_left_out() -> None:
    result, [found] = scanned("bo\u200bard")
    assert result.tokens[0].text == "board"
    assert (found.code, found.span.start) == (codes.LOOK_ALIKE, 2)


def test_unknown_characters_are_told_once_for_a_whole_run() -> None:
    assert mistakes("$$$ a") == [codes.UNKNOWN_CHARACTER]


@pytest.mark.parametrize(("text", "meant"), [("@Setup", "@setup"), ("@turn", "@turns"), ("@setpu", "@setup")])
def test_a_misspelt_section_is_told_and_read(text: str, meant: str) -> None:
    result, [found] = scanned(text)
    assert result.tokens[0].text == meant
    assert (found.code, found.hint) == (codes.SECTIONS, f"write `{meant}`")


def test_a_byte_order_mark_is_no_character_of_the_program() -> None:
    assert texts("\ufeffint n;") == ["int", "n", ";"]


def test_a_text_of_nonsense_is_not_told_character_by_character_for_ever() -> None:
    assert len(scanned("$ a " * 5000)[1]) == 200
