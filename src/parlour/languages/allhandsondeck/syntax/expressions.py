"""Reads AllHandsOnDeck expressions: a `Reader` over tokens in, a tree out. The grammar rule stands above each function.

Nothing here recurses along a text that is merely long: all operators of an expression are read by one loop with a stack
of open runs, so only brackets, arguments and the right sides of assignments go one level deeper.
"""

from __future__ import annotations

from typing import cast

from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.syntax.missing import is_operand, no_atom, no_choice, no_operator
from parlour.languages.allhandsondeck.syntax.names import action_name, read_type
from parlour.languages.allhandsondeck.syntax.operators import (
    DO_STRENGTH,
    POWER_STRENGTH,
    RANGE_STRENGTH,
    STRENGTH,
    Run,
    closed,
    next_operator,
    prefixes,
)
from parlour.languages.allhandsondeck.syntax.reader import Reader
from parlour.languages.allhandsondeck.syntax.strings import FormattedValue
from parlour.languages.allhandsondeck.syntax.tokens import (
    ACTION,
    BROKEN_OPERATOR,
    CAPITALS,
    CLASS,
    KEYWORD,
    NEWLINE,
    SIGN,
    as_action,
)
from parlour.languages.allhandsondeck.syntax.tree import (
    Act,
    Argument,
    Assign,
    AssignOperator,
    Attribute,
    BareName,
    Broken,
    Call,
    Compare,
    Comprehension,
    Create,
    Decimal,
    Doing,
    Element,
    Expr,
    ForIn,
    FormattedText,
    ForTimes,
    Ident,
    Logic,
    MethodCall,
    Nothing,
    Number,
    Path,
    Series,
    Slice,
    Step,
    Text,
    Truth,
    Variable,
)
from parlour.languages.allhandsondeck.syntax.walk import children
from parlour.syntax.cursor import Unreadable, found
from parlour.syntax.diagnostic import Label
from parlour.syntax.limits import HEIGHT_LIMIT, NESTING_LIMIT
from parlour.syntax.token import END, NAME, Token

ASSIGNMENTS = frozenset(("=", "+=", "-=", "*=", "/=", "//=", "**=", "%=", "&=", "|=", "^="))


def whole_expression(reader: Reader) -> Expr:
    """An expression of which no part lies too deep for those who walk over the tree by recursion."""
    expr = expression(reader)
    is_too_deep = reader.is_too_deep(expr, children, codes.TOO_DEEP, HEIGHT_LIMIT - reader.depth)
    return Broken(expr.span) if is_too_deep else expr


# expr = disj [ "=" expr | augop expr ]
def expression(reader: Reader) -> Expr:
    with reader.nested(codes.TOO_DEEP):
        left = operators(reader)
        if reader.peek().kind != SIGN or reader.peek().text not in ASSIGNMENTS:
            return left
        sign = reader.advance()
        target = assigned(reader, left, sign)
        value = expression(reader)
        return Assign(left.span.to(value.span), target, cast(AssignOperator, sign.text), value)


def assigned(reader: Reader, left: Expr, sign: Token) -> Variable | Path | Broken:
    """What an assignment changes: a name, an attribute or an element."""
    match left:
        case Variable() | Broken():
            return left
        case Path(_, _, (*_, Attribute())):
            return left
        case Path(_, _, (*_, Element(_, index))) if not isinstance(index, Slice):
            return left
    hint = "a name, an attribute or an element can be assigned: `x = 1`, `card.faceup = True`, `cards[0] = card`"
    match left:
        case Path(_, _, (*_, Element())):
            title = "a slice cannot be assigned"
        case Path() | Call() | Create():
            title = "what a call gives cannot be assigned"
        case Compare() | Logic():
            title = "a condition cannot be assigned"
            hint = "to compare, write `==`"
        case _:
            title = "this cannot be assigned"
    reader.tell(codes.BAD_ASSIGNMENT, title, Label(left.span), Label(sign.span, "by this"), hint=hint)
    return Broken(left.span)


# disj    = conj { "or" conj }        conj = neg { "and" neg }        neg = "not" neg | compare
# compare = doing { ( "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not" "in" | "is" | "is" "not" ) doing }
# doing   = [ bitor ] { "do" ACTION [ "(" [args] ")" ] }
# bitor   = bitxor { "|" bitxor }     bitxor = bitand { "^" bitand }     bitand = sum { "&" sum }
# sum     = product { ("+"|"-") product }        product = range { ("*"|"/"|"//"|"%") range }
# range   = unary [ (".."|"...") unary ]
# unary   = ("-"|"+"|"~") unary | power          power = postfix [ "**" unary ]
def operators(reader: Reader) -> Expr:
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
            return Broken(reader.since(start)) if is_broken else value
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
    """Whether this `do` is that of another language, `while x do`, which ends its line."""
    return reader.peek(1).kind == NEWLINE


