"""The Senet games of the library against their rules, which are written here once more, and differently.

Every model has the same few words: `choices` are the strings of characters that may be typed next, `choose` makes one
of them come true, `told` hears what the program says, `rows` is the board as its state shows it, and `result` is who
has won in the end (-1: nobody; None: it goes on).
"""

from __future__ import annotations

import re
from itertools import pairwise, product
from math import sqrt
from random import Random
from typing import Protocol

import pytest

import parlour
from parlour import library
from parlour.game.game import Game
from parlour.game.position import Position, Status, Step
from parlour.game.view import Told

Place = tuple[int, int]
FILES = "abcdefgh"


class Model(Protocol):
    player: int

    def choices(self) -> set[str]: ...
    def choose(self, text: str) -> None: ...
    def told(self, text: str) -> None: ...
    def rows(self) -> list[list[str]]: ...
    def result(self) -> int | None: ...


class Row:
    """Marks on a board, and who first has so many of them in a row; a full board is a draw."""

    def __init__(self, width: int, height: int, length: int, marks: str) -> None:
        self.player = 0
        self.size = (width, height)
        self.length = length
        self.marks = marks
        self.cells: dict[Place, int] = {}
        self.winner: int | None = None

    def told(self, text: str) -> None:
        pass

    def put(self, place: Place) -> None:
        self.cells[place] = self.player
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line = [self.cells.get((place[0] + n * dx, place[1] + n * dy)) == self.player for n in range(-6, 7)]
            if "1" * self.length in "".join("1" if mine else "0" for mine in line):
                self.winner = self.player
        if self.winner is None and len(self.cells) == self.size[0] * self.size[1]:
            self.winner = -1
        self.player = 1 - self.player

    def rows(self) -> list[list[str]]:
        names = dict(enumerate(self.marks))
        width, height = self.size
        return [[names.get(self.cells.get((x, y), -1), ".") for x in range(width)] for y in range(height)]

    def result(self) -> int | None:
        return self.winner


class TicTacToe(Row):
    def __init__(self) -> None:
        super().__init__(3, 3, 3, "XO")

    def choices(self) -> set[str]:
        return {f"{x}{y}" for x, y in product(range(3), repeat=2) if (x, y) not in self.cells}

    def choose(self, text: str) -> None:
        self.put((int(text[0]), int(text[1])))


class ConnectFour(Row):
    def __init__(self) -> None:
        super().__init__(7, 6, 4, "RY")

    def choices(self) -> set[str]:
        return {str(x) for x in range(7) if (x, 0) not in self.cells}

    def choose(self, text: str) -> None:
        x = int(text)
        self.put((x, max(y for y in range(6) if (x, y) not in self.cells)))


class Yavalath:
    def __init__(self) -> None:
        self.player = 0
        self.cells: dict[Place, int | None] = {
            (q, r): None for q, r in product(range(-4, 5), repeat=2) if abs(q + r) <= 4
        }
        self.winner: int | None = None

    def told(self, text: str) -> None:
        pass

    def choices(self) -> set[str]:
        return {f"{q + 4}{r + 4}" for (q, r), player in self.cells.items() if player is None}

    def choose(self, text: str) -> None:
        q, r = int(text[0]) - 4, int(text[1]) - 4
        self.cells[q, r] = self.player
        longest = 1
        for dq, dr in ((1, 0), (0, 1), (1, -1)):
            line = "".join(
                "1" if self.cells.get((q + n * dq, r + n * dr)) == self.player else "0" for n in range(-4, 5)
            )
            before, behind = line[:4].split("0")[-1], line[5:].split("0")[0]
            longest = max(longest, len(before) + 1 + len(behind))
        if longest >= 3:
            self.winner = self.player if longest >= 4 else 1 - self.player
        elif None not in self.cells.values():
            self.winner = -1
        self.player = 1 - self.player

    def rows(self) -> list[list[str]]:
        return [
            ["WB"[player] if player is not None else "." for (_, r), player in sorted(self.cells.items()) if r == row]
            for row in range(-4, 5)
        ]

    def result(self) -> int | None:
        return self.winner


