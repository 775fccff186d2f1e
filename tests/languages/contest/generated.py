"""Seasons by chance: texts that make sense, in two spellings that mean the same.

A season is drawn as a list of pieces, each a word, or a choice between spellings. Written with the first of each choice
it is plain; written with drawn ones, it has the same meaning in other words: other synonyms, capitals, lists and
numbers that may be left out, tiebreakers in place or in sections, modifications that change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from hypothesis import strategies as st

from parlour.languages.contest.syntax.scanner import WORDS

Piece: TypeAlias = "str | Choice"
PLAYERS = ("Ada", "Ben", "Cleo", "Dan", "Eve")
COUNTERS = ("pts", "gold")
GROUPS = ("Lynx", "Otter", "red", "nominee")


@dataclass(frozen=True)
class Choice:
    """Several ways to write the same."""

    spellings: tuple[Sequence[Piece], ...]


def either(*spellings: str) -> Choice:
    return Choice(tuple(spelling.split() for spelling in spellings))


NOTHING: list[Piece] = []


@dataclass
class Round:
    """What has happened so far: which competitions were scored, how many votes and allocations there were."""

    scored: list[bool] = field(default_factory=list)
    votes: int = 0
    allocations: int = 0

    def copy(self) -> Round:
        return Round(list(self.scored), self.votes, self.allocations)


class Maker:
    """Draws a season. `ties` are the tiebreakers that have been given a name."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self.draw = draw
        self.ties: list[str] = []
        self.sections: list[list[Piece]] = []

    def flip(self) -> bool:
        return bool(self.draw(st.booleans()))

    def pick(self, options: Sequence[str]) -> str:
        return str(self.draw(st.sampled_from(list(options))))

    def number(self, low: int, high: int) -> str:
        return str(self.draw(st.integers(low, high)))

    def season(self) -> tuple[list[Piece], list[list[Piece]]]:
        """The season as far as the win condition, and sections that may follow."""
        pieces: list[Piece] = ["Players", ":", *self.cast(), "Rounds", ":"]
        last = Round()
        for _ in range(self.draw(st.integers(1, 3))):
            block, last = self.block()
            pieces += [*block, ";"]
        return [*pieces, "Win", ":", *self.win(last)], self.sections

    def cast(self) -> list[Piece]:
        attributes: list[Piece] = ["all", "with"]
        for index, counter in enumerate(COUNTERS):
            attributes += [*([","] if index else []), *self.counter(counter)]
        attributes += [",", "affiliation", "called", "red"]
        kind = self.draw(st.integers(0, 2))
        if kind == 0:
            teams: list[Piece] = [
                "team",
                "Lynx",
                ":",
                "Ada",
                ",",
                "Ben",
                either(";", ","),
                "team",
                "Otter",
                ":",
                "Cleo",
            ]
            return [*teams, ",", "Dan", ",", "Eve", *attributes]
        listed = " , ".join(PLAYERS).split()
        if kind == 1:
            return ["randomly", "divide", *listed, "into", "Lynx", ",", "Otter", *attributes]
        groups = "affiliation called Lynx , affiliation called Otter ,"
        return [listed[0], "with", *groups.split(), "counter", "called", "own", *listed[1:], *attributes]

    def counter(self, name: str) -> list[Piece]:
        pieces: list[Piece] = [either("counter", "score", "resource"), "called", name]
        start = self.draw(st.integers(-3, 3))
        if start:
            pieces += [either("", ","), "starting", "at", str(start)]
        else:
            pieces.append(either("", "starting at 0", ", starting at 0"))
        if self.flip():
            pieces += [either("", ","), "with", "minimum", "of", self.number(-9, start)]
        if self.flip():
            pieces += [either("", ","), "with", "maximum", "of", self.number(start, 9)]
        return pieces

    def block(self) -> tuple[list[Piece], Round]:
        state = Round()
        phases = self.phases(state, 0)
        times: list[Piece] = []
        last = either("", ".")
        if self.flip():
            count = self.draw(st.sampled_from([1, 2, 3, 1_000_000]))
            times = ["repeated", str(count), "times"]
            first = self.draw(st.integers(1, count))
            place = self.draw(st.integers(1, len(phases)))
            change: list[Piece] = ["round", str(first), "instead", "of", "phase", str(place), "insert"]
            same = [either("just", ""), *change, *phases[place - 1], either("", ".")]
            pieces: list[Piece] = ["with", "modifications", ":"]
            if self.flip():
                inserted: list[Piece] = ["add", "blue", "for", "Ada"]
                extent: Piece = "from" if self.flip() else either("just", "")
                before: Piece = "before" if self.flip() else "after"
                pieces += [
                    extent,
                    "round",
                    str(first),
                    before,
                    "phase",
                    str(place),
                    "insert",
                    *inserted,
                    either("", "."),
                ]
                times += pieces
            elif not any(_has_tiebreaker(piece) for piece in phases[place - 1]):
                times.append(Choice((NOTHING, [*pieces, *same])))
        joined = _joined(phases)
        return [*joined, last, *times], state

    def phases(self, state: Round, depth: int) -> list[list[Piece]]:
        return [self.phase(state, depth) for _ in range(self.draw(st.integers(1, 4)))]

    def phase(self, state: Round, depth: int) -> list[Piece]:
        if self.flip():
            return self.action(state, depth)
        update = self.update(state)
        words = ("of", "for") if update == ["elimination"] else ("for", "of")
        return [*update, either(*words), *self.who(state, depth + 1)]

    def action(self, state: Round, depth: int) -> list[Piece]:
        kind = self.draw(st.integers(0, 3 if depth > 1 else 4))
        if kind == 0:
            scored, team = self.flip(), self.flip()
            words = [*(["scored"] if scored else []), *(["team"] if team else []), "competition", "between"]
            who = self.who(state, depth + 1)
            state.scored.append(scored)
            return [*words, *who]
        if kind == 1:
            words = [*(["directed"] if self.flip() else []), "vote"]
            ballot = self.ballot(state, depth)
            state.votes += 1
            return [*words, *ballot]
        if kind == 2:
            return ["nomination", "of", self.number(0, 3), *self.ballot(state, depth)]
        if kind == 3:
            who = self.who(state, depth + 1)
            state.allocations += 1
            return ["allocation", "of", self.pick(COUNTERS), "by", *who]
        asked = self.one(state, depth + 1)
        then = self.phases(state.copy(), depth + 1)
        pieces: list[Piece] = ["uses", "?", *asked, "then", "(", *_joined(then), either("", "."), ")"]
        if self.flip():
            other = self.phases(state.copy(), depth + 1)
            pieces += ["otherwise", "(", *_joined(other), either("", "."), ")"]
        return pieces

    def ballot(self, state: Round, depth: int) -> list[Piece]:
        own: list[Piece] = ["including", "self"] if self.flip() else []
        return ["by", *self.who(state, depth + 1), "between", *self.who(state, depth + 1), *own]

    def update(self, state: Round) -> list[Piece]:
        groups: list[Piece] = ["Lynx", ",", "Otter"]
        updates: list[Callable[[], list[Piece]]] = [
            lambda: ["elimination"],
            lambda: ["add", self.pick(GROUPS)],
            lambda: ["remove", self.pick(GROUPS)],
            lambda: ["change", self.pick(GROUPS), "to", self.pick(GROUPS)],
            lambda: ["number", "preserving", "swap", *groups],
            lambda: ["swap", *groups, *(["adding", "Cave"] if self.flip() else [])],
            lambda: ["merge", *groups, either("", "to merged") if self.flip() else "to Lagoon"],
            lambda: [self.pick(["increase", "decrease"]), self.pick(COUNTERS), "by", *self.value(state)],
            lambda: ["set", self.pick(COUNTERS), "to", *self.value(state)],
        ]
        made = updates[self.draw(st.integers(0, len(updates) - 1))]()
        return [word for piece in made for word in (piece.split() if isinstance(piece, str) else [piece])]

    def value(self, state: Round) -> list[Piece]:
        options: list[list[Piece]] = [[self.number(-3, 3)], [self.pick(COUNTERS)]]
        if state.votes:
            options.append(["results", "of", "vote", *self.which(state.votes)])
        if state.allocations:
            options.append(["results", "of", "allocation", *self.which(state.allocations)])
        if state.scored and state.scored[-1]:
            options.append(["results", "of", "competition"])
        return options[self.draw(st.integers(0, len(options) - 1))]

    def which(self, count: int) -> list[Piece]:
        return [self.number(1, count)] if self.flip() else []

    def who(self, state: Round, depth: int) -> list[Piece]:
        pieces = self.item(state, depth)
        while self.flip() and len(pieces) < 20:
            pieces += [",", *self.item(state, depth)]
        if self.flip():
            pieces += ["except", *self.one(state, depth)]
        return pieces

    def item(self, state: Round, depth: int) -> list[Piece]:
        one = self.one(state, depth)
        if self.flip():
            return [*one, either("", "* 1")]
        return [*one, "*", *self.value(state)]

    def one(self, state: Round, depth: int, *, is_tied: bool = False) -> list[Piece]:
        simple: list[list[Piece]] = [
            ["everyone"],
            [either("nominated", "nominee")],
            ["eliminated"],
            [self.pick(PLAYERS)],
            [self.pick(["Lynx", "Otter", "red"])],
        ]
        if is_tied:
            simple.append(["tied"])
        if state.scored:
            simple.append([self.pick(["winner", "loser"]), "of", "competition", *self.which(len(state.scored))])
        kind = self.draw(st.integers(0, len(simple) + (3 if depth <= 2 else 0) - 1))
        if kind < len(simple):
            return simple[kind]
        if kind == len(simple):
            return ["chance", *self.drawn(), *self.among(state, depth)]
        if kind == len(simple) + 1 and state.votes:
            verdict: list[Piece] = [self.pick(["majority", "minority"]), "of", "vote", *self.which(state.votes)]
            return [*verdict, *self.tie(state, depth)]
        word = either("highest", "most") if self.flip() else either("lowest", "least")
        return [word, self.pick(COUNTERS), *self.among(state, depth), *self.tie(state, depth)]

    def drawn(self) -> list[Piece]:
        return [either("", "1")] if self.flip() else [self.number(0, 3)]

    def among(self, state: Round, depth: int) -> list[Piece]:
        if self.flip():
            return [either("", "( everyone )")]
        return ["(", *self.who(state, depth + 1), ")"]

    def tie(self, state: Round, depth: int) -> list[Piece]:
        if self.flip() or depth > 2:
            return []
        inner = state.copy()
        action = self.action(inner, 2) if self.flip() else []
        body = [*action, *self.one(inner, depth + 1, is_tied=True)]
        name = f"tie{len(self.ties)}"
        self.ties.append(name)
        return ["tiebroken", "by", _Tie(name, body)]

    def win(self, state: Round) -> list[Piece]:
        team: list[Piece] = ["for", "team"] if self.flip() else []
        wins: list[Callable[[], list[Piece]]] = [
            lambda: ["reach", self.number(-3, 9), "pts", ",", self.number(0, 3), "gold", *team],
            lambda: ["competition"],
            lambda: [either("", "for"), "team", "competition"],
            lambda: [self.number(0, 3), "member", "jury", "vote"],
            lambda: ["survive"],
            lambda: [*self.who(state, 0), *team],
        ]
        return wins[self.draw(st.integers(0, len(wins) - 1))]()


