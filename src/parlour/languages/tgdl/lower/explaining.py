"""Functions of an observed program that say of every action that can be chosen what keeps it from being open.

`why N`, N the number of an action, gives a pair for every tracked object of its class that the active player may use:
what stands in the way, and the object. What stands in the way is `open`, `require K`, `trigger`, `empty K` (there is
nothing to choose from for input K), `filter K F` (the first F + 1 filters of input K let nothing pass) or `input K`.
"""

from __future__ import annotations

from parlour.core import builder, nodes
from parlour.core.nodes import Expr, Stmt
from parlour.core.types import BOOL, STRING, ListType, TupleType
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.lower import actions, inputs, names
from parlour.languages.tgdl.lower.context import Lowering

FOUND = TupleType((STRING, names.A_THING))


def why_name(number: int) -> str:
    return f"why {number}"


def write(low: Lowering) -> None:
    """For every action that can be chosen."""
    for number, action in enumerate(low.checked.root_actions()):
        trigger = action.hears(low.checked.choice_event)
        if trigger is not None:
            obstacle = _write_obstacle(low, action, trigger)
            _write_why(low, number, action, obstacle)


def _write_why(low: Lowering, number: int, action: m.Action, obstacle: str) -> None:
    with low.writing("trigger") as body:
        found = body.build.fresh("found", ListType(FOUND))

        def judge(thing: nodes.Local) -> list[Stmt]:
            said = nodes.Call(obstacle, (thing,), STRING)
            pair = nodes.MakeTuple((said, low.fit(thing, names.A_THING)), FOUND)
            usable = actions.usable(low, action.owner, thing)
            return [builder.push(found, pair) if usable is None else builder.when(usable, builder.push(found, pair))]

        stmts: list[Stmt] = [builder.assign(found, nodes.MakeList((), ListType(FOUND)))]
        stmts += actions.each_thing(low, action.owner, judge)
        low.add(body.build.function(why_name(number), ListType(FOUND), [*stmts, nodes.Return(found)]))


def _write_obstacle(low: Lowering, action: m.Action, trigger: m.Trigger) -> str:
    name = f"obstacle {action.owner.shown}.{action.name}"
    with low.writing("trigger", STRING) as body:
        low.this_parameter(action.owner.shown)
        stmts = actions.choice_variables(low, action, trigger)
        for place, condition in enumerate(actions.requires(low, action)):
            stmts.append(builder.when(builder.negated(condition), _says(f"require {place}")))
        stmts.append(builder.when(builder.negated(actions.accepts(low, action, trigger)), _says("trigger")))
        asked = [each for each in action.inputs if each.modifier != "function"]
        for place, each in enumerate(asked):
            can = inputs.can_fill(low, asked[: place + 1])
            if can is None:
                continue
            blocked: list[Stmt] = []
            if place == 0 and not each.is_simultaneous:
                blocked += _first_input(low, each)
            stmts.append(builder.when(builder.negated(can), *blocked, _says(f"input {place}")))
        low.add(body.build.function(name, STRING, [*stmts, _says("open")]))
    return name


def _first_input(low: Lowering, each: m.Input) -> list[Stmt]:
    """Says more of an input that depends on no other."""
    stmts: list[Stmt] = []
    for count in range(len(each.filters) + 1):
        word = "empty 0" if count == 0 else f"filter 0 {count - 1}"
        passed = low.body.build.fresh("passed", BOOL)

        def note(value: nodes.Local, count: int = count, passed: nodes.Local = passed) -> list[Stmt]:
            mark: list[Stmt] = [builder.assign(passed, builder.TRUE), nodes.Break()]
            if count == 0:
                return mark
            condition: Expr = inputs.passes(low, each.filters[:count], value, each)
            return [builder.when(condition, *mark)]

        stmts += [
            builder.assign(passed, builder.FALSE),
            *inputs.each_option(low, inputs.element(each), note),
            builder.when(builder.negated(passed), _says(word)),
        ]
    return stmts


def _says(word: str) -> Stmt:
    return nodes.Return(builder.text(word))
