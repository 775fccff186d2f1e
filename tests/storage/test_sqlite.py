"""The store in a real file: what is kept stays kept, of two who are at it one wins, and what is wrong is said."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parlour.storage.sqlite import FILE_NAME, SqliteStore
from parlour.storage.store import Conflict, NoSuchMatch, StoredMatch, StoreTrouble


def match(name: str = "m", created: float = 1.0, game: str = "{}") -> StoredMatch:
    return StoredMatch(name, "Chess", "tgdl", game, '{"seed": 7}', created)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore.open(tmp_path / "new" / "folder")
    yield store
    store.close()


def test_a_match_is_kept_with_its_log(store: SqliteStore) -> None:
    store.create(match())
    store.append("m", 0, ["one", "two"], 2.0)
    store.append("m", 2, ["three"], 3.0)
    with pytest.raises(Conflict):
        store.create(match())
    store.close()
    again = SqliteStore(store.path)
    assert again.match("m").setup == '{"seed": 7}'
    assert (again.match("m").length, again.match("m").changed) == (3, 3.0)
    assert again.log("m") == ("one", "two", "three") and again.log("m", 2) == ("three",)
    again.close()


@pytest.mark.parametrize("first", [0, 1, 3])
def test_a_log_is_only_added_to_at_its_end(store: SqliteStore, first: int) -> None:
    store.create(match())
    store.append("m", 0, ["one", "two"], 2.0)
    with pytest.raises(Conflict):
        store.append("m", first, ["other", "more"], 3.0)
    assert store.log("m") == ("one", "two") and store.match("m").changed == 2.0


def test_what_is_not_there_is_said(store: SqliteStore) -> None:
    for ask in (
        lambda: store.match("x"),
        lambda: store.log("x"),
        lambda: store.append("x", 0, ["e"], 1.0),
        lambda: store.describe("x", result="A"),
    ):
        with pytest.raises(NoSuchMatch):
            ask()


def test_of_many_who_add_the_same_number_one_does(store: SqliteStore) -> None:
    store.create(match())
    added: list[int] = []
    together = threading.Barrier(6)

    def add(number: int) -> None:
        own = SqliteStore(store.path)
        together.wait()
        for turn in range(10):
            try:
                own.append("m", turn, [f"{number}"], 2.0)
                added.append(number)
            except Conflict:
                pass
        own.close()

    threads = [threading.Thread(target=add, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.log("m")) == len(added)
    assert sorted(store.log("m")) == sorted(map(str, added))


def test_matches_are_listed_by_their_last_change_without_their_secrets(store: SqliteStore) -> None:
    for number in range(4):
        store.create(match(f"m{number}", created=float(number)))
    store.describe("m1", is_listed=True)
    store.describe("m2", result="A", is_listed=True)
    store.append("m0", 0, ["e"], 99.0)
    assert [each.id for each in store.matches()] == ["m0", "m3", "m2", "m1"]
    assert [each.id for each in store.matches(is_listed=True)] == ["m2", "m1"]
    assert [each.id for each in store.matches(is_listed=True, is_over=False)] == ["m1"]
    assert [each.id for each in store.matches(limit=1)] == ["m0"]
    assert all(not each.setup and not each.game for each in store.matches())


def test_old_matches_are_forgotten_only_when_asked_and_with_all_they_had(store: SqliteStore) -> None:
    store.create(match("over", game='{"a": 1}'))
    store.append("over", 0, ["e"], 2.0)
    store.describe("over", result="A")
    store.create(match("open", game='{"b": 1}'))
    store.create(match("new", created=50.0))
    assert store.prune(10.0) == 1
    assert dict(store.counts()) == {"matches": 2, "log": 0, "games": 2}
    assert store.prune(10.0, only_over=False) == 1
    assert [each.id for each in store.matches()] == ["new"]


def test_the_texts_of_a_game_are_kept_once(store: SqliteStore) -> None:
    for number in range(5):
        store.create(match(f"m{number}", game="x" * 1000))
    assert store.counts()["games"] == 1 and store.match("m3").game == "x" * 1000


def test_a_transaction_that_fails_inside_another_takes_only_itself_along(store: SqliteStore) -> None:
    with store.transaction():
        store.create(match("kept"))
        with pytest.raises(Conflict):
            store.create(match("kept"))
        with pytest.raises(RuntimeError), store.transaction():
            store.create(match("dropped"))
            raise RuntimeError
    assert [each.id for each in store.matches()] == ["kept"]


def test_so_does_one_that_fails_before_anything_else_was_done(store: SqliteStore) -> None:
    with store.transaction():
        for _ in range(2):
            with pytest.raises(RuntimeError), store.transaction():
                with store.transaction():
                    store.create(match("dropped"))
                raise RuntimeError
        store.create(match("kept"))
        with pytest.raises(RuntimeError), store.transaction():
            store.create(match("dropped"))
            raise RuntimeError
    assert [each.id for each in store.matches()] == ["kept"]


KILLED = """
import os, sys
from pathlib import Path
from parlour.storage.sqlite import SqliteStore
store = SqliteStore(Path(sys.argv[1]))
number = store.match("m").length
while True:
    store.append("m", number, [f"entry {number}"], 2.0)
    number += 1
    os.write(1, b"%d\\n" % number)
