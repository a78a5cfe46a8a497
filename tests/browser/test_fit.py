"""Small hands, small screens, large letters: what is pressed is large enough, nothing is cut or jumps."""

from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page

from browser import moments
from browser.moments import CHOICE, floors, offers, untouched
from browser.player import DESKTOP, LARGE, PHONE, SIDEWAYS, SMALL, TABLET, Person, expect
from browser.test_moves import HELD
from browser.test_whole_games import opened
from igroteka.games.etazhiki.moves import Intercept
from igroteka.games.sequence.moves import Draw
from igroteka.games.upturn.moves import Give, Tuck
from igroteka.table import Match
from server.client import come
from server.serving import Server


def sizes(page: Page, query: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.locator(query).evaluate_all(
        "nodes => nodes.filter((one) => one.checkVisibility()).map((one) => {"
        "const {width, height} = one.getBoundingClientRect(); return {width, height, name: one.innerText}; })"
    )
    return found


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["390", "320"])
def test_the_youngest_are_told_in_pictures_and_press_64_px(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """No word is on the prompt or the buttons, and all of them are there for whoever listens."""
    person = Person(browser, server.url, size, "ru")
    with moments.standing(server, person, "etazhiki", untouched, variant="beginner"):
        page, prompt = person.page, person.page.get_by_test_id("prompt")
        pressed = sizes(page, "[role=toolbar] button, .actions button, .board button:not([disabled])")
        assert [one for one in pressed if min(one["width"], one["height"]) < 63.5] == []
        assert len(pressed) >= 6
        words = prompt.locator(".words")
        expect(words).to_contain_text("Твой ход")
        expect(page.get_by_role("button", name="Пас и ещё 2 карты")).to_be_visible()
        for said in (words, page.locator(".action > :not(.signs)")):
            assert all(one["width"] <= 1 for one in sizes_of(said)), "words are for listeners only"
        before = page.locator(HELD["etazhiki"]).count()
        drawn = prompt.locator(".signs > .part").count()
        assert drawn >= 2
        card = page.locator(".hand .card:has(.tick)").first
        card.tap()
        pile = page.locator("[data-pile].target:not(:has(.ghost))")
        if pile.count() == 2:
            pile.first.tap()
        assert prompt.locator(".signs > .part").count() == 2, "the card and where it goes"
        page.get_by_role("button", name="Готово").tap()
        expect(page.locator(HELD["etazhiki"])).to_have_count(before - 1)
        expect(page.locator("[aria-live=polite]")).to_contain_text("Ты кладёшь этаж")
    person.close()


def sizes_of(found: Locator) -> list[dict[str, float]]:
    boxes: list[dict[str, float]] = found.evaluate_all(
        "nodes => nodes.map((one) => one.getBoundingClientRect().toJSON())"
    )
    return boxes


def test_prompt_and_buttons_keep_their_height_and_hands_are_never_under_48_px(
    server: Server, browser: Browser
) -> None:
    """A game of UpTurn at 320 px in which the rack fills up, then one of Etazhiki to its end."""
    person = Person(browser, server.url, SMALL, "ru")
    heights: dict[str, set[int]] = {}
    narrow: list[float] = []

    def look() -> None:
        for query in ("[data-testid=prompt]", ".actions .row"):
            heights.setdefault(query, set()).update(round(one["height"]) for one in sizes(person.page, query))
        narrow.extend(
            one["width"] for one in sizes(person.page, "[role=toolbar] button") if one["width"] < 47.9
        )

    def many(match: Match) -> bool:
        return match.game.turn(match.state) == 0 and len(match.view(0).rack) >= 20

    with moments.standing(server, person, "upturn", many, first=moments.take_only):
        look()
        assert person.page.locator(".rack .tile").count() >= 20
    person.come_to(opened(server, "etazhiki", 3, [1, 2])).start()
    while not person.is_over():
        person.act()
        person.page.wait_for_timeout(20)
        if not person.is_over():
            look()
    assert {query: len(found) for query, found in heights.items()} == {
        "[data-testid=prompt]": 1,
        ".actions .row": 1,
    }
    assert not narrow
    person.close()


def owed(match: Match) -> bool:
    """The first seat has played, may take its card, and others go on."""
    return match.game.turn(match.state) != 0 and any(isinstance(one, Draw) for one in match.legal(0))


@pytest.mark.parametrize("size", [SMALL, (360, 640), (375, 667)], ids=str)
@pytest.mark.parametrize("seats", [2, 3])
def test_all_cards_of_sequence_are_48_px_and_the_board_keeps_its_room(
    server: Server, browser: Browser, seats: int, size: tuple[int, int]
) -> None:
    """Seven stand in two rows on the narrowest phone; the place of a card that is owed is one of them."""
    person = Person(browser, server.url, size, "ru")
    with moments.standing(server, person, "sequence", owed, seats=seats):
        page = person.page
        held = sizes(page, "[data-hand] button")
        assert len(held) == {2: 7, 3: 6}[seats]
        assert [one for one in held if min(one["width"], one["height"]) < 47.5] == []
        assert min(min(one["width"], one["height"]) for one in sizes(page, "[data-cell]")) >= 24
        fit = "one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight"
        assert page.locator("main").evaluate(fit)
        before = page.locator("[data-cell]").first.bounding_box()
        page.locator("[data-hand] .empty").tap()
        expect(page.locator("[data-hand] .held")).to_have_count(len(held))
        assert page.locator("[data-cell]").first.bounding_box() == before, "the board stays where it is"
        page.set_viewport_size(
            {"width": 260, "height": 563}
        )  # a phone whose pages are shown half as large again
        assert page.locator("[data-hand] .held").evaluate_all(PAST_THE_EDGE) == 0
    person.close()


PAST_THE_EDGE = """all => all.map((one) => one.getBoundingClientRect())
  .filter((box) => box.left < 0 || box.right > innerWidth).length"""
CUT = """() => {
  const wide = (one) => one.getBoundingClientRect().width > 1;
  const seen = (one) => one.classList?.contains('table') || (wide(one) && seen(one.parentNode));
  return [...document.querySelectorAll('.table button, .table svg, .table span, .table strong')]
    .filter((one) => one.checkVisibility() && seen(one))
    .map((one) => [one.className.baseVal ?? one.className, one.getBoundingClientRect()])
    .filter(([, box]) => box.left < -1 || box.right > innerWidth + 1)
    .map(([name, box]) => `${name}: ${Math.round(box.left)} to ${Math.round(box.right)}`);
}"""


@pytest.mark.parametrize("moment", ["upturn", "upturn-tuck", "upturn-give", "etazhiki", "etazhiki-beginner"])
def test_with_text_twice_as_large_nothing_on_the_table_is_cut_at_its_sides(
    server: Server, browser: Browser, moment: str
) -> None:
    game, _, what = moment.partition("-")
    is_it = {"tuck": offers(Tuck), "give": offers(Give)}.get(what, CHOICE[game])
    options = {"variant": "beginner"} if what == "beginner" else {}
    person = Person(browser, server.url, SMALL, "ru")
    person.context.add_init_script(
        "addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '200%')"
    )
    with moments.standing(server, person, game, is_it, seats=3, **options):
        assert person.page.locator(".table svg").count() >= 2
        assert person.page.evaluate(CUT) == []
    person.close()


@pytest.mark.parametrize("variant", ["full", "beginner"])
def test_with_text_twice_as_large_deck_and_sum_are_in_sight(
    server: Server, browser: Browser, variant: str
) -> None:
    """What is asked for and what may be taken need no scrolling within the table."""
    person = Person(browser, server.url, PHONE, "ru")
    person.context.add_init_script(
        "addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '200%')"
    )
    with moments.standing(server, person, "etazhiki", floors, variant=variant):
        board = person.page.locator("[data-drop]").bounding_box()
        shown = [".back", ".place"] if variant == "beginner" else [".back", ".place", ".chip.floor", ".eye"]
        boxes = {query: person.page.locator(f"[data-drop] {query}").last.bounding_box() for query in shown}
        assert board
        for query, box in boxes.items():
            assert box, query
            assert box["y"] + box["height"] <= board["y"] + board["height"] + 1, query
            assert -1 <= box["x"] <= box["x"] + box["width"] <= PHONE[0] + 1, query
    person.close()


def two_to_intercept(match: Match) -> bool:
    """The first seat, off turn, holds two night floors that fit."""
    cards = {one.card for one in match.legal(0) if isinstance(one, Intercept)}
    return match.game.turn(match.state) == 1 and len(cards) >= 2


def a_few_cards(match: Match) -> bool:
    """Somebody holds two to four: in Russian the longer word."""
    sizes = match.view(0).hand_sizes
    return any(2 <= size <= 4 for size in sizes[1:])


def test_counts_beside_the_last_card_are_whole(server: Server, browser: Browser) -> None:
    person = Person(browser, server.url, PHONE, "ru")
    with moments.standing(server, person, "sequence", a_few_cards, seats=3):
        counts = person.page.locator(".seats .count")
        assert any(said.endswith("карты") for said in counts.all_inner_texts())
        cut = counts.evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth).length")
        assert cut == 0, counts.all_inner_texts()
    person.close()


