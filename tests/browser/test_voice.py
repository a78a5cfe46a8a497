"""The page speaks with the browser's own voice: what to do, moves, refusals, sums; never behind the game."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from browser import moments
from browser.hearing import ENGLISH, REMOTE, RUSSIAN, choose, hearing, said, wait_said
from browser.moments import floors, offers, untouched
from browser.player import PHONE, Person, expect
from browser.test_moves import fitting
from browser.test_whole_games import opened
from igroteka.games.etazhiki.cards import is_floor, is_numbered, number_of
from igroteka.games.etazhiki.moves import Floor
from igroteka.table import Match
from server.client import come
from server.serving import Server


def some(match: Match) -> bool:
    """Floors that fit, and a card that does not."""
    return floors(match) and offers(Floor)(match)


def few(match: Match) -> bool:
    return untouched(match) and some(match)


def around(match: Match) -> bool:
    """The first seat may lay a floor whose sum goes over the roof."""
    view = match.view(0)
    if not floors(match) or not is_numbered(view.ball):
        return False
    beyond = number_of(view.floors[0]) + number_of(view.ball)
    return beyond > 9 and any(is_floor(card) and number_of(card) == beyond % 10 for card in view.hand)


def voice(page: Page, level: str) -> None:
    page.get_by_role("button", name="Меню").tap()
    page.get_by_role("radiogroup", name="Голос").get_by_role("radio", name=level).tap()
    page.keyboard.press("Escape")


def test_the_table_of_the_youngest_speaks_by_itself_and_can_be_silenced(
    server: Server, browser: Browser
) -> None:
    """What to do, the own move, a refusal at once; a tap repeats; a screen reader is not told it twice."""
    person = hearing(Person(browser, server.url, PHONE, "ru"))
    with moments.standing(server, person, "etazhiki", few, variant="beginner"):
        page = person.page
        live = page.locator(".unseen[aria-live]")
        wait_said(page, "Твой ход")
        expect(live).to_have_attribute("aria-live", "off")
        page.get_by_role("button", name="Сказать вслух").tap()
        page.wait_for_function(
            "() => window.__said.at(-1).text.startsWith('Твой ход') && window.__said.length > 1"
        )
        page.locator(".hand .card.dim").first.tap(force=True)
        wait_said(page, "не подходит")
        expect(page.locator("[role=status] > .notice")).to_have_count(0)
        page.locator(".hand .card:has(.tick)").first.tap()
        pile = page.locator("[data-pile].target:not(:has(.ghost))")
        if pile.count() == 2:
            pile.first.tap()
        page.get_by_role("button", name="Готово").tap()
        wait_said(page, "Ты кладёшь этаж")
        assert not any(re.search(r"\d", text) for text in said(page)), said(page)
        voice(page, "молчит")
        expect(live).to_have_attribute("aria-live", "polite")
        before = len(said(page))
        page.locator(".hand .card").first.tap(force=True)
        page.wait_for_timeout(600)
        assert len(said(page)) == before
    person.close()


def test_a_picked_floor_is_said_with_its_sum_and_prompts_alone_leave_moves_out(
    server: Server, browser: Browser
) -> None:
    person = choose(hearing(Person(browser, server.url, PHONE, "ru")), voice="prompts")
    with moments.standing(server, person, "etazhiki", around):
        page = person.page
        wait_said(page, "Твой ход")
        view = page.locator(".house").first
        expect(view).to_be_visible()
        for card in fitting(page, "etazhiki").element_handles():
            card.tap()
            page.wait_for_timeout(400)
            if any("иди через крышу, это" in text for text in said(page)):
                break
            card.tap()
        else:
            raise AssertionError(said(page))
        expect(page.locator(".unseen > p").last).to_have_attribute("aria-live", "off")
        page.get_by_role("button", name="Готово").tap()
        expect(page.locator("[aria-live=polite]")).to_contain_text("Ты кладёшь этаж")
        page.wait_for_timeout(300)
        assert not any("Ты кладёшь" in text for text in said(page))
    person.close()


def test_the_voice_never_lags_behind_a_quick_game(server: Server, browser: Browser) -> None:
    """Whole sentences take seconds, moves come every few hundred milliseconds: old news is dropped."""
    table = opened(server, "upturn", 3, [1, 2])
    person = choose(hearing(Person(browser, server.url, PHONE, "ru", still=False)), voice="all", speed="fast")
    person.come_to(table)
    person.start()
    heard: list[dict[str, Any]] = []
    at, until = 0, time.monotonic() + 120
    while (
        at < 45 or len(heard) < 4
    ) and time.monotonic() < until:  # a busy machine says less in the same time
        person.page.wait_for_timeout(60 if person.act() else 120)
        heard, at = person.page.evaluate("window.__said"), at + 1
    shown: list[dict[str, Any]] = person.page.evaluate("window.__shown")
    assert len(heard) >= 4
    assert {one["lang"] for one in heard} == {"ru-RU"}
    asked = [one["at"] for one in heard if "Твой ход" in one["text"]]
    for told in asked:
        before = [one["text"] for one in shown if one["at"] <= told]
        assert before[-1].startswith("Твой ход"), "said when it was over"
    quiet = "() => performance.now() - Math.max(window.__said.at(-1).at, window.__shown.at(-1).at) > 2500"
    person.page.wait_for_function(quiet, timeout=60_000)
    last = max(one["at"] for one in person.page.evaluate("window.__shown"))
    after = [one["text"] for one in person.page.evaluate("window.__said") if one["at"] > last]
    assert len(after) <= 3, "nothing is caught up with: the last move and what to do now"
    person.close()


def test_what_asks_for_a_move_is_broken_off_once_it_is_made(server: Server, browser: Browser) -> None:
    """It went on asking while somebody else was on turn."""
    table = opened(server, "upturn", 2, [], starter=0)
    person = choose(hearing(Person(browser, server.url, PHONE, "ru")), voice="prompts")
    person.context.add_init_script("window.__letter = 60_000")  # it speaks as long as it is let
    page = person.come_to(table).page
    page.locator(".button.main.start").wait_for()
    with come(server, table, "Аня"):
        person.start()
        wait_said(page, "Любое число")
        page.get_by_role("button", name="Взять фишку", exact=True).click()
        wait_said(page, "закончи ход")
        page.get_by_role("button", name="Конец хода").click()
        expect(page.get_by_test_id("prompt")).to_contain_text("Ходит Аня")
        page.wait_for_function("window.__cut === window.__said.length")
    person.close()


@pytest.mark.parametrize("voices", [[], ENGLISH, REMOTE], ids=["none", "another language", "in the network"])
def test_without_a_voice_the_setting_says_so_and_screen_readers_are_told(
    server: Server, browser: Browser, voices: list[dict[str, Any]]
) -> None:
    person = choose(hearing(Person(browser, server.url, PHONE, "ru"), voices), voice="all").play_with_bots(0)
    page = person.page
    page.get_by_test_id("prompt").wait_for()
    page.get_by_role("button", name="Меню").tap()
    expect(page.locator("[data-voice=none]")).to_contain_text("нет русского голоса")
    if voices == ENGLISH:
        page.get_by_role("radio", name="EN").tap()
        expect(page.get_by_role("button", name="Listen")).to_be_visible()
        page.get_by_role("button", name="Listen").tap()
        wait_said(page, "Hello!")
    else:
        page.keyboard.press("Escape")
        expect(page.locator(".unseen[aria-live]")).to_have_attribute("aria-live", "polite")
        assert said(page) == []
    person.close()


def test_each_kind_of_sound_has_a_switch(server: Server, browser: Browser) -> None:
    """A refused tap and a laid card are heard; switched off, that one alone is not."""
    person = hearing(Person(browser, server.url, PHONE, "ru"), RUSSIAN)
    with moments.standing(server, person, "etazhiki", some, variant="medium"):
        page = person.page
        page.locator(".hand .card.dim").first.tap(force=True)
        page.wait_for_function("() => window.__tones.includes(233)")
        page.get_by_role("button", name="Меню").tap()
        page.get_by_text("Какие звуки").tap()
        page.get_by_role("switch", name="Так нельзя").tap()
        page.keyboard.press("Escape")
        page.evaluate("window.__tones.length = 0")
        page.locator(".hand .card.dim").first.tap(force=True)
        expect(page.locator(".notice").first).to_be_visible()
        fitting(page, "etazhiki").first.tap()
        page.get_by_role("button", name="Готово").tap()
        page.wait_for_function("() => window.__tones.includes(190)")
        assert 233 not in page.evaluate("window.__tones")
    person.close()
