"""One game in which everything happens: who plays it, from which seed, and what has to come up in it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from igroteka.core import Chance, Seat, Seeded
from igroteka.games import upturn
from igroteka.games.upturn import Options, View
from igroteka.games.upturn.moves import (
    Announce,
    Draw,
    End,
    Fined,
    Give,
    Laid,
    Lay,
    Opened,
    Recycled,
    Steered,
    Tuck,
    Tucked,
)
from igroteka.games.upturn.tiles import ACTIONS, JOKER, is_number, is_penalty, is_twin
from igroteka.table import Chooser, Match, Row, play_out

SEATS: Final = 3
OPTIONS: Final = Options()
SEED: Final = 3765

EVERYTHING: Final = frozenset(
    {*ACTIONS, "plain", "penalty", "twin", "joker chain", "three tucked", "fine", "recycled"}
)


def chooser(chance: Chance) -> Chooser:
    """Tucks and gives whatever it can, saves its jokers for a chain, and now and then forgets to announce."""

    def choose(seat: Seat, look: Callable[[], Any], offers: tuple[Any, ...], may_wait: bool) -> Any | None:
        if any(isinstance(intent, Announce) for intent in offers) and chance.below(3):
            return Announce()
        if may_wait:
            return None
        return chance.pick(_preferred(look(), offers, chance))

    return choose


def _preferred(view: View, offers: tuple[Any, ...], chance: Chance) -> list[Any]:
    for kind in (Tuck, Give):
        if found := [intent for intent in offers if isinstance(intent, kind)]:
            return found
    lays = [intent for intent in offers if isinstance(intent, Lay)]
    if chain := [intent for intent in lays if intent.tile == JOKER and _is_chain(view)]:
        return chain
    open_lays = [intent for intent in lays if intent.tile != JOKER or view.extra]
    if open_lays and chance.below(4):
        return open_lays
    return [intent for intent in offers if isinstance(intent, Draw | End)] or list(offers)


def _is_chain(view: View) -> bool:
    return view.extra or (view.rack or ()).count(JOKER) > 1


def players(seed: int = SEED) -> Chooser:
    """Those who play it, with a stream of their own; good for one game."""
    return chooser(Seeded(seed).row(2**63))


def play(seed: int = SEED) -> Iterator[Row]:
    """The game, row by row, just as `igroteka.cli.story.playthrough` tells it when given the players."""
    yield from play_out(Match(upturn, SEATS, OPTIONS, seed), players(seed), Seeded(seed).row(2**64 - 1))


def happenings(rows: Iterable[Row]) -> Iterator[str]:
    """What of EVERYTHING comes up in these rows, in order."""
    chain = tucked = 0
    for row in rows:
        for event in row.events:
            chain = chain + 1 if isinstance(event, Steered) and event.tile == JOKER else chain
            tucked = tucked + 1 if isinstance(event, Tucked) else tucked
            yield from _happened(event, chain, tucked)
            if event.__struct_config__.tag == "turn_came":
                chain = tucked = 0


def _happened(event: Any, chain: int, tucked: int) -> Iterator[str]:
    match event:
        case Opened() | Laid() | Steered() | Tucked():
            yield kind(event.tile)
        case Fined():
            yield "fine"
        case Recycled():
            yield "recycled"
    if chain > 1:
        yield "joker chain"
    if tucked > 2:
        yield "three tucked"


def kind(tile: str) -> str:
    if not is_number(tile):
        return tile
    return "penalty" if is_penalty(tile) else "twin" if is_twin(tile) else "plain"
