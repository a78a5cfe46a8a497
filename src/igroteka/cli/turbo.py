"""Commands about the fast twins: how fast they are, and whether they agree with the rules."""

from collections.abc import Generator
from contextlib import closing
from functools import partial
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as RichTable

from igroteka.cli.options import CORES, MOST_GAMES, Processes
from igroteka.games import SHELF

wide = Console(width=max(Console().width, 140))
"""Figures that are cut off say nothing."""
complaints = Console(stderr=True, emoji=False)

Games = Annotated[list[str], typer.Option("--game", help="Which games; all that have a twin by default.")]
Json = Annotated[bool, typer.Option("--json", help="One list of rows instead of a table.")]
Device = Annotated[str, typer.Option("--device", help="cpu, or cuda: a graphics card.")]

_CHUNK = 4_000


def register(app: typer.Typer, bench: typer.Typer) -> None:
    """`igroteka lockstep`, `igroteka bench turbo`, `igroteka bench agreement`."""
    app.command()(lockstep)
    bench.command("turbo")(bench_turbo)
    bench.command("agreement")(bench_agreement)


def lockstep(
    game: Games = [],  # noqa: B006 - typer reads it, nobody changes it
    steps: Annotated[
        int, typer.Option("--steps", min=1, max=10**10, help="How many steps of each game.")
    ] = 1_000_000,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The first seed.")] = 0,
    processes: Processes = CORES,
    device: Device = "cpu",
) -> None:
    """Play random games in the readable rules and in the twin at once; status 1 if they differ.

    With --device cuda: in the twin on the processor and on the card.
    """
    if is_card(device):
        _lockstep_on_card(_chosen(game), seed, steps)
        return
    for name in _chosen(game):
        jobs = [(name, seed + 1_000_000 * number, _CHUNK) for number in range(-(-steps // _CHUNK))]
        done = 0
        with (
            Progress(console=complaints, transient=True) as told,
            closing(_agreeing(jobs, processes)) as found,
        ):
            bar = told.add_task(f"lockstep {name}", total=steps)
            for count, difference in found:
                if difference:
                    print(difference)
                    raise SystemExit(1)
                done += count
                told.update(bar, completed=min(done, steps))
        print(f"{name}: readable rules and twin agree after each of {done} steps")


def _agreeing(
    jobs: list[tuple[str, int, int]], processes: int
) -> Generator[tuple[int, str | None], None, None]:
    from igroteka.lab.processes import spread

    yield from spread(_lockstep, jobs, processes)


def _lockstep_on_card(games: list[str], seed: int, steps: int) -> None:
    from igroteka.turbo import twin
    from igroteka.turbo.card.lockstep import run
    from igroteka.turbo.lockstep import Difference

    for name in games:
        with Progress(console=complaints, transient=True) as told:
            bar = told.add_task(f"lockstep {name} on the card", total=steps)
            try:
                done = run(twin(name), seed, steps, partial(told.advance, bar))
            except Difference as difference:
                print(difference)
                raise SystemExit(1) from None
        print(f"{name}: the twin on the card and on the processor agree over {done:,} steps")


def is_card(device: str) -> bool:
    """Whether a graphics card is asked for; if there is none, one sentence says what is missing: status 2."""
    if device not in ("cpu", "cuda"):
        complaints.print(f"--device is cpu or cuda, not {device}")
        raise SystemExit(2)
    if device == "cpu":
        return False
    _chosen([])
    from igroteka.turbo.card import missing

    if said := missing():
        complaints.print(said, markup=False, soft_wrap=True)
        raise SystemExit(2)
    return True


def _lockstep(name: str, seed: int, steps: int) -> tuple[int, str | None]:
    from igroteka.turbo import twin
    from igroteka.turbo.lockstep import Difference, run

    try:
        return run(twin(name), seed, steps), None
    except Difference as difference:
        return 0, str(difference)


def bench_turbo(
    game: Games = [],  # noqa: B006
    seats: Annotated[int | None, typer.Option("--seats", help="One size of table instead of all.")] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, help="About so long a figure.")] = 0.5,
    as_json: Json = False,
    device: Device = "cpu",
) -> None:
    """How fast random play is in the fast twins: games and steps per CPU second on one core.

    With --device cuda: per second on the card, beside all cores of this machine.
    """
    if is_card(device):
        _bench_card(_tables(game, seats), seconds, as_json)
        return
    from igroteka.lab.turbo_speed import measure, references

    kinds, found = _tables(game, seats), references(seconds)
    rows = [measure(table, seconds, found) for table in kinds]
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(rows)).decode())
        return
    wide.print(_speed_grid(rows))
    for one in found:
        print(f"{one.name}: {one.games_per_cpu_s:,.0f} games, {one.steps_per_cpu_s:,.0f} steps per CPU s")
    print("a step is a decision that changes the state; ×: steps per CPU s against each reference, same run")


