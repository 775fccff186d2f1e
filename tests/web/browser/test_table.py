"""The table in real browsers: playing, watching, taking back, coming back."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute, expect
from tests.web.browser.browsing import PHONE, Visitor, cell, link_of, put, sit

Visit = Callable[..., Visitor]


def type_move(page: Page, text: str) -> None:
    page.locator(".typed input").fill(text)
    page.get_by_role("button", name="Play", exact=True).click()


def move(page: Page, number: int) -> str:
    """The line of a move in the log, as soon as it is there."""
    line = page.locator(".moves li").nth(number - 1)
    expect(line).to_be_visible()
    return line.inner_text().strip()


def own_cards(page: Page) -> list[str]:
    expect(page.locator(".felt svg.hand g.card").first).to_be_visible()
    names = page.locator(".felt svg.hand g.card > title").all_text_contents()
    return [name for name in names if name != "face down"]


def test_connect_four_is_played_against_a_computer_by_clicking(visit: Visit) -> None:
    page = visit().open("/")
    page.get_by_role("searchbox").fill("connect four bogl")
    page.get_by_role("link", name="Connect Four").click()
    page.get_by_label("Yellow").select_option("level:2")
    page.get_by_role("button", name="Sit down").click()
    over, lit = page.locator(".over"), page.locator(".felt g.open")
    for turn in range(1, 22):
        expect(lit.or_(over).first).to_be_visible()
        if over.is_visible():
            break
        column = turn % 7
        while "open" not in (cell(page, column, 0).get_attribute("class") or ""):
            column = (column + 1) % 7
        put(page, column, 0)
        expect(page.locator(".moves li").nth(2 * turn - 2)).to_contain_text(f"Red: {column + 1}")
        expect(page.locator(".moves li").nth(2 * turn - 1).or_(over).first).to_be_visible()
    expect(over).to_contain_text(re.compile("wins|draw|tie", re.IGNORECASE))
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_two_browsers_play_uno_and_neither_is_sent_the_others_hand(visit: Visit) -> None:
    ada, ben = visit(), visit()
    made = ada.table("uno", "human", "random", "random")
    one, two = sit(ada, made), ben.open(link_of(made, 1))
    expect(two).to_have_url(re.compile(r"\?seat=1$"))
    expect(one.locator(".question, .asked .waiting").first).to_be_visible()
    hands = {ada: own_cards(one), ben: own_cards(two)}
    assert min(map(len, hands.values())) >= 7
    for visitor, other in ((ada, ben), (ben, ada)):
        sent = "".join(visitor.frames)
        assert all(f'"{card}"' in sent for card in hands[visitor])
        secret = set(hands[other]) - set(hands[visitor])
        # What lies open on the table may be the same card as one in a hand.
        told = {card for card in secret if f'"{card}"' in sent}
        assert len(secret) > 2 and len(told) < len(secret) - 1


def test_three_browsers_vote_and_no_vote_is_known_before_all_are_given(visit: Visit) -> None:
    ada, ben, cleo = visit(), visit(), visit()
    made = ada.table("three-friends", "human", "human", "random")
    pages = [sit(ada, made), ben.open(link_of(made, 1)), cleo.open(link_of(made, 2))]
    for page in pages:
        expect(page.locator(".question")).to_be_visible()
        expect(page.locator(".secret")).to_be_visible()
    for voter, page in enumerate(pages):
        page.locator(".felt g.row.open", has_text="Cleo" if voter == 1 else "Ben").click()
        if voter < 2:
            expect(page.locator(".waiting")).to_contain_text("Cleo")
            # Neither whom they named nor that anybody is out has left the server.
            assert "Votes" not in "".join(cleo.frames) and "out in round" not in "".join(cleo.frames)
    for page in pages:
        expect(page.locator(".over")).to_contain_text("win")
        expect(page.locator(".felt")).to_contain_text("out in round 1")
    pages[0].get_by_role("button", name="Show the season chart").click()
    expect(pages[0].get_by_role("region", name="Season chart")).to_contain_text("2 votes")


def test_a_move_is_taken_back_when_the_other_agrees(visit: Visit) -> None:
    ada, ben = visit(), visit()
    made = ada.table("tic-tac-toe", "human")
    one, two = sit(ada, made), ben.open(link_of(made, 1))
    put(one, 1, 1)
    put(two, 0, 0)
    move(one, 2)
    expect(two.locator(".policy")).to_contain_text("free")
    expect(one.locator(".policy")).to_contain_text("agree")
    one.get_by_role("button", name="Ask to undo").click()
    expect(one.locator(".note")).to_contain_text("You want to take the last move back")
    two.get_by_role("button", name="Decline").click()
    expect(one.locator(".note")).to_have_count(0)
    expect(one.locator(".moves li")).to_have_count(2)
    one.get_by_role("button", name="Ask to undo").click()
    two.get_by_role("button", name="Agree").click()
    for page in (one, two):
        expect(page.locator(".moves li")).not_to_have_count(2)
        expect(page.locator(".note")).to_have_count(0)


def test_who_reloads_is_back_on_their_seat_at_once(visit: Visit) -> None:
    ada, ben = visit(), visit()
    made = ada.table("tic-tac-toe", "human")
    one, two = sit(ada, made), ben.open(link_of(made, 1))
    put(one, 1, 1)
    move(two, 1)
    two.reload()
    assert "#" not in two.url
    put(two, 0, 0)
    assert move(one, 2) == "O: (1, 1)"


def test_who_loses_the_line_sees_it_and_is_back_without_doing_anything(visit: Visit) -> None:
    ada, ben = visit(), visit()
    lines: list[WebSocketRoute] = []
    is_cut = False

    def through(line: WebSocketRoute) -> None:
        if is_cut:
            line.close(code=1012)
        else:
            line.connect_to_server()
            lines.append(line)

    ada.context.route_web_socket(re.compile("/socket"), through)
    made = ada.table("tic-tac-toe", "human")
    one, two = sit(ada, made), ben.open(link_of(made, 1))
    put(one, 1, 1)
    expect(two.locator(".felt g.open").first).to_be_visible()
    is_cut = True
    lines[0].close(code=1012)
    expect(one.locator(".note")).to_contain_text("The line is lost")
    put(two, 0, 0)
    move(two, 2)
    expect(one.locator(".moves li")).to_have_count(1)
    is_cut = False
    assert move(one, 2) == "O: (1, 1)"
    expect(one.locator(".note")).to_have_count(0)
    assert "since=" in lines[-1].url
    put(one, 2, 2)
    assert move(two, 3) == "X: (3, 3)"


def test_a_third_watches_and_can_do_nothing(visit: Visit) -> None:
    ada, ben, eve = visit(), visit(), visit()
    made = ada.table("tic-tac-toe", "human")
    one, two, watching = sit(ada, made), ben.open(link_of(made, 1)), eve.open(link_of(made, None))
    put(one, 1, 1)
    expect(cell(watching, 1, 1).locator("path, circle").first).to_be_visible()
    move(watching, 1)
    expect(watching.locator(".table-head")).to_contain_text("you are watching")
    expect(one.locator(".table-head")).to_contain_text("1 watching")
    expect(watching.locator(".felt g.open, .question, .actions")).to_have_count(0)
    expect(two.locator(".felt g.open").first).to_be_visible()
    watching.goto(f"{eve.link}/table/{made['table']['id']}?seat=1")
    expect(watching.get_by_role("heading", name="This seat is not yours")).to_be_visible()


def test_the_log_is_stepped_through_and_back_to_now(visit: Visit) -> None:
    ada = visit()
    page = sit(ada, ada.table("tic-tac-toe", "random"))
    for column in (1, 0, 2):
        expect(page.locator(".felt g.open").first).to_be_visible()
        page.locator(".felt g.open").nth(column).click()
        expect(page.locator(".felt g.open").first.or_(page.locator(".over"))).to_be_visible()
    count = page.locator(".moves li").count()
    pieces = page.locator(".felt g.cell path, .felt g.cell circle")
    expect(pieces).to_have_count(count)
    page.get_by_role("button", name="One move back").click()
    expect(pieces).to_have_count(count - 1)
    expect(page.locator(".note")).to_contain_text("as it was")
    expect(page.locator(".felt g.open")).to_have_count(0)
    page.locator(".moves li button").first.click()
    expect(pieces).to_have_count(1)
    page.get_by_role("button", name="To the beginning").click()
    expect(pieces).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    expect(pieces).to_have_count(count)


def test_whole_moves_are_typed_or_clicked_piece_by_piece(visit: Visit) -> None:
    ada = visit()
    page = sit(ada, ada.table("breakthrough-small", "random"))
    expect(page.locator(".felt g.open").first).to_be_visible()
    first = page.locator(".felt g.open").first
    first.click()
    expect(page.locator(".felt g.chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".felt g.chosen")).to_have_count(0)
    first.click()
    page.locator(".felt g.open:not(.chosen)").first.click()
    move(page, 1)
    expect(page.locator(".felt g.open").first).to_be_visible()
    page.get_by_text("All moves").click()
    label = page.locator(".all .choices button").first.inner_text()
    type_move(page, "no such thing")
    expect(page.locator(".note.bad")).to_be_visible()
    type_move(page, label)
    expect(page.locator(".note.bad")).to_have_count(0)
    assert move(page, 3).endswith(label)


def test_everything_goes_by_keyboard_alone(visit: Visit) -> None:
    page = visit().open("/game/tic-tac-toe")
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    page.locator("select[name=seat-1]").focus()
    page.keyboard.type("computer, moves at")
    page.get_by_role("button", name="Sit down").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".felt g.open").first).to_be_visible()
    for _ in range(30):
        if page.evaluate("document.activeElement?.closest('.felt g.place') !== null"):
            break
        page.keyboard.press("Tab")
    here = "document.activeElement.dataset.key"
    assert page.evaluate(here) == "0,0 board"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(here) == "1,1 board"
    page.keyboard.press("Enter")
    assert move(page, 1).endswith("(2, 2)")
    expect(page.locator(".felt g.open").first).to_be_visible()
    assert page.evaluate(here) == "1,1 board"  # the keyboard stays where it was
    page.keyboard.press("Home")
    assert page.evaluate(here) == "0,0 board"


def test_on_a_phone_nothing_is_wider_than_the_screen_and_a_match_is_played(visit: Visit) -> None:
    ada = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    for path in ("/", "/lobby", "/replay", "/game/connect-four"):
        page = ada.open(path)
        expect(page.locator("h1")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
        page.close()
    page = sit(ada, ada.table("connect-four", "random"))
    # What is asked stands above the table, because its panel is below the screen.
    expect(page.locator(".asked-above")).to_be_visible()
    expect(page.locator(".asked-above")).to_have_text(page.locator(".prompt").inner_text())
    cell(page, 3, 0).tap()
    move(page, 1)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    box = cell(page, 3, 0).bounding_box()
    assert box is not None and box["width"] >= 24


def test_table_and_question_are_seen_at_once_and_the_table_stays_in_its_place(visit: Visit) -> None:
    laptop = {"width": 1280, "height": 800}
    ada = visit(viewport=laptop)
    page = sit(ada, ada.table("gomoku", "random"))
    for what in (page.locator(".felt svg.board"), page.get_by_role("button", name="Play", exact=True)):
        expect(what).to_be_visible()
        box = what.bounding_box()
        assert box is not None and box["y"] + box["height"] <= laptop["height"]
    page = sit(ada, ada.table("tic-tac-toe", "random"))
    expect(page.locator(".felt g.open").first).to_be_visible()
    board = page.locator(".felt svg.board")
    place = board.bounding_box()
    while not page.locator(".over").is_visible():
        page.locator(".felt g.open").first.click()
        expect(page.locator(".felt g.open").first.or_(page.locator(".over"))).to_be_visible()
    assert board.bounding_box() == place
    page.get_by_role("button", name="One move back").click()
    expect(page.locator(".note")).to_contain_text("as it was")
    assert board.bounding_box() == place


def test_what_moved_flies_unless_somebody_does_not_want_motion(visit: Visit) -> None:
    flown = """() => {
        window.flown = [];
        new MutationObserver((changes) => {
            for (const {addedNodes} of changes)
                for (const node of addedNodes)
                    if (node.matches?.("svg.sky"))
                        window.flown.push(...node.querySelectorAll("[data-piece]"));
        }).observe(document.querySelector(".felt parlour-drawing"), {childList: true});
    }"""
    for motion, count in (("no-preference", 1), ("reduce", 0)):
        ada = visit(reduced_motion=motion)
        made = ada.table("breakthrough-small", "human")
        page = sit(ada, made)
        visit().open(link_of(made, 1))
        expect(page.locator(".felt g.open").first).to_be_visible()
        page.evaluate(flown)
        put(page, 0, 4, "cell")
        put(page, 0, 3, "cell")
        move(page, 1)
        assert page.evaluate("window.flown.length") == count


def test_a_phone_that_is_turned_gets_the_table_as_it_fits(visit: Visit) -> None:
    ada = visit(viewport=PHONE)
    page = sit(ada, ada.table("spades", "random", "random", "random"))
    # Thirteen cards in one row.
    whole = page.locator('.felt svg.hand[viewBox^="0 0 484 "]')
    expect(page.locator(".felt svg.hand").first).to_be_visible()
    expect(whole).to_have_count(0)
    # Nothing was lost, and nobody is told so.
    page.evaluate(
        "window.warned = 0; new MutationObserver(() => { warned += document.querySelectorAll('.warn').length })"
        ".observe(document.body, {childList: true, subtree: true})"
    )
    page.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
    expect(whole).to_have_count(1)
    page.set_viewport_size(PHONE)
    expect(whole).to_have_count(0)
    assert page.evaluate("window.warned") == 0
