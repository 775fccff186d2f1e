"""Tree → rules: the words of the language in small letters, `or` and `and` multiplied out.

>>> from parlour.languages.gdl.syntax.parser import parse
>>> from parlour.syntax.source import Source
>>> tree, _ = parse(Source("demo", "(<= (next a) (or (true b) (true c)))"))
>>> [str(rule) for rule in rules_of(tree, print)]
['next(a) <= true(b)', 'next(a) <= true(c)']
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, product

from parlour.languages.gdl import codes
from parlour.languages.gdl.syntax import tree as nodes
from parlour.languages.gdl.syntax.words import KEYWORDS, RANDOM
from parlour.logic.rules import Compound, Distinct, Literal, Rule, Term, Variable
from parlour.syntax.diagnostic import Diagnostic, Label

# A statement may stand for so many rules.
MOST_ALTERNATIVES = 2_000

Conjunction = tuple[Literal | Distinct, ...]


def rules_of(tree: nodes.Tree, report: Callable[[Diagnostic], object]) -> list[Rule]:
    """The rules in the order of the text; a statement that says nothing new is left out."""
    found: dict[Rule, Rule] = {}
    for statement in tree.statements:
        head = atom_of(statement.head)
        for body in _alternatives(statement, report):
            rule = Rule(head, body, statement.span)
            found.setdefault(rule, rule)
    return list(found.values())


def atom_of(node: nodes.Node) -> Compound:
    """A sentence: its name in small letters if it is a word of the language."""
    name, arguments = (node.text, ()) if isinstance(node, nodes.Word) else (node.name, node.arguments)
    if name.lower() in KEYWORDS:
        name = name.lower()
    if name == "knows" and arguments:
        # The last argument is itself a sentence.
        return Compound(name, (*map(term_of, arguments[:-1]), _sentence(arguments[-1])))
    return Compound(name, tuple(map(term_of, arguments)))


def _sentence(node: nodes.Node) -> Term:
    return Variable(node.text) if isinstance(node, nodes.Word) and node.is_variable else atom_of(node)


def term_of(node: nodes.Node) -> Term:
    if isinstance(node, nodes.Word):
        if node.is_variable:
            return Variable(node.text)
        return Compound(RANDOM if node.text.lower() == RANDOM else node.text)
    return Compound(node.name, tuple(map(term_of, node.arguments)))


def _alternatives(statement: nodes.Statement, report: Callable[[Diagnostic], object]) -> list[Conjunction]:
    body = nodes.All(statement.body, statement.span)
    if _count(body) > MOST_ALTERNATIVES:
        report(
            Diagnostic(
                codes.TOO_MANY_ALTERNATIVES,
                f"this rule stands for more than {MOST_ALTERNATIVES:,} rules",
                (Label(statement.span, "its `or`s are multiplied with each other"),),
                hint="give each `or` a name by rules of its own, and use the names here",
            )
        )
        return []
    return _choices(body)


def _count(condition: nodes.Condition) -> int:
    match condition:
        case nodes.Any(conditions):
            return min(sum(map(_count, conditions)), MOST_ALTERNATIVES + 1)
        case nodes.All(conditions):
            count = 1
            for part in conditions:
                count = min(count * _count(part), MOST_ALTERNATIVES + 1)
            return count
        case _:
            return 1


def _choices(condition: nodes.Condition) -> list[Conjunction]:
    match condition:
        case nodes.Any(conditions):
            return [choice for part in conditions for choice in _choices(part)]
        case nodes.All(conditions):
            return [tuple(chain.from_iterable(parts)) for parts in product(*map(_choices, conditions))]
        case nodes.Not(inner, span):
            if isinstance(inner, nodes.Atom):
                return [(Literal(atom_of(inner.node), False, span),)]
            return [(Distinct(term_of(inner.left), term_of(inner.right), False, span),)]
        case nodes.Different(left, right, span):
            return [(Distinct(term_of(left), term_of(right), True, span),)]
        case nodes.Atom(node):
            return [(Literal(atom_of(node), True, condition.span),)]
