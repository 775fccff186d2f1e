"""What people see of a TGDL game: scenes, anchors, and what is kept from whom."""

from __future__ import annotations

from tests.languages.tgdl.running import load, play

import parlour
from parlour.game.question import Anchor
from parlour.game.scene import Board, Counter, Grid, Hand, Piece, Pile
from parlour.present.text import draw

DEALT = """
game "dealt"; players 2;
interactable Card { number rank = 0; }
stack Deck { returns Card; default { for(number i = 1; i <= 9; i += 1) { push(new Card() { rank = i }); } shuffle(); } }
global class Common { Deck deck = new Deck(); List<Card> open = {}; number round = 1; }
class Seat { List<Card> hand = {};
    action Lay { trigger PlayerChoiceEvent { return true; } input Card c { return hand.contains(c); }
        effect { winner {}; } } }
turn T { default { return player.active() + 1; } }
setup {
    Seat a = new Seat(); a.assign(0); Seat b = new Seat(); b.assign(1);
    for(number i = 0; i < 3; i += 1) { a.hand.add(Common.deck.pop()); }
}
"""


def test_a_view_does_not_change_with_what_the_viewer_cannot_see() -> None:
    game = load(DEALT)
    assert game.info.kind.is_hidden and game.info.kind.has_chance
    positions = [game.start(seed, engine="python") for seed in range(6)]
    assert len({repr(position.view(0).scene) for position in positions}) == 6
    for viewer in (1, None):
        assert len({repr(position.view(viewer)) for position in positions}) == 1


def test_decks_are_piles_and_a_seat_has_its_hand_before_it() -> None:
    position = load(DEALT).start(1, engine="python")
    items = {type(item): item for item in position.view(1).scene.items if not isinstance(item, Hand)}
    assert isinstance(items[Pile], Pile) and items[Pile].count == 6
    assert isinstance(items[Counter], Counter) and (items[Counter].title, items[Counter].value) == ("round", "1")
    hands = {item.title: item for item in position.view(1).scene.items if isinstance(item, Hand)}
    assert [piece.is_hidden for piece in hands["player 0, hand"].pieces] == [True] * 3
    own = {item.title: item for item in position.view(0).scene.items if isinstance(item, Hand)}["player 0, hand"]
    assert not any(piece.is_hidden for piece in own.pieces) and own.owner == 0


def test_the_options_of_a_hand_are_anchored_in_it() -> None:
    position = load(DEALT).start(1, engine="python")
    position.answer(position.questions[0], 0)
    hand = next(item for item in position.view(0).scene.items if isinstance(item, Hand) and item.pieces)
    anchors = {option.anchors for option in position.legal(position.questions[0])}
    assert anchors == {(Anchor(hand.id, (place,)),) for place in range(3)}


BOARDS = """
game "boards"; players 2;
tile Cell { } interactable Man { string name = "m"; }
tile City { string name = ""; }
board All {
    group Rows { geometry hex; orientation row; grid { Cell, Cell; Cell, b; } }
    group Columns { geometry hex; orientation column; grid { Cell, Cell; Cell, Cell; } }
    group Map { geometry graph; default {
        City a = new City() { name = "Rome" }; City b = new City() { name = "Pisa" }; add(a); add(b); a.connect(b); } }
}
global class G { All all = new All(); }
turn T { phase P { input tile t; effect { winner {}; } } default { return 0; } }
setup {
    Man x = new Man(); x.assign(1); x.move_to(G.all.Rows[1][0]); Man y = new Man() { name = "w" };
    y.move_to(G.all.Rows[1][0]);
}
"""


def test_boards_of_every_geometry_are_drawn() -> None:
    position = load(BOARDS).start(1, engine="python")
    rows, columns, graph = position.view(0).scene.boards
    assert (rows.geometry, rows.width, rows.height, rows.gaps) == ("hex", 2, 2, frozenset({3}))
    assert rows.pieces(2) == (Piece("m", 1), Piece("w"))
    assert (columns.geometry, columns.width, columns.height) == ("hex columns", 2, 2)
    assert (graph.geometry, graph.columns, graph.links) == ("graph", ("Rome", "Pisa"), ((0, 1),))
    assert "Rome" in draw(position.view(0).scene, color=False, ascii=False, width=60)


def test_tiles_are_anchored_in_their_cells() -> None:
    position = load(BOARDS).start(1, engine="python")
    boards = {board.title: board for board in position.view(0).scene.boards}
    found = {option.label: option.anchors for option in position.legal(position.questions[0])}
    assert found["Rows[1][0]"] == (Anchor(boards["Rows"].id, (0, 1)),)
    assert found["Columns[1][0]"] == (Anchor(boards["Columns"].id, (1, 0)),)
    assert found["Pisa"] == (Anchor(boards["Map"].id, (1, 0)),)
    assert len(found) == 3 + 4 + 2


