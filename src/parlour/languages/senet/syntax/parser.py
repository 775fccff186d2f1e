"""Reads Senet programs: source text in, a tree and what was wrong with it out.

    >>> program, found = parse_program(Source("demo.senet", "@setup { int n; } @turns { void begin() { n = n + 1; } }"))
    >>> program.turns[0].name.text, len(program.setup), found
    ('begin', 1, [])

One parser reads the language of the 2015 manual, of the manual's own sample, which its grammar does not fit, and of the
authors' later compiler: their forms do not collide (`README.md` of the language lists them). What goes beyond the
letter of the manual is a warning, or an error for whoever is strict.

The grammar rule stands above each function (recursive descent; operators by precedence climbing with a stack of open
runs). A statement that cannot be read is left out, and reading goes on with the next one; of an `if` or a loop with an
unreadable condition the body is still read. Nothing recurses along a text that is merely long: only brackets and
blocks go one level deeper.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from typing import Literal, NoReturn, cast

from parlour.dataclass import dataclass
from parlour.languages.pragmas import notes_of
from parlour.languages.senet import codes
from parlour.languages.senet.syntax import slips, tree
from parlour.languages.senet.syntax.reader import BASIC_TYPES, KNOWN_CALLS, STATEMENT_WORDS, Reader, margin
from parlour.languages.senet.syntax.scanner import KEYWORD, NUMBER, SECTION, SIGN, STRING, scan
from parlour.syntax.cursor import Unreadable, found
from parlour.syntax.diagnostic import Diagnostic, Label, in_order
from parlour.syntax.limits import NESTING_LIMIT, check_size
from parlour.syntax.source import Source
from parlour.syntax.token import BROKEN, END, NAME, Token
from parlour.syntax.tolerance import Tolerance

# How tightly operators bind, in the order of the manual's sections; equal ones from the left.
STRENGTH = {
    "or": 0,
    "and": 1,
    "==": 3,
    "!=": 3,
    "<": 4,
    ">": 4,
    "<=": 4,
    ">=": 4,
    "+": 5,
    "-": 5,
    "*": 6,
    "/": 6,
    "%": 6,
}
NOT_STRENGTH = 2
# A piece and a `>` before a board with coordinates; of a longer piece nothing is shown.
_COMPARED = re.compile(r"([\w.]+)\s*(>)\s*\Z")
SHOWN_PIECE = 60
# The head of a `for` without parentheses, up to the colon or brace before its body.
_BARE_HEADER = re.compile(r"([^\W\d]\w*) in ({[^{}]*}|\[.*\]|[\w.]+(?:\([^()]*\))?)\s*(?:[:{]|$)")
# Python's counting loop, and how many numbers are listed instead.
_RANGE = re.compile(r"range\s*\(\s*(\d{1,3})\s*(?:,\s*(\d{1,3})\s*)?\)")
MOST_COUNTED = 10
# What makes a value of a type: elsewhere the type does, as if it were a function.
CONVERSIONS = {
    "int": "`stoi` makes a number of a text: `stoi({})`",
    "str": "`itos` makes a text of a number: `itos({})`",
    "bool": "a comparison is a bool: `n != 0`",
    "list": "an empty list is written `[]`",
}
SIGN_STRENGTH = 7


def parse_program(source: Source, *, strict: bool = False) -> tuple[tree.Program, list[Diagnostic]]:
    """Reads a program. `strict`: whatever the manual does not allow to the letter is an error."""
    diagnostics: list[Diagnostic] = []
    whole = source.span(0, len(source.text))
    too_large = check_size(source, codes.TEXT_TOO_LARGE)
    if too_large is not None:
        return tree.Program(whole, (), (), False, frozenset({"begin"})), [too_large]
    tolerance = Tolerance(diagnostics.append, strict)
    scanned = scan(source, tolerance)
    reader = Reader(scanned, tolerance)
    setup, turns = sections(reader)
    tell_unclosed(reader)
    tolerance.tell_habits()
    diagnostics = reader.settled(diagnostics)
    is_sound = not any(diagnostic.is_error for diagnostic in diagnostics)
    program = tree.Program(whole, setup, turns, is_sound, frozenset(reader.lost), notes_of(source, scanned.comments))
    return program, list(in_order(diagnostics))


# program = "@setup" "{" { setupitem } "}" "@turns" "{" { function } "}" ;
def sections(reader: Reader) -> tuple[tuple[tree.SetupItem, ...], tuple[tree.Function, ...]]:
    first = reader.peek()
    if not begin_section(reader, "@setup"):
        return (), ()
    setup = setup_section(reader)
    if not reader.at(SECTION, END):
        setup += after_setup(reader)
    while reader.at("@setup"):
        tell_second(reader)
        setup += setup_section(reader)
    if first.text == "@turns" and reader.at(END):
        reader.lost.add("begin")
        return tuple(setup), ()
    if not begin_section(reader, "@turns"):
        return tuple(setup), ()
    turns = turns_section(reader)
    while reader.at("@turns"):
        tell_second(reader)
        turns += turns_section(reader)
    if not reader.at(END):
        reader.report(
            codes.SECTIONS,
            "the program is complete before this",
            Label(reader.peek().span, f"here is {found(reader.peek())}"),
            hint="a program has one `@setup { … }` and then one `@turns { … }`; is there a `}` too many before this?",
        )
        while not reader.at(END):
            if reader.peek().kind == NAME:
                reader.lost.add(reader.peek().text)
            reader.advance()
    return tuple(setup), turns


def tell_second(reader: Reader) -> None:
    """A section that is there already."""
    section = reader.advance()
    hint = "put what it holds into the first one"
    reader.tell(codes.SECTIONS, f"a program has one `{section.text}`", Label(section.span), hint=hint)


def begin_section(reader: Reader, name: str) -> bool:
    """Goes to the inside of a section; false if there is none of this name."""
    start = reader.peek()
    while not reader.at(END, name):
        reader.advance()
    if not reader.at(name):
        no_section(reader, name, start)
        return False
    if start.text == "@turns" and reader.peek() is not start:
        hint = "move `@turns { … }` behind it"
        reader.tell(codes.SECTIONS, "`@setup` stands first", Label(start.span), hint=hint)
    elif reader.peek() is not start:
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
    if name == "@setup" and start.text == "@turns":
        title, hint = "every program starts with `@setup { … }`", "put it before `@turns`, or call this part `@setup`"
    elif name == "@turns":
        title, hint = "this program has no `@turns`", "add `@turns { … }` with a phase called `begin`"
    else:
        title, hint = "every program starts with `@setup { … }`", "put groups, functions and variables into it"
    other = slips.OTHER_LANGUAGES.get(start.text)
    if name == "@setup" and other is not None:
        hint = f"is this a program in {other[0]}? Then its file should end in {other[1]}"
    label = "the text is empty" if start.kind == END and name == "@setup" else ""
    reader.tell(codes.SECTIONS, title, Label(reader.gap() if name == "@turns" else start.span, label), hint=hint)


# "{" { setupitem } "}"
def setup_section(reader: Reader) -> list[tree.SetupItem]:
    try:
        if reader.at("("):
            no_parentheses(reader)
        opened = reader.expect("{", code=codes.EXPECTED, after="`@setup`", hint="write `@setup {`")
    except Unreadable:
        opened = reader.previous
    items = setup_items(reader)
    reader.close_block(opened)
    return items


def no_parentheses(reader: Reader) -> None:
    """`@turns () {`"""
    name, opened = reader.previous, reader.peek()
    while not reader.at(END, SECTION, "{"):
        reader.advance()
    place = Label(reader.since(opened))
    reader.tell(codes.EXPECTED, f"`{name.text}` has no parentheses", place, hint=f"write `{name.text} {{`")


def after_setup(reader: Reader) -> list[tree.SetupItem]:
    """What stands between a `}` too early and `@turns`. One in a line that is indented is the one too many."""
    closed, following = reader.previous, reader.peek()
    if margin(closed.span) > 1 and following.span.column > 1:
        title, hint = "this `}` closes `@setup`, and more of it follows", "leave it out"
        reader.tell(
            codes.SECTIONS, title, Label(closed.span), Label(following.span, "this belongs to `@setup`"), hint=hint
        )
    else:
        reader.report(
            codes.SECTIONS,
            "expected `@turns` after `@setup { … }`",
            Label(following.span, f"here is {found(following)}"),
            Label(closed.span, "`@setup` ends here"),
            hint="is there a `}` too many before this?",
        )
    items: list[tree.SetupItem] = []
    while not reader.at(END, SECTION):
        items += setup_items(reader)
        reader.accept("}")
    return items


# setupitem = group | function | vardecl | statement ;
def setup_items(reader: Reader) -> list[tree.SetupItem]:
    items: list[tree.SetupItem] = []
    has_begun = False  # with something else than declarations
    while not reader.at_end_of_block():
        start = reader.place
        try:
            item = setup_item(reader)
        except Unreadable:
            reader.skip_statement(start)
            continue
        if item is None:
            continue
        if not isinstance(item, tree.Declaration | tree.Function | tree.Group):
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


def setup_item(reader: Reader) -> tree.SetupItem | None:
    modifiers(reader)
    if reader.at_group():
        return group(reader)
    if reader.at_function():
        return function(reader)
    return statement(reader)


def modifiers(reader: Reader) -> None:
    """Passes over words that stand before a type elsewhere: `private int n;`."""
    if reader.at(*BASIC_TYPES) and reader.peek(1).text == "assert" and reader.peek(2).kind == NAME:
        hint = f"leave out `{reader.peek().text}`: what it gives is a bool in any case"
        reader.report(codes.EXPECTED, "an `assert` function has no type", hint=hint)
        reader.advance()
    start = reader.peek()
    while reader.at_modifier():
        reader.advance()
    if start is not reader.peek():
        words = reader.since(start)
        hint = "leave it out: a definition begins with a type"
        reader.tell(codes.FOREIGN_WORD, f"Senet has no `{words.text}`", Label(words), hint=hint)


# "{" { function } "}"
def turns_section(reader: Reader) -> tuple[tree.Function, ...]:
    try:
        if reader.at("("):
            no_parentheses(reader)
        opened = reader.expect("{", code=codes.EXPECTED, after="`@turns`", hint="write `@turns {`")
    except Unreadable:
        opened = reader.previous
    phases: list[tree.Function] = []
    while not reader.at_end_of_block():
        start = reader.place
        try:
            if reader.accept(";"):
                continue
            modifiers(reader)
            if not reader.at_function() and not reader.at_bare_phase():
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
def group(reader: Reader) -> tree.Group:
    is_foreign = reader.at_foreign_group()
    if is_foreign:
        tell_foreign_group(reader)
    start = reader.advance()
    name = new_name(reader, "`group`")
    parent: tree.Name | None = None
    arguments: tuple[tree.Expr, ...] | None = None
    hint = f"a group names its parent: `group {name.text} (Piece) {{ … }}`"
    try:
        if not is_foreign and reader.peek().text in slips.EXTENDS:
            tell_bare_parent(reader, start, name)
        if not reader.at("(") and (is_foreign or reader.peek().text in slips.EXTENDS):
            raise Unreadable  # one message for the head of another language
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
            assert parent is not None
            hint = f"name one of them: `group {name.text} ({parent.text}) {{`"
            reader.fail(codes.EXPECTED, "a group has one parent", hint=hint)
        if reader.at("[") and parent is not None:
            hint = f"write `{parent.text}({reader.rest_of_statement(1)})`"
            reader.fail(codes.EXPECTED, "the arguments of a group stand in parentheses", hint=hint)
        reader.expect(")", code=codes.EXPECTED, opened=opened)
    except Unreadable:
        reader.lost.add(name.text)
        if not reader.skip_to_body(";"):
            raise
    if reader.at(";") and reader.peek(1).text == "{":
        reader.report(codes.EXPECTED, f"the group `{name.text}` does not end here", hint="leave out this `;`")
        reader.advance()
    hint = "put a `{` here" if not reader.same_line() else "put a `{` before it"
    opened = reader.expect("{", code=codes.EXPECTED, after=f"`group {name.text} (…)`", hint=hint)
    members = group_members(reader)
    reader.close_block(opened)
    span = reader.since(start)
    reader.accept(";")
    return tree.Group(span, name, parent, arguments, members)


def tell_foreign_group(reader: Reader) -> None:
    """A group that begins with the word of another language."""
    name = reader.peek(1).text
    hint = f"a group of attributes and functions is written `group {name} ({written_parent(reader, 2)}) {{ … }};`"
    title, place = f"Senet has no `{reader.peek().text}`", Label(reader.peek().span)
    reader.tell_for(reader.head(reader.peek()), codes.FOREIGN_WORD, title, place, hint=hint)


def tell_bare_parent(reader: Reader, start: Token, name: tree.Ident) -> None:
    """`group Stone extends Piece {`"""
    word = reader.peek()
    hint = f"write `group {name.text} ({written_parent(reader, 0)}) {{`"
    title = "the parent of a group stands in parentheses"
    reader.tell_for(reader.head(start), codes.EXPECTED, title, Label(word.span), hint=hint)


def written_parent(reader: Reader, ahead: int) -> str:
    """What stands as the parent in the head of a group, from the token so far ahead on, in whichever way."""
    first = reader.peek(ahead)
    is_closed = first.text == "("
    ahead += first.text in slips.EXTENDS or is_closed
    begin = reader.peek(ahead)
    last = begin
    depth = 0
    while reader.peek(ahead).text not in ("{", ";", "}") and reader.peek(ahead).kind not in (END, SECTION):
        token = reader.peek(ahead)
        depth += (token.text == "(") - (token.text == ")")
        if depth < 0 or (token.text == "," and depth == 0):
            break
        last, ahead = token, ahead + 1
    return begin.span.to(last.span).text if begin.kind == NAME and begin.text not in slips.EXTENDS else "Piece"


# { member }
def group_members(reader: Reader) -> tuple[tree.Member, ...]:
    members: list[tree.Member] = []
    while not reader.at_end_of_block():
        start = reader.place
        try:
            if reader.accept(";"):
                continue
            modifiers(reader)
            read = member(reader)
        except Unreadable:
            reader.skip_statement(start)
            continue
        if not isinstance(read, tree.Function) and any(isinstance(other, tree.Function) for other in members[-1:]):
            reader.tolerance.extension(
                codes.MIXED_GROUP,
                f"`{read.name.text}` comes after a function",
                read.span,
                "the manual wants the attributes of a group before its functions",
            )
        members.append(read)
    return tuple(members)


# member = vardecl | ID "=" expr ";" | function ;
def member(reader: Reader) -> tree.Member:
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
def default(reader: Reader) -> tree.Default:
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
    return tree.Default(reader.since(start), name, value)


# function = [ "func" ] [ type ] ID "(" [ formals ] ")" block
#          | "assert" ID "(" [ formals ] ")" block ;
def function(reader: Reader) -> tree.Function:
    start = reader.peek()
    is_assert = start.kind == KEYWORD and reader.accept("assert") is not None
    declared: tree.Type | None = None
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
        formals = () if no_formals(reader, name) else formal_list(reader, name)
    except Unreadable:
        reader.lost.add(name.text)
        if not reader.skip_to_body(";"):
            raise
        block(reader, "")
        raise
    body = whole_body(reader, f"the head of `{name.text}`")
    return tree.Function(reader.since(start), is_assert, declared, name, formals, body)


def foreign_word(reader: Reader) -> bool:
    """Takes a word that begins a function elsewhere, if there is one."""
    token = reader.peek()
    if token.text not in slips.TYPES or token.text in reader.own_groups or reader.after_type() != 1:
        return False
    reader.report(codes.FOREIGN_WORD, f"Senet has no `{token.text}`", hint=slips.TYPES[token.text])
    reader.advance()
    return True


def no_formals(reader: Reader, name: tree.Ident) -> bool:
    """Whether the parentheses of a function without arguments are missing, which is said."""
    if not reader.at("{"):
        return False
    title = f"the function `{name.text}` has no parentheses"
    kind = reader.peek(-2).text if reader.peek(-2).text in BASIC_TYPES else "void"
    reader.tell(codes.EXPECTED, title, Label(reader.gap(), "here"), hint=f"write `{kind} {name.text}() {{`")
    return True


# formals = type ID { "," type ID } ;
def formal_list(reader: Reader, name: tree.Ident) -> tuple[tree.Formal, ...]:
    opened = reader.expect("(", code=codes.EXPECTED, after=f"`{name.text}`")
    formals: list[tree.Formal] = []
    while not reader.at(")"):
        start = reader.peek()
        if start.text in ("self", "this") and reader.peek(1).text in (",", ")"):
            hint = "leave it out: the instance whose method runs is always called `this`"
            reader.fail(codes.EXPECTED, f"`{start.text}` is not declared", hint=hint)
        is_parent = start.text in (*reader.own_groups, "Piece", "Board", "Object") and reader.peek(1).text == ")"
        if not formals and is_parent and reader.peek(-3).text in ("{", "}", ";"):
            hint = f"write `group {name.text} ({start.text}) {{`"
            reader.fail(codes.EXPECTED, "a group begins with the word `group`", Label(name.span), hint=hint)
        if start.kind == NAME and reader.peek(1).text in (",", ")"):
            hint = f"write its type before it: `{reader.types.get(start.text, 'int')} {start.text}`"
            reader.fail(codes.EXPECTED, f"`{start.text}` has no type", hint=hint)
        declared = type_form(reader)
        parameter = new_name(reader, "the type")
        formals.append(tree.Formal(reader.since(start), declared, parameter))
        if reader.at(";"):
            reader.report(codes.EXPECTED, "a comma stands between two arguments", hint="write `,` instead of this `;`")
            reader.advance()
        elif not reader.accept(","):
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


# ----------------------------------------------------------------------------------------------------------- statements


# block = "{" { statement } "}" ;
def block(reader: Reader, after: str) -> tree.Block:
    hint = "put a `{` here, and a `}` behind the last statement" if not reader.same_line() else "put a `{` before it"
    return statements_of(reader, reader.expect("{", code=codes.EXPECTED, after=after, hint=hint))


def whole_body(reader: Reader, after: str) -> tree.Block:
    """A block, of which the `{` may be missing where the layout shows it."""
    if reader.at(";") and reader.peek(1).text == "{":
        reader.report(codes.EXPECTED, f"no `;` stands after {after}", hint="leave it out: the `{` follows directly")
        reader.advance()
    if not reader.is_brace_missing():
        return block(reader, after)
    place = Label(reader.gap(), "here")
    reader.tell(codes.EXPECTED, f"a `{{` is missing after {after}", place, hint="put a `{` here")
    return statements_of(reader, reader.previous)


def statements_of(reader: Reader, opened: Token) -> tree.Block:
    """The statements of a block and its `}`."""
    statements: list[tree.Statement] = []
    has_begun = False  # with something else than declarations
    while not reader.at_end_of_block():
        start = reader.place
        try:
            read = statement(reader)
        except Unreadable:
            reader.skip_statement(start)
            continue
        if read is None:
            continue
        if not isinstance(read, tree.Declaration):
            has_begun = True
        elif has_begun:
            reader.tolerance.habit(
                codes.LATE_DECLARATION,
                f"`{read.name.text}` is declared after the first statement",
                read.span,
                "the manual wants the declarations of a function at its beginning",
            )
        statements.append(read)
    reader.close_block(opened)
    return tree.Block(reader.since(opened), tuple(statements))


# statement = vardecl | expr ";" | block | ";"
#           | "if" cond body { "elif" cond body } [ "else" body ]
#           | "while" cond body
#           | "for" "(" [ type ] ID "in" items [ ")" ] body
#           | "break" ";" | "continue" ";" | "return" [ expr ] ";" ;
def statement(reader: Reader) -> tree.Statement | None:
    """One statement; None for an empty one."""
    with reader.nested(codes.TOO_DEEP):
        token = reader.peek()
        if reader.accept(";"):
            return None
        if reader.at("{"):
            return block(reader, "")
        if token.text == "do" and token.kind == NAME and reader.peek(1).text == "{":
            return do_while(reader)
        if token.text == "do" and token.kind == NAME and reader.peek(1).kind == NAME:
            hint = f"a function is called by its name: `{reader.rest_of_statement(1)};`"
            reader.fail(codes.FOREIGN_WORD, "Senet has no `do`", hint=hint)
        if (
            token.text == "foreach"
            and reader.peek(1).text == "("
            and "in" in (reader.peek(3).text, reader.peek(4).text)
        ):
            reader.report(codes.FOREIGN_WORD, "Senet has no `foreach`", hint="write `for (…) { … }`")
            return for_statement(reader)
        if token.text == "try" and token.kind == NAME and reader.peek(1).text == "{":
            return try_block(reader)
        if token.kind == KEYWORD:
            match token.text:
                case "if":
                    return if_statement(reader)
                case "while":
                    return while_statement(reader)
                case "for":
                    return for_statement(reader)
                case "break" | "continue" | "return":
                    return jump(reader)
                case "else" | "elif":
                    hint = "an `else` follows the `}` of its `if` directly"
                    reader.fail(codes.MISPLACED, f"there is no `if` before this `{token.text}`", hint=hint)
        modifiers(reader)
        check_foreign_word(reader, reader.peek())
        if reader.at_group() or reader.at_function():
            misplaced(reader)
        if reader.at_declaration():
            return declaration(reader)
        return evaluation(reader)


def do_while(reader: Reader) -> tree.Block:
    """`do { … } while (…);` of other languages, which is told once."""
    word = reader.advance()
    done = block(reader, "`do`")
    while not reader.at(";", "}", "{", END, SECTION) and (reader.at("while") or reader.previous.text != "}"):
        reader.advance()
    reader.accept(";")
    hint = "a loop tests before each round: `while (…) { … }`; to begin in any case, `while (True) { … break; }`"
    reader.tell_for(reader.since(word), codes.FOREIGN_WORD, "Senet has no `do`", Label(word.span), hint=hint)
    return done


def try_block(reader: Reader) -> tree.Block:
    """`try { … } catch { … }` of other languages, which is told once."""
    word = reader.advance()
    hint = "nothing is caught: test with `if (…) { … }` before it is done"
    reader.tell(codes.FOREIGN_WORD, "Senet has no `try`", Label(word.span), hint=hint)
    done = block(reader, "`try`")
    while reader.at("catch", "except", "finally") and reader.skip_to_body(";"):
        block(reader, "")
    return done


def misplaced(reader: Reader) -> NoReturn:
    """A definition in the middle of a function."""
    what = "group" if reader.at_group() else "function"
    reader.fail(
        codes.MISPLACED,
        f"a {what} cannot be defined inside a function",
        hint=f"move it into `@setup`; or is a `}}` missing before this {what}?",
    )


# expr ";"
def evaluation(reader: Reader) -> tree.Evaluate:
    start = reader.peek()
    expr = whole_expression(reader)
    no_quotation_marks(reader)
    reader.semicolon("this statement")
    return tree.Evaluate(reader.since(start), expr)


def check_foreign_word(reader: Reader, token: Token) -> None:
    """A word that begins a statement elsewhere, followed by what shows that it is no name here."""
    if token.kind == NAME and token.text in ("global", "nonlocal", "extern") and reader.peek(2).text == ";":
        hint = "leave this line out: the variables of `@setup` are known everywhere"
        reader.fail(codes.FOREIGN_WORD, f"Senet has no `{token.text}`", hint=hint)
    is_statement = reader.peek(1).kind in (NAME, KEYWORD) and reader.peek(2).text in ("=", ".", "(")
    if token.kind == NAME and token.text in slips.STATEMENT_WORDS and is_statement:
        hint = f"leave it out: `{reader.rest_of_statement(1)};`"
        reader.fail(codes.FOREIGN_WORD, f"Senet has no `{token.text}`", hint=hint)
    if token.text in slips.BUILT_IN_CALLS and reader.peek(1).kind in (NAME, NUMBER, STRING):
        hint = f"the arguments of a function stand in parentheses: `{token.text}({reader.rest_of_statement(1)});`"
        reader.fail(codes.EXPECTED, f"expected `(` after `{token.text}`", Label(reader.peek(1).span), hint=hint)
    if token.kind != NAME or token.text not in slips.TYPES or token.text in reader.own_groups:
        return
    following = reader.peek(1)
    is_head = following.text == "(" and (closing := reader.closing(1)) and reader.peek(closing + 1).text == "{"
    if is_head or (following.text in ("{", ":")) or following.kind in (NAME, KEYWORD):
        reader.fail(codes.FOREIGN_WORD, f"Senet has no `{token.text}`", hint=slips.TYPES[token.text])


# "break" ";" | "continue" ";" | "return" [ expr ] ";"
def jump(reader: Reader) -> tree.Break | tree.Continue | tree.Return:
    start = reader.advance()
    if start.text != "return":
        if reader.same_line() and not reader.at(";", "}", ")", "]", END):
            hint = f"to give a value, write `return {reader.rest_of_statement()};`"
            reader.fail(codes.EXPECTED, f"`{start.text}` has no value", hint=hint)
        reader.semicolon(f"`{start.text}`")
        return tree.Break(reader.since(start)) if start.text == "break" else tree.Continue(reader.since(start))
    has_value = not reader.at(";", "}", END, SECTION) and (reader.same_line() or not begins_statement(reader))
    value = whole_expression(reader) if has_value else None
    if value is not None:
        no_quotation_marks(reader)
    reader.semicolon("`return`" if value is None else "this statement")
    return tree.Return(reader.since(start), value)


def begins_statement(reader: Reader) -> bool:
    return reader.peek().kind == KEYWORD and reader.at(*STATEMENT_WORDS)


# "if" cond body { "elif" cond body } [ "else" body ]
def if_statement(reader: Reader) -> tree.If:
    start = reader.peek()
    branches = [branch(reader)]
    otherwise: tree.Block | None = None
    while (reader.at("elif", "else") and reader.peek().kind == KEYWORD) or reader.at_foreign_elif():
        if otherwise is not None:
            hint = "the `else` comes last, and there is only one"
            reader.fail(codes.EXPECTED, "this `if` is complete before here", hint=hint)
        word = reader.peek()
        if word.kind == NAME and reader.peek(1).text == "{":
            hint = "what is done in all other cases is written `else { … }`"
            reader.report(codes.FOREIGN_WORD, f"Senet has no `{word.text}`", hint=hint)
            reader.advance()
            otherwise = body(reader, "`else`")
        elif word.kind == NAME:
            reader.report(codes.FOREIGN_WORD, f"Senet has no `{word.text}`", hint=slips.TYPES[word.text])
            branches.append(branch(reader))
        elif word.text == "else" and reader.peek(1).text == "if":
            reader.advance()
            reader.tolerance.slip(
                codes.ELSE_IF, "`else if` is written `elif`", Label(reader.since(word)), hint="write `elif`"
            )
            branches.append(branch(reader))
        elif word.text == "else" and reader.has_condition(1):
            hint = "a further condition is asked with `elif (…) {`"
            reader.report(codes.EXPECTED, "`else` has no condition", hint=hint)
            branches.append(branch(reader))
        elif word.text == "else":
            reader.advance()
            otherwise = body(reader, "`else`")
        elif reader.peek(1).text == "{":
            reader.advance()
            done = body(reader, "`elif`")
            title = "this `elif` has no condition"
            if reader.at("elif", "else"):
                reader.tell(codes.EXPECTED, title, Label(word.span), hint="write one: `elif (…) {`")
                branches.append(tree.Branch(reader.since(word), tree.Broken(word.span), done))
                continue
            reader.tolerance.slip(codes.BARE_ELIF, title, Label(word.span), hint="it is read as `else`")
            otherwise = done
        else:
            branches.append(branch(reader))
    return tree.If(reader.since(start), tuple(branches), otherwise)


# ( "if" | "elif" ) cond body
def branch(reader: Reader) -> tree.Branch:
    start = reader.advance()
    tested = condition(reader, start)
    done = body(reader, "the condition")
    return tree.Branch(reader.since(start), tested, done)


# "while" cond body
def while_statement(reader: Reader) -> tree.While:
    start = reader.advance()
    tested = condition(reader, start)
    done = body(reader, "the condition")
    return tree.While(reader.since(start), tested, done)


# cond = "(" expr ")" | expr ;
def condition(reader: Reader, word: Token) -> tree.Expr:
    """A condition. Parentheses with a `{` behind them hold all of it; otherwise it is as long as an expression can be.
    If it cannot be read but a body follows, the body still can."""
    opened = reader.peek()
    closing = reader.closing() if opened.text == "(" else None
    last = None if closing is None else reader.peek(closing)
    try:
        if opened.text == "(" and closing is None:
            # Not closed before the body: read what there is, so that the missing parenthesis is the message.
            reader.advance()
            expression(reader)
            reader.expect(")", code=codes.EXPECTED, opened=opened)
        expr = whole_expression(reader)
    except Unreadable:
        if not reader.skip_to_body(";"):
            raise
        return tree.Broken(reader.since(word))
    if last is None and reader.at(")"):
        hint = f"put a `(` before the condition: `{word.text} (…)`"
        reader.report(codes.EXPECTED, "this `)` closes nothing", hint=hint)
        reader.advance()
    elif (last is None or reader.previous is not last) and reader.peek().span.text != ":":
        reader.tolerance.slip(
            codes.NO_CONDITION_PARENTHESES,
            f"the condition of `{word.text}` stands in parentheses",
            Label(expr.span),
            hint=f"write `{word.text} (…)`",
        )
    return expr


# body = block | statement ;
def body(reader: Reader, after: str) -> tree.Block:
    if reader.at("{"):
        return block(reader, after)
    start = reader.peek()
    if reader.at(")") and reader.peek(1).text == "{":
        reader.report(codes.EXPECTED, "this `)` closes nothing", hint="leave it out")
        reader.advance()
        return block(reader, after)
    if reader.at("then", "do") and reader.peek(1).text == "{":
        hint = f"leave it out: {slips.VALUES[start.text]}"
        reader.report(codes.FOREIGN_WORD, f"Senet has no `{start.text}`", hint=hint)
        reader.advance()
        return block(reader, after)
    if reader.at(";") and reader.peek(1).text == "{":
        reader.report(codes.EXPECTED, f"this `;` ends what comes after {after}", hint="leave it out")
        reader.advance()
        return block(reader, after)
    if reader.is_brace_missing():
        place = Label(reader.gap(), "here")
        reader.tell(codes.EXPECTED, f"a `{{` is missing after {after}", place, hint="put a `{` here")
        return statements_of(reader, start)
    if reader.at_end_of_block() or start.kind == BROKEN:
        reader.expect("{", code=codes.EXPECTED, after=after)
    if start.kind == NAME and start.text in ("then", "do") and reader.peek(1).text not in ("(", "=", "."):
        reader.fail(codes.FOREIGN_WORD, f"Senet has no `{start.text}`", hint=slips.VALUES[start.text])
    read = statement(reader)
    reader.tolerance.slip(
        codes.NO_BODY_BRACES,
        f"what comes after {after} stands in braces",
        Label(reader.since(start)),
        hint="write `{ … }` around it",
    )
    return tree.Block(reader.since(start), () if read is None else (read,))


# "for" "(" [ type ] ID "in" items [ ")" ] body
def for_statement(reader: Reader) -> tree.For | tree.Evaluate:
    """A loop; a broken expression for one with a header that cannot be read."""
    place, start = reader.place, reader.advance()
    try:
        opened = reader.accept("(")
        if opened is None:
            hint = f"write `for ({loop_header(reader)}) {{ … }}`"
            at = Label(reader.peek().span)
            reader.tell_for(reader.head(start), codes.EXPECTED, "expected `(` after `for`", at, hint=hint)
        after = reader.after_type()
        has_type = after is not None and reader.peek(after).kind == NAME
        has_type = has_type and reader.peek(1).text not in ("of", "from", "through", "over", "to")
        declared = type_form(reader) if has_type else None
        name = new_name(reader, "`for (`")
        if not reader.at("in"):
            no_in(reader, start, name)
        reader.expect("in", code=codes.EXPECTED, after=f"`{name.text}`")
        check_counting(reader, start)
        items, is_braced = for_items(reader)
        if not reader.accept(")") and opened is not None:
            if not reader.at("{"):
                reader.expect(")", code=codes.EXPECTED, opened=opened)
            reader.tolerance.slip(
                codes.NO_FOR_PARENTHESIS,
                "the parenthesis of this `for` is not closed",
                Label(reader.gap(), "here"),
                Label(opened.span, "this is still open"),
                hint="put a `)` before the `{`",
            )
    except Unreadable:
        reader.skip_parentheses()
        if not reader.skip_to_body():
            raise
        reader.mark_lost(place)
        block(reader, "")
        return tree.Evaluate(reader.since(start), tree.Broken(start.span))
    done = body(reader, "the values of the `for`")
    return tree.For(reader.since(start), declared, name, items, is_braced, done)


def loop_header(reader: Reader) -> str:
    """What stands behind a `for` without parentheses, up to the end of its line, as it stands inside them."""
    start = reader.peek().span
    text = start.source.text
    line_end = text.find("\n", start.start)
    line = text[start.start : line_end if line_end >= 0 else len(text)][: 2 * SHOWN_PIECE]
    written = _BARE_HEADER.match(line)
    if written is None:
        return "int i in {0, 1, 2}"
    name, values = written.groups()
    counted = _RANGE.fullmatch(values)
    if counted is not None:
        low, high = (int(counted[1]), int(counted[2])) if counted[2] else (0, int(counted[1]))
        values = f"{{{', '.join(map(str, range(low, high)))}}}" if low < high <= low + MOST_COUNTED else "{0, 1, 2}"
    elif "(" in values:
        return "int i in {0, 1, 2}"
    if values.startswith("[") and values.endswith("]"):
        values = "{" + values[1:-1] + "}"
    return f"{name} in {values}"


def no_in(reader: Reader, start: Token, name: tree.Ident) -> NoReturn:
    """The header of a loop of another language."""
    token = reader.peek()
    title, hint = f"expected `in` after `{name.text}`", f"write `for ({name.text} in …) {{ … }}`"
    if token.text == "," and reader.peek(1).kind == NAME and reader.peek(2).text == "in":
        title = "a `for` has one variable"
        hint = f"give the whole list a name and take its elements: `for (l in …)`, and `l[0]` for `{name.text}`"
    elif token.text in ("=", ";", ",", ":="):
        hint = "there is no counting loop: list the values, `for (int i in {0, 1, 2}) { … }`, or use `while`"
    reader.tell_for(reader.head(start), codes.EXPECTED, title, Label(token.span), hint=hint)
    raise Unreadable


def check_counting(reader: Reader, start: Token) -> None:
    """Python's `range`, where a program has no such function itself."""
    token = reader.peek()
    if token.text not in ("range", "xrange") or reader.peek(1).text != "(" or token.text in reader.own_functions:
        return
    bounds = [reader.peek(ahead) for ahead in range(2, reader.closing(1) or 2)]
    numbers = [bound.value for bound in bounds if bound.kind == NUMBER and isinstance(bound.value, int)]
    values = range(*numbers[:2]) if 0 < len(numbers) == (len(bounds) + 1) // 2 <= 2 else range(3)
    listed = ", ".join(map(str, values)) if 0 < len(values) <= 10 else "0, 1, 2"
    hint = f"there is no counting loop: list the values, `in {{{listed}}}`, or use `while`"
    title, place = f"Senet has no `{token.text}`", Label(token.span)
    reader.tell_for(reader.head(start), codes.FOREIGN_WORD, title, place, hint=hint)
    raise Unreadable


