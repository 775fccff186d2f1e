"""Which ACTION a value does: the smallest distance in the chain of classes first, then `C<T>` before `C`.

Whether an object is a `C<T>` may depend on what it holds when it is asked. `candidates` therefore gives several ACTIONs
for one base, to be tried in this order; the last one surely fits.
"""

from __future__ import annotations

from typing import Literal

from parlour.languages.allhandsondeck.check.bases import FLOAT_BIT, INT_BIT, NONE_BIT, Bases
from parlour.languages.allhandsondeck.check.meaning import Checked, Function
from parlour.languages.allhandsondeck.check.types import ACTIONS, Type

# An ACTION of the program, the built-in one, several that fit equally well, or none.
Candidate = Function | Literal["built-in", "ambiguous", "none"]


class Dispatch:
    """Answers for one program."""

    def __init__(self, program: Checked, bases: Bases) -> None:
        self.program = program
        self.bases = bases

    def element_types(self, class_name: str) -> list[Type]:
        """The types that every element of a collection of this class has."""
        found = (self.program.classes[name].element for name in self.bases.lines[class_name])
        return [type_ for type_ in found if type_ is not None]

    def surely_holds(self, class_name: str, items: int, type_: Type) -> bool:
        """Whether all elements of a collection are known to match a type. `items` are the bases they may have."""
        if type_ in self.element_types(class_name):
            return True
        return type_.of is None and not items & ~self.bases.accepted(type_)

    def candidates(self, name: str, bit: int, items: int) -> list[Candidate]:
        """What a value of this base, with elements of such bases, may do under a name."""
        actions = [action for action in self.program.actions.get(name, ()) if action.receiver is not None]
        if bit < self.bases.bits["Object"]:
            fitting = [action for action in actions if self._takes(action, bit)]
            return list(fitting) or ["none"]
        (class_name,) = self.bases.class_names(bit)
        line = self.bases.lines[class_name]
        found: list[Candidate] = []
        for ancestor in line:
            here = [action for action in actions if receiver_type(action).name == ancestor]
            sure = False
            special = [action for action in here if receiver_type(action).of is not None]
            for action in special:
                of = receiver_type(action).of
                assert of is not None
                sure = sure or self.surely_holds(class_name, items, of)
            if len(special) > 1:
                # They may fit together, and none of them is nearer than another.
                found.append("ambiguous")
            found.extend(special)
            plain = [action for action in here if receiver_type(action).of is None]
            if sure and len(special) == 1:
                return found
            if plain:
                return [*found, *plain]
        built_in = ACTIONS.get(name)
        return [*found, "built-in" if built_in is not None and built_in.on in line else "none"]

    def _takes(self, action: Function, bit: int) -> bool:
        """A receiver that is no object: `when int n do COUNT`. None does nothing; an int does not become a float."""
        type_ = receiver_type(action)
        if bit == NONE_BIT or type_.name in self.bases.bits:
            return False
        return bool(self.bases.accepted(type_) & bit & ~(FLOAT_BIT if bit == INT_BIT else 0))


def receiver_type(action: Function) -> Type:
    """The receiver's type. Where it could not be found the program has errors, and nobody asks."""
    assert action.receiver is not None and action.receiver.type is not None
    return action.receiver.type