# { "do" ACTION [ "(" [args] ")" ] }
def acts(reader: Reader, receiver: Expr | None) -> Expr:
    """The ACTIONs done on a receiver, one or more. On what an ACTION gave, the next one is done: one tree for both."""
    start = receiver.span if receiver is not None else reader.peek().span
    done: list[Act] = []
    if isinstance(receiver, Doing):
        done, receiver = [*receiver.acts], receiver.receiver
    while reader.at("do"):
        first = reader.advance()
        action = action_name(reader, "`do`")
        has_parentheses = reader.at("(")
        given = arguments(reader) if has_parentheses else ()
        done.append(Act(reader.since(first), action, given, has_parentheses))
    return Doing(start.to(reader.previous.span), receiver, tuple(done))


# postfix = atom { "." ID [ "(" [args] ")" ] | "[" slice "]" }
def operand(reader: Reader) -> Expr:
    subject = atom(reader)
    steps: list[Step] = []
    if isinstance(subject, Path):
        steps, start, subject = [*subject.steps], subject.span, subject.subject
    else:
        start = subject.span
    taken = len(steps)
    while reader.peek().kind == SIGN and reader.at(".", "["):
        steps.append(member(reader) if reader.at(".") else element(reader))
    if not steps:
        return subject
    return Path(start.to(reader.previous.span) if len(steps) > taken else start, subject, tuple(steps))


# "." ID [ "(" [args] ")" ]
def member(reader: Reader) -> Step:
    first = reader.advance()
    token = reader.peek()
    if token.kind in (ACTION, CAPITALS, CLASS):
        said = f"do {as_action(token.text)}" if token.kind == CLASS else f"do {token.text}"
        title = f"`{token.text}` is not an attribute or a helper"
        hint = f"attributes and helpers are written in small letters; an ACTION is done: `… {said}(…)`"
        reader.fail(codes.ACTION_CALLED, title, hint=hint)
    if token.kind == KEYWORD and token.text != "do":
        reader.fail(codes.RESERVED_WORD, f"`{token.text}` is a reserved word", hint="choose another name")
    token = reader.expect(NAME, code=codes.EXPECTED, what="an attribute or a helper", after="`.`")
    name = Ident(token.span, token.text)
    if reader.at("("):
        given = arguments(reader)
        return MethodCall(reader.since(first), name, given)
    return Attribute(reader.since(first), name)


# "[" slice "]"
def element(reader: Reader) -> Step:
    opened = reader.advance()
    if reader.at("]"):
        reader.fail(codes.EXPECTED, "expected an index after `[`", hint="the first element is `[0]`, the last `[-1]`")
    index = slice_or_expression(reader)
    reader.expect("]", code=codes.EXPECTED, opened=opened)
    return Element(reader.since(opened), index)


# slice = expr | [expr] ":" [expr] [ ":" [expr] ]
def slice_or_expression(reader: Reader) -> Expr | Slice:
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
    return Slice(reader.since(start), first, stop, step)


# "(" [ arg { "," arg } ] ")"
def arguments(reader: Reader) -> tuple[Argument, ...]:
    opened = reader.advance()
    given: list[Argument] = []
    while not reader.at(")"):
        given.append(argument(reader))
        if not reader.accept(","):
            break
        if reader.at(")"):
            reader.tell(codes.BAD_ARGUMENT, "an argument is missing after this comma", Label(reader.previous.span))
    close(reader, ")", opened)
    return tuple(given)


def close(reader: Reader, bracket: str, opened: Token) -> None:
    """Takes the bracket that closes a list."""
    no_choice(reader)
    if is_operand(reader.peek()):
        reader.fail(
            codes.EXPECTED,
            f"expected `,` or `{bracket}` before {found(reader.peek())}",
            Label(reader.peek().span),
            Label(opened.span, "this is still open"),
        )
    reader.expect(bracket, code=codes.EXPECTED, what=f"`,` or `{bracket}`", opened=opened)


# arg = ID "=" expr | slice | expr comp+
def argument(reader: Reader) -> Argument:
    start = reader.peek()
    if start.kind == NAME and reader.peek(1).text == "=":
        reader.advance()
        reader.advance()
        value = expression(reader)
        return Argument(reader.since(start), Ident(start.span, start.text), value)
    given = slice_or_expression(reader)
    whole = given if isinstance(given, Slice) else comprehension(reader, given)
    return Argument(reader.since(start), None, whole)


