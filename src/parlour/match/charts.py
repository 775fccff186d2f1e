"""The course of a match as rows and columns, for languages whose tables can say it: a season, round by round."""

from __future__ import annotations

from parlour.engines.core.engine import CoreEngine
from parlour.game.game import Game
from parlour.game.scene import Bracket, Grid
from parlour.game.table import Charted
from parlour.match.match import Match


def has_charts(game: Game) -> bool:
    return _table(game) is not None


def charts_of(match: Match, viewer: int | None) -> tuple[Grid | Bracket, ...]:
    """What this viewer (None: a spectator) may know of the course of a match; nothing where no table says it."""
    table = _table(match.game)
    return () if table is None else table.charts(match.position.view(viewer).log)


def _table(game: Game) -> Charted | None:
    engine = next(iter(game.engines.values()))
    table = engine.table if isinstance(engine, CoreEngine) else None
    return table if isinstance(table, Charted) else None
