"""Long rules in pieces: variables that only the body uses are done away with one after the other.

A rule with twelve variables has as many instances as twelve loops inside each other have turns. Most of them serve to
ask whether *some* value exists. So the literals around such a variable become a rule of their own, whose head has the
other variables alone (bucket elimination, narrowest bucket first):

    wins(?p) <= line(?p, ?x) & cell(?x, ?y, ?p) & near(?y, ?z) & dark(?z)
        =>   aux1(?y) <= near(?y, ?z) & dark(?z)
             aux2(?x, ?p) <= cell(?x, ?y, ?p) & aux1(?y)
             wins(?p) <= line(?p, ?x) & aux2(?x, ?p)

Equal pieces of different rules are made once, so they are compared with variables of ours. The pieces share their work
in the net as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.logic.rules import (
    Compound,
    Condition,
    Literal,
    Rule,
    Variable,
    made_name,
    part_variables,
    variables,
)
from parlour.logic.substitution import Substitution, apply, apply_part


def split(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """The same relations by narrower rules, and the auxiliary relations they use."""
    return _Splitter().split(rules)


class _Splitter:
    def __init__(self) -> None:
        self.pieces: dict[tuple[Compound, tuple[Condition, ...]], str] = {}
        self.made: list[Rule] = []

    def split(self, rules: Iterable[Rule]) -> tuple[Rule, ...]:
        narrow = [self.narrow(rule) for rule in rules]
        return (*self.made, *narrow)

    def narrow(self, rule: Rule) -> Rule:
        body = list(rule.body)
        kept = set(variables(rule.head))
        blocked: set[Variable] = set()
        while True:
            inner = [v for part in body for v in part_variables(part) if v not in kept and v not in blocked]
            buckets = [(bucket, variable) for variable in dict.fromkeys(inner) if (bucket := _bucket(body, variable))]
            if not buckets:
                return Rule(rule.head, tuple(body), rule.span)
            bucket, variable = min(buckets, key=lambda pair: (len(_outside(body, pair[0], kept)), len(pair[0])))
            if len(bucket) == len(body):
                blocked.add(variable)  # Nothing would remain beside the piece.
                continue
            outside = _outside(body, bucket, kept)
            body = [Literal(self.piece(bucket, outside)), *(part for part in body if part not in bucket)]

    def piece(self, bucket: Sequence[Condition], outside: Sequence[Variable]) -> Compound:
        """The atom that stands for the bucket's literals, with the variables they share with the rest."""
        names: Substitution = {v: Variable(made_name("v", number)) for number, v in enumerate(outside)}
        for v in _all_variables(bucket):
            names.setdefault(v, Variable(made_name("v", len(names))))
        body = tuple(apply_part(part, names) for part in bucket)
        pattern = apply(Compound("", tuple(outside)), names)
        name = self.pieces.get((pattern, body))
        if name is None:
            name = self.pieces[pattern, body] = made_name("some", len(self.pieces) + 1)
            self.made.append(Rule(Compound(name, pattern.arguments), body))
        return Compound(name, tuple(outside))


def _bucket(body: Sequence[Condition], variable: Variable) -> list[Condition] | None:
    """All literals with the variable, and positive ones that bind what the others among them leave open; None if there
    is nothing to bind it."""
    bucket = [part for part in body if variable in part_variables(part)]
    bound = _bound(bucket)
    if variable not in bound:
        return None
    for open_variable in [v for part in bucket for v in part_variables(part)]:
        if open_variable not in bound:
            binder = next((part for part in body if _binds(part) and open_variable in part_variables(part)), None)
            if binder is None:
                return None
            bucket.append(binder)
            bound |= part_variables(binder).keys()
    return bucket


def _binds(part: Condition) -> bool:
    return isinstance(part, Literal) and part.is_positive


def _bound(parts: Iterable[Condition]) -> set[Variable]:
    return {variable for part in parts if _binds(part) for variable in part_variables(part)}


def _all_variables(parts: Iterable[Condition]) -> dict[Variable, None]:
    return {variable: None for part in parts for variable in part_variables(part)}


def _outside(body: Sequence[Condition], bucket: Sequence[Condition], kept: set[Variable]) -> list[Variable]:
    """The bucket's variables that the head or the literals beside it use as well."""
    rest = kept | _all_variables(part for part in body if part not in bucket).keys()
    return [variable for variable in _all_variables(bucket) if variable in rest]
