"""The course: every lesson can be solved, and the usual mistakes get an answer of their own."""

from __future__ import annotations

import pytest

from parlour import lessons
from parlour.lessons.judge import judge
from parlour.lessons.lesson import Lesson
from parlour.pipeline import check
from parlour.syntax.diagnostic import Diagnostics

ALL = lessons.all()
COURSE = lessons.all("bogl")
COMMENT = {"bogl": "--", "tgdl": "//", "contest": "//", "gdl": ";", "senet": "#", "allhandsondeck": "#"}


@pytest.mark.parametrize(
    ("language", "count"),
    [("gdl", 6), ("bogl", 10), ("senet", 6), ("allhandsondeck", 6), ("tgdl", 6), ("contest", 6)],
)
def test_the_lessons_of_a_course_are_counted_from_one(language: str, count: int) -> None:
    assert [lesson.number for lesson in lessons.all(language)] == list(range(1, count + 1))
    assert lessons.find(0, language) is None and lessons.find(count + 1, language) is None


def test_the_courses_and_their_lessons() -> None:
    assert set(lessons.courses()) == {"gdl", "bogl", "senet", "allhandsondeck", "tgdl", "contest"}
    assert lessons.all() == tuple(lesson for language in lessons.courses() for lesson in lessons.all(language))


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: lesson.file_name)
def test_the_model_solution_is_right(lesson: Lesson) -> None:
    verdict = judge(lesson, lesson.solution)
    assert [(result.came.text, result.hint) for result in verdict.results if not result.is_right] == []
    assert verdict.is_solved


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: lesson.file_name)
def test_the_starting_file_checks_without_a_warning_but_solves_nothing(lesson: Lesson) -> None:
    assert check(lesson.start, language=lesson.language) == ()
    verdict = judge(lesson, lesson.start)
    assert not verdict.is_solved
    assert all(result.hint for result in verdict.results if not result.is_right)


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: lesson.file_name)
def test_a_lesson_has_a_page_that_names_its_file_and_its_exercise(lesson: Lesson) -> None:
    assert lesson.page.startswith(f"# Lesson {lesson.number}: {lesson.title}\n")
    assert "\n## Exercise\n" in lesson.page and f"`{lesson.file_name}`" in lesson.page
    assert lesson.start.startswith(f"{COMMENT[lesson.language]} Lesson {lesson.number}: ")


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: lesson.file_name)
def test_every_check_says_what_it_expects_and_no_mistake_is_the_right_answer(lesson: Lesson) -> None:
    for item in lesson.checks:
        assert item.wanted is not None and item.wanted not in item.wrong


