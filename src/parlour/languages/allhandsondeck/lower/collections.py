"""Collections: elements and slices, elements arguments, the built-in ACTIONs and helpers, loops over them.

`Given` is an argument that was evaluated. A collection's class may say what its elements are; what goes in is checked
against that where inference cannot tell (`admitted`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from parlour.core import builder as build
from parlour.core import nodes
from parlour.core.nodes import Call, Expr, Is, Narrow, Return, Stmt
from parlour.core.passes.order import do
from parlour.core.types import ANY, INT, NONE, STRING, ObjectType, OptionalType, Type
from parlour.dataclass import dataclass
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.bases import (
    INT_BIT,
    INT_RANGE,
    INT_RANGE_BIT,
    RANGES,
    STRING_BIT,
    TEXT_RANGE,
    TEXT_RANGE_BIT,
)
from parlour.languages.allhandsondeck.check.meaning import Var
from parlour.languages.allhandsondeck.check.types import COLLECTION, SERIES, STACK, Signature
from parlour.languages.allhandsondeck.lower import kinds, ranges
from parlour.languages.allhandsondeck.lower.kinds import elements_of, new_collection, putting_in
from parlour.languages.allhandsondeck.lower.names import COLLECTIONS, ELEMENTS, ITEMS
from parlour.languages.allhandsondeck.lower.writer import Case, Val, Writer
from parlour.syntax.source import Span

_OPTIONAL_INT = OptionalType(INT)
_NO_ELEMENTS = "{} has no elements: only collections and strings can be indexed"
# The routines that take one element from an end of a collection, and those that take so many.
_TAKING = {
    **dict.fromkeys(("POP_TOP", "POP_FRONT"), ("pop_first", "pop_first_ones")),
    **dict.fromkeys(("POP_BOTTOM", "POP_BACK"), ("pop_last", "pop_last_ones")),
    **dict.fromkeys(("top", "front"), ("first_of", "first_ones")),
    **dict.fromkeys(("bottom", "back"), ("last_of", "last_ones")),
}


@dataclass(frozen=True, slots=True)
class Given:
    """An argument: a value, the list of a comprehension (`many`), or the three parts of a slice."""

    name: str | None
    val: Val | None
    span: Span
    many: bool = False
    slice: tuple[Expr, Expr, Expr] | None = None

    @property
    def one(self) -> Val:
        assert self.val is not None
        return self.val


# ----------------------------------------------------------------------------------------------------------- elements


def taken(w: Writer, item: Expr, items: int) -> Expr:
    """An element as it comes out of a list."""
    wanted = w.storage(items)
    return item if wanted == ANY else Narrow(item, wanted, item.span)


def element_at(w: Writer, whole: Val, index: Val, result: int, span: Span) -> Expr:
    """`whole[index]`"""
    stmts: list[Stmt] = []
    kept = whole
    if not isinstance(index.expr, nodes.Const | nodes.Local):
        kept = w.kept(whole, stmts)
    place = kinds.as_int(w, index, "an index")
    if stmts:
        place = w.keep(place, stmts, "index")

    def in_list(value: Expr) -> Expr:
        if isinstance(place, nodes.Const) and isinstance(place.value, int) and place.value >= 0:
            return taken(w, build.element(elements_of(value), place, span), whole.items)
        return taken(w, w.routine("item_at", elements_of(value), place, span=span), whole.items)

    cases = [
        Case(w.bases.collections, COLLECTIONS, in_list),
        Case(STRING_BIT, STRING, lambda value: w.routine("letter_at", value, place, span=span)),
    ]
    return do(stmts, w.choose(kept, cases, w.storage(result), _NO_ELEMENTS, span))


def set_element(w: Writer, whole: Val, index: Expr, value: Val, span: Span) -> list[Stmt]:
    """`whole[index] = value`, all of them evaluated."""

    def put(collection: Expr) -> Expr:
        new = admitted(w, Val(collection, whole.bases & w.bases.collections, whole.items), value)
        into = elements_of(collection)
        return putting_in(w, collection, new, lambda item: w.routine("put_at", into, index, item, span=span))

    cases = [Case(w.bases.collections, COLLECTIONS, put)]
    return build.effect(w.choose(whole, cases, NONE, "an element of {} cannot be changed", span))


def sliced(w: Writer, whole: Val, cut: tuple[Expr, Expr, Expr], result: int, span: Span) -> Expr:
    def series(value: Expr) -> Expr:
        return w.once(value, lambda kept: like(w, kept, w.routine("slice_items", elements_of(kept), *cut, span=span)))

    # The class that inference found tells whether the slice is a Stack.
    narrow = w.storage(whole.bases)
    cases = [
        Case(w.bases.collections, narrow if isinstance(narrow, ObjectType) else COLLECTIONS, series),
        Case(STRING_BIT, STRING, lambda value: w.routine("slice_text", value, *cut, span=span)),
    ]
    return w.choose(whole, cases, w.storage(result), _NO_ELEMENTS, span)


def slice_part(w: Writer, val: Val | None) -> Expr:
    """A bound of a slice: an int, or none where it is missing."""
    if val is None:
        return nodes.Convert(build.NOTHING, _OPTIONAL_INT)
    return nodes.Convert(kinds.as_int(w, val, "the bound of a slice"), _OPTIONAL_INT, val.expr.span)


# -------------------------------------------------------------------------------------------------- whole collections


def items_of(w: Writer, value: Expr) -> Expr:
    """The elements of a collection or range of a known type, as a list."""
    return ranges.listed(w, value) if value.type in (INT_RANGE, TEXT_RANGE) else elements_of(value)


def joined(w: Writer, left: Expr, right: Expr, span: Span | None) -> Expr:
    """`+` of two collections: a Stack or Series, like the left one."""
    return w.once(left, lambda one: like(w, one, w.routine("concat", items_of(w, one), items_of(w, right), span=span)))


def repeated(w: Writer, many: Expr, times: Expr, span: Span | None) -> Expr:
    return w.once(many, lambda one: like(w, one, w.routine("repeat_list", items_of(w, one), times, span=span)))


def like(w: Writer, one: Expr, elements: Expr) -> Expr:
    """A new Stack if the other one is one, else a Series. The elements are a list of its own."""
    line = w.bases.lines[one.type.name] if isinstance(one.type, ObjectType) else (SERIES,)
    if STACK in line:
        return new_collection(w, STACK, elements)
    if SERIES in line or not w.low.may_be_stack:
        return new_collection(w, SERIES, elements)
    out = w.fresh("made", COLLECTIONS)
    stmts: list[Stmt] = []
    kept = w.keep(elements, stmts)
    stack, series = (w.store(out, new_collection(w, name, kept)) for name in (STACK, SERIES))
    return do([*stmts, build.when(Is(one, ObjectType(STACK)), *stack, otherwise=series)], out)


def copied(w: Writer, whole: Val, span: Span) -> Expr:
    """A copy of the same class, attributes included."""
    copy = _method(w, whole, "copy", _copy_of, (), COLLECTIONS, span)
    return w.fit(copy, w.storage(whole.bases & w.bases.collections))


def _copy_of(w: Writer, class_name: str) -> str:
    own = ObjectType(class_name)

    def body(w: Writer, value: Expr) -> list[Stmt]:
        fields = (nodes.Field(value, variable.name, variable.type) for variable in w.low.fields(class_name))
        copies = tuple(build.op("list_copy", field) if field.name == ELEMENTS else field for field in fields)
        return [Return(w.fit(nodes.New(class_name, copies, own), COLLECTIONS))]

    return w.shared(f"copy of {class_name}", {"collection": own}, COLLECTIONS, body)


def _method(
    w: Writer,
    whole: Val,
    name: str,
    make: Callable[[Writer, str], str],
    args: tuple[Expr, ...],
    result: Type,
    span: Span | None,
) -> Expr:
    """A method of collections, or where the class is known the function itself."""
    names = w.bases.class_names(whole.bases & w.bases.collections)
    if len(names) == 1:
        return Call(make(w, names[0]), (w.fit(whole.expr, ObjectType(names[0])), *args), result, span)
    called = w.method(name, COLLECTION, make)
    return nodes.VirtualCall(called, (w.fit(whole.expr, COLLECTIONS), *args), result, span)


# ---------------------------------------------------------------------------------------------------------- admission


def admitted(w: Writer, collection: Val, value: Val) -> Expr:
    """A value that goes into a collection, as `any`, if the collection's class lets it in."""
    names = w.bases.class_names(collection.bases & w.bases.collections)
    wanted = {type_ for name in names for type_ in w.low.found.dispatch.element_types(name)}
    if all(kinds.surely_is(w, value, type_) and type_.name != "float" for type_ in wanted):
        return w.fit(value.expr, ANY)
    return _let_in(w, collection, w.fit(value.expr, ANY), value.expr.span)


