"""Games that the page knows nothing of (Crazy Eights, Bids, Stones) are played at the plain table."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from browser.lessons import Learner
from browser.player import DESKTOP, PHONE, SIDEWAYS, SMALL, Person, expect
from browser.test_access import violations
from browser.test_whole_games import opened
from server.client import Place, come, start, wait_for_deal
from server.serving import Server
from sites import EIGHTS, site_of, with_site

TITLES = {"ru": "Сумасшедшие восьмёрки", "en": "Crazy Eights"}
BIDS, STONES = (Path(__file__).with_name(name) for name in ("bids", "stones"))
REVIEW = {"ru": "Разбор", "en": "Review"}
RING_WITHIN = """() => {
  const top = (one) => document.querySelector(one).getBoundingClientRect().top;
  return top('.hand .lifted') - 4.5 >= top('.hand .cards');
}"""
"""The ring around a picked card is not cut off by what the hand scrolls in."""
COVERED = """mark => {
  const own = mark.getBoundingClientRect();
  const walk = document.createTreeWalker(mark.closest('li'), NodeFilter.SHOW_TEXT);
  const covered = [];
  while (walk.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const beside = (box) => box.left > own.right - 1 || own.left > box.right - 1;
    const meets = (box) => !beside(box) && box.top < own.bottom - 1 && own.top < box.bottom - 1;
    const lies = !mark.contains(walk.currentNode) && [...range.getClientRects()].some(meets);
    if (lies) covered.push(walk.currentNode.data);
  }
  return covered;
}"""
"""Words beside a mark that it lies on."""
REBUILT = "мы восстановили сами"
FAIR = {"ru": ("Проверить", "Всё честно"), "en": ("Check", "It was fair")}


@pytest.fixture(scope="module")
def guests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the guests on its shelf."""
    with pytest.MonkeyPatch.context() as patch:
        for guest in (EIGHTS, BIDS, STONES):
            patch.setenv("PYTHONPATH", with_site(site_of(guest))["PYTHONPATH"])
        running = Server(Path(tmp_path_factory.mktemp("guests")), bot_patience=3.0).start()
    assert "PYTHONPATH" not in os.environ or "eights" not in os.environ["PYTHONPATH"]
    try:
        yield running
    finally:
        running.close()


@pytest.mark.parametrize(
    ("size", "language"),
    [(PHONE, "ru"), pytest.param(DESKTOP, "en", marks=pytest.mark.long)],
    ids=["phone", "desktop"],
)
def test_a_whole_game_from_the_home_page_to_the_check_of_the_shuffle(
    guests: Server, browser: Browser, size: tuple[int, int], language: str
) -> None:
    person = Person(browser, guests.url, size, language).open()
    page = person.page
    card = page.get_by_role("region", name=TITLES[language])
    expect(card).to_be_visible()
    assert violations(page) == []
    card.locator(".button.main").click()
    page.wait_for_url("**/t/*")
    page.get_by_test_id("prompt").wait_for()
    assert violations(page) == []
    person.play_to_the_end()
    assert violations(page) == []
    left = page.locator("li .name .second").all_inner_texts()  # how far everybody came
    assert left
    assert all(re.fullmatch(r"\d+ (карт\w*|cards?)", one) for one in left)
    expect(page.get_by_role("button", name=REVIEW[language])).to_have_count(0)  # there is no fast twin
    check, fair = FAIR[language]
    page.get_by_role("button", name=check).click()
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text(fair)
    expect(page.get_by_role("dialog").get_by_role("listitem").last).not_to_have_class("bad")
    person.close()


@pytest.mark.parametrize(("size", "language"), [(PHONE, "ru"), (SMALL, "en")], ids=["phone", "small"])
def test_a_guest_brings_a_lesson(
    guests: Server, browser: Browser, size: tuple[int, int], language: str
) -> None:
    person = Learner(browser, guests.url, size, language)
    person.open().page.locator('a[href="/learn/eights/lesson"]').click()
    person.page.get_by_test_id("coach").wait_for()
    assert violations(person.page) == []
    assert len(person.follow_to(person.steps)) > person.steps
    person.close()


