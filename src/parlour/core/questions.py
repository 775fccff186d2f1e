"""What an answer to a question is: the type that follows from its domain.

>>> from parlour.core.nodes import Each, OneOf, Whole
>>> str(answer_type(Each((Whole(), OneOf(("X", "O"))))))
'(int, symbol)'
"""

from __future__ import annotations

from typing import assert_never

from parlour.core import nodes
from parlour.core import types as t


def answer_type(domain: nodes.Domain, group: bool = False) -> t.Type | None:
    """The type of an answer to one question of this domain; None if its options are no list.

    In a group the domain's expressions are lists with an element for each question."""
    match domain:
        case nodes.Whole():
            return t.INT
        case nodes.YesNo():
            return t.BOOL
        case nodes.OneOf():
            return t.SYMBOL
        case nodes.Options(items):
            return option_type(items.type, group)
        case nodes.Line() | nodes.Chars():
            return t.STRING
        case nodes.Either():
            return t.ANY
        case nodes.Each(parts):
            types = tuple(answer_type(part, group) for part in parts)
            known = tuple(type_ for type_ in types if type_ is not None)
            return t.TupleType(known) if len(known) == len(types) else None
        case _:
            assert_never(domain)


def option_type(type_: t.Type, group: bool = False) -> t.Type | None:
    """The type of one option when the expression that gives the options has this type; None if it is no list."""
    if group:
        type_ = type_.item if isinstance(type_, t.ListType) else t.NONE
    return type_.item if isinstance(type_, t.ListType) else None
