"""`parlour play` without a terminal: computer players, answers from a pipe, commands, saving and going on."""

from __future__ import annotations

import re

import pytest

from parlour.cli.exits import Exit

X_WINS = "(1,1)\n(2,1)\n(1,2)\n(2,2)\n(1,3)\n"
WORDS = """game Words
type Input = {Undo, Rock}
play : Input
play = input
"""
# Taking from an empty heap divides by zero; taking nothing is asked for again.
HEAP = """game Heap
type Input = Int
play : Int
play = take(3)
take : Int -> Int
take(heap) =
  let n = input in
  if n == 0 then take(heap) else
  if n > heap then heap / 0 else
  if n == heap then 0 else take(heap - n)
"""


# Computer players


def test_two_computer_players_play_to_the_end_move_by_move(parlour):
    ended = parlour("play", "tic-tac-toe", "--seats", "random", "--seed", "7")
    assert ended.code == 0 and ended.err == ""
    moves = re.findall(r"^(\d+)\. ([XO]): \(\d, \d\)$", ended.out, re.MULTILINE)
    assert 5 <= len(moves) <= 9
    assert [seat for _, seat in moves] == list("XOXOXOXOX")[: len(moves)]
    assert "┌───┬───┬───┐" in ended.out
    assert re.search(r"^(X wins|O wins|Draw)$", ended.out.splitlines()[-1])


def test_the_same_seed_gives_the_same_match_and_another_seed_another(inside):
    def play(seed: str) -> str:
        return inside("play", "connect-four", "--seats", "random", "--seed", seed).out.partition("\n")[2]

    assert play("3") == play("3")
    assert len({play(str(seed)) for seed in range(5)}) > 1


def test_without_a_seed_one_is_drawn_and_told(inside):
    first = inside("play", "tic-tac-toe", "--seats", "random").out
    second = inside("play", "tic-tac-toe", "--seats", "random").out
    seed = re.search(r"seed (\d+)", first)
    assert seed and seed[0] not in second
    assert inside("play", "tic-tac-toe", "--seats", "random", "--seed", seed[1]).out == first


def test_a_person_plays_against_the_computer(inside):
    ended = inside("play", "tic-tac-toe", "--seat", "O=random", "--seed", "1", stdin="(1,1)\nquit\n")
    assert ended.code == 0
    assert re.search(r"^2\. O: ", ended.out, re.MULTILINE)
    assert "1. X" not in ended.out  # people know what they played


def test_a_player_that_cannot_answer_says_so_and_the_match_is_kept(inside, write, tmp_path):
    write("echo.bgl", "game Echo\ntype Input = String\nplay : String\nplay = input\n")
    ended = inside("play", "echo.bgl", "--seats", "random")
    assert ended.code == Exit.FAILED
    assert "a random player cannot answer here" in ended.err
    assert "nothing was saved" in ended.err


@pytest.mark.parametrize(
    ("args", "hint"),
    [(["--seat", "Z=random"], "X, O"), (["--seat", "x=random"], "Did you mean X?")],
)
def test_an_unknown_seat_is_wrong_usage(args, hint, parlour):
    ended = parlour("play", "tic-tac-toe", *args)
    assert (ended.code, ended.out) == (Exit.USAGE, "")
    assert "there is no seat" in ended.err and hint in ended.err


# People


def test_two_people_play_at_one_keyboard(inside):
    ended = inside("play", "tic-tac-toe", "--seed", "1", stdin=X_WINS)
    assert ended.code == 0 and ended.err == ""
    assert ended.out.startswith("TicTacToe (bogl, seed 1)\n")
    assert ended.out.count("┌───┬───┬───┐") == 6  # before every question, and at the end
    assert ended.out.index("┌───┬───┬───┐") < ended.out.index("X")  # the empty board is shown first
    assert ended.out.endswith("X wins\n")


def test_a_draw_and_a_bare_value_are_told_in_words(inside, write):
    draw = "(1,1)\n(2,1)\n(3,1)\n(2,2)\n(1,2)\n(3,2)\n(2,3)\n(1,3)\n(3,3)\n"
    assert inside("play", "tic-tac-toe", stdin=draw).out.endswith("\nDraw\n")
    write("heap.bgl", HEAP)
    assert inside("play", "heap.bgl", stdin="3\n").out.endswith("\nThe result is 0\n")


