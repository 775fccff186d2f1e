"""Calls and dispatch: section 5 of the digest, one test for each rule."""

from __future__ import annotations

import pytest
from tests.languages.allhandsondeck.running import codes, failure, printed, the_error

CARD = """
let Card(rank, suit) be Object with:
    rank: rank
    suit: suit
"""


def test_positional_arguments_come_first_then_named_ones() -> None:
    assert printed(f"""
x = Card(1, suit = 'C')
y = Card(suit = 'D', rank = 2)
print(x)
print(y)
{CARD}""") == ["Card(rank=1, suit='C')", "Card(rank=2, suit='D')"]


def test_named_arguments_are_computed_in_the_order_in_which_they_are_written() -> None:
    assert printed(f"""
x = Card(suit = loud('suit'), rank = loud('rank'))
# declarations
loud(what):
    print(what)
    return what
{CARD}""") == ["suit", "rank"]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("Card(1)", "2 arguments wanted, 1 given"),
        ("Card(1, 2, 3)", "2 arguments wanted, 3 given"),
        ("Card()", "'rank', 'suit' missing"),
        ("Card(1, rank = 2)", "'rank' is given twice"),
        ("Card(1, color = 2)", "there is no parameter 'color'"),
        ("match(1)", "2 arguments wanted, 1 given"),
        ("match(1, 2, b = 3)", "'b' is given twice"),
        ("Object(1)", "no arguments wanted, 1 given"),
        ("Stack(num = 1)", "there is no parameter 'num'"),
        ("print(1, 2)", "1 argument wanted, 2 given"),
        ("input(1, 2)", "at most 1 argument wanted, 2 given"),
        ("random()", "1 argument wanted, 0 given"),
        ("Stack().top(1, 2)", "1 argument wanted, 2 given"),
        ("Stack().size(1)", "no arguments wanted, 1 given"),
        ("do ROUND(1)", "no arguments wanted, 1 given"),
        ("Stack() do POP_TOP(1, 2)", "1 argument wanted, 2 given"),
        ("Stack() do INSERT", "1 argument wanted, 0 given"),
    ],
)
def test_arguments_that_do_not_fit_are_errors_that_give_both_counts(call: str, words: str) -> None:
    error = the_error(f"x = {call}\n# declarations\nmatch(a, b): a == b\nwhen do ROUND:\n    pass\n{CARD}")
    assert error.code == "AH127"
    assert words in error.title


def test_do_without_receiver_runs_the_action_declared_without_one() -> None:
    assert printed("""
        do FLIP
        5 do FLIP
    when do FLIP:
        print('nobody')
    when int n do FLIP:
        print(n)
    """) == ["nobody", "5"]


def test_the_nearest_class_decides() -> None:
    assert printed("""
        for x in [Ace(), King(), Card(), Object()]:
            x do SHOW
    let Card be Object
    let King be Card
    let Ace be King
    when Object o do SHOW:
        print('object')
    when Card card do SHOW:
        print('card')
    when King king do SHOW:
        print('king')
    """) == ["king", "king", "card", "object"]


def test_a_template_comes_before_the_class_alone() -> None:
    assert printed("""
        for x in [[1], ['a'], [], Stack(1), [[1]]]:
            x do SHOW
    when Collection c do SHOW:
        print('collection')
    when Series<int> s do SHOW:
        print('ints')
    when Series s do SHOW:
        print('series')
    """) == ["ints", "series", "ints", "collection", "series"]


def test_distance_comes_before_templates() -> None:
    assert printed("""
        x = Deck(1)
        x do SHOW
    let Deck be Stack<int>
    when Stack<int> s do SHOW:
        print('stack of ints')
    when Deck deck do SHOW:
        print('deck')
    """) == ["deck"]


def test_what_fits_equally_well_is_an_error() -> None:
    text = """
        for x in [{}]:
            x do SHOW
    when Series<int> s do SHOW:
        print('ints')
    when Series<string> s do SHOW:
        print('strings')
    """
    assert printed(text.format("[1], ['a']")) == ["ints", "strings"]
    error = failure(text.format("[1], []"))
    assert error.kind == "type"
    assert "more than one SHOW fits this Series equally well" in error.message


def test_a_user_action_replaces_the_built_in_one_for_its_class_only() -> None:
    assert printed("""
        deck = Deck(1, 2)
        pile = Stack(1)
        deck do SHUFFLE
        pile do SHUFFLE
        deck do CLEAR
        print(deck)
    let Deck be Stack
    when Deck deck do SHUFFLE:
        print('mine')
    """) == ["mine", "Deck()"]


