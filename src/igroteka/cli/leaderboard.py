"""`igroteka leaderboard`: the fixed schedule among the shipped bots, and one's own."""

import shlex
import sys
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Annotated, Any

import typer

import igroteka
from igroteka.cli.options import CORES, Games, Processes, Ray
from igroteka.cli.outcome import Limit, need_folder, need_writable, tell_bot_failed
from igroteka.cli.watching import complaints, counted, watched
from igroteka.games import SHELF
from igroteka.games import game as on_shelf
from igroteka.lab.timed_bot import LIMIT


def leaderboard(
    out: Annotated[Path, typer.Option("--out", help="The page; its figures go beside it as JSON.")] = Path(
        "leaderboard.md"
    ),
    bot: Annotated[
        list[str], typer.Option("--bot", help="One's own, as in `igroteka arena`; may be repeated.")
    ] = [],  # noqa: B006 - typer reads it, nobody changes it
    game: Games = [],  # noqa: B006
    deals: Annotated[
        int | None, typer.Option("--deals", min=1, help="Fewer deals, to try it; not comparable.")
    ] = None,
    adjust: Annotated[
        bool,
        typer.Option("--adjust/--plain", help="Win shares without luck beside the plain ones."),
    ] = True,
    limit: Limit = LIMIT,
    processes: Processes = CORES,
    ray: Ray = None,
) -> None:
    """Play the fixed schedule of deals among the shipped bots and write the table with ratings and intervals.

    Beside the plain win shares stand those without luck, where it can be told (with the extra `turbo`).
    The same version of the schedule gives the same games everywhere. Ctrl-C writes what is there.

    igroteka leaderboard --bot mymodule:MyBot --game GAME

    Exit status: 0, 1 if a bot failed or nothing was played, 2 if there is no such bot or game.
    """
    from igroteka.lab.entrant import Entrant
    from igroteka.lab.leaderboard import DEALS, board, keep, markdown, play_all, schedule, work
    from igroteka.lab.seated_bots import BotFailed
    from igroteka.lab.workers import Crew

    sys.path.insert(0, "")
    contests = schedule([on_shelf(name).NAME for name in game] or list(SHELF), bot)
    for name, contest in product(bot, contests):
        Entrant.of(name).bot(contest.game)
    need_folder(out.parent)
    need_writable(out, out.with_suffix(".json"))
    wanted, played = deals or DEALS, list[Any]()
    try:
        playing = play_all(contests, wanted, Crew(processes, ray), adjust, limit)
        watched(playing, played.append, len(work(contests, wanted)), "games")
    except BotFailed as failed:
        tell_bot_failed(failed)
    found = board(contests, wanted, played)
    if not found.standings:
        complaints.print("No deal was played from every place.")
        raise SystemExit(1)
    said = [*(f"--bot={name}" for name in bot), *(f"--game={name}" for name in game)]
    said += [*([f"--deals={deals}"] if deals else []), *([] if adjust else ["--plain"])]
    date = datetime.now(UTC).date().isoformat()
    text = markdown(found, shlex.join(["igroteka", "leaderboard", *said]), igroteka.__version__, date)
    keep(found, text, out)
    print(f"{out}: {counted(len(played), 'game')}")
