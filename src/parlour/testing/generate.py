"""Random core programs that are valid and worth running: what engines are compared with.

Every program passes the verifier, and together they use everything core has: classes and virtual calls, all types and
operations, recursion and tail calls, catching and abandoning, speculation, attempts, single questions and groups,
what is on display, chance, routines, seats. They are *ordered* (no asking call inside an expression) but their tail
calls are not marked yet.

A program sets up its globals, asks inside a function that is called in a loop, does many other things on the way, and
most often ends in a game error; every kind of error and every budget has its share. To meet the budgets quickly, run
programs with small ones. The same numbers from the source give the same program.

    >>> from parlour.core.chance import Chance
    >>> random_program(Chance(1)) == random_program(Chance(1))
    True
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from parlour.core import nodes
from parlour.core import types as t
from parlour.core.chance import Chance
from parlour.core.passes.nonlocal_exits import FAIL
from parlour.core.passes.order import in_order
from parlour.core.read.program import read_program
from parlour.core.text import print_program
from parlour.testing.generation.disasters import BUDGETS, ERRORS, DisasterWriter
from parlour.testing.generation.draws import Draws, Source
from parlour.testing.generation.scope import Scope
from parlour.testing.generation.world import Method, Signature, World, new_world

__all__ = ["Source", "program_of", "random_program"]

# From this size on a program has everything.
WHOLE = 4


def random_program(chance: Source, size: int = 6) -> nodes.Program:
    """A random program; `size` is about how many statements its functions have."""
    return in_order(_Generator(new_world(Draws(chance), size)).program())


def program_of(seed: int) -> nodes.Program:
    """One of the programs that engines are compared on by number, most of them small: small ones find most, and find it
    sooner. It is read from its text, so that every node has its place and errors say where they are."""
    size = (1, 1, 1, 2, 1, 1, 2, WHOLE)[seed // 2 % 8]
    return read_program(print_program(random_program(Chance(seed), size)))


class _Generator:
    """Writes the functions of a program, each after those it may call."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.draws = world.draws
        self.functions: list[nodes.Function] = []
        self.game: str | None = None

    def program(self) -> nodes.Program:
        draws = self.draws
        for _ in range(draws.between(1, 2)):
            self.part(self.routine)
        for _ in range(draws.between(1, 2)):
            self.part(self.pure_helper)
        self.looking()
        self.part(self.plain)
        for _ in range(draws.between(1, 2)):
            self.part(self.method, asks=False)
        for _ in range(draws.between(1, 1 + self.world.size // 4)):
            self.part(self.plain)
        self.part(self.large)
        self.part(self.recursive)
        self.part(self.ring, asks=False)
        self.part(self.letting_out, asks=False)
        self.part(self.asking)
        self.part(self.method, asks=True)
        self.part(self.letting_out, asks=True)
        self.part(self.asking_recursive)
        self.part(self.ring, asks=True)
        self.part(self.turns)
        self.part(self.asking)
        entry = self.main()
        world = self.world
        return nodes.Program(
            world.name("program"),
            (*world.linker.functions, *self.functions),
            entry,
            (*world.globals, *world.counts),
            tuple(world.classes),
            world.symbols,
            world.seats,
        )

    def part(self, write: Callable[..., None], **kinds: bool) -> None:
        """Everything belongs to a program of some size, only some of it to a small one."""
        if self.world.size >= WHOLE or self.draws.percent(100 * self.world.size // WHOLE):
            write(**kinds)

    # ------------------------------------------------------------------------------------------------- parts

    def scope(self, params: list[nodes.Variable], result: t.Type) -> Scope:
        return Scope(self.world, result, visible=list(params), names={param.name for param in params})

    def params(self, low: int, high: int) -> list[nodes.Variable]:
        return [nodes.Variable(self.world.name("p"), self.world.type()) for _ in range(self.draws.between(low, high))]

    def wide(self) -> list[nodes.Variable]:
        """Up to twenty parameters of a word or more each, most of them numbers."""
        numbers = (t.INT, t.INT, t.FLOAT, t.BOOL, t.SYMBOL)
        types = [
            self.draws.pick(numbers) if self.draws.percent(80) else self.world.type()
            for _ in range(self.draws.between(0, 19))
        ]
        return [nodes.Variable(self.world.name("p"), type_) for type_ in types]

    def result(self) -> t.Type:
        if self.draws.percent(15):
            return t.NONE
        return self.world.state_type() if self.draws.percent(15) else self.world.type()

    def declare(
        self,
        name: str,
        params: list[nodes.Variable],
        scope: Scope,
        body: list[nodes.Stmt],
        charge: nodes.Expr | None = None,
    ) -> nodes.Function:
        label = self.draws.pick((name, "a label", None))
        function = nodes.Function(name, tuple(params), scope.result, tuple(body), tuple(scope.locals), label, charge)
        self.functions.append(function)
        return function

    def signature(self, function: nodes.Function, **kinds: object) -> Signature:
        params = tuple(param.type for param in function.params)
        return replace(Signature(function.name, params, function.result), **kinds)  # type: ignore[arg-type]

    def length(self) -> int:
        return self.draws.between(1, max(2, self.world.size // 2))

    # ------------------------------------------------------------------------------------- functions that do not ask

    def routine(self) -> None:
        """A routine with a charge that depends on its arguments."""
        params = [nodes.Variable(self.world.name("items"), t.ListType(self.world.type())), *self.params(0, 1)]
        scope = self.scope(params, self.result())
        scope.is_routine = True
        writer = DisasterWriter(scope)
        length = nodes.Op("list_length", (nodes.Local(params[0].name, params[0].type),), t.INT)
        formula = nodes.Op(
            "add", (nodes.Op("mul", (length, nodes.Const(2, t.INT)), t.INT), nodes.Const(1, t.INT)), t.INT
        )
        charges: tuple[nodes.Expr, ...] = (nodes.Const(3, t.INT), length, formula)
        charge = self.draws.pick(charges)
        body = [*writer.statements(self.length()), *writer.returned(scope.result)]
        name = self.world.name("routine")
        self.world.functions.append(self.signature(self.declare(name, params, scope, body, charge)))

    def pure_helper(self) -> None:
        """A function without a trace, for rules and for those who look."""
        params = self.params(0, 2)
        scope = self.scope(params, self.world.type())
        scope.is_pure = True
        writer = DisasterWriter(scope)
        body = [*writer.statements(self.length(), 1), *writer.returned(scope.result)]
        function = self.declare(self.world.name("pure"), params, scope, body)
        self.world.functions.append(self.signature(function, is_pure=True))

    def looking(self) -> None:
        """A prompt, labels, and a function that only the language's table would call."""
        types = [self.world.type() for _ in range(self.draws.between(1, 3))]
        for stem, param_types in (("prompt", []), ("drawn", []), *(("label", [type_]) for type_ in types)):
            params = [nodes.Variable(self.world.name("p"), type_) for type_ in param_types]
            scope = self.scope(params, t.STRING)
            scope.is_pure = scope.is_looking = True
            writer = DisasterWriter(scope)
            body = [*writer.statements(self.draws.between(0, 2), 1), *writer.returned(t.STRING)]
            signature = self.signature(self.declare(self.world.name(stem), params, scope, body), is_pure=True)
            if stem == "prompt":
                self.world.prompts.append(signature)
            elif stem == "label":
                self.world.labels.append(signature)

    def plain(self) -> None:
        params = self.params(0, 3)
        scope = self.scope(params, self.result())
        writer = DisasterWriter(scope)
        body = [*writer.statements(self.length()), *writer.returned(scope.result)]
        self.world.functions.append(self.signature(self.declare(self.world.name("plain"), params, scope, body)))

    def recursive(self) -> None:
        """A function that calls itself, not always in the last place, until its fuel is used up."""
        fuel = nodes.Variable(self.world.name("fuel"), t.INT)
        params = [fuel, *self.params(0, 1)]
        scope = self.scope(params, self.world.type())
        scope.protected.add(fuel.name)
        writer = DisasterWriter(scope)
        name = self.world.name("recursive")
        again: nodes.Expr = self.again(name, fuel, params, scope.result, writer)
        body: list[nodes.Stmt] = [self.stop(fuel, writer), *writer.statements(self.draws.between(0, 2), 1)]
        if scope.result == t.INT:
            again = nodes.Op("add", (nodes.Op("wrap32", (again,), t.INT), nodes.Const(1, t.INT)), t.INT)
        elif self.draws.percent(50):
            pair = writer.kept(nodes.Convert(again, t.ANY) if scope.result != t.ANY else again, body)
            again = pair if scope.result == t.ANY else writer.narrowed(pair, scope.result, 1)
        body.append(nodes.Return(again))
        function = self.declare(name, params, scope, body)
        self.world.functions.append(self.signature(function, has_fuel=True))

    def again(
        self, name: str, fuel: nodes.Variable, params: list[nodes.Variable], result: t.Type, writer: DisasterWriter
    ) -> nodes.Call:
        """A call with a little less fuel; `params` are those of the function called."""
        less = nodes.Op("sub", (nodes.Local(fuel.name, t.INT), nodes.Const(1, t.INT)), t.INT)
        depth = 1 if len(params) < 6 else 0
        return nodes.Call(name, (less, *(writer.expr(param.type, depth) for param in params[1:])), result)

    def stop(self, fuel: nodes.Variable, writer: DisasterWriter) -> nodes.If:
        result = writer.scope.result
        is_empty = nodes.Op("le", (nodes.Local(fuel.name, t.INT), nodes.Const(0, t.INT)), t.BOOL)
        return nodes.If(((is_empty, (nodes.Return(None if result == t.NONE else writer.expr(result, 1)),)),))

    def large(self) -> None:
        """A function of many statements that others call more than once: too large to be written into its callers."""
        params = [*self.params(0, 1), *self.wide()]
        scope = self.scope(params, self.result())
        writer = DisasterWriter(scope)
        body: list[nodes.Stmt] = []
        for _ in range(self.draws.between(6, 10)):
            body += writer.library_call() if self.draws.percent(20) else writer.statements(2, 1)
        body += writer.returned(scope.result)
        self.world.functions.append(self.signature(self.declare(self.world.name("large"), params, scope, body)))

    def ring(self, asks: bool) -> None:
        """Functions with parameters of all widths, each of which calls the next in the last place; one of them may
        fail, or call another that does."""
        result = self.result()
        stem = "ask_ring" if asks else "ring"
        names = [self.world.name(stem) for _ in range(self.draws.between(2, 3))]
        fuels = [nodes.Variable(self.world.name("fuel"), t.INT) for _ in names]
        params = [[fuel, *(self.wide() if self.draws.percent(70) else self.params(0, 2))] for fuel in fuels]
        for number, name in enumerate(names):
            following = (number + 1) % len(names)
            scope = self.scope(params[number], result)
            scope.asks = asks
            scope.protected.add(fuels[number].name)
            writer = DisasterWriter(scope)
            body: list[nodes.Stmt] = [self.stop(fuels[number], writer), *writer.statements(self.draws.between(0, 2), 1)]
            if asks:
                body.extend(writer.question(0))
            if self.draws.percent(15):
                condition = writer.seldom()
                with writer.inner():
                    body.append(nodes.If(((condition, tuple(self.failing(writer))),)))
            call = self.again(names[following], fuels[number], params[following], result, writer)
            body.extend(self.last_call(call, asks, scope))
            function = self.declare(name, params[number], scope, body)
        self.world.functions.append(self.signature(function, has_fuel=True, asks=asks))

    def failing(self, writer: DisasterWriter) -> list[nodes.Stmt]:
        kind = self.draws.pick(ERRORS)
        return writer.disaster(kind) if self.draws.percent(50) else self.doom(kind)

    def turns(self) -> None:
        """A game as it is mostly written: a question that is put again until the answer will do, a turn that makes a
        new state of the old one and the answer, and a loop of turns."""
        world = self.world
        state = nodes.Variable(world.name("state"), world.state_type())
        others = self.wide()

        def opened(result: t.Type) -> DisasterWriter:
            scope = self.scope([state, *others], result)
            scope.asks = True
            return DisasterWriter(scope)

        kept = [nodes.Local(param.name, param.type) for param in (state, *others)]
        writer = opened(t.INT)
        answer = writer.scope.new_local(t.INT, "answer")
        ask = nodes.Ask(
            answer.name,
            nodes.Question(writer.seat(), nodes.Whole(nodes.Const(0, t.INT), nodes.Const(5, t.INT)), "number"),
        )
        writer.scope.visible.append(answer)
        will_do = nodes.Or(
            nodes.Op("lt", (nodes.Local(answer.name, t.INT), nodes.Const(4, t.INT)), t.BOOL), writer.expr(t.BOOL, 1)
        )
        good = nodes.If(((will_do, (nodes.Return(nodes.Local(answer.name, t.INT)),)),))
        name = world.name("until")
        again = self.last_call(nodes.Call(name, tuple(kept), t.INT), asks=True, scope=writer.scope)
        self.declare(name, [state, *others], writer.scope, [ask, good, *again])
        writer = opened(state.type)
        choice = writer.scope.new_local(t.INT, "choice")
        body: list[nodes.Stmt] = [nodes.Invoke(choice.name, nodes.Call(name, tuple(kept), t.INT))]
        writer.scope.visible.append(choice)
        body += [*writer.statements(self.draws.between(0, 2), 1), nodes.Return(writer.rebuilt(kept[0]))]
        turn = self.declare(world.name("turn"), [state, *others], writer.scope, body).name
        writer = opened(state.type)
        counter = writer.scope.new_local(t.INT, "round")
        with writer.loop(counter):
            inside: nodes.Block = (
                nodes.If(((writer.seldom(), (nodes.Break(),)),)),
                nodes.Invoke(state.name, nodes.Call(turn, tuple(kept), state.type)),
            )
        body = [
            nodes.For(counter.name, nodes.Const(0, t.INT), nodes.Const(self.draws.between(1, 2), t.INT), inside),
            nodes.Return(kept[0]),
        ]
        function = self.declare(world.name("turns"), [state, *others], writer.scope, body)
        world.functions.append(self.signature(function, asks=True))
        self.game = function.name

    def last_call(self, call: nodes.Call, asks: bool, scope: Scope) -> list[nodes.Stmt]:
        """`return f(…)` as core says it."""
        if not asks:
            return [nodes.Evaluate(call), nodes.Return()] if call.type == t.NONE else [nodes.Return(call)]
        if call.type == t.NONE:
            return [nodes.Invoke(None, call), nodes.Return()] if self.draws.percent(50) else [nodes.Invoke(None, call)]
        target = scope.new_local(call.type, "result")
        return [nodes.Invoke(target.name, call), nodes.Return(nodes.Local(target.name, call.type))]

    def letting_out(self, asks: bool) -> None:
        """A function that abandons what its caller catches."""
        params = self.params(0, 1)
        scope = self.scope(params, self.result())
        scope.asks = asks
        writer = DisasterWriter(scope)
        tag = self.draws.pick((*self.world.tags, FAIL))
        if tag == FAIL:
            scope.attempts = 1
        else:
            scope.tags.append(tag)
        leave = nodes.Fail() if tag == FAIL else nodes.Abandon(tag)
        body = [*(writer.question(0) if asks else ()), *writer.statements(self.draws.between(0, 2), 1)]
        body.append(nodes.If(((writer.expr(t.BOOL), (leave,)),)))
        body.extend(writer.returned(scope.result))
        function = self.declare(self.world.name("leaver"), params, scope, body)
        self.world.functions.append(self.signature(function, lets_out=frozenset((tag,)), asks=asks))

    def method(self, asks: bool) -> None:
        """A virtual method with implementations in a class and some of those below it."""
        world = self.world
        roots = [class_ for class_ in world.classes if class_.parent is None]
        base = self.draws.pick(roots if self.draws.percent(70) else world.classes).name
        name = world.name("method")
        types = [world.type() for _ in range(self.draws.between(0, 2))]
        result = self.result()
        for class_name in world.hierarchy.below(base):
            if class_name != base and self.draws.percent(30):
                continue
            params = [nodes.Variable(world.name("self"), t.ObjectType(class_name))]
            params += [nodes.Variable(world.name("p"), type_) for type_ in types]
            scope = self.scope(params, result)
            scope.asks = asks
            writer = DisasterWriter(scope)
            body = [*(writer.question(0) if asks and class_name == base else ()), *writer.statements(self.length(), 1)]
            function = self.declare(world.name("method_body"), params, scope, [*body, *writer.returned(result)])
            number = next(n for n, class_ in enumerate(world.classes) if class_.name == class_name)
            old: nodes.Class = world.classes[number]
            world.classes[number] = replace(old, methods=(*old.methods, (name, function.name)))
        world.methods.append(Method(name, base, tuple(types), result, asks))

    # ------------------------------------------------------------------------------------------ functions that ask

    def asking(self) -> None:
        params = self.params(0, 2)
        scope = self.scope(params, self.result())
        scope.asks = True
        writer = DisasterWriter(scope)
        body = [*writer.statements(self.draws.between(0, 1), 1), *writer.question(0)]
        body += [*writer.statements(self.length()), *writer.returned(scope.result)]
        function = self.declare(self.world.name("asking"), params, scope, body)
        self.world.functions.append(self.signature(function, asks=True))

    def asking_recursive(self) -> None:
        """A function that asks, calls itself and goes on after that."""
        fuel = nodes.Variable(self.world.name("fuel"), t.INT)
        params = [fuel, *(self.wide() if self.draws.percent(30) else self.params(0, 1))]
        scope = self.scope(params, self.result())
        scope.asks = True
        scope.protected.add(fuel.name)
        writer = DisasterWriter(scope)
        name = self.world.name("ask_again")
        body: list[nodes.Stmt] = [self.stop(fuel, writer), *writer.question(0)]
        call = self.again(name, fuel, params, scope.result, writer)
        target = scope.new_local(scope.result, "result")
        body.append(nodes.Invoke(target.name, call))
        scope.visible.append(target)
        body += [*writer.statements(self.draws.between(0, 2), 1), *writer.returned(scope.result)]
        self.world.functions.append(self.signature(self.declare(name, params, scope, body), has_fuel=True, asks=True))

    # ------------------------------------------------------------------------------------------------ the entry

    def main(self) -> str:
        world = self.world
        scope = self.scope([], t.NONE if self.draws.percent(50) else world.type())
        scope.asks = True
        writer = DisasterWriter(scope)
        body: list[nodes.Stmt] = []
        for variable in world.globals:
            # Reading a global that was forgotten is a game error too.
            if variable.is_presentation or world.risk < 20 or self.draws.percent(95):
                body.append(nodes.SetGlobal(variable.name, writer.literal(variable.type)))
        body += writer.statements(self.draws.between(0, 2))
        played = [function for function in world.functions if function.name == self.game]
        if played and self.draws.percent(50):
            body.append(nodes.Invoke(None, writer.call(played[0], 1)))
        if self.draws.percent(80):
            counter = scope.new_local(t.INT, "round")
            with writer.loop(counter):
                inside = [*writer.invoke(0), *writer.statements(self.draws.between(1, 3))]
            body.append(
                nodes.For(
                    counter.name, nodes.Const(0, t.INT), nodes.Const(self.draws.between(1, 3), t.INT), tuple(inside)
                )
            )
        body += writer.statements(self.length())
        for _ in range(self.draws.between(1, 1 + self.world.size // 2)):
            body += writer.library_call()
        last = [*self.ending(writer), *writer.returned(scope.result)]
        body = [*writer.witness(), *body, *writer.first_tracked(), *last]
        name = world.name("main")
        self.declare(name, [], scope, body)
        return name

    def ending(self, writer: DisasterWriter) -> list[nodes.Stmt]:
        """The last statements of the entry: an outcome, a disaster, or a function that ends in one."""
        kind = self.draws.pick((None, *ERRORS, None, *BUDGETS, None, None))
        after: list[nodes.Stmt] = [writer.finish()] if self.draws.percent(70) else []
        if kind is None:
            return after
        if kind != "depth" and self.draws.percent(40):
            return [*after, *writer.disaster(kind)]
        return [*after, *self.doom(kind)]

    def doom(self, kind: str) -> list[nodes.Stmt]:
        """A call of a function that fails: a plain one, a routine, a method, or in a speculation."""
        name = self.world.name("doom")
        scope = self.scope([], self.world.plain_type())
        writer = DisasterWriter(scope)
        call = nodes.Call(name, (), scope.result)
        if kind == "depth":
            stmts: list[nodes.Stmt] = [*writer.statements(1, 0), nodes.Evaluate(call)]
        else:
            # A routine's loops and calls are free: an endless one would never end.
            scope.is_routine = kind not in BUDGETS and self.draws.percent(30)
            stmts = [*writer.statements(1, 1), *writer.disaster(kind)]
        charge = nodes.Const(1, t.INT) if scope.is_routine else None
        self.declare(name, [], scope, [*stmts, nodes.Return(writer.expr(scope.result, 1))], charge)
        if self.draws.percent(30):
            return [nodes.Evaluate(nodes.Speculate(name, (), scope.result))]
        return [nodes.Evaluate(call)]
