"""A view: all that one viewer may know of a position, built field by field and never by leaving things out.

>>> Told("Ada wins\\n").is_public
True
"""

from __future__ import annotations

from parlour.dataclass import dataclass
from parlour.game.outcome import Outcome
from parlour.game.pictured import Pictured
from parlour.game.question import Option, Question, Sureness
from parlour.game.scene import Scene


def may_know(audience: tuple[int, ...] | None, viewer: int | None) -> bool:
    """Whether what only these seats may know (None: everybody) is for this viewer (None: a spectator)."""
    return audience is None or (viewer is not None and viewer in audience)


@dataclass(frozen=True, slots=True)
class Told:
    """Something the program said: `text` exactly as printed, to whom (None: everybody), on which channel.

    Channel `say` is printing; other words are events of a language's own, such as `restart`."""

    text: str
    audience: tuple[int, ...] | None = None
    channel: str = "say"

    @property
    def is_public(self) -> bool:
        return self.audience is None

    def reaches(self, viewer: int | None) -> bool:
        return may_know(self.audience, viewer)


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question this viewer is asked, with its options as far as they are known."""

    question: Question
    options: tuple[Option, ...]
    sure: Sureness


@dataclass(frozen=True, slots=True)
class View(Pictured):
    """What a viewer sees: the scene, what was told to it, its own questions, and who else is awaited."""

    viewer: int | None
    scene: Scene
    log: tuple[Told, ...]
    questions: tuple[OpenQuestion, ...]
    awaited: tuple[int, ...]
    outcome: Outcome | None
