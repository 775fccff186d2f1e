"""A rule sheet means the same whatever its author calls things: also by the names that our own passes make."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from tests.logic.sheets import read_rules

from parlour.core.chance import Chance
from parlour.engines.net.plan import Plan, make_plan
from parlour.engines.net.walk import Walk
from parlour.engines.rules.evaluator import Evaluator
from parlour.engines.rules.machine import RulesMachine
from parlour.languages.gdl.frontend import format_as
from parlour.languages.gdl.syntax.conditions import CONNECTIVES
from parlour.languages.gdl.syntax.scanner import VARIABLE, scan
from parlour.languages.gdl.syntax.words import KEYWORDS, RANDOM
from parlour.logic.grounding.grounding import LINKS, GroundProgram, ground
from parlour.logic.grounding.prepare import prepare
from parlour.logic.grounding.split import split
from parlour.logic.rules import (
    Compound,
    Literal,
    Rule,
    RuleSheet,
    Variable,
    is_made,
    made_name,
    part_variables,
    variables,
)
from parlour.syntax.source import Source
from parlour.syntax.token import NAME

PUBLIC = {path.stem: path.read_text() for path in sorted((Path(__file__).parent / "public").glob("*.kif"))}
# Words of the language, and numbers: a goal is one.
_KEPT = {*KEYWORDS, *CONNECTIVES, RANDOM, "distinct", "<="}

# The texts that are generated for a rule have these among their names.
_GENERATED = ["row", "rows", "OUT", "C", "S", "n", "E", "add", "result", "make", "find", "None", "join", "table"]


def sheet_of(text: str) -> RuleSheet:
    return read_rules(Source("test", text))


def names_in(rules: tuple[Rule, ...]) -> tuple[set[str], set[str]]:
    """The names of the variables, and those of everything else."""
    own: set[str] = set()
    others: set[str] = set()

    def note(term: Variable | Compound) -> None:
        own.update(variable.name for variable in variables(term))
        if isinstance(term, Compound):
            others.add(term.name)
            for part in term.arguments:
                note(part)

    for rule in rules:
        note(rule.head)
        for part in rule.body:
            own.update(variable.name for variable in part_variables(part))
            for term in [part.atom] if isinstance(part, Literal) else [part.left, part.right]:
                note(term)
    return own, others


def made_by_passes(text: str) -> tuple[set[str], set[str]]:
    """Names that the way to the net adds to those of a rule sheet: of variables, and of relations."""
    sheet = sheet_of(text)
    before = names_in(sheet.rules)
    after = names_in((*split(prepare(sheet)), *LINKS))
    found, others = (later - first for later, first in zip(after, before, strict=True))
    return found, others - _KEPT


def spellings(name: str) -> Iterator[str]:
    """A name of ours as an author could come to write it."""
    yield name.replace("\n", "")
    yield name.replace("\n", "_")
    yield name.replace("\n", " ")


@cache
def pools() -> tuple[list[str], list[str]]:
    """All names for variables and for other things that the passes make of any of the sheets, as far as an author can
    write them."""
    found = [made_by_passes(text) for text in PUBLIC.values()]
    for_variables = {f"{letter}{number}" for letter in "vxan" for number in range(8)} | set(_GENERATED)
    for_others = {f"{letter}{number}" for letter in ("v", "some", "aux", "q") for number in range(8)} | set(_GENERATED)
    for own, others in found:
        for_variables |= {spelled for name in own for spelled in spellings(name)}
        for_others |= {spelled for name in others for spelled in spellings(name)}
    return sorted(for_variables), sorted(for_others)


def renamed(text: str, names: dict[str, str], of_variables: dict[str, str]) -> str:
    """A rule sheet with other names; in rule form, because names are quoted there."""
    text = format_as(Source("test", text), "rules")
    pieces: list[str] = []
    at = 0
    for token in scan(Source("test", text), print, "rules").tokens:
        pieces.append(text[at : token.span.start])
        at = token.span.end
        word = str(token.value)
        if token.kind == VARIABLE and word.lower() not in _KEPT:
            pieces.append(of_variables[word])
        elif token.kind == NAME and word in names:
            pieces.append("'" + names[word].replace("'", "''") + "'")
        else:
            pieces.append(token.text)
    return "".join(pieces)


def renamed_kif(text: str, names: dict[str, str], of_variables: dict[str, str]) -> str:
    """The same in prefix form."""
    pieces: list[str] = []
    at = 0
    for token in scan(Source("test", text), print, "kif").tokens:
        pieces.append(text[at : token.span.start])
        at = token.span.end
        word = str(token.value)
        pieces.append(f"?{of_variables.get(word, word)}" if token.kind == VARIABLE else names.get(word, token.text))
    return "".join(pieces)


def own_names(text: str, spelling: str) -> tuple[list[str], list[str]]:
    """The author's variables and other names, in the order of the text."""
    if spelling == "rules":
        text = format_as(Source("test", text), "rules")
    tokens = scan(Source("test", text), print).tokens
    variables_: dict[str, None] = {}
    others: dict[str, None] = {}
    for token in tokens:
        word = str(token.value)
        if token.kind == VARIABLE and word.lower() not in _KEPT:
            variables_[word] = None
        elif token.kind == NAME and word.lower() not in _KEPT and not word.isdigit():
            others[word] = None
    return list(variables_), list(others)


