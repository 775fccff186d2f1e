"""Variables that are declared without an instance and never get one: `Stone stone;` for `Stone stone();`.

What is asked of None fails when the program runs, and a board that never was one refuses every piece. So it is worth
saying beforehand, where it is certain: no statement gives the variable a value, and some statement uses it as a piece,
as a board, or asks for one of its members.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from parlour.dataclass import dataclass
from parlour.languages.senet.check.meaning import Checked, GlobalName, Local, LocalName
from parlour.languages.senet.check.types import GroupOf
from parlour.languages.senet.syntax import tree
from parlour.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Unmade:
    """A variable that is None for ever, as it is declared, and the first place that needs an instance of it."""

    type: tree.Type
    name: tree.Ident
    use: Span


def unmade_variables(checked: Checked) -> Iterator[Unmade]:
    """All of them, in the order of their declarations."""
    expressions = list(checked.expressions)
    given = {
        _variable(checked, target) for expr in expressions if isinstance(expr, tree.Assign) for target in expr.targets
    }
    uses: dict[str | Local, Span] = {}
    for expr in expressions:
        for used in _needed(expr):
            variable = _variable(checked, used)
            if variable is not None:
                uses.setdefault(variable, used.span)
    for node in _declarations(checked):
        variable = checked.locals.get(id(node), node.name.text)
        type_ = variable.type if isinstance(variable, Local) else checked.globals[variable].type
        if isinstance(type_, GroupOf) and variable not in given and variable in uses:
            yield Unmade(node.type, node.name, uses[variable])


def _declarations(checked: Checked) -> Iterator[tree.Declaration]:
    """The declarations without a value, of variables that have no other one."""
    nodes = [
        node
        for block in checked.blocks
        for node in tree.all_statements(block)
        if isinstance(node, tree.Declaration) and (id(node) in checked.locals or node.name.text in checked.globals)
    ]
    times = Counter(checked.locals.get(id(node), node.name.text) for node in nodes)
    for node in nodes:
        is_only = times[checked.locals.get(id(node), node.name.text)] == 1
        if node.value is None and node.arguments is None and is_only:
            yield node


def _variable(checked: Checked, expr: tree.Expr) -> str | Local | None:
    """The variable that an expression is: a local, or the name of one of the game."""
    match checked.meaning(expr):
        case LocalName(local):
            return local
        case GlobalName(name):
            return name
    return None


def _needed(expr: tree.Expr) -> tuple[tree.Expr, ...]:
    """The parts of an expression that must be instances."""
    match expr:
        case tree.Place(_, piece, board, _):
            return (piece, board)
        case tree.Take(_, receiver, _, _):
            return (receiver,)
        case tree.Field(_, subject, _):
            return (subject,)
    return ()
