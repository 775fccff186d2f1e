"""Laws of the printer on random programs: every form of the grammar, in any layout, with comments in odd places.

The programs mean nothing (names need not exist, types need not fit); only their syntax is right.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.languages.conftest import assert_in_order

from parlour.languages.senet.frontend import format
from parlour.languages.senet.syntax.parser import parse_program
from parlour.languages.senet.syntax.repair import repaired
from parlour.syntax.source import Source


@settings(max_examples=150)
@given(st.randoms(use_true_random=False), st.sampled_from(["\n", "\r\n"]))
def test_printing_keeps_the_tree_and_every_comment_and_does_not_change_its_own_work(
    random: Random, line_end: str
) -> None:
    programs = Programs(random, line_end)
    text = programs.program()
    before, found = parse_program(Source("demo.senet", text))
    assert [item.title for item in found if item.is_error] == [], "the generator makes programs without errors"

    printed = format(Source("demo.senet", text))
    assert parse_program(Source("demo.senet", printed))[0] == repaired(before)
    assert format(Source("demo.senet", printed)) == printed
    assert_in_order(programs.comments, printed)
    assert printed.count("#<") == len(programs.comments), "no comment is there twice"


@settings(max_examples=50)
@given(st.randoms(use_true_random=False))
def test_what_is_printed_needs_no_tolerance_for_what_is_left_out(random: Random) -> None:
    printed = format(Source("demo.senet", Programs(random).program()))
    codes = {item.code for item in parse_program(Source("demo.senet", printed))[1]}
    # Types that nobody can see, lists that are iterated, and what the manual has no other form for.
    assert codes <= {"SN032", "SN034", "SN035", "SN040", "SN045", "SN050", "SN051", "SN052"}
    assert not any(line.endswith((" ", "\t")) for line in printed.split("\n"))
    assert "\n\n\n" not in printed


def test_the_generator_makes_every_form() -> None:
    everything = " ".join(Programs(Random(seed)).program() for seed in range(80))
    forms = ("group", "assert", "list", "if", "elif", "else", "while", "for", "break", "continue", "return", ">>", "<<")
    for form in (*forms, "not", "and", "or", "this", "None", "#<", "“", "\u037e", "&&", "func", "class"):
        assert form in everything, form


NAMES = ("a", "b", "go", "row_2", "Mark", "a_very_long_name_for_something_small")
OPERATORS = ("or", "and", "&&", "==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%")
STRINGS = ('""', '"# no comment"', r'"a\n\"b\""', "“x”", "‘X’", r"'it\'s'", '"it’s"', "'“y”'", '"λ"', r'"\t"')
TYPES = (["int"], ["bool"], ["str"], ["void"], ["Mark"], ["Boards", ".", "Rect"], ["list", "<", "int", ">"])


@dataclass
class Programs:
    """Makes texts; `comments` are those of the last one, in their order."""

    random: Random
    line_end: str = "\n"
    comments: list[str] = field(default_factory=list)

    def program(self) -> str:
        self.comments = []
        tokens = ["@setup", "{"]
        for _ in range(self.random.randint(0, 4)):
            tokens += self.random.choice((self.group, self.function, lambda: self.statement(3), self.declaration))()
        tokens += ["}", "@turns", "{"]
        for _ in range(self.random.randint(0, 2)):
            tokens += self.function()
        if self.chance(0.8):
            tokens.append("}")
        text = self.separator()
        for token in tokens:
            text += token + self.separator()
        return text

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def separator(self) -> str:
        if self.chance(0.85):
            return self.random.choice((" ", " ", "  ", "\t", self.line_end))
        text = self.random.choice((" ", self.line_end, self.line_end * 3))
        for _ in range(self.random.randint(1, 2)):
            comment = f"#<{len(self.comments)}> {self.random.choice(('x', '# {', chr(0x3BB)))}"
            self.comments.append(comment)
            text += comment + self.random.choice(("", "  ")) + self.line_end * self.random.choice((1, 1, 2, 3))
        return text

    # Definitions

    def name(self) -> str:
        return self.random.choice(NAMES)

    def type(self) -> list[str]:
        if self.chance(0.2):
            return ["list", *(("<", *self.type(), ">") if self.chance(0.8) else ("[", *self.type(), "]"))]
        return list(self.random.choice(TYPES))

    def group(self) -> list[str]:
        parent = self.random.choice(
            ([], ["Piece"], ["Boards", ".", "Rect", "(", "3", ",", "3", ")"], ["Board", "(", ")"])
        )
        tokens = ["group", self.name(), "(", *parent, ")", "{"]
        for _ in range(self.random.randint(0, 3)):
            tokens += self.random.choice((self.function, self.declaration, self.default))()
        return [*tokens, "}", *self.random.choice(([], [";"]))]

    def default(self) -> list[str]:
        return [self.name(), "=", *self.expression(2), self.semicolon()]

    def function(self) -> list[str]:
        head = self.random.choice((["assert"], [], ["func"], self.type()))
        formals = self.listed([[*self.type(), self.name()] for _ in range(self.random.randint(0, 3))])
        return [*head, self.name(), "(", *formals, ")", *self.block(3)]

    def block(self, depth: int) -> list[str]:
        tokens = ["{"]
        for _ in range(self.random.randint(0, 3)):
            tokens += self.statement(depth - 1)
        return [*tokens, "}"]

    def listed(self, parts: list[list[str]]) -> list[str]:
        tokens: list[str] = []
        for part in parts:
            tokens += [",", *part] if tokens else part
        return tokens

    def semicolon(self) -> str:
        return self.random.choice((";", ";", "\u037e"))

    # Statements

    def declaration(self) -> list[str]:
        head = [*self.type(), self.name()]
        match self.random.randint(0, 4):
            case 0:
                return [*head, "=", *self.expression(2), self.semicolon()]
            case 1:
                return ["class", "Mark", self.name(), "(", *self.items(1), ")", self.semicolon()]
        return [*head, self.semicolon()]

    def statement(self, depth: int) -> list[str]:
        if depth <= 0:
            return [*self.expression(1), self.semicolon()]
        match self.random.randint(0, 11):
            case 0 | 1:
                tokens = ["if", *self.condition(), *self.block(depth)]
                for _ in range(self.random.choice((0, 0, 1, 2))):
                    tokens += [self.random.choice(("elif", "else if")), *self.condition(), *self.block(depth)]
                return tokens + self.random.choice(([], ["else", *self.block(depth)], ["elif", *self.block(1)]))
            case 2:
                # A body without braces that begins with a bracket would go on with the condition.
                return ["if", *self.condition(), self.name(), "(", *self.items(1), ")", self.semicolon()]
            case 3:
                return ["while", *self.condition(), *self.block(depth)]
            case 4:
                return self.for_loop(depth)
            case 5:
                return [self.random.choice(("break", "continue", "return")), self.semicolon()]
            case 6:
                return ["return", *self.expression(2), self.semicolon()]
            case 7:
                return self.block(depth)
            case 8:
                return self.declaration()
            case 9:
                return [";"]
        return [*self.expression(depth), self.semicolon()]

    def condition(self) -> list[str]:
        return ["(", *self.expression(2), ")"]

    def for_loop(self, depth: int) -> list[str]:
        head = ["for", "(", *self.random.choice(([], self.type())), self.name(), "in"]
        closing = self.random.choice(([")"], [")"], []))
        match self.random.randint(0, 2):
            case 0:
                return [*head, "{", *self.items(2), "}", *closing, *self.block(depth)]
            case 1:
                lists = [["[", *self.items(1), "]"] for _ in range(self.random.randint(1, 3))]
                return [*head, *(token for part in lists for token in part), *closing, *self.block(depth)]
        return [*head, *self.expression(1), ")", *self.block(depth)]

    # Expressions

    def items(self, depth: int) -> list[str]:
        return self.listed([self.expression(depth) for _ in range(self.random.randint(0, 3))])

    def expression(self, depth: int) -> list[str]:
        tokens: list[str] = []
        while self.chance(0.1):
            tokens += [self.name(), *self.random.choice(([], [".", "f"], ["[", "0", "]"])), "="]
        tokens += self.random.choice(([], [], [], [], ["not"], ["!"]))
        tokens += self.operand(depth)
        while self.chance(0.35):
            operator = self.random.choice(OPERATORS)
            is_loose = operator in ("or", "and", "&&")
            tokens += [operator, *(["not"] if is_loose and self.chance(0.2) else []), *self.operand(depth)]
        return tokens

    def operand(self, depth: int) -> list[str]:
        signs = ["-"] * self.random.choice((0, 0, 0, 0, 0, 1, 2))
        left = self.postfix(depth)
        if depth <= 0:
            return [*signs, *left]
        match self.random.randint(0, 15):
            case 0:
                return [*signs, *left, ">>", *self.board(depth), "[", *self.items(depth - 1), "]"]
            case 1:
                return [*signs, *left, ">>", *self.board(depth), ">>", *self.postfix(depth - 1)]
            case 2:
                return [*signs, *left, "<<", *self.board(depth), "[", *self.items(depth - 1), "]"]
            case 3:
                return [*signs, *left, "<<", self.name()]
            case 4:
                return [*signs, *left, "<<", "[", *self.items(depth - 1), "]"]
        return [*signs, *left]

    def board(self, depth: int) -> list[str]:
        inner = self.postfix(depth - 1)
        return self.random.choice(
            (["b"], ["this", ".", "b"], ["bs", "[", "0", "]"], ["(", *inner, ")"], ["f", "(", ")"])
        )

    def postfix(self, depth: int) -> list[str]:
        tokens = self.primary(depth)
        while depth > 0 and self.chance(0.25) and tokens[0] != "[":
            match self.random.randint(0, 2):
                case 0:
                    tokens = [*tokens, ".", "f"]
                case 1:
                    tokens = [*tokens, "(", *self.items(depth - 1), ")"]
                case 2:
                    tokens = [*tokens, "[", *self.expression(depth - 1), "]"]
        return tokens

    def primary(self, depth: int) -> list[str]:
        match self.random.randint(0, 6 if depth <= 0 else 9):
            case 0:
                return [self.random.choice(("0", "7", "012", "2147483647"))]
            case 1:
                return [self.random.choice(STRINGS)]
            case 2:
                return [self.random.choice(("True", "False", "None", "this"))]
            case 7 | 8:
                return ["(", *self.expression(depth - 1), ")"]
            case 9:
                return ["[", *self.items(depth - 1), "]"]
        return [self.name()]
