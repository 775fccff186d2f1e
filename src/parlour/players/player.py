"""A player: whoever answers the questions of a seat.

A player is shown a view and one question of it, and chooses. It never holds the position: what its seat may not know
cannot reach it. A player that thinks ahead may ask to `imagine`: that gives a position which its seat cannot tell
from the real one, and which it may play on as it likes.

People at a keyboard are players too: they answer in words of their own (`Typed`), which the match reads, and they
may give up (`Resigns`).
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.game import search
from parlour.game.view import OpenQuestion, View
from parlour.match.events import Failing


@dataclass(frozen=True, slots=True)
class Typed:
    """An answer in the language's own form, still to be read."""

    text: str


@dataclass(frozen=True, slots=True)
class Resigns:
    """The player gives up."""


Choice = Plain | Typed | Resigns
Imagine = search.Imagine


class NoOptions(Exception):
    """A player that only picks from what is offered was asked something without options."""


class PlayerFailed(Exception):
    """A player somewhere else has given no answer that counts: in which way, and what came instead."""

    def __init__(self, how: Failing, text: str) -> None:
        super().__init__(text)
        self.how: Failing = how
        self.text = text


class Player(Protocol):
    """`choose` is called once for each question; a refused choice is asked for again."""

    def choose(self, view: View, question: OpenQuestion, imagine: Imagine) -> Choice: ...


@runtime_checkable
class Outsider(Player, Protocol):
    """A player outside of this process: one refused answer is a mishap, and when it is done it is let go."""

    def close(self) -> None: ...


@runtime_checkable
class Follower(Outsider, Protocol):
    """One that follows the match from its first question on: the same player answers all questions of its seat, and
    `end` says that the match is over, or broken off."""

    def end(self) -> None: ...
