"""The first way to run a plan: in plain Python, a plane is a whole number and a gate one operation on it.

A few games of a small net are over before a compiler is even loaded. The passes are those of the kernel
(`kernel/kernel.py` explains them), and so are the numbers drawn and what is counted, bit for bit, so that a batch can
go on in another tier after any pass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from parlour.engines.net import fields
from parlour.engines.net.batch import LASTING, Batch, Counts, Runner
from parlour.engines.net.deal import BLOCK
from parlour.engines.net.memory import LANES, Numbers
from parlour.engines.net.plan import FLAGS, Plan
from parlour.engines.net.schedule import REGION_SHIFT, Segment

# The plane that ends a loop when it is empty (None: no loop), and the gates.
_Stage = list[tuple[int | None, list[tuple[int, int, int, int]]]]


class Plain:
    """The stages of a plan over one list of planes: facts, scratch, the facts of the next state, and what is parked."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.words = BLOCK
        facts = len(plan.net.facts)
        self.scratch = facts
        self.following = facts + plan.scratch
        self.parked = self.following + facts
        look, _, pick, move = plan.passes.stages
        self.look, self.pick, self.move = (self._stage(segments, 0) for segments in (look, pick, move))
        # The deferred score finds its facts among what was parked.
        self.score = self._stage(plan.score.stages[0], self.parked + FLAGS) if plan.is_late else []

    @cached_property
    def listed(self) -> _Stage:
        """Which moves are legal: random games do not ask."""
        return self._stage(self.plan.passes.stages[1], 0)

    def _stage(self, segments: Sequence[Segment], facts: int) -> _Stage:
        first = (facts, self.scratch, self.following)
        # A reference less this is the place of its plane in the list.
        less = [(region << REGION_SHIFT) - start for region, start in enumerate(first)]
        return [
            (
                None if segment.changed is None else self.scratch + segment.changed,
                [
                    (
                        target - less[target >> REGION_SHIFT],
                        left - less[left >> REGION_SHIFT],
                        right - less[right >> REGION_SHIFT],
                        int(op),
                    )
                    for target, left, right, op in segment.gates
                ],
            )
            for segment in segments
        ]

    def runner(self, counts: Counts, cancel: Numbers) -> PlainRunner:
        return PlainRunner(self, counts, cancel)


def evaluate(stage: _Stage, planes: list[int], ones: int) -> None:
    """Runs the gates of a stage; all lanes are `ones`."""
    # Nearly all the time is spent here: what is asked first is what gates are most often, and the bare numbers of `Op`
    # are quicker than its names. A complement is never written `~`: negative numbers take Python several times as long.
    for changed, gates in stage:
        while True:
            for target, left, right, op in gates:
                if op < 2:
                    planes[target] = planes[left] | planes[right] if op else planes[left] & planes[right]
                elif op == 2:
                    planes[target] = planes[left] & (planes[right] ^ ones)
                elif op == 3:
                    planes[target] = planes[left] ^ planes[right]
                elif op == 4:
                    planes[target] = planes[left] ^ ones
                elif op == 5:
                    planes[target] = planes[left]
                else:
                    planes[target] = ones if op == 7 else 0
            if changed is None or not planes[changed]:
                break


