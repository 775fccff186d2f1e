"""A program means the same whatever its author calls things: also by the names that our lowerings and routines make."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import product

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, given, settings

import parlour
from parlour import library
from parlour.core.nodes import Program
from parlour.core.passes.order import in_order
from parlour.game.outcome import Tally
from parlour.languages.allhandsondeck.syntax import scanner as allhandsondeck
from parlour.languages.bogl.syntax import scanner as bogl
from parlour.languages.frontend import front_end
from parlour.languages.options import Options
from parlour.languages.senet.syntax import scanner as senet
from parlour.pipeline import read_source

# Names of the author's in some games of the library: of functions, parameters, variables, types, groups and classes,
# their attributes and methods, actions and pieces. What a language gives a meaning to is not among them.
OWN = {
    "tic-tac-toe": "turn board player square after isFree onBoard other start x y X O Tie Result TicTacToe",
    "race": "Runner number cell player is_home Track is_open runner steps advance met track a1 a2 b1 b2 all name",
    "old-maid": "rank suit hand deck place current n_players place_of cards in_play count next_to seat i j other index "
    "paired rank_place first second player players DRAW_CARD LAY_PAIRS SET_UP PASS_ON Card",
}

# What cannot be an author's name: keywords, and what is built in (in Senet, what every board can do).
TAKEN = {
    "bogl": bogl.KEYWORDS,
    "senet": senet.KEYWORDS
    | {"Board", "Boards", "Object", "Piece", "cells", "full", "owner", "owns", "place", "remove", "repr", "toi", "tol"},
    # A keyword in other letters is told as a slip.
    "allhandsondeck": {form for word in allhandsondeck.KEYWORDS for form in (word, word.lower(), word.capitalize())}
    | {"Actor", "Object", "Collection", "Series", "Stack", "Player"},
}


@pytest.mark.parametrize("kind", sorted(TAKEN))
def test_what_we_add_to_a_program_has_names_that_nobody_can_write(kind: str) -> None:
    """Functions and globals share one room with the author's: ours have a blank or a bracket in their names."""
    for entry in library.all():
        if entry.language == kind:
            source, _, _ = read_source(entry.name, None, None)
            draft = front_end(kind).read(source, Options()).draft
            assert isinstance(draft, Program)
            names = {item.name for item in (*draft.functions, *draft.globals)}
            plain = {name for name in names if name.isidentifier()}
            assert plain <= set(re.findall(r"\w+", source.text))


def strings(node: object) -> set[str]:
    """Every text in a program of core."""
    if isinstance(node, str):
        return {node}
    if is_dataclass(node):
        return set().union(*(strings(getattr(node, field.name)) for field in fields(node)))
    if isinstance(node, dict):
        return strings(list(node.items()))
    return set().union(*map(strings, node)) if isinstance(node, (tuple, list, set, frozenset)) else set()


@cache
def made_names(kind: str) -> list[str]:
    """All names in the core programs of a language's library, as far as its authors can write them: names of ours, and
    of other authors. A blank is nothing that a name can have."""
    found: set[str] = set()
    for entry in library.all():
        if entry.language == kind and entry.name in OWN:
            source, _, _ = read_source(entry.name, None, None)
            draft = front_end(kind).read(source, Options()).draft
            found |= strings(in_order(draft))
    spelled = {text.replace(" ", by) for text, by in product(found, ("", "_"))}
    return sorted(text for text in spelled if re.fullmatch(r"[A-Za-z]\w{0,30}", text))


def kind_of(name: str) -> str:
    return next(entry.language for entry in library.all() if entry.name == name)


def played(text: str, kind: str) -> Tally:
    return parlour.load(text, language=kind, name="test").simulator(engine="python").playouts(3, 1)


def spelled_like(name: str, own: str, kind: str) -> str:
    """A name in the letters that the language wants in this place."""
    if own.isupper() and "_" in own:
        return f"{name}_".upper() if "_" not in name else name.upper()
    if kind == "allhandsondeck":
        return name.replace("_", "").capitalize() if own[0].isupper() else name.lower()
    return name[0].upper() + name[1:] if own[0].isupper() else name[0].lower() + name[1:]


@settings(
    max_examples=15,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.sampled_from(sorted(OWN)), st.data())
def test_a_game_is_the_same_when_its_names_are_those_that_we_make(name: str, data: st.DataObject) -> None:
    kind = kind_of(name)
    entry = library.find(name)
    assert entry is not None
    text = entry.text
    words = set(re.findall(r"\w+", text))
    names: dict[str, str] = {}
    made = data.draw(st.permutations(made_names(kind)))
    for own, other in zip(OWN[name].split(), made, strict=False):
        spelled = spelled_like(other, own, kind)
        if spelled not in words and spelled not in names.values() and spelled not in TAKEN[kind]:
            names[own] = spelled

    def renamed(words: str) -> str:
        return re.sub(r"\w+", lambda found: names.get(found.group(), found.group()), words)

    before, after = played(text, kind), played(renamed(text), kind)
    assert after.endings == {renamed(ending): games for ending, games in before.endings.items()}
    assert (after.failed, after.lengths, after.questions, after.refused) == (
        before.failed,
        before.lengths,
        before.questions,
        before.refused,
    )
