"""Guards: what a program would refuse anyway is seen without running it (binding-time analysis, partial evaluation).

Programs that only read input ask in a loop until they like what they are told::

    while lt(to, 0) {                    guard of `ask y` (x, answer):
      ask x  ask y  ask u  ask v           y = answer
      from = cell(x, y)                    from = cell(x, y)
      to = cell(u, v)                      -- `to` is not known yet; can `reaches` still be true?
      if not(reaches(from, to)) {          if surely `reaches` is false, then `to` is -1, and the loop begins anew:
        to = -1                              return false
      }                                    return true
    }

The guard of a question is a function of the locals it needs and of the answer. It gives false only if the program would
come back to the first question of the loop with nothing changed, or fail, whatever is answered to the questions in
between: such an answer is refused, and nobody has to try it. It gives true wherever it cannot tell. What does not
depend on answers still to come is worked out as the program would; a condition that does is decided if it can be
decided without them (`or` by its known side, `and` likewise), in called functions, too. Where the answers to the next
question can be listed, an answer is also refused if the guard there lets none of them through: a search, which is a
function of its own.

A function that ends by calling itself with its own arguments is such a loop, too. It gets no guards: most games of that
kind ask once in a turn, and trying the answer costs them less (tic-tac-toe 0.75, Connect Four 0.7 times the speed).

Before: in order. After: the same program, and more functions, which nothing in it calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from functools import cached_property

from parlour.core import nodes, walk
from parlour.core.flow.candidates import Evidence, enumerate_domain, evidence
from parlour.core.nodes import Block, Call, Const, Expr, Local, Op, Return, Stmt
from parlour.core.ops import OPS
from parlour.core.passes.effects import Effects, infer
from parlour.core.passes.suspension import Site, plan
from parlour.core.questions import answer_type
from parlour.core.types import BOOL
from parlour.core.values import Symbol
from parlour.core.walk import (
    assigned,
    blocks,
    domain_expressions,
    expressions,
    map_expr,
    replace_blocks,
    walk_block,
    walk_expr,
)
from parlour.dataclass import dataclass

YES = Const(True, BOOL)
NO = Const(False, BOOL)

GUARD = "guard of "

# A function of its own, so that an engine can keep what a search has found: the guard of the next question asks again.
SEARCH = "search after "

# Functions are looked into so deep, and so many are made for one program.
DEEPEST = 4
MOST = 64

# Of the answers to come so many are looked through, at most.
MOST_SEARCHED = 10_000

# So many conditions one after the other are followed on both ways.
MOST_BRANCHES = 5


def guard_name(function: str, site: int) -> str:
    """The name of the guard of a question, if it has one."""
    return f"{GUARD}{function} {site}"


@dataclass(frozen=True, slots=True)
class Guard:
    """The locals that a guard wants, in the order of its parameters; the answer comes last."""

    function: str
    wanted: tuple[str, ...]


def guards_of(program: nodes.Program, sites: Iterable[Site]) -> dict[tuple[str, int], Guard]:
    """The guards that a program has, by site."""
    functions = {function.name: function for function in program.functions}
    found: dict[tuple[str, int], Guard] = {}
    for site in sites:
        guard = functions.get(guard_name(site.function, site.number))
        if guard is not None:
            found[site.function, site.number] = Guard(guard.name, tuple(var.name for var in guard.params[:-1]))
    return found


def with_guards(program: nodes.Program) -> nodes.Program:
    """The program with a guard for every question that can have one."""
    maker = _Maker(program)
    found = plan(program)
    for function in program.functions:
        if function.name in found.sites and not any(
            isinstance(stmt, nodes.Attempt) for stmt in walk_block(function.body)
        ):
            for loop in (stmt for stmt in walk_block(function.body) if isinstance(stmt, nodes.While)):
                maker.add_guards(function, loop, found.sites[function.name])
    wanted = [name for name in maker.made if name.startswith(GUARD)]
    reached: dict[str, None] = {}
    while wanted:
        name = wanted.pop()
        if name in maker.made and name not in reached:
            reached[name] = None
            wanted += [expr.function for expr in walk.all_expressions(maker.made[name]) if isinstance(expr, Call)]
    return replace(program, functions=(*program.functions, *(maker.made[name] for name in sorted(reached))))


@dataclass(slots=True)
class _Code:
    """Statements being written, the locals whose value is known there, those that were set, and conditions that are not
    known, by the locals that hold them."""

    known: set[str]
    out: list[Stmt] = field(default_factory=list)
    written: set[str] = field(default_factory=set)
    means: dict[str, Expr] = field(default_factory=dict)

    def branch(self) -> _Code:
        return _Code(set(self.known), [], set(self.written), dict(self.means))

    def note_set(self, names: Iterable[str]) -> None:
        """These locals are set to something else."""
        for name in names:
            self.written.add(name)
            self.means = {each: expr for each, expr in self.means.items() if each != name and name not in _names(expr)}

    def meant(self, expr: Expr) -> Expr:
        """With what a condition stands for in place of its local."""
        return map_expr(expr, lambda part: self.means.get(part.name, part) if isinstance(part, Local) else part)


@dataclass(frozen=True, slots=True)
class _Turn:
    """One turn of a loop: when it begins anew, and what must then be as it was."""

    again: Expr
    live: frozenset[str]


class _Maker:
    def __init__(self, program: nodes.Program) -> None:
        self.program = program
        self.functions = {function.name: function for function in program.functions}
        self.effects: dict[str, Effects] = infer(program)
        self.displays = {var.name for var in program.globals if var.is_presentation}
        self.made: dict[str, nodes.Function] = {}
        # How many guards of later questions one may ask.
        self.cost: dict[str, int] = {}

    # ------------------------------------------------------------------------------------------------ of a loop

    def add_guards(self, function: nodes.Function, loop: nodes.While, sites: Sequence[Site]) -> None:
        asks = [place for place, stmt in enumerate(loop.body) if isinstance(stmt, nodes.Ask)]
        if not asks or not self.is_quiet(loop.condition):
            return
        if any(isinstance(stmt, nodes.Ask) and stmt.group for stmt in loop.body):
            return
        before, read = loop.body[: asks[0]], loop.body[asks[0] : asks[-1] + 1]
        if not all(self.is_plain_step(stmt) for stmt in (*before, *read)):
            return
        at = {id(site.stmt): site for site in sites}
        if id(loop.body[asks[0]]) not in at:
            return
        again = self.set_again(loop, before)
        live = frozenset(at[id(loop.body[asks[0]])].slots) - again
        seats = [self.seat(loop.body, before, read, place) for place in asks]
        following: Site | None = None
        # From the last question on: a guard may use that of the next one.
        for number, place in reversed(list(enumerate(asks))):
            ask = loop.body[place]
            assert isinstance(ask, nodes.Ask)
            later = [loop.body[other] for other in asks[number + 1 :]]
            is_same_seat = all(seat is not None and seat == seats[number] for seat in seats[number + 1 :])
            if later and not (is_same_seat and all(map(_is_listed, later))):
                return
            if isinstance(ask.question.domain, nodes.Options) or len(self.made) >= MOST:
                return
            site = at[id(ask)]
            # What is set on the way to the first question, and from there to this one, is not as it was there.
            written = _assigned_in((*before, *loop.body[asks[0] : place])) - again
            self.add_guard(function, loop, place, site, live, written)
            if following is not None:
                self.add_search(function, loop.body[place + 1 : asks[number + 1]], ask, site, following)
            following = site

    def is_plain_step(self, stmt: Stmt) -> bool:
        """It does nothing but ask, tell or set a local."""
        if isinstance(stmt, nodes.Ask):
            return True
        if isinstance(stmt, nodes.SetGlobal) and stmt.name not in self.displays:
            return False
        is_step = isinstance(stmt, nodes.Assign | nodes.Tell | nodes.SetGlobal)
        return is_step and all(self.is_quiet(expr) for expr in expressions(stmt))

    def set_again(self, loop: nodes.While, before: Block) -> set[str]:
        """The locals that are set on the way to the first question to what they were."""
        changed = _assigned_in(loop.body)
        again: set[str] = set()
        for stmt in before:
            if isinstance(stmt, nodes.Assign) and not _names(stmt.value) & changed - again:
                again.add(stmt.name)
        return again

    def seat(self, body: Block, before: Block, read: Block, place: int) -> Expr | None:
        """Who is asked, in terms of what does not change between the questions; None if that cannot be said."""
        ask = body[place]
        assert isinstance(ask, nodes.Ask)
        seat = ask.question.seat
        changed = _assigned_in(read)
        if isinstance(seat, Local):
            values = [
                stmt.value for stmt in (*before, *read) if isinstance(stmt, nodes.Assign) and stmt.name == seat.name
            ]
            seat = values[0] if len(values) == 1 else seat
        return None if _names(seat) & changed else seat

    def add_guard(
        self,
        function: nodes.Function,
        loop: nodes.While,
        place: int,
        site: Site,
        live: frozenset[str],
        written: set[str],
    ) -> None:
        ask = loop.body[place]
        assert isinstance(ask, nodes.Ask)
        code = _Code({*site.slots, ask.target}, written=written)
        self.write_turn(code, loop.body[place + 1 :], _Turn(loop.condition, live), MOST_BRANCHES)
        body = _without_unread(tuple(code.out))
        guard = nodes.Function("", (), BOOL, body)
        if _gives_no_other(guard, YES) or ask.target not in {
            expr.name for expr in walk.all_expressions(guard) if isinstance(expr, Local)
        }:
            return
        self.add(guard_name(site.function, site.number), function, body, [*site.slots], ask.target, ask)

    def add_search(self, function: nodes.Function, between: Block, ask: nodes.Ask, site: Site, following: Site) -> None:
        """An answer after which the next question's guard lets nothing through is refused, too."""
        name, then = guard_name(site.function, site.number), guard_name(following.function, following.number)
        values = self.candidates(following)
        if then not in self.made or values is None or len(values) * self.cost.get(then, 1) > MOST_SEARCHED:
            return
        code = _Code({*site.slots, ask.target})
        for stmt in between:
            if not self.write_step(code, stmt):
                return
        wanted = [var.name for var in self.made[then].params[:-1]]
        if not set(wanted) <= code.known:
            return
        types = {var.name: var.type for var in (*function.params, *function.locals)}
        before = self.made.get(name)
        if before is not None:
            own = f"{name} alone"
            self.made[own] = replace(before, name=own)
            given = tuple(Local(var.name, var.type) for var in before.params)
            code.out.insert(0, nodes.If(((_negated(Call(own, given, BOOL)), (Return(NO),)),)))
        given = tuple(Local(each, types[each]) for each in wanted)
        tries = (nodes.If(((Call(then, (*given, value), BOOL), (Return(YES),)),)) for value in values)
        search = f"{SEARCH}{site.function} {site.number}"
        params = tuple(nodes.Variable(each, types[each]) for each in wanted)
        self.made[search] = nodes.Function(search, params, BOOL, (*tries, Return(NO)))
        code.out.append(Return(Call(search, given, BOOL)))
        self.cost[name] = len(values) * self.cost.get(then, 1)
        self.add(name, function, _without_unread(tuple(code.out)), [*site.slots], ask.target, ask)

    def candidates(self, site: Site) -> list[Expr] | None:
        """The answers that are tried at a question, if these are always the same."""
        assert isinstance(site.stmt, nodes.Ask)
        domain = site.stmt.question.domain
        is_fixed = all(isinstance(expr, Const) for expr in domain_expressions(domain))
        if not is_fixed or (isinstance(domain, nodes.Whole) and (domain.low is None or domain.high is None)):
            return None
        known = self.evidence[site.function, site.number]
        found = enumerate_domain(domain, known, lambda expr: expr.value, longest=0, board_sides=())  # type: ignore[union-attr]
        kind = answer_type(domain, False)
        assert kind is not None
        if found.is_open or len(found.values) > MOST_SEARCHED:
            return None
        values = (value.name if isinstance(value, Symbol) else value for value in found.values)
        return [Const(value, kind) for value in values if isinstance(value, int | str)]

    @cached_property
    def evidence(self) -> dict[tuple[str, int], tuple[Evidence, ...]]:
        return evidence(self.program)

    def add(
        self,
        name: str,
        function: nodes.Function,
        body: Block,
        slots: Sequence[str],
        last: str | None,
        ask: nodes.Ask | None,
    ) -> None:
        """A function with this body over some of the locals of another one."""
        types = {var.name: var.type for var in (*function.params, *function.locals)}
        unsure = {var.name for var in (*function.params, *function.locals) if var.may_be_unset}
        made = nodes.Function(name, (), BOOL, body)
        used = {expr.name for expr in walk.all_expressions(made) if isinstance(expr, Local)}
        written = {found for stmt in walk_block(body) if (found := assigned(stmt)) is not None}
        wanted = [each for each in slots if each in used and each != last]
        if ask is not None and unsure & set(wanted):
            self.made.pop(name, None)
            return
        params = [nodes.Variable(each, types[each]) for each in wanted]
        if last is not None and ask is not None:
            kind = answer_type(ask.question.domain, False)
            assert kind is not None
            params.append(nodes.Variable(last, kind))
        names = {var.name for var in params}
        locals_ = tuple(nodes.Variable(each, types[each]) for each in types if each in written and each not in names)
        self.made[name] = replace(made, params=tuple(params), locals=locals_)

    # --------------------------------------------------------------------------------------- the rest of a turn

    def write_turn(self, code: _Code, block: Sequence[Stmt], turn: _Turn, branches: int) -> None:
        """Writes what the rest of a turn of the loop does, as far as that is known, and whether the loop then begins
        anew; each branch of a condition has a rest of its own."""
        for place, stmt in enumerate(block):
            if isinstance(stmt, nodes.If) and branches:
                self.write_fork(code, stmt, block[place + 1 :], turn, branches - 1)
                return
            if not self.write_step(code, stmt):
                code.out.append(Return(YES))
                return
        surely, _ = self.decided(code.meant(turn.again), code.known, 0)
        if surely != NO and not code.written & turn.live:
            code.out += _fork(((surely, [Return(NO)]),), [])
        code.out.append(Return(YES))

    def write_fork(self, code: _Code, stmt: nodes.If, rest: Sequence[Stmt], turn: _Turn, branches: int) -> None:
        (condition, block), *arms = stmt.arms
        if not self.is_quiet(condition):
            code.out.append(Return(YES))
            return
        surely, surely_not = self.decided(code.meant(condition), code.known, 0)
        one, other, open_ = code.branch(), code.branch(), code.branch()
        otherwise = (nodes.If(tuple(arms), stmt.otherwise),) if arms else stmt.otherwise
        self.write_turn(one, (*block, *rest), turn, branches)
        self.write_turn(other, (*otherwise, *rest), turn, branches)
        if _names(condition) <= code.known:
            code.out += _fork(((condition, one.out),), other.out)
            return
        if _assigned_in((stmt,)) or not self.gives_only(stmt, None):
            open_.out.append(Return(YES))
        else:
            self.write_turn(open_, rest, turn, branches)
        code.out += _fork(((surely, one.out), (surely_not, other.out)), open_.out)

    def write_step(self, code: _Code, stmt: Stmt) -> bool:
        """Writes a simple statement; False if nobody knows what comes of it."""
        code.note_set(_assigned_in((stmt,)))
        match stmt:
            case nodes.Ask(target=target):
                code.known.discard(target)
            case nodes.Assign(name, value):
                if not self.is_quiet(value):
                    return False
                if _names(value) <= code.known:
                    code.out.append(stmt)
                    code.known.add(name)
                else:
                    code.known.discard(name)
                    if value.type == BOOL and name not in _names(value):
                        code.means[name] = code.meant(value)
            case nodes.Tell() | nodes.Count():
                pass
            case nodes.SetGlobal(name=name) if name in self.displays:
                pass
            case nodes.While() | nodes.For() if self.is_pure_loop(stmt, code.known):
                code.out.append(stmt)
                code.known |= _assigned_in((stmt,))
            case _:
                return False
        return True

    # ------------------------------------------------------------------------------------------ called functions

    def write(self, code: _Code, block: Sequence[Stmt], *, depth: int, polarity: bool) -> bool:
        """Writes what a block of a function does as far as that is known, which is asked whether it surely gives this.
        False: it does not come to its end, and the code ends with a return."""
        for stmt in block:
            match stmt:
                case nodes.If(arms, otherwise):
                    if not self.write_if(code, list(arms), otherwise, depth, polarity):
                        return False
                case Return(value) if value is not None:
                    code.out.append(Return(self.decided(code.meant(value), code.known, depth)[0 if polarity else 1]))
                    return False
                case nodes.TailCall(call=call):
                    code.out.append(Return(self.decided(call, code.known, depth)[0 if polarity else 1]))
                    return False
                case nodes.While() | nodes.For() if not self.is_pure_loop(stmt, code.known) and self.gives_only(
                    stmt, polarity
                ):
                    code.known -= _assigned_in((stmt,))
                    code.note_set(_assigned_in((stmt,)))
                case nodes.Ask():
                    code.out.append(Return(NO))
                    return False
                case _:
                    if not self.write_step(code, stmt):
                        code.out.append(Return(NO))
                        return False
        return True

    def write_if(
        self, code: _Code, arms: list[tuple[Expr, Block]], otherwise: Block, depth: int, polarity: bool
    ) -> bool:
        if not arms:
            return self.write(code, otherwise, depth=depth, polarity=polarity)
        (condition, block), rest = arms[0], arms[1:]
        if not self.is_quiet(condition):
            code.out.append(Return(NO))
            return False
        surely, surely_not = self.decided(code.meant(condition), code.known, depth)
        one, other, open_ = code.branch(), code.branch(), code.branch()
        ends = [self.write(one, block, depth=depth, polarity=polarity)]
        ends.append(self.write_if(other, rest, otherwise, depth, polarity))
        if _names(condition) <= code.known:
            code.out += _fork(((condition, one.out),), other.out)
        else:
            # It is not known which of the statements are executed, nor what is set afterwards.
            both = (*block, *(stmt for _, arm in rest for stmt in arm), *otherwise)
            ends.append(all(self.gives_only(stmt, polarity) for stmt in both))
            open_.known -= _assigned_in(both)
            open_.note_set(_assigned_in(both))
            if not ends[-1]:
                open_.out.append(Return(NO))
            code.out += _fork(((surely, one.out), (surely_not, other.out)), open_.out)
        known = [each.known for each, is_open in zip((one, other, open_), ends, strict=False) if is_open]
        if not known:
            return False
        code.known = set.intersection(*known)
        code.note_set(_assigned_in((*block, *(stmt for _, arm in rest for stmt in arm), *otherwise)))
        return True

    def gives_only(self, stmt: Stmt, polarity: bool | None) -> bool:
        """It leaves no trace but in locals, and whatever it returns is this."""
        for each in walk_block((stmt,)):
            if isinstance(each, Return):
                if polarity is None or each.value != (YES if polarity else NO):
                    return False
            elif isinstance(each, nodes.SetGlobal):
                if each.name not in self.displays:
                    return False
            elif not isinstance(
                each, nodes.Assign | nodes.Tell | nodes.If | nodes.While | nodes.For | nodes.Break | nodes.Continue
            ):
                return False
            if not all(self.is_quiet(expr) for expr in expressions(each)):
                return False
        return True

    def is_pure_loop(self, stmt: Stmt, known: set[str]) -> bool:
        """A loop over what is known, that comes to its end."""
        inside = (each for block in blocks(stmt) for each in walk_block(block))
        simple = all(isinstance(each, nodes.Assign | nodes.If | nodes.While | nodes.For) for each in inside)
        names = {name for each in walk_block((stmt,)) for expr in expressions(each) for name in _names(expr)}
        quiet = all(self.is_quiet(expr) for each in walk_block((stmt,)) for expr in expressions(each))
        own = {stmt.name} if isinstance(stmt, nodes.For) else set()
        return simple and quiet and names - own <= known

    # ------------------------------------------------------------------------------------------------ expressions

    def is_quiet(self, expr: Expr) -> bool:
        """It leaves no trace."""
        for part in walk_expr(expr):
            if isinstance(part, nodes.Chance | nodes.NewSeat | nodes.Tracked):
                return False
            if isinstance(part, Call | nodes.Speculate) and not self.leaves_no_trace(part.function):
                return False
            if isinstance(part, nodes.VirtualCall) and not all(map(self.leaves_no_trace, self.methods(part.method))):
                return False
            if isinstance(part, Op) and OPS[part.name].writes:
                return False
        return True

    def leaves_no_trace(self, function: str) -> bool:
        return function not in self.effects or self.effects[function].leaves_no_trace

    def methods(self, name: str) -> list[str]:
        return [function for each in self.program.classes for method, function in each.methods if method == name]

    def decided(self, expr: Expr, known: set[str], depth: int) -> tuple[Expr, Expr]:
        """Whether a condition is surely true, and whether it is surely false, by what is known."""
        if _names(expr) <= known:
            return expr, _negated(expr)
        match expr:
            case nodes.And(left, right) | nodes.Or(left, right):
                (one, not_one), (other, not_other) = (self.decided(part, known, depth) for part in (left, right))
                if isinstance(expr, nodes.And):
                    return _both(one, other), _either(not_one, not_other)
                return _either(one, other), _both(not_one, not_other)
            case Op("not", (inner,)):
                surely, surely_not = self.decided(inner, known, depth)
                return surely_not, surely
            case Call(name, args) if depth < DEEPEST and self.functions[name].result == BOOL:
                return self.called(name, args, known, depth, True), self.called(name, args, known, depth, False)
        return NO, NO

    def called(self, name: str, args: tuple[Expr, ...], known: set[str], depth: int, polarity: bool) -> Expr:
        """Whether a function surely gives this, by those of its arguments that are known."""
        function = self.functions[name]
        given = tuple(_names(arg) <= known for arg in args)
        if not any(given) or function.is_routine:
            return NO
        marks = "".join("+" if is_given else "-" for is_given in given)
        made = f"surely {'true' if polarity else 'false'} {marks} {name}"
        if made not in self.made:
            if len(self.made) >= MOST:
                return NO
            params = [var.name for var, is_given in zip(function.params, given, strict=True) if is_given]
            # Who calls itself knows nothing of itself.
            self.made[made] = nodes.Function(made, (), BOOL, (Return(NO),))
            code = _Code(set(params))
            if self.write(code, function.body, depth=depth + 1, polarity=polarity):
                code.out.append(Return(NO))
            self.add(made, function, _without_unread(tuple(code.out)), params, None, None)
            # All parameters stay, used or not: calls are written already.
            types = {var.name: var for var in function.params}
            names = {var.name for var in self.made[made].locals}
            whole = tuple(types[each] for each in params)
            kept = tuple(var for var in self.made[made].locals if var.name in names - set(params))
            self.made[made] = replace(self.made[made], params=whole, locals=kept)
        if _gives_no_other(self.made[made], NO):
            return NO
        return Call(made, tuple(arg for arg, is_given in zip(args, given, strict=True) if is_given), BOOL)


