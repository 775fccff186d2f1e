"""The rule sheets of texts, for tests of what comes after reading them."""

from __future__ import annotations

from parlour.languages.gdl.frontend import read
from parlour.languages.options import Options
from parlour.logic.rules import RuleSheet
from parlour.syntax.source import Source


def read_rules(source: Source) -> RuleSheet:
    """The rules of a text; raises `Diagnostics` when it has errors."""
    sheet = read(source, Options()).draft
    assert isinstance(sheet, RuleSheet)
    return sheet
