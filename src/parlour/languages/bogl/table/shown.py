"""BoGL values as BoGL writes them.

>>> from parlour.languages.bogl.check.types import INT, BOOL, tuple_of
>>> show_value((1, True), tuple_of((INT, BOOL)), 0, None)
'(1, True)'
"""

from __future__ import annotations

from parlour.core.values import Symbol
from parlour.languages.bogl.check.types import Basic, Expanded, Tuple

Rows = list[list[str]]


def show_value(value: object, type_: Expanded, width: int, content: Expanded | None) -> str:
    """A value of a type. A board by itself is its rows, one a line; inside a tuple it stands on one line."""
    if type_.kernel is Basic.BOARD and isinstance(value, tuple):
        rows = board_rows(value, width, content)
        widths = [max(len(row[column]) for row in rows) for column in range(width)]
        return "\n".join(" ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
    return _inside(value, type_, width, content)


def board_rows(cells: tuple[object, ...], width: int, content: Expanded | None) -> Rows:
    """The texts of a board's cells, row by row."""
    texts = [_inside(cell, content or Expanded(Basic.INT), width, content) for cell in cells]
    return [texts[start : start + width] for start in range(0, len(texts), width)]


def _inside(value: object, type_: Expanded, width: int, content: Expanded | None) -> str:
    match value:
        case bool():
            return "True" if value else "False"
        case int():
            return str(value)
        case Symbol():
            return value.name
        case str():
            return quoted(value)
        case list():
            return "{" + ", ".join(f"({x}, {y})" for x, y in value) + "}"
        case tuple() if isinstance(type_.kernel, Tuple):
            parts = zip(value, type_.kernel.items, strict=True)
            return "(" + ", ".join(_inside(part, item, width, content) for part, item in parts) + ")"
        case tuple() if type_.kernel is Basic.BOARD:
            return "[" + " / ".join(" ".join(row) for row in board_rows(value, width, content)) + "]"
        case tuple():
            return "(" + ", ".join(_inside(part, type_, width, content) for part in value) + ")"
    return str(value)


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}


def quoted(text: str) -> str:
    """A string as BoGL reads it back: what cannot be printed as its decimal code."""
    parts: list[str] = []
    for number, character in enumerate(text):
        if character in _ESCAPES:
            parts.append(_ESCAPES[character])
        elif character.isprintable():
            parts.append(character)
        else:
            # A digit after a decimal code would belong to it; \\& ends the code, as in Haskell.
            follows = text[number + 1 : number + 2]
            parts.append(f"\\{ord(character)}" + ("\\&" if follows.isdecimal() else ""))
    return '"' + "".join(parts) + '"'