# items = "{" exprs "}" | expr { [ "," ] expr } ;
def for_items(reader: Reader) -> tuple[tuple[tree.Expr, ...], bool]:
    """The values of a `for`, and whether they are all of them: a single one without braces is a list of them."""
    start = reader.peek()
    opened = reader.accept("{")
    items: list[tree.Expr] = []
    reader.is_item = True
    try:
        while not reader.at("}", "{", ")", END):
            items.append(whole_expression(reader))
            if reader.accept(","):
                continue
            if reader.at("}", "{", ")", END):
                break
            reader.tolerance.slip(
                codes.NO_COMMA,
                "there is no comma between these two values",
                Label(reader.gap(), "here"),
                hint="put a `,` between them",
            )
    finally:
        reader.is_item = False
    if opened is not None:
        reader.expect("}", code=codes.EXPECTED, what="`,` or `}`", opened=opened)
    elif not items:
        no_expression(reader)
    else:
        reader.tolerance.slip(
            codes.NO_FOR_BRACES,
            "the values of a `for` stand in braces",
            Label(reader.since(start)),
            hint="write `in { … }`" if len(items) > 1 else "for the elements of a list, go on like this, or list them",
        )
    return tuple(items), opened is not None or len(items) > 1


# vardecl = [ "class" ] type ID [ "=" expr ] ";"
#         | [ "class" ] type ID "(" [ exprs ] ")" ";" ;
def declaration(reader: Reader) -> tree.Declaration:
    start = reader.peek()
    if reader.at_class():
        reader.advance()
    check_foreign_word(reader, reader.peek())
    declared = type_form(reader)
    name = new_name(reader, "the type")
    if reader.at("("):
        arguments = bracketed(reader, ")")
        reader.semicolon("this declaration")
        return tree.Declaration(reader.since(start), declared, name, None, arguments)
    value: tree.Expr | None = None
    if reader.at("=") and reader.peek(1).text == "new" and reader.peek(2).kind == NAME:
        arguments = java_instance(reader, declared, name)
        return tree.Declaration(reader.since(start), declared, name, None, arguments)
    if reader.accept("="):
        sign = reader.previous
        value = whole_expression(reader)
        no_quotation_marks(reader)
        reader.tolerance.habit(
            codes.INITIALISER,
            f"`{name.text}` gets a value where it is declared",
            sign.span.to(value.span),
            "the manual declares first, `int n;`, and assigns later, `n = 1;`",
        )
    if reader.at(",") and reader.peek(1).kind == NAME:
        given = reader.rest_of_statement(1) if reader.peek(2).text == "=" else reader.peek(1).text
        hint = f"write `{declared.span.text} {given};` after it"
        reader.fail(codes.EXPECTED, "one declaration declares one name", hint=hint)
    if value is None and reader.at("["):
        hint = f"the type of a list stands before the name: `list<{declared.span.text}> {name.text};`"
        reader.fail(codes.EXPECTED, "a list is not declared with brackets", hint=hint)
    reader.semicolon("this declaration")
    return tree.Declaration(reader.since(start), declared, name, value, None)


