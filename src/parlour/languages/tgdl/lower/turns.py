"""The turn engine: setting up, turns and phases, choices, passes.

the game:   catch over                              `winner` leads here from anywhere
              global classes; set up; the queue
              for ever
                a phase with an effect: its inputs, the effect, the queue; then the default, if nobody passed
                a phase without: a choice, what it does, the queue; with nothing open, the default
                the pass that was noted
"""

from __future__ import annotations

from parlour.core import builder, nodes
from parlour.core.nodes import Evaluate, Expr, SetGlobal, Stmt
from parlour.core.types import BOOL, INT, NONE, STRING, ListType, ObjectType, OptionalType
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.lower import hiding, names, objects, tracking
from parlour.languages.tgdl.lower.actions import CHOICE_LABEL, CHOICES, PERFORM
from parlour.languages.tgdl.lower.context import Lowering
from parlour.languages.tgdl.lower.inputs import fill_all
from parlour.languages.tgdl.lower.prompts import constant_prompt
from parlour.languages.tgdl.lower.tracing import happened, unfilled

APPLY, MAYBE_STRING = "carry out the pass", OptionalType(STRING)
_TURN, _PHASE = names.global_variable(names.TURN), names.global_variable(names.PHASE)
_NOTED, _NOTED_PHASE = names.global_variable(names.NOTED_PLAYER), names.global_variable(names.NOTED_PHASE)


def write(low: Lowering) -> None:
    for turn in low.checked.turns:
        _write_default(low, turn)
        for phase in turn.phases:
            _write_phase(low, turn, phase)
    _write_notes(low)
    _write_phase_names(low)
    _write_set_up(low)
    _write_entry(low)


def _call(name: str, *args: Expr) -> Stmt:
    return Evaluate(nodes.Call(name, args, NONE))


def _phase_count(turn: m.Turn) -> int:
    return max(1, len(turn.phases))


# ------------------------------------------------------------------------------------------------------------- passes


def _default_name(turn: m.Turn) -> str:
    return f"default of {turn.shown}"


def _write_default(low: Lowering, turn: m.Turn) -> None:
    result = OptionalType(INT)
    with low.writing("default", result) as body:
        stmts = [*low.block(turn.default), nodes.Return(builder.none_of(result))]
        label = f"default of turn {turn.name}"
        low.add(body.build.function(_default_name(turn), result, stmts, label=label, span=turn.span))


def _write_notes(low: Lowering) -> None:
    """`turn.pass(p, phase)`, and `turn.pass()`, which asks the default of the turn."""
    with low.writing() as body:
        player = body.build.parameter("player", INT)
        phase = body.build.parameter("phase", MAYBE_STRING)
        known = nodes.Call(names.PHASE_NUMBER, (_TURN, nodes.Narrow(phase, STRING)), INT)
        stmts: list[Stmt] = [
            SetGlobal(names.NOTED_PHASE, builder.number(-1)),
            builder.when(nodes.Is(phase, STRING), SetGlobal(names.NOTED_PHASE, known)),
            SetGlobal(names.NOTED_PLAYER, player),
            SetGlobal(names.HAS_PASSED, builder.TRUE),
        ]
        low.add(body.build.function(names.NOTE_PASS, NONE, stmts))
    with low.writing() as body:
        found = body.build.fresh("player", OptionalType(INT))
        stmts = [SetGlobal(names.HAS_PASSED, builder.FALSE), builder.assign(found, builder.none_of(found.type))]
        arms: list[tuple[Expr, nodes.Block]] = []
        for place, turn in enumerate(low.checked.turns):
            told = happened(low, "started", f"default of turn {turn.name}", at=turn.span)
            asked = builder.assign(found, nodes.Call(_default_name(turn), (), found.type))
            message = builder.text(f"the default of turn {turn.name} neither returns a player nor passes")
            silent = nodes.And(builder.negated(names.global_variable(names.HAS_PASSED)), nodes.Is(found, NONE))
            failed = builder.when(silent, nodes.Raise("turn", message, turn.span))
            arms.append((builder.op("eq", _TURN, builder.number(place)), (*told, asked, failed)))
        nobody = nodes.Raise("turn", builder.text("there is no turn to pass in"))
        stmts.append(nodes.If(tuple(arms), (nobody,)) if arms else nobody)
        taken: list[Stmt] = [
            SetGlobal(names.NOTED_PLAYER, nodes.Narrow(found, INT)),
            SetGlobal(names.NOTED_PHASE, builder.number(-1)),
            SetGlobal(names.HAS_PASSED, builder.TRUE),
        ]
        if arms:
            stmts.append(builder.when(builder.negated(names.global_variable(names.HAS_PASSED)), *taken))
        low.add(body.build.function(names.NOTE_DEFAULT, NONE, stmts))
    apply = builder.when(
        builder.op("ge", _NOTED, builder.number(0)),
        SetGlobal(names.ACTIVE, _NOTED),
        builder.when(builder.op("ge", _NOTED_PHASE, builder.number(0)), SetGlobal(names.PHASE, _NOTED_PHASE)),
        *_forget(),
    )
    low.add(nodes.Function(APPLY, (), NONE, (apply,)))


