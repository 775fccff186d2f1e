"""Reads BoGL programs, preludes and single expressions: source text in, a tree and what was wrong with it out.

    >>> program, found = parse_program(Source("demo.bgl", "game Demo  answer : Int  answer = 6 * 7"))
    >>> program.name.text, len(program.definitions), found
    ('Demo', 1, [])

One parser reads the language of the 2020 note, of the 2021 tool and of the 2021 description: their forms do not collide
(the language's `README.md` lists them). The grammar rule stands above each function. After an error it goes on at the
next definition; an equation that cannot be read leaves its definition with its signature, so that others may use it.

Nothing here recurses along a text that is merely long. Operators are read with a stack of open runs, and a run of
`let … in` and `if … then … else` is a loop; only brackets, branches and bodies go one level deeper.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field
from typing import NoReturn, cast

from parlour.dataclass import dataclass
from parlour.languages.bogl import codes
from parlour.languages.bogl.syntax import slips, tree
from parlour.languages.bogl.syntax.reader import Reader, shown
from parlour.languages.bogl.syntax.scanner import CAPITAL, HOLE, KEYWORD, NUMBER, SIGN, STRING, scan
from parlour.languages.pragmas import notes_of
from parlour.syntax.cursor import Unreadable, found
from parlour.syntax.diagnostic import Diagnostic, Label, in_order
from parlour.syntax.limits import NESTING_LIMIT, check_size
from parlour.syntax.source import Source, Span
from parlour.syntax.suggest import suggest
from parlour.syntax.token import BROKEN, BROKEN_OPERATOR, END, NAME, Token

# How tightly operators bind; equal ones from the left. A sign stands between `!` and `*`.
STRENGTH = {"!": 5, "*": 3, "/": 3, "%": 3, "+": 2, "-": 2, "<": 1, "<=": 1, ">": 1, ">=": 1, "==": 0, "/=": 0}
SIGN_STRENGTH = 4

SHOWN_ARGUMENTS = 30
SHOWN_CALL = 60
NAME_SHOWN = 40

# How far ahead to look for the end of a list that a bracket too many has cut.
SURPLUS_REACH = 60

# How far ahead to look for the `in` of a `let` that may be missing.
LET_REACH = 40

# How much of a line to read as an enumeration of another language.
DATA_REACH = 200

# How many symbols of a type are written out in advice.
SHOWN_SYMBOLS = 16

# So many words in a row are no program.
PROSE_WORDS = 4

TYPE_WORDS = frozenset({"Int", "Bool", "Board", "Input", "AnySymbol"})
_DATA = re.compile(
    r"(?:data|enum)\s+(?:class\s+)?(?P<name>[^\W\d_]\w*)\s*[=:]?\s*[{(]?\s*"
    r"(?P<symbols>[^\W\d]\w*(?:\s*[|,]\s*[^\W\d]\w*)*)\s*[})]?\s*(?:--|;|$)"
)
# What to write where a type is missing, by what stands before it.
MISSING_TYPES = {
    "->": "write behind it the type of what the function gives",
    ":": "write behind it the type: `Int`, or `Int -> Bool` for a function",
    "of": "write behind it what a cell holds: `{X, O, Empty}`",
}
ARRAY_HINT = "a board is written `type Board = Array (3,3) of …`: the width, the height, and what a cell holds"


def parse_program(source: Source) -> tuple[tree.Program, list[Diagnostic]]:
    """Reads a program, which starts with its game line."""
    diagnostics: list[Diagnostic] = []
    reader = _open(source, diagnostics)
    name = None
    definitions: list[tree.Definition] = []
    if reader is not None:
        name = game_line(reader)
        definitions = definition_list(reader)
    return _program(source, reader, name, definitions, diagnostics)


def parse_prelude(source: Source) -> tuple[tree.Program, list[Diagnostic]]:
    """Reads a prelude: definitions for any program, hence without a game line and without a board type."""
    diagnostics: list[Diagnostic] = []
    reader = _open(source, diagnostics)
    definitions: list[tree.Definition] = []
    if reader is not None:
        if reader.at("game"):
            # No error of form: the rest means what it says.
            hint = "leave it out: a prelude serves any game"
            label = Label(reader.advance().span)
            diagnostics.append(Diagnostic(codes.NOT_IN_PRELUDE, "a prelude has no game line", (label,), hint=hint))
            reader.accept(CAPITAL, NAME)
        definitions = definition_list(reader)
    for definition in definitions:
        if isinstance(definition, tree.BoardType):
            diagnostics.append(
                Diagnostic(
                    codes.NOT_IN_PRELUDE,
                    "a prelude cannot define the board",
                    (Label(definition.span),),
                    hint="move it into the program; a prelude may use `Board` and `Content` all the same",
                )
            )
    kept = [definition for definition in definitions if not isinstance(definition, tree.BoardType)]
    return _program(source, reader, None, kept, diagnostics)


def parse_definitions(source: Source) -> tuple[tree.Program, list[Diagnostic]]:
    """Reads definitions that are added to a program, as somebody types them who tries it out: any, and no game line."""
    diagnostics: list[Diagnostic] = []
    reader = _open(source, diagnostics)
    definitions = [] if reader is None else definition_list(reader)
    return _program(source, reader, None, definitions, diagnostics)


def parse_expression(source: Source) -> tuple[tree.Expr, list[Diagnostic]]:
    """Reads a single expression, as somebody types it who tries a program out."""
    diagnostics: list[Diagnostic] = []
    reader = _open(source, diagnostics)
    expr: tree.Expr = tree.Broken(source.span(0, len(source.text)))
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
    name: tree.Ident | None,
    definitions: Sequence[tree.Definition],
    diagnostics: list[Diagnostic],
) -> tuple[tree.Program, list[Diagnostic]]:
    if reader is not None:
        diagnostics = reader.settled(diagnostics)
    is_sound = not any(diagnostic.is_error for diagnostic in diagnostics)
    lost = frozenset() if reader is None else frozenset(reader.lost)
    notes = () if reader is None else notes_of(source, reader.comments)
    whole = source.span(0, len(source.text))
    return tree.Program(whole, name, tuple(definitions), is_sound, lost, notes), list(in_order(diagnostics))


# "game" Name
def game_line(reader: Reader) -> tree.Ident | None:
    first = reader.peek()
    if first.kind == CAPITAL and first.text.lower() == "game" and reader.peek(1).kind in (CAPITAL, NAME):
        reader.report(codes.WRONG_CASE, f"`{first.text}` is written `game`", hint="write it in small letters")
    elif not reader.at("game"):
        label = Label(first.span, "the text is empty" if first.kind == END else "this comes before it")
        is_name = first.kind == CAPITAL and reader.peek(1).span.line > first.span.line
        hint = f"write `game {first.text}`" if is_name else "add a first line: `game MyGame`"
        if reader.begins_later("game"):
            return late_game_line(reader)
        say = reader.tell if reader.at_definition() else reader.report
        say(codes.NO_GAME, "every program starts with: game Name", label, hint=hint)
        return None
    reader.advance()
    if reader.same_line() and not reader.at(CAPITAL, NAME, STRING, KEYWORD, END):
        rest = line_of(reader)
        word = one_word(rest.text)
        hint = f"write `game {word if word[:1].isalpha() else 'Game' + word}`"
        title = "the name of a game starts with a capital letter"
        reader.tell_for(rest, codes.EXPECTED, title, Label(reader.peek().span), hint=hint)
        reader.skip_to_definition()
        return None
    if reader.at(STRING):
        hint = f"write it without quotes and blanks: `game {one_word(reader.peek().text) or 'TicTacToe'}`"
        reader.report(codes.EXPECTED, "the name of a game is a single word, not a string", hint=hint)
        reader.advance()
        return None
    try:
        name = capital_name(reader, "`game`")
    except Unreadable:
        reader.skip_to_definition()
        return None
    if reader.at_argument() or (reader.same_line() and reader.at(KEYWORD, "-", "!") and not reader.at("type", "game")):
        rest = line_of(reader)
        hint = f"write it as one word: `game {one_word(f'{name.text} {rest.text}')}`"
        reader.tell_for(
            rest, codes.EXPECTED, "the name of a game is a single word", Label(reader.peek().span), hint=hint
        )
        reader.skip_to_definition()
    elif reader.at(":", "{"):
        hint = f"leave out the `{reader.peek().text}`: definitions simply follow, up to the end of the text"
        reader.report(codes.EXPECTED, "the game line ends with the name of the game", hint=hint)
        reader.skip_to_definition()
    return name


def late_game_line(reader: Reader) -> tree.Ident | None:
    """The name of a game of which the line does not come first: definitions are before it, or prose."""
    first = reader.peek()
    if reader.at_definition():
        title, hint = "the game line stands at the very start", "move the line that begins with `game` before this one"
        reader.tell(codes.NO_GAME, title, Label(first.span), hint=hint)
        reader.is_game_late = True
        return None
    while not reader.at("game") or reader.same_line():
        reader.advance()
    before = first.span.source.span(first.span.start, reader.peek().span.start)
    title = "only comments stand before the game line"
    hint = "a comment is written `-- …` up to the end of the line, or `{- … -}`"
    reader.tell_for(before, codes.NO_GAME, title, Label(first.span), hint=hint)
    return game_line(reader)


def one_word(title: str) -> str:
    """The words of a title as one name.

    >>> one_word("Tug of War"), one_word("Connect 4"), one_word("Tic-tac-toe")
    ('TugOfWar', 'Connect4', 'TicTacToe')
    """
    words = re.findall(r"\w+", title.partition("--")[0])
    return "".join(word[0].upper() + word[1:] for word in words)[:NAME_SHOWN]


# { typedef | valuedef }
def definition_list(reader: Reader) -> list[tree.Definition]:
    """All definitions up to the end of the text; goes on after each one that cannot be read."""
    definitions: list[tree.Definition] = []
    signed: dict[str, tree.ValueDefinition] = {}
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
        if isinstance(definition, tree.ValueDefinition):
            signed.setdefault(definition.name.text, definition)
    return definitions


def definition_of(reader: Reader, signed: dict[str, tree.ValueDefinition]) -> tree.Definition | None:
    """One definition; None for an equation of a name that is defined already, which has been reported."""
    token = reader.peek()
    if token.kind == KEYWORD and token.text == "type":
        return type_definition(reader)
    if token.kind == CAPITAL and reader.peek(1).text == "=":
        hint = f"write `type {token.text} = …`"
        reader.report(codes.EXPECTED, "a type definition starts with `type`", Label(token.span), hint=hint)
        return named_type(reader, token)
    if token.text in ("Board", "Input") and reader.peek(1).text == "=":
        hint = f"write `type {token.text} = …`"
        reader.report(codes.EXPECTED, "a type definition starts with `type`", Label(token.span), hint=hint)
        if token.text == "Input":
            return named_type(reader, token)
    if reader.peek(1).text == "=" and reader.peek(2).text == "Array":
        hint = "write `type Board = Array …`"
        reader.report(codes.EXPECTED, "the board is a type, and is defined as `type Board`", hint=hint)
        reader.advance()
        return board_type(reader, token)
    if reader.at_misspelt_type():
        reader.report(
            codes.EXPECTED,
            "a type definition starts with `type`",
            hint=f"Did you mean `type {reader.peek(1).text} = …`?",
        )
        return type_definition(reader)
    if reader.at_divided_name():
        divided_name(reader)
    if reader.at_signature():
        return value_definition(reader)
    if reader.at_equation():
        if is_signature_meant(reader):
            return value_definition(reader)
        return stray_equation(reader, signed)
    return no_definition(reader)


def divided_name(reader: Reader) -> NoReturn:
    """`free cells : Board -> Int`: told once, whatever is written below it."""
    first, second = reader.advance(), reader.advance()
    name = first.text + second.text[0].upper() + second.text[1:]
    reader.lost.update((first.text, second.text, name))
    place = Label(first.span.to(second.span))
    reader.tell(codes.EXPECTED, "a name is a single word", place, hint=f"write `{name}`, here and in its equation")
    while not reader.at(END, "type") and not (reader.at_signature() and not reader.same_line()):
        reader.advance()
    raise Unreadable


def is_signature_meant(reader: Reader) -> bool:
    """Whether a `=` stands for the colon of a signature, `n = Int`, with the equation in the next line; it is said."""
    name, sign = reader.peek(), reader.peek(1)
    later = reader.later_equation(name.text, behind=1)
    is_type = reader.peek(2).text in (TYPE_WORDS | slips.TYPES.keys()) or "->" in line_of(reader).text
    if sign.text != "=" or not is_type or later is None or later.span.line > sign.span.line + 1:
        return False
    rest = line_of(reader).text.partition("=")[2].partition("--")[0].strip()
    hint = f"write `{name.text} : {rest if len(rest) <= SHOWN_ARGUMENTS else '…'}`"
    reader.report(codes.EXPECTED, "a signature has a colon, not `=`", Label(sign.span), hint=hint)
    return True


# valuedef = name ":" ( type | ftype ) equation ;
def value_definition(reader: Reader) -> tree.ValueDefinition:
    start = reader.peek()
    name = variable_name(reader, "")
    reader.advance()
    signature: tree.Type | tree.FunctionType
    try:
        signature = signature_type(reader, name.text)
        if reader.at(","):
            parameters_without_parentheses(reader, name, start)
        if not reader.at_definition() and not reader.at(name.text):
            no_equation(reader, name, signature)
    except Unreadable:
        signature = tree.BrokenType(start.span)
        reader.skip_to_definition(name.text)
    equation = own_equation(reader, name, signature)
    return tree.ValueDefinition(reader.since(start), name, signature, equation)


def no_equation(reader: Reader, name: tree.Ident, signature: tree.Type | tree.FunctionType) -> NoReturn:
    """Says what is wrong where the equation of a name should be and none begins."""
    token = reader.peek()
    if token.text in slips.STATEMENT_WORDS:
        hint = slips.STATEMENT_WORDS[token.text]
        reader.tell_for(
            line_of(reader), codes.FOREIGN_WORD, f"BoGL has no `{token.text}`", Label(token.span), hint=hint
        )
        raise Unreadable
    if token.text in slips.DEFINITION_WORDS and reader.peek(1).text == name.text:
        reader.report(codes.FOREIGN_WORD, f"BoGL has no `{token.text}`", hint="leave it out")
        raise Unreadable
    if reader.at(">", "-") and not isinstance(signature, tree.FunctionType):
        hint = f"write `{name.text} : {signature.span.text} -> …`"
        reader.fail(codes.EXPECTED, "the type of a function has an arrow, `->`", hint=hint)
    if reader.at(CAPITAL, "(", "{", *TYPE_WORDS) and reader.same_line():
        if isinstance(signature, tree.FunctionType):
            reader.fail(codes.EXPECTED, "the type is complete before this", hint="leave out the rest of the line")
        hint = f"write `{name.text} : {signature.span.text} -> {line_of(reader).text}`"
        reader.fail(codes.EXPECTED, "expected `->` before the type of what the function gives", hint=hint)
    is_board = isinstance(signature, tree.NamedType) and signature.name == "Board"
    form = "(x)" if isinstance(signature, tree.FunctionType) else "!(x,y)" if is_board else ""
    reader.fail(
        codes.EXPECTED,
        f"expected the equation of `{name.text}` after its signature",
        Label(token.span, f"here is {found(token)}"),
        hint=f"write below the signature `{name.text}{form} = …`",
    )


def line_of(reader: Reader) -> Span:
    """From the next token to the end of its line."""
    span = reader.peek().span
    end = span.source.text.find("\n", span.start)
    return span.source.span(span.start, end if end >= 0 else len(span.source.text))


def parameters_without_parentheses(reader: Reader, name: tree.Ident, start: Token) -> NoReturn:
    """`f : Int, Int -> Int`"""
    comma, first = reader.peek(), reader.since(start).text.partition(":")[2].strip()
    parameters, arrow, first = first.rpartition("->")
    parameters += f"{arrow} " if arrow else ""
    first = first.strip()
    rest: list[str] = []
    while reader.accept(","):
        rest.append(plain_type(reader).span.text)
    whole = f"({', '.join((first, *rest))})"
    result = f" -> {plain_type(reader).span.text}" if reader.accept("->") else ""
    hint = f"write `{name.text} : {parameters}{whole}{result}`"
    reader.tell(codes.EXPECTED, "several types together stand in parentheses", Label(comma.span), hint=hint)
    raise Unreadable


def own_equation(reader: Reader, name: tree.Ident, signature: tree.Type | tree.FunctionType) -> tree.Equation | None:
    """The equation that follows a signature; None if there is none, or none that can be read."""
    token = reader.peek()
    is_own = token.text == name.text and not reader.at_signature()
    if not is_own and not reader.at_equation():
        later = reader.later_equation(name.text)
        if later is not None and not isinstance(signature, tree.BrokenType):
            reader.apart.add(name.text)
            title = f"the equation of `{name.text}` does not follow its signature"
            hint = f"put the signature right above the equation, in line {later.span.line}"
            reader.tell(
                codes.NO_EQUATION, title, Label(name.span), Label(later.span, "the equation is here"), hint=hint
            )
        elif not isinstance(signature, tree.BrokenType):
            reader.tell(
                codes.NO_EQUATION,
                f"`{name.text}` has a signature but no equation",
                Label(name.span),
                hint=f"write below it: `{name.text}{'(…)' if isinstance(signature, tree.FunctionType) else ''} = …`",
            )
        return None
    if token.text in reader.apart and token.text != name.text and reader.later_equation(name.text) is not None:
        reader.apart.add(name.text)  # signatures first, all equations below: told at the first one
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
def equation_of(reader: Reader, name: tree.Ident, signature: tree.Type | tree.FunctionType | None) -> tree.Equation:
    start = reader.advance()
    if reader.accept("="):
        value = right_side(reader)
        return tree.ValueEquation(reader.since(start), value)
    if reader.at("!"):
        return board_equations(reader, name, start)
    if (
        reader.at("(")
        and reader.peek(1).text == ")"
        and signature
        and not isinstance(signature, tree.FunctionType | tree.BrokenType)
    ):
        opened = reader.advance()
        reader.advance()
        hint = f"a value has no parameters: write `{name.text} = …`"
        reader.tell(codes.BAD_PARAMETER, "there are no parameters here", Label(reader.since(opened)), hint=hint)
        reader.expect("=", code=codes.EXPECTED, after=f"`{name.text}`")
        return tree.ValueEquation(reader.since(start), right_side(reader))
    if reader.at("("):
        if isinstance(signature, tree.FunctionType):
            return function_equation(reader, start)
        return equation_with_positions(reader, name, signature, start)
    if reader.peek().kind in (NAME, CAPITAL, NUMBER):
        ahead = 0
        while reader.peek(ahead).kind == NAME:
            ahead += 1
        is_whole = reader.peek(ahead).text == "="
        head = reader.called(reader.place - 1, reader.place + ahead) if is_whole else f"{name.text}(x, y)"
        title = f"the parameters of `{name.text}` stand in parentheses"
        reader.fail(codes.BARE_ARGUMENT, title, hint=f"an equation is written `{head} = …`")
    hint = f"an equation has a single `=`: `{name.text} = …`"
    reader.expect("=", code=codes.EXPECTED, after=f"`{name.text}`", hint=hint)
    return tree.ValueEquation(reader.since(start), right_side(reader))


# expr
def right_side(reader: Reader) -> tree.Expr:
    """The expression of an equation; given up if something else than a definition comes after it."""
    expr = whole_expression(reader)
    if reader.at_definition():
        return expr
    no_second_value(reader, expr)
    return no_definition(reader)


def no_second_value(reader: Reader, expr: tree.Expr) -> None:
    """Says what is wrong if another value follows an expression."""
    token = reader.peek()
    if token.text in slips.DEFINITION_WORDS or token.text in slips.STOP_WORDS:
        return
    if reader.at(","):
        tuple_without_parentheses(reader, expr)
    if not reader.same_line() and token.kind == NAME and reader.peek(1).text == "(":
        first = expr.function.text if isinstance(expr, tree.Call) else ""
        hint = (
            f"give the first value a name, and use it: `let x = {first or '…'}{'(…)' * bool(first)} in {token.text}(…)`"
        )
        if first == token.text == "place":
            hint = "place the second piece on the board that has the first: `let c = place(…, b, …) in place(…, c, …)`"
        title = "an equation has one value, and a second one begins here"
        reader.fail(codes.EXPECTED, title, Label(token.span), hint=hint)


def tuple_without_parentheses(reader: Reader, expr: tree.Expr) -> NoReturn:
    """`x + 1, y` or `b!1,2`"""
    comma, following = reader.peek(), reader.peek(1)
    match expr:
        case tree.Chain(links=(*_, tree.Link(operator="!", operand=tree.Number(span, _)))):
            board = expr.span.source.span(expr.span.start, span.start).text
            hint = f"write `{board}({span.text},{following.text})`"
            reader.fail(codes.EXPECTED, "a position stands in parentheses", Label(comma.span), hint=hint)
    hint = f"write `({shown(expr.span)}, {reader.words_to('else', 'then', 'in', 'do', behind=1)})`"
    reader.fail(codes.EXPECTED, "several values together stand in parentheses", Label(comma.span), hint=hint)


# name "(" name { "," name } ")" "=" expr
def function_equation(reader: Reader, start: Token) -> tree.FunctionEquation:
    opened = reader.advance()
    parameters = [parameter(reader)]
    while reader.accept(","):
        parameters.append(parameter(reader))
    reader.expect(")", code=codes.EXPECTED, what="`,` or `)`", opened=opened)
    reader.variables.update(each.text for each in parameters)
    if reader.at("|"):
        hint = f"choose with `if`: `{reader.since(start).text} = if … then … else …`"
        reader.fail(codes.EXPECTED, "BoGL has no guards", Label(reader.peek().span), hint=hint)
    hint = f"an equation is written `{reader.since(start).text} = …`"
    reader.expect("=", code=codes.EXPECTED, after="the parameters", hint=hint)
    body = right_side(reader)
    return tree.FunctionEquation(reader.since(start), tuple(parameters), body)


# name
def parameter(reader: Reader) -> tree.Ident:
    """A parameter, with a message of its own for what people write instead."""
    if reader.at("("):
        hint = "give the whole tuple one name and take its components: `p # 1`"
        reader.fail(codes.BAD_PARAMETER, "a parameter is a single name", hint=hint)
    if reader.at(")"):
        hint = "a function has at least one parameter; without one it is a value: `x : Int` and `x = …`"
        reader.fail(codes.BAD_PARAMETER, "there are no parameters here", hint=hint)
    if reader.at(CAPITAL, *TYPE_WORDS) and reader.peek(1).kind == NAME:
        hint = f"write `{reader.peek(1).text}` alone: the types of the parameters stand in the signature"
        reader.report(codes.BAD_PARAMETER, "a parameter is a name without a type", hint=hint)
        reader.advance()
    if reader.at(CAPITAL) and reader.peek().text in reader.symbols:
        is_alone = reader.previous.text == "(" and reader.peek(1).text == ")" and reader.peek(2).text == "="
        head = f"{reader.peek(-2).text}(p)" if is_alone else "…"
        value = reader.words_to(behind=3) if is_alone else "…"
        choice = f"{head} = if p == {reader.peek().text} then {value} else …"
        hint = f"a function has one equation for all arguments: `{choice}`"
        reader.fail(codes.BAD_PARAMETER, f"a parameter is a name, and `{reader.peek().text}` is a symbol", hint=hint)
    if reader.at(NUMBER, "-", "True", "False", "<string>"):
        hint = "a function has one equation for all arguments: compare them with `if n == 0 then … else …`"
        reader.fail(codes.BAD_PARAMETER, "a parameter is a name, not a value", hint=hint)
    name = variable_name(reader, f"`{reader.previous.text}`")
    if reader.at(":"):
        hint = "the types of the parameters stand in the signature, before the `->`"
        reader.fail(codes.BAD_PARAMETER, "a parameter has no signature of its own", hint=hint)
    return name


def equation_with_positions(
    reader: Reader, name: tree.Ident, signature: tree.Type | None, start: Token
) -> tree.FunctionEquation | tree.BoardEquations:
    """`name(…) = …` where no function type is declared: a board equation, or a slip that the checker will explain."""
    is_board = isinstance(signature, tree.NamedType) and signature.name == "Board"
    width = next((ahead for ahead in range(2, 12) if reader.peek(ahead).text == ")"), 0)
    has_number = any(reader.peek(ahead).kind == NUMBER for ahead in range(1, width))
    is_known = signature is not None and not isinstance(signature, tree.BrokenType)
    if is_board or has_number or (is_known and width == 4):
        return board_equations(reader, name, start)
    return function_equation(reader, start)


# boardeq { boardeq }
def board_equations(reader: Reader, name: tree.Ident, start: Token) -> tree.BoardEquations:
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
    return tree.BoardEquations(reader.since(start), tuple(cells))


def is_cell_equation(reader: Reader, name: tree.Ident) -> bool:
    """Whether another equation of this board follows, perhaps with its name misspelt."""
    if reader.peek(1).text not in ("!", "(") or not reader.at_equation():
        return False
    is_position = reader.peek(1).text == "!" or any(reader.peek(ahead).kind == NUMBER for ahead in (2, 4))
    return reader.at(name.text) or is_position


# boardeq = name [ "!" ] "(" pos "," pos ")" "=" expr ;
def cell_equation(reader: Reader, name: tree.Ident, start: Token) -> tree.CellEquation:
    """One equation of a board, after its name. One that cannot be read stands for all cells, so that none is missed."""
    everywhere = tree.Ident(start.span, "_")
    column: tree.Number | tree.Ident = everywhere
    row: tree.Number | tree.Ident = everywhere
    value: tree.Expr
    reader.begin_definition()
    try:
        reader.accept("!")
        opened = reader.expect(
            "(", code=codes.EXPECTED, after=f"`{start.text}!`", hint=f"write `{name.text}!(x,y) = …`"
        )
        column = coordinate(reader)
        if not reader.at(")"):
            hint = f"a position is a column and a row: `{name.text}!(x,y) = …`"
            reader.expect(",", code=codes.EXPECTED, after="the column", hint=hint, opened=opened)
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
        hint = f"an equation has a single `=`: `{reader.since(start).text} = …`"
        reader.expect("=", code=codes.EXPECTED, after="the position", hint=hint)
        value = right_side(reader)
    except Unreadable:
        reader.skip_to_definition(name.text)
        return tree.CellEquation(reader.since(start), everywhere, everywhere, tree.Broken(start.span))
    return tree.CellEquation(reader.since(start), column, row, value)


# pos = int | name ;
def coordinate(reader: Reader) -> tree.Number | tree.Ident:
    first = reader.peek()
    sign = reader.accept("-", "+") if reader.peek(1).kind == NUMBER else None
    token = reader.accept(NUMBER)
    if token is None:
        return variable_name(reader, f"`{reader.previous.text}`")
    if not isinstance(token.value, int):
        return tree.Ident(token.span, "_")
    return tree.Number(reader.since(first), -token.value if sign and sign.text == "-" else token.value)


def stray_equation(reader: Reader, signed: dict[str, tree.ValueDefinition]) -> tree.ValueDefinition | None:
    """An equation where a signature should come first."""
    token = reader.peek()
    name = tree.Ident(token.span, token.text)
    earlier = signed.get(name.text)
    if earlier is not None and (earlier.signature is None or isinstance(earlier.signature, tree.BrokenType)):
        pass  # one more cell of what should have been a board, for all we know
    elif name.text in reader.apart:
        pass  # told at its signature
    elif earlier is not None:
        reader.report(
            codes.REDEFINED,
            f"`{name.text}` is already defined in line {earlier.name.span.line}",
            Label(token.span),
            Label(earlier.name.span, "here"),
            hint="a name has one equation; choose between cases with `if … then … else …`",
        )
    equation: tree.Equation | None
    try:
        equation = equation_of(reader, name, None)
    except Unreadable:
        equation = None
        reader.skip_to_definition()
    if earlier is None:
        title = f"`{name.text}` has an equation but no signature"
        hint = f"say in the line above which type it has: `{name.text} : …`"
        if reader.at(name.text) and reader.at_signature():
            title, hint = f"the signature of `{name.text}` comes after its equation", "put it before this line"
            try:
                reader.advance()
                reader.advance()
                signature_type(reader, name.text)
            except Unreadable:
                reader.skip_to_definition(name.text)
        reader.tell(codes.NO_SIGNATURE, title, Label(token.span), hint=hint)
    return None if earlier is not None else tree.ValueDefinition(reader.since(token), name, None, equation)


def no_definition(reader: Reader) -> NoReturn:
    """Says what is wrong where a definition should be and none begins; raises `Unreadable`."""
    token = reader.peek()
    label = Label(token.span, f"here is {found(token)}")
    following = reader.peek(1)
    if token.kind in (BROKEN, BROKEN_OPERATOR):
        raise Unreadable
    if token.text == "game" and reader.is_game_late:
        reader.advance()
        reader.accept(CAPITAL)
        raise Unreadable
    if token.text == "game":
        reader.fail(codes.EXPECTED, "the game line stands once, at the very start")
    if reader.at_definition_word():
        hint = symbols_of_data(reader) or slips.DEFINITION_WORDS[token.text]
        if token.text == "let":
            reader.fail(codes.FOREIGN_WORD, "a `let` stands inside an equation", hint=hint)
        reader.fail(codes.FOREIGN_WORD, f"BoGL has no `{token.text}`", hint=hint)
    if token.kind == KEYWORD and token.text in slips.BEGINNINGS:
        begins, hint = slips.BEGINNINGS[token.text]
        reader.fail(codes.EXPECTED, f"there is no `{begins}` before this `{token.text}`", hint=hint)
    if token.text in ("Type", "TYPE"):
        reader.fail(codes.WRONG_CASE, f"`{token.text}` is written `type`")
    if token.text in (")", "}"):
        opening = "(" if token.text == ")" else "{"
        reader.fail(
            codes.EXPECTED,
            f"this `{token.text}` closes nothing",
            hint=f"leave it out, or put the `{opening}` that is missing before it",
        )
    sign = reader.sign_of_equation()
    if sign is not None:
        head = token.span.to(reader.peek(sign - 1).span).text
        hint = f"an equation has a single `=`: `{head} = …`"
        place = reader.peek(sign).span
        if place.line > token.span.line:
            place = place.source.span(reader.peek(sign - 1).span.end, reader.peek(sign - 1).span.end)
        reader.fail(codes.EXPECTED, f"expected `=` after `{head}`", Label(place), hint=hint)
    is_type = token.text in slips.TYPES.keys() | TYPE_WORDS or (token.kind == CAPITAL and reader.peek(2).text == "(")
    if is_type and following.kind == NAME:
        hint = type_behind_name(reader)
        reader.fail(codes.FOREIGN_WORD, "a type stands behind the name, after a `:`", Label(token.span), hint=hint)
    is_type = following.kind == CAPITAL or following.text in TYPE_WORDS
    is_arrow = "->" in line_of(reader).text and (is_type or following.text == "(")
    if token.kind == NAME and (is_arrow or (is_type and reader.later_equation(token.text, behind=1) is not None)):
        rest = line_of(reader).text.removeprefix(token.text).strip()
        hint = f"write `{token.text} : {rest if len(rest) <= SHOWN_ARGUMENTS else '…'}`"
        reader.fail(codes.EXPECTED, "a signature has a colon behind the name", label, hint=hint)
    if is_prose(reader):
        hint = "put `--` before every line of it"
        line = Label(reader.line_start().span)
        reader.tell_for(line_of(reader), codes.EXPECTED, "a comment begins with `--`", line, hint=hint)
        raise Unreadable
    if token.kind == NAME and following.span.line > token.span.line and not reader.same_line():
        reader.fail(codes.EXPECTED, f"`{token.text}` stands alone here", label, hint="leave it out, or write its type")
    if token.kind == NAME and following.kind in (NAME, CAPITAL, NUMBER):
        hint = f"an equation is written `{token.text}(x, y) = …`, below its signature `{token.text} : … -> …`"
        reader.fail(codes.BARE_ARGUMENT, "this is neither a signature nor an equation", label, hint=hint)
    reader.fail(
        codes.EXPECTED,
        "expected an operator or the next definition",
        label,
        hint="a definition starts with `type`, or with a name and its signature: `x : Int`",
    )


def is_prose(reader: Reader) -> bool:
    """Whether several words follow each other in this line, with nothing between them."""
    line = reader.peek().span.line
    words = (reader.peek(ahead) for ahead in range(PROSE_WORDS))
    return all(word.kind in (NAME, CAPITAL, KEYWORD) and word.span.line == line for word in words)


def symbols_of_data(reader: Reader) -> str:
    """How `data Player = X | O` and `enum Player { X, O }` are written in BoGL; empty if it is neither."""
    form = _DATA.match(line_of(reader).text[:DATA_REACH])
    if form is None:
        return ""
    symbols = ", ".join(word[0].upper() + word[1:] for word in re.findall(r"\w+", form["symbols"]))
    return f"a type of symbols is written `type {form['name']} = {{{symbols}}}`"


def type_behind_name(reader: Reader) -> str:
    """How `Int double(Int n)` is written in BoGL."""
    result, name = reader.peek().text, reader.peek(1).text
    kinds: list[str] = []
    names: list[str] = []
    ahead = 2
    if reader.peek(ahead).text == "(":
        while reader.peek(ahead + 1).kind in (CAPITAL, KEYWORD, NAME) and reader.peek(ahead + 2).kind == NAME:
            kinds.append(reader.peek(ahead + 1).text)
            names.append(reader.peek(ahead + 2).text)
            ahead += 3
            if reader.peek(ahead).text != ",":
                break
    meant = [slips.TYPES.get(kind, kind) for kind in (*kinds, result)]
    if not names:
        return f"write `{name} : {meant[0]}`, and below it `{name} = …`"
    parameters = ", ".join(meant[:-1])
    kind = f"({parameters})" if len(names) > 1 else parameters
    return f"write `{name} : {kind} -> {meant[-1]}`, and below it `{name}({', '.join(names)}) = …`"


# Types


# typedef = "type" "Board" "=" "Array" "(" int "," int ")" "of" type
#         | "type" "Input" "=" type
#         | "type" Name "=" type ;
def type_definition(reader: Reader) -> tree.BoardType | tree.TypeDefinition:
    start = reader.advance()
    if reader.accept("Board"):
        try:
            return board_type(reader, start)
        except Unreadable:
            reader.skip_to_definition()
            return tree.BoardType(start.span, None, None, tree.BrokenType(start.span))
    try:
        return named_type(reader, start)
    except Unreadable:
        reader.lost.add(tree.NAMELESS_TYPE)
        raise


def named_type(reader: Reader, start: Token) -> tree.TypeDefinition:
    """A type definition from its name on."""
    name = tree.Ident(reader.advance().span, "Input") if reader.at("Input") else capital_name(reader, "`type`")
    definition: tree.Type
    try:
        hint = f"write `type {name.text} = …`"
        reader.expect("=", code=codes.EXPECTED, after=f"`type {name.text}`", hint=hint)
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
        if reader.at(",") and isinstance(definition, tree.NamedType):
            symbols_without_braces(reader, f"type {name.text} = ", definition)
        check_end(reader)
    except Unreadable:
        definition = tree.BrokenType(name.span)
        reader.skip_to_definition()
    return tree.TypeDefinition(reader.since(start), name, definition)


def symbols_without_braces(reader: Reader, before: str, first: tree.NamedType) -> NoReturn:
    """`type Player = X, O`; `before` is what stands before the symbols."""
    symbols = [first.name]
    if first.name in TYPE_WORDS or first.name in slips.TYPES or first.name in reader.types:
        while reader.accept(","):
            symbols.append(plain_type(reader).span.text)
        hint = f"write `{before}({', '.join(symbols)})`"
        place = Label(first.span.to(reader.previous.span))
        reader.tell(codes.EXPECTED, "several types together stand in parentheses", place, hint=hint)
        raise Unreadable
    while reader.at(",") and reader.peek(1).kind in (CAPITAL, NAME):
        reader.advance()
        symbols.append(reader.advance().text)
    place = Label(first.span.to(reader.previous.span))
    hint = f"write `{before}{{{', '.join(symbols)}}}`"
    reader.tell(codes.EXPECTED, "the symbols of a type stand in braces", place, hint=hint)
    raise Unreadable


def check_end(reader: Reader) -> None:
    """Gives up a type definition after which something else than a definition comes."""
    is_line = not reader.same_line() and not reader.is_indented()
    if is_line and (reader.at_definition_word() or reader.at(NAME, CAPITAL, *TYPE_WORDS)):
        return  # what is wrong with the next line is told there
    if not reader.at_definition():
        label = Label(reader.peek().span, f"here is {found(reader.peek())}")
        hint = "symbols are added to a type with `|` or `&`"
        reader.fail(codes.EXPECTED, "the type is complete before this", label, hint=hint)


def at_array(reader: Reader) -> bool:
    """Whether an array type follows, also in the spelling of an early draft of the language, `Grid(3,3)`."""
    if reader.at("Array"):
        return True
    token = reader.peek()
    is_near = token.text in ("Grid", "grid") or suggest(token.text, ["Array"]) is not None
    return is_near and reader.at_name() and reader.peek(1).text == "("


# "=" "Array" "(" int "," int ")" "of" type
def board_type(reader: Reader, start: Token) -> tree.BoardType:
    reader.expect("=", code=codes.EXPECTED, after="`type Board`", hint=ARRAY_HINT)
    if not at_array(reader):
        reader.fail(codes.MISPLACED_ARRAY, "the type `Board` must be an array", hint=ARRAY_HINT)
    word = reader.advance()
    if word.text != "Array":
        place = Label(word.span)
        reader.tell(codes.MISPLACED_ARRAY, f"a board is an `Array`, not a `{word.text}`", place, hint=ARRAY_HINT)
    opened = reader.expect("(", code=codes.MISPLACED_ARRAY, after="`Array`", hint=ARRAY_HINT)
    width = size(reader)
    height = None
    if width is not None or not reader.at(")"):  # `7x6` has been told
        reader.expect(",", code=codes.MISPLACED_ARRAY, after="the width", hint=ARRAY_HINT)
        height = size(reader)
    reader.expect(")", code=codes.MISPLACED_ARRAY, after="the height", hint=ARRAY_HINT, opened=opened)
    reader.expect("of", code=codes.MISPLACED_ARRAY, after="the size of the board", hint=ARRAY_HINT)
    content: tree.Type
    try:
        content = plain_type(reader)
        if reader.at(",") and isinstance(content, tree.NamedType):
            symbols_without_braces(reader, "of ", content)
        check_end(reader)
    except Unreadable:
        content = tree.BrokenType(word.span)
        reader.skip_to_definition()
    return tree.BoardType(reader.since(start), width, height, content)


# int
def size(reader: Reader) -> tree.Number | None:
    """One side of a board; None if its digits could not be read."""
    first = reader.peek()
    sign = reader.accept("-", "+")
    token = reader.expect(NUMBER, code=codes.MISPLACED_ARRAY, what="a number", hint=ARRAY_HINT)
    if not isinstance(token.value, int):
        return None
    return tree.Number(reader.since(first), -token.value if sign and sign.text == "-" else token.value)


# ftype = type "->" type ;
def signature_type(reader: Reader, name: str) -> tree.Type | tree.FunctionType:
    """What may stand after the `:` of the signature of a name."""
    start = reader.peek()
    kind = plain_type(reader)
    if not reader.accept("->"):
        return kind
    result = plain_type(reader)
    if reader.at("->"):
        arrow, parts = reader.peek(), [kind.span.text, result.span.text]
        while reader.accept("->"):
            parts.append(plain_type(reader).span.text)
        hint = f"take all parameters together: `{name} : ({', '.join(parts[:-1])}) -> {parts[-1]}`"
        reader.tell(codes.BAD_FUNCTION_TYPE, "a function type has one `->`", Label(arrow.span), hint=hint)
        return tree.BrokenType(reader.since(start))
    return tree.FunctionType(reader.since(start), kind, result)


# type = base { "&" ( enum | Name ) | "|" Name } ;
def plain_type(reader: Reader) -> tree.Type:
    with reader.nested(codes.TOO_DEEP):
        start = reader.peek()
        base = base_type(reader)
        additions: list[tree.Addition] = []
        is_broken = False
        while reader.at("|", "&"):
            sign = reader.advance()
            added = extension(reader, sign)
            is_broken = is_broken or added is None
            if added is not None:
                additions.append(tree.Addition(reader.since(sign), added))
        if is_broken:
            return tree.BrokenType(reader.since(start))
        return tree.ExtendedType(reader.since(start), base, tuple(additions)) if additions else base


# base = "Bool" | "Int" | "Board" | "Input" | Name | enum | "(" type "," type { "," type } ")" ;
def base_type(reader: Reader) -> tree.Type:
    token = reader.peek()
    if token.kind == CAPITAL or (token.kind == KEYWORD and token.text in TYPE_WORDS):
        reader.advance()
        return tree.NamedType(token.span, token.text)
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
        return tree.NamedType(token.span, meant)
    before = reader.previous.text
    hint = MISSING_TYPES.get(before, "write a type here: `Int`, `Bool` or the name of one")
    token = reader.expect(CAPITAL, code=codes.EXPECTED, what="a type", after=f"`{before}`", hint=hint)
    return tree.NamedType(token.span, token.text)


# enum = "{" Name { "," Name } "}" ;
def enumeration(reader: Reader) -> tree.Enumeration:
    opened = reader.advance()
    if reader.at(NAME) and reader.peek(1).text == "," and reader.peek(2).kind == NAME:
        small_symbols(reader, opened)
    if reader.at(STRING):
        quoted = reader.words_to("}", "|") if reader.peek(1).text == "}" else line_of(reader).text.partition("}")[0]
        hint = f"write `{{{quoted.replace(chr(34), '')}}}`"
        reader.fail(codes.EXPECTED, "symbols stand without quotation marks", hint=hint)
    symbols = [capital_name(reader, "`{`")]
    reader.check_comma("}")
    while reader.accept(","):
        symbols.append(capital_name(reader, "`,`"))
        reader.check_comma("}")
    hint = ""
    if reader.at(CAPITAL, NAME, "|", "&") and not reader.at_next_definition():
        hint = f"the symbols of a type are separated by commas: `{{{listed_symbols(reader, symbols)}}}`"
    reader.expect("}", code=codes.EXPECTED, what="`,` or `}`", hint=hint, opened=opened)
    return tree.Enumeration(reader.since(opened), tuple(symbols))


def listed_symbols(reader: Reader, symbols: Sequence[tree.Ident]) -> str:
    """The symbols of an enumeration with commas, those that follow without them included."""
    names = [symbol.text for symbol in symbols]
    for ahead in range(SHOWN_SYMBOLS):
        token = reader.peek(ahead)
        if token.kind in (CAPITAL, NAME):
            names.append(token.text[0].upper() + token.text[1:])
        elif token.text not in (",", "|", "&"):
            break
    return ", ".join(names)


def small_symbols(reader: Reader, opened: Token) -> NoReturn:
    """`{x, o}`: told once."""
    names = [reader.advance().text]
    while reader.accept(",") and reader.at(NAME, CAPITAL):
        names.append(reader.advance().text)
    written = ", ".join(name[0].upper() + name[1:] for name in names)
    reader.lost.update(names)
    hint = f"write `{{{written}}}`"
    reader.tell(codes.WRONG_CASE, "symbols start with capital letters", Label(reader.since(opened)), hint=hint)
    raise Unreadable


# "(" type { "," type } ")"
def tuple_type(reader: Reader) -> tree.Type:
    opened = reader.advance()
    if reader.at(")"):
        hint = "without parameters it is a value: its signature is a type alone, `x : Int`"
        reader.fail(codes.EXPECTED, "there are no types between these parentheses", hint=hint)
    items = [plain_type(reader)]
    named = names_of_types(reader)
    while reader.accept(","):
        if reader.at("->", ")") or reader.at_next_definition():
            written = reader.since(opened).text
            closed = "" if reader.at(")") else " and a `)`"
            hint = f"write the type that is missing{closed}, `{written} …)`, or leave the comma out"
            reader.fail(codes.EXPECTED, "a type is missing behind this comma", Label(reader.previous.span), hint=hint)
        items.append(plain_type(reader))
        named += names_of_types(reader)
    if named:
        kinds = f"({', '.join(item.span.text for item in items)})"
        hint = f"write `{kinds}`: names stand in the equation"
        reader.tell(codes.EXPECTED, "types alone stand here", Label(named[0].span), hint=hint)
    if reader.at("->") and is_closed_in_line(reader):
        reader.fail(
            codes.BAD_FUNCTION_TYPE,
            "a function cannot be passed around",
            hint="functions take and give values: numbers, truth values, symbols, boards and tuples of them",
        )
    hint = "" if reader.at("->") or reader.at_next_definition() else "several types together are written `(Int, Int)`"
    reader.expect(")", code=codes.EXPECTED, what="`,` or `)`", hint=hint, opened=opened)
    return items[0] if len(items) == 1 else tree.TupleType(reader.since(opened), tuple(items))


def names_of_types(reader: Reader) -> list[Token]:
    """The name that somebody wrote behind a type, `(Int n, …)`, if there is one."""
    return [reader.advance()] if reader.at(NAME) and reader.peek(1).text in (",", ")") else []


def is_closed_in_line(reader: Reader) -> bool:
    """Whether a parenthesis that was opened before is closed in the rest of this line."""
    text, depth = line_of(reader).text, 1
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return True
    return False


# enum | Name
def extension(reader: Reader, sign: Token) -> tree.Ident | tree.Enumeration | tree.NamedType | None:
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
    return name if sign.text == "|" else tree.NamedType(name.span, name.text)


# Name
def capital_name(reader: Reader, after: str) -> tree.Ident:
    """A name with a capital letter: a game, a type or a symbol."""
    token = reader.peek()
    if token.kind == NAME and not reader.at_next_definition():
        meant = token.text[0].upper() + token.text[1:]
        hint = f"write `{meant}`" if meant != token.text else "choose a name that starts with a capital letter"
        reader.report(codes.WRONG_CASE, f"`{token.text}` must start with a capital letter here", hint=hint)
        return tree.Ident(reader.advance().span, meant)
    if token.kind == KEYWORD and reader.same_line():
        reader.fail(codes.RESERVED_WORD, f"`{token.text}` is a reserved word", hint="choose another name")
    token = reader.expect(CAPITAL, code=codes.EXPECTED, what="a name with a capital letter", after=after)
    return tree.Ident(token.span, token.text)


# Expressions


# expr = "let" name "=" expr "in" expr
#      | "if" expr "then" expr "else" expr
#      | "while" expr "do" expr
#      | infix ;
def expression(reader: Reader) -> tree.Expr:
    with reader.nested(codes.TOO_DEEP):
        misspelt_word(reader)
        start = reader.peek()
        clauses: list[tree.Let | tree.If] = []
        while reader.peek().kind == KEYWORD or (clauses and reader.at(*slips.ELSE_IF)):
            match reader.peek().text:
                case "let":
                    clauses.append(let_clause(reader))
                case "if" | "elif" | "elsif" | "elseif":
                    clauses.append(if_clause(reader))
                case _:
                    break
        result = while_loop(reader) if reader.at("while") else infix(reader)
        if reader.at(",") and not reader.brackets:
            check_bracket(reader)
        return tree.Block(reader.since(start), tuple(clauses), result) if clauses else result


def check_bracket(reader: Reader) -> None:
    """Gives up an expression whose last bracket closes a list that goes on: `f(g(x)), y)`."""
    if reader.previous.text != ")":
        return
    depth = 0
    for ahead in range(1, SURPLUS_REACH):
        token = reader.peek(ahead)
        if token.kind == END or token.text in (":", "=", "then", "else", "in", "do"):
            return
        depth += (token.text == "(") - (token.text == ")")
        if depth < 0:
            title, place = "this `)` closes a list that goes on behind it", Label(reader.previous.span)
            reader.fail(
                codes.EXPECTED, title, place, Label(token.span, "and this one closes nothing"), hint="leave it out"
            )


def misspelt_word(reader: Reader) -> None:
    """Says that `lte x = … in …` and `whiel … do …` begin with a misspelt word."""
    is_let = reader.peek(1).kind == NAME and reader.peek(2).text == "=" and reader.at_misspelt_word("let", until="=")
    if is_let or (reader.peek(1).text != "(" and reader.at_misspelt_word("while", until="do")):
        word = "let" if is_let else "while"
        reader.fail(codes.EXPECTED, f"`{reader.peek().text}` is no word of BoGL", hint=f"Did you mean `{word}`?")


def whole_expression(reader: Reader) -> tree.Expr:
    """An expression of which no part lies too deep for those who walk over the tree by recursion."""
    expr = expression(reader)
    return tree.Broken(expr.span) if reader.is_too_deep(expr, tree.children, codes.TOO_DEEP) else expr


# "let" name "=" expr "in"
def let_clause(reader: Reader) -> tree.Let:
    start = reader.advance()
    name = let_name(reader)
    reader.variables.add(name.text)
    if reader.at(":"):
        reader.fail(
            codes.BAD_LET, "a name in a `let` has no signature", hint="leave out the type: it is that of the value"
        )
    if not reader.accept("=="):
        hint = f"a local name is written `let {name.text} = … in …`"
        if reader.at(",") and reader.peek(1).kind == NAME:
            second = reader.peek(1).text
            hint = f"give each a `let` of its own: `let {name.text} = … in let {second} = … in …`"
            reader.fail(codes.BAD_LET, "a `let` defines one name", hint=hint)
        reader.expect("=", code=codes.EXPECTED, after=f"`let {name.text}`", hint=hint)
    else:
        place = Label(reader.previous.span)
        reader.tell(codes.BAD_LET, "`==` compares; a `let` defines with a single `=`", place, hint="write `=`")
    value = expression(reader)
    if reader.at(","):
        second = reader.peek(1).text if reader.peek(1).kind == NAME else "y"
        hint = f"write one `let` after the other: `let {name.text} = … in let {second} = … in …`"
        reader.fail(codes.BAD_LET, "a `let` defines one name", hint=hint)
    hint = f"a local name is written `let {name.text} = … in …`"
    if reader.at(NAME) and reader.peek(1).text == "=":
        hint = f"each name has a `let` of its own: write `in let {reader.peek().text} = …`"
    had_error = reader.has_error
    reader.expect("in", code=codes.EXPECTED, after=f"the value of `{name.text}`", hint=hint, opened=start)
    if reader.has_error and not had_error:
        value = tree.Broken(value.span)
    return tree.Let(reader.since(start), name, value)


def let_name(reader: Reader) -> tree.Ident:
    """The one name that a `let` defines, with a message of its own for each thing that people write instead."""
    if reader.at("("):
        reader.fail(
            codes.BAD_LET,
            "a `let` defines one name, not a tuple",
            hint="name the tuple and take its components: `let p = … in p # 1`",
        )
    if reader.peek().text in slips.TYPES.keys() | TYPE_WORDS and reader.peek(1).kind == NAME:
        hint = f"leave out `{reader.peek().text}`: the type is that of the value"
        reader.report(codes.BAD_LET, "a name in a `let` has no type", hint=hint)
        reader.advance()
    if reader.at("="):
        hint = "give the value a name: `let x = … in …`"
        reader.fail(codes.EXPECTED, "expected a name after `let`", hint=hint)
    name = variable_name(reader, "`let`")
    if name.text == "input":
        hint = "call it otherwise, as in `let move = input in …`"
        place = Label(name.span)
        reader.tell(codes.INPUT_HIDDEN, "`input` always asks for an answer: it cannot be a variable", place, hint=hint)
    if reader.at("("):
        reader.fail(
            codes.BAD_LET,
            "a `let` cannot define a function",
            hint=f"define `{name.text}` beside the other functions, with a signature and an equation",
        )
    return name


# name
def variable_name(reader: Reader, after: str) -> tree.Ident:
    """A name in small letters: a parameter, a variable of a `let` or of a board equation."""
    token = reader.peek()
    if token.kind == CAPITAL:
        meant = token.text.lower() if token.text.isupper() else token.text[0].lower() + token.text[1:]
        hint = f"write `{meant}`"
        reader.report(codes.WRONG_CASE, f"`{token.text}` must start with a small letter here", hint=hint)
        reader.lost.add(meant)
        return tree.Ident(reader.advance().span, token.text)
    if token.kind == KEYWORD and reader.same_line():
        reader.fail(codes.RESERVED_WORD, f"`{token.text}` is a reserved word", hint="choose another name")
    token = reader.expect(NAME, code=codes.EXPECTED, what="a name", after=after)
    return tree.Ident(token.span, token.text)


# "if" expr "then" expr "else"
def if_clause(reader: Reader) -> tree.If:
    start = reader.advance()
    reader.note_colon()
    condition = expression(reader)
    hint = "a choice is written `if … then … else …`"
    had_error = reader.has_error
    if not reader.accept_colon("then"):
        reader.expect("then", code=codes.EXPECTED, after="the condition", hint=hint, opened=start)
    if reader.has_error and not had_error:
        condition = tree.Broken(condition.span)
    result = expression(reader)
    had_error = reader.has_error
    if reader.at(*slips.ELSE_IF):
        reader.report(codes.EXPECTED, f"BoGL has no `{reader.peek().text}`", hint="write `else if`")
        return tree.If(reader.since(start), condition, result)
    hint = "every `if` needs an `else`: it always has a value"
    if reader.at(",") and not reader.brackets:
        tuple_without_parentheses(reader, result)
    if not reader.same_line() and reader.at("if") and reader.is_indented():
        hint += ": put `else` before this `if`"
    reader.expect("else", code=codes.EXPECTED, after="this branch", hint=hint, opened=start)
    if reader.at(":"):
        reader.report(codes.EXPECTED, "there is no colon after `else`", hint="leave out the `:`")
        reader.advance()
    if reader.has_error and not had_error:
        result = tree.Broken(result.span)
    return tree.If(reader.since(start), condition, result)


# "while" expr "do" expr
def while_loop(reader: Reader) -> tree.Expr:
    start = reader.advance()
    reader.note_colon()
    condition = expression(reader)
    hint = "a loop is written `while … do …`"
    had_error = reader.has_error
    if not reader.accept_colon("do"):
        reader.expect("do", code=codes.EXPECTED, after="the condition", hint=hint, opened=start)
    if reader.has_error and not had_error:
        condition = tree.Broken(condition.span)
    if reader.at(NAME) and reader.peek(1).text == "=":
        name = reader.peek().text
        hint = f"leave out `{name} =`: what stands behind `do` is what the variable of the loop becomes"
        place = Label(reader.peek(1).span)
        reader.report(codes.SINGLE_EQUALS, "the body of a loop is a value, not an assignment", place, hint=hint)
        reader.advance()
        reader.advance()
    body = expression(reader)
    return tree.While(reader.since(start), condition, body)


@dataclass(slots=True)
class _Run:
    """An open run of operators of one strength, waiting for its next operand; a sign has no operand on its left."""

    strength: int
    operator: Token
    first: tree.Expr | None
    links: list[tree.Link] = field(default_factory=list)

    def close(self, last: tree.Expr) -> tree.Expr:
        if self.first is None:
            return tree.Negation(self.operator.span.to(last.span), last)
        self.extend(last)
        return tree.Chain(self.first.span.to(last.span), self.first, tuple(self.links))

    def extend(self, operand: tree.Expr) -> None:
        self.links.append(tree.Link(self.operator.span, cast(tree.Operator, self.operator.text), operand))


# infix = operand { operator operand } ;
def infix(reader: Reader) -> tree.Expr:
    start = reader.peek()
    runs: list[_Run] = []
    is_broken = False
    while True:
        while reader.at("-") and reader.peek(1).kind != NUMBER:
            runs.append(_Run(SIGN_STRENGTH, reader.advance(), None))
            if len(runs) > NESTING_LIMIT:
                reader.fail(codes.TOO_DEEP, "these are too many signs in a row", hint="leave them out in pairs")
        operand_read = operand(reader)
        operator = next_operator(reader, start)
        if operator is None:
            for run in reversed(runs):
                operand_read = run.close(operand_read)
            if is_broken and reader.at(":"):
                raise Unreadable  # the rest of `c ? x : y`
            return tree.Broken(reader.since(start)) if is_broken else operand_read
        if operator.kind == BROKEN_OPERATOR:
            if operator.text == "?":
                while reader.same_line() and not reader.at(END):
                    reader.advance()  # the rest of `c ? x : y`
                raise Unreadable
            if operator.text == "<-" and not runs and isinstance(operand_read, tree.Variable):
                raise Unreadable  # `x <- e`, and what follows is in that style, too
            is_broken = True
            continue
        strength = STRENGTH[operator.text]
        while runs and runs[-1].strength > strength:
            operand_read = runs.pop().close(operand_read)
        if runs and runs[-1].strength == strength:
            runs[-1].extend(operand_read)
            runs[-1].operator = operator
        else:
            runs.append(_Run(strength, operator, operand_read))


# operator = "!" | "*" | "/" | "%" | "+" | "-" | "<" | "<=" | ">" | ">=" | "==" | "/=" ;
def next_operator(reader: Reader, start: Token) -> Token | None:
    """Takes the operator after an operand, if there is one; knows `=` for `==` and words for operators. The run of
    operators begins at `start`."""
    token = reader.peek()
    if token.kind == SIGN and token.text in STRENGTH:
        check_continuation(reader)
        return reader.advance()
    if token.kind == BROKEN_OPERATOR:
        return reader.advance()
    if token.kind == SIGN and token.text in ("|", "&"):
        hint = slips.OPERATORS[token.text * 2]
        reader.report(codes.UNKNOWN_OPERATOR, f"`{token.text}` belongs to types", hint=hint)
        reader.advance()
        return Token(BROKEN_OPERATOR, token.text, token.span)
    if token.kind == SIGN and token.text == "=":
        if is_let_missing(reader):
            hint = "a name for a value is introduced by `let`: `let x = … in …`"
            reader.fail(codes.BAD_LET, "there is no `let` before this name", Label(reader.previous.span), hint=hint)
        place = Label(token.span)
        if is_assignment(reader):
            name = reader.previous.text
            hint = f"give the new value a name, and go on with it: `let {name} = … in …`"
            reader.fail(codes.SINGLE_EQUALS, "nothing is assigned in BoGL", place, hint=hint)
        reader.report(
            codes.SINGLE_EQUALS, "a single `=` defines; it does not compare", place, hint="to compare, write `==`"
        )
        reader.advance()
        return Token(BROKEN_OPERATOR, token.text, token.span)
    if token.kind == KEYWORD and token.text == "if" and reader.same_line():
        hint = "the condition comes first: `if … then … else …`"
        reader.fail(codes.EXPECTED, "a choice begins with its `if`", hint=hint)
    if token.kind == NAME and token.text in slips.INFIX_WORDS and reader.at_argument():
        hint = slips.INFIX_WORDS[token.text]
        hint = compared_with_both(reader) or joined_by_word(reader, start) or hint
        reader.report(codes.FOREIGN_WORD, f"`{token.text}` is not an operator", hint=hint)
        reader.advance()
        return Token(BROKEN_OPERATOR, token.text, token.span)
    before = reader.previous
    is_factor = before.kind == NUMBER and token.kind == NAME and reader.at_argument()
    if is_factor and not reader.at_definition_word() and not is_then_missing(reader):
        times = reader.peek(1).text if token.text in ("x", "times") and reader.peek(1).kind in (NAME, NUMBER) else ""
        hint = f"to multiply, write `{before.text} * {times or token.text}`"
        reader.fail(codes.EXPECTED, f"expected an operator before `{token.text}`", hint=hint)
    return None


def is_then_missing(reader: Reader) -> bool:
    """Whether this is in the condition of an `if`, and its `else` comes next."""
    before = next((reader.peek(-back).text for back in range(1, LET_REACH) if reader.peek(-back).kind == KEYWORD), "")
    after = next((reader.peek(ahead).text for ahead in range(LET_REACH) if reader.peek(ahead).kind == KEYWORD), "")
    return before == "if" and after == "else"


def compared_with_both(reader: Reader) -> str:
    """How `x == A or B` is written, where that follows: empty if it does not."""
    subject, sign, one = reader.peek(-3), reader.peek(-2), reader.previous
    word, other = reader.peek(), reader.peek(1)
    values = (CAPITAL, NUMBER)
    is_both = subject.kind == NAME and sign.text in ("==", "/=") and one.kind in values and other.kind in values
    if not is_both or reader.peek(2).text in STRENGTH or word.text not in ("and", "or"):
        return ""
    first, second = (f"{subject.text} {sign.text} {value.text}" for value in (one, other))
    return f"compare with each of them: `{word.text}({first}, {second})`"


def joined_by_word(reader: Reader, start: Token) -> str:
    """How `a or b` is written, where no third follows; empty if it cannot be written out."""
    word, left = reader.peek().text, shown(reader.since(start))
    if word not in ("and", "or"):
        return ""
    ends = ("then", "else", "do", "in")
    right = reader.words_to(*ends, behind=1)
    is_last = right == reader.words_to(*ends, "and", "or", "&&", "||", behind=1)
    return f"it is a function: write `{word}({left}, {right})`" if is_last and "…" not in (left, right) else ""


def is_assignment(reader: Reader) -> bool:
    """Whether a branch is `x = f(…)` or `x = x + 1`, which gives a variable a new value and compares nothing."""
    name = reader.previous
    if name.kind != NAME or reader.peek(-2).text not in ("then", "else", "in") or reader.brackets:
        return False
    if reader.peek(1).kind == NAME and reader.peek(2).text == "(":
        return True
    for ahead in range(1, LET_REACH):
        token = reader.peek(ahead)
        if token.kind in (KEYWORD, END):
            return False
        if token.text == name.text:
            return reader.peek(ahead + 1).text not in (":", "=", "(")
    return False


def is_let_missing(reader: Reader) -> bool:
    """Whether the `in` of a `let` follows, before any other word that would explain it."""
    for ahead in range(1, LET_REACH):
        token = reader.peek(ahead)
        if token.kind == KEYWORD and token.text not in ("True", "False"):
            return token.text == "in"
    return False


def check_continuation(reader: Reader) -> None:
    """Warns where a line that starts with `-2` silently continues the expression of the line before."""
    sign, number = reader.peek(), reader.peek(1)
    if sign.text not in ("-", "+") or number.kind != NUMBER or reader.brackets or reader.same_line():
        return
    if sign.span.end == number.span.start:
        reader.warn(
            codes.CONTINUED_LINE,
            f"this line continues the expression before it: `… {sign.text} {number.text}`",
            Label(sign.span.to(number.span), "line ends mean nothing here"),
            hint=f"if that is meant, put a blank after the `{sign.text}`",
        )


# operand = atom { "#" int | "#" "(" int { "," int } ")" } ;
def operand(reader: Reader) -> tree.Expr:
    start = reader.peek()
    value = atom(reader)
    while reader.at("#"):
        sign = reader.advance()
        opened = reader.accept("(")
        indexes = [component(reader)]
        while opened and reader.accept(","):
            indexes.append(component(reader))
        if opened:
            reader.expect(")", code=codes.EXPECTED, opened=opened)
        numbers = tuple(tree.Number(token.span, token.value) for token in indexes if isinstance(token.value, int))
        is_whole = len(numbers) == len(indexes)
        span = start.span.to(reader.previous.span)
        value = tree.Projection(span, value, numbers) if is_whole else tree.Broken(span.to(sign.span))
    return value


def component(reader: Reader) -> Token:
    hint = "a component is named by its number, as in `p # 1` or `p # (1, 3)`; a comment starts with `--`"
    return reader.expect(NUMBER, code=codes.EXPECTED, what="the number of a component", after="`#`", hint=hint)


# atom = int | string | "True" | "False" | Name | name
#      | name "(" expr { "," expr } ")"
#      | "(" expr { "," expr } ")"
#      | ("let" … | "if" … | "while" …) ;
def atom(reader: Reader) -> tree.Expr:
    token = reader.peek()
    if is_missing(reader):
        return no_atom(reader)
    if token.kind == NAME:
        return name_or_call(reader)
    if token.kind == CAPITAL:
        return symbol(reader)
    if token.kind == NUMBER or (token.text in ("-", "+") and reader.peek(1).kind == NUMBER):
        return number(reader)
    if token.kind == STRING:
        return tree.Text(reader.advance().span, cast(str, token.value))
    if token.kind == BROKEN:
        return tree.Broken(reader.advance().span)
    if token.kind == HOLE:
        return tree.Hole(reader.advance().span)
    match token.text:
        case "(":
            items = bracketed(reader)
            return items[0] if len(items) == 1 else tree.Tuple(reader.since(token), items)
        case "True" | "False":
            return tree.Truth(reader.advance().span, token.text == "True")
        case "let" | "if" | "while":
            return expression(reader)
    return no_atom(reader)


def is_missing(reader: Reader) -> bool:
    """Whether the next definition begins where an expression should be."""
    if reader.at_signature():
        return True
    return reader.previous.text == "=" and not reader.same_line() and reader.at_equation() and not reader.brackets


# int = [ "-" | "+" ] digits ;
def number(reader: Reader) -> tree.Expr:
    start = reader.peek()
    sign = reader.accept("-", "+")
    value = reader.advance().value
    if not isinstance(value, int):
        return tree.Broken(reader.since(start))
    return tree.Number(reader.since(start), -value if sign and sign.text == "-" else value)


# "(" expr { "," expr } ")"
def bracketed(reader: Reader) -> tuple[tree.Expr, ...]:
    """The expressions in a pair of parentheses, one or more."""
    opened = reader.advance()
    if reader.at(")"):
        reader.fail(
            codes.EXPECTED,
            "there is nothing between these parentheses",
            Label(reader.since(opened).to(reader.peek().span)),
            hint="write a value between them, or leave them out",
        )
    reader.brackets += 1
    try:
        items = [expression(reader)]
        reader.check_comma(")")
        while reader.accept(","):
            items.append(expression(reader))
            reader.check_comma(")")
        reader.expect(")", code=codes.EXPECTED, what="`,` or `)`", opened=opened)
    finally:
        reader.brackets -= 1
    return tuple(items)


def empty_brackets(reader: Reader) -> tuple[tree.Expr, ...]:
    """`()` behind a name: whether arguments are missing or the parentheses are too many is said by who knows it."""
    reader.advance()
    reader.advance()
    return ()


# Name
def symbol(reader: Reader) -> tree.Expr:
    token = reader.advance()
    if token.text in slips.CAPITAL_WORDS and goes_on(reader):
        place = Label(token.span)
        hint = "the words of the language are written in small letters"
        reader.fail(codes.WRONG_CASE, f"`{token.text}` is written `{token.text.lower()}`", place, hint=hint)
    if not reader.at("("):
        return tree.Symbol(token.span, token.text)
    small = token.text[0].lower() + token.text[1:]
    reader.tell(
        codes.NOT_A_FUNCTION,
        f"`{token.text}` is a symbol, not a function",
        Label(token.span),
        hint=f"functions start with a small letter: `{small}(…)`",
    )
    bracketed(reader)
    if reader.at("="):
        raise Unreadable  # an equation that has lost its name
    return tree.Broken(reader.since(token))


def goes_on(reader: Reader) -> bool:
    """Whether something follows in the same line that cannot follow a symbol: no operator and no definition."""
    is_begun = reader.at(NAME, CAPITAL, NUMBER, "True", "False", "(") and reader.same_line()
    return is_begun and not reader.at_signature()


# name [ "(" expr { "," expr } ")" ]
def name_or_call(reader: Reader) -> tree.Expr:
    token = reader.advance()
    if token.text == "input" and reader.at("(") and reader.peek(1).text == ")":
        hint = "write `input` alone"
        opened = reader.advance()
        reader.advance()
        reader.tell(codes.INPUT_CALLED, "`input` has no arguments", Label(reader.since(opened)), hint=hint)
        return tree.Variable(token.span, token.text)
    if reader.at("("):
        arguments = bracketed(reader) if reader.peek(1).text != ")" else empty_brackets(reader)
        call = tree.Call(reader.since(token), tree.Ident(token.span, token.text), arguments)
        if reader.at("("):
            reader.fail(
                codes.NOT_A_FUNCTION,
                "the call is complete before this parenthesis",
                hint=f"all arguments stand together: `{token.text}(x, y)`. Or is a word like `then` missing?",
            )
        return call
    if token.text == "lambda" and reader.at(NAME):
        hint = slips.OPERATORS["\\"]
        reader.tell_for(line_of(reader), codes.FOREIGN_WORD, "BoGL has no `lambda`", Label(token.span), hint=hint)
        while reader.same_line() and not reader.at(END):
            reader.advance()
        raise Unreadable
    if token.text == "return" and reader.at("if", "let", "while"):
        hint = slips.STATEMENT_WORDS[token.text]
        reader.tell(codes.FOREIGN_WORD, "BoGL has no `return`", Label(token.span), hint=hint)
        return expression(reader)
    if not reader.at_argument() or reader.peek().text in slips.INFIX_WORDS:
        return tree.Variable(token.span, token.text)
    first = reader.peek()
    if token.text in reader.variables:
        return two_values(reader, token)
    place = reader.place - 1
    while reader.at_argument() or (reader.at("(") and reader.same_line()):
        if reader.at(NAME) and reader.peek(1).text != "(":
            reader.advance()  # one more argument, not a function with arguments of its own
        elif reader.at("("):
            reader.pass_brackets()
        else:
            atom(reader)
    span = reader.since(first)
    written = reader.called(place, reader.place)
    written = written if len(written) <= SHOWN_CALL else f"{token.text}(…)"
    if token.text in slips.COMPONENTS and first.kind == NAME:
        hint = f"write `{first.text} # {slips.COMPONENTS[token.text]}`"
        reader.tell(codes.FOREIGN_WORD, f"BoGL has no `{token.text}`", Label(token.span), hint=hint)
        return tree.Broken(reader.since(token))
    if token.text in slips.STATEMENT_WORDS:
        hint = slips.STATEMENT_WORDS[token.text]
        if token.text == "not":
            inside = reader.words_to("then", "else", "do", "in", "and", "or", behind=place + 1 - reader.place)
            hint = f"it is a function: write `not({inside})`"
        reader.tell(codes.FOREIGN_WORD, f"`{token.text}` does not belong here", Label(token.span), hint=hint)
    else:
        reader.tell(
            codes.BARE_ARGUMENT,
            f"the arguments of `{token.text}` stand in parentheses",
            Label(span, f"is this meant for `{token.text}`?"),
            hint=f"a call is written `{written}`",
        )
    return tree.Broken(reader.since(token))


def two_values(reader: Reader, first: Token) -> tree.Expr:
    """A variable with another value behind it: a comma or an operator is missing."""
    second, following = reader.peek(), reader.peek(1)
    missing, end = "an operator", reader.place
    hint = f"put one between them: `{first.text} + {second.text}`, or `==` to compare"
    if second.text in ("x", "times") and second.text not in reader.variables and following.kind in (NAME, NUMBER):
        hint, end = f"to multiply, write `{first.text} * {following.text}`", reader.place + 1
    elif reader.brackets:
        missing, hint = "a comma", f"write `{first.text}, {second.text}`"
    while reader.place <= end:
        reader.advance()
    title = f"{missing} is missing between `{first.text}` and `{second.text}`"
    reader.tell(codes.EXPECTED, title, Label(first.span.to(second.span)), hint=hint)
    return tree.Broken(reader.since(first))


def no_atom(reader: Reader) -> NoReturn:
    """Says what is wrong where an expression should be and none begins."""
    token = reader.peek()
    if reader.previous.kind == BROKEN_OPERATOR:
        raise Unreadable  # the operator has been reported
    hint = ""
    if reader.previous.text == "=" and token.kind == NAME and reader.peek(1).text == "=" and reader.is_indented():
        shown = reader.peek(2).text if reader.peek(3).kind != SIGN else "…"
        hint = f"a local name is written `let {token.text} = {shown} in …`"
        reader.fail(codes.BAD_LET, "there is no `let` before this name", Label(token.span), hint=hint)
    if token.kind == KEYWORD and token is not reader.previous and token.text == reader.previous.text:
        reader.fail(codes.EXPECTED, f"there are two `{token.text}`", Label(token.span), hint="leave out one of them")
    match token.text:
        case "Int" | "Bool" | "Board" | "AnySymbol" | "Array":
            reader.fail(codes.EXPECTED, f"`{token.text}` is a type, not a value")
        case "Input":
            hint = "to ask for an answer, write `input`"
            reader.fail(codes.EXPECTED, "`Input` is a type, not a value", hint=hint)
        case "case":
            hint = "compare with `==` in a chain of `if … then … else if …`"
            reader.fail(codes.RESERVED_WORD, "BoGL has no `case`", hint=hint)
        case "!":
            hint = "to ask whether something is false, write `not(…)`"
            if reader.peek(1).text == "(" and reader.peek(3).text == ",":
                hint = "the board stands before the `!`, as in `b!(x,y)`"
        case "do":
            reader.fail(codes.EXPECTED, "an expression does not begin with `do`", hint="leave it out")
        case "|":
            hint = "choose with `if … then … else …`"
            reader.fail(codes.EXPECTED, "BoGL has no guards", Label(token.span), hint=hint)
        case "+":
            hint = "a sign stands only before a number: leave it out"
        case "{":
            hint = "an expression has no braces: group with parentheses"
        case "=":
            hint = "to compare, write `==`"
        case "type" | "game":
            hint = f"`{token.text}` starts something new, so the expression before it is not complete"
        case _ if reader.at_name():
            hint = f"`{token.text} {reader.peek(1).text}` starts something new, so nothing is left for this expression"
    label = Label(reader.gap(), "the text ends here") if token.kind == END else reader.next_label(reader.gap())
    reader.fail(codes.EXPECTED, "expected an expression", label, hint=hint or reader.value_hint())
