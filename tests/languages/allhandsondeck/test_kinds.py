"""What a collection remembers of the classes of its elements: it decides `C<T>` at once, and no play can tell."""

from __future__ import annotations

import pytest
from tests.languages.allhandsondeck.running import load, play, printed

from parlour import library
from parlour.engines.native.engine import NativeEngine
from parlour.engines.python.engine import PythonEngine
from parlour.game.position import Budget
from parlour.testing.agreement import play_side_by_side

DECLARATIONS = """
let Card(rank) be Object with:
    rank: rank
let Ace be Card(1)
let Pile be Stack with:
    colour: 'red'
when Collection<Card> cards do SAY:
    return 'cards'
when Collection<Ace> cards do SAY_ACES:
    return 'aces'
when Collection cards do SAY:
    return 'others'
when Collection cards do SAY_ACES:
    return 'others'
"""

# Far too many to look at each element each time.
OFTEN = """
        for 2000 times:
            said = mixed do SAY
        print(said)
"""


def said(body: str) -> list[str]:
    return printed(body + DECLARATIONS)


def test_elements_of_a_class_and_of_those_below_it_are_of_that_type() -> None:
    assert said("""
        mixed = [Card(2)]
        print(mixed do SAY)
        print(mixed do SAY_ACES)
        mixed do PUSH_BACK(Ace())
        print(mixed do SAY)
        aces = [Ace(), Ace()]
        print(aces do SAY)
        print(aces do SAY_ACES)
        mixed do PUSH_BACK(7)
        print(mixed do SAY)
    """) == ["cards", "others", "cards", "cards", "aces", "others"]


def test_what_was_taken_out_does_not_count() -> None:
    assert said("""
        mixed = [Card(2)]
        mixed do PUSH_FRONT(7)
        print(mixed do SAY)
        mixed do POP_FRONT
        print(mixed do SAY)
        mixed[0] = None
        print(mixed do SAY)
        mixed[0] = 'x'
        print(mixed do SAY)
        mixed do CLEAR
        print(mixed do SAY)
    """) == ["others", "cards", "cards", "others", "cards"]


WAYS = {
    "pushing": "mixed do PUSH_BACK({})",
    "pushing in front": "mixed do PUSH_FRONT({})",
    "pushing many": "mixed do PUSH_BACK([{}])",
    "inserting": "mixed do INSERT(1, {})",
    "setting": "mixed[0] = {}",
    "adding": "mixed += [{}]",
    "joining": "mixed = [{}] + mixed",
    "copying": "mixed do PUSH_BACK({})\n        mixed = mixed.copy()",
    "slicing": "mixed do PUSH_BACK({})\n        mixed = mixed[1:]",
    "a class with attributes": "mixed = Pile(Card(1), {})",
    "a pile that is filled": "mixed = Pile()\n        mixed do PUSH_TOP({})",
    "taking some": "mixed = Stack(Card(1), {}) do POP_TOP(2)",
}


@pytest.mark.parametrize("way", WAYS)
def test_however_an_element_gets_in_it_counts(way: str) -> None:
    assert said(f"""
        mixed = [Card(2), Card(3)]
        {WAYS[way].format("Ace()")}
        print(mixed do SAY)
        mixed = [Card(2), Card(3)]
        {WAYS[way].format("5")}
        print(mixed do SAY)
    """) == ["cards", "others"]


def test_what_a_helper_puts_together_counts() -> None:
    assert said("""
        print(gathered(Card(2)) do SAY)
        print(gathered(5) do SAY)
# declarations
gathered(x):
    found = []
    found += [Card(1)]
    found += [x]
    return found
""") == ["cards", "others"]


def test_the_elements_need_not_be_looked_at() -> None:
    assert said(f"""
        mixed = [1]
        mixed = [Card(2) for 3000 times]
        {OFTEN}
    """) == ["cards"]


def test_a_collection_that_was_empty_starts_anew() -> None:
    assert said(f"""
        mixed = [1]
        mixed do POP_BACK
        for 3000 times:
            mixed do PUSH_BACK(Card(2))
        {OFTEN}
    """) == ["cards"]


ASKING = f"""
main:
    mixed = []
    do ASK_ON
when do ASK_ON:
    for 3 times:
        answer = ''
        while answer != 'card':
            answer = input()
            if answer == 'number':
                mixed do PUSH_BACK(5)
                mixed do POP_BACK
            elif answer == 'card':
                mixed do PUSH_BACK(Card(2))
        print(mixed do SAY)
{DECLARATIONS}"""


def test_what_is_remembered_is_outside_the_key() -> None:
    before = play(ASKING, "card")
    after = play(ASKING, "card", "number")
    assert before.key == after.key
    # An answer that changes nothing else is refused.
    assert [option.label for option in before.legal(before.questions[0]).options] == ["card"]


def test_both_engines_agree_where_collections_remember() -> None:
    python = load(ASKING).engines["python"]
    assert isinstance(python, PythonEngine)
    native = NativeEngine(python)
    for seed in range(4):
        assert play_side_by_side(python, native, seed, Budget()) == []
    assert python.simulator().playouts(20, 1) == native.simulator().playouts(20, 1, jobs=1)


def test_nothing_is_remembered_where_it_is_known_beforehand() -> None:
    for entry in library.all():
        if entry.language == "allhandsondeck":
            engine = load(entry.text).engines["python"]
            assert isinstance(engine, PythonEngine)
            assert not any(field.is_hint for class_ in engine.program.classes for field in class_.fields), entry.name
