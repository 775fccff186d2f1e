"""Values as text outside of a running program: the same words that `print` would use.

>>> shown("it's"), text((1, 9, True)), text(None), text(2.0)
("'it\\\\'s'", '1..9', 'None', '2.0')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from parlour.game.position import Budget, ObjectView
from parlour.languages.allhandsondeck.check.types import SERIES
from parlour.languages.allhandsondeck.lower.names import ELEMENTS

MORE = "…"
MOST = Budget().told
DEEPEST = Budget().depth
_NOTHING: Final = object()


class Room:
    """How many characters there is room for: what is shown together has no more of them than a program may print, for
    a list that holds itself twice, forty times over, has more than anybody could read.

    >>> room = Room(5)
    >>> room.text("one"), room.text("two"), room.text("three")
    ('one', 'tw…', '…')
    """

    def __init__(self, left: int = MOST) -> None:
        self.left = left

    def text(self, value: object, names: Mapping[str, str] | None = None) -> str:
        """A value as `print` writes it: strings bare. `names` are those by which classes are shown."""
        return self._cut(iter((value,))) if isinstance(value, str) else self.shown(value, names)

    def shown(self, value: object, names: Mapping[str, str] | None = None) -> str:
        """A value inside a collection: strings in quotes."""
        return self._cut(_pieces(value, names or {}))

    def _cut(self, pieces: Iterator[str]) -> str:
        found: list[str] = []
        for piece in pieces:
            if len(piece) > self.left:
                found.append(piece[: self.left] + MORE)
                self.left = 0
                break
            self.left -= len(piece)
            found.append(piece)
        return "".join(found)


def text(value: object, names: Mapping[str, str] | None = None) -> str:
    """A value as `print` writes it."""
    return Room().text(value, names)


def shown(value: object, names: Mapping[str, str] | None = None) -> str:
    """A value inside a collection."""
    return Room().shown(value, names)


def _pieces(value: object, names: Mapping[str, str]) -> Iterator[str]:
    """The text piece by piece, by a stack of the objects that are open. One inside itself is shown there as `…`, and so
    is what lies deeper than calls may go: `print` would get no further."""
    parts = iter((("", value),))
    path: list[tuple[object, Iterator[tuple[str, object]]]] = [(None, parts)]
    open_ = {id(None)}
    while path:
        holder, parts = path[-1]
        before, value = next(parts, ("", path))
        if value is path:
            path.pop()
            open_.discard(id(holder))
            continue
        yield before
        if value is _NOTHING:
            continue
        if not isinstance(value, ObjectView):
            yield _word(value)
        elif id(value) in open_ or len(path) > DEEPEST:
            yield MORE
        else:
            path.append((value, _parts(value, names)))
            open_.add(id(value))


def _parts(value: ObjectView, names: Mapping[str, str]) -> Iterator[tuple[str, object]]:
    """What an object holds, each with the text before it; the last text has nothing behind it."""
    name = names.get(value.class_name, value.class_name)
    is_collection = ELEMENTS in value.fields
    opening, closing = ("[", "]") if is_collection and name == SERIES else (f"{name}(", ")")
    if is_collection:
        for part in elements(value):
            yield opening, part
            opening = ", "
    else:
        for field, part in attributes(value).items():
            yield f"{opening}{field}=", part
            opening = ", "
    yield (closing if opening == ", " else opening + closing), _NOTHING


def _word(value: object) -> str:
    match value:
        case str():
            escaped = value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\t", "\\t")
            return f"'{escaped}'"
        case (start, end, bool() as closed):
            return f"{_word(start)}{'..' if closed else '...'}{_word(end)}"
    return str(value)


def elements(value: object) -> list[object]:
    """The elements of a collection; none of anything else."""
    found = value.fields.get(ELEMENTS) if isinstance(value, ObjectView) else None
    return found if isinstance(found, list) else []


def attributes(value: ObjectView) -> dict[str, object]:
    """What the author declared, in order; hidden fields have a blank in their names."""
    return {name: part for name, part in value.fields.items() if " " not in name}
