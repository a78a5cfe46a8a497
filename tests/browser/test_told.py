"""What a screen reader is told at a table: every move once, what is told to them, and what friends say."""

import re
import time

from playwright.sync_api import Browser, Locator, expect

from browser.player import DESKTOP, LARGE, PHONE, SMALL, Person
from browser.test_whole_games import opened
from server.client import come
from server.serving import Server

HEARD = """() => {
  window.__heard = [];
  const look = (added) => [...added].forEach((one) => {
    const region = (one.nodeType === 1 ? one : one.parentElement)?.closest('.unseen[aria-live]');
    if (region && one.textContent) window.__heard.push(one.textContent);
  });
  new MutationObserver((all) => all.forEach((one) =>
    look(one.type === 'characterData' ? [one.target] : one.addedNodes)
  )).observe(document, { subtree: true, childList: true, characterData: true });
}"""
"""What is read: whatever comes into a region that was there before it."""
LATE = "node => node.dataset.before = 'yes'"


def there_before(region: Locator) -> None:
    """It waits, and is empty: what came together with it would be passed over."""
    expect(region).to_have_count(1)
    assert region.inner_text() == ""
    region.evaluate(LATE)


def test_a_region_waits_for_what_is_told_in_the_lobby_at_the_table_and_at_the_end(
    server: Server, browser: Browser
) -> None:
    table = opened(server, "etazhiki", 3, [2], variant="beginner")
    person = Person(browser, server.url, PHONE, "ru").come_to(table)
    page, region = person.page, person.page.locator(".notices > [role=status]")
    told = page.locator(".notices > [data-before] .notice")
    with come(server, table, "Боря") as boris:
        there_before(region)
        boris.done("stand")
        page.locator(".button.main.start").evaluate("one => { one.disabled = false; one.click(); }")
        expect(told).to_contain_text("Есть свободные места")
        boris.done("sit", seat=1)
        person.start()
        there_before(region)
        boris.done("stand")
        expect(told).to_contain_text("Боря больше не играет")
        page.get_by_role("button", name="Закрыть").click()
        person_stops(person)
        there_before(region)
        page.route("**/record", lambda route: route.abort())
        page.get_by_role("button", name="Скачать запись").click()
        expect(told).to_be_visible()
    person.complaints.clear()  # of what was not fetched
    person.close()


def person_stops(person: Person) -> None:
    page = person.page
    page.get_by_role("button", name="Меню", exact=True).click()
    for _ in range(2):  # asked once more
        page.get_by_role("dialog").get_by_role("button", name="Остановить игру").click()
    page.locator(".end .hero").wait_for()


def test_what_a_friend_says_is_read_and_ones_own_words_are_not(server: Server, browser: Browser) -> None:
    table = opened(server, "etazhiki", 2, [], starter=0)
    person = Person(browser, server.url, PHONE, "ru").come_to(table)
    with come(server, table, "Боря") as boris:
        page = person.start().page
        read = page.get_by_role("status")
        boris.say(phrase="hello")
        expect(read.filter(has_text="Боря: Привет!")).to_have_count(1)
        boris.say(reaction="clap")
        expect(read.filter(has_text="Боря: аплодисменты")).to_have_count(1)
        page.get_by_role("button", name="Сказать", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name="Спасибо!").click()
        expect(page.locator(".seats .said").filter(has_text="Спасибо!")).to_be_visible()
        assert read.filter(has_text="Спасибо!").count() == 0
    person.close()


def test_of_moves_that_come_at_once_each_is_read_and_none_of_them_again(
    server: Server, browser: Browser
) -> None:
    """Of several only the last was read, and after it the one that the prompt still told of."""
    person = Person(browser, server.url, DESKTOP, "ru", still=False)
    person.context.add_init_script(f"({HEARD})()")
    page = person.come_to(opened(server, "upturn", 4, [1, 2, 3])).start().page
    lines = page.locator(".log .lines button")
    page.wait_for_function("() => window.__heard.length")
    before = lines.count()
    until = time.monotonic() + 60
    while lines.count() < before + 30 and not person.is_over() and time.monotonic() < until:
        person.act()
        page.wait_for_timeout(50)
    moves = lines.all_inner_texts()
    moves = moves[: len(moves) - before]  # the newest stand first
    heard = page.evaluate("window.__heard")
    assert len(moves) > 10 or person.is_over()
    assert [one for one in moves if not any(bare(one) in said for said in heard)] == []
    assert [one for one in heard if AGAIN.match(one)] == []
    person.close()


