"""Where control goes: which functions never come back, and which questions are only about playing again.

A function *falls off* when control can reach its end; one that always comes to `exit`, `restart` or `pass` never comes
back to its caller. A `read` is *housekeeping* (the manual's "Do you want to continue playing?") when whatever is
answered leads to `exit` or `restart` without another question or a board operation before it, and a `restart` is among
the ways: the game itself is over by then.

Both are found by data-flow analysis up to a fixpoint: functions that never come back over the calls, what comes after a
question backwards through the statements and over all calls of a function.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.dataclass import dataclass
from parlour.languages.senet.check.meaning import (
    BuiltinCall,
    Checked,
    EndWord,
    Function,
    FunctionCall,
    MethodCall,
    PassCall,
)
from parlour.languages.senet.syntax import tree

# ------------------------------------------------------------------------------------------------------ falling off


class Returns:
    """Which functions come back to whoever calls them."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.gone: set[int] = set()
        # From none on: each round can only find more that never come back.
        bodies = [function for function in checked.bodies if function.node is not None]
        while True:
            before = len(self.gone)
            self.gone.update(id(function) for function in bodies if not self._comes_back(function))
            if len(self.gone) == before:
                return

    def never(self, function: Function) -> bool:
        return id(function) in self.gone

    def _comes_back(self, function: Function) -> bool:
        assert function.node is not None
        statements = function.node.body.statements
        if any(isinstance(item, tree.Return) for item in tree.all_statements(statements)):
            return True
        # A called phase begins anew at its end: only `return` leaves it.
        return self.falls(statements) and not function.is_phase

    def falls(self, statements: Sequence[tree.Statement]) -> bool:
        """Control can reach the end of these statements."""
        return all(self._falls(statement) for statement in statements)

    def _falls(self, statement: tree.Statement) -> bool:
        match statement:
            case tree.Return() | tree.Break() | tree.Continue():
                return False
            case tree.Evaluate(_, expr):
                return not self.leaves(expr)
            case tree.Block(_, statements):
                return self.falls(statements)
            case tree.If(_, branches, otherwise):
                bodies = [branch.body for branch in branches]
                return otherwise is None or any(self.falls(body.statements) for body in (*bodies, otherwise))
            case tree.While(_, tree.Truth(value=True), body):
                return _breaks(body.statements)
        return True

    def leaves(self, expr: tree.Expr) -> bool:
        """The statement of this expression goes elsewhere and does not come back."""
        match self.checked.meaning(expr):
            case BuiltinCall("exit" | "restart") | PassCall() | EndWord():
                return True
            case FunctionCall(function) | MethodCall(method=function):
                return self.never(function)
        return False


def _breaks(statements: Sequence[tree.Statement]) -> bool:
    """Some `break` here leaves the loop whose body this is."""
    for statement in statements:
        if isinstance(statement, tree.Break):
            return True
        inner = () if isinstance(statement, tree.While | tree.For) else tree.blocks(statement)
        if any(_breaks(block.statements) for block in inner):
            return True
    return False


# ---------------------------------------------------------------------------------------------------- housekeeping


@dataclass(frozen=True, slots=True)
class _After:
    """What comes after a point: `ends`: every way leads to `exit` or `restart`; `meets`: what is met on some way, words
    for the ways to end and for board operations, and the identities of questions."""

    ends: bool
    meets: frozenset[str | int] = frozenset()

    def __or__(self, other: _After) -> _After:
        return _After(self.ends and other.ends, self.meets | other.meets)

    def meeting(self, more: frozenset[str | int]) -> _After:
        return _After(self.ends, self.meets | more)


_NOWHERE = _After(True)
_GOES_ON = _After(False)


