"""`parlour run --trace`, and `why` at a question of `parlour play`."""

from __future__ import annotations

from tests.cli.conftest import Parlour

MOVES = "Put\nSheet[0][0]\nPut\nSheet[1][0]\n"


def test_a_trace_stands_on_stderr_and_changes_nothing_else(inside: Parlour) -> None:
    plain, traced = (inside("run", "filetto", *flags, stdin=MOVES) for flags in ((), ("--trace",)))
    assert (traced.code, traced.out) == (plain.code, plain.out) == (4, "")
    lines = traced.err.splitlines()
    assert "trace: thrown MarkEvent, for player 0 (filetto.tgdl:108)" in lines
    assert "trace: judged Table3.CheckLine on Table3#1, for player 0: the trigger says no (filetto.tgdl:45)" in lines
    assert [line for line in lines if not line.startswith("trace: ")] == plain.err.splitlines()


def test_with_json_a_trace_is_events_between_the_others(inside: Parlour) -> None:
    plain, traced = (inside("run", "filetto", "--json", *flags, stdin=MOVES).events for flags in ((), ("--trace",)))
    assert [event for event in traced if event["event"] != "trace"] == plain
    happenings = [event for event in traced if event["event"] == "trace"]
    assert {"event", "kind", "what", "why", "place", "seat", "on", "text"} == set(happenings[0])
    kinds = [event["kind"] for event in happenings]
    assert kinds[:2] == ["passed", "entered"] and {"thrown", "judged", "started"} <= set(kinds)


def test_a_trace_ends_where_a_program_fails(inside: Parlour, write) -> None:
    write(
        "e.tgdl",
        'game "e"; players 2; event E { }\n'
        "global class W { number n; action A { trigger E { return true; } effect { n += 1; } } }\n"
        "class H { action Go { trigger PlayerChoiceEvent { return true; } effect { event.throw(new E()); } } }\n"
        "turn T { default { return 0; } }\nsetup { H h = new H(); h.assign(0); }\n",
    )
    ended = inside("run", "e.tgdl", "--trace", stdin="Go\n")
    assert ended.code == 3
    assert "trace: started W.A on W#1, for player 0 (e.tgdl:2)\n" in ended.err
    assert "expected number, not null" in ended.err


def test_languages_without_actions_say_so(inside: Parlour, write) -> None:
    write("sum.bgl", "game Sum\nresult : Int\nresult = 1 + 2\n")
    ended = inside("run", "sum.bgl", "--trace")
    assert (ended.code, ended.out) == (2, "")
    assert "BoGL games have no actions and events to trace" in ended.err


def test_why_at_a_question(inside: Parlour) -> None:
    played = inside("play", "filetto", stdin="why put\nwhy checkline\nwhy\nPut\n:why put\nquit\n")
    assert played.code == 0
    assert "Mark.Put on X is open" in played.out
    assert "Table3.CheckLine is never chosen: it starts when MarkEvent is thrown" in played.out
    assert "which action? there is CheckLine, CheckFull, Put" in played.out


def test_why_in_a_game_without_actions(inside: Parlour) -> None:
    played = inside("play", "connect-four", stdin="why me\nquit\n")
    assert "this game cannot say why: it has no actions with names" in played.out
