"""Every statement has a place: what a front end adds to a line of its author's belongs to that line.

Before: a program in order. After: a statement that had no span has that of the statement before it in its block, or of
the one it stands in; so an error in it, or a budget that ends there, is told where the author wrote something.
"""

from __future__ import annotations

from dataclasses import replace

from parlour.core.nodes import Block, Program, Stmt
from parlour.core.walk import blocks, replace_blocks
from parlour.syntax.source import Span


def with_places(program: Program) -> Program:
    """The program with a place for each statement inside or after one that has a place."""
    functions = tuple(
        function if function.is_routine else replace(function, body=_placed(function.body, None))
        for function in program.functions
    )
    return replace(program, functions=functions)


def _placed(block: Block, near: Span | None) -> Block:
    placed: list[Stmt] = []
    for stmt in block:
        near = stmt.span or near
        if near is not stmt.span:
            stmt = replace(stmt, span=near)
        placed.append(replace_blocks(stmt, [_placed(inner, near) for inner in blocks(stmt)]))
    return tuple(placed)
