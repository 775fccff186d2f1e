"""Actions: who may start them, what they hear, and how they run.

`call A` judges the requires of an action, fills its inputs and runs its effect; `start A` does the last two, for a
choice that was judged when it was offered; `may A` says whether it is open for a choice. An event is heard by the
function of its class, which judges all triggers and puts the accepted actions in a queue, in the order in which they
will run: priority, declaration, creation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from parlour.core import builder, nodes
from parlour.core.nodes import Evaluate, Expr, Stmt
from parlour.core.passes.order import do
from parlour.core.types import BOOL, INT, NONE, STRING, ListType, ObjectType
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import walk
from parlour.languages.tgdl.lower import names
from parlour.languages.tgdl.lower.calls import call_name
from parlour.languages.tgdl.lower.closures import judging
from parlour.languages.tgdl.lower.context import Lowering
from parlour.languages.tgdl.lower.inputs import can_fill, fill_all
from parlour.languages.tgdl.lower.labels import label
from parlour.languages.tgdl.lower.nulls import root_action
from parlour.languages.tgdl.lower.objects import new
from parlour.languages.tgdl.lower.tracing import action_name, for_whom, happened, unfilled
from parlour.languages.tgdl.lower.tracing import thrown as thrown_here
from parlour.languages.tgdl.lower.tracking import live_class

CHOICES, PERFORM, RUN_START, CHOICE_LABEL = "open choices", "perform a choice", "run a start", "label of a choice"
STARTS = ListType(ObjectType(names.QUEUED))


def write(low: Lowering) -> None:
    for class_ in low.checked.classes:
        for action in class_.actions.values():
            _write_effect(low, action)
    for action in low.checked.root_actions():
        _write_start(low, action)
        _write_call(low, action)
    for class_ in low.checked.classes:
        if class_.kind == "event":
            _write_hear(low, class_)
    _write_queue(low)
    _write_choices(low)


# ------------------------------------------------------------------------------------------------------------ running


def _uses_event(low: Lowering, action: m.Action, blocks: Iterable[m.Block] | None = None) -> bool:
    """Whether some block of an action speaks of the event that started it."""
    family = _family(low, root_action(action))
    variables = {each.event for each in family}
    if blocks is None:
        root = root_action(action)
        blocks = [*_judged(root), *(each.effect for each in family)]
    return any(
        isinstance(expr, m.Local) and expr.var in variables for block in blocks for expr in walk.expressions(block)
    )


def _judged(action: m.Action) -> list[m.Block]:
    """The blocks that are judged before an action runs, triggers left out."""
    found = list(action.requires)
    for each in action.inputs:
        found += [filter_.body for filter_ in (*each.filters, *each.list_filters)]
        found += [each.information] if each.information is not None else []
        if not isinstance(each.target, str):
            found.append((m.Evaluate(each.span, each.target),))
    return found


def _family(low: Lowering, root: m.Action) -> list[m.Action]:
    """All versions of an action."""
    return [
        action
        for class_ in low.checked.derived(root.owner)
        if (action := class_.actions.get(root.name)) is not None and root_action(action) is root
    ]


def _write_effect(low: Lowering, action: m.Action) -> None:
    with low.writing("effect", NONE) as body:
        low.this_parameter(action.owner.shown)
        given = _event(low, action)
        for each in action.inputs:
            low.parameter(each.var)
        body.visible.append(action.event)
        stmts = [*given, *low.block(action.effect)]
        name = low.effect_name(action)
        low.add(body.build.function(name, NONE, stmts, label=f"action {action.name}", span=action.span))


def _event(low: Lowering, action: m.Action) -> list[Stmt]:
    """The parameter with the event, and the variable that it becomes where somebody looks at it."""
    given = low.body.given_event = low.body.build.parameter("the event", names.MAYBE_EVENT)
    if not _uses_event(low, action):
        return []
    # Versions of an action have variables of their own for the same event.
    stmts: list[Stmt] = []
    for each in dict.fromkeys((root_action(action).event, action.event)):
        local = low.local(each)
        stmts.append(builder.assign(local, low.fit(given, local.type)))
    return stmts


def start_name(low: Lowering, action: m.Action) -> str:
    return low.name((action, "start"), f"start {action.owner.shown}.{action.name}")


def _write_start(low: Lowering, action: m.Action) -> None:
    with low.writing("start", NONE) as body:
        this = low.this_parameter(action.owner.shown)
        stmts = _event(low, action)
        body.visible.append(action.event)
        name = action_name(action)
        stmts += fill_all(low, action.inputs, lambda each: [*unfilled(low, name, each, this), nodes.Return()])
        stmts += happened(low, "started", name, at=action.span, on=this, seat=for_whom(action, this))
        assert body.given_event is not None
        args = (this, body.given_event, *(low.local(each.var) for each in action.inputs))
        run: Expr = nodes.Call(low.effect_name(action), args, NONE, action.span)
        if len(_family(low, action)) > 1:
            run = nodes.VirtualCall(low.effect_method(action), args, NONE, action.span)
        stmts.append(Evaluate(run, action.span))
        low.add(body.build.function(start_name(low, action), NONE, stmts))


def _write_call(low: Lowering, action: m.Action) -> None:
    with low.writing("call", NONE) as body:
        this = low.this_parameter(action.owner.shown)
        stmts = _event(low, action)
        for condition, require in zip(requires(low, action), action.requires, strict=True):
            at = require[0].span if require else action.span
            told = happened(low, "skipped", action_name(action), why="a require says no", at=at, on=this)
            stmts.append(builder.when(builder.negated(condition), *told, nodes.Return()))
        assert body.given_event is not None
        stmts.append(Evaluate(nodes.Call(start_name(low, action), (this, body.given_event), NONE, action.span)))
        low.add(body.build.function(call_name(low, action), NONE, stmts))


def requires(low: Lowering, action: m.Action) -> list[Expr]:
    """Whether each of the requires of an action holds."""
    found = []
    for place, require in enumerate(action.requires):
        name = f"require of {action.name}"
        closure = judging(low, (action, "require", place), name, require, BOOL, (), action.span)
        found.append(closure.judge(low))
    return found


def accepts(low: Lowering, action: m.Action, trigger: m.Trigger) -> Expr:
    """Whether a trigger accepts its event; the event is known under the trigger's variable."""
    if len(trigger.body) == 1 and isinstance(trigger.body[0], m.Return):
        value = trigger.body[0].value
        if isinstance(value, m.Const) and value.value is True:
            return builder.TRUE
    name = f"trigger of {action.name}"
    return judging(low, trigger, name, trigger.body, BOOL, (), trigger.span).judge(low)


