"""`parlour simulate`: the same numbers whatever plays them, in words and as JSON, and what is wrong said plainly."""

from __future__ import annotations

import csv
import json
import signal
from io import StringIO

import pytest

from parlour.cli.exits import Exit

UNFAIR = """game G
type Player = {A, B}
type Input = {A, B}
play : Player
play = input
"""

FAILS = """game G
type Input = {A, B}
play : Int
play = if input == A then 1 / 0 else 2 / 0
"""


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "g.bgl"
    path.write_text(UNFAIR)
    return str(path)


def numbers(ended):
    (event,) = ended.events
    assert event["event"] == "simulation"
    return {key: value for key, value in event.items() if key not in ("seconds", "games_per_second", "engine")}


def test_the_numbers_are_the_same_for_any_engine_and_any_number_of_jobs(inside):
    found = [
        numbers(inside("simulate", "tic-tac-toe", "--games", "300", "--seed", "9", "--json", *flags))
        for flags in (
            ("--engine", "python"),
            ("--engine", "native", "--jobs", "1"),
            ("--engine", "native", "--jobs", "2"),
            ("--engine", "auto"),
        )
    ]
    assert found[0]["games"] == 300 and sum(row["games"] for row in found[0]["outcomes"]) == 300
    assert all(other == found[0] for other in found[1:])


def test_another_seed_gives_other_numbers(inside):
    one, other = (
        numbers(inside("simulate", "tic-tac-toe", "--games", "200", "--seed", seed, "--json")) for seed in ("1", "2")
    )
    assert one["outcomes"] != other["outcomes"]


def test_every_outcome_has_its_share_and_an_interval_around_it(inside, game):
    (event,) = inside("simulate", game, "--games", "400", "--json").events
    assert {row["outcome"] for row in event["outcomes"]} == {"A", "B"}
    for row in event["outcomes"]:
        assert 0 < row["low"] < row["share"] == row["games"] / 400 < row["high"] < 1
    assert event["lengths"]["mean"] == event["answers_per_game"] == 1.0
    assert event["failures"] == [] and event["refused"] == 0
    assert event["seconds"] > 0 and event["games_per_second"] > 0


def test_people_read_a_table_and_hear_the_rate_beside_it(inside, game):
    ended = inside("simulate", game, "--games", "1000", "--seed", "3")
    lines = ended.out.splitlines()
    assert lines[0] == "G: 1,000 games, seed 3"
    assert lines[2].split() == ["outcome", "games", "share", "95", "%", "interval"]
    assert lines[3].startswith(("A ", "B ")) and lines[3].endswith(" %")
    assert lines[-1] == "length: 1.00 answers a game on average, half of the games 1 – 1, all 1 – 1"
    assert "games/s" in ended.err and "games/s" not in ended.out


THREE = """
(role ada) (role ben) (role cleo)
(init ready)
(<= (legal ada (pick ?n)) (number ?n)) (legal ben noop) (legal cleo noop)
(number 1) (number 2) (number 3) (number 4)
(<= (next (picked ?n)) (does ada (pick ?n)))
(<= terminal (true (picked ?n)))
(<= (goal ada 100) (true (picked 1))) (<= (goal ada 50) (true (picked 2)))
(<= (goal ada 0) (true (picked 3))) (<= (goal ada 7) (true (picked 4)))
(<= (goal ben 60) (true (picked ?n)) (distinct ?n 4)) (<= (goal ben 7) (true (picked 4)))
(<= (goal cleo 50) (true (picked ?n)) (distinct ?n 4)) (<= (goal cleo 7) (true (picked 4)))
"""


@pytest.fixture
def three(tmp_path):
    path = tmp_path / "three.kif"
    path.write_text(THREE)
    return str(path)


