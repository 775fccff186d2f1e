"""`parlour show --llvm` and `--arena`: what becomes of a program on the native engine, and what lies in its memory."""

from __future__ import annotations

import llvmlite.binding as llvm
import pytest

NIM = """game Nim
type Board = Array (1,1) of Int
type Input = Int
pile : Board
pile!(1,1) = 3
play : Int
play = take(10)
take : Int -> Int
take(n) = let m = input in if n - m < 1 then m else take(n - m)
"""


def test_llvm_text_is_whole_and_names_the_functions_of_the_program(inside, write):
    write("nim.bgl", NIM)
    ended = inside("show", "nim.bgl", "--llvm")
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    named = lines.index('; function take(n: int) -> int label "take"')
    assert lines[named + 1].startswith("define internal ")
    module = llvm.parse_assembly(ended.out)
    module.verify()
    assert "parlour_resume" in {function.name for function in module.functions if not function.is_declaration}


def test_the_arena_shows_frames_with_their_places_and_locals(inside, write):
    write("nim.bgl", NIM)
    ended = inside("show", "nim.bgl", "--arena", "--after", "3 2")
    assert (ended.code, ended.err) == (0, "")
    out = ended.out
    assert out.startswith("arena of Nim: ")
    for part in (
        "\nstate\n",
        "\nglobals\n",
        "\nframes, the outermost first\n",
        "\nheap: ",
        "  steps = ",
        "  left: 1,999,",
    ):
        assert part in out
    assert "  take asks for answer at nim.bgl:9:19\n" in out and "  n: int = 5\n" in out
    assert "  n: int = 10\n" in inside("show", "nim.bgl", "--arena").out


def test_the_arena_of_a_program_that_failed_is_shown_with_the_error(inside, write):
    write("zero.bgl", "game Z\nplay : Int\nplay = 1 / input")
    ended = inside("show", "zero.bgl", "--arena", "--after", "0")
    assert ended.code == 3
    assert "\nstate\n" in ended.out and "zero.bgl:3:8: error[" in ended.err


@pytest.mark.parametrize("flag", ["--core", "--llvm", "--arena"])
def test_a_game_of_logical_rules_has_no_core(inside, flag):
    ended = inside("show", "tic-tac-toe-gdl", flag)
    assert (ended.code, ended.out) == (2, "")
    assert f"{flag}: gdl games do not run on core" in ended.err


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--llvm", "--core"], "--core and --llvm do not go together"),
        (["--llvm", "--after", "1"], "--llvm and --after do not go together"),
        (["--arena", "--json"], "--json and --arena do not go together"),
        (["--arena", "--after", "X"], "--after: answer 1, X: "),
    ],
)
def test_what_does_not_go_together_is_wrong_usage(inside, write, args, message):
    write("nim.bgl", NIM)
    ended = inside("show", "nim.bgl", *args)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
