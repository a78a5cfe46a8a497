"""Options that several commands share: the language, the table, the deal."""

from pathlib import Path
from typing import Annotated

import typer

Lang = Annotated[str | None, typer.Option("--lang", help="ru or en; the system's language by default.")]
Seats = Annotated[int | None, typer.Option("--seats", help="How many sit at the table.")]
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
