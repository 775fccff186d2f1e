"""The words of a job: what the host and the drivers (`words.py` and its neighbours) tell each other.

Apart from the drivers' code, which who runs a compiled program need not load.
"""

from __future__ import annotations

from enum import IntEnum


class Job(IntEnum):
    """Words of a job, in bytes from its address."""

    # What is wanted.
    NEXT = 0  # number of the next playout
    STOP = 8
    SEED = 16
    MEMORY = 24
    STEPS = 32
    TOLD = 40
    JUDGES = 48  # 1: answers are tried out
    DRAWS = 56  # 1: the program draws chance
    MUTATES = 64  # 1: a run may change heap objects that are older than the question
    KEEPS_OPENING = 80  # 1: the way to the first question is played once if it draws nothing
    STARTS = 88  # rows of `StartRow`
    START_COUNT = 96  # 0: from the beginning
    BLANK = 104  # the snapshot of a match that has not begun
    BLANK_SIZE = 112
    WEIGHS = 120  # 1: there is a policy
    # What it comes to.
    GAMES = 128
    QUESTIONS = 136
    REFUSED = 144
    LENGTHS = 152  # how many games had each length
    # Where it stands.
    PHASE = 160
    LENGTH = 168
    POLICY = 176  # the stream that answers are drawn from
    SITE = 184  # of the open question
    CANDIDATES = 192  # address of its list, 0: not known yet
    CODE = 200  # why the game ended, see `Ending`
    COLLECT_AT = 208
    # Working memory.
    SAVED = 216
    OPENING = 224  # as `SAVED`; 0: none yet
    OPENING_SITE = 232
    OPENING_SPACE = 240
    IS_INTACT = 248  # 1: the heap of the opening lies where it was
    SPARE = 256  # a whole snapshot
    LEFT = 264  # numbers of the candidates that are left, 4 bytes each
    BACK = 272  # of those that lead back
    FAILING = 280  # numbers, doubled, and 1 more if the program may have taken the answer before it failed
    WEIGHTS = 288
    SITE_ROWS = 296  # rows of `AskRow`, by site
    RECIPROCALS = 304  # floor(2^64 / n) for small n
    KEY = 312
    KEY_ROOM = 320
    HAS_KEY = 328
    BEFORE = 336  # record of the open question, valid if HAS_RECORD
    HAS_RECORD = 344
    CHAIN = 352  # addresses of records, oldest first
    CHAIN_COUNT = 360
    HALVES = 368  # two areas that records of the chain are kept in by turns
    HALF_SIZE = 376
    HALF = 384  # 0 or 1
    NOW = 392  # where the record of the next question is made
    RECORD_ROOM = 400
    ENDING = 408  # bytes that tell this ending from others
    ENDING_SIZE = 416
    ENDING_ROOM = 424
    ENDING_ROWS = 432  # a table of `EndingRow`, found by hash
    ENDING_MASK = 440  # its size less one
    NAMES_SEATS = 448  # 1: seats appear at run time, so their names belong to the ending
    SAVED_ROOM = 464
    PLAIN = 488  # a byte for every type: 1 if its values hold no references
    SETS = 496  # room for two sets of globals
    IS_EAGER = 504  # 1: records are often needed, so they are made at once
    OPENING_SIZE = 512
    OPENING_SAVED = 520
    LEFT_COUNT = 528  # what is left at the open question, if one has come back to it or goes on from it
    BACK_COUNT = 536
    FAILING_COUNT = 544
    IS_RESUMED = 552  # 1: one has come back, and these lists hold
    EARLIER_LEFT = 560  # the same lists of the question before, which the open one continues
    EARLIER_BACK = 568
    EARLIER_FAILING = 576
    EARLIER_LEFT_COUNT = 584
    EARLIER_BACK_COUNT = 592
    EARLIER_FAILING_COUNT = 600
    HAS_EARLIER = 608
    # A question with few candidates, see `place.py`.
    FEW_LEFT = 616  # how many are left
    REST = 624  # of at most 16: four bits for each that is left, one after the other; of more: a bit for each
    DRAWN = 632  # what was drawn last: its place among those left, of more than 16 its number among all
    AHEAD = 640  # the bits of the next draw
    AHEAD_NUMBER = 664  # what they come to among one candidate less
    MIRROR = 648  # the heap as it was at the saved question, from the address of offset 0 on
    MIRROR_END = 656  # the offset where it ends, 0: it holds nothing of this game
    # See `most_tried` in `engines/core/probing.py`.
    MOST_TRIED = 672
    SPENT = 680  # what the tries at the open question have cost
    EARLIER_SPENT = 688


JOB_SIZE = 704
RECIPROCAL_COUNT = 4096


class Phase(IntEnum):
    BEGIN = 0
    QUESTION = 1
    ENDING = 2


class Answer(IntEnum):
    """What a driver comes back with."""

    FINISHED = 1
    NEEDS_CANDIDATES = 2
    NEEDS_ENDING = 3
    CANCELLED = 4


class Ending(IntEnum):
    """Kinds of ending, the first word of what tells one from another."""

    OVER = 1  # the program came to its end
    RANKED = 2
    OPEN = 3  # an outcome without a ranking while a question is open
    STUCK = 4
    UNFINISHED = 5
    ERROR = 6  # and the number of the error, and of its kind if it was raised
    POLICY = 7  # the policy failed
    FAILED_START = 8  # and the number of the start


class StartRow(IntEnum):
    SNAPSHOT = 0
    SIZE = 8
    CHAIN = 16
    CHAIN_COUNT = 24
    CODE = 32  # the ending of a start that had failed, else 0
    ROW = 40


class AskRow(IntEnum):
    """How the candidates of a site are found."""

    KIND = 0  # an `AskKind`
    LIST = 8  # address of the list if it is always the same, and known
    PLACE = 16  # bytes from the frame to the slot of the options
    WIDTH = 24  # slots of an answer
    SEATS = 32  # of a group: bytes from the frame to the slot of the seats
    ITEM = 40  # of a group: 1
    WEIGHS = 48  # 1: the policy weighs these answers
    INPUTS = 56  # how many words the list depends on
    FIRST = 64  # their places, in bytes from the frame
    LISTS = 72  # the lists known so far, see `known_list`
    TOP = 80  # bytes of the slots of its frame
    PLAIN = 88  # a bit for each of the first 64 slots: 1 if two values are different whenever their slots are
    ROW = 96


# In the place of a slot: the length of the longest list.
LONGEST = -1


class AskKind(IntEnum):
    FIXED = 0
    OPTIONS = 1
    DEPENDS = 2  # on some ints and lengths of lists
    HOST = 3  # the host makes the list anew each time


class EndingRow(IntEnum):
    HASH = 0  # 0: an empty row
    PLACE = 8  # address of the bytes
    SIZE = 16
    COUNT = 24
    ROW = 32


# Of a record of a question, see `chain.py`: bytes before its key, and what the numbers of globals have in them.
RECORD_HEAD = 24
GLOBAL_ROOT = 1 << 62
