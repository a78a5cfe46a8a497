"""What the host chooses in the lobby is what everyone sees at the table."""

from importlib.resources import files

from playwright.sync_api import Browser, Page

from browser.player import DESKTOP, PHONE, SIDEWAYS, TABLET, Person, expect
from browser.test_interception import Delay
from browser.test_whole_games import opened
from server.client import come, join
from server.serving import Server


def test_the_colours_of_the_sides_are_chosen_by_the_host_and_seen_by_all(
    server: Server, browser: Browser
) -> None:
    """SQ-07: the first side plays red instead of blue, on the host's phone and for someone who looks on."""
    table = opened(server, "sequence", 2, [1], draw="automatic")
    host = Person(browser, server.url, PHONE, "ru").come_to(table)
    eve = Person(browser, server.url, DESKTOP, "en").open(f"/t/{table}")
    first = host.page.get_by_role("radiogroup", name="Цвета сторон").first
    first.get_by_role("radio", name="Красные").click()
    expect(first.get_by_role("radio", name="Красные")).to_have_attribute("aria-checked", "true")
    second = host.page.get_by_role("radiogroup", name="Цвета сторон").nth(1)
    expect(second.get_by_role("radio", name="Зелёные")).to_have_attribute("aria-checked", "true")
    host.start()
    eve.page.get_by_role("button", name="Watch").click()
    own = host.page.get_by_role("gridcell", name="жетон красных")
    while not own.count():
        host.act()
        host.page.wait_for_timeout(30)
    for page in (host.page, eve.page):
        expect(page.locator("[data-seat='0'] .chip [data-colour=red]").first).to_be_visible()
        expect(page.locator("[data-seat='1'] .chip [data-colour=red]")).to_have_count(0)
    expect(eve.page.get_by_role("gridcell", name="red chip").first).to_be_visible()
    _reload(eve.page)
    expect(eve.page.locator("[data-seat='0'] .chip [data-colour=red]").first).to_be_visible()
    for person in (host, eve):
        person.close()


def test_buttons_beside_one_another_in_the_lobby_are_of_one_height(server: Server, browser: Browser) -> None:
    """The way to the first lesson ended above the others."""
    person = Person(browser, server.url, TABLET, "ru").come_to(opened(server, "upturn", 3, [1]))
    buttons = person.page.locator(".left .extra .button")
    expect(buttons.nth(2)).to_be_visible()
    boxes = [box for one in buttons.all() if (box := one.bounding_box())]
    beside = [box["height"] for box in boxes if box["y"] == boxes[0]["y"]]
    assert len(beside) > 1
    assert len(set(beside)) == 1
    person.close()


def test_a_guest_who_tries_to_change_how_we_play_is_told_who_may(server: Server, browser: Browser) -> None:
    """Seats and options looked like the host's, and a tap on them did nothing."""
    table = opened(server, "sequence", 2, [1])
    with come(server, table, "Аня"):
        guest = Person(browser, server.url, PHONE, "ru").come_to(table)
        page, told = guest.page, guest.page.locator(".notice.refused")
        page.get_by_text("Настройки стола").tap()
        page.get_by_text("Новая карта").tap()
        for group, choice in (("Мест за столом", "3"), ("Цвета сторон", "Красные"), ("Новая карта", "")):
            asked = page.get_by_role("radiogroup", name=group).first.get_by_role("radio", name=choice)
            asked.and_(page.locator("[aria-checked=false]")).first.tap(force=True)
            expect(told).to_have_text("Это может только хозяин стола.")
            page.locator("h1").tap()
            expect(told).to_have_count(0)
        guest.close()


def test_how_a_bot_plays_is_chosen_for_a_bot_that_is_named(server: Server, browser: Browser) -> None:
    """To a screen reader three choices were all called «bot»."""
    person = Person(browser, server.url, PHONE, "ru").come_to(opened(server, "upturn", 3, [1, 2]))
    chairs = person.page.locator(".chairs .name")
    expect(chairs).to_have_count(3)
    names = chairs.all_inner_texts()[1:]
    assert len(set(names)) == 2
    for name in names:
        group = person.page.get_by_role("radiogroup", name=f"Как играют боты: {name}")
        group.get_by_role("radio", name="Мастер").click()
        expect(group.get_by_role("radio", name="Мастер")).to_have_attribute("aria-checked", "true")
    person.close()


