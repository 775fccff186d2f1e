"""Reads BoGL programs, preludes and single expressions: source text in, a tree and what was wrong with it out.

    >>> program, found = parse_program(Source("demo.bgl", "game Demo  answer : Int  answer = 6 * 7"))
    >>> program.name.text, len(program.definitions), found
    ('Demo', 1, [])

One parser reads the language of the 2020 note, of the 2021 tool and of the 2021 description: their forms do
not collide (`README.md` beside this file lists them). After an error it goes on at the next definition; an
equation that cannot be read leaves its definition with its signature, so that others may still use it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from parlour.languages.bogl import codes
from parlour.languages.bogl.syntax import slips
from parlour.languages.bogl.syntax.expressions import variable_name, whole_expression
from parlour.languages.bogl.syntax.reader import Reader
from parlour.languages.bogl.syntax.scanner import CAPITAL, KEYWORD, NUMBER, STRING, scan
from parlour.languages.bogl.syntax.tree import (
    BoardEquations,
    BoardType,
    Broken,
    BrokenType,
    CellEquation,
    Definition,
    Equation,
    Expr,
    FunctionEquation,
    FunctionType,
    Ident,
    NamedType,
    Number,
    Program,
    Type,
    ValueDefinition,
    ValueEquation,
)
from parlour.languages.bogl.syntax.type_forms import capital_name, named_type, signature_type, type_definition
from parlour.languages.pragmas import notes_of
from parlour.syntax.cursor import Unreadable, found
from parlour.syntax.diagnostic import Diagnostic, Label, in_order
from parlour.syntax.limits import check_size
from parlour.syntax.source import Source
from parlour.syntax.token import BROKEN, BROKEN_OPERATOR, END, NAME, Token


def parse_program(source: Source) -> tuple[Program, list[Diagnostic]]:
    """Reads a program, which starts with its game line."""
    diagnostics: list[Diagnostic] = []
    reader = _open(source, diagnostics)
    name = None
    definitions: list[Definition] = []
    if reader is not None:
        name = game_line(reader)
        definitions = definition_list(reader)
    return _program(source, reader, name, definitions, diagnostics)


def parse_prelude(source: Source) -> tuple[Program, list[Diagnostic]]:
    """Reads a prelude: definitions for any program, hence without a game line and without a board type."""
    diagnostics: list[Diagnostic] = []
    reader = _open(source, diagnostics)
    definitions: list[Definition] = []
    if reader is not None:
        if reader.at("game"):
            hint = "leave it out: a prelude serves any game"
            reader.report(codes.NOT_IN_PRELUDE, "a prelude has no game line", hint=hint)
            reader.advance()
            reader.accept(CAPITAL, NAME)
        definitions = definition_list(reader)
    for definition in definitions:
        if isinstance(definition, BoardType):
            diagnostics.append(
                Diagnostic(
                    codes.NOT_IN_PRELUDE,
                    "a prelude cannot define the board",
                    (Label(definition.span),),
                    hint="move it into the program; a prelude may use `Board` and `Content` all the same",
                )
            )
    kept = [definition for definition in definitions if not isinstance(definition, BoardType)]
    return _program(source, reader, None, kept, diagnostics)


def parse_definitions(source: Source) -> tuple[Program, list[Diagnostic]]:
    """Reads definitions that are added to a program, as somebody types them who tries it out: any, and no game line."""
    diagnostics: list[Diagnostic] = []
    reader = _open(source, diagnostics)
    definitions = [] if reader is None else definition_list(reader)
    return _program(source, reader, None, definitions, diagnostics)


def parse_expression(source: Source) -> tuple[Expr, list[Diagnostic]]:
    """Reads a single expression, as somebody types it who tries a program out."""
    diagnostics: list[Diagnostic] = []
    reader = _open(source, diagnostics)
    expr: Expr = Broken(source.span(0, len(source.text)))
    if reader is not None:
        try:
            read = whole_expression(reader)
            if not reader.at(END):
                reader.fail(
                    codes.EXPECTED,
                    "the expression is complete before this",
                    Label(reader.peek().span, f"here is {found(reader.peek())}"),
                    hint="one expression is expected here; definitions belong into the program",
                )
            expr = read
        except Unreadable:
            pass
    return expr, list(in_order(diagnostics))


def _open(source: Source, diagnostics: list[Diagnostic]) -> Reader | None:
    """A reader at the first token; None for a text that is too large to be read at all."""
    too_large = check_size(source, codes.TEXT_TOO_LARGE)
    if too_large is not None:
        diagnostics.append(too_large)
        return None
    return Reader(scan(source, diagnostics.append), diagnostics.append)


def _program(
    source: Source,
    reader: Reader | None,
    name: Ident | None,
    definitions: Sequence[Definition],
    diagnostics: list[Diagnostic],
) -> tuple[Program, list[Diagnostic]]:
    is_sound = not any(diagnostic.is_error for diagnostic in diagnostics)
    lost = frozenset() if reader is None else frozenset(reader.lost)
    notes = () if reader is None else notes_of(source, reader.comments)
    whole = source.span(0, len(source.text))
    return Program(whole, name, tuple(definitions), is_sound, lost, notes), list(in_order(diagnostics))


# "game" Name
def game_line(reader: Reader) -> Ident | None:
    first = reader.peek()
    if first.kind == CAPITAL and first.text.lower() == "game" and reader.peek(1).kind in (CAPITAL, NAME):
        reader.report(codes.WRONG_CASE, f"`{first.text}` is written `game`", hint="write it in small letters")
    elif not reader.at("game"):
        label = Label(first.span, "the text is empty" if first.kind == END else "this comes before it")
        hint = "add a first line: `game MyGame`"
        say = reader.tell if reader.at_definition() else reader.report
        say(codes.NO_GAME, "every program starts with: game Name", label, hint=hint)
        return None
    reader.advance()
    if reader.at(STRING):
        hint = "write it without quotes and blanks: `game TicTacToe`"
        reader.report(codes.EXPECTED, "the name of a game is a single word, not a string", hint=hint)
        reader.advance()
        return None
    try:
        name = capital_name(reader, "`game`")
    except Unreadable:
        reader.skip_to_definition()
        return None
    if reader.at_argument():
        hint = "write it without blanks: `game TicTacToe`"
        reader.report(codes.EXPECTED, "the name of a game is a single word", hint=hint)
        reader.skip_to_definition()
    elif reader.at(":", "{"):
        hint = f"leave out the `{reader.peek().text}`: definitions simply follow, up to the end of the text"
        reader.report(codes.EXPECTED, "the game line ends with the name of the game", hint=hint)
        reader.skip_to_definition()
    return name


# { typedef | valuedef }
def definition_list(reader: Reader) -> list[Definition]:
    """All definitions up to the end of the text; goes on after each one that cannot be read."""
    definitions: list[Definition] = []
    signed: dict[str, ValueDefinition] = {}
    while not reader.at(END):
        before = reader.peek()
        reader.begin_definition()
        try:
            definition = definition_of(reader, signed)
        except Unreadable:
            if reader.peek() is before:
                reader.advance()
            reader.skip_to_definition()
            continue
        if definition is not None:
            definitions.append(definition)
        if isinstance(definition, ValueDefinition):
            signed.setdefault(definition.name.text, definition)
    return definitions


def definition_of(reader: Reader, signed: dict[str, ValueDefinition]) -> Definition | None:
    """One definition; None for an equation of a name that is defined already, which has been reported."""
    token = reader.peek()
    if token.kind == KEYWORD and token.text == "type":
        return type_definition(reader)
    if token.kind == CAPITAL and reader.peek(1).text == "=":
        hint = f"write `type {token.text} = …`"
        reader.report(codes.EXPECTED, "a type definition starts with `type`", Label(token.span), hint=hint)
        return named_type(reader, token)
    if reader.at_signature():
        return value_definition(reader)
    if reader.at_equation():
        return stray_equation(reader, signed)
    return no_definition(reader)


# valuedef = name ":" ( type | ftype ) equation ;
def value_definition(reader: Reader) -> ValueDefinition:
    start = reader.peek()
    name = variable_name(reader, "")
    reader.advance()
    signature: Type | FunctionType
    try:
        signature = signature_type(reader)
        if not reader.at_definition() and not reader.at(name.text):
            label = Label(reader.peek().span, f"here is {found(reader.peek())}")
            reader.fail(codes.EXPECTED, f"expected the equation of `{name.text}` after its signature", label)
    except Unreadable:
        signature = BrokenType(start.span)
        reader.skip_to_definition(name.text)
    equation = own_equation(reader, name, signature)
    return ValueDefinition(reader.since(start), name, signature, equation)


def own_equation(reader: Reader, name: Ident, signature: Type | FunctionType) -> Equation | None:
    """The equation that follows a signature; None if there is none, or none that can be read."""
    token = reader.peek()
    is_own = token.text == name.text and not reader.at_signature()
    if not is_own and not reader.at_equation():
        if not isinstance(signature, BrokenType):
            reader.tell(
                codes.NO_EQUATION,
                f"`{name.text}` has a signature but no equation",
                Label(name.span),
                hint=f"write below it: `{name.text}{'(…)' if isinstance(signature, FunctionType) else ''} = …`",
            )
        return None
    if token.text != name.text:
        reader.report(
            codes.WRONG_NAME,
            f"this should be the equation for `{name.text}`, but it defines `{token.text}`",
            Label(token.span),
            Label(name.span, "the signature is here"),
            hint="a signature and its equation have the same name and stand together",
        )
        reader.lost.add(token.text)
    try:
        return equation_of(reader, name, signature)
    except Unreadable:
        reader.skip_to_definition(name.text)
        while reader.at(name.text) and not reader.at_signature():
            # Further equations of the same name: more cells of a board, most likely. They are not to blame.
            reader.advance()
            reader.skip_to_definition(name.text)
        return None


# equation = name "=" expr
#          | name "(" name { "," name } ")" "=" expr
#          | boardeq { boardeq } ;
def equation_of(reader: Reader, name: Ident, signature: Type | FunctionType | None) -> Equation:
    start = reader.advance()
    if reader.accept("="):
        value = right_side(reader)
        return ValueEquation(reader.since(start), value)
    if reader.at("!"):
        return board_equations(reader, name, start)
    if reader.at("("):
        if isinstance(signature, FunctionType):
            return function_equation(reader, start)
        return equation_with_positions(reader, name, signature, start)
    if reader.peek().kind in (NAME, CAPITAL, NUMBER):
        reader.fail(
            codes.BARE_ARGUMENT,
            f"the parameters of `{name.text}` stand in parentheses",
            hint=f"an equation is written `{name.text}(x, y) = …`",
        )
    reader.expect("=", code=codes.EXPECTED, after=f"`{name.text}`")
    raise AssertionError("expect has found the sign that was not there")


# expr
def right_side(reader: Reader) -> Expr:
    """The expression of an equation; given up if something else than a definition comes after it."""
    expr = whole_expression(reader)
    return expr if reader.at_definition() else no_definition(reader)


# name "(" name { "," name } ")" "=" expr
def function_equation(reader: Reader, start: Token) -> FunctionEquation:
    opened = reader.advance()
    parameters = [parameter(reader)]
    while reader.accept(","):
        parameters.append(parameter(reader))
    reader.expect(")", code=codes.EXPECTED, what="`,` or `)`", opened=opened)
    reader.expect("=", code=codes.EXPECTED, after="the parameters")
    body = right_side(reader)
    return FunctionEquation(reader.since(start), tuple(parameters), body)


# name
def parameter(reader: Reader) -> Ident:
    """A parameter, with a message of its own for what people write instead."""
    if reader.at("("):
        hint = "give the whole tuple one name and take its components: `p # 1`"
        reader.fail(codes.BAD_PARAMETER, "a parameter is a single name", hint=hint)
    if reader.at(")"):
        hint = "a function has at least one parameter; without one it is a value: `x : Int` and `x = …`"
        reader.fail(codes.BAD_PARAMETER, "there are no parameters here", hint=hint)
    if reader.at(NUMBER, "-", "True", "False", "<string>"):
        hint = "a function has one equation for all arguments: compare them with `if n == 0 then … else …`"
        reader.fail(codes.BAD_PARAMETER, "a parameter is a name, not a value", hint=hint)
    name = variable_name(reader, f"`{reader.previous.text}`")
    if reader.at(":"):
        hint = "the types of the parameters stand in the signature, before the `->`"
        reader.fail(codes.BAD_PARAMETER, "a parameter has no signature of its own", hint=hint)
    return name


def equation_with_positions(
    reader: Reader, name: Ident, signature: Type | None, start: Token
) -> FunctionEquation | BoardEquations:
    """`name(…) = …` where no function type is declared: a board equation, or a slip that the checker will explain."""
    is_board = isinstance(signature, NamedType) and signature.name == "Board"
    width = next((ahead for ahead in range(2, 12) if reader.peek(ahead).text == ")"), 0)
    has_number = any(reader.peek(ahead).kind == NUMBER for ahead in range(1, width))
    is_known = signature is not None and not isinstance(signature, BrokenType)
    if is_board or has_number or (is_known and width == 4):
        return board_equations(reader, name, start)
    return function_equation(reader, start)


# boardeq { boardeq }
def board_equations(reader: Reader, name: Ident, start: Token) -> BoardEquations:
    cells = [cell_equation(reader, name, start)]
    while is_cell_equation(reader, name):
        again = reader.advance()
        if again.text not in (name.text, start.text):
            reader.lost.add(again.text)
            reader.tell(
                codes.WRONG_NAME,
                f"this should be an equation for `{name.text}`, but it defines `{again.text}`",
                Label(again.span),
                Label(name.span, "the signature is here"),
                hint="the equations of a board stand together and all have its name",
            )
        cells.append(cell_equation(reader, name, again))
    return BoardEquations(reader.since(start), tuple(cells))


def is_cell_equation(reader: Reader, name: Ident) -> bool:
    """Whether another equation of this board follows, perhaps with its name misspelt."""
    if reader.peek(1).text not in ("!", "(") or not reader.at_equation():
        return False
    is_position = reader.peek(1).text == "!" or any(reader.peek(ahead).kind == NUMBER for ahead in (2, 4))
    return reader.at(name.text) or is_position


# boardeq = name [ "!" ] "(" pos "," pos ")" "=" expr ;
def cell_equation(reader: Reader, name: Ident, start: Token) -> CellEquation:
    """One equation of a board, after its name. One that cannot be read stands for all cells, so that none is missed."""
    everywhere = Ident(start.span, "_")
    column: Number | Ident = everywhere
    row: Number | Ident = everywhere
    value: Expr
    reader.begin_definition()
    try:
        reader.accept("!")
        opened = reader.expect(
            "(", code=codes.EXPECTED, after=f"`{start.text}!`", hint=f"write `{name.text}!(x,y) = …`"
        )
        column = coordinate(reader)
        if not reader.at(")"):
            reader.expect(",", code=codes.EXPECTED, after="the column", opened=opened)
            row = coordinate(reader)
        else:
            reader.tell(
                codes.EQUATION_FORM,
                "a position on a board has two coordinates",
                Label(reader.since(opened)),
                hint=f"the column and the row: `{name.text}!(x,y) = …`",
            )
            column = everywhere
        reader.expect(")", code=codes.EXPECTED, after="the row", opened=opened)
        reader.expect("=", code=codes.EXPECTED, after="the position")
        value = right_side(reader)
    except Unreadable:
        reader.skip_to_definition(name.text)
        return CellEquation(reader.since(start), everywhere, everywhere, Broken(start.span))
    return CellEquation(reader.since(start), column, row, value)


# pos = int | name ;
def coordinate(reader: Reader) -> Number | Ident:
    first = reader.peek()
    sign = reader.accept("-", "+") if reader.peek(1).kind == NUMBER else None
    token = reader.accept(NUMBER)
    if token is None:
        return variable_name(reader, f"`{reader.previous.text}`")
    if not isinstance(token.value, int):
        return Ident(token.span, "_")
    return Number(reader.since(first), -token.value if sign and sign.text == "-" else token.value)


def stray_equation(reader: Reader, signed: dict[str, ValueDefinition]) -> ValueDefinition | None:
    """An equation where a signature should come first."""
    token = reader.peek()
    name = Ident(token.span, token.text)
    earlier = signed.get(name.text)
    if earlier is not None and (earlier.signature is None or isinstance(earlier.signature, BrokenType)):
        pass  # one more cell of what should have been a board, for all we know
    elif earlier is not None:
        reader.report(
            codes.REDEFINED,
            f"`{name.text}` is already defined in line {earlier.name.span.line}",
            Label(token.span),
            Label(earlier.name.span, "here"),
            hint="a name has one equation; choose between cases with `if … then … else …`",
        )
    else:
        reader.report(
            codes.NO_SIGNATURE,
            f"`{name.text}` has an equation but no signature",
            Label(token.span),
            hint=f"say in the line above which type it has: `{name.text} : …`",
        )
    try:
        equation = equation_of(reader, name, None)
    except Unreadable:
        equation = None
        reader.skip_to_definition()
    return None if earlier is not None else ValueDefinition(reader.since(token), name, None, equation)


def no_definition(reader: Reader) -> NoReturn:
    """Says what is wrong where a definition should be and none begins; raises `Unreadable`."""
    token = reader.peek()
    label = Label(token.span, f"here is {found(token)}")
    following = reader.peek(1)
    if token.kind in (BROKEN, BROKEN_OPERATOR):
        raise Unreadable
    if token.text == "game":
        reader.fail(codes.EXPECTED, "the game line stands once, at the very start")
    if token.text in slips.DEFINITION_WORDS:
        hint = slips.DEFINITION_WORDS[token.text]
        reader.fail(codes.FOREIGN_WORD, f"BoGL has no `{token.text}`", hint=hint)
    if token.text in ("Type", "TYPE"):
        reader.fail(codes.WRONG_CASE, f"`{token.text}` is written `type`")
    if token.text in (")", "}"):
        opening = "(" if token.text == ")" else "{"
        reader.fail(
            codes.EXPECTED, f"this `{token.text}` closes nothing", hint=f"there is no `{opening}` for it before"
        )
    if token.kind == NAME and following.kind in (NAME, CAPITAL, NUMBER):
        hint = f"an equation is written `{token.text}(x, y) = …`, below its signature `{token.text} : … -> …`"
        reader.fail(codes.BARE_ARGUMENT, "this is neither a signature nor an equation", label, hint=hint)
    reader.fail(
        codes.EXPECTED,
        "expected an operator or the next definition",
        label,
        hint="a definition starts with `type`, or with a name and its signature: `x : Int`",
    )
