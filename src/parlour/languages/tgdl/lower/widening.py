"""Collections that may be seen as wider ones: `List<Derived>` fits `List<Base>`, and is the same object then.

In core a list has one type of elements. Where a program speaks of a collection of a class and of one of its ancestors,
all collections of objects of that kind hold the kind's common ancestor, and an element is narrowed when it is read.
Programs that never do so, which is most of them, do not pay for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.check import walk


def wide_kinds(checked: m.Checked) -> frozenset[t.Kind]:
    """The kinds of which collections are seen in two ways."""
    found: set[t.Kind] = set()
    held = [item for item in _elements(checked) if isinstance(item, t.Object | t.OfKind)]
    for one in held:
        for other in held:
            if one != other and t.fits(one, other):
                found.add(kind_of(one))
    return frozenset(found)


def kind_of(type_: t.Object | t.OfKind) -> t.Kind:
    return type_.of.kind if isinstance(type_, t.Object) else type_.kind


def _elements(checked: m.Checked) -> set[t.Type]:
    """What the collections hold that a program speaks of; a deck is a stack of what it holds."""
    found: set[t.Type] = set()
    for type_ in _types(checked):
        while isinstance(type_, t.Collection):
            type_ = type_.of
            found.add(type_)
    found |= {t.Object(each.holds) for each in checked.classes if each.holds is not None}
    return found


def _types(checked: m.Checked) -> Iterator[t.Type]:
    for class_ in checked.classes:
        yield from (attribute.type for attribute in class_.attributes.values())
        yield from (function.result for function in class_.functions.values() if function.result is not None)
    yield from (function.result for function in checked.functions if function.result is not None)
    for each in walk.inputs(checked):
        yield each.var.type
    for section in walk.sections(checked):
        for stmt in walk.statements(section.block):
            if isinstance(stmt, m.Declare):
                yield stmt.var.type
        for expr in walk.expressions(section.block):
            yield expr.type
            if isinstance(expr, m.IsType):
                yield expr.of
