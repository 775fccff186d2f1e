"""BoGL tried out expression by expression: what a session answers, defines, completes and waits for."""

from __future__ import annotations

import pytest

from parlour.game.position import Position
from parlour.languages.bogl.table.session import BoglSession
from parlour.languages.frontend import Rules
from parlour.languages.session import TYPED, Defined, NoSession, open_session
from parlour.pipeline import make_game
from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.source import Source

GARDEN = """game Garden
type Board = Array (2,2) of {Rose, Empty}
type Input = (Int, Int)
type Share = Int & {None}
bed : Board
bed!(x,y) = Empty
double : Int -> Int
double(x) = 2 * x
quadruple : Int -> Int
quadruple(x) = double(double(x))
plant : Board -> Board
plant(b) = place(Rose, b, input)
share : (Int, Int) -> Share
share(x, n) = if n == 0 then None else x / n
"""


def session(text: str | None = GARDEN, *preludes: str) -> BoglSession:
    source = None if text is None else Source("garden.bgl", text)
    opened = open_session("bogl", source, [Source(f"{n}.bgl", prelude) for n, prelude in enumerate(preludes)])
    assert isinstance(opened, BoglSession)
    return opened


def start(opened: BoglSession, text: str) -> Position:
    rules = opened.evaluate(text)
    assert isinstance(rules, Rules)
    return make_game(rules, "bogl").start()


def value(opened: BoglSession, text: str) -> object:
    ending = start(opened, text).ending()
    assert ending is not None
    return ending["text"]


def titles(opened: BoglSession, text: str) -> list[str]:
    with pytest.raises(Diagnostics) as wrong:
        opened.evaluate(text)
    return [item.title for item in wrong.value.found]


# Expressions


def test_an_expression_has_the_value_the_program_gives_it():
    assert value(session(), "quadruple(5) + 2") == "22"


def test_without_a_program_expressions_are_evaluated_all_the_same():
    assert value(session(None), "6 * 7") == "42"


def test_an_expression_that_asks_waits_for_its_answer():
    position = start(session(), "countBoard(Rose, plant(bed))")
    position.answer(position.questions[0], (1, 2))
    assert position.outcome is not None
    assert position.outcome.value == "1"


def test_errors_stand_in_a_file_of_their_own():
    with pytest.raises(Diagnostics) as wrong:
        session().evaluate("1 +\n  True")
    (found,) = wrong.value.found
    assert (found.span.source.name, found.span.line, found.span.column) == ("<repl>", 2, 3)


def test_a_comment_alone_is_nothing():
    assert session().evaluate("-- later") == Defined(())


def test_a_comment_that_is_not_closed_is_an_error():
    assert len(titles(session(), "{- later")) == 1


# Types


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("6 * 7", "Int"),
        ("double(1) == 2", "Bool"),
        ("input", "(Int, Int)"),
        ("bed", "Board"),
        ("share(1,2)", "Share (Int or None)"),
        ("double", "Int -> Int"),
        ("share", "(Int, Int) -> Share"),
        ("not", "Bool -> Bool"),
        ("countRow", "(Content, Board) -> Int\n(Content, Board, Int) -> Int"),
    ],
)
def test_types_are_told_of_expressions_and_functions(text, shown):
    assert session().type_of(text) == shown


def test_the_type_of_something_wrong_is_an_error():
    with pytest.raises(Diagnostics):
        session().type_of("nowhere")


# Definitions


def test_typed_definitions_join_the_program():
    opened = session()
    assert opened.evaluate("triple : Int -> Int\ntriple(x) = 3 * x") == Defined(("triple",))
    assert value(opened, "triple(double(7))") == "42"


def test_a_typed_definition_takes_the_place_of_the_programs():
    opened = session()
    opened.evaluate("double : Int -> Int  double(x) = x + 100")
    assert value(opened, "quadruple(1)") == "201"


def test_a_typed_definition_takes_the_place_of_a_preludes():
    opened = session(GARDEN, "triple : Int -> Int  triple(x) = 3 * x")
    assert value(opened, "triple(1)") == "3"
    opened.evaluate("triple : Int  triple = 4")
    assert value(opened, "triple") == "4"


def test_types_and_the_board_can_be_typed_too():
    opened = session()
    names = opened.evaluate("type Board = Array (3,1) of {Rose, Empty}  type Side = {Left, Right}")
    assert names == Defined(("Board", "Side"))
    assert value(opened, "width") == "3"
    assert opened.type_of("Left") == "Left"


def test_a_definition_that_breaks_the_program_changes_nothing():
    opened = session()
    assert titles(opened, "double : Int -> Bool  double(x) = True")
    assert value(opened, "quadruple(1)") == "4"


def test_two_definitions_of_a_name_in_one_text_are_an_error():
    opened = session()
    assert titles(opened, "a : Int  a = 1  a : Int  a = 2") == ["`a` is already defined in line 1"]
    assert "a" not in opened.names()


