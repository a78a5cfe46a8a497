"""What the prompt says is there to its last word, also where there is little room for it."""

import msgspec
from playwright.sync_api import Browser

from browser import moments
from browser.player import SIDEWAYS, Person, expect
from igroteka.games import upturn
from igroteka.games.upturn.moves import Steered
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