class Housekeeping:
    """The questions that are only asked when the game is over, by the identity of the `read`."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.returns = Returns(checked)
        self.inside: dict[int, frozenset[str | int]] = {}
        self._summarize()
        # What comes after a call of a function has ended, over all its calls; it only grows, and so does what is known
        # of a question. Functions of which it has grown are gone through again.
        self.after: dict[int, _After] = {}
        self.reads: dict[int, tuple[bool, _After]] = {}
        self.waiting: dict[int, Function] = {}
        self._walk_all()
        self.found = frozenset(
            read for read, (is_used, after) in self.reads.items() if _is_housekeeping(read, after, is_used=is_used)
        )

    def _summarize(self) -> None:
        """All that a function can meet, those that it calls included."""
        bodies = {id(function): function for function in self.checked.bodies if function.node is not None}
        self.inside = dict.fromkeys(bodies, frozenset())
        callers: dict[int, list[int]] = {}
        for key, function in bodies.items():
            assert function.node is not None
            exprs = list(tree.all_expressions(function.node.body.statements))
            self.inside[key] = self._meets(iter(exprs))
            for expr in exprs:
                match self.checked.meaning(expr):
                    case FunctionCall(called) | MethodCall(method=called):
                        callers.setdefault(id(called), []).append(key)
        waiting = list(bodies)
        while waiting:
            key = waiting.pop()
            for caller in callers.get(key, ()):
                if not self.inside[key] <= self.inside[caller]:
                    self.inside[caller] |= self.inside[key]
                    waiting.append(caller)

    def _meets(self, exprs: Iterator[tree.Expr]) -> frozenset[str | int]:
        met: set[str | int] = set()
        for expr in exprs:
            if isinstance(expr, tree.Place | tree.Take):
                met.add("operation")
            match self.checked.meaning(expr):
                case BuiltinCall("exit" | "restart" as word):
                    met.add(word)
                case EndWord():
                    met.add("exit")
                case BuiltinCall("read"):
                    met.add(id(expr))
                case PassCall():
                    met.add("pass")
                case FunctionCall(function) | MethodCall(method=function):
                    operation: frozenset[str | int] = frozenset(
                        {"operation"} if function.name in ("place", "remove") else ()
                    )
                    met |= self.inside.get(id(function), operation)
        return frozenset(met)

    def _walk_all(self) -> None:
        self._block(tree.setup_statements(self.checked.program), _GOES_ON, _GOES_ON)
        self.waiting = {id(function): function for function in self.checked.bodies}
        while self.waiting:
            function = self.waiting.pop(next(iter(self.waiting)))
            assert function.node is not None
            # Phases are run by the turn engine, and after them the game goes on.
            own = _GOES_ON if function.is_phase else self.after.get(id(function), _NOWHERE)
            self._block(function.node.body.statements, own, own)

    def _block(
        self,
        statements: Sequence[tree.Statement],
        after: _After,
        returned: _After,
        broken: _After = _GOES_ON,
        continued: _After = _GOES_ON,
    ) -> _After:
        """What comes after the point before these statements."""
        for statement in reversed(statements):
            after = self._statement(statement, after, returned, broken, continued)
        return after

    def _statement(
        self, statement: tree.Statement, after: _After, returned: _After, broken: _After, continued: _After
    ) -> _After:
        match statement:
            case tree.Break():
                return broken
            case tree.Continue():
                return continued
            case tree.Return():
                return self._evaluated(statement, returned)
            case tree.Block(_, statements):
                return self._block(statements, after, returned, broken, continued)
            case tree.If(_, branches, otherwise):
                below = (
                    after
                    if otherwise is None
                    else self._block(otherwise.statements, after, returned, broken, continued)
                )
                for branch in reversed(branches):
                    below |= self._block(branch.body.statements, after, returned, broken, continued)
                    below = self._read(branch.condition, below)
                return below
            case tree.While() | tree.For():
                return self._loop(statement, after, returned)
        return self._evaluated(statement, after)

    def _loop(self, loop: tree.While | tree.For, after: _After, returned: _After) -> _After:
        is_endless = isinstance(loop, tree.While) and loop.condition == tree.Truth(loop.span, True)
        head = _NOWHERE if is_endless else after
        while True:
            inside = self._block(loop.body.statements, head, returned, after, head)
            again = inside if is_endless else after | inside
            if isinstance(loop, tree.While):
                again = self._read(loop.condition, again)
            if again == head:
                break
            head |= again
        return self._evaluated(loop, head) if isinstance(loop, tree.For) else head

    def _evaluated(self, statement: tree.Statement, after: _After) -> _After:
        for expr in reversed(tree.expressions(statement)):
            is_used = not isinstance(statement, tree.Evaluate) or statement.expr is not expr
            after = self._read(expr, after, is_used=is_used)
        return after

    def _read(self, expr: tree.Expr, after: _After, *, is_used: bool = True) -> _After:
        """What comes after the point before an expression; notes its questions and calls."""
        match self.checked.meaning(expr):
            case BuiltinCall("exit" | "restart" as word):
                return _After(True, frozenset({word}))
            case EndWord():
                return _After(True, frozenset({"exit"}))
            case PassCall():
                return _After(False, frozenset({"pass"}))
        met = self._meets(tree.parts(expr))
        for part in tree.parts(expr):
            match self.checked.meaning(part):
                case BuiltinCall("read"):
                    known = self.reads.get(id(part), (False, _NOWHERE))
                    used = is_used or part is not expr
                    self.reads[id(part)] = (known[0] or used, known[1] | after.meeting(met - {id(part)}))
                case FunctionCall(function) | MethodCall(method=function) if function.node is not None:
                    before = self.after.get(id(function), _NOWHERE)
                    if before | after != before:
                        self.after[id(function)] = before | after
                        self.waiting[id(function)] = function
                    if self.returns.never(function) and part is expr:
                        inside = self.inside[id(function)]
                        after = _After("pass" not in inside and not function.is_phase, inside)
        return after.meeting(met)


def _is_housekeeping(read: int, after: _After, *, is_used: bool) -> bool:
    others = [met for met in after.meets if isinstance(met, int) and met != read]
    is_choice = "exit" in after.meets or not is_used
    is_quiet = "operation" not in after.meets and "pass" not in after.meets and not others
    return after.ends and "restart" in after.meets and is_choice and is_quiet