def _names(expr: Expr) -> set[str]:
    return {part.name for part in walk_expr(expr) if isinstance(part, Local)}


def _assigned_in(block: Sequence[Stmt]) -> set[str]:
    return {name for stmt in walk_block(tuple(block)) if (name := assigned(stmt)) is not None}


def _is_listed(stmt: Stmt) -> bool:
    """The answers worth trying can be listed, and are tried."""
    assert isinstance(stmt, nodes.Ask)
    domain = stmt.question.domain
    return isinstance(domain, nodes.Whole | nodes.YesNo | nodes.OneOf) or (
        isinstance(domain, nodes.Chars) and domain.among is not None
    )


def _both(left: Expr, right: Expr) -> Expr:
    if NO in (left, right):
        return NO
    return nodes.And(left, right)


def _either(left: Expr, right: Expr) -> Expr:
    if left == NO:
        return right
    return left if right == NO else nodes.Or(left, right)


def _negated(expr: Expr) -> Expr:
    match expr:
        case Const(value=bool() as value):
            return NO if value else YES
        case Op("not", (inner,)):
            return inner
    return Op("not", (expr,), BOOL)


def _fork(arms: Sequence[tuple[Expr, list[Stmt]]], otherwise: list[Stmt]) -> list[Stmt]:
    """An `If` without the arms that are never taken."""
    kept = tuple((condition, tuple(block)) for condition, block in arms if condition != NO)
    if not kept or (not otherwise and not any(block for _, block in kept)):
        return list(otherwise)
    return [nodes.If(kept, tuple(otherwise))]


def _gives_no_other(function: nodes.Function, value: Expr) -> bool:
    """Whatever it returns is this."""
    return all(stmt.value == value for stmt in walk_block(function.body) if isinstance(stmt, Return))


def _without_unread(block: Block) -> Block:
    """Without assignments to locals that nobody reads."""
    while True:
        function = nodes.Function("", (), BOOL, block)
        read = {expr.name for expr in walk.all_expressions(function) if isinstance(expr, Local)}
        unread = {stmt.name for stmt in walk_block(block) if isinstance(stmt, nodes.Assign) and stmt.name not in read}
        if not unread:
            return block
        block = _left_out(block, unread)


def _left_out(block: Block, names: set[str]) -> Block:
    kept = (stmt for stmt in block if not (isinstance(stmt, nodes.Assign) and stmt.name in names))
    return tuple(replace_blocks(stmt, [_left_out(inner, names) for inner in blocks(stmt)]) for stmt in kept)
