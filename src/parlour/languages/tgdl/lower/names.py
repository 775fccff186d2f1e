"""What things are called in core. Names with a blank in them cannot be the author's.

Every object of a program is *a thing*; below it stands a class for each kind of definition with what every object of
the kind has, and below those the author's classes.
"""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.types import ANY, BOOL, INT, ListType, ObjectType, OptionalType, TupleType
from parlour.languages.tgdl.check.types import Kind

THING = "a thing"
GROUP = "a group"
KINDS: dict[Kind, str] = {
    "class": "a class",
    "interactable": "an interactable",
    "stack": "a stack",
    "tile": "a tile",
    "connection": "a connection",
    "event": "an event",
    "board": "a board",
}

A_THING, A_GROUP, A_TILE = ObjectType(THING), ObjectType(GROUP), ObjectType(KINDS["tile"])
A_PIECE, A_LINK, AN_EVENT = (
    ObjectType(KINDS["interactable"]),
    ObjectType(KINDS["connection"]),
    ObjectType(KINDS["event"]),
)
MAYBE_TILE, MAYBE_GROUP = OptionalType(A_TILE), OptionalType(A_GROUP)
MAYBE_LINK, MAYBE_EVENT = OptionalType(A_LINK), OptionalType(AN_EVENT)

# Fields. `NUMBER` counts the creations of a class, for labels; nothing that happens depends on it.
NUMBER = "its number"
OWNER, MEMBERS = "its owner", "its members"
TILE, DISCARDED = "its tile", "is discarded"
CARDS, DISCARDS = "its cards", "its discards"
ON_GROUP, X, Y, LINKS, PIECES = "its group", "its x", "its y", "its links", "its pieces"
LEADS_TO = "leads to"
NAME, GEOMETRY, LINES, LENGTH, PLACES, TILES = (
    "its name", "its geometry", "its lines", "its length", "its places", "its tiles",
)  # fmt: skip

# What stands in the queue of events: an action that was accepted, its object and the event.
# A collection as a key of a table: it is found by what it is, not by what it holds.
KEY, KEY_OF = "a key", "its collection"
QUEUED, QUEUED_ACTION, QUEUED_OBJECT, QUEUED_EVENT = "a start", "its action", "its object", "its event"
# How often each class was made.
COUNTS, COUNTERS = "all the counts", "all counts"

# Globals of the turn engine.
ACTIVE, TURN, PHASE = "active player", "active turn", "active phase"
NOTED_PLAYER, NOTED_PHASE, HAS_PASSED, HAS_SWITCHED = "noted player", "noted phase", "has passed", "has switched"
IDLE = "idle phases"
QUEUE, OWNED, SCOPE, IS_STALE = "queue", "owned", "scope", "is stale"
# The number of the action that runs out of the queue, for messages.
RUNNING = "running"

NOBODY = -1

# Functions.
ENTRY, SET_UP, RUN_QUEUE, RUN_STARTS, LOOK = "the game", "set up", "run the queue", "run the starts", "look around"
NOTE_DEFAULT, NOTE_PASS, USE_TURN, PHASE_NAME = "note the default", "note a pass", "use a turn", "name of the phase"
PHASE_NUMBER = "number of a phase"
HEAR = "be heard"
OVER = "over"

CHOICE = TupleType((INT, A_THING))

TURN_GLOBALS = (
    nodes.GlobalVariable(ACTIVE, INT),
    nodes.GlobalVariable(TURN, INT),
    nodes.GlobalVariable(PHASE, INT),
    nodes.GlobalVariable(NOTED_PLAYER, INT),
    nodes.GlobalVariable(NOTED_PHASE, INT),
    nodes.GlobalVariable(HAS_PASSED, BOOL),
    nodes.GlobalVariable(HAS_SWITCHED, BOOL),
    nodes.GlobalVariable(IDLE, INT),
    nodes.GlobalVariable(QUEUE, ListType(ObjectType(QUEUED))),
    nodes.GlobalVariable(OWNED, ListType(A_THING)),
    nodes.GlobalVariable(SCOPE, ListType(ANY)),
    nodes.GlobalVariable(IS_STALE, BOOL),
    nodes.GlobalVariable(COUNTERS, ObjectType(COUNTS)),
    nodes.GlobalVariable(RUNNING, INT, is_presentation=True),
)


def global_variable(name: str) -> nodes.Global:
    """A global of the turn engine."""
    return nodes.Global(name, next(item.type for item in TURN_GLOBALS if item.name == name))


def instance_name(class_name: str) -> str:
    """The global that holds the one instance of a global class."""
    return f"the {class_name}"


def live_name(class_name: str) -> str:
    """The global that holds the tracked objects of a class."""
    return f"all {class_name}"


def count_name(class_name: str) -> str:
    return f"made {class_name}"


def group_field(group_name: str) -> str:
    return f"group {group_name}"
