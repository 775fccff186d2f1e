"""A rule sheet at the table: questions, answers, scores, errors of play, keys, views and chance."""

from __future__ import annotations

import pytest

import parlour
from parlour import Refused, Status
from parlour.game.game import Game, UnfitEngine
from parlour.game.position import Budget, Drawn, NeedsChance, Position, Step
from parlour.game.scene import Board, Counter, Text
from parlour.languages.gdl.frontend import format_as
from parlour.syntax.source import Source

TURNS = """
(role white) (role black)
(init (control white)) (init (heap 5))
(less 5 4) (less 4 3) (less 3 2) (less 2 1) (less 1 0)
(<= (twice ?a ?c) (less ?a ?b) (less ?b ?c))
(<= (other ?p ?q) (role ?p) (role ?q) (distinct ?p ?q))
(<= (legal ?p (take 1)) (true (control ?p)) (true (heap ?n)) (less ?n ?m))
(<= (legal ?p (take 2)) (true (control ?p)) (true (heap ?n)) (twice ?n ?m))
(<= (legal ?p noop) (true (control ?q)) (other ?p ?q))
(<= (next (heap ?m)) (does ?p (take 1)) (true (heap ?n)) (less ?n ?m))
(<= (next (heap ?m)) (does ?p (take 2)) (true (heap ?n)) (twice ?n ?m))
(<= (next (control ?p)) (true (control ?q)) (other ?q ?p))
(<= terminal (true (heap 0)))
(<= (goal ?p 0) (true (control ?p)))
(<= (goal ?p 100) (true (control ?q)) (other ?p ?q))
"""

DUEL = """
(role left) (role right)
(init (round 1))
(sign rock) (sign paper) (sign scissors)
(beats rock scissors) (beats scissors paper) (beats paper rock)
(<= (legal ?p (show ?s)) (role ?p) (sign ?s))
(<= (next (shown ?p ?s)) (does ?p (show ?s)))
(<= (won ?p) (true (shown ?p ?s)) (true (shown ?q ?t)) (beats ?s ?t))
(<= someone (won ?p))
(<= over (true (shown ?p ?s)))
(<= terminal over)
(<= (goal ?p 100) (won ?p))
(<= (goal ?p 50) (role ?p) (not someone))
(<= (goal ?p 0) (role ?p) someone (not (won ?p)))
"""

DICE = """
(role me) (role random)
(init (turn 1))
(side 1) (side 2) (side 3)
(<= (legal me stop) (true (turn 1)))
(<= (legal me roll) (true (turn 1)))
(<= (legal random (land ?n)) (side ?n) (true (turn 1)))
(<= (next (done ?n)) (does random (land ?n)))
(<= (sees me ?n) (does random (land ?n)))
(<= over (true (done ?n)))
(<= terminal over)
(<= (goal me 100) (true (done 3)))
(<= (goal me 0) (not (true (done 3))))
"""


def load(text: str) -> Game:
    return parlour.load(text, language="gdl")


def play(position: Position, *moves: str) -> Position:
    for text in moves:
        question = position.questions[0]
        value = position.read_answer(question, text)
        assert not isinstance(value, Refused), value
        assert isinstance(position.answer(question, value), Step)
    return position


def labels(position: Position, number: int = 0) -> list[str]:
    return [option.label for option in position.legal(position.questions[number])]


# ---- questions and answers


def test_only_who_has_a_choice_is_asked() -> None:
    position = load(TURNS).start()
    assert [(item.seat, item.kind) for item in position.questions] == [(0, "choice")]
    assert labels(position) == ["(take 1)", "(take 2)"]
    play(position, "(take 2)")
    assert [item.seat for item in position.questions] == [1]


