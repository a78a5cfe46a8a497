"""`igroteka bench envs`: how fast the environments are, beside those of others."""

from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table as RichTable

from igroteka.cli.turbo import Device, is_card


def bench_envs(
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, help="So long a figure.")] = 1.0,
    tables: Annotated[
        int | None,
        typer.Option("--tables", min=1, help="At once, in the vectorised one: 1024, on a card 131072."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One list of rows instead of a table.")] = False,
    device: Device = "cpu",
) -> None:
    """How fast the environments for learning are: agent steps per CPU second, all that is seen included.

    With --device cuda: per second of the clock, everything on the card.
    """
    on_card = is_card(device)
    from igroteka.lab.envs_speed import measure, measure_on_card

    rows = measure_on_card(seconds, tables or 1 << 17) if on_card else measure(seconds, tables or 1024)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(rows)).decode())
        return
    grid = RichTable("interface", "game and seats", "agent steps/s" if on_card else "agent steps/CPU s")
    for row in rows:
        grid.add_row(row.interface, row.game, f"{row.steps_per_cpu_s:,.0f}")
    Console().print(grid)
    print("random play; every step with its action mask or legal actions, and an observation")
