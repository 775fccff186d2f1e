"""Reads AllHandsOnDeck programs: text in, a tree and what was found wrong with it out.

    >>> program, found = parse_program(Source("demo.ah", "main:\\n    do INIT(4)\\n"))
    >>> program.is_sound, type(program.declarations[0]).__name__
    (True, 'Main')

The grammar rule stands above each function; statements are read in `statements.py`, expressions in `expressions.py`.
Three forms that the manual prints are read although its grammar does not have them, with a warning; `strict` makes them
errors: a parameter with its type behind its name, a `main` that does not come first, a `)` too many at a line's end.
"""

from __future__ import annotations

from typing import NoReturn

from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.syntax import slips
from parlour.languages.allhandsondeck.syntax.expressions import arguments, whole_expression
from parlour.languages.allhandsondeck.syntax.names import action_name, read_type
from parlour.languages.allhandsondeck.syntax.reader import Reader
from parlour.languages.allhandsondeck.syntax.scanner import PRAGMA, Comment, scan
from parlour.languages.allhandsondeck.syntax.statements import block, colon, end_line, indented, inner_lines
from parlour.languages.allhandsondeck.syntax.tokens import (
    ACTION,
    CAPITALS,
    CLASS,
    INDENT,
    KEYWORD,
    NEWLINE,
    NUMBER,
    OUTDENT,
    TYPE_WORDS,
)
from parlour.languages.allhandsondeck.syntax.tree import (
    Action,
    AttributeDeclaration,
    Block,
    Class,
    Declaration,
    Expr,
    Helper,
    Ident,
    Main,
    Member,
    Parameter,
    Pragma,
    Program,
    TypeName,
)
from parlour.syntax.cursor import Unreadable, found
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.limits import check_size
from parlour.syntax.source import Source
from parlour.syntax.token import END, NAME, Token


def parse_program(source: Source, *, strict: bool = False) -> tuple[Program, list[Diagnostic]]:
    """The tree of a program; where a part could not be read it is missing, and a diagnostic says why."""
    whole = source.span(0, len(source.text))
    too_large = check_size(source, codes.TEXT_TOO_LARGE)
    if too_large:
        return Program(whole, (), is_sound=False), [too_large]
    problems: list[Diagnostic] = []
    scanned = scan(source, problems.append, strict=strict)
    reader = Reader(scanned.tokens, problems.append, strict)
    declarations = program(reader)
    check_order(reader, declarations)
    is_sound = not any(problem.is_error for problem in problems)
    pragmas = pragmas_of(source, scanned.comments)
    return Program(whole, tuple(declarations), is_sound, frozenset(reader.lost), pragmas), problems


def pragmas_of(source: Source, comments: list[Comment]) -> tuple[Pragma, ...]:
    """The comments that are meant for Parlour: `# parlour: every answer is legal`."""
    matches = ((comment, PRAGMA.fullmatch(comment.text)) for comment in comments)
    return tuple(Pragma(source.span(comment.start, comment.end), match["text"]) for comment, match in matches if match)


# program = { NL | main | action | helper | class } EOF
def program(reader: Reader) -> list[Declaration]:
    read: list[Declaration] = []
    while not reader.at(END):
        if reader.accept(NEWLINE, OUTDENT):
            continue
        if reader.at(INDENT):
            reader.tell(
                codes.BAD_INDENTATION,
                "this line is indented, but nothing opens a block above it",
                Label(reader.peek().span),
                hint="declarations begin at the margin",
            )
            reader.advance()
            continue
        start = reader.place
        try:
            read.append(declaration(reader))
        except Unreadable:
            is_class = reader.is_at(start, "let")
            reader.skip_line(start)
            if is_class:
                reader.skip_blocks()
            else:
                inner_lines(reader)
            reader.lose(start)
    return read


def check_order(reader: Reader, declarations: list[Declaration]) -> None:
    """main comes first; where it does not, that is a warning, once."""
    for place, item in enumerate(declarations):
        if isinstance(item, Main):
            if place:
                span = item.span.source.span(item.span.start, item.span.start + len("main"))
                hint = "put it at the beginning of the program"
                reader.tolerate(codes.MAIN_NOT_FIRST, "`main` comes first", Label(span), hint=hint)
            return


def declaration(reader: Reader) -> Declaration:
    token = reader.peek()
    match token.text:
        case "main":
            return main(reader)
        case "when":
            return action(reader)
        case "let":
            return class_declaration(reader)
    if token.kind != NAME or reader.peek(1).text != "(" or not is_helper(reader):
        no_declaration(reader, token)
    return helper(reader)


