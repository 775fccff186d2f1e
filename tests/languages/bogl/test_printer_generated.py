"""Laws of the printer on random programs: every form of the grammar, in any layout, with comments in odd places.

The programs mean nothing (names need not exist, types need not fit); only their syntax is right.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.languages.conftest import assert_in_order

from parlour.languages.bogl.frontend import format
from parlour.languages.bogl.syntax.parser import parse_prelude, parse_program
from parlour.syntax.source import Source


@settings(max_examples=150)
@given(st.randoms(use_true_random=False), st.sampled_from(["\n", "\r\n"]))
def test_printing_keeps_the_tree_and_every_comment_and_does_not_change_its_own_work(
    random: Random, line_end: str
) -> None:
    programs = Programs(random, line_end)
    text = programs.program()
    printed = format(Source("demo.bgl", text))

    parse = parse_prelude if programs.is_prelude else parse_program
    before, found = parse(Source("demo.bgl", text))
    assert not any(item.is_error for item in found), "the generator makes programs without errors"
    assert parse(Source("demo.bgl", printed))[0] == before

    assert format(Source("demo.bgl", printed)) == printed
    assert_in_order(programs.comments, printed)
    assert printed.count("<") == text.count("<"), "no comment is there twice"


@settings(max_examples=50)
@given(st.randoms(use_true_random=False))
def test_lines_end_like_the_first_one_and_not_in_blanks(random: Random) -> None:
    text = "-- A game\r\n" + Programs(random, "\n").program()
    printed = format(Source("demo.bgl", text))
    assert printed.endswith("\r\n") and not printed.endswith("\r\n\r\n")
    assert printed.count("\r\n") == printed.count("\n") == printed.count("\r")
    lines = printed.split("\r\n")
    assert [line for line in lines if line.endswith((" ", "\t"))] == [line for line in lines if line == "   * more "]
    assert "\r\n\r\n\r\n" not in printed


def test_the_generator_makes_every_form() -> None:
    everything = "".join(Programs(Random(seed)).program() for seed in range(60))
    for form in ("game", "type", "Array", "{", "|", "&", "->", "!", "#", "let", "while", "if", "0x1F", '"', "--", "{-"):
        assert form in everything, form


NAMES = ("a", "b", "go", "row_2", "x'", "aVeryLongNameForSomethingSmall")
SYMBOLS = ("X", "O", "Empty", "SomebodyHasWonThisGame")
OPERATORS = ("!", "*", "/", "%", "+", "-", "<", "<=", ">", ">=", "==", "/=")
NUMBERS = ("0", "7", "12", "0x1F", "0o17", "123456789")
STRINGS = ('""', '"-- no comment"', '"{- neither -}"', '"a\\n\\"b\\" \\955"', '"λ"', '"gap \\  \\ here"')

# Stands between two tokens of which one line is expected: a name and the `:` of its signature.
TIGHT = "<no line end>"


@dataclass
class Programs:
    """Makes texts; `comments` are those of the last one, in their order."""

    random: Random
    line_end: str = "\n"
    comments: list[str] = field(default_factory=list)
    is_prelude: bool = False

    def program(self) -> str:
        self.comments = []
        self.is_prelude = self.chance(0.1)
        tokens = [] if self.is_prelude else ["game", "Demo"]
        for _ in range(self.random.randint(1, 4)):
            tokens += self.random.choice((self.type_definition, self.value, self.function, self.board))()
        text = self.separator(may_be_empty=True)
        for index, token in enumerate(tokens):
            if token == TIGHT:
                continue
            is_tight = index + 1 < len(tokens) and tokens[index + 1] == TIGHT
            text += token + (self.tight_separator() if is_tight else self.separator())
        return text.rstrip(" \r\n") if self.chance(0.3) and not text.rstrip().endswith("-}") else text

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    # Between tokens

    def separator(self, *, may_be_empty: bool = False) -> str:
        if self.chance(0.75):
            return self.random.choice(("" if may_be_empty else " ", " ", "  ", "\t", self.line_end))
        parts = [self.blank()]
        for _ in range(self.random.randint(1, 3)):
            parts += (self.comment(), self.blank())
        return "".join(parts)

    def blank(self) -> str:
        return self.random.choice((" ", " ", self.line_end, self.line_end * 2, self.line_end * 3 + "   "))

    def comment(self) -> str:
        number = f"<{len(self.comments)}>"
        if self.chance(0.5):
            text = self.random.choice((f"-- {number}", f"--{number} {{- is it open?", f'-- {number} -}} "λ'))
            self.comments.append(text)
            return text + self.random.choice(("", "  ")) + self.line_end
        several_lines = f"{{- {number}{self.line_end}   * more {self.line_end}-}}"
        text = self.random.choice((f"{{- {number} -}}", f"{{-{number} {{- inner -}} -- -}}", several_lines))
        self.comments.append(text)
        return text

    def tight_separator(self) -> str:
        if self.chance(0.9):
            return self.random.choice(("", " "))
        text = f"{{- <{len(self.comments)}> -}}"
        self.comments.append(text)
        return f" {text} "

    # Definitions

    def name(self) -> str:
        return self.random.choice(NAMES)

    def type_definition(self) -> list[str]:
        if self.chance(0.3) and not self.is_prelude:
            return ["type", "Board", "=", "Array", "(", "3", ",", "10", ")", "of", *self.type(2)]
        return ["type", self.random.choice(("Input", "Thing", "Result")), "=", *self.type(3)]

    def value(self) -> list[str]:
        name = self.name()
        return [name, TIGHT, ":", *self.type(2), name, "=", *self.expression(4)]

    def function(self) -> list[str]:
        name = self.name()
        parameters = self.listed([[self.name()] for _ in range(self.random.randint(1, 3))])
        arrow = [*self.type(2), "->", *self.type(1)]
        return [name, TIGHT, ":", *arrow, name, "(", *parameters, ")", "=", *self.expression(4)]

    def board(self) -> list[str]:
        name = self.name()
        tokens = [name, TIGHT, ":", "Board"]
        for _ in range(self.random.randint(1, 3)):
            mark = ["!"] if self.chance(0.5) else []
            tokens += [name, *mark, "(", *self.position(), ",", *self.position(), ")", "=", *self.expression(2)]
        return tokens

    def position(self) -> list[str]:
        return self.random.choice((["x"], ["y"], ["1"], ["10"], ["-", "2"], ["+", "3"]))

    # Types

    def type(self, depth: int) -> list[str]:
        base = self.base_type(depth)
        for _ in range(self.random.choice((0, 0, 0, 1, 2))):
            base = base + self.random.choice(
                (["|", "Tie"], ["&", "Player"], ["&", *self.enumeration()], ["|", *self.enumeration()])
            )
        return base

    def base_type(self, depth: int) -> list[str]:
        form = self.random.randint(0, 4)
        if depth <= 0 or form <= 1:
            return [self.random.choice(("Int", "Bool", "Board", "Input", "Player"))]
        if form == 2:
            return self.enumeration()
        return ["(", *self.listed([self.type(depth - 1) for _ in range(self.random.randint(1, 4))]), ")"]

    def enumeration(self) -> list[str]:
        return ["{", *self.listed([[self.random.choice(SYMBOLS)] for _ in range(self.random.randint(1, 6))]), "}"]

    def listed(self, parts: list[list[str]]) -> list[str]:
        tokens = list(parts[0])
        for part in parts[1:]:
            tokens += [",", *part]
        return tokens

    # Expressions

    def expression(self, depth: int) -> list[str]:
        if depth <= 0:
            return self.atom(0)
        match self.random.randint(0, 9):
            case 0:
                return ["let", self.name(), "=", *self.expression(depth - 1), "in", *self.expression(depth - 1)]
            case 1 | 2:
                condition, branch = self.expression(depth - 2), self.expression(depth - 1)
                return ["if", *condition, "then", *branch, "else", *self.expression(depth - 1)]
            case 3:
                return ["while", *self.expression(depth - 1), "do", *self.expression(depth - 1)]
        tokens = self.operand(depth - 1)
        while self.chance(0.5):
            tokens = [*tokens, self.random.choice(OPERATORS), *self.operand(depth - 1)]
        return tokens

    def operand(self, depth: int) -> list[str]:
        signs = ["-"] * self.random.choice((0, 0, 0, 0, 0, 1, 2))
        tokens = self.atom(depth)
        while self.chance(0.1):
            tokens = [*tokens, "#", *self.random.choice((["1"], ["(", "2", ")"], ["(", "1", ",", "3", ")"]))]
        return signs + tokens

    def atom(self, depth: int) -> list[str]:
        form = self.random.randint(0, 6 if depth <= 0 else 12)
        match form:
            case 0:
                return [self.random.choice(SYMBOLS)]
            case 1:
                return [self.random.choice(("True", "False"))]
            case 2:
                return [self.random.choice(STRINGS)]
            case 3 | 4:
                return [*self.random.choice(([], [], ["-"], ["+"])), self.random.choice(NUMBERS)]
            case 5 | 6:
                return [self.name()]
            case 7 | 8:
                return [self.name(), "(", *self.items(depth, 1), ")"]
            case 9:
                return ["(", *self.items(depth, 2), ")"]
            case 10 | 11:
                return ["(", *self.expression(depth - 1), ")"]
        return ["let", self.name(), "=", *self.expression(depth - 1), "in", *self.expression(depth - 1)]

    def items(self, depth: int, least: int) -> list[str]:
        return self.listed([self.expression(depth - 1) for _ in range(self.random.randint(least, 4))])
