"""`parlour serve` itself: what it prints, what it reads again, and why it does not start."""

from __future__ import annotations

import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from tests.web.conftest import Browser, Server, running

from parlour.storage.sqlite import FILE_NAME, SqliteStore, only_one

COUNTING = "-- Counting\n-- Says {}.\ngame Count\n  play : Int\n  play = input + {}\n"


def _ended(*arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "parlour", "serve", "--no-browser", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.stdout == ""
    return ended.returncode, ended.stderr


def test_a_folder_that_another_server_uses_is_said(tmp_path: Path) -> None:
    SqliteStore.open(tmp_path).close()
    with only_one(tmp_path):
        code, words = _ended("--data", str(tmp_path), "--port", "0")
    assert code == 5 and "another server uses this folder" in words and "--data" in words


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        code, words = _ended("--data", str(tmp_path), "--port", port)
    assert code == 5
    assert f"cannot listen at 127.0.0.1, port {port}: address already in use" in words and "--port 0" in words


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    code, words = _ended("--data", str(file / "below"))
    assert code == 5 and "cannot be made" in words


def test_a_damaged_database_is_said_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"no database at all" * 1000)
    code, words = _ended("--data", str(tmp_path))
    assert code == 5 and "damaged" in words
    assert (tmp_path / FILE_NAME).read_bytes().startswith(b"no database")


def test_a_database_of_a_newer_parlour_is_said(tmp_path: Path) -> None:
    SqliteStore.open(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    code, words = _ended("--data", str(tmp_path))
    assert code == 5 and "newer Parlour" in words


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")
def test_a_full_disk_is_said(tmp_path: Path) -> None:
    script = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0));"
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "from parlour.cli import main; sys.argv = ['parlour', *sys.argv[1:]]; main()"
    )
    command = [sys.executable, "-c", script, "serve", "--no-browser", "--data", str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 5, ended.stderr
    assert "matches.sqlite" in ended.stderr and "Traceback" not in ended.stderr


def test_a_game_that_is_not_there_is_said(tmp_path: Path) -> None:
    code, words = _ended("--data", str(tmp_path), "nowhere.bgl")
    assert code == 5 and "there is no file nowhere.bgl" in words
    code, words = _ended("--data", str(tmp_path), "ches")
    assert code == 2 and "there is no game ches" in words and "chess" in words
    code, words = _ended("--data", str(tmp_path), __file__)
    assert code == 2 and "endings" in words


def test_a_file_is_served_and_read_again_and_open_matches_say_that_theirs_is_older(tmp_path: Path) -> None:
    file = tmp_path / "count.bgl"
    file.write_text(COUNTING.format("one", 1))
    with running(tmp_path / "data", str(file), "--watch") as server:
        browser = Browser(server)
        page = browser.get("/api/games/count").json
        assert (page["title"], page["is_library"], page["seats"]) == ("Counting", False, [])
        table = browser.open_table("count", "human")["table"]["id"]
        with browser.sit(table, 0) as tab:
            tab.until_asked()
            assert "is_older" not in tab.table
            file.write_text(COUNTING.format("twenty", 20))
            tab.until(lambda tab: bool(tab.table.get("is_older")))
            tab.answer(text="1")
            tab.until(lambda tab: "outcome" in tab.view)
            assert tab.view["outcome"]["words"] == "2", "it goes on by its own rules"
        assert "twenty" in browser.get("/api/games/count").json["about"]
        table = browser.open_table("count", "human")["table"]["id"]
        with browser.sit(table, 0) as tab:
            tab.answer(text="1")
            tab.until(lambda tab: "outcome" in tab.view)
            assert tab.view["outcome"]["words"] == "21"


def test_a_file_with_errors_is_listed_with_what_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "wrong.bgl"
    file.write_text("game Wrong\n  play : Int\n  play = nothing\n")
    with running(tmp_path / "data", str(file)) as server:
        browser = Browser(server)
        problem = browser.get("/api/games/wrong").json["problem"]
        assert "nothing" in problem and "wrong.bgl:3:" in problem and str(tmp_path) not in problem
        assert browser.post("/api/tables", {"game": "wrong"}).reason == "bad-game"


def test_a_match_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        browser = Browser(server)
        table = browser.open_table("tic-tac-toe", "human", "human")["table"]["id"]
        with browser.sit(table, 0) as tab:
            tab.answer(text="(2,2)")
        server.kill()
        server.start()
        with browser.sit(table, 0, since=1) as again:
            again.view, again.revision = tab.view, 1
            assert again.next()["type"] == "table", "what was acknowledged is there, and nothing else"
            assert again.request("undo", revision=1)["type"] == "taken"
            assert again.questions


def test_a_server_that_is_stopped_while_it_thinks_has_nothing_to_complain_of(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    browser = Browser(server)
    for _ in range(3):
        table = browser.open_table("gomoku", "human", "level:8")["table"]["id"]
        with browser.sit(table, 0) as tab:
            tab.until_asked()
            assert tab.answer()["type"] == "taken"
    code, errors = server.stop()
    assert "Traceback" not in errors and "Task" not in errors and "error" not in errors, errors
    assert code == 0
