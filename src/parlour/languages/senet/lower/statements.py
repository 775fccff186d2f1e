"""Statements, and whole functions.

A phase that gives no value tells how it ended, and the turn engine goes on from there (`turns`).

A `for` over constants whose variable is never written is unrolled: in each copy of the body the variable is a constant,
so that `toi(l[0])` needs no list. Other loops go through a list, or count where the items do.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core import builder, nodes
from parlour.core.builder import FALSE, TRUE, assign, element, length, negated, number, when
from parlour.core.nodes import Expr, Stmt
from parlour.core.types import INT, NONE, ListType, ObjectType
from parlour.core.types import Type as CoreType
from parlour.languages.senet.check import meaning
from parlour.languages.senet.check.meaning import Function, Local
from parlour.languages.senet.check.types import BOOL, VOID
from parlour.languages.senet.check.world import BUILTIN_VARIABLES
from parlour.languages.senet.lower.context import Lowering
from parlour.languages.senet.lower.groups import is_constant, root
from parlour.languages.senet.lower.instances import new
from parlour.languages.senet.lower.names import core_type, function_name
from parlour.languages.senet.lower.turns import ENDED, EXIT, RETURNED, is_turn, leave, pass_to, set_players
from parlour.languages.senet.lower.values import assignment
from parlour.languages.senet.syntax import tree

# An unrolled loop has so many turns at most, and all loops around a statement together make so many copies of it.
MOST_TURNS = 64
MOST_COPIES = 128


def write_function(lowering: Lowering, function: Function) -> None:
    """A function, phase, method or constructor."""
    node = function.node
    assert node is not None
    with lowering.writing(function) as body:
        before: list[Stmt] = []
        if function.group is not None:
            body.build.parameter("this", ObjectType(function.group.name))
        for formal, wider in zip(function.formals, root(function).formals, strict=True):
            own, given = core_type(formal.type), core_type(wider.type)
            if own == given:
                body.named[id(formal)] = body.build.parameter(formal.name, own)
            else:
                # It takes the place of a method with wider formals: whether the value fits is seen here.
                passed = body.build.parameter(f"given {formal.name}", given)
                value = body.build.fit(nodes.Local(passed.name, given, node.span), own)
                before.append(assign(lowering.declare(formal), value, node.span))
        stmts = [*before, *statements(lowering, node.body.statements)]
        result = _result_type(function)
        if result != NONE and not (stmts and isinstance(stmts[-1], nodes.Return)):
            stmts.append(nodes.Return(_at_the_end(lowering, function), node.span))
        name, place = function_name(function), node.name.span
        lowering.add(body.build.function(name, result, stmts, label=function.label, span=place))


def _result_type(function: Function) -> CoreType:
    return INT if is_turn(function) else core_type(root(function).result or VOID)


def _at_the_end(lowering: Lowering, function: Function) -> Expr:
    """What a function gives when control reaches its end; mostly it cannot."""
    if is_turn(function):
        return number(ENDED)
    assert function.node is not None
    return TRUE if function.node.is_assert else lowering.blank(root(function).result or VOID)


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
            arms = [(lowering.value(item.condition), _block(lowering, item.body)) for item in branches]
            last = () if otherwise is None else _block(lowering, otherwise)
            return [nodes.If(tuple(arms), last, statement.span)]
        case tree.While(_, condition, body):
            return [nodes.While(lowering.value(condition), _block(lowering, body), statement.span)]
        case tree.For():
            return _for(lowering, statement)
        case tree.Break():
            return [nodes.Break(statement.span)]
        case tree.Continue():
            return [nodes.Continue(statement.span)]
        case tree.Return():
            return _return(lowering, statement)


def _block(lowering: Lowering, block: tree.Block) -> nodes.Block:
    return tuple(statements(lowering, block.statements))


def _declaration(lowering: Lowering, node: tree.Declaration) -> list[Stmt]:
    variable = lowering.checked.locals.get(id(node))
    if variable is None:
        return _global(lowering, node)
    local, type_ = lowering.declare(variable), core_type(variable.type)
    value = _first_value(lowering, node, type_) or lowering.blank(variable.type)
    return [assign(local, lowering.fit(value, type_), node.span)]


def _first_value(lowering: Lowering, node: tree.Declaration, type_: CoreType) -> Expr | None:
    if node.arguments is not None:
        made = lowering.checked.meanings[id(node)]
        assert isinstance(made, meaning.Construct)
        return new(lowering, made.group, node.arguments, node.span)
    return None if node.value is None else lowering.value(node.value, type_)


def _global(lowering: Lowering, node: tree.Declaration) -> list[Stmt]:
    """A variable of `@setup`; without a value it has its default already."""
    builtin = BUILTIN_VARIABLES.get(node.name.text)
    type_ = INT if builtin is not None else core_type(lowering.checked.globals[node.name.text].type)
    value = _first_value(lowering, node, type_)
    if value is None:
        return []
    if builtin == meaning.N_PLAYERS:
        return set_players(lowering, value, node.span)
    return [nodes.SetGlobal(builtin or node.name.text, lowering.fit(value, type_), node.span)]


def _evaluate(lowering: Lowering, expr: tree.Expr) -> list[Stmt]:
    match lowering.checked.meaning(expr):
        case meaning.PassCall(phase, player):
            return pass_to(lowering, phase, player, expr.span)
        case meaning.EndWord():
            return leave(lowering, EXIT, expr.span)
    if isinstance(expr, tree.Assign):
        return builder.effect(assignment(lowering, expr, is_used=False))
    value = lowering.value(expr)
    function = lowering.body.function
    is_assert = function is not None and function.node is not None and function.node.is_assert
    if is_assert and lowering.checked.type_of(expr) is BOOL:
        return [when(negated(value, expr.span), nodes.Return(FALSE, expr.span), span=expr.span)]
    return builder.effect(value)


def _return(lowering: Lowering, node: tree.Return) -> list[Stmt]:
    function = lowering.body.function
    assert function is not None
    result = _result_type(function)
    if is_turn(function) or result == NONE:
        before = [] if node.value is None else builder.effect(lowering.value(node.value))
        return [*before, nodes.Return(number(RETURNED) if is_turn(function) else None, node.span)]
    if node.value is None:
        # A constructor with a type: whoever made the instance has it already.
        return [nodes.Return(lowering.blank(root(function).result or VOID), node.span)]
    value = lowering.fitted(node.value, core_type(function.result or VOID))
    return [nodes.Return(lowering.fit(value, result), node.span)]


# --------------------------------------------------------------------------------------------------------------- loops


def _for(lowering: Lowering, node: tree.For) -> list[Stmt]:
    variable = lowering.checked.locals[id(node)]
    if node.is_braced and not node.items:
        return []
    if node.is_braced and _can_unroll(lowering, node, variable):
        return _unrolled(lowering, node, variable)
    core = core_type(variable.type)
    local, at = lowering.declare(variable), lowering.body.build.fresh("at", INT)
    stmts: list[Stmt] = []
    counted = _counted(node)
    bounds: tuple[Expr, Expr, Expr]
    if counted is not None:
        bounds = number(counted[0]), number(counted[1]), at
    else:
        made = _items(lowering, node, core)
        items = lowering.body.build.fresh("items", made.type, node.span)
        stmts.append(assign(items, made, node.span))
        bounds = number(0), length(items), lowering.fit(element(items, at, node.span), core)
    start, stop, value = bounds
    body = (assign(local, value, node.name.span), *statements(lowering, node.body.statements))
    return [*stmts, nodes.For(at.name, start, stop, body, node.span)]


def _items(lowering: Lowering, node: tree.For, core: CoreType) -> Expr:
    """The list that a loop goes through."""
    if not node.is_braced:
        return lowering.value(node.items[0])
    values = lowering.arguments(node.items, [core] * len(node.items))
    return nodes.MakeList(tuple(values), ListType(core), node.span)


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
    if len(node.items) * lowering.body.copies > MOST_COPIES or _continues(node.body.statements):
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
        called = lowering.checked.meaning(expr)
        if isinstance(expr, tree.Call) and isinstance(called, meaning.MethodCall) and called.method.name == "toi":
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
            return lowering.checked.meaning(expr) == meaning.LocalName(variable)
        case tree.Element(_, subject, _):
            return _is_part_of(lowering, subject, variable)
    return False


def _is_list(lowering: Lowering, expr: tree.Expr) -> bool:
    return isinstance(core_type(lowering.checked.type_of(expr)), ListType)


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
    lowering.body.copies *= len(node.items)
    for item in node.items:
        lowering.body.constants[id(variable)] = item
        copies.extend(statements(lowering, node.body.statements))
    del lowering.body.constants[id(variable)]
    lowering.body.copies //= len(node.items)
    if any(isinstance(statement, tree.Break) for statement in tree.all_statements(node.body.statements)):
        return [nodes.While(TRUE, (*copies, nodes.Break(node.span)), node.span)]
    return copies