# ------------------------------------------------------------------------------------------------------------- events


def _write_hear(low: Lowering, event: m.Class) -> None:
    with low.writing("trigger", NONE) as body:
        build = body.build
        thrown = build.parameter("thrown", ObjectType(event.shown))
        into = build.parameter("into", STARTS)
        hearers = [
            (action, trigger) for action in low.checked.root_actions() if (trigger := action.hears(event)) is not None
        ]
        hearers.sort(key=lambda each: (-each[1].priority, each[0].order))
        numbers = {action: place for place, action in enumerate(low.checked.root_actions())}
        stmts = thrown_here(low, event)
        for action, trigger in hearers if event is not low.checked.choice_event else ():
            known = low.local(trigger.var)
            stmts.append(builder.assign(known, low.fit(thrown, known.type)))

            def accept(thing: Expr, action: m.Action = action, trigger: m.Trigger = trigger) -> list[Stmt]:
                given = (
                    builder.number(numbers[action]),
                    low.fit(thing, names.A_THING),
                    low.fit(thrown, names.AN_EVENT),
                )
                start = nodes.New(names.QUEUED, given, ObjectType(names.QUEUED))
                condition = accepts(low, action, trigger)
                name, whom = action_name(action), for_whom(action, thing)
                yes, no = (
                    happened(low, "judged", name, why=f"the trigger says {word}", at=trigger.span, on=thing, seat=whom)
                    for word in ("yes", "no")
                )
                taken = [*yes, builder.push(into, start), *happened(low, "queued", name, on=thing, seat=whom)]
                return taken if condition is builder.TRUE else [builder.when(condition, *taken, otherwise=no)]

            stmts += each_thing(low, action.owner, accept)
        low.add(build.function(low.hear_name(event), NONE, stmts))


def each_thing(low: Lowering, class_: m.Class, use: Callable[[nodes.Local], list[Stmt]]) -> list[Stmt]:
    """Runs statements for all tracked objects of a class, in order of creation, each of them `this` meanwhile."""
    build = low.body.build
    kind = ObjectType(class_.shown)
    outer, thing = low.body.this, build.fresh("thing", kind)
    low.body.this = thing
    done = use(thing)
    low.body.this = outer
    if class_.scope == "global" and len(low.checked.derived(class_)) == 1:
        return [builder.assign(thing, nodes.Global(names.instance_name(class_.shown), kind)), *done]
    if class_.kind == "interactable":
        discarded = nodes.Field(thing, names.DISCARDED, BOOL)
        done = [builder.when(builder.negated(discarded), *done)]
    stmts: list[Stmt] = []
    at = build.fresh("at", INT)
    things = build.keep(live_class(low, class_), stmts, "things")
    turn = (builder.assign(thing, builder.op("list_get", things, at)), *done)
    return [*stmts, nodes.For(at.name, builder.number(0), builder.length(things), turn)]


