"""Every fragment that the manual prints outside of UNO, wrapped in the least program that makes it run."""

from __future__ import annotations

from tests.languages.allhandsondeck.running import codes, printed, the_error

CARDS = """
let Card(rank, suit, faceup) be Object with:
    rank: rank
    suit: suit
    faceup: faceup
let Deck be Stack<Card>
let Hand be Series<Card>
let Player be Actor with:
    hand: Hand()
"""


def test_2_2_comments() -> None:
    assert printed("""
        # This is a comment
        hand = ['a', 'b', 'c'] # this is another comment
        deck = Stack('d', 'e', 'f', 'g')

        print(deck.bottom(3))
        hand do PUSH_FRONT(deck do POP_BOTTOM(3)) # deck.bottom(3) gives ['g', 'f', 'e']
        print(hand == ['e', 'f', 'g', 'a', 'b', 'c'])
        print(deck == Stack('d'))
    """) == ["['g', 'f', 'e']", "True", "True"]


def test_3_4_1_sample_main() -> None:
    assert printed("""
        main:
            do INIT
            for 10 times:
                do ROUND_INIT
                # do rest of game
        when do INIT:
            rounds = 0
        when do ROUND_INIT:
            rounds += 1
            if rounds == 10:
                print('ten')
    """) == ["ten"]


def test_3_4_1_init_and_round_init() -> None:
    assert printed(f"""
main:
    do INIT
    print(deck.size())
    do ROUND_INIT
    print(deck.size())
    print(players[0].hand.size())
    do ROUND_INIT
    print(players[1].hand.size())

when do INIT:
    players = [Player() for 2 times]
    deck = Deck(
        Card(rank, suit, faceup = False)
        for rank in ['A'] + 2..10 + ['J','Q','K']
        for suit in 'CDHS'
    ).shuffled()

when do ROUND_INIT:
    for player in players:
        deck do PUSH_TOP(player.hand do CLEAR)

    deck do SHUFFLE

    while not deck.empty():
        players[0].hand do PUSH_BACK(deck do POP_TOP)
        players[1].hand do PUSH_BACK(deck do POP_TOP)
{CARDS}""") == ["52", "0", "26", "26"]


def test_3_4_1_bet() -> None:
    assert printed("""
        betting_pot = 5
        ada = Player()
        ada do BET(10)
        print(ada)
        print(betting_pot)
    let Player be Actor with:
        chips: 100
        bet: 0
    when Player player do BET(int amount):
        player.chips -= amount
        player.bet += amount
        betting_pot += amount
    """) == ["Player(chips=90, bet=10)", "15"]


def test_3_4_1_match_of_set() -> None:
    cards = ["Card(1, 'oval', 'solid', 'red')", "Card(2, 'oval', 'striped', 'red')", "Card(3, 'oval', 'open', 'red')"]
    assert printed(f"""
print(match({", ".join(cards)}))
print(match({cards[0]}, {cards[1]}, {cards[1]}))
# declarations
# having param type be optional supports methods where params can have different types
# the following helper function is able to allow for both string type and int type attributes
match_attribute(attribute1, attribute2, attribute3):
    return (attribute1 == attribute2 == attribute3) \\
    or ((attribute1 != attribute2) and (attribute2 != attribute3) and (attribute1 != attribute3))

match(Card card1, Card card2, Card card3):
    return match_attribute(card1.number, card2.number, card3.number) \\
    and match_attribute(card1.shape, card2.shape, card3.shape) \\
    and match_attribute(card1.shading, card2.shading, card3.shading) \\
    and match_attribute(card1.color, card2.color, card3.color)
let Card(number, shape, shading, color) be Object with:
    number: number
    shape: shape
    shading: shading
    color: color
""") == ["True", "False"]


def test_3_4_2_square_and_its_action() -> None:
    assert printed("""
        square = Square(3)
        print(square.area())
        square do MODIFY_SIDE(5)
        print(square.area())
    let Square(side) be Object with:
        side: side
        area(): side * side
    when Square square do MODIFY_SIDE(new_side):
        square.side = new_side
    """) == ["9", "25"]


def test_3_4_2_a_helper_that_changes_an_attribute_is_invalid() -> None:
    error = the_error("""
        x = 1
    let Square(side) be Object with:
        side: side
        area(): side * side
        modify_side(new_side):
            side = new_side
            return 0
    """)
    assert error.code == "AH140"


def test_3_4_2_scissors_cut_squares_and_the_odd_parameter_is_a_warning() -> None:
    text = """
        scissor = Scissor()
        square = Square(8)
        scissor do CUT(square)
        print(square.side)
        print(scissor.uses)
    let Square(side) be Object with:
        side: side
    when Square square do MODIFY_SIDE(new_side):
        square.side = new_side
    let Scissor be Actor with:
        int uses: 0

    when Scissor scissor do CUT(target: Square):
        target do MODIFY_SIDE(target.side / 2)
        scissor.uses += 1
    """
    assert printed(text) == ["4.0", "1"]
    assert codes(text) == ["AH040"]


def test_3_4_2_decks_hands_and_their_objects() -> None:
    assert printed("""
        empty_deck = Deck()
        deck = Deck(
        Card(1),
        Card(2),
        Card(3)
        )
        print(empty_deck)
        print(deck)
        hand = Hand(Player())
        print(hand.winner())
        hand do PUSH_BACK(deck do POP_TOP)
        print(hand.uno())
        print(hand.owner)
    let Card(rank) be Object with:
        rank: rank
    let Player be Actor
    let Deck be Stack<Card>
    let Hand(Player owner) be Series<Card> with:
        owner: owner
        uno(): size() == 1
        winner(): empty()
    """) == ["Deck()", "Deck(Card(rank=1), Card(rank=2), Card(rank=3))", "True", "True", "Player()"]


def test_3_5_5_for_loops() -> None:
    assert printed("""
        main:
            for 3 times:
                do INIT
            for card in deck:
                if card.type in [0, 'Skip'] and card.color == 'R':
                    print(f'({card.type}, {card.color})')
            print(deck.size())
        when do INIT:
            deck = Deck()
            for type in [0] + 2 * (1..9 + ['Skip', 'Reverse', 'Draw 2']):
                for color in 'RYGB':
                    deck do PUSH_BOTTOM(Card(type, color, faceup = False))
        let Card(type, color, faceup) be Object with:
            type: type
            color: color
            faceup: faceup
        let Deck be Stack<Card>
    """) == ["(0, R)", "(Skip, R)", "(Skip, R)", "100"]


def test_3_6_10_comprehension() -> None:
    assert printed("""
        deck = Deck(
        Card(type, color, faceup = False)
        for type in [0] + 2 *
        (1..9 + ['Skip', 'Reverse', 'Draw 2'])
        for color in 'RYGE'
        )
        print(deck.size())
        print(deck.bottom())
    let Card(type, color, faceup) be Object with:
        type: type
        color: color
        faceup: faceup
    let Deck be Stack<Card>
    """) == ["100", "Card(type='Draw 2', color='E', faceup=False)"]


def test_3_6_11_ranges() -> None:
    assert printed("""
        card = Card()
        players = [Player() for 3 times]
        for val in 1..9:
            card.type = val

        for num in 0...players.size():
            players[num].turn = num
        print(card)
        print(players)
    let Card be Object with:
        type: 0
    let Player be Actor with:
        turn: None
    """) == ["Card(type=9)", "[Player(turn=0), Player(turn=1), Player(turn=2)]"]
