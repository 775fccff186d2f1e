"""Between code points of 4 bytes and UTF-8. Surrogates pass, as they do in the Python engine's images."""

from __future__ import annotations

from parlour.engines.llvm.low.language import inline, ld, ld8, ld32, lshr, st8, st32
from parlour.engines.native.runtime.strings import characters, string_length

# The bits that two code points of one byte each may have.
ASCII_BOTH = 0x0000007F0000007F


def utf8_length(a: int, text: int) -> int:
    """Bytes of a string in UTF-8."""
    length = string_length(a, text)
    total = length
    first = characters(a, text)
    for place in range(0, length, 2):
        # Two at a time, for most are of one byte; the last may be followed by anything.
        pair = ld(first + 4 * place)
        if pair & ASCII_BOTH != pair:
            total += longer(pair & 0xFFFFFFFF) + (longer(lshr(pair, 32)) if place + 1 < length else 0)
    return total


@inline
def longer(code: int) -> int:
    """How many bytes more than one a code point takes."""
    return (code >= 0x80) + (code >= 0x800) + (code >= 0x10000)


def write_utf8(first: int, length: int, to: int) -> int:
    """Writes code points as UTF-8; gives where the bytes end."""
    for place in range(length):
        code = ld32(first + 4 * place)
        if code < 0x80:
            st8(to, code)
            to += 1
        elif code < 0x800:
            st8(to, 0xC0 | code >> 6)
            st8(to + 1, 0x80 | (code & 63))
            to += 2
        elif code < 0x10000:
            st8(to, 0xE0 | code >> 12)
            st8(to + 1, 0x80 | (code >> 6 & 63))
            st8(to + 2, 0x80 | (code & 63))
            to += 3
        else:
            st8(to, 0xF0 | code >> 18)
            st8(to + 1, 0x80 | (code >> 12 & 63))
            st8(to + 2, 0x80 | (code >> 6 & 63))
            st8(to + 3, 0x80 | (code & 63))
            to += 4
    return to


def count_utf8(first: int, size: int) -> int:
    """Code points in so many bytes of UTF-8: all bytes but those that continue one."""
    total = 0
    for place in range(size):
        total += (ld8(first + place) & 0xC0) != 0x80
    return total


def read_utf8(first: int, size: int, to: int) -> int:
    """Writes well-formed UTF-8 as code points."""
    end = first + size
    while first < end:
        byte = ld8(first)
        code = byte
        more = 0
        if byte >= 0xF0:
            code = byte & 7
            more = 3
        elif byte >= 0xE0:
            code = byte & 15
            more = 2
        elif byte >= 0xC0:
            code = byte & 31
            more = 1
        for place in range(1, more + 1):
            code = code << 6 | (ld8(first + place) & 63)
        st32(to, code)
        to += 4
        first += 1 + more
    return 0
