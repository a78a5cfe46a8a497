"""Screenshots of all screens in both languages, both themes and three sizes, into build/shots.

scripts/shots.py                      all of them
scripts/shots.py phone-ru dark        only those whose name has one of these in it
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests")]

from browser import moments  # noqa: E402
from browser.player import DESKTOP, PHONE, SIDEWAYS, SMALL, Person, browsers  # noqa: E402
from igroteka.table import Match  # noqa: E402
from server.serving import Server  # noqa: E402

FOLDER: Final = ROOT / "build" / "shots"
TABLES: Final[dict[str, dict[str, Any]]] = {
    "upturn": {"seats": 3},
    "upturn-4": {"seats": 4},
    "etazhiki": {"seats": 3},
    "etazhiki-5": {"seats": 5},
    "etazhiki-beginner": {"seats": 2, "options": {"variant": "beginner"}},
    "sequence": {"seats": 3},
    "sequence-12": {"seats": 12, "options": {"sides": 3}},
}
LOBBIES: Final = ("upturn", "etazhiki-beginner", "sequence-12")
MOVES: Final = 6


def offers(kind: str, on_turn: bool = True) -> Callable[[Match], bool]:
    """The first seat may do this."""

    def is_it(match: Match) -> bool:
        mine = match.game.turn(match.state) == 0
        return mine is on_turn and any(type(one).__name__ == kind for one in match.legal(0))

    return is_it


def full_rack(match: Match) -> bool:
    return match.game.turn(match.state) == 0 and len(match.view(0).rack or ()) >= 20


MOMENTS: Final[dict[str, tuple[str, Callable[[Match], bool]]]] = {
    "upturn-20": ("upturn", full_rack),
    "upturn-last-tile": ("upturn", offers("Announce")),
    "upturn-tuck": ("upturn", offers("Tuck")),
    "upturn-give": ("upturn", offers("Give")),
    "etazhiki-intercept": ("etazhiki", offers("Intercept", on_turn=False)),
}

FIRST: Final = {"upturn-20": moments.take_only}


def opened(server: Server, name: str) -> str:
    table = TABLES[name]
    asked = {"game": name.split("-", maxsplit=1)[0], **table, "bots": list(range(1, table["seats"]))}
    return str(server.http.post("/api/tables", json=asked).raise_for_status().json()["table"])


def shoot(person: Person, name: str) -> None:
    person.page.wait_for_timeout(250)
    person.page.screenshot(path=FOLDER / f"{name}.png")
    print(f"build/shots/{name}.png", flush=True)


def tour(person: Person, server: Server, kind: str, found: dict[str, tuple[str, int, Any]]) -> None:
    """Every screen, once."""
    page = person.page
    for name, path in (("home", "/"), ("rules", "/rules/upturn")):
        person.open(path).page.locator("h1").first.wait_for()
        shoot(person, f"{name}-{kind}")
    for name in TABLES:
        person.open(f"/t/{opened(server, name)}").page.locator("main .button.main").wait_for()
        if name in LOBBIES:
            shoot(person, f"join-{name}-{kind}")
        page.locator("main .button.main").click()
        page.locator(".button.main.start").wait_for()
        if name in LOBBIES:
            shoot(person, f"lobby-{name}-{kind}")
        person.start()
        moves = 0
        while moves < MOVES and not person.is_over():
            moves += person.act()
            page.wait_for_timeout(25)
        shoot(person, f"table-{name}-{kind}")
    page.locator(".tool").first.click()
    shoot(person, f"menu-{kind}")
    page.keyboard.press("Escape")
    person.play_to_the_end()
    shoot(person, f"end-{kind}")
    for name, (old, row, _) in found.items():
        person.come_to(moments.again(server, old, row, bots=(1,))).start()
        shoot(person, f"table-{name}-{kind}")


def main() -> None:
    wanted = sys.argv[1:]
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, browsers() as (_, browser):
        server = Server(Path(folder), bot_patience=30.0).start()
        try:
            found = {
                name: moments.find(server, game, is_it, first=FIRST.get(name), starter=0)
                for name, (game, is_it) in MOMENTS.items()
            }
            for size, shape in ((PHONE, "phone"), (SMALL, "small"), (DESKTOP, "desktop"), (SIDEWAYS, "side")):
                for language in ("ru", "en"):
                    for dark in (False, True):
                        kind = f"{shape}-{language}-{'dark' if dark else 'light'}"
                        if wanted and not any(part in kind for part in wanted):
                            continue
                        person = Person(browser, server.url, size, language, dark)
                        tour(person, server, kind, found)
                        person.context.close()
        finally:
            server.close()


if __name__ == "__main__":
    main()
