"""On the way to a table: what people paste, tap twice, or find full."""

import re

import pytest
from playwright.sync_api import Browser, Route

from browser.player import PHONE, SMALL, Person, expect
from browser.test_interception import Delay
from browser.test_whole_games import opened
from server.client import come
from server.serving import Server

IN_SIGHT = """(name) => {
  const box = document.querySelector(name).getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight;
}"""


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
def test_where_a_code_goes_is_in_sight_and_takes_the_whole_message(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """Whoever was sent a message pastes it as it is; whoever was told a code does not scroll for it."""
    table = opened(server, "upturn", 2, [])
    person = Person(browser, server.url, size, "ru").open()
    page = person.page
    page.get_by_role("button", name="Войти по коду").wait_for()
    assert page.evaluate(IN_SIGHT, ".bar .code")
    page.get_by_role("button", name="Войти по коду").click()
    page.get_by_role("textbox", name="Код стола").fill(
        f" Играем в UpTurn! Код стола ABC234 {server.url}/t/{table} "
    )
    page.get_by_role("button", name="Войти", exact=True).click()
    page.get_by_role("heading", name="Кто ты за столом?").wait_for()
    assert person.table == table
    person.close()


@pytest.mark.parametrize("along", ["%20", ".", ")", "%E2%80%A6", "/"])
def test_what_was_copied_along_with_a_link_does_no_harm(server: Server, browser: Browser, along: str) -> None:
    person = Person(browser, server.url, PHONE, "ru").open(f"/t/{opened(server, 'upturn', 2, [])}{along}")
    expect(person.page.get_by_role("button", name="Сесть за стол")).to_be_visible()
    person.close()


def test_the_game_begins_once_however_often_the_button_is_tapped(server: Server, browser: Browser) -> None:
    person = Person(browser, server.url, PHONE, "ru").come_to(opened(server, "etazhiki", 2, [1]))
    page = person.page
    page.locator(".button.main.start").dblclick()
    page.get_by_test_id("prompt").wait_for()
    page.wait_for_timeout(300)  # a refusal would come now
    expect(page.locator(".refused")).to_have_count(0)
    person.close()


def test_why_no_table_is_opened_is_said_where_it_was_asked_for_and_nowhere_else(
    server: Server, browser: Browser
) -> None:
    """The sheet with players and bots said nothing, and its button did nothing."""
    person = Person(browser, server.url, PHONE, "ru").open()
    page = person.page
    page.route("**/api/tables", lambda route: route.abort())
    page.get_by_role("button", name="Как играем").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Играть с ботами").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Войти по коду").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    person.close()


def test_nothing_moves_on_the_home_page_while_a_table_is_on_its_way(server: Server, browser: Browser) -> None:
    """On a slow line the table that was being opened came to the top of the list and pushed all down."""
    person, delay = Person(browser, server.url, PHONE, "ru"), Delay()
    delay.holds = True
    person.page.route_web_socket("**/ws/*", delay.route)
    button = person.open().page.get_by_role("button", name="Играть с ботами").first
    before = button.bounding_box()
    with person.page.expect_websocket():
        button.click()
    person.page.wait_for_timeout(700)  # what the list shows is asked for meanwhile
    expect(button).to_be_disabled()
    assert button.bounding_box() == before
    delay.let_go()
    expect(person.page.get_by_test_id("prompt")).to_be_visible()
    person.close()


SEEN = """(query) => {
  const look = () => { window.__seen ||= document.querySelector(query) !== null; };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""


def test_who_takes_the_last_seat_is_not_told_that_there_is_none(server: Server, browser: Browser) -> None:
    """For a moment they were at the table already, and the page did not know that it was them."""
    table = opened(server, "upturn", 2, [])
    with come(server, table, "Аня") as anna:
        person = Person(browser, server.url, PHONE, "ru").open(f"/t/{table}")
        person.page.get_by_role("button", name="Сесть за стол").wait_for()
        person.page.evaluate(SEEN, ".full")

        def answer(route: Route) -> None:
            there = route.fetch()
            anna.until(lambda: len(anna.table["people"]) == 2)
            person.page.wait_for_timeout(300)  # all are told who has come, before the answer is here
            route.fulfill(response=there)

        person.page.route("**/people", answer)
        person.page.get_by_role("button", name="Сесть за стол").click()
        person.page.get_by_text("За столом 2 из 2").wait_for()
        assert not person.page.evaluate("window.__seen")
        person.close()


def test_from_the_lobby_to_the_table_and_to_the_end_nothing_flickers(
    server: Server, browser: Browser
) -> None:
    """Words that the line is not there yet stood on the page for a moment, though it was."""
    person = Person(browser, server.url, PHONE, "ru").come_to(opened(server, "sequence", 2, [1]))
    page = person.page
    page.locator(".button.main.start").wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate(SEEN, "p.wait, .end main:not(:has(.final))")
    person.start()
    page.get_by_role("button", name="Меню", exact=True).click()
    for _ in range(2):  # asked once more
        page.get_by_role("button", name="Остановить игру").click()
    page.locator(".end .hero").wait_for()
    assert not page.evaluate("window.__seen")
    person.close()


def test_who_comes_to_a_full_table_is_told_so_before(server: Server, browser: Browser) -> None:
    table = opened(server, "upturn", 2, [])
    with come(server, table, "Аня"):
        person = Person(browser, server.url, PHONE, "ru").open(f"/t/{table}")
        expect(person.page.get_by_role("button", name="Сесть за стол")).to_be_visible()
        with come(server, table, "Боря"):
            expect(person.page.get_by_role("note")).to_have_text(re.compile("Все места заняты"))
            person.page.get_by_role("button", name="Войти").click()
            expect(person.page.get_by_role("heading", name="Зрители")).to_be_visible()
            person.close()


def test_who_leaves_a_table_by_back_finds_it_at_the_top_of_the_home_page(
    server: Server, browser: Browser
) -> None:
    person = Person(browser, server.url, SMALL, "ru").open()
    page = person.page
    page.locator(".game .button.main").nth(2).click()
    page.get_by_test_id("prompt").wait_for()
    page.go_back()
    page.get_by_role("region", name="Незаконченные столы").wait_for()
    page.wait_for_function("() => scrollY === 0")
    person.close()


def test_who_leaves_a_table_at_once_does_not_keep_the_screen_on(server: Server, browser: Browser) -> None:
    """The browser's yes came when the table was gone, and nobody took it back."""
    person = Person(browser, server.url, PHONE, "ru")
    person.context.add_init_script("""
      window.__released = 0;
      const late = new Promise((come) => (window.__come = come));
      const request = () => late.then(() => ({ release: async () => void (window.__released += 1) }));
      Object.defineProperty(navigator, "wakeLock", { value: { request } });
    """)
    page = person.play_with_bots(0).page
    page.get_by_test_id("prompt").wait_for()
    page.go_back()
    page.locator(".home").wait_for()
    page.evaluate("window.__come()")
    page.wait_for_function("window.__released > 0")
    person.close()


