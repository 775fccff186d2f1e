"""Changes of views: what a browser makes of them is the view."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from parlour.web.changes import change, changed

_leaves = st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=2) | st.sampled_from([1.0, 0.0])
_json = st.recursive(
    _leaves, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("abc"), inner), max_leaves=12
)


def _typed(value: Any) -> Any:
    """1, 1.0 and true are three things in JSON."""
    match value:
        case dict():
            return {key: _typed(inner) for key, inner in value.items()}
        case list():
            return [_typed(inner) for inner in value]
    return type(value), value


@given(_json, _json)
def test_a_change_leads_from_one_view_to_the_next(before: Any, after: Any) -> None:
    assert _typed(changed(before, change(before, after))) == _typed(after)


@given(_json)
def test_nothing_new_is_no_change(value: Any) -> None:
    assert change(value, value) == []


def test_a_line_more_costs_a_line() -> None:
    log = [{"text": f"{number}"} for number in range(100)]
    assert change({"log": log}, {"log": [*log, {"text": "new"}]}) == [[["log"], 100, 0, [{"text": "new"}]]]
