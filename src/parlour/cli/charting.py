"""The course of a match as rows and columns, for languages whose tables can say it: text, a picture, or CSV."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import Literal

from parlour.cli.console import Console
from parlour.cli.exits import wrong_usage
from parlour.game.scene import Bracket, Grid, Scene
from parlour.languages.frontend import language
from parlour.match import Match
from parlour.match.charts import charts_of
from parlour.present.ink import Ink
from parlour.present.text import draw, in_parts

Form = Literal["text", "svg", "csv"]
_WIDEST_PICTURE = 200  # columns of a chart beside each other in a picture


def show_charts(console: Console, match: Match, viewer: int | None, form: Form) -> None:
    """Prints the charts of a match in one of their forms."""
    charts = charts_of(match, viewer)
    if not charts:
        title = language(match.game.info.language).title
        raise wrong_usage(f"--chart: there are no charts of games written in {title}")
    names = [seat.name for seat in match.position.seats]
    if form == "svg":
        from parlour.present.svg.picture import svg

        console.print(svg(_whole(charts, _WIDEST_PICTURE, ascii=False), seat_names=names, title=match.game.info.title))
    elif form == "csv":
        rows = csv.writer(console.out, lineterminator="\n")
        for place, grid in enumerate(charts):
            rows.writerows([[]] if place else [])
            rows.writerows([[grid.title, *grid.heads], *(["", *row] for row in grid.rows)])
    else:
        width, color, ascii = console.width, console.out_has_color, console.is_ascii
        scene = _whole(charts, width, ascii=ascii)
        console.print(draw(scene, color=color, ascii=ascii, width=width, seat_names=names))


def _whole(charts: Sequence[Grid | Bracket], columns: int, *, ascii: bool) -> Scene:
    """The charts, cut into tables of which every column can be seen whole."""
    ink = Ink(color=False, ascii=ascii)
    parts = ([chart] if isinstance(chart, Bracket) else in_parts(chart, ink, columns) for chart in charts)
    return Scene(tuple(part for chart in parts for part in chart))
