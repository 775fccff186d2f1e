"""Reads BoGL types and type definitions. The grammar rule stands above each function."""

from __future__ import annotations

from parlour.languages.bogl import codes
from parlour.languages.bogl.syntax import slips
from parlour.languages.bogl.syntax.reader import Reader
from parlour.languages.bogl.syntax.scanner import CAPITAL, KEYWORD, NUMBER
from parlour.languages.bogl.syntax.tree import (
    NAMELESS_TYPE,
    Addition,
    BoardType,
    BrokenType,
    Enumeration,
    ExtendedType,
    FunctionType,
    Ident,
    NamedType,
    Number,
    TupleType,
    Type,
    TypeDefinition,
)
from parlour.syntax.cursor import Unreadable, found
from parlour.syntax.diagnostic import Label
from parlour.syntax.token import NAME, Token

TYPE_WORDS = frozenset({"Int", "Bool", "Board", "Input", "AnySymbol"})
ARRAY_HINT = "a board is written `type Board = Array (3,3) of …`: the width, the height, and what a cell holds"


# typedef = "type" "Board" "=" "Array" "(" int "," int ")" "of" type
#         | "type" "Input" "=" type
#         | "type" Name "=" type ;
def type_definition(reader: Reader) -> BoardType | TypeDefinition:
    start = reader.advance()
    if reader.accept("Board"):
        try:
            return board_type(reader, start)
        except Unreadable:
            reader.skip_to_definition()
            return BoardType(start.span, None, None, BrokenType(start.span))
    try:
        return named_type(reader, start)
    except Unreadable:
        reader.lost.add(NAMELESS_TYPE)
        raise


def named_type(reader: Reader, start: Token) -> TypeDefinition:
    """A type definition from its name on."""
    name = Ident(reader.advance().span, "Input") if reader.at("Input") else capital_name(reader, "`type`")
    definition: Type
    try:
        reader.expect("=", code=codes.EXPECTED, after=f"`type {name.text}`")
        if at_array(reader):
            reader.fail(
                codes.MISPLACED_ARRAY,
                f"only the type `Board` can be an array, not `{name.text}`",
                hint="a game has one kind of board: `type Board = Array (3,3) of …`",
            )
        definition = plain_type(reader)
        if reader.at("->"):
            hint = "the type of a function stands in its signature: `f : Int -> Bool`"
            reader.fail(codes.BAD_FUNCTION_TYPE, "a type definition cannot be a function type", hint=hint)
        check_end(reader)
    except Unreadable:
        definition = BrokenType(name.span)
        reader.skip_to_definition()
    return TypeDefinition(reader.since(start), name, definition)


def check_end(reader: Reader) -> None:
    """Gives up a type definition after which something else than a definition comes."""
    if not reader.at_definition():
        label = Label(reader.peek().span, f"here is {found(reader.peek())}")
        hint = "symbols are added to a type with `|` or `&`"
        reader.fail(codes.EXPECTED, "the type is complete before this", label, hint=hint)


def at_array(reader: Reader) -> bool:
    """Whether an array type follows, also in the spelling of an early draft of the language, `Grid(3,3)`."""
    return reader.at("Array") or (reader.at("Grid", "array", "grid") and reader.peek(1).text == "(")


# "=" "Array" "(" int "," int ")" "of" type
def board_type(reader: Reader, start: Token) -> BoardType:
    reader.expect("=", code=codes.EXPECTED, after="`type Board`", hint=ARRAY_HINT)
    if not at_array(reader):
        reader.fail(codes.MISPLACED_ARRAY, "the type `Board` must be an array", hint=ARRAY_HINT)
    word = reader.advance()
    if word.text != "Array":
        place = Label(word.span)
        reader.tell(codes.MISPLACED_ARRAY, f"a board is an `Array`, not a `{word.text}`", place, hint=ARRAY_HINT)
    opened = reader.expect("(", code=codes.MISPLACED_ARRAY, after="`Array`", hint=ARRAY_HINT)
    width = size(reader)
    reader.expect(",", code=codes.MISPLACED_ARRAY, after="the width", hint=ARRAY_HINT)
    height = size(reader)
    reader.expect(")", code=codes.MISPLACED_ARRAY, after="the height", hint=ARRAY_HINT, opened=opened)
    reader.expect("of", code=codes.MISPLACED_ARRAY, after="the size of the board", hint=ARRAY_HINT)
    content: Type
    try:
        content = plain_type(reader)
        check_end(reader)
    except Unreadable:
        content = BrokenType(word.span)
        reader.skip_to_definition()
    return BoardType(reader.since(start), width, height, content)


# int
def size(reader: Reader) -> Number | None:
    """One side of a board; None if its digits could not be read."""
    first = reader.peek()
    sign = reader.accept("-", "+")
    token = reader.expect(NUMBER, code=codes.MISPLACED_ARRAY, what="a number", hint=ARRAY_HINT)
    if not isinstance(token.value, int):
        return None
    return Number(reader.since(first), -token.value if sign and sign.text == "-" else token.value)


