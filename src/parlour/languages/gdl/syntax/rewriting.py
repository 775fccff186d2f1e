"""Text → the same rules in the canonical layout, in its own spelling or the other one; what comes out is read again.

Prefix form has no quotes, and each spelling nests in its own way: a text that the wanted spelling cannot hold is
refused at the place that stands in the way. Whatever else were read differently would be a mistake of the printer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from parlour.languages.gdl import codes
from parlour.languages.gdl.syntax import tree as nodes
from parlour.languages.gdl.syntax.parser import parse
from parlour.languages.gdl.syntax.printer import print_sheet
from parlour.languages.gdl.syntax.scanner import scan
from parlour.languages.gdl.syntax.spelling import has_spelling
from parlour.languages.gdl.syntax.words import KEYWORDS
from parlour.syntax.diagnostic import Diagnostic, Diagnostics, Label
from parlour.syntax.display import visible
from parlour.syntax.source import Source, Span
from parlour.syntax.token import NAME

_FORMS = {"kif": "prefix form", "rules": "rule form"}


def rewritten(source: Source, spelling: nodes.Spelling | None) -> str:
    """The text in this spelling (None: its own); raises `Diagnostics` if it has errors or cannot be written so."""
    tree, found = parse(source)
    if not tree.is_sound:
        raise Diagnostics(found)
    wanted = spelling or tree.spelling
    nameless = list(_names_without_spelling(source, tree.spelling, wanted))
    if nameless:
        raise Diagnostics(nameless)
    text = print_sheet(tree, source, wanted)
    printed, problems = parse(Source(source.name, text))
    if not printed.is_sound:
        raise Diagnostics([_beyond_limit(source, tree, printed, problems[0], wanted)])
    is_same = [meaning(item) for item in printed.statements] == [meaning(item) for item in tree.statements]
    assert is_same and printed.spelling == wanted, "a layout has changed its meaning"
    return text


def _names_without_spelling(source: Source, spelling: nodes.Spelling, wanted: nodes.Spelling) -> Iterator[Diagnostic]:
    told = set()
    for token in scan(source, lambda _: None, spelling).tokens:
        name = str(token.value)
        if token.kind == NAME and name not in told and not has_spelling(name, wanted):
            told.add(name)
            yield no_spelling(name, token.span, wanted)


def no_spelling(name: str, place: Span, wanted: nodes.Spelling) -> Diagnostic:
    return Diagnostic(
        codes.NO_SPELLING,
        f"{_FORMS[wanted]} cannot write the name `{visible(name)}`",
        (Label(place, "it would be read as something else, because that form has no quotes"),),
        hint="use a name of letters, digits and hyphens",
        kind="syntax",
    )


def _beyond_limit(
    source: Source, tree: nodes.Tree, printed: nodes.Tree, problem: Diagnostic, wanted: nodes.Spelling
) -> Diagnostic:
    """The first thing that the new text says is too deep or too large, at the statement it comes from."""
    assert problem.code in (codes.TOO_DEEP, codes.TEXT_TOO_LARGE), "a layout has changed its meaning"
    title = f"in the layout of {_FORMS[wanted]}, {problem.title}"
    if problem.code == codes.TEXT_TOO_LARGE:
        return Diagnostic(problem.code, title, (Label(source.span(0, 0)),), hint="divide it", kind="syntax")
    # All statements before the first problem were read.
    number = sum(statement.span.end <= problem.span.start for statement in printed.statements)
    place = tree.statements[number].span
    return Diagnostic(problem.code, title, (Label(place),), hint=problem.hint, kind="syntax")


# A variable is a number, a constant a text, everything else a tuple that begins with what it is.
Meaning = int | str | tuple["Meaning", ...]


def meaning(statement: nodes.Statement) -> Meaning:
    """What a statement says, whatever it looks like: variables by their number, the words of the language in small
    letters. Two texts say the same if their statements mean the same one by one; the printer is held to that.

    >>> kif, rules = Source("a", "(<= (p ?x) (TRUE (q ?x a)))"), Source("b", "p(Y) :- true(q(Y,a))")
    >>> meaning(parse(kif)[0].statements[0]) == meaning(parse(rules)[0].statements[0])
    True
    """
    numbers: dict[str, int] = {}
    return (_node(statement.head, numbers, True), *(_condition(part, numbers) for part in statement.body))


def _condition(condition: nodes.Condition, numbers: dict[str, int]) -> Meaning:
    match condition:
        case nodes.Atom(node):
            return ("atom", _node(node, numbers, True))
        case nodes.Different(left, right):
            return ("distinct", _node(left, numbers), _node(right, numbers))
        case nodes.Not(inner):
            return ("not", _condition(inner, numbers))
        case nodes.Any(conditions):
            return ("or", *(_condition(part, numbers) for part in conditions))
        case nodes.All(conditions):
            return ("and", *(_condition(part, numbers) for part in conditions))
        case _:
            assert_never(condition)


def _node(node: nodes.Node, numbers: dict[str, int], is_sentence: bool = False) -> Meaning:
    if isinstance(node, nodes.Word):
        if node.is_variable:
            return numbers.setdefault(node.text, len(numbers))
        return _name(node.text, is_sentence)
    name = _name(node.name, is_sentence)
    *first, last = node.arguments
    # What somebody knows is a sentence.
    return (name, *(_node(part, numbers) for part in first), _node(last, numbers, is_sentence and name == "knows"))


def _name(name: str, is_sentence: bool) -> str:
    return name.lower() if is_sentence and name.lower() in KEYWORDS else name
