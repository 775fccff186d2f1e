"""A finished match as one HTML file that replays with the network off.

The file holds the replay as JSON (`#replay`), the style sheets, and every module that `export.js` needs: modules cannot
import each other by relative names once they are inside a file, so each gets a name of its own in an import map.

    >>> _renamed('import {html} from "./vendor/lit.js";', "export.js")
    ('import {html} from "parlour:vendor/lit.js";', ['vendor/lit.js'])
"""

from __future__ import annotations

import base64
import posixpath
import re
from hashlib import sha256
from html import escape
from pathlib import Path

import msgspec

from parlour.web.messages import Replay

# The module that shows what stands in `#replay`, and the style sheets that it needs.
ENTRY = "export.js"
_IMPORT = re.compile(r"""(\bfrom\s*|\bimport\s*\(?\s*)(["'])(\.{1,2}/[^"']+\.js)\2""")


def exported(replay: Replay, static: Path) -> bytes:
    """The file, as bytes."""
    modules = _modules(static)
    imports = {name: f"data:text/javascript;base64,{_base64(text)}" for name, text in modules.items()}
    # Nothing in it may be read as the end of its element.
    data = msgspec.json.encode(replay).decode().replace("<", "\\u003c")
    import_map = msgspec.json.encode({"imports": imports}).decode()
    start = f'import "parlour:{ENTRY}";'
    style = "\n".join(sheet.read_text("utf-8") for sheet in sorted(static.glob("*.css")))
    policy = (
        f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        f"script-src data: {_allowed(import_map)} {_allowed(start)}; base-uri 'none'; form-action 'none'"
    )
    title = escape(f"{replay.title} · Parlour")
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{style}</style>\n"
        f'<script type="importmap">{import_map}</script>\n</head>\n<body>\n'
        f'<script type="application/json" id="replay">{data}</script>\n'
        f'<script type="module">{start}</script>\n</body>\n</html>\n'
    ).encode()


def _modules(static: Path) -> dict[str, str]:
    """Every module that the entry needs, by its name in the import map."""
    found: dict[str, str] = {}
    waiting = [ENTRY]
    while waiting:
        name = waiting.pop()
        if f"parlour:{name}" not in found:
            text, needed = _renamed((static / name).read_text("utf-8"), name)
            found[f"parlour:{name}"] = text
            waiting += needed
    return found


def _renamed(text: str, name: str) -> tuple[str, list[str]]:
    """A module whose imports have the names of the import map, and which files those are."""
    needed: list[str] = []

    def rename(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), found[3]))
        needed.append(path)
        return f"{found[1]}{found[2]}parlour:{path}{found[2]}"

    return _IMPORT.sub(rename, text), needed


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def _allowed(script: str) -> str:
    return f"'sha256-{base64.b64encode(sha256(script.encode()).digest()).decode()}'"