def test_everybody_with_a_choice_is_asked_at_once_and_the_step_waits_for_all() -> None:
    position = load(DUEL).start()
    left, right = position.questions
    assert (left.seat, right.seat) == (0, 1)
    assert isinstance(position.answer(right, "(show paper)"), Step)
    assert [item.seat for item in position.questions] == [0] and position.status is Status.OPEN
    refused = position.answer(right, "(show rock)")
    assert isinstance(refused, Refused) and refused.reason == "not-open"
    position.answer(left, "(show rock)")
    assert position.status is Status.OVER and position.outcome is not None
    assert position.outcome.ranking == ((1,), (0,)) and position.outcome.scores == (0.0, 100.0)


def test_moves_are_read_in_either_spelling_and_without_their_outer_parentheses() -> None:
    position = load(TURNS).start()
    question = position.questions[0]
    for text in ("(take 2)", "take 2", "take(2)", "  (take   2) "):
        assert position.read_answer(question, text) == "(take 2)"


def test_labels_are_in_the_spelling_of_the_rule_sheet() -> None:
    position = load(format_as(Source("t", TURNS), "rules")).start()
    assert labels(position) == ["take(1)", "take(2)"]
    assert position.state() == {"facts": ["control(white)", "heap(5)"]}
    assert position.read_answer(position.questions[0], "(take 1)") == "take(1)"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("(take 3)", "not-an-option"),
        ("noop", "not-an-option"),
        ("(take", "form"),
        ("", "form"),
        (7, "form"),
        (None, "form"),
        ("x" * 70_000, "too-long"),
    ],
)
def test_an_answer_that_is_not_legal_is_refused_and_changes_nothing(answer: object, reason: str) -> None:
    position = load(TURNS).start()
    before = position.key
    refused = position.answer(position.questions[0], answer)  # type: ignore[arg-type]
    assert isinstance(refused, Refused) and refused.reason == reason
    assert position.key == before and position.status is Status.OPEN


def test_whole_moves_are_single_answers() -> None:
    position = load(TURNS).start()
    moves = position.moves(0)
    assert [move.label for move in moves.moves] == ["(take 1)", "(take 2)"] and moves.complete
    assert position.moves(0, limit=1).complete is False
    assert position.moves(1).moves == ()
    assert position.move_depth == 0


def test_question_ids_count_on_through_the_match() -> None:
    position = load(TURNS).start()
    first = position.questions[0].id
    play(position, "take 1")
    assert position.questions[0].id > first


def test_the_scores_are_the_goals_and_ties_share_a_rank() -> None:
    position = load(DUEL).start()
    play(position, "show rock", "show rock")
    assert position.outcome is not None
    assert position.outcome.ranking == ((0, 1),) and position.outcome.scores == (50.0, 50.0)


def test_a_match_that_is_over_asks_nothing() -> None:
    position = play(load(TURNS).start(), "take 2", "take 2")
    assert position.status is Status.OVER and position.questions == ()
    refused = position.answer(1, "(take 1)")
    assert isinstance(refused, Refused) and refused.reason == "over"


# ---- states as values


def test_copies_are_independent() -> None:
    position = load(TURNS).start()
    twin = position.copy()
    play(twin, "take 1")
    assert position.questions[0].seat == 0 and twin.questions[0].seat == 1
    assert position.key != twin.key


def test_equal_states_have_equal_keys_whatever_the_way_there() -> None:
    game = load(TURNS)
    one = play(game.start(1), "take 1", "take 2", "take 1")
    other = play(game.start(2), "take 2", "take 1", "take 1")
    assert one.key == other.key
    assert one.view_key(0) != other.view_key(0)


def test_an_answer_to_an_open_group_belongs_to_the_state_and_to_nobody_elses_view() -> None:
    game = load(DUEL)
    one, other = game.start(), game.start()
    one.answer(one.questions[1], "(show rock)")
    other.answer(other.questions[1], "(show paper)")
    assert one.key != other.key
    assert one.view(0) == other.view(0)
    assert one.view_key(0) == other.view_key(0) and one.view_key(1) != other.view_key(1)


