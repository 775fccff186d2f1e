"""A rule sheet as it was written: both spellings give the same tree, and the printer writes either from it.

Terms, and the atoms made of them, are words and forms; bodies are conditions. `or` and `and` are still there, because
authors want to see them again when their text is laid out; `lower/lower.py` turns a tree into the rules that engines
run.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from parlour.dataclass import dataclass
from parlour.syntax.source import Span

Spelling = Literal["kif", "rules"]


@dataclass(frozen=True, slots=True)
class Word:
    """A constant or a variable. `text` has neither the `?` of a variable nor the quotes of a name."""

    text: str
    is_variable: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Form:
    """A name applied to terms."""

    name: str
    arguments: tuple[Node, ...]
    span: Span = field(compare=False)


Node = Word | Form


@dataclass(frozen=True, slots=True)
class Atom:
    """A sentence that holds or does not."""

    node: Node

    @property
    def span(self) -> Span:
        return self.node.span


@dataclass(frozen=True, slots=True)
class Different:
    """`(distinct a b)`."""

    left: Node
    right: Node
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    condition: Atom | Different
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Any:
    """`(or …)`: at least one of these holds."""

    conditions: tuple[Condition, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class All:
    """`(and …)`: all of these hold."""

    conditions: tuple[Condition, ...]
    span: Span = field(compare=False)


Condition = Atom | Different | Not | Any | All


@dataclass(frozen=True, slots=True)
class Statement:
    """A fact, or a rule: `head` holds whenever the body does."""

    head: Node
    body: tuple[Condition, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Tree:
    """All statements in their order. `is_sound`: every one of them could be read."""

    statements: tuple[Statement, ...]
    spelling: Spelling = field(compare=False)
    is_sound: bool = field(default=True, compare=False)
