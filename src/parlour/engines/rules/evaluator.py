"""What holds in one state of a game: legal moves, the next state, the end, the goals, the percepts.

>>> from parlour.logic.rules import Literal, Rule, RuleSheet
>>> me, go, on = Compound("me"), Compound("go"), Compound("on")
>>> sheet = RuleSheet((
...     Rule(Compound("role", (me,))),
...     Rule(Compound("legal", (me, go))),
...     Rule(Compound("next", (on,)), (Literal(Compound("does", (me, go))),)),
...     Rule(Compound("terminal"), (Literal(Compound("true", (on,))),)),
... ), (me,))
>>> evaluator = Evaluator(sheet)
>>> state = evaluator.initial()
>>> evaluator.legal(state), evaluator.terminal(state)
({Compound(name='me', arguments=()): [Compound(name='go', arguments=())]}, False)
>>> evaluator.terminal(evaluator.next(state, {me: go}))
True
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol

from parlour.engines.rules.budget import BYTES_PER_NAME, OutOfBudget
from parlour.engines.rules.costs import MOST_COMPARED
from parlour.engines.rules.relations import Relations
from parlour.engines.rules.terms import MOST_NEW
from parlour.game.position import Budget
from parlour.logic.dependencies import DOES, KNOWS, TRUE, Dependencies, Predicate
from parlour.logic.evaluation.text import key_of
from parlour.logic.rules import Compound, Distinct, Literal, Rule, RuleSheet
from parlour.syntax.recursion import deep_passes

STEPS = Budget().steps
NAMES = Budget().memory // BYTES_PER_NAME

Facts = frozenset[int]
Context = list[Any]
# Calls inside each other that one relation on top of another may take.
CALLS_PER_LEVEL = 4
# Steps that are left, and the names that an answer may have.
Purse = list[int]

INIT, NEXT, LEGAL, GOAL, SEES = ("init", 1), ("next", 1), ("legal", 2), ("goal", 2), ("sees", 2)


class Knowledge(Protocol):
    """Who knows what in a state, for games that use `knows`."""

    def knows(self, context: Context, quoted: tuple[Any, ...]) -> bool: ...


class Evaluator:
    """Answers questions about states. Terms are numbers inside (`terms`), `Compound`s in the methods for others.

    Methods that work out a state raise `OutOfBudget` when that takes too much, and `NotStratified` when an atom would
    hold only if it did not."""

    @deep_passes()
    def __init__(self, sheet: RuleSheet) -> None:
        self.sheet = sheet
        self.relations = Relations([_with_knowledge(rule) for rule in sheet.rules])
        self.call_depth = CALLS_PER_LEVEL * _levels(self.relations.dependencies)
        self.terms = self.relations.terms
        self.roles = tuple(map(self.terms.number, sheet.roles))
        self._terminal = self._query(("terminal", 0), "")
        self._legal = self._query(LEGAL, "bf")
        self._goal = self._query(GOAL, "bf")
        self._next = self._query(NEXT, "f")
        self._sees = self._query(SEES, "bf")
        self._initial = self._query(INIT, "f")
        self._quotations = {
            number: self._query(relation, "b" * relation[1])
            for number, relation in enumerate(self.relations.quotations)
            if relation not in (TRUE, DOES) and relation[0] != KNOWS
        }
        self.relations.flush()
        self._size = len(self.relations.constant)
        self.terms.loaded = len(self.terms.parts)

    def _query(self, relation: Predicate, adornment: str) -> Callable[..., Any]:
        """A function of a context (and the arguments that are given), whatever way the relation is worked out."""
        bound = tuple(place for place, letter in enumerate(adornment) if letter == "b")
        wanted = tuple(place for place, letter in enumerate(adornment) if letter == "f")
        namespace = self.relations.namespace
        if not self.relations.is_table(relation):
            context, name = self.relations.call(relation, adornment)
            self.relations.flush()
            function = namespace[name]
            return function if context == "C" else lambda _, *given: function(self.relations.constant, *given)
        index = self.relations.table_index(relation, bound, wanted)
        name = f"k{self.relations.fresh()}"
        names = [f"a{place}" for place in bound]
        key = key_of(names)
        result = index if not bound else f"{index}.get({key}, E)" if wanted else f"{key} in {index}"
        self.relations.add_text([f"def {name}({', '.join(['C', *names])}):", f"    return {result}"])
        self.relations.flush()
        found: Callable[..., Any] = namespace[name]
        return found

    # ------------------------------------------------------------------------------------------------ by numbers

    def context(self, state: Facts, *, knowledge: Knowledge | None = None, purse: Purse | None = None) -> Context:
        """What is known of a state, to be filled as questions are asked. They are paid from the purse."""
        context: Context = [None] * self._size
        context[0], context[1], context[2], context[3] = state, {}, knowledge, purse or new_purse()
        self.allow(context[3][0])
        return context

    def allow(self, steps: int) -> None:
        """Gives a question so many steps for what it needs of what never changes."""
        self.relations.constant[3][0] = steps
        self.terms.room = MOST_NEW

    def with_moves(self, context: Context, moves: Mapping[int, int]) -> Context:
        """The same state while these moves are made."""
        moved = context[:]
        moved[1] = moves
        return moved

    def first_facts(self, purse: Purse | None = None) -> Facts:
        constant = self.relations.constant
        constant[3] = purse or new_purse()
        self.terms.room = MOST_NEW
        facts = frozenset(self._initial(constant))
        if len(facts) * self.terms.largest > constant[3][1]:
            self._weigh(facts, constant, INIT, "Stopped: the first state has too many facts, most of them by this rule")
        return facts

    def is_terminal(self, context: Context) -> bool:
        return bool(self._terminal(context))

    def legal_moves(self, context: Context, role: int) -> list[int]:
        """In their order."""
        found = self._legal(context, role)
        if len(found) * self.terms.largest > context[3][1]:
            self._weigh(
                found, context, LEGAL, "Stopped: there are too many legal moves, most of them by this rule", role
            )
        return self.terms.ordered(found)

    def goal_values(self, context: Context, role: int) -> list[int]:
        """All values a role's goal has here, in order: valid rule sheets give one."""
        found = self._goal(context, role)
        if len(found) * self.terms.largest > context[3][1]:
            self._weigh(found, context, GOAL, "Stopped: there are too many goals, most of them by this rule", role)
        return self.terms.ordered(found)

    def next_facts(self, moved: Context) -> Facts:
        facts = frozenset(self._next(moved))
        if len(facts) * self.terms.largest > moved[3][1]:
            self._weigh(facts, moved, NEXT, "Stopped: the next state has too many facts, most of them by this rule")
        return facts

    def percepts(self, moved: Context, role: int) -> list[int]:
        found = self._sees(moved, role)
        if len(found) * self.terms.largest > moved[3][1]:
            self._weigh(found, moved, SEES, "Stopped: there is too much to see, most of it by this rule", role)
        return self.terms.ordered(found)

    def _weigh(self, found: Collection[int], context: Context, relation: Predicate, message: str, *given: int) -> None:
        """What comes out of a question has a budget of names."""
        if self.terms.weight(found) <= context[3][1]:
            return
        rules = {rule: self._made_by(rule, context, given) for rule in self.relations.rules_of(relation)}
        raise OutOfBudget("memory", message, max(rules, key=rules.__getitem__, default=self.relations.blamed(relation)))

    def _made_by(self, rule: Rule, context: Context, given: Sequence[int]) -> int:
        """How many rows one rule gives by itself. All rules together were not too much work, so it is not either."""
        function = self.relations.alone(rule, len(given))
        context += [None] * (len(self.relations.constant) - len(context))
        context[3][0] = STEPS
        self.allow(STEPS)
        return len(function(context, *given))

    def holds(self, context: Context, quoted: tuple[Any, ...]) -> bool:
        """Whether an atom under `knows` holds in a state."""
        number, *arguments = quoted
        relation = self.relations.quotations[number]
        if relation == TRUE:
            return arguments[0] in context[0]
        if relation == DOES:
            return bool(context[1].get(arguments[0]) == arguments[1])
        if relation[0] == KNOWS:
            return bool(context[2].knows(context, quoted))
        return bool(self._quotations[number](context, *arguments))

    # ----------------------------------------------------------------------------------------------- by terms

    def initial(self) -> frozenset[Compound]:
        return self.facts(self.first_facts())

    def legal(self, state: frozenset[Compound]) -> dict[Compound, list[Compound]]:
        context = self.context(self.numbers(state))
        return {
            role: [self.terms.term(move) for move in self.legal_moves(context, number)]
            for role, number in zip(self.sheet.roles, self.roles, strict=True)
        }

    def next(self, state: frozenset[Compound], moves: Mapping[Compound, Compound]) -> frozenset[Compound]:
        return self.facts(self.next_facts(self._moved(state, moves)))

    def terminal(self, state: frozenset[Compound]) -> bool:
        return self.is_terminal(self.context(self.numbers(state)))

    def goals(self, state: frozenset[Compound]) -> dict[Compound, list[Compound]]:
        context = self.context(self.numbers(state))
        return {
            role: [self.terms.term(value) for value in self.goal_values(context, number)]
            for role, number in zip(self.sheet.roles, self.roles, strict=True)
        }

    def sees(self, state: frozenset[Compound], moves: Mapping[Compound, Compound]) -> dict[Compound, list[Compound]]:
        moved = self._moved(state, moves)
        return {
            role: [self.terms.term(percept) for percept in self.percepts(moved, number)]
            for role, number in zip(self.sheet.roles, self.roles, strict=True)
        }

    def numbers(self, state: frozenset[Compound]) -> Facts:
        return frozenset(map(self.terms.number, state))

    def facts(self, numbers: Facts) -> frozenset[Compound]:
        return frozenset(map(self.terms.term, numbers))

    def _moved(self, state: frozenset[Compound], moves: Mapping[Compound, Compound]) -> Context:
        numbers = {self.terms.number(role): self.terms.number(move) for role, move in moves.items()}
        return self.with_moves(self.context(self.numbers(state)), numbers)


