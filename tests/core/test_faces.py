"""Faces: what of an object is the same from its making to its end."""

from __future__ import annotations

import pytest

import parlour
from parlour.core.flow.faces import faces, lasting
from parlour.core.passes.suspension import plan
from parlour.core.read.program import read_program
from parlour.engines.core.objects import objects_of
from parlour.engines.python.engine import PythonEngine
from parlour.engines.python.position import PythonPosition


def names(game: str, class_name: str) -> list[str]:
    engine = parlour.load(game).engines["python"]
    assert isinstance(engine, PythonEngine)
    fields = engine.shared.hierarchy.fields(class_name)
    return [fields[place].name for place in faces(engine.program).get(class_name, ())]


@pytest.mark.parametrize(
    ("game", "class_name", "found"),
    [
        ("hearts", "Card", ["rank", "suit", "name"]),
        ("crazy-eights", "Card", ["rank", "suit", "name"]),
        ("uno", "Card", ["color", "type", "name"]),
        ("briscolina", "Card", ["its number", "its owner", "name", "rank"]),
        ("gallery", "Patron", ["its number", "name", "loves"]),
    ],
)
def test_what_is_written_while_an_object_is_made_is_its_face(game: str, class_name: str, found: list[str]) -> None:
    """`faceup` of UNO's cards and `holder` of Briscolina's are written later: they say where a card has come to."""
    assert names(game, class_name) == found


MADE_SLOWLY = """program p entry main

class thing {
  field size: int
}

function main() -> int {
  locals (made: object thing, x: int)
  made = new thing(1)
  ask x: whole seat 0 kind number
  made.size = x
  return made.size
}
"""


@pytest.mark.parametrize(
    ("game", "found"),
    [("hearts", {"Card"}), ("uno", {"Card"}), ("love-note", {"Card"}), ("briscolina", set()), ("uno-manual", set())],
)
def test_things_of_which_all_belongs_to_the_face_last(game: str, found: set[str]) -> None:
    """Cards that are turned over, or know who holds them, do not."""
    engine = parlour.load(game).engines["python"]
    assert isinstance(engine, PythonEngine)
    classes = {name for name, class_ in engine.shared.classes.items() if class_ in engine.lasting}
    assert {name for name in classes if name == "Card"} == found


def test_what_is_still_being_made_while_somebody_is_asked_does_not_last() -> None:
    """`made` is needed after the question, and written then."""
    program = read_program(MADE_SLOWLY)
    assert set(lasting(program, {})) == {"thing"} and not lasting(program, {"main": {"made"}})
    kept = {name: {slot for site in sites for slot in site.slots} for name, sites in plan(program).sites.items()}
    assert not lasting(program, kept)


def test_copies_hold_the_very_cards_and_deals_leave_them_alone() -> None:
    position = parlour.load("hearts").start(3, engine="python")
    assert isinstance(position, PythonPosition)
    card = position.engine.shared.classes["Card"]
    own, others = objects_of(position.run), objects_of(position.copy().run)
    cards = [number for number, thing in own.items() if type(thing) is card]
    assert len(cards) == 52 and all(own[number] is others[number] for number in cards)
    before = position.key
    dealt = position.dealt({cards[0]: cards[1], cards[1]: cards[0]})
    assert position.key == before != dealt.key
    assert dealt.dealt({cards[0]: cards[1], cards[1]: cards[0]}).key == before
