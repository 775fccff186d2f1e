"""What Senet adds to the library of routines: boards, what happens on them, their texts, numbers, turns and rankings.

All of it is restricted Python (`core/routine/routine.py`); the classes and globals below are those of the program that
it is compiled into.

A board is a list of cells by number. A Rect counts row by row; a Hex of radius x has the axial coordinates [q, r] with
at most x steps from the centre, row by row too. Off the board is -1.
"""

from __future__ import annotations

from parlour.core.routine.routine import routine
from parlour.core.runtime.words import (
    Globals,
    Object,
    as_a,
    called,
    code_at,
    fail,
    find,
    join,
    parse_int,
    quot,
    rem,
    wrap32,
)
from parlour.languages.senet.check.meaning import N_PLAYERS, ON_MOVE
from parlour.languages.senet.lower.names import MOVES, STANDS_AT, STANDS_ON, TOUCHED_BOARD


class Thing(Object, name="Object"):
    """The ancestor of all groups."""

    def repr(self) -> str:
        raise NotImplementedError


class Board(Thing):
    cells: list[Piece | None]


class Piece(Thing):
    """`stands_on` and `stands_at` are there if some `<<` asks a piece where it stands."""

    owner: int
    fixed: bool
    s: str
    stands_on: Board | None = called(STANDS_ON)
    stands_at: int = called(STANDS_AT)

    def place(self, b: Board | None, x: int) -> bool:
        raise NotImplementedError


class Game(Globals):
    """`moves` is what the running phase has done on boards; `touched_board` is only looked at by whoever draws
    the boards. `first_player` is a constant of the program."""

    on_move: int = called(ON_MOVE)
    players: int = called(N_PLAYERS)
    moves: int = called(MOVES)
    touched_board: Board | None = called(TOUCHED_BOARD)
    first_player: int


# What was said about the end of a game: nothing, a draw, or else the seat that has won.
NOTHING_SAID, DRAW_SAID = -2, -1
# What `moves` says: no board operation, some of which none succeeded, or one that did.
NOT_TRIED, TRIED, DONE = 0, 1, 2

# ------------------------------------------------------------------------------------------------------ coordinates


@routine(charge="0")
def rect_at(column: int, row: int, x: int, y: int) -> int:
    if column < 0 or column >= x or row < 0 or row >= y:
        return -1
    # No board has more cells than an int can count; engines see it by this.
    return wrap32(row * x + column)


@routine(charge="0")
def line_at(n: int, x: int) -> int:
    return n if n >= 0 and n < x else -1


@routine(charge="0")
def loop_at(n: int, x: int) -> int:
    return n % x


@routine(charge="0")
def hex_at(q: int, r: int, x: int) -> int:
    if q < -x or q > x or r < -x or r > x or q + r < -x or q + r > x:
        return -1
    if r <= 0:
        above = r + x
        return above * (x + 1) + above * (above - 1) // 2 + q + x + r
    below = x - r + 1
    return 3 * x * (x + 1) + 1 - below * (x + 1) - below * (below - 1) // 2 + q + x


@routine(charge="0")
def rect_of(place: list[int], x: int, y: int) -> int:
    return rect_at(place[0], place[1], x, y) if len(place) == 2 else -1


@routine(charge="0")
def line_of(place: list[int], x: int) -> int:
    return line_at(place[0], x) if len(place) == 1 else -1


@routine(charge="0")
def loop_of(place: list[int], x: int) -> int:
    return loop_at(place[0], x) if len(place) == 1 else -1


@routine(charge="0")
def hex_of(place: list[int], x: int) -> int:
    return hex_at(place[0], place[1], x) if len(place) == 2 else -1


@routine(charge="1")
def rect_list(i: int, x: int) -> list[int]:
    return [rem(i, x), quot(i, x)]


@routine(charge="2 * x + 2")
def hex_list(i: int, x: int) -> list[int]:
    if i < 0 or i > 3 * x * (x + 1):
        fail("index", f"There is no cell {i}: the board has {3 * x * (x + 1) + 1} cells, counted from 0")
    left = i
    for r in range(-x, x + 1):
        longest = 2 * x + 1
        length = longest + r if r < 0 else longest - r
        if left < length:
            return [left - x if r > 0 else left - x - r, r]
        left = left - length
    return []