def odd_is_open(match: Match) -> bool:
    """Five answers stand in the strip."""
    view = match.view(0)
    return view.turn == 0 and view.ball == "ODD" and int(view.floors[0][1:]) % 2 == 0


def test_the_strip_with_the_sum_holds_all_its_answers(server: Server, browser: Browser) -> None:
    person = Person(browser, server.url, SIDEWAYS, "ru")
    with moments.standing(server, person, "etazhiki", odd_is_open):
        for width, height in (SIDEWAYS, PHONE, SMALL, TABLET, DESKTOP):
            person.page.set_viewport_size({"width": width, "height": height})
            person.page.wait_for_timeout(100)
            assert person.page.locator(".sum .chip").count() == 6
            beyond = person.page.locator(".sum .sum").evaluate(BEYOND)
            assert beyond == [], f"{width} × {height}"
        for (width, height), text in ((SMALL, 130), (PHONE, 150), (PHONE, 160)):
            person.page.set_viewport_size({"width": width, "height": height})
            person.page.evaluate("size => (document.documentElement.style.fontSize = size)", f"{text}%")
            person.page.wait_for_timeout(100)
            beyond = person.page.locator(".sum .sum").evaluate(BEYOND)
            assert beyond == [], f"{width} × {height}, text of {text} %"
    person.close()