class Mancala:
    def __init__(self) -> None:
        self.player = 0
        self.pits = [4, 4, 4, 4, 4, 4, 0] * 2
        self.winner: int | None = None

    def told(self, text: str) -> None:
        pass

    def choices(self) -> set[str]:
        return {str(n + 1) for n in range(6) if self.pits[7 * self.player + n]}

    def choose(self, text: str) -> None:
        at = 7 * self.player + int(text) - 1
        seeds, self.pits[at] = self.pits[at], 0
        own, others = (6, 13) if self.player == 0 else (13, 6)
        while seeds:
            at = (at + 1) % 14
            if at != others:
                self.pits[at] += 1
                seeds -= 1
        is_mine = at in range(7 * self.player, 7 * self.player + 6)
        if is_mine and self.pits[at] == 1 and self.pits[12 - at]:
            self.pits[own] += 1 + self.pits[12 - at]
            self.pits[at] = self.pits[12 - at] = 0
        if not any(self.pits[0:6]) or not any(self.pits[7:13]):
            south, north = sum(self.pits[0:7]), sum(self.pits[7:14])
            self.pits = [0, 0, 0, 0, 0, 0, south, 0, 0, 0, 0, 0, 0, north]
            self.winner = -1 if south == north else int(north > south)
        elif at != own:
            self.player = 1 - self.player

    def rows(self) -> list[list[str]]:
        return [[str(seeds) for seeds in self.pits]]

    def result(self) -> int | None:
        return self.winner


