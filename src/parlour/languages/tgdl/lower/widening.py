"""Collections that may be seen as wider ones: `List<Derived>` fits `List<Base>`, and is the same object then.

In core a list has one type of elements. Where a program speaks of a collection of a class and of one of its ancestors,
all collections of objects of that kind hold the kind's common ancestor, and an element is narrowed when it is read.
Programs that never do so, which is most of them, do not pay for it.

What is stored must fit the type with which a collection was made, however it is seen. `Makers` finds in the text with
which types the collections can have been made that an expression stands for (Steensgaard's analysis: whatever may be
the same collection is joined). Where that is one type, narrower than what is seen, every store is checked against it;
where it is what is seen nothing is. Where collections of both types come together, only reading tells.
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
        for class_ in checked.classes:
            for attribute in class_.attributes.values():
                if attribute.value is not None:
                    self._flow(attribute.value, attribute)
        for each in walk.inputs(checked):
            if isinstance(each.var.type, t.Collection) and each.modifier != "function":
                self._make(each.var, each.var.type)
            if each.value is not None:
                self._flow(each.value, each.var)
        for section in walk.sections(checked):
            for stmt in walk.statements(section.block):
                match stmt:
                    case m.Declare(var=var, value=value) if value is not None:
                        self._flow(value, var)
                    case m.Assign(target=target, value=value) if isinstance(target.type, t.Collection):
                        self._join(self._node(target), self._node(value))
                    case m.Return(value=value) if value is not None and isinstance(section.owner, m.Function):
                        self._flow(value, ("result", root_function(section.owner)))
            for expr in walk.expressions(section.block):
                self._pass(expr)

    def made_of(self, expr: m.Expr) -> t.Type | None:
        """The one type with which the collections were made that this stands for, if it is another than the one that is
        seen here."""
        assert isinstance(expr.type, t.Collection)
        made = self._made.get(self._find(self._node(expr)), set())
        [*narrower] = made - {expr.type.of}
        return narrower[0] if len(made) == 1 and narrower else None

    def _pass(self, expr: m.Expr) -> None:
        """What an expression hands over: arguments, the attributes of new objects, elements."""
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
                        held = self._node(value)
                        self._join(self._held_by(receiver), self._inner_of(held) if expr.name == "append" else held)
            case _:
                pass

    def _flow(self, value: m.Expr, into: object) -> None:
        if isinstance(value.type, t.Collection):
            self._join(self._node(value), into)

    def _node(self, expr: m.Expr) -> object:
        """What stands for the collections that an expression can be."""
        match expr:
            case m.Local(var=var):
                return var
            case m.Attr(attribute=attribute):
                return attribute
            case m.AsType(operand=operand) if isinstance(operand.type, t.Collection):
                return self._node(operand)
            case m.FunctionCall(function=function):
                return ("result", root_function(function))
            case m.ListItem(list=held) | m.TableItem(table=held):
                return self._held_by(held)
            case m.MethodCall(name="pop" | "pop_front", receiver=held) if isinstance(held.type, t.Collection):
                return self._held_by(held)
            case m.MakeList(items=parts) | m.MakeStack(items=parts):
                return self._new(expr, parts)
            case m.MakeTable(pairs=pairs):
                return self._new(expr, [value for _, value in pairs])
            case m.MethodCall(name="copy" | "clone", receiver=held) if isinstance(held.type, t.Collection):
                if expr not in self._seen:
                    self._seen.add(expr)
                    self._make(expr, expr.type)
                    self._join(self._inner_of(expr), self._held_by(held))
                return expr
        if isinstance(expr.type, t.Collection):
            self._make(expr, expr.type)
        return expr

    def _new(self, expr: m.Expr, parts: Iterable[m.Expr]) -> object:
        if expr not in self._seen:
            self._seen.add(expr)
            self._make(expr, expr.type)
            for part in parts:
                if isinstance(part.type, t.Collection):
                    self._join(self._inner_of(expr), self._node(part))
        return expr

    def _make(self, node: object, type_: t.Type) -> None:
        assert isinstance(type_, t.Collection)
        self._made.setdefault(self._find(node), set()).add(type_.of)

    def _held_by(self, expr: m.Expr) -> object:
        return self._inner_of(self._node(expr))

    def _inner_of(self, node: object) -> object:
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