"""


def test_kill_9_loses_nothing_that_was_acknowledged(store: SqliteStore) -> None:
    store.create(match())
    acknowledged = 0
    for turn in range(3):
        process = subprocess.Popen([sys.executable, "-c", KILLED, str(store.path)], stdout=subprocess.PIPE)
        assert process.stdout is not None
        for _ in range(5 + 20 * turn):
            acknowledged = int(process.stdout.readline())
        process.kill()
        rest = process.stdout.read().split()
        process.wait()
        acknowledged = int(rest[-1]) if rest else acknowledged
        log = store.log("m")
        assert len(log) >= acknowledged
        assert log == tuple(f"entry {number}" for number in range(len(log)))


# ---- what can be wrong


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StoreTrouble, match=r"file.*cannot be made"):
        SqliteStore.open(tmp_path / "file" / "inside")
    with pytest.raises(StoreTrouble, match="cannot be made"):
        SqliteStore.open(tmp_path / "file")


@pytest.mark.skipif(os.geteuid() == 0, reason="who may do anything can write anywhere")
def test_a_folder_of_others_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StoreTrouble, match="cannot be written by you"):
        SqliteStore.open(tmp_path)


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    file.write_bytes(b"this is a letter to my aunt, and it is rather long" * 100)
    before = file.read_bytes()
    with pytest.raises(StoreTrouble, match="damaged"):
        SqliteStore.open(tmp_path)
    assert file.read_bytes() == before


def test_a_damaged_database_is_said(store: SqliteStore) -> None:
    for number in range(50):
        store.create(match(f"m{number}", game=f"{number}" * 1000))
    store.close()
    content = bytearray(store.path.read_bytes())
    for at in range(8192, len(content), 4096):
        content[at : at + 64] = b"\xee" * 64
    store.path.write_bytes(content)
    with pytest.raises(StoreTrouble, match=r"damaged.*put a copy"):
        SqliteStore(store.path)


def test_a_database_of_a_newer_parlour_or_of_another_program_is_not_touched(store: SqliteStore, tmp_path: Path) -> None:
    store.close()
    with sqlite3.connect(store.path) as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreTrouble, match="newer Parlour"):
        SqliteStore(store.path)
    other = tmp_path / FILE_NAME
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE recipes (name)")
    with pytest.raises(StoreTrouble, match="another program"):
        SqliteStore(other)


def test_a_full_disk_is_said_and_nothing_has_happened(store: SqliteStore) -> None:
    store.create(match())
    (pages,) = store._database.execute("PRAGMA page_count").fetchone()
    store._database.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreTrouble, match="disk is full"):
        store.append("m", 0, ["x" * 100_000], 2.0)
    assert store.log("m") == () and store.match("m").length == 0
    store._database.execute("PRAGMA max_page_count = 1000000")
    store.append("m", 0, ["x" * 100_000], 2.0)
    assert store.match("m").length == 1


LIMITED = """
import resource, signal, sys
from pathlib import Path
from parlour.storage.sqlite import SqliteStore
from parlour.storage.store import StoreTrouble
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store = SqliteStore(Path(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
number = store.match("m").length
try:
    while True:
        store.append("m", number, ["x" * 5000], 2.0)
        number += 1
except StoreTrouble as trouble:
    print(number, trouble)
"""


def test_a_disk_that_takes_no_more_is_said_by_the_system_itself(store: SqliteStore) -> None:
    store.create(match())
    store.close()
    done = subprocess.run([sys.executable, "-c", LIMITED, str(store.path)], capture_output=True, text=True, timeout=60)
    number, _, words = done.stdout.partition(" ")
    assert int(number) > 5 and str(store.path) in words, done.stderr
    again = SqliteStore(store.path)
    assert again.match("m").length == len(again.log("m")) == int(number)
    again.close()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=30)
@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 6), st.integers(1, 3)), max_size=20))
def test_a_store_is_a_dictionary_of_lists(store: SqliteStore, steps: list[tuple[str, int, int]]) -> None:
    store.prune(float("inf"), only_over=False)
    plain: dict[str, list[str]] = {}
    for name, first, count in steps:
        if name not in plain:
            store.create(match(name))
            plain[name] = []
        entries = [f"{first}.{number}" for number in range(count)]
        if first == len(plain[name]):
            store.append(name, first, entries, 2.0)
            plain[name] += entries
        else:
            with pytest.raises(Conflict):
                store.append(name, first, entries, 2.0)
    assert {each.id: list(store.log(each.id)) for each in store.matches()} == plain
