"""`parlour run`: programs as their own language runs them, in text and as a stream of events."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from parlour.cli.exits import Exit

TWICE = "game Twice\ntype Input = Int\nplay : Int\nplay = input * 2\n"
TWO = "game Two\ntype Input = Int\nplay : Int\nplay = input * 10 + input\n"
HALF = "game Half\ntype Input = Int\nplay : Int\nplay = half(input)\nhalf : Int -> Int\nhalf(n) = 100 / n\n"
LOOP = "game Loop\nplay : Int\nplay = spin(1)\nspin : Int -> Int\nspin(n) = while n < 9 do 3 - n\n"
WRONG = "game Wrong\nplay : Int\nplay = True\nother : Bool\nother = 4\n"
PAINT = """game Paint
type Board = Array (2,2) of {A, B, Empty}
type Input = (Int, Int)
start : Board
start!(x,y) = Empty
play : Board
play = step(step(start))
step : Board -> Board
step(b) = place(A, b, input)
"""
X_WINS = "(1,1)\n(2,1)\n(1,2)\n(2,2)\n(1,3)\n"


# Text


def test_stdout_has_the_value_and_nothing_else(parlour, write):
    ended = parlour("run", write("twice.bgl", TWICE), stdin="21\n")
    assert (ended.code, ended.out, ended.err) == (0, "42\n", "")


def test_answers_need_no_line_end_after_the_last_and_too_many_do_no_harm(inside, write):
    write("two.bgl", TWO)
    assert inside("run", "two.bgl", stdin="4\n7").out == "47\n"
    assert inside("run", "two.bgl", stdin="4\r\n7\r\n99\n").out == "47\n"


def test_the_boards_of_a_prompt_come_before_the_final_value(inside, write):
    ended = inside("run", write("paint.bgl", PAINT), stdin="(1,1)\n(2,2)\n")
    assert ended.code == 0
    assert ended.out == "A     Empty\nEmpty Empty\n\nA     Empty\nEmpty A\n"


def test_a_refused_answer_is_told_on_stderr_and_the_question_stays(inside, write):
    ended = inside("run", write("twice.bgl", TWICE), stdin="True\n2+2\n\n21\n")
    assert (ended.code, ended.out) == (0, "42\n")
    assert len(ended.err.splitlines()) == 3


def test_when_answers_end_at_an_open_question_the_program_waits(parlour, write):
    ended = parlour("run", write("two.bgl", TWO), stdin="4\n")
    assert ended.code == Exit.WAITING
    assert ended.out == ""
    assert ended.err == "the answers ended, but the program still asks\n"


def test_a_closed_stdin_has_no_answers(write, tmp_path):
    command = f"'{sys.executable}' -m parlour run twice.bgl <&-"
    write("twice.bgl", TWICE)
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, timeout=120)
    assert done.returncode == Exit.WAITING
    assert b"Traceback" not in done.stderr


def test_a_failing_program_says_what_happened_and_where(parlour, write):
    ended = parlour("run", write("half.bgl", HALF), stdin="0\n")
    assert ended.code == Exit.FAILED
    assert ended.out == ""
    assert "half.bgl:6:11: error[" in ended.err
    assert "half(n) = 100 / n" in ended.err
    assert "Division by zero" in ended.err
    assert "explain" not in ended.err


def test_an_endless_loop_is_stopped_by_its_budget(inside, write):
    ended = inside("run", write("loop.bgl", LOOP), "--budget", "steps=1000")
    assert ended.code == Exit.FAILED
    assert "loop.bgl:5:11: error[steps]" in ended.err


def test_an_expression_can_be_given(inside, write):
    write("half.bgl", HALF)
    assert inside("run", "half.bgl", "-e", "half(4) + 1").out == "26\n"


def test_a_wrong_expression_is_an_error_in_the_text(inside, write):
    ended = inside("run", write("half.bgl", HALF), "-e", "half(True)")
    assert ended.code == Exit.TEXT
    assert "error[BG" in ended.err


def test_preludes_are_read_before_the_program(inside, write, tmp_path):
    write("prelude.bgl", "double : Int -> Int\ndouble(n) = n * 2\n")
    write("main.bgl", "game Main\nplay : Int\nplay = double(21)\n")
    assert inside("run", "main.bgl", "--prelude", "prelude.bgl").out == "42\n"
    missing = inside("run", "main.bgl", "--prelude", "nowhere.bgl")
    assert missing.code == Exit.FILE and "there is no file nowhere.bgl" in missing.err
    (tmp_path / "latin1.bgl").write_bytes(b"-- \xdf")
    unreadable = inside("run", "main.bgl", "--prelude", "latin1.bgl")
    assert unreadable.code == Exit.FILE and "latin1.bgl is not UTF-8 text" in unreadable.err


def test_a_program_that_does_not_say_where_to_begin_asks_for_an_expression(inside, write):
    write("parts.bgl", "game Parts\nhalf : Int -> Int\nhalf(n) = n / 2\n")
    ended = inside("run", "parts.bgl")
    assert ended.code == Exit.USAGE
    assert "does not say what to run" in ended.err and "-e '" in ended.err


def test_text_errors_are_all_shown_and_nothing_runs(parlour, write):
    ended = parlour("run", write("wrong.bgl", WRONG))
    assert ended.code == Exit.TEXT
    assert ended.out == ""
    assert ended.err.count("error[BG") == 2
    assert "wrong.bgl:3:" in ended.err and "wrong.bgl:5:" in ended.err


def test_an_engine_that_does_not_fit_is_wrong_usage(inside, write):
    write("twice.bgl", TWICE)
    assert inside("run", "twice.bgl", "--engine", "python", stdin="1\n").out == "2\n"
    ended = inside("run", "twice.bgl", "--engine", "pyhton", stdin="1\n")
    assert ended.code == Exit.USAGE
    assert "Did you mean python?" in ended.err
    assert "does not run" in inside("run", "twice.bgl", "--engine", "net").err


def test_the_output_can_go_to_a_file(inside, write, tmp_path):
    write("twice.bgl", TWICE)
    ended = inside("run", "twice.bgl", "--output", "result.txt", stdin="21\n")
    assert (ended.code, ended.out) == (0, "")
    assert (tmp_path / "result.txt").read_text() == "42\n"


def test_an_output_that_cannot_be_written_is_a_file_problem(inside, write):
    write("twice.bgl", TWICE)
    ended = inside("run", "twice.bgl", "--output", "no/such/folder.txt", stdin="21\n")
    assert ended.code == Exit.FILE
    assert "cannot write to no/such/folder.txt" in ended.err


def test_a_wrong_command_line_does_not_empty_the_output_file(inside, write, tmp_path):
    write("result.txt", "precious")
    write("wrong.bgl", WRONG)
    assert inside("run", "missing.bgl", "--output", "result.txt").code == Exit.FILE
    assert inside("run", "wrong.bgl", "--output", "result.txt").code == Exit.TEXT
    assert (tmp_path / "result.txt").read_text() == "precious"


# Events


def test_a_whole_game_as_events(parlour):
    ended = parlour("run", "tic-tac-toe", "--json", stdin=X_WINS)
    assert ended.code == 0 and ended.err == ""
    events = ended.events
    assert [event["event"] for event in events] == ["ask", "answer", "move"] * 5 + ["value", "end"]
    asks = [event for event in events if event["event"] == "ask"]
    assert [ask["id"] for ask in asks] == [1, 2, 3, 4, 5]
    assert [ask["seat"] for ask in asks] == ["X", "O", "X", "O", "X"]
    assert asks[0] == {
        "event": "ask",
        "id": 1,
        "seat": "X",
        "prompt": "",
        "kind": "literal",
        "domain": {"type": "(Int, Int)"},
        "boards": [],
    }
    assert asks[2]["boards"] == [[["X", "O", "Empty"], ["Empty"] * 3, ["Empty"] * 3]]
    assert events[1] == {"event": "answer", "id": 1, "seat": "X", "value": "(1, 1)"}
    assert events[-2]["text"] == "X"
    assert events[-1]["status"] == "over"
    assert events[-1]["ranking"] == [["X"], ["O"]]
    assert events[-1]["scores"] is None
    assert events[-1]["state"] == {"start": [["Empty"] * 3] * 3}


def test_number_answers_are_numbers_in_the_events(inside, write):
    events = inside("run", write("twice.bgl", TWICE), "--json", stdin="21\n").events
    assert events[1] == {"event": "answer", "id": 1, "seat": None, "value": 21}
    assert events[2] == {"event": "move", "seat": None, "answers": [21], "label": "21"}
    assert events[3] == {"event": "value", "type": "Int", "text": "42"}
    assert events[4] == {"event": "end", "status": "over", "ranking": None, "scores": None, "state": {}}


def test_a_whole_move_is_an_event_and_what_the_program_sends_back_is_none(inside):
    # There is no e2e5: the row is asked for again.
    events = inside("run", "chess", "--json", stdin="e2e54e7e5").events
    moves = [event for event in events if event["event"] == "move"]
    assert moves == [
        {"event": "move", "seat": 0, "answers": ["e", "2", "e", "4"], "label": "e2e4"},
        {"event": "move", "seat": 1, "answers": ["e", "7", "e", "5"], "label": "e7e5"},
    ]


def test_an_answer_that_makes_the_program_fail_finishes_no_move(inside):
    events = inside("run", "chess", "--json", stdin="e2ex").events
    assert [event["event"] for event in events if event["event"] != "say"][-2:] == ["error", "end"]
    assert not [event for event in events if event["event"] == "move"]


def test_a_board_value_has_rows(inside, write):
    events = inside("run", write("paint.bgl", PAINT), "--json", stdin="(1,1)\n(2,2)\n").events
    assert events[-2]["type"] == "Board"
    assert events[-2]["rows"] == [["A", "Empty"], ["Empty", "A"]]


def test_refusals_have_their_question_and_reason(inside, write):
    write("twice.bgl", TWICE)
    ended = inside("run", "twice.bgl", "--json", stdin="True\n" + "9" * 70_000 + "\n21\n")
    assert ended.code == 0
    assert [event["event"] for event in ended.events] == ["ask", "refused", "refused", "answer", "move", "value", "end"]
    refused = ended.events[1:3]
    assert [(event["id"], event["reason"]) for event in refused] == [(1, "form"), (1, "too-long")]
    assert refused[0]["message"] == "Expected an answer like Int, for example 2; got True. Try again"


def test_waiting_is_the_status_when_answers_end(inside):
    ended = inside("run", "tic-tac-toe", "--json", stdin="(1,1)\n")
    assert ended.code == Exit.WAITING
    assert ended.events[-1]["status"] == "waiting"
    assert ended.events[-1]["ranking"] is None
    assert ended.events[-2]["event"] == "ask" and ended.events[-2]["seat"] == "O"


def test_a_failure_is_an_event_with_its_place_and_calls(inside, write):
    ended = inside("run", write("half.bgl", HALF), "--json", stdin="0\n")
    assert ended.code == Exit.FAILED
    error, end = ended.events[-2:]
    assert error["event"] == "error" and error["kind"] == "runtime"
    assert error["file"].endswith("half.bgl") and (error["line"], error["column"]) == (6, 11)
    assert error["calls"][0]["name"] == "half"
    assert {"code", "message"} <= error.keys()
    assert end["event"] == "end" and end["status"] == "error"


def test_a_budget_error_says_so(inside, write):
    ended = inside("run", write("loop.bgl", LOOP), "--json", "--budget", "steps=1000")
    assert ended.code == Exit.FAILED
    assert (ended.events[-2]["kind"], ended.events[-2]["code"]) == ("budget", "steps")


def test_text_errors_are_events_too(parlour, write):
    ended = parlour("run", write("wrong.bgl", WRONG), "--json")
    assert ended.code == Exit.TEXT
    assert [event["event"] for event in ended.events] == ["error", "error", "end"]
    assert [event["line"] for event in ended.events[:2]] == [3, 5]
    assert ended.events[0]["kind"] == "type" and ended.events[0]["calls"] == []
    assert ended.events[-1] == {"event": "end", "status": "error", "ranking": None, "scores": None, "state": {}}


def test_every_question_is_written_before_its_answer_is_read(write, tmp_path):
    """A program on the other side of two pipes can play."""
    write("two.bgl", TWO)
    process = subprocess.Popen(
        [sys.executable, "-m", "parlour", "run", "two.bgl", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        text=True,
    )
    assert process.stdin is not None and process.stdout is not None
    with process:
        for number in (4, 7):
            ask = json.loads(process.stdout.readline())
            assert ask["event"] == "ask"
            process.stdin.write(f"{number}\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["value"] == number
        assert json.loads(process.stdout.readline())["event"] == "move"
        assert json.loads(process.stdout.readline())["text"] == "47"


def test_ten_megabytes_without_a_line_end_are_refused_in_little_memory(write, tmp_path):
    write("twice.bgl", TWICE)
    script = (
        "import sys, tracemalloc; from parlour.cli.app import invoke; tracemalloc.start();"
        "code = invoke(['run', 'twice.bgl', '--json']);"
        "print(tracemalloc.get_traced_memory()[1], code, file=sys.stderr)"
    )

    def peak(stdin):
        done = subprocess.run(
            [sys.executable, "-c", script], input=stdin, capture_output=True, cwd=tmp_path, timeout=120
        )
        size, code = done.stderr.split()
        return int(size), int(code), [json.loads(line) for line in done.stdout.splitlines()]

    usual, _, _ = peak(b"")
    size, code, events = peak(b"9" * 10_000_000)
    assert code == Exit.WAITING
    assert [event["event"] for event in events] == ["ask", "refused", "end"]
    assert size - usual < 1_000_000


# Files


@pytest.mark.parametrize("verb", ["run", "check", "show", "play"])
@pytest.mark.parametrize(
    ("file", "code", "message"),
    [
        ("missing.bgl", Exit.FILE, "there is no file missing.bgl"),
        ("sub/missing.bgl", Exit.FILE, "there is no file sub/missing.bgl"),
        ("folder.bgl", Exit.USAGE, "there is no program in folder.bgl"),
        ("latin1.bgl", Exit.FILE, "latin1.bgl is not UTF-8 text (byte 8)"),
        ("binary.bgl", Exit.FILE, "binary.bgl is not UTF-8 text"),
        ("binary.bgl", Exit.FILE, "this is no text at all: give the file that the game is written in"),
        ("utf16.bgl", Exit.FILE, "save it as UTF-8"),
        ("empty.bgl", Exit.TEXT, "error[BG"),
        ("blank.bgl", Exit.TEXT, "error[BG"),
        ("game.xyz", Exit.USAGE, "game.xyz ends in .xyz, which belongs to no language; the endings are .bgl"),
        ("game.bg", Exit.USAGE, "Did you mean .bgl?"),
        ("noending", Exit.USAGE, "noending has no ending"),
        ("twcie.bgl", Exit.FILE, "Did you mean twice.bgl?"),
    ],
)
def test_files_that_are_no_programs(verb, file, code, message, inside, write, tmp_path):
    (tmp_path / "folder.bgl").mkdir()
    (tmp_path / "latin1.bgl").write_bytes("-- Spiel\xdf\n".encode("latin-1"))
    (tmp_path / "utf16.bgl").write_bytes(TWICE.encode("utf-16"))
    (tmp_path / "binary.bgl").write_bytes(bytes(range(256)))
    write("empty.bgl", "")
    write("blank.bgl", " \n\n")
    for name in ("game.xyz", "game.bg", "noending", "twice.bgl"):
        write(name, TWICE)
    ended = inside(verb, file)
    assert ended.code == code
    assert message in ended.err
    assert ended.out == ""
    assert "Traceback" not in ended.err


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(inside, write):
    write("secret.bgl", TWICE).chmod(0)
    ended = inside("run", "secret.bgl")
    assert ended.code == Exit.FILE and "secret.bgl may not be read by you" in ended.err


def test_a_file_that_never_ends_is_not_read(inside, tmp_path):
    (tmp_path / "zero.bgl").symlink_to("/dev/zero")
    ended = inside("run", "zero.bgl")
    assert ended.code == Exit.FILE and "no plain file" in ended.err


def test_a_byte_order_mark_is_no_part_of_the_program(inside, tmp_path):
    (tmp_path / "twice.bgl").write_text(TWICE, encoding="utf-8-sig")
    assert inside("run", "twice.bgl", stdin="21\n").out == "42\n"


def test_a_library_game_is_found_whatever_stands_beside_it(inside, tmp_path):
    (tmp_path / "tic-tac-toe").mkdir()
    assert inside("run", "tic-tac-toe", stdin=X_WINS).out.endswith("X\n")
    assert inside("run", "./tic-tac-toe").code == Exit.USAGE


def test_a_program_that_another_tool_saved_as_a_text_is_read(inside, write):
    write("sum.bgl.txt", "game Sum\nresult : Int\nresult = 1 + 1\n")
    assert inside("run", "sum.bgl.txt").out == "2\n"
    write("notes.txt", "game Sum\n")
    assert inside("run", "notes.txt").code == Exit.USAGE


def test_the_advice_to_give_an_expression_names_something_of_the_program(inside, write):
    write("count.bgl", "game Count\nf : (Int, Bool) -> Int\nf(count, flag) = if flag then count else 0\n")
    assert "such as -e 'f(count, flag)'" in inside("run", "count.bgl").err
