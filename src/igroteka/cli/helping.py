"""How `igroteka --help` explains itself: what people look for first, in groups, and sentences that wrap."""

import inspect
from collections.abc import Mapping
from typing import Final

import typer

PANELS: Final[Mapping[str, tuple[str, ...]]] = {
    "Play": ("play", "games", "rules", "playthrough", "print"),
    "Run a server": (
        "serve", "backup", "restore", "prune", "archive", "migrate", "export", "import", "think", "site",
    ),
    "Games that were played": ("verify", "replay", "review"),
    "Bots and studies": ("arena", "leaderboard", "dataset", "study", "teach", "bench"),
    "A game of your own": ("new-game", "scenario", "soak", "lockstep"),
}  # fmt: skip
"""In which group a command is listed, in this order."""

ABOUT: Final[Mapping[str, str]] = {
    "serve": "Serve tables over HTTP and WebSocket until Ctrl-C; a second start goes on where it was.",
    "think": "Think for the bot Master of all servers on this Redis, until Ctrl-C.",
    "archive": (
        "Pack the logs of finished games: a tenth of the room, still replayed, verified and played on."
    ),
    "backup": "Write a consistent copy of all tables to FILE; the server may go on running.",
    "restore": "Put a backup in place of the current tables; the server must be stopped.",
    "prune": "Delete tables that nobody has touched for a while (30 days at least).",
    "migrate": (
        "Bring the tables to the version of this Igroteka; safe to run twice, and from two places at once."
    ),
    "export": "Write all tables of SQLite or PostgreSQL to FILE; servers may go on running.",
    "import": (
        "Add all tables of FILE to SQLite (its server stopped) or PostgreSQL; none may be there already."
    ),
    "site": (
        "Write the page as plain files for any web space: all games with bots and on one screen, no server."
    ),
    "print": (
        "Write cards, tiles, chips, board, a label and a leaflet of rules as a PDF in true size, "
        "with cut marks."
    ),
    "leaderboard": (
        "Play the fixed schedule of deals among the shipped bots and write the table with ratings "
        "and intervals."
    ),
    "dataset": "Let bots play and write every intent of every game as a row of Parquet (docs/datasets.md).",
    "study": (
        "Let bots play to answer a question, and write a report: Markdown, HTML, plots, the figures as CSV."
    ),
    "review": (
        "Explain a finished game: chances through the game, turning points, and luck apart from play."
    ),
    "lockstep": "Play random games in the readable rules and in the twin at once; status 1 if they differ.",
    "teach": (
        "Teach a network a game by self-play; it is a bot (`--bot GAME.onnx`), and a folder beside "
        "it has the checkpoint and the curve (docs/school.md)."
    ),
}
"""What a command does, for whoever has not installed what it needs."""

_EXAMPLE: Final = "igroteka "
FIRST_STEPS: Final = """\
To begin: [bold]igroteka play[/] here in the terminal, [bold]igroteka serve --lan[/] for phones in the house;
[bold]igroteka COMMAND --help[/] has the rest.

Exit status: 0 all is well; 1 a check has failed; 2 refused, and the sentence says why;
74 the system does not allow it; 70 a fault of ours."""


def arrange(app: typer.Typer) -> None:
    """Every command in its panel and in order, its sentences in lines of whatever width the terminal has."""
    place = {name: at for at, name in enumerate(name for names in PANELS.values() for name in names)}
    app.registered_commands.sort(key=lambda command: place[_name(command)])
    for command in app.registered_commands:
        command.rich_help_panel = _panel(_name(command))
        command.help = paragraphs(command.help or inspect.getdoc(command.callback) or "")
    for group in app.registered_groups:
        group.rich_help_panel = _panel(group.name or "")


def _name(command: "typer.models.CommandInfo") -> str:
    return command.name or (command.callback.__name__ if command.callback else "")


def _panel(command: str) -> str:
    return next(panel for panel, names in PANELS.items() if command in names)


def paragraphs(text: str) -> str:
    """The same with one line for each paragraph; examples stay lines of their own."""
    lines = [""]
    for line in inspect.cleandoc(text).splitlines():
        if line and lines[-1] and not line.startswith(_EXAMPLE) and not lines[-1].startswith(_EXAMPLE):
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    return "\n".join(lines[1:])
