"""The words of a job: what the host and the drivers (`job.py` and its neighbours) tell each other.

A job is a few records one after the other. The host sets all of them up; while games are played each is written by one
module alone. Apart from the drivers' code, which who runs a compiled program need not load.
"""

from __future__ import annotations

from enum import IntEnum, auto

from parlour.engines.llvm.records import Words, after

# ------------------------------------------------------------------------------------------- the records of a job


class Orders(Words):
    """What is wanted. Written by the host (`session.py`)."""

    STOP = auto()  # the number of the playout after the last
    SEED = auto()
    MEMORY = auto()
    STEPS = auto()
    TOLD = auto()
    MOST_TRIED = auto()  # what all tries at a move may cost together, see `engines/core/probing.py`
    JUDGES = auto()  # 1: answers are tried out
    MUTATES = auto()  # 1: a run may change heap objects that are older than the question
    WEIGHS = auto()  # 1: there is a policy
    NAMES_SEATS = auto()  # 1: seats appear at run time, so their names belong to the ending
    STARTS = auto()  # rows of `StartRow`
    START_COUNT = auto()  # 0: from the beginning
    BLANK = auto()  # the snapshot of a match that has not begun
    BLANK_SIZE = auto()


class Rooms(Words):
    """Tables, and memory to work in: addresses, and sizes in bytes. Written by the host (`session.py`)."""

    SITE_ROWS = after(Orders)  # rows of `AskRow`, by site
    PLAIN = auto()  # a byte for every type: 1 if its values hold no references
    SETS = auto()  # room for two sets of globals
    FOUND = auto()  # what searches of guards have found: a table of `Found` rows (`layout.py`)
    SAVED = auto()  # the state at the open question, see `job.py`
    SAVED_ROOM = auto()
    MIRROR = auto()  # the heap as it was at the saved question, from the address of offset 0 on
    MIRRORED = auto()  # it holds already what lies in the heap up to this offset
    SPARE = auto()  # a whole snapshot
    KEY = auto()
    KEY_ROOM = auto()
    RECORD_ROOM = auto()
    CHAIN = auto()  # addresses of records, oldest first
    HALVES = auto()  # two areas that records of the chain are kept in by turns
    HALF_SIZE = auto()
    WEIGHTS = auto()
    ENDING = auto()  # bytes that tell this ending from others
    ENDING_ROOM = auto()
    ENDING_ROWS = auto()  # a table of `EndingRow`, found by hash
    ENDING_MASK = auto()  # its size less one
    SCORE_ROWS = auto()  # a table of `ScoreRow`, found by hash
    LENGTHS = auto()  # how many games had each length
    TOTALS = auto()  # rows of `TotalRow`: what the program counts for reports
    TOTAL_COUNT = auto()


class Game(Words):
    """How far the game is. Written by `runs.py`."""

    NEXT = after(Rooms)  # number of the next playout
    PHASE = auto()
    LENGTH = auto()
    CODE = auto()  # why the game ended, see `Ending`
    COLLECT_AT = auto()


class Asked(Words):
    """The open question. Written by `answers.py`."""

    SITE = after(Game)
    CANDIDATES = auto()  # address of its list, 0: not known yet
    INDEX = auto()  # its place in a group


class Draws(Words):
    """Drawing one of few candidates. Written by `draws.py`."""

    POLICY = after(Asked)  # the stream that answers are drawn from
    FEW_LEFT = auto()  # how many are left
    REST = auto()  # of at most 16: four bits for each that is left, one after the other; of more: a bit for each
    DRAWN = auto()  # what was drawn last: its place among those left, of more than 16 its number among all
    AHEAD = auto()  # the bits of the next draw
    AHEAD_NUMBER = auto()  # what they come to among one candidate less


