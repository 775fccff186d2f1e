"""Two spellings of one language: how each is read, and that both mean the same."""

from __future__ import annotations

import pytest

from parlour.languages.gdl.lower.lower import rules_of
from parlour.languages.gdl.syntax.parser import parse
from parlour.languages.gdl.syntax.scanner import spelling_of
from parlour.languages.gdl.syntax.spelling import read_term
from parlour.syntax.source import Source


def read(text: str) -> list[str]:
    """The rules of a text that has no errors of form."""
    tree, found = parse(Source("test", text))
    assert not [item for item in found if item.is_error], [item.title for item in found]
    return [str(rule) for rule in rules_of(tree, found.append)]


def codes(text: str) -> list[str]:
    return [item.code for item in parse(Source("test", text))[1]]


def test_the_first_sign_decides_the_spelling() -> None:
    assert spelling_of("(role x)") == "kif"
    assert spelling_of("; about\n ; more\n(role x)") == "kif"
    assert spelling_of("role(x)") == "rules"
    assert spelling_of("% about\nrole(x)") == "rules"


def test_a_rule_in_prefix_form() -> None:
    text = "(<= (next (cell ?m ?n x)) (does xplayer (mark ?m ?n)) (true (cell ?m ?n b)))"
    assert read(text) == ["next(cell(?m, ?n, x)) <= does(xplayer, mark(?m, ?n)) & true(cell(?m, ?n, b))"]


def test_the_same_rule_in_rule_form() -> None:
    text = "next(cell(M,N,x)) :- does(xplayer,mark(M,N)) & true(cell(M,N,b))"
    assert read(text) == ["next(cell(?M, ?N, x)) <= does(xplayer, mark(?M, ?N)) & true(cell(?M, ?N, b))"]


def test_comments_go_to_the_end_of_the_line() -> None:
    assert read("(role x) ; (role y)\n(role z)") == ["role(x)", "role(z)"]
    assert read("role(x) % role(y)\nrole(z)") == ["role(x)", "role(z)"]


def test_negation_distinct_and_or_in_prefix_form() -> None:
    assert read("(<= p (not (q a)) (distinct ?x b) (r ?x))") == ["p <= not q(a) & ?x ≠ b & r(?x)"]
    assert read("(<= p (or a b) c)") == ["p <= a & c", "p <= b & c"]
    assert read("(<= p (or a (and b c)))") == ["p <= a", "p <= b & c"]
    assert read("(<= p (r ?x) (not (distinct ?x b)))") == ["p <= r(?x) & ?x = b"]


def test_negation_distinct_and_or_in_rule_form() -> None:
    assert read("p :- ~q(a) & distinct(X,b) & r(X)") == ["p <= not q(a) & ?X ≠ b & r(?X)"]
    assert read("p :- or(a, b & c) & d") == ["p <= a & d", "p <= b & c & d"]
    assert read("p :- ~distinct(a,b)") == ["p <= a = b"]


def test_not_before_a_sentence_negates_it_in_rule_form() -> None:
    assert read("p :- q & not r(a) & NOT s") == ["p <= q & not r(a) & not s"]
    assert read("p(X) :- q(X), not distinct(X,a), or(not r, s)") == [
        "p(?X) <= q(?X) & ?X = a & not r",
        "p(?X) <= q(?X) & ?X = a & s",
    ]
    assert read("p :- q &\n  not\n  r\ns") == ["p <= q & not r", "s"]
    assert codes("p :- not\nq") == ["GD015"]
    assert codes("p :- not not q") == codes("p :- not ~q") == ["GD015"]


def test_a_list_of_one_element_is_that_element() -> None:
    assert read("(<= (p) (q) (true (r)))") == ["p <= q & true(r)"]
    assert read("((p 1)) ((<= ((q)) (or ((r 1)) (s)) (not ((true ((t)))))))") == [
        "p(1)",
        "q <= r(1) & not true(t)",
        "q <= s & not true(t)",
    ]
    assert read("p() :- q()") == ["p <= q"]
    assert read_term("((mark (1) 2))") == read_term("mark 1 2")
    assert read_term("((mark 1) 2)") is None


