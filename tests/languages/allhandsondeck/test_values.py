"""Values, types and operators: section 3 of the digest, one test for each rule."""

from __future__ import annotations

import pytest
from tests.languages.allhandsondeck.running import failure, printed, values


@pytest.mark.parametrize("value", ["False", "0", "0.0", "None"])
def test_false_zero_and_none_are_false(value: str) -> None:
    assert values(f"not {value}") == ["True"]


@pytest.mark.parametrize("value", ["True", "1", "-1", "0.5", "''", "'a'", "[]", "Stack()", "1...1"])
def test_everything_else_is_true_also_what_is_empty(value: str) -> None:
    assert values(f"not {value}") == ["False"]


def test_truth_does_not_depend_on_how_much_is_known_of_a_value() -> None:
    assert (
        printed("""
        for x in [0, 0.0, None, False, '', [], 1, 'a', 2.5, True]:
            if x:
                print('true')
            else:
                print('false')
    """)
        == ["false"] * 4 + ["true"] * 6
    )


def test_and_or_not_give_bools() -> None:
    assert values("1 and 'a'", "0 or None", "'' or 0", "not 3", "2 and 0") == [
        "True",
        "False",
        "True",
        "False",
        "False",
    ]


def test_and_and_or_stop_early() -> None:
    assert printed("""
        a = False and loud('one')
        b = True or loud('two')
        c = True and loud('three')
    # declarations
    loud(what):
        print(what)
        return True
    """) == ["three"]


def test_a_slash_always_gives_a_float() -> None:
    assert values("6 / 3", "1 / 2", "7.5 / 2.5") == ["2.0", "0.5", "3.0"]


def test_two_slashes_floor_and_percent_has_the_sign_of_the_right_operand() -> None:
    assert values("7 // 2", "-7 // 2", "(0 + -1) % 4", "7 % -3", "-7.5 // 2", "-7.5 % 2") == [
        "3",
        "-4",
        "3",
        "-2",
        "-4.0",
        "0.5",
    ]


def test_powers_group_to_the_right_and_bind_tighter_than_a_minus_on_their_left() -> None:
    assert values("2 ** 3 ** 2", "-2 ** 2", "2.0 ** 3", "4.0 ** 0.5", "2 ** 0", "2.0 ** -1") == [
        "512",
        "-4",
        "8.0",
        "2.0",
        "1",
        "0.5",
    ]


def test_a_negative_power_of_an_int_is_an_error_that_says_what_to_write() -> None:
    error = failure("x = 2 ** (0 - 1)")
    assert "2 ** -1 is no int" in error.message


def test_int_and_float_make_a_float() -> None:
    assert values("1 + 2.0", "2.5 - 1", "2 * 1.5") == ["3.0", "1.5", "3.0"]


def test_plus_joins_two_strings() -> None:
    assert values("'a' + 'b'") == ["ab"]


def test_plus_joins_two_collections_into_one_like_the_left_one() -> None:
    assert values("[1] + [2, 3]", "Stack(1) + [2]", "[1] + Stack(2)") == ["[1, 2, 3]", "Stack(1, 2)", "[1, 2]"]


def test_a_subclass_joins_into_a_plain_series_or_stack() -> None:
    assert values("Deck(1) + [2]", "Hand(1) + [2]", given="let Deck be Stack\nlet Hand be Series\n") == [
        "Stack(1, 2)",
        "[1, 2]",
    ]


def test_a_collection_is_repeated_by_a_number_on_either_side() -> None:
    assert values("2 * [1, 2]", "[1] * 3", "[1] * 0", "-1 * [1]", "2 * Stack('a')") == [
        "[1, 2, 1, 2]",
        "[1, 1, 1]",
        "[]",
        "[]",
        "Stack('a', 'a')",
    ]


def test_ranges_join_and_repeat_as_series() -> None:
    assert values("1..3 + ['x']", "['A'] + 2..4", "2 * 1..2", "'a'..'c' + []") == [
        "[1, 2, 3, 'x']",
        "['A', 2, 3, 4]",
        "[1, 2, 1, 2]",
        "['a', 'b', 'c']",
    ]


def test_bitwise_operators_work_on_ints() -> None:
    assert values("6 & 3", "6 | 3", "6 ^ 3", "~5") == ["2", "7", "5", "-6"]


def test_bitwise_operators_refuse_everything_else() -> None:
    assert failure("x = 1.5 & 1").kind == "type"
    assert "`~` needs an int, not string" in failure("x = ~'a'").message


