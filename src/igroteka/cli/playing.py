"""Playing in the terminal, here or at an online table, and a whole random game told as a story."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.markup import escape

from igroteka.bots import SECONDS, make
from igroteka.cli import tables
from igroteka.cli.complaining import complain
from igroteka.cli.options import Lang, Named, Options, Parts, Seats, Seed
from igroteka.cli.sentence import say
from igroteka.cli.speech import Speech, texts
from igroteka.core import AnyGame, Refused, Seeded
from igroteka.games import SHELF
from igroteka.games import game as on_shelf

console = Console(emoji=False)


def play(
    game: Annotated[str | None, typer.Argument(help="The game; asked for when left out.")] = None,
    seats: Seats = None,
    me: Annotated[str, typer.Option("--me", help="The seats where people sit, for example 0 or 0,2.")] = "0",
    option: Options = [],  # noqa: B006 - typer reads it, nobody changes it
    seed: Seed = None,
    parts: Parts = None,
    lang: Lang = None,
    join: Annotated[
        str | None, typer.Option("--join", help="A server's address, or the link of a table there.")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="Your name at an online table.")] = None,
    bots: Annotated[
        str, typer.Option("--bots", help="Who else plays: beginner, player or master; player,master for two.")
    ] = "",
    bot: Annotated[
        list[str], typer.Option("--bot", help="A bot of your own, module:Class; may be repeated.")
    ] = [],  # noqa: B006
    master_seconds: Annotated[
        float, typer.Option("--master-seconds", min=0.01, max=60, help="How long Master may think at most.")
    ] = SECONDS,
) -> None:
    """Play in the terminal against bots; several people may share the screen (--me 0,2).

    With --join, play with others: at the table of a link, or at a new table on that server.
    """
    from igroteka.cli.play import Left, Terminal
    from igroteka.cli.screens import screen

    chosen = tables.language(lang)
    if join is not None:
        _play_online(join, name, game, seats, option, parts, chosen)
        return
    played = on_shelf(game if game is not None else _ask_game(chosen))
    try:
        match = _match(played, seats, option, parts, seed := tables.seed(seed))
        people = tables.people(me, len(match.seats))
        levels = tables.bots([bots, *bot], [seat for seat in match.seats if seat not in people])
        playing = {seat: make(level, master_seconds, played.NAME) for seat, level in levels.items()}
    except Refused as refused:
        complain(refused, chosen, played.NAME)
    names = tables.names(len(match.seats), chosen)
    speech = Speech(chosen, played.NAME, names, screen(played.NAME).part)
    console.print(speech.line("game_starts", title=speech.title(), seed=seed), highlight=False)
    for seat, level in levels.items():
        said = speech.line("bot_sits", who=speech.name(seat), level=speech.level(level))
        console.print(escape(said), highlight=False)
    try:
        Terminal(match, playing, speech, console).play(Seeded(seed))
    except (Left, KeyboardInterrupt):
        console.print("\n" + speech.line("left"), highlight=False)


def _play_online(
    link: str,
    name: str | None,
    game: str | None,
    seats: int | None,
    option: list[str],
    parts: Path | None,
    lang: str,
) -> None:
    """A table of a link needs no game; a new one does."""
    _need("server", "websockets", lang)
    from igroteka.cli.join import join
    from igroteka.cli.remote import split

    opening, speaks = None, None
    try:
        if split(link)[1] is None:
            played = on_shelf(game if game is not None else _ask_game(lang))
            speaks = played.NAME
            chosen = msgspec.to_builtins(tables.options(played, option, parts))
            opening = {"game": played.NAME, "seats": tables.seats(played, seats), "options": chosen}
        join(link, name or tables.names(1, lang)[0], opening, lang, console)
    except Refused as refused:
        complain(refused, lang, speaks)
    except KeyboardInterrupt:
        console.print("\n" + Speech(lang).line("left"), highlight=False)


def _need(extra: str, module: str, lang: str | None) -> None:
    """Refused in plain words when an optional part of Igroteka is not installed."""
    if find_spec(module) is None:
        complain(Refused("extra-missing", None, extra=extra), lang, None)


def _match(game: AnyGame, seats: int | None, option: list[str], parts: Path | None, seed: int) -> Any:
    from igroteka.table import Match

    if not 0 <= seed < 2**256:
        raise Refused("seed-out-of-range", None, seed=seed)
    return Match(game, tables.seats(game, seats), tables.options(game, option, parts), seed)


def _ask_game(lang: str) -> str:
    from igroteka.cli.prompt import is_number

    speech = Speech(lang)
    names = list(SHELF)
    for number, name in enumerate(names, 1):
        words = texts(SHELF[name].__name__, lang)["game"]
        console.print(f"{number:>3}  {words['title']}: {words['about']}", highlight=False)
    while True:
        try:
            said = console.input(speech.line("which_game") + " > ").strip()
        except (EOFError, KeyboardInterrupt):
            raise SystemExit(0) from None
        if is_number(said) and 1 <= int(said) <= len(names):
            return names[int(said) - 1]
        if said in SHELF:
            return said
        console.print(escape(speech.line("bad_number", number=said)), highlight=False)


def playthrough(
    game: Named,
    seats: Seats = None,
    option: Options = [],  # noqa: B006
    seed: Annotated[int, typer.Option("--seed", help="The same seed tells the same story.")] = 0,
    parts: Parts = None,
    lang: Lang = None,
) -> None:
    """Tell a whole random game as a story."""
    from igroteka.cli.story import playthrough as story

    chosen, played = tables.language(lang), on_shelf(game)
    try:
        _match(played, seats, option, parts, seed)
        lines = story(
            played, tables.seats(played, seats), tables.options(played, option, parts), seed, chosen
        )
    except Refused as refused:
        complain(refused, chosen, played.NAME)
    for line in lines:
        say(console, escape(line))
