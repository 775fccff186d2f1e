"""The table of a season: the cast with groups, counters and fate; who is nominated, and what this round has brought."""

from __future__ import annotations

from parlour.game.question import Anchor
from parlour.game.scene import Counter, Grid, Scene, SceneItem, Text
from parlour.languages.contest.check.meaning import NOMINEE
from parlour.languages.contest.lower.names import OF_TEAMS
from parlour.languages.contest.table.season import Standing

CAST = "cast"


def scene_of(standing: Standing) -> Scene:
    items: list[SceneItem] = [_cast(standing)]
    if standing.round:
        items.append(Counter("Round", f"{standing.round} of {standing.checked.round_count}"))
    if standing.nominees:
        items.append(Counter("Nominated", ", ".join(standing.nominees)))
    if standing.results:
        items.append(Text("\n".join(standing.results)))
    return Scene(tuple(items))


def _cast(standing: Standing) -> Grid:
    """A row for each player, in order of entry; a column for each counter that somebody has."""
    checked = standing.checked
    counters = [name for name in checked.counters if any(name in own for own in standing.counters)]
    has_groups = any(group != NOMINEE for groups in standing.groups for group in groups)
    heads = ["player", *(["groups"] if has_groups else []), *counters, "fate"]
    rows: list[tuple[str, ...]] = []
    for person, player in enumerate(checked.players):
        groups = ", ".join(group for group in standing.groups[person] if group != NOMINEE)
        amounts = [str(standing.counters[person].get(name, "")) for name in counters]
        rows.append((player.name, *([groups] if has_groups else []), *amounts, fate(standing, person)))
    return Grid(CAST, "", tuple(heads), tuple(rows), tuple(range(len(rows))))


def anchors_of(standing: Standing, option: object) -> tuple[Anchor, ...]:
    """The rows of the cast that an option of `lower/names.py` stands for."""
    assert isinstance(option, tuple)
    kind, _, number = option
    if kind < OF_TEAMS:
        return (Anchor(CAST, (number,)),)
    team = standing.checked.groups[number]
    return tuple(Anchor(CAST, (person,)) for person in standing.active if team in standing.groups[person])


def fate(standing: Standing, person: int) -> str:
    """What has become of somebody."""
    name, groups = standing.name(person), standing.groups[person]
    is_of_team = person in standing.active and any(group in standing.winners for group in groups)
    if name in standing.winners or is_of_team:
        return "winner"
    if person in standing.out:
        return f"out in round {standing.left_in[list(standing.out).index(person)]}"
    return "nominated" if NOMINEE in groups else ""
