"""Low-level code: the states of a search in the lanes of a net, and back.

A search keeps states as rows of packed facts; a net works on planes, a bit of a word for each state. `put_rows` and
`take_rows` turn one into the other, 64 by 64 bits at a time. Between them the stages of the net run for all lanes::

    step_lanes    the states that moves lead to, whether they are over and how, and which moves are legal there
    begin_games   a random game from each of some states, one in a lane …
    play_games    … goes on for some passes: DONE when all are over
    end_games     … and what they came to

The context `c` is a table of words (`Lanes`), made by `Leaves` in `leaves.py`. Nothing here depends on the width of
planes, so it is compiled once for all nets of a machine.
"""

from __future__ import annotations

from enum import IntEnum

from parlour.engines.llvm.low.language import (
    call_at,
    call_stage,
    copy,
    export,
    fill,
    inline,
    ld,
    local,
    lshr,
    st,
)
from parlour.engines.net.fields import ENDINGS_BITS, FIELD, FULL, LONGEST_GAME, MIXERS, TIME_BITS, WEYL
from parlour.engines.net.plan import FLAGS
from parlour.engines.net.schedule import REGION_SHIFT

# Where a run of the kernel keeps these, in bytes.
RUN_FACTS = 8 * FIELD["facts"]
RUN_NEXT = 8 * FIELD["next"]
RUN_PARK = 8 * FIELD["park"]
RUN_KEYS = 8 * FIELD["keys"]
RUN_ACTIVE = 8 * FIELD["active"]
RUN_PARKED = 8 * FIELD["parked"]
RUN_LAST = 8 * FIELD["last"]
RUN_QUOTA = 8 * FIELD["quota"]
RUN_BEGAN = 8 * FIELD["began"]
RUN_ENDED = 8 * FIELD["ended"]
RUN_ENDINGS = 8 * FIELD["endings"]
RUN_ENDINGS_USED = 8 * FIELD["endings_used"]
RUN_NOW = 8 * FIELD["now"]
RUN_NEXT_CHECK = 8 * FIELD["next_check"]
RUN_LIMIT = 8 * FIELD["limit"]

ENDINGS_SIZE = 16 << ENDINGS_BITS
NUMBER_OF_PLANE = (1 << REGION_SHIFT) - 1
FIRST_MIXER, SECOND_MIXER = MIXERS
LANES = 64

HALF = 0x3FE0000000000000  # 0.5


class Lanes(IntEnum):
    """The words of the context, in bytes from its beginning."""

    WORDS = 0  # 64-lane words of a plane
    FACTS = 8  # facts of the net
    STATE = 16  # bytes of a row of facts
    MOVES = 24  # bytes of a row of legal moves, all roles
    ROLES = 32  # how many
    ROLE_TABLE = 40  # `Role`, one after the other
    PLAYERS = 48  # roles with goals, how many
    PLAYER_TABLE = 56  # `Player`, one after the other
    STAGE = 64  # the function of all stages
    LOOK = 72  # the data of each
    LIST = 80
    SCORE = 88
    MOVE = 96
    RUN = 104  # the kernel's `run`, and its fields
    FIELDS = 112
    PLANES = 120  # planes for facts, and for the next ones
    NEXT = 128
    SCRATCH = 136
    KEPT = 144  # planes for what the deferred score needs
    KEPT_COUNT = 152
    KEPT_REFERENCES = 160
    IS_LATE = 168
    TERMINAL = 176  # scratch planes
    OVER = 184
    RESET = 192
    CODES = 200
    CODE_COUNT = 208
    ROWS = 216  # for each lane: where the row is that it begins with
    CHOSEN = 224  # for each lane: the move of every role
    FOUND = 232  # for each lane: a row of facts
    LEGAL = 240  # for each lane: a row of legal moves
    ENDS = 248  # for each lane: 1 where it is over, and there are worths
    WORTHS = 256  # for each lane: the worth for every role
    CODE_ROWS = 264  # for each lane: its code
    SIZE = 272


class Role(IntEnum):
    """`LEGAL`, `DOES`: the first scratch planes; `COUNT` moves; `ROW`: where its legal moves begin, in bytes."""

    LEGAL = 0
    DOES = 8
    COUNT = 16
    ROW = 24
    SIZE = 32


