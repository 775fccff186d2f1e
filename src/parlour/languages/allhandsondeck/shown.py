"""Values as text outside of a running program: the same words that `print` would use.

>>> shown("it's"), text((1, 9, True)), text(None), text(2.0)
("'it\\\\'s'", '1..9', 'None', '2.0')
"""

from __future__ import annotations

from collections.abc import Mapping

from parlour.game.position import ObjectView
from parlour.languages.allhandsondeck.lower_base import ELEMENTS
from parlour.languages.allhandsondeck.types import SERIES


def text(value: object, names: Mapping[str, str] | None = None) -> str:
    """A value as `print` writes it: strings bare. `names` are those by which classes are shown."""
    return value if isinstance(value, str) else shown(value, names)


def shown(value: object, names: Mapping[str, str] | None = None) -> str:
    """A value inside a collection: strings in quotes."""
    match value:
        case str():
            escaped = value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\t", "\\t")
            return f"'{escaped}'"
        case (start, end, bool() as closed):
            return f"{shown(start)}{'..' if closed else '...'}{shown(end)}"
        case ObjectView(class_name="", fields=_):
            return "…"
        case ObjectView(class_name, _, fields):
            name = (names or {}).get(class_name, class_name)
            if ELEMENTS in fields:
                parts = [shown(part, names) for part in elements(value)]
                return f"[{', '.join(parts)}]" if name == SERIES else f"{name}({', '.join(parts)})"
            listed = (f"{field}={shown(part, names)}" for field, part in attributes(value).items())
            return f"{name}({', '.join(listed)})"
    return str(value)


def elements(value: object) -> list[object]:
    """The elements of a collection; none of anything else."""
    found = value.fields.get(ELEMENTS) if isinstance(value, ObjectView) else None
    return found if isinstance(found, list) else []


def attributes(value: ObjectView) -> dict[str, object]:
    """What the author declared, in order; hidden fields have a blank in their names."""
    return {name: part for name, part in value.fields.items() if " " not in name}
