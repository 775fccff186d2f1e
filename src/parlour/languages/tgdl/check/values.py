"""Expressions: their types, what their names mean, and the conversions that the text leaves out.

Every function gives the checked expression, or None when something is wrong with it, which has been reported then;
whatever depends on it stays silent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, cast

from parlour.languages.tgdl import codes
from parlour.languages.tgdl.check import meaning, types
from parlour.languages.tgdl.check.files import File
from parlour.languages.tgdl.check.meaning import Action, Class, Expr, Function, Turn
from parlour.languages.tgdl.check.members import (
    Method,
    Wanted,
    attributes_of,
    built_in_members,
    element_of,
    methods_of,
)
from parlour.languages.tgdl.check.scope import Scope
from parlour.languages.tgdl.syntax import slips, tree
from parlour.syntax.diagnostic import Label
from parlour.syntax.source import Span
from parlour.syntax.suggest import did_you_mean

# What to do about a null that stands in the place of a number or a truth value.
NO_NUMBER = "no number is 0: write `0`, or ask before whether something is there: `x != null`"
NO_TRUTH = "write `true` or `false`, or ask whether something is there: `x != null`"
_NUMERIC = (types.NUMBER, types.PLAYER, types.TURN)


def article(word: str) -> str:
    """A word with its article.

    >>> article("tile"), article("event")
    ('a tile', 'an event')
    """
    return f"an {word}" if word[:1] in "aeiouAEIO" else f"a {word}"


# Values where a type is expected


def init(scope: Scope, value: tree.Init, wanted: types.Type) -> Expr | None:
    """A value for something of this type, perhaps in braces."""
    if not isinstance(value, tree.Braces):
        found = expression(scope, value)
        return None if found is None else fit(scope, found, wanted)
    return braces(scope, value.items, wanted, value.span)


def braces(scope: Scope, items: Sequence[tree.Init], wanted: types.Type, span: Span) -> Expr | None:
    """`{ a, b }` as the collection that is expected."""
    if wanted == types.BROKEN:
        return None
    if not isinstance(wanted, types.Collection):
        title = f"expected {types.shown(wanted)}, not values in braces"
        scope.report.error(codes.TYPE, title, span, hint="braces make a List, Table or Stack", kind="type")
        return None
    if wanted.kind == "Table":
        return table(scope, items, wanted, span)
    values = [init(scope, item, wanted.of) for item in items]
    if any(value is None for value in values):
        return None
    given = tuple(value for value in values if value is not None)
    return meaning.MakeList(span, wanted, given) if wanted.kind == "List" else meaning.MakeStack(span, wanted, given)


def table(scope: Scope, items: Sequence[tree.Init], wanted: types.Collection, span: Span) -> Expr | None:
    pairs: list[tuple[Expr, Expr]] = []
    is_sound = True
    for item in items:
        if not isinstance(item, tree.Braces) or len(item.items) != 2 or isinstance(item.items[0], tree.Braces):
            hint = "a table is written `{ {key, value}, {key, value} }`"
            scope.report.error(codes.TYPE, "expected a key and a value in braces", item.span, hint=hint, kind="type")
            is_sound = False
            continue
        key_tree = item.items[0]
        assert not isinstance(key_tree, tree.Braces)
        key, value = table_key(scope, key_tree), init(scope, item.items[1], wanted.of)
        if key is None or value is None:
            is_sound = False
        else:
            pairs.append((key, value))
    return meaning.MakeTable(span, wanted, tuple(pairs)) if is_sound else None


def table_key(scope: Scope, expr: tree.Expr) -> Expr | None:
    """Anything but null; a player and the number of the same value are one key."""
    key = value(scope, expr)
    if key is None:
        return None
    if key.type == types.NULL:
        hint = "a key is a number, a text, a player or an object: `t[0]`"
        scope.report.error(codes.TYPE, "a Table key cannot be null", key.span, hint=hint, kind="type")
        return None
    return number_of(key) if key.type in (types.PLAYER, types.TURN) else key


def fit(scope: Scope, found: Expr, wanted: types.Type, advice: str = "") -> Expr | None:
    """A value where one of this type is expected, with the conversion that it needs; `advice` is for when it is of
    another."""
    given = found.type
    if types.BROKEN in (given, wanted):
        return None
    if given == types.NOTHING:
        no_value(scope, found)
        return None
    if wanted == types.PLAYER and given in (types.NUMBER, types.TURN):
        return player_of(found)
    if wanted == types.NUMBER and given in (types.PLAYER, types.TURN):
        return number_of(found)
    if types.fits(given, wanted):
        return found
    hint = advice or literal(found, wanted)
    if hint:
        pass
    elif types.fits(wanted, given):
        hint = f"if it is one, say so: `… as {types.shown(wanted)}`"
    elif wanted == types.BOOL:
        hint = "a condition is true or false: compare, as in `n > 0` or `x != null`"
    elif (wanted, given) == (types.PLAYER, types.STRING):
        hint = seat_named(scope, found) or "players are counted from 0, and `player.active()` is one of them"
    elif isinstance(wanted, types.Collection) and types.fits(given, wanted.of):
        hint = "a collection of one value stands in braces: `{ x }`"
    elif isinstance(given, types.Object) and given.of in scope.world.baseless:
        return None
    elif wanted == types.PLAYER and isinstance(given, types.Object) and "player" in attributes_of(given):
        text = found.span.text if found.span.text.isidentifier() else "x"
        hint = f"the player who owns an object is `{text}.player`"
    elif isinstance(given, types.Object) and isinstance(wanted, types.Plain):
        fitting = [each.name for each in given.of.attribute_line() if each.type == wanted]
        hint = f"of {article(given.of.shown)} this is a {types.shown(wanted)}: `{fitting[0]}`" if fitting else ""
    elif wanted == types.OfKind("event"):
        hint = "an event is an object: `new SoldEvent()`, of an `event SoldEvent { }`"
    hint = (
        hint
        or other_variable(scope, wanted)
        or f"give a {types.shown(wanted)} here, or declare what takes it as {types.shown(given)}"
    )
    scope.report.error(
        codes.TYPE, f"expected {types.shown(wanted)}, not {types.shown(given)}", found.span, hint=hint, kind="type"
    )
    return None


def literal(found: Expr, wanted: types.Type) -> str:
    """How a constant is written as the type that is wanted; empty if there is no way."""
    match found:
        case meaning.Const(value=str(text)) if wanted == types.NUMBER and text.replace(".", "", 1).isdecimal():
            return f"a number has no quotation marks: `{text}`"
        case meaning.Const(value=str(text)) if wanted == types.BOOL and text in ("true", "false"):
            return f"a truth value has no quotation marks: `{text}`"
        case meaning.Const(value=bool(truth)) if wanted == types.NUMBER:
            return f"true and false are no numbers: write `{int(truth)}`"
        case meaning.Const(value=float(number)) if wanted == types.STRING:
            return f'a string stands in quotation marks: `"{number:g}"`'
        case meaning.Const(value=float(number)) if wanted == types.BOOL and number in (0, 1):
            return f"the truth value is written `{str(bool(number)).lower()}`"
    return ""


def seat_named(scope: Scope, found: Expr) -> str:
    """Which player a note of the file gives this name."""
    for note in scope.file.program.notes:
        kind, _, names = note.text.partition(" ")
        seats = [each.strip() for each in names.split(",")]
        if kind == "players" and isinstance(found, meaning.Const) and found.value in seats:
            return f"players are counted from 0: write `{seats.index(str(found.value))}` for {found.value}"
    return ""


def other_variable(scope: Scope, wanted: types.Type) -> str:
    """The only variable in view that is an object of the type that is wanted; empty if there is none."""
    if not isinstance(wanted, types.Object):
        return ""
    fitting = [name for frame in scope.frames for name, var in frame.items() if types.fits(var.type, wanted)]
    return f"Did you mean `{fitting[0]}`?" if len(fitting) == 1 else ""


def player_of(found: Expr) -> Expr:
    if found.type == types.TURN:
        return meaning.PlayerOf(found.span, types.PLAYER, found)
    return found if found.type in (types.PLAYER, types.NULL) else meaning.ToPlayer(found.span, types.PLAYER, found)


def number_of(found: Expr) -> Expr:
    if found.type == types.TURN:
        found = player_of(found)
    return meaning.ToNumber(found.span, types.NUMBER, found) if found.type == types.PLAYER else found


def no_value(scope: Scope, found: Expr) -> None:
    match found:
        case meaning.FunctionCall(function=function):
            title = f"{function.name} gives no value"
            hint = f"say what it gives: `returns number;` in function {function.name}"
        case meaning.ActionCall(action=action):
            title, hint = f"action {action.name} gives no value", "write a function for a value"
        case _:
            title, hint = "this call gives no value", "let it stand alone, as a statement"
    scope.report.error(codes.NO_VALUE, title, found.span, hint=hint, kind="type")


def value(scope: Scope, expr: tree.Expr) -> Expr | None:
    """An expression that must have a value, of whichever type."""
    found = expression(scope, expr)
    if found is not None and found.type == types.NOTHING:
        no_value(scope, found)
        return None
    return None if found is None or found.type == types.BROKEN else found


def condition(scope: Scope, expr: tree.Expr) -> Expr | None:
    if isinstance(expr, tree.Assign) and expr.operator == "=":
        hint = "equal is written `==`"
        scope.report.error(codes.NO_VALUE, "an assignment has no value", expr.span, hint=hint, kind="type")
        return None
    found = expression(scope, expr)
    if found is None:
        return None
    if found.type == types.NULL:
        scope.report.error(codes.TYPE, "expected bool, not null", found.span, hint=NO_TRUTH, kind="type")
        return None
    return fit(scope, found, types.BOOL)


# Expressions


def expression(scope: Scope, expr: tree.Expr) -> Expr | None:
    match expr:
        case tree.Number(span, number):
            return meaning.Const(span, types.NUMBER, float(number))
        case tree.Text(span, text):
            scope.world.strings.setdefault(text)
            return meaning.Const(span, types.STRING, text)
        case tree.Truth(span, truth):
            return meaning.Const(span, types.BOOL, truth)
        case tree.Null(span):
            return meaning.Const(span, types.NULL, None)
        case tree.This(span):
            return this(scope, span)
        case tree.Name():
            return name(scope, expr)
        case tree.Call(span, function, arguments):
            return bare_call(scope, span, function, arguments)
        case tree.BaseCall():
            return base_call(scope, expr)
        case tree.New():
            return new(scope, expr)
        case tree.Path():
            return path(scope, expr)
        case tree.Minus(span, operand):
            return minus(scope, span, operand)
        case tree.Not(span, operand):
            found = condition(scope, operand)
            return None if found is None else meaning.Not(span, types.BOOL, found)
        case tree.Chain():
            return chain(scope, expr)
        case tree.Typing():
            return typing(scope, expr)
        case tree.Assign(span):
            hint = "make it a statement of its own; equal is written `==`"
            scope.report.error(codes.NO_VALUE, "an assignment has no value", span, hint=hint, kind="type")
            return None
        case tree.Broken():
            return None


def this(scope: Scope, span: Span) -> Expr | None:
    if scope.this is None:
        hint = "only the bodies of classes and the like have one"
        scope.report.error(codes.NO_OBJECT, f"there is no `this` in {scope.what}", span, hint=hint)
        return None
    return meaning.This(span, scope.this)


# NAME
def name(scope: Scope, expr: tree.Name, otherwise: str = "") -> Expr | None:
    """A bare name: local variable or input, then member of `this`, then global class. `otherwise` is advice for when it
    means nothing."""
    text, span = expr.name, expr.span
    if text == "event":
        return event(scope, span)
    if text in ("player", "turn"):
        who = "`player.active()`, `player.all()`, and `this.player`, whose the object is"
        if scope.variable("asked") is not None:
            who = "`asked`, who would choose, `player.active()` and `player.all()`"
        hint = {"player": who, "turn": "`turn.active()`, `turn.pass()`"}[text]
        scope.report.error(codes.NO_VALUE, f"`{text}` alone is no value", span, hint=f"there are {hint}", kind="type")
        return None
    var = scope.variable(text)
    if var is not None:
        return None if var.type == types.BROKEN else meaning.Local(span, var.type, var)
    if scope.this is not None:
        found = attribute(scope, meaning.This(span, scope.this), text, span)
        if found is not None:
            return found if found.type != types.BROKEN else None
    symbol = scope.file.seen.get(text)
    if symbol is not None:
        return symbol_value(scope, symbol, span)
    if scope.owner is not None and (scope.owner.function(text) or scope.owner.action(text)):
        hint = f"call it: `{text}()`"
        scope.report.error(codes.NO_VALUE, f"`{text}` is no value", span, hint=hint, kind="type")
        return None
    unknown_name(scope, text, span, otherwise)
    return None


def unknown_name(scope: Scope, text: str, span: Span, otherwise: str) -> None:
    # What a class lacks is missing in all its blocks.
    where = scope.what if scope.owner is None else scope.owner
    if (where, text) in scope.world.told_names:
        return
    if scope.owner is not None and any(each in scope.world.baseless for each in scope.owner.line):
        return  # it may be a member of the base
    scope.world.told_names.add((where, text))
    known = [each for frame in scope.frames for each in frame]
    if scope.this is not None:
        known += attributes_of(scope.this)
    if scope.owner is not None:
        known += [each.name for each in scope.owner.attribute_line()]
    known += [
        each for each, symbol in scope.file.seen.items() if isinstance(symbol, Class) and symbol.scope == "global"
    ]
    known += ["true", "false", "null", "this"]
    hint = owned_by(scope, text, Class.attribute)
    hint = hint or slips.VALUE_WORDS.get(text, "") or scope.world.not_imported(scope.file, text)
    started_by = None if scope.event is None else scope.event.type
    if isinstance(started_by, types.Object) and started_by.of.attribute(text) is not None:
        hint = f"it is an attribute of the event: `event.{text}`"
    if text in scope.file.aliases:
        hint = f"a definition of that file is `{text}.Name`"
    if not hint:
        hint = later_input(scope, text) or phase_in_quotes(scope, text) or group_of_board(scope, text)
    if not otherwise and scope.owner is None:
        otherwise = f"declare it before this, with its type: `number {text} = …;`"
    if not otherwise and scope.owner is not None:
        otherwise = f"declare it, as an attribute of {scope.owner.name} or as a variable before this"
    title = f"there is no `{text}` in {scope.what}"
    scope.report.unknown.tell(codes.UNKNOWN_NAME, title, text, span, known, hint=hint, otherwise=otherwise)


def owned_by(scope: Scope, text: str, member: Callable[[Class, str], object], more: str = "") -> str:
    """The global class that has a member of this name, and how that is written."""
    for known, symbol in scope.file.seen.items():
        if isinstance(symbol, Class) and symbol.scope == "global" and member(symbol, text) is not None:
            return f"it belongs to {symbol.shown}: write `{known}.{text}{more}`"
    return ""


def later_input(scope: Scope, text: str) -> str:
    """Advice about an input that is chosen after the block that speaks of it has been judged."""
    if not isinstance(scope.version, Action) or text not in [each.name for each in scope.version.inputs]:
        return ""
    if scope.role in ("require", "trigger"):
        return f"inputs are chosen after every {scope.role} has said yes: judge it in the filter of input '{text}'"
    return f"'{text}' is chosen after this: judge it in the filter of input '{text}', or write that input first"


def phase_in_quotes(scope: Scope, text: str) -> str:
    is_phase = any(text == phase.name for turn in scope.world.turns for phase in turn.phases)
    return f'a phase is named in quotes: `"{text}"`' if is_phase else ""


def group_of_board(scope: Scope, text: str) -> str:
    boards = [each for each in scope.world.classes if each.group(text) is not None]
    return f"it is a group of board {boards[0].name}: write `….{text}` behind such a board" if boards else ""


def symbol_value(scope: Scope, symbol: Class | Function | Turn, span: Span) -> Expr | None:
    """What a file defines, where a value is expected."""
    match symbol:
        case Class(scope="global"):
            return meaning.GlobalObject(span, types.Object(symbol), symbol)
        case Class(kind=kind, name=called):
            # Where a class should be global, all that speaks of it says the same.
            if (symbol, "object") in scope.world.told_names:
                return None
            scope.world.told_names.add((symbol, "object"))
            hint = f"a new one is `new {called}()`"
            if kind in ("class", "interactable"):
                hint += f"; only of a global {kind} there is exactly one"
                if symbol.span.source is span.source and f"new {called}(" not in span.source.text:
                    hint = f"write `global {kind} {called}` in line {symbol.span.line}: then there is exactly one"
            if scope.this is not None and scope.owner is not None and scope.owner.derives(symbol):
                hint = f"the object itself is `this`; only a global {kind} goes by its name"
            title = f"`{called}` is {article(kind)}, not an object"
        case Function(name=called):
            title, hint = f"`{called}` is a function, not a value", f"call it: `{called}(…)`"
        case _:
            title, hint = (
                f"`{symbol.name}` is a turn, not a value",
                f'a turn is used by its name: `turns.use("{symbol.name}")`',
            )
    scope.report.error(codes.NO_VALUE, title, span, hint=hint, kind="type")
    return None


def event(scope: Scope, span: Span) -> Expr | None:
    if scope.event is None:
        hint = "only actions have one: the event that started them"
        scope.report.error(codes.NO_OBJECT, f"there is no `event` in {scope.what}", span, hint=hint)
        return None
    if scope.event.type == types.BROKEN:
        return None
    return meaning.Local(span, scope.event.type, scope.event)


def attribute(scope: Scope, of: Expr, text: str, span: Span) -> Expr | None:
    """A member of an object that is no function; None if it has none of this name, BROKEN where its type is."""
    type_ = of.type
    match type_:
        case types.Object(owner):
            own = owner.attribute(text)
            if own is not None:
                return meaning.Attr(span, own.type, of, own)
            if owner.kind == "board":
                group = owner.group(text)
                if group is not None:
                    return meaning.GroupOf(span, types.GroupType(group), of, group)
        case _:
            pass
    built_in = attributes_of(type_)
    for known, given in built_in.items():
        if known == text:
            return meaning.BuiltInAttr(span, given, of, known)
    if text == "length" and "length" in methods_of(type_):
        return meaning.MethodCall(span, types.NUMBER, "length", of, ())
    return None


# Paths


def path(scope: Scope, expr: tree.Path) -> Expr | None:
    """`subject.name[0].f()`, from the left."""
    steps = list(expr.steps)
    subject = expr.subject
    found: Expr | None
    if isinstance(subject, tree.Name):
        called = table_call(scope, subject, steps)
        if called is not None:
            found, steps = called
            if found is None:
                return None
        elif is_alias(scope, subject.name) and not isinstance(steps[0], tree.Element):
            found = qualified(scope, scope.file.aliases[subject.name], steps.pop(0), subject)
        else:
            found = name(scope, subject)
    else:
        found = value(scope, subject)
    index = 0
    while found is not None and index < len(steps):
        step = steps[index]
        if found.type == types.NOTHING:
            no_value(scope, found)
            return None
        match step:
            case tree.Member(span, ident):
                found = member(scope, found, ident)
            case tree.MethodCall(span, ident, arguments):
                found = method(scope, found, ident, arguments, expr.span.source.span(expr.span.start, span.end))
            case tree.Element(span, at):
                whole = expr.span.source.span(expr.span.start, span.end)
                if isinstance(found.type, types.GroupType):
                    following = steps[index + 1] if index + 1 < len(steps) else None
                    if isinstance(following, tree.Element):
                        whole = expr.span.source.span(expr.span.start, following.span.end)
                        index += 1
                        found = tile_at(scope, found, at, following.index, whole)
                    else:
                        hint = "a tile has two indexes: `group[x][y]`"
                        scope.report.error(codes.GROUP_INDEX, "a group is not a list of lists", span, hint=hint)
                        return None
                else:
                    found = element(scope, found, at, whole)
        index += 1
    return None if found is None or found.type == types.BROKEN else found


def is_alias(scope: Scope, text: str) -> bool:
    if text not in scope.file.aliases or scope.variable(text) is not None:
        return False
    return scope.owner is None or scope.owner.attribute(text) is None


def qualified(scope: Scope, file: File, step: tree.Step, subject: tree.Name) -> Expr | None:
    """`cards.Name`, `cards.f(…)`: a definition of an imported file."""
    assert not isinstance(step, tree.Element)
    symbol = file.own.get(step.name.text)
    span = subject.span.to(step.span)
    if symbol is None:
        title = f"there is no `{step.name.text}` in that file"
        scope.report.unknown.tell(codes.UNKNOWN_NAME, title, step.name.text, step.name.span, file.own)
        return None
    if isinstance(step, tree.MethodCall) and isinstance(symbol, Function):
        return function_call(scope, symbol, None, step.arguments, span)
    return symbol_value(scope, symbol, span)


def member(scope: Scope, of: Expr, ident: tree.Ident) -> Expr | None:
    if of.type == types.NULL:
        title, hint = f"null has no member {ident.text}", "write the name of an object before the point"
        scope.report.error(codes.UNKNOWN_MEMBER, title, ident.span, hint=hint, kind="type")
        return None
    found = attribute(scope, of, ident.text, of.span.to(ident.span))
    if found is not None:
        return None if found.type == types.BROKEN else found
    owner = of.type.of if isinstance(of.type, types.Object) else None
    if ident.text in methods_of(of.type) or (owner and (owner.function(ident.text) or owner.action(ident.text))):
        called = None if owner is None else owner.function(ident.text)
        operation = methods_of(of.type).get(cast("meaning.MethodName", ident.text))
        takes = called.inputs if called is not None else operation.arguments if operation is not None else ()
        hint = f"call it: `{ident.text}({'…' if takes else ''})`"
        scope.report.error(codes.NO_VALUE, f"`{ident.text}` is no value", ident.span, hint=hint, kind="type")
        return None
    unknown_member(scope, of.type, ident)
    return None


def unknown_member(scope: Scope, type_: types.Type, ident: tree.Ident) -> None:
    known: list[str] = [*attributes_of(type_), *methods_of(type_)]
    hint = slips.OLDER_MEMBERS.get(ident.text, "")
    match type_:
        case types.Object(owner):
            if any(each in scope.world.baseless for each in owner.line):
                return  # it may be a member of the base
            if owner.kind == "event" and (own := [each.name for each in owner.attribute_line()]):
                hint = did_you_mean(ident.text, own) or f"it has {', '.join(own)}"
            known += [each.name for each in owner.attribute_line()]
            for each in owner.line:
                known += [*each.functions, *each.actions, *each.groups]
            if owner.kind in ("class", "interactable") and ident.text in ("player", "players", "assign"):
                hint = {
                    "local": "a local object has one owner: `x.player`",
                    "group": "a group has members: `x.players`",
                    "global": "a global object belongs to nobody",
                }[owner.scope]
        case types.PLAYER:
            hint = "a player has no members: its number is `p as number`, and what it owns knows it as `x.player`"
        case types.Collection("List") if scope.role == "filter" and not hint:
            hint = "a filter without a name judges the whole list; `filter c { … }` judges one element"
        case types.OfKind(kind):
            having = [each for each in scope.world.classes if each.kind == kind and has_member(each, ident.text)]
            if having:
                hint = f"only {article(having[0].shown)} has one: write `(… as {having[0].shown}).{ident.text}`"
    if isinstance(type_, types.Object) and not hint:
        derived = [each for each in scope.world.classes if each is not type_.of and each.derives(type_.of)]
        having = [each for each in derived if has_member(each, ident.text)]
        if having:
            hint = f"only {article(having[0].shown)} has one: write `(… as {having[0].shown}).{ident.text}`"
        elif type_.of.kind != "interactable" and ident.text in built_in_members("interactable"):
            # All that is asked of such an object follows from the one word before its name.
            if ("interactable", type_.of.shown) in scope.world.told_names:
                return
            scope.world.told_names.add(("interactable", type_.of.shown))
            hint = f"only an interactable has it: write `interactable {type_.of.name}`, not `{type_.of.kind}`"
    if isinstance(type_, types.Object) and (type_.of, ident.text) in scope.world.told_names:
        return
    if isinstance(type_, types.Object) and ("board", type_.of.name) in scope.world.told_names:
        return  # its group has no head, of which has been told
    title = f"{types.shown(type_)} has no member {ident.text}"
    otherwise = members_shown(scope, type_, ident.text)
    scope.report.unknown.tell(
        codes.UNKNOWN_MEMBER, title, ident.text, ident.span, known, hint=hint, otherwise=otherwise
    )


def members_shown(scope: Scope, type_: types.Type, text: str) -> str:
    """Where a member of this name is to be found, else what there is."""
    if isinstance(type_, types.Object):
        if scope.owner is not None and scope.owner is not type_.of and has_member(scope.owner, text):
            return f"it belongs to {scope.owner.shown}: write `{text}` alone"
        having = [each for each in scope.world.classes if each.name == each.shown and has_member(each, text)]
        if having:
            return f"it belongs to {having[0].shown}"
        return f"declare it in {type_.of.shown}, as `number {text} = 0;` or as a function"
    operations = [*attributes_of(type_), *methods_of(type_)]
    return f"it has {', '.join(operations)}" if operations else ""


def has_member(class_: Class, text: str) -> bool:
    return bool(class_.attribute(text) or class_.function(text) or class_.action(text))


def element(scope: Scope, of: Expr, at: tree.Expr, span: Span) -> Expr | None:
    match of.type:
        case types.Collection("List", held):
            index = expression(scope, at)
            index = None if index is None else fit(scope, index, types.NUMBER)
            return None if index is None else meaning.ListItem(span, held, of, index)
        case types.Collection("Table", held):
            if isinstance(of, meaning.BuiltInAttr) and of.name == "groups":
                return group_named(scope, of.object, at, span)
            key = table_key(scope, at)
            return None if key is None else meaning.TableItem(span, held, of, key)
        case other:
            title = f"{types.shown(other)} has no elements"
    hint = "take cards off a stack with `pop()`" if "pop" in methods_of(of.type) else ""
    if isinstance(of.type, types.Object) and of.type.of.kind == "board":
        groups = [each.name for each in of.type.of.all_groups()]
        hint = f"its places are those of its groups: `….{groups[0]}[x][y]`" if groups else ""
    elif isinstance(of.type, types.Object) and not hint:
        having = [each.name for each in of.type.of.attribute_line() if isinstance(each.type, types.Collection)]
        hint = f"a List or Table has them: `….{having[0]}[…]`" if having else "a List or a Table has them"
    scope.report.error(codes.UNKNOWN_MEMBER, title, span, hint=hint, kind="type")
    return None


def group_named(scope: Scope, board: Expr, at: tree.Expr, span: Span) -> Expr | None:
    """`board.groups["G"]`; where the text shows the board and the name, the group is known."""
    if isinstance(at, tree.Text) and isinstance(board.type, types.Object):
        scope.world.strings.setdefault(at.value)
        group = board.type.of.group(at.value)
        if group is not None:
            return meaning.GroupOf(span, types.GroupType(group), board, group)
        known = [each.name for each in board.type.of.all_groups()]
        title = f"board {board.type.of.shown} has no group {at.value}"
        scope.report.unknown.tell(codes.UNKNOWN_MEMBER, title, at.value, at.span, known)
        return None
    key = value(scope, at)
    key = None if key is None else fit(scope, key, types.STRING)
    return None if key is None else meaning.GroupNamed(span, types.GroupType(), board, key)


def tile_at(scope: Scope, group: Expr, first: tree.Expr, second: tree.Expr, span: Span) -> Expr | None:
    assert isinstance(group.type, types.GroupType)
    if group.type.of is not None and group.type.of.geometry == "graph":
        hint = "go through its `tiles`, or along `connections`"
        scope.report.error(codes.GROUP_INDEX, f"{group.type.of.name} is a graph, and has no indexes", span, hint=hint)
        return None
    values = [expression(scope, each) for each in (first, second)]
    fitted = [None if each is None else fit(scope, each, types.NUMBER) for each in values]
    if fitted[0] is None or fitted[1] is None:
        return None
    return meaning.TileAt(span, types.TILE, group, fitted[0], fitted[1])


# Calls


def bare_call(scope: Scope, span: Span, ident: tree.Ident, arguments: Sequence[tree.Argument]) -> Expr | None:
    """A member of `this`, else a function of the file; also a built-in operation of `this`."""
    if scope.this is not None:
        this_ = meaning.This(ident.span, scope.this)
        if scope.owner is not None and isinstance(scope.this, types.Object):
            function, action = scope.owner.function(ident.text), scope.owner.action(ident.text)
            if function is not None:
                return function_call(scope, function, this_, arguments, span)
            if action is not None:
                return action_call(scope, action, this_, arguments, span)
        for known, operation in methods_of(scope.this).items():
            if known == ident.text:
                return method_call(scope, this_, known, operation, arguments, span)
    symbol = scope.file.seen.get(ident.text)
    if isinstance(symbol, Function):
        return function_call(scope, symbol, None, arguments, span)
    if symbol is not None:
        fields = [f"{each.name.text} = {each.value.span.text}" for each in arguments if each.name is not None]
        values_ = f" {{ {', '.join(fields)} }}" if fields and len(fields) == len(arguments) else ""
        hint = f"a new one is `new {ident.text}(){values_}`" if isinstance(symbol, Class) else ""
        title = f"`{ident.text}` is no function"
        scope.report.error(codes.UNKNOWN_NAME, title, ident.span, hint=hint)
        return None
    known_names = [each for each, found in scope.file.seen.items() if isinstance(found, Function)]
    if scope.owner is not None:
        for class_ in scope.owner.line:
            known_names += [*class_.functions, *class_.actions]
    hint = owned_by(scope, ident.text, Class.function, "(…)" if arguments else "()")
    hint = hint or slips.VALUE_WORDS.get(ident.text, "") or scope.world.not_imported(scope.file, ident.text)
    having = [each for each in scope.world.classes if each.function(ident.text) is not None]
    if not hint and having:
        hint = f"it is a function of {having[0].shown}: call it on one, `x.{ident.text}({'…' if arguments else ''})`"
    if scope.report.lacks_names and scope.variable(ident.text) is None:
        return None
    title = f"there is no function `{ident.text}` in {scope.what}"
    found = scope.variable(ident.text)
    member = None if found is not None or scope.owner is None else scope.owner.attribute(ident.text)
    kind = found.type if found is not None else member.type if member is not None else None
    if isinstance(kind, types.Collection):
        hint = f"an element stands in square brackets: `{ident.text}[0]`"
    elif kind is not None:
        hint = f"it is a value: write `{ident.text}` without parentheses"
    otherwise = f"define it: `function {ident.text} {{ … }}`"
    scope.report.unknown.tell(
        codes.UNKNOWN_NAME, title, ident.text, ident.span, known_names, hint=hint, otherwise=otherwise
    )
    return None


def base_call(scope: Scope, expr: tree.BaseCall) -> Expr | None:
    text = expr.function.text
    base = None if scope.owner is None or scope.this is None else scope.owner.base
    if base is None:
        title = f"there is no base class in {scope.what}"
        scope.report.error(codes.NO_OBJECT, title, expr.span, hint="a class names it: `class Derived : Base { … }`")
        return None
    assert scope.this is not None
    receiver = meaning.This(expr.span, scope.this)
    function, action = base.function(text), base.action(text)
    if function is not None:
        return function_call(scope, function, receiver, expr.arguments, expr.span, is_base=True)
    if action is not None:
        if not isinstance(scope.version, Action) or scope.version.name != text or scope.role != "effect":
            title = f"`base.{text}()` stands only in the effect of its override"
            hint = f"call the action itself: `this.{text}()`"
            scope.report.error(codes.NO_OBJECT, title, expr.span, hint=hint)
            return None
        return action_call(scope, action, receiver, expr.arguments, expr.span, is_base=True)
    known = [each for class_ in base.line for each in (*class_.functions, *class_.actions)]
    title = f"{base.shown} has no function {text}"
    scope.report.unknown.tell(codes.UNKNOWN_MEMBER, title, text, expr.function.span, known)
    return None


def method(scope: Scope, of: Expr, ident: tree.Ident, arguments: Sequence[tree.Argument], span: Span) -> Expr | None:
    if of.type == types.NULL:
        title, hint = f"null has no member {ident.text}", "write the name of an object before the point"
        scope.report.error(codes.UNKNOWN_MEMBER, title, ident.span, hint=hint, kind="type")
        return None
    if isinstance(of.type, types.Object):
        owner = of.type.of
        function, action = owner.function(ident.text), owner.action(ident.text)
        if function is not None:
            return function_call(scope, function, of, arguments, span)
        if action is not None:
            return action_call(scope, action, of, arguments, span)
    for known, operation in methods_of(of.type).items():
        if known == ident.text:
            return method_call(scope, of, known, operation, arguments, span)
    if attribute(scope, of, ident.text, span) is not None:
        hint = f"leave out the parentheses: `{ident.text}`"
        scope.report.error(codes.UNKNOWN_MEMBER, f"`{ident.text}` is no function", ident.span, hint=hint)
        return None
    unknown_member(scope, of.type, ident)
    return None


def _report_unnamed(
    scope: Scope,
    function: Function,
    wanted: Iterable[str],
    arguments: Sequence[tree.Argument],
    unnamed: Sequence[tree.Argument],
) -> None:
    """Tells once of all arguments without a name, with the names that are left for them."""
    taken = {argument.name.text for argument in arguments if argument.name is not None}
    free = [name for name in wanted if name not in taken]
    parts = [f"{name}: {argument.value.span.text[:40]}" for name, argument in zip(free, unnamed, strict=False)]
    hint = f"write `{', '.join(parts)}`" if parts else f"{function.name} takes none"
    title = "an argument needs its name" if len(unnamed) == 1 else "arguments need their names"
    scope.report.error(codes.ARGUMENTS, title, unnamed[0].span, hint=hint, kind="type")


def function_call(
    scope: Scope,
    function: Function,
    receiver: Expr | None,
    arguments: Sequence[tree.Argument],
    span: Span,
    is_base: bool = False,
) -> Expr | None:
    """Of a function of the program: arguments have names."""
    wanted = {each.name: each for each in function.inputs if each.modifier == "function"}
    given: dict[str, meaning.Given] = {}
    unnamed = [argument for argument in arguments if argument.name is None]
    if unnamed:
        _report_unnamed(scope, function, wanted, arguments, unnamed)
    is_sound = not unnamed
    for argument in arguments:
        if argument.name is None:
            continue
        input_ = wanted.get(argument.name.text)
        if input_ is None and argument.name.text in scope.report.lost:
            is_sound = False
            continue
        asked = next((each for each in function.inputs if each.name == argument.name.text), None)
        if input_ is None and asked is not None:
            scope.report.lost.add(asked.name)
            title = f"{function.name} asks for {asked.name}, and is not given it"
            hint = f"if calls give it, write `function input {types.shown(asked.type)} {asked.name};`"
            hint += f" in line {asked.span.line}"
            scope.report.error(codes.ARGUMENTS, title, argument.name.span, hint=hint, kind="type")
            is_sound = False
            continue
        if input_ is None:
            hint = did_you_mean(argument.name.text, wanted) or (
                f"it has {', '.join(wanted)}" if wanted else "it takes none"
            )
            title = f"{function.name} has no argument {argument.name.text}"
            scope.report.error(codes.ARGUMENTS, title, argument.name.span, hint=hint, kind="type")
            is_sound = False
            continue
        if input_.name in given:
            title = f"the argument {input_.name} is there twice"
            scope.report.error(codes.ARGUMENTS, title, argument.span, hint="leave one of them out", kind="type")
            is_sound = False
            continue
        found = init(scope, argument.value, input_.type)
        if found is None:
            is_sound = False
        else:
            given[input_.name] = meaning.Given(argument.span, input_, found)
            continue
        given[input_.name] = meaning.Given(argument.span, input_, meaning.Const(argument.span, types.NULL, None))
    for missing, input_ in wanted.items():
        if (
            is_sound
            and missing not in given
            and input_.value is None
            and not input_.is_optional
            and not has_default(scope, input_)
        ):
            title = f"{function.name} needs the argument {missing}"
            more = Label(input_.span, "it is declared here")
            scope.report.error(codes.ARGUMENTS, title, span, more, hint=f"add `{missing}: …`", kind="type")
            is_sound = False
    if not is_sound:
        return meaning.Const(span, types.BROKEN, None) if function.result is not None else None
    result = types.NOTHING if function.result is None else function.result
    return meaning.FunctionCall(span, result, function, receiver, tuple(given.values()), is_base)


def has_default(scope: Scope, input_: meaning.Input) -> bool:
    """Whether a default is written, which may not have been checked yet."""
    return input_ in scope.world.with_default


def action_call(
    scope: Scope,
    action: Action,
    receiver: Expr,
    arguments: Sequence[tree.Argument],
    span: Span,
    is_base: bool = False,
) -> Expr | None:
    if arguments:
        hint = "its inputs are asked for when it runs; values are given to a function"
        scope.report.error(codes.ARGUMENTS, f"action {action.name} takes no arguments", arguments[0].span, hint=hint)
        return None
    return meaning.ActionCall(span, types.NOTHING, action, receiver, is_base)


def method_call(
    scope: Scope,
    receiver: Expr,
    called: meaning.MethodName,
    operation: Method,
    arguments: Sequence[tree.Argument],
    span: Span,
) -> Expr | None:
    """A built-in operation; its arguments have names where the document gives them."""
    if called == "assign" and isinstance(receiver.type, types.Object) and receiver.type.of.scope == "global":
        title = f"{receiver.type.of.shown} is global: it belongs to nobody and cannot be assigned"
        scope.report.error(codes.GLOBAL_CLASS, title, span, hint="make the class local, or a group")
        return None
    names = [each for each, _ in operation.arguments]
    placed = positions(scope, called, names, arguments, span)
    if placed is None:
        return None
    values: list[Expr] = []
    for argument, (_, wanted) in zip(placed, operation.arguments, strict=True):
        if argument is None:
            what = "an argument" if len(names) == 1 else "more arguments"
            hint = f"write `{called}(…)`"
            scope.report.error(codes.ARGUMENTS, f"{called} needs {what}", span, hint=hint, kind="type")
            return None
        found = wanted_value(scope, called, argument.value, wanted, receiver.type)
        if found is None:
            return None
        values.append(found)
    result: types.Type
    match operation.result:
        case "element":
            result = element_of(receiver.type)
        case "same":
            result = receiver.type
        case "stack":
            result = types.Collection("Stack", element_of(receiver.type))
        case other:
            result = other
    return meaning.MethodCall(span, result, called, receiver, tuple(values))


def wanted_value(scope: Scope, called: str, given: tree.Init, wanted: Wanted, receiver: types.Type) -> Expr | None:
    """An argument of a built-in operation."""
    match wanted:
        case "element":
            return init(scope, given, element_of(receiver))
        case "same":
            if isinstance(given, tree.Braces):
                return init(scope, given, receiver)
            list_ = expression(scope, given)
            is_one = list_ is not None and types.fits(list_.type, element_of(receiver)) and list_.type != types.NULL
            advice = f"one element is added with `add({given.span.text})`" if is_one else ""
            return None if list_ is None else fit(scope, list_, receiver, advice)
        case "comparable":
            held = element_of(receiver)
            if isinstance(given, tree.Braces):
                return init(scope, given, held)
            found = value(scope, given)
            if found is None or (types.related(found.type, held) and found.type not in _NUMERIC):
                return found
            by_index = called == "remove" and found.type == types.NUMBER
            return fit(scope, found, held, "what stands at an index goes with `removeAt(i)`" if by_index else "")
        case "pile":
            if isinstance(given, tree.Braces):
                return init(scope, given, types.OfKind("stack"))
            found = value(scope, given)
            if found is None or isinstance(found.type, types.OfKind) or found.type == types.NULL:
                return None if found is None else fit(scope, found, types.OfKind("stack"))
            if isinstance(found.type, types.Collection) and found.type.kind == "Stack":
                return found
            return fit(scope, found, types.OfKind("stack"))
        case type_:
            return init(scope, given, type_)


def positions(
    scope: Scope, called: str, names: Sequence[str], arguments: Sequence[tree.Argument], span: Span
) -> list[tree.Argument | None] | None:
    """The arguments in the order of the document's parameters; None stands for one that was not given."""
    placed: list[tree.Argument | None] = [None] * len(names)
    for index, argument in enumerate(arguments):
        if argument.name is None:
            at = index
        elif argument.name.text in names:
            at = names.index(argument.name.text)
        else:
            known = [each for each in names if each]
            hint = f"it has {', '.join(known)}" if known else "its arguments have no names"
            title = f"{called} has no argument {argument.name.text}"
            scope.report.error(codes.ARGUMENTS, title, argument.name.span, hint=hint, kind="type")
            return None
        if at >= len(names) or placed[at] is not None:
            count = "no arguments" if not names else f"{len(names)} argument{'s' if len(names) > 1 else ''}"
            hint = f"write `{called}()`" if count.startswith("no") else "leave out what is too many"
            scope.report.error(codes.ARGUMENTS, f"{called} takes {count}", argument.span, hint=hint, kind="type")
            return None
        placed[at] = argument
    return placed


