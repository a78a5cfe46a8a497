"""Screenshots of all screens in both languages, both themes and three sizes, into build/shots."""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests")]

from browser.player import DESKTOP, PHONE, SMALL, Person, browsers  # noqa: E402
from server.serving import Server  # noqa: E402

FOLDER = ROOT / "build" / "shots"
TABLES = {
    "upturn": {"seats": 3},
    "etazhiki": {"seats": 3},
    "etazhiki-beginner": {"seats": 2, "options": {"variant": "beginner"}},
    "sequence": {"seats": 3},
    "sequence-12": {"seats": 12, "options": {"sides": 3}},
}
MOVES = 6


def opened(server: Server, name: str) -> str:
    asked = {
        "game": name.split("-", maxsplit=1)[0],
        **TABLES[name],
        "bots": list(range(1, TABLES[name]["seats"])),
    }
    return str(server.http.post("/api/tables", json=asked).raise_for_status().json()["table"])


def shoot(person: Person, name: str) -> None:
    person.page.wait_for_timeout(250)
    person.page.screenshot(path=FOLDER / f"{name}.png")
    print(f"build/shots/{name}.png")


def tour(person: Person, server: Server, kind: str) -> None:
    """Every screen, once."""
    for name, path in (("home", "/"), ("rules", "/rules/upturn")):
        person.open(path).page.locator("h1").first.wait_for()
        shoot(person, f"{name}-{kind}")
    for name in TABLES:
        table = opened(server, name)
        person.open(f"/t/{table}").page.locator("main .button.main").wait_for()
        shoot(person, f"join-{name}-{kind}")
        person.page.locator("main .button.main").click()
        person.page.locator(".button.main.start").wait_for()
        shoot(person, f"lobby-{name}-{kind}")
        person.start()
        moves = 0
        while moves < MOVES and not person.is_over():
            moves += person.act()
            person.page.wait_for_timeout(25)
        shoot(person, f"table-{name}-{kind}")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, browsers() as (_, browser):
        server = Server(Path(folder), bot_patience=3.0).start()
        try:
            for size, shape in ((PHONE, "phone"), (SMALL, "small"), (DESKTOP, "desktop")):
                for language in ("ru", "en"):
                    for dark in (False, True):
                        kind = f"{shape}-{language}-{'dark' if dark else 'light'}"
                        person = Person(browser, server.url, size, language, dark)
                        tour(person, server, kind)
                        person.context.close()
        finally:
            server.close()


if __name__ == "__main__":
    main()
