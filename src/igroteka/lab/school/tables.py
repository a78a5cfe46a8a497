"""Tables of one kind at which the pupil plays itself and earlier selves, and what comes of its decisions."""

from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from igroteka.envs import VectorEnv
from igroteka.lab.school.looking_back import look_back
from igroteka.lab.school.shape import OTHERS, Table, own_places

torch: Any = import_module("torch")


class Experience(NamedTuple):
    """Decisions of the pupil that had more than one answer; a row each."""

    observation: Any
    mask: Any
    hands: Any
    action: Any
    log_prob: Any
    target: Any
    advantage: Any


class Tables:
    """Many tables of one size with the same options; they go on from round to round."""

    def __init__(self, game: str, table: Table, count: int, seed: int, device: str) -> None:
        self.seats, self.options = table
        self.device = device
        self.env = VectorEnv(game, count, self.seats, self.options, seed=seed, check=False, device=device)
        self.own = torch.tensor(own_places(game), device=device)
        self.chance = torch.Generator(device).manual_seed(seed)
        self.finished, self.won = 0.0, 0.0
        self.seen, self.infos = self.env.reset(seed=seed)

    def play(
        self, pupil: Any, critic: Any, rival: Any, league: float, steps: int, trust: float
    ) -> Experience:
        """So many steps; at a share of the tables one side is played by a rival, and not learned from."""
        count, parties = self.env.num_envs, self.env.parties
        rows: dict[str, list[Any]] = {name: [] for name in ("seen", "mask", "hands", "seat", "act", "log")}
        rows.update({name: [] for name in ("value", "reward", "over", "mine")})
        side = torch.arange(count, device=self.device) % parties
        away = torch.arange(count, device=self.device) < int(league * count) if rival else None
        for _ in range(steps):
            observation, mask, seat = self._look()
            hands = self._hands(seat)
            log, value = self._judge(pupil, critic, observation, mask, hands)
            action = self._draw(log)
            mine = mask.sum(1) > 1
            if rival is not None and away is not None:
                theirs = away & (seat % parties == side)
                if bool(theirs.any()):
                    action[theirs] = self._rival(rival, observation[theirs], mask[theirs])
                mine &= ~theirs
            chosen = log.gather(1, action[:, None])[:, 0]
            given = action if self.device == "cuda" else action.numpy()
            self.seen, reward, ended, cut, self.infos = self.env.step(given)
            reward, over = self._tensor(reward).clone(), self._tensor(ended) | self._tensor(cut)
            if away is not None:
                self._count(reward, over & away, side)
            step = (observation, mask, hands, seat, action, chosen, value, reward, over, mine)
            for name, part in zip(rows, step, strict=True):
                rows[name].append(part)
        observation, mask, seat = self._look()
        _, last = self._judge(pupil, critic, observation, mask, self._hands(seat))
        made = {name: torch.stack(parts) for name, parts in rows.items()}
        target = look_back(
            made["value"],
            made["mine"],
            made["seat"],
            made["reward"],
            made["over"],
            last,
            seat,
            trust,
            parties,
        )
        made["target"], made["gain"] = target, target - made["value"]
        named = ("seen", "mask", "hands", "act", "log", "target", "gain")
        return Experience(*(made[name][made["mine"]] for name in named))

    def kept(self) -> tuple[VectorEnv, Any]:
        """The games and the chance of the pupils, for `go_on`."""
        return self.env, self.chance.get_state()

    def go_on(self, env: VectorEnv, chance: Any) -> None:
        """From where these tables were kept."""
        self.env = env
        self.chance.set_state(chance.cpu())
        self.seen, self.infos = env.look()

    def _count(self, reward: Any, over: Any, side: Any) -> None:
        """What the pupil's other sides have won against the rival."""
        parties = self.env.parties
        theirs = (reward.gather(1, side[:, None])[:, 0] * (parties - 1) + 1) / parties
        self.finished += float(over.sum())
        self.won += float((1 - theirs)[over].sum())

    def share(self) -> float:
        """Of the games against rivals that have ended since, what a pupil's side won; 0.5 is even."""
        if not self.finished:
            return float("nan")
        each = self.won / self.finished / (self.env.parties - 1)
        rival = 1 - self.won / self.finished
        self.finished = self.won = 0.0
        return each / (each + rival) if each + rival else float("nan")

    def _look(self) -> tuple[Any, Any, Any]:
        observation = self._tensor(self.seen["observation"]).clone()
        mask = self._tensor(self.seen["action_mask"]) != 0
        return observation, mask, self._tensor(self.infos["seat"]).long()

    def _hands(self, seat: Any) -> Any:
        """What the seats after the one that decides hold, one after the other; zeros where there are less."""
        everyone = self._tensor(self.env.batch.observe_seats())[:, :, self.own]
        rows = torch.arange(len(seat), device=self.device)
        found = []
        for after in range(1, OTHERS + 1):
            hand = everyone[rows, (seat + after) % self.seats]
            found.append(hand if after < self.seats else torch.zeros_like(hand))
        return torch.cat(found, dim=1)

    def _judge(self, pupil: Any, critic: Any, observation: Any, mask: Any, hands: Any) -> tuple[Any, Any]:
        with torch.no_grad():
            log, _ = pupil(observation, mask)
            return log, critic(pupil.features(observation, mask), hands)

    def _rival(self, rival: Any, observation: Any, mask: Any) -> Any:
        with torch.no_grad():
            return self._draw(rival(observation, mask)[0])

    def _draw(self, log: Any) -> Any:
        """An answer for each row, as likely as the logarithms say."""
        return torch.multinomial(log.exp(), 1, generator=self.chance)[:, 0]

    def _tensor(self, array: Any) -> Any:
        if self.device == "cuda":
            return torch.as_tensor(array, device="cuda")
        return torch.from_numpy(np.asarray(array))
