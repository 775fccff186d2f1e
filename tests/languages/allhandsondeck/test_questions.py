"""Which answers are possible: section 10 of the digest, and what is typed at a question."""

from __future__ import annotations

from textwrap import dedent

import pytest
from tests.languages.allhandsondeck.running import failure, load, play, printed

import parlour
from parlour.game.position import Position, Status


def legal(position: Position) -> list[str]:
    return [option.label for option in position.legal(position.questions[0])]


PLAYERS = """
main:
    do INIT
    for player in players:
        player do TURN
when do INIT:
    players = [Player('Ada'), Player('Ben')]
let Player(name) be Actor with:
    name: name
    hand: [7, 8, 9]
"""


def test_the_nearest_actor_is_asked_and_its_name_labels_the_seat() -> None:
    position = play(
        PLAYERS
        + """
when Player player do TURN:
    print(f'{player.name}, your turn')
    do ASK
when do ASK:
    x = ask_by_helper()
ask_by_helper():
    y = input()
    return y
"""
    )
    assert [seat.name for seat in position.seats] == ["Ada", "Ben"]
    assert position.questions[0].seat == 0
    assert position.questions[0].prompt == "Ada, your turn\n"
    position.answer(position.questions[0], "x")
    assert position.questions[0].seat == 1
    assert position.questions[0].prompt == "Ben, your turn\n"


def test_an_object_between_does_not_hide_the_actor() -> None:
    position = play(
        PLAYERS
        + """
when Player player do TURN:
    player.hand do CHOOSE
when Series hand do CHOOSE:
    string x = input()
"""
    )
    assert position.questions[0].seat == 0


def test_without_an_actor_nobody_in_particular_is_asked() -> None:
    assert play("x = input()").questions[0].seat is None


def test_a_question_while_an_object_is_made_goes_to_the_one_who_makes_it() -> None:
    position = play(
        PLAYERS
        + """
when Player player do TURN:
    card = Card()
    print(card.wish)
let Card be Object with:
    wish: input()
""",
        "red",
    )
    assert position.questions[0].seat == 1


def test_actors_that_nobody_asks_have_no_seat() -> None:
    position = play(
        PLAYERS.replace("players = [", "dealer = Dealer()\n    players = [")
        + """
when Player player do TURN:
    x = input()
when Dealer dealer do DEAL:
    pass
let Dealer be Actor with:
    name: 'Dealer'
"""
    )
    assert [seat.name for seat in position.seats] == ["Ada", "Ben"]


def test_in_a_game_without_questions_every_actor_has_a_seat() -> None:
    position = play("x = Player()\ny = Player()\nlet Player be Actor\n")
    assert [seat.name for seat in position.seats] == ["Player 1", "Player 2"]


def test_seats_of_the_same_name_are_told_apart() -> None:
    position = play("x = Player('Ada')\ny = Player('Ada')\nlet Player(name) be Actor with:\n    name: name\n")
    assert [seat.name for seat in position.seats] == ["Ada", "Ada 2"]


def test_the_prompt_is_what_was_printed_since_the_last_question() -> None:
    position = play("print('one')\nx = input()\nprint('two')\nprint('three')\ny = input()")
    assert position.questions[0].prompt == "one\n"
    position.answer(position.questions[0], "x")
    assert position.questions[0].prompt == "two\nthree\n"


@pytest.mark.parametrize(
    ("type_", "wrong", "right", "shown"),
    [
        ("int", "two", "12", "12"),
        ("float", "x", "2", "2.0"),
        ("float", "1e", ".5", "0.5"),
        ("bool", "yes", "True", "True"),
    ],
)
def test_a_typed_declaration_asks_until_the_line_is_one(type_: str, wrong: str, right: str, shown: str) -> None:
    text = f"{type_} x = input()\nprint(x)"
    position = play(text)
    refused = position.read_answer(position.questions[0], wrong)
    assert isinstance(refused, parlour.Refused)
    assert refused.message == f"'{wrong}' is not a valid {type_}"
    assert printed(text, right) == [shown]


def test_bool_gives_true_and_false() -> None:
    assert legal(play("bool x = input()\nprint(x)")) == ["True", "False"]


def test_an_int_that_becomes_an_index_gives_the_indexes_also_through_parameters() -> None:
    text = (
        PLAYERS
        + """
when Player player do TURN:
    int index = input()
    player do PLAY(index)
when Player player do PLAY(index):
    print(player.hand do DELETE(index))
"""
    )
    assert legal(play(text)) == ["0", "1", "2"]


