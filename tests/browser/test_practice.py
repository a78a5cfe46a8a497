"""What a child practises is noted in this browser alone, told to parents in plain words, soon erased."""

import csv
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from browser import moments
from browser.player import DESKTOP, PHONE, SIDEWAYS, SMALL, TABLET, Person, expect
from browser.test_access import violations
from browser.test_moves import fitting
from igroteka.games.etazhiki.cards import is_floor, is_numbered, number_of
from igroteka.table import Match
from server.serving import Server

TODAY = 20_773
HARD = [["6+4", TODAY, 9000 + at, 1, 0] for at in range(4)]
EASY = [["2+3", TODAY - 1 + at % 2, 1800, 0, 0] for at in range(8)]
NOTES = {
    "etazhiki": {"fox": {"name": "Аня", "tries": [*EASY, *HARD]}, "bear": {"name": "Боря", "tries": EASY}}
}


def summed(match: Match) -> bool:
    """The first seat may lay a floor that is a sum of the open ones."""
    if not moments.floors(match):
        return False
    view = match.view(0)
    sums = set(view.fits[0]) - {number_of(view.floors[0])}
    return is_numbered(view.ball) and any(is_floor(card) and number_of(card) in sums for card in view.hand)


def noted(page: Page) -> Any:
    return json.loads(page.evaluate("localStorage.getItem('igroteka.practice') ?? '{}'"))


def with_notes(person: Person) -> Person:
    kept = json.dumps(json.dumps(NOTES))
    person.context.add_init_script(
        f"if (!localStorage.getItem('igroteka.practice')) localStorage.setItem('igroteka.practice', {kept})"
    )
    return person


def test_a_sum_is_noted_with_its_time_and_its_wrong_taps_and_sent_to_nobody(
    server: Server, browser: Browser
) -> None:
    person = Person(browser, server.url, PHONE, "ru")
    sent: list[str] = []
    person.page.on("request", lambda request: sent.append(request.post_data or ""))
    person.page.on("websocket", lambda ws: ws.on("framesent", lambda frame: sent.append(str(frame))))
    with moments.standing(server, person, "etazhiki", summed):
        page = person.page
        face = page.evaluate("JSON.parse(localStorage.getItem('igroteka.settings')).avatar")
        for card in fitting(page, "etazhiki").element_handles():
            card.tap()
            if re.search(r"[+−]", page.get_by_test_id("prompt").inner_text()):
                break
            card.tap()
        page.get_by_role("button", name="Готово").tap()
        page.wait_for_function("() => localStorage.getItem('igroteka.practice') !== null")
        [[skill, day, ms, wrong, hint]] = noted(page)["etazhiki"][face]["tries"]
        assert re.fullmatch(r"\d[+-]\d", skill)
        assert (wrong, hint) == (0, 1)
        assert 50 < ms < 20_000
        assert day == page.evaluate("Math.floor((Date.now() - new Date().getTimezoneOffset() * 6e4) / 864e5)")
        page.get_by_role("button", name="Меню").tap()
        page.get_by_role("link", name="Для родителей").tap()
        expect(page.get_by_role("heading", name="Что получается")).to_be_visible()
        expect(page.locator("td:not(.new)[title]")).to_have_count(1)
    assert not any(skill in text or "practice" in text for text in sent)
    person.close()


@pytest.mark.parametrize(
    ("size", "language", "dark"),
    [(PHONE, "ru", False), (SMALL, "ru", False), (SMALL, "en", True), (DESKTOP, "en", False)],
    ids=["390-ru", "320-ru", "320-en-dark", "1280-en"],
)
def test_parents_read_what_is_easy_and_what_is_hard(
    server: Server, browser: Browser, size: tuple[int, int], language: str, dark: bool
) -> None:
    person = with_notes(Person(browser, server.url, size, language, dark)).open("/practice/etazhiki")
    page, ru = person.page, language == "ru"
    easy, hard = page.locator("section").nth(0), page.locator("section").nth(1)
    expect(easy).to_contain_text("2 + 3 = 5")
    expect(hard).to_contain_text("6 + 4 = 0")
    assert "6 + 4" not in easy.inner_text()
    expect(page.get_by_role("row", name="Через крышу" if ru else "Over the roof")).to_contain_text("0 %")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    for moment, theme in (("beforeprint", "light"), ("afterprint", "dark" if dark else "light")):
        page.evaluate("(moment) => { dispatchEvent(new Event(moment)); }", moment)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
    person.close()


def test_after_a_few_sums_nothing_is_judged(server: Server, browser: Browser) -> None:
    """It said that nothing is hard and advised harder rules, and that it is too early to judge."""
    person = Person(browser, server.url, PHONE, "ru")
    kept = {"etazhiki": {"fox": {"name": "Аня", "tries": [["2+3", TODAY, 1800, 0, 0]]}}}
    person.context.add_init_script(
        f"localStorage.setItem('igroteka.practice', {json.dumps(json.dumps(kept))})"
    )
    page = person.open("/practice/etazhiki").page
    expect(page.locator("section").nth(0)).to_contain_text("Пока рано судить")
    expect(page.locator("section").nth(1)).to_have_text(re.compile("Пока ничего такого не видно"))
    person.close()


