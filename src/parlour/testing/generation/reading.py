"""Random games that read a move piece by piece and refuse it when they have all of it, as people write them.

    while lt(turn, 5) {
      ask a: whole(0, 2) …   ask b: chars(1, among "012") …   c = digit(b)   ask …
      if and(eq(list_get(@cells, a), 1), ne(a, c)) { …  turn = add(turn, 1) }  else { … }
    }

Some check what they have in the middle of a move, some ask in a function, draw between two pieces, fail on a wrong one
or ask the other seat; in some, nothing goes on after a while.

    >>> from parlour.core.chance import Chance
    >>> reading_program(Chance(3)) == reading_program(Chance(3))
    True
"""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.read.program import read_program
from parlour.testing.generation.draws import Draws, Source

_HEAD = """program reading entry main
seats (Ada, Ben)
global cells: list[int]
global spoilt: int
"""

_DIGIT = """function digit(text: string) -> int {
  return choose(eq(text, "0"), 0, choose(eq(text, "1"), 1, choose(eq(text, "2"), 2, 3)))
}
"""

_ASKING = """function piece(seat: int, high: int) -> int {
  locals (n: int)
  ask n: whole(0, high) seat seat kind number
  return n
}
"""


def reading_program(chance: Source) -> nodes.Program:
    """A random game of this kind, with the places of its text."""
    return read_program(_Reading(Draws(chance)).text())


class _Reading:
    def __init__(self, draws: Draws) -> None:
        self.draws = draws
        self.size = draws.between(3, 4)  # as many cells, and answers to a piece
        self.pieces = [f"n{number}" for number in range(draws.between(2, 3))]
        self.draws_between = draws.percent(25)  # then what is refused costs a turn, or games might never end

    def text(self) -> str:
        draws = self.draws
        cells = [draws.below(3) for _ in range(self.size)]
        texts = [f"{piece}_text: string" for piece in self.pieces]
        lines = [
            f"  locals ({', '.join([*(f'{piece}: int' for piece in self.pieces), *texts, 'turn: int, die: int'])})",
            f"  @cells = [{', '.join(map(str, cells))}]",
            "  @spoilt = 0",
            "  turn = 0",
            *(f"  {piece} = 0" for piece in self.pieces),
            f"  while lt(turn, {draws.between(2, 5)}) {{",
            *self.move(),
            "  }",
            "  return add(mul(10, list_get(@cells, 0)), list_get(@cells, 1))",
        ]
        return "\n".join([_HEAD, "function main() -> int {", *lines, "}", _DIGIT, _ASKING])

    def move(self) -> list[str]:
        """The pieces one after the other, then the judgement of the whole."""
        draws = self.draws
        lines: list[str] = []
        depth = 0
        for number, piece in enumerate(self.pieces):
            lines += [self.indent(depth) + line for line in self.asked(piece)]
            if number + 1 < len(self.pieces) and not self.draws_between and draws.percent(30):
                # Refused in the middle of the move.
                lines.append(self.indent(depth) + f"if {self.condition(number + 1)} {{")
                depth += 1
            elif self.draws_between:
                lines.append(self.indent(depth) + "die = chance(2)")
        lines += [self.indent(depth) + line for line in self.judged()]
        lines += [self.indent(level) + "}" for level in reversed(range(depth))]
        return lines

    @staticmethod
    def indent(depth: int) -> str:
        return "  " * (2 + depth)

    def asked(self, piece: str) -> list[str]:
        draws = self.draws
        seat = "mod(add(turn, 1), 2)" if draws.percent(5) else "mod(turn, 2)"
        high = self.size - 1
        match draws.below(4):
            case 0:
                return [f"ask {piece}: whole(0, {high}) seat {seat} kind number"]
            case 1:
                # Without a bound: what is beyond the cells fails.
                return [f"ask {piece}: whole seat {seat} kind number"]
            case 2:
                return [f"invoke {piece} = piece({seat}, {high})"]
            case _:
                among = "0123"[: self.size]
                return [
                    f'ask {piece}_text: chars(1, among "{among}") seat {seat} kind chars',
                    f"{piece} = digit({piece}_text)",
                ]

    def condition(self, known: int) -> str:
        """About the first pieces and the cells."""
        draws = self.draws
        parts = [self.part(known) for _ in range(draws.between(1, 3))]
        found = parts[0]
        for part in parts[1:]:
            found = f"{draws.pick(('and', 'and', 'or'))}({found}, {part})"
        return found

    def part(self, known: int) -> str:
        draws = self.draws
        one, other = (draws.pick(self.pieces[:known]) for _ in range(2))
        cell = f"list_get(@cells, {one})"
        return draws.pick(
            (
                f"eq({cell}, {draws.below(3)})",
                f"lt({cell}, 2)",
                f"ne({one}, {other})",
                f"lt({one}, {draws.between(1, self.size)})",
                f"eq(mod(add({one}, {other}), 2), mod(turn, 2))",
                f"gt(add({one}, {other}), turn)",
                f"eq({cell}, list_get(@cells, {other}))",
            )
        )

    def judged(self) -> list[str]:
        draws = self.draws
        first, last = self.pieces[0], self.pieces[-1]
        done = [
            f"do list_set(@cells, {last}, {draws.pick((f'list_get(@cells, {first})', 'mod(turn, 3)', first))})",
            "turn = add(turn, 1)",
        ]
        refused = draws.weighted(
            (
                (6, []),
                (1, [f"{first} = 0"]),
                (1, ["@spoilt = 1"]),
                (1, [f"{first} = div(1, sub({last}, {last}))"]),
            )
        )
        if self.draws_between:
            refused = ["turn = add(turn, 1)"]
        lines = [f"if {self.condition(len(self.pieces))} {{", *(f"  {line}" for line in done), "}"]
        if refused:
            lines[-1] = "} else {"
            lines += [*(f"  {line}" for line in refused), "}"]
        return lines
