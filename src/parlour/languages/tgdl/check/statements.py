"""Statements and inputs: blocks in, checked blocks out."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from parlour.languages.tgdl import codes
from parlour.languages.tgdl.check import meaning, types, values
from parlour.languages.tgdl.check.files import File
from parlour.languages.tgdl.check.meaning import Block, Filter, Input, Stmt, Var
from parlour.languages.tgdl.check.scope import RETURNING, Scope
from parlour.languages.tgdl.check.world import Looking, World
from parlour.languages.tgdl.syntax import tree
from parlour.languages.tgdl.syntax.parser import PART_NAMES
from parlour.syntax.diagnostic import Label
from parlour.syntax.source import Span

_CALLS = (meaning.FunctionCall, meaning.ActionCall, meaning.MethodCall, meaning.TableCall)


def block(scope: Scope, form: tree.Block) -> Block:
    """A block with variables of its own."""
    scope.frames.append({})
    found = [statement(scope, each) for each in form.statements]
    scope.frames.pop()
    return tuple(each for each in found if each is not None)


def looking_block(scope: Scope, form: tree.Block, part: Span, kind: str) -> Block:
    """A block that must return a value and may only look."""
    match form.statements:
        case (tree.Evaluate(value=value),) if not isinstance(value, tree.Assign) and "\n" not in value.span.text:
            hint = f"write `return {value.span.text};`"
            scope.report.error(codes.NO_ANSWER, f"{scope.what} must return a value", value.span, hint=hint)
            return ()
    found = block(scope, form)
    if scope.answers == 0 and scope.file.program.is_sound:  # else the `return` may be what could not be read
        hint = "end it with `return …;`"
        title = f"{scope.what} must return a value"
        scope.report.error(codes.NO_ANSWER, title, _first_line(part), hint=hint)
    scope.world.looking.append(Looking(scope.what, kind, part, found))
    return found


def _first_line(span: Span) -> Span:
    return span.source.span(span.start, span.start + len(span.text.split("\n", 1)[0].rstrip()))


def statement(scope: Scope, form: tree.Statement) -> Stmt | None:
    match form:
        case tree.Block(span):
            return meaning.Nested(span, block(scope, form))
        case tree.Return():
            return return_(scope, form)
        case tree.If():
            return if_(scope, form)
        case tree.While(span, condition, body):
            found = values.condition(scope, condition)
            repeated = loop(scope, body)
            return None if found is None else meaning.While(span, found, repeated)
        case tree.For():
            return for_(scope, form)
        case tree.Break(span) | tree.Continue(span):
            if not scope.loops:
                word = "break" if isinstance(form, tree.Break) else "continue"
                hint = "it belongs into the block of a `while` or `for`"
                if scope.role == "function" and word == "break":
                    hint = "a function is left with `return`"
                scope.report.error(codes.LOOP, f"`{word}` stands outside of all loops", span, hint=hint)
                return None
            return meaning.Break(span) if isinstance(form, tree.Break) else meaning.Continue(span)
        case tree.Winner():
            return winner(scope, form)
        case tree.Input():
            return ask(scope, form)
        case tree.Declare(span, type_form, name, value):
            type_ = scope.type(type_form)
            given, is_other = (None, False) if value is None else initial(scope, value, type_, name.text)
            # What is said of a value of another type is said once, and not of what comes of it.
            var = scope.declare(name, types.BROKEN if is_other else type_)
            return None if value is not None and given is None else meaning.Declare(span, var, given)
        case tree.Evaluate(_, expr):
            return evaluate(scope, expr)


def initial(scope: Scope, value: tree.Init, type_: types.Type, name: str) -> tuple[meaning.Expr | None, bool]:
    """The first value of a variable, and whether it is of another type: then either may be meant."""
    if isinstance(value, tree.Braces) or not isinstance(type_, types.Plain):
        return values.init(scope, value, type_), False
    found = values.expression(scope, value)
    if found is None:
        return None, False
    is_plain = isinstance(found.type, types.Plain) and found.type not in (types.NULL, types.NOTHING)
    advice = values.literal(found, type_)
    if not advice and is_plain and type_ != types.BOOL:
        advice = f"declare it as what it is given: `{types.shown(found.type)} {name} = …;`"
    given = values.fit(scope, found, type_, advice)
    return given, given is None


# `n + 1`, where `n += 1` may be meant.
_CHANGED = re.compile(r"([\w.\[\]]+) ([-+*/%]) ([^\n]+)")


def evaluate(scope: Scope, expr: tree.Expr, *, is_step: bool = False) -> Stmt | None:
    """An expression as a statement."""
    if isinstance(expr, tree.Assign):
        return assign(scope, expr)
    found = values.expression(scope, expr)
    if found is None or found.type == types.BROKEN:
        return None
    if not isinstance(found, _CALLS):
        hint = "an assignment has one `=`" if _is_comparison(expr) else "leave it out, or do something with it"
        is_answer = scope.role == "turn" and found.type in (types.PLAYER, types.NUMBER)
        is_answer = is_answer or (scope.role == "function" and scope.result is not None and not _is_comparison(expr))
        if is_answer and "\n" not in expr.span.text:
            hint = f"to give it back, write `return {expr.span.text};`"
        changed = _CHANGED.fullmatch(expr.span.text)
        if changed is not None and not is_answer:
            hint = f"to change `{changed[1]}`, write `{changed[1]} {changed[2]}= {changed[3]};`"
        if is_step:
            hint = "what is done after each turn changes something: `i += 1`"
        scope.report.warn(codes.NO_EFFECT, "this statement does nothing", expr.span, hint=hint)
    return meaning.Evaluate(expr.span, found)


def _is_comparison(expr: tree.Expr) -> bool:
    return isinstance(expr, tree.Chain) and expr.links[0].operator == "=="


def return_(scope: Scope, form: tree.Return) -> Stmt | None:
    if scope.role not in RETURNING:
        hint = "an action gives nothing back; put the rest into an `if`" if scope.role == "effect" else ""
        scope.report.error(codes.RETURN, f"{scope.what} cannot return", form.span, hint=hint)
        return None
    if scope.role == "turn":
        if form.value is None:
            return meaning.Return(form.span, None)
        given = values.init(scope, form.value, types.PLAYER)
        return None if given is None else meaning.Return(form.span, given)
    scope.answers += 1
    if scope.result is None:
        if form.value is not None:
            hint = "say what it returns: `returns number;`, or leave out the value"
            scope.report.error(codes.RETURN, f"{scope.what} returns nothing", form.span, hint=hint)
            return None
        return meaning.Return(form.span, None)
    if scope.result == types.BROKEN:
        return None
    if form.value is None:
        hint = f"write `return …;` with a value of type {types.shown(scope.result)}"
        scope.report.error(codes.RETURN, f"{scope.what} returns a {types.shown(scope.result)}", form.span, hint=hint)
        return None
    given = values.init(scope, form.value, scope.result)
    return None if given is None else meaning.Return(form.span, given)


def if_(scope: Scope, form: tree.If) -> Stmt | None:
    branches: list[tuple[meaning.Expr, Block]] = []
    is_sound = True
    for branch in form.branches:
        found = values.condition(scope, branch.condition)
        body = block(scope, branch.body)
        if found is None:
            is_sound = False
        else:
            branches.append((found, body))
    otherwise = () if form.otherwise is None else block(scope, form.otherwise)
    return meaning.If(form.span, tuple(branches), otherwise) if is_sound else None


def loop(scope: Scope, body: tree.Block) -> Block:
    scope.loops += 1
    found = block(scope, body)
    scope.loops -= 1
    return found


def for_(scope: Scope, form: tree.For) -> Stmt | None:
    scope.frames.append({})
    start = None if form.start is None else statement(scope, form.start)
    condition = None if form.condition is None else values.condition(scope, form.condition)
    step = None if form.step is None else evaluate(scope, form.step, is_step=True)
    body = loop(scope, form.body)
    scope.frames.pop()
    for part, found in ((form.start, start), (form.condition, condition), (form.step, step)):
        if part is not None and found is None:
            return None
    return meaning.For(form.span, start, condition, step, body)


def winner(scope: Scope, form: tree.Winner) -> Stmt | None:
    if isinstance(form.value, tree.Braces):
        given = values.init(scope, form.value, types.RANKING)
        return None if given is None else meaning.Winner(form.span, given)
    found = values.value(scope, form.value)
    if found is None:
        return None
    if found.type == types.NULL:
        hint = "`winner {};` ends the game without one"
        scope.report.error(codes.TYPE, "expected player, not null", found.span, hint=hint, kind="type")
        return None
    if types.fits(found.type, types.RANKING):
        return meaning.Winner(form.span, found)
    if found.type == types.PLAYERS:
        title = f"expected player or {types.shown(types.RANKING)}, not {types.shown(types.PLAYERS)}"
        hint = "players who share the first place are one list in a list: `winner { players };`"
        scope.report.error(codes.TYPE, title, found.span, hint=hint, kind="type")
        return None
    player = values.fit(scope, found, types.PLAYER)
    if isinstance(found, meaning.Const) and isinstance(found.value, float):
        scope.world.named_winners.append(found)
    return None if player is None else meaning.Winner(form.span, player)


# target ( "=" | "+=" … ) init
def assign(scope: Scope, form: tree.Assign) -> Stmt | None:
    target = target_of(scope, form.target, _declaring(scope, form))
    if target is None:
        if not isinstance(form.value, tree.Braces | tree.Assign):
            values.expression(scope, form.value)
        return None
    if form.operator == "=":
        given = values.init(scope, form.value, target.type)
        if given is not None and given.type == types.NULL and isinstance(target, meaning.TileAt):
            hint = "a place is cleared with `new BlankTile()`"
            scope.report.error(
                codes.TYPE, f"expected {types.shown(types.TILE)}, not null", given.span, hint=hint, kind="type"
            )
            return None
        return None if given is None else meaning.Assign(form.span, target, given)
    operator: meaning.ArithmeticOperator = form.operator[0]  # type: ignore[assignment]
    if target.type == types.STRING and operator == "+":
        given = values.init(scope, form.value, types.STRING)
        return None if given is None else meaning.Update(form.span, target, operator, given)
    if target.type not in (types.NUMBER, types.PLAYER):
        title = f"expected number, not {types.shown(target.type)}"
        hint = _collected(form, target.type) or "only numbers and strings are changed so; write `x = …;`"
        scope.report.error(codes.TYPE, title, form.target.span, hint=hint, kind="type")
        return None
    given = values.init(scope, form.value, types.NUMBER)
    if given is not None and given.type == types.NULL:
        scope.report.error(codes.TYPE, "expected number, not null", given.span, hint=values.NO_NUMBER, kind="type")
        return None
    return None if given is None else meaning.Update(form.span, target, operator, given)


def _collected(form: tree.Assign, type_: types.Type) -> str:
    """What `xs += x` and `xs -= x` are for a collection."""
    if not isinstance(type_, types.Collection) or isinstance(form.value, tree.Braces):
        return (
            f"several are added with `{form.target.span.text}.append(list)`"
            if isinstance(type_, types.Collection)
            else ""
        )
    operation = {"List": {"+=": "add", "-=": "remove"}, "Stack": {"+=": "push", "-=": ""}}.get(type_.kind, {})
    name = operation.get(form.operator, "")
    return f"write `{form.target.span.text}.{name}({form.value.span.text});`" if name else ""


def _declaring(scope: Scope, form: tree.Assign) -> str:
    """Advice for whoever declares a variable without its type."""
    if form.operator != "=" or not isinstance(form.target, tree.Name):
        return ""
    match form.value:
        case tree.New(type=type_):
            word = type_.span.text
        case tree.Text():
            word = "string"
        case tree.Truth():
            word = "bool"
        case tree.Braces():
            word = "List<number>"
        case tree.Path(subject=tree.Name(name=name), steps=(tree.Element(),)):
            known = scope.variable(name)
            own = None if scope.owner is None else scope.owner.attribute(name)
            whole = known.type if known is not None else own.type if own is not None else None
            word = types.shown(whole.of) if isinstance(whole, types.Collection) else "number"
        case _:
            word = "number"
    return f"a new variable has its type before it: `{word} {form.target.name} = …;`"


def target_of(scope: Scope, form: tree.Expr, otherwise: str = "") -> meaning.Target | None:
    """What stands on the left: a variable, an attribute, an element, a place of a group."""
    found = values.name(scope, form, otherwise) if isinstance(form, tree.Name) else values.expression(scope, form)
    if found is None:
        return None
    match found:
        case meaning.Local(var=var) if var in scope.fixed or var is scope.event:
            title, hint = f"`{var.name}` cannot be assigned to", "use a variable of your own"
        case meaning.Local() | meaning.Attr() | meaning.TileAt() | meaning.ListItem() | meaning.TableItem():
            return found
        case meaning.BuiltInAttr(name="to"):
            return found
        case meaning.BuiltInAttr(name=name):
            title = f"`{name}` cannot be assigned to"
            hint = {
                "tile": "a piece is moved with `move_to(tile)`",
                "player": "ownership is given with `assign(player)`",
                "players": "a member is added with `assign(player)`",
                "discarded": "a card is thrown away with `discard(stack)`",
            }.get(name, "it follows from where the object is")
        case meaning.GlobalObject(of=class_):
            title, hint = f"`{class_.name}` is a global class, and has one instance for ever", ""
        case _:
            title, hint = "this cannot be assigned to", "equal is written `==`"
    scope.report.error(codes.NOT_ASSIGNABLE, title, form.span, hint=hint)
    return None


# Inputs


Place = Literal["function", "action", "phase", "statement"]


def ask(scope: Scope, form: tree.Input) -> Stmt | None:
    found = input_head(scope.world, scope.file, form, "statement")
    input_body(scope, found, form)
    return meaning.Ask(form.span, found) if found.type != types.BROKEN else None


def input_head(world: World, file: File, form: tree.Input, place: Place) -> Input:
    """What others must know of an input before any body is checked."""
    report = world.report
    type_ = world.type_of(file, form.type)
    if form.modifier == "function":
        if place != "function":
            hint = "leave out `function`: a player is asked; only functions have callers who give values"
            report.error(codes.INPUT, "a `function` input stands only in functions", form.span, hint=hint)
        if form.parts:
            hint = "the caller decides what it gives; check it in the effect"
            report.error(codes.INPUT, "a `function` input has no filters", _first_line(form.span), hint=hint)
    else:
        if form.value is not None:
            hint = f"write `function input {form.type.span.text} {form.name.text} = …;` for a default"
            report.error(codes.INPUT, "only a `function` input has a default", form.value.span, hint=hint)
            if place == "function":
                form = replace(form, modifier="function")  # as it was meant
        if type_ != types.BROKEN and not is_choosable(type_):
            hint = "an input is a number, string, bool, player or object, or a List of them"
            report.error(codes.INPUT, f"nobody can choose a {types.shown(type_)}", form.type.span, hint=hint)
            type_ = types.BROKEN
    found = Input(Var(form.name.text, type_, form.name.span), type_, form.modifier, form.span, form.is_optional)
    if form.value is not None:
        world.with_default.add(found)
    return found


def is_choosable(type_: types.Type, *, in_list: bool = False) -> bool:
    match type_:
        case types.Collection("List", of):
            return not in_list and is_choosable(of, in_list=True)
        case types.Collection() | types.GroupType():
            return False
    return type_ not in (types.TURN, types.NULL, types.NOTHING)


def input_body(scope: Scope, found: Input, form: tree.Input) -> None:
    """Target, default, filters and information of an input; then it is a variable of the scope."""
    report, what = scope.report, f"the filter of input '{found.name}'"
    found.target = scope.default_target
    if form.target is not None:
        target(scope, found, form.target)
    if form.value is not None and found.modifier == "function":
        found.value = values.init(scope, form.value, found.type)
    filters: list[Filter] = []
    list_filters: list[Filter] = []
    for part in form.parts:
        match part:
            case tree.Filter(span, name, body):
                is_element = found.is_list and name is not None
                inner = scope.inner("filter", what, types.BOOL)
                judged = found.type.of if is_element and isinstance(found.type, types.Collection) else found.type
                if found.asked is not None:
                    inner.add(found.asked, is_fixed=True)
                if name is None:
                    var = inner.add(Var(found.name, judged, found.var.span))
                else:
                    var = inner.declare(name, judged)
                inner.fixed.add(var)
                kept = filters if is_element or not found.is_list else list_filters
                kept.append(Filter(var, looking_block(inner, body, span, "filter"), span))
            case tree.Information(span, body):
                report.extension("the proposal has no `information`", span)
                if found.information is not None:
                    title, hint = f"input {found.name} has two informations", "leave one of them out"
                    report.error(codes.PARTS, title, _first_line(span), hint=hint)
                inner = scope.inner("information", f"the information of input '{found.name}'", types.STRING)
                if found.asked is not None:
                    inner.add(found.asked, is_fixed=True)
                found.information = looking_block(inner, body, span, "information")
            case _:
                misplaced(scope.world, part, "an input", "an input holds filters")
    found.filters, found.list_filters = tuple(filters), tuple(list_filters)
    if found.is_simultaneous and found.type != types.BROKEN:
        found.var.type = types.Collection("List", found.type)
    known = scope.variable(found.name)
    if known is not None:
        before = Label(known.span, "the other one")
        title = f"there is a variable `{found.name}` already"
        report.error(codes.DUPLICATE, title, found.var.span, before, hint="choose another name")
    scope.add(found.var)


def target(scope: Scope, found: Input, form: tree.Expr) -> None:
    """Whom an input asks: a player, or several at once."""
    asked = values.value(scope, form)
    if asked is None:
        return
    if asked.type != types.PLAYERS:
        fitted = values.fit(scope, asked, types.PLAYER)
        found.target = scope.default_target if fitted is None else fitted
        return
    scope.report.extension("the proposal asks one player at a time", form.span)
    if found.is_list:
        hint = "write a class of your own for what one player chooses, or ask one after the other"
        title = "several players at once choose one thing each, not a List"
        scope.report.error(codes.INPUT, title, found.span.source.span(found.span.start, form.span.end), hint=hint)
        return
    found.target = asked
    found.asked = Var("asked", types.PLAYER, form.span)


def misplaced(world: World, part: tree.Part, where: str, hint: str) -> None:
    title = f"{PART_NAMES[type(part)]} cannot be written in {where}"
    world.report.error(codes.MISPLACED, title, _first_line(part.span), hint=hint)
