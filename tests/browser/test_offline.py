"""Without a network: everything is taken along, the page opens and plays, and a closed tab loses nothing."""

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser

from browser.player import PHONE, Person, expect
from igroteka.server.http.site import write_site
from server.serving import Server

PYTHON_MS = 90_000
"""Python starts in a second or two where nothing else is running."""


def take_along(person: Person) -> None:
    person.open()
    person.page.get_by_role("button", name="Взять с собой").click()
    expect(person.page.get_by_text("Игры с собой")).to_be_visible(timeout=PYTHON_MS)


def play(person: Person, moves: int) -> None:
    """So many things that the page offers."""
    for _ in range(moves):
        while not person.act():
            person.page.wait_for_timeout(30)
        person.page.wait_for_timeout(20)


@pytest.fixture
def away(server: Server, browser: Browser) -> Person:
    """Somebody who has taken the games along, and has no network now."""
    person = Person(browser, server.url, PHONE, "ru")
    take_along(person)
    person.context.set_offline(True)
    return person


def test_games_taken_along_are_played_without_a_network(away: Person) -> None:
    page = away.page
    page.reload()
    page.locator(".button.main").nth(2).click()
    page.wait_for_url("**/t/*", timeout=PYTHON_MS)
    page.get_by_test_id("prompt").wait_for(timeout=PYTHON_MS)
    play(away, 5)
    held = page.locator("[data-hand] button").count()

    page.reload()  # the tab was closed, and is opened again: the same table, the same cards
    page.get_by_test_id("prompt").wait_for(timeout=PYTHON_MS)
    assert page.locator("[data-hand] button").count() == held
    play(away, 3)

    page.goto(f"{page.url}/replay")  # what was played so far can be seen again
    expect(page.get_by_test_id("happened")).to_be_visible(timeout=PYTHON_MS)

    page.goto(away.url)
    expect(page.get_by_role("link", name="Дальше")).to_be_visible(timeout=PYTHON_MS)
    away.close()


def test_where_a_proxy_says_that_the_server_is_gone_games_taken_along_are_played(
    server: Server, browser: Browser
) -> None:
    person = Person(browser, server.url, PHONE, "ru")
    take_along(person)
    page, gone = person.page, "<h1>502 Bad Gateway</h1>"
    page.route("**/api/**", lambda route: route.fulfill(status=502, content_type="text/html", body=gone))
    page.reload()
    page.locator(".button.main").nth(2).click()
    page.wait_for_url("**/t/*", timeout=PYTHON_MS)
    page.get_by_test_id("prompt").wait_for(timeout=PYTHON_MS)
    play(person, 2)
    assert all("502" in complaint for complaint in person.complaints)
    person.complaints.clear()
    person.close()


def test_without_a_network_nobody_is_invited_to_a_table_that_they_cannot_reach(away: Person) -> None:
    page = away.page
    friends, by_code = page.get_by_role("button", name="Стол для друзей"), page.get_by_text("Войти по коду")
    page.reload()
    expect(page.get_by_role("button", name="На одном экране").first).to_be_visible()
    expect(friends).to_have_count(0)
    expect(by_code).to_have_count(0)
    away.context.set_offline(False)
    expect(friends.first).to_be_visible()
    expect(by_code.first).to_be_attached()
    away.close()