@routine(charge="1")
def board_cells(x: int, y: int) -> int:
    """The number of cells of a board with these sides; not every size makes one."""
    if x < 1 or y < 1:
        fail("board", f"A board of {x} x {y} cells has no cells at all")
    if x > 10000 or y > 10000 or x * y > 10000:
        fail("board", f"A board of {x} x {y} cells is too large: 10000 cells are the most")
    return x * y


@routine(charge="1")
def hex_cells(x: int) -> int:
    if x < 0:
        fail("board", f"A board of radius {x} has no cells at all")
    if x > 50:
        fail("board", f"A board of radius {x} is too large: 50 is the most")
    return 3 * x * (x + 1) + 1


@routine(charge="1")
def ends_row(i: int, x: int) -> bool:
    """Whether a row of a board of this width ends with this cell."""
    return (i + 1) % x == 0


@routine(charge="2 * x + 2")
def ends_hex_row(i: int, x: int) -> bool:
    left = i
    for r in range(-x, x + 1):
        length = 2 * x + 1 + r if r < 0 else 2 * x + 1 - r
        if left < length:
            return left == length - 1
        left = left - length
    return True


# ------------------------------------------------------------------------------------------------------------- moves


@routine(charge="0", name="Board.owns")
def owns(board: Board, index: int) -> int:
    cells = board.cells
    if index < 0 or index >= len(cells):
        return -1
    there = cells[index]
    return -1 if there is None else there.owner


@routine(charge="len(board.cells)", name="Board.full")
def full(board: Board) -> bool:
    return free_cell(board) < 0


@routine(charge="len(board.cells)")
def free_cell(board: Board) -> int:
    """The first free cell of a board; -1 if it is full."""
    cells = board.cells
    for at in range(len(cells)):
        if cells[at] is None:
            return at
    return -1


@routine(charge="0", name="is open")
def is_open(board: Board, index: int) -> bool:
    """The cell is on the board, and empty or held by a piece that may be overwritten."""
    cells = board.cells
    if index < 0 or index >= len(cells):
        return False
    there = cells[index]
    if there is None:
        return True
    piece: Piece = there
    return not piece.fixed


@routine(charge="0", name="is refused")
def is_refused() -> bool:
    """A board operation that did not succeed."""
    if Game.moves == NOT_TRIED:
        Game.moves = TRIED
    return False


@routine(charge="0", name="is done")
def is_done(board: Board) -> bool:
    """One that did, and changed this board."""
    Game.moves = DONE
    Game.touched_board = board
    return True


@routine(charge="0")
def leave(piece: Piece | None, board: Board, index: int) -> None:
    """What stood on a cell is gone from there."""
    if piece is not None and piece.stands_on == board and piece.stands_at == index:
        piece.stands_on = None
        piece.stands_at = -1


@routine(charge="1", name="set piece")
def set_piece(piece: Piece, board: Board, index: int) -> bool:
    """`piece >> board [x]`, where the cell is known to be open."""
    cells = board.cells
    if hasattr(piece, "stands_on"):
        leave(cells[index], board, index)
        piece.stands_on = board
        piece.stands_at = index
    cells[index] = piece
    if piece.owner == -1:
        piece.owner = Game.on_move
    return is_done(board)


@routine(charge="1", name="put piece")
def put_piece(piece: Piece, board: Board, index: int) -> bool:
    """`piece >> board [x]`"""
    return set_piece(piece, board, index) if is_open(board, index) else is_refused()


@routine(charge="1", name="Board.place")
def place_on_board(this: Board, p: Piece | None, x: int) -> bool:
    return put_piece(as_a(p, Piece), this, x)


@routine(charge="1", name="Piece.place")
def place_piece(this: Piece, b: Board | None, x: int) -> bool:
    return put_piece(this, as_a(b, Board), x)