def _let_in(w: Writer, collection: Val, value: Expr, span: Span | None) -> Expr:
    """The element, or a failure if the collection's class does not want it."""
    return _method(w, collection, "admit", _admit_to, (value,), ANY, span)


def _admit_to(w: Writer, class_name: str) -> str:
    def body(w: Writer, collection: Expr, value: Expr) -> list[Stmt]:
        what = f"an element of {w.low.program.classes[class_name].shown}"
        for type_ in w.low.found.dispatch.element_types(class_name):
            value = w.fit(kinds.checked(w, value, type_, what), ANY)
        return [Return(value)]

    return w.shared(f"admit to {class_name}", {"collection": ObjectType(class_name), "value": ANY}, ANY, body)


def needs_admission(w: Writer, classes: int, items: int) -> bool:
    """Whether elements of such bases must be looked at before they go into collections of such classes."""
    for name in w.bases.class_names(classes & w.bases.collections):
        for type_ in w.low.found.dispatch.element_types(name):
            if type_.of is not None or type_.name == "float" or items & ~w.bases.accepted(type_):
                return True
    return False


def _admit_all(w: Writer, elements: Expr, collection: Val) -> Expr:
    """All elements of a list of one's own, each one let in."""
    stmts: list[Stmt] = []
    kept = w.keep(elements, stmts, "elements")
    counter = w.fresh("number", INT)
    new = _let_in(w, collection, build.element(kept, counter), elements.span)
    put = nodes.Evaluate(build.op("list_set", kept, counter, new))
    stmts.append(nodes.For(counter.name, build.number(0), build.length(kept), (put,), elements.span))
    return do(stmts, kept)


