"""What goes wrong at run time: the sentence, the line, what was running, and for whom; the same on both engines."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.languages.tgdl.running import play

import parlour
from parlour.cli.wording import error_text
from parlour.game.error import GameError

# Line 10 is BODY.
PROGRAM = """game "errors"; players 2;
event PingEvent { }
tile Cell { }
interactable Piece { number v = 0; }
board Field { group G { geometry square; grid { Cell, b; Cell, Cell; } } }
global class World { Field field = new Field(); number none; List<number> xs = { 1, 2 }; Table<number> t = { };
  Piece p; player who = null; string phase = "X"; List<List<player>> ranks; bool flag; PingEvent e;
  tile spot; string s; }
class Hand { action Go { trigger PlayerChoiceEvent { return true; } effect {
BODY
turn.pass(); } } }
turn T { phase A; default { return player.active() + 1; } }
setup { Hand a = new Hand(); a.assign(0); Hand b = new Hand(); b.assign(1); turn.pass(1); }
"""


def error_of(text: str, *answers: str) -> GameError:
    error = play(text, answers).error
    assert error is not None
    return error


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("World.p.v = 3;", "null has no member v"),
        ("World.p.discard(new Stack<Piece>());", "null has no member discard"),
        ("number q = World.t[World.s];", "a Table key cannot be null"),
        ("turn.pass(0, World.phase);", "turn T has no phase X"),
        ('turns.use("Q" + "R");', "there is no turn QR"),
        ("number y = World.none + 1;", "expected number, not null"),
        ("number y = -World.none;", "expected number, not null"),
        ("World.none *= 2;", "expected number, not null"),
        ("bool b = World.none < 1;", "expected number, not null"),
        ("if(World.flag) { }", "expected bool, not null"),
        ("while(World.flag) { }", "expected bool, not null"),
        ('string u = World.s + "a";', "expected string, not null"),
        ("turn.pass(World.who);", "expected player, not null"),
        ("player z = 0 / 0;", "a player must be a number, not infinite and not NaN"),
        ("number i = 0; number w = World.xs[i / i];", "an index must be a number, not infinite and not NaN"),
        ("World.xs.removeAt(7);", "there is no element 7 to remove: the list has 2, counted from 0"),
        ("World.xs[0 - 1] = 3;", "a list cannot be written at a negative index"),
        ("World.field.G[0][0] = World.spot;", "null cannot be put on a board: new BlankTile() clears a place"),
        ("Piece q = new Piece(); q.move_to(World.field.G[1][0]);", "nothing can be placed on a BlankTile"),
        ("event.throw(World.e);", "null cannot be thrown"),
        ("winner World.who;", "expected player, not null"),
        ("winner World.ranks;", "expected a ranking, not null"),
        ("List<List<player>> r = { {0}, {0, 1} }; winner r;", "player 0 stands in the ranking twice"),
        ("List<List<player>> r = { {null} }; winner r;", "null cannot win"),
    ],
)
def test_an_error_in_an_effect(body: str, message: str) -> None:
    error = error_of(PROGRAM.replace("BODY", body), "Go")
    assert error.message == message
    assert error.span is not None and (error.span.source.name, error.span.line) == ("test.tgdl", 10)
    assert [(each.name, each.span and each.span.line) for each in error.calls] == [("action Go", 10), ("phase A", 12)]
    assert error.seat is not None and error.seat.name == "player 1"
    assert error.question == 1


# World, trigger, the rest of the action, phases, default, setup.
JUDGED = """game "judged"; players 2;
event E { }
global class W { number x; string s; HEARS }
class Hand { action Go { trigger PlayerChoiceEvent { TRIGGER } REST effect { event.throw(new E()); turn.pass(); } } }
turn T { PHASES default { DEFAULT } }
setup { Hand a = new Hand(); a.assign(0); Hand b = new Hand(); b.assign(1); turn.pass(1); SETUP }
"""
USUAL = {
    "HEARS": "",
    "TRIGGER": "return true;",
    "REST": "",
    "PHASES": "phase A;",
    "DEFAULT": "return player.active() + 1;",
    "SETUP": "",
}


def judged(**parts: str) -> str:
    text = JUDGED
    for name, part in {**USUAL, **parts}.items():
        text = text.replace(name, part, 1)
    return text


@pytest.mark.parametrize(
    ("parts", "line", "running"),
    [
        ({"TRIGGER": "return W.x > 2;"}, 4, ["trigger of Go", "phase A"]),
        ({"REST": "require { return W.x > 2; }"}, 4, ["require of Go", "phase A"]),
        ({"REST": "input player p { return W.x > 2; }"}, 4, ["filter of p", "phase A"]),
        ({"PHASES": "phase A { effect { W.x += 1; } }"}, 5, ["phase A"]),
        (
            {"HEARS": "action Hear { trigger E { return x > 2; } effect { } }"},
            3,
            ["trigger of Hear", "action Go", "phase A"],
        ),
        ({"HEARS": "action Hear { trigger E { return true; } effect { x += 1; } }"}, 3, ["action Hear", "phase A"]),
        ({"DEFAULT": "W.x += 1;"}, 5, ["default of turn T", "action Go", "phase A"]),
    ],
)
def test_an_error_where_something_is_judged_or_follows(parts: dict[str, str], line: int, running: list[str]) -> None:
    error = error_of(judged(**parts), "Go")
    assert error.message == "expected number, not null"
    assert error.span is not None and error.span.line == line
    assert [each.name for each in error.calls] == running
    assert error.seat is not None and error.seat.number == 1


def test_in_setup_nobody_is_on_turn() -> None:
    error = error_of(judged(SETUP="W.x += 1;"))
    assert (error.seat, [each.name for each in error.calls]) == (None, ["setup"])


def test_a_default_that_neither_returns_nor_passes() -> None:
    error = error_of(judged(DEFAULT="if(W.x == 5) { return 0; }"), "Go")
    assert error.message == "the default of turn T neither returns a player nor passes"
    assert error.span is not None and error.span.line == 5


def test_a_global_class_that_is_read_before_it_is_made() -> None:
    error = error_of(
        'game "e"; players 2;\nglobal class A { number n = B.m; }\n'
        "global class B { number m = 2; }\nsetup { winner 0; }"
    )
    assert error.message == "B is read before it is made"
    assert error.span is not None and error.span.line == 2


def test_nobody_can_act() -> None:
    error = error_of(judged(TRIGGER="return false;", PHASES="phase A; phase B;"))
    assert (error.kind, error.message) == ("stuck", "no player can act")
    assert [each.name for each in error.calls] == ["phase A"]
    assert error.span is not None and error.span.line == 5


def test_there_is_no_turn() -> None:
    error = error_of('game "e"; players 2; setup { }')
    assert (error.kind, error.message) == ("stuck", "there is no turn to play")
    assert error.hint.startswith("write a turn")


def test_an_event_that_throws_itself_for_ever_is_blamed_on_its_action() -> None:
    error = error_of(judged(HEARS="action Again { trigger E { return true; } effect { event.throw(new E()); } }"), "Go")
    assert (error.kind, error.code) == ("budget", "steps")
    assert [each.name for each in error.calls] == ["action Again", "phase A"]
    assert error.span is not None and error.span.line == 3
    assert "throw the very event" in error.hint


def test_an_event_that_throws_itself_at_once_runs_too_deep() -> None:
    hears = "action Again { trigger E { return true; } effect { event.throw_sync(new E()); } }"
    error = error_of(judged(HEARS=hears), "Go")
    assert (error.kind, error.code, error.calls[0].name) == ("budget", "depth", "action Again")


def test_automatic_phases_without_end_are_blamed_on_the_phase() -> None:
    error = error_of(judged(PHASES="phase A { effect { number n = 1; } }"))
    assert (error.kind, error.code) == ("budget", "steps")
    assert [each.name for each in error.calls] == ["phase A"]
    assert error.span is not None and error.span.line == 5
    assert "run by themselves" in error.hint


def test_an_error_in_another_file_names_both_files(tmp_path: Path) -> None:
    (tmp_path / "box.tgdl").write_text(
        "class Box\n{\n    number n;\n    function grow { returns; effect { n += 1; } }\n}\n"
    )
    (tmp_path / "main.tgdl").write_text(
        'game "two files"; players 2;\nimport "box.tgdl";\n'
        "class Hand { Box box = new Box(); action Go { trigger PlayerChoiceEvent { return true; }\n"
        "  effect { box.grow(); } } }\n"
        "turn T { default { return 0; } }\nsetup { Hand h = new Hand(); h.assign(0); }\n"
    )
    game = parlour.load(tmp_path / "main.tgdl")
    for engine in ("python", "native"):
        position = game.start(1, engine=engine)
        position.answer(position.questions[0], 0)
        assert position.error is not None
        shown = error_text(position.error)
        assert "box.tgdl:4:" in shown
        assert " in grow, line 4\n" in shown
        assert "main.tgdl line 4 " in " ".join(shown.split())
        assert " for player 0, after answer 1" in shown
