"""The turn engine (section 6 of the digest), the built-in functions (section 7) and the later dialect (section 9)."""

from __future__ import annotations

import pytest
from tests.languages.senet.conftest import play, whole

import parlour


def test_1_setup_runs_first_and_there_is_one_player_by_default():
    played = play('print("setup "); print(N_PLAYERS);', 'print(" begin "); print(ON_MOVE); read(1);', "x")
    assert played.said == "setup 1 begin 0 begin 0"
    assert [seat.name for seat in played.position.seats] == ["0"]


def test_2_the_game_starts_with_begin_and_the_first_player():
    assert play("N_PLAYERS = 3;", "print(ON_MOVE); read(1);").said == "0"


def test_3_a_return_ends_the_turn():
    body = 'print(ON_MOVE); if (read(1) == "r") { return; } print("end ");'
    assert play("N_PLAYERS = 2;", body, "r x r").said == "01end 01"


def test_4_the_turn_goes_round():
    assert play("N_PLAYERS = 3;", "print(ON_MOVE); read(1);", "abcdef").said == "0120120"


def test_4_one_success_among_failures_is_enough():
    setup = "N_PLAYERS = 2; group L(Boards.Line(3)) { }; group M(Piece) { fixed = True; };"
    assert play(setup, "print(ON_MOVE); read(1); M >> L [9]; M >> L [0]; M >> L [0];", "a a").said == "011"
    assert play(setup, "print(ON_MOVE); read(1); L.remove(0);", "a a").said == "000"


def test_5_restart_gives_fresh_variables_boards_and_turns_and_keeps_unread_input():
    setup = "N_PLAYERS = 2; int n = 5; group L(Boards.Line(3)) { }; group M(Piece) { };"
    body = """print(ON_MOVE); print(n); print(L.owns(0)); n = n + 1; str c = read(1);
    if (c == "r") { again(); } M >> L [0];"""
    setup += ' void again() { deeper(); } void deeper() { restart(); print("never"); }'
    assert play(setup, body, "x r x").said == "05-1160<restart>05-1160"


def test_5_exit_ends_the_program_at_once():
    played = play("void stop() { exit(); }", 'print("a"); stop(); print("b");')
    assert played.said == "a<exit>"
    assert played.position.status is parlour.Status.OVER


def test_6_without_input_the_question_stays_open_and_nothing_is_printed():
    played = play("", 'print("a"); read(1); print("b");')
    assert played.said == "a" and played.position.status is parlour.Status.OPEN


def test_7_a_called_phase_passes_turns_of_its_own_and_return_leaves_it_without_passing():
    turns = 'void ask() { print(ON_MOVE); if (read(1) == "q") { return; } }'
    assert play("N_PLAYERS = 3;", 'ask(); print("|");', "a q q", turns).said == "01|2|0"


def test_7_a_called_phase_takes_arguments_and_may_give_a_value():
    turns = """int number(int base) { return base + stoi(read(1)); }
    void until(str last) { if (read(1) == last) { return; } print("."); }"""
    assert play("", 'until("z"); print(number(40)); print(" ");', "abz2 z3", turns).said == "..42 43 "


def test_7_what_a_called_phase_did_counts_for_its_caller():
    setup = "N_PLAYERS = 2; group L(Boards.Line(3)) { }; group M(Piece) { fixed = True; };"
    turns = "void put() { int n = stoi(read(1)); if (M >> L [n]) { return; } }"
    assert play(setup, "print(ON_MOVE); put();", "0 0 1", turns).said == "010"


def test_8_a_phase_that_never_asks_runs_into_the_budget():
    error = play("int n;", "n = n + 1;").error
    assert error.kind == "budget" and error.code == "steps"


def test_on_move_and_n_players_can_be_written():
    body = "print(ON_MOVE); ON_MOVE = ON_MOVE + 1; read(1);"
    assert play("N_PLAYERS = 4;", body, "abc").said == "0202"
    played = play("N_PLAYERS = 1 + 1;", "print(N_PLAYERS); N_PLAYERS = N_PLAYERS + 1; read(1);", "ab")
    assert played.said == "234"
    assert [seat.name for seat in played.position.seats] == ["0", "1", "2", "3", "4"]


def test_seats_are_known_beforehand_where_the_number_of_players_is():
    assert parlour.load(whole("N_PLAYERS = 2;", "read(1);"), language="senet").info.seats == ("0", "1")
    assert parlour.load(whole("int N_PLAYERS = 3;", "read(1);"), language="senet").info.seats == ("0", "1", "2")
    assert parlour.load(whole("int n = 2; N_PLAYERS = n;", "read(1);"), language="senet").info.seats is None


def test_a_comment_names_the_players():
    text = "# parlour: players White, Black\n" + whole("N_PLAYERS = 2;", "read(1);")
    assert parlour.load(text, language="senet").info.seats == ("White", "Black")