@routine(name="drop piece")
def drop_piece(piece: Piece, board: Board, index: int) -> bool:
    """`piece >> board [x]` through the program's own `place`: its bool is the verdict. If it says yes without having
    moved anything, the piece is put where it was to go."""
    if index < 0 or index >= len(board.cells):
        return is_refused()
    before = Game.moves
    Game.moves = NOT_TRIED
    is_fine = piece.place(board, index)
    if not is_fine:
        is_refused()
    elif Game.moves != DONE and board.cells[index] != piece:
        is_fine = put_piece(piece, board, index)
    else:
        if piece.owner == -1:
            piece.owner = Game.on_move
        Game.moves = DONE
    keep_most(before)
    return is_fine


@routine(charge="0")
def keep_most(before: int) -> None:
    """What was done before counts if it is more."""
    if before > Game.moves:
        Game.moves = before


@routine(charge="1", name="Board.remove")
def remove(board: Board, index: int) -> bool:
    """`board << [x]`"""
    cells = board.cells
    if index < 0 or index >= len(cells):
        return is_refused()
    there = cells[index]
    if there is None:
        return is_refused()
    cells[index] = None
    if hasattr(there, "stands_on"):
        leave(there, board, index)
    return is_done(board)


@routine(charge="1", name="take piece")
def take_piece(receiver: Board, board: Board, index: int) -> bool:
    """`receiver << board [x]`: what stands on a cell goes to the first free cell of another board."""
    cells = board.cells
    if index < 0 or index >= len(cells):
        return is_refused()
    there = cells[index]
    if there is None:
        return is_refused()
    room = free_cell(receiver)
    if room < 0:
        return is_refused()
    cells[index] = None
    receiver.cells[room] = there
    if hasattr(there, "stands_on"):
        there.stands_on = receiver
        there.stands_at = room
    return is_done(receiver)


@routine(charge="1", name="pick up")
def pick_up(board: Board, piece: Piece) -> bool:
    """`board << piece`: a piece goes from where it stands to the first free cell."""
    if piece.stands_on is None:
        return is_refused()
    room = free_cell(board)
    return is_refused() if room < 0 else carry(board, piece, room)


@routine(charge="1", name="pick up to")
def pick_up_to(board: Board, piece: Piece, index: int) -> bool:
    """`board << piece [x]`"""
    if piece.stands_on is None or not is_open(board, index):
        return is_refused()
    return carry(board, piece, index)


@routine(charge="0")
def carry(board: Board, piece: Piece, index: int) -> bool:
    old = piece.stands_on
    if old is not None:
        # The piece may stand on that very cell already: it is taken off before anything is beaten there.
        old.cells[piece.stands_at] = None
    leave(board.cells[index], board, index)
    board.cells[index] = piece
    piece.stands_on = board
    piece.stands_at = index
    return is_done(board)


# ------------------------------------------------------------------------------------------------------------- texts


@routine(name="text of an instance")
def instance_text(value: Thing | None) -> str:
    return "None" if value is None else value.repr()


@routine(charge="0")
def piece_text(piece: Piece, otherwise: str) -> str:
    """The `repr` of a piece that defines none: its `s`, or the number of its owner."""
    if piece.s != "":
        return piece.s
    return str(piece.owner) if piece.owner >= 0 else otherwise


@routine()
def board_text(board: Board, width: int, is_hex: bool) -> str:
    """The `repr` of a board that defines none: its cells row by row, an empty one as a point."""
    parts: list[str] = []
    cells = board.cells
    for at in range(len(cells)):
        there = cells[at]
        parts.append("." if there is None else there.repr())
        ends = ends_hex_row(at, width) if is_hex else ends_row(at, width)
        parts.append("\n" if ends else " ")
    return join(parts)


# ----------------------------------------------------------------------------------------------------------- numbers


@routine(charge="1 + len(text)")
def stoi(text: str) -> int:
    """The number that digits stand for."""
    if len(text) == 1:
        digit = code_at(text, 0) - 48
        if digit >= 0 and digit <= 9:
            return digit
    if len(text) == 0:
        fail("stoi", "stoi needs a digit, and there is no character at all")
    for character in text:
        code = code_at(character, 0)
        if code < 48 or code > 57:
            fail("stoi", f"stoi needs a digit, not `{character}`")
    value = parse_int(text)
    if value is None:
        fail("stoi", f"{text} does not fit into an int")
        return 0
    if value > 2147483647:
        fail("stoi", f"{text} does not fit into an int")
    return wrap32(value)