# "=" "new" name "(" [ exprs ] ")" ";"
def java_instance(reader: Reader, declared: tree.Type, name: tree.Ident) -> tuple[tree.Expr, ...]:
    """The arguments of an instance that is declared as in Java; how it is done here is said."""
    reader.advance()
    word = reader.advance()
    group_name(reader, "`new`")
    arguments = bracketed(reader, ")") if reader.at("(") else ()
    listed = ", ".join(argument.span.text for argument in arguments)
    hint = f"an instance is declared with its arguments: `{declared.span.text} {name.text}({listed});`"
    reader.tell(codes.FOREIGN_WORD, "Senet has no `new`", Label(word.span), hint=hint)
    reader.semicolon("this declaration")
    return arguments


# ID
def new_name(reader: Reader, after: str) -> tree.Ident:
    """A name that is being given to something."""
    token = reader.peek()
    if token.kind == KEYWORD and reader.same_line():
        reader.fail(codes.RESERVED_WORD, f"`{token.text}` is a reserved word", hint="choose another name")
    hint = ""
    if reader.previous.text == "group" and token.text == "(" and (closing := reader.closing()) is not None:
        name, parent = reader.peek(closing + 1).text, token.span.to(reader.peek(closing).span).text
        hint = f"the name stands before the parent: `group {name} {parent} {{`"
    if token.text == "[" and reader.previous.text in BASIC_TYPES and reader.peek(1).text == "]":
        name = reader.peek(2).text if reader.peek(2).kind == NAME else "l"
        hint = f"a list is declared as `list<{reader.previous.text}> {name};`"
    token = reader.expect(NAME, code=codes.EXPECTED, what="a name", after=after, hint=hint)
    return tree.Ident(token.span, token.text)


