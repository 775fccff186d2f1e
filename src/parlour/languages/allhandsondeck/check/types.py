"""The types an author can write, and the classes and names that every program has.

    >>> str(Type("Stack", Type("Card")))
    'Stack<Card>'

`fstring` is another word for `string`. A type is checked when a value is bound: `bound` in `lower/kinds.py`.
"""

from __future__ import annotations

from parlour.dataclass import dataclass

PRIMITIVES = ("int", "float", "bool", "string", "Range")
WORDS = {"fstring": "string"}

OBJECT, ACTOR, COLLECTION, SERIES, STACK = "Object", "Actor", "Collection", "Series", "Stack"

# The classes of the language and what each extends.
BUILT_IN: dict[str, str | None] = {
    OBJECT: None,
    ACTOR: OBJECT,
    COLLECTION: OBJECT,
    SERIES: COLLECTION,
    STACK: COLLECTION,
}

# Names of functions that belong to the language; a program may have helpers of the same names.
PRINT, INPUT, RANDOM = "print", "input", "random"
FUNCTIONS = (PRINT, INPUT, RANDOM)


@dataclass(frozen=True, slots=True)
class Type:
    """`int`, `Card`, `Stack<Card>`; a primitive never has an `of`."""

    name: str
    of: Type | None = None

    def __str__(self) -> str:
        return self.name if self.of is None else f"{self.name}<{self.of}>"


@dataclass(frozen=True, slots=True)
class Signature:
    """What a built-in ACTION or helper takes: the class it works on, names of plain parameters, how many of these may
    be left out, and whether any number of elements follows. `takes_slice`: the parameter may be a slice."""

    on: str
    names: tuple[str, ...] = ()
    optional: int = 0
    elements: bool = False
    takes_slice: bool = False


ACTIONS: dict[str, Signature] = {
    "SHUFFLE": Signature(COLLECTION),
    # An extension of ours: by itself, or by a key for each element.
    "SORT": Signature(COLLECTION, elements=True),
    "INSERT": Signature(COLLECTION, ("index",), elements=True),
    "DELETE": Signature(COLLECTION, ("index",), takes_slice=True),
    "CLEAR": Signature(COLLECTION),
    "PUSH_TOP": Signature(STACK, elements=True),
    "PUSH_BOTTOM": Signature(STACK, elements=True),
    "POP_TOP": Signature(STACK, ("num",), optional=1),
    "POP_BOTTOM": Signature(STACK, ("num",), optional=1),
    "PUSH_FRONT": Signature(SERIES, elements=True),
    "PUSH_BACK": Signature(SERIES, elements=True),
    "POP_FRONT": Signature(SERIES, ("num",), optional=1),
    "POP_BACK": Signature(SERIES, ("num",), optional=1),
}

HELPERS: dict[str, Signature] = {
    "size": Signature(COLLECTION),
    "empty": Signature(COLLECTION),
    "copy": Signature(COLLECTION),
    "shuffled": Signature(COLLECTION),
    "sorted": Signature(COLLECTION, elements=True),
    "top": Signature(STACK, ("num",), optional=1),
    "bottom": Signature(STACK, ("num",), optional=1),
    "front": Signature(SERIES, ("num",), optional=1),
    "back": Signature(SERIES, ("num",), optional=1),
}