# ------------------------------------------------------------------------------------------------- elements arguments


def spread(w: Writer, given: Sequence[Given], collection: Val | None) -> Expr:
    """The list of elements that arguments stand for; collections and ranges among them are taken apart.

    It may be the very list of a collection: whoever keeps it makes a copy."""
    many = w.bases.collections | RANGES
    if len(given) == 1 and _is_list(w, given[0]):
        return _whole_list(w, given[0], collection)
    if all(not item.many and not item.one.bases & many for item in given):
        return nodes.MakeList(tuple(_admit_one(w, item.one, collection) for item in given), ITEMS)
    out = w.fresh("elements", ITEMS)
    stmts: list[Stmt] = [build.assign(out, nodes.MakeList((), ITEMS))]
    for item in given:
        if _is_list(w, item):
            more = _whole_list(w, item, collection)
            stmts.append(nodes.Evaluate(build.op("list_extend", out, more, span=item.span), item.span))
        elif item.one.bases & many:
            w.know_kinds()
            added = w.routine("add elements", out, w.fit(item.one.expr, ANY), span=item.span)
            stmts.append(nodes.Evaluate(added, item.span))
            if collection is not None and needs_admission(w, collection.bases, -1):
                stmts.extend(build.effect(_admit_all(w, out, collection)))
        else:
            stmts.append(build.push(out, _admit_one(w, item.one, collection), item.span))
    return do(stmts, out)


def _admit_one(w: Writer, val: Val, collection: Val | None) -> Expr:
    return w.fit(val.expr, ANY) if collection is None else admitted(w, collection, val)


def _is_list(w: Writer, item: Given) -> bool:
    """An argument that is surely a collection, surely a range of one sort, or the list of a comprehension."""
    return item.many or (item.val is not None and item.val.bases != 0 and _whole_type(w, item.val) is not None)


def _whole_type(w: Writer, val: Val) -> Type | None:
    if not val.bases & ~w.bases.collections:
        return COLLECTIONS
    return {INT_RANGE_BIT: INT_RANGE, TEXT_RANGE_BIT: TEXT_RANGE}.get(val.bases)


def _whole_list(w: Writer, item: Given, collection: Val | None) -> Expr:
    """The elements of such an argument, all of them let in."""
    val = item.one
    if item.many:
        elements, items = val.expr, val.bases
    else:
        type_ = _whole_type(w, val)
        assert type_ is not None
        elements = items_of(w, w.fit(val.expr, type_))
        items = each_bases(w, val)
    if collection is None or not needs_admission(w, collection.bases, items):
        return elements
    return _admit_all(w, build.op("list_copy", elements, span=item.span), collection)


def each_bases(w: Writer, over: Val) -> int:
    """What the elements of a collection or range may be."""
    found = over.items if over.bases & w.bases.collections else 0
    found |= INT_BIT if over.bases & INT_RANGE_BIT else 0
    return found | (STRING_BIT if over.bases & TEXT_RANGE_BIT else 0)


