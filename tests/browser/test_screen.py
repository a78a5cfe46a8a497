"""The big screen in the middle, and phones beside it that are hands."""

import os
import time
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from browser.player import DESKTOP, PHONE, SMALL, TABLET, Person, expect
from browser.test_access import violations
from browser.test_whole_games import opened
from server.client import come
from server.serving import Server

TELEVISION, OLD_TELEVISION = (1920, 1080), (1280, 720)
GAMES: dict[str, dict[str, Any]] = {
    "upturn": {},
    "etazhiki": {"variant": "beginner"},
    "sequence": {"draw": "automatic"},
}
HANDS = "[data-hand], .rack, [data-spot=hand], .row .action"
"""What only a seat has: its parts, and buttons for what it may do."""

WHOLE = """() => {
  const panel = document.querySelector('.end .final');
  return panel && panel.scrollHeight <= panel.clientHeight + 1 &&
    [...document.querySelectorAll('.end .final *, .end footer *')].map((one) => one.getBoundingClientRect())
      .every((box) => box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1);
}"""
"""At the end: the table as it ended, the way in and what can be set are there from edge to edge."""

MOST = 10_000 if os.environ.get("IGROTEKA_LONG") else 12
"""Things that the two do before the host stops the game; in `make soak` they play to the end."""


def big(browser: Browser, server: Server, table: str, *how: Any, **more: Any) -> Person:
    return Person(browser, server.url, *how, **more).open(f"/t/{table}/screen")


@pytest.mark.parametrize("game", GAMES)
def test_a_screen_and_two_phones_through_a_game(server: Server, browser: Browser, game: str) -> None:
    table = opened(server, game, 2, [], **GAMES[game])
    screen = big(browser, server, table, TELEVISION, "ru")
    expect(screen.page.locator("main img")).to_be_visible()
    ann = Person(browser, server.url, PHONE, "ru").come_to(table)
    bob = Person(browser, server.url, SMALL, "en").come_to(table)
    expect(screen.page.locator("li.free")).to_have_count(0)
    ann.start()
    for phone in (ann, bob):
        expect(phone.page.locator(".palm")).to_be_visible()
        expect(phone.page.locator(".frame .seats")).to_be_hidden()
    expect(screen.page.get_by_test_id("prompt")).to_be_visible()
    acts = 0
    until = time.monotonic() + 400
    while not ann.is_over() and acts < MOST and time.monotonic() < until:
        acted = [phone.act() for phone in (ann, bob) if not phone.is_over()]
        acts += sum(acted)
        assert not screen.page.locator(HANDS).count(), "a hand on the big screen"
        ann.page.wait_for_timeout(10 if any(acted) else 30)
    if not ann.is_over():
        stop(ann.page)
    for phone in (ann, bob):
        expect(phone.page.locator(".end .hero")).to_be_visible()
    expect(screen.page.locator("main.end h1")).to_be_visible()
    for width, height in (TELEVISION, (1280, 800), OLD_TELEVISION):
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.page.wait_for_function(WHOLE)
    for person in (ann, bob, screen):
        person.close()


LARGE = """() => {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const [pill, ...parts] = document.querySelectorAll('.board .sum .sum, .board .sum .sum > *');
  const { left, right } = pill.getBoundingClientRect();
  const cards = [...document.querySelectorAll('.board .piles svg')].map((one) => one.getBoundingClientRect());
  return cards.length >= 2 && cards.every((one) => one.width > 7 * rem) &&
    parts.map((one) => one.getBoundingClientRect()).every((one) => one.left >= left && one.right <= right);
}"""
"""The open cards are what is looked at; what the sum shows stands on its strip."""


def test_open_cards_and_the_sum_are_large_on_a_big_screen(server: Server, browser: Browser) -> None:
    table = opened(server, "etazhiki", 2, [1], variant="full")
    ann = Person(browser, server.url, PHONE, "ru").come_to(table).start()
    screen = big(browser, server, table, TELEVISION, "ru")
    expect(screen.page.get_by_test_id("prompt")).to_be_visible()
    for width, height in (TELEVISION, (1280, 800), OLD_TELEVISION):
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.page.wait_for_function(LARGE)
    for person in (ann, screen):
        person.close()


