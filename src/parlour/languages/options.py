"""What a program can be loaded with: the options that its language declares in the registry, and its further files.

>>> players = LoadOption("players", Whole(1, 64), "N", "how many play")
>>> players.value("3"), players.value(5)
(3, 5)
>>> Options({"players": 3}).whole("players"), Options().whole("players")
(3, None)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from os import PathLike

from parlour.dataclass import dataclass
from parlour.syntax.files import Files
from parlour.syntax.source import Source
from parlour.syntax.suggest import did_you_mean


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `least` to `most`."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Words:
    """A text."""


@dataclass(frozen=True, slots=True)
class Programs:
    """Files of the same language that are read before the program; they are named from where Parlour was called."""


@dataclass(frozen=True, slots=True)
class LoadOption:
    """An option of a language. `name` is the flag `--name`, the argument of `parlour.load`, and the word in records;
    `metavar` and `about` are for the help; `short` is a letter for the command line."""

    name: str
    form: Whole | Words | Programs
    metavar: str
    about: str
    short: str = ""

    def value(self, given: object) -> int | str | tuple[str, ...]:
        """What was given, as the language gets it (of `Programs`, the names). Raises `UnfitOption`."""
        match self.form:
            case Whole(least, most):
                text = str(given)
                is_whole = text.isascii() and text.isdigit() and len(text) < 20 and not isinstance(given, bool)
                if not is_whole or not least <= int(text) <= most:
                    raise UnfitOption(self.name, f"is a whole number from {least} to {most}")
                return int(text)
            case Words():
                if not isinstance(given, str):
                    raise UnfitOption(self.name, "is a text")
                return given
            case Programs():
                if not isinstance(given, list | tuple) or not all(isinstance(each, str | PathLike) for each in given):
                    raise UnfitOption(self.name, "is a list of names of files")
                return tuple(map(str, given))


class UnfitOption(ValueError):
    """An option that a language does not have, or a value that it cannot have; `reason` is said of the option."""

    def __init__(self, name: str, reason: str, hint: str = "") -> None:
        super().__init__(f"the option {name} {reason}")
        self.name = name
        self.reason = reason
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Options:
    """What a program is loaded with: values for the options of its language, and its further `files`. `strict`: only
    what the language's manual allows to the letter is accepted; what an accepted program does is the same."""

    values: Mapping[str, int | str | tuple[Source, ...]] = field(default_factory=dict)
    strict: bool = False
    files: Files = field(default_factory=Files, compare=False)

    def whole(self, name: str) -> int | None:
        value = self.values.get(name)
        assert value is None or isinstance(value, int)
        return value

    def words(self, name: str) -> str | None:
        value = self.values.get(name)
        assert value is None or isinstance(value, str)
        return value

    def programs(self, name: str) -> tuple[Source, ...]:
        value = self.values.get(name, ())
        assert isinstance(value, tuple)
        return value

    def given(self) -> dict[str, object]:
        """Those that were given, as the record keeps them."""
        found: dict[str, object] = {
            name: [source.name for source in value] if isinstance(value, tuple) else value
            for name, value in self.values.items()
        }
        return {**found, "strict": True} if self.strict else found

    @property
    def sources(self) -> tuple[Source, ...]:
        """Every text beside the main one that was read with these options."""
        named = (source for value in self.values.values() if isinstance(value, tuple) for source in value)
        return (*named, *self.files.sources)


def fitting(title: str, known: Sequence[LoadOption], given: Mapping[str, object]) -> dict[LoadOption, object]:
    """The options of the language of this title that are given; None and an empty list are no values.
    Raises `UnfitOption`."""
    by_name = {each.name: each for each in known}
    found: dict[LoadOption, object] = {}
    for name, value in given.items():
        if value is None or value in ([], ()):
            continue
        if name not in by_name:
            known_names = f"; it has {', '.join(by_name)}" if by_name else ""
            raise UnfitOption(name, f"is no option of {title}{known_names}", did_you_mean(name, by_name))
        found[by_name[name]] = value
    return found
