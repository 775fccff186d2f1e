"""What an answer is, whoever holds what: `CorePosition.names` in compiled code, as a hash.

Things go by the numbers of their faces, which the host has given to all that are there when an iteration begins; what
has no face, or is made later, goes by its creation number.
"""

from __future__ import annotations

from parlour.core.chance import STEP
from parlour.engines.llvm.low.language import ld, ld32, lshr, st
from parlour.engines.llvm.streams import derive, mix
from parlour.engines.native.layout import Tag
from parlour.engines.native.runtime.strings import characters, string_length
from parlour.engines.native.search.words import Informed, NameKind

TAG_BITS = 7


def name_of(a: int, f: int, kinds: int, place: int) -> int:
    """The hash of an answer whose slots are at this address."""
    found = 0
    for number in range(ld(kinds)):
        word = ld(place + 8 * number)
        kind = ld(kinds + 8 + 8 * number)
        if kind == NameKind.ANY:
            word = name_of_any(a, f, word)
        elif kind == NameKind.STRING and word:
            word = name_of_string(a, word)
        elif kind == NameKind.OBJECT and word:
            word = name_of_object(a, f, word)
        found = derive(found, word)
    return found


def name_of_any(a: int, f: int, word: int) -> int:
    tag = word & TAG_BITS
    thing = word - tag
    if tag == Tag.STRING:
        return derive(Tag.STRING, name_of_string(a, thing))
    if tag == Tag.OBJECT:
        return derive(Tag.OBJECT, name_of_object(a, f, thing))
    if tag == Tag.NUMBER:
        return derive(derive(Tag.NUMBER, ld(a + thing)), ld(a + thing + 8))
    if tag == Tag.BOX:
        st(f + Informed.IS_NAMELESS, 1)
        return 0
    return derive(tag, thing)


def name_of_string(a: int, text: int) -> int:
    length = string_length(a, text)
    found = length
    at = characters(a, text)
    for number in range(length):
        found = (found ^ ld32(at + 4 * number)) * STEP
        found = found ^ lshr(found, 29)
    return mix(found)


def name_of_object(a: int, f: int, thing: int) -> int:
    number = ld(a + thing + 8)
    face = 0
    if number < ld(f + Informed.FACE_COUNT):
        face = ld(ld(f + Informed.FACES) + 8 * number)
    return derive(1, face) if face else derive(2, number)
