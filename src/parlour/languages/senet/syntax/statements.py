"""Reads Senet's statements and types: a `Reader` over tokens in, a tree out.

The grammar rule stands above each function. A statement that cannot be read is left out, and reading goes on with the
next one; of an `if` or a loop with an unreadable condition the body is still read.
"""

from __future__ import annotations

from typing import Literal, NoReturn, cast

from parlour.languages.senet import codes
from parlour.languages.senet.syntax import slips
from parlour.languages.senet.syntax.expressions import bracketed, expression, no_expression, whole_expression
from parlour.languages.senet.syntax.reader import BASIC_TYPES, STATEMENT_WORDS, Reader
from parlour.languages.senet.syntax.scanner import BROKEN, KEYWORD, SECTION
from parlour.languages.senet.syntax.tree import (
    BasicType,
    Block,
    Branch,
    Break,
    Broken,
    Continue,
    Declaration,
    Evaluate,
    Expr,
    For,
    GroupType,
    Ident,
    If,
    ListType,
    Name,
    Return,
    Statement,
    Type,
    While,
)
from parlour.syntax.cursor import Unreadable, found
from parlour.syntax.diagnostic import Label
from parlour.syntax.token import END, NAME, Token


# block = "{" { statement } "}" ;
def block(reader: Reader, after: str) -> Block:
    opened = reader.expect("{", code=codes.EXPECTED, after=after)
    statements: list[Statement] = []
    has_begun = False  # with something else than declarations
    while not reader.at_end_of_block():
        start = reader.peek()
        try:
            read = statement(reader)
        except Unreadable:
            reader.skip_statement(start)
            continue
        if read is None:
            continue
        if not isinstance(read, Declaration):
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
    return Block(reader.since(opened), tuple(statements))


# statement = vardecl | expr ";" | block | ";"
#           | "if" cond body { "elif" cond body } [ "else" body ]
#           | "while" cond body
#           | "for" "(" [ type ] ID "in" items [ ")" ] body
#           | "break" ";" | "continue" ";" | "return" [ expr ] ";" ;
def statement(reader: Reader) -> Statement | None:
    """One statement; None for an empty one."""
    with reader.nested(codes.TOO_DEEP):
        token = reader.peek()
        if reader.accept(";"):
            return None
        if reader.at("{"):
            return block(reader, "")
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
                    reader.fail(codes.EXPECTED, f"there is no `if` before this `{token.text}`", hint=hint)
        check_foreign_word(reader, token)
        if reader.at_group() or reader.at_function():
            misplaced(reader)
        if reader.at_declaration():
            return declaration(reader)
        return evaluation(reader)


def misplaced(reader: Reader) -> NoReturn:
    """A definition in the middle of a function."""
    what = "group" if reader.at_group() else "function"
    reader.fail(
        codes.MISPLACED,
        f"a {what} cannot be defined inside a function",
        hint=f"move it into `@setup`; or is a `}}` missing before this {what}?",
    )


# expr ";"
def evaluation(reader: Reader) -> Evaluate:
    start = reader.peek()
    expr = whole_expression(reader)
    reader.semicolon("this statement")
    return Evaluate(reader.since(start), expr)


def check_foreign_word(reader: Reader, token: Token) -> None:
    """A word that begins a statement elsewhere, followed by what shows that it is no name here."""
    if token.kind != NAME or token.text not in slips.TYPES or token.text in reader.own_groups:
        return
    following = reader.peek(1)
    is_head = following.text == "(" and (closing := reader.closing(1)) and reader.peek(closing + 1).text == "{"
    if is_head or (following.text in ("{", ":")) or following.kind in (NAME, KEYWORD):
        reader.fail(codes.FOREIGN_WORD, f"Senet has no `{token.text}`", hint=slips.TYPES[token.text])


# "break" ";" | "continue" ";" | "return" [ expr ] ";"
def jump(reader: Reader) -> Break | Continue | Return:
    start = reader.advance()
    if start.text != "return":
        reader.semicolon(f"`{start.text}`")
        return Break(reader.since(start)) if start.text == "break" else Continue(reader.since(start))
    has_value = not reader.at(";", "}", END, SECTION) and (reader.same_line() or not begins_statement(reader))
    value = whole_expression(reader) if has_value else None
    reader.semicolon("`return`" if value is None else "this statement")
    return Return(reader.since(start), value)


