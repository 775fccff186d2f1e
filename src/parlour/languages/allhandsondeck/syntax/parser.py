"""Reads AllHandsOnDeck programs: text in, a tree and what was found wrong with it out.

    >>> program, found = parse_program(Source("demo.ah", "main:\\n    do INIT(4)\\n"))
    >>> program.is_sound, type(program.declarations[0]).__name__
    (True, 'Main')

The grammar rule stands above each function. Operators are read by precedence: `1 + 2 * 3 - 4` from left to right, each
operator opening a run of its strength or going on with one; a weaker one closes all stronger runs that are open before
it, and a closed run is a tree. So nothing recurses along a text that is merely long: only brackets, arguments, blocks
and the right sides of assignments go one level deeper. A statement that cannot be read costs no more than its line:
what is indented below it is read all the same, as if it stood in the block around it.

Three forms that the manual prints are read although its grammar does not have them, with a warning; `strict` makes them
errors: a parameter with its type behind its name, a `main` that does not come first, a `)` too many at a line's end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from itertools import pairwise
from typing import NoReturn, cast

from parlour.dataclass import dataclass
from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.syntax import scanner, slips, tree
from parlour.languages.allhandsondeck.syntax.reader import Reader
from parlour.languages.pragmas import notes_of
from parlour.syntax import casing, spelling
from parlour.syntax.cursor import Unreadable, found
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.limits import HEIGHT_LIMIT, NESTING_LIMIT, check_size
from parlour.syntax.source import Source, Span
from parlour.syntax.suggest import suggest
from parlour.syntax.token import BROKEN_OPERATOR, END, NAME, Token


def parse_program(source: Source, *, strict: bool = False) -> tuple[tree.Program, list[Diagnostic]]:
    """The tree of a program; where a part could not be read it is missing, and a diagnostic says why."""
    whole = source.span(0, len(source.text))
    too_large = check_size(source, codes.TEXT_TOO_LARGE)
    if too_large:
        return tree.Program(whole, (), is_sound=False), [too_large]
    problems: list[Diagnostic] = []
    scanned = scanner.scan(source, problems.append, strict=strict)
    tokens = in_right_spelling(in_right_case(scanned.tokens, problems.append), problems.append)
    reader = Reader(tokens, problems.append, strict)
    reader.lost.update(respelt(tokens))
    declarations = program(reader)
    check_order(reader, declarations)
    problems = reader.settled(problems)
    is_sound = not any(problem.is_error for problem in problems)
    notes = notes_of(source, scanned.comments)
    return tree.Program(whole, tuple(declarations), is_sound, frozenset(reader.lost), notes), problems


def respelt(tokens: Sequence[Token]) -> Iterator[str]:
    """The words that the scanner has read as they should be spelt, and told so: nobody has to know them, too."""
    for token in tokens:
        if token.kind == scanner.FORMATTED:
            for part in cast("tuple[str | scanner.FormattedValue, ...]", token.value):
                if not isinstance(part, str):
                    yield from respelt(part.tokens or ())
        elif token.kind in Reader.name_kinds and token.text != token.span.text:
            yield token.text


# The words of the language by their letters, but for types, which classes may be called like.
_WORDS = casing.folded(scanner.KEYWORDS - scanner.TYPE_WORDS - {"range", "times"})


def in_right_case(tokens: Sequence[Token], report: Callable[[Diagnostic], object]) -> list[Token]:
    """The tokens with `If` read as `if`, unless the text gives something this name."""
    given = {after.text for word, after in pairwise(tokens) if word.text in ("do", "let", "be")}
    assigned = {name.text for name, sign in pairwise(tokens) if sign.text in ("=", "in")}

    def is_name(index: int) -> bool:
        is_member = index > 0 and tokens[index - 1].text == "."
        return is_member or tokens[index].text in given or tokens[index].text in assigned

    return casing.in_right_case(
        tokens, _WORDS, scanner.KEYWORD, codes.WRONG_SPELLING, report, is_name, Reader.name_kinds
    )


# Words of other languages, of which more can be said than that they are misspelt.
_FOREIGN = frozenset(
    {*slips.STATEMENT_WORDS, *slips.FUNCTION_WORDS, *slips.CLASS_WORDS, *slips.ACTION_WORDS, *slips.LONE_WORDS}
    | {*slips.TYPES, *slips.VALUES, *slips.CALLS}
)
_ENDS = frozenset({scanner.NEWLINE, scanner.INDENT, scanner.OUTDENT, END})
_BEGIN_VALUES = frozenset(
    {NAME, scanner.CLASS, scanner.CAPITALS, scanner.NUMBER, scanner.DECIMAL, scanner.STRING, scanner.FORMATTED}
)


def in_right_spelling(tokens: Sequence[Token], report: Callable[[Diagnostic], object]) -> list[Token]:
    """The tokens with `whlie c:` read as `while c:`, and so on: names at the beginning of a line."""

    def fitting(index: int) -> Sequence[str]:
        if (index and tokens[index - 1].kind not in _ENDS) or tokens[index].text in _FOREIGN:
            return ()
        following, end = tokens[index + 1], index + 1
        while tokens[end].kind not in _ENDS:
            end += 1
        if end == index + 1:
            return ("pass", "return")
        if tokens[end - 1].text == ":":
            if end == index + 2:
                return ("else",)
            is_begun = following.kind in _BEGIN_VALUES or following.kind == scanner.KEYWORD
            return ("if", "elif", "while", "for", "when", "let") if is_begun else ()
        is_typed = following.kind in (scanner.CLASS, scanner.CAPITALS) or following.text in scanner.TYPE_WORDS
        if ":" in (tokens[index + 2].text, tokens[index + 3].text if is_typed and index + 3 < end else ""):
            return ("const",)
        is_value = following.kind in _BEGIN_VALUES or following.text in ("True", "False", "None", "not")
        return ("return",) if is_value else ()

    return spelling.in_right_spelling(tokens, fitting, scanner.KEYWORD, codes.EXPECTED, "AllHandsOnDeck", report)


# program = { NL | main | action | helper | class } EOF
def program(reader: Reader) -> list[tree.Declaration]:
    read: list[tree.Declaration] = []
    while not reader.at(END):
        if reader.accept(scanner.NEWLINE, scanner.OUTDENT):
            continue
        if reader.at(scanner.INDENT):
            title = "this line is indented, but nothing opens a block above it"
            hint = "declarations begin at the margin"
            reader.tell(codes.BAD_INDENTATION, title, Label(reader.peek().span), hint=hint)
            reader.advance()
            continue
        start = reader.place
        try:
            read.append(declaration(reader))
            reader.is_outside = False
        except Unreadable:
            is_class = reader.is_at(start, "let")
            reader.skip_line(start)
            if is_class:
                reader.skip_blocks()
            else:
                inner_lines(reader)
            reader.lose(start)
    return read


def check_order(reader: Reader, declarations: list[tree.Declaration]) -> None:
    """main comes first; where it does not, that is a warning, once."""
    for place, item in enumerate(declarations):
        if isinstance(item, tree.Main):
            if place:
                span = item.span.source.span(item.span.start, item.span.start + len("main"))
                hint = "put it at the beginning of the program"
                reader.tolerance.slip(codes.MAIN_NOT_FIRST, "`main` comes first", Label(span), hint=hint)
            return


def declaration(reader: Reader) -> tree.Declaration:
    token = reader.peek()
    match token.text:
        case "main":
            return main(reader)
        case "if" if reader.peek(1).span.text == "__name__":
            hint = "the game begins with `main:`"
            title, place = "nothing has to be asked before it begins", Label(token.span)
            reader.tell_for(reader.line(), codes.FOREIGN_WORD, title, place, hint=hint)
            while not reader.at(":", scanner.NEWLINE, END):
                reader.advance()
            body = block(reader, "`main`")
            return tree.Main(token.span.to(body.span), body)
        case "when":
            return action(reader)
        case "let":
            return class_declaration(reader)
    if token.kind == NAME and token.text in slips.FUNCTION_WORDS and reader.peek(1).kind in (NAME, scanner.KEYWORD):
        foreign_function(reader)
        return declaration(reader)
    if token.kind == NAME and token.text in slips.CLASS_WORDS and reader.peek(1).kind in reader.name_kinds:
        return foreign_class(reader)
    if token.text == "do" and reader.peek(1).kind in (scanner.ACTION, scanner.CAPITALS) and reader.opens_block():
        reader.report(codes.EXPECTED, f"expected `when` before `do {reader.peek(1).text}`", hint=said_when(reader))
        return action(reader, has_when=False)
    if is_action_without_when(reader):
        reader.report(codes.EXPECTED, f"expected `when` before `{token.text}`", hint=said_when(reader))
        return action(reader, has_when=False)
    is_word = token.kind == NAME and token.text in slips.ACTION_WORDS
    if is_word and reader.peek(1).kind in _ACTION_KINDS and reader.opens_block():
        named = reader.peek(1).text
        hint = f"an ACTION is declared by `when do {named}:`, or `when Player player do {named}:`"
        reader.report(codes.FOREIGN_WORD, f"there is no `{token.text}` before an ACTION", hint=hint)
        reader.advance()
        return action(reader, has_when=False)
    if token.kind in (scanner.CLASS, scanner.CAPITALS) and is_class_without_let(reader):
        reader.report(codes.EXPECTED, f"expected `let` before `{token.text}`", hint=f"write `let {reader.line().text}`")
        return class_declaration(reader, has_let=False)
    if token.kind in (scanner.ACTION, scanner.CAPITALS) and reader.opens_block():
        hint = f"an ACTION is declared by `when do {token.text}:`, or `when Player player do {token.text}:`"
        reader.report(codes.EXPECTED, f"expected `when do` before `{token.text}`", hint=hint)
        return action(reader, has_when=False)
    is_alone = token.kind in reader.name_kinds and reader.peek(1).text == ":" and reader.peek(2).kind == scanner.NEWLINE
    if is_alone and (suggest(token.text, ["main"]) is not None or not reader.has_main()):
        reader.report(codes.WRONG_SPELLING, f"`{token.text}` is written `main`", hint="write `main:`")
        return main(reader)
    if is_alone and token.kind == NAME:
        action_ = scanner.as_action(token.text)
        hint = f"a helper has parentheses, `{token.text}():`; an ACTION is declared by `when do {action_}:`"
        reader.tell_for(
            reader.line(), codes.EXPECTED, f"`{token.text}:` declares nothing", Label(token.span), hint=hint
        )
        raise Unreadable
    behind = reader.at_type()
    if behind and reader.peek(behind).kind == NAME and reader.peek(behind + 1).text == "(" and reader.opens_block():
        place = Label(token.span.to(reader.peek(behind - 1).span))
        hint = f"leave it out: `{reader.peek(behind).text}(…):`"
        reader.tell(codes.FOREIGN_WORD, "a helper does not say of which type its value is", place, hint=hint)
        for _ in range(behind):
            reader.advance()
        return helper(reader)
    if token.kind == NAME and reader.peek(1).text == "(" and reader.behind_brackets(1).span.text == "->":
        reader.lost.add(token.text)
        title = "a helper does not say of which type its value is"
        hint = f"leave out `->` and the type: `{token.text}(…):`"
        line = reader.line()
        at = line.start + line.text.index("->")
        place = Label(line.source.span(at, at + len("->")))
        reader.tell_for(line, codes.FOREIGN_WORD, title, place, hint=hint)
        raise Unreadable
    if token.kind != NAME or reader.peek(1).text != "(" or not is_helper(reader):
        no_declaration(reader, token)
    return helper(reader)


def foreign_function(reader: Reader) -> None:
    """Takes the word that begins a function elsewhere: `def main():`, `func values(cards):`."""
    word, name = reader.peek(), reader.peek(1)
    hint = (
        "write `main:`" if name.text == "main" else f"a helper is written `{name.text}(…):`, without a word before it"
    )
    reader.tell_for(reader.line(), codes.FOREIGN_WORD, f"there is no `{word.text}`", Label(word.span), hint=hint)
    reader.advance()


def foreign_class(reader: Reader) -> tree.Class:
    """`class Card(value):` with its members, of which only the word is told."""
    word = reader.advance()
    name = class_name(reader)
    start = reader.previous
    given: tuple[tree.Parameter, ...] | None = None
    base = tree.TypeName(start.span, "Actor" if name.text.casefold().startswith("player") else "Object")
    behind = reader.at_type(1)
    has_base = behind > 0 and (reader.peek(behind).text == ")" or not reader.at("("))
    if has_base and (reader.at("(") or reader.peek().text in _FOR_BE):
        reader.advance()
        base = read_type(reader)  # `class Card(Object):`, `class Card extends Object`
    elif reader.at("("):
        given = parameters(reader)
    while not reader.at(":", scanner.NEWLINE, END):
        reader.advance()
    is_announced = reader.accept(":") is not None
    read = members(reader, is_announced=is_announced)
    whole = reader.since(word)
    if given is None:
        given = taken_by(read) or None
    listed = "" if given is None else f"({', '.join(each.span.text for each in given)})"
    extended = base.span.text if has_base else "Object"
    hint = f"a class is declared by `let {name.text}{listed} be {extended}{' with:' if read or not has_base else ''}`"
    reader.tell_for(whole, codes.FOREIGN_WORD, f"there is no `{word.text}`", Label(word.span), hint=hint)
    return tree.Class(whole, name, given, base, None, tuple(read))


def taken_by(read: list[tree.Member]) -> tuple[tree.Parameter, ...]:
    """What a class takes whose attributes are `name: name`."""
    return tuple(
        tree.Parameter(each.name.span, None, each.name)
        for each in read
        if isinstance(each, tree.AttributeDeclaration)
        if isinstance(each.value, tree.Variable) and each.value.name == each.name.text
    )


def is_action_without_when(reader: Reader) -> bool:
    """Whether `Player player do NAME:` follows, at the margin."""
    behind = reader.at_type()
    is_receiver = behind > 0 and reader.peek(behind).kind == NAME and reader.peek(behind + 1).text == "do"
    return is_receiver and reader.opens_block()


def is_class_without_let(reader: Reader) -> bool:
    """Whether `Card(rank) be Object` follows, at the margin."""
    ahead = 1
    while reader.peek(ahead).kind not in _ENDS and not reader.peek(ahead).matches("be"):
        ahead += 1
    return reader.peek(ahead).matches("be")


def said_when(reader: Reader) -> str:
    return f"write `when {reader.line().text.strip()}`"


def is_helper(reader: Reader) -> bool:
    """Whether `name(…)` is followed by a `:`, or by a block."""
    depth = 0
    ahead = 1
    while True:
        token = reader.peek(ahead)
        if token.kind in (scanner.NEWLINE, END):
            return reader.peek(ahead + 1).kind == scanner.INDENT
        depth += (token.text == "(") - (token.text == ")")
        ahead += 1
        if depth == 0:
            following = reader.peek(ahead)
            return following.text in (":", "=") or (
                following.kind == scanner.NEWLINE and reader.peek(ahead + 1).kind == scanner.INDENT
            )


def no_declaration(reader: Reader, token: Token) -> NoReturn:
    """Says what is wrong where a declaration should begin; raises `Unreadable`."""
    following = reader.peek(1)
    if token.kind == NAME and token.text in slips.STATEMENT_WORDS and following.text not in ("(", "=", "."):
        hint = slips.STATEMENT_WORDS[token.text]
        if token.text in ("val", "var") and following.kind == scanner.CLASS:
            hint = f"a class is declared by `let {following.text} be Object with:`"
        reader.fail(codes.FOREIGN_WORD, f"there is no `{token.text}`", hint=hint)
    if token.kind == scanner.NUMBER and following.span.line == token.span.line:
        reader.fail(
            codes.OUTSIDE, "a line cannot begin with a number here", hint="line numbers are not part of a program"
        )
    if token.kind in (scanner.ACTION, scanner.CAPITALS, scanner.CLASS) and following.text in ("(", ":"):
        hint = f"an ACTION is declared by `when do {token.text}:`, a class by `let {token.text} be Object with:`"
        reader.fail(codes.EXPECTED, "a declaration begins with `when` or `let`", hint=hint)
    if reader.is_outside:  # the first of several in a row stands for all
        raise Unreadable
    reader.is_outside = True
    if not reader.has_main():
        reader.lost.add("main")  # it is missing around this
    hint = "put it into `main`, or into an ACTION that `main` does: `when do INIT:`"
    if token.kind == NAME and following.text == ":":
        hint = f"a helper has parentheses, even empty ones: `{token.text}(): …`"
    before = reader.before(1)
    if before.kind == scanner.OUTDENT and token.span.line == before.span.line + 1:
        hint = "indent it like the lines above, if it belongs to them"
    elif token.kind == scanner.KEYWORD and token.text in ("const", "with", "be", "elif", "else"):
        hint = "at the margin stand `main:`, `when … do ACTION:`, `let Class be …` and helpers, `name(x):`"
    reader.fail(codes.OUTSIDE, "a statement cannot stand outside of `main`, an ACTION or a helper", hint=hint)


# main = "main" ":" block
def main(reader: Reader) -> tree.Main:
    start = reader.advance()
    if reader.at("(") and reader.peek(1).text == ")":
        place = Label(reader.peek().span.to(reader.peek(1).span))
        reader.tell(codes.BAD_PARAMETER, "`main` has no parameters", place, hint="write `main:`")
        reader.advance()
        reader.advance()
    body = block(reader, "`main`")
    return tree.Main(start.span.to(body.span), body)


# action = "when" [ type ID ] "do" ACTION [ "(" [params] ")" ] ":" block
def action(reader: Reader, *, has_when: bool = True) -> tree.Action:
    start = reader.advance() if has_when else reader.peek()
    is_alone = reader.at("do") or (reader.peek().kind in _ACTION_KINDS and reader.peek(1).text in (":", "("))
    receiver = None if is_alone else action_receiver(reader)
    hint = "an ACTION is declared by `when do NAME:` or `when Player player do NAME:`"
    if is_alone and has_when and not reader.at("do"):
        named = reader.peek().text
        reader.report(codes.EXPECTED, f"expected `do` before `{named}`", hint=f"write `when do {named}`")
    elif not is_alone or reader.at("do"):
        reader.expect("do", code=codes.EXPECTED, hint=hint, after="the receiver" if receiver else "`when`")
    name = action_name(reader, "`do`")
    given = parameters(reader, name) if reader.at("(") else ()
    body = block(reader, f"`{name.text}`" if not given else "the parameters")
    return tree.Action(start.span.to(body.span), receiver, name, given, body)


_ACTION_KINDS = (scanner.ACTION, scanner.CAPITALS)


# type ID
def action_receiver(reader: Reader) -> tree.Parameter:
    """Who does the ACTION: always with a type."""
    first = reader.peek()
    if first.kind == NAME and reader.peek(1).text in ("do", ":"):
        meant = scanner.as_class(first.text)
        of = meant if reader.declares_class(meant) else "Player"
        line = first.span.rewritten(f"{of} {first.text}") or f"when {of} {first.text} do …"
        hint = f"say of which class it is: `{line}`"
        reader.fail(codes.BAD_PARAMETER, "the receiver of an ACTION has a type", hint=hint)
    if first.kind == NAME and reader.peek(1).text == "." and reader.peek(2).kind in _ACTION_KINDS:
        hint = f"write `when Player {first.text} do {reader.peek(2).text}:`, with the class of `{first.text}`"
        reader.fail(codes.BAD_PARAMETER, "an ACTION is declared with `do`, not with a point", hint=hint)
    if first.kind == NAME and reader.peek(1).kind in (scanner.CLASS, scanner.CAPITALS) and reader.peek(2).text == "do":
        class_, name_ = reader.peek(1), first
        place = Label(name_.span.to(class_.span))
        hint = f"write `when {class_.text} {name_.text} do …`"
        reader.tell(codes.BAD_PARAMETER, "the class of the receiver comes first", place, hint=hint)
        reader.advance()
        reader.advance()
        written = tree.TypeName(class_.span, class_.text)
        return tree.Parameter(place.span, written, tree.Ident(name_.span, name_.text))
    type_name = read_type(reader)
    if reader.at("(") and reader.peek(1).kind == NAME and reader.peek(2).text == ")":
        hint = f"write `when {type_name.span.text} {reader.peek(1).text} do …`"
        reader.fail(codes.BAD_PARAMETER, "the receiver of an ACTION has no parentheses", hint=hint)
    if reader.at("do"):
        named = f"{first.text} {first.text.lower()}"
        line = type_name.span.rewritten(named) or f"when {named} do …"
        hint = f"give it a name by which the ACTION knows it: `{line}`"
        reader.fail(codes.BAD_PARAMETER, "the receiver of an ACTION has a name", Label(type_name.span), hint=hint)
    name = small_name(reader, "a name", f"`{type_name.span.text}`")
    return tree.Parameter(reader.since(first), type_name, name)


# helper = ID "(" [params] ")" ":" ( expr NL | block )
def helper(reader: Reader) -> tree.Helper:
    start = reader.advance()
    given = parameters(reader, tree.Ident(start.span, start.text))
    if reader.at("="):
        reader.fail(codes.EXPECTED, "expected `:` after the parameters", hint="a helper is written `name(x): …`")
    body = value_or_block(reader, f"`{start.text}(…)`")
    return tree.Helper(start.span.to(body.span), tree.Ident(start.span, start.text), given, body)


# ":" ( expr NL | block )
def value_or_block(reader: Reader, after: str) -> tree.Expr | tree.Block:
    has_colon = colon(reader, after)
    if reader.at(scanner.NEWLINE):
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
def parameters(reader: Reader, of: tree.Ident | None = None) -> tuple[tree.Parameter, ...]:
    """What a function or class takes; of one with a value of its own nobody is told how many arguments are wanted."""
    opened = reader.advance()
    given: list[tree.Parameter] = []
    reader.has_default = False
    while not reader.at(")"):
        given.append(parameter(reader))
        if not reader.accept(","):
            break
    reader.expect(")", code=codes.EXPECTED, what="`,` or `)`", opened=opened)
    if reader.has_default and of is not None:
        reader.lost.add(of.text)
    return tuple(given)


# param = [ type ] ID | ID ":" type
def parameter(reader: Reader) -> tree.Parameter:
    start = reader.peek()
    type_name: tree.TypeName | None = None
    if start.kind in (scanner.CLASS, scanner.CAPITALS) and reader.peek(reader.at_type()).text in (",", ")"):
        hint = f"give it a name: `{start.text} {start.text.lower()}`"
        reader.fail(codes.BAD_PARAMETER, "a parameter has a name", hint=hint)
    if start.kind in (scanner.CLASS, scanner.CAPITALS) or start.text in scanner.TYPE_WORDS:
        type_name = read_type(reader)
    elif start.kind == NAME and reader.peek(1).kind == NAME:
        hint = not_a_type(reader, start.text)
        hint = hint or "the types are `int`, `float`, `bool`, `string` and the classes, which begin with a capital"
        reader.fail(codes.BAD_PARAMETER, f"`{start.text}` is not a type", hint=hint)
    name = small_name(reader, "a parameter", f"`{reader.previous.text}`")
    if reader.at(":"):
        reader.advance()
        written = read_type(reader)
        type_name = type_name or written
        hint = f"write `{written.span.text} {name.text}`"
        place = Label(reader.since(start))
        reader.tolerance.slip(codes.PARAMETER_ORDER, "the type of a parameter stands before its name", place, hint=hint)
    if reader.at("="):
        hint = "leave it out: every call gives all arguments"
        reader.report(codes.BAD_PARAMETER, "a parameter has no value of its own", hint=hint)
        reader.advance()
        expression(reader)
        reader.has_default = True
    return tree.Parameter(reader.since(start), type_name, name)


# ID
def small_name(reader: Reader, what: str, after: str) -> tree.Ident:
    token = reader.peek()
    if token.kind == scanner.KEYWORD and token.text == "let" and reader.peek(1).kind == NAME:
        hint = f"leave out `let`: `{reader.peek(1).text}: …`"
        reader.lost.add(reader.peek(1).text)
        reader.fail(codes.RESERVED_WORD, "`let` declares a class", hint=hint)
    if token.kind == scanner.KEYWORD:
        reader.lost.add(token.text)
        reader.fail(codes.RESERVED_WORD, f"`{token.text}` is a reserved word", hint="choose another name")
    if token.kind in (scanner.CLASS, scanner.CAPITALS, scanner.ACTION):
        hint = f"write `{token.text.lower()}`"
        reader.fail(codes.WRONG_SPELLING, f"{what} is written in small letters", hint=hint)
    token = reader.expect(NAME, code=codes.EXPECTED, what=what, after=after)
    return tree.Ident(token.span, token.text)


# What others write between a class and what it extends.
_FOR_BE = frozenset({"=", ":", "is", "extends", "inherits", "as", "from", "of", "isa", "are"})


# class = "let" Class [ "(" [params] ")" ] "be" type [ "(" [args] ")" ] ( NL | "with" ":" NL INDENT member+ OUTDENT )
def class_declaration(reader: Reader, *, has_let: bool = True) -> tree.Class:
    start = reader.advance() if has_let else reader.peek()
    name = class_name(reader)
    given = parameters(reader) if reader.at("(") else None
    head = f"{'' if has_let else 'let '}{reader.since(start).text}"
    if reader.peek().text in _FOR_BE and reader.peek(1).kind in (scanner.CLASS, scanner.CAPITALS):
        sign, rest = reader.peek().text, reader.line().text
        hint = f"write `{head} be {rest.removeprefix(sign).strip()}`"
        reader.report(codes.EXPECTED, f"expected `be` instead of `{sign}`", hint=hint)
        reader.advance()
    else:
        if reader.at("=", ":", "is"):
            hint = f"write `{head} be Object`"
            reader.fail(codes.EXPECTED, f"expected `be` instead of `{reader.peek().text}`", hint=hint)
        hint = f"say what it is: `{head} be Object with:`"
        if given is None and reader.peek().kind == NAME and is_class_without_let(reader):
            rest, _, tail = reader.line().text.partition(" be ")
            hint = (
                f"what it takes stands in parentheses: `{head}({', '.join(rest.replace(',', ' ').split())}) be {tail}`"
            )
        reader.expect("be", code=codes.EXPECTED, after="the name of the class", hint=hint)
    if reader.at("a", "an", "the") and reader.peek(1).kind in (scanner.CLASS, scanner.CAPITALS):
        word = reader.advance()
        hint = f"leave it out: `be {reader.peek().text}`"
        reader.tell(codes.FOREIGN_WORD, f"there is no `{word.text}` before a class", Label(word.span), hint=hint)
    base = read_type(reader)
    if base.name in ("Series", "Stack") and base.of is None and reader.at("("):
        of = reader.at_type(1)
        if of and reader.peek(of).text == ")":
            place, whole = Label(reader.peek().span), f"{base.name}<{reader.peek(1).text}>"
            reader.tell(codes.EXPECTED, "what a collection holds stands in `< >`", place, hint=f"write `be {whole}`")
            reader.advance()
            base = tree.TypeName(base.span, base.name, read_type(reader))
            reader.advance()
    upward = arguments(reader) if reader.at("(") else None
    has_members = reader.accept_misspelt("with", code=codes.EXPECTED, after=f"`{base.span.text}`")
    if not has_members and (reader.at(":") or (reader.at(scanner.NEWLINE) and reader.peek(1).kind == scanner.INDENT)):
        hint = "the members of a class stand below `with:`"
        reader.tell(codes.EXPECTED, f"expected `with` after `{base.span.text}`", Label(reader.gap()), hint=hint)
        has_members = True
    if not has_members:
        span = reader.since(start)
        end_line(reader)
        return tree.Class(span, name, given, base, upward, ())
    read = members(reader, is_announced=colon(reader, "`with`"))
    return tree.Class(reader.since(start), name, given, base, upward, tuple(read))


# Class
def class_name(reader: Reader) -> tree.Ident:
    token = reader.peek()
    if token.kind in (NAME, scanner.ACTION):
        title = f"`{token.text}` is not the name of a class"
        meant = "".join(part.capitalize() for part in token.text.split("_"))
        hint = f"a class begins with a capital and has letters and digits only: `{meant}`"
        if token.kind == NAME and reader.peek(1).text == "=":
            hint = f"leave out the `let`: it declares a class; write `{token.text} = …` in an ACTION"
            reader.fail(codes.WRONG_SPELLING, title, hint=hint)
        reader.report(codes.WRONG_SPELLING, title, hint=hint)
        return tree.Ident(reader.advance().span, meant)
    if token.kind == scanner.KEYWORD:
        reader.fail(codes.RESERVED_WORD, f"`{token.text}` is a reserved word", hint="choose another name")
    token = reader.expect(
        scanner.CLASS, scanner.CAPITALS, code=codes.EXPECTED, what="the name of a class", after="`let`"
    )
    return tree.Ident(token.span, token.text)


# NL INDENT member+ OUTDENT
def members(reader: Reader, *, is_announced: bool) -> list[tree.Member]:
    """What is indented below `with:`; where the `:` was missing, too, that has been said already."""
    read: list[tree.Member] = []
    hint = "indent the attributes and helpers; a class without any has no `with:`"
    if not reader.accept(scanner.NEWLINE):
        reader.fail(codes.NO_BLOCK, "the members of a class begin in a line of their own", hint=hint)
    if not reader.at(scanner.INDENT):
        if is_announced:
            place = Label(reader.gap())
            reader.tell(codes.NO_BLOCK, "expected indented members below `with:`", place, hint=hint)
        return read
    reader.advance()
    while not reader.at(scanner.OUTDENT, END):
        start = reader.place
        try:
            read.append(member(reader))
        except Unreadable:
            reader.skip_line(start)
            inner_lines(reader)
            reader.lose(start)
    reader.accept(scanner.OUTDENT)
    return read


# member = helper | [ "const" ] [ type ] ID ":" ( expr NL | block )
def member(reader: Reader) -> tree.Member:
    start = reader.peek()
    if start.kind == scanner.INDENT:
        reader.tell_indented()
        raise Unreadable
    if start.kind == NAME and reader.peek(1).text == "(":
        return helper(reader)
    if start.text == "when":
        hint = "declare it at the margin: `when Card card do NAME:`"
        reader.fail(codes.EXPECTED, "an ACTION cannot stand in a class", hint=hint)
    if start.text in ("self", "this") and reader.peek(1).text == "." and reader.peek(2).kind == NAME:
        hint = f"leave it out: `{reader.line().text.partition('.')[2].replace(' =', ':', 1)}`"
        title, place = f"there is no `{start.text}`", Label(start.span)
        reader.tell_for(reader.line(), codes.FOREIGN_WORD, title, place, hint=hint)
        raise Unreadable
    foreign_type(reader)
    start = reader.peek()
    if start.kind == NAME and start.text in slips.STATEMENT_WORDS and reader.peek(1).kind == NAME:
        hint = slips.STATEMENT_WORDS[start.text]
        if reader.peek(1).text in ("__init__", "init", "constructor"):
            hint = "an attribute gets its value below `with:`: `name: name`, of what the class takes"
        title, place = f"there is no `{start.text}`", Label(start.span)
        reader.tell_for(reader.line(), codes.FOREIGN_WORD, title, place, hint=hint)
        raise Unreadable
    is_const = reader.accept("const") is not None
    type_name = read_type(reader) if reader.at_type() else None
    after = f"`{reader.previous.text}`" if reader.place else "`with:`"
    if reader.peek().kind not in (NAME, scanner.KEYWORD, scanner.CLASS, scanner.CAPITALS, scanner.ACTION):
        place = Label(reader.peek().span, f"here is {found(reader.peek())}")
        hint = "the members of a class are attributes, `name: value`, and helpers, `name(x): value`"
        reader.fail(codes.EXPECTED, "expected an attribute or a helper", place, hint=hint)
    name = small_name(reader, "an attribute", after)
    if type_name is not None and reader.at("("):
        hint = f"what a helper gives is not declared: `{name.text}(…): …`"
        reader.fail(codes.BAD_PARAMETER, "a helper has no type", Label(type_name.span), hint=hint)
    if reader.at("="):
        line = reader.peek().span.rewritten(":") or f"{name.text}: …"
        reader.report(codes.EXPECTED, "an attribute is given its value by `:`", hint=f"write `{line}`")
        reader.advance()
        value: tree.Expr | tree.Block = whole_expression(reader)
        end_line(reader)
    elif reader.at(scanner.NEWLINE) and reader.peek(1).kind != scanner.INDENT:
        hint = f"write `{reader.since(start).text}: 0`"
        title = f"the attribute `{name.text}` has no value"
        reader.tell(codes.EXPECTED, title, Label(reader.gap(), "here"), hint=hint)
        value = tree.Broken(name.span)
        reader.advance()
    else:
        value = value_or_block(reader, f"`{name.text}`")
    return tree.AttributeDeclaration(start.span.to(value.span), is_const, type_name, name, value)


def foreign_type(reader: Reader) -> None:
    """Takes the words before an attribute that are none here: `private int n: 0`, `boolean is_red: True`."""
    while reader.peek().kind == NAME and reader.peek().text in slips.MODIFIERS:
        behind = reader.at_type(1) or 1
        if reader.peek(behind).kind != NAME:
            return
        word = reader.peek()
        hint = slips.MODIFIERS[word.text]
        reader.tell_for(reader.line(), codes.FOREIGN_WORD, f"there is no `{word.text}`", Label(word.span), hint=hint)
        reader.advance()
    ahead = 1 if reader.at("const") else 0
    word, name = reader.peek(ahead), reader.peek(ahead + 1)
    if word.kind != NAME or name.kind != NAME or reader.peek(ahead + 2).text not in (":", "="):
        return
    hint = not_a_type(reader, word.text)
    if not hint and not ahead and reader.peek(2).text == ":" and reader.peek(3).kind == scanner.NEWLINE:
        title, hint = "what a helper takes stands in parentheses", f"write `{word.text}({name.text}):`"
        reader.tell_for(reader.line(), codes.BAD_PARAMETER, title, Label(name.span), hint=hint)
        raise Unreadable
    if not hint:
        return
    reader.tell_for(reader.line(), codes.WRONG_SPELLING, f"`{word.text}` is not a type", Label(word.span), hint=hint)
    reader.lost.add(name.text)
    raise Unreadable


def not_a_type(reader: Reader, word: str) -> str:
    """What to write for a word in small letters that stands where a type is wanted; empty if nobody knows."""
    meant = scanner.as_class(word)
    if reader.declares_class(meant) or meant in ("Object", "Actor", "Series", "Stack"):
        return f"write `{meant}`; a class begins with a capital"
    near = suggest(word, scanner.TYPE_WORDS)
    return slips.TYPES.get(word, "") or (f"Did you mean `{near}`?" if near else "")


# block = NL INDENT stmt+ OUTDENT
def block(reader: Reader, after: str) -> tree.Block:
    """A block with the `:` before it; `after` says what opens it."""
    return indented(reader, after, is_announced=colon(reader, after))


# ":"
def colon(reader: Reader, after: str) -> bool:
    """Takes the `:`, or says that it is missing and goes on if it is the only thing that is. Whether it was there."""
    if reader.accept(":"):
        return True
    title = f"expected `:` after {after}"
    if after == "`else`" and reader.opens_block():
        hint = f"write `elif {reader.line().text.rstrip(' :')}:`, or leave the condition out"
        reader.tell_for(reader.line(), codes.EXPECTED, "`else` has no condition", Label(reader.peek().span), hint=hint)
        while not reader.at(":", scanner.NEWLINE, scanner.INDENT, scanner.OUTDENT, END):
            reader.advance()
        return reader.accept(":") is not None
    if reader.at(scanner.NEWLINE):
        reader.tell(codes.EXPECTED, title, Label(reader.gap(), "here"), hint="put a `:` at the end of the line")
        return False
    if reader.at("do", "then") and (reader.peek(1).kind == scanner.NEWLINE or reader.peek(1).text == ":"):
        word = reader.peek().text
        hint = f"write `:` instead of `{word}`"
        if reader.peek(1).text == ":":
            title, hint = f"no `{word}` stands before the `:`", "leave it out"
        reader.report(codes.FOREIGN_WORD, title, hint=hint)
        reader.advance()
        return reader.accept(":") is not None
    if reader.at("do") and reader.peek(1).kind in _ACTION_KINDS:
        hint = "put a `:` here, and begin a new line behind it"
        reader.report(codes.EXPECTED, f"expected `:` after {after}", hint=hint)
        return True
    if is_operand(reader.peek()) and not reader.opens_block() and is_statement(reader.line().text):
        hint = "put a `:` here, and begin a new line behind it"
        reader.tell_for(reader.line(), codes.EXPECTED, title, Label(reader.peek().span), hint=hint)
        raise Unreadable
    if is_operand(reader.peek()):
        no_operator(reader)
    hint = "to do something so often, write `for 5 times:`" if reader.at("times") else ""
    if reader.at("not"):
        hint = "unequal is written `!=`, and what is not among several `not in`"
        if reader.previous.kind == reader.peek(1).kind == NAME:
            hint = f"write `{reader.previous.text} != {reader.peek(1).text}`, or `not in` if it is one of several"
    elif reader.at(",", ";", "."):
        hint = f"write `:` instead of `{reader.peek().text}`"
    reader.expect(":", code=codes.EXPECTED, after=after, hint=hint)
    return True


def is_statement(text: str) -> bool:
    """Whether the rest of a line does something: it assigns, or an ACTION is done."""
    return re.search(r"(?<![=!<>])=(?!=)|\bdo [A-Z]|^print\(", text) is not None


def indented(reader: Reader, after: str, *, is_announced: bool) -> tree.Block:
    """What is indented below a `:`. Where it is missing or begins in the same line, it is said, and reading goes on;
    where the `:` was missing, too, that has been said already."""
    start = reader.peek()
    if not reader.accept(scanner.NEWLINE):
        hint = "begin a new line behind the `:` and indent it"
        reader.report(codes.NO_BLOCK, f"the block of {after} begins in a line of its own", hint=hint)
        return tree.Block(start.span, (statement(reader),))
    if not reader.at(scanner.INDENT):
        if not is_announced:
            return tree.Block(reader.gap(), ())
        hint = "indent the lines that belong to it; a block that does nothing is written `pass`"
        reader.tell(codes.NO_BLOCK, f"expected an indented block below {after}", Label(reader.gap()), hint=hint)
        gap = reader.gap()
        return tree.Block(gap, tuple(lines_at_margin(reader, gap)))
    with reader.nested(codes.TOO_DEEP):
        reader.advance()
        first = reader.peek()
        read = statements(reader)
        last = reader.previous
        reader.accept(scanner.OUTDENT)
        return tree.Block(first.span.to(last.span), tuple(read))


def lines_at_margin(reader: Reader, gap: Span) -> list[tree.Statement]:
    """The lines right below a declaration that should have been indented, up to an empty one or a declaration."""
    read: list[tree.Statement] = []
    line = gap.line
    while reader.is_at_margin() and reader.peek().span.line == line + 1 and not reader.at("main", "when", "let", END):
        if reader.peek().kind == NAME and reader.peek(1).text == "(" and is_helper(reader):
            break
        read += statement_or_rest(reader)
        line = reader.before(1).span.line
    return read


# stmt+
def statements(reader: Reader) -> list[tree.Statement]:
    """All statements up to the end of the block, or of the text."""
    read: list[tree.Statement] = []
    while not reader.at(scanner.OUTDENT, END):
        if reader.at(scanner.INDENT):
            reader.tell_indented()
            read += inner_lines(reader)
            continue
        read += statement_or_rest(reader)
    return read


def statement_or_rest(reader: Reader) -> list[tree.Statement]:
    """The next statement; of one that cannot be read, what lies in its blocks."""
    start = reader.place
    try:
        return [statement(reader)]
    except Unreadable:
        reader.skip_line(start)
        read = inner_lines(reader)
        while reader.at("elif", "else"):
            reader.skip_line(reader.place)
            read += inner_lines(reader)
        return read


def inner_lines(reader: Reader) -> list[tree.Statement]:
    """The statements of a block of which nobody knows what opens it."""
    if not reader.at(scanner.INDENT):
        return []
    try:
        with reader.nested(codes.TOO_DEEP):
            reader.advance()
            read = statements(reader)
            reader.accept(scanner.OUTDENT)
            return read
    except Unreadable:
        reader.skip_blocks()
        return []


def check_small_class(reader: Reader) -> None:
    """`series<Card> rest = …`: before `<`, with a name behind the `>`, nothing but a class is meant."""
    word, less, element, more, name = (reader.peek(ahead) for ahead in range(5))
    if word.kind != NAME or (less.text, more.text, name.kind) != ("<", ">", NAME):
        return
    if element.kind in (scanner.CLASS, scanner.CAPITALS) and not_a_type(reader, word.text):
        title = f"`{word.text}` is not a type"
        hint = f"write `{scanner.as_class(word.text)}<{element.text}> {name.text}`"
        reader.tell_for(reader.line(), codes.WRONG_SPELLING, title, Label(word.span), hint=hint)
        raise Unreadable


# stmt = "pass" NL | if | while | for | "return" [expr] NL | decl | expr NL
def statement(reader: Reader) -> tree.Statement:
    token = reader.peek()
    check_small_class(reader)
    if reader.at_typed_name():
        return typed_declaration(reader)
    if token.kind == scanner.KEYWORD:
        match token.text:
            case "pass":
                reader.advance()
                end_line(reader)
                return tree.Pass(token.span)
            case "if":
                return choice(reader)
            case "while":
                return while_loop(reader)
            case "for":
                return for_loop(reader)
            case "return":
                return return_statement(reader)
            case "elif" | "else":
                title = f"this `{token.text}` belongs to no `if`"
                reader.fail(
                    codes.EXPECTED, title, hint="it stands in the same column as its `if`, right below its block"
                )
            case "main" | "when" | "let" | "const" | "with":
                misplaced_declaration(reader, token)
    if token.kind == NAME and token.text in slips.STATEMENT_WORDS and reader.peek(1).text == ":":
        hint = slips.STATEMENT_WORDS[token.text]
        reader.tell_for(reader.line(), codes.FOREIGN_WORD, f"there is no `{token.text}`", Label(token.span), hint=hint)
        raise Unreadable
    if token.kind == NAME and token.text in slips.TYPES and reader.peek(1).kind == NAME and reader.peek(2).text == "=":
        hint = slips.TYPES[token.text]
        reader.report(codes.FOREIGN_WORD, f"there is no type `{token.text}`", hint=hint)
        reader.advance()
    elif token.kind == NAME and reader.peek(1).kind == NAME and reader.peek(2).text == "=":
        hint = not_a_type(reader, token.text)
        if hint:
            reader.report(codes.WRONG_SPELLING, f"`{token.text}` is not a type", hint=hint)
            reader.advance()
    value = whole_expression(reader)
    if isinstance(value, tree.Variable) and value.name in slips.LONE_WORDS:
        hint = slips.LONE_WORDS[value.name]
        reader.tell(codes.FOREIGN_WORD, f"there is no `{value.name}`", Label(value.span), hint=hint)
        value = tree.Broken(value.span)
    end_line(reader)
    return tree.Evaluate(value.span, value)


def misplaced_declaration(reader: Reader, token: Token) -> NoReturn:
    """A word that begins a declaration, inside of a block."""
    if token.text == "let" and reader.peek(1).kind == NAME:
        hint = f"leave it out: `{reader.peek(1).text} = …`; `let` declares a class"
    elif token.text == "const":
        hint = "leave it out: only attributes of a class are `const`"
    elif token.text == "with":
        hint = "it belongs to the line of a `let`: `let Card be Object with:`"
    else:
        hint = "declarations stand at the margin, one below the other"
    reader.fail(codes.EXPECTED, f"`{token.text}` cannot begin a statement", hint=hint)


# `x = a if b else c`, which Python has.
_CHOICE = re.compile(r"([\w.\[\]]+) = (.+) if (.+) else (.+)")


def end_line(reader: Reader) -> None:
    """Takes the line end that closes a statement."""
    if reader.accept(scanner.NEWLINE) or reader.at(scanner.OUTDENT, END):
        return
    if is_operand(reader.peek()):
        no_operator(reader)
    token = reader.peek()
    hint = ""
    annotated = reader.at_type(1)
    if token.text == ":" and annotated and reader.previous.kind == NAME and reader.peek(annotated).text == "=":
        hint = f"the type comes before the name: `{reader.peek(1).text} {reader.previous.text} = …`"
    elif token.text == ":":
        hint = "a `:` opens a block: a line with one begins with `if`, `while`, `for`, …"
    elif token.text == "for":
        hint = "a comprehension stands in square brackets: `[x for x in xs]`"
    elif token.text in ("if", "else"):
        hint = "a choice is a statement, in a line of its own"
        chosen = _CHOICE.fullmatch(token.span.source.line_text(token.span.line).strip())
        if chosen is not None:
            name, one, condition, other = chosen.groups()
            hint = f"choose in lines of their own: `if {condition}:`, `{name} = {one}`, `else:`, `{name} = {other}`"
    elif token.text == "," and reader.peek(1).kind in (scanner.NEWLINE, END):
        hint = "leave it out: a line end ends a statement"
    elif token.text == "," and "do" in (reader.peek(1).text, reader.peek(2).text):
        hint = "put the second one into a line of its own"
    elif token.text in (">", "<"):
        hint = "a class of something is written `Stack<Card>`"
    elif token.text == ",":
        hint = one_by_one(reader)
    place = Label(token.span, f"here is {found(token)}")
    reader.fail(codes.EXPECTED, "expected the end of the line", place, hint=hint)


def one_by_one(reader: Reader) -> str:
    """What to write for `a, b = 1, 2`."""
    line = reader.peek().span.source.line_text(reader.peek().span.line).strip()
    targets, sign, values = line.partition(" = ")
    pairs = list(zip(targets.split(","), values.split(","), strict=False)) if sign else []
    if len(pairs) == targets.count(",") + 1 == values.count(",") + 1 and "(" not in line and "[" not in line:
        assigned_ = ", ".join(f"`{name.strip()} = {value.strip()}`" for name, value in pairs)
        return f"one statement assigns one name: {assigned_}, each in a line of its own"
    whole = f"{targets} = [{values}]" if sign and "," not in targets else "[a, b]"
    return f"one statement assigns one name, and several values stand in square brackets: `{whole}`"


# decl = type ID [ "=" expr ] NL
def typed_declaration(reader: Reader) -> tree.Declare:
    start = reader.peek()
    type_name = read_type(reader)
    token = reader.advance()
    name = tree.Ident(token.span, token.text)
    value = whole_expression(reader) if reader.accept("=") else None
    if value is None and reader.at(":"):
        hint = f"a value is given by `=`: `{type_name.name} {name.text} = …`"
        reader.fail(codes.EXPECTED, "expected `=` or the end of the line", hint=hint)
    span = reader.since(start)
    end_line(reader)
    return tree.Declare(span, type_name, name, value)


# "return" [expr] NL
def return_statement(reader: Reader) -> tree.Return:
    start = reader.advance()
    value = None if reader.at(scanner.NEWLINE, scanner.OUTDENT, END) else whole_expression(reader)
    span = reader.since(start)
    end_line(reader)
    return tree.Return(span, value)


def condition(reader: Reader) -> tree.Expr:
    reader.in_condition = True
    try:
        return whole_expression(reader)
    finally:
        reader.in_condition = False


# if = "if" expr ":" block { "elif" expr ":" block } [ "else" ":" block ]
def choice(reader: Reader) -> tree.If:
    start = reader.peek()
    branches: list[tree.Branch] = []
    otherwise: tree.Block | None = None
    while True:
        first = reader.advance()
        test = condition(reader)
        body = block(reader, f"the condition of this `{first.text}`")
        branches.append(tree.Branch(first.span.to(body.span), test, body))
        if reader.at("else") and reader.peek(1).text == "if":
            place = Label(reader.peek().span.to(reader.peek(1).span))
            reader.tell(codes.FOREIGN_WORD, "`else if` is one word", place, hint="write `elif`")
            reader.advance()
        elif not reader.at("elif"):
            break
    if reader.at("else"):
        reader.advance()
        otherwise = block(reader, "`else`")
    last = otherwise if otherwise is not None else branches[-1]
    return tree.If(start.span.to(last.span), tuple(branches), otherwise)


# while = "while" expr ":" block [ "else" ":" block ]
def while_loop(reader: Reader) -> tree.While:
    start = reader.advance()
    test = condition(reader)
    body = block(reader, "the condition of this `while`")
    otherwise: tree.Block | None = None
    if reader.accept("else"):
        otherwise = block(reader, "`else`")
    last = otherwise if otherwise is not None else body
    return tree.While(start.span.to(last.span), test, body, otherwise)


# for = "for" ID "in" expr ":" block | "for" expr "times" ":" block
def for_loop(reader: Reader) -> tree.For | tree.Repeat:
    start = reader.advance()
    check_counting(reader, start)
    if reader.peek().kind == NAME and reader.peek(1).text == "in":
        token = reader.advance()
        reader.advance()
        values = whole_expression(reader)
        if reader.at(":") and reader.peek(1).kind != scanner.NEWLINE and reader.opens_block():
            sign = reader.peek()
            hint = f"write `{values.span.text}...{reader.line().text.strip(' :')}`, which leaves out its end"
            title = "a range is written with points"
            reader.tell_for(reader.line(), codes.EXPECTED, title, Label(sign.span), hint=hint)
            raise Unreadable
        body = block(reader, "this `for`")
        return tree.For(start.span.to(body.span), tree.Ident(token.span, token.text), values, body)
    if reader.peek().kind == NAME and reader.peek(1).kind == NAME and reader.peek(2).text == ":":
        item, whole = reader.peek(), reader.peek(1)
        if suggest(whole.text, ["times"]) is not None:
            hint = f"write `for {item.text} times:`"
            title = "expected `times` after the number of rounds"
            reader.tell_for(reader.line(), codes.EXPECTED, title, Label(whole.span), hint=hint)
            raise Unreadable
        hint = f"write `for {item.text} in {whole.text}:`"
        reader.tell_for(
            reader.line(), codes.EXPECTED, f"expected `in` after `{item.text}`", Label(whole.span), hint=hint
        )
        raise Unreadable
    if reader.peek().kind == NAME and reader.peek(1).kind == NAME and reader.peek(1).text != "times":
        after = 2 if reader.peek(2).text == "in" or reader.peek(1).text not in ("of", "from", "through", "over") else 1
        name = reader.peek(after - 1).text
        place = Label(reader.peek().span if after == 2 else reader.peek(1).span)
        line = place.span.rewritten("" if after == 2 else "in") if reader.opens_block() else ""
        hint = f"write `{line if ' in ' in line else f'for {name} in …:'}`"
        reader.tell_for(reader.line(), codes.EXPECTED, f"expected `in` after `{name}`", place, hint=hint)
        raise Unreadable
    no_in(reader, "[", "(")
    if reader.at_typed_name() and reader.peek(reader.at_type() + 1).text == "in":
        hint = f"write `for {reader.peek(reader.at_type()).text} in …`"
        reader.fail(codes.EXPECTED, "the name that runs over the values has no type", hint=hint)
    count = whole_expression(reader)
    hint = "a loop is written `for card in cards:` or `for 3 times:`"
    reader.expect("times", code=codes.EXPECTED, after="the number of rounds", hint=hint)
    body = block(reader, "this `for`")
    return tree.Repeat(start.span.to(body.span), count, body)


def no_in(reader: Reader, *values: str) -> None:
    """`for name ['a', 'b']`, where a value begins right behind the name that runs over it, and not close by as an index
    or arguments do."""
    name, value = reader.peek(), reader.peek(1)
    if name.kind != NAME or value.text == "times" or name.span.end == value.span.start:
        return
    if value.text in values or value.kind in values:
        first = reader.peek(2) if value.text in ("of", "from", "through", "over") else value
        title, hint = f"expected `in` after `{name.text}`", f"write `for {name.text} in {first.text}…`"
        reader.tell_for(reader.line(), codes.EXPECTED, title, Label(value.span), hint=hint)
        raise Unreadable


def check_counting(reader: Reader, start: Token) -> None:
    """A loop of C: `for (int i = 0; i < 5; i++)`, or of another language that counts."""
    line = reader.line()
    is_c = ";" in line.text and "=" in line.text
    is_basic = reader.peek().kind == NAME and reader.peek(1).text == "=" and not is_c
    if not is_c and not is_basic:
        return
    hint = "a loop is written `for i in 0...5:`, which leaves out 5, or `for 5 times:`"
    place = Label(start.span.to(line))
    reader.tell_for(place.span, codes.EXPECTED, "this is a loop of another language", place, hint=hint)
    raise Unreadable


ASSIGNMENTS = frozenset(("=", "+=", "-=", "*=", "/=", "//=", "**=", "%=", "&=", "|=", "^="))


def whole_expression(reader: Reader) -> tree.Expr:
    """An expression of which no part lies too deep for those who walk over the tree by recursion."""
    expr = expression(reader)
    is_too_deep = reader.is_too_deep(expr, tree.children, codes.TOO_DEEP, HEIGHT_LIMIT - reader.depth)
    return tree.Broken(expr.span) if is_too_deep else expr


# expr = disj [ "=" expr | augop expr ]
def expression(reader: Reader) -> tree.Expr:
    with reader.nested(codes.TOO_DEEP):
        left = operators(reader)
        if reader.peek().kind != scanner.SIGN or reader.peek().text not in ASSIGNMENTS:
            return left
        sign = reader.advance()
        target = assigned(reader, left, sign)
        check_turned(reader, left, sign)
        value = expression(reader)
        return tree.Assign(left.span.to(value.span), target, cast(tree.AssignOperator, sign.text), value)


def check_turned(reader: Reader, left: tree.Expr, sign: Token) -> None:
    """`n =+ 1`, which gives n the value 1, where `n += 1` is meant: nobody writes a sign so."""
    token = reader.peek()
    text = sign.span.source.text
    is_one = (
        sign.text == "=" and token.span.start == sign.span.end and text[sign.span.start - 1 : sign.span.start].isspace()
    )
    if (
        not is_one
        or token.text not in ("+", "-", "*", "/", "//", "%", "**")
        or not text[token.span.end : token.span.end + 1].isspace()
    ):
        return
    place, meant = sign.span.to(token.span), f"{token.text}="
    hint = f"to change `{left.span.text}`, write `{meant}`"
    if token.text in ("+", "-"):
        title = f"this gives `{left.span.text}` a value with a sign before it, whatever it was"
        reader.warn(codes.TURNED_OPERATOR, title, Label(place), hint=hint)
    else:
        reader.fail(codes.UNKNOWN_OPERATOR, f"`={token.text}` is not an operator", Label(place), hint=hint)


def assigned(reader: Reader, left: tree.Expr, sign: Token) -> tree.Variable | tree.Path | tree.Broken:
    """What an assignment changes: a name, an attribute or an element."""
    match left:
        case tree.Variable() | tree.Broken():
            return left
        case tree.Path(_, _, (*_, tree.Attribute())):
            return left
        case tree.Path(_, _, (*_, tree.Element(_, index))) if not isinstance(index, tree.Slice):
            return left
    if (sign.text == "=" and reader.in_condition) or isinstance(left, tree.Compare | tree.Logic | tree.Not):
        title, hint = "this assigns, and does not compare", "to compare, write `==`"
        reader.tell(codes.BAD_ASSIGNMENT, title, Label(sign.span), hint=hint)
        return tree.Broken(left.span)
    hint = "a name, an attribute or an element can be assigned: `x = 1`, `card.faceup = True`, `cards[0] = card`"
    match left:
        case tree.Path(_, _, (*_, tree.Element())):
            title = "a slice cannot be assigned"
        case tree.Path() | tree.Call() | tree.Create():
            title = "what a call gives cannot be assigned"
        case _:
            title = "this cannot be assigned"
    reader.tell(codes.BAD_ASSIGNMENT, title, Label(left.span), Label(sign.span, "by this"), hint=hint)
    return tree.Broken(left.span)


# disj    = conj { "or" conj }        conj = neg { "and" neg }        neg = "not" neg | compare
# compare = doing { ( "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not" "in" | "is" | "is" "not" ) doing }
# doing   = [ bitor ] { "do" ACTION [ "(" [args] ")" ] }
# bitor   = bitxor { "|" bitxor }     bitxor = bitand { "^" bitand }     bitand = sum { "&" sum }
# sum     = product { ("+"|"-") product }        product = range { ("*"|"/"|"//"|"%") range }
# range   = unary [ (".."|"...") unary ]
# unary   = ("-"|"+"|"~") unary | power          power = postfix [ "**" unary ]
def operators(reader: Reader) -> tree.Expr:
    """All operators by their strength. A stronger one closes no weaker run that is open before it."""
    start = reader.peek()
    runs: list[Run] = []
    is_broken = False
    while True:
        prefixes(reader, runs)
        operand_read = acts(reader, None) if reader.at("do") else operand(reader)
        while reader.at("do") and not is_end_of_line_do(reader):
            operand_read = acts(reader, closed(runs, operand_read, DO_STRENGTH))
        operator = next_operator(reader)
        if operator is None:
            value = closed(runs, operand_read, -1)
            return tree.Broken(reader.since(start)) if is_broken else value
        sign, word = operator
        if sign.kind == BROKEN_OPERATOR:
            is_broken = True
            continue
        strength = STRENGTH[word]
        operand_read = closed(runs, operand_read, strength)
        if runs and runs[-1].strength == strength and strength != POWER_STRENGTH:
            if strength == RANGE_STRENGTH:
                hint = "put one of them into parentheses, or join two ranges: `1..3 + 7..9`"
                reader.fail(codes.BAD_RANGE, "a range has one beginning and one end", Label(sign.span), hint=hint)
            runs[-1].extend(operand_read)
            runs[-1].operator, runs[-1].word = sign, word
        else:
            runs.append(Run(strength, sign, word, operand_read))
        if len(runs) > NESTING_LIMIT:
            reader.fail(codes.TOO_DEEP, "these are too many operators in a row", hint="put a part into parentheses")


def is_end_of_line_do(reader: Reader) -> bool:
    """Whether this `do` is that of another language, `while x do`, which ends its line, or one that should stand in the
    next line: `if x do DEAL`."""
    following = reader.peek(1)
    is_alone = following.kind == scanner.NEWLINE or following.text == ":"
    return is_alone or (
        reader.in_condition and following.kind in _ACTION_KINDS and reader.peek(2).kind == scanner.NEWLINE
    )


# { "do" ACTION [ "(" [args] ")" ] }
def acts(reader: Reader, receiver: tree.Expr | None) -> tree.Expr:
    """The ACTIONs done on a receiver, one or more. On what an ACTION gave, the next one is done: one tree for both."""
    start = receiver.span if receiver is not None else reader.peek().span
    done: list[tree.Act] = []
    if isinstance(receiver, tree.Doing):
        done, receiver = [*receiver.acts], receiver.receiver
    while reader.at("do"):
        first = reader.advance()
        action = action_name(reader, "`do`")
        has_parentheses = reader.at("(")
        given = arguments(reader) if has_parentheses else ()
        done.append(tree.Act(reader.since(first), action, given, has_parentheses))
        if reader.at(".", "["):
            part_of_given(reader, start, action, has_parentheses)
    return tree.Doing(start.to(reader.previous.span), receiver, tuple(done))


def part_of_given(reader: Reader, start: Span, action: tree.Ident, has_parentheses: bool) -> NoReturn:
    """Says what is wrong with `deck do POP_TOP[3]` and with `deck do POP_TOP.rank`; raises `Unreadable`."""
    sign = reader.peek()
    rest = reader.line().text
    inside = rest[1 : rest.find("]")] if 0 < rest.find("]") <= SHOWN_COUNTED else "…"
    whole = start.to(reader.previous.span).text
    done = whole if len(whole) <= SHOWN_COUNTED and "\n" not in whole else f"… do {action.text}"
    if sign.text == "[" and not has_parentheses:
        hint = f"write `{action.text}({inside})`; of what it gives, an element is `({done})[{inside}]`"
        title = "what an ACTION is given stands in parentheses"
        reader.fail(codes.NO_PARENTHESES, title, Label(sign.span), hint=hint)
    part = f"[{inside}]" if sign.text == "[" else f".{reader.peek(1).text}"
    title = f"to take a part of what {action.text} gives, parentheses are needed"
    reader.fail(codes.NO_PARENTHESES, title, Label(sign.span), hint=f"write `({done}){part}`")


# postfix = atom { "." ID [ "(" [args] ")" ] | "[" slice "]" }
def operand(reader: Reader) -> tree.Expr:
    subject = atom(reader)
    steps: list[tree.Step] = []
    if isinstance(subject, tree.Path):
        steps, start, subject = [*subject.steps], subject.span, subject.subject
    else:
        start = subject.span
    taken = len(steps)
    while reader.peek().kind == scanner.SIGN and reader.at(".", "["):
        steps.append(path_member(reader) if reader.at(".") else element(reader))
    if not steps:
        return subject
    return tree.Path(start.to(reader.previous.span) if len(steps) > taken else start, subject, tuple(steps))


# "." ID [ "(" [args] ")" ]
def path_member(reader: Reader) -> tree.Step:
    first = reader.advance()
    token = reader.peek()
    if token.kind in (scanner.ACTION, scanner.CAPITALS, scanner.CLASS):
        said = f"do {scanner.as_action(token.text)}" if token.kind == scanner.CLASS else f"do {token.text}"
        title = f"`{token.text}` is not an attribute or a helper"
        named = path_before(reader) or "…"
        reader.advance()
        takes = _given(reader.in_brackets())
        hint = f"attributes and helpers are written in small letters; an ACTION is done: `{named} {said}{takes}`"
        reader.fail(codes.ACTION_CALLED, title, Label(token.span), hint=hint)
    if token.kind == scanner.KEYWORD and token.text != "do":
        reader.fail(codes.RESERVED_WORD, f"`{token.text}` is a reserved word", hint="choose another name")
    if token.text == "do":
        hint = f"leave out the point: `… do {reader.peek(1).text}`"
        reader.fail(codes.ACTION_CALLED, "no point stands before `do`", Label(first.span), hint=hint)
    hint = "write its name behind the point, or leave the point out"
    token = reader.expect(NAME, code=codes.EXPECTED, what="an attribute or a helper", after="`.`", hint=hint)
    name = tree.Ident(token.span, token.text)
    if reader.at("("):
        given = arguments(reader)
        return tree.MethodCall(reader.since(first), name, given)
    return tree.Attribute(reader.since(first), name)


def path_before(reader: Reader) -> str:
    """The names and points right before the point that was read last: `player.hand`; empty if something else is."""
    back = 2
    while reader.before(back).kind == NAME and reader.before(back + 1).text == ".":
        back += 2
    if reader.before(back).kind != NAME:
        return ""
    return reader.before(back).span.to(reader.before(2).span).text


# "[" slice "]"
def element(reader: Reader) -> tree.Step:
    opened = reader.advance()
    if reader.at("]"):
        reader.fail(codes.EXPECTED, "expected an index after `[`", hint="the first element is `[0]`, the last `[-1]`")
    index = slice_or_expression(reader)
    reader.expect("]", code=codes.EXPECTED, opened=opened)
    return tree.Element(reader.since(opened), index)


# slice = expr | [expr] ":" [expr] [ ":" [expr] ]
def slice_or_expression(reader: Reader) -> tree.Expr | tree.Slice:
    start = reader.peek()
    first = None if reader.at(":") else expression(reader)
    if not reader.at(":"):
        assert first is not None
        return first
    reader.advance()
    stop = None if reader.at(":", "]", ")", ",") else expression(reader)
    step = None
    if reader.accept(":"):
        step = None if reader.at("]", ")", ",") else expression(reader)
    return tree.Slice(reader.since(start), first, stop, step)


# "(" [ arg { "," arg } ] ")"
def arguments(reader: Reader) -> tuple[tree.Argument, ...]:
    opened = reader.advance()
    given: list[tree.Argument] = []
    while not reader.at(")"):
        given.append(argument(reader))
        if not reader.accept(","):
            break
        if reader.at(")"):
            place = Label(reader.previous.span)
            reader.tell(codes.BAD_ARGUMENT, "an argument is missing after this comma", place, hint="leave it out")
    close(reader, ")", opened)
    return tuple(given)


def close(reader: Reader, bracket: str, opened: Token) -> None:
    """Takes the bracket that closes a list."""
    no_choice(reader)
    no_do(reader)
    if is_operand(reader.peek()):
        title, hint = f"expected `,` or `{bracket}` before {found(reader.peek())}", "put a comma between the two"
        before, here, behind = reader.previous, reader.peek(), reader.peek(1)
        if before.kind == here.kind == NAME and behind.text == bracket and reader.declares_helper(before.text):
            hint = f"a helper is given values in parentheses: `{before.text}({here.text})`"
        elif before.kind == here.kind == behind.kind == NAME:
            hint = "a text stands in quotes: `'…'`, and `{x}` inside of `f'…'` is the value of x"
        if reader.previous.text == "lambda":
            title = "there are no functions without a name"
            hint = "declare a helper, or write what is done with each element: `[card.value for card in cards]`"
        labels = (Label(reader.peek().span), Label(opened.span, "this is still open"))
        reader.fail(codes.EXPECTED, title, *labels, hint=hint)
    reader.expect(bracket, code=codes.EXPECTED, what=f"`,` or `{bracket}`", opened=opened)


# arg = ID "=" expr | slice | expr comp+
def argument(reader: Reader) -> tree.Argument:
    start = reader.peek()
    if start.kind == NAME and reader.peek(1).text == "=":
        reader.advance()
        reader.advance()
        value = expression(reader)
        return tree.Argument(reader.since(start), tree.Ident(start.span, start.text), value)
    given = slice_or_expression(reader)
    whole = given if isinstance(given, tree.Slice) else comprehension(reader, given)
    return tree.Argument(reader.since(start), None, whole)


# { "for" ID "in" disj | "for" disj "times" }
def comprehension(reader: Reader, value: tree.Expr) -> tree.Expr | tree.Comprehension:
    clauses: list[tree.ForIn | tree.ForTimes] = []
    while reader.at("for"):
        first = reader.advance()
        if reader.peek().kind == NAME and reader.peek(1).text == "in":
            token = reader.advance()
            reader.advance()
            with reader.nested(codes.TOO_DEEP):
                values = operators(reader)
            clauses.append(tree.ForIn(reader.since(first), tree.Ident(token.span, token.text), values))
        else:
            no_in(reader, "[", NAME)
            with reader.nested(codes.TOO_DEEP):
                count = operators(reader)
            hint = "a clause is written `for card in cards` or `for 3 times`"
            reader.expect("times", code=codes.EXPECTED, after="the number of rounds", hint=hint)
            clauses.append(tree.ForTimes(reader.since(first), count))
    if clauses and reader.at("if"):
        hint = "collect the elements in a loop: `for card in cards:` with an `if` in it"
        reader.fail(codes.FOREIGN_WORD, "a comprehension has no `if`", hint=hint)
    return tree.Comprehension(value.span.to(reader.previous.span), value, tuple(clauses)) if clauses else value


# atom = literal | fstring | "None" | ID [ "(" [args] ")" ] | [ "new" ] Class [ "<" type ">" ] "(" [args] ")"
#      | "(" expr ")" | "[" [ item { "," item } ] "]"
def atom(reader: Reader) -> tree.Expr:
    token = reader.peek()
    match token.kind:
        case "<name>" if token.text == "new" and reader.peek(1).kind in (scanner.CLASS, scanner.CAPITALS):
            return create(reader)
        case "<name>":
            reader.advance()
            if reader.at("("):
                given = arguments(reader)
                return tree.Call(reader.since(token), tree.Ident(token.span, token.text), given)
            return tree.Variable(token.span, token.text)
        case "<Class>" | "<CAPITALS>":
            return create(reader)
        case "<ACTION>":
            return bare_action(reader)
        case "<number>":
            reader.advance()
            return tree.Number(token.span, token.value) if isinstance(token.value, int) else tree.Broken(token.span)
        case "<decimal>":
            reader.advance()
            return tree.Decimal(token.span, token.value) if isinstance(token.value, float) else tree.Broken(token.span)
        case "<string>":
            return tree.Text(reader.advance().span, cast(str, token.value))
        case "<f-string>":
            return formatted(reader)
        case "<broken>":
            return tree.Broken(reader.advance().span)
    match token.text:
        case "True" | "False":
            return tree.Truth(reader.advance().span, token.text == "True")
        case "None":
            return tree.Nothing(reader.advance().span)
        case "(":
            return parenthesised(reader)
        case "[":
            return series(reader)
    return no_atom(reader)


# "(" expr ")"
def parenthesised(reader: Reader) -> tree.Expr:
    opened = reader.advance()
    if reader.at(")"):
        place = Label(opened.span.to(reader.peek().span))
        reader.fail(codes.EXPECTED, "there is nothing between these parentheses", place, hint="write an expression")
    value = expression(reader)
    if reader.at(","):
        hint = "several values stand in square brackets: `[a, b]`"
        reader.fail(codes.FOREIGN_WORD, "there are no tuples", Label(reader.peek().span), hint=hint)
    if reader.at("for"):
        hint = "write it in square brackets: `[x for x in xs]`"
        reader.fail(codes.BAD_ARGUMENT, "a comprehension cannot stand in parentheses alone", hint=hint)
    no_choice(reader)
    if is_operand(reader.peek()):
        no_operator(reader)
    reader.expect(")", code=codes.EXPECTED, opened=opened)
    return value


# "[" [ item { "," item } ] "]"            item = expr [ comp+ ]
def series(reader: Reader) -> tree.Expr:
    opened = reader.advance()
    items: list[tree.Expr | tree.Comprehension] = []
    while not reader.at("]"):
        items.append(comprehension(reader, expression(reader)))
        if not reader.accept(","):
            break
        if reader.at("]"):
            place = Label(reader.previous.span)
            reader.tell(codes.BAD_ARGUMENT, "an element is missing after this comma", place, hint="leave it out")
    close(reader, "]", opened)
    return tree.Series(reader.since(opened), tuple(items))


# [ "new" ] Class [ "<" type ">" ] "(" [args] ")"
def create(reader: Reader) -> tree.Expr:
    start = reader.peek()
    has_new = start.kind == NAME
    if has_new:
        reader.advance()
    if reader.peek(1).text == "[" and reader.peek(2).kind in (scanner.CLASS, scanner.CAPITALS):
        whole = f"{start.text}<{reader.peek(2).text}>()"
        title, hint = "what a collection holds stands in `< >`", f"write `{whole}`"
        reader.fail(codes.EXPECTED, title, Label(reader.peek(1).span), hint=hint)
    if not has_new and reader.at_type() == 1 and reader.peek(1).text != "(":
        token = reader.advance()
        return tree.BareName(token.span, token.text)
    type_name = read_type(reader)
    if reader.at("("):
        given = arguments(reader)
        return tree.Create(reader.since(start), type_name, given, has_new)
    place = Label(reader.since(start))
    hint = f"write `{type_name.span.text}()`"
    reader.tell(codes.NO_PARENTHESES, "a new object is made with parentheses", place, hint=hint)
    return tree.Broken(reader.since(start))


def bare_action(reader: Reader) -> tree.Expr:
    """An ACTION where a value should be; one that is called like a function looks like a new object."""
    token = reader.advance()
    if reader.at("("):
        written = tree.TypeName(token.span, token.text)
        given = arguments(reader)
        return tree.Create(reader.since(token), written, given, has_new=False)
    return tree.BareName(token.span, token.text)


def _given(texts: Sequence[str]) -> str:
    return f"({', '.join(texts)})" if texts else ""


# fstring = "f'" { character | "{" expr "}" } "'"
def formatted(reader: Reader) -> tree.Expr:
    token = reader.advance()
    parts: list[str | tree.Expr] = []
    for part in cast("tuple[str | scanner.FormattedValue, ...]", token.value):
        if isinstance(part, str):
            parts.append(part)
        elif part.tokens is None:
            return tree.Broken(token.span)
        else:
            inner = Reader(part.tokens, reader.pass_on, reader.tolerance.strict, reader.depth)
            try:
                parts.append(expression(inner))
                hint = "between braces stands one expression: `{player.name}`"
                inner.expect(END, code=codes.EXPECTED, what="`}`", after="this", hint=hint)
            except Unreadable:
                return tree.Broken(token.span)
    return tree.FormattedText(token.span, tuple(parts))


# How tightly operators bind. `not` and the signs stand before their operand, `do` behind it.
_LEVELS = (
    *(("or",), ("and",), ("not",), ("==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not"), ("do",)),
    *(("|",), ("^",), ("&",), ("+", "-"), ("*", "/", "//", "%"), ("..", "..."), ("sign",), ("**",)),
)
# How long what is counted may be to be written out in advice.
SHOWN_COUNTED = 40

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
    first: tree.Expr | None
    links: list[tuple[Token, str, tree.Expr]] = field(default_factory=list)

    def extend(self, operand: tree.Expr) -> None:
        self.links.append((self.operator, self.word, operand))

    def close(self, last: tree.Expr) -> tree.Expr:
        """The tree of the run, once its last operand is known."""
        if self.first is None:
            span = self.operator.span.to(last.span)
            return (
                tree.Not(span, last)
                if self.word == "not"
                else tree.Sign(span, cast(tree.SignOperator, self.word), last)
            )
        self.extend(last)
        first, span = self.first, self.first.span.to(last.span)
        match self.word:
            case ".." | "...":
                return tree.Range(span, first, last, self.word == "..")
            case "**":
                return tree.Power(span, first, last)
            case "and":
                return tree.Logic(span, "and", (first, *(operand for _, _, operand in self.links)))
            case "or":
                return tree.Logic(span, "or", (first, *(operand for _, _, operand in self.links)))
        if self.strength == COMPARE_STRENGTH:
            compared = (
                tree.CompareLink(sign.span, cast(tree.Comparison, word), right) for sign, word, right in self.links
            )
            return tree.Compare(span, first, tuple(compared))
        chained = (tree.Link(sign.span, cast(tree.Operator, word), right) for sign, word, right in self.links)
        return tree.Chain(span, first, tuple(chained))


def closed(runs: list[Run], operand_read: tree.Expr, strength: int) -> tree.Expr:
    """The operand after all open runs that bind tighter have been closed with it."""
    while runs and runs[-1].strength > strength:
        operand_read = runs.pop().close(operand_read)
    return operand_read


def prefixes(reader: Reader, runs: list[Run]) -> None:
    """Opens a run for each `not`, `-`, `+` and `~` before an operand."""
    while reader.peek().kind in (scanner.KEYWORD, scanner.SIGN) and reader.at("not", "-", "+", "~", "do"):
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
        if token.text in "+-" and reader.at(scanner.NEWLINE):
            title, counted, place = "a value is missing here", "n", token.span
            before = reader.peek(-2)
            if before.text == token.text and before.span.end == token.span.start:
                title, place = f"`{token.text * 2}` is not an operator", before.span.to(token.span)
                counted = place.source.line_text(place.line)[: place.column - 1].strip()
            hint = f"to count, write `{counted if counted and len(counted) <= SHOWN_COUNTED else 'n'} {token.text}= 1`"
            reader.fail(codes.UNKNOWN_OPERATOR, title, Label(place), hint=hint)
        runs.append(Run(NOT_STRENGTH if limit else SIGN_STRENGTH, token, token.text, None))
        if len(runs) > NESTING_LIMIT:
            reader.fail(codes.TOO_DEEP, "these are too many operators in a row", hint="leave them out in pairs")


def next_operator(reader: Reader) -> tuple[Token, str] | None:
    """Takes the operator after an operand, if there is one: its token, which may cover two words, and its name."""
    token = reader.peek()
    if token.kind == BROKEN_OPERATOR:
        return reader.advance(), token.text
    if token.kind == scanner.KEYWORD and token.text in ("not", "is"):
        following = reader.peek(1).text
        word = f"{token.text} {following}"
        if word in STRENGTH:
            reader.advance()
            reader.advance()
            return Token(scanner.KEYWORD, word, reader.since(token)), word
        if token.text == "not":
            return None
    if token.kind in (scanner.SIGN, scanner.KEYWORD) and token.text in STRENGTH and token.text != "do":
        if token.text == ">" and reader.peek(1).text in (">", ">=") and reader.peek(1).span.start == token.span.end:
            hint = "there are no shift operators: divide by a power of two, `n // 2 ** k`"
            reader.fail(codes.UNKNOWN_OPERATOR, "`>>` is not an operator", hint=hint)
        return reader.advance(), token.text
    if token.kind == NAME and token.text in slips.INFIX_WORDS:
        hint = slips.INFIX_WORDS[token.text]
        before, behind = reader.previous, reader.peek(1)
        if token.text == "to" and behind.kind in (scanner.NUMBER, NAME) and before.kind in (scanner.NUMBER, NAME):
            hint = f"a range is written `{before.text}..{behind.text}`"
        reader.fail(codes.FOREIGN_WORD, f"`{token.text}` is not an operator", hint=hint)
    return None


# ACTION
def action_name(reader: Reader, after: str) -> tree.Ident:
    token = reader.peek()
    if token.kind == NAME and reader.peek(1).text in ASSIGNMENTS:
        who = reader.before(2)
        hint = f"an attribute is taken with a point: `{who.text if who.kind == NAME else '…'}.{token.text}`"
        reader.fail(codes.WRONG_SPELLING, f"`{token.text}` is not an ACTION", hint=hint)
    behind = reader.peek(2)
    if token.kind == NAME and reader.peek(1).text == "." and behind.kind in (scanner.ACTION, scanner.CAPITALS):
        title = f"who does an ACTION stands before `do`, and `{token.text}` behind it"
        hint = f"write `{token.text} do {behind.text}`"
        reader.fail(codes.WRONG_SPELLING, title, Label(token.span.to(behind.span)), hint=hint)
    if token.kind in (NAME, scanner.CLASS) and {token.text, scanner.as_action(token.text)} <= reader.lost:
        return tree.Ident(reader.advance().span, token.text)  # which has been told
    if token.kind in (NAME, scanner.CLASS):
        hint = f"an ACTION is written in capitals: `{scanner.as_action(token.text)}`"
        if token.kind == NAME:
            hint += f"; a helper is called without `do`: `{token.text}(…)`"
        if token.kind == NAME and reader.before(2).text in ("not", "if", "elif", "while", "and", "or"):
            hint = f"a helper is called without `do`: `{token.text}(…)`"
        reader.report(codes.WRONG_SPELLING, f"`{token.text}` is not an ACTION", hint=hint)
        reader.lost.update((token.text, scanner.as_action(token.text)))
        return tree.Ident(reader.advance().span, token.text)
    if token.kind == scanner.KEYWORD:
        reader.fail(codes.RESERVED_WORD, f"`{token.text}` is a reserved word", hint="choose another name")
    inside = reader.peek(1)
    hint = "write behind `do` what is done: `do DRAW(2)`"
    if reader.at("(") and inside.kind in (scanner.ACTION, scanner.CAPITALS):
        hint = f"write `do {inside.text}`"
    token = reader.expect(
        scanner.ACTION, scanner.CAPITALS, code=codes.EXPECTED, what="an ACTION", after=after, hint=hint
    )
    return tree.Ident(token.span, token.text)


# type = "int" | "float" | "bool" | "string" | "fstring" | Class [ "<" type ">" ]
def read_type(reader: Reader) -> tree.TypeName:
    with reader.nested(codes.TOO_DEEP):
        token = reader.peek()
        if token.kind == scanner.KEYWORD and token.text in scanner.TYPE_WORDS:
            reader.advance()
            if reader.at("<"):
                hint = "only a class can be of something: `Stack<Card>`"
                reader.fail(codes.EXPECTED, f"`{token.text}` is not of anything", hint=hint)
            return tree.TypeName(token.span, token.text)
        if token.kind in (NAME, scanner.ACTION):
            hint = "a class begins with a capital and has letters and digits only; the types are `int`, `float`, "
            hint += "`bool`, `string` and the classes"
            if token.kind == NAME and "_" not in token.text:
                hint = slips.CLASSES.get(token.text.capitalize(), "") or f"write `{token.text.capitalize()}`"
                hint += "; a class begins with a capital"
            reader.fail(codes.WRONG_SPELLING, f"`{token.text}` is not a type", hint=hint)
        hint = "the types are `int`, `float`, `bool`, `string` and the classes"
        token = reader.expect(scanner.CLASS, scanner.CAPITALS, code=codes.EXPECTED, what="a type", hint=hint)
        if not reader.at("<"):
            return tree.TypeName(token.span, token.text)
        opened = reader.advance()
        inner = read_type(reader)
        reader.expect(">", code=codes.EXPECTED, opened=opened)
        return tree.TypeName(reader.since(token), token.text, inner)


def no_choice(reader: Reader) -> None:
    """Python has a choice inside of an expression."""
    if reader.at("if"):
        hint = "choose in lines of their own, with `if` and `else`"
        reader.fail(codes.FOREIGN_WORD, "there is no choice inside of an expression", hint=hint)


def no_do(reader: Reader) -> None:
    """An ACTION stands right behind what should do it."""
    token, before = reader.peek(), reader.previous
    is_value = before.kind == NAME or before.text in (")", "]")
    if is_value and token.kind in (scanner.ACTION, scanner.CAPITALS):
        hint = f"an ACTION is done with `do`: write `{before.text if before.kind == NAME else '…'} do {token.text}`"
        reader.fail(codes.EXPECTED, f"expected `do` before `{token.text}`", Label(token.span), hint=hint)


# What to do about a value right behind another one.
NOTHING_BETWEEN = "an operator or a comma is missing"


def is_operand(token: Token) -> bool:
    """Whether a token can only begin a value, so that after another value an operator is missing."""
    return token.kind in (
        NAME,
        scanner.CLASS,
        scanner.CAPITALS,
        scanner.ACTION,
        scanner.NUMBER,
        scanner.DECIMAL,
        scanner.STRING,
        scanner.FORMATTED,
    ) or token.text in (*("True", "False", "None"),)


def no_operator(reader: Reader) -> NoReturn:
    """Says what is wrong where a value directly follows another one."""
    token, before = reader.peek(), reader.previous
    labels = (Label(token.span),)
    if before.kind == NAME and before.text in slips.STATEMENT_WORDS:
        hint = slips.STATEMENT_WORDS[before.text]
        if before.text in ("print", "input"):
            reader.fail(codes.NO_PARENTHESES, "a call needs parentheses", *labels, hint=hint)
        reader.fail(codes.FOREIGN_WORD, f"there is no `{before.text}`", Label(before.span), hint=hint)
    if before.kind in (scanner.ACTION, scanner.CAPITALS):
        given = reader.line().text
        is_whole = given.count("(") == given.count(")") and len(given) <= SHOWN_COUNTED and not given.endswith(":")
        hint = f"write `{before.text}({given if is_whole else '…'})`"
        reader.fail(codes.NO_PARENTHESES, "what an ACTION is given stands in parentheses", *labels, hint=hint)
    no_do(reader)
    if token.kind == before.kind == scanner.STRING and before.span.text in ("''", '""'):
        said = token.span.text.strip("'\"")
        place, hint = before.span.to(token.span), f"a comment is written `# {said}`, in a line of its own"
        title = "a text between three quotation marks is none"
        reader.tell_for(reader.line(), codes.FOREIGN_WORD, title, Label(place), hint=hint)
        raise Unreadable
    hint = NOTHING_BETWEEN
    if before.kind == NAME:
        hint = f"a helper is called with parentheses: `{before.text}(…)`"
    reader.fail(codes.EXPECTED, f"expected the end of the line before {found(token)}", *labels, hint=hint)


def no_atom(reader: Reader) -> NoReturn:
    """Says what is wrong where a value should be; raises `Unreadable`."""
    token, before = reader.peek(), reader.previous
    if token.kind == BROKEN_OPERATOR:
        raise Unreadable
    if token.kind == scanner.KEYWORD:
        keyword_as_value(reader, token)
    after = ""
    if before is not token and before.kind in (scanner.SIGN, scanner.KEYWORD):
        after = f" after `{before.text}`"
    place = Label(token.span, f"here is {found(token)}")
    hint = ""
    if token.text == "=" and before.text in ("=", "<", ">"):
        hint = f"is `{before.text}=` meant?"
    if token.text in ("*", "/", "//", "%", "**", "&", "|", "^", "..", "...", "==", "!=", "<", "<=", ">", ">="):
        hint = f"`{token.text}` needs a value on each side"
    if token.kind == scanner.NEWLINE and before.text in ("(", "["):
        hint = f"close it in this line, `{'()' if before.text == '(' else '[]'}`, or go on below with what stands in it"
    reader.fail(codes.EXPECTED, f"expected a value{after}", place, hint=hint or reader.value_hint())


def keyword_as_value(reader: Reader, token: Token) -> NoReturn:
    text = token.text
    if text in reader.lost:  # somebody wanted it for a name, and has been told
        raise Unreadable
    if text == "range":
        hint = "a range is written `0...n`, which leaves out n, or `1..n`, which includes it"
        reader.fail(codes.RESERVED_WORD, "`range` is reserved, and there is no such helper", hint=hint)
    if text in scanner.TYPE_WORDS and reader.peek(1).text == "(":
        hint = "a number is asked for by `int n = input()`; a text is made by `f'{n}'`"
        reader.fail(codes.RESERVED_WORD, f"`{text}` is a type, and cannot be called", hint=hint)
    if text in ("and", "or", "in", "is", "times"):
        reader.fail(codes.EXPECTED, f"expected a value before `{text}`", hint=f"`{text}` stands behind a value")
    hints = {
        "if": "a choice is a statement, in a line of its own",
        "for": "a comprehension stands in square brackets: `[x for x in xs]`",
        "main": "a program never calls `main`: it begins there",
        "return": "`return` begins a line of its own",
        "else": "there is no choice inside an expression: use `if` and `else` in lines of their own",
    }
    hint = hints.get(text, "choose another name")
    reader.fail(codes.RESERVED_WORD, f"`{text}` is a reserved word, and not a value", hint=hint)