def spread_bases(w: Writer, given: Sequence[Given]) -> int:
    """The bases that elements arguments may have."""
    found = 0
    for item in given:
        found |= item.one.bases
        if not item.many and item.one.bases & w.bases.collections:
            found = found & ~w.bases.collections | item.one.items
    return found


def own_list(w: Writer, given: Sequence[Given]) -> Expr:
    """The list of elements that arguments stand for, which nobody else holds."""
    elements = spread(w, given, None)
    shares = len(given) == 1 and not given[0].many and _is_list(w, given[0])
    return build.op("list_copy", elements, span=elements.span) if shares else elements


def fill(w: Writer, new: Expr, bit: int, given: Sequence[Given], span: Span | None = None) -> list[Stmt]:
    """Puts elements into a new collection, each of them let in."""
    elements = spread(w, given, Val(new, bit))
    into = elements_of(w.fit(new, COLLECTIONS))
    return build.effect(putting_in(w, new, elements, lambda more: w.routine("push_last", into, more, span=span)))


def all_of(w: Writer, value: Expr, span: Span | None = None) -> Expr:
    """What a loop goes through, as a list of its own."""
    w.know_kinds()
    return w.routine("all of a value", w.fit(value, ANY), span=span)


# ---------------------------------------------------------------------------------------------------------- built-ins


def built_in_action(w: Writer, name: str, whole: Val, given: Sequence[Given], signature: Signature, span: Span) -> Expr:
    """The value is evaluated, and so are the arguments."""
    plain, elements = _by_name(given, signature)
    xs = elements_of(whole.expr)
    match name:
        case "SHUFFLE":
            return w.routine("shuffle", xs, span=span)
        case "SORT":
            return _sort(w, xs, elements, span)
        case "INSERT":
            place = kinds.as_int(w, plain["index"].one, "an index")
            new = spread(w, elements, whole)
            return putting_in(w, whole.expr, new, lambda more: w.routine("insert_all", xs, place, more, span=span))
        case "DELETE":
            cut = plain["index"].slice
            if cut is not None:
                return new_collection(w, SERIES, w.routine("delete_slice", xs, *cut, span=span))
            place = kinds.as_int(w, plain["index"].one, "an index")
            return taken(w, w.routine("delete_at", xs, place, span=span), whole.items)
        case "CLEAR":
            stmts: list[Stmt] = []
            kept = w.keep(copied(w, whole, span), stmts)
            return do([*stmts, nodes.Evaluate(build.op("list_clear", xs, span=span), span)], kept)
        case "PUSH_TOP" | "PUSH_FRONT" | "PUSH_BOTTOM" | "PUSH_BACK":
            return _pushed(w, whole, elements, is_first=name in ("PUSH_TOP", "PUSH_FRONT"), span=span)
    return _take(w, name, whole, plain.get("num"), span)


def _pushed(w: Writer, whole: Val, elements: Sequence[Given], *, is_first: bool, span: Span) -> Expr:
    xs = elements_of(whole.expr)
    if len(elements) != 1 or elements[0].many or elements[0].one.bases & (w.bases.collections | RANGES):
        name = "push_first" if is_first else "push_last"
        new = spread(w, elements, whole)
        return putting_in(w, whole.expr, new, lambda more: w.routine(name, xs, more, span=span))

    def put(item: Expr) -> Expr:
        return (
            build.op("list_insert", xs, build.number(0), item, span=span)
            if is_first
            else build.op("list_push", xs, item, span=span)
        )

    return putting_in(w, whole.expr, admitted(w, whole, elements[0].one), put)


def _take(w: Writer, name: str, whole: Val, num: Given | None, span: Span) -> Expr:
    """One element, or with a number a Series of so many."""
    one, many = _TAKING[name]
    xs = elements_of(whole.expr)
    names = w.bases.class_names(whole.bases & w.bases.collections)
    what = build.text(w.low.program.classes[names[0]].shown) if len(names) == 1 else w.kind(whole.expr)
    if num is None:
        return taken(w, w.routine(one, xs, what, span=span), whole.items)
    wanted = kinds.as_int(w, num.one, "the number")
    return new_collection(w, SERIES, w.routine(many, xs, wanted, what, span=span))


def built_in_helper(w: Writer, name: str, whole: Val, given: Sequence[Given], signature: Signature, span: Span) -> Expr:
    xs = elements_of(whole.expr)
    match name:
        case "size":
            return build.length(xs, span)
        case "empty":
            return build.op("eq", build.length(xs, span), build.number(0), span=span)
        case "copy":
            return copied(w, whole, span)
        case "shuffled":
            return w.once(
                copied(w, whole, span),
                lambda copy: do(build.effect(w.routine("shuffle", elements_of(copy), span=span)), copy),
            )
        case "sorted":
            return w.once(
                copied(w, whole, span),
                lambda copy: do(build.effect(_sort(w, elements_of(copy), given, span)), copy),
            )
    return _take(w, name, whole, _by_name(given, signature)[0].get("num"), span)