def begins_statement(reader: Reader) -> bool:
    return reader.peek().kind == KEYWORD and reader.at(*STATEMENT_WORDS)


# "if" cond body { "elif" cond body } [ "else" body ]
def if_statement(reader: Reader) -> If:
    start = reader.peek()
    branches = [branch(reader)]
    otherwise: Block | None = None
    while reader.at("elif", "else") and reader.peek().kind == KEYWORD:
        if otherwise is not None:
            hint = "the `else` comes last, and there is only one"
            reader.fail(codes.EXPECTED, "this `if` is complete before here", hint=hint)
        word = reader.peek()
        if word.text == "else" and reader.peek(1).text == "if":
            reader.advance()
            reader.tolerance.slip(
                codes.ELSE_IF, "`else if` is written `elif`", Label(reader.since(word)), hint="write `elif`"
            )
            branches.append(branch(reader))
        elif word.text == "else":
            reader.advance()
            otherwise = body(reader, "`else`")
        elif reader.peek(1).text == "{":
            reader.advance()
            reader.tolerance.slip(
                codes.BARE_ELIF, "this `elif` has no condition", Label(word.span), hint="it is read as `else`"
            )
            otherwise = body(reader, "`elif`")
        else:
            branches.append(branch(reader))
    return If(reader.since(start), tuple(branches), otherwise)


# ( "if" | "elif" ) cond body
def branch(reader: Reader) -> Branch:
    start = reader.advance()
    tested = condition(reader, start)
    done = body(reader, "the condition")
    return Branch(reader.since(start), tested, done)


# "while" cond body
def while_statement(reader: Reader) -> While:
    start = reader.advance()
    tested = condition(reader, start)
    done = body(reader, "the condition")
    return While(reader.since(start), tested, done)


# cond = "(" expr ")" | expr ;
def condition(reader: Reader, word: Token) -> Expr:
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
        return Broken(reader.since(word))
    if last is None or reader.previous is not last:
        reader.tolerance.slip(
            codes.NO_CONDITION_PARENTHESES,
            f"the condition of `{word.text}` stands in parentheses",
            Label(expr.span),
            hint=f"write `{word.text} (…)`",
        )
    return expr


# body = block | statement ;
def body(reader: Reader, after: str) -> Block:
    if reader.at("{"):
        return block(reader, after)
    start = reader.peek()
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
    return Block(reader.since(start), () if read is None else (read,))


# "for" "(" [ type ] ID "in" items [ ")" ] body
def for_statement(reader: Reader) -> For | Evaluate:
    """A loop; a broken expression for one with a header that cannot be read."""
    start = reader.advance()
    try:
        opened = reader.accept("(")
        if opened is None:
            hint = "write `for (int i in {0, 1, 2}) { … }`"
            reader.report(codes.EXPECTED, "expected `(` after `for`", hint=hint)
        after = reader.after_type()
        has_type = after is not None and reader.peek(after).kind == NAME
        declared = type_form(reader) if has_type else None
        name = new_name(reader, "`for (`")
        if reader.at("=", ";", ","):
            hint = "there is no counting loop: list the values, `for (int i in {0, 1, 2}) { … }`, or use `while`"
            reader.fail(codes.EXPECTED, f"expected `in` after `{name.text}`", hint=hint)
        reader.expect("in", code=codes.EXPECTED, after=f"`{name.text}`")
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
        if not reader.skip_to_body():
            raise
        reader.lose(start)
        block(reader, "")
        return Evaluate(reader.since(start), Broken(start.span))
    done = body(reader, "the values of the `for`")
    return For(reader.since(start), declared, name, items, is_braced, done)


