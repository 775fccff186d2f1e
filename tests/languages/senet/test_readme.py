"""The language on one page: its program is a clean one, and the words it lists are those that the code knows."""

from __future__ import annotations

import re
from pathlib import Path

from parlour.languages.options import Options
from parlour.languages.senet import frontend
from parlour.languages.senet.syntax.scanner import KEYWORDS
from parlour.syntax.source import Source

PAGE = (Path(frontend.__file__).parent / "README.md").read_text(encoding="utf-8")


def test_the_program_on_the_page_is_canonical_and_without_findings() -> None:
    [program] = re.findall(r"^```senet\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    source = Source("page.senet", program)
    assert frontend.check(source, Options()) == ()
    assert frontend.format(source) == program


def test_the_page_lists_all_reserved_words() -> None:
    [listed] = re.findall(r"Reserved are `([^`]*)`", PAGE)
    assert set(listed.split()) == KEYWORDS


def test_the_template_of_a_new_game_is_canonical_and_without_findings() -> None:
    template = (Path(frontend.__file__).parent / "template.senet").read_text(encoding="utf-8")
    source = Source("template.senet", template)
    assert frontend.check(source, Options()) == ()
    assert frontend.format(source) == template