def test_each_face_has_notes_of_its_own_to_print_to_save_and_to_erase(
    server: Server, browser: Browser
) -> None:
    person = with_notes(Person(browser, server.url, PHONE, "ru")).open("/practice/etazhiki")
    page = person.page
    page.get_by_role("radio", name="Боря").tap()
    expect(page.locator("section").nth(1)).to_contain_text("Трудного нет")
    page.get_by_role("radio", name="Аня").tap()
    with page.expect_download() as saved:
        page.get_by_role("button", name="CSV").tap()
    rows = list(csv.DictReader(saved.value.path().read_text("utf-8-sig").splitlines()))
    assert len(rows) == 12
    assert rows[-1] == {"day": "2026-11-16", "sum": "6 + 4 = 0", "seconds": "9.0", "wrong": "1", "hint": "0"}
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Стереть")).to_be_hidden()
    expect(page.locator("table").first).to_be_visible()
    page.emulate_media(media="screen")
    page.get_by_role("button", name="Стереть").tap()
    page.get_by_role("button", name="Оставить").tap()
    assert len(noted(page)["etazhiki"]) == 2
    page.get_by_role("button", name="Стереть").tap()
    page.get_by_role("button", name="Да, стереть").tap()
    expect(page.locator(".who")).to_contain_text("Боря")
    assert list(noted(page)["etazhiki"]) == ["bear"]
    person.close()


def asked(page: Page) -> tuple[int, int]:
    """The open floor and the number of the ball, as they are told to whoever listens."""
    text = page.locator(".piles").inner_text()
    floor, ball = re.search(r"Открытый этаж (\d)", text), re.search(r"шар (\d)", text)
    assert floor
    assert ball
    return int(floor[1]), int(ball[1])


def test_training_asks_for_what_is_hard_at_a_real_table_and_ends_without_a_score(
    server: Server, browser: Browser
) -> None:
    """No card is dimmed; a wrong one is refused by the rules, noted, and one tries again."""
    person = with_notes(Person(browser, server.url, PHONE, "ru")).open("/practice/etazhiki")
    page = person.page
    page.get_by_role("button", name="Потренироваться").tap()
    cards = page.get_by_role("toolbar").get_by_role("button")
    expect(cards).to_have_count(5)
    expect(page.locator(".hand .dim, .house .fit")).to_have_count(0)
    floor, ball = asked(page)
    assert (floor, ball) == (6, 4), "what was wrong lately comes first"
    wrong = next(name for name in cards.all_inner_texts() if "этаж 0" not in name)
    cards.filter(has_text=wrong).first.tap()
    expect(page.locator(".notice.refused")).to_contain_text("не подходит")
    cards.filter(has_text="этаж 0").first.tap()
    page.get_by_role("button", name="Готово").tap()
    expect(page.locator(".praise")).to_contain_text("6 + 4 = 0")
    page.wait_for_function(
        "() => JSON.parse(localStorage['igroteka.practice']).etazhiki.fox.tries.length > 12"
    )
    rest = [one for one in noted(page)["etazhiki"]["fox"]["tries"][12:] if one[0] == "6+4"]
    assert [one[3:] for one in rest] in ([[1, 0]], [[0, 0]]), "the tap counts for plus or for minus; no hint"
    expect(page.locator(".praise p")).to_have_count(0)
    expect(cards).to_have_count(5)
    assert violations(page) == []
    page.get_by_role("button", name="Хватит").tap()
    expect(page.get_by_role("heading", name="Три минуты")).to_be_visible()
    expect(page.locator("main")).to_contain_text("1 пример")
    assert page.evaluate("localStorage.getItem('igroteka.places')") is None, "no table was opened"
    person.close()


def test_who_comes_by_a_link_and_has_no_name_yet_can_practise(server: Server, browser: Browser) -> None:
    """They got an empty page: a name was to be thought of where nothing may be changed."""
    person = Person(browser, server.url, PHONE, "ru").open("/practice/etazhiki")
    person.page.get_by_role("button", name="Потренироваться").click()
    expect(person.page.get_by_test_id("prompt")).to_be_visible()
    person.close()


@pytest.mark.parametrize("size", [PHONE, SMALL, SIDEWAYS, TABLET, DESKTOP])
def test_the_way_out_of_a_training_lies_on_no_word_of_the_table(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """On a desktop it lay on the prompt."""
    person = Person(browser, server.url, size, "ru").open("/practice/etazhiki")
    page = person.page
    page.get_by_role("button", name="Потренироваться").click()
    page.get_by_test_id("prompt").wait_for()
    (out,) = [box for one in page.get_by_role("button", name="Хватит").all() if (box := one.bounding_box())]
    for name in (".seats li:first-child", "[data-testid=prompt]"):
        box = page.locator(name).bounding_box()
        assert box
        beside = out["x"] >= box["x"] + box["width"] or box["x"] >= out["x"] + out["width"]
        assert beside or out["y"] >= box["y"] + box["height"] or box["y"] >= out["y"] + out["height"], name
    person.close()
