"""Reads the statements and questions of core text; `program.py` builds programs.

Blocks that are still open wait on a stack, so they may nest as deep as they like.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import get_args

from parlour.core.nodes import (
    Abandon,
    Ask,
    Assign,
    Attempt,
    Block,
    Break,
    Call,
    Catch,
    Chars,
    Continue,
    Domain,
    Each,
    Either,
    Evaluate,
    Expr,
    Fail,
    Field,
    Finish,
    For,
    Global,
    If,
    Invoke,
    Line,
    Local,
    OneOf,
    Options,
    Question,
    QuestionKind,
    Raise,
    Return,
    SetField,
    SetGlobal,
    Stmt,
    TailCall,
    Tell,
    VirtualCall,
    While,
    Whole,
    YesNo,
)
from parlour.core.read.expressions import DEEPEST, ExprReader, describe
from parlour.core.read.scanner import LINE_END, STRING_TEXT
from parlour.core.text import STATEMENTS
from parlour.core.types import NONE, Type
from parlour.syntax.source import Source
from parlour.syntax.token import END, NAME, Token


@dataclass(slots=True)
class _OpenBlock:
    """A block that is still open, and what becomes of it when it closes: a statement, or (`else`) another block.

    The body of a function itself has no `finish`."""

    finish: Callable[[Block], Stmt | _OpenBlock] | None
    body: list[Stmt] = field(default_factory=list)


class StmtReader(ExprReader):
    """The grammar of statements. `result` is the type of what the function being read gives back."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.result: Type = NONE

    def lines(self) -> None:
        while self.accept(LINE_END):
            pass

    def line_end(self) -> None:
        """Statements and declarations end with their line, or before a closing bracket."""
        if not self.at("}", END):
            self.expect(LINE_END, "the end of the line")
        self.lines()

    def block(self, opened: Token) -> Block:
        """What follows an opening bracket, up to and including the closing one."""
        stack = [_OpenBlock(None)]
        while True:
            self.lines()
            if self.at(END):
                self.fail("this bracket is never closed", opened)
            if self.accept("}"):
                closed = stack.pop()
                if closed.finish is None:
                    return tuple(closed.body)
                found = closed.finish(tuple(closed.body))
            else:
                found = self.statement()
            if isinstance(found, _OpenBlock):
                stack.append(found)
            else:
                stack[-1].body.append(found)
                self.line_end()

    def statement(self) -> Stmt | _OpenBlock:
        start = self.peek()
        if start.text in STATEMENTS and not self.peek(1).matches("=") and not self.peek(1).matches("."):
            self.advance()
            return self.keyword(start)
        return self.assignment(start)

    # assignment = ( name | "@" name | expr "." name ) "=" expr
    def assignment(self, start: Token) -> Stmt:
        target = self.expr()
        if not self.at("="):
            self.fail(f"expected a statement or `=`, not {describe(self.peek())}")
        equals = self.advance()
        value = self.expr()
        span = self.since(start)
        match target:
            case Local(name):
                return Assign(name, value, span)
            case Global(name):
                return SetGlobal(name, value, span)
            case Field(inner, name):
                return SetField(inner, name, value, span)
            case _:
                raise self.error("only a local, a global or a field can be assigned", equals)

    # statement = assignment | "do" expr | "invoke" [ name "=" ] call | "tail" call | if | loop
    #           | "break" | "continue" | "return" [ expr ] | "catch" name block | "abandon" name
    #           | "attempt" name block | "fail" | ask | "tell" expr [ "to" expr ] [ "channel" name ]
    #           | "finish" expr [ "scores" expr ] [ "reason" expr ] | "raise" name expr
    def keyword(self, start: Token) -> Stmt | _OpenBlock:
        match start.text:
            case "do":
                return Evaluate(self.expr(), self.since(start))
            case "invoke":
                target = None
                if self.peek(1).matches("="):
                    target = self.name("the local for the result")
                    self.advance()
                return Invoke(target, self.call(), self.since(start))
            case "tail":
                return TailCall(self.call(), self.since(start))
            case "if":
                return self.arm(start, ())
            case "while":
                condition = self.expr()
                return self.open(lambda body: While(condition, body, self.since(start)))
            case "for":
                name = self.name("the local that counts")
                self.expect("from")
                low = self.expr()
                self.expect("to")
                high = self.expr()
                return self.open(lambda body: For(name, low, high, body, self.since(start)))
            case "break":
                return Break(start.span)
            case "continue":
                return Continue(start.span)
            case "return":
                # Exactly the functions with a result return a value.
                value = None if self.result == NONE else self.expr()
                return Return(value, self.since(start))
            case "catch":
                tag = self.name("a tag")
                return self.open(lambda body: Catch(tag, body, self.since(start)))
            case "abandon":
                return Abandon(self.name("a tag"), self.since(start))
            case "attempt":
                target = self.name("the local that says how it went")
                return self.open(lambda body: Attempt(target, body, self.since(start)))
            case "fail":
                return Fail(start.span)
            case "ask":
                return self.ask(start)
            case "tell":
                text = self.expr()
                audience = self.expr() if self.accept("to") else None
                channel = self.name("the name of a channel") if self.accept("channel") else "say"
                return Tell(text, audience, channel, self.since(start))
            case "finish":
                ranking = self.expr()
                scores = self.expr() if self.accept("scores") else None
                reason = self.expr() if self.accept("reason") else None
                return Finish(ranking, scores, reason, self.since(start))
            case "raise":
                kind = self.name("the kind of error")
                return Raise(kind, self.expr(), self.since(start))
            case _:
                raise self.error(f"no statement begins with {describe(start)}", start)

    def open(self, finish: Callable[[Block], Stmt | _OpenBlock]) -> _OpenBlock:
        self.expect("{")
        return _OpenBlock(finish)

    # if = "if" expr block { "else" "if" expr block } [ "else" block ]
    def arm(self, start: Token, before: tuple[tuple[Expr, Block], ...]) -> _OpenBlock:
        condition = self.expr()

        def finish(body: Block) -> Stmt | _OpenBlock:
            arms = (*before, (condition, body))
            if not self.accept("else"):
                return If(arms, (), self.since(start))
            if self.accept("if"):
                return self.arm(start, arms)
            return self.open(lambda otherwise: If(arms, otherwise, self.since(start)))

        return self.open(finish)

    def call(self) -> Call | VirtualCall:
        start = self.peek()
        found = self.expr()
        if not isinstance(found, Call | VirtualCall):
            self.fail("expected a call", start)
        return found

    # --------------------------------------------------------------------------------------------- questions

    # names = "(" [ name { "," name } ] ")"
    def names(self, what: str) -> tuple[str, ...]:
        self.expect("(")
        found: list[str] = []
        while not self.accept(")"):
            if found:
                self.expect(",")
            found.append(self.name(what))
        return tuple(found)

    # ask = "ask" [ "group" ] name ":" domain "seat" expr "kind" WORD [ "prompt" name ]
    def ask(self, start: Token) -> Ask:
        group = self.peek(1).kind == NAME and self.accept("group") is not None
        target = self.name("the local for the answer")
        self.expect(":")
        domain = self.domain()
        self.expect("seat")
        seat = self.expr()
        self.expect("kind")
        word = self.name("a kind of question")
        kind = next((known for known in get_args(QuestionKind) if known == word), None)
        if kind is None:
            self.fail(f"a kind of question is one of {', '.join(get_args(QuestionKind))}")
        prompt = self.name("the function that makes the prompt") if self.accept("prompt") else None
        return Ask(target, Question(seat, domain, kind, prompt), group, self.since(start))

    # domain = "whole" [ "(" bound "," bound ")" ] | "yes_no" | "one_of" names
    #        | "options" "(" expr [ "," "label" name ] ")" | "line" | "chars" "(" expr [ "," "among" string ] ")"
    #        | ( "each" | "either" ) "(" [ domain { "," domain } ] ")"
    # bound = expr | "unset"
    def domain(self, depth: int = 0) -> Domain:
        if depth > DEEPEST:
            self.fail(f"domains nest at most {DEEPEST} levels deep")
        word = self.advance()
        match word.text:
            case "whole":
                if not self.accept("("):
                    return Whole()
                low = None if self.accept("unset") else self.expr()
                self.expect(",")
                high = None if self.accept("unset") else self.expr()
                self.expect(")")
                return Whole(low, high)
            case "yes_no":
                return YesNo()
            case "one_of":
                return OneOf(self.names("a symbol"))
            case "options":
                self.expect("(")
                items = self.expr()
                label = None
                if self.accept(","):
                    self.expect("label")
                    label = self.name("the function that makes the labels")
                self.expect(")")
                return Options(items, label)
            case "line":
                return Line()
            case "chars":
                self.expect("(")
                count, among = self.expr(), None
                if self.accept(","):
                    self.expect("among")
                    among = str(self.expect(STRING_TEXT, "the characters in quotes").value)
                self.expect(")")
                return Chars(count, among)
            case "each" | "either":
                self.expect("(")
                parts: list[Domain] = []
                while not self.accept(")"):
                    if parts:
                        self.expect(",")
                    parts.append(self.domain(depth + 1))
                return Each(tuple(parts)) if word.text == "each" else Either(tuple(parts))
            case _:
                raise self.error(f"expected what may be answered, such as `yes_no`, not {describe(word)}", word)
