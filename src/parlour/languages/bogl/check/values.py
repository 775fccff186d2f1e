"""The type of every expression, and where types do not go together: bidirectional checking.

Two ways to look at an expression. `value_of` asks what type it has; `check` knows which type is wanted and goes
into the branches of a choice with it, so that each branch only has to fit by itself. Both give None after
they have reported an error: nothing more is said about an expression of which a part is wrong, but its
other parts are still looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations
from typing import Literal, assert_never, cast

from parlour.dataclass import dataclass
from parlour.languages.bogl import codes
from parlour.languages.bogl.check import builtins, types
from parlour.languages.bogl.check import meaning as typed
from parlour.languages.bogl.check.scope import Global, Scope, Variable
from parlour.languages.bogl.check.types import BOOL, INT, Basic, Expanded, components, is_subtype, show, show_all
from parlour.languages.bogl.check.world import BOARD_KEY
from parlour.languages.bogl.syntax import slips, tree
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span

OFF_BOARD_HINT = "columns come first, and both are counted from 1"
SHOWN_POSITION = 20
# How long the arguments may be that are written out in advice, and how many names it lists.
SHOWN_CALL = 60
SHOWN_NAMES = 8
# How many arguments are put into another order to see whether they fit.
MOST_REORDERED = 4

_ORDINALS = ("first", "second", "third", "fourth", "fifth")

# What to say about an expression of this type at this place, which has not the type that is wanted.
# None: it is the same mistake as one that was told.
Mismatch = Callable[[Expanded, Span], Diagnostic | None]


def check(scope: Scope, expr: tree.Expr, wanted: Expanded | None, mismatch: Mismatch) -> typed.Expr | None:
    """The expression, if it can be used as the type that is wanted (None: unknown, anything will do)."""
    if wanted is not None and isinstance(expr, tree.Block):
        return block(scope, expr, wanted, mismatch)
    found = value_of(scope, expr, wanted)
    if found is None or wanted is None or is_subtype(found.type, wanted):
        return found
    told = mismatch(found.type, expr.span)
    if told is not None:
        scope.report(told)
    return None


def value_of(scope: Scope, expr: tree.Expr, wanted: Expanded | None = None) -> typed.Expr | None:
    """The expression with its type. The type that is wanted only helps where branches have no other in common."""
    match expr:
        case tree.Number(span, value):
            return typed.Number(span, INT, value)
        case tree.Text(span, text):
            return typed.Text(span, types.STRING, text)
        case tree.Truth(span, truth):
            return typed.Truth(span, BOOL, truth)
        case tree.Symbol():
            return _symbol(scope, expr, wanted)
        case tree.Variable():
            return _variable(scope, expr)
        case tree.Call():
            return call(scope, expr)
        case tree.Tuple():
            return tuple_value(scope, expr, wanted)
        case tree.Projection():
            return projection(scope, expr)
        case tree.Negation():
            return negation(scope, expr)
        case tree.Chain():
            return _CHAINS[expr.links[0].operator](scope, expr)
        case tree.Block():
            return block(scope, expr, wanted, None)
        case tree.While():
            return loop(scope, expr)
        case tree.Hole():
            _hole(scope, expr, wanted)
            return None
        case tree.Broken():
            return None
        case _:
            assert_never(expr)


def _hole(scope: Scope, expr: tree.Hole, wanted: Expanded | None) -> None:
    """`...`: says what is wanted there, and what there is of that kind."""
    if wanted is None:
        scope.error(codes.HOLE, "something is missing here", expr.span, hint="write an expression in its place")
        return
    kinds = {
        **{name: known.type for name, known in scope.defined.items() if known.kind != "function"},
        **{name: variable.type for name, variable in scope.variables.items()},
    }
    fitting = [f"`{name}`" for name, kind in kinds.items() if kind is not None and is_subtype(kind, wanted)]
    fitting += [f"`{name}`" for name in sorted(wanted.symbols or ())]
    listed = ", ".join(fitting[-SHOWN_NAMES:])
    hint = f"of this type there is {listed}" if listed else "no name that is known here has this type"
    scope.error(codes.HOLE, f"something is missing here, of the type {show(wanted)}", expr.span, hint=hint)


# Names


def _symbol(scope: Scope, expr: tree.Symbol, wanted: Expanded | None) -> typed.Expr | None:
    name, span, world = expr.name, expr.span, scope.world
    if world.has_symbol(name):
        if world.is_open:
            world.symbols.setdefault(name)
        elif name not in world.symbols:
            world.uses_player = True
        return typed.Symbol(span, types.enumeration((name,)), name)
    if name in scope.variables or name in scope.defined:
        return None  # in the wrong case: reported where it is defined
    if name in world.lost or world.has_unknown:
        return None  # perhaps a symbol of a type that could not be understood
    if world.knows_type(name):
        world.unknown.gather(codes.UNKNOWN_SYMBOL, f"`{name}` is a type, not a value", span, "")
        return None
    small = name[0].lower() + name[1:]
    hint = f"Did you mean {small}?" if small in scope.variables or small in scope.defined else ""
    if name in slips.TRUTHS and (wanted is None or wanted == BOOL):
        hint = f"the truth value is written `{slips.TRUTHS[name]}`"
    hint = hint or slips.NAMES.get(name, "") or world.unknown.suggestion(name, world.known_symbols())
    if not hint and wanted is not None and wanted == world.content and world.has_board:
        held = wanted.name if wanted.name and wanted.name != BOARD_KEY else ""
        more = f"of {held} & {{{name}}}" if held else f"of … & {{{name}}}"
        hint = f"the cells of the board hold {show(wanted)}; if `{name}`, too, write `{more}` in `type Board`"
    elif not hint and wanted is not None and wanted.name and types.is_enumeration(wanted):
        hint = f"{wanted.name} is {show(types.enumeration(wanted.symbols))}; add `{name}` to it, or use one of these"
    hint = hint or f"a symbol must occur in a type, as in `type T = {{{name}, …}}`"
    world.unknown.gather(codes.UNKNOWN_SYMBOL, f"there is no symbol `{name}`", span, hint)
    return None


def _variable(scope: Scope, expr: tree.Variable) -> typed.Expr | None:
    name, span, world = expr.name, expr.span, scope.world
    if name == "input":
        scope.builtins.add(name)
        scope.mention(name, span)
        return None if world.input is None else typed.Input(span, world.input)
    variable = scope.variables.get(name)
    if variable is not None:
        return None if variable.type is None else typed.Local(span, variable.type, name, variable.binder)
    if name in scope.defined:
        return _defined(scope, scope.defined[name], span)
    if name in builtins.SIDES:
        scope.builtins.add(name)
        side = world.width if name == "width" else world.height
        return None if side is None else typed.Side(span, INT, name, side)
    if name in builtins.FUNCTIONS and scope.has_builtin(name):
        forms = builtins.forms_of(name, world.content or INT)
        _without_arguments(scope, name, " or ".join(show_all(form.parameters) for form in forms), span)
    else:
        scope.unknown_name(name, span, "value")
    return None


def _defined(scope: Scope, defined: Global, span: Span) -> typed.Expr | None:
    name = defined.name.text
    scope.mention(name, span)
    match defined.kind:
        case "function":
            needs = "its arguments" if defined.parameters is None else show_all(defined.parameters)
            _without_arguments(scope, name, needs, span)
        case "value" if defined.type is not None:
            return typed.Value(span, defined.type, name)
        case "board" if defined.type is not None:
            return typed.BoardValue(span, defined.type, name)
    return None


def _without_arguments(scope: Scope, name: str, needs: str, span: Span) -> None:
    hint = f"a call is written `{name}(…)`; functions themselves are not values"
    scope.error(codes.FUNCTION_WITHOUT_ARGUMENTS, f"`{name}` is a function: give it {needs}", span, hint=hint)


# Calls: `f(1, 2)`, `f((1, 2))` and `f(p)` with a pair `p` are the same call


@dataclass(frozen=True, slots=True)
class Form:
    """One way to call a function; `builtin` is None for a function of the program."""

    parameters: tuple[Expanded, ...]
    result: Expanded
    builtin: builtins.Builtin | None = None


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of a call and the type of each; with `is_spread` it is one argument, a tuple of them."""

    values: tuple[typed.Expr, ...]
    types: tuple[Expanded, ...]
    is_spread: bool