@dataclass(frozen=True)
class _Tie(Choice):
    """A tiebreaker with its name and body: in place, with or without a colon, or in a section."""

    spellings: tuple[Sequence[Piece], ...] = ()
    name: str = ""
    body: Sequence[Piece] = ()

    def __init__(self, name: str, body: Sequence[Piece]) -> None:
        object.__setattr__(self, "spellings", ((name, ":", *body), (name, *body), (name,)))
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "body", body)


def _has_tiebreaker(piece: Piece) -> bool:
    return isinstance(piece, _Tie) or (
        isinstance(piece, Choice) and any(_has_tiebreaker(each) for way in piece.spellings for each in way)
    )


def _joined(phases: Sequence[Sequence[Piece]]) -> list[Piece]:
    pieces: list[Piece] = []
    for index, phase in enumerate(phases):
        pieces += [*(["."] if index else []), *phase]
    return pieces


def written(pieces: Sequence[Piece], choose: Callable[[int], int]) -> list[str]:
    """The words of a season, where `choose` says which of so many spellings is taken."""
    sections: list[str] = []

    def write(pieces: Sequence[Piece]) -> list[str]:
        words: list[str] = []
        for piece in pieces:
            if isinstance(piece, str):
                words.append(piece)
                continue
            chosen = choose(len(piece.spellings))
            words += write(piece.spellings[chosen])
            if isinstance(piece, _Tie) and chosen == 2:
                sections.extend(["Tiebreaker", ":", piece.name, *write(piece.body)])
        return words

    return [*write(pieces), *sections]


@st.composite
def seasons(draw: Callable[[st.SearchStrategy[Any]], Any]) -> str:
    """A season that makes sense, in its plain spelling."""
    pieces, _ = Maker(draw).season()
    return " ".join(written(pieces, lambda _: 0))


@st.composite
def spelled_twice(draw: Callable[[st.SearchStrategy[Any]], Any]) -> tuple[str, str]:
    """A season in its plain spelling and in another one."""
    pieces, _ = Maker(draw).season()
    other = written(pieces, lambda count: int(draw(st.integers(0, count - 1))))
    cased = [draw(st.sampled_from([word, word.upper(), word.title()])) if word in WORDS else word for word in other]
    return " ".join(written(pieces, lambda _: 0)), " ".join(cased)


@st.composite
def untidy(draw: Callable[[st.SearchStrategy[Any]], Any]) -> str:
    """A season that makes sense, in any spelling, with comments, capitals, blanks and line ends anywhere."""
    words = draw(spelled_twice())[1].split()
    between = st.sampled_from(
        [" ", " ", " ", "\n", "\n\n\n", "\r\n", " // a remark\n", "\n// alone\n", "\t", "\n\n// x\n//y\n"]
    )
    return draw(between) + "".join(word + draw(between) for word in words)
