"""BoGL: a typed, functional language for board games, made for teaching.

`read` is the language's whole story: parse → check → lower; `check` stops before the last step, and `format` goes
another way after the first: parse → print.
"""

from __future__ import annotations

from parlour.game.game import Kind
from parlour.languages.bogl import codes
from parlour.languages.bogl.check.checker import check_expression, check_program
from parlour.languages.bogl.check.meaning import BoardDefinition, Checked, Expr, FunctionDefinition
from parlour.languages.bogl.check.players import entry_expression
from parlour.languages.bogl.check.strict import refuse
from parlour.languages.bogl.check.types import Basic
from parlour.languages.bogl.syntax.parser import parse_expression, parse_prelude, parse_program
from parlour.languages.bogl.syntax.tree import Program, ValueDefinition, ValueEquation
from parlour.languages.frontend import NothingToRun, Rules, formatted
from parlour.languages.options import Options
from parlour.syntax.diagnostic import Diagnostic, Diagnostics, in_order
from parlour.syntax.echoes import without_echoes
from parlour.syntax.recursion import deep_passes
from parlour.syntax.repair import Repair
from parlour.syntax.source import Source, Span

# How files of preludes end.
PRELUDE = ".bglp"
# What there is to say of signatures and the equations that belong to them.
STRUCTURE = frozenset({codes.NO_SIGNATURE, codes.NO_EQUATION, codes.WRONG_NAME})
# What may be missing or wrong in a line, the likeliest first.
REPAIR = Repair((")", ",", "=", "(", ":", "then", "else", "do", "in", "->", "of", "}", "{", "]", "==", "!", "&", "+"))


@deep_passes()
def check(source: Source, options: Options) -> tuple[Diagnostic, ...]:
    """All that was found in the text, in order."""
    return in_order(_checked(source, options)[1])


@deep_passes()
def format(source: Source) -> str:
    """The text in its canonical layout. A text without a game line is a prelude."""
    from parlour.languages.bogl.syntax.printer import print_program

    return formatted(source, _parsed, print_program, codes.TEXT_TOO_LARGE, REPAIR)


def is_main(source: Source) -> bool:
    """A text with a game line is a program, any other a prelude."""
    return not is_prelude(source) and parse_program(source)[0].name is not None


def value_of(source: Source, name: str) -> Span | None:
    """Where the value of `name = value` stands."""
    for item in parse_program(source)[0].definitions:
        match item:
            case ValueDefinition(name=ident, equation=ValueEquation(value=value)) if ident.text == name:
                return value.span
    return None


def is_prelude(source: Source) -> bool:
    """Whether a file is a prelude by its name, as the language's own tool saves them."""
    return source.name.lower().removesuffix(".txt").endswith(PRELUDE)


def _parsed(source: Source) -> tuple[Program, list[Diagnostic]]:
    """A program, or a prelude if it can be one."""
    if is_prelude(source):
        return parse_prelude(source)
    program, found = parse_program(source)
    if program.name is None and not program.is_sound:
        prelude, problems = parse_prelude(source)
        if prelude.is_sound and prelude.definitions:
            return prelude, problems
    return program, found


@deep_passes()
def read(source: Source, options: Options) -> Rules:
    """The game: the program, with the expression that plays it."""
    checked, found = _checked(source, options)
    if checked is None or any(item.is_error for item in found):
        raise Diagnostics(found)
    expression = options.words("expression")
    text = expression if expression is not None else entry_expression(checked)
    if text is None:
        raise NothingToRun(
            f"{source.name} does not say what to run: it has no value called result, play, game, main or start, and no "
            f"such function that its own values could start. Give an expression, such as -e '{_example(checked)}'"
        )
    name = "<expression>" if expression is not None else f"{source.name}, where it begins"
    tree, problems = parse_expression(Source(name, text))
    entry = None
    if tree is not None and not problems:
        entry, problems = check_expression(checked, tree)
    if entry is None or any(item.is_error for item in problems):
        raise Diagnostics([*found, *problems])
    return rules_of(checked, entry, options, tuple(found))


def _example(checked: Checked) -> str:
    """What somebody may want to evaluate: something that asks if there is any, with the names of its parameters."""
    first = next(iter(checked.definitions), None)
    found = next((item for item in checked.definitions if item.name in checked.asks), first)
    match found:
        case None:
            return "1 + 1"
        case FunctionDefinition(name=name, parameters=parameters):
            return f"{name}({', '.join(parameter.name for parameter in parameters)})"
    return found.name


def rules_of(checked: Checked, entry: Expr, options: Options, warnings: tuple[Diagnostic, ...]) -> Rules:
    """The game in which a checked program evaluates this expression."""
    from parlour.languages.bogl.lower.lower import lower
    from parlour.languages.bogl.table.table import BoglTable

    draft, players = lower(checked, entry)
    boards = tuple(item.name for item in checked.definitions if isinstance(item, BoardDefinition))
    board = checked.board
    no_cells = checked.pragmas.no_cells
    table = BoglTable(board.width, board.height, board.content, checked.input, entry.type, boards, players, no_cells)
    return Rules(
        title=checked.game,
        draft=draft,
        table=table,
        seats=players,
        kind=Kind(has_scores=entry.type.kernel is Basic.INT),
        warnings=warnings,
        options=options.given(),
        tries_answers=not checked.pragmas.every_answer_is_legal,
    )


def _checked(source: Source, options: Options) -> tuple[Checked | None, list[Diagnostic]]:
    """The checked program, and what was found in it, each mistake once."""
    parse = parse_prelude if is_prelude(source) else parse_program
    return REPAIR.checked(source, parse, lambda text: _found(text, options))


def _found(source: Source, options: Options) -> tuple[Checked | None, list[Diagnostic]]:
    """Preludes come first; their errors are the program's. A prelude alone serves an empty game."""
    found: list[Diagnostic] = []
    preludes = []
    alone = is_prelude(source)
    for prelude in (*options.programs("prelude"), *((source,) if alone else ())):
        tree, problems = parse_prelude(prelude)
        found.extend(problems)
        preludes.append(tree)
    program, problems = parse_program(Source(source.name, "game Prelude\n") if alone else source)
    found.extend(problems)
    unclosed = [item for item in found if item.code in (codes.COMMENT_NOT_CLOSED, codes.BAD_STRING)]
    if unclosed:
        return None, unclosed[:1]  # what stands in a comment or string by mistake is missed everywhere
    checked, problems = check_program(program, tuple(preludes))
    found.extend(problems)
    if options.strict:
        refuse((*preludes, program), found.append)
    return checked, without_echoes(found, STRUCTURE)
