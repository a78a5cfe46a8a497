"""`igroteka teach`: networks that learn a game by self-play."""

import math
import os
import shlex
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer
from rich.progress import Progress

from igroteka.cli.told_lessons import complaints, stopping, telling
from igroteka.cli.turbo import is_card
from igroteka.games import game as on_shelf
from igroteka.lab.workers import Crew

_LAST: Final = 50
"""Rounds that tell how a pupil stands against the network that it learns to beat."""


def teach(
    game: Annotated[str, typer.Option("--game", help="Which game.")],
    minutes: Annotated[
        float, typer.Option("--minutes", min=0.01, help="How long, resumed time included.")
    ] = 10,
    rounds: Annotated[
        int,
        typer.Option(
            "--rounds", min=0, help="So many rounds instead of minutes: the same seed, the same network."
        ),
    ] = 0,
    out: Annotated[Path | None, typer.Option("--out", help="The network; GAME.onnx by default.")] = None,
    seats: Annotated[list[int], typer.Option("--seats", help="Table sizes; all by default.")] = [],  # noqa: B006
    device: Annotated[str, typer.Option("--device", help="cpu, or cuda: all on a graphics card.")] = "cpu",
    tables: Annotated[int, typer.Option("--tables", min=8, help="Tables that play at once.")] = 512,
    magnet: Annotated[
        float, typer.Option("--magnet", min=0, help="How strongly an earlier self holds back; 0: plain PPO.")
    ] = 0.05,
    examples: Annotated[
        int,
        typer.Option(
            "--examples", min=0, help="Begin by imitating Player over so many games; it stays a rival."
        ),
    ] = 0,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            help="Begin as this network (.npz) and learn to beat it; it never changes. Or a bot, as arenas "
            "name it: master:100x.",
        ),
    ] = None,
    start: Annotated[
        Path | None, typer.Option("--begin", help="Begin as this network (.npz) and learn on.")
    ] = None,
    rivals: Annotated[
        list[Path],
        typer.Option("--rival", help="A network (.npz) that stays in the league; may be repeated."),
    ] = [],  # noqa: B006
    league: Annotated[
        float, typer.Option("--league", min=0, max=1, help="At which share of the tables there is a rival.")
    ] = 0.25,
    likeliest: Annotated[
        bool,
        typer.Option("--likeliest", help="Rivals give their likeliest answer, as bots do; else it is drawn."),
    ] = False,
    player: Annotated[
        float,
        typer.Option(
            "--player", min=0, max=1, help="At which share of the tables Player itself is the rival."
        ),
    ] = 0.0,
    hidden: Annotated[
        tuple[int, int] | None,
        typer.Option(
            "--hidden",
            help="How wide the two layers are, 384 192; with lines a line's and the whole's, 48 128.",
        ),
    ] = None,
    steps: Annotated[int, typer.Option("--steps", min=1, help="Decisions a table makes in a round.")] = 64,
    lot: Annotated[int, typer.Option("--lot", min=64, help="Decisions learned from at once.")] = 2048,
    rate: Annotated[float, typer.Option("--rate", min=0, help="The learning rate at the beginning.")] = 6e-4,
    entropy: Annotated[
        float,
        typer.Option("--entropy", min=0, help="How much a pupil is paid for variety; less towards the end."),
    ] = 0.005,
    trust: Annotated[
        float, typer.Option("--trust", min=0, max=1, help="1 believes results, 0 the critic's judgement.")
    ] = 0.92,
    patience: Annotated[
        float,
        typer.Option(
            "--patience",
            min=0,
            max=1,
            help="What a result counts one decision earlier; below 1 games get shorter.",
        ),
    ] = 1.0,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of the deals and of the weights.")] = 0,
    threads: Annotated[
        int, typer.Option("--threads", min=1, help="Of PyTorch, on idle cores: on busy ones more are slower.")
    ] = 1,
    classes: Annotated[
        int, typer.Option("--classes", min=1, help="Pupils that learn side by side and are put together.")
    ] = 1,
    ray: Annotated[
        str | None, typer.Option("--ray", help="They learn on a Ray cluster: auto, or its address.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint beside --out.")] = False,
    tensorboard: Annotated[bool, typer.Option("--tensorboard", help="Curves for TensorBoard too.")] = False,
) -> None:
    """Teach a network a game by self-play; it is a bot (`--bot GAME.onnx`), and a folder beside it has the
    checkpoint and the curve (docs/school.md).

    While it learns it prints twenty times what it wins. Ctrl-C ends it after the current round, with
    everything written, and the same command with --resume goes on.

    igroteka teach --game GAME --minutes 10
    igroteka teach --game GAME --rounds 400 --seed 1 --out same.onnx

    Exit status: 0, 1 if it was interrupted or went astray, 2 if such a run cannot be.
    """
    on_shelf(game)  # Refused where there is no such game
    is_card(device)
    from igroteka.lab.school.lessons import Method
    from igroteka.lab.school.school import Astray, Plan
    from igroteka.lab.seated_bots import BotFailed

    method = Method(rate, magnet, entropy, trust, patience, lot=lot)
    plan = Plan(game, seats, method, tables, steps, hidden, seed, device, threads, examples)
    rival = "against" if not against or against.endswith(".npz") else "bot"
    given = {rival: against or "", "begin": str(start or ""), "rivals": [str(one) for one in rivals]}
    plan = msgspec.structs.replace(plan, **given, league=league, likeliest=likeliest, player=player)
    try:
        written = run(plan, minutes, out or Path(f"{game}.onnx"), resume, tensorboard, classes, ray, rounds)
    except ValueError as error:  # no network or checkpoint there, or another plan's
        complaints.print(str(error), markup=False, soft_wrap=True)
        raise typer.Exit(2) from None
    except (Astray, BotFailed) as error:
        complaints.print(str(error), markup=False, soft_wrap=True)
        raise typer.Exit(1) from None
    if not written:
        raise typer.Exit(1)


