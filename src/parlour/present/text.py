"""A scene as text for a terminal.

    >>> cells = (scenes.Piece("X", 0), None, scenes.Piece("O", 1))
    >>> board = scenes.Board("b", "square", 3, 1, cells, columns=("1", "2", "3"), rows=("1",))
    >>> print(draw(scenes.Scene((board, scenes.Counter("Turn", "X"))), color=False, ascii=False, width=40))
        1   2   3
      ┌───┬───┬───┐
    1 │ X │ · │ O │
      └───┴───┴───┘
    <BLANKLINE>
    Turn: X

A scene holds only what its viewer may see, so all of it is drawn. Its texts were written by strangers: none reaches
the screen but through `visible`.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from parlour.game import scene as scenes
from parlour.present.boards import draw_board
from parlour.present.brackets import draw_bracket
from parlour.present.ink import Ink
from parlour.syntax import display
from parlour.syntax.display import visible

# Narrower than this nothing can be drawn; a terminal that says less is not telling the truth.
NARROWEST = 20
_GAP = "   "
_MOST_BACKS = 10
_COLUMN_GAP = "  "


def draw(scene: scenes.Scene, *, color: bool, ascii: bool, width: int, seat_names: Sequence[str] = ()) -> str:
    """The scene in lines of at most `width` columns, without a line end at the end.

    `ascii` draws with ASCII characters alone; whatever is not ASCII in the game's texts is shown as an escape.
    `seat_names` are told beside the pieces they own, where the pieces do not say it themselves."""
    ink, columns = Ink(color, ascii), max(width, NARROWEST)
    blocks = [_draw_row(row, ink, columns, seat_names) for row in in_rows(scene.items)]
    legend = _legend(scene, ink, columns, seat_names)
    return "\n\n".join("\n".join(line.rstrip(" ") for line in block) for block in (*blocks, legend) if block)


def summary(scene: scenes.Scene) -> str:
    """The scene in one line.

    >>> board = scenes.Board("b", "square", 2, 1, (scenes.Piece("X"), None))
    >>> summary(scenes.Scene((board, scenes.Pile("d", "Deck", 23))))
    'board 2 x 1: 1 X; Deck 23'
    """
    return "; ".join(visible(_words(item)) for item in scene.items)


def _words(item: scenes.SceneItem) -> str:
    match item:
        case scenes.Board():
            pieces = Tally(piece.text for piece in item.all_pieces if not piece.is_hidden)
            ranked = sorted(pieces.items(), key=lambda counted: (-counted[1], counted[0]))
            named = ", ".join(f"{count} {text}" for text, count in ranked[:4]) + (" …" if len(ranked) > 4 else "")
            return f"{item.title or 'board'} {item.width} x {item.height}: {named or 'empty'}"
        case scenes.Pile():
            return f"{item.title or 'pile'} {item.count}"
        case scenes.Hand():
            return f"{item.title or 'hand'} {len(item.pieces)}"
        case scenes.Counter():
            return f"{item.title} {item.value}".strip()
        case scenes.Grid():
            return f"{item.title or 'table'} {len(item.heads)} x {len(item.rows)}"
        case scenes.Bracket():
            return f"{item.title or 'bracket'} of {len(item.rows)} matches"
        case scenes.Text():
            return item.text.strip().split("\n", 1)[0]


# ---- items


def in_rows(items: Sequence[scenes.SceneItem]) -> list[list[scenes.SceneItem]]:
    """Items that are drawn together: neighbouring counters, piles or hands; everything else stands alone."""
    rows: list[list[scenes.SceneItem]] = []
    for item in items:
        if rows and type(rows[-1][0]) is type(item) and isinstance(item, scenes.Counter | scenes.Pile | scenes.Hand):
            rows[-1].append(item)
        else:
            rows.append([item])
    return rows


def _draw_row(items: Sequence[scenes.SceneItem], ink: Ink, columns: int, seat_names: Sequence[str]) -> list[str]:
    match items[0]:
        case scenes.Board() as board:
            title = [ink.title(ink.clip(ink.clean(board.title), columns))] if board.title else []
            return title + draw_board(board, ink, columns)
        case scenes.Grid() as grid:
            title = [ink.title(ink.clip(ink.clean(grid.title), columns))] if grid.title else []
            return title + _grid(grid, ink, columns)
        case scenes.Bracket() as bracket:
            title = [ink.title(ink.clip(ink.clean(bracket.title), columns))] if bracket.title else []
            return title + draw_bracket(bracket, ink, columns)
        case scenes.Text(text):
            return paragraph(text, ink, columns)
        case scenes.Hand():
            return [
                line
                for hand in items
                if isinstance(hand, scenes.Hand)
                for line in _hand(hand, ink, columns, seat_names)
            ]
        case scenes.Pile():
            return _flow([_pile(pile, ink, columns) for pile in items if isinstance(pile, scenes.Pile)], columns)
        case scenes.Counter():
            return _flow([_counter(item, ink, columns) for item in items if isinstance(item, scenes.Counter)], columns)


def fitted(grid: scenes.Grid, ink: Ink, columns: int) -> scenes.Grid:
    """The first columns, if there are more than can be told apart; the last of them says that others follow."""
    most = (columns + len(_COLUMN_GAP)) // (1 + len(_COLUMN_GAP))
    if len(grid.heads) <= most:
        return grid
    rows = tuple((*row[: most - 1], ink.signs("…")) for row in (grid.heads, *grid.rows))
    return replace(grid, heads=rows[0], rows=rows[1:])


def in_parts(grid: scenes.Grid, ink: Ink, columns: int) -> list[scenes.Grid]:
    """The columns in as many tables, one below the other, as it takes to show all of them whole. The first
    column, which tells the rows apart, is in each.

    >>> grid = scenes.Grid("g", "Season", ("player", "round 1", "round 2"), (("Ada", "won", "lost"),))
    >>> [part.heads for part in in_parts(grid, Ink(color=False, ascii=False), 20)]
    [('player', 'round 1'), ('player', 'round 2')]
    """
    rows = [[ink.clean(text) for text in row] for row in (grid.heads, *grid.rows)]
    widths = [max(display.width(row[place]) for row in rows) + len(_COLUMN_GAP) for place in range(len(grid.heads))]
    parts: list[list[int]] = []
    used = 0
    for place in range(1, len(widths)):
        if not parts or used + widths[place] > columns:
            parts.append([0])
            used = widths[0] - len(_COLUMN_GAP)
        parts[-1].append(place)
        used += widths[place]
    if len(parts) <= 1:
        return [grid]
    taken = [[tuple(row[place] for place in part) for row in (grid.heads, *grid.rows)] for part in parts]
    titles = [grid.title, *([""] * (len(parts) - 1))]
    return [
        replace(grid, title=title, heads=heads, rows=tuple(others))
        for title, (heads, *others) in zip(titles, taken, strict=True)
    ]


def grid_widths(grid: scenes.Grid, ink: Ink, columns: int) -> list[int]:
    """How wide each column is: as its widest entry, and all together no wider than the screen. Where there is not
    enough room the widest give way; a column is never narrower than its sign that something was cut off."""
    entries = [[ink.clean(text) for text in row] for row in (grid.heads, *grid.rows)]
    widths = [max(display.width(row[place]) for row in entries) for place in range(len(grid.heads))]
    while sum(widths) + len(_COLUMN_GAP) * (len(widths) - 1) > columns and max(widths, default=0) > 1:
        widths[widths.index(max(widths))] -= 1
    return widths


def _grid(grid: scenes.Grid, ink: Ink, columns: int) -> list[str]:
    """Columns of words to the left, of numbers to the right."""
    grid = fitted(grid, ink, columns)
    widths = grid_widths(grid, ink, columns)
    are_numbers = numeric_columns(grid)

    def line(row: Sequence[str]) -> str:
        shown: list[str] = []
        for text, wide, is_number in zip(row, widths, are_numbers, strict=True):
            clean = ink.clip(ink.clean(text), wide)
            room = " " * (wide - display.width(clean))
            shown.append(room + clean if is_number else clean + room)
        return _COLUMN_GAP.join(shown)

    rows = [ink.owned(line(row).rstrip(" "), grid.owner(place)) for place, row in enumerate(grid.rows)]
    return [ink.title(line(grid.heads).rstrip(" ")), *rows]


def numeric_columns(grid: scenes.Grid) -> list[bool]:
    """The columns that hold numbers, as far as they hold anything."""

    def is_number(text: str) -> bool:
        return text.removeprefix("-").replace(".", "", 1).isdecimal()

    columns = [[row[place] for row in grid.rows if row[place]] for place in range(len(grid.heads))]
    return [bool(column) and all(map(is_number, column)) for column in columns]


# A drawn word and its width: colours have none.
_Word = tuple[str, int]


def _counter(counter: scenes.Counter, ink: Ink, columns: int) -> _Word:
    title, value = ink.clean(counter.title), ink.clean(counter.value)
    shown = ink.clip(f"{title}: {value}" if title else value, columns)
    return ink.owned(shown, counter.owner), display.width(shown)


def _pile(pile: scenes.Pile, ink: Ink, columns: int) -> _Word:
    title = ink.clip(ink.clean(pile.title), columns // 2)
    if pile.count == 0:
        shown = f"{title} {ink.signs('–')}"
        return shown, display.width(shown)
    top = pile.top or scenes.Piece("", is_hidden=True)
    count = ink.signs(f" ×{pile.count}")
    most = max(3, columns - display.width(title) - len(count) - 1)
    plain = Ink(False, ink.ascii).card(top, most)
    return f"{title} {ink.card(top, most)}{count}", display.width(f"{title} {plain}{count}")


def _hand(hand: scenes.Hand, ink: Ink, columns: int, seat_names: Sequence[str]) -> list[str]:
    name = hand.title or (seat_names[hand.owner] if hand.owner is not None and hand.owner < len(seat_names) else "")
    title = ink.clip(ink.clean(name), columns // 2)
    start = f"{title}: " if title else ""
    margin = display.width(start)
    most = columns - margin
    words = _cards(hand.pieces, ink, most) or [(ink.signs("–"), 1)]
    lines = _flow(words, most, gap=" ")
    return [ink.owned(start, hand.owner) + lines[0], *(" " * margin + line for line in lines[1:])]


def _cards(pieces: Sequence[scenes.Piece], ink: Ink, most: int) -> list[_Word]:
    """The cards of a hand; many backs in a row are counted instead of drawn."""
    words: list[_Word] = []
    for is_hidden, alike in groupby(pieces, key=lambda piece: piece.is_hidden):
        cards = [_card(piece, ink, most) for piece in alike]
        if is_hidden and len(cards) > _MOST_BACKS:
            count = ink.signs(f" ×{len(cards)}")
            cards = [(cards[0][0] + count, cards[0][1] + len(count))]
        words += cards
    return words


def _card(piece: scenes.Piece, ink: Ink, most: int) -> _Word:
    return ink.card(piece, most), display.width(Ink(False, ink.ascii).card(piece, most))


def paragraph(text: str, ink: Ink, columns: int) -> list[str]:
    """Words on the table in lines of at most so many columns."""
    lines: list[str] = []
    for line in text.replace("\r\n", "\n").expandtabs(4).rstrip("\n").split("\n"):
        for wrapped in display.wrap(ink.clean(line), columns):
            lines += _broken(wrapped, columns)
    return lines


def _broken(line: str, columns: int) -> list[str]:
    """A line that could not be wrapped, broken where the screen ends."""
    lines = [""]
    for character in line:
        if display.width(lines[-1] + character) > columns:
            lines.append("")
        lines[-1] += character
    return lines


def _flow(words: Sequence[_Word], columns: int, gap: str = _GAP) -> list[str]:
    """Drawn words side by side, in as many lines as they need."""
    lines: list[str] = []
    used = 0
    for drawn, size in words:
        if lines and used + len(gap) + size <= columns:
            lines[-1] += gap + drawn
            used += len(gap) + size
        else:
            lines.append(drawn)
            used = size
    return lines


def _legend(scene: scenes.Scene, ink: Ink, columns: int, seat_names: Sequence[str]) -> list[str]:
    """Whose pieces are whose: `X Ada   O Ben`. Where only their colour says it, nothing without colours."""
    words: list[_Word] = []
    for owner, texts in legend_faces(scene, ink, seat_names):
        if not texts and not ink.color:
            continue
        shown = ink.clip(f"{' '.join([*texts, ink.clean(seat_names[owner])])}", columns)
        words.append((ink.owned(shown, owner), display.width(shown)))
    return _flow(words, columns)


def legend_faces(scene: scenes.Scene, ink: Ink, seat_names: Sequence[str]) -> list[tuple[int, list[str]]]:
    """The seats with pieces on the boards, and the texts of these. A seat whose pieces all bear its name is left out:
    they say already whose they are. If the pieces of two seats bear the same text (seeds in pits), texts do not say
    whose they are, and none are given."""
    faces: dict[int, dict[str, None]] = {}
    for board in scene.boards:
        for piece in board.all_pieces:
            if piece.owner is not None and not piece.is_hidden and piece.owner < len(seat_names):
                faces.setdefault(piece.owner, {})[ink.clean(piece.text)] = None
    if len({text for texts in faces.values() for text in texts}) < sum(map(len, faces.values())):
        return [(owner, []) for owner in sorted(faces)]
    return [
        (owner, list(texts))
        for owner, texts in sorted(faces.items())
        if not all(_bears(text, ink.clean(seat_names[owner])) for text in texts)
    ]


def _bears(text: str, name: str) -> bool:
    """Whether a name stands on a piece, alone or among other words.

    >>> _bears("Red", "Red"), _bears("3 Red", "Red"), _bears("Redder", "Red")
    (True, True, False)
    """
    return f" {name} " in f" {text} "