def is_helper(reader: Reader) -> bool:
    """Whether `name(…)` is followed by a `:`, or by a block."""
    depth = 0
    ahead = 1
    while True:
        token = reader.peek(ahead)
        if token.kind in (NEWLINE, END):
            return reader.peek(ahead + 1).kind == INDENT
        depth += (token.text == "(") - (token.text == ")")
        ahead += 1
        if depth == 0:
            following = reader.peek(ahead)
            return following.text in (":", "=") or (following.kind == NEWLINE and reader.peek(ahead + 1).kind == INDENT)


def no_declaration(reader: Reader, token: Token) -> NoReturn:
    """Says what is wrong where a declaration should begin; raises `Unreadable`."""
    following = reader.peek(1)
    if token.kind == NAME and token.text in slips.STATEMENT_WORDS and following.text not in ("(", "=", "."):
        hint = slips.STATEMENT_WORDS[token.text]
        reader.fail(codes.FOREIGN_WORD, f"there is no `{token.text}`", hint=hint)
    if token.kind == NUMBER and following.span.line == token.span.line:
        reader.fail(
            codes.OUTSIDE, "a line cannot begin with a number here", hint="line numbers are not part of a program"
        )
    if token.text.lower() in ("main", "when", "let") and following.text != "=":
        reader.fail(codes.WRONG_SPELLING, f"`{token.text}` is written `{token.text.lower()}`")
    if token.kind in (ACTION, CAPITALS, CLASS) and following.text in ("(", ":"):
        hint = f"an ACTION is declared by `when do {token.text}:`, a class by `let {token.text} be Object with:`"
        reader.fail(codes.EXPECTED, "a declaration begins with `when` or `let`", hint=hint)
    hint = "put it into `main`, or into an ACTION that `main` does: `when do INIT:`"
    if token.kind == KEYWORD and token.text in ("const", "with", "be", "do", "elif", "else"):
        hint = "at the margin stand `main:`, `when … do ACTION:`, `let Class be …` and helpers, `name(x):`"
    reader.fail(codes.OUTSIDE, "a statement cannot stand outside of `main`, an ACTION or a helper", hint=hint)


# main = "main" ":" block
def main(reader: Reader) -> Main:
    start = reader.advance()
    if reader.at("(") and reader.peek(1).text == ")":
        place = Label(reader.peek().span.to(reader.peek(1).span))
        reader.tell(codes.BAD_PARAMETER, "`main` has no parameters", place, hint="write `main:`")
        reader.advance()
        reader.advance()
    body = block(reader, "`main`")
    return Main(start.span.to(body.span), body)


# action = "when" [ type ID ] "do" ACTION [ "(" [params] ")" ] ":" block
def action(reader: Reader) -> Action:
    start = reader.advance()
    receiver = None if reader.at("do") else action_receiver(reader)
    hint = "an ACTION is declared by `when do NAME:` or `when Player player do NAME:`"
    reader.expect("do", code=codes.EXPECTED, hint=hint, after="the receiver" if receiver else "`when`")
    name = action_name(reader, "`do`")
    given = parameters(reader) if reader.at("(") else ()
    body = block(reader, f"`{name.text}`" if not given else "the parameters")
    return Action(start.span.to(body.span), receiver, name, given, body)


# type ID
def action_receiver(reader: Reader) -> Parameter:
    """Who does the ACTION: always with a type."""
    first = reader.peek()
    if first.kind == NAME and reader.peek(1).text in ("do", ":"):
        hint = f"say of which class it is: `when Player {first.text} do …`"
        reader.fail(codes.BAD_PARAMETER, "the receiver of an ACTION has a type", hint=hint)
    if first.kind in (ACTION, CAPITALS) and reader.peek(1).text in (":", "("):
        reader.fail(codes.EXPECTED, f"expected `do` before `{first.text}`", hint=f"write `when do {first.text}`")
    type_name = read_type(reader)
    if reader.at("do"):
        hint = f"give it a name by which the ACTION knows it: `when {first.text} {first.text.lower()} do …`"
        reader.fail(codes.BAD_PARAMETER, "the receiver of an ACTION has a name", Label(type_name.span), hint=hint)
    name = small_name(reader, "a name", f"`{type_name.span.text}`")
    return Parameter(reader.since(first), type_name, name)


