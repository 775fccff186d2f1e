"""Inputs: what can be chosen, who chooses, and how the answer comes to the variable.

An option is offered only if all inputs after it can still be filled. `Chain` is a row of inputs that are filled one
after the other; `can(place)` is a function that says whether those from a place on can be filled, and stops at the
first way that it finds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour.core import builder, nodes
from parlour.core.nodes import Expr, Stmt
from parlour.core.types import BOOL, INT, NONE, STRING, ListType, OptionalType, Type
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.lower import names
from parlour.languages.tgdl.lower.closures import Closure, begin, judging, surroundings
from parlour.languages.tgdl.lower.context import Lowering
from parlour.languages.tgdl.lower.hiding import Concealing, conceal
from parlour.languages.tgdl.lower.labels import label_function
from parlour.languages.tgdl.lower.nulls import may_fail
from parlour.languages.tgdl.lower.prompts import displayed, prompt
from parlour.languages.tgdl.lower.tracking import is_tracked, live
from parlour.syntax.source import Span

# The numbers that an input of numbers offers: 0 to this.
LAST_NUMBER = 100

Block = list[Stmt]


def fill_all(low: Lowering, inputs: Sequence[m.Input], fail: Callable[[m.Input], Block]) -> Block:
    """Fills inputs in their order; `fail` says what is done where one cannot be filled."""
    found = [each for each in inputs if each.modifier != "function"]
    stmts: Block = []
    for place, each in enumerate(found):
        stmts += _fill(low, each, found[place + 1 :], fail(each), each.span)
        low.body.visible.append(each.var)
    return stmts


def fill(low: Lowering, each: m.Input, fail: Block, span: Span) -> Block:
    """An input as a statement."""
    stmts = _fill(low, each, (), fail, span)
    low.body.visible.append(each.var)
    return stmts


def can_fill(low: Lowering, inputs: Sequence[m.Input]) -> Expr | None:
    """Whether these inputs can all be filled, from what the function being written knows; None if they always can."""
    found = [each for each in inputs if each.modifier != "function"]
    closure = _can(low, found)
    return None if closure is None else closure.call(low)


# ------------------------------------------------------------------------------------------------------------- domains


def element(each: m.Input) -> t.Type:
    """What is chosen: of a list its elements."""
    return each.type.of if isinstance(each.type, t.Collection) else each.type


def each_option(low: Lowering, type_: t.Type, use: Callable[[nodes.Local], Block]) -> Block:
    """Runs statements for everything of a type, in order of creation."""
    build = low.body.build
    at = build.fresh("at", INT)
    candidate = build.fresh("candidate", low.core_type(type_))
    count: Expr
    value: Expr
    before: Block = []
    guard: Expr | None = None
    match type_:
        case t.PLAYER:
            count, value = builder.number(low.players), at
        case t.BOOL:
            count, value = builder.number(2), builder.op("eq", at, builder.number(0))
        case t.NUMBER:
            count, value = builder.number(LAST_NUMBER + 1), builder.op("to_float", at)
        case t.STRING:
            texts = tuple(map(builder.text, low.checked.strings))
            kept = build.keep(nodes.MakeList(texts, ListType(STRING)), before, "texts")
            count, value = builder.length(kept), builder.op("list_get", kept, at)
        case t.Object() | t.OfKind() | t.GroupType():
            things = build.keep(live(low, type_), before, "things")
            count, value = builder.length(things), low.fit(builder.op("list_get", things, at), candidate.type)
            if _is_piece(type_):
                guard = builder.negated(nodes.Field(low.fit(candidate, names.A_PIECE), names.DISCARDED, BOOL))
        case _:
            return []
    body: Block = [builder.assign(candidate, value)]
    body += use(candidate) if guard is None else [builder.when(guard, *use(candidate))]
    return [*before, nodes.For(at.name, builder.number(0), count, tuple(body))]


def _is_piece(type_: t.Type) -> bool:
    return type_ == t.OfKind("interactable") or (isinstance(type_, t.Object) and type_.of.kind == "interactable")


def passes(low: Lowering, filters: Sequence[m.Filter], value: Expr, each: m.Input) -> Expr:
    """Whether all filters let a value pass."""
    found: list[Expr] = []
    for filter_ in filters:
        own = (filter_.var,)
        name = f"filter of {each.name}"
        closure = judging(low, filter_, name, filter_.body, BOOL, own, filter_.span)
        found.append(closure.judge(low, low.bound(filter_.var, value), span=filter_.span))
    return low.body.build.logic("and", found) if found else builder.TRUE


def _can(low: Lowering, rest: Sequence[m.Input]) -> Closure | None:
    """The function that says whether the rest of the inputs can be filled; None if they always can."""
    if not any(may_fail(each) for each in rest):
        return None
    first, *after = rest
    inner = [each.var for each in rest] + [each.asked for each in rest if each.asked is not None]
    blocks: list[m.Block] = []
    for each in rest:
        blocks += [filter_.body for filter_ in (*each.filters, *each.list_filters)]
        if each.is_simultaneous and not isinstance(each.target, str):
            blocks.append((m.Evaluate(each.span, each.target),))
        inner += [filter_.var for filter_ in (*each.filters, *each.list_filters)]
    this_expr, known = surroundings(blocks, inner)
    this = None if this_expr is None else low.core_type(this_expr.type)
    closure = Closure(low.name((first, "can", len(rest)), f"can fill {first.name}"), this, known, BOOL)
    if closure.name in low.functions:
        return closure
    with low.writing("filter", BOOL) as body:
        begin(low, this, known)
        # Known by its name before its body is written.
        low.add(body.build.function(closure.name, BOOL, ()))
        stmts = _search(low, first, after)
        low.add(body.build.function(closure.name, BOOL, [*stmts, nodes.Return(builder.FALSE)]))
    return closure


def _holds(low: Lowering, rest: Sequence[m.Input]) -> Expr:
    closure = _can(low, rest)
    return builder.TRUE if closure is None else closure.call(low)


def _search(low: Lowering, each: m.Input, rest: Sequence[m.Input]) -> Block:
    """Returns true at the first way to fill an input and those after it."""
    var = low.local(each.var)

    def found(value: Expr) -> Block:
        if _can(low, rest) is None:
            return [nodes.Return(builder.TRUE)]
        return [
            builder.assign(var, low.fit(value, var.type)),
            builder.when(_holds(low, rest), nodes.Return(builder.TRUE)),
        ]

    if each.is_simultaneous:
        return _search_simultaneous(low, each)
    if each.modifier == "auto":
        return [*_automatic(low, each, [nodes.Return(builder.FALSE)]), nodes.Return(_holds(low, rest))]
    if each.is_list:
        return _search_list(low, each, rest)
    stmts = each_option(
        low,
        element(each),
        lambda value: [builder.when(passes(low, each.filters, value, each), *found(value))],
    )
    if each.is_optional:
        stmts += found(builder.none_of(var.type))
    return stmts


# -------------------------------------------------------------------------------------------------------------- filling


def _fill(low: Lowering, each: m.Input, rest: Sequence[m.Input], fail: Block, span: Span) -> Block:
    def filled(leave: Block) -> Block:
        giving_up = [*leave, *fail]
        if each.modifier == "auto":
            return _automatic(low, each, giving_up)
        if each.is_simultaneous:
            return _ask_all(low, each, giving_up, span)
        if each.is_list:
            return _ask_list(low, each, rest, giving_up, span)
        return _ask_one(low, each, rest, giving_up, span)

    return low.scoped(filled, only_if_stale=True) if _looks(low, (each, *rest)) else filled([])


def _looks(low: Lowering, inputs: Sequence[m.Input]) -> bool:
    """Whether somebody looks around to find out what can be chosen."""
    return any(
        is_tracked(low, element(each))
        or any(low.looking.block(one.body) for one in (*each.filters, *each.list_filters))
        for each in inputs
    )


def _automatic(low: Lowering, each: m.Input, fail: Block) -> Block:
    """The first match, or of a list all matches."""
    var = low.local(each.var)
    if not each.is_list:
        maybe = OptionalType(low.core_type(element(each)))
        match = low.body.build.fresh("match", maybe)
        loop = each_option(
            low,
            element(each),
            lambda value: [
                builder.when(
                    passes(low, each.filters, value, each), builder.assign(match, low.fit(value, maybe)), nodes.Break()
                )
            ],
        )
        missing = [] if each.is_optional else [builder.when(nodes.Is(match, NONE), *fail)]
        return [
            builder.assign(match, builder.none_of(maybe)),
            *loop,
            *missing,
            builder.assign(var, low.fit(match, var.type)),
        ]
    list_type = low.core_type(each.type)
    chosen = low.body.build.fresh("matches", list_type)
    assert isinstance(list_type, ListType)
    item = list_type.item
    loop = each_option(
        low,
        element(each),
        lambda value: [
            builder.when(passes(low, each.filters, value, each), builder.push(chosen, low.fit(value, item)))
        ],
    )
    stmts: Block = [builder.assign(chosen, nodes.MakeList((), list_type)), *loop]
    taken: Block = [builder.assign(var, low.bound(each.var, chosen))]
    if each.list_filters:
        otherwise = [builder.assign(var, builder.none_of(var.type))] if isinstance(var.type, OptionalType) else fail
        return [*stmts, builder.when(passes(low, each.list_filters, chosen, each), *taken, otherwise=otherwise)]
    return [*stmts, *taken]


def _options_type(low: Lowering, each: m.Input, with_none: bool) -> Type:
    return low.core_type(element(each), with_none)


def _ask_one(low: Lowering, each: m.Input, rest: Sequence[m.Input], fail: Block, span: Span) -> Block:
    var, build = low.local(each.var), low.body.build
    item = _options_type(low, each, each.is_optional)
    options = build.fresh("options", ListType(item))

    def offered(value: Expr) -> Block:
        return [
            builder.assign(var, low.fit(value, var.type)),
            builder.when(_holds(low, rest), builder.push(options, low.fit(value, item))),
        ]

    def judged(value: nodes.Local) -> Block:
        offer: Block = offered(value) if _can(low, rest) is not None else [builder.push(options, low.fit(value, item))]
        if not each.filters:
            return offer
        return [builder.when(passes(low, each.filters, value, each), *offer)]

    stmts: Block = [builder.assign(options, nodes.MakeList((), ListType(item)))]
    stmts += each_option(low, element(each), judged)
    asking = _ask(low, each, options, "none" if each.is_optional else None, var, span)
    if each.is_optional:
        nothing = builder.assign(var, builder.none_of(var.type))
        none_left = [nothing] if not rest else [nothing, builder.when(builder.negated(_holds(low, rest)), *fail)]
        asking = [
            *(
                offered(builder.none_of(item))
                if _can(low, rest) is not None
                else [builder.push(options, builder.none_of(item))]
            ),
            *asking,
        ]
        return [
            *stmts,
            builder.when(builder.op("eq", builder.length(options), builder.number(0)), *none_left, otherwise=asking),
        ]
    return [*stmts, builder.when(builder.op("eq", builder.length(options), builder.number(0)), *fail), *asking]


def _ask(
    low: Lowering, each: m.Input, options: nodes.Local, none_word: str | None, var: nodes.Local, span: Span
) -> Block:
    """Puts the question to whom it is for; the answer goes to a local."""
    build = low.body.build
    stmts: Block = []
    seat = build.keep(target(low, each), stmts, "seat")
    assert isinstance(options.type, ListType)
    answer = build.fresh("answer", options.type.item)
    label = label_function(low, options.type.item, none_word)
    stmts += [*displayed(low, each), *conceal(low, options, seat)]
    question = nodes.Question(seat, nodes.Options(options, label), "choice", prompt(low, each))
    stmts += [nodes.Ask(answer.name, question, span=span), builder.assign(var, low.fit(answer, var.type))]
    return stmts


def target(low: Lowering, each: m.Input) -> Expr:
    """Whom an input asks."""
    if not isinstance(each.target, str):
        return low.expected(each.target, INT)
    active = names.global_variable(names.ACTIVE)
    this = low.body.this
    match each.target:
        case "owner":
            assert this is not None
            owner = nodes.Field(this, names.OWNER, INT)
            return nodes.Choose(builder.op("lt", owner, builder.number(0)), active, owner, INT)
        case "member":
            assert this is not None
            return low.call("member_asked", nodes.Field(this, names.MEMBERS, ListType(INT)))
    return active


# ---------------------------------------------------------------------------------------------------------------- lists


def _good(low: Lowering, each: m.Input, chosen: Expr) -> Expr:
    return passes(low, each.list_filters, chosen, each)


def _fits_in(
    low: Lowering, each: m.Input, chosen: Expr, value: Expr, is_good: Expr
) -> tuple[Block, nodes.Local, nodes.Local]:
    """Whether an element may be added (not there yet, let pass, and a good list stays good), and the longer list."""
    assert isinstance(chosen.type, ListType)
    build = low.body.build
    item = low.fit(value, chosen.type.item)
    is_new = builder.op("lt", low.call("index_of", chosen, item), builder.number(0))
    fits = build.fresh("fits", BOOL)
    longer = build.fresh("longer", chosen.type)
    stmts: Block = [builder.assign(fits, nodes.And(is_new, passes(low, each.filters, value, each)))]
    grown: Block = [builder.assign(longer, builder.op("list_copy", chosen)), builder.push(longer, item)]
    if each.list_filters:
        grown.append(
            builder.when(
                nodes.And(is_good, builder.negated(_good(low, each, longer))), builder.assign(fits, builder.FALSE)
            )
        )
    return [*stmts, builder.assign(longer, chosen), builder.when(fits, *grown)], fits, longer


def _completes(low: Lowering, each: m.Input, rest: Sequence[m.Input]) -> Closure | None:
    """The function that says whether a list can be made good, and the inputs after it filled then; it takes the list as
    its last parameter. None if every list will do."""
    if not each.list_filters and _can(low, rest) is None:
        return None
    blocks: list[m.Block] = []
    inner: list[m.Var] = [each.var]
    for other in (each, *rest):
        blocks += [filter_.body for filter_ in (*other.filters, *other.list_filters)]
        inner += [other.var, *(filter_.var for filter_ in (*other.filters, *other.list_filters))]
        inner += [] if other.asked is None else [other.asked]
    this_expr, known = surroundings(blocks, inner)
    this = None if this_expr is None else low.core_type(this_expr.type)
    closure = Closure(low.name((each, "completes", len(rest)), f"can complete {each.name}"), this, known, BOOL)
    if closure.name in low.functions:
        return closure
    list_type = low.core_type(each.type)
    with low.writing("filter", BOOL) as body:
        begin(low, this, known)
        chosen = body.build.parameter("chosen", list_type)
        low.add(body.build.function(closure.name, BOOL, ()))
        var = low.local(each.var)
        is_good = body.build.fresh("is good", BOOL)
        stmts: Block = [
            builder.assign(is_good, _good(low, each, chosen)),
            builder.assign(var, low.bound(each.var, chosen)),
            builder.when(nodes.And(is_good, _holds(low, rest)), nodes.Return(builder.TRUE)),
            *each_option(low, element(each), lambda value: _try(low, each, chosen, value, is_good, closure)),
            nodes.Return(builder.FALSE),
        ]
        low.add(body.build.function(closure.name, BOOL, stmts))
    return closure


def _try(low: Lowering, each: m.Input, chosen: Expr, value: nodes.Local, is_good: Expr, closure: Closure) -> Block:
    stmts, fits, longer = _fits_in(low, each, chosen, value, is_good)
    return [*stmts, builder.when(fits, builder.when(closure.call(low, longer), nodes.Return(builder.TRUE)))]


def _search_list(low: Lowering, each: m.Input, rest: Sequence[m.Input]) -> Block:
    closure = _completes(low, each, rest)
    if closure is None:
        return [nodes.Return(builder.TRUE)]
    list_type = low.core_type(each.type)
    return [builder.when(closure.call(low, nodes.MakeList((), list_type)), nodes.Return(builder.TRUE))]


def _ask_list(low: Lowering, each: m.Input, rest: Sequence[m.Input], fail: Block, span: Span) -> Block:
    """Element by element, until *done* or until nothing is left."""
    build = low.body.build
    var, list_type = low.local(each.var), low.core_type(each.type)
    assert isinstance(list_type, ListType)
    item = OptionalType(low.core_type(element(each)))
    chosen, is_good = build.fresh("chosen", list_type), build.fresh("is good", BOOL)
    can_end, options = build.fresh("can end", BOOL), build.fresh("options", ListType(item))
    answer, is_declined = build.fresh("element", item), build.fresh("is declined", BOOL)
    completes = _completes(low, each, rest)

    def offered(value: nodes.Local) -> Block:
        stmts, fits, longer = _fits_in(low, each, chosen, value, is_good)
        wanted: Expr = fits
        if completes is not None:
            wanted = nodes.And(fits, completes.call(low, longer))
        return [*stmts, builder.when(wanted, builder.push(options, low.fit(value, item)))]

    given_up = (
        [builder.assign(var, builder.none_of(var.type)), builder.assign(is_declined, builder.TRUE), nodes.Break()]
        if each.is_optional
        else fail
    )
    ask_on: Block = [
        *_ask(low, each, options, "done", answer, span),
        builder.when(nodes.Is(answer, NONE), nodes.Break()),
    ]
    declining = ask_on
    if each.is_optional:
        # At the beginning the whole list can be declined, if it is not good without any element.
        at_first = nodes.And(builder.op("eq", builder.length(chosen), builder.number(0)), builder.negated(can_end))
        decline: Block = [
            builder.push(options, builder.none_of(item)),
            *_ask(low, each, options, "none", answer, span),
            builder.when(
                nodes.Is(answer, NONE),
                builder.assign(is_declined, builder.TRUE),
                builder.assign(var, builder.none_of(var.type)),
                nodes.Break(),
            ),
        ]
        declining = [builder.when(at_first, *decline, otherwise=ask_on)]
    turn: Block = [
        builder.assign(is_good, _good(low, each, chosen)),
        builder.assign(var, low.bound(each.var, chosen)),
        builder.assign(can_end, nodes.And(is_good, _holds(low, rest))),
        builder.assign(options, nodes.MakeList((), ListType(item))),
        *each_option(low, element(each), offered),
        builder.when(
            builder.op("eq", builder.length(options), builder.number(0)),
            builder.when(can_end, nodes.Break()),
            builder.when(builder.negated(can_end), *given_up),
        ),
        builder.when(can_end, builder.push(options, builder.none_of(item))),
        *declining,
        builder.push(chosen, low.fit(answer, list_type.item)),
    ]
    return [
        builder.assign(chosen, nodes.MakeList((), list_type)),
        builder.assign(is_declined, builder.FALSE),
        nodes.While(builder.TRUE, tuple(turn), span),
        builder.when(builder.negated(is_declined), builder.assign(var, low.bound(each.var, chosen))),
    ]


# --------------------------------------------------------------------------------------------------------- simultaneous


def _search_simultaneous(low: Lowering, each: m.Input) -> Block:
    """Everybody who is asked must have something to choose; what they choose is not known to the inputs after it."""
    assert not isinstance(each.target, str)
    build = low.body.build
    stmts: Block = []
    asked = build.keep(low.need(each.target, "expected a list of players, not null"), stmts, "asked players")
    at, has_one = build.fresh("place", INT), build.fresh("has one", BOOL)
    check: Block = [
        *_set_asked(low, each, asked, at),
        builder.assign(has_one, builder.truth(each.is_optional)),
        *each_option(
            low,
            element(each),
            lambda value: [
                builder.when(
                    passes(low, each.filters, value, each), builder.assign(has_one, builder.TRUE), nodes.Break()
                )
            ],
        ),
        builder.when(builder.negated(has_one), nodes.Return(builder.FALSE)),
    ]
    return [
        *stmts,
        nodes.For(at.name, builder.number(0), builder.length(asked), tuple(check)),
        nodes.Return(builder.TRUE),
    ]


def _set_asked(low: Lowering, each: m.Input, asked: Expr, at: Expr) -> Block:
    assert each.asked is not None
    local = low.local(each.asked)
    player = low.present(builder.op("list_get", asked, at), "expected player, not null", each.span)
    return [builder.assign(local, low.fit(player, local.type))]


def _ask_all(low: Lowering, each: m.Input, fail: Block, span: Span) -> Block:
    """All players of a list are asked at once, and secretly."""
    assert not isinstance(each.target, str)
    build = low.body.build
    var = low.local(each.var)
    item = _options_type(low, each, each.is_optional)
    stmts: Block = []
    asked = build.keep(low.need(each.target, "expected a list of players, not null"), stmts, "asked players")
    seats, all_options = build.fresh("seats", ListType(INT)), build.fresh("all options", ListType(ListType(item)))
    options, at = build.fresh("options", ListType(item)), build.fresh("place", INT)
    is_open = build.fresh("is open", BOOL)
    concealing = Concealing(low, item)
    assert each.asked is not None
    collect: Block = [
        *_set_asked(low, each, asked, at),
        builder.assign(options, nodes.MakeList((), ListType(item))),
        *each_option(
            low,
            element(each),
            lambda value: [
                builder.when(passes(low, each.filters, value, each), builder.push(options, low.fit(value, item)))
            ],
        ),
        *([builder.push(options, builder.none_of(item))] if each.is_optional else []),
        builder.when(
            builder.op("eq", builder.length(options), builder.number(0)), builder.assign(is_open, builder.FALSE)
        ),
        *concealing.note(options, low.fit(low.local(each.asked), INT)),
        builder.push(seats, low.fit(low.local(each.asked), INT)),
        builder.push(all_options, options),
    ]
    answers = build.fresh("answers", ListType(item))
    label = label_function(low, item, "none" if each.is_optional else None)
    question = nodes.Question(seats, nodes.Options(all_options, label), "choice", prompt(low, each))
    taken = build.fresh("taken", _list_type(low, each))
    turn = build.fresh("turn", INT)
    stmts += [
        builder.assign(seats, nodes.MakeList((), ListType(INT))),
        builder.assign(all_options, nodes.MakeList((), ListType(ListType(item)))),
        builder.assign(is_open, builder.TRUE),
        *concealing.begin(),
        nodes.For(at.name, builder.number(0), builder.length(asked), tuple(collect)),
        builder.when(builder.negated(is_open), *fail),
        *displayed(low, each),
        *concealing.end(),
        nodes.Ask(answers.name, question, group=True, span=span),
        builder.assign(taken, nodes.MakeList((), taken.type)),
        nodes.For(
            turn.name,
            builder.number(0),
            builder.length(answers),
            (builder.push(taken, low.fit(builder.op("list_get", answers, turn), _list_type(low, each).item)),),
        ),
        builder.assign(var, low.bound(each.var, taken)),
    ]
    return stmts


def _list_type(low: Lowering, each: m.Input) -> ListType:
    found = low.core_type(each.var.type)
    assert isinstance(found, ListType)
    return found
