"""Options whose names a `visible` block keeps from whoever is asked: `Card 2`, by class and number among the options.

Before a question the things with hidden names are put on display, each with its number among the options; whoever names
options looks there first. Programs whose blocks hide no name have nothing of it.
"""

from __future__ import annotations

from parlour.core import builder, nodes
from parlour.core.nodes import Expr, GlobalVariable, Stmt
from parlour.core.types import BOOL, INT, NONE, STRING, ListType, ObjectType, OptionalType, Type
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.lower import names
from parlour.languages.tgdl.lower.closures import judging
from parlour.languages.tgdl.lower.context import Lowering

_THINGS, _NUMBERS = ListType(names.A_THING), ListType(INT)
_IDENTITY = "identity of a thing"
HIDDEN = (
    GlobalVariable("things with hidden names", _THINGS, is_presentation=True),
    GlobalVariable("their numbers", _NUMBERS, is_presentation=True),
)


def hiding_blocks(checked: m.Checked) -> list[tuple[m.Class, m.Visible]]:
    """The blocks that decide who sees the name of an object, with their classes."""
    return [
        (class_, block)
        for class_ in checked.classes
        for block in class_.visible
        if any(attribute.name == "name" for attribute in block.attributes)
    ]


def set_up(low: Lowering) -> list[Stmt]:
    """Nothing is hidden at first."""
    if not hiding_blocks(low.checked):
        return []
    low.globals.extend(HIDDEN)
    return [nodes.SetGlobal(each.name, nodes.MakeList((), _list(each))) for each in HIDDEN]


class Concealing:
    """A question that is about to be asked: which of its options have names that those who are asked do not see. Of
    several who are asked at once, everybody is asked in the same words, so what is hidden from one is from all."""

    def __init__(self, low: Lowering, item: Type) -> None:
        self.low = low
        kind = item.item if isinstance(item, OptionalType) else item
        self.blocks = hiding_blocks(low.checked) if kind == names.CHOICE or isinstance(kind, ObjectType) else []
        self.lists = [low.body.build.fresh(each.name, each.type) for each in HIDDEN] if self.blocks else []

    def begin(self) -> list[Stmt]:
        pairs = zip(self.lists, HIDDEN, strict=False)
        return [builder.assign(each, nodes.MakeList((), _list(variable))) for each, variable in pairs]

    def end(self) -> list[Stmt]:
        return [nodes.SetGlobal(variable.name, each) for each, variable in zip(self.lists, HIDDEN, strict=False)]

    def note(self, options: Expr, seat: Expr) -> list[Stmt]:
        """Looks through the options of a seat."""
        if not self.blocks:
            return []
        low, build = self.low, self.low.body.build
        stmts: list[Stmt] = []
        viewing = build.keep(seat, stmts, "viewing")
        at, thing, is_hidden = (
            build.fresh("at", INT),
            build.fresh("offered", names.A_THING),
            build.fresh("is hidden", BOOL),
        )
        option = builder.op("list_get", options, at)
        known: Expr = option
        if option.type == names.CHOICE:
            known = nodes.TupleItem(option, 1, names.A_THING)
        elif isinstance(option.type, OptionalType):
            known = nodes.Narrow(option, option.type.item)
        look: list[Stmt] = [
            builder.assign(thing, low.fit(known, names.A_THING)),
            builder.assign(is_hidden, builder.FALSE),
            *(stmt for class_, block in self.blocks for stmt in self._judge(class_, block, thing, viewing, is_hidden)),
        ]
        things, numbers = self.lists
        place = builder.op("add", at, builder.number(1))
        look.append(builder.when(is_hidden, builder.push(things, thing), builder.push(numbers, place)))
        if isinstance(option.type, OptionalType):
            look = [builder.when(builder.negated(nodes.Is(option, NONE)), *look)]
        return [*stmts, nodes.For(at.name, builder.number(0), builder.length(options), tuple(look))]

    def _judge(
        self, class_: m.Class, block: m.Visible, thing: Expr, viewing: Expr, is_hidden: nodes.Local
    ) -> list[Stmt]:
        low, kind = self.low, ObjectType(class_.shown)
        hide: Stmt = builder.assign(is_hidden, builder.TRUE)
        if block.body is None:
            return [builder.when(nodes.Is(thing, kind), hide)]
        outer, own, viewer = low.body.this, low.body.build.fresh("own", kind), low.local(block.viewer)
        low.body.this = own
        sees = judging(low, (block, "filter"), "visible", block.body, BOOL, (), block.span).judge(low)
        low.body.this = outer
        return [
            builder.when(
                nodes.Is(thing, kind),
                builder.assign(own, nodes.Narrow(thing, kind)),
                builder.assign(viewer, low.fit(viewing, viewer.type)),
                builder.when(builder.negated(sees), hide),
            )
        ]


def conceal(low: Lowering, options: Expr, seat: Expr) -> list[Stmt]:
    """For a question to one seat."""
    assert isinstance(options.type, ListType)
    concealing = Concealing(low, options.type.item)
    return [*concealing.begin(), *concealing.note(options, seat), *concealing.end()]


def hidden_label(low: Lowering, thing: Expr) -> list[Stmt]:
    """Returns what a thing is called whose name is hidden; else nothing is done."""
    blocks = hiding_blocks(low.checked)
    if not blocks:
        return []
    build = low.body.build
    things, numbers = (nodes.Global(each.name, each.type) for each in HIDDEN)
    at = build.fresh("at", INT)
    count = builder.op("text_of_int", builder.op("list_get", numbers, at))
    told: list[Stmt] = []
    for class_, _ in blocks:
        called = nodes.Return(builder.sentence(f"{class_.shown} ", count))
        told.append(builder.when(nodes.Is(thing, ObjectType(class_.shown)), called))
    stmts: list[Stmt] = []
    known = build.keep(_identity(low, thing), stmts, "identity")
    is_it = builder.op("eq", _identity(low, builder.op("list_get", things, at)), known)
    return [*stmts, nodes.For(at.name, builder.number(0), builder.length(things), (builder.when(is_it, *told),))]


def _identity(low: Lowering, thing: Expr) -> Expr:
    """What tells a thing from all others whose names may be hidden: to somebody who looks, an engine may show a thing
    that is on display and one that is offered as two objects."""
    if _IDENTITY not in low.functions:
        with low.writing() as body:
            one = body.build.parameter("thing", names.A_THING)
            count = builder.op("text_of_int", nodes.Field(one, names.NUMBER, INT))
            hiding = [class_ for class_, _ in hiding_blocks(low.checked)]
            classes = [each for each in low.checked.classes if any(each.derives(class_) for class_ in hiding)]
            stmts: list[Stmt] = [
                builder.when(
                    nodes.Is(one, ObjectType(each.shown)), nodes.Return(builder.sentence(f"{each.shown}#", count))
                )
                for each in sorted(classes, key=lambda each: -len(each.line))
            ]
            low.add(body.build.function(_IDENTITY, STRING, [*stmts, nodes.Return(builder.text(""))]))
    return nodes.Call(_IDENTITY, (thing,), STRING)


def _list(variable: GlobalVariable) -> ListType:
    assert isinstance(variable.type, ListType)
    return variable.type