def test_every_seat_has_its_wins_draws_places_and_scores(inside, three):
    (event,) = inside("simulate", three, "--games", "400", "--engine", "rules", "--json").events
    ada, ben, cleo = event["seats"]
    assert [seat["seat"] for seat in event["seats"]] == ["ada", "ben", "cleo"]
    draws = event["draws"]["games"]
    assert ada["wins"]["games"] + ben["wins"]["games"] + draws == 400 and cleo["wins"]["games"] == 0
    assert all(seat["draws"] == draws for seat in event["seats"]) and event["nobody"]["games"] == 0
    assert 0 < ada["wins"]["low"] < ada["wins"]["share"] < ada["wins"]["high"] < 1
    # Ada and Cleo share the second place where both have 50, and Cleo is never before Ben.
    assert ben["places"] == [ben["wins"]["games"] + draws, ada["wins"]["games"], 0]
    assert sum(ada["places"]) == sum(cleo["places"]) == 400 and ada["unranked"] == 0
    assert ada["score"]["least"] == 0 and ada["score"]["most"] == 100 and cleo["score"]["median"] == 50
    assert event["lengths"]["unit"] == "answers" and event["numbers"] is None


def test_rows_tell_how_often_a_seat_took_no_place(inside, write, three):
    text = 'game "One";\nplayers 3;\nclass Hand\n{\n    action Win\n    {\n'
    text += "        trigger PlayerChoiceEvent { return true; }\n"
    text += "        effect { winner { {0} }; }\n    }\n}\n"
    text += "turn Alternate { default { return 0; } }\nsetup { Hand a = new Hand(); a.assign(0); }\n"
    write("one.tgdl", text)
    rows = inside("simulate", "one.tgdl", "--games", "20", "--engine", "python", "--csv").out.splitlines()
    found = [row.split(",")[1:5] for row in rows if row.startswith("no place,")]
    (event,) = inside("simulate", "one.tgdl", "--games", "20", "--engine", "python", "--json").events
    assert [[name, place, int(games)] for name, place, games, _ in found] == [
        [seat["seat"], "", seat["unranked"]] for seat in event["seats"]
    ]
    assert [seat["unranked"] for seat in event["seats"]] == [0, 20, 20]
    assert "no place" not in inside("simulate", three, "--games", "20", "--engine", "rules", "--csv").out


def test_people_read_wins_places_and_scores_by_seat(inside, three):
    lines = inside("simulate", three, "--games", "400", "--engine", "rules").out.splitlines()
    headings = [line.split()[0] for before, line in zip(["", *lines], lines, strict=False) if line and not before]
    assert headings == ["three:", "wins", "place", "score", "length:"]
    wins = lines.index(next(line for line in lines if line.startswith("wins")))
    assert [line.split()[0] for line in lines[wins + 1 : wins + 5]] == ["ada", "ben", "cleo", "draw"]


def test_a_spreadsheet_gets_the_same_as_rows(inside, three):
    words = ("simulate", three, "--games", "400", "--engine", "rules")
    (event,) = inside(*words, "--json").events
    rows = list(csv.DictReader(StringIO(inside(*words, "--csv").out)))
    assert [row["name"] for row in rows if row["what"] == "wins"] == ["ada", "ben", "cleo"]
    assert [int(row["games"]) for row in rows if row["what"] == "wins"] == [
        seat["wins"]["games"] for seat in event["seats"]
    ]
    (length,) = (row for row in rows if row["what"] == "length")
    assert (length["name"], float(length["mean"])) == ("answers", event["lengths"]["mean"])
    assert inside(*words, "--csv", "--json").code == Exit.USAGE


def test_a_file_gets_the_rows_beside_the_report(inside, three, tmp_path):
    words, path = ("simulate", three, "--games", "40", "--engine", "rules"), tmp_path / "rows.csv"
    report = inside(*words, "--csv", str(path))
    assert report.out == inside(*words).out and path.read_text() == inside(*words, "--csv").out
    path.unlink()
    assert len(inside(*words, "--json", "--csv", str(path)).events) == 1 and path.exists()
    refused = inside(*words, "--csv", str(tmp_path / "none" / "rows.csv"))
    assert refused.code == Exit.FILE and "--csv: there is no folder" in refused.err


def test_programs_that_come_to_a_number_have_its_mean_and_median(inside, tmp_path):
    path = tmp_path / "n.bgl"
    path.write_text("game N\ntype Input = {A, B}\nplay : Int\nplay = if input == A then 1 else 4\n")
    ended = inside("simulate", str(path), "--games", "300", "--json")
    (event,) = ended.events
    ones = next(row["games"] for row in event["outcomes"] if row["outcome"] == "1")
    assert event["numbers"]["mean"] == pytest.approx((ones + 4 * (300 - ones)) / 300)
    assert event["numbers"]["median"] in (1, 4) and event["seats"] == []


