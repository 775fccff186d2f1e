"""A cursor over Senet's tokens that knows what the grammar needs to see ahead, and where to go on after an error.

Senet says little at the start of a construct: `f (a) {` is a function and `f (a);` a call, `B b` declares and `b` does
not. So the reader looks ahead, over a whole type or a whole pair of parentheses, which it has matched beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from parlour.languages.senet import codes
from parlour.languages.senet.syntax import slips
from parlour.languages.senet.syntax.scanner import KEYWORD, KEYWORDS, NUMBER, SECTION, SECTIONS, SIGN, STRING
from parlour.syntax.braces import extra_brace, missing_brace
from parlour.syntax.casing import folded, in_right_case
from parlour.syntax.cursor import CLOSING, Cursor, found
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.scanning import Scanned
from parlour.syntax.source import Span
from parlour.syntax.spelling import in_right_spelling
from parlour.syntax.token import BROKEN, END, NAME, Token
from parlour.syntax.tolerance import Report, Tolerance

BASIC_TYPES = ("int", "bool", "str", "void")
# How many braces are put in before a text is given up as hopeless.
_MOST_MISSING = 20
# The functions that every program has and that take or give something.
KNOWN_CALLS = (*slips.BUILT_IN_CALLS, "rand", "exit", "restart", "new", "f")
# How far ahead to look for the end of a list with a `;` in it.
LIST_REACH = 60
STATEMENT_WORDS = ("if", "while", "for", "break", "continue", "return")

# All that may stand between the brackets of a list type.
_TYPE_PARTS = frozenset({"list", "group", *BASIC_TYPES, ".", "<", ">", ">>", "[", "]"})

# The words of the language by their letters, but for those of which `slips` knows more to say.
_WORDS = {letters: word for letters, word in folded(KEYWORDS).items() if word not in slips.TYPES}


# Words of other languages, of which more can be said than that they are misspelt.
_FOREIGN = frozenset({*slips.TYPES, *slips.GROUPS, *slips.MODIFIERS, *slips.NAMES, *slips.CALLS, "end", "pass", "func"})

OPENING = frozenset({"(", "[", "{"})
# How much of a statement advice repeats.
SHOWN_REST = 60


class Reader(Cursor):
    """`unclosed` are the braces that the end of the text has closed."""

    is_quiet_behind_broken = True

    def __init__(self, scanned: Scanned, tolerance: Tolerance) -> None:
        tokens = _with_sections(scanned.tokens, tolerance.report)
        tokens = _in_right_spelling(_in_right_case(tokens, tolerance.report), tolerance.report)
        tokens = _with_right_closing(tokens, tolerance.report)
        tokens = _with_missing_braces(
            _without_early_braces(_with_braces_for_colons(tokens), tolerance.report), tolerance.report
        )
        super().__init__(tokens, tolerance.report)
        self.tolerance = tolerance
        self.unclosed: list[Token] = []
        self.is_item = False  # a value in the header of a `for` is being read
        self.own_groups = _own_groups(tokens)
        self.own_functions = _own_functions(tokens)
        self.declared = _declared(tokens, self.own_groups)
        self.types = _types(tokens, self.own_groups)
        self._closing = _matched_parentheses(tokens)

    # Looking ahead

    def closing(self, ahead: int = 0) -> int | None:
        """How far ahead the `)` of the `(` that is `ahead` stands; None if it is not closed in its statement."""
        found_at = self._closing.get(self._index + ahead)
        return None if found_at is None else found_at - self._index

    def after_type(self) -> int | None:
        """How far ahead the token after a type stands, if a type begins here."""
        token = self.peek()
        if token.kind == KEYWORD and token.text in BASIC_TYPES:
            return 1
        if token.kind == KEYWORD and token.text == "group":
            is_type = self.peek(1).kind == NAME and self.peek(2).kind == NAME and self.peek(3).text != "{"
            return 2 if is_type and self.peek(2).text not in slips.EXTENDS else None
        if token.kind == KEYWORD and token.text == "list":
            return self._after_list_type()
        if token.kind != NAME:
            return None
        ahead = 1
        while self.peek(ahead).text == "." and self.peek(ahead + 1).kind == NAME:
            ahead += 2
        return ahead

    def _after_list_type(self) -> int | None:
        ahead, depth = 1, 0
        while True:
            token = self.peek(ahead)
            if token.kind != NAME and token.text not in _TYPE_PARTS:
                return ahead if depth == 0 else None
            match token.text:
                case "<" | "[":
                    depth += 1
                case ">" | "]" | ">>":
                    depth -= len(token.text)
                    if depth <= 0:
                        return ahead + 1
                case _ if depth == 0:
                    return ahead
            ahead += 1

    def at_function(self) -> bool:
        """Whether `[func] [type] name (…) {` follows, or `assert`."""
        if self.at("assert") and self.peek().kind == KEYWORD:
            return True
        if self.at_func():
            return True
        after = self.after_type()
        if after is not None and (self._is_head(after) or self._is_bare_head(after) or self._is_open_head(after)):
            return True
        return self._is_head(0)

    def _is_bare_head(self, ahead: int) -> bool:
        """Whether the head of a function without its parentheses follows a type: `void begin {`."""
        is_head = self.peek(ahead).kind == NAME and self.peek(ahead + 1).text == "{"
        return is_head and self.peek().text not in (*slips.TYPES, *slips.GROUPS)

    def _is_open_head(self, ahead: int) -> bool:
        """Whether a name with formals, or with `()` after a basic type, follows a type, whatever comes then: arguments
        separated by `;`, a head without its `{`."""
        if self.peek(ahead).kind != NAME or self.peek(ahead + 1).text != "(":
            return False
        first, second = self.peek(ahead + 2), self.peek(ahead + 3)
        if first.text == ")":
            return self.at(*BASIC_TYPES) and second.text != ";" and second.span.line > first.span.line
        return second.kind == NAME and first.kind == KEYWORD and first.text in BASIC_TYPES

    def is_list_cut(self, closing: str) -> bool:
        """Whether the `;` that follows stands in a list, which is closed behind it in the same line."""
        depth, line = 0, self.peek().span.line
        for ahead in range(1, LIST_REACH):
            token = self.peek(ahead)
            if token.span.line != line or token.text in ("{", "}") or token.kind == END:
                return False
            depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
            if depth < 0:
                return token.text == closing
        return False

    def closes_next(self, closing: str) -> bool:
        """Whether the next bracket that closes more than was opened from here on is this one."""
        depth = 0
        for ahead in range(LIST_REACH):
            token = self.peek(ahead)
            depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
            if depth < 0 or token.text in (";", "{", "}") or token.kind == END:
                return token.text == closing or token.text not in (")", "]")
        return True

    def at_foreign_elif(self) -> bool:
        """Whether a further branch begins with the word of another language: `elseif (…) {`, `otherwise {`."""
        if self.peek().kind != NAME:
            return False
        following = self.peek(1).text
        return (self.peek().text in slips.ELSE_IF and following == "(") or (
            self.peek().text in slips.OTHERWISE and following == "{"
        )

    def has_condition(self, ahead: int) -> bool:
        """Whether parentheses with a `{` behind them stand so far ahead."""
        closing = self.closing(ahead) if self.peek(ahead).text == "(" else None
        return closing is not None and self.peek(closing + 1).text == "{"

    def at_bare_text(self) -> bool:
        """Whether a word follows another one, which stands where a value begins and which the text never declares."""
        first, before = self.previous, self.peek(-2)
        if first.kind != NAME or first.text in self.declared or first.text in (*self.own_functions, *KNOWN_CALLS):
            return False
        is_word = self.peek().kind in (NAME, KEYWORD, NUMBER) and self.peek().text not in ("and", "or", "in")
        return is_word and self.same_line() and before.text in ("(", ",", "=", "+", "return", "==", "!=", "[")

    def last_of_text(self) -> Token:
        """The last token of a line, or before a `+`, that is no bracket or sign behind a value."""
        ahead, last = 0, self.peek()
        while (token := self.peek(ahead)).kind not in (END, SECTION) and token.span.line == last.span.line:
            if token.text == "+":
                break
            if token.text not in (")", ";", "{", "}", "]"):
                last = token
            ahead += 1
        return last

    def at_bare_phase(self) -> bool:
        """Whether a phase begins with its name alone: `begin {`."""
        return self.peek().kind == NAME and self.peek(1).text == "{"

    def at_modifier(self) -> bool:
        """Whether a word that Senet does not have stands before a type, or before another such word."""
        if self.peek().kind != NAME or self.peek().text not in slips.MODIFIERS or self.peek().text in self.own_groups:
            return False
        following = self.peek(1)
        if following.kind == KEYWORD:
            return following.text in (*BASIC_TYPES, "list", "group")
        return following.kind == NAME and (self.peek(2).kind in (NAME, KEYWORD) or following.text in slips.MODIFIERS)

    def head(self, start: Token) -> Span:
        """The head of a construct that begins with this token, at or before the next one: up to its `{`, or to the end
        of the line."""
        ahead, last = 0, max(start, self.peek(), key=lambda token: token.span.start)
        depth = int(self.previous.text == "(" or start.text == "for")
        while depth > 0 or self.peek(ahead).text not in ("{", "}"):
            token = self.peek(ahead)
            if token.kind in (END, SECTION) or token.span.line > last.span.line:
                break
            depth += (token.text == "(") - (token.text == ")")
            last, ahead = token, ahead + 1
        return start.span.to(last.span)

    def at_func(self) -> bool:
        """Whether the word `func` of the later dialect begins a function here."""
        is_word = self.peek().kind == NAME and self.at("func")
        return is_word and (self.peek(1).kind == NAME or self.peek(1).text in ("list", "group", *BASIC_TYPES))

    def has_type(self) -> bool:
        """Whether the function that begins here says its type."""
        after = self.after_type()
        return (
            after is not None and self.peek(after).kind in (NAME, KEYWORD) and self.peek(after + 1).text in ("(", "{")
        )

    def _is_head(self, ahead: int) -> bool:
        if self.peek(ahead).kind != NAME or self.peek(ahead + 1).text != "(":
            return False
        closing = self.closing(ahead + 1)
        return closing is not None and self.peek(closing + 1).text == "{"

    def at_declaration(self) -> bool:
        """Whether `type name` follows; the name may be a reserved word by mistake."""
        if self.at_class() or self.at_foreign_list():
            return True
        if self.peek().kind == KEYWORD and self.at("list") and self.peek(1).span.text in ("<", "<>"):
            return True  # nothing else can begin like this, whether the `>` is there or not
        after = self.after_type()
        if after is None:
            return False
        following = self.peek(after)
        if following.kind == NAME:
            return following.text not in slips.INFIX_WORDS or self.peek(after + 1).kind not in (NAME, NUMBER)
        if self.peek().kind == NAME:
            return False
        return self.at(*BASIC_TYPES) or following.kind == KEYWORD or self.peek(after - 1).text in (">", ">>")

    def at_foreign_list(self) -> bool:
        """Whether a list is declared with the word of another language: `Array<int> l`."""
        word, opened, item, closed, name = (self.peek(ahead) for ahead in range(5))
        is_type = item.kind == NAME or item.text in BASIC_TYPES
        is_list = (opened.text, closed.text) == ("<", ">") and is_type and name.kind == NAME
        return is_list and word.kind == NAME and word.text not in self.declared

    def at_class(self) -> bool:
        """Whether the word `class` comes before a declaration: the manual prints it once."""
        return self.at("class") and self.peek(1).kind == NAME and self.peek(2).kind == NAME

    def at_group(self) -> bool:
        """Whether the definition of a group begins here."""
        if self.peek().kind == NAME:
            return self.at_foreign_group()
        return self.peek().kind == KEYWORD and self.at("group") and self.after_type() is None

    def at_foreign_group(self) -> bool:
        """Whether a group is defined with the word of another language: `class Stone (Piece) {`."""
        if self.peek().text not in slips.GROUPS or self.peek(1).kind != NAME:
            return False
        ahead = 2
        while self.peek(ahead).text not in ("{", "}", ";", "=") and self.peek(ahead).kind not in (END, SECTION):
            ahead += 1
        return self.peek(ahead).text == "{"

    def at_end_of_block(self) -> bool:
        return self.at(END, SECTION, "}")

    # Taking

    def semicolon(self, after: str) -> None:
        """The `;` behind a statement; it may be missing where nobody can doubt that the statement ends."""
        if self.accept(";"):
            return
        if self.at_end_of_block() or not self.same_line():
            self.tolerance.slip(
                codes.NO_SEMICOLON, f"there is no `;` after {after}", Label(self.gap()), hint="put a `;` here"
            )
            return
        if self.at(")", "]"):
            self.fail(codes.EXPECTED, f"this `{self.peek().text}` closes nothing", hint="leave it out")
        label = Label(self.peek().span, f"here is {found(self.peek())}")
        hint = f"put a `;` or an operator before {found(self.peek())}"
        if self.at(",") and (values := self._assigned()):
            hint = f"several values are a list, in brackets: `[{values}]`"
        elif self.previous.kind == NAME and self.at(*BASIC_TYPES):
            hint = f"the type stands before the name: `{self.peek().text} {self.previous.text};`"
        elif self.previous.text in (*slips.BUILT_IN_CALLS, *self.own_functions):
            hint = f"the arguments of a function stand in parentheses: `{self.previous.text}(…)`"
        elif self.previous.kind == NAME and self.peek().kind in (NAME, KEYWORD) and self.peek(1).text == "[":
            hint = f"a piece is placed with `{self.previous.text} >> {self.peek().text} [x, y];`"
        self.fail(codes.EXPECTED, f"expected `;` after {after}", label, hint=hint)

    def _assigned(self) -> str:
        """What stands behind the `=` before this in its line, up to the `;`; empty if there is none."""
        ahead, line = -1, self.peek().span.line
        while self._index + ahead >= 0 and self.peek(ahead).span.line == line and self.peek(ahead).text != ";":
            if self.peek(ahead).text == "=":
                return self.rest_of_statement(ahead + 1)
            ahead -= 1
        return ""

    def rest_of_statement(self, ahead: int = 0) -> str:
        """What stands in this line from a token on, up to the `;` or what closes a bracket that was opened before;
        shortened where it is long."""
        first = last = self.peek(ahead)
        depth = 0
        while (token := self.peek(ahead)).kind != END and token.span.line == first.span.line:
            depth += (token.text in OPENING) - (token.text in CLOSING)
            if depth < 0 or token.text == ";":
                break
            last, ahead = token, ahead + 1
        text = first.span.to(last.span).text
        return text if len(text) <= SHOWN_REST else "…"

    def list_around(self) -> str:
        """What stands between the bracket that was opened last before this and the one that closes it."""
        ahead = -1
        while self._index + ahead > 0 and self.peek(ahead).text not in OPENING:
            ahead -= 1
        return self.rest_of_statement(ahead + 1)

    def declared_group(self, opened: Token) -> str | None:
        """The group of the instance that is declared with this bracket behind a `=`."""
        place = self._tokens.index(opened)
        group, name, sign = self._tokens[place - 3 : place]
        return group.text if sign.text == "=" and name.kind == NAME and group.text in self.own_groups else None

    def named_before(self, opened: Token) -> str:
        """The name that gets the value which begins with this bracket."""
        return self._tokens[self._tokens.index(opened) - 2].text

    def is_brace_missing(self) -> bool:
        """Whether the lines of a block follow without its `{`: the text has a `}` too many, and one stands under the
        line of the token read last."""
        texts = [token.text for token in self._tokens]
        if self.same_line() or texts.count("}") <= texts.count("{"):
            return False
        column, depth = margin(self.previous.span), 0
        for token, following in pairwise(self._tokens[self._index :]):
            if depth == 0 and token.span.column <= column:
                return token.text == "}" and token.span.column == column
            depth += (token.text == "{") - (token.text == "}")
            if depth < 0 or following.kind == END:
                return False
        return False

    def close_block(self, opened: Token) -> None:
        """The `}` of a block. The end of the text closes all that are open; a new section should not have to."""
        if self.accept("}"):
            return
        if self.at(END):
            self.unclosed.append(opened)
            return
        self.report(
            codes.SECTIONS,
            f"`{self.peek().text}` begins while a brace is still open",
            Label(self.peek().span, "before this, a `}` is missing"),
            Label(opened.span, "this is still open"),
        )

    # Going on

    def skip_statement(self, start: int) -> None:
        """Passes over what cannot be read from a `place` on: to the end of the statement, or to a line that begins
        another one."""
        if self.place == start:
            self.advance()
        depth = 0
        while not self.at(END, SECTION):
            if depth == 0:
                if self.at("}") or (not self.same_line() and self._begins_statement()):
                    break
                if self.accept(";"):
                    break
            if self.at("{"):
                depth += 1
            elif self.at("}"):
                depth -= 1
                if depth == 0:
                    self.advance()
                    break
            self.advance()
        self.mark_lost(start)

    def _begins_statement(self) -> bool:
        if self.peek().kind == KEYWORD and self.at(*STATEMENT_WORDS, "group", "assert", *BASIC_TYPES, "list"):
            return True
        return self.at_function()

    def skip_parentheses(self) -> None:
        """Goes to the `)` of the parentheses that are open, if it stands in the same line with a `{` behind it."""
        ahead, depth, line = 0, 1, self.peek().span.line
        while self.peek(ahead).kind not in (END, SECTION) and self.peek(ahead).span.line == line:
            depth += (self.peek(ahead).text == "(") - (self.peek(ahead).text == ")")
            if depth == 0 and self.peek(ahead + 1).text == "{":
                for _ in range(ahead):
                    self.advance()
                return
            ahead += 1

    def skip_to_body(self, *ends: str) -> bool:
        """After a header that cannot be read: goes to its `{`, if there is one before these or the block ends."""
        while not self.at(END, SECTION, "}", *ends):
            if self.at("{"):
                return True
            self.advance()
        return False


def _with_sections(tokens: list[Token], report: Report) -> list[Token]:
    """The tokens with `setup {` read as `@setup {`, where there is no such section."""
    read = list(tokens)
    known = {token.text for token in tokens if token.kind == SECTION}
    heads = [index for index, (word, brace) in enumerate(pairwise(tokens)) if word.kind == NAME and brace.text == "{"]
    meanings = {"setup": "@setup", "turns": "@turns", "turn": "@turns"}
    found = [index for index in heads if meanings.get(tokens[index].text.casefold(), "") not in ("", *known)]
    if not known and len(found) < len(SECTIONS):
        return read  # this may be another language
    for index in found:
        word, meant = tokens[index], meanings[tokens[index].text.casefold()]
        title, hint = f"this section is called `{meant}`", f"write `{meant} {{`, with an @"
        report(Diagnostic(codes.SECTIONS, title, (Label(word.span),), hint=hint, kind="syntax"))
        read[index] = replace(word, kind=SECTION, text=meant)
    return read


def _in_right_case(tokens: Sequence[Token], report: Report) -> list[Token]:
    """The tokens with `If` read as `if`, unless the text gives something this name."""

    def gives_name(index: int) -> bool:
        before = tokens[index - 1]
        if before.kind == NAME:
            return before.text.casefold() not in _WORDS
        return before.text in (*BASIC_TYPES, "group", "assert", ">", "]") or tokens[index + 1].text == "in"

    words = [index for index, token in enumerate(tokens) if token.kind == NAME and token.text.casefold() in _WORDS]
    own = {tokens[index].text for index in words if index and gives_name(index)}

    def is_name(index: int) -> bool:
        text = tokens[index].text
        return text in own or text in slips.TYPES or (index > 0 and tokens[index - 1].text == ".")

    return in_right_case(tokens, _WORDS, KEYWORD, codes.WRONG_CASE, report, is_name)


def _in_right_spelling(tokens: Sequence[Token], report: Report) -> list[Token]:
    """The tokens with `whlie (…) {` read as `while (…) {`, and so on."""
    closing = _matched_parentheses(tokens)

    def fitting(index: int) -> Sequence[str]:
        before, following = tokens[index - 1], tokens[min(index + 1, len(tokens) - 1)]
        if before.text not in ("{", "}", ";", ")") or tokens[index].text in _FOREIGN:
            return ()
        further = tokens[min(index + 2, len(tokens) - 1)]
        closed = closing.get(index + 1)
        has_body = closed is not None and tokens[closed + 1].text == "{"
        if following.text == "(" and has_body and further.text != ")" and further.text not in BASIC_TYPES:
            return ("if", "elif", "while", "for") if tokens[index + 3].kind != NAME else ()
        if following.text == "{":
            return ("else",) if before.text == "}" else ()
        if following.text == "<" and tokens[min(index + 3, len(tokens) - 1)].text == ">":
            return ("list",)
        if following.text == ";":
            return ("break", "continue", "return")
        if following.kind == NAME and further.text == "(" and (last := closing.get(index + 2)) is not None:
            is_group = tokens[last + 1].text == "{" and tokens[index + 3].kind == NAME
            is_group = is_group and tokens[index + 4].text in (")", ".", "(")
            return ("group",) if is_group else (*BASIC_TYPES, "return")
        if following.kind == NAME:
            return (*BASIC_TYPES, "return")
        return ("return",) if following.kind in (KEYWORD, NUMBER, STRING) or following.text in ("-", "[") else ()

    return in_right_spelling(tokens, fitting, KEYWORD, codes.EXPECTED, "Senet", report)


def _with_right_closing(tokens: list[Token], report: Report) -> list[Token]:
    """The tokens with a `}` for a `)` or `]` that begins a line in the column of the block that is open."""
    read = list(tokens)
    opened: list[Token] = []
    for index, token in enumerate(tokens):
        if token.text in OPENING:
            opened.append(token)
        elif token.text == "}":
            while opened and opened.pop().text != "{":
                pass
        elif token.text in CLOSING and opened:
            is_first = index > 0 and tokens[index - 1].span.line < token.span.line
            if opened[-1].text != "{":
                opened.pop()
            elif is_first and margin(opened[-1].span) == token.span.column:
                title, hint = f"a block is closed by `}}`, not by `{token.text}`", "write `}`"
                labels = (Label(token.span), Label(opened.pop().span, "this is still open"))
                report(Diagnostic(codes.EXPECTED, title, labels, hint=hint, kind="syntax"))
                read[index] = Token(SIGN, "}", token.span)
    return read


def _with_braces_for_colons(tokens: list[Token]) -> list[Token]:
    """The tokens with the `:` at the end of a line, which has been told, read as a `{` where the text has its `}`."""
    texts = [token.text for token in tokens]
    read = list(tokens)
    for index, (sign, following) in enumerate(pairwise(tokens)):
        is_last = following.span.line > sign.span.line
        if sign.kind == BROKEN and sign.span.text == ":" and is_last and texts.count("}") > texts.count("{"):
            read[index] = Token(SIGN, "{", sign.span)
            texts.append("{")
    return read


def _without_early_braces(tokens: list[Token], report: Report) -> list[Token]:
    """The tokens without a `}` that is too many: right behind its `{`, where the lines of the block follow, or else
    where the layout shows that it closes nothing of its own."""
    texts = [token.text for token in tokens]
    if texts.count("}") <= texts.count("{"):
        return tokens
    for index, (opened, closed) in enumerate(pairwise(tokens)):
        if opened.text != "{" or closed.text != "}":
            continue
        ahead = tokens[index + 2]
        if ahead.span.line > closed.span.line and ahead.span.column > margin(closed.span):
            title, hint = "this `}` closes the block before its lines", "leave it out"
            report(Diagnostic(codes.EXPECTED, title, (Label(closed.span),), hint=hint, kind="syntax"))
            return [*tokens[: index + 1], *tokens[index + 2 :]]
    extra = extra_brace(tokens)
    if extra is None:
        return tokens
    label = Label(tokens[extra].span, "by the layout, no block ends here")
    report(Diagnostic(codes.EXPECTED, "this `}` is one too many", (label,), hint="leave it out", kind="syntax"))
    return [*tokens[:extra], *tokens[extra + 1 :]]


def margin(span: Span) -> int:
    """The column in which the line of a place begins."""
    text = span.source.text
    start = text.rfind("\n", 0, span.start) + 1
    line = text[start : span.start]
    return len(line) - len(line.lstrip()) + 1


def _with_missing_braces(tokens: list[Token], report: Report) -> list[Token]:
    """The tokens with a `}` where the layout shows that one is missing: in a section that another one follows, or
    before a function, which cannot stand in another one, or before the `}` of an `else` that belongs further to the
    left. At the end of a text they may be left out."""
    starts = [index for index, token in enumerate(tokens) if token.kind == SECTION]
    whole = tokens[: starts[0]] if starts else tokens
    for start, end in pairwise([*starts, len(tokens)]):
        part = tokens[start:end]
        for _ in range(_MOST_MISSING):
            missing = missing_brace(part)
            if missing is None:
                break
            is_inside = _is_function(part, missing.before) or _is_branch(part, missing.before)
            if end == len(tokens) and not is_inside:
                break
            before, opened = part[missing.before - 1].span, part[missing.opened]
            gap = before.source.span(before.end, before.end)
            labels = (Label(gap, "here"), Label(opened.span, "this is still open"))
            hint = f"put a `}}` before line {part[missing.before].span.line}"
            if _is_of_block(part, missing.opened):  # of any other brace more is told where it stands
                report(Diagnostic(codes.EXPECTED, "a `}` is missing", labels, hint=hint, kind="syntax"))
            part.insert(missing.before, Token(SIGN, "}", gap))
        whole += part
    return whole


def _is_of_block(tokens: Sequence[Token], index: int) -> bool:
    """Whether the brace there opens a block, not a list or arguments."""
    before = tokens[index - 1]
    is_close = before.span.end == tokens[index].span.start and before.kind == NAME
    return not is_close and before.text not in (*OPENING, ",", "in", "=", "+", "not", "and", "or", "return")


def _is_function(tokens: Sequence[Token], index: int) -> bool:
    """Whether the head of a function with its type begins here."""
    return [token.kind for token in tokens[index : index + 2]] == [KEYWORD, NAME] and tokens[index + 2].text == "("


def _is_branch(tokens: Sequence[Token], index: int) -> bool:
    """Whether a brace stands there that closes what comes before an `else`."""
    return [token.text for token in tokens[index : index + 2]] in (["}", "else"], ["}", "elif"])


def _own_groups(tokens: Sequence[Token]) -> frozenset[str]:
    """The names of all groups that a text defines, whether it can be read or not."""
    pairs = pairwise(tokens)
    return frozenset(name.text for word, name in pairs if word.text == "group" and name.kind == NAME)


def _declared(tokens: Sequence[Token], groups: frozenset[str]) -> frozenset[str]:
    """The names of all that a text declares with a type, of groups, and of variables that every program has."""
    before_names = {*BASIC_TYPES, "group", ">", ">>", "]", *groups, "Piece", "Board", "Object"}
    given = {name.text for word, name in pairwise(tokens) if name.kind == NAME and word.text in before_names}
    looped = {name.text for name, word in pairwise(tokens) if name.kind == NAME and word.text in ("in", "=")}
    return frozenset(given | looped | groups | {"ON_MOVE", "N_PLAYERS", "PLAYER_ON_MOVE"})


def _types(tokens: Sequence[Token], groups: frozenset[str]) -> dict[str, str]:
    """The type that each name is declared with first, where it is a word."""
    found: dict[str, str] = {}
    for word, name in pairwise(tokens):
        if name.kind == NAME and word.text in (*BASIC_TYPES, *groups) and word.text not in ("void", "group"):
            found.setdefault(name.text, word.text)
    return found


def _own_functions(tokens: Sequence[Token]) -> frozenset[str]:
    """The names of all functions with a type that a text defines, whether it can be read or not."""
    return frozenset(
        name.text
        for word, name, sign in zip(tokens, tokens[1:], tokens[2:], strict=False)
        if name.kind == NAME
        and sign.text == "("
        and (word.text in BASIC_TYPES or word.kind == NAME or word.text == ">")
    )


def _matched_parentheses(tokens: Sequence[Token]) -> dict[int, int]:
    """Which `)` belongs to which `(`, by their indexes. No pair has a brace or a semicolon in it, except for that of a
    `for`, which nobody looks up."""
    closing: dict[int, int] = {}
    opened: list[int] = []
    for index, token in enumerate(tokens):
        match token.text:
            case "(":
                opened.append(index)
            case ")" if opened:
                closing[opened.pop()] = index
            case ";" | "{" | "}":
                opened.clear()
    return closing