def _forget() -> list[Stmt]:
    """No pass is noted any more."""
    return [
        SetGlobal(names.NOTED_PLAYER, builder.number(-1)),
        SetGlobal(names.NOTED_PHASE, builder.number(-1)),
        SetGlobal(names.HAS_PASSED, builder.FALSE),
    ]


def _write_phase_names(low: Lowering) -> None:
    turns = low.checked.turns
    with low.writing() as body:
        turn, name = body.build.parameter("turn", INT), body.build.parameter("name", STRING)
        stmts: list[Stmt] = []
        for place, each in enumerate(turns):
            inner: list[Stmt] = [
                builder.when(builder.op("eq", name, builder.text(phase.name)), nodes.Return(builder.number(at)))
                for at, phase in enumerate(each.phases)
            ]
            inner.append(nodes.Raise("turn", builder.sentence(f"turn {each.name} has no phase ", name)))
            stmts.append(builder.when(builder.op("eq", turn, builder.number(place)), *inner))
        stmts.append(nodes.Raise("turn", builder.sentence("there is no turn with a phase ", name)))
        low.add(body.build.function(names.PHASE_NUMBER, INT, stmts))
    with low.writing() as body:
        stmts = []
        for place, each in enumerate(turns):
            for at, phase in enumerate(each.phases):
                is_it = nodes.And(
                    builder.op("eq", _TURN, builder.number(place)), builder.op("eq", _PHASE, builder.number(at))
                )
                stmts.append(builder.when(is_it, nodes.Return(low.fit(builder.text(phase.name), MAYBE_STRING))))
        stmts.append(nodes.Return(builder.none_of(MAYBE_STRING)))
        low.add(body.build.function(names.PHASE_NAME, MAYBE_STRING, stmts))
    with low.writing() as body:
        name, phase_name = body.build.parameter("name", STRING), body.build.parameter("phase", MAYBE_STRING)
        arms: list[tuple[Expr, nodes.Block]] = []
        for place, each in enumerate(turns):
            found = nodes.Call(names.PHASE_NUMBER, (builder.number(place), nodes.Narrow(phase_name, STRING)), INT)
            used: list[Stmt] = [
                SetGlobal(names.TURN, builder.number(place)),
                SetGlobal(names.PHASE, builder.number(0)),
                builder.when(nodes.Is(phase_name, STRING), SetGlobal(names.PHASE, found)),
                *_forget(),
                SetGlobal(names.HAS_SWITCHED, builder.TRUE),
            ]
            arms.append((builder.op("eq", name, builder.text(each.name)), tuple(used)))
        unknown = nodes.Raise("turn", builder.sentence("there is no turn ", name))
        low.add(body.build.function(names.USE_TURN, NONE, [nodes.If(tuple(arms), (unknown,)) if arms else unknown]))


# ------------------------------------------------------------------------------------------------------------- phases


def _phase_function(turn: m.Turn, phase: m.Phase) -> str:
    return f"phase {turn.shown}.{phase.name}"


def _write_phase(low: Lowering, turn: m.Turn, phase: m.Phase) -> None:
    """Runs an automatic phase; whether its effect was run is what it gives."""
    if phase.effect is None:
        return
    effect_name = f"effect {turn.shown}.{phase.name}"
    with low.writing("effect", NONE) as body:
        for each in phase.inputs:
            low.parameter(each.var)
        stmts = low.block(phase.effect)
        low.add(body.build.function(effect_name, NONE, stmts, label=f"phase {phase.name}", span=phase.span))
    with low.writing("phase", BOOL) as body:
        name = f"phase {phase.name}"
        stmts = fill_all(low, phase.inputs, lambda each: [*unfilled(low, name, each), nodes.Return(builder.FALSE)])
        args = tuple(low.local(each.var) for each in phase.inputs)
        stmts += [Evaluate(nodes.Call(effect_name, args, NONE, phase.span)), nodes.Return(builder.TRUE)]
        low.add(body.build.function(_phase_function(turn, phase), BOOL, stmts))


