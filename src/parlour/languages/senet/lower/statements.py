"""Statements, and whole functions.

A phase that gives no value tells how it ended: `ENDED` at its last statement, `RETURNED` by `return`, `PASSED` by
`pass`; the turn engine goes on from there.

A `for` over constants whose variable is never written is unrolled: in each copy of the body the variable is a constant,
so that `toi(l[0])` needs no list. Other loops go through a list, or count where the items do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import Assign, Expr, SetGlobal, Stmt, Variable
from parlour.core.passes.order import Do
from parlour.core.types import INT, NONE, ListType, ObjectType
from parlour.core.types import Type as CoreType
from parlour.languages.senet.check.meaning import (
    N_PLAYERS,
    Construct,
    EndWord,
    Function,
    Local,
    LocalName,
    MethodCall,
    PassCall,
)
from parlour.languages.senet.check.types import BOOL as SENET_BOOL
from parlour.languages.senet.check.types import VOID
from parlour.languages.senet.check.world import BUILTIN_VARIABLES
from parlour.languages.senet.lower import values as lower_values
from parlour.languages.senet.lower.build import FALSE, TRUE, element, length, local, negated, number
from parlour.languages.senet.lower.groups import function_name, is_constant
from parlour.languages.senet.syntax import tree

if TYPE_CHECKING:
    from parlour.languages.senet.lower.lower import Lowering

ENDED, RETURNED, PASSED = 0, 1, 2

# An unrolled loop has so many turns at most, and all loops around a statement together make so many copies of it.
MOST_TURNS = 64
MOST_COPIES = 128


def method_body(lowering: Lowering, function: Function) -> nodes.Function:
    """A function, phase, method or constructor."""
    node = function.node
    assert node is not None
    lowering.begin(function)
    params: list[Variable] = []
    before: list[Stmt] = []
    if function.group is not None:
        params.append(Variable("this", ObjectType(function.group.name)))
        lowering.names["this"] = 1
    roots = lowering.groups.root(function).formals if function.group is not None else function.formals
    for formal, root in zip(function.formals, roots, strict=True):
        own, given = lowering.core_type(formal.type), lowering.core_type(root.type)
        if own == given:
            params.append(Variable(formal.name, own))
            lowering.names[formal.name] = 1
            lowering.named[id(formal)] = formal.name
        else:
            # It takes the place of a method with wider formals: whether the value fits is seen here.
            params.append(Variable(f"given {formal.name}", given))
            value = lowering.fit(nodes.Local(f"given {formal.name}", given, node.span), own)
            before.append(Assign(lowering.declare(formal), value, node.span))
    body = [*before, *statements(lowering, node.body.statements)]
    result = result_type(lowering, function)
    last = body[-1] if body else None
    if result != NONE and not isinstance(last, nodes.Return):
        body.append(nodes.Return(_at_the_end(lowering, function), node.span))
    name = function_name(function)
    return lowering.finish(name, params, result, body, label=function.label, span=node.name.span)


def result_type(lowering: Lowering, function: Function) -> CoreType:
    if _is_turn(function):
        return INT
    root = lowering.groups.root(function) if function.group is not None else function
    return lowering.core_type(root.result or VOID)


def _is_turn(function: Function | None) -> bool:
    """A phase that gives no value."""
    return function is not None and function.is_phase and function.result is VOID


def _at_the_end(lowering: Lowering, function: Function) -> Expr:
    """What a function gives when control reaches its end; mostly it cannot."""
    if _is_turn(function):
        return number(ENDED)
    assert function.node is not None
    root = lowering.groups.root(function) if function.group is not None else function
    return TRUE if function.node.is_assert else lowering.blank(root.result or VOID)


# ---------------------------------------------------------------------------------------------------------- statements


def statements(lowering: Lowering, block: Sequence[tree.Statement]) -> list[Stmt]:
    found: list[Stmt] = []
    for statement in block:
        found.extend(_statement(lowering, statement))
    return found


def _statement(lowering: Lowering, statement: tree.Statement) -> list[Stmt]:
    match statement:
        case tree.Declaration():
            return _declaration(lowering, statement)
        case tree.Evaluate(_, expr):
            return _evaluate(lowering, expr)
        case tree.Block(_, inner):
            return statements(lowering, inner)
        case tree.If(_, branches, otherwise):
            arms = tuple(
                (
                    lower_values.expression(lowering, branch.condition),
                    tuple(statements(lowering, branch.body.statements)),
                )
                for branch in branches
            )
            last = () if otherwise is None else tuple(statements(lowering, otherwise.statements))
            return [nodes.If(arms, last, statement.span)]
        case tree.While(_, condition, body):
            test = lower_values.expression(lowering, condition)
            return [nodes.While(test, tuple(statements(lowering, body.statements)), statement.span)]
        case tree.For():
            return _for(lowering, statement)
        case tree.Break():
            return [nodes.Break(statement.span)]
        case tree.Continue():
            return [nodes.Continue(statement.span)]
        case tree.Return():
            return _return(lowering, statement)


def run(value: Expr) -> list[Stmt]:
    """An expression for what it does; a value that does nothing is left out."""
    stmts: list[Stmt] = []
    while isinstance(value, Do):
        stmts.extend(value.body)
        value = value.value
    if not isinstance(value, nodes.Const | nodes.Local | nodes.Global):
        stmts.append(nodes.Evaluate(value, value.span))
    return stmts


def _declaration(lowering: Lowering, node: tree.Declaration) -> list[Stmt]:
    variable = lowering.checked.locals.get(id(node))
    if variable is None:
        return _global(lowering, node)
    if id(variable) in lowering.sunk:
        return []
    name = lowering.declare(variable)
    value = _first_value(lowering, node)
    if value is None:
        value = lowering.blank(variable.type)
    return [Assign(name, lowering.fit(value, lowering.core_type(variable.type)), node.span)]


def _first_value(lowering: Lowering, node: tree.Declaration) -> Expr | None:
    if node.arguments is not None:
        meaning = lowering.checked.meanings[id(node)]
        assert isinstance(meaning, Construct)
        return lowering.groups.new(meaning.group, node.arguments, node.span)
    if node.value is None:
        return None
    variable = lowering.checked.locals.get(id(node))
    known = lowering.checked.globals.get(node.name.text)
    type_ = variable.type if variable is not None else known.type if known is not None else None
    return lower_values.expression(lowering, node.value, type_)


def _global(lowering: Lowering, node: tree.Declaration) -> list[Stmt]:
    """A variable of `@setup`; without a value it has its default already."""
    value = _first_value(lowering, node)
    if value is None:
        return []
    builtin = BUILTIN_VARIABLES.get(node.name.text)
    if builtin is not None:
        if builtin == N_PLAYERS:
            return lowering.turns.set_players(value, node.span)
        return [SetGlobal(builtin, value, node.span)]
    type_ = lowering.core_type(lowering.checked.globals[node.name.text].type)
    return [SetGlobal(node.name.text, lowering.fit(value, type_), node.span)]


def _evaluate(lowering: Lowering, expr: tree.Expr) -> list[Stmt]:
    match lowering.checked.meaning(expr):
        case PassCall(phase, player):
            return lowering.turns.pass_to(phase, player, expr.span)
        case EndWord():
            return lowering.turns.leave("exit", expr.span)
    if isinstance(expr, tree.Assign):
        return run(lower_values.assign(lowering, expr, is_used=False))
    value = lower_values.expression(lowering, expr)
    function = lowering.function
    is_assert = function is not None and function.node is not None and function.node.is_assert
    if is_assert and lowering.checked.type_of(expr) is SENET_BOOL:
        return [nodes.If(((negated(value, expr.span), (nodes.Return(FALSE, expr.span),)),), span=expr.span)]
    return run(value)


def _return(lowering: Lowering, node: tree.Return) -> list[Stmt]:
    function = lowering.function
    assert function is not None
    if _is_turn(function):
        before = [] if node.value is None else run(lower_values.expression(lowering, node.value))
        return [*before, nodes.Return(number(RETURNED), node.span)]
    result = result_type(lowering, function)
    if result == NONE:
        before = [] if node.value is None else run(lower_values.expression(lowering, node.value))
        return [*before, nodes.Return(None, node.span)]
    if node.value is None:
        # A constructor with a type: whoever made the instance has it already.
        root = lowering.groups.root(function) if function.group is not None else function
        return [nodes.Return(lowering.blank(root.result or VOID), node.span)]
    wanted = function.result or VOID
    value = lowering.fit(lower_values.expression(lowering, node.value, wanted), lowering.core_type(wanted))
    return [nodes.Return(lowering.fit(value, result), node.span)]


# --------------------------------------------------------------------------------------------------------------- loops


def _for(lowering: Lowering, node: tree.For) -> list[Stmt]:
    variable = lowering.checked.locals[id(node)]
    if node.is_braced and not node.items:
        return []
    if node.is_braced and _can_unroll(lowering, node, variable):
        return _unrolled(lowering, node, variable)
    core = lowering.core_type(variable.type)
    name = lowering.declare(variable)
    at = lowering.local("at", INT)
    counted = _counted(node)
    start, stmts = number(0), list[Stmt]()
    stop: Expr
    value: Expr
    if counted is not None:
        start, stop, value = number(counted[0]), number(counted[1]), local(at, INT)
    else:
        items, stmts = _items(lowering, node, core)
        stop = length(items)
        value = lowering.fit(element(items, local(at, INT), node.span), core)
    body = (Assign(name, value, node.name.span), *statements(lowering, node.body.statements))
    return [*stmts, nodes.For(at, start, stop, body, node.span)]


def _items(lowering: Lowering, node: tree.For, core: CoreType) -> tuple[Expr, list[Stmt]]:
    """The list that a loop goes through, in a local."""
    if node.is_braced:
        values = lower_values.arguments(lowering, node.items, [core] * len(node.items))
        made: Expr = nodes.MakeList(tuple(values), ListType(core), node.span)
    else:
        made = lower_values.expression(lowering, node.items[0])
    name = lowering.local("items", made.type)
    return nodes.Local(name, made.type, node.span), [Assign(name, made, node.span)]


def _counted(node: tree.For) -> tuple[int, int] | None:
    """The first and the end of items that are numbers one after the other."""
    if not node.is_braced:
        return None
    values = [item.value for item in node.items if isinstance(item, tree.Number)]
    if len(values) != len(node.items) or values != list(range(values[0], values[0] + len(values))):
        return None
    return values[0], values[0] + len(values)


def _can_unroll(lowering: Lowering, node: tree.For, variable: Local) -> bool:
    if not all(map(is_constant, node.items)) or variable.writes > 1 or len(node.items) > MOST_TURNS:
        return False
    if len(node.items) * lowering.copies > MOST_COPIES or _continues(node.body.statements):
        return False
    if variable.type is VOID or all(isinstance(item, tree.Number) for item in node.items):
        # Counting is as fast, and shorter.
        return _counted(node) is None and variable.type is not VOID
    return _is_only_looked_into(lowering, node, variable)


def _is_only_looked_into(lowering: Lowering, node: tree.For, variable: Local) -> bool:
    """A list that is only used element by element, or for coordinates: nobody can tell one copy of it from another."""
    if not isinstance(node.items[0], tree.ListLiteral):
        return True
    fine: set[int] = set()
    for expr in tree.all_expressions(node.body.statements):
        match expr:
            case tree.Element(_, subject, tree.Number()):
                fine.add(id(subject))
            case tree.Place(at=at) | tree.Take(at=tree.ListLiteral() as at):
                fine.update(id(item) for item in (at, *tree.children(at)))
        meaning = lowering.checked.meaning(expr)
        if isinstance(expr, tree.Call) and isinstance(meaning, MethodCall) and meaning.method.name == "toi":
            fine.update(map(id, expr.arguments))
        if isinstance(expr, tree.Assign):
            fine.difference_update(id(part) for target in expr.targets for part in tree.children(target))
    for expr in tree.all_expressions(node.body.statements):
        if id(expr) not in fine and _is_part_of(lowering, expr, variable) and _is_list(lowering, expr):
            return False
    return not _writes_elements(lowering, node, variable)


def _is_part_of(lowering: Lowering, expr: tree.Expr, variable: Local) -> bool:
    """The variable, or an element of it by a fixed number."""
    match expr:
        case tree.Variable():
            meaning = lowering.checked.meaning(expr)
            return isinstance(meaning, LocalName) and meaning.local is variable
        case tree.Element(_, subject, _):
            return _is_part_of(lowering, subject, variable)
    return False


def _is_list(lowering: Lowering, expr: tree.Expr) -> bool:
    return isinstance(lowering.core_type(lowering.checked.type_of(expr)), ListType)


def _writes_elements(lowering: Lowering, node: tree.For, variable: Local) -> bool:
    return any(
        isinstance(expr, tree.Assign)
        and any(isinstance(target, tree.Element) and _is_part_of(lowering, target, variable) for target in expr.targets)
        for expr in tree.all_expressions(node.body.statements)
    )


def _continues(block: Sequence[tree.Statement]) -> bool:
    """Some `continue` here belongs to the loop whose body this is."""
    for statement in block:
        if isinstance(statement, tree.Continue):
            return True
        inner = () if isinstance(statement, tree.While | tree.For) else tree.blocks(statement)
        if any(_continues(part.statements) for part in inner):
            return True
    return False


def _unrolled(lowering: Lowering, node: tree.For, variable: Local) -> list[Stmt]:
    copies: list[Stmt] = []
    lowering.copies *= len(node.items)
    for item in node.items:
        lowering.constants[id(variable)] = item
        copies.extend(statements(lowering, node.body.statements))
    del lowering.constants[id(variable)]
    lowering.copies //= len(node.items)
    if any(isinstance(statement, tree.Break) for statement in tree.all_statements(node.body.statements)):
        return [nodes.While(TRUE, (*copies, nodes.Break(node.span)), node.span)]
    return copies
