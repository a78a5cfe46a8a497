"""Tables at which the pupil plays itself and earlier selves, and what comes of its decisions."""

from importlib import import_module
from typing import Any, Final

import msgspec
import numpy as np

from igroteka.envs.egocentric import egocentric
from igroteka.envs.table import environment_options, parties_at
from igroteka.games import game as on_shelf
from igroteka.lab.school.house_player import HousePlayer
from igroteka.lab.school.looking_back import look_back, rewards
from igroteka.lab.school.replayed import Replayed
from igroteka.lab.school.seated_rival import SeatedRival
from igroteka.lab.school.shape import OTHERS, Table, own_places
from igroteka.turbo import Batch, twin
from igroteka.turbo.chance import streams

torch: Any = import_module("torch")

LEAGUE: Final = 0.25
"""At this share of the tables there is a rival."""


class Lived(msgspec.Struct, frozen=True):
    """What happened at all tables, step by step, and what the pupil's decisions led to."""

    observation: Any
    mask: Any
    hands: Any
    seat: Any
    action: Any
    log_prob: Any
    value: Any
    mine: Any
    """Whether the pupil decided: not a rival, and not only one answer."""
    reward: Any
    over: Any
    target: Any

    def row(self, name: str, rows: Any) -> Any:
        """Of decisions by their numbers."""
        return getattr(self, name).flatten(0, 1)[rows]


