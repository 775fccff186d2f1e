"""`any`, optionals and classes: how values become wider, and how they are tested and become narrower again."""

from __future__ import annotations

from collections.abc import Callable

from parlour.core import types
from parlour.engines.core.values import is_boxed
from parlour.engines.llvm import text as ir
from parlour.engines.llvm.text import DOUBLE, I1, I32
from parlour.engines.native.compile.code import Value, number
from parlour.engines.native.compile.writer import Writer
from parlour.engines.native.layout import T_FLOAT, T_INT, Error, Tag


def convert(writer: Writer, value: Value, source: types.Type, wanted: types.Type) -> Value:
    if source == wanted:
        return value
    if wanted == types.ANY:
        return Value((_as_any(writer, value, source),))
    if isinstance(wanted, types.OptionalType):
        return _as_optional(writer, value, source, wanted)
    return value


def _as_optional(writer: Writer, value: Value, source: types.Type, wanted: types.OptionalType) -> Value:
    if source == types.NONE:
        return writer.nothing(wanted)
    if isinstance(source, types.OptionalType) or writer.types.is_pointer(wanted.item):
        return value
    return Value((ir.Constant(I1, 1), *value.parts))


def _as_any(writer: Writer, value: Value, source: types.Type) -> ir.Value:
    if isinstance(source, types.OptionalType):
        held = inside(writer, value, source)
        return _unless_none(writer, value, lambda: _tagged(writer, held, source.item))
    if isinstance(source, types.TupleType):
        # A tuple in an `any` is an allocation of its own; lists, tables and boards are ones already.
        writer.take_memory(16 + 8 * types.slots(source))
    return _tagged(writer, value, source)


def _unless_none(writer: Writer, value: Value, make: Callable[[], ir.Value]) -> ir.Value:
    some, after = writer.block(), writer.block()
    before = writer.build.block
    writer.build.cbranch(is_none(writer, value), after, some)
    writer.enter(some)
    made = make()
    end = writer.build.block
    writer.build.branch(after)
    writer.enter(after)
    return writer.merged([(Value((number(0),)), before), (Value((made,)), end)]).only


def _tagged(writer: Writer, value: Value, source: types.Type) -> ir.Value:
    if source == types.INT:
        if value.within(-(2**60), 2**60 - 1):
            # It fits beside its tag, as most numbers of a program's own do: nothing is made, nothing can fail.
            return writer.build.or_(writer.build.shl(value.only, number(3)), number(Tag.INT))
        return writer.runtime("box_int", value.only)
    if source == types.FLOAT:
        return writer.runtime("box_float", writer.to_slot(value.only))
    if source == types.NONE:
        return number(0)
    if source in (types.BOOL, types.SYMBOL):
        tag = Tag.BOOL if source == types.BOOL else Tag.SYMBOL
        return writer.build.or_(writer.build.shl(writer.to_slot(value.only), number(3)), number(tag))
    if source == types.STRING:
        return writer.build.or_(value.only, number(Tag.STRING))
    if isinstance(source, types.ObjectType):
        return writer.build.or_(value.only, number(Tag.OBJECT))
    if writer.types.is_pointer(source):
        return writer.build.or_(value.only, number(Tag.BOX))
    return writer.runtime("box_slots", writer.types.number(source), writer.spilled(value), len(value.parts))


def is_none(writer: Writer, value: Value) -> ir.Value:
    """Of an optional or an `any`."""
    first = value.parts[0]
    return writer.build.not_(first) if first.type == I1 else writer.build.icmp_unsigned("==", first, number(0))


def inside(writer: Writer, value: Value, source: types.OptionalType) -> Value:
    """What an optional holds, if it holds something."""
    return value if writer.types.is_pointer(source.item) else Value(value.parts[1:])