_TABLE_CALLS: dict[
    tuple[str, ...], tuple[meaning.TableCallName, tuple[tuple[str, types.Type], ...], int, types.Type]
] = {
    ("player", "all"): ("player.all", (), 0, types.PLAYERS),
    ("player", "active"): ("player.active", (), 0, types.PLAYER),
    ("turn", "active"): ("turn.active", (), 0, types.TURN),
    ("turn", "phase", "active"): ("turn.phase.active", (), 0, types.STRING),
    ("turn", "pass"): ("turn.pass", (("p", types.PLAYER), ("phase", types.STRING)), 0, types.NOTHING),
    ("turn", "use"): ("turns.use", (("turn", types.STRING), ("phase", types.STRING)), 1, types.NOTHING),
    ("turns", "use"): ("turns.use", (("turn", types.STRING), ("phase", types.STRING)), 1, types.NOTHING),
    ("event", "throw"): ("event.throw", (("e", types.OfKind("event")),), 1, types.NOTHING),
    ("event", "throw_sync"): ("event.throw_sync", (("e", types.OfKind("event")),), 1, types.NOTHING),
}


def table_call(scope: Scope, subject: tree.Name, steps: list[tree.Step]) -> tuple[Expr | None, list[tree.Step]] | None:
    """`player.all()`, `turn.pass(…)` and their like, with the steps that are left; None if it is none of them."""
    text = subject.name
    if text not in ("player", "turn", "turns", "event"):
        return None
    if text == "turns" and (scope.variable(text) or (scope.owner and scope.owner.attribute(text))):
        return None
    words: tuple[str, ...] = (text,)
    used = 0
    for step in steps[:2]:
        if isinstance(step, tree.Element):
            break
        words = (*words, step.name.text)
        used += 1
        if isinstance(step, tree.MethodCall):
            break
    last = steps[used - 1] if used else None
    form = _TABLE_CALLS.get(words)
    if form is None or not isinstance(last, tree.MethodCall):
        if text == "event" and scope.event is not None:
            return None
        known = sorted(".".join(each) + "()" for each in _TABLE_CALLS if each[0] == text)
        if text == "event" and not (isinstance(steps[0], tree.MethodCall)):
            return event(scope, subject.span), []
        hint = f"there is {', '.join(f'`{each}`' for each in known)}"
        if form is not None:
            hint = f"call it: `{'.'.join(words)}()`"
        hint = slips.TABLE_WORDS.get(".".join(words), hint)
        title = f"{'.'.join(words)} is not there" if form is None else f"`{'.'.join(words)}` needs parentheses"
        span = subject.span if last is None else subject.span.to(last.span)
        scope.report.error(codes.UNKNOWN_MEMBER, title, span, hint=hint)
        return None, []
    called, parameters, least, result = form
    span = subject.span.to(last.span)
    placed = positions(scope, ".".join(words), [each for each, _ in parameters], last.arguments, span)
    if placed is None:
        return None, []
    values: list[Expr | None] = []
    for index, (argument, (parameter, type_)) in enumerate(zip(placed, parameters, strict=True)):
        if argument is None:
            if index < least:
                hint = f"write `{'.'.join(words)}({'…' if parameter == 'e' else chr(34) + '…' + chr(34)})`"
                scope.report.error(
                    codes.ARGUMENTS, f"{'.'.join(words)} needs an argument", span, hint=hint, kind="type"
                )
                return None, []
            values.append(None)
            continue
        if called == "turn.pass" and index == 0 and isinstance(argument.value, tree.Text):
            hint = f"write `turn.pass(player.active(), {argument.value.span.text})`"
            title = "a pass to a phase names the player, too"
            scope.report.error(codes.ARGUMENTS, title, argument.value.span, hint=hint, kind="type")
            return None, []
        found = init(scope, argument.value, type_)
        if found is None:
            return None, []
        values.append(found)
    if called == "turn.pass" and values[0] is None and values[1] is not None:
        hint = 'write `turn.pass(player.active(), "Phase")`'
        scope.report.error(codes.ARGUMENTS, "a pass to a phase names the player, too", span, hint=hint, kind="type")
        return None, []
    if called.startswith("event."):
        thrown = values[0]
        if thrown is not None and isinstance(thrown.type, types.Object) and thrown.type.of is scope.world.choice_event:
            hint = "an action that players choose has a trigger on it; throw an event of your own"
            scope.report.error(codes.CHOICE_EVENT, "only the turn throws PlayerChoiceEvent", span, hint=hint)
            return None, []
    call = meaning.TableCall(span, result, called, tuple(values))
    scope.world.table_calls.append(call)
    return call, steps[used:]