def test_imagining_in_an_open_group_changes_only_what_others_have_given() -> None:
    position = load(DUEL).start()
    position.answer(position.questions[1], "(show rock)")
    found = set()
    for seed in range(30):
        twin = position.imagine(0, seed)
        assert twin is not None and twin.view_key(0) == position.view_key(0)
        play(twin, "show rock")
        assert twin.outcome is not None
        found.add(twin.outcome.scores)
    assert found == {(50.0, 50.0), (0.0, 100.0), (100.0, 0.0)}


def test_the_state_is_the_true_facts_in_order() -> None:
    assert load(TURNS).start().state() == {"facts": ["(control white)", "(heap 5)"]}


# ---- chance


def test_random_is_no_seat_and_its_moves_are_drawn() -> None:
    game = load(DICE)
    assert game.info.seats == ("me",) and game.info.kind.has_chance and game.info.kind.is_hidden
    position = game.start(3)
    step = position.answer(position.questions[0], "roll")
    assert isinstance(step, Step)
    [drawn] = step.events
    assert isinstance(drawn, Drawn) and drawn.of == 3 and 0 <= drawn.value < 3
    again = game.start(3)
    assert again.answer(again.questions[0], "roll") == step


def test_chance_is_enumerated_exactly() -> None:
    game = load(DICE)
    scores = []
    for outcome in range(3):
        position = game.start()
        before = position.key
        assert position.answer(position.questions[0], "roll", chance=[]) == NeedsChance(3)
        assert position.key == before and position.status is Status.OPEN
        assert position.answer(position.questions[0], "roll", chance=[outcome]) == Step((Drawn(3, outcome),))
        assert position.outcome is not None
        scores.append(position.outcome.scores)
    assert scores == [(0.0,), (0.0,), (100.0,)]


def test_a_copy_with_a_seed_has_fresh_chance() -> None:
    position = load(DICE).start(0)
    drawn = set()
    for seed in range(20):
        twin = position.copy(seed=seed)
        step = twin.answer(twin.questions[0], "roll")
        assert isinstance(step, Step)
        drawn.add(step.events)
    assert len(drawn) == 3


# ---- errors of play


def failing(text: str, *moves: str) -> parlour.GameError:
    position = play(load(text).start(), *moves)
    assert position.status is Status.FAILED and position.error is not None
    assert position.questions == () and position.outcome is None
    return position.error


def test_a_role_without_a_legal_move_before_the_end_is_an_error_that_names_the_state() -> None:
    error = failing(TURNS.replace("terminal (true (heap 0))", "terminal (true (heap 9))"), "take 2", "take 2")
    assert (error.kind, error.code) == ("runtime", "no-legal-move")
    assert "black has no legal move, and this is not the end, in this state: (control black) (heap 0)" in error.message
    assert error.span is not None and "legal" in error.span.text


def test_a_missing_goal_is_an_error_that_names_the_state() -> None:
    error = failing(TURNS.replace("(<= (goal ?p 0)", "(<= (worth ?p 0)"), "take 2", "take 2")
    assert error.code == "no-goal"
    assert error.message == "the game is over, but black has no goal, in this state: (control black) (heap 0)"


def test_an_error_about_a_role_points_at_its_own_rule_and_spells_terms_as_the_author_does() -> None:
    text = """
    (role white) (role black) (legal white go) (legal black go) terminal
    (init (clock 0)) (worth (half 100))
    (goal white 50)
    (<= (goal black ?x) (worth ?x))
    """
    error = failing(text)
    message = "the goal of black is (half 100), which is not a whole number from 0 to 100, in this state: (clock 0)"
    assert (error.code, error.message) == ("bad-goal", message)
    assert error.span is not None and "goal black" in error.span.text


def test_a_goal_that_is_not_unique_is_an_error() -> None:
    error = failing(TURNS + "(goal white 50)", "take 2", "take 2")
    assert error.code == "several-goals" and "50, 100" in error.message