def test_the_player_on_move_is_asked_and_nobody_if_there_is_no_such_player():
    played = play("N_PLAYERS = 2;", "read(1); ON_MOVE = 7;", "a")
    assert played.position.questions[0].seat == 0
    assert play("N_PLAYERS = 2;", "ON_MOVE = 7; read(1);").position.questions[0].seat is None


def test_read_may_stand_in_setup():
    assert play("str name = read(3);", "print(name); exit();", "Ada").said == "Ada<exit>"


def test_read_of_no_characters_asks_nothing_and_of_a_variable_number_as_many(prints):
    assert prints("int n = 2;", 'print(read(n - 2) + "|" + read(n) + "|" + read(n + 1));', "abcde") == "|ab|cde"


def test_print_adds_no_line_end(prints):
    assert prints("", 'print("a"); print("b\\n"); print("c");') == "ab\nc"


def test_rand_is_drawn_from_the_chance_of_the_match():
    game = parlour.load(whole("", 'print(rand()); print(" "); read(1);'), language="senet")
    assert game.info.kind.has_chance
    first, again, other = (game.start(seed).last.events for seed in (1, 1, 2))
    assert first == again != other
    drawn = first[0]
    assert isinstance(drawn, parlour.game.position.Drawn) and drawn.of == 2**31


def test_clear_input_does_nothing(prints):
    assert prints("", "read(1); clear_input(); print(read(1));", "ab") == "b"


# ---------------------------------------------------------------------------------------------- the later dialect

LATER = """
@setup {
list[group line] lines;
group line(Object) { list[int] at; func group line __init__(list[int] l) { this.at = l; return this; } };
group Mark(Piece) {
  fixed = True;
  func group Mark __init__(str s, int player) { this.s = s; this.owner = player; return this; } };
group ttb(Rect(3, 3)) {
  assert owned(group line l, int player) {
    this.owns(l.at[0]) == player; this.owns(l.at[1]) == player; this.owns(l.at[2]) == player; }
  func bool won(int player) {
    int i = 0;
    while (i < 2) { if (this.owned(lines[i], player)) { return True; } i = i + 1; }
    return False; }
  assert draw() { this.full(); }
};
int N_PLAYERS = 2;
group ttb b;
}
@turns {
func void begin() {
  b = ttb();
  lines = [line([b.toi([0, 0]), b.toi([1, 0]), b.toi([2, 0])]), line([0, 4, 8])];
  pass(prompt, 0);
}
func void prompt() {
  group Mark m;
  if (PLAYER_ON_MOVE % 2 == 0) { m = Mark("X", PLAYER_ON_MOVE); } else { m = Mark("O", PLAYER_ON_MOVE); }
  print("PLAYER "); print(PLAYER_ON_MOVE); print(": ");
  int a = stoi(read(1)); int c = stoi(read(1)); clear_input();
  if (m >> b >> [a, c]) {
    if (b.won(PLAYER_ON_MOVE)) { pass(winner, PLAYER_ON_MOVE); }
    if (b.draw()) { pass(nowinner, PLAYER_ON_MOVE); }
  } else {
    print("Try again. ");
    pass(prompt, PLAYER_ON_MOVE);
  }
  pass(prompt, (PLAYER_ON_MOVE + 1) % N_PLAYERS);
}
func void winner() { print("Player "); print(PLAYER_ON_MOVE); print(" wins.\\n"); end; }
func void nowinner() { print("Game ends in a draw.\\n"); end; }
}
"""


def test_a_program_of_the_later_dialect_plays():
    played = play(LATER, answers="00 11 10 11 22 20")
    turns = "PLAYER 0: PLAYER 1: PLAYER 0: PLAYER 1: Try again. PLAYER 1: PLAYER 0: "
    assert played.said == turns + "Player 0 wins.\n<exit>"
    assert played.position.outcome is not None and played.position.outcome.ranking == ((0,), (1,))


def test_a_pass_to_the_same_player_and_phase_is_a_refused_move():
    position = play(LATER, answers="00 0").position
    assert [option.label for option in position.legal(position.questions[0])] == ["1", "2"]
    assert len(position.moves(1).moves) == 2
    assert len(play(LATER, answers="00").position.moves(1).moves) == 8


def test_pass_leaves_the_phase_from_inside_a_function():
    setup = 'N_PLAYERS = 3; void go() { pass(other, 2); print("never"); }'
    turns = "void other() { print(ON_MOVE); read(1); }"
    assert play(setup, 'print("b"); go(); print("never");', "ab", turns).said == "b201"


@pytest.mark.parametrize("word", ["end;", "exit();"])
def test_end_is_exit(word):
    assert play("", f'print("a"); {word} print("b");').said == "a<exit>"
