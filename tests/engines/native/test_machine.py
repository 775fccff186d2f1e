"""What is kept beside machine code, and what an entry of the cache goes by."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.core.flow.evidence import evidence
from parlour.core.passes.suspension import plan
from parlour.core.read.program import read_program
from parlour.engines import objects
from parlour.engines.native.compile import building
from parlour.engines.native.compile.facts import find_facts, packed, unpacked
from parlour.engines.native.engine import NativeEngine
from parlour.engines.native.host import machine
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
    assert facts.draws and facts.mutates and not facts.is_deep and not facts.names_seats
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
    assert list(again.play.machine.layout.places) == list(native.play.machine.layout.places)


def test_an_entry_goes_by_what_the_compilers_sources_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "source.py"
    text_of_compiler = machine._compiler_text.__wrapped__

    def sources() -> Iterator[os.DirEntry[str]]:
        with os.scandir(tmp_path) as entries:
            yield from (entry for entry in entries if entry.name == source.name)

    monkeypatch.setattr(machine, "_sources", sources)
    source.write_text("one")
    one = text_of_compiler()
    # What was written just now may be written again at the same time, so its hash is not kept.
    assert objects.contents().entries == 0
    monkeypatch.setattr(machine, "_SETTLED_S", -1.0)
    assert text_of_compiler() == one
    assert objects.contents().entries == 1
    assert text_of_compiler() == one
    about = source.stat()
    source.write_text("two")
    os.utime(source, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert text_of_compiler() != one
