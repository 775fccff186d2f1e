"""Who has won: what a program prints, its own method `won`, or a comment that says it exactly."""

from __future__ import annotations

import pytest
from tests.languages.senet.conftest import play, whole

import parlour
from parlour.languages.senet.check.endings import Housekeeping

ASK = 'str c = read(1); if (c == "x") { %s exit(); }'


def ranking(setup: str, said: str, answers: str, comment: str = ""):
    text = comment + whole(setup, ASK % said)
    outcome = play(text, answers=answers).position.outcome
    assert outcome is not None
    return outcome.ranking


@pytest.mark.parametrize(
    ("said", "answers", "expected"),
    [
        ('print("You win!\\n");', "x", ((0,), (1,))),
        ('print("You win!\\n");', "a x", ((1,), (0,))),
        ('print("Player " + itos(ON_MOVE + 1) + " wins.");', "a x", ((1,), (0,))),
        ('print("Player "); print(ON_MOVE); print(" has won.");', "a x", ((1,), (0,))),
        ('print("WINNER: you");', "x", ((0,), (1,))),
        ('print("Player 2 wins");', "x", ((1,), (0,))),
        ('print("Player 1 wins");', "a x", ((0,), (1,))),
        ('int other = 1 - ON_MOVE; print("Player " + itos(other + 1) + " wins");', "x", ((1,), (0,))),
        ('int other = 1 - ON_MOVE; print("Player " + itos(other) + " wins");', "a x", ((0,), (1,))),
        ('print("It is a draw.");', "x", ((0, 1),)),
        ('print("A tie!");', "x", ((0, 1),)),
        ('print("Goodbye.");', "x", None),
        ('print("The window is open, the winds blow.");', "x", None),
        ('str s = "You win"; print(s);', "x", ((0,), (1,))),
        ('str s = "a draw"; print("This is " + s);', "x", ((0, 1),)),
    ],
)
def test_the_outcome_by_what_is_printed(said, answers, expected):
    assert ranking("N_PLAYERS = 2;", said, answers) == expected


def test_only_what_is_said_after_the_last_answer_counts():
    setup = "N_PLAYERS = 2;"
    body = 'print("Three in a row win.\\n"); str c = read(1); if (c == "x") { print("Bye."); exit(); }'
    outcome = play(setup, body, "a x").position.outcome
    assert outcome is not None and outcome.ranking is None


def test_players_that_are_counted_from_0_in_words():
    setup = "N_PLAYERS = 2; bool first(int p) { return p == 0; }"
    said = 'if (first(ON_MOVE)) { print("Player 0 wins"); } else { print("Player 1 wins"); }'
    assert ranking(setup, said, "x") == ((0,), (1,))
    assert ranking(setup, said, "a x") == ((1,), (0,))


def test_seats_with_names_win_by_name():
    comment = "# parlour: players White, Black\n"
    assert ranking("N_PLAYERS = 2;", 'print("Black wins");', "x", comment) == ((1,), (0,))


NAMED = 'str name(int p) { if (p == 0) { return "White"; } return "Black"; }'


@pytest.mark.parametrize(
    ("said", "winner"),
    [
        ('print(name(1 - ON_MOVE) + " wins.");', 1),
        ('print(name(ON_MOVE) + " cannot move: " + name(1 - ON_MOVE) + " wins.");', 1),
        ('print("Whitest: " + name(1 - ON_MOVE) + " wins over White.");', 1),
        ('print("White cannot move: Black wins.");', 1),
        ('print("Black cannot move: White wins.");', 0),
        ('str s = name(1 - ON_MOVE) + " wins"; print(s);', 1),
        ('print(name(ON_MOVE) + " and player " + itos(2) + " have won");', 0),
        ('str who = "Nobody of Blackpool"; print(who + " wins");', 0),
    ],
)
def test_the_name_nearest_before_the_word_for_winning_counts_also_if_it_is_only_known_then(said, winner):
    setup = f"N_PLAYERS = 2; {NAMED}"
    comment = "# parlour: players White, Black\n"
    expected = ((winner,), (1 - winner,))
    assert ranking(setup, said, "x", comment) == expected
    text = comment + whole(setup, ASK % said)
    native = parlour.load(text, language="senet").start(engine="native")
    native.answer(native.questions[0], "x")
    assert native.outcome is not None and native.outcome.ranking == expected


def test_a_name_that_no_player_has_wins_nothing():
    comment = "# parlour: players White, Black, Red\n"
    setup = 'N_PLAYERS = 2; str name(int p) { return "Red"; }'
    assert ranking(setup, 'print(name(2) + " wins");', "a x", comment) == ((1,), (0,))


def test_a_method_won_is_asked_when_nothing_is_said():
    setup = """N_PLAYERS = 3; group G(Boards.Line(3)) { bool won(int player) { return this.owns(0) == player; } };
    group M(Piece) { };"""
    body = 'str c = read(1); if (c == "m") { M >> G [0]; } if (c == "x") { exit(); }'
    for answers, winner in (("m x", 0), ("a m x", 1), ("a a m x", 2)):
        outcome = play(setup, body, answers).position.outcome
        assert outcome is not None and outcome.winners == (winner,)
    nothing = play(setup, body, "x").position.outcome
    assert nothing is not None and nothing.ranking is None