def test_a_rule_may_have_an_empty_body() -> None:
    assert read("(<= (role x))") == ["role(x)"]
    assert read("role(x) :- .\nrole(y)") == ["role(x)", "role(y)"]


def test_statements_may_repeat() -> None:
    assert read("(role x) (role x) (role x)") == ["role(x)"]


def test_conditions_are_joined_by_ampersands_or_commas_and_a_full_stop_may_end_a_rule() -> None:
    assert read("p :- a & b, c.\nq :- d.\nr.") == ["p <= a & b & c", "q <= d", "r"]
    assert read("p :-\n    a &\n    b\nq") == ["p <= a & b", "q"]


def test_a_colon_as_neck_and_terminale_are_read_with_a_warning() -> None:
    assert read("terminale : line(x)") == ["terminal <= line(x)"]
    assert codes("terminale : line(x)") == ["GD018", "GD018"]
    assert codes("terminal :- line(x)") == []


def test_numbers_are_names_too() -> None:
    assert read("(p 7) (p 007)") == ["p(7)", "p(007)"]


def test_keywords_may_be_in_any_case_and_other_names_are_case_sensitive() -> None:
    assert read("(ROLE x) (Init (Cell 1)) (<= TERMINAL (TRUE (cell 1)))") == [
        "role(x)",
        "init(Cell(1))",
        "terminal <= true(cell(1))",
    ]
    assert read("ROLE(x)\nTERMINAL :- TRUE(a)") == ["role(x)", "terminal <= true(a)"]


def test_names_may_contain_signs_and_begin_with_digits() -> None:
    assert read("(p a+b 2x <3 ->_ x-1)") == ["p(a+b, 2x, <3, ->_, x-1)"]
    assert read("p(a+b,2x,<3,->_,x-1)") == ["p(a+b, 2x, <3, ->_, x-1)"]


def test_rule_form_quotes_names_that_would_be_variables() -> None:
    assert read("p('White','it''s',White)") == ["p(White, it's, ?White)"]


def test_a_relation_and_a_function_may_share_a_name() -> None:
    assert read("(<= (cell ?x) (true (cell ?x 1)))") == ["cell(?x) <= true(cell(?x, 1))"]


def test_several_errors_are_told_in_one_run() -> None:
    text = "(role x)\n(<= ?y (p))\n(<= p ?z)\n(init (cell 1)\n(<= q (r))\n(a))\n"
    assert codes(text) == ["GD014", "GD015", "GD012", "GD012"]


def test_several_errors_are_told_in_one_run_of_rule_form() -> None:
    assert codes("role(x)\np :- & q\nr :- s(\nt :- u &\nv <= w\n") == ["GD011", "GD012", "GD017"]


@pytest.mark.parametrize("text", ["", "   \n", "; only a comment\n", "% only a comment\n"])
def test_a_text_without_rules_is_an_error(text: str) -> None:
    assert codes(text) == ["GD010"]


@pytest.mark.parametrize("text", ["(" * 5000, ")" * 5000, "p(" * 5000, "(a " * 300 + ")" * 300, "~" * 3000, "'" * 999])
def test_hostile_texts_are_errors_and_nothing_worse(text: str) -> None:
    assert codes(text)


def test_too_many_alternatives_are_refused_before_they_are_multiplied_out() -> None:
    tree, found = parse(Source("test", f"(<= p {'(or a b) ' * 64})"))
    assert rules_of(tree, found.append) == []
    assert [item.code for item in found] == ["GD019"]


def test_only_the_alternatives_of_an_or_are_multiplied() -> None:
    tree, found = parse(Source("test", f"(<= p (or {' '.join(f'(a {n})' for n in range(1500))}))"))
    assert len(rules_of(tree, found.append)) == 1500 and not found
