"""The whole API, called with whatever its own document allows and with what it does not (schemathesis)."""

from __future__ import annotations

from typing import Any

import msgspec
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance
from tests.web.conftest import Browser, Server

from parlour.web.app import CALLS
from parlour.web.openapi import document

_DOCUMENT = document(CALLS)
# Each worker process reads a game for a new table; so many are enough in every run.
_EXAMPLES = 12
schema = schemathesis.openapi.from_dict(_DOCUMENT)


def test_every_route_and_message_is_in_the_document() -> None:
    assert set(_DOCUMENT["paths"]) == {call.path.replace(":path", "") for call in CALLS}
    assert {"View", "Table", "Problem", "Answer", "Changed", "Request", "Reply"} <= set(
        _DOCUMENT["components"]["schemas"]
    )


def test_the_server_gives_its_own_document(browser: Browser) -> None:
    assert browser.get("/api/openapi.json").json == msgspec.json.decode(msgspec.json.encode(_DOCUMENT))


# Bodies of the right form that are refused all the same: no schema says what a record is.
_MAY_BE_NONSENSE = {("POST", "/api/replays")}


@schema.parametrize()
@settings(max_examples=_EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_asked_is_answered_as_the_document_says(case: Any, server: Server) -> None:
    headers = {"Origin": f"http://{server.host}"}
    may_be_nonsense = (case.method.upper(), case.operation.path) in _MAY_BE_NONSENSE
    excluded = [positive_data_acceptance] if may_be_nonsense else []
    case.call_and_validate(base_url=f"http://{server.host}", headers=headers, excluded_checks=excluded)