def call(scope: Scope, expr: tree.Call) -> typed.Expr | None:
    forms = forms_of(scope, expr)
    if not expr.arguments:
        if forms:
            report_no_arguments(scope, expr, forms)
        return None
    arguments = arguments_of(scope, expr, forms)
    if arguments is None or not forms:
        return None
    form = next((form for form in forms if len(form.parameters) == len(arguments.types)), None)
    if form is None or not all(map(is_subtype, arguments.types, form.parameters)):
        report_misfit(scope, expr, arguments, form, forms)
        return None
    if form.builtin is None:
        return typed.Call(expr.span, form.result, expr.function.text, arguments.values, arguments.is_spread)
    if form.builtin.operation == "place":
        check_place(scope, expr)
    return typed.BuiltinCall(expr.span, form.result, form.builtin, arguments.values, arguments.is_spread)


def forms_of(scope: Scope, expr: tree.Call) -> tuple[Form, ...]:
    """How the function can be called; empty if it is none (which is reported) or if its types are unknown."""
    name, span = expr.function.text, expr.function.span
    world = scope.world
    defined = scope.defined.get(name)
    if name in scope.variables or name == "input" or (defined is not None and defined.kind != "function"):
        report_no_function(scope, expr)
    elif defined is not None:
        scope.mention(name, span)
        if defined.parameters is not None and defined.type is not None and not defined.is_doubtful:
            return (Form(defined.parameters, defined.type),)
    elif name in builtins.FUNCTIONS and scope.has_builtin(name):
        scope.builtins.add(name)
        world.uses_player = world.uses_player or (name == "next" and not world.own_player)
        if world.content is not None:
            return tuple(Form(b.parameters, b.result, b) for b in builtins.forms_of(name, world.content))
    elif name in builtins.SIDES:
        hint = f"write `{name}` alone"
        scope.error(codes.NOT_A_FUNCTION, f"`{name}` is a number, not a function", span, hint=hint)
    else:
        scope.unknown_name(name, span, "function")
    return ()


def arguments_of(scope: Scope, expr: tree.Call, forms: tuple[Form, ...]) -> Arguments | None:
    """The arguments, taken apart or put together so that there is one for each parameter, if that is possible."""
    counts = {len(form.parameters) for form in forms}
    written = expr.arguments
    if len(written) == 1 and isinstance(written[0], tree.Tuple) and len(written[0].items) in counts:
        written = written[0].items
    elif counts == {1} and len(written) > 1 and isinstance(forms[0].parameters[0].kernel, types.Tuple):
        written = (tree.Tuple(written[0].span.to(written[-1].span), written),)
    form = next((form for form in forms if len(form.parameters) == len(written)), None)
    hints = (None,) * len(written) if form is None else form.parameters
    values: list[typed.Expr] = []
    for argument, hint in zip(written, hints, strict=True):
        found = value_of(scope, argument, hint)
        if found is not None:
            values.append(found)
    if len(values) < len(written):
        return None
    kinds = tuple(value.type for value in values)
    is_spread = form is None and len(kinds) == 1
    return Arguments(tuple(values), components(kinds[0]) if is_spread else kinds, is_spread)


