"""What is on the shelf: the games, their rules to read, and scenarios to hold them to."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from igroteka.cli import tables
from igroteka.cli.options import Lang, Named
from igroteka.cli.speech import rules, texts
from igroteka.games import SHELF
from igroteka.games import game as on_shelf

console = Console(emoji=False)


def games(lang: Lang = None) -> None:
    """List the games on the shelf, their seats and their options."""
    chosen = tables.language(lang)
    for name in SHELF:
        words = texts(SHELF[name].__name__, chosen)
        console.print(f"[bold]{name}[/]  {words['game']['title']}: {words['game']['about']}", highlight=False)
        console.print(f"    {words['game']['seats']}, {words['game']['age']}", highlight=False)
        for key, line in words["options"].items():
            indent = "        " if "=" in key else "    "
            console.print(f"{indent}{escape(key)}  [dim]{escape(line)}[/]", highlight=False)


def show_rules(game: Named, lang: Lang = None) -> None:
    """Show the rules of a game in our own words, with the clause numbers."""
    from rich.markdown import Markdown

    console.print(Markdown(rules(on_shelf(game).NAME, tables.language(lang))))


def scenario(paths: Annotated[list[Path], typer.Argument(help="YAML files, or folders of them.")]) -> None:
    """Check the rules against scenarios (docs/scenarios.md); exit status 1 if any fails."""
    from igroteka.cli.scenarios import run

    passed, failed = 0, 0
    for name, wrong in run(paths):
        passed, failed = passed + (not wrong), failed + bool(wrong)
        if wrong:
            print(f"FAILED {name}")
            for problem in wrong:
                print(f"    {problem}")
    print(f"{passed} passed, {failed} failed")
    raise SystemExit(1 if failed or not passed else 0)