def test_games_that_fail_are_counted_apart_and_the_exit_code_says_so(inside, tmp_path):
    path = tmp_path / "f.bgl"
    path.write_text(FAILS)
    ended = inside("simulate", str(path), "--games", "100", "--json")
    (event,) = ended.events
    assert ended.code == Exit.FAILED
    assert [row["outcome"] for row in event["failures"]] == ["zero"]
    assert event["failures"][0]["games"] == 100 and event["outcomes"] == []
    assert "came to no end of their own" in ended.err


def test_where_every_game_fails_people_read_how_and_no_table_of_outcomes(inside, tmp_path):
    path = tmp_path / "f.bgl"
    path.write_text(FAILS)
    ended = inside("simulate", str(path), "--games", "100")
    assert ended.code == Exit.FAILED
    lines = ended.out.splitlines()
    assert lines[2].split() == ["no", "end", "games", "share", "95", "%", "interval"]
    assert lines[3].split()[:4] == ["zero", "100", "100.00", "%"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("no-such-game",), "there is no game no-such-game"),
        (("nim", "--engine", "net"), "net does not run bogl games"),
        (("muddy-children", "--engine", "net"), "the engine net does not run this game"),
        (("nim", "--policy", "nothing"), "there is no policy"),
        (("nim", "--games", "0"), "--games needs a whole number from 1 to 1,000,000,000,000"),
        (("nim", "--games", "many"), "--games needs a whole number from 1 to"),
        (("nim", "--seed", "-1"), "is not a whole number"),
        (("nim", "--jobs", "-2"), "--jobs needs a whole number from 0 to 1,024"),
    ],
)
def test_a_wrong_command_line_is_answered_with_what_is_wrong(words, says, inside):
    ended = inside("simulate", *words)
    assert ended.code == Exit.USAGE and ended.out == ""
    assert says in ended.err and "Traceback" not in ended.err


def test_results_go_where_output_says(inside, game, tmp_path):
    target = tmp_path / "numbers.json"
    ended = inside("simulate", game, "--games", "10", "--json", "--output", str(target))
    assert ended.out == "" and json.loads(target.read_text())["games"] == 10


# Machine code that dies


@pytest.fixture
def crashing(tmp_path):
    """The environment of a machine on which LLVM dies of a signal as soon as it is loaded."""

    def environment(number):
        package = tmp_path / number.name / "llvmlite"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(f"import os\nos.kill(os.getpid(), {int(number)})\n")
        return {"PYTHONPATH": str(package.parent)}

    return environment


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGKILL])
def test_machine_code_that_dies_is_told_and_the_same_games_are_played_in_python(number, parlour, crashing, game):
    words = ("simulate", game, "--games", "300", "--seed", "9", "--json")
    died = parlour(*words, "--engine", "native", env=crashing(number))
    assert died.code == 0
    found, expected = numbers(died), numbers(parlour(*words, "--engine", "python"))
    (notice,) = found.pop("notices")
    assert f"machine code died ({number.name}) in the games of seed 9, and the engine python played them" in notice
    assert f"notice: {notice}" in died.err
    assert expected.pop("notices") == [] and found == expected


def test_damage_that_shows_itself_as_an_error_is_told_as_well(inside, game, monkeypatch):
    from parlour.engines.native.driver.simulator import NativeSimulator

    def damaged(*_, **__):
        raise IndexError("list index out of range")

    words = ("simulate", game, "--games", "50", "--seed", "9", "--json")
    expected = numbers(inside(*words, "--engine", "python"))
    monkeypatch.setattr(NativeSimulator, "playouts", damaged)
    found = numbers(inside(*words, "--engine", "native"))
    assert "machine code died (IndexError: list index out of range)" in found["notices"][0]
    assert {**found, "notices": []} == expected


def test_the_table_for_people_says_that_machine_code_died(parlour, crashing, game):
    died = parlour("simulate", game, "--games", "300", "--engine", "native", env=crashing(signal.SIGSEGV))
    assert died.out.splitlines()[-1].startswith("notice: machine code died (SIGSEGV) in the games of seed 0")


