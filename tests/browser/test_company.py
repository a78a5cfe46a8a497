"""Friends at a table: how they come, what they may say, what a host may do, and who is away for a while."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute

from browser.player import DESKTOP, LARGE, PHONE, SIDEWAYS, SMALL, Person, expect
from browser.test_whole_games import opened
from server.client import Place, come
from server.serving import Server

LONG = "Константин-Александр Н."
SHARED = """
window.__shared = [];
navigator.share = async (what) => { window.__shared.push(what); };
"""
AWAKE = """
window.__held = 0;
const request = async () => ((window.__held += 1), { release: async () => { window.__held -= 1; } });
Object.defineProperty(navigator, 'wakeLock', { value: { request } });
"""
WORDS_BROKEN = """() => [...document.querySelectorAll('.said')].flatMap((said) => {
  const text = [...said.childNodes].find((node) => node.nodeType === 3 && node.data.trim());
  return [...text.data.matchAll(/\\S+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map((word) => word[0]);
})"""
TOLD = """
window.__buzzed = 0;
navigator.vibrate = () => { window.__buzzed += 1; return true; };
"""


def test_a_friend_comes_by_the_code_and_the_host_has_link_code_and_qr_together(
    server: Server, browser: Browser
) -> None:
    table = opened(server, "upturn", 2, [])
    host = Person(browser, server.url, PHONE, "ru")
    host.context.add_init_script(SHARED)
    host.come_to(table)
    code = host.page.locator(".invite .code").inner_text()
    assert not set(code) & set("01IOlB8S5Z2"), "no letters that look alike"
    expect(host.page.locator(".invite .link")).to_contain_text(f"/t/{table}")
    qr = host.page.locator(".invite img")
    assert qr.evaluate("async (image) => { await image.decode(); return image.naturalWidth; }")
    host.page.get_by_role("button", name="Позвать").click()
    [shared] = host.page.evaluate("window.__shared")
    assert shared["url"].endswith(f"/t/{table}")
    assert code in shared["text"]

    friend = Person(browser, server.url, PHONE, "ru").open()
    friend.page.get_by_role("button", name="Войти по коду").click()
    expect(friend.page.get_by_role("dialog").get_by_label("Код стола")).to_be_focused()
    friend.page.keyboard.type(code.lower())
    friend.page.get_by_role("dialog").get_by_role("button", name="Войти").click()
    friend.page.get_by_role("button", name="Сесть за стол").click()
    expect(host.page.get_by_text("За столом 2 из 2")).to_be_visible()
    for person in (host, friend):
        person.close()


def test_whole_names_in_one_tap_and_the_hosts_tools_during_a_game(server: Server, browser: Browser) -> None:
    table = opened(server, "sequence", 2, [], draw="automatic")
    host = Person(browser, server.url, PHONE, "ru").come_to(table)
    page = host.page
    page.locator(".button.main.start").wait_for()
    with come(server, table, LONG) as other:
        page.get_by_role("button", name="Пересадить").click()
        page.locator(".chairs button.tap").nth(0).click()
        page.locator(".chairs button.tap").nth(1).click()
        other.until(lambda: other.table["seat"] == 0)
        host.start()
        _menu(page, "Пауза")
        look = Person(browser, server.url, SIDEWAYS, "ru").open(f"/t/{table}")
        look.page.get_by_role("button", name="Посмотреть").click()
        expect(look.page.get_by_text("Хозяин стола поставил игру на паузу")).to_be_visible()
        page.get_by_role("button", name="Игра на паузе. Продолжить").click()
        other.until(lambda: not other.table["paused"])
        look.close()
        _menu(page, "Пауза")
        other.until(lambda: other.table["paused"])
        _menu(page, "Продолжить")
        other.until(lambda: not other.table["paused"])
        page.locator(".seats ul").click()
        sheet = page.get_by_role("dialog")
        expect(sheet.get_by_text(LONG)).to_be_visible()
        sheet.get_by_role("button", name=f"Ещё: {LONG}").click()
        page.get_by_role("button", name="Переименовать").click()
        page.get_by_role("dialog").get_by_role("textbox").fill("Костя")
        page.get_by_role("button", name="Готово").click()
        expect(page.locator("[data-seat='0'] .name")).to_have_text("Костя")
        other.until(lambda: any(one["name"] == "Костя" for one in other.table["people"]))
        _tool(page, "Не давать говорить")
        other.until(lambda: any(one["muted"] for one in other.table["people"]))
        _tool(page, "Убрать из-за стола")
        question = page.get_by_role("group", name="Убрать из-за стола")
        expect(question).to_contain_text("в игре его займёт бот")
        question.get_by_role("button", name="Отмена").click()
        page.get_by_role("button", name="Передать роль хозяина").click()
        expect(page.get_by_text("Вернуть её сможет только новый хозяин")).to_be_visible()
        other.until(lambda: len(other.table["people"]) == 2)
        assert other.table["host"] != other.table["you"], "a slip of the finger does nothing"
        page.get_by_role("button", name="Убрать из-за стола").click()
        question.get_by_role("button", name="Убрать из-за стола").click()
        other.until(lambda: other.closed is not None or len(other.table["people"]) == 1)
    host.close()


def _tool(page: Page, name: str) -> None:
    page.locator(".seats ul").click()
    page.get_by_role("dialog").get_by_role("button", name="Ещё: ").click()
    page.get_by_role("button", name=name).click()


@contextmanager
def _missing(server: Server, browser: Browser) -> Iterator[Person]:
    """Somebody who comes back to the table after the other has moved, and is on turn."""
    table = opened(server, "upturn", 2, [], starter=1)
    person = Person(browser, server.url, PHONE, "ru").come_to(table)
    page = person.page
    page.locator(".button.main.start").wait_for()
    with come(server, table, "Аня") as other:
        person.start()
        page.get_by_test_id("prompt").wait_for()
        page.wait_for_function("JSON.parse(localStorage['igroteka.places'])[0].seen[1] > 0")
        person.open("/").page.locator("h1").first.wait_for()
        other.until(lambda: bool(other.told))
        while other.told["view"]["turn"] == 1:
            wanted = [one for one in other.told["view"]["legal"] if one["kind"] in ("draw", "end", "lay")]
            number = other.number
            assert other.ask(wanted[0])["kind"] == "answer"
            other.until(lambda number=number: other.number > number)  # type: ignore[misc]
        yield person.open(f"/t/{table}")
    person.close()


def test_what_was_missed_is_told_and_shown_again(server: Server, browser: Browser) -> None:
    with _missing(server, browser) as person:
        page = person.page
        page.get_by_role("button", name=re.compile("Пока тебя не было: [1-9]")).click()
        expect(page.get_by_role("dialog").get_by_role("listitem").first).to_contain_text("Аня")
        before = page.locator("[data-seat='1'] .count").inner_text()
        page.get_by_role("button", name="Показать ещё раз").click()
        expect(page.get_by_role("button", name="Хватит")).to_be_visible()
        expect(page.get_by_role("button", name="Хватит")).to_be_hidden(timeout=20_000)
        assert page.locator("[data-seat='1'] .count").inner_text() == before


def test_what_was_missed_is_over_once_one_has_moved(server: Server, browser: Browser) -> None:
    """It lay over the table for the rest of the game, on what one wants to tap."""
    with _missing(server, browser) as person:
        missed = person.page.get_by_role("button", name="Пока тебя не было")
        expect(missed).to_be_visible()
        taken = person.page.get_by_test_id("prompt").get_by_text("Ты ")
        until = time.monotonic() + 30
        while not taken.count() and time.monotonic() < until:
            person.page.wait_for_timeout(20 if person.act() else 50)
        expect(taken).to_be_visible()
        expect(missed).to_have_count(0)


@pytest.fixture
def friends(server: Server, browser: Browser) -> Iterator[tuple[Person, Person, str]]:
    """Ann is the host, Bob is to begin."""
    table = opened(server, "upturn", 2, [], starter=1)
    ann, bob = (Person(browser, server.url, PHONE, "ru") for _ in range(2))
    ann.page.clock.install()
    bob.page.clock.install()
    for person in (ann, bob):
        person.come_to(table).page.get_by_text(re.compile("За столом . из 2")).wait_for()
    yield ann, bob, table
    for person in (ann, bob):
        person.close()


def test_a_bot_plays_for_whoever_is_away_until_they_are_back(friends: tuple[Person, Person, str]) -> None:
    ann, bob, table = friends
    ann.start()
    bob.page.get_by_test_id("prompt").wait_for()
    bob.page.close()
    expect(ann.page.locator("[data-seat='1'] .away")).to_be_visible()
    offer = ann.page.get_by_role("button", name="Пусть пока играет бот?")
    expect(offer).to_be_hidden()
    ann.page.clock.fast_forward(61_000)
    offer.click()
    expect(offer).to_have_count(0)  # the bot has sat down: whoever is back before has nothing to take back
    expect(ann.page.get_by_test_id("prompt")).not_to_contain_text("Ходит", timeout=30_000)
    bob.page = bob.context.new_page()
    bob.open(f"/t/{table}").page.get_by_role("button", name="Вернуть место себе").click()
    expect(bob.page.locator(".rack .tile").first).to_be_visible()
    expect(ann.page.locator("[data-seat='1'] .away")).to_have_count(0)


def test_somebody_else_can_become_host_when_the_host_is_gone(friends: tuple[Person, Person, str]) -> None:
    ann, bob, _ = friends
    ann.page.close()
    expect(bob.page.get_by_role("status").filter(has_text="Ждём")).to_be_visible()
    expect(bob.page.locator(".chairs .away")).to_be_visible()
    bob.page.clock.fast_forward(61_000)
    bob.page.get_by_role("button", name="Стать хозяином").click()
    expect(bob.page.get_by_text("меньше 60 секунд назад")).to_be_visible()


def test_nobody_has_been_away_for_long_because_a_clock_was_set(friends: tuple[Person, Person, str]) -> None:
    """The host's role was offered at once, and refused."""
    ann, bob, _ = friends
    ann.page.close()
    expect(bob.page.locator(".chairs .away")).to_be_visible()
    bob.page.evaluate("() => { const now = Date.now; Date.now = () => now() + 3_600_000; }")
    bob.page.wait_for_timeout(1500)  # the page looks once a second
    expect(bob.page.get_by_role("button", name="Стать хозяином")).to_have_count(0)


def test_what_is_said_at_a_narrow_seat_breaks_no_word(server: Server, browser: Browser) -> None:
    table = opened(server, "upturn", 3, [2])
    host = Person(browser, server.url, SIDEWAYS, "ru").come_to(table)
    host.page.locator(".button.main.start").wait_for()
    with come(server, table, "Лёва") as other:
        host.start()
        for phrase, said in (("hello", "Привет!"), ("well_played", "Отлично сыграно!")):
            other.say(phrase=phrase)
            expect(host.page.locator(".said")).to_have_text(said)
            assert host.page.evaluate(WORDS_BROKEN) == []
    host.close()


def test_a_visitor_looks_on_says_ready_made_words_and_takes_a_bots_seat(
    server: Server, browser: Browser
) -> None:
    table = opened(server, "sequence", 3, [1, 2], draw="automatic")
    host = Person(browser, server.url, DESKTOP, "ru").come_to(table).start()
    eve = Person(browser, server.url, PHONE, "ru").open(f"/t/{table}")
    eve.page.get_by_role("button", name="Войти").click()
    prompt = eve.page.get_by_test_id("prompt")
    prompt.wait_for()
    expect(eve.page.locator("[data-hand] [data-card]")).to_have_count(0)
    _menu(eve.page, "Сказать")
    expect(eve.page.get_by_role("dialog").get_by_role("textbox")).to_have_count(0)
    eve.page.keyboard.press("Escape")
    eve.page.get_by_role("button", name="Сесть за стол").click()
    eve.page.get_by_role("dialog").get_by_role("button").nth(1).click()
    notice = eve.page.locator("[role=status] > .notice")
    expect(notice).to_contain_text("Хозяин стола увидит просьбу")
    expect(eve.page.get_by_text("Ждём ответа хозяина")).to_be_visible()
    expect(eve.page.get_by_role("button", name="Сесть за стол")).to_have_count(0)
    host.page.get_by_role("button", name="Пустить").click()
    expect(notice).to_contain_text("Тебя пустили в игру.")
    expect(eve.page.get_by_text("Ждём ответа")).to_have_count(0)
    expect(eve.page.locator("[data-hand] [data-card]")).to_have_count(6)
    _menu(eve.page, "Сказать")
    eve.page.get_by_role("button", name="Привет!").click()
    expect(host.page.locator(".said")).to_have_text("Привет!")
    for person in (host, eve):
        person.close()


def test_who_would_like_to_sit_says_who_they_are_and_is_asked_where(server: Server, browser: Browser) -> None:
    """Somebody who looked on without a name pressed the same button twice."""
    table = opened(server, "sequence", 3, [1, 2])
    host = Person(browser, server.url, DESKTOP, "ru").come_to(table).start()
    eve = Person(browser, server.url, PHONE, "ru").open(f"/t/{table}")
    eve.page.get_by_role("button", name="Посмотреть").click()
    eve.page.get_by_role("button", name="Сесть за стол").click()
    eve.page.get_by_role("button", name="Войти").click()
    expect(eve.page.get_by_role("dialog", name="На чьё место?")).to_be_visible()
    eve.page.keyboard.press("Escape")
    expect(eve.page.get_by_role("button", name="Сесть за стол")).to_be_visible()
    for person in (host, eve):
        person.close()


def _menu(page: Page, name: str, switch: str = "") -> None:
    page.get_by_role("button", name="Меню", exact=True).click()
    menu = page.get_by_role("dialog")
    (
        menu.get_by_role("switch", name=switch) if switch else menu.get_by_role("button", name=name).first
    ).click()


def test_ones_own_turn_is_told_by_title_icon_and_a_buzz_each_with_its_switch(
    server: Server, browser: Browser
) -> None:
    person = Person(browser, server.url, PHONE, "ru")
    person.context.add_init_script(TOLD)
    person.come_to(opened(server, "etazhiki", 2, [1], starter=0, variant="beginner")).start()
    page = person.page
    expect(page).to_have_title("● Твой ход")
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("^data:"))
    assert page.evaluate("window.__buzzed") == 1
    page.get_by_role("button", name="Меню", exact=True).click()
    for name in ("Звук", "Вибрация", "Знак на вкладке"):
        page.get_by_role("switch", name=name).click()
    expect(page).to_have_title(re.compile("Этажики"))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile(r"/icon\.svg$"))
    kept = page.evaluate("JSON.parse(localStorage['igroteka.settings'])")
    assert [kept[one] for one in ("sound", "vibration", "sign")] == [False] * 3
    person.close()