def narrow(writer: Writer, value: Value, source: types.Type, wanted: types.Type) -> Value:
    may_miss = isinstance(source, types.OptionalType) or source == types.ANY
    if isinstance(wanted, types.OptionalType) or wanted == types.NONE:
        may_miss = False
    elif isinstance(source, types.OptionalType) and source.item == wanted:
        writer.fail_when(is_none(writer, value), Error.MISSING)
        return inside(writer, value, source)
    elif source == wanted == types.ANY:
        writer.fail_when(is_none(writer, value), Error.MISSING)
        return value
    item = wanted.item if isinstance(wanted, types.OptionalType) else wanted
    fits = is_of_type(writer, value, source, wanted)
    cold = writer.block()
    writer.unlikely(writer.build.not_(fits), cold)
    after = writer.build.block
    writer.enter(cold)
    if may_miss:
        # None fits nothing that is wanted here, so it is told apart only when something is wrong.
        writer.fail_when(is_none(writer, value), Error.MISSING)
    writer.fail(Error.TYPE, writer.compiler.text(str(item)), _shown(writer, value, source))
    writer.enter(after)
    return _narrowed(writer, value, source, wanted)


def _shown(writer: Writer, value: Value, source: types.Type) -> ir.Value:
    """The value as an `any` for the message; here it is an `any` already, or a reference."""
    if source == types.ANY:
        return value.only
    inner = source.item if isinstance(source, types.OptionalType) else source
    if isinstance(inner, types.ObjectType):
        return writer.build.or_(value.only, number(Tag.OBJECT))
    return number(0)


def _narrowed(writer: Writer, value: Value, source: types.Type, wanted: types.Type) -> Value:
    if source != types.ANY:
        if isinstance(source, types.OptionalType) and not isinstance(wanted, types.OptionalType):
            return writer.nothing(types.NONE) if wanted == types.NONE else inside(writer, value, source)
        return value
    if wanted == types.NONE:
        return writer.nothing(types.NONE)
    if wanted == types.ANY:
        return value
    if not isinstance(wanted, types.OptionalType):
        return _untagged(writer, value.only, wanted)
    some, after = writer.block(), writer.block()
    before = writer.build.block
    writer.build.cbranch(is_none(writer, value), after, some)
    writer.enter(some)
    found = _as_optional(writer, _untagged(writer, value.only, wanted.item), wanted.item, wanted)
    end = writer.build.block
    writer.build.branch(after)
    writer.enter(after)
    return writer.merged([(writer.nothing(wanted), before), (found, end)])


def _untagged(writer: Writer, word: ir.Value, wanted: types.Type) -> Value:
    """What an `any` that is known to hold this type holds."""
    offset = writer.build.and_(word, number(~7))
    if wanted == types.INT:
        return _int(writer, word, offset)
    if wanted == types.FLOAT:
        return Value((writer.build.bitcast(writer.load(writer.plus(offset, 8)), DOUBLE),))
    if wanted == types.BOOL:
        return Value((writer.build.trunc(writer.build.lshr(word, number(3)), I1),))
    if wanted == types.SYMBOL:
        return Value((writer.build.lshr(word, number(3)),))
    if writer.types.is_pointer(wanted):
        return Value((offset,))
    return writer.read_slots(writer.address(writer.plus(offset, 8)), wanted)


def _int(writer: Writer, word: ir.Value, offset: ir.Value) -> Value:
    boxed, after = writer.block(), writer.block()
    before = writer.build.block
    small = writer.build.ashr(word, number(3))
    writer.build.cbranch(_has_tag(writer, word, Tag.NUMBER), boxed, after)
    writer.enter(boxed)
    large = writer.load(writer.plus(offset, 8))
    writer.build.branch(after)
    writer.enter(after)
    return writer.merged([(Value((small,)), before), (Value((large,)), boxed)])


