"""`parlour check`: all findings of all files, and the exit code that scripts need."""

from __future__ import annotations

from parlour.cli.exits import Exit

FINE = "game Fine\nplay : Int\nplay = 1\n"
WRONG = "game Wrong\nplay : Int\nplay = True\nother : Bool\nother = 4\n"


def test_a_program_without_errors_is_told_quietly(parlour, write):
    ended = parlour("check", write("fine.bgl", FINE))
    assert (ended.code, ended.out) == (0, "")
    assert ended.err == "1 file checked: no errors\n"


def test_all_errors_come_at_once_with_their_places(parlour, write):
    write("wrong.bgl", WRONG)
    ended = parlour("check", "wrong.bgl")
    assert (ended.code, ended.out) == (Exit.TEXT, "")
    assert "wrong.bgl:3:8: error[BG" in ended.err and "wrong.bgl:5:9: error[BG" in ended.err
    assert ended.err.endswith("1 file checked: 2 errors\n")


def test_several_files_are_checked_even_if_one_cannot_be_read(inside, write):
    write("wrong.bgl", WRONG)
    write("fine.bgl", FINE)
    ended = inside("check", "fine.bgl", "missing.bgl", "wrong.bgl")
    assert ended.code == Exit.FILE
    assert "there is no file missing.bgl" in ended.err
    assert "2 files checked: 2 errors" in ended.err
    assert inside("check", "fine.bgl", "wrong.bgl").code == Exit.TEXT
    assert inside("check", "missing.bgl").err == "error: there is no file missing.bgl\n"


def test_findings_as_json_have_their_places_and_a_last_line_that_counts(inside, write):
    write("wrong.bgl", WRONG)
    ended = inside("check", "--json", "wrong.bgl", "tic-tac-toe")
    assert ended.code == Exit.TEXT and ended.err == ""
    assert [(event["event"], event.get("line"), event.get("column")) for event in ended.events] == [
        ("error", 3, 8),
        ("error", 5, 9),
        ("end", None, None),
    ]
    assert ended.events[0]["file"] == "wrong.bgl" and ended.events[0]["severity"] == "error"
    assert ended.events[-1] == {"event": "end", "status": "error", "files": 2, "errors": 2, "warnings": 0}


def test_a_program_that_only_has_parts_is_fine_to_check(inside, write):
    write("parts.bgl", "game Parts\nhalf : Int -> Int\nhalf(n) = n / 2\n")
    assert inside("check", "parts.bgl").code == Exit.FINE


def test_of_a_text_with_an_error_on_every_line_some_are_shown_and_all_are_counted(inside, write):
    write("noise.kif", "]\n" * 3_000)
    ended = inside("check", "noise.kif")
    assert ended.code == Exit.TEXT
    assert ended.err.count("error[GD") == 1_000
    assert ended.err.endswith("and 2,000 more like these\n\n1 file checked: 3000 errors\n")
