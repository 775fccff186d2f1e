"""The types of a program: what its type names stand for, which symbols there are, what goes with what.

`declare_types` reads the type definitions of a program and its preludes, in any order and whatever they
refer to, and gives a `World`. What could not be made sense of is reported once and then *unknown* (None):
nothing is ever said about something unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from parlour.languages.bogl import codes, slips, tree
from parlour.languages.bogl.lookalikes import latin_twin
from parlour.languages.bogl.types import (
    BOARD,
    BOOL,
    INT,
    PLAYER,
    POSITION,
    POSITIONS,
    STRING,
    SYMBOL,
    Basic,
    Expanded,
    TooLarge,
    Tuple,
    components,
    enumeration,
    extend,
    is_enumeration,
    is_subtype,
    tuple_of,
    union,
)
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span
from parlour.syntax.suggest import did_you_mean

CELL_LIMIT = 65_536
TYPE_LIMIT = 1_000

# Comparing names costs time; a text with thousands of unknown names gets no more advice about them.
SUGGESTION_WORK = 5_000
SHOWN_PLACES = 5

# The name under which the definition of the board is kept: the type that it defines.
BOARD_KEY = "Content"

BASIC = {"Int": INT, "Bool": BOOL, "Board": BOARD}
# A definition of the same name replaces these.
PREDEFINED = {"Player": PLAYER, "Position": POSITION, "Positions": POSITIONS, "Symbol": SYMBOL, "String": STRING}

Report = Callable[[Diagnostic], object]
TypeNode = tree.BoardType | tree.TypeDefinition


@dataclass(slots=True)
class World:
    """What is known about types. `content`, `input` and the sizes are None where they could not be understood.

    `lost` are the words of definitions that could not be read: they may mean anything. `has_unknown` says that
    some type could not be understood, so nobody knows which symbols are missing.
    """

    report: Report
    width: int | None = 1
    height: int | None = 1
    content: Expanded | None = INT
    input: Expanded | None = INT
    has_board: bool = False
    is_open: bool = False
    lost: frozenset[str] = frozenset()
    has_unknown: bool = False
    uses_player: bool = False
    types: dict[str, Expanded | None] = field(default_factory=dict)
    symbols: dict[str, None] = field(default_factory=dict)
    written: dict[Expanded, None] = field(default_factory=dict)
    _joined: dict[tuple[Expanded, Expanded], Expanded | None] = field(default_factory=dict)
    _missing: dict[str, tuple[str, str, list[Label]]] = field(default_factory=dict)
    _suggestion_work: int = SUGGESTION_WORK

    @property
    def own_player(self) -> bool:
        """Whether the program has a Player of its own, which takes the place of the predefined one."""
        return "Player" in self.types

    def has_symbol(self, name: str) -> bool:
        return self.is_open or name in self.symbols or (not self.own_player and name in PLAYER.symbols)

    def known_symbols(self) -> list[str]:
        return [*self.symbols, *([] if self.own_player else sorted(PLAYER.symbols))]

    def knows_type(self, name: str) -> bool:
        return name in BASIC or name in ("Input", BOARD_KEY) or name in self.types or name in PREDEFINED

    def join(self, one: Expanded, other: Expanded) -> Expanded | None:
        """The type of what may be of either type: the larger one, or their union if some written type holds it."""
        if is_subtype(one, other):
            return other
        if is_subtype(other, one):
            return one
        pair = (one, other)
        if pair not in self._joined:
            self._joined[pair] = self._join(one, other)
        return self._joined[pair]

    def _join(self, one: Expanded, other: Expanded) -> Expanded | None:
        lefts, rights = components(one), components(other)
        if len(lefts) == len(rights) > 1:
            items = [self.join(left, right) for left, right in zip(lefts, rights, strict=True)]
            if all(item is not None for item in items):
                try:
                    return tuple_of(item for item in items if item is not None)
                except TooLarge:
                    return None
        both = union(one, other)
        if both is None:
            return None
        is_held = any(is_subtype(both, kind) for kind in self.written) or (
            not self.own_player and is_subtype(both, PLAYER)
        )
        return both if is_held else None

    def suggestion(self, word: str, known: Iterable[str]) -> str:
        """`Did you mean …?`, for the first unknown names of a text; also for names in another alphabet."""
        names = list(known)
        twin = latin_twin(word)
        if twin != word and twin in names:
            return f"This only looks like {twin}: it has letters of another alphabet"
        if len(names) > self._suggestion_work:
            return ""
        self._suggestion_work -= len(names)
        return did_you_mean(word, names)

    def miss(self, code: str, title: str, span: Span, hint: str) -> None:
        """Notes that something does not exist. It is reported once, with all the places where it is missing."""
        place = Label(span, "also here") if title in self._missing else Label(span)
        _, _, labels = self._missing.setdefault(title, (code, hint, []))
        if len(labels) < SHOWN_PLACES:
            labels.append(place)

    def report_missing(self) -> None:
        """Reports all that has been missed so far."""
        for title, (code, hint, labels) in self._missing.items():
            self.report(Diagnostic(code, title, tuple(labels), hint=hint))
        self._missing.clear()

    # From what is written to what it means

    def expand(self, kind: tree.Type) -> Expanded | None:
        """What a written type stands for; reports what is wrong with it, so every type is expanded once."""
        expanded = self._expand(kind)
        if expanded is None:
            self.has_unknown = True
        else:
            self.written.setdefault(expanded)
        return expanded

    def _expand(self, kind: tree.Type) -> Expanded | None:
        expanded: Expanded | None
        try:
            match kind:
                case tree.BrokenType():
                    return None
                case tree.NamedType(_, name):
                    expanded = self._named(kind, name, "")
                case tree.Enumeration(_, symbols):
                    self._check_repetitions(symbols)
                    expanded = extend(enumeration(()), enumeration(symbol.text for symbol in symbols))
                case tree.TupleType(_, parts):
                    items = [self.expand(part) for part in parts]
                    found = [item for item in items if item is not None]
                    expanded = tuple_of(found) if len(found) == len(items) else None
                case tree.ExtendedType():
                    expanded = self._extended(kind)
        except TooLarge as error:
            self.tell(codes.TYPE_TOO_LARGE, f"this type has {error}", kind.span)
            return None
        return expanded

    def _named(self, place: tree.Node, name: str, hint: str) -> Expanded | None:
        if name in BASIC:
            return BASIC[name]
        if name == "Input":
            return self.input
        if name == BOARD_KEY and self.has_board:
            return self.content
        if name in self.types:
            return self.types[name]
        if name in PREDEFINED:
            self.uses_player = self.uses_player or name == "Player"
            return PREDEFINED[name]
        if name in self.lost or tree.NAMELESS_TYPE in self.lost:
            return None
        if name == BOARD_KEY:
            hint = "`Content` is what the cells of the board hold; this program defines no board"
        elif name in slips.TYPES:
            hint = f"write `{slips.TYPES[name]}`"
        elif not hint:
            hint = self.suggestion(name, [*BASIC, "Input", *self.types, *PREDEFINED])
            if not hint and name in self.symbols:
                hint = f"`{name}` is a symbol; a type of symbols is written in braces, `{{{name}}}`"
        self.miss(codes.UNKNOWN_TYPE, f"there is no type `{name}`", place.span, hint)
        return None

    def _extended(self, kind: tree.ExtendedType) -> Expanded | None:
        """`base | Symbol`, `base & {Symbol}`, `base & Name`."""
        names = [addition.added for addition in kind.additions if isinstance(addition.added, tree.Ident)]
        base: Expanded | None
        if isinstance(kind.base, tree.NamedType):
            listed = ", ".join([kind.base.name, *(name.text for name in names[:5])])
            hint = f"a type of symbols is written in braces: `{{{listed}}}`" if names else ""
            base = self._named(kind.base, kind.base.name, hint)
            if base is None and names and not self.knows_type(kind.base.name):
                self.symbols.setdefault(kind.base.name)  # as it was meant, so that its uses are not reported too
        else:
            base = self.expand(kind.base)
        extended = base
        for addition in kind.additions:
            extra = self._addition(addition.added)
            extended = None if extended is None or extra is None else extend(extended, extra)
        return extended

    def _addition(self, added: tree.Ident | tree.Enumeration | tree.NamedType) -> Expanded | None:
        match added:
            case tree.Enumeration():
                return self.expand(added)
            case tree.Ident(_, symbol):
                if not self.knows_type(symbol):
                    return enumeration((symbol,))
                self.tell(
                    codes.BAD_EXTENSION,
                    f"`{symbol}` is a type; after `|` stands a symbol",
                    added.span,
                    f"to add all symbols of `{symbol}`, write `& {symbol}`",
                )
                return None
            case tree.NamedType(_, name):
                braces = f"to add the symbol, write `& {{{name}}}` or `| {name}`"
                kind = self._named(added, name, braces)
                if not self.knows_type(name):
                    self.symbols.setdefault(name)  # as it was meant
                if kind is None or is_enumeration(kind):
                    return kind
                self.tell(
                    codes.BAD_EXTENSION,
                    f"`{name}` cannot extend a type: it has other values than symbols",
                    added.span,
                    "after `&` stands a type of symbols, or symbols in braces",
                )
                return None

    def _check_repetitions(self, symbols: Sequence[tree.Ident]) -> None:
        seen: dict[str, Span] = {}
        for symbol in symbols:
            if symbol.text in seen:
                labels = (Label(symbol.span), Label(seen[symbol.text], "here already"))
                title = f"`{symbol.text}` is listed twice"
                self.report(Diagnostic(codes.REPEATED_SYMBOL, title, labels, severity="warning"))
            seen.setdefault(symbol.text, symbol.span)

    def tell(self, code: str, title: str, span: Span, hint: str = "") -> None:
        self.report(Diagnostic(code, title, (Label(span),), hint=hint))


def declare_types(programs: Sequence[tree.Program], report: Report) -> World:
    """The world of some preludes and, last, a program."""
    world = World(report, lost=frozenset().union(*(program.lost for program in programs)))
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
    return world


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
                world.report(Diagnostic(codes.TYPE_REDEFINED, title, (Label(place), Label(earlier, "here"))))
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
            world.tell(codes.BOARD_SIZE, "a board is at least 1 wide and 1 high", side.span)
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
