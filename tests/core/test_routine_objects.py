"""Routines that name what a program declares: objects, fields, globals, virtual calls; and routines that recur."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest

from parlour.core import nodes
from parlour.core.builder import assign, none_of, number, text
from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Class, Function, GlobalVariable, Local, New, Program, Return, Variable
from parlour.core.passes.pipeline import prepared
from parlour.core.routine.linker import Linker
from parlour.core.routine.routine import RoutineError
from parlour.core.routine.world import World
from parlour.core.types import ANY, BOOL, INT, NONE, STRING, ListType, ObjectType, OptionalType, TupleType
from parlour.core.verify import check
from parlour.engines.python.engine import PythonEngine
from parlour.game.position import Budget
from parlour.testing.core_games import PlainTable

Make = Callable[[str], ModuleType]

DECLARATIONS = """
class Place(Object, name="Board"):
    cells: "list[Piece | None]"

class Piece(Object):
    owner: int
    stands_on: Place | None = called("stands on")

    def repr(self) -> str:
        raise NotImplementedError

    @virtual("worth more than")
    def is_worth_more(self, other: "Piece", by: int) -> bool:
        raise NotImplementedError

class King(Piece):
    crown: str

class Game(Globals):
    moves: int = called("moves tried")
    is_strict: bool

Range = tuple[int, int, bool]
"""

RANGE = TupleType((INT, INT, BOOL))
PIECE, BOARD = ObjectType("Piece"), ObjectType("Board")
CLASSES = (
    Class("Board", None, (Variable("cells", ListType(OptionalType(PIECE))),)),
    Class(
        "Piece",
        None,
        (Variable("owner", INT), Variable("stands on", OptionalType(BOARD))),
        (("repr", "piece repr"), ("worth more than", "is worth more")),
    ),
    Class("King", "Piece", (Variable("crown", STRING),), (("repr", "king repr"),)),
)


def methods() -> tuple[Function, ...]:
    this, other = Variable("this", PIECE), Variable("other", PIECE)
    king = Variable("this", ObjectType("King"))
    difference = nodes.Op(
        "gt",
        (
            nodes.Field(Local("this", PIECE), "owner", INT),
            nodes.Op("add", (nodes.Field(Local("other", PIECE), "owner", INT), Local("by", INT)), INT),
        ),
        BOOL,
    )
    return (
        Function("piece repr", (this,), STRING, (Return(text("piece")),)),
        Function("king repr", (king,), STRING, (Return(nodes.Field(Local("this", king.type), "crown", STRING)),)),
        Function("is worth more", (this, other, Variable("by", INT)), difference.type, (Return(difference),)),
    )


@dataclass
class Played:
    """A routine in a program: a piece of owner 3, a king of owner 5, a board with the piece on cell 1."""

    linker: Linker
    module: ModuleType

    def __call__(self, name: str, *more: Any) -> Any:
        nowhere = none_of(OptionalType(BOARD))
        piece = New("Piece", (number(3), nowhere), PIECE)
        king = New("King", (number(5), nowhere, text("gold")), ObjectType("King"))
        p, k, b = Local("p", PIECE), Local("k", king.type), Local("b", BOARD)
        cells = nodes.MakeList(
            (none_of(OptionalType(PIECE)), nodes.Convert(p, OptionalType(PIECE))), CLASSES[0].fields[0].type
        )
        given = {"p": p, "k": k, "b": b}
        call = self.linker.call(name, [given.get(item, item) for item in more])
        body = (
            assign(nodes.Global("moves tried", INT), number(0)),
            assign(p, piece),
            assign(k, king),
            assign(b, New("Board", (cells,), BOARD)),
            Return(call),
        )
        locals_ = (Variable("p", PIECE), Variable("k", king.type), Variable("b", BOARD))
        function = Function("play", (), call.type, body, locals_)
        main = Function("main", (), NONE, ())
        functions = (main, function, *methods(), *self.linker.functions)
        draft = Program("p", functions, "main", (GlobalVariable("moves tried", INT),), CLASSES)
        program = prepared(draft)
        check(program)
        engine = PythonEngine(program, PlainTable([]))
        return engine.code.functions[engine.functions["play"]](engine.new_run(0, Budget()))


@pytest.fixture
def played(module: Make) -> Callable[[str], Played]:
    def make(routines: str) -> Played:
        made = module(DECLARATIONS + routines)
        return Played(Linker((made,), World(Hierarchy(CLASSES), {"is_strict": True})), made)

    return make


def test_fields_are_read_and_written(played: Callable[[str], Played]) -> None:
    play = played("""
@routine(charge="1")
def give(piece: Piece, owner: int, board: Place) -> int:
    before = piece.owner
    piece.owner = owner
    piece.owner += 1
    piece.stands_on = board
    there = piece.stands_on
    if there is None:
        return -1
    return before * 100 + piece.owner * 10 + len(there.cells)
""")
    assert play("give", "p", number(7), "b") == 382


def test_an_object_of_a_derived_class_fits_where_its_ancestor_is_wanted(played: Callable[[str], Played]) -> None:
    play = played("""
@routine(charge="1")
def owner_of(piece: Piece) -> int:
    return piece.owner

@routine(charge="1")
def owner_of_king(king: King) -> int:
    best: Piece = king
    return owner_of(king) * 10 + best.owner
""")
    assert play("owner_of", "k") == 5
    assert play("owner_of_king", "k") == 55


def test_globals_are_read_and_written(played: Callable[[str], Played]) -> None:
    play = played("""
@routine(charge="1")
def count() -> int:
    Game.moves = 40
    Game.moves += 2
    return Game.moves