def check_place(scope: Scope, expr: tree.Call) -> None:
    """Warns of a piece placed outside the board. That fails at run time only, and perhaps nobody ever gets there."""
    match expr.arguments:
        case (_, _, tree.Tuple(span, (column, row))):
            title = off_board(scope, *_numbers(column, row))
            if title:
                label = Label(span, "the program fails when it places something here")
                scope.report(
                    Diagnostic(codes.OFF_BOARD, title, (label,), hint=OFF_BOARD_HINT, severity="warning", kind="type")
                )


NO_INPUT = "`input` gives an Int, because there is no `type Input`: add `type Input = {}`"


def report_misfit(
    scope: Scope, expr: tree.Call, arguments: Arguments, form: Form | None, forms: tuple[Form, ...]
) -> None:
    """Says what the function needs and what it gets; points at the first argument that is wrong."""
    place, label = expr.span, ""
    if form is not None:
        pairs = list(zip(arguments.types, form.parameters, strict=True))
        wrong = next(number for number, pair in enumerate(pairs) if not is_subtype(*pair))
        given, wanted = pairs[wrong]
        place = arguments.values[0 if arguments.is_spread else wrong].span
        label = f"this is {show(given)}, but {show(wanted)} is needed" if len(pairs) > 1 else ""
    needs = " or ".join(show_all(form.parameters) for form in forms)
    title = f"`{expr.function.text}` needs {needs} but gets {show_all(arguments.types)}"
    hint = ""
    if expr.function.text in ("and", "or") and form is None and len(expr.arguments) > 2:
        name, (first, *rest) = expr.function.text, [argument.span.text for argument in expr.arguments]
        inner = ", ".join(rest[:2]) if len(rest) == 2 else f"{rest[0]}, {name}(…)"
        is_short = len(first) + len(inner) <= SHOWN_CALL and expr.span.text.isprintable()
        written = f"{name}({first}, {name}({inner}))" if is_short else f"{name}(a, {name}(b, c))"
        hint = f"it joins two: write `{written}`"
    elif form is None and _lacks_input(scope, arguments):
        if scope.world.tells_input:
            return
        scope.world.tells_input = True
        hint = NO_INPUT.format(show_all(forms[0].parameters))
    elif form is None:
        hint = _grouped(expr, arguments, forms) or _one_missing(expr, arguments, forms)
    else:
        wrong_argument = arguments.values[0 if arguments.is_spread else wrong]
        if _is_bare_input(scope, wrong_argument) and not scope.world.has_input:
            if scope.world.tells_input:
                return
            scope.world.tells_input = True
            hint = NO_INPUT.format(wanted.name or show(wanted))
        else:
            hint = quoted_symbol(scope, wrong_argument.span) or _reordered(expr, arguments, form)
            hint = hint or instead_of(wanted, given, wrong_argument.span) or _other_variable(scope, expr, form, wrong)
            if not hint and wanted == scope.world.content and scope.world.has_board and given.name:
                if given in scope.world.refused:
                    return
                scope.world.refused.add(given)
                meant = f"of {given.name} & {{Empty}}"
                hint = f"`type Board` says what the cells hold; if that is {given.name}, write `{meant}` there"
    if expr.function.text == "not" and not hint and len(expr.arguments) == 1:
        hint = f"the whole comparison stands between the parentheses: `not({shown_words(expr.arguments[0])} == …)`"
    scope.error(codes.ARGUMENTS, title, place, label, hint)


def _other_variable(scope: Scope, expr: tree.Call, form: Form, wrong: int) -> str:
    """Advice where one variable in view has the type that is wanted in place of an argument; empty if none has."""
    meant = _variable_of(scope, form.parameters[wrong])
    if len(expr.arguments) != len(form.parameters) or meant == "…":
        return ""
    written = [argument.span.text for argument in expr.arguments]
    if meant in written:
        return ""
    whole = ", ".join([*written[:wrong], meant, *written[wrong + 1 :]])
    is_short = len(whole) <= SHOWN_CALL and whole.isprintable()
    return f"Did you mean `{expr.function.text}({whole})`?" if is_short else ""


def report_no_arguments(scope: Scope, expr: tree.Call, forms: tuple[Form, ...]) -> None:
    """Says what is missing in `f()`, and which variables would do."""
    name = expr.function.text
    needs = " or ".join(show_all(form.parameters) for form in forms)
    written = [_variable_of(scope, kind) for kind in forms[0].parameters]
    shown = ", ".join(written) if len(set(written)) == len(written) else "…"
    hint = f"write it between the parentheses: `{name}({shown})`"
    scope.error(codes.ARGUMENTS, f"`{name}` needs {needs} and gets nothing", expr.span, hint=hint)


def _variable_of(scope: Scope, wanted: Expanded) -> str:
    """The variable in view that has this type, if there is just one; else dots."""
    fitting = [
        name for name, each in scope.variables.items() if each.type is not None and is_subtype(each.type, wanted)
    ]
    return fitting[0] if len(fitting) == 1 else "…"


def _lacks_input(scope: Scope, arguments: Arguments) -> bool:
    """Whether the only argument is what was asked for, of which the program does not say the type."""
    is_alone = len(arguments.values) == 1 and not scope.world.has_input
    return is_alone and _is_bare_input(scope, arguments.values[0])


def _is_bare_input(scope: Scope, value: typed.Expr) -> bool:
    return isinstance(value, typed.Input) or (isinstance(value, typed.Local) and value.name in scope.from_input)


