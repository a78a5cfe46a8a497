"""`igroteka bench rules`: what a move costs in the readable rules."""

from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table as RichTable

from igroteka.games import SHELF


def bench_rules(
    games: Annotated[int, typer.Option("--games", min=1, help="Random games for each table.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="One list of rows instead of a table.")] = False,
) -> None:
    """How long a move takes in the readable rules (decide, evolve, view), in CPU microseconds."""
    from igroteka.lab.speed import measure

    rows = [measure(played, seats, {}, games) for played in SHELF.values() for seats in _ends(played.SEATS)]
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(rows)).decode())
        return
    grid = RichTable("game", "seats", "moves", "decide+evolve µs", "view µs", "reference µs", "ratio")
    for row in rows:
        figures = (
            f"{row.decide_us:.0f}",
            f"{row.view_us:.0f}",
            f"{row.reference_us:.0f}",
            f"{row.ratio:.1f}",
        )
        grid.add_row(row.game, str(row.seats), str(row.moves), *figures)
    Console().print(grid)
    print("reference: one copy of the position through the standard library's json, same run, same core")


def _ends(seats: tuple[int, ...]) -> tuple[int, ...]:
    return (seats[0], seats[-1])