def test_the_screen_stays_on_at_a_table_unless_it_is_switched_off(server: Server, browser: Browser) -> None:
    person = Person(browser, server.url, PHONE, "ru")
    person.context.add_init_script(AWAKE)
    person.come_to(opened(server, "etazhiki", 2, [1])).start()
    person.page.wait_for_function("window.__held === 1")
    _menu(person.page, "", switch="Не гасить экран")
    person.page.wait_for_function("window.__held === 0")
    person.close()


def test_a_line_of_the_log_points_at_its_cell(server: Server, browser: Browser) -> None:
    table = opened(server, "sequence", 2, [1], draw="automatic")
    person = Person(browser, server.url, DESKTOP, "ru", touch=False).come_to(table).start()
    page = person.page
    marked = page.locator("[role=gridcell].last")
    for _ in range(200):
        person.act()
        page.wait_for_timeout(30)
        if page.locator("[role=gridcell].covered").count() >= 4:
            break
    expect(marked).to_have_count(1)
    page.locator(".log .lines button", has_text=re.compile("став(ит|ишь)")).nth(2).click()
    expect(marked).to_have_count(2)
    person.close()


def test_an_unfinished_game_is_on_the_home_page_and_goes_on(server: Server, browser: Browser) -> None:
    person = Person(browser, server.url, PHONE, "ru").play_with_bots(2)
    page = person.page
    cards = page.locator("[data-hand] [data-card]")
    expect(cards).to_have_count(7)
    hand = sorted(cards.evaluate_all("all => all.map(one => one.dataset.card)"))
    _menu(page, "Выйти…")
    page.get_by_role("button", name="На главную").click()
    expect(page.get_by_text(re.compile("Sequence: твой ход|ходит "))).to_be_visible()
    page.get_by_role("link", name="Дальше").click()
    expect(cards).to_have_count(7)
    assert sorted(cards.evaluate_all("all => all.map(one => one.dataset.card)")) == hand
    person.close()