# "new" type "(" ")" [ "{" … "}" ]
def new(scope: Scope, expr: tree.New) -> Expr | None:
    type_ = scope.type(expr.type)
    if type_ == types.BROKEN:
        return None
    if isinstance(type_, types.Collection):
        return braces(scope, expr.items, type_, expr.span)
    if type_ == types.OfKind("connection"):
        type_ = types.Object(scope.world.connection)
    if not isinstance(type_, types.Object):
        hint = (
            "" if not isinstance(type_, types.OfKind) else f"name one of its definitions: `{type_.kind} Name {{ … }}`"
        )
        scope.report.error(codes.TYPE, f"there is no new {types.shown(type_)}", expr.type.span, hint=hint, kind="type")
        return None
    class_ = type_.of
    if class_.scope == "global":
        title = f"{class_.shown} is global: it has one instance and cannot be created with new"
        scope.report.error(codes.GLOBAL_CLASS, title, expr.span, hint=f"it is called `{class_.name}`")
        return None
    if class_ is scope.world.choice_event:
        hint = "define an event of your own and throw that: `event MovedEvent { }`"
        scope.report.error(codes.CHOICE_EVENT, "only the turn makes a PlayerChoiceEvent", expr.span, hint=hint)
        return None
    fields: list[meaning.FieldValue] = []
    is_sound = True
    for given in expr.fields:
        found = field_value(scope, class_, given)
        if found is None:
            is_sound = False
        else:
            fields.append(found)
    return meaning.New(expr.span, type_, class_, tuple(fields)) if is_sound else None


