"""What a first table needs, done once ahead: imported, read and built, for a snapshot of Python's memory."""

from collections.abc import Coroutine
from typing import Any, Final, TypeVar

import msgspec

from igroteka.games import SHELF
from igroteka.games import game as on_shelf
from igroteka.games.texts import LANGUAGES
from igroteka.offline.house import House

T = TypeVar("T")
_ORIGIN: Final = "http://warm"


class _Nowhere:
    """Keeps nothing: what is done ahead is forgotten."""

    async def keep(self, table: str, number: int, text: str) -> None:
        """The rows go with the house."""

    async def forget(self, table: str) -> None:
        """Nothing was kept."""


def warm() -> None:
    """Ask for what a page asks for when it opens a table, once for every game; nothing of it stays."""
    house = House(_Nowhere(), _ORIGIN)
    _ask(house, "GET", "/api/games")
    for game in SHELF:
        for language in LANGUAGES:
            _ask(house, "GET", f"/api/games/{game}/texts/{language}")
        opened = _ask(house, "POST", "/api/tables", {"game": game, "seats": on_shelf(game).SEATS[0]})
        _ask(house, "GET", f"/api/tables/{opened['table']}")


def _ask(house: House, method: str, path: str, body: object = None) -> Any:
    granted, text = _done(house.ask(method, path, msgspec.json.encode(body).decode(), None))
    if not granted:
        raise RuntimeError(text)
    return msgspec.json.decode(text)


def _done(work: Coroutine[Any, Any, T]) -> T:
    """The result of what waits for nobody, without a loop: a snapshot has none."""
    try:
        work.send(None)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    work.close()
    raise RuntimeError("it waits")