def _write_queue(low: Lowering) -> None:
    """Runs what waits, first come first served."""
    queue = names.global_variable(names.QUEUE)
    first = builder.op("list_remove", queue, builder.number(0))
    run = Evaluate(nodes.Call(RUN_START, (first,), NONE))
    loop = nodes.While(builder.op("gt", builder.length(queue), builder.number(0)), (run,))
    over = nodes.SetGlobal(names.RUNNING, builder.number(-1))
    low.add(nodes.Function(names.RUN_QUEUE, (), NONE, (loop, over)))
    with low.writing() as body:
        starts = body.build.parameter("starts", STARTS)
        at = body.build.fresh("at", INT)
        run = Evaluate(nodes.Call(RUN_START, (builder.op("list_get", starts, at),), NONE))
        low.add(
            body.build.function(
                names.RUN_STARTS, NONE, [nodes.For(at.name, builder.number(0), builder.length(starts), (run,))]
            )
        )
    with low.writing() as body:
        start = body.build.parameter("start", ObjectType(names.QUEUED))
        which = nodes.Field(start, names.QUEUED_ACTION, INT)
        thing = nodes.Field(start, names.QUEUED_OBJECT, names.A_THING)
        event = low.fit(nodes.Field(start, names.QUEUED_EVENT, names.AN_EVENT), names.MAYBE_EVENT)
        arms: list[tuple[Expr, nodes.Block]] = []
        for place, action in enumerate(low.checked.root_actions()):
            if any(trigger.event is not low.checked.choice_event for trigger in action.triggers):
                kind = ObjectType(action.owner.shown)
                call = nodes.Call(call_name(low, action), (low.fit(thing, kind), event), NONE)
                arms.append((builder.op("eq", which, builder.number(place)), (Evaluate(call),)))
        running = nodes.SetGlobal(names.RUNNING, which)
        low.add(body.build.function(RUN_START, NONE, [running, nodes.If(tuple(arms))] if arms else []))


# ------------------------------------------------------------------------------------------------------------ choices


def _choices(low: Lowering) -> list[tuple[int, m.Action, m.Trigger]]:
    """The actions that players may choose, with their numbers, by priority and declaration."""
    found = []
    for place, action in enumerate(low.checked.root_actions()):
        trigger = action.hears(low.checked.choice_event)
        if trigger is not None:
            found.append((place, action, trigger))
    return sorted(found, key=lambda each: (-each[2].priority, each[1].order))


def _write_choices(low: Lowering) -> None:
    with low.writing("trigger") as body:
        build = body.build
        found, before = build.fresh("choices", ListType(names.CHOICE)), build.fresh("before", INT)
        stmts: list[Stmt] = [builder.assign(found, nodes.MakeList((), ListType(names.CHOICE)))]
        for place, action, trigger in _choices(low):
            may = _write_may(low, action, trigger)

            def offer(thing: nodes.Local, place: int = place, action: m.Action = action, may: str = may) -> list[Stmt]:
                item = nodes.MakeTuple((builder.number(2 * place), low.fit(thing, names.A_THING)), names.CHOICE)
                is_open: Expr = nodes.Call(may, (thing,), BOOL)
                may_use = usable(low, action.owner, thing)
                return [
                    builder.when(is_open if may_use is None else nodes.And(may_use, is_open), builder.push(found, item))
                ]

            is_alone = action.owner.scope == "global" and len(low.checked.derived(action.owner)) == 1
            stmts += [] if is_alone else [builder.assign(before, builder.length(found))]
            stmts += each_thing(low, action.owner, offer)
            stmts += [] if is_alone else [Evaluate(low.call("tell_apart", found, before))]
        low.add(build.function(CHOICES, ListType(names.CHOICE), [*stmts, nodes.Return(found)]))
    _write_perform(low)
    _write_label(low)


def usable(low: Lowering, class_: m.Class, thing: Expr) -> Expr | None:
    """Whether the active player may use a thing; None if everybody may."""
    active = names.global_variable(names.ACTIVE)
    match class_.scope:
        case "local":
            return builder.op("eq", nodes.Field(thing, names.OWNER, INT), active)
        case "group":
            members = nodes.Field(thing, names.MEMBERS, ListType(INT))
            return builder.op("ge", low.call("index_of", members, active), builder.number(0))
    return None


