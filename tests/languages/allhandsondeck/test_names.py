"""Names and scopes: section 4 of the digest, one test for each rule."""

from __future__ import annotations

from tests.languages.allhandsondeck.running import codes, failure, found, printed, the_error


def test_a_bare_assignment_in_an_action_makes_game_state_that_everybody_sees() -> None:
    assert printed("""
        main:
            do SET(5)
            print(pot)
            do MORE
            print(double())
        when do SET(n):
            pot = n
        when do MORE:
            pot += 1
        double(): pot * 2
    """) == ["5", "12"]


def test_parameters_receivers_loop_variables_and_declared_names_are_locals() -> None:
    assert printed("""
        main:
            do SET
            p do CHANGE(1)
            print(x)
            print(p.name)
        when do SET:
            x = 'state'
            p = Player('Ada')
        when Player p do CHANGE(x):
            x = 2
            for y in 1..3:
                y = y * 2
            int z = 7
            z += 1
            p = None
        let Player(name) be Actor with:
            name: name
    """) == ["state", "Ada"]


def test_the_variable_of_a_comprehension_belongs_to_it_alone() -> None:
    assert printed("""
        i = 'state'
        x = [i for i in 1..2]
        print(i)
        print(x)
    """) == ["state", "[1, 2]"]


def test_a_bare_assignment_in_a_helper_makes_a_local() -> None:
    assert printed("""
        main:
            print(total(3))
            print(total(4))
        total(n):
            sum = 0
            for i in 1..n:
                sum += i
            return sum
    """) == ["6", "10"]


def test_a_helper_reads_a_constructor_parameter_that_no_attribute_hides() -> None:
    assert printed("""
        box = Box(2, 3)
        print(box.area())
        print(box)
    let Box(w, h) be Object with:
        label: 'box'
        area(): w * h
    """) == ["6", "Box(label='box')"]


def test_constructor_parameters_come_before_attributes_in_attribute_values() -> None:
    assert printed("""
        a = Pair(1)
        print(a)
    let Pair(x) be Object with:
        first: x
        x: x + 1
        second: x
    """) == ["Pair(first=1, x=2, second=1)"]


def test_attribute_values_see_the_attributes_before_them_and_inherited_ones() -> None:
    assert printed("""
        a = Child(2)
        print(a)
    let Parent(n) be Object with:
        base: n * 10
    let Child(m) be Parent(m + 1) with:
        twice: base * 2
        thrice: twice + base
    """) == ["Child(base=30, twice=60, thrice=90)"]


def test_attribute_values_are_computed_anew_for_each_object() -> None:
    assert printed("""
        a = Player()
        b = Player()
        a.hand do PUSH_BACK(1)
        print(b.hand)
    let Player be Actor with:
        hand: []
    """) == ["[]"]


def test_an_attribute_block_runs_once_and_its_return_is_the_value() -> None:
    assert printed("""
        a = Dice(3)
        print(a.total)
        print(a.total)
    let Dice(n) be Object with:
        total:
            print('computed')
            sum = 0
            for i in 1..n:
                sum += i
            return sum
    """) == ["computed", "6", "6"]


def test_attribute_values_may_call_the_objects_own_helpers() -> None:
    assert printed("""
        a = Box(2)
        print(a.area)
    let Box(w) be Object with:
        width: w
        area: squared()
        squared(): width * width
    """) == ["4"]


def test_an_attribute_that_is_read_too_early_has_no_value_yet() -> None:
    error = failure("""
        a = Box()
    let Box be Object with:
        area: squared()
        width: 2
        squared(): width * width
    """)
    assert error.message == "'width' has no value yet"


def test_a_call_means_own_helpers_first_then_those_of_the_program() -> None:
    assert printed("""
        a = Thing()
        print(a.who())
        print(name())
        h = Hand(1)
        print(h.uno())
    # declarations
    name(): 'program'
    size(): 'not this one'
    let Thing be Object with:
        name(): 'own'
        who(): name()
    let Hand be Series with:
        uno(): size() == 1
    """) == ["own", "program", "True"]


def test_a_program_may_have_its_own_print() -> None:
    assert printed("""
        x = random(5)
        print(x)
    # declarations
    random(n): n + 1
    """) == ["6"]


def test_there_is_no_self() -> None:
    error = the_error("""
        x = 1
    let Box(w) be Object with:
        w: w
        twice(): self.w * 2
    """)
    assert error.code == "AH120"
    assert "no self" in error.hint


def test_helpers_must_not_change_state() -> None:
    helpers = {
        "do FLIP": "no do",
        "card.up = True": "no attribute",
        "cards[0] = 1": "no element",
        "pot = 1": "no game state",
        "pot += 1": "no game state",
        "x = [card do FLIP]": "no do in an expression",
    }
    for statement in helpers:
        error = the_error(f"""
        main:
            do SET
            print(change(None, []))
        when do SET:
            pot = 0
        when do FLIP:
            pot = 1
        when Card card do FLIP:
            card.up = False
        let Card be Object with:
            up: False
        change(card, cards):
            {statement}
            return 1
        """)
        assert error.code == "AH140", statement