class Player(IntEnum):
    """Which bits of a code say what a player's goal is: `NONE` and `SEVERAL` and then `COUNT` of them, the lowest
    first (-1: always 0, -2: always 1). `VALUES`: the worth by number, negative where the goal is no score."""

    ROLE = 0
    VALUES = 8
    COUNT = 16
    NONE = 24
    SEVERAL = 32
    BITS = 40
    SIZE = 552  # 64 bits


# ------------------------------------------------------------------------------------------------------- packing


@inline
def swap(block: int, distance: int, mask: int) -> int:
    """Exchanges the squares beside the diagonal."""
    start = 0
    while start < 64:
        for place in range(start, start + distance):
            one, other = ld(block + 8 * place), ld(block + 8 * (place + distance))
            change = (lshr(one, distance) ^ other) & mask
            st(block + 8 * place, one ^ (change << distance))
            st(block + 8 * (place + distance), other ^ change)
        start += 2 * distance
    return 0


def transpose(block: int) -> int:
    """64 words of 64 bits: what was bit i of word k is bit k of word i."""
    swap(block, 32, 0x00000000FFFFFFFF)
    swap(block, 16, 0x0000FFFF0000FFFF)
    swap(block, 8, 0x00FF00FF00FF00FF)
    swap(block, 4, 0x0F0F0F0F0F0F0F0F)
    swap(block, 2, 0x3333333333333333)
    swap(block, 1, 0x5555555555555555)
    return 0


@inline
def least(one: int, other: int) -> int:
    return one if one < other else other


def put_rows(c: int, rows: int, count: int, planes: int, bits: int) -> int:
    """Fills so many planes, a bit for each; lane i gets the row whose address is the i-th of `rows`."""
    words = ld(c + Lanes.WORDS)
    block = local(512)
    for word in range(words):
        here = least(count - LANES * word, LANES)
        if here <= 0:
            for bit in range(bits):
                st(planes + 8 * (bit * words + word), 0)
            continue
        for part in range((bits + 63) >> 6):
            for lane in range(here):
                st(block + 8 * lane, ld(ld(rows + 8 * (LANES * word + lane)) + 8 * part))
            for lane in range(here, LANES):
                st(block + 8 * lane, 0)
            transpose(block)
            to = planes + 8 * (64 * part * words + word)
            for bit in range(least(bits - 64 * part, 64)):
                st(to + 8 * bit * words, ld(block + 8 * bit))
    return 0


def take_rows(c: int, planes: int, bits: int, count: int, rows: int, size: int) -> int:
    """The inverse: rows of `size` bytes each, one for each lane, behind each other."""
    words = ld(c + Lanes.WORDS)
    block = local(512)
    for word in range((count + 63) >> 6):
        here = least(count - LANES * word, LANES)
        for part in range((bits + 63) >> 6):
            source = planes + 8 * (64 * part * words + word)
            own = least(bits - 64 * part, 64)
            for bit in range(own):
                st(block + 8 * bit, ld(source + 8 * bit * words))
            for bit in range(own, 64):
                st(block + 8 * bit, 0)
            transpose(block)
            to = rows + LANES * word * size + 8 * part
            for lane in range(here):
                st(to + lane * size, ld(block + 8 * lane))
    return 0


@inline
def plane(c: int, number: int) -> int:
    """Where a scratch plane is."""
    return ld(c + Lanes.SCRATCH) + 8 * number * ld(c + Lanes.WORDS)


@inline
def bit_of(planes: int, lane: int) -> int:
    return lshr(ld(planes + 8 * (lane >> 6)), lane & 63) & 1


# ------------------------------------------------------------------------------------------------------- looking


@inline
def stage(c: int, facts: int, data: int) -> int:
    call_stage(ld(c + Lanes.STAGE), facts, ld(c + Lanes.SCRATCH), ld(c + Lanes.NEXT), data)
    return 0


