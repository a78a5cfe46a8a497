"""Teach a network a game by self-play, in minutes on two cores, and let it play at a table.

    make learn                                    # or, with the extra `learn`:
    python examples/learn.py --game etazhiki --seats 2 --decisions 1500000 --out policy.onnx
    python examples/learn.py --out policy.onnx --resume          # goes on where it was stopped
    igroteka arena --game etazhiki --bots player,policy.onnx --games 200 --seats 2
    python examples/learn.py --device cuda --tables 16384        # with the extra `gpu`: all on the card

One network plays all seats of many tables at once (PPO): it does more often what went better than it
expected. Its file knows the game, takes an observation and a mask, and is a bot. `policy.onnx` is the best
network so far; beside it the folder `policy/` has the last one, a checkpoint and the learning curve.
"""

import argparse
import csv
import json
import logging
import time
import warnings
from pathlib import Path

import numpy as np
import onnx
import torch
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from self_play import Experience, SelfPlay, ever_shown, share_against_random
from torch import nn

from igroteka.core import Refused
from igroteka.envs import VectorEnv
from igroteka.envs.layout import fields
from igroteka.lab.arena import Contest, play_all
from igroteka.lab.entrant import Entrant
from igroteka.turbo import twins

CATEGORIES = {"etazhiki": {"open_floor": 21, "open_ball": 30}, "upturn": {"trend": 3, "binding": 101}}
"""Fields that are names rather than amounts, and how many names there are."""
OF = ("game", "seats", "options", "hidden")
"""What a network is of; a run that is taken up cannot change it."""
CURVE = ("CPU minutes", "decisions", "against random", "against player", "entropy", "value loss")


