"""The library in pictures: the recorded match of every game at its first, middle and last position, as each seat and a
spectator sees it.

    make pictures

writes contact sheets in both themes to look at, `build/pictures/LANGUAGE-THEME.html`, and beside `present/` what was
looked at, `present/sheets/LANGUAGE.txt`: a line for every picture with its blocks, their sizes, and a digest of all
that is drawn. `git diff` then says which pictures have changed.
"""

from __future__ import annotations

import html
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import msgspec

import parlour
from parlour import library
from parlour.game.scene import Scene
from parlour.match import load, replay
from parlour.present.drawing import Drawing
from parlour.present.layout.tables import lay_out
from parlour.present.palette import COLORS
from parlour.present.svg.picture import svg

HERE = Path(__file__).parent
PLAYTHROUGHS = HERE / "library" / "playthroughs"
SHEETS = HERE / "present" / "sheets"
BUILD = HERE.parent / "build" / "pictures"


@dataclass(frozen=True)
class Seen:
    """What some viewers (their names) see of a position."""

    when: str
    viewers: tuple[str, ...]
    seats: tuple[str, ...]
    scene: Scene

    @property
    def drawing(self) -> Drawing:
        return lay_out(self.scene, seat_names=self.seats)


def pictures_of(entry: library.LibraryGame) -> list[Seen]:
    """All that differs, in order: who sees the same is named together."""
    match = replay(parlour.load(entry), replace(load(PLAYTHROUGHS / f"{entry.name}.match"), sources=()))
    found: list[Seen] = []
    for when, at in (("first", 0), ("middle", len(match.events) // 2), ("last", len(match.events))):
        then = match.branch(at)
        seats = tuple(seat.name for seat in then.position.seats)
        scenes: dict[Scene, list[str]] = {}
        for viewer, name in [*enumerate(seats), (None, "spectator")]:
            scenes.setdefault(then.scene(viewer), []).append(name)
        found += [Seen(when, tuple(viewers), seats, scene) for scene, viewers in scenes.items()]
    return found


def lines_of(name: str, seen: Sequence[Seen]) -> list[str]:
    """A game's part of a sheet."""
    return [name, *(f"  {_line(each)}" for each in seen)]


def _line(seen: Seen) -> str:
    drawing = seen.drawing
    blocks = " / ".join(
        " ".join(f"{block.kind} {block.width:.0f}x{block.height:.0f}" for block in row.blocks) for row in drawing.rows
    )
    digest = sha256(msgspec.json.encode(drawing)).hexdigest()[:8]
    return f"{seen.when} {digest} {', '.join(seen.viewers)}: {blocks}"


def sheet(language: str) -> Path:
    return SHEETS / f"{language}.txt"


def parts_of(text: str) -> dict[str, list[str]]:
    """The lines of each game in a sheet, by its name."""
    parts: dict[str, list[str]] = {}
    for line in text.splitlines():
        if not line.startswith("  "):
            parts[line] = []
        list(parts.values())[-1].append(line)
    return parts


def main(languages: Sequence[str]) -> None:
    games: dict[str, list[library.LibraryGame]] = {}
    for entry in library.all():
        games.setdefault(entry.language, []).append(entry)
    SHEETS.mkdir(exist_ok=True)
    BUILD.mkdir(parents=True, exist_ok=True)
    for language in languages or sorted(games):
        seen = {entry.name: pictures_of(entry) for entry in games[language]}
        lines = (line for name, pictures in seen.items() for line in lines_of(name, pictures))
        sheet(language).write_text("\n".join(lines) + "\n", encoding="utf-8")
        for theme in ("light", "dark"):
            page = BUILD / f"{language}-{theme}.html"
            page.write_text("".join(_page(seen, theme)), encoding="utf-8")
            print(page.relative_to(HERE.parent))


def _page(seen: dict[str, list[Seen]], theme: str) -> Iterator[str]:
    ground, ink = (getattr(COLORS[name], theme) for name in ("ground", "ink"))
    yield (
        f"<!doctype html><meta charset=utf-8><style>body{{background:{ground};color:{ink};font:14px sans-serif}}"
        "div{display:flex;flex-wrap:wrap;gap:16px}figure{margin:0}svg{max-width:480px;max-height:560px}</style>"
    )
    for name, pictures in seen.items():
        yield f"<h2>{html.escape(name)}</h2><div>"
        for each in pictures:
            told = html.escape(f"{each.when}: {', '.join(each.viewers)}")
            picture = svg(each.scene, seat_names=each.seats, theme="dark" if theme == "dark" else "light")
            yield f"<figure><figcaption>{told}</figcaption>{picture}</figure>"
        yield "</div>"


if __name__ == "__main__":
    main(sys.argv[1:])
