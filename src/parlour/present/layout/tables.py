"""A scene laid out: every item of the table as a block, rows of like items, and all of it in words.

    >>> cells = (scenes.Piece("X", 0), None, scenes.Piece("O", 1))
    >>> board = scenes.Board("b", "square", 3, 1, cells, columns=("1", "2", "3"), rows=("1",))
    >>> drawing = lay_out(scenes.Scene((board, scenes.Counter("Turn", "X"))))
    >>> [block.kind for row in drawing.rows for block in row.blocks], drawing.description
    (['board', 'counter'], 'board 3 x 1: 1 O, 1 X. 1: X; 3: O. Turn X')

A scene holds only what its viewer may see, so all of it is drawn. Its texts were written by strangers: in a drawing
their control characters are visible, and no pen reads them as markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby

from parlour.game import scene as scenes
from parlour.game.question import Anchor
from parlour.present import drawing
from parlour.present.brackets import placed
from parlour.present.cards import suited
from parlour.present.drawing import group, line, short, written
from parlour.present.ink import Ink
from parlour.present.layout import pieces
from parlour.present.layout.boards import cell_words, draw_board
from parlour.present.layout.measure import FIXED, clipped, length
from parlour.present.palette import color_word, seat_color
from parlour.present.text import fitted, in_rows, legend_faces, numeric_columns, paragraph, summary
from parlour.syntax.display import visible, width

# How wide a drawing may be, and how wide it is for a narrow screen.
WIDEST, NARROW = 760.0, 350.0
# A picture can be as wide as a chart needs, it is made smaller as a whole; a column of it or a name should not be.
_GRID_COLUMNS, _WIDEST_COLUMN, _WIDEST_NAME = 240, 360.0, 300.0
_MOST_DESCRIBED = 60
# How far cards lie apart of which only a corner need be seen: backs, faces beside each other, faces in a column.
_BACK_STEP, _FACE_STEP, _COLUMN_STEP = 13.0, pieces.CORNER, 24.0
# What somebody else holds is as wide as this, however many cards it is: nothing moves when one goes.
_SECRET_HAND = 150.0
# Columns stay in one row that is so much too wide: whoever draws them makes them smaller.
_SHRUNK = 1.25
# A seat whose pieces have more faces than these is told by its colour.
_MOST_FACES = 3
_TEXT_SIZE = 14.0
# What a row more, and a seat whose things are torn apart, cost against rows of unequal length.
_ROW_COST, _SPLIT_COST = 2.0, 1.5
_CLIPPER = Ink(color=False, ascii=False)


def lay_out(scene: scenes.Scene, *, seat_names: Sequence[str] = (), widest: float = WIDEST) -> drawing.Drawing:
    """The scene as a drawing of which hands, words and titles are at most so wide; boards and charts take the room they
    need. `seat_names` are told beside the pieces they own, where the pieces do not say it themselves."""
    seats = tuple(seat_names)
    drawn = [row for items in in_rows(scene.items) for row in _draw_items(seats, items, widest) if row.blocks]
    rows = [row for kind, like in groupby(drawn, key=_kind) for row in (_together(like) if kind == "board" else like)]
    if not rows:
        rows = [drawing.Row((one_line("nothing on the table", _TEXT_SIZE, widest, fill="soft", kind="text"),))]
    return drawing.Drawing((*rows, *_legend(seats, scene)), describe(scene))


def _kind(row: drawing.Row) -> str:
    return row.blocks[0].kind


def _together(rows: Iterable[drawing.Row]) -> list[drawing.Row]:
    """Boards that follow each other stand side by side, where there is room for it."""
    return [drawing.Row(tuple(block for row in rows for block in row.blocks), 26)]


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


# ---- rows of items


def _draw_items(seats: pieces.Seats, items: Sequence[scenes.SceneItem], widest: float) -> list[drawing.Row]:
    """Like items that follow each other."""
    match items[0]:
        case scenes.Board() as board:
            return _alone("board", board, board.title, draw_board(seats, board, widest), widest)
        case scenes.Grid() as grid:
            return _alone("grid", grid, grid.title, _grid(seats, grid), widest) if grid.heads else []
        case scenes.Bracket() as bracket:
            return _alone("bracket", bracket, bracket.title, _bracket(seats, bracket), widest) if bracket.roots else []
        case scenes.Text() as text:
            return _alone("text", text, "", _paragraph(text.text, widest), widest)
        case scenes.Hand():
            hands = groupby((hand for hand in items if isinstance(hand, scenes.Hand)), key=lambda hand: hand.is_column)
            return [row for _, alike in hands for row in _hands(seats, list(alike), widest)]
        case scenes.Pile():
            piles = [pile for pile in items if isinstance(pile, scenes.Pile)]
            high = pieces.CARD_HEIGHT if any(pile.count for pile in piles) else pieces.GAP_HEIGHT
            return _side_by_side([(None, _pile(seats, pile, high)) for pile in piles], 22, widest)
        case scenes.Counter():
            return _counters(seats, [counter for counter in items if isinstance(counter, scenes.Counter)], widest)


def _counters(seats: pieces.Seats, counters: Sequence[scenes.Counter], widest: float) -> list[drawing.Row]:
    """Plates beside each other. What several seats have several of is a table with a row for each, and what a seat
    `holds` are cards."""
    told = [(counter, _of_seat(seats, counter)) for counter in counters]
    held = [(counter, word) for counter, word in told if word == "holds"]
    valued = [(counter, word) for counter, word in told if word not in (None, "holds")]
    words = dict.fromkeys(word for _, word in valued)
    owners = dict.fromkeys(counter.owner for counter, _ in valued)
    is_table = len(words) > 1 and len(owners) > 1
    plain = [counter for counter, word in told if word is None or (word != "holds" and not is_table)]
    rows = _side_by_side([(counter.owner, _counter(seats, counter)) for counter in plain], 10, widest)
    if is_table:
        values = {(counter.owner, word): counter.value for counter, word in valued}
        entries = tuple((seats[owner or 0], *(values.get((owner, word), "") for word in words)) for owner in owners)
        grid = scenes.Grid("", "", ("", *(word or "" for word in words)), entries, tuple(owners))
        rows += _alone("grid", grid, "", _grid(seats, grid), widest)
    hands = [
        scenes.Hand("", seats[counter.owner or 0], tuple(map(scenes.Piece, counter.value.split(", "))), counter.owner)
        for counter, _ in held
    ]
    return [*_hands(seats, hands, widest), *rows] if hands else rows


def _of_seat(seats: pieces.Seats, counter: scenes.Counter) -> str | None:
    """What a counter counts for its seat: `chips` of `Ada, chips`, `score` of `score red`, nothing for what is only
    said of it; None if it belongs to no seat, or is not called by it."""
    if counter.owner is None or not 0 <= counter.owner < len(seats):
        return None
    name = seats[counter.owner]
    if counter.title == name:
        return ""
    if counter.title.startswith(f"{name}, "):
        return counter.title.removeprefix(f"{name}, ")
    return counter.title.removesuffix(f" {name}") if counter.title.endswith(f" {name}") else None


def _hands(seats: pieces.Seats, hands: Sequence[scenes.Hand], widest: float) -> list[drawing.Row]:
    """Hands that lie beside each other. Columns are equally wide. Those of which one shows a card that must be seen
    whole, or none shows any, have all cards at equal steps, so that they can be read across. What one seat alone holds
    openly lies nearest to it, in rows of its own below those of the others."""
    holder = _holder(hands)
    if holder is not None:
        others = [hand for hand in hands if hand.owner != holder]
        own = [hand for hand in hands if hand.owner == holder]
        return [*_hands(seats, others, widest), *_hands(seats, own, widest)]
    cards = [piece for hand in hands for piece in hand.pieces]
    is_spread = not all(map(_corner, cards)) or all(piece.is_hidden for piece in cards)
    drawn = [_hand(seats, hand, widest, is_spread=is_spread) for hand in hands]
    gap, room = 26.0, widest
    if all(hand.is_column for hand in hands):
        wide = max(block.width for block in drawn)
        drawn = [
            drawing.Block(wide, block.height, (block.at((wide - block.width) / 2, 0),), "column", block.name)
            for block in drawn
        ]
        if len(drawn) * (wide + gap) - gap > widest:
            gap, room = 8.0, widest * _SHRUNK
    return _side_by_side(list(zip((hand.owner for hand in hands), drawn, strict=True)), gap, room)


def _holder(hands: Sequence[scenes.Hand]) -> int | None:
    """The only seat that shows cards and no back, where others show backs: whoever looks is there."""
    backs = {hand.owner for hand in hands for piece in hand.pieces if piece.is_hidden}
    faces = {hand.owner for hand in hands for piece in hand.pieces if not piece.is_hidden}
    holders = faces - backs - {None}
    return next(iter(holders)) if len(holders) == 1 and backs - {None} else None


def _side_by_side(owned: Sequence[tuple[int | None, drawing.Block]], gap: float, widest: float) -> list[drawing.Row]:
    """Blocks of seats in as few rows as they need, which are about equally long, and rather between seats than within
    one: the rows of least cost, found from the first block on (as Knuth and Plass break paragraphs)."""
    ends = list(accumulate((block.width + gap for _, block in owned), initial=0.0))
    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(owned) + 1):
        is_within = end < len(owned) and owned[end][0] is not None and owned[end - 1][0] == owned[end][0]
        costs: list[tuple[float, int]] = []
        for start in range(end - 1, -1, -1):
            used = ends[end] - ends[start] - gap
            if used > widest and start < end - 1:
                break
            costs.append(
                (best[start][0] + _ROW_COST + max(0.0, 1 - used / widest) ** 2 + is_within * _SPLIT_COST, start)
            )
        best.append(min(costs))
    rows: list[drawing.Row] = []
    end = len(owned)
    while end:
        start = best[end][1]
        rows.insert(0, drawing.Row(tuple(block for _, block in owned[start:end]), gap))
        end = start
    return rows


def _alone(
    kind: drawing.BlockKind, item: scenes.SceneItem, title: str, block: drawing.Block, widest: float
) -> list[drawing.Row]:
    """An item with a row of its own, under its title; none if it takes no room."""
    if not block.height:
        return []
    wide, high, drawn = block.width, block.height, block.marks
    if title:
        head = one_line(title, 15, widest, is_bold=True)
        wide = max(head.width, block.width)
        drawn = (head.at((wide - head.width) / 2, 0), block.at((wide - block.width) / 2, head.height + 8))
        high += head.height + 8
    return [drawing.Row((drawing.Block(short(wide), short(high), drawn, kind, _said(item)),))]


def _said(item: scenes.SceneItem) -> str:
    return visible(summary(scenes.Scene((item,))))


def one_line(
    text: str,
    size: float,
    widest: float,
    *,
    fill: str = "ink",
    is_bold: bool = False,
    kind: drawing.BlockKind | None = None,
) -> drawing.Block:
    """A line of words as a block."""
    shown = clipped(visible(text), size, widest, is_bold=is_bold)
    wide = length(shown, size, is_bold=is_bold)
    words = line(shown, wide / 2, size * 0.6, size, fill=fill, is_bold=is_bold)
    return drawing.Block(short(wide), short(size * 1.2), (words,), kind or "", shown if kind else "")


def _paragraph(text: str, widest: float) -> drawing.Block:
    """Words as they were printed, every character as wide as every other."""
    lines = paragraph(text, _CLIPPER, int(widest / (_TEXT_SIZE * FIXED)) - 2)
    drawn = tuple(
        drawing.Text(
            text=words,
            fill="ink",
            y=short(_TEXT_SIZE * (1 + 1.4 * index)),
            font_size=_TEXT_SIZE,
            is_fixed=True,
        )
        for index, words in enumerate(lines)
        if words.strip()
    )
    wide = max(map(width, lines)) * _TEXT_SIZE * FIXED + 4
    return drawing.Block(short(wide), short(len(lines) * _TEXT_SIZE * 1.4), drawn)


def _grid(seats: pieces.Seats, grid: scenes.Grid) -> drawing.Block:
    """Heads above a line, rows below it, each with a dot in the colour of its seat."""
    size, high = 14.0, 24.0
    grid = fitted(grid, _CLIPPER, _GRID_COLUMNS)
    has_owners = any(owner is not None for owner in grid.owners)
    left = 20.0 if has_owners else 4.0
    are_numbers = numeric_columns(grid)
    heads = [length(visible(head), size, is_bold=True) for head in grid.heads]
    widths = [
        min(_WIDEST_COLUMN, max([head, *(length(visible(row[place]), size) for row in grid.rows)]))
        for place, head in enumerate(heads)
    ]
    places = list(accumulate((wide + 14 for wide in widths), initial=left))
    full = places[-1] - 10

    def cells(row: Sequence[str], y: float, *, is_head: bool) -> Iterator[drawing.Mark]:
        for place, text in enumerate(row):
            shown = clipped(visible(text), size, widths[place], is_bold=is_head)
            if shown:
                at = places[place] + (widths[place] if are_numbers[place] else 0)
                anchor = "end" if are_numbers[place] else "start"
                fill = "soft" if is_head else "ink"
                yield line(shown, at, y, size, fill=fill, anchor=anchor, is_bold=is_head)

    inside = [*cells(grid.heads, high / 2, is_head=True)]
    inside.append(drawing.Path(stroke="line", d=f"M0 {written(high)}H{written(full)}"))
    for index, row in enumerate(grid.rows):
        y = high * (index + 1.5) + 2
        told = ", ".join(f"{head} {text}".strip() for head, text in zip(grid.heads, row, strict=True) if text)
        drawn = (
            _around(0, y - high / 2, full, high),
            *_swatch(seats, grid.owner(index), 8, y),
            *cells(row, y, is_head=False),
        )
        inside.append(
            drawing.Group(drawn, 0, 0, "row", Anchor(grid.id, (index,)) if grid.id else None, index, visible(told))
        )
    return drawing.Block(short(full), high * (len(grid.rows) + 1) + 4, tuple(inside))


def _bracket(seats: pieces.Seats, bracket: scenes.Bracket) -> drawing.Block:
    """Names on lines that run together where two have met, each with a dot in the colour of its seat."""
    size, high, gap = 14.0, 15.0, 26.0
    everybody = [each for tree in placed(bracket) for each in tree.walk()]
    names = [clipped(visible(each.tie.name), size, _WIDEST_NAME, is_bold=True) for each in everybody]
    widths = [0.0] * (1 + max(each.column for each in everybody))
    for each, name in zip(everybody, names, strict=True):
        widths[each.column] = max(widths[each.column], 18 + length(name, size, is_bold=True))
    starts = [sum(widths[:column]) + gap * column for column in range(len(widths))]
    inside: list[drawing.Mark] = []
    rows = 0
    for each, name in zip(everybody, names, strict=True):
        x, y = starts[each.column], high * (each.row + 0.7)
        rows = max(rows, each.row + 1)
        for side in each.sides:
            begin, there = starts[side.column] + widths[side.column], high * (side.row + 0.7)
            path = f"M{written(begin)} {written(there)}H{written(x - gap / 2)}V{written(y)}H{written(x - 4)}"
            inside.append(drawing.Path(stroke="line", fill="none", d=path, stroke_width=1.5))
        inside += _swatch(seats, each.tie.owner, x + 6, y)
        inside.append(line(name, x + 16, y, size, anchor="start", is_bold=bool(each.sides)))
    return drawing.Block(short(starts[-1] + widths[-1]), short(high * (rows + 0.4)), tuple(inside))


def _counter(seats: pieces.Seats, counter: scenes.Counter) -> drawing.Block:
    """A name and its value on a plate; a dot in the colour of the seat it belongs to."""
    title = clipped(visible(counter.title), 14, _WIDEST_NAME)
    value = clipped(visible(counter.value), 16, _WIDEST_NAME, is_bold=True)
    x, high = 12.0, 32.0
    inside = [*_swatch(seats, counter.owner, x + 5, high / 2)]
    x += 18 if inside else 0
    if title:
        inside.append(line(title, x, high / 2, 14, fill="soft", anchor="start"))
        x += length(title, 14) + 8
    inside.append(line(value, x, high / 2, 16, anchor="start", is_bold=True))
    x += length(value, 16, is_bold=True) + 12
    plate = drawing.Rect(fill="ground", stroke="line", x=0.5, y=0.5, width=short(x - 1), height=high - 1, rx=8)
    return drawing.Block(short(x), high, (plate, *inside), "counter", _said(counter))


def _swatch(seats: pieces.Seats, owner: int | None, x: float, y: float) -> drawing.Marks:
    """A dot in the colour of a seat; nothing for nobody."""
    color = seat_color(owner, seats)
    return () if color is None else (drawing.Circle(fill=color, stroke="edge", cx=short(x), cy=short(y), r=5.5),)


def _around(x: float, y: float, wide: float, high: float) -> drawing.Rect:
    """An outline that nobody sees until a pen has something to say about its place; all of it can be pointed at."""
    return drawing.Rect(
        fill="cell", fill_opacity=0.0, x=short(x), y=short(y), width=short(wide), height=short(high), rx=6
    )


def _pile(seats: pieces.Seats, pile: scenes.Pile, high: float) -> drawing.Block:
    """The top card upon the edges of those below it, the count on a badge, the name under it. An empty one is as high
    as those beside it, and takes the room of a card: nothing moves when one is laid."""
    top = pile.top or scenes.Piece("", is_hidden=True)
    card = pieces.card_width((top,)) if pile.count else pieces.GAP_WIDTH
    title, count = clipped(visible(pile.title), 13, 150), str(pile.count)
    badge = length(count, 13, is_bold=True) + 12
    wide = max(max(card, pieces.CARD_WIDTH) + max(badge + 2, 36), length(title, 13))
    middle, right, upper = wide / 2, wide / 2 + card / 2, 3 + high / 2
    drawn: list[drawing.Mark] = [_around(middle - card / 2 - 5, 0, card + 14, high + 12)]
    if pile.count:
        steps = [3.0 * step for step in range(min(pile.count, 3) - 1, 0, -1)]
        drawn += [group((pieces.draw_edge(card),), middle + step, upper + step) for step in steps]
        drawn.append(group(pieces.draw_card(seats, top, card), middle, upper))
        # Its lower right corner is the one in which nothing is written.
        plate = drawing.Rect(
            fill="ground",
            stroke="edge",
            x=short(right - badge / 2),
            y=high - 12,
            width=short(badge),
            height=20,
            rx=10,
        )
        drawn += [plate, line(count, right, high - 2, 13, is_bold=True)]
    else:
        drawn.append(group((pieces.draw_gap(),), middle, upper))
    if title:
        drawn.append(line(title, middle, high + 20, 13, fill="soft"))
    place = drawing.Group(tuple(drawn), 0, 0, "pile", Anchor(pile.id), 0, _said(pile))
    return drawing.Block(short(wide), high + (30 if title else 14), (place,), "pile", _said(pile))


def _hand(seats: pieces.Seats, hand: scenes.Hand, widest: float, *, is_spread: bool) -> drawing.Block:
    """Cards in a fan, in as many rows as it needs, or down a column: what has nothing to read below its corner lies
    under the next one."""
    owner = hand.owner
    name = hand.title or (seats[owner] if owner is not None and 0 <= owner < len(seats) else "")
    card = pieces.card_width(hand.pieces)
    is_secret = owner is not None and _is_secret(hand)
    back = min(_BACK_STEP, (_SECRET_HAND - card) / max(1, len(hand.pieces) - 1)) if is_secret else _BACK_STEP
    steps = _down(hand.pieces, card, is_spread) if hand.is_column else _across(hand.pieces, card, widest, back)
    places = list(steps)
    cards: drawing.Marks = tuple(
        drawing.Group(
            pieces.draw_card(seats, piece, card),
            short(places[index][0]),
            short(places[index][1]),
            "card",
            Anchor(hand.id, (index,)) if hand.id else None,
            index,
            "face down" if piece.is_hidden else visible(piece.text),
        )
        for index, piece in enumerate(hand.pieces)
    )
    wide = max((x + card / 2 for x, _ in places), default=card)
    high = max((y + pieces.CARD_HEIGHT / 2 for _, y in places), default=pieces.GAP_HEIGHT)
    if not hand.pieces:
        cards = (group((pieces.draw_gap(),), card / 2, pieces.GAP_HEIGHT / 2),)
    if any(piece.is_hidden for piece in hand.pieces) and not hand.is_column:
        name = f"{name} ({len(hand.pieces)})".strip()
    least = _SECRET_HAND if is_secret else 0.0
    wide, high, drawn = _named_hand(visible(name), _swatch(seats, owner, 0, 0), drawing.Block(wide, high, cards), least)
    return drawing.Block(short(wide), short(high), drawn, "hand", _said(hand))


def _is_secret(hand: scenes.Hand) -> bool:
    """Whether a hand shows backs and nothing else."""
    return bool(hand.pieces) and not hand.is_column and all(piece.is_hidden for piece in hand.pieces)


def _across(cards: Sequence[scenes.Piece], card: float, widest: float, back: float) -> list[tuple[float, float]]:
    """The middles of cards beside each other, in as few rows as they need, which are about equally long. `back` is how
    far backs lie apart."""
    placed = _in_lines(cards, card, widest, back)
    for share in (0.5, 0.6, 0.7, 0.8, 0.9):
        narrower = _in_lines(cards, card, widest * share, back)
        if placed and narrower[-1][1] == placed[-1][1] > pieces.CARD_HEIGHT:
            return narrower
    return placed


def _in_lines(cards: Sequence[scenes.Piece], card: float, widest: float, back: float) -> list[tuple[float, float]]:
    placed: list[tuple[float, float]] = []
    x = y = 0.0
    for index, piece in enumerate(cards):
        if x and x + card > widest:
            x, y = 0.0, y + pieces.CARD_HEIGHT + 8
        placed.append((x + card / 2, y + pieces.CARD_HEIGHT / 2))
        is_corner_enough = _corner(piece) and index + 1 < len(cards) and _corner(cards[index + 1])
        x += (back if piece.is_hidden else _FACE_STEP) if is_corner_enough else card + 6
    return placed


def _down(cards: Sequence[scenes.Piece], card: float, is_spread: bool) -> Iterator[tuple[float, float]]:
    """The middles of cards below each other."""
    y = 0.0
    for piece in cards:
        yield card / 2, y + pieces.CARD_HEIGHT / 2
        y += pieces.CARD_HEIGHT + 6 if is_spread else _BACK_STEP if piece.is_hidden else _COLUMN_STEP


def _corner(piece: scenes.Piece) -> bool:
    """Whether a corner says all there is to a card: a back, or a playing card."""
    return piece.is_hidden or suited(piece.text) is not None


def _named_hand(
    name: str, dot: drawing.Marks, cards: drawing.Block, least: float
) -> tuple[float, float, drawing.Marks]:
    """How wide (at least so much where there is a name), how high, and the marks of a hand below its name."""
    if not name:
        return cards.width, cards.height, cards.marks
    shown = clipped(name, 14, _WIDEST_NAME, is_bold=True)
    wide_name = length(shown, 14, is_bold=True)
    before = 18.0 if dot else 0.0
    wide = max(cards.width, before + wide_name, least)
    start = (wide - before - wide_name) / 2
    text = line(shown, start + before + wide_name / 2, 8, 14, is_bold=True)
    head = (group(dot, start + 6, 8), text) if dot else (text,)
    return wide, cards.height + 24, (*head, cards.at((wide - cards.width) / 2, 24))


def _legend(seats: pieces.Seats, scene: scenes.Scene) -> list[drawing.Row]:
    """Whose pieces are whose: each kind of piece of a seat, small, and the seat's name."""
    entries = []
    for owner, texts in legend_faces(scene, _CLIPPER, seats):
        if color_word(seats[owner]) is not None:  # its pieces have that colour
            continue
        x = 0.0
        drawn: list[drawing.Mark] = []
        are_numbered = all(text[-1:].isdigit() and (len(texts) > 1 or text[:1].isalpha()) for text in texts)
        for text in texts if 0 < len(texts) <= _MOST_FACES and not are_numbered else [""]:
            is_short = width(text) <= 2 or color_word(text) is not None
            wide = 28.0 if is_short else min(90.0, length(text, 11, is_bold=True) + 18)
            drawn.append(group(pieces.draw_piece(seats, scenes.Piece(text, owner), wide, 28), x + wide / 2, 14))
            x += wide + 4
        name = clipped(visible(seats[owner]), 14, _WIDEST_NAME)
        drawn.append(line(name, x + 4, 14, 14, anchor="start"))
        told = f"{name}: {', '.join(map(visible, texts))}" if texts else name
        entries.append(drawing.Block(short(x + 4 + length(name, 14)), 28, tuple(drawn), "legend", told))
    return _side_by_side([(None, entry) for entry in entries], 26, WIDEST)
