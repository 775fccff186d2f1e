"""`parlour check FILE…`: all errors and warnings of program texts, without running them."""

from __future__ import annotations

from collections.abc import Sequence

import click

from parlour.cli.console import Console
from parlour.cli.exits import Exit, Failure
from parlour.cli.flags import game_flags, json_flag, stream_flags
from parlour.cli.opening import find, open_game
from parlour.syntax.diagnostic import Diagnostic, Diagnostics
from parlour.syntax.render import summary, to_json


@click.command("check", short_help="Find the errors in program texts.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@game_flags
@json_flag
@stream_flags
@click.pass_obj
def command(
    console: Console, files: Sequence[str], expression: str | None, preludes: Sequence[str], as_json: bool
) -> Exit:
    """Report every error and warning in each FILE, without running it."""
    everything: list[Diagnostic] = []
    code = Exit.FINE
    for file in files:
        try:
            found = _findings(file, expression, preludes)
        except Failure as failure:  # the other files are still worth checking
            console.fail(failure)
            code = failure.code
            continue
        everything += found
        if as_json:
            for diagnostic in found:
                console.event(diagnostic.severity, **to_json(diagnostic))
        else:
            console.show_diagnostics(found)
    errors = sum(item.is_error for item in everything)
    if as_json:
        warnings = len(everything) - errors
        console.event("end", status="error" if errors else "fine", files=len(files), errors=errors, warnings=warnings)
    else:
        checked = "1 file" if len(files) == 1 else f"{len(files)} files"
        console.say(f"{checked} checked: {summary(everything)}")
    return code or (Exit.TEXT if errors else Exit.FINE)


def _findings(file: str, expression: str | None, preludes: Sequence[str]) -> tuple[Diagnostic, ...]:
    try:
        return open_game(find(file), expression=expression, preludes=preludes).warnings
    except Diagnostics as program:
        return program.found