def test_the_company_stays_together_for_another_game(server: Server, browser: Browser) -> None:
    """The host changes the game on the end screen; everybody is in its lobby, at their seats."""
    table = opened(server, "upturn", 2, [])
    ann = Person(browser, server.url, PHONE, "ru").come_to(table)
    bob = Person(browser, server.url, SMALL, "en").come_to(table)
    bob.page.locator("footer").wait_for()
    ann.start()
    ann.page.get_by_role("button", name="Меню").click()
    for _ in range(2):  # asked once more
        ann.page.get_by_role("button", name="Остановить игру").click()
    bob.page.get_by_role("button", name="Check").scroll_into_view_if_needed()
    assert bob.page.evaluate("scrollY") > 0
    ann.page.get_by_role("button", name="Сменить игру").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Этажики").click()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Стол: «Этажики»")
    expect(bob.page.get_by_role("heading", level=1)).to_have_text("Table: Etazhiki")
    assert bob.page.evaluate("scrollY") == 0, "another screen begins at its top"
    ann.start()
    expect(bob.page.get_by_test_id("prompt")).to_be_visible()
    for person in (ann, bob):
        person.close()


def _at_one_screen(person: Person, game: str = "UpTurn") -> tuple[str, str]:
    """Anya, who is the host, and Borya: who begins, by lot, and holds the screen, and the other."""
    page = person.open().page
    page.get_by_role("region", name=game).get_by_role("button", name="На одном экране").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="2", exact=True).click()
    for label, name in zip(dialog.get_by_label("Имя игрока").all(), ("Аня", "Боря"), strict=True):
        label.fill(name)
    dialog.get_by_role("button", name="Начать игру").click()
    page.wait_for_url("**/t/*")
    curtain = page.get_by_role("heading", name=re.compile("^Передай: (Аня|Боря)$"))
    first = curtain.inner_text().removeprefix("Передай: ")
    _hold(page, first)
    return first, {"Аня": "Боря", "Боря": "Аня"}[first]


