"""`igroteka dataset`: games of bots as Parquet."""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from igroteka.cli import tables
from igroteka.cli.options import CORES, FirstSeed, Game, Number, Options, Processes, Ray, Seats, Seconds
from igroteka.cli.outcome import Limit, need_folder, tell_bot_failed
from igroteka.cli.watching import complaints, counted, watched
from igroteka.games import game as on_shelf
from igroteka.lab.timed_bot import LIMIT


def dataset(
    game: Game,
    out: Annotated[Path, typer.Option("--out", help="The folder of the data set.")],
    bots: Annotated[
        str, typer.Option("--bots", help="Who plays, separated by commas, as in `igroteka arena`.")
    ] = "player,player",
    games: Number = 1000,
    seats: Seats = None,
    seconds: Seconds = 0.1,
    option: Options = [],  # noqa: B006 - typer reads it, nobody changes it
    seed: FirstSeed = 0,
    part_games: Annotated[int, typer.Option("--part-games", min=1, help="Games in a file.")] = 500,
    views: Annotated[bool, typer.Option("--views", help="Add what the seat could see, as JSON.")] = False,
    positions: Annotated[bool, typer.Option("--positions", help="Add the truth, as JSON.")] = False,
    features: Annotated[
        bool,
        typer.Option("--features", help="Add what the seat could see and answer as numbers, for networks."),
    ] = False,
    waits: Annotated[
        bool,
        typer.Option("--waits", help="Rows of seats that let it be, too: what they did not do is theirs."),
    ] = False,
    limit: Limit = LIMIT,
    processes: Processes = CORES,
    ray: Ray = None,
) -> None:
    """Let bots play and write every intent of every game as a row of Parquet (docs/datasets.md).

    The games are those of `igroteka arena` with the same bots and seed, each once. Whatever is interrupted
    goes on by the same command; with more --games it grows.

    igroteka dataset --game GAME --bots master,player --games 100000 --out games/

    Exit status: 0, 1 if a bot failed or it was interrupted, 2 if such a data set cannot be.
    """
    from igroteka.lab.arena import Contest
    from igroteka.lab.dataset import Part, Plan, parts, write
    from igroteka.lab.entrant import Entrant
    from igroteka.lab.seated_bots import BotFailed
    from igroteka.lab.workers import Crew

    sys.path.insert(0, "")
    played = on_shelf(game)
    chosen = msgspec.to_builtins(tables.options(played, option, None))
    entrants = tuple(Entrant.of(name.strip(), seconds) for name in bots.split(",") if name.strip())
    contest = Contest(played.NAME, tables.seats(played, seats), chosen, entrants, seed)
    for entrant in entrants:
        entrant.bot(played.NAME)
    need_folder(out)
    plan = Plan(contest, part_games, views, positions, features, waits=waits)
    total, done = len(list(parts(plan, games))), list[Part]()
    try:
        is_whole = watched(write(plan, games, out, Crew(processes, ray), limit), done.append, total, "parts")
    except BotFailed as failed:
        tell_bot_failed(failed)
    if not is_whole:
        complaints.print("The same command goes on.")
        raise SystemExit(1)
    made, size = sum(part.games for part in done), sum(part.bytes for part in done)
    rows = counted(sum(part.rows for part in done), "row")
    print(
        f"{out}: {counted(made, 'game')}, {rows}, {counted(len(done), 'part')}, {size} bytes "
        f"({size / made:.0f} a game)"
    )
