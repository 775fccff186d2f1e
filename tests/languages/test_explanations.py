"""The form of the pages that explain codes."""

from __future__ import annotations

import pytest

from parlour.languages import explanations
from parlour.languages.explanations import Example, parse_page
from parlour.languages.frontend import NAMES

PAGE = """# BG900: a title

One paragraph
in two lines.

```bogl wrong prelude repeat=3
game G

-- again
```

Another one.

```bogl right
game G
```
"""


def test_a_page_is_a_title_paragraphs_and_examples_in_the_order_of_reading():
    page = parse_page(PAGE, "bogl")
    assert (page.code, page.title, page.language) == ("BG900", "a title", "bogl")
    wrong = Example("game G\n\n-- again", is_wrong=True, is_prelude=True, repeat=3)
    right = Example("game G", is_wrong=False)
    assert page.parts == ("One paragraph in two lines.", wrong, "Another one.", right)
    assert page.examples == (wrong, right)


def test_the_last_line_of_an_example_may_stand_for_many():
    wrong, right = parse_page(PAGE, "bogl").examples
    assert wrong.text == "game G\n\n-- again\n-- again\n-- again\n"
    assert right.text == "game G\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("BG900: a title\n", "a page begins with"),
        ("# a title\n", "a page begins with"),
        ("# BG900: a title\n```bogl\ngame G\n```\n", "should begin with bogl wrong"),
        ("# BG900: a title\n```senet wrong\ngame G\n```\n", "should begin with bogl wrong"),
        ("# BG900: a title\n```bogl wrong\ngame G\n", "never closed"),
    ],
)
def test_a_page_in_another_form_is_refused_with_the_reason(text, problem):
    with pytest.raises(ValueError, match=problem):
        parse_page(text, "bogl")


def test_an_example_may_be_one_for_strict_readers():
    assert parse_page("# BG900: a title\n```bogl wrong strict\ngame G\n```\n", "bogl").examples[0].strict
    assert not parse_page(PAGE, "bogl").examples[0].strict


def test_pages_are_found_in_either_case_and_listed_by_code():
    pages = explanations.all()
    codes = [page.code for page in pages]
    assert codes == sorted(set(codes))
    assert {page.language for page in pages} <= set(NAMES)
    for page in pages:
        assert explanations.find(page.code) == explanations.find(page.code.lower()) == page
    assert explanations.find("BG") is None
    assert explanations.find("../../bogl/README") is None
