"""What is kept beside machine code, and what an entry of the cache goes by."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.cli.show_native import llvm_lines
from parlour.core.flow.evidence import evidence
from parlour.core.passes.suspension import plan
from parlour.core.read.program import read_program
from parlour.engines.native.compile import building, compiler
from parlour.engines.native.compile.facts import find_facts, packed, unpacked
from parlour.engines.native.engine import NativeEngine
from parlour.game.position import Budget
from parlour.testing.agreement import engines, play_side_by_side

GUESSING = read_program("""
program guessing entry main
function main() -> int {
  locals (n: int, xs: list[int])
  xs = [chance(3), 4]
  while true {
    ask n: whole seat 0 kind number
    if lt(n, 2) {
      return list_get(xs, n)
    }
    do list_push(xs, div(7, sub(n, 5)))
  }
  return 0
}
""")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "code"))
    return tmp_path / "code"


def test_facts_are_the_same_after_they_were_kept() -> None:
    facts = find_facts(GUESSING, plan(GUESSING))
    assert unpacked(packed(facts)) == facts
    assert facts.mutates and not facts.is_deep and not facts.names_seats
    assert facts.evidence == evidence(GUESSING)


def test_a_program_from_the_cache_is_not_built_and_plays_and_fails_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    python, native = engines(GUESSING)
    first = play_side_by_side(python, native, 3, native.simulator().budget)

    def build_program(*_: object, **__: object) -> None:
        raise AssertionError("it is in the cache")

    monkeypatch.setattr(building, "build_program", build_program)
    again = NativeEngine(python)
    assert again.play.machine is not native.play.machine
    assert first == play_side_by_side(python, again, 3, again.simulator().budget) == []
    assert list(again.play.machine.directory.places) == list(native.play.machine.directory.places)


def test_a_chain_of_functions_is_not_written_into_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """LLVM takes more than twice the time for a function of twice the length."""
    monkeypatch.setattr(compiler, "LARGE", 0)
    monkeypatch.setattr(compiler, "MOST_OPTIMISED", 200)
    functions = [
        f"function f{number}(x: int) -> int {{\n  return {f'f{number - 1}(add(x, 1))' if number else 'x'}\n}}"
        for number in range(60)
    ]
    main = "function main() -> int {\n  return f59(1)\n}"
    program = read_program("program p entry main\n\n" + "\n\n".join([main, *functions]))
    python, native = engines(program)
    lines = [line for line in llvm_lines(python) if line.startswith("define") and "tailcc" in line]
    inlined = [line for line in lines if "alwaysinline" in line]
    assert 0 < len(inlined) < len(lines) - 5
    assert list(play_side_by_side(python, native, 1, Budget())) == []
