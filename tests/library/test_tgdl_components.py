"""What TGDL programs can import from Parlour: `parlour/cards`, `parlour/dice`, `parlour/grids`, `parlour/tokens`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.languages.tgdl.checking import findings
from tests.languages.tgdl.running import load, play

from parlour import library
from parlour.game.scene import Hand
from parlour.languages.tgdl.frontend import format
from parlour.languages.tgdl.syntax import slips, tree
from parlour.languages.tgdl.syntax.parser import parse_program
from parlour.syntax.files import Files, NoFile, Texts
from parlour.syntax.source import Source

COMPONENTS = sorted((Path(library.__file__).parent / "components" / "tgdl").glob("*.tgdl"))
every_component = pytest.mark.parametrize("path", COMPONENTS, ids=[path.stem for path in COMPONENTS])
REFERENCE = Path(__file__).parents[2] / "docs" / "languages" / "tgdl.md"


def result(component: str, body: str, attributes: str, more: str = "", seed: int = 1) -> dict[str, object]:
    """The attributes of the global class R after a setup with these statements, the same on both engines."""
    played = play(
        f"""game "test"; players 2; import "parlour/{component}";
        {more}
        global class R {{ {attributes} }}
        turn T {{ default {{ return 0; }} }}
        setup {{ {body} winner 0; }}""",
        seed=seed,
    )
    assert played.error is None, played.error
    found = played.state["R"]
    assert isinstance(found, dict)
    return found


@every_component
def test_a_component_stands_alone_and_is_laid_out(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not findings(text)
    assert format(Source(path.name, text)) == text


@every_component
def test_what_a_component_has_stands_in_the_reference(path: Path) -> None:
    page = REFERENCE.read_text(encoding="utf-8").partition("## Components")[2].partition("\n## ")[0]
    for name in re.findall(r"^(?:interactable|stack|function) (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
        assert re.search(rf"`[^`]*\b{name}\b", page), f"{name} of {path.stem} is not in the reference"


def test_there_are_the_four_of_them() -> None:
    assert [path.stem for path in COMPONENTS] == ["cards", "dice", "grids", "tokens"]


def test_a_component_with_a_name_of_its_own_leaves_all_names_to_the_game() -> None:
    text = """game "two"; players 1; import "parlour/tokens" as tokens;
    function text { function input number n; returns string; effect { return "mine"; } }
    global class R { string own = text(n: 3); tokens.Tokens heap = tokens.heap(count: 12); }
    setup { winner 0; }"""
    assert play(text).state["R"] == {"own": "mine", "heap": "12"}


def test_a_misspelt_component_is_corrected() -> None:
    (found,) = findings('import "parlour/card";')
    assert found.title == '"parlour/card" cannot be imported: there is no such file'


# ---- cards


def test_a_deck_has_52_cards_and_a_short_one_32() -> None:
    found = result(
        "cards",
        """PlayingDeck deck = new PlayingDeck(); ShortDeck short = new ShortDeck();
        R.cards = deck.length(); R.short = short.length();
        while(deck.length() > 0) { PlayingCard c = deck.pop(); R.ranks += c.rank; if(c.is_red()) { R.red += 1; }
            if(c.suit == "spades" && c.rank == 12) { R.queen = c.name; } }""",
        'number cards = 0; number short = 0; number ranks = 0; number red = 0; string queen = "";',
    )
    assert found == {"cards": 52, "short": 32, "ranks": 4 * sum(range(2, 15)), "red": 26, "queen": "Q♠"}


def test_a_new_deck_is_shuffled() -> None:
    tops = {
        str(result("cards", "R.top = (new PlayingDeck()).pop().name;", 'string top = "";', seed=seed)["top"])
        for seed in range(8)
    }
    assert len(tops) > 4


def test_drawing_from_an_empty_deck_takes_the_discards_back() -> None:
    found = result(
        "cards",
        """Few few = new Few(); Note a = draw(deck: few) as Note; a.discard(few.discard_stack);
        Note again = draw(deck: few) as Note; R.same = a == again && !again.discarded;
        R.none = draw(deck: few) == null;""",
        "bool same = false; bool none = false;",
        more="interactable Note { } stack Few { returns Note; default { push(new Note()); } }",
    )
    assert found == {"same": True, "none": True}


def test_dealing_choosing_and_sorting_a_hand() -> None:
    found = result(
        "cards",
        """PlayingDeck deck = new PlayingDeck(); deal(deck: deck, count: 5, hand: R.hand); R.left = deck.length();
        R.best = highest(cards: R.hand).rank; sort(cards: R.hand); R.last = R.hand[4].rank;
        for(number i = 1; i < 5; i += 1) { if(R.hand[i - 1].rank > R.hand[i].rank) { R.sorted = false; } }
        deal(deck: deck, count: 99, hand: R.rest); R.hearts = of_suit(cards: R.rest, suit: "hearts").length
            + of_suit(cards: R.hand, suit: "hearts").length;
        List<PlayingCard> none = {}; R.nothing = highest(cards: none) == null;""",
        """List<PlayingCard> hand = {}; List<PlayingCard> rest = {}; number left = 0; number best = 0; number last = 0;
        bool sorted = true; number hearts = 0; bool nothing = false;""",
    )
    assert found["left"] == 47 and found["best"] == found["last"] and found["sorted"] is True
    assert (found["hearts"], found["nothing"]) == (13, True)


# ---- dice


def test_a_die_shows_what_was_rolled_and_all_faces_come() -> None:
    found = result(
        "dice",
        """Die die = new Die(); R.first = die.face;
        for(number i = 0; i < 60; i += 1) { number n = die.roll(); R.seen[n] = true;
            if(n != die.face) { R.honest = false; } }
        R.faces = R.seen.length; R.name = die.name; R.face = die.face;""",
        """Table<bool> seen = {}; number first = 9; bool honest = true; number faces = 0; string name = "";
        number face = 0;""",
    )
    assert (found["first"], found["honest"], found["faces"]) == (0, True, 6)
    assert found["name"] == str(found["face"])


def test_other_dice_have_other_faces() -> None:
    found = result(
        "dice",
        "Fate die = new Fate(); for(number i = 0; i < 40; i += 1) { R.seen[die.roll()] = true; } R.name = die.name;",
        'Table<bool> seen = {}; string name = "";',
        more="""interactable Fate : Die
        { override function faces { effect { List<number> all = { -1, 0, 1 }; return all; } }
          override function sign { effect { if(face < 0) { return "-"; } return base.sign(face: face); } } }""",
    )
    assert isinstance(found["seen"], list) and sorted(key for key, _ in found["seen"]) == [-1, 0, 1]
    assert found["name"] in ("-", "0", "1")


def test_many_dice_are_added_up_and_sorted() -> None:
    found = result(
        "dice",
        """List<Die> dice = { new Die(), new Die(), new Die(), new Die(), new Die() };
        R.sum = roll_all(dice: dice); sort_dice(dice: dice);
        for(number i = 0; i < 5; i += 1) { R.again += dice[i].face;
            if(i > 0 && dice[i].face > dice[i - 1].face) { R.sorted = false; } }""",
        "number sum = 0; number again = 0; bool sorted = true;",
    )
    assert found["sum"] == found["again"] and found["sorted"] is True


def test_throws_that_nobody_keeps() -> None:
    found = result(
        "dice",
        """for(number i = 0; i < 60; i += 1) { number n = rolled(sides: 4); if(n < 1 || n > 4) { R.wrong += 1; }
            R.seen[n] = true; if(rolled() > R.high) { R.high = 6; } if(tossed()) { R.heads += 1; } }""",
        "number wrong = 0; Table<bool> seen = {}; number high = 0; number heads = 0;",
    )
    assert found["wrong"] == 0 and found["high"] == 6
    assert isinstance(found["seen"], list) and len(found["seen"]) == 4
    assert isinstance(found["heads"], int) and 0 < found["heads"] < 60


def test_dice_before_a_player_are_seen_by_all() -> None:
    text = """game "dice"; players 2; import "parlour/dice";
    class Seat { List<Die> dice = { new Die() }; }
    turn T { phase P { input bool b; effect { winner {}; } } default { return 0; } }
    setup { Seat s = new Seat(); s.assign(0); roll_all(dice: s.dice); }"""
    game = load(text)
    assert not game.info.kind.is_hidden
    (hand,) = (item for item in game.start(1).view(1).scene.items if isinstance(item, Hand))
    assert hand.pieces[0].text in "123456"


# ---- grids

SHEET = """
tile Cell { }
interactable Stone { }
board Sheet { group G { geometry square; grid { Cell, Cell, Cell; Cell, b, Cell; Cell, Cell, Cell; } }
    group Alone { geometry graph; default { this.add(new Cell()); } } }
