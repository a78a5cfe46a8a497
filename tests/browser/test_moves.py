"""Making a move by finger and mouse: what is picked can be put back, nothing is sent by accident."""

import re
from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Browser, Locator, Page

from browser import moments
from browser.moments import CHOICE, numbers, offers
from browser.player import DESKTOP, PHONE, SMALL, Person, expect
from browser.test_whole_games import opened
from igroteka.games.etazhiki.moves import End, Floor
from igroteka.games.sequence import PARTS
from igroteka.games.sequence.moves import Place
from igroteka.games.sequence.parts import CORNERS, GRID
from igroteka.games.upturn.moves import Give, Lay, Tuck
from igroteka.table import Match
from server.client import come
from server.serving import Server

HELD = {"upturn": ".rack .tile", "etazhiki": ".hand .card"}


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
    with moments.standing(server, person, game, CHOICE[game]):
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
        page.get_by_test_id("prompt").get_by_role("link", name="Правила").tap()
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
    with moments.standing(server, person, game, CHOICE[game]):
        page, held = person.page, person.page.locator(HELD[game])
        before = held.count()
        drag(page, fitting(page, game).first, page.locator("[data-drop]"), touch)
        if touch:
            expect(picked(page)).to_have_count(1)
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
        page.wait_for_timeout(100)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(500)  # nobody taps sooner, and a browser takes such a tap for the end of a fling


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
        clause = (link.get_attribute("href") or "").split("#")[-1]
        assert re.fullmatch(r"(UT|ET)-[AB]?\d+", clause)
        link.tap()
        expect(page.locator(f"[id='{clause}']")).to_be_in_viewport()
    person.close()


HOLD = """const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (said) { if (!window.__held) send.call(this, said); };"""
ON_ITS_WAY = {"upturn": "Кладём", "etazhiki": "Кладём", "sequence": "Ставим жетон…"}


@pytest.mark.parametrize("game", ON_ITS_WAY)
def test_a_move_that_is_on_its_way_is_said_to_be(server: Server, browser: Browser, game: str) -> None:
    """In Sequence the page asked where the card should go, as if the chip had been put back."""
    person = Person(browser, server.url, PHONE, "ru")
    person.context.add_init_script(HOLD)
    with moments.standing(server, person, game, CHOICE.get(game, offers(Place))):
        page, done = person.page, person.page.get_by_role("button", name="Готово")
        if game == "sequence":
            page.locator("[data-hand] .held:not(.dim)").first.tap()
            page.locator("[role=gridcell][data-open]").first.tap()
        else:
            fitting(page, game).first.tap()
        expect(done).to_be_enabled()
        page.evaluate("window.__held = true")
        done.tap()
        expect(done).to_be_disabled()
        expect(page.get_by_test_id("prompt")).to_contain_text(ON_ITS_WAY[game])
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
        expect(page.get_by_role("button", name=re.compile("Хватит|Больше не надо"))).to_be_enabled()
        enough = page.get_by_role("button", name="Хватит, раздаю")
        if enough.count():
            enough.press("Enter")  # a tap so soon would be the second of a double tap
        expect(page.get_by_test_id("prompt")).to_contain_text(f"Подари соперникам {promised} ")
        plus = page.get_by_role("button", name="Подарить: Аня")
        plus.tap()
        plus.tap()
        page.get_by_role("button", name="Забрать: Аня").tap()
        page.get_by_role("button", name="Отдать 1").tap()
        expect(page.get_by_test_id("prompt")).to_contain_text(f"Подари соперникам {promised - 1} ")
    person.close()


def giving(match: Match) -> bool:
    """Nothing can be tucked, or nothing more."""
    kinds = {type(one) for one in match.legal(0)}
    return match.game.turn(match.state) == 0 and Give in kinds and Tuck not in kinds


def test_of_two_players_one_gives_to_the_other(server: Server, browser: Browser) -> None:
    """There is nobody to choose from."""
    person = Person(browser, server.url, PHONE, "ru")
    with moments.standing(server, person, "upturn", giving):
        expect(person.page.get_by_test_id("prompt")).to_contain_text(
            re.compile("Подари сопернику .*Никто не видит")
        )
    person.close()


def coming(match: Match) -> tuple[dict[str, Any], str] | None:
    """What the other seat can do so that the first is on turn, and a part of it that fits then."""
    if match.game.turn(match.state) != 1:
        return None
    for offer in match.legal(1):
        state = match.after(match.decide(1, offer)) if isinstance(offer, Lay | End) else match.state
        if match.game.turn(state) != 0:
            continue
        fits = {getattr(one, "tile", None) or getattr(one, "card", "") for one in match.game.legal(state, 0)}
        held = (
            match.view(0).rack if match.game.NAME == "upturn" else match.view(0).hand
        )  # not a tile of a fine
        known = [part for part in fits if re.fullmatch(r"F?\d+", part) and part in held]
        if known:
            return to_builtins(offer), known[0]
    return None


