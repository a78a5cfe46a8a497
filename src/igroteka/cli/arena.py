"""`igroteka arena`: bots against bots."""

import csv
import sys
from collections.abc import Iterator
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table as RichTable

from igroteka.cli import tables
from igroteka.cli.bench_bots import bench_bots
from igroteka.cli.options import CORES, FirstSeed, Game, Number, Options, Processes, Ray, Seats, Seconds
from igroteka.cli.outcome import Limit, need_folder, need_writable, tell_bot_failed
from igroteka.cli.watching import counted, watched
from igroteka.core import Refused
from igroteka.games import game as on_shelf
from igroteka.lab.timed_bot import LIMIT

console = Console(markup=False, emoji=False, highlight=False)
complaints = Console(stderr=True, markup=False, emoji=False, highlight=False)


class Adjust(StrEnum):
    """What is taken out of results."""

    LUCK = "luck"


def register(app: typer.Typer, bench: typer.Typer) -> None:
    """`igroteka arena`, `igroteka bench bots`."""
    app.command()(arena)
    if find_spec("numba"):
        bench.command("bots")(bench_bots)


def arena(
    game: Game,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            help="Who plays, separated by commas: random, beginner, player, master, master:0.2 (seconds a "
            "move), master:200x (looks ahead a move), master1 (before networks), seer (sees "
            "hands), mymodule:MyBot, policy.npz, policy.onnx. A name may be repeated (master,player,player).",
        ),
    ] = "master,player",
    bot: Annotated[
        list[str],
        typer.Option("--bot", help="One more: a class of your own, mymodule:MyBot; may be repeated."),
    ] = [],  # noqa: B006 - typer reads it, nobody changes it
    games: Number = 400,
    seats: Seats = None,
    seconds: Seconds = 0.1,
    option: Options = [],  # noqa: B006
    seed: FirstSeed = 0,
    limit: Limit = LIMIT,
    processes: Processes = CORES,
    ray: Ray = None,
    as_json: Annotated[Path | None, typer.Option("--json", help="Figures and games into this file.")] = None,
    as_csv: Annotated[Path | None, typer.Option("--csv", help="One line per game into this file.")] = None,
    records: Annotated[
        Path | None,
        typer.Option("--records", help="Every game with all its moves into this folder, one record each."),
    ] = None,
    adjust: Annotated[
        Adjust | None,
        typer.Option(
            "--adjust", help="luck: win shares without luck too, of cards and of bots (docs/review.md)."
        ),
    ] = None,
    playouts: Annotated[
        str | None,
        typer.Option("--playouts", help="For --adjust: so many for each value, and answers in each, 600x60."),
    ] = None,
) -> None:
    """Let bots play against one another and say who is stronger, and how sure that is.

    Every deal is played several times, each time with the bots moved on by one place. Where there are teams,
    a bot plays all seats of a side; where all win or lose together, it plays alone, and wins or not. More
    bots than sides play a round robin: every choice of as many as there are sides meets on every deal, and a
    table tells who beats whom. The interval holds the true win share in 95 of 100 such runs; a bot is better
    when its interval lies above the fair share. Ratings are those of Bradley and Terry in Elo points. The
    same command gives the same games, unless bots think by the clock. Ctrl-C ends it with the figures of the
    deals that were played from every place.

    igroteka arena --game GAME --bots master,player --games 400 --seats 2
    igroteka arena --game GAME --bots random,beginner,player,master:0.05 --games 240 --seats 2
    igroteka arena --game GAME --bots player --bot mymodule:MyBot --records games

    Exit status: 0, 1 if a bot failed or it was interrupted, 2 if such a contest cannot be. A bot that fails
    is named with its line (IGROTEKA_TRACE=1 in the environment prints the whole way there), and so is one
    of your own that does not answer within --limit.
    """
    from igroteka.lab.arena import Contest, jobs, play_all, whole_deals
    from igroteka.lab.entrant import Entrant
    from igroteka.lab.seated_bots import BotFailed
    from igroteka.lab.standing import standing
    from igroteka.lab.workers import Crew

    sys.path.insert(0, "")
    played = on_shelf(game)
    _need_adjustable(played.NAME, adjust)
    effort = _effort(playouts, adjust)
    chosen = msgspec.to_builtins(tables.options(played, option, None))
    names = [name.strip() for name in bots.split(",") if name.strip()]
    entrants = tuple(Entrant.of(name, seconds) for name in (*names, *bot))
    contest = Contest(played.NAME, tables.seats(played, seats), chosen, entrants, seed)
    for entrant in entrants:
        entrant.bot(played.NAME)
    need_folder(records)
    need_writable(as_json, as_csv)
    total = len(jobs(contest, games))
    bouts = list[Any]()
    try:
        playing = play_all(contest, games, Crew(processes, ray), records, adjust is not None, effort, limit)
        is_whole = watched(playing, bouts.append, total, "games")
    except BotFailed as failed:
        tell_bot_failed(failed)
    if not is_whole:
        bouts = whole_deals(contest, bouts)
    if not bouts:
        complaints.print("No deal was played from every place.")
        raise SystemExit(1)
    found = standing(contest, bouts)
    _print(found)
    _write(found, bouts, as_json, as_csv)
    if not is_whole:
        raise SystemExit(1)


