"""Every code of every language has its page, the examples on it are what the page says they are, and what is said
about the wrong ones is as it was reviewed.

The reviewed messages are files in `LANGUAGE/messages`: one for each code, and one for each mistake in the language's
own `test_messages.py`. After a change of wording, write them anew and look at the difference:

    ACCEPT=1 .venv/bin/pytest tests/languages -k "messages or codes"; git diff tests/languages
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from parlour.languages import explanations
from parlour.languages.explanations import Example, Explanation
from parlour.languages.frontend import NAMES, front_end, language, spelled
from parlour.languages.options import Options
from parlour.syntax.diagnostic import Diagnostic, Diagnostics
from parlour.syntax.source import Source

# Its shortest sound program, for what comes before a program.
AFTER_A_PRELUDE = {"bogl": "game G\n"}
PAGES = [pytest.param(page, id=page.code) for page in explanations.all()]
every_page = pytest.mark.parametrize("page", PAGES)


def findings(page: Explanation, example: Example) -> tuple[Diagnostic, ...]:
    """What is wrong with a program, or else what keeps it from being written in one of its language's spellings."""
    ending = language(page.language).endings[0]
    text, preludes = example.text, ()
    if example.is_prelude:
        text, preludes = AFTER_A_PRELUDE[page.language], (Source(f"prelude{ending}", text),)
    source = Source(f"game{ending}", text)
    found = front_end(page.language).check(source, Options({"prelude": preludes}, strict=example.strict))
    if any(item.is_error for item in found):
        return found
    for spelling in language(page.language).spellings:
        try:
            spelled(page.language).format_as(source, spelling)
        except Diagnostics as problem:
            found = (*found, *problem.found)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_code_has_a_page_and_every_page_a_code(name: str) -> None:
    assert [page.code for page in explanations.all() if page.language == name] == codes_of(name)


@pytest.mark.parametrize("name", NAMES)
def test_no_two_pages_of_a_language_have_the_same_title(name: str) -> None:
    titles = [page.title for page in explanations.all() if page.language == name]
    assert len(titles) == len(set(titles))


def codes_of(name: str) -> list[str]:
    """The constants of a language's `codes`."""
    constants = vars(import_module(f"parlour.languages.{name}.codes")).values()
    return sorted(value for value in constants if isinstance(value, str) and re.fullmatch("[A-Z]{2}[0-9]{3}", value))


@every_page
def test_a_page_explains_first_and_then_shows_wrong_and_right(page: Explanation) -> None:
    kinds = [part.is_wrong if isinstance(part, Example) else None for part in page.parts]
    wrong, right = kinds.count(True), kinds.count(False)
    assert wrong >= 1
    assert right == 1
    assert kinds == [None] * (len(kinds) - wrong - right) + [True] * wrong + [False]
    assert kinds[0] is None


@every_page
def test_a_wrong_example_makes_this_mistake_and_no_other(page: Explanation) -> None:
    for example in page.examples:
        if example.is_wrong:
            assert [item.code for item in findings(page, example)] == [page.code], example.shown


@every_page
def test_a_right_example_has_no_findings(page: Explanation) -> None:
    for example in page.examples:
        if not example.is_wrong:
            assert [item.title for item in findings(page, example)] == [], example.shown


@every_page
def test_the_message_of_a_code_is_as_reviewed(page: Explanation, as_reviewed) -> None:
    wrong = [example for example in page.examples if example.is_wrong]
    as_reviewed(page.language, page.code, [item for example in wrong for item in findings(page, example)])


@pytest.mark.parametrize("name", NAMES)
def test_there_are_no_messages_left_over(name: str) -> None:
    found = {file.stem for file in (Path(__file__).parent / name / "messages").iterdir()}
    codes = {page.code for page in explanations.all() if page.language == name}
    mistakes = {stem for stem in found if stem.startswith(("mistake-", "wrong-", "caravan-"))}
    assert found == codes | mistakes
