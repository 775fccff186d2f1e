"""What is built in: section 6 of the digest, one test for each rule and each line of its table."""

from __future__ import annotations

from collections import Counter
from textwrap import dedent

import pytest
from tests.languages.allhandsondeck.running import failure, load, printed, values


def test_print_writes_the_text_and_a_line_end() -> None:
    position = load("print('a')\nprint('b\\n')").start(engine="python")
    assert [told.text for told in position.view(None).log] == ["a\n", "b\n\n"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("12", "12"),
        ("-3", "-3"),
        ("2.0", "2.0"),
        ("1.0e20", "1e+20"),
        ("True", "True"),
        ("None", "None"),
        ("'it is'", "it is"),
        ("['a', 1]", "['a', 1]"),
        ("[\"it's\", 'a\\nb']", "['it\\'s', 'a\\nb']"),
        ("[]", "[]"),
        ("Stack('d', None)", "Stack('d', None)"),
        ("Deck(Card(1, 'C'))", "Deck(Card(rank=1, suit='C'))"),
        ("Card([1], Card(2, True))", "Card(rank=[1], suit=Card(rank=2, suit=True))"),
        ("Object()", "Object()"),
        ("1..9", "1..9"),
        ("1...9", "1...9"),
        ("'a'..'c'", "'a'..'c'"),
        ("[0.5..1]", "[0.5..1.0]"),
        ("Stack<int>(1)", "Stack(1)"),
    ],
)
def test_values_have_their_text(value: str, text: str) -> None:
    card = "let Deck be Stack\nlet Card(rank, suit) be Object with:\n    rank: rank\n    suit: suit\n"
    assert values(value, f"f'<{{{value}}}>'" if "'" not in value and '"' not in value else value, given=card) == [
        text,
        text if "'" in value or '"' in value else f"<{text}>",
    ]


def test_an_object_inside_itself_is_not_written_out_again() -> None:
    assert printed("""
        a = Node()
        do LINK
        print(a)
        x = [1]
        x do PUSH_BACK(x, [x])
        print(x.size())
    let Node be Object with:
        next: None
    when do LINK:
        a.next = a
    """) == ["Node(next=…)", "3"]


def test_input_returns_a_line_as_string() -> None:
    assert printed("x = input()\nprint(x + '!')", " 12 ") == [" 12 !"]


def test_random_is_uniform_over_a_range_of_ints() -> None:
    text = "for 200 times:\n    print(random(1..3))"
    counts = Counter(printed(text, seed=3))
    assert set(counts) == {"1", "2", "3"} and min(counts.values()) > 40
    assert set(printed("for 60 times:\n    print(random(0...2))")) == {"0", "1"}


def test_random_of_floats_is_a_float_between_the_ends() -> None:
    found = [float(line) for line in printed("for 50 times:\n    print(random(1.5..2))")]
    assert all(1.5 <= number <= 2 for number in found) and len(set(found)) == 50


def test_random_of_characters_is_a_character() -> None:
    assert set(printed("for 60 times:\n    print(random('a'..'c'))")) == {"a", "b", "c"}


def test_random_of_an_empty_range_and_of_anything_else_is_an_error() -> None:
    assert failure("x = random(1...1)").message == "nothing can be drawn from an empty range"
    assert failure("x = random(5)").message == "random needs a Range or a collection, not int"


def test_random_of_a_collection_is_one_of_its_elements() -> None:
    counts = Counter(printed("for 300 times:\n    print(random(['a', 'b', 'c']))"))
    assert set(counts) == {"a", "b", "c"} and min(counts.values()) > 60
    assert printed("pile = Stack(7)\nint n = random(pile)\nprint(n + 1)\nprint(pile)") == ["8", "Stack(7)"]
    assert failure("x = random([])").message == "there is nothing to draw from: what random is given is empty"


def test_random_of_a_collection_is_the_same_in_both_engines() -> None:
    game = load("x = [1..3]\nfor 5 times:\n    print(random([3, 'a', 2.5, x]))")
    logs = [[told.text for told in game.start(7, engine=engine).view(None).log] for engine in ("python", "native")]
    assert logs[0] == logs[1] and len(logs[0]) == 5


CARDS = "let Card(rank, suit) be Object with:\n    rank: rank\n    suit: suit\n"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("[3, 1, 2].sorted()", "[1, 2, 3]"),
        ("[3, 0.5, 2].sorted()", "[0.5, 2, 3]"),
        ("['pear', 'Fig', 'apple'].sorted()", "['Fig', 'apple', 'pear']"),
        ("Stack(2, 1).sorted()", "Stack(1, 2)"),
        ("[].sorted()", "[]"),
        ("[5, 6, 7].sorted(3, 1, 2)", "[6, 7, 5]"),
        ("['a', 'b', 'c', 'd'].sorted([1, 0], 1, 0)", "['b', 'd', 'a', 'c']"),
    ],
)
def test_a_collection_is_sorted_by_itself_or_by_keys(value: str, text: str) -> None:
    assert values(value) == [text]