def test_an_answer_of_the_wrong_form_is_explained_and_asked_again(inside):
    ended = inside("play", "tic-tac-toe", stdin="banana\n(1,1\nhsitory\n\n" + X_WINS)
    assert ended.code == 0
    assert ended.out.endswith("X wins\n")
    assert "(Int, Int)" in ended.err
    assert "Did you mean history?" in ended.err


def test_an_answer_the_program_sends_back_is_not_a_move(inside):
    ended = inside("play", "tic-tac-toe", stdin="(1,1)\n(1,1)\n(9,9)\nhistory\nquit\n")
    assert ended.err.count("not a legal move here; ? lists them") == 2
    assert "1. X: (1, 1)\n" in ended.out and "2. " not in ended.out


def test_a_move_that_makes_the_program_fail_is_refused_with_its_reason(inside, write):
    ended = inside("play", write("heap.bgl", HEAP), stdin="1\n5\nhistory\n2\n")
    assert ended.code == 0
    assert "not a legal move here: Division by zero (line 9); ? lists them\n" in ended.err
    assert "1. 1\n" in ended.out and "2. " not in ended.out
    assert ended.out.endswith("The result is 0\n")


def test_a_program_that_fails_on_all_that_is_known_is_shown_where(inside, write):
    game = "game Gap\ntype Input = {A, B}\nplay : Int\nplay = let x = input in 1 / 0\n"
    ended = inside("play", write("gap.bgl", game), stdin="A\nquit\n")
    assert "gap.bgl:4:" in ended.err and "the move was taken back: try another one" in ended.err


def test_moves_are_listed_and_chosen_by_number(inside):
    ended = inside("play", "tic-tac-toe", stdin="?\n9\n1\nhistory\n77\nquit\n")
    assert "  1 (1, 1)" in ended.out and "  9 (3, 3)" in ended.out
    assert "1. X: (3, 3)\n2. O: (1, 1)\n" in ended.out
    assert "there is no move number 77: ? lists the 7 there are" in ended.err


def test_where_numbers_are_answers_the_list_has_no_numbers_of_its_own(inside):
    ended = inside("play", "connect-four", stdin="?\n3\nhistory\nquit\n")
    assert "1  2  3  4  5  6  7\n" in ended.out
    assert "1. Red: 3\n" in ended.out


def test_a_hint_names_the_best_moves_and_how_it_would_go_on(inside):
    """X has two in a row, and the third cell is free."""
    ended = inside("play", "tic-tac-toe", "--seed", "1", stdin="(1,1)\n(2,1)\n(2,2)\n(3,1)\nhint\nquit\n")
    best, second = re.findall(r"^(\(\d, \d\))  (.*)$", ended.out, re.MULTILINE)[:2]
    assert best[0] == "(3, 3)" and best[1].startswith("wins for sure, ")
    assert re.fullmatch(r"worth \d\.\d\d, \d+ % of [\d,]+ games.*", second[1])


def test_a_hint_says_how_little_it_knows_where_nobody_can_look_ahead(inside, write):
    write("sum.bgl", "game Sum  type Input = {A, B}  play : Input  play = input")
    ended = inside("play", "sum.bgl", stdin="hint\nquit\n")
    assert re.search(r"picked at random and not thought about: [AB]\n\(this game says neither who has won", ended.out)


def test_moves_are_taken_back_and_played_again(inside):
    ended = inside("play", "tic-tac-toe", stdin="undo\nredo\n(1,1)\n(2,2)\nundo\nundo\nredo\nhistory\nquit\n")
    assert "there is no move to take back" in ended.err and "there is no move to play again" in ended.err
    assert "1. X: (1, 1)\n" in ended.out and "2. O" not in ended.out


def test_taking_back_against_the_computer_goes_back_to_the_persons_own_move(inside):
    ended = inside(
        "play", "tic-tac-toe", "--seat", "O=random", "--seed", "1", stdin="(1,1)\nundo\nhistory\nredo\nhistory\nquit\n"
    )
    assert "no moves yet" in ended.out
    assert re.search(r"^1\. X: \(1, 1\)\n2\. O: ", ended.out, re.MULTILINE)