class Network(nn.Module):
    """What a seat may know in; how much it likes every action, and how well it stands, out.

    Amounts are taken as logarithms, names as one of many, and the mask as it is; what never shows with the
    usual box is left out.
    """

    def __init__(self, game: str, shown: np.ndarray, allowed: np.ndarray, hidden: int) -> None:
        super().__init__()
        starts = np.cumsum([0, *(field.length for field in fields(game))])
        places = {field.name: int(start) for field, start in zip(fields(game), starts, strict=False)}
        self.names = [(places[name], count) for name, count in CATEGORIES.get(game, {}).items()]
        self.register_buffer("shown", torch.from_numpy(np.flatnonzero(shown)))
        self.register_buffer("allowed", torch.from_numpy(np.flatnonzero(allowed)))
        width = len(self.shown) + len(self.allowed) + sum(count for _, count in self.names)
        self.body = nn.Sequential(nn.Linear(width, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.liking, self.standing = nn.Linear(hidden, int(allowed.sum()) + 1), nn.Linear(hidden, 1)
        nn.init.zeros_(self.liking.weight)
        self.register_buffer(
            "place", torch.from_numpy(np.where(allowed, np.cumsum(allowed) - 1, allowed.sum()))
        )

    def forward(
        self, observation: torch.Tensor, action_mask: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        amounts = torch.log1p(observation[:, self.shown].float())
        names = [
            observation[:, at : at + 1] == torch.arange(count, device=observation.device)
            for at, count in self.names
        ]
        may = action_mask[:, self.allowed]
        inside = self.body(torch.cat([amounts, may.float(), *(name.float() for name in names)], dim=1))
        logits = self.liking(inside)[:, self.place].masked_fill(~action_mask, -1e9)
        return logits, torch.tanh(self.standing(inside)[:, 0])


def chooser(network: Network, best: bool = False):
    """Tensors in, tensors out: actions by chance, or what the network likes best."""

    @torch.no_grad()
    def choose(observation, mask):
        logits, value = network(observation, mask)
        chances = torch.log_softmax(logits, dim=1)
        action = chances.argmax(1) if best else torch.multinomial(chances.exp(), 1)[:, 0]
        return action, chances.gather(1, action[:, None])[:, 0], value

    return choose


def policy(network: Network, device: str, best: bool = False):
    """The network as self-play wants it: arrays in, arrays out."""
    choose = chooser(network, best)

    def answer(observation, mask):
        asked = (torch.from_numpy(part).to(device) for part in (observation, mask))
        return tuple(part.cpu().numpy() for part in choose(*asked))

    return answer


def improve(
    network: Network, optimizer: torch.optim.Optimizer, played: Experience, entropy: float, device: str
) -> tuple[float, float]:
    """PPO: a few passes in small lots; no answer may become much likelier at once. Entropy and value loss."""
    observation, mask, action, before, target, advantage = (torch.as_tensor(p, device=device) for p in played)
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    for _ in range(3):
        for lot in torch.randperm(len(action)).to(device).split(max(1024, len(action) // 64)):
            logits, value = network(observation[lot], mask[lot])
            chances = torch.log_softmax(logits, dim=1)
            ratio = (chances.gather(1, action[lot][:, None])[:, 0] - before[lot]).exp()
            gain = torch.min(ratio * advantage[lot], ratio.clamp(0.8, 1.2) * advantage[lot]).mean()
            spread = -(chances.exp() * chances.clamp(min=-20)).sum(1).mean()
            value_loss = (value - target[lot]).square().mean()
            loss = -gain + 0.5 * value_loss - entropy * spread
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
    return spread.item(), value_loss.item()


def export(network: Network, env: VectorEnv, game: str, path: Path) -> None:
    """The network as an ONNX file that `igroteka.bots.onnx.PolicyBot` plays."""
    seen, _ = env.reset()
    device = next(network.parameters()).device
    network.to("cpu")
    example = (torch.from_numpy(seen["observation"][:2]), torch.from_numpy(seen["action_mask"][:2]).bool())
    rows = {0: torch.export.Dim("tables")}
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)  # it warns about packages that are not needed
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the exporter, about itself
        torch.onnx.export(
            network,
            example,
            str(path),
            input_names=["observation", "action_mask"],
            output_names=["logits", "value"],
            dynamic_shapes={"observation": rows, "action_mask": rows},
            external_data=False,
            verbose=False,
        )
    network.to(device)
    model = onnx.load(path)
    graph = model.graph
    for part in (graph, *graph.node, *graph.value_info, *graph.input, *graph.output):
        del part.metadata_props[:]  # where in this script it came from
    model.metadata_props.add(key="game", value=game)
    onnx.save(model, path)


def share_against(opponent: str, path: Path, chosen: argparse.Namespace) -> float:
    """The win share of the file at real tables, one against all other sides, on the same deals everywhere."""
    table = Contest(chosen.game, chosen.seats, chosen.options, (Entrant.of(opponent),), seed=1)
    others = (Entrant.of(opponent),) * (len(table.sides()) - 1)
    contest = Contest(chosen.game, chosen.seats, chosen.options, (Entrant.of(str(path)), *others), seed=1)
    bouts = play_all(contest, chosen.games, 1)
    return float(np.mean([bout.shares()[bout.lineup.index(0)] for bout in bouts]))


class Run:
    """What learning has come to, and the files in which it is kept; made anew, or from a checkpoint."""

    def __init__(self, chosen: argparse.Namespace) -> None:
        self.chosen, self.folder = chosen, chosen.out.with_suffix("")
        self.folder.mkdir(parents=True, exist_ok=True)
        make = (chosen.game, chosen.tables, chosen.seats, chosen.options)
        self.on_card = chosen.device == "cuda" and _has_card()
        self.clock = time.perf_counter if self.on_card else time.process_time
        self.env = VectorEnv(*make, seed=chosen.seed, device="cuda" if self.on_card else "cpu")
        self.judge = VectorEnv(make[0], 1000, *make[2:], seed=chosen.seed)
        self.network = Network(chosen.game, *ever_shown(self.judge), chosen.hidden).to(chosen.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), chosen.rate)
        self.learnt, self.decisions, self.lines, self.best = 0.0, 0, 0, -1.0
        self.losses = (float("nan"), float("nan"))
        if chosen.resume:
            self._take_up(torch.load(self.folder / "checkpoint.pt", weights_only=False))
        self.tables = _card_self_play(self.env) if self.on_card else SelfPlay(self.env)
        self.board = _board(self.folder) if chosen.tensorboard else None

    def _take_up(self, kept: dict) -> None:
        self.network.load_state_dict(kept["network"])
        self.optimizer.load_state_dict(kept["optimizer"])
        torch.set_rng_state(kept["torch"])
        self.env, self.judge = kept["env"], kept["judge"]
        self.learnt, self.decisions, self.lines, self.best = kept["counts"]

    def keep(self) -> None:
        """A checkpoint; written beside the old one first, so that a killed run leaves a whole one."""
        kept = {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "torch": torch.get_rng_state(),
            "env": self.env,
            "judge": self.judge,
            "counts": (self.learnt, self.decisions, self.lines, self.best),
            "of": {name: getattr(self.chosen, name) for name in OF},
        }
        torch.save(kept, self.folder / "checkpoint.new")
        (self.folder / "checkpoint.new").replace(self.folder / "checkpoint.pt")

    def improve(self, share: float) -> None:
        """Play some steps and learn from them; the learning rate falls to nothing towards the end."""
        chosen, begun = self.chosen, self.clock()
        for group in self.optimizer.param_groups:
            group["lr"] = chosen.rate * (1 - share)
        choose = chooser(self.network) if self.on_card else policy(self.network, chosen.device)
        played = self.tables.play(choose, chosen.steps, chosen.gae_lambda)
        self.losses = improve(self.network, self.optimizer, played, chosen.entropy, chosen.device)
        self.decisions += len(played.action)
        self.learnt += self.clock() - begun

    def judged(self) -> list[float]:
        """A line of the curve; the best network so far goes to `--out`."""
        last = self.folder / "last.onnx"
        export(self.network, self.judge, self.chosen.game, last)
        random = share_against_random(self.judge, policy(self.network, self.chosen.device, best=True))
        player = share_against("player", last, self.chosen)
        if player >= self.best:
            self.best = player
            self.chosen.out.write_bytes(last.read_bytes())
        self.lines += 1
        line = [self.learnt / 60, self.decisions, random, player, *self.losses]
        self._write(line)
        self.keep()
        return line

    def _write(self, line: list[float]) -> None:
        path = self.folder / "curve.csv"
        new = self.lines == 1 or not path.exists()
        with path.open("w" if new else "a", newline="") as file:
            csv.writer(file).writerows([CURVE, line] if new else [line])
        if self.board:
            for name, value in zip(CURVE, line, strict=True):
                self.board.add_scalar(name.replace(" ", "_"), value, self.decisions)
            self.board.flush()


def _has_card() -> bool:
    """Whether the tables can be on the card too; if not, it is said why."""
    from igroteka.turbo.card import missing

    if said := missing():
        print(f"the tables stay on the processor: {said}")
    return not said


def _card_self_play(env: VectorEnv):
    from card_self_play import CardSelfPlay

    return CardSelfPlay(env)


def _board(folder: Path):
    from torch.utils.tensorboard import SummaryWriter

    return SummaryWriter(str(folder / "tensorboard"))


def _option(said: str) -> tuple[str, object]:
    name, _, value = said.partition("=")
    return name, json.loads(value) if value.isdigit() or value in ("true", "false") else value


def _check(asked: argparse.ArgumentParser, chosen: argparse.Namespace) -> None:
    """What cannot be is refused in a sentence, before anything is written."""
    counts = ("decisions", "tables", "steps", "hidden", "threads", "lines", "games")
    if few := next((name for name in counts if getattr(chosen, name) < 1), None):
        asked.error(f"--{few} is at least 1")
    if chosen.out.suffix != ".onnx":
        asked.error(f"--out is an ONNX file, as policy.onnx, not {chosen.out}")
    if lost := _would_be_lost(chosen):
        asked.error(lost)
    try:
        VectorEnv(chosen.game, 1, chosen.seats, chosen.options)
    except Refused as refused:
        asked.error(str(refused))


def _would_be_lost(chosen: argparse.Namespace) -> str | None:
    """What keeps this run from going on, or from beginning where another has ended."""
    checkpoint = chosen.out.with_suffix("") / "checkpoint.pt"
    there = next((one for one in (checkpoint, chosen.out) if one.is_file()), None)
    if not chosen.resume:
        again = "; --resume goes on with it" if there == checkpoint else ""
        return there and f"{there} would be lost{again}: a new run wants another --out"
    if there != checkpoint:
        return f"nothing to go on from: there is no {checkpoint}"
    of = torch.load(checkpoint, weights_only=False)["of"]
    odd = [
        f"{name} {of[name]}, not {getattr(chosen, name)}" for name in OF if of[name] != getattr(chosen, name)
    ]
    return f"{checkpoint} is of another run: {'; '.join(odd)}" if odd else None


def _asked() -> argparse.Namespace:
    """What the command line says, if it can be."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--game", default="etazhiki", choices=sorted(twins()))
    asked.add_argument("--seats", type=int, default=2)
    asked.add_argument("-o", "--option", action="append", default=[], help="a table option, name=value")
    asked.add_argument("--decisions", type=int, default=1_500_000, help="how many to learn from")
    asked.add_argument("--out", type=Path, default=Path("policy.onnx"), help="the best network so far")
    asked.add_argument("--resume", action="store_true", help="go on from the checkpoint beside --out")
    asked.add_argument("--device", default="cpu", help="cpu, mps, or cuda: tables and all on the card")
    asked.add_argument("--tables", type=int, default=512)
    asked.add_argument("--steps", type=int, default=64, help="at every table, before the network improves")
    asked.add_argument("--hidden", type=int, default=208)
    asked.add_argument("--rate", type=float, default=8e-4, help="learning rate; falls to nothing at the end")
    asked.add_argument("--gae-lambda", type=float, default=0.9, help="1 trusts results, 0 trusts values")
    asked.add_argument("--entropy", type=float, default=0.01, help="coefficient of the entropy bonus")
    asked.add_argument("--threads", type=int, default=2)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--lines", type=int, default=6, help="of the curve, besides the first")
    asked.add_argument("--games", type=int, default=100, help="against Player, for each line of the curve")
    asked.add_argument("--tensorboard", action="store_true", help="write the curve for TensorBoard too")
    chosen = asked.parse_args()
    chosen.options = dict(_option(said) for said in chosen.option)
    _check(asked, chosen)
    return chosen


def main() -> None:
    chosen = _asked()
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(chosen.threads)
    run = Run(chosen)
    bar = (TextColumn("decisions"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    print(
        f"{'minutes' if run.on_card else 'CPU minutes':>11}  decisions  against random  against player",
        flush=True,
    )
    console = Console(stderr=True)
    with Progress(*bar, console=console, transient=True, disable=not console.is_terminal) as progress:
        shown = progress.add_task("learning", total=chosen.decisions)
        while True:
            share = run.decisions / chosen.decisions
            progress.update(shown, completed=min(run.decisions, chosen.decisions))
            if share >= run.lines / chosen.lines:
                minutes, decisions, random, player, *_ = run.judged()
                print(f"{minutes:11.1f}  {decisions:9,}  {random:14.1%}  {player:14.1%}", flush=True)
            if share >= 1:
                break
            run.improve(share)
    print(f"written: {chosen.out}, {chosen.out.stat().st_size:,} bytes; a bot: --bot {chosen.out}")


if __name__ == "__main__":
    main()
