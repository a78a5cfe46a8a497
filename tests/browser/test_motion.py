"""With everything moving, as most people see it: nothing on the table jumps while chips come and go."""

import pytest
from playwright.sync_api import Browser

from browser.player import PHONE, SMALL, Person
from browser.test_whole_games import opened
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
