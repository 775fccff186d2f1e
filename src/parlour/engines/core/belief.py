"""What a seat may believe about things it does not see: which of them can lie where, and a deal of them.

A *slot* is an object of which the seat sees the back; what is written on it (`core/flow/faces.py`) can be exchanged
with others. A deal gives every slot one of the faces that lie on all of them, each as likely as any other that fits::

    known       a seat knows a face from when it saw it until it is shuffled, or moved by others where nobody sees; and
                its place, as long as it lies where it was seen and nothing there is put into another order
    apart       what was seen while a card lay face down in a hand is not that card, though it may be shuffled since
    ruled out   each unseen face is tried alone on what lies hidden, step by step of the match: if the seat would have
                been told, shown or asked something else, it cannot lie there (no spades where none was followed)

What is ruled out stands in one mask of slots and faces, so a deal is a perfect matching under it. Constraints on
several faces *together* are not in it: "one of these two must be a seven" (who asks for sevens in Go Fish holds one),
"no pair is left in this hand". Such deals are consistent card by card and not as a whole; those of `redealing.py` are,
and take long. Nothing depends on what the slots really hold: what a single face would change is judged beside others
that were exchanged until they had forgotten where they began.

Steps are first tried with some whole deals, those in a row together; most rule out nothing, and cost no more. Only
where one of these fails, faces are tried one by one, on two slots of every zone, which stand for all that lay and
stayed there with them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

from parlour.core.chance import Chance, derive
from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.engines.core.ground import Ground
from parlour.engines.core.likeness import looks_alike
from parlour.engines.core.replaying import Deal, answered, answers_again, drawn_in, shuffle, told_to
from parlour.game.table import Face

if TYPE_CHECKING:
    from parlour.engines.core.position import CorePosition, Seen

# Whole deals that a step is tried with. One face of forty that must not lie on ten slots is met by eight of them nine
# times in ten.
DEALS = 8
# Slots that stand for all of a zone.
_STANDING = 2
# So many deals that fit are what a single face is judged beside, each after so many rounds of exchanges.
_BESIDE = 2
_ROUNDS = 3
# Plain shuffles that are tried before a deal is made by exchanging one pair after the other.
SHUFFLES = 24
# Exchanges for each slot after which a deal is taken to be as likely as any other.
EXCHANGES = 12

_SEED = 0x0BE11EF


@dataclass(frozen=True, slots=True)
class Slot:
    """An object whose face the seat does not know. Only slots of the same `sort` exchange faces. It has been unknown
    since the position `since`, and lain in an order that was shuffled last before the position `moved`. `is_known`: the
    seat knows that this face is in the zone, and not where: the others lie around it in an order of their own.
    `is_gone`: it lies nowhere any more, where the zone was its last."""

    number: int
    zone: str
    sort: tuple[str, str]
    since: int
    moved: int
    is_known: bool = False
    is_gone: bool = False


@dataclass(slots=True)
class Trial:
    """What was found out by one step of a match for one seat: with which faces it was tried, and what is ruled out on
    which objects."""

    faces: frozenset[str]
    numbers: frozenset[int]
    ruled_out: list[tuple[frozenset[int], frozenset[str]]] = field(default_factory=list)


class Belief:
    """What a seat believes at a position, which is its own from now on. `names` are faces in words, by number."""

    def __init__(self, position: CorePosition, seat: int) -> None:
        self.seat = seat
        self.steps: list[Seen] = position.steps()
        self.positions: list[CorePosition] = [*(step.position for step in self.steps), position]
        self.slots: list[Slot] = []
        self.names: dict[int, str] = {}
        # Shuffles by which unknown faces were mixed with known ones, by the position after it.
        self._mixed: set[int] = set()
        self._ruled_out: dict[int, set[str]] = {}
        self._unseen: dict[int, frozenset[int]] = {}
        # Those whose faces are unknown, by zone and sort.
        self._mates: dict[tuple[str, tuple[str, str]], list[Slot]] = {}
        self._look_back()
        self._sampler = Sampler(self)
        for number, step in enumerate(self.steps):
            self._pass_over(number)
            if self._learn(number, step):
                self._sampler = Sampler(self)

    def deal(self, chance: Chance) -> Deal:
        return self._sampler.deal(chance)

    def seen_from(self, deal: Deal) -> list[Part] | None:
        """How other deals are laid out where one of them lies; None if more than that belongs to it."""
        return self._sampler.seen_from(deal) if self.ground.is_here else None

    @cached_property
    def ground(self) -> Ground:
        return Ground(self)

    @property
    def is_whole(self) -> bool:
        """Whether everything that looks alike can be exchanged: what is of different classes cannot, so a pile of such
        things would tell its real order."""
        classes: dict[tuple[str, str], set[str]] = {}
        for slot in self.slots:
            class_name, shown = slot.sort
            classes.setdefault((slot.zone, shown), set()).add(class_name)
        return all(len(found) == 1 for found in classes.values())

    def allows(self, slot: Slot, other: Slot) -> bool:
        """Whether the face of one slot may lie on another."""
        if slot.sort != other.sort:
            return False
        if slot.is_known and not other.is_known:
            # Any of those that may lie beside it.
            return any(self.allows(mate, other) for mate in self._mates[slot.zone, slot.sort])
        if other.is_known:
            return slot.zone == other.zone
        if other.since > slot.moved:
            return False
        if other.since < slot.moved and slot.moved not in self._mixed:
            return False
        return self.names[other.number] not in self._ruled_out.get(slot.number, ())

    def ruled_out(self, slot: Slot) -> list[str]:
        return sorted(self._ruled_out.get(slot.number, ()))

    # ------------------------------------------------------------------------------------------------ what is known

    def _look_back(self) -> None:
        """Finds the slots: what lies with its back to the seat, and has since the seat could not follow it any more."""
        since: dict[int, int] = {}
        hidden: dict[int, int] = {}
        moved: dict[int, int] = {}
        known: set[int] = set()
        placed: set[int] = set()
        before: dict[int, tuple[Face, int]] = {}
        here: list[Face] = []
        gone: dict[int, Face] = {}
        for time, position in enumerate(self.positions):
            is_shuffled = time > 0 and position.last.has_drawn
            is_own = time == 0 or self.steps[time - 1].asked == self.seat
            here = _once(self.faces(time))
            now = _placed(here)
            was_unknown = {number for number in since if number not in known}
            for number, (face, place) in now.items():
                earlier = before.get(number)
                if face.is_seen:
                    known.add(number)
                    continue
                if earlier is None or earlier[0].is_seen:
                    hidden[number] = time
                    # It was turned over where it lies.
                    placed.add(number)
                has_changed = earlier is None or earlier[0].zone != face.zone
                if is_shuffled and (has_changed or earlier is None or earlier[1] != place):
                    moved[number] = time
                    if number in known or number not in since:
                        known.discard(number)
                        since[number] = time
                elif number in known and has_changed and not is_own and earlier is not None and not earlier[0].is_seen:
                    known.discard(number)
                    since[number] = moved[number] = time
                elif number not in known and number not in since:
                    since[number] = moved[number] = 0
            if is_shuffled and any(moved.get(number) == time for number in was_unknown):
                self._mixed.add(time)
            placed -= _displaced(before, now)
            gone |= {number: face for number, (face, _) in before.items() if number not in now}
            gone = {number: face for number, face in gone.items() if number not in now}
            before = now
        # What has left the table with its back up may be anything still: it was sealed, or lies beside it.
        gone = {number: face for number, face in gone.items() if number in since and number not in known}
        self._take_slots([*here, *gone.values()], known - placed, known, since, moved, hidden, gone.keys())

    def _take_slots(
        self,
        here: Sequence[Face],
        loose: set[int],
        known: set[int],
        since: Mapping[int, int],
        moved: Mapping[int, int],
        hidden: Mapping[int, int],
        gone: Collection[int],
    ) -> None:
        fields = self.positions[-1].faces_by_number()
        faces = self.positions[-1].face_fields
        found: list[Slot] = []
        for face in here:
            number = face.number
            written = fields.get(number)
            if face.is_seen or written is None or written[0] not in faces:
                continue
            self.names[number] = written[1]
            sort = (written[0], face.shown)
            if number in loose:
                found.append(Slot(number, face.zone, sort, hidden[number], hidden[number], is_known=True))
            elif number not in known:
                slot = Slot(number, face.zone, sort, since[number], moved[number], is_gone=number in gone)
                self._mates.setdefault((face.zone, sort), []).append(slot)
                found.append(slot)
        # What is known lies where it is known to lie if nothing unknown lies beside it.
        self.slots = [slot for slot in found if not slot.is_known or (slot.zone, slot.sort) in self._mates]

    # --------------------------------------------------------------------------------------------- what is ruled out

    def _hidden(self, time: int) -> list[Slot]:
        """What lay hidden there, if there are several faces of it."""
        slots = [slot for slot in self.slots if slot.since <= time and slot.moved <= time]
        return slots if len({self.names[slot.number] for slot in slots}) > 1 else []

    def _is_tried(self, time: int, slots: Sequence[Slot]) -> bool:
        """Whether a step was tried with all of these."""
        trial = self.steps[time].trials.get(self.seat)
        return trial is not None and all(
            slot.number in trial.numbers and self.names[slot.number] in trial.faces for slot in slots
        )

    def _untried(self, slots: Sequence[Slot]) -> Trial:
        return Trial(frozenset(self.names[slot.number] for slot in slots), frozenset(slot.number for slot in slots))

    def _pass_over(self, first: int) -> None:
        """Most steps rule nothing out, which is found together of those in a row: some whole deals lead through all of
        them."""
        slots = self._hidden(first)
        last = first
        while last < len(self.steps) and self._hidden(last) == slots and not self._is_tried(last, slots):
            last += 1
        begin = max(first - 1, 0)
        # What was shuffled on the way is laid out there, for each step by itself.
        if last - first < 2 or not slots or any(max(slot.since, slot.moved) > begin for slot in slots):
            return
        here = {slot.number for slot in slots}
        chance = Chance(derive(_SEED, first, last))
        for _ in range(DEALS):
            if last > first:
                last = self._leads_through(_within(self._sampler.deal(chance), here), begin, first, last)
        for time in range(first, last):
            self.steps[time].trials[self.seat] = self._untried(slots)

    def _leads_through(self, deal: Deal, begin: int, first: int, last: int) -> int:
        """The step from the first to before the last by which the seat would have noticed that this was dealt; the
        last, if none."""
        world = self.positions[begin].dealt(deal)
        world.is_trial = True
        for time in range(begin, last):
            step, after = self.steps[time], self.positions[time + 1]
            value = step.value if time == begin else next(answers_again(step, world, self.seat), None)
            found = None if value is None else answered(world, step.index, value, drawn_in(after.last))
            if found is None or (
                time >= first
                and (
                    told_to(self.seat, found) != told_to(self.seat, after.last) or not self.looks_alike(world, time + 1)
                )
            ):
                return max(time, first)
        return last

    def looks_alike(self, world: CorePosition, time: int) -> bool:
        """Whether the seat sees in a position what it saw then."""
        is_same = looks_alike(self.positions[time], world, self.seat, self.unseen(time))
        return is_same or world.sight(self.seat) == self.sight(time)

    def unseen(self, time: int) -> frozenset[int]:
        """The numbers of what lay with its back to the seat then, and could not be told from others."""
        found = self._unseen.get(time)
        if found is None:
            faces = _once(self.faces(time))
            found = frozenset(face.number for face in faces if not face.is_seen and not face.shown)
            self._unseen[time] = found
        return found

    def faces(self, time: int) -> Sequence[Face]:
        """What the seat saw then of all that may be hidden."""
        return self.steps[time].faces(self.seat) if time < len(self.steps) else self.positions[time].faces(self.seat)

    def sight(self, time: int) -> str:
        """What the seat saw then."""
        return self.steps[time].digest(self.seat) if time < len(self.steps) else self.positions[time].sight(self.seat)

    def _learn(self, time: int, step: Seen) -> bool:
        """Takes over what a step of the match rules out; whether that is anything."""
        slots = self._hidden(time)
        if not slots:
            return False
        if not self._is_tried(time, slots):
            step.trials[self.seat] = self._try(time, slots)
        trial, numbers = step.trials[self.seat], {slot.number for slot in slots}
        for ruled, faces in trial.ruled_out:
            for number in ruled & numbers:
                self._ruled_out.setdefault(number, set()).update(faces)
        return any(faces for _, faces in trial.ruled_out)

    def _try(self, time: int, slots: Sequence[Slot]) -> Trial:
        trial = self._untried(slots)
        trying = Trying(self, time)
        here = {slot.number for slot in slots}
        chance = Chance(derive(_SEED, time))
        deals = (self._sampler.deal(chance) for _ in range(DEALS))
        # What does not even lead there with the real faces cannot be made again, and nothing is learned from it.
        if all(trying.fits(_within(deal, here)) for deal in deals) or not trying.fits({}):
            return trial
        by_zone: dict[tuple[object, ...], list[Slot]] = {}
        zones, after = self._zones(time), self._zones(time + 1)
        for slot in slots:
            way = (zones.get(slot.number), after.get(slot.number), slot.sort)
            by_zone.setdefault(way, []).append(slot)
        beside = _beside(trying, slots, chance)
        for lying in by_zone.values():
            faces = {self.names[slot.number]: slot.number for slot in slots if slot.sort == lying[0].sort}
            trial.ruled_out += self._try_zone(trying, lying, faces, beside, chance)
        return trial

    def _zones(self, time: int) -> dict[int, str]:
        return {face.number: face.zone for face in self.faces(time)}

    def _try_zone(
        self, trying: Trying, lying: Sequence[Slot], faces: Mapping[str, int], beside: Sequence[Deal], chance: Chance
    ) -> Iterator[tuple[frozenset[int], frozenset[str]]]:
        """The faces that cannot lie on these slots."""
        here = {slot.number for slot in lying}
        if all(trying.fits(_within(self._sampler.deal(chance), here)) for _ in range(DEALS)):
            return
        ruled = _unfit(trying, lying[:_STANDING], faces, beside)
        lain = {self.names[deal.get(number, number)] for deal in beside for number in here}
        if ruled.isdisjoint(lain):
            yield frozenset(here), ruled
            return
        # Either several faces matter together, of which nothing is learned, or the program has done something with one
        # of these alone, so that it cannot be exchanged with the others.
        for place, slot in enumerate(lying):
            mate = lying[place - 1].number
            exchanged = ({**deal, slot.number: deal[mate], mate: deal[slot.number]} for deal in beside)
            if not any(trying.fits(deal) for deal in exchanged):
                yield frozenset((slot.number,)), _unfit(trying, [slot], faces, beside)


def _unfit(trying: Trying, slots: Sequence[Slot], faces: Mapping[str, int], beside: Sequence[Deal]) -> frozenset[str]:
    """The faces that fit on none of some slots, each tried alone beside others that do."""
    laid = [trying.laid(deal) for deal in beside]
    return frozenset(
        name
        for name, number in faces.items()
        if not any(trying.fits_in(world, slot.number, number) for slot in slots for world in laid)
    )


def _beside(trying: Trying, slots: Sequence[Slot], chance: Chance) -> list[Deal]:
    """Deals that fit: faces are exchanged, many at a time and then few, and what still fits is kept."""
    found: list[Deal] = []
    deal = {slot.number: slot.number for slot in slots}
    sorts: dict[tuple[str, str], list[int]] = {}
    for slot in slots:
        sorts.setdefault(slot.sort, []).append(slot.number)
    for _ in range(_BESIDE):
        for numbers in [numbers for _ in range(_ROUNDS) for numbers in sorts.values()]:
            size = len(numbers)
            while size > 1:
                shuffle(numbers, chance)
                some = numbers[:size]
                order = list(some)
                shuffle(order, chance)
                other = deal | {one: deal[source] for one, source in zip(some, order, strict=True)}
                if trying.fits(other):
                    deal = other
                size //= 2
        found.append(deal)
    return found


def _once(faces: Sequence[Face]) -> list[Face]:
    """Each thing once: a program may lay it in two places. Who sees it in one of them knows what it is."""
    found: dict[int, Face] = {}
    for face in faces:
        if face.number not in found or (face.is_seen and not found[face.number].is_seen):
            found[face.number] = face
    return list(found.values())


def _placed(faces: Sequence[Face]) -> dict[int, tuple[Face, int]]:
    """By the numbers of the objects, with their places in their zones."""
    counts: dict[str, int] = {}
    found: dict[int, tuple[Face, int]] = {}
    for face in faces:
        counts[face.zone] = place = counts.get(face.zone, -1) + 1
        found[face.number] = (face, place)
    return found


def _displaced(before: Mapping[int, tuple[Face, int]], now: Mapping[int, tuple[Face, int]]) -> set[int]:
    """What lies in another zone than before, or beside the same things in another order."""
    found = {number for number, (face, _) in now.items() if number in before and before[number][0].zone != face.zone}
    stayed: dict[str, list[int]] = {}
    for number, (face, _) in now.items():
        if number in before and number not in found:
            stayed.setdefault(face.zone, []).append(number)
    for numbers in stayed.values():
        if numbers != sorted(numbers, key=lambda number: before[number][1]):
            found.update(numbers)
    return found


def _within(deal: Deal, numbers: set[int]) -> Deal:
    """What a deal says of some objects."""
    return {number: other for number, other in deal.items() if number in numbers}


@dataclass(frozen=True, slots=True)
class Laid:
    """A position with a deal: by the number of each thing what has its face now, and what is laid out only later."""

    world: CorePosition
    holders: Mapping[int, int]
    late: Deal


class Trying:
    """One step of a match, made again with other faces on what the seat did not see. What may be answered was listed
    when the question was asked; so it begins one step earlier, where the faces lay already."""

    def __init__(self, belief: Belief, time: int) -> None:
        self.belief = belief
        self.seat = belief.seat
        self.time = time
        first = max(time - 1, 0)
        self.step = belief.steps[first]
        self.start = self.step.position
        self.later = {slot.number for slot in belief.slots if slot.moved > first}
        self.ways = [(belief.steps[at], drawn_in(belief.positions[at + 1].last)) for at in range(first, time + 1)]
        after = belief.positions[time + 1]
        self.told = told_to(self.seat, after.last)

    def fits(self, deal: Deal) -> bool:
        """Whether the seat would have noticed nothing."""
        laid = self.laid(deal)
        return self._leads_on(laid.world, laid.late)

    def fits_in(self, laid: Laid, number: int, other: int) -> bool:
        """The same if besides one thing has the face of another."""
        if number in self.later:
            return self._leads_on(laid.world.copy(), {**laid.late, number: other})
        world = laid.world.dealt({number: laid.holders.get(other, other)})
        return self._leads_on(world, laid.late)

    def laid(self, deal: Deal) -> Laid:
        """A deal, laid out where that can be done before the step."""
        early = {number: other for number, other in deal.items() if number not in self.later}
        late = {number: other for number, other in deal.items() if number in self.later}
        world = self.start.dealt(early)
        world.is_trial = True
        return Laid(world, {other: number for number, other in early.items()}, late)

    def _leads_on(self, world: CorePosition, late: Deal) -> bool:
        for number, (step, drawn) in enumerate(self.ways):
            if number == len(self.ways) - 1:
                if late:
                    world = world.dealt(late)
                values = list(answers_again(step, world, self.seat)) if number else [step.value]
                # The last one goes on in this position, the others in copies.
                return any(
                    self._leads_there(world.copy() if place else world, step, drawn, value)
                    for place, value in zip(range(len(values) - 1, -1, -1), values, strict=True)
                )
            if answered(world, step.index, step.value, drawn) is None:
                return False
        return True

    def _leads_there(self, world: CorePosition, step: Seen, drawn: Sequence[int], value: Plain) -> bool:
        found = answered(world, step.index, value, drawn)
        return (
            found is not None
            and told_to(self.seat, found) == self.told
            and self.belief.looks_alike(world, self.time + 1)
        )


@dataclass(frozen=True, slots=True)
class Part:
    """What exchanges faces: objects, those whose faces they get, which of these may lie on which (None: any), and one
    order that fits. `is_likely`: so does one of few shuffles."""

    numbers: Sequence[int]
    sources: Sequence[int]
    mask: Sequence[Sequence[bool]] | None
    first: Sequence[int]
    is_likely: bool

    def order(self, chance: Chance) -> list[int]:
        """An order of the faces that the mask allows. Shuffling until one fits is exact; where that takes too long,
        pairs are exchanged as often as it takes to forget where it began (Metropolis' algorithm: every exchange that
        fits is made). `engines/native/search/dealing.py` does the same."""
        count, mask = len(self.numbers), self.mask
        order = list(range(count))
        if mask is None:
            shuffle(order, chance)
            return order
        for _ in range(SHUFFLES if self.is_likely else 0):
            shuffle(order, chance)
            if all(mask[slot][face] for slot, face in enumerate(order)):
                return order
        order = list(self.first)
        for _ in range(EXCHANGES * count):
            one, other = chance.below(count), chance.below(count)
            if mask[one][order[other]] and mask[other][order[one]]:
                order[one], order[other] = order[other], order[one]
        return order


class Sampler:
    """Deals under what is ruled out: all that fit are equally likely."""

    def __init__(self, belief: Belief) -> None:
        by_sort: dict[tuple[str, str], list[Slot]] = {}
        for slot in belief.slots:
            by_sort.setdefault(slot.sort, []).append(slot)
        self.parts: list[Part] = []
        for slots in by_sort.values():
            # In orders that say nothing of what lies where: neither of faces, nor, in a hand that is sorted, of which
            # place a card has come to that the seat knows more of.
            faces = sorted(slots, key=lambda slot: (belief.names[slot.number], slot.since))
            mask = [[belief.allows(slot, other) for other in faces] for slot in _by_zone(slots, belief)]
            numbers, sources = [slot.number for slot in slots], [slot.number for slot in faces]
            if all(all(row) for row in mask):
                self.parts.append(Part(numbers, sources, None, (), True))
            else:
                is_likely = prod(sum(row) / len(slots) for row in mask) > 1 / SHUFFLES
                self.parts.append(Part(numbers, sources, mask, _matching(mask), is_likely))

    def deal(self, chance: Chance) -> Deal:
        found: dict[int, int] = {}
        for part in self.parts:
            order = part.order(chance)
            found.update(zip(part.numbers, (part.sources[place] for place in order), strict=True))
        return found

    def seen_from(self, deal: Deal) -> list[Part]:
        """The same deals, from where one of them lies: faces are named by the objects that have them there."""
        holders = {other: number for number, other in deal.items()}
        return [replace(part, sources=[holders[number] for number in part.sources]) for part in self.parts]


def _by_zone(slots: Sequence[Slot], belief: Belief) -> list[Slot]:
    """Of each slot one of the same zone, so that those of which something else is known come last."""
    lying: dict[str, list[Slot]] = {}
    for slot in slots:
        lying.setdefault(slot.zone, []).append(slot)
    for mates in lying.values():
        mates.sort(
            key=lambda slot: (slot.is_gone, slot.is_known, slot.since, slot.moved, belief.ruled_out(slot)), reverse=True
        )
    return [lying[slot.zone].pop() for slot in slots]


def _matching(mask: Sequence[Sequence[bool]]) -> list[int]:
    """A perfect matching, by augmenting paths (Kuhn's algorithm); where there is none, as much of one as there is and
    the rest anyhow."""
    taken: dict[int, int] = {}

    def place(slot: int, seen: set[int]) -> bool:
        for face, fits in enumerate(mask[slot]):
            if fits and face not in seen:
                seen.add(face)
                if face not in taken or place(taken[face], seen):
                    taken[face] = slot
                    return True
        return False

    left = [slot for slot in range(len(mask)) if not place(slot, set())]
    order = [-1] * len(mask)
    for face, slot in taken.items():
        order[slot] = face
    spare = [face for face in range(len(mask)) if face not in taken]
    for slot, face in zip(left, spare, strict=True):
        order[slot] = face
    return order
