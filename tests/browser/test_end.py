"""The end of a game: the last move is looked at, then the winner dances under confetti on every screen."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from browser import moments
from browser.hearing import hearing
from browser.player import LARGE, PHONE, SMALL, TABLET, Person, expect
from browser.test_screen import stop
from browser.test_whole_games import opened
from igroteka.games.etazhiki.moves import Floor
from igroteka.table import Match
from server.client import come
from server.serving import Server

WON, LOST, STAR, TILE = [523, 659, 784, 1047], [523, 494, 440], [784, 988, 1175], [190]
WATCH = """() => {
  const lasts = (query) => document.getAnimations()
    .filter((one) => one.effect.target.closest(query))
    .map((one) => one.effect.getComputedTiming().endTime);
  window.__lasts = Object.fromEntries(MOVING.map((query) => [query, []]));
  const look = () => {
    const now = performance.now();
    if (/OVER/.test(document.querySelector('[data-testid=prompt]')?.textContent)) window.__told ??= now;
    if (document.querySelector('.end .hero')) window.__end ??= now;
    for (const [query, seen] of Object.entries(window.__lasts)) {
      const found = lasts(query);
      if (found.length > seen.length) window.__lasts[query] = found;
    }
    if (!(now > window.__end + 3000)) requestAnimationFrame(look);
  };
  look();
}""".replace("OVER", "Игра окончена").replace("MOVING", "['.confetti', '.winner .face']")
"""When the game was over, when its end was shown, and how long what moves there does so, delays included."""
HOLD, LONGEST = 1500, 6000


def last_floor(match: Match) -> str | None:
    """A floor of the first seat with which it wins the game."""
    if match.game.turn(match.state) != 0:
        return None
    for offer in match.legal(0):
        if isinstance(offer, Floor) and match.game.outcome(match.after(match.decide(0, offer))):
            return offer.card
    return None


@pytest.fixture(scope="module")
def won(server: Server) -> tuple[str, int, str]:
    return moments.find(server, "etazhiki", last_floor, starter=0, variant="beginner")


@pytest.fixture(scope="module")
def ended(
    server: Server, browser: Browser, won: tuple[str, int, str], request: pytest.FixtureRequest
) -> Iterator[tuple[Person, Person]]:
    """Whoever has just laid the last card, and whoever has lost, with their ends before them."""
    old, row, card = won
    table = moments.again(server, old, row)
    ann, bob = (
        hearing(Person(browser, server.url, size, "ru", still=request.param)) for size in (PHONE, TABLET)
    )
    ann.come_to(table).page.locator(".button.main.start").wait_for()
    bob.come_to(table).page.locator("footer").wait_for()
    ann.start()
    bob.page.get_by_test_id("prompt").wait_for()
    for person in (ann, bob):
        person.page.evaluate("window.__tones.length = 0")
        person.page.evaluate(WATCH)
    ann.page.get_by_role("toolbar").get_by_role("button", name=f"этаж {card[1:]}, подходит").first.tap()
    pile = ann.page.locator("[data-pile].target:not(:has(.ghost))")
    if pile.count() == 2:
        pile.first.tap()
    ann.page.get_by_role("button", name="Готово").tap()
    for person in (ann, bob):
        person.page.locator(".end .hero").wait_for()
    yield ann, bob
    for person in (ann, bob):
        person.close()


moving = pytest.mark.parametrize("ended", [False], indirect=True, ids=["moving"])
still = pytest.mark.parametrize("ended", [True], indirect=True, ids=["still"])


@moving
def test_the_last_move_is_looked_at_before_the_end(ended: tuple[Person, Person]) -> None:
    for person in ended:
        held = person.page.evaluate("window.__end - window.__told")
        assert HOLD <= held <= LONGEST


@moving
def test_keys_go_on_where_the_end_begins(ended: tuple[Person, Person]) -> None:
    """What was pressed last is gone with the table: without this they would begin at the top of nowhere."""
    for person in ended:
        expect(person.page.locator(".end h1")).to_be_focused()
        assert person.page.locator(".end h1").evaluate("it => getComputedStyle(it).outlineStyle") == "none"


@moving
def test_the_winner_dances_for_three_seconds_under_confetti_on_every_screen(
    ended: tuple[Person, Person],
) -> None:
    for person in ended:
        lengths = {query: lasts(person.page, query) for query in (".confetti", ".winner .face")}
        assert len(lengths[".confetti"]) >= 30
        assert 2900 <= max(lengths[".confetti"]) <= 3000
        assert lengths[".winner .face"] == [3000]
        crossed = person.page.locator(".confetti").evaluate("(one) => getComputedStyle(one).pointerEvents")
        assert crossed == "none", "nothing is in the way of a finger"


def lasts(page: Page, query: str) -> list[float]:
    """Milliseconds until each animation that was seen in there is over, delay included."""
    page.wait_for_function("() => performance.now() > window.__end + 1000")  # every one has begun by then
    found: list[float] = page.evaluate("(query) => window.__lasts[query]", query)
    return found


@moving
def test_the_winner_hears_a_star_and_a_fanfare_and_the_other_how_it_ends(
    ended: tuple[Person, Person],
) -> None:
    ann, bob = ended
    for person, last in ((ann, WON), (bob, LOST)):
        person.page.wait_for_function("(last) => `${window.__tones}`.endsWith(`,${last}`)", arg=last)
        heard = person.page.evaluate("window.__tones")
        assert TILE[0] in heard
        assert in_order(STAR, heard)


def in_order(tones: list[int], heard: list[int]) -> bool:
    return any(heard[at : at + len(tones)] == tones for at in range(len(heard)))


@moving
def test_the_end_of_the_youngest_needs_no_reading_and_shows_how_close_it_was(
    ended: tuple[Person, Person],
) -> None:
    """Faces, stars and signs; the words are there for whoever listens."""
    for person in ended:
        page = person.page
        words: list[str] = page.evaluate(READABLE)
        assert words == []
        assert page.get_by_role("heading", level=1).inner_text()
        for stars in page.locator(".series .won").all():
            assert stars.get_attribute("aria-label")
        expect(page.locator(".series .won")).to_have_count(2)
    expect(ended[0].page.get_by_role("button", name="Ещё раз")).to_be_visible()


READABLE = """() => [...document.querySelectorAll('.end main *, .end footer *')]
  .filter((one) => one.children.length === 0 && one.textContent.trim() && !one.closest('svg'))
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 1 && !one.closest('.unseen'))
  .map((one) => one.textContent.trim())"""
"""Words that can be seen."""


@still
def test_where_nothing_is_to_move_nothing_dances_or_falls(ended: tuple[Person, Person]) -> None:
    for person in ended:
        assert person.page.locator(".confetti").count() == 0
        assert not lasts(person.page, ".winner .face")


def test_a_notice_that_goes_moves_nothing_from_under_the_finger(
    server: Server, browser: Browser, won: tuple[str, int, str]
) -> None:
    """It goes when the finger comes down: whatever it stands on has to be there still when it is lifted."""
    person = Person(browser, server.url, SMALL, "ru").open(f"/t/{won[0]}")
    page = person.page
    page.get_by_role("button", name="Смотреть").click()
    page.route("**/record", lambda route: route.abort())
    page.get_by_role("button", name="Скачать запись").click()
    expect(page.locator(".notice p")).to_be_visible()
    page.unroute("**/record")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.get_by_role("button", name="Проверить раздачу").click()
    expect(page.get_by_role("dialog").get_by_role("status")).to_be_visible()
    expect(page.locator(".notice p")).to_have_count(0)
    person.close()


def test_what_is_looked_at_after_the_end_begins_at_its_top(server: Server, browser: Browser) -> None:
    person = Person(browser, server.url, SMALL, "ru").come_to(opened(server, "upturn", 2, [1])).start()
    page = person.page
    stop(page)
    page.locator(".end .hero").wait_for()
    page.get_by_role("button", name="Места и настройки").click()
    expect(page.get_by_role("button", name="Начать игру")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    person.close()


def test_who_would_begin_once_more_sees_who_has_gone_meanwhile(server: Server, browser: Browser) -> None:
    """The next game began, and waited for somebody whose face was as bright as ever."""
    table = opened(server, "upturn", 2, [])
    person = Person(browser, server.url, PHONE, "ru").come_to(table)
    person.page.locator(".button.main.start").wait_for()
    with come(server, table, "Аня"):
        person.start()
        stop(person.page)
        series = person.page.locator(".end .series")
        expect(series).to_contain_text("Аня")
        expect(series.locator(".away")).to_have_count(0)
    expect(series.locator(".away")).to_have_count(1)
    expect(series).to_contain_text("Аня, нет на связи")
    person.close()


@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
def test_no_word_of_how_it_ended_is_broken_on_the_narrowest_phone(
    server: Server, browser: Browser, large: bool
) -> None:
    """A word that has no room beside the flag goes below it, whatever letters this device has."""
    person = Person(browser, server.url, SMALL, "ru")
    person.context.add_init_script(LARGE if large else "")
    person.come_to(opened(server, "upturn", 2, [1])).start()
    page = person.page
    page.get_by_role("button", name="Меню", exact=True).click()
    for _ in range(2):  # asked once more
        page.get_by_role("button", name="Остановить игру").click()
    title = page.get_by_role("heading", name="Без победителя")
    for spacing in ("0", "0.06em"):
        page.add_style_tag(content=f"h1 {{ letter-spacing: {spacing}; }}")
        assert title.evaluate(LINES_OF_WORDS) == [1, 1]
    person.close()


LINES_OF_WORDS = """title => [...title.firstChild.data.matchAll(/\\S+/g)].map((word) => {
  const range = document.createRange();
  range.setStart(title.firstChild, word.index);
  range.setEnd(title.firstChild, word.index + word[0].length);
  return range.getClientRects().length;
})"""
