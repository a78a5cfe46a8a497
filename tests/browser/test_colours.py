"""Rings and chips stand out from what is behind them, and the sides are told apart by every eye.

Everything is read from the page as Chromium has drawn it: no colour is written down here.
"""

from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from browser.colours import BLINDNESS, RGB, apart, contrast, difference, lightness
from browser.player import DESKTOP, FITTING, Person, expect
from browser.test_whole_games import opened
from server.serving import Server

ENOUGH = 3.0
"""WCAG 2.2, 1.4.11: what is no text but has to be seen."""
TELLS = 20.0
"""CIEDE2000: far beyond what is noticed at a glance (10)."""

READ = """
const pixel = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const rgba = (colour) => {
  pixel.clearRect(0, 0, 1, 1);
  pixel.fillStyle = colour;
  pixel.fillRect(0, 0, 1, 1);
  return [...pixel.getImageData(0, 0, 1, 1).data];
};
const over = (top, below) =>
  [0, 1, 2].map((at) => (top[at] * top[3] + below[at] * (255 - top[3])) / 255);
const behind = (node) => {
  const layers = [];
  for (let one = node; one; one = one.parentElement) {
    const colour = rgba(getComputedStyle(one).backgroundColor);
    if (colour[3]) layers.push(colour);
    if (colour[3] === 255) break;
  }
  return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
};
const seen = (node) => node.checkVisibility({opacityProperty: true, visibilityProperty: true});
"""
RINGS = (
    "() => {"
    + READ
    + """
  const found = [];
  for (const node of document.querySelectorAll('body *')) {
    if (!(node instanceof HTMLElement) || !seen(node) || node.closest('.unseen')) continue;
    for (const pseudo of [null, '::before', '::after']) {
      const style = getComputedStyle(node, pseudo);
      if (pseudo && style.content === 'none') continue;
      const tones = {inner: [], outer: []};
      for (const shadow of style.boxShadow === 'none' ? [] : style.boxShadow.split(/,(?![^(]*\\))/)) {
        const [x, y, blur, spread] = shadow.match(/-?[\\d.]+px/g).map(parseFloat);
        const colour = rgba(shadow.replace(/-?[\\d.]+px/g, '').replace('inset', '').trim());
        if (x || y || blur || spread < 1.5 || !colour[3]) continue;
        tones[shadow.includes('inset') ? 'inner' : 'outer'].push(colour);
      }
      const outlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1.5;
      if (outlined) tones.outer.push(rgba(style.outlineColor));
      for (const [where, colours] of Object.entries(tones)) {
        if (!colours.length) continue;
        const ground = behind(where === 'inner' ? node : node.parentElement);
        const classes = [...node.classList].filter((one) => !/^s(velte)?-/.test(one)).join('.');
        const name = `${classes || node.tagName}${pseudo ?? ''} ${where}`;
        found.push({name, ground, tones: colours.map((one) => over(one, ground))});
      }
    }
  }
  return found;
}"""
)
CHIPS = (
    "() => {"
    + READ
    + """
  return [...document.querySelectorAll('svg[data-colour]')].filter(seen).map((chip) => {
    const paint = (part, of) => over(rgba(getComputedStyle(chip.querySelector(`.${part}`))[of]), ground);
    const ground = behind(chip.parentElement);
    const shape = chip.querySelector('.shape');
    return {
      colour: chip.dataset.colour, ground, drawn: shape.getAttribute('d'), shape: paint('shape', 'fill'),
      body: paint('body', 'fill'), edges: [paint('body', 'stroke'), paint('edge', 'stroke')],
    };
  });
}"""
)


def faint_rings(page: Page) -> dict[str, str]:
    """Rings of which no tone stands out from what they lie on."""
    faint = {}
    for ring in page.evaluate(RINGS):
        best = max(contrast(tuple(tone), tuple(ring["ground"])) for tone in ring["tones"])
        if best < ENOUGH:
            faint[ring["name"]] = f"{best:.2f} of {ring['tones']} on {ring['ground']}"
    return faint