@export
def step_lanes(c: int, count: int) -> int:
    """From the states at `ROWS` by the moves at `CHOSEN`: fills `FOUND`, `LEGAL`, `ENDS` and `WORTHS`."""
    put_rows(c, ld(c + Lanes.ROWS), count, ld(c + Lanes.PLANES), ld(c + Lanes.FACTS))
    stage(c, ld(c + Lanes.PLANES), ld(c + Lanes.LOOK))
    words, roles = ld(c + Lanes.WORDS), ld(c + Lanes.ROLES)
    for role in range(roles):
        entry = ld(c + Lanes.ROLE_TABLE) + Role.SIZE * role
        does = plane(c, ld(entry + Role.DOES))
        fill(does, 0, 8 * words * ld(entry + Role.COUNT))
        for lane in range(count):
            at = does + 8 * (ld(ld(c + Lanes.CHOSEN) + 8 * (lane * roles + role)) * words + (lane >> 6))
            st(at, ld(at) | (1 << (lane & 63)))
    fill(plane(c, ld(c + Lanes.RESET)), 0, 8 * words)
    stage(c, ld(c + Lanes.PLANES), ld(c + Lanes.MOVE))
    # What comes next is what is looked at now.
    facts = ld(c + Lanes.NEXT)
    st(c + Lanes.NEXT, ld(c + Lanes.PLANES))
    st(c + Lanes.PLANES, facts)
    take_rows(c, facts, ld(c + Lanes.FACTS), count, ld(c + Lanes.FOUND), ld(c + Lanes.STATE))
    return look_lanes(c, count)


@export
def look_rows(c: int, count: int) -> int:
    """Fills `LEGAL`, `ENDS` and `WORTHS` for the states at `ROWS`."""
    put_rows(c, ld(c + Lanes.ROWS), count, ld(c + Lanes.PLANES), ld(c + Lanes.FACTS))
    return look_lanes(c, count)


def look_lanes(c: int, count: int) -> int:
    facts = ld(c + Lanes.PLANES)
    stage(c, facts, ld(c + Lanes.LOOK))
    stage(c, facts, ld(c + Lanes.LIST))
    for role in range(ld(c + Lanes.ROLES)):
        entry = ld(c + Lanes.ROLE_TABLE) + Role.SIZE * role
        to = ld(c + Lanes.LEGAL) + ld(entry + Role.ROW)
        take_rows(c, plane(c, ld(entry + Role.LEGAL)), ld(entry + Role.COUNT), count, to, ld(c + Lanes.MOVES))
    over, terminal = plane(c, ld(c + Lanes.OVER)), plane(c, ld(c + Lanes.TERMINAL))
    ended = 0
    for lane in range(count):
        is_over = bit_of(over, lane)
        ended |= is_over
        st(ld(c + Lanes.ENDS) + 8 * lane, is_over)
    if ended:
        if ld(c + Lanes.IS_LATE):
            keep(c, facts)
            stage(c, ld(c + Lanes.KEPT), ld(c + Lanes.SCORE))
        take_codes(c, plane(c, ld(c + Lanes.CODES) + FLAGS), count)
        for lane in range(count):
            if bit_of(over, lane):
                set_worths(c, lane, not bit_of(terminal, lane), 0)
    return 0


def keep(c: int, facts: int) -> int:
    """Copies the facts that the deferred score needs."""
    size = 8 * ld(c + Lanes.WORDS)
    for number in range(ld(c + Lanes.KEPT_COUNT)):
        source = facts + size * (ld(ld(c + Lanes.KEPT_REFERENCES) + 8 * number) & NUMBER_OF_PLANE)
        copy(ld(c + Lanes.KEPT) + size * number, source, size)
    return 0


def take_codes(c: int, planes: int, count: int) -> int:
    return take_rows(c, planes, ld(c + Lanes.CODE_COUNT), count, ld(c + Lanes.CODE_ROWS), 8)


