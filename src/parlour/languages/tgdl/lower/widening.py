"""Collections that may be seen as wider ones: `List<Derived>` fits `List<Base>`, and is the same object then.

In core a list has one type of elements. Where a program speaks of a collection of a class and of one of its ancestors,
all collections of objects of that kind hold the kind's common ancestor, and an element is narrowed when it is read.
Programs that never do so, which is most of them, do not pay for it.

What is stored must fit the type with which a collection was made, however it is seen. `Makers` finds in the text with
which types the collections can have been made that an expression stands for (Steensgaard's analysis: whatever may be
the same collection is joined). What is stored is checked (`stores.py`) where it might not fit one of them. Where that
cannot be told from the text alone, because collections of several types come to the same store, all that may be the
same collection are *marked*: a reference to one is a pair, the collection and a number that says what it was made for.
The number belongs to the reference and not to the collection because it never changes, and because two references to
one collection are alike then, wherever they come from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.check import walk
from parlour.languages.tgdl.lower.nulls import root_function


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


class Makers:
    """The types of elements with which collections were made, by what may be the same collection."""

    def __init__(self, checked: m.Checked) -> None:
        self._parent: dict[object, object] = {}
        self._made: dict[object, set[t.Type]] = {}
        self._inner: dict[object, object] = {}  # the collections that a collection holds
        self._seen: set[m.Expr] = set()
        self._decks = [t.Object(each.holds) for each in checked.classes if each.base is None and each.holds is not None]
        stores: list[tuple[m.Expr, t.Type]] = []
        for class_ in checked.classes:
            for attribute in class_.attributes.values():
                if attribute.value is not None:
                    self._flow(attribute.value, attribute)
        for each in walk.inputs(checked):
            if isinstance(each.var.type, t.Collection) and each.modifier != "function":
                self._make(each.var, each.var.type.of)
            if each.value is not None:
                self._flow(each.value, each.var)
            for filter_ in each.list_filters:
                self._join(filter_.var, each.var)
        for section in walk.sections(checked):
            for stmt in walk.statements(section.block):
                match stmt:
                    case m.Declare(var=var, value=value) if value is not None:
                        self._flow(value, var)
                    case m.Assign(target=target, value=value):
                        if isinstance(target.type, t.Collection) and isinstance(value.type, t.Collection):
                            self._join(self.node(target), self.node(value))
                        if isinstance(target, m.ListItem):
                            stores.append((target.list, value.type))
                        elif isinstance(target, m.TableItem):
                            stores.append((target.table, value.type))
                    case m.Return(value=value) if value is not None and isinstance(section.owner, m.Function):
                        self._flow(value, ("result", root_function(section.owner)))
            for expr in walk.expressions(section.block):
                self._pass(expr)
                stores += _stores(expr)
        self._marked = {
            self._find(self.node(into))
            for into, given in stores
            if len(self.made(into)) > 1 and not all(t.fits(given, each) for each in self.made(into))
        }
        self._numbers: dict[t.Type, int] = {}
        for root in self._marked:
            self._numbers |= dict.fromkeys(self._made[root], 0)
        for number, type_ in enumerate(sorted(self._numbers, key=t.shown)):
            self._numbers[type_] = number

    def made(self, into: m.Expr) -> list[t.Type]:
        """What the collections that this stands for can have been made for."""
        return sorted(self._made.get(self._find(self.node(into)), ()), key=t.shown)

    def is_marked(self, node: object) -> bool:
        """Whether references say what collections were made for."""
        return self._find(node) in self._marked

    def number(self, made: t.Type) -> int:
        """How references say what a collection was made for."""
        return self._numbers[made]

    def _pass(self, expr: m.Expr) -> None:
        """What an expression hands over: arguments, the attributes of new objects, elements."""
        if isinstance(expr.type, t.Collection):
            self.node(expr)
        match expr:
            case m.FunctionCall(arguments=given):
                for each in given:
                    self._flow(each.value, each.input.var)
            case m.New(fields=fields):
                for field in fields:
                    self._flow(field.value, field.attribute)
            case m.MethodCall(receiver=receiver, arguments=arguments) if isinstance(receiver.type, t.Collection):
                for value in arguments:
                    if isinstance(value.type, t.Collection) and isinstance(receiver.type.of, t.Collection):
                        held = self.node(value)
                        self._join(self._held_by(receiver), self.inner(held) if expr.name == "append" else held)
            case _:
                pass

    def _flow(self, value: m.Expr, into: object) -> None:
        if isinstance(value.type, t.Collection):
            self._join(self.node(value), into)

    def node(self, expr: m.Expr) -> object:
        """What stands for the collections that an expression can be."""
        match expr:
            case m.Local(var=var):
                return var
            case m.Attr(attribute=attribute):
                return attribute
            case m.AsType(operand=operand) if isinstance(operand.type, t.Collection):
                return self.node(operand)
            case m.FunctionCall(function=function):
                return ("result", root_function(function))
            case m.ListItem(list=held) | m.TableItem(table=held):
                return self._held_by(held)
            case m.MethodCall(name="pop" | "pop_front", receiver=held) if isinstance(held.type, t.Collection):
                return self._held_by(held)
            case m.MethodCall(name="copy" | "clone", receiver=held) if isinstance(held.type, t.Collection):
                # A copy is made for what the collection itself was made for.
                return self.node(held)
            case m.MakeList(items=parts) | m.MakeStack(items=parts):
                return self._new(expr, parts)
            case m.MakeTable(pairs=pairs):
                return self._new(expr, [value for _, value in pairs])
            case m.MethodCall(receiver=deck) | m.BuiltInAttr(name="discard_stack", object=deck) if (
                deck.type == t.OfKind("stack")
            ):
                for holds in self._decks:
                    self._make(expr, holds)
                return expr
            case m.Nowhere():
                return expr
        if isinstance(expr.type, t.Collection):
            self._make(expr, expr.type.of)
        return expr

    def _new(self, expr: m.Expr, parts: Iterable[m.Expr]) -> object:
        if expr not in self._seen:
            self._seen.add(expr)
            assert isinstance(expr.type, t.Collection)
            self._make(expr, expr.type.of)
            for part in parts:
                if isinstance(part.type, t.Collection):
                    self._join(self.inner(expr), self.node(part))
        return expr

    def _make(self, node: object, of: t.Type) -> None:
        self._made.setdefault(self._find(node), set()).add(of)

    def _held_by(self, expr: m.Expr) -> object:
        return self.inner(self.node(expr))

    def inner(self, node: object) -> object:
        """What stands for the collections that collections hold."""
        root = self._find(node)
        return self._inner.setdefault(root, ("inside", root))

    def _find(self, node: object) -> object:
        while (above := self._parent.get(node)) is not None:
            node = above
        return node

    def _join(self, one: object, other: object) -> None:
        waiting = [(one, other)]
        while waiting:
            left, right = map(self._find, waiting.pop())
            if left == right:
                continue
            self._parent[left] = right
            if left in self._made:
                self._made.setdefault(right, set()).update(self._made[left])
            if left in self._inner:
                waiting.append((self._inner[left], self._inner.setdefault(right, ("inside", right))))


def _stores(expr: m.Expr) -> Iterator[tuple[m.Expr, t.Type]]:
    """The collections in which an expression itself puts something, and of which type that is."""
    match expr:
        case m.MethodCall(name="add" | "push" | "push_front", receiver=into, arguments=(value,)):
            if isinstance(into.type, t.Collection):
                yield into, value.type
        case m.MethodCall(name="append", receiver=into, arguments=(value,)):
            yield into, value.type.of if isinstance(value.type, t.Collection) else t.NULL
        case m.MethodCall(name="discard", receiver=piece, arguments=(into,)):
            if isinstance(into.type, t.Collection):
                yield into, piece.type