def test_a_rule_sheet_whose_net_dies_is_played_by_its_rules(parlour, crashing):
    words = ("simulate", "tic-tac-toe-gdl", "--games", "3000", "--seed", "2", "--json")
    died = parlour(*words, env=crashing(signal.SIGSEGV))
    assert "the engine rules played them" in died.events[0]["notices"][0]
    assert died.events[0]["outcomes"] == parlour(*words, "--engine", "rules").events[0]["outcomes"]


def test_ctrl_c_ends_a_simulation_and_the_process_it_began(terminal):
    session = terminal("simulate", "connect-four", "--games", "100000000", "--engine", "native")
    session.wait_for("/100000000")  # the bar is there
    code, shown = session.interrupt()  # which waits until nobody holds the terminal any more
    assert code == Exit.INTERRUPTED
    assert "machine code" not in shown and "Traceback" not in shown


def test_a_net_that_differs_from_the_rules_is_told_and_the_rules_play(inside, tmp_path, monkeypatch):
    from tests.logic.sheets import read_rules

    from parlour.engines.net import engine as net_engine
    from parlour.engines.net.plan import make_plan
    from parlour.logic.grounding.grounding import ground
    from parlour.syntax.source import Source

    text = """(role p) (init on) (legal p stop) (legal p go) (<= (next on) (does p go)) (<= (next off) (does p stop))
    (<= terminal (true off)) (goal p 100)"""
    wrong = make_plan(ground(read_rules(Source("wrong", text.replace("(legal p go)", "")))))
    path = tmp_path / "g.kif"
    path.write_text(text)
    monkeypatch.setattr(net_engine, "make_plan", lambda _: wrong)
    rules = numbers(inside("simulate", str(path), "--games", "50", "--json", "--engine", "rules"))
    for flags in ((), ("--engine", "net"), ("--quiet",)):
        ended = inside("simulate", str(path), "--games", "50", "--json", *flags)
        found = numbers(ended)
        assert "differs from its rules" in ended.err and found["notices"][0] in ended.err
        assert {**found, "notices": []} == rules


ANY_NUMBER = """game G
type Player = {P1, P2}
type Input = Int
play : Player
play = if input > 0 then P2 else P1
"""

A_NUMBER_IN_BOUNDS = """game G
type Player = {P1, P2}
type Input = Int
play : Player
play = let n = input in if n < 1 then play else if n > 3 then play else if n == 2 then P1 else P2
"""


def test_numbers_that_are_only_guessed_are_told_with_one_that_was_not_thought_of(inside, tmp_path):
    path = tmp_path / "any.bgl"
    path.write_text(ANY_NUMBER)
    told = inside("simulate", str(path), "--games", "20", "--engine", "python")
    assert "answers to a question are guesses: only -1, 0 and 1 were drawn, others are taken, too (2)" in told.out
    for flags in (("--engine", "python"), ("--engine", "native"), ("--by", "move")):
        (event,) = (ended := inside("simulate", str(path), "--games", "20", "--json", *flags)).events
        (guess,) = event["guesses"]
        assert guess["listed"] == ["-1", "0", "1"] and guess["other"] == "2"
        assert "are guesses" in ended.err


def test_what_many_games_do_not_show_is_not_quoted(inside, write):
    """The prompt is what was printed, which nobody reads in a simulation."""
    write("any.ah", "main:\n    do ASK\n\nwhen do ASK:\n    print('How many?')\n    int n = input()\n    print(n)\n")
    told = inside("simulate", "any.ah", "--games", "20", "--engine", "python")
    assert "notice: answers to a question are guesses: only" in told.out


def test_numbers_that_a_program_keeps_in_bounds_are_no_guesses(inside, tmp_path):
    path = tmp_path / "bounds.bgl"
    path.write_text(A_NUMBER_IN_BOUNDS)
    (event,) = inside("simulate", str(path), "--games", "20", "--json").events
    assert event["guesses"] == []


def test_where_every_answer_is_legal_numbers_are_guesses(inside, tmp_path):
    path = tmp_path / "all.bgl"
    path.write_text("-- parlour: every answer is legal\n" + A_NUMBER_IN_BOUNDS)
    (event,) = inside("simulate", str(path), "--games", "20", "--json").events
    assert event["guesses"]