def test_a_visible_block_decides_for_the_attributes_it_lists() -> None:
    game = load(
        """game "seen"; players 2;
        interactable Card { number rank = 0; number worth = 0;
            visible { filter { return viewer == 0; } default { this.rank; } } }
        class Seat { List<Card> hand = {}; }
        turn T { phase P { input bool b; effect { winner {}; } } default { return 0; } }
        setup { Seat s = new Seat(); s.assign(1); s.hand.add(new Card() { rank = 5, worth = 7 }); }"""
    )
    position = game.start(1, engine="python")
    faces = []
    for viewer in (0, 1, None):
        (hand,) = (item for item in position.view(viewer).scene.items if isinstance(item, Hand))
        faces.append(hand.pieces[0].text)
    assert faces == ["Card#1 5 7", "Card 7", "Card 7"]


HANDS = """game "hands"; players 2;
interactable Card { string name = ""; visible { filter { return viewer == this.player; } default { this.name; } } }
interactable Back : Card { action Turn { trigger PlayerChoiceEvent { return this.player == 1; } effect { } } }
class Hand
{
    List<Card> cards = { };
    action Draw
    {
        trigger PlayerChoiceEvent { return true; }
        input Card c { return c.player != this.player; }
        optional input Card own { return own.player == this.player; }
        effect { player player.all() input Card secret { return secret.player == 1; } turn.pass(); }
    }
}
turn T { default { return player.active() + 1; } }
setup
{
    List<string> names = { "ace", "king", "jack" };
    for(number i = 0; i < 2; i += 1)
    {
        Hand h = new Hand(); h.assign(i);
        for(number j = 0; j < 3; j += 1) { Card c = new Back() { name = names[j] }; c.assign(i); h.cards.add(c); }
    }
}
"""


def test_names_that_a_visible_block_hides_are_offered_by_class_and_number() -> None:
    played = play(HANDS, ["Draw", "Card 2", "king", "Card 1", "Card 3", "Turn (ace)", "Draw"])
    backs = ("Card 1", "Card 2", "Card 3")
    assert played.options[1:6] == [
        backs,
        ("ace", "king", "jack", "none"),
        # Two are asked at once: what is hidden from one of them is offered to both by its back.
        backs,
        backs,
        ("Turn (ace)", "Turn (king)", "Turn (jack)", "Draw"),
    ]
    assert [each.seat for each in played.asked[3:5]] == [0, 1]


def test_the_state_has_each_global_class_with_its_attributes() -> None:
    game = load(
        """game "state"; players 2;
        class O { string name = "ace"; } tile Cell { }
        board B { group G { geometry square; grid { Cell; } } }
        interactable Card { } stack Deck { returns Card; default { push(new Card()); } }
        global class G {
            number n = 2; number half = 0.5; string s = "x"; bool b = true; O none; player p = 1; O o = new O();
            B board_ = new B(); Deck deck = new Deck(); tile t; Table<number> table_ = { {"k", 1}, {2, 3} };
            Stack<number> stack_ = { 1, 2 }; List<player> ps = { 0, 1 };
        }
        turn T { default { return 0; } }
        setup { G.t = G.board_.G[0][0]; winner 0; }"""
    )
    assert game.start(1, engine="python").state() == {
        "G": {
            "n": 2, "half": 0.5, "s": "x", "b": True, "none": None, "p": "player 1", "o": "ace", "board_": "B",
            "deck": "Deck (1)", "t": "G[0][0]", "table_": [["k", 1], [2, 3]], "stack_": [1, 2],
            "ps": ["player 0", "player 1"],
        }
    }  # fmt: skip


def test_three_in_a_row_is_drawn_with_its_marks() -> None:
    position = parlour.load("filetto").start(1, engine="python")
    for _ in range(4):
        position.answer(position.questions[0], 0)
    (board,) = position.view(None).scene.boards
    assert isinstance(board, Board)
    assert [piece.owner if piece else None for piece in board.cells[:3]] == [0, 1, None]


KEPT = """
game "kept"; players 2;
// parlour: players Ada, Ben
interactable Card {{ string name = ""; number rank = 0; string suit = "red"; {visible} }}
class Purse {{ number coins = 3; }}
class Seat {{
    string name = "somebody"; Card secret = null; Purse purse = new Purse(); player partner = 1; number bid = 2;
    action Look {{
        trigger PlayerChoiceEvent {{ return true; }} input Card c {{ return c == secret; }}
        effect {{ winner {{}}; }} }} }}
turn T {{ default {{ return player.active() + 1; }} }}
setup {{
    List<Card> cards = {{ new Card() {{ name = "ace", rank = 14 }}, new Card() {{ name = "ten", rank = 10 }} }};
    cards.shuffle();
    for(number i = 0; i < 2; i += 1) {{ Seat s = new Seat(); s.assign(i); s.secret = cards[i]; }}
}}
"""


def test_a_single_card_of_somebody_shows_others_its_back() -> None:
    positions = [load(KEPT.format(visible="")).start(seed, engine="python") for seed in range(6)]
    assert len({repr(position.view(None)) for position in positions}) == 1
    hands = {item.title: item for item in positions[0].view(0).scene.items if isinstance(item, Hand)}
    assert [piece.is_hidden for piece in hands["Ada, secret"].pieces] == [False]
    assert [piece.is_hidden for piece in hands["Ben, secret"].pieces] == [True]


