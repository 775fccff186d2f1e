"""The prefix form: `(<= (next (cell ?m ?n x)) (does xplayer (mark ?m ?n)) (true (cell ?m ?n b)))`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import NoReturn

from parlour.languages.gdl import codes
from parlour.languages.gdl.syntax.conditions import CONNECTIVES, DISTINCT, atom, joined, no_sentence
from parlour.languages.gdl.syntax.scanner import VARIABLE, spelling_of
from parlour.languages.gdl.syntax.tree import Condition, Form, Node, Statement, Word
from parlour.languages.gdl.syntax.words import KEYWORDS
from parlour.syntax.cursor import Cursor, Unreadable
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Source, Span
from parlour.syntax.token import END, NAME, Token

ARROW = "<="
# So far back a name is looked for that stands before its list.
LONGEST_NAME = 80


class _Passed(Unreadable):
    """What cannot be read has been passed over already."""


class _Group:
    """A list as it was read: words and lists, with the place of the whole."""

    __slots__ = ("items", "span")

    def __init__(self, items: list[_Item], span: Span) -> None:
        self.items = items
        self.span = span


_Item = Word | _Group


# What stands at the beginning of a rule, or between its head and its body, elsewhere.
FOREIGN_ARROWS = (
    "=>",
    "==>",
    "=<",
    "<",
    ":=",
    "<--",
    "rule",
    ":-",
    "->",
    "<-",
    "<==",
    "⇐",
    "←",
    "⟸",
    "≤",
    "if",
    "implies",
    "when",
)
WORD_ARROWS = ("if", "implies", "rule", "<", "when")
# Words that never stand alone as a condition.
_WITH_ARGUMENTS = frozenset({"true", "does", "not", "distinct", "or", "and", "role", "legal", "next"})
# How two terms are compared elsewhere, between them.
_BETWEEN = {"distinct": "distinct", "!=": "distinct", "/=": "distinct", "<>": "distinct"}
_ORDER = {"<": "less", ">": "greater", "=<": "less", ">=": "greater", "<=": "less"}


class _Reader(Cursor):
    """`level` counts the lists that are open."""

    level = 0
    _first = 0
    _rule_end = (0, 0)
    lacks_opening = False  # a `(` is known to be missing, so that one `)` too many is no news

    def before_on_line(self, token: Token) -> bool:
        """Whether something else stands before it in its line."""
        return self.place > 0 and self.previous is not token and self.previous.span.line == token.span.line

    def remember(self, item: _Item) -> None:
        """Keeps where rules end, and which conditions stand alone behind them."""
        first = item.items[0] if isinstance(item, _Group) else item
        name = first.text.lower() if isinstance(first, Word) else ""
        if name == ARROW:
            self._rule_end = item.span.end, 0
        elif name in _WITH_ARGUMENTS - {"role", "legal", "next"} or (self._rule_end[0] and "?" in item.span.text):
            self._rule_end = self._rule_end[0], self._rule_end[1] + 1
        else:
            self._rule_end = 0, 0

    def closed_early(self) -> Span | None:
        """The `)` that closed the last rule, if conditions stand alone behind it."""
        end, conditions = self._rule_end
        return self.peek().span.source.span(end - 1, end) if end and conditions else None

    @property
    def rule_end(self) -> int:
        return self._rule_end[0]

    def is_left_behind(self, item: _Item) -> bool:
        """Whether a condition stands behind a rule that was closed before it, and not at the margin."""
        first = item.items[0] if isinstance(item, _Group) else None
        name = first.text.lower() if isinstance(first, Word) else ""
        is_condition = name in {"true", "does", "distinct", *CONNECTIVES}
        end, conditions = self._rule_end
        return is_condition and end > 0 and conditions > 0 and item.span.column > 1

    def tell_closed_early(self) -> None:
        early = self.closed_early()
        assert early is not None
        hint = "leave this `)` out: the conditions behind it belong to the rule"
        title = "this rule is closed too early"
        self.tell(codes.BRACKETS, title, Label(early, "it ends here"), hint=hint)

    def begin_statement(self) -> None:
        self._first = self.place

    def since_statement(self) -> Sequence[Token]:
        """The tokens of the statement that is being read, up to here."""
        return self._tokens[self._first : self.place]

    def skip_statement(self) -> None:
        """Passes over the rest of a statement that cannot be read: to where its lists are closed, or to a list that
        begins at the left margin."""
        while not self.at(END):
            if self.at("(") and (self.level <= 0 or self.peek().span.column == 1):
                break
            token = self.advance()
            self.level += (token.kind == "(") - (token.kind == ")")
        self.level = 0


# sheet = { item }
def read_kif(tokens: Sequence[Token], report: Callable[[Diagnostic], object]) -> tuple[Statement, ...]:
    cursor = _Reader(tokens, report)
    statements: list[Statement] = []
    while not cursor.at(END):
        try:
            cursor.begin_statement()
            _no_rule_form(cursor)
            _no_bare_arrow(cursor)
            _no_bare_words(cursor)
            item = _item(cursor)
            is_told = _lacks_opening(item, report)
            cursor.lacks_opening = is_told or (cursor.lacks_opening and item.span.column > 1)
            cursor.remember(item)
            if cursor.is_left_behind(item) and not cursor.lacks_opening:
                cursor.tell_closed_early()
                cursor.lacks_opening = True
                statements = [each for each in statements if each.span.end != cursor.rule_end]
            found = None if cursor.lacks_opening else _statement(item, report)
        except _Passed:
            continue
        except Unreadable:
            cursor.skip_statement()
            continue
        if found is not None:
            statements.append(found)
    return tuple(statements)


def _no_rule_form(cursor: _Reader) -> None:
    """A sentence in rule form, `goal(X,100) :- wins(X)`, is told once and passed over up to the end of its line."""
    token, following = cursor.peek(), cursor.peek(1)
    if token.kind != NAME or not following.matches("(") or token.span.end != following.span.start:
        return
    line = token.span.source.line_text(token.span.line)
    is_word = min(KEYWORDS.get(token.text.lower(), (0,))) > 0
    if ":-" not in line and "," not in line and not is_word:
        return  # a fact without arguments, and then a list
    inner = re.fullmatch(r"\w+\(([^()]*)\)[.;]?", line.strip())
    shown = "…" if inner is None else " ".join(inner.group(1).replace(",", " ").split())
    whole = _in_prefix_form(line) or f"({token.text} {shown})"
    hint = f"write `{whole}`: all of this text is in prefix form"
    cursor.report(codes.EXPECTED, "this is in rule form, and the text in prefix form", hint=hint)
    while not cursor.at(END) and cursor.peek().span.line == token.span.line:
        cursor.advance()
    raise Unreadable


def _in_prefix_form(line: str) -> str:
    """A line of rule form as it stands in prefix form, if it is whole and short."""
    # Imported here: only a text with mistakes needs another spelling.
    from parlour.languages.gdl.syntax.parser import parse
    from parlour.languages.gdl.syntax.printer import print_sheet

    source = Source("line", line.strip())
    if spelling_of(source.text) != "rules":
        return ""  # by itself it would be a text in prefix form, with this very line in it
    tree, wrong = parse(source)
    if wrong or len(tree.statements) != 1:
        return ""
    text = print_sheet(tree, source, "kif").strip()
    return "" if "\n" in text else text


def _no_bare_arrow(cursor: _Reader) -> None:
    """A rule without its parentheses: `<= terminal full`, `terminal <= full`."""
    arrow = next((ahead for ahead in (0, 1) if cursor.peek(ahead).text in (ARROW, ":-", "=>")), None)
    if arrow is None or cursor.peek().kind != NAME:
        return
    label = Label(cursor.peek(arrow).span)
    hint = "the `<=` comes first, and all of it stands in parentheses: `(<= (line ?x) (row ?m ?x))`"
    cursor.report(codes.EXPECTED, "a rule stands in parentheses", label, hint=hint)
    cursor.advance()
    while not cursor.at(END) and not (cursor.at("(") and cursor.peek().span.column == 1):
        cursor.advance()
    raise Unreadable


def _no_bare_words(cursor: _Reader) -> None:
    """A statement without its parentheses, `role white`, or a line of prose: told once, and passed over."""
    token, after = cursor.peek(), cursor.peek(1)
    is_line = token.kind == NAME and after.kind in (NAME, VARIABLE) and token.span.line == after.span.line
    if not is_line or token.text[0] in "[{" or cursor.before_on_line(token):
        return
    line = token.span.source.line_text(token.span.line).strip()
    counts = KEYWORDS.get(token.text.lower(), (0,))
    if max(counts) > 0:
        title, hint = f"`{token.text}` stands without its parentheses", f"write `({line.rstrip(';., ')})`"
    else:
        title, hint = "this is no statement", f"a comment begins with `;`: `; {line.strip('#/* ')}`"
    cursor.report(codes.EXPECTED, title, hint=hint)
    while not cursor.at(END) and cursor.peek().span.line == token.span.line:
        cursor.advance()
    raise _Passed


def _lacks_opening(item: _Item, report: Callable[[Diagnostic], object]) -> bool:
    """Whether a condition has lost its `(`: `(<= head true (control ?p))`; then it is said."""
    if not isinstance(item, _Group) or not _names(item.items[0], ARROW):
        return False
    head = item.items[1]
    found = None
    if isinstance(head, Word) and head.text.lower() in KEYWORDS and _is_variable(item.items[2:3]):
        found = head, _applied(head, item.items[2:])
    found = found or _without_parentheses(item.items[2:])
    if found is None:
        return False
    word, whole = found
    hint = f"write `{whole}`" if "\n" not in whole else "put a `(` before it"
    if word.text.lower() in ("and", "or"):
        hint = "conditions stand one after the other, and all must hold; of two one: `(or a b)`"
    title = f"`{word.text}` stands without its parentheses"
    report(Diagnostic(codes.BRACKETS, title, (Label(word.span),), hint=hint, kind="syntax"))
    return True


def _without_parentheses(items: Sequence[_Item]) -> tuple[Word, str] | None:
    """The first word among some conditions, and those inside of connectives, that never stands alone and does, with
    what it would be with its parentheses. (`true` and a name could be two conditions: that `true` has no fact is
    found when rules are checked.)"""
    waiting = [items]
    while waiting:
        listed = waiting.pop()
        for number, word in enumerate(listed[:-1]):
            following = listed[number + 1 : number + 2]
            if not isinstance(word, Word) or word.is_variable:
                continue
            if word.text.lower() not in _WITH_ARGUMENTS and not (_is_plain(word) and _is_variable(following)):
                continue
            never_alone = word.text.lower() in (DISTINCT, *CONNECTIVES)
            if never_alone or isinstance(following[0], _Group) or _is_variable(following):
                return word, _applied(word, listed[number + 1 :])
        groups = [part.items for part in reversed(listed) if isinstance(part, _Group)]
        waiting += [
            group[1:] for group in groups if isinstance(group[0], Word) and group[0].text.lower() in CONNECTIVES
        ]
    return None


def _is_plain(word: Word) -> bool:
    """Whether a word is a name of letters, and no sign of another language."""
    return word.text[0].isalpha() and word.text.lower() not in (*FOREIGN_ARROWS, "and", "or", "is")


def _is_variable(items: Sequence[_Item]) -> bool:
    """Whether the first of some items is a variable, which is no condition."""
    return any(isinstance(item, Word) and item.is_variable for item in items[:1])


def _applied(word: Word, rest: Sequence[_Item]) -> str:
    """A word of the language with as much of what follows as it is applied to. What would be too much for it, up to
    the last variable, is a fact or a move that has lost its parentheses, too."""
    if word.text.lower() not in _WITH_ARGUMENTS and word.text.lower() not in KEYWORDS:
        arguments = takewhile(lambda part: isinstance(part, Word) and part.is_variable, rest)
        return f"({' '.join([word.text, *(part.span.text for part in arguments)])})"
    wanted = max(KEYWORDS.get(word.text.lower(), (2 if word.text.lower() == DISTINCT else 1,)))
    parts = [part.span.text for part in rest[:wanted]]
    words = list(takewhile(lambda part: isinstance(part, Word), rest))
    last = max((number for number, part in enumerate(words) if part.span.text.startswith("?")), default=0)
    if word.text.lower() not in (DISTINCT, "goal", *CONNECTIVES) and last >= wanted:
        inner = " ".join(part.span.text for part in words[wanted - 1 : last + 1])
        parts = [*parts[:-1], f"({inner})"]
    return f"({' '.join([word.text, *parts])})"


# item = NAME | VARIABLE | "(" item { item } ")"
def _item(cursor: _Reader) -> _Item:
    token = cursor.peek()
    if token.kind in (NAME, VARIABLE):
        cursor.advance()
        return Word(str(token.value), token.kind == VARIABLE, token.span)
    if not cursor.at("("):
        if cursor.at(")"):
            early = None if cursor.lacks_opening else cursor.closed_early()
            if early is not None:
                cursor.tell_closed_early()
            elif not cursor.lacks_opening:
                cursor.report(
                    codes.BRACKETS,
                    "this parenthesis closes nothing",
                    hint="leave it out, or put the `(` that is missing before it",
                )
            cursor.lacks_opening = False
            cursor.advance()
            raise Unreadable
        cursor.report(codes.EXPECTED, "expected a name, a variable or a list")
        cursor.advance()
        raise Unreadable
    with cursor.nested(codes.TOO_DEEP):
        opened = cursor.advance()
        cursor.level += 1
        items: list[_Item] = []
        while not cursor.at(")"):
            if cursor.at(END) or (items and _begins_statement(cursor, opened)):
                _not_closed(cursor, opened)
            items.append(_item(cursor))
        cursor.advance()
        cursor.level -= 1
        span = cursor.since(opened)
        if not items:
            cursor.fail(codes.EXPECTED, "this list is empty", Label(span), hint="leave it out, or write what it says")
        return items[0] if len(items) == 1 else _Group(items, span)


def _not_closed(cursor: _Reader, opened: Token) -> NoReturn:
    """The statement that is being read is not closed: where it went wrong is the first list that has more in it than
    its word allows."""
    spans: list[tuple[Token, str, int]] = []  # the lists that are open: the parenthesis, the name, how much follows
    place, hint = opened.span, "add a `)` where the list ends"
    for token in cursor.since_statement():
        if spans and token.kind in ("(", NAME, VARIABLE):
            paren, name, count = spans.pop()
            counts = KEYWORDS.get(name.lower())
            if token.kind == "(" and counts is not None and count >= max(counts):
                place, hint = paren.span, f"close it before `{_shown(token)}`"
                break
            spans.append((paren, name or token.text, count + bool(name)))
        if token.kind == "(":
            spans.append((token, "", 0))
        elif token.kind == ")" and spans:
            spans.pop()
    label = Label(place, "this is still open")
    cursor.fail(codes.BRACKETS, "a parenthesis is not closed", label, hint=hint)


def _shown(token: Token) -> str:
    """A list from its parenthesis on, as far as it stands in one line and is not long."""
    line = token.span.source.line_text(token.span.line)[token.span.column - 1 :]
    return line if len(line) <= 20 else line[:20].rsplit(" ", 1)[0] + " …"


def _begins_statement(cursor: Cursor, opened: Token) -> bool:
    """A rule that begins at the left margin inside another list shows that the list was not closed."""
    if not (cursor.at("(") and cursor.peek(1).text == ARROW):
        return False
    return cursor.peek().span.column == 1 and opened.span.line < cursor.peek().span.line


# statement = sentence | "(" "<=" sentence { condition } ")"
def _statement(item: _Item, report: Callable[[Diagnostic], object]) -> Statement | None:
    if isinstance(item, _Group) and _has_foreign_arrow(item):
        shown = item.items[0].span.text
        hint = "the `<=` comes first, then what follows, then the conditions: `(<= (line ?x) (row ?m ?x))`"
        label = (Label(item.items[0].span),)
        report(
            Diagnostic(codes.EXPECTED, f"a rule begins with `<=`, not with `{shown}`", label, hint=hint, kind="syntax")
        )
        return None
    arrows = (ARROW, *FOREIGN_ARROWS)
    second = item.items[1:2] if isinstance(item, _Group) and len(item.items) > 2 else []
    is_turned = any(_names(part, sign) for part in second for sign in arrows if sign != "<")
    if isinstance(item, _Group) and (is_turned or any(_names(part, ARROW) for part in item.items[1:])):
        arrow = next(part for part in item.items[1:] if any(_names(part, sign) for sign in arrows))
        place = next(place for place, part in enumerate(item.items) if part is arrow)
        front, behind = item.items[:place], item.items[place + 1 :]
        shown = " ".join(part.span.text for part in front)
        rest = " ".join([f"({shown})" if len(front) > 1 else shown, *(part.span.text for part in behind)])
        shown = f"`(<= {rest})`" if "\n" not in rest else "`(<= (line ?x) (row ?m ?x))`"
        label = (Label(arrow.span),)
        title, hint = "the `<=` stands at the beginning of a rule", f"write {shown}"
        report(Diagnostic(codes.EXPECTED, title, label, hint=hint, kind="syntax"))
        return None
    if isinstance(item, _Group) and _is_bare_rule(item):
        rest = " ".join(part.span.text for part in item.items)
        shown = f"(<= {rest})" if "\n" not in rest else f"(<= {item.items[0].span.text} …)"
        label = (Label(item.span),)
        title = "this is a rule without its `<=`"
        report(Diagnostic(codes.EXPECTED, title, label, hint=f"write `{shown}`", kind="syntax"))
        return None
    if not isinstance(item, _Group) or not _names(item.items[0], ARROW):
        head = _node(item, report)
        return _headed(head, (), item.span, report)
    head = _node(item.items[1], report)
    body: list[Condition] = []
    for part in item.items[2:]:
        condition = _condition(part, report)
        if condition is None:
            return None
        body.append(condition)
    return _headed(head, tuple(body), item.span, report)


def _is_bare_rule(item: _Group) -> bool:
    """Whether a list is a rule but for its `<=`: `((line ?x) (row ?m ?x))`, `(terminal full)`, `(open (true …))`."""
    first = item.items[0]
    if isinstance(first, _Group):
        return isinstance(first.items[0], Word) and not first.items[0].is_variable
    if _names(first, "terminal"):
        return not item.items[1].span.text.isdigit()
    asked = (part.items[0] for part in item.items[1:2] if isinstance(part, _Group))
    is_asked = any(_names(part, word) for part in asked for word in ("true", "does", "not", "distinct", "or"))
    return is_asked and not first.is_variable and first.text.lower() not in (ARROW, *KEYWORDS, *CONNECTIVES)


def _has_foreign_arrow(item: _Group) -> bool:
    """Whether a rule is meant: a fact could have the same name, but hardly lists of lists."""
    is_arrow = any(_names(item.items[0], sign) for sign in FOREIGN_ARROWS)
    is_sign = is_arrow and not any(_names(item.items[0], word) for word in WORD_ARROWS)
    has_parts = any(isinstance(part, _Group) or _names(part, "terminal") for part in item.items[1:])
    return is_sign or (is_arrow and has_parts)


def _headed(
    head: Node | None, body: tuple[Condition, ...], span: Span, report: Callable[[Diagnostic], object]
) -> Statement | None:
    if head is None:
        return None
    problem = no_sentence(head, is_alone=span == head.span)
    if problem is not None:
        report(problem)
        return None
    return Statement(head, body, span)


# condition = sentence | "(" "not" condition ")" | "(" ("or" | "and") { condition } ")" | "(" "distinct" term term ")"
def _condition(item: _Item, report: Callable[[Diagnostic], object]) -> Condition | None:
    if isinstance(item, _Group) and isinstance(item.items[0], Word):
        connective = item.items[0].text.lower()
        if connective in CONNECTIVES and not item.items[0].is_variable:
            parts: list[Condition] = []
            for part in item.items[1:]:
                condition = _condition(part, report)
                if condition is None:
                    return None  # one slip, mostly the same in all of them
                parts.append(condition)
            return joined(connective, parts, item.span, report)
    if isinstance(item, _Group) and _is_joined(item):
        word = item.items[1]
        first, second = item.items[0].span.text, item.items[2].span.text
        hint = f"conditions stand one after the other, and all of them must hold: `{first} {second}`"
        if word.span.text.lower() in ("or", "|", "||"):
            hint = f"it comes first: write `(or {first} {second})`"
        title = f"`{word.span.text}` stands between two conditions"
        report(Diagnostic(codes.NOT_A_CONDITION, title, (Label(word.span),), hint=hint, kind="syntax"))
        return None
    node = _node(item, report)
    return None if node is None else atom(node, report)


def _is_joined(item: _Group) -> bool:
    """Whether a word that joins conditions elsewhere stands between two of them."""
    return len(item.items) > 2 and any(_names(item.items[1], word) for word in ("and", "or", "&", "&&", "|", "||"))


# term = NAME | VARIABLE | "(" NAME { term } ")"
def _node(item: _Item, report: Callable[[Diagnostic], object]) -> Node | None:
    if isinstance(item, Word):
        return item
    name = item.items[0]
    between = item.items[1] if len(item.items) == 3 else None
    if isinstance(between, Word) and between.text.lower() in _BETWEEN and isinstance(name, Word) and name.is_variable:
        shown = f"(distinct {name.span.text} {item.items[2].span.text})"
        label = (Label(between.span),)
        title = f"`{between.text}` stands between two terms"
        report(Diagnostic(codes.NOT_A_NAME, title, label, hint=f"the name comes first: write `{shown}`", kind="syntax"))
        return None
    if isinstance(between, Word) and between.text in _ORDER and isinstance(name, Word):
        relation = _ORDER[between.text]
        title = f"there is no `{between.text}`: numbers are names"
        hint = f"list their order as a relation, `({relation} …)`, and ask for it: "
        hint += f"`({relation} {name.span.text} {item.items[2].span.text})`"
        report(Diagnostic(codes.NOT_A_NAME, title, (Label(between.span),), hint=hint, kind="syntax"))
        return None
    if not isinstance(name, Word) or name.is_variable:
        first = Label(name.span, "this is a variable" if isinstance(name, Word) else "this is a list")
        title, hint = "a list begins with the name of what it says", _named_first(item)
        report(Diagnostic(codes.NOT_A_NAME, title, (first,), hint=hint, kind="syntax"))
        return None
    arguments = [_node(part, report) for part in item.items[1:]]
    if any(part is None for part in arguments):
        return None
    return Form(name.text, tuple(part for part in arguments if part is not None), item.span)


def _named_first(item: _Group) -> str:
    """Advice for a list that begins with a variable or a list."""
    start = item.span.start
    text = item.span.source.text[max(0, start - LONGEST_NAME) : start]
    before = re.search(r"[^\s()]+$", text)
    inner = " ".join(" ".join(part.span.text for part in item.items).split())
    if before is not None and not before.group().startswith("?"):
        return f"the name stands inside of the parentheses: write `({before.group()} {inner})`"
    if quantifier := re.search(r"\(\s*(exists|forall|some)\s+$", text, re.IGNORECASE):
        return (
            f"GDL has no `{quantifier.group(1)}`: write the conditions alone, of which variables some values must hold"
        )
    if re.search(r"\(\s*distinct\s+$", text, re.IGNORECASE):
        return "compare the terms one by one: `(or (distinct …) (distinct …))`, if one of them may be the same"
    if re.search(r"\(\s*not\s+$", text, re.IGNORECASE) and len(item.items) == 2:
        return f"terms that differ are compared by `distinct`: write `(distinct {inner})` without `not`"
    return "write `(cell ?m ?n)`: first the name, then what it is applied to"


def _names(item: _Item, text: str) -> bool:
    return isinstance(item, Word) and item.text == text and not item.is_variable
