"""What a statement says, whatever it looks like: variables by their number, the words of the language in small letters.

Two texts say the same if their statements mean the same one by one; the printer is held to that.

    >>> from parlour.languages.gdl.syntax.parser import parse
    >>> from parlour.syntax.source import Source
    >>> kif, rules = Source("a", "(<= (p ?x) (TRUE (q ?x a)))"), Source("b", "p(Y) :- true(q(Y,a))")
    >>> meaning(parse(kif)[0].statements[0]) == meaning(parse(rules)[0].statements[0])
    True
"""

from __future__ import annotations

from typing import assert_never

from parlour.languages.gdl.syntax.tree import All, Any, Atom, Condition, Different, Node, Not, Statement, Word
from parlour.languages.gdl.syntax.words import KEYWORDS

# A variable is a number, a constant a text, everything else a tuple that begins with what it is.
Meaning = int | str | tuple["Meaning", ...]


def meaning(statement: Statement) -> Meaning:
    numbers: dict[str, int] = {}
    return (_node(statement.head, numbers, True), *(_condition(part, numbers) for part in statement.body))


def _condition(condition: Condition, numbers: dict[str, int]) -> Meaning:
    match condition:
        case Atom(node):
            return ("atom", _node(node, numbers, True))
        case Different(left, right):
            return ("distinct", _node(left, numbers), _node(right, numbers))
        case Not(inner):
            return ("not", _condition(inner, numbers))
        case Any(conditions):
            return ("or", *(_condition(part, numbers) for part in conditions))
        case All(conditions):
            return ("and", *(_condition(part, numbers) for part in conditions))
        case _:
            assert_never(condition)


def _node(node: Node, numbers: dict[str, int], is_sentence: bool = False) -> Meaning:
    if isinstance(node, Word):
        if node.is_variable:
            return numbers.setdefault(node.text, len(numbers))
        return _name(node.text, is_sentence)
    name = _name(node.name, is_sentence)
    *first, last = node.arguments
    # What somebody knows is a sentence.
    return (name, *(_node(part, numbers) for part in first), _node(last, numbers, is_sentence and name == "knows"))


def _name(name: str, is_sentence: bool) -> str:
    return name.lower() if is_sentence and name.lower() in KEYWORDS else name
