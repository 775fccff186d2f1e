"""Whether two positions are the same but for what is written on hidden things, without drawing what anybody sees.

Worlds that a seat imagines are compared with the real match at every step. Almost all look the same to it, because they
*are* the same: in the same place of the program, with the same values, but for the faces of what lies with its back to
it. That is told by walking both states side by side, which takes a fifth of drawing a view; where they differ in more,
somebody has to look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from parlour.core.nodes import Options
from parlour.engines.core.values import ATOMS, Box, Object
from parlour.game.position import Status

if TYPE_CHECKING:
    from parlour.engines.core.position import CorePosition

# Pairs of values side by side.
Pairs = Iterable[tuple[Any, Any]]


def looks_alike(one: CorePosition, other: CorePosition, seat: int, hidden: Collection[int]) -> bool:
    """Whether a seat sees the same of both for certain, where some things are hidden from it: all that scenes are drawn
    from is the same, and so is what the seat itself is asked. It may see the same where this is not so."""
    drawn = one.engine.drawn
    if drawn is None or not _stand_alike(one, other):
        return False
    if [each.seat for each in one.questions] != [each.seat for each in other.questions]:
        return False
    walk = Walk(one.engine.face_slots, hidden)
    values = ((one.run.globals[place], other.run.globals[place]) for place in drawn)
    return walk.is_same(values, lying=True) and all(
        question == counterpart and _is_asked_alike(one, other, question.id, walk)
        for question, counterpart in zip(one.questions, other.questions, strict=True)
        if question.seat is None or question.seat == seat
    )


def _is_asked_alike(one: CorePosition, other: CorePosition, number: int, walk: Walk) -> bool:
    """Whether the same is offered, in the same words; what is legal else has to be found out."""
    domain, index = one.asked.domain, number - one.first_id
    if not isinstance(domain, Options) or one.labels(index) != other.labels(index):
        return False
    offered = one.options_of(domain, index), other.options_of(domain, index)
    return walk.is_same(zip(*offered, strict=True))


def is_same_but_faces(one: CorePosition, other: CorePosition, hidden: Collection[int]) -> bool:
    """Whether two positions are the same for certain, with all that the program still holds, but for which of the
    hidden things has which of their faces."""
    if not _stand_alike(one, other) or len(one.run.stack) != len(other.run.stack):
        return False
    values = zip([*one.run.globals, *one.run.stack], [*other.run.globals, *other.run.stack], strict=True)
    walk = Walk(one.engine.face_slots, hidden)
    return walk.is_same(values) and walk.has_exchanged()


def _stand_alike(one: CorePosition, other: CorePosition) -> bool:
    """Whether both wait in the same place, nobody having answered yet, and the same has come out."""
    return (
        one.status is Status.OPEN
        and other.status is Status.OPEN
        and one.site is other.site
        and not one.run.group
        and not other.run.group
        and not one.run.journals
        and not other.run.journals
        and one.run.outcome == other.run.outcome
        and one.run.seats == other.run.seats
    )


class Walk:
    """Two states side by side. Of objects with the `hidden` numbers the slots of their `faces` may differ."""

    def __init__(self, faces: Mapping[type[Object], tuple[str, ...]], hidden: Collection[int]) -> None:
        self.faces = faces
        self.hidden = hidden
        # What has been met, by the id() of the one: the id() of the other.
        self._met: dict[int, int] = {}
        # Hidden things that have another face.
        self._exchanged: list[tuple[Object, Object]] = []
        # Of hidden things that lie in lists which stands for which, from either side.
        self._twins: tuple[dict[int, int], dict[int, int]] = {}, {}

    def is_same(self, pairs: Pairs, *, lying: bool = False) -> bool:
        """Whether these values are the same, with all they lead to. `lying`: hidden things that lie in lists, as in a
        hand, may be others, each the same one in all lists; a variable that holds one may be shown to everybody, so it
        must be it."""
        waiting = list(pairs)
        while waiting:
            one, other = waiting.pop()
            # An object that positions share lasts, with all it leads to.
            if one is other:
                continue
            kind = type(one)
            if kind is not type(other):
                return False
            if kind in ATOMS:
                if one != other:
                    return False
            elif kind is tuple:
                if len(one) != len(other):
                    return False
                waiting += zip(one, other, strict=True)
            elif kind is Box:
                if one.type != other.type:
                    return False
                waiting.append((one.value, other.value))
            elif id(one) in self._met:
                if self._met[id(one)] != id(other):
                    return False
            else:
                parts = self._parts(one, other, lying=lying)
                if parts is None:
                    return False
                self._met[id(one)] = id(other)
                waiting += parts
        return True

    def _parts(self, one: Any, other: Any, *, lying: bool) -> list[tuple[Any, Any]] | None:
        """What has to be the same of two lists, tables or objects; None if they are not."""
        if isinstance(one, Object):
            if one.serial != other.serial:
                return None
            if lying or one.serial not in self.hidden:
                return self._fields(one, other, type(one).names)
            self._exchanged.append((one, other))
            return self._fields(one, other, self._apart(one))
        if len(one) != len(other):
            return None
        if isinstance(one, dict):
            return [*zip(one, other, strict=True), *zip(one.values(), other.values(), strict=True)]
        if not lying or not one or not isinstance(one[0], Object):
            return [pair for pair in zip(one, other, strict=True) if pair[0] is not pair[1]]
        found: list[tuple[Any, Any]] = []
        for part, counterpart in zip(one, other, strict=True):
            if not self._lies_hidden(part) or not self._lies_hidden(counterpart):
                found.append((part, counterpart))
            elif type(part) is not type(counterpart) or not self._are_twins(part.serial, counterpart.serial):
                return None
            elif part is not counterpart:
                found += self._fields(part, counterpart, self._apart(part))
        return found

    def has_exchanged(self) -> bool:
        """Whether hidden things that have been met have the same faces on both sides, on whichever of them."""
        counts: Counter[tuple[Any, ...]] = Counter()
        for pair in self._exchanged:
            for thing, sign in zip(pair, (1, -1), strict=True):
                face = [getattr(thing, name) for name in self.faces.get(type(thing), ())]
                if any(type(part) not in ATOMS for part in face):
                    return False
                counts[type(thing), *map(repr, face)] += sign
        return not any(counts.values())

    def _are_twins(self, one: int, other: int) -> bool:
        there, back = self._twins
        return there.setdefault(one, other) == other and back.setdefault(other, one) == one

    def _lies_hidden(self, thing: Any) -> bool:
        return isinstance(thing, Object) and thing.serial in self.hidden

    def _apart(self, thing: Object) -> list[str]:
        """The slots of a thing that do not belong to its face."""
        faces = self.faces.get(type(thing), ())
        return [name for name in type(thing).names if name not in faces]

    def _fields(self, one: Object, other: Object, names: Iterable[str]) -> list[tuple[Any, Any]]:
        return [(getattr(one, name), getattr(other, name)) for name in names]