# type = "int" | "bool" | "str" | "void" | "list" "<" type ">" | name
#      | "list" "[" type "]" | "group" ID ;
def type_form(reader: Reader) -> tree.Type:
    read, is_closed_twice = _type_form(reader)
    if is_closed_twice:
        reader.tell(
            codes.EXPECTED, "this `>>` closes one list too many", Label(reader.previous.span), hint="write a single `>`"
        )
    return read


def _type_form(reader: Reader) -> tuple[tree.Type, bool]:
    """A type, and whether its last sign was a `>>` that closes the list around it too."""
    token = reader.peek()
    if token.kind == KEYWORD and reader.at(*BASIC_TYPES):
        reader.advance()
        return tree.BasicType(token.span, cast(Literal["int", "bool", "str", "void"], token.text)), False
    if token.kind == KEYWORD and reader.at("group"):
        reader.advance()
        later_dialect(reader, token, "a group is used as a type by its name alone", "leave out `group`")
        return tree.GroupType(reader.since(token), group_name(reader, "`group`")), False
    if token.kind == KEYWORD and reader.at("list"):
        return list_type(reader)
    if reader.at_foreign_list():
        hint = f"a list is declared as `list<{reader.peek(2).text}> {reader.peek(4).text};`"
        reader.report(codes.FOREIGN_WORD, f"Senet has no `{token.text}`", hint=hint)
        return list_type(reader)
    if token.kind == NAME:
        name = group_name(reader, "")
        return tree.GroupType(name.span, name), False
    label = Label(token.span, f"here is {found(token)}")
    hint = "a type is `int`, `bool`, `str`, `list<int>` or a group"
    return reader.fail(codes.EXPECTED, "expected a type", label, hint=hint)


