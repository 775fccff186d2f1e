"""The rule form: `next(cell(M,N,x)) :- does(xplayer,mark(M,N)) & true(cell(M,N,b))`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NoReturn

from parlour.languages.gdl import codes
from parlour.languages.gdl.syntax.conditions import CONNECTIVES, DISTINCT, atom, joined, no_sentence
from parlour.languages.gdl.syntax.scanner import VARIABLE
from parlour.languages.gdl.syntax.tree import Condition, Form, Node, Statement, Word
from parlour.languages.gdl.syntax.words import KEYWORDS, OLD_WORDS
from parlour.syntax.cursor import Cursor, Unreadable
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span
from parlour.syntax.token import BROKEN, END, NAME, Token

_NECKS = (":-", ":")
_FOREIGN_NECKS = ("<=", "<-", "=>")
_BEFORE_CONDITIONS = ("if", "when", "whenever")
_SAID_NECKS = ("=", "==", "-", "--", "->", "if", "when", "iff", "where")


class _Passed(Unreadable):
    """What cannot be read has been passed over already."""


class _Reader(Cursor):
    def first_on_line(self, token: Token) -> Span:
        """The first sentence of the line in which a token stands, or that sentence where it stands first."""
        line = [each for each in self._tokens[: self.place] if each.span.line == token.span.line]
        depth = 0
        for number, each in enumerate(line):
            depth += (each.text == "(") - (each.text == ")")
            behind = line[number + 1] if number + 1 < len(line) else None
            if depth == 0 and (behind is None or behind.text != "("):
                return line[0].span.to(each.span)
        return token.span

    def return_to(self, place: int) -> None:
        """Goes back to where the reader has been before."""
        self._index = place

    def at_statement(self) -> bool:
        """Whether the next token begins a line, as statements do."""
        token, before = self.peek(), self.previous
        return token is before or token.kind == END or token.span.line > before.span.line


# sheet = { statement }
def read_rule_form(
    tokens: Sequence[Token], report: Callable[[Diagnostic], object]
) -> tuple[tuple[Statement, ...], Callable[[Iterable[Diagnostic]], list[Diagnostic]]]:
    """The statements, and what leaves out errors for which another one stands."""
    reader = _Reader(tokens, report)
    statements: list[Statement] = []
    while not reader.at(END):
        try:
            statements.append(_statement(reader))
        except _Passed:
            continue
        except Unreadable:
            _skip(reader)
    return tuple(statements), reader.settled


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
    if reader.at("("):
        _no_prefix_form(reader)
    _no_bare_words(reader)
    head = _term(reader, is_sentence=True)
    problem = no_sentence(head)
    if problem is not None:
        if start.span.column > 1 and isinstance(head, Form) and start.text in CONNECTIVES | {DISTINCT}:
            problem = replace(problem, hint="if it is a condition of the rule before it, join it by `&`")
        reader.pass_on(problem)
        raise Unreadable
    body: tuple[Condition, ...] = ()
    if reader.at(*_FOREIGN_NECKS):
        neck = reader.peek()
        reader.fail(codes.WRONG_NECK, f"`{neck.text}` does not join head and body in rule form", hint="write `:-`")
    sign = reader.peek()
    is_applied = reader.peek(1).matches("(") and reader.peek(1).span.start == sign.span.end
    if reader.same_line() and sign.text.lower() in _SAID_NECKS and sign.kind in (NAME, BROKEN) and not is_applied:
        title = f"`{sign.text}` does not join head and body in rule form"
        reader.tell_for(sign.span, codes.WRONG_NECK, title, Label(sign.span), hint="write `:-`")
        raise Unreadable
    if reader.at(*_NECKS):
        neck = reader.advance()
        if neck.text == ":" and reader.at(NAME) and reader.peek().text == "-":
            reader.advance()  # a blank has come between
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
        elif _has_variables(head):
            hint = "write what must hold behind it: a fact has no variables"
            reader.fail(codes.EXPECTED, f"no condition follows this `{neck.text}`", Label(neck.span), hint=hint)
    span = reader.since(start)
    if not reader.accept("."):
        _check_end(reader, start, body)
    return Statement(head, body, span)


def _no_bare_words(reader: _Reader) -> None:
    """A rule that begins with its conditions, `if over then terminal`, and a name without its parentheses, `role red`,
    `index 1`: told once, and the line passed over."""
    token, after = reader.peek(), reader.peek(1)
    line = token.span.line
    if token.kind != NAME or after.kind not in (NAME, VARIABLE) or not reader.at_statement() or after.span.line != line:
        return
    words = token.span.source.line_text(line).strip().rstrip(".").split()
    if token.text in _BEFORE_CONDITIONS:
        title = f"a rule does not begin with `{token.text}`"
        shown = "head :- condition & condition"
        if words.count("then") == 1 and 1 < words.index("then") < len(words) - 1:
            then = words.index("then")
            shown = f"{' '.join(words[then + 1 :])} :- {' '.join(words[1:then])}"
        hint = f"what follows comes first, then `:-` and the conditions: `{shown}`"
    elif min(KEYWORDS.get(token.text, (after.kind == VARIABLE or after.text.isdecimal(),))) > 0:
        rest = words[1:] if token.text in KEYWORDS and len(words) - 1 in KEYWORDS[token.text] else [after.text]
        title = f"`{token.text}` stands without its parentheses"
        hint = f"write `{token.text}({','.join(word.rstrip(',') for word in rest)})`"
    else:
        return
    while not reader.at(END) and reader.peek().span.line == line:
        reader.advance()
    reader.tell_for(reader.since(token), codes.EXPECTED, title, Label(token.span), hint=hint)
    raise _Passed


def _is_fact_next(reader: _Reader) -> bool:
    """A statement at the left margin does not continue the one before."""
    return reader.peek().span.column == 1 and not reader.at("~")


def _no_neck(reader: _Reader, start: Token) -> NoReturn:
    """Conditions are joined behind a head that has no `:-`: it is missing in this line, behind the first sentence."""
    first = reader.first_on_line(start)
    line = first.source.line_text(first.line)
    if not re.search(r"\b[A-Z]|~", line):
        title = "facts are not divided by commas" if reader.at(",") else "facts are not joined by `&`"
        reader.fail(codes.EXPECTED, title, hint="leave it out: each fact stands by itself, and holds")
    gap = first.source.span(first.end, first.end)
    hint = f"head and body of a rule are joined by `:-`: write `{first.text} :- …`"
    reader.fail(codes.EXPECTED, "this rule has no `:-`", Label(gap), hint=hint)


def _has_variables(node: Node) -> bool:
    return node.is_variable if isinstance(node, Word) else any(map(_has_variables, node.arguments))


def _bare_arguments(reader: _Reader) -> str:
    """Advice for a name without its parentheses, `column N W`."""
    words = [reader.previous]
    while reader.peek(len(words) - 1).kind in (NAME, VARIABLE) and not reader.peek(len(words)).matches("("):
        words.append(reader.peek(len(words) - 1))
    if reader.previous.kind != NAME or len(words) < 2 or words[1].kind != VARIABLE:
        return ""
    return f"write `{words[0].text}({','.join(word.text for word in words[1:])})`"


def _check_end(reader: _Reader, start: Token, body: Sequence[Condition]) -> None:
    has_body = bool(body)
    if reader.at(END):
        return
    if has_body and reader.same_line() and _goes_on(reader):
        word = reader.peek().text
        hint = "write `&` between the conditions of a rule"
        if word in ("and", "or"):
            hint = f"write `&` instead of `{word}`" if word == "and" else "write a second rule, or `or(…,…)`"
            reader.fail(codes.EXPECTED, f"`{word}` does not join conditions in rule form", hint=hint)
        bare = _bare_arguments(reader)
        if bare:
            label = Label(reader.previous.span)
            title = f"`{reader.previous.text}` stands without its parentheses"
            reader.fail(codes.EXPECTED, title, label, hint=bare)
        gap = reader.previous.span
        label = Label(gap.source.span(gap.end, reader.peek().span.start + 1), "nothing joins these two")
        reader.fail(codes.EXPECTED, "conditions are joined by `&`", label, hint=hint)
    if reader.peek().kind in (NAME, VARIABLE):
        return
    if reader.at("(") and reader.at_statement():
        _no_prefix_form(reader)
    if reader.at("(") and reader.previous.kind == NAME:
        hint = f"write `{reader.previous.text}(…)`"
        reader.fail(codes.EXPECTED, "no blank stands before what a name is applied to", hint=hint)
    if reader.at(")"):
        reader.fail(codes.BRACKETS, "this parenthesis closes nothing", hint="leave it out")
    if reader.at("|"):
        hint = "write two rules with this head, or `or(…,…)`"
        first, place = body[-1].span.text if body else "…", reader.place
        reader.advance()
        if reader.at(NAME) and has_body:
            hint = f"write `or({first},{_term(reader, is_sentence=True).span.text})`, or two rules with this head"
        reader.return_to(place)
        reader.fail(codes.EXPECTED, "`|` does not join conditions in rule form", hint=hint)
    if reader.at("&", ",") and not has_body:
        _no_neck(reader, start)
    reader.fail(
        codes.EXPECTED,
        "expected `:-`, `&` or the next rule",
        hint="join the conditions of a body by `&`, and end a rule with its line or with `.`",
    )


def _goes_on(reader: _Reader) -> bool:
    """Whether the rest of the line is more of the body: another rule has a neck, and a fact has no variables."""
    if reader.at("and", "or", "not", "~"):
        return True
    if reader.peek().kind not in (NAME, VARIABLE):
        return False
    line, ahead, has_variables = reader.peek().span.line, 0, reader.peek().text in ("true", "does", "distinct")
    while reader.peek(ahead).kind != END and reader.peek(ahead).span.line == line:
        token = reader.peek(ahead)
        if token.text in (*_NECKS, *_FOREIGN_NECKS):
            return False
        has_variables = has_variables or token.kind == VARIABLE
        ahead += 1
    return has_variables


def _no_prefix_form(reader: _Reader) -> None:
    """A statement in prefix form is told once, and passed over."""
    if reader.peek(1).text == "<=":
        hint = "write `head :- condition & condition`: all of this text is in rule form"
    else:
        hint = f"write `{reader.peek(1).text}(…)`: all of this text is in rule form"
    start, title = reader.peek(), "this is in prefix form, and the text in rule form"
    depth = 0
    while not reader.at(END):
        token = reader.advance()
        depth += (token.kind == "(") - (token.kind == ")")
        if depth <= 0:
            break
    if reader.at(*_NECKS) and not reader.at_statement():
        title = "the name of the relation is missing before this `(`"
        hint = f"write it there: `name{' '.join(reader.since(start).text.split())} :- …`"
        while not reader.at(END) and not (reader.at_statement() and reader.peek().span.column == 1):
            reader.advance()
    reader.tell_for(reader.since(start), codes.EXPECTED, title, Label(start.span), hint=hint)
    raise _Passed


# conditions = condition { ("&" | ",") condition }
def _conditions(reader: _Reader) -> tuple[Condition, ...]:
    found = [_condition(reader)]
    while reader.at("&", ","):
        sign = reader.advance()
        if reader.at(sign.text):
            reader.fail(codes.EXPECTED, "conditions are joined by one `&`", hint="leave one of them out")
        if reader.at(END) or (reader.peek().span.column == 1 and reader.at_statement() and _has_neck(reader)):
            hint = "leave it out, or write the condition that is missing"
            reader.report(codes.EXPECTED, f"no condition follows this `{sign.text}`", Label(sign.span), hint=hint)
            break
        found.append(_condition(reader))
    return tuple(found)


def _has_neck(reader: _Reader) -> bool:
    """Whether the line that begins here is a rule."""
    line, ahead = reader.peek().span.line, 0
    while reader.peek(ahead).kind != END and reader.peek(ahead).span.line == line:
        if reader.peek(ahead).text in _NECKS:
            return True
        ahead += 1
    return False


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
        _no_comparison(reader)
        return _made(atom(_term(reader, is_sentence=True), reader.pass_on))


def _no_comparison(reader: _Reader) -> None:
    """`M is N - K`, `X < Y`, `X \\= Y`: a variable, and then something between it and another one."""
    sign = reader.peek(1)
    if reader.peek().kind != VARIABLE or sign.span.line != reader.peek().span.line:
        return
    if sign.kind == BROKEN:
        reader.advance()
        raise Unreadable  # the sign has been told
    if sign.text in _BETWEEN:
        what, hint = _BETWEEN[sign.text]
        reader.fail(codes.NOT_A_CONDITION, what, Label(sign.span), hint=hint)


_COMPUTED = (
    "there is no arithmetic: numbers are names",
    "list what follows what, `succ(1,2) succ(2,3)`, and ask for it: `succ(M,N)`",
)
_ORDERED = ("there is no order: numbers are names", "list it, `less(1,2) less(2,3)`, and ask for it: `less(M,N)`")
_BETWEEN = {
    **dict.fromkeys(("is", "+", "-"), _COMPUTED),
    **dict.fromkeys(("<", ">", "=<", ">=", "<="), _ORDERED),
}


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


def _closed_too_late(reader: _Reader, word: str, opened: Token, arguments: Sequence[Node]) -> None:
    """A word of the language that is not closed and has more behind it than it is applied to: what is too much are
    conditions, `true(control(P), open(X)`."""
    counts = KEYWORDS.get(word.lower())
    if counts is None or len(arguments) <= max(counts) - reader.at("~") or not max(counts):
        return
    last = arguments[max(counts) - 1].span
    labels = Label(last.source.span(last.end, last.end), "it should end here"), Label(opened.span, "this is still open")
    reader.fail(codes.BRACKETS, f"`{word}` is not closed", *labels, hint="put a `)` here")


# term = NAME [ "(" term { "," term } ")" ] | VARIABLE
def _term(reader: _Reader, *, is_sentence: bool = False) -> Node:
    token = reader.peek()
    if token.kind not in (NAME, VARIABLE):
        what = "a sentence, such as `true(control(x))`" if is_sentence else "a term: a name or a variable"
        hint = "leave it out" if reader.at(".") and reader.previous.text == "." else ""
        reader.fail(codes.EXPECTED, f"expected {what}", hint=hint)
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
            if reader.at("~"):
                _closed_too_late(reader, word, opened, arguments)
            arguments.append(_term(reader))
            if not reader.accept(","):
                break
        if reader.at(".", "&", ":-", END) or reader.at_statement():
            _closed_too_late(reader, word, opened, arguments)
        if reader.at("&", ":-", "~", ".") or reader.at(END) or reader.at_statement():
            is_next = reader.at_statement() and not reader.at(")")
            hint = "put a `)` here" if is_next else "close the parenthesis before it"
            reader.expect(")", code=codes.BRACKETS, opened=opened, hint=hint)
            return Form(word, tuple(arguments), reader.since(token))
        hint = "what it is applied to is divided by commas: `cell(1,b)`"
        reader.expect(")", code=codes.BRACKETS, opened=opened, what="`,` or `)`", hint=hint)
    if not arguments:
        return Word(word, False, reader.since(token))
    return Form(word, tuple(arguments), reader.since(token))
