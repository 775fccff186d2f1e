"""Which constants can stand at which place: the domains of facts and moves, found without working anything out.

A *place* is an argument of a relation, of a fact or of a move. Facts share their places under `true`, `next`, `init`
and `base`; moves under `does`, `legal` and `input`. A variable of a head can only be what its places in the body
allow, so constants flow from bodies to heads until nothing is new. What is found is never too little for constants
(compound terms inside arguments are left out).

    >>> one, x = Compound("1"), Variable("x")
    >>> rules = [Rule(Compound("init", (Compound("at", (one,)),)))]
    >>> domains = infer(rules)
    >>> [str(term) for term in domains.fact("at", 1)[0]]
    ['1']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from parlour.dataclass import dataclass
from parlour.logic.listing import term_key
from parlour.logic.rules import Compound, Literal, Rule, Term, Variable

Place = tuple[object, ...]

_FACTS = frozenset({"true", "next", "init", "base"})
_MOVES = frozenset({"does", "legal", "input"})


@dataclass(frozen=True, slots=True)
class Domains:
    places: dict[Place, set[Compound]]
    # The names under which facts and moves occur, with the number of their arguments, in the order of the text.
    facts: dict[tuple[str, int], None] = field(default_factory=dict)
    moves: dict[tuple[str, int], None] = field(default_factory=dict)

    def fact(self, name: str, arity: int) -> tuple[tuple[Compound, ...], ...]:
        """What each argument of a fact can be, in order."""
        return tuple(self._listed(("fact", name, arity, place)) for place in range(arity))

    def move(self, name: str, arity: int) -> tuple[tuple[Compound, ...], ...]:
        return tuple(self._listed(("move", name, arity, place)) for place in range(arity))

    def _listed(self, place: Place) -> tuple[Compound, ...]:
        return tuple(sorted(self.places.get(place, ()), key=term_key))


def infer(rules: Iterable[Rule]) -> Domains:
    """The domains of all places in some rules."""
    domains = Domains({})
    flows: list[tuple[Place, list[Place]]] = []
    for rule in rules:
        where: dict[Variable, list[Place]] = {}
        for item in rule.body:
            if isinstance(item, Literal):
                for place, term in _atom_places(item.atom, domains):
                    if item.is_positive and isinstance(term, Variable):
                        where.setdefault(term, []).append(place)
        for place, term in _atom_places(rule.head, domains):
            if isinstance(term, Variable):
                flows.append((place, where.get(term, [])))
            else:
                domains.places.setdefault(place, set()).add(term)
    flow(domains.places, flows)
    return domains


def flow(places: dict[Place, set[Compound]], flows: list[tuple[Place, list[Place]]]) -> None:
    """Lets constants flow, each from all the places of a body to one of a head, until nothing is new."""
    from_place: dict[Place, list[int]] = {}
    for number, (_, body) in enumerate(flows):
        for place in body:
            from_place.setdefault(place, []).append(number)
    waiting = dict.fromkeys(number for number, (_, body) in enumerate(flows) if body)
    while waiting:
        number = next(iter(waiting))
        del waiting[number]
        head, body = flows[number]
        found = set.intersection(*(places.get(place, set()) for place in body))
        known = places.setdefault(head, set())
        if not found <= known:
            known |= found
            waiting |= dict.fromkeys(from_place.get(head, ()))


def places_of(atom: Compound) -> Iterator[tuple[Place, Term]]:
    """The places of an atom that hold a constant or a variable, with what they hold."""
    return _atom_places(atom, Domains({}))


def _atom_places(atom: Compound, domains: Domains) -> Iterator[tuple[Place, Term]]:
    """The places of an atom that hold a constant or a variable."""
    if atom.name in _FACTS and len(atom.arguments) == 1:
        yield from _inside("fact", atom.arguments[0], domains.facts)
    elif atom.name in _MOVES and len(atom.arguments) == 2:
        yield from _simple([(("role",), atom.arguments[0])])
        yield from _inside("move", atom.arguments[1], domains.moves)
    elif atom.name == "role" and len(atom.arguments) == 1:
        yield from _simple([(("role",), atom.arguments[0])])
    else:
        yield from _arguments("relation", atom)


def _inside(kind: str, term: Term, names: dict[tuple[str, int], None]) -> Iterator[tuple[Place, Term]]:
    if isinstance(term, Variable):
        return
    names.setdefault((term.name, len(term.arguments)))
    yield from _arguments(kind, term)


def _arguments(kind: str, term: Compound) -> Iterator[tuple[Place, Term]]:
    arity = len(term.arguments)
    return _simple(((kind, term.name, arity, number), part) for number, part in enumerate(term.arguments))


def _simple(places: Iterable[tuple[Place, Term]]) -> Iterator[tuple[Place, Term]]:
    """Those that hold a constant or a variable."""
    return ((place, term) for place, term in places if isinstance(term, Variable) or not term.arguments)
