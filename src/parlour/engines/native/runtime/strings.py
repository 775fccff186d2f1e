"""Strings: a header, the number of code points, 4 bytes for each."""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, fail, inline, ld, ld32, same_bytes, st, st32
from parlour.engines.native.layout import T_STRING, Error
from parlour.engines.native.runtime.memory import alloc, pay_string, room_above, work

HEAD = 16  # bytes before the first code point
# So many code points are compared one by one before memcmp is called.
SHORT = 8
FREE = 16  # Comparing takes a step for so many code points, and nothing for fewer.


@inline
def string_length(a: int, text: int) -> int:
    return ld(a + text + 8)


@inline
def characters(a: int, text: int) -> int:
    """The address of the first code point."""
    return a + text + HEAD


def string_new(a: int, length: int) -> int:
    """A string whose code points are still to be written; takes nothing from the budgets."""
    text = alloc(a, HEAD + 4 * length)
    st(a + text, T_STRING)
    st(a + text + 8, length)
    return text


def string_charged(a: int, length: int) -> int:
    pay_string(a, length)
    return string_new(a, length)


def concat(a: int, left: int, right: int) -> int:
    first = string_length(a, left)
    second = string_length(a, right)
    text = string_charged(a, first + second)
    copy(characters(a, text), characters(a, left), 4 * first)
    copy(characters(a, text) + 4 * first, characters(a, right), 4 * second)
    return text


def join(a: int, parts: int) -> int:
    """All strings of a list, one after the other."""
    count = ld(a + parts + 8)
    first = a + ld(a + parts + 24) + 16
    work(a, count)
    total = 0
    for number in range(count):
        total += string_length(a, ld(first + 8 * number))
    text = string_charged(a, total)
    to = characters(a, text)
    for number in range(count):
        part = ld(first + 8 * number)
        size = 4 * string_length(a, part)
        copy(to, characters(a, part), size)
        to += size
    return text


def char_at(a: int, text: int, index: int) -> int:
    length = string_length(a, text)
    if not 0 <= index < length:
        fail(a, Error.INDEX, index, length)
    result = string_charged(a, 1)
    st32(characters(a, result), ld32(characters(a, text) + 4 * index))
    return result


def substring(a: int, text: int, start: int, stop: int) -> int:
    length = string_length(a, text)
    if not 0 <= start <= length:
        fail(a, Error.INDEX, start, length)
    if not start <= stop <= length:
        fail(a, Error.INDEX, stop, length)
    result = string_charged(a, stop - start)
    copy(characters(a, result), characters(a, text) + 4 * start, 4 * (stop - start))
    return result


def text_of_code(a: int, code: int) -> int:
    if not 0 <= code <= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        fail(a, Error.CHARACTER, code)
    text = string_charged(a, 1)
    st32(characters(a, text), code)
    return text


def find(a: int, text: int, part: int, start: int) -> int:
    """The first place at or after `start`, by the method of Knuth, Morris and Pratt: a program must not be able to make
    the search slower than what it pays for it."""
    length = string_length(a, text)
    if not 0 <= start <= length:
        fail(a, Error.INDEX, start, length)
    work(a, length)
    wanted = string_length(a, part)
    if wanted > length - start:
        return -1
    if wanted == 0:
        return start
    # borders + 4 i: the length of the longest proper prefix of the part that ends before its place i
    borders = room_above(a, 4 * (wanted + 1))
    first = characters(a, part)
    st32(borders, 0)
    st32(borders + 4, 0)
    border = 0
    for place in range(1, wanted):
        code = ld32(first + 4 * place)
        while border > 0 and ld32(first + 4 * border) != code:
            border = ld32(borders + 4 * border)
        border += ld32(first + 4 * border) == code
        st32(borders + 4 * (place + 1), border)
    matched = 0
    for place in range(start, length):
        code = ld32(characters(a, text) + 4 * place)
        while matched > 0 and ld32(first + 4 * matched) != code:
            matched = ld32(borders + 4 * matched)
        matched += ld32(first + 4 * matched) == code
        if matched == wanted:
            return place + 1 - wanted
    return -1


def string_equal(a: int, left: int, right: int) -> int:
    """Takes a step for 16 code points of strings that are equally long, be they one and the same or not."""
    found = text_compare(a, left, right)
    if found < 2:
        return found
    work(a, string_length(a, left))
    return same_text(a, left, right)


@inline
def text_compare(a: int, left: int, right: int) -> int:
    """Whether two strings are equal: 0, 1, or 2 where finding out takes steps."""
    length = string_length(a, left)
    if length >= FREE and length == string_length(a, right):
        return 2
    return same_text(a, left, right)


@inline
def same_text(a: int, left: int, right: int) -> int:
    """As `string_equal`, and takes nothing."""
    if left == right:
        return 1
    length = string_length(a, left)
    if length != string_length(a, right):
        return 0
    # Most strings that are compared are short or begin differently.
    if length > 0 and ld32(characters(a, left)) != ld32(characters(a, right)):
        return 0
    return length <= 1 or same_characters(characters(a, left), characters(a, right), length)


def same_characters(left: int, right: int, length: int) -> int:
    for place in range(length if length < SHORT else SHORT):
        if ld32(left + 4 * place) != ld32(right + 4 * place):
            return 0
    return length <= SHORT or same_bytes(left + 4 * SHORT, right + 4 * SHORT, 4 * (length - SHORT))


def string_compare(a: int, left: int, right: int) -> int:
    """-1, 0 or 1, by code points. Takes a step for 16 of those that both have."""
    first = string_length(a, left)
    second = string_length(a, right)
    shorter = first if first < second else second
    if shorter >= FREE:
        work(a, shorter)
    for place in range(shorter):
        one = ld32(characters(a, left) + 4 * place)
        other = ld32(characters(a, right) + 4 * place)
        if one != other:
            return -1 if one < other else 1
    return (first > second) - (first < second)
