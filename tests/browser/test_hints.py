"""The lamp: where to look, then the move and why; by touch, mouse and keys, and no secret among people."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator

from browser import moments
from browser.player import DESKTOP, PHONE, SIDEWAYS, SMALL, Person, expect
from browser.test_access import violations
from browser.test_moves import giving
from browser.test_whole_games import opened
from server.client import come
from server.serving import Server

KINDS = [(PHONE, "ru", False), (SMALL, "en", True), (DESKTOP, "ru", True)]
MORE = {"ru": "Показать ход", "en": "Show the move"}
LAMP = {"ru": "Подсказка", "en": "Hint"}
GAMES = ("upturn", "etazhiki", "sequence")


def lamp_of(person: Person, language: str = "ru") -> Locator:
    return person.page.get_by_role("button", name=LAMP[language], exact=True)


ABOVE = """() => {
  const ghost = document.querySelector('[data-testid=ghost]');
  const words = document.querySelector('[data-testid=hint]');
  const height = (one) => Number(getComputedStyle(one).zIndex);
  return ghost === null || (!words.contains(ghost) && height(words) > height(ghost));
}"""
INSIDE = """() => {
  const box = document.querySelector('[data-testid=hint]').getBoundingClientRect();
  const inside = box.left >= 0 && box.right <= innerWidth;
  return inside && box.top >= 0 && box.bottom <= innerHeight &&
    document.documentElement.scrollWidth <= innerWidth;
}"""

CLEAR = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector('.prompt .words'));
  const lamp = document.querySelector('.prompt .lamp span').getBoundingClientRect();
  return ![...words.getClientRects()].some((line) =>
    line.right > lamp.left && line.left < lamp.right && line.bottom > lamp.top && line.top < lamp.bottom);
}"""


def is_clear_of_words(person: Person, own: tuple[int, int]) -> bool:
    """The lamp covers no word of the prompt, whatever the size of the screen."""
    for width, height in (PHONE, SMALL, DESKTOP, SIDEWAYS, own):
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.wait_for_function(CLEAR)
    return True


def fits(person: Person, own: tuple[int, int]) -> bool:
    """The words stand whole on the screen, whatever its size, and nothing scrolls sideways."""
    person.page.mouse.move(0, 0)  # what comes to lie under a mouse tells about itself
    for width, height in (PHONE, SMALL, DESKTOP, own):
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.wait_for_function(INSIDE)
    return True


def kinds() -> list[Any]:
    """Every game and every kind of screen once; each with each in `make soak`."""
    return [
        pytest.param(game, *kind, id=f"{GAMES[game]}-{at}", marks=[pytest.mark.long] if at != game else [])
        for game in range(3)
        for at, kind in enumerate(KINDS)
    ]


@pytest.mark.parametrize(("game", "size", "language", "dark"), kinds())
def test_first_where_to_look_then_the_move_with_its_reason(
    server: Server, browser: Browser, game: int, size: tuple[int, int], language: str, dark: bool
) -> None:
    person = Person(browser, server.url, size, language, dark)
    person.play_with_bots(game)
    fetched: list[str] = []
    person.page.on("request", lambda request: fetched.append(request.url))
    lamp, hint = lamp_of(person, language), person.page.get_by_test_id("hint")
    lamp.wait_for(timeout=30_000)
    assert not any("/Shown-" in url for url in fetched)
    assert is_clear_of_words(person, size)
    lamp.click()
    expect(hint.get_by_role("button", name=MORE[language])).to_be_visible()
    assert fits(person, size)
    assert any("/Shown-" in url for url in fetched)
    hint.get_by_role("button", name=MORE[language]).click()
    expect(hint.locator("b")).to_have_text(re.compile(r".+\."))
    expect(hint.get_by_role("status")).to_have_text(re.compile(r".+\. .+"))
    assert fits(person, size)
    assert person.page.evaluate(ABOVE), "the ghost of the part lies under the words"
    assert violations(person.page) == []
    rule = hint.get_by_role("link")
    assert re.fullmatch(rf"/rules/{GAMES[game]}#[A-Z]+-[AB]?\d+", rule.get_attribute("href") or "")
    lamp.click()
    expect(hint).to_have_count(0)
    person.close()


