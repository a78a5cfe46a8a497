"""After the end a game is explained: chances, what made each result, the moves that counted with links."""

import os

import pytest
from playwright.sync_api import Browser, Route

from browser import moments
from browser.player import DESKTOP, PHONE, SMALL, Person, expect
from browser.test_access import violations
from browser.test_end import last_floor
from browser.test_whole_games import opened
from server.serving import Server

PATIENCE = 240_000
NOT_WIDER = """() => {
  const sheet = document.querySelector("dialog[open]");
  return sheet.querySelector(".body").scrollWidth <= sheet.clientWidth;
}"""
WORDS = {
    "ru": {
        "review": "Разбор",
        "you": "Ты",
        "own": "Своя игра",
        "result": "Итог",
        "card": "этаж {}, подходит",
        "done": "Готово",
    },
    "en": {
        "review": "Review",
        "you": "You",
        "own": "Own play",
        "result": "Result",
        "card": "floor {}, fits",
        "done": "Done",
    },
}


@pytest.fixture(scope="module")
def won(server: Server) -> tuple[str, int, str]:
    return moments.find(server, "etazhiki", last_floor, starter=0, variant="beginner")


@pytest.mark.parametrize(
    ("size", "language", "dark"),
    [
        pytest.param(PHONE, "ru", False, id="phone"),
        pytest.param(SMALL, "en", True, id="small", marks=pytest.mark.long),
        pytest.param(DESKTOP, "ru", True, id="desktop", marks=pytest.mark.long),
    ],
)
def test_a_review_opens_from_the_end_and_adds_up(
    server: Server,
    browser: Browser,
    won: tuple[str, int, str],
    size: tuple[int, int],
    language: str,
    dark: bool,
) -> None:
    old, row, card = won
    words, table = WORDS[language], moments.again(server, old, row, bots=(1,))
    person = Person(browser, server.url, size, language, dark)
    page = person.come_to(table).start().page
    page.get_by_role("toolbar").get_by_role("button", name=words["card"].format(card[1:])).first.click()
    pile = page.locator("[data-pile].target:not(:has(.ghost))")
    if pile.count() == 2:
        pile.first.click()
    page.get_by_role("button", name=words["done"]).click()
    page.locator(".end .hero").wait_for(timeout=30_000)
    page.get_by_role("button", name=words["review"], exact=True).click()
    sheet = page.get_by_role("dialog", name=words["review"])
    sheet.wait_for()  # before it is there, nothing in it is under way either
    expect(sheet.locator("progress")).to_have_count(0, timeout=PATIENCE)
    expect(sheet.locator("table")).to_have_count(2)
    expect(sheet.locator("caption").first).to_have_text(words["you"])
    for account in sheet.locator("table").all():
        said = account.locator("td").all_inner_texts()
        figures = [int(one.split()[0].replace("−", "-")) for one in said]
        assert abs(sum(figures[:-1]) - figures[-1]) <= 2  # each is rounded by itself
    if shots := os.environ.get("IGROTEKA_SHOTS"):
        page.screenshot(path=f"{shots}/review-{size[0]}.png")
    for width, height in (SMALL, DESKTOP, size):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(NOT_WIDER)
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        assert not violations(page)
    moment = sheet.locator("a[href*='/replay?']")
    if moment.count():
        moment.first.click()
        page.get_by_role("slider").wait_for(timeout=30_000)
    person.close()


def test_a_review_that_was_held_up_goes_on(server: Server, browser: Browser) -> None:
    """A whole family asks from one address, and the server asks for patience: nobody is sent away."""
    table = opened(server, "etazhiki", 2, [1], variant="beginner")
    person = Person(browser, server.url, PHONE, "ru").come_to(table).start()
    person.play_to_the_end()
    page = person.page
    asked = []

    def busy(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            told = '{"kind":"refused","reason":"too-many-requests","clause":null,"parameters":{}}'
            route.fulfill(status=429, content_type="application/json", body=told)
        else:
            route.continue_()

    page.route("**/review", busy)
    page.get_by_role("button", name="Разбор", exact=True).click()
    sheet = page.get_by_role("dialog", name="Разбор")
    expect(sheet.get_by_role("status")).to_have_text("Подключаемся…")
    expect(sheet.get_by_role("status")).not_to_have_text("Подключаемся…")
    expect(sheet.get_by_role("alert")).to_have_count(0)
    person.complaints.clear()  # the browser notes every 429
    person.close()