def test_all_rules_that_give_the_goals_at_the_end_are_shown_and_no_others() -> None:
    more = """(<= (goal ?p 70) (true (heap 9)) (role ?p))
    (<= (goal ?p 30) (role ?p))"""
    error = failing(TURNS + more, "take 2", "take 2")
    assert error.code == "several-goals" and error.span is not None
    shown = [span.text for span in (error.span, *error.others)]
    assert shown == ["(<= (goal ?p 100) (true (control ?q)) (other ?p ?q))", "(<= (goal ?p 30) (role ?p))"]


def test_a_bad_goal_is_shown_at_the_rule_that_gives_it() -> None:
    text = """
    (role white) (legal white go) terminal (init (clock 0)) (worth 700)
    (<= (goal ?p 50) (true (clock 1)) (role ?p))
    (<= (goal ?p ?x) (worth ?x) (role ?p))
    """
    error = failing(text)
    assert error.code == "bad-goal" and error.span is not None and "(worth ?x)" in error.span.text


def test_a_computed_goal_outside_0_to_100_is_an_error() -> None:
    error = failing(
        TURNS.replace("(goal ?p 0) (true (control ?p))", "(goal ?p ?p) (true (control ?p))"), *["take 1"] * 4
    )
    assert error.code == "bad-goal"


def test_a_state_that_takes_too_much_work_is_a_budget_error() -> None:
    numbers = " ".join(f"(n {number})" for number in range(20))
    cube = "(<= (cube ?a ?b ?c) (n ?a) (n ?b) (n ?c) (true (heap ?h)) (distinct ?a ?h))"
    game = load(f"{TURNS}{numbers}{cube}(<= (legal white (c ?a ?b)) (cube ?a ?b ?c))")
    assert game.start().status is Status.OPEN
    position = game.start(budget=Budget(steps=100))
    assert position.status is Status.FAILED and position.error is not None
    assert (position.error.kind, position.error.code) == ("budget", "steps")


def test_a_game_that_plays_with_itself_for_ever_is_stuck() -> None:
    error = failing("(role me) (init a) (legal me go) (<= (next a) (true a)) (<= terminal (true b)) (goal me 0)")
    assert (error.kind, error.code) == ("stuck", "silent")


# ---- scenes


def test_a_relation_with_two_coordinates_is_a_board_and_counters_stand_beside_it() -> None:
    game = parlour.load(
        "(role x) (role o) (i 1) (i 2)\n(<= (init (cell ?a ?b e)) (i ?a) (i ?b))\n(init (control x)) (init (step 1))\n"
        "(init (score x 10)) (init (odd 1 (f 2)))\n"
        "(<= (legal x (mark ?a ?b)) (true (cell ?a ?b e)))\n(legal o noop)\n(legal x noop)\n"
        "(<= (next (cell ?a ?b x)) (does x (mark ?a ?b)))\n(<= terminal (true (step 2)))\n(goal x 0) (goal o 0)",
        language="gdl",
    )
    position = game.start()
    scene = position.view(0).scene
    board = scene.items[0]
    assert isinstance(board, Board)
    assert (board.width, board.height, board.columns, board.rows) == (2, 2, ("1", "2"), ("2", "1"))
    assert board.cells == (None, None, None, None)
    counters = [item for item in scene.items if isinstance(item, Counter)]
    assert {(item.title, item.value, item.owner) for item in counters} == {
        ("control", "x", 0),
        ("step", "1", None),
        ("score x", "10", 0),
    }
    assert [item.text for item in scene.items if isinstance(item, Text)] == ["(odd 1 (f 2))"]
    anchors = {option.label: option.anchors for option in position.legal(position.questions[0])}
    assert anchors["(mark 1 2)"][0].cell == (0, 0) and anchors["(mark 2 1)"][0].cell == (1, 1)
    assert anchors["noop"] == ()


