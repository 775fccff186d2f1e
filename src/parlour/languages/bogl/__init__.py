"""BoGL: a typed, functional language for board games, made for teaching.

`read` is the language's whole story: parse → check → lower; `check` stops before the last step.
"""

from __future__ import annotations

import re

from parlour.game.game import Kind
from parlour.languages import NothingToRun, Options, Rules
from parlour.languages.bogl.checker import check_expression, check_program
from parlour.languages.bogl.inference import entry_expression
from parlour.languages.bogl.parser import parse_expression, parse_prelude, parse_program
from parlour.languages.bogl.table import BoglTable
from parlour.languages.bogl.typed import BoardDefinition, Checked
from parlour.languages.bogl.types import Basic
from parlour.syntax.diagnostic import Diagnostic, Diagnostics, in_order
from parlour.syntax.source import Source

# A comment by which an author says that no answer is ever refused.
_EVERY_ANSWER = re.compile(r"--\s*parlour:\s*every answer is legal\s*$", re.MULTILINE)


def check(source: Source, options: Options) -> tuple[Diagnostic, ...]:
    """All that was found in the text, in order."""
    return in_order(_checked(source, options)[1])


def read(source: Source, options: Options) -> Rules:
    """The game: the program, with the expression that plays it."""
    from parlour.languages.bogl.lower import lower

    checked, found = _checked(source, options)
    if checked is None or any(item.is_error for item in found):
        raise Diagnostics(found)
    text = options.expression if options.expression is not None else entry_expression(checked)
    if text is None:
        raise NothingToRun(
            f"{source.name} does not say what to run: it has no value called result, play, game, main or start, and no "
            "such function that its own values could start. Give an expression, such as -e 'play(board)'"
        )
    name = "<expression>" if options.expression is not None else f"{source.name}, where it begins"
    tree, problems = parse_expression(Source(name, text))
    entry = None
    if tree is not None and not problems:
        entry, problems = check_expression(checked, tree)
    if entry is None or any(item.is_error for item in problems):
        raise Diagnostics([*found, *problems])
    draft, players = lower(checked, entry)
    boards = tuple(item.name for item in checked.definitions if isinstance(item, BoardDefinition))
    board = checked.board
    table = BoglTable(board.width, board.height, board.content, checked.input, entry.type, boards, players)
    return Rules(
        title=checked.game,
        draft=draft,
        table=table,
        seats=players,
        kind=Kind(has_scores=entry.type.kernel is Basic.INT),
        warnings=tuple(found),
        options=options.given(),
        tries_answers=_EVERY_ANSWER.search(source.text) is None,
    )


def _checked(source: Source, options: Options) -> tuple[Checked | None, list[Diagnostic]]:
    """Preludes come first; their errors are the program's."""
    found: list[Diagnostic] = []
    preludes = []
    for prelude in options.preludes:
        tree, problems = parse_prelude(prelude)
        found.extend(problems)
        preludes.append(tree)
    program, problems = parse_program(source)
    found.extend(problems)
    checked, problems = check_program(program, tuple(preludes))
    found.extend(problems)
    return checked, found
