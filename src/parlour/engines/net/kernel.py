"""The part of the machine code that is the same for every game: passes, drawing, keeping and counting finished games.

It is generated once for a number of 64-lane words a plane has (`words`), and kept on disk like all compiled code. A
game brings its stages, either as records for the interpreter in here (`interpret`) or as functions of its own that are
called one after the other (`sequence`); both have the same form, `stage(facts, scratch, next, data)`.

**A pass** (`run`): look; lanes that are over are *parked* (what counting needs of them is copied aside) and begin
anew; draw; pick; move. Counting is put off until a parked lane ends again or all are parked. A lane that has played
its quota of games is not counted any more, so every lane contributes a fixed number of games and short games are not
favoured.

**Chance.** A random plane is a pure function of the seed, the number of the 64-lane word, the pass, the role, the try
and the bit: `mix(mix(key of the word + pass) + counter)` with splitmix64's finaliser, each times its odd constant.
Nothing depends on which words are computed together, so a seed gives the same games for any width and number of
threads.

**Uniform choice.** r is drawn with as many bits as the largest possible value has, and drawn again in the lanes where
it is larger than that value: exactly uniform, half of the lanes or more are done in every try.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from llvmlite import ir

from parlour.engines.net.layout import (
    DONE,
    ENDINGS_BITS,
    ENDINGS_ROOM,
    FIELD,
    FULL,
    LONGEST_GAME,
    MIXERS,
    PAUSED,
    ROLE_SHIFT,
    SELECTOR_FIELDS,
    TIME_BITS,
    TRY_SHIFT,
    WEYL,
)
from parlour.engines.net.plan import FLAGS
from parlour.engines.net.schedule import REGION_SHIFT, Op

I1, I32, I64 = ir.IntType(1), ir.IntType(32), ir.IntType(64)
POINTER = ir.PointerType()
STAGE = ir.FunctionType(ir.VoidType(), [POINTER] * 4)
PART = ir.FunctionType(ir.VoidType(), [POINTER] * 3)

# What an operation is as k0·x + k1·y + k2·x·y + k3 over bits.
POLYNOMIALS = {
    Op.AND: (0, 0, 1, 0),
    Op.OR: (1, 1, 1, 0),
    Op.AND_NOT: (1, 0, 1, 0),
    Op.XOR: (1, 1, 0, 0),
    Op.NOT: (1, 0, 0, 1),
    Op.COPY: (1, 0, 0, 0),
    Op.ZERO: (0, 0, 0, 0),
    Op.ONES: (0, 0, 0, 1),
}


def kernel_ir(words: int) -> str:
    """The text of the module: `run`, `interpret` and `sequence` for planes of so many words."""
    text = str(_Kernel(words).build())
    # llvmlite writes the type of a function pointer in the old way.
    return text.replace(f"{STAGE}*", "ptr").replace(f"{PART}*", "ptr")


class _Kernel:
    def __init__(self, words: int) -> None:
        self.words = words
        self.plane = ir.VectorType(I64, words)
        self.module = ir.Module("kernel")
        self.b = ir.IRBuilder()
        self.context: ir.Value = ir.Constant(I64, 0)
        self.reduce_or = self._intrinsic("llvm.vector.reduce.or", I64)
        self.reduce_add = self._intrinsic("llvm.vector.reduce.add", I64)
        self.popcount = self._intrinsic("llvm.ctpop", self.plane)
        self.trailing = ir.Function(self.module, ir.FunctionType(I64, [I64, I1]), "llvm.cttz.i64")

    def _intrinsic(self, name: str, result: ir.Type) -> ir.Function:
        return ir.Function(self.module, ir.FunctionType(result, [self.plane]), f"{name}.v{self.words}i64")

    def build(self) -> ir.Module:
        self.interpret()
        self.sequence()
        flush = self.flush()
        draw = self.draw()
        self.run(flush, draw)
        return self.module

    # ------------------------------------------------------------------------------------------ small things

    def begin(self, name: str, arguments: int, result: ir.Type, *, is_inner: bool = False) -> ir.Function:
        function = ir.Function(self.module, ir.FunctionType(result, [POINTER] * arguments), name)
        if is_inner:
            function.linkage = "internal"
        self.b = ir.IRBuilder(function.append_basic_block())
        self.context = function.args[0]
        return function

    def room(self, what: ir.Type) -> ir.Value:
        """Memory for the time of a call, taken once even inside a loop."""
        with self.b.goto_entry_block():
            made = self.b.alloca(what)
        made.type = POINTER  # llvmlite gives it a type of its own, which LLVM no longer has.
        return made

    def number(self, value: int) -> ir.Constant:
        return ir.Constant(I64, value)

    def splat(self, value: ir.Value) -> ir.Value:
        empty = ir.Constant(self.plane, ir.Undefined)
        one = self.b.insert_element(empty, value, ir.Constant(I32, 0))
        return self.b.shuffle_vector(one, empty, ir.Constant(ir.VectorType(I32, self.words), [0] * self.words))

    def all(self, value: int) -> ir.Constant:
        return ir.Constant(self.plane, [value] * self.words)

    def complement(self, value: ir.Value) -> ir.Value:
        return self.b.xor(value, self.all(-1))

    def blend(self, old: ir.Value, new: ir.Value, where: ir.Value) -> ir.Value:
        return self.b.or_(self.b.and_(old, self.complement(where)), self.b.and_(new, where))

    def any(self, value: ir.Value) -> ir.Value:
        return self.b.icmp_unsigned("!=", self.b.call(self.reduce_or, [value]), self.number(0))

    def field(self, name: str) -> ir.Value:
        return self.b.gep(self.context, [self.number(FIELD[name])], source_etype=I64)

    def get(self, name: str) -> ir.Value:
        return self.b.load(self.field(name), typ=I64)

    def pointer(self, name: str) -> ir.Value:
        return self.b.load(self.field(name), typ=POINTER)

    def put(self, name: str, value: ir.Value) -> None:
        self.b.store(value, self.field(name))

    def at(self, base: ir.Value, index: ir.Value) -> ir.Value:
        """The address of a plane."""
        return self.b.gep(base, [index], source_etype=self.plane)

    def load(self, base: ir.Value, index: ir.Value) -> ir.Value:
        return self.b.load(self.at(base, index), typ=self.plane)

    def store(self, value: ir.Value, base: ir.Value, index: ir.Value) -> None:
        self.b.store(value, self.at(base, index))

    def load_only(self, name: str) -> ir.Value:
        return self.b.load(self.pointer(name), typ=self.plane)

    def word(self, base: ir.Value, index: ir.Value) -> ir.Value:
        return self.b.load(self.b.gep(base, [index], source_etype=I64), typ=I64)

    @contextmanager
    def count_up(self, end: ir.Value) -> Iterator[ir.Value]:
        """A loop over 0, 1, … below `end`, which may be empty."""
        b = self.b
        before = b.block
        head, body, after = (b.append_basic_block(name) for name in ("head", "body", "after"))
        b.branch(head)
        b.position_at_end(head)
        index = b.phi(I64)
        index.add_incoming(self.number(0), before)
        b.cbranch(b.icmp_unsigned("<", index, end), body, after)
        b.position_at_end(body)
        yield index
        index.add_incoming(b.add(index, self.number(1)), b.block)
        b.branch(head)
        b.position_at_end(after)

    @contextmanager
    def repeat(self) -> Iterator[tuple[ir.Block, ir.Block]]:
        """A loop that the body leaves by branching to the second block; the first is its beginning."""
        b = self.b
        head, after = b.append_basic_block("again"), b.append_basic_block("done")
        b.branch(head)
        b.position_at_end(head)
        yield head, after
        b.position_at_end(after)

    def mix(self, value: ir.Value) -> ir.Value:
        b = self.b
        for shift, factor in zip((30, 27), MIXERS, strict=True):
            value = b.mul(b.xor(value, b.lshr(value, self.all(shift))), self.all(factor))
        return b.xor(value, b.lshr(value, self.all(31)))

    # ------------------------------------------------------------------------------------------------- stages

    def interpret(self) -> None:
        """`data`: the number of segments; for each the number of records, the plane of change (or -1); then where the
        records are: four 32-bit words each, as `schedule.Gate`."""
        function = self.begin("interpret", 4, ir.VoidType())
        b = self.b
        facts, scratch, following, data = function.args
        kinds = len(POLYNOMIALS)
        rows = [[-bit for bit in POLYNOMIALS[Op(kind)]] for kind in range(kinds)]
        table_type = ir.ArrayType(I64, kinds * 4)
        table = ir.GlobalVariable(self.module, table_type, "polynomials")
        table.linkage, table.global_constant = "internal", True
        table.initializer = ir.Constant(table_type, [bit for row in rows for bit in row])
        table.type = POINTER
        regions = self.room(ir.ArrayType(POINTER, 3))
        for number, region in enumerate((facts, scratch, following)):
            b.store(region, b.gep(regions, [self.number(number)], source_etype=POINTER))
        place = self.room(I64)
        b.store(self.word(data, self.number(1)), place)

        def operand(record: ir.Value, number: int) -> ir.Value:
            raw = b.load(b.gep(record, [self.number(number)], source_etype=I32), typ=I32)
            reference = b.zext(raw, I64)
            region = b.lshr(reference, self.number(REGION_SHIFT))
            base = b.load(b.gep(regions, [region], source_etype=POINTER), typ=POINTER)
            return self.at(base, b.and_(reference, self.number((1 << REGION_SHIFT) - 1)))

        with self.count_up(self.word(data, self.number(0))) as segment:
            head = b.add(b.mul(segment, self.number(2)), self.number(2))
            count = self.word(data, head)
            changed = self.word(data, b.add(head, self.number(1)))
            records = b.load(place, typ=I64)
            with self.repeat() as (again, done):
                with self.count_up(count) as number:
                    offset = b.add(records, b.mul(number, self.number(16)))
                    record = b.inttoptr(offset, POINTER)
                    x = b.load(operand(record, 1), typ=self.plane)
                    y = b.load(operand(record, 2), typ=self.plane)
                    kind = b.zext(b.load(b.gep(record, [self.number(3)], source_etype=I32), typ=I32), I64)
                    row = b.gep(table, [b.mul(kind, self.number(4))], source_etype=I64)
                    k = [self.splat(self.word(row, self.number(column))) for column in range(4)]
                    value = b.xor(b.and_(x, k[0]), b.and_(y, k[1]))
                    value = b.xor(b.xor(value, b.and_(b.and_(x, y), k[2])), k[3])
                    b.store(value, operand(record, 0))
                self._leave_unless_changed(scratch, changed, again, done)
            b.store(b.add(records, b.mul(count, self.number(16))), place)
        b.ret_void()

    def sequence(self) -> None:
        """`data`: the number of segments; for each the number of functions, the plane of change (or -1); then the
        functions, in order."""
        function = self.begin("sequence", 4, ir.VoidType())
        b = self.b
        facts, scratch, following, data = function.args
        place = self.room(I64)
        segments = self.word(data, self.number(0))
        b.store(b.add(b.mul(segments, self.number(2)), self.number(1)), place)
        with self.count_up(segments) as segment:
            head = b.add(b.mul(segment, self.number(2)), self.number(1))
            count = self.word(data, head)
            changed = self.word(data, b.add(head, self.number(1)))
            first = b.load(place, typ=I64)
            with self.repeat() as (again, done):
                with self.count_up(count) as number:
                    address = self.word(data, b.add(first, number))
                    b.call(b.inttoptr(address, PART.as_pointer()), [facts, scratch, following])
                self._leave_unless_changed(scratch, changed, again, done)
            b.store(b.add(first, count), place)
        b.ret_void()

    def _leave_unless_changed(self, scratch: ir.Value, changed: ir.Value, again: ir.Block, done: ir.Block) -> None:
        b = self.b
        with b.if_then(b.icmp_signed("<", changed, self.number(0))):
            b.branch(done)
        b.cbranch(self.any(self.load(scratch, changed)), again, done)

    def call_stage(self, name: str, facts: ir.Value) -> None:
        function = self.b.inttoptr(self.get(name), STAGE.as_pointer())
        self.b.call(function, [facts, self.pointer("scratch"), self.pointer("next"), self.pointer(f"{name}_data")])

    # ---------------------------------------------------------------------------------------------- counting

    def flush(self) -> ir.Function:
        """Counts the parked games and takes them off the quotas."""
        count_endings = self.count("count_endings", self.add_ending)
        count_lengths = self.count("count_lengths", self.add_length)
        function = self.begin("flush", 1, ir.VoidType(), is_inner=True)
        b = self.b
        parked = self.load_only("parked")
        park, scratch = self.pointer("park"), self.pointer("scratch")
        is_late = b.icmp_unsigned("!=", self.get("is_late"), self.number(0))
        codes = self.get("codes")
        with b.if_then(is_late):
            self.call_stage("score", self.at(park, self.number(FLAGS)))
            for flag in range(FLAGS):
                self.store(self.load(park, self.number(flag)), scratch, b.add(codes, self.number(flag)))
        planes = b.select(is_late, self.at(scratch, codes), park)
        bits = b.add(self.get("code_count"), self.number(FLAGS))
        b.call(count_endings, [self.context, planes, b.inttoptr(bits, POINTER)])

        began, ended = self.pointer("began"), self.pointer("ended")
        length = self.room(ir.ArrayType(self.plane, TIME_BITS))
        carry: ir.Value = self.all(0)
        highest: ir.Value = self.number(0)
        for bit in range(TIME_BITS):
            # A game's length is when it ended, less when the one before did, less one.
            one, other = self.load(ended, self.number(bit)), self.complement(self.load(began, self.number(bit)))
            half = b.xor(one, other)
            total = b.xor(half, carry)
            carry = b.or_(b.and_(one, other), b.and_(half, carry))
            self.store(total, length, self.number(bit))
            highest = b.select(self.any(b.and_(total, parked)), self.number(bit + 1), highest)
            self.store(
                self.blend(self.load(began, self.number(bit)), self.load(ended, self.number(bit)), parked),
                began,
                self.number(bit),
            )
        b.call(count_lengths, [self.context, length, b.inttoptr(highest, POINTER)])

        quota = self.pointer("quota")
        state = self.room(ir.ArrayType(self.plane, 3))  # the borrow, any bit above the lowest, the lowest bit
        for number, value in enumerate((parked, self.all(0), self.all(0))):
            self.store(value, state, self.number(number))
        with self.count_up(self.get("quota_bits")) as bit:
            old, borrow = self.load(quota, bit), self.load(state, self.number(0))
            new = b.xor(old, borrow)
            self.store(new, quota, bit)
            self.store(b.and_(borrow, self.complement(old)), state, self.number(0))
            is_lowest = b.icmp_unsigned("==", bit, self.number(0))
            high = b.or_(self.load(state, self.number(1)), b.select(is_lowest, self.all(0), new))
            self.store(high, state, self.number(1))
            self.store(b.select(is_lowest, new, self.load(state, self.number(2))), state, self.number(2))
        high, low = self.load(state, self.number(1)), self.load(state, self.number(2))
        b.store(b.and_(self.load_only("active"), b.or_(high, low)), self.pointer("active"))
        b.store(b.and_(low, self.complement(high)), self.pointer("last"))
        b.store(self.all(0), self.pointer("parked"))
        b.ret_void()
        return function

    def count(self, name: str, add: Callable[[ir.Value, ir.Value], None]) -> ir.Function:
        """For each distinct number among the parked lanes: how many have it. The number's bits are planes."""
        function = self.begin(name, 3, ir.VoidType(), is_inner=True)
        b = self.b
        planes = function.args[1]
        bits = b.ptrtoint(function.args[2], I64)
        left, same, key, place = self.room(self.plane), self.room(self.plane), self.room(I64), self.room(I64)
        b.store(self.load_only("parked"), left)
        with self.repeat() as (again, done):
            rest = b.load(left, typ=self.plane)
            found = b.append_basic_block("found")
            b.cbranch(self.any(rest), found, done)
            b.position_at_end(found)
            b.store(self.number(0), place)
            with self.repeat() as (next_word, first):
                at = b.load(place, typ=I64)
                b.store(b.add(at, self.number(1)), place)
                b.cbranch(b.icmp_unsigned("==", self.word(left, at), self.number(0)), next_word, first)
            word = b.sub(b.load(place, typ=I64), self.number(1))
            lane = b.call(self.trailing, [self.word(left, word), ir.Constant(I1, 1)])
            b.store(self.number(0), key)
            b.store(rest, same)
            with self.count_up(bits) as bit:
                plane = self.load(planes, bit)
                index = b.add(b.mul(bit, self.number(self.words)), word)
                value = b.and_(b.lshr(self.word(planes, index), lane), self.number(1))
                b.store(b.or_(b.load(key, typ=I64), b.shl(value, bit)), key)
                differs = b.xor(plane, self.splat(b.sub(value, self.number(1))))
                b.store(b.and_(b.load(same, typ=self.plane), differs), same)
            equal = b.load(same, typ=self.plane)
            b.store(b.and_(rest, self.complement(equal)), left)
            amount = b.call(self.reduce_add, [b.call(self.popcount, [equal])])
            add(b.load(key, typ=I64), amount)
            b.branch(again)
        b.ret_void()
        return function

    def add_length(self, length: ir.Value, amount: ir.Value) -> None:
        b = self.b
        target = b.gep(self.pointer("lengths"), [length], source_etype=I64)
        b.store(b.add(b.load(target, typ=I64), amount), target)

    def add_ending(self, code: ir.Value, amount: ir.Value) -> None:
        """Keys are codes plus one, so that an empty place is 0; the count stands behind its key."""
        b = self.b
        wanted = b.add(code, self.number(1))
        place = self.room(I64)
        b.store(b.lshr(b.mul(wanted, self.number(WEYL)), self.number(64 - ENDINGS_BITS)), place)
        table = self.pointer("endings")
        with self.repeat() as (again, done):
            at = b.and_(b.load(place, typ=I64), self.number((1 << ENDINGS_BITS) - 1))
            b.store(b.add(at, self.number(1)), place)
            slot = b.gep(table, [b.mul(at, self.number(2))], source_etype=I64)
            key = b.load(slot, typ=I64)
            with b.if_then(b.icmp_unsigned("==", key, self.number(0))):
                self.put("endings_used", b.add(self.get("endings_used"), self.number(1)))
                b.store(wanted, slot)
            is_here = b.icmp_unsigned("==", b.load(slot, typ=I64), wanted)
            with b.if_then(is_here):
                amount_slot = b.gep(slot, [self.number(1)], source_etype=I64)
                b.store(b.add(b.load(amount_slot, typ=I64), amount), amount_slot)
            b.cbranch(is_here, done, again)

    # ----------------------------------------------------------------------------------------------- drawing

    def draw(self) -> ir.Function:
        """`draw(run, lanes that need a number)`: r for every selector, uniform from 0 to its largest value."""
        function = self.begin("draw", 2, ir.VoidType(), is_inner=True)
        b = self.b
        scratch, selectors = self.pointer("scratch"), self.pointer("selectors")
        now = b.mul(self.get("now"), self.number(WEYL))
        key = self.mix(b.add(self.load_only("keys"), self.splat(now)))
        wanting, fits, counter = self.room(self.plane), self.room(self.plane), self.room(I64)
        with self.count_up(self.get("selector_count")) as number:
            row = b.gep(selectors, [b.mul(number, self.number(SELECTOR_FIELDS))], source_etype=I64)
            role, bits, most, masks, drawn, is_question = (
                self.word(row, self.number(column)) for column in range(SELECTOR_FIELDS)
            )
            lanes = b.load(function.args[1], typ=self.plane)
            with b.if_then(b.icmp_unsigned("!=", is_question, self.number(0))):
                counted = b.and_(self.counting(), b.and_(lanes, self.load(scratch, masks)))
                amount = b.call(self.reduce_add, [b.call(self.popcount, [counted])])
                self.put("questions", b.add(self.get("questions"), amount))
            b.store(lanes, wanting)
            b.store(b.shl(b.add(role, self.number(1)), self.number(ROLE_SHIFT)), counter)
            with self.repeat() as (again, done):
                b.store(self.all(-1), fits)
                first = b.load(counter, typ=I64)
                lanes = b.load(wanting, typ=self.plane)
                with self.count_up(bits) as bit:
                    offset = b.mul(b.add(first, bit), self.number(WEYL))
                    mask = self.load(scratch, b.add(masks, bit))
                    value = b.and_(self.mix(b.add(key, self.splat(offset))), mask)
                    limit = self.load(scratch, b.add(most, bit))
                    below = b.and_(limit, self.complement(value))
                    equal = self.complement(b.xor(limit, value))
                    b.store(b.or_(below, b.and_(b.load(fits, typ=self.plane), equal)), fits)
                    at = b.add(drawn, bit)
                    self.store(self.blend(self.load(scratch, at), value, lanes), scratch, at)
                rest = b.and_(lanes, self.complement(b.load(fits, typ=self.plane)))
                b.store(rest, wanting)
                b.store(b.add(first, self.number(1 << TRY_SHIFT)), counter)
                b.cbranch(self.any(rest), again, done)
        b.ret_void()
        return function

    def counting(self) -> ir.Value:
        """Lanes whose game will be counted: active, and not waiting with the last of their quota."""
        b = self.b
        finished = b.and_(self.load_only("parked"), self.load_only("last"))
        return b.and_(self.load_only("active"), self.complement(finished))

    # ------------------------------------------------------------------------------------------------ passes

    def run(self, flush: ir.Function, draw: ir.Function) -> None:
        """`run(run)` makes up to `limit` passes: DONE when all quotas are played, FULL when the table of endings wants
        to be emptied, else PAUSED."""
        find_old = self.find_old()
        park = self.park()
        self.begin("run", 1, I64)
        b = self.b
        lanes, old = self.room(self.plane), self.room(self.plane)
        scratch = self.pointer("scratch")
        with self.count_up(self.get("limit")):
            with b.if_then(b.icmp_unsigned("!=", self.word(self.pointer("cancel"), self.number(0)), self.number(0))):
                b.ret(self.number(PAUSED))
            with b.if_then(b.icmp_unsigned(">", self.get("endings_used"), self.number(ENDINGS_ROOM))):
                b.ret(self.number(FULL))
            self.call_stage("look", self.pointer("facts"))
            b.store(self.all(0), old)
            with b.if_then(b.icmp_unsigned("==", self.get("now"), self.get("next_check"))):
                b.call(find_old, [self.context, old])
            over = b.or_(self.load(scratch, self.get("over")), b.load(old, typ=self.plane))
            self.store(over, scratch, self.get("over"))
            with b.if_then(self.any(b.and_(over, self.counting()))):
                with b.if_then(self.any(b.and_(over, self.load_only("parked")))):
                    b.call(flush, [self.context])
                b.call(park, [self.context, old])
                is_all = b.icmp_unsigned(
                    "==",
                    b.call(
                        self.reduce_or,
                        [b.and_(self.load_only("active"), self.complement(self.load_only("parked")))],
                    ),
                    self.number(0),
                )
                with b.if_then(is_all):
                    b.call(flush, [self.context])
                    is_left = self.any(self.load_only("active"))
                    with b.if_then(b.not_(is_left)):
                        b.ret(self.number(DONE))
            over = self.load(scratch, self.get("over"))
            b.store(b.and_(self.load_only("active"), self.complement(over)), lanes)
            b.call(draw, [self.context, lanes])
            self.call_stage("pick", self.pointer("facts"))
            self.move()
            self.put("now", b.add(self.get("now"), self.number(1)))
        b.ret(self.number(PAUSED))

    def move(self) -> None:
        """The next state; lanes that are over get the first state, or their own start."""
        b = self.b
        scratch, starts = self.pointer("scratch"), self.get("starts")
        has_starts = b.icmp_unsigned("!=", starts, self.number(0))
        over = self.load(scratch, self.get("over"))
        self.store(b.select(has_starts, self.all(0), over), scratch, self.get("reset"))
        self.call_stage("move", self.pointer("facts"))
        facts, following = self.get("facts"), self.get("next")
        with b.if_then(has_starts):
            own, target = b.inttoptr(starts, POINTER), b.inttoptr(following, POINTER)
            over = self.load(scratch, self.get("over"))
            with self.count_up(self.get("fact_count")) as number:
                self.store(self.blend(self.load(target, number), self.load(own, number), over), target, number)
        self.put("facts", following)
        self.put("next", facts)

    def park(self) -> ir.Function:
        """`park(run, old)`: keeps of the lanes that are over what counting them will need."""
        function = self.begin("park", 2, ir.VoidType(), is_inner=True)
        b = self.b
        scratch, park, references = self.pointer("scratch"), self.pointer("park"), self.pointer("parked_references")
        over = b.and_(self.load(scratch, self.get("over")), self.counting())
        old = b.load(function.args[1], typ=self.plane)
        stuck = self.complement(self.load(scratch, self.get("terminal")))
        for number, flag in enumerate((stuck, old)):
            self.store(self.blend(self.load(park, self.number(number)), flag, over), park, self.number(number))
        facts = self.pointer("facts")
        with self.count_up(self.get("parked_count")) as number:
            reference = self.word(references, number)
            is_fact = b.icmp_unsigned("==", b.lshr(reference, self.number(REGION_SHIFT)), self.number(0))
            index = b.and_(reference, self.number((1 << REGION_SHIFT) - 1))
            value = self.load(b.select(is_fact, facts, scratch), index)
            place = b.add(number, self.number(FLAGS))
            self.store(self.blend(self.load(park, place), value, over), park, place)
        ended, now = self.pointer("ended"), self.get("now")
        for bit in range(TIME_BITS):
            is_one = b.and_(b.lshr(now, self.number(bit)), self.number(1))
            value = self.splat(b.neg(is_one))
            self.store(self.blend(self.load(ended, self.number(bit)), value, over), ended, self.number(bit))
        b.store(b.or_(self.load_only("parked"), over), self.pointer("parked"))
        b.ret_void()
        return function

    def find_old(self) -> ir.Function:
        """`find_old(run, plane)`: the lanes whose game has reached the longest length, and when to look again."""
        function = self.begin("find_old", 2, ir.VoidType(), is_inner=True)
        b = self.b
        began, ended, parked = self.pointer("began"), self.pointer("ended"), self.load_only("parked")
        now = self.get("now")
        carry: ir.Value = self.all(0)
        ages: list[ir.Value] = []
        old: ir.Value = self.counting()
        for bit in range(TIME_BITS):
            start = self.blend(self.load(began, self.number(bit)), self.load(ended, self.number(bit)), parked)
            one = self.splat(b.neg(b.and_(b.lshr(now, self.number(bit)), self.number(1))))
            other = self.complement(start)
            half = b.xor(one, other)
            ages.append(b.xor(half, carry))
            carry = b.or_(b.and_(one, other), b.and_(half, carry))
            old = b.and_(old, ages[-1] if LONGEST_GAME >> bit & 1 else self.complement(ages[-1]))
        b.store(old, function.args[1])
        candidates: ir.Value = self.counting()
        oldest: ir.Value = self.number(0)
        for bit in reversed(range(TIME_BITS)):
            higher = b.and_(candidates, ages[bit])
            is_some = self.any(higher)
            candidates = b.select(is_some, higher, candidates)
            oldest = b.select(is_some, b.or_(oldest, self.number(1 << bit)), oldest)
        wait = b.sub(self.number(LONGEST_GAME), oldest)
        wait = b.select(b.icmp_signed(">", wait, self.number(0)), wait, self.number(1))
        self.put("next_check", b.add(now, wait))
        b.ret_void()
        return function
