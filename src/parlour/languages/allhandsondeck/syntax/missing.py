"""Says what is wrong where a value, or an operator between two values, is missing.

People who have another language in their fingers get its word for what they wanted; everybody else is told what was
expected.
"""

from __future__ import annotations

from typing import NoReturn

from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.syntax import slips
from parlour.languages.allhandsondeck.syntax.reader import Reader
from parlour.languages.allhandsondeck.syntax.tokens import (
    ACTION,
    BROKEN_OPERATOR,
    CAPITALS,
    CLASS,
    DECIMAL,
    FORMATTED,
    KEYWORD,
    NUMBER,
    SIGN,
    STRING,
    TYPE_WORDS,
)
from parlour.syntax.cursor import Unreadable, found
from parlour.syntax.diagnostic import Label
from parlour.syntax.token import NAME, Token


def no_choice(reader: Reader) -> None:
    """Python has a choice inside of an expression."""
    if reader.at("if"):
        hint = "choose in lines of their own, with `if` and `else`"
        reader.fail(codes.FOREIGN_WORD, "there is no choice inside of an expression", hint=hint)


def is_operand(token: Token) -> bool:
    """Whether a token can only begin a value, so that after another value an operator is missing."""
    return token.kind in (NAME, CLASS, CAPITALS, ACTION, NUMBER, DECIMAL, STRING, FORMATTED) or token.text in (
        *("True", "False", "None"),
    )


def no_operator(reader: Reader) -> NoReturn:
    """Says what is wrong where a value directly follows another one."""
    token, before = reader.peek(), reader.previous
    labels = (Label(token.span),)
    if before.kind == NAME and before.text in slips.STATEMENT_WORDS:
        hint = slips.STATEMENT_WORDS[before.text]
        if before.text in ("print", "input"):
            reader.fail(codes.NO_PARENTHESES, "a call needs parentheses", *labels, hint=hint)
        reader.fail(codes.FOREIGN_WORD, f"there is no `{before.text}`", Label(before.span), hint=hint)
    if before.kind in (ACTION, CAPITALS):
        hint = f"write `{before.text}(…)`"
        reader.fail(codes.NO_PARENTHESES, "what an ACTION is given stands in parentheses", *labels, hint=hint)
    if before.kind == NAME and token.kind in (ACTION, CAPITALS):
        hint = f"write `{before.text} do {token.text}`"
        reader.fail(codes.EXPECTED, f"expected `do` before `{token.text}`", *labels, hint=hint)
    hint = "an operator or a comma is missing"
    if before.kind == NAME:
        hint = f"a helper is called with parentheses: `{before.text}(…)`"
    reader.fail(codes.EXPECTED, f"expected the end of the line before {found(token)}", *labels, hint=hint)


def no_atom(reader: Reader) -> NoReturn:
    """Says what is wrong where a value should be; raises `Unreadable`."""
    token, before = reader.peek(), reader.previous
    if token.kind == BROKEN_OPERATOR:
        raise Unreadable
    if token.kind == KEYWORD:
        keyword_as_value(reader, token)
    after = ""
    if before is not token and before.kind in (SIGN, KEYWORD):
        after = f" after `{before.text}`"
    place = Label(token.span, f"here is {found(token)}")
    hint = ""
    if token.text == "=" and before.text in ("=", "<", ">"):
        hint = f"is `{before.text}=` meant?"
    if token.text in ("*", "/", "//", "%", "**", "&", "|", "^", "..", "...", "==", "!=", "<", "<=", ">", ">="):
        hint = f"`{token.text}` needs a value on each side"
    reader.fail(codes.EXPECTED, f"expected a value{after}", place, hint=hint)


def keyword_as_value(reader: Reader, token: Token) -> NoReturn:
    text = token.text
    if text in reader.lost:  # somebody wanted it for a name, and has been told
        raise Unreadable
    if text == "range":
        hint = "a range is written `0...n`, which leaves out n, or `1..n`, which includes it"
        reader.fail(codes.RESERVED_WORD, "`range` is reserved, and there is no such helper", hint=hint)
    if text in TYPE_WORDS and reader.peek(1).text == "(":
        hint = "a number is asked for by `int n = input()`; a text is made by `f'{n}'`"
        reader.fail(codes.RESERVED_WORD, f"`{text}` is a type, and cannot be called", hint=hint)
    if text in ("and", "or", "in", "is", "times"):
        reader.fail(codes.EXPECTED, f"expected a value before `{text}`")
    hints = {
        "if": "a choice is a statement, in a line of its own",
        "for": "a comprehension stands in square brackets: `[x for x in xs]`",
        "main": "a program never calls `main`: it begins there",
        "return": "`return` begins a line of its own",
        "else": "there is no choice inside an expression: use `if` and `else` in lines of their own",
    }
    hint = hints.get(text, "choose another name")
    reader.fail(codes.RESERVED_WORD, f"`{text}` is a reserved word, and not a value", hint=hint)
