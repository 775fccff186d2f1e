"""What generated programs ask: every domain, alone and in groups, of seats from everywhere a seat may come from."""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.questions import answer_type
from parlour.core.types import BOOL, INT, ListType, Type
from parlour.testing.generation.expressions import ExpressionWriter

_KINDS: tuple[nodes.QuestionKind, ...] = ("choice", "number", "text", "chars", "literal")


class QuestionWriter(ExpressionWriter):
    """Writes questions for one function."""

    def seat(self, nobody: bool = True) -> nodes.Const:
        """A seat that exists; nobody in particular, if that will do or there is none."""
        count = len(self.world.seats)
        lowest = -1 if nobody or not count else 0
        return nodes.Const(self.draws.between(lowest, count - 1), INT)

    def question(self, _depth: int) -> list[nodes.Stmt]:
        before: list[nodes.Stmt] = []
        group = self.draws.percent(25)
        if group:
            # All lists of a group have the length of the list of seats; an empty group asks nobody.
            count = self.draws.between(0, 3)
            seats = nodes.MakeList(tuple(self.seat() for _ in range(count)), ListType(INT))
            seat: nodes.Expr = self.kept(seats, before, is_visible=False)
        else:
            count = None
            seat = self.single_seat(before)
        domain = self.domain(2, count, before)
        answer = answer_type(domain, group)
        assert answer is not None
        target = self.scope.new_local(ListType(answer) if group else answer, "answer")
        prompt = self.draws.pick(self.world.prompts).name if self.world.prompts and self.draws.percent(50) else None
        ask = nodes.Ask(target.name, nodes.Question(seat, domain, self.draws.pick(_KINDS), prompt), group)
        self.scope.visible.append(target)
        return [*before, ask]

    def single_seat(self, before: list[nodes.Stmt]) -> nodes.Expr:
        count = len(self.world.seats)
        if not count or self.draws.percent(50):
            return self.seat()
        return self.kept(nodes.Op("mod", (self.expr(INT, 1), nodes.Const(count, INT)), INT), before)

    def kept(self, value: nodes.Expr, before: list[nodes.Stmt], *, is_visible: bool = True) -> nodes.Local:
        """The value in a local, where a question can refer to it; if not visible, nobody else will write to it."""
        variable = self.scope.new_local(value.type, "kept")
        before.append(nodes.Assign(variable.name, value))
        if is_visible:
            self.scope.visible.append(variable)
        return nodes.Local(variable.name, value.type)

    def domain(self, depth: int, count: int | None, before: list[nodes.Stmt]) -> nodes.Domain:
        """A domain; in a group of `count` questions its expressions are lists of that length."""
        draws = self.draws
        match draws.weighted(
            ((4, 0), (2, 1), (3, 2), (5, 3), (1, 4), (1, 5), (2 * (depth > 0), 6), (2 * (depth > 0), 7))
        ):
            case 0:
                low = draws.between(-2, 3)
                bounds = (nodes.Const(low, INT), nodes.Const(low + draws.between(0, 5), INT))
                least, most = (self.part(INT, bound, count, before) if draws.percent(80) else None for bound in bounds)
                if draws.percent(70):
                    return nodes.Whole(least, most)
                first, last = (
                    self.part(INT, nodes.Const(low + more, INT), count, before) for more in (0, draws.between(0, 4))
                )
                return nodes.Whole(least, most, (first, last))
            case 1:
                return nodes.YesNo()
            case 2:
                return nodes.OneOf(tuple(draws.some(self.world.symbols)))
            case 3:
                return self.options(count, before)
            case 4:
                return nodes.Line()
            case 5:
                return nodes.Chars(self.part(INT, nodes.Const(draws.between(1, 4), INT), count, before))
            case 6:
                return nodes.Each(tuple(self.domain(depth - 1, count, before) for _ in range(draws.between(1, 3))))
        return nodes.Either(tuple(self.domain(depth - 1, count, before) for _ in range(draws.between(1, 3))))

    def part(self, type_: Type, value: nodes.Expr, count: int | None, before: list[nodes.Stmt]) -> nodes.Expr:
        """An expression of a domain: an atom, or in a group the list of it."""
        if count is not None:
            return self.kept(nodes.MakeList((value,) * count, ListType(type_)), before, is_visible=False)
        return value if isinstance(value, nodes.Const) and self.draws.percent(60) else self.kept(value, before)

    def options(self, count: int | None, before: list[nodes.Stmt]) -> nodes.Options:
        labelled = [label for label in self.world.labels if self.draws.percent(50)]
        label = labelled[0] if labelled else None
        type_ = label.params[0] if label is not None else self.world.type()
        if count is not None:
            lists = tuple(self.choices(type_) for _ in range(count))
            items: nodes.Expr = self.kept(nodes.MakeList(lists, ListType(ListType(type_))), before, is_visible=False)
        else:
            items = self.some_list(type_, before)
        return nodes.Options(items, None if label is None else label.name)

    def choices(self, type_: Type) -> nodes.Expr:
        """A list that is not empty."""
        return nodes.MakeList(tuple(self.expr(type_, 1) for _ in range(self.draws.between(1, 3))), ListType(type_))

    def some_list(self, type_: Type, before: list[nodes.Stmt]) -> nodes.Expr:
        """A list that is there already, filled up if it is empty, or a new one."""
        known = self.atom(ListType(type_))
        if known is None or self.draws.percent(50):
            return self.kept(self.choices(type_), before)
        is_empty = nodes.Op("eq", (nodes.Op("list_length", (known,), INT), nodes.Const(0, INT)), BOOL)
        assert isinstance(known, nodes.Local)
        before.append(nodes.If(((is_empty, (nodes.Assign(known.name, self.choices(type_)),)),)))
        return known
