"""The rule form: `next(cell(M,N,x)) :- does(xplayer,mark(M,N)) & true(cell(M,N,b))`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour.languages.gdl import codes
from parlour.languages.gdl.syntax.conditions import CONNECTIVES, atom, joined, no_sentence
from parlour.languages.gdl.syntax.scanner import VARIABLE
from parlour.languages.gdl.syntax.tree import Condition, Form, Node, Statement, Word
from parlour.languages.gdl.syntax.words import KEYWORDS, OLD_WORDS
from parlour.syntax.cursor import Cursor, Unreadable
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.token import END, NAME, Token

_NECKS = (":-", ":")
_FOREIGN_NECKS = ("<=", "<-", "=>")


class _Reader(Cursor):
    def at_statement(self) -> bool:
        """Whether the next token begins a line, as statements do."""
        token, before = self.peek(), self.previous
        return token is before or token.kind == END or token.span.line > before.span.line


# sheet = { statement }
def read_rule_form(tokens: Sequence[Token], report: Callable[[Diagnostic], object]) -> tuple[Statement, ...]:
    reader = _Reader(tokens, report)
    statements: list[Statement] = []
    while not reader.at(END):
        try:
            statements.append(_statement(reader))
        except Unreadable:
            _skip(reader)
    return tuple(statements)


def _skip(reader: _Reader) -> None:
    """To the next statement: behind a full stop, or to a line that begins with a name, at the margin or at least not
    behind a sign that joins it to the line before."""
    reader.advance()
    while not reader.at(END) and reader.previous.text != ".":
        if reader.at_statement() and reader.peek().kind in (NAME, VARIABLE):
            joins = reader.previous.text in ("&", ",", "~", "(", ":", ":-")
            if reader.peek().span.column == 1 or not joins:
                return
        reader.advance()


# statement = sentence [ (":-" | ":") conditions ] [ "." ]
def _statement(reader: _Reader) -> Statement:
    start = reader.peek()
    head = _term(reader, is_sentence=True)
    problem = no_sentence(head)
    if problem is not None:
        reader.pass_on(problem)
        raise Unreadable
    body: tuple[Condition, ...] = ()
    if reader.at(*_FOREIGN_NECKS):
        neck = reader.peek()
        reader.fail(codes.WRONG_NECK, f"`{neck.text}` does not join head and body in rule form", hint="write `:-`")
    if reader.at(*_NECKS):
        neck = reader.advance()
        if neck.text == ":":
            reader.warn(
                codes.OLD_SPELLING,
                "the neck of a rule is `:-`",
                Label(neck.span, "this is read as `:-`"),
                hint="write `:-`",
            )
        # An empty body is allowed, as it is in prefix form.
        if not (reader.at(END, ".") or (reader.at_statement() and _is_fact_next(reader))):
            body = _conditions(reader)
    span = reader.since(start)
    if not reader.accept("."):
        _check_end(reader)
    return Statement(head, body, span)


def _is_fact_next(reader: _Reader) -> bool:
    """A statement at the left margin does not continue the one before."""
    return reader.peek().span.column == 1 and not reader.at("~")


def _check_end(reader: _Reader) -> None:
    if reader.at(END) or reader.peek().kind in (NAME, VARIABLE):
        return
    if reader.at(")"):
        reader.fail(codes.BRACKETS, "this parenthesis closes nothing", hint="leave it out")
    if reader.at("|"):
        hint = "write two rules with this head, or `or(…,…)`"
        reader.fail(codes.EXPECTED, "`|` does not join conditions in rule form", hint=hint)
    reader.fail(
        codes.EXPECTED,
        "expected `:-`, `&` or the next rule",
        hint="join the conditions of a body by `&`, and end a rule with its line or with `.`",
    )


# conditions = condition { ("&" | ",") condition }
def _conditions(reader: _Reader) -> tuple[Condition, ...]:
    found = [_condition(reader)]
    while reader.accept("&", ","):
        found.append(_condition(reader))
    return tuple(found)


# condition = ("~" | "not") condition | ("or" | "and" | "not") "(" group { "," group } ")" | "(" group ")" | sentence
def _condition(reader: _Reader) -> Condition:
    start = reader.peek()
    with reader.nested(codes.TOO_DEEP):
        if reader.accept("~") or _accept_not(reader):
            return _made(joined("not", [_condition(reader)], reader.since(start), reader.pass_on))
        if reader.at("("):
            opened = reader.advance()
            group = _group(reader)
            reader.expect(")", code=codes.BRACKETS, opened=opened)
            return group
        if reader.peek().text.lower() in CONNECTIVES and reader.peek(1).text == "(":
            connective = reader.advance().text.lower()
            opened = reader.advance()
            parts = [_group(reader)]
            while reader.accept(",", "|"):
                parts.append(_group(reader))
            reader.expect(")", code=codes.BRACKETS, opened=opened)
            return _made(joined(connective, parts, reader.since(start), reader.pass_on))
        return _made(atom(_term(reader, is_sentence=True), reader.pass_on))


def _accept_not(reader: _Reader) -> bool:
    """`not open` is `not(open)`, unless the next statement begins there."""
    following = reader.peek(1)
    is_negation = reader.peek().text.lower() == "not" and following.kind in (NAME, VARIABLE)
    if not is_negation or (following.span.column == 1 and following.span.line > reader.peek().span.line):
        return False
    reader.advance()
    return True


# group = condition { "&" condition }   (a comma separates the alternatives of `or`, so it does not join here)
def _group(reader: _Reader) -> Condition:
    start = reader.peek()
    found = [_condition(reader)]
    while reader.accept("&"):
        found.append(_condition(reader))
    if len(found) == 1:
        return found[0]
    return _made(joined("and", found, reader.since(start), reader.pass_on))


def _made(condition: Condition | None) -> Condition:
    if condition is None:
        raise Unreadable
    return condition


# term = NAME [ "(" term { "," term } ")" ] | VARIABLE
def _term(reader: _Reader, *, is_sentence: bool = False) -> Node:
    token = reader.peek()
    if token.kind not in (NAME, VARIABLE):
        what = "a sentence, such as `true(control(x))`" if is_sentence else "a term: a name or a variable"
        reader.fail(codes.EXPECTED, f"expected {what}")
    reader.advance()
    word = str(token.value)
    is_applied = reader.at("(") and reader.peek().span.start == token.span.end
    is_keyword = token.kind == VARIABLE and is_sentence and word.lower() in KEYWORDS
    if is_sentence and token.text in OLD_WORDS:
        now = OLD_WORDS[word]
        reader.warn(codes.OLD_SPELLING, f"`{word}` is spelled `{now}`", Label(token.span), hint=f"write `{now}`")
        word = now
    if not is_applied:
        return Word(word, token.kind == VARIABLE and not is_keyword, token.span)
    if token.kind == VARIABLE and not is_keyword:
        reader.pass_on(
            Diagnostic(
                codes.NOT_A_NAME,
                "a variable cannot be applied to arguments",
                (Label(token.span, "names that begin with a capital letter are variables"),),
                hint=f"write `{word[0].lower()}{word[1:]}(…)`, or put the name in quotes: `'{word}'(…)`",
                kind="syntax",
            )
        )
    with reader.nested(codes.TOO_DEEP):
        opened = reader.advance()
        arguments: list[Node] = []
        while not reader.at(")"):
            arguments.append(_term(reader))
            if not reader.accept(","):
                break
        reader.expect(")", code=codes.BRACKETS, opened=opened, what="`,` or `)`")
    if not arguments:
        return Word(word, False, reader.since(token))
    return Form(word, tuple(arguments), reader.since(token))
