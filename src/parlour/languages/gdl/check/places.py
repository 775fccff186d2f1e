"""Where things stand in the text of a rule sheet, and how they are written there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from parlour.languages.gdl.syntax.spelling import spelled, variable_text
from parlour.languages.gdl.syntax.tree import Tree
from parlour.logic.rules import Distinct, Literal, Rule, Term, Variable
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.source import Source, Span

_NAME_BREAK = r"[\s()&,~.:|]"


class Places:
    """The places of heads, conditions and the names in them."""

    def __init__(self, tree: Tree, source: Source) -> None:
        self.source = source
        self.spelling = tree.spelling
        self._heads = {statement.span: statement.head.span for statement in tree.statements}
        roles = [each.head for each in tree.statements if each.head.span.text.lower().lstrip("( ").startswith("role")]
        self._roles = {head: head.span for head in reversed(roles)}, [head.span for head in roles]
        self._rules = {each.span for each in tree.statements if each.span != each.head.span}

    def head(self, rule: Rule) -> Span:
        """The head of a rule, or the whole of a fact."""
        assert rule.span is not None
        return self._heads.get(rule.span, rule.span)

    def rule_at(self, span: Span, rules: Iterable[Rule]) -> Rule:
        """The rule in which something stands."""
        return next(rule for rule in rules if rule.span is not None and rule.span.start <= span.start < rule.span.end)

    def is_rule(self, rule: Rule) -> bool:
        """Whether it is written as a rule, though perhaps without conditions."""
        return rule.span in self._rules

    def roles_again(self) -> list[Span]:
        """Roles that the text gives a second time."""
        first, every = self._roles
        return [span for span in every if span not in first.values()]

    def elsewhere(self, warnings: Iterable[Diagnostic], errors: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Those of some warnings that are not about a statement with an error."""
        wrong = [item.labels[0].span.start for item in errors if item.is_error]
        spans = [span for span in self._heads if any(span.start <= start < span.end for start in wrong)]
        starts = [(item, item.labels[0].span.start) for item in warnings]
        return [item for item, start in starts if not any(span.start <= start < span.end for span in spans)]

    def apart(self, warnings: Iterable[Diagnostic], others: Sequence[Diagnostic]) -> list[Diagnostic]:
        """Those of some warnings in whose first place none of the others has its own."""
        starts = [item.labels[0].span.start for item in others]
        places = [(item, item.labels[0].span) for item in warnings]
        return [item for item, span in places if not any(span.start <= start < span.end for start in starts)]

    def item(self, item: Literal | Distinct) -> Span:
        assert item.span is not None
        return item.span

    def name(self, span: Span, name: str) -> Span:
        """Where a name first stands inside a span; the span itself if it cannot be found."""
        pattern = rf"(?:^|(?<={_NAME_BREAK}))'?{re.escape(name)}'?(?=$|{_NAME_BREAK})"
        found = re.search(pattern, span.text, re.IGNORECASE)
        if found is None:
            return span
        return Span(span.source, span.start + found.start(), span.start + found.end())

    def variable(self, span: Span, variable: Variable) -> Span:
        return self.name(span, variable_text(variable.name, self.spelling))

    def term(self, span: Span, term: Term) -> Span:
        """Where a term stands inside a span; the span itself if it is written otherwise there."""
        at = span.text.find(spelled(term, self.spelling))
        return (
            span if at < 0 else Span(span.source, span.start + at, span.start + at + len(spelled(term, self.spelling)))
        )

    def end(self) -> Span:
        """Behind the last statement: where something is missing."""
        length = len(self.source.text.rstrip())
        return self.source.span(length, length)

    def written(self, term: object) -> str:
        """A term as the author writes it, for a message."""
        assert isinstance(term, Term)
        return f"`{spelled(term, self.spelling)}`"

    def example(self, kif: str, rules: str) -> str:
        """An example in the author's spelling."""
        return f"`{kif if self.spelling == 'kif' else rules}`"
