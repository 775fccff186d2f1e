"""The ground that a seat stands on: the last position of which it knows everything but what lies face down.

From there on the match is made again in what the seat imagines, with other faces, and with whatever else it cannot
know::

    ground          after what a seat has seen only faces can differ: deals of them are laid out there
    secret answer   somebody else could have answered something else, the seat would have seen the same until now, and
                    more than faces would be different (a vote, a number that was thought of)
    secret draw     the same of an outcome of chance (a die under a cup)

Secret answers and draws are made anew, any that looks the same; all else was seen, or moves nothing but faces, and is
done again. Whether something is secret is found out by trying: by changing one answer or outcome of the real match and
going on as it went. A position is ground if nothing was secret since the last one, and if deals that are laid out there
come to the same but for faces. The match itself begins on ground if fresh ones begin alike, faces apart; if not,
everything that is imagined begins with a fresh start, in which shuffles are made to lay out the deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING

from parlour.core.chance import Chance, derive
from parlour.core.nodes import Options
from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.engines.core.likeness import is_same_but_faces
from parlour.engines.core.replaying import Deal, answered, answers_again, drawn_in, shuffle, skeleton, told_to
from parlour.game.position import Drawn, Status

if TYPE_CHECKING:
    from parlour.engines.core.belief import Belief
    from parlour.engines.core.position import CorePosition

# Fresh matches that are compared with the real one's beginning, deals with a position that may be ground, and other
# answers with one that may be secret.
_STARTS = 48
_DEALS = 4
_OTHERS = 2
# More outcomes of chance in one step than these are a shuffle, and changed together; more than those until the first
# question are not looked at one by one.
_MOST_APART = 6
_MOST_DRAWN = 100
# So many classes of places are compared with others.
_MOST_CLASSES = 8
_SEED = 0x6F0D

# Before the first question.
START = -1


@dataclass(frozen=True, slots=True)
class Secret:
    """What of a step a seat cannot know: the answer, and which outcomes of chance (None: all)."""

    has_answer: bool = False
    draws: frozenset[int] | None = frozenset()

    @property
    def is_any(self) -> bool:
        return self.has_answer or self.draws is None or bool(self.draws)


@dataclass(frozen=True, slots=True)
class Begun:
    """What a seat cannot know of the chance until the first question: single outcomes; and of shuffles (by where they
    begin) which places can be exchanged without its noticing."""

    draws: frozenset[int] = frozenset()
    places: Mapping[int, Sequence[Sequence[int]]] = field(default_factory=dict)


NOTHING_SECRET = Begun()


class Ground:
    """Of a belief. `number` is that of the position, or `START`."""

    def __init__(self, belief: Belief) -> None:
        self.belief = belief
        self.seat = belief.seat
        self._bones: dict[int, bytes] = {}
        self.number = self._first()
        last = len(belief.positions) - 1
        own = [time for time in range(max(self.number, 0), last) if belief.steps[time].asked == self.seat]
        for time in [*own, last]:
            if time > self.number and (self.number != START or time):
                self._look(time)

    @property
    def is_here(self) -> bool:
        """The last position is ground, and all that lies hidden lies there: a deal is laid out without more ado."""
        return self.number == len(self.belief.positions) - 1 and not any(slot.is_gone for slot in self.belief.slots)

    # ------------------------------------------------------------------------------------------- what is imagined

    def world(self, deal: Deal, seed: int, chance: Chance) -> CorePosition | None:
        """The match with these faces, from the ground to the last position; None if the seat would have noticed."""
        return self._since(self.number, deal, seed, chance, len(self.belief.positions) - 1)

    def twin(self, deal: Deal, seed: int, chance: Chance) -> CorePosition | None:
        """The same from the beginning: another match, with all its history, that the seat cannot tell from this one."""
        return self._since(START, self._early(deal, 0), seed, chance, len(self.belief.positions) - 1)

    def _since(
        self, number: int, deal: Deal, seed: int, chance: Chance, time: int, *, is_trial: bool = False
    ) -> CorePosition | None:
        first = max(number, 0)
        early = self._early(deal, first)
        late = self._late(deal, early, time)
        early = self._sealed_anew(early, first)
        names: Mapping[int, int] = {}
        if number == START:
            fresh = self._fresh(derive(seed, 1), early)
            if fresh is None:
                return None
            world, names = fresh
        else:
            world = self.belief.positions[first].dealt(early, seed=seed)
        world.is_trial = is_trial
        for at in range(first, time):
            if not self._go_on(world, at, chance):
                return None
        if not late:
            return world
        history, log = world.history, world.log
        world = world.dealt({names.get(one, one): names.get(other, other) for one, other in late.items()})
        world.history, world.log = history, log
        return world if self.belief.looks_alike(world, time) else None

    def _early(self, deal: Deal, first: int) -> Deal:
        """As much of a deal as can be laid out at a position: what was hidden there already is exchanged."""
        hidden = [slot.number for slot in self.belief.slots if slot.since <= first]
        left = dict.fromkeys(hidden)
        found: dict[int, int] = {}
        for number in hidden:
            other = deal.get(number, number)
            if other in left:
                found[number] = other
                del left[other]
        # What gets a face later that was seen then has any of the others until then.
        found |= zip([number for number in hidden if number not in found], left, strict=True)
        found = {number: found[number] for number in hidden}
        return found

    def _sealed_anew(self, early: Deal, first: int) -> Deal:
        """The same where somebody has sealed what lay hidden there: in its place lay any of its zone."""
        found = dict(early)
        gone = {slot.number for slot in self.belief.slots if slot.is_gone}
        lying: dict[str, list[int]] = {}
        for face in self.belief.positions[first].faces(self.seat) if gone else ():
            if face.number in found:
                lying.setdefault(face.zone, []).append(face.number)
        for numbers in lying.values():
            if not gone.isdisjoint(numbers):
                found |= zip(numbers, [early[number] for number in early if number in numbers], strict=True)
        return found

    def _late(self, deal: Deal, early: Deal, time: int) -> dict[int, int]:
        """The rest of a deal: which objects take the faces of which then; nothing where that cannot be done yet."""
        holders = {other: number for number, other in early.items()}
        found = {
            number: holders.get(other, other) for number, other in deal.items() if early.get(number, number) != other
        }
        since = {slot.number: slot.since for slot in self.belief.slots}
        return found if all(since[number] <= time for number in found) else {}

    def _fresh(self, seed: int, deal: Deal) -> tuple[CorePosition, Mapping[int, int]] | None:
        """A fresh match that looks the same at its first question, with the faces of a deal in the same zones; and its
        own numbers of what has there the face of each object. None if there is none."""
        real = self.belief.positions[0]
        drawn = [event for event in real.last.events if isinstance(event, Drawn)]
        begun = real.begun.get(self.seat, NOTHING_SECRET)
        fresh = self._looks_the_same(redrawn(drawn, self._laid, deal, begun, Chance(seed)), seed)
        if fresh is None:
            return None
        lying, here = real.faces(self.seat), fresh.faces(self.seat)
        if [face.zone for face in lying] != [face.zone for face in here]:
            return None
        named, written = real.faces_by_number(), fresh.faces_by_number()
        there: dict[tuple[str, tuple[str, str] | None], list[int]] = {}
        for face in here:
            there.setdefault((face.zone, written.get(face.number)), []).append(face.number)
        names: dict[int, int] = {}
        for face in lying:
            found = there.get((face.zone, named.get(deal.get(face.number, face.number))))
            if not found:
                return None
            names[face.number] = found.pop()
        return fresh, names

    def _go_on(self, world: CorePosition, at: int, chance: Chance) -> bool:
        """Makes a step of the match in a position; whether the seat notices nothing."""
        step, secret = self.belief.steps[at], self.belief.steps[at].secrets.get(self.seat, Secret())
        drawn = [event for event in self.belief.positions[at + 1].last.events if isinstance(event, Drawn)]
        forced: list[int] | None = None
        if secret.draws is not None:
            forced = [
                _drawn_anew(event, chance) if place in secret.draws else event.value
                for place, event in enumerate(drawn)
            ]
        if not secret.has_answer:
            again = next(answers_again(step, world, self.seat), None)
            return again is not None and self._leads_on(world, at, again, forced)
        number = world.first_id + step.index
        if all(item.id != number for item in world.questions):
            return False
        values = _answers(world, step.index)
        shuffle(values, chance)
        for value in values:
            trial = world.copy()
            trial.is_trial = True
            if self._leads_on(trial, at, value, forced):
                # The same once more, with all that a position remembers.
                return self._leads_on(world, at, value, forced)
        return False

    def _leads_on(self, world: CorePosition, at: int, value: Plain, forced: Sequence[int] | None) -> bool:
        found = answered(world, self.belief.steps[at].index, value, forced)
        told = told_to(self.seat, self.belief.positions[at + 1].last)
        return found is not None and told_to(self.seat, found) == told and self.belief.looks_alike(world, at + 1)

    # -------------------------------------------------------------------------------------------- what is secret

    def _first(self) -> int:
        """The last ground that is known already."""
        for time in range(len(self.belief.positions) - 1, -1, -1):
            if self.belief.positions[time].grounds.get(self.seat):
                return time
        begun = self.belief.positions[0]
        known = begun.grounds.get(self.seat)
        if known is None:
            known = begun.grounds[self.seat] = begun.imaginer is not None or self._begins_alike()
        return 0 if known else START

    @cached_property
    def _laid(self) -> dict[int, list[int]]:
        """Which shuffles until the first question lay out the things of a class, and their numbers, in the order in
        which they were made. Where it could be one of several, it is tried out."""
        real = self.belief.positions[0]
        drawn = [event for event in real.last.events if isinstance(event, Drawn)]
        faces = real.faces_by_number()
        classes = {faces[face.number][0] for face in real.faces(self.seat) if face.number in faces}
        deal = self._early(self.belief.deal(Chance(_SEED)), 0)
        found: dict[int, list[int]] = {}
        counts = shuffles(drawn)
        for at, count in counts.items():
            fitting = [
                numbers
                for class_name, numbers in could_lay_out(count, faces).items()
                if class_name in classes and numbers not in found.values()
            ]
            whole = [numbers for numbers in fitting if all(number in faces for number in numbers)]
            fitting = whole or fitting
            if fitting and (len(fitting) > 1 or list(counts.values()).count(count) > 1):
                # What lays nothing out where it should lie is none of them.
                misplaced = [self._misplaced(redrawn(drawn, {at: numbers}, deal), deal) for numbers in fitting]
                best = min(misplaced)
                is_any = 2 * best < self._misplaced([event.value for event in drawn], deal)
                fitting = [fitting[misplaced.index(best)]] if is_any else []
            if fitting:
                found[at] = fitting[0]
        return found

    def _misplaced(self, forced: Sequence[int], deal: Deal) -> int:
        """How many faces do not lie with these outcomes where a deal wants them."""
        real = self.belief.positions[0]
        fresh = real.fresh(_SEED, forced)
        lying = real.faces(self.seat)
        if fresh is None or fresh.status is not Status.OPEN:
            return len(lying)
        named, written = real.faces_by_number(), fresh.faces_by_number()
        places = zip(lying, fresh.faces(self.seat), strict=False)
        return sum(named.get(deal.get(one.number, one.number)) != written.get(other.number) for one, other in places)

    def _begins_alike(self) -> bool:
        """Whether matches that look the same at the first question differ in faces alone. What of their chance is
        secret is noted."""
        real = self.belief.positions[0]
        bones = skeleton(real, self.seat)
        drawn = [event for event in real.last.events if isinstance(event, Drawn)]
        laid = self._laid
        mixed = {at: count for at, count in shuffles(drawn).items() if at not in laid}
        apart = set(range(len(drawn)))
        for at, count in [*mixed.items(), *((at, len(numbers)) for at, numbers in laid.items())]:
            apart -= set(range(at, at + count - 1))
        secret = {place for place in apart if len(apart) > _MOST_DRAWN or self._draws_secretly(drawn, place, bones)}
        places = {at: self._exchangeable(drawn, at, count, bones) for at, count in mixed.items()}
        begun = Begun(frozenset(secret), {at: classes for at, classes in places.items() if classes})
        real.begun[self.seat] = begun
        if begun.draws or begun.places:
            return False
        for deal in (self.belief.deal, self._pair):
            found = 0
            for number in range(_STARTS):
                seed = derive(_SEED, number)
                fresh = self._fresh(seed, self._early(deal(Chance(seed)), 0))
                if fresh is not None:
                    found += 1
                    if skeleton(fresh[0], self.seat) != bones:
                        return False
                    if found == _DEALS:
                        return True
        # Shuffles cannot be made to lay the faces out: nothing else is known to be secret.
        return True

    def _pair(self, chance: Chance) -> Deal:
        """Two faces exchanged."""
        slots = self.belief.slots
        if len(slots) < 2:
            return {}
        one, other = slots[chance.below(len(slots))], slots[chance.below(len(slots))]
        return {one.number: other.number, other.number: one.number} if one.sort == other.sort else {}

    def _draws_secretly(self, drawn: Sequence[Drawn], place: int, bones: bytes) -> bool:
        """Whether the match would begin as something else with another outcome there, and look the same."""
        event, chance = drawn[place], Chance(derive(_SEED, place))
        others = [value for value in range(event.of) if value != event.value and _may_come(event, value)]
        if not others:
            return False
        forced = [other.value for other in drawn]
        forced[place] = others[chance.below(len(others))]
        begun = self._looks_the_same(forced)
        return begun is not None and skeleton(begun, self.seat) != bones

    def _exchangeable(self, drawn: Sequence[Drawn], at: int, count: int, bones: bytes) -> list[list[int]]:
        """The places of a shuffle, those together that can be exchanged without the seat's noticing; none, where
        nothing would be different then."""
        order = shuffled_by(drawn[at : at + count - 1], list(range(count)))
        classes: list[list[int]] = []
        is_different = False
        for place in range(count):
            classes.sort(key=len, reverse=True)
            for mates in classes[:_MOST_CLASSES]:
                other = list(order)
                other[place], other[mates[0]] = other[mates[0]], other[place]
                forced = [event.value for event in drawn]
                forced[at : at + count - 1] = draws_for(range(count), other)
                begun = self._looks_the_same(forced)
                if begun is not None:
                    is_different = is_different or skeleton(begun, self.seat) != bones
                    mates.append(place)
                    break
            else:
                classes.append([place])
        return [sorted(mates) for mates in sorted(classes) if len(mates) > 1] if is_different else []

    def _looks_the_same(self, forced: Sequence[int], seed: int = _SEED) -> CorePosition | None:
        """A match with these outcomes at its first question, if the seat sees the same."""
        real = self.belief.positions[0]
        fresh = real.fresh(seed, forced)
        if fresh is None or fresh.status is not Status.OPEN:
            return None
        is_same = told_to(self.seat, fresh.last) == told_to(self.seat, real.last)
        return fresh if is_same and fresh.sight(self.seat) == self.belief.sight(0) else None

    def _look(self, time: int) -> None:
        """Finds out what was secret until a position, and whether it is ground."""
        belief = self.belief
        position = belief.positions[time]
        is_any = False
        for at in range(max(self.number, 0), time):
            secrets = belief.steps[at].secrets
            if self.seat not in secrets or (secrets[self.seat].is_any and not is_any):
                secrets[self.seat] = self._secret(at, time)
            is_any = is_any or secrets[self.seat].is_any
        if is_any or position.run.group or position.chain:
            return
        if self._comes_alike(time):
            self.number = time
            position.grounds[self.seat] = True

    def _differs(self, world: CorePosition, time: int) -> bool:
        """Whether more than faces is different from what was then."""
        position = self.belief.positions[time]
        if is_same_but_faces(position, world, self.belief.unseen(time)):
            return False
        if time not in self._bones:
            self._bones[time] = skeleton(position, self.seat)
        return skeleton(world, self.seat) != self._bones[time]

    def _comes_alike(self, time: int) -> bool:
        """Whether deals come to the same there but for faces."""
        found = 0
        # What continues what makes a difference only to answers that have to be tried out.
        is_trial = all(each.lists_options for each in self.belief.positions[max(self.number, 0) : time + 1])
        for number in range(_DEALS if self.number != START else 8 * _DEALS):
            seed = derive(_SEED, time, number)
            chance = Chance(seed)
            world = self._since(self.number, self.belief.deal(chance), seed, chance, time, is_trial=is_trial)
            if world is not None:
                found += 1
                if self._differs(world, time):
                    return False
                if found == 2 * _DEALS:
                    break
        return found >= _DEALS or self.number != START

    def _secret(self, at: int, time: int) -> Secret:
        """What of a step the seat cannot know until a position."""
        step = self.belief.steps[at]
        drawn = [event for event in self.belief.positions[at + 1].last.events if isinstance(event, Drawn)]
        real = [event.value for event in drawn]
        chance = Chance(derive(_SEED, at, time))
        has_answer = False
        if step.asked not in (self.seat, None):
            values = [value for value in _answers(step.position, step.index) if value != step.value]
            shuffle(values, chance)
            has_answer = any(self._hides(at, time, value, real, chance) for value in values[:_OTHERS])
        if len(drawn) > _MOST_APART:
            is_hidden = any(self._hides(at, time, step.value, None, chance) for _ in range(_OTHERS))
            return Secret(has_answer, None if is_hidden else frozenset())
        draws = set()
        for place, event in enumerate(drawn):
            others = [value for value in range(event.of) if value != event.value and _may_come(event, value)]
            if others:
                changed = [*real[:place], others[chance.below(len(others))], *real[place + 1 :]]
                if self._hides(at, time, step.value, changed, chance):
                    draws.add(place)
        return Secret(has_answer, frozenset(draws))

    def _hides(self, at: int, time: int, value: Plain, forced: Sequence[int] | None, chance: Chance) -> bool:
        """Whether the match comes to something else with this answer and these outcomes, and the seat sees the same."""
        world = self.belief.steps[at].position.copy(seed=chance.next64())
        world.is_trial = True
        if not self._leads_on(world, at, value, forced):
            return False
        for later in range(at + 1, time):
            again = next(answers_again(self.belief.steps[later], world, self.seat), None)
            drawn = drawn_in(self.belief.positions[later + 1].last)
            if again is None or not self._leads_on(world, later, again, drawn):
                return False
        return self._differs(world, time)


def _answers(position: CorePosition, index: int) -> list[Plain]:
    """What may be answered, without looking where that is to be pointed at."""
    domain = position.asked.domain
    if isinstance(domain, Options):
        return list(range(len(position.options_of(domain, index))))
    return [option.value for option in position.legal(position.first_id + index).options]


def shuffles(drawn: Sequence[Drawn]) -> dict[int, int]:
    """Where among outcomes of chance something is shuffled, and how many."""
    found: dict[int, int] = {}
    at = 0
    while at < len(drawn):
        count = drawn[at].of
        if count > 2 and [event.of for event in drawn[at : at + count - 1]] == list(range(count, 1, -1)):
            found[at] = count
            at += count - 1
        else:
            at += 1
    return found


def could_lay_out(count: int, faces: Mapping[int, tuple[str, str]]) -> dict[str, list[int]]:
    """The classes of which a shuffle of so many may be one of all things: their numbers, in the order in which they
    were made. Some may be gone since; they were made between the others."""
    by_class: dict[str, list[int]] = {}
    for number, (class_name, _) in sorted(faces.items()):
        by_class.setdefault(class_name, []).append(number)
    found: dict[str, list[int]] = {}
    for class_name, numbers in by_class.items():
        made = _made_together(count, numbers, [number for number in faces if number not in set(numbers)])
        if len(numbers) > 1 and made is not None:
            found[class_name] = made
    return found


def _made_together(count: int, numbers: Sequence[int], others: Sequence[int]) -> list[int] | None:
    """So many numbers in a row that have all these among them, and none of the others."""
    if len(numbers) == count:
        return list(numbers)
    for first in range(max(numbers[-1] - count + 1, 0), numbers[0] + 1):
        if not any(first <= other < first + count for other in others):
            return list(range(first, first + count))
    return None


def redrawn(
    drawn: Sequence[Drawn],
    laid: Mapping[int, list[int]],
    deal: Deal,
    begun: Begun = NOTHING_SECRET,
    chance: Chance | None = None,
) -> list[int]:
    """Other outcomes of chance: shuffles lay each thing where a deal wants its face, what is secret is drawn anew."""
    chance = chance or Chance(_SEED)
    found = [_drawn_anew(event, chance) if place in begun.draws else event.value for place, event in enumerate(drawn)]
    for at, numbers in laid.items():
        order = shuffled_by(drawn[at : at + len(numbers) - 1], numbers)
        found[at : at + len(order) - 1] = draws_for(numbers, [deal.get(number, number) for number in order])
    for at, classes in begun.places.items():
        count = drawn[at].of
        order = shuffled_by(drawn[at : at + count - 1], list(range(count)))
        for places in classes:
            items = sorted(order[place] for place in places)
            shuffle(items, chance)
            for place, item in zip(places, items, strict=True):
                order[place] = item
        found[at : at + count - 1] = draws_for(range(count), order)
    return found


def shuffled_by(drawn: Sequence[Drawn], items: Sequence[int]) -> list[int]:
    """The order into which `shuffle` (`core/runtime/shuffle.py`) puts items with these outcomes."""
    order = list(items)
    for place, event in zip(range(len(order) - 1, 0, -1), drawn, strict=True):
        order[place], order[event.value] = order[event.value], order[place]
    return order


def draws_for(items: Sequence[int], wanted: Sequence[int]) -> list[int]:
    """The outcomes with which it puts items into an order.

    >>> draws_for([7, 8, 9], [8, 9, 7])
    [0, 0]
    """
    order = list(items)
    found = []
    for place in range(len(order) - 1, 0, -1):
        other = order.index(wanted[place], 0, place + 1)
        order[place], order[other] = order[other], order[place]
        found.append(other)
    return found


def _may_come(event: Drawn, value: int) -> bool:
    return event.weights is None or event.weights[value] > 0


def _drawn_anew(event: Drawn, chance: Chance) -> int:
    return chance.below(event.of) if event.weights is None else chance.weighted(event.weights)
