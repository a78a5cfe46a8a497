"""Everyone can play: keyboard, screen reader, 320 px, 200 % text, colours told apart, nothing too small."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from browser.player import DESKTOP, PHONE, SMALL, Person, expect
from browser.test_whole_games import opened
from server.serving import Server

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
TABLES = {"upturn": 3, "etazhiki": 3, "sequence": 4}


SHEETS = {
    "menu": [".tool"],
    "seats": [".seats ul"],
    "log": [".tool", "dialog .list .button:nth-child(2)"],
    "say": [".tool", "dialog .list .button:nth-child(3)"],
}
"""What is pressed to open them over a table."""


def violations(page: Page) -> list[str]:
    if page.evaluate("typeof axe === 'undefined'"):  # not as a script of the page: its policy allows none
        page.evaluate(AXE.read_text("utf-8") + "; 0")
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
        for one in found["violations"]
    ]


@pytest.mark.parametrize(
    ("language", "dark"),
    [
        pytest.param("ru", False, id="ru-light"),
        pytest.param("en", True, id="en-dark"),
        pytest.param("ru", True, id="ru-dark", marks=pytest.mark.long),
        pytest.param("en", False, id="en-light", marks=pytest.mark.long),
    ],
)
def test_axe_finds_nothing_on_any_screen(server: Server, browser: Browser, language: str, dark: bool) -> None:
    person = Person(browser, server.url, PHONE, language, dark)
    found = {}
    for path in ("/", "/rules/sequence", "/rules/upturn", "/rules/etazhiki"):
        person.open(path).page.locator("main").first.wait_for()
        found[path] = violations(person.page)
    for game, seats in TABLES.items():
        table = opened(server, game, seats, list(range(1, seats)))
        person.open(f"/t/{table}").page.locator("main .button.main").wait_for()
        found[f"join {game}"] = violations(person.page)
        person.page.locator("main .button.main").click()
        person.page.locator(".button.main.start").wait_for()
        found[f"lobby {game}"] = violations(person.page)
        person.start()
        found[f"table {game}"] = violations(person.page)
    for sheet, presses in SHEETS.items():
        for press in presses:
            person.page.locator(press).first.click()
        person.page.locator("dialog").wait_for()
        found[sheet] = violations(person.page)
        person.page.keyboard.press("Escape")
        person.page.locator("dialog").wait_for(state="detached")
    assert not {screen: wrong for screen, wrong in found.items() if wrong}
    person.close()


@pytest.mark.parametrize("sizes", [[SMALL, PHONE], [DESKTOP]], ids=["touched", "with a mouse"])
def test_no_screen_scrolls_sideways(server: Server, browser: Browser, sizes: list[tuple[int, int]]) -> None:
    """Each screen is looked at in all sizes, with letters as they are and twice as large."""
    person = Person(browser, server.url, sizes[0], "ru")
    wide: dict[str, int] = {}
    for path in ("/", "/rules/etazhiki"):
        person.open(path).page.locator("main").first.wait_for()
        wide |= _overflow(person.page, path, sizes)
    for game, seats in TABLES.items():
        person.open(f"/t/{opened(server, game, seats, list(range(seats)))}").page.get_by_role(
            "note"
        ).wait_for()
        wide |= _overflow(person.page, f"full {game}", sizes)
        table = opened(server, game, seats, list(range(1, seats)))
        person.come_to(table)
        person.page.locator(".button.main.start").wait_for()
        wide |= _overflow(person.page, f"lobby {game}", sizes)
        person.start()
        wide |= _overflow(person.page, f"table {game}", sizes)
        assert not _cut(person, sizes)
    assert not {screen: by for screen, by in wide.items() if by > 0}
    person.close()


HOME_SHEETS = {
    "me": "header .face",
    "friends": ".game:nth-child(2) .buttons .main + .button",
    "many friends": ".game:nth-child(3) .buttons .main + .button",
    "one screen": ".game:nth-child(2) .buttons .main + .button + .button",
    "bots": ".game:nth-child(2) .title .icon",
}


def test_no_sheet_of_the_home_page_scrolls_sideways(server: Server, browser: Browser) -> None:
    """With letters twice as large, too: the button below rule sets and animals was half beyond the edge."""
    person = Person(browser, server.url, PHONE, "ru").open()
    page, wider = person.page, {}
    for name, opener in HOME_SHEETS.items():
        page.locator(opener).click()
        body = page.locator("dialog .body")
        body.locator("button").first.wait_for()
        for look in _looks(page, [PHONE, SMALL]):
            wider[f"{name}, {look}"] = body.evaluate("one => one.scrollWidth - one.clientWidth")
        page.keyboard.press("Escape")
        body.wait_for(state="detached")
    assert len(wider) == 20
    assert not {sheet: by for sheet, by in wider.items() if by > 0}
    person.close()


def _looks(page: Page, sizes: list[tuple[int, int]]) -> Iterator[str]:
    """The page as it is in every size with letters of each size, and in the end as it was."""
    for size in sizes:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for text in (200, 100):
            page.evaluate(SETTLED, f"{text}%")
            yield f"{size[0]} px, text {text} %"
    page.set_viewport_size({"width": sizes[0][0], "height": sizes[0][1]})


SETTLED = """async (size) => {
  document.documentElement.style.fontSize = size;
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (let frame = 0; frame < 3; frame += 1) await drawn();
}"""
"""Letters of this size, when everything that measures itself has done so."""


def _overflow(page: Page, screen: str, sizes: list[tuple[int, int]]) -> dict[str, int]:
    wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    return {f"{screen}, {look}": page.evaluate(wider) for look in _looks(page, sizes)}


def _cut(person: Person, sizes: list[tuple[int, int]], moves: int = 3) -> list[str]:
    """Words of the prompt and the buttons that do not fit, now and after each of a few moves."""
    found = []
    for _ in range(moves):
        for look in _looks(person.page, sizes):
            found += [f"{look}: {one}" for one in person.page.evaluate(CUT)]
        person.act()
        person.page.wait_for_timeout(100)
    return found


CUT = """() => [...document.querySelectorAll('.actions button, [data-testid=prompt]')]
  .map((node) => [node.innerText, node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight,
    node.getBoundingClientRect().right - innerWidth])
  .filter(([, ...over]) => over.some((by) => by > 2))"""


def test_buttons_are_large_enough_to_hit(server: Server, browser: Browser) -> None:
    person = Person(browser, server.url, PHONE, "ru").open()
    small = """(least) => [...document.querySelectorAll('button, a.button')]
      .filter((node) => node.offsetParent !== null)
      .map((node) => [node.ariaLabel ?? node.innerText, node.getBoundingClientRect()])
      .filter(([, box]) => box.width < least - 0.5 || box.height < least - 0.5)
      .map(([name, box]) => `${name}: ${Math.round(box.width)}x${Math.round(box.height)}`)"""
    person.page.locator("main").first.wait_for()
    found = {"home": person.page.evaluate(small, 48)}
    for game, seats in TABLES.items():
        table = opened(server, game, seats, list(range(1, seats)))
        person.come_to(table).page.locator(".button.main.start").wait_for()
        found[f"lobby {game}"] = person.page.evaluate(small, 48)
        person.start()
        found[game] = person.page.evaluate(small, 48)
    assert not {screen: wrong for screen, wrong in found.items() if wrong}
    person.close()


def test_the_board_is_a_grid_with_one_tab_stop_that_arrows_walk(server: Server, browser: Browser) -> None:
    table = opened(server, "sequence", 2, [1], draw="automatic")
    person = Person(browser, server.url, DESKTOP, "en", touch=False).come_to(table).start()
    page = person.page
    expect(page.get_by_role("grid")).to_have_count(1)
    expect(page.locator("[role=gridcell][tabindex='0']")).to_have_count(1)
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("Control+Home")
    where = "document.activeElement.dataset.cell"
    assert page.evaluate(where) == "a1"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(where) == "b2"
    page.keyboard.press("End")
    assert page.evaluate(where) == "j2"
    page.keyboard.press("Control+End")
    assert page.evaluate(where) == "j10"
    label = page.evaluate("document.querySelector('[data-cell=b2]').ariaLabel")
    assert "5" in label
    expect(page.locator("[aria-live=polite]")).to_have_count(1)
    person.close()


FORCED = """() => {
  const of = (query) => getComputedStyle(document.querySelector(query));
  const lined = (query) => of(query).outlineStyle === 'solid';
  return {
    table: of('.frame').backgroundColor,
    cell: of('[role=gridcell]').backgroundColor,
    said: lined('[aria-current=true]') && lined('.prompt .mine'),
  };
}"""


def test_with_the_colours_of_the_system_alone_the_table_is_still_a_drawing(
    server: Server, browser: Browser
) -> None:
    """Spades and clubs were black on black there, and whose turn it is was said by a shade that is gone."""
    person = Person(browser, server.url, PHONE, "ru")
    page = person.page
    person.come_to(opened(server, "sequence", 2, [1], draw="automatic")).page.locator(".start").wait_for()
    page.emulate_media(forced_colors="active")
    for chosen in page.locator("[role=radio][aria-checked=true]:visible").all():
        expect(chosen).to_have_css("outline-style", "solid")
    page.emulate_media(forced_colors="none")
    person.start()
    expect(page.locator("[data-hand] button.held:not(.quiet)").first).to_be_visible()
    usual = page.evaluate(FORCED)
    page.emulate_media(forced_colors="active")
    forced = page.evaluate(FORCED)
    assert (forced["table"], forced["cell"]) == (usual["table"], usual["cell"])
    assert forced["said"]
    person.close()


@pytest.mark.parametrize("game", ["upturn", "etazhiki", "sequence"])
def test_with_text_a_third_larger_no_button_is_cut(server: Server, browser: Browser, game: str) -> None:
    """A size between the usual one and the one from which pictures make room for words."""
    person = Person(browser, server.url, PHONE, "ru")
    page, found = person.come_to(opened(server, game, 2, [1])).start().page, []
    for _ in range(8):
        page.evaluate(SETTLED, "130%")
        found += page.evaluate(CUT)
        person.act()
        page.wait_for_timeout(100)
    assert found == []
    person.close()
