"""Checks a BoGL program: the tree of `syntax/tree.py` in, that of `meaning.py` and all that is wrong out.

Definitions may stand in any order and use each other freely: signatures are read first, then each equation
is checked by itself. A definition that fails keeps its declared type, so one mistake is reported once.

    >>> from parlour.languages.bogl.syntax.parser import parse_program
    >>> from parlour.syntax.source import Source
    >>> program, _ = parse_program(Source("demo.bgl", "game Demo  plot : Bool  plot = 4"))
    >>> checked, found = check_program(program)
    >>> checked, found[0].title
    (None, '`plot` is declared as Bool but its equation gives Int')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from parlour.languages.bogl import codes
from parlour.languages.bogl.check import builtins
from parlour.languages.bogl.check import meaning as typed
from parlour.languages.bogl.check import types as t
from parlour.languages.bogl.check.cells import board_definition
from parlour.languages.bogl.check.declarations import added_symbols, declare_types, where
from parlour.languages.bogl.check.doubts import warn_of_doubts
from parlour.languages.bogl.check.meaning import AnyDefinition, BoardShape, Checked
from parlour.languages.bogl.check.scope import Global, Scope
from parlour.languages.bogl.check.uses import analyse
from parlour.languages.bogl.check.values import check, common_type, instead_of, quoted_symbol, value_of
from parlour.languages.bogl.check.world import BOARD_KEY, World
from parlour.languages.bogl.pragmas import FORMS, Pragmas
from parlour.languages.bogl.syntax import tree
from parlour.languages.pragmas import read_notes
from parlour.syntax.diagnostic import Diagnostic, Label, in_order
from parlour.syntax.source import Span
from parlour.syntax.suggest import did_you_mean
from parlour.syntax.unknown import Unknown

Report = Callable[[Diagnostic], object]

SHOWN_VALUE = 20


def check_program(
    program: tree.Program, preludes: Sequence[tree.Program] = ()
) -> tuple[Checked | None, list[Diagnostic]]:
    """The checked program, or None if it has errors (those found in reading it count too), and what was found."""
    found: list[Diagnostic] = []
    programs = (*preludes, program)
    world = declare_types(programs, found.append)
    definitions, copies = _collect(programs, found.append)
    defined = {name: _signature(definition, world) for name, definition in definitions.items()}
    checked: list[AnyDefinition] = []
    mentions: dict[str, Mapping[str, Span]] = {}
    used: set[str] = set()
    missing: dict[str, list[Diagnostic]] = {}
    for name, definition in definitions.items():
        scope = Scope(world, defined, found.append)
        result = _check_definition(scope, definition, defined[name])
        mentions[name] = scope.mentions
        used |= scope.builtins
        for unknown, told in scope.missing.items():
            missing.setdefault(unknown, []).append(told)
        if result is not None:
            checked.append(result)
    _tell_copies(copies, definitions, missing, found)
    boards = [name for name, known in defined.items() if known.kind == "board"]
    uses = analyse(mentions, boards, defined, found.append)
    world.unknown.tell_gathered()
    _tell_copied_type(found)
    if boards and not world.has_board:
        found = _without_board(definitions[boards[0]], found)
    if all(item.is_sound for item in programs) and not any(item.is_error for item in found):
        results = added_symbols(definitions.get("result"), programs)
        warn_of_doubts(definitions, mentions, uses.asks, world, results, found.append)
    pragmas = _pragmas(program, world, found.append)
    ordered = list(in_order(found))
    is_sound = all(item.is_sound for item in programs) and not any(item.is_error for item in ordered)
    shape = _shape(world)
    if not is_sound or shape is None or world.input is None:
        return None, ordered
    return (
        Checked(
            game=program.name.text if program.name else "",
            board=shape,
            input=world.input,
            types=_types(world),
            definitions=tuple(checked),
            builtins=frozenset(used),
            symbols=_symbols(world),
            is_open=world.is_open,
            player=_player(world),
            asks=uses.asks,
            board_order=uses.board_order,
            pragmas=pragmas,
            world=world,
            defined=defined,
        ),
        ordered,
    )


def _without_board(board: tree.ValueDefinition, found: list[Diagnostic]) -> list[Diagnostic]:
    """What was found, where one message stands for all that goes wrong with boards because there is no type of them.
    Without one they have a single cell, which is an Int; nobody means that who writes of other cells."""
    follows = [item for item in found if item.code in (codes.OFF_BOARD, codes.CELL_TYPE)]
    if not follows:
        return found
    title = f"`{board.name.text}` is a Board, and there is no `type Board`"
    hint = "add `type Board = Array (…,…) of …`: the width, the height, and what a cell holds"
    place = board.name.span if board.signature is None else board.signature.span
    told = Diagnostic(codes.UNKNOWN_TYPE, title, (Label(place),), hint=hint)
    return [
        told,
        *(item for item in found if item.kind != "type" and item.code not in (codes.OFF_BOARD, codes.UNKNOWN_SYMBOL)),
    ]


def check_expression(checked: Checked, expr: tree.Expr) -> tuple[typed.Expr | None, list[Diagnostic]]:
    """An expression in the scope of a checked program, or None if it has errors, and what was found."""
    found: list[Diagnostic] = []
    world = replace(checked.world, unknown=Unknown(found.append, checked.world.lost))
    result = value_of(Scope(world, checked.defined, found.append), expr)
    world.unknown.tell_gathered()
    return result, list(in_order(found))


def _collect(
    programs: Sequence[tree.Program], report: Report
) -> tuple[dict[str, tree.ValueDefinition], list[tree.ValueDefinition]]:
    """All definitions of values and functions by name, where the first one of a name counts, and the other ones."""
    definitions: dict[str, tree.ValueDefinition] = {}
    copies: list[tree.ValueDefinition] = []
    for program in programs:
        for definition in program.definitions:
            if not isinstance(definition, tree.ValueDefinition):
                continue
            name, place = definition.name.text, definition.name.span
            if name in builtins.FIXED:
                title = f"`{name}` is built in and cannot be defined again"
                report(Diagnostic(codes.BUILTIN_REDEFINED, title, (Label(place),), hint="choose another name"))
            elif name in definitions:
                copies.append(definition)
            else:
                definitions[name] = definition
    return definitions, copies


def _tell_copies(
    copies: Sequence[tree.ValueDefinition],
    definitions: Mapping[str, tree.ValueDefinition],
    missing: Mapping[str, Sequence[Diagnostic]],
    found: list[Diagnostic],
) -> None:
    """Reports names that are defined again. If one name is used and defined nowhere, the copy was to have it, and that
    it is not there is the same mistake."""
    for copy in copies:
        name, place = copy.name.text, copy.name.span
        earlier = definitions[name].name.span
        title = f"`{name}` is already defined {where(earlier, place)}"
        labels: tuple[Label, ...] = (Label(place), Label(earlier, "here"))
        hint = "leave one of them out, or give it another name"
        if len(copies) == 1 and len(missing) == 1:
            [(meant, told)] = missing.items()
            labels = (*labels, Label(told[0].span, "this is defined nowhere"))
            hint = f"did you mean to call it `{meant}`, which is used and defined nowhere?"
            found[:] = [item for item in found if item not in told]
        found.append(Diagnostic(codes.REDEFINED, title, labels, hint=hint))


def _tell_copied_type(found: list[Diagnostic]) -> None:
    """The same for types, among what was found: one is defined twice, and one is used and defined nowhere."""
    copies = [item for item in found if item.code == codes.TYPE_REDEFINED]
    missing = [item for item in found if item.code == codes.UNKNOWN_TYPE]
    if len(copies) != 1 or len(missing) != 1 or missing[0].hint.startswith("Did you mean"):
        return
    [copy], [told] = copies, missing
    hint = f"did you mean to call it `{told.span.text}`, which is used and defined nowhere?"
    labels = (*copy.labels, Label(told.span, "this is defined nowhere"))
    found[:] = [replace(item, labels=labels, hint=hint) if item is copy else item for item in found if item is not told]


def _signature(definition: tree.ValueDefinition, world: World) -> Global:
    """What the signature says. With an equation of another form, nothing is certain about a value."""
    name, equation = definition.name, definition.equation
    match definition.signature:
        case None | tree.BrokenType():
            return Global(name, "unknown")
        case tree.FunctionType(_, parameter, result):
            kind = world.expand(parameter)
            parameters = None if kind is None else t.components(kind)
            names = equation.parameters if isinstance(equation, tree.FunctionEquation) else None
            is_doubtful = names is not None and parameters is not None and len(names) != len(parameters)
            return Global(name, "function", world.expand(result), parameters, is_doubtful)
        case signature:
            expanded = world.expand(signature)
            if expanded is None or isinstance(equation, tree.FunctionEquation):
                return Global(name, "unknown", expanded)
            is_board = isinstance(equation, tree.BoardEquations) and expanded == t.BOARD
            return Global(name, "board" if is_board else "value", expanded)


def _check_definition(scope: Scope, definition: tree.ValueDefinition, known: Global) -> AnyDefinition | None:
    """The definition with its equation checked; None if there is something wrong with it."""
    match definition.equation:
        case None:
            return None
        case tree.ValueEquation(_, value):
            if known.kind == "function":
                _wrong_form(scope, definition, "a function, so its equation needs parameters", "(x)")
                return None
            body = _body(scope, definition, value, known.type)
            if body is None or known.type is None:
                return None
            return typed.ValueDefinition(definition.span, known.name.text, frozenset(scope.mentions), known.type, body)
        case tree.FunctionEquation() as equation:
            return _check_function(scope, definition, equation, known)
        case tree.BoardEquations() as equations:
            if known.kind == "function":
                _wrong_form(scope, definition, "a function, but this is a board equation", "(x)")
                return None
            if known.kind == "value" and known.type is not None:
                _wrong_form(scope, definition, f"{t.show(known.type)}, so it has no cells and no parameters", "")
            return board_definition(scope, definition, equations, is_board=known.kind == "board")


def _wrong_form(
    scope: Scope, definition: tree.ValueDefinition, declared: str, parameters: str, is_without_result: bool = False
) -> None:
    name, equation = definition.name, definition.equation
    hint = f"write the equation as `{name.text}{parameters} = …`, or change the signature"
    if is_without_result and definition.signature is not None:
        declared_as = f"{name.text} : {definition.signature.span.text} -> …"
        hint = f"say in the signature what it gives, `{declared_as}`, or write the equation as `{name.text} = …`"
    assert equation is not None
    labels = (Label(equation.span), Label(name.span, "the signature is here"))
    scope.report(
        Diagnostic(
            codes.EQUATION_FORM,
            f"`{name.text}` is declared as {declared}",
            labels,
            hint=hint,
            kind="type",
        )
    )


def _body(
    scope: Scope, definition: tree.ValueDefinition, body: tree.Expr, declared: t.Expanded | None
) -> typed.Expr | None:
    """The right side of an equation, checked against the signature."""

    better: list[t.Expanded] = []  # a declared type that would have been right
    told: set[t.Expanded] = set()  # what other branches give

    def mismatch(kind: t.Expanded, span: Span) -> Diagnostic | None:
        wanted = "" if declared is None else t.show(declared)
        if (better and t.is_subtype(kind, better[0])) or kind in told:
            return None
        told.add(kind)
        title = f"`{definition.name.text}` is declared as {wanted} but its equation gives {t.show(kind)}"
        labels = (Label(span, f"this is {t.show(kind)}"), Label(definition.name.span, "declared here"))
        example = "" if declared is None or t.union(declared, kind) is None else common_type(declared, kind)
        hint = f"if both are meant, declare a type that contains them: `{example}`" if example else ""
        held = None if declared is None else _holding(scope.world, declared, kind)
        if held is not None:
            better.append(held)
            hint = f"`{held.name}` contains both: declare it as {held.name}, if that is meant"
        elif kind == t.STRING and (quoted := quoted_symbol(scope, span)):
            hint = quoted
        elif declared is not None:
            hint = instead_of(declared, kind, span) or _made_of(scope, definition, declared, kind, span) or hint
        return Diagnostic(codes.DECLARED_TYPE, title, labels, hint=hint, kind="type")

    return check(scope, body, declared, mismatch)


def _holding(world: World, one: t.Expanded, other: t.Expanded) -> t.Expanded | None:
    """The smallest declared type that contains both."""
    both = t.union(one, other)
    if both is None or one.kernel is not other.kernel:
        return None
    named = [kind for kind in world.types.values() if kind is not None and kind.name and t.is_subtype(both, kind)]
    return min(named, key=lambda kind: len(kind.symbols or ()), default=None)


def _made_of(scope: Scope, definition: tree.ValueDefinition, wanted: t.Expanded, kind: t.Expanded, span: Span) -> str:
    """How what is there could become what is wanted; empty if nothing is known."""
    content, name = scope.world.content, definition.name.text
    if wanted == t.BOARD and content is not None and t.is_subtype(kind, content):
        is_value = isinstance(definition.equation, tree.ValueEquation)
        shown = span.text if span.text.isprintable() and len(span.text) <= SHOWN_VALUE else "…"
        if is_value:
            return f"a board is filled cell by cell: `{name}!(x,y) = {shown}`"
        return f"a piece is put on a board: `place({shown}, …, (x,y))`"
    makers = [
        other.name.text
        for other in scope.defined.values()
        if other.kind == "function" and other.type is not None and t.is_subtype(other.type, wanted)
        if any(t.is_subtype(kind, parameter) for parameter in other.parameters or ())
    ]
    if kind == t.BOARD and makers:
        listed = " or ".join(f"`{maker}(…)`" for maker in makers[:3])
        return f"{listed} makes {wanted.name or t.show(wanted)} of a board"
    return ""


def _check_function(
    scope: Scope, definition: tree.ValueDefinition, equation: tree.FunctionEquation, known: Global
) -> typed.FunctionDefinition | None:
    names = [parameter.text for parameter in equation.parameters]
    is_right = known.kind == "function"
    if not is_right and known.type is not None:
        is_without_result = len(t.components(known.type)) == len(names) and definition.signature is not None
        _wrong_form(scope, definition, f"{t.show(known.type)}, which is not a function type", "", is_without_result)
    seen: set[str] = set()
    for parameter in equation.parameters:
        is_own = scope.check_variable(parameter, seen)
        scope.has_wrong_parameters = scope.has_wrong_parameters or not is_own
        is_right = is_own and is_right
        seen.add(parameter.text)
    types: tuple[t.Expanded | None, ...] = (None,) * len(names)
    if known.parameters is not None and len(known.parameters) == len(names):
        types = known.parameters
    elif known.parameters is not None:
        _wrong_count(scope, equation, known, len(known.parameters))
        scope.has_wrong_parameters = True
        is_right = False
    scope.bind_loop(tuple(names), types, "parameter")
    declared = known.type if known.kind == "function" else None
    body = _body(scope, definition, equation.body, declared)
    if not is_right or body is None or declared is None:
        return None
    parameters = tuple(
        typed.Parameter(parameter.span, parameter.text, kind)
        for parameter, kind in zip(equation.parameters, types, strict=True)
        if kind is not None
    )
    if len(parameters) < len(types):
        return None
    mentions = frozenset(scope.mentions)
    return typed.FunctionDefinition(definition.span, known.name.text, mentions, parameters, declared, body)


def _wrong_count(scope: Scope, equation: tree.FunctionEquation, known: Global, wanted: int) -> None:
    given = len(equation.parameters)
    names = ", ".join([*(parameter.text for parameter in equation.parameters), *("…" for _ in range(wanted - given))])
    hint = f"name each component: `{known.name.text}({names})`; only a tuple inside the tuple can have one name"
    if given > wanted:
        assert known.parameters is not None
        kinds = ", ".join(
            [*(kind.name or t.show(kind) for kind in known.parameters), *("…" for _ in range(given - wanted))]
        )
        hint = f"leave out a name, or add its type to the signature: `{known.name.text} : ({kinds}) -> …`"
    scope.error(
        codes.PARAMETER_COUNT,
        f"`{known.name.text}` has {given} parameter{'s' if given != 1 else ''} "
        f"but its type has {wanted} component{'s' if wanted != 1 else ''}",
        equation.parameters[0].span.to(equation.parameters[-1].span),
        hint=hint,
    )


# What the checked program says about itself


def _shape(world: World) -> BoardShape | None:
    if world.width is None or world.height is None or world.content is None:
        return None
    return BoardShape(world.width, world.height, world.content, world.has_board)


def _types(world: World) -> dict[str, t.Expanded]:
    types = {name: kind for name, kind in world.types.items() if kind is not None}
    if world.has_board and world.content is not None:
        types[BOARD_KEY] = world.content
    return types


def _pragmas(program: tree.Program, world: World, report: Report) -> Pragmas:
    """What the notes say; warns of those in no known form, and of symbols that nothing has."""
    pragmas = read_notes(program.notes, FORMS, Pragmas(), codes.UNKNOWN_NOTE, report)
    known = _symbols(world)
    for name, span in pragmas.named:
        if name not in known and not world.is_open:
            title, hint = f"no type has the symbol {name}", did_you_mean(name, known)
            report(Diagnostic(codes.UNKNOWN_NOTE, title, (Label(span),), hint=hint, severity="warning"))
    return pragmas


def _symbols(world: World) -> tuple[str, ...]:
    predefined = sorted(t.PLAYER.symbols) if world.uses_player and not world.own_player else []
    return tuple(dict.fromkeys((*world.symbols, *predefined)))


def _player(world: World) -> t.Expanded | None:
    if not world.own_player:
        return t.PLAYER if world.uses_player else None
    kind = world.types["Player"]
    return kind if kind is not None and t.is_enumeration(kind) else None
