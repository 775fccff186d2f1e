"""Whole moves at the table: listed, suggested, typed at once and shown once, in the form that the game reads."""

from __future__ import annotations

import re

import pytest

import parlour
from parlour.cli.exits import Exit

CARDS = """
main:
    do PLAY

let Card(name, suit, value) be Object with:
    const name: name
    const suit: suit
    const value: value

let Face(rank, suit) be Object with:
    const rank: rank
    const suit: suit

let Player(name) be Actor with:
    const name: name
    hand: []

when do PLAY:
    ada = Player('Ada')
    ada do CHOOSE

when Player player do CHOOSE:
    player.hand = [Card('Ace', 'H', 1), Card('King', 'S', 13)]
    print('Which card?')
    card = input(player.hand)
    print(f'chosen: {card.name}')
    face = input([Face(7, 'H'), Face(8, 'S')])
    print(f'face: {face.rank}')
"""

BIDS = """
main:
    do PLAY

let Card(name) be Object with:
    const name: name

let Player(name) be Actor with:
    const name: name
    hand: []

when do PLAY:
    ada = Player('Ada')
    ada do ASK

when Player player do ASK:
    player.hand = [Card('Ace'), Card('King'), Card('Ten')]
    int bid = input()
    while bid < 0 or bid > 2:
        print('Too much.')
        int bid = input()
    int index = input()
    print(player.hand[index].name)
"""

# Whoever bets more than the die shows is asked again; a throw is followed by a choice of up to what it shows.
DICE = """
main:
    do PLAY

let Player(name) be Actor with:
    const name: name

when do PLAY:
    ada = Player('Ada')
    ada do BET
    ada do CHOOSE

when Player player do BET:
    int taken = 0
    while taken == 0:
        print('How many?')
        int bet = input()
        int die = random(1..6)
        print(f'The die shows {die}.')
        if 1 <= bet <= die:
            taken = bet

when Player player do CHOOSE:
    what = input(['throw', 'pass'])
    int die = random(1..6)
    if what == 'throw':
        taken = input(1..die)
        print(f'{taken} of {die}')
"""


def test_chess_lists_takes_and_shows_whole_moves(inside):
    ended = inside("play", "chess", "--seed", "3", "--seat", "Black=random", stdin="?\ne2e4\nhistory\nhint\nquit\n")
    listed = re.findall(r"\b[a-h][1-8][a-h][1-8]\b", ended.out.split("1. White")[0])
    assert len(set(listed)) >= 20 and "e2e4" in listed and "b1c3" in listed
    assert "1. White: e2e4\n2. Black: " in ended.out
    # Shown when it was made, and once more by `history`.
    assert len(re.findall(r"^2\. Black: \w{4}$", ended.out, re.MULTILINE)) == 2
    assert re.search(r"^[a-h][1-8][a-h][1-8] .*(worth|for sure)", ended.out, re.MULTILINE)
    assert re.search(r"^ +a +b +c +d +e +f +g +h$", ended.out, re.MULTILINE)
    assert re.search(r"^8 │ r │", ended.out, re.MULTILINE)


def test_a_move_that_stops_short_or_is_wrong_is_taken_back_as_a_whole(inside):
    ended = inside("play", "chess", stdin="e2e5\ne2e4x\ne2e4\nhistory\nquit\n")
    assert "not a legal move here" in ended.err
    assert "after e2e4 the move is over: x is too much" in ended.err
    assert "1. White: e2e4\n" in ended.out


def test_a_refused_move_says_what_the_program_says_to_it_and_asks_nothing_twice(inside, tmp_path):
    wrong = inside("play", "chess", stdin="e2e5\nquit\n")
    assert "The row:" not in wrong.out and "Where to?" not in wrong.out and wrong.out.count("which man?") == 1
    # A first digit that a move begins with, a second that none goes on with, and the program's own words at the end.
    wrong = inside("play", "brandubh", stdin="1122\nquit\n")
    assert wrong.out.count("That is not possible.") == 1 and wrong.out.count("from where to where?") == 1
    assert "not a legal move here" in wrong.err and "no moves were made" in wrong.err