def test_the_strip_with_the_sum_is_whole_on_a_big_screen_too(server: Server, browser: Browser) -> None:
    """Its end was beyond the edge of the table on a tablet and on a small laptop."""
    person = Person(browser, server.url, PHONE, "ru")
    with moments.standing(server, person, "etazhiki", odd_is_open):
        screen = Person(browser, server.url, DESKTOP, "ru").open(f"/t/{person.table}/screen")
        strip = screen.page.locator(".sum .sum")
        for width, height in (DESKTOP, (1024, 768), (1366, 768), (1920, 1080)):
            screen.page.set_viewport_size({"width": width, "height": height})
            screen.page.wait_for_timeout(100)
            assert strip.evaluate(BEYOND) == [], f"{width} × {height}"
            within = (
                "one => [one, one.closest('[data-drop]')].map((box) => box.getBoundingClientRect().right)"
            )
            end, edge = strip.evaluate(within)
            assert end <= edge, f"{width} × {height}"
        screen.close()
    person.close()


BEYOND = """strip => [...strip.children].filter((one) => {
  const [inside, around] = [one.getBoundingClientRect(), strip.getBoundingClientRect()];
  return inside.left < around.left - 1 || inside.right > around.right + 1;
}).map((one) => one.className)"""


def test_two_cards_that_may_intercept_have_room_beside_a_big_screen_and_sideways(
    server: Server, browser: Browser
) -> None:
    person = Person(browser, server.url, PHONE, "ru")
    with moments.standing(server, person, "etazhiki", two_to_intercept):
        page, fits = person.page, "one => one.scrollWidth <= one.clientWidth + 2"
        screen = Person(browser, server.url, DESKTOP, "ru")
        for beside in (False, True):
            if beside:
                screen.open(f"/t/{person.table}/screen")
                page.get_by_role("button", name="Показать стол и здесь").wait_for()
            for width, height in (PHONE, SMALL, SIDEWAYS):
                page.set_viewport_size({"width": width, "height": height})
                page.wait_for_timeout(100)
                shown = page.locator(".actions .action").all()
                assert [one.evaluate(fits) for one in shown] == [True, True], (width, height, beside)
        screen.close()
    person.close()


