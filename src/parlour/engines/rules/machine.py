"""The evaluator as a machine: states with what is worked out of them, remembered for the last few."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import TypeVar

from parlour.engines.logic.machine import GameTrouble, State
from parlour.engines.rules.budget import BYTES_PER_NAME, OutOfBudget
from parlour.engines.rules.evaluator import Context, Evaluator, Facts, Purse, new_purse
from parlour.engines.rules.fixpoint import NotStratified
from parlour.engines.rules.knowledge import Minds, World, Worlds, first_worlds
from parlour.game.position import Budget
from parlour.logic.information import uses_knowledge
from parlour.logic.rules import Compound
from parlour.syntax.recursion import recursion

T = TypeVar("T")

# How many states are kept with all that was worked out of them.
REMEMBERED = 16
# Calls inside each other that Python allows anyway, whoever asks, and those that it can be made to allow.
FEW_CALLS = 500
MOST_CALLS = 50_000


class RulesMachine:
    """See `parlour.engines.logic.machine.Machine`. States are sets of numbered facts; in a game that uses `knows`, all
    worlds the match may be in."""

    def __init__(self, evaluator: Evaluator, budget: Budget | None = None, purse: Purse | None = None) -> None:
        self.evaluator = evaluator
        budget = budget or Budget()
        self.steps = budget.steps
        self.names = budget.memory // BYTES_PER_NAME
        self.purse = purse
        self.uses_knowledge = uses_knowledge(evaluator.sheet)
        self._contexts: OrderedDict[State, Context] = OrderedDict()
        self._minds: OrderedDict[tuple[World, ...], Minds] = OrderedDict()

    @property
    def roles(self) -> tuple[Compound, ...]:
        return self.evaluator.sheet.roles

    def with_budget(self, budget: Budget) -> RulesMachine:
        return RulesMachine(self.evaluator, budget)

    def with_purse(self, steps: int) -> RulesMachine:
        return RulesMachine(self.evaluator, purse=new_purse(steps, self.names))

    def new_purse(self) -> Purse:
        return self.purse or new_purse(self.steps, self.names)

    def initial(self) -> State:
        with translated(self.evaluator):
            facts = self.evaluator.first_facts(self.new_purse())
            return first_worlds(self.evaluator, facts) if self.uses_knowledge else facts

    def facts(self, state: State) -> tuple[Compound, ...]:
        terms = self.evaluator.terms
        return tuple(terms.term(fact) for fact in sorted(_facts(state), key=terms.key))

    def is_terminal(self, state: State) -> bool:
        with translated(self.evaluator):
            return self.ask(state, self.evaluator.is_terminal)

    def legal(self, state: State, role: int) -> tuple[Compound, ...]:
        with translated(self.evaluator):
            found = self.ask(state, self.evaluator.legal_moves, self.evaluator.roles[role])
        return tuple(map(self.evaluator.terms.term, found))

    def goals(self, state: State, role: int) -> tuple[Compound, ...]:
        with translated(self.evaluator):
            found = self.ask(state, self.evaluator.goal_values, self.evaluator.roles[role])
        return tuple(map(self.evaluator.terms.term, found))

    def step(self, state: State, moves: Sequence[Compound]) -> State:
        with translated(self.evaluator):
            return self.step_by(state, list(map(self.evaluator.terms.number, moves)))

    def step_by(self, state: State, moves: Sequence[int]) -> State:
        """The next state, by the numbers of the moves."""

        def following(context: Context) -> State:
            if isinstance(state, Worlds):
                return self._minds_of(state).following(state.real, moves)
            return self.evaluator.next_facts(self.moved(context, moves))

        return self.ask(state, following)

    def percepts(self, state: State, moves: Sequence[Compound], role: int) -> tuple[Compound, ...]:
        with translated(self.evaluator):
            numbers = list(map(self.evaluator.terms.number, moves))
            own = self.evaluator.roles[role]
            found = self.ask(state, lambda context: self.evaluator.percepts(self.moved(context, numbers), own))
        return tuple(map(self.evaluator.terms.term, found))

    def moved(self, context: Context, moves: Sequence[int]) -> Context:
        return self.evaluator.with_moves(context, dict(zip(self.evaluator.roles, moves, strict=True)))

    def key(self, state: State) -> bytes:
        digest = sha256(" ".join(map(str, self.facts(state))).encode())
        if isinstance(state, Worlds):
            others = [
                repr((sorted(str(self.evaluator.terms.term(fact)) for fact in world.facts), world.seen)).encode()
                for world in state.worlds
            ]
            digest.update(others[state.real])
            for other in sorted(others):
                digest.update(other)
        return digest.digest()

    def ask(self, state: State, question: Callable[..., T], *given: int) -> T:
        """The answer to a question about a state. Each has the whole budget, as if nothing had been worked out of the
        state before (unless there is one purse for all): a match must not end otherwise because somebody looked at it.

        What was worked out before is remembered all the same. All of it is paid from one purse: while that lasts, it
        would last for each question alone; when it does not, the question is asked again of a state that nothing is
        known of."""
        context = self.context(state)
        is_first = context[3][0] == self.steps
        try:
            return question(context, *given)
        except OutOfBudget:
            self._forget(state)
            if self.purse is not None or is_first or context[3][0] >= 0:
                raise
        return question(self.context(state), *given)

    def context(self, state: State) -> Context:
        """What is known of a state."""
        found = self._contexts.get(state)
        if found is None:
            if isinstance(state, Worlds):
                found = self._minds_of(state).context(state.real)
            else:
                found = self.evaluator.context(_facts(state), purse=self.new_purse())
            self._contexts[state] = found
            if len(self._contexts) > REMEMBERED:
                self._contexts.popitem(last=False)
        else:
            self._contexts.move_to_end(state)
        self.evaluator.allow(self.steps if self.purse is None else self.purse[0])
        return found

    def _forget(self, state: State) -> None:
        self._contexts.pop(state, None)
        if isinstance(state, Worlds):
            self._minds.pop(state.worlds, None)

    def _minds_of(self, state: Worlds) -> Minds:
        """Shared by all states that differ in nothing but which world is real."""
        found = self._minds.get(state.worlds)
        if found is None:
            found = self._minds[state.worlds] = Minds(self.evaluator, state.worlds, self.new_purse())
            if len(self._minds) > REMEMBERED:
                self._minds.popitem(last=False)
        else:
            self._minds.move_to_end(state.worlds)
        return found


def _facts(state: State) -> Facts:
    if isinstance(state, Worlds):
        return state.worlds[state.real].facts
    assert isinstance(state, frozenset)
    return state


# What can go wrong in an evaluator, or has gone wrong already.
TROUBLES = (OutOfBudget, NotStratified, RecursionError, GameTrouble)


def trouble_of(problem: Exception, evaluator: Evaluator) -> GameTrouble:
    """One of the `TROUBLES` as trouble of the game."""
    match problem:
        case OutOfBudget():
            place = None if problem.rule is None else problem.rule.span
            return GameTrouble("budget", problem.code, str(problem), place=place)
        case NotStratified():
            atom = Compound(problem.relation[0], tuple(map(evaluator.terms.term, problem.row)))
            return GameTrouble("runtime", "not-stratified", "{0} holds only if it does not", atom.name, atom)
        case GameTrouble():
            return problem
    return GameTrouble("budget", "depth", "Stopped: the rules lead from one to the next too often")


@contextmanager
def translated(evaluator: Evaluator) -> Iterator[None]:
    """The evaluator's exceptions as trouble of the game; rules may lead to rules as far as they do."""
    try:
        if evaluator.call_depth < FEW_CALLS:
            yield
        else:
            with recursion(min(evaluator.call_depth + FEW_CALLS, MOST_CALLS)):
                yield
    except TROUBLES as problem:
        raise trouble_of(problem, evaluator) from None
