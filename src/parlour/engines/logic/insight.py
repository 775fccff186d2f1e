"""What a seat knows of a position: its view, its information state, and positions that it cannot tell from this one.

In a game without secrets everybody sees the state; only the moves that others have made in an open step are not known.
In a game with secrets a seat knows its own moves and what it was told, and what follows from that (`belief.py`).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from parlour.core.chance import Chance, derive
from parlour.engines.logic.belief import Belief, found_history
from parlour.engines.logic.history import seen_by
from parlour.engines.logic.machine import GameTrouble, State
from parlour.engines.logic.outcome import outcome_of
from parlour.game.position import Status, Step
from parlour.game.scene import Scene
from parlour.game.view import OpenQuestion, Told, View
from parlour.logic.table import Known

if TYPE_CHECKING:
    from parlour.engines.logic.position import LogicPosition


def scene_of(position: LogicPosition, viewer: int | None) -> Scene:
    """The table as a viewer may see it (None: a spectator)."""
    return position.engine.table.scene(_known(position, viewer), viewer)


def view_of(position: LogicPosition, viewer: int | None) -> View:
    """All that a viewer may know (None: a spectator)."""
    own = []
    for question in position.questions:
        if question.seat == viewer:
            legal = position.legal(question)
            own.append(OpenQuestion(question, legal.options, legal.sure))
    return View(
        viewer=viewer,
        scene=scene_of(position, viewer),
        log=_log(position, viewer),
        questions=tuple(own),
        awaited=_awaited(position),
        outcome=position.outcome,
    )


def _awaited(position: LogicPosition) -> tuple[int, ...]:
    """The seats that are waited for, as everybody sees it. Who has a choice can be a secret: then it is everybody."""
    if position.engine.is_hidden and position.status is Status.OPEN:
        return tuple(seat.number for seat in position.seats)
    return tuple(question.seat for question in position.questions if question.seat is not None)


def _known(position: LogicPosition, viewer: int | None) -> Known:
    """What a viewer knows of the state: all of it, or what it can conclude from what it saw. A spectator of a game with
    secrets knows what never depends on them: nothing."""
    machine = position.machine
    if not position.engine.is_hidden:
        return Known(machine.facts(position.state_now) if position.state_now is not None else ())
    if viewer is None or position.state_now is None:
        return Known((), is_all=False)
    role = position.engine.seat_roles[viewer]
    percepts = position.history[-1].percepts[role] if position.history else ()
    belief = _belief(position, role)
    if belief is None:
        return Known((), percepts, is_all=False)
    facts = [machine.facts(state) for state in belief.weights]
    common = set(facts[0]).intersection(*facts[1:]) if facts else set()
    kept = tuple(fact for fact in facts[0] if fact in common) if facts else ()
    return Known(kept, percepts, is_all=len(facts) == 1)


def _belief(position: LogicPosition, role: int) -> Belief | None:
    """None: too much to find out, or the rules fail in a state it may be in."""
    machine = position.machine
    try:
        steps, belief = position.beliefs.get(role) or (0, Belief.first(machine))
        for step in position.history[steps:]:
            belief = None if belief is None else belief.after(machine, role, step.seen_by(role))
    except GameTrouble:
        belief = None
    position.beliefs[role] = (len(position.history), belief)
    return belief


def _log(position: LogicPosition, viewer: int | None) -> tuple[Told, ...]:
    """What a seat was told at each step, where seats are told different things."""
    if not position.engine.is_hidden or viewer is None:
        return ()
    role, label = position.engine.seat_roles[viewer], position.engine.table.label
    return tuple(
        Told(" ".join(map(label, step.percepts[role])) + "\n", (viewer,), "sees")
        for step in position.history
        if step.percepts[role]
    )


def view_key_of(position: LogicPosition, seat: int) -> bytes:
    """All that this seat was told, asked and answered; of others only who is awaited, as in a view."""
    role = position.engine.seat_roles[seat]
    known: list[object] = []
    for step in position.history:
        if position.engine.is_hidden:
            known.append([str(step.moves[role]), list(map(str, step.percepts[role]))])
        else:
            known.append(list(map(str, step.moves)))
    is_asked = any(question.seat == seat for question in position.questions)
    own = None if is_asked or seat not in position.given else str(position.given[seat])
    return json.dumps([known, _awaited(position), own], ensure_ascii=False, separators=(",", ":")).encode()


def imagined(position: LogicPosition, seat: int, seed: int) -> LogicPosition | None:
    """A position that looks the same to this seat: the moves others have made in an open step are not known to it, nor,
    in a game with secrets, is anything it was not told. None where none is found, and where the rules have failed."""
    chance = Chance(derive(seed, 1))
    if position.engine.is_hidden:
        try:
            return None if position.status is Status.FAILED else _imagined(position, seat, seed, chance)
        except GameTrouble:
            return None  # the rules fail in what was imagined
    twin = position.copy(seed=seed)
    if position.status is Status.OPEN:
        for other in position.asked_seats() - {seat}:
            if other in position.given:
                legal = position.legal_moves[other]
                twin.given[other] = legal[chance.below(len(legal))]
    return twin


def _imagined(position: LogicPosition, seat: int, seed: int, chance: Chance) -> LogicPosition | None:
    """The same with another history, drawn from those that look the same to the seat."""
    machine, role = position.machine, position.engine.seat_roles[seat]

    def fits(state: State) -> bool:
        """What the seat sees of the state itself: whether and how it ends, else the moves it has."""
        roles = position.engine.seat_roles
        if position.status is Status.OVER:
            return machine.is_terminal(state) and outcome_of(machine, state, roles) == position.outcome
        if machine.is_terminal(state) or machine.legal(state, role) != position.legal_moves[seat]:
            return False
        # If it has moved and the step is not made, somebody else has a choice.
        return seat not in position.given or any(
            len(machine.legal(state, other)) > 1 for other in roles if other != role
        )

    belief = _belief(position, role)
    if belief is not None:
        history = belief.draw_history(machine, chance, fits)
    else:
        history = found_history(machine, role, seen_by(role, position.history), chance, fits)
    if history is None:
        return None
    twin = position.copy(seed=seed)
    twin.history, twin.beliefs = tuple(history), {role: (len(history), belief)}
    # What chance gave in the last step is not the seat's to know.
    twin.last = Step()
    if history:
        twin.state_now = machine.step(history[-1].before, history[-1].moves)
    if position.status is Status.OPEN:
        twin.open_step()
        if seat in position.given:
            twin.given[seat] = position.given[seat]
    return twin
