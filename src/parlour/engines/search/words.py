"""The words of a search tree in memory: what its host, its low-level code (`tree.py`) and a searching driver share.

Nodes have numbers from 1 on; 0 is none. All memory is given by the host (`room.py`) and never grows::

    nodes    a row of `NodeRow` each, then the certain scores of all roles
    heads    a word for each node, apart from the rows because every descent goes through them: the address of its
             block, 0 if no descent has gone through it; and 1 besides if what it comes to is certain
    blocks   of a node that a descent has gone through: `PathsRow`, scores, a `RoleRow` for each role, and then the
             children, the statistics (`MoveRow`) and the order of trying, as far as they are needed
    keys     a hash table of node numbers, 4 bytes each, by the keys of their states
    edges    a hash table of `EdgeRow`: children of several roles that choose together, and those that chance leads to
    path     the nodes of all open descents, one descent after the other: `StepRow`, and a pick of 4 bytes for each role
"""

from __future__ import annotations

from enum import IntEnum, auto

from parlour.engines.llvm.records import Words


class Tree(Words):
    """Of a whole tree. Floats go by their bits, rooms are in bytes."""

    # What the host says.
    ROLES = auto()
    CHANCE_ROLES = auto()  # a bit for each role that draws
    STREAM = auto()  # what the tree draws from
    CURIOSITY = auto()
    IS_BOUNDED = auto()  # 1: scores go from LOW to LOW + WIDTH; 0: these follow what was met
    LOW = auto()
    WIDTH = auto()
    FULL = auto()  # who has this score has won
    LOGARITHMS = auto()  # address of the table of `game/logarithm.py`; entries are made when they are needed
    ROOTS = auto()  # address of a table of 1 / sqrt(n), made in the same way
    BONUSES = auto()  # and of one of curiosity * sqrt(log(n))
    MOST_NODES = auto()  # more are not kept
    NODES = auto()
    NODE_SIZE = auto()
    HEADS = auto()
    BLOCKS = auto()
    BLOCKS_ROOM = auto()
    KEYS = auto()
    KEYS_MASK = auto()  # the size of the table less one; it grows with the tree
    EDGES = auto()
    EDGES_MASK = auto()
    GAINS = auto()  # what all descents came to, for each role
    PATH = auto()
    PATH_ROOM = auto()
    STEP_SIZE = auto()
    IS_BATCHED = auto()  # 1: a descent may begin before another one has come to its scores
    DESCENT_ROWS = auto()
    END_ROWS = auto()
    WAITING = auto()  # addresses of `DescentRow`, in the order in which states are guessed at
    NUMBERS = auto()  # of `tree_mark`: 4 bytes for each node
    STACK = auto()  # of `tree_mark`: as many
    # What the tree says.
    ROOT = auto()
    NODE_COUNT = auto()
    BLOCKS_USED = auto()
    EDGE_COUNT = auto()
    DESCENTS = auto()  # since it was planted
    CLIMBS = auto()  # since its root is its root
    HAS_MET = auto()
    MET_LOW = auto()
    MET_HIGH = auto()
    # The batch.
    DESCENT_COUNT = auto()
    END_COUNT = auto()
    WAITING_COUNT = auto()
    PATH_USED = auto()
    AT = auto()  # the number of the node where the descent is that goes down now
    MADE = auto()  # of the last child: its number, 0 if it is not kept
    IS_NEW = auto()  # and whether it was not in the tree before
    SIZE = auto()


class NodeRow(Words):
    """A state of the tree; the scores come after it."""

    KEY = auto()
    MAKER = auto()  # the number of the node that it was first come to from; 0: none, or it is gone
    CODE = auto()  # what was picked there
    PAYLOAD = auto()  # whatever the driver wants to keep of its state: two words
    PAYLOAD_2 = auto()
    SCORES = auto()


class Form(IntEnum):
    """How many have a choice at a node."""

    CHOICE = 0  # one role chooses
    DRAW = 1  # one role draws
    FORCED = 2  # nobody
    JOINT = 3  # several


class RoleRow(Words):
    COUNT = auto()  # moves
    LEFT = auto()  # how many were not tried yet
    MOVES = auto()  # offset of its rows; 0: nothing is counted
    ORDER = auto()  # offset of 4 bytes for each: those that are left, tried from the end; 0: it does not choose
    ROW = auto()