AGAIN = re.compile(r"Ходит [^.]+\. \S+ (кладёт|дарит|берёт)")


def bare(line: str) -> str:
    return line.strip().splitlines()[-1].rstrip(".")


def test_the_beginning_of_a_game_is_read(server: Server, browser: Browser) -> None:
    """It was in the region from the first, and whoever does not see did not know of it."""
    person = Person(browser, server.url, PHONE, "ru")
    person.context.add_init_script(f"({HEARD})()")
    page = person.come_to(opened(server, "etazhiki", 2, [1], starter=0)).start().page
    page.wait_for_function("() => window.__heard.some((one) => one.includes('Твой ход'))")
    person.close()


def test_what_is_told_lies_over_what_was_missed(server: Server, browser: Browser) -> None:
    """«Пока тебя не было» covered who had left meanwhile, and the way to close it."""
    table = opened(server, "etazhiki", 3, [], starter=1, variant="beginner")
    person = Person(browser, server.url, SMALL, "ru").come_to(table)
    with come(server, table, "Аня") as anna, come(server, table, "Боря") as boris:
        person.start()
        person.page.goto("about:blank")
        anna.until(lambda: bool(anna.told))
        anna.ask(anna.told["view"]["legal"][0])
        person.open(f"/t/{table}")
        page = person.page
        expect(page.get_by_role("button", name=re.compile("Пока тебя не было"))).to_be_visible()
        boris.done("stand")
        notice = page.locator(".board .notice")
        expect(notice).to_contain_text("Боря больше не играет")
        assert notice.locator("p, button").evaluate_all(ON_TOP) == [True, True]
    person.close()


ON_TOP = """all => all.map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})"""


def test_with_text_twice_as_large_a_long_name_pushes_nothing_out_of_what_is_told(
    server: Server, browser: Browser
) -> None:
    table = opened(server, "etazhiki", 3, [2], variant="beginner")
    person = Person(browser, server.url, PHONE, "ru")
    person.context.add_init_script(LARGE)
    person.come_to(table)
    with come(server, table, "Борис-Александрович") as boris:
        person.start()
        boris.done("stand")
        close = person.page.locator(".board .notice button")
        expect(close).to_be_visible()
        box = close.bounding_box()
        assert box
        assert box["x"] + box["width"] <= PHONE[0]
    person.close()


def test_the_host_hears_in_the_lobby_that_somebody_has_come(server: Server, browser: Browser) -> None:
    table = opened(server, "etazhiki", 2, [])
    person = Person(browser, server.url, PHONE, "ru").come_to(table)
    seats = person.page.locator("h2[aria-live=polite]")
    expect(seats).to_have_text("За столом 1 из 2")
    with come(server, table, "Боря"):
        expect(seats).to_have_text("За столом 2 из 2")
    person.close()


def test_cards_are_read_in_words(server: Server, browser: Browser) -> None:
    """«6♥» is silent with one voice, and with another the name of a sign."""
    person = Person(browser, server.url, PHONE, "ru")
    person.context.add_init_script(f"({HEARD})()")
    page = person.come_to(opened(server, "sequence", 2, [1], draw="automatic")).start().page
    placed = "() => window.__heard.some((one) => /ставит жетон: [а-яё]+ (пик|червей|бубен|треф)/.test(one))"
    until = time.monotonic() + 60
    while not page.evaluate(placed) and time.monotonic() < until:
        person.act()
        page.wait_for_timeout(50)
    assert page.evaluate(placed)
    page.wait_for_timeout(500)
    assert not [one for one in page.evaluate("window.__heard.slice(1)") if set(one) & set("♠♥♦♣")]
    person.close()


def test_the_house_says_what_fits_in_good_russian(server: Server, browser: Browser) -> None:
    """«Подходят 7» was said of one floor."""
    person = Person(browser, server.url, PHONE, "ru")
    page = person.come_to(opened(server, "etazhiki", 2, [1])).start().page
    house = page.get_by_role("img", name="Открыт этаж")
    said, until = set[str](), time.monotonic() + 60
    while len(said) < 2 and not person.is_over() and time.monotonic() < until:
        found = house.get_attribute("aria-label") if house.count() else ""
        _, fits, floors = (found or "").partition(", подход")
        if fits:
            said.add(floors[:2])
            assert floors.startswith("ят ") is ("," in floors), found
        person.act()
        page.wait_for_timeout(30)
    assert said
    person.close()
