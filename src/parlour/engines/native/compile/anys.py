"""`any`, optionals and classes: how values become wider, and how they are tested and become narrower again."""

from __future__ import annotations

from collections.abc import Callable

from parlour.core import types
from parlour.engines.core.values import is_boxed
from parlour.engines.llvm import text as ir
from parlour.engines.native.compile.code import DOUBLE, I1, I32, Value, number
from parlour.engines.native.compile.pieces import Pieces
from parlour.engines.native.layout import T_FLOAT, T_INT, Error, Tag


class Anys(Pieces):
    """Writes conversions and tests."""

    # ------------------------------------------------------------------------------------------------- wider

    def convert(self, value: Value, source: types.Type, wanted: types.Type) -> Value:
        if source == wanted:
            return value
        if wanted == types.ANY:
            return Value((self._as_any(value, source),))
        if isinstance(wanted, types.OptionalType):
            return self._as_optional(value, source, wanted)
        return value

    def _as_optional(self, value: Value, source: types.Type, wanted: types.OptionalType) -> Value:
        if source == types.NONE:
            return self.nothing(wanted)
        if isinstance(source, types.OptionalType) or self.types.is_pointer(wanted.item):
            return value
        return Value((ir.Constant(I1, 1), *value.parts))

    def _as_any(self, value: Value, source: types.Type) -> ir.Value:
        if isinstance(source, types.OptionalType):
            inside = self.inside(value, source)
            return self._unless_none(value, source, lambda: self._tagged(inside, source.item))
        if isinstance(source, types.TupleType):
            # A tuple in an `any` is an allocation of its own; lists, tables and boards are ones already.
            self.take_memory(16 + 8 * types.slots(source))
        return self._tagged(value, source)

    def _unless_none(self, value: Value, source: types.OptionalType, make: Callable[[], ir.Value]) -> ir.Value:
        some, after = self.block(), self.block()
        before = self.build.block
        self.build.cbranch(self.is_none(value, source), after, some)
        self.enter(some)
        made = make()
        end = self.build.block
        self.build.branch(after)
        self.enter(after)
        return self.merged([(Value((number(0),)), before), (Value((made,)), end)]).only

    def _tagged(self, value: Value, source: types.Type) -> ir.Value:
        if source == types.INT:
            if value.within(-(2**60), 2**60 - 1):
                # It fits beside its tag, as most numbers of a program's own do: nothing is made, nothing can fail.
                return self.build.or_(self.build.shl(value.only, number(3)), number(Tag.INT))
            return self.runtime("box_int", value.only)
        if source == types.FLOAT:
            return self.runtime("box_float", self.to_slot(value.only))
        if source == types.NONE:
            return number(0)
        if source in (types.BOOL, types.SYMBOL):
            tag = Tag.BOOL if source == types.BOOL else Tag.SYMBOL
            return self.build.or_(self.build.shl(self.to_slot(value.only), number(3)), number(tag))
        if source == types.STRING:
            return self.build.or_(value.only, number(Tag.STRING))
        if isinstance(source, types.ObjectType):
            return self.build.or_(value.only, number(Tag.OBJECT))
        if self.types.is_pointer(source):
            return self.build.or_(value.only, number(Tag.BOX))
        return self.runtime("box_slots", self.types.number(source), self.spilled(value), len(value.parts))

    # ------------------------------------------------------------------------------------------------ narrower

    def is_none(self, value: Value, source: types.Type) -> ir.Value:
        """Of an optional or an `any`."""
        first = value.parts[0]
        return self.build.not_(first) if first.type == I1 else self.build.icmp_unsigned("==", first, number(0))

    def inside(self, value: Value, source: types.OptionalType) -> Value:
        """What an optional holds, if it holds something."""
        return value if self.types.is_pointer(source.item) else Value(value.parts[1:])

    def narrow(self, value: Value, source: types.Type, wanted: types.Type) -> Value:
        may_miss = isinstance(source, types.OptionalType) or source == types.ANY
        if isinstance(wanted, types.OptionalType) or wanted == types.NONE:
            may_miss = False
        elif isinstance(source, types.OptionalType) and source.item == wanted:
            self.fail_when(self.is_none(value, source), Error.MISSING)
            return self.inside(value, source)
        elif source == wanted == types.ANY:
            self.fail_when(self.is_none(value, source), Error.MISSING)
            return value
        item = wanted.item if isinstance(wanted, types.OptionalType) else wanted
        fits = self.test(value, source, wanted)
        cold = self.block()
        self.unlikely(self.build.not_(fits), cold)
        after = self.build.block
        self.enter(cold)
        if may_miss:
            # None fits nothing that is wanted here, so it is told apart only when something is wrong.
            self.fail_when(self.is_none(value, source), Error.MISSING)
        self.fail(Error.TYPE, self.compiler.text(str(item)), self._shown(value, source))
        self.enter(after)
        return self._narrowed(value, source, wanted)

    def _shown(self, value: Value, source: types.Type) -> ir.Value:
        """The value as an `any` for the message; here it is an `any` already, or a reference."""
        if source == types.ANY:
            return value.only
        inner = source.item if isinstance(source, types.OptionalType) else source
        if isinstance(inner, types.ObjectType):
            return self.build.or_(value.only, number(Tag.OBJECT))
        return number(0)

    def _narrowed(self, value: Value, source: types.Type, wanted: types.Type) -> Value:
        if source != types.ANY:
            if isinstance(source, types.OptionalType) and not isinstance(wanted, types.OptionalType):
                return self.nothing(types.NONE) if wanted == types.NONE else self.inside(value, source)
            return value
        if wanted == types.NONE:
            return self.nothing(types.NONE)
        if wanted == types.ANY:
            return value
        if not isinstance(wanted, types.OptionalType):
            return self._untagged(value.only, wanted)
        some, after = self.block(), self.block()
        before = self.build.block
        self.build.cbranch(self.is_none(value, source), after, some)
        self.enter(some)
        found = self._as_optional(self._untagged(value.only, wanted.item), wanted.item, wanted)
        end = self.build.block
        self.build.branch(after)
        self.enter(after)
        return self.merged([(self.nothing(wanted), before), (found, end)])

    def _untagged(self, word: ir.Value, wanted: types.Type) -> Value:
        """What an `any` that is known to hold this type holds."""
        offset = self.build.and_(word, number(~7))
        if wanted == types.INT:
            return self._int(word, offset)
        if wanted == types.FLOAT:
            return Value((self.build.bitcast(self.load(self.plus(offset, 8)), DOUBLE),))
        if wanted == types.BOOL:
            return Value((self.build.trunc(self.build.lshr(word, number(3)), I1),))
        if wanted == types.SYMBOL:
            return Value((self.build.lshr(word, number(3)),))
        if self.types.is_pointer(wanted):
            return Value((offset,))
        return self.read_slots(self.address(self.plus(offset, 8)), wanted)

    def _int(self, word: ir.Value, offset: ir.Value) -> Value:
        boxed, after = self.block(), self.block()
        before = self.build.block
        small = self.build.ashr(word, number(3))
        self.build.cbranch(self._has_tag(word, Tag.NUMBER), boxed, after)
        self.enter(boxed)
        large = self.load(self.plus(offset, 8))
        self.build.branch(after)
        self.enter(after)
        return self.merged([(Value((small,)), before), (Value((large,)), boxed)])

    # -------------------------------------------------------------------------------------------------- tests

    def test(self, value: Value, source: types.Type, wanted: types.Type) -> ir.Value:
        """Whether a value of type `source` is one of `wanted`."""
        if isinstance(wanted, types.OptionalType):
            if not isinstance(source, types.OptionalType) and source != types.ANY:
                return self.test(value, source, wanted.item) if source != types.NONE else ir.Constant(I1, 1)
            return self.build.or_(self.is_none(value, source), self.test(value, source, wanted.item))
        if wanted == types.NONE:
            if isinstance(source, types.OptionalType) or source == types.ANY:
                return self.is_none(value, source)
            return ir.Constant(I1, int(source == types.NONE))
        if wanted == types.ANY:
            return ir.Constant(I1, 1)
        if source == types.NONE:
            return ir.Constant(I1, 0)
        if isinstance(wanted, types.ObjectType):
            return self._is_object(value, source, wanted)
        if source != types.ANY:
            return self.build.not_(self.is_none(value, source)) if isinstance(source, types.OptionalType) else _yes()
        word = value.only
        if isinstance(wanted, types.Scalar):
            return self._is_scalar(word, wanted)
        assert is_boxed(wanted)
        return self._has_header(word, Tag.BOX, (self.types.number(wanted),))

    def _is_object(self, value: Value, source: types.Type, wanted: types.ObjectType) -> ir.Value:
        numbers = tuple(self.types.number(types.ObjectType(name)) for name in self.types.hierarchy.below(wanted.name))
        if source == types.ANY:
            return self._has_header(value.only, Tag.OBJECT, numbers)
        inner = source.item if isinstance(source, types.OptionalType) else source
        if not isinstance(inner, types.ObjectType):
            return ir.Constant(I1, 0)
        if isinstance(source, types.OptionalType):
            is_some = self.build.not_(self.is_none(value, source))
            return self._guarded(is_some, lambda: self._header_among(value.only, numbers))
        return self._header_among(value.only, numbers)

    def _is_scalar(self, word: ir.Value, wanted: types.Scalar) -> ir.Value:
        if wanted == types.INT:
            small = self._has_tag(word, Tag.INT)
            return self.build.or_(small, self._has_header(word, Tag.NUMBER, (T_INT,)))
        if wanted == types.FLOAT:
            return self._has_header(word, Tag.NUMBER, (T_FLOAT,))
        return self._has_tag(word, {types.BOOL: Tag.BOOL, types.SYMBOL: Tag.SYMBOL, types.STRING: Tag.STRING}[wanted])

    def _has_tag(self, word: ir.Value, tag: Tag) -> ir.Value:
        return self.build.icmp_unsigned("==", self.build.and_(word, number(7)), number(tag))

    def _has_header(self, word: ir.Value, tag: Tag, numbers: tuple[int, ...]) -> ir.Value:
        offset = self.build.and_(word, number(~7))
        return self._guarded(self._has_tag(word, tag), lambda: self._header_among(offset, numbers))

    def _header_among(self, offset: ir.Value, numbers: tuple[int, ...]) -> ir.Value:
        header = self.load(offset, I32)
        found: ir.Value = ir.Constant(I1, 0)
        for wanted in numbers:
            found = self.build.or_(found, self.build.icmp_unsigned("==", header, ir.Constant(I32, wanted)))
        return found

    def _guarded(self, first: ir.Value, more: Callable[[], ir.Value]) -> ir.Value:
        """Both; the second is looked at only if the first holds."""
        inner, after = self.block(), self.block()
        before = self.build.block
        self.build.cbranch(first, inner, after)
        self.enter(inner)
        second = more()
        end = self.build.block
        self.build.branch(after)
        self.enter(after)
        return self.merged([(Value((_no(),)), before), (Value((second,)), end)]).only


def _yes() -> ir.Constant:
    return ir.Constant(I1, 1)


def _no() -> ir.Constant:
    return ir.Constant(I1, 0)