def test_an_int_that_is_compared_gives_the_numbers_it_is_compared_with() -> None:
    text = """
        tries = 0
        while tries < 1:
            int n = input()
            if n == 5 or n == 7:
                tries += 1
    """
    assert legal(play(text)) == ["5", "7"]


def test_a_string_gives_all_texts_it_is_compared_with() -> None:
    text = """
        done = False
        while not done:
            word = input()
            if word == 'play' or word in ['draw', 'pass']:
                done = True
    """
    assert sorted(legal(play(text))) == ["draw", "pass", "play"]


def test_an_answer_that_changes_nothing_is_refused() -> None:
    text = """
        pot = 0
        while pot < 3:
            word = input()
            if word == 'bet':
                pot += 1
            elif word == 'look':
                print('a look')
    """
    assert legal(play(text)) == ["bet"]


def test_an_author_can_say_that_every_answer_is_legal() -> None:
    text = dedent("""\
    # parlour: every answer is legal
    main:
        do GO
    when do GO:
        x = ''
        while x != 'go':
            x = input()
    """)
    assert legal(play(text)) == ["go"]
    assert load(text).start(engine="python").legal(1).sure == "candidates"


def test_input_with_options_is_exactly_one_of_them() -> None:
    text = """
        choice = input(['red', 'green', Card(3)])
        print(choice)
        n = input(1..3)
        print(n + 1)
    let Card(n) be Object with:
        n: n
    """
    position = play(text)
    found = position.legal(position.questions[0])
    assert ([option.label for option in found], found.sure) == (["red", "green", "3"], "exact")
    assert printed(text, "3", "2") == ["Card(n=3)", "3"]


def test_input_with_nothing_to_choose_from_is_an_error() -> None:
    assert failure("x = input([])").code == "empty"


def test_a_typed_declaration_checks_the_chosen_option() -> None:
    assert failure("int x = input(['a'])", "a").message == "'x' must be int, not string"


def test_the_outcome_is_found_by_a_helper_that_tells_the_winner() -> None:
    text = dedent("""\
    main:
        do INIT
    when do INIT:
        a = P(1)
        b = P(0)
    let P(n) be Actor with:
        n: n
        winner(): n == 0
    """)
    outcome = play(text).outcome
    assert outcome is not None and outcome.ranking == ((1,), (0,))


def test_the_outcome_is_found_in_a_variable_called_winner() -> None:
    for value, ranking in (("b", ((1,), (0,))), ("None", ((0, 1),)), ("[]", ()), ("[a, b]", ((0, 1),))):
        outcome = play(f"a = P()\nb = P()\nwinner = {value}\nlet P be Actor\n").outcome
        assert outcome is not None and outcome.ranking == ranking


def test_alone_at_the_table_one_has_won_or_nobody_has() -> None:
    for value, ranking in (("True", ((0,),)), ("False", ())):
        outcome = play(f"a = P()\nlet P be Actor with:\n    won: {value}\n").outcome
        assert outcome is not None and outcome.ranking == ranking


def test_alone_at_the_table_a_score_does_not_say_who_has_won() -> None:
    outcome = play("a = P()\nlet P be Actor with:\n    score: 7\n").outcome
    assert outcome is not None and (outcome.ranking, outcome.scores) == (None, (7.0,))


def test_the_outcome_is_found_by_scores() -> None:
    text = dedent("""\
    {}main:
        do INIT
    when do INIT:
        a = P(1)
        b = P(5)
        c = P(5)
    let P(n) be Actor with:
        score: n
    """)
    outcome = play(text.format("")).outcome
    assert outcome is not None and (outcome.ranking, outcome.scores) == (((1, 2), (0,)), (1.0, 5.0, 5.0))
    outcome = play(text.format("# parlour: lowest score wins\n")).outcome
    assert outcome is not None and outcome.ranking == ((0,), (1, 2))
    outcome = play(text.format("# parlour: no outcome\n")).outcome
    assert outcome is not None and outcome.ranking is None


def test_a_note_names_what_tells_the_winner() -> None:
    text = dedent("""\
    # parlour: winner champion
    main:
        do INIT
    when do INIT:
        a = P(1)
        b = P(5)
    let P(n) be Actor with:
        score: 0
        champion: n == 1
    """)
    outcome = play(text).outcome
    assert outcome is not None and outcome.ranking == ((0,), (1,))


def test_without_any_of_these_nobody_knows() -> None:
    position = play("a = P()\nlet P be Actor\n")
    assert position.status is Status.OVER
    assert position.outcome is not None and position.outcome.ranking is None
