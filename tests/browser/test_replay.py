"""A game once more: by buttons, slider, keys and by itself, through any eyes, at a moment that has a link."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Route

from browser import moments
from browser.player import DESKTOP, PHONE, SIDEWAYS, SMALL, Person, expect
from browser.test_access import violations
from igroteka.games.etazhiki.moves import StarWon
from igroteka.table import Match
from server.client import Tables, first, play_one, start
from server.serving import Server

KINDS = [(PHONE, "ru"), (DESKTOP, "en")]
WORDS = {
    "ru": {
        "next": "Шаг вперёд",
        "back": "Шаг назад",
        "slider": "Ход игры",
        "watch": "Посмотреть",
        "again": "Повтор игры",
        "open": "Всё открыто",
        "end": "К концу",
        "own": "Игра ещё идёт",
        "none": "За этим столом нет игры",
    },
    "en": {
        "next": "One step forward",
        "back": "One step back",
        "slider": "Move of the game",
        "watch": "Watch",
        "again": "Watch again",
        "open": "All hands open",
        "end": "To the end",
        "own": "The game is still going on",
        "none": "This table has no game",
    },
}


def a_star(match: Match) -> bool:
    return any(isinstance(event, StarWon) for event in match.log[-1].events)


@pytest.fixture(scope="module")
def starred(server: Server) -> tuple[str, int, int]:
    """The table of a finished game, the moment of a star in it, and how many moments there are."""
    table, row, _ = moments.find(server, "etazhiki", a_star, seats=3, variant="medium")
    return table, row, server.http.get(f"/api/tables/{table}/rounds/1/replay").json()["rows"]


class Watching:
    """Someone at a replay."""

    def __init__(self, browser: Browser, url: str, size: tuple[int, int], language: str) -> None:
        self.person = Person(browser, url, size, language)
        self.page, self.words = self.person.page, WORDS[language]

    def open(self, path: str) -> "Watching":
        self.person.open(path)
        self.happened.wait_for()
        return self

    @property
    def happened(self) -> Locator:
        return self.page.get_by_test_id("happened")

    @property
    def slider(self) -> Locator:
        return self.page.get_by_role("slider", name=self.words["slider"])

    def press(self, word: str) -> None:
        self.page.get_by_role("button", name=self.words[word], exact=True).click()

    def more(self) -> Locator:
        self.page.locator(".bar .row button").first.click()
        sheet = self.page.get_by_role("dialog")
        sheet.wait_for()
        return sheet

    def at(self, number: int) -> None:
        expect(self.slider).to_have_value(str(number))

    def was_refused(self) -> None:
        """The browser tells of answers that are refusals; they are shown as sentences."""
        assert all("status of 40" in one for one in self.person.complaints), self.person.complaints
        self.person.complaints.clear()

    def addressed(self, part: str) -> None:
        expect(self.page).to_have_url(re.compile(part))


@pytest.fixture(params=KINDS, ids=["phone-ru", "desktop-en"])
def watching(request: pytest.FixtureRequest, server: Server, browser: Browser) -> Iterator[Watching]:
    size, language = request.param
    someone = Watching(browser, server.url, size, language)
    yield someone
    someone.person.close()


HOLDS = """(one, text) => {
    one.style.setProperty("--fit", "0.62");
    one.classList.add("alone");
    one.querySelector("p").textContent = text.slice(0, 110);
    return one.scrollHeight > one.clientHeight && `${one.scrollHeight} px in ${one.clientHeight}`;
}"""


@pytest.mark.parametrize(("size", "text"), [(SMALL, 100), (SIDEWAYS, 100), (PHONE, 200)])
def test_what_happened_is_told_whole_and_the_buttons_are_there(
    server: Server, browser: Browser, starred: tuple[str, int, int], size: tuple[int, int], text: int
) -> None:
    """On a phone on its side all that was left of a move was a name."""
    table, star, rows = starred
    someone = Watching(browser, server.url, size, "ru")
    page = someone.open(f"/t/{table}/replay").page
    page.evaluate("size => (document.documentElement.style.fontSize = size)", f"{text}%")
    for moment in (1, 2, star, rows):
        someone.slider.fill(str(moment))
        someone.addressed(f"moment={moment}" if moment > 1 else "replay$")
        page.wait_for_timeout(100)
        said = someone.happened.locator(".words")
        is_whole = said.evaluate("one => one.scrollHeight <= one.clientHeight")
        assert is_whole or len(said.inner_text()) > 110, said.inner_text()
        assert said.evaluate("one => getComputedStyle(one).overflowY") == "auto", "the longest are scrolled"
    cut = said.evaluate(HOLDS, "Машенька кладёт ночной этаж. " * 4)
    assert not cut, f"in the smallest size 110 letters are whole: {cut}"
    boxes = [one.bounding_box() for one in page.locator(".bar .row button").all()]
    assert len(boxes) == 5
    for box in boxes:
        assert box
        assert box["width"] >= 39, "narrow, in a narrow column"
        assert box["x"] + box["width"] <= size[0]
    someone.person.close()


@pytest.mark.parametrize(("size", "language"), [(DESKTOP, "en"), (SIDEWAYS, "en"), (SMALL, "ru")])
def test_whose_eyes_they_are_is_told_whole(
    server: Server, browser: Browser, starred: tuple[str, int, int], size: tuple[int, int], language: str
) -> None:
    """ "Through the eyes of" left no room for a ready-made name."""
    someone = Watching(browser, server.url, size, language)
    sees = someone.open(f"/t/{starred[0]}/replay?seat=0").page.locator(".sees span")
    said = sees.inner_text()
    assert "Host" in said, "whoever began the game"
    sees.evaluate("(one, said) => (one.textContent = said)", said.replace("Host", "Медовый бобёр"))
    assert sees.evaluate("one => one.scrollWidth <= one.clientWidth")
    someone.person.close()


@pytest.mark.parametrize("size", [SMALL, PHONE, DESKTOP, SIDEWAYS])
def test_what_stands_in_the_button_that_plays_has_room_there(
    server: Server, browser: Browser, starred: tuple[str, int, int], size: tuple[int, int]
) -> None:
    """Beside the table of a computer its word lay over the edge."""
    someone = Watching(browser, server.url, size, "ru").open(f"/t/{starred[0]}/replay")
    assert someone.page.locator(".bar .main").evaluate(WITHIN)
    someone.person.close()


WITHIN = """(button) => {
  const { left, right } = button.getBoundingClientRect();
  const shown = [...button.children].map((one) => one.getBoundingClientRect()).filter((box) => box.width > 1);
  return shown.length > 0 && shown.every((box) => box.left >= left + 2 && box.right <= right - 2);
}"""


def test_from_the_end_of_a_game_to_any_moment_of_it(
    watching: Watching, starred: tuple[str, int, int]
) -> None:
    table, _, rows = starred
    watching.person.open(f"/t/{table}")
    watching.press("watch")
    watching.press("again")
    watching.at(1)
    watching.press("next")
    watching.press("next")
    watching.at(3)
    watching.addressed(r"/replay\?moment=3$")
    watching.press("back")
    watching.at(2)
    watching.slider.fill("5")
    watching.addressed("moment=5")
    watching.more().get_by_role("button", name=watching.words["end"]).click()
    watching.addressed(f"moment={rows}$")
    watching.page.reload()
    watching.at(rows)


def test_a_key_move_is_a_tap_away_and_is_read_out(watching: Watching, starred: tuple[str, int, int]) -> None:
    table, row, _ = starred
    watching.open(f"/t/{table}/replay")
    watching.more().get_by_role("button", name=re.compile(rf"{row}$")).first.click()
    watching.at(row)
    star = {"ru": "звезд", "en": "star"}["ru" if watching.words is WORDS["ru"] else "en"]
    expect(watching.happened).to_contain_text(star)
    expect(watching.page.locator("[aria-live=polite]").first).to_contain_text(star)


def test_keys_lead_through_a_game(watching: Watching, starred: tuple[str, int, int]) -> None:
    table, _, rows = starred
    watching.open(f"/t/{table}/replay?moment=4")
    for key, to in (("ArrowRight", 5), ("ArrowLeft", 4), ("End", rows), ("ArrowRight", rows), ("Home", 1)):
        watching.page.keyboard.press(key)
        watching.at(to)
    watching.page.keyboard.press("PageDown")
    expect(watching.slider).not_to_have_value("1")
    watching.page.keyboard.press("Home")
    watching.page.keyboard.press(" ")
    expect(watching.slider).not_to_have_value("1", timeout=30_000)
    watching.page.keyboard.press("ArrowLeft")


def test_it_plays_by_itself_to_the_end_and_stops_there(
    watching: Watching, starred: tuple[str, int, int]
) -> None:
    table, _, rows = starred
    watching.open(f"/t/{table}/replay?moment={rows - 8}")  # long enough to be seen playing on a slow machine
    speed = watching.page.locator(".speed")
    expect(speed).to_contain_text("1×")
    speed.click()
    play = watching.page.locator(".bar .main")
    before = play.inner_text()
    play.click()
    expect(play).not_to_have_text(before)
    expect(watching.slider).to_have_value(str(rows), timeout=30_000)
    expect(play).to_have_text(before, timeout=30_000)


def test_other_eyes_and_open_hands_are_part_of_the_link(
    watching: Watching, starred: tuple[str, int, int]
) -> None:
    table, row, _ = starred
    watching.open(f"/t/{table}/replay?moment={row}")
    watching.more().get_by_role("button", name=watching.words["open"]).click()
    hands = watching.page.locator(".hands li")
    expect(hands).to_have_count(3)
    watching.addressed("open=1")
    watching.page.reload()
    expect(hands).to_have_count(3)
    watching.at(row)
    watching.more().get_by_role("group").get_by_role("button").nth(2).click()
    expect(hands).to_have_count(0)
    watching.at(row)
    watching.addressed("seat=1")


def test_other_eyes_wait_for_the_moment_that_is_on_its_way(
    watching: Watching, starred: tuple[str, int, int]
) -> None:
    table, row, _ = starred
    assert row > 1
    watching.open(f"/t/{table}/replay?moment={row}")
    held: list[Route] = []

    def hold(route: Route) -> None:
        """With open hands, and through a seat's eyes; what is asked for after these comes at once."""
        if len(held) == 2:
            route.continue_()
        else:
            held.append(route)

    watching.page.route(re.compile("/rounds/1/replay"), hold)
    watching.more().get_by_role("button", name=watching.words["open"]).click()
    watching.more().get_by_role("group").get_by_role("button").nth(2).click()
    for _ in range(100):
        if len(held) == 2:
            break
        watching.page.wait_for_timeout(50)
    assert len(held) == 2
    for route in held:
        route.continue_()
    watching.at(row)
    watching.addressed(f"moment={row}&seat=1$")
    expect(watching.page.locator(".hands li")).to_have_count(0)


