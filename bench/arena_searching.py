"""Looking ahead over arenas: simulations, two jobs, and a match against OpenSpiel's C++ `MCTSBot`; over what is known,
simulations against its `ISMCTSBot`."""

from __future__ import annotations

import random

import pyspiel
import searching
from measuring import Section, rates
from playing import Play, library_game

from parlour.game.game import Game
from parlour.game.position import Position
from parlour.game.search import Search, Settings
from parlour.players.search import search

# Our game, OpenSpiel's, and how many times faster ours is to be.
_ARENAS = (
    ("tic-tac-toe", "tic_tac_toe", 2),
    ("connect-four", "connect_four", 4),
)

# Simulations of one search, at most. Each begins with an empty tree.
SEARCH = 10_000

_ABOUT = (
    "Simulations per CPU second, one thread, one random game for each leaf, from the first position, up to "
    f"{SEARCH:,} for one tree; median of five rounds. OpenSpiel: `MCTSBot` with its own random rollouts."
)


def measure() -> list[Section]:
    """Core games, in machine code over arenas."""
    columns = ("game", "Parlour", "OpenSpiel C++", "ratio", "at least")
    section = Section("Search over arenas", _ABOUT, columns)
    for name, theirs, least in _ARENAS:
        mine, peer = rates(_core(name), searching.open_spiel(theirs), least=SEARCH)
        section.add(**dict(zip(columns, (name, mine, peer, mine / peer, least), strict=True)))
    jobs = searching.by_two_jobs("Search over arenas by two jobs", __name__, *_SCALED)
    return [section, jobs, _match()]


# Answers of a match of Hearts before the search: three cards of each seat are passed first.
_HEARTS = (("hearts, first card to pass", 0), ("hearts, third card played", 14))


def measure_knowledge() -> list[Section]:
    """Hearts, whose cards nobody else sees: every simulation deals what is hidden anew."""
    columns = ("game", "Parlour", "OpenSpiel C++", "ratio", "at least")
    about = (
        "Information-set simulations per CPU second, one thread, one random game for each leaf, up to "
        f"{SEARCH:,} for one tree; median of five rounds. OpenSpiel: `ISMCTSBot` with its own resampler of Hearts."
    )
    section = Section("Search over what is known", about, columns)
    for name, answers in _HEARTS:
        mine, peer = rates(_own_hearts(answers), _open_spiel_hearts(answers), least=SEARCH)
        section.add(**dict(zip(columns, (name, mine, peer, mine / peer, 0.5), strict=True)))
    return [section]


def _own_hearts(answers: int) -> Play:
    game = library_game("hearts")
    position, draw = game.start(1), random.Random(1)
    for _ in range(answers):
        question = position.questions[0]
        position.answer(question, draw.choice(position.legal(question).options).value)
    seat = position.questions[0].seat
    seeds = iter(range(10**9))

    def play(count: int) -> None:
        for done in range(0, count, SEARCH):
            _search(game, position, next(seeds), Settings(), seat).grow(min(SEARCH, count - done))

    return play


def _open_spiel_hearts(answers: int) -> Play:
    state, draw = pyspiel.load_game("hearts").new_initial_state(), random.Random(1)
    given = 0
    while state.is_chance_node() or given < answers:
        given += not state.is_chance_node()
        state.apply_action(draw.choice(state.legal_actions()))
    seeds = iter(range(10**9))

    def play(count: int) -> None:
        for done in range(0, count, SEARCH):
            seed = next(seeds)
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            how = pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT
            # It wants two at least. Hands differ between simulations, and so do legal cards.
            simulations = max(min(SEARCH, count - done), 2)
            bot = pyspiel.ISMCTSBot(seed, evaluator, 0.7, simulations, -1, how, False, True)
            bot.step(state)

    return play


# A game, and simulations of one tree: two of them by two jobs, and by two processes.
_SCALED = ("connect-four", 200_000)


def growing(name: str, trees: int) -> Play:
    """A search of so many trees, with as many jobs; a new one every time."""
    game = library_game(name)
    position = game.start()
    seeds = iter(range(10**9))

    def grow(iterations: int) -> None:
        settings = Settings(trees=trees, nodes=trees * iterations)
        _search(game, position, next(seeds), settings).grow(iterations, jobs=trees)

    grow(1_000)
    return grow


# Games of a match, and how long each move may take.
_GAMES = 60
_MOVE_S = 0.05


def _match() -> Section:
    """Connect Four against OpenSpiel's bot, which is stopped by the simulations it makes in as much time: its own clock
    would do the same. Who begins changes from game to game."""
    columns = ("game", "won", "drawn", "lost", "share", "from", "ratio", "at least")
    about = (
        f"{_GAMES} games at {1000 * _MOVE_S:.0f} ms of a processor a move against OpenSpiel's `MCTSBot` with one "
        "rollout a leaf and its solver; ratio: the lower end of the 95 % interval of our share of the points (Wilson) "
        "to a half."
    )
    section = Section("A match at equal time", about, columns)
    won, drawn, lost = connect_four_match(_GAMES, _MOVE_S)
    share = (won + drawn / 2) / _GAMES
    low = wilson(won + drawn / 2, _GAMES)
    section.add(**dict(zip(columns, ("connect-four", won, drawn, lost, share, low, low / 0.5, 1), strict=True)))
    return section


def connect_four_match(games: int, move_s: float) -> tuple[int, int, int]:
    """Games that we won, drew and lost."""
    ours, theirs = library_game("connect-four"), pyspiel.load_game("connect_four")
    made = cpu_rate(ours, theirs, move_s)
    counts = [0, 0, 0]
    for number in range(games):
        position, state = ours.start(number), theirs.new_initial_state()
        bot = pyspiel.MCTSBot(
            theirs, pyspiel.RandomRolloutEvaluator(1, number), 1.4, made[1], 1000, True, number + 1, False
        )
        while not state.is_terminal():
            seat = state.current_player()
            if seat == number % 2:
                found = _search(ours, position, number, Settings(), seat)
                found.grow(made[0])
                column = int(str(found.best()))
            else:
                column = bot.step(state) + 1
            state.apply_action(column - 1)
            position.answer(position.questions[0], column)
        result = state.returns()[number % 2]
        counts[0 if result > 0 else 2 if result < 0 else 1] += 1
    return counts[0], counts[1], counts[2]


def cpu_rate(ours: Game, theirs: pyspiel.Game, move_s: float) -> tuple[int, int]:
    """Simulations that each of the two makes in so much time of a processor: then a busy machine changes nothing."""
    mine, peer = rates(_core("connect-four"), searching.open_spiel("connect_four"), least=SEARCH)
    return int(mine * move_s), int(peer * move_s)


def wilson(points: float, games: int, z: float = 1.96) -> float:
    """The lower end of the interval."""
    share, part = points / games, z * z / games
    middle = share + part / 2
    return (middle - z * (share * (1 - share) / games + part / games / 4) ** 0.5) / (1 + part)


def _core(name: str) -> Play:
    game = library_game(name)
    position = game.start()
    seeds = iter(range(10**9))

    def play(count: int) -> None:
        for done in range(0, count, SEARCH):
            _search(game, position, next(seeds), Settings()).grow(min(SEARCH, count - done))

    return play


def _search(game: Game, position: Position, seed: int, settings: Settings, seat: int | None = 0) -> Search:
    """In compiled code from the first iteration on."""
    assert game.compiling is not None
    game.compiling.note(1e6)
    return search(game, position, seat, seed, settings)