def test_a_definition_comes_with_its_own_warnings_alone():
    opened = session("game G  type Input = Board")
    assert len(opened.warnings) == 1
    assert opened.evaluate("a : Int  a = 1") == Defined(("a",), ())
    defined = opened.evaluate("type Input = (Int, Board)")
    assert isinstance(defined, Defined)
    assert [item.span.source.name for item in defined.warnings] == [TYPED]


def test_built_in_names_stay_what_they_are():
    assert titles(session(), "place : Int  place = 3") == ["`place` is built in and cannot be defined again"]


def test_a_program_with_errors_has_no_session():
    with pytest.raises(Diagnostics) as wrong:
        session("game G  a : Int  a = True", "b : Bool  b = 3")
    assert [item.span.source.name for item in wrong.value.found] == ["0.bgl", "garden.bgl"]


def test_languages_without_a_session_say_so():
    with pytest.raises(NoSession, match="gdl"):
        open_session("gdl", None)


# Names and completion


def test_names_come_with_their_types():
    opened = session(
        "game G  type Board = Array (1,1) of Int  b : Board  b!(1,1) = 0  n : Int  n = 2",
        "f : Int -> Bool  f(x) = x > 1",
    )
    opened.evaluate("m : (Int, Bool)  m = (n, f(n))")
    assert opened.names() == {"f": "Int -> Bool", "b": "Board", "n": "Int", "m": "(Int, Bool)"}


@pytest.mark.parametrize(
    ("prefix", "words"),
    [
        ("do", ("do", "double")),
        ("quad", ("quadruple",)),
        ("countR", ("countRow",)),
        ("Ro", ("Rose",)),
        ("Sh", ("Share",)),
        ("whi", ("while",)),
        ("zzz", ()),
    ],
)
def test_words_of_the_program_and_the_language_are_completed(prefix, words):
    assert session().complete(prefix) == words


def test_what_was_typed_is_completed_too():
    opened = session()
    opened.evaluate("dozen : Int  dozen = 12")
    assert opened.complete("do") == ("do", "double", "dozen")


# Lines that go on


@pytest.mark.parametrize(
    "text",
    [
        "(1 + 2",
        "double(",
        "f((1,2),",
        "let x = 3",
        "let x = 3 in",
        "if True",
        "if True then 1",
        "if True then 1 else",
        "while x < 3",
        "let x = (if True then 1 else 2)",
        "1 +",
        "double : Int -> Int",
        "double :",
        "double : Int -> Int\ndouble(x) =",
        "double : Int -> Int\ndouble(x) = let y = x",
        "type Colour = {Red,",
        "{- a comment",
        "{- {- two -} comments",
    ],
)
def test_what_is_open_goes_on_in_the_next_line(text):
    assert session().is_unfinished(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-- nothing (",
        "6 * 7",
        "(1 + 2)",
        "let x = 3 in x",
        "if True then 1 else 2",
        "let x = 1 in while x < 3 do x + 1",
        "double : Int -> Int\ndouble(x) = 2 * x",
        "type Colour = {Red, Blue}",
        '"( let"',
        "{- closed ( -} 1",
        # Wrong already: nothing that follows could mend it.
        "1 + 2)",
        "(1 else 2)",
        "let x = 3 in x)",
        "f : Int  g = 3",
        "(1 $ 2",
    ],
)
def test_what_is_whole_or_wrong_does_not_wait_for_more(text):
    assert not session().is_unfinished(text)


# Boards


def at(opened, text):
    position = start(opened, text)
    return position, position.scene(None)


def texts(scene):
    return [[None if piece is None else piece.text for piece in board.cells] for board in scene.boards]


def test_the_first_question_shows_the_board_already():
    opened = session()
    scene = opened.scene_of(*at(opened, "plant(bed)"))
    assert texts(scene) == [[None, None, None, None]]


def test_all_boards_of_a_prompt_are_shown_the_one_in_scope_last():
    opened = session()
    text = "let b = place(Rose, bed, (2,2)) in let c = place(Rose, bed, (1,1)) in input"
    scene = opened.scene_of(*at(opened, text))
    assert texts(scene) == [[None, None, None, "Rose"], ["Rose", None, None, None]]


def test_a_board_that_is_the_value_is_shown_alone():
    opened = session()
    position = start(opened, "plant(place(Rose, bed, (2,1)))")
    position.answer(position.questions[0], (1, 1))
    assert texts(opened.scene_of(position, position.scene(None))) == [["Rose", "Rose", None, None]]


def test_pieces_of_players_keep_their_owners_on_every_board():
    opened = session(
        "game G  type Player = {X, O}  type Board = Array (2,1) of Player & {Empty}  b : Board  b!(x,y) = Empty  "
        "f : Player -> Int  f(p) = let c = place(X, b, (1,1)) in let d = place(O, b, (2,1)) in input"
    )
    scene = opened.scene_of(*at(opened, "f(X)"))
    owners = [[None if piece is None else piece.owner for piece in board.cells] for board in scene.boards]
    assert owners == [[0, None], [None, 1]]
