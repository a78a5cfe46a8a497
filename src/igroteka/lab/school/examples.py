"""What Player does, for pupils to begin with: its decisions as rows, and how the games ended for its seat."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from igroteka.bots.player import PlayerBot
from igroteka.core import Seeded
from igroteka.envs.egocentric import egocentric
from igroteka.envs.table import environment_options, parties_at, rewards_of
from igroteka.games import game as on_shelf
from igroteka.lab.school.shape import Table
from igroteka.lab.workers import Crew, spread
from igroteka.table import Match, play_out
from igroteka.turbo import WAIT, twin

_STRAY: Final = 8
"""One decision of so many is made at random: so Player is seen in positions that it would not come to."""
_AT_ONCE: Final = 25
"""Games that a process plays before it tells of them."""


class Examples(NamedTuple):
    """Decisions with more than one answer, a row each; observations are counted from the seat's own."""

    observation: npt.NDArray[np.uint8]
    mask: npt.NDArray[np.bool_]
    action: npt.NDArray[np.int64]
    result: npt.NDArray[np.float32]
    """What the game was worth to the seat, as rewards are."""


def collect(
    game: str, kinds: list[Table], games: int, seed: int, workers: Crew | int
) -> Iterator[tuple[int, Examples]]:
    """Games of Player at these tables in turn: how many have been played now, and their rows.

    A seed gives the same games; they come in the order in which processes finish them.
    """
    lots = max(1, games // _AT_ONCE)
    jobs = [(game, *kinds[lot % len(kinds)], seed * 1_000_003 + lot * _AT_ONCE) for lot in range(lots)]
    for done, examples in enumerate(spread(watch, jobs, workers), 1):
        yield done * _AT_ONCE, examples


def watch(game: str, seats: int, options: dict[str, Any] | None, seed: int) -> Examples:
    """A few games of Player, as rows."""
    parts = [_one(game, seats, options, seed + number) for number in range(_AT_ONCE)]
    return Examples(*(np.concatenate(rows) for rows in zip(*parts, strict=True)))


def _one(game: str, seats: int, options: dict[str, Any] | None, seed: int) -> Examples:
    shelf, fast = on_shelf(game), twin(game)
    chosen = environment_options(shelf, options)
    match = Match(shelf, seats, chosen, seed)
    match.deal()
    player, chance = PlayerBot(), Seeded(seed).row(2**62)
    rows: list[tuple[Any, Any, int, int]] = []

    def choose(seat: int, look: Any, offers: tuple[Any, ...], may_wait: bool) -> Any | None:
        intent = player.choose(look(), offers, may_wait, chance)
        answers = {fast.action_of(offer): offer for offer in offers} | ({WAIT: None} if may_wait else {})
        if len(answers) > 1:
            mask = np.zeros(fast.ACTIONS, np.bool_)
            mask[[*answers]] = True
            taken = WAIT if intent is None else fast.action_of(intent)
            rows.append((_observed(fast, match.state, seat), mask, taken, seat))
        return intent if chance.below(_STRAY) else answers[chance.pick([*answers])]

    for _ in play_out(match, choose, Seeded(seed).row(2**62 + 1)):
        pass
    outcome = match.outcome
    assert outcome is not None
    scores = np.array([seat in outcome.winners for seat in range(seats)], np.float32)
    worth = rewards_of(scores, parties_at(shelf, seats, chosen))
    seen, masks, actions, deciders = zip(*rows, strict=True)
    return Examples(
        egocentric(game, np.stack(seen)),
        np.stack(masks),
        np.array(actions, np.int64),
        worth[list(deciders)].astype(np.float32),
    )


def _observed(fast: Any, state: Any, seat: int) -> npt.NDArray[np.uint8]:
    position = fast.GAME.position(state)
    seen = np.empty(fast.OBSERVED, np.uint8)
    fast.KERNELS["observe"](fast.encode(position, state.options, state.pool)[0], seat, seen)
    return seen