def run(
    plan: Any,
    minutes: float,
    out: Path,
    resume: bool = False,
    tensorboard: bool = False,
    classes: int = 1,
    ray: str | None = None,
    rounds: int = 0,
) -> bool:
    """A whole run: lessons, the curve, a checkpoint every half minute, and the network with its card.

    False where Ctrl-C has ended it early; the network and the checkpoint are there all the same.
    """
    from igroteka.lab.school.network_file import write_card, write_network, write_weights
    from igroteka.lab.school.school import Curve, School

    _look_at(out, resume, rounds, classes, ray)
    school = School(plan, out.with_suffix(""))
    if resume:
        school.resume()
    curve = Curve(school.folder, school.decisions, tensorboard)
    if plan.examples and not resume:
        begin(school)
    kept, won = school.spent, []
    is_here, house = classes == 1 and ray is None, "it" if plan.bot else "Player"
    with stopping(is_here) as stop, telling(f"teaching {plan.game}", house) as telling_of:
        for line in _lessons(school, minutes, classes, ray, rounds):
            curve.add(line)
            won.append(line.house if plan.bot else line.won)
            telling_of.hear(line, school.done(minutes, rounds))
            if school.spent - kept > 30:
                kept = school.spent
                school.keep()
            if stop.is_wanted:
                break
    school.keep()
    write_weights(school.pupil, out.with_suffix(".npz"))
    write_network(school.pupil, out)
    write_card(out, facts(plan, school, minutes, classes, rounds))
    print(f"written: {out}, {out.stat().st_size:,} bytes, after {school.decisions:,} decisions")
    _tell_strength(plan, out, won)
    if stop.is_wanted:
        complaints.print(_interrupted(school, minutes, rounds), soft_wrap=True)
    return not stop.is_wanted


def _look_at(out: Path, resume: bool, rounds: int, classes: int, ray: str | None) -> None:
    """ValueError for what would be found out after the last lesson, or in the middle of the first."""
    if out.suffix != ".onnx":
        raise ValueError(f"--out names the network in ONNX, {out.with_suffix('.onnx')} say; a .npz comes too")
    for file in (out, out.with_suffix(".npz")):
        if file.is_dir():
            raise ValueError(f"{file} is a folder: the network wants another --out")
    checkpoint = out.with_suffix("") / "checkpoint.pt"
    if resume and not checkpoint.is_file():
        raise ValueError(f"there is nothing to go on from, {checkpoint} is not there: leave --resume out")
    if checkpoint.is_file() and not resume:
        raise ValueError(
            f"{checkpoint} is of a run that would be lost: --resume goes on with it; "
            "a new one wants another --out, or that folder moved away"
        )
    if rounds and (classes > 1 or ray is not None):
        raise ValueError("classes learn by the clock: --rounds goes without --classes and --ray")
    Crew(classes, ray)  # Refused where there can be no such cluster


