"""`igroteka study`: questions about games, answered by bots."""

import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

import igroteka
from igroteka.cli.options import CORES, MOST_GAMES, FirstSeed, Games, Processes, Ray
from igroteka.cli.outcome import need_folder, tell_bot_failed
from igroteka.cli.watching import complaints, watched
from igroteka.games import game as on_shelf


def study(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="Which studies; `all`, or one's own as mymodule:STUDY. None, or `list`, lists them."
        ),
    ] = None,
    out: Annotated[Path, typer.Option("--out", help="The folder of the reports.")] = Path("studies"),
    games: Annotated[
        int | None,
        typer.Option(
            "--games", min=1, max=MOST_GAMES, help="Games of each table; each study has its own number."
        ),
    ] = None,
    game: Games = [],  # noqa: B006
    seed: FirstSeed = 0,
    processes: Processes = CORES,
    ray: Ray = None,
    page: Annotated[bool, typer.Option("--html/--no-html", help="Write an HTML page, too.")] = True,
) -> None:
    """Let bots play to answer a question, and write a report: Markdown, HTML, plots, the figures as CSV.

    Studies that want the same games share them. Ctrl-C ends it with a report of what is there.

    igroteka study first-seat luck --game GAME --games 400 --out build/studies

    Exit status: 0, 1 if a bot failed or nothing was played, 2 if there is no such study.
    """
    from igroteka.lab.seated_bots import BotFailed
    from igroteka.lab.studies.run import Run
    from igroteka.lab.studies.study import Scale, shipped, study_of, wanted
    from igroteka.lab.workers import Crew

    sys.path.insert(0, "")
    if not names or [name.lower() for name in names] == ["list"]:
        for one in shipped().values():
            print(f"{one.name:<16}{one.question}")
        return
    chosen = list(shipped().values()) if names == ["all"] else [study_of(name) for name in names]
    shelf = wanted([on_shelf(name).NAME for name in game])
    run = Run(chosen, [Scale(games or one.games, seed, shelf) for one in chosen])
    need_folder(out)
    try:
        watched(run.play(Crew(processes, ray)), int, run.total, "games", int)
    except BotFailed as failed:
        tell_bot_failed(failed)
    said = [*(["--games", str(games)] if games else []), *(f"--game={name}" for name in game)]
    said += ["--seed", str(seed)] if seed else []
    written = [_report(one, run, said, out, page) for one in chosen]
    raise SystemExit(0 if all(written) else 1)


def _report(one: Any, run: Any, said: list[str], out: Path, page: bool) -> bool:
    from igroteka.lab.studies.report import About, keep

    results = run.results(one.name)
    done = sum(map(len, results.games.values()))
    if not done:
        complaints.print(f"{one.name}: no games were finished.")
        return False
    findings = one.read(results)
    about = About(
        shlex.join(["igroteka", "study", one.name, *said]),
        igroteka.__version__,
        done,
        run.games_of(one.name),
        run.cpu_seconds(one.name),
        datetime.now(UTC).date().isoformat(),
    )
    paths = keep(one, findings, about, out, page)
    print(f"{one.name}: {done} games, {', '.join(str(path) for path in paths)}")
    for line in findings.words:
        print(f"  {line.replace('**', '')}")
    return True
