"""Boards as bits: however a board lies in memory, both engines give the bits that are meant."""

from __future__ import annotations

from random import Random

import pytest

from parlour.core.read.program import read_program
from parlour.core.types import BOOL, FLOAT, INT, SYMBOL, BoardType
from parlour.engines.native.host import loading
from parlour.engines.native.layout import cell_bytes, packed_bits
from parlour.game.position import Budget
from parlour.testing.agreement import engines

# The type of a board, how many symbols the program has, the bits of a packed cell and the bytes of one on the heap.
LAYOUTS = [
    (BoardType(BOOL, 9, 7), 2, 1, 0),
    (BoardType(SYMBOL, 3, 3), 3, 2, 0),
    (BoardType(SYMBOL, 7, 3), 5, 3, 0),
    (BoardType(SYMBOL, 7, 6), 3, 0, 1),
    (BoardType(SYMBOL, 9, 7), 200, 0, 1),
    (BoardType(SYMBOL, 9, 7), 300, 0, 2),
    (BoardType(SYMBOL, 5, 3), 300, 0, 2),
    (BoardType(INT, 4, 3), 3, 0, 0),
    (BoardType(FLOAT, 9, 7), 3, 0, 0),
]


@pytest.mark.parametrize(("type_", "symbols", "bits", "size"), LAYOUTS, ids=lambda each: str(each).replace(" ", ""))
def test_the_cells_that_equal_a_value_are_bits(
    type_: BoardType, symbols: int, bits: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "OPTIMISATION", 1)
    assert packed_bits(type_, symbols) == bits
    assert bits or cell_bytes(type_, symbols) == size
    names = [f"S{number}" for number in range(symbols)]
    of_kind = {BOOL: ["false", "true"], SYMBOL: [f"#{name}" for name in names], INT: ["-1", "0", str(2**62)]}
    values = of_kind.get(type_.item, ["0.0", "-2.5", "fdiv(0.0, 0.0)"])
    dice = Random(7)
    lines, expected = [], []
    for _ in range(12):
        wanted, *others = dice.sample(values, min(3, len(values)))
        cells = [dice.choice([wanted, *others]) for _ in range(type_.cells)]
        lines.append(f"  tell text_of_int(board_bits({type_}({', '.join(cells)}), {wanted}))")
        expected.append(sum(1 << place for place, cell in enumerate(cells) if cell == wanted))
    text = f"program p entry main\nsymbols ({', '.join(names)})\nseats (Ada)\n"
    text += f'function main() -> none label "main" {{\n{chr(10).join(lines)}\n}}\n'
    for engine in engines(read_program(text)):
        position = engine.start(0, {}, Budget())
        assert position.error is None
        assert [int(told.text) for told in position.view(None).log] == expected


@pytest.mark.parametrize("value", [-(2**63), -5, -1, 0, 1, 2**40 + 3, 2**63 - 1])
def test_bits_move_down_and_the_sign_stays(value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "OPTIMISATION", 1)
    steps = [-(2**63), -1, 0, 1, 5, 62, 63, 64, 2**63 - 1]
    lines = [f"  tell text_of_int(shift_right({value}, add({by}, chance(1))))" for by in steps[:-1]]
    lines += [f"  tell text_of_int(shift_right({value}, {by}))" for by in steps]
    text = 'program p entry main\nsymbols ()\nseats (Ada)\nfunction main() -> none label "main" {\n'
    for engine in engines(read_program(text + "\n".join(lines) + "\n}\n")):
        told = [int(told.text) for told in engine.start(0, {}, Budget()).view(None).log]
        assert told == [value >> min(max(by, 0), 63) for by in (*steps[:-1], *steps)]
