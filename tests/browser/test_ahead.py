"""On a slow line: what a screen waits for is asked for before the page's own script has come, and used."""

import pytest
from playwright.sync_api import Browser

from browser.player import PHONE, Person
from server.serving import Server

LINE = {"offline": False, "latency": 300, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
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
