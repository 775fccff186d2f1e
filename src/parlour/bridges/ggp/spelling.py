"""Rule sheets and terms as the network writes them: in prefix form, and in whatever case the other side prefers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.bridges.ggp.messages import Message, term_of
from parlour.languages.gdl.syntax.rewriting import no_spelling
from parlour.languages.gdl.syntax.spelling import has_spelling, spelled
from parlour.logic.rules import Compound, Distinct, Literal, Rule, Term
from parlour.syntax.diagnostic import Diagnostics

# What the network speaks.
LANGUAGE = "gdl"


def rules_to_send(rules: Sequence[Rule]) -> str:
    """The rules in prefix form; raises `Diagnostics` if they use names that it cannot write."""
    problems = [
        no_spelling(name, rule.span, "kif")
        for rule in rules
        for name in _names(rule)
        if rule.span is not None and not has_spelling(name, "kif")
    ]
    if problems:
        raise Diagnostics(problems)
    return " ".join(map(_rule_text, rules))


class Names:
    """The names of a rule sheet; some referees write everything in capital letters."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._exact = {name for rule in rules for name in _names(rule)}
        self._by_letters = {name.lower(): name for name in sorted(self._exact)}

    def term(self, message: Message) -> Compound | None:
        """The term that is meant; None if the message is none."""
        found = term_of(message)
        return None if found is None else self._respelled(found)

    def _respelled(self, term: Compound) -> Compound:
        name = term.name if term.name in self._exact else self._by_letters.get(term.name.lower(), term.name)
        return Compound(name, tuple(self._respelled(part) for part in term.arguments if isinstance(part, Compound)))


def _names(rule: Rule) -> Iterator[str]:
    terms: list[Term] = [rule.head]
    for item in rule.body:
        terms += [item.atom] if isinstance(item, Literal) else [item.left, item.right]
    while terms:
        term = terms.pop()
        if isinstance(term, Compound):
            yield term.name
            terms += term.arguments


def _rule_text(rule: Rule) -> str:
    head = spelled(rule.head, "kif")
    return f"(<= {head} {' '.join(map(_item_text, rule.body))})" if rule.body else head


def _item_text(item: Literal | Distinct) -> str:
    if isinstance(item, Literal):
        text = spelled(item.atom, "kif")
    else:
        text = f"(distinct {spelled(item.left, 'kif')} {spelled(item.right, 'kif')})"
    return text if item.is_positive else f"(not {text})"
