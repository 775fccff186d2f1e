"""A curtain between people at one terminal, and AllHandsOnDeck programs on the command line."""

from __future__ import annotations

import pytest

from parlour.cli.exits import Exit

PLAIN = {"NO_COLOR": "1"}
WIPED = "\x1b[2J\x1b[3J\x1b[H"

SECRETS = """# Secrets
main:
    do INIT
    for 2 times:
        for player in players:
            player do TURN
when do INIT:
    players = [Player('Ada'), Player('Ben')]
    players[0].hand do PUSH_BACK(Card('secret of Ada'))
    players[1].hand do PUSH_BACK(Card('secret of Ben'))
when Player player do TURN:
    print(f'What does {player.name} say?')
    word = input()
    print(f'{player.name} says {word}')
let Card(text) be Object with:
    text: text
let Player(name) be Actor with:
    name: name
    hand: []
"""


def test_the_screen_is_wiped_before_another_person_looks(terminal, write):
    write("secrets.ah", SECRETS)
    session = terminal("play", "secrets.ah", "--seats", "human", env=PLAIN)
    assert "secret of" not in session.wait_for("Ada, it is your turn: press Enter")
    session.type("\n")
    shown = session.wait_for("Ada: What does Ada say?> ")
    assert "secret of Ada" in shown and "secret of Ben" not in shown
    session.type("hello\n")
    assert WIPED in session.wait_for("Ben, it is your turn: press Enter")
    session.type("\n")
    shown = session.wait_for("Ben: What does Ben say?> ")
    assert "secret of Ben" in shown and "secret of Ada" not in shown
    assert "Ada says hello" in shown
    session.type("\x1b[A\n")  # the arrow up: what Ada typed cannot be called back
    shown = session.wait_for("Ada, it is your turn: press Enter")
    session.type("\n")
    shown = session.wait_for("Ada: What does Ada say?> ")
    assert "hello" not in shown.partition("Ben says")[2]
    session.interrupt()


def test_one_person_alone_needs_no_curtain(terminal, write):
    write("secrets.ah", SECRETS)
    session = terminal("play", "secrets.ah", "--seat", "Ada=human", "--seat", "Ben=random", env=PLAIN)
    assert "press Enter" not in session.wait_for("Ada: What does Ada say?> ")
    session.interrupt()


def test_without_a_terminal_there_is_no_curtain(inside, write):
    write("secrets.ah", SECRETS)
    ended = inside("play", "secrets.ah", stdin="a\nb\nc\nd\n")
    assert ended.code == 0
    assert "press Enter" not in ended.out
    assert "Ben says d" in ended.out


def test_a_game_with_nothing_hidden_has_no_curtain(terminal):
    session = terminal("play", "tic-tac-toe", "--seats", "human", env=PLAIN)
    session.wait_for("X> ")
    session.type("(2,2)\n")
    assert "press Enter" not in session.wait_for("O> ")
    session.interrupt()


def test_nothing_is_printed_by_a_program_with_a_static_error(inside, write):
    write("wrong.ah", "main:\n    print('never')\n    do NOTHING\n")
    ended = inside("run", "wrong.ah")
    assert ended.code == Exit.TEXT
    assert "never" not in ended.out
    assert "wrong.ah:3:" in ended.err and "AH121" in ended.err


def test_run_asks_again_with_the_reason_until_the_line_is_an_int(inside, write):
    write("ask.ah", "main:\n    int n = input()\n    print(n + 1)\n")
    ended = inside("run", "ask.ah", stdin="two\n2\n")
    assert (ended.code, ended.out) == (0, "3\n")
    assert "'two' is not a valid int" in ended.err


def test_when_the_answers_end_the_status_is_waiting(inside, write):
    write("ask.ah", "main:\n    int n = input()\n    print(n + 1)\n")
    assert inside("run", "ask.ah").code == Exit.WAITING


@pytest.mark.parametrize("strict", [False, True])
def test_strict_refuses_what_is_only_tolerated(inside, write, strict):
    write("loose.ah", "main:\n    x = 1\n    print(x)\n")
    ended = inside("run", "loose.ah", *(["--strict"] if strict else []))
    assert ended.code == (Exit.TEXT if strict else 0)


def test_the_chain_of_actions_is_told(inside, write):
    write("fail.ah", "main:\n    do A\nwhen do A:\n    do B\nwhen do B:\n    x = [1][5]\n")
    ended = inside("run", "fail.ah")
    assert ended.code == Exit.FAILED
    assert "fail.ah:6:" in ended.err
    assert "in B, line 6" in ended.err and "in A, line 4" in ended.err and "in main, line 2" in ended.err


def test_the_state_at_the_end_has_objects_as_they_print(inside, write):
    write("state.ah", "main:\n    do GO\nwhen do GO:\n    n = 3\n    deck = Stack('a', 1)\n    who = None\n")
    (*_, end) = inside("run", "state.ah", "--json").events
    assert end["state"] == {"n": 3, "deck": "Stack('a', 1)", "who": None}


def test_people_at_one_keyboard_vote_behind_the_curtain(terminal, write):
    write(
        "vote.contest", "Players: Ada, Ben, Cleo\nRounds: vote by Ada, Ben between everyone;\nWin: majority of vote\n"
    )
    session = terminal("play", "vote.contest", "--seat", "Cleo=random", env=PLAIN)
    session.wait_for("Ada, it is your turn: press Enter")
    session.type("\n")
    session.wait_for("Ada: Round 1, phase 1: your vote (Ada and Ben vote)> ")
    session.type("Cleo\n")
    shown = session.wait_for("Ben, it is your turn: press Enter")
    assert WIPED in shown
    session.type("\n")
    shown = session.wait_for("Ben: Round 1, phase 1: your vote (Ada and Ben vote)> ")
    assert "Cleo" not in shown.partition(WIPED)[2].replace("Ada, Cleo", "").partition("fate")[0]
    session.type("Cleo\n")
    shown = session.wait_for("Cleo wins")
    assert "Votes: Cleo 2" in shown and "votes for" not in shown
