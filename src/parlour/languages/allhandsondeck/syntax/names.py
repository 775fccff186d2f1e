"""Reads the names of ACTIONs and types, which stand in declarations, statements and expressions alike."""

from __future__ import annotations

from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.syntax.reader import Reader
from parlour.languages.allhandsondeck.syntax.tokens import ACTION, CAPITALS, CLASS, KEYWORD, TYPE_WORDS, as_action
from parlour.languages.allhandsondeck.syntax.tree import Ident, TypeName
from parlour.syntax.token import NAME


# ACTION
def action_name(reader: Reader, after: str) -> Ident:
    token = reader.peek()
    if token.kind in (NAME, CLASS):
        hint = f"an ACTION is written in capitals: `{as_action(token.text)}`"
        if token.kind == NAME:
            hint += f"; a helper is called without `do`: `{token.text}(…)`"
        reader.report(codes.WRONG_SPELLING, f"`{token.text}` is not an ACTION", hint=hint)
        reader.lost.update((token.text, as_action(token.text)))
        return Ident(reader.advance().span, token.text)
    if token.kind == KEYWORD:
        reader.fail(codes.RESERVED_WORD, f"`{token.text}` is a reserved word", hint="choose another name")
    token = reader.expect(ACTION, CAPITALS, code=codes.EXPECTED, what="an ACTION", after=after)
    return Ident(token.span, token.text)


# type = "int" | "float" | "bool" | "string" | "fstring" | Class [ "<" type ">" ]
def read_type(reader: Reader) -> TypeName:
    with reader.nested(codes.TOO_DEEP):
        token = reader.peek()
        if token.kind == KEYWORD and token.text in TYPE_WORDS:
            reader.advance()
            if reader.at("<"):
                hint = "only a class can be of something: `Stack<Card>`"
                reader.fail(codes.EXPECTED, f"`{token.text}` is not of anything", hint=hint)
            return TypeName(token.span, token.text)
        if token.kind in (NAME, ACTION):
            hint = "a class begins with a capital and has letters and digits only; the types are `int`, `float`, "
            hint += "`bool`, `string` and the classes"
            reader.fail(codes.WRONG_SPELLING, f"`{token.text}` is not a type", hint=hint)
        token = reader.expect(CLASS, CAPITALS, code=codes.EXPECTED, what="a type")
        if not reader.at("<"):
            return TypeName(token.span, token.text)
        opened = reader.advance()
        inner = read_type(reader)
        reader.expect(">", code=codes.EXPECTED, opened=opened)
        return TypeName(reader.since(token), token.text, inner)