def quoted_symbol(scope: Scope, span: Span) -> str:
    """Advice about a symbol that was put into quotes; empty if this is none."""
    word = span.text[1:-1]
    if span.text[:1] != '"' or not word.isidentifier():
        return ""
    meant = {known.casefold(): known for known in scope.world.known_symbols()}.get(word.casefold())
    meant = word if scope.world.has_symbol(word) else meant
    return f"a symbol is written without quotes: `{meant}`" if meant else ""


def instead_of(wanted: Expanded, kind: Expanded, span: Span) -> str:
    """How a value of one type becomes one of another that is wanted; empty if nothing is known."""
    shown = span.text if len(span.text) <= SHOWN_POSITION and span.text.isprintable() else "…"
    symbol = shown[0].upper() + shown[1:]
    if shown.isidentifier() and symbol != shown and types.has_symbol(wanted, symbol) and not wanted.is_open:
        return f"Did you mean the symbol {symbol}?"
    if wanted == INT and kind == types.STRING and not shown[1:-1].isdecimal():
        return "strings are compared and handed on; they are neither joined nor counted with"
    if wanted == INT and kind == types.STRING:
        return f"a number is written without quotes: `{shown[1:-1]}`"
    if isinstance(kind.kernel, types.Tuple) and types.is_pure(kind):
        places = [place for place, item in enumerate(components(kind), start=1) if is_subtype(item, wanted)]
        if places:
            return f"take one of its components: `{shown} # {places[0]}`"
    if shown == "0" and types.has_symbol(wanted, "O") and not wanted.is_open:
        return "Did you mean the symbol O?"
    if wanted == BOOL and shown in ("0", "1"):
        return f"the truth value is written `{bool(int(shown))}`"
    if wanted == BOOL and kind == INT:
        return f"compare it with something: `{shown} == 0`"
    if wanted == INT and kind == BOOL:
        return "this is True or False: choose a number with `if … then … else …`"
    return ""


def _grouped(expr: tree.Call, arguments: Arguments, forms: tuple[Form, ...]) -> str:
    """Advice where the arguments would fit if some of them stood together as a tuple; empty if they would not."""
    given = arguments.types
    for form in forms:
        for place, wanted in enumerate(form.parameters):
            size = len(components(wanted))
            if size == 1 or len(form.parameters) - 1 + size != len(given) or arguments.is_spread:
                continue
            apart = (*form.parameters[:place], *components(wanted), *form.parameters[place + 1 :])
            if all(map(is_subtype, given, apart)):
                written = [argument.span.text for argument in expr.arguments]
                inner = ", ".join(written[place : place + size])
                whole = ", ".join((*written[:place], f"({inner})", *written[place + size :]))
                if len(whole) > SHOWN_CALL or not whole.isprintable():
                    whole = "…, (…, …)"
                return f"{show(wanted)} is one argument: write `{expr.function.text}({whole})`"
    return ""


def _one_missing(expr: tree.Call, arguments: Arguments, forms: tuple[Form, ...]) -> str:
    """Advice where the arguments would fit if there were one more, or one less; empty if they would not."""
    given = arguments.types
    written = [argument.span.text for argument in expr.arguments]
    if arguments.is_spread and len(given) != 1:
        return ""

    def call(parts: list[str]) -> str:
        whole = ", ".join(parts)
        return f": `{expr.function.text}({whole})`" if len(whole) <= SHOWN_CALL and whole.isprintable() else ""

    for form in forms:
        wanted = form.parameters
        if len(wanted) == len(given) + 1:
            fitting = [
                place
                for place in range(len(wanted))
                if all(map(is_subtype, given, (*wanted[:place], *wanted[place + 1 :])))
            ]
            if fitting:
                place = fitting[-1]  # where any of several may be missing, it is more often a later one
                which = _ORDINALS[place] if place < len(_ORDINALS) else f"{place + 1}th"
                what = f"the {which} argument" if len(fitting) == 1 else "an argument"
                filled = call([*written[:place], "…", *written[place:]])
                return f"{what} is missing, {show(wanted[place])}{filled}"
        if len(wanted) == len(given) - 1:
            rests = [
                [*written[:place], *written[place + 1 :]]
                for place in range(len(given))
                if all(map(is_subtype, (*given[:place], *given[place + 1 :]), wanted))
            ]
            if rests:  # where any of several may be too many, nobody knows which
                return f"there is one too many{call(rests[0]) if len(rests) == 1 else ''}"
    return ""


def _reordered(expr: tree.Call, arguments: Arguments, form: Form) -> str:
    """Advice where the arguments would fit in another order; empty if they would not."""
    given = arguments.types
    if len(given) > MOST_REORDERED or arguments.is_spread or len(expr.arguments) != len(given):
        return ""
    for order in permutations(range(len(given))):
        if all(is_subtype(given[at], wanted) for at, wanted in zip(order, form.parameters, strict=True)):
            whole = ", ".join(expr.arguments[at].span.text for at in order)
            is_short = len(whole) <= SHOWN_CALL and whole.isprintable()
            return f"in another order they fit: `{expr.function.text}({whole})`" if is_short else ""
    return ""


