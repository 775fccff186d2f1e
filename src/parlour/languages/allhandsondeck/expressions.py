"""Reads AllHandsOnDeck expressions: a `Reader` over tokens in, a tree out. The grammar rule stands above each function.

Nothing here recurses along a text that is merely long: all operators of an expression are read by one loop with a stack
of open runs, so only brackets, arguments and the right sides of assignments go one level deeper.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NoReturn, TypeAlias, cast

from parlour.languages.allhandsondeck import codes, slips
from parlour.languages.allhandsondeck.reader import HEIGHT_LIMIT, Reader
from parlour.languages.allhandsondeck.scanner import (
    ACTION,
    BROKEN_OPERATOR,
    CAPITALS,
    CLASS,
    DECIMAL,
    FORMATTED,
    KEYWORD,
    NEWLINE,
    NUMBER,
    SIGN,
    STRING,
    TYPE_WORDS,
)
from parlour.languages.allhandsondeck.strings import FormattedValue
from parlour.languages.allhandsondeck.tree import (
    Act,
    Argument,
    Assign,
    AssignOperator,
    Attribute,
    BareName,
    Broken,
    Call,
    Chain,
    Compare,
    CompareLink,
    Comparison,
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
    Link,
    Logic,
    MethodCall,
    Not,
    Nothing,
    Number,
    Operator,
    Path,
    Power,
    Range,
    Series,
    Sign,
    SignOperator,
    Slice,
    Step,
    Text,
    Truth,
    TypeName,
    Variable,
)
from parlour.languages.allhandsondeck.walk import children
from parlour.syntax.cursor import Unreadable, found
from parlour.syntax.diagnostic import Label
from parlour.syntax.limits import NESTING_LIMIT
from parlour.syntax.token import END, NAME, Token

# How tightly operators bind. `not` and the signs stand before their operand, `do` behind it.
_LEVELS = (
    *(("or",), ("and",), ("not",), ("==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not"), ("do",)),
    *(("|",), ("^",), ("&",), ("+", "-"), ("*", "/", "//", "%"), ("..", "..."), ("sign",), ("**",)),
)
STRENGTH = {word: strength for strength, words in enumerate(_LEVELS) for word in words}
NOT_STRENGTH = STRENGTH["not"]
COMPARE_STRENGTH = STRENGTH["=="]
DO_STRENGTH = STRENGTH["do"]
RANGE_STRENGTH = STRENGTH[".."]
SIGN_STRENGTH = STRENGTH["sign"]
POWER_STRENGTH = STRENGTH["**"]

ASSIGNMENTS = frozenset(("=", "+=", "-=", "*=", "/=", "//=", "**=", "%=", "&=", "|=", "^="))

_Inside: TypeAlias = Expr | Comprehension | Slice


def whole_expression(reader: Reader) -> Expr:
    """An expression of which no part lies too deep for those who walk over the tree by recursion."""
    expr = expression(reader)
    level: list[_Inside] = [expr]
    for _ in range(HEIGHT_LIMIT - reader.depth):
        level = [child for parent in level for child in children(parent)]
        if not level:
            return expr
    reader.tell(
        codes.TOO_DEEP,
        "this is nested too deeply",
        Label(level[0].span, "this part"),
        hint="give an inner part a name of its own and use the name here",
    )
    return Broken(expr.span)


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


@dataclass(slots=True)
class _Run:
    """An open run of operators of one strength, waiting for its next operand; a prefix has no operand on its left."""

    strength: int
    operator: Token
    word: str
    first: Expr | None
    links: list[tuple[Token, str, Expr]] = field(default_factory=list)

    def extend(self, operand: Expr) -> None:
        self.links.append((self.operator, self.word, operand))

    def close(self, last: Expr) -> Expr:
        """The tree of the run, once its last operand is known."""
        if self.first is None:
            span = self.operator.span.to(last.span)
            return Not(span, last) if self.word == "not" else Sign(span, cast(SignOperator, self.word), last)
        self.extend(last)
        first, span = self.first, self.first.span.to(last.span)
        match self.word:
            case ".." | "...":
                return Range(span, first, last, self.word == "..")
            case "**":
                return Power(span, first, last)
            case "and":
                return Logic(span, "and", (first, *(operand for _, _, operand in self.links)))
            case "or":
                return Logic(span, "or", (first, *(operand for _, _, operand in self.links)))
        if self.strength == COMPARE_STRENGTH:
            compared = (CompareLink(sign.span, cast(Comparison, word), right) for sign, word, right in self.links)
            return Compare(span, first, tuple(compared))
        chained = (Link(sign.span, cast(Operator, word), right) for sign, word, right in self.links)
        return Chain(span, first, tuple(chained))


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
    runs: list[_Run] = []
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
            runs.append(_Run(strength, sign, word, operand_read))
        if len(runs) > NESTING_LIMIT:
            reader.fail(codes.TOO_DEEP, "these are too many operators in a row", hint="put a part into parentheses")


def closed(runs: list[_Run], operand_read: Expr, strength: int) -> Expr:
    """The operand after all open runs that bind tighter have been closed with it."""
    while runs and runs[-1].strength > strength:
        operand_read = runs.pop().close(operand_read)
    return operand_read


def prefixes(reader: Reader, runs: list[_Run]) -> None:
    """Opens a run for each `not`, `-`, `+` and `~` before an operand."""
    while reader.peek().kind in (KEYWORD, SIGN) and reader.at("not", "-", "+", "~", "do"):
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
        if token.text in "+-" and reader.at(NEWLINE):
            count = f"{token.text}= 1"
            place = Label(reader.previous.span)
            reader.fail(codes.UNKNOWN_OPERATOR, "a value is missing here", place, hint=f"to count, write `n {count}`")
        runs.append(_Run(NOT_STRENGTH if limit else SIGN_STRENGTH, token, token.text, None))
        if len(runs) > NESTING_LIMIT:
            reader.fail(codes.TOO_DEEP, "these are too many operators in a row", hint="leave them out in pairs")


def next_operator(reader: Reader) -> tuple[Token, str] | None:
    """Takes the operator after an operand, if there is one: its token, which may cover two words, and its name."""
    token = reader.peek()
    if token.kind == BROKEN_OPERATOR:
        return reader.advance(), token.text
    if token.kind == KEYWORD and token.text in ("not", "is"):
        following = reader.peek(1).text
        word = f"{token.text} {following}"
        if word in STRENGTH:
            reader.advance()
            reader.advance()
            return Token(KEYWORD, word, reader.since(token)), word
        if token.text == "not":
            return None
    if token.kind in (SIGN, KEYWORD) and token.text in STRENGTH and token.text != "do":
        if token.text == ">" and reader.peek(1).text in (">", ">=") and reader.peek(1).span.start == token.span.end:
            hint = "there are no shift operators: divide by a power of two, `n // 2 ** k`"
            reader.fail(codes.UNKNOWN_OPERATOR, "`>>` is not an operator", hint=hint)
        return reader.advance(), token.text
    if token.kind == NAME and token.text in slips.INFIX_WORDS:
        hint = slips.INFIX_WORDS[token.text]
        reader.fail(codes.FOREIGN_WORD, f"`{token.text}` is not an operator", hint=hint)
    return None


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


# ACTION
def action_name(reader: Reader, after: str) -> Ident:
    token = reader.peek()
    if token.kind in (NAME, CLASS):
        hint = f"an ACTION is written in capitals: `{capitals(token.text)}`"
        if token.kind == NAME:
            hint += f"; a helper is called without `do`: `{token.text}(…)`"
        reader.report(codes.WRONG_SPELLING, f"`{token.text}` is not an ACTION", hint=hint)
        reader.lost.update((token.text, capitals(token.text)))
        return Ident(reader.advance().span, token.text)
    if token.kind == KEYWORD:
        reader.fail(codes.RESERVED_WORD, f"`{token.text}` is a reserved word", hint="choose another name")
    token = reader.expect(ACTION, CAPITALS, code=codes.EXPECTED, what="an ACTION", after=after)
    return Ident(token.span, token.text)


def capitals(name: str) -> str:
    """A name as an ACTION would be spelt.

    >>> capitals("push_top"), capitals("PushTop")
    ('PUSH_TOP', 'PUSH_TOP')
    """
    parts = ("_" + letter if letter.isupper() and place else letter for place, letter in enumerate(name))
    return "".join(parts).upper()


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
        said = f"do {capitals(token.text)}" if token.kind == CLASS else f"do {token.text}"
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
    behind = reader.at_type()
    if reader.peek(behind).text == "(":
        type_name = read_type(reader)
        given = arguments(reader)
        return Create(reader.since(start), type_name, given, has_new)
    token = reader.advance()
    if has_new:
        place = Label(reader.since(start))
        hint = f"write `{token.text}()`"
        reader.tell(codes.NO_PARENTHESES, "a new object is made with parentheses", place, hint=hint)
        return Broken(reader.since(start))
    return BareName(token.span, token.text)


def bare_action(reader: Reader) -> Expr:
    token = reader.advance()
    if reader.at("("):
        title = f"`{token.text}` is an ACTION: it is done, not called"
        hint = f"write `do {token.text}(…)`, or `player do {token.text}(…)`"
        reader.fail(codes.ACTION_CALLED, title, Label(token.span), hint=hint)
    return BareName(token.span, token.text)


# type = "int" | "float" | "bool" | "string" | "fstring" | Class [ "<" type ">" ]
def read_type(reader: Reader) -> TypeName:
    with reader.nested(codes.TOO_DEEP):
        token = reader.peek()
        if token.kind == KEYWORD and token.text in TYPE_WORDS:
            reader.advance()
            if reader.at("<"):
                hint = "only a class can be of something: `Stack<Card>`"
                reader.fail(codes.EXPECTED, f"`{token.text}` is not of anything", hint=hint)
            return TypeName(token.span, token.text)
        if token.kind in (NAME, ACTION):
            hint = "a class begins with a capital and has letters and digits only; the types are `int`, `float`, "
            hint += "`bool`, `string` and the classes"
            reader.fail(codes.WRONG_SPELLING, f"`{token.text}` is not a type", hint=hint)
        token = reader.expect(CLASS, CAPITALS, code=codes.EXPECTED, what="a type")
        if not reader.at("<"):
            return TypeName(token.span, token.text)
        opened = reader.advance()
        inner = read_type(reader)
        reader.expect(">", code=codes.EXPECTED, opened=opened)
        return TypeName(reader.since(token), token.text, inner)


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
            inner = Reader(part.tokens, reader.report_inner, reader.strict, reader.depth)
            try:
                parts.append(expression(inner))
                inner.expect(END, code=codes.EXPECTED, what="`}`", after="this")
            except Unreadable:
                return Broken(token.span)
    return FormattedText(token.span, tuple(parts))


# Where no expression begins


def no_choice(reader: Reader) -> None:
    """Python has a choice inside of an expression."""
    if reader.at("if"):
        hint = "choose in lines of their own, with `if` and `else`"
        reader.fail(codes.FOREIGN_WORD, "there is no choice inside of an expression", hint=hint)


def is_operand(token: Token) -> bool:
    """Whether a token can only begin a value, so that after another value an operator is missing."""
    return token.kind in (NAME, CLASS, CAPITALS, ACTION, NUMBER, DECIMAL, STRING, FORMATTED) or token.text in (
        *("True", "False", "None"),
    )


def no_operator(reader: Reader) -> NoReturn:
    """Says what is wrong where a value directly follows another one."""
    token, before = reader.peek(), reader.previous
    labels = (Label(token.span),)
    if before.kind == NAME and before.text in slips.STATEMENT_WORDS:
        hint = slips.STATEMENT_WORDS[before.text]
        if before.text in ("print", "input"):
            reader.fail(codes.NO_PARENTHESES, "a call needs parentheses", *labels, hint=hint)
        reader.fail(codes.FOREIGN_WORD, f"there is no `{before.text}`", Label(before.span), hint=hint)
    if before.kind in (ACTION, CAPITALS):
        hint = f"write `{before.text}(…)`"
        reader.fail(codes.NO_PARENTHESES, "what an ACTION is given stands in parentheses", *labels, hint=hint)
    if before.kind == NAME and token.kind in (ACTION, CAPITALS):
        hint = f"write `{before.text} do {token.text}`"
        reader.fail(codes.EXPECTED, f"expected `do` before `{token.text}`", *labels, hint=hint)
    hint = "an operator or a comma is missing"
    if before.kind == NAME:
        hint = f"a helper is called with parentheses: `{before.text}(…)`"
    reader.fail(codes.EXPECTED, f"expected the end of the line before {found(token)}", *labels, hint=hint)


def no_atom(reader: Reader) -> NoReturn:
    """Says what is wrong where a value should be; raises `Unreadable`."""
    token, before = reader.peek(), reader.previous
    if token.kind == BROKEN_OPERATOR:
        raise Unreadable
    if token.kind == KEYWORD:
        keyword_as_value(reader, token)
    after = ""
    if before is not token and before.kind in (SIGN, KEYWORD):
        after = f" after `{before.text}`"
    place = Label(token.span, f"here is {found(token)}")
    hint = ""
    if token.text == "=" and before.text in ("=", "<", ">"):
        hint = f"is `{before.text}=` meant?"
    if token.text in ("*", "/", "//", "%", "**", "&", "|", "^", "..", "...", "==", "!=", "<", "<=", ">", ">="):
        hint = f"`{token.text}` needs a value on each side"
    reader.fail(codes.EXPECTED, f"expected a value{after}", place, hint=hint)


def keyword_as_value(reader: Reader, token: Token) -> NoReturn:
    text = token.text
    if text == "range":
        hint = "a range is written `0...n`, which leaves out n, or `1..n`, which includes it"
        reader.fail(codes.RESERVED_WORD, "`range` is reserved, and there is no such helper", hint=hint)
    if text in TYPE_WORDS and reader.peek(1).text == "(":
        hint = "a number is asked for by `int n = input()`; a text is made by `f'{n}'`"
        reader.fail(codes.RESERVED_WORD, f"`{text}` is a type, and cannot be called", hint=hint)
    if text in ("and", "or", "in", "is", "times"):
        reader.fail(codes.EXPECTED, f"expected a value before `{text}`")
    hints = {
        "if": "a choice is a statement, in a line of its own",
        "for": "a comprehension stands in square brackets: `[x for x in xs]`",
        "main": "a program never calls `main`: it begins there",
        "return": "`return` begins a line of its own",
        "else": "there is no choice inside an expression: use `if` and `else` in lines of their own",
    }
    hint = hints.get(text, "choose another name")
    reader.fail(codes.RESERVED_WORD, f"`{text}` is a reserved word, and not a value", hint=hint)
