"""GDL's grammar: tokens → tree, for both spellings.

The prefix form is read as nested lists first, and lists are then taken for what they say; the rule form is read
directly. What cannot be read is reported, and reading goes on at the next statement.
"""

from __future__ import annotations

from parlour.languages.gdl import codes
from parlour.languages.gdl.syntax.scanner import scan, spelling_of
from parlour.languages.gdl.syntax.tree import Spelling, Statement, Tree
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.limits import check_size
from parlour.syntax.source import Source


def parse(source: Source) -> tuple[Tree, list[Diagnostic]]:
    """The tree of a rule sheet, and what is wrong with its form. A text with errors gives what could be read of it."""
    spelling: Spelling = spelling_of(source.text)
    too_large = check_size(source, codes.TEXT_TOO_LARGE)
    if too_large is not None:
        return Tree((), spelling, is_sound=False), [too_large]
    found: list[Diagnostic] = []
    tokens = scan(source, found.append, spelling).tokens
    statements: tuple[Statement, ...]
    # Nearly every text needs one of the two alone.
    if spelling == "kif":
        from parlour.languages.gdl.syntax.kif import read_kif

        statements = read_kif(tokens, found.append)
    else:
        from parlour.languages.gdl.syntax.ruleform import read_rule_form

        statements, settled = read_rule_form(tokens, found.append)
        found = settled(found)
    if not statements and not found:
        place = source.span(0, 0)
        hint = "a rule sheet begins with its roles: `(role white)`, or `role(white)` in rule form"
        label = Label(place, "nothing is here but comments" if source.text.strip() else "the text is empty")
        found.append(Diagnostic(codes.NO_RULES, "this rule sheet has no rules", (label,), hint=hint, kind="syntax"))
    return Tree(statements, spelling, not any(item.is_error for item in found)), found
