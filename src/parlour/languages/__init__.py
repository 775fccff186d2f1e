"""The six languages, a folder each, with the same file names in each: scan → parse → check → lower.

A language is a module with a function `read(source, options) -> Rules`, raising `Diagnostics` when the text has errors,
`check(source, options)`, which only says what it found, and `format(source)`, which gives the same program in the
language's one canonical layout, comments included. This module knows their names and endings; a language is
imported when a file of its kind is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from parlour.game.game import Kind
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.source import Source

if TYPE_CHECKING:
    # `check` makes no core, and should start at once.
    from parlour.core.nodes import Program
    from parlour.game.table import Table
    from parlour.logic.rules import RuleSheet
    from parlour.logic.table import LogicTable


@dataclass(frozen=True, slots=True)
class Options:
    """What a game can be loaded with. `expression`: what to run (BoGL). `preludes`: texts read before the program.
    `strict`: only what the language's manual allows to the letter is accepted; what an accepted program does is the
    same."""

    expression: str | None = None
    preludes: tuple[Source, ...] = ()
    strict: bool = False

    def given(self) -> dict[str, object]:
        """Those that were given, as the record keeps them."""
        found: dict[str, object] = {}
        if self.expression is not None:
            found["expression"] = self.expression
        if self.preludes:
            found["prelude"] = [source.name for source in self.preludes]
        if self.strict:
            found["strict"] = True
        return found


@dataclass(frozen=True, slots=True)
class Rules:
    """A checked game as a language hands it over: a draft of core or a rule sheet of logic, and the table that puts it
    in words and pictures.

    `tries_answers` is false when the author says that every answer is legal."""

    title: str
    draft: Program | RuleSheet
    table: Table | LogicTable
    seats: tuple[str, ...] | None
    kind: Kind = field(default_factory=Kind)
    warnings: tuple[Diagnostic, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)
    tries_answers: bool = True


class Language(Protocol):
    """What the module of a language offers."""

    def read(self, source: Source, options: Options) -> Rules: ...

    def check(self, source: Source, options: Options) -> tuple[Diagnostic, ...]: ...

    def format(self, source: Source) -> str: ...


class Spelled(Language, Protocol):
    """A language whose programs can be written in several ways."""

    SPELLINGS: tuple[str, ...]

    def format_as(self, source: Source, spelling: str) -> str:
        """The same program in one of the spellings, in its canonical layout."""


class NothingToRun(ValueError):
    """The text is fine, but it does not say where to begin."""


ENDINGS = {".bgl": "bogl", ".senet": "senet", ".ah": "allhandsondeck", ".kif": "gdl", ".gdl": "gdl"}


def language(name: str) -> Language:
    """The language of this name."""
    if name not in ENDINGS.values():
        raise ValueError(f"there is no language {name}; there is {', '.join(sorted(set(ENDINGS.values())))}")
    return cast(Language, import_module(f"parlour.languages.{name}.frontend"))


def spelled(name: str) -> Spelled | None:
    """The language of this name if its programs can be written in several ways; None if there is only one."""
    module = language(name)
    return cast(Spelled, module) if hasattr(module, "SPELLINGS") else None