# items = "{" exprs "}" | expr { [ "," ] expr } ;
def for_items(reader: Reader) -> tuple[tuple[Expr, ...], bool]:
    """The values of a `for`, and whether they are all of them: a single one without braces is a list of them."""
    start = reader.peek()
    opened = reader.accept("{")
    items: list[Expr] = []
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
def declaration(reader: Reader) -> Declaration:
    start = reader.peek()
    if reader.at_class():
        reader.advance()
    check_foreign_word(reader, reader.peek())
    declared = type_form(reader)
    name = new_name(reader, "the type")
    if reader.at("("):
        arguments = bracketed(reader, ")")
        reader.semicolon("this declaration")
        return Declaration(reader.since(start), declared, name, None, arguments)
    value: Expr | None = None
    if reader.accept("="):
        sign = reader.previous
        value = whole_expression(reader)
        reader.tolerance.habit(
            codes.INITIALISER,
            f"`{name.text}` gets a value where it is declared",
            sign.span.to(value.span),
            "the manual declares first, `int n;`, and assigns later, `n = 1;`",
        )
    elif reader.at(","):
        hint = f"write `{declared.span.text} {reader.peek(1).text};` after it"
        reader.fail(codes.EXPECTED, "one declaration declares one name", hint=hint)
    elif reader.at("["):
        hint = "the type of a list stands before the name: `list<int> l;`"
        reader.fail(codes.EXPECTED, "a list is not declared with brackets", hint=hint)
    reader.semicolon("this declaration")
    return Declaration(reader.since(start), declared, name, value, None)


# ID
def new_name(reader: Reader, after: str) -> Ident:
    """A name that is being given to something."""
    token = reader.peek()
    if token.kind == KEYWORD and reader.same_line():
        reader.fail(codes.RESERVED_WORD, f"`{token.text}` is a reserved word", hint="choose another name")
    token = reader.expect(NAME, code=codes.EXPECTED, what="a name", after=after)
    return Ident(token.span, token.text)


# type = "int" | "bool" | "str" | "void" | "list" "<" type ">" | name
#      | "list" "[" type "]" | "group" ID ;
def type_form(reader: Reader) -> Type:
    read, is_closed_twice = _type_form(reader)
    if is_closed_twice:
        reader.tell(
            codes.EXPECTED, "this `>>` closes one list too many", Label(reader.previous.span), hint="write a single `>`"
        )
    return read


def _type_form(reader: Reader) -> tuple[Type, bool]:
    """A type, and whether its last sign was a `>>` that closes the list around it too."""
    token = reader.peek()
    if token.kind == KEYWORD and reader.at(*BASIC_TYPES):
        reader.advance()
        return BasicType(token.span, cast(Literal["int", "bool", "str", "void"], token.text)), False
    if token.kind == KEYWORD and reader.at("group"):
        reader.advance()
        later_dialect(reader, token, "a group is used as a type by its name alone", "leave out `group`")
        return GroupType(reader.since(token), group_name(reader, "`group`")), False
    if token.kind == KEYWORD and reader.at("list"):
        return list_type(reader)
    if token.kind == NAME:
        name = group_name(reader, "")
        return GroupType(name.span, name), False
    label = Label(token.span, f"here is {found(token)}")
    hint = "a type is `int`, `bool`, `str`, `list<int>` or a group"
    return reader.fail(codes.EXPECTED, "expected a type", label, hint=hint)


# "list" "<" type ">" | "list" "[" type "]"
def list_type(reader: Reader) -> tuple[Type, bool]:
    with reader.nested(codes.TOO_DEEP):
        start = reader.advance()
        hint = "a list of numbers is written `list<int>`"
        opened = reader.expect("<", "[", code=codes.EXPECTED, what="`<`", after="`list`", hint=hint)
        if opened.text == "[":
            later_dialect(reader, opened, "the type of the elements stands in angle brackets", "write `list<…>`")
        element, is_closed = _type_form(reader)
        if is_closed:
            if opened.text == "[":
                reader.tell(codes.EXPECTED, "this list is closed with `]`", Label(reader.previous.span))
            return ListType(reader.since(start), element), False
        if opened.text == "<" and reader.accept(">>"):
            return ListType(reader.since(start), element), True
        closing = ">" if opened.text == "<" else "]"
        reader.expect(closing, code=codes.EXPECTED, opened=opened)
        return ListType(reader.since(start), element), False


def later_dialect(reader: Reader, token: Token, title: str, hint: str) -> None:
    reader.tolerance.habit(codes.LATER_DIALECT, title, token.span, hint)


# name = ID { "." ID } ;
def group_name(reader: Reader, after: str) -> Name:
    first = new_name(reader, after)
    parts = [first]
    while reader.at(".") and reader.peek(1).kind == NAME:
        reader.advance()
        parts.append(new_name(reader, "`.`"))
    return Name(first.span.to(parts[-1].span), tuple(parts))
