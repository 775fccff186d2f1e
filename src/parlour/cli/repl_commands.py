"""What can be said to a REPL besides expressions and answers: words behind a colon.

A word may be cut short where that is clear: `:t 6 * 7` asks for a type, `:r` loads again.

    >>> read_command(":type 6 * 7"), read_command(":q")
    (Command(word='type', rest='6 * 7'), Command(word='quit', rest=''))
    >>> read_command("6 * 7") is None
    True
    >>> read_command(":tpye 6 * 7")
    Unknown(word='tpye', hint='Did you mean :type?')
"""

from __future__ import annotations

from parlour.cli.terminal.commands import Command
from parlour.dataclass import dataclass
from parlour.syntax.suggest import did_you_mean

# Each word, what may follow it, and what it does. Where two words begin alike, the first one may be cut short.
COMMANDS = {
    "type": ("EXPR", "the type of an expression or a function"),
    "load": ("FILE", "load a program; what was typed before is forgotten"),
    "reload": ("", "load the same program again"),
    "edit": ("", "edit the program ($VISUAL or $EDITOR), then load it again"),
    "names": ("", "what the program and you have defined"),
    "board": ("", "the last board again"),
    "undo": ("", "take the last answer back"),
    "clear": ("", "leave a question unanswered and forget the expression (Ctrl-C does too)"),
    "help": ("", "this list"),
    "quit": ("", "the end (Ctrl-D does too)"),
}

# Between these, each on a line of its own, lines belong together.
OPEN_BLOCK, CLOSE_BLOCK = ":{", ":}"


@dataclass(frozen=True, slots=True)
class Unknown:
    """A word behind a colon that is no command."""

    word: str
    hint: str


def read_command(line: str) -> Command | Unknown | None:
    """The command in a line; None if the line has no colon in front."""
    text = line.strip()
    if not text.startswith(":"):
        return None
    word, _, rest = text[1:].partition(" ")
    word = "help" if word == "?" else word
    full = next((known for known in COMMANDS if word and known.startswith(word)), None)
    if full is None:
        return Unknown(word, did_you_mean(f":{word}", [f":{known}" for known in COMMANDS]))
    return Command(full, rest.strip())


def help_text() -> str:
    """What can be typed, a line each."""
    lines = [
        "An expression is evaluated; a definition lives until the next load:",
        "  6 * 7",
        "  double : Int -> Int",
        "  double(x) = 2 * x",
        "A line that leaves something open goes on in the next one; an empty line ends it.",
        f"Between {OPEN_BLOCK} and {CLOSE_BLOCK} all lines belong together.",
        "Commands, which may be cut short:",
    ]
    lines += [f"  {f':{word} {rest}'.strip():<12} {does}" for word, (rest, does) in COMMANDS.items()]
    return "\n".join(lines)
