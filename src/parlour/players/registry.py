"""Players by their specifications, as the command line, records and Python give them: `random`, `mcts:time=1s`.

>>> make_player("random", seed=7)
RandomPlayer(7)
>>> make_player("radnom", seed=7)
Traceback (most recent call last):
parlour.players.specification.UnknownPlayer: there is no player radnom. Did you mean random?

Packages of others add players by an entry point of the group `parlour.players`: its name is the name of the player, and
it is a function that is called with what stands behind the colon, a seed and the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import cast

from parlour.game.game import Game, UnfitPolicy
from parlour.game.search import Aim, Settings, Unsearchable
from parlour.players.player import Player
from parlour.players.random import RandomPlayer
from parlour.players.specification import HUMAN, SORTS, Key, Sort, Specification, UnknownPlayer, read_specification
from parlour.players.thinkers import Effort, Watch, unwatched

ENTRY_POINTS = "parlour.players"

# What an entry point is: from what stands behind the colon, a seed and the game to a player. `ValueError` says why not.
Plugin = Callable[[str, int, "Game | None"], Player]


class UnfitPlayer(UnknownPlayer):
    """A player that there is, but that cannot play this game."""


def read_player(spec: str) -> Specification:
    """What a specification says; raises `UnknownPlayer`."""
    return read_specification(spec, _sorts())


@cache
def plugins() -> Mapping[str, Callable[[], Plugin]]:
    """The players of other packages, by name; each is imported when it is called for."""
    from importlib.metadata import entry_points

    found: dict[str, Callable[[], Plugin]] = {}
    for point in entry_points(group=ENTRY_POINTS):
        if point.name not in SORTS:
            found.setdefault(point.name, point.load)
    return found


def _sorts() -> Mapping[str, Sort]:
    anything = Key(str, "…")
    return {**SORTS, **{name: Sort(anything, is_rest=True) for name in plugins()}}


def player_names() -> tuple[str, ...]:
    return tuple(_sorts())


def make_player(
    spec: str,
    seed: int,
    *,
    game: Game | None = None,
    human: Callable[[], Player] | None = None,
    watch: Watch = unwatched,
) -> Player:
    """The player of this specification, which may name a seed of its own. `human` makes a player for a person, where
    there is a way to ask one; `watch` hears how thinking goes on. Raises `UnknownPlayer`, or `UnfitPlayer` where it
    cannot play this game."""
    found = read_player(spec)
    if found.name == HUMAN:
        if human is None:
            raise UnknownPlayer("nobody can be asked here; choose another player than human")
        return human()
    own = found.values.get("seed")
    if isinstance(own, int):
        from parlour.core.chance import derive

        seed = derive(seed, own)
    try:
        return _made(found, seed, game, watch)
    except (Unsearchable, UnfitPolicy) as unfit:
        raise UnfitPlayer(f"{spec} cannot play this: {unfit}") from None


def _made(found: Specification, seed: int, game: Game | None, watch: Watch) -> Player:
    if found.name == "random":
        return RandomPlayer(seed)
    if found.name == "cmd":
        from parlour.players.program import ProgramPlayer

        return ProgramPlayer(str(found.argument), seed)
    if found.name in plugins():
        return plugins()[found.name]()(str(found.argument), seed, game)
    if game is None:
        raise UnknownPlayer(f"{found.name} has to know the game that it plays")
    return _thinker(found, seed, game, watch)


def _thinker(found: Specification, seed: int, game: Game, watch: Watch) -> Player:
    """A player that looks ahead."""
    from parlour.players import thinkers

    values = found.values
    aim = cast("Aim | None", values.get("aim"))
    match found.name:
        case "greedy":
            return thinkers.GreedyPlayer(game, seed, int(values.get("playouts", 32)), aim)
        case "mcts":
            return thinkers.TreePlayer(game, seed, _effort(values), _settings(values), watch)
        case "ismcts":
            return thinkers.SearchPlayer(game, seed, _effort(values), _settings(values), watch, over_knowledge=True)
        case "best":
            return thinkers.BestPlayer(game, seed, _effort(values), _settings(values), watch)
        case "level":
            assert isinstance(found.argument, int)
            return thinkers.LevelPlayer(game, seed, found.argument, watch)
        case "alphabeta":
            from parlour.players import alphabeta

            time_s = values.get("time")
            return alphabeta.AlphaBetaPlayer(
                game,
                seed,
                int(values.get("depth", 64 if time_s is not None else alphabeta.DEPTH)),
                int(values.get("playouts", alphabeta.PLAYOUTS)),
                None if time_s is None else float(time_s),
                aim,
                cast("str | None", values.get("worth")),
            )
        case "policy":
            from parlour.players.policy import PolicyPlayer

            return PolicyPlayer(game, seed, str(found.argument))
    raise AssertionError(f"{found.name} is a player that nobody makes")


def _effort(values: Mapping[str, int | float | str]) -> Effort:
    """So many iterations; with a time as many as fit into it, or as were asked for."""
    time_s, iterations = values.get("time"), values.get("iterations")
    if time_s is None:
        return Effort() if iterations is None else Effort(int(iterations))
    return Effort(None if iterations is None else int(iterations), float(time_s))


def _settings(values: Mapping[str, int | float | str]) -> Settings:
    usual = Settings()
    return Settings(
        cast("Aim | None", values.get("aim")),
        float(values.get("curiosity", usual.curiosity)),
        int(values.get("nodes", usual.nodes)),
        int(values.get("trees", usual.trees)),
        int(values["batch"]) if "batch" in values else None,
    )
