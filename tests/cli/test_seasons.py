"""`simulate` with strengths and the season report; `replay --chart`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Parlour


def test_the_command_line_takes_strengths_and_reports(parlour: Parlour, tmp_path: Path) -> None:
    path, table = tmp_path / "duel.contest", tmp_path / "strengths.csv"
    path.write_text(
        "Players: Ada, Ben\nRounds: competition between everyone. elimination of loser of competition;\nWin: survive\n"
    )
    table.write_text("name,strength\nAda,3\nBen,1\n")
    flags = ("--games", "400", "--engine", "python")
    shown = parlour("simulate", str(path), *flags, "--strengths", str(table), "--json")
    season_ = json.loads(shown.out)["season"]
    assert [each["strength"] for each in season_["players"]] == [3.0, 1.0]
    assert season_["strongest"]["share"] == pytest.approx(0.75, abs=0.08)
    text = parlour("simulate", str(path), *flags, "--strength", "Ada=3").out
    assert "strength: Ada wins 7" in text and "what happens" in text
    rows = parlour("simulate", str(path), *flags, "--strength", "Ada=3", "--csv").out
    assert "strength,Ada,,,,,,3.0" in rows and "rounds,,,,,,,1.0,1,1,1" in rows
    wrong = parlour("simulate", str(path), "--strength", "Ada=strong")
    assert (wrong.code, "a strength is a number above 0" in wrong.err) == (2, True)
    assert parlour("simulate", str(path), "--strengths", str(tmp_path / "none.csv")).code == 5
    assert parlour("simulate", str(path), "--scores", "ten").code == 2
    assert parlour("simulate", "tic-tac-toe", "--scores", "0..5").code == 2


def test_the_chart_of_a_recorded_season(parlour: Parlour, tmp_path: Path) -> None:
    path, record = tmp_path / "duel.contest", tmp_path / "duel.parlour"
    path.write_text(
        "Players: Ada, Ben all with counter called gold\n"
        "Rounds: competition between everyone. increase gold by 2 for winner of competition. "
        "elimination of loser of competition;\nWin: survive\n"
    )
    played = parlour("play", str(path), "--seats", "random", "--seed", "1", "--save", str(record))
    assert played.code == 0
    assert "The season\nplayer  round 1    end\n" in played.out
    text = parlour("replay", str(record), "--chart").out
    assert text.startswith("The season\nplayer  round 1    end\n") and "winner" in text
    assert "The bracket" in text and "Standings: gold" in text
    rows = parlour("replay", str(record), "--chart", "csv").out
    assert rows.splitlines()[0] == "The season,player,round 1,end"
    assert parlour("replay", str(record), "--chart", "svg").out.startswith("<svg")


def test_of_seasons_that_break_off_nothing_is_counted(parlour: Parlour, tmp_path: Path) -> None:
    path = tmp_path / "fragile.contest"
    path.write_text(
        "Players: Ada, Ben, Cleo\nRounds: elimination of Ada; uses? Ben then (elimination of Ben, Cleo); "
        "competition between everyone. elimination of loser of competition;\nWin: survive\n"
    )
    flags = ("--games", "200", "--engine", "python", "--seed", "1")
    season = json.loads(parlour("simulate", str(path), *flags, "--json").out)["season"]
    ada = season["players"][0]
    assert 0 < season["ended"] < 200 and ada["left"] == season["ended"]
    assert season["rounds"]["mean"] == season["rounds"]["least"] == 3
    leaving = [line.split() for line in parlour("simulate", str(path), *flags).out.splitlines()]
    assert ["Ada", "1", "100.0", "%", "1.00"] in leaving
    assert "rounds,,,,,,,3.0,3,3,3" in parlour("simulate", str(path), *flags, "--csv").out


def test_if_no_season_ends_the_report_says_so(parlour: Parlour, tmp_path: Path) -> None:
    path = tmp_path / "broken.contest"
    path.write_text("Players: Ada, Ben\nRounds: elimination of Ada, Ben; competition between everyone;\nWin: survive\n")
    text = parlour("simulate", str(path), "--games", "20", "--engine", "python").out
    assert "no season came to its end" in text and "leaves" not in text


@pytest.mark.parametrize("form", ["text", "svg"])
def test_charts_show_every_entry_whole(parlour: Parlour, tmp_path: Path, form: str) -> None:
    record = tmp_path / "island.match"
    parlour("play", "island", "--seats", "random", "--seed", "1", "--save", str(record))
    shown = parlour("replay", str(record), "--chart", form).out
    assert "…" not in shown and shown.count("player") > 1
