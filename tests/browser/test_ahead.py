"""On a slow line: what a screen waits for is asked for before the page's own script has come, and used."""

import pytest
from playwright.sync_api import Browser

from browser.player import PHONE, Person, expect
from browser.test_whole_games import opened
from server.serving import Server

LINE = {"offline": False, "latency": 300, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
TEXTS = """() => performance.getEntriesByType("resource")
  .map(({name}) => /texts\\.(\\w+\\.\\w+)-/.exec(name)?.[1]).filter(Boolean).sort()"""
COME = """() => performance.getEntriesByType("resource").map(
  ({name, startTime, responseEnd}) => [new URL(name).pathname, startTime, responseEnd])"""


@pytest.mark.parametrize(
    ("path", "language", "waited"),
    [
        ("/", "en", ["ui.en"]),
        ("/rules/upturn", "ru", ["Rules", "rules.ru"]),
        ("/print/upturn", "en", ["ui.en", "PrintPage"]),
    ],
)
def test_nothing_is_waited_for_after_the_first_script(
    server: Server, browser: Browser, path: str, language: str, waited: list[str]
) -> None:
    person = Person(browser, server.url, PHONE, language)
    slow = person.context.new_cdp_session(person.page)
    slow.send("Network.enable")
    slow.send("Network.emulateNetworkConditions", LINE)
    person.open(path).page.locator("h1").first.wait_for()
    times = {
        name.removeprefix("/assets/"): (begun, ended) for name, begun, ended in person.page.evaluate(COME)
    }
    script = next(
        ended for name, (_, ended) in times.items() if name.startswith("index-") and name.endswith(".js")
    )
    for start in waited:
        begun = [begun for name, (begun, _) in times.items() if name.startswith(f"{start}-")]
        assert begun, start
        assert all(one < script for one in begun), start
    person.page.wait_for_timeout(4000)  # the browser complains of what was fetched and not used
    person.close()


def test_a_table_fetches_the_sentences_of_its_own_game_alone(server: Server, browser: Browser) -> None:
    """Those of all three came with every table, a tenth of all that a phone fetches to play one."""
    person = Person(browser, server.url, PHONE, "en").come_to(opened(server, "upturn", 2, [1])).start()
    assert person.page.evaluate(TEXTS) == ["core.en", "upturn.en"]
    person.close()


def test_rule_sets_have_their_names_at_home_in_the_language_of_the_page(
    server: Server, browser: Browser
) -> None:
    """They are words of a game, and nobody sits at its table."""
    person = Person(browser, server.url, PHONE, "ru").open()
    expect(person.page.get_by_role("radio", name="начальные правила, 4+")).to_have_count(1)
    person.page.get_by_role("radio", name="EN").click()
    expect(person.page.get_by_role("radio", name="beginner rules, 4+")).to_have_count(1)
    person.close()
