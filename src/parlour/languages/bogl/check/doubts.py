"""What a sound program says and can hardly mean: loops that never end, and tests that come too late.

Two things that look right to whoever knows another language. A `while` changes the variables that were bound last
before it and nothing else, so a condition on something else stays as it is for ever. And `and` is a function: both of
its arguments are evaluated, so a test on the left does not keep the lookup on the right from leaving the board.
A result that nothing gives is another: most often a full board has been forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set

from parlour.languages.bogl import codes
from parlour.languages.bogl.check.types import Expanded, has_symbol, show
from parlour.languages.bogl.check.uses import Mentions
from parlour.languages.bogl.check.world import World
from parlour.languages.bogl.syntax import tree
from parlour.languages.comparisons import Comparison, doubt
from parlour.syntax.diagnostic import Diagnostic, Label

Report = Callable[[Diagnostic], object]

ORDERINGS = ("<", "<=", ">", ">=")
# The operators that compare with a number, as other languages write them.
COMPARING = {**{sign: sign for sign in ORDERINGS}, "==": "==", "/=": "!="}
# How much of a condition advice repeats.
SHOWN = 40


def warn_of_doubts(
    definitions: Mapping[str, tree.ValueDefinition],
    mentions: Mentions,
    asks: Set[str],
    world: World,
    results: Mapping[str, tree.Ident],
    report: Report,
) -> None:
    """Warns of what can hardly be meant in all these definitions. `asks`: those that may ask for input; `results`: the
    symbols that the type of `result` adds to others."""
    content = world.content if world.has_board else None
    bodies = {name: list(_bodies(definition)) for name, definition in definitions.items()}
    looking = _looking(bodies, mentions)
    _warn_of_unused(definitions, mentions, asks, report)
    if "result" in asks:
        _warn_of_ungiven(bodies, results, world, report)
    for name, found in bodies.items():
        for names, body in found:
            if name not in asks:
                _check_calls(name, names, body, report)
            for around, expr in _parts(body, names):
                match expr:
                    case tree.While():
                        _check_loop(expr, around, {"input", *asks}, report)
                    case tree.Call(_, tree.Ident(text="isFull"), _) if "isFull" not in bodies:
                        _check_full(expr, content, report)
                    case tree.Call(_, tree.Ident(text="and" | "or" as word), (first, second)) if word not in bodies:
                        _check_sides(expr, first, second, bodies, looking, report)
                        _check_ranges(expr, {"input", *asks}, report)


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


def _check_calls(name: str, parameters: tuple[str, ...], body: tree.Expr, report: Report) -> None:
    """Warns of a function that asks nothing and calls itself with the very arguments it got."""
    for around, part in _parts(body, parameters):
        if not (isinstance(part, tree.Call) and part.function.text == name and len(part.arguments) == len(parameters)):
            continue
        is_hidden = around != parameters and not set(around).isdisjoint(parameters)
        if is_hidden or not all(map(_is_variable, part.arguments, parameters)):
            continue
        title = f"`{name}` calls itself with the same arguments and asks nothing: it never ends"
        hint = "one of the arguments has to change: a smaller number, another board, the next position"
        report(Diagnostic(codes.ENDLESS_CALL, title, (Label(part.span),), hint=hint, severity="warning"))


def _check_full(call: tree.Call, content: Expanded | None, report: Report) -> None:
    """Warns of a question for free cells where none can be."""
    if content is None or has_symbol(content, "Empty"):
        return
    title = f"no cell of this board can be `Empty`, so it is always full: cells hold {show(content)}"
    hint = "call the free cells `Empty`, or count yours: `countBoard(Free, board) == 0`"
    report(Diagnostic(codes.NEVER_FREE, title, (Label(call.span),), hint=hint, severity="warning"))


def _warn_of_unused(
    definitions: Mapping[str, tree.ValueDefinition], mentions: Mentions, asks: Set[str], report: Report
) -> None:
    """Warns of a function from one player to another that a game never gets to: then the turn never passes by it. Other
    functions may be there to be tried out, and where nothing asks, there is no game."""
    if "result" not in asks or isinstance(definitions["result"].signature, tree.FunctionType):
        return
    values = [name for name, each in definitions.items() if not isinstance(each.signature, tree.FunctionType)]
    reached, waiting = set(values), values
    while waiting:
        more = [name for name in mentions.get(waiting.pop(), ()) if name not in reached]
        reached.update(more)
        waiting += more
    used = {name for each, names in mentions.items() for name in names if name != each}
    for name, definition in definitions.items():
        if name not in reached and name not in used and _gives_player(definition.signature):
            place = Label(definition.name.span)
            hint = f"does the turn pass to the other player? Then call it there: `{name}(…)`"
            report(Diagnostic(codes.NEVER_USED, f"`{name}` is never used", (place,), hint=hint, severity="warning"))


def _warn_of_ungiven(
    bodies: Mapping[str, list[tuple[tuple[str, ...], tree.Expr]]],
    results: Mapping[str, tree.Ident],
    world: World,
    report: Report,
) -> None:
    """Warns of a symbol that a game may end with and never does: nothing in the program gives it, and no answer."""
    parts = [part for found in bodies.values() for names, body in found for _, part in _parts(body, names)]
    given = {part.name for part in parts if isinstance(part, tree.Symbol)}
    for name, place in results.items():
        if name in given or world.input is None or world.is_open or has_symbol(world.input, name):
            continue
        hint = f"give it where nobody has won: `else if … then {name} else …`"
        if world.has_board and world.content is not None and has_symbol(world.content, "Empty"):
            hint = f"give it when the board is full: `else if isFull(board) then {name} else …`"
        title = f"`{name}` is a result of the game, and nothing ever gives it"
        report(Diagnostic(codes.NEVER_GIVEN, title, (Label(place.span),), hint=hint, severity="warning"))


def _gives_player(signature: tree.Type | tree.FunctionType | None) -> bool:
    match signature:
        case tree.FunctionType(_, tree.NamedType(name="Player"), tree.NamedType(name="Player")):
            return True
    return False


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


def _check_ranges(call: tree.Call, asks: Set[str], report: Report) -> None:
    """Warns of comparisons with constants that are never all true, or of which one always is: where they are joined."""
    word = call.function.text
    found = doubt(_compared(call, word, asks), word)
    if found is not None and all(doubt(_compared(part, word, asks), word) is None for part in call.arguments):
        title, hint = found
        report(Diagnostic(codes.ALWAYS_SAME, title, (Label(call.span),), hint=hint, severity="warning"))


def _compared(expr: tree.Expr, word: str, asks: Set[str]) -> Iterator[Comparison]:
    """The comparisons that are joined by calls of `and`, or of `or`."""
    match expr:
        case tree.Call(_, tree.Ident(text=joined), arguments) if joined == word:
            for argument in arguments:
                yield from _compared(argument, word, asks)
        case tree.Chain(_, subject, (tree.Link(_, operator, value),)) if operator in COMPARING:
            for left, right, is_turned in ((subject, value, False), (value, subject, True)):
                constant = _constant(right)
                if constant is not None and _constant(left) is None and _names(left).isdisjoint(asks):
                    found = Comparison(" ".join(left.span.text.split()), COMPARING[operator], constant)
                    yield found.turned if is_turned else found


def _constant(expr: tree.Expr) -> int | str | None:
    """A number, or what else is written out and is itself alone."""
    match expr:
        case tree.Number(_, value):
            return value
        case tree.Negation(_, tree.Number(_, value)):
            return -value
        case tree.Symbol() | tree.Text() | tree.Truth():
            return expr.span.text
    return None


def _shown(expr: tree.Expr) -> str:
    text = expr.span.text
    return text if len(text) <= SHOWN and text.isprintable() else "…"
