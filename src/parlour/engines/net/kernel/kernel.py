"""The part of the machine code that is the same for every game: passes, drawing, and keeping games to be counted.

It is generated once for a number of 64-lane words a plane has (`words`), and kept on disk like all compiled code. A
game brings its stages, either as records for the interpreter in here (`interpret`) or as functions of its own that are
called one after the other (`sequence`); both have the same form, `stage(facts, scratch, next, data)`.

**A pass** (`run`): look; lanes that are over are *parked* (what counting needs of them is copied aside) and begin
anew; draw; pick; move. Counting is put off until a parked lane ends again or all that have games left are parked. A
lane that has played its quota of games is not counted any more, so every lane contributes a fixed number of games and
short games are not favoured.

**Chance.** A random plane is a pure function of the seed, the number of the 64-lane word, the pass, the role, the try
and the bit: `mix(mix(key of the word + pass) + counter)` with splitmix64's finaliser, each times its odd constant.
Nothing depends on which words are computed together, so a seed gives the same games for any width and number of
threads.

**Uniform choice.** r is drawn with as many bits as the largest possible value has, and drawn again in the lanes where
it is larger than that value: exactly uniform, half of the lanes or more are done in every try.
"""

from __future__ import annotations

from parlour.engines.llvm import text as ir
from parlour.engines.llvm.text import I64, POINTER
from parlour.engines.net import fields
from parlour.engines.net.kernel.counting import write_flush
from parlour.engines.net.kernel.pieces import Kernel
from parlour.engines.net.kernel.stages import call_stage, write_interpret, write_sequence
from parlour.engines.net.plan import FLAGS
from parlour.engines.net.schedule import REGION_SHIFT


def kernel_ir(words: int) -> str:
    """The text of the module: `run`, `interpret` and `sequence` for planes of so many words."""
    kernel = Kernel(words)
    write_interpret(kernel)
    write_sequence(kernel)
    flush = write_flush(kernel)
    draw = _write_draw(kernel)
    _write_run(kernel, flush, draw)
    return str(kernel.module)


def _write_draw(kernel: Kernel) -> ir.Function:
    """`draw(run, lanes that need a number)`: r for every selector, uniform from 0 to its largest value."""
    function = kernel.begin("draw", 2, ir.VoidType(), is_inner=True)
    b = kernel.b
    scratch, selectors = kernel.pointer("scratch"), kernel.pointer("selectors")
    now = b.mul(kernel.get("now"), kernel.number(fields.WEYL))
    key = kernel.mix(b.add(kernel.load_only("keys"), kernel.splat(now)))
    wanting, fits, counter = kernel.room(kernel.plane), kernel.room(kernel.plane), kernel.room(I64)
    with kernel.count_up(kernel.get("selector_count")) as number:
        row = b.gep(selectors, [b.mul(number, kernel.number(fields.SELECTOR_FIELDS))], source_etype=I64)
        role, bits, most, masks, drawn, is_question = (
            kernel.word(row, kernel.number(column)) for column in range(fields.SELECTOR_FIELDS)
        )
        lanes = b.load(function.args[1], typ=kernel.plane)
        with b.if_then(b.icmp_unsigned("!=", is_question, kernel.number(0))):
            counted = b.and_(_counting(kernel), b.and_(lanes, kernel.load(scratch, masks)))
            amount = b.call(kernel.reduce_add, [b.call(kernel.popcount, [counted])])
            kernel.put("questions", b.add(kernel.get("questions"), amount))
        b.store(lanes, wanting)
        b.store(b.shl(b.add(role, kernel.number(1)), kernel.number(fields.ROLE_SHIFT)), counter)
        with kernel.repeat() as (again, done):
            b.store(kernel.all(-1), fits)
            first = b.load(counter, typ=I64)
            lanes = b.load(wanting, typ=kernel.plane)
            with kernel.count_up(bits) as bit:
                offset = b.mul(b.add(first, bit), kernel.number(fields.WEYL))
                mask = kernel.load(scratch, b.add(masks, bit))
                value = b.and_(kernel.mix(b.add(key, kernel.splat(offset))), mask)
                limit = kernel.load(scratch, b.add(most, bit))
                below = b.and_(limit, kernel.complement(value))
                equal = kernel.complement(b.xor(limit, value))
                b.store(b.or_(below, b.and_(b.load(fits, typ=kernel.plane), equal)), fits)
                at = b.add(drawn, bit)
                kernel.store(kernel.blend(kernel.load(scratch, at), value, lanes), scratch, at)
            rest = b.and_(lanes, kernel.complement(b.load(fits, typ=kernel.plane)))
            b.store(rest, wanting)
            b.store(b.add(first, kernel.number(1 << fields.TRY_SHIFT)), counter)
            b.cbranch(kernel.any(rest), again, done)
    b.ret_void()
    return function


