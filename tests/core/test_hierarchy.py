"""Classes as a closed world."""

from __future__ import annotations

import pytest

from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Class, Variable
from parlour.core.types import ANY, BOOL, INT, NONE, ListType, ObjectType, OptionalType, Type

WORLD = Hierarchy(
    (
        Class("Piece", None, (Variable("owner", INT),), (("move", "piece_move"), ("draw", "piece_draw"))),
        Class("King", "Piece", (Variable("checked", BOOL),), (("move", "king_move"),)),
        Class("Emperor", "King", (Variable("realm", INT),)),
        Class("Card"),
    )
)
PIECE, KING, CARD = ObjectType("Piece"), ObjectType("King"), ObjectType("Card")


def test_a_class_inherits_fields_first_and_methods_unless_it_has_its_own() -> None:
    assert [field.name for field in WORLD.fields("Emperor")] == ["owner", "checked", "realm"]
    assert WORLD.method("Emperor", "move") == "king_move"
    assert WORLD.method("Emperor", "draw") == "piece_draw"
    assert WORLD.method("Card", "draw") is None
    assert WORLD.field("King", "owner") == Variable("owner", INT)
    assert WORLD.field("King", "realm") is None


def test_a_virtual_call_reaches_the_methods_of_all_classes_below() -> None:
    assert WORLD.below("Piece") == ("Piece", "King", "Emperor")
    assert WORLD.implementations("Piece", "move") == {"piece_move", "king_move"}
    assert WORLD.implementations("King", "move") == {"king_move"}
    assert WORLD.implementations("Nothing", "move") == set()


@pytest.mark.parametrize(
    ("narrow", "wide", "is_wider"),
    [
        (INT, ANY, True),
        (NONE, ANY, True),
        (OptionalType(INT), ANY, True),
        (ListType(INT), ANY, True),
        (ANY, ANY, False),
        (INT, INT, False),
        (ANY, INT, False),
        (INT, OptionalType(INT), True),
        (NONE, OptionalType(INT), True),
        (BOOL, OptionalType(INT), False),
        (OptionalType(INT), INT, False),
        (KING, PIECE, True),
        (PIECE, KING, False),
        (KING, CARD, False),
        (KING, OptionalType(PIECE), True),
        (OptionalType(KING), OptionalType(PIECE), True),
        (OptionalType(PIECE), OptionalType(KING), False),
        (ListType(KING), ListType(PIECE), False),
    ],
)
def test_what_converts_to_what(narrow: Type, wide: Type, is_wider: bool) -> None:
    assert WORLD.widens(narrow, wide) is is_wider


def test_a_world_that_makes_no_sense_still_gives_answers() -> None:
    world = Hierarchy((Class("A", "B"), Class("B", "A"), Class("C", "Missing"), Class("C", "A")))
    assert world.ancestors("A") == ("A", "B")
    assert world.ancestors("C") == ("C",)
    assert world.ancestors("Missing") == ()
    assert world.fields("Missing") == ()
