"""At the plain table several parts go into one move, a chain is seen whole, and two boards are told apart."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from browser.player import DESKTOP, LARGE, PHONE, SIDEWAYS, SMALL, Person, expect
from browser.test_access import violations
from browser.test_whole_games import opened
from server.client import come, wait_for_deal
from server.serving import Server
from sites import site_of, with_site

DICE = Path(__file__).with_name("dice")


@pytest.fixture(scope="module")
def dice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", with_site(site_of(DICE))["PYTHONPATH"])
        running = Server(Path(tmp_path_factory.mktemp("dice")), bot_patience=3.0).start()
    try:
        yield running
    finally:
        running.close()


@pytest.mark.parametrize("size", [PHONE, SMALL, DESKTOP], ids=["phone", "small", "desktop"])
def test_dice_are_tapped_one_after_the_other_and_thrown_together(
    dice: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """Of five dice there are 31 handfuls: none is a button, and what is tapped again is put back."""
    person = Person(browser, dice.url, size, "en").come_to(opened(dice, "dice", 2, [1])).start()
    page, hand = person.page, person.page.locator(".hand .card")
    expect(hand).to_have_count(5)
    expect(page.locator(".choice")).to_have_count(0)
    faces = [one.split("\n")[-1] for one in hand.all_inner_texts()]
    for at in (0, 2, 4, 0):
        hand.nth(at).click()
    expect(page.locator(".hand .lifted")).to_have_count(2)
    throw = page.locator(".row .action.main")
    expect(throw).to_have_text(f"Throw {faces[2]}, {faces[4]} again")
    expect(page.locator(".choice")).to_have_count(0)
    assert violations(page) == []
    throw.click()
    expect(page.locator(".hand .lifted")).to_have_count(0)
    expect(page.locator(".told")).to_contain_text("throws")
    person.close()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_chain_is_seen_whole_and_each_of_two_boards_bears_its_label(
    dice: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """A hit marks the cell on the board that it was on, and not the empty one of the same name."""
    table = opened(dice, "dice", 2, [])
    person = Person(browser, dice.url, size, "en").come_to(table)
    other = come(dice, table, "Boris")
    person.start()
    page = person.page
    wait_for_deal([other])
    expect(page.locator(".plain .title")).to_have_text(["Their board", "Your board"])
    page.locator('[data-tap="a1"]').click()
    done = page.locator("[data-tap=done]")
    if done.count():  # a phone asks first
        done.click()
    other.until(lambda: bool(other.legal))
    other.ask(other.legal[-1])  # b1
    expect(page.get_by_role("region", name="Chain of 10 numbers").locator(".part-box")).to_have_count(10)
    for cell, marked in (("a1", [False, False]), ("b1", [False, True])):
        both = page.locator(f'[data-cell="{cell}"]')
        expect(both).to_have_count(2)
        assert [("last" in (one.get_attribute("class") or "").split()) for one in both.all()] == marked
    assert violations(page) == []
    other.close()
    person.close()


def test_what_lies_below_the_edge_shows_that_it_does(dice: Server, browser: Browser) -> None:
    """On a small phone the second board began below a clean edge, as if there were none."""
    person = Person(browser, dice.url, SMALL, "ru")
    person.context.add_init_script(LARGE)
    person.come_to(opened(dice, "dice", 2, [1])).start()
    table = person.page.locator(".plain")
    expect(table.get_by_text("Твоё поле")).not_to_be_in_viewport()
    expect(table).to_have_css("mask-image", re.compile("gradient"))
    table.evaluate("node => node.scrollTo(0, node.scrollHeight)")
    expect(table.get_by_text("Твоё поле")).to_be_in_viewport()
    expect(table).to_have_css("mask-image", "none")
    person.close()


@pytest.mark.parametrize("size", [SMALL, PHONE, DESKTOP, SIDEWAYS], ids=str)
def test_two_small_boards_stand_beside_one_another(
    dice: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """The second lay below the edge; and where there was little room a seat without a number bore «NaN»."""
    person = Person(browser, dice.url, size, "ru").come_to(opened(dice, "dice", 2, [1])).start()
    boards = person.page.get_by_role("grid")
    expect(boards).to_have_count(2)
    for board in boards.all():
        expect(board).to_be_in_viewport(ratio=0.99)
    one, other = (board.bounding_box() for board in boards.all())
    assert one
    assert other
    assert one["x"] + one["width"] <= other["x"]
    expect(person.page.locator(".seats")).not_to_contain_text("NaN")
    person.close()