@pytest.mark.parametrize("size", [TELEVISION, DESKTOP, TABLET], ids=["television", "laptop", "tablet"])
def test_a_prompt_with_the_longest_name_is_whole_on_a_big_screen(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """It was cut above and below: whose turn it is could not be read."""
    table = opened(server, "sequence", 2, [])
    with come(server, table, "Щ" * 24) as host, come(server, table, "Ш" * 24):
        host.done("start")
        screen = Person(browser, server.url, size, "ru").open(f"/t/{table}/screen")
        prompt = screen.page.get_by_test_id("prompt")
        expect(prompt).to_contain_text("Ходит")
        cut = """prompt => [...prompt.querySelectorAll('p, strong, span')].filter((one) =>
          one.getBoundingClientRect().bottom > prompt.getBoundingClientRect().bottom
          || one.getBoundingClientRect().top < prompt.getBoundingClientRect().top
          || one.scrollHeight > one.clientHeight + 1).length"""
        assert prompt.evaluate(cut) == 0
        screen.close()


def stop(page: Page) -> None:
    page.locator(".tool").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Остановить игру").click()
    page.get_by_role("dialog").locator(".button.danger").click()


def test_the_screen_knows_no_hand_though_its_browser_has_a_seat(server: Server, browser: Browser) -> None:
    """The host opens it from the lobby, in a tab beside the own seat."""
    table = opened(server, "sequence", 2, [1])
    host = Person(browser, server.url, PHONE, "en").come_to(table)
    host.page.get_by_role("button", name="Big screen").click()
    sheet = host.page.get_by_role("dialog")
    expect(sheet.locator("img")).to_be_visible()
    assert sheet.locator("input").input_value().endswith(f"/t/{table}/screen")
    with host.context.expect_page() as opening:
        sheet.get_by_role("link", name="Open here").click()
    screen = opening.value
    screen.set_viewport_size({"width": 1920, "height": 1080})
    heard: list[str] = []
    screen.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    screen.reload()
    host.page.keyboard.press("Escape")
    host.start()
    expect(screen.locator("[role=gridcell]")).to_have_count(100)
    assert heard
    assert not any('"hand":[' in frame for frame in heard)
    assert not screen.locator(HANDS).count()
    expect(host.page.locator(".palm [data-hand] button.held")).to_have_count(7)
    host.close()


def test_a_cell_is_chosen_on_the_phone_and_the_table_can_be_shown_there(
    server: Server, browser: Browser
) -> None:
    table = opened(server, "sequence", 12, list(range(1, 12)), sides=3)
    screen = big(browser, server, table, TELEVISION, "en")
    expect(screen.page.locator("main img")).to_be_visible()
    phone = Person(browser, server.url, SMALL, "en").come_to(table).start()
    page = phone.page
    cells, cards = page.locator("[role=gridcell]"), page.locator("[data-hand] button.held")
    expect(page.locator(".palm")).to_be_visible()
    expect(cells.first).to_be_hidden()
    expect(cards).to_have_count(3)
    width = (cards.first.bounding_box() or {"width": 0})["width"]
    assert width > 100, "three cards share the phone"
    page.get_by_role("button", name="Show the table here").click()
    expect(cells.first).to_be_visible()
    page.get_by_role("button", name="Show the table here").click()
    expect(cells.first).to_be_hidden()
    screen.close()  # the screen goes: after a moment the phone has a table again
    expect(cells.first).to_be_visible(timeout=30_000)
    phone.close()


def test_the_screen_comes_back_by_itself(server: Server, browser: Browser) -> None:
    table = opened(server, "upturn", 2, [1])
    host = Person(browser, server.url, PHONE, "ru").come_to(table)
    screen = big(browser, server, table, OLD_TELEVISION, "ru")
    expect(screen.page.locator("main img")).to_be_visible()
    screen.context.set_offline(True)
    screen.page.evaluate("dispatchEvent(new Event('offline'))")
    host.start()
    screen.context.set_offline(False)
    screen.page.reload()
    expect(screen.page.get_by_test_id("prompt")).to_be_visible(timeout=30_000)
    for person in (host, screen):
        person.close()


def test_a_tablet_that_lies_flat_turns_the_hand_to_whoever_sits_opposite(
    server: Server, browser: Browser
) -> None:
    table = opened(server, "upturn", 2, [])
    person = Person(browser, server.url, TABLET, "en").open("/")
    page = person.page
    page.locator("h1").wait_for()  # before that the page would keep its own settings over these
    page.evaluate("localStorage.setItem('igroteka.settings', JSON.stringify({ flat: true }))")
    person.come_to(table)
    page.get_by_role("button", name="this screen").click()
    page.locator("dialog .button.main").click()
    page.locator("dialog").wait_for(state="detached")
    page.locator(".button.main.start").click()
    page.locator("main h1:has-text('Pass')").wait_for()
    turns = set()
    until = time.monotonic() + 120
    while len(turns) < 2 and time.monotonic() < until:
        if page.locator("main h1:has-text('Pass')").count():
            turned = bool(page.locator("main.turned").count())
            page.locator("main .button.main").click()
            page.get_by_test_id("prompt").wait_for()
            hand, seats = (page.locator(f".frame > .{part}").bounding_box() for part in ("hand", "seats"))
            assert hand
            assert seats
            assert (hand["y"] < seats["y"]) is turned, "the hand lies before the one who plays"
            assert page.locator(".frame > .hand").evaluate("node => getComputedStyle(node).rotate") == (
                "180deg" if turned else "none"
            )
            turns.add(turned)
        elif page.locator(".over .button.main").count():
            page.locator(".over .button.main").first.click()
        elif not person.act():
            page.wait_for_timeout(20)
    assert turns == {False, True}
    person.close()


@pytest.mark.parametrize("dark", [False, pytest.param(True, marks=pytest.mark.long)], ids=["light", "dark"])
def test_it_is_read_from_across_the_room_and_axe_finds_nothing(
    server: Server, browser: Browser, dark: bool
) -> None:
    found = {}
    for game, seats, language in (("upturn", 4, "ru"), ("sequence", 12, "en")):
        table = opened(server, game, seats, list(range(1, seats)), **({"sides": 3} if seats == 12 else {}))
        screen = big(browser, server, table, TELEVISION, language, dark=dark)
        expect(screen.page.locator("main img")).to_be_visible()
        found[f"{game} before"] = violations(screen.page)
        phone = Person(browser, server.url, PHONE, language, dark).come_to(table).start()
        expect(screen.page.get_by_test_id("prompt")).to_be_visible()
        expect(phone.page.locator(".palm")).to_be_visible()
        found[f"{game} screen"] = violations(screen.page)
        found[f"{game} phone"] = violations(phone.page)
        sizes = smallest(screen.page)
        assert sizes["names"] >= 28, "pixels at 1080p"
        assert sizes["prompt"] >= 42
        assert not covered(screen.page)
        for person in (phone, screen):
            person.close()
    assert not {name: wrong for name, wrong in found.items() if wrong}


def smallest(page: Page) -> dict[str, float]:
    """Pixels of the letters that have to be read."""
    size = "nodes => Math.min(...nodes.map((node) => parseFloat(getComputedStyle(node).fontSize)))"
    found = {"names": ".seats .name", "prompt": ".prompt strong"}
    return {name: page.eval_on_selector_all(query, size) for name, query in found.items()}


def covered(page: Page) -> bool:
    """Whether the list of everybody runs into what stands below it."""
    bottom = "nodes => Math.max(...nodes.map((node) => node.getBoundingClientRect().bottom))"
    lowest: float = page.eval_on_selector_all(".seats li", bottom)
    return lowest > (page.locator(".foot").bounding_box() or {"y": 0.0})["y"] + 1
