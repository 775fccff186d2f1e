"""The two listings of the user's document, byte for byte, completed to a game that can be played."""

from __future__ import annotations

from pathlib import Path

import parlour
from parlour import Status
from parlour.game.position import Step
from parlour.languages.gdl.frontend import check
from parlour.languages.options import Options
from parlour.syntax.source import Source

LISTINGS = Path(__file__).parents[2] / "documents" / "gdl-listings.txt"

# What the listings leave out, in the spelling of the document: its neck `:` and its `terminale` among it.
REST = """
role(xplayer)
role(oplayer)
index(1) index(2) index(3)
base(control(P)) : role(P)
input(P,mark(M,N)) :- role(P) & index(M) & index(N)
input(P,noop) :- role(P)
init(cell(M,N,b)) :- index(M) & index(N)
init(control(xplayer))
legal(P,mark(M,N)) :- true(control(P)) & true(cell(M,N,b))
legal(xplayer,noop) :- true(control(oplayer))
legal(oplayer,noop) :- true(control(xplayer))
next(cell(M,N,x)) :- does(xplayer,mark(M,N)) & true(cell(M,N,b))
next(cell(M,N,o)) :- does(oplayer,mark(M,N)) & true(cell(M,N,b))
next(cell(M,N,W)) :- true(cell(M,N,W)) & distinct(W,b)
next(cell(M,N,b)) :- true(cell(M,N,b)) & does(P,mark(J,K)) & or(distinct(M,J), distinct(N,K))
next(control(xplayer)) :- true(control(oplayer))
next(control(oplayer)) :- true(control(xplayer))
won(X) :- line(X) & distinct(X,b)
open :- true(cell(M,N,b))
terminale : won(X)
terminale :- ~open
goal(xplayer,100) :- won(x)
goal(xplayer,0) :- won(o)
goal(oplayer,100) :- won(o)
goal(oplayer,0) :- won(x)
goal(xplayer,50) :- ~won(x) & ~won(o)
goal(oplayer,50) :- ~won(x) & ~won(o)
"""


def test_the_listings_of_the_document_completed_are_a_game() -> None:
    text = LISTINGS.read_text(encoding="utf-8") + REST
    found = check(Source("tris.gdl", text), Options())
    assert [item for item in found if item.is_error] == []
    assert [item.code for item in found] == ["GD018"] * 4  # `:` twice and `terminale` twice
    position = parlour.load(text, language="gdl").start()
    for move in ("mark(1,1)", "mark(2,1)", "mark(1,2)", "mark(2,2)", "mark(1,3)"):
        assert isinstance(position.answer(position.questions[0], move), Step)
    assert position.status is Status.OVER and position.outcome is not None
    assert position.outcome.scores == (100.0, 0.0)
