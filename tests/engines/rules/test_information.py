"""GDL-II and GDL-III: what seats are told, what they can conclude, and who knows what."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

import parlour
from parlour import Status, library
from parlour.game.game import Game
from parlour.game.position import Position, Step
from parlour.game.scene import Text


def load(text: str) -> Game:
    return parlour.load(text, language="gdl")


def library_game(name: str) -> Game:
    entry = next(item for item in library.all() if item.language == "gdl" and item.file.name == f"{name}.kif")
    return parlour.load(entry.text, language="gdl", name=entry.file.name)


def play(position: Position, *moves: str, chance: list[int] | None = None) -> Position:
    for text in moves:
        question = position.questions[0]
        value = position.read_answer(question, text)
        assert not isinstance(value, parlour.Refused), value
        assert isinstance(position.answer(question, value, chance=chance), Step)
    return position


# Chance hides a card; one player peeks, or both are told, or it is shown to all.
CARD = """
(role ann) (role bob) (role random)
(init (phase deal))
(colour red) (colour blue)
(<= (legal random (deal ?c)) (colour ?c) (true (phase deal)))
(<= (legal random noop) (not (true (phase deal))))
(<= (legal bob noop) (true (phase ?p)))
(<= (legal ann noop) (true (phase deal)))
(<= (legal ann ?m) (way ?m) (true (phase tell)))
(<= (legal ann ?m) (word ?m) (true (phase end)))
(way peek) (way whisper) (way show) (way nothing)
(word yes) (word no)
(<= (next (card ?c)) (does random (deal ?c)))
(<= (next (card ?c)) (true (card ?c)))
(<= (next (phase tell)) (true (phase deal)))
(<= (next (phase end)) (true (phase tell)))
(<= (next (phase over)) (true (phase end)))
(<= (next (known ?r)) (true (phase end)) (sure ?r))
(<= (next (common)) (true (phase end)) public)
(<= (next (second ?r ?q)) (true (phase end)) (knows ?r (sure ?q)))
(<= (sees ann (is ?c)) (does ann peek) (true (card ?c)))
(<= (sees ann (is ?c)) (does ann whisper) (true (card ?c)))
(<= (sees bob (is ?c)) (does ann whisper) (true (card ?c)))
(<= (sees ?r (shown ?c)) (role ?r) (does ann show) (true (card ?c)))
(<= (card ?c) (true (card ?c)))
(<= (sure ?r) (knows ?r (card ?c)))
(<= public (knows (card ?c)))
(<= terminal (true (phase over)))
(goal ann 0) (goal bob 0) (goal random 0)
"""


def told(way: str) -> set[str]:
    """What is noted at the end when ann chooses this way of telling."""
    position = play(load(CARD).start(1), way, "yes")
    assert position.status is Status.OVER, position.error
    facts = position.state()["facts"]
    assert isinstance(facts, list)
    return {fact for fact in facts if fact.startswith(("(known", "common", "(second"))}


# ---- GDL-II


def test_a_seat_sees_its_percepts_and_nothing_else() -> None:
    position = play(load(CARD).start(1), "peek")
    ann, bob = position.view(0), position.view(1)
    card = "red" if "(card red)" in str(position.state()) else "blue"
    assert [entry.text for entry in ann.log] == [f"(is {card})\n"] and bob.log == ()
    assert Text(f"you see (is {card})") in ann.scene.items
    assert not any("see" in item.text for item in bob.scene.items if isinstance(item, Text))


def test_a_view_stays_the_same_when_only_secrets_of_others_change() -> None:
    """Chance deals the one or the other card: bob, who is told nothing, sees the very same."""
    game = load(CARD)
    views = {}
    for seed in range(20):
        position = play(game.start(seed), "peek")
        card = next(fact for fact in position.state()["facts"] if "card" in fact)  # type: ignore[attr-defined]
        views[card] = (position.view(1), position.view_key(1), position.view(None))
        assert position.view(0).log
    assert len(views) == 2
    one, other = views.values()
    assert one == other


def test_what_a_seat_can_conclude_is_drawn_and_the_rest_is_not() -> None:
    position = play(load(CARD).start(1), "peek")
    card = next(fact for fact in position.state()["facts"] if "card" in fact)  # type: ignore[attr-defined]
    assert card.split()[1].rstrip(")") in repr(position.view(0).scene)
    assert "red" not in repr(position.view(1).scene) and "blue" not in repr(position.view(1).scene)
    assert Text("the rest is not known") in position.view(1).scene.items


def test_imagined_positions_look_the_same_to_the_seat_and_differ_where_it_cannot_tell() -> None:
    position = play(load(CARD).start(1), "peek")
    by_ann, by_bob = Counter[str](), Counter[str]()
    for seed in range(40):
        for seat, found in ((0, by_ann), (1, by_bob)):
            twin = position.imagine(seat, seed)
            assert twin is not None and twin.view_key(seat) == position.view_key(seat)
            found[next(fact for fact in twin.state()["facts"] if "card" in fact)] += 1  # type: ignore[attr-defined]
    assert len(by_ann) == 1 and len(by_bob) == 2


def test_without_sees_and_without_random_everybody_sees_the_state() -> None:
    game = library_game("breakthrough")
    position = game.start()
    assert not game.info.kind.is_hidden
    assert position.view(0).scene == position.view(1).scene == position.view(None).scene
    twin = position.imagine(0, 1)
    assert twin is not None and twin.key == position.key


def test_switching_doors_wins_two_times_out_of_three() -> None:
    game = library_game("monty-hall")
    won: Counter[str] = Counter()
    for decision in ("keep", "switch"):
        for seed in range(600):
            position = play(game.start(seed), "point 1", decision)
            assert position.outcome is not None and position.outcome.scores is not None
            won[decision] += position.outcome.scores[0] == 100
    assert 150 < won["keep"] < 250 and 350 < won["switch"] < 450
    assert won["keep"] + won["switch"] == 600  # with the same chance, exactly one of the two wins


# ---- GDL-III


def test_who_was_told_knows_and_who_was_not_does_not() -> None:
    assert told("nothing") == set()
    assert told("peek") == {"(known ann)", "(second ann ann)"}


def test_two_who_know_need_not_have_common_knowledge() -> None:
    """Chance tells each of them or not, in secret: each knows the card, but not that the other knows it."""
    text = CARD.replace(
        "(<= (legal random noop) (not (true (phase deal))))",
        """
    (<= (legal random noop) (true (phase end)))
    (<= (legal random (tell ?x ?y)) (word ?x) (word ?y) (true (phase tell)))
    (<= (sees ann (is ?c)) (does random (tell yes ?y)) (true (card ?c)))
    (<= (sees bob (is ?c)) (does random (tell ?x yes)) (true (card ?c)))
    """,
    )
    game = load(text)
    for number, expected in enumerate(
        [
            set(),
            {"(known bob)", "(second bob bob)"},
            {"(known ann)", "(second ann ann)"},
            {"(known ann)", "(known bob)", "(second ann ann)", "(second bob bob)"},
        ]
    ):
        position = play(play(game.start(1), "nothing", chance=[number]), "yes")
        facts = position.state()["facts"]
        assert isinstance(facts, list)
        assert {fact for fact in facts if fact.startswith(("(known", "common", "(second"))} == expected


def test_what_is_shown_to_all_is_common_knowledge() -> None:
    everybody = {f"(second {one} {other})" for one in ("ann", "bob") for other in ("ann", "bob")}
    assert told("show") == {"(known ann)", "(known bob)", "common", *everybody}
    # A whisper that only both can hear makes it common too: who hears it knows that the other does.
    assert told("whisper") == told("show")


def test_three_good_questions_find_a_number_of_eight() -> None:
    game = library_game("guess-the-number")
    for seed in range(8):
        position = game.start(seed)
        low, high = 1, 8
        while position.status is Status.OPEN:
            middle = (low + high) // 2
            play(position, f"ask {middle}")
            last = position.view(0).log[-1].text.strip()
            low, high = (middle + 1, high) if last == "higher" else (low, middle - 1 if last == "lower" else middle)
        assert position.outcome is not None and position.outcome.scores == (100.0,)


@pytest.mark.parametrize("muddy", [1, 2, 3])
def test_of_k_muddy_children_exactly_the_muddy_ones_know_in_round_k(muddy: int) -> None:
    """Once their father has said that there is mud; if he keeps silent, nobody ever knows."""
    game = library_game("muddy-children")
    met = 0
    for seed in range(40):
        position = game.start(seed)
        facts = set(map(str, position.state()["facts"]))  # type: ignore[call-overload]
        dirty = {name for name in ("ann", "bob", "cay") if f"(is {name} muddy)" in facts}
        if len(dirty) != muddy:
            continue
        met += 1
        silent = play(position.copy(), "keep-silent")
        assert silent.outcome is not None and silent.outcome.scores == (0.0, 0.0, 0.0, 0.0)
        play(position, "say some-mud")
        assert position.status is Status.OVER
        facts = set(map(str, position.state()["facts"]))  # type: ignore[call-overload]
        assert f"(round {muddy})" in facts
        assert {name for name in ("ann", "bob", "cay") if f"(said {name})" in facts} == dirty
    assert met


def test_too_many_possible_histories_end_in_a_clear_error() -> None:
    digits = " ".join(f"(digit {number})" for number in range(30))
    text = f"""
    (role me) (role random) {digits}
    (init (count 1)) (count 1 2) (count 2 3) (count 3 4) (count 4 5)
    (<= (legal random (pick ?x ?y)) (digit ?x) (digit ?y)) (legal me noop)
    (<= (next (picked ?n ?x ?y)) (true (count ?n)) (does random (pick ?x ?y)))
    (<= (next (picked ?n ?x ?y)) (true (picked ?n ?x ?y)))
    (<= (next (count ?m)) (true (count ?n)) (count ?n ?m))
    (<= (p ?n) (true (picked ?n ?x ?y)))
    (<= known (knows me (p 1)))
    (<= terminal (true (count 5)) known)
    (goal me 0) (goal random 0)
    """
    position = load(text).start()
    assert position.status is Status.FAILED and position.error is not None
    assert (position.error.kind, position.error.code) == ("budget", "histories")


def test_a_hand_of_cards_is_dealt_without_anybody_seeing_the_others() -> None:
    """A law over all deals: every pair of deals that gives bob the same card gives him the same view."""
    text = """
    (role ann) (role bob) (role random)
    (init (phase deal)) (card 1) (card 2) (card 3)
    (<= (legal random (deal ?x ?y)) (card ?x) (card ?y) (distinct ?x ?y) (true (phase deal)))
    (<= (legal random noop) (true (phase play)))
    (<= (legal ?r noop) (role ?r) (distinct ?r random) (true (phase deal)))
    (<= (legal ?r call) (role ?r) (distinct ?r random) (true (phase play)))
    (<= (legal ?r fold) (role ?r) (distinct ?r random) (true (phase play)))
    (<= (sees ann ?x) (does random (deal ?x ?y)))
    (<= (sees bob ?y) (does random (deal ?x ?y)))
    (<= (next (holds ann ?x)) (does random (deal ?x ?y)))
    (<= (next (holds bob ?y)) (does random (deal ?x ?y)))
    (<= (next (phase play)) (true (phase deal)))
    (<= (next (phase over)) (true (phase play)))
    (<= terminal (true (phase over))) (goal ann 0) (goal bob 0) (goal random 0)
    """
    game = load(text)
    seen: dict[str, set[bytes]] = {}
    pictures: dict[str, set[str]] = {}
    dealt = set()
    for seed in range(60):
        position = game.start(seed)
        hands = {fact.split()[1]: fact.split()[2] for fact in position.state()["facts"] if "holds" in fact}  # type: ignore[attr-defined]
        dealt.add((hands["ann"], hands["bob"]))
        seen.setdefault(hands["bob"], set()).add(position.view_key(1))
        pictures.setdefault(hands["bob"], set()).add(repr(position.view(1)))
    assert dealt == {(f"{one})", f"{other})") for one, other in permutations("123", 2)}
    assert all(len(keys) == 1 for keys in seen.values()) and all(len(views) == 1 for views in pictures.values())
    assert len(set.union(*seen.values())) == 3
