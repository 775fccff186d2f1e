"""`parlour show`, `games` and `doctor`: what there is, and in what state."""

from __future__ import annotations

import pytest

from parlour import library
from parlour.cli.exits import Exit


def test_show_says_what_a_game_is_and_draws_its_table(inside):
    ended = inside("show", "tic-tac-toe")
    assert ended.code == 0 and ended.err == ""
    assert ended.out.startswith("TicTacToe\nlanguage  bogl\nseats     X, O\nkind      no chance, nothing hidden\n")
    assert "Two players take turns" in ended.out
    assert "1 │ · │ · │ · │" in ended.out


def test_show_says_who_sits_at_the_table_where_the_game_puts_them_there(inside):
    assert "\nseats     North, South (as the match begins)\n" in inside("show", "war").out


def test_show_leaves_out_what_a_text_says_to_parlour_alone(inside, write):
    rules = "(role p) (init (step 1)) (legal p go) (<= (next (step 2)) (true (step 1)))"
    write("steps.kif", f"; Steps\n; parlour: hide step\n; Go on.\n{rules} (<= terminal (true (step 2))) (goal p 100)\n")
    shown = inside("show", "steps.kif").out
    assert shown.startswith("Steps\n") and "\n\nGo on.\n\n" in shown and "parlour:" not in shown


DICE = """(role p) (role random) (init (left 2))
(legal p noop) (<= (legal random (roll ?n)) (die ?n)) (die 1) (die 6)
(<= (next (left 1)) (true (left 2))) (<= (next (rolled ?n)) (does random (roll ?n)))
(<= terminal (true (rolled 6))) (goal p 50)
"""


@pytest.mark.parametrize(
    ("sees", "kind"),
    [
        ("", "hidden information"),
        ("(<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m))", "nothing hidden"),
        ("(<= (sees ?r ?m) (role ?r) (does ?p ?m))", "hidden information"),
        ("(<= (sees p (did ?p ?m)) (does ?p ?m))", "hidden information"),
        ("(<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m) (true (left 1)))", "hidden information"),
        (
            "(<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m)) (<= (sees p (did random ?d)) (die ?d) (true (left 1)))",
            "hidden information",
        ),
    ],
)
def test_nothing_is_hidden_from_those_who_are_told_of_every_move(sees, kind, inside, write):
    write("dice.kif", DICE + sees)
    assert f"kind      chance, {kind}, scores\n" in inside("show", "dice.kif").out


def test_show_as_json_is_one_object(inside):
    (game,) = inside("show", "tic-tac-toe", "--json").events
    assert game["title"] == "TicTacToe"
    assert game["seats"] == ["X", "O"]
    assert (game["chance"], game["hidden"], game["simultaneous"], game["scores"]) == (False,) * 4
    assert "python" in game["engines"]


def test_show_core_prints_the_program_as_it_runs(inside):
    ended = inside("show", "tic-tac-toe", "--core")
    assert ended.code == 0
    assert "function " in ended.out and "ask " in ended.out


def test_show_core_prints_the_program_after_each_pass(inside):
    texts = [inside("show", "connect-four", "--core", "--after", name).out for name in ("order", "tail_calls")]
    assert " tail " not in texts[0] and " tail " in texts[1]
    assert texts[1] == inside("show", "connect-four", "--core").out
    ended = inside("show", "tron", "--core", "--after", "order")
    assert (ended.code, ended.out) == (2, "")


def test_show_of_a_program_that_fails_at_once_shows_the_failure(inside, write):
    write("zero.bgl", "game Zero\nplay : Int\nplay = 1 / 0\n")
    ended = inside("show", "zero.bgl")
    assert ended.code == 0
    assert "zero.bgl:3:8: error[" in ended.out


@pytest.mark.parametrize("verb", ["show", "play"])
def test_an_unknown_game_is_wrong_usage_with_a_suggestion(verb, parlour):
    ended = parlour(verb, "tic-tac-to")
    assert (ended.code, ended.out) == (Exit.USAGE, "")
    assert "there is no game tic-tac-to" in ended.err
    assert "Did you mean tic-tac-toe?" in ended.err
    assert "`parlour games` lists" in parlour(verb, "zzzzzz").err


def test_games_lists_the_library_one_line_each(inside):
    ended = inside("games")
    assert ended.code == 0 and ended.err == ""
    lines = ended.out.splitlines()
    for entry in library.all():
        (line,) = [line for line in lines if line.split()[:1] == [entry.name]]
        assert entry.language in line and entry.title in line and entry.summary in line


def test_games_as_json_has_an_object_for_each(inside):
    events = inside("games", "--json").events
    assert [event["name"] for event in events] == [entry.name for entry in library.all()]
    tic_tac_toe = next(event for event in events if event["name"] == "tic-tac-toe")
    assert tic_tac_toe["title"] == "Tic-tac-toe" and tic_tac_toe["language"] == "bogl"


def test_the_doctor_finds_nothing_wrong_here(parlour):
    ended = parlour("doctor")
    assert ended.code == 0
    assert ended.err == "no problems found\n"
    assert "ok python" in ended.out and "ok package      click " in ended.out
    assert f"{len(library.all())} in the library" in ended.out


def test_the_doctor_says_what_to_do_about_a_poor_locale(parlour):
    ended = parlour("doctor", env={"LC_ALL": "C"})
    assert ended.code == 0
    assert "!! characters   ASCII only" in ended.out and "LC_ALL=C.UTF-8" in ended.out
    assert ended.err == "1 problem found\n"


def test_the_doctor_speaks_json(inside):
    findings = inside("doctor", "--json").events
    assert {"python", "platform", "output", "colour", "characters", "package", "games", "matches", "cache"} == {
        finding["subject"] for finding in findings
    }


def test_the_doctor_shows_and_clears_the_machine_code_that_is_kept(inside, tmp_path):
    place = {"PARLOUR_CACHE": str(tmp_path / "code")}
    assert inside("simulate", "nim", "--games", "5", "--engine", "native", env=place).code == 0
    (cache,) = [event for event in inside("doctor", "--json", env=place).events if event["subject"] == "cache"]
    assert "compiled form" in cache["state"] and str(tmp_path) in cache["state"]
    kept = len(list((tmp_path / "code").glob("*.code")))
    assert kept > 0
    assert inside("doctor", "--clear-cache", "--json", env=place).events[0]["entries"] == kept
    assert not list((tmp_path / "code").glob("*.code"))
