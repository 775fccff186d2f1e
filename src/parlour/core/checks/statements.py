"""Every statement has expressions of the types it needs, and stands where it may: `Break` only in a loop, for example,
and no asking call in a speculation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never, get_args

from parlour.core import nodes
from parlour.core.checks.expressions import ExpressionCheck, field_type
from parlour.core.checks.report import Report, World, name_of
from parlour.core.nodes import Block, Const, Expr, Function, Local, Op, Stmt
from parlour.core.ops import OPS
from parlour.core.passes.call_graph import targets
from parlour.core.questions import answer_type, option_type
from parlour.core.text import print_type
from parlour.core.types import BOOL, FLOAT, INT, NONE, STRING, ListType, TupleType, Type
from parlour.core.walk import assigned, blocks, walk_domain, walk_expr
from parlour.dataclass import dataclass


def check_statements(world: World, report: Report) -> None:
    sites: set[int] = set()
    for function in world.program.functions:
        report.function = function.name
        _Check(world, report, function, sites).run()
    report.function = None


@dataclass(frozen=True, slots=True)
class _Place:
    """What a statement stands in: a loop, a `Catch` or `Attempt`, and loops that count with these locals."""

    in_loop: bool = False
    is_guarded: bool = False
    counting: frozenset[str] = frozenset()


def _placed(block: Block) -> Iterator[tuple[Stmt, _Place]]:
    """All statements of a block, with those inside them, and where each stands."""
    stack = [(stmt, _Place()) for stmt in reversed(block)]
    while stack:
        stmt, place = stack.pop()
        yield stmt, place
        inner = place
        match stmt:
            case nodes.While():
                inner = replace(place, in_loop=True)
            case nodes.For(name=name):
                inner = replace(place, in_loop=True, counting=place.counting | {name})
            case nodes.Catch() | nodes.Attempt():
                inner = replace(place, is_guarded=True)
        for block in reversed(blocks(stmt)):
            stack.extend((part, inner) for part in reversed(block))


class _Check:
    """Checks one function. `sites` holds the questions and asking calls of the functions before it."""

    def __init__(self, world: World, report: Report, function: Function, sites: set[int]) -> None:
        self.world = world
        self.report = report
        self.function = function
        self.sites = sites
        self.variables = {variable.name: variable.type for variable in (*function.params, *function.locals)}
        self.expressions = ExpressionCheck(world, report, self.variables)

    def run(self) -> None:
        if self.function.charge is not None:
            self._charge(self.function.charge)
        for stmt, place in _placed(self.function.body):
            self._placement(stmt, place)
            self._statement(stmt)

    def _add(self, rule: str, text: str, stmt: Stmt) -> None:
        self.report.add(rule, text, stmt.span)

    def _value(self, expr: Expr, wanted: Type | None = None, what: str = "") -> None:
        """An expression: it has the type its place needs, and calls nothing that may ask."""
        self.expressions.check(expr, wanted, what)
        for part in walk_expr(expr):
            for name in targets(self.world.hierarchy, part) & self.world.asking:
                if isinstance(part, nodes.Speculate):
                    self.report.add("speculation", f"{name_of(name)} may ask, which cannot be undone", part.span)
                else:
                    text = f"{name_of(name)} may ask, so it cannot be called inside an expression"
                    self.report.add("asking", text, part.span)

    def _target(self, name: str, type_: Type, what: str, stmt: Stmt) -> None:
        """A local that receives a value."""
        declared = self.variables.get(name)
        if declared is None:
            self._add("names", f"local {name_of(name)} is not declared", stmt)
        elif declared != type_:
            text = f"{what} is {print_type(type_)}, but local {name_of(name)} is {print_type(declared)}"
            self._add("types", text, stmt)

    def _placement(self, stmt: Stmt, place: _Place) -> None:
        name = assigned(stmt)
        if name in place.counting:
            self._add(
                "loops", f"{name_of(name or '')} counts the turns of a loop and cannot be written inside it", stmt
            )
        match stmt:
            case nodes.Break() | nodes.Continue() if not place.in_loop:
                self._add("loops", f"`{type(stmt).__name__.lower()}` stands outside every loop", stmt)
            case nodes.TailCall() if place.is_guarded:
                self._add(
                    "tail calls", "inside `catch` or `attempt` the function is not done when the call begins", stmt
                )
            case nodes.TailCall() if self.function.is_routine:
                self._add("tail calls", "a routine keeps its frame until its calls are done", stmt)
            case nodes.Ask() | nodes.Invoke():
                if id(stmt) in self.sites:
                    self._add("asking", "the same node stands in two places: every site needs a node of its own", stmt)
                self.sites.add(id(stmt))
                if self.function.is_routine:
                    self._add("routines", "a routine never asks", stmt)
                if place.counting:
                    self._add("loops", "a counting loop cannot wait for an answer: `in_order` makes it a `while`", stmt)

    def _statement(self, stmt: Stmt) -> None:
        match stmt:
            case nodes.Assign(name, value):
                self._value(value)
                self._target(name, value.type, "the value", stmt)
            case nodes.SetGlobal(name, value):
                variable = self.world.globals.get(name)
                if variable is None:
                    self._add("names", f"global {name_of(name)} is not declared", stmt)
                elif variable.is_given:
                    self._add("given", f"{name_of(name)} is given from outside; the program cannot write it", stmt)
                elif variable.is_count:
                    self._add("counts", f"{name_of(name)} is a count: `count` adds to it, and nothing else", stmt)
                self._value(value, None if variable is None else variable.type, f"global {name_of(name)}")
            case nodes.SetField(target, name, value):
                self._value(target)
                found = field_type(self.world, target.type, name)
                if found is None:
                    self._add("objects", f"{print_type(target.type)} has no field {name_of(name)}", stmt)
                self._value(value, found, f"field {name_of(name)}")
            case nodes.Evaluate(value):
                self._value(value)
            case nodes.Invoke(target_name, call):
                self.expressions.check(call)
                for arg in call.args:
                    self._value(arg)
                if target_name is not None:
                    self._target(target_name, call.type, "the result", stmt)
                if targets(self.world.hierarchy, call).isdisjoint(self.world.asking):
                    self._add("asking", "`invoke` is for functions that may ask, and this one never does", stmt)
            case nodes.TailCall(call):
                self.expressions.check(call, self.function.result, "the result")
                for arg in call.args:
                    self._value(arg)
            case nodes.If(arms):
                if not arms:
                    self._add("statements", "an `if` has at least one condition", stmt)
                for condition, _ in arms:
                    self._value(condition, BOOL, "a condition")
            case nodes.While(condition):
                self._value(condition, BOOL, "a condition")
            case nodes.For(name, start, stop):
                self._value(start, INT, "the start")
                self._value(stop, INT, "the stop")
                self._counter(name, stmt)
            case nodes.Return(value):
                self._return(value, stmt)
            case nodes.Catch(tag) | nodes.Abandon(tag):
                if tag.startswith("\0"):
                    self._add("catch", "tags that begin with the character 0 are core's own", stmt)
            case nodes.Attempt(name):
                self._target(name, BOOL, "whether it went well", stmt)
            case nodes.Ask(name, question, group):
                self._question(question, name, group, stmt)
            case nodes.Tell(text, audience):
                self._value(text, STRING, "what is told")
                if audience is not None:
                    self._value(audience, ListType(INT), "the audience")
            case nodes.Count(name, amount):
                counted = self.world.globals.get(name)
                if counted is None or not counted.is_count:
                    self._add("counts", f"no count {name_of(name)} is declared", stmt)
                self._value(amount, INT, "what is added")
            case nodes.Finish(ranking, scores, reason):
                if ranking is not None:
                    self._value(ranking, ListType(ListType(INT)), "the ranking")
                if scores is not None:
                    self._value(scores, ListType(FLOAT), "the scores")
                if reason is not None:
                    self._value(reason, STRING, "the reason")
            case nodes.Raise(_, message):
                self._value(message, STRING, "the message")
            case nodes.Break() | nodes.Continue() | nodes.Fail():
                pass
            case _:
                assert_never(stmt)

    def _counter(self, name: str, stmt: nodes.For) -> None:
        variable = next((variable for variable in self.function.locals if variable.name == name), None)
        if variable is None or variable.type != INT or variable.may_be_unset:
            text = f"a loop counts with a local of type int that cannot be unset; {name_of(name)} is none"
            self._add("loops", text, stmt)

    def _return(self, value: Expr | None, stmt: nodes.Return) -> None:
        result = self.function.result
        if value is not None:
            self._value(value)
        if result == NONE and value is not None:
            self._add("returns", "a function that gives none returns without a value", stmt)
        elif result != NONE and value is None:
            self._add("returns", f"a value of type {print_type(result)} is missing", stmt)
        elif value is not None and value.type != result:
            text = f"the function gives {print_type(result)}, not {print_type(value.type)}"
            self._add("returns", text, stmt)

    def _charge(self, charge: Expr) -> None:
        """A formula over the parameters that changes nothing, allocates nothing and calls nothing."""
        params = {param.name: param.type for param in self.function.params}
        ExpressionCheck(self.world, self.report, params).check(charge, INT, "a charge")
        for part in walk_expr(charge):
            match part:
                case Const() | Local() | nodes.And() | nodes.Or() | nodes.Choose() | nodes.Field() | nodes.TupleItem():
                    continue
                case Op(name=name) if name in OPS and not OPS[name].writes and not OPS[name].allocates:
                    continue
            self.report.add("routines", "a charge is a formula: constants, parameters and their sizes", part.span)

    # --------------------------------------------------------------------------------------------- questions

    def _question(self, question: nodes.Question, target: str, group: bool, stmt: nodes.Ask) -> None:
        self._atom(question.seat, INT, group, "the seat", stmt)
        if question.kind not in get_args(nodes.QuestionKind):
            self._add("questions", f"there is no kind of question {name_of(question.kind)}", stmt)
        for part in walk_domain(question.domain):
            self._domain(part, group, stmt)
        answer = answer_type(question.domain, group)
        if answer is not None:
            self._target(target, ListType(answer) if group else answer, "the answer", stmt)
        if question.prompt is not None:
            self._looks(question.prompt, (), "prompt", stmt)

    def _atom(self, expr: Expr, wanted: Type | None, group: bool, what: str, stmt: Stmt) -> None:
        if not isinstance(expr, Const | Local):
            self._add("questions", f"{what} must be a constant or a local", stmt)
        if wanted is not None and group:
            wanted = ListType(wanted)
        self._value(expr, wanted, what)

    def _domain(self, domain: nodes.Domain, group: bool, stmt: Stmt) -> None:
        match domain:
            case nodes.Whole(low, high, worth):
                for bound in (low, high, *(worth or ())):
                    if bound is not None:
                        self._atom(bound, INT, group, "a bound", stmt)
            case nodes.OneOf(symbols):
                if not symbols:
                    self._add("questions", "there is nothing to choose from", stmt)
                for symbol in symbols:
                    if symbol not in self.world.symbols:
                        self._add("questions", f"symbol {name_of(symbol)} is not declared", stmt)
            case nodes.Options(items, label):
                self._atom(items, None, group, "the list of options", stmt)
                option = option_type(items.type, group)
                if option is None:
                    wanted = "list of lists" if group else "list"
                    self._add("questions", f"options are a {wanted}, not {print_type(items.type)}", stmt)
                elif label is not None:
                    self._looks(label, (option,), "label", stmt)
            case nodes.Chars(count):
                self._atom(count, INT, group, "the count", stmt)
            case nodes.Either(domains):
                if not domains:
                    self._add("questions", "there is nothing to choose from", stmt)
            case nodes.YesNo() | nodes.Line() | nodes.Each():
                pass
            case _:
                assert_never(domain)

    def _looks(self, name: str, wanted: tuple[Type, ...], what: str, stmt: Stmt) -> None:
        function = self.world.functions.get(name)
        if function is None:
            self._add("names", f"function {name_of(name)} is not declared", stmt)
        elif tuple(param.type for param in function.params) != wanted or function.result != STRING:
            takes = print_type(TupleType(wanted))
            self._add("looking", f"{what} {name_of(name)} must take {takes} and give string", stmt)
