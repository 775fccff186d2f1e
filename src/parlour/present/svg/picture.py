"""A scene as a picture: one self-contained SVG document, sharp at any size.

    >>> cells = (scenes.Piece("X", 0), None, scenes.Piece("O", 1))
    >>> board = scenes.Board("b", "square", 3, 1, cells, columns=("1", "2", "3"), rows=("1",))
    >>> picture = svg(scenes.Scene((board, scenes.Counter("Turn", "X"))), title="Nought")
    >>> picture[:4], picture.count('data-item="b"')
    ('<svg', 3)

A scene holds only what its viewer may see, so all of it is drawn. Its texts were written by strangers: `pen.py`
lets none become markup. There are no scripts, no references and no ids, so pictures can stand side by side on one page.

Places that can be pointed at carry the anchor of `game/question.py`: `data-item` is the id of a board, pile or hand,
`data-cell` the numbers of a place in it, joined by commas (`2,0` on a board, `4` for the fifth card of a hand, nothing
for a pile).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from parlour.game import scene as scenes
from parlour.present.brackets import columns_of, placed
from parlour.present.cards import suited
from parlour.present.ink import Ink
from parlour.present.palette import Theme, color_word
from parlour.present.svg.boards import cell_words, draw_board
from parlour.present.svg.pen import COLUMN, Block, Pen, number, quoted, words
from parlour.present.svg.pieces import (
    CARD_HEIGHT,
    GAP_HEIGHT,
    GAP_WIDTH,
    card_width,
    draw_card,
    draw_gap,
    draw_piece,
    tooltip,
)
from parlour.present.text import fitted, grid_widths, in_rows, legend_faces, numeric_columns, paragraph, summary
from parlour.syntax.display import visible, width

_MARGIN = 20.0
_BETWEEN = 18.0
_WIDEST = 760.0
_LARGEST_SHOWN = 1200.0
_NARROWEST = 160.0
_TEXT_COLUMNS = 88
_GRID_COLUMNS = 240  # A picture can be as wide as a chart needs; it is made smaller as a whole.
_MOST_DESCRIBED = 60
# How far cards lie apart of which only a corner need be seen: backs, faces beside each other, faces in a column.
_BACK_STEP, _FACE_STEP, _COLUMN_STEP = 13.0, 36.0, 24.0
_MOST_FACES = 6
_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"
_FIXED = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
_CLIPPER = Ink(color=False, ascii=False)


def svg(scene: scenes.Scene, *, seat_names: Sequence[str] = (), theme: Theme = "auto", title: str = "") -> str:
    """The scene as an SVG document. `theme` is the ground it is drawn for; `auto` follows the reader's screen.

    `seat_names` are told beside the pieces they own, where the pieces do not say it themselves. `title` stands above
    the picture and is what a screen reader says first; a description of everything on the table follows it."""
    pen = Pen(theme, tuple(seat_names))
    blocks = [block for row in in_rows(scene.items) for block in _draw_row(pen, row) if block.height]
    head = [heading(pen, title)] if title else []
    empty = [] if blocks else [_one_line(pen, "nothing on the table", 14, fill="soft")]
    return document(pen, [*head, *blocks, *empty, *_legend(pen, scene)], title or "Game table", describe(scene))


def describe(scene: scenes.Scene) -> str:
    """The scene in words, for those who cannot see it: every piece with its place, as far as that is not too much."""
    parts = []
    for item in scene.items:
        if isinstance(item, scenes.Board):
            taken = [index for index in range(len(item.cells)) if item.pieces(index)]
            places = [cell_words(item, index) for index in taken[:_MOST_DESCRIBED]]
            more = [f"and {len(taken) - _MOST_DESCRIBED} more"] if len(taken) > _MOST_DESCRIBED else []
            last = [f"last move {cell_words(item, index)}" for index in sorted(item.marks)]
            parts.append(
                ". ".join([summary(scenes.Scene((item,))), "; ".join([*places, *more]), *last]).replace(". . ", ". ")
            )
        elif isinstance(item, scenes.Grid | scenes.Bracket):
            rows = [
                "; ".join(f"{head} {text}".strip() for head, text in zip(item.heads, row, strict=True) if text)
                for row in item.rows
            ]
            parts.append(". ".join([item.title, *rows[:_MOST_DESCRIBED]]))
        elif isinstance(item, scenes.Hand) and item.pieces:
            cards = ", ".join("face down" if piece.is_hidden else piece.text for piece in item.pieces)
            parts.append(f"{summary(scenes.Scene((item,)))}: {cards}")
        else:
            parts.append(summary(scenes.Scene((item,))))
    return visible(". ".join(part.strip(". ") for part in parts if part.strip(". ")))


def document(pen: Pen, blocks: Sequence[Block], title: str, description: str) -> str:
    """Blocks one below the other, as a document."""
    wide = max([_NARROWEST, *(block.width for block in blocks)]) + 2 * _MARGIN
    drawn, y = [], _MARGIN
    for block in blocks:
        drawn.append(block.at((wide - block.width) / 2, y))
        y += block.height + _BETWEEN
    high = max(y - _BETWEEN + _MARGIN, 2 * _MARGIN)
    ground = pen.tag("rect", fill="ground", width=wide, height=high, rx=12)
    body = ground + "".join(drawn)
    scale = min(1.0, _LARGEST_SHOWN / max(wide, high))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="parlour parlour-{pen.theme}" role="img" '
        f'aria-label="{quoted(title)}" viewBox="0 0 {number(wide)} {number(high)}" '
        f'width="{number(wide * scale)}" height="{number(high * scale)}" font-family="{_FONT}">'
    )
    told = f"<title>{words(title)}</title>" + (f"<desc>{words(description)}</desc>" if description else "")
    return f"{head}{told}{pen.sheet(body)}{body}</svg>"


# ---- rows of items


def _draw_row(pen: Pen, items: Sequence[scenes.SceneItem]) -> list[Block]:
    match items[0]:
        case scenes.Board() as board:
            drawn = draw_board(pen, board)
            return [_titled(pen, board.title, drawn)] if drawn.height else []
        case scenes.Grid() as grid:
            return [_titled(pen, grid.title, _grid(pen, grid))] if grid.heads else []
        case scenes.Bracket() as bracket:
            return [_titled(pen, bracket.title, _bracket(pen, bracket))] if bracket.roots else []
        case scenes.Text(text):
            return [_paragraph(pen, text)]
        case scenes.Hand():
            hands = groupby((hand for hand in items if isinstance(hand, scenes.Hand)), key=lambda hand: hand.is_column)
            return [block for _, alike in hands for block in _flow([_hand(pen, hand) for hand in alike], 26)]
        case scenes.Pile():
            return _flow([_pile(pen, pile) for pile in items if isinstance(pile, scenes.Pile)], 22)
        case scenes.Counter():
            return _flow([_counter(pen, counter) for counter in items if isinstance(counter, scenes.Counter)], 10)


def _flow(blocks: Sequence[Block], gap: float) -> list[Block]:
    """Blocks side by side, in as many rows as they need."""
    rows: list[list[Block]] = []
    used = 0.0
    for block in blocks:
        if rows and used + gap + block.width <= _WIDEST:
            rows[-1].append(block)
            used += gap + block.width
        else:
            rows.append([block])
            used = block.width
    return [_beside(row, gap) for row in rows]


def _beside(row: Sequence[Block], gap: float) -> Block:
    markup, x = "", 0.0
    for block in row:
        markup += block.at(x, 0)
        x += block.width + gap
    return Block(x - gap, max(block.height for block in row), markup)


def heading(pen: Pen, title: str) -> Block:
    return _one_line(pen, visible(title), 20, is_bold=True)


def _one_line(pen: Pen, text: str, size: float, *, fill: str = "ink", is_bold: bool = False) -> Block:
    shown = _CLIPPER.clip(text, int(_WIDEST / (size * COLUMN)))
    wide = width(shown) * size * COLUMN
    return Block(wide, size * 1.2, pen.line(shown, wide / 2, size * 0.6, size, fill=fill, is_bold=is_bold))


def _titled(pen: Pen, title: str, block: Block) -> Block:
    if not title:
        return block
    head = _one_line(pen, visible(title), 15, is_bold=True)
    wide = max(head.width, block.width)
    markup = head.at((wide - head.width) / 2, 0) + block.at((wide - block.width) / 2, head.height + 8)
    return Block(wide, head.height + 8 + block.height, markup)


def _paragraph(pen: Pen, text: str) -> Block:
    size = 14.0
    lines = paragraph(text, _CLIPPER, _TEXT_COLUMNS)
    wide = max(map(width, lines)) * size * COLUMN + 4
    drawn = "".join(
        pen.tag("text", words(line), fill="ink", x=0, y=size * (1 + 1.4 * index), font_size=size)
        for index, line in enumerate(lines)
        if line.strip()
    )
    return Block(wide, len(lines) * size * 1.4, f'<g font-family="{_FIXED}" xml:space="preserve">{drawn}</g>')


def _grid(pen: Pen, grid: scenes.Grid) -> Block:
    """Heads above a line, rows below it, each with a dot in the colour of its seat."""
    size, high = 14.0, 24.0
    grid = fitted(grid, _CLIPPER, _GRID_COLUMNS)
    has_owners = any(owner is not None for owner in grid.owners)
    left = 20.0 if has_owners else 4.0
    are_numbers = numeric_columns(grid)
    widths = grid_widths(grid, _CLIPPER, _GRID_COLUMNS)
    places: list[float] = []
    x = left
    for wide in widths:
        places.append(x)
        x += wide * size * COLUMN + 14
    full = x - 10

    def cells(row: Sequence[str], y: float, *, is_head: bool) -> str:
        drawn = ""
        for place, text in enumerate(row):
            shown = _CLIPPER.clip(visible(text), widths[place])
            if shown:
                at = places[place] + (widths[place] * size * COLUMN if are_numbers[place] else 0)
                anchor = "end" if are_numbers[place] else "start"
                fill = "soft" if is_head else "ink"
                drawn += pen.line(shown, at, y, size, fill=fill, anchor=anchor, is_bold=is_head)
        return drawn

    inside = cells(grid.heads, high / 2, is_head=True)
    inside += pen.tag("path", stroke="line", d=f"M0 {number(high)}H{number(full)}", stroke_width=1)
    for index, row in enumerate(grid.rows):
        y = high * (index + 1.5) + 2
        color = pen.seat(grid.owner(index))
        dot = _swatch(pen, color, 8, y) if color is not None else ""
        told = tooltip(
            pen, ", ".join(f"{head} {text}".strip() for head, text in zip(grid.heads, row, strict=True) if text)
        )
        drawn = cells(row, y, is_head=False)
        inside += pen.tag("g", told, dot, drawn, kind="row", data_item=grid.id, data_cell=str(index))
    return Block(full, high * (len(grid.rows) + 1) + 4, inside)


def _bracket(pen: Pen, bracket: scenes.Bracket) -> Block:
    """Names on lines that run together where two have met, each with a dot in the colour of its seat."""
    size, high, gap = 14.0, 15.0, 26.0
    trees = placed(bracket)
    widths = [wide * size * COLUMN + 16 for wide in columns_of(trees, _CLIPPER, _TEXT_COLUMNS)]
    starts = [sum(widths[:column]) + gap * column for column in range(len(widths))]
    inside, rows = "", 0
    for each in (each for tree in trees for each in tree.walk()):
        x, y = starts[each.column], high * (each.row + 0.7)
        rows = max(rows, each.row + 1)
        for side in each.sides:
            begin, there = starts[side.column] + widths[side.column], high * (side.row + 0.7)
            path = f"M{number(begin)} {number(there)}H{number(x - gap / 2)}V{number(y)}H{number(x - 4)}"
            inside += pen.tag("path", stroke="line", fill="none", d=path, stroke_width=1.5)
        color = pen.seat(each.tie.owner)
        inside += _swatch(pen, color, x + 5, y) if color is not None else ""
        shown = _CLIPPER.clip(visible(each.tie.name), _TEXT_COLUMNS)
        inside += pen.line(shown, x + 14, y, size, anchor="start", is_bold=bool(each.sides))
    return Block(starts[-1] + widths[-1], high * (rows + 0.4), inside)


def _counter(pen: Pen, counter: scenes.Counter) -> Block:
    """A name and its value on a plate; a dot in the colour of the seat it belongs to."""
    title = _CLIPPER.clip(visible(counter.title), 40)
    value = _CLIPPER.clip(visible(counter.value), 40)
    color = pen.seat(counter.owner)
    x, high = 12.0, 32.0
    inside = ""
    if color is not None:
        inside += _swatch(pen, color, x + 5, high / 2)
        x += 18
    if title:
        inside += pen.line(title, x, high / 2, 14, fill="soft", anchor="start")
        x += width(title) * 14 * COLUMN + 8
    inside += pen.line(value, x, high / 2, 16, anchor="start", is_bold=True)
    x += width(value) * 16 * COLUMN * 1.05 + 12
    plate = pen.tag("rect", fill="ground", stroke="line", x=0.5, y=0.5, width=x - 1, height=high - 1, rx=8)
    return Block(x, high, pen.tag("g", plate, inside, kind="counter"))


def _swatch(pen: Pen, color: str, x: float, y: float) -> str:
    return pen.tag("circle", fill=color, stroke="edge", cx=x, cy=y, r=5.5, stroke_width=1)


def _pile(pen: Pen, pile: scenes.Pile) -> Block:
    """The top card upon the edges of those below it, the count on a badge, the name under it."""
    top = pile.top or scenes.Piece("", is_hidden=True)
    card = card_width((top,)) if pile.count else GAP_WIDTH
    title = _CLIPPER.clip(visible(pile.title), 18)
    wide = max(card + 26, width(title) * 13 * COLUMN)
    middle = wide / 2
    if pile.count:
        steps = [3.0 * step for step in range(min(pile.count, 3) - 1, 0, -1)]
        below = "".join(Block(0, 0, _edge(pen, card)).at(middle + step, 48 + step) for step in steps)
        count = str(pile.count)
        plate = len(count) * 13 * COLUMN + 12
        badge = pen.tag(
            "rect", fill="ground", stroke="edge", x=middle + card / 2 - plate / 2, y=0.5, width=plate, height=20, rx=10
        ) + pen.line(count, middle + card / 2, 10.5, 13, is_bold=True)
        cards = below + Block(0, 0, draw_card(pen, top, card)).at(middle, 48) + badge
    else:
        cards = Block(0, 0, draw_gap(pen)).at(middle, 48)
    name = pen.line(title, middle, CARD_HEIGHT + 28, 13, fill="soft") if title else ""
    told = tooltip(pen, summary(scenes.Scene((pile,))))
    group = pen.tag("g", told, cards, name, kind="pile", data_item=pile.id, data_cell="")
    return Block(wide, CARD_HEIGHT + (36 if title else 18), group)


def _edge(pen: Pen, wide: float) -> str:
    return pen.tag(
        "rect", fill="tile", stroke="edge", x=-wide / 2, y=-CARD_HEIGHT / 2, width=wide, height=CARD_HEIGHT, rx=6
    )


def _hand(pen: Pen, hand: scenes.Hand) -> Block:
    """Cards in a fan, in as many rows as it needs, or down a column: what has nothing to read below its corner lies
    under the next one."""
    owner = hand.owner
    name = hand.title or (pen.seat_names[owner] if owner is not None and 0 <= owner < len(pen.seat_names) else "")
    card = card_width(hand.pieces)
    places = list(_down(hand.pieces, card) if hand.is_column else _across(hand.pieces, card))
    cards = "".join(
        pen.tag(
            "g",
            tooltip(pen, "face down" if piece.is_hidden else piece.text),
            draw_card(pen, piece, card),
            kind="card",
            data_item=hand.id,
            data_cell=str(index),
            transform=f"translate({number(places[index][0])} {number(places[index][1])})",
        )
        for index, piece in enumerate(hand.pieces)
    )
    wide = max((x + card / 2 for x, _ in places), default=card)
    high = max((y + CARD_HEIGHT / 2 for _, y in places), default=GAP_HEIGHT)
    if not hand.pieces:
        cards = Block(0, 0, draw_gap(pen)).at(card / 2, GAP_HEIGHT / 2)
    if any(piece.is_hidden for piece in hand.pieces):
        name = f"{name} ({len(hand.pieces)})".strip()
    return _named_hand(pen, visible(name), pen.seat(owner), Block(wide, high, cards))


def _across(pieces: Sequence[scenes.Piece], card: float) -> Iterator[tuple[float, float]]:
    """The middles of cards beside each other."""
    x = y = 0.0
    for index, piece in enumerate(pieces):
        if x and x + card > _WIDEST:
            x, y = 0.0, y + CARD_HEIGHT + 8
        yield x + card / 2, y + CARD_HEIGHT / 2
        is_corner_enough = _corner(piece) and index + 1 < len(pieces) and _corner(pieces[index + 1])
        x += (_BACK_STEP if piece.is_hidden else _FACE_STEP) if is_corner_enough else card + 6


def _down(pieces: Sequence[scenes.Piece], card: float) -> Iterator[tuple[float, float]]:
    """The middles of cards below each other."""
    y = 0.0
    for piece in pieces:
        yield card / 2, y + CARD_HEIGHT / 2
        y += (_BACK_STEP if piece.is_hidden else _COLUMN_STEP) if _corner(piece) else CARD_HEIGHT + 6


def _corner(piece: scenes.Piece) -> bool:
    """Whether a corner says all there is to a card: a back, or a playing card."""
    return piece.is_hidden or suited(piece.text) is not None


def _named_hand(pen: Pen, name: str, color: str | None, cards: Block) -> Block:
    if not name:
        return cards
    shown = _CLIPPER.clip(name, 60)
    wide_name = width(shown) * 14 * COLUMN
    before = 18.0 if color is not None else 0.0
    wide = max(cards.width, before + wide_name)
    start = (wide - before - wide_name) / 2
    dot = _swatch(pen, color, start + 6, 8) if color is not None else ""
    text = pen.line(shown, start + before + wide_name / 2, 8, 14, is_bold=True)
    return Block(wide, cards.height + 24, dot + text + cards.at((wide - cards.width) / 2, 24))


def _legend(pen: Pen, scene: scenes.Scene) -> list[Block]:
    """Whose pieces are whose: each kind of piece of a seat, small, and the seat's name."""
    entries = []
    for owner, texts in legend_faces(scene, _CLIPPER, pen.seat_names):
        x, markup = 0.0, ""
        for text in texts[:_MOST_FACES] or [""]:
            wide = (
                28.0 if width(text) <= 2 or color_word(text) is not None else min(90.0, width(text) * 11 * COLUMN + 18)
            )
            markup += Block(0, 0, draw_piece(pen, scenes.Piece(text, owner), wide, 28)).at(x + wide / 2, 14)
            x += wide + 4
        name = _CLIPPER.clip(visible(pen.seat_names[owner]), 40)
        markup += pen.line(name, x + 4, 14, 14, anchor="start")
        entries.append(Block(x + 4 + width(name) * 14 * COLUMN, 28, markup))
    return _flow(entries, 26)
