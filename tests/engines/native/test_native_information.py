"""Search over what is known, in machine code: it comes to the very trees of the reference, with deals of its own where
nothing but faces is secret and with positions that are imagined elsewhere; it sees nothing else."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

import parlour
from parlour.core import types as t
from parlour.core.chance import Chance
from parlour.engines.core.position import CorePosition
from parlour.engines.native.engine import NativeEngine
from parlour.engines.native.search.knowing import InformationSession, NativeInformationSearch, name_kinds
from parlour.engines.native.search.words import Informed, NameKind, PartRow, Seek
from parlour.engines.search.room import float_of
from parlour.engines.search.words import EntryRow, Knowledge
from parlour.game.game import Game
from parlour.game.position import Position
from parlour.game.search import Aim, Goal, Imagine, Search, Settings, Uncompiled
from parlour.players.information import InformationSearch, Tree
from parlour.players.search import PatientSearch, search

# Three cards, two seats; who passes after a bet gives up.
KUHN = """
# parlour: show score
# parlour: highest score wins

main:
    do PLAY

let Card(rank) be Object with:
    const rank: rank
    const name: f'{rank}'

let Player(name) be Actor with:
    const name: name
    hand: Series<Card>()
    string said: ''
    int score: 0

when Player player do BET:
    player.said = input(['pass', 'bet'])
    print(f'{player.name}: {player.said}')

when do PLAY:
    deck = Stack<Card>(Card(rank) for rank in 1..3).shuffled()
    players = [Player('Ann'), Player('Ben')]
    for player in players:
        player.hand do PUSH_BACK(deck do POP_TOP(1))
    for player in players:
        player do BET
    if players[0].said == 'pass' and players[1].said == 'bet':
        players[0] do BET
    stake = 1
    winner = 0
    if players[1].hand[0].rank > players[0].hand[0].rank:
        winner = 1
    if players[0].said == 'bet' and players[1].said == 'bet':
        stake = 2
    if players[0].said == 'pass' and players[1].said == 'bet':
        winner = 1
    if players[0].said == 'bet' and players[1].said == 'pass':
        winner = 0
    players[winner].score += stake
"""

# Cards are what is answered, so they go by their faces.
GIVING = """
# parlour: show score
# parlour: highest score wins

main:
    do PLAY

let Card(rank) be Object with:
    const rank: rank
    const marks: [rank, rank]
    const name: f'{rank}'

let Player(name) be Actor with:
    const name: name
    hand: Series<Card>()
    int score: 0

when Player player do GIVE:
    Card card = input(player.hand)
    player.score += card.marks[0]
    player.hand do DELETE(place_of(player.hand, card))

place_of(Series cards, card):
    for i in 0...cards.size():
        if cards[i].name == card.name:
            return i
    return -1

when do PLAY:
    deck = Stack<Card>(Card(rank) for rank in 1..9).shuffled()
    players = [Player('Ann'), Player('Ben')]
    for player in players:
        player.hand do PUSH_BACK(deck do POP_TOP(3))
    for n in 1..2:
        for player in players:
            player do GIVE