def _tell_strength(plan: Any, out: Path, won: list[float]) -> None:
    """What an exploiter has won; of others, how that is found out."""
    rival = plan.against or plan.bot
    if not rival:
        seats = plan.seats[0] if plan.seats else min(on_shelf(plan.game).SEATS)
        bots = shlex.quote(f"player,{out.with_suffix('.npz')}")
        print(
            f"how strong it is: igroteka arena --game {plan.game} --bots {bots} --seats {seats} --games 200"
        )
        return
    last = [share for share in won[-_LAST:] if not math.isnan(share)]  # NaN: no game ended
    said = f"{sum(last) / len(last):.1%} of what both won" if last else "nothing yet: no game has ended"
    print(f"against {rival} in its last {len(last)} rounds: {said} (50 % is even)")


def _interrupted(school: Any, minutes: float, rounds: int) -> str:
    there = (
        f"{school.rounds} of {rounds} rounds" if rounds else f"{school.spent / 60:.1f} of {minutes:g} minutes"
    )
    return f"Interrupted: {there} are there. The same command with --resume goes on."


def _lessons(school: Any, minutes: float, classes: int, ray: str | None, rounds: int) -> Any:
    """Of one class here, or of several side by side."""
    if classes == 1 and ray is None:
        return school.lessons(minutes, rounds)
    from igroteka.lab.school.classes import Classes

    return Classes(school, classes, Crew(classes, ray)).lessons(minutes)


def begin(school: Any) -> None:
    """Watch Player, and imitate it."""
    import numpy as np

    from igroteka.lab.school.examples import Examples, collect

    plan, parts = school.plan, []
    crew = os.cpu_count() or 1
    with Progress(console=complaints, transient=True, disable=not complaints.is_terminal) as progress:
        shown = progress.add_task(f"watching Player at {plan.game}", total=plan.examples)
        for done, part in collect(plan.game, school.kinds, plan.examples, plan.seed, crew):
            parts.append(part)
            progress.update(shown, completed=done)
    examples = Examples(*(np.concatenate(rows) for rows in zip(*parts, strict=True)))
    for actions, standing in school.imitate(examples):
        said = f"imitating: {actions:.3f} nats a decision, standing off by {standing:.3f} (squared)"
    print(f"{said}, of {len(examples.action):,} decisions of Player")


def facts(plan: Any, school: Any, minutes: float, classes: int = 1, rounds: int = 0) -> dict[str, str]:
    """What the card of a network says before it has been measured."""
    method, shape = plan.method, school.pupil.shape
    weights = sum(part.numel() for part in school.pupil.parameters())
    length = f"--rounds {rounds}" if rounds else f"--minutes {minutes:g}"
    command = f"igroteka teach --game {plan.game} {length} --tables {plan.tables}"
    command += "".join(f" --seats {count}" for count in plan.seats)
    command += f" --steps {plan.steps} --hidden {shape.hidden[0]} {shape.hidden[1]}"
    command += f" --lot {method.lot} --rate {method.rate:g} --magnet {method.magnet:g}"
    command += f" --entropy {method.entropy:g} --trust {method.trust:g}"
    command += f" --patience {method.patience:g}" if method.patience < 1 else ""
    command += f" --against {plan.against or plan.bot}" if plan.against or plan.bot else ""
    command += f" --begin {plan.begin}" if plan.begin else ""
    command += "".join(f" --rival {rival}" for rival in plan.rivals)
    command += f" --league {plan.league:g}"
    command += " --likeliest" if plan.likeliest else ""
    command += f" --player {plan.player:g}" if plan.player else ""
    command += f" --examples {plan.examples} --seed {plan.seed} --device {plan.device}"
    command += f" --classes {classes}" if classes > 1 else ""
    return {
        "made by": f"`{command}`",
        "learned from": f"{school.decisions:,} decisions of self-play in {school.spent / 60:.1f} minutes",
        "size": f"{weights:,} weights, layers of {shape.hidden[0]} and {shape.hidden[1]}",
        "licence": "MIT, as the package",
    }