def test_sorting_by_an_attribute_is_stable_and_happens_in_place() -> None:
    program = """
        hand = Series(Card(3, 'H'), Card(1, 'S'), Card(3, 'C'), Card(2, 'D'), Card(1, 'D'))
        print(hand.sorted(card.rank for card in hand).size())
        hand do SORT(card.suit for card in hand)
        print([card.suit for card in hand])
        hand do SORT(card.rank for card in hand)
        print([f'{card.rank}{card.suit}' for card in hand])
        hand do SORT(-card.rank for card in hand)
        print([f'{card.rank}{card.suit}' for card in hand])
    """
    assert printed(dedent(program) + CARDS) == [
        "5",
        "['C', 'D', 'D', 'H', 'S']",
        "['1D', '1S', '2D', '3C', '3H']",
        "['3C', '3H', '2D', '1D', '1S']",
    ]


def test_what_has_no_order_is_an_error_that_says_what_to_give() -> None:
    cards = failure(f"x = [Card(1, 'C'), Card(2, 'C')]\nx do SORT\n{CARDS}")
    assert cards.message == "SORT cannot put Card and Card in order: give it a number or a text for each element"
    assert failure("x = [1, 'a']\nx do SORT").message.startswith("SORT cannot put string and int in order")
    counted = failure("x = [1, 2]\nx do SORT(1)")
    assert counted.message == "SORT wants a key for each element: there are 2 elements and 1 keys"


def test_an_elements_argument_is_spread_one_level() -> None:
    assert values("Series(1, [2, [3]], 4..5, x for x in 6..7)", "Series([[1, 2]])", "Series('abc')") == [
        "[1, 2, [3], 4, 5, 6, 7]",
        "[[1, 2]]",
        "['abc']",
    ]


def test_an_elements_argument_of_unknown_type_is_spread_by_what_it_is() -> None:
    assert printed("""
        for x in [1, [2, 3], 4..5, 'ab', None]:
            print(Series(x, 9))
    """) == ["[1, 9]", "[2, 3, 9]", "[4, 5, 9]", "['ab', 9]", "[None, 9]"]


def test_shuffle_changes_the_order_in_place_and_returns_none() -> None:
    lines = printed("x = Series(1..20)\nprint(x do SHUFFLE)\nprint(x)\nprint(x.size())", seed=1)
    assert lines[0] == "None" and lines[2] == "20"
    numbers = [int(word) for word in lines[1].strip("[]").split(", ")]
    assert numbers != list(range(1, 21)) and sorted(numbers) == list(range(1, 21))


def test_insert_puts_elements_before_an_index_in_order() -> None:
    for index, result in (
        (0, "['x', 'y', 1, 2]"),
        (1, "[1, 'x', 'y', 2]"),
        (2, "[1, 2, 'x', 'y']"),
        (-1, "[1, 'x', 'y', 2]"),
    ):
        assert printed(f"x = [1, 2]\nprint(x do INSERT({index}, 'x', ['y']))\nprint(x)") == ["None", result]
    assert "elements go before 0 to 2" in failure("x = [1, 2]\nx do INSERT(3, 'x')").message
    assert failure("x = [1, 2]\nx do INSERT(-3, 'x')").code == "index"


def test_delete_takes_out_one_element_or_a_slice() -> None:
    assert printed("""
        x = Series(1..6)
        print(x do DELETE(0))
        print(x do DELETE(-1))
        print(x do DELETE(1:3))
        print(x)
        y = Stack(1..6)
        print(y do DELETE(::2))
        print(y do DELETE(::-1))
        print(y)
    """) == ["1", "6", "[3, 4]", "[2, 5]", "[1, 3, 5]", "[6, 4, 2]", "Stack()"]


def test_clear_empties_and_returns_a_copy_of_the_same_class() -> None:
    assert printed("d = Deck(1, 2)\nc = d do CLEAR\nprint(c)\nprint(d)\nlet Deck be Stack\n") == [
        "Deck(1, 2)",
        "Deck()",
    ]


def test_copy_and_shuffled_are_shallow_copies_with_attributes() -> None:
    assert printed("""
        h = Hand('Ada')
        h do PUSH_BACK(Card(), Card())
        c = h.copy()
        s = h.shuffled()
        h do CLEAR
        c[0] do FLIP
        print(c)
        print(c.owner)
        print(s.size())
        print(s.owner)
    let Hand(owner) be Series with:
        owner: owner
    let Card be Object with:
        up: False
    when Card card do FLIP:
        card.up = True
    """) == ["Hand(Card(up=True), Card(up=False))", "Ada", "2", "Ada"]


def test_size_and_empty() -> None:
    assert values("[].size()", "[].empty()", "Stack(1, 2).size()", "Stack(1).empty()") == ["0", "True", "2", "False"]


def test_push_top_puts_one_after_the_other_so_the_last_is_on_top() -> None:
    assert printed("x = Stack('a')\nx do PUSH_TOP('b', ['c', 'd'])\nprint(x)\nx do PUSH_TOP('e')\nprint(x.top())") == [
        "Stack('d', 'c', 'b', 'a')",
        "e",
    ]


