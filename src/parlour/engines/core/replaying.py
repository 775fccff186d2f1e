"""Steps of a match, made again in another position, and what of a position a seat cannot know but for its faces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from parlour.core.chance import Chance
from parlour.core.nodes import Options
from parlour.core.values import Plain
from parlour.game.position import Drawn, NeedsChance, Status, Step
from parlour.game.view import Told

if TYPE_CHECKING:
    from parlour.engines.core.position import CorePosition, Seen

# From the number of an object to that of the one whose face it has.
Deal = Mapping[int, int]


def answered(world: CorePosition, index: int, value: Plain, drawn: Sequence[int] | None) -> Step | None:
    """Answers with these outcomes of chance; where others are needed, with any. None where that cannot be answered."""
    number = world.first_id + index
    try:
        found = world.answer(number, value, chance=drawn or None)
    except ValueError:  # something else is drawn here
        found = NeedsChance(1)
    if isinstance(found, NeedsChance):
        found = world.answer(number, value)
    return found if isinstance(found, Step) else None


def drawn_in(step: Step) -> list[int]:
    return [event.value for event in step.events if isinstance(event, Drawn)]


def told_to(seat: int, step: Step) -> list[Told]:
    return [event for event in step.events if isinstance(event, Told) and event.reaches(seat)]


def answers_again(step: Seen, world: CorePosition, seat: int) -> Iterator[Plain]:
    """The answer of a step in a position with other faces: what is called the same; or, of somebody else, what stands
    in the same place."""
    if world.status is not Status.OPEN or step.index >= len(world.questions) + len(world.run.group or ()):
        return
    domain = world.asked.domain
    if not isinstance(domain, Options):
        yield step.value
        return
    labels = world.labels(step.index)
    same = step.label
    if same in labels:
        yield labels.index(same)
    if step.asked != seat and isinstance(step.value, int) and step.value < len(labels) and labels[step.value] != same:
        yield step.value


def skeleton(position: CorePosition, seat: int) -> bytes:
    """A position in which all that a seat does not see is laid out in one order: two of the same differ in nothing but
    in what lies where with its back to the seat."""
    written, fields = position.faces_by_number(), position.face_fields
    lying: dict[tuple[str, str], list[int]] = {}
    for face in position.faces(seat):
        thing = written.get(face.number)
        if not face.is_seen and thing is not None and thing[0] in fields:
            lying.setdefault((thing[0], face.shown), []).append(face.number)
    deal: dict[int, int] = {}
    for numbers in lying.values():
        deal |= zip(numbers, sorted(numbers, key=lambda number: written[number][1]), strict=True)
    bones = position.dealt(deal)
    bones.is_trial = True
    return bones.key


def shuffle(items: list[Any], chance: Chance) -> None:
    for place in range(len(items) - 1, 0, -1):
        other = chance.below(place + 1)
        items[place], items[other] = items[other], items[place]
