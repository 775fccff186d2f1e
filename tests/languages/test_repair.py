"""Local repair in each language: a wrong token is one message, and where the parser has only an example, the line."""

from __future__ import annotations

import pytest

from parlour import library
from parlour.languages.frontend import front_end, language
from parlour.languages.options import Options
from parlour.syntax import repair
from parlour.syntax.diagnostic import Diagnostic, Diagnostics
from parlour.syntax.source import Source

# A program that cannot be read, what the parser has to advise, and what is advised.
ADVISED = {
    "bogl": (
        "game G\n\nn : Int\nn = let m = 1\n    m + 1\n",
        "a local name is written `let m = … in …`",
        "write `n = let m = 1 in`",
    ),
    "senet": (
        "@setup {\n    int n;\n}\n@turns {\n    void begin() {\n        for (i of {1, 2}) {\n            n = i;\n"
        "        }\n        exit();\n    }\n}\n",
        "write `for (i in …) { … }`",
        "write `for (i in {1, 2}) {`",
    ),
    "allhandsondeck": (
        "main:\n    print([1] SHUFFLE)\n",
        "an ACTION is done with `do`: write `… do SHUFFLE`",
        "write `print([1] do SHUFFLE)`",
    ),
    "tgdl": (
        "class Card\n{\n    number rank 1;\n}\n",
        "put a `;` before it, or leave it out",
        "write `number rank = 1;`",
    ),
    "gdl": (
        "role(white)\n(role black)\ninit(step(1))\nlegal(R, noop) :- role(R)\nnext(step(2)) :- true(step(1))\n"
        "terminal :- true(step(2))\ngoal(R, 50) :- role(R)\n",
        "write `role(…)`: all of this text is in rule form",
        "write `role(black)`",
    ),
    "contest": (
        "Players: Ada, Ben, Cleo\nRounds:\nvote by everyone.\nelimination of majority of vote;\nWin: survive\n",
        "a vote is written `vote by everyone between Ada, Ben`: first who votes, then for whom",
        "write `vote by everyone between …`",
    ),
}

# A game of the library, what is written otherwise in it, and how many messages were only said because of that.
ECHOES = [
    ("memory", "        print(f'{player.name} has", "        printf'{player.name} has", 1),
    ("cheat", "        for suit in 'CDHS'", "         suit in 'CDHS'", 2),
    ("talent-show", "Win:", "called:", 1),
    ("knights-tour", "(<= (base (squares ?n)) (count ?m ?n))", "(<= (base () ?n)) (count ?m ?n))", 1),
]


def _said(name: str, text: str) -> tuple[Diagnostic, ...]:
    return front_end(name).check(_source(name, text), Options())


def _source(name: str, text: str) -> Source:
    return Source(f"game{language(name).endings[0]}", text)


@pytest.mark.parametrize("name", ADVISED)
def test_an_example_gives_way_to_the_line_of_this_program(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, general, advice = ADVISED[name]
    assert [item.hint for item in _said(name, text)] == [advice]
    monkeypatch.setattr(repair, "MOST_REPAIRED", 0)
    assert [item.hint for item in _said(name, text)] == [general]


@pytest.mark.parametrize("name", [name for name in ADVISED if name != "gdl"])
def test_layout_says_of_a_wrong_text_what_checking_says(name: str) -> None:
    text, _, advice = ADVISED[name]
    with pytest.raises(Diagnostics) as raised:
        front_end(name).format(_source(name, text))
    assert [item.hint for item in raised.value.found] == [advice]


@pytest.mark.parametrize(("game", "old", "new", "echoes"), ECHOES)
def test_what_a_wrong_token_has_caused_is_not_told(
    game: str, old: str, new: str, echoes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = library.find(game)
    assert found is not None and found.text.count(old) == 1
    text = found.text.replace(old, new)
    assert len(_said(found.language, text)) == 1
    monkeypatch.setattr(repair, "MOST_REPAIRED", 0)
    assert len(_said(found.language, text)) == 1 + echoes


def test_wrong_advice_is_worse_than_an_example() -> None:
    """`size` is what is missing: that the text could be read without the comma is no advice."""
    [item] = _said("bogl", "game G\n\ntype Input = (Int,\n")
    assert item.hint == "write the type that is missing and a `)`, `(Int, …)`, or leave the comma out"


@pytest.mark.parametrize("name", ["bogl", "senet", "allhandsondeck", "tgdl", "gdl", "contest"])
def test_a_right_text_is_checked_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*_: object, **__: object) -> None:
        raise AssertionError("a right text needs no repair")

    monkeypatch.setattr(repair, "_Search", search)
    game = next(each for each in library.all() if each.language == name)
    assert not [item for item in _said(name, game.text) if item.kind == "syntax" and item.is_error]
