"""The registry: what it says of each language is true of its folder."""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files
from pathlib import Path

import pytest

from parlour.languages.frontend import (
    ENDINGS,
    FIRST,
    LANGUAGES,
    NAMES,
    Language,
    Options,
    by_ending,
    front_end,
    language,
)
from parlour.languages.session import NoSession, open_session
from parlour.syntax.source import Source

SOURCE = Path(import_module("parlour").__file__ or "").parent
every_language = pytest.mark.parametrize("known", LANGUAGES, ids=lambda known: known.name)


def test_every_folder_is_registered() -> None:
    folders = {folder.name for folder in files("parlour.languages").iterdir() if (folder / "frontend.py").is_file()}
    assert folders == set(NAMES)


@every_language
def test_a_language_reads_checks_and_lays_out_its_own_template(known: Language) -> None:
    source = Source(f"demo{known.endings[0]}", known.template.replace("NAME", "Demo"))
    front = front_end(known.name)
    assert front.check(source, Options()) == ()
    assert front.read(source, Options()).table is not None
    laid_out = front.format(source)
    assert front.format(Source(source.name, laid_out)) == laid_out


@every_language
def test_a_language_has_a_session_if_it_says_so(known: Language) -> None:
    if known.has_session:
        assert open_session(known.name, None).names() == {}
    else:
        with pytest.raises(NoSession):
            open_session(known.name, None)


@every_language
def test_endings_belong_to_one_language_in_either_case(known: Language) -> None:
    for ending in known.endings:
        assert by_ending(f"a.b{ending.upper()}") is ENDINGS[ending] is known


def test_names_that_no_language_has_are_refused() -> None:
    assert language(FIRST).name == FIRST
    assert by_ending("notes.txt") is None
    with pytest.raises(ValueError, match="there is no language chess; there is allhandsondeck, bogl, contest, gdl"):
        language("chess")