# "list" "<" type ">" | "list" "[" type "]"
def list_type(reader: Reader) -> tuple[tree.Type, bool]:
    with reader.nested(codes.TOO_DEEP):
        start = reader.advance()
        hint = "a list of numbers is written `list<int>`"
        if reader.peek().span.text == "<>":
            place = Label(reader.peek().span)
            title = "the type of the elements is missing"
            reader.tell_for(reader.head(start), codes.EXPECTED, title, place, hint=hint)
            raise Unreadable
        opened = reader.expect("<", "[", code=codes.EXPECTED, what="`<`", after="`list`", hint=hint)
        if opened.text == "[":
            later_dialect(reader, opened, "the type of the elements stands in angle brackets", "write `list<…>`")
        element, is_closed = _type_form(reader)
        if is_closed:
            if opened.text == "[":
                reader.tell(codes.EXPECTED, "this list is closed with `]`", Label(reader.previous.span))
            return tree.ListType(reader.since(start), element), False
        if opened.text == "<" and reader.accept(">>"):
            return tree.ListType(reader.since(start), element), True
        closing = ">" if opened.text == "<" else "]"
        hint = f"write `{reader.since(start).text}{closing}`"
        reader.expect(closing, code=codes.EXPECTED, opened=opened, hint=hint)
        return tree.ListType(reader.since(start), element), False


