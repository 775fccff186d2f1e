"""Matches over the wire: people, computer players, spectators, coming back, taking back, leaving, again."""

from __future__ import annotations

import re
from pathlib import Path

from tests.web.conftest import Browser, Server, Tab, running


def _two(server: Server, game: str = "tic-tac-toe", **more: object) -> tuple[str, Browser, Browser, str]:
    """A table of two people, and the token of spectators."""
    ada, ben = Browser(server), Browser(server)
    made = ada.open_table(game, "human", "human", who="Ada", **more)
    table = made["table"]["id"]
    (link,) = made["links"]
    assert ben.enter(table, link["token"], "Ben").json == {"table": table, "seat": 1}
    return table, ada, ben, made["watch"]


def _play_out(*tabs: Tab) -> None:
    """Everybody takes the first move that is offered, until it is over."""
    while True:
        newest = max(tab.revision for tab in tabs)
        for tab in tabs:
            tab.until(lambda tab, newest=newest: tab.revision >= newest)
        if "outcome" in tabs[0].view:
            return
        asked = next(tab for tab in tabs if tab.questions)
        assert asked.answer()["type"] == "taken"


def test_a_person_plays_a_computer_player_to_the_end(browser: Browser) -> None:
    made = browser.open_table("tic-tac-toe", "human", "level:2")
    assert made["links"] == [] and made["table"]["status"] == "playing"
    table = made["table"]["id"]
    with browser.sit(table, 0) as tab:
        while tab.until_asked() is not None:
            assert tab.answer()["type"] == "taken"
        assert tab.view["outcome"]["words"]
        log = tab.view["log"]
    assert [line["seat"] for line in log] == [step % 2 for step in range(len(log))]
    replay = browser.get(f"/api/tables/{table}/replay?seat=0").json
    assert len(replay["steps"]) == len(log)
    assert b"[Seed" in browser.get(f"/api/tables/{table}/record").body


def test_two_people_and_a_spectator_see_the_same_table(server: Server) -> None:
    table, ada, ben, watch = _two(server)
    cleo = Browser(server)
    assert cleo.get(f"/api/tables/{table}").reason == "no-access"
    assert cleo.enter(table, watch).json == {"table": table, "seat": None}
    with ada.sit(table, 0) as first, ben.sit(table, 1) as second, cleo.sit(table) as third:
        assert first.answer(text="(2, 2)")["type"] == "taken"
        second.until_asked()
        third.until(lambda tab: tab.revision == 1)
        assert second.view["log"] == third.view["log"] == [{"step": 1, "text": "X: (2, 2)", "seat": 0}]
        assert not third.questions and third.view["awaited"] == [1]
        refused = third.request("answer", question=2, revision=1, move=0)
        assert refused["reason"] == "not-your-seat"
        _play_out(first, second)


def test_who_comes_back_with_the_newest_view_is_sent_only_the_table(server: Server) -> None:
    table, ada, ben, _ = _two(server)
    with ada.sit(table, 0) as first:
        first.answer()
    with ada.sit(table, 0, since=1) as again:
        assert again.next()["type"] == "table"
        assert again.request("ping")["type"] == "pong" and again.view is None
    with ben.sit(table, 1, since=0) as late:
        assert [late.next()["type"], late.next()["type"]] == ["table", "view"]


def test_undo_is_free_until_somebody_else_has_acted_and_agreed_upon_then(server: Server) -> None:
    table, ada, ben, _ = _two(server)
    with ada.sit(table, 0) as first, ben.sit(table, 1) as second:
        first.answer()
        first.until(lambda tab: tab.revision == 1)
        assert first.view["undo"] == "free"
        assert first.request("undo", revision=1)["type"] == "taken"
        first.until_asked()
        assert "log" not in first.view and first.view["can_redo"]
        first.answer()
        second.until(lambda tab: tab.revision == 3)
        assert second.answer()["type"] == "taken"
        first.until_asked()
        assert first.view["undo"] == "agreed"
        assert first.request("undo", revision=first.revision)["type"] == "taken"
        second.until(lambda tab: bool(tab.table.get("offer")))
        offer = second.table["offer"]
        assert (offer["what"], offer["by"], offer["missing"]) == ("undo", 0, [1])
        assert first.request("agree", offer=offer["id"], yes=True)["type"] == "taken"
        assert len(second.view["log"]) == 2, "who asks does not agree for the others"
        assert second.request("agree", offer=offer["id"], yes=True)["type"] == "taken"
        first.until(lambda tab: "log" not in tab.view)
        assert first.request("agree", offer=offer["id"], yes=True)["reason"] == "no-such-offer"


