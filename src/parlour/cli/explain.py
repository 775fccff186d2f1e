"""`parlour explain CODE`: what an error means, with a wrong and a right example; without a code, all codes.

`parlour explain LANGUAGE` lists the codes of one language: those of its texts, and those of its running programs.
"""

from __future__ import annotations

from collections.abc import Iterator

import click

from parlour.cli.console import Console
from parlour.cli.exits import wrong_usage
from parlour.cli.flags import json_flag, stream_flags
from parlour.languages import explanations
from parlour.languages.explanations import Example, Explanation
from parlour.languages.frontend import LANGUAGES, NAMES
from parlour.syntax.display import wrap
from parlour.syntax.suggest import did_you_mean

# Lines of prose longer than this are hard to read, however wide the terminal.
WIDEST = 88
NARROWEST = 40


@click.command("explain", short_help="Explain the code of an error.")
@click.argument("code", metavar="[CODE|LANGUAGE]", required=False)
@json_flag
@stream_flags
@click.pass_obj
def command(console: Console, code: str | None, as_json: bool) -> None:
    """Explain CODE, such as BG012 or steps: what the mistake is, a wrong and a right example. With the name of
    a LANGUAGE, list its codes; without either, list them all."""
    name = None if code is None else _language(code.lower())
    if code is None or name is not None:
        _list(console, as_json, name)
        return
    page = explanations.find(code)
    if page is None:
        known = [page.code for page in explanations.all()]
        words = [*NAMES, *(page.code for page in explanations.failures())]
        hint = did_you_mean(code.upper(), known) or did_you_mean(code.lower(), words)
        raise wrong_usage(f"there is no code {code}", hint or "`parlour explain` lists all codes")
    if as_json:
        console.event("explanation", **_fields(page))
    else:
        console.print("\n".join(_lines(console, page)))


def _language(word: str) -> str | None:
    """The language of this name, or with files of this ending, or whose codes begin so, `ah`."""
    for known in LANGUAGES:
        if word in (known.name, *(ending.lstrip(".") for ending in known.endings)):
            return known.name
    return next((page.language for page in explanations.all() if page.code[:2].lower() == word), None)


def _list(console: Console, as_json: bool, language: str | None) -> None:
    pages = (*explanations.all(), *explanations.failures())
    for page in pages if language is None else (page for page in pages if page.is_of(language)):
        if as_json:
            console.event("code", code=page.code, language=page.language or None, title=page.title)
        else:
            console.print(f"{console.paint_out('bold', page.code)}  {page.title}")


def _fields(page: Explanation) -> dict[str, object]:
    return {
        "code": page.code,
        "language": page.language or None,
        "title": page.title,
        "text": "\n\n".join(part for part in page.parts if isinstance(part, str)),
        "examples": [
            {
                "kind": "wrong" if example.is_wrong else "right",
                "text": example.shown + "\n",
                "repeat": example.repeat,
                "prelude": example.is_prelude,
                "strict": example.strict,
            }
            for example in page.examples
        ],
    }


def _lines(console: Console, page: Explanation) -> Iterator[str]:
    columns = max(min(console.width, WIDEST), NARROWEST)
    yield console.paint_out("bold", f"{page.code}: {page.title}")
    for part in page.parts:
        yield ""
        if isinstance(part, Example):
            yield from _example_lines(console, part)
        else:
            yield from wrap(part, columns)


def _example_lines(console: Console, example: Example) -> Iterator[str]:
    name = console.paint_out("red", "wrong") if example.is_wrong else console.paint_out("green", "right")
    yield name + (", in a prelude:" if example.is_prelude else ", with --strict:" if example.strict else ":")
    yield ""
    for line in example.shown.split("\n"):
        yield f"    {line}".rstrip()
    if example.repeat > 1:
        yield f"    ({example.repeat:,} such lines)"