# A line of the model solution, what somebody writes instead, what that comes to, and words of what is said about it.
MISTAKES = [
    (1, "hasCake = True", "hasCake = False", "False", "there is cake"),
    (1, "hasCake : Bool\nhasCake = True\n", "", "BG050", "hasCake : Bool and hasCake = True"),
    (1, "guests = 12", "guests = 5", "12", "begin with guests"),
    (1, "guests * 2 + 2", "guests * 2", "24", "the two more are missing"),
    (1, "guests * 2 + 2", "(guests + 2) * 2", "28", "add the 2 after multiplying"),
    (1, "chairs : Int\nchairs = guests * 2 + 2", "", "BG050", "chairs : Int and chairs ="),
    (1, "weather = Rainy", "weather = Sunny", "Sunny", "Rainy is a symbol"),
    (2, "n * 3", "0", "0", "in place of the 0"),
    (2, "n * 3", "15", "15", "works for every number"),
    (2, "(w + h) * 2", "w + h", "8", "half of the way"),
    (2, "(w + h) * 2", "w + h * 2", "13", "with parentheses"),
    (2, "(w + h) * 2", "2 * w + h", "11", "with parentheses"),
    (2, "(w + h) * 2", "w * h", "15", "the area"),
    (2, "wins * 3 + draws", "wins + draws * 3", "5", "belong to the wins"),
    (2, "wins * 3 + draws", "(wins + draws) * 3", "9", "worth one point"),
    (3, "age < 12", "age <= 12", "5", "use < and not <="),
    (3, "age >= 65", "age > 65", "9", "use >= and not >"),
    (3, "if age < 12 then 5 else if age >= 65 then 6 else 9", "9", "9", "begin with if age < 12"),
    (3, "or(height", "and(height", "False", "use or, not and"),
    (3, "height >= 120", "height > 120", "False", "at least 120 includes 120"),
    (4, "right(x, y) = (x + 1, y)", "right(x, y) = (x - 1, y)", "(1, 2)", "goes to the left"),
    (4, "right(x, y) = (x + 1, y)", "right(x, y) = (x, y + 1)", "(2, 3)", "changes the row"),
    (4, "down(x, y) = (x, y + 1)", "down(x, y) = (x, y - 1)", "(2, 1)", "counted from the top"),
    (4, "down(x, y) = (x, y + 1)", "down(x, y) = (x + 1, y)", "(3, 2)", "changes the column"),
    (4, "right(right(down(x, y)))", "right(down(down(x, y)))", "(2, 3)", "one to the right and two down"),
    (4, "right(right(down(x, y)))", "right(down(x, y))", "(2, 2)", "only one to the right"),
    (4, "right(right(down(x, y)))", "(3, 2)", "(3, 2)", "from every position"),
    (4, "p # 2 == q # 2", "p # 1 == q # 1", "True", "in the same column"),
    (4, "p # 2 == q # 2", "p == q", "False", "compare the rows"),
    (5, "room!(x,1)", "room!(1,y)", None, "the row is the second number"),
    (5, "room!(x,1)", "room!(x,3)", None, "the top row is row 1"),
    (5, "room!(4,3) = Treasure\n", "", None, "the bottom right corner is (4,3)"),
    (5, "hall!(2,2) = Treasure", "", None, "it is at (2,2)"),
    (5, "hall!(1,y) = Wall\nhall!(4,y) = Wall", "hall!(x,1) = Wall\nhall!(x,3) = Wall", None, "these walls are rows"),
    (5, "hall!(1,y) = Wall\nhall!(4,y) = Wall\nhall!(2,2) = Treasure", "", None, "add equations below hall!"),
    (6, "board!spot == Empty", "True", "True", "compare board!spot with Empty"),
    (6, "place(Empty, place(board!from, board, to), from)", "board", None, "nothing has moved"),
    (6, "place(Empty, place(board!from, board, to), from)", "place(board!from, board, to)", None, "at both places"),
    (
        6,
        "place(Empty, place(board!from, board, to), from)",
        "let b = place(Empty, board, from) in place(b!from, b, to)",
        None,
        "before it becomes Empty",
    ),
    (6, "place(board!from, board, to)", "place(X, board, to)", None, "an O became an X"),
    (6, " - countBoard(O, board)", "", "3", "subtract how many O"),
    (6, "countBoard(X, board) - countBoard(O, board)", "countBoard(O, board) - countBoard(X, board)", "-2", "round"),
    (7, "let n = input in n * n", "input * input", "shows nothing", "every input asks anew"),
    (7, "let n = input in n * n", "let n = input in n + n", "14", "multiply it by itself"),
    (7, "place(O, oneMark, (input, 1))", "start", None, "it should ask"),
    (7, "place(O, oneMark, (input, 1))", "oneMark", None, "stops after one answer"),
    (7, "place(O, oneMark", "place(O, start", "Empty O Empty Empty Empty", "an X is to be placed before"),
    (
        7,
        "place(O, oneMark, (input, 1))",
        "place(X, place(O, start, (input, 1)), (input, 1))",
        "shows Empty O Empty Empty Empty",
        "the X comes first",
    ),
    (
        7,
        "place(O, oneMark, (input, 1))",
        "let a = input in let b = input in place(O, place(X, start, (a, 1)), (b, 1))",
        "shows nothing",
        "ask for the second column afterwards",
    ),
    (
        7,
        "place(O, oneMark, (input, 1))",
        "let x = oneMark in place(O, start, (input, 1))",
        "Empty Empty Empty O Empty",
        "the X is lost",
    ),
    (8, "if n == 0 then 1 else base * power(base, n - 1)", "base * power(base, n - 1)", "error depth", "never ends"),
    (8, "if n == 0 then 1 else base", "if n == 0 then 0 else base", "0", "for n == 0 the answer is 1"),
    (8, "if n == 0 then 1 else base", "if n == 0 then base else base", "64", "one time too often"),
    (8, "else base * power", "else base + power", "11", "power multiplies"),
    (8, "if n == 0 then 1 else base", "if n == 1 then base else base", "error depth", "below 0 for ever"),
    (8, "while k <= limit do", "while k < limit do", "64", "64 is not greater than 64"),
    (8, "while k <= limit do k * 2", "while limit > 0 do k * 2", "error overflow", "became too large"),
    (8, "while k <= limit do k * 2", "while limit > 0 do 2", "error steps", "the condition must test that one"),
    (8, "while b /= 0 do", "while a /= 0 do", "error zero", "it divides by 0"),
    (8, "(b, a % b)", "(b, a)", "error steps", "the loop never ends"),
    (9, "if player == X then O else X", "player", "X", "after X it is O's turn"),
    (9, "if inARow(3, player, board) then player\n  else ", "", "shows", "X has three in a row, but the game goes on"),
    (
        9,
        "inARow(3, player, board) then player",
        "inARow(3, player, board) then other(player)",
        "O",
        "not other(player)",
    ),
    (9, "inARow(3, player, board) then player", "inARow(1, player, board) then player", "X", "needs the number 3"),
    (9, "inARow(3, player, board) then player", "inARow(3, X, board) then X", "shows", "test player, and not X"),
    (
        9,
        "if inARow(3, player, board) then player\n  else if isFull(board) then Tie",
        "if isFull(board) then Tie\n  else if inARow(3, player, board) then player",
        "Tie",
        "inARow before isFull",
    ),
    (10, "and(and(x >= 1, x <= 3), and(y >= 1, y <= 3))", "and(x >= 1, x <= 3)", None, "test y as well as x"),
    (10, "and(and(x >= 1, x <= 3), and(y >= 1, y <= 3))", "and(x <= 3, y <= 3)", None, "below 1 are outside too"),
    (10, "and(and(x >= 1, x <= 3), and(y >= 1, y <= 3))", "and(x >= 1, y >= 1)", None, "above 3 are outside too"),
    (10, "if onBoard(spot) then board!spot else Outside", "Outside", None, "look gives what stands there"),
    (10, "if onBoard(spot) then board!spot else Outside", "board!spot", "error off-board", "only after testing"),
    (10, "    else turn(board, player)", "    else turn(board, other(player))", "shows", "not other(player)"),
    (10, "if look(board, spot) == Empty", "if True", "shows", "O has taken a cell of X"),
    (
        10,
        "if look(board, spot) == Empty",
        "if and(onBoard(spot), board!spot == Empty)",
        "error off-board",
        "evaluates both of its arguments",
    ),
]


