"""`igroteka bench bots`: how fast bots think, and whether the chances that they tell come true."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table as RichTable

from igroteka.bots.habits import Where, rules_of
from igroteka.cli import tables
from igroteka.cli.options import CORES, MOST_GAMES, Games, Processes
from igroteka.cli.outcome import need_writable
from igroteka.cli.watching import watched
from igroteka.core import AnyGame, Refused, read
from igroteka.games import SHELF
from igroteka.games import game as on_shelf

console = Console(markup=False, emoji=False, highlight=False)
complaints = Console(stderr=True, emoji=False)
_FIT = 2_000_000
_MEASURE = 3_000_000
"""Games of seeds from here on: a mending is fitted to the first and measured on the others."""


def bench_bots(
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, help="About so long a figure.")] = 1.0,
    calibration: Annotated[
        bool, typer.Option("--calibration", help="Whether advice comes true instead, at every kind of table.")
    ] = False,
    game: Games = [],  # noqa: B006
    seats: Annotated[list[int], typer.Option("--seats", help="Which table sizes; all by default.")] = [],  # noqa: B006
    option: Annotated[
        list[str],
        typer.Option(
            "--option", "--options", "-o", help="A table option, name=value; all rules of a game by default."
        ),
    ] = [],  # noqa: B006
    games: Annotated[
        int, typer.Option("--games", min=1, max=MOST_GAMES, help="Games at each kind of table.")
    ] = 400,
    looks: Annotated[int, typer.Option("--looks", min=1, help="Looks ahead for each advice.")] = 1000,
    bot: Annotated[str, typer.Option("--bot", help="Who plays where no advice is asked.")] = "player",
    fit: Annotated[
        bool, typer.Option("--fit", help="Say what would mend the chances, from other games.")
    ] = False,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="The first game.")] = None,
    keep: Annotated[
        Path | None, typer.Option("--keep", help="Add what was told and won to this file, for --from.")
    ] = None,
    kept: Annotated[
        list[Path], typer.Option("--from", help="Play nothing, read what was kept; may be repeated.")
    ] = [],  # noqa: B006
    processes: Processes = CORES,
    as_json: Annotated[bool, typer.Option("--json", help="One list of rows instead of tables.")] = False,
) -> None:
    """How many simulations a CPU second Master's search does on one core, beside OpenSpiel's if installed.

    Then what a choice of a network without search takes, from the view to the intent. With --calibration,
    games of bots are played in which some choices are advised (`advise`), and by tenths it is told which
    chance the advice promised and which part of those games was won; ± is the 95 % interval over games, `off`
    the largest distance in points of tenths with at least three hundred games. --fit prints what habits.toml
    needs, fitted to all games, and how true chances get by one half of the games in the other half.
    Ctrl-C ends it with what is known so far, exit status 1. What --keep has written, chances before they are
    mended, --from can fit or measure again: all games from --seed on that were asked for so (--bot, --looks).
    """
    if not calibration:
        if fit or keep or kept or option or game or seats:
            raise typer.BadParameter("--game, --seats, -o, --fit, --keep and --from go with --calibration")
        _speed(seconds, as_json)
        return
    from igroteka.lab.advice_calibration import Asked

    asked, wanted = Asked(bot, looks), _Wanted([on_shelf(name).NAME for name in game], seats, option)
    wanted.need_seats()
    if kept:
        heard = _kept(kept, wanted, asked, seed or 0)
    else:
        need_writable(keep)
        first = seed if seed is not None else _FIT if fit else _MEASURE
        heard = _played(wanted, asked, range(first, first + games), processes, keep)
    _calibrate(heard, fit, as_json)


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


class _Wanted(msgspec.Struct, frozen=True):
    """Which kinds of tables are asked for; all where nothing is said."""

    games: list[str]
    seats: list[int]
    option: list[str]

    def need_seats(self) -> None:
        """Refused where none of the games that are named is for so many."""
        named = [on_shelf(name) for name in self.games]
        for size in self.seats:
            if named and not any(size in game.SEATS for game in named):
                named[0].start(size, named[0].Options())

    def tables(self) -> Iterator[Any]:
        """Every size, by the options that were said or by all rules of a game."""
        from igroteka.bots.compiled_search import is_searchable
        from igroteka.lab.random_games import Table

        for name in self.games or [name for name in SHELF if is_searchable(name)]:
            game = on_shelf(name)
            rules = (Where(options=tables.named(game, self.option)),) if self.option else rules_of(name)
            for size in [size for size in game.SEATS if not self.seats or size in self.seats]:
                for one in rules:
                    if one.holds(size, one.options) and _is_table(game, size, one.options):
                        yield Table(name, size, one.options)

    def has(self, table: Any) -> bool:
        """Whether a kind of table that was kept is one of them."""
        if self.games and table.game not in self.games:
            return False
        kind = Where(tuple(self.seats), tables.named(on_shelf(table.game), self.option))
        return kind.holds(table.seats, table.options)


def _is_table(game: AnyGame, seats: int, options: dict[str, Any]) -> bool:
    try:
        game.start(seats, read(options, game.Options))
    except Refused:
        return False
    return True


def _calibrate(heard: Iterator[tuple[Any, list[Any], bool]], fit: bool, as_json: bool) -> None:
    from igroteka.lab.advice_calibration import crossed, measured

    found, is_whole = list[Any](), True
    for table, said, is_whole in heard:
        if said:
            found.append(crossed(table, said) if fit else measured(table, said))
            if not as_json:
                _print(found[-1], fit)
        elif is_whole:
            complaints.print(f"{table.label()}: nothing to advise")
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    if is_whole and not found:
        complaints.print("no such games: no table has these seats and options")
    if not (is_whole and found):
        raise typer.Exit(1)


def _kept(
    files: list[Path], wanted: _Wanted, asked: Any, first: int
) -> Iterator[tuple[Any, list[Any], bool]]:
    """By kind of table what was kept of its games."""
    from igroteka.lab.advice_calibration import kept

    found: dict[str, tuple[Any, list[Any], bool]] = {}
    heard = kept(files)
    for one in heard:
        if one.asked == asked and one.said[0].seed >= first and wanted.has(one.table):
            found.setdefault(one.table.label(), (one.table, [], True))[1].extend(one.said)
    if not found:
        ways = sorted({f"--bot {one.asked.bot} --looks {one.asked.looks}" for one in heard})
        complaints.print(f"What is kept there was asked for with {' or '.join(ways) or 'nothing'}.")
    yield from found.values()


def _played(
    wanted: _Wanted, asked: Any, seeds: range, processes: int, keep: Path | None
) -> Iterator[tuple[Any, list[Any], bool]]:
    """By kind of table what is said in games that are played now; whether all were played, else it ends."""
    from igroteka.lab.advice_calibration import Said, listen

    for table in wanted.tables():
        said = list[Said]()

        def take(game: list[Said], table: Any = table, said: list[Said] = said) -> None:
            _write(keep, table, asked, game)
            said += game

        games = listen(table, asked, seeds, processes)
        is_whole = watched(games, take, len(seeds), f"games of {table.label()}")
        yield table, said, is_whole
        if not is_whole:
            return


def _write(keep: Path | None, table: Any, asked: Any, said: list[Any]) -> None:
    """A game at once and whole, so that whoever breaks off keeps what was played."""
    from igroteka.lab.advice_calibration import Heard

    if keep is not None and said:
        with keep.open("ab") as file:
            file.write(msgspec.json.encode(Heard(table, asked, tuple(said))) + b"\n")


def _print(found: Any, fit: bool) -> None:
    label = found.table.label()
    if fit:
        print(f"[[chances]]\nseats = [{found.table.seats}]")
        if found.table.options:
            its = (f"{name} = {_toml(value)}" for name, value in found.table.options.items())
            print(f"options = {{{', '.join(its)}}}")
        print(f"steep = {found.steep}\nshift = {found.shift}")
        print(f"points = [{', '.join(str([*point]) for point in found.points)}]\n")
    mark = "# " if fit else ""
    off = "too few for `off`" if found.off is None else f"off {found.off:.1f} points"
    print(f"{mark}{label}: {found.games} games, Brier {found.brier:.4f}, {off}")
    print(f"{mark}chances  games  told   won    ±")
    for one in found.tenths:
        told, won, reach = (f"{100 * figure:.1f}" for figure in (one.told, one.won, one.plus_minus))
        span = f"{100 * one.low:.0f}–{100 * one.low + 10:.0f}"
        print(f"{mark}{span:7}  {one.games:5}  {told:5}  {won:5}  {reach}")


def _toml(value: Any) -> str:
    """A number, a word or true or false: TOML writes them as JSON does."""
    return msgspec.json.encode(value).decode()
