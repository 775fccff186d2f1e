"""The line to a table, in a real browser: what comes too late is not heard."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.browser.browsing import Visitor

# A line whose socket is ours: a view arrives, and the line is closed while it is still being unpacked.
CLOSED_WHILE_UNPACKING = """async (isClosed) => {
  const sockets = [];
  window.WebSocket = class { constructor() { sockets.push(this); } close() {} send() {} };
  const {TableLine} = await import("/static/socket.js");
  const line = new TableLine("AAAAAAAAAAAAAAAAAAAAAA", null);
  const heard = [];
  line.addEventListener("view", () => heard.push(line.revision));
  sockets[0].onmessage({data: JSON.stringify({type: "view", revision: 3, view: {}})});
  if (isClosed) line.close();
  await new Promise((done) => setTimeout(done, 50));
  return heard;
}"""


def test_a_line_that_was_closed_tells_nothing_more(visit: Callable[..., Visitor]) -> None:
    page = visit().open("/")
    assert page.evaluate(CLOSED_WHILE_UNPACKING, True) == []


def test_an_open_line_tells_what_it_has_unpacked(visit: Callable[..., Visitor]) -> None:
    page = visit().open("/")
    assert page.evaluate(CLOSED_WHILE_UNPACKING, False) == [3]