def test_a_computer_players_move_does_not_change_when_it_is_asked_again(inside):
    ended = inside("play", "tic-tac-toe", "--seat", "O=random", "--seed", "1", stdin="(1,1)\nundo\n(1,1)\nquit\n")
    first, second = re.findall(r"^2\. O: .*$", ended.out, re.MULTILINE)
    assert first == second


def test_an_answer_wins_over_a_command_of_the_same_name(inside, write):
    write("words.bgl", WORDS.replace("Undo", "Help"))
    ended = inside("play", "words.bgl", stdin=":help\nhelp\nHelp\n")
    assert ended.out.count("take the last move back") == 2
    assert ended.out.endswith("The result is Help\n")


def test_the_help_names_every_command(inside):
    ended = inside("play", "tic-tac-toe", stdin="help\n")
    for word in ("?", "hint", "undo", "redo", "history", "board", "save [FILE]", "quit", "help"):
        assert f"\n  {word} " in ended.out


# Stopping and going on


def test_the_end_of_the_answers_saves_the_match_and_says_how_to_go_on(parlour, tmp_path):
    ended = parlour("play", "tic-tac-toe", "--seed", "5", stdin="(1,1)\n(2,1)\n")
    assert ended.code == Exit.WAITING
    assert ended.err == "the match is saved; go on with: parlour play --resume tic-tac-toe-1.match\n"
    resumed = parlour("play", "--resume", "tic-tac-toe-1.match", stdin="history\n(1,2)\n(2,2)\n(1,3)\n")
    assert resumed.code == 0
    assert "TicTacToe (bogl, seed 5)" in resumed.out
    assert "1. X: (1, 1)\n2. O: (2, 1)\n" in resumed.out
    assert resumed.out.endswith("X wins\n")


def test_a_match_without_a_move_is_not_saved(inside, tmp_path):
    ended = inside("play", "tic-tac-toe")
    assert ended.code == Exit.WAITING
    assert ended.err == "no moves were made, so nothing was saved\n"
    assert not list(tmp_path.glob("*.match"))


def test_saving_never_overwrites_another_match(inside, tmp_path):
    for number in (1, 2, 3):
        ended = inside("play", "tic-tac-toe", "--seed", str(number), stdin="(1,1)\n")
        assert f"tic-tac-toe-{number}.match" in ended.err
    assert '[Seed "1"]' in (tmp_path / "tic-tac-toe-1.match").read_text()


def test_a_match_that_goes_on_grows_in_its_own_file(inside, tmp_path):
    inside("play", "tic-tac-toe", stdin="(1,1)\n")
    inside("play", "--resume", "tic-tac-toe-1.match", stdin="(2,2)\n")
    assert [path.name for path in tmp_path.glob("*.match")] == ["tic-tac-toe-1.match"]
    assert "2. O: (2, 2)" in inside("replay", "tic-tac-toe-1.match").out


def test_a_match_that_went_elsewhere_gets_a_new_file(inside, tmp_path):
    inside("play", "tic-tac-toe", stdin="(1,1)\n(2,2)\n")
    ended = inside("play", "--resume", "tic-tac-toe-1.match", stdin="undo\n(3,3)\n")
    assert "--resume tic-tac-toe-2.match" in ended.err
    assert "(2, 2)" in inside("replay", "tic-tac-toe-1.match").out


def test_a_match_is_saved_on_the_way_under_any_name(inside, write, tmp_path):
    write("taken.txt", "precious")
    ended = inside("play", "tic-tac-toe", stdin="(1,1)\nsave monday.match\nsave taken.txt\nsave no/where.match\nquit\n")
    assert ended.code == 0
    assert "saved to monday.match" in ended.err
    assert "taken.txt: there is a file that is not a record" in ended.err
    assert "no/where.match: there is no such file or folder" in ended.err
    assert (tmp_path / "taken.txt").read_text() == "precious"
    assert "--resume monday.match" in ended.err