def report_no_function(scope: Scope, expr: tree.Call) -> None:
    """Says why something cannot be called; nothing if its type is unknown."""
    name, span = expr.function.text, expr.function.span
    variable, defined = scope.variables.get(name), scope.defined.get(name)
    if name == "input":
        hint = "the board is shown by itself: write `input` alone"
        scope.error(codes.INPUT_CALLED, "`input` has no arguments", expr.span, hint=hint)
        return
    kind: Expanded | None = None
    if variable is not None:
        kind = variable.type
    elif defined is not None and defined.kind != "unknown":
        kind = defined.type
    if kind is None:
        return
    if not expr.arguments:
        hint = f"write `{name}` alone"
        scope.error(codes.NOT_A_FUNCTION, f"`{name}` is a value, not a function", expr.span, hint=hint)
        return
    if kind.kernel is Basic.BOARD:
        written = expr.arguments[0].span.to(expr.arguments[-1].span).text
        shown = written if len(written) <= SHOWN_POSITION and written.isprintable() else "x,y"
        is_single = len(expr.arguments) == 1 and shown == written
        hint = f"a cell is looked up with `!`: `{name}!{shown if is_single else f'({shown})'}`"
        scope.error(codes.BOARD_CALLED, f"`{name}` is a board, not a function", expr.span, hint=hint)
        return
    is_hidden = variable is not None and (defined is not None or name in builtins.FUNCTIONS)
    hint = f"to multiply, write `{name} * (…)`" if kind == INT else ""
    hint = f"the variable hides the function `{name}`: call the variable otherwise" if is_hidden else hint
    scope.error(codes.NOT_A_FUNCTION, f"`{name}` is not a function", span, f"it is {show(kind)}", hint)


# Tuples and their components


def tuple_value(scope: Scope, expr: tree.Tuple, wanted: Expanded | None) -> typed.Expr | None:
    """`(x, y)`"""
    hints: tuple[Expanded | None, ...] = (None,) * len(expr.items)
    if wanted is not None and isinstance(wanted.kernel, types.Tuple) and len(wanted.kernel.items) == len(hints):
        hints = wanted.kernel.items
    items: list[typed.Expr] = []
    for item, hint in zip(expr.items, hints, strict=True):
        found = value_of(scope, item, hint)
        if found is not None:
            items.append(found)
    if len(items) < len(expr.items):
        return None
    kind = tuple_type(scope, tuple(item.type for item in items), expr.span)
    return None if kind is None else typed.Tuple(expr.span, kind, tuple(items))


def projection(scope: Scope, expr: tree.Projection) -> typed.Expr | None:
    """`e # 1`, `e # (1, 3)`"""
    subject = value_of(scope, expr.subject)
    if subject is None:
        return None
    items = components(subject.type)
    if len(items) == 1:
        label = f"this is {show(subject.type)}"
        hint = f"it has no components: leave out `#{expr.span.text.rpartition('#')[2]}`"
        if subject.type == types.BOARD:
            hint = "a cell of a board is looked up with `!`: `b!(x,y)`"
        scope.error(codes.PROJECTION, "`#` needs a tuple on its left", subject.span, label, hint)
        return None
    for index in expr.indexes:
        if not 1 <= index.value <= len(items):
            title = f"there is no component {index.value}: {show(subject.type)} has {len(items)}"
            scope.error(codes.PROJECTION, title, index.span, hint="components are counted from 1")
            return None
    indexes = tuple(index.value for index in expr.indexes)
    kind = tuple_type(scope, tuple(items[index - 1] for index in indexes), expr.span)
    return None if kind is None else typed.Projection(expr.span, kind, subject, indexes)


def tuple_type(scope: Scope, items: tuple[Expanded, ...], span: Span) -> Expanded | None:
    """The type of several values together, of one alone its own; None (and a report) if it is too large."""
    try:
        return items[0] if len(items) == 1 else types.tuple_of(items)
    except types.TooLarge as error:
        scope.error(codes.TYPE_TOO_LARGE, f"this has {error}", span)
        return None


# Operators: runs of equal strength, worked off from the left


def negation(scope: Scope, expr: tree.Negation) -> typed.Expr | None:
    operand = exactly_int(scope, value_of(scope, expr.operand), "a `-` sign needs an Int; this")
    return None if operand is None else typed.Negation(expr.span, INT, operand)


def arithmetic(scope: Scope, expr: tree.Chain) -> typed.Expr | None:
    needs = f"`{expr.links[0].operator}` needs two Ints; the left side"
    left = value_of(scope, expr.first)
    first = exactly_int(scope, left, needs)
    links: list[typed.ArithmeticLink] = []
    for link in expr.links:
        needs = f"`{link.operator}` needs two Ints; the right side"
        value = value_of(scope, link.operand)
        if first is None and value is not None and left is not None and value.type == left.type:
            continue  # both sides are of a type that has no sums: one mistake
        operand = exactly_int(scope, value, needs)
        if operand is not None:
            operator = cast(Literal["+", "-", "*", "/", "%"], link.operator)
            links.append(typed.ArithmeticLink(link.span, operator, operand))
    if first is None or len(links) < len(expr.links):
        return None
    return typed.Arithmetic(expr.span, INT, first, tuple(links))


def ordering(scope: Scope, expr: tree.Chain) -> typed.Expr | None:
    link = expr.links[0]
    left, right = value_of(scope, expr.first), value_of(scope, link.operand)
    needs = f"`{link.operator}` needs two Ints;"
    if left is not None and right is not None and left.type != INT and right.type != INT:
        title = f"{needs} the sides are {show(left.type)} and {show(right.type)}"
        scope.error(codes.OPERAND, title, expr.first.span.to(link.operand.span))
        left = right = None
    else:
        if left is not None and left.type == BOOL and len(expr.links) == 1:
            hint = "it is True or False already, and needs no comparison"
            scope.error(codes.OPERAND, f"{needs} the left side is Bool", left.span, hint=hint)
            left = None
        left = exactly_int(scope, left, f"{needs} the left side")
        right = exactly_int(scope, right, f"{needs} the right side")
    for further in expr.links[1:]:
        exactly_int(scope, value_of(scope, further.operand), f"`{further.operator}` needs two Ints; the right side")
    if len(expr.links) > 1:
        scope.error(
            codes.OPERAND,
            f"`{expr.links[1].operator}` needs two Ints; the left side is Bool",
            expr.first.span.to(link.operand.span),
            "this is True or False",
            "compare in two steps: `and(a < b, b < c)`",
        )
        return None
    if left is None or right is None:
        return None
    operator = cast(Literal["<", "<=", ">", ">="], link.operator)
    return typed.Ordering(expr.span, BOOL, operator, left, right)


