"""A game on paper: pages counted, parts measured, both languages, printed by the page and by the command."""

import os
import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from browser.colours import BLINDNESS, difference
from browser.player import DESKTOP, PHONE, Person, chromium, expect
from browser.test_access import violations
from server.serving import Server

MILLIMETRE = 96 / 25.4
NEAR = 0.3
"""Millimetres that a part may be off."""
POINTS = 72 / 25.4
PIECES = {"upturn": 106, "etazhiki": 98, "sequence": 104 + 50 + 50 + 35}
SIZES = {"upturn": (30, 37.2), "etazhiki": (63, 88), "sequence": (63, 88)}
SHEETS = {"upturn": 3 + 2 + 1, "etazhiki": 5 + 4 + 4 + 2 + 1, "sequence": 12 + 3 + 4 + 2 + 1}
"""Parts, board, leaflet, label."""


def measured(page: Page) -> list[float]:
    """Width and height of the first part, in millimetres of the printed sheet."""
    page.emulate_media(media="print")
    box = page.locator(".cell").first.bounding_box()
    assert box
    return [box["width"] / MILLIMETRE, box["height"] / MILLIMETRE]


def pages_of(pdf: bytes) -> list[tuple[float, float]]:
    """The size of every page, in millimetres."""
    assert pdf.startswith(b"%PDF")
    boxes = re.findall(rb"/Type /Page\b(?!s).*?/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf, re.DOTALL)
    return [(float(width) / POINTS, float(height) / POINTS) for width, height in boxes]


@pytest.mark.parametrize("game", PIECES)
def test_every_part_is_printed_once_in_true_size(server: Server, browser: Browser, game: str) -> None:
    person = Person(browser, server.url, DESKTOP, "ru").open(f"/print/{game}")
    page = person.page
    expect(page.locator(".cell")).to_have_count(PIECES[game])
    expect(page.locator(".sheets")).to_contain_text("Состав наборов восстановлен")
    assert measured(page) == pytest.approx(SIZES[game], abs=NEAR)
    sizes = pages_of(page.pdf(prefer_css_page_size=True, print_background=True))
    assert len(sizes) == SHEETS[game]
    assert all(size == pytest.approx((210, 297), abs=0.5) for size in sizes)
    person.close()


def test_backs_lie_behind_their_fronts_and_letter_is_letter(server: Server, browser: Browser) -> None:
    person = Person(browser, server.url, DESKTOP, "en").open("/print/sequence?paper=letter&backs=yes")
    page = person.page
    expect(page.locator(".cell").first).to_be_visible()
    sizes = pages_of(page.pdf(prefer_css_page_size=True, print_background=True))
    assert all(size == pytest.approx((215.9, 279.4), abs=0.5) for size in sizes)
    assert len(sizes) == 2 * (12 + 3 + 4) + 2 + 1
    page.emulate_media(media="print")
    front, back = (page.locator(".sheet").nth(at).locator(".cell").last.bounding_box() for at in (22, 23))
    assert front
    assert back
    paper = 215.9 * MILLIMETRE
    assert front["x"] == pytest.approx(paper - back["x"] - back["width"], abs=NEAR * MILLIMETRE)
    person.close()


def test_ink_is_saved_and_a_family_prints_its_own_tiles(
    server: Server, browser: Browser, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("[numbers]\nplain = [1, 2, 3]\npenalty = [7]\ntwins = [11]\n[actions]\nU = 2\nJ = 1\n")
    person = Person(browser, server.url, PHONE, "en", dark=True).open("/print/upturn?ink=save&backs=yes")
    page = person.page
    expect(page.locator(".cell")).to_have_count(PIECES["upturn"])
    assert page.locator(".cell .part").first.evaluate("node => getComputedStyle(node).opacity") < "1"
    page.locator("input[type=file]").set_input_files(mine)
    expect(page.locator(".cell")).to_have_count(8)
    mine.write_text("[numbers\n")
    page.locator("input[type=file]").set_input_files(mine)
    expect(page.get_by_role("alert")).to_contain_text("line 1")  # what a refusal says is filled in
    expect(page.get_by_role("alert")).not_to_contain_text("{")
    expect(page.locator(".cell")).to_have_count(8)
    assert not violations(page)
    person.complaints = [one for one in person.complaints if "400" not in one]  # the file that was refused
    person.close()


SAFE = {"upturn": ("#2463C8", "#1B7F4F", "#C8283C"), "etazhiki": ("#CE3B4A", "#0F766E", "#9A4A12")}
"""Colours of parts that the colour-blind may take for one another."""
FILLS = """(colours) => colours.map((colour) =>
  getComputedStyle(document.querySelector(`.cell [fill="${colour}"]`)).fill.match(/\\d+/g).map(Number))"""
TOLD_APART = 19


@pytest.mark.parametrize("game", SAFE)
def test_colours_for_all_eyes_are_told_apart_by_the_colour_blind(
    server: Server, browser: Browser, game: str
) -> None:
    person = Person(browser, server.url, DESKTOP, "en").open(f"/print/{game}")
    page = person.page
    expect(page.locator(".cell")).to_have_count(PIECES[game])
    usual = page.evaluate(FILLS, SAFE[game])
    page.get_by_role("switch", name="Colours that colour-blind people can tell apart too").click()
    chosen = page.evaluate(FILLS, SAFE[game])
    assert least(chosen) >= TOLD_APART > least(usual)
    person.close()


def least(colours: list[list[int]]) -> float:
    """The smallest difference between two of them in anybody's eyes."""
    pairs = combinations([(float(red), float(green), float(blue)) for red, green, blue in colours], 2)
    return min(difference(one, other, eyes) for one, other in pairs for eyes in (None, *BLINDNESS))


@pytest.mark.parametrize("language", ["ru", "en"])
def test_all_rules_are_on_two_pages(server: Server, browser: Browser, language: str) -> None:
    person = Person(browser, server.url, DESKTOP, language).open("/print/upturn?paper=letter")
    flow = person.page.locator(".flow").first
    expect(flow.locator("h3").last).to_be_attached()
    rules = Path(f"src/igroteka/games/upturn/texts/rules.{language}.md").read_text()
    assert flow.locator("h3").count() == len(re.findall("^##+ ", rules, re.MULTILINE))
    columns = flow.evaluate("node => node.scrollWidth / node.clientWidth")
    assert columns < 2.06, "two pages, with what lies between columns"
    person.close()


def igroteka(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command: list[Any] = [sys.executable, "-m", "igroteka.cli.main", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment, check=False)


def test_the_command_writes_a_pdf(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    words = ("print", "upturn", "--out", str(out), "--cards", "mini", "--lang", "en")
    done = igroteka(*words, CHROMIUM=chromium(), HOME=str(tmp_path), PATH="/usr/bin:/bin")
    assert done.returncode == 0, done.stderr
    assert len(pages_of(out.read_bytes())) == SHEETS["upturn"]


def test_the_command_prints_a_family_s_own_parts_and_refuses_what_is_none(tmp_path: Path) -> None:
    out, mine = tmp_path / "mine.pdf", tmp_path / "mine.toml"
    numbers = ", ".join(map(str, range(1, 31)))
    actions = "U = 2\nD = 0\nUD = 0\nS1 = 0\nS2 = 0\nJ = 1\n"
    mine.write_text(f"[numbers]\nplain = [{numbers}]\npenalty = [37]\ntwins = [44]\n[actions]\n{actions}")
    words = ("print", "upturn", "--out", str(out), "--parts", str(mine), "--lang", "en")
    done = igroteka(*words, CHROMIUM=chromium(), HOME=str(tmp_path), PATH="/usr/bin:/bin")
    assert done.returncode == 0, done.stderr
    assert len(pages_of(out.read_bytes())) == SHEETS["upturn"] - 2, "35 tiles on one sheet instead of three"
    out.unlink()
    for text in ("[numbers\n", "[numbers]\nplain = [1]\nfruit = [2]\n"):
        mine.write_text(text)
        refused = igroteka(*words, CHROMIUM=chromium(), HOME=str(tmp_path), PATH="/usr/bin:/bin")
        assert refused.returncode == 2
        assert "Traceback" not in refused.stdout + refused.stderr
        assert not out.exists()


def test_without_a_browser_it_says_what_to_do(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    done = igroteka("print", "upturn", "--out", str(out), "--lang", "en", PATH="", HOME=str(tmp_path))
    assert done.returncode == 2
    assert "Chromium" in done.stdout + done.stderr
    assert not out.exists()


def test_what_is_no_file_is_left_alone(tmp_path: Path) -> None:
    """By root a device was taken away, and a file put in its place."""
    out = tmp_path / "device"
    os.mkfifo(out)
    words = ("print", "upturn", "--out", str(out), "--lang", "en")
    done = igroteka(*words, CHROMIUM=chromium(), HOME=str(tmp_path), PATH="/usr/bin:/bin")
    assert done.returncode == 2
    assert "cannot be written" in done.stderr
    assert out.is_fifo()


def test_half_a_pdf_is_none_and_an_older_one_stays(tmp_path: Path) -> None:
    """So does a browser end whose disk is full, without a complaint that its exit status would tell of."""
    out, browser = tmp_path / "cards.pdf", tmp_path / "browser"
    out.write_text("the older one")
    browser.write_text(
        '#!/bin/sh\nfor word; do case $word in --print-to-pdf=*) echo %PDF > "${word#*=}";; esac; done\n'
        "echo No space left >&2\n"
    )
    browser.chmod(0o700)
    words = ("print", "upturn", "--out", str(out), "--lang", "en")
    done = igroteka(*words, CHROMIUM=str(browser), HOME=str(tmp_path), PATH="/usr/bin:/bin")
    assert (done.returncode, "No space left" in done.stderr) == (2, True), done.stderr
    assert out.read_text() == "the older one"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["browser", "cards.pdf"]
