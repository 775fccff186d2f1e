"""Reads BoGL expressions: a `Reader` over tokens in, a tree out. The grammar rule stands above each function.

Nothing here recurses along a text that is merely long. Operators are read with a stack of open runs, and a
run of `let … in` and `if … then … else` is a loop; only brackets, branches and bodies go one level deeper.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NoReturn, cast

from parlour.languages.bogl import codes
from parlour.languages.bogl.syntax import slips
from parlour.languages.bogl.syntax.reader import Reader
from parlour.languages.bogl.syntax.scanner import CAPITAL, KEYWORD, NUMBER, SIGN, STRING
from parlour.languages.bogl.syntax.tree import (
    Block,
    Broken,
    Call,
    Chain,
    Expr,
    Ident,
    If,
    Let,
    Link,
    Negation,
    Number,
    Operator,
    Projection,
    Symbol,
    Text,
    Truth,
    Tuple,
    Variable,
    While,
    children,
)
from parlour.syntax.cursor import Unreadable, found
from parlour.syntax.diagnostic import Label
from parlour.syntax.limits import NESTING_LIMIT
from parlour.syntax.token import BROKEN, BROKEN_OPERATOR, END, NAME, Token

# How tightly operators bind; equal ones from the left. A sign stands between `!` and `*`.
STRENGTH = {"!": 5, "*": 3, "/": 3, "%": 3, "+": 2, "-": 2, "<": 1, "<=": 1, ">": 1, ">=": 1, "==": 0, "/=": 0}
SIGN_STRENGTH = 4

SHOWN_ARGUMENTS = 30

# How far ahead to look for the `in` of a `let` that may be missing.
LET_REACH = 40


# expr = "let" name "=" expr "in" expr
#      | "if" expr "then" expr "else" expr
#      | "while" expr "do" expr
#      | infix ;
def expression(reader: Reader) -> Expr:
    with reader.nested(codes.TOO_DEEP):
        start = reader.peek()
        clauses: list[Let | If] = []
        while reader.peek().kind == KEYWORD:
            match reader.peek().text:
                case "let":
                    clauses.append(let_clause(reader))
                case "if":
                    clauses.append(if_clause(reader))
                case _:
                    break
        result = while_loop(reader) if reader.at("while") else infix(reader)
        return Block(reader.since(start), tuple(clauses), result) if clauses else result


def whole_expression(reader: Reader) -> Expr:
    """An expression of which no part lies too deep for those who walk over the tree by recursion."""
    expr = expression(reader)
    return Broken(expr.span) if reader.is_too_deep(expr, children, codes.TOO_DEEP) else expr


# "let" name "=" expr "in"
def let_clause(reader: Reader) -> Let:
    start = reader.advance()
    name = let_name(reader)
    if reader.at(":"):
        reader.fail(
            codes.BAD_LET, "a name in a `let` has no signature", hint="leave out the type: it is that of the value"
        )
    if not reader.accept("=="):
        reader.expect("=", code=codes.EXPECTED, after=f"`let {name.text}`")
    else:
        place = Label(reader.previous.span)
        reader.tell(codes.BAD_LET, "`==` compares; a `let` defines with a single `=`", place, hint="write `=`")
    value = expression(reader)
    if reader.at(","):
        hint = f"write one `let` after the other: `let {name.text} = … in let y = … in …`"
        reader.fail(codes.BAD_LET, "a `let` defines one name", hint=hint)
    hint = f"a local name is written `let {name.text} = … in …`"
    reader.expect("in", code=codes.EXPECTED, after=f"the value of `{name.text}`", hint=hint, opened=start)
    return Let(reader.since(start), name, value)


def let_name(reader: Reader) -> Ident:
    """The one name that a `let` defines, with a message of its own for each thing that people write instead."""
    if reader.at("("):
        reader.fail(
            codes.BAD_LET,
            "a `let` defines one name, not a tuple",
            hint="name the tuple and take its components: `let p = … in p # 1`",
        )
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
def variable_name(reader: Reader, after: str) -> Ident:
    """A name in small letters: a parameter, a variable of a `let` or of a board equation."""
    token = reader.peek()
    if token.kind == CAPITAL:
        hint = f"write `{token.text[0].lower()}{token.text[1:]}`"
        reader.report(codes.WRONG_CASE, f"`{token.text}` must start with a small letter here", hint=hint)
        return Ident(reader.advance().span, token.text)
    if token.kind == KEYWORD and reader.same_line():
        reader.fail(codes.RESERVED_WORD, f"`{token.text}` is a reserved word", hint="choose another name")
    token = reader.expect(NAME, code=codes.EXPECTED, what="a name", after=after)
    return Ident(token.span, token.text)


# "if" expr "then" expr "else"
def if_clause(reader: Reader) -> If:
    start = reader.advance()
    condition = expression(reader)
    hint = "a choice is written `if … then … else …`"
    reader.expect("then", code=codes.EXPECTED, after="the condition", hint=hint, opened=start)
    result = expression(reader)
    is_elif = reader.at("elif", "elsif", "elseif")
    hint = "write `else if`" if is_elif else "every `if` needs an `else`: it always has a value"
    reader.expect("else", code=codes.EXPECTED, after="this branch", hint=hint, opened=start)
    return If(reader.since(start), condition, result)


# "while" expr "do" expr
def while_loop(reader: Reader) -> Expr:
    start = reader.advance()
    condition = expression(reader)
    hint = "a loop is written `while … do …`"
    reader.expect("do", code=codes.EXPECTED, after="the condition", hint=hint, opened=start)
    body = expression(reader)
    return While(reader.since(start), condition, body)


@dataclass(slots=True)
class _Run:
    """An open run of operators of one strength, waiting for its next operand; a sign has no operand on its left."""

    strength: int
    operator: Token
    first: Expr | None
    links: list[Link] = field(default_factory=list)

    def close(self, last: Expr) -> Expr:
        if self.first is None:
            return Negation(self.operator.span.to(last.span), last)
        self.extend(last)
        return Chain(self.first.span.to(last.span), self.first, tuple(self.links))

    def extend(self, operand: Expr) -> None:
        self.links.append(Link(self.operator.span, cast(Operator, self.operator.text), operand))


# infix = operand { operator operand } ;
def infix(reader: Reader) -> Expr:
    start = reader.peek()
    runs: list[_Run] = []
    is_broken = False
    while True:
        while reader.at("-") and reader.peek(1).kind != NUMBER:
            runs.append(_Run(SIGN_STRENGTH, reader.advance(), None))
            if len(runs) > NESTING_LIMIT:
                reader.fail(codes.TOO_DEEP, "these are too many signs in a row", hint="leave them out in pairs")
        operand_read = operand(reader)
        operator = next_operator(reader)
        if operator is None:
            for run in reversed(runs):
                operand_read = run.close(operand_read)
            if is_broken and reader.at(":"):
                raise Unreadable  # the rest of `c ? x : y`
            return Broken(reader.since(start)) if is_broken else operand_read
        if operator.kind == BROKEN_OPERATOR:
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
def next_operator(reader: Reader) -> Token | None:
    """Takes the operator after an operand, if there is one; knows `=` for `==` and words for operators."""
    token = reader.peek()
    if token.kind == SIGN and token.text in STRENGTH:
        check_continuation(reader)
        return reader.advance()
    if token.kind == BROKEN_OPERATOR:
        return reader.advance()
    if token.kind == SIGN and token.text == "=":
        if is_let_missing(reader):
            hint = "a name for a value is introduced by `let`: `let x = … in …`"
            reader.fail(codes.BAD_LET, "there is no `let` before this name", Label(reader.previous.span), hint=hint)
        place = Label(token.span)
        reader.report(
            codes.SINGLE_EQUALS, "a single `=` defines; it does not compare", place, hint="to compare, write `==`"
        )
        reader.advance()
        return Token(BROKEN_OPERATOR, token.text, token.span)
    if token.kind == NAME and token.text in slips.INFIX_WORDS and reader.at_argument():
        hint = slips.INFIX_WORDS[token.text]
        reader.report(codes.FOREIGN_WORD, f"`{token.text}` is not an operator", hint=hint)
        reader.advance()
        return Token(BROKEN_OPERATOR, token.text, token.span)
    return None


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
def operand(reader: Reader) -> Expr:
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
        numbers = tuple(Number(token.span, token.value) for token in indexes if isinstance(token.value, int))
        is_whole = len(numbers) == len(indexes)
        span = start.span.to(reader.previous.span)
        value = Projection(span, value, numbers) if is_whole else Broken(span.to(sign.span))
    return value


def component(reader: Reader) -> Token:
    hint = "a component is named by its number, as in `p # 1` or `p # (1, 3)`; a comment starts with `--`"
    return reader.expect(NUMBER, code=codes.EXPECTED, what="the number of a component", after="`#`", hint=hint)


# atom = int | string | "True" | "False" | Name | name
#      | name "(" expr { "," expr } ")"
#      | "(" expr { "," expr } ")"
#      | ("let" … | "if" … | "while" …) ;
def atom(reader: Reader) -> Expr:
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
        return Text(reader.advance().span, cast(str, token.value))
    if token.kind == BROKEN:
        return Broken(reader.advance().span)
    match token.text:
        case "(":
            items = bracketed(reader)
            return items[0] if len(items) == 1 else Tuple(reader.since(token), items)
        case "True" | "False":
            return Truth(reader.advance().span, token.text == "True")
        case "let" | "if" | "while":
            return expression(reader)
    return no_atom(reader)


def is_missing(reader: Reader) -> bool:
    """Whether the next definition begins where an expression should be."""
    if reader.at_signature():
        return True
    return reader.previous.text == "=" and not reader.same_line() and reader.at_equation() and not reader.brackets


# int = [ "-" | "+" ] digits ;
def number(reader: Reader) -> Expr:
    start = reader.peek()
    sign = reader.accept("-", "+")
    value = reader.advance().value
    if not isinstance(value, int):
        return Broken(reader.since(start))
    return Number(reader.since(start), -value if sign and sign.text == "-" else value)


# "(" expr { "," expr } ")"
def bracketed(reader: Reader) -> tuple[Expr, ...]:
    """The expressions in a pair of parentheses, one or more."""
    opened = reader.advance()
    if reader.at(")"):
        reader.fail(
            codes.EXPECTED,
            "there is nothing between these parentheses",
            Label(reader.since(opened).to(reader.peek().span)),
            hint="a function without arguments is a value: write its name alone",
        )
    reader.brackets += 1
    try:
        items = [expression(reader)]
        while reader.accept(","):
            items.append(expression(reader))
        reader.expect(")", code=codes.EXPECTED, what="`,` or `)`", opened=opened)
    finally:
        reader.brackets -= 1
    return tuple(items)


# Name
def symbol(reader: Reader) -> Expr:
    token = reader.advance()
    if token.text in slips.CAPITAL_WORDS and goes_on(reader):
        place = Label(token.span)
        hint = "the words of the language are written in small letters"
        reader.fail(codes.WRONG_CASE, f"`{token.text}` is written `{token.text.lower()}`", place, hint=hint)
    if not reader.at("("):
        return Symbol(token.span, token.text)
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
    return Broken(reader.since(token))


def goes_on(reader: Reader) -> bool:
    """Whether something follows in the same line that cannot follow a symbol: no operator and no definition."""
    is_begun = reader.at(NAME, CAPITAL, NUMBER, "True", "False", "(") and reader.same_line()
    return is_begun and not reader.at_signature()


# name [ "(" expr { "," expr } ")" ]
def name_or_call(reader: Reader) -> Expr:
    token = reader.advance()
    if token.text == "input" and reader.at("(") and reader.peek(1).text == ")":
        hint = "write `input` alone"
        opened = reader.advance()
        reader.advance()
        reader.tell(codes.INPUT_CALLED, "`input` has no arguments", Label(reader.since(opened)), hint=hint)
        return Variable(token.span, token.text)
    if reader.at("("):
        arguments = bracketed(reader)
        call = Call(reader.since(token), Ident(token.span, token.text), arguments)
        if reader.at("("):
            reader.fail(
                codes.NOT_A_FUNCTION,
                "the call is complete before this parenthesis",
                hint=f"all arguments stand together: `{token.text}(x, y)`. Or is a word like `then` missing?",
            )
        return call
    if not reader.at_argument() or reader.peek().text in slips.INFIX_WORDS:
        return Variable(token.span, token.text)
    first = reader.peek()
    while reader.at_argument():
        if reader.at(NAME) and reader.peek(1).text != "(":
            reader.advance()  # one more argument, not a function with arguments of its own
        else:
            atom(reader)
    span = reader.since(first)
    written = ", ".join(span.text.split()) if span.end - span.start <= SHOWN_ARGUMENTS else "…"
    if token.text in slips.STATEMENT_WORDS:
        hint = slips.STATEMENT_WORDS[token.text]
        reader.tell(codes.FOREIGN_WORD, f"`{token.text}` does not belong here", Label(token.span), hint=hint)
    else:
        reader.tell(
            codes.BARE_ARGUMENT,
            f"the arguments of `{token.text}` stand in parentheses",
            Label(span, f"is this meant for `{token.text}`?"),
            hint=f"a call is written `{token.text}({written})`",
        )
    return Broken(reader.since(token))


def no_atom(reader: Reader) -> NoReturn:
    """Says what is wrong where an expression should be and none begins."""
    token = reader.peek()
    if reader.previous.kind == BROKEN_OPERATOR:
        raise Unreadable  # the operator has been reported
    hint = ""
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
    label = Label(reader.gap(), "the text ends here" if token.kind == END else f"here is {found(token)}")
    reader.fail(codes.EXPECTED, "expected an expression", label, hint=hint)
