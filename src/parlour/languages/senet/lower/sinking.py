"""Instances that can be made later than they are declared.

    Mark mark();                     the instance is only mentioned once, and not in a loop of its own:
    n = stoi(read(1));               it is made there, if at all
    mark >> line [n];

Nobody can tell the difference, since making such an instance does nothing else; but no question is asked with an
instance in hand that may not be needed, and states stay small and easy to compare.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from parlour.languages.senet.check.meaning import Checked, Construct, Group, Local, LocalName
from parlour.languages.senet.syntax import tree


def sunk_instances(checked: Checked, statements: Sequence[tree.Statement]) -> Iterator[tuple[Local, Group]]:
    """The variables of a function that hold such an instance, as far as its text tells, with their groups."""
    mentions = Counter(
        id(local) for expr in tree.all_expressions(statements) if (local := _local(checked, expr)) is not None
    )
    yield from _in_block(checked, statements, mentions)


def _local(checked: Checked, expr: tree.Expr) -> Local | None:
    meaning = checked.meaning(expr)
    return meaning.local if isinstance(meaning, LocalName) else None


def _in_block(
    checked: Checked, statements: Sequence[tree.Statement], mentions: Counter[int]
) -> Iterator[tuple[Local, Group]]:
    for place, statement in enumerate(statements):
        local = checked.locals.get(id(statement))
        meaning = checked.meanings.get(id(statement))
        if (
            isinstance(statement, tree.Declaration)
            and statement.arguments == ()
            and local is not None
            and isinstance(meaning, Construct)
            and local.writes == 1
            and mentions[id(local)] == 1
            and _is_mentioned(checked, statements[place + 1 :], local)
        ):
            yield local, meaning.group
        for block in tree.blocks(statement):
            yield from _in_block(checked, block.statements, mentions)


def _is_mentioned(checked: Checked, statements: Sequence[tree.Statement], local: Local) -> bool:
    """The variable is mentioned in these statements, at a place that runs once at most."""
    for statement in statements:
        is_loop = isinstance(statement, tree.While | tree.For)
        own = [part for expr in tree.expressions(statement) for part in tree.parts(expr)]
        if any(_local(checked, part) is local for part in own):
            return not isinstance(statement, tree.While)
        if not is_loop and any(_is_mentioned(checked, block.statements, local) for block in tree.blocks(statement)):
            return True
    return False
