from __future__ import annotations

from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.source import Source
from parlour.syntax.unknown import SHOWN_PLACES, SUGGESTION_WORK, Unknown

SOURCE = Source("demo", "x" * 100)


def told(name: str, known: list[str], **hints: str) -> str:
    found: list[Diagnostic] = []
    Unknown(found.append, lost={"gone"}).tell("XX101", "no such name", name, SOURCE.span(0, 1), known, **hints)
    return found[0].hint if found else "nothing is said"


def test_the_hint_is_the_given_one_then_the_nearest_name_then_the_last_resort() -> None:
    assert told("baord", ["board"], hint="call it", otherwise="define it") == "call it"
    assert told("baord", ["board"], otherwise="define it") == "Did you mean board?"
    assert told("baord", ["dice"], otherwise="define it") == "define it"


def test_a_name_in_another_alphabet_is_told_apart() -> None:
    assert told("\N{CYRILLIC CAPITAL LETTER A}ce", ["Ace"]).startswith("This only looks like Ace")


def test_nobody_is_blamed_for_a_word_that_could_not_be_read() -> None:
    assert told("gone", ["board"]) == "nothing is said"


def test_what_is_gathered_is_told_once_with_its_places() -> None:
    found: list[Diagnostic] = []
    unknown = Unknown(found.append)
    for place in range(SHOWN_PLACES + 3):
        unknown.gather("XX101", "there is no type T", SOURCE.span(place, place + 1), "define it")
    assert found == []
    unknown.tell_gathered()
    unknown.tell_gathered()
    assert [(item.hint, [label.text for label in item.labels]) for item in found] == [
        ("define it", ["", *["also here"] * (SHOWN_PLACES - 1)])
    ]


def test_thousands_of_names_get_no_more_advice() -> None:
    unknown = Unknown(print)
    known = [f"name{number}" for number in range(SUGGESTION_WORK // 2)]
    assert [bool(unknown.suggestion("nmae1", known)) for _ in range(3)] == [True, True, False]
