"""The flow of a game, found in its text: passes between phases, and events with who throws and hears them.

For every phase the blocks are followed that can run in it: its effect or the actions that can be chosen there, what
they call, the actions that hear what they throw, and the default of the turn. Conditions that only speak of the phase
and turn (`turn.phase.active() == "Build"`) are decided on the way, so that a default which asks for the phase shows
which phase it passes from (abstract interpretation over *true*, *false* and *unknown*).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from parlour.dataclass import dataclass
from parlour.game.flow import Flow, FlowEvent, FlowPhase, FlowTurn, Hearer, Passing
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.check import walk
from parlour.languages.tgdl.check.usage import may_be


def flow_of(checked: m.Checked) -> Flow:
    """The flow of a program without errors."""
    return Flow(
        begin=tuple(_Way(checked, None, None).started()),
        turns=tuple(FlowTurn(turn.shown, tuple(_phases(checked, turn))) for turn in checked.turns),
        events=tuple(
            _event(checked, each) for each in checked.classes if each.kind == "event" and not each.is_built_in
        ),
        ends=tuple(
            dict.fromkeys(
                _who(section)
                for section in walk.sections(checked)
                if any(isinstance(stmt, m.Winner) for stmt in walk.statements(section.block))
            )
        ),
    )


def _phases(checked: m.Checked, turn: m.Turn) -> Iterator[FlowPhase]:
    for phase in turn.phases or (None,):
        way = _Way(checked, turn, phase)
        is_automatic = phase is not None and phase.effect is not None
        choices = [] if is_automatic else list(way.choices())
        passes = dict.fromkeys(way.passes(choices))
        yield FlowPhase(
            None if phase is None else phase.name, is_automatic, tuple(map(_action, choices)), tuple(passes)
        )


def _event(checked: m.Checked, event: m.Class) -> FlowEvent:
    throwers = dict.fromkeys(
        _who(section)
        for section in walk.sections(checked)
        for part in walk.expressions(section.block)
        if (thrown := _thrown(part)) is not None and may_be(thrown, event)
    )
    hearers = [(action, trigger) for action in checked.root_actions() if (trigger := action.hears(event)) is not None]
    hearers.sort(key=lambda each: (-each[1].priority, each[0].order))
    heard = tuple(Hearer(_action(action), trigger.priority) for action, trigger in hearers)
    return FlowEvent(event.shown, tuple(throwers), heard)


@dataclass
class _Reached:
    """What has been met on the way through some blocks."""

    passes: list[Passing] = field(default_factory=list)
    thrown: list[t.Type] = field(default_factory=list)
    met: set[m.Function | m.Action] = field(default_factory=set)


class _Way:
    """What can happen in one phase of one turn; both are None in setup."""

    def __init__(self, checked: m.Checked, turn: m.Turn | None, phase: m.Phase | None) -> None:
        self.checked, self.turn, self.phase = checked, turn, phase

    def started(self) -> list[Passing]:
        """Where setup leads to."""
        reached = _Reached()
        self._follow(self.checked.setup or (), "setup", reached)
        if not reached.passes and len(self.checked.turns) == 1:
            [turn] = self.checked.turns
            return [Passing(turn.shown, turn.phases[0].name if turn.phases else None, "0", "the only turn")]
        return list(dict.fromkeys(reached.passes))

    def choices(self) -> Iterator[m.Action]:
        """The actions that can be open, by priority and declaration."""
        found = []
        for action in self.checked.root_actions():
            trigger = action.hears(self.checked.choice_event)
            if trigger is not None and all(map(self._may_hold, (trigger.body, *action.requires))):
                found.append((action, trigger))
        yield from (each[0] for each in sorted(found, key=lambda each: (-each[1].priority, each[0].order)))

    def passes(self, choices: Iterable[m.Action]) -> list[Passing]:
        assert self.turn is not None
        reached = _Reached()
        if self.phase is not None and self.phase.effect is not None:
            self._follow(self.phase.effect, f"phase {self.phase.name}", reached)
        for action in choices:
            self._act(action, reached)
        self._default(reached)
        heard: set[m.Action] = set()
        while reached.thrown:
            thrown = reached.thrown.pop()
            for action in self.checked.root_actions():
                if action not in heard and any(may_be(thrown, each.event) for each in action.triggers):
                    heard.add(action)
                    self._act(action, reached)
        return reached.passes

    def _default(self, reached: _Reached) -> None:
        assert self.turn is not None
        word = f"default of {self.turn.shown}"
        for stmt in self._statements(self.turn.default):
            if isinstance(stmt, m.Return) and stmt.value is not None and not _is_null(stmt.value):
                name = None if self.phase is None else self.phase.name
                reached.passes.append(Passing(self.turn.shown, name, _text(stmt.value), word))
        self._follow(self.turn.default, word, reached)

    # ------------------------------------------------------------------------------------------------- following

    def _act(self, action: m.Action, reached: _Reached) -> None:
        for version in _versions(self.checked, action):
            if version not in reached.met:
                reached.met.add(version)
                self._follow(version.effect, _action(version), reached)

    def _follow(self, block: m.Block, word: str, reached: _Reached) -> None:
        for stmt in self._statements(block):
            for expr in walk.own_expressions(stmt):
                for part in walk.inside(expr):
                    self._note(part, word, reached)

    def _note(self, part: m.Expr, word: str, reached: _Reached) -> None:
        match part:
            case m.TableCall(name="turn.pass", arguments=(player, phase)):
                if player is not None:
                    reached.passes.append(self._to(player, phase, word))
            case m.TableCall(name="turns.use", arguments=(turn, phase)):
                reached.passes.append(self._used(turn, phase, word))
            case m.FunctionCall(function=function):
                for version in _function_versions(self.checked, function):
                    if version not in reached.met:
                        reached.met.add(version)
                        self._follow(version.body, word, reached)
            case m.ActionCall(action=action):
                self._act(action, reached)
        thrown = _thrown(part)
        if thrown is not None:
            reached.thrown.append(thrown)

    def _to(self, player: m.Expr, phase: m.Expr | None, word: str) -> Passing:
        turn = self.turn
        if turn is None and len(self.checked.turns) == 1:
            [turn] = self.checked.turns
        name = None if turn is None else turn.shown
        if phase is None:
            kept = self.phase or (turn.phases[0] if self.turn is None and turn is not None and turn.phases else None)
            return Passing(name, None if kept is None else kept.name, _text(player), word)
        return Passing(name, _constant(phase), _text(player), word)

    def _used(self, turn: m.Expr | None, phase: m.Expr | None, word: str) -> Passing:
        name = None if turn is None else _constant(turn)
        known = next((each for each in self.checked.turns if each.name == name), None)
        first = known.phases[0].name if known is not None and known.phases else None
        return Passing(name, first if phase is None else _constant(phase), "player.active()", word)

    # ------------------------------------------------------------------------------------------------- deciding

    def _statements(self, block: m.Block) -> Iterator[m.Stmt]:
        """The statements of a block that can run here, those inside others too."""
        for stmt in block:
            match stmt:
                case m.If(branches=branches, otherwise=otherwise):
                    yield stmt
                    for condition, body in branches:
                        known = self._decided(condition)
                        if known is not False:
                            yield from self._statements(body)
                        if known is True:
                            break
                    else:
                        yield from self._statements(otherwise)
                case m.Nested(body=body) | m.While(body=body) | m.For(body=body):
                    yield stmt
                    yield from self._statements(body)
                case _:
                    yield stmt
            if isinstance(stmt, m.Return):
                return

    def _may_hold(self, block: m.Block) -> bool:
        """Whether a block that judges may say yes here."""
        returned = [stmt for stmt in self._statements(block) if isinstance(stmt, m.Return)]
        return any(stmt.value is None or self._decided(stmt.value) is not False for stmt in returned)

    def _decided(self, expr: m.Expr) -> bool | None:
        """What a condition comes to here; None where that is open."""
        match expr:
            case m.Const(value=bool() as value):
                return value
            case m.Not(operand=operand):
                inner = self._decided(operand)
                return None if inner is None else not inner
            case m.Equal(left=left, right=right, is_negated=is_negated):
                one, other = self._name(left), self._name(right)
                return None if one is None or other is None else (one == other) is not is_negated
            case m.Logic(operator="&&" | "&" | "||" | "|" as operator, left=left, right=right):
                decides = operator in ("||", "|")
                sides = (self._decided(left), self._decided(right))
                if decides in sides:
                    return decides
                return None if None in sides else not decides
        return None

    def _name(self, expr: m.Expr) -> str | None:
        """A name that is known here; null is empty: so is the phase of a turn that has none."""
        match expr:
            case m.Const(value=None):
                return ""
            case m.Const(value=str() as value):
                return value
            case m.TableCall(name="turn.phase.active"):
                if self.phase is not None:
                    return self.phase.name
                return None if self.turn is None else ""
            case m.NameOf(operand=m.TableCall(name="turn.active")):
                return None if self.turn is None else self.turn.name
        return None


# ------------------------------------------------------------------------------------------------------------- symbols


def _versions(checked: m.Checked, action: m.Action) -> Iterator[m.Action]:
    yield action
    for class_ in checked.derived(action.owner):
        version = class_.actions.get(action.name)
        if version is not None and version is not action:
            yield version


def _function_versions(checked: m.Checked, function: m.Function) -> Iterator[m.Function]:
    yield function
    for class_ in () if function.owner is None else checked.derived(function.owner):
        version = class_.functions.get(function.name)
        if version is not None and version is not function:
            yield version


def _thrown(part: m.Expr) -> t.Type | None:
    match part:
        case m.TableCall(name="event.throw" | "event.throw_sync", arguments=(thrown, *_)) if thrown is not None:
            return thrown.type
    return None


def _action(action: m.Action) -> str:
    return f"{action.owner.shown}.{action.name}"


def _who(section: walk.Section) -> str:
    """In whose text a block stands."""
    match section.owner:
        case m.Action() as action:
            return _action(action)
        case m.Function(owner=None) as function:
            return f"function {function.name}"
        case m.Function(owner=m.Class() as class_) as function:
            return f"function {class_.shown}.{function.name}"
        case m.Phase() as phase:
            return f"phase {phase.name}"
        case m.Turn() as turn:
            return f"default of {turn.shown}"
        case m.Class() as class_:
            return f"{section.word} of {class_.shown}"
        case m.Group() as group:
            return f"default of {group.board.shown}.{group.name}"
    return "setup"


def _constant(expr: m.Expr) -> str | None:
    return expr.value if isinstance(expr, m.Const) and isinstance(expr.value, str) else None


def _is_null(expr: m.Expr) -> bool:
    return isinstance(expr, m.Const) and expr.value is None


def _text(expr: m.Expr) -> str:
    """An expression as it is written, on one line."""
    span = expr.span
    return " ".join(span.source.text[span.start : span.end].split())
