"""Facts about the GDL games of the library: known counts of positions, known wins, known statistics of random play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product
from math import sqrt
from random import Random

import pytest
from tests.tallies import mean_score

import parlour
from parlour import Status, library
from parlour.engines.logic.engine import LogicEngine
from parlour.engines.logic.machine import Machine, State
from parlour.engines.rules.engine import RulesEngine
from parlour.game.game import Game
from parlour.game.position import Position, Step
from parlour.languages.gdl.syntax.spelling import read_term
from parlour.logic.rules import Compound


@cache
def game(name: str) -> Game:
    entry = next(
        entry for entry in library.all() if entry.language == "gdl" and entry.file.name.partition(".")[0] == name
    )
    return parlour.load(entry.text, language="gdl", name=entry.file.name)


def machine(name: str) -> Machine:
    engine = game(name).engines["rules"]
    assert isinstance(engine, LogicEngine)
    return engine.machine()


def perft(own: Machine, state: State, depth: int, same_turn: Callable[[State, State], bool] | None = None) -> int:
    """How many ways there are to play so many turns. A step that leaves the turn where it is does not count."""
    if depth == 0:
        return 1
    if own.is_terminal(state):
        return 0
    count = 0
    for moves in product(*(own.legal(state, role) for role in range(len(own.roles)))):
        following = own.step(state, moves)
        is_same = same_turn is not None and same_turn(state, following)
        count += perft(own, following, depth if is_same else depth - 1, same_turn)
    return count


def counts(name: str, depth: int) -> list[int]:
    own = machine(name)
    return [perft(own, own.initial(), turns) for turns in range(1, depth + 1)]


def play(position: Position, *moves: str) -> Position:
    for text in moves:
        question = position.questions[0]
        value = position.read_answer(question, text)
        assert not isinstance(value, parlour.Refused), value
        assert isinstance(position.answer(question, value), Step)
    return position


def played(name: str, *moves: str) -> Position:
    return play(game(name).start(engine="rules"), *moves)


def scores(position: Position) -> tuple[float, ...]:
    assert position.status is Status.OVER and position.outcome is not None and position.outcome.scores is not None
    return position.outcome.scores


# ---- positions counted


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tic-tac-toe", [9, 72, 504, 3024]),
        ("misere-tic-tac-toe", [9, 72, 504]),
        ("connect-four", [7, 49, 343]),
        ("breakthrough", [22, 484]),
        ("breakthrough-small", [16, 256]),
        ("reversi", [4, 12, 56, 244]),
        ("hex", [121]),
        ("gomoku", [225]),
        ("nine-mens-morris", [24, 552]),
        ("three-in-a-row", [16, 240, 3360]),
        ("rock-paper-scissors", [9, 81]),
        ("peg-solitaire", [4, 12, 60, 400]),
        ("eight-puzzle", [4, 12, 32]),
        ("lights-out", [25, 625]),
    ],
)
def test_the_number_of_ways_to_play_is_known(name: str, expected: list[int]) -> None:
    assert counts(name, len(expected)) == expected


def test_english_draughts_has_its_known_numbers_of_openings() -> None:
    """Jumps that go on belong to one turn."""
    own = machine("draughts")

    def same_turn(before: State, after: State) -> bool:
        return _control(own, before) == _control(own, after)

    assert [perft(own, own.initial(), turns, same_turn) for turns in range(1, 5)] == [7, 49, 302, 1469]


def _control(own: Machine, state: State) -> Compound:
    return next(fact for fact in own.facts(state) if fact.name == "control")


PIECES = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}


def chess_position(fen: str) -> frozenset[Compound]:
    board, turn, castling, passed = fen.split()
    facts = [f"control {'white' if turn == 'w' else 'black'}", "quiet 0"]
    for row, line in enumerate(board.split("/")):
        column = 1
        for letter in line:
            if letter.isdigit():
                column += int(letter)
                continue
            colour = "white" if letter.isupper() else "black"
            facts.append(f"cell {column} {8 - row} {colour} {PIECES[letter.lower()]}")
            column += 1
    for letter, words in (("K", "white short"), ("Q", "white long"), ("k", "black short"), ("q", "black long")):
        if letter in castling:
            facts.append(f"castle {words}")
    if passed != "-":
        facts.append(f"passed {ord(passed[0]) - 96} {passed[1]}")
    found = [read_term(fact) for fact in facts]
    return frozenset(fact for fact in found if fact is not None)


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", [20, 400, 8902]),
        # Castling, pins and captures en passant of every kind: the usual test positions.
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", [48, 2039]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", [14, 191, 2812]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", [6, 264]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", [44, 1486]),
        ("8/8/8/K2pP2r/8/8/8/7k w - d6", [6]),  # taking en passant would open the rank for the rook
    ],
)
def test_chess_has_its_known_numbers_of_moves(fen: str, expected: list[int]) -> None:
    engine = game("chess").engines["rules"]
    assert isinstance(engine, RulesEngine)
    evaluator = engine.evaluator

    def count(state: frozenset[int], depth: int) -> int:
        context = evaluator.context(state)
        white, black = (evaluator.legal_moves(context, role) for role in evaluator.roles)
        if depth == 1:
            return len(white) * len(black)
        total = 0
        for joint in product(white, black):
            moved = evaluator.with_moves(context, dict(zip(evaluator.roles, joint, strict=True)))
            total += count(evaluator.next_facts(moved), depth - 1)
        return total

    start = evaluator.numbers(chess_position(fen))
    assert [count(start, depth) for depth in range(1, len(expected) + 1)] == expected


def test_the_shortest_mate_in_chess() -> None:
    moves = ["move 6 2 6 3", "move 5 7 5 5", "move 7 2 7 4", "move 4 8 8 4"]
    assert scores(played("chess", *moves)) == (0.0, 100.0)


def test_amazons_has_as_many_first_moves_as_queens_can_make() -> None:
    queens = {(1, 3), (3, 1), (6, 1), (8, 3)}
    taken = queens | {(1, 6), (3, 8), (6, 8), (8, 6)}
    moves = 0
    for x, y in queens:
        for dx, dy in product((-1, 0, 1), repeat=2):
            u, v = x + dx, y + dy
            while (dx, dy) != (0, 0) and 1 <= u <= 8 and 1 <= v <= 8 and (u, v) not in taken:
                moves += 1
                u, v = u + dx, v + dy
    assert len(machine("amazons").legal(machine("amazons").initial(), 0)) == moves


# ---- known solutions and wins


def test_the_shortest_solution_of_lights_out_has_fifteen_presses() -> None:
    solution = _lights_out_solution()
    assert len(solution) == 15
    assert scores(played("lights-out", *(f"press {x} {y}" for x, y in solution))) == (100.0,)


def _lights_out_solution() -> list[tuple[int, int]]:
    """The fewest presses, by trying every first column and chasing the lights."""
    best: list[tuple[int, int]] = []
    for first in product((0, 1), repeat=5):
        lit = {(x, y) for x in range(1, 6) for y in range(1, 6)}
        presses: list[tuple[int, int]] = []
        for x in range(1, 6):
            for y in range(1, 6):
                if first[y - 1] if x == 1 else (x - 1, y) in lit:
                    presses.append((x, y))
                    lit ^= {(x, y), (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & {
                        (u, v) for u in range(1, 6) for v in range(1, 6)
                    }
        if not lit and (not best or len(presses) < len(best)):
            best = presses
    return best


def test_a_knights_tour_by_the_rule_of_warnsdorff() -> None:
    position = game("knights-tour").start(engine="rules")
    at, visited = (1, 1), {(1, 1)}

    def leaps(cell: tuple[int, int]) -> list[tuple[int, int]]:
        x, y = cell
        jumps = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
        return [
            (x + dx, y + dy)
            for dx, dy in jumps
            if 1 <= x + dx <= 5 and 1 <= y + dy <= 5 and (x + dx, y + dy) not in visited
        ]

    def tour(cell: tuple[int, int], path: list[tuple[int, int]]) -> list[tuple[int, int]] | None:
        if len(path) == 25:
            return path
        for following in sorted(leaps(cell), key=lambda other: len(leaps(other))):
            visited.add(following)
            found = tour(following, [*path, following])
            if found is not None:
                return found
            visited.discard(following)
        return None

    path = tour(at, [at])
    assert path is not None
    for x, y in path[1:]:
        if position.status is Status.OPEN:  # a single way on is taken without a question
            options = [option.label for option in position.legal(position.questions[0])]
            if f"(go {x} {y})" in options:
                play(position, f"go {x} {y}")
    assert scores(position) == (100.0,)


def test_the_shortest_way_through_the_maze() -> None:
    own = machine("maze")
    frontier, seen, steps = [own.initial()], {_place(own, own.initial())}, 0
    while frontier and not any(own.is_terminal(state) for state in frontier):
        following = []
        for state in frontier:
            for move in own.legal(state, 0):
                there = own.step(state, [move])
                if _place(own, there) not in seen:
                    seen.add(_place(own, there))
                    following.append(there)
        frontier, steps = following, steps + 1
    [end] = [state for state in frontier if own.is_terminal(state)]
    assert steps == 20 and [str(value) for value in own.goals(end, 0)] == ["100"]


def _place(own: Machine, state: State) -> Compound:
    return next(fact for fact in own.facts(state) if fact.name == "at")


def test_the_eight_puzzle_spreads_as_an_independent_search_does() -> None:
    own = machine("eight-puzzle")
    tiles = {(1, 1): "8", (1, 2): "1", (1, 3): "3", (2, 1): "4", (2, 2): "b", (2, 3): "2", (3, 1): "7", (3, 2): "6"}
    board = tuple(sorted((tiles | {(3, 3): "5"}).items()))
    states, boards = {_cells(own, own.initial()): own.initial()}, {board}
    assert set(states) == boards
    for _ in range(6):
        boards = {other for one in boards for other in _slides(dict(one))}
        following = [own.step(state, [move]) for state in states.values() for move in own.legal(state, 0)]
        states = {_cells(own, state): state for state in following}
        assert set(states) == boards


def _cells(own: Machine, state: State) -> tuple[tuple[tuple[int, int], str], ...]:
    cells = [list(map(str, fact.arguments)) for fact in own.facts(state) if fact.name == "cell"]
    return tuple(sorted(((int(row), int(column)), tile) for row, column, tile in cells))


def _slides(board: dict[tuple[int, int], str]) -> list[tuple[tuple[tuple[int, int], str], ...]]:
    [(row, column)] = [place for place, tile in board.items() if tile == "b"]
    found = []
    for there in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
        if there in board:
            found.append(tuple(sorted((board | {there: "b", (row, column): board[there]}).items())))
    return found


def test_knights_and_riders_have_as_many_ways_as_an_independent_count() -> None:
    def leaps(path: tuple[tuple[int, int], ...]) -> list[tuple[tuple[int, int], ...]]:
        x, y = path[-1]
        return [
            (*path, (u, v))
            for u in range(1, 6)
            for v in range(1, 6)
            if {abs(u - x), abs(v - y)} == {1, 2} and (u, v) not in path
        ]

    paths: list[tuple[tuple[int, int], ...]] = [((1, 1),)]
    found = []
    for _ in range(4):
        paths = [longer for path in paths for longer in leaps(path)]
        found.append(len(paths))
    assert counts("knights-tour", 4) == found

    def rides(walls: frozenset[tuple[int, int]], at: tuple[int, int]) -> list[tuple[int, int]]:
        x, y = at
        around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        return [cell for cell in around if min(cell) >= 1 and max(cell) <= 6 and cell not in walls]

    start = (frozenset({(1, 3), (6, 4)}), (1, 3), (6, 4))
    ways, found = [start], []
    for _ in range(3):
        ways = [
            (walls | {one, other}, one, other)
            for walls, left, right in ways
            for one in rides(walls, left)
            for other in rides(walls, right)
        ]
        found.append(len(ways))
    assert counts("tron", 3) == found  # in three steps nobody can meet or be walled in


def test_tic_tac_toe_is_a_draw_and_misere_too() -> None:
    for name in ("tic-tac-toe", "misere-tic-tac-toe"):
        own = machine(name)
        known: dict[State, int] = {}

        def value(state: State, own: Machine = own, known: dict[State, int] = known) -> int:
            """The score of the first player with best play."""
            if state not in known:
                if own.is_terminal(state):
                    known[state] = int(str(own.goals(state, 0)[0]))
                else:
                    legal = [own.legal(state, role) for role in (0, 1)]
                    choose = max if len(legal[0]) > 1 or "mark" in str(legal[0][0]) else min
                    known[state] = choose(value(own.step(state, moves)) for moves in product(*legal))
            return known[state]

        assert value(own.initial()) == 50
        if name == "tic-tac-toe":
            assert len(known) == 5478


def test_closing_a_mill_takes_a_man_and_not_out_of_a_mill() -> None:
    position = played("nine-mens-morris", "place a1", "place b2", "place d1", "place d2", "place g1")
    assert [option.label for option in position.legal(position.questions[0])] == ["(take b2)", "(take d2)"]
    play(position, "take b2")
    assert position.questions[0].seat == 1


def test_peg_solitaire_can_be_solved_to_the_middle() -> None:
    """Found by depth-first search over the numbers of the board, and played by the rules."""
    position = game("peg-solitaire").start(engine="rules")
    for x, y, u, v in _peg_solution():
        label = f"(jump {x} {y} {u} {v})"
        if position.status is Status.OPEN and label in [o.label for o in position.legal(position.questions[0])]:
            play(position, label)
    assert scores(position) == (100.0,)


def _peg_solution() -> list[tuple[int, int, int, int]]:
    holes = [(x, y) for x in range(1, 8) for y in range(1, 8) if 3 <= x <= 5 or 3 <= y <= 5]
    number = {hole: place for place, hole in enumerate(holes)}
    jumps = []
    for x, y in holes:
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            over, to = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if over in number and to in number:
                taken = 1 << number[x, y] | 1 << number[over]
                jumps.append((taken, 1 << number[to], (x, y, *to)))
    goal = 1 << number[4, 4]
    dead: set[int] = set()

    def search(pegs: int, path: list[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]] | None:
        if pegs == goal:
            return path
        if pegs in dead:
            return None
        for taken, to, jump in jumps:
            if pegs & taken == taken and not pegs & to:
                found = search(pegs & ~taken | to, [*path, jump])
                if found is not None:
                    return found
        dead.add(pegs)
        return None

    solution = search((1 << len(holes)) - 1 & ~goal, [])
    assert solution is not None
    return solution


def test_pieces_of_corners_touch_at_corners_only() -> None:
    position = played("corners", "lay single flat 1 1", "lay single flat 6 6")
    labels = {option.label for option in position.legal(position.questions[0])}
    assert "(lay domino flat 2 2)" in labels and "(lay domino flat 2 1)" not in labels
    assert "(lay domino flat 3 3)" not in labels


def test_in_hex_somebody_always_wins() -> None:
    tally = game("hex").simulator(engine="rules").playouts(20, 5)
    assert set(tally.endings) <= {"red wins", "blue wins"} and not tally.failed


def test_saying_the_sum_solves_the_russian_cards() -> None:
    for seed in range(3):
        position = game("russian-cards").start(seed)
        [label] = [o.label for o in position.legal(position.questions[0]) if "sum" in o.label]
        assert scores(play(position, label)) == (100.0, 100.0, 0.0)
        told = game("russian-cards").start(seed)
        [label, *_] = [o.label for o in told.legal(told.questions[0]) if "card" in o.label]
        assert scores(play(told, label)) == (0.0, 0.0, 100.0)


# ---- random play


def near(found: float, expected: float, spread: float, games: int) -> bool:
    """Within five standard errors."""
    return abs(found - expected) < 5 * spread / sqrt(games)


@pytest.mark.parametrize(
    ("name", "games", "steps", "spread", "first"),
    [
        ("tic-tac-toe", 4000, 7.63, 1.4, 64.8),
        ("breakthrough", 60, 64.06, 13.0, 51.0),
        ("reversi", 20, 60.4, 1.5, 47.4),
    ],
)
def test_random_play_gives_the_known_values(name: str, games: int, steps: float, spread: float, first: float) -> None:
    tally = game(name).simulator(engine="rules").playouts(games, 11)
    assert tally.games == games and not tally.failed
    assert near(tally.mean_length, steps, spread, games)
    assert near(mean_score(tally.seats_in_order[0]), first, 50, games)
    assert sum(mean_score(seat) for seat in tally.seats_in_order) == pytest.approx(100)


def test_connect_four_on_eight_columns_gives_the_values_known_of_the_public_rule_sheet() -> None:
    entry = next(item for item in library.all() if item.file.name == "connect-four.kif")
    wider = entry.text.replace("(col 7)", "(col 7) (col 8)").replace("(succ 6 7)", "(succ 6 7) (succ 7 8)")
    games = 800
    tally = parlour.load(wider, language="gdl").simulator(engine="rules").playouts(games, 11)
    assert near(tally.mean_length, 22.34, 8.0, games)
    assert near(mean_score(tally.seats_in_order[0]), 55.8, 50, games)


def test_connect_four_goes_as_an_independent_program_plays_it() -> None:
    games = 800
    tally = game("connect-four").simulator(engine="rules").playouts(games, 11)
    lengths, wins = zip(*(_drop_discs(Random(number)) for number in range(games)), strict=True)
    assert abs(tally.mean_length - sum(lengths) / games) < 5 * 7.5 * sqrt(2 / games)
    assert abs(mean_score(tally.seats_in_order[0]) - 100 * sum(wins) / games) < 5 * 50 * sqrt(2 / games)


def _drop_discs(dice: Random) -> tuple[int, float]:
    """A random game of Connect Four: its length, and what it is worth to the first player."""
    columns: list[list[int]] = [[] for _ in range(7)]
    for turn in range(42):
        place = dice.choice([number for number, column in enumerate(columns) if len(column) < 6])
        columns[place].append(turn % 2)
        x, y = place, len(columns[place]) - 1
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            run = 1
            for sign in (1, -1):
                u, v = x + sign * dx, y + sign * dy
                while 0 <= u < 7 and 0 <= v < len(columns[u]) and columns[u][v] == turn % 2:
                    run += 1
                    u, v = u + sign * dx, v + sign * dy
            if run >= 4:
                return turn + 1, 1.0 if turn % 2 == 0 else 0.0
    return 42, 0.5


@pytest.mark.parametrize("name", ["rock-paper-scissors", "tron", "battleship", "corners"])
def test_games_that_are_the_same_for_both_are_even(name: str) -> None:
    games = 400
    tally = game(name).simulator(engine="rules").playouts(games, 3)
    assert not tally.failed and near(mean_score(tally.seats_in_order[0]), 50, 50, games)


def test_random_kuhn_poker_has_its_exact_value() -> None:
    expected = _kuhn_value()
    games = 20_000
    tally = game("kuhn-poker").simulator(engine="rules").playouts(games, 3)
    assert near(mean_score(tally.seats_in_order[0]), 50 + 25 * expected, 40, games)


def _kuhn_value() -> float:
    """What the first player wins on average, in chips, over all deals and random moves."""
    total = 0.0
    deals = [(a, b) for a in (1, 2, 3) for b in (1, 2, 3) if a != b]
    for first, second in deals:
        showdown = 1 if first > second else -1
        after_bet = (2 * showdown + 1) / 2
        after_check_bet = (2 * showdown - 1) / 2
        total += ((showdown + after_check_bet) / 2 + after_bet) / 2
    return total / len(deals)


def test_all_results_of_the_small_games_happen() -> None:
    seen: dict[str, Counter[str]] = {}
    for name in ("three-in-a-row", "tron-four", "kriegspiel-tic-tac-toe"):
        seen[name] = game(name).simulator(engine="rules").playouts(300, 2).endings
    assert {"x wins", "o wins", "z wins", "draw"} <= set(seen["three-in-a-row"])
    assert {"north wins", "west wins"} <= set(seen["tron-four"])
    assert {"xplayer wins", "oplayer wins", "draw"} == set(seen["kriegspiel-tic-tac-toe"])
