"""Many games by random legal moves, in this process.

Playout i of seed s draws its chance from the stream `derive(derive(s, i, 0), 0)` and its moves from `derive(s, i, 1)`,
a draw for every role that has a choice, in the order of the roles. States that come again are not worked out again: in
a small game nearly all of them do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from parlour.core.chance import Chance, derive
from parlour.engines.logic.engine import refuse_policy
from parlour.engines.logic.machine import RANDOM, GameTrouble, State
from parlour.engines.logic.outcome import scored, single_score
from parlour.engines.logic.position import LogicPosition
from parlour.engines.rules.budget import OutOfBudget
from parlour.engines.rules.evaluator import Context
from parlour.engines.rules.machine import TROUBLES, RulesMachine, translated, trouble_of
from parlour.game.outcome import Outcome, Tally
from parlour.game.policy import Drawing
from parlour.game.position import By, Position, Status

if TYPE_CHECKING:
    from parlour.engines.rules.engine import RulesEngine

# A game that has gone on so long is given up as unfinished.
LONGEST_GAME = 100_000
# Facts in the states that are kept: enough for every state of a small game, some tens of megabytes at most.
MOST_KEPT_FACTS = 300_000


class _Kept:
    """What is known of a state: how it ends (or what is wrong with it), or the moves of every role and where they
    lead."""

    __slots__ = ("ending", "following", "legal")

    def __init__(self, ending: Outcome | GameTrouble | None, legal: tuple[list[int], ...] = ()) -> None:
        self.ending = ending
        self.legal = legal
        self.following: dict[tuple[int, ...], Any] = {}


class RulesSimulator:
    """See `parlour.game.position.Simulator`. It works in this process alone, whatever `jobs` says."""

    def __init__(self, engine: RulesEngine, notice: str) -> None:
        self.engine = engine
        self.notices = [notice] if notice else []
        self._begin_anew()
        self._is_random = [role.name == RANDOM for role in self.evaluator.sheet.roles]

    def _begin_anew(self) -> None:
        """With nothing kept of earlier games."""
        self.evaluator = self.engine.evaluator
        self.machine = RulesMachine(self.evaluator)
        self._kept: dict[State, _Kept] = {}
        self._room = MOST_KEPT_FACTS
        self._start: State | None = None
        self._now: tuple[State, Context] | None = None

    def playouts(
        self,
        n: int,
        seed: int,
        *,
        jobs: int = 0,
        start: Sequence[Position] = (),
        policy: str | Drawing | None = None,
        by: By = "answer",
        progress: Callable[[int], object] | None = None,
    ) -> Tally:
        """`by` makes no difference: where there are rules a move is one answer."""
        refuse_policy(policy)
        tally = Tally(notices=list(self.notices))
        for number in range(n):
            own = derive(seed, number)
            if self.evaluator.terms.is_full and not self.machine.uses_knowledge:
                self._begin_anew()
            first = self._first(start[number % len(start)]) if start else None
            self._playout(Chance(derive(derive(own, 0), 0)), Chance(derive(own, 1)), first, tally)
            if progress is not None and number % 64 == 63:
                progress(number + 1)
        if progress is not None:
            progress(n)
        return tally

    def _first(self, position: Position) -> tuple[State, dict[int, int]]:
        """The state to start from, and the moves that are made in it already, by role."""
        if not isinstance(position, LogicPosition) or position.engine.sheet is not self.engine.sheet:
            raise ValueError("a playout of this engine starts from a position of the same game")
        if position.status is not Status.OPEN:
            raise ValueError("a playout starts from a position with open questions")
        terms = self.evaluator.terms
        given = {self.engine.seat_roles[seat]: terms.number(move) for seat, move in position.given.items()}
        if self.machine.uses_knowledge:
            return position.state_now, given
        facts = frozenset(map(terms.number, position.machine.facts(position.state_now)))
        return facts, given

    def _playout(
        self, chance: Chance, policy: Chance, first: tuple[State, dict[int, int]] | None, tally: Tally
    ) -> None:
        length = answers = 0
        stepping: dict[tuple[int, ...], Any] | None = None
        joint: tuple[int, ...] = ()
        try:
            with translated(self.evaluator):
                state, given = first if first is not None else (self._initial(), {})
                ending = None
                while length < LONGEST_GAME:
                    kept = self._kept.get(state) or self._look(state)
                    if isinstance(kept.ending, GameTrouble):
                        raise kept.ending.with_traceback(None)
                    if kept.ending is not None:
                        ending = kept.ending
                        break
                    moves = []
                    for role, legal in enumerate(kept.legal):
                        if role in given:
                            moves.append(given[role])
                        elif len(legal) == 1:
                            moves.append(legal[0])
                        elif self._is_random[role]:
                            moves.append(legal[chance.below(len(legal))])
                        else:
                            moves.append(legal[policy.below(len(legal))])
                            answers += 1
                    given = {}
                    joint = tuple(moves)
                    following = kept.following.get(joint)
                    if following is None:
                        stepping = kept.following
                        following = stepping[joint] = self._step(state, joint)
                        stepping = None
                    elif isinstance(following, GameTrouble):
                        raise following.with_traceback(None)
                    state = following
                    length += 1
        except GameTrouble as trouble:
            if stepping is not None:
                stepping[joint] = _bare(trouble)  # a step that fails does so again
            tally.failed[trouble.code] += 1
        else:
            if ending is None:
                tally.failed["unfinished"] += 1
            else:
                tally.add_ending(ending, self.engine.seat_names)
        tally.games += 1
        tally.questions += answers
        tally.lengths[length] += 1

    def _initial(self) -> State:
        if self._start is None:
            self._start = self.machine.initial()
        return self._start

    def _look(self, state: State) -> _Kept:
        try:
            kept = self._work_out(state)
        except TROUBLES as problem:
            kept = _Kept(_bare(trouble_of(problem, self.evaluator)))
        size = len(state) if isinstance(state, frozenset) else MOST_KEPT_FACTS
        if size <= self._room:
            self._room -= size
            self._kept[state] = kept
        return kept

    # Nearly always all questions to a state together take less than one of them may, and one context serves them all.
    # Only where they do not is each asked by itself, as at the table.

    def _work_out(self, state: State) -> _Kept:
        evaluator = self.evaluator
        if isinstance(state, frozenset):
            try:
                context = evaluator.context(state)
                self._now = (state, context)
                if evaluator.is_terminal(context):
                    return _Kept(self._ending(partial(evaluator.goal_values, context)))
                return _going_on([evaluator.legal_moves(context, role) for role in evaluator.roles])
            except OutOfBudget:
                self._now = None
        ask = partial(self.machine.ask, state)
        if ask(evaluator.is_terminal):
            return _Kept(self._ending(partial(ask, evaluator.goal_values)))
        return _going_on([ask(evaluator.legal_moves, role) for role in evaluator.roles])

    def _step(self, state: State, joint: tuple[int, ...]) -> State:
        if isinstance(state, frozenset):
            try:
                if self._now is None or self._now[0] is not state:
                    self._now = (state, self.evaluator.context(state))
                return self.evaluator.next_facts(self.machine.moved(self._now[1], joint))
            except OutOfBudget:
                self._now = None
        return self.machine.step_by(state, joint)

    def _ending(self, goal_values: Callable[[int], list[int]]) -> Outcome:
        evaluator = self.evaluator
        return scored(
            [
                single_score(
                    [evaluator.terms.term(value) for value in goal_values(evaluator.roles[role])],
                    evaluator.sheet.roles[role],
                )
                for role in self.engine.seat_roles
            ]
        )


def _going_on(legal: list[list[int]]) -> _Kept:
    """A state in which these are the moves of the roles."""
    if not all(legal):
        raise GameTrouble("runtime", "no-legal-move", "a role has no legal move", "legal")
    return _Kept(None, tuple(legal))


def _bare(trouble: GameTrouble) -> GameTrouble:
    """To be kept: without the calls that led to it and all that they hold."""
    trouble.__context__ = None
    return trouble.with_traceback(None)
