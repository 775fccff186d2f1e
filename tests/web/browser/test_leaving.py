"""Seats in real browsers: time that runs out, moves played again, giving up, getting up, and who comes instead."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.web.browser.browsing import Visitor, link_of, put, sit

Visit = Callable[..., Visitor]


def two(visit: Visit, **fields: object) -> tuple[Page, Page, str]:
    """Two people at tic-tac-toe, and the link of those who watch."""
    ada, ben = visit(), visit()
    made = ada.table("tic-tac-toe", "human", **fields)
    return sit(ada, made), ben.open(link_of(made, 1)), link_of(made, None)


def get_up(page: Page, words: str | re.Pattern[str]) -> None:
    page.locator(".leaving summary").click()
    page.locator(".leaving").get_by_role("button", name=words).first.click()


def test_whose_time_is_up_has_lost_and_everybody_sees_why(visit: Visit) -> None:
    one, two_, _ = two(visit, clock={"kind": "move", "seconds": 2})
    for page in (one, two_):
        expect(page.locator(".over")).to_contain_text("X ran out of time")
        expect(page.locator(".moves li")).to_have_text([re.compile("X ran out of time")])
    expect(one.get_by_role("button", name="Play again")).to_be_visible()


def test_a_move_that_was_taken_back_is_played_again(visit: Visit) -> None:
    ada = visit()
    page = sit(ada, ada.table("tic-tac-toe", "random"))
    put(page, 1, 1)
    expect(page.locator(".moves li")).to_have_count(2)
    played = page.locator(".moves li").all_inner_texts()
    expect(page.get_by_role("button", name="Redo")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".moves li")).to_have_count(0)
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".moves li")).to_have_text(played)
    expect(page.locator(".felt g.open").first).to_be_visible()


def test_who_gives_up_has_lost_and_the_others_are_told(visit: Visit) -> None:
    one, two_, watching = two(visit)
    three = visit().open(watching)
    put(one, 1, 1)
    get_up(two_, re.compile("Resign"))
    for page in (one, two_, three):
        expect(page.locator(".over")).to_contain_text("O resigned")
    expect(three.locator(".moves li")).to_have_count(2)


def test_a_computer_plays_on_for_who_gets_up(visit: Visit) -> None:
    one, two_, _ = two(visit)
    put(one, 1, 1)
    get_up(two_, re.compile("plays on"))
    expect(one.locator(".moves li")).to_have_count(2)
    expect(one.locator("li.seat").nth(1)).not_to_contain_text("Ben")
    # Whoever has got up watches, and the match goes on.
    expect(two_).not_to_have_url(re.compile("seat="))
    expect(two_.locator(".moves li")).to_have_count(2)
    put(one, *next(place for place in ((0, 0), (2, 2)) if _is_free(one, *place)))
    expect(two_.locator(".moves li")).to_have_count(4)


def _is_free(page: Page, column: int, row: int) -> bool:
    place = page.locator(f'.felt g[data-key="{column},{row} board"]')
    return "open" in (place.get_attribute("class") or "")


def test_somebody_else_sits_down_where_one_got_up_and_a_computer_after_that(visit: Visit) -> None:
    one, two_, watching = two(visit)
    three = visit().open(watching)
    put(one, 1, 1)
    get_up(two_, re.compile("somebody else"))
    expect(one.locator("li.seat").nth(1).get_by_role("combobox")).to_be_visible()
    expect(one.locator(".leaving")).to_be_visible()  # who is left alone may get up, too
    three.get_by_role("button", name="Sit here").click()
    expect(three).to_have_url(re.compile(r"\?seat=1$"))
    put(three, 0, 0)
    expect(one.locator(".moves li")).to_have_count(2)
    put(one, 2, 2)
    get_up(three, re.compile("somebody else"))
    one.locator("li.seat").nth(1).get_by_role("combobox").select_option("random")
    for page in (one, two_, three):
        expect(page.locator(".moves li")).to_have_count(4)


def test_whoever_gets_up_has_left_the_seat_in_every_tab(visit: Visit) -> None:
    """Otherwise a tab that was forgotten would see what the next one on this seat holds."""
    ada, ben = visit(), visit()
    made = ada.table("kuhn-poker", "human")
    sit(ada, made)
    first = ben.open(link_of(made, 1))
    expect(first.locator(".felt svg").first).to_be_visible()
    second = ben.open(first.url)
    expect(second.locator(".felt svg").first).to_be_visible()
    get_up(first, re.compile("somebody else"))
    expect(second.get_by_role("heading", name="This seat is not yours")).to_be_visible()


def test_whoever_wanted_to_take_a_move_back_can_think_better_of_it(visit: Visit) -> None:
    one, two_, _ = two(visit)
    put(one, 1, 1)
    put(two_, 0, 0)
    one.get_by_role("button", name="Ask to undo").click()
    expect(two_.get_by_role("button", name="Agree")).to_be_visible()
    one.get_by_role("button", name="Never mind").click()
    expect(two_.get_by_role("button", name="Agree")).to_have_count(0)
    expect(one.locator(".note")).to_have_count(0)
