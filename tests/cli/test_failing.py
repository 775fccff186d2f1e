"""What a program that goes wrong looks like to whoever runs, plays or checks it."""

from __future__ import annotations

import pytest
from tests.cli.conftest import Parlour

PROGRAM = """game "errors"; players 2;
interactable Piece { number v = 0; }
class Hand { Piece p; action Go { trigger PlayerChoiceEvent { return true; }
                      effect { p.v = 3; turn.pass(); } } }
turn T { phase A; default { return player.active() + 1; } }
setup { Hand a = new Hand(); a.assign(0); Hand b = new Hand(); b.assign(1); turn.pass(1); }
"""


def test_run_exits_with_3_and_says_for_whom(inside: Parlour, write) -> None:
    write("e.tgdl", PROGRAM)
    ended = inside("run", "e.tgdl", stdin="Go\n")
    assert ended.code == 3
    assert "e.tgdl:4:32: error[none]: null has no member v" in ended.err
    assert " in action Go, line 4\n in phase A, line 5\n for player 1, after answer 1" in ended.err
    told = inside("run", "e.tgdl", "--json", stdin="Go\n").events
    [error] = [each for each in told if each["event"] == "error"]
    assert (error["seat"], error["file"], error["line"]) == (1, "e.tgdl", 4)
    assert [(each["name"], each["line"]) for each in error["calls"]] == [("action Go", 4), ("phase A", 5)]


def test_play_takes_the_move_back(inside: Parlour, write) -> None:
    write("e.tgdl", PROGRAM)
    ended = inside("play", "e.tgdl", stdin="Go\nquit\n")
    assert ended.code == 0
    assert "null has no member v" in ended.err and "the move was taken back" in ended.err


@pytest.mark.parametrize(
    ("path", "title"),
    [("gone.tgdl", "gone.tgdl"), ("../out.tgdl", "out.tgdl"), ("parlour/gone", "gone")],
)
def test_an_import_that_is_missing_or_escapes_is_one_message(inside: Parlour, write, path: str, title: str) -> None:
    write("e.tgdl", f'game "e"; players 2;\nimport "{path}";\nsetup {{ winner 0; }}\n')
    for command in ("run", "check"):
        ended = inside(command, "e.tgdl")
        assert ended.code == 1
        assert ended.err.count("error[") + ended.out.count("error[") == 1
        assert "e.tgdl:2:8" in ended.err + ended.out and title in ended.err + ended.out


def test_no_number_of_players_is_wrong_usage_with_the_flag_in_it(inside: Parlour, write) -> None:
    write("e.tgdl", 'game "e";\nturn T { default { return 0; } }\nsetup { winner 0; }\n')
    ended = inside("run", "e.tgdl")
    assert ended.code == 2
    assert ended.err.count("\n") == 1 and "--players N" in ended.err
    assert inside("run", "e.tgdl", "--players", "3").code == 0
    assert inside("check", "e.tgdl").code == 0


HANDS = """game "hands"; players 2;
interactable Card { } interactable Trump : Card { }
function give { function input List<Card> hand; function input Card c; returns;
    effect { hand.add(c); } }
class Seat { List<Card> hand = {}; List<Trump> trumps = {};
    action Draw { trigger PlayerChoiceEvent { return true; } input bool astray;
        effect { if(astray) { give(hand: trumps, c: new Card()); } else { give(hand: hand, c: new Card()); } } } }
turn T { phase Play; default { return player.active() + 1; } }
setup { Seat a = new Seat(); a.assign(0); Seat b = new Seat(); b.assign(1); turn.pass(1); }
"""


def test_what_a_list_was_not_made_for_is_told_where_it_is_put_in(inside: Parlour, write) -> None:
    write("e.tgdl", HANDS)
    ended = inside("run", "e.tgdl", stdin="Draw\nfalse\nDraw\ntrue\n")
    assert ended.code == 3
    assert "e.tgdl:4:14: error[element]: Card cannot be put in this List: it was made for Trump" in ended.err
    running = " in give, line 4\n in action Draw, line 7\n in phase Play, line 8\n for player 1, after answer 4"
    assert running in ended.err
    ended = inside("play", "e.tgdl", "--seats", "human", stdin="Draw true\nDraw false\nquit\n")
    assert ended.code == 0 and ended.err.count("the move was taken back") == 1
