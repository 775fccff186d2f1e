"""The types of a program: what its type names stand for, which symbols there are, what goes with what.

A `World` is filled by `declarations.py`. What could not be made sense of is reported once and then *unknown*
(None): nothing is ever said about something unknown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import field

from parlour.dataclass import dataclass
from parlour.languages.bogl import codes
from parlour.languages.bogl.check import types as t
from parlour.languages.bogl.syntax import slips, tree
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span
from parlour.syntax.suggest import suggest
from parlour.syntax.unknown import Unknown

# How many symbols of a type are written out in advice.
SHOWN_SYMBOLS = 8

# The name under which the definition of the board is kept: the type that it defines.
BOARD_KEY = "Content"

BASIC = {"Int": t.INT, "Bool": t.BOOL, "Board": t.BOARD}
# A definition of the same name replaces these.
PREDEFINED = {
    "Player": t.PLAYER,
    "Position": t.POSITION,
    "Positions": t.POSITIONS,
    "Symbol": t.SYMBOL,
    "String": t.STRING,
}

Report = Callable[[Diagnostic], object]


# What a program that means the built-in players speaks of.
_PREDEFINED_PLAYERS = re.compile(r"\b(A|B|next)\b")


@dataclass(slots=True)
class World:
    """What is known about types. `content`, `input` and the sizes are None where they could not be understood.

    `lost` are the words of definitions that could not be read: they may mean anything. `has_unknown` says that
    some type could not be understood, so nobody knows which symbols are missing.
    """

    unknown: Unknown
    width: int | None = 1
    height: int | None = 1
    content: t.Expanded | None = t.INT
    input: t.Expanded | None = t.INT
    has_board: bool = False
    has_types: bool = False  # whether all type definitions have been read, and signatures follow
    has_input: bool = False  # whether the program says what `input` gives
    tells_input: bool = False  # whether somebody was told that it does not
    refused: set[t.Expanded] = field(default_factory=set)  # types that were told not to fit a cell
    is_open: bool = False
    has_unknown: bool = False
    uses_player: bool = False
    types: dict[str, t.Expanded | None] = field(default_factory=dict)
    symbols: dict[str, None] = field(default_factory=dict)
    written: dict[t.Expanded, None] = field(default_factory=dict)
    _joined: dict[tuple[t.Expanded, t.Expanded], t.Expanded | None] = field(default_factory=dict)

    @property
    def report(self) -> Report:
        return self.unknown.report

    @property
    def lost(self) -> Set[str]:
        return self.unknown.lost

    @property
    def own_player(self) -> bool:
        """Whether the program has a Player of its own, which takes the place of the predefined one."""
        return "Player" in self.types

    def has_symbol(self, name: str) -> bool:
        return self.is_open or name in self.symbols or (not self.own_player and name in t.PLAYER.symbols)

    def known_symbols(self) -> list[str]:
        return [*self.symbols, *([] if self.own_player else sorted(t.PLAYER.symbols))]

    def knows_type(self, name: str) -> bool:
        return name in BASIC or name in ("Input", BOARD_KEY) or name in self.types or name in PREDEFINED

    def join(self, one: t.Expanded, other: t.Expanded) -> t.Expanded | None:
        """The type of what may be of either type: the larger one, or their union if some written type holds it."""
        if t.is_subtype(one, other):
            return other
        if t.is_subtype(other, one):
            return one
        pair = (one, other)
        if pair not in self._joined:
            self._joined[pair] = self._join(one, other)
        return self._joined[pair]

    def _join(self, one: t.Expanded, other: t.Expanded) -> t.Expanded | None:
        lefts, rights = t.components(one), t.components(other)
        if len(lefts) == len(rights) > 1:
            items = [self.join(left, right) for left, right in zip(lefts, rights, strict=True)]
            if all(item is not None for item in items):
                try:
                    return t.tuple_of(item for item in items if item is not None)
                except t.TooLarge:
                    return None
        both = t.union(one, other)
        if both is None:
            return None
        is_held = any(t.is_subtype(both, kind) for kind in self.written) or (
            not self.own_player and t.is_subtype(both, t.PLAYER)
        )
        return both if is_held else None

    # From what is written to what it means

    def expand(self, kind: tree.Type) -> t.Expanded | None:
        """What a written type stands for; reports what is wrong with it, so every type is expanded once."""
        expanded = self._expand(kind)
        if expanded is None:
            self.has_unknown = True
        else:
            self.written.setdefault(expanded)
        return expanded

    def _expand(self, kind: tree.Type) -> t.Expanded | None:
        expanded: t.Expanded | None
        try:
            match kind:
                case tree.BrokenType():
                    return None
                case tree.NamedType(_, name):
                    expanded = self._named(kind, name, "")
                case tree.Enumeration(_, symbols):
                    self._check_repetitions(symbols)
                    expanded = t.extend(t.enumeration(()), t.enumeration(symbol.text for symbol in symbols))
                case tree.TupleType(_, parts) if self._is_list_of_symbols(parts):
                    listed = ", ".join(part.span.text for part in parts)
                    hint = f"a type of symbols is written in braces: `{{{listed}}}`"
                    self.unknown.gather(codes.UNKNOWN_TYPE, "these are no types", kind.span, hint)
                    for part in parts:
                        self.symbols.setdefault(part.span.text)  # as they were meant
                    return None
                case tree.TupleType(_, parts):
                    items = [self.expand(part) for part in parts]
                    found = [item for item in items if item is not None]
                    expanded = t.tuple_of(found) if len(found) == len(items) else None
                case tree.ExtendedType():
                    expanded = self._extended(kind)
        except t.TooLarge as error:
            self.tell(codes.TYPE_TOO_LARGE, f"this type has {error}", kind.span)
            return None
        return expanded

    def _is_list_of_symbols(self, parts: Sequence[tree.Type]) -> bool:
        """Whether none of these is a type or resembles one, and each is another: a symbol stands in a type once."""
        if self.lost or len(parts) > SHOWN_SYMBOLS:
            return False
        names = [part.name if isinstance(part, tree.NamedType) else "" for part in parts]
        if (
            not all(names)
            or len(set(names)) < len(names)
            or any(self.knows_type(name) or name in slips.TYPES for name in names)
        ):
            return False
        known = [*BASIC, "Input", *self.types, *PREDEFINED]
        return not any(self.unknown.suggestion(name, known) for name in names)

    def _named(self, place: tree.Node, name: str, hint: str) -> t.Expanded | None:
        if name in BASIC:
            return BASIC[name]
        if name == "Input":
            return self.input
        if name == BOARD_KEY and self.has_board:
            return self.content
        if name in self.types:
            return self.types[name]
        if name in PREDEFINED:
            near = suggest(name, self.types)
            if near is not None and not _PREDEFINED_PLAYERS.search(place.span.source.text):
                title = f"this program does not define `{name}`, so it would be the built-in type of A and B"
                self.unknown.gather(codes.UNKNOWN_TYPE, title, place.span, f"Did you mean {near}?")
                return None
            self.uses_player = self.uses_player or name == "Player"
            return PREDEFINED[name]
        if name in self.lost or tree.NAMELESS_TYPE in self.lost:
            return None
        if name == BOARD_KEY:
            hint = "`Content` is what the cells of the board hold; this program defines no board"
        elif name in slips.TYPES:
            hint = f"write `{slips.TYPES[name]}`"
        elif not hint:
            hint = self.unknown.suggestion(name, [*BASIC, "Input", *self.types, *PREDEFINED])
            if not hint and (name in self.symbols or name == "Empty"):
                known = f"`{name}` is a symbol; " if name in self.symbols else ""
                hint = f"{known}a type of symbols is written in braces: `{{{name}}}`"
            elif not hint and isinstance(place, tree.NamedType):
                symbol = "" if self.has_types else f"; if it is a symbol, it stands in braces: `{{{name}}}`"
                hint = f"define it: `type {name} = …`{symbol}"
        self.unknown.gather(codes.UNKNOWN_TYPE, f"there is no type `{name}`", place.span, hint)
        return None

    def _extended(self, kind: tree.ExtendedType) -> t.Expanded | None:
        """`base | Symbol`, `base & {Symbol}`, `base & Name`."""
        names = [addition.added for addition in kind.additions if isinstance(addition.added, tree.Ident)]
        base: t.Expanded | None
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
            extended = None if extended is None or extra is None else t.extend(extended, extra)
        return extended

    def _addition(self, added: tree.Ident | tree.Enumeration | tree.NamedType) -> t.Expanded | None:
        match added:
            case tree.Enumeration():
                return self.expand(added)
            case tree.Ident(_, symbol):
                if not self.knows_type(symbol):
                    return t.enumeration((symbol,))
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
                if kind is None or t.is_enumeration(kind):
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
