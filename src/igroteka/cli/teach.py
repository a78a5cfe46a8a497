"""`igroteka teach`: networks that learn a game by self-play."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from igroteka.cli.turbo import is_card
from igroteka.games import game as on_shelf

complaints = Console(stderr=True)


def teach(
    game: Annotated[str, typer.Option("--game", help="Which game.")],
    minutes: Annotated[
        float, typer.Option("--minutes", min=0.01, help="How long, resumed time included.")
    ] = 10,
    out: Annotated[Path | None, typer.Option("--out", help="The network; GAME.onnx by default.")] = None,
    seats: Annotated[list[int], typer.Option("--seats", help="Table sizes; all by default.")] = [],  # noqa: B006
    device: Annotated[str, typer.Option("--device", help="cpu, or cuda: all on a graphics card.")] = "cpu",
    tables: Annotated[int, typer.Option("--tables", min=8, help="Tables that play at once.")] = 512,
    magnet: Annotated[
        float, typer.Option("--magnet", min=0, help="How strongly an earlier self holds back; 0: plain PPO.")
    ] = 0.05,
    seed: Annotated[int, typer.Option("--seed", min=0)] = 0,
    threads: Annotated[int, typer.Option("--threads", min=1, help="Of PyTorch, on the processor.")] = 2,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint beside --out.")] = False,
    tensorboard: Annotated[bool, typer.Option("--tensorboard", help="Curves for TensorBoard too.")] = False,
) -> None:
    """Teach a network a game by self-play; it is a bot (`--bot GAME.onnx`), and a folder beside it has the
    checkpoint and the curve (docs/school.md).
    """
    on_shelf(game)  # Refused where there is no such game
    is_card(device)
    from igroteka.lab.school.lessons import Method
    from igroteka.lab.school.school import Plan

    plan = Plan(game, seats, Method(magnet=magnet), tables=tables, seed=seed, device=device, threads=threads)
    run(plan, minutes, out or Path(f"{game}.onnx"), resume, tensorboard)


def run(plan: Any, minutes: float, out: Path, resume: bool = False, tensorboard: bool = False) -> None:
    """A whole run: lessons, the curve, a checkpoint every half minute, and the network with its card."""
    from igroteka.lab.school.network_file import write_card, write_network
    from igroteka.lab.school.school import Curve, School

    school = School(plan, out.with_suffix(""))
    if resume:
        school.resume()
    curve = Curve(school.folder, resume, tensorboard)
    kept = school.spent
    bar = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*bar, console=complaints, transient=True, disable=not complaints.is_terminal) as progress:
        shown = progress.add_task(f"teaching {plan.game}", total=minutes)
        for line in school.lessons(minutes):
            curve.add(line)
            progress.update(shown, completed=line.minutes)
            if school.spent - kept > 30:
                kept = school.spent
                school.keep()
    school.keep()
    write_network(school.pupil, out)
    write_card(out, facts(plan, school, minutes))
    print(f"written: {out}, {out.stat().st_size:,} bytes, after {school.decisions:,} decisions")


def facts(plan: Any, school: Any, minutes: float) -> dict[str, str]:
    """What the card of a network says before it has been measured."""
    command = f"igroteka teach --game {plan.game} --minutes {minutes:g} --tables {plan.tables}"
    command += "".join(f" --seats {count}" for count in plan.seats)
    command += f" --magnet {plan.method.magnet:g} --seed {plan.seed} --device {plan.device}"
    return {
        "made by": f"`{command}`",
        "learned from": f"{school.decisions:,} decisions of self-play in {school.spent / 60:.1f} minutes",
        "size": f"{school.shape.inputs} inputs, two layers of {school.shape.hidden}",
        "licence": "MIT, as the package",
    }
