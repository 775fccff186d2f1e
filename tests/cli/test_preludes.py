"""Preludes are files like programs: checked, laid out, run."""

from __future__ import annotations

from parlour.cli.exits import Exit

PRELUDE = "double : Int -> Int\ndouble(n)=n*2\n"


def test_a_prelude_is_checked_and_laid_out(inside, write):
    file = write("helpers.bglp", PRELUDE)
    assert inside("check", "helpers.bglp").code == Exit.FINE
    assert inside("fmt", "helpers.bglp").code == Exit.FINE
    assert file.read_text() == "double : Int -> Int\ndouble(n) = n * 2\n"
    write("helpers.bglp", "game G\ntype Board = Array (2,2) of Int\ndouble : Int -> Int\ndouble(n) = m\n")
    ended = inside("check", "helpers.bglp")
    assert (
        ended.code == Exit.TEXT and "a prelude has no game line" in ended.err and "cannot define the board" in ended.err
    )


def test_a_prelude_may_use_the_board_of_its_program(inside, write):
    write("boards.bglp", "isFree : (Board, (Int, Int)) -> Bool\nisFree(b, p) = b!p == b!(1,1)\n")
    assert inside("check", "boards.bglp").code == Exit.FINE


def test_a_program_is_checked_with_its_preludes(inside, write):
    write("helpers.bglp", PRELUDE)
    write("game.bgl", "game G\nresult : Int\nresult = double(4)\n")
    assert inside("check", "game.bgl").code == Exit.TEXT
    assert inside("check", "game.bgl", "--prelude", "helpers.bglp").code == Exit.FINE
    assert inside("run", "game.bgl", "--prelude", "helpers.bglp").out == "8\n"
    assert inside("check", "game.bgl", "--prelude", "no.bglp").code == Exit.FILE


def test_a_prelude_alone_is_tried_out_by_an_expression(inside, write):
    write("helpers.bglp", PRELUDE)
    assert inside("run", "helpers.bglp", "-e", "double(21)").out == "42\n"
    ended = inside("run", "helpers.bglp")
    assert ended.code == Exit.USAGE and "-e 'double(n)'" in ended.err


def test_a_folder_with_a_game_and_a_prelude_has_one_game(inside, write, tmp_path):
    (tmp_path / "folder").mkdir()
    write("folder/helpers.bglp", PRELUDE)
    write("folder/game.bgl", "game G\nresult : Int\nresult = 4\n")
    assert inside("run", "folder").out == "4\n"
