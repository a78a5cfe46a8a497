"""A game that all win or lose together: when it is lost, its end is no draw."""

from pathlib import Path
from shutil import copytree

import pytest
from playwright.sync_api import Browser

from browser.player import PHONE, Person, expect
from server.serving import Server
from sites import EIGHTS, site_of, with_site

LOST = """

_won = outcome


def outcome(state):
    found = _won(state)
    return found and Outcome(found.reason, found.clause, ())
"""
TOGETHER = """

def sides(table):
    return (tuple(range(table.seats)),)
"""


def test_what_all_have_lost_is_no_draw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: Browser
) -> None:
    """Crazy Eights in which all are on one side, and nobody ever wins."""
    site = tmp_path / "site"
    copytree(site_of(EIGHTS), site)
    for name, more in (("state.py", LOST), ("__init__.py", TOGETHER)):
        with (site / "igroteka_eights" / name).open("a", encoding="utf-8") as file:
            file.write(more)
    monkeypatch.setenv("PYTHONPATH", with_site(site)["PYTHONPATH"])
    server = Server(tmp_path).start()
    try:
        person = Person(browser, server.url, PHONE).open()
        card = person.page.get_by_role("region", name="Сумасшедшие восьмёрки")
        card.locator(".button.main").click()
        person.page.get_by_test_id("prompt").wait_for()
        person.play_to_the_end()
        expect(person.page.get_by_role("heading", level=1)).to_have_text("Без победителя")
        person.close()
    finally:
        server.close()
