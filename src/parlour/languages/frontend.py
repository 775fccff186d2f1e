"""The registry of the languages: everything the rest of Parlour must know of one, before any of it is imported.

A language is a folder of this name. Its module `frontend` offers `read`, which gives the `Rules` of a program text and
raises `Diagnostics` when the text has errors, `check`, which only says what it found, and `format`, which gives the
same program in the language's one canonical layout, comments included. It is imported when a file of its kind is read.

    >>> language("gdl").endings, by_ending("games/nim.BGL").title
    (('.kif', '.gdl'), 'BoGL')
    >>> from parlour.syntax.source import Source
    >>> print(front_end("bogl").format(Source("demo.bgl", "game Demo  x:Int  x=2")), end="")
    game Demo
    x : Int
    x = 2
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from parlour.dataclass import dataclass
from parlour.game.game import Kind
from parlour.languages.options import LoadOption, Options, Programs, Whole, Words
from parlour.syntax.diagnostic import Diagnostic, Diagnostics
from parlour.syntax.limits import check_size
from parlour.syntax.repair import Repair
from parlour.syntax.source import Source, Span

if TYPE_CHECKING:
    # `check` makes no core, and should start at once.
    from parlour.core.nodes import Program
    from parlour.game.flow import Flow
    from parlour.game.plan import Plan
    from parlour.game.table import Table
    from parlour.logic.rules import RuleSheet
    from parlour.logic.table import LogicTable


@dataclass(frozen=True, slots=True)
class Language:
    """One language: `name` is its folder and what the command line and records call it, `title` what people call it.

    `spellings`: the ways to write its programs, where there are several. `has_session`: programs are tried out
    expression by expression, with preludes (`session.py`). `numbers_seats`: where programs read about a seat, it is a
    number, not a name. `has_parts`: a file can be a part of a program and no program itself, which `is_main` of the
    front end tells. `has_strengths`: simulations know how strong players are, and report on a season
    (`game/season.py`). `has_values`: the front end finds where the value of a name stands (`value_of`). `has_charts`:
    tables show the course of a match as rows and columns. `options`: what programs can be loaded with."""

    name: str
    title: str
    endings: tuple[str, ...]
    spellings: tuple[str, ...] = ()
    has_session: bool = False
    numbers_seats: bool = False
    has_parts: bool = False
    has_strengths: bool = False
    has_charts: bool = False
    has_values: bool = False
    options: tuple[LoadOption, ...] = ()

    @property
    def template(self) -> str:
        """A small game to start from; the word NAME in it stands for its name."""
        from importlib.resources import files

        return (files("parlour.languages") / self.name / f"template{self.endings[0]}").read_text(encoding="utf-8")


# In this order a name that games of several languages have goes to the first, and the first is the one to begin with.
LANGUAGES = (
    Language(
        "bogl",
        "BoGL",
        (".bgl", ".bglp"),
        has_session=True,
        has_parts=True,
        has_values=True,
        options=(
            LoadOption("expression", Words(), "EXPR", "the expression to evaluate (instead of the usual entry)", "e"),
            LoadOption("prelude", Programs(), "FILE", "definitions to read before the program"),
        ),
    ),
    Language("senet", "Senet", (".senet",), numbers_seats=True),
    Language("allhandsondeck", "AllHandsOnDeck", (".ah",), has_values=True),
    Language(
        "tgdl",
        "TGDL",
        (".tgdl",),
        has_parts=True,
        has_values=True,
        numbers_seats=True,
        options=(LoadOption("players", Whole(1, 64), "N", "how many play, where the program does not say it"),),
    ),
    Language("gdl", "GDL", (".kif", ".gdl"), spellings=("rules", "kif")),
    Language("contest", "Contest", (".contest",), has_strengths=True, has_charts=True),
)
FIRST = LANGUAGES[0].name
NAMES = tuple(sorted(each.name for each in LANGUAGES))
ENDINGS = {ending: each for each in LANGUAGES for ending in each.endings}


def language(name: str) -> Language:
    """The language of this name."""
    for each in LANGUAGES:
        if each.name == name:
            return each
    raise ValueError(f"there is no language {name}; there is {', '.join(NAMES)}")


def titles(known: Iterable[Language]) -> str:
    """What people call these languages.

    >>> titles(each for each in LANGUAGES if each.has_parts)
    'BoGL and TGDL'
    """
    *most, last = (each.title for each in known)
    return f"{', '.join(most)} and {last}" if most else last


def by_ending(path: str | os.PathLike[str]) -> Language | None:
    """The language in which a file of this name is written, or None. Some tools save programs as texts: `game.bgl.txt`.

    >>> by_ending("game.bgl.txt").title, by_ending("notes.txt")
    ('BoGL', None)
    """
    stem, ending = os.path.splitext(path)
    if ending.lower() == ".txt":
        ending = os.path.splitext(stem)[1]
    return ENDINGS.get(ending.lower())


def front_end(name: str) -> FrontEnd:
    """What the language of this name does with texts."""
    return cast(FrontEnd, import_module(f"parlour.languages.{language(name).name}.frontend"))


@dataclass(frozen=True, slots=True)
class Rules:
    """A checked game as a language hands it over: a draft of core or a rule sheet of logic, and the table that puts it
    in words and pictures.

    `tries_answers` is false when the author says that every answer is legal. `plan` is what the text tells of the
    course of the game, where it does; `flow` finds its turns, phases and events in the text, in languages that have
    them; `observed` makes a draft of the same game that tells what happens in it (`game/happening.py`). `sources` are
    all texts that were read, the main one first; `pipeline` knows and adds them."""

    title: str
    draft: Program | RuleSheet
    table: Table | LogicTable
    seats: tuple[str, ...] | None
    kind: Kind = field(default_factory=Kind)
    warnings: tuple[Diagnostic, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)
    tries_answers: bool = True
    plan: Plan | None = None
    flow: Callable[[], Flow] | None = None
    observed: Callable[[], Program] | None = None
    sources: tuple[Source, ...] = ()


class FrontEnd(Protocol):
    """What the module `frontend` of a language offers."""

    def read(self, source: Source, options: Options) -> Rules: ...

    def check(self, source: Source, options: Options) -> tuple[Diagnostic, ...]: ...

    def format(self, source: Source) -> str: ...


class Divided(FrontEnd, Protocol):
    """A language that `has_parts`."""

    def is_main(self, source: Source) -> bool:
        """Whether this text is a program, as far as can be seen: one with errors may be one, too."""


def is_main(name: str, source: Source) -> bool:
    """Whether a text of this language is a program, not a part of one."""
    return not language(name).has_parts or cast(Divided, front_end(name)).is_main(source)


class Valued(FrontEnd, Protocol):
    """A language that `has_values`."""

    def value_of(self, source: Source, name: str) -> Span | None:
        """Where a program says what a name is, such as the 12 of `guests = 12`."""


def value_of(name_of_language: str, source: Source, name: str) -> Span | None:
    """Where a text says what a name is."""
    return cast(Valued, front_end(name_of_language)).value_of(source, name)


class Spelled(FrontEnd, Protocol):
    """A language with several `spellings`."""

    def format_as(self, source: Source, spelling: str) -> str:
        """The same program in one of the spellings, in its canonical layout."""


def spelled(name: str) -> Spelled:
    """What a language with several spellings offers."""
    assert language(name).spellings, f"{name} has one spelling only"
    return cast(Spelled, front_end(name))


class NothingToRun(ValueError):
    """The text is fine, but it does not say where to begin."""


class Readable(Protocol):
    """A tree of whichever language; it can be printed if all of its text could be read."""

    @property
    def is_sound(self) -> bool: ...


Tree = TypeVar("Tree", bound=Readable)


def formatted(
    source: Source,
    parse: Callable[[Source], tuple[Tree, list[Diagnostic]]],
    write: Callable[[Tree, Source], str],
    too_large: str,
    repair: Repair,
    repaired: Callable[[Tree], Tree] = lambda tree: tree,
) -> str:
    """A text as its language lays it out, with line ends like its first one: parsed, perhaps repaired, and written.

    Only errors of syntax are `Diagnostics`: a program need not make sense yet to be laid out. Where the new text has
    become too large to be read again, that is an error with the code `too_large`."""
    tree, _ = parse(source)
    if not tree.is_sound:
        raise Diagnostics(repair.checked(source, parse, parse)[1])
    tree = repaired(tree)
    text = write(tree, source)
    printed = Source(source.name, text)
    problem = check_size(printed, too_large)
    if problem is not None:
        raise Diagnostics([problem])
    assert parse(printed)[0] == tree, "the layout of a program has changed its meaning"
    first_end = re.search(r"\r\n|\r|\n", source.text)
    return text.replace("\n", "\r\n") if first_end and first_end.group() == "\r\n" else text