def test_what_a_program_asks_a_computer_is_not_shown(inside):
    ended = inside("play", "chess", "--seed", "3", "--seat", "Black=random", stdin="e2e4\nquit\n")
    assert "Black, which man?" not in ended.out and ended.out.count("White, which man?") == 2
    alone = inside("play", "race", "--seed", "3", "--seats", "random")
    assert "throws a" in alone.out and "Which runner" not in alone.out


def test_checkers_takes_squares_too(inside):
    ended = inside("play", "checkers", stdin="?\nc3d4\nhistory\nquit\n")
    assert "1. Black: c3d4" in ended.out and "a3b4" in ended.out


def test_words_of_a_move_can_be_typed_at_once(inside, tmp_path):
    listed = inside("play", "uno-manual", "--seed", "1", stdin="?\nquit\n")
    assert re.search(r"^draw +play 1$", listed.out, re.MULTILINE)
    inside("play", "uno-manual", "--seed", "1", stdin="play 1\nquit\n")
    assert '1. "Player 1": play 1' in (tmp_path / "uno-manual-1.match").read_text()
    wrong = inside("play", "uno-manual", "--seed", "1", stdin="play 9\nplay it\nquit\n")
    assert "after play: 'it' is not a valid int" in wrong.err and "no moves were made" in wrong.err


def test_a_wrong_word_in_the_middle_of_a_move_is_told_from_the_right_ones_before_it(inside):
    ended = inside("play", "harbour", stdin="Send Moon\nSend Forest\nhistory\nquit\n")
    assert "after Send: choose one of: Forest, Quarry, " in ended.err
    assert "choose one of: Send" not in ended.err
    assert "1. Finch: Send Forest\n" in ended.out


# A number is read as two digits, and only 11, 12 and 20 are taken.
DIGITS = """
@setup { }

@turns {
    void begin() {
        int first;
        int second;
        while (True) {
            print("A number:\\n");
            first = stoi(read(1));
            second = stoi(read(1));
            if (10 * first + second == 11 or 10 * first + second == 12 or 10 * first + second == 20) {
                exit();
            }
            print("Not that one.\\n");
        }
    }
}
"""


def test_a_character_that_no_legal_move_begins_with_is_not_taken(inside, write):
    game = write("digits.senet", DIGITS)
    ended = inside("play", game, "--seats", "human", "--seed", "1", stdin="3\nhistory\n1\n?\nquit\n")
    assert "no legal move begins like this; ? lists them\n" in ended.out + ended.err
    assert "no moves yet" in ended.out, "it is no move of the match either"
    assert "1  2\n" in ended.out


# Two answers are a move: 1 and then 1 or 2, 2 and then 3.
PAIRS = {
    "pairs.senet": """
@setup {
    int count;
}

@turns {
    void begin() {
        int first;
        int second;
        while (True) {
            first = 0;
            while (not (first == 1 and second > 0 and second < 3) and not (first == 2 and second == 3)) {
                first = stoi(read(1));
                second = stoi(read(1));
            }
            count = count + 1;
        }
    }
}
""",
    "pairs.bgl": """game Pairs
type Input = Int
play : Int
play = turn(0)
turn : Int -> Int
turn(n) =
  let first = input in
  let second = input in
  if or(and(first == 1, and(second > 0, second < 3)), and(first == 2, second == 3)) then turn(n + 1) else turn(n)
""",
    "pairs.ah": """main:
    ada = Player('Ada')
    while True:
        ada do PAIR
let Player(name) be Actor with:
    const name: name
    count: 0
when Player player do PAIR:
    int first = 0
    int second = 0
    while not (first == 1 and 0 < second < 3 or first == 2 and second == 3):
        int a = input()
        int b = input()
        first = a
        second = b
    player.count += 1
""",
}