def exactly_int(scope: Scope, found: typed.Expr | None, needs: str) -> typed.Expr | None:
    """The expression, if it is exactly an Int; `needs` begins the sentence that says it is not."""
    if found is None or found.type == INT:
        return found
    hint = ""
    if found.type.kernel is Basic.INT:
        hint = "a test with `if` does not take the symbols away: calculate before they come in"
    elif types.is_enumeration(found.type):
        hint = "symbols are no numbers: choose with `if … then … else …`"
    elif found.type.kernel is Basic.BOARD:
        hint = "a cell of a board is looked up with `!`: `b!(x,y)`"
    hint = hint or instead_of(INT, found.type, found.span)
    scope.error(codes.OPERAND, f"{needs} is {show(found.type)}", found.span, hint=hint)
    return None


def equality(scope: Scope, expr: tree.Chain) -> typed.Expr | None:
    first = value_of(scope, expr.first)
    left = None if first is None else first.type
    links: list[typed.EqualityLink] = []
    for link in expr.links:
        operand = value_of(scope, link.operand, left if isinstance(link.operand, tree.Symbol) else None)
        if left is not None and operand is not None:
            joined = scope.world.join(left, operand.type)
            if joined is None:
                of_board = _compared_board(scope, expr, link, left, operand.type)
                hints = (quoted_symbol(scope, each.span) for each in (first, operand) if each)
                meant = of_board or next(filter(None, hints), "") or _number_for_symbol(expr, link, left, operand.type)
                meant = meant or _other_symbol(expr, link, left, operand.type)
                if {left, operand.type} == {BOOL, types.STRING}:
                    meant = "what is True or False needs no comparison: leave it out, or write `not(…)` around it"
                meant = meant or instead_of(left, operand.type, operand.span)
                if not meant and first is not None and len(expr.links) == 1:
                    meant = instead_of(operand.type, left, first.span)
                report_no_equality(scope, link, left, operand.type, meant)
            else:
                operator = cast(Literal["==", "/="], link.operator)
                links.append(typed.EqualityLink(operator, operand, joined))
        left = BOOL
    if first is None or len(links) < len(expr.links):
        return None
    return typed.Equality(expr.span, BOOL, first, tuple(links))


def _compared_board(scope: Scope, expr: tree.Chain, link: tree.Link, left: Expanded, right: Expanded) -> str:
    """Advice where a whole board, or how many cells hold something, is compared with what a cell holds; empty if it is
    neither."""
    if len(expr.links) > 1 or scope.world.content is None:
        return ""
    for value, kind, other, its in ((expr.first, left, link.operand, right), (link.operand, right, expr.first, left)):
        if not is_subtype(its, scope.world.content):
            continue
        subject, what = shown_words(value), shown_words(other)
        if kind == types.BOARD:
            return (
                f"of one cell, write `{subject}!(x,y) {link.operator} {what}`; of all, `countBoard({what}, {subject})`"
            )
        if kind == INT and isinstance(other, tree.Symbol) and isinstance(value, tree.Call):
            return f"this is a number: compare it with one, `{value.function.text}(…) {link.operator} 0`"
    return ""


def _number_for_symbol(expr: tree.Chain, link: tree.Link, left: Expanded, right: Expanded) -> str:
    """Advice where a number, a truth or a text stands for a symbol; empty if none does."""
    literals = (tree.Number, tree.Truth, tree.Text)
    value, kind = (expr.first, left) if isinstance(link.operand, literals) else (link.operand, right)
    if isinstance(value, literals) or not types.is_enumeration(kind) or kind.is_open or not kind.symbols:
        return ""
    if len(expr.links) > 1 or not (isinstance(expr.first, literals) or isinstance(link.operand, literals)):
        return ""
    shown = value.span.text if len(value.span.text) <= SHOWN_CALL and value.span.text.isprintable() else "…"
    return f"compare it with one of its symbols: `{shown} {link.operator} {min(kind.symbols)}`"


def _other_symbol(expr: tree.Chain, link: tree.Link, left: Expanded, right: Expanded) -> str:
    """Advice where something is compared with a symbol that it never is; empty if that is not so."""
    for value, kind in ((link.operand, left), (expr.first, right)):
        if isinstance(value, tree.Symbol) and types.is_enumeration(kind) and not kind.is_open and kind.name:
            return f"compare it with {show(types.enumeration(kind.symbols))}"
    return ""


def report_no_equality(scope: Scope, link: tree.Link, left: Expanded, right: Expanded, meant: str) -> None:
    title = f"`{link.operator}` cannot compare {show(left)} with {show(right)}"
    hint = meant or "the two sides must have a type in common"
    if not meant and types.union(left, right) is not None:
        if scope.world.has_unknown:
            return  # perhaps a type that could not be understood contains both
        hint = "no declared type contains both"
        example = common_type(left, right)
        hint += f"; declare one, for example `{example}`" if example else ""
    scope.error(codes.NOT_COMPARABLE, title, link.span, hint=hint)


