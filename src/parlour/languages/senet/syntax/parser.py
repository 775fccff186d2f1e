"""Reads Senet programs: source text in, a tree and what was wrong with it out.

    >>> program, found = parse_program(Source("demo.senet", "@setup { int n; } @turns { void begin() { n = n + 1; } }"))
    >>> program.turns[0].name.text, len(program.setup), found
    ('begin', 1, [])

One parser reads the language of the 2015 manual, of the manual's own sample, which its grammar does not fit, and of the
authors' later compiler: their forms do not collide (`README.md` beside this file lists them). What goes beyond the
letter of the manual is a warning, or an error for whoever is strict.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.languages.senet import codes
from parlour.languages.senet.syntax import slips
from parlour.languages.senet.syntax.expressions import bracketed, whole_expression
from parlour.languages.senet.syntax.reader import Reader
from parlour.languages.senet.syntax.scanner import KEYWORD, SECTION, Comment, scan
from parlour.languages.senet.syntax.statements import block, declaration, group_name, new_name, statement, type_form
from parlour.languages.senet.syntax.tree import (
    Declaration,
    Default,
    Expr,
    Formal,
    Function,
    Group,
    Ident,
    Member,
    Name,
    Program,
    SetupItem,
    Type,
)
from parlour.syntax.cursor import Unreadable, found
from parlour.syntax.diagnostic import Diagnostic, Label, in_order
from parlour.syntax.limits import check_size
from parlour.syntax.source import Source
from parlour.syntax.token import END, NAME, Token
from parlour.syntax.tolerance import Tolerance


def parse_program(source: Source, *, is_strict: bool = False) -> tuple[Program, list[Diagnostic]]:
    """Reads a program. `is_strict`: whatever the manual does not allow to the letter is an error."""
    diagnostics: list[Diagnostic] = []
    whole = source.span(0, len(source.text))
    too_large = check_size(source, codes.TEXT_TOO_LARGE)
    if too_large is not None:
        return Program(whole, (), (), False, frozenset({"begin"})), [too_large]
    tolerance = Tolerance(diagnostics.append, is_strict)
    scanned = scan(source, tolerance)
    reader = Reader(scanned, tolerance)
    setup, turns = sections(reader)
    tell_unclosed(reader)
    tolerance.tell_habits()
    is_sound = not any(diagnostic.is_error for diagnostic in diagnostics)
    program = Program(whole, setup, turns, is_sound, frozenset(reader.lost), _pragmas(scanned.comments))
    return program, list(in_order(diagnostics))


def _pragmas(comments: Sequence[Comment]) -> tuple[Ident, ...]:
    return tuple(Ident(comment.span, comment.pragma) for comment in comments if comment.pragma is not None)


# program = "@setup" "{" { setupitem } "}" "@turns" "{" { function } "}" ;
def sections(reader: Reader) -> tuple[tuple[SetupItem, ...], tuple[Function, ...]]:
    if not begin_section(reader, "@setup"):
        return (), ()
    setup = setup_section(reader)
    if not reader.at(SECTION, END):
        setup += after_setup(reader)
    if not begin_section(reader, "@turns"):
        return tuple(setup), ()
    turns = turns_section(reader)
    if not reader.at(END):
        reader.report(
            codes.SECTIONS if reader.at(SECTION) else codes.EXPECTED,
            "the program is complete before this",
            Label(reader.peek().span, f"here is {found(reader.peek())}"),
            hint="a program has one `@setup { … }` and then one `@turns { … }`; is there a `}` too many before this?",
        )
        while not reader.at(END):
            if reader.peek().kind == NAME:
                reader.lost.add(reader.peek().text)
            reader.advance()
    return tuple(setup), turns


def begin_section(reader: Reader, name: str) -> bool:
    """Goes to the inside of a section; false if there is none of this name."""
    start = reader.peek()
    while not reader.at(END, name):
        reader.advance()
    if not reader.at(name):
        no_section(reader, name, start)
        return False
    if reader.peek() is not start:
        reader.tell(
            codes.SECTIONS,
            f"nothing can stand before `{name}`",
            Label(start.span, f"here is {found(start)}"),
            hint="groups, functions and variables belong into `@setup { … }`, phases into `@turns { … }`",
        )
    reader.advance()
    return True


def no_section(reader: Reader, name: str, start: Token) -> None:
    reader.lost.add("begin")
    if name == "@turns":
        title, hint = "this program has no `@turns`", "add `@turns { … }` with a phase called `begin`"
    else:
        title, hint = "every program starts with `@setup { … }`", "put groups, functions and variables into it"
    other = slips.OTHER_LANGUAGES.get(start.text)
    if name == "@setup" and other is not None:
        hint = f"is this a program in {other[0]}? Then its file should end in {other[1]}"
    label = "the text is empty" if start.kind == END and name == "@setup" else ""
    reader.tell(codes.SECTIONS, title, Label(reader.gap() if name == "@turns" else start.span, label), hint=hint)


# "{" { setupitem } "}"
def setup_section(reader: Reader) -> list[SetupItem]:
    try:
        opened = reader.expect("{", code=codes.EXPECTED, after="`@setup`")
    except Unreadable:
        opened = reader.previous
    items = setup_items(reader)
    reader.close_block(opened)
    return items


def after_setup(reader: Reader) -> list[SetupItem]:
    """What stands between a `}` too early and `@turns`."""
    reader.report(
        codes.SECTIONS,
        "expected `@turns` after `@setup { … }`",
        Label(reader.peek().span, f"here is {found(reader.peek())}"),
        Label(reader.previous.span, "`@setup` ends here"),
        hint="is there a `}` too many before this?",
    )
    items: list[SetupItem] = []
    while not reader.at(END, SECTION):
        items += setup_items(reader)
        reader.accept("}")
    return items


# setupitem = group | function | vardecl | statement ;
def setup_items(reader: Reader) -> list[SetupItem]:
    items: list[SetupItem] = []
    has_begun = False  # with something else than declarations
    while not reader.at_end_of_block():
        start = reader.peek()
        try:
            item = setup_item(reader)
        except Unreadable:
            reader.skip_statement(start)
            continue
        if item is None:
            continue
        if not isinstance(item, Declaration | Function | Group):
            has_begun = True
        elif has_begun:
            reader.tolerance.extension(
                codes.MIXED_SETUP,
                "this declaration comes after a statement",
                item.name.span,
                "the manual wants all declarations of `@setup` before its statements",
            )
        items.append(item)
    return items


def setup_item(reader: Reader) -> SetupItem | None:
    if reader.at_group():
        return group(reader)
    if reader.at_function():
        return function(reader)
    return statement(reader)


# "{" { function } "}"
def turns_section(reader: Reader) -> tuple[Function, ...]:
    try:
        opened = reader.expect("{", code=codes.EXPECTED, after="`@turns`")
    except Unreadable:
        opened = reader.previous
    phases: list[Function] = []
    while not reader.at_end_of_block():
        start = reader.peek()
        try:
            if reader.accept(";"):
                continue
            if not reader.at_function():
                no_phase(reader)
            phases.append(function(reader))
        except Unreadable:
            reader.skip_statement(start)
    reader.close_block(opened)
    return tuple(phases)


def no_phase(reader: Reader) -> None:
    """Something else than a function among the phases."""
    if reader.at_group():
        title = "a group cannot be defined in `@turns`"
    elif reader.at_declaration():
        title = "a variable cannot be declared in `@turns`"
    else:
        title = "`@turns` holds functions only"
    hint = "a phase is a function, `void begin() { … }`; everything else belongs into `@setup`"
    reader.fail(codes.MISPLACED, title, hint=hint)


# group  = "group" ID "(" [ parent ] ")" "{" { member } "}" [ ";" ] ;
# parent = name [ "(" [ exprs ] ")" ] ;
def group(reader: Reader) -> Group:
    start = reader.advance()
    name = new_name(reader, "`group`")
    parent: Name | None = None
    arguments: tuple[Expr, ...] | None = None
    hint = f"a group names its parent: `group {name.text} (Piece) {{ … }}`"
    try:
        opened = reader.expect("(", code=codes.EXPECTED, after=f"`group {name.text}`", hint=hint)
        if not reader.at(")"):
            parent = group_name(reader, "`(`")
        if reader.at("("):
            arguments = bracketed(reader, ")")
            reader.tolerance.extension(
                codes.PARENT_ARGUMENTS,
                f"`{name.text}` gives arguments to its parent",
                reader.since(start),
                "the manual names the parent only; an instance has the arguments: `B b(3, 3);`",
            )
        if reader.at(","):
            reader.fail(codes.EXPECTED, "a group has one parent")
        reader.expect(")", code=codes.EXPECTED, opened=opened)
    except Unreadable:
        reader.lost.add(name.text)
        if not reader.skip_to_body(";"):
            raise
    opened = reader.expect("{", code=codes.EXPECTED, after=f"`group {name.text} (…)`")
    members = group_members(reader)
    reader.close_block(opened)
    span = reader.since(start)
    reader.accept(";")
    return Group(span, name, parent, arguments, members)


# { member }
def group_members(reader: Reader) -> tuple[Member, ...]:
    members: list[Member] = []
    while not reader.at_end_of_block():
        start = reader.peek()
        try:
            if reader.accept(";"):
                continue
            read = member(reader)
        except Unreadable:
            reader.skip_statement(start)
            continue
        if not isinstance(read, Function) and any(isinstance(other, Function) for other in members[-1:]):
            reader.tolerance.extension(
                codes.MIXED_GROUP,
                f"`{read.name.text}` comes after a function",
                read.span,
                "the manual wants the attributes of a group before its functions",
            )
        members.append(read)
    return tuple(members)


# member = vardecl | ID "=" expr ";" | function ;
def member(reader: Reader) -> Member:
    if reader.at_group():
        hint = "groups stand side by side in `@setup`; or is a `}` missing before this one?"
        reader.fail(codes.MISPLACED, "a group cannot be defined inside a group", hint=hint)
    if reader.at_function():
        return function(reader)
    if reader.at_declaration():
        return declaration(reader)
    token = reader.peek()
    if token.kind == NAME and reader.peek(1).text == "=":
        return default(reader)
    hint = "a group holds attributes, `int n;`, and functions; put this statement into a function"
    return reader.fail(codes.MISPLACED, "a statement cannot stand directly in a group", hint=hint)


# ID "=" expr ";"
def default(reader: Reader) -> Default:
    start = reader.peek()
    name = new_name(reader, "")
    reader.advance()
    value = whole_expression(reader)
    reader.tolerance.habit(
        codes.GROUP_DEFAULT,
        f"`{name.text}` gets a value in the group itself",
        start.span.to(value.span),
        "the manual has no place for it; a function named like the group could set it when an instance is made",
    )
    reader.semicolon("this value")
    return Default(reader.since(start), name, value)


# function = [ "func" ] [ type ] ID "(" [ formals ] ")" block
#          | "assert" ID "(" [ formals ] ")" block ;
def function(reader: Reader) -> Function:
    start = reader.peek()
    is_assert = start.kind == KEYWORD and reader.accept("assert") is not None
    declared: Type | None = None
    is_foreign = False
    if reader.at_func():
        word = reader.advance()
        reader.tolerance.habit(
            codes.LATER_DIALECT, "a function has no word before its type", word.span, "leave out `func`"
        )
    if not is_assert and reader.has_type():
        is_foreign = foreign_word(reader)
        declared = None if is_foreign else type_form(reader)
    name = new_name(reader, "`assert`" if is_assert else "the type")
    if not is_assert and declared is None and not is_foreign:
        reader.tolerance.slip(
            codes.NO_TYPE,
            f"the function `{name.text}` has no type",
            Label(name.span),
            hint="write the type of its value before its name, or `void` if it has none",
        )
    try:
        formals = formal_list(reader, name)
    except Unreadable:
        reader.lost.add(name.text)
        if not reader.skip_to_body(";"):
            raise
        block(reader, "")
        raise
    body = block(reader, f"the head of `{name.text}`")
    return Function(reader.since(start), is_assert, declared, name, formals, body)


def foreign_word(reader: Reader) -> bool:
    """Takes a word that begins a function elsewhere, if there is one."""
    token = reader.peek()
    if token.text not in slips.TYPES or token.text in reader.own_groups or reader.after_type() != 1:
        return False
    reader.report(codes.FOREIGN_WORD, f"Senet has no `{token.text}`", hint=slips.TYPES[token.text])
    reader.advance()
    return True


# formals = type ID { "," type ID } ;
def formal_list(reader: Reader, name: Ident) -> tuple[Formal, ...]:
    opened = reader.expect("(", code=codes.EXPECTED, after=f"`{name.text}`")
    formals: list[Formal] = []
    while not reader.at(")"):
        start = reader.peek()
        if start.kind == NAME and reader.peek(1).text in (",", ")"):
            hint = f"write its type before it: `int {start.text}`"
            reader.fail(codes.EXPECTED, f"`{start.text}` has no type", hint=hint)
        declared = type_form(reader)
        parameter = new_name(reader, "the type")
        formals.append(Formal(reader.since(start), declared, parameter))
        if not reader.accept(","):
            break
    reader.expect(")", code=codes.EXPECTED, what="`,` or `)`", opened=opened)
    return tuple(formals)


def tell_unclosed(reader: Reader) -> None:
    """One message for all braces that the end of the text has closed."""
    if not reader.unclosed:
        return
    count = len(reader.unclosed)
    title = (
        "a brace is still open at the end of the text"
        if count == 1
        else (f"{count} braces are still open at the end of the text")
    )
    end = Label(reader.gap(), "it is closed here" if count == 1 else "they are closed here")
    innermost = reader.unclosed[:3]
    places = [Label(token.span, "this is still open") for token in innermost]
    reader.tolerance.slip(codes.NO_CLOSING_BRACE, title, end, *places, hint=f"put `{'}' * count}` here")
