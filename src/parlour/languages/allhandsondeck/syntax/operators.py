"""Operators between and before operands: how tightly they bind, and the open runs of which trees are made.

`1 + 2 * 3 - 4` is read from left to right. Each operator opens a run of its strength, or goes on with one; a weaker one
closes all stronger runs that are open before it, and a closed run is a tree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.syntax import slips
from parlour.languages.allhandsondeck.syntax.reader import Reader
from parlour.languages.allhandsondeck.syntax.tokens import BROKEN_OPERATOR, KEYWORD, NEWLINE, SIGN
from parlour.languages.allhandsondeck.syntax.tree import (
    Chain,
    Compare,
    CompareLink,
    Comparison,
    Expr,
    Link,
    Logic,
    Not,
    Operator,
    Power,
    Range,
    Sign,
    SignOperator,
)
from parlour.syntax.diagnostic import Label
from parlour.syntax.limits import NESTING_LIMIT
from parlour.syntax.token import NAME, Token

# How tightly operators bind. `not` and the signs stand before their operand, `do` behind it.
_LEVELS = (
    *(("or",), ("and",), ("not",), ("==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not"), ("do",)),
    *(("|",), ("^",), ("&",), ("+", "-"), ("*", "/", "//", "%"), ("..", "..."), ("sign",), ("**",)),
)
STRENGTH = {word: strength for strength, words in enumerate(_LEVELS) for word in words}
NOT_STRENGTH = STRENGTH["not"]
COMPARE_STRENGTH = STRENGTH["=="]
DO_STRENGTH = STRENGTH["do"]
RANGE_STRENGTH = STRENGTH[".."]
SIGN_STRENGTH = STRENGTH["sign"]
POWER_STRENGTH = STRENGTH["**"]


@dataclass(slots=True)
class Run:
    """An open run of operators of one strength, waiting for its next operand; a prefix has no operand on its left."""

    strength: int
    operator: Token
    word: str
    first: Expr | None
    links: list[tuple[Token, str, Expr]] = field(default_factory=list)

    def extend(self, operand: Expr) -> None:
        self.links.append((self.operator, self.word, operand))

    def close(self, last: Expr) -> Expr:
        """The tree of the run, once its last operand is known."""
        if self.first is None:
            span = self.operator.span.to(last.span)
            return Not(span, last) if self.word == "not" else Sign(span, cast(SignOperator, self.word), last)
        self.extend(last)
        first, span = self.first, self.first.span.to(last.span)
        match self.word:
            case ".." | "...":
                return Range(span, first, last, self.word == "..")
            case "**":
                return Power(span, first, last)
            case "and":
                return Logic(span, "and", (first, *(operand for _, _, operand in self.links)))
            case "or":
                return Logic(span, "or", (first, *(operand for _, _, operand in self.links)))
        if self.strength == COMPARE_STRENGTH:
            compared = (CompareLink(sign.span, cast(Comparison, word), right) for sign, word, right in self.links)
            return Compare(span, first, tuple(compared))
        chained = (Link(sign.span, cast(Operator, word), right) for sign, word, right in self.links)
        return Chain(span, first, tuple(chained))


def closed(runs: list[Run], operand_read: Expr, strength: int) -> Expr:
    """The operand after all open runs that bind tighter have been closed with it."""
    while runs and runs[-1].strength > strength:
        operand_read = runs.pop().close(operand_read)
    return operand_read


def prefixes(reader: Reader, runs: list[Run]) -> None:
    """Opens a run for each `not`, `-`, `+` and `~` before an operand."""
    while reader.peek().kind in (KEYWORD, SIGN) and reader.at("not", "-", "+", "~", "do"):
        token = reader.peek()
        tightest = runs[-1].strength if runs else -1
        limit = {"not": NOT_STRENGTH, "do": COMPARE_STRENGTH}.get(token.text)
        if limit is not None and tightest > limit:
            title = f"`{token.text}` cannot stand behind `{runs[-1].word}`"
            hint = f"put it into parentheses: `({token.text} …)`"
            reader.fail(codes.MISPLACED_NOT, title, hint=hint)
        if token.text == "do":
            return
        reader.advance()
        if token.text in "+-" and reader.at(NEWLINE):
            count = f"{token.text}= 1"
            place = Label(reader.previous.span)
            reader.fail(codes.UNKNOWN_OPERATOR, "a value is missing here", place, hint=f"to count, write `n {count}`")
        runs.append(Run(NOT_STRENGTH if limit else SIGN_STRENGTH, token, token.text, None))
        if len(runs) > NESTING_LIMIT:
            reader.fail(codes.TOO_DEEP, "these are too many operators in a row", hint="leave them out in pairs")


def next_operator(reader: Reader) -> tuple[Token, str] | None:
    """Takes the operator after an operand, if there is one: its token, which may cover two words, and its name."""
    token = reader.peek()
    if token.kind == BROKEN_OPERATOR:
        return reader.advance(), token.text
    if token.kind == KEYWORD and token.text in ("not", "is"):
        following = reader.peek(1).text
        word = f"{token.text} {following}"
        if word in STRENGTH:
            reader.advance()
            reader.advance()
            return Token(KEYWORD, word, reader.since(token)), word
        if token.text == "not":
            return None
    if token.kind in (SIGN, KEYWORD) and token.text in STRENGTH and token.text != "do":
        if token.text == ">" and reader.peek(1).text in (">", ">=") and reader.peek(1).span.start == token.span.end:
            hint = "there are no shift operators: divide by a power of two, `n // 2 ** k`"
            reader.fail(codes.UNKNOWN_OPERATOR, "`>>` is not an operator", hint=hint)
        return reader.advance(), token.text
    if token.kind == NAME and token.text in slips.INFIX_WORDS:
        hint = slips.INFIX_WORDS[token.text]
        reader.fail(codes.FOREIGN_WORD, f"`{token.text}` is not an operator", hint=hint)
    return None
