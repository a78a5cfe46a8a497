"""A table that its game cannot show says so in words, and comes back by itself."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from browser.player import PHONE, Person, expect
from server.spoiling import Spoil, spoiler

SAID = "В самой игре ошибка: стол сейчас не показать."


@pytest.fixture
def spoiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Spoil]:
    with spoiler(tmp_path, monkeypatch) as spoil:
        yield spoil


def test_a_game_that_cannot_be_shown_is_no_endless_waiting(spoiled: Spoil, browser: Browser) -> None:
    person = Person(browser, spoiled().url, PHONE).open()
    page = person.page
    page.get_by_role("region", name="Сумасшедшие восьмёрки").locator(".button.main").click()
    page.get_by_test_id("prompt").wait_for()
    spoiled("view", when="True")
    expect(page.get_by_role("status").get_by_text(SAID)).to_be_visible()  # above the table as it was
    expect(page.get_by_test_id("prompt")).to_be_visible()
    page.reload()
    expect(page.get_by_role("status").get_by_text(SAID)).to_be_visible()
    expect(page.locator("main a.button.main")).to_be_visible()  # a way out
    spoiled()
    page.get_by_test_id("prompt").wait_for(timeout=60_000)
    person.complaints.clear()  # of lines that a restart has cut
    person.close()
