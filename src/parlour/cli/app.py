"""The verbs, and what becomes of every way in which one of them can end.

`invoke` runs one command line and returns its exit code. A verb is a module of this package with a click command
called `command`; it returns an `Exit` (or nothing: fine) and raises `Failure`, `Diagnostics` or click's own usage
errors. Nothing else should reach this module; what does is a bug of ours and says so, without a traceback.
"""

from __future__ import annotations

import errno
import os
import traceback
from collections.abc import Sequence
from importlib import import_module

import click

from parlour import __version__
from parlour.cli.console import Console
from parlour.cli.exits import Exit, Failure, wrong_usage
from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.recursion import with_room
from parlour.syntax.suggest import did_you_mean

# What `parlour --help` says of each verb; kept here so that it need not import them all.
VERBS = {
    "play": "Play a game at the terminal.",
    "run": "Run a program as its own language would.",
    "repl": "Try a program out, expression by expression.",
    "check": "Find the errors in program texts.",
    "fmt": "Lay program texts out in their canonical form.",
    "explain": "Explain the code of an error, with a wrong and a right example.",
    "show": "Say what a game is: seats, kind, options, the table at the start.",
    "hint": "Suggest the best moves of a game or a saved match.",
    "replay": "Play a recorded match again.",
    "simulate": "Play a game many times and count how it ends.",
    "ggp": "Play over the network of general game playing, or referee it.",
    "serve": "Play in the browser, alone or with others.",
    "games": "List the games of the library, or add one.",
    "lesson": "Learn to write games, lesson by lesson.",
    "new": "Make a small game of your own to start from.",
    "completion": "Print the script by which a shell completes commands.",
    "doctor": "Look at this installation and say what is wrong with it.",
}


class Verbs(click.Group):
    """Finds a verb by importing the module of its name, when it is called and not before."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command = import_module(f"parlour.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in VERBS and not args[0].startswith("-"):
            raise wrong_usage(
                f"there is no command {args[0]}", did_you_mean(args[0], VERBS) or f"the commands are {', '.join(VERBS)}"
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(VERBS.items()))


def _show_version(ctx: click.Context, param: click.Parameter, is_wanted: bool) -> None:
    if is_wanted and not ctx.resilient_parsing:
        click.echo(f"parlour {__version__}")
        ctx.exit()


@click.command(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Say which version this is.",
)
def parlour() -> None:
    """Games that are written down: read, checked and played.

    A GAME is a file (connect.bgl), a folder or a zip file with one, or a game of the library (tic-tac-toe; see `parlour
    games`).
    """


def invoke(args: Sequence[str]) -> int:
    """Runs one command line. Everything that can go wrong ends here as a message and an exit code."""
    if "_PARLOUR_COMPLETE" in os.environ:  # a shell asks for completions: click answers it and exits
        parlour.main(list(args), prog_name="parlour")
    console = Console()
    try:
        code = with_room(_outcome, console, args)
        console.close()
    except KeyboardInterrupt:
        code = Exit.INTERRUPTED
    except BrokenPipeError:  # whoever read our output has seen enough (`parlour games | head -1`)
        console.abandon()
        code = Exit.FINE
    except OSError as problem:  # a full disk, a terminal that went away
        console.abandon()
        code = Exit.FILE
        what = problem.filename or "the output cannot be written"
        console.fail(Failure(code, f"{what}: {problem.strerror or problem}"))
    return code


def _outcome(console: Console, args: Sequence[str]) -> Exit:
    try:
        with parlour.make_context("parlour", list(args), obj=console) as ctx:
            result = parlour.invoke(ctx)
        return result if isinstance(result, Exit) else Exit.FINE
    except click.exceptions.Exit as done:  # --help, --version
        return Exit(done.exit_code)
    except click.exceptions.NoArgsIsHelpError as bare:
        console.insist(bare.ctx.get_help() if bare.ctx else "")
        return Exit.USAGE
    except click.UsageError as wrong:
        console.fail(_usage_failure(wrong))
        return Exit.USAGE
    except Failure as failure:
        console.fail(failure)
        return failure.code
    except Diagnostics as program:
        console.show_diagnostics(program.found)
        return Exit.TEXT
    except OSError as problem:
        if problem.errno != errno.ENOMEM:
            raise
        return _too_little_memory(console, problem.strerror or "")
    except MemoryError as full:
        return _too_little_memory(console, str(full))
    except Exception as bug:
        _confess(console, bug)
        return Exit.BUG


def _usage_failure(wrong: click.UsageError) -> Failure:
    """Click's complaints in our words, with a suggestion where one is near."""
    ctx = wrong.ctx
    if ctx is None:
        words = f"{wrong.option_name} needs a value" if isinstance(wrong, click.BadOptionUsage) else wrong.message
        return wrong_usage(words.rstrip("."), "`parlour --help` says what there is")
    command = ctx.command_path
    see = f"`{command} --help` says what it takes"
    match wrong:
        case click.NoSuchOption(option_name=name):
            known = [option for param in ctx.command.get_params(ctx) for option in param.opts]
            return wrong_usage(f"{command} has no option {name}", did_you_mean(name, known) or see)
        case click.MissingParameter(param=click.Argument() as missing):
            return wrong_usage(f"{command} needs {missing.make_metavar(ctx)}", see)
        case click.BadParameter(param=click.Option(type=click.IntRange() as numbers) as option):
            return wrong_usage(f"{option.opts[-1]} needs a whole number {_range_words(numbers)}", see)
        case click.BadParameter(param=click.Option() as option):
            return wrong_usage(f"{option.opts[-1]}: {wrong.message}", see)
    return wrong_usage(wrong.format_message().rstrip("."), see)


def _too_little_memory(console: Console, what: str) -> Exit:
    told = f" ({what})" if what else ""
    hint = "lower the --budget, or take --engine python, which needs less of it"
    console.fail(Failure(Exit.FAILED, f"the memory of this machine is not enough{told}", hint))
    return Exit.FAILED


def _range_words(numbers: click.IntRange) -> str:
    return f"from {numbers.min} on" if numbers.max is None else f"from {numbers.min} to {numbers.max:,}"


def _confess(console: Console, bug: Exception) -> None:
    if os.environ.get("PARLOUR_TRACEBACK"):
        console.insist("".join(traceback.format_exception(bug)).rstrip())
    what = f"{type(bug).__name__}: {bug}" if str(bug) else type(bug).__name__
    console.fail(
        Failure(
            Exit.BUG,
            f"this is a bug in Parlour ({what})",
            "set PARLOUR_TRACEBACK=1 and run the same command again to see where it happened, and please report that",
        )
    )
