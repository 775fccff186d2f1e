"""Changes of views: what a browser makes of them is the view."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from parlour.workers.changes import change, changed

_leaves = st.none() | st.booleans() | st.integers(2, 5) | st.text(max_size=2)
_json = st.recursive(
    _leaves, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("abc"), inner), max_leaves=12
)


@given(_json, _json)
def test_a_change_leads_from_one_view_to_the_next(before: Any, after: Any) -> None:
    assert changed(before, change(before, after)) == after


@given(_json)
def test_nothing_new_is_no_change(value: Any) -> None:
    assert change(value, value) == []


def test_a_line_more_costs_a_line() -> None:
    log = [{"text": f"{number}"} for number in range(100)]
    assert change({"log": log}, {"log": [*log, {"text": "new"}]}) == [[["log"], 100, 0, [{"text": "new"}]]]