def test_against_a_computer_player_undo_goes_back_to_ones_own_move(browser: Browser) -> None:
    table = browser.open_table("tic-tac-toe", "human", "random")["table"]["id"]
    with browser.sit(table, 0) as tab:
        tab.answer()
        tab.until(lambda tab: len(tab.view.get("log", [])) == 2)
        assert tab.request("undo", revision=tab.revision)["type"] == "taken"
        tab.until(lambda tab: "log" not in tab.view)
        assert tab.questions
        assert tab.request("redo", revision=tab.revision)["type"] == "taken"
        tab.until(lambda tab: len(tab.view.get("log", [])) == 2)


def test_of_two_who_claim_a_seat_one_gets_it(server: Server) -> None:
    ada, ben, cleo = Browser(server), Browser(server), Browser(server)
    table = ada.open_table("tic-tac-toe", "human", "human", is_public=True)["table"]["id"]
    assert table in [open["id"] for open in cleo.get("/api/tables").json["tables"]]
    assert ben.post(f"/api/tables/{table}/seats/1/claim", {"who": "Ben"}).json == {"table": table, "seat": 1}
    assert cleo.post(f"/api/tables/{table}/seats/1/claim", {"who": "Cleo"}).reason == "seat-taken"
    assert cleo.get(f"/api/tables/{table}").json["seats"][1]["who"] == "Ben"


def test_a_seat_that_is_left_is_taken_by_a_computer_player_or_by_somebody_else(server: Server) -> None:
    table, ada, ben, watch = _two(server)
    cleo = Browser(server)
    cleo.enter(table, watch)
    with ada.sit(table, 0) as first:
        with ben.sit(table, 1) as second:
            assert second.request("leave")["type"] == "taken"
        first.until(lambda tab: tab.table["seats"][1]["sitting"] == "open")
        assert cleo.post(f"/api/tables/{table}/seats/1/claim", {"who": "Cleo"}).json["seat"] == 1
        with cleo.sit(table, 1) as third:
            assert third.request("leave", player="random")["type"] == "taken"
        first.answer()
        first.until(lambda tab: len(tab.view["log"]) == 2)
        first.request("resign")
    with ben.sit(table, 1) as gone:
        assert gone.next()["reason"] == "not-your-seat"
    with ben.sit(table) as watching:  # who has sat here may still look
        watching.until(lambda tab: "outcome" in tab.view)
    record = ada.get(f"/api/tables/{table}/record").body.decode()
    assert re.findall(r"\[Seated .*?\]", record) == [f'[Seated "0" "O" "{who}"]' for who in ("", "human", "random")]


def test_a_match_that_was_given_up_is_looked_at_and_gone_on_with_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table, ada, ben, _ = _two(server)
        with ada.sit(table, 0) as first:
            first.answer()
            first.request("resign")
        server.kill()
        server.start()
        with ben.sit(table, 1) as second:
            second.until(lambda tab: "outcome" in tab.view)
            assert [line["text"] for line in second.view["log"]] == ["X: (1, 1)", "X resigned"]
            assert second.request("look", step=1)["view"]["log"]
        assert len(ben.get(f"/api/tables/{table}/replay").json["steps"]) == 2
        with ada.sit(table, 0) as first:
            assert first.request("leave", player="random")["type"] == "taken"
        server.kill()
        server.start()
        with ben.sit(table, 1) as second:
            assert second.until_asked() is not None
            assert second.table["seats"][0]["player"] == "random"
            second.answer()
            second.until(lambda tab: any(line["text"].startswith("X: ") for line in tab.view["log"][3:]))


def test_where_something_was_secret_nobody_goes_on_after_everything_was_shown(server: Server) -> None:
    ada = Browser(server)
    table = ada.open_table("kuhn-poker", "human", "human", is_public=True)["table"]["id"]
    with ada.sit(table, 0) as first:
        first.until(lambda tab: tab.revision >= 0)
        first.request("resign")
        first.until(lambda tab: "outcome" in tab.view)
        assert first.request("leave", player="random")["type"] == "taken"
    assert ada.get(f"/api/tables/{table}").json["status"] == "over"


def test_whoever_plays_again_sits_one_seat_further(server: Server) -> None:
    table, ada, ben, _ = _two(server)
    with ada.sit(table, 0) as first, ben.sit(table, 1) as second:
        assert ada.post(f"/api/tables/{table}/again", {"seat": 0}).reason == "not-over"
        assert first.request("resign")["type"] == "taken"
        second.until(lambda tab: "outcome" in tab.view)
        assert second.view["outcome"]["reason"] == "X resigned"
    one = ada.post(f"/api/tables/{table}/again", {"seat": 0}).json
    two = ben.post(f"/api/tables/{table}/again", {"seat": 1}).json
    assert one["table"] == two["table"] != table
    assert (one["seat"], two["seat"]) == (1, 0)
    with ben.sit(two["table"], 0) as tab:
        assert tab.answer()["type"] == "taken"


