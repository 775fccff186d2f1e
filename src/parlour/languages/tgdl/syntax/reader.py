"""A cursor over TGDL's tokens that knows what the grammar needs to see ahead, and where to go on after an error.

A declaration begins with a type and an expression may begin with the same word (`player p = 0;`, `player.active()`), so
the reader looks ahead over a whole type. After an error the parser goes on behind the next `;` or block.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from parlour.languages.tgdl import codes
from parlour.languages.tgdl.syntax.scanner import COLLECTIONS, KEYWORD, KEYWORDS, KIND_TYPES, KINDS, PLAIN_TYPES
from parlour.syntax.cursor import Cursor, found
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span
from parlour.syntax.token import END, NAME, Token
from parlour.syntax.tolerance import Tolerance

# Words with which a part of a body begins, whatever the body.
PART_WORDS = (
    *("override", "function", "action", "attribute", "returns", "effect", "require", "trigger", "filter"),
    *("input", "optional", "auto", "default"),
)  # fmt: skip
STATEMENT_WORDS = ("return", "if", "while", "for", "break", "continue", "winner")
# What to do about what stands where a `;` is wanted.
BEFORE_IT = "put a `;` before it, or leave it out"
# How many tokens a type may have to be known as one.
TYPE_REACH = 300
_TYPE_WORDS = frozenset((*PLAIN_TYPES, *KIND_TYPES))


class Reader(Cursor):
    """`tolerance` takes what is read although the grammar does not have it; `unclosed` are the braces that the end of
    the text has closed."""

    is_quiet_behind_broken = True

    def __init__(self, tokens: Sequence[Token], report: Callable[[Diagnostic], object], strict: bool = False) -> None:
        self._own_tokens = list(tokens)
        super().__init__(self._own_tokens, report)
        self.tolerance = Tolerance(report, strict)
        self.unclosed: list[Token] = []
        self.has_grid_error = False  # a line of the grid that is being read: the others are written likewise
        self.misplaced = 0  # how many definitions inside others are open
        # Parts outside of all definitions: where the first one is, the `}` before it, and that `}` again once there is
        # one too many.
        self.outside: list[Span] = []
        self.before_outside: Token | None = None
        self.closed_early: Token | None = None

    # Looking ahead

    @cached_property
    def _defined(self) -> frozenset[str]:
        near = zip(self._own_tokens, self._own_tokens[1:], self._own_tokens[2:], strict=False)
        return frozenset(
            name.text
            for word, name, after in near
            if word.kind == KEYWORD and word.text in KINDS and after.text in ("{", ":")
        )

    def defines(self, name: str) -> bool:
        """Whether `class name`, `tile name` or the like stands anywhere in the text."""
        return name in self._defined

    def line_text(self) -> str:
        """The rest of the line, without what is behind its first `;`."""
        start = self.peek().span
        rest = start.source.text[start.start :].split("\n", 1)[0]
        return f"{rest.split(';', 1)[0].strip()};"

    def at_word(self, text: str, *following: str, ahead: int = 0) -> bool:
        """Whether a word stands here that is only one in its place: followed by one of these texts or kinds."""
        token, after = self.peek(ahead), self.peek(ahead + 1)
        return token.kind in (NAME, KEYWORD) and token.text == text and any(after.matches(want) for want in following)

    def after_type(self, ahead: int = 0) -> int:
        """If a type begins so far ahead, the place behind it; else 0. What a collection holds is not looked at."""
        token = self.peek(ahead)
        if token.kind == KEYWORD:
            return ahead + 1 if token.text in _TYPE_WORDS else 0
        if token.kind != NAME:
            return 0
        if token.text in COLLECTIONS and self.peek(ahead + 1).text == "<":
            depth = 0
            for at in range(ahead, ahead + TYPE_REACH):
                token = self.peek(at)
                if token.text == "<":
                    depth += 1
                elif token.text == ">":
                    depth -= 1
                    if depth == 0:
                        return at + 1
                elif token.kind not in (NAME, KEYWORD) and token.text != ".":
                    break
            return 0
        ahead += 1
        if self.peek(ahead).text == "." and self.peek(ahead + 1).kind == NAME:
            ahead += 2
        while self.peek(ahead).text == "[" and self.peek(ahead + 1).text == "]":
            ahead += 2  # the older dialect's `T[]`
        return ahead

    def at_declaration(self) -> bool:
        """Whether `type name` follows; the name may be a reserved word by mistake."""
        after = self.after_type()
        if not after:
            return False
        following = self.peek(after)
        if following.kind == NAME:
            return not self.at("player") or self.peek(after + 1).text in ("=", ";", ",", ")") or self.at_line_end(after)
        is_word = following.kind == KEYWORD and following.text not in ("is", "as", "input")
        return is_word and self.peek(after + 1).text in ("=", ";")

    def at_line_end(self, ahead: int) -> bool:
        """Whether the token so far ahead is the last of its line, and the next one begins something else."""
        token, following = self.peek(ahead), self.peek(ahead + 1)
        is_begun = following.text == "}" or (following.kind in (NAME, KEYWORD) and following.text != "input")
        return is_begun and following.span.line > token.span.line

    def at_input(self) -> bool:
        """Whether `[optional] [player [expr] | auto | function] input` begins here."""
        if self.at("input", "optional", "auto"):
            return self.peek().kind == KEYWORD
        if self.at("function"):
            return self.peek(1).text == "input"
        return self.at("player") and self.peek(1).text != "." and not self.at_declaration()

    def at_definition(self) -> bool:
        """Whether `[scope] kind Name {` or `: Base` begins here."""
        ahead = 1 if self.at("local", "group", "global") and self.peek(1).text in ("class", "interactable") else 0
        word, name, after = self.peek(ahead), self.peek(ahead + 1), self.peek(ahead + 2)
        return word.kind == KEYWORD and word.text in KINDS and name.kind in (NAME, KEYWORD) and after.text in ("{", ":")

    def at_end_of_block(self) -> bool:
        return self.at(END, "}")

    # Taking

    def semicolon(self, after: str, hint: str = "") -> None:
        """The `;` behind something. Where the next line begins nobody is in doubt: it is an error, and reading goes
        on."""
        if self.accept(";"):
            return
        if self.at_end_of_block() or not self.same_line():
            self.report(codes.EXPECTED, f"expected `;` after {after}", Label(self.gap()), hint=hint or "put a `;` here")
            return
        label = Label(self.peek().span, f"here is {found(self.peek())}")
        is_closing = self.at(")", "]")
        advice = "leave it out: it closes nothing" if is_closing else BEFORE_IT
        self.fail(codes.EXPECTED, f"expected `;` after {after}", label, hint=hint or advice)

    def close_block(self, opened: Token) -> None:
        """The `}` of a block. The end of the text closes all that are open."""
        if not self.accept("}"):
            self.unclosed.append(opened)

    def replace(self, text: str) -> None:
        """The next token is read as this word, because it has been reported."""
        token = self.peek()
        kind = KEYWORD if text in KEYWORDS else NAME
        self._own_tokens[self._index] = Token(kind, text, token.span)

    # Going on

    def lose_since(self, start: Token) -> None:
        """Whatever was named since a token is lost."""
        index = self._index
        while index > 0 and self._tokens[index] is not start:
            index -= 1
        self.mark_lost(index)

    def skip_part(self, start: int) -> None:
        """Passes over what cannot be read from a `place` on: behind the next `;` or block, to the end of this block, or
        to a line that begins something else. Whatever was named is lost."""
        if self.place == start:
            self.advance()
        passed = self._own_tokens[start : self._index]
        depth = max(0, sum((token.text == "{") - (token.text == "}") for token in passed))
        while not self.at(END):
            if depth == 0:
                if self.at("}") or (not self.same_line() and self._begins_part()):
                    break
                if self.accept(";"):
                    break
            if self.at("{"):
                depth += 1
            elif self.at("}"):
                depth -= 1
                if depth == 0:
                    self.advance()
                    self.accept(";")
                    break
            self.advance()
        self.mark_lost(start)

    def _begins_part(self) -> bool:
        token = self.peek()
        if token.kind == KEYWORD and token.text in (*PART_WORDS, *STATEMENT_WORDS, "import", "setup"):
            return True
        return self.at_definition() or self.at_declaration()

    def skip_inner(self) -> None:
        """Passes over the rest of a block, up to the `}` that closes it."""
        depth = 0
        while not self.at(END) and (depth or not self.at("}")):
            depth += self.at("{") - self.at("}")
            self.advance()

    def skip_to_body(self) -> bool:
        """After a header that cannot be read: goes to its `{`, if there is one before the statement or block ends."""
        while not self.at(END, "}", ";"):
            if self.at("{"):
                return True
            self.advance()
        return False
