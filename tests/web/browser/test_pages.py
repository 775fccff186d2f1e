"""Every page: found by whoever looks for something, legible in both themes, usable with a screen reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.web.browser.browsing import Visitor, link_of, put, sit

Visit = Callable[..., Visitor]


def barriers(page: Page) -> list[str]:
    """What axe-core finds that keeps people out."""
    found: list[Any] = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['html']} {node.get('failureSummary', '')}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_page_keeps_anybody_out(visit: Visit, theme: str) -> None:
    ada = visit(color_scheme=theme)
    for path, ready in (("/", ".game-card"), ("/game/uno", ".new-table"), ("/lobby", "h1"), ("/replay", "form")):
        page = ada.open(path)
        expect(page.locator(ready).first).to_be_visible()
        if path == "/":  # All cards are alike, and axe looks at every mark of every table.
            page.get_by_role("searchbox").fill("connect four")
            expect(page.locator(".game-card")).to_have_count(3)
        assert barriers(page) == [], path
        page.close()
    for game, others in (("tic-tac-toe", ["random"]), ("uno", ["random"] * 3), ("three-friends", ["random"] * 3)):
        page = sit(ada, ada.table(game, *others))
        expect(page.locator(".question, .waiting").first).to_be_visible()
        assert barriers(page) == [], game
        page.close()


def test_the_library_is_searched_and_filtered_and_shows_tables(visit: Visit) -> None:
    page = visit().open("/")
    expect(page.locator(".game-card").nth(50)).to_be_attached()
    page.get_by_role("button", name="BoGL").click()
    expect(page.locator(".game-card")).to_have_count(9)
    page.get_by_role("searchbox").fill("mark a square of a board")
    expect(page.locator(".game-card")).to_have_count(1)
    expect(page.locator(".game-card g.cell")).to_have_count(9)
    page.get_by_role("searchbox").fill("no such game at all")
    expect(page.get_by_text("No game is like that")).to_be_visible()


def test_a_public_table_is_found_in_the_lobby_and_a_private_one_is_not(visit: Visit) -> None:
    ada, ben, eve = visit(), visit(), visit()
    ada.table("nim", "human")
    made = ada.table("reversi", "human", is_public=True, who="Ada")
    page = ben.open("/lobby")
    card = page.locator(".tables > li").filter(has_text="Reversi")
    expect(card).to_contain_text("Ada")
    expect(page.locator(".tables")).not_to_contain_text("Nim")
    other = eve.open("/lobby")
    expect(other.locator(".tables > li").filter(has_text="Reversi")).to_be_visible()
    card.get_by_role("button", name="Sit here").click()
    expect(page).to_have_url(re.compile(rf"/table/{made['table']['id']}\?seat=1$"))
    # Of two who want a seat one gets it; the other is told.
    eve.refused = {409}
    other.get_by_role("button", name="Sit here").click()
    expect(other.get_by_role("alert").or_(other.get_by_text("is being played")).first).to_be_visible()


def test_a_link_is_copied_by_hand_or_button_and_opened_elsewhere(visit: Visit) -> None:
    ada, ben = visit(permissions=["clipboard-read", "clipboard-write"]), visit()
    page = ada.open("/game/tic-tac-toe")
    page.locator("select[name=seat-1]").select_option("human")
    page.get_by_label("I am called").fill("Ada")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".asked + .invite")).to_contain_text("O may sit and play here")
    link = page.get_by_label("Link for O").input_value()
    page.locator(".link").filter(has_text="O").get_by_role("button").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    two = ben.open(link)
    expect(two).to_have_url(re.compile(r"/table/[^#]*\?seat=1$"))
    expect(two.locator(".seats")).to_contain_text("Ada")
    expect(page.locator(".invite")).to_contain_text("O sits here")
    put(page, 0, 0)
    put(two, 1, 1)


def test_a_hint_is_given_against_a_computer_and_clocks_run(visit: Visit) -> None:
    ada = visit()
    clock = {"kind": "fischer", "seconds": 600, "increment": 5}
    page = sit(ada, ada.table("tic-tac-toe", "random", clock=clock))
    expect(page.get_by_role("timer")).to_have_count(2)
    expect(page.get_by_role("timer").first).to_have_text(re.compile(r"^9:\d\d$"))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hints li").first).to_contain_text("%")
    expect(page.locator(".felt g.hinted").first).to_be_visible()


def test_colours_and_sound_are_chosen_and_kept(visit: Visit) -> None:
    ada = visit(color_scheme="light")
    page = ada.open("/lobby")
    ground = "getComputedStyle(document.documentElement).getPropertyValue('--ground')"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Colours: Auto").click()
    assert page.evaluate(ground) == light
    page.get_by_role("button", name="Colours: Light").click()
    assert page.evaluate(ground) != light
    expect(page.get_by_role("button", name="Sound off")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Sound off").click()
    page.reload()
    expect(page.get_by_role("button", name="Sound on")).to_be_visible()
    assert page.evaluate(ground) != light


def test_a_table_that_is_not_there_says_so(visit: Visit) -> None:
    ada = visit()
    ada.refused = {403, 404}
    page = ada.open("/table/AAAAAAAAAAA")
    expect(page.get_by_role("heading", name="There is no such table")).to_be_visible()
    made = ada.table("tic-tac-toe", "human")
    eve = visit()
    eve.refused = {403}
    page = eve.open(link_of(made, 1)[:-4] + "AAAA")
    expect(page.get_by_role("heading", name="This table is private")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("this link is not valid")


def test_an_address_of_nothing_is_a_page_that_says_so_and_an_answer_for_programs(visit: Visit) -> None:
    visitor = visit()
    visitor.refused.add(404)
    page = visitor.open("/tabel/42")
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    assert visitor.context.request.get(visitor.link + "/tabel/42").json()["reason"] == "no-such-route"


def test_whoever_comes_back_finds_the_table_and_whoever_came_by_a_link_is_asked_for_a_name(visit: Visit) -> None:
    ada, ben = visit(), visit()
    made = ada.table("tic-tac-toe", "human", who="Ada")
    one, two = sit(ada, made), ben.open(link_of(made, 1))
    two.get_by_label("What do they call you?").fill("Ben")
    two.get_by_role("button", name="Say it").click()
    expect(two.locator(".seat.mine")).to_contain_text("Ben (you)")
    expect(two.get_by_label("What do they call you?")).to_have_count(0)
    expect(one.locator(".seats")).to_contain_text("Ben")
    put(one, 1, 1)
    expect(two.locator(".felt g.open").first).to_be_visible()
    two.close()
    again = ben.open("/lobby")
    again.get_by_role("region", name="Your tables").get_by_role("link", name="Go on with Tic-tac-toe").click()
    expect(again.locator(".seat.mine")).to_contain_text("Ben (you)")
    put(again, 0, 0)
