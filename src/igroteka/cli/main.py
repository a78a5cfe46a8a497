"""The `igroteka` command."""

import io
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from traceback import walk_tb
from typing import Annotated, Any, NoReturn

import msgspec
import typer
from rich.console import Console
from rich.markup import escape

import igroteka
from igroteka.bots import SECONDS, make
from igroteka.cli import (
    arena,
    bench_envs,
    bench_review,
    bench_rules,
    dataset,
    leaderboard,
    new_game,
    records,
    review,
    soak,
    study,
    tables,
    teach,
    turbo,
)
from igroteka.cli.helping import FIRST_STEPS, arrange, paragraphs
from igroteka.cli.missing_extra import stand_in
from igroteka.cli.speech import Speech, rules, texts
from igroteka.core import AnyGame, Misbehaves, Refused, Seeded
from igroteka.core.extras import missing
from igroteka.games import SHELF, left_out
from igroteka.games import game as on_shelf

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)


def _tell_version(wanted: bool) -> None:
    if wanted:
        print(f"igroteka {igroteka.__version__}")
        raise typer.Exit


@app.callback(epilog=paragraphs(FIRST_STEPS))
def options_of_all(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_tell_version, help="Show the version.")
    ] = False,
) -> None:
    """Table games by the book, for people and bots."""


bench_app = typer.Typer(no_args_is_help=True, help="Measure how fast things are, in CPU time.")
app.add_typer(bench_app, name="bench")
app.command()(records.verify)
app.command()(records.replay)
app.command("new-game")(new_game.run)
app.command()(soak.soak)
bench_app.command("rules")(bench_rules.bench_rules)
arena.register(app, bench_app)
if find_spec("numba"):
    app.command()(leaderboard.leaderboard)
else:
    stand_in(app, "turbo", "leaderboard")
if find_spec("pyarrow"):
    app.command()(dataset.dataset)
else:
    stand_in(app, "lab", "dataset")
if missing("altair", "vl_convert"):
    stand_in(app, "lab", "study")
else:
    app.command()(study.study)
if find_spec("numba"):
    turbo.register(app, bench_app)
    app.command()(review.review)
    bench_app.command("review")(bench_review.bench_review)
else:
    stand_in(app, "turbo", "lockstep", "review")
    stand_in(bench_app, "turbo", "turbo", "agreement", "bots", "review")
if missing("torch", "onnx", "gymnasium", "pettingzoo", "numba"):
    stand_in(app, "learn", "teach")
else:
    app.command()(teach.teach)
if find_spec("numba") and find_spec("pettingzoo"):
    bench_app.command("envs")(bench_envs.bench_envs)
else:
    stand_in(bench_app, "envs", "envs")
if missing("apsw", "litestar", "uvicorn", "websockets", "segno", "prometheus_client"):
    stand_in(bench_app, "server", "server")
    stand_in(
        app,
        "server",
        *(
            "serve",
            "think",
            "archive",
            "backup",
            "restore",
            "prune",
            "migrate",
            "export",
            "import",
            "site",
            "print",
        ),
    )
else:
    from igroteka.cli import bench_server, paper, serve, site, think, transfer

    bench_app.command("server")(bench_server.bench_server)
    app.command("serve")(serve.run_server)
    app.command("think")(think.run_worker)
    app.command("archive")(serve.run_archive)
    app.command("backup")(serve.run_backup)
    app.command("restore")(serve.run_restore)
    app.command("prune")(serve.run_prune)
    app.command("migrate")(transfer.run_migrate)
    app.command("export")(transfer.run_export)
    app.command("import")(transfer.run_import)
    app.command("site")(site.run_site)
    app.command("print")(paper.run_print)

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

console = Console(emoji=False)
complaints = Console(stderr=True, emoji=False)


def main() -> None:
    """Run the command; whatever is refused is said in plain words, with exit status 2.

    74 is the system's refusal (a full disk), 70 a fault of ours or of a game's package.
    """
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what a keyboard or a pipe sends need not be text
    for line in left_out():
        complaints.print(escape(line), highlight=False, soft_wrap=True)
    try:
        app()
    except Refused as refused:
        _complain(refused, None, None)
    except OSError as error:
        if os.environ.get("IGROTEKA_TRACE"):
            raise
        _end_by_the_system(error)
    except Exception as error:
        if os.environ.get("IGROTEKA_TRACE"):
            raise
        complaints.print(_fault(error), markup=False, highlight=False, soft_wrap=True)
        raise SystemExit(70) from None


def _fault(error: Exception) -> str:
    """Whose fault it is: that of the package of a game, if its code is on the way to the error, or ours."""
    speech = Speech(_safe_language())
    if isinstance(error, Misbehaves):
        place = f"{error.package}.{error.function}"
        return speech.line("fault_of_game", package=error.package, place=place, problem=str(error))
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        module = str(frame.f_globals.get("__name__", ""))
        package = module.partition(".")[0]
        if package in {game.__name__.partition(".")[0] for game in SHELF.values()} - {"igroteka"}:
            problem = f"{type(error).__name__}: {error}"
            return speech.line("fault_of_game", package=package, place=f"{module}:{line}", problem=problem)
    return speech.line("fault")


def _end_by_the_system(error: OSError) -> NoReturn:
    """A full disk, no permission, no room: said as the system says it, with the file if it names one."""
    problem = ": ".join(str(part) for part in (error.filename, error.strerror or error) if part)
    line = Speech(_safe_language()).line("system_refuses", problem=problem)
    complaints.print(line, markup=False, highlight=False, soft_wrap=True)
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is left can be written nowhere
    raise SystemExit(74) from None


def _complain(refused: Refused, lang: str | None, game: str | None) -> NoReturn:
    speech = Speech(lang or _safe_language(), game)
    complaints.print(escape(speech.refusal(refused.told())), highlight=False, soft_wrap=True)
    raise SystemExit(2)


def _safe_language() -> str:
    return tables.language(None)


@app.command()
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


@app.command("rules")
def show_rules(game: str, lang: Lang = None) -> None:
    """Show the rules of a game in our own words, with the clause numbers."""
    from rich.markdown import Markdown

    console.print(Markdown(rules(on_shelf(game).NAME, tables.language(lang))))


@app.command()
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
        _complain(refused, chosen, played.NAME)
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
    from igroteka.cli.join import join, split

    opening, speaks = None, None
    try:
        if split(link)[1] is None:
            played = on_shelf(game if game is not None else _ask_game(lang))
            speaks = played.NAME
            chosen = msgspec.to_builtins(tables.options(played, option, parts))
            opening = {"game": played.NAME, "seats": tables.seats(played, seats), "options": chosen}
        join(link, name or tables.names(1, lang)[0], opening, lang, console)
    except Refused as refused:
        _complain(refused, lang, speaks)
    except KeyboardInterrupt:
        console.print("\n" + Speech(lang).line("left"), highlight=False)


def _need(extra: str, module: str, lang: str | None) -> None:
    """Refused in plain words when an optional part of Igroteka is not installed."""
    if find_spec(module) is None:
        _complain(Refused("extra-missing", None, extra=extra), lang, None)


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


@app.command()
def playthrough(
    game: str,
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
        _complain(refused, chosen, played.NAME)
    for line in lines:
        console.print(escape(line), highlight=False, soft_wrap=True)


@app.command()
def scenario(paths: Annotated[list[Path], typer.Argument(help="YAML files, or folders of them.")]) -> None:
    """Hold the rules to scenarios (docs/scenarios.md); exit status 1 if any fails."""
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


arrange(app)

if __name__ == "__main__":
    main()