class Checkers:
    def __init__(self) -> None:
        self.player = 0
        self.cells: dict[Place, str] = {}
        for x, y in product(range(8), repeat=2):
            if (x + y) % 2 and y not in (3, 4):
                self.cells[x, y] = "w" if y < 3 else "b"
        self.piece: Place | None = None  # the one that is moving
        self.quiet = 0
        self.is_jumping = False
        self.winner: int | None = None

    def told(self, text: str) -> None:
        pass

    def targets(self, place: Place, length: int) -> list[Place]:
        """Where the piece of a place can go by steps (1) or by jumps (2)."""
        mark = self.cells[place]
        others = "wW" if mark in "bB" else "bB"
        found = []
        for dx, dy in product((-1, 1), repeat=2):
            if mark.islower() and dy != (-1 if mark == "b" else 1):
                continue
            to = place[0] + length * dx, place[1] + length * dy
            middle = self.cells.get((place[0] + dx, place[1] + dy), "")
            is_free = min(to) >= 0 and max(to) <= 7 and to not in self.cells
            if is_free and (length == 1 or (middle and middle in others)):
                found.append(to)
        return found

    def movable(self, player: int, length: int) -> list[Place]:
        marks = ("bB", "wW")[player]
        return [place for place, mark in self.cells.items() if mark in marks and self.targets(place, length)]

    def choices(self) -> set[str]:
        length = 2 if self.movable(self.player, 2) or self.is_jumping else 1
        places = self.movable(self.player, length) if self.piece is None else self.targets(self.piece, length)
        return {f"{FILES[x]}{8 - y}" for x, y in places}

    def choose(self, text: str) -> None:
        to = FILES.index(text[0]), 8 - int(text[1])
        if self.piece is None:
            self.is_jumping = bool(self.movable(self.player, 2))
            self.piece = to
            self.quiet += 1
            return
        mark = self.cells.pop(self.piece)
        if self.is_jumping:
            del self.cells[(to[0] + self.piece[0]) // 2, (to[1] + self.piece[1]) // 2]
        if self.is_jumping or mark.islower():
            self.quiet = 0
        is_crowned = mark.islower() and to[1] in (0, 7)
        self.cells[to] = mark.upper() if is_crowned else mark
        if self.is_jumping and not is_crowned and self.targets(to, 2):
            self.piece = to
            return
        self.piece, self.is_jumping = None, False
        self.player = 1 - self.player
        if not self.movable(self.player, 1) and not self.movable(self.player, 2):
            self.winner = 1 - self.player
        elif self.quiet == 80:
            self.winner = -1

    def rows(self) -> list[list[str]]:
        return [[self.cells.get((x, y), ".") for x in range(8)] for y in range(8)]

    def result(self) -> int | None:
        return self.winner


class Morris:
    """The lines are found on a drawing: whatever three points are in one row or column, and not on two sides of the
    middle."""

    DRAWING = (
        ".--.--.",
        "|.-.-.|",
        "||...||",
        "... ...",
        "||...||",
        "|.-.-.|",
        ".--.--.",
    )

    def __init__(self) -> None:
        self.player = 0
        self.points = [(x, y) for y, x in product(range(7), repeat=2) if self.DRAWING[y][x] == "."]
        self.lines = []
        for axis, n in product((0, 1), range(7)):
            line = [point for point in self.points if point[axis] == n]
            line.sort()
            self.lines += [line] if len(line) == 3 else [line[:3], line[3:]]
        self.cells: dict[Place, int] = {}
        self.hand = [9, 9]
        self.quiet = 0
        self.stage = "put"
        self.man: Place | None = None
        self.winner: int | None = None

    def told(self, text: str) -> None:
        pass

    def count(self, player: int) -> int:
        return list(self.cells.values()).count(player)

    def is_mill(self, place: Place) -> bool:
        player = self.cells[place]
        return any(place in line and all(self.cells.get(point) == player for point in line) for line in self.lines)

    def targets(self, place: Place) -> set[Place]:
        free = {point for point in self.points if point not in self.cells}
        if self.count(self.cells[place]) == 3:
            return free
        pairs = [pair for line in self.lines for pair in pairwise(line)]
        return {other for pair in pairs if place in pair for other in pair if other in free}

    def places(self) -> set[Place]:
        mine = {place for place, player in self.cells.items() if player == self.player}
        others = set(self.cells) - mine
        match self.stage:
            case "put":
                return set(self.points) - set(self.cells)
            case "move":
                return {place for place in mine if self.targets(place)}
            case "take":
                return {place for place in others if not self.is_mill(place)} or others
        assert self.man is not None
        return self.targets(self.man)

    def choices(self) -> set[str]:
        return {f"{x}{y}" for x, y in self.places()}

    def choose(self, text: str) -> None:
        place = int(text[0]), int(text[1])
        match self.stage:
            case "put":
                self.hand[self.player] -= 1
                self.cells[place] = self.player
            case "move":
                self.man, self.stage = place, "to"
                return
            case "to":
                assert self.man is not None
                self.quiet += 1
                del self.cells[self.man]
                self.cells[place] = self.player
            case "take":
                del self.cells[place]
                self.quiet = 0
        if self.stage != "take" and self.is_mill(place):
            self.stage = "take"
            return
        other = 1 - self.player
        if self.hand[other] == 0 and self.count(other) < 3 and self.stage == "take":
            self.winner = self.player
        elif self.quiet == 100:
            self.winner = -1
        self.player = other
        self.stage = "put" if self.hand[other] else "move"
        if self.winner is None and not self.places():
            self.winner = 1 - other

    def rows(self) -> list[list[str]]:
        shown = [list(row) for row in self.DRAWING]
        for (x, y), player in self.cells.items():
            shown[y][x] = "WB"[player]
        return shown

    def result(self) -> int | None:
        return self.winner


class Race:
    def __init__(self) -> None:
        self.player = 0
        self.cells = [[-1, -1], [-1, -1]]
        self.steps = 0
        self.winner: int | None = None

    def told(self, text: str) -> None:
        for player, steps in re.findall(r"(Ada|Ben) throws a (\d)", text):
            self.player, self.steps = ("Ada", "Ben").index(player), int(steps)

    def choices(self) -> set[str]:
        own = self.cells[self.player]
        return {
            str(n + 1)
            for n in (0, 1)
            if own[n] < 24 and (own[n] + self.steps >= 24 or own[n] + self.steps != own[1 - n])
        }

    def choose(self, text: str) -> None:
        own, others = self.cells[self.player], self.cells[1 - self.player]
        n = int(text) - 1
        own[n] += self.steps
        self.cells[1 - self.player] = [-1 if cell == own[n] < 24 else cell for cell in others]
        if min(own) >= 24:
            self.winner = self.player

    def rows(self) -> list[list[str]]:
        shown = ["."] * 24
        for player, n in product((0, 1), repeat=2):
            if 0 <= self.cells[player][n] < 24:
                shown[self.cells[player][n]] = f"{'AB'[player]}{n + 1}"
        return [shown]

    def result(self) -> int | None:
        return self.winner


class SenetItself:
    def __init__(self) -> None:
        self.player = 0
        self.squares = [[1, 3, 5, 7, 9], [2, 4, 6, 8, 10]]
        self.far = 0
        self.winner: int | None = None

    def told(self, text: str) -> None:
        for player, far in re.findall(r"(Cones|Spools) throw a (\d)", text):
            self.player, self.far = ("Cones", "Spools").index(player), int(far)

    def can_move(self, square: int) -> bool:
        own, others = self.squares[self.player], self.squares[1 - self.player]
        to = square + self.far
        if square >= 31 or (square < 26 < to) or (square > 26 and to != 31):
            return False
        if to == 31:
            return True
        between = "".join("x" if n in others else "." for n in range(square + 1, to))
        if to in own or "xxx" in between:
            return False
        return to not in others or (to < 26 and to - 1 not in others and to + 1 not in others)

    def choices(self) -> set[str]:
        return {str(n + 1) for n, square in enumerate(self.squares[self.player]) if self.can_move(square)}

    def choose(self, text: str) -> None:
        own, others = self.squares[self.player], self.squares[1 - self.player]
        n = int(text) - 1
        before, own[n] = own[n], own[n] + self.far
        if own[n] == 27:
            own[n] = next(to for to in range(15, 0, -1) if to not in others and to not in own)
        if own[n] in others and own[n] < 31:
            others[others.index(own[n])] = before
        if min(own) == 31:
            self.winner = self.player

    def rows(self) -> list[list[str]]:
        path = {
            square: f"{'CS'[player]}{n + 1}"
            for player, n in product(range(2), range(5))
            if (square := self.squares[player][n]) < 31
        }
        rows = [[path.get(square, ".") for square in range(first, first + 10)] for first in (1, 11, 21)]
        return [rows[0], rows[1][::-1], rows[2]]

    def result(self) -> int | None:
        return self.winner


# The model, how many matches are played, and what the board is called in the program.
class Pente:
    def __init__(self) -> None:
        self.player = 0
        self.cells: dict[Place, int] = {}
        self.taken = [0, 0]
        self.winner: int | None = None

    def told(self, text: str) -> None:
        pass

    def choices(self) -> set[str]:
        return {f"{'abcdefghi'[x]}{9 - y}" for x, y in product(range(9), repeat=2) if (x, y) not in self.cells}

    def choose(self, text: str) -> None:
        x, y = "abcdefghi".index(text[0]), 9 - int(text[1])
        self.cells[x, y] = self.player
        ways = [way for way in product((-1, 0, 1), repeat=2) if way != (0, 0)]
        for dx, dy in ways:
            one, two, end = ((x + n * dx, y + n * dy) for n in (1, 2, 3))
            if [self.cells.get(place) for place in (one, two, end)] == [1 - self.player, 1 - self.player, self.player]:
                del self.cells[one], self.cells[two]
                self.taken[self.player] += 2
        for dx, dy in ways:
            for back in range(5):
                line = [(x + (n - back) * dx, y + (n - back) * dy) for n in range(5)]
                if all(self.cells.get(place) == self.player for place in line):
                    self.winner = self.player
        if self.taken[self.player] >= 10:
            self.winner = self.player
        if self.winner is None and len(self.cells) == 81:
            self.winner = -1
        self.player = 1 - self.player

    def rows(self) -> list[list[str]]:
        return [["WB"[self.cells[x, y]] if (x, y) in self.cells else "." for x in range(9)] for y in range(9)]

    def result(self) -> int | None:
        return self.winner


class Ur:
    """The way of a player as a list of places; a piece is how far it has come."""

    def __init__(self) -> None:
        self.player = self.steps = 0
        self.at = [[0] * 7, [0] * 7]
        self.winner: int | None = None
        middle = [(x, 1) for x in range(8)]
        self.ways = [[(3, y), (2, y), (1, y), (0, y), *middle, (7, y), (6, y)] for y in (0, 2)]

    def told(self, text: str) -> None:
        for player, steps in re.findall(r"(Lapis|Shell) throws a (\d)", text):
            self.player, self.steps = ("Lapis", "Shell").index(player), int(steps)

    def choices(self) -> set[str]:
        own, others = self.at[self.player], self.at[1 - self.player]
        found = set()
        for n, now in enumerate(own):
            to = now + self.steps
            is_kept = to < 15 and (to in own or (to == 8 and 8 in others))
            if now < 15 and to <= 15 and not is_kept and not (now == 0 and own.index(0) < n):
                found.add(str(n + 1))
        return found

    def choose(self, text: str) -> None:
        own = self.at[self.player]
        own[int(text) - 1] += self.steps
        to = own[int(text) - 1]
        if 5 <= to <= 12:
            self.at[1 - self.player] = [0 if at == to else at for at in self.at[1 - self.player]]
        if min(own) == 15:
            self.winner = self.player

    def rows(self) -> list[list[str]]:
        shown = [["."] * 8 for _ in range(3)]
        for x, y in ((4, 0), (5, 0), (4, 2), (5, 2)):
            shown[y][x] = " "
        for x, y in ((0, 0), (0, 2), (3, 1), (6, 0), (6, 2)):
            shown[y][x] = "*"
        for player, own in enumerate(self.at):
            for n, at in enumerate(own):
                if 1 <= at <= 14:
                    x, y = self.ways[player][at - 1]
                    shown[y][x] = f"{'LS'[player]}{n + 1}"
        return shown

    def result(self) -> int | None:
        return self.winner


class Ludo:
    """The way of every player is written down once: the ring as a walk around the cross."""

    NAMES = ("Red", "Green", "Yellow", "Blue")

    def __init__(self) -> None:
        self.player = self.thrown = 0
        self.at = [[-1] * 4 for _ in range(4)]
        self.winner: int | None = None
        ring = [(0, 6)]
        for way, count in (("E", 5), ("NE", 1), ("N", 5), ("E", 2), ("S", 5), ("SE", 1), ("E", 5), ("S", 2), ("W", 5),
                           ("SW", 1), ("S", 5), ("W", 2), ("N", 5), ("NW", 1), ("W", 5), ("N", 1)):  # fmt: skip
            for _ in range(count):
                x, y = ring[-1]
                ring.append((x + ("E" in way) - ("W" in way), y + ("S" in way) - ("N" in way)))
        assert len(ring) == 52
        columns = [[(n, 7) for n in range(1, 6)], [(7, n) for n in range(1, 6)]]
        columns += [[(14 - x, 14 - y) for x, y in column] for column in columns]
        self.ways = [[ring[(1 + 13 * p + n) % 52] for n in range(51)] + columns[p] for p in range(4)]
        left = [(1, 1), (3, 1), (1, 3), (3, 3)]
        self.yards = [left]
        for _ in range(3):
            self.yards.append([(14 - y, x) for x, y in self.yards[-1]])

    def told(self, text: str) -> None:
        for player, thrown in re.findall(r"(\w+) throws a (\d)", text):
            self.player, self.thrown = self.NAMES.index(player), int(thrown)

    def choices(self) -> set[str]:
        own = self.at[self.player]
        found = set()
        for n, now in enumerate(own):
            to = 0 if now < 0 else now + self.thrown
            if now < 0 and (self.thrown != 6 or own.index(-1) < n):
                continue
            if to <= 56 and (to == 56 or to not in own):
                found.add(str(n + 1))
        return found

    def choose(self, text: str) -> None:
        n, own = int(text) - 1, self.at[self.player]
        own[n] = 0 if own[n] < 0 else own[n] + self.thrown
        if own[n] <= 50:
            place = self.ways[self.player][own[n]]
            for other in range(4):
                if other != self.player:
                    self.at[other] = [
                        -1 if 0 <= at <= 50 and self.ways[other][at] == place else at for at in self.at[other]
                    ]
        if min(own) == 56:
            self.winner = self.player

    def rows(self) -> list[list[str]]:
        shown = [[" "] * 15 for _ in range(15)]
        for way in self.ways:
            for x, y in way:
                shown[y][x] = "."
        for player, own in enumerate(self.at):
            for n, at in enumerate(own):
                x, y = self.yards[player][n]
                if 0 <= at < 56:
                    shown[y][x] = "."
                    x, y = self.ways[player][at]
                shown[y][x] = f"{'RGYB'[player]}{n + 1}" if at < 56 else "."
        return shown

    def result(self) -> int | None:
        return self.winner


MODELS: dict[str, tuple[type[Model], int, str]] = {
    "tic-tac-toe-senet": (TicTacToe, 10, "grid"),
    "connect-four-senet": (ConnectFour, 6, "grid"),
    "yavalath": (Yavalath, 4, "field"),
    "mancala": (Mancala, 6, "pits"),
    "race": (Race, 6, "track"),
    "senet": (SenetItself, 1, "path"),
    "checkers": (Checkers, 1, "board"),
    "nine-mens-morris": (Morris, 1, "board"),
    "pente": (Pente, 2, "grid"),
    "royal-game-of-ur": (Ur, 3, "board"),
    "ludo": (Ludo, 1, "board"),
}


def load(name: str) -> Game:
    entry = library.find(name)
    assert entry is not None
    return parlour.load(entry.text, language=entry.language, name=name)


def said(step: Step) -> str:
    return "".join(event.text for event in step.events if isinstance(event, Told))


@pytest.mark.parametrize("name", MODELS)
def test_a_game_is_played_by_its_rules(name: str) -> None:
    make, matches, board = MODELS[name]
    game = load(name)
    for seed in range(matches):
        random = Random(seed)
        position = game.start(seed)
        model = make()
        model.told(said(position.last))
        while model.result() is None:
            assert position.status is Status.OPEN, position.error
            shown = str(position.state()[board]).rstrip("\n").split("\n")
            assert [row.split() for row in shown] == [[mark for mark in row if mark != " "] for row in model.rows()]
            model.told(said(type_choice(position, model, random)))
        assert position.outcome is not None
        ranking = position.outcome.ranking
        seats, winner = range(len(position.seats)), model.result()
        others = tuple(seat for seat in seats if seat != winner)
        assert ranking is not None
        assert tuple(tuple(rank) for rank in ranking) == ((others,) if winner == -1 else ((winner,), others))


def type_choice(position: Position, model: Model, random: Random) -> Step:
    """Types one of the choices of a model, as many characters at a time as are asked for. What is legal must be just
    what the model says; of several answers, those before the last may be legal in vain."""
    choices = sorted(model.choices())
    chosen = random.choice(choices)
    done = 0
    while done < len(chosen):
        question = position.questions[0]
        assert question.seat == model.player
        end = done + (question.domain.length or 1)
        legal = {option.label for option in position.legal(question).options}
        expected = {choice[done:end] for choice in choices if choice.startswith(chosen[:done])}
        assert legal >= expected if end < len(chosen) else legal == expected
        step = position.answer(question, chosen[done:end])
        assert isinstance(step, Step), step
        done = end
    model.choose(chosen)
    return step


def test_random_answers_to_tic_tac_toe_come_to_the_known_shares() -> None:
    games = 1500
    tally = load("tic-tac-toe-senet").simulator(engine="native").playouts(games, seed=5, jobs=1)
    # 737/1260, 121/420 and the rest.
    for ending, known in (("X wins", 737 / 1260), ("O wins", 121 / 420), ("draw", 16 / 126)):
        deviation = sqrt(known * (1 - known) / games)
        assert abs(tally.endings[ending] / games - known) < 4 * deviation
    assert abs(tally.mean_length - 7.63) < 0.2