def _step(low: Lowering) -> list[Stmt]:
    """A phase: one that runs by itself, or a choice. It stands in the game itself: a question has one frame less
    below it."""
    build = low.body.build
    ran, choices = build.fresh("has run", BOOL), build.fresh("choices", ListType(names.CHOICE))
    choice = build.fresh("choice", names.CHOICE)
    question = nodes.Question(
        names.global_variable(names.ACTIVE),
        nodes.Options(choices, CHOICE_LABEL),
        "choice",
        constant_prompt(low, "action"),
    )
    waiting: list[Stmt] = [
        builder.assign(choices, nodes.Call(CHOICES, (), choices.type)),
        builder.when(
            builder.op("eq", builder.length(choices), builder.number(0)),
            *happened(low, "skipped", "the choice", why="nothing is open"),
            *_idle(low),
            _call(names.NOTE_DEFAULT),
            otherwise=[
                SetGlobal(names.IDLE, builder.number(0)),
                *hiding.conceal(low, choices, names.global_variable(names.ACTIVE)),
                nodes.Ask(choice.name, question),
                _call(PERFORM, choice),
            ],
        ),
        _call(names.RUN_QUEUE),
    ]
    nobody_passed = nodes.And(
        builder.op("lt", _NOTED, builder.number(0)), builder.negated(names.global_variable(names.HAS_SWITCHED))
    )
    after: list[Stmt] = [
        builder.when(ran, SetGlobal(names.IDLE, builder.number(0)), otherwise=_idle(low)),
        _call(names.RUN_QUEUE),
        builder.when(nobody_passed, _call(names.NOTE_DEFAULT), _call(names.RUN_QUEUE)),
    ]
    arms: list[tuple[Expr, nodes.Block]] = []
    for place, turn in enumerate(low.checked.turns):
        for at, phase in enumerate(turn.phases):
            if phase.effect is not None:
                is_it = nodes.And(
                    builder.op("eq", _TURN, builder.number(place)), builder.op("eq", _PHASE, builder.number(at))
                )
                run = builder.assign(ran, nodes.Call(_phase_function(turn, phase), (), BOOL))
                arms.append((is_it, (run, *after)))
    begin: list[Stmt] = [*_entered(low), SetGlobal(names.HAS_SWITCHED, builder.FALSE)]
    body_ = [nodes.If(tuple(arms), tuple(waiting))] if arms else waiting
    return [*begin, *body_, _call(APPLY)]


def _entered(low: Lowering) -> list[Stmt]:
    """An observed program tells which phase it enters."""
    arms: list[tuple[Expr, nodes.Block]] = []
    for place, turn in enumerate(low.checked.turns):
        for at, phase in enumerate(turn.phases or (None,)):
            is_it = nodes.And(
                builder.op("eq", _TURN, builder.number(place)), builder.op("eq", _PHASE, builder.number(at))
            )
            name = f"turn {turn.name}" if phase is None else f"phase {phase.name} of turn {turn.name}"
            told = happened(low, "entered", name, at=turn.span if phase is None else phase.span)
            arms.append((is_it, tuple(told)))
    return [nodes.If(tuple(arms))] if low.observes and arms else []


def _idle(low: Lowering) -> list[Stmt]:
    """A phase in which nothing happened; a whole circle of them is the end."""
    idle = names.global_variable(names.IDLE)
    most: Expr = builder.number(1)
    for place, turn in enumerate(low.checked.turns):
        most = nodes.Choose(
            builder.op("eq", _TURN, builder.number(place)), builder.number(low.players * _phase_count(turn)), most, INT
        )
    stuck = nodes.Raise("stuck", builder.text("no player can act"))
    return [
        SetGlobal(names.IDLE, builder.op("add", idle, builder.number(1))),
        builder.when(builder.op("gt", idle, most), stuck),
    ]


# ------------------------------------------------------------------------------------------------------------ the game


def _write_set_up(low: Lowering) -> None:
    assert low.checked.setup is not None
    with low.writing("setup", NONE) as body:
        low.add(body.build.function(names.SET_UP, NONE, low.block(low.checked.setup), label="setup"))


def _write_entry(low: Lowering) -> None:
    things = ListType(names.A_THING)
    begin: list[Stmt] = [
        SetGlobal(names.ACTIVE, builder.number(0)),
        SetGlobal(names.TURN, builder.number(-1)),
        SetGlobal(names.PHASE, builder.number(0)),
        *_forget(),
        SetGlobal(names.HAS_SWITCHED, builder.FALSE),
        SetGlobal(names.IDLE, builder.number(0)),
        SetGlobal(names.QUEUE, nodes.MakeList((), ListType(ObjectType(names.QUEUED)))),
        SetGlobal(names.OWNED, nodes.MakeList((), things)),
        SetGlobal(names.SCOPE, nodes.MakeList((), names.global_variable(names.SCOPE).type)),
    ]
    with low.writing() as body:
        no_turn = builder.op("lt", _TURN, builder.number(0))
        if len(low.checked.turns) == 1:
            choose: Stmt = builder.when(no_turn, SetGlobal(names.TURN, builder.number(0)))
        else:
            choose = builder.when(no_turn, nodes.Raise("stuck", builder.text("there is no turn to play")))
        made = objects.set_up(low)
        begin += [*tracking.set_up(low), *hiding.set_up(low)]
        game: list[Stmt] = [
            *begin,
            *made,
            _call(names.SET_UP),
            _call(names.RUN_QUEUE),
            choose,
            _call(APPLY),
            nodes.While(builder.TRUE, tuple(_step(low))),
        ]
        low.add(body.build.function(names.ENTRY, NONE, [nodes.Catch(names.OVER, tuple(game))]))