@pytest.mark.parametrize("language", ["ru", "en"])
def test_two_cards_that_may_intercept_are_told_apart_on_the_narrowest_phone(
    server: Server, browser: Browser, language: str
) -> None:
    person = Person(browser, server.url, SMALL, language)
    with moments.standing(server, person, "etazhiki", two_to_intercept):
        buttons = person.page.locator(".actions .action")
        expect(buttons).to_have_count(2)
        for button in buttons.all():
            expect(button.locator(".part-icon svg")).to_be_visible()
            assert button.evaluate("one => one.scrollWidth <= one.clientWidth + 2"), "nothing is cut"
        one, other = buttons.all_inner_texts()
        assert one != other, "in words too: pictures are not for everybody"
    person.close()


def test_prompts_are_whole_in_wide_letters_too(server: Server, browser: Browser) -> None:
    """Devices have letters of their own: words get smaller until all of them are there."""
    person = Person(browser, server.url, SIDEWAYS, "ru")
    person.come_to(opened(server, "sequence", 2, [1])).start()
    page, held = person.page, person.page.locator("[data-hand] .held")
    page.locator(".prompt.mine").wait_for()
    page.add_style_tag(content=".words { letter-spacing: 0.1em; }")
    fits = "one => [one.scrollHeight <= one.clientHeight, +one.style.getPropertyValue('--fit')]"
    sizes = []
    for at in range(held.count()):
        held.nth(at).click()
        is_whole, fit = page.locator("[data-testid=prompt] .words").evaluate(fits)
        assert is_whole, page.locator("[data-testid=prompt]").inner_text()
        sizes.append(fit)
    assert len(sizes) >= 6
    assert min(sizes) < 1, "otherwise these letters were not wide"
    person.close()


@pytest.mark.parametrize("size", [SIDEWAYS, SMALL], ids=["sideways", "small"])
def test_long_names_push_nobody_out_of_sight(server: Server, browser: Browser, size: tuple[int, int]) -> None:
    """Where four seats have little room, names end in dots, and faces and counts of all are there."""
    table = opened(server, "upturn", 4, [])
    person = Person(browser, server.url, size, "ru").come_to(table)
    with ExitStack() as others:
        for name in ("Константин-Александр", "Важная черепаха", "Звёздная обезьяна"):
            others.enter_context(come(server, table, name))
        person.start()
        page = person.page
        cut = "ul => [...ul.children].filter((one) => one.getBoundingClientRect().right > innerWidth).length"
        expect(page.locator(".seats li")).to_have_count(4)
        assert page.locator(".seats ul").evaluate(cut) == 0
        assert page.locator(".seats ul").evaluate("ul => ul.scrollWidth <= ul.clientWidth")
    person.close()


WHOLE = "one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight"


@pytest.mark.parametrize("language", ["ru", "en"])
def test_who_is_next_in_upturn_is_named_whole(server: Server, browser: Browser, language: str) -> None:
    """On the most usual phones a ready-made name ended in dots."""
    table = opened(server, "upturn", 4, [], starter=0)
    person = Person(browser, server.url, PHONE, language).come_to(table)
    with ExitStack() as others:
        for name in ("Осторожная обезьяна", "Боря", "Вера"):
            others.enter_context(come(server, table, name))
        next_one = person.start().page.locator(".order .right span")
        expect(next_one).to_contain_text("Осторожная обезьяна")
        assert next_one.evaluate(WHOLE)
    person.close()


IN_SIGHT = """titles => titles.filter((title) => {
  const { left, bottom } = title.getBoundingClientRect();
  return title.contains(document.elementFromPoint(left + 2, bottom - 2));
}).length"""


@pytest.mark.parametrize("language", ["ru", "en"])
def test_all_games_are_in_sight_when_a_phone_opens_the_home_page(
    server: Server, browser: Browser, language: str
) -> None:
    """Whoever comes for the third finds it without looking for it, with lessons on offer too."""
    person = Person(browser, server.url, PHONE, language).open()
    expect(person.page.locator(".game > .first")).to_have_count(3)
    titles = person.page.locator(".game h2")
    expect(titles).to_have_count(3)
    assert titles.evaluate_all(IN_SIGHT) == 3
    assert person.page.evaluate(OUTSIDE) == []
    person.close()


