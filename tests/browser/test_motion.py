"""With everything moving, as most people see it: nothing on the table jumps while chips come and go."""

import pytest
from playwright.sync_api import Browser

from browser.player import LARGE, PHONE, SMALL, Person
from browser.test_whole_games import opened
from server.client import come
from server.serving import Server

MOVES = 12
WATCH = """
window.__jumps = new Set();
const boxes = new Map();
const look = () => {
  for (const node of document.querySelectorAll('.prompt, .actions, .board, [role=gridcell]')) {
    const { top, height } = node.getBoundingClientRect();
    const box = `${Math.round(top)} ${Math.round(height)}`;
    const was = boxes.get(node);
    if (was && was !== box) window.__jumps.add(`${node.dataset.cell ?? node.className}: ${was} -> ${box}`);
    boxes.set(node, box);
  }
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=lambda size: f"{size[0]}")
def test_nothing_jumps_while_a_game_of_sequence_is_played(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    person = Person(browser, server.url, size, "ru", still=False)
    person.come_to(opened(server, "sequence", 3, [1, 2], draw="automatic")).start()
    page = person.page
    page.locator("[data-hand] [data-card]").first.wait_for()
    page.wait_for_timeout(300)
    page.evaluate(WATCH)
    moves = 0
    for _ in range(600):
        moves += person.act()
        page.wait_for_timeout(30)
        if moves >= MOVES or person.is_over():
            break
    assert moves >= MOVES
    assert not page.evaluate("[...window.__jumps]")
    person.close()


SCENE = """() => {
  const look = () => {
    const words = document.querySelector('[data-scene=lost] p');
    if (!words) return requestAnimationFrame(look);
    const [said, within] = [words, words.parentElement].map((one) => one.getBoundingClientRect());
    window.__scene = [said.top - within.top, within.bottom - said.bottom];
  };
  look();
}"""


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
def test_with_text_twice_as_large_a_card_that_runs_away_is_told_whole(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """The end of the sentence was below the board."""
    table = opened(server, "sequence", 2, [])
    with come(server, table, "Константин-Александр") as first, come(server, table, "Боря") as second:
        first.done("start")
        look = Person(browser, server.url, size, "ru", still=False)
        look.context.add_init_script(LARGE)
        look.open(f"/t/{table}").page.get_by_role("button", name="Посмотреть").click()
        look.page.get_by_test_id("prompt").wait_for()
        look.page.evaluate(SCENE)
        for _ in range(3):  # whoever has begun has taken no card when it is their turn again
            for place in (first, second):
                place.until(lambda place=place: bool(place.told))  # type: ignore[misc]
            mover = next(one for one in (first, second) if one.view["turn"] == one.seat)
            other = second if mover is first else first
            placing = next(one for one in mover.legal if one["kind"] == "place")
            number = mover.ask(placing)["number"]
            other.until(lambda other=other, number=number: other.number >= number)  # type: ignore[misc]
        look.page.wait_for_function("() => window.__scene")
        above, below = look.page.evaluate("window.__scene")
        assert min(above, below) >= 0
        look.close()