def assert_same_game(one: RuleSheet, other: RuleSheet, names: dict[str, str], steps: int = 60) -> None:
    """The net of the other sheet is as its rules say, and they are as the first sheet's under other names."""

    def called(term: Compound) -> Compound:
        parts = tuple(called(part) for part in term.arguments if isinstance(part, Compound))
        return Compound(names.get(term.name, term.name), parts)

    before, after = RulesMachine(Evaluator(one)), RulesMachine(Evaluator(other))
    roles = [other.roles.index(called(role)) for role in one.roles]
    chance = Chance(1)
    state, same = before.initial(), after.initial()
    for _ in range(steps):
        assert {called(fact) for fact in before.facts(state)} == set(after.facts(same))
        assert before.is_terminal(state) == after.is_terminal(same)
        legal = [before.legal(state, role) for role in range(len(roles))]
        for role, place in enumerate(roles):
            assert {called(move) for move in legal[role]} == set(after.legal(same, place))
            assert {called(value) for value in before.goals(state, role)} == set(after.goals(same, place))
        if before.is_terminal(state) or not all(legal):
            state, same = before.initial(), after.initial()
            continue
        moves = [own[chance.below(len(own))] for own in legal]
        state = before.step(state, moves)
        same = after.step(same, [called(moves[roles.index(place)]) for place in range(len(roles))])
    program = ground(other)
    assert isinstance(program, GroundProgram)
    plan = make_plan(program)
    assert isinstance(plan, Plan)
    walk = Walk(plan, after, 1)
    assert walk.difference(lambda: walk.states < steps) is None


@settings(
    max_examples=25,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # Smaller names show nothing more.
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.sampled_from(sorted(PUBLIC)), st.sampled_from(["kif", "rules"]), st.data())
def test_a_game_is_the_same_when_its_names_are_those_that_our_passes_make(
    name: str, spelling: str, data: st.DataObject
) -> None:
    text = PUBLIC[name]
    own, others = own_names(text, spelling)
    for_variables, for_others = pools()
    if spelling == "kif":
        for_variables = [item for item in for_variables if not re.search(r"\s", item)]
        for_others = [item for item in for_others if not re.search(r"\s", item)]
    else:
        # A variable of rule form begins with a capital letter.
        for_variables = [item.capitalize() for item in for_variables if re.fullmatch(r"\w+", item)]
    of_variables = dict(zip(own, data.draw(st.permutations(for_variables)), strict=False))
    names = dict(zip(others, data.draw(st.permutations(for_others)), strict=False))
    rename = renamed_kif if spelling == "kif" else renamed
    assert_same_game(sheet_of(text), sheet_of(rename(text, names, of_variables)), names)


def test_no_spelling_of_the_language_gives_a_name_that_is_ours() -> None:
    ours = {name for text in PUBLIC.values() for names in made_by_passes(text) for name in names if is_made(name)}
    ours |= {made_name("x", "here"), made_name("some", 1)}
    assert len(ours) > 5
    for name in ours:
        for text in (f"(p ?{name})", f"(p {name})", f"p('{name}')", f"p({name})", f"'{name}'(x)"):
            assert name not in {str(token.value) for token in scan(Source("test", text), lambda _: None).tokens}


@pytest.mark.parametrize("name", ["v0", "v1", "x0", "some1"])
def test_what_a_variable_is_called_does_not_change_the_moves(name: str) -> None:
    text = f"""(role p) (init (at a)) (edge a b) (edge b c) (edge c a)
    (<= (legal p (go ?{name} ?x)) (true (at ?{name})) (edge ?{name} ?z) (edge ?z ?x))
    (<= (next (at ?x)) (does p (go ?y ?x))) (<= terminal (true (at c))) (<= (goal p 100) (true (at c)))"""
    plain = text.replace(f"?{name}", "?from")
    assert_same_game(sheet_of(plain), sheet_of(text), {})
