"""Facts that are asked for as if they were moves, and moves as if they were facts: what to write instead."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.languages.gdl.check.places import Places
from parlour.logic.rules import Compound, Rule, Term, Variable


def made(rules: Sequence[Rule], *relations: str) -> set[str] | None:
    """The names of the facts or moves that some rule makes; None if a rule can make any."""
    terms = [rule.head.arguments[-1] for rule in rules if rule.head.name in relations and rule.head.arguments]
    if any(isinstance(term, Variable) for term in terms):
        return None
    return {term.name for term in terms if isinstance(term, Compound)}


def exchanged(atom: Compound, rules: Sequence[Rule], places: Places) -> str:
    """Advice for a `true` that speaks of a move, or a `does` that speaks of a fact; empty if it does not."""
    facts, moves = made(rules, "init", "next"), made(rules, "legal")
    term = atom.arguments[-1] if atom.arguments else None
    if facts is None or moves is None or not isinstance(term, Compound):
        return ""
    if atom.name == "true" and term.name in moves - facts:
        asked = places.written(_done(term, rules))
        return f"`{term.name}` is a move, and which move a role makes is asked by {asked}"
    if atom.name == "does" and term.name in facts - moves:
        fact = term if term.arguments else _held(atom, rules)
        return f"`{term.name}` is a fact of the state, and whether it holds now is asked by " + places.written(
            Compound("true", (fact,))
        )
    return ""


def _done(term: Compound, rules: Sequence[Rule]) -> Compound:
    """A move that was written like a fact, with its role, if that is among what it is applied to."""
    heads = [rule.head.arguments[1] for rule in rules if rule.head.name == "legal" and len(rule.head.arguments) == 2]
    counts = {len(move.arguments) for move in heads if isinstance(move, Compound) and move.name == term.name}
    role: Term = Compound("role")
    if len(term.arguments) not in counts and len(term.arguments) - 1 in counts:
        role, term = term.arguments[0], Compound(term.name, term.arguments[1:])
    return Compound("does", (role, term))


def _held(atom: Compound, rules: Sequence[Rule]) -> Compound:
    """A fact that was written like a move: of a role, if it is applied to one thing."""
    name = atom.arguments[-1]
    assert isinstance(name, Compound)
    heads = [rule.head.arguments[0] for rule in rules if rule.head.name in ("init", "next") and rule.head.arguments]
    counts = {len(fact.arguments) for fact in heads if isinstance(fact, Compound) and fact.name == name.name}
    return Compound(name.name, atom.arguments[:1]) if counts == {1} else name
