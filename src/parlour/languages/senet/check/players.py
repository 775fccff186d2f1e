"""Who plays: the seats of a game, where its text says how many there are."""

from __future__ import annotations

from parlour.languages.senet.check.meaning import N_PLAYERS, BuiltinName, Checked
from parlour.languages.senet.check.world import BUILTIN_VARIABLES
from parlour.languages.senet.syntax import tree

MOST_PLAYERS = 100


def known_seats(checked: Checked) -> tuple[str, ...] | None:
    """The seats if they are known before the game runs: N_PLAYERS is set once at most, at the outermost level of
    `@setup`, to a number."""

    def is_players(target: tree.Expr) -> bool:
        return checked.meaning(target) == BuiltinName(N_PLAYERS)

    assigned = (expr for expr in checked.expressions if isinstance(expr, tree.Assign))
    given = [expr.value for expr in assigned if any(map(is_players, expr.targets))]
    outer: list[tree.Expr] = []
    for item in checked.program.setup:
        match item:
            case tree.Declaration(name=tree.Ident(text=name), value=value) if value is not None:
                if BUILTIN_VARIABLES.get(name) == N_PLAYERS:
                    given.append(value)
                    outer.append(value)
            case tree.Evaluate(_, tree.Assign(_, (target,), value)) if is_players(target):
                outer.append(value)
    if len(given) > 1 or len(outer) != len(given):
        return None
    count = given[0] if given else tree.Number(checked.program.span, 1)
    if not isinstance(count, tree.Number) or not 1 <= count.value <= MOST_PLAYERS:
        return None
    names, first = checked.pragmas.seats, checked.pragmas.first_player
    return tuple(names[seat] if seat < len(names) else str(seat + first) for seat in range(count.value))