def test_on_a_slow_line_the_level_of_a_bot_is_the_one_that_was_chosen_last(
    server: Server, browser: Browser
) -> None:
    """The second choice was refused: that the bot goes was said once for both, and its seat was taken."""
    person, delay = Person(browser, server.url, PHONE, "ru"), Delay()
    person.page.route_web_socket("**/ws/*", delay.route)
    levels = person.come_to(opened(server, "upturn", 2, [1])).page.get_by_role("radiogroup", name="боты")
    levels.wait_for()
    delay.holds = True
    levels.get_by_role("radio", name="Мастер").click()
    levels.get_by_role("radio", name="Новичок").click()
    delay.let_go()
    expect(levels.get_by_role("radio", name="Новичок")).to_have_attribute("aria-checked", "true")
    expect(person.page.locator(".refused")).to_have_count(0)
    person.close()


def test_one_more_sits_down_at_the_same_device_and_oneself_has_another_name(
    server: Server, browser: Browser
) -> None:
    person = Person(browser, server.url, PHONE, "ru").come_to(opened(server, "upturn", 3, [1]))
    page = person.page
    page.get_by_role("button", name="Ещё игрок на этом экране").click()
    page.get_by_role("textbox", name="Имя игрока").fill("Бабушка")
    page.get_by_role("dialog").get_by_role("button", name="Сесть за стол").click()
    expect(page.locator(".chairs .name").last).to_have_text("Бабушка")
    page.get_by_role("button", name="Имя и зверь").first.click()
    page.get_by_role("textbox", name="Твоё имя").fill("Аня")
    page.get_by_role("radio", name="Сова").click()
    page.get_by_role("button", name="Готово").click()
    expect(page.locator(".chairs li").first).to_contain_text("Аня")
    person.close()


def test_a_family_plays_with_its_own_parts_file(server: Server, browser: Browser) -> None:
    """Chosen in the lobby; a file against the rules is refused with the reason and the clause."""
    ours = files("igroteka.games.upturn").joinpath("parts.toml").read_text("utf-8")
    person = Person(browser, server.url, PHONE, "ru").come_to(opened(server, "upturn", 2, [1]))
    page = person.page
    page.get_by_text("Настройки стола").click()
    page.get_by_text("Какие карты или фишки в коробке").click()
    field = page.locator("input[type=file]")
    for text, told in (
        (ours.replace("U = 6", "U = 7", 1), page.locator('a[href="/rules/upturn#UT-03"]')),
        ("[numbers", page.get_by_text("не читается как TOML", exact=False).first),
    ):
        field.set_input_files({"name": "mine.toml", "mimeType": "text/plain", "buffer": text.encode()})
        expect(told).to_be_visible()
        expect(page.get_by_text("свой файл")).to_have_count(0)
    field.set_input_files({"name": "mine.toml", "mimeType": "text/plain", "buffer": ours.encode()})
    expect(page.get_by_text("свой файл")).to_be_visible()
    person.start()
    person.complaints = [said for said in person.complaints if "400 (Bad Request)" not in said]
    person.close()


def _reload(page: Page) -> None:
    page.reload()
    page.get_by_role("button", name="Watch").click()


def test_a_name_written_from_right_to_left_turns_nothing_around_it(server: Server, browser: Browser) -> None:
    """Names are isolated (`<bdi>`): the words around one stay in their order whatever it is made of."""
    table = opened(server, "upturn", 2, [])
    host = Person(browser, server.url, PHONE, "en").come_to(table)
    name = "שלום 12"
    join(server, table, name)
    shown = host.page.locator("main").get_by_text(name)
    expect(shown.first).to_be_visible()
    for place in shown.all():
        assert place.evaluate("one => getComputedStyle(one).unicodeBidi") == "isolate"
    host.close()


def test_on_a_phone_held_sideways_the_way_in_and_the_seats_are_in_sight(
    server: Server, browser: Browser
) -> None:
    person = Person(browser, server.url, SIDEWAYS, "ru").come_to(opened(server, "upturn", 3, []))
    page = person.page
    page.locator(".invite img").wait_for()
    bottom = "one => one.getBoundingClientRect().bottom"
    edge = page.locator("footer").evaluate("one => one.getBoundingClientRect().top")
    assert page.locator(".invite .code").evaluate(bottom) < edge
    assert page.locator(".chairs li").nth(2).evaluate(bottom) < edge + 8, "three seats"
    person.close()
