"""Players as they are written on a command line, in records and in Python: `mcts:iterations=1000,seed=7`.

A specification is a name, and behind a colon what it is told: an argument of its own (`level:3`, `policy:careful`,
`cmd:./my-player`) or keys with values. Everything about it is checked here, before a match begins::

    >>> written = read_specification("mcts:time=1.5s,seed=7", SORTS)
    >>> written.name, written.values["time"], written.values["seed"]
    ('mcts', 1.5, 7)
    >>> read_specification("mtcs", SORTS)
    Traceback (most recent call last):
    parlour.players.specification.UnknownPlayer: there is no player mtcs. Did you mean mcts?
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from types import MappingProxyType

from parlour.dataclass import dataclass
from parlour.syntax.display import visible
from parlour.syntax.suggest import did_you_mean

HUMAN = "human"
LEVELS = 8
MOST_ITERATIONS = 10**9
LONGEST_S = 86_400.0

Value = int | float | str


class UnknownPlayer(ValueError):
    """A specification says nothing that could be made: why, and what to try."""


@dataclass(frozen=True, slots=True)
class Key:
    """What a player may be told: how its value is read (`ValueError` says what is wanted), and an example."""

    read: Callable[[str], Value]
    example: str


@dataclass(frozen=True, slots=True)
class Sort:
    """One sort of players. `argument` is what stands right behind the colon, None where that are keys alone; `is_rest`:
    everything behind the colon is the argument, whatever it contains."""

    argument: Key | None = None
    keys: Mapping[str, Key] = field(default_factory=dict)
    is_rest: bool = False


@dataclass(frozen=True, slots=True)
class Specification:
    name: str
    argument: Value | None = None
    values: Mapping[str, Value] = field(default_factory=dict)


def _whole(low: int, high: int) -> Callable[[str], Value]:
    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 20 and low <= int(text) <= high):
            raise ValueError(f"a whole number from {low:,} to {high:,}")
        return int(text)

    return read


def _seconds(text: str) -> float:
    for ending, unit_s in (("ms", 0.001), ("s", 1.0), ("m", 60.0)):
        number = text.removesuffix(ending)
        if number != text and number.replace(".", "", 1).isascii() and number.replace(".", "", 1).isdigit():
            found = float(number) * unit_s
            if 0 < found <= LONGEST_S:
                return found
    raise ValueError("a time such as 500ms, 2s or 1m")


def _number(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 1000:
        raise ValueError("a number from 0 to 1000")
    return found


def _word(*words: str) -> Callable[[str], Value]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"{' or '.join(words)}. {did_you_mean(text, words)}".rstrip(". "))
        return text

    return read


def _name(text: str) -> str:
    if not text:
        raise ValueError("a name")
    return text


SEED = Key(_whole(0, 2**64 - 1), "7")
ITERATIONS = Key(_whole(1, MOST_ITERATIONS), "1000")
TIME = Key(_seconds, "1s")
AIM = Key(_word("rank", "score"), "rank")
PLAYOUTS = Key(_whole(1, 100_000), "32")

_SEARCH = {
    "iterations": ITERATIONS,
    "time": TIME,
    "seed": SEED,
    "aim": AIM,
    "curiosity": Key(_number, "0.7"),
    "nodes": Key(_whole(1, 10**8), "50000"),
    "trees": Key(_whole(1, 256), "2"),
    "batch": Key(_whole(1, 4096), "256"),
}

SORTS: Mapping[str, Sort] = MappingProxyType(
    {
        HUMAN: Sort(),
        "random": Sort(keys={"seed": SEED}),
        "greedy": Sort(keys={"playouts": PLAYOUTS, "seed": SEED, "aim": AIM}),
        "mcts": Sort(keys=_SEARCH),
        "ismcts": Sort(keys=_SEARCH),
        "alphabeta": Sort(
            keys={
                "depth": Key(_whole(1, 64), "4"),
                "worth": Key(_name, "NAME"),
                "playouts": PLAYOUTS,
                "time": TIME,
                "seed": SEED,
                "aim": AIM,
            }
        ),
        "policy": Sort(Key(_name, "NAME"), {"seed": SEED}),
        "level": Sort(Key(_whole(1, LEVELS), "3"), {"seed": SEED}),
        "best": Sort(keys=_SEARCH),
        "cmd": Sort(Key(_name, "PROGRAM"), is_rest=True),
    }
)


def read_specification(text: str, sorts: Mapping[str, Sort]) -> Specification:
    """What a text says; raises `UnknownPlayer` with a suggestion."""
    name, colon, rest = text.partition(":")
    if name not in sorts:
        hint = did_you_mean(name, sorts) or f"The players are {', '.join(sorts)}."
        raise UnknownPlayer(f"there is no player {visible(name)}. {hint}")
    sort = sorts[name]
    if colon and not (sort.argument or sort.keys):
        raise UnknownPlayer(f"{name} is told nothing more: write {name} alone")
    if sort.argument is not None and not rest:
        raise UnknownPlayer(f"{name} needs more: for example {name}:{sort.argument.example}")
    if sort.is_rest:
        assert sort.argument is not None
        return Specification(name, sort.argument.read(rest))
    parts = rest.split(",") if rest else []
    argument: Value | None = None
    if sort.argument is not None:
        argument = _value(name, "", sort.argument, parts.pop(0))
    values: dict[str, Value] = {}
    for part in parts:
        key, equals, value = part.partition("=")
        if key not in sort.keys or not equals:
            known = ", ".join(f"{each}={sort.keys[each].example}" for each in sort.keys)
            hint = did_you_mean(key, sort.keys) or f"{name} can be told {known}."
            raise UnknownPlayer(f"{visible(text)}: {name} cannot be told {visible(part)!r}. {hint}")
        if key in values:
            raise UnknownPlayer(f"{visible(text)}: {key} is said twice")
        values[key] = _value(name, key, sort.keys[key], value)
    return Specification(name, argument, values)


def _value(name: str, key: str, wanted: Key, text: str) -> Value:
    try:
        return wanted.read(text)
    except ValueError as problem:
        what = f"{name}:{key}={text}" if key else f"{name}:{text}"
        raise UnknownPlayer(f"{visible(what)}: {key or 'this'} is to be {problem}") from None
