"""Reads the type definitions of a program and its preludes, in any order and whatever they refer to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from parlour.languages.bogl import codes
from parlour.languages.bogl.check.types import Basic, Expanded, Tuple
from parlour.languages.bogl.check.world import BOARD_KEY, World
from parlour.languages.bogl.syntax import tree
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span
from parlour.syntax.unknown import Unknown

CELL_LIMIT = 65_536
TYPE_LIMIT = 1_000

Report = Callable[[Diagnostic], object]
TypeNode: TypeAlias = tree.BoardType | tree.TypeDefinition


def declare_types(programs: Sequence[tree.Program], report: Report) -> World:
    """The world of some preludes and, last, a program."""
    world = World(Unknown(report, frozenset().union(*(program.lost for program in programs))))
    definitions = _collect(programs, world)
    # A board or an input type of which the definition could not be read is unknown, not the default.
    if "Array" in world.lost:
        world.has_board = True
        world.width = world.height = world.content = None
    if "Input" in world.lost or tree.NAMELESS_TYPE in world.lost:
        world.input = None
    world.has_unknown = tree.NAMELESS_TYPE in world.lost
    # Names first: whether `| Foo` adds a symbol depends on there being no type of that name.
    for name in definitions:
        if name == BOARD_KEY:
            world.has_board = True
            world.width = world.height = world.content = None
        elif name == "Input":
            world.input = None
        else:
            world.types[name] = None
    for kind in _written_types(programs):
        _collect_symbols(kind, world)
    for name in _dependency_order(definitions, report):
        match definitions[name]:
            case tree.BoardType() as board:
                _declare_board(world, board)
            case tree.TypeDefinition() as definition:
                _declare_type(world, definition)
    world.has_types = True
    return world


def added_symbols(definition: tree.ValueDefinition | None, programs: Sequence[tree.Program]) -> dict[str, tree.Ident]:
    """The symbols that the type of a value adds to another type, `Tie` in `Player & {Tie}`, where they are written."""
    kind = None if definition is None else definition.signature
    if isinstance(kind, tree.NamedType):
        types = [each for program in programs for each in program.definitions if isinstance(each, tree.TypeDefinition)]
        kind = next((each.type for each in types if each.name.text == kind.name), None)
    found: dict[str, tree.Ident] = {}
    for addition in kind.additions if isinstance(kind, tree.ExtendedType) else ():
        match addition.added:
            case tree.Ident() as symbol:
                found[symbol.text] = symbol
            case tree.Enumeration(_, symbols):
                found |= {symbol.text: symbol for symbol in symbols}
    return found


def _collect(programs: Sequence[tree.Program], world: World) -> dict[str, TypeNode]:
    """All type definitions by name, the board's by that of its content; the first one of a name counts."""
    definitions: dict[str, TypeNode] = {}
    for program in programs:
        for definition in program.definitions:
            match definition:
                case tree.ValueDefinition():
                    continue
                case tree.BoardType():
                    name, shown, place = BOARD_KEY, "Board", definition.span
                case tree.TypeDefinition(_, tree.Ident(place, name)):
                    shown = name
                    if name == BOARD_KEY:
                        world.tell(
                            codes.TYPE_RESERVED,
                            "`Content` cannot be defined: it is what the cells of the board hold",
                            place,
                            "define the board instead: `type Board = Array (3,3) of …`",
                        )
                        continue
            if name in definitions:
                earlier = definitions[name].span
                title = f"the type `{shown}` is already defined {where(earlier, place)}"
                hint = "leave one of them out, or give it another name"
                world.report(Diagnostic(codes.TYPE_REDEFINED, title, (Label(place), Label(earlier, "here")), hint=hint))
            elif len(definitions) < TYPE_LIMIT:
                definitions[name] = definition
            else:
                if len(definitions) == TYPE_LIMIT and not world.types:
                    world.tell(codes.TYPE_TOO_LARGE, f"only {TYPE_LIMIT:,} types can be defined", place)
                world.types[name] = None
    return definitions


def where(place: Span, seen_from: Span) -> str:
    """Where something is, for a message: `in line 3`, or the file if it is another one."""
    return f"in line {place.line}" if place.source is seen_from.source else f"in {place.source.name}"


def _written_types(programs: Sequence[tree.Program]) -> Iterator[tree.Type]:
    """Every type that somebody wrote, in the order of the text."""
    for program in programs:
        for definition in program.definitions:
            match definition:
                case tree.BoardType():
                    yield definition.content
                case tree.TypeDefinition():
                    yield definition.type
                case tree.ValueDefinition():
                    if isinstance(definition.signature, tree.FunctionType):
                        yield definition.signature.parameter
                        yield definition.signature.result
                    elif definition.signature is not None:
                        yield definition.signature


