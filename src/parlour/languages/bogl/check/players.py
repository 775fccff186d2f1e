"""What a BoGL program does not say: where it begins, who its players are, and which variable says whose turn it is.

The rules are those of the language's digest. Entry: the value or function called `result`, `play`, `game`, `main` or
`start`, in this order; parameters are filled with the program's own values of the same type. Players: the symbols of
the type called Player, else of an enumeration of board contents that a variable of an asking definition holds.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from parlour.languages.bogl.check import meaning
from parlour.languages.bogl.check.types import BOARD, Basic, Expanded, components, is_subtype

ENTRIES = ("result", "play", "game", "main", "start")


def entry_expression(checked: meaning.Checked) -> str | None:
    """The expression that plays the game, in BoGL; None if the program does not show where to begin."""
    by_name = {definition.name: definition for definition in checked.definitions}
    for name in ENTRIES:
        match by_name.get(name):
            case meaning.ValueDefinition():
                return name
            case meaning.FunctionDefinition() as function:
                values = [_value_of(checked, parameter.type, function.name) for parameter in function.parameters]
                found = [value for value in values if value is not None]
                if len(found) == len(values):
                    return f"{name}({', '.join(found)})"
    return None


def _value_of(checked: meaning.Checked, wanted: Expanded, caller: str) -> str | None:
    """A value of the program that fits a parameter: one of exactly its type, else one that may be used as it."""
    fitting: list[tuple[bool, str]] = []
    for definition in checked.definitions:
        if definition.name == caller or definition.name in checked.asks:
            continue
        match definition:
            case meaning.ValueDefinition(type=type_) if is_subtype(type_, wanted):
                fitting.append((type_ != wanted, definition.name))
            case meaning.BoardDefinition() if is_subtype(BOARD, wanted):
                fitting.append((wanted != BOARD, definition.name))
    return min(fitting, key=lambda pair: pair[0])[1] if fitting else None


def player_symbols(checked: meaning.Checked) -> tuple[str, ...]:
    """The players of the game, in the order in which the program names them; none if it does not show them."""
    type_ = checked.player or _pieces(checked)
    if type_ is None or type_.is_open:
        return ()
    return tuple(symbol for symbol in checked.symbols if symbol in type_.symbols)


def _pieces(checked: meaning.Checked) -> Expanded | None:
    """An enumeration of what stands on the board, held by a variable of a definition that asks."""
    held = [
        part
        for definition in checked.definitions
        if definition.name in checked.asks
        for parts in map(components, _variables(definition))
        for part in parts
        if parts.count(part) == 1  # a code of four colours does not say whose turn it is
    ]
    content = checked.board.content.symbols - {"Empty"}
    for type_ in checked.types.values():
        if type_.kernel is Basic.NONE and len(type_.symbols) > 1 and type_.symbols <= content and type_ in held:
            return type_
    return None


def _variables(definition: meaning.AnyDefinition) -> Iterator[Expanded]:
    """The types of a definition's parameters, of what its `let`s bind and of what its loops change."""
    if isinstance(definition, meaning.BoardDefinition):
        return
    if isinstance(definition, meaning.FunctionDefinition):
        yield from (parameter.type for parameter in definition.parameters)
    for expr in meaning.walk(definition.body):
        if isinstance(expr, meaning.Block):
            yield from (clause.value.type for clause in expr.clauses if isinstance(clause, meaning.Let))
        elif isinstance(expr, meaning.While):
            yield expr.type


def may_ask(expr: meaning.Expr, asks: Container[str]) -> bool:
    """Whether an expression asks, itself or through one of the definitions that do."""
    for part in meaning.walk(expr):
        match part:
            case meaning.Input():
                return True
            case meaning.Value(name=name) | meaning.Call(function=name) if name in asks:
                return True
    return False


def is_player(type_: Expanded, players: frozenset[str]) -> bool:
    """A variable of this type says whose turn it is."""
    return type_.kernel is Basic.NONE and not type_.is_open and bool(type_.symbols) and type_.symbols <= players