@pytest.fixture(params=PAIRS)
def pairs(request, write):
    """The arguments that play such a game."""
    return ("play", write(request.param, PAIRS[request.param]), "--seats", "human", "--seed", "1")


@pytest.mark.parametrize("wrong", ["2 1", "1 3", "9", "x", "1 x"])
def test_a_refused_line_leaves_what_can_be_played_again(inside, pairs, wrong):
    between = "" if pairs[1].suffix == ".senet" else " "
    ended = inside(*pairs, stdin=f"1 2\n2 3\nundo\n{wrong}\nhistory\nredo\nhistory\n")
    first, second = f"1{between}2", f"2{between}3"
    assert len(re.findall(rf"^1\. (?:\w+: )?{first}$", ended.out, re.MULTILINE)) == 2
    assert len(re.findall(rf"^2\. (?:\w+: )?{second}$", ended.out, re.MULTILINE)) == 1


@pytest.mark.parametrize("wrong", ["2 1", "1 3", "x"])
def test_nothing_of_a_refused_line_can_be_played_again(inside, pairs, wrong):
    ended = inside(*pairs, stdin=f"{wrong}\nredo\nhistory\n")
    assert "there is no move to play again" in ended.err and "no moves yet" in ended.out


@pytest.mark.parametrize("wrong", ["3", "0", "x"])
def test_what_was_given_of_a_move_stays_when_the_next_piece_is_wrong(inside, pairs, wrong):
    ended = inside(*pairs, stdin=f"1\n{wrong}\n{wrong}\n2\nhistory\n")
    assert re.search(r"^1\. (\w+: )?1 ?2$", ended.out, re.MULTILINE)
    assert wrong == "x" or ended.err.count("not a legal move here; ? lists them, undo goes back") == 2


def test_a_piece_is_known_to_be_wrong_after_a_step_back_and_a_resumption(inside, pairs):
    inside(*pairs, stdin="1\nundo\nredo\n3\nquit\n")
    file = f"{pairs[1].stem}-1.match"
    ended = inside("play", "--resume", file, stdin="3\n2\nhistory\n")
    assert "not a legal move here" in ended.err
    assert re.search(r"^1\. (\w+: )?1 ?2$", ended.out, re.MULTILINE)


def test_a_wrong_move_typed_as_a_whole_is_answered_by_the_program(inside, write):
    ended = inside("play", write("digits.senet", DIGITS), "--seats", "human", "--seed", "1", stdin="35\nquit\n")
    assert "Not that one.\n" in ended.out
    assert "not a legal move here; ? lists them" in ended.out + ended.err


def test_characters_behind_a_whole_move_are_told_and_the_move_is_not_made(inside, write):
    ended = inside("play", write("digits.senet", DIGITS), "--seats", "human", "--seed", "1", stdin="120\nhistory\n")
    assert "after 12 the move is over: 0 is too much" in ended.out + ended.err
    assert "no moves yet" in ended.out


def test_who_may_not_know_the_moves_is_not_told_that_there_are_none(inside):
    ended = inside("play", "rock-paper-scissors", "--seats", "human", "--seed", "1", stdin="1\n\nhistory\nquit\n")
    assert "no moves that are known to you" in ended.out


def test_show_after_takes_no_move_that_the_program_sends_back(inside):
    for answers in ("(2,2) (2,2)", "(2,2) (9,9)"):
        ended = inside("show", "tic-tac-toe", "--after", answers)
        assert ended.code == Exit.USAGE
        assert f"--after: answer 2, {answers[6:]}: this is not a legal move here" in ended.err


def test_commands_are_known_in_capitals_too(inside):
    ended = inside("play", "tic-tac-toe", "--seats", "human", "--seed", "1", stdin="(2,2)\nUndo\nHISTORY\n")
    assert "no moves yet" in ended.out


