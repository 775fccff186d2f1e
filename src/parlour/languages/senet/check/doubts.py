"""What is allowed and hardly ever meant, in programs that are right otherwise: each of it is a warning.

A condition that is always the same, statements that nothing reaches, a variable that hides one of the game, a game that
nothing ends, a loop that nothing ends, a turn that is passed on twice, a winner that nobody becomes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from parlour.languages.comparisons import Comparison, doubt
from parlour.languages.senet import codes
from parlour.languages.senet.check import meaning
from parlour.languages.senet.check.endings import Returns
from parlour.languages.senet.check.verdicts import WIN
from parlour.languages.senet.syntax import tree
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span

Report = Callable[[Diagnostic], object]


def tell_doubts(checked: meaning.Checked, returns: Returns, report: Report) -> None:
    """Reports all of them."""

    def warn(code: str, title: str, span: Span, hint: str, *labels: Label) -> None:
        report(Diagnostic(code, title, (Label(span), *labels), hint=hint, severity="warning"))

    for condition, title, hint in constant_conditions(checked):
        warn(codes.SAME_ALWAYS, title, condition.span, hint)
    for statement, word in unreachable(checked):
        title, hint = f"this is never reached: `{word}` comes before it", f"put it before the `{word}`, or leave it out"
        warn(codes.UNREACHABLE, title, statement.span, hint)
    for local, outer in hiding(checked):
        title = f"this `{local.text}` hides the one of `@setup`"
        hint = "to use that one, leave this declaration out; else give it another name"
        warn(codes.HIDES, title, local.span, hint, Label(outer.span, "this is another one"))
    asked = question_without_end(checked)
    if asked is not None:
        title, hint = "this game never ends: nothing calls `exit()`", "write `exit();` where the game is over"
        warn(codes.NEVER_ENDS, title, asked.span, hint)
    for name, meant, what in misnamed(checked):
        title = f"nobody calls `{name.text}`: {what}"
        warn(codes.MISNAMED, title, name.span, f"call it `{meant}`")
    winner = winner_never_named(checked)
    if winner is not None and asked is None:
        title = f"`{winner.text}` tells who has won, and nothing in the game ever changes it"
        declared = checked.globals[winner.text].place
        labels = () if declared is None else (Label(declared.span, "this keeps its first value"),)
        warn(codes.NO_WINNER, title, winner.span, f"write `{winner.text} = ON_MOVE;` where a player wins", *labels)
    for loop, names in endless_loops(checked):
        title = "this loop never ends, once it has begun"
        listed = " or ".join(f"`{name}`" for name in names)
        hint = f"nothing in the loop changes {listed}: give it a new value there"
        warn(codes.ENDLESS_LOOP, title, loop.condition.span, hint)
    for passed in turns_passed_twice(checked, returns):
        title = "the turn passes by itself at the end of a phase; here it is passed on once more"
        hint = "leave it out: with two players, the same one is on move again"
        warn(codes.PASSED_TWICE, title, passed.span, hint)


def constant_conditions(checked: meaning.Checked) -> Iterator[tuple[tree.Chain, str, str]]:
    for expr in checked.expressions:
        if isinstance(expr, tree.Chain) and expr.links[0].operator in ("and", "or"):
            parts = (expr.first, *(link.operand for link in expr.links))
            compared = [known for part in parts if (known := _comparison(part)) is not None]
            found = doubt(compared, expr.links[0].operator)
            if found is not None:
                yield expr, *found


def _comparison(expr: tree.Expr) -> Comparison | None:
    """A comparison of something that stays the same meanwhile with a constant."""
    if not isinstance(expr, tree.Chain) or len(expr.links) != 1 or expr.links[0].operator not in _COMPARING:
        return None
    left, right = expr.first, expr.links[0].operand
    for subject, other, is_turned in ((left, right, False), (right, left, True)):
        constant = _constant(other)
        if constant is not None and all(isinstance(part, _STEADY) for part in tree.parts(subject)):
            found = Comparison(" ".join(subject.span.text.split()), expr.links[0].operator, constant)
            return found.turned if is_turned else found
    return None


_COMPARING = frozenset({"<", ">", "<=", ">=", "==", "!="})
_STEADY = (tree.Variable, tree.Field, tree.Element, tree.This, tree.Number)


def _constant(expr: tree.Expr) -> int | str | None:
    """A number, or what else is written out and is itself alone."""
    match expr:
        case tree.Text(_, value):
            return repr(value)
        case tree.Truth() | tree.Nothing():
            return expr.span.text
    return _number(expr)


def _number(expr: tree.Expr) -> int | None:
    match expr:
        case tree.Number(_, value):
            return value
        case tree.Negation(_, tree.Number(_, value)):
            return -value
    return None


def unreachable(checked: meaning.Checked) -> Iterator[tuple[tree.Statement, str]]:
    """The first statement after a `return`, `break`, `continue` or `exit()` in the same block."""
    for block in checked.blocks:
        yield from _unreachable(checked, block)


def _unreachable(checked: meaning.Checked, block: Sequence[tree.Statement]) -> Iterator[tuple[tree.Statement, str]]:
    for statement, following in pairwise(block):
        if isinstance(statement, tree.Return | tree.Break | tree.Continue):
            yield following, type(statement).__name__.lower()
            break
        if isinstance(statement, tree.Evaluate) and _is_end(checked, statement.expr):
            yield following, statement.expr.span.text
            break
    for statement in block:
        for inner in tree.blocks(statement):
            yield from _unreachable(checked, inner.statements)


def _is_end(checked: meaning.Checked, expr: tree.Expr) -> bool:
    """Whether nothing of a game is left after this."""
    return isinstance(checked.meaning(expr), meaning.EndWord) or checked.meaning(expr) in (
        meaning.BuiltinCall("exit"),
        meaning.BuiltinCall("restart"),
    )


def hiding(checked: meaning.Checked) -> Iterator[tuple[tree.Ident, tree.Ident]]:
    """Variables of functions without a value of their own that are called like one of the game with the same type."""
    for function in checked.bodies:
        assert function.node is not None
        for node in tree.all_statements(function.node.body.statements):
            if not isinstance(node, tree.Declaration) or node.value is not None or node.arguments is not None:
                continue
            local, outer = checked.locals.get(id(node)), checked.globals.get(node.name.text)
            if local is not None and outer is not None and outer.place is not None and local.type == outer.type:
                yield node.name, outer.place


def misnamed(checked: meaning.Checked) -> Iterator[tuple[tree.Ident, str, str]]:
    """Functions of a group that nobody calls, and that have the name of a constructor or of `repr` elsewhere."""
    called = {
        expr.function.name if isinstance(expr.function, tree.Variable) else expr.function.name.text
        for expr in checked.expressions
        if isinstance(expr, tree.Call) and isinstance(expr.function, tree.Variable | tree.Field)
    }
    for group in checked.groups.values():
        for method in group.methods.values():
            if method.node is None or method.name in called:
                continue
            if method.name.casefold() in (group.name.casefold(), *_CONSTRUCTORS) and group.constructor is None:
                yield method.node.name, group.name, "what runs when an instance is made is called like its group"
            elif method.name.casefold() in _TEXTS:
                yield method.node.name, "repr", "the text of an instance is given by `repr`"


_CONSTRUCTORS = ("init", "constructor", "__construct", "construct", "create", "new", "setup")
_TEXTS = ("tostring", "to_string", "__str__", "str", "to_str")


def question_without_end(checked: meaning.Checked) -> tree.Expr | None:
    """The first question of a program that speaks of a winner, and that nothing ends."""
    asked: tree.Expr | None = None
    tells_winner = checked.pragmas.winner is not None or checked.pragmas.scores is not None
    for expr in checked.expressions:
        match checked.meaning(expr):
            case meaning.BuiltinCall("exit" | "restart") | meaning.EndWord():
                return None
            case meaning.BuiltinCall("read") if asked is None:
                asked = expr
        tells_winner = tells_winner or (isinstance(expr, tree.Text) and WIN.search(expr.value) is not None)
    return asked if tells_winner else None


def winner_never_named(checked: meaning.Checked) -> tree.Ident | None:
    """The variable that a comment calls the winner, if only `@setup` itself gives it a value."""
    winner = checked.pragmas.winner
    if winner is None or winner.text not in checked.globals:
        return None
    for function in checked.bodies:
        assert function.node is not None
        for expr in tree.all_expressions(function.node.body.statements):
            if isinstance(expr, tree.Assign) and meaning.GlobalName(winner.text) in map(checked.meaning, expr.targets):
                return None
    return winner


def endless_loops(checked: meaning.Checked) -> Iterator[tuple[tree.While, list[str]]]:
    """Loops that nothing leaves, and whose condition looks only at variables that nothing in them changes."""
    for block in checked.blocks:
        for loop in tree.all_statements(block):
            if not isinstance(loop, tree.While) or _can_leave(checked, loop.body.statements):
                continue
            condition = list(tree.parts(loop.condition))
            read = [expr for expr in condition if isinstance(expr, tree.Variable)]
            if not read or not all(isinstance(expr, _CONSTANT) for expr in condition):
                continue
            changed = {
                checked.meaning(target)
                for expr in tree.all_expressions(loop.body.statements)
                if isinstance(expr, tree.Assign)
                for target in expr.targets
            }
            changed |= {checked.meaning(expr) for expr in _compared_alone(loop.body.statements)}
            known = [checked.meaning(expr) for expr in read]
            is_known = all(
                isinstance(each, meaning.LocalName | meaning.GlobalName | meaning.BuiltinName) for each in known
            )
            if is_known and changed.isdisjoint(known):
                yield loop, list(dict.fromkeys(expr.name for expr in read))


def _compared_alone(statements: Sequence[tree.Statement]) -> Iterator[tree.Expr]:
    """What stands left of `==` in a statement of its own, which is told there: a value was to be given to it."""
    for statement in tree.all_statements(statements):
        match statement:
            case tree.Evaluate(_, tree.Chain(_, first, (tree.Link(_, "=="), *_))):
                yield first


_CONSTANT = (tree.Variable, tree.Number, tree.Text, tree.Truth, tree.Chain, tree.Negation, tree.Not)


def _can_leave(checked: meaning.Checked, body: Sequence[tree.Statement]) -> bool:
    """Whether something here may leave a loop around it, or call a function that may do anything."""
    if any(isinstance(item, tree.Return | tree.Break) for item in tree.all_statements(body)):
        return True
    for expr in tree.all_expressions(body):
        match checked.meaning(expr):
            case (
                meaning.BuiltinCall("exit" | "restart")
                | meaning.EndWord()
                | meaning.PassCall()
                | meaning.FunctionCall()
                | meaning.MethodCall()
            ):
                return True
    return False


def turns_passed_twice(checked: meaning.Checked, returns: Returns) -> Iterator[tree.Statement]:
    """`ON_MOVE = (ON_MOVE + 1) % N_PLAYERS;` as the last thing that a phase does in any case. Behind an earlier
    `return` it may be for those who have to go again."""
    for function in checked.bodies:
        assert function.node is not None
        body = function.node.body.statements
        if not function.is_phase or not body or not returns.falls(body):
            continue
        if any(isinstance(statement, tree.Return) for statement in tree.all_statements(body)):
            continue
        match body[-1]:
            case tree.Evaluate(_, tree.Assign(_, (target,), value)) if _is(checked, target, meaning.ON_MOVE):
                if _is_next(checked, value) and not _passes(checked, body):
                    yield body[-1]


def _passes(checked: meaning.Checked, body: Sequence[tree.Statement]) -> bool:
    return any(isinstance(checked.meaning(expr), meaning.PassCall) for expr in tree.all_expressions(body))


def _is_next(checked: meaning.Checked, value: tree.Expr) -> bool:
    match value:
        case tree.Chain(_, tree.Chain(_, now, (tree.Link(_, "+", tree.Number(_, 1)),)), (tree.Link(_, "%", count),)):
            return _is(checked, now, meaning.ON_MOVE) and (
                _number(count) is not None or _is(checked, count, meaning.N_PLAYERS)
            )
        case tree.Chain(_, tree.Number(_, 1), (tree.Link(_, "-", now),)):
            return _is(checked, now, meaning.ON_MOVE)
    return False


def _is(checked: meaning.Checked, expr: tree.Expr, name: str) -> bool:
    return checked.meaning(expr) == meaning.BuiltinName(name)
