"""The manual's sample as it is printed (tests/documents/senet-tic-tac-toe.senet), and what it needs tolerance for.

Each tolerance is a warning with its own code; whoever is strict gets an error at the same place.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from parlour.languages import explanations
from parlour.languages.explanations import Explanation
from parlour.languages.options import Options
from parlour.languages.senet import codes, frontend
from parlour.languages.senet.syntax.parser import parse_program
from parlour.syntax.source import Source

SAMPLE = Path(__file__).parents[2] / "documents" / "senet-tic-tac-toe.senet"


def sample() -> Source:
    return Source("sample.senet", SAMPLE.read_bytes().decode("utf-8"))


def found_in(setup: str = "", begin: str = "", *, strict: bool = False) -> list[tuple[str, str]]:
    text = f"@setup {{ {setup} }} @turns {{ void begin() {{ {begin} }} }}"
    found = parse_program(Source("demo.senet", text), strict=strict)[1]
    return [(item.severity, item.code) for item in found]


def test_the_sample_is_the_one_these_tests_are_about() -> None:
    text = sample().text
    assert len(SAMPLE.read_bytes()) == 1985
    assert text.count("\N{GREEK QUESTION MARK}") == 28
    assert ";" not in text
    assert (text.count("{"), text.count("}")) == (22, 21)
    assert (text.count("("), text.count(")")) == (46, 45)


def test_the_sample_is_read_without_an_error() -> None:
    program, found = parse_program(sample())
    assert program.is_sound
    assert {item.severity for item in found} == {"warning"}


def test_the_sample_needs_fifteen_tolerances_for_what_it_leaves_out() -> None:
    counted = Counter(item.code for item in parse_program(sample())[1])
    assert {code: counted[code] for code in sorted(counted) if "SN040" <= code < "SN050"} == {
        codes.NO_TYPE: 3,
        codes.NO_CONDITION_PARENTHESES: 2,
        codes.NO_BODY_BRACES: 1,
        codes.NO_COMMA: 6,
        codes.NO_FOR_PARENTHESIS: 1,
        codes.NO_FOR_BRACES: 1,
        codes.NO_SEMICOLON: 1,
        codes.NO_CLOSING_BRACE: 1,
    }


def test_the_habits_of_the_sample_are_told_once_each() -> None:
    counted = Counter(item.code for item in parse_program(sample())[1])
    assert {code: counted[code] for code in sorted(counted) if not "SN040" <= code < "SN050"} == {
        codes.GREEK_QUESTION_MARK: 1,
        codes.CURLY_QUOTES: 1,
        codes.SINGLE_QUOTES: 1,
        codes.SYMBOL_OPERATOR: 1,
        codes.INITIALISER: 1,
        codes.LATE_DECLARATION: 1,
        codes.GROUP_DEFAULT: 1,
    }


def test_to_the_letter_of_the_manual_its_own_sample_is_full_of_errors() -> None:
    found = frontend.check(sample(), Options(strict=True))
    errors = Counter(item.code for item in found if item.is_error)
    assert errors[codes.GREEK_QUESTION_MARK] == 28
    assert errors[codes.PARENT_ARGUMENTS] == 1
    assert errors[codes.MIXED_SETUP] == 1
    assert not [item for item in found if not item.is_error and item.code < "SN060"]


TOLERANCES = {
    codes.GREEK_QUESTION_MARK: ("", "exit()\u037e"),
    codes.CURLY_QUOTES: ("", "print(“a”);"),
    codes.SINGLE_QUOTES: ("", "print('a');"),
    codes.SYMBOL_OPERATOR: ("", "a = b && c;"),
    codes.LATER_DIALECT: ("list[int] l;", ""),
    codes.TAB_ESCAPE: ("", r'print("\t");'),
    codes.NO_TYPE: ("f() { }", ""),
    codes.NO_CONDITION_PARENTHESES: ("", "while a { }"),
    codes.NO_BODY_BRACES: ("", "while (a) f();"),
    codes.NO_COMMA: ("", "for (i in {1 2}) { }"),
    codes.NO_FOR_PARENTHESIS: ("", "for (i in {1, 2} { }"),
    codes.NO_FOR_BRACES: ("", "for (i in 1, 2) { }"),
    codes.NO_SEMICOLON: ("", "f()"),
    codes.BARE_ELIF: ("", "if (a) { } elif { }"),
    codes.ELSE_IF: ("", "if (a) { } else if (b) { }"),
    codes.INITIALISER: ("int n = 1;", ""),
    codes.LATE_DECLARATION: ("", "f(); int n;"),
    codes.GROUP_DEFAULT: ("group G (Piece) { fixed = True; };", ""),
}

# What only strict readers hear of.
EXTENSIONS = {
    codes.PARENT_ARGUMENTS: ("group G (Boards.Line(3)) { };", ""),
    codes.MIXED_SETUP: ("n = 1; void f() { }", ""),
    codes.MIXED_GROUP: ("group G (Piece) { void f() { } int n; };", ""),
}


@pytest.mark.parametrize("code", TOLERANCES)
def test_a_tolerance_is_a_warning_by_default_and_an_error_to_the_letter(code: str) -> None:
    setup, begin = TOLERANCES[code]
    assert found_in(setup, begin) == [("warning", code)]
    assert found_in(setup, begin, strict=True) == [("error", code)]


@pytest.mark.parametrize("code", EXTENSIONS)
def test_what_the_samples_way_needs_is_silent_by_default(code: str) -> None:
    setup, begin = EXTENSIONS[code]
    assert found_in(setup, begin) == []
    assert found_in(setup, begin, strict=True) == [("error", code)]


@pytest.mark.parametrize(
    "spelling",
    ["p >> b >> [1];", "b << [1];", "group G g;", "list[int] l;"],
)
def test_each_spelling_of_the_later_dialect_is_tolerated(spelling: str) -> None:
    assert found_in("", spelling) == [("warning", codes.LATER_DIALECT)]


def test_what_the_manual_itself_prints_is_strict() -> None:
    setup = "int n; list<int> a; class B b(3, 3); n = 1; a = [1, 2, 3];"
    group = "group B (Boards.Rect) { int x; assert ok() { x > 1; } };"
    begin = "int i; for (i in {1, 2}) { } for (int j in {1}) { } ; if (n == 1) { return; } elif (n == 2) { } else { }"
    assert found_in(f"{group} {setup}", begin, strict=True) == []


def test_all_braces_that_are_open_at_the_end_are_one_message() -> None:
    [found] = parse_program(Source("demo.senet", "@setup { }\n@turns {\nvoid begin() {\nwhile (a) {\nf();"))[1]
    assert (found.code, found.hint) == (codes.NO_CLOSING_BRACE, "put `}}}` here")
    assert [label.span.line for label in found.labels] == [5, 4, 3, 2]


def test_a_semicolon_may_be_missing_only_where_nobody_can_doubt_the_end() -> None:
    assert found_in("", "f()\ng();") == [("warning", codes.NO_SEMICOLON)]
    assert found_in("", "f() }  void g() { ") == [("warning", codes.NO_SEMICOLON)]
    assert found_in("", "f() g();") == [("error", codes.EXPECTED)]


PAGES = [page for page in explanations.all() if page.language == "senet" and "SN030" <= page.code < "SN060"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.code)
def test_a_tolerance_is_a_warning_and_an_error_for_strict_readers(page: Explanation) -> None:
    for example in page.examples:
        if example.is_wrong:
            source = Source("example.senet", example.text)
            assert {item.severity for item in frontend.check(source, Options())} <= {"warning"}
            assert {item.severity for item in frontend.check(source, Options(strict=True))} == {"error"}
