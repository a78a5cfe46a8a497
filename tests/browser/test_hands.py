"""One's own hand: put in order by mouse and keys, parts shown large with what they do; room for the table."""

import pytest
from playwright.sync_api import Browser, Locator, Page

from browser import moments
from browser.moments import CHOICE
from browser.player import DESKTOP, LARGE, PHONE, SMALL, Person, expect
from browser.test_moves import HELD, picked
from browser.test_whole_games import opened
from server.serving import Server


def names(page: Page, game: str) -> list[str]:
    return [
        str(one) for one in page.locator(HELD[game]).evaluate_all("all => all.map((one) => one.dataset.tap)")
    ]


def drag_before(page: Page, part: Locator, other: Locator) -> None:
    box, to = part.bounding_box(), other.bounding_box()
    assert box
    assert to
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(to["x"] + 3, to["y"] + to["height"] / 2, steps=4)
    page.mouse.up()


@pytest.mark.parametrize("game", ["upturn", "etazhiki"])
def test_parts_stay_where_they_are_put_and_can_be_sorted_again(
    server: Server, browser: Browser, game: str
) -> None:
    """By mouse, by Alt and arrows, after a reload; a resting mouse shows the part and what it does."""
    person = Person(browser, server.url, DESKTOP, "ru", touch=False)
    with moments.standing(server, person, game, CHOICE[game]):
        page, held = person.page, person.page.locator(HELD[game])
        sorted_ = names(page, game)
        drag_before(page, held.last, held.first)
        own = [sorted_[-1], *sorted_[:-1]]
        expect(picked(page)).to_have_count(0)
        assert names(page, game) == own
        held.first.focus()
        page.keyboard.press("Alt+ArrowRight")
        own = [own[1], own[0], *own[2:]]
        assert names(page, game) == own
        expect(held.nth(1)).to_be_focused()
        page.reload()
        expect(held).to_have_count(len(own))
        assert names(page, game) == own
        held.nth(1).hover()
        tip = page.get_by_role("tooltip")
        expect(tip).to_be_visible()
        assert len(tip.inner_text()) > 20
        page.get_by_role("button", name="Меню").click()
        page.get_by_role("button", name="Разложить по порядку").click()
        assert names(page, game) == sorted_
    person.close()


def test_a_part_that_is_held_is_shown_large_and_not_picked(server: Server, browser: Browser) -> None:
    """By finger; and on a phone UpTurn shows who plays next, and the menu has the whole screen."""
    person = Person(browser, server.url, PHONE, "ru")
    person.come_to(opened(server, "upturn", 3, [1, 2])).start()
    page = person.page
    page.locator(".prompt.mine").wait_for()  # while others play, tiles may still come
    part = page.locator(HELD["upturn"]).last
    box = part.bounding_box()
    assert box
    finger = {"x": box["x"] + 20, "y": box["y"] + 20}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    tip = page.get_by_role("tooltip")
    expect(tip).to_be_visible()
    large = tip.locator("svg").bounding_box()
    assert large
    assert large["width"] >= 2 * box["width"]
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(tip).to_have_count(0)
    expect(picked(page)).to_have_count(0)
    expect(page.locator(".queue span")).to_have_count(3)
    assert page.locator(".queue").get_attribute("aria-label", timeout=1000)
    page.get_by_role("button", name="Меню").tap()
    page.get_by_role("button", name="Во весь экран").tap()
    page.wait_for_function("() => document.fullscreenElement !== null")
    expect(page.get_by_role("dialog")).to_have_count(0)
    person.close()


LYING = {"upturn": ".middle .tile", "etazhiki": ".pile .card", "sequence": "[data-cell=b5]"}
"""A part on the table, for everybody to see."""


def test_a_part_that_comes_under_a_resting_mouse_is_not_shown_large(server: Server, browser: Browser) -> None:
    """The next tile slides to where one was laid, under the mouse: its picture lay on the table then."""
    person = Person(browser, server.url, DESKTOP, "ru")
    page = person.page
    with moments.standing(server, person, "upturn", moments.numbers):
        page.locator(".prompt.mine").wait_for()
        box = page.locator(".rack .tile:not(.dim):not(.rest)").first.bounding_box()
        assert box
        x, y = box["x"] + 0.8 * box["width"], box["y"] + box["height"] / 2  # those that are left move half
        count = page.locator(HELD["upturn"]).count()
        page.mouse.click(x, y)
        page.mouse.click(x, y)
        expect(page.locator(HELD["upturn"])).to_have_count(count - 1)
        assert page.evaluate("at => document.elementFromPoint(...at)?.closest('.tile') !== null", [x, y])
        page.wait_for_timeout(1200)
        expect(page.get_by_role("tooltip")).to_have_count(0)
        page.mouse.move(x + 300, y - 300)
        page.mouse.move(x, y)
        expect(page.get_by_role("tooltip")).to_be_visible()
    person.close()


