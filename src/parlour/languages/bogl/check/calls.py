"""The types of calls: `f(1, 2)`, `f((1, 2))` and `f(p)` with a pair `p` are the same call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from parlour.languages.bogl import codes
from parlour.languages.bogl.check import builtins
from parlour.languages.bogl.check import meaning as typed
from parlour.languages.bogl.check.operators import OFF_BOARD_HINT, off_board
from parlour.languages.bogl.check.types import INT, Basic, Expanded, Tuple, components, is_subtype, show, show_all
from parlour.languages.bogl.syntax import tree
from parlour.syntax.diagnostic import Diagnostic, Label

if TYPE_CHECKING:
    from parlour.languages.bogl.check.values import Inference

SHOWN_POSITION = 20


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


def call(inference: Inference, expr: tree.Call) -> typed.Expr | None:
    forms = forms_of(inference, expr)
    arguments = arguments_of(inference, expr, forms)
    if arguments is None or not forms:
        return None
    form = next((form for form in forms if len(form.parameters) == len(arguments.types)), None)
    if form is None or not all(map(is_subtype, arguments.types, form.parameters)):
        report_misfit(inference, expr, arguments, form, forms)
        return None
    if form.builtin is None:
        return typed.Call(expr.span, form.result, expr.function.text, arguments.values, arguments.is_spread)
    if form.builtin.operation == "place":
        check_place(inference, expr)
    return typed.BuiltinCall(expr.span, form.result, form.builtin, arguments.values, arguments.is_spread)


def forms_of(inference: Inference, expr: tree.Call) -> tuple[Form, ...]:
    """How the function can be called; empty if it is none (which is reported) or if its types are unknown."""
    name, span = expr.function.text, expr.function.span
    world = inference.world
    defined = inference.defined.get(name)
    if name in inference.variables or name == "input" or (defined is not None and defined.kind != "function"):
        report_no_function(inference, expr)
    elif defined is not None:
        inference.mention(name, span)
        if defined.parameters is not None and defined.type is not None:
            return (Form(defined.parameters, defined.type),)
    elif name in builtins.FUNCTIONS and inference.has_builtin(name):
        inference.builtins.add(name)
        world.uses_player = world.uses_player or (name == "next" and not world.own_player)
        if world.content is not None:
            return tuple(Form(b.parameters, b.result, b) for b in builtins.forms_of(name, world.content))
    elif name in builtins.SIDES:
        hint = f"write `{name}` alone"
        inference.error(codes.NOT_A_FUNCTION, f"`{name}` is a number, not a function", span, hint=hint)
    else:
        inference.unknown_name(name, span, "function")
    return ()


def arguments_of(inference: Inference, expr: tree.Call, forms: tuple[Form, ...]) -> Arguments | None:
    """The arguments, taken apart or put together so that there is one for each parameter, if that is possible."""
    counts = {len(form.parameters) for form in forms}
    written = expr.arguments
    if len(written) == 1 and isinstance(written[0], tree.Tuple) and len(written[0].items) in counts:
        written = written[0].items
    elif counts == {1} and len(written) > 1 and isinstance(forms[0].parameters[0].kernel, Tuple):
        written = (tree.Tuple(written[0].span.to(written[-1].span), written),)
    form = next((form for form in forms if len(form.parameters) == len(written)), None)
    hints = (None,) * len(written) if form is None else form.parameters
    values: list[typed.Expr] = []
    for argument, hint in zip(written, hints, strict=True):
        found = inference.infer(argument, hint)
        if found is not None:
            values.append(found)
    if len(values) < len(written):
        return None
    types = tuple(value.type for value in values)
    is_spread = form is None and len(types) == 1
    return Arguments(tuple(values), components(types[0]) if is_spread else types, is_spread)


def check_place(inference: Inference, expr: tree.Call) -> None:
    """Warns of a piece placed outside the board. That fails at run time only, and perhaps nobody ever gets there."""
    match expr.arguments:
        case (_, _, tree.Tuple(span, (tree.Number(_, x), tree.Number(_, y)))):
            title = off_board(inference, x, y)
            if title:
                label = Label(span, "the program fails when it places something here")
                inference.report(
                    Diagnostic(codes.OFF_BOARD, title, (label,), hint=OFF_BOARD_HINT, severity="warning", kind="type")
                )


def report_misfit(
    inference: Inference, expr: tree.Call, arguments: Arguments, form: Form | None, forms: tuple[Form, ...]
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
    inference.error(codes.ARGUMENTS, title, place, label)


def report_no_function(inference: Inference, expr: tree.Call) -> None:
    """Says why something cannot be called; nothing if its type is unknown."""
    name, span = expr.function.text, expr.function.span
    variable, defined = inference.variables.get(name), inference.defined.get(name)
    if name == "input":
        hint = "the board is shown by itself: write `input` alone"
        inference.error(codes.INPUT_CALLED, "`input` has no arguments", expr.span, hint=hint)
        return
    kind: Expanded | None = None
    if variable is not None:
        kind = variable.type
    elif defined is not None and defined.kind != "unknown":
        kind = defined.type
    if kind is None:
        return
    if kind.kernel is Basic.BOARD:
        written = expr.arguments[0].span.to(expr.arguments[-1].span).text
        shown = written if len(written) <= SHOWN_POSITION and written.isprintable() else "x,y"
        is_single = len(expr.arguments) == 1 and shown == written
        hint = f"a cell is looked up with `!`: `{name}!{shown if is_single else f'({shown})'}`"
        inference.error(codes.BOARD_CALLED, f"`{name}` is a board, not a function", expr.span, hint=hint)
        return
    is_hidden = variable is not None and (defined is not None or name in builtins.FUNCTIONS)
    hint = f"to multiply, write `{name} * (…)`" if kind == INT else ""
    hint = f"the variable hides the function `{name}`: call the variable otherwise" if is_hidden else hint
    inference.error(codes.NOT_A_FUNCTION, f"`{name}` is not a function", span, f"it is {show(kind)}", hint)