def _hold(page: Page, name: str) -> None:
    page.get_by_role("button", name=f"Это я, {name}").click()
    page.get_by_test_id("prompt").wait_for()


def _play_and_pass(person: Person, name: str) -> None:
    """Until it is the turn of this one."""
    passes = person.page.locator(".row").get_by_role("button", name=f"Передай: {name}")
    for _ in range(200):
        if passes.count():
            break
        person.act()
        person.page.wait_for_timeout(20)
    passes.click()
    _hold(person.page, name)


def test_several_people_at_one_screen_begin_from_the_home_page(server: Server, browser: Browser) -> None:
    person = Person(browser, server.url, PHONE, "ru")
    page, (first, other) = person.page, _at_one_screen(person)
    expect(page.get_by_role("button", name="Подсказка", exact=True)).to_be_visible()
    expect(page.locator(".seats li .name")).to_have_text(["Ты", other])
    expect(page.locator(".seats li.acting .name")).to_have_text("Ты")
    _play_and_pass(person, other)
    expect(page.locator(".seats li .name")).to_have_text(["Ты", first])
    expect(page.locator(".seats li.acting .name")).to_have_text("Ты")
    person.close()


def test_with_text_twice_as_large_nothing_lies_on_the_face_of_whoever_gets_the_screen(
    server: Server, browser: Browser
) -> None:
    person = Person(browser, server.url, PHONE, "ru")
    person.context.add_init_script(LARGE)
    page = person.open().page
    page.get_by_role("region", name="Этажики").get_by_role("button", name="На одном экране").click()
    page.get_by_role("dialog").get_by_role("button", name="Начать игру").click()
    page.get_by_role("button", name=re.compile("^Это я")).wait_for()
    face = page.locator("main.centred > .top ~ *").first.bounding_box()
    switch = page.get_by_role("radiogroup", name="Язык").bounding_box()
    assert face
    assert switch
    assert switch["y"] + switch["height"] <= face["y"]
    person.close()