"""

# Answers before the search: cards in a mask of what cannot lie where, things that are options, positions that have to
# be imagined one by one, answers that were given to an open vote.
GAMES = [("kuhn", 0), ("kuhn", 1), ("crazy-eights", 5), ("hearts", 20), ("giving", 1), ("briscolina", 5)]


@cache
def load(name: str) -> Game:
    if name in ("kuhn", "giving"):
        return parlour.load(KUHN if name == "kuhn" else GIVING, language="allhandsondeck", name=f"{name}.ah")
    return parlour.load(name)


@cache
def played(name: str, answers: int, seed: int = 3) -> Position:
    """The position after some random answers."""
    position, chance = load(name).start(seed), Chance(9)
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


Both = tuple[NativeInformationSearch, InformationSearch]


def both(name: str, answers: int = 0, settings: Settings | None = None, seed: int = 7) -> Both:
    game, position, settings = load(name), played(name, answers), settings or Settings()
    seat = position.questions[0].seat
    assert seat is not None

    def imagine(number: int) -> Position | None:
        return position.imagine(seat, number)

    wanted = InformationSearch(game, imagine, seat, seed, settings)
    found = native(game).search_imagined(imagine, seat, seed, settings, wanted.playouts.goal)
    assert isinstance(found, NativeInformationSearch)
    return found, wanted


def entries(tree: InformationSession) -> Counter[tuple[int, int, float]]:
    """What is known of all answers: visits, how often they could have been given, and what they came to."""
    words = tree.entries.words
    found: Counter[tuple[int, int, float]] = Counter()
    for number in range(1, tree.knowledge.words[Knowledge.COUNT >> 3] + 1):
        row = EntryRow.ROW * number >> 3
        available = words[row + (EntryRow.AVAILABLE >> 3)]
        if available:
            total = float_of(words[row + (EntryRow.TOTAL >> 3)])
            found[words[row + (EntryRow.VISITS >> 3)], available, total] += 1
    return found


def answers_of(tree: Tree) -> Counter[tuple[int, int, float]]:
    known = (answer for node in tree.nodes.values() for answer in node.values())
    return Counter((answer.visits, answer.available, answer.total) for answer in known if answer.available)


def agree(found: NativeInformationSearch, wanted: InformationSearch) -> None:
    assert found.iterations == wanted.iterations
    assert found.lines() == wanted.lines() and found.best() == wanted.best()
    for own, other in zip(found.trees, wanted.trees, strict=True):
        assert own.knowledge.words[Knowledge.NODE_COUNT >> 3] == len(other.nodes)
        assert own.knowledge.words[Knowledge.ANSWER_COUNT >> 3] == other.size
        assert entries(own) == answers_of(other)


@pytest.mark.parametrize(("name", "answers"), GAMES)
def test_the_tree_is_that_of_the_reference(name: str, answers: int) -> None:
    found, wanted = both(name, answers)
    assert found.grow(60) == wanted.grow(60) == 60
    agree(found, wanted)


def test_these_games_have_what_is_to_be_compared() -> None:
    """A mask of what cannot lie where, and positions that are imagined one by one."""

    def imagined(name: str, answers: int) -> CorePosition:
        position = played(name, answers)
        seat = position.questions[0].seat
        assert seat is not None
        found = position.imagine(seat, 1)
        assert isinstance(found, CorePosition)
        return found

    hearts = imagined("hearts", 20).deals
    assert hearts is not None and any(part.mask is not None for part in hearts)
    free = imagined("crazy-eights", 5).deals
    assert free is not None and all(part.mask is None for part in free)
    assert imagined("briscolina", 5).deals is None


def test_answers_to_an_open_vote_are_imagined_and_everybody_picks_alone() -> None:
    game = load("house")
    position = game.start(5)
    while len(position.questions) < 3:
        position.answer(position.questions[0], position.legal(position.questions[0]).options[0].value)
    position.answer(position.questions[0], position.legal(position.questions[0]).options[0].value)
    seat = position.questions[0].seat
    assert seat is not None

    def imagine(number: int) -> Position | None:
        return position.imagine(seat, number)

    wanted = InformationSearch(game, imagine, seat, 7, Settings())
    found = native(game).search_imagined(imagine, seat, 7, Settings(), wanted.playouts.goal)
    assert isinstance(found, NativeInformationSearch)
    assert found.grow(40) == wanted.grow(40)
    agree(found, wanted)


def _other_seed(tree: InformationSession) -> None:
    tree.inform(Informed.SEED, 1)


def _other_faces(tree: InformationSession) -> None:
    """Two things are taken for each other."""
    part = tree.informed.words[Informed.PARTS >> 3]
    block = next(block for block in tree.blocks_given if block.address == part)
    faces = next(one for one in tree.blocks_given if one.address == block.words[PartRow.FACES >> 3])
    for place in range(block.words[PartRow.COUNT >> 3]):
        faces.words[place] = 1


def _no_mask(tree: InformationSession) -> None:
    """Whatever was ruled out may lie everywhere."""
    part = tree.informed.words[Informed.PARTS >> 3]
    block = next(block for block in tree.blocks_given if block.address == part)
    block.words[PartRow.MASK >> 3] = 0


def _no_deals(tree: InformationSession) -> None:
    tree.inform(Informed.PART_COUNT, 0)


@pytest.mark.parametrize(
    ("name", "answers", "plant"),
    [
        ("crazy-eights", 5, _other_seed),
        ("crazy-eights", 5, _no_deals),
        ("hearts", 20, _no_mask),
        ("giving", 1, _other_faces),
    ],
)
def test_a_planted_fault_is_caught(name: str, answers: int, plant: Callable[[InformationSession], None]) -> None:
    found, wanted = both(name, answers)
    plant(found.trees[0])
    found.grow(100)
    wanted.grow(100)
    with pytest.raises(AssertionError):
        agree(found, wanted)


@pytest.mark.parametrize("fault", ["curiosity", "span"])
def test_another_setting_is_caught(fault: str) -> None:
    _, wanted = both("kuhn")
    settings = Settings(curiosity=0.71) if fault == "curiosity" else Settings()
    goal = wanted.playouts.goal
    goal = replace(goal, span=(0.0, 1.5)) if fault == "span" else goal
    other = native(load("kuhn")).search_imagined(wanted.imagine, 0, 7, settings, goal)
    assert isinstance(other, NativeInformationSearch)
    other.grow(300)
    wanted.grow(300)
    with pytest.raises(AssertionError):
        agree(other, wanted)


def test_several_trees_are_those_of_the_reference_and_jobs_change_nothing() -> None:
    settings = Settings(trees=3)
    found, wanted = both("kuhn", 0, settings)
    other, _ = both("kuhn", 0, settings)
    for part in (1, 7, 2, 60):
        assert found.grow(part, jobs=1) == other.grow(part, jobs=3) == wanted.grow(part)
        agree(found, wanted)
    assert found.lines() == other.lines()
    assert [tree.told(Seek.MADE) for tree in found.trees] == [24, 23, 23]


@pytest.mark.parametrize(("name", "answers"), [("crazy-eights", 5), ("briscolina", 5)])
def test_where_there_is_little_room_the_tree_is_still_that_of_the_reference(name: str, answers: int) -> None:
    found, wanted = both(name, answers, Settings(nodes=6))
    found.grow(120)
    wanted.grow(120)
    agree(found, wanted)
    assert len(wanted.trees[0].nodes) == 6 and wanted.trees[0].size <= 48
    assert sum(line.visits for line in found.lines()) == 120


def test_who_is_cancelled_within_an_iteration_has_not_made_it() -> None:
    found, _ = both("kuhn")
    tree = found.trees[0]
    worker = threading.Thread(target=lambda: (tree.prepare(), tree.grow(10**9)))
    worker.start()
    while worker.is_alive():
        tree.arena.stop()
        worker.join(0.001)
    made = tree.told(Seek.MADE)
    assert sum(line.visits for line in found.lines()) == made
    fresh, _ = both("kuhn")
    fresh.grow(made + 50)
    found.grow(50)
    assert found.lines() == fresh.lines(), "and makes it again"


def test_a_search_stops_when_nobody_wants_it_any_more() -> None:
    found, _ = both("kuhn")
    asked = iter([True, True, False])
    made = found.grow(10**9, is_wanted=lambda: next(asked, False))
    assert 0 < made < 10**9 and found.iterations == made


def test_positions_are_kept_and_drawn_from_where_dealing_takes_long() -> None:
    found, wanted = both("briscolina", 5)
    counts = []
    for _ in range(5):
        found.grow(30)
        counts.append(found.trees[0].informed.words[Informed.WORLD_COUNT >> 3])
    assert counts == [6, 8, 10, 11, 13], "after n² iterations there are n"
    assert all(one < other for one, other in pairwise(counts))
    wanted.grow(150)
    agree(found, wanted)


def test_a_patient_search_cannot_be_told_from_the_reference() -> None:
    game = parlour.load(KUHN, language="allhandsondeck", name="kuhn.ah")
    position = game.start(3)
    patient = search(game, position, 0, 7)
    wanted = search(replace(game, compiling=None), position, 0, 7)
    assert isinstance(patient, PatientSearch) and isinstance(wanted, InformationSearch)
    assert patient.compiled is None
    for spent_s in (1e6, 0.0):
        assert patient.grow(30) == wanted.grow(30)
        assert patient.lines() == wanted.lines()
        patient.compiling.note(spent_s)
    assert isinstance(patient.compiled, NativeInformationSearch)
    assert patient.iterations == 60


class Refusing:
    """Compiled code that comes to something it cannot do."""

    def __init__(self) -> None:
        self.reason: str | None = None
        self.goals: dict[Aim | None, Goal] = {}

    def begin(self, position: Position, seat: int | None, seed: int, settings: Settings, goal: Goal) -> Search | None:
        return None

    def begin_imagined(
        self, imagine: Imagine, seat: int | None, seed: int, settings: Settings, goal: Goal
    ) -> Search | None:
        return None if self.reason else Breaking()  # type: ignore[return-value]

    def note(self, spent_s: float) -> None: ...

    def refuse(self, reason: str) -> None:
        self.reason = reason


class Breaking:
    def grow(self, iterations: int | None = None, **more: object) -> int:
        raise Uncompiled("only the reference can")


def test_where_only_the_reference_can_it_goes_on_and_the_reason_is_kept() -> None:
    game, position, compiling = load("kuhn"), played("kuhn", 0), Refusing()
    found = search(replace(game, compiling=compiling), position, 0, 7)
    wanted = search(replace(game, compiling=None), position, 0, 7)
    assert found.grow(30) == wanted.grow(30)
    assert found.lines() == wanted.lines()
    assert compiling.reason == "only the reference can"


def test_answers_that_are_lists_cannot_be_told_apart() -> None:
    types = native(load("kuhn")).task(None).form.handover.types
    kinds = name_kinds(t.TupleType((t.INT, t.STRING, t.OptionalType(t.STRING), t.ANY)), types)
    assert kinds == [NameKind.WORD, NameKind.STRING, NameKind.STRING, NameKind.ANY]
    with pytest.raises(Uncompiled, match="lists"):
        name_kinds(t.TupleType((t.INT, t.ListType(t.INT))), types)