def field_value(scope: Scope, class_: Class, given: tree.FieldValue) -> meaning.FieldValue | None:
    text = given.name.text
    own = class_.attribute(text)
    if own is not None:
        found = init(scope, given.value, own.type)
        return None if found is None else meaning.FieldValue(given.span, own, found)
    if text == "to" and class_.kind == "connection":
        found = init(scope, given.value, types.TILE)
        return None if found is None else meaning.FieldValue(given.span, "to", found)
    if class_ in scope.world.baseless:
        return None
    known = [each.name for each in class_.attribute_line()]
    title = f"{class_.shown} has no attribute {text}"
    otherwise = f"it has {', '.join(known)}" if known else "it has none"
    scope.report.unknown.tell(codes.UNKNOWN_MEMBER, title, text, given.name.span, known, otherwise=otherwise)
    return None


# Operators


def minus(scope: Scope, span: Span, operand: tree.Expr) -> Expr | None:
    found = expression(scope, operand)
    found = None if found is None else numeric(scope, found)
    if found is None:
        return None
    negative = meaning.Negative(span, types.NUMBER, number_of(found))
    return negative if found.type == types.NUMBER else meaning.ToPlayer(span, types.PLAYER, negative)


def numeric(scope: Scope, found: Expr) -> Expr | None:
    """An operand of arithmetic: a number, or a player or turn, which make a player of the result."""
    if found.type in _NUMERIC:
        return found
    if found.type == types.NULL:
        scope.report.error(codes.TYPE, "expected number, not null", found.span, hint=NO_NUMBER, kind="type")
        return None
    return fit(scope, found, types.NUMBER)