def _write(found: Any, bouts: list[Any], as_json: Path | None, as_csv: Path | None) -> None:
    if as_json is not None:
        data = {"standing": found, "games": bouts}
        as_json.write_bytes(msgspec.json.format(msgspec.json.encode(data)) + b"\n")
    if as_csv is not None:
        _write_csv(as_csv, found.contest, bouts)


def _need_adjustable(game: str, adjust: Adjust | None) -> None:
    """Refused where luck cannot be told: without Numba, or for a game without playouts."""
    if adjust is None:
        return
    if find_spec("numba") is None:
        raise Refused("extra-missing", None, extra="turbo")
    from igroteka.lab.playouts.playouts import playouts

    playouts(game)


def _effort(said: str | None, adjust: Adjust | None) -> tuple[int, int] | None:
    """`600x60`; what the game's review.toml says where nothing was asked for."""
    worlds, times, most = (said or "").partition("x")
    if said is None:
        return None
    if adjust is None:
        raise typer.BadParameter("it goes with --adjust luck", param_hint="--playouts")
    if not (times and worlds.isdecimal() and most.isdecimal() and int(worlds) and int(most)):
        raise typer.BadParameter(f"{said}: two numbers, as in 600x60", param_hint="--playouts")
    return int(worlds), int(most)


def _print(found: Any) -> None:
    without = ("without luck", "95 % interval") if found.places[0].adjusted else ()
    met = len(found.contest.sides()) > 1
    against = ("fair", "rating", "95 % interval") if met else ()
    columns = ("bot", "games", "win share", "95 % interval", *without, *against)
    grid = RichTable(*columns, box=None)
    for place in found.places:
        grid.add_row(
            place.bot,
            str(place.games),
            *_share(place),
            *(_share(place.adjusted) if without else ()),
            *(_rated(place) if met else ()),
        )
    wide = Console(markup=False, emoji=False, highlight=False, width=max(console.width, 240))
    wide.print(grid)
    if len(found.places) > 2 and met:
        wide.print("\nHow much the bot of the row won of what it and the bot of the column won:")
        wide.print(_cross_table(found))
    for line in _remarks(found):
        print(line)


def _rated(place: Any) -> tuple[str, str, str]:
    low, high = f"{place.rating_low:+.0f}", f"{place.rating_high:+.0f}"
    return f"{100 * place.fair_share:.1f} %", f"{place.rating:+.0f}", f"{low} – {high}"


def _share(of: Any) -> tuple[str, str]:
    return f"{100 * of.win_share:.1f} %", f"{100 * of.low:.1f} – {100 * of.high:.1f} %"


def _cross_table(found: Any) -> RichTable:
    names = [place.bot for place in found.places]
    grid = RichTable("", *names, box=None)
    shares = {(pair.bot, pair.other): pair.share for pair in found.pairs}
    shares |= {(other, bot): 1 - share for (bot, other), share in shares.items()}
    for bot in names:
        cells = [f"{100 * shares[bot, other]:.1f} %" if (bot, other) in shares else "" for other in names]
        grid.add_row(bot, *cells)
    return grid


def _remarks(found: Any) -> Iterator[str]:
    options = "".join(f", {name}={value}" for name, value in _not_default(found.contest).items())
    seats, games = counted(found.contest.seats, "seat"), counted(found.games, "game")
    yield f"{found.contest.game}, {seats}{options}: {games}"
    yield (
        f"{counted(found.deals, 'deal')} from seed {found.contest.seed} on, "
        f"each in {counted(found.games // found.deals, 'lineup')}; "
        f"mean length {found.mean_rows:.1f} moves, {found.without_winner} without a winner"
    )
    if found.began is not None:
        began = found.began
        yield (
            f"who began won {100 * began.win_share:.1f} % ({100 * began.low:.1f} – {100 * began.high:.1f}; "
            f"fair {100 * began.fair_share:.1f})"
        )
    if found.luck is not None:
        yield _about_luck(found.luck)
    for place in found.places:
        if place.adjusted is not None:
            yield _about_adjusting(place.bot, place.adjusted)


def _about_luck(luck: Any) -> str:
    """What playing the same deal from every place was good for, as far as these games show."""
    measured = f"{luck.variance:.2f} of the variance of unrelated games ({luck.low:.2f} – {luck.high:.2f})"
    if luck.high < 1:
        return f"duplicate deals took out luck: {measured}"
    return f"duplicate deals took out no luck that could be measured: {measured}"


def _about_adjusting(bot: str, adjusted: Any) -> str:
    """How much narrower the interval is without luck, as deals show it."""
    left = adjusted.variance
    return (
        f"{bot} without luck: {left:.2f} of the variance over deals is left, "
        f"so the interval is {left**0.5:.2f} as wide ({adjusted.strength:.2f} of the luck taken off)"
    )


def _not_default(contest: Any) -> dict[str, Any]:
    defaults = msgspec.to_builtins(on_shelf(contest.game).Options())
    return {name: value for name, value in contest.options.items() if value != defaults.get(name)}


def _write_csv(path: Path, contest: Any, bouts: list[Any]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        lines = csv.writer(file)
        lines.writerow(["seed", "bots by side", "winning bots", "moves", "bot that began"])
        for bout in sorted(bouts, key=lambda one: (one.deal, one.lineup)):
            names = [contest.entrants[number].name for number in bout.lineup]
            won = " ".join(names[side] for side in bout.winners)
            first = "" if bout.began is None else names[bout.began]
            lines.writerow([contest.seed + bout.deal, " ".join(names), won, bout.rows, first])
