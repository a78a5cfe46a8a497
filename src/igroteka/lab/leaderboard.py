"""The leaderboard: a fixed, versioned schedule of deals among the shipped bots, and one's own."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from igroteka.core import AnyGame
from igroteka.core.extras import missing
from igroteka.games import game as on_shelf
from igroteka.lab.adjusting import Adjusted
from igroteka.lab.arena import Bout, Contest, jobs, play, prepare, whole_deals
from igroteka.lab.entrant import Entrant
from igroteka.lab.standing import Place, Standing, standing
from igroteka.lab.timed_bot import LIMIT
from igroteka.lab.workers import Crew, spread

VERSION: Final = 1
"""Of the schedule: other tables, deals or bots make it another one, and figures cannot be compared."""
DEALS: Final = 40
SEED: Final = 1_000_000_000
"""The first deal; nothing else of the house plays deals from here on."""
BOTS: Final = ("beginner", "player", "master:100x")
"""Master by looks ahead rather than by time, so that the games are the same everywhere."""


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The standings of a schedule."""

    version: int
    deals: int
    standings: tuple[Standing, ...]


def schedule(shelf: Sequence[str], own: Sequence[str] = ()) -> list[Contest]:
    """The smallest table of every game, and the smallest at which three sides or more meet."""
    entrants = tuple(Entrant.of(name) for name in (*BOTS, *own))
    return [Contest(name, seats, {}, entrants, SEED) for name in shelf for seats in _sizes(on_shelf(name))]


def _sizes(game: AnyGame) -> list[int]:
    def sides(seats: int) -> int:
        return len(game.sides(game.start(seats, game.Options())))

    many = [seats for seats in game.SEATS if sides(seats) > 2]
    return sorted({game.SEATS[0], *many[:1]})


def work(contests: Sequence[Contest], deals: int) -> list[tuple[int, Contest, int, tuple[int, ...]]]:
    """Every game: the number of its contest, the contest, the deal and the lineup."""
    return [
        (number, contest, deal, lineup)
        for number, contest in enumerate(contests)
        for deal, lineup in jobs(contest, deals * len(contest.lineups()))
    ]


def play_all(
    contests: Sequence[Contest],
    deals: int,
    workers: Crew | int,
    adjust: bool = False,
    limit: float = LIMIT,
) -> Iterator[tuple[int, Bout]]:
    """The games as they are finished, each with the number of its contest; BotFailed ends it.

    `adjust`: games of which it can be told say what luck was in them, for shares without it.
    """
    for contest in contests:
        prepare(contest)
    yield from spread(partial(_play, adjust, limit), work(contests, deals), workers)


def _play(
    adjust: bool, limit: float, number: int, contest: Contest, deal: int, lineup: tuple[int, ...]
) -> tuple[int, Bout]:
    return number, play(contest, deal, lineup, adjust=adjust and may_adjust(contest.game), limit=limit)


def may_adjust(game: str) -> bool:
    """Whether the luck of its games can be told: by playouts, which need Numba."""
    if missing("numba", "numpy"):
        return False
    from igroteka.lab.playouts.playouts import is_playable

    return is_playable(game)


def board(contests: Sequence[Contest], deals: int, played: Sequence[tuple[int, Bout]]) -> Board:
    """The standings of the deals that were played from every place; a contest without any has none."""
    found = []
    for number, contest in enumerate(contests):
        bouts = whole_deals(contest, [bout for one, bout in played if one == number])
        if bouts:
            found.append(standing(contest, bouts))
    return Board(VERSION, deals, tuple(found))


def markdown(found: Board, command: str, version: str, date: str) -> str:
    """The page that docs keep."""
    lines = ["# Leaderboard", "", *_about(found), ""]
    for one in found.standings:
        lines += [f"## {one.contest.game}, {one.contest.seats} seats", *_cut_short(one, found.deals)]
        lines += [*_table(one), ""]
    lines += ["## How it was made", f"```sh\n{command}\n```", f"Igroteka {version}, {date}.", ""]
    return "\n".join(lines)


def _about(found: Board) -> Iterator[str]:
    full = "" if found.deals == DEALS else f" (cut to {found.deals}: not comparable)"
    yield (
        f"Schedule {found.version}: {DEALS} deals of every table{full} from seed {SEED} on, default "
        "options, every choice of bots that fits the table on every deal and in every rotation. A share "
        "counts a shared win in parts and a game that nobody won for all alike; *fair* is what equal bots "
        "would get. Ratings are Bradley–Terry in Elo points around the mean of the table. Intervals are of "
        "95 %, with deals as observations. `master:100x` is Master with 100 looks ahead a move, much less "
        "than it has at a table of people ([bots.md](bots.md)), so that the games are the same everywhere."
    )
    yield ""
    yield (
        "A bot of one's own joins by `igroteka leaderboard --bot mymodule:MyBot`: it meets the shipped ones "
        "on the same deals, and their games among themselves stay what they are."
    )
    yield ""
    if any(place.adjusted for one in found.standings for place in one.places):
        yield (
            "*Without luck* is the win share less what chance gave after the deal beyond its average, by "
            "cards and by the bots' own lots, as far as that tells who wins ([review.md](review.md)): the "
            "same on average, and surer. Ratings are of plain results."
        )
    else:
        yield "These are plain results, not adjusted for luck."


def _cut_short(one: Standing, deals: int) -> Iterator[str]:
    """Where not all deals of a table were played, it is said."""
    if one.deals < deals:
        yield f"{one.deals} of the {deals} deals: the others had not ended when it was interrupted."
        yield ""


def _table(one: Standing) -> Iterator[str]:
    without = any(place.adjusted for place in one.places)
    columns = ["bot", "games", "win share", "95 %", *(["without luck", "95 %"] if without else [])]
    columns += ["fair", "rating", "95 %"]
    yield f"| {' | '.join(columns)} |"
    yield "|" + "---|" * len(columns)
    for place in one.places:
        shares = [*_share(place), *(_share(place.adjusted) if without else ())]
        fair, rating = f"{100 * place.fair_share:.1f}", f"{place.rating:+.0f}"
        reach = f"{place.rating_low:+.0f} – {place.rating_high:+.0f}"
        yield f"| {' | '.join([place.bot, str(place.games), *shares, fair, rating, reach])} |"


def _share(of: Place | Adjusted | None) -> tuple[str, str]:
    if of is None:
        return "–", "–"
    return f"{100 * of.win_share:.1f} %", f"{100 * of.low:.1f} – {100 * of.high:.1f}"


def keep(found: Board, text: str, path: Path) -> None:
    """The page, and its figures as JSON beside it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    path.with_suffix(".json").write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
