"""Records on disk: whole or not at all, and never in place of another match."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from parlour.match import (
    CannotRead,
    CannotWrite,
    DamagedRecord,
    Match,
    WouldOverwrite,
    load,
    record_of,
    replay,
    save,
)


def begun(games: Any, *answers: int, seed: int = 0) -> Match:
    match = Match.start(games.duel, seed=seed)
    for answer in answers:
        match.answer(match.questions[0], answer)
    return match


@pytest.mark.parametrize("name", ["duel.match", "duel.json"])
def test_what_was_saved_is_loaded_and_goes_on(games: Any, tmp_path: Path, name: str) -> None:
    match = begun(games, 1, 4)
    save(match, tmp_path / name)
    assert load(tmp_path / name) == record_of(match)
    again = replay(games.duel, load(tmp_path / name))
    again.answer(again.questions[0], 2)
    save(again, tmp_path / name)
    assert load(tmp_path / name) == record_of(again)
    assert [file.name for file in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text().startswith("{" if name.endswith("json") else "[")


def test_a_finished_match_may_follow_its_unfinished_record(games: Any, tmp_path: Path) -> None:
    match = begun(games, 1)
    save(match, tmp_path / "a")
    match.resign(0)
    save(match, tmp_path / "a")
    save(match, tmp_path / "a")
    assert load(tmp_path / "a").result == "Ben"


@pytest.mark.parametrize(("answers", "seed"), [((2,), 0), ((1,), 0), ((1, 4), 5), ((), 0)])
def test_another_match_is_never_replaced_unless_that_is_asked_for(
    games: Any, tmp_path: Path, answers: tuple[int, ...], seed: int
) -> None:
    save(begun(games, 1, 4), tmp_path / "a")
    match = begun(games, *answers, seed=seed)
    before = (tmp_path / "a").read_bytes()
    with pytest.raises(WouldOverwrite, match="there is another match in this file; choose another name"):
        save(match, tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == before
    save(match, tmp_path / "a", replace=True)
    assert load(tmp_path / "a") == record_of(match)


def test_a_finished_match_is_not_replaced_by_one_that_goes_on(games: Any, tmp_path: Path) -> None:
    resigned = begun(games, 1)
    resigned.resign(0)
    save(resigned, tmp_path / "a")
    with pytest.raises(WouldOverwrite):
        save(begun(games, 1, 4), tmp_path / "a")


def test_a_file_that_is_no_record_is_not_replaced(games: Any, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("my notes")
    with pytest.raises(WouldOverwrite, match="there is a file that is not a record"):
        save(begun(games), tmp_path / "notes.txt")
    assert (tmp_path / "notes.txt").read_text() == "my notes"


def test_a_link_is_followed_and_stays(games: Any, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    save(begun(games), tmp_path / "link")
    save(begun(games, 1), tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert load(tmp_path / "real") == record_of(begun(games, 1))


def test_of_many_who_take_the_same_name_at_once_one_succeeds(games: Any, tmp_path: Path) -> None:
    matches = [begun(games, seed=seed) for seed in range(8)]
    barrier = threading.Barrier(len(matches))
    results: list[Match | None] = [None] * len(matches)

    def try_to_save(index: int) -> None:
        barrier.wait()
        try:
            save(matches[index], tmp_path / "a")
            results[index] = matches[index]
        except CannotWrite:
            pass

    threads = [threading.Thread(target=try_to_save, args=(index,)) for index in range(len(matches))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (winner,) = [match for match in results if match is not None]
    assert load(tmp_path / "a") == record_of(winner)
    assert [file.name for file in tmp_path.iterdir()] == ["a"]


def test_what_cannot_be_read_is_told(games: Any, tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"[Game \xff")
    (tmp_path / "cut").write_text('[Game "Duel"]')
    with pytest.raises(CannotRead, match="missing: there is no such file or folder"):
        load(tmp_path / "missing")
    with pytest.raises(CannotRead, match="a folder stands where a file is needed"):
        load(tmp_path)
    with pytest.raises(CannotRead, match=r"the file is not UTF-8 text \(byte 6\)"):
        load(tmp_path / "latin")
    with pytest.raises(CannotRead, match="not the name of a file"):
        load("a\0b")
    with pytest.raises(CannotRead, match="larger than 16 MB"):
        load("/dev/zero")
    with pytest.raises(DamagedRecord, match="cut:1:14: there is no"):
        load(tmp_path / "cut")


def test_what_cannot_be_written_is_told_and_leaves_nothing_behind(games: Any, tmp_path: Path) -> None:
    with pytest.raises(CannotWrite, match="there is no such file or folder"):
        save(begun(games), tmp_path / "no" / "a")
    with pytest.raises(CannotWrite, match="a folder stands where a file is needed"):
        save(begun(games), tmp_path)
    with pytest.raises(CannotWrite, match="a folder stands where a file is needed"):
        save(begun(games), tmp_path, replace=True)
    with pytest.raises(CannotWrite, match="not the name of a file"):
        save(begun(games), "a\0b")
    with pytest.raises(CannotWrite, match="file name too long"):
        save(begun(games), tmp_path / ("x" * 300))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_forbidden_file_is_told(games: Any, tmp_path: Path) -> None:
    save(begun(games), tmp_path / "a")
    (tmp_path / "a").chmod(0)
    with pytest.raises(CannotRead, match="may not be used by you"):
        load(tmp_path / "a")
