"""Games that stand at a moment worth seeing: bots play whole games, and one of them goes on from there."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from browser.player import Person
from igroteka.core import read
from igroteka.games import game as on_shelf
from igroteka.games.etazhiki.moves import Floor, Pass
from igroteka.games.upturn.moves import Lay
from igroteka.table import Match
from igroteka.table.record import Record, read_record, rows_from
from server.client import Place, come
from server.serving import Server


def played_by_bots(server: Server, table: str, first: Callable[[Place], None] | None = None) -> Record:
    """A person starts the game and leaves the seat to a bot, maybe after playing; bots play it out."""
    with come(server, table, "Host") as host:
        host.done("start")
        if first:
            host.until(lambda: bool(host.told))
            first(host)
        host.done("stand")
        until = time.monotonic() + 240
        while time.monotonic() < until:  # somebody has to look on: bots rest when nobody does
            record = read_record(server.http.get(f"/api/tables/{table}/rounds/1/record").content)
            if record.complete:
                return record
            time.sleep(0.1)
    raise AssertionError("the bots did not finish")


def take_only(host: Place, tiles: int = 20, seconds: float = 60) -> None:
    """In UpTurn: lay nothing, take tile after tile until the rack is full."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        view = host.told["view"]
        if view["outcome"] or (len(view["rack"]) >= tiles and view["turn"] == view["seat"]):
            return
        offers = {offer["kind"]: offer for offer in reversed(view["legal"])}
        wanted = next(
            (offers[kind] for kind in ("draw", "end", "give", "tuck", "lay") if kind in offers), None
        )
        number = host.number
        if wanted:
            host.ask(wanted)
        host.until(lambda number=number: host.number > number)  # type: ignore[misc]


def find(
    server: Server,
    game: str,
    is_it: Callable[[Match], Any],
    seats: int = 2,
    games: int = 60,
    first: Callable[[Place], None] | None = None,
    **options: Any,
) -> tuple[str, int, Any]:
    """The table of a finished game, a row of it, and what `is_it` has found in the match after that row."""
    rules = on_shelf(game)
    for _ in range(games):
        asked = {"game": game, "seats": seats, "options": options, "bots": list(range(1, seats))}
        asked["level"] = "random"
        table = server.http.post("/api/tables", json=asked).raise_for_status().json()["table"]
        record = played_by_bots(server, table, first)
        match = Match(rules, seats, read(record.options, rules.Options))
        for row in rows_from(record, rules)[:-1]:
            match.append(row)
            found = is_it(match) if match.outcome is None else None
            if found:
                return table, row.number, found
    raise AssertionError("no game had such a moment")


def again(server: Server, table: str, row: int, bots: tuple[int, ...] = ()) -> str:
    """A new table that goes on from there."""
    asked = {"table": table, "round": 1, "row": row, "bots": bots}
    new: str = server.http.post("/api/tables/again", json=asked).raise_for_status().json()["table"]
    return new


@contextmanager
def standing(
    server: Server, person: Person, game: str, is_it: Callable[[Match], Any], seats: int = 2, **options: Any
) -> Iterator[Person]:
    """The person at the first seat of such a moment; the others are people who let it be."""
    begins = {} if game == "sequence" else {"starter": 0}
    old, row, _ = find(server, game, is_it, seats, **begins, **options)
    table = again(server, old, row)
    person.come_to(table).page.locator(".button.main.start").wait_for()
    with ExitStack() as others:
        for name in ("Аня", "Дедушка", "Боря", "Вера")[: seats - 1]:
            others.enter_context(come(server, table, name))
        yield person.start()


def offers(kind: type, least: int = 1) -> Callable[[Match], bool]:
    """The first seat is on turn, may do this in so many ways, and holds a part that is of no use."""

    def is_it(match: Match) -> bool:
        if match.game.turn(match.state) != 0:
            return False
        view, legal = match.view(0), match.legal(0)
        held = view.rack if match.game.NAME == "upturn" else view.hand
        named = {getattr(one, "tile", None) or getattr(one, "card", None) for one in legal} - {None}
        ways = [one for one in legal if isinstance(one, kind)]
        return len(ways) >= least and not set(held) <= named

    return is_it


def numbers(match: Match) -> bool:
    """The game is open, and two plain numbers may be laid, neither the last tile."""
    if match.game.turn(match.state) != 0 or match.view(0).trend is None:
        return False
    tiles = {one.tile for one in match.legal(0) if isinstance(one, Lay)}
    plain = [tile for tile in tiles if tile.isdigit()]
    return len(plain) >= 2 and len(match.view(0).rack) >= 5


def floors(match: Match) -> bool:
    """Two floors may be laid, and the hand is not nearly empty."""
    fits = {one.card for one in match.legal(0) if isinstance(one, Floor)}
    return match.game.turn(match.state) == 0 and len(fits) >= 2 and len(match.view(0).hand) >= 4


def untouched(match: Match) -> bool:
    """The same, and nothing has been laid in this turn: one may pass."""
    return floors(match) and any(isinstance(one, Pass) for one in match.legal(0))


CHOICE: Final[dict[str, Callable[[Match], bool]]] = {"upturn": numbers, "etazhiki": floors}
"""In each game a moment with more than one way to go on."""
