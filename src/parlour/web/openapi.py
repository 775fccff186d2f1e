"""The OpenAPI document, made from the routes and the types of their messages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from parlour import __version__
from parlour.web import messages

if TYPE_CHECKING:
    from parlour.web.app import Call

_REF = "#/components/schemas/{name}"
_PARAMETERS: dict[str, Any] = {
    "name": {"type": "string", "minLength": 1, "maxLength": 200},
    "table": {"type": "string", "pattern": "^[A-Za-z0-9_-]{8,32}$"},
    "seat": {"type": "integer", "minimum": 0, "maximum": 999},
    "form": {"type": "string", "enum": ["text", "json"]},
}
# What any route may answer instead.
_PROBLEMS = ("400", "403", "404", "405", "409", "413", "421", "422", "429", "503")


def document(calls: Sequence[Call]) -> dict[str, Any]:
    """The whole document, as JSON values."""
    types = [kind for call in calls for kind in (call.takes, call.gives) if isinstance(kind, type)]
    sockets: list[Any] = [messages.Request, messages.Reply]
    # The messages of the socket are no bodies of routes, but whoever writes a client needs them, too.
    schemas, components = msgspec.json.schema_components(
        [*dict.fromkeys([*types, messages.Problem]), *sockets], ref_template=_REF
    )
    by_type: dict[type, Any] = dict(zip(dict.fromkeys([*types, messages.Problem]), schemas, strict=False))
    components = {**components, "Request": schemas[-2], "Reply": schemas[-1]}
    paths: dict[str, Any] = {}
    for call in calls:
        path = re.sub(r":\w+\}", "}", call.path)
        paths.setdefault(path, {})[call.method.lower()] = _operation(call, path, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Parlour", "version": __version__, "description": "Tables in the browser."},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(call: Call, path: str, by_type: dict[type, Any]) -> dict[str, Any]:
    names = re.findall(r"\{(\w+)\}", path)
    parameters = [{"name": name, "in": "path", "required": True, "schema": _PARAMETERS[name]} for name in names]
    parameters += [{"name": name, "in": "query", "schema": _PARAMETERS[name]} for name in call.query]
    media = call.gives if isinstance(call.gives, str) else "application/json"
    schema = {} if media == "application/json" else {"type": "string"}
    if isinstance(call.gives, type):
        schema = by_type[call.gives]
    media_types = {media: {"schema": schema}}
    if "form" in call.query:
        media_types["application/json"] = {"schema": {}}
    problem = {"description": "Why not.", "content": {"application/json": {"schema": by_type[messages.Problem]}}}
    operation: dict[str, Any] = {
        "operationId": call.handler.__name__,
        "summary": call.does,
        "parameters": parameters,
        "responses": {
            str(call.status): {"description": "Done.", "content": media_types},
            **dict.fromkeys(_PROBLEMS, problem),
        },
    }
    if call.takes is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": by_type[call.takes]}},
        }
    return operation
