"""`igroteka bench review`: whether the chances of reviews come true, in games of bots."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as RichTable

from igroteka.cli.options import MOST_GAMES, Processes
from igroteka.core import Refused
from igroteka.games import SHELF
from igroteka.games import game as on_shelf

complaints = Console(stderr=True, emoji=False)
console = Console(markup=False, highlight=False, width=160)
_FIT = 1_000_000
_MEASURE = 2_000_000


def bench_review(
    game: Annotated[list[str], typer.Option("--game", help="Which games; all that can be reviewed.")] = [],  # noqa: B006
    games: Annotated[
        int, typer.Option("--games", min=1, max=MOST_GAMES, help="Games of bots at each kind of table.")
    ] = 2000,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="The first one.")] = None,
    bot: Annotated[str, typer.Option("--bot", help="Who plays at all seats.")] = "player",
    fit: Annotated[
        bool, typer.Option("--fit", help="Say which curve fits other games best, seeds from 1,000,000 on.")
    ] = False,
    minutes: Annotated[
        float | None,
        typer.Option("--minutes", min=0.01, help="In all; kinds of tables share it, and have fewer games."),
    ] = None,
    processes: Processes = 1,
    kind: Annotated[
        list[str],
        typer.Option("--kind", help="Only such tables, named as the output does; may be repeated."),
    ] = [],  # noqa: B006
    keep: Annotated[
        Path | None, typer.Option("--keep", help="What was said and who won into this file, for --heard.")
    ] = None,
    heard: Annotated[
        list[Path], typer.Option("--heard", help="Play nothing, read what was kept; may be repeated.")
    ] = [],  # noqa: B006
    as_json: Annotated[bool, typer.Option("--json", help="One list instead of tables.")] = False,
    as_toml: Annotated[
        bool, typer.Option("--toml", help="Kinds of tables as review.toml has them, instead of tables.")
    ] = False,
) -> None:
    """Say how true the chances of a review are: by tenths what was said and what was won, and Brier's score.

    Games are those of seeds from 2,000,000 on, which nothing was fitted on. ± is the 95 % interval of what
    was won, over games. `off` is the largest difference in points of tenths with at least a hundred games.
    """
    from igroteka.lab.playouts.playouts import is_playable
    from igroteka.lab.review.reliability import Heard

    first = seed if seed is not None else _FIT if fit else _MEASURE
    names = [on_shelf(one).NAME for one in game] or [one for one in SHELF if is_playable(one)]
    tables = [(one, curve) for name in names for one, curve in _tables(name, bot) if _asked(one, kind)]
    share = None if minutes is None else 60 * minutes / max(1, len(tables))
    hear = _kept(heard) if heard else _played(tables, range(first, first + games), processes, share)
    curves, kept, found = {one.label(): curve for one, curve in tables}, [], []
    for table, said in hear:
        if table.label() not in curves:
            continue
        curve = curves[table.label()]
        kept.append(Heard(table, tuple(said)))
        if fit:
            print(_fitted(table, said, curve))
            continue
        found.append(_measured(table, said, curve, quiet=as_json or as_toml))
        if as_toml:
            print(_kind(table, curve, found[-1].trust()))
    if keep is not None:
        keep.write_bytes(msgspec.json.encode(kept))
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())


def _asked(table: Any, kinds: list[str]) -> bool:
    return not kinds or table.label() in kinds


def _kept(files: list[Path]) -> Iterator[tuple[Any, list[Any]]]:
    """What was kept in these files, each game once."""
    from igroteka.lab.review.reliability import Heard, together

    parts = list[Any]()
    for file in files:
        try:
            parts += msgspec.json.decode(file.read_bytes(), type=list[Heard])
        except (OSError, msgspec.MsgspecError) as error:
            raise Refused("file-unreadable", None, file=str(file), problem=str(error)) from None
    for one in together(parts):
        yield one.table, list(one.said)


def _played(
    tables: list[Any], seeds: range, processes: int, share: float | None
) -> Iterator[tuple[Any, list[Any]]]:
    """What is said in games that are played now; a table without a single one is told and left out."""
    for table, _ in tables:
        said = _heard(table, seeds, processes, share)
        if said:
            yield table, said
        else:
            complaints.print(f"{table.label()}: not one game in {share or 0:.0f} s")


def _fitted(table: Any, said: list[Any], used: Any) -> str:
    from igroteka.lab.review.fit import fit

    found = fit(said)
    return (
        f"{table.label()}: power {found.curve.power} ± {found.power_error:.2f}, doubt {found.curve.doubt} "
        f"± {found.doubt_error:.3f} fit {found.games} games best, {used.power} and {used.doubt} are used; "
        f"by {found.gain:.4f} ± {found.gain_error:.4f} nats a game {'' if found.is_sure else 'not '}"
        "surely better than what playouts say"
    )


def _kind(table: Any, curve: Any, trust: Any) -> str:
    """As `lab/<game>/review.toml` has it."""
    options = ", ".join(f'{name} = "{value}"' for name, value in table.options.items())
    lines = [f"# {table.game}", "[[kinds]]", f"seats = {table.seats}"]
    lines += [f"power = {curve.power}", f"doubt = {curve.doubt}"]
    lines += [f"options = {{ {options} }}"] if options else []
    told = f"games = {trust.games}, brier = {trust.brier}, worst = {trust.worst}"
    return "\n".join([*lines, f"trust = {{ {told} }}", ""])


def _tables(name: str, bot: str) -> list[tuple[Any, Any]]:
    from igroteka.lab.review.calibration import calibration
    from igroteka.lab.review.reliability import Table

    return [(Table(name, kind.seats, kind.options, bot), kind.curve) for kind in calibration(name).kinds]


def _heard(table: Any, seeds: range, processes: int, seconds: float | None) -> list[Any]:
    """What was said in the games of these seeds, as far as the time reaches."""
    from igroteka.lab.review.reliability import listen

    said, until = [], time.monotonic() + (seconds or float("inf"))
    with Progress(console=complaints, transient=True, disable=not complaints.is_terminal) as progress:
        for one in progress.track(listen(table, seeds, processes), len(seeds), description=table.label()):
            said += one
            if time.monotonic() > until:
                break
    return said


def _measured(table: Any, said: list[Any], curve: Any, quiet: bool) -> Any:
    from igroteka.lab.review.reliability import reliability

    found = reliability(table, said, curve)
    if not quiet:
        print(f"{table.label()}: {found.games} games, Brier {found.brier:.4f}, off {found.worst:.1f} points")
        grid = RichTable("chances", "moments", "games", "said", "won", "±", box=None)
        for one in found.tenths:
            figures = (f"{100 * figure:.1f}" for figure in (one.said, one.won, one.plus_minus))
            grid.add_row(
                f"{100 * one.low:.0f}–{100 * one.low + 10:.0f}", str(one.count), str(one.games), *figures
            )
        console.print(grid)
    return found
