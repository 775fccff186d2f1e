"""What is not taken: late, doubled, undone, foreign and forged answers. Each has its reason, and nothing changes."""

from __future__ import annotations

import json
import threading

from tests.web.conftest import Browser, Server, Tab


def _table(server: Server) -> tuple[str, Browser, Browser]:
    ada, ben = Browser(server), Browser(server)
    made = ada.open_table("tic-tac-toe", "human", "human")
    table = made["table"]["id"]
    ben.enter(table, made["links"][0]["token"])
    return table, ada, ben


def _unchanged(tab: Tab, revision: int) -> bool:
    """After everything that was sent has come, the match is where it was."""
    tab.request("ping")
    return tab.revision == revision


def test_an_answer_that_comes_twice_is_taken_once(server: Server) -> None:
    table, ada, _ = _table(server)
    with ada.sit(table, 0) as tab:
        question = tab.until_asked()
        again = {"question": question["id"], "revision": tab.revision, "move": 0}
        assert tab.request("answer", **again)["type"] == "taken"
        assert tab.request("answer", **again)["reason"] == "not-open"
        assert _unchanged(tab, 1) and len(tab.view["log"]) == 1


def test_an_answer_to_a_question_that_was_taken_back_is_refused(server: Server) -> None:
    table, ada, _ = _table(server)
    with ada.sit(table, 0) as tab:
        question = tab.until_asked()
        late = {"question": question["id"], "revision": tab.revision, "move": 3}
        tab.answer()
        tab.request("undo", revision=1)
        assert tab.until_asked()["id"] == question["id"], "its number is asked again"
        assert tab.request("answer", **late)["reason"] == "taken-back"
        assert _unchanged(tab, 2) and "log" not in tab.view
        assert tab.request("undo", revision=0)["reason"] == "taken-back"


def test_nobody_answers_for_another_seat(server: Server) -> None:
    table, ada, ben = _table(server)
    with ada.sit(table, 0) as first, ben.sit(table, 1) as second:
        question = first.until_asked()
        second.until(lambda tab: tab.revision == 0)
        stolen = second.request("answer", question=question["id"], revision=0, move=0)
        assert stolen["reason"] == "not-your-seat"
        assert second.request("answer", question=question["id"], revision=0, text="(1,1)")["reason"] == "not-your-seat"
        assert _unchanged(first, 0)


def test_a_forged_cookie_opens_no_seat(server: Server) -> None:
    table, ada, _ = _table(server)
    eve = Browser(server)
    eve.cookies = dict.fromkeys(ada.cookies, "A" * 22)
    assert eve.get(f"/api/tables/{table}").reason == "no-access"
    with eve.sit(table, 0) as tab:
        assert tab.next()["reason"] == "not-your-seat"
    with eve.sit(table) as tab:
        assert tab.next()["reason"] == "no-access"
    eve.cookies = {f"parlour-{table}-1": ada.cookies[f"parlour-{table}-0"]}
    with eve.sit(table, 1) as tab:
        assert tab.next()["reason"] == "not-your-seat"


def test_a_forged_token_is_no_link(server: Server, browser: Browser) -> None:
    table, _, _ = _table(server)
    reply = browser.enter(table, "A" * 22)
    assert (reply.status, reply.reason, reply.cookies) == (403, "bad-token", [])
    assert browser.enter("nowhere-at-all", "A" * 22).reason == "no-such-table"


def test_what_is_no_move_is_refused_in_words(server: Server) -> None:
    table, ada, _ = _table(server)
    with ada.sit(table, 0) as tab:
        assert tab.answer(move=99)["reason"] == "not-an-option"
        assert tab.answer(text="(9,9) nonsense")["reason"] == "form"
        assert tab.answer(move=1, option=1)["reason"] == "malformed"
        tab.socket.send("[]")
        assert tab.next()["reason"] == "malformed"
        tab.socket.send(json.dumps({"type": "answer", "id": 1, "question": 1, "revision": 0, "seat": 1}))
        assert tab.next()["reason"] == "malformed"
        assert _unchanged(tab, 0)


def test_after_the_end_nothing_is_taken(server: Server) -> None:
    table, ada, ben = _table(server)
    with ada.sit(table, 0) as first, ben.sit(table, 1) as second:
        question = first.until_asked()
        second.request("resign")
        late = first.request("answer", question=question["id"], revision=0, move=0)
        assert late["reason"] == "over"
        assert first.request("resign")["reason"] == "over"


def test_of_two_tabs_that_answer_at_once_one_is_taken(server: Server) -> None:
    table, ada, _ = _table(server)
    with ada.sit(table, 0) as one, ada.sit(table, 0) as two:
        one.until_asked(), two.until_asked()
        found: list[str] = []
        threads = [
            threading.Thread(target=lambda tab=tab, move=move: found.append(tab.answer(move=move)["type"]))
            for move, tab in enumerate((one, two))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(found) == ["refused", "taken"]


def test_programs_of_the_servers_machine_play_no_seat(browser: Browser) -> None:
    body = {"game": "tic-tac-toe", "seats": [{}, {"player": "cmd:cat"}]}
    assert browser.post("/api/tables", body).reason == "no-such-player"
    table = browser.open_table("tic-tac-toe", "human", "random")["table"]["id"]
    with browser.sit(table, 0) as tab:
        tab.until_asked()
        assert tab.request("leave", player="cmd:cat")["reason"] == "no-such-player"


def test_a_message_that_is_nested_without_end_is_refused_and_the_next_one_heard(browser: Browser) -> None:
    table = browser.open_table("tic-tac-toe", "human", "human")["table"]["id"]
    with browser.sit(table, 0) as tab:
        tab.socket.send('{"a": ' + "[" * 30_000 + "]" * 30_000 + ', "type": "ping", "id": 1}')
        while tab.next()["type"] != "refused":
            pass
        assert tab.received[-1]["reason"] == "malformed"
        assert tab.request("ping")["type"] == "pong"
