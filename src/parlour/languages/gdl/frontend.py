"""GDL, the language of general game playing: rule sheets in either of its two spellings, with GDL-II and GDL-III.

`read` is the language's whole story: parse → rules → check; `check` says what was found, and `format` goes another way
after the first step: parse → print.
"""

from __future__ import annotations

from typing import cast

from parlour.game.game import Kind
from parlour.languages.frontend import Rules, language
from parlour.languages.gdl.check.checker import check_rules
from parlour.languages.gdl.lower.lower import rules_of
from parlour.languages.gdl.syntax.parser import parse
from parlour.languages.gdl.syntax.tree import Spelling, Tree
from parlour.languages.gdl.table.drawing import read_drawing
from parlour.languages.options import Options
from parlour.languages.title import title_of
from parlour.logic.information import has_chance, is_hidden
from parlour.logic.rules import RuleSheet
from parlour.syntax.diagnostic import Diagnostic, Diagnostics, in_order
from parlour.syntax.repair import Repair
from parlour.syntax.source import Source

# What may be missing or wrong, the likeliest first.
REPAIR = Repair((")", "(", ",", ":-", "&", ".", "?", "|"))


def check(source: Source, options: Options) -> tuple[Diagnostic, ...]:
    """All that was found in the text, in order."""
    return in_order(_checked(source)[1])


def read(source: Source, options: Options) -> Rules:
    """The game: the rules, with the table that puts them in words and pictures."""
    from parlour.languages.gdl.table.table import GdlTable

    checked, found = _checked(source)
    if checked is None:
        raise Diagnostics(found)
    tree, sheet = checked
    drawing, _ = read_drawing(source)
    table = GdlTable(sheet, tree.spelling, drawing)
    seats = tuple(table.label(role) for role in sheet.roles if role.name != "random")
    kind = Kind(has_chance=has_chance(sheet), is_hidden=is_hidden(sheet), has_scores=True, best_score=100)
    return Rules(title_of(source), sheet, table, seats, kind, tuple(found), options.given())


def format(source: Source) -> str:
    """The text in its canonical layout, in its own spelling."""
    from parlour.languages.gdl.syntax.rewriting import rewritten

    return rewritten(source, None)


def format_as(source: Source, spelling: str) -> str:
    """The same rules in the spelling `kif` or `rules`; raises `Diagnostics` where it cannot write them."""
    known = language("gdl").spellings
    if spelling not in known:
        raise ValueError(f"GDL has no spelling {spelling}; there is {', '.join(known)}")
    from parlour.languages.gdl.syntax.rewriting import rewritten

    return rewritten(source, cast(Spelling, spelling))


def _checked(source: Source) -> tuple[tuple[Tree, RuleSheet] | None, list[Diagnostic]]:
    """The rules, and what was found in them, each mistake once."""
    return REPAIR.checked(source, parse, _found)


def _found(source: Source) -> tuple[tuple[Tree, RuleSheet] | None, list[Diagnostic]]:
    """What is wrong with the form of a text is told alone: the rules it could not read would be missed everywhere."""
    tree, found = parse(source)
    rules = rules_of(tree, found.append)
    if any(item.is_error for item in found):
        return None, found
    sheet, problems = check_rules(rules, tree, source)
    found += [*problems, *read_drawing(source)[1]]
    return (tree, sheet) if sheet is not None else None, found
