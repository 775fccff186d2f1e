"""A small language of nested lists, `( a b ( c ) ) ;`, read with the cursor."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.syntax.cursor import Cursor, Unreadable, describe
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.limits import NESTING_LIMIT
from parlour.syntax.render import render
from parlour.syntax.source import Source
from parlour.syntax.token import BROKEN, END, NAME, Token, end_of, is_kind

type_of = {"(": "<sign>", ")": "<sign>", ";": "<sign>"}
Tree = str | list["Tree"]


def scan(text: str) -> list[Token]:
    source = Source("list.txt", text)
    found = [
        Token(type_of.get(match[0], NAME), match[0], source.span(*match.span()))
        for match in re.finditer(r"[();]|[^();\s]+", text)
    ]
    return [*found, end_of(source)]


def cursor_over(text: str) -> tuple[Cursor, list[Diagnostic]]:
    found: list[Diagnostic] = []
    return Cursor(scan(text), found.append), found


def parse(text: str) -> tuple[list[Tree], list[Diagnostic]]:
    """text ::= (item ';')*"""
    cursor, found = cursor_over(text)
    trees: list[Tree] = []
    while not cursor.at(END):
        try:
            trees.append(item(cursor))
            cursor.expect(";", code="LI001", after="an item")
        except Unreadable:
            while not cursor.at(END) and cursor.advance().text != ";":
                pass
    return trees, found


def item(cursor: Cursor) -> Tree:
    """item ::= name | '(' item* ')'"""
    opened = cursor.accept("(")
    if opened is None:
        return cursor.expect(NAME, code="LI002", what="a name or a list").text
    items: list[Tree] = []
    with cursor.nested("LI003"):
        while not cursor.at(")", ";", END):
            items.append(item(cursor))
        cursor.expect(")", code="LI004", opened=opened)
    return items


def places(found: list[Diagnostic]) -> list[tuple[str, int, int]]:
    return [(one.code, one.span.line, one.span.column) for one in found]


def test_a_correct_text_is_read_without_a_word() -> None:
    assert parse("a; ( b ( c ) d ); ();") == (["a", ["b", ["c"], "d"], []], [])


def test_several_errors_are_reported_in_one_run_and_reading_goes_on_after_each() -> None:
    trees, found = parse("( a ;\n) ;\nb c ;\nd ;")
    assert places(found) == [("LI004", 1, 5), ("LI002", 2, 1), ("LI001", 3, 3)]
    assert trees[-1] == "d"


def test_an_unclosed_bracket_is_shown_where_it_should_close_and_where_it_was_opened() -> None:
    _, found = parse("( a\n  b\n")
    assert render(found[0]).split("\n") == [
        "list.txt:2:4: error[LI004]: expected `)`",
        "  |",
        "1 | ( a",
        "  | - this is still open",
        "2 |   b",
        "  |    ^ here is the end of the text",
        "  |",
        " hint: put a `)` here",
        " see:  parlour explain LI004",
    ]


def test_a_word_that_is_almost_the_wanted_one_is_told_and_read_as_it() -> None:
    cursor, found = cursor_over("a thne b")
    cursor.advance()
    assert cursor.expect("then", code="LI001", after="the condition").text == "then"
    assert cursor.advance().text == "b"
    assert [(one.title, one.hint) for one in found] == [("expected `then` after the condition", "Did you mean `then`?")]


def test_a_closing_bracket_too_many_before_what_is_wanted_is_passed_over() -> None:
    cursor, found = cursor_over("a ) ;")
    cursor.advance()
    assert cursor.expect(";", code="LI001").text == ";"
    assert [(one.title, one.hint) for one in found] == [("this `)` closes nothing", "leave it out")]


def test_what_is_missing_on_the_same_line_is_shown_at_the_token_found_instead() -> None:
    _, found = parse("a b ;")
    assert (found[0].title, found[0].labels[0].text) == ("expected `;` after an item", "here is `b`")
    assert places(found) == [("LI001", 1, 3)]


def test_the_end_is_reached_again_and_again_but_never_passed() -> None:
    cursor, _ = cursor_over("a")
    assert [cursor.advance().kind for _ in range(3)] == [NAME, END, END]
    assert cursor.peek(5).kind == END


def test_peek_looks_ahead_and_since_spans_what_was_read() -> None:
    cursor, _ = cursor_over("( a  b )")
    assert [cursor.peek(ahead).text for ahead in range(5)] == ["(", "a", "b", ")", ""]
    start = cursor.advance()
    cursor.advance()
    assert cursor.since(start).text == "( a"
    assert cursor.previous.text == "a"


def test_a_name_spelled_like_a_kind_is_not_that_kind() -> None:
    cursor, _ = cursor_over("name sign")
    assert not cursor.at("<sign>")
    assert cursor.accept(NAME) is not None
    assert cursor.at("sign")
    assert not cursor.at("<sign>", "name")


def test_operators_in_angle_brackets_are_texts_and_not_kinds() -> None:
    assert [is_kind(want) for want in ("<>", "<=>", "<->", "<end>", "<line-end>", "x")] == [
        False,
        False,
        False,
        True,
        True,
        False,
    ]


def test_the_empty_text_never_matches_the_end() -> None:
    cursor, _ = cursor_over("")
    assert not cursor.at("")
    assert cursor.at(END)


def test_a_hundred_levels_are_read_and_one_more_is_refused_with_a_clear_message() -> None:
    def nest(depth: int) -> str:
        return "( " * depth + ") " * depth + "; after ;"

    assert parse(nest(NESTING_LIMIT))[1] == []
    trees, found = parse(nest(NESTING_LIMIT + 1))
    assert places(found) == [("LI003", 1, 2 * NESTING_LIMIT + 3)]
    assert found[0].title == "this is nested more than 100 levels deep"
    assert trees == ["after"]


def test_nesting_is_left_again_when_a_construct_is_given_up() -> None:
    _, found = parse("( ( a ; " * (NESTING_LIMIT + 5))
    assert {one.code for one in found} == {"LI004"}


def test_one_token_is_complained_about_once() -> None:
    cursor, found = cursor_over("a")
    for code in ("LI001", "LI002"):
        with pytest.raises(Unreadable):
            cursor.fail(code, "no")
    with pytest.raises(Unreadable):
        cursor.expect(";", code="LI003")
    assert [one.code for one in found] == ["LI001"]
    cursor.advance()
    cursor.report("LI004", "but the next one may be", Label(cursor.previous.span))
    assert [one.code for one in found] == ["LI001", "LI004"]


def test_a_long_token_is_shortened_in_the_message() -> None:
    _, found = parse("a " + "b" * 100 + ";")
    assert found[0].labels[0].text == f"here is `{'b' * 39}…`"


def test_a_token_list_without_its_end_is_a_mistake_of_the_scanner() -> None:
    with pytest.raises(ValueError, match="END"):
        Cursor(scan("a")[:-1], print)


def test_patterns_are_described_in_words() -> None:
    assert describe("<line-end>") == "a line end"


def written(tree: Tree) -> str:
    return tree if isinstance(tree, str) else f"( {' '.join(map(written, tree))} )"


trees = st.recursive(st.sampled_from(["a", "b"]), lambda inner: st.lists(inner, max_size=4), max_leaves=20)


@given(st.lists(trees, max_size=5))
def test_what_is_written_is_read_back(items: list[Tree]) -> None:
    assert parse(" ; ".join([*map(written, items), ""])) == (items, [])


@given(st.lists(st.sampled_from(["a", "(", ")", ";", "\n"]), max_size=60))
def test_any_text_is_read_to_its_end_with_one_error_at_most_for_a_place_and_in_order(words: list[str]) -> None:
    _, found = parse(" ".join(words))
    starts = [one.span.start for one in found]
    assert starts == sorted(set(starts))
    if words.count("(") != words.count(")"):
        assert found


class Quiet(Cursor):
    name_kinds = frozenset({NAME})
    quiet_codes = frozenset({"LI001"})


def reading(kinds: str, cursor_class: type[Cursor] = Cursor) -> tuple[Cursor, list[Diagnostic]]:
    """Tokens of these kinds, each a letter: `n`ame, `b`roken."""
    source, found = Source("kinds.txt", kinds), []
    tokens = [
        Token(NAME if kind == "n" else BROKEN, kind, source.span(place, place + 1)) for place, kind in enumerate(kinds)
    ]
    return cursor_class([*tokens, end_of(source)], found.append), found


def test_nothing_is_said_about_what_the_scanner_has_reported() -> None:
    cursor, found = reading("bn")
    cursor.report("LI001", "there is no list")
    assert found == []
    cursor.advance()
    cursor.report("LI001", "there is no list")
    assert [item.code for item in found] == ["LI001"]


def test_a_language_may_be_quiet_right_behind_it_too() -> None:
    class Behind(Cursor):
        is_quiet_behind_broken = True

    cursor, found = reading("bnn", Behind)
    cursor.advance()
    cursor.report("LI001", "there is no list")
    assert found == []
    cursor.advance()
    cursor.report("LI001", "there is no list")
    assert len(found) == 1


def test_after_an_error_in_a_part_nothing_is_merely_missing() -> None:
    cursor, found = reading("nnnn", Quiet)
    cursor.tell("LI002", "this is no name", Label(cursor.peek().span))
    cursor.report("LI001", "something is missing")
    cursor.advance()
    cursor.report("LI003", "this is something else")
    assert [item.code for item in found] == ["LI002", "LI003"]
    cursor.advance()
    cursor.begin_part()
    cursor.report("LI001", "something is missing")
    assert [item.code for item in found] == ["LI002", "LI003", "LI001"]


def test_the_names_of_what_could_not_be_read_are_remembered() -> None:
    cursor, _ = cursor_over("a ( b c ) d")
    cursor.advance()
    start = cursor.place
    for _ in range(3):
        cursor.advance()
    cursor.mark_lost(start)
    assert cursor.lost == {"b", "c"}


def test_a_warning_is_no_error() -> None:
    cursor, found = reading("nn", Quiet)
    cursor.warn("LI009", "this looks odd", Label(cursor.peek().span))
    cursor.report("LI001", "something is missing")
    assert [(item.code, item.severity) for item in found] == [("LI009", "warning"), ("LI001", "error")]


def test_a_text_that_looks_like_a_kind_is_not_taken_for_it() -> None:
    cursor, _ = cursor_over("<end> x")
    assert not cursor.at(END)
    assert cursor.at(NAME)
