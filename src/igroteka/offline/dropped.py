"""A record that was dropped on the page, replayed where it is: it is sent nowhere."""

import msgspec

from igroteka.core import Refused, Seat, read
from igroteka.games import game as on_shelf
from igroteka.table.moments import Eyes, Played, Replay, need_eyes, replayed
from igroteka.table.record import Record, read_record, rows_from
from igroteka.table.verify import verify


class DroppedAsk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record as it stands in its file, from which moment on, and through whose eyes."""

    record: str
    start: int = 1
    seat: Seat | None = None
    open: bool = False


class Dropped:
    """Remembers the last record: it is asked for part by part, and checking it takes a while."""

    def __init__(self) -> None:
        self._last: tuple[str, Played] | None = None

    def replay(self, asked: DroppedAsk) -> Replay:
        """What the record shows, or Refused with what is wrong with it."""
        if self._last is None or self._last[0] != asked.record:
            self._last = (asked.record, _played(read_record(asked.record)))
        played = self._last[1]
        return replayed(played, None, need_eyes(played, None, Eyes(asked.seat, asked.open)), asked.start)


def _played(record: Record) -> Played:
    """The game of a whole and true record; of a running game a record has not enough to set up the table."""
    game = on_shelf(record.game)
    verdict = verify(record, game)
    if verdict.wrong:
        raise Refused("record-differs", None, check=verdict.wrong.name)
    if not record.complete:
        raise Refused("record-of-running-game")
    first = game.start(record.seats, read(record.options, game.Options))
    rows = tuple(rows_from(record, game))
    return Played(game, record.options, record.people, record.source, first, rows, record.outcome)