def chain(scope: Scope, expr: tree.Chain) -> Expr | None:
    warn_mixed(scope, expr)
    left = expression(scope, expr.first)
    for link in expr.links:
        right = expression(scope, link.operand)
        if left is None or right is None:
            left = None
            continue
        left = binary(scope, left, link, right)
    return left


def binary(scope: Scope, left: Expr, link: tree.Link, right: Expr) -> Expr | None:
    span = left.span.to(right.span)
    for each in (left, right):
        if each.type == types.NOTHING:
            no_value(scope, each)
            return None
        if each.type == types.BROKEN:
            return None
    match link.operator:
        case "&&" | "||" | "&" | "|":
            return logic(scope, link.operator, left, right, span)
        case "^" if types.BOOL in (left.type, right.type):
            return logic(scope, "^", left, right, span)
        case "==" | "!=":
            return equality(scope, left, link, right, span)
        case "<" | ">" | "<=" | ">=":
            return order(scope, left, link, right, span)
        case "+" if types.STRING in (left.type, right.type):
            return join(scope, left, right, span)
        case "+" | "-" | "*" | "/" | "%" | "^":
            return arithmetic(scope, link.operator, left, right, span)


def logic(scope: Scope, operator: str, left: Expr, right: Expr, span: Span) -> Expr | None:
    for each in (left, right):
        if each.type == types.NULL:
            scope.report.error(codes.TYPE, "expected bool, not null", each.span, hint=NO_TRUTH, kind="type")
            return None
    advice = ""
    if isinstance(left, meaning.Equal) and right.type in (left.left.type, left.right.type):
        sign = "!=" if left.is_negated else "=="
        advice = f"write `{left.span.text} {operator} {left.left.span.text} {sign} {right.span.text}`"
    fitted = fit(scope, left, types.BOOL), fit(scope, right, types.BOOL, advice)
    if fitted[0] is None or fitted[1] is None:
        return None
    return meaning.Logic(span, types.BOOL, operator, fitted[0], fitted[1])  # type: ignore[arg-type]