def test_a_clock_that_has_run_down_ends_the_match(server: Server) -> None:
    table, _, ben, _ = _two(server, clock={"kind": "move", "seconds": 1})
    with ben.sit(table, 1) as second:
        second.until(lambda tab: "outcome" in tab.view)
        assert second.view["outcome"]["reason"] == "X ran out of time"


def test_hints_are_given_against_computer_players_and_not_between_people(server: Server, browser: Browser) -> None:
    alone = browser.open_table("tic-tac-toe", "human", "level:1")["table"]["id"]
    with browser.sit(alone, 0) as tab:
        tab.until_asked()
        hint = tab.request("hint", revision=tab.revision)
        assert hint["type"] == "hint" and hint["lines"][0]["label"] and hint["lines"][0]["clicks"]
    table, ada, _, _ = _two(server)
    with ada.sit(table, 0) as tab:
        tab.until_asked()
        assert tab.request("hint", revision=tab.revision)["reason"] == "hints-off"


def test_the_table_can_be_looked_at_as_it_was(server: Server) -> None:
    table, ada, ben, _ = _two(server)
    with ada.sit(table, 0) as first, ben.sit(table, 1) as second:
        first.until_asked()
        start = first.view["drawing"]
        first.answer()
        second.answer()
        looked = first.request("look", step=0)
        assert looked["view"]["drawing"] == start and "questions" not in looked["view"]
        assert len(first.request("look", step=1)["view"]["log"]) == 1
        assert first.request("look", step=7)["reason"] == "form"


def test_nothing_of_an_open_match_can_be_replayed_or_exported(server: Server) -> None:
    table, ada, _, _ = _two(server)
    for what in ("record", "record?form=json", "replay", "replay?seat=1", "export"):
        reply = ada.get(f"/api/tables/{table}/{what}")
        assert (reply.status, reply.reason) == (409, "not-over")


def test_any_record_can_be_uploaded_and_replayed_as_any_seat_saw_it(browser: Browser) -> None:
    record = '[Game "ConnectFour"]  [Language "bogl"]\n1. Red: 4   2. Yellow: 3   3. Red: 4\n[Result "*"]\n'
    reply = browser.post("/api/replays", {"record": record, "game": "connect-four"})
    assert reply.status == 200, reply.body
    assert len(reply.json["steps"]) == 3
    assert browser.post("/api/replays", {"record": "nonsense"}).reason == "bad-record"


def test_a_season_has_its_chart(browser: Browser) -> None:
    games = browser.get("/api/games").json["games"]
    contest = next(game["name"] for game in games if game["language"] == "contest")
    page = browser.get(f"/api/games/{contest}").json
    assert page["is_season"]
    table = browser.open_table(contest, *["random"] * len(page["first_seats"]), me=None)["table"]["id"]
    with browser.sit(table) as tab:
        tab.until(lambda tab: "outcome" in tab.view)
        assert len(tab.view["log"]) > 2, "after the end spectators see what everybody did"
    assert browser.get(f"/api/tables/{table}/charts").json["drawing"]["rows"]


def test_a_narrow_screen_has_a_narrow_table_beside_a_wide_one_of_the_same_seat(browser: Browser) -> None:
    table = browser.open_table("spades", "human", "random", "random", "random")["table"]["id"]

    def widest(tab: Tab) -> float:
        return max(block["width"] for row in tab.view["drawing"]["rows"] for block in row["blocks"])

    with browser.sit(table, 0) as wide, Tab(browser, table, 0, narrow=1) as narrow, Tab(browser, table, None) as third:
        for tab in (wide, narrow, third):
            tab.until(lambda tab: tab.view is not None)
        assert widest(narrow) <= 350 < widest(wide)
        for _ in range(3):
            narrow.until_asked()
            assert narrow.answer()["type"] == "taken"
            for tab in (wide, third):
                tab.until(lambda tab: tab.revision >= narrow.revision)
        for tab in (wide, narrow):
            tab.until_asked()
        narrow.until(lambda tab: tab.revision >= wide.revision)
        wide.until(lambda tab: tab.revision >= narrow.revision)
        assert narrow.view | {"drawing": None} == wide.view | {"drawing": None}
        assert widest(narrow) <= 350 < widest(wide)
        kinds = [{message["type"] for message in tab.received} for tab in (wide, narrow)]
        assert all("change" in kind for kind in kinds)
    with Tab(browser, table, 0, narrow=1) as again:
        again.until(lambda tab: tab.view is not None)
        assert widest(again) <= 350