@pytest.mark.parametrize("game", ["upturn", "etazhiki"])
def test_a_part_is_made_ready_while_others_play_and_picked_when_the_turn_comes(
    server: Server, browser: Browser, game: str
) -> None:
    old, row, (intent, part) = moments.find(server, game, coming, starter=0)
    table = moments.again(server, old, row)
    person = Person(browser, server.url, PHONE, "ru").come_to(table)
    page = person.page
    page.locator(".button.main.start").wait_for()
    with come(server, table, "Аня") as other:
        person.start()
        name = f"число {part}" if game == "upturn" else f"этаж {part[1:]}"
        page.get_by_role("toolbar").get_by_role("button", name=name, exact=True).first.tap()
        expect(page.get_by_role("button", name=f"{name}, наготове")).to_have_count(1)
        expect(page.locator(".notice")).to_have_count(0)
        other.until(lambda: bool(other.told) and intent in other.legal)
        assert other.ask(intent)["kind"] == "answer"
        expect(page.get_by_role("button", name=f"{name}, выбрано")).to_have_count(1)
        page.get_by_role("button", name="Готово").tap()
        expect(page.get_by_role("button", name=f"{name}, выбрано")).to_have_count(0)
        expect(page.locator("[aria-live=polite]")).to_contain_text(re.compile(f"кладё(т|шь).*{part[-1]}"))
    person.close()


def jack_and_card(match: Match) -> bool:
    """Sequence: a two-eyed jack may go to many cells, and some other card to one or two."""
    if match.game.turn(match.state) != 0:
        return False
    cards = [one.card for one in match.legal(0) if isinstance(one, Place)]
    return any(card in PARTS.jacks.wild for card in cards) and any(cards.count(card) <= 2 for card in cards)


def test_many_targets_are_quiet_and_a_tap_beside_a_target_lands_on_it(
    server: Server, browser: Browser
) -> None:
    person = Person(browser, server.url, PHONE, "ru")
    with moments.standing(server, person, "sequence", jack_and_card, draw="automatic"):
        page = person.page
        wild = ", ".join(f"[data-hand] [data-card='{card}']" for card in PARTS.jacks.wild)
        page.locator(wild).first.tap()
        assert page.locator("[role=gridcell].quiet").count() > 12
        expect(page.locator("[role=gridcell].target")).to_have_count(0)
        targets = page.locator("[role=gridcell].target")
        for card in page.locator("[data-hand] button:not(.dim)").element_handles():
            card.tap()
            if targets.count():
                break
        cell, box = targets.first.get_attribute("data-cell"), targets.first.bounding_box()
        assert box
        side = -1 if box["x"] > PHONE[0] / 2 else 1
        page.touchscreen.tap(box["x"] + box["width"] * (0.5 + side * 0.8), box["y"] + box["height"] / 2)
        expect(page.get_by_role("button", name="Готово")).to_be_enabled()
        page.get_by_role("button", name="Готово").tap()
        expect(page.locator(f"[data-cell='{cell}'].covered")).to_have_count(1)
    person.close()


def test_a_tap_on_the_board_before_a_card_is_picked_takes_that_card_or_says_that_it_is_not_held(
    server: Server, browser: Browser
) -> None:
    """Sequence: whoever began on the board saw nothing happen."""
    person = Person(browser, server.url, PHONE, "ru")
    person.come_to(opened(server, "sequence", 2, [1], draw="automatic")).start()
    page = person.page
    page.locator(".prompt.mine").wait_for()
    held = set(page.locator("[data-hand] button").evaluate_all("all => all.map((one) => one.dataset.card)"))
    cells = (cell for cell in GRID if cell not in CORNERS)
    free = [cell for cell in cells if not page.locator(f"[data-cell={cell}].covered").count()]
    page.locator(f"[data-cell={next(cell for cell in free if GRID[cell] not in held)}]").tap()
    expect(page.locator(".notice.refused")).to_contain_text("У тебя нет карты")
    page.locator("[data-cell=j10]").tap()
    expect(page.locator(".notice.refused")).to_contain_text("Угол — общий")
    page.locator(f"[data-cell={next(cell for cell in free if GRID[cell] in held)}]").tap()
    expect(page.locator(".notice.refused")).to_have_count(0)
    expect(page.get_by_role("button", name="Готово")).to_be_enabled()
    person.close()