class PlainRunner(Runner):
    """One thread's work in this tier. Between two calls of `advance` all that lasts is in the batch."""

    def __init__(self, tier: Plain, counts: Counts, cancel: Numbers) -> None:
        super().__init__()
        plan = tier.plan
        self.tier = tier
        self.counts = counts
        self.cancel = cancel
        self.over, self.terminal, self.reset, self.codes = (
            tier.scratch + number for number in (plan.over, plan.terminal, plan.reset, plan.codes)
        )
        self.is_asked = [plan.is_question(row) for row in plan.selectors]

    def advance(self, batch: Batch, passes: int) -> int:
        """Makes up to so many passes: DONE when all quotas are played, else PAUSED."""
        self._take_up(batch)
        status = fields.PAUSED
        for _ in range(passes):
            if self.cancel.values[0]:
                break
            if self._pass():
                status = fields.DONE
                break
        self._put_back(batch)
        return status

    def _take_up(self, batch: Batch) -> None:
        tier, planes = self.tier, batch.planes
        self.now, self.next_check = batch.now, batch.next_check
        # Lanes beyond the last active one count for nothing: they are left out.
        self.ones = ones = (1 << planes["active"][0].bit_length()) - 1

        def all_of(name: str) -> list[int]:
            own = planes[name]
            return [own[number] & ones for number in range(own.count)]

        self.planes = [*all_of("facts"), *[0] * (tier.parked - tier.scratch), *all_of("park")]
        [self.active], [self.parked], [self.last] = map(all_of, ("active", "parked", "last"))
        self.quota, self.began, self.ended = map(all_of, ("quota", "began", "ended"))
        self.starts = all_of("starts") if "starts" in planes else None
        self.keys = list(planes["keys"].words[: -(-ones.bit_length() // LANES)])

    def _put_back(self, batch: Batch) -> None:
        batch.now, batch.next_check = self.now, self.next_check
        tier = self.tier
        values = {
            "facts": self.planes[: tier.scratch],
            "park": self.planes[tier.parked :],
            "active": [self.active],
            "parked": [self.parked],
            "last": [self.last],
            "quota": self.quota,
            "began": self.began,
            "ended": self.ended,
        }
        for name in ("facts", *LASTING):
            for number, value in enumerate(values[name]):
                batch.planes[name][number] = value

    # ------------------------------------------------------------------------------------------------ passes

    def _pass(self) -> bool:
        """Whether all quotas are played."""
        tier, planes, ones = self.tier, self.planes, self.ones
        if not self.active & ~self.parked:
            self._flush()
            if not self.active:
                return True
        evaluate(tier.look, planes, ones)
        old = self._find_old() if self.now == self.next_check else 0
        planes[self.over] |= old
        over = planes[self.over]
        if over & self._counting():
            if over & self.parked:
                self._flush()
            self._park(over & self._counting(), old)
        self._draw(self.active & ~over)
        evaluate(tier.pick, planes, ones)
        planes[self.reset] = over if self.starts is None else 0
        evaluate(tier.move, planes, ones)
        following = planes[tier.following : tier.parked]
        if self.starts is not None:
            following = [_blend(new, own, over) for new, own in zip(following, self.starts, strict=True)]
        planes[: tier.scratch] = following
        self.now += 1
        return False

    def _counting(self) -> int:
        """Lanes whose game will be counted: active, and not waiting with the last of their quota."""
        return self.active & ~(self.parked & self.last)

    def _park(self, over: int, old: int) -> None:
        """Keeps of the lanes that are over what counting them will need."""
        tier, planes = self.tier, self.planes
        values = [self.ones & ~planes[self.terminal], old]
        for reference in tier.plan.parked:
            region, number = reference >> REGION_SHIFT, reference & ((1 << REGION_SHIFT) - 1)
            values.append(planes[tier.scratch + number if region else number])
        for place, value in enumerate(values, tier.parked):
            planes[place] = _blend(planes[place], value, over)
        for bit in range(fields.TIME_BITS):
            self.ended[bit] = _blend(self.ended[bit], over if self.now >> bit & 1 else 0, over)
        self.parked |= over

    # ---------------------------------------------------------------------------------------------- counting

    def _flush(self) -> None:
        """Counts the parked games and takes them off the quotas."""
        tier, planes, parked = self.tier, self.planes, self.parked
        if tier.plan.is_late:
            evaluate(tier.score, planes, self.ones)
            first = self.codes + FLAGS
            codes = planes[first : first + tier.plan.code_length]
        else:
            codes = planes[tier.parked + FLAGS :]
        _count(parked, [*planes[tier.parked : tier.parked + FLAGS], *codes], self._add_ending)

        # A game's length is when it ended, less when the one before did, less one.
        lengths: list[int] = []
        carry = 0
        for bit, (one, before) in enumerate(zip(self.ended, self.began, strict=True)):
            other = before ^ self.ones
            half = one ^ other
            lengths.append(half ^ carry)
            carry = one & other | half & carry
            self.began[bit] = _blend(before, one, parked)
        _count(parked, lengths, self._add_length)

        borrow = parked
        for bit, old in enumerate(self.quota):
            self.quota[bit] = old ^ borrow
            borrow &= ~old
        low, high = self.quota[0], 0
        for plane in self.quota[1:]:
            high |= plane
        self.active &= low | high
        self.last = low & ~high
        self.parked = 0

    def _add_ending(self, code: int, games: int) -> None:
        self.counts.totals[code] = self.counts.totals.get(code, 0) + games

    def _add_length(self, length: int, games: int) -> None:
        self.counts.lengths.values[length] += games

    def _find_old(self) -> int:
        """The lanes whose game has reached the longest length; also finds out when to look again."""
        old = oldest = 0
        left = self._counting()
        while left:
            lane = left & -left
            left ^= lane
            began = self.ended if lane & self.parked else self.began
            start = sum(1 << bit for bit in range(fields.TIME_BITS) if began[bit] & lane)
            age = (self.now - start - 1) % (1 << fields.TIME_BITS)
            oldest = max(oldest, age)
            if age == fields.LONGEST_GAME:
                old |= lane
        self.next_check = self.now + max(fields.LONGEST_GAME - oldest, 1)
        return old

    # ----------------------------------------------------------------------------------------------- drawing

    def _draw(self, lanes: int) -> None:
        """r for every selector, uniform from 0 to its largest value."""
        planes, first = self.planes, self.tier.scratch
        keys = [fields.mix(key + self.now * fields.WEYL) for key in self.keys]
        for row, is_asked in zip(self.tier.plan.selectors, self.is_asked, strict=True):
            most, masks, drawn = first + row.most, first + row.masks, first + row.drawn
            if is_asked:
                self.counts.questions += (self._counting() & lanes & planes[masks]).bit_count()
            wanting = lanes
            counter = (row.role + 1) << fields.ROLE_SHIFT
            while wanting:
                fits = wanting
                for bit in range(row.bits):
                    mask = planes[masks + bit] & wanting
                    value = _random_plane(keys, counter + bit, mask)
                    limit = planes[most + bit]
                    fits = limit & ~value | fits & ~(limit ^ value)
                    planes[drawn + bit] = _blend(planes[drawn + bit], value, wanting)
                wanting &= ~fits
                counter += 1 << fields.TRY_SHIFT


def _random_plane(keys: Sequence[int], counter: int, lanes: int) -> int:
    """The random plane of this number in some lanes, and 0 elsewhere; words without such a lane are not worked out."""
    found = 0
    offset = counter * fields.WEYL
    for word, key in enumerate(keys):
        if own := lanes >> word * LANES & fields.MASK:
            found |= (fields.mix(key + offset) & own) << word * LANES
    return found


def _blend(old: int, new: int, where: int) -> int:
    return old & ~where | new & where


def _count(lanes: int, planes: Sequence[int], add: Callable[[int, int], None]) -> None:
    """For each distinct number among some lanes: how many have it. The number's bits are planes."""
    while lanes:
        lane = lanes & -lanes
        same, number = lanes, 0
        for bit, plane in enumerate(planes):
            if plane & lane:
                number |= 1 << bit
                same &= plane
            else:
                same &= ~plane
        lanes &= ~same
        add(number, same.bit_count())
