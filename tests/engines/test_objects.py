"""Machine code on disk: kept whole, private, and never trusted without a look."""

from __future__ import annotations

import os
import stat

import pytest

from parlour.engines import objects


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "code"
    monkeypatch.setenv("PARLOUR_CACHE", str(folder))
    return folder


def _entry(cache):
    (path,) = cache.glob("*.code")
    return path


def test_what_was_kept_is_not_made_again():
    made = []

    def make():
        made.append(1)
        return b"code"

    key = objects.key_of("program")
    assert [objects.load_or_make(key, make) for _ in range(3)] == [b"code"] * 3
    assert made == [1]


def test_keys_depend_on_every_part_and_on_where_parts_end():
    keys = {objects.key_of(*parts) for parts in (("ab", "c"), ("a", "bc"), ("abc",), ("ab", "c", ""), ("c", "ab"))}
    assert len(keys) == 5


def test_the_folder_belongs_to_its_user_alone(cache):
    objects.keep("k", b"code")
    assert stat.S_IMODE(cache.stat().st_mode) == 0o700
    assert stat.S_IMODE(_entry(cache).stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:-1],
        lambda content: content[:-1] + b"\0",
        lambda content: b"",
        lambda content: b"\x7fELF" + content,
        lambda content: content[:30],
    ],
)
def test_a_damaged_or_foreign_file_is_ignored_and_replaced(cache, damage):
    objects.keep("k", b"the right code")
    path = _entry(cache)
    path.write_bytes(damage(path.read_bytes()))
    assert objects.load("k") is None
    assert objects.load_or_make("k", lambda: b"made anew") == b"made anew"
    assert objects.load("k") == b"made anew"


def test_a_folder_that_others_may_write_to_is_not_used(cache):
    objects.keep("k", b"code")
    os.chmod(cache, 0o777)
    assert objects.load("k") is None
    assert not objects.contents().is_private
    objects.keep("other", b"code")
    assert len(list(cache.glob("*.code"))) == 1


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    monkeypatch.setenv("PARLOUR_CACHE", str(blocked / "below"))
    assert objects.load_or_make("k", lambda: b"code") == b"code"
    assert objects.load("k") is None


def test_nothing_but_whole_entries_is_left_behind(cache):
    for number in range(5):
        objects.keep(str(number), bytes(number))
    assert sorted(path.suffix for path in cache.iterdir()) == [".code"] * 5


def test_contents_and_clearing(cache):
    assert objects.contents().entries == 0
    for number in range(3):
        objects.keep(str(number), b"x" * 100)
    held = objects.contents()
    assert (held.entries, held.folder) == (3, str(cache))
    assert held.size > 300
    assert objects.clear() == 3
    assert objects.contents().entries == 0


def test_the_oldest_entries_go_first_when_the_cache_is_full(cache, monkeypatch):
    monkeypatch.setattr(objects, "LARGEST", 400)
    for number, age in enumerate((300, 200, 100)):
        objects.keep(str(number), b"x" * 100)
        os.utime(cache / f"{number}.code", (1e9 - age, 1e9 - age))
    objects.keep("3", b"x" * 100)
    left = sorted(path.stem for path in cache.glob("*.code"))
    assert "3" in left
    assert "0" not in left
