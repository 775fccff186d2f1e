"""Which names a body makes: by loops, typed declarations and bare assignments.

A loop variable or a declared name belongs to its whole function; the variable of a comprehension only to that. A bare
assignment inside an ACTION or main makes game state, inside a helper a local.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.languages.allhandsondeck.syntax import tree


def statements(block: tree.Block) -> Iterator[tree.Statement]:
    """All statements of a block, those inside others too, in the order of the text."""
    stack = list(reversed(block.statements))
    while stack:
        statement = stack.pop()
        yield statement
        inner = [part for part_block in tree.blocks(statement) for part in part_block.statements]
        stack.extend(reversed(inner))


def declared(block: tree.Block) -> Iterator[tuple[tree.Ident, tree.TypeName | None]]:
    """Loop variables (without a type) and names with a typed declaration."""
    for statement in statements(block):
        match statement:
            case tree.For(_, name, _, _):
                yield name, None
            case tree.Declare(_, type_, name, _):
                yield name, type_


def assigned(body: tree.Block | tree.Expr) -> Iterator[tree.Variable]:
    """The bare names that are assigned, except where they are variables of a comprehension around."""
    if not isinstance(body, tree.Block):
        yield from _assigned(body, frozenset())
        return
    for statement in statements(body):
        for expr in tree.children(statement):
            yield from _assigned(expr, frozenset())


def _assigned(root: tree.Expr | tree.Comprehension | tree.Slice, bound: frozenset[str]) -> Iterator[tree.Variable]:
    stack: list[tuple[tree.Expr | tree.Comprehension | tree.Slice, frozenset[str]]] = [(root, bound)]
    while stack:
        expr, around = stack.pop()
        match expr:
            case tree.Assign(_, tree.Variable() as target, _, _) if target.name not in around:
                yield target
            case tree.Comprehension(_, _, clauses):
                around |= {clause.name.text for clause in clauses if isinstance(clause, tree.ForIn)}
        stack.extend((part, around) for part in reversed(list(tree.children(expr))))