def test_a_picked_card_shows_what_can_be_done_with_it(guests: Server, browser: Browser) -> None:
    """By keyboard alone: to a card that fits, taken up, put back, and played with the button."""
    person = Person(browser, guests.url, PHONE, "en").come_to(opened(guests, "eights", 2, [1])).start()
    page = person.page
    _until_a_card_fits(person)
    before = page.locator(".hand .card").count()
    page.locator('.hand .card[tabindex="0"]').focus()
    if page.evaluate("document.activeElement.getAttribute('aria-disabled')") == "true":
        page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect(page.locator(".hand .lifted")).to_have_count(1)
    page.wait_for_function(RING_WITHIN)
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(".hand .lifted")).to_have_count(0)
    page.keyboard.press("Enter")
    page.locator(".row .action.main, .offers .choice").first.press("Enter")
    expect(page.locator(".hand .card")).to_have_count(before - 1)
    person.close()


def test_the_rules_and_the_lobby_come_from_the_server(guests: Server, browser: Browser) -> None:
    person = Person(browser, guests.url, PHONE, "ru").open("/rules/eights")
    page = person.page
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert violations(page) == []
    expect(page.locator("#clauses")).to_be_attached()
    expect(page.get_by_text(REBUILT)).to_have_count(0)
    person.open("/rules/upturn")
    expect(page.get_by_text(REBUILT)).to_be_visible()
    person.open(f"/t/{opened(guests, 'eights', 3, [])}")
    page.locator("main .button.main").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(TITLES["ru"])
    assert violations(page) == []
    page.get_by_role("radio", name="EN").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(TITLES["en"])
    person.close()


@pytest.mark.parametrize("size", [SMALL, SIDEWAYS], ids=["small", "sideways"])
def test_nothing_is_too_wide_or_too_small(guests: Server, browser: Browser, size: tuple[int, int]) -> None:
    person = Person(browser, guests.url, size, "ru").come_to(opened(guests, "eights", 4, [1, 2, 3])).start()
    page = person.page
    _until_a_card_fits(person)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    small = page.evaluate(
        "[...document.querySelectorAll('main button')].filter((one) => one.offsetParent)"
        ".map((one) => one.getBoundingClientRect()).filter((box) => box.width < 47 || box.height < 47).length"
    )
    assert small == 0
    person.close()


def test_what_does_not_fit_is_scrolled_with_the_keyboard(guests: Server, browser: Browser) -> None:
    person = Person(browser, guests.url, SMALL, "en").come_to(opened(guests, "eights", 4, [1, 2, 3])).start()
    page, board = person.page, person.page.locator(".plain")
    assert violations(page) == []
    page.set_viewport_size({"width": 320, "height": 440})
    expect(board).to_have_attribute("tabindex", "0")
    assert violations(page) == []
    for _ in range(50):  # a bot's move may put the board back
        board.focus()
        page.keyboard.press("End")
        page.wait_for_timeout(100)
        if page.evaluate("document.querySelector('.plain').scrollTop") > 0:
            break
    else:
        raise AssertionError("the board does not scroll")
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    expect(board).not_to_have_attribute("tabindex", "0")
    person.close()


def _until_a_card_fits(person: Person) -> None:
    """Draw and pass until it is our turn and something in the hand can be laid."""
    fitting = person.page.locator('.hand .card[aria-disabled="false"]')
    for _ in range(600):
        if fitting.count():
            person.page.wait_for_timeout(200)  # what was asked for last may still change the hand
            if fitting.count():
                return
        person.page.evaluate("document.querySelector('.row .action:not(:disabled)')?.click()")
        person.page.wait_for_timeout(30)
    raise AssertionError("no card ever fits")


def test_a_card_that_does_not_fit_says_why_and_the_lamp_shows_one_that_does(
    guests: Server, browser: Browser
) -> None:
    person = Person(browser, guests.url, PHONE, "en").come_to(opened(guests, "eights", 2, [1])).start()
    page = person.page
    unfit = page.locator(".hand .card.dim")
    fitting = page.locator(".hand .card:not(.dim):not(.rest)")
    for _ in range(200):  # until some of the hand fits and some does not
        if unfit.count() and fitting.count():
            break
        person.act()
        page.wait_for_timeout(30)
    unfit.first.click(force=True)  # it says that it is disabled, and why
    expect(page.locator(".notice p")).to_contain_text("does not fit on")
    page.get_by_role("button", name="Hint", exact=True).click()
    hint = page.get_by_test_id("hint")
    hint.get_by_role("button", name="Show the move").click()
    expect(hint.locator("b")).to_have_text(re.compile(".+"))
    assert violations(page) == []
    person.close()


