"""Options that several commands share: the language, the table, the deal, games by the hundred."""

import os
from pathlib import Path
from typing import Annotated, Final

import typer

from igroteka.cli.tables import LAST_SEED

CORES: Final = os.cpu_count() or 1
MOST_GAMES: Final = 10_000_000
"""More would fill the memory with what is still to be played, long before it is."""
MOST_PROCESSES: Final = 1024


Lang = Annotated[str | None, typer.Option("--lang", help="ru or en; the system's language by default.")]
Seats = Annotated[
    int | None, typer.Option("--seats", help="How many sit at the table; two by default, or the fewest.")
]
Seed = Annotated[
    int | None, typer.Option("--seed", help="The same seed gives the same deal; random by default.")
]
Options = Annotated[
    list[str],
    typer.Option(
        "--option",
        "--options",
        "-o",
        help="A table option, name=value; may be repeated. `igroteka games` lists them.",
    ),
]
Parts = Annotated[
    Path | None, typer.Option("--parts", help="A parts file of your own (TOML), where the game takes one.")
]
Named = Annotated[str, typer.Argument(help="Which game; `igroteka games` lists them.")]
Game = Annotated[str, typer.Option("--game", help="Which game; `igroteka games` lists them.")]
Games = Annotated[list[str], typer.Option("--game", help="Which games; all by default.")]
Number = Annotated[int, typer.Option("--games", min=1, max=MOST_GAMES, help="How many games in all.")]
Seconds = Annotated[
    float, typer.Option("--seconds", min=0.001, max=10**6, help="CPU seconds a move for bots that think.")
]
FirstSeed = Annotated[
    int, typer.Option("--seed", min=0, max=LAST_SEED, help="The first deal; each deal has its own.")
]
Processes = Annotated[int, typer.Option("--processes", min=1, max=MOST_PROCESSES, help="Games at once.")]
Ray = Annotated[str | None, typer.Option("--ray", help="A Ray cluster instead: auto, or its address.")]