def test_a_function_that_says_who_wins_is_asked_too():
    setup = "N_PLAYERS = 2; int best; bool wins(int player) { return player == best; }"
    assert ranking(setup, "best = 1;", "x") == ((1,), (0,))


@pytest.mark.parametrize(("value", "expected"), [("0", ((0,), (1,))), ("1", ((1,), (0,))), ("-1", ((0, 1),))])
def test_a_comment_names_the_winner_exactly(value, expected):
    for winner in ("int champion;", "int champ; int champion() { return champ; }"):
        name = "champ" if "champ;" in winner else "champion"
        said = f'print("You win"); {name} = {value};'
        assert ranking(f"N_PLAYERS = 2; {winner}", said, "x", "# parlour: the winner is champion\n") == expected


def test_a_comment_names_the_scores():
    comment = "# parlour: the scores are points\n"
    text = comment + whole("N_PLAYERS = 3; list<int> points = [4, 9, 4];", ASK % "")
    game = parlour.load(text, language="senet")
    assert game.info.kind.has_scores
    outcome = play(text, answers="x").position.outcome
    assert outcome is not None
    assert (outcome.ranking, outcome.scores) == (((1,), (0, 2)), (4.0, 9.0, 4.0))


def test_scores_for_another_number_of_players_are_an_error():
    text = "# parlour: the scores are points\n" + whole("N_PLAYERS = 3; list<int> points;", "exit();")
    assert play(text).error.message == "There are 0 scores for 3 players"


def test_a_restart_ends_a_match_and_keeps_its_outcome():
    setup = "N_PLAYERS = 2;"
    body = 'if (read(1) == "x") { print("You win"); restart(); }'
    match = parlour.Match.start(parlour.load(whole(setup, body), language="senet"))
    for answer in "ax":
        match.answer(match.questions[0], answer)
    assert match.is_over and match.outcome is not None and match.outcome.winners == (1,)


def test_a_restart_without_a_word_ends_a_match_without_a_winner():
    match = parlour.Match.start(parlour.load(whole("", 'if (read(1) == "x") { restart(); }'), language="senet"))
    match.answer(match.questions[0], "x")
    assert match.is_over and match.outcome is not None and match.outcome.ranking is None


def test_playouts_stop_at_a_restart():
    setup = "int n;"
    body = 'n = n + 1; read(1) == "a"; if (n == 3) { restart(); }'
    tally = parlour.load(whole(setup, body), language="senet").simulator().playouts(3, seed=1)
    assert (tally.games, dict(tally.lengths)) == (3, {3: 3})


AGAIN = """void again() { print("Again?"); str c = read(1); if (c == "y") { restart(); } exit(); }"""


def test_the_question_about_playing_again_is_housekeeping():
    body = 'str c = read(1); if (c == "x") { print("You win. "); again(); }'
    position = play(f"N_PLAYERS = 2; {AGAIN}", body, "x").position
    assert position.questions[0].after_end
    assert position.outcome is not None and position.outcome.winners == (0,)


@pytest.mark.parametrize(
    ("setup", "body"),
    [
        # A guess decides about the words, and the question about playing again comes after it.
        (AGAIN, 'if (read(1) == "7") { print("You win. "); } else { print("No. "); } again();'),
        # The only way leads to the end: nothing is decided about playing again.
        ("", 'if (read(1) == "7") { print("You win. "); } else { print("No. "); } exit();'),
        # Something is moved before the game begins again.
        ("group L(Boards.Line(2)) { }; group M(Piece) { };", 'if (read(1) == "y") { M >> L [0]; restart(); } exit();'),
        # The game may go on.
        ("", 'str c = read(1); if (c == "y") { restart(); } if (c == "n") { exit(); }'),
    ],
)
def test_a_question_of_the_game_itself_is_not(setup, body):
    assert not play(setup, body).position.questions[0].after_end


def test_a_press_of_any_key_before_a_restart_is_housekeeping():
    assert play("", 'print("You win."); read(1); restart();').position.questions[0].after_end


@pytest.mark.parametrize("is_upwards", [True, False])
def test_a_long_chain_of_calls_is_gone_through_a_few_times(is_upwards, monkeypatch):
    """Whichever function comes first in the text: else the time would grow with the square of their number."""
    walks = 0
    walk = Housekeeping._block

    def counted(*given):
        nonlocal walks
        walks += 1
        return walk(*given)

    monkeypatch.setattr(Housekeeping, "_block", counted)
    functions = [f"void f{number}() {{ f{number - 1}(); }}" for number in range(1, 60)]
    setup = " ".join([AGAIN, "void f0() { again(); }", *(functions if is_upwards else reversed(functions))])
    position = play(setup, 'if (read(1) == "x") { f59(); }', "x").position
    assert position.questions[0].after_end
    assert walks < 60 * 6


def test_answers_that_need_no_trying_out():
    text = "# parlour: every answer is legal\n" + whole("int z;", 'str c = read(1); if (c == "a") { print(1 / z); }')
    position = parlour.load(text, language="senet").start()
    assert [option.label for option in position.legal(position.questions[0])] == ["a"]