def later_dialect(reader: Reader, token: Token, title: str, hint: str) -> None:
    reader.tolerance.habit(codes.LATER_DIALECT, title, token.span, hint)


# name = ID { "." ID } ;
def group_name(reader: Reader, after: str) -> tree.Name:
    first = new_name(reader, after)
    parts = [first]
    while reader.at(".") and reader.peek(1).kind == NAME:
        reader.advance()
        parts.append(new_name(reader, "`.`"))
    return tree.Name(first.span.to(parts[-1].span), tuple(parts))


# ---------------------------------------------------------------------------------------------------------- expressions


def whole_expression(reader: Reader) -> tree.Expr:
    """An expression of which no part lies too deep for those who walk over the tree by recursion."""
    expr = expression(reader)
    return tree.Broken(expr.span) if reader.is_too_deep(expr, tree.children, codes.TOO_DEEP) else expr


# expr = { lvalue "=" } or ;
def expression(reader: Reader) -> tree.Expr:
    with reader.nested(codes.TOO_DEEP):
        start = reader.peek()
        targets: list[tree.Expr] = []
        value = infix(reader)
        while reader.at("="):
            targets.append(target(reader, value))
            reader.advance()
            value = infix(reader)
        return tree.Assign(reader.since(start), tuple(targets), value) if targets else value


# lvalue = ID | postfix "." ID | postfix "[" expr "]" ;
def target(reader: Reader, expr: tree.Expr) -> tree.Expr:
    """What stands to the left of a `=`: something that can be assigned to."""
    if isinstance(expr, tree.Variable | tree.Field | tree.Element | tree.Broken):
        return expr
    hint = "to compare, write `==`"
    start = expr.span.start
    before = expr.span.source.text[max(0, start - SHOWN_PIECE) : start].rstrip()[-1:]
    if before in ("{", "}", ";"):
        hint = "the variable that gets the value stands on the left"
        if reader.peek(1).kind == NAME and reader.peek(2).text == ";":
            hint += f": `{reader.peek(1).text} = {expr.span.text};`"
        elif isinstance(expr, tree.Chain):
            hint += "; to compare, write `==`"
        elif isinstance(expr, tree.Call):
            hint = "a function gives a value, and keeps none: give the value to a variable"
    match expr:
        case tree.Call(_, tree.Field() as field, ()) if field.name.text not in reader.own_functions:
            hint = f"an attribute has no parentheses: `{field.span.text} = …;`"
        case tree.Call(_, tree.Variable(_, name), (index,)) if name not in (*reader.own_functions, *KNOWN_CALLS):
            hint = f"an element of a list is named with brackets: `{name}[{index.span.text}] = …`"
        case tree.Call(_, tree.Field() as subject, (index,)) if subject.name.text not in reader.own_functions:
            hint = f"an element of a list is named with brackets: `{subject.span.text}[{index.span.text}] = …`"
    if isinstance(expr, tree.Chain) and before not in ("{", "}", ";"):
        title = "`=` gives a value, and `==` compares"
        reader.tell(codes.BAD_TARGET, title, Label(reader.peek().span), hint=hint)
        return tree.Broken(expr.span)
    reader.tell(
        codes.BAD_TARGET,
        "only a variable, a field or an element of a list can be assigned to",
        Label(expr.span, "this is none of them"),
        Label(reader.peek().span, "this assigns"),
        hint=hint,
    )
    return tree.Broken(expr.span)


@dataclass(slots=True)
class _Run:
    """An open run of operators of one strength, waiting for its next operand; a prefix has no operand on its left."""

    strength: int
    operator: Token
    first: tree.Expr | None
    links: list[tree.Link] = field(default_factory=list)

    def close(self, last: tree.Expr) -> tree.Expr:
        if self.first is None:
            span = self.operator.span.to(last.span)
            return tree.Negation(span, last) if self.strength == SIGN_STRENGTH else tree.Not(span, last)
        self.extend(last)
        return tree.Chain(self.first.span.to(last.span), self.first, tuple(self.links))

    def extend(self, operand: tree.Expr) -> None:
        self.links.append(tree.Link(self.operator.span, cast(tree.Operator, self.operator.text), operand))


# or    = and { "or" and } ;
# and   = not { "and" not } ;
# not   = "not" not | eq ;
# eq    = rel { ( "==" | "!=" ) rel } ;
# rel   = add { ( "<" | ">" | "<=" | ">=" ) add } ;
# add   = mul { ( "+" | "-" ) mul } ;
# mul   = unary { ( "*" | "/" | "%" ) unary } ;
# unary = "-" unary | boardop ;
def infix(reader: Reader) -> tree.Expr:
    runs: list[_Run] = []
    while True:
        prefixes(reader, runs)
        operand = board_operation(reader)
        operator = next_operator(reader)
        if operator is None:
            for run in reversed(runs):
                operand = run.close(operand)
            return operand
        strength = STRENGTH[operator.text]
        while runs and runs[-1].strength > strength:
            operand = runs.pop().close(operand)
        if runs and runs[-1].strength == strength:
            runs[-1].extend(operand)
            runs[-1].operator = operator
        else:
            runs.append(_Run(strength, operator, operand))


def prefixes(reader: Reader, runs: list[_Run]) -> None:
    """Takes every `not` and `-` before an operand."""
    while reader.peek().kind in (KEYWORD, SIGN) and reader.at("not", "-"):
        is_sign = reader.at("-")
        if not is_sign and runs and runs[-1].strength > NOT_STRENGTH:
            reader.fail(
                codes.EXPECTED,
                f"`not` cannot stand directly after `{runs[-1].operator.text}`",
                hint=f"put it into parentheses: `{runs[-1].operator.text} (not …)`",
            )
        if len(runs) > NESTING_LIMIT:
            reader.fail(codes.TOO_DEEP, "these are too many signs in a row", hint="leave them out in pairs")
        runs.append(_Run(SIGN_STRENGTH if is_sign else NOT_STRENGTH, reader.advance(), None))


def next_operator(reader: Reader) -> Token | None:
    """Takes the operator after an operand, if there is one."""
    token = reader.peek()
    if token.kind in (SIGN, KEYWORD) and token.text in STRENGTH:
        return reader.advance()
    if token.kind == BROKEN and reader.same_line():
        raise Unreadable  # an operator of another language, most likely
    if token.kind == KEYWORD and token.text in ("not", "in") and reader.same_line():
        title, hint = "`not` does not compare", "unequal is written `!=`"
        if token.text == "in" or reader.peek(1).text == "in":
            title, hint = "`in` stands in a `for` only", "compare with each of them: `n == 1 or n == 2`"
        elif reader.peek(1).text in ("and", "or", ")", ";"):
            title, hint = "`not` stands before what it is about", "write `not …`"
        reader.fail(codes.EXPECTED, title, hint=hint)
    if token.kind == NAME and token.text in slips.INFIX_WORDS and reader.same_line():
        is_unequal = token.text == "is" and reader.peek(1).text == "not"
        hint = "unequal is written `!=`" if is_unequal else slips.INFIX_WORDS[token.text]
        reader.fail(codes.FOREIGN_WORD, f"`{token.text}` is not an operator of Senet", hint=hint)
    return None