""")
    assert play("count") == 42


def test_constants_of_the_world_decide_when_the_routine_is_compiled(played: Callable[[str], Played]) -> None:
    play = played("""
@routine(charge="1", name="how strict")
def strictness(piece: Piece) -> int:
    if not Game.is_strict:
        return piece.nothing
    if hasattr(piece, "stands_on") and not hasattr(piece, "owner"):
        return piece.nothing
    return 1
""")
    assert play("how strict", "p") == 1
    [function] = [item for item in play.linker.functions if item.name == "how strict"]
    assert function.body == (Return(number(1)),)


def test_a_method_is_that_of_the_objects_class(played: Callable[[str], Played]) -> None:
    play = played("""
@routine()
def both(one: Piece, other: Piece) -> str:
    if other.is_worth_more(one, 1):
        return one.repr() + " below " + other.repr()
    return ""
""")
    assert play("both", "p", "k") == "piece below gold"


def test_a_test_tells_the_compiler_what_a_value_is(played: Callable[[str], Played]) -> None:
    play = played("""
@routine()
def kind(value: object) -> str:
    if is_a(value, King):
        return value.crown
    if is_a(value, Piece):
        return f"piece of {value.owner}"
    if is_a(value, Range):
        return f"from {value[0]} to {value[1]}"
    return "something"

@routine()
def owner(value: object) -> int:
    return as_a(value, Piece).owner
""")
    assert play("kind", "k") == "gold"
    assert play("kind", "p") == "piece of 3"
    assert play("kind", nodes.Const((1, 4, True), RANGE)) == "from 1 to 4"
    assert play("kind", number(1)) == "something"
    assert play("owner", "k") == 5
    assert play.module.kind((1, 4, True)) == "from 1 to 4"
    assert play.module.kind((1, 4, 1)) == play.module.kind(2) == "something"


def test_objects_are_made_with_all_their_fields(played: Callable[[str], Played]) -> None:
    play = played("""
@routine(charge="1")
def crowned(piece: Piece) -> str:
    made = King(owner=piece.owner, stands_on=None, crown="tin")
    return f"{made.owner} {made.crown}"
""")
    assert play("crowned", "p") == "3 tin"


def test_a_routine_without_a_charge_may_call_itself_and_others_that_call_it(played: Callable[[str], Played]) -> None:
    play = played("""
@routine()
def depth(value: list[object], level: int) -> int:
    if level > 4:
        return level
    return through(value, level + 1)

@routine()
def through(value: list[object], level: int) -> int:
    found = level
    for item in value:
        found = depth(value, found)
    return found
""")
    two = nodes.MakeList((nodes.Convert(number(1), ANY), nodes.Convert(number(2), ANY)), ListType(ANY))
    assert play("depth", two, number(0)) == play.module.depth([1, 2], 0)
    assert [item.name for item in play.linker.functions] == ["through[]", "depth[]"]


def test_a_routine_under_its_own_name_is_linked_where_the_program_refers_to_it(played: Callable[[str], Played]) -> None:
    play = played("""
@routine(charge="len(board.cells)", name="Board.full")
def full(board: Place) -> bool:
    for cell in board.cells:
        if cell is None:
            return False
    return True
""")
    assert play.linker.need("Board.full") == "Board.full"
    [function] = play.linker.functions
    assert (function.name, function.params) == ("Board.full", (Variable("board", BOARD),))
    assert play("Board.full", "b") is False


def test_plain_python_runs_what_is_declared(played: Callable[[str], Played]) -> None:
    made = played("""
@routine(charge="1")
def give(piece: Piece, owner: int) -> int:
    piece.owner = owner
    Game.moves = 1
    return piece.owner + Game.moves
""").module
    king = made.King(owner=1, stands_on=None, crown="x")
    assert made.give(king, 4) == 5
    assert made.is_a(king, made.Piece) and not made.is_a(made.Piece(owner=1), made.King)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return piece.nothing", "`Piece` declares no `nothing`"),
        ("return Game.nothing", "`Game` declares no `nothing`"),
        ("return piece.crown()", "`Piece` declares no method `crown`"),
        ("return piece.repr(1)", "`repr` takes 0 arguments"),
        ("piece.owner = 'x'\n    return 1", "`owner` is int, and this value is string"),
        ("other = piece.stands_on\n    return len(other.cells)", "object Board? is no class that is declared here"),
        ("return King(owner=1, stands_on=None).owner", "`crown` of King is not given"),
        ("return King(stands_on=None, owner=1, crown='').owner", "the fields of King are in another order"),
        ("return King(1).owner", "the fields of a new object are given by name"),
        ("return as_a('x', Piece).owner", "string is never object Piece"),
        ("return hasattr(piece)", "whether there is a field is asked"),
        ("return is_a(piece)", "a value and a type are needed"),
    ],
)
def test_what_is_not_declared_is_refused(played: Callable[[str], Played], body: str, message: str) -> None:
    play = played(f'@routine(charge="1")\ndef f(piece: Piece) -> int:\n    {body}\n')
    with pytest.raises(RoutineError) as error:
        play.linker.call("f", [Local("p", PIECE)])
    assert message in error.value.message


def test_a_loop_that_calls_a_method_reads_the_length_at_every_turn(played: Callable[[str], Played]) -> None:
    play = played("""
@routine()
def walk(board: Place, piece: Piece) -> int:
    cells, found = board.cells, 0
    for cell in cells:
        found += len(piece.repr())
    return found
""")
    assert play("walk", "b", "p") == 10
    [function] = play.linker.functions
    assert any(isinstance(stmt, nodes.While) for stmt in function.body)