def test_nobody_sees_the_dice_before_an_answer_is_given(inside, write):
    write("dice.ah", DICE)
    bet = inside("play", "dice.ah", "--seed", "1", stdin="20\n20\nhistory\nquit\n")
    assert bet.out.count("The die shows") == 2 and "2. Ada: 20" in bet.out, "what was shown was drawn, and stays so"
    ahead = inside("play", "dice.ah", "--seed", "3", stdin="1\nthrow 7\n1\n")
    assert "after throw" not in ahead.err and "not used: 7" in ahead.err
    assert re.search(r"^1 of \d$", ahead.out, re.MULTILINE)


# Who throws high is asked for one character more.
THROWN = """
@setup { }

@turns {
    void begin() {
        str first;
        for (int n in {1, 2, 3}) {
            print("Throw (t) or pass (p):\\n");
            first = read(1);
            if (first == "t") {
                if (rand() % 6 > 2) {
                    first = read(1);
                    print("high " + first + "\\n");
                }
            }
        }
        exit();
    }
}
"""


# A card, and a word that the program asks for until it likes it.
BARTER = """
main:
    do SET_UP
    for 2 times:
        ada do LAY

let Player(name) be Actor with:
    const name: name
    hand: [7, 8, 9]

when do SET_UP:
    ada = Player('Ada')

when Player player do LAY:
    int index = -1
    string side = ''
    string how = ''
    while not 0 <= index < player.hand.size():
        print('which card?')
        int answer = input()
        index = answer
    while side != 'left' and side != 'right':
        print('left or right?')
        side = input()
    while how != 'high' and how != 'low':
        print('high or low?')
        how = input()
    player.hand do DELETE(index)
"""


@pytest.mark.parametrize("typed", ["0 left zzz", "0 zzz", "0\nzzz\nundo", "0 left\nzzz\nundo"])
def test_a_word_that_is_asked_for_in_a_loop_is_refused_when_it_is_none_of_those(inside, write, typed):
    ended = inside("play", write("barter.ah", BARTER), stdin=f"{typed}\nhistory\n0 left low\nhistory\nquit\n")
    assert ended.err.count("not a legal move here") == 1
    assert "no moves yet" in ended.out and "1. Ada: 0 left low\n" in ended.out


@pytest.mark.parametrize("seed", ["1", "2"])
def test_characters_behind_a_draw_are_not_refused_before_it(inside, write, seed):
    """Whether they are too many would tell what chance will bring: the throw is made, and what is left is told then."""
    ended = inside("play", write("thrown.senet", THROWN), "--seats", "human", "--seed", seed, stdin="thxy\np\n")
    assert "too much" not in ended.out + ended.err
    assert ("high h\n" in ended.out) == (seed == "2")
    assert f"not used: {'xy' if seed == '2' else 'hxy'}" in ended.err


def test_commands_work_where_any_text_could_be_an_answer(inside):
    ended = inside("play", "uno-manual", "--seed", "1", stdin="help\nundo\n?\nquit\n")
    assert ended.code == 0
    assert "list these commands" in ended.out and "there is no move to take back" in ended.err
    assert "draw" in ended.out and "no moves were made" in ended.err


def test_a_word_of_a_command_is_an_answer_behind_an_equals_sign(inside, write):
    text = "main:\n    do P\nlet A be Actor\nwhen do P:\n    a = A()\n    a do Q\n"
    write("name.ah", text + "when A a do Q:\n    string s = input()\n    print(f'hello {s}')\n")
    assert "hello help" in inside("play", "name.ah", stdin="=help\n").out
    assert "list these commands" in inside("play", "name.ah", stdin="help\nquit\n").out


def test_computer_players_of_seats_that_appear_later_survive_a_resumption(inside):
    first = inside("play", "go-fish", "--seed", "2", "--seat", "Ada=human", "--seats", "random", stdin="?\n1\nquit\n")
    file = re.search(r"--resume (\S+)", first.err)
    assert file is not None, first.err
    second = inside("play", "--resume", file[1], stdin="board\nquit\n")
    assert "Ada, hand: [AS]" in second.out and "Ben, hand: ▒▒" in second.out
    assert "Ben, hand: [" not in second.out and "Cleo, hand: [" not in second.out


