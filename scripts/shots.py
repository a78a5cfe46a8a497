"""Screenshots of all screens in both languages, both themes and five shapes of screen, into build/shots.

scripts/shots.py                      all of them
scripts/shots.py phone-ru dark        only the kinds whose name has one of these in it
scripts/shots.py phone-ru +sequence   only the screens whose name has one of these in it
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests")]

from browser import moments  # noqa: E402
from browser.player import DESKTOP, PHONE, SIDEWAYS, SMALL, TABLET, Person, browsers  # noqa: E402
from igroteka.games.sequence import PARTS  # noqa: E402
from igroteka.table import Match  # noqa: E402
from server.client import come  # noqa: E402
from server.serving import Server  # noqa: E402

FOLDER: Final = ROOT / "build" / "shots"
SHAPES: Final = {"phone": PHONE, "small": SMALL, "desktop": DESKTOP, "side": SIDEWAYS, "tablet": TABLET}
TABLES: Final[dict[str, dict[str, Any]]] = {
    "upturn": {"seats": 3},
    "upturn-4": {"seats": 4},
    "etazhiki": {"seats": 3},
    "etazhiki-5": {"seats": 5},
    "etazhiki-beginner": {"seats": 2, "options": {"variant": "beginner"}},
    "sequence": {"seats": 3},
    "sequence-4": {"seats": 4},
    "sequence-12": {"seats": 12, "options": {"sides": 3}},
}
LOBBIES: Final = ("upturn", "etazhiki-beginner", "sequence-12")
MOVES: Final = {"sequence-12": 3}
NAMES: Final = {"ru": ("Аня", "Дедушка"), "en": ("Ann", "Grandpa")}
LONG_NAME: Final = {"ru": "Константин-Александр Н.", "en": "Maximilian the Younger"}


class Moment:
    """What to look for in games of bots, and what to press then, if it is there."""

    def __init__(self, game: str, is_it: Callable[[Match], Any], press: str = "", **rest: Any) -> None:
        self.game, self.is_it, self.press, self.rest = game, is_it, press, rest


def offers(kind: str, on_turn: bool = True, cards: tuple[str, ...] = ()) -> Callable[[Match], bool]:
    """The first seat may do this, maybe with one of these cards."""

    def is_it(match: Match) -> bool:
        mine = match.game.turn(match.state) == 0
        return mine is on_turn and any(
            type(one).__name__ == kind and (not cards or one.card in cards) for one in match.legal(0)
        )

    return is_it


def full_rack(match: Match) -> bool:
    return match.game.turn(match.state) == 0 and len(match.view(0).rack or ()) >= 20


def any_of(cards: tuple[str, ...]) -> str:
    return "[data-hand] :is(" + ", ".join(f"[data-card='{card}']" for card in cards) + ")"


WILD, LIFTS = PARTS.jacks.wild, PARTS.jacks.remove
MOMENTS: Final = {
    "upturn-20": Moment("upturn", full_rack, first=moments.take_only),
    "upturn-last-tile": Moment("upturn", offers("Announce")),
    "upturn-tuck": Moment("upturn", offers("Tuck")),
    "upturn-give": Moment("upturn", offers("Give"), ".row .action.main", seats=3),
    "etazhiki-intercept": Moment("etazhiki", offers("Intercept", on_turn=False)),
    "sequence-wild-jack": Moment("sequence", offers("Place", cards=WILD), any_of(WILD)),
    "sequence-lifting-jack": Moment("sequence", offers("Remove", cards=LIFTS), any_of(LIFTS)),
    "sequence-owed-card": Moment("sequence", offers("Draw", on_turn=False)),
    "sequence-dead-card": Moment("sequence", offers("Exchange"), "[data-hand] button:has(.dead)"),
    "sequence-choose-five": Moment("sequence", offers("Choose")),
}


class Tour:
    """One person's way through the screens of one kind."""

    def __init__(self, person: Person, server: Server, kind: str, wanted: list[str]) -> None:
        self.person, self.server, self.kind, self.wanted = person, server, kind, wanted
        self.page = person.page

    def wants(self, name: str) -> bool:
        return not self.wanted or any(part in name for part in self.wanted)

    def shoot(self, name: str) -> None:
        if not self.wants(name):
            return
        self.page.wait_for_timeout(250)
        self.page.screenshot(path=FOLDER / f"{name}-{self.kind}.png")
        print(f"build/shots/{name}-{self.kind}.png", flush=True)

    def sheet(self, name: str, opener: str) -> None:
        """What opens when this is pressed."""
        self.page.locator(opener).first.click()
        self.page.locator("dialog").wait_for()
        self.shoot(name)
        self.page.keyboard.press("Escape")
        self.page.locator("dialog").wait_for(state="detached")

    def opened(self, name: str, bots: bool = True) -> str:
        table = TABLES[name]
        asked = {"game": name.split("-", maxsplit=1)[0], **table}
        asked["bots"] = list(range(1, table["seats"])) if bots else []
        return str(self.server.http.post("/api/tables", json=asked).raise_for_status().json()["table"])

    # Screens ----------------------------------------------------------------------------------------

    def home(self) -> None:
        self.person.open("/").page.locator("h1").first.wait_for()
        self.shoot("home")
        for name, opener in (
            ("home-me", "header .face"),
            ("home-settings", "header .wide-only:visible, .bar .icon:visible >> nth=-1"),
            ("home-friends", ".buttons .main + .button >> nth=1"),
            ("home-setup", ".title .icon >> nth=1"),
        ):
            self.sheet(name, opener)
        for game, clause in (("upturn", ""), ("etazhiki", "ET-30"), ("sequence", "SQ-27")):
            self.person.open(f"/rules/{game}#{clause}").page.locator("h1").first.wait_for()
            self.shoot(f"rules-{game}")
        self.person.open("/t/nosuchtable").page.locator("h1").first.wait_for()
        self.shoot("no-such-table")

    def tables(self) -> None:
        for name in TABLES:
            if not self.wants(f"table-{name}") and not self.wants(f"lobby-{name}"):
                continue
            self.person.open(f"/t/{self.opened(name)}").page.locator("main .button.main").wait_for()
            if name in LOBBIES:
                self.shoot(f"join-{name}")
            self.page.locator("main .button.main").click()
            self.page.locator(".button.main.start").wait_for()
            if name in LOBBIES:
                self.shoot(f"lobby-{name}")
                self.page.mouse.wheel(0, 5000)
                self.shoot(f"lobby-{name}-below")
                self.unfold(name)
            self.person.start()
            self.play(MOVES.get(name, 6))
            self.shoot(f"table-{name}")

    def unfold(self, name: str) -> None:
        """What is behind the settings of a table: the options that are left, and its switches."""
        settings = self.page.locator("details.settings")
        settings.evaluate("(one) => { one.open = true; one.scrollIntoView(); }")
        self.shoot(f"lobby-{name}-settings")
        self.page.mouse.wheel(0, 5000)
        self.shoot(f"lobby-{name}-switches")

    def play(self, moves: int) -> None:
        while moves > 0 and not self.person.is_over():
            moves -= self.person.act()
            self.page.wait_for_timeout(25)

    def people(self, language: str) -> None:
        """Friends: the lobby with a free chair, a long name, the sheets of a table, one device for two."""
        table = self.opened("sequence", bots=False)
        self.person.come_to(table).page.locator(".button.main.start").wait_for()
        with come(self.server, table, LONG_NAME[language]):
            self.page.locator(".chairs li").nth(1).locator(".icon").wait_for()
            self.shoot("people-lobby")
            self.sheet("people-person", ".chairs .icon")
            self.page.locator(".extra .button:visible").last.click()
            self.shoot("people-same-device")
            self.page.locator("dialog .button.main").click()
            self.page.locator("dialog").wait_for(state="detached")
            self.page.locator(".button.main.start:not([disabled])").click()
            self.page.locator("main h1").wait_for()
            self.shoot("people-curtain")
            self.page.locator("main .button.main").click()
            self.page.get_by_test_id("prompt").wait_for()
            self.shoot("people-table")
            self.sheet("people-menu", ".tool")
            self.page.locator(".seats ul").click()
            self.shoot("people-seats")
            self.page.keyboard.press("Escape")
            self.refused()
        self.shoot("people-away")

    def refused(self) -> None:
        """Why a card does not fit, or that the deck has nothing for us."""
        self.page.locator(".row .action").first.click()
        self.page.locator(".notice").first.wait_for()
        self.shoot("people-refused")

    def asked_in(self, language: str) -> None:
        """Somebody would like to sit down in the running game."""
        table = self.opened("upturn")
        self.person.come_to(table).start()
        with come(self.server, table, LONG_NAME[language]) as visitor:
            visitor.done("sit", seat=1)
            self.page.get_by_role("alertdialog").wait_for()
            self.shoot("people-let-in")

    def unfinished(self) -> None:
        """The home page with games to go on with; one of them is of a game that is not installed."""
        self.page.evaluate("localStorage.removeItem('igroteka.places')")
        missing = self.opened("etazhiki")
        for table in (missing, self.opened("upturn")):
            self.person.come_to(table).start()
        refusal = {"reason": "game-not-installed", "clause": None, "parameters": {}}
        look = f"**/api/tables/{missing}"
        self.page.route(look, lambda route: route.fulfill(status=404, json=refusal))
        self.person.open("/").page.get_by_role("link").first.wait_for()
        self.page.wait_for_timeout(500)
        self.shoot("home-unfinished")
        self.page.unroute(look)

    def states(self) -> None:
        table = self.opened("etazhiki")
        self.person.come_to(table).start()
        other = self.person.context.new_page()
        other.goto(f"{self.server.url}/t/{table}")
        self.page.get_by_role("button").first.wait_for()
        self.shoot("state-other-tab")
        other.close()

    def ends(self) -> None:
        for name in ("upturn", "etazhiki-beginner", "sequence", "sequence-12"):
            if self.wants(f"end-{name}"):
                self.person.come_to(self.opened(name)).start().play_to_the_end()
                self.shoot(f"end-{name}")
        if self.wants("end-check"):
            self.page.locator(".proof .button").first.click()
            self.page.locator("dialog .verdict").wait_for()
            self.shoot("end-check")

    def moments(self, found: dict[str, tuple[str, int, Any]]) -> None:
        """Positions worth seeing, with somebody at the other seat who lets it be."""
        for name, (old, row, _) in found.items():
            if not self.wants(f"table-{name}"):
                continue
            table = moments.again(self.server, old, row)
            self.person.come_to(table).page.locator(".button.main.start").wait_for()
            with ExitStack() as others:
                for other in NAMES[self.kind.split("-")[1]][: MOMENTS[name].rest.get("seats", 2) - 1]:
                    others.enter_context(come(self.server, table, other))
                self.person.start()
                press = self.page.locator(MOMENTS[name].press or "none")
                if press.count():
                    press.first.click()
                self.shoot(f"table-{name}")