def is_of_type(writer: Writer, value: Value, source: types.Type, wanted: types.Type) -> ir.Value:
    """Whether a value of type `source` is one of `wanted`."""
    if isinstance(wanted, types.OptionalType):
        if not isinstance(source, types.OptionalType) and source != types.ANY:
            return is_of_type(writer, value, source, wanted.item) if source != types.NONE else ir.Constant(I1, 1)
        return writer.build.or_(is_none(writer, value), is_of_type(writer, value, source, wanted.item))
    if wanted == types.NONE:
        if isinstance(source, types.OptionalType) or source == types.ANY:
            return is_none(writer, value)
        return ir.Constant(I1, int(source == types.NONE))
    if wanted == types.ANY:
        return ir.Constant(I1, 1)
    if source == types.NONE:
        return ir.Constant(I1, 0)
    if isinstance(wanted, types.ObjectType):
        return _is_object(writer, value, source, wanted)
    if source != types.ANY:
        return writer.build.not_(is_none(writer, value)) if isinstance(source, types.OptionalType) else _yes()
    word = value.only
    if isinstance(wanted, types.Scalar):
        return _is_scalar(writer, word, wanted)
    assert is_boxed(wanted)
    return _has_header(writer, word, Tag.BOX, (writer.types.number(wanted),))


def _is_object(writer: Writer, value: Value, source: types.Type, wanted: types.ObjectType) -> ir.Value:
    below, made = writer.types.hierarchy.below, writer.compiler.reach.classes
    fitting = [name for name in below(wanted.name) if name in made]
    numbers = tuple(writer.types.number(types.ObjectType(name)) for name in fitting)
    if source == types.ANY:
        return _has_header(writer, value.only, Tag.OBJECT, numbers)
    inner = source.item if isinstance(source, types.OptionalType) else source
    if not isinstance(inner, types.ObjectType):
        return ir.Constant(I1, 0)
    is_some = writer.build.not_(is_none(writer, value)) if isinstance(source, types.OptionalType) else _yes()
    if not {name for name in below(inner.name) if name in made} - set(fitting):
        # Whatever is there fits.
        return is_some
    if isinstance(source, types.OptionalType):
        return _guarded(writer, is_some, lambda: _header_among(writer, value.only, numbers))
    return _header_among(writer, value.only, numbers)


def _is_scalar(writer: Writer, word: ir.Value, wanted: types.Scalar) -> ir.Value:
    if wanted == types.INT:
        small = _has_tag(writer, word, Tag.INT)
        return writer.build.or_(small, _has_header(writer, word, Tag.NUMBER, (T_INT,)))
    if wanted == types.FLOAT:
        return _has_header(writer, word, Tag.NUMBER, (T_FLOAT,))
    return _has_tag(writer, word, {types.BOOL: Tag.BOOL, types.SYMBOL: Tag.SYMBOL, types.STRING: Tag.STRING}[wanted])


def _has_tag(writer: Writer, word: ir.Value, tag: Tag) -> ir.Value:
    return writer.build.icmp_unsigned("==", writer.build.and_(word, number(7)), number(tag))


def _has_header(writer: Writer, word: ir.Value, tag: Tag, numbers: tuple[int, ...]) -> ir.Value:
    offset = writer.build.and_(word, number(~7))
    return _guarded(writer, _has_tag(writer, word, tag), lambda: _header_among(writer, offset, numbers))


def _header_among(writer: Writer, offset: ir.Value, numbers: tuple[int, ...]) -> ir.Value:
    header = writer.load(offset, I32)
    found: ir.Value = ir.Constant(I1, 0)
    for wanted in numbers:
        found = writer.build.or_(found, writer.build.icmp_unsigned("==", header, ir.Constant(I32, wanted)))
    return found


def _guarded(writer: Writer, first: ir.Value, more: Callable[[], ir.Value]) -> ir.Value:
    """Both; the second is looked at only if the first holds."""
    inner, after = writer.block(), writer.block()
    before = writer.build.block
    writer.build.cbranch(first, inner, after)
    writer.enter(inner)
    second = more()
    end = writer.build.block
    writer.build.branch(after)
    writer.enter(after)
    return writer.merged([(Value((_no(),)), before), (Value((second,)), end)]).only


def _yes() -> ir.Constant:
    return ir.Constant(I1, 1)


def _no() -> ir.Constant:
    return ir.Constant(I1, 0)