# boardop = postfix ">>" postfix0 [ ">>" ] list
#         | postfix "<<" [ postfix0 ] [ list ]
#         | postfix ;
def board_operation(reader: Reader) -> tree.Expr:
    start = reader.peek()
    left = postfix(reader)
    if reader.accept(">>"):
        board, at = coordinates(reader)
        if board is not None and reader.at(">>"):
            second = reader.advance()
            board = board if at is None else indexed(reader, start, board, at)
            reader.tolerance.habit(
                codes.LATER_DIALECT,
                "the coordinates follow the board directly",
                second.span,
                "write `piece >> board [x, y]`",
            )
            inner = postfix(reader)
            at = inner if isinstance(inner, tree.ListLiteral) else tree.ListLiteral(inner.span, (inner,))
        if board is None or at is None:
            missing = "the coordinates" if board is not None else "the board"
            reader.fail(
                codes.BAD_BOARD_OPERATION,
                f"`>>` needs {missing}",
                Label(reader.since(start)),
                hint=f"a piece is placed with `{placed(reader, left, board, at)}`",
            )
        return tree.Place(reader.since(start), left, board, at)
    if reader.accept("<<"):
        sign = reader.previous
        giver, taken = coordinates(reader)
        if giver is None:
            reader.tolerance.habit(
                codes.LATER_DIALECT,
                "the manual has no `board << [x, y]`",
                sign.span,
                "it takes the piece off the board; `board.remove(board.toi([x, y]))` does the same",
            )
        return tree.Take(reader.since(start), left, giver, taken)
    return left


# postfix0 [ list ] | list
def coordinates(reader: Reader) -> tuple[tree.Expr | None, tree.ListLiteral | None]:
    """What follows `>>` or `<<`: a board or a piece, and a list. The last brackets are always the list, so an element
    of a list of boards may stand before them: `piece >> boards[0] [x, y]`."""
    start = reader.peek()
    if reader.at("["):
        return None, list_literal(reader)
    subject = postfix(reader, is_indexed=False)
    at: tree.ListLiteral | None = None
    while reader.at("["):
        if at is not None:
            subject = indexed(reader, start, subject, at)
        at = list_literal(reader)
    return subject, at


def indexed(reader: Reader, start: Token, subject: tree.Expr, at: tree.ListLiteral) -> tree.Element:
    """What looked like coordinates is an index, because coordinates follow."""
    if len(at.items) != 1:
        reader.fail(codes.BAD_BOARD_OPERATION, "the board operation is complete before this")
    return tree.Element(start.span.to(at.span), subject, at.items[0])


# postfix = primary { "." ID | "(" [ exprs ] ")" | "[" expr "]" } ;
def postfix(reader: Reader, *, is_indexed: bool = True) -> tree.Expr:
    """A primary expression with all that is done to it, or without its indexes (`postfix0`)."""
    start = reader.peek()
    value = primary(reader)
    is_next_item = reader.is_item and start.text == "["
    for _ in range(NESTING_LIMIT):
        if reader.accept("."):
            name = field_name(reader)
            value = tree.Field(reader.since(start), value, name)
        elif reader.at("("):
            arguments = bracketed(reader, ")")
            value = tree.Call(reader.since(start), value, arguments)
        elif reader.at("[") and is_indexed and not (is_next_item and isinstance(value, tree.ListLiteral)):
            value = element(reader, start, value)
        else:
            return value
    return reader.fail(
        codes.TOO_DEEP,
        f"these are more than {NESTING_LIMIT} fields, calls and indexes in a row",
        hint="give a part of it a name of its own and use the name here",
    )


# ID
def field_name(reader: Reader) -> tree.Ident:
    token = reader.peek()
    if token.kind == KEYWORD and reader.same_line():
        reader.fail(codes.RESERVED_WORD, f"`{token.text}` is a reserved word", hint="choose another name")
    hint = "write the name of an attribute or a function behind the `.`, or leave the `.` out"
    token = reader.expect(NAME, code=codes.EXPECTED, what="the name of a field", after="`.`", hint=hint)
    return tree.Ident(token.span, token.text)


# "[" expr "]"
def element(reader: Reader, start: Token, subject: tree.Expr) -> tree.Expr:
    opened = reader.advance()
    if reader.at("]"):
        hint = "the first element is `l[0]`"
        if start.kind == NAME and start is reader.peek(-2) and reader.peek(1).kind == NAME:
            hint = f"a list is declared by `list<{start.text}> {reader.peek(1).text};`"
        reader.fail(codes.EXPECTED, "expected an index between the brackets", hint=hint)
    with _inside_brackets(reader):
        index = expression(reader)
    if reader.at(",") and reader.closes_next("]"):
        two_indexes(reader, start, subject, opened)
    reader.expect("]", code=codes.EXPECTED, opened=opened)
    return tree.Element(reader.since(start), subject, index)


def two_indexes(reader: Reader, start: Token, subject: tree.Expr, opened: Token) -> NoReturn:
    """`grid[x, y]`, with what is done to it."""
    whole = subject.span.text
    place = Label(reader.peek().span)
    hint = f"an element of an element is `l[0][1]`; what stands on a cell is `{whole}.cells[{whole}.toi([x, y])]`"
    if whole.endswith(".cells"):
        board = whole.removesuffix(".cells")
        hint = f"the cells of a board are counted through: `{whole}[{board}.toi([{reader.list_around()}])]`"
    elif whole.rpartition(".")[2] in reader.own_functions:
        hint = f"the arguments of a function stand in parentheses: `{whole}({reader.list_around()})`"
    before, arrow, after = whole.partition("->")
    compared = _COMPARED.search(start.span.source.text, max(0, start.span.start - SHOWN_PIECE), start.span.start)
    while not reader.at("]", ";", "{", "}", END):
        reader.advance()
    at = opened.span.to(reader.peek().span).text
    title = "a list has one index at a time"
    if reader.at("]") and reader.peek(1).text == "=":
        given = reader.peek(2).span.text
        title = "a piece is not assigned to a cell"
        hint = f"a piece is placed with `{given} >> {whole} {at}`"
    elif arrow:
        title = "`->` is not an operator of Senet"
        sign = start.span.start + whole.index("->")
        place = Label(start.span.source.span(sign, sign + len("->")))
        hint = f"a piece is placed with `{before.strip()} >> {after.strip()} {at}`"
    elif reader.at("]") and reader.peek(1).text == "<<" and reader.peek(2).kind == NAME:
        title = "the board stands alone left of `<<`"
        hint = f"a piece is placed on a cell with `{reader.peek(2).text} >> {whole} {at}`"
    elif compared and reader.at("]"):
        title = "`>` compares, and `>>` places a piece"
        hint = f"a piece is placed with `{compared[1]} >> {whole} {at}`"
        place = Label(start.span.source.span(*compared.span(2)))
    span = start.span.to(reader.peek().span)
    reader.tell_for(span, codes.EXPECTED, title, place, Label(opened.span, "the cell"), hint=hint)
    raise Unreadable


# primary = INT | STRING | "True" | "False" | "None" | "this" | ID | list | "(" expr ")" ;
def primary(reader: Reader) -> tree.Expr:
    token = reader.peek()
    if token.kind == NAME:
        check_foreign_value(reader, token)
        token = reader.advance()
        return tree.Variable(token.span, token.text)
    if token.kind == NUMBER:
        reader.advance()
        return tree.Number(token.span, token.value) if isinstance(token.value, int) else tree.Broken(token.span)
    if token.kind == STRING:
        return tree.Text(reader.advance().span, cast(str, token.value))
    if token.kind == BROKEN:
        return tree.Broken(reader.advance().span)
    if token.kind in (KEYWORD, SIGN):
        match token.text:
            case "[":
                return list_literal(reader)
            case "(":
                return parenthesised(reader)
            case "True" | "False":
                return tree.Truth(reader.advance().span, token.text == "True")
            case "None":
                return tree.Nothing(reader.advance().span)
            case "this":
                return tree.This(reader.advance().span)
    return no_expression(reader)