def _levels(dependencies: Dependencies) -> int:
    """How many relations stand above each other, each with functions for the parts of a long rule."""
    found: dict[Predicate, int] = {}
    for part in dependencies.components:
        below = [found.get(edge.body, 0) for relation in part for edge in dependencies.edges[relation]]
        longest = max([len(rule.body) for relation in part for rule in dependencies.rules.get(relation, ())], default=0)
        found.update(dict.fromkeys(part, 1 + longest // MOST_COMPARED * MOST_COMPARED + max(below, default=0)))
    return max(found.values(), default=0)


def new_purse(steps: int = STEPS, names: int = NAMES) -> Purse:
    return [steps, names]


def _with_knowledge(rule: Rule) -> Rule:
    """What is known is true: so a condition `(knows ?r (p ?x))` finds its variables where `(p ?x)` and `(role ?r)` do,
    and is then a test."""
    body: list[Literal | Distinct] = []
    for item in rule.body:
        if isinstance(item, Literal) and item.is_positive and item.atom.name == KNOWS:
            atom = item.atom
            while atom.name == KNOWS and isinstance(atom.arguments[-1], Compound):
                if len(atom.arguments) == 2:
                    body.append(Literal(Compound("role", (atom.arguments[0],)), True, item.span))
                atom = atom.arguments[-1]
            body.append(Literal(atom, True, item.span))
        body.append(item)
    return Rule(rule.head, tuple(body), rule.span)
