"""Games that are packed: every text they read goes with them, and elsewhere they are the same games."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from parlour import library
from parlour.pipeline import load, pack
from parlour.shelves import Packed


@pytest.mark.parametrize("name", ["high-tide", "connect-four", "uno", "tic-tac-toe-gdl"])
def test_a_packed_game_of_the_library_is_the_same_game(name: str) -> None:
    packed, read = load(pack(name)), load(name)
    assert packed.info.sources == read.info.sources
    assert packed.start(7).key == read.start(7).key


def test_a_packed_game_needs_no_files(tmp_path: Path) -> None:
    entry = library.find("high-tide")
    assert entry is not None
    main = tmp_path / "tide.tgdl"
    main.write_text(entry.text, encoding="utf-8")
    shutil.copytree(entry.file.parent / "high-tide", tmp_path / "high-tide")
    (tmp_path / "high-tide" / "island.tgdl").rename(tmp_path / "real.tgdl")
    (tmp_path / "high-tide" / "island.tgdl").symlink_to("../real.tgdl")
    packed, read = pack(main), load(main)
    shutil.rmtree(tmp_path)
    assert "high-tide/island.tgdl" in packed.files and packed.components and packed.name == "tide.tgdl"
    assert pack(packed) == packed
    assert load(packed).start(7).key == read.start(7).key


def test_programs_that_options_name_are_packed(tmp_path: Path) -> None:
    prelude = tmp_path / "more.bgl"
    prelude.write_text("twice : Int -> Int\ntwice(n) = 2 * n\n", encoding="utf-8")
    text = "game G  play : Int  play = twice(input)"
    packed = pack(text, language="bogl", prelude=[str(prelude)])
    prelude.unlink()
    assert isinstance(packed, Packed)
    position = load(packed, prelude=[str(prelude)]).start()
    position.answer(position.questions[0], 21)
    assert position.outcome is not None and position.outcome.value == "42"