def test_a_table_that_left_the_list_by_mistake_can_be_put_back(server: Server, browser: Browser) -> None:
    """The seat is a secret in this browser: without it nobody gets it back."""
    person = Person(browser, server.url, PHONE, "ru").come_to(opened(server, "etazhiki", 2, [1])).start()
    table, page = person.table, person.open().page
    page.get_by_role("button", name="Убрать из списка").click()
    expect(page.locator(f"a[href='/t/{table}']")).to_have_count(0)
    page.get_by_role("button", name="Вернуть").click()
    page.locator(f"a[href='/t/{table}']").click()
    page.get_by_test_id("prompt").wait_for()
    expect(page.locator("[data-seat='0']")).to_contain_text("Ты")
    person.close()


def test_a_name_that_was_refused_is_not_offered_again(server: Server, browser: Browser) -> None:
    """At the door and in the lobby: what is not said at a table with children does not stay in the field."""
    table = opened(server, "upturn", 2, [])
    person = Person(browser, server.url, PHONE, "ru").open(f"/t/{table}")
    page = person.page
    field = page.get_by_role("textbox", name="Твоё имя")
    ready = field.input_value()
    field.fill("Хуй")
    page.get_by_role("button", name="Сесть за стол").click()
    expect(page.get_by_role("alert")).to_contain_text("нужно другое имя")
    page.reload()
    expect(field).to_have_value(ready)
    page.get_by_role("button", name="Сесть за стол").click()
    page.get_by_role("button", name="Имя и зверь").click()
    field.fill("Хуй")
    page.get_by_role("button", name="Готово").click()
    expect(page.get_by_text("нужно другое имя")).to_be_visible()
    page.get_by_role("button", name="Имя и зверь").click()
    expect(field).to_have_value(ready)
    person.complaints.clear()  # the browser notes every 400
    person.close()


def test_lessons_stand_in_the_order_of_ages(server: Server, browser: Browser) -> None:
    person = Person(browser, server.url, PHONE, "ru").open("/rules/etazhiki")
    lessons = person.page.get_by_role("navigation", name="Урок").get_by_role("link")
    expect(lessons).to_have_text([re.compile(r"4\+"), re.compile(r"6\+"), re.compile(r"8\+")])
    person.close()


def test_why_nobody_is_let_in_is_in_sight_on_the_smallest_phone(server: Server, browser: Browser) -> None:
    table = opened(server, "upturn", 2, [])
    with come(server, table, "Аня") as host:
        host.done("set_table", locked=True)
        person = Person(browser, server.url, SMALL, "ru").open(f"/t/{table}")
        person.page.get_by_role("button", name="Сесть за стол").click()
        expect(person.page.get_by_role("alert")).to_contain_text("Хозяин закрыл стол")
        assert person.page.evaluate(IN_SIGHT, "[role=alert]")
        person.complaints.clear()  # the browser notes every 400
        person.close()


def test_who_looks_on_is_promised_a_seat_only_where_there_is_one(server: Server, browser: Browser) -> None:
    """The button said to sit down, and the next page that all seats are taken."""
    table = opened(server, "upturn", 2, [])
    with come(server, table, "Аня") as anna:
        person = Person(browser, server.url, PHONE, "ru").open(f"/t/{table}")
        person.page.get_by_role("button", name="Посмотреть").click()
        way = person.page.locator("footer .button.main")
        expect(way).to_have_text("Сесть за стол")
        with come(server, table, "Боря"):
            expect(way).to_have_text("Войти")
            anna.done("start")
            expect(person.page.locator(".actions .sit")).to_have_text("Войти")
        person.close()
