"""The fenced blocks of all pages, for the tests that run them.

The first word behind the fence is the language, the second one the name of the file that the block is:

    ```senet game.senet
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).parents[2]
# The pages about error codes have tests of their own.
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *(page for page in sorted((ROOT / "src").rglob("*.md")) if page.parent.name != "explanations"),
]
FENCED = re.compile(r"^( *)```(\w*) ?(\S*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    page: str
    line: int
    language: str
    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def _blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    name = str(page.relative_to(ROOT))
    return [
        Block(name, text.count("\n", 0, block.start()) + 1, block[2], block[3], dedent(block[4]))
        for block in FENCED.finditer(text)
    ]


BLOCKS = [block for page in PAGES for block in _blocks(page)]