def _sort(w: Writer, xs: Expr, keys: Sequence[Given], span: Span) -> Expr:
    """By the elements themselves, or by a key for each of them."""
    w.know_kinds()
    by = own_list(w, keys) if keys else build.op("list_copy", xs, span=span)
    return w.routine("sort_by", xs, by, span=span)


def _by_name(given: Sequence[Given], signature: Signature) -> tuple[dict[str, Given], list[Given]]:
    """Arguments of a built-in that are known to fit."""
    plain: dict[str, Given] = {}
    elements: list[Given] = []
    for item in given:
        if item.name is not None:
            plain[item.name] = item
        elif len(plain) < len(signature.names):
            plain[signature.names[len(plain)]] = item
        else:
            elements.append(item)
    return plain, elements


# -------------------------------------------------------------------------------------------------------------- loops


def loop_over(
    w: Writer, over: Val, bind: Callable[[Val], list[Stmt]], body: tuple[Stmt, ...], span: Span, *, copies: bool
) -> list[Stmt]:
    """A loop over a collection (as it was when the loop began), a range or the characters of a string. `bind` gives
    the variable a value of this loop."""
    stmts: list[Stmt] = []
    counter = w.fresh("number", INT)
    bases = each_bases(w, over) | over.bases & STRING_BIT
    first: Expr = build.number(0)
    if over.bases == INT_RANGE_BIT:
        ends: list[Expr] = []

        def open_range(start: Expr, end: Expr, closed: Expr) -> Expr:
            ends.append(w.keep(start, stmts, "first"))
            if isinstance(closed, nodes.Const):
                ends.append(build.op("add", end, build.number(1), span=span) if closed.value else end)
            else:
                ends.append(w.routine("range_stop", end, closed, span=span))
            return build.NOTHING

        opened = ranges.with_range(w, over.expr, open_range)
        stmts = [*build.effect(opened), *stmts]
        first, stop = ends
        each: Expr = counter
    elif over.bases == STRING_BIT:
        string = w.keep(w.fit(over.expr, STRING), stmts, "text")
        each, stop = build.op("char_at", string, counter, span=span), build.op("string_length", string, span=span)
    else:
        is_collection = over.bases and not over.bases & ~w.bases.collections
        if not is_collection:
            elements = all_of(w, over.expr, span)
        else:
            elements = elements_of(w.fit(over.expr, COLLECTIONS))
            elements = build.op("list_copy", elements, span=span) if copies else elements
        xs = w.keep(elements, stmts, "all")
        each, stop = build.element(xs, counter, span), build.length(xs, span)
        if is_collection:
            each = taken(w, each, over.items)
    return [*stmts, nodes.For(counter.name, first, stop, (*bind(Val(each, bases)), *body), span)]


def loop(w: Writer, var: Var | None, values: c.Expr, body: Callable[[], list[Stmt]], *, copies: bool) -> list[Stmt]:
    """`for var in values`, or without a variable `for values times`."""
    over = w.value(values)
    with w.maybe():
        if var is None:
            count = kinds.as_int(w, over, "the number of times")
            counter = w.fresh("turn", INT)
            return [nodes.For(counter.name, build.number(0), count, tuple(body()), values.span)]
        w.declare(var)
        w.sure.add(var)
        inner = tuple(body())
        bind = partial(kinds.bind_variable, w, var, span=values.span)
        return loop_over(w, over, bind, inner, values.span, copies=copies)


def gather(w: Writer, item: c.Comprehension) -> Expr:
    """The list that a comprehension makes."""
    out = w.fresh("elements", ITEMS)
    return do([build.assign(out, nodes.MakeList((), ITEMS), item.span), *gather_into(w, item, out)], out)


def gather_into(w: Writer, item: c.Comprehension, out: nodes.Local) -> list[Stmt]:
    """Loops in loops, the first clause outermost."""
    copies = c.changes(c.walk(item))

    def level(depth: int) -> list[Stmt]:
        if depth == len(item.clauses):
            return [build.push(out, w.fit(w.value(item.value).expr, ANY), item.span)]
        clause = item.clauses[depth]
        return loop(w, clause.var, clause.values, lambda: level(depth + 1), copies=copies)

    return level(0)
