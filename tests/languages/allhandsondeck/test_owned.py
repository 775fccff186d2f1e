"""Collections that nobody else holds grow where they are; nobody can tell but by how much that costs."""

from __future__ import annotations

import pytest
from tests.languages.allhandsondeck.running import play, printed, values

from parlour.game.position import Status

COUNTING = """
# declarations
numbers(n):
    found = []
    for i in 1..n:
        found += [i]
    return found
"""


def test_putting_a_long_series_together_costs_no_more_than_its_length() -> None:
    assert values("numbers(20000).size()", "numbers(3)", given=COUNTING) == ["20000", "[1, 2, 3]"]


def test_every_call_gives_a_collection_of_its_own() -> None:
    assert printed(f"""
        a = numbers(2)
        b = numbers(2)
        a do PUSH_BACK(9)
        print(a)
        print(b)
        print(a is b)
    {COUNTING}""") == ["[1, 2, 9]", "[1, 2]", "False"]


# Helpers that show what they hold after `found` has grown from [1] by [2]: all that was known of it before stays.
SHARED = {
    "another name": "other = found\n    found += [2]\n    return other",
    "an element": "others = [found]\n    found += [2]\n    return others[0]",
    "the result of an assignment": "other = (found = [1])\n    found += [2]\n    return other",
    "the result of adding": "found = []\n    other = (found += [1])\n    found += [2]\n    return other",
    "an argument": "other = itself(found)\n    found += [2]\n    return other",
    "an attribute": "box = Box(found)\n    found += [2]\n    return box.content",
    "a branch": "other = []\n    if found.size() == 1:\n        other = found\n    found += [2]\n    return other",
    "a loop over it": "other = []\n    for one in [found]:\n        other = one\n    found += [2]\n    return other",
    "a comprehension": "other = [found for 1 times][0]\n    found += [2]\n    return other",
}


@pytest.mark.parametrize("how", SHARED)
def test_what_is_known_by_another_name_does_not_grow(how: str) -> None:
    assert values(
        "kept()",
        given=f"""
itself(x): x
let Box(x) be Object with:
    content: x
kept():
    found = [1]
    {SHARED[how]}
""",
    ) == ["[1]"]


def test_what_a_helper_was_given_does_not_grow() -> None:
    assert printed("""
        mine = [1]
        print(longer(mine))
        print(mine)
        # declarations
        longer(xs):
            found = xs
            found += [2]
            return found
    """) == ["[1, 2]", "[1]"]


def test_what_a_helper_gives_from_the_table_is_not_its_own() -> None:
    assert printed("""
        hand = [1]
        print(longer())
        print(hand)
        # declarations
        cards(): hand
        longer():
            found = cards()
            found += [2]
            return found
    """) == ["[1, 2]", "[1]"]


def test_a_loop_goes_over_a_collection_as_it_was_when_it_began() -> None:
    assert values(
        "doubled()",
        given="""
doubled():
    found = [1, 2]
    for each in found:
        found += [each]
    return found
""",
    ) == ["[1, 2, 1, 2]"]


def test_a_collection_is_added_to_itself_as_it_was() -> None:
    given = """
twice():
    found = [1, 2]
    found += found
    found += [found.size(), found.size()]
    found += [found[0] for 2 times] + found[:1]
    return found
"""
    assert values("twice()", given=given) == ["[1, 2, 1, 2, 4, 4, 1, 1, 1]"]


def test_adding_to_a_class_of_ones_own_gives_a_plain_collection() -> None:
    given = """
let Pile be Stack with:
    colour: 'red'
grown():
    found = Pile(1)
    found += [2]
    return found
plain():
    found = Stack(1)
    found += [2]
    return found
"""
    assert values("grown()", "plain()", given=given) == ["Stack(1, 2)", "Stack(1, 2)"]


def test_options_that_were_made_for_the_question_are_the_question() -> None:
    text = f"""
main:
    do TEST
when do TEST:
    chosen = input(numbers(3))
    hand = [5, 6]
    other = input(cards())
    hand do PUSH_BACK(other)
    print(f'{{chosen}} {{hand}} {{cards()}}')
cards(): hand
{COUNTING}"""
    position = play(text)
    assert [option.label for option in position.legal(position.questions[0]).options] == ["1", "2", "3"]
    position = play(text, "2", "6")
    assert position.status is Status.OVER
    assert printed(text, "2", "6") == ["2 [5, 6, 6] [5, 6, 6]"]
