r"""What a program is called and what it says about itself, in the comment at its top.

The same in every language, because only a comment can begin with one of their comment signs: its first line is the
title, the lines below say what the game is about. Notes to Parlour (`pragmas.py`) are no part of it.

    >>> introduction("-- Noughts and crosses\n-- Three in a row\n-- win.\ngame G\n")
    ('Noughts and crosses', 'Three in a row\nwin.')
    >>> introduction("{- Nim\n   Take the last. -}\ngame Nim")
    ('Nim', 'Take the last.')
    >>> introduction(";;;;;;;;;\n;;; Nim\n;;;;;;;;;\n; Take the last.\n(role white)")
    ('Nim', 'Take the last.')
    >>> introduction("; Nim\n; parlour: hide step\n; Take the last.\n(role white)")
    ('Nim', 'Take the last.')
    >>> introduction("game G")
    ('', '')
    >>> from parlour.syntax.source import Source
    >>> title_of(Source("games/go-fish.ah", "# parlour: no outcome\n"))
    'go-fish'
"""

from __future__ import annotations

import re

from parlour.languages.pragmas import is_note
from parlour.syntax.source import Source


def introduction(text: str) -> tuple[str, str]:
    """Title and description from the comment at the top of a program: its first line with words, and the rest."""
    text = text.lstrip("\ufeff").strip()
    block = re.match(r"\{-(.*?)-\}|/\*(.*?)\*/", text, re.DOTALL)
    if block:
        lines = [line.strip().removeprefix("*").strip() for line in (block[1] or block[2] or "").strip().split("\n")]
    else:
        lines = []
        for line in text.split("\n"):
            comment = re.match(r"\s*(?:--+|//+|#+|;+|%+)(.*)", line)
            if comment is None:
                break
            # A note to Parlour (how to draw a game) is not said to people.
            if not is_note(comment[1]):
                lines.append(comment[1].strip())
    # Many authors draw a line above and below the title.
    worded = [line if any(map(str.isalnum, line)) else "" for line in lines]
    title, _, about = "\n".join(worded).strip("\n").partition("\n")
    return title, about.strip()


def title_of(source: Source) -> str:
    """What a program calls itself, else what its file is called."""
    title = introduction(source.text)[0]
    if title:
        return title
    file_name = re.split(r"[/\\]", source.name)[-1]
    return file_name.partition(".")[0].strip("<>") or source.name