@pytest.mark.parametrize(
    "size", [PHONE, SMALL, DESKTOP, SIDEWAYS], ids=["phone", "small", "desktop", "sideways"]
)
def test_many_offers_stand_below_what_they_are_about(
    guests: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """All bids are there, also those on dice in one's hand; so are the cups of five, and what was told."""
    person = Person(browser, guests.url, size, "ru").come_to(opened(guests, "bids", 5, [1, 2, 3, 4])).start()
    page = person.page
    expect(page.locator(".hand .card")).to_have_count(5)  # a zone that is empty now is listed after it
    person.play_until(".plain:has(.piles section:nth-of-type(5)) .choice")
    expect(page.get_by_role("region", name="Было: ты")).to_contain_text("Ты")
    expect(page.locator(".told")).to_be_in_viewport(ratio=1)
    expect(page.locator(".choice").first).to_be_in_viewport(ratio=0.5)
    expect(page.locator(".hand .card.dim")).to_have_count(0)
    assert violations(page) == []
    said = page.locator(".choice").all_inner_texts()
    most = said[-1].removesuffix(" × 6")
    faces = [bid.split(" × ")[1] for bid in said if bid.startswith(f"{most} ×")]
    assert faces == list("123456")[-len(faces) :]
    page.locator(".choice").last.click()
    expect(page.get_by_role("button", name=said[-1], exact=True)).to_have_count(0)  # a die fewer from now on
    person.close()


@pytest.mark.parametrize("size", [PHONE, SMALL, DESKTOP], ids=["phone", "small", "desktop"])
def test_the_first_offers_are_in_sight_however_much_lies_above_them(
    guests: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """A market, what everybody knows and four kinds of stones: on a tall phone offers lay below all of it."""
    person = Person(browser, guests.url, size, "ru").come_to(opened(guests, "bids", 2, [1])).start()
    page = person.page
    person.play_until(".choice")
    page.add_style_tag(content=".about::after { content: ''; flex: none; height: 60rem }")
    ends = [page.locator(one).first.bounding_box() for one in (".plain", ".choice")]
    table, choice = (box["y"] + box["height"] for box in ends if box)
    assert choice < table
    person.close()


def test_what_answers_a_bid_stands_beside_the_menu(guests: Server, browser: Browser) -> None:
    person = Person(browser, guests.url, PHONE, "ru").come_to(opened(guests, "bids", 2, [1])).start()
    page = person.page
    person.play_until(".row .action")
    expect(page.locator(".row .action")).to_have_text(["Не верю"])
    expect(page.locator(".told")).to_contain_text("ставит")
    person.close()


def test_what_the_strip_has_no_room_for_stands_on_the_table(guests: Server, browser: Browser) -> None:
    """Of two numbers a seat the strip of five shows one on a phone; where it is wide both."""
    narrow = Person(browser, guests.url, PHONE, "en").come_to(opened(guests, "bids", 5, [1, 2, 3, 4])).start()
    expect(narrow.page.locator(".beside span")).to_have_count(5)
    expect(narrow.page.locator(".beside span").first).to_have_text("You: 0 lost")
    expect(narrow.page.locator("li .mark")).to_have_count(0)
    narrow.close()
    wide = Person(browser, guests.url, DESKTOP, "en").come_to(opened(guests, "bids", 2, [1])).start()
    expect(wide.page.locator("li .count").first).to_have_text(re.compile("^5 dice · 0 lost"))
    expect(wide.page.locator(".beside")).to_have_count(0)
    wide.close()


def test_a_number_that_is_told_of_some_seats_is_read_on_every_screen(
    guests: Server, browser: Browser
) -> None:
    """Bids of four at cards: on a phone a dot stood beside each, and none of them said how many."""
    table = opened(guests, "stones", 4, [])
    seated = [come(guests, table, name) for name in ("Ann", "Boris", "Vera", "Gleb")]
    sizes = (PHONE, SIDEWAYS, DESKTOP)
    phone, sideways, wide = (
        Person(browser, guests.url, size, "en").open(f"/t/{table}/screen") for size in sizes
    )
    start(seated)
    wait_for_deal(seated)
    for _ in range(8):
        _on_turn(seated).ask(_on_turn(seated).legal[0])
    builder = _on_turn(seated)
    builder.ask(next(offer for offer in builder.legal if offer["kind"] == "build"))
    for narrow in (phone, sideways):
        expect(narrow.page.locator(".beside span")).to_have_text([re.compile(": 1 built$")])
        expect(narrow.page.locator("li .mark")).to_have_count(0)
    expect(wide.page.locator("li .mark")).to_have_text(["1 built"])
    expect(wide.page.locator(".beside")).to_have_count(0)
    for one in (*seated, phone, sideways, wide):
        one.close()


def _on_turn(seated: list[Place]) -> Place:
    last = max(one.number for one in seated)
    for one in seated:
        one.until(lambda one=one: one.number >= last)
    return next(one for one in seated if _may_move(one))


@pytest.mark.parametrize(
    "size", [PHONE, SMALL, DESKTOP, SIDEWAYS], ids=["phone", "small", "desktop", "sideways"]
)
def test_a_board_is_drawn_whole_and_its_cells_are_tapped(
    guests: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """A stone is placed; then one is slid, from a cell to another, and a piece of the hand built on it."""
    table = opened(guests, "stones", 2, [])
    person = Person(browser, guests.url, size, "en").come_to(table)
    other = come(guests, table, "Boris")
    person.start()
    page, board = person.page, person.page.get_by_role("grid", name="Board")
    expect(board.get_by_role("gridcell")).to_have_count(25)
    for cell in ("a5", "e5", "a1", "e1"):
        expect(page.locator(f'[data-cell="{cell}"]')).to_be_in_viewport(ratio=0.95)
    assert page.locator('[data-cell="c3"]').bounding_box()["width"] >= 24  # type: ignore[index]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    wait_for_deal([other])
    if _may_move(other):
        other.ask(other.legal[0])  # by lot it begins; its stones stay near a5
    for cell in ("a1", "a2"):
        _tap(person, cell)
        expect(page.locator(f'[data-cell="{cell}"] [data-colour=blue]')).to_be_visible()
        _answer(other)
        expect(page.locator("[data-tap]").first).to_be_visible()
    assert violations(page) == []
    _tap(person, "a2", "b2")
    expect(page.locator('[data-cell="b2"] [data-colour=blue]')).to_be_visible()
    expect(page.locator('[data-cell="a2"] [data-colour]')).to_have_count(0)
    _answer(other)
    expect(page.locator(".hand [data-tap=tower]")).to_contain_text("a tower")
    page.locator(".hand [data-tap=tower][aria-disabled=false]").click()
    expect(page.get_by_test_id("prompt")).to_contain_text("Choose a cell")
    keep = page.get_by_role(
        "button", name="Keep a tower"
    )  # it may stay, but that is not what one picks it for
    expect(keep).to_be_visible()
    expect(keep).not_to_have_class(re.compile(r"\bmain\b"))
    _tap(person, "b2")
    expect(page.locator('[data-cell="b2"] .word')).to_have_text("a tower")
    raised = page.get_by_role("region", name="Built").get_by_role("listitem")  # a thing, below the board
    expect(raised).to_have_text("a tower · You on b2")
    assert raised.bounding_box()["y"] > board.bounding_box()["y"]  # type: ignore[index]
    assert violations(page) == []
    other.close()
    person.close()


def test_to_resign_stands_in_the_menu_and_is_asked_for_twice(guests: Server, browser: Browser) -> None:
    """A button beside the menu ended the game with one tap, and was called acting out of turn always."""
    table = opened(guests, "stones", 2, [])
    person = Person(browser, guests.url, PHONE, "en").come_to(table)
    other = come(guests, table, "Boris")
    person.start()
    page, prompt = person.page, person.page.get_by_test_id("prompt")
    wait_for_deal([other])
    if not _may_move(other):
        _tap(person, "c3")
    expect(prompt).to_have_text(re.compile("Boris’s turn"))
    expect(page.locator(".row .action, .choice")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("dialog")).to_contain_text("Resign? It cannot be taken back.")
    assert violations(page) == []
    page.get_by_role("button", name="Resign").click()
    expect(page.locator(".end .hero")).to_contain_text("Boris")
    other.close()
    person.close()


@pytest.mark.parametrize("size", [SMALL, DESKTOP], ids=["small", "desktop"])
def test_the_shape_of_an_owner_s_disc_is_seen_beside_what_stands_on_it(
    guests: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """Whose it is, is told apart without colours: the shape is not under the piece."""
    table = opened(guests, "stones", 2, [])
    person = Person(browser, guests.url, size, "en").come_to(table)
    other = come(guests, table, "Boris")
    person.start()
    page = person.page
    wait_for_deal([other])
    if _may_move(other):
        other.ask(other.legal[0])
    for cell in ("a1", "a2"):
        _tap(person, cell)
        _answer(other)
    page.locator('.hand [data-tap="120"][aria-disabled=false]').click()
    _tap(person, "a2")
    built = page.locator('[data-cell="a2"]')
    expect(built.locator(".man")).to_have_text("120")
    expect(built).to_contain_text("a2, you, 120")
    shape, man, whole = (built.locator(one).bounding_box() for one in (".shape", ".man", "xpath=self::*"))
    assert shape
    assert man
    assert whole
    assert shape["width"] >= whole["width"] / 5
    assert shape["y"] + shape["height"] <= man["y"] + 1
    assert man["y"] + man["height"] <= whole["y"] + whole["height"]
    assert violations(page) == []
    other.close()
    person.close()


def test_a_mark_of_a_seat_covers_nothing_on_a_big_screen(guests: Server, browser: Browser) -> None:
    """It lay on the second number, and on a part of the name."""
    table = opened(guests, "bids", 3, [])
    ann, boris, vera = seated = [come(guests, table, name) for name in ("Ann", "Boris", "Vera")]
    screen = Person(browser, guests.url, (1280, 720), "ru").open(f"/t/{table}/screen")
    start(seated)
    bidder = next(one for one in seated if one.legal)
    bidder.ask(bidder.legal[0])
    mark = screen.page.locator("li .mark")
    expect(mark).to_have_text("последняя ставка")
    assert mark.evaluate(COVERED) == []
    for one in (ann, boris, vera, screen):
        one.close()


@pytest.mark.parametrize("size", [SMALL, SIDEWAYS], ids=["small", "sideways"])
def test_in_how_many_ways_it_can_be_done_on_a_cell_is_asked_in_sight(
    guests: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """As a tile that can be turned: the ways lay below the board, and nothing said so."""
    table = opened(guests, "stones", 2, [], ways=True)
    person = Person(browser, guests.url, size, "en").come_to(table)
    other = come(guests, table, "Boris")
    person.start()
    page = person.page
    wait_for_deal([other])
    if _may_move(other):
        other.ask(other.legal[0])
    for cell in ("a1", "a2"):
        _tap(person, cell)
        _answer(other)
    page.locator(".hand [data-tap=tower][aria-disabled=false]").click()
    page.locator("[data-tap=a2]").click()
    expect(page.get_by_test_id("prompt")).to_contain_text("How to play it?")
    for way in ("lying", "standing"):
        expect(page.get_by_role("button", name=f"A tower on a2, {way}")).to_be_in_viewport(ratio=0.95)
    page.get_by_role("button", name="A tower on a2, lying").click()
    expect(page.locator('[data-cell="a2"] .word')).to_have_text("a tower")
    other.close()
    person.close()


def _answer(other: Place) -> None:
    other.until(lambda: _may_move(other))
    other.ask(other.legal[0])


def _may_move(other: Place) -> bool:
    """Besides that it may resign, at any time."""
    return len(other.legal) > 1


def _tap(person: Person, *cells: str) -> None:
    """Tap the cells one after the other, and say so where the table asks."""
    for cell in cells:
        person.page.locator(f'[data-tap="{cell}"]').click()
    done = person.page.locator(".main[data-tap=done]")
    if done.count():
        done.click()


def test_a_board_is_played_by_keyboard_and_the_lamp_points_at_a_cell(
    guests: Server, browser: Browser
) -> None:
    person = Person(browser, guests.url, DESKTOP, "en").come_to(opened(guests, "stones", 2, [1])).start()
    page = person.page
    expect(page.locator("[data-tap=c3], [data-tap=c4]").first).to_be_visible()
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_test_id("hint").get_by_role("button", name="Show the move").click()
    expect(page.get_by_test_id("ghost")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator('[data-cell][tabindex="0"]').focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    focused = page.evaluate("document.activeElement.dataset.cell")
    assert focused == "b4"
    if page.evaluate("document.activeElement.getAttribute('aria-disabled')") == "true":  # the bot's stone
        page.keyboard.press("n")
        focused = page.evaluate("document.activeElement.dataset.cell")
    page.keyboard.press("Enter")
    expect(page.locator(f'[data-cell="{focused}"] [data-colour=blue]')).to_be_visible()
    page.locator(f'[data-cell="{focused}"]').click(force=True)  # a stone lies there
    person.close()


def test_partners_have_the_same_chip_in_the_lobby_and_at_the_table(guests: Server, browser: Browser) -> None:
    person = Person(browser, guests.url, PHONE, "ru").come_to(opened(guests, "stones", 4, [1, 2, 3]))
    page = person.page
    colours = "[...document.querySelectorAll('li .chip [data-colour]')].map((chip) => chip.dataset.colour)"
    expect(page.locator("li .chip")).to_have_count(4)
    assert page.evaluate(colours) == ["blue", "green", "blue", "green"]
    person.start()
    expect(page.get_by_role("grid")).to_be_visible()
    assert page.evaluate(colours) == ["blue", "green", "blue", "green"]
    person.close()


def test_a_lobby_offers_what_fits_its_number_of_seats(guests: Server, browser: Browser) -> None:
    """An option of four alone is offered to four; for two it goes back to what is usual."""
    person = Person(browser, guests.url, PHONE, "en").come_to(opened(guests, "stones", 4, [], alone=True))
    page = person.page
    alone = page.locator("details details", has_text="Everyone alone")
    page.locator("details.settings > summary").click()
    expect(alone.locator(".chosen")).to_contain_text("yes")
    page.get_by_role("radio", name="2", exact=True).click()
    expect(alone).to_have_count(0)
    page.get_by_role("radio", name="4", exact=True).click()
    expect(alone.locator(".chosen")).to_contain_text("no, in pairs")
    alone.locator("summary").click()
    alone.get_by_role("radio", name="yes").click()
    expect(alone.locator(".chosen")).to_contain_text("yes")
    person.close()


def test_a_guest_says_how_long_it_takes(guests: Server, browser: Browser) -> None:
    page = Person(browser, guests.url, DESKTOP, "en").open().page
    expect(page.get_by_role("region", name="Stones")).to_contain_text("5 min")
    expect(page.get_by_role("region", name="Crazy Eights")).to_contain_text("10 min")
    expect(page.get_by_role("region", name="Bids")).not_to_contain_text("min")
    expect(page.get_by_role("region", name="UpTurn")).to_contain_text("20 min")
    page.context.close()


def test_what_is_written_on_a_card_has_room_on_it(guests: Server, browser: Browser) -> None:
    """Three digits, and a word in the language of the page."""
    person = Person(browser, guests.url, PHONE, "ru").come_to(opened(guests, "stones", 2, [1])).start()
    page = person.page
    expect(page.locator(".hand .card svg")).to_have_text(["башня", "120"])
    spare = page.evaluate(
        "[...document.querySelectorAll('.hand .card svg')].map((card) =>"
        " 1 - card.querySelector('text').getBoundingClientRect().width / card.getBoundingClientRect().width)"
    )
    assert min(spare) > 0.1, spare
    person.close()