# helper = ID "(" [params] ")" ":" ( expr NL | block )
def helper(reader: Reader) -> Helper:
    start = reader.advance()
    given = parameters(reader)
    if reader.at("="):
        reader.fail(codes.EXPECTED, "expected `:` after the parameters", hint="a helper is written `name(x): …`")
    body = value_or_block(reader, f"`{start.text}(…)`")
    return Helper(start.span.to(body.span), Ident(start.span, start.text), given, body)


# ":" ( expr NL | block )
def value_or_block(reader: Reader, after: str) -> Expr | Block:
    has_colon = colon(reader, after)
    if reader.at(NEWLINE):
        return indented(reader, after, is_announced=has_colon)
    if reader.at("return"):
        place = Label(reader.advance().span)
        hint = "leave it out: the value stands right behind the `:`"
        reader.tell(codes.RETURN_IN_ONE_LINE, "in one line there is no `return`", place, hint=hint)
    if reader.at("if", "while", "for", "pass"):
        hint = "begin a new line behind the `:` and indent it"
        reader.fail(codes.NO_BLOCK, f"the block of {after} begins in a line of its own", hint=hint)
    value = whole_expression(reader)
    end_line(reader)
    return value


# "(" [ param { "," param } ] ")"
def parameters(reader: Reader) -> tuple[Parameter, ...]:
    opened = reader.advance()
    given: list[Parameter] = []
    while not reader.at(")"):
        given.append(parameter(reader))
        if not reader.accept(","):
            break
    reader.expect(")", code=codes.EXPECTED, what="`,` or `)`", opened=opened)
    return tuple(given)


# param = [ type ] ID | ID ":" type
def parameter(reader: Reader) -> Parameter:
    start = reader.peek()
    type_name: TypeName | None = None
    if start.kind in (CLASS, CAPITALS) and reader.peek(reader.at_type()).text in (",", ")"):
        hint = f"give it a name: `{start.text} {start.text.lower()}`"
        reader.fail(codes.BAD_PARAMETER, "a parameter has a name", hint=hint)
    if start.kind in (CLASS, CAPITALS) or start.text in TYPE_WORDS:
        type_name = read_type(reader)
    elif start.kind == NAME and reader.peek(1).kind == NAME:
        hint = "the types are `int`, `float`, `bool`, `string` and the classes, which begin with a capital"
        reader.fail(codes.BAD_PARAMETER, f"`{start.text}` is not a type", hint=hint)
    name = small_name(reader, "a parameter", f"`{reader.previous.text}`")
    if reader.at(":"):
        reader.advance()
        written = read_type(reader)
        type_name = type_name or written
        hint = f"write `{written.span.text} {name.text}`"
        place = Label(reader.since(start))
        reader.tolerate(codes.PARAMETER_ORDER, "the type of a parameter stands before its name", place, hint=hint)
    if reader.at("="):
        hint = "leave it out: every call gives all arguments"
        reader.fail(codes.BAD_PARAMETER, "a parameter has no value of its own", hint=hint)
    return Parameter(reader.since(start), type_name, name)


# ID
def small_name(reader: Reader, what: str, after: str) -> Ident:
    token = reader.peek()
    if token.kind == KEYWORD:
        reader.lost.add(token.text)
        reader.fail(codes.RESERVED_WORD, f"`{token.text}` is a reserved word", hint="choose another name")
    if token.kind in (CLASS, CAPITALS, ACTION):
        hint = f"write `{token.text.lower()}`"
        reader.fail(codes.WRONG_SPELLING, f"{what} is written in small letters", hint=hint)
    token = reader.expect(NAME, code=codes.EXPECTED, what=what, after=after)
    return Ident(token.span, token.text)


# class = "let" Class [ "(" [params] ")" ] "be" type [ "(" [args] ")" ] ( NL | "with" ":" NL INDENT member+ OUTDENT )
def class_declaration(reader: Reader) -> Class:
    start = reader.advance()
    name = class_name(reader)
    given = parameters(reader) if reader.at("(") else None
    if reader.at("=", ":", "is"):
        sign = reader.peek().text
        hint = f"write `let {name.text} be Object`"
        reader.fail(codes.EXPECTED, f"expected `be` instead of `{sign}`", hint=hint)
    hint = f"say what it is: `let {name.text} be Object with:`"
    reader.expect("be", code=codes.EXPECTED, after="the name of the class", hint=hint)
    base = read_type(reader)
    upward = arguments(reader) if reader.at("(") else None
    has_members = reader.accept("with") is not None
    if not has_members and (reader.at(":") or (reader.at(NEWLINE) and reader.peek(1).kind == INDENT)):
        hint = "the members of a class stand below `with:`"
        reader.tell(codes.EXPECTED, f"expected `with` after `{base.span.text}`", Label(reader.gap()), hint=hint)
        has_members = True
    if not has_members:
        span = reader.since(start)
        end_line(reader)
        return Class(span, name, given, base, upward, ())
    read = members(reader, is_announced=colon(reader, "`with`"))
    return Class(reader.since(start), name, given, base, upward, tuple(read))


