"""What a person can say at a question besides an answer.

A legal answer always wins: a game in which `undo` is one takes it as such. With a colon in front (`:undo`) a word is
always the command, and with an equals sign (`=undo`) always the answer: to somebody who asks for any text at all.

    >>> forced_command(":save tuesday.match")
    Command(word='save', rest='tuesday.match')
    >>> command("undo"), command("Undo"), command("undone")
    (Command(word='undo', rest=''), Command(word='undo', rest=''), None)
"""

from __future__ import annotations

from parlour.dataclass import dataclass

# Each word, what may follow it, and what it does.
COMMANDS = {
    "?": ("", "list the legal moves"),
    "hint": ("", "suggest the best moves"),
    "why": ("ACTION", "say what keeps you from an action, in games that have them"),
    "undo": ("", "take the last move back"),
    "redo": ("", "play the move again that was taken back"),
    "history": ("", "list the moves so far"),
    "board": ("", "show the table again"),
    "save": ("[FILE]", "write the match to a file"),
    "quit": ("", "stop here; the match is saved"),
    "help": ("", "list these commands"),
}


@dataclass(frozen=True, slots=True)
class Command:
    word: str
    rest: str


def forced_command(text: str) -> Command | None:
    """The command behind a colon; None if there is no colon or no such command."""
    return command(text.strip()[1:]) if text.lstrip().startswith(":") else None


def forced_answer(text: str) -> str | None:
    """The answer behind an equals sign, where it would be a command without; None if there is none.

    >>> forced_answer("=undo"), forced_answer("=4"), forced_answer("undo")
    ('undo', None, None)
    """
    rest = text.strip()[1:]
    return rest if text.lstrip().startswith("=") and command(rest) is not None else None


def command(text: str) -> Command | None:
    """The command this text is, if it is one, in small letters or capitals. Only `save` and `why` take more than their
    word."""
    word, _, rest = text.strip().partition(" ")
    word = word.lower()
    if word not in COMMANDS or (rest and not COMMANDS[word][0]):
        return None
    return Command(word, rest.strip())


def help_text() -> str:
    """What can be said at a question, a line each."""
    lines = ["Answer in the game's own words, or with the number of a move that ? lists. Commands:"]
    for word, (rest, does) in COMMANDS.items():
        lines.append(f"  {f'{word} {rest}'.strip():<12} {does}")
    return "\n".join(
        [
            *lines,
            "Where a game takes one of these words as an answer, put a colon before the command: :undo",
            "Where any text is an answer, put an equals sign before one of these words to answer with it: =undo",
        ]
    )