def lookup(scope: Scope, expr: tree.Chain) -> typed.Expr | None:
    link = expr.links[0]
    board = value_of(scope, expr.first)
    position = value_of(scope, link.operand)
    is_right = board is not None and position is not None
    if board is not None and board.type != types.BOARD:
        if position is not None and position.type == types.BOARD and is_subtype(board.type, types.PAIR):
            hint = f"write `{link.operand.span.text}!{expr.first.span.text}`"
            scope.error(
                codes.LOOKUP, "the board stands on the left of `!`, the position on its right", expr.span, "", hint
            )
            return None
        hint = ""
        if isinstance(link.operand, tree.Number) and len(components(board.type)) > 1:
            hint = f"a component of a tuple is taken with `#`: `{shown_words(expr.first)} # {link.operand.value}`"
        label = f"this is {show(board.type)}"
        scope.error(codes.LOOKUP, "`!` needs a board on its left", expr.first.span, label, hint)
        is_right = False
    if position is not None and not is_subtype(position.type, types.PAIR):
        title = "`!` needs a position (Int, Int) on its right"
        hint = "a position is a column and a row, as in `b!(1,2)`"
        board_text, column = shown_words(expr.first), shown_words(link.operand)
        if len(expr.links) > 1 and "…" not in (board_text, column):
            hint = f"a position stands in parentheses: `{board_text}!({column}, {shown_words(expr.links[1].operand)})`"
        elif position.type == INT and "…" not in (board_text, column):
            hint = f"a position is a column and a row: `{board_text}!({column}, …)`"
        if is_right or board is None:
            scope.error(codes.LOOKUP, title, link.operand.span, f"this is {show(position.type)}", hint)
        is_right = False
    for further in expr.links[1:]:
        value_of(scope, further.operand)
        if is_right:
            scope.error(codes.LOOKUP, "`!` needs a board on its left", further.span, "what it looks up is a cell")
            is_right = False
    is_right = is_on_board(scope, link.operand) and is_right
    if not is_right or board is None or position is None or scope.world.content is None:
        return None
    return typed.Lookup(expr.span, scope.world.content, board, position)


def shown_words(expr: tree.Expr) -> str:
    """An expression as advice repeats it; dots where it is long."""
    text = expr.span.text
    return text if len(text) <= SHOWN_POSITION and text.isprintable() else "…"


def is_on_board(scope: Scope, position: tree.Expr) -> bool:
    """Whether a position may lie on the board; reports one that is written with two numbers and does not."""
    match position:
        case tree.Tuple(_, (column, row)):
            return check_bounds(scope, position, *_numbers(column, row))
    return True


def _numbers(column: tree.Expr, row: tree.Expr) -> tuple[int | None, int | None]:
    """The coordinates that are written as numbers."""
    return (
        column.value if isinstance(column, tree.Number) else None,
        row.value if isinstance(row, tree.Number) else None,
    )


def check_bounds(scope: Scope, place: tree.Node, x: int | None, y: int | None) -> bool:
    """Reports a position outside the board; None stands for any column or row."""
    title = off_board(scope, x, y)
    if title:
        scope.error(codes.OFF_BOARD, title, place.span, hint=OFF_BOARD_HINT)
    return not title


def off_board(scope: Scope, x: int | None, y: int | None) -> str:
    """Says that a position lies outside the board; empty if it may lie on it."""
    width, height = scope.world.width, scope.world.height
    if width is None or height is None or ((x is None or 1 <= x <= width) and (y is None or 1 <= y <= height)):
        return ""
    shown = f"({'x' if x is None else x},{'y' if y is None else y})"
    return f"{shown} is outside the board, which is {width} wide and {height} high"


def common_type(one: Expanded, other: Expanded) -> str:
    """A definition that would contain two types, as an example; empty if it is not a matter of symbols."""
    if types.is_enumeration(one) and not types.is_enumeration(other):
        one, other = other, one
    if one.kernel is Basic.BOARD:
        return ""
    if not types.is_enumeration(other) or one.is_open or other.is_open:
        return ""
    if types.is_enumeration(one) and not one.name and not other.name:
        return f"type T = {{{', '.join(sorted(one.symbols | other.symbols))}}}"
    return f"type T = {_as_written(one)} & {_as_written(other)}"


def _as_written(kind: Expanded) -> str:
    return kind.name or (f"{{{', '.join(sorted(kind.symbols))}}}" if types.is_enumeration(kind) else show(kind))


# The rule for a run of operators, by the first of them.
_CHAINS: Mapping[tree.Operator, Callable[[Scope, tree.Chain], typed.Expr | None]] = {
    "!": lookup,
    **dict.fromkeys(("*", "/", "%", "+", "-"), arithmetic),
    **dict.fromkeys(("<", "<=", ">", ">="), ordering),
    **dict.fromkeys(("==", "/="), equality),
}


# `let`, `if` and `while`


def block(scope: Scope, expr: tree.Block, wanted: Expanded | None, mismatch: Mismatch | None) -> typed.Expr | None:
    """A run of `let` and `if`. With `mismatch` every branch must fit what is wanted; else they need a common type."""
    clauses: list[typed.Let | typed.If] = []
    branches: list[typed.Expr] = []
    hidden: list[tuple[str, Variable | None]] = []
    context = scope.context
    for clause in expr.clauses:
        match clause:
            case tree.Let(_, tree.Ident(_, name), value):
                bound = value_of(scope, value)
                hidden.append((name, scope.variables.get(name)))
                scope.bind_loop((name,), (None if bound is None else bound.type,), "let")
                scope.from_input.discard(name)
                if isinstance(bound, typed.Input):
                    scope.from_input.add(name)
                if bound is not None:
                    clauses.append(typed.Let(name, bound))
            case tree.If(_, test, result):
                decided = check(scope, test, BOOL, not_a_condition)
                chosen = branch(scope, result, wanted, mismatch)
                if decided is not None and chosen is not None:
                    branches.append(chosen)
                    clauses.append(typed.If(decided, chosen))
    last = branch(scope, expr.result, wanted, mismatch)
    scope.context = context
    for name, variable in reversed(hidden):
        scope.unbind(name, variable)
    if last is None or len(clauses) < len(expr.clauses):
        return None
    kind: Expanded | None = last.type
    for chosen in reversed(branches):
        kind = None if kind is None else common(scope, chosen, last, kind, wanted)
    return None if kind is None else typed.Block(expr.span, kind, tuple(clauses), last)


