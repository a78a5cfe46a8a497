"""`igroteka bench bots`: how fast bots think, and whether the chances that they tell come true."""

import os
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as RichTable

from igroteka.games import SHELF
from igroteka.games import game as on_shelf

console = Console(markup=False, emoji=False, highlight=False)
complaints = Console(stderr=True)
_FIT = 1_000_000
_MEASURE = 2_000_000
"""Games of seeds from here on: a mending is fitted to the first and measured on the others."""


def bench_bots(
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, help="About so long a figure.")] = 1.0,
    calibration: Annotated[
        bool, typer.Option("--calibration", help="Whether advice comes true instead, at every table size.")
    ] = False,
    game: Annotated[list[str], typer.Option("--game", help="Which games; all by default.")] = [],  # noqa: B006
    seats: Annotated[list[int], typer.Option("--seats", help="Which table sizes; all by default.")] = [],  # noqa: B006
    games: Annotated[int, typer.Option("--games", min=1, help="Games at each kind of table.")] = 400,
    looks: Annotated[int, typer.Option("--looks", min=1, help="Looks ahead for each advice.")] = 1000,
    bot: Annotated[str, typer.Option("--bot", help="Who plays where no advice is asked.")] = "player",
    fit: Annotated[
        bool, typer.Option("--fit", help="Say what would mend the chances, from other games.")
    ] = False,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="The first game.")] = None,
    processes: Annotated[int, typer.Option("--processes", min=1)] = os.cpu_count() or 1,
    as_json: Annotated[bool, typer.Option("--json", help="One list of rows instead of tables.")] = False,
) -> None:
    """How many simulations a CPU second Master's search does on one core, beside OpenSpiel's if installed.

    Then what a choice of a network without search takes, from the view to the intent. With --calibration,
    games of bots are played in which some choices are advised (`advise`), and by tenths it is told which
    chance the advice promised and which part of those games was won; ± is the 95 % interval over games, `off`
    the largest distance in points of tenths with at least three hundred games. --fit prints what habits.toml
    needs, fitted to every other game, and how true chances that it mends are in the games between those.
    Ctrl-C ends a table size with what is known so far.
    """
    if calibration:
        asked = (bot, looks, games, seed if seed is not None else _FIT if fit else _MEASURE)
        _calibrate(game, seats, asked, fit, processes, as_json)
        return
    _speed(seconds, as_json)


def _speed(seconds: float, as_json: bool) -> None:
    from igroteka.lab.bots_speed import measure, references
    from igroteka.lab.network_speed import measure_choice
    from igroteka.lab.random_games import Table

    found = references(seconds)
    sizes = [(name, seats) for name, game in SHELF.items() for seats in (2, game.SEATS[-1])]
    rows = [measure(Table(name, seats), seconds, found) for name, seats in sizes]
    choices = [measure_choice(Table(name, seats), seconds) for name, seats in sizes]
    if as_json:
        print(msgspec.json.format(msgspec.json.encode([*rows, *choices])).decode())
        return
    grid = RichTable("search", "simulations/CPU s", *(f"× {one.name}" for one in found), box=None)
    for row in rows:
        ratios = [f"{ratio:.2f}" for ratio in row.to_references.values()]
        grid.add_row(f"{row.game} {row.seats}", f"{row.simulations_per_cpu_s:,.0f}", *ratios)
    for one in found:
        grid.add_row(one.name, f"{one.simulations_per_cpu_s:,.0f}")
    console.print(grid)
    print("information-set MCTS, one thread; a simulation deals the hidden parts anew and adds one node,")
    print("or, where answers are tried against each other, plays one of them on in a deal that they share\n")
    console.print(_choice_grid(choices))


def _choice_grid(choices: list[Any]) -> RichTable:
    grid = RichTable("network without search", "widths", "CPU ms a choice", "of it the network, µs", box=None)
    for row in choices:
        widths = f"{row.widths[0]}, {row.widths[1]} ({row.network})"
        figures = f"{row.milliseconds:.3f}", f"{row.network_microseconds:.1f}"
        grid.add_row(f"{row.game} {row.seats}", widths, *figures)
    return grid


def _calibrate(
    names: list[str],
    seats: list[int],
    asked: tuple[str, int, int, int],
    fit: bool,
    processes: int,
    as_json: bool,
) -> None:
    from igroteka.bots.compiled_search import is_searchable
    from igroteka.lab.advice_calibration import Asked, crossed, reliability
    from igroteka.lab.random_games import Table

    bot, looks, games, first = asked
    played = [on_shelf(name).NAME for name in names] or [name for name in SHELF if is_searchable(name)]
    found = []
    for name in played:
        for size in [size for size in on_shelf(name).SEATS if not seats or size in seats]:
            table, seeds = Table(name, size), range(first, first + games)
            said = _listened(table, Asked(bot, looks, raw=fit), seeds, processes)
            found.append(crossed(table, said) if fit else reliability(table, said))
            if not as_json:
                _print(found[-1], fit)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())


def _listened(table: Any, asked: Any, seeds: range, processes: int) -> list[Any]:
    from igroteka.lab.advice_calibration import listen

    said: list[Any] = []
    with Progress(console=complaints, transient=True, disable=not complaints.is_terminal) as progress:
        games = listen(table, asked, seeds, processes)
        try:
            for one in progress.track(games, len(seeds), description=table.label()):
                said += one
        except KeyboardInterrupt:
            if not said:
                raise
            complaints.print(f"interrupted after {len({one.seed for one in said})} of {len(seeds)} games")
    return said


def _print(found: Any, fit: bool) -> None:
    label = found.table.label()
    if fit:
        print(f"[[chances]]\nseats = [{found.table.seats}]\nsteep = {found.steep}\nshift = {found.shift}")
        print(f"points = [{', '.join(str([*point]) for point in found.points)}]\n")
    mark = "# " if fit else ""
    print(f"{mark}{label}: {found.games} games, Brier {found.brier:.4f}, off {found.off:.1f} points")
    print(f"{mark}chances  games  told   won    ±")
    for one in found.tenths:
        told, won, reach = (f"{100 * figure:.1f}" for figure in (one.told, one.won, one.plus_minus))
        span = f"{100 * one.low:.0f}–{100 * one.low + 10:.0f}"
        print(f"{mark}{span:7}  {one.games:5}  {told:5}  {won:5}  {reach}")
