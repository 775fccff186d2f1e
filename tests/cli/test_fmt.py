"""`parlour fmt`: files rewritten, compared or shown, and never harmed."""

from __future__ import annotations

import os
import stat

import pytest

from parlour.cli.exits import Exit

MESSY = "game   Messy\nplay:Int -- the answer\nplay=(6*7)"
TIDY = "game Messy\nplay : Int  -- the answer\nplay = 6 * 7\n"
WRONG = "game Wrong\nplay : Int\nplay = (1\n"


def test_a_file_is_rewritten_in_place_and_a_second_time_nothing_changes(parlour, write):
    path = write("messy.bgl", MESSY)
    ended = parlour("fmt", "messy.bgl")
    assert (ended.code, ended.out) == (0, "")
    assert ended.err == "messy.bgl is rewritten\n1 file read: 1 changed\n"
    assert path.read_text() == TIDY
    ended = parlour("fmt", "messy.bgl")
    assert (ended.code, ended.out, ended.err) == (0, "", "1 file read: none changed\n")


def test_a_rewritten_file_keeps_its_permissions_and_a_link_stays_a_link(inside, write, tmp_path):
    path = write("messy.bgl", MESSY)
    path.chmod(0o640)
    (tmp_path / "link.bgl").symlink_to("messy.bgl")
    assert inside("fmt", "link.bgl").code == Exit.FINE
    assert (tmp_path / "link.bgl").is_symlink() and path.read_text() == TIDY
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(file.name for file in tmp_path.iterdir()) == ["link.bgl", "messy.bgl"]


def test_a_file_that_is_canonical_already_is_not_written(inside, write):
    path = write("tidy.bgl", TIDY)
    os.utime(path, (1, 1))
    assert inside("fmt", "tidy.bgl").code == Exit.FINE
    assert path.stat().st_mtime == 1


def test_check_lists_what_would_change_and_changes_nothing(inside, write):
    path = write("messy.bgl", MESSY)
    write("tidy.bgl", TIDY)
    ended = inside("fmt", "--check", "tidy.bgl", "messy.bgl")
    assert (ended.code, ended.out) == (Exit.TEXT, "messy.bgl\n")
    assert ended.err == "2 files read: 1 would change\n"
    assert path.read_text() == MESSY
    ended = inside("fmt", "--check", "tidy.bgl")
    assert (ended.code, ended.out) == (Exit.FINE, "")


def test_a_diff_shows_the_change_and_changes_nothing(inside, write):
    path = write("messy.bgl", MESSY)
    ended = inside("fmt", "--diff", "messy.bgl")
    assert ended.code == Exit.FINE and path.read_text() == MESSY
    assert ended.out == (
        "--- messy.bgl\n+++ messy.bgl (canonical)\n@@ -1,3 +1,3 @@\n"
        "-game   Messy\n-play:Int -- the answer\n-play=(6*7)\n\\ No newline at end of file\n"
        "+game Messy\n+play : Int  -- the answer\n+play = 6 * 7\n"
    )
    both = inside("fmt", "--diff", "--check", "messy.bgl")
    assert (both.code, both.out) == (Exit.TEXT, ended.out)


def test_stdout_gets_the_text_and_the_file_stays(inside, write):
    path = write("messy.bgl", MESSY)
    ended = inside("fmt", "--stdout", "messy.bgl")
    assert (ended.code, ended.out, ended.err) == (Exit.FINE, TIDY, "")
    assert path.read_text() == MESSY


def test_stdin_goes_to_stdout(parlour):
    ended = parlour("fmt", "-", stdin=MESSY)
    assert (ended.code, ended.out, ended.err) == (Exit.FINE, TIDY, "")
    ended = parlour("fmt", "--check", "-", stdin=MESSY)
    assert (ended.code, ended.out) == (Exit.TEXT, "<stdin>\n")
    ended = parlour("fmt", "-", stdin=WRONG)
    assert (ended.code, ended.out) == (Exit.TEXT, "") and "<stdin>:3:10: error[BG" in ended.err


def test_a_text_with_errors_is_left_alone_and_the_others_are_rewritten(inside, write):
    wrong, messy = write("wrong.bgl", WRONG), write("messy.bgl", MESSY)
    ended = inside("fmt", "wrong.bgl", "messy.bgl")
    assert ended.code == Exit.TEXT
    assert "wrong.bgl:3:10: error[BG" in ended.err and "1 file read: 1 changed" in ended.err
    assert wrong.read_text() == WRONG and messy.read_text() == TIDY


@pytest.mark.parametrize("mode", [(), ("--check",), ("--diff",), ("--stdout",)])
def test_files_that_cannot_be_read_say_so_in_every_mode(inside, write, tmp_path, mode):
    write("tidy.bgl", TIDY)
    (tmp_path / "latin.bgl").write_bytes(b"game G -- \xe4\n")
    (tmp_path / "folder.bgl").mkdir()
    for file, code, message in [
        ("missing.bgl", Exit.FILE, "there is no file missing.bgl"),
        ("latin.bgl", Exit.FILE, "latin.bgl is not UTF-8 text (byte 10)"),
        ("folder.bgl", Exit.USAGE, "there is no program in folder.bgl"),
    ]:
        ended = inside("fmt", *mode, file, "tidy.bgl")
        assert ended.code == code and message in ended.err


def test_wrong_usage_is_told(inside, write):
    write("notes.txt", "game G")
    assert inside("fmt").code == Exit.USAGE
    assert inside("fmt", "notes.txt").code == Exit.USAGE
    ended = inside("fmt", "--stdout", "--check", "tidy.bgl")
    assert ended.code == Exit.USAGE and "--stdout writes the whole text" in ended.err


def test_games_that_come_with_parlour_are_shown_and_never_rewritten(inside):
    assert inside("fmt", "--check", "tic-tac-toe").code == Exit.FINE
    assert inside("fmt", "--stdout", "tic-tac-toe").out.startswith("-- Tic-tac-toe\n")


def test_line_ends_are_kept_and_a_byte_order_mark_is_dropped(inside, write, tmp_path):
    path = tmp_path / "windows.bgl"
    path.write_bytes(b"\xef\xbb\xbf" + MESSY.replace("\n", "\r\n").encode())
    assert inside("fmt", "--check", "windows.bgl").code == Exit.TEXT
    assert inside("fmt", "windows.bgl").code == Exit.FINE
    assert path.read_bytes() == TIDY.replace("\n", "\r\n").encode()
    assert inside("fmt", "--check", "windows.bgl").code == Exit.FINE


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to the administrator")
def test_a_file_that_may_not_be_written_stays_as_it_is(inside, write):
    path = write("messy.bgl", MESSY)
    path.chmod(0o444)
    ended = inside("fmt", "messy.bgl")
    assert ended.code == Exit.FILE and "messy.bgl cannot be rewritten: it may not be written by you" in ended.err
    assert path.read_text() == MESSY
