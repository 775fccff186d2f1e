"""Text → the same rules in the canonical layout, in its own spelling or the other one; what comes out is read again.

Prefix form has no quotes, and each spelling nests in its own way: a text that the wanted spelling cannot hold is
refused at the place that stands in the way. Whatever else were read differently would be a mistake of the printer.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.languages.gdl import codes
from parlour.languages.gdl.syntax.meaning import meaning
from parlour.languages.gdl.syntax.parser import parse
from parlour.languages.gdl.syntax.printer import print_sheet
from parlour.languages.gdl.syntax.scanner import scan
from parlour.languages.gdl.syntax.spelling import has_spelling
from parlour.languages.gdl.syntax.tree import Spelling, Tree
from parlour.syntax.diagnostic import Diagnostic, Diagnostics, Label
from parlour.syntax.display import visible
from parlour.syntax.source import Source, Span
from parlour.syntax.token import NAME

_FORMS = {"kif": "prefix form", "rules": "rule form"}


def rewritten(source: Source, spelling: Spelling | None) -> str:
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


def _names_without_spelling(source: Source, spelling: Spelling, wanted: Spelling) -> Iterator[Diagnostic]:
    told = set()
    for token in scan(source, lambda _: None, spelling):
        name = str(token.value)
        if token.kind == NAME and name not in told and not has_spelling(name, wanted):
            told.add(name)
            yield no_spelling(name, token.span, wanted)


def no_spelling(name: str, place: Span, wanted: Spelling) -> Diagnostic:
    return Diagnostic(
        codes.NO_SPELLING,
        f"{_FORMS[wanted]} cannot write the name `{visible(name)}`",
        (Label(place, "it would be read as something else, because that form has no quotes"),),
        hint="use a name of letters, digits and hyphens",
        kind="syntax",
    )


def _beyond_limit(source: Source, tree: Tree, printed: Tree, problem: Diagnostic, wanted: Spelling) -> Diagnostic:
    """The first thing that the new text says is too deep or too large, at the statement it comes from."""
    assert problem.code in (codes.TOO_DEEP, codes.TEXT_TOO_LARGE), "a layout has changed its meaning"
    title = f"in the layout of {_FORMS[wanted]}, {problem.title}"
    if problem.code == codes.TEXT_TOO_LARGE:
        return Diagnostic(problem.code, title, (Label(source.span(0, 0)),), hint="divide it", kind="syntax")
    # All statements before the first problem were read.
    number = sum(statement.span.end <= problem.span.start for statement in printed.statements)
    place = tree.statements[number].span
    return Diagnostic(problem.code, title, (Label(place),), hint=problem.hint, kind="syntax")