OVER_THE_TABLE = """pass => {
  const parts = document.querySelectorAll('.frame > .board, .frame > .hand');
  const over = [...parts].map((one) => one.getBoundingClientRect());
  const box = pass.getBoundingClientRect();
  return over.some((one) => box.top < one.bottom - 1 && one.top < box.bottom - 1) || box.right > innerWidth
    || [...document.querySelectorAll('.row button')].some((one) => one.scrollHeight > one.clientHeight + 2);
}"""


@pytest.mark.parametrize("game", ["UpTurn", "Sequence"])
@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_the_button_that_passes_the_screen_on_covers_nothing_and_is_whole(
    server: Server, browser: Browser, game: str, size: tuple[int, int]
) -> None:
    """It lay over the row of tiles that the next one looks at. In Sequence it may stand beside another."""
    person = Person(browser, server.url, size, "ru")
    _, other = _at_one_screen(person, game)
    passes = person.page.locator(".row").get_by_role("button", name=f"Передай: {other}")
    for _ in range(200):
        if passes.count():
            break
        person.act()
        person.page.wait_for_timeout(20)
    assert not passes.evaluate(OVER_THE_TABLE)
    person.close()


def test_one_screen_goes_on_to_the_next_game_whoever_held_it_last(server: Server, browser: Browser) -> None:
    """The end names everybody, for several look at it; the next game can be begun from any hand."""
    person = Person(browser, server.url, PHONE, "ru")
    page = person.page
    if _at_one_screen(person)[0] == "Аня":  # the host: play until the other holds the screen
        _play_and_pass(person, "Боря")
    token = json.loads(page.evaluate("localStorage.getItem('igroteka.places')"))[0]["tokens"][0]
    with Place(server, person.table, token) as host:
        host.done("stop_game")
    expect(page.locator(".end .series .name")).to_have_text([re.compile("Аня"), re.compile("Боря")])
    page.get_by_role("button", name="Места и настройки").click()
    expect(page.locator(".button.main.start")).to_be_visible()
    page.locator(".button.main.start").click()
    expect(page.get_by_role("heading", name=re.compile("^Передай: (Аня|Боря)$"))).to_be_visible()
    person.close()