# Class
def class_name(reader: Reader) -> Ident:
    token = reader.peek()
    if token.kind in (NAME, ACTION):
        title = f"`{token.text}` is not the name of a class"
        meant = "".join(part.capitalize() for part in token.text.split("_"))
        hint = f"a class begins with a capital and has letters and digits only: `{meant}`"
        if token.kind == NAME and reader.peek(1).text == "=":
            hint = f"leave out the `let`: it declares a class; write `{token.text} = …` in an ACTION"
        reader.fail(codes.WRONG_SPELLING, title, hint=hint)
    if token.kind == KEYWORD:
        reader.fail(codes.RESERVED_WORD, f"`{token.text}` is a reserved word", hint="choose another name")
    token = reader.expect(CLASS, CAPITALS, code=codes.EXPECTED, what="the name of a class", after="`let`")
    return Ident(token.span, token.text)


# NL INDENT member+ OUTDENT
def members(reader: Reader, *, is_announced: bool) -> list[Member]:
    """What is indented below `with:`; where the `:` was missing, too, that has been said already."""
    read: list[Member] = []
    hint = "indent the attributes and helpers; a class without any has no `with:`"
    if not reader.accept(NEWLINE):
        reader.fail(codes.NO_BLOCK, "the members of a class begin in a line of their own", hint=hint)
    if not reader.at(INDENT):
        if is_announced:
            place = Label(reader.gap())
            reader.tell(codes.NO_BLOCK, "expected indented members below `with:`", place, hint=hint)
        return read
    reader.advance()
    while not reader.at(OUTDENT, END):
        start = reader.place
        try:
            read.append(member(reader))
        except Unreadable:
            reader.skip_line(start)
            inner_lines(reader)
            reader.lose(start)
    reader.accept(OUTDENT)
    return read


# member = helper | [ "const" ] [ type ] ID ":" ( expr NL | block )
def member(reader: Reader) -> Member:
    start = reader.peek()
    if start.kind == INDENT:
        hint = "begin it in the same column as the line above"
        reader.fail(codes.BAD_INDENTATION, "this line is indented, but nothing opens a block above it", hint=hint)
    if start.kind == NAME and reader.peek(1).text == "(":
        return helper(reader)
    if start.text == "when":
        hint = "declare it at the margin: `when Card card do NAME:`"
        reader.fail(codes.EXPECTED, "an ACTION cannot stand in a class", hint=hint)
    if start.kind == NAME and start.text in slips.STATEMENT_WORDS and reader.peek(1).kind == NAME:
        hint = slips.STATEMENT_WORDS[start.text]
        reader.fail(codes.FOREIGN_WORD, f"there is no `{start.text}`", hint=hint)
    is_const = reader.accept("const") is not None
    type_name = read_type(reader) if reader.at_type() else None
    after = f"`{reader.previous.text}`" if reader.place else "`with:`"
    if reader.peek().kind not in (NAME, KEYWORD, CLASS, CAPITALS, ACTION):
        place = Label(reader.peek().span, f"here is {found(reader.peek())}")
        hint = "the members of a class are attributes, `name: value`, and helpers, `name(x): value`"
        reader.fail(codes.EXPECTED, "expected an attribute or a helper", place, hint=hint)
    name = small_name(reader, "an attribute", after)
    if type_name is not None and reader.at("("):
        hint = f"what a helper gives is not declared: `{name.text}(…): …`"
        reader.fail(codes.BAD_PARAMETER, "a helper has no type", Label(type_name.span), hint=hint)
    if reader.at("="):
        hint = f"write `{name.text}: …`"
        reader.report(codes.EXPECTED, "an attribute is given its value by `:`", hint=hint)
        reader.advance()
        value: Expr | Block = whole_expression(reader)
        end_line(reader)
    else:
        value = value_or_block(reader, f"`{name.text}`")
    return AttributeDeclaration(start.span.to(value.span), is_const, type_name, name, value)
