"""Whatever a browser sends: no failure of the server, no stuck match, no growing memory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.web.conftest import Browser, Server, Tab

_numbers = st.integers(0, 12) | st.integers(-2, 2**70) | st.floats(allow_nan=False) | st.none() | st.booleans()
_texts = st.sampled_from(["(1,1)", "1 1", "", "undo", "\x00", "(9,9)"]) | st.text(max_size=20)
_fields = st.fixed_dictionaries(
    {},
    optional={
        "id": _numbers,
        "question": _numbers,
        "revision": _numbers,
        "move": _numbers,
        "option": _numbers,
        "text": _texts | _numbers,
        "offer": _numbers,
        "yes": st.booleans() | _numbers,
        "step": _numbers,
        "who": _texts,
        "player": _texts | st.sampled_from(["random", "level:1", "cmd:cat", "human", "level:99"]),
        "extra": _texts,
    },
)
_types = ["answer", "undo", "redo", "agree", "look", "ping", "hint", "resign", "name", "nonsense"]
_requests = st.builds(lambda kind, fields: {"type": kind, **fields}, st.sampled_from(_types), _fields)
# Most of them are well formed, so that they get beyond the first check.
_formed = st.one_of(
    st.builds(
        lambda question, revision, move: {"type": "answer", "question": question, "revision": revision, "move": move},
        *(st.integers(0, 12) for _ in range(3)),
    ),
    st.builds(
        lambda kind, revision: {"type": kind, "revision": revision},
        st.sampled_from(["undo", "redo"]),
        st.integers(0, 30),
    ),
    st.builds(lambda step: {"type": "look", "step": step}, st.integers(0, 30)),
    st.builds(lambda offer, yes: {"type": "agree", "offer": offer, "yes": yes}, st.integers(0, 5), st.booleans()),
)
_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
_messages = st.one_of(
    _formed.map(lambda request: json.dumps({"id": 1, **request})),
    _requests.map(json.dumps),
    _json.map(json.dumps),
    st.text(max_size=50),
    st.binary(max_size=50),
)


def _is_alive(tab: Tab) -> bool:
    """The socket still answers, and the match can go on."""
    pong = tab.request("ping")
    assert pong["type"] == "pong"
    return True


def _resident(server: Server) -> int:
    assert server.process is not None
    return int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * 4096


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 2), _messages), max_size=25))
def test_no_message_breaks_a_match_or_the_server(server: Server, sent: list[tuple[int, Any]]) -> None:
    ada, ben = Browser(server), Browser(server)
    made = ada.open_table("tic-tac-toe", "human", "human")
    table = made["table"]["id"]
    ben.enter(table, made["links"][0]["token"])
    with ada.sit(table, 0) as first, ben.sit(table, 1) as second, ada.sit(table) as third:
        tabs = (first, second, third)
        for number, message in sent:
            tabs[number].socket.send(message)
        for tab in tabs:
            tab._id = 2**40
            assert _is_alive(tab)
        newest = max(tab.revision for tab in tabs)
        for tab in tabs:
            tab.until(lambda tab, newest=newest: tab.revision >= newest)
        assert "outcome" in first.view or first.view["awaited"], "a match that is not over waits for somebody"
        if "outcome" not in first.view:
            asked = first if first.questions else second
            assert asked.answer()["type"] == "taken"


def test_memory_stays_flat_over_many_tables_and_messages(server: Server) -> None:
    def some() -> None:
        browser = Browser(server)
        for _ in range(5):
            table = browser.open_table("tic-tac-toe", "human", "human")["table"]["id"]
            with browser.sit(table, 0) as tab:
                tab.until_asked()
                for number in range(30):
                    tab.socket.send("x" * 1000)
                    tab.request("look", step=number % 2)

    some()
    before = _resident(server)
    for _ in range(3):
        some()
    assert _resident(server) < before + 30_000_000
