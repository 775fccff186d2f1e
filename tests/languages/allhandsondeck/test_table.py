"""The table: piles, hands and counters, and who sees what."""

from __future__ import annotations

from tests.languages.allhandsondeck.running import load, play

from parlour.game.position import Position
from parlour.game.scene import Counter, Hand, Pile

GAME = """
{notes}
main:
    do INIT
    players[0] do TURN
when do INIT:
    deck = Deck(Card(i, 'R') for i in 1..3)
    discard = Deck(Card(9, 'B'))
    discard.top() do FLIP
    spread = [Card(4, 'G'), Card(5, 'G')]
    spread[0] do FLIP
    secret = ['x', 'y']
    round = 2
    players = [Player('Ada', 10), Player('Ben', 20)]
    for player in players:
        player.hand do PUSH_BACK(deck do POP_TOP)
    chosen = [players[0].hand[0]]
when Card card do FLIP:
    card.faceup = not card.faceup
when Player player do TURN:
    {ask}
let Card(rank, suit) be Object with:
    rank: rank
    suit: suit
    faceup: False
let Deck be Stack<Card>
let Player(name, chips) be Actor with:
    name: name
    chips: chips
    hand: Series()
"""


def position(notes: str = "", ask: str = "x = input()") -> Position:
    return play(GAME.format(notes=notes, ask=ask))


def items(at: Position, viewer: int | None) -> dict[str, object]:
    found: dict[str, object] = {}
    for item in at.view(viewer).scene.items:
        match item:
            case Pile(id, _, count, top):
                found[id] = (count, None if top is None else top.text if not top.is_hidden else "back")
            case Hand(id, _, pieces):
                found[id] = [piece.text if not piece.is_hidden else "back" for piece in pieces]
            case Counter(title, value):
                found[title] = value
    return found


def test_stacks_are_piles_and_series_are_hands() -> None:
    found = items(position(), None)
    assert found["deck"] == (1, "back")
    assert found["discard"] == (1, "9 B")
    assert found["spread"] == ["4 G", "back"]


def test_a_hand_is_seen_by_its_own_seat_and_by_others_as_backs() -> None:
    at = position()
    assert (items(at, 0)["0.hand"], items(at, 0)["1.hand"]) == (["1 R"], ["back"])
    assert (items(at, 1)["0.hand"], items(at, 1)["1.hand"]) == (["back"], ["2 R"])
    assert items(at, None)["0.hand"] == ["back"]


def test_what_is_plain_about_an_actor_is_for_its_own_eyes() -> None:
    at = position()
    assert items(at, 0)["Ada, chips"] == "10"
    assert "Ben, chips" not in items(at, 0)
    assert "Ada, chips" not in items(at, None)


def test_plain_values_and_notes_of_the_program_are_not_on_the_table() -> None:
    found = items(position(), 0)
    assert not {"secret", "round", "chosen", "players"} & set(found)


def test_an_author_can_show_and_hide() -> None:
    at = position("# parlour: show deck, chips, round, secret\n# parlour: hide discard")
    found = items(at, None)
    assert found["deck"] == (1, "3 R")
    assert found["discard"] == (1, "back")
    assert (found["Ben, chips"], found["round"], found["secret"]) == ("20", "2", ["x", "y"])


def test_a_note_that_parlour_does_not_understand_is_a_warning() -> None:
    game = load(GAME.format(notes="# parlour: shw deck\n# parlour: show dekc", ask="pass"))
    assert [item.code for item in game.warnings] == ["AH150", "AH150"]
    assert game.warnings[1].hint == "Did you mean deck?"


def test_options_that_are_cards_point_at_them() -> None:
    at = position(ask="x = input(player.hand + [spread[1], discard.top()])")
    anchors = [option.anchors for option in at.legal(at.questions[0])]
    assert [(found[0].item, found[0].cell) for found in anchors] == [
        ("0.hand", (0,)),
        ("spread", (1,)),
        ("discard", ()),
    ]


def test_options_that_are_names_point_at_the_cards_so_called_in_the_hand_of_the_one_who_is_asked() -> None:
    at = position(ask="x = input(['1 R', 'pass'])")
    named, passing = (option.anchors for option in at.legal(at.questions[0]))
    held = next(item for item in at.view(0).scene.items if isinstance(item, Hand) and item.id == "0.hand")
    assert [held.pieces[anchor.cell[0]].text for anchor in named] == ["1 R"] and passing == ()


def test_an_index_points_at_the_card_in_the_hand_of_the_one_who_is_asked() -> None:
    at = position(ask="int index = input()\n    print(player.hand do DELETE(index))")
    (option,) = at.legal(at.questions[0])
    assert [(anchor.item, anchor.cell) for anchor in option.anchors] == [("0.hand", (0,))]


def test_prints_are_public() -> None:
    at = position(ask="print('hello')\n    x = input()")
    assert [told.text for told in at.view(None).log] == ["hello\n"]


def test_prints_are_for_the_one_who_acts_if_the_author_says_so() -> None:
    at = position(
        "# parlour: print to actor",
        "print(player.hand)\n    do TELL\n    x = input()\nwhen do TELL:\n    print('psst')",
    )
    assert [told.text for told in at.view(0).log] == ["[Card(rank=1, suit='R', faceup=False)]\n", "psst\n"]
    assert at.view(1).log == () and at.view(None).log == ()
    assert at.questions[0].prompt.endswith("psst\n")


def test_the_prompt_of_one_never_shows_what_was_printed_for_another() -> None:
    at = play("""
    # parlour: print to actor
    main:
        do INIT
        a do LOOK
        b do ASK
    when do INIT:
        a = P('Ada')
        b = P('Ben')
    when P p do LOOK:
        print('for Ada alone')
    when P p do ASK:
        x = input()
    let P(name) be Actor with:
        name: name
    """)
    assert (at.questions[0].seat, at.questions[0].prompt) == (1, "")


def test_a_game_says_what_sort_it_is() -> None:
    kind = load(GAME.format(notes="", ask="x = input()")).info.kind
    assert (kind.has_chance, kind.is_hidden, kind.has_scores) == (False, True, False)
    kind = load("x = random(1..2)\ny = input()").info.kind
    assert (kind.has_chance, kind.is_hidden) == (True, False)


def test_of_what_is_true_or_false_only_what_is_true_is_told() -> None:
    program = """
# parlour: show is_out, is_night, is_day
main:
    is_night = True
    is_day = False
    players = [Player('Ada', True), Player('Ben', False)]
    for player in players:
        player do TURN
when Player player do TURN:
    x = input()
let Player(name, is_out) be Actor with:
    name: name
    is_out: is_out
"""
    counters = [item for item in play(program).view(None).scene.items if isinstance(item, Counter)]
    assert [(counter.title, counter.value) for counter in counters] == [("", "is night"), ("Ada", "is out")]


def test_the_parts_of_a_series_of_series_are_columns() -> None:
    program = """
main:
    rows = [[Card(1)], [Card(2), Card(3)]]
    player = Player()
    player do TURN
when Player player do TURN:
    x = input()
let Card(rank) be Object with:
    rank: rank
    faceup: True
let Player be Actor with:
    hand: [Card(4)]
"""
    hands = [item for item in play(program).view(None).scene.items if isinstance(item, Hand)]
    assert [(hand.id, hand.is_column) for hand in hands] == [("rows.1", True), ("rows.2", True), ("0.hand", False)]
