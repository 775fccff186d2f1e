"""What Senet adds to the library of routines: where coordinates are on a board, numbers from texts, and rankings.

Boards are lists of cells by number. A Rect counts row by row; a Hex of radius x has the axial coordinates [q, r] with
at most x steps from the centre, row by row too. Off the board is -1.
"""

from __future__ import annotations

from parlour.core.routine.routine import routine
from parlour.core.runtime.words import code_at, fail, find, parse_int, quot, rem

# ----------------------------------------------------------------------------------------------------------- boards


@routine(charge="0")
def rect_at(column: int, row: int, x: int, y: int) -> int:
    if column < 0 or column >= x or row < 0 or row >= y:
        return -1
    return row * x + column


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
    return value


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


# ---------------------------------------------------------------------------------------------------------- outcome


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
def winner_first(winner: int, n: int) -> list[list[int]]:
    """The ranking of n seats with one before all others."""
    others: list[int] = []
    for seat in range(n):
        if seat != winner:
            others.append(seat)
    ranking: list[list[int]] = [[winner]]
    if len(others) > 0:
        ranking.append(others)
    return ranking


@routine(charge="n")
def all_alike(n: int) -> list[list[int]]:
    seats: list[int] = []
    for seat in range(n):
        seats.append(seat)
    return [seats]


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
