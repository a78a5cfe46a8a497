"""New tables from a game that was played, and a record dropped on the page, which is sent nowhere."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from browser.player import DESKTOP, PHONE, Person, expect
from browser.test_access import violations
from server.client import Tables, first, play_one, start
from server.serving import Server

PYTHON_MS = 90_000
"""Python starts in a second or two where nothing else is running."""
MOVES = 8
DROP = """async ([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type: "application/json" }));
  for (const kind of ["dragover", "drop"]) {
    window.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
  }
}"""


@pytest.fixture(scope="module")
def stopped(server: Server) -> str:
    """A game of two people that ended after some moves."""
    with Tables(server, "sequence", 2) as people:
        start(people)
        for _ in range(MOVES):
            play_one(people, first)
        people[0].done("stop_game")
        people[0].until(lambda: bool(people[0].table["results"]))
        return people[0].id


@pytest.fixture(scope="module")
def record(server: Server, stopped: str) -> str:
    return server.http.get(f"/api/tables/{stopped}/rounds/1/record").text


def more(page: Page) -> None:
    page.get_by_test_id("happened").wait_for(timeout=PYTHON_MS)
    page.locator(".bar .row button").first.click()
    page.get_by_role("dialog").wait_for()


def test_playing_on_with_bots_begins_at_that_move_and_says_so(
    server: Server, browser: Browser, stopped: str
) -> None:
    person = Person(browser, server.url, PHONE, "ru")
    page = person.open(f"/t/{stopped}/replay?moment=4&seat=1").page
    more(page)
    page.get_by_role("button", name=re.compile("^Играть отсюда")).click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("после хода 4")
    expect(sheet.get_by_role("radio", checked=True)).to_have_count(1)
    assert violations(page) == []
    sheet.get_by_role("button", name="С ботами").click()
    page.get_by_test_id("prompt").wait_for()
    assert person.table != stopped
    page.locator(".tool").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("с хода 4 другой игры")
    told = server.http.get(f"/api/tables/{person.table}/rounds/1/record").json()
    assert told["source"]["kind"] == "played_on"
    assert [one["bot"] is None for one in told["people"]] == [False, True]
    person.close()


def test_the_same_deal_for_friends_says_so_and_stands_beside_the_first(
    server: Server, browser: Browser, stopped: str
) -> None:
    person = Person(browser, server.url, DESKTOP, "en")
    page = person.open(f"/t/{stopped}").page
    page.get_by_role("button", name="Watch", exact=True).click()
    page.get_by_role("button", name="The same deal").click()
    page.get_by_role("dialog").get_by_role("button", name="With friends").click()
    page.locator(".button.start").wait_for()
    expect(page.get_by_role("note")).to_contain_text("deal of another game once more")
    assert violations(page) == []
    page.get_by_role("button", name="Fill with bots").click()
    person.start()
    page.locator(".tool").first.click()
    page.get_by_role("button", name="Stop the game").click()
    page.locator("dialog .danger").click()
    page.get_by_role("button", name="The same deal").click()
    results = page.get_by_role("dialog").locator("ol li")
    expect(results.first).to_contain_text("The first game")
    expect(results.filter(has_text="this table")).to_contain_text("The same deal")
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("shuffle")).click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("status")).to_contain_text("not a new one")
    expect(sheet).not_to_contain_text("Your number is among them")
    person.close()


def test_a_dropped_record_is_replayed_and_sent_nowhere(
    server: Server, browser: Browser, record: str, tmp_path: Path
) -> None:
    """One page for all of it: Python takes its time to start."""
    person = Person(browser, server.url, PHONE, "ru")
    page = person.open().page
    posted: list[str] = []
    page.on("request", lambda request: request.method == "POST" and posted.append(request.url))
    page.get_by_role("button", name="Открыть запись игры").wait_for()
    page.evaluate(DROP, ["foreign.json", '{"format": "chess/1"}'])
    page.wait_for_url("**/replay")
    expect(page.get_by_role("alert")).to_contain_text("Такую запись прочитать нельзя", timeout=PYTHON_MS)
    changed = json.loads(record)
    changed["rows"].pop(2)
    for text, says in (
        ("\x00\x01", "Не читается"),
        (json.dumps(changed), "Запись неверна"),
        (running(record), "пока игра шла"),
    ):
        page.locator("input[type=file]").set_input_files(saved(tmp_path, text))
        expect(page.get_by_role("alert")).to_contain_text(says)
    assert violations(page) == []
    page.evaluate(DROP, ["game.json", record])
    page.get_by_test_id("happened").wait_for()
    slider = page.get_by_role("slider", name="Ход игры")
    page.get_by_role("button", name="Шаг вперёд", exact=True).click()
    expect(slider).to_have_value("2")
    more(page)
    page.get_by_role("button", name=re.compile("^Всё открыто")).click()
    expect(page.locator(".hands li")).to_have_count(2)
    more(page)
    page.get_by_role("button", name=re.compile("^Та же раздача")).click()
    page.get_by_role("dialog").get_by_role("button", name="С ботами").click()
    page.get_by_test_id("prompt").wait_for(timeout=PYTHON_MS)
    assert posted == []
    person.close()


def saved(folder: Path, record: str) -> Path:
    file = folder / "record.json"
    file.write_text(record)
    return file


def running(record: str) -> str:
    """The same as somebody had it who saved it before the end."""
    from igroteka.games import SHELF
    from igroteka.table import Match
    from igroteka.table.record import read_record, rows_from, written
    from igroteka.table.recorder import About, record_of

    told = read_record(record)
    game = SHELF[told.game]
    match = Match(game, told.seats, game.Options(), 0, rows_from(told, game)[:4])
    about = About(options=game.Options(), people=told.people, secret=bytes(32))
    return written(record_of(match, about, 0)).decode()


def test_without_python_that_is_said(server: Server, browser: Browser, record: str, tmp_path: Path) -> None:
    person = Person(browser, server.url, PHONE, "en")
    person.context.route("**/python/**", lambda route: route.abort())
    page = person.open().page
    page.locator("input[type=file]").set_input_files(saved(tmp_path, record))
    expect(page.get_by_role("alert")).to_contain_text("could not be fetched", timeout=PYTHON_MS)
    page.reload()
    expect(page.get_by_role("button", name="Open a record")).to_be_visible()
    person.context.close()
