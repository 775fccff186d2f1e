"""What a sound program says and can hardly mean: loops that never end, and tests that come too late.

Two things that look right to whoever knows another language. A `while` changes the variables that were bound last
before it and nothing else, so a condition on something else stays as it is for ever. And `and` is a function: both of
its arguments are evaluated, so a test on the left does not keep the lookup on the right from leaving the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set

from parlour.languages.bogl import codes
from parlour.languages.bogl.check.uses import Mentions
from parlour.languages.bogl.syntax import tree
from parlour.syntax.diagnostic import Diagnostic, Label

Report = Callable[[Diagnostic], object]

ORDERINGS = ("<", "<=", ">", ">=")
# How much of a condition advice repeats.
SHOWN = 40


def warn_of_doubts(
    definitions: Mapping[str, tree.ValueDefinition], mentions: Mentions, asks: Set[str], report: Report
) -> None:
    """Warns of the loops and tests in all these definitions. `asks`: those that may ask for input."""
    bodies = {name: list(_bodies(definition)) for name, definition in definitions.items()}
    looking = _looking(bodies, mentions)
    for found in bodies.values():
        for names, body in found:
            for around, expr in _parts(body, names):
                match expr:
                    case tree.While():
                        _check_loop(expr, around, {"input", *asks}, report)
                    case tree.Call(_, tree.Ident(text="and" | "or" as word), (first, second)) if word not in bodies:
                        _check_sides(expr, first, second, bodies, looking, report)


def _bodies(definition: tree.ValueDefinition) -> Iterator[tuple[tuple[str, ...], tree.Expr]]:
    """The right sides of a definition, each with the variables that a loop in it changes."""
    match definition.equation:
        case tree.ValueEquation(_, value):
            yield (), value
        case tree.FunctionEquation(_, parameters, value):
            yield tuple(parameter.text for parameter in parameters), value
        case tree.BoardEquations(_, cells):
            for cell in cells:
                yield (), cell.value


def _parts(root: tree.Expr, names: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], tree.Expr]]:
    """An expression and all in it, each with the variables that were bound last before it."""
    waiting = [(names, root)]
    while waiting:
        around, expr = waiting.pop()
        yield around, expr
        if not isinstance(expr, tree.Block):
            waiting += [(around, child) for child in tree.children(expr)]
            continue
        for clause in expr.clauses:
            match clause:
                case tree.Let(_, name, value):
                    waiting.append((around, value))
                    around = (name.text,)
                case tree.If(_, condition, result):
                    waiting += [(around, condition), (around, result)]
        waiting.append((around, expr.result))


def _names(expr: tree.Expr) -> frozenset[str]:
    """All that an expression mentions, functions included."""
    found: set[str] = set()
    for _, part in _parts(expr, ()):
        match part:
            case tree.Variable(_, name) | tree.Call(_, tree.Ident(_, name), _):
                found.add(name)
    return frozenset(found)


def _check_loop(loop: tree.While, names: tuple[str, ...], asks: Set[str], report: Report) -> None:
    read = _names(loop.condition)
    match loop.body:
        case tree.Tuple(_, items) if len(items) == len(names):
            values: Iterable[tree.Expr] = items
        case body:
            values = (body,) if len(names) == 1 else ()
    kept = {name for name, value in zip(names, values, strict=False) if _is_variable(value, name)}
    changed = [name for name in names if name not in kept]
    if not read.isdisjoint(changed) or not read.isdisjoint(asks):
        return
    what = " and ".join(f"`{name}`" for name in changed)
    labels = (
        Label(loop.condition.span, "this is the same in every round"),
        Label(loop.body.span, f"this changes {what} alone" if changed else "this changes nothing"),
    )
    hint = f"let the condition look at {what}" if changed else "let the body be what the variable becomes next"
    title = "this loop never ends, once it has begun"
    report(Diagnostic(codes.ENDLESS_LOOP, title, labels, hint=hint, severity="warning"))


def _is_variable(expr: tree.Expr, name: str) -> bool:
    return isinstance(expr, tree.Variable) and expr.name == name


def _looking(bodies: Mapping[str, list[tuple[tuple[str, ...], tree.Expr]]], mentions: Mentions) -> frozenset[str]:
    """The definitions that look something up on a board, themselves or through others."""
    found = {name for name, parts in bodies.items() if any(_lookups(body) for _, body in parts)}
    while True:
        more = {name for name, others in mentions.items() if name not in found and not found.isdisjoint(others)}
        if not more:
            return frozenset(found)
        found |= more


def _lookups(expr: tree.Expr) -> list[tree.Chain]:
    chains = (part for _, part in _parts(expr, ()) if isinstance(part, tree.Chain))
    return [chain for chain in chains if chain.links[0].operator == "!"]


def _check_sides(
    call: tree.Call,
    first: tree.Expr,
    second: tree.Expr,
    functions: Set[str] | Mapping[str, object],
    looking: frozenset[str],
    report: Report,
) -> None:
    """Warns of a lookup on the right at a position that the left side tests first."""
    if _lookups(first) or not looking.isdisjoint(_names(first)):
        return
    tested: set[str] = set()
    for _, part in _parts(first, ()):
        is_test = isinstance(part, tree.Chain) and part.links[0].operator in ORDERINGS
        is_call = isinstance(part, tree.Call) and part.function.text in functions
        if is_test or is_call:
            tested |= _names(part)
    for lookup in _lookups(second):
        if tested.isdisjoint(_names(lookup.links[0].operand)):
            continue
        word = call.function.text
        test, rest = _shown(first), _shown(second)
        hint = (
            f"write `if {test} then {rest} else False`" if word == "and" else f"write `if {test} then True else {rest}`"
        )
        title = f"`{word}` evaluates both sides: this is looked up even if the left side is {word == 'or'}"
        labels = (Label(lookup.span), Label(first.span, "this keeps nothing from being looked up"))
        report(Diagnostic(codes.BOTH_SIDES, title, labels, hint=hint, severity="warning"))
        return


def _shown(expr: tree.Expr) -> str:
    text = expr.span.text
    return text if len(text) <= SHOWN and text.isprintable() else "…"
