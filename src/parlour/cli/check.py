"""`parlour check FILE…`: all errors and warnings of program texts, without running them."""

from __future__ import annotations

from collections.abc import Sequence

import click

from parlour.cli.console import Console
from parlour.cli.exits import Exit, Failure
from parlour.cli.flags import json_flag, option_flag, stream_flags, strict_flag
from parlour.cli.opening import check_files, find_file
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.render import summary, to_json


@click.command("check", short_help="Find the errors in program texts.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@option_flag("prelude")
@strict_flag
@json_flag
@stream_flags
@click.pass_obj
def command(console: Console, files: Sequence[str], prelude: Sequence[str], strict: bool, as_json: bool) -> Exit:
    """Report every error and warning in each FILE, without running it."""
    everything: list[Diagnostic] = []
    read: set[str] = set()
    code = Exit.FINE
    for file in files:
        try:
            found, names = check_files(find_file(file), strict=strict, options={"prelude": prelude})
        except Failure as failure:  # the other files are still worth checking
            console.fail(failure)
            code = code or failure.code
            continue
        read.update(names)
        everything += found
        if as_json:
            for diagnostic in found:
                console.event(diagnostic.severity, **to_json(diagnostic))
        else:
            console.show_diagnostics(found)
    checked = len(read)
    errors = sum(item.is_error for item in everything)
    if as_json:
        warnings = len(everything) - errors
        console.event("end", status="error" if errors else "fine", files=checked, errors=errors, warnings=warnings)
    elif checked:
        console.say(f"{checked} file{'s' if checked != 1 else ''} checked: {summary(everything)}")
    return code or (Exit.TEXT if errors else Exit.FINE)