class Tries(Words):
    """What was tried at the open question. Written by `tries.py`.

    Lists are addresses, of numbers of 4 bytes each."""

    LEFT = after(Draws)  # numbers of the candidates that are left
    BACK = auto()  # of those that lead back
    FAILING = auto()  # numbers, doubled, and 1 more if the program may have taken the answer before it failed
    DEAD = auto()  # of those that lead to a dead end
    GUARDED = auto()  # of those that a guard has turned away
    LEFT_COUNT = auto()
    BACK_COUNT = auto()
    FAILING_COUNT = auto()
    DEAD_COUNT = auto()
    GUARDED_COUNT = auto()
    SPENT = auto()  # what the tries since the last answer given have cost
    FEW = auto()  # so many candidates there were, and those left are kept as `Draws.REST` has them; 0: they are listed
    FEW_REST = auto()
    IS_RESUMED = auto()  # 1: one has come back, and the lists hold
    REFUSED = auto()  # answers of all games


class Chain(Words):
    """The records of questions that others continue. Written by `chain.py`."""

    COUNT = after(Tries)
    BEFORE = auto()  # record of the open question, valid if HAS_RECORD
    HAS_RECORD = auto()
    NOW = auto()  # where the record of the next question is made
    HALF = auto()  # 0 or 1
    END = auto()  # where the records end that are kept in this half
    KEPT = auto()  # of the chain as it was, and the question before as its last: a bit for each that is continued


class Levels(Words):
    """The questions of a move, see `levels.py`. There is one for each record of the chain, and the open one; each has a
    slot with room for its state and lists."""

    SLOTS = after(Chain)  # the slots, first those of the questions so far, then the open one's, then the free ones
    ROWS = auto()  # rows of `LevelRow`, by slot
    BEGUN = auto()  # how many of the last answers have only begun a move
    PATH = auto()  # the slots of the questions that they were given to
    IS_SAME = auto()  # 1: the answer before has changed nothing that guards can see
    BY_MOVE = auto()  # 1: whole moves are drawn
    LISTING = auto()  # how a move is found: a `Listing`
    MOVES = auto()  # all moves found: for each the number of its answers, and their numbers
    MOVE_COUNT = auto()
    GIVEN = auto()  # of the move drawn: its address, and how many of its answers were given
    GIVEN_COUNT = auto()


class Counted(Words):
    """What it comes to. Written by `endings.py`."""

    GAMES = after(Levels)
    QUESTIONS = auto()
    ENDING_SIZE = auto()
    SCORES_USED = auto()  # rows of the table of scores


JOB_SIZE = after(Counted)


# ------------------------------------------------------------------------------------------------------ numbers


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
    NEEDS_ROOM = 5
    FAILED = 6  # an error that is not the program's
    CANNOT = 7  # of a search: there is something that only the reference can do
    NEEDS_WORLD = 8  # of a search over what is known: another position to go down in


class Listing(IntEnum):
    """How whole moves are drawn."""

    NOT_YET = 0
    FINDING = 1  # all moves, one after the other
    GIVING = 2  # the answers of the one that was drawn
    WITHOUT = 3  # there are none: answers are drawn one by one


class LevelRow(Words):
    """What is kept of a question while another one that continues it is open."""

    SAVED = auto()  # its state
    MIRROR = auto()  # the heap: room for it, and where it was saved
    MIRROR_USED = auto()
    LEFT = auto()  # the lists of `Tries`, and their counts; a count below 0: nobody was here yet
    BACK = auto()
    FAILING = auto()
    DEAD = auto()
    GUARDED = auto()
    LEFT_COUNT = auto()
    BACK_COUNT = auto()
    FAILING_COUNT = auto()
    DEAD_COUNT = auto()
    GUARDED_COUNT = auto()
    SPENT = auto()
    FEW = auto()
    FEW_REST = auto()
    SITE = auto()
    CHOSEN = auto()  # the number of the answer that led on
    POLICY = auto()  # the stream, after that was drawn
    COUNT = auto()  # of its chain, whose addresses are copied to RECORDS
    HALF = auto()
    END = auto()
    KEPT = auto()  # of the levels up to it those that the question continues which its answer led to: a bit for each
    RECORDS = auto()
    ROW = auto()


