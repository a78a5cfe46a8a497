"""Who comes and goes in a running game: those who stay are told why a seat has another face."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from browser.player import DESKTOP, PHONE, Person
from browser.test_whole_games import opened
from server.client import Place, come
from server.serving import Server

Three = tuple[Place, Person, Place]


@pytest.fixture
def three(server: Server, browser: Browser) -> Iterator[Three]:
    """Anna is the host, then a person at the page, then Boris; the game runs."""
    table = opened(server, "etazhiki", 3, [], starter=0, variant="beginner")
    with come(server, table, "Аня") as anna:
        person = Person(browser, server.url, PHONE, "ru").come_to(table)
        person.page.get_by_text("За столом 2 из 3").wait_for()
        with come(server, table, "Боря") as boris:
            anna.done("start")
            person.page.get_by_test_id("prompt").wait_for()
            yield anna, person, boris
        person.close()


def told(person: Person) -> Locator:
    return person.page.locator(".board .notice.plain")


def test_those_who_stay_are_told_who_has_left_and_who_is_back(three: Three) -> None:
    _, person, boris = three
    boris.done("stand")
    expect(told(person)).to_contain_text("Боря больше не играет. Дальше ходит бот: ")
    boris.done("sit", seat=2)
    expect(told(person)).to_contain_text("Боря садится вместо бота.")


def test_those_who_wait_are_told_that_a_bot_plays_for_somebody_who_is_away(three: Three) -> None:
    anna, person, boris = three
    boris.close()
    anna.until(lambda: not anna.is_here(str(boris.me)))
    anna.done("call_bot", seat=2)
    expect(told(person)).to_contain_text("Боря не на связи: пока ходит бот.")
    with Place(boris.server, boris.id, boris.token) as back:
        back.done("take_back")
        expect(told(person)).to_contain_text("Боря снова играет.")


def test_those_who_wait_for_somebody_who_is_away_are_told_so(three: Three) -> None:
    """The prompt said that she is to move, as if she were thinking."""
    anna, person, _ = three
    prompt = person.page.get_by_test_id("prompt")
    expect(prompt).to_contain_text("Ходит Аня")
    anna.close()
    expect(prompt).to_contain_text("Сейчас нет на связи")
    expect(prompt.locator(".away")).to_be_visible()
    with Place(anna.server, anna.id, anna.token):
        expect(prompt).not_to_contain_text("нет на связи")
        expect(prompt).to_contain_text("Ходит Аня")


def test_a_big_screen_tells_all_of_it_to_the_whole_room(three: Three, browser: Browser) -> None:
    anna, _, boris = three
    screen = Person(browser, boris.server.url, DESKTOP, "ru").open(f"/t/{boris.id}/screen")
    screen.page.get_by_test_id("prompt").wait_for()
    boris.close()
    anna.until(lambda: not anna.is_here(str(boris.me)))
    anna.done("call_bot", seat=2)
    expect(told(screen)).to_contain_text("Боря не на связи: пока ходит бот.")
    with Place(boris.server, boris.id, boris.token) as back:
        back.done("take_back")
        expect(told(screen)).to_contain_text("Боря снова играет.")
        back.done("stand")
        expect(told(screen)).to_contain_text("Боря больше не играет. Дальше ходит бот: ")
        anna.done("leave")
        expect(told(screen)).to_contain_text("Аня больше не играет.")
    screen.close()


def test_who_becomes_host_because_the_host_has_left_is_told_so(three: Three) -> None:
    anna, person, _ = three
    anna.done("leave")
    expect(told(person)).to_contain_text("Теперь хозяин стола — ты.")


def test_who_is_not_let_into_the_game_hears_it(server: Server, browser: Browser) -> None:
    table = opened(server, "etazhiki", 2, [1], starter=0, variant="beginner")
    with come(server, table, "Аня") as anna:
        anna.done("start")
        person = Person(browser, server.url, PHONE, "ru").come_to(table)
        person.page.get_by_role("button", name="Сесть за стол").click()
        person.page.get_by_role("dialog").get_by_role("button").last.click()
        anna.until(lambda: bool(anna.table["asking"]))
        anna.done("let_sit", yes=False, person=anna.table["asking"][0]["person"])
        expect(told(person)).to_contain_text("Хозяин стола пока не пускает в игру.")
        person.close()