def test_the_record_of_a_whole_match_is_kept_on_request(inside, write, tmp_path):
    ended = inside("play", "tic-tac-toe", "--seats", "random", "--save", "one.match")
    assert ended.code == 0 and "saved to one.match" in ended.err
    assert inside("replay", "one.match").out.splitlines()[-1] == ended.out.splitlines()[-1]
    again = inside("play", "tic-tac-toe", "--seats", "random", "--save", "one.match")
    assert again.code == Exit.FILE and "one.match is there already" in again.err


def test_a_match_that_went_on_to_its_end_is_whole_in_its_file(inside):
    inside("play", "tic-tac-toe", stdin="(1,1)\n(2,1)\n")
    inside("play", "--resume", "tic-tac-toe-1.match", stdin="(1,2)\n(2,2)\n(1,3)\n")
    assert inside("replay", "tic-tac-toe-1.match").out.endswith("X wins\n")


def test_a_game_of_ones_own_is_found_beside_its_match(inside, write, tmp_path):
    write("heap.bgl", HEAP)
    inside("play", "heap.bgl", stdin="1\n")
    assert inside("play", "--resume", "heap-1.match", stdin="2\n").out.endswith("The result is 0\n")
    (tmp_path / "heap.bgl").rename(tmp_path / "pile.bgl")
    lost = inside("play", "--resume", "heap-1.match")
    assert lost.code == Exit.FILE and "which is neither here nor in the library" in lost.err
    assert inside("play", "pile.bgl", "--resume", "heap-1.match", stdin="2\n").out.endswith("The result is 0\n")


def test_options_of_a_match_are_taken_up_again(inside, write):
    write("heap.bgl", HEAP)
    write("more.bgl", "ten : Int\nten = 10\n")
    inside("play", "heap.bgl", "-e", "take(ten)", "--prelude", "more.bgl", stdin="4\n")
    assert inside("play", "--resume", "heap-1.match", stdin="6\n").out.endswith("The result is 0\n")


def test_a_changed_game_refuses_the_match_and_leaves_it_alone(inside, write, tmp_path):
    write("heap.bgl", HEAP)
    inside("play", "heap.bgl", stdin="1\n")
    before = (tmp_path / "heap-1.match").read_bytes()
    write("heap.bgl", HEAP.replace("take(3)", "take(4)"))
    ended = inside("play", "--resume", "heap-1.match", stdin="2\n")
    assert ended.code == Exit.FILE
    assert "is not the one this match was played with" in ended.err
    assert (tmp_path / "heap-1.match").read_bytes() == before


def test_a_seed_for_a_match_that_has_one_is_wrong_usage(inside):
    inside("play", "tic-tac-toe", stdin="(1,1)\n")
    assert inside("play", "--resume", "tic-tac-toe-1.match", "--seed", "3").code == Exit.USAGE


def test_who_sat_where_is_remembered(inside):
    inside("play", "tic-tac-toe", "--seat", "O=random", "--seed", "4", stdin="(1,1)\n")
    ended = inside("play", "--resume", "tic-tac-toe-1.match", stdin="(3,3)\nquit\n")
    straight = inside("play", "tic-tac-toe", "--seat", "O=random", "--seed", "4", stdin="(1,1)\n(3,3)\nquit\n")
    pattern = re.compile(r"^4\. O: .*$", re.MULTILINE)
    assert pattern.findall(ended.out) == pattern.findall(straight.out) != []


def test_what_a_game_calls_itself_cannot_paint_the_terminal(inside, write):
    write("plain.bgl", "-- \x1b[31m\u202eRed\n" + HEAP)
    ended = inside("show", "plain.bgl")
    assert not {"\x1b", "\u202e"} & set(ended.out + ended.err)


@pytest.mark.parametrize("person", ["left", "right"])
def test_moves_made_together_are_shown_together_whoever_answers_last(inside, person):
    other = "right" if person == "left" else "left"
    ended = inside("play", "rock-paper-scissors", "--seat", f"{other}=random", "--seed", "1", stdin="rock\n")
    [mine] = [line for line in ended.out.splitlines() if line.startswith(f"1. {person}: ")]
    [theirs] = [line for line in ended.out.splitlines() if line.startswith(f"1. {other}: ")]
    assert mine == f"1. {person}: rock"
    assert ended.out.index("1. left: ") + 2 < ended.out.index("1. right: ") < ended.out.index("rounds: 1")
    assert theirs.split(": ")[1] in ("rock", "paper", "scissors")


