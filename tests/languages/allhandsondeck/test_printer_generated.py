"""Laws of the printer on random programs: every form of the grammar, in any layout, with comments in odd places.

The programs mean nothing (names need not exist, types need not fit); only their syntax is right.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.languages.allhandsondeck.frontend import format
from parlour.languages.allhandsondeck.syntax.parser import parse_program
from parlour.syntax.source import Source


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_printing_keeps_the_tree_and_every_comment_and_does_not_change_its_own_work(seed: int) -> None:
    programs = Programs(Random(seed))
    text = programs.program()
    before, found = parse_program(Source("demo.ah", text))
    assert [item.title for item in found if item.is_error] == [], text
    printed = format(Source("demo.ah", text))
    assert parse_program(Source("demo.ah", printed))[0] == before
    assert format(Source("demo.ah", printed)) == printed
    for comment in programs.comments:
        assert printed.count(comment) == text.count(comment), comment
    assert not any(line.endswith(" ") for line in printed.split("\n"))
    assert "\n\n\n" not in printed


def test_the_generator_makes_every_form() -> None:
    everything = "".join(Programs(Random(seed)).program() for seed in range(80))
    words = "main when let be with const if elif else while for times in is not and or do return pass int None True new"
    signs = ["..", "...", "**", "//", "~", "[", "f'", ".5", "1.", "#", "\\\n", "+=", "<Card>", ":=".strip("=")]
    for form in [*words.split(), *signs]:
        assert form in everything, form


class Programs:
    """Makes random programs. `comments` are all that were thought of, each of them different."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.comments: list[str] = []
        self._brackets = 0

    # Layout

    def comment(self) -> str:
        self.comments.append(f"#{len(self.comments)}#")
        return self.comments[-1]

    def gap(self) -> str:
        """What may stand between two tokens of a line."""
        chance = self.random.random()
        if self._brackets and chance < 0.08:
            return f" {self.comment()}\n{' ' * self.random.randrange(9)}"
        if self._brackets and chance < 0.16:
            return "\n" + " " * self.random.randrange(9)
        if chance < 0.03:
            return " \\\n  "
        return " " * self.random.randrange(1, 3)

    def join(self, *parts: str) -> str:
        return self.gap().join(parts)

    def bracketed(self, opening: str, write: Callable[[], str], closing: str) -> str:
        self._brackets += 1
        text = opening + (self.gap() if self.random.random() < 0.3 else "") + write()
        text += self.gap() if self.random.random() < 0.3 else ""
        self._brackets -= 1
        return text + closing

    def line(self, level: str, text: str) -> str:
        """A line with what may stand above and behind it."""
        above = ""
        while self.random.random() < 0.2:
            above += self.random.choice(["\n", "  \n", f"{level}{self.comment()}\n", f"{self.comment()}\n"])
        behind = f" {self.comment()}" if self.random.random() < 0.1 else ""
        return f"{above}{level}{text}{behind}\n"

    # Declarations

    def program(self) -> str:
        return "".join(self.declaration() for _ in range(self.random.randrange(1, 4)))

    def declaration(self) -> str:
        kind = self.random.randrange(5)
        if kind == 0:
            return self.line("", "main:") + self.block("")
        if kind == 1:
            receiver = self.random.choice(["", "Player p ", "Series<Card> cards "])
            return self.line("", f"when {receiver}do {self.action()}{self.parameters(optional=True)}:") + self.block("")
        if kind == 2:
            return self.helper("")
        head = f"let {self.class_name()}{self.parameters(optional=True)} be {self.type_name()}"
        if self.random.random() < 0.4:
            head += self.arguments()
        if kind == 3:
            return self.line("", head)
        level = self.indentation("")
        members = "".join(self.member(level) for _ in range(self.random.randrange(1, 4)))
        return self.line("", f"{head} with:") + members

    def member(self, level: str) -> str:
        if self.random.random() < 0.4:
            return self.helper(level)
        head = self.random.choice(["", "const "]) + self.random.choice(["", "int ", "Card "]) + self.name()
        return self.value_or_block(level, head)

    def helper(self, level: str) -> str:
        return self.value_or_block(level, f"{self.name()}{self.parameters()}")

    def value_or_block(self, level: str, head: str) -> str:
        if self.random.random() < 0.5:
            return self.line(level, f"{head}: {self.expression(2)}")
        return self.line(level, f"{head}:") + self.block(level)

    def parameters(self, *, optional: bool = False) -> str:
        if optional and self.random.random() < 0.5:
            return ""
        given = [
            self.random.choice([self.name(), f"int {self.name()}", f"Card {self.name()}", f"{self.name()}: Card"])
            for _ in range(self.random.randrange(4))
        ]
        return self.bracketed("(", lambda: ", ".join(given), ")")

    # Statements

    def indentation(self, level: str) -> str:
        return level + " " * self.random.randrange(1, 6)

    def block(self, outer: str) -> str:
        level = self.indentation(outer)
        return "".join(self.statement(level) for _ in range(self.random.randrange(1, 3)))

    def statement(self, level: str) -> str:
        kinds = 4 if len(level) > 7 else 8
        match self.random.randrange(kinds):
            case 0:
                return self.line(level, self.random.choice(["pass", "return", f"return {self.expression(2)}"]))
            case 1:
                value = self.random.choice(["", f" = {self.expression(2)}"])
                return self.line(level, f"{self.type_name()} {self.name()}{value}")
            case 2 | 3:
                return self.line(level, self.expression(2))
            case 4 | 5:
                text = self.line(level, f"if {self.expression(2)}:") + self.block(level)
                while self.random.random() < 0.3:
                    text += self.line(level, f"elif {self.expression(2)}:") + self.block(level)
                if self.random.random() < 0.5:
                    text += self.line(level, "else:") + self.block(level)
                return text
            case 6:
                text = self.line(level, f"while {self.expression(2)}:") + self.block(level)
                if self.random.random() < 0.3:
                    text += self.line(level, "else :") + self.block(level)
                return text
        head = self.random.choice([f"for {self.name()} in {self.expression(2)}:", f"for {self.tight(1)} times:"])
        return self.line(level, head) + self.block(level)

    # Expressions

    def expression(self, depth: int) -> str:
        if self.random.random() < 0.15:
            sign = self.random.choice(["=", "+=", "//=", "**=", "|="])
            target = self.random.choice(
                [self.name(), f"{self.name()}.{self.name()}", f"{self.name()}[{self.tight(1)}]"]
            )
            return self.join(target, sign, self.expression(depth - 1))
        return self.operators(depth)

    def operators(self, depth: int) -> str:
        """Some operator at the top, and anything that it may have as operands without parentheses below it."""
        if depth <= 0:
            return self.tight(0)
        match self.random.randrange(8):
            case 0:
                word = self.random.choice(["and", "or"])
                operands = [self.compared(depth - 1) for _ in range(self.random.randrange(2, 4))]
                operands = [self.random.choice(["", "not "]) + operand for operand in operands]
                return self.mixed(operands, [word])
            case 1:
                return self.join("not", self.compared(depth - 1))
            case 2:
                return self.compared(depth)
            case 3:
                return self.doing(depth)
            case _:
                return self.arithmetic(depth)

    def mixed(self, operands: list[str], signs: list[str]) -> str:
        text = operands[0]
        for operand in operands[1:]:
            text = self.join(text, self.random.choice(signs), operand)
        return text

    def compared(self, depth: int) -> str:
        signs = ["==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not"]
        operands = [self.arithmetic(depth - 1) for _ in range(self.random.randrange(1, 4))]
        if self.random.random() < 0.2:
            operands[-1] = self.doing(depth - 1)
        return self.mixed(operands, signs)

    def doing(self, depth: int) -> str:
        text = self.random.choice(["", self.arithmetic(depth - 1) + " "])
        for _ in range(self.random.randrange(1, 3)):
            text += f"do {self.action()}{self.random.choice(['', self.arguments()])} "
        return text.rstrip()

    def arithmetic(self, depth: int) -> str:
        operands = [self.ranged(depth - 1) for _ in range(self.random.randrange(1, 4))]
        return self.mixed(
            operands, self.random.choice([["|"], ["^"], ["&"], ["+", "-"], ["*", "/", "//", "%"], ["+", "*"]])
        )

    def ranged(self, depth: int) -> str:
        if self.random.random() < 0.15:
            return self.join(self.signed(depth), self.random.choice(["..", "..."]), self.signed(depth))
        return self.signed(depth)

    def signed(self, depth: int) -> str:
        signs = "".join(self.random.choice(["- ", "+", "~"]) for _ in range(self.random.choice([0, 0, 0, 1, 2])))
        power = f" ** {self.signed(depth - 1)}" if depth > 0 and self.random.random() < 0.1 else ""
        return signs + self.tight(depth) + power

    def tight(self, depth: int) -> str:
        """An operand that never needs parentheses around it."""
        text = self.atom(depth)
        while depth > 0 and self.random.random() < 0.3:
            match self.random.randrange(3):
                case 0:
                    text += f".{self.name()}"
                case 1:
                    text += f".{self.name()}{self.arguments()}"
                case _:
                    text += self.bracketed("[", self.index, "]")
        return text

    def index(self) -> str:
        if self.random.random() < 0.5:
            return self.operators(1)
        parts = [self.random.choice(["", self.operators(1)]) for _ in range(self.random.randrange(2, 4))]
        return " : ".join(parts)

    def atom(self, depth: int) -> str:
        if depth > 0 and self.random.random() < 0.5:
            match self.random.randrange(4):
                case 0:
                    return self.bracketed("(", lambda: self.expression(depth - 1), ")")
                case 1:
                    return self.bracketed("[", self.items, "]")
                case 2:
                    return self.name() + self.arguments()
                case _:
                    head = self.random.choice(["", "new "]) + self.random.choice(["Card", "Stack<Card>", "UNO"])
                    return head + self.arguments()
        simple = [
            "(1)",
            "( .5)",
            "(1.)",
            "x",
            "(2.5e3)",
            "True",
            "None",
            "'a # b'",
            '"it\'s"',
            "f'{x + 1} of {{y}}'",
            "'\\n'",
        ]
        return self.random.choice([*simple, self.name()])

    def items(self) -> str:
        given = [self.item() for _ in range(self.random.randrange(4))]
        return ", ".join(given)

    def item(self) -> str:
        text = self.operators(1)
        while self.random.random() < 0.2:
            text = self.join(
                text, self.random.choice([f"for {self.name()} in {self.operators(1)}", f"for {self.tight(1)} times"])
            )
        return text

    def arguments(self) -> str:
        def written() -> str:
            kinds = [self.item, self.item, lambda: f"{self.name()}={self.expression(1)}", lambda: f"{self.tight(1)}:"]
            return ", ".join(self.random.choice(kinds)() for _ in range(self.random.choice([0, 1, 1, 2, 3])))

        return self.bracketed("(", written, ")")

    # Names

    def name(self) -> str:
        return self.random.choice(["x", "deck", "current_player", "a_rather_long_name_for_something_1"])

    def action(self) -> str:
        return self.random.choice(["X", "PUSH_TOP", "DRAW_2"])

    def class_name(self) -> str:
        return self.random.choice(["Card", "Deck2", "UNO"])

    def type_name(self) -> str:
        return self.random.choice(["int", "Card", "Stack<Card>", "Series< Stack<int> >"])
