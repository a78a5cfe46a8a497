"""What the prompt says is there to its last word, also where there is little room for it."""

import re
from typing import Final

import msgspec
from playwright.sync_api import Browser

from browser import moments
from browser.player import PHONE, SIDEWAYS, Person, expect
from igroteka.games import upturn
from igroteka.games.etazhiki.moves import Ball
from igroteka.games.upturn.moves import Lay, Steered, Tuck
from igroteka.games.upturn.tiles import is_twin, value
from igroteka.table import Match
from server.client import come
from server.serving import Server


def a_long_sentence(match: Match) -> dict[str, object] | None:
    """The first seat may begin a new row with an arrow, after which it is the second one's turn."""
    if match.game.turn(match.state) != 0:
        return None
    for offer in match.legal(0):
        row = match.decide(0, offer)
        begins = any(isinstance(event, Steered) and event.row == "new" for event in row.events)
        if begins and upturn.turn(match.after(row)) == 1:
            found: dict[str, object] = msgspec.to_builtins(offer)
            return found
    return None


def test_the_longest_sentence_about_others_is_whole_on_a_phone_held_sideways(
    server: Server, browser: Browser
) -> None:
    """Its end was missing: the face gives its room, for the seats show whose turn it is."""
    old, row, wanted = moments.find(server, "upturn", a_long_sentence, 3, starter=0)
    table = moments.again(server, old, row)
    with come(server, table, "Константин-Александр") as first, come(server, table, "Starlight Hedgehog"):
        person = Person(browser, server.url, SIDEWAYS, "en").come_to(table)
        first.until(lambda: all(chair["person"] for chair in first.table["chairs"]))
        first.done("start")
        first.until(lambda: bool(first.told))
        assert first.ask(wanted)["kind"] == "answer"
        prompt = person.page.get_by_test_id("prompt")
        expect(prompt).to_contain_text("starts a new row with an arrow")
        expect(prompt).to_contain_text("Hedgehog’s turn")
        assert prompt.locator(".words").evaluate("one => one.scrollHeight <= one.clientHeight")
        expect(prompt.locator(".face")).to_be_hidden()
        person.close()


PROMISE: Final = "подложить свои числа"


def twins(match: Match) -> dict[str, str]:
    """Of the first seat's twins that fit: one that would allow tucking and one that would not."""
    if match.game.turn(match.state) != 0 or len(match.view(0).rack or ()) < 2:
        return {}
    lays = [one for one in match.legal(0) if isinstance(one, Lay) and is_twin(one.tile)]
    offers = {one.tile: match.game.legal(match.after(match.decide(0, one)), 0) for one in lays}
    return {
        "tucks" if any(isinstance(one, Tuck) for one in after) else "bare": twin
        for twin, after in offers.items()
    }


def test_a_picked_twin_promises_tucking_only_where_something_can_be_tucked(  # UT-A18
    server: Server, browser: Browser
) -> None:
    """It did so always, and the turn was over when the twin lay alone."""
    person = Person(browser, server.url, PHONE, "ru")
    found: dict[str, str] = {}

    def both(match: Match) -> bool:
        here = twins(match)
        found.update(here)
        return len(here) == 2

    with moments.standing(server, person, "upturn", both):
        prompt = person.page.get_by_test_id("prompt")
        for kind in ("tucks", "bare"):
            name = re.compile(rf"близнец {value(found[kind])}\b")
            person.page.get_by_role("toolbar").get_by_role("button", name=name).first.tap()
            expect(prompt).to_contain_text("Положить близнеца")
            assert (PROMISE in prompt.inner_text()) == (kind == "tucks")
    person.close()


def taken(match: Match) -> str | None:
    """The first seat has taken a tile, and a plain number fits that is not its last."""
    view = match.view(0)
    if match.game.turn(match.state) != 0 or not view.drawn or view.extra or len(view.rack or ()) < 2:
        return None
    return next((one.tile for one in match.legal(0) if isinstance(one, Lay) and one.tile.isdigit()), None)


def test_a_picked_number_says_why_it_fits_after_a_tile_was_taken_too(
    server: Server, browser: Browser
) -> None:
    """ "Lay 40?" went on with "Lay a tile or end your turn"."""
    person = Person(browser, server.url, PHONE, "ru")
    found: list[str] = []

    def number(match: Match) -> bool:
        found.append(taken(match) or "")
        return bool(found[-1])

    with moments.standing(server, person, "upturn", number):
        prompt = person.page.get_by_test_id("prompt")
        expect(prompt).to_contain_text("или закончи ход")
        name = re.compile(rf"число {found[-1]}\b")
        person.page.get_by_role("toolbar").get_by_role("button", name=name).first.tap()
        expect(prompt).to_contain_text(f"Положить {found[-1]}?")
        expect(prompt).to_contain_text(re.compile("Нужно число|любое число"))
    person.close()


def a_skip(match: Match) -> bool:
    """The first seat may lay the ball that makes the next one miss a turn: the longest reason of a move."""
    return match.game.turn(match.state) == 0 and Ball("SKIP") in match.legal(0)


def test_the_longest_reason_of_a_move_is_whole_with_larger_text(server: Server, browser: Browser) -> None:
    """Its end was missing: the part gives its room, for it is lifted in the hand."""
    person = Person(browser, server.url, PHONE, "ru")
    with moments.standing(server, person, "etazhiki", a_skip):
        page = person.page
        page.get_by_role("toolbar").get_by_role("button", name=re.compile("«пропуск», подходит")).first.tap()
        words = page.get_by_test_id("prompt").locator(".words")
        expect(words).to_contain_text("следующий пропустит ход")
        for text in (100, 130, 150, 160):
            page.evaluate("size => (document.documentElement.style.fontSize = size)", f"{text}%")
            page.wait_for_timeout(100)
            assert words.evaluate("one => one.scrollHeight <= one.clientHeight"), f"text of {text} %"
    person.close()