# ftype = type "->" type ;
def signature_type(reader: Reader) -> Type | FunctionType:
    """What may stand after the `:` of a signature."""
    start = reader.peek()
    kind = plain_type(reader)
    if not reader.accept("->"):
        return kind
    result = plain_type(reader)
    if reader.at("->"):
        reader.report(
            codes.BAD_FUNCTION_TYPE,
            "a function type has one `->`",
            hint="take all parameters together: `f : (Int, Int) -> Int`",
        )
        while reader.accept("->"):
            plain_type(reader)
        return BrokenType(reader.since(start))
    return FunctionType(reader.since(start), kind, result)


# type = base { "&" ( enum | Name ) | "|" Name } ;
def plain_type(reader: Reader) -> Type:
    with reader.nested(codes.TOO_DEEP):
        start = reader.peek()
        base = base_type(reader)
        additions: list[Addition] = []
        is_broken = False
        while reader.at("|", "&"):
            sign = reader.advance()
            added = extension(reader, sign)
            is_broken = is_broken or added is None
            if added is not None:
                additions.append(Addition(reader.since(sign), added))
        if is_broken:
            return BrokenType(reader.since(start))
        return ExtendedType(reader.since(start), base, tuple(additions)) if additions else base


# base = "Bool" | "Int" | "Board" | "Input" | Name | enum | "(" type "," type { "," type } ")" ;
def base_type(reader: Reader) -> Type:
    token = reader.peek()
    if token.kind == CAPITAL or (token.kind == KEYWORD and token.text in TYPE_WORDS):
        reader.advance()
        return NamedType(token.span, token.text)
    if reader.at("{"):
        return enumeration(reader)
    if reader.at("("):
        return tuple_type(reader)
    if at_array(reader):
        hint = "a board is passed around as `Board`; its size stands in `type Board = Array (3,3) of …`"
        reader.fail(codes.MISPLACED_ARRAY, "an array stands only in the definition of `Board`", hint=hint)
    if token.kind == NAME and not reader.at_next_definition():
        meant = slips.TYPES.get(token.text, token.text[0].upper() + token.text[1:])
        reader.report(
            codes.WRONG_CASE, f"`{token.text}` must start with a capital letter here", hint=f"write `{meant}`"
        )
        reader.advance()
        reader.lost.add(meant)
        return NamedType(token.span, meant)
    token = reader.expect(CAPITAL, code=codes.EXPECTED, what="a type", after=f"`{reader.previous.text}`")
    return NamedType(token.span, token.text)


# enum = "{" Name { "," Name } "}" ;
def enumeration(reader: Reader) -> Enumeration:
    opened = reader.advance()
    symbols = [capital_name(reader, "`{`")]
    while reader.accept(","):
        symbols.append(capital_name(reader, "`,`"))
    hint = "the symbols of a type are separated by commas: `{X, O}`"
    reader.expect("}", code=codes.EXPECTED, what="`,` or `}`", hint=hint, opened=opened)
    return Enumeration(reader.since(opened), tuple(symbols))


# "(" type { "," type } ")"
def tuple_type(reader: Reader) -> Type:
    opened = reader.advance()
    items = [plain_type(reader)]
    while reader.accept(","):
        items.append(plain_type(reader))
    if reader.at("->"):
        reader.fail(
            codes.BAD_FUNCTION_TYPE,
            "a function cannot be passed around",
            hint="functions take and give values: numbers, truth values, symbols, boards and tuples of them",
        )
    reader.expect(")", code=codes.EXPECTED, what="`,` or `)`", opened=opened)
    return items[0] if len(items) == 1 else TupleType(reader.since(opened), tuple(items))


# enum | Name
def extension(reader: Reader, sign: Token) -> Ident | Enumeration | NamedType | None:
    """What extends a type: after `|` a symbol, after `&` an enumeration or its name."""
    if reader.at("{"):
        return enumeration(reader)
    if reader.peek().text in TYPE_WORDS:
        reader.report(
            codes.BAD_EXTENSION,
            f"`{reader.peek().text}` cannot extend a type: only symbols can",
            hint="a type has one kind of value besides its symbols",
        )
        reader.advance()
        return None
    name = capital_name(reader, f"`{sign.text}`")
    return name if sign.text == "|" else NamedType(name.span, name.text)


# Name
def capital_name(reader: Reader, after: str) -> Ident:
    """A name with a capital letter: a game, a type or a symbol."""
    token = reader.peek()
    if token.kind == NAME and not reader.at_next_definition():
        meant = token.text[0].upper() + token.text[1:]
        hint = f"write `{meant}`" if meant != token.text else "choose a name that starts with a capital letter"
        reader.report(codes.WRONG_CASE, f"`{token.text}` must start with a capital letter here", hint=hint)
        return Ident(reader.advance().span, meant)
    if token.kind == KEYWORD and reader.same_line():
        reader.fail(codes.RESERVED_WORD, f"`{token.text}` is a reserved word", hint="choose another name")
    token = reader.expect(CAPITAL, code=codes.EXPECTED, what="a name with a capital letter", after=after)
    return Ident(token.span, token.text)