@pytest.mark.parametrize(("number", "right", "wrong", "got", "says"), MISTAKES)
def test_a_typical_mistake_gets_an_answer_of_its_own(
    number: int, right: str, wrong: str, got: str | None, says: str
) -> None:
    lesson = COURSE[number - 1]
    text = lesson.solution
    assert text.count(right) == 1
    verdict = judge(lesson, text.replace(right, wrong))
    assert not verdict.is_solved
    said = [result for result in verdict.results if says in result.hint]
    assert said, [(result.came.text, result.hint) for result in verdict.results]
    assert got is None or any(result.came.text.startswith(got) for result in said)


# The same for games that are played.
PLAYED = [
    (1, "winner player.active() + 1", "winner player.active()", "ends: Ada wins", "whoever stops loses"),
    (1, "winner player.active() + 1", "winner 1", "ends: Ben wins", "always Ben"),
    (1, "ben.assign(1);", "ben.assign(0);", None, "Ben has no bell"),
    (2, "count >= 1 && ", "", "asks Ada: 0, 1, 2, 3", "nobody may take 0"),
    (2, " && count <= Heap.stones", "", "asks Ben: 1, 2, 3", "only two stones are left"),
    (2, "if(Heap.stones == 0) { winner player.active(); }", "", "error stuck", "the game goes on"),
    (3, "        require { return stones == 0; }\n", "", "ends: Ben wins", "give Refill a higher prio"),
    (3, "Refill prio 10", "Refill", "ends: Ben wins", "give Refill a higher prio"),
    (3, "            isRefilled = true;\n", "", "asks", "filled only once"),
    (4, "Count.knocks == 4", "Count.knocks == 3", "ends: Ada wins", "not with the third"),
    (4, 'player.active() + 1, "Play"', 'player.active(), "Play"', "asks Ada: Knock", "next player's turn"),
    (5, " { return hand.contains(card); }", ";", "asks Ada: one, two, three, four", "all cards are offered"),
    (5, "while(Dealer.deck.length() > 0)", "while(Dealer.deck.length() > 9)", "error", "deal them in setup"),
    (6, " { return cell.owner == -1; }", ";", None, "offered again"),
    (6, "return false;", "continue;", "ends: Ada wins", "one cell is not a row"),
]