def test_helpers_of_a_class_must_not_change_its_attributes() -> None:
    error = the_error("""
        x = 1
    let Square(side) be Object with:
        side: side
        area(): side * side
        modify_side(new_side):
            side = new_side
            return side
    """)
    assert error.code == "AH140"
    assert "the attribute 'side'" in error.title


def test_the_value_of_an_attribute_must_not_change_state_either() -> None:
    assert (
        codes("""
        pot = 1
        do TEST
    let Box be Object with:
        a:
            pot = 2
            return 1
        b: [deck do POP_TOP for i in 1..2]
    """).count("AH140")
        == 2
    )


def test_helpers_may_make_objects_print_ask_and_draw() -> None:
    assert printed(
        """
        print(busy())
    # declarations
    busy():
        print('busy')
        x = Series(1, random(2..2))
        name = input()
        return f'{name} {x}'
    """,
        "Ada",
    ) == ["busy", "Ada [1, 2]"]


def test_a_helper_that_may_end_without_a_value_is_a_warning_and_strictly_an_error() -> None:
    text = """
    main:
        print(sign(1))
    sign(n):
        if n > 0:
            return 1
    """
    assert [(item.code, item.severity) for item in found(text)] == [("AH145", "warning")]
    assert [item.severity for item in found(text, strict=True)] == ["error"]
    assert printed(text.replace("sign(1)", "sign(-1)")) == ["None"]


def test_a_helper_that_always_returns_a_value_is_fine() -> None:
    assert (
        codes("""
    main:
        print(sign(1))
    sign(n):
        while True:
            if n > 0:
                return 1
            elif n < 0:
                return -1
            else:
                return 0
    """)
        == []
    )


def test_an_object_may_only_change_itself() -> None:
    for statement in ("pot = 1", "other.up = True", "do RESET", "other do FLIP", "deck do SHUFFLE", "card = other"):
        error = the_error(f"""
        main:
            do RESET
        when do RESET:
            pot = 0
            other = Card()
            deck = Stack()
        when Card card do FLIP:
            {statement}
        let Card be Object with:
            up: False
        """)
        assert error.code == "AH141", statement
        assert error.title == "an Object may only change itself: Card is not an Actor"


def test_an_object_may_change_what_is_reached_from_it_also_by_loops() -> None:
    assert printed("""
        cards = Pile(Card(), Card())
        cards do FLIP
        print(cards)
    let Card be Object with:
        up: False
    let Pile be Stack<Card>
    when Card card do FLIP:
        card.up = not card.up
    when Collection<Card> cards do FLIP:
        for card in cards:
            card do FLIP
        cards[0] do FLIP
        cards do SHUFFLE
        int n = 1
        n += 1
        cards.top().up = False
    """)[0].startswith("Pile(Card(up=")


def test_an_actor_may_change_everything() -> None:
    assert (
        codes("""
        ada = Player()
        pot = 0
        ada do BET(5)
    let Player be Actor with:
        chips: 10
    when Player player do BET(int amount):
        player.chips -= amount
        pot += amount
        do TEST
    """)
        == []
    )


def test_an_assignment_in_main_is_tolerated_with_a_warning_and_strictly_an_error() -> None:
    text = """
    main:
        deck = Stack(1)
        for i in 1..2:
            int n = i
        print(deck)
    """
    assert [(item.code, item.severity) for item in found(text)] == [("AH143", "warning")]
    assert [item.severity for item in found(text, strict=True)] == ["error"]
    assert printed(text) == ["Stack(1)"]


def test_main_cannot_return() -> None:
    assert the_error("main:\n    return 1\n").code == "AH144"


def test_a_name_that_is_assigned_nowhere_is_undeclared() -> None:
    error = the_error("""
        pot = 1
        print(pott)
    """)
    assert (error.code, error.title, error.hint) == ("AH120", "undeclared identifier 'pott'", "Did you mean pot?")


def test_a_name_that_has_no_value_yet_is_an_error_when_it_is_read() -> None:
    assert (
        failure("""
        main:
            print(pot)
            do SET
        when do SET:
            pot = 1
    """).message
        == "'pot' has no value yet"
    )
    assert failure("int x\nprint(x)").message == "'x' has no value yet"
    assert (
        failure("""
        if 1 == 2:
            int x = 1
        print(x)
    """).message
        == "'x' has no value yet"
    )


def test_unknown_names_are_found_in_code_that_never_runs() -> None:
    assert codes("""
        if False:
            print(nobody)
            do NOTHING
            x = nothing()
            y = Nothing()
            z = x.nowhere
    """) == ["AH120", "AH121", "AH122", "AH109", "AH123"]


def test_a_name_may_not_be_declared_with_two_types_nor_like_a_parameter() -> None:
    assert the_error("int x = 1\nfloat x = 2.0").code == "AH129"
    assert (
        the_error("""
        do BET(1)
    when do BET(amount):
        int amount = 2
    """).code
        == "AH129"
    )
