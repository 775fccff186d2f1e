"""Search in machine code comes to the very tree of the reference, in every language of core: whoever is asked, whatever
is drawn, in one tree or several, with little memory, and after the match went on."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import cache
from time import monotonic

import pytest

import parlour
from parlour.core.chance import Chance, derive
from parlour.core.read.program import read_program
from parlour.engines.native.engine import NativeEngine
from parlour.engines.native.search.finding import NativeSearch
from parlour.engines.native.search.words import Seek
from parlour.engines.search.room import Node
from parlour.engines.search.words import NodeRow
from parlour.game.game import Game
from parlour.game.position import Budget, Drawn, Position, Step
from parlour.game.search import Aim, Given, Goal, Imagine, Search, Settings, Uncompiled
from parlour.players import tree as reference
from parlour.players.judging import Standing
from parlour.players.search import PatientSearch, TreeSearch, search
from parlour.testing.agreement import engines
from parlour.testing.core_games import core_game

# Three games of every language, and how many random answers are given before they are searched: chance in a step and
# between seats, moves of several answers, answers that are tried out and options that the program lists.
GAMES = [
    ("tic-tac-toe", 0),
    ("nim", 0),
    ("peg-solitaire", 3),
    ("tic-tac-toe-senet", 0),
    ("race", 0),
    ("mancala", 2),
    ("war", 2),
    ("triples", 0),
    ("blackjack", 0),
    ("filetto", 0),
    ("harbour", 0),
    ("clockwork", 0),
    ("knock-out", 0),
    ("wolves", 1),
    ("island", 0),
]


@cache
def load(name: str) -> Game:
    return parlour.load(name)


def played(game: Game, answers: int, seed: int = 5) -> Position:
    """The position after some random answers."""
    position, chance = game.start(seed), Chance(seed)
    for _ in range(answers):
        question = position.questions[0]
        options = position.legal(question).options
        position.answer(question, options[chance.below(len(options))].value)
    return position


def native(game: Game) -> NativeEngine:
    engine = game.engines["native"]
    made = getattr(engine, "made", engine)
    assert isinstance(made, NativeEngine)
    return made


def both(
    game: Game, position: Position, seed: int = 7, settings: Settings | None = None
) -> tuple[NativeSearch, TreeSearch]:
    settings = settings or Settings()
    seat = position.questions[0].seat
    start = position.copy(seed=derive(seed, 0))
    wanted = TreeSearch(game, start.copy(), seat, seed, settings)
    found = native(game).search(start, seat, seed, settings, wanted.playouts.goal)
    assert isinstance(found, NativeSearch)
    return found, wanted


def agree(found: Node, wanted: reference.Node[Standing, object], seen: set[int]) -> None:
    """Two nodes and all that can follow them know the same."""
    if found.number in seen:
        return
    seen.add(found.number)
    paths = wanted.paths
    assert found.scores == wanted.scores and found.is_open == (paths is not None)
    if paths is None:
        return
    assert found.total == paths.total
    for role, visits in paths.visits.items():
        assert [found.visits(role, move) for move in range(found.count(role))] == visits
        assert [found.worth(role, move) for move in range(found.count(role))] == reference.worths_at(wanted, role)
    for picks, child in paths.children.items():
        other = found.child(picks)
        assert other is not None
        agree(other, child, seen)


def trees_agree(found: NativeSearch, wanted: TreeSearch) -> None:
    assert found.iterations == wanted.iterations
    for own, other in zip(found.trees, wanted.trees, strict=True):
        assert own.room.size == other.size
        agree(own.room.root, other.root, set())  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "answers"), GAMES)
def test_the_tree_is_that_of_the_reference(name: str, answers: int) -> None:
    game = load(name)
    found, wanted = both(game, played(game, answers))
    assert found.grow(60) == wanted.grow(60)
    trees_agree(found, wanted)


@pytest.mark.parametrize("name", ["tic-tac-toe", "race", "peg-solitaire", "tic-tac-toe-senet"])
def test_the_lines_are_those_of_the_reference(name: str) -> None:
    game = load(name)
    found, wanted = both(game, game.start())
    found.grow(50)
    wanted.grow(50)
    assert found.lines() == wanted.lines() and found.best() == wanted.best()


def last_answer(wanted: TreeSearch) -> Given:
    """The last that can be given where a search is, and what is drawn then."""
    position = wanted.trees[0].root.state.position.copy(seed=11)
    question = position.questions[0]
    value = position.legal(question).options[-1].value
    step = position.answer(question, value)
    assert isinstance(step, Step)
    return Given(question.seat, value, tuple(event.value for event in step.events if isinstance(event, Drawn)))


@pytest.mark.parametrize("name", ["tic-tac-toe", "race", "nim"])
def test_the_search_goes_on_with_what_was_answered(name: str) -> None:
    game = load(name)
    found, wanted = both(game, game.start())
    for _ in range(3):
        found.grow(80)
        wanted.grow(80)
        answers = [last_answer(wanted)]
        assert found.advance(answers) == wanted.advance(answers)
        trees_agree(found, wanted)


@pytest.mark.parametrize("fault", ["seed", "curiosity", "span", "budget"])
def test_a_planted_fault_is_caught(fault: str) -> None:
    game = load("tic-tac-toe")
    found, wanted = both(game, game.start())
    tree = found.trees[0]
    if fault == "seed":
        tree.room.seed(1)
    elif fault == "curiosity":
        found, _ = both(game, game.start(), settings=Settings(curiosity=0.71))
    elif fault == "span":
        goal = replace(wanted.playouts.goal, span=(0.0, 1.5))
        found = native(game).search(game.start(), 0, 7, Settings(), goal)  # type: ignore[assignment]
    else:
        tree.note(Seek.TRY_STEPS, 1)  # nothing can be tried out
    found.grow(200)
    wanted.grow(200)
    with pytest.raises(AssertionError):
        trees_agree(found, wanted)


def test_with_few_nodes_the_tree_is_still_that_of_the_reference() -> None:
    game = load("tic-tac-toe")
    found, wanted = both(game, game.start(), settings=Settings(nodes=50))
    found.grow(200)
    wanted.grow(200)
    assert found.trees[0].room.size == 50
    trees_agree(found, wanted)


def test_memory_stays_within_the_limit() -> None:
    game = load("connect-four")
    found, _ = both(game, game.start(), settings=Settings(nodes=9_000))
    found.grow(40_000)
    tree = found.trees[0]
    assert tree.room.size == 9_000
    assert tree.told(Seek.STATES_USED) <= tree.told(Seek.STATES_ROOM)
    assert sum(line.visits for line in found.lines()) == 40_000


def test_jobs_change_nothing_and_several_trees_are_added_up() -> None:
    game = load("connect-four")
    settings = Settings(trees=3)
    alone, together, one = (both(game, game.start(), settings=each)[0] for each in (settings, settings, Settings()))
    alone.grow(301, jobs=1)
    together.grow(301, jobs=3)
    assert alone.lines() == together.lines() and alone.best() == together.best()
    assert sum(line.visits for line in alone.lines()) == alone.iterations == 301
    one.grow(101)
    assert [tree.room.root.total for tree in alone.trees] == [101, 100, 100]
    agree_visits = [one.trees[0].room.root.visits(1, move) for move in range(7)]
    assert agree_visits == [alone.trees[0].room.root.visits(1, move) for move in range(7)], "the first is the usual one"


@pytest.mark.parametrize("name", ["connect-four", "race"])
def test_several_trees_are_those_of_the_reference_however_they_grow(name: str) -> None:
    game = load(name)
    found, wanted = both(game, played(game, 2), settings=Settings(trees=3))
    for part in (1, 7, 2, 60):
        assert found.grow(part) == wanted.grow(part)
        trees_agree(found, wanted)
    assert found.lines() == wanted.lines() and found.best() == wanted.best()
    answer = last_answer(wanted)
    assert found.advance([answer]) == wanted.advance([answer])
    assert found.grow(20) == wanted.grow(20)
    trees_agree(found, wanted)


def test_a_search_stops_when_nobody_wants_it_any_more() -> None:
    game = load("connect-four")
    found, _ = both(game, game.start())
    asked = iter([True, True, False])
    made = found.grow(10**9, is_wanted=lambda: next(asked, False))
    assert 0 < made < 10**9 and found.iterations == made
    assert found.grow(deadline=monotonic() - 1) == 0
    assert found.grow(10) == 10


def test_who_is_cancelled_within_an_iteration_has_not_made_it() -> None:
    game = load("connect-four")
    found, _ = both(game, game.start())
    tree = found.trees[0]
    worker = threading.Thread(target=lambda: (tree.prepare(), tree.grow(10**9)))
    worker.start()
    while worker.is_alive():
        tree.arena.stop()
        worker.join(0.005)
    root = tree.room.root
    assert sum(root.visits(1, move) for move in range(7)) == tree.told(Seek.MADE)


@pytest.mark.parametrize("trees", [1, 3])
def test_a_patient_search_cannot_be_told_from_the_reference(trees: int) -> None:
    """It begins by the reference, and goes over as soon as that has taken long enough."""
    game = parlour.load("tic-tac-toe")
    patient = search(game, game.start(), 0, 7, Settings(trees=trees))
    wanted = search(replace(game, compiling=None), game.start(), 0, 7, Settings(trees=trees))
    assert isinstance(patient, PatientSearch) and isinstance(wanted, TreeSearch)
    for spent_s in (0.0, 1e6):
        patient.grow(40)
        wanted.grow(40)
        assert patient.lines() == wanted.lines()
        patient.compiling.note(spent_s)
        first, reply = patient.lines()[0].move, patient.lines()[0].continuation[0]
        answers = [Given(move.seat, move.answers[0].value) for move in (first, reply)]
        assert patient.advance(answers) == wanted.advance(answers)
    assert patient.grow(40) == wanted.grow(40)
    assert patient.lines() == wanted.lines()
    assert patient.compiled is not None


# What is asked third continues the second question, but not the first: `mark` is written between. If the first answer
# was 2 nothing can be said there.
FORGETFUL = """
program forgetful entry main
seats (Ada, Ben)
function main() -> none {
  locals (mark: int, first: int, second: int, third: int, sum: int)
  mark = 5
  ask first: whole(1, 3) seat 0 kind number
  sum = add(first, mark)
  ask second: whole(1, 2) seat 0 kind number
  mark = 1
  ask third: whole(1, 2) seat 0 kind number
  if eq(sum, 7) {
    raise `no` "never"
  }
  if gt(add(third, mark), 2) {
    finish [[0], [1]]
  }
  finish [[1], [0]]
}
"""


def test_where_a_move_forgets_how_it_began_the_search_looks_ahead_all_the_same() -> None:
    game = core_game(FORGETFUL)
    wanted = search(game, game.start(), 0, 7)
    assert isinstance(wanted, TreeSearch)
    wanted.grow(40)
    assert {line.move.answers[0].value for line in wanted.lines()} == {1, 3}, "nothing can come of 2"
    _, engine = engines(read_program(FORGETFUL))
    found = engine.search(engine.start(0, {}, Budget()), 0, 7, Settings(), wanted.playouts.goal)
    found.grow(40)
    assert found.lines() == wanted.lines()


class Refusing:
    """Compiled code that cannot go on."""

    def __init__(self) -> None:
        self.reason: str | None = None
        self.goals: dict[Aim | None, Goal] = {}

    def begin(self, position: Position, seat: int | None, seed: int, settings: Settings, goal: Goal) -> Search | None:
        return None if self.reason else Breaking()  # type: ignore[return-value]

    def begin_imagined(
        self, imagine: Imagine, seat: int | None, seed: int, settings: Settings, goal: Goal
    ) -> Search | None:
        return None

    def note(self, spent_s: float) -> None: ...

    def refuse(self, reason: str) -> None:
        self.reason = reason


class Breaking:
    def grow(self, iterations: int | None = None, **more: object) -> int:
        if iterations:
            raise Uncompiled("only the reference can")
        return 0


def test_where_only_the_reference_can_it_goes_on_and_the_reason_is_kept() -> None:
    game = load("tic-tac-toe")
    compiling = Refusing()
    found = search(replace(game, compiling=compiling), game.start(), 0, 7)
    wanted = search(replace(game, compiling=None), game.start(), 0, 7)
    assert found.grow(30) == wanted.grow(30)
    assert found.lines() == wanted.lines()
    assert compiling.reason == "only the reference can"


# What was answered so far lies in values of every shape that is hashed where it lies, and in a list, which is not.
SHAPES = """
program shapes entry main
symbols (X, Empty)
seats (Ada)
global marks: board[symbol, 2 x 2]
global flags: board[bool, 13 x 7]
global counts: board[int, 2 x 2]
global real: float
global maybe: int?
global late: int
global things: list[int]
function main() -> int {
  @marks = board_fill[board[symbol, 2 x 2]](#Empty)
  @flags = board_fill[board[bool, 13 x 7]](false)
  @counts = board_fill[board[int, 2 x 2]](0)
  @real = 0.5
  @maybe = convert[int?](none)
  @things = list[int]()
  invoke turn((0, false), 0)
  if eq(board_get(@marks, 1), #X) {
    @late = 1
  }
  if board_get(@flags, 88) {
    @late = board_get(@counts, 3)
  }
  if and(gt(@real, 3.0), eq(@maybe, convert[int?](7))) {
    return 0
  }
  return add(@late, list_length(@things))
}
function turn(pair: (int, bool), done: int) -> none {
  locals (n: int)
  if ge(done, 4) {
    @late = pair.0
    return
  }
  ask n: whole(0, 5) seat 0 kind number
  if eq(n, 0) {
    @marks = board_set(@marks, done, #X)
  }
  if eq(n, 1) {
    @flags = board_set(@flags, sub(90, done), true)
  }
  if eq(n, 2) {
    @counts = board_set(@counts, 3, add(board_get(@counts, 3), 1))
  }
  if eq(n, 3) {
    @real = add(@real, 1.5)
    @maybe = convert[int?](add(pair.0, 4))
  }
  if eq(n, 5) {
    do list_push(@things, 5)
  }
  tail turn((add(pair.0, n), lt(n, 2)), add(done, 1))
}
"""


@pytest.mark.parametrize("most", [4, 5])
def test_states_have_the_same_hash_where_their_keys_are_equal(most: int) -> None:
    without_list = SHAPES.replace("list_length(@things)", "0").replace("do list_push(@things, 5)", "@late = 5")
    _, engine = engines(read_program(SHAPES if most == 5 else without_list))
    goal = Goal(None, None, True, None)
    hashes: dict[bytes, set[int]] = {}
    waiting = [engine.start(0, {}, Budget())]
    while waiting:
        position = waiting.pop()
        found = engine.search(position, 0, 7, Settings(nodes=10), goal)
        assert isinstance(found, NativeSearch)
        hashes.setdefault(position.key, set()).add(found.trees[0].room.root.word(NodeRow.KEY))
        if position.questions[0].id <= 3:
            for answer in range(most + 1):
                waiting.append(position.copy())
                waiting[-1].answer(waiting[-1].questions[0], answer)
    assert len(hashes) < sum((most + 1) ** length for length in range(4)), "some ways lead to the same question"
    assert all(len(found) == 1 for found in hashes.values())
    assert len(set.union(*hashes.values())) == len(hashes)