def test_a_move_with_two_pairs_of_coordinates_goes_from_one_cell_to_another() -> None:
    game = parlour.load(
        "(role x) (i 1) (i 2)\n(<= (init (cell ?a ?b e)) (i ?a) (i ?b))\n"
        "(<= (legal x (move king ?a ?b ?c ?d)) (i ?a) (i ?b) (i ?c) (i ?d))\n"
        "(<= terminal (not (true (cell 1 1 e))))\n(goal x 0)",
        language="gdl",
    )
    position = game.start()
    [option] = [item for item in position.legal(position.questions[0]) if item.label == "(move king 1 1 2 2)"]
    assert [anchor.cell for anchor in option.anchors] == [(0, 1), (1, 0)]


def test_facts_that_no_picture_shows_are_listed_by_their_names() -> None:
    game = parlour.load(
        "(role x) (legal x go) (legal x stay) (goal x 0) (<= terminal (not (true open)))\n"
        "(init (linked ann (f 1) bob)) (init (owes bob ann (f 2))) (init (linked bob (f 3) ann)) (init open)",
        language="gdl",
    )
    lines = [item.text for item in game.start().view(0).scene.items if isinstance(item, Text)]
    assert lines == ["(linked ann (f 1) bob) (linked bob (f 3) ann)", "open", "(owes bob ann (f 2))"]


def test_an_author_can_say_how_to_draw() -> None:
    text = (
        "; parlour: board cell row column\n; parlour: blank cell x\n; parlour: hide step\n"
        "(role me) (init (cell 1 1 x)) (init (cell 1 2 y)) (init (cell 2 1 y)) (init (step 1))\n"
        "(legal me a) (legal me b) (<= terminal (true (cell 2 2 z))) (goal me 0) (<= (next (cell 2 2 z)) (does me a))"
    )
    scene = parlour.load(text, language="gdl").start().view(0).scene
    [board] = scene.items
    assert isinstance(board, Board)
    assert board.rows == ("1", "2")
    assert [piece.text if piece else "" for piece in board.cells] == ["", "y", "y", ""]


def test_a_line_of_piles_is_a_board_of_one_row() -> None:
    text = (
        "(role me) (init (pile 1 3)) (init (pile 2 5))\n(legal me a) (legal me b)\n"
        "(<= terminal (true (pile 1 0))) (goal me 0) (<= (next (pile 1 0)) (does me a))"
    )
    [board] = parlour.load(text, language="gdl").start().view(0).scene.items
    assert isinstance(board, Board) and (board.width, board.height) == (2, 1)
    assert [piece.text if piece else "" for piece in board.cells] == ["3", "5"]


# ---- engines and playouts


def test_an_engine_of_another_language_is_unfit() -> None:
    game = load(TURNS)
    with pytest.raises(UnfitEngine):
        game.start(engine="python")
    assert game.start(engine="rules").status is Status.OPEN


def test_playouts_are_reproducible_and_add_up_scores() -> None:
    simulator = load(TURNS).simulator(engine="rules")
    one, other = simulator.playouts(50, 3), load(TURNS).simulator(engine="rules").playouts(50, 3)
    assert one == other and one.games == 50
    assert [seat.scores.total() for seat in one.seats_in_order] == [50, 50]
    assert simulator.playouts(50, 4) != one


def test_playouts_start_from_positions_with_answers_already_given() -> None:
    game = load(DUEL)
    position = game.start()
    position.answer(position.questions[1], "(show rock)")
    tally = game.simulator(engine="rules").playouts(300, 1, start=[position])
    assert 60 < tally.endings["left wins"] < 140 and tally.questions == 300


def test_a_failing_playout_is_counted_by_the_code_of_its_error() -> None:
    tally = load(TURNS.replace("(<= (goal ?p 0)", "(<= (worth ?p 0)")).simulator(engine="rules").playouts(5, 0)
    assert dict(tally.failed) == {"no-goal": 5}