def _counting(kernel: Kernel) -> ir.Value:
    """Lanes whose game will be counted: active, and not waiting with the last of their quota."""
    b = kernel.b
    finished = b.and_(kernel.load_only("parked"), kernel.load_only("last"))
    return b.and_(kernel.load_only("active"), kernel.complement(finished))


def _write_run(kernel: Kernel, flush: ir.Function, draw: ir.Function) -> None:
    """`run(run)` makes up to `limit` passes: DONE when all quotas are played, FULL when the table of endings wants
    to be emptied, else PAUSED."""
    find_old = _write_find_old(kernel)
    park = _write_park(kernel)
    kernel.begin("run", 1, I64)
    b = kernel.b
    lanes, old = kernel.room(kernel.plane), kernel.room(kernel.plane)
    scratch = kernel.pointer("scratch")
    with kernel.count_up(kernel.get("limit")):
        with b.if_then(
            b.icmp_unsigned("!=", kernel.word(kernel.pointer("cancel"), kernel.number(0)), kernel.number(0))
        ):
            b.ret(kernel.number(fields.PAUSED))
        with b.if_then(b.icmp_unsigned(">", kernel.get("endings_used"), kernel.number(fields.ENDINGS_ROOM))):
            b.ret(kernel.number(fields.FULL))
        # Asked in every pass and not where lanes are parked: a batch may begin as a piece of another one.
        playing = b.and_(kernel.load_only("active"), kernel.complement(kernel.load_only("parked")))
        with b.if_then(b.not_(kernel.any(playing))):
            b.call(flush, [kernel.context])
            with b.if_then(b.not_(kernel.any(kernel.load_only("active")))):
                b.ret(kernel.number(fields.DONE))
        call_stage(kernel, "look", "look_data", kernel.pointer("facts"))
        b.store(kernel.all(0), old)
        with b.if_then(b.icmp_unsigned("==", kernel.get("now"), kernel.get("next_check"))):
            b.call(find_old, [kernel.context, old])
        over = b.or_(kernel.load(scratch, kernel.get("over")), b.load(old, typ=kernel.plane))
        kernel.store(over, scratch, kernel.get("over"))
        with b.if_then(kernel.any(b.and_(over, _counting(kernel)))):
            with b.if_then(kernel.any(b.and_(over, kernel.load_only("parked")))):
                b.call(flush, [kernel.context])
            b.call(park, [kernel.context, old])
        over = kernel.load(scratch, kernel.get("over"))
        b.store(b.and_(kernel.load_only("active"), kernel.complement(over)), lanes)
        b.call(draw, [kernel.context, lanes])
        call_stage(kernel, "pick", "pick_data", kernel.pointer("facts"))
        _move(kernel)
        kernel.put("now", b.add(kernel.get("now"), kernel.number(1)))
    b.ret(kernel.number(fields.PAUSED))


def _move(kernel: Kernel) -> None:
    """The next state; lanes that are over get the first state, or their own start."""
    b = kernel.b
    scratch, starts = kernel.pointer("scratch"), kernel.get("starts")
    has_starts = b.icmp_unsigned("!=", starts, kernel.number(0))
    over = kernel.load(scratch, kernel.get("over"))
    kernel.store(b.select(has_starts, kernel.all(0), over), scratch, kernel.get("reset"))
    call_stage(kernel, "move", "move_data", kernel.pointer("facts"))
    facts, following = kernel.get("facts"), kernel.get("next")
    with b.if_then(has_starts):
        own, target = b.inttoptr(starts, POINTER), b.inttoptr(following, POINTER)
        over = kernel.load(scratch, kernel.get("over"))
        with kernel.count_up(kernel.get("fact_count")) as number:
            kernel.store(kernel.blend(kernel.load(target, number), kernel.load(own, number), over), target, number)
    kernel.put("facts", following)
    kernel.put("next", facts)