def test_a_running_game_is_seen_through_ones_own_eyes_only(
    watching: Watching, server: Server, browser: Browser
) -> None:
    with Tables(server, "sequence", 2) as people:
        start(people)
        for _ in range(4):
            play_one(people, first)
        watching.open(f"/t/{people[0].id}/replay")
        sheet = watching.more()
        expect(sheet).to_contain_text(watching.words["own"])
        expect(sheet.get_by_role("group")).to_have_count(0)
        watching.person.open(f"/t/{people[0].id}/replay?open=1")
        expect(watching.page.get_by_role("alert")).to_be_visible()
        watching.was_refused()


def test_a_replay_that_is_not_there_is_said_so(watching: Watching, starred: tuple[str, int, int]) -> None:
    watching.person.open(f"/t/{starred[0]}/replay?round=7")
    expect(watching.page.get_by_role("alert")).to_contain_text(watching.words["none"])
    watching.person.open("/t/nowhere/replay")
    expect(watching.page.get_by_role("alert")).to_be_visible()
    watching.open(f"/t/{starred[0]}/replay?moment=99999&seat=x")
    watching.at(starred[2])
    watching.was_refused()


@pytest.mark.parametrize("dark", [False, pytest.param(True, marks=pytest.mark.long)], ids=["light", "dark"])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    server: Server, browser: Browser, starred: tuple[str, int, int], dark: bool
) -> None:
    table, row, _ = starred
    person = Person(browser, server.url, SMALL, "en" if dark else "ru", dark)
    for asked in ("", "&open=1"):
        person.open(f"/t/{table}/replay?moment={row}{asked}").page.get_by_test_id("happened").wait_for()
        assert violations(person.page) == []
        assert person.page.evaluate("document.documentElement.scrollWidth") <= SMALL[0]
    person.page.locator(".bar .row button").first.click()
    person.page.get_by_role("dialog").wait_for()
    assert violations(person.page) == []
    person.close()
