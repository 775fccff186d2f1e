"""Dataclasses with slots do what those of the standard library do."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields, is_dataclass, replace
from dataclasses import dataclass as library
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import pytest

import parlour
from parlour.dataclass import dataclass

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Place:
    span: tuple[int, int] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Name(Place):
    """A name."""

    kinds: ClassVar[int] = 3
    text: str
    notes: list[str] = field(default_factory=list, compare=False)
    length: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "length", len(self.text))


@dataclass(frozen=True, slots=True)
class Nothing:
    pass


@dataclass(slots=True)
class Counter(Generic[T]):
    value: T
    seen: dict[str, T] = field(default_factory=dict)
    turns: int = field(init=False, default=0)


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    number: int


@dataclass(frozen=True, slots=True)
class Loud:
    number: int

    def __eq__(self, other: object) -> bool:
        return True

    def __repr__(self) -> str:
        return "loud"


def test_values_come_by_place_by_name_and_by_default() -> None:
    name = Name((0, 1), text="ab")
    assert (name.span, name.text, name.notes, name.length, name.kinds) == ((0, 1), "ab", [], 2, 3)
    assert Name((0, 1), "ab").notes is not name.notes
    assert Name((0, 1), "ab", ["x"]).notes == ["x"]
    assert Counter(3) == Counter(value=3, seen={})
    assert Counter(3).turns == 0


@pytest.mark.parametrize("arguments", [(), (1, 2, 3, 4)])
def test_a_wrong_call_names_the_class(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError, match=r"Name.__init__\(\)"):
        Name(*arguments)


def test_what_is_not_compared_makes_no_difference() -> None:
    assert Name((0, 1), "ab", ["x"]) == Name((5, 6), "ab")
    assert hash(Name((0, 1), "ab")) == hash(Name((5, 6), "ab"))
    assert Name((0, 1), "ab") != Name((0, 1), "ac")
    assert Place((0, 1)) == Place((2, 3))
    assert Place((0, 1)) != Name((0, 1), "ab")
    assert Nothing() == Nothing()


def test_without_equality_a_thing_is_itself_alone() -> None:
    thing = Thing(1)
    assert thing == thing
    assert thing != Thing(1)


def test_what_a_class_says_itself_stays() -> None:
    assert (Loud(1) == Loud(2), repr(Loud(1)), hash(Loud(1)) == hash(Loud(1))) == (True, "loud", True)


def test_what_is_frozen_cannot_be_changed() -> None:
    name = Name((0, 1), "ab")
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'text'"):
        name.text = "c"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'text'"):
        del name.text
    with pytest.raises(AttributeError):
        Counter(3).other = 4  # type: ignore[attr-defined]


def test_what_may_change_has_no_hash() -> None:
    counter = Counter(3)
    counter.value = 4
    assert counter == Counter(4)
    with pytest.raises(TypeError, match="unhashable"):
        hash(counter)


def test_the_library_knows_them() -> None:
    assert is_dataclass(Name)
    assert [each.name for each in fields(Name)] == ["span", "text", "notes", "length"]
    assert replace(Name((0, 1), "ab"), text="abc").length == 3
    match Name((0, 1), "ab"):
        case Name(_, text):
            assert text == "ab"


def test_they_are_copied_and_pickled() -> None:
    name = Name((0, 1), "ab", ["x"])
    for other in (copy.copy(name), copy.deepcopy(name), pickle.loads(pickle.dumps(name))):
        assert (other, other.span, other.notes) == (name, name.span, name.notes)


def test_text_is_that_of_the_library() -> None:
    def declare(decorator: Callable[..., Any]) -> Any:
        @decorator(frozen=True, slots=True)
        class Tree:
            label: str
            parts: list[object]
            place: int = field(default=0, repr=False)

        return Tree

    ours, theirs = (declare(each)("a", [1]) for each in (dataclass, library))
    for tree in (ours, theirs):
        tree.parts.append(tree)
    assert repr(ours) == repr(theirs)


def test_nothing_imports_the_slow_one() -> None:
    root = Path(parlour.__file__).parent
    slow = re.compile(r"^\s*from dataclasses import .*\bdataclass\b", re.MULTILINE)
    found = [str(file.relative_to(root)) for file in root.rglob("*.py") if slow.search(file.read_text("utf-8"))]
    assert found == ["dataclass.py"]
