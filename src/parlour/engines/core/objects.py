"""The objects of a run: all that globals, frames and answers to an open group lead to, by their creation numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from parlour.engines.core.run import Run
from parlour.engines.core.values import ATOMS, UNSET, Box, Object

if TYPE_CHECKING:
    from parlour.engines.core.engine import CoreEngine


def objects_of(run: Run) -> dict[int, Object]:
    """Every object once; by an explicit stack, for lists may nest without end."""
    found: dict[int, Object] = {}
    seen: set[int] = set()
    waiting: list[Any] = [*run.globals, *run.stack, *(run.group or {}).values()]
    while waiting:
        value = waiting.pop()
        kind = type(value)
        if kind in ATOMS:
            continue
        if kind is Box:
            waiting.append(value.value)
        elif kind is tuple:
            waiting.extend(value)
        elif kind is list or kind is dict or isinstance(value, Object):
            if id(value) in seen:
                continue
            seen.add(id(value))
            if kind is list:
                waiting.extend(value)
            elif kind is dict:
                waiting.extend(value.keys())
                waiting.extend(value.values())
            else:
                found[value.serial] = value
                waiting.extend(part for name in kind.names if type(part := getattr(value, name)) not in ATOMS)
    return found


def faces_by_number(engine: CoreEngine, objects: Mapping[int, Object]) -> dict[int, tuple[str, str]]:
    """Of every object whose class has faces its class and its face, in words that are the same for equal ones."""
    found: dict[int, tuple[str, str]] = {}
    for number, thing in objects.items():
        face = face_of(engine, thing)
        if face is not None:
            found[number] = face
    return found


def face_of(engine: CoreEngine, thing: Object) -> tuple[str, str] | None:
    """The same of one object; None where its class has no faces."""
    class_name = engine.program.classes[type(thing).number].name
    places = engine.faces.get(class_name)
    if places is None:
        return None
    return class_name, repr([_word(getattr(thing, f"s{place}")) for place in places])


def lasting_face(engine: CoreEngine, thing: Object) -> tuple[str, str] | None:
    """The same where it is told by what it is in every copy of a position: not by which list or table it holds."""
    class_name = engine.program.classes[type(thing).number].name
    words = [getattr(thing, f"s{place}") for place in engine.faces.get(class_name, ())]
    is_held = any(isinstance(word, Box) and not isinstance(word.value, tuple) for word in words)
    return None if is_held else face_of(engine, thing)


def lasting_faces(engine: CoreEngine, run: Run) -> dict[int, tuple[str, str]]:
    """Of all objects that have one."""
    found = ((number, lasting_face(engine, thing)) for number, thing in objects_of(run).items())
    return {number: face for number, face in found if face is not None}


def _word(value: Any) -> object:
    """A value of a face; a thing that it points to, by its number."""
    if isinstance(value, Object):
        return ("thing", value.serial)
    if isinstance(value, Box):
        return ("boxed", repr(value.value) if isinstance(value.value, tuple) else id(value.value))
    return None if value is UNSET else value
