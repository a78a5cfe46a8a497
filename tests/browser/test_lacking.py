"""A file of the page that does not come is asked for again, and the page says so: it is never blank."""

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from browser.player import PHONE, Person
from browser.test_whole_games import opened
from server.serving import Server

LACKING = {"ru": "Загрузилось не всё", "en": "Not everything has loaded"}


def _cut(page: Page, files: str) -> None:
    def cut(route: Route) -> None:
        route.abort()

    page.route(files, cut)


def _mended(page: Page, files: str) -> None:
    page.unroute(files)
    page.evaluate("dispatchEvent(new Event('online'))")


def _bar(page: Page, language: str = "ru") -> None:
    expect(page.get_by_role("status").get_by_text(LACKING[language])).to_be_visible()


def test_without_its_english_words_the_page_speaks_russian_until_they_come(
    server: Server, browser: Browser
) -> None:
    person = Person(browser, server.url, PHONE, "en")
    page, words = person.page, "**/assets/ui.en-*.js"
    _cut(page, words)
    person.open()
    expect(page.get_by_role("button", name="Играть с ботами").first).to_be_visible()
    _bar(page, "en")
    _mended(page, words)
    expect(page.get_by_role("button", name="Play with bots").first).to_be_visible()
    expect(page.get_by_text(LACKING["en"])).to_have_count(0)
    person.close()


@pytest.mark.parametrize(
    ("path", "files", "heading"),
    [
        ("/rules/upturn", "**/assets/Rules-*", "UpTurn"),
        ("/rules/upturn", "**/assets/rules.ru-*", "UpTurn"),
        ("/learn/etazhiki/lesson_beginner", "**/api/games/etazhiki/lessons/*", "Этажики"),
        ("/practice/etazhiki", "**/assets/PracticePage-*", "Что получается: Этажики"),
    ],
)
def test_a_screen_that_did_not_come_is_there_as_soon_as_the_line_is(
    server: Server, browser: Browser, path: str, files: str, heading: str
) -> None:
    person = Person(browser, server.url, PHONE, "ru")
    page = person.page
    _cut(page, files)
    person.open(path)
    _bar(page)
    expect(page.locator("main")).to_contain_text(re.compile(r"\S"))
    _mended(page, files)
    expect(page.get_by_role("heading", name=heading).first).to_be_visible()
    expect(page.get_by_text(LACKING["ru"])).to_have_count(0)
    person.close()


def test_a_screen_whose_style_did_not_come_is_not_shown_without_it(server: Server, browser: Browser) -> None:
    person = Person(browser, server.url, PHONE, "ru")
    page, sheets = person.page, "**/assets/Rules-*.css"
    _cut(page, sheets)
    person.open("/rules/upturn")
    _bar(page)
    _mended(page, sheets)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("[...document.styleSheets].some((one) => /Rules-/.test(one.href))")
    person.close()


def test_what_opens_over_a_table_comes_with_a_second_tap(server: Server, browser: Browser) -> None:
    table = opened(server, "sequence", 2, [1])
    person = Person(browser, server.url, PHONE, "ru").come_to(table)
    page, sheet = person.page, "**/assets/ScreenSheet-*.js"
    _cut(page, sheet)
    tap = page.get_by_role("button", name="Большой экран")
    tap.click()
    _bar(page)
    page.unroute(sheet)
    tap.click()
    expect(page.get_by_role("dialog", name="Большой экран")).to_be_visible()
    expect(page.get_by_text(LACKING["ru"])).to_have_count(0)
    person.close()


def test_a_page_whose_script_did_not_come_offers_to_try_again(server: Server, browser: Browser) -> None:
    person = Person(browser, server.url, PHONE, "ru")
    page, script = person.page, "**/assets/index-*.js"
    _cut(page, script)
    person.open("/t/some?x=1")
    again = page.get_by_role("button", name="Обновить")
    expect(page.locator(".shell button")).to_be_hidden()
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    page.unroute(script)
    again.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    person.complaints.clear()  # the table is not there
    person.close()


@pytest.mark.parametrize(
    ("way", "asked"),
    [("/learn/etazhiki/lesson_beginner", "lessons/*"), ("/practice/etazhiki", "exercises")],
)
def test_what_was_left_without_a_network_asks_no_more(
    server: Server, browser: Browser, way: str, asked: str
) -> None:
    """They were waiting for an answer: nothing is asked for again behind the next screen."""
    person = Person(browser, server.url, PHONE, "ru")
    page, held = person.page, list[Route]()
    page.route(
        f"**/api/games/etazhiki/{asked}",
        lambda it: it.fallback() if it.request.method == "GET" else held.append(it),
    )
    page.clock.install()
    person.open().page.evaluate(
        "way => history.pushState({}, '', way) ?? dispatchEvent(new PopStateEvent('popstate'))", way
    )
    if asked == "exercises":
        page.get_by_role("button", name="Потренироваться").click()
    while not held:
        page.wait_for_timeout(20)
    page.evaluate("history.back()")
    expect(page.get_by_role("button", name="Играть с ботами").first).to_be_visible()
    held[0].abort()
    page.wait_for_timeout(300)
    page.clock.fast_forward(10_000)
    page.wait_for_timeout(300)
    assert len(held) == 1
    person.close()
