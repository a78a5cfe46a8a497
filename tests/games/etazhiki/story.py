"""One game in which everything happens: who plays it, from which seed, and what has to come up in it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from igroteka.cli.story import playthrough
from igroteka.core import Chance, Seat, Seeded
from igroteka.games import etazhiki
from igroteka.games.etazhiki import Options, View
from igroteka.games.etazhiki.cards import SKIP, is_night
from igroteka.games.etazhiki.moves import (
    Ball,
    BallLaid,
    BallsShed,
    End,
    Floor,
    Intercepted,
    Rebuilt,
    Shed,
    Skipped,
    TurnCame,
)
from igroteka.table import Chooser, Match, Row, play_out

SEATS: Final = 4
OPTIONS: Final = Options()
SEED: Final = 1249

EVERYTHING: Final = frozenset(
    {"interception", "counter-interception", "skip after an interception", "chosen top", "rebuilt deck"}
)


def chooser(chance: Chance) -> Chooser:
    """Intercepts when it can, keeps its night floors for that, and likes to leave a skip on top."""

    def choose(seat: Seat, look: Callable[[], Any], offers: tuple[Any, ...], may_wait: bool) -> Any | None:
        if may_wait:
            return chance.pick(offers) if chance.below(4) else None
        return chance.pick(_preferred(look(), offers, chance))

    return choose


def _preferred(view: View, offers: tuple[Any, ...], chance: Chance) -> list[Any]:
    skips = [i for i in offers if i in (Ball(SKIP), Shed(SKIP))]
    if skips and (view.floors_laid or view.shedding):
        return skips
    by_day = [i for i in offers if isinstance(i, Floor) and not is_night(i.card)]
    if by_day and chance.below(3):
        return by_day
    return [i for i in offers if isinstance(i, End)] or list(offers)


def play(seed: int = SEED) -> Iterator[Row]:
    """The game, row by row."""
    chance = Seeded(seed).row(2**64 - 1)
    yield from play_out(Match(etazhiki, SEATS, OPTIONS, seed), chooser(_choices(seed)), chance)


def told(language: str, seed: int = SEED) -> Iterator[str]:
    """The same game line by line, as a golden playthrough tells it."""
    return playthrough(etazhiki, SEATS, OPTIONS, seed, language, chooser(_choices(seed)))


def _choices(seed: int) -> Seeded:
    return Seeded(seed).row(2**64 - 2)  # beside the stream of the driver, far from any row of the log


def happenings(rows: Iterable[Row]) -> Iterator[str]:
    """What of EVERYTHING comes up in these rows, in order."""
    state, lost, armed = etazhiki.start(SEATS, OPTIONS), None, False
    for row in rows:
        if isinstance(row.intent, Shed):
            yield "chosen top"
        for event in row.events:
            yield from _happened(event, lost, armed)
            match event:
                case Intercepted():
                    lost, armed = state.turn, state.skip_armed
                case TurnCame():
                    lost, armed = None, False
                case BallLaid() | BallsShed():
                    armed = False
            state = etazhiki.evolve(state, event)


def _happened(event: Any, lost: Seat | None, armed: bool) -> Iterator[str]:
    match event:
        case Intercepted(seat):
            yield "counter-interception" if seat == lost else "interception"
        case Skipped() if armed:
            yield "skip after an interception"
        case Rebuilt():
            yield "rebuilt deck"