@routine(charge="1")
def read_count(n: int) -> int:
    """How many characters are read: what is asked for, if that can be answered."""
    if n < 0:
        fail("read", f"read needs a number of characters, not {n}")
    if n > 65536:
        fail("read", f"read takes 65536 characters at most, not {n}")
    return n


@routine(charge="1")
def player_count(n: int) -> int:
    """How many players there are, if so many can sit at a table."""
    if n < 1 or n > 100:
        fail("players", f"N_PLAYERS is {n}: a game has 1 to 100 players")
    return n


# --------------------------------------------------------------------------------------------------- turns and outcome


@routine(charge="0", name="next player")
def next_player() -> None:
    """The turn goes on, unless the phase tried board operations and none succeeded."""
    if Game.moves != TRIED:
        Game.on_move = (Game.on_move - Game.first_player + 1) % Game.players + Game.first_player


@routine(charge="1 + len(text)")
def word_of_verdict(text: str) -> int:
    """Whether a text tells of a win (1), of a draw (2) or of neither (0)."""
    for word in [" win", "Win", " won"]:
        if find(text, word, 0) >= 0:
            return 1
    for word in [" draw", "Draw", " tie", "Tie"]:
        if find(text, word, 0) >= 0:
            return 2
    return 0


@routine(charge="0")
def is_in_word(text: str, at: int) -> bool:
    """Whether there is a letter or a digit at a place of a text."""
    if at < 0 or at >= len(text):
        return False
    code = code_at(text, at)
    return code > 127 or (code >= 97 and code <= 122) or (code >= 65 and code <= 90) or (code >= 48 and code <= 57)


@routine(charge="1 + len(text) * len(names)")
def seat_named(text: str, names: list[str], otherwise: int) -> int:
    """The seat whose name stands before the first word for winning, nearest to it; else another one."""
    end = -1
    for word in [" win", "Win", " won"]:
        at = find(text, word, 0)
        if at >= 0 and (end < 0 or at < end):
            end = at
    nearest = -1
    best = otherwise
    for seat in range(len(names)):
        at = find(text, names[seat], 0)
        while at >= 0 and at < end:
            is_name = not is_in_word(text, at - 1) and not is_in_word(text, at + len(names[seat]))
            if is_name and at > nearest:
                nearest = at
                best = seat
            at = find(text, names[seat], at + 1)
    return best


@routine(charge="n")
def ranking_by(winner: int, n: int) -> list[list[int]]:
    """The ranking of n seats: the winner before all others; else a draw, which nobody has alone: there nobody wins."""
    if n == 1 and winner != 0:
        return []
    first: list[int] = []
    others: list[int] = []
    for seat in range(n):
        if seat == winner or winner < 0 or winner >= n:
            first.append(seat)
        else:
            others.append(seat)
    return [first, others] if len(others) > 0 else [first]


@routine(charge="len(scores) * len(scores)")
def ranking_of(scores: list[int]) -> list[list[int]]:
    """Seats by their scores, the most first, those with equal scores together."""
    ranking: list[list[int]] = []
    placed = 0
    limit = 2147483648
    while placed < len(scores):
        best = -2147483649
        for score in scores:
            if score < limit and score > best:
                best = score
        rank: list[int] = []
        for seat in range(len(scores)):
            if scores[seat] == best:
                rank.append(seat)
        placed = placed + len(rank)
        limit = best
        ranking.append(rank)
    return ranking


@routine(charge="len(scores) + n")
def scores_of(scores: list[int], n: int) -> list[float]:
    """The scores of n seats as numbers of the outcome."""
    if len(scores) != n:
        fail("scores", f"There are {len(scores)} scores for {n} players")
    result: list[float] = []
    for score in scores:
        result.append(float(score))
    return result