@pytest.mark.long
def test_a_game_that_was_finished_without_a_network_is_seen_again_there(away: Person) -> None:
    page = away.page
    page.reload()
    page.locator(".button.main").first.click()
    page.wait_for_url("**/t/*", timeout=PYTHON_MS)
    page.get_by_test_id("prompt").wait_for(timeout=PYTHON_MS)
    away.play_to_the_end(900)  # bots take their time, and a game of UpTurn may be long
    page.goto(f"{page.url.split('?')[0]}/replay")
    happened = page.get_by_test_id("happened")
    expect(happened).to_be_visible(timeout=PYTHON_MS)
    before = happened.inner_text()
    page.get_by_role("button", name="Шаг вперёд").click()
    expect(happened).not_to_have_text(before)
    expect(page.get_by_role("slider")).to_be_visible()
    away.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """A site in a folder of plain files, not at the top of its host."""
    assert write_site(tmp_path / "games") > 0
    handler = partial(QuietHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as host:
        serving = Thread(target=host.serve_forever, daemon=True)
        serving.start()
        yield f"http://127.0.0.1:{host.server_address[1]}/games/"
        host.shutdown()
        serving.join()


class QuietHandler(SimpleHTTPRequestHandler):
    is_down = False
    """As a proxy whose server is gone."""

    def do_GET(self) -> None:
        if self.is_down:
            self.send_error(502)
        else:
            super().do_GET()

    def log_message(self, *_: object) -> None:
        """The tests' own output is enough."""


@pytest.mark.long
def test_a_site_of_plain_files_plays_with_nothing_behind_it(site: str, browser: Browser) -> None:
    person = Person(browser, site, PHONE, "en")
    page, asked = person.page, []
    person.context.on("request", lambda request: asked.append(request.url))
    page.goto(site)
    expect(page.get_by_role("button", name="A table for friends")).to_have_count(0)
    page.locator(".button.main").nth(0).click()
    page.wait_for_url("**/games/#/t/*", timeout=PYTHON_MS)
    page.get_by_test_id("prompt").wait_for(timeout=PYTHON_MS)
    assert any("python/first." in url for url in asked)
    assert not any("python/second." in url for url in asked), "hot.json is out of date: find_hot.py"
    play(person, 3)
    page.reload()
    page.get_by_test_id("prompt").wait_for(timeout=PYTHON_MS)
    page.goto(f"{site}#/rules/sequence")
    expect(page.get_by_role("heading", name="Sequence").first).to_be_visible()
    person.close()


def test_a_page_that_was_taken_along_opens_where_a_proxy_has_no_server_behind_it(
    site: str, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = Person(browser, site, PHONE, "en")
    page = person.page
    page.goto(site)
    page.wait_for_function("localStorage.getItem('igroteka.along') === 'true'", timeout=PYTHON_MS)
    monkeypatch.setattr(QuietHandler, "is_down", True)
    page.reload()
    page.locator(".button.main").nth(0).click()
    page.wait_for_url("**/games/#/t/*", timeout=PYTHON_MS)
    page.get_by_test_id("prompt").wait_for(timeout=PYTHON_MS)
    person.complaints.clear()  # what was asked in vain
    person.close()


def test_a_second_window_has_the_tables_until_the_first_takes_them_back(site: str, browser: Browser) -> None:
    """One Python runs them: of two, each would write its own moves over those of the other."""
    person = Person(browser, site, PHONE, "en")
    first = person.page
    first.goto(site)
    first.locator(".button.main").nth(0).click()
    first.wait_for_url("**/games/#/t/*", timeout=PYTHON_MS)
    first.get_by_test_id("prompt").wait_for(timeout=PYTHON_MS)
    second = person.context.new_page()
    second.goto(first.url)
    second.get_by_test_id("prompt").wait_for(timeout=PYTHON_MS)
    first.get_by_role("button", name="Play here").click()
    first.get_by_test_id("prompt").wait_for(timeout=PYTHON_MS)
    expect(second.get_by_role("button", name="Play here")).to_be_visible()
    second.goto(f"{site}#/")
    second.locator(".button.main").nth(0).click()
    second.wait_for_url("**/games/#/t/*", timeout=PYTHON_MS)
    second.get_by_test_id("prompt").wait_for(timeout=PYTHON_MS)
    person.close()


@pytest.fixture(scope="module")
def spoilt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Python whose later tables are rubbish until they come."""
    out = tmp_path_factory.mktemp("spoilt")
    build = [sys.executable, "scripts/browser_python/build.py", "web/node_modules/pyodide", out, "spoilt"]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(build, check=True, env={**os.environ, "PATH": path})
    return out / "first.wasm.lzma"


@pytest.mark.long
@pytest.mark.parametrize("game", range(3))
def test_nothing_looks_at_pythons_later_tables_before_they_come(
    site: str, tmp_path: Path, spoilt: Path, browser: Browser, game: int
) -> None:
    python, data = tmp_path / "games" / "python", spoilt.read_bytes()
    assert data != (python / spoilt.name).read_bytes()
    (python / spoilt.name).write_bytes(data)
    listed = json.loads((python / "files.json").read_text())
    for one in listed:
        if one["name"] == spoilt.name:
            one |= {"bytes": len(data), "hash": hashlib.sha256(data).hexdigest()[:16]}
    (python / "files.json").write_text(json.dumps(listed))
    person = Person(browser, site, PHONE, "ru")
    person.page.route("**/second.*", lambda route: route.abort())  # as on a line that has broken
    person.page.goto(site)
    person.page.locator(".button.main").nth(game).click()
    person.page.wait_for_url("**/games/#/t/*", timeout=PYTHON_MS)
    person.page.get_by_test_id("prompt").wait_for(timeout=PYTHON_MS)
    play(person, 12)
    person.close()


def test_a_new_version_is_offered_at_home_and_comes_with_the_next_opening(
    site: str, tmp_path: Path, browser: Browser
) -> None:
    person = Person(browser, site, PHONE, "en")
    page = person.page
    page.goto(site)
    page.wait_for_function("navigator.serviceWorker.controller !== null", timeout=PYTHON_MS)
    page.goto(f"{site}#/rules/upturn")
    folder = tmp_path / "games"
    listed = json.loads((folder / "files.json").read_text())
    (folder / "files.json").write_text(json.dumps({**listed, "version": "another"}))
    html = (folder / "index.html").read_text().replace("<html ", '<html data-newer="" ')
    (folder / "index.html").write_text(html)
    expect(page.get_by_text("There is a new Igroteka")).to_have_count(0)  # not where somebody is busy
    page.goto(f"{site}#/")
    page.get_by_role("button", name="Update").click()
    page.wait_for_function("document.documentElement.dataset.newer !== undefined")
    person.close()


def test_the_page_of_another_version_is_not_kept_among_the_files_of_this_one(
    site: str, tmp_path: Path, browser: Browser
) -> None:
    """While servers of two versions run, each request is answered by one of them."""
    person = Person(browser, site, PHONE, "en")
    page = person.page
    page.goto(site)
    page.wait_for_function("localStorage.getItem('igroteka.along') === 'true'", timeout=PYTHON_MS)
    listed, index = (tmp_path / "games" / name for name in ("files.json", "index.html"))
    listed.write_text(json.dumps({**json.loads(listed.read_text()), "version": "another"}))
    html = index.read_text()
    other = html.replace("</head>", '<link rel="modulepreload" href="./assets/index-0ther.js"></head>')
    for number, (text, came) in enumerate([(other, "failed"), (html, "taken")], 1):
        index.write_text(text)
        written = time.time() + 10 * number  # who asks for what is newer is answered by whole seconds
        os.utime(index, (written, written))
        assert page.evaluate(TAKE) == came
    person.close()


TAKE = """() => new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => done(data);
  navigator.serviceWorker.ready.then(({ active }) => active.postMessage("take", [port2]));
})"""