def test_push_bottom_keeps_the_order() -> None:
    assert printed("x = Stack('a')\nx do PUSH_BOTTOM('b', ['c', 'd'])\nprint(x)") == ["Stack('a', 'b', 'c', 'd')"]


def test_a_collection_may_be_pushed_into_itself() -> None:
    assert printed("x = Stack(1, 2)\nx do PUSH_TOP(x)\nprint(x)\nx do PUSH_BOTTOM(x)\nprint(x.size())") == [
        "Stack(2, 1, 1, 2)",
        "8",
    ]


def test_pop_gives_the_element_or_a_series_in_popping_order() -> None:
    assert printed("""
        x = Stack(1..9)
        print(x do POP_TOP)
        print(x do POP_TOP(2))
        print(x do POP_TOP(1))
        print(x do POP_BOTTOM)
        print(x do POP_BOTTOM(num = 2))
        print(x do POP_TOP(0))
        print(x)
    """) == ["1", "[2, 3]", "[4]", "9", "[8, 7]", "[]", "Stack(5, 6)"]


def test_top_and_bottom_only_look() -> None:
    assert printed("""
        x = Stack('d', 'e', 'f', 'g')
        print(x.top())
        print(x.top(2))
        print(x.bottom())
        print(x.bottom(3))
        print(x.size())
    """) == ["d", "['d', 'e']", "g", "['g', 'f', 'e']", "4"]


def test_series_do_the_same_with_front_and_back() -> None:
    assert printed("""
        x = [1]
        x do PUSH_FRONT(2, 3)
        x do PUSH_BACK(4, 5)
        print(x)
        print(x.front())
        print(x.back(2))
        print(x do POP_FRONT)
        print(x do POP_BACK(2))
        print(x do POP_FRONT(1))
        print(x do POP_BACK)
        print(x)
    """) == ["[3, 2, 1, 4, 5]", "3", "[5, 4]", "3", "[5, 4]", "[2]", "1", "[]"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = Deck()\ny = x do POP_TOP", "cannot take 1 of 0 elements: the Deck is empty"),
        ("x = Deck(1)\ny = x do POP_TOP(2)", "cannot take 2 of 1 elements"),
        ("x = Deck(1)\ny = x do POP_BOTTOM(5)", "cannot take 5 of 1 elements"),
        ("x = Deck()\ny = x.top()", "cannot take 1 of 0 elements"),
        ("x = Deck(1)\ny = x.bottom(2)", "cannot take 2 of 1 elements"),
        ("x = []\ny = x do POP_BACK", "cannot take 1 of 0 elements: the Series is empty"),
        ("x = [1]\ny = x do POP_BACK(-1)", "cannot take -1 elements"),
    ],
)
def test_taking_more_than_there_is_gives_both_numbers_and_changes_nothing(text: str, words: str) -> None:
    assert words in failure(f"{text}\nlet Deck be Stack\n").message


def test_negative_indexes_count_from_the_end() -> None:
    assert values("[1, 2, 3][-1]", "Stack(1, 2)[-2]", "'abc'[-1]", "'abc'[0]") == ["3", "1", "c", "a"]


def test_an_index_out_of_range_gives_index_and_size() -> None:
    for text in ("x = [1, 2]\ny = x[2]", "x = [1, 2]\nn = 2\ny = x[n]"):
        error = failure(text)
        assert error.code == "index" and "2" in error.message
    assert "index -3 is outside: there are 2 elements" in failure("x = [1, 2]\nn = -3\ny = x[n]").message


def test_an_index_must_be_an_int() -> None:
    assert failure("x = [1]\ny = x['a']").message == "an index must be int, not string"
    assert "int has no elements" in failure("x = 5\ny = x[0]").message


SLICES = ["1:3", ":2", "2:", ":", "::2", "::-1", "-2:", ":-1", "3:1", "3:0:-1", "9:", ":99", "-99:2", "::-2", "1:1"]


@pytest.mark.parametrize("cut", SLICES)
def test_slices_follow_python(cut: str) -> None:
    part = slice(*(int(bound) if bound else None for bound in cut.split(":")))
    expected = [1, 2, 3, 4, 5][part], "abcde"[part]
    lines = printed(f"x = [1, 2, 3, 4, 5]\nprint(x[{cut}])\ny = 'abcde'\nprint(y[{cut}])\nprint(Stack(x)[{cut}])")
    assert lines == [str(expected[0]), expected[1], f"Stack({', '.join(map(str, expected[0]))})"]


def test_a_step_of_zero_is_an_error() -> None:
    assert "cannot be 0" in failure("x = [1][::0]").message


def test_elements_can_be_assigned() -> None:
    assert printed("x = [1, 2, 3]\nx[0] = 9\nx[-1] += 5\nprint(x)") == ["[9, 2, 8]"]
    assert "cannot be changed" in failure("x = 'abc'\nx[0] = 'z'").message