LOSER = ".\ndecrease points by 2 for loser of competition"
# And for seasons.
SEASONS = [
    (1, ", Dan", "", "asks host: Ada, Ben, Cleo", "Dan is missing"),
    (1, "repeated 3 times", "", "ends: Ada, Cleo and Dan win", "over after one round"),
    (1, "repeated 3 times", "repeated 2 times", "ends: Ada and Cleo win", "once more"),
    (1, "repeated 3 times", "repeated 4 times", "ends: nobody wins", "one round too many"),
    (2, " except winner of competition", "", "asks Ben: Ada, Cleo, Dan", "Ada has won and can be voted for"),
    (2, "between tied", "between everyone", "asks Ada: Ben, Cleo, Dan", "between tied"),
    (2, "    majority of vote;", "    minority of vote;", "ends: Ada, Cleo and Dan win", "Ben is out"),
    (3, "results of competition", "1", "ends: Cleo and Dan win", "lost two rounds"),
    (3, LOSER, "", "ends: Cleo and Dan win", "Otter lost two rounds"),
    (3, " with minimum of 0", "", "ends: Cleo and Dan win", "with minimum of 0 behind points"),
    (4, "3 member", "2 member", "asks Cleo: Ada, Fay", "two members, and should have three"),
    (4, "3 member", "4 member", "asks Ben: Ada, Fay", "four members"),
    (4, "3 member jury vote", "survive", "ends: Ada and Fay win", "no jury yet"),
    (4, "just round 1", "just round 2", "error nobody", "nobody is in Lagoon yet"),
    (5, "nomination of 2", "nomination of 1", "prompt", "two, and not one"),
    (5, "remove nominee", "add safe", "asks Dan: Ben, Cleo", "still nominated"),
    (5, "except winner of competition, nominated", "except nominated", "asks Ada: Ben, Cleo", "only if there is a tie"),
    (5, "except winner of competition, nominated", "except winner of competition", "asks Ben: Cleo", "does not vote"),
    (6, "competition between tied", "competition between everyone", "asks host: Ada, Ben, Cleo, Dan", "between tied"),
    (6, "loser of competition", "winner of competition", "prompt", "takes loser of competition"),
    (6, "lowest points", "highest points", "asks host: Cleo, Dan", "the best have left"),
    (6, "Win:\ncompetition", "Win:\nsurvive", "ends: Ada and Ben win", "no final yet"),
]


