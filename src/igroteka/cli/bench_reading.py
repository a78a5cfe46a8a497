"""`igroteka bench reading`: how much Master reads of other hands from what their seats did."""

from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table as RichTable

from igroteka.cli import tables
from igroteka.cli.options import CORES, MOST_GAMES, FirstSeed, Games, Options, Processes
from igroteka.cli.watching import watched
from igroteka.core import read
from igroteka.games import SHELF
from igroteka.games import game as on_shelf

console = Console(markup=False, emoji=False, highlight=False)
_FIRST = 4_000_000


def bench_reading(
    game: Games = [],  # noqa: B006
    seats: Annotated[
        list[int], typer.Option("--seats", help="Which table sizes; the smallest by default.")
    ] = [],  # noqa: B006
    option: Options = [],  # noqa: B006
    games: Annotated[int, typer.Option("--games", min=1, max=MOST_GAMES, help="Games at each table.")] = 20,
    bot: Annotated[str, typer.Option("--bot", help="Who plays at all seats.")] = "player",
    seed: FirstSeed = _FIRST,
    processes: Processes = CORES,
    as_json: Annotated[bool, typer.Option("--json", help="One list of rows instead of a table.")] = False,
) -> None:
    """Say how much of other hands Master reads from what their seats did, in nats a hand.

    Of every part in a hand: how much likelier Master thought it there than one who sees the same table and
    does not know how it came about; the logarithms are added up. Nought is nothing read, and below nought is
    misread. In games of a bot by itself, with Master's beliefs and no search; ± is the 95 % interval over
    games. Ctrl-C ends it with what is known so far, exit status 1.

    igroteka bench reading --game GAME --seats 2 --seats 3 --bot beginner
    """
    from igroteka.lab.entrant import Entrant
    from igroteka.lab.reading import is_read, reading, summed_up

    Entrant.of(bot).bot()
    wanted = [on_shelf(one).NAME for one in game] or [one for one in SHELF if is_read(one)]
    if odd := next((one for one in wanted if not is_read(one)), None):
        raise typer.BadParameter(f"Master reads nothing of others in {odd}", param_hint="--game")
    found = list[Any]()
    for table in _tables(wanted, seats, option):
        heard = list[list[float]]()
        played = reading(table, range(seed, seed + games), bot, processes)
        is_whole = watched(played, heard.append, games, table.label())
        if any(heard):
            found.append(summed_up(table, heard))
        if not is_whole:
            break
    _tell(found, as_json)
    if not is_whole:
        raise typer.Exit(1)


def _tables(wanted: list[str], seats: list[int], option: list[str]) -> list[Any]:
    """All are looked at before the first game is played."""
    from igroteka.lab.random_games import Table

    found = []
    for game in map(on_shelf, wanted):
        said = tables.named(game, option)
        for size in seats or game.SEATS[:1]:
            game.start(size, read(said, game.Options))
            found.append(Table(game.NAME, size, said))
    return found


def _tell(found: list[Any], as_json: bool) -> None:
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    grid = RichTable("read of others", "nats a hand", "±", "games", "choices", box=None)
    for row in found:
        grid.add_row(
            row.table.label(), f"{row.nats:.2f}", f"{row.plus_minus:.2f}", str(row.games), str(row.choices)
        )
    console.print(grid)
