"""`parlour doctor`: what this installation is made of, and what is wrong with it.

Nothing here fails: a doctor that cannot look reports that as a finding. Problems come with what to do about them.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version

import click

from parlour import library
from parlour.cli.console import Console
from parlour.cli.flags import json_flag, stream_flags
from parlour.cli.opening import Found, check_files
from parlour.dataclass import dataclass
from parlour.engines import objects
from parlour.syntax.display import visible


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `advice` is what to do if something is wrong, else empty."""

    subject: str
    state: str
    advice: str = ""


@click.command("doctor", short_help="Look at this installation.")
@click.option("--clear-cache", is_flag=True, help="Remove the machine code of games that is kept on disk.")
@json_flag
@stream_flags
@click.pass_obj
def command(console: Console, clear_cache: bool, as_json: bool) -> None:
    """Look at this installation: Python, terminal, packages, games; say what is wrong and what to do."""
    if clear_cache:
        count = objects.clear()
        if as_json:
            console.event("cleared", entries=count, folder=objects.folder())
        console.say(f"removed the machine code of {count} {'game' if count == 1 else 'games'}")
        return
    findings = [*_system(), *_terminal(console), *_packages(), *_games(), *_folders(), *_cache()]
    problems = [finding for finding in findings if finding.advice]
    for finding in findings:
        if as_json:
            console.event("finding", subject=finding.subject, state=finding.state, advice=finding.advice or None)
            continue
        mark = console.paint_out("yellow", "!!") if finding.advice else console.paint_out("green", "ok")
        console.print(f"{mark} {finding.subject:<12} {visible(finding.state)}")
        if finding.advice:
            console.print(f"   {'':<12} {visible(finding.advice)}")
    many = f"{len(problems)} problem{'s' if len(problems) != 1 else ''}"
    console.say(f"{many} found" if problems else "no problems found")


def _system() -> Iterator[Finding]:
    is_old = sys.version_info < (3, 11)
    yield Finding("python", platform.python_version(), "Parlour needs Python 3.11 or later" if is_old else "")
    yield Finding("platform", platform.platform())


def _terminal(console: Console) -> Iterator[Finding]:
    where = "a terminal" if console.out.isatty() else "no terminal"
    yield Finding("output", f"{where}, {console.width} columns")
    yield Finding("colour", "on" if console.out_has_color else "off")
    yield Finding(
        "characters",
        "ASCII only" if console.is_ascii else "UTF-8",
        "set a UTF-8 locale, for example LC_ALL=C.UTF-8, to see lines and corners" if console.is_ascii else "",
    )


def _packages() -> Iterator[Finding]:
    """Everything that the package itself asks for; extras are missing only to those who want them."""
    wanted = [line.split(";")[0] for line in requires("parlour") or () if "extra ==" not in line]
    for name in ("parlour", *("".join(_name(line)) for line in wanted)):
        try:
            yield Finding("package", f"{name} {version(name)}")
        except PackageNotFoundError:
            yield Finding("package", f"{name} is missing", f"install it: python -m pip install {name}")


def _name(requirement: str) -> Iterator[str]:
    """The letters of `click>=8.1` up to the version."""
    for letter in requirement.strip():
        if not (letter.isalnum() or letter in "-_."):
            return
        yield letter


def _games() -> Iterator[Finding]:
    entries = library.all()
    broken = []
    for entry in entries:
        errors = [found for found in check_files(Found(entry.name, entry))[0] if found.is_error]
        if errors:
            broken.append(f"{entry.name} ({errors[0].title})")
    state = f"{len(entries)} in the library" + (f"; these do not load: {', '.join(broken)}" if broken else "")
    yield Finding("games", state, "install Parlour again: its own games are damaged" if broken else "")


def _folders() -> Iterator[Finding]:
    folder = os.getcwd()
    can_write = os.access(folder, os.W_OK)
    yield Finding(
        "matches",
        f"saved in the folder you play in ({folder})",
        "" if can_write else "this folder cannot be written: matches would go to the temporary folder",
    )


def _cache() -> Iterator[Finding]:
    """Machine code that the native engines have kept, so that a game need not be compiled again."""
    held = objects.contents()
    forms = f"{held.entries} compiled {'form' if held.entries == 1 else 'forms'} of games"
    state = f"{forms}, {held.size:,} bytes, in {held.folder}"
    advice = "" if held.is_private else f"others may write to it, so it is not used: chmod go-w {held.folder}"
    yield Finding("cache", state, advice)