# And for card games.
CARDS = [
    (1, "    secret = input", "    string secret = input", "asks Ben", "without a type"),
    (1, "    ada do HIDE", "    ben do HIDE", "asks Ben", "write ada do HIDE"),
    (1, "winner = ada", "winner = None", "ends: draw", "both calls are wrong"),
    (2, "Card card = deck do POP_TOP", "Card card = deck.top()", "prompt", "only looks"),
    (2, "PUSH_BOTTOM(card)", "PUSH_TOP(card)", "prompt", "goes to the bottom"),
    (2, "total += card.value", "total = card.value", "ends: nobody wins", "add the value of each card"),
    (3, "DELETE(place(player.hand, name))", "DELETE(0)", "asks Ada: 2, 5, 3", "the one that she named"),
    (3, "    if not deck.empty():\n        player", "    if True:\n        player", "error empty", "nothing to take"),
    (3, "    for 3 times:\n        for", "    for 2 times:\n        for", "asks Ada: 4, 2", "each has three"),
    (4, " + ['pass']", "", "asks Ada: 4, 7, 2", "she cannot pass yet"),
    (4, "(turn + 1) % players.size()", "turn + 1", "error index", "no fourth player"),
    (4, "card.value < 7", "card.value <= 7", "asks Ben: 9, 1, 5, pass", "below 7"),
    (4, "        do NEXT\n        return", "        return", "asks Ada: 4, 7, 2, pass", "after a pass, too"),
    (5, "beats(cards[i], cards[found])", "beats(cards[i], cards[0])", "asks Cleo", "the best one so far"),
    (5, "return one.suit == trump", "return False", "asks Cleo", "3S is a trump"),
    (5, "return one.suit == trump", "return True", "asks Cleo", "of another suit"),
    (6, "card.name for card in cards", "card.name for card in player.hand", "asks Ben: 4S, 4C, 7C", "neither a club"),
    (6, " and passed < players.size()", "", "error steps", "goes on for ever"),
    (6, "passed < players.size()", "passed < 1", "ends:", "neither can lay"),
]


@pytest.mark.parametrize(
    ("language", "number", "right", "wrong", "got", "says"),
    [
        *(("tgdl", *mistake) for mistake in PLAYED),
        *(("contest", *mistake) for mistake in SEASONS),
        *(("allhandsondeck", *mistake) for mistake in CARDS),
    ],
)
def test_a_typical_mistake_in_a_game_gets_an_answer_of_its_own(
    language: str, number: int, right: str, wrong: str, got: str | None, says: str
) -> None:
    lesson = lessons.all(language)[number - 1]
    text = lesson.solution
    assert text.count(right) == 1
    verdict = judge(lesson, text.replace(right, wrong))
    assert not verdict.is_solved
    said = [result for result in verdict.results if says in result.hint]
    assert said, [(result.came.text, result.hint) for result in verdict.results]
    assert got is None or any(result.came.text.startswith(got) for result in said)


def test_a_loop_without_an_end_is_stopped_and_shown_where_it_is() -> None:
    text = COURSE[7].solution.replace("while k <= limit do k * 2", "while True do k")
    (first, *_) = [result for result in judge(COURSE[7], text).results if not result.is_right]
    assert first.came.error is not None and first.came.error.kind == "budget"
    assert first.came.error.span is not None and "while" in first.came.error.span.source.text


def test_a_text_with_errors_is_not_judged() -> None:
    with pytest.raises(Diagnostics) as raised:
        judge(COURSE[0], "game Party\nguests : Int\nguests = True\n")
    assert [item.code for item in raised.value.found] == ["BG060"]


def test_an_answer_of_a_form_the_program_does_not_take_is_said_to_be_refused() -> None:
    text = COURSE[8].solution.replace("type Input  = (Int, Int)", "type Input  = Int").replace("input)", "(input, 1))")
    results = judge(COURSE[8], text).results
    assert results[2].came.text == "refused" and "Expected an answer like Int" in results[2].came.message


def test_a_definition_of_another_type_is_said_in_the_words_of_the_checker() -> None:
    text = COURSE[1].solution.replace("triple : Int -> Int\ntriple(n) = n * 3", "triple : Int\ntriple = 15")
    result = judge(COURSE[1], text).results[0]
    assert result.came.text == "BG056" and "triple" in result.came.message
