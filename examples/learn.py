"""Teach a network Etazhiki by self-play, in minutes on two cores, and let it play at a table.

    make learn                                    # or, with the extras `learn` and `onnx`:
    python examples/learn.py --decisions 1500000 --out policy.onnx
    igroteka arena --game etazhiki --bots player,policy.onnx --games 200 --seats 2

One network plays both seats of many tables at once (PPO): it does more often what went better than it
expected. Its file knows the game, takes an observation and a mask, and is a bot.
"""

import argparse
import logging
import time
import warnings
from pathlib import Path

import numpy as np
import onnx
import torch
from self_play import Experience, SelfPlay, ever_shown, share_against_random
from torch import nn

from igroteka.envs import VectorEnv
from igroteka.envs.layout import FIELDS
from igroteka.lab.arena import Contest, Entrant, play_all

GAME = "etazhiki"
CATEGORIES = {"open_floor": 21, "open_ball": 30}
"""Fields that are names rather than amounts, and how many names there are."""


class Network(nn.Module):
    """What a seat may know in; how much it likes every action, and how well it stands, out.

    Amounts are taken as logarithms, names as one of many, and the mask as it is; what never shows with the
    usual box is left out.
    """

    def __init__(self, shown: np.ndarray, allowed: np.ndarray, hidden: int) -> None:
        super().__init__()
        starts = np.cumsum([0, *(field.length for field in FIELDS[GAME])])
        places = {field.name: int(start) for field, start in zip(FIELDS[GAME], starts, strict=False)}
        self.names = [(places[name], count) for name, count in CATEGORIES.items()]
        self.register_buffer("shown", torch.from_numpy(np.flatnonzero(shown)))
        self.register_buffer("allowed", torch.from_numpy(np.flatnonzero(allowed)))
        width = len(self.shown) + len(self.allowed) + sum(CATEGORIES.values())
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
        names = [observation[:, at : at + 1] == torch.arange(count) for at, count in self.names]
        may = action_mask[:, self.allowed]
        inside = self.body(torch.cat([amounts, may.float(), *(name.float() for name in names)], dim=1))
        logits = self.liking(inside)[:, self.place].masked_fill(~action_mask, -1e9)
        return logits, torch.tanh(self.standing(inside)[:, 0])


def policy(network: Network, best: bool = False):
    """The network as self-play wants it: arrays in, arrays out; by chance, or what it likes best."""

    @torch.no_grad()
    def choose(observation, mask):
        logits, value = network(torch.from_numpy(observation), torch.from_numpy(mask))
        chances = torch.log_softmax(logits, dim=1)
        action = chances.argmax(1) if best else torch.multinomial(chances.exp(), 1)[:, 0]
        return action.numpy(), chances.gather(1, action[:, None])[:, 0].numpy(), value.numpy()

    return choose


def improve(network: Network, optimizer: torch.optim.Optimizer, played: Experience, curiosity: float) -> None:
    """PPO: a few passes in small lots; no answer may become much likelier at once."""
    observation, mask, action, before, target, advantage = map(torch.from_numpy, played)
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    for _ in range(3):
        for lot in torch.randperm(len(action)).split(1024):
            logits, value = network(observation[lot], mask[lot])
            chances = torch.log_softmax(logits, dim=1)
            ratio = (chances.gather(1, action[lot][:, None])[:, 0] - before[lot]).exp()
            gain = torch.min(ratio * advantage[lot], ratio.clamp(0.8, 1.2) * advantage[lot]).mean()
            spread = -(chances.exp() * chances.clamp(min=-20)).sum(1).mean()
            loss = -gain + 0.5 * (value - target[lot]).square().mean() - curiosity * spread
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def export(network: Network, env: VectorEnv, path: Path) -> None:
    """The network as an ONNX file that `igroteka.bots.onnx.PolicyBot` plays."""
    seen, _ = env.reset()
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
    model = onnx.load(path)
    for part in (
        model.graph,
        *model.graph.node,
        *model.graph.value_info,
        *model.graph.input,
        *model.graph.output,
    ):
        del part.metadata_props[:]  # where in this script it came from
    model.metadata_props.add(key="game", value=GAME)
    onnx.save(model, path)


def share_against(opponent: str, path: Path, options: dict, games: int) -> float:
    """The win share of the file at real tables, on the same deals from both seats."""
    entrants = (Entrant.of(str(path)), Entrant.of(opponent))
    bouts = play_all(Contest(GAME, 2, options, entrants, seed=1), games, processes=1)
    return float(np.mean([bout.shares()[bout.lineup.index(0)] for bout in bouts]))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--decisions", type=int, default=1_500_000, help="how many to learn from")
    asked.add_argument("--out", type=Path, default=Path("policy.onnx"))
    asked.add_argument("--variant", default="full", help="full, medium or beginner")
    asked.add_argument("--tables", type=int, default=512)
    asked.add_argument("--steps", type=int, default=64, help="at every table, before the network improves")
    asked.add_argument("--hidden", type=int, default=208)
    asked.add_argument("--rate", type=float, default=8e-4, help="falls to nothing towards the end")
    asked.add_argument("--trust", type=float, default=0.9, help="lambda: in results rather than in values")
    asked.add_argument("--curiosity", type=float, default=0.01, help="how much variety is worth")
    asked.add_argument("--threads", type=int, default=2)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--games", type=int, default=100, help="against Игрок, for each line of the curve")
    chosen = asked.parse_args()
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(chosen.threads)

    options = {"variant": chosen.variant}
    env, judge = (VectorEnv(GAME, tables, 2, options, seed=chosen.seed) for tables in (chosen.tables, 1000))
    network = Network(*ever_shown(judge), chosen.hidden)
    optimizer = torch.optim.Adam(network.parameters(), chosen.rate)
    tables, learnt, decisions, lines = SelfPlay(env), 0.0, 0, 0
    print("CPU minutes  decisions  against random  against Игрок")
    while True:
        done = decisions / chosen.decisions
        if done >= lines / 6:
            export(network, judge, chosen.out)
            random = share_against_random(judge, policy(network, best=True))
            player = share_against("player", chosen.out, options, chosen.games)
            print(f"{learnt / 60:11.1f}  {decisions:9,}  {random:14.1%}  {player:13.1%}", flush=True)
            lines += 1
        if done >= 1:
            break
        begun = time.process_time()
        for group in optimizer.param_groups:
            group["lr"] = chosen.rate * (1 - done)
        played = tables.play(policy(network), chosen.steps, chosen.trust)
        improve(network, optimizer, played, chosen.curiosity)
        decisions += len(played.action)
        learnt += time.process_time() - begun
    print(f"written: {chosen.out}, {chosen.out.stat().st_size:,} bytes; a bot: --bot {chosen.out}")


if __name__ == "__main__":
    main()