@pytest.mark.parametrize(("size", "language", "dark"), KINDS[::2])
def test_keys_ask_and_put_away_and_a_move_ends_it(
    server: Server, browser: Browser, size: tuple[int, int], language: str, dark: bool
) -> None:
    person = Person(browser, server.url, size, language, dark)
    person.play_with_bots(1)
    hint = person.page.get_by_test_id("hint")
    lamp_of(person, language).wait_for(timeout=30_000)
    person.page.keyboard.press("?")
    expect(hint).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(hint).to_have_count(0)
    person.page.keyboard.press("?")
    person.page.keyboard.press("?")
    expect(hint.locator("b")).to_be_visible()
    expect(lamp_of(person, language)).to_have_attribute("aria-expanded", "true")
    expect(person.page.get_by_test_id("pointer"), "a hand points at what to tap").to_be_visible()
    for _ in range(6):
        if hint.count() == 0:
            break
        person.act()
        person.page.wait_for_timeout(50)
    expect(hint).to_have_count(0)
    person.close()


def test_a_hint_to_give_names_whom_to_look_at(server: Server, browser: Browser) -> None:
    """It said the number of the seat."""
    old, row, _ = moments.find(server, "upturn", giving, 3, starter=0)
    person = Person(browser, server.url, SMALL, "ru")
    person.come_to(moments.again(server, old, row, bots=(1, 2))).start()
    names = person.page.locator(".give .name strong").all_inner_texts()
    lamp_of(person).click()
    hint = person.page.get_by_test_id("hint").locator("p")
    expect(hint).to_have_text(re.compile("Смотри: (" + "|".join(map(re.escape, names)) + ")$"))
    assert len(names) == 2
    person.close()


def test_a_hint_is_seen_on_a_phone_that_is_a_hand_beside_a_big_screen(
    server: Server, browser: Browser
) -> None:
    table = opened(server, "etazhiki", 2, [1], starter=0)
    person = Person(browser, server.url, PHONE, "ru").come_to(table)
    screen = Person(browser, server.url, DESKTOP, "ru").open(f"/t/{table}/screen")
    person.start()
    expect(person.page.locator(".palm.hand-alone")).to_be_visible()
    lamp_of(person).click()
    expect(person.page.get_by_test_id("hint")).to_be_visible()
    for one in (person, screen):
        one.close()


def test_among_people_the_host_allows_hints_and_hears_who_takes_one(server: Server, browser: Browser) -> None:
    table = opened(server, "upturn", 2, [], starter=1)
    host = Person(browser, server.url, PHONE, "ru").come_to(table)
    with come(server, table, "Борис") as boris:
        host.start()
        boris.until(lambda: bool(boris.told))
        assert not boris.table["hints"]
        host.page.get_by_role("button", name="Меню").click()
        host.page.get_by_role("switch", name="Подсказки во время игры").click()
        boris.until(lambda: bool(boris.table["hints"]))
        host.page.keyboard.press("Escape")
        assert host.page.locator(".lamp").count() == 0, "it is not the host's turn"
        assert boris.hint()["kind"] == "hint"
        expect(host.page.locator(".notice p")).to_contain_text("Борис берёт подсказку")
    host.close()


def test_a_hint_says_what_the_card_is(server: Server, browser: Browser) -> None:
    """It said its number alone, and the same number is on floors, on night floors and on balls."""
    old, row, _ = moments.find(server, "etazhiki", moments.floors, starter=0)
    person = Person(browser, server.url, SMALL, "ru")
    person.come_to(moments.again(server, old, row, bots=(1,))).start()
    lamp_of(person).click()
    hint = person.page.get_by_test_id("hint").locator("p")
    expect(hint).to_have_text(re.compile(r"Смотри: ((ночной )?этаж \d|шар \d|«.+»)$"))
    person.close()
