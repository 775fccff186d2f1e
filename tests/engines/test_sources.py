"""What cached machine code goes by: every file that takes part in generating it, and what is in it."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour
from parlour.engines import objects, sources
from parlour.engines.native.host import loading
from parlour.engines.net import tiers
from parlour.engines.net.search import tree

PACKAGE = Path(parlour.__file__).parent


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "code"))


def file_of(module: str) -> Path | None:
    """The file of a module of ours; None for what is none."""
    place = PACKAGE.parent / module.replace(".", "/")
    for path in (place / "__init__.py", place.with_suffix(".py")):
        if module.startswith("parlour.") and path.exists():
            return path
    return None


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports anywhere, but for those that only its types speak of."""
    left: list[ast.AST] = [ast.parse(path.read_text())]
    while left:
        match left.pop():
            case ast.If(test=ast.Name("TYPE_CHECKING"), orelse=orelse):
                left.extend(orelse)
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield module
                yield from (f"{module}.{alias.name}" for alias in names)
            case node:
                left.extend(ast.iter_child_nodes(node))


def reached(*modules: str) -> set[Path]:
    found: set[Path] = set()
    left = list(modules)
    while left:
        path = file_of(left.pop())
        if path is not None and path not in found:
            found.add(path)
            left.extend(imports(path))
    return found


NATIVE = ("compile.building", "compile.facts", "compile.library", "driver.play")


@pytest.mark.parametrize(
    "places, makers",
    [
        (loading.SOURCES, [f"parlour.engines.native.{name}" for name in NATIVE]),
        (tiers.SOURCES, ["parlour.engines.net.kernel.kernel", "parlour.engines.net.code"]),
        (tree.SOURCES, ["parlour.engines.net.search.growth", "parlour.engines.llvm.low.language"]),
    ],
)
def test_every_file_that_takes_part_in_generating_code_counts(places: tuple[str, ...], makers: list[str]) -> None:
    counted = {Path(name) for name, _ in sources.files(places)}
    wanted = reached(*makers)
    assert len(wanted) > 10
    assert sorted(str(path.relative_to(PACKAGE)) for path in wanted - counted) == []


def test_a_hash_goes_by_what_the_files_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "folder" / "source.py"
    source.parent.mkdir()
    monkeypatch.setattr(sources, "_PACKAGE", str(tmp_path))

    def hash_now() -> bytes:
        found: bytes = sources.hash_of.__wrapped__(("folder",))
        return found

    source.write_text("one")
    one = hash_now()
    # What was written just now may be written again at the same time, so its hash is not kept.
    assert objects.contents().entries == 0
    monkeypatch.setattr(sources, "_SETTLED_S", -1.0)
    assert hash_now() == one
    assert objects.contents().entries == 1
    assert hash_now() == one
    about = source.stat()
    source.write_text("two")
    os.utime(source, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert hash_now() != one
    (source.parent / "below").mkdir()
    (source.parent / "below" / "new.py").write_text("")
    assert len(list(sources.files(("folder",)))) == 2
