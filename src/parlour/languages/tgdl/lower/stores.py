"""What is put in a collection must be what the collection was made for, also where it is seen as a wider one.

Most stores need no check, because the text shows that what is stored fits (`widening.py`). Where it does not, the value
is looked at before it is stored; where collections of several types come together, what the reference says it was made
for tells which type is meant.
"""

from __future__ import annotations

from parlour.core import builder, nodes, types
from parlour.core.nodes import Expr, Stmt
from parlour.core.passes.order import do
from parlour.dataclass import dataclass
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.lower import names
from parlour.languages.tgdl.lower.context import Lowering
from parlour.syntax.source import Span

_CLASS_NAME = "class of a thing"


@dataclass(frozen=True, slots=True)
class Opened:
    """A collection that is there, and the number of what it was made for, if its references say that; or what a deck
    holds."""

    expr: m.Expr
    items: Expr
    mark: Expr | None = None
    deck: m.Class | None = None

    def like(self, copy: Expr) -> Expr:
        """Another collection that is made for the same."""
        if self.mark is None:
            return copy
        return nodes.MakeTuple((copy, self.mark), types.TupleType((copy.type, types.INT)), copy.span)


def opened(low: Lowering, expr: m.Expr, message: str, stmts: list[Stmt], *, keep: bool = False) -> Opened:
    """A collection, for use; the message is for when it is null. One that is marked, or shall be used several times, is
    kept."""
    value = low.need(expr, message)
    if not isinstance(value.type, types.TupleType):
        return Opened(expr, low.body.build.keep(value, stmts, "collection") if keep else value)
    kept = low.body.build.keep(value, stmts, "collection")
    items, mark = value.type.items
    return Opened(expr, nodes.TupleItem(kept, 0, items, expr.span), nodes.TupleItem(kept, 1, mark, expr.span))


def stored(low: Lowering, into: Opened, value: Expr, given: t.Type, span: Span) -> Expr:
    """A value of a type that is about to be put in a collection: an error if that was made for something else."""
    made: list[t.Type]
    if into.deck is not None:
        assert into.deck.holds is not None
        made, what = [t.Object(into.deck.holds)], into.deck.shown
    else:
        assert isinstance(into.expr.type, t.Collection)
        made, what = [] if low.makers is None else low.makers.made(into.expr), into.expr.type.kind
    risky = [each for each in made if not t.fits(given, each)]
    if not risky or value.type == types.NONE:
        return value
    stmts: list[Stmt] = []
    kept = low.body.build.keep(value, stmts, "stored")
    for each in risky:
        misfit: Expr = builder.negated(fits(low, kept, each))
        if into.mark is not None:
            assert low.makers is not None
            misfit = nodes.And(builder.op("eq", into.mark, builder.number(low.makers.number(each))), misfit)
        said = builder.sentence(
            _name(low, kept, given), f" cannot be put in this {what}: it was made for {t.shown(each)}"
        )
        stmts.append(builder.when(misfit, nodes.Raise("element", said, span), span=span))
    return do(stmts, kept)


def fits(low: Lowering, value: Expr, of: t.Type) -> Expr:
    """Whether a value (which is a local) is of a type; null is of every type, and a collection is what all its elements
    are."""
    match value.type:
        case types.OptionalType(item):
            inner = fits(low, nodes.Narrow(value, item), of)
            return inner if inner == builder.TRUE else nodes.Or(nodes.Is(value, types.NONE), inner)
        case types.ObjectType(name):
            wanted = low.core_type(of)
            assert isinstance(wanted, types.ObjectType)
            if low.hierarchy.derives(name, wanted.name):
                return builder.TRUE
            return nodes.Is(value, wanted) if low.hierarchy.derives(wanted.name, name) else builder.FALSE
    if not isinstance(of, t.Collection):
        return builder.TRUE
    build = low.body.build
    stmts: list[Stmt] = []
    elements = low.bare(value)
    if isinstance(elements.type, types.TableType):
        elements = builder.op("table_values", elements)
    elements = build.keep(elements, stmts, "elements")
    assert isinstance(elements.type, types.ListType)
    at, element = build.fresh("at", types.INT), build.fresh("element", elements.type.item)
    inner = fits(low, element, of.of)
    if inner == builder.TRUE:
        return builder.TRUE
    found = build.fresh("fits", types.BOOL)
    turn = (
        builder.assign(element, builder.op("list_get", elements, at)),
        builder.when(builder.negated(inner), builder.assign(found, builder.FALSE), nodes.Break()),
    )
    stmts += [
        builder.assign(found, builder.TRUE),
        nodes.For(at.name, builder.number(0), builder.length(elements), turn),
    ]
    return do(stmts, found)


def _name(low: Lowering, value: Expr, given: t.Type) -> Expr:
    """What a value is, for messages: an object by its class."""
    if not isinstance(given, t.Object | t.OfKind):
        return builder.text(f"a {t.shown(given)} with other elements")
    if isinstance(value.type, types.OptionalType):
        value = nodes.Narrow(value, value.type.item)
    if _CLASS_NAME not in low.functions:
        with low.writing() as body:
            thing = body.build.parameter("thing", names.A_THING)
            order = sorted(low.checked.classes, key=lambda each: -len(each.line))
            stmts: list[Stmt] = [
                builder.when(nodes.Is(thing, types.ObjectType(each.shown)), nodes.Return(builder.text(each.shown)))
                for each in order
            ]
            low.add(body.build.function(_CLASS_NAME, types.STRING, [*stmts, nodes.Return(builder.text("it"))]))
    return nodes.Call(_CLASS_NAME, (low.fit(value, names.A_THING),), types.STRING)