# Bytes of the lists' addresses, and of what is known of them, in `Tries` and in `LevelRow`.
LISTS_SIZE = Tries.LEFT_COUNT - Tries.LEFT
KNOWN_SIZE = Tries.IS_RESUMED - Tries.LEFT_COUNT

# A level for each question of the longest move, one more for the open one, and one more.
MOST_LEVELS = 18
# Those that a move has left aside keep their slots until it is given: as many as a chain is long.
MOST_SLOTS = MOST_LEVELS + 16


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


class StartRow(Words):
    SNAPSHOT = auto()
    SIZE = auto()
    CHAIN = auto()
    CHAIN_COUNT = auto()
    CODE = auto()  # the ending of a start that had failed, else 0
    ROW = auto()


class AskRow(Words):
    """How the candidates of a site are found."""

    KIND = auto()  # an `AskKind`
    LIST = auto()  # address of the list if it is always the same, and known
    PLACE = auto()  # bytes from the frame to the slot of the options
    WIDTH = auto()  # slots of an answer
    SEATS = auto()  # of a group: bytes from the frame to the slot of the seats
    ITEM = auto()  # of a group: 1
    WEIGHS = auto()  # the function of the policy that weighs these answers, from 1; 0: none
    INPUTS = auto()  # how many words the list depends on
    FIRST = auto()  # their places, in bytes from the frame
    LISTS = auto()  # the lists known so far, see `known_list`
    GUARD = auto()  # the number of its guard, from 1; 0: it has none
    SEAT = auto()  # who is asked: bytes from the frame to the slot of the seat, -1 if it is always the same
    SEAT_NUMBER = auto()  # which then
    TOP = auto()  # bytes of the slots of its frame
    PLAIN = auto()  # a bit for each of the first 64 slots: 1 if two values are different whenever their slots are
    STRAIGHT = auto()  # 1: it may be answered without a stop, where nothing is tried
    ROW = auto()


# In the place of a slot: the length of the longest list.
LONGEST = -1


class AskKind(IntEnum):
    FIXED = 0
    OPTIONS = 1
    DEPENDS = 2  # on some ints and lengths of lists
    HOST = 3  # the host makes the list anew each time


class TotalRow(Words):
    PLACE = auto()  # of the count, in bytes from the start of the arena
    HIGH = auto()  # the sum over all games that came to an end of their own: what is before its last 32 bits,
    LOW = auto()  # and these; it may need more than a word
    ROW = auto()


LAST_BITS = (1 << 32) - 1


class EndingRow(Words):
    HASH = auto()  # 0: an empty row
    PLACE = auto()  # address of the bytes
    SIZE = auto()
    COUNT = auto()
    SEATING = auto()  # address of a `Seating`, 0: nothing is counted of the seats
    WORTH = auto()  # of a search: address of what it is worth to each role
    ROW = auto()


class Seating(Words):
    """Those who were at the table, and for each how often it took each place, from 0 (never used) to their number."""

    COUNT = auto()
    PLACES = auto()


# Of more seats than these the host counts by itself.
MOST_SEATED = 64


class ScoreRow(Words):
    SEAT = auto()  # 0: an empty row, else the address of the seating, and 8 for each seat before
    SCORE = auto()  # the bits of a float
    COUNT = auto()
    ROW = auto()


# The table of scores: its size less one, and how many of its rows may be used when a game begins to be counted.
SCORES_MASK = (1 << 12) - 1
SCORES_ROOM = (1 << 11) - MOST_SEATED


# Of a record of a question, see `chain.py`: bytes before its key, and what the numbers of globals have in them.
RECORD_HEAD = 24
GLOBAL_ROOT = 1 << 62