def check_foreign_value(reader: Reader, token: Token) -> None:
    """A word of another language, followed by what shows that it is no name here."""
    following = reader.peek(1)
    if token.text in slips.VALUES and following.kind in (NAME, NUMBER, STRING):
        reader.fail(codes.FOREIGN_WORD, f"Senet has no `{token.text}`", hint=slips.VALUES[token.text])
    if token.text == "new" and following.kind == NAME:
        hint = "leave it out: an instance is made by the name of its group and its arguments, `Stone()`"
        reader.report(codes.FOREIGN_WORD, "Senet has no `new`", hint=hint)
        reader.advance()
    if following.kind == STRING and following.span.start == token.span.end:
        hint = 'a text is joined with `+`, and `itos` makes one of a number: `"You have " + itos(n) + " stones"`'
        reader.fail(codes.FOREIGN_WORD, f'Senet has no `{token.text}"…"`', Label(token.span), hint=hint)


# "(" expr ")"
def parenthesised(reader: Reader) -> tree.Expr:
    opened = reader.advance()
    if reader.at(")"):
        place = Label(opened.span.to(reader.peek().span))
        hint = "write a value between them, or leave them out"
        if reader.peek(-2).text in ("if", "elif", "while"):
            hint = f"write the condition between them: `{reader.peek(-2).text} (n == 1) {{`"
        reader.fail(codes.EXPECTED, "there is nothing between these parentheses", place, hint=hint)
    with _inside_brackets(reader):
        inner = expression(reader)
    no_quotation_marks(reader)
    if reader.at(","):
        values = f"{inner.span.text}{reader.rest_of_statement()}"
        hint = f"a list is written in brackets, `[{values}]`, and an instance with its group: `Stone stone(…);`"
        if (group := reader.declared_group(opened)) is not None:
            hint = f"an instance is declared with its arguments: `{group} {reader.named_before(opened)}({values});`"
        reader.fail(codes.EXPECTED, "these parentheses hold more than one value", Label(opened.span), hint=hint)
    hint = ""
    if reader.at(NAME, NUMBER, STRING, "this", "not", "True", "False"):
        hint = "put an operator here, such as `and` or `or`, or the `)`"
    reader.expect(")", code=codes.EXPECTED, opened=opened, hint=hint)
    return inner


# list = "[" [ exprs ] "]" ;
def list_literal(reader: Reader) -> tree.ListLiteral:
    start = reader.peek()
    items = bracketed(reader, "]")
    return tree.ListLiteral(reader.since(start), items)


# exprs = expr { "," expr } ;
def bracketed(reader: Reader, closing: str) -> tuple[tree.Expr, ...]:
    """The expressions between brackets, any number of them."""
    opened = reader.advance()
    items: list[tree.Expr] = []
    with _inside_brackets(reader):
        while not reader.at(closing):
            items.append(expression(reader))
            if reader.at(";") and reader.is_list_cut(closing):
                hint = "write `,` instead of this `;`"
                reader.report(codes.EXPECTED, "a comma stands between two values", hint=hint)
                reader.advance()
                continue
            if not reader.accept(","):
                break
            if reader.at(closing):
                hint = "leave out this comma"
                reader.report(codes.EXPECTED, f"expected an expression before `{closing}`", hint=hint)
    no_quotation_marks(reader)
    hint = ""
    if reader.previous.text in (*slips.BUILT_IN_CALLS, *reader.own_functions) and reader.at(NAME, NUMBER, STRING):
        hint = f"the arguments of a function stand in parentheses: `{reader.previous.text}(…)`"
    elif closing == ")" and STRING in (reader.previous.kind, reader.peek().kind) and reader.at(NAME, NUMBER, STRING):
        hint = "texts are joined with `+`"
    reader.expect(closing, code=codes.EXPECTED, what=f"`,` or `{closing}`", opened=opened, hint=hint)
    return tuple(items)


def no_quotation_marks(reader: Reader) -> None:
    """Words one after the other where a value stands, the first of which nobody has declared: a text."""
    if not reader.at_bare_text():
        return
    first = reader.previous
    last = reader.last_of_text()
    words = first.span.to(last.span)
    shown = words.text.partition('"')[0]
    hint = f'write `"{shown}"`' if len(shown) <= SHOWN_PIECE else 'write `"…"` around it'
    ends = words.source.text.find("\n", words.end)
    whole = words.source.span(words.start, ends if ends >= 0 else len(words.source.text))
    reader.tell_for(whole, codes.EXPECTED, "a text stands in quotation marks", Label(words), hint=hint)
    raise Unreadable


@contextmanager
def _inside_brackets(reader: Reader) -> Iterator[None]:
    """Inside brackets, a list literal may be indexed even in the header of a `for`."""
    before, reader.is_item = reader.is_item, False
    try:
        yield
    finally:
        reader.is_item = before


def placed(reader: Reader, piece: tree.Expr, board: tree.Expr | None, at: tree.Expr | None) -> str:
    """How a piece is placed, in the words of the program where it has some."""
    if board is None and at is not None and at.span.text.isprintable():
        return f"{piece.span.text} >> board {at.span.text}"
    match board:
        case tree.Call(_, function, arguments) if arguments and board.span.text.isprintable():
            inside = ", ".join(argument.span.text for argument in arguments)
            return f"{piece.span.text} >> {function.span.text} [{inside}]"
        case tree.Variable() | tree.This() | tree.Field() if board.span.text.isprintable():
            is_behind = reader.same_line() and reader.peek().kind in (NAME, NUMBER, KEYWORD)
            inside = reader.rest_of_statement() if is_behind else "x, y"
            return f"{piece.span.text} >> {board.span.text} [{inside}]"
    return "piece >> board [x, y]"


def no_expression(reader: Reader) -> NoReturn:
    """Says what is wrong where an expression should be and none begins."""
    token = reader.peek()
    hint = ""
    match token.text:
        case "list" if (
            reader.peek(1).text == "(" and (closing := reader.closing(1)) and reader.peek(closing + 1).kind == NAME
        ):
            inside = reader.peek(1).span.to(reader.peek(closing).span).text[1:-1]
            hint = f"write `list<{inside}> {reader.peek(closing + 1).text};`"
            reader.fail(codes.EXPECTED, "the type of the elements stands between `<` and `>`", hint=hint)
        case name if token.kind == KEYWORD and name in CONVERSIONS and reader.peek(1).text == "(":
            given = reader.rest_of_statement(2) if reader.peek(2).text != ")" else "n"
            hint = CONVERSIONS[name].format("read(1)" if name == "int" and "read" not in given else given)
            if name == "list" and reader.peek(2).text != ")":
                hint = f"a list is written in brackets: `[{reader.rest_of_statement(2)}]`"
            reader.fail(codes.EXPECTED, f"`{name}` is a type, and cannot be called", hint=hint)
        case name if token.kind == KEYWORD and name in (*BASIC_TYPES, "list"):
            hint = "a declaration is a statement of its own: `int n;`"
            if reader.previous.text in ("(", ","):
                hint = "leave it out: what is handed on is a value"
            reader.fail(codes.EXPECTED, f"`{name}` is a type, not a value", hint=hint)
        case "!" | "not":
            hint = "put parentheses around `not …`"
        case "+":
            hint = "a number has no `+` before it: leave it out"
            if reader.previous.text == "=":
                name = reader.peek(-2).text if reader.peek(-2).kind == NAME else "n"
                hint = f"to add to a variable, write `{name} = {name} + …`; a number has no `+` before it"
        case "{":
            values = reader.rest_of_statement(1) if reader.peek(1).text != "}" else ""
            hint = f"a list is written in brackets: `[{values}]`"
        case "=":
            hint = "to compare, write `==`"
        case ">" | "<" | ">=" | "<=" | "==" | "!=" if reader.previous.text in ("and", "or"):
            hint = f"say again what is compared: `a < 1 {reader.previous.text} a {token.text} 3`"
        case ">" | "<":
            hint = "a type is no value; a list is written in brackets: `[a, b]`"
        case word if token.kind == KEYWORD and reader.same_line():
            hint = f"`{word}` is a reserved word and cannot be a name"
    span = reader.gap() if token.kind == END or not reader.same_line() else token.span
    place = Label(span, "the text ends here") if token.kind == END else reader.next_label(span)
    reader.fail(codes.EXPECTED, "expected an expression", place, hint=hint or reader.value_hint())