def rings(page: Page) -> set[str]:
    return {ring["name"] for ring in page.evaluate(RINGS)}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_ring_stands_out_from_what_is_behind_it(server: Server, browser: Browser, dark: bool) -> None:
    """Whoever acts, what is picked, where it may go, the last move, what the log points at, the focus."""
    person = Person(browser, server.url, DESKTOP, "ru", dark, touch=False).open()
    page, faint, found = person.page, {}, set()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    faint["focus"] = faint_rings(page)
    found |= rings(page)
    for game in ("upturn", "etazhiki", "sequence"):
        person.come_to(opened(server, game, 2, [1], **({"starter": 0} if game != "sequence" else {})))
        page.get_by_role("button", name="Пересадить").click()
        page.locator(".tap").first.click()
        faint[f"{game}: swapping"] = faint_rings(page)
        page.get_by_role("button", name="Пересадить").click()
        person.start()
        played = 0
        marked = page.locator("[role=gridcell].last")
        while (played < 3 or (game == "sequence" and not marked.count())) and not person.is_over():
            played += person.act()
            page.wait_for_timeout(30)
            faint[f"{game}: {played} steps"] = faint_rings(page)
            found |= rings(page)
        _pick(person)
        if page.locator(".lines button").count():
            page.locator(".lines button").first.click()
        faint[f"{game}: picked"] = faint_rings(page)
        found |= rings(page)
    assert not {screen: wrong for screen, wrong in faint.items() if wrong}
    assert any(name.startswith("acting") for name in found), found
    assert any("target" in name for name in found), found
    assert any("last" in name for name in found), found
    assert len(found) >= 6, found
    person.close()


def _pick(person: Person) -> None:
    """A card of the hand is picked and nothing is sent."""
    fits = person.page.locator(", ".join(FITTING))
    while not fits.count() and not person.is_over():
        person.act()
        person.page.wait_for_timeout(30)
    if fits.count():
        fits.first.click()
        person.page.wait_for_timeout(100)


@pytest.fixture(scope="module", params=[False, True], ids=["light", "dark"])
def chips(request: pytest.FixtureRequest, server: Server, browser: Browser) -> list[dict[str, Any]]:
    """Chips as they lie on the board, beside the names, in the column and in the lobby."""
    person = Person(browser, server.url, DESKTOP, "ru", request.param)
    person.come_to(opened(server, "sequence", 3, [1, 2], draw="automatic"))
    person.page.locator(".button.main.start").wait_for()
    found: list[dict[str, Any]] = person.page.evaluate(CHIPS)
    person.start()
    covered = person.page.locator("[role=gridcell].covered")
    while covered.count() < 6 and not person.is_over():
        person.act()
        person.page.wait_for_timeout(30)
    expect(covered.first).to_be_visible()
    found += person.page.evaluate(CHIPS)
    person.close()
    assert {chip["colour"] for chip in found} == {"blue", "green", "red"}
    return found


def test_every_chip_stands_out_and_so_does_the_shape_on_it(chips: list[dict[str, Any]]) -> None:
    faint = set()
    for chip in chips:
        ground = tuple(chip["ground"])
        edge = max(contrast(tuple(tone), ground) for tone in (chip["body"], *chip["edges"]))
        shape = contrast(tuple(chip["shape"]), tuple(chip["body"]))
        if min(edge, shape) < ENOUGH:
            faint.add(f"{chip['colour']} on {ground}: edge {edge:.2f}, shape {shape:.2f}")
    assert not faint


@pytest.mark.parametrize("blindness", [None, *BLINDNESS])
def test_the_sides_are_told_apart_by_every_eye(chips: list[dict[str, Any]], blindness: str | None) -> None:
    """By their colours under each colour-blindness, by lightness without any colour, and by shape."""
    bodies: dict[str, RGB] = {chip["colour"]: tuple(chip["body"]) for chip in chips}
    for one, other in combinations(bodies, 2):
        told = difference(bodies[one], bodies[other], blindness)
        assert told >= TELLS, f"{one} and {other}: {told:.1f}"
        assert abs(lightness(bodies[one]) - lightness(bodies[other])) >= 10, (one, other)
    shapes = {chip["colour"]: chip["drawn"] for chip in chips}
    assert len(set(shapes.values())) == len(shapes), "a shape of its own for every side"


def test_the_measure_itself() -> None:
    """Against published figures: WCAG's black on white, and pairs of Sharma's data for CIEDE2000."""
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    assert difference((255, 0, 0), (255, 0, 0)) == 0
    assert difference((255, 255, 255), (0, 0, 0)) == pytest.approx(100, abs=0.01)
    assert apart((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert apart((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)
    assert apart((50, 2.5, 0), (58, 24, 15)) == pytest.approx(19.4535, abs=1e-4)
    assert difference((255, 0, 0), (0, 128, 0), "deuteranopia") < difference((255, 0, 0), (0, 128, 0))