def _write_park(kernel: Kernel) -> ir.Function:
    """`park(run, old)`: keeps of the lanes that are over what counting them will need."""
    function = kernel.begin("park", 2, ir.VoidType(), is_inner=True)
    b = kernel.b
    scratch, park, references = kernel.pointer("scratch"), kernel.pointer("park"), kernel.pointer("parked_references")
    over = b.and_(kernel.load(scratch, kernel.get("over")), _counting(kernel))
    old = b.load(function.args[1], typ=kernel.plane)
    stuck = kernel.complement(kernel.load(scratch, kernel.get("terminal")))
    for row, flag in enumerate((stuck, old)):
        kernel.store(kernel.blend(kernel.load(park, kernel.number(row)), flag, over), park, kernel.number(row))
    facts = kernel.pointer("facts")
    with kernel.count_up(kernel.get("parked_count")) as number:
        reference = kernel.word(references, number)
        is_fact = b.icmp_unsigned("==", b.lshr(reference, kernel.number(REGION_SHIFT)), kernel.number(0))
        index = b.and_(reference, kernel.number((1 << REGION_SHIFT) - 1))
        value = kernel.load(b.select(is_fact, facts, scratch), index)
        place = b.add(number, kernel.number(FLAGS))
        kernel.store(kernel.blend(kernel.load(park, place), value, over), park, place)
    ended, now = kernel.pointer("ended"), kernel.get("now")
    for bit in range(fields.TIME_BITS):
        is_one = b.and_(b.lshr(now, kernel.number(bit)), kernel.number(1))
        value = kernel.splat(b.neg(is_one))
        kernel.store(kernel.blend(kernel.load(ended, kernel.number(bit)), value, over), ended, kernel.number(bit))
    b.store(b.or_(kernel.load_only("parked"), over), kernel.pointer("parked"))
    b.ret_void()
    return function


def _write_find_old(kernel: Kernel) -> ir.Function:
    """`find_old(run, plane)`: the lanes whose game has reached the longest length, and when to look again."""
    function = kernel.begin("find_old", 2, ir.VoidType(), is_inner=True)
    b = kernel.b
    began, ended, parked = kernel.pointer("began"), kernel.pointer("ended"), kernel.load_only("parked")
    now = kernel.get("now")
    carry: ir.Value = kernel.all(0)
    ages: list[ir.Value] = []
    old: ir.Value = _counting(kernel)
    for bit in range(fields.TIME_BITS):
        start = kernel.blend(kernel.load(began, kernel.number(bit)), kernel.load(ended, kernel.number(bit)), parked)
        one = kernel.splat(b.neg(b.and_(b.lshr(now, kernel.number(bit)), kernel.number(1))))
        other = kernel.complement(start)
        half = b.xor(one, other)
        ages.append(b.xor(half, carry))
        carry = b.or_(b.and_(one, other), b.and_(half, carry))
        old = b.and_(old, ages[-1] if fields.LONGEST_GAME >> bit & 1 else kernel.complement(ages[-1]))
    b.store(old, function.args[1])
    candidates: ir.Value = _counting(kernel)
    oldest: ir.Value = kernel.number(0)
    for bit in reversed(range(fields.TIME_BITS)):
        higher = b.and_(candidates, ages[bit])
        is_some = kernel.any(higher)
        candidates = b.select(is_some, higher, candidates)
        oldest = b.select(is_some, b.or_(oldest, kernel.number(1 << bit)), oldest)
    wait = b.sub(kernel.number(fields.LONGEST_GAME), oldest)
    wait = b.select(b.icmp_signed(">", wait, kernel.number(0)), wait, kernel.number(1))
    kernel.put("next_check", b.add(now, wait))
    b.ret_void()
    return function