# { "for" ID "in" disj | "for" disj "times" }
def comprehension(reader: Reader, value: Expr) -> Expr | Comprehension:
    clauses: list[ForIn | ForTimes] = []
    while reader.at("for"):
        first = reader.advance()
        if reader.peek().kind == NAME and reader.peek(1).text == "in":
            token = reader.advance()
            reader.advance()
            with reader.nested(codes.TOO_DEEP):
                values = operators(reader)
            clauses.append(ForIn(reader.since(first), Ident(token.span, token.text), values))
        else:
            with reader.nested(codes.TOO_DEEP):
                count = operators(reader)
            hint = "a clause is written `for card in cards` or `for 3 times`"
            reader.expect("times", code=codes.EXPECTED, after="the number of rounds", hint=hint)
            clauses.append(ForTimes(reader.since(first), count))
    if clauses and reader.at("if"):
        hint = "collect the elements in a loop: `for card in cards:` with an `if` in it"
        reader.fail(codes.FOREIGN_WORD, "a comprehension has no `if`", hint=hint)
    return Comprehension(value.span.to(reader.previous.span), value, tuple(clauses)) if clauses else value


# atom = literal | fstring | "None" | ID [ "(" [args] ")" ] | [ "new" ] Class [ "<" type ">" ] "(" [args] ")"
#      | "(" expr ")" | "[" [ item { "," item } ] "]"
def atom(reader: Reader) -> Expr:
    token = reader.peek()
    match token.kind:
        case "<name>" if token.text == "new" and reader.peek(1).kind in (CLASS, CAPITALS):
            return create(reader)
        case "<name>":
            reader.advance()
            if reader.at("("):
                given = arguments(reader)
                return Call(reader.since(token), Ident(token.span, token.text), given)
            return Variable(token.span, token.text)
        case "<Class>" | "<CAPITALS>":
            return create(reader)
        case "<ACTION>":
            return bare_action(reader)
        case "<number>":
            reader.advance()
            return Number(token.span, token.value) if isinstance(token.value, int) else Broken(token.span)
        case "<decimal>":
            reader.advance()
            return Decimal(token.span, token.value) if isinstance(token.value, float) else Broken(token.span)
        case "<string>":
            return Text(reader.advance().span, cast(str, token.value))
        case "<f-string>":
            return formatted(reader)
        case "<broken>":
            return Broken(reader.advance().span)
    match token.text:
        case "True" | "False":
            return Truth(reader.advance().span, token.text == "True")
        case "None":
            return Nothing(reader.advance().span)
        case "(":
            return parenthesised(reader)
        case "[":
            return series(reader)
    return no_atom(reader)


# "(" expr ")"
def parenthesised(reader: Reader) -> Expr:
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
def series(reader: Reader) -> Expr:
    opened = reader.advance()
    items: list[Expr | Comprehension] = []
    while not reader.at("]"):
        items.append(comprehension(reader, expression(reader)))
        if not reader.accept(","):
            break
        if reader.at("]"):
            reader.tell(codes.BAD_ARGUMENT, "an element is missing after this comma", Label(reader.previous.span))
    close(reader, "]", opened)
    return Series(reader.since(opened), tuple(items))


# [ "new" ] Class [ "<" type ">" ] "(" [args] ")"
def create(reader: Reader) -> Expr:
    start = reader.peek()
    has_new = start.kind == NAME
    if has_new:
        reader.advance()
    if not has_new and reader.peek(reader.at_type()).text != "(":
        token = reader.advance()
        return BareName(token.span, token.text)
    type_name = read_type(reader)
    if reader.at("("):
        given = arguments(reader)
        return Create(reader.since(start), type_name, given, has_new)
    place = Label(reader.since(start))
    hint = f"write `{type_name.span.text}()`"
    reader.tell(codes.NO_PARENTHESES, "a new object is made with parentheses", place, hint=hint)
    return Broken(reader.since(start))


def bare_action(reader: Reader) -> Expr:
    token = reader.advance()
    if reader.at("("):
        title = f"`{token.text}` is an ACTION: it is done, not called"
        hint = f"write `do {token.text}(…)`, or `player do {token.text}(…)`"
        reader.fail(codes.ACTION_CALLED, title, Label(token.span), hint=hint)
    return BareName(token.span, token.text)


# fstring = "f'" { character | "{" expr "}" } "'"
def formatted(reader: Reader) -> Expr:
    token = reader.advance()
    parts: list[str | Expr] = []
    for part in cast("tuple[str | FormattedValue, ...]", token.value):
        if isinstance(part, str):
            parts.append(part)
        elif part.tokens is None:
            return Broken(token.span)
        else:
            inner = Reader(part.tokens, reader.pass_on, reader.strict, reader.depth)
            try:
                parts.append(expression(inner))
                inner.expect(END, code=codes.EXPECTED, what="`}`", after="this")
            except Unreadable:
                return Broken(token.span)
    return FormattedText(token.span, tuple(parts))