def test_equality_never_fails_and_different_kinds_are_unequal() -> None:
    assert values("1 == 'a'", "None == 0", "True == 1", "'1' == 1", "[] == None", "1 != 'a'") == [
        "False",
        "False",
        "False",
        "False",
        "False",
        "True",
    ]


def test_an_int_equals_a_float_of_the_same_value() -> None:
    assert values("1 == 1.0", "[1] == [1.0]", "1 != 1.5", "2 in [2.0]") == ["True", "True", "True", "True"]


def test_objects_are_equal_when_they_are_the_same() -> None:
    assert printed("""
        a = Card(1)
        b = Card(1)
        print(a == b)
        print(a == a)
        print(a in [b])
        print(a in [b, a])
    let Card(n) be Object with:
        n: n
    """) == ["False", "True", "False", "True"]


def test_collections_are_compared_element_by_element() -> None:
    assert values("[1, 2] == [1, 2]", "[1, [2]] == [1, [2]]", "[1] == [1, 2]", "[1] == Stack(1)", "[1] is [1]") == [
        "True",
        "True",
        "False",
        "True",
        "False",
    ]


def test_ranges_are_equal_when_they_hold_the_same() -> None:
    assert values("1..3 == 1...4", "1..3 == 1..4", "5..1 == 3..2", "1..3 in [1...4]") == [
        "True",
        "False",
        "True",
        "True",
    ]


def test_order_needs_two_numbers_or_two_strings() -> None:
    assert values("1 < 2.5", "'a' < 'b'", "2 >= 2", "'b' <= 'a'") == ["True", "True", "True", "False"]
    assert "cannot compare int with string" in failure("x = 1 < 'a'").message
    assert failure("x = [1] < [2]").kind == "type"


def test_comparisons_chain_and_evaluate_each_operand_once() -> None:
    assert printed("""
        print(1 < loud(2) < 3)
        print(3 < loud(2) < loud(9))
        print(1 == 1 == 1 != 2)
    # declarations
    loud(n):
        print(f'loud {n}')
        return n
    """) == ["loud 2", "True", "loud 2", "False", "True"]


def test_in_works_on_strings_collections_and_ranges() -> None:
    assert values("'b' in 'abc'", "2 in [1, 2]", "4 in 1..4", "4 in 1...4", "0.5 in 0.0..1.0", "'c' in 'a'..'z'") == [
        "True",
        "True",
        "True",
        "False",
        "True",
        "True",
    ]
    assert values("'x' not in 'abc'", "2.0 in 1..3", "2.5 in 1..3", "'a' in 1..3") == ["True", "True", "False", "False"]


def test_in_a_string_needs_a_string_and_in_needs_something_to_look_into() -> None:
    assert "`in` needs one, not int" in failure("x = 1 in 'abc'").message
    assert "not into int" in failure("x = 1 in 5").message


def test_is_is_identity_and_for_numbers_and_strings_equality() -> None:
    assert values("1 is 1", "'a' is 'a'", "1 is 1.0", "None is None", "1 is not None", "'a' is not 'b'") == [
        "True",
        "True",
        "False",
        "True",
        "True",
        "True",
    ]


def test_ranges_with_two_dots_have_their_end_and_with_three_have_not() -> None:
    assert values("Series(1..3)", "Series(1...3)", "Series('a'..'c')", "Series('a'...'c')") == [
        "[1, 2, 3]",
        "[1, 2]",
        "['a', 'b', 'c']",
        "['a', 'b']",
    ]


def test_a_range_that_starts_beyond_its_end_is_empty() -> None:
    assert values("Series(3..1)", "Series(1...1)") == ["[]", "[]"]


def test_a_float_range_is_for_random_and_in_only() -> None:
    assert (
        "not Range"
        in failure("""
        for x in 0.0..1.0:
            print(x)
    """).message
    )


def test_a_range_of_other_things_is_a_type_error() -> None:
    error = failure("x = 1..'a'")
    assert error.kind == "type"
    assert "not int and string" in error.message
    assert "single characters" in failure("x = 'ab'..'z'").message