def test_a_card_is_offered_and_taken_by_its_own_name(inside, write):
    write("cards.ah", CARDS)
    ended = inside("play", "cards.ah", stdin="?\nKing\n?\n8 S\n")
    assert "1 Ace 7 H" in ended.out and "4 King 8 S" in ended.out and "chosen: King" in ended.out
    assert "1 7 H" in ended.out and "face: 8" in ended.out
    assert "face: 8" in inside("play", "cards.ah", stdin="4\n").out


def test_a_bid_is_not_a_card():
    position = parlour.load(BIDS, language="allhandsondeck").start()
    assert all(option.anchors == () for option in position.legal(position.questions[0]))
    assert [option.value for option in position.legal(position.questions[0])] == [0, 1, 2], "asked again at one place"
    position.answer(position.questions[0], 1)
    held = [option.anchors for option in position.legal(position.questions[0]) if option.value in (0, 1, 2)]
    assert len(held) == 3 and all(len(places) == 1 for places in held)


def test_show_takes_what_play_takes_and_looks_from_a_seat(inside, write):
    after = inside("show", "chess", "--after", "e2e4 e7e5")
    assert after.code == 0 and "4 │ · │ · │ · │ · │ P │" in after.out
    write("cards.ah", CARDS)
    numbered = inside("show", "cards.ah", "--after", "2")
    assert numbered.code == 0, numbered.err
    own, others = (inside("show", "cards.ah", *words).out for words in (("--seat", "Ada"), ()))
    assert "Ace" in own and "Ace" not in others
    wrong = inside("show", "cards.ah", "--seat", "Bea")
    assert wrong.code == Exit.USAGE and "there is no seat Bea" in wrong.err


def test_show_tells_of_a_move_that_was_begun_and_what_may_follow(inside):
    begun = inside("show", "chess", "--after", "e2e4 d7")
    assert "begun     2. Black: d7\nnext      d\n" in begun.out
    assert "begun" not in inside("show", "chess", "--after", "e2e4").out
    secret = inside("show", "uno-manual", "--seed", "1", "--after", "play")
    assert secret.code == 0 and "begun" not in secret.out


def test_two_answers_in_brackets_need_no_blank_between_them(inside, write):
    game = "game Two\ntype Input = (Int, Int)\nplay : Int\nplay = let a = input in let b = input in (a # 1) + (b # 2)\n"
    assert "The result is 5\n" in inside("play", write("two.bgl", game), stdin="(2,9)(9,3)\n").out


def test_a_move_whose_first_word_the_program_sends_back_is_refused_for_that(inside, write):
    ended = inside("play", write("barter.ah", BARTER), stdin="0 left low\n2 left\nhistory\nquit\n")
    assert "not a legal move here; ? lists them\n" in ended.err and "not a valid int" not in ended.err
    assert "2. " not in ended.out


def test_what_is_wanted_and_what_is_not_there_are_said_in_full(inside, write):
    ended = inside("play", "tic-tac-toe", stdin="99999999999999999999999\n\nquit\n")
    assert "there is no move number 99999999999999999999999: ? lists the 9 there are" in ended.err
    assert "(Int, Int), for example (2,1), is wanted; ? lists the legal moves" in ended.err


def test_what_is_refused_says_why_in_json(inside, write):
    write("sum.bgl", "game S\ntype Input = Int\nplay : Int\nplay = input\n")
    events = inside("run", "--json", "sum.bgl", stdin="x\n4\n").events
    (refused,) = (event for event in events if event["event"] == "refused")
    assert refused["reason"] == "form" and refused["message"]


def test_who_has_won_is_not_said_again_in_other_words(inside):
    ended = inside("play", "tic-tac-toe-as-printed", stdin="00\n01\n10\n11\n20\n")
    assert "Player 1 wins" in ended.out and "0 wins" not in ended.out
    assert "X wins" in inside("play", "tic-tac-toe", stdin="(1,1)\n(1,2)\n(2,1)\n(2,2)\n(3,1)\n").out
