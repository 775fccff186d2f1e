"""Cuts a text down to what matters: delta debugging (Zeller and Hildebrandt 2002) by lines, then tokens, then bytes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from mutate import tokens


def cut_down(data: bytes, has_it: Callable[[bytes], bool], seconds: float) -> bytes:
    """The smallest part of the text that was found in this time and still has what is looked for."""
    until = time.monotonic() + seconds
    if not has_it(data):
        return data  # it does not come up again: kept whole
    for pieces_of in (_lines, _tokens, _lines, _tokens, _characters):
        before = data
        data = b"".join(_fewest(pieces_of(data), has_it, until))
        if pieces_of is _tokens and data == before:
            continue
    return data


def _lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def _tokens(data: bytes) -> list[bytes]:
    try:
        return [token.text.encode("utf-8", "surrogatepass") for token in tokens(data.decode("utf-8", "surrogatepass"))]
    except UnicodeDecodeError:
        return _characters(data)


def _characters(data: bytes) -> list[bytes]:
    return [data[at : at + 1] for at in range(len(data))] if len(data) < 400 else [data]


def _fewest(pieces: Sequence[bytes], has_it: Callable[[bytes], bool], until: float) -> list[bytes]:
    left = list(pieces)
    size = max(len(left) // 2, 1)
    while size >= 1 and left:
        start = 0
        while start < len(left):
            if time.monotonic() > until:
                return left
            shorter = left[:start] + left[start + size :]
            if has_it(b"".join(shorter)):
                left = shorter
            else:
                start += size
        size = size // 2 if size > 1 else 0
    return left
