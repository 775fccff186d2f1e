"""Further rules: section 11 of the digest, one test for each rule."""

from __future__ import annotations

import pytest
from tests.languages.allhandsondeck.running import codes, failure, printed, the_error, values


def test_a_const_attribute_cannot_be_assigned_where_its_class_is_known() -> None:
    error = the_error("""
        c = Card('R')
        c do PAINT
    let Card(color) be Object with:
        const color: color
    when Card card do PAINT:
        card.color = 'B'
    """)
    assert (error.code, error.title) == ("AH142", "'color' of Card is const")


def test_a_const_attribute_of_an_unknown_class_is_a_type_error() -> None:
    error = failure("""
        do PAINT(Wall('R'))
        do PAINT(Card('R'))
    let Card(color) be Object with:
        const color: color
    let Wall(color) be Object with:
        color: color
    when do PAINT(thing):
        thing.color = 'B'
    """)
    assert (error.kind, error.message) == ("type", "'color' of Card is const")


def test_a_collection_held_by_a_const_attribute_may_change() -> None:
    assert printed("""
        p = Player()
        p.hand do PUSH_BACK(1)
        print(p)
    let Player be Actor with:
        const hand: []
    """) == ["Player(hand=[1])"]


def test_collections_are_filled_with_the_first_at_index_0() -> None:
    assert values("Stack('d', 'e', 'f', 'g').bottom(3)", "Stack(1, 2).top()", "Series(1, 2).front()") == [
        "['g', 'f', 'e']",
        "1",
        "1",
    ]


def test_the_else_of_a_while_runs_when_the_condition_is_first_false() -> None:
    assert printed("""
        i = 0
        while i < 2:
            i += 1
        else:
            print('done')
        while False:
            pass
        else:
            print('never began')
        x = leave()
    # declarations
    leave():
        while True:
            return 1
        else:
            print('not this')
    """) == ["done", "never began"]


def test_for_runs_over_a_collection_as_it_was_when_the_loop_began() -> None:
    assert printed("""
        x = [1, 2, 3]
        for n in x:
            print(n)
            x do PUSH_BACK(n)
            x do POP_FRONT
        print(x)
    """) == ["1", "2", "3", "[1, 2, 3]"]


def test_for_runs_over_ranges_and_the_characters_of_a_string() -> None:
    assert printed("""
        for n in 1...3:
            print(n)
        for letter in 'RY':
            print(letter)
        for letter in 'a'..'b':
            print(letter)
    """) == ["1", "2", "R", "Y", "a", "b"]


def test_for_over_something_of_unknown_type() -> None:
    assert printed("""
        for x in [[1, 2], 3..4, 'ab']:
            for y in x:
                print(y)
    """) == ["1", "2", "3", "4", "a", "b"]
    assert "not int" in failure("for x in [1, [2]]:\n    for y in x:\n        print(y)").message


def test_for_n_times_evaluates_n_once_and_a_negative_n_is_0() -> None:
    assert printed("""
        n = 2
        for n times:
            n += 5
            print(n)
        for -3 times:
            print('never')
    """) == ["7", "12"]
    assert failure("for 'a' times:\n    pass").message == "the number of times must be int, not string"


@pytest.mark.parametrize("name", ["helper", "print", "FLIP", "Card"])
def test_helpers_actions_and_classes_are_not_values(name: str) -> None:
    error = the_error(f"x = {name}\n# declarations\nhelper(): 1\nwhen do FLIP:\n    pass\nlet Card be Object\n")
    assert error.code == "AH124"
    assert "it" in error.hint


def test_range_is_the_name_of_a_type() -> None:
    assert printed("Range r = 1..3\nprint(r)") == ["1..3"]
    assert failure("Range r = [1]").message == "'r' must be Range, not Series"


