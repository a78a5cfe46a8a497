"""`igroteka soak`: random games over all kinds of tables."""

import os
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as RichTable

from igroteka.cli.options import CORES, MOST_GAMES, FirstSeed, Games, Processes, Ray
from igroteka.cli.watching import watched
from igroteka.games import SHELF
from igroteka.games import game as on_shelf

complaints = Console(stderr=True, emoji=False)


def soak(
    game: Games = [],  # noqa: B006
    games: Annotated[
        int, typer.Option("--games", min=1, max=MOST_GAMES, help="How many games of each.")
    ] = 10_000,
    seed: FirstSeed = 0,
    processes: Processes = CORES,
    ray: Ray = None,
) -> None:
    """Play random games over all table sizes and option values; any error ends it with status 1.

    "runner-up" is how near the best of those who did not win was to winning, on average.
    Ctrl-C ends it with the figures of the games that were played, and with status 1, too.
    """
    from igroteka.lab.random_games import Broken, play_many
    from igroteka.lab.random_games import tables as kinds
    from igroteka.lab.workers import Crew

    for played in [on_shelf(name) for name in game or SHELF]:
        all_kinds, results = list(kinds(played)), list[Any]()
        jobs = [(all_kinds[n % len(all_kinds)], seed + n) for n in range(games)]
        playing = play_many(jobs, Crew(processes, ray))
        try:
            is_whole = watched(playing, results.append, len(jobs), f"games of {played.NAME}")
        except Broken as broken:
            complaints.print(f"{broken} (IGROTEKA_TRACE=1 shows where)", markup=False, soft_wrap=True)
            if os.environ.get("IGROTEKA_TRACE"):
                raise
            raise SystemExit(1) from None
        if results:
            _print(played.NAME, results, f"seeds {seed} to {seed + games - 1}")
        if not is_whole:
            raise SystemExit(1)


def _print(game: str, results: list[Any], seeds: str) -> None:
    from igroteka.lab.random_games import Table, summary

    tables: dict[str, list[Any]] = {}
    for one in results:
        tables.setdefault(one.table.label(), []).append(one)
    _print_summaries([summary(of[0].table, of) for of in tables.values()])
    whole = summary(Table(game, 0), results)
    print(
        f"{game}: {whole.games} random games, {seeds}: no error, "
        f"mean {whole.mean_turns:.1f} turns and {whole.mean_rows:.1f} rows, "
        f"{whole.without_winner} without a winner ({100 * whole.without_winner / whole.games:.1f} %)"
    )


def _print_summaries(summaries: list[Any]) -> None:
    grid = RichTable(
        "table", "games", "turns", "rows", "runner-up", "no winner", "ends", "wins by seat", box=None
    )
    for one in summaries:
        share = f"{one.without_winner} ({100 * one.without_winner / one.games:.1f} %)"
        wins = " ".join(f"{seat}:{count}" for seat, count in one.wins.items())
        ends = " ".join(f"{reason}:{count}" for reason, count in one.outcomes.items())
        means = (f"{one.mean_turns:.1f}", f"{one.mean_rows:.1f}", f"{100 * one.mean_runner_up:.0f} %")
        grid.add_row(one.table.label(), str(one.games), *means, share, ends, wins)
    Console(width=max(Console().width, 160)).print(grid)
