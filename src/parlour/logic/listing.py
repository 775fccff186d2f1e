"""The one order of ground terms: in it options are listed, facts are printed and states are compared.

Numbers go by their value, other names by the alphabet, numbers first; terms by name, then by their arguments from the
left. It depends on the terms alone, so every engine lists the same moves in the same order.

    >>> [str(term) for term in sorted(map(Compound, ["10", "9", "b", "a"]), key=term_key)]
    ['9', '10', 'a', 'b']
"""

from __future__ import annotations

from typing import Any

from parlour.logic.rules import Compound, Term


def term_key(term: Term) -> tuple[Any, ...]:
    """What to sort a ground term by."""
    assert isinstance(term, Compound), "only ground terms are put in order"
    name = term.name
    number = int(name) if name.isascii() and name.isdigit() and len(name) <= 18 else -1
    return (number < 0, number, name, len(term.arguments), *map(term_key, term.arguments))