class Tables:
    """Tables of all kinds of a plan beside each other; they go on from round to round."""

    def __init__(
        self,
        game: str,
        kinds: list[Table],
        count: int,
        steps: int,
        seed: int,
        device: str,
        league: float = LEAGUE,
        house: float = 0.0,
        bot: str = "",
        threads: int = 1,
    ) -> None:
        self.game, self.device, self.count, self.steps = game, device, count, steps
        self.batch = mixed(game, kinds, count, seed, device)
        chosen = [environment_options(on_shelf(game), options) for _, options in kinds]
        parties = [parties_at(on_shelf(game), kind[0], one) for kind, one in zip(kinds, chosen, strict=True)]
        order = torch.arange(count, device=device) % len(kinds)
        self.seats = torch.tensor([seats for seats, _ in kinds], device=device)[order]
        self.parties = torch.tensor(parties, device=device)[order]
        self.away = int(league * count)
        self.house = self.away + int(house * count)
        """At the first tables (`away`) a network is the rival, at the next, up to here, Player or a bot."""
        self.likeliest = False
        """Whether rivals always give their likeliest answer."""
        one_after_other = torch.arange(count, device=device) // len(kinds)
        self.side = one_after_other % self.parties
        number = torch.arange(count, device=device)
        among_players = (number >= self.away) & (number < self.house)
        self.alone = ((one_after_other // self.parties % 2 == 1) | among_players) & (self.parties > 2)
        """Where the pupil has `side` and the rival all others, as Players always do; elsewhere `side` is the
        rival's.
        """
        self.own = torch.tensor(own_places(game), device=device)
        self.chance = torch.Generator(device).manual_seed(seed)
        self.at = torch.zeros(1, dtype=torch.long, device=device)
        self.tally = torch.zeros(2, 3, device=device)
        self._turn = _turning(game, count) if device == "cuda" else None
        self._looked = False
        self.foretold = torch.full((count,), -1, dtype=torch.int16, device=device)
        self._player: HousePlayer | SeatedRival | None = None
        if bot:
            each = [chosen[at % len(kinds)] for at in range(count)]
            self._player = SeatedRival(bot, self.batch, each, self._asked_of_it, seed, threads)
        elif self.house > self.away:
            self._player = HousePlayer(self.batch)
        self._look()
        self.lived = self._room()

    def _room(self) -> Lived:
        rows, most = (self.steps, self.count), int(self.seats.max())
        one = {"device": self.device}
        numbers = {name: torch.zeros(rows, **one) for name in ("log_prob", "value", "target")}
        named = {name: torch.zeros(rows, dtype=torch.long, **one) for name in ("seat", "action")}
        truths = {name: torch.zeros(rows, dtype=torch.bool, **one) for name in ("mine", "over")}
        return Lived(
            observation=torch.zeros((*rows, self.observation.shape[1]), dtype=torch.uint8, **one),
            mask=torch.zeros((*rows, self.mask.shape[1]), dtype=torch.bool, **one),
            hands=torch.zeros((*rows, OTHERS * len(self.own)), dtype=torch.uint8, **one),
            reward=torch.zeros((*rows, most), **one),
            **numbers,
            **named,
            **truths,
        )

    def bind(self, pupil: Any, critic: Any, rival: Any, trust: float, patience: float = 1.0) -> None:
        """The networks that play and judge here from now on; they may change, but stay where they are."""
        self.pupil, self.critic, self.rival = pupil, critic, rival
        self.trust, self.patience = trust, patience
        self.action = torch.zeros(self.count, dtype=torch.int16, device=self.device)
        self._given = self._shared(self.action)
        self._foretold = self._shared(self.foretold)
        self._decided = Replayed(self._decide, self.device, self.chance)
        self._noted = Replayed(self._note, self.device)
        self._judged = Replayed(self._judge, self.device)

    def play(self) -> Lived:
        """So many steps; at a share of the tables the rival plays one side, or all but one, and nothing is
        learned from it.
        """
        self.at.zero_()
        for _ in range(self.steps):
            if self._player:
                self._player.look(self._foretold)
            self._decided()
            self.batch.answer(self._given)
            self._noted()
            self._look()
        self._judged()
        return self.lived

    def _look(self) -> None:
        """What is to be seen now; on a card that is always in the same memory."""
        masks, seen, everyone = self.batch.masks(), self.batch.observe(), self.batch.observe_seats()
        turned = self._turn(seen) if self._turn else egocentric(self.game, seen)
        if self._turn and self._looked:
            return
        self._looked = True
        self.observation, self.mask = self._tensor(turned), self._tensor(masks)
        self.everyone, self.seat = self._tensor(everyone), self._tensor(self.batch.seats)
        self.scores, self.ended = self._tensor(self.batch.scores), self._tensor(self.batch.ended)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def _decide(self) -> None:
        features, hands, seat = self._seen()
        log, _ = self.pupil(features, self.mask)
        action = self._draw(log, self.mask)
        theirs = self._theirs(seat)
        possible = self.mask[: self.away]
        rivals, _ = self.rival(features[: self.away], possible)
        answered = _largest(rivals, possible) if self.likeliest else self._draw(rivals, possible)
        action[: self.away] = torch.where(theirs[: self.away], answered, action[: self.away])
        if self._player:  # where it says nothing, the pupil answers for it, and does not learn from that
            at = slice(self.away, self.house)
            says = theirs[at] & (self.foretold[at] >= 0)
            action[at] = torch.where(says, self.foretold[at].long(), action[at])
        self.action.copy_(action)
        mine = ~theirs & (self.mask.sum(1) > 1)
        said = {
            "observation": self.observation,
            "mask": self.mask,
            "hands": hands,
            "seat": seat,
            "action": action,
            "log_prob": log.gather(1, action[:, None])[:, 0],
            "value": self.critic(features, hands),
            "mine": mine,
        }
        self._write(said)

    def _theirs(self, seat: Any) -> Any:
        """Where one of these seats, which are asked, is a rival's."""
        theirs = torch.zeros(self.count, dtype=torch.bool, device=self.device)
        theirs[: self.house] = ((seat % self.parties == self.side) ^ self.alone)[: self.house]
        return theirs

    def _asked_of_it(self) -> Any:
        """The tables at which a bot, which has all that no network has, is asked now."""
        theirs = self._theirs(self.seat.long())
        theirs[: self.away] = False
        return theirs.numpy()

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def _note(self) -> None:
        """What the answers brought."""
        over = self.ended.bool()
        reward = rewards(self.scores, self.seats, self.parties) * over[:, None]
        self._write({"reward": reward, "over": over})
        one = reward.gather(1, self.side[:, None])[:, 0]
        share, fair = (one * (self.parties - 1) + 1) / self.parties, 1 / self.parties
        told = (torch.ones_like(fair), *(torch.where(self.alone, 1 - part, part) for part in (share, fair)))
        for row, at in enumerate((slice(self.away), slice(self.away, self.house))):
            self.tally[row] += torch.stack([(part * over)[at].sum() for part in told])
        self.at += 1

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def _judge(self) -> None:
        features, hands, seat = self._seen()
        last, lived = self.critic(features, hands), self.lived
        lived.target.copy_(
            look_back(
                lived.value,
                lived.mine,
                lived.seat,
                lived.reward,
                lived.over,
                last,
                seat,
                self.trust,
                self.parties,
                self.patience,
            )
        )

    def _seen(self) -> tuple[Any, Any, Any]:
        seat = self.seat.long()
        return self.pupil.features(self.observation, self.mask), self._hands(seat), seat

    def _write(self, said: dict[str, Any]) -> None:
        for name, part in said.items():
            getattr(self.lived, name).index_copy_(0, self.at, part[None])

    def _hands(self, seat: Any) -> Any:
        """What the seats after the one that decides hold, one after the other; zeros where there are less."""
        rows = torch.arange(self.count, device=self.device)
        found = []
        for after in range(1, OTHERS + 1):
            hand = self.everyone[rows, (seat + after) % self.seats][:, self.own]
            found.append(torch.where((after < self.seats)[:, None], hand, 0))
        return torch.cat(found, dim=1)

    def _draw(self, log: Any, mask: Any) -> Any:
        """An answer for each row, as likely as the logarithms say."""
        race = torch.empty_like(log).exponential_(generator=self.chance)
        return _largest(log - race.clamp(min=1e-20).log(), mask)

    def shares(self) -> tuple[float, float]:
        """Of the games that have ended since, against networks and against Player: how the rival's share of
        wins compares with a fair one; 0.5 is even, 1 when the rival wins nothing.
        """
        league, house = (_share(*row) for row in self.tally.tolist())
        self.tally.zero_()
        return league, house

    def kept(self) -> tuple[Any, ...]:
        """The games and the chance of the pupils, for `go_on`."""
        return *self.batch.kept(), self.chance.get_state()

    def go_on(self, states: Any, rngs: Any, chance: Any) -> None:
        """From where these tables were kept."""
        self.batch.restore(states, rngs)
        self.chance.set_state(chance.cpu())
        self._look()

    def _shared(self, tensor: Any) -> Any:
        """The same memory as the twins take it."""
        return on_card(tensor) if self.device == "cuda" else tensor.numpy()

    def _tensor(self, array: Any) -> Any:
        if self.device == "cuda":
            return torch.as_tensor(array, device="cuda")
        return torch.from_numpy(np.asarray(array))


def _largest(liked: Any, mask: Any) -> Any:
    """The allowed answer that is liked best, also by a network gone astray: others leave a table endless."""
    return liked.masked_fill(~mask, -torch.inf).argmax(1)


def _share(games: float, won: float, fair: float) -> float:
    if not games:
        return float("nan")
    lost, even = (games - won) / (games - fair), won / fair
    return lost / (lost + even) if lost + even else float("nan")


def mixed(game: str, kinds: list[Table], count: int, seed: int, device: str) -> Batch:
    """Tables of several kinds in one batch, one after the other in turn."""
    options = [environment_options(on_shelf(game), one) for _, one in kinds]
    tells = [on_shelf(game).asking_tells(one) for one in options]
    each = -(-count // len(kinds))
    states = np.empty((each, len(kinds)), twin(game).STATE)
    for at, (kind, chosen) in enumerate(zip(kinds, options, strict=True)):
        one = Batch(game, each, kind[0], chosen, seed=seed + at, everyone=tells[at])
        states[:, at] = one.kept()[0]
    widest = max(range(len(kinds)), key=lambda at: kinds[at][0])
    batch = Batch(game, count, kinds[widest][0], options[widest], check=False, wide=True, device=device)
    batch.restore(states.reshape(-1)[:count], streams(seed, count))
    return batch


def _turning(game: str, count: int) -> Any:
    from igroteka.envs.card_vector import Turning

    return Turning(game, count)


def on_card(tensor: Any) -> Any:
    from igroteka.turbo.card import batch

    return batch.on_card(tensor)