def test_dots_bind_tighter_than_plus_so_the_error_of_a_range_has_a_hint() -> None:
    error = failure("""
        n = 3
        x = 0...n - 1
    """)
    assert error.kind == "type"
    assert "0...(n - 1)" in error.hint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1 + 'a'", "cannot add int and string"),
        ("x = 'a' + None", "cannot add string and None"),
        ("x = 'a' - 'b'", "cannot subtract string from string"),
        ("x = 'a' * 2", "cannot multiply string by int"),
        ("x = [1] / 2", "cannot divide Series by int"),
        ("x = True + 1", "cannot add bool and int"),
        ("x = -'a'", "`-` needs a number, not string"),
    ],
)
def test_operators_say_what_they_cannot_do(text: str, message: str) -> None:
    error = failure(text)
    assert (error.kind, error.message) == ("type", message)


def test_operators_decide_by_the_values_where_types_are_open() -> None:
    assert printed("""
        for pair in [[1, 2], ['a', 'b'], [1.5, 1], [[1], [2]], [2, 0.5]]:
            print(pair[0] + pair[1])
    """) == ["3", "ab", "2.5", "[1, 2]", "2.5"]


def test_an_int_is_made_a_float_where_a_float_is_wanted() -> None:
    assert printed("""
        float x = 1
        print(x)
        print(half(3))
    # declarations
    half(float y): y
    """) == ["1.0", "3.0"]


@pytest.mark.parametrize("type_", ["int", "bool", "string", "Card", "Series", "Range"])
def test_nothing_else_converts(type_: str) -> None:
    error = failure(f"""
        {type_} x = 1.5
    let Card be Object
    """)
    assert (error.kind, error.message) == ("type", f"'x' must be {type_}, not float")


def test_none_is_accepted_for_classes_and_not_for_primitives() -> None:
    assert printed("""
        Card x = None
        Collection y = None
        print(x)
    let Card be Object
    """) == ["None"]
    assert failure("int x = None").message == "'x' must be int, not None"


def test_types_are_checked_when_parameters_are_bound() -> None:
    error = failure("""
        do BET('ten')
    when do BET(int amount):
        pass
    """)
    assert error.message == "'amount' must be int, not string"


def test_types_of_attributes_are_checked_at_creation_and_at_every_assignment() -> None:
    card = "let Card(face) be Object with:\n    bool face: face\nwhen Card card do TURN(how):\n    card.face = how\n"
    assert failure(f"x = Card(1)\n{card}").message == "'face' must be bool, not int"
    assert failure(f"x = Card(True)\nx do TURN('up')\n{card}").message == "'face' must be bool, not string"


def test_elements_are_checked_at_every_insertion_into_a_templated_collection() -> None:
    for text in (
        "x = Deck(1, 'a')",
        "x = Deck()\nx do PUSH_TOP('a')",
        "x = Deck()\nx do PUSH_BOTTOM(1, 'a')",
        "x = Deck(1)\nx do INSERT(0, ['a'])",
        "x = Deck(1)\nx[0] = 'a'",
        "x = Stack<int>(1)\nx do PUSH_TOP('a')",
    ):
        error = failure(f"{text}\nlet Deck be Stack<int>\n")
        assert error.kind == "type"
        assert "must be int, not string" in error.message


def test_a_collection_matches_a_template_when_all_it_holds_now_matches() -> None:
    assert printed("""
        print(count([Card(), Card()]))
        print(count([]))
        print(count(Stack(Card())))
    # declarations
    count(Collection<Card> cards): cards.size()
    let Card be Object
    """) == ["2", "0", "1"]
    error = failure("""
        x = count([Card(), 5])
    # declarations
    count(Collection<Card> cards): cards.size()
    let Card be Object
    """)
    assert error.message == "'cards' must be Collection<Card>, and one of its elements is no Card"


def test_a_collection_of_a_subclass_matches_and_templates_may_nest() -> None:
    assert printed("""
        Series<Series<Card>> rows = [[Ace()], []]
        print(rows.size())
    let Card be Object
    let Ace be Card
    """) == ["2"]


def test_a_typed_name_keeps_its_type() -> None:
    assert failure("int x = 1\nx = 'a'").message == "'x' must be int, not string"


def test_ints_have_64_bits_and_overflow_is_an_error_that_says_so() -> None:
    error = failure(
        """
        x = 9223372036854775807 // 1
        x = x + 1
    """.replace("9223372036854775807", "999999999999999999 * 9 + 223372036854775816")
    )
    assert error.code == "overflow"
    assert "64 bits" in error.hint


def test_division_by_zero_is_an_error() -> None:
    for text in ("x = 1 / 0", "x = 1 // 0", "x = 1 % 0", "x = 1.0 / 0", "x = 1.5 % 0.0", "x = 0.0 ** -1"):
        assert failure(text).code == "zero"
