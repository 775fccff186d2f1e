"""Matches that are over: replayed as anybody saw them, and kept as one file that needs no network."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect
from tests.web.browser.browsing import Visitor, link_of, put, sit

Visit = Callable[..., Visitor]
MOVES = ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0))


def finished(ada: Visitor, ben: Visitor) -> str:
    """A match of tic-tac-toe that X has won; the name of its table."""
    made = ada.table("tic-tac-toe", "human")
    pages = [sit(ada, made), ben.open(link_of(made, 1))]
    for turn, (column, row) in enumerate(MOVES):
        put(pages[turn % 2], column, row)
    for page in pages:
        expect(page.locator(".over")).to_contain_text("X wins")
        page.close()
    return str(made["table"]["id"])


def test_a_match_is_replayed_as_any_seat_saw_it(visit: Visit) -> None:
    ada, ben = visit(), visit()
    page = ada.open(f"/replay/{finished(ada, ben)}")
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("max", str(len(MOVES)))
    pieces = page.locator(".felt g.cell path, .felt g.cell circle")
    expect(pieces).to_have_count(0)
    slider.focus()
    for count in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        expect(pieces).to_have_count(count)
    page.keyboard.press("End")
    expect(page.locator(".over")).to_contain_text("X wins")
    page.get_by_role("button", name="To the beginning").click()
    page.locator(".moves li button").nth(1).click()
    expect(pieces).to_have_count(2)
    page.get_by_label("Seen by").select_option("O")
    expect(page.locator("header", has_text="as O saw it")).to_be_visible()
    expect(pieces).to_have_count(2)


def test_a_record_is_replayed_from_its_text(visit: Visit) -> None:
    ada, ben = visit(), visit()
    table = finished(ada, ben)
    record = ada.context.request.get(f"{ada.link}/api/tables/{table}/record?form=text").text()
    ben.refused = {422}
    page = ben.open("/replay")
    page.get_by_label("or its text").fill("this is no record")
    page.get_by_role("button", name="Replay it").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("or its text").fill(record)
    page.get_by_role("button", name="Replay it").click()
    expect(page.get_by_role("slider")).to_have_attribute("max", str(len(MOVES)))


def test_a_match_that_was_kept_as_one_file_replays_without_a_network(visit: Visit, tmp_path: Path) -> None:
    ada, ben = visit(), visit()
    page = ada.open(f"/replay/{finished(ada, ben)}")
    with page.expect_download() as download:
        page.get_by_role("link", name="One file to keep").click()
    file = tmp_path / "kept.html"
    download.value.save_as(file)
    eve = visit(offline=True)
    eve.link = "file:"
    kept = eve.open(file.as_uri())
    kept.get_by_role("slider").focus()
    kept.keyboard.press("End")
    expect(kept.locator(".over")).to_contain_text("X wins")
    expect(kept.locator(".felt g.cell path")).to_have_count(3)


def test_play_again_moves_everybody_one_seat_on(visit: Visit) -> None:
    ada, ben = visit(), visit()
    table = finished(ada, ben)
    one, two = ada.open(f"/table/{table}?seat=0"), ben.open(f"/table/{table}?seat=1")
    one.get_by_role("button", name="Play again").click()
    expect(one).to_have_url(re.compile(f"/table/(?!{table}).*seat=1$"))
    two.get_by_role("button", name="Play again").click()
    expect(two).to_have_url(re.compile(f"/table/(?!{table}).*seat=0$"))
    put(two, 1, 1)
    expect(one.locator(".moves li")).to_have_count(1)