def test_what_nobody_can_do_is_a_type_error() -> None:
    for value, kind in (("5", "int"), ("None", "None"), ("[1]", "Series"), ("'a'", "string"), ("1..2", "Range")):
        error = failure(f"x = {value}\nx do FLIP\n{CARD}when Card card do FLIP:\n    pass\n")
        assert (error.kind, error.message.replace("`x` is None, where a value is needed", "None cannot do FLIP")) == (
            "type",
            f"{kind} cannot do FLIP",
        )


def test_a_series_cannot_do_what_a_stack_does() -> None:
    assert failure("x = [1]\nx do PUSH_TOP(2)").message == "Series cannot do PUSH_TOP"
    assert failure("x = Stack(1)\ny = x.front()").message == "Stack has no helper front"


def test_a_duplicate_action_is_an_error() -> None:
    error = the_error("when do TEST2:\n    pass\nwhen do TEST2:\n    pass\nmain:\n    do TEST2\n")
    assert (error.code, error.span.line, error.labels[1].span.line) == ("AH102", 3, 1)
    assert (
        the_error("""
    main:
        pass
    when Card c do X:
        pass
    when Card d do X(n):
        pass
    let Card be Object
    """).code
        == "AH102"
    )


def test_actions_of_the_same_name_with_other_receivers_are_fine() -> None:
    assert (
        codes("""
    main:
        pass
    when Card c do X:
        pass
    when Collection<Card> d do X(n):
        pass
    when do X:
        pass
    let Card be Object
    """)
        == []
    )


def test_unknown_actions_helpers_and_classes_are_errors() -> None:
    assert codes("do FLIPP\nx = topp()\ny = Carrd()\nz = y.topp()\n") == ["AH121", "AH122", "AH109", "AH122"]


def test_a_missing_or_superfluous_receiver_is_an_error() -> None:
    assert the_error("do FLIP\nwhen Card c do FLIP:\n    pass\nlet Card be Object\n").code == "AH125"
    assert the_error("do SHUFFLE").code == "AH125"
    assert the_error("5 do ROUND\nwhen do ROUND:\n    pass\n").code == "AH126"


def test_an_action_returns_the_value_of_return_or_none() -> None:
    assert printed("""
        print(do TWICE(4))
        print(do NOTHING)
        print(do MAYBE(False))
    when do TWICE(n):
        return n * 2
    when do NOTHING:
        pass
    when do MAYBE(what):
        if what:
            return 1
    """) == ["8", "None", "None"]


def test_a_chain_of_acts_does_the_next_on_what_the_first_returned() -> None:
    assert printed("""
        deck = Stack(Card(), Card())
        deck do POP_TOP do FLIP
        print(deck do POP_TOP(1) do CLEAR)
    let Card be Object with:
        up: False
    when Card card do FLIP:
        print('flip')
    """) == ["flip", "[Card(up=False)]"]


def test_a_class_without_parameters_takes_the_arguments_of_its_super_class() -> None:
    assert printed(f"""
a = Ace(1, 'S')
d = Deck(1, 2..3)
print(a)
print(d)
let Ace be Card
let Deck be Stack
{CARD}""") == ["Ace(rank=1, suit='S')", "Deck(1, 2, 3)"]


def test_a_class_with_parameters_computes_the_super_arguments_from_them() -> None:
    assert printed(f"""
a = Ace('S')
d = Deck(3)
h = Hand('Ada')
print(a)
print(d)
print(h)
print(h.owner)
let Ace(suit) be Card(1, suit)
let Deck(n) be Stack(i * i for i in 1..n)
let Hand(owner) be Series with:
    owner: owner
{CARD}""") == ["Ace(rank=1, suit='S')", "Deck(1, 4, 9)", "Hand()", "Ada"]


def test_super_arguments_that_do_not_fit_are_an_error() -> None:
    assert the_error(f"x = 1\nlet Ace(suit) be Card(suit)\n{CARD}").code == "AH127"
    assert the_error(f"x = 1\nlet Ace(suit) be Card\n{CARD}").code == "AH127"


def test_an_action_without_receiver_never_inherits_one() -> None:
    assert (
        the_error("""
        ada = Player()
        ada do PLAY
    let Player be Actor with:
        chips: 1
    when Player player do PLAY:
        do PAY
    when do PAY:
        player.chips = 0
    """).code
        == "AH120"
    )


def test_the_collection_class_itself_is_virtual() -> None:
    assert the_error("x = Collection()").code == "AH128"
    assert printed("x = Pile(1)\nx do INSERT(0, 2)\nprint(x)\nlet Pile be Collection\n") == ["Pile(2, 1)"]


def test_recursion_works_and_has_its_limit() -> None:
    assert printed(
        "print(fac(10))\n# declarations\nfac(n):\n    if n < 2:\n        return 1\n    return n * fac(n - 1)\n"
    ) == ["3628800"]
    error = failure("print(down(1))\n# declarations\ndown(n): down(n + 1) + 1\n")
    assert (error.kind, error.code) == ("budget", "depth")
