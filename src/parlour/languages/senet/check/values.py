"""The type of every expression, and what its names stand for.

`value` looks at one expression; `wanted` is the type its place asks for, if that is known: an empty list or a list of
instances of several groups takes its type from there. Whether the value fits is for the caller to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.languages.senet import codes
from parlour.languages.senet.check.calls import call, construct
from parlour.languages.senet.check.meaning import AttributeName, DefaultInstance, Group
from parlour.languages.senet.check.operations import place, take
from parlour.languages.senet.check.types import (
    BOOL,
    INT,
    LOST,
    NONE,
    STR,
    VOID,
    GroupOf,
    ListOf,
    Type,
    conversion,
    describe,
    show,
)
from parlour.languages.senet.check.world import BUILTIN_VARIABLES, PREFIX
from parlour.languages.senet.syntax import tree
from parlour.syntax.suggest import did_you_mean

if TYPE_CHECKING:
    from parlour.languages.senet.check.bodies import Body

__all__ = ["common", "construct", "value"]


def value(body: Body, expr: tree.Expr, wanted: Type | None = None) -> Type:
    """The type of an expression; what is wrong in it is reported."""
    found = _value(body, expr, wanted)
    body.checked.types[id(expr)] = found
    return found


def _value(body: Body, expr: tree.Expr, wanted: Type | None) -> Type:
    match expr:
        case tree.Number():
            return INT
        case tree.Text():
            return STR
        case tree.Truth():
            return BOOL
        case tree.Nothing():
            return NONE
        case tree.This():
            if body.group is not None:
                return GroupOf(body.group.name)
            hint = "`this` is the instance whose method runs; elsewhere, name the instance"
            body.world.tell(codes.OUTSIDE_GROUP, "`this` stands outside every group", expr.span, hint)
            return LOST
        case tree.Variable():
            return _variable(body, expr)
        case tree.ListLiteral(_, items):
            inside = wanted.item if isinstance(wanted, ListOf) and wanted.item is not LOST else None
            return ListOf(common(body, items, inside))
        case tree.Field():
            return _field(body, expr)
        case tree.Call():
            return call(body, expr)
        case tree.Element(_, subject, index):
            return _element(body, subject, index)
        case tree.Negation(_, operand):
            _operand(body, operand, INT, "-")
            return INT
        case tree.Not(_, operand):
            _operand(body, operand, BOOL, "not")
            return BOOL
        case tree.Chain():
            return _chain(body, expr)
        case tree.Assign():
            return _assign(body, expr)
        case tree.Place():
            return place(body, expr)
        case tree.Take():
            return take(body, expr)
        case tree.Broken():
            return LOST


# -------------------------------------------------------------------------------------------------------- names


def _variable(body: Body, expr: tree.Variable) -> Type:
    found = body.resolve_variable(expr)
    if found is not None:
        return found
    group = body.world.group(expr.name, expr.span)
    if group is not None and expr.name not in body.world.functions:
        return default_instance(body, expr, group)
    _unknown_name(body, expr)
    return LOST


def default_instance(body: Body, expr: tree.Expr, group: Group) -> Type:
    """A group in the place of a value: its one default instance."""
    title = f"`{group.name}` is a group; its one default instance is taken"
    hint = f"declare an instance, `{group.name} name();`, and use that"
    body.world.tolerate(codes.GROUP_AS_INSTANCE, title, expr.span, hint, once=group.name)
    construct(body, group, (), expr.span)
    body.checked.meanings[id(expr)] = DefaultInstance(group)
    return GroupOf(group.name)


def _unknown_name(body: Body, expr: tree.Variable) -> None:
    name, world = expr.name, body.world
    if name in world.lost:
        return
    if name in world.functions:
        hint = f"call it: `{name}(…)`"
        world.tell(codes.NOT_A_VALUE, f"`{name}` is a function, not a value", expr.span, hint)
        return
    if body.group is not None and body.group.attribute(name) is not None:
        hint = f"`{name}` is an attribute of `{body.group.name}`: write `this.{name}`"
    else:
        locals_ = [known for scope in body.scopes for known in scope]
        hint = did_you_mean(
            name, [*locals_, *world.globals, *BUILTIN_VARIABLES, *world.groups, "True", "False", "None"]
        )
    world.tell(codes.UNKNOWN_NAME, f"nothing is called `{name}`", expr.span, hint)


def _field(body: Body, expr: tree.Field) -> Type:
    if isinstance(expr.subject, tree.Variable) and expr.subject.name == PREFIX[:-1]:
        group = body.world.groups.get(PREFIX + expr.name.text)
        if group is not None and body.find(expr.subject.name) is None:
            return default_instance(body, expr, group)
    subject = value(body, expr.subject)
    if subject is LOST:
        return LOST
    if not isinstance(subject, GroupOf):
        title = f"{describe(subject)} has no attributes, so no `{expr.name.text}`"
        body.world.tell(codes.UNKNOWN_MEMBER, title, expr.name.span)
        return LOST
    group = body.world.groups[subject.name]
    found = group.attribute(expr.name.text)
    if found is not None:
        body.checked.meanings[id(expr)] = AttributeName(found)
        return found.type
    if group.method(expr.name.text) is not None:
        hint = f"call it: `{expr.span.text}(…)`"
        body.world.tell(codes.NOT_A_VALUE, f"`{expr.name.text}` is a method, not a value", expr.name.span, hint)
    else:
        body.world.unknown_member(group, expr.name)
    return LOST


def _element(body: Body, subject: tree.Expr, index: tree.Expr) -> Type:
    found = value(body, subject)
    body.fit(index, INT, codes.NOT_A_LIST, "the number of an element")
    if isinstance(found, ListOf):
        return found.item
    if found is not LOST:
        hint = "use `b.cells[i]`, or `b >> …` with coordinates" if isinstance(found, GroupOf) else ""
        title = f"only lists have elements, and this is {describe(found)}"
        body.world.mistype(codes.NOT_A_LIST, title, subject.span, hint)
    return LOST


def common(body: Body, items: Sequence[tree.Expr], wanted: Type | None) -> Type:
    """The one type of several values: that which is wanted, or that of the first with what the others add to it."""
    if wanted is not None:
        for item in items:
            body.fit(item, wanted, codes.ELEMENT_TYPE, "an element here")
        return wanted
    joined: Type = LOST
    for item in items:
        found = value(body, item, None if joined in (LOST, NONE) else joined)
        both = body.world.join(joined, found)
        if both is None:
            title = f"the elements of a list have one type: {show(joined)} before, and this is {describe(found)}"
            body.world.mistype(codes.ELEMENT_TYPE, title, item.span, conversion(found, joined))
        else:
            joined = both
    return joined


# ---------------------------------------------------------------------------------------------------- operators


def _operand(body: Body, expr: tree.Expr, wanted: Type, operator: str) -> bool:
    """Whether an operand is of the type that its operator takes; if not, it has been said."""
    found = value(body, expr, wanted)
    if found in (wanted, LOST):
        return True
    title = f"`{operator}` needs {describe(wanted)}, and this is {describe(found)}"
    body.world.mistype(codes.OPERAND_TYPE, title, expr.span, conversion(found, wanted))
    return False


def _chain(body: Body, expr: tree.Chain) -> Type:
    operator = expr.links[0].operator
    if operator in ("==", "!="):
        return _equality(body, expr)
    if operator in ("+", "-"):
        return _sum(body, expr)
    wanted: Type = BOOL if operator in ("and", "or") else INT
    is_fine = _operand(body, expr.first, wanted, operator)
    for number, link in enumerate(expr.links):
        if number and link.operator in ("<", ">", "<=", ">="):
            # `a < b < c` compares a bool with c.
            title = f"`{link.operator}` needs an int, and what stands before it is a bool"
            body.world.mistype(codes.OPERAND_TYPE, title, link.span, "join two comparisons with `and`")
        if is_fine:
            is_fine = _operand(body, link.operand, wanted, link.operator)
        else:
            value(body, link.operand, wanted)
    return BOOL if operator in ("and", "or", "<", ">", "<=", ">=") else INT


def _sum(body: Body, expr: tree.Chain) -> Type:
    """Numbers are added, strings are joined."""
    first = value(body, expr.first)
    if first is not STR:
        if first not in (INT, LOST):
            title = f"`{expr.links[0].operator}` needs two ints or two strings, and this is {describe(first)}"
            body.world.mistype(codes.OPERAND_TYPE, title, expr.first.span)
            first = LOST
        for link in expr.links:
            found = value(body, link.operand, INT)
            if first is LOST:
                continue
            if found is STR and link.operator == "+":
                title = "an int and a string cannot be joined"
                hint = f"write `itos({expr.first.span.text})`" if len(expr.links) == 1 else "`itos` makes a text"
                body.world.mistype(codes.OPERAND_TYPE, title, link.operand.span, hint)
            elif found not in (INT, LOST):
                title = f"`{link.operator}` needs an int here, and this is {describe(found)}"
                body.world.mistype(codes.OPERAND_TYPE, title, link.operand.span, conversion(found, INT))
        return INT if first is INT else LOST
    body.world.refuse_if_strict(codes.STRING_SUM, "in the manual `+` only adds ints", expr.span)
    for link in expr.links:
        if link.operator != "+":
            body.world.mistype(codes.OPERAND_TYPE, f"strings have no `{link.operator}`", link.span)
            value(body, link.operand)
        else:
            _operand(body, link.operand, STR, "+")
    return STR


def _equality(body: Body, expr: tree.Chain) -> Type:
    before = value(body, expr.first)
    for link in expr.links:
        after = value(body, link.operand, before)
        if before in (NONE, LOST) or after in (NONE, LOST):
            is_fine = _can_be_none(before) and _can_be_none(after)
        else:
            is_fine = body.world.fits(after, before)
        if not is_fine:
            title = f"`{link.operator}` compares values of one type, not {describe(before)} with {describe(after)}"
            body.world.mistype(codes.COMPARED_TYPES, title, link.operand.span, conversion(after, before))
        before = BOOL
    return BOOL


def _can_be_none(type_: Type) -> bool:
    return isinstance(type_, GroupOf) or type_ in (NONE, VOID, LOST)


# --------------------------------------------------------------------------------------------------- assignment


def _assign(body: Body, expr: tree.Assign) -> Type:
    types = [_target(body, target) for target in expr.targets]
    last = types[-1]
    what = f"`{expr.targets[-1].span.text}`"
    found = body.fit(expr.value, last, codes.ASSIGNED_TYPE, what)
    given = found if last is LOST else last if body.world.fits(found, last) else LOST
    for target, type_ in reversed(list(zip(expr.targets[:-1], types[:-1], strict=True))):
        if not body.world.fits(given, type_):
            title = f"`{target.span.text}` is {describe(type_)}, and this is {describe(given)}"
            body.world.mistype(codes.ASSIGNED_TYPE, title, expr.value.span, conversion(given, type_))
    return given


def _target(body: Body, target: tree.Expr) -> Type:
    if not isinstance(target, tree.Variable):
        return value(body, target)
    found = body.resolve_variable(target)
    if found is None:
        group = body.world.group(target.name, target.span)
        if group is None:
            _unknown_name(body, target)
        else:
            title = f"`{target.name}` is a group: only variables, attributes and elements are given a value"
            body.world.tell(codes.BAD_TARGET, title, target.span)
        body.checked.types[id(target)] = LOST
        return LOST
    local = body.find(target.name)
    if local is not None:
        local.writes += 1
    body.checked.types[id(target)] = found
    return found
