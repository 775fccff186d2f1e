"""GDL: the net against OpenSpiel's C++ rollouts, how long it takes to start, and the rules against a prover."""

from __future__ import annotations

import statistics
import sys
import time

from measuring import Section, process_cpu, rates
from playing import Play, library_game, open_spiel_rollouts, ours

from parlour import library
from parlour.engines.later import LaterEngine
from parlour.engines.net.engine import NetEngine
from parlour.engines.net.loader import MOST_COMPILED
from parlour.engines.net.tiers import Interpreted

# Our game, OpenSpiel's, and how many times faster ours is to be.
_GAMES = (
    ("tic-tac-toe-gdl", "tic_tac_toe", 100),
    ("connect-four-gdl", "connect_four", 150),
    ("breakthrough", "breakthrough", 60),
    ("reversi-gdl", "othello", 200),
    ("hex", "hex(board_size=11)", 1),
    ("draughts", "checkers", 100),
    ("chess-gdl", "chess", 0.4),
    ("amazons", "amazons", 4),
)

# Games that the net plays at the same time, and so plays in one go at least: fewer would leave lanes empty.
_LANES = 1024

# Our game, random playouts per CPU second of the GGP-base prover as noted elsewhere (it needs Java, and is not run
# here), and how many times faster our rules are to be.
_PROVER = (
    ("tic-tac-toe-gdl", 618, 10),
    ("connect-four-gdl", 73, 10),
    ("breakthrough", 9.7, 1),
    ("reversi-gdl", 0.8, 1),
    ("draughts", 3.2, 1),
    ("chess-gdl", 0.23, 1),
)

_START = """
import sys
import parlour
game = parlour.load(sys.argv[1])
assert game.simulator(engine="net").playouts(100, 0, jobs=1).games == 100
"""


def measure() -> list[Section]:
    return [_rollouts(), _starts(), _rules()]


def _rollouts() -> Section:
    columns = ("game", "Parlour", "OpenSpiel C++", "ratio", "at least")
    about = (
        "Random playouts per CPU second, one thread, compiled code in place, median of five rounds. "
        "OpenSpiel's amazons has a board of 10 × 10, ours one of 8 × 8."
    )
    section = Section("Net", about, columns)
    for name, theirs, least in _GAMES:
        mine, peer = rates(_compiled(name), open_spiel_rollouts(theirs), least=_LANES)
        section.add(**dict(zip(columns, (name, mine, peer, mine / peer, least), strict=True)))
    return section


def _compiled(name: str) -> Play:
    """Playouts on the net once its compiled code is there, as in any long run; large nets are interpreted."""
    engine = _net(name)
    simulator = engine.simulator()
    seeds = iter(range(10**9))
    while engine.loader.plan.size <= MOST_COMPILED and isinstance(engine.loader.machine(), Interpreted):
        simulator.playouts(20_000, next(seeds), jobs=1)
        time.sleep(0.1)

    def play(count: int) -> None:
        if simulator.playouts(count, next(seeds), jobs=1).games != count:
            sys.exit("a game was lost")

    return play


def _net(name: str) -> NetEngine:
    engine = library_game(name).engines["net"]
    assert isinstance(engine, LaterEngine)
    assert isinstance(engine.made, NetEngine)
    return engine.made


def _starts() -> Section:
    """Whole processes: Python, imports, reading, grounding, the net, and a hundred games."""
    columns = ("game", "seconds", "at most, seconds")
    section = Section("Starting the net", "CPU seconds of a new process up to its first hundred games.", columns)
    names = [entry.name for entry in library.all() if entry.language == "gdl" and _net(entry.name).ungrounded is None]
    found = {name: process_cpu(sys.executable, "-c", _START, name) for name in names}
    for name in ("tic-tac-toe-gdl", "connect-four-gdl", "breakthrough"):
        section.add(**dict(zip(columns, (name, found[name], 0.5), strict=True)))
    section.add(**dict(zip(columns, ("the library's median", statistics.median(found.values()), 1.0), strict=True)))
    return section


def _rules() -> Section:
    columns = ("game", "Parlour", "GGP-base prover", "ratio", "at least")
    about = "Random playouts per CPU second on the rules, without a net. The prover's rates are from another machine."
    section = Section("Rules", about, columns)
    for name, prover, least in _PROVER:
        [mine] = rates(ours(name, "rules"))
        section.add(**dict(zip(columns, (name, mine, prover, mine / prover, least), strict=True)))
    return section