STARTER: Final[dict[str, dict[str, Any]]] = {"upturn": {"starter": 0}, "etazhiki": {"starter": 0}}


def found(server: Server, wanted: list[str]) -> dict[str, tuple[str, int, Any]]:
    names = [name for name in MOMENTS if not wanted or any(part in f"table-{name}" for part in wanted)]
    return {
        name: moments.find(server, one.game, one.is_it, **STARTER.get(one.game, {}), **one.rest)
        for name, one in MOMENTS.items()
        if name in names
    }


@contextmanager
def serving() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), bot_patience=30.0).start()
        try:
            yield server
        finally:
            server.close()


def main() -> None:
    screens = [word[1:] for word in sys.argv[1:] if word.startswith("+")]
    kinds = [word for word in sys.argv[1:] if not word.startswith("+")]
    FOLDER.mkdir(parents=True, exist_ok=True)
    with serving() as server, browsers() as (_, browser):
        positions = found(server, screens)
        for shape, size in SHAPES.items():
            for language in ("ru", "en"):
                for dark in (False, True):
                    kind = f"{shape}-{language}-{'dark' if dark else 'light'}"
                    if kinds and not any(part in kind for part in kinds):
                        continue
                    person = Person(browser, server.url, size, language, dark)
                    tour = Tour(person, server, kind, screens)
                    tour.home()
                    tour.tables()
                    tour.moments(positions)
                    if tour.wants("people"):
                        tour.people(language)
                        tour.asked_in(language)
                    if tour.wants("home-unfinished"):
                        tour.unfinished()
                    if tour.wants("state"):
                        tour.states()
                    tour.ends()
                    person.context.close()


if __name__ == "__main__":
    main()
