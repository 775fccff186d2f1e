"""An answer from outside as the slots that compiled code takes it by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour.core import types
from parlour.core.nodes import Domain, Each, Either, Expr, Local, Options
from parlour.core.questions import answer_type, option_type
from parlour.engines.core.admission import admit
from parlour.engines.native.host.decode import Memory
from parlour.engines.native.host.encode import Writer
from parlour.engines.native.host.handover import Stop
from parlour.engines.native.layout import T_FLOAT, T_INT, Tag


class Answering:
    """Encodes answers to the question that a state waits at. What needs memory goes to the writer's heap.

    `resolve` gives the value that an expression of the domain has there, as the Python engine would hold it."""

    def __init__(
        self, memory: Memory, writer: Writer, stop: Stop, frame: int, resolve: Callable[[Expr, int | None], Any]
    ) -> None:
        self.memory = memory
        self.writer = writer
        self.stop = stop
        self.frame = frame
        self.resolve = resolve

    def slots(self, domain: Domain, value: Any, index: int | None) -> list[int]:
        """The slots of an admitted answer; `index` is that of the question in a group."""
        match domain:
            case Options(list=items):
                return self._option(items, value, index)
            case Each(parts):
                return [word for part, item in zip(parts, value, strict=True) for word in self.slots(part, item, index)]
            case Either(parts):
                for part in parts:
                    if admit(part, value, lambda expr: self.resolve(expr, index)) is None:
                        type_ = answer_type(part, group=index is not None) or types.ANY
                        return [self.as_any(type_, self.slots(part, value, index))]
        return self.writer.slots(answer_type(domain) or types.ANY, value)

    def _option(self, items: Expr, value: int, index: int | None) -> list[int]:
        """An element of the list of options, which may hold references: copied where it lies."""
        assert isinstance(items, Local)
        slot = next(slot for slot in self.stop.slots if slot.name == items.name)
        options = self.memory.get(self.frame + 8 * (slot.place + slot.may_be_unset))
        if index is not None:
            (options,) = self._element(options, index, 1)
        type_ = option_type(items.type, group=index is not None)
        assert type_ is not None
        return self._element(options, value, self.writer.types.width(type_))

    def _element(self, items: int, index: int, width: int) -> list[int]:
        block = self.memory.get(items + 24)
        return self.memory.read(block + 16 + 8 * width * index, width)

    def as_any(self, type_: types.Type, words: list[int]) -> int:
        """A value of some type as an `any`."""
        first = words[0] if words else 0
        match type_:
            case types.OptionalType(item=item):
                if first == 0:
                    return int(Tag.NONE)
                return self.as_any(item, words if self.writer.types.is_pointer(item) else words[1:])
            case types.ObjectType():
                return first | Tag.OBJECT
            case types.ListType() | types.TableType():
                return first | Tag.BOX
            case types.BoardType() if not self.writer.types.packed(type_):
                return first | Tag.BOX
            case types.TupleType() | types.BoardType():
                return self.writer.alloc([self.writer.types.number(type_), *words]) | Tag.BOX
        if type_ == types.INT:
            fits = -(1 << 60) <= first < 1 << 60
            return first << 3 | Tag.INT if fits else self.writer.alloc([T_INT, first]) | Tag.NUMBER
        if type_ == types.FLOAT:
            return self.writer.alloc([T_FLOAT, first]) | Tag.NUMBER
        if type_ == types.STRING:
            return first | Tag.STRING
        if type_ in (types.BOOL, types.SYMBOL):
            return first << 3 | (Tag.BOOL if type_ == types.BOOL else Tag.SYMBOL)
        return int(Tag.NONE) if type_ == types.NONE else first