def _parts(kind: tree.Type) -> Iterator[tree.Type | tree.Ident]:
    """A written type and everything in it; symbols added by `|` as the names they are."""
    yield kind
    match kind:
        case tree.TupleType(_, items):
            for item in items:
                yield from _parts(item)
        case tree.ExtendedType(_, base, additions):
            yield from _parts(base)
            for addition in additions:
                yield addition.added


def _collect_symbols(kind: tree.Type, world: World) -> None:
    for part in _parts(kind):
        match part:
            case tree.Enumeration(_, symbols):
                world.symbols |= dict.fromkeys(symbol.text for symbol in symbols)
            case tree.Ident(_, symbol) if not world.knows_type(symbol):
                world.symbols.setdefault(symbol)
            case tree.NamedType(_, "Symbol" | "AnySymbol" as name) if name not in world.types:
                world.is_open = True


def _dependency_order(definitions: dict[str, TypeNode], report: Report) -> list[str]:
    """The names, each after those it refers to; circles are reported and left out.

    Walks with a stack of its own: synonyms of synonyms can be a long way down.
    """
    order: list[str] = []
    state: dict[str, str] = {}
    for root in definitions:
        if root in state:
            continue
        path = [root]
        state[root] = "open"
        waiting = [_references(definitions[root], definitions)]
        while path:
            name = next(waiting[-1], None)
            if name is None:
                done = path.pop()
                waiting.pop()
                if state[done] == "open":
                    order.append(done)
                    state[done] = "done"
            elif name not in state:
                path.append(name)
                state[name] = "open"
                waiting.append(_references(definitions[name], definitions))
            elif state[name] == "open":
                circle = path[path.index(name) :]
                _report_circle(circle, definitions, report)
                state |= dict.fromkeys(circle, "circular")
    return order


def _references(definition: TypeNode, definitions: dict[str, TypeNode]) -> Iterator[str]:
    """The defined types to which a definition refers."""
    kind = definition.content if isinstance(definition, tree.BoardType) else definition.type
    for part in _parts(kind):
        if isinstance(part, tree.NamedType) and part.name in definitions:
            yield part.name


def _report_circle(circle: list[str], definitions: dict[str, TypeNode], report: Report) -> None:
    shown = ["Board" if name == BOARD_KEY else name for name in circle]
    first = definitions[circle[0]]
    others = tuple(Label(definitions[name].span, "which is defined here") for name in circle[1:4])
    through = f", through {' and '.join(f'`{name}`' for name in shown[1:4])}" if len(circle) > 1 else ""
    report(
        Diagnostic(
            codes.CYCLIC_TYPE, f"the type `{shown[0]}` is defined by itself{through}", (Label(first.span), *others)
        )
    )


def _declare_type(world: World, definition: tree.TypeDefinition) -> None:
    name, place = definition.name.text, definition.name.span
    expanded = world.expand(definition.type)
    if expanded is not None and name in expanded.symbols:
        title = f"`{name}` cannot be a type and one of its own symbols"
        world.tell(codes.OWN_SYMBOL, title, place, "give the type or the symbol another name")
    if name != "Input":
        world.types[name] = None if expanded is None else replace(expanded, name=name)
        return
    world.input = expanded
    world.has_input = True
    if expanded is not None and _contains(expanded, (Basic.BOARD, Basic.POSITIONS)):
        world.report(
            Diagnostic(
                codes.UNANSWERABLE_INPUT,
                "nobody can answer with a board or a set of positions",
                (Label(definition.span),),
                hint="an answer is a number, a truth value, a symbol, a string, or a tuple of those",
                severity="warning",
            )
        )


def _declare_board(world: World, board: tree.BoardType) -> None:
    content = world.expand(board.content)
    if content is not None and _contains(content, (Basic.BOARD,)):
        title = "the cells of a board cannot hold boards"
        world.tell(codes.CYCLIC_TYPE, title, board.content.span, "a game has one kind of board")
        content = None
    if content is not None:
        content = content if content.name else replace(content, name=BOARD_KEY)
    world.content = content
    if board.width is None or board.height is None:
        return
    width, height = board.width.value, board.height.value
    for side in (board.width, board.height):
        if side.value < 1:
            hint = "the width and the height are counts, as in `Array (3,3)`; cells are numbered from 1"
            world.tell(codes.BOARD_SIZE, "a board is at least 1 wide and 1 high", side.span, hint)
            return
    if width * height > CELL_LIMIT:
        title = f"a board of {width:,} times {height:,} cells is too large: {CELL_LIMIT:,} cells are allowed"
        world.tell(codes.BOARD_SIZE, title, board.width.span.to(board.height.span))
        return
    world.width, world.height = width, height


def _contains(kind: Expanded, kernels: tuple[Basic, ...]) -> bool:
    if isinstance(kind.kernel, Tuple):
        return any(_contains(item, kernels) for item in kind.kernel.items)
    return kind.kernel in kernels