OUTSIDE = """() => [...document.querySelectorAll('.home .button')].filter((button) => {
  const all = document.createRange();
  all.selectNodeContents(button);
  const [held, box] = [all.getBoundingClientRect(), button.getBoundingClientRect()];
  return held.left < box.left - 1 || held.right > box.right + 1;
}).map((button) => button.innerText)"""
ON_WORDS = """() => {
  const speaker = document.querySelector('.aloud span').getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(document.querySelector('[data-testid=prompt] .words'));
  const isOn = (line) => line.left < speaker.right - 1 && line.bottom > speaker.top + 1;
  return [...words.getClientRects()].some(isOn);
}"""


@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["small", "phone"])
def test_with_text_twice_as_large_the_home_page_is_whole(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """Buttons hold their words, no name of a game is broken, and nothing stands over the games."""
    person = Person(browser, server.url, size, "ru")
    person.context.add_init_script(LARGE)
    page = person.open().page
    page.locator(".bar .code").wait_for()
    assert page.evaluate(OUTSIDE) == []
    for title in page.locator(".game h2").all():
        one_line = "one => one.clientHeight < 1.5 * parseFloat(getComputedStyle(one).lineHeight)"
        assert title.evaluate(one_line), title.inner_text()
    expect(page.locator(".bar")).to_have_css("position", "static")
    person.close()


OUT_OF_SEAT = """nodes => nodes.filter((node) => {
  const [own, seat] = [node.getBoundingClientRect(), node.closest('li').getBoundingClientRect()];
  return own.left < seat.left - 1 || own.right > seat.right + 1;
}).map((node) => node.innerText)"""


@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["small", "phone"])
@pytest.mark.parametrize("game", ["upturn", "etazhiki"])
def test_with_text_twice_as_large_counts_stand_within_their_seats(
    server: Server, browser: Browser, game: str, size: tuple[int, int]
) -> None:
    person = Person(browser, server.url, size, "ru")
    person.context.add_init_script(LARGE)
    person.come_to(opened(server, game, 3, [1, 2])).start()
    assert person.page.locator(".seats .size, .seats .won").evaluate_all(OUT_OF_SEAT) == []
    person.close()