def test_a_card_that_keeps_its_name_tells_nothing_by_its_number() -> None:
    hiding = "visible { default { this.name; this.rank; } }"
    positions = [load(KEPT.format(visible=hiding)).start(seed, engine="python") for seed in range(6)]
    for viewer in (0, 1, None):
        assert len({repr(position.view(viewer).scene) for position in positions}) == 1
    hand = next(item for item in positions[0].view(0).scene.items if isinstance(item, Hand))
    assert hand.pieces == (Piece("Card red"),)


def test_a_single_card_is_anchored_where_it_lies() -> None:
    position = load(KEPT.format(visible="")).start(1, engine="python")
    position.answer(position.questions[0], 0)
    hand = next(item for item in position.view(0).scene.items if isinstance(item, Hand))
    assert [option.anchors for option in position.legal(position.questions[0])] == [(Anchor(hand.id, (0,)),)]


def test_what_seats_count_is_a_table_with_a_row_for_each() -> None:
    scene = load(KEPT.format(visible="")).start(1, engine="python").view(None).scene
    grid = next(item for item in scene.items if isinstance(item, Grid))
    assert grid.heads == ("", "coins", "partner", "bid")
    assert grid.rows == (("Ada", "3", "Ben", "2"), ("Ben", "3", "Ben", "2"))
    assert grid.owners == (0, 1)
    assert not any(isinstance(item, Counter) for item in scene.items)


def test_objects_that_count_the_same_for_one_seat_stand_side_by_side() -> None:
    text = """
    game "pawns"; players 2;
    class Pawn { number steps = 0; }
    turn T { phase P { input bool b; effect { winner {}; } } default { return 0; } }
    setup { for(number i = 0; i < 3; i += 1) { Pawn p = new Pawn() { steps = i }; p.assign(i); } }
    """
    scene = load(text).start(1, engine="python").view(None).scene
    assert [(item.title, item.value) for item in scene.items if isinstance(item, Counter)] == [
        ("player 0, steps", "0"),
        ("player 0, steps", "2"),
        ("player 1, steps", "1"),
    ]


def test_what_everybody_may_see_makes_no_game_with_secrets() -> None:
    text = """
    game "open"; players 2;
    interactable Card {{ number rank = 0; visible {{ {filter} default {{ this.rank; }} }} }}
    class Seat {{ List<Card> hand = {{ new Card() }}; }}
    turn T {{ phase P {{ input bool b; effect {{ winner {{}}; }} }} default {{ return 0; }} }}
    setup {{ Seat a = new Seat(); a.assign(0); }}
    """
    opened = load(text.format(filter="filter { return true; }"))
    assert not opened.info.kind.is_hidden
    hand = next(item for item in opened.start(1).view(1).scene.items if isinstance(item, Hand))
    assert hand.pieces == (Piece("Card#1 0"),)
    assert load(text.format(filter="filter { return viewer == 0; }")).info.kind.is_hidden
    assert load(text.format(filter="")).info.kind.is_hidden


def test_a_player_to_choose_is_called_as_the_seat_is() -> None:
    text = """game "whom"; players 2; {names}
    turn T {{ phase P {{ optional input player who; effect {{ winner who; }} }} default {{ return 0; }} }}
    setup {{ }}"""
    assert play(text.format(names="")).options == [("player 0", "player 1", "none")]
    named = play(text.format(names="\n// parlour: players Ada, Ben\n"), ["Ben"])
    assert named.options == [("Ada", "Ben", "none")] and named.ranking == ((1,),)


def test_a_piece_is_drawn_by_its_symbol_and_what_begins_with_an_underscore_is_not() -> None:
    text = """players 1;
        tile Cell { } board Field { group G { geometry square; grid { Cell, Cell; } } }
        interactable Man { string name = "the old man"; string symbol = "M"; number _age = 70; }
        global class W { Field field = new Field(); number _steps = 3; number round = 1; Cell _last = null; }
        class Seat { number _side = 0; number gold = 2; Man man = new Man();
            action Go { trigger PlayerChoiceEvent { return true; } input Man m; effect { winner 0; } } }
        turn T { default { return 0; } }
        setup { Seat s = new Seat(); s.assign(0); s.man.move_to(W.field.G[1][0]); W._last = W.field.G[1][0] as Cell; }
    """
    position = load(text).start(1, engine="python")
    scene = position.view(0).scene
    [board] = scene.boards
    assert [None if each is None else each.text for each in board.cells] == [None, "M"]
    counted = [(each.title, each.value) for each in scene.items if isinstance(each, Counter)]
    assert counted == [("round", "1"), ("player 0, gold", "2")]
    position.answer(position.questions[0], 0)
    assert [each.label for each in position.legal(position.questions[0])] == ["the old man"]
