"""What both spellings have in common: which words join conditions, and what can stand as a sentence.

>>> sorted(CONNECTIVES)
['and', 'not', 'or']
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour.languages.gdl import codes
from parlour.languages.gdl.syntax import tree
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span

CONNECTIVES = frozenset({"not", "or", "and"})
DISTINCT = "distinct"
_EXAMPLES = {
    "not": "write what must not hold, in parentheses: `(not open)`, in rule form `~open` or `not open`",
    "or": "write the conditions of which one must hold: `(or open closed)`, in rule form `or(open,closed)`",
    "and": "write the conditions: `(and open closed)`, in rule form `open & closed`",
    DISTINCT: "write two terms: `(distinct ?x b)`, in rule form `distinct(X,b)`",
    "<=": "a rule cannot stand inside another one: close the one before it",
}
_NO_SENTENCES = _EXAMPLES.keys()

Report = Callable[[Diagnostic], object]


def no_sentence(node: tree.Node, *, is_alone: bool = False) -> Diagnostic | None:
    """Why this cannot be the head of a rule, or None if it can."""
    if isinstance(node, tree.Word) and node.is_variable:
        label, hint = "this is a variable", "a rule says when a relation holds: name the relation"
    elif _name(node) in _NO_SENTENCES:
        label = f"`{_name(node)}` is a word of the language and nothing that rules define"
        hint = "write first what the rule defines, then its conditions"
        if is_alone and _name(node) != "<=" and isinstance(node, tree.Form):
            hint = "if it is a condition of the rule before it, that one is closed too early; otherwise leave it out"
    else:
        return None
    title = "this is neither a fact nor the head of a rule"
    return Diagnostic(codes.NOT_A_SENTENCE, title, (Label(node.span, label),), hint=hint, kind="syntax")


def atom(node: tree.Node, report: Report) -> tree.Condition | None:
    """A term that stands where a condition is expected."""
    if isinstance(node, tree.Form) and node.name.lower() == DISTINCT:
        if len(node.arguments) == 2:
            return tree.Different(node.arguments[0], node.arguments[1], node.span)
        _complain(
            report,
            node.span,
            "`distinct` compares two terms",
            f"here {_count(len(node.arguments))}",
            _EXAMPLES[DISTINCT],
        )
        return None
    if isinstance(node, tree.Word) and node.is_variable:
        hint = "name what should hold: for a fact of the state, `true` applied to the variable"
        if not node.span.text.startswith("?"):
            hint = f"names begin with a small letter: `{node.text[0].lower()}{node.text[1:]}`"
        _complain(report, node.span, "a condition names a relation", "this is a variable", hint)
        return None
    if _name(node) in _NO_SENTENCES:
        hint = _EXAMPLES[_name(node)]
        _complain(report, node.span, f"`{_name(node)}` needs something to say it of", "there is nothing", hint)
        return None
    return tree.Atom(node)


def joined(connective: str, parts: Sequence[tree.Condition], span: Span, report: Report) -> tree.Condition | None:
    """Conditions under `not`, `or` or `and`."""
    if connective == "or":
        return tree.Any(tuple(parts), span)
    if connective == "and":
        return tree.All(tuple(parts), span)
    if len(parts) != 1:
        hint = "negate each of them by itself"
        _complain(report, span, "`not` negates one condition", f"here {_count(len(parts))}", hint)
        return None
    part = parts[0]
    if not isinstance(part, tree.Atom | tree.Different):
        hint = "give the inner condition a name by a rule of its own, and negate the name"
        if isinstance(part, tree.Not):
            hint = f"two negations say nothing: write `{part.condition.span.text}`"
        _complain(report, part.span, "only a sentence can be negated", "this is more than a sentence", hint)
        return None
    return tree.Not(part, span)


def _complain(report: Report, span: Span, title: str, label: str, hint: str) -> None:
    report(Diagnostic(codes.NOT_A_CONDITION, title, (Label(span, label),), hint=hint, kind="syntax"))


def _count(count: int) -> str:
    return "is 1" if count == 1 else f"are {count}"


def _name(node: tree.Node) -> str:
    return (node.text if isinstance(node, tree.Word) else node.name).lower()
