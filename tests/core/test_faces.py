"""Faces: what of an object is the same from its making to its end."""

from __future__ import annotations

import pytest

import parlour
from parlour.core.flow.faces import faces
from parlour.engines.python.engine import PythonEngine


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
        ("briscolina", "Card", ["its number", "its owner", "rank"]),
        ("gallery", "Patron", ["its number", "name", "loves"]),
    ],
)
def test_what_is_written_while_an_object_is_made_is_its_face(game: str, class_name: str, found: list[str]) -> None:
    """`faceup` of UNO's cards and `holder` of Briscolina's are written later: they say where a card has come to."""
    assert names(game, class_name) == found