def test_an_attribute_that_a_class_does_not_have_is_an_error() -> None:
    error = the_error("""
        c = Card()
        c do SHOW
    let Card be Object with:
        rank: 1
    when Card card do SHOW:
        print(card.rnak)
    """)
    assert (error.code, error.hint) == ("AH123", "Did you mean rank? Card has it in line 7")


def test_an_attribute_of_an_open_class_is_looked_for_when_the_program_runs() -> None:
    error = failure("""
        print(rank_of(Card()))
        print(rank_of(Chip()))
    # declarations
    rank_of(thing): thing.rank
    let Card be Object with:
        rank: 1
    let Chip be Object
    """)
    assert (error.kind, error.message) == ("type", "Chip has no attribute 'rank'")


def test_classes_may_extend_user_classes_and_override() -> None:
    assert printed("""
        for x in [Card(), Ace()]:
            print(x.name())
            print(x.describe())
            print(x)
    let Card be Object with:
        value: 1
        name(): 'card'
        describe(): f'{name()} {value}'
    let Ace be Card with:
        value: 11
        name(): 'ace'
    """) == ["card", "card 1", "Card(value=1)", "ace", "ace 11", "Ace(value=11)"]


def test_duplicate_helpers_classes_and_members_are_errors() -> None:
    assert codes("main:\n    pass\nf(): 1\nf(): 2\n") == ["AH103"]
    assert codes("main:\n    pass\nlet A be Object\nlet A be Object\n") == ["AH104"]
    assert codes("main:\n    pass\nlet Stack be Object\n") == ["AH104"]
    assert codes("main:\n    pass\nlet A be Object with:\n    x: 1\n    x(): 2\n") == ["AH105"]
    assert codes("main:\n    pass\nf(a, a): 1\n") == ["AH106"]
    assert codes("main:\n    pass\nwhen Object a do X(a):\n    pass\n") == ["AH106"]


def test_a_class_extends_a_class_and_not_itself() -> None:
    assert codes("main:\n    pass\nlet A be int\n") == ["AH107"]
    assert codes("main:\n    pass\nlet A be B\nlet B be A\n") == ["AH108"]
    assert codes("main:\n    pass\nlet A be Nothing\n") == ["AH109"]
    assert codes("main:\n    pass\nlet A be Object<int>\n") == ["AH110"]


def test_a_program_has_exactly_one_main() -> None:
    assert codes("when do X:\n    pass\n# declarations\nmain2(): 1\n".replace("# declarations\n", "") + "\n") != []
    assert codes("main:\n    pass\nmain:\n    pass\n") == ["AH101"]


def test_an_assignment_is_an_expression_with_the_value_assigned() -> None:
    assert printed("""
        x = y = 3
        print(x + y)
        print((z = 4) + 1)
        c = Card()
        print(c.n = 5)
        float f = 0.0
        print((f = 2))
        a = [0]
        print(a[0] = 'e')
    let Card be Object with:
        n: 0
    """) == ["6", "5", "5", "2.0", "e"]


def test_all_augmented_assignments() -> None:
    lines = printed("""
        x = 7
        print(x += 1)
        print(x -= 2)
        print(x *= 3)
        print(x //= 4)
        print(x **= 3)
        print(x %= 10)
        print(x &= 6)
        print(x |= 3)
        print(x ^= 1)
        print(x /= 4)
        s = 'a'
        s += 'b'
        print(s)
    """)
    assert lines == ["8", "6", "18", "4", "64", "4", "4", "7", "6", "1.5", "ab"]


def test_strings_can_be_indexed_and_sliced() -> None:
    assert values("'hearts'[0]", "'hearts'[1:4]", "'hearts'[::-1]") == ["h", "ear", "straeh"]


def test_comprehensions_have_any_number_of_clauses_of_both_kinds() -> None:
    assert values("[x * y for x in 1..2 for y in 1..3]", "['a' for 2 times]", "[x for 2 times for x in 1..2, 9]") == [
        "[1, 2, 3, 2, 4, 6]",
        "['a', 'a']",
        "[1, 2, 1, 2, 9]",
    ]