def _bench_card(kinds: list[Any], seconds: float, as_json: bool) -> None:
    from igroteka.lab.card_speed import measure

    rows = [measure(table, seconds) for table in kinds]
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(rows)).decode())
        return
    grid = RichTable("table", "games/s", "steps/s", "× all cores", "agent steps/s", "bytes a game")
    for row in rows:
        said = " ".join(f"{name}={value}" for name, value in row.options.items())
        grid.add_row(
            f"{row.game} {row.seats} {said}".strip(),
            f"{row.games_per_s / 1e6:.2f} M",
            f"{row.steps_per_s / 1e9:.2f} G",
            f"{row.steps_per_s / row.steps_per_s_on_cores:.1f} of {row.cores}",
            f"{row.agent_steps_per_s / 1e6:.0f} M",
            f"{row.bytes_per_game}",
        )
    wide.print(grid)
    print(f"{rows[0].card}; agent steps: Batch({rows[0].tables}), each with a mask and an observation")


def _speed_grid(rows: list[Any]) -> RichTable:
    grid = RichTable("table", "games/CPU s", "steps/CPU s", "Batch(1024) steps/s", "cores", "copies/s")
    grid.add_column("determinized/s")
    grid.add_column("× references")
    for row in rows:
        said = " ".join(f"{name}={value}" for name, value in row.options.items())
        grid.add_row(
            f"{row.game} {row.seats} {said}".strip(),
            f"{row.games_per_cpu_s:,.0f}",
            f"{row.steps_per_cpu_s / 1e6:.2f} M",
            f"{row.batch_steps_per_s / 1e6:.2f} M",
            f"{row.cores_scaling:.2f}× of {row.cores}",
            f"{row.copies_per_cpu_s / 1e6:.1f} M",
            f"{row.determinizations_per_cpu_s / 1e6:.2f} M",
            " ".join(f"{ratio:.1f}" for ratio in row.to_references.values()),
        )
    return grid


def bench_agreement(
    game: Games = [],  # noqa: B006
    seats: Annotated[int | None, typer.Option("--seats", help="One size of table instead of all.")] = None,
    games: Annotated[
        int, typer.Option("--games", min=1, help="Games of the twin at each table.")
    ] = 1_000_000,
    readable: Annotated[
        int, typer.Option("--readable", min=1, max=MOST_GAMES, help="Games by the readable rules.")
    ] = 400,
    processes: Processes = CORES,
    as_json: Json = False,
) -> None:
    """Length, wins and draws of random games from both engines; beyond sampling error: status 1."""
    from igroteka.lab.turbo_agreement import compare

    rows = [compare(table, games, readable, processes) for table in _tables(game, seats)]
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(rows)).decode())
    else:
        wide.print(_agreement_grid(rows))
    raise SystemExit(1 if any(row.furthest > _furthest_allowed(len(rows)) for row in rows) else 0)


def _furthest_allowed(tables: int) -> float:
    """Standard errors that hardly any of so many comparisons exceeds by chance."""
    return 4.5 if tables < 10 else 5.0


def _agreement_grid(rows: list[Any]) -> RichTable:
    grid = RichTable("table", "engine", "games", "mean length", "without winner", "wins by seat", "furthest")
    for row in rows:
        for name, shares in (("twin", row.twin), ("readable", row.readable)):
            error = shares.length_deviation / shares.games**0.5
            grid.add_row(
                row.table.label() if name == "twin" else "",
                name,
                f"{shares.games:,}",
                f"{shares.mean_length:.2f} ± {error:.2f}",
                f"{100 * shares.without_winner:.2f} %",
                " ".join(f"{100 * share:.1f}" for share in shares.wins),
                f"{row.furthest:.1f} σ" if name == "readable" else "",
            )
    return grid


def _chosen(game: list[str]) -> list[str]:
    try:
        from igroteka.turbo import twin, twins
    except ModuleNotFoundError as missing:
        complaints.print(f"the fast twins need {missing.name}: pip install 'igroteka\\[turbo]'")
        raise SystemExit(2) from None
    for name in game:
        twin(name)  # Refused where there is none
    return [name for name in SHELF if name in (game or twins())]


def _tables(game: list[str], seats: int | None) -> list[Any]:
    """Those of the games that were named; where none was, of all that so many can sit at."""
    from igroteka.lab.turbo_speed import tables

    chosen = _chosen(game)
    fit = [name for name in chosen if game or seats is None or seats in SHELF[name].SEATS]
    return [table for name in fit or chosen for table in tables(name, seats)]