def test_a_game_that_begins_under_a_resting_mouse_shows_nothing_large(
    server: Server, browser: Browser
) -> None:
    """After “Play again” the mouse lies where the hand is dealt; once it moves, that part is shown."""
    person = Person(browser, server.url, DESKTOP, "ru")
    with moments.standing(server, person, "upturn", moments.numbers):
        page = person.page
        page.mouse.move(5, 5)
        page.reload()  # the page does not know where the mouse is
        tile = page.locator(HELD["upturn"]).first
        box = tile.bounding_box()
        assert box
        page.wait_for_load_state("networkidle")
        at = {"clientX": box["x"] + 20, "clientY": box["y"] + 20}
        for kind in ("pointerdown", "pointerup"):  # nor does a finger tell
            page.get_by_test_id("prompt").dispatch_event(kind, {"pointerType": "touch", "isPrimary": True})
        tile.dispatch_event("pointerover", {"pointerType": "mouse", "isPrimary": True, **at})
        page.wait_for_timeout(1200)
        expect(page.get_by_role("tooltip")).to_have_count(0)
        page.mouse.move(at["clientX"], at["clientY"])
        expect(page.get_by_role("tooltip")).to_be_visible()
    person.close()


def test_what_is_shown_large_is_whole_with_large_text(server: Server, browser: Browser) -> None:
    person = Person(browser, server.url, PHONE, "ru")
    person.context.add_init_script(LARGE)
    person.come_to(opened(server, "upturn", 3, [1, 2])).start()
    page = person.page
    page.locator(".prompt.mine").wait_for()
    tile = page.locator(HELD["upturn"]).first
    tile.scroll_into_view_if_needed()
    box = tile.bounding_box()
    assert box
    touch = page.context.new_cdp_session(page)
    finger = {"x": box["x"] + 10, "y": box["y"] + 10}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    tip = page.get_by_role("tooltip")
    expect(tip).to_be_visible()
    seen = tip.bounding_box()
    assert seen
    assert seen["x"] >= 0
    assert seen["x"] + seen["width"] <= PHONE[0]
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    person.close()


@pytest.mark.parametrize("game", LYING)
def test_what_lies_on_the_table_is_shown_large_too(server: Server, browser: Browser, game: str) -> None:
    person = Person(browser, server.url, SMALL, "ru")
    person.come_to(opened(server, game, 2, [1])).start()
    page = person.page
    page.locator(".prompt.mine").wait_for()  # while another plays, what lies there moves
    lying = page.locator(LYING[game]).first
    lying.element_handle().wait_for_element_state("stable")  # it comes flying at the beginning
    box = lying.bounding_box()
    assert box
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    tip = page.get_by_role("tooltip")
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    expect(tip).to_be_visible()
    seen = tip.bounding_box()
    assert seen
    assert len(tip.inner_text()) > 20
    assert seen["y"] >= 0
    assert seen["y"] + seen["height"] <= SMALL[1]  # whole, wherever the part lies
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(tip).to_have_count(0)
    person.close()


@pytest.mark.parametrize(("variant", "said"), [("beginner", "на соседний"), ("medium", "сколько на шаре")])
def test_what_a_card_does_is_told_by_the_rules_of_the_table(
    server: Server, browser: Browser, variant: str, said: str
) -> None:
    """The youngest have no balls: nothing is said to them of what a ball asks for."""
    person = Person(browser, server.url, PHONE, "ru")
    person.come_to(opened(server, "etazhiki", 2, [1], variant=variant)).start()
    page = person.page
    page.locator(".prompt.mine").wait_for()
    box = page.locator("[data-pile] .card, .pile .card").first.bounding_box()
    assert box
    touch = page.context.new_cdp_session(page)
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    tip = page.get_by_role("tooltip")
    expect(tip).to_contain_text(said)
    assert ("шар" in tip.inner_text()) == (variant != "beginner")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    person.close()
