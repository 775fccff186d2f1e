"""The canonical layout in both spellings: printing and reading again gives the same rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import library
from parlour.languages.gdl import codes
from parlour.languages.gdl.frontend import format, format_as
from parlour.languages.gdl.lower.lower import rules_of
from parlour.languages.gdl.syntax.parser import parse
from parlour.languages.gdl.syntax.rewriting import meaning
from parlour.logic.rules import Compound, Distinct, Literal, Rule, Term, Variable
from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.source import Source

GAMES = [entry for entry in library.all() if entry.language == "gdl"]


def formatted(text: str) -> str:
    return format(Source("demo", text))


def converted(text: str, spelling: str) -> str:
    return format_as(Source("demo", text), spelling)


def rules(text: str) -> list[Rule]:
    tree, found = parse(Source("demo", text))
    assert tree.is_sound, [item.title for item in found]
    return [_with_numbered_variables(rule) for rule in rules_of(tree, found.append)]


def _with_numbered_variables(rule: Rule) -> Rule:
    """The same rule with its variables named by their first place, so that renaming makes no difference."""
    names: dict[Variable, Variable] = {}

    def rename(term: Term) -> Term:
        if isinstance(term, Variable):
            return names.setdefault(term, Variable(f"v{len(names)}"))
        return Compound(term.name, tuple(map(rename, term.arguments)))

    def atom(term: Compound) -> Compound:
        renamed = rename(term)
        assert isinstance(renamed, Compound)
        return renamed

    head = atom(rule.head)
    body: list[Literal | Distinct] = []
    for item in rule.body:
        if isinstance(item, Literal):
            body.append(Literal(atom(item.atom), item.is_positive))
        else:
            body.append(Distinct(rename(item.left), rename(item.right), item.is_positive))
    return Rule(head, tuple(body))


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.name)
def test_the_games_of_the_library_are_laid_out_canonically(entry: library.LibraryGame) -> None:
    assert formatted(entry.text) == entry.text


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.name)
def test_a_game_goes_to_the_other_spelling_and_back_without_a_change(entry: library.LibraryGame) -> None:
    there = converted(entry.text, "rules")
    assert formatted(there) == there
    assert rules(there) == rules(entry.text)
    assert rules(converted(there, "kif")) == rules(entry.text)


def test_short_rules_take_one_line_and_long_ones_a_line_for_each_condition() -> None:
    long = "(does xplayer (mark ?m ?n)) (true (cell ?m ?n b)) (distinct ?m ?n)"
    assert formatted(f"(<=   (next (a))  (true b) )\n(<= (next (cell ?m ?n x)) {long})") == (
        "(<= (next a) (true b))\n"
        "(<= (next (cell ?m ?n x))\n"
        "    (does xplayer (mark ?m ?n))\n"
        "    (true (cell ?m ?n b))\n"
        "    (distinct ?m ?n))\n"
    )


def test_facts_of_one_line_stay_together() -> None:
    assert formatted("(index 1)   (index 2)\n(index 3)") == "(index 1) (index 2)\n(index 3)\n"


def test_comments_stay_where_they_are_and_change_their_sign_with_the_spelling() -> None:
    text = "; About x\n\n(role x)  ; the first\n; the rule\n(<= p (q))\n; the end\n"
    assert formatted(text) == "; About x\n\n(role x)  ; the first\n; the rule\n(<= p q)\n; the end\n"
    assert converted(text, "rules") == "% About x\n\nrole(x)  % the first\n% the rule\np :- q\n% the end\n"


def test_a_comment_inside_a_rule_comes_before_it() -> None:
    assert formatted("(<= p ; why\n q)") == "; why\n(<= p q)\n"


def test_keywords_are_written_in_small_letters_and_names_as_they_are() -> None:
    assert formatted("(ROLE White) (<= TERMINAL (True (X y)))") == "(role White)\n(<= terminal (true (X y)))\n"


def test_every_form_in_rule_form() -> None:
    text = "(<= (p ?x ?X) (q ?x ?X A) (not (r ?x)) (distinct ?x ?X) (or a (and bbbbb c)) (not (distinct ?x 1)))"
    assert converted(text, "rules") == (
        "p(X,X2) :-\n    q(X,X2,'A') &\n    ~r(X) &\n    distinct(X,X2) &\n"
        "    or(a,(bbbbb & c)) &\n    ~distinct(X,1)\n"
    )
    assert rules(converted(text, "rules")) == rules(text)


def test_a_text_with_errors_of_form_is_not_touched() -> None:
    with pytest.raises(Diagnostics):
        formatted("(role x")


@pytest.mark.parametrize(
    "name", ["--", "---", "--x", "terminale", "<-->", "<-", "=>", "%", "//", "#", "a/b", "X", "?", "it's", "2,3"]
)
def test_a_name_that_rule_form_would_read_as_something_else_stands_in_quotes(name: str) -> None:
    quoted = "'" + name.replace("'", "''") + "'"
    text = f"{quoted}\np({quoted}) :- ~{quoted} & {quoted}(x)\n"
    assert formatted(text) == text
    assert [rule.head.name for rule in rules(text)] == [name, "p"]


@pytest.mark.parametrize("name", ["-", "-x", "x--", "<x", "1+1", "<-x", "é"])
def test_a_name_that_rule_form_reads_stands_as_it_is(name: str) -> None:
    assert formatted(f"'{name}'(x)") == f"{name}(x)\n"


@pytest.mark.parametrize("name", ["--", "%", "//", "#", "---"])
def test_a_name_that_looks_like_a_comment_is_a_list_of_its_own_in_prefix_form(name: str) -> None:
    text = f"'{name}'(a) p(x,'{name}',y) '{name}'"
    assert converted(text, "kif") == f"({name} a) (p x ({name}) y) ({name})\n"
    assert rules(converted(text, "kif")) == rules(text)


@pytest.mark.parametrize("name", ["a b", "x;y", "?a", "?", "(", "a)", 'say"so', "a\tb", "a\u00a0b", "\x01"])
def test_a_name_that_prefix_form_cannot_write_is_pointed_to(name: str) -> None:
    with pytest.raises(Diagnostics) as raised:
        converted(f"p(x)\nq('{name}') '{name}'(y)", "kif")
    assert [item.code for item in raised.value.found] == [codes.NO_SPELLING]  # once for each name
    assert raised.value.found[0].span.text == f"'{name}'"


def test_what_is_too_deep_in_the_other_spelling_is_pointed_to() -> None:
    deep = f"{'p(' * 100}x{')' * 100} :- q"
    assert formatted(deep)
    with pytest.raises(Diagnostics) as raised:
        converted(f"a\nb\n{deep}\nc", "kif")
    (found,) = raised.value.found
    assert (found.code, found.span.line) == (codes.TOO_DEEP, 3)
    assert "prefix form" in found.title


def test_what_is_too_large_in_the_other_spelling_is_not_written() -> None:
    text = "\n".join("p:-a&b&c&d&e" for _ in range(70_000))
    with pytest.raises(Diagnostics) as raised:
        converted(text, "kif")
    assert [item.code for item in raised.value.found] == [codes.TEXT_TOO_LARGE]


def test_statements_are_the_same_if_they_say_the_same() -> None:
    def said(text: str) -> list[object]:
        return [meaning(statement) for statement in parse(Source("demo", text))[0].statements]

    assert said("(<= (NEXT (p ?x ?y)) (q ?x) (knows r (TRUE ?y)))") == said("next(p(B,A)) :- q(B) & knows(r,true(A))")
    different = [
        "(p a)", "(p A)", "(p ?a)", "(p (a b))", "(q a)", "(p a a)", "(<= (p a) a)", "(<= (p a) (not a))",
        "(<= (p a) (or a b))", "(<= (p a) (and a b))", "(<= (p a) a b)", "(<= (p a) (distinct a b))",
        "(<= (p ?x ?y) (q ?x))", "(<= (p ?x ?y) (q ?y))", "(p True)", "(p true)",
    ]  # fmt: skip
    assert len({tuple(said(text)) for text in different}) == len(different)


NAMES = st.sampled_from(
    ["a", "--", "%", "<-->", "B", "7", "007", "x-y", "it's", "terminal", "role", "<=>", "Random", "p.q"]
)
TERMS: st.SearchStrategy[Term] = st.recursive(
    st.builds(Compound, NAMES) | st.builds(Variable, st.sampled_from(["x", "X", "row", "Row", "y1"])),
    lambda inner: st.builds(Compound, NAMES, st.lists(inner, min_size=1, max_size=3).map(tuple)),
    max_leaves=6,
)
ATOMS = st.builds(
    Compound, st.sampled_from(["p", "Q", "true", "next", "knows", "cell"]), st.lists(TERMS, max_size=3).map(tuple)
)
BODIES = st.lists(
    st.builds(Literal, ATOMS, st.booleans()) | st.builds(Distinct, TERMS, TERMS, st.booleans()), max_size=4
)


def _text(term: Term) -> str:
    if isinstance(term, Variable):
        return f"?{term.name}"
    return f"({' '.join([term.name, *map(_text, term.arguments)])})"


def _condition(item: Literal | Distinct) -> str:
    text = _text(item.atom) if isinstance(item, Literal) else f"(distinct {_text(item.left)} {_text(item.right)})"
    return text if item.is_positive else f"(not {text})"


@given(st.lists(st.tuples(ATOMS, BODIES), min_size=1, max_size=4))
def test_printing_then_reading_gives_the_same_rules_in_both_spellings(
    made: list[tuple[Compound, list[Literal]]],
) -> None:
    text = "\n".join(f"(<= {_text(head)} {' '.join(map(_condition, body))})" for head, body in made)
    expected = rules(text)
    for spelling in ("kif", "rules"):
        printed = converted(text, spelling)
        assert rules(printed) == expected, printed
        assert formatted(printed) == printed
        assert rules(converted(printed, "kif")) == expected


QUOTED = st.text(st.characters(exclude_characters="\r\n"), min_size=1, max_size=4) | st.text(
    alphabet="-<>=%#/;?'()\" aAé_:.,&~", min_size=1, max_size=4
)
QUOTED_TERMS: st.SearchStrategy[str] = st.recursive(
    QUOTED.map(lambda name: "'" + name.replace("'", "''") + "'") | st.sampled_from(["X", "Y1", "É", "Not"]),
    lambda inner: st.builds(
        lambda name, parts: f"{name}({','.join(parts)})",
        QUOTED.map(lambda name: "'" + name.replace("'", "''") + "'"),
        st.lists(inner, min_size=1, max_size=2),
    ),
    max_leaves=4,
)


@given(st.lists(st.tuples(QUOTED_TERMS, QUOTED_TERMS), min_size=1, max_size=3))
def test_any_name_in_quotes_is_written_as_it_is_or_refused(pairs: list[tuple[str, str]]) -> None:
    text = "\n".join(f"p({one}) :- ~q({other}) & or(r({one}),({other} & s))" for one, other in pairs)
    if not parse(Source("demo", text))[0].is_sound:
        return  # a condition that is a variable, or a word of the language
    expected = rules(text)
    printed = formatted(text)
    assert rules(printed) == expected and formatted(printed) == printed
    try:
        kif = converted(text, "kif")
    except Diagnostics as problem:
        assert {item.code for item in problem.found} == {codes.NO_SPELLING}
    else:
        assert rules(kif) == expected and formatted(kif) == kif
