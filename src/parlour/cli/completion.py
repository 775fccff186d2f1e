"""`parlour completion SHELL`: the script that lets a shell complete commands, flags and values at the Tab key.

click writes the script and answers the shell's questions (`app.invoke`); the instructions are its last lines.
"""

from __future__ import annotations

import click
from click.shell_completion import ShellComplete, get_completion_class

from parlour.cli.console import Console
from parlour.cli.flags import stream_flags

# How to make each shell read the script at every start.
_INSTALL = {
    "bash": ("add this line to ~/.bashrc:", 'eval "$(parlour completion bash)"'),
    "zsh": ("add this line to ~/.zshrc, below compinit:", 'eval "$(parlour completion zsh)"'),
    "fish": ("run this once:", "parlour completion fish > ~/.config/fish/completions/parlour.fish"),
}


@click.command("completion", short_help="Print the script by which a shell completes commands.")
@click.argument("shell", type=click.Choice(list(_INSTALL)))
@stream_flags
@click.pass_obj
def command(console: Console, shell: str) -> None:
    """Print the script by which a shell completes parlour's commands and flags at the Tab key.

    \b
    bash:  add to ~/.bashrc   eval "$(parlour completion bash)"
    zsh:   add to ~/.zshrc    eval "$(parlour completion zsh)"
    fish:  run once           parlour completion fish > ~/.config/fish/completions/parlour.fish
    """
    how, line = _INSTALL[shell]
    # At the end, because zsh wants its own comment in the first line of a file; and on no other stream, because this
    # may run at every start of a shell.
    console.print(_script(shell).strip("\n"))
    console.print(f"\n# This completes parlour's commands for {shell}. To have it always, {how}\n#   {line}")


def _script(shell: str) -> str:
    from parlour.cli.app import parlour

    kind = get_completion_class(shell)
    assert kind is not None, "click knows these shells"
    # Not `kind.source`: for bash that looks for a bash on this machine, and the script may be for another one.
    return ShellComplete.source(kind(parlour, {}, "parlour", "_PARLOUR_COMPLETE"))