global class B { Sheet sheet = new Sheet(); }
"""


def test_neighbours_and_ways_over_a_board() -> None:
    found = result(
        "grids",
        """tile corner = B.sheet.G[0][0]; tile far = B.sheet.G[2][2]; tile alone = B.sheet.Alone.tiles[0];
        R.beside = neighbours(from: corner).length; R.yes = adjacent(from: corner, to: B.sheet.G[1][0]);
        R.no = adjacent(from: corner, to: far); R.way = distance(from: corner, to: far);
        R.none = distance(from: corner, to: alone); R.self = distance(from: far, to: far);
        R.two = within(from: corner, steps: 2).length; R.all = within(from: corner, steps: 9).length;
        (new Stone()).move_to(corner); R.free = is_free(on: far) && !is_free(on: corner);""",
        """number beside = 0; bool yes = false; bool no = true; number way = 0; number none = 0; number self = 9;
        number two = 0; number all = 0; bool free = false;""",
        more=SHEET,
    )
    expected = {
        "beside": 2,
        "yes": True,
        "no": False,
        "way": 4,
        "none": -1,
        "self": 0,
        "two": 5,
        "all": 8,
        "free": True,
    }
    assert found == expected


def test_steps_and_lines_on_squares() -> None:
    found = result(
        "grids",
        """tile corner = B.sheet.G[0][0]; R.blank = beside(from: corner, dx: 1, dy: 1) == null;
        R.out = beside(from: corner, dx: -1, dy: 0) == null; R.right = beside(from: corner, dx: 1, dy: 0);
        R.row = line(from: corner, dx: 1, dy: 0).length; R.diagonal = line(from: corner, dx: 1, dy: 1).length;
        R.still = line(from: corner, dx: 0, dy: 0).length;""",
        """bool blank = false; bool out = false; tile right = null; number row = 0; number diagonal = 9;
        number still = 9;""",
        more=SHEET,
    )
    assert found == {"blank": True, "out": True, "right": "G[1][0]", "row": 2, "diagonal": 0, "still": 0}


# ---- tokens


def test_a_heap_shows_what_it_is_and_how_many() -> None:
    found = result(
        "tokens",
        """Tokens coins = heap(kind: "coins", count: 3); coins.gain(); R.four = coins.name; R.paid = coins.pay(n: 2);
        R.two = coins.name; R.poor = coins.pay(n: 5); R.still = coins.count; Tokens bare = heap(); bare.gain(n: 12);
        R.bare = bare.name;""",
        'string four = ""; bool paid = false; string two = ""; bool poor = true; number still = 0; string bare = "";',
    )
    expected = {"four": "4 coins", "paid": True, "two": "2 coins", "poor": False, "still": 2, "bare": "12"}
    assert found == expected


@pytest.mark.parametrize(
    ("number", "expected"), [("0", "0"), ("7", "7"), ("10", "10"), ("2026", "2026"), ("-35", "-35"), ("4.9", "4")]
)
def test_a_number_as_a_text(number: str, expected: str) -> None:
    assert result("tokens", f"R.word = text(n: {number});", 'string word = "";') == {"word": expected}


def test_one_and_many() -> None:
    found = result(
        "tokens",
        'R.a = counted(n: 1, one: "army", many: "armies"); R.b = counted(n: 0, one: "army", many: "armies");',
        'string a = ""; string b = "";',
    )
    assert found == {"a": "1 army", "b": "0 armies"}


def test_a_game_that_has_forgotten_an_import_is_told_which_one() -> None:
    folder = Path(library.__file__).parent / "components" / "tgdl"
    defined = {
        symbol.name.text: f"parlour/{file.stem}"
        for file in folder.glob("*.tgdl")
        for symbol in parse_program(Source(file.name, file.read_text(encoding="utf-8")))[0].items
        if isinstance(symbol, tree.Definition | tree.Function)
    }
    assert defined == slips.COMPONENTS


def test_a_component_that_is_named_with_an_ending_is_known() -> None:
    main = Source("main.tgdl", "")
    found = Files(Texts({}), Texts({"dice": ""})).read("parlour/dice.tgdl", main)
    assert isinstance(found, NoFile)
    assert found.hint == 'what comes with Parlour has no ending: `"parlour/dice"`'
