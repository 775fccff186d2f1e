"""`parlour new NAME`: a small game of your own to start from, which plays at once.

Every language has a `template`; the word NAME in it becomes the name of the game.
"""

from __future__ import annotations

import re
from pathlib import Path

import click

from parlour import pipeline
from parlour.cli.console import Console
from parlour.cli.exits import Failure, bad_file, wrong_usage
from parlour.cli.flags import message_flags
from parlour.languages.frontend import FIRST, NAMES, by_ending
from parlour.languages.frontend import language as find_language

_LONGEST_NAME = 60


@click.command("new", short_help="Make a small game of your own to start from.")
@click.argument("name", metavar="NAME")
@click.option(
    "--language",
    type=click.Choice(NAMES),
    default=FIRST,
    show_default=True,
    help="The language to write it in.",
)
@click.option("-o", "--output", "folder", metavar="DIR", default=".", help="The folder to put it in (here).")
@message_flags
@click.pass_obj
def command(console: Console, name: str, language: str, folder: str) -> None:
    """Make a small game called NAME to start from: it plays at once, and is yours to change.

    The name is letters, digits and hyphens, such as my-game. A file that exists is never overwritten.
    """
    text = _text(name, language)
    path = Path(folder) / f"{name}{find_language(language).endings[0]}"
    try:
        with open(path, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise bad_file(f"{path} exists already and is left as it is", "choose another name") from None
    except FileNotFoundError:
        raise bad_file(f"there is no folder {folder}", "make it first, or choose another one with --output") from None
    except NotADirectoryError:
        raise bad_file(f"{folder} is not a folder") from None
    except OSError as problem:
        raise bad_file(f"cannot write {path}: {problem.strerror or problem}") from None
    console.print(str(path))
    console.say(f"play it with `parlour play {path}`")


def _text(name: str, language: str) -> str:
    """The template with its name. A name that makes it an invalid program is a word of the language."""
    title = _title(name)
    text = find_language(language).template.replace("NAME", title)
    if any(item.is_error for item in pipeline.check(text, language=language)):
        raise wrong_usage(f"a game cannot be called {title}: the language uses this word", f"for example my-{name}")
    return text


def _title(name: str) -> str:
    """The name as a program writes it: `my-game` is MyGame.

    >>> _title("my-game"), _title("nim"), _title("fourInARow_2")
    ('MyGame', 'Nim', 'FourInARow2')
    """
    if by_ending(name) is not None:
        raise _bad_name(name, f"leave the ending out: `parlour new {Path(name).stem}`")
    if "/" in name or "\\" in name:
        raise _bad_name(name, "say the folder with --output")
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", name):
        raise _bad_name(name, "a name begins with a letter and has letters, digits and hyphens, such as my-game")
    if len(name) > _LONGEST_NAME:
        raise _bad_name(name, f"a name has at most {_LONGEST_NAME} characters")
    return "".join(part[0].upper() + part[1:] for part in re.split("[-_]+", name) if part)


def _bad_name(name: str, hint: str) -> Failure:
    return wrong_usage(f"{name or 'an empty word'} cannot be the name of a game", hint)
