"""How a language meets people: the one protocol that each language's `table.py` fulfils.

An engine knows values and places in the program; a table knows words and pictures. The engine calls it when
somebody looks, never while rules run, and it sees the position only through `State`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from parlour.core import nodes
from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.game.error import GameError, Refused
from parlour.game.position import State
from parlour.game.question import Anchor, Domain
from parlour.game.scene import Bracket, Grid, Scene
from parlour.game.view import Told


@runtime_checkable
class Charted(Protocol):
    """A table that can show the course of a match as rows and columns."""

    def charts(self, log: Sequence[Told]) -> tuple[Grid | Bracket, ...]:
        """What has happened, as far as it was told to one viewer."""


@runtime_checkable
class Blaming(Protocol):
    """A table that knows more of an error than its place, because it can look at what the failed program has left."""

    def blamed(self, error: GameError, state: State) -> GameError:
        """The error, with what was going on and for whom."""


@runtime_checkable
class Explaining(Protocol):
    """A table that can say what keeps a seat from something. It looks at a position of the observed program."""

    def why(self, state: State, seat: int, words: str) -> tuple[str, ...]:
        """What stands in the way of the action that is called so, a line each, with nothing that is hidden from the
        seat."""


@dataclass(frozen=True, slots=True)
class Face:
    """Something that may lie with its back to somebody: the number of the object, where it lies, and whether a viewer
    sees what it is. `shown` is what can be seen of one that is not seen whole: who is to imagine it keeps to that."""

    number: int
    zone: str
    is_seen: bool
    shown: str = ""


@runtime_checkable
class Concealing(Protocol):
    """A table on which things lie that not everybody sees."""

    def faces(self, state: State, viewer: int | None) -> Sequence[Face]:
        """All that could be hidden from somebody, zone by zone and in each as it lies. What a viewer sees and where
        everything lies must not depend on what is hidden from it."""

    def drawn_from(self) -> Sequence[str] | None:
        """The globals that scenes are drawn from. None, if some of what a viewer sees is worked out when somebody looks
        from what may be hidden: by functions of the game, or by what objects refer to."""


class Table(Protocol):
    """`question` is the place in the program that asks; the values are answers to it."""

    def read(self, question: nodes.Question, text: str) -> Plain | Refused:
        """An answer in the language's own form, or why it is none. Whether it is allowed is the engine's to say."""

    def label(self, question: nodes.Question, value: Plain) -> str:
        """The answer as it is written in the language: what `read` reads back."""

    def domain(self, question: nodes.Question) -> Domain:
        """The form of an answer, in the language's own words, with an example."""

    def anchors(self, question: nodes.Question, values: Sequence[Plain], state: State) -> Sequence[tuple[Anchor, ...]]:
        """Where in the scene each of these answers, which are all that are offered, can be pointed at."""

    def scene(self, state: State, viewer: int | None) -> Scene:
        """The table as this viewer (None: a spectator) may see it; one that is not `Concealing` shows all the same."""

    def state(self, state: State) -> dict[str, object]:
        """The language's own globals, for transcripts."""

    def asking(self, state: State) -> dict[str, object]:
        """What the language's own tool shows at a prompt, as further fields of the `ask` event."""

    def ending(self, result: object) -> dict[str, object] | None:
        """What the program came to (`State.result`), as fields of the `value` event; None where the language has no
        such thing. It sees nothing else, because simulations tell endings apart by it."""

    def reword(self, error: GameError) -> GameError:
        """The same error in the language's own words."""
