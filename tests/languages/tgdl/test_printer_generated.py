"""Laws of the printer on random files: every form of the grammar, in any layout, with comments in odd places.

The programs mean nothing (names need not exist, types need not fit); only their syntax is right.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.languages.conftest import assert_in_order

from parlour.languages.tgdl.syntax.parser import parse_program
from parlour.languages.tgdl.syntax.printer import print_program
from parlour.syntax.source import Source


def printed_text(text: str) -> str:
    source = Source("demo.tgdl", text)
    return print_program(parse_program(source)[0], source)


@settings(max_examples=80)
@given(st.randoms(use_true_random=False), st.sampled_from(["\n", "\r\n"]))
def test_printing_keeps_the_tree_and_every_comment_and_does_not_change_its_own_work(
    random: Random, line_end: str
) -> None:
    programs = Programs(random, line_end)
    text = programs.program()
    before, found = parse_program(Source("demo.tgdl", text))
    assert [item.title for item in found if item.is_error] == [], "the generator makes programs without errors"

    printed = printed_text(text)
    assert parse_program(Source("demo.tgdl", printed))[0] == before
    assert printed_text(printed) == printed
    assert_in_order(programs.comments, printed)
    assert printed.count("//<") == len(programs.comments), "no comment is there twice"


@settings(max_examples=30)
@given(st.randoms(use_true_random=False))
def test_what_is_printed_has_no_loose_ends(random: Random) -> None:
    printed = printed_text(Programs(random).program())
    assert parse_program(Source("demo.tgdl", printed))[1] == []
    assert not any(line.endswith((" ", "\t")) for line in printed.split("\n"))
    assert "\n\n\n" not in printed


def test_the_generator_makes_every_form() -> None:
    everything = " ".join(Programs(Random(seed)).program() for seed in range(150))
    forms = (
        "game players import as setup local group global class interactable stack tile connection event board turn "
        "function action override attribute returns value effect require trigger filter input optional auto default "
        "information visible phase geometry orientation grid prio return if else while for break continue winner new "
        "this null true false is List Table Stack base && || | & ! == != <= >= += ^ % //<"
    )
    for form in forms.split():
        assert form in everything, form


NAMES = ("a", "b", "go", "row_2", "Card", "phase", "value", "a_very_long_name_for_something_small", "turns")
OPERATORS = ("||", "&&", "|", "&", "==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%", "^")
STRINGS = ('""', '"// no comment"', r'"a\n\"b\""', '"it’s"', '"λ"', r'"\t"')
TYPES = ("number", "string", "bool", "Card", "cards . Card", "tile", "board", "stack", "interactable", "connection")


@dataclass
class Programs:
    """Makes texts; `comments` are those of the last one, in their order."""

    random: Random
    line_end: str = "\n"
    comments: list[str] = field(default_factory=list)

    def program(self) -> str:
        self.comments = []
        tokens: list[str] = []
        for _ in range(self.random.randint(0, 4)):
            tokens += self.item()
        text = self.separator()
        for token in tokens:
            text += token + self.separator()
        return text

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, *choices: list[str]) -> list[str]:
        return self.random.choice(choices)

    def separator(self) -> str:
        if self.chance(0.85):
            return self.random.choice((" ", " ", "  ", "\t", self.line_end))
        text = self.random.choice((" ", self.line_end, self.line_end * 3))
        for _ in range(self.random.randint(1, 2)):
            comment = f"//<{len(self.comments)}> {self.random.choice(('x', '// {', chr(0x3BB)))}"
            self.comments.append(comment)
            text += comment + self.random.choice(("", "  ")) + self.line_end * self.random.choice((1, 1, 2, 3))
        return text

    def name(self) -> str:
        return self.random.choice(NAMES)

    def type(self) -> list[str]:
        if self.chance(0.2):
            return [self.random.choice(("List", "Table", "Stack")), "<", *self.type(), ">"]
        return self.random.choice(TYPES).split()

    # Definitions

    def item(self) -> list[str]:
        match self.random.randint(0, 8):
            case 0:
                return ["game", self.random.choice(STRINGS), ";"]
            case 1:
                return ["players", "2", ";"]
            case 2:
                return ["import", '"cards"', *self.pick([], ["as", "cards"]), ";"]
            case 3:
                return ["setup", *self.block(3)]
            case 4:
                return self.function()
            case 5:
                kind = self.random.choice(("stack", "tile", "connection", "event", "board", "turn"))
                return [kind, self.name(), *self.base(), "{", *self.parts(), "}"]
        scope = self.pick([], ["local"], ["group"], ["global"])
        return [
            *scope,
            self.random.choice(("class", "interactable")),
            self.name(),
            *self.base(),
            "{",
            *self.parts(),
            "}",
        ]

    def base(self) -> list[str]:
        return self.pick([], [":", "Card"], [":", "cards", ".", "Card"])

    def parts(self) -> list[str]:
        tokens: list[str] = []
        for _ in range(self.random.randint(0, 4)):
            tokens += self.part(2)
        return tokens

    def part(self, depth: int) -> list[str]:
        match self.random.randint(0, 18):
            case 0:
                return [*self.type(), self.name(), ";"]
            case 1:
                return [*self.type(), self.name(), "=", *self.init(2), ";"]
            case 2:
                return ["attribute", self.name(), "{", "returns", *self.type(), ";", "value", *self.init(1), ";", "}"]
            case 3:
                return self.function()
            case 4:
                head = [*self.pick([], ["override"]), "action", self.name(), *self.pick([], ["prio", "-", "5"])]
                return [*head, "{", *(self.part(depth - 1) if depth else []), "}"]
            case 5 | 6:
                return self.input()
            case 7:
                return ["returns", *self.pick([], self.type()), ";"]
            case 8:
                return [self.random.choice(("effect", "require", "default", "information")), *self.block(2)]
            case 9:
                return ["trigger", "Moved", *self.pick([], ["prio", "3"]), *self.block(1)]
            case 10:
                return ["prio", *self.pick(["-", "2"], ["0.5"]), ";"]
            case 11:
                names = ["this", ".", "rank", ";"] * self.random.randint(0, 2)
                return ["visible", "{", *self.pick([], ["filter", *self.block(1)]), "default", "{", *names, "}", "}"]
            case 12:
                return ["phase", self.name(), *self.pick([";"], ["{", "}"], ["{", "effect", *self.block(1), "}"])]
            case 13:
                return ["phase", self.name(), "{", *self.input(), *self.statement(2), *self.statement(1), "}"]
            case 14:
                return ["geometry", self.random.choice(("square", "hex")), ";"]
            case 15:
                return ["orientation", "row", ";"]
            case 16:
                lines = [["Cell", ",", "b", ";"], ["b", ";"], ["cards", ".", "Cell", ";"]]
                rows = [self.random.choice(lines) for _ in range(self.random.randint(0, 3))]
                return ["grid", "{", *(token for row in rows for token in row), "}"]
            case 17:
                return ["group", self.name(), "{", *(self.part(depth - 1) if depth else []), "}"]
        return ["filter", *self.pick([], [self.name()]), *self.block(1)]

    def function(self) -> list[str]:
        head = [*self.pick([], ["override"]), "function", self.name(), "{"]
        return [*head, *self.pick([], self.input()), *self.pick([], ["effect", *self.block(3)]), "}"]

    def input(self) -> list[str]:
        tokens = self.pick([], ["optional"])
        tokens = [
            *tokens,
            *self.pick([], ["player"], ["auto"], ["function"], ["player", "(", *self.expression(1), ")"]),
        ]
        tokens += ["input", *self.type(), self.name()]
        if self.chance(0.2):
            return [*tokens, "=", *self.init(1), ";"]
        filters = ["filter", *self.pick([], ["c"]), *self.block(1)] * self.random.randint(0, 2)
        return [*tokens, *self.pick([";"], ["{", *self.statement(1), "}"], ["{", *filters, "}"])]

    # Statements

    def block(self, depth: int) -> list[str]:
        tokens = ["{"]
        for _ in range(self.random.randint(0, 2)):
            tokens += self.statement(depth - 1)
        return [*tokens, "}"]

    def body(self, depth: int) -> list[str]:
        return self.block(depth) if self.chance(0.7) else [*self.expression(1), ";"]

    def statement(self, depth: int) -> list[str]:
        if depth <= 0:
            return [*self.expression(1), ";"]
        match self.random.randint(0, 11):
            case 0 | 1:
                tokens = ["if", *self.condition(), *self.body(depth)]
                for _ in range(self.random.choice((0, 0, 1, 2))):
                    tokens += ["else", "if", *self.condition(), *self.body(depth)]
                return tokens + self.pick([], ["else", *self.body(depth)])
            case 2:
                return ["while", *self.condition(), *self.body(depth)]
            case 3:
                first = self.pick([], [*self.type(), "i", "=", *self.init(1)], self.expression(1))
                rest = [*self.pick([], self.expression(1)), ";", *self.pick([], self.expression(1))]
                return ["for", "(", *first, ";", *rest, ")", *self.body(depth)]
            case 4:
                return [self.random.choice(("break", "continue", "return")), ";"]
            case 5:
                return [self.random.choice(("return", "winner")), *self.init(2), ";"]
            case 6:
                return self.block(depth)
            case 7:
                return [*self.type(), self.name(), *self.pick([], ["=", *self.init(2)]), ";"]
            case 8:
                return self.input()
            case 9:
                return ["player", "p", *self.pick([], ["=", "player", ".", "active", "(", ")"]), ";"]
        return [*self.expression(depth), ";"]

    def condition(self) -> list[str]:
        return ["(", *self.expression(2), ")"]

    # Expressions

    def init(self, depth: int) -> list[str]:
        if self.chance(0.2):
            return ["{", *self.listed([self.init(depth - 1) for _ in range(self.random.randint(0, 3))]), "}"]
        return self.expression(depth)

    def listed(self, parts: list[list[str]]) -> list[str]:
        tokens: list[str] = []
        for part in parts:
            tokens += [",", *part] if tokens else part
        return tokens

    def expression(self, depth: int) -> list[str]:
        tokens: list[str] = []
        if self.chance(0.1):
            tokens += [self.name(), *self.pick([], [".", "tile"], ["[", "0", "]"]), self.random.choice(("=", "+="))]
        tokens += self.operand(depth)
        while self.chance(0.35):
            tokens += [self.random.choice(OPERATORS), *self.operand(depth)]
        return tokens

    def operand(self, depth: int) -> list[str]:
        tokens = self.pick([], [], [], [], ["!"], ["-"], ["-", "-"], ["!", "-"])
        tokens = [*tokens, *self.postfix(depth)]
        while self.chance(0.1):
            tokens += [self.random.choice(("is", "as")), *self.type()]
        return tokens

    def postfix(self, depth: int) -> list[str]:
        tokens = self.primary(depth)
        while depth > 0 and self.chance(0.3):
            match self.random.randint(0, 2):
                case 0:
                    tokens = [*tokens, ".", self.random.choice(("f", "tile", "player"))]
                case 1:
                    tokens = [*tokens, ".", "f", "(", *self.arguments(depth - 1), ")"]
                case 2:
                    tokens = [*tokens, "[", *self.expression(depth - 1), "]"]
        return tokens

    def arguments(self, depth: int) -> list[str]:
        given = [
            [*self.pick([], ["turn", ":"]), "(", *self.expression(depth), ")"] for _ in range(self.random.randint(0, 3))
        ]
        return self.listed(given)

    def primary(self, depth: int) -> list[str]:
        match self.random.randint(0, 6 if depth <= 0 else 10):
            case 0:
                return [self.random.choice(("0", "7", "012", "0.5"))]
            case 1:
                return [self.random.choice(STRINGS)]
            case 2:
                return [self.random.choice(("true", "false", "null", "this", "event"))]
            case 7:
                return ["(", *self.expression(depth - 1), ")"]
            case 8:
                return [*self.pick(["f"], ["base", ".", "f"]), "(", *self.arguments(depth - 1), ")"]
            case 9:
                values = [["x", "=", *self.init(depth - 1)] for _ in range(self.random.randint(0, 2))]
                separator = self.random.choice((",", ";"))
                fields = [token if token != "," else separator for token in self.listed(values)]
                fields = self.listed(values) if any(token == "," for value in values for token in value) else fields
                return ["new", "Card", "(", ")", *self.pick([], ["{", *fields, "}"])]
            case 10:
                items = self.listed([self.init(depth - 1) for _ in range(self.random.randint(0, 2))])
                return ["new", "List", "<", *self.type(), ">", "(", ")", *self.pick([], ["{", *items, "}"])]
        return [self.name()]
