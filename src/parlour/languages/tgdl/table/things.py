"""Objects as a table sees them: their classes, owners, labels and attributes, and what a viewer can reach.

Everybody sees everything but what lies in a deck, and the attributes of an interactable that is reached only through
objects that others own. A `visible` block decides instead for the attributes that it lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from parlour.dataclass import dataclass
from parlour.game.position import ObjectView, State
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.lower import names


@dataclass(frozen=True, slots=True)
class Things:
    """What the table must know of a program; `visible` has for each block the function that judges it, if there is
    one."""

    checked: m.Checked
    classes: dict[str, m.Class]
    visible: dict[m.Visible, str | None]

    # --------------------------------------------------------------------------------------------------- objects

    def class_of(self, thing: ObjectView) -> m.Class | None:
        return self.classes.get(thing.class_name)

    def kind_of(self, thing: object) -> str:
        """The kind of an object: `tile`, `board`, `group` …; empty for what is none."""
        if not isinstance(thing, ObjectView):
            return ""
        if thing.class_name == names.GROUP:
            return "group"
        class_ = self.class_of(thing)
        return "" if class_ is None else class_.kind

    def owner(self, thing: ObjectView) -> int | None:
        owner = thing.fields.get(names.OWNER)
        return owner if isinstance(owner, int) and owner >= 0 else None

    def owners(self, thing: ObjectView) -> list[int]:
        members = thing.fields.get(names.MEMBERS)
        if isinstance(members, list):
            return [member for member in members if isinstance(member, int)]
        owner = self.owner(thing)
        return [] if owner is None else [owner]

    def label(self, thing: ObjectView) -> str:
        """As options call it."""
        x, y, group = (thing.fields.get(name) for name in (names.X, names.Y, names.ON_GROUP))
        if isinstance(x, int) and x >= 0:
            return f"{_text(group.fields.get(names.NAME)) if isinstance(group, ObjectView) else ''}[{x}][{y}]"
        if thing.class_name == names.GROUP:
            return _text(thing.fields.get(names.NAME))
        return self.name(thing) or f"{thing.class_name}#{thing.fields.get(names.NUMBER)}"

    def name(self, thing: ObjectView) -> str:
        """The name that its author has given it, if any."""
        return _text(thing.fields.get("name"))

    def attributes(self, thing: ObjectView) -> Iterator[tuple[m.Attribute, object]]:
        class_ = self.class_of(thing)
        if class_ is not None:
            for attribute in class_.attribute_line():
                yield attribute, self.held(thing, attribute)

    def held(self, thing: ObjectView, attribute: m.Attribute) -> object:
        """The value of an attribute; what its collections were made for is nothing to look at."""
        return _unmarked(thing.fields.get(attribute.name), attribute.type)

    # ----------------------------------------------------------------------------------------------------- words

    def word(self, value: object, type_: t.Type) -> str:
        """A plain value or object on one line."""
        if value is None:
            return "null"
        if isinstance(value, ObjectView):
            return self.label(value)
        if isinstance(value, bool):
            return "true" if value else "false"
        if type_ == t.PLAYER and isinstance(value, int):
            return self.checked.seats[value] if self.checked.seats else f"player {value}"
        if isinstance(value, float):
            return number_text(value)
        return str(value)

    def owned(self, state: State) -> list[ObjectView]:
        found = state.read(names.OWNED)
        return [each for each in found if isinstance(each, ObjectView)] if isinstance(found, list) else []


class Eyes:
    """What one viewer (None: a spectator) sees of a position."""

    def __init__(self, things: Things, state: State, viewer: int | None) -> None:
        self.things, self.state, self.viewer = things, state, viewer
        self._shown: dict[m.Visible, frozenset[int]] = {}
        self.reached = self._reach()

    def face(self, thing: ObjectView) -> str:
        """What is written on a card: its name, or its label and what is plain about it, as far as it is seen. Of a card
        that keeps something to itself the number would tell which one it is."""
        attributes = list(self.things.attributes(thing))
        shown = [each for each in attributes if not self.is_hidden(thing, each[0])]
        name = next((value for attribute, value in shown if attribute.name == "name"), None)
        if isinstance(name, str) and name:
            return name
        plain = [
            self.things.word(value, attribute.type)
            for attribute, value in shown
            if attribute.type in (t.NUMBER, t.STRING) and value is not None and _is_shown(attribute.name)
        ]
        if len(shown) < len(attributes):
            return " ".join([thing.class_name, *plain]) if plain else ""
        return " ".join([f"{thing.class_name}#{thing.fields.get(names.NUMBER)}", *plain])

    def sees(self, thing: ObjectView) -> bool:
        """Whether its face is seen at all; of a class with `visible` blocks these decide, attribute by attribute."""
        class_ = self.things.class_of(thing)
        has_blocks = class_ is not None and any(each.visible for each in class_.line)
        return has_blocks or thing.number in self.reached

    def hides_name(self, thing: ObjectView) -> bool:
        """Whether a `visible` block keeps its name from the viewer."""
        return any(each.name == "name" and self.is_hidden(thing, each) for each, _ in self.things.attributes(thing))

    def is_hidden(self, thing: ObjectView, attribute: m.Attribute) -> bool:
        """Whether a `visible` block keeps an attribute from the viewer."""
        class_ = self.things.class_of(thing)
        for each in () if class_ is None else class_.line:
            for block in each.visible:
                if attribute in block.attributes:
                    return thing.number not in self._seen(block)
        return False

    def _seen(self, block: m.Visible) -> frozenset[int]:
        """The numbers of the objects for which a block lets its attributes be seen."""
        if block not in self._shown:
            function = self.things.visible[block]
            found = [] if function is None else self.state.call(function, self.viewer)
            numbers = [each.number for each in found if isinstance(each, ObjectView)] if isinstance(found, list) else []
            self._shown[block] = frozenset(numbers)
        return self._shown[block]

    def _reach(self) -> set[int]:
        """The numbers of all objects that are seen without looking into decks, nor through what others own."""
        things = self.things
        found: set[int] = set()
        waiting: list[object] = [self.state.read(names.instance_name(each.shown)) for each in things.checked.globals()]
        waiting += [each for each in things.owned(self.state) if self.viewer in things.owners(each)]
        while waiting:
            value = waiting.pop()
            if isinstance(value, list | tuple):
                waiting += value
            elif isinstance(value, ObjectView) and value.number not in found:
                found.add(value.number)
                owners = things.owners(value)
                if not owners or self.viewer in owners:
                    waiting += self._parts(value)
        return found

    def _parts(self, thing: ObjectView) -> Iterable[object]:
        """What an object leads to; of a stack only the top lies open."""
        kind = self.things.kind_of(thing)
        if kind == "stack":
            discards = thing.fields.get(names.DISCARDS)
            yield discards[-1:] if isinstance(discards, list) else []
        elif kind in ("tile", "group"):
            yield from (thing.fields.get(name) for name in (names.PLACES, names.TILES, names.PIECES))
        elif kind == "board":
            yield from thing.fields.values()
        for attribute, value in self.things.attributes(thing):
            if isinstance(attribute.type, t.Collection) and attribute.type.kind == "Stack" and isinstance(value, list):
                yield value[-1:]
            else:
                yield value


def _is_shown(name: str) -> bool:
    return name != "name" and not name.startswith("_")


def _unmarked(value: object, type_: t.Type) -> object:
    """A collection without what it was made for (`lower/widening.py`), and those inside it."""
    if not isinstance(type_, t.Collection):
        return value
    found = value[0] if isinstance(value, tuple) else value
    if not isinstance(found, list) or not isinstance(type_.of, t.Collection):
        return found
    if type_.kind == "Table":
        return [(key, _unmarked(each, type_.of)) for key, each in found]
    return [_unmarked(each, type_.of) for each in found]


def number_text(value: float) -> str:
    """A number as the language writes it: whole ones without a point.

    >>> number_text(3.0), number_text(0.5)
    ('3', '0.5')
    """
    return str(int(value)) if value.is_integer() and abs(value) < 1e16 else repr(value)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
