"""`parlour explain CODE`: what an error means, with a wrong and a right example; without a code, all codes."""

from __future__ import annotations

from collections.abc import Iterator

import click

from parlour.cli.console import Console
from parlour.cli.exits import wrong_usage
from parlour.cli.flags import json_flag, stream_flags
from parlour.languages import explanations
from parlour.languages.explanations import Example, Explanation
from parlour.syntax.display import wrap
from parlour.syntax.suggest import did_you_mean

# Lines of prose longer than this are hard to read, however wide the terminal.
WIDEST = 88
NARROWEST = 40


@click.command("explain", short_help="Explain the code of an error.")
@click.argument("code", metavar="[CODE]", required=False)
@json_flag
@stream_flags
@click.pass_obj
def command(console: Console, code: str | None, as_json: bool) -> None:
    """Explain CODE, such as BG012: what the mistake is, a wrong and a right example. Without CODE, list them all."""
    if code is None:
        _list(console, as_json)
        return
    page = explanations.find(code)
    if page is None:
        known = [page.code for page in explanations.all()]
        listed = "`parlour explain` lists all codes"
        raise wrong_usage(f"there is no code {code}", did_you_mean(code.upper(), known) or listed)
    if as_json:
        console.event("explanation", **_fields(page))
    else:
        console.print("\n".join(_lines(console, page)))


def _list(console: Console, as_json: bool) -> None:
    for page in explanations.all():
        if as_json:
            console.event("code", code=page.code, language=page.language, title=page.title)
        else:
            console.print(f"{console.paint_out('bold', page.code)}  {page.title}")


def _fields(page: Explanation) -> dict[str, object]:
    return {
        "code": page.code,
        "language": page.language,
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
