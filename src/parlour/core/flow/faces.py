"""Faces: what an object is from its making to its end, such as the rank and the suit of a card.

    made = new Card(…)                      rank and suit are written while nobody else holds the card: its *face*
    made.rank = rank
    made.suit = suit
    …
    card.holder = this                      written later: where the card has come to, not what it is

A field belongs to the face if it holds no list or table, which could be changed where it is, and everything that writes
it writes to a local that holds only what was made right there (a small escape analysis: a local *is fresh* if all that
is assigned to it is `new`, or the result of a function that returns nothing but fresh objects; greatest fixpoint). Two
objects of a class can exchange their faces, and the game could have come to just that if a shuffle had.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from parlour.core import nodes
from parlour.core.hierarchy import Hierarchy
from parlour.core.types import ANY, ObjectType, Type, is_plain
from parlour.core.walk import walk_block


def faces(program: nodes.Program) -> dict[str, tuple[int, ...]]:
    """The places of such fields among all fields of a class, for every class that has some."""
    hierarchy = Hierarchy(program.classes)
    fresh = _fresh_locals(program)
    written: set[tuple[str, str]] = set()
    for function in program.functions:
        for stmt in walk_block(function.body):
            if isinstance(stmt, nodes.SetField) and not _is_fresh(stmt.object, fresh[function.name]):
                assert isinstance(stmt.object.type, ObjectType)
                line = hierarchy.ancestors(stmt.object.type.name)
                below = hierarchy.below(stmt.object.type.name)
                written |= {(class_name, stmt.name) for class_name in (*line, *below)}
    found: dict[str, tuple[int, ...]] = {}
    for class_ in program.classes:
        fields = hierarchy.fields(class_.name)
        places = tuple(
            place
            for place, field in enumerate(fields)
            if _tells(field.type) and (class_.name, field.name) not in written
        )
        if places:
            found[class_.name] = places
    return found


def lasting(program: nodes.Program, kept: Mapping[str, Collection[str]]) -> dict[str, tuple[int, ...]]:
    """The classes whose objects stay what they are from the first question after their making on, so that all positions
    may hold the same one; of each the places of fields that may yet hold a reference (`any`). `kept` are the locals
    that a function still needs after some question: through these it could write later."""
    fresh = _fresh_locals(program)
    written_later: set[str] = set()
    hierarchy = Hierarchy(program.classes)
    for function in program.functions:
        still = fresh[function.name] - set(kept.get(function.name, ()))
        for stmt in walk_block(function.body):
            if isinstance(stmt, nodes.SetField) and not _is_fresh(stmt.object, still):
                assert isinstance(stmt.object.type, ObjectType)
                written_later |= {*hierarchy.ancestors(stmt.object.type.name), *hierarchy.below(stmt.object.type.name)}
    found: dict[str, tuple[int, ...]] = {}
    for class_ in program.classes:
        types = [field.type for field in hierarchy.fields(class_.name)]
        if class_.name not in written_later and all(type_ == ANY or is_plain(type_) for type_ in types):
            found[class_.name] = tuple(place for place, type_ in enumerate(types) if type_ == ANY)
    return found


def _tells(type_: Type) -> bool:
    """Whether values of this type stay what they are, or are things to which it is only pointed."""
    return type_ == ANY or isinstance(type_, ObjectType) or is_plain(type_)


def _fresh_locals(program: nodes.Program) -> dict[str, set[str]]:
    """Of each function the locals that hold only what was made in it, or in a function that it calls."""
    giving = {each.name for each in program.functions if isinstance(each.result, ObjectType)}
    while True:
        fresh = {function.name: _fresh_in(function, giving) for function in program.functions}
        kept = {
            function.name
            for function in program.functions
            if function.name in giving and _gives_fresh(function, fresh[function.name], giving)
        }
        if kept == giving:
            return fresh
        giving = kept


def _fresh_in(function: nodes.Function, giving: set[str]) -> set[str]:
    found = {local.name for local in function.locals if isinstance(local.type, ObjectType)}
    for stmt in walk_block(function.body):
        match stmt:
            case nodes.Assign(name, value):
                if not _makes(value, giving):
                    found.discard(name)
            case nodes.Invoke(target=str() as name) | nodes.Ask(target=str() as name):
                found.discard(name)
    return found


def _gives_fresh(function: nodes.Function, fresh: set[str], giving: set[str]) -> bool:
    for stmt in walk_block(function.body):
        match stmt:
            case nodes.Return(value=value) if value is not None:
                if not (_makes(value, giving) or _is_fresh(value, fresh)):
                    return False
            case nodes.TailCall(call=call):
                if not _makes(call, giving):
                    return False
    return True


def _makes(value: nodes.Expr, giving: set[str]) -> bool:
    match value:
        case nodes.New():
            return True
        case nodes.Call(function=name):
            return name in giving
        case nodes.Convert(value=inner) | nodes.Narrow(value=inner):
            return _makes(inner, giving)
    return False


def _is_fresh(value: nodes.Expr, fresh: set[str]) -> bool:
    return isinstance(value, nodes.Local) and value.name in fresh