def _write_may(low: Lowering, action: m.Action, trigger: m.Trigger) -> str:
    """Whether an action is open: its requires hold, its trigger accepts, and its inputs can be filled."""
    name = low.name((action, "may"), f"may {action.owner.shown}.{action.name}")
    with low.writing("trigger", BOOL) as body:
        low.this_parameter(action.owner.shown)
        stmts = choice_variables(low, action, trigger)
        for condition in (*requires(low, action), accepts(low, action, trigger)):
            if condition is not builder.TRUE:
                stmts.append(builder.when(builder.negated(condition), nodes.Return(builder.FALSE)))
        filled = can_fill(low, action.inputs)
        stmts.append(nodes.Return(builder.TRUE if filled is None else filled))
        low.add(body.build.function(name, BOOL, stmts))
    return name


def choice_variables(low: Lowering, action: m.Action, trigger: m.Trigger) -> list[Stmt]:
    """The event of a choice, where the blocks that judge an action speak of it."""
    stmts: list[Stmt] = []
    uses_trigger = any(isinstance(part, m.Local) and part.var is trigger.var for part in walk.expressions(trigger.body))
    if uses_trigger or _uses_event(low, action, _judged(action)):
        event = low.body.build.keep(choice_event(low), stmts, "event")
        for var in dict.fromkeys((trigger.var, action.event)):
            local = low.local(var)
            stmts.append(builder.assign(local, low.fit(event, local.type)))
    return stmts


def choice_event(low: Lowering) -> Expr:
    """The event of a choice by the active player."""
    event = low.checked.choice_event
    build = low.body.build
    stmts: list[Stmt] = []
    made = build.keep(new(low, event, (), event.span), stmts, "event")
    active = nodes.Field(made, "active", low.type_of(event.attributes["active"]))
    stmts.append(builder.assign(active, low.fit(names.global_variable(names.ACTIVE), active.type)))
    return do(stmts, made)


def _write_perform(low: Lowering) -> None:
    with low.writing() as body:
        choice = body.build.parameter("choice", names.CHOICE)
        which = builder.op("div", nodes.TupleItem(choice, 0, INT), builder.number(2))
        thing = nodes.TupleItem(choice, 1, names.A_THING)
        arms: list[tuple[Expr, nodes.Block]] = []
        for place, action, _ in _choices(low):
            kind = ObjectType(action.owner.shown)
            event: Expr = builder.none_of(names.MAYBE_EVENT)
            if _uses_event(low, action):
                event = low.fit(choice_event(low), names.MAYBE_EVENT)
            call = nodes.Call(start_name(low, action), (low.fit(thing, kind), event), NONE)
            told = happened(low, "chosen", action_name(action), on=thing)
            arms.append((builder.op("eq", which, builder.number(place)), (*told, Evaluate(call))))
        if len(arms) == 1:
            low.add(body.build.function(PERFORM, NONE, list(arms[0][1])))
        else:
            low.add(body.build.function(PERFORM, NONE, [nodes.If(tuple(arms))] if arms else []))


def _write_label(low: Lowering) -> None:
    """The action's name, with its object where it is open on several, or what its `information` says."""
    with low.writing() as body:
        choice = body.build.parameter("choice", names.CHOICE)
        code, thing = nodes.TupleItem(choice, 0, INT), nodes.TupleItem(choice, 1, names.A_THING)
        stmts: list[Stmt] = []
        for place, action, _ in _choices(low):
            words: Expr = builder.text(action.name)
            outer = body.this
            if action.information is not None:
                closure = judging(
                    low,
                    (action, "information"),
                    f"information of {action.name}",
                    action.information,
                    STRING,
                    (),
                    action.span,
                )
                own = body.build.fresh("own", ObjectType(action.owner.shown))
                body.this = own
                words = do([builder.assign(own, low.fit(thing, own.type))], closure.call(low))
                body.this = outer
            shown = body.build.fresh("shown", STRING)
            several = builder.op("eq", builder.op("mod", code, builder.number(2)), builder.number(1))
            named = [
                builder.assign(shown, words),
                builder.when(several, nodes.Return(builder.sentence(shown, " (", label(low, thing), ")"))),
                nodes.Return(shown),
            ]
            stmts.append(
                builder.when(
                    builder.op("eq", builder.op("div", code, builder.number(2)), builder.number(place)), *named
                )
            )
        low.add(body.build.function(CHOICE_LABEL, STRING, [*stmts, nodes.Return(builder.text("?"))]))