def test_a_log_that_comes_late_is_not_shown_to_the_next_hand(server: Server, browser: Browser) -> None:
    """It tells what its own hand has drawn."""
    person = Person(browser, server.url, DESKTOP, "ru", touch=False)
    page, held = person.page, list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/record", hold)
    _, other = _at_one_screen(person)
    late, lines = held.pop(), page.locator(".log .lines button")
    held.clear()
    _play_and_pass(person, other)
    late.fulfill(response=late.fetch())
    page.wait_for_timeout(300)
    assert lines.count() == 0
    while not held:
        page.wait_for_timeout(20)
    held[0].fulfill(response=held[0].fetch())
    expect(lines.first).to_be_visible()
    person.close()


def test_an_answer_about_a_hint_that_comes_late_is_not_shown_to_the_next_hand(
    server: Server, browser: Browser
) -> None:
    """It was asked for before the move, and refused after it: the next one has asked for nothing."""
    person = Person(browser, server.url, PHONE, "ru")
    page, held = person.page, list[tuple[WebSocketRoute, str | bytes]]()
    answered = list[str]()

    def hold(line: WebSocketRoute) -> None:
        real = line.connect_to_server()

        def said(message: str | bytes) -> None:
            if '"kind":"hint"' in str(message):
                held.append((real, message))
            else:
                real.send(message)

        def heard(message: str | bytes) -> None:
            answered.append(str(message))
            line.send(message)

        line.on_message(said)
        real.on_message(heard)

    page.route_web_socket("**/ws/*", hold)
    _, other = _at_one_screen(person)
    page.get_by_role("button", name="Подсказка", exact=True).click()
    while not held:
        page.wait_for_timeout(20)
    _play_and_pass(person, other)
    real, message = held[-1]
    real.send(message)
    while not any(json.loads(message)["id"] in one for one in answered):
        page.wait_for_timeout(20)
    page.wait_for_timeout(200)
    assert page.locator(".board .notice").count() == 0
    person.close()


def test_a_refusal_goes_with_the_next_tap(server: Server, browser: Browser) -> None:
    table = opened(server, "etazhiki", 2, [1], variant="beginner")
    person = Person(browser, server.url, PHONE, "ru").come_to(table).start()
    page = person.page
    dimmed = page.locator(".hand .card.dim")
    for _ in range(200):
        if dimmed.count():
            break
        person.act()
        page.wait_for_timeout(50)
    dimmed.first.click(force=True)
    expect(page.locator(".board [role=status] > .notice")).to_be_visible()
    page.locator(".seats").click()
    expect(page.locator(".board .notice")).to_have_count(0)
    person.close()
