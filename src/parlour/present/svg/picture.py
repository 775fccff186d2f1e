"""A drawing as a picture: one self-contained SVG document, sharp at any size.

    >>> from parlour.game.scene import Board, Counter, Piece
    >>> cells = (Piece("X", 0), None, Piece("O", 1))
    >>> board = Board("b", "square", 3, 1, cells, columns=("1", "2", "3"), rows=("1",))
    >>> picture = svg(Scene((board, Counter("Turn", "X"))), title="Nought")
    >>> picture[:4], picture.count('data-item="b"')
    ('<svg', 3)

There are no scripts, no references and no ids, so pictures can stand side by side on one page.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.game.flow import Flow
from parlour.game.scene import Scene
from parlour.present.drawing import Block, Drawing, Rect, Row, short, written
from parlour.present.layout.flow import lay_out_flow
from parlour.present.layout.tables import WIDEST, lay_out, one_line
from parlour.present.palette import Theme
from parlour.present.svg.pen import Pen, quoted, words

_MARGIN = 20.0
_BETWEEN = 18.0
_LARGEST_SHOWN = 1200.0
_NARROWEST = 160.0
_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"


def svg(scene: Scene, *, seat_names: Sequence[str] = (), theme: Theme = "auto", title: str = "") -> str:
    """The scene as an SVG document. `theme` is the ground it is drawn for; `auto` follows the reader's screen.

    `seat_names` are told beside the pieces they own, where the pieces do not say it themselves. `title` stands above
    the picture and is what a screen reader says first; a description of everything on the table follows it."""
    return _document(lay_out(scene, seat_names=seat_names), theme, title, "Game table")


def flow_svg(flow: Flow, *, theme: Theme = "auto", title: str = "") -> str:
    """The flow of a game as an SVG document; its description says everything in words."""
    return _document(lay_out_flow(flow), theme, title, "Flow of a game")


def _document(drawing: Drawing, theme: Theme, title: str, default_title: str) -> str:
    """Rows one below the other, as a document."""
    pen = Pen(theme)
    blocks = [one_line(title, 20, WIDEST, is_bold=True)] if title else []
    blocks += [block for row in drawing.rows for block in _broken(row)]
    wide = max([_NARROWEST, *(block.width for block in blocks)]) + 2 * _MARGIN
    drawn, y = [], _MARGIN
    for block in blocks:
        drawn.append(block.at((wide - block.width) / 2, y))
        y += block.height + _BETWEEN
    high = max(y - _BETWEEN + _MARGIN, 2 * _MARGIN)
    ground = Rect(fill="ground", width=short(wide), height=short(high), rx=12)
    body = pen.write(ground) + pen.write_all(drawn)
    scale = min(1.0, _LARGEST_SHOWN / max(wide, high))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="parlour parlour-{theme}" role="img" '
        f'aria-label="{quoted(title or default_title)}" viewBox="0 0 {written(wide)} {written(high)}" '
        f'width="{written(wide * scale)}" height="{written(high * scale)}" font-family="{_FONT}">'
    )
    told = f"<title>{words(title or default_title)}</title>"
    told += f"<desc>{words(drawing.description)}</desc>" if drawing.description else ""
    return f"{head}{told}{pen.sheet(body)}{body}</svg>"


def _broken(row: Row) -> list[Block]:
    """Blocks side by side, in as many rows as they need."""
    rows: list[list[Block]] = []
    used = 0.0
    for block in row.blocks:
        if rows and used + row.gap + block.width <= WIDEST:
            rows[-1].append(block)
            used += row.gap + block.width
        else:
            rows.append([block])
            used = block.width
    return [_beside(blocks, row.gap) if len(blocks) > 1 else blocks[0] for blocks in rows]


def _beside(blocks: Sequence[Block], gap: float) -> Block:
    drawn, x = [], 0.0
    for block in blocks:
        drawn.append(block.at(x, 0))
        x += block.width + gap
    return Block(short(x - gap), max(block.height for block in blocks), tuple(drawn))