@pytest.mark.parametrize("size", [SIDEWAYS, (568, 320)], ids=["844", "568"])
def test_the_stars_of_four_stand_within_their_seats_sideways(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    person = Person(browser, server.url, size, "ru")
    person.come_to(opened(server, "etazhiki", 4, [1, 2, 3])).start()
    expect(person.page.locator(".seats .of")).to_have_count(4)
    assert person.page.locator(".seats .of").evaluate_all(OUT_OF_SEAT) == []
    person.close()


def test_with_text_twice_as_large_the_speaker_stands_beside_the_words(
    server: Server, browser: Browser
) -> None:
    person = Person(browser, server.url, PHONE, "ru")
    person.context.add_init_script(LARGE)
    person.come_to(opened(server, "upturn", 2, [1], starter=0)).start()
    expect(person.page.locator(".prompt.mine")).to_contain_text("Любое число")
    assert not person.page.evaluate(ON_WORDS)
    person.close()


ON_ONE_ANOTHER = """() => {
  const shown = document.querySelectorAll('.inside :is(.last > .tile, .ask, .bag, .order)');
  const boxes = [...shown].map((one) => one.getBoundingClientRect());
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  return boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) => meet(one, other)).map(() => at));
}"""


@pytest.mark.parametrize("size", [SMALL, (360, 740), PHONE, SIDEWAYS], ids=str)
def test_with_larger_text_the_middle_of_upturn_is_whole_and_the_page_scrolls_if_anything(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """A table that scrolls within a page that scrolls hides what is asked for; bag and order lay on it."""
    person = Person(browser, server.url, size, "ru")
    person.come_to(opened(server, "upturn", 3, [1, 2], starter=0)).start()
    page, fits = person.page, "all => all.every((one) => one.scrollWidth <= one.clientWidth + 1)"
    expect(page.locator(".prompt.mine")).to_contain_text("Любое число")
    for percent in (100, 125, 150) if size == SIDEWAYS else (100, 125, 150, 175, 200):
        page.evaluate(f"document.documentElement.style.fontSize = '{percent}%'")
        page.wait_for_timeout(150)
        assert page.evaluate(ON_ONE_ANOTHER) == [], percent
        assert page.locator("[data-drop]").evaluate("one => one.scrollHeight - one.clientHeight") <= 1, (
            percent
        )
        assert page.locator(".actions .action").evaluate_all(fits), percent
        assert not page.evaluate(ON_WORDS), percent
    person.close()


THROWN_OUT = """() => [...document.querySelectorAll('.picture')].flatMap((picture) => {
  if (!picture.offsetParent) return [];
  const box = picture.getBoundingClientRect();
  return [...picture.querySelectorAll('.thrown')].map((part) => part.getBoundingClientRect())
    .filter((part) => part.left < box.left - 1 || part.right > box.right + 1 || part.bottom > box.bottom + 1)
    .map((part) => `${picture.className}: ${Math.round(part.left)} to ${Math.round(part.right)}`);
})"""


@pytest.mark.parametrize("size", [SMALL, PHONE, TABLET, DESKTOP, (1024, 768)], ids=str)
def test_no_part_is_cut_in_the_pictures_of_the_games(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    person = Person(browser, server.url, size, "ru").open()
    person.page.locator(".picture .thrown svg").first.wait_for(state="attached")
    assert person.page.evaluate(THROWN_OUT) == []
    person.close()


def test_with_text_twice_as_large_the_code_of_a_table_is_one_word(server: Server, browser: Browser) -> None:
    """Its last letter stood in a line of its own: whoever types it in leaves that out."""
    for size in (PHONE, SMALL):
        person = Person(browser, server.url, size, "ru")
        person.context.add_init_script(LARGE)
        code = person.come_to(opened(server, "upturn", 2, [])).page.locator(".invite .code")
        one_line = "one => one.clientHeight < 1.9 * parseFloat(getComputedStyle(one).fontSize)"
        assert code.evaluate(one_line), size
        person.close()


def test_an_empty_hand_keeps_the_room_of_a_row(server: Server, browser: Browser) -> None:
    """On a small phone buttons and table sank with the last card, and came back with the new ones."""
    person = Person(browser, server.url, SMALL, "ru")
    page = person.come_to(opened(server, "etazhiki", 2, [1])).start().page
    page.locator(".hand .card").first.wait_for()
    card, hand = page.locator(".hand .card").first.bounding_box(), page.locator("[data-spot=hand]")
    page.locator(".hand .cards").evaluate("one => one.replaceChildren()")
    empty = hand.bounding_box()
    assert card
    assert empty
    assert empty["height"] >= card["height"]
    person.close()


@pytest.mark.parametrize("seats", [2, 3])
def test_a_hand_of_sequence_is_whole_on_the_smallest_phone_held_sideways(
    server: Server, browser: Browser, seats: int
) -> None:
    """Its second row lay behind the buttons."""
    person = Person(browser, server.url, (568, 320), "ru")
    with moments.standing(server, person, "sequence", owed, seats=seats):
        held = person.page.locator("[data-hand] button")
        assert held.count() == {2: 7, 3: 6}[seats]
        assert [one for one in sizes(person.page, "[data-hand] button") if one["height"] < 47.5] == []
        foot = person.page.locator(".actions").bounding_box()
        assert foot
        for one in held.all():
            box = one.bounding_box()
            assert box
            assert box["y"] + box["height"] <= foot["y"] + 1
    person.close()


APART = """faces => faces.map((face) => {
  const box = (name) => face.querySelector(name).getBoundingClientRect();
  const [badge, chip] = [box('.badge'), box(':scope > .chip')];
  return badge.bottom <= chip.top || badge.right <= chip.left;
})"""


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_bot_is_known_by_its_badge_where_its_side_has_a_chip(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """In Sequence the chip lay on the badge, and bots could not be told from people."""
    person = Person(browser, server.url, size, "ru").come_to(opened(server, "sequence", 4, [1, 2, 3]))
    page = person.page
    page.locator(".button.main.start").wait_for()
    faces = page.locator(":has(> .chip):has(> svg .badge)")
    assert faces.evaluate_all(APART) == [True] * 3
    person.start()
    assert faces.evaluate_all(APART) == [True] * 3
    expect(page.locator(".seats li").nth(1)).to_contain_text("бот")
    person.close()