def test_players_that_nobody_can_stop_are_stopped_and_the_match_can_go_on(inside, write, monkeypatch):
    monkeypatch.setattr("parlour.cli.terminal.dialogue.LONGEST_ALONE", 6)
    endless = "(role p) (role q) (init on) (legal p go) (legal p stay) (legal q go) (legal q stay)\n"
    endless += "(<= (next on) (true on)) (<= terminal (not (true on))) (goal p 50) (goal q 50)\n"
    write("endless.kif", endless)
    ended = inside("play", "endless.kif", "--seats", "random", "--seed", "1", "--save", "endless.match")
    assert ended.code == Exit.WAITING
    assert len(re.findall(r"^[123]\. [pq]: ", ended.out, re.MULTILINE)) == 6
    assert "the players have given 6 answers, and this may go on for ever" in ended.err
    assert "parlour play --resume endless.match" in ended.err
    again = inside("play", "--resume", "endless.match")
    assert re.findall(r"^(\d)\. [pq]: ", again.out, re.MULTILINE)[-6:] == list("445566")


def test_a_seat_can_be_taken_by_somebody_else_and_the_record_says_so(inside, tmp_path):
    inside("play", "tic-tac-toe", "--seed", "4", stdin="(1,1)\n")
    inside("play", "--resume", "tic-tac-toe-1.match", "--seat", "O=random", stdin="quit\n")
    text = (tmp_path / "tic-tac-toe-1.match").read_text(encoding="utf-8")
    assert '[Seated "1" "O" "random"]' in text and '[O "human"]' in text and "2. O: " in text
    ended = inside("play", "--resume", "tic-tac-toe-1.match", stdin="(3,3)\nquit\n")
    assert re.search(r"^4\. O: ", ended.out, re.MULTILINE)


def test_whoever_takes_the_seat_of_one_who_resigned_goes_on(inside, tmp_path):
    inside("play", "tic-tac-toe", stdin="(1,1)\n")
    file = tmp_path / "tic-tac-toe-1.match"
    text = file.read_text(encoding="utf-8").partition("[Result")[0]
    file.write_text(f'{text} 2. O: !resigned [Result "X"]\n', encoding="utf-8")
    over = inside("play", "--resume", file.name, stdin="(2,2)\n")
    assert "X wins" in over.out or "O resigned" in over.out + over.err
    ended = inside("play", "--resume", file.name, "--seat", "O=random", stdin="quit\n")
    assert re.search(r"^3\. O: ", ended.out, re.MULTILINE), ended.err
    assert '[Seated "2" "O" "random"]' in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("first", [[], ["--seats", "human"]])
def test_who_plays_the_other_seats_can_be_said_anew_when_a_match_goes_on(inside, first, tmp_path):
    inside("play", "tic-tac-toe", *first, "--seed", "4", stdin="(1,1)\n")
    ended = inside("play", "--resume", "tic-tac-toe-1.match", "--seats", "random")
    assert ended.code == 0 and re.search(r"^2\. O: .*\n3\. X: ", ended.out, re.MULTILINE)
    text = (tmp_path / "tic-tac-toe-1.match").read_text("utf-8")
    assert '[Seated "1" "X" "random"]' in text and '[Seated "1" "O" "random"]' in text


def test_a_player_who_was_named_for_a_seat_keeps_it_when_the_others_are_said_anew(inside, tmp_path):
    inside("play", "tic-tac-toe", "--seat", "X=human", "--seats", "random", "--seed", "4", stdin="(1,1)\n")
    ended = inside("play", "--resume", "tic-tac-toe-1.match", "--seats", "level:1", stdin="quit\n")
    assert '[Seated "2" "O" "level:1"]' in (tmp_path / "tic-tac-toe-1.match").read_text("utf-8")
    assert "the match is saved" in ended.err and "4. O" not in ended.out


def test_a_card_game_goes_on_with_other_players(inside):
    inside("play", "go-fish", "--seed", "2", "--seats", "human", stdin="1\n")
    assert inside("play", "--resume", "go-fish-1.match", "--seats", "random").code == 0
