"""Names and types of what every program has in core. Names of ours have a blank, which the author's cannot have."""

from __future__ import annotations

from parlour.core.types import ANY, STRING, ListType, ObjectType
from parlour.languages.allhandsondeck.check.types import ACTOR, COLLECTION

ENTRY = "main"
# The object whose helper runs, and the seat of the Actor who acts.
OBJECT, ACTING = "the object", "who acts"
# Fields: the list of a collection, what is known of its elements, the seat of an Actor.
ELEMENTS, KINDS, SEAT = "its elements", "its kinds", "its seat"
# Globals: all Actors with a seat, in order, the names of their seats, and the last value of the variable that names the
# winner, if there is one.
ACTORS, SEAT_NAMES, WINNER = "the actors", "seat names", "the winner"

ITEMS = ListType(ANY)
ACTOR_LIST = ListType(ObjectType(ACTOR))
NAME_LIST = ListType(STRING)
COLLECTIONS = ObjectType(COLLECTION)
