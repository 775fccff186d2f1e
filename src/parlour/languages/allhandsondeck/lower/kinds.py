"""Making collections, and what they remember of their elements.

Whether a value is a `Stack<Card>` depends on what it holds. Mostly inference knows; a program in which it does not
keeps in every collection a *hint*: the set of the bases of all elements that were put in since it was last empty.
Taking elements out leaves it as it is, so it may say too much, and then the elements are looked at one by one. It is
outside the key, because a game cannot tell.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour.core import nodes
from parlour.core.nodes import Choose, Const, Convert, Expr, Field, MakeList, Op, SetField, Stmt
from parlour.core.passes.order import do
from parlour.core.types import BOOL, INT, ObjectType
from parlour.languages.allhandsondeck.lower.base import ELEMENTS, ITEMS, Base

# Names with a blank cannot be the author's.
KINDS = "its kinds"


class Kinds(Base):
    """Writes what makes and fills collections."""

    def elements_of(self, value: Expr) -> Expr:
        """The elements of a collection; those of one that is made for nothing else are all there is to make."""
        made = value.value if isinstance(value, Convert) else value
        if isinstance(made, nodes.New) and made.args[0] is not None:
            return made.args[0]
        return Field(value, ELEMENTS, ITEMS, value.span)

    def new(self, class_name: str, elements: Expr) -> Expr:
        """A collection of a class without attributes, from a list that nobody else holds."""
        type_, span = ObjectType(class_name), elements.span
        if not self.low.keeps_kinds:
            return nodes.New(class_name, (elements,), type_, span)
        stmts: list[Stmt] = []
        kept = elements if isinstance(elements, MakeList) and not elements.items else self.keep(elements, stmts)
        return do(stmts, nodes.New(class_name, (kept, self.kinds(kept)), type_, span))

    def kinds(self, elements: Expr) -> Expr:
        """The bases of all elements of a list, as a set of bits."""
        if isinstance(elements, MakeList) and not elements.items:
            return Const(0, INT)
        return nodes.Call(self.low.shared.kinds(), (elements,), INT)

    def putting_in(self, collection: Expr, elements: Expr, use: Callable[[Expr], Expr]) -> Expr:
        """`use` puts an element, or a list of elements, into a collection, which takes note of it."""
        if not self.low.keeps_kinds:
            return use(elements)
        stmts: list[Stmt] = []
        kept = self.keep(elements, stmts, "new")
        name = self.low.shared.kinds() if kept.type == ITEMS else self.low.shared.kind_bit()
        more = nodes.Call(name, (kept,), INT)
        is_empty = Op("eq", (Op("list_length", (self.elements_of(collection),), INT), self.int_const(0)), BOOL)
        before = Choose(is_empty, self.int_const(0), Field(collection, KINDS, INT), INT)
        stmts.append(SetField(collection, KINDS, Op("bit_or", (before, more), INT)))
        return do(stmts, use(kept))
