"""Real-time interception between two browsers: who arrives first is served, the other is told kindly."""

import pytest
from playwright.sync_api import Browser, WebSocketRoute

from browser import moments
from browser.player import LARGE, PHONE, SMALL, Person, expect
from igroteka.games import etazhiki
from igroteka.games.etazhiki.moves import Floor, Intercept
from igroteka.table import Match
from server.serving import Server


class Delay:
    """Lies between a page and the server and can hold back what the server tells."""

    def __init__(self) -> None:
        self.holds = False
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []

    def route(self, page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()
        page_side.on_message(server_side.send)

        def tell(message: str | bytes) -> None:
            if self.holds:
                self._held.append((page_side, message))
            else:
                page_side.send(message)

        server_side.on_message(tell)

    def let_go(self) -> None:
        self.holds = False
        for side, message in self._held:
            side.send(message)
        self._held.clear()


def a_moment(match: Match) -> tuple[int, str] | None:
    """The seat off turn may intercept and go on; that on turn may lay a floor after which it may not."""
    turn = etazhiki.turn(match.state)
    hand = () if turn is None else match.view(1 - turn).hand or ()
    if turn is None or len(hand) < 3:
        return None
    nights = [
        card
        for offer in match.legal(1 - turn)
        if isinstance(offer, Intercept)
        for card in hand
        if card == offer.card
    ]
    for floor in [offer for offer in match.legal(turn) if isinstance(offer, Floor)]:
        state = match.after(match.decide(turn, floor))
        gone = not any(isinstance(offer, Intercept) for offer in etazhiki.legal(state, 1 - turn))
        if len(nights) == 1 and gone and etazhiki.turn(state) == turn:
            return turn, floor.card
    return None


@pytest.mark.parametrize("first", ["interceptor", "mover"])
def test_the_first_to_arrive_is_served_and_the_other_is_told_kindly(
    server: Server, browser: Browser, first: str
) -> None:
    old, row, (turn, floor) = moments.find(server, "etazhiki", a_moment, starter=0)
    table = moments.again(server, old, row)
    people, delays = [], [Delay(), Delay()]
    for delay in delays:
        person = Person(browser, server.url, PHONE, "ru")
        person.page.route_web_socket("**/ws/*", delay.route)
        people.append(person.come_to(table))
    people[0].start()
    mover, other = people[turn], people[1 - turn]
    glowing = other.page.locator(".hand .card.glow")
    expect(glowing).to_have_count(1)
    late, held = (mover, delays[turn]) if first == "interceptor" else (other, delays[1 - turn])
    held.holds = True
    if first == "interceptor":
        glowing.click()
        expect(other.page.locator(".prompt.mine, [data-tone=mine]").first).to_be_visible()
        _lay(mover, floor)
    else:
        _lay(mover, floor)
        mover.page.wait_for_timeout(300)
        glowing.click()
    held.let_go()
    expect(late.page.get_by_text("Поздно", exact=False).first).to_be_visible()
    for person in people:
        person.close()


def _lay(person: Person, card: str) -> None:
    """Tap the floor, and Готово where a phone asks for it."""
    name = f"{'ночной этаж' if card[0] == 'N' else 'этаж'} {card[1]}, подходит"
    person.page.get_by_role("button", name=name, exact=True).first.click()
    done = person.page.get_by_role("button", name="Готово")
    if done.count():
        done.first.click()


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
def test_with_text_twice_as_large_what_is_called_out_is_whole(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """Face and word of an interception were beyond both edges."""
    person = Person(browser, server.url, size, "ru", still=False)
    person.context.add_init_script(LARGE)
    with moments.standing(server, person, "etazhiki", one_to_intercept):
        person.page.evaluate(SHOUTED)
        person.page.locator(".row .action.main").click()
        person.page.wait_for_function("() => window.__shouted")
        for left, right in person.page.evaluate("window.__shouted"):
            assert 0 <= left < right <= size[0]
    person.close()


def one_to_intercept(match: Match) -> bool:
    """The first seat, off turn, holds a night floor that fits, and more."""
    cards = [one for one in match.legal(0) if isinstance(one, Intercept)]
    return match.game.turn(match.state) == 1 and len(cards) == 1 and len(match.view(0).hand or ()) > 2


SHOUTED = """() => {
  const look = () => {
    const word = document.querySelector('.shout.intercepted strong');
    if (!word) return requestAnimationFrame(look);
    Promise.all(document.querySelector('.shout').getAnimations().map((one) => one.finished)).then(() => {
      const all = document.createRange();
      all.selectNodeContents(word);
      const shown = [word.parentElement, document.querySelector('.shout .face'), all];
      window.__shouted = shown.map((one) => one.getBoundingClientRect()).map((box) => [box.left, box.right]);
    });
  };
  look();
}"""
