"""GDL at the command line: the other spelling, what `show` says about rules, and engines that fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.cli.app import invoke

GAME = "(role me)\n(init (step 1))\n(legal me go) (legal me stay)\n(<= (next (step 2)) (does me go))\n"
REST = "(<= terminal (true (step 2)))\n(goal me 100)\n"


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "game.kif"
    path.write_text(GAME + REST, encoding="utf-8")
    return path


def test_fmt_writes_the_other_spelling_and_back(sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sheet.read_text(encoding="utf-8")
    assert invoke(["fmt", "--to", "rules", str(sheet)]) == 0
    assert sheet.read_text(encoding="utf-8").splitlines() == [
        "role(me)",
        "init(step(1))",
        "legal(me,go) legal(me,stay)",
        "next(step(2)) :- does(me,go)",
        "terminal :- true(step(2))",
        "goal(me,100)",
    ]
    assert invoke(["check", str(sheet)]) == 0
    assert invoke(["fmt", "--to", "kif", str(sheet)]) == 0
    assert sheet.read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    "words", [["fmt", "--to", "kif"], ["ggp", "referee"]], ids=["fmt writes nothing", "nothing is sent"]
)
def test_a_name_that_prefix_form_cannot_write_is_an_error_of_the_text(
    sheet: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["fmt", "--to", "rules", str(sheet)]) == 0
    before = sheet.read_text(encoding="utf-8").replace("stay", "'stay here'")
    sheet.write_text(before, encoding="utf-8")
    assert invoke([*words, str(sheet), *(["localhost:1"] if "referee" in words else [])]) == 1
    assert "error[GD005]: prefix form cannot write the name `stay here`" in capsys.readouterr().err
    assert sheet.read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["fmt", "--to", "latin", "tic-tac-toe-gdl", "--stdout"], "there is rules, kif"),
        (["fmt", "--to", "kif", "tic-tac-toe", "--stdout"], "one spelling only"),
        (["run", "tic-tac-toe-gdl", "--engine", "python"], "does not run gdl games"),
        (["run", "tic-tac-toe", "--engine", "rules"], "does not run bogl games"),
    ],
)
def test_what_does_not_fit_is_wrong_usage(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(words) == 2
    assert message in capsys.readouterr().err


def test_show_says_roles_domains_strata_and_the_size_of_the_net(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["show", "tic-tac-toe-gdl"]) == 0
    shown = capsys.readouterr().out
    assert "roles     xplayer, oplayer" in shown
    assert "facts     cell: {1, 2, 3} × {1, 2, 3} × {b, o, x}" in shown
    assert "moves     mark: {1, 2, 3} × {1, 2, 3}" in shown
    assert "rules     40, in 2 strata" in shown
    assert "net       29 facts, 20 moves" in shown


def test_show_says_why_a_game_did_not_ground(sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet.write_text(GAME + REST + "(<= (next (n (s ?x))) (true (n ?x)))\n(init (n z))\n", encoding="utf-8")
    assert invoke(["show", str(sheet)]) == 0
    shown = capsys.readouterr().out
    assert "net       none, it does not ground" in shown and "Engine rules plays it" in shown
    assert invoke(["play", str(sheet), "--seats", "random", "--seed", "1"]) == 0
    assert "me 100" in capsys.readouterr().out


def test_errors_of_a_rule_sheet_are_exit_1_and_have_pages(sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet.write_text(GAME, encoding="utf-8")
    assert invoke(["run", str(sheet)]) == 1
    assert "GD023" in capsys.readouterr().err
    assert invoke(["explain", "gd023"]) == 0
    assert "without roles, moves, goals or an end" in capsys.readouterr().out
