"""The type of every expression, and what its names stand for.

`value` looks at one expression; `wanted` is the type its place asks for, if that is known: an empty list or a list of
instances of several groups takes its type from there. Whether the value fits is for the caller to say, or for `fit`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import cast, get_args

from parlour.languages.senet import codes
from parlour.languages.senet.check import meaning, types
from parlour.languages.senet.check.meaning import BOARD, DIRECTIONS, GEOMETRIES, PIECE, Group, Local
from parlour.languages.senet.check.scope import Scope
from parlour.languages.senet.check.types import BOOL, INT, LOST, NONE, STR, VOID, GroupOf, ListOf
from parlour.languages.senet.check.world import BUILTIN_VARIABLES, PREFIX, canonical, example
from parlour.languages.senet.syntax import slips, tree
from parlour.syntax.source import Span
from parlour.syntax.suggest import suggest

# How many arguments are put into another order to see whether they fit, and how long they may be to be shown.
MOST_REORDERED = 4
MOST_DIRECTIONS = 2
SHOWN_ARGUMENTS = 60
SHOWN_SUBJECT = 30

BUILTINS: tuple[str, ...] = get_args(meaning.Builtin)

# What built-in functions take and give; `print` takes anything that has a text.
_FORMALS: dict[str, tuple[types.Type, ...]] = {"read": (INT,), "stoi": (STR,), "itos": (INT,)}
_RESULTS: dict[str, types.Type] = {"read": STR, "stoi": INT, "itos": STR, "rand": INT}
_NAMES = {"read": "count", "stoi": "text", "itos": "number"}
_LATER = ("rand", "clear_input")
# How each of them is called, for whoever gives it too much or too little.
_USES = {
    "print": 'join the parts with `+`, numbers with `itos`: `print("You have " + itos(n));`',
    "read": "say how many characters are read: `read(1)`; what is asked is printed before",
    "stoi": "say which text is made a number: `stoi(read(1))`",
    "itos": "say which number is made a text: `itos(n)`",
    "exit": "write `exit();`; who has won is printed before",
    "restart": "write `restart();`",
    "rand": "write `rand() % 6`: a number from 0 to 5",
    "clear_input": "write `clear_input();`",
}


def value(scope: Scope, expr: tree.Expr, wanted: types.Type | None = None) -> types.Type:
    """The type of an expression; what is wrong in it is reported."""
    found = _value(scope, expr, wanted)
    scope.checked.types[id(expr)] = found
    return found


def _value(scope: Scope, expr: tree.Expr, wanted: types.Type | None) -> types.Type:
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
            if scope.group is not None:
                return GroupOf(scope.group.name)
            hint = "`this` is the instance whose method runs; elsewhere, name the instance"
            scope.world.tell(codes.OUTSIDE_GROUP, "`this` stands outside every group", expr.span, hint)
            return LOST
        case tree.Field(_, tree.This(span), name) if scope.group is None and scope.find(name.text):
            title, hint = "`this` stands outside every group", f"write `{name.text}` alone: it is no attribute"
            scope.world.tell(codes.OUTSIDE_GROUP, title, span, hint)
            return LOST
        case tree.Variable():
            return _variable(scope, expr, wanted)
        case tree.ListLiteral(_, items):
            inside = wanted.item if isinstance(wanted, ListOf) and wanted.item is not LOST else None
            return ListOf(common(scope, items, inside))
        case tree.Field():
            return _field(scope, expr)
        case tree.Call():
            return call(scope, expr)
        case tree.Element():
            return _element(scope, expr)
        case tree.Negation(_, operand):
            _operand(scope, operand, INT, "-")
            return INT
        case tree.Not(_, operand):
            _operand(scope, operand, BOOL, "not")
            return BOOL
        case tree.Chain():
            return _chain(scope, expr)
        case tree.Assign():
            return _assign(scope, expr)
        case tree.Place():
            return place(scope, expr)
        case tree.Take():
            return take(scope, expr)
        case tree.Broken():
            return LOST


def fit(scope: Scope, expr: tree.Expr, wanted: types.Type, code: str, what: str) -> types.Type:
    """An expression where a value of a type is wanted; says so if it does not fit."""
    found = value(scope, expr, wanted)
    if not scope.world.fits(found, wanted):
        _misfit(scope, expr, found, wanted, code, what)
    return found


def _misfit(scope: Scope, expr: tree.Expr, found: types.Type, wanted: types.Type, code: str, what: str) -> None:
    title = f"{what} is {types.describe(wanted)}, and this is {types.describe(found)}"
    scope.world.mistype(code, title, expr.span, conversion(scope, expr, found, wanted))


def conversion(scope: Scope, expr: tree.Expr, found: types.Type, wanted: types.Type) -> str:
    """What to do about an expression of another type than the one that is wanted."""
    match expr:
        case tree.ListLiteral() if found == types.COORDINATES and wanted is INT:
            return f"the number of a cell is made of its coordinates: `{_board_in_view(scope)}.toi({expr.span.text})`"
        case tree.Call(_, tree.Field(_, board, tree.Ident(_, "owns")), (cell,)) if isinstance(wanted, GroupOf):
            return f"`owns` gives the number of a player; the piece is `{board.span.text}.cells[{cell.span.text}]`"
        case tree.Text(_, text) if scope.find(text) is not None or text in scope.world.globals:
            return f"a variable has no quotation marks: `{text}`"
        case tree.Text(_, text) if wanted is INT and text in scope.checked.pragmas.seats:
            number = scope.checked.pragmas.seats.index(text) + scope.checked.pragmas.first_player
            return f"players are numbers: {text} is {number}"
        case tree.Call(_, tree.Variable(_, "itos" | "stoi" as name), (argument,)) if (name == "itos") == (
            wanted is INT
        ):
            return f"leave out `{name}`: `{argument.span.text}`"
        case tree.Text(_, text) if wanted is INT:
            if text.isascii() and text.isdigit():
                return f"a number has no quotation marks: `{text}`"
            return "a number is wanted here: digits without quotation marks"
        case tree.Number(_, number) if wanted is BOOL:
            return f"the truth value is written `{bool(number)}`"
        case tree.Number(_, number) if wanted is STR:
            return f'a text stands in quotation marks: `"{number}"`'
        case tree.Variable(_, name) if name in BUILTIN_VARIABLES and isinstance(wanted, GroupOf):
            return f"`{name}` is the number of a player, from 0"
    if isinstance(found, GroupOf) and wanted is BOOL and expr.span.text.isprintable():
        return f"to ask whether there is one, write `{expr.span.text} != None`"
    if found is VOID:
        return "a function that gives a value has its type before its name instead of `void`, and a `return`"
    if isinstance(wanted, GroupOf) and found is INT:
        return f"an instance is made with parentheses, `{wanted.name}(…)`; a piece on a board is `board.cells[i]`"
    if isinstance(found, GroupOf) and wanted is INT and _is(scope, found, PIECE):
        return "whose piece it is says its attribute `owner`"
    if isinstance(expr, tree.This) and wanted is STR:
        return 'say which text: one in quotation marks, `"X"`, or an attribute of it, `this.name`'
    if isinstance(found, GroupOf) and wanted is STR:
        return "the text of an instance is what its `repr()` gives: `piece.repr()`"
    if isinstance(wanted, ListOf) and not isinstance(found, ListOf):
        is_item = found == wanted.item and expr.span.text.isprintable()
        return f"a list stands in brackets: `[{expr.span.text if is_item else 'a, b'}]`"
    return types.conversion(found, wanted)


# -------------------------------------------------------------------------------------------------------- names


def _board_in_view(scope: Scope) -> str:
    """What to call a board in advice: this one in a group of boards, the only one of the game, or just a board."""
    if scope.group is not None and scope.group.extends(BOARD):
        return "this"
    known = [
        each.name for each in scope.world.globals.values() if each.type is not LOST and _is(scope, each.type, BOARD)
    ]
    return known[0] if len(known) == 1 else "board"


def _variable(scope: Scope, expr: tree.Variable, wanted: types.Type | None) -> types.Type:
    found = scope.resolve_variable(expr)
    if found is not None:
        return found
    unmade = _unmade(scope, expr)
    group = unmade or scope.world.group(expr.name, expr.span)
    if group is not None and expr.name not in scope.world.functions:
        return default_instance(scope, expr, group, is_unmade=unmade is not None)
    _unknown_name(scope, expr, wanted=wanted)
    return LOST


def _unmade(scope: Scope, expr: tree.Variable) -> Group | None:
    """The group of an instance that is called like it in small letters, and that nobody has declared."""
    alike = scope.world.group_alike(expr.name)
    is_small = expr.name[:1].islower() and alike is not None and alike.name[:1].isupper()
    if _near_local(scope, expr.name):
        return None
    return alike if is_small and expr.name not in {*scope.world.groups, *scope.world.lost} else None


def _near_local(scope: Scope, name: str) -> str:
    """What to write if a variable of this function is called almost like this; empty if none is."""
    return scope.world.unknown.suggestion(name, [known for block in scope.scopes for known in block])


def default_instance(scope: Scope, expr: tree.Expr, group: Group, *, is_unmade: bool = False) -> types.Type:
    """A group in the place of a value: its one default instance. `is_unmade`: its name is written in small letters, as
    that of an instance would be."""
    _, constructor = group.builder()
    if constructor is not None and constructor.formals:
        alike = [name for name in _instances(scope, lambda known: known is group) if name != expr.span.text]
        alike.sort(key=lambda name: name.casefold() != group.name.casefold())
        hint = f"write the name of an instance: `{alike[0]}`" if alike else f"declare one: `{group.name} name(…);`"
        scope.world.mistype(codes.NOT_A_VALUE, f"`{group.name}` is a group, not an instance", expr.span, hint)
        return LOST
    title = f"`{group.name}` is a group; its one default instance is taken"
    hint = f"declare an instance, `{group.name} name();`, and use that"
    made = [known.name for known in scope.world.globals.values() if known.type == GroupOf(group.name)]
    if is_unmade:
        title = f"nothing is called `{expr.span.text}`; the one default instance of `{group.name}` is taken"
        hint = f"declare it: `{group.name} {expr.span.text}();`"
    elif made:
        hint = f"an instance of it is `{made[0]}`: write that"
    scope.world.tolerate(codes.GROUP_AS_INSTANCE, title, expr.span, hint, once=group.name)
    construct(scope, group, (), expr.span)
    scope.checked.meanings[id(expr)] = meaning.DefaultInstance(group)
    return GroupOf(group.name)


def _instances(scope: Scope, is_meant: Callable[[Group], bool]) -> list[str]:
    """The variables in view that hold an instance of such a group, the nearest first."""
    known = {name: local.type for block in reversed(scope.scopes) for name, local in block.items()}
    known |= {each.name: each.type for each in scope.world.globals.values() if each.name not in known}
    groups = scope.world.groups
    return [name for name, kind in known.items() if isinstance(kind, GroupOf) and is_meant(groups[kind.name])]


def _unknown_name(scope: Scope, expr: tree.Variable, shown: str = "", *, wanted: types.Type | None = None) -> None:
    """`shown`: the type of the value that is given to it, if one is; `wanted`: that of the place where it stands."""
    name, world = expr.name, scope.world
    node = None if scope.function is None else scope.function.node
    formals = [] if node is None else [formal.name.text for formal in node.formals]
    if len(set(formals)) < len(formals):
        return  # two arguments have one name, and this may well be that of one of them
    is_function = name in world.functions or name in BUILTINS
    if is_function and name not in world.lost and not _near_local(scope, name):
        takes = world.functions[name].formals if name in world.functions else _FORMALS.get(name, ())
        hint = f"call it: `{name}({'…' if takes or name == 'print' else ''})`"
        world.tell(codes.NOT_A_VALUE, f"`{name}` is a function, not a value", expr.span, hint)
        return
    hint = ""
    if scope.group is not None and scope.group.attribute(name) is not None:
        hint = f"`{name}` is an attribute of `{scope.group.name}`: write `this.{name}`"
    locals_ = [known for block in scope.scopes for known in block]
    known = [*locals_, *world.globals, *BUILTIN_VARIABLES, *world.groups, "True", "False", "None"]
    near = world.unknown.suggestion(name, [*locals_, *world.globals])
    hint = (
        hint
        or near
        or slips.NAMES.get(name, "")
        or slips.NUMBERS.get(name.lower(), "")
        or (slips.ON_MOVE if name == "player" and scope.function is not None and scope.function.is_phase else "")
        or world.unknown.suggestion(name, [*known, *world.functions])
    )
    other = elsewhere(scope, name, is_given=bool(shown))
    if wanted is STR and not other:
        hint = hint or f'a text stands in quotation marks: `"{name}"`; a variable is declared first: `str {name};`'
    shown = shown or (types.show(wanted) if wanted not in (None, LOST, NONE, VOID) and wanted is not None else "int")
    hint = hint or other or f"declare it before it is used: `{shown} {name};`"
    world.unknown.gather_name(codes.UNKNOWN_NAME, f"nothing is called `{name}`", name, expr.span, hint)


def tell_forgotten_type(scope: Scope, expr: tree.Expr) -> None:
    """Tells of `length;`, where nothing has this name and a value is given to it later: a declaration without type."""
    if not isinstance(expr, tree.Variable) or scope.function is None or scope.function.node is None:
        return
    if scope.resolve_variable(expr) is not None or expr.name in scope.world.functions:
        return
    for given in tree.all_expressions(scope.function.node.body.statements):
        match given:
            case tree.Assign(_, (tree.Variable(_, name),), first) if name == expr.name:
                hint = f"a declaration begins with its type: `{_shown_type(scope, first)} {name};`"
                title = f"nothing is called `{name}`"
                scope.world.unknown.gather_name(codes.UNKNOWN_NAME, title, name, expr.span, hint)
                return


def _shown_type(scope: Scope, given: tree.Expr) -> str:
    """The type that the form of an expression shows, for a declaration."""
    match given:
        case tree.Text():
            return "str"
        case tree.Truth() | tree.Not():
            return "bool"
        case tree.ListLiteral(_, (first, *_)):
            return f"list<{_shown_type(scope, first)}>"
        case tree.Variable():
            found = scope.resolve_variable(given)
            return types.show(found) if found not in (None, LOST) and found is not None else "int"
        case tree.Call(_, tree.Variable(name="read" | "itos")):
            return "str"
    return "int"


def elsewhere(scope: Scope, name: str, *, is_given: bool) -> str:
    """What to do if another function or block has a variable of this name for itself. A name that is given a value
    here (`is_given`) is hardly meant to be that of another function."""
    for function in scope.checked.bodies:
        assert function.node is not None
        formals = [formal.name for formal in function.node.formals]
        inside = tree.all_statements(function.node.body.statements)
        declared = [node.name for node in inside if isinstance(node, tree.Declaration | tree.For)]
        for ident in (*formals, *declared):
            if ident.text == name and not (is_given and function is not scope.function):
                if function is scope.function:
                    where = f"the `{name}` of line {ident.span.line} ends with its block"
                    return f"{where}: to use it behind that, declare it before the block"
                where = f"the `{name}` of line {ident.span.line} belongs to `{function.name}` alone"
                return f"{where}: to use it everywhere, declare it in `@setup`"
    return ""


def _field(scope: Scope, expr: tree.Field) -> types.Type:
    if isinstance(expr.subject, tree.Variable) and expr.subject.name == PREFIX[:-1]:
        group = scope.world.groups.get(PREFIX + expr.name.text)
        if group is not None and scope.find(expr.subject.name) is None:
            return default_instance(scope, expr, group)
    subject = value(scope, expr.subject)
    if subject is LOST:
        return LOST
    if not isinstance(subject, GroupOf):
        title = f"{types.describe(subject)} has no attributes, so no `{expr.name.text}`"
        scope.world.tell(codes.UNKNOWN_MEMBER, title, expr.name.span, _member_hint(subject, expr.name.text))
        return LOST
    group = scope.world.groups[subject.name]
    found = group.attribute(expr.name.text)
    if found is not None:
        scope.checked.meanings[id(expr)] = meaning.AttributeName(found)
        return found.type
    method = group.method(expr.name.text)
    if method is not None:
        hint = f"call it: `{expr.span.text}({'…' if method.formals else ''})`"
        scope.world.tell(codes.NOT_A_VALUE, f"`{expr.name.text}` is a method, not a value", expr.name.span, hint)
    else:
        scope.world.unknown_member(group, expr.name)
    return LOST


def _without_quotes(expr: tree.Expr) -> str:
    """Advice about a number that was put into quotation marks; empty if this is none."""
    is_number = isinstance(expr, tree.Text) and expr.value.isascii() and expr.value.isdigit()
    return f"a number has no quotation marks: `{expr.span.text[1:-1]}`" if is_number else ""


def _member_hint(subject: types.Type, name: str) -> str:
    """What to write instead of an attribute or method of something that has none."""
    if isinstance(subject, ListOf):
        return slips.LIST_CALLS.get(name, "a list has elements only: the first one is `l[0]`")
    if subject is STR:
        return "a text has no parts here: read what you need one by one, `read(1)`"
    if subject is INT:
        return "a number has no parts; of an instance, name the instance: `piece.owner`"
    if subject is NONE:
        return "`None` is no instance; name one: `piece.owner`"
    return "a truth value has no parts; of an instance, name the instance: `piece.owner`" if subject is BOOL else ""


def _element(scope: Scope, expr: tree.Element) -> types.Type:
    subject, index = expr.subject, expr.index
    cell = _cell_of_board(scope, expr)
    if cell is not None:
        board, inside = cell
        title = "a board has no elements: its cells have"
        hint = f"what stands on this cell is `{board.span.text}.cells[{_number_of(board, inside)}]`"
        scope.world.mistype(codes.NOT_A_LIST, title, expr.span, hint)
        return LOST
    found = value(scope, subject)
    fit(scope, index, INT, codes.NOT_A_LIST, "the number of an element")
    if isinstance(found, ListOf):
        return found.item
    if found is not LOST:
        hint = ""
        if _is(scope, found, PIECE):
            hint = "the cells of a board are counted through: `board.cells[board.toi([x, y])]`"
            match subject:
                case tree.Element(_, tree.Field(_, board, tree.Ident(_, "cells")) as cells, first):
                    inside = f"{first.span.text}, {index.span.text}"
                    hint = f"the cells are counted through: `{cells.span.text}[{board.span.text}.toi([{inside}])]`"
        elif found is STR:
            hint = "a text has no elements: read what you need one by one, `read(1)`"
        elif subject.span.text.isprintable() and len(subject.span.text) <= SHOWN_SUBJECT:
            hint = f"leave out what stands in brackets: `{subject.span.text}`"
        title = f"only lists have elements, and this is {types.describe(found)}"
        scope.world.mistype(codes.NOT_A_LIST, title, subject.span, hint)
    return LOST


def common(scope: Scope, items: Sequence[tree.Expr], wanted: types.Type | None) -> types.Type:
    """The one type of several values: that which is wanted, or that of the first with what the others add to it."""
    if wanted is not None:
        is_told = False  # the same mistake, element by element
        for item in items:
            if is_told:
                value(scope, item, wanted)
            else:
                found = fit(scope, item, wanted, codes.ELEMENT_TYPE, "an element here")
                is_told = not scope.world.fits(found, wanted)
        return wanted
    joined: types.Type = LOST
    for item in items:
        found = value(scope, item, None if joined in (LOST, NONE) else joined)
        both = scope.world.join(joined, found)
        if both is None:
            this = types.describe(found)
            title = f"the elements of a list have one type: {types.show(joined)} before, and this is {this}"
            scope.world.mistype(codes.ELEMENT_TYPE, title, item.span, conversion(scope, item, found, joined))
        else:
            joined = both
    return joined


# ---------------------------------------------------------------------------------------------------- operators


def _operand(scope: Scope, expr: tree.Expr, wanted: types.Type, operator: str, meant: str = "") -> bool:
    """Whether an operand is of the type that its operator takes; if not, it has been said, with what is `meant`."""
    found = value(scope, expr, wanted)
    if found in (wanted, LOST):
        return True
    title = f"`{operator}` needs {types.describe(wanted)}, and this is {types.describe(found)}"
    hint = meant or conversion(scope, expr, found, wanted)
    if operator == "not" and isinstance(found, GroupOf) and expr.span.text.isprintable():
        hint = f"to ask whether there is none, write `{expr.span.text} == None`"
    if operator == "%" and found is STR:
        hint = 'a text is joined with `+`, and `itos` makes one of a number: `"… " + itos(n)`'
    if operator == ">" and isinstance(found, GroupOf) and _is(scope, found, PIECE):
        hint = "a piece is placed with `>>`: `piece >> board [x, y]`"
    scope.world.mistype(codes.OPERAND_TYPE, title, expr.span, hint)
    return False


def _chain(scope: Scope, expr: tree.Chain) -> types.Type:
    operator = expr.links[0].operator
    if operator in ("==", "!="):
        return _equality(scope, expr)
    if operator in ("+", "-"):
        return _sum(scope, expr)
    wanted: types.Type = BOOL if operator in ("and", "or") else INT
    if operator in ("<", ">", "<=", ">=") and _are_instances(scope, expr):
        return LOST
    is_fine = _operand(scope, expr.first, wanted, operator)
    compared = expr.first
    for number, link in enumerate(expr.links):
        again = _compared_again(compared, link) if wanted is BOOL else ""
        compared = link.operand
        if number and link.operator in ("<", ">", "<=", ">="):
            # `a < b < c` compares a bool with c.
            title = f"`{link.operator}` needs an int, and what stands before it is a bool"
            scope.world.mistype(codes.OPERAND_TYPE, title, link.span, "join two comparisons with `and`")
        if is_fine:
            is_fine = _operand(scope, link.operand, wanted, link.operator, again)
        elif operator != ">" or not isinstance(link.operand, tree.Element):  # `piece > board [x]`
            value(scope, link.operand, wanted)
    if not is_fine:
        return LOST
    return BOOL if operator in ("and", "or", "<", ">", "<=", ">=") else INT


def _compared_again(before: tree.Expr, link: tree.Link) -> str:
    """What `a == 1 or 2` means: the comparison with the second value, written out; empty if this is none."""
    match before:
        case tree.Chain(_, subject, (tree.Link(_, "==" | "!=" as sign, first),)):
            both = f"{shown_part(subject)} {sign} {shown_part(first)}"
            again = f"{shown_part(subject)} {sign} {shown_part(link.operand)}"
            return f"compare with each of them: `{both} {link.operator} {again}`"
    return ""


def shown_part(expr: tree.Expr) -> str:
    """An expression as advice repeats it; dots where it is long."""
    text = " ".join(expr.span.text.split())
    return text if len(text) <= SHOWN_ARGUMENTS else "…"


def _are_instances(scope: Scope, expr: tree.Chain) -> bool:
    """Whether two names of instances are compared by size, which is said."""
    link = expr.links[0]
    if not isinstance(expr.first, tree.Variable) or not isinstance(link.operand, tree.Variable):
        return False
    both = [scope.resolve_variable(operand) for operand in (expr.first, link.operand)]
    if not all(isinstance(each, GroupOf) for each in both):
        return False
    left, right = expr.first.name, link.operand.name
    attributes = [
        attribute.name
        for each in both[:1]
        if isinstance(each, GroupOf)
        for group in scope.world.groups[each.name].line()
        for attribute in group.attributes.values()
        if attribute.type is INT
    ]
    shown = attributes[0] if attributes else "n"
    hint = f"compare an attribute of theirs: `{left}.{shown} {link.operator} {right}.{shown}`"
    title = f"`{link.operator}` compares numbers, and these are instances"
    scope.world.mistype(codes.OPERAND_TYPE, title, expr.span, hint)
    return True


def _sum(scope: Scope, expr: tree.Chain) -> types.Type:
    """Numbers are added, strings are joined."""
    first = value(scope, expr.first)
    if first is not STR:
        if first not in (INT, LOST):
            title = f"`{expr.links[0].operator}` needs two ints or two strings, and this is {types.describe(first)}"
            wanted = STR if isinstance(expr.links[0].operand, tree.Text) else INT
            hint = conversion(scope, expr.first, first, wanted)
            scope.world.mistype(codes.OPERAND_TYPE, title, expr.first.span, hint)
            first = LOST
        for link in expr.links:
            found = value(scope, link.operand, INT)
            if first is LOST:
                continue
            if found is STR and link.operator == "+":
                title = "an int and a string cannot be joined"
                hint = f"write `itos({expr.first.span.text})`" if len(expr.links) == 1 else "`itos` makes a text"
                if isinstance(link.operand, tree.Text) and link.operand.value.isdecimal():
                    hint = f"a number has no quotation marks: `{link.operand.value}`"
                scope.world.mistype(codes.OPERAND_TYPE, title, link.operand.span, hint)
            elif found not in (INT, LOST):
                title = f"`{link.operator}` needs an int here, and this is {types.describe(found)}"
                scope.world.mistype(codes.OPERAND_TYPE, title, link.operand.span, types.conversion(found, INT))
        return INT if first is INT else LOST
    scope.world.refuse_if_strict(codes.STRING_SUM, "in the manual `+` only adds ints", expr.span)
    for link in expr.links:
        if link.operator != "+":
            hint = _without_quotes(expr.first) or _without_quotes(link.operand)
            title = f"strings have no `{link.operator}`"
            scope.world.mistype(codes.OPERAND_TYPE, title, link.span, hint or "`stoi` makes a number of a text")
            value(scope, link.operand)
        else:
            _operand(scope, link.operand, STR, "+")
    return STR


def _equality(scope: Scope, expr: tree.Chain) -> types.Type:
    before = value(scope, expr.first)
    for link in expr.links:
        after = value(scope, link.operand, before)
        if LOST in (before, after):
            is_fine = True
        elif NONE in (before, after):
            is_fine = _can_be_none(before) and _can_be_none(after)
        else:
            is_fine = scope.world.fits(after, before)
        if not is_fine:
            both = f"{types.describe(before)} with {types.describe(after)}"
            title = f"`{link.operator}` compares values of one type, not {both}"
            hint = _comparison(scope, (expr.first, before), (link.operand, after))
            scope.world.mistype(codes.COMPARED_TYPES, title, link.operand.span, hint)
        before = BOOL
    return BOOL


def _comparison(scope: Scope, left: tuple[tree.Expr, types.Type], right: tuple[tree.Expr, types.Type]) -> str:
    """What to do about two values of different types that are compared."""
    for (one, its), (other, of) in ((left, right), (right, left)):
        called = scope.checked.meaning(one)
        if (its is INT and isinstance(other, tree.Text | tree.Nothing)) or (its is INT and isinstance(of, GroupOf)):
            if isinstance(called, meaning.MethodCall) and called.method.name == "owns":
                return "`owns` gives the number of a player, from 0, and -1 for an empty cell"
            if isinstance(called, meaning.BuiltinName):
                return f"`{called.name}` is a number: players are counted from 0"
            if isinstance(one, tree.Field) and one.name.text == "owner":
                return "`owner` is the number of a player, from 0"
            if isinstance(other, tree.Nothing):
                return "a number is never None: compare it with a number, `-1`"
        if isinstance(its, GroupOf) and isinstance(other, tree.Text):
            return "compare an attribute of it: `piece.owner == 0`; an empty cell is `None`"
        if isinstance(its, GroupOf) and of is INT and _is(scope, its, PIECE):
            return "whose piece it is says its attribute: `piece.owner`; an empty cell is `None`"
        if its is BOOL and isinstance(other, tree.Number):
            return "a bool is `True` or `False`"
        if its is BOOL and isinstance(other, tree.Text) and one.span.text.isprintable():
            return f"it is True or False already: write `{one.span.text}` alone"
    return conversion(scope, right[0], right[1], left[1])


def _can_be_none(type_: types.Type) -> bool:
    return isinstance(type_, GroupOf) or type_ in (NONE, VOID)


# --------------------------------------------------------------------------------------------------- assignment


def _assign(scope: Scope, expr: tree.Assign) -> types.Type:
    wanted = [_target(scope, target, expr.value) for target in expr.targets]
    last = wanted[-1]
    what = f"`{expr.targets[-1].span.text}`"
    found = fit(scope, expr.value, last, codes.ASSIGNED_TYPE, what)
    given = last if scope.world.fits(found, last) else LOST
    for target, type_ in reversed(list(zip(expr.targets[:-1], wanted[:-1], strict=True))):
        if not scope.world.fits(given, type_):
            title = f"`{target.span.text}` is {types.describe(type_)}, and this is {types.describe(given)}"
            scope.world.mistype(codes.ASSIGNED_TYPE, title, expr.value.span, types.conversion(given, type_))
    return given


def _target(scope: Scope, target: tree.Expr, given: tree.Expr) -> types.Type:
    cell = _cell_of_board(scope, target)
    if cell is not None:
        title = "a piece is not assigned to a cell"
        hint = f"a piece is placed with `{given.span.text} >> {cell[0].span.text} [{cell[1]}]`"
        if isinstance(given, tree.Nothing):
            hint = f"a piece is taken off with `{cell[0].span.text}.remove({_number_of(*cell)})`"
        scope.world.mistype(codes.NOT_A_LIST, title, target.span, hint)
        return LOST
    if not isinstance(target, tree.Variable):
        return value(scope, target)
    found = scope.resolve_variable(target)
    if found is None:
        exact = scope.world.groups.get(target.name)
        alike = scope.world.group_alike(target.name)
        if exact is None and alike is None:
            _unknown_name(scope, target, _shown_type(scope, given))
        elif exact is None and alike is not None:
            title, hint = f"nothing is called `{target.name}`", f"declare it: `{alike.name} {target.name}();`"
            scope.world.tell(codes.UNKNOWN_NAME, title, target.span, hint)
            scope.world.lost.add(target.name)
        else:
            title = f"`{target.name}` is a group: only variables, attributes and elements are given a value"
            scope.world.tell(codes.BAD_TARGET, title, target.span, "give the variable another name, and declare it")
        scope.checked.types[id(target)] = LOST
        return LOST
    local = scope.find(target.name)
    if local is not None:
        local.writes += 1
    scope.checked.types[id(target)] = found
    return found


# ---------------------------------------------------------------------------------------------------------------- calls


def call(scope: Scope, expr: tree.Call) -> types.Type:
    match expr.function:
        case tree.Variable(name=name):
            return _named_call(scope, expr, expr.function, name)
        case tree.Field(_, tree.Variable(name=subject), name) if subject == PREFIX[:-1] and not scope.find(subject):
            group = scope.world.group(PREFIX + name.text, expr.function.span)
            if group is not None:
                return _construct(scope, expr, group)
    if isinstance(expr.function, tree.Field):
        return _method_call(scope, expr, expr.function)
    found = value(scope, expr.function)
    if found is not LOST:
        title = f"only functions are called, and this is {types.describe(found)}"
        hint = "what stands before parentheses is the name of a function, `f(…)`; leave them out where a value is meant"
        scope.world.mistype(codes.NOT_A_FUNCTION, title, expr.function.span, hint)
    return _lost(scope, expr)


def _named_call(scope: Scope, expr: tree.Call, callee: tree.Variable, name: str) -> types.Type:
    world = scope.world
    own = None if scope.group is None else scope.group.method(canonical(name))
    if own is not None and scope.group is not None:
        title = f"`{name}` is a method of `{scope.group.name}`: the manual wants `this.{name}(…)`"
        world.tolerate(codes.NO_THIS, title, callee.span, f"write `this.{name}(…)`")
        _arguments(scope, expr, f"`{name}`", own.formals, own.node)
        scope.checked.meanings[id(expr)] = meaning.MethodCall(scope.group, own, None)
        return scope.result_of(own)
    if name in world.functions:
        function = world.functions[name]
        _arguments(scope, expr, f"`{name}`", function.formals, function.node)
        scope.checked.meanings[id(expr)] = meaning.FunctionCall(function)
        return scope.result_of(function)
    if name in BUILTINS:
        return _builtin(scope, expr, callee, name)
    group = None if scope.resolve_variable(callee) is not None else world.group(name, callee.span)
    if group is not None:
        return _construct(scope, expr, group)
    _unknown_function(scope, callee, expr.arguments)
    return LOST if name == "pass" else _lost(scope, expr)


def _unknown_function(scope: Scope, callee: tree.Variable, arguments: Sequence[tree.Expr]) -> None:
    name, world = callee.name, scope.world
    if name in world.lost:
        return
    if name == "pass":
        world.tell(codes.BAD_PASS, "`pass(phase, player);` is a statement of its own", callee.span)
        return
    kind = scope.resolve_variable(callee)
    if kind is not None:
        title = f"`{name}` is a variable, and only functions are called"
        if isinstance(kind, ListOf) and len(arguments) == 1:
            hint = f"an element is taken with square brackets: `{name}[{arguments[0].span.text}]`"
        elif name in BUILTIN_VARIABLES:
            hint = f"write `{name}` alone; to give it a value, `{name} = …;`"
        else:
            hint = "leave the parentheses out"
        world.mistype(codes.NOT_A_FUNCTION, title, callee.span, hint)
        return
    owners = [group.name for group in world.groups.values() if name in group.methods]
    hint = f"`{owners[0]}` has a method of this name: call it on an instance" if owners else ""
    holders = _instances(scope, lambda group: group.method(name) is not None)
    written = [argument.span.text for argument in arguments]
    if written and written[0] in holders:
        hint = f"it is a method of an instance: `{written[0]}.{name}({', '.join(written[1:])})`"
    elif len(holders) == 1 and sum(map(len, written)) <= SHOWN_ARGUMENTS:
        hint = f"it is a method of `{owners[0] if owners else holders[0]}`: `{holders[0]}.{name}({', '.join(written)})`"
    own = world.unknown.suggestion(name, [*world.functions, *(scope.group.methods if scope.group else ())])
    hint = hint or own or slips.CALLS.get(name, "") or world.unknown.suggestion(name, [*BUILTINS, *world.groups])
    hint = hint or f"define it in `@setup`: `int {name}(…) {{ … }}`"
    title = f"there is no function `{name}`"
    world.unknown.gather_name(codes.UNKNOWN_FUNCTION, title, name, callee.span, hint)


def _method_call(scope: Scope, expr: tree.Call, callee: tree.Field) -> types.Type:
    subject = value(scope, callee.subject)
    if subject is LOST:
        return _lost(scope, expr)
    if not isinstance(subject, GroupOf):
        title = f"{types.describe(subject)} has no methods, so no `{callee.name.text}`"
        hint = _member_hint(subject, callee.name.text)
        if isinstance(subject, ListOf) and callee.name.text in slips.ELEMENT_CALLS and expr.arguments:
            element = f"{callee.subject.span.text}[{expr.arguments[0].span.text}]"
            hint = f"an element is taken with brackets: `{element}`"
            if len(expr.arguments) > 1:
                hint = f"an element is given a value with `{element} = {expr.arguments[1].span.text};`"
        elif callee.name.text in (*BUILTINS, *scope.world.functions):
            inside = ", ".join(argument.span.text for argument in expr.arguments)
            called = f"{callee.name.text}({inside or callee.subject.span.text})"
            is_joined = subject is STR and expr.arguments
            hint = f"texts are joined with `+`: `{callee.subject.span.text} + {called}`"
            hint = hint if is_joined else f"it is a function, and is called by itself: `{called}`"
        scope.world.tell(codes.UNKNOWN_MEMBER, title, callee.name.span, hint)
        return _lost(scope, expr)
    group = scope.world.groups[subject.name]
    found = group.method(canonical(callee.name.text))
    if found is None:
        if group.attribute(callee.name.text) is not None:
            title = f"`{callee.name.text}` is an attribute, and only methods are called"
            hint = "leave the parentheses out"
            if len(expr.arguments) == 1 and isinstance(value(scope, callee), ListOf):
                hint = f"an element is taken with brackets: `{callee.span.text}[{expr.arguments[0].span.text}]`"
            scope.world.mistype(codes.NOT_A_FUNCTION, title, callee.name.span, hint)
        else:
            advice = slips.BOARD_CALLS.get(callee.name.text, "") if group.extends(BOARD) else ""
            scope.world.unknown_member(group, callee.name, called=True, hint=advice.format(callee.subject.span.text))
        return _lost(scope, expr)
    _arguments(scope, expr, f"`{callee.name.text}`", found.formals, found.node)
    scope.checked.meanings[id(expr)] = meaning.MethodCall(group, found, callee.subject)
    return scope.result_of(found)


def _builtin(scope: Scope, expr: tree.Call, callee: tree.Variable, name: str) -> types.Type:
    if name in _LATER:
        title = f"`{name}` is of the later dialect; the manual does not have it"
        scope.world.refuse_if_strict(codes.LATER_DIALECT, title, callee.span)
    elif name == "itos":
        title = "`itos` is used in the manual's sample, but not among its built-in functions"
        scope.world.refuse_if_strict(codes.NOT_IN_MANUAL, title, callee.span)
    scope.checked.meanings[id(expr)] = meaning.BuiltinCall(cast(meaning.Builtin, name))
    if name == "print":
        _count(scope, expr, name, 1)
        for argument in expr.arguments:
            found = value(scope, argument, STR)
            if found not in (STR, LOST):
                title = f"in the manual `print` takes a str, and this is {types.describe(found)}"
                scope.world.refuse_if_strict(codes.PRINTED_TYPE, title, argument.span)
        return VOID
    formals = [Local(_NAMES[name], type_) for type_ in _FORMALS.get(name, ())]
    if len(expr.arguments) != len(formals):
        _count(scope, expr, name, len(formals))
        for argument in expr.arguments:
            value(scope, argument)
    elif name == "read" and isinstance(expr.arguments[0], tree.Text | tree.Chain):
        _read_count(scope, expr.arguments[0])
    else:
        _arguments(scope, expr, f"`{name}`", formals, None)
    return _RESULTS.get(name, VOID)


def _read_count(scope: Scope, expr: tree.Expr) -> None:
    """How many characters are read; many people write the question there."""
    found = value(scope, expr, INT)
    if found is STR:
        title = "what `read` takes is an int, how many characters are read, and this is a str"
        hint = f"`print` the question first: `print({expr.span.text});`, and then `read(1)`"
        scope.world.mistype(codes.ARGUMENT_TYPE, title, expr.span, hint)
    elif found not in (INT, LOST):
        fit(scope, expr, INT, codes.ARGUMENT_TYPE, "what `read` takes")


# ------------------------------------------------------------------------------------------------- constructors


def _construct(scope: Scope, expr: tree.Call, group: Group) -> types.Type:
    construct(scope, group, expr.arguments, expr.span)
    scope.checked.meanings[id(expr)] = meaning.Construct(group)
    return GroupOf(group.name)


def construct(scope: Scope, group: Group, arguments: Sequence[tree.Expr], span: Span) -> None:
    """A new instance of a group with these arguments for its constructor."""
    builder, constructor = group.builder()
    if group.name in scope.world.lost:
        for argument in arguments:
            value(scope, argument)
    elif constructor is not None:
        _fit_all(scope, arguments, f"`{group.name}`", constructor.formals, span, constructor.node)
    elif builder.name in GEOMETRIES:
        formals = [Local(name, INT) for name in GEOMETRIES[builder.name]]
        if not arguments:
            example = f"{builder.name}({', '.join('8' for _ in formals)})"
            hint = f"give its size: `group {group.name}({example})`" if group.node is not None else f"write `{example}`"
            title = f"`{group.name}` does not say how large the board is"
            scope.world.tell(codes.BAD_CONSTRUCTOR, title, span, hint)
        else:
            _fit_all(scope, arguments, f"`{builder.name}`", formals, span, None)
    else:
        _fit_all(scope, arguments, f"`{group.name}`", [], span, None)
        if group.geometry is None and group.extends("Board"):
            title = f"`{group.name}` is a Board without a shape"
            hint = "extend one of Boards.Rect, Boards.Line, Boards.Loop, Boards.Hex"
            scope.world.tell(codes.BAD_CONSTRUCTOR, title, span, hint)


# ---------------------------------------------------------------------------------------------------- arguments


def _arguments(scope: Scope, expr: tree.Call, what: str, formals: Sequence[Local], node: tree.Function | None) -> None:
    _fit_all(scope, expr.arguments, what, formals, expr.span, node)


def _fit_all(
    scope: Scope,
    arguments: Sequence[tree.Expr],
    what: str,
    formals: Sequence[Local],
    span: Span,
    node: tree.Function | None,
) -> None:
    if len(arguments) != len(formals):
        _wrong_count(scope, what, arguments, span, formals)
        for argument in arguments:
            value(scope, argument)
        return
    found = [value(scope, argument, formal.type) for argument, formal in zip(arguments, formals, strict=True)]
    wrong = [place for place, formal in enumerate(formals) if not scope.world.fits(found[place], formal.type)]
    fitting = _reordered(scope, arguments, found, formals) if len(wrong) > 1 else ""
    if fitting:
        title = f"the arguments of {what} are not in its order"
        span = arguments[wrong[0]].span.to(arguments[wrong[-1]].span)
        hint = f"in another order they fit: {what[:-1]}({fitting})`"
        scope.world.mistype(codes.ARGUMENT_TYPE, title, span, hint)
        return
    for place in wrong:
        name = f"`{formals[place].name}` of {what}" if node is not None else f"what {what} takes"
        _misfit(scope, arguments[place], found[place], formals[place].type, codes.ARGUMENT_TYPE, name)


def _reordered(
    scope: Scope, arguments: Sequence[tree.Expr], found: Sequence[types.Type], formals: Sequence[Local]
) -> str:
    """The arguments in an order in which they fit; empty if there is none, or if it is too long to be shown."""
    if len(arguments) > MOST_REORDERED:
        return ""
    for order in permutations(range(len(arguments))):
        if all(scope.world.fits(found[given], formal.type) for given, formal in zip(order, formals, strict=True)):
            written = ", ".join(arguments[given].span.text for given in order)
            return written if len(written) <= SHOWN_ARGUMENTS and written.isprintable() else "…"
    return ""


def _count(scope: Scope, expr: tree.Call, name: str, wanted: int) -> None:
    """The number of arguments of a built-in function."""
    if len(expr.arguments) != wanted:
        takes = _taken(wanted)
        title = f"`{name}` takes {takes}, not {len(expr.arguments)}"
        hint = _chance(expr.arguments) if name == "rand" else ""
        scope.world.tell(codes.ARGUMENT_COUNT, title, expr.span, hint or _USES[name])


def _chance(arguments: Sequence[tree.Expr]) -> str:
    """How a number by chance is asked for that has these bounds elsewhere."""
    match arguments:
        case [tree.Number(_, count)] if count > 1:
            return f"from 0 to {count - 1} is `rand() % {count}`, from 1 to {count} `rand() % {count} + 1`"
        case [tree.Number(_, low), tree.Number(_, high)] if low < high:
            return f"from {low} to {high} is `rand() % {high - low + 1}{f' + {low}' if low else ''}`"
        case [most] if most.span.text.isidentifier():
            return f"from 0 on, so many numbers are `rand() % {most.span.text}`"
    return ""


def _wrong_count(scope: Scope, what: str, arguments: Sequence[tree.Expr], span: Span, formals: Sequence[Local]) -> None:
    wanted, given = len(formals), len(arguments)
    takes = _taken(wanted)
    listed = ", ".join(f"{types.show(formal.type)} {formal.name}" for formal in formals)
    group = scope.world.groups.get(what[1:-1])
    bare = span.text.partition("(")[0] if "(" in span.text and span.text.isprintable() else what[1:-1]
    hint = f"it takes ({listed})" if listed else f"leave out what stands in parentheses: `{bare}()`"
    if not listed and group is not None and group.extends(BOARD):
        hint += f"; how large the board is says `group {group.name}`"
    if [formal.type for formal in formals] == [types.COORDINATES] and given > 1:
        inside = span.source.span(arguments[0].span.start, arguments[-1].span.end).text
        hint = f"coordinates are one list, in brackets: {what[:-1]}([{inside}])`"
    elif formals and formals[-1].name == "cell" and given == wanted + 1:
        *before, x, y = (argument.span.text for argument in arguments)
        written = ", ".join([*before, f"{_board_in_view(scope)}.toi([{x}, {y}])"])
        hint = f"the number of a cell is made of its coordinates: {what[:-1]}({written})`"
    if not wanted and group is not None:
        meant = suggest(group.name, group.methods)
        if meant is not None:
            title, hint = (
                f"`{group.name}` has no function of its own name, which takes arguments",
                f"call `{meant}` by this name: `void {group.name}(…)`",
            )
            method = group.methods[meant].node
            scope.world.unknown.gather(
                codes.ARGUMENT_COUNT, title, method.name.span if method is not None else span, hint
            )
            return
    if what[1:-1] in GEOMETRIES:
        hint = f"write {example(what[1:-1])}"
    elif given != wanted + 1 and any(formal.name == "cell" for formal in formals):
        hint += "; the number of a cell is `board.toi([x, y])`"
    scope.world.tell(codes.ARGUMENT_COUNT, f"{what} takes {takes}, not {given}", span, hint)


def _taken(count: int) -> str:
    return {0: "no arguments", 1: "1 argument"}.get(count, f"{count} arguments")


def _lost(scope: Scope, expr: tree.Call) -> types.Type:
    for argument in expr.arguments:
        value(scope, argument)
    return LOST


# ----------------------------------------------------------------------------------------------------- board operations


def place(scope: Scope, expr: tree.Place) -> types.Type:
    """`piece >> board [x, y]`"""
    cell = _cell_of_board(scope, expr.board)
    if cell is not None:
        title = "all coordinates stand in one pair of brackets"
        items = expr.at.items if isinstance(expr.at, tree.ListLiteral) else (expr.at,)
        inside = ", ".join([cell[1], *(item.span.text for item in items)])
        hint = f"write `{expr.piece.span.text} >> {cell[0].span.text} [{inside}]`"
        scope.world.mistype(codes.BAD_COORDINATES, title, expr.board.span.to(expr.at.span), hint)
        value(scope, expr.piece)
        return BOOL
    found = _piece(scope, expr.piece)
    if found is not LOST and _is(scope, found, BOARD) and not _is(scope, found, PIECE):
        board = value(scope, expr.board)
        if board is not LOST and _is(scope, board, PIECE):
            title = "the piece stands left of `>>`, and the board right of it"
            hint = f"write `{expr.board.span.text} >> {expr.piece.span.text} {expr.at.span.text}`"
            scope.world.mistype(codes.NOT_A_PIECE, title, expr.piece.span.to(expr.board.span), hint)
            return BOOL
    if not _is(scope, found, PIECE):
        title = f"left of `>>` stands a Piece, and this is {types.describe(found)}"
        hint = "a group of pieces extends Piece: `group Mark(Piece) { … };`"
        if isinstance(found, GroupOf):
            hint = f"a group of pieces extends Piece: `group {found.name} (Piece) {{`"
            scope.world.half_known.add(found.name)
        scope.world.mistype(codes.NOT_A_PIECE, title, expr.piece.span, hint)
    match expr.board:
        case tree.Field(_, owner, tree.Ident(_, "cells")) if _is(scope, owned := value(scope, owner), BOARD):
            title = "right of `>>` stands the board itself"
            hint = f"write `{expr.piece.span.text} >> {owner.span.text} {expr.at.span.text}`"
            if owned is not LOST:
                scope.world.mistype(codes.NOT_A_BOARD, title, expr.board.span, hint)
            return BOOL
    board = _board(scope, expr.board, "right of `>>`")
    _coordinates(scope, expr.at, board)
    return BOOL


def _piece(scope: Scope, expr: tree.Expr) -> types.Type:
    """What is placed: a piece, or a group of pieces, of which a new one is made each time."""
    if not isinstance(expr, tree.Variable) or scope.resolve_variable(expr) is not None:
        return value(scope, expr)
    unmade = _unmade(scope, expr)
    group = unmade or scope.world.group(expr.name, expr.span)
    if group is None or not group.extends(PIECE):
        return value(scope, expr)
    title = f"`{group.name}` is a group; a new instance is placed each time, and belongs to the player on move"
    hint = f"make the instance yourself: `{group.name}() >> …`"
    if unmade is not None:
        title = f"nothing is called `{expr.name}`; a new `{group.name}` is placed each time"
        hint = f"declare it: `{group.name} {expr.name}();`"
    scope.world.tolerate(codes.GROUP_AS_PIECE, title, expr.span, hint, once=group.name)
    construct(scope, group, (), expr.span)
    scope.checked.meanings[id(expr)] = meaning.FreshPiece(group)
    scope.checked.types[id(expr)] = GroupOf(group.name)
    return GroupOf(group.name)


def take(scope: Scope, expr: tree.Take) -> types.Type:
    """`receiver << giver [x, y]`, `receiver << piece`, `receiver << piece [x, y]`, `board << [x, y]`"""
    cell = _cell_of_board(scope, expr.receiver)
    if cell is not None and expr.giver is not None:
        title = "the board stands alone left of `<<`"
        hint = f"a piece is placed on a cell with `{expr.giver.span.text} >> {cell[0].span.text} [{cell[1]}]`"
        scope.world.mistype(codes.NOT_A_BOARD, title, expr.receiver.span, hint)
        value(scope, expr.giver)
        return BOOL
    receiver = _board(scope, expr.receiver, "left of `<<`")
    if expr.giver is None:
        assert expr.at is not None
        _coordinates(scope, expr.at, receiver)
        return BOOL
    giver = value(scope, expr.giver)
    if expr.at is not None:
        _coordinates(scope, expr.at, receiver if _is(scope, giver, PIECE) else giver)
    if giver == types.COORDINATES and expr.at is None:
        return BOOL
    if _is(scope, giver, PIECE) or (expr.at is not None and _is(scope, giver, BOARD)):
        return BOOL
    if _is(scope, giver, BOARD):
        hint = f"say which cell: `{expr.giver.span.text} [x]`"
        title = "of a board right of `<<` one cell is meant"
        scope.world.mistype(codes.BAD_COORDINATES, title, expr.giver.span, hint)
    else:
        title = f"right of `<<` stands a Piece, or a Board with coordinates, and this is {types.describe(giver)}"
        scope.world.mistype(codes.NOT_A_PIECE, title, expr.giver.span)
    return BOOL


def _board(scope: Scope, expr: tree.Expr, where: str) -> types.Type:
    """The type of what stands where a board should."""
    found = value(scope, expr)
    if not _is(scope, found, BOARD):
        title = f"{where} stands a Board, and this is {types.describe(found)}"
        hint = "a group of boards extends one: `group Grid(Boards.Rect(3, 3)) { … };`"
        if isinstance(found, GroupOf) and not _is(scope, found, PIECE):
            hint = f"a group of boards extends one: `group {found.name} (Boards.Rect(3, 3)) {{`"
            scope.world.half_known.add(found.name)
        scope.world.mistype(codes.NOT_A_BOARD, title, expr.span, hint)
    return found


def _cell_of_board(scope: Scope, expr: tree.Expr) -> tuple[tree.Expr, str] | None:
    """The board and the coordinates of `board[x]` or `board[x][y]`, where a board or a list should stand alone."""
    inside: list[str] = []
    while isinstance(expr, tree.Element) and len(inside) < MOST_DIRECTIONS:
        inside.insert(0, expr.index.span.text)
        expr = expr.subject
    match expr:
        case tree.Variable() if inside:
            board = scope.resolve_variable(expr)
        case tree.This() if inside and scope.group is not None:
            board = GroupOf(scope.group.name)
        case _:
            return None
    is_board = isinstance(board, GroupOf) and scope.world.groups[board.name].extends(BOARD)
    return (expr, ", ".join(inside)) if is_board else None


def _number_of(board: tree.Expr, inside: str) -> str:
    """The number of a cell with these coordinates: of one, it is taken for the number itself."""
    return f"{board.span.text}.toi([{inside}])" if "," in inside else inside


def _is(scope: Scope, type_: types.Type, name: str) -> bool:
    if not isinstance(type_, GroupOf):
        return type_ is LOST
    return scope.world.groups[type_.name].extends(name) or type_.name in scope.world.half_known


def _coordinates(scope: Scope, expr: tree.Expr, board: types.Type) -> None:
    """A list of ints, as many as the board has directions; a literal with one list in it is that list."""
    if isinstance(expr, tree.ListLiteral) and len(expr.items) == 1:
        inner = value(scope, expr.items[0])
        if inner in (types.COORDINATES, LOST) or (isinstance(inner, ListOf) and inner.item is LOST):
            scope.checked.types[id(expr)] = types.COORDINATES
            return
    if isinstance(expr, tree.ListLiteral):
        wrong = [(item, found) for item in expr.items if (found := value(scope, item)) not in (INT, LOST)]
        scope.checked.types[id(expr)] = types.COORDINATES
        for item, found in wrong:
            title = f"coordinates are ints, and this is {types.describe(found)}"
            scope.world.mistype(codes.BAD_COORDINATES, title, item.span, conversion(scope, item, found, INT))
        if not wrong:
            _check_directions(scope, expr, board)
        return
    found = value(scope, expr, types.COORDINATES)
    if not scope.world.fits(found, types.COORDINATES):
        title = f"coordinates are a list<int>, and this is {types.describe(found)}"
        scope.world.mistype(codes.BAD_COORDINATES, title, expr.span)


def _check_directions(scope: Scope, expr: tree.ListLiteral, board: types.Type) -> None:
    """No cell has more or fewer coordinates than its board has directions."""
    group = scope.world.groups[board.name] if isinstance(board, GroupOf) else None
    wanted = None if group is None or group.geometry is None else DIRECTIONS[group.geometry]
    if group is None or wanted is None or len(expr.items) == len(wanted):
        return
    count = {1: "one coordinate"}.get(len(wanted), "two coordinates")
    what = f"`{group.name}`" if group.name == group.geometry else f"`{group.name}`, which is a {group.geometry},"
    title = f"a cell of {what} has {count}, not {len(expr.items)}"
    hint = f"write `[{', '.join(wanted)}]`"
    scope.world.mistype(codes.BAD_COORDINATES, title, expr.span, hint)


def single_list(checked_types: dict[int, types.Type], expr: tree.Expr) -> tree.Expr:
    """The expression that gives the coordinates: `[l]` with a list l is l."""
    if isinstance(expr, tree.ListLiteral) and len(expr.items) == 1:
        inner = checked_types.get(id(expr.items[0]))
        if isinstance(inner, ListOf):
            return expr.items[0]
    return expr