def join(scope: Scope, left: Expr, right: Expr, span: Span) -> Expr | None:
    for each in (left, right):
        if each.type != types.STRING:
            title = f"expected string, not {types.shown(each.type)}"
            hint = "`+` joins two strings, nothing else"
            other = right if each is left else left
            meant = literal(other, each.type)
            if meant:
                title, hint = f"expected {types.shown(each.type)}, not string", meant
                scope.report.error(codes.TYPE, title, other.span, hint=hint, kind="type")
                return None
            if each.type == types.NUMBER:
                hint += '; a number becomes one with `text(n: …)` of "parlour/tokens"'
            scope.report.error(codes.TYPE, title, each.span, hint=hint, kind="type")
            return None
    return meaning.Join(span, types.STRING, left, right)


def arithmetic(scope: Scope, operator: meaning.ArithmeticOperator, left: Expr, right: Expr, span: Span) -> Expr | None:
    numbers = numeric(scope, left), numeric(scope, right)
    if numbers[0] is None or numbers[1] is None:
        return None
    result = meaning.Arithmetic(span, types.NUMBER, operator, number_of(numbers[0]), number_of(numbers[1]))
    if types.NUMBER == numbers[0].type == numbers[1].type:
        return result
    return meaning.ToPlayer(span, types.PLAYER, result)


