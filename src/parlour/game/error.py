"""Why a match stopped, and why an answer was not taken: both are values, not exceptions.

>>> str(GameError("runtime", "zero", "Division by zero"))
'Division by zero'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from parlour.dataclass import dataclass
from parlour.syntax.source import Span

if TYPE_CHECKING:
    from parlour.game.position import Seat

# runtime: the rules did something impossible. budget: they took too much. stuck: nobody can act.
ErrorKind = Literal["runtime", "type", "budget", "stuck"]


# What to try in any language. What a program has dropped is only found at a question.
MEMORY_HINT = "does something grow without end? What was dropped counts, too, until somebody is asked"
STEPS_HINT = "is there a loop that never ends without asking anybody, or is something too large made here?"


@dataclass(frozen=True, slots=True)
class CallSite:
    """One step of the chain of calls that led to an error: who was running, and the line it had reached."""

    name: str
    span: Span | None
    # Of a step that stands for those that were left out: how many they were.
    count: int = 1


@dataclass(frozen=True, slots=True)
class GameError:
    """A failure of the program that describes the game.

    `code` names it for programs (`zero`, `index`, `steps`, …), `message` says it in the author's words, `span` is the
    author's line, `calls` leads from there outwards, `question` is the number of the question it followed (None: it
    happened before the first one), `seat` is for whom the program was acting, where its language knows that,
    `others` are further places that have as much to do with it as `span`.
    """

    kind: ErrorKind
    code: str
    message: str
    span: Span | None = None
    calls: tuple[CallSite, ...] = ()
    question: int | None = None
    hint: str = ""
    seat: Seat | None = None
    others: tuple[Span, ...] = ()

    def __str__(self) -> str:
        return self.message


RefusalReason = Literal["form", "not-an-option", "too-long", "not-open", "taken-back", "over"]


@dataclass(frozen=True, slots=True)
class Refused:
    """An answer that was not taken; nothing changed.

    `form`: it cannot be read as an answer to this question. `not-an-option`: it can, but is not among the options.
    `too-long`: more than 64 KB. `not-open`: this question was answered already or never asked. `taken-back`: it was
    asked before an undo, and a question of its number is open again. `over`: there are no questions any more.
    """

    reason: RefusalReason
    message: str