def branch(scope: Scope, expr: tree.Expr, wanted: Expanded | None, mismatch: Mismatch | None) -> typed.Expr | None:
    return value_of(scope, expr, wanted) if mismatch is None else check(scope, expr, wanted, mismatch)


def common(scope: Scope, one: typed.Expr, rest: typed.Expr, kind: Expanded, wanted: Expanded | None) -> Expanded | None:
    """The type that a branch and all that come after it have in common; reports that there is none."""
    joined = scope.world.join(one.type, kind)
    if joined is None and wanted is not None and is_subtype(one.type, wanted) and is_subtype(kind, wanted):
        joined = types.union(one.type, kind)
    if joined is not None:
        return joined
    hint = "both branches must have the same type"
    title = f"the branches give {show(one.type)} and {show(kind)}"
    if types.union(one.type, kind) is not None:
        if scope.world.has_unknown:
            return None  # perhaps a type that could not be understood contains both
        title += ", and no declared type contains both"
        example = common_type(one.type, kind)
        hint = f"declare one, for example `{example}`" if example else ""
    labels = (Label(one.span, f"this is {show(one.type)}"), Label(rest.span, f"this is {show(rest.type)}"))
    scope.report(Diagnostic(codes.NO_JOIN, title, labels, hint=hint, kind="type"))
    return None


def not_a_condition(kind: Expanded, span: Span) -> Diagnostic:
    title = f"a condition must be True or False, but this is {show(kind)}"
    shown = span.text if len(span.text) <= SHOWN_CALL and span.text.isprintable() else "…"
    hint = "compare it with something"
    if is_subtype(kind, INT):
        hint = f"compare it with a number: `{shown} == 0`, or `{shown} > 0`"
    elif kind.symbols and types.is_enumeration(kind):
        symbol = "Empty" if types.has_symbol(kind, "Empty") else min(kind.symbols)
        hint = f"compare it with one of its symbols: `{shown} == {symbol}`"
    return Diagnostic(codes.CONDITION, title, (Label(span),), hint=hint, kind="type")


def loop(scope: Scope, expr: tree.While) -> typed.Expr | None:
    """`while c do e`: changes the variables bound last before it, and is their value at the end.

    A `let` gives its variable the type of its first value, which for a symbol is that symbol alone:
    `let p = A in while … do next(p)` would not get far. So inside a loop such a variable has whatever type
    its first value and the body have in common. It grows until it fits; how far is remembered with the
    loop, so that loops inside loops do not begin anew each time.
    """
    context = scope.context
    if context is None:
        scope.error(
            codes.NO_LOOP_VARIABLE,
            "there is no variable that this loop could change",
            expr.span,
            hint="a loop changes the parameters of its function, or the variable of the innermost `let` around it",
        )
        value_of(scope, expr.condition)
        value_of(scope, expr.body)
        return None
    outside = tuple(scope.variables[name] for name in context.names)
    kinds = tuple(variable.type for variable in outside if variable.type is not None)
    kind = tuple_type(scope, kinds, expr.span) if len(kinds) == len(outside) else None
    if kind is not None and context.binder == "let":
        kind = scope.loop_types.get(id(expr), kind)
    while True:
        if kind is not None:
            inside = components(kind) if len(context.names) > 1 else (kind,)
            scope.bind_loop(context.names, inside, context.binder)
        body = value_of(scope, expr.body, kind)
        if kind is None or body is None or is_subtype(body.type, kind):
            break
        larger = grown(scope, kind, body.type) if context.binder == "let" else None
        if larger is None:
            report_loop(scope, expr, context.names, kind, body.type)
            body = None
            break
        kind = scope.loop_types[id(expr)] = larger
    condition = check(scope, expr.condition, BOOL, not_a_condition)
    scope.variables |= dict(zip(context.names, outside, strict=True))
    if kind is None or body is None or condition is None:
        return None
    return typed.While(expr.span, kind, context.names, condition, body)


def grown(scope: Scope, kind: Expanded, body: Expanded) -> Expanded | None:
    """The type of a loop's variable made large enough for the body too, if only symbols have to come in."""
    joined = scope.world.join(kind, body)
    return joined if joined is not None and is_only_symbols(kind, joined) else None


def is_only_symbols(small: Expanded, large: Expanded) -> bool:
    """Whether a type grew only where it had nothing but symbols; numbers and the like stay what they are."""
    if small.kernel is Basic.NONE:
        return True
    match small.kernel, large.kernel:
        case types.Tuple(ones), types.Tuple(others):
            return small.symbols == large.symbols and all(map(is_only_symbols, ones, others))
    return small == large


def report_loop(scope: Scope, expr: tree.While, names: tuple[str, ...], kind: Expanded, body: Expanded) -> None:
    shown = names[0] if len(names) == 1 else f"({', '.join(names)})"
    scope.error(
        codes.LOOP_TYPE,
        f"the loop changes `{shown}`, which is {show(kind)}, but its body gives {show(body)}",
        expr.body.span,
        hint=f"the body says what `{shown}` becomes in the next round",
    )