class PathsRow(Words):
    """The ways on from a node. The `only` role is the one with a choice, else the first. Its `RoleRow` comes first, so
    that what every descent looks at is in one line of the processor's cache. After the best scores come the rows of the
    other roles, if several choose; else 4 bytes for each move of the only role: the number of a child, 0 or `DRAWN`."""

    DESCENT = RoleRow.ROW  # the last one that came by
    TOTAL = auto()  # descents through the node
    FORM = auto()
    ONLY = auto()
    OWNER = auto()
    SIZE = auto()
    SETTLED = auto()  # how many moves of the only role are
    FIRST_EDGE = auto()  # address of the first `EdgeRow`, 0: none
    BEST = auto()  # the best settled scores, or, where somebody draws, the sum of all


# Blocks begin at multiples of this.
LINE = 64


class MoveRow(Words):
    SUM = auto()  # of scores; of a settled move, its score
    VISITS = auto()  # and `SETTLED` if it is
    # What moves are compared by, made when the above change: they are looked at far more often.
    MEAN = auto()  # of a settled move, its score; of one whose only visit came to nothing, infinite
    ROOT = auto()  # 1 / sqrt(visits); 0 where there is no bonus
    ROW = auto()


SETTLED = 1 << 62


class EdgeRow(Words):
    """A child. `KEY` is 0 where nothing was drawn."""

    PARENT = auto()  # 0: an empty row
    CODE = auto()
    KEY = auto()
    CHILD = auto()  # its number, 0 or `DRAWN`
    NEXT = auto()  # the address of the next edge of the same parent
    ROW = auto()


# In the place of a child: chance has a part in this step, and its children are found by their keys; or, with the number
# of an end below it, descents of this batch wait for it.
DRAWN = (1 << 32) - 1
PENDING = 1 << 31


class StepRow(Words):
    """A node on the way of a descent, and what was picked there."""

    NODE = auto()
    MOVE = auto()  # the address of the `MoveRow`, if one role chooses
    ROLE = auto()  # and who that is
    CODE = auto()
    PICKS = auto()  # 4 bytes for each role


class DescentRow(Words):
    START = auto()  # address of its first step
    STOP = auto()
    NODE = auto()  # of one that came to a node for the second time; else 0
    END = auto()  # of another one: the number of its end
    NEXT = auto()  # the address of the next descent to the same end, 0: none
    ROW = auto()


class EndRow(Words):
    """A child that is not in the tree yet, and the descents that have come to it."""

    FIRST = auto()
    LAST = auto()
    ROW = auto()


class Need(IntEnum):
    """What `tree_descend` comes back with."""

    NOTHING = 0  # the descent is over, its scores were certain
    OPENING = 1  # the moves of node `Tree.AT`: `tree_open` or `tree_close`, then `tree_descend` again
    CHILD = 2  # the state that the last step leads to, by `tree_child`
    DRAW = 3  # the last step, made anew: `tree_follow`
    GUESS = 4  # what node `Tree.AT` is worth: the descent waits, for `tree_climb`


# More joint moves than these cannot be told apart.
MOST_JOINT = 1 << 62


class Knowledge(Words):
    """Of a tree over what is known (`knowledge.py`). Rooms are in bytes; all memory is given by the host."""

    ENTRIES = auto()  # rows of `EntryRow`, in the order in which they came; the first one is none
    COUNT = auto()  # so many there are
    INDEX = auto()  # a hash table of their numbers, 4 bytes each
    INDEX_MASK = auto()  # its size less one; it grows with the tree
    NODE_COUNT = auto()
    MOST_NODES = auto()
    ANSWER_COUNT = auto()
    MOST_ANSWERS = auto()
    TIME = auto()  # of the question that is looked at, to find answers that are the same
    STREAM = auto()  # what an iteration draws from
    WAY = auto()  # rows of `WayRow`: all answers that could have been given on the way down
    WAY_USED = auto()  # the address after the last
    WAY_ROOM = auto()
    SIZE = auto()


class EntryRow(Words):
    """A node, or an answer at one."""

    KEY = auto()
    VISITS = auto()
    AVAILABLE = auto()  # how often it could have been given
    TOTAL = auto()  # what it came to, to who has given it
    TIME = auto()
    ROW = auto()


class WayRow(Words):
    ENTRY = auto()
    NUMBER = auto()  # of the answer among those of its question
    ROLE = auto()  # who has given it; -1: nobody, it could have been
    ROW = auto()


# What keys of nodes differ by from those of answers.
NODE_MARK = 0x5DEECE66D
LEAST_INDEX = 1024
