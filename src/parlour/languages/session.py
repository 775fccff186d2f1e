"""A session: a program that somebody tries out, expression by expression, and what it knows about itself.

Each language that can be tried out has a module `table/session.py` with a function `open_session`; the loop that reads
lines and shows answers (`parlour repl`) is the same for all. A session does no input or output: an expression comes
back as `Rules`, which whoever has an engine can run.

    >>> from parlour.syntax.source import Source
    >>> session = open_session("bogl", Source("demo.bgl", "game Demo  double : Int -> Int  double(x) = 2 * x"))
    >>> session.type_of("double(21) == 42"), session.type_of("double")
    ('Bool', 'Int -> Int')
    >>> session.evaluate("half : Int -> Int  half(x) = x / 2")
    Defined(names=('half',))
    >>> session.complete("do"), session.is_unfinished("double(")
    (('do', 'double'), True)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from importlib import import_module
from typing import Protocol, cast

from parlour.dataclass import dataclass
from parlour.game.position import Position
from parlour.game.scene import Scene
from parlour.languages.frontend import Rules
from parlour.languages.frontend import language as find_language
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.source import Source

# The file in which a text typed at the prompt stands, for messages.
TYPED = "<repl>"


@dataclass(frozen=True, slots=True)
class Defined:
    """The text was no expression: it defined these names (none, if there was nothing in it but comments)."""

    names: tuple[str, ...]
    warnings: tuple[Diagnostic, ...] = field(default=(), repr=False)


class Session(Protocol):
    """A checked program and the definitions typed since it was loaded. Texts with errors raise `Diagnostics` and
    change nothing."""

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What is worth a warning in the program that was loaded."""

    def evaluate(self, text: str) -> Rules | Defined:
        """The game that runs this expression, or what the text defined for the expressions to come."""

    def type_of(self, text: str) -> str:
        """The type of an expression, or of a function that is named, in the language's own words."""

    def names(self) -> Mapping[str, str]:
        """What the program and the typed definitions define, each with its type, in their order."""

    def complete(self, prefix: str) -> tuple[str, ...]:
        """The words of the program and of the language that begin so, in alphabetical order."""

    def is_unfinished(self, text: str) -> bool:
        """Whether the text can only be the beginning of something: more lines are wanted."""

    def scene_of(self, position: Position, scene: Scene) -> Scene:
        """What is shown at a question and of a value that can be drawn: `scene`, and what the language adds to it."""


class _Opener(Protocol):
    """What the module `session` of a language offers."""

    def open_session(self, source: Source | None, preludes: Sequence[Source]) -> Session: ...


class NoSession(ValueError):
    """A language whose programs cannot be tried out expression by expression."""


def open_session(language: str, source: Source | None, preludes: Sequence[Source] = ()) -> Session:
    """A session with this program; without one, with an empty program. Raises `Diagnostics` if the text has errors and
    `NoSession` for languages that have none."""
    if not find_language(language).has_session:
        raise NoSession(f"{language} programs cannot be tried out expression by expression")
    module = import_module(f"parlour.languages.{language}.table.session")
    return cast(_Opener, module).open_session(source, preludes)