def order(scope: Scope, left: Expr, link: tree.Link, right: Expr, span: Span) -> Expr | None:
    operator = cast("Literal['<', '>', '<=', '>=']", link.operator)
    for each in (left, right):
        if each.type == types.NULL:
            scope.report.error(codes.TYPE, "expected number, not null", each.span, hint=NO_NUMBER, kind="type")
            return None
    if left.type == types.STRING == right.type:
        return meaning.Order(span, types.BOOL, operator, left, right)
    if left.type in _NUMERIC and right.type in _NUMERIC:
        return meaning.Order(span, types.BOOL, operator, number_of(left), number_of(right))
    title = f"cannot compare {types.shown(left.type)} with {types.shown(right.type)}"
    if left.type == right.type:
        title = f"`{link.operator}` cannot compare two values of type {types.shown(left.type)}"
    hint = "numbers, players and strings have an order"
    texts = [each.value for each in (left, right) if isinstance(each, meaning.Const) and isinstance(each.value, str)]
    if texts and texts[0].isdecimal() and (left.type in _NUMERIC or right.type in _NUMERIC):
        hint = f"a number has no quotation marks: `{texts[0]}`"
    if isinstance(left, meaning.Order):
        hint = f"compare twice: `{left.span.text} && {left.right.span.text} {link.operator} {right.span.text}`"
    scope.report.error(codes.COMPARISON, title, link.span, hint=hint, kind="type")
    return None


