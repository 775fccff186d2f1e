"""Folders of games: text files inside the folder, whatever leads out of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from parlour.shelves import Folder
from parlour.syntax.files import NoFile, Text
from parlour.syntax.limits import SIZE_LIMIT_BYTES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret.x").write_text("secret", encoding="utf-8")
    inside = tmp_path / "game"
    (inside / "parts").mkdir(parents=True)
    (inside / "parts" / "board.x").write_bytes(b"\xef\xbb\xbfboard\r\n")
    return inside


def test_a_text_is_read_as_it_stands_in_the_file(folder: Path) -> None:
    assert Folder(str(folder)).get("parts/board.x") == Text("parts/board.x", "board\r\n")
    assert Folder(str(folder), ".x").get("parts/board") == Text("parts/board.x", "board\r\n")


def test_a_link_inside_the_folder_is_the_file_it_leads_to(folder: Path) -> None:
    (folder / "link.x").symlink_to("parts/board.x")
    assert Folder(str(folder)).get("link.x") == Text("parts/board.x", "board\r\n")


@pytest.mark.parametrize("target", ["../secret.x", "/etc/passwd", "../nowhere.x"])
def test_a_link_that_leads_out_is_not_followed(folder: Path, target: str) -> None:
    (folder / "link.x").symlink_to(target)
    assert Folder(str(folder)).get("link.x") == NoFile("it lies outside the folder of the main file")


def test_what_is_no_text_is_refused(folder: Path) -> None:
    (folder / "latin.x").write_bytes(b"caf\xe9")
    (folder / "large.x").write_bytes(b" " * (SIZE_LIMIT_BYTES + 1))
    os.mkfifo(folder / "pipe.x")
    shelf = Folder(str(folder))
    assert shelf.get("latin.x") == NoFile("it is not UTF-8 text (byte 3)")
    assert shelf.get("large.x") == NoFile("it is larger than 1 MB")
    assert shelf.get("pipe.x") == NoFile("it is no plain file")
    assert shelf.get("parts") == NoFile("this is a folder, not a file")


def test_a_misspelt_name_gets_a_suggestion(folder: Path) -> None:
    missing = Folder(str(folder)).get("parts/bord.x")
    assert isinstance(missing, NoFile) and "parts/board.x" in missing.hint
