"""Making a move by finger and mouse: what is picked can be put back, nothing is sent by accident."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page

from browser import moments
from browser.player import DESKTOP, PHONE, SMALL, Person, expect
from browser.test_whole_games import opened
from igroteka.games.etazhiki.moves import Floor
from igroteka.games.upturn.moves import Lay, Tuck
from igroteka.table import Match
from server.serving import Server

HELD = {"upturn": ".rack .tile", "etazhiki": ".hand .card"}


def offers(kind: type, least: int = 1) -> Callable[[Match], bool]:
    """The first seat is on turn, may do this in so many ways, and holds a part that is of no use."""

    def is_it(match: Match) -> bool:
        if match.game.turn(match.state) != 0:
            return False
        view, legal = match.view(0), match.legal(0)
        held = view.rack if match.game.NAME == "upturn" else view.hand
        named = {getattr(one, "tile", None) or getattr(one, "card", None) for one in legal} - {None}
        ways = [one for one in legal if isinstance(one, kind)]
        return len(ways) >= least and not set(held) <= named

    return is_it


def numbers(match: Match) -> bool:
    """The game is open, and two plain numbers may be laid, neither the last tile."""
    if match.game.turn(match.state) != 0 or match.view(0).trend is None:
        return False
    tiles = {one.tile for one in match.legal(0) if isinstance(one, Lay)}
    plain = [tile for tile in tiles if tile.isdigit()]
    return len(plain) >= 2 and len(match.view(0).rack) >= 5


def floors(match: Match) -> bool:
    """Two floors may be laid, and the hand is not nearly empty."""
    fits = {one.card for one in match.legal(0) if isinstance(one, Floor)}
    return match.game.turn(match.state) == 0 and len(fits) >= 2 and len(match.view(0).hand) >= 4


MOMENT: dict[str, Callable[[Match], bool]] = {"upturn": numbers, "etazhiki": floors}


def fitting(page: Page, game: str) -> Locator:
    """Parts of the hand that are a whole move by themselves."""
    name = re.compile(r"^число \d+, подходит$" if game == "upturn" else r"этаж \d, подходит$")
    return page.get_by_role("toolbar").get_by_role("button", name=name)


def picked(page: Page) -> Locator:
    return page.locator("[role=toolbar] [aria-pressed=true]")


@pytest.mark.parametrize("game", ["upturn", "etazhiki"])
def test_what_is_picked_is_put_back(server: Server, browser: Browser, game: str) -> None:
    """By the same card, another one, Esc, Отмена, and by leaving the screen; nothing is sent."""
    person = Person(browser, server.url, PHONE, "ru")
    with moments.standing(server, person, game, MOMENT[game]):
        page, held = person.page, person.page.locator(HELD[game])
        before, fits = held.count(), fitting(person.page, game)
        first, second = fits.nth(0).element_handle(), fits.nth(1).element_handle()
        assert first
        assert second
        first.tap()
        expect(picked(page)).to_have_count(1)
        expect(page.get_by_role("button", name="Готово")).to_be_enabled()
        first.tap()
        expect(picked(page)).to_have_count(0)
        first.tap()
        second.tap()
        expect(picked(page)).to_have_count(1)
        assert second.get_attribute("aria-pressed") == "true"
        page.keyboard.press("Escape")
        expect(picked(page)).to_have_count(0)
        first.tap()
        page.get_by_role("button", name="Отмена").tap()
        expect(picked(page)).to_have_count(0)
        first.tap()
        page.get_by_role("button", name="Меню").tap()
        page.get_by_role("link", name="Правила").tap()
        page.wait_for_url("**/rules/*")
        page.go_back()
        expect(held).to_have_count(before)
        expect(picked(page)).to_have_count(0)
    person.close()


@pytest.mark.parametrize(
    ("touch", "setting", "asks"),
    [(True, None, True), (True, "никогда", False), (False, None, False), (False, "всегда", True)],
    ids=["finger", "finger-never", "mouse", "mouse-always"],
)
def test_a_second_tap_sends_only_where_nothing_is_asked(
    server: Server, browser: Browser, touch: bool, setting: str | None, asks: bool
) -> None:
    person = Person(browser, server.url, PHONE if touch else DESKTOP, "ru", touch=touch)
    with moments.standing(server, person, "upturn", numbers):
        page, held = person.page, person.page.locator(HELD["upturn"])
        if setting:
            page.get_by_role("button", name="Меню").click()
            page.get_by_role("radiogroup", name="Спрашивать").get_by_role("radio", name=setting).click()
            page.keyboard.press("Escape")
        before, tile = held.count(), fitting(page, "upturn").first.element_handle()
        assert tile
        tile.click()
        expect(picked(page)).to_have_count(1)
        page.wait_for_timeout(300)
        expect(held).to_have_count(before)
        tile.click()
        if asks:
            expect(picked(page)).to_have_count(0)
            tile.click()
            page.get_by_role("button", name="Готово").click()
        expect(held).to_have_count(before - 1)
    person.close()


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
@pytest.mark.parametrize("game", ["upturn", "etazhiki"])
def test_a_part_is_dragged_to_the_table(server: Server, browser: Browser, game: str, touch: bool) -> None:
    person = Person(browser, server.url, PHONE if touch else DESKTOP, "ru", touch=touch)
    with moments.standing(server, person, game, MOMENT[game]):
        page, held = person.page, person.page.locator(HELD[game])
        before = held.count()
        drag(page, fitting(page, game).first, page.locator("[data-drop]"), touch)
        if touch:
            expect(picked(page)).to_have_count(1)
            page.wait_for_timeout(100)  # a click of the same press would mean nothing
            page.get_by_role("button", name="Готово").tap()
        expect(held).to_have_count(before - 1)
    person.close()


def drag(page: Page, part: Locator, to: Locator, touch: bool) -> None:
    start, end = part.bounding_box(), to.bounding_box()
    assert start
    assert end
    way = [
        (start["x"] + start["width"] / 2, start["y"] + start["height"] / 2),
        (end["x"] + end["width"] / 2, end["y"] + end["height"] * 0.8),
        (end["x"] + end["width"] / 2, end["y"] + end["height"] * 0.4),
    ]
    if not touch:
        page.mouse.move(*way[0])
        page.mouse.down()
        for x, y in way[1:]:
            page.mouse.move(x, y, steps=3)
        page.mouse.up()
        return
    finger = page.context.new_cdp_session(page)
    for at, (x, y) in enumerate(way):
        kind = "touchMove" if at else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("game", ["upturn", "etazhiki"])
def test_a_dimmed_part_says_why_and_its_rule_is_one_tap_away(
    server: Server, browser: Browser, game: str
) -> None:
    person = Person(browser, server.url, SMALL, "ru")
    kind = {"upturn": offers(Lay), "etazhiki": offers(Floor)}[game]
    with moments.standing(server, person, game, kind):
        page = person.page
        page.locator("[role=toolbar] .dim").first.tap(force=True)  # what is dimmed is aria-disabled
        expect(picked(page)).to_have_count(0)
        link = page.locator(".notice a").first
        clause = link.inner_text().split()[-1]
        assert re.fullmatch(r"(UT|ET)-[AB]?\d+", clause)
        link.tap()
        expect(page.locator(f"[id='{clause}']")).to_be_in_viewport()
    person.close()


def test_a_double_tap_does_not_press_what_has_come_under_the_finger(server: Server, browser: Browser) -> None:
    """Взять фишку, and Конец хода stands there at once: the second tap is not for it."""

    def nothing(match: Match) -> bool:
        names = {type(one).__name__ for one in match.legal(0)}
        return match.game.turn(match.state) == 0 and names == {"Draw"}

    person = Person(browser, server.url, PHONE, "ru")
    with moments.standing(server, person, "upturn", nothing):
        page, held = person.page, person.page.locator(HELD["upturn"])
        before = held.count()
        page.get_by_role("button", name="Взять фишку", exact=True).tap()
        expect(held).to_have_count(before + 1)
        end = page.get_by_role("button", name="Конец хода")
        end.dispatch_event("click", {"detail": 2})  # as the second tap of a double tap comes
        page.wait_for_timeout(300)
        expect(end).to_be_visible()
        end.dispatch_event("click", {"detail": 3})  # whoever taps once more means it
        expect(end).to_have_count(0)
    person.close()


def test_tucking_counts_the_gifts_that_the_table_then_grants(server: Server, browser: Browser) -> None:
    """UT-A21, UT-A22: the sum beside the twin before anything is sent is the number of gifts afterwards."""
    person = Person(browser, server.url, PHONE, "ru")
    with moments.standing(server, person, "upturn", offers(Tuck, least=2), seats=3):
        page = person.page
        for tile in page.locator(".rack .tile:not(.dim)").element_handles()[:2]:
            tile.tap()
        promised = int(page.locator(".gifts strong").inner_text())
        assert promised >= 3
        page.get_by_role("button", name="Вернуть").tap()
        assert int(page.locator(".gifts strong").inner_text()) in (promised - 1, promised - 2)
        page.locator(".rack .tile:not(.dim):not(.lifted)").first.tap()
        page.get_by_role("button", name="Готово, 2").tap()
        expect(page.get_by_role("button", name=re.compile("Хватит|Больше не дарить"))).to_be_enabled()
        enough = page.get_by_role("button", name="Хватит, дарить")
        if enough.count():
            enough.press("Enter")  # a tap so soon would be the second of a double tap
        expect(page.get_by_test_id("prompt")).to_contain_text(f"Подари {promised} ")
        plus = page.get_by_role("button", name="Подарить: Аня")
        plus.tap()
        plus.tap()
        page.get_by_role("button", name="Забрать: Аня").tap()
        page.get_by_role("button", name="Отдать 1").tap()
        expect(page.get_by_test_id("prompt")).to_contain_text(f"Подари {promised - 1} ")
    person.close()


def sizes(page: Page, query: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.locator(query).evaluate_all(
        "nodes => nodes.filter((one) => one.checkVisibility()).map((one) => {"
        "const {width, height} = one.getBoundingClientRect(); return {width, height, name: one.innerText}; })"
    )
    return found


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["390", "320"])
def test_the_youngest_are_told_in_pictures_and_press_64_px(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """No word is on the prompt or the buttons, and all of them are there for whoever listens."""
    person = Person(browser, server.url, size, "ru")
    with moments.standing(server, person, "etazhiki", floors, variant="beginner"):
        page, prompt = person.page, person.page.get_by_test_id("prompt")
        pressed = sizes(page, "[role=toolbar] button, .actions button, .board button:not([disabled])")
        assert [one for one in pressed if min(one["width"], one["height"]) < 63.5] == []
        assert len(pressed) >= 6
        words = prompt.locator(".words")
        expect(words).to_contain_text("Твой ход")
        expect(page.get_by_role("button", name="Пас и ещё 2 карты")).to_be_visible()
        for said in (words, page.locator(".action > :not(.signs)")):
            assert all(one["width"] <= 1 for one in sizes_of(said)), "words are for listeners only"
        before = page.locator(HELD["etazhiki"]).count()
        drawn = prompt.locator(".signs > .part").count()
        assert drawn >= 2
        card = page.locator(".hand .card:has(.tick)").first
        card.tap()
        pile = page.locator("[data-pile].target:not(:has(.ghost))")
        if pile.count() == 2:
            pile.first.tap()
        assert prompt.locator(".signs > .part").count() == 2, "the card and where it goes"
        page.get_by_role("button", name="Готово").tap()
        expect(page.locator(HELD["etazhiki"])).to_have_count(before - 1)
        expect(page.locator("[aria-live=polite]")).to_contain_text("кладёт этаж")
    person.close()


def sizes_of(found: Locator) -> list[dict[str, float]]:
    boxes: list[dict[str, float]] = found.evaluate_all(
        "nodes => nodes.map((one) => one.getBoundingClientRect().toJSON())"
    )
    return boxes


def test_prompt_and_buttons_keep_their_height_and_hands_are_never_under_48_px(
    server: Server, browser: Browser
) -> None:
    """A game of UpTurn at 320 px in which the rack fills up, then one of Etazhiki to its end."""
    person = Person(browser, server.url, SMALL, "ru")
    heights: dict[str, set[int]] = {}
    narrow: list[float] = []

    def look() -> None:
        for query in ("[data-testid=prompt]", ".actions .row"):
            heights.setdefault(query, set()).update(round(one["height"]) for one in sizes(person.page, query))
        narrow.extend(
            one["width"] for one in sizes(person.page, "[role=toolbar] button") if one["width"] < 47.9
        )

    def many(match: Match) -> bool:
        return match.game.turn(match.state) == 0 and len(match.view(0).rack) >= 20

    with moments.standing(server, person, "upturn", many, first=moments.take_only):
        look()
        assert person.page.locator(".rack .tile").count() >= 20
    person.come_to(opened(server, "etazhiki", 3, [1, 2])).start()
    while not person.is_over():
        person.act()
        person.page.wait_for_timeout(20)
        if not person.is_over():
            look()
    assert {query: len(found) for query, found in heights.items()} == {
        "[data-testid=prompt]": 1,
        ".actions .row": 1,
    }
    assert not narrow
    person.close()
