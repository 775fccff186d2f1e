"""How answers are drawn in playouts, when not all alike: a policy of the program, and data that it reads.

>>> drawing("likes"), drawing(None).name
(Drawing(name='likes', given={}), None)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from types import MappingProxyType

from parlour.dataclass import dataclass

# Data for the given globals of a program (`core.nodes.GlobalVariable`), by name.
Datum = int | float | bool | str | Sequence[int] | Sequence[float] | Sequence[bool] | Sequence[str]
Given = Mapping[str, Datum]

NOTHING_GIVEN: Given = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Drawing:
    """The family of functions that weighs answers (None: all alike), and what the program is given."""

    name: str | None = None
    given: Given = field(default_factory=dict)


def drawing(policy: str | Drawing | None) -> Drawing:
    """A policy that may be only a name."""
    return policy if isinstance(policy, Drawing) else Drawing(policy)