def set_worths(c: int, lane: int, is_stuck: int, is_old: int) -> int:
    """What a game that has ended with this lane's code is worth to the roles: nothing where the rules have failed, and
    half of everything where it went on too long."""
    roles = ld(c + Lanes.ROLES)
    to = ld(c + Lanes.WORTHS) + 8 * roles * lane
    fill(to, 0, 8 * roles)
    if is_old:
        for role in range(roles):
            st(to + 8 * role, HALF)
        return 0
    if is_stuck:
        return 0
    code = ld(ld(c + Lanes.CODE_ROWS) + 8 * lane)
    for player in range(ld(c + Lanes.PLAYERS)):
        entry = ld(c + Lanes.PLAYER_TABLE) + Player.SIZE * player
        number = 0
        for bit in range(ld(entry + Player.COUNT)):
            number |= code_bit(code, ld(entry + Player.BITS + 8 * bit)) << bit
        worth = ld(ld(entry + Player.VALUES) + 8 * number)
        if code_bit(code, ld(entry + Player.NONE)) or code_bit(code, ld(entry + Player.SEVERAL)) or worth < 0:
            fill(to, 0, 8 * roles)
            return 0
        st(to + 8 * ld(entry + Player.ROLE), worth)
    return 0


@inline
def code_bit(code: int, place: int) -> int:
    return -1 - place if place < 0 else lshr(code, place) & 1


# --------------------------------------------------------------------------------------------------------- games


@inline
def mixed(bits: int) -> int:
    bits = (bits ^ lshr(bits, 30)) * FIRST_MIXER
    bits = (bits ^ lshr(bits, 27)) * SECOND_MIXER
    return bits ^ lshr(bits, 31)


@export
def begin_games(c: int, count: int, seed: int, first: int) -> int:
    """A game from each state at `ROWS`; lane i draws as lane i of word `first` and those behind it (`Batch.begin`)."""
    run, words = ld(c + Lanes.FIELDS), ld(c + Lanes.WORDS)
    size = 8 * words
    st(run + RUN_FACTS, ld(c + Lanes.PLANES))
    st(run + RUN_NEXT, ld(c + Lanes.NEXT))
    put_rows(c, ld(c + Lanes.ROWS), count, ld(c + Lanes.PLANES), ld(c + Lanes.FACTS))
    fill(ld(run + RUN_PARK), 0, size * (FLAGS + ld(c + Lanes.KEPT_COUNT)))
    for word in range(words):
        here = least(count - LANES * word, LANES)
        used = -1 if here == LANES else 0 if here <= 0 else (1 << here) - 1
        st(ld(run + RUN_ACTIVE) + 8 * word, used)
        st(ld(run + RUN_LAST) + 8 * word, used)
        st(ld(run + RUN_QUOTA) + 8 * word, used)
        st(ld(run + RUN_PARKED) + 8 * word, 0)
        st(ld(run + RUN_KEYS) + 8 * word, mixed(mixed(seed * WEYL + 1) + (first + word) * WEYL))
    fill(ld(run + RUN_BEGAN), 255, size * TIME_BITS)
    fill(ld(run + RUN_ENDED), 255, size * TIME_BITS)
    st(run + RUN_NOW, 0)
    st(run + RUN_NEXT_CHECK, LONGEST_GAME)
    return 0


@export
def play_games(c: int, passes: int) -> int:
    """Up to so many passes; the kernel's word for how it went."""
    run = ld(c + Lanes.FIELDS)
    st(run + RUN_LIMIT, passes)
    status = call_at(ld(c + Lanes.RUN), run)
    if status == FULL:
        # How games end is read from their lanes, not from the table.
        fill(ld(run + RUN_ENDINGS), 0, ENDINGS_SIZE)
        st(run + RUN_ENDINGS_USED, 0)
    return status


@export
def end_games(c: int, count: int) -> int:
    """Fills `WORTHS` with what the games came to, which are all over."""
    run = ld(c + Lanes.FIELDS)
    # The two regions of facts change places in every pass.
    st(c + Lanes.PLANES, ld(run + RUN_FACTS))
    st(c + Lanes.NEXT, ld(run + RUN_NEXT))
    size = 8 * ld(c + Lanes.WORDS)
    park = ld(run + RUN_PARK)
    if ld(c + Lanes.IS_LATE):
        stage(c, park + size * FLAGS, ld(c + Lanes.SCORE))
        take_codes(c, plane(c, ld(c + Lanes.CODES) + FLAGS), count)
    else:
        take_codes(c, park + size * FLAGS, count)
    for lane in range(count):
        set_worths(c, lane, bit_of(park, lane), bit_of(park + size, lane))
    return 0
