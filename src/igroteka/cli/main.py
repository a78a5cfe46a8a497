"""The `igroteka` command."""

import io
import os
import sys
from importlib.util import find_spec
from typing import Annotated

import typer
from rich.markup import escape

import igroteka
from igroteka.cli import (
    arena,
    bench_envs,
    bench_reading,
    bench_review,
    bench_rules,
    dataset,
    leaderboard,
    new_game,
    playing,
    records,
    review,
    shelf,
    soak,
    study,
    teach,
    turbo,
)
from igroteka.cli.complaining import complain, complaints, end_by_the_system, told_fault
from igroteka.cli.helping import FIRST_STEPS, arrange, paragraphs
from igroteka.cli.missing_extra import stand_in
from igroteka.core import Refused
from igroteka.core.extras import missing
from igroteka.games import left_out

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
app.command()(playing.play)
app.command()(playing.playthrough)
app.command()(shelf.games)
app.command("rules")(shelf.show_rules)
app.command()(shelf.scenario)
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
    bench_app.command("reading")(bench_reading.bench_reading)
else:
    stand_in(app, "turbo", "lockstep", "review")
    stand_in(bench_app, "turbo", "turbo", "agreement", "bots", "review", "reading")
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
    from igroteka.cli import bench_server, keeping, paper, serve, site, think, transfer

    bench_app.command("server")(bench_server.bench_server)
    app.command("serve")(serve.run_server)
    app.command("think")(think.run_worker)
    app.command("archive")(keeping.run_archive)
    app.command("backup")(keeping.run_backup)
    app.command("restore")(keeping.run_restore)
    app.command("prune")(keeping.run_prune)
    app.command("migrate")(transfer.run_migrate)
    app.command("export")(transfer.run_export)
    app.command("import")(transfer.run_import)
    app.command("site")(site.run_site)
    app.command("print")(paper.run_print)


def main() -> None:
    """Run the command; whatever is refused is said in plain words, with exit status 2.

    74 is the system's refusal (a full disk), 70 a fault of ours or of a game's package.
    """
    for stream in (sys.stdin, sys.stdout):  # a keyboard or a pipe may send, or take, other letters than ours
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    for line in left_out():
        complaints.print(escape(line), highlight=False, soft_wrap=True)
    try:
        app()
    except Refused as refused:
        complain(refused, None, None)
    except OSError as error:
        if os.environ.get("IGROTEKA_TRACE"):
            raise
        end_by_the_system(error)
    except Exception as error:
        if os.environ.get("IGROTEKA_TRACE"):
            raise
        complaints.print(told_fault(error), markup=False, highlight=False, soft_wrap=True)
        raise SystemExit(70) from None


arrange(app)

if __name__ == "__main__":
    main()