def equality(scope: Scope, left: Expr, link: tree.Link, right: Expr, span: Span) -> Expr | None:
    is_negated = link.operator == "!="
    if types.NULL not in (left.type, right.type):
        if {left.type, right.type} == {types.TURN, types.STRING}:
            left, right = (
                meaning.NameOf(e.span, types.STRING, e) if e.type == types.TURN else e for e in (left, right)
            )
        elif left.type in _NUMERIC and right.type in _NUMERIC and left.type != right.type:
            left, right = number_of(left), number_of(right)
        elif not types.related(left.type, right.type):
            title = f"cannot compare {types.shown(left.type)} with {types.shown(right.type)}"
            scope.report.error(
                codes.COMPARISON, title, link.span, label="no value is both", hint=_compared(left, right), kind="type"
            )
            return None
    for one, other in ((left, right), (right, left)):
        is_phase = isinstance(one, meaning.TableCall) and one.name == "turn.phase.active"
        if is_phase and isinstance(other, meaning.Const) and isinstance(other.value, str):
            scope.world.compared_phases.append(other)
    return meaning.Equal(span, types.BOOL, left, right, is_negated)


def _compared(left: Expr, right: Expr) -> str:
    """Advice about two values of which none can be the other."""
    given = {left.type, right.type}
    if given == {types.NUMBER, types.STRING}:
        hint = literal(left, right.type) or literal(right, left.type)
        if hint:
            return hint
    for one, other in ((left.type, right.type), (right.type, left.type)):
        if one == types.PLAYER and isinstance(other, types.Object) and "player" in attributes_of(other):
            return "the player who owns an object is `x.player`"
        if isinstance(other, types.Object) and isinstance(one, types.Plain):
            fitting = [each.name for each in other.of.attribute_line() if each.type == one]
            if fitting:
                return f"of {article(other.of.shown)} this is a {types.shown(one)}: `{fitting[0]}`"
    return "compare values of one type"


def typing(scope: Scope, expr: tree.Typing) -> Expr | None:
    found = value(scope, expr.operand)
    for link in expr.links:
        wanted = scope.type(link.type)
        if found is None or wanted == types.BROKEN:
            return None
        span = found.span.to(link.type.span)
        if link.operator == "is":
            found = meaning.IsType(span, types.BOOL, found, wanted)
        else:
            found = cast_to(found, wanted, span)
    return found


def cast_to(found: Expr, wanted: types.Type, span: Span) -> Expr:
    """`found as wanted`"""
    if wanted == types.PLAYER and found.type in (types.NUMBER, types.TURN):
        return player_of(found)
    if wanted == types.NUMBER and found.type in (types.PLAYER, types.TURN):
        return number_of(found)
    if found.type == types.NULL:
        return meaning.Nowhere(span, wanted, found)
    if types.fits(found.type, wanted):
        return found if found.type == wanted else meaning.AsType(span, wanted, found)
    if can_fit(found.type, wanted):
        return meaning.AsType(span, wanted, found)
    return meaning.Nowhere(span, wanted, found)


def can_fit(given: types.Type, wanted: types.Type) -> bool:
    """Whether some value of the one type is of the other; the elements of a collection decide for themselves."""
    if types.related(given, wanted):
        return True
    match given, wanted:
        case types.Collection(kind, of), types.Collection(other, base):
            return kind == other and can_fit(of, base)
    return False


def warn_mixed(scope: Scope, expr: tree.Chain) -> None:
    """`a && b || c` without parentheses: few know which is stronger."""
    outer = expr.links[0].operator
    inner = {"||": "&&", "|": "&"}.get(outer)
    if inner is None:
        return
    for operand in (expr.first, *(link.operand for link in expr.links)):
        if isinstance(operand, tree.Chain) and operand.links[0].operator == inner and not is_bracketed(operand.span):
            at = operand.links[0].span
            hint = f"write `(a {inner} b) {outer} c`, or `a {inner} (b {outer} c)` if that is meant"
            title = f"`{inner}` is stronger than `{outer}`: put parentheses around it"
            scope.report.warn(codes.MIXED_LOGIC, title, at, Label(expr.links[0].span, "this one is weaker"), hint=hint)
            return


def is_bracketed(span: Span) -> bool:
    text = span.source.text
    return text[: span.start].rstrip().endswith("(") and text[span.end :].lstrip().startswith(")")
