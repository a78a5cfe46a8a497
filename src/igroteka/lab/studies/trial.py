"""What a study has bots play, and the figures that it keeps of every game."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from igroteka.core import Seat
from igroteka.lab.arena import Contest, about_bots, jobs, open_bout, order_of
from igroteka.lab.entrant import Entrant
from igroteka.lab.seated_bots import chooser
from igroteka.lab.studies.of_game import held_by
from igroteka.table import Match, play_out
from igroteka.table.recorder import record_of

AGAIN: Final = 2**32
"""How far apart the seeds of the bots are when a deal is played once more."""
TERMS: Final = ("deal", "draws", "play")
"""Of a review: what the deal gave side 0, what came after it, and what all seats decided."""
_AT_ONCE: Final = 16
"""So many games are one piece of work for a process."""


class Trial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of table with its bots; so many games, each deal played `again` times in every lineup."""

    name: str
    contest: Contest
    games: int
    again: int = 1
    review: int = 0
    """Playouts with which every game is reviewed; 0: none is."""
    of: dict[str, Any] = {}
    """What tells this trial from the others of its study; columns of its data."""


class Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """One finished game of a trial in figures."""

    trial: str
    deal: int
    again: int
    lineup: tuple[int, ...]
    winners: tuple[int, ...]
    began: int
    """The side that was on turn after the deal."""
    rows: int
    """Intents in the log, the deal not counted."""
    turns: int
    """How often the turn went to another seat, and the first one."""
    choices: int
    """Intents that were asked for where there was more than one answer."""
    held: dict[str, tuple[int, ...]] = {}
    """By kind of part how many each side was dealt, where the game names kinds."""
    terms: tuple[float, ...] = ()
    """`TERMS` in parts of a win, where the game was reviewed; with 1 / sides they are what side 0 won."""

    def shares(self) -> tuple[float, ...]:
        """By side its share of the win; a game that nobody won is shared by all."""
        won = self.winners or tuple(range(len(self.lineup)))
        return tuple(1 / len(won) if side in won else 0.0 for side in range(len(self.lineup)))


def trial(
    game: str,
    seats: int,
    bots: str,
    games: int,
    seed: int,
    options: dict[str, Any] | None = None,
    *,
    again: int = 1,
    review: int = 0,
    **of: Any,
) -> Trial:
    """A trial of bots separated by commas; it is told from others by its game, seats, options and bots."""
    entrants = tuple(Entrant.of(name) for name in bots.split(","))
    contest = Contest(game, seats, options or {}, entrants, seed)
    columns = {"game": game, "seats": seats, **of, "bots": bots}
    return Trial(" ".join(map(str, columns.values())), contest, games, again, review, columns)


def pieces(trials: list[Trial]) -> Iterator[tuple[Trial, list[tuple[int, int, tuple[int, ...]]]]]:
    """The games of all trials in pieces of work: deal, which time, lineup."""
    for one in trials:
        work = [
            (deal, time, lineup)
            for deal, lineup in jobs(one.contest, one.games // one.again)
            for time in range(one.again)
        ]
        for first in range(0, len(work), _AT_ONCE):
            yield one, work[first : first + _AT_ONCE]


def play_piece(one: Trial, work: list[tuple[int, int, tuple[int, ...]]]) -> list[Game]:
    """Some games of a trial, one after the other."""
    return [play(one, *game) for game in work]


def play(one: Trial, deal: int, time: int, lineup: tuple[int, ...]) -> Game:
    """One game; the deal is that of its number, the bots' chance another each time."""
    contest, side_of = one.contest, one.contest.side_of()
    match, entrants = open_bout(contest, deal, lineup)
    first = match.game.turn(match.state)
    assert first is not None
    held = held_by(match)
    watch = _Watch(chooser(match, entrants, contest.seed + deal + time * AGAIN, deal))
    turns, last = 1, first
    for _ in play_out(match, watch, order_of(contest, deal)):
        now = match.game.turn(match.state)
        turns += now is not None and now != last
        last = last if now is None else now
    outcome = match.outcome
    assert outcome is not None
    won = tuple(sorted({side_of[seat] for seat in outcome.winners}))
    rows, terms = len(match.log) - 1, _terms(one, match, entrants, deal)
    return Game(one.name, deal, time, lineup, won, side_of[first], rows, turns, watch.choices, held, terms)


def _terms(one: Trial, match: Match, entrants: Sequence[Entrant], deal: int) -> tuple[float, ...]:
    """What made the result of side 0, by the review of the game, if it is to be reviewed."""
    if not one.review:
        return ()
    from igroteka.lab.review import review  # needs Numba

    about = about_bots(match, entrants, one.contest.seed + deal)
    account = review(record_of(match, about), one.review).accounts[one.contest.sides()[0][0]]
    assert account.draws
    assert account.others
    assert account.own
    return account.deal.value, account.draws.value, account.others.value + account.own.value


class _Watch:
    """A chooser that counts where there was a choice; it counts, so it changes."""

    def __init__(self, choose: Any) -> None:
        self.choose = choose
        self.choices = 0

    def __call__(self, seat: Seat, look: Any, offers: tuple[Any, ...], may_wait: bool) -> Any | None:
        intent = self.choose(seat, look, offers, may_wait)
        self.choices += intent is not None and len(offers) + may_wait > 1
        return intent


def match_of(one: Trial, deal: int) -> Match:
    """The table of a deal, for tests and for whoever wants to look."""
    return open_bout(one.contest, deal, one.contest.lineups()[0])[0]
