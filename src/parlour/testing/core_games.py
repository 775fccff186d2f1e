"""Games written directly in core, for testing engines without a language.

>>> game = core_game('''
... program double entry play
... function play() -> int {
...   locals (x: int)
...   ask x: whole seat -1 kind number
...   return mul(x, 2)
... }
... ''')
>>> position = game.start()
>>> position.answer(1, 21)
Step(events=())
>>> position.outcome.value
'42'
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core import nodes
from parlour.core.passes.pipeline import prepared
from parlour.core.read.program import read_program
from parlour.core.values import Plain, Symbol
from parlour.core.verify import check
from parlour.engines.python.engine import PythonEngine
from parlour.game.error import GameError, Refused
from parlour.game.game import Game, GameInfo
from parlour.game.position import ObjectView, State
from parlour.game.question import Anchor
from parlour.game.question import Domain as QuestionDomain
from parlour.game.scene import Scene, Text


def core_game(program: str | nodes.Program) -> Game:
    """A game from core text or a program: through all passes, verified."""
    core = prepare(read_program(program) if isinstance(program, str) else program)
    engine = PythonEngine(core, PlainTable([var.name for var in core.globals]))
    return Game(GameInfo(core.name, "core", core.seats or None), {"python": engine})


def prepare(program: nodes.Program) -> nodes.Program:
    """What every front end does with its draft."""
    ready = prepared(program)
    check(ready)
    return ready


class _Words(str):
    """Text among values, to be written as it is."""

    __slots__ = ()


def written(value: object) -> str:
    """A value as text, by a stack of its own: a list, table or object that comes again, perhaps inside itself, is a
    number there, counted in the order in which they are first met.

    >>> inner = [1]
    >>> written([inner, (inner, "a"), {2: None}])
    "[[1], (#2, 'a'), {2: None}]"
    """
    found: list[str] = []
    numbers: dict[int, int] = {}
    waiting: list[object] = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, _Words) or not isinstance(value, list | dict | tuple | ObjectView):
            found.append(value if isinstance(value, _Words) else repr(value))
            continue
        if not isinstance(value, tuple):
            if id(value) in numbers:
                found.append(f"#{numbers[id(value)]}")
                continue
            numbers[id(value)] = len(numbers) + 1
        fields = value.fields if isinstance(value, ObjectView) else value if isinstance(value, dict) else None
        opening, closing = ("(", ")") if isinstance(value, tuple) else ("{", "}") if fields is not None else ("[", "]")
        if isinstance(value, ObjectView):
            opening = f"{value.class_name} {value.number} {opening}"
        parts: list[object] = [_Words(opening)]
        if fields is not None:
            for key, part in fields.items():
                parts.extend((key, _Words(": "), part, _Words(", ")))
        else:
            for part in value if isinstance(value, list | tuple) else ():
                parts.extend((part, _Words(", ")))
        if len(parts) > 1 and not (isinstance(value, tuple) and len(value) == 1):
            parts.pop()
        parts.append(_Words(closing))
        waiting.extend(reversed(parts))
    return "".join(found)


class PlainTable:
    """Answers as Python would write them: `3`, `true`, `X`, `(1, 2)`; text as it is."""

    def __init__(self, names: list[str]) -> None:
        self.names = names

    def read(self, question: nodes.Question, text: str) -> Plain | Refused:
        value = _read(question.domain, text.strip())
        return Refused("form", f"{text!r} is no answer") if value is None else value

    def label(self, question: nodes.Question, value: Plain) -> str:
        return _text(value)

    def domain(self, question: nodes.Question) -> QuestionDomain:
        return QuestionDomain(type(question.domain).__name__.lower())

    def anchors(self, question: nodes.Question, values: Sequence[Plain], state: State) -> Sequence[tuple[Anchor, ...]]:
        return [()] * len(values)

    def scene(self, state: State, viewer: int | None) -> Scene:
        return Scene(tuple(Text(f"{name} = {written(state.read(name))}") for name in self.names))

    def state(self, state: State) -> dict[str, object]:
        return {name: state.read(name) for name in self.names}

    def asking(self, state: State) -> dict[str, object]:
        return {}

    def ending(self, result: object) -> dict[str, object] | None:
        return {"type": "core", "text": written(result)}

    def reword(self, error: GameError) -> GameError:
        return error


def _read(domain: nodes.Domain, text: str) -> Plain:
    match domain:
        case nodes.Whole():
            return int(text) if text.lstrip("-").isdecimal() else None
        case nodes.YesNo():
            return {"true": True, "false": False}.get(text)
        case nodes.OneOf():
            return Symbol(text)
        case nodes.Line() | nodes.Chars():
            return text
        case nodes.Each(parts):
            pieces = text.strip("()").split(",")
            if len(pieces) != len(parts):
                return None
            return tuple(_read(part, piece.strip()) for part, piece in zip(parts, pieces, strict=True))
        case nodes.Either(parts):
            return next((found for part in parts if (found := _read(part, text)) is not None), None)
    return None


def _text(value: Plain) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"({', '.join(map(_text, value))})"
    return str(value)
