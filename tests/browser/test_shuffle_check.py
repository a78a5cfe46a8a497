"""The check of the shuffle in the browser: a number of one's own that is missing is said."""

import json

from playwright.sync_api import Browser, Locator

from browser.player import PHONE, Person, expect
from server.client import Place, bearer
from server.serving import Server


def checked(person: Person) -> Locator:
    person.page.get_by_role("button", name="Проверить").click()
    sheet = person.page.get_by_role("dialog")
    expect(sheet.get_by_role("listitem").filter(has_text="числ").first).to_be_visible()
    return sheet


def test_a_number_that_was_given_and_is_not_in_the_record_fails_the_check(
    server: Server, browser: Browser
) -> None:
    asked = {"game": "upturn", "seats": 2, "bots": [1]}
    table = server.http.post("/api/tables", json=asked).raise_for_status().json()["table"]
    ann = Person(browser, server.url, PHONE, "ru").come_to(table).start()
    ann.page.get_by_test_id("prompt").wait_for()
    with Place(server, table, _token(ann)) as host:
        host.done("stop_game")

    sheet = checked(ann)
    expect(sheet.get_by_role("status")).to_have_text("Всё честно")
    said = sheet.inner_text()
    assert "Число игрока" in said, said
    assert not [word for word in ("commitment", "secret", "nonce", "seed") if word in said]
    ann.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()

    ann.page.evaluate("localStorage.setItem('igroteka.nonces', '[\"00\"]')")
    sheet = checked(ann)
    expect(sheet.get_by_text("Твоего числа среди них нет")).to_be_visible()
    expect(sheet.get_by_role("status")).to_have_text("Не сходится!")

    eve = Person(browser, server.url, PHONE, "ru").open(f"/t/{table}")
    eve.page.get_by_role("button", name="Посмотреть").click()
    sheet = checked(eve)
    expect(sheet.get_by_text("эту игру начали без тебя")).to_be_visible()
    expect(sheet.get_by_role("status")).to_have_text("Всё честно")
    for person in (ann, eve):
        person.close()


def test_numbers_that_take_no_part_do_not_push_out_those_that_do(server: Server, browser: Browser) -> None:
    """A page that is opened again offers another one; the table has taken the first of this person."""
    asked = {"game": "upturn", "seats": 2, "bots": [1]}
    table = server.http.post("/api/tables", json=asked).raise_for_status().json()["table"]
    ann = Person(browser, server.url, PHONE, "ru").come_to(table)
    given = "JSON.parse(localStorage.getItem('igroteka.nonces'))"
    expect(ann.page.locator(".button.main.start")).to_be_visible()
    ann.page.wait_for_function(f"{given}?.length === 1")
    first = ann.page.evaluate(given)
    for _ in range(3):
        ann.page.reload()
        expect(ann.page.locator(".button.main.start")).to_be_visible()
        ann.page.wait_for_timeout(300)
    assert ann.page.evaluate(given) == first
    ann.close()


def test_who_has_come_from_another_device_does_not_miss_the_number_that_was_given_there(
    server: Server, browser: Browser
) -> None:
    asked = {"game": "upturn", "seats": 2, "bots": [1]}
    table = server.http.post("/api/tables", json=asked).raise_for_status().json()["table"]
    ann = Person(browser, server.url, PHONE, "ru").come_to(table).start()
    link = server.http.post(f"/api/tables/{table}/moves", json={}, headers=bearer(_token(ann))).json()["link"]
    moved = Person(browser, server.url, PHONE, "ru")
    moved.open(link[link.index("/t/") :])
    moved.page.get_by_test_id("prompt").wait_for()
    with Place(server, table, _token(moved)) as host:
        for kind in ("stop_game", "rematch", "stop_game"):
            host.done(kind)
    sheet = checked(moved)
    expect(sheet.get_by_role("status")).to_have_text("Всё честно")
    for person in (ann, moved):
        person.close()


def _token(person: Person) -> str:
    places: list[dict[str, list[str]]] = json.loads(
        person.page.evaluate("localStorage.getItem('igroteka.places')")
    )
    return places[0]["tokens"][0]
