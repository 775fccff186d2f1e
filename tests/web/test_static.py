"""What browsers load: colours from the palette, others' code as it was bundled, and nothing inline."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from parlour.present.palette import style_sheet

STATIC = Path(__file__).parents[2] / "src/parlour/web/static"


def test_the_colours_of_the_pages_are_those_of_the_palette() -> None:
    """After a change of the palette, `ACCEPT=1` writes the file."""
    file = STATIC / "colors.css"
    if os.environ.get("ACCEPT"):
        file.write_text(style_sheet(), "utf-8")
    assert file.read_text("utf-8") == style_sheet()


def test_vendored_files_are_what_was_bundled() -> None:
    folder = STATIC / "vendor"
    sums = dict(reversed(line.split("  ")) for line in (folder / "SHA256SUMS").read_text().splitlines())
    files = {file.name for file in folder.iterdir()} - {"SHA256SUMS"}
    assert {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in files} == sums


def test_no_page_has_a_script_or_a_style_inline() -> None:
    page = (STATIC / "index.html").read_text("utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page)
    modules = {file.name: file.read_text("utf-8") for file in STATIC.glob("*.js")}
    assert len(modules) > 10
    assert [name for name, text in modules.items() if re.search(r"\sstyle=|unsafeHTML|innerHTML|eval\(", text)] == []


def test_every_module_is_loaded_by_another_one_or_by_the_page() -> None:
    texts = {file.name: file.read_text("utf-8") for file in STATIC.glob("*.js")}
    named = {name for text in texts.values() for name in re.findall(r"[\"']\./([\w.]+\.js)[\"']", text)}
    assert set(texts) - named == {"app.js", "export.js"}
    assert "/static/app.js" in (STATIC / "index.html").read_text("utf-8")
