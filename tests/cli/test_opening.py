"""From a word on the command line to a game: looked up, read and given its table once."""

from __future__ import annotations

import builtins
from collections import Counter
from typing import Any

import pytest

from parlour import library
from parlour.cli.opening import check_files, find_file, find_game, open_game
from parlour.languages.bogl.table.table import BoglTable
from parlour.languages.frontend import LANGUAGES


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    counts: Counter[str] = Counter()

    def count(owner: Any, name: str, key: str) -> None:
        original = getattr(owner, name)

        def counting(*arguments: Any, **named: Any) -> Any:
            counts[key if key != "read" else f"read {arguments[0]}"] += 1
            return original(*arguments, **named)

        monkeypatch.setattr(owner, name, counting)

    count(library, "find", "looked up")
    count(library, "_places", "folders listed")
    count(BoglTable, "__init__", "tables")
    count(builtins, "open", "read")
    return counts


def test_a_game_by_name_is_looked_up_and_read_once_and_has_one_table(counted: Counter[str]) -> None:
    found = find_game("tic-tac-toe")
    game = open_game(found)
    game.start()
    path = str(found.place.path)  # type: ignore[union-attr]
    assert counted["looked up"] == counted["folders listed"] == counted["tables"] == counted[f"read {path}"] == 1


def test_checking_a_game_by_name_looks_it_up_once(counted: Counter[str]) -> None:
    check_files(find_file("tic-tac-toe"))
    assert (counted["looked up"], counted["folders listed"], counted["tables"]) == (1, 1, 0)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_every_language_has_games_in_the_library(language: Any) -> None:
    assert any(entry.language == language.name for entry in library.all())
