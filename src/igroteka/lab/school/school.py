"""A run of teaching: rounds of play and learning, a league, curves, and a checkpoint to go on from."""

import copy
import csv
import math
import time
from collections.abc import Iterator
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import msgspec

from igroteka.games import game as on_shelf
from igroteka.lab.random_games import tables as kinds_of_tables
from igroteka.lab.school.examples import Examples
from igroteka.lab.school.imitation import imitate
from igroteka.lab.school.lessons import Lessons, Losses, Method
from igroteka.lab.school.network_file import read_pupil
from igroteka.lab.school.pupil import Critic, Pupil
from igroteka.lab.school.shape import Table, shape_of
from igroteka.lab.school.tables import LEAGUE, Tables
from igroteka.lab.school.whole_file import write_whole

torch: Any = import_module("torch")

_RIVALS: Final = 16
"""So many earlier selves are kept."""
CURVE: Final = ("minutes", "decisions", "won against rivals", "won against Player", *Losses.__struct_fields__)


class Plan(msgspec.Struct, frozen=True):
    """What is taught, to whom, and how; by rounds, one plan on one machine gives one run."""

    game: str
    seats: list[int] = []
    """Table sizes; all of them if none is named."""
    method: Method = Method()
    tables: int = 512
    steps: int = 64
    hidden: tuple[int, int] | None = None
    """How wide the layers are; None: as `shape` has it."""
    seed: int = 0
    device: str = "cpu"
    threads: int = 1
    examples: int = 0
    """Games of Player that a pupil begins with; a copy of that beginner stays in the league."""
    against: str = ""
    """A network (.npz) that never changes and sits at every table: the pupil learns what it does wrong."""
    bot: str = ""
    """A bot, as an arena names it, that sits at every table: the pupil learns what it does wrong."""
    begin: str = ""
    """A network (.npz) that the pupil begins as."""
    rivals: list[str] = []
    """Networks (.npz) that stay in the league, exploiters for instance."""
    league: float = LEAGUE
    """At this share of the tables there is a rival; at all of them `against` one."""
    likeliest: bool = False
    """Rivals always give their likeliest answer, as networks do that are bots; otherwise it is drawn."""
    player: float = 0.0
    """At this share of the tables Player itself is the rival, where the game has it compiled."""


class Line(msgspec.Struct, frozen=True):
    """A line of the curve."""

    minutes: float
    decisions: int
    won: float
    """Against networks of the league."""
    house: float
    """Against Player itself."""
    losses: Losses


def curriculum(game: str, seats: list[int]) -> list[Table]:
    """The tables of a plan: every size as learners play it, and the smallest with each of its options."""
    sizes = seats or list(on_shelf(game).SEATS)
    found: list[Table] = [(count, None) for count in sizes]
    for kind in kinds_of_tables(on_shelf(game)):
        if kind.seats == min(sizes) and kind.options and "starter" not in kind.options:
            found.append((kind.seats, kind.options))
    return found


def _unlike(there: dict[str, Any], here: dict[str, Any]) -> list[str]:
    """What one plan has and the other has not, as `seed 1, not 0`."""
    found = []
    for name, value in here.items():
        if isinstance(value, dict):
            found += _unlike(there[name], value)
        elif there[name] != value:
            found.append(f"{name} {there[name]}, not {value}")
    return found


def _shares(plan: Plan) -> tuple[float, float]:
    """At which part of the tables a network is the rival, and at which Player or a bot."""
    if plan.against:
        return 1.0, 0.0
    return (0.0, 1.0) if plan.bot else (plan.league, plan.player)


class Astray(Exception):  # noqa: N818 - it says what happened
    """Learning has come to what is no number."""


class School:
    """The networks and the tables of a plan."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        torch.manual_seed(plan.seed)
        torch.set_num_threads(plan.threads)
        torch.set_float32_matmul_precision("high")
        self.plan, self.folder = plan, folder
        self.kinds = kinds = curriculum(plan.game, plan.seats)
        if plan.begin and (plan.against or plan.examples):
            raise ValueError(
                "a pupil begins as one thing only: --begin goes without --against and --examples"
            )
        if plan.player and (plan.against or plan.league + plan.player > 1):
            raise ValueError(
                "a table has one rival: --player goes without --against, and --league and --player are "
                "together at most 1"
            )
        if plan.bot and (plan.against or plan.player or plan.device != "cpu"):
            raise ValueError(
                "a bot is the one rival at every table, and answers on the processor: --against BOT goes "
                "without --player and --device cuda"
            )
        if plan.hidden and min(plan.hidden) < 1:
            raise ValueError(f"--hidden are two numbers from 1 on, not {plan.hidden[0]} and {plan.hidden[1]}")
        first = plan.against or plan.begin
        given = read_pupil(Path(first), plan.game) if first else None
        if given and plan.hidden not in (None, given.shape.hidden):
            wide = " ".join(map(str, given.shape.hidden))
            raise ValueError(f"the pupil begins as {first}, whose layers are --hidden {wide}: leave it out")
        self.pupil = (given or Pupil(shape_of(plan.game, kinds, plan.hidden))).to(plan.device)
        self.critic = Critic(self.pupil).to(plan.device)
        self.magnet, self.rival = copy.deepcopy(self.pupil), copy.deepcopy(self.pupil)
        self.rivals: list[Any] = []
        self.models = [self._given(Path(path)) for path in plan.rivals]
        """Rivals for ever: those of the plan, and Player's copy if there were examples."""
        self.generator = torch.Generator().manual_seed(plan.seed)
        rival = (plan.bot, plan.threads)
        self.tables = Tables(
            plan.game, kinds, plan.tables, plan.steps, plan.seed, plan.device, *_shares(plan), *rival
        )
        self.tables.likeliest = plan.likeliest
        method = plan.method
        self.tables.bind(self.pupil, self.critic, self.rival, method.trust, method.patience)
        self._lessons = Lessons(self.pupil, self.critic, self.magnet, self.tables.lived, method)
        self.rounds, self.decisions, self.spent = 0, 0, 0.0
        folder.mkdir(parents=True, exist_ok=True)

    def lessons(self, minutes: float, rounds: int = 0) -> Iterator[Line]:
        """Round after round, until so much time has been spent; the learning rate falls towards the end.

        With `rounds` it falls by them instead of by the clock, so that the same plan learns the same.
        """
        while (done := self.done(minutes, rounds)) < 1:
            begun = time.perf_counter()
            self._lessons.slow_down(max(0.05, 1 - done))
            line = self._round()
            self.spent += time.perf_counter() - begun
            yield msgspec.structs.replace(line, minutes=self.spent / 60)

    def done(self, minutes: float, rounds: int = 0) -> float:
        """Which part of a run is done."""
        return self.rounds / rounds if rounds else self.spent / (60 * minutes)

    def _round(self) -> Line:
        rivals = [*self.rivals, *self.models * (1 + len(self.rivals) // max(1, len(self.models)))]
        if rivals:
            at = int(torch.randint(len(rivals), (1,), generator=self.generator))
            self.rival.load_state_dict(rivals[at])
        self.tables.play()
        losses, learned = self._lessons.learn(self.generator)
        self.rounds += 1
        if math.isnan(sum(msgspec.structs.astuple(losses))) or not self._lessons.are_numbers():
            raise Astray(
                f"In round {self.rounds} learning came to what is no number (NaN): a smaller --rate may "
                "help. The last checkpoint is left as it was."
            )
        self.decisions += learned
        if self.rounds % self.plan.method.pull == 0:
            self._pull()
        return Line(0.0, self.decisions, *self.tables.shares(), losses)

    def imitate(self, examples: Examples) -> Iterator[tuple[float, float]]:
        """Begin as Player plays: the loss of the actions and of the standing, after each pass."""
        yield from imitate(self.pupil, self.critic, examples, self.generator)
        self.models = [*self.models, self._now()]
        self.magnet.load_state_dict(self.models[-1])

    def _given(self, path: Path) -> dict[str, Any]:
        """The weights of a network that is as wide as the pupil; ValueError for another."""
        given = read_pupil(path, self.plan.game)
        if given.shape != self.pupil.shape:
            raise ValueError(f"{path} is a network of another shape than the pupil: it cannot be its rival")
        return {name: part.to(self.plan.device) for name, part in given.state_dict().items()}

    def _now(self) -> dict[str, Any]:
        return {name: part.detach().clone() for name, part in self.pupil.state_dict().items()}

    def _pull(self) -> None:
        """The magnet comes to where the pupil is, and the league gets one more, unless the rival is given."""
        now = self._now()
        self.magnet.load_state_dict(now)
        if not self.plan.against:
            self._remember(now)

    def _remember(self, now: dict[str, Any]) -> None:
        """In the league; when that is full, so that every earlier self is there with the same chance."""
        before = self.rounds // self.plan.method.pull
        at = int(torch.randint(before, (1,), generator=self.generator))
        if len(self.rivals) < _RIVALS:
            self.rivals = [*self.rivals, now]
        elif at < _RIVALS:
            self.rivals = [*self.rivals[:at], *self.rivals[at + 1 :], now]

    def keep(self) -> None:
        """A checkpoint; a killed run and a full disk leave a whole one."""
        kept = {
            "plan": msgspec.to_builtins(self.plan),
            "networks": [part.state_dict() for part in (self.pupil, self.critic, self.magnet)],
            "rivals": (self.rivals, self.models),
            "optimizer": self._lessons.optimizer.state_dict(),
            "chance": self.generator.get_state(),
            "tables": self.tables.kept(),
            "counts": (self.rounds, self.decisions, self.spent),
        }
        content = BytesIO()  # to a file PyTorch says of a full disk that it has gone wrong itself
        torch.save(kept, content)
        write_whole(self.folder / "checkpoint.pt", content.getbuffer())

    def resume(self) -> None:
        """Go on from the checkpoint of the folder; ValueError if it is another plan's."""
        kept = torch.load(self.folder / "checkpoint.pt", weights_only=False, map_location=self.plan.device)
        others = _unlike(kept["plan"], msgspec.to_builtins(self.plan))
        if others:
            raise ValueError(f"the checkpoint is of another plan: it has {', '.join(others)}")
        for network, state in zip((self.pupil, self.critic, self.magnet), kept["networks"], strict=True):
            network.load_state_dict(state)
        self.rivals, self.models = kept["rivals"]
        self._lessons.optimizer.load_state_dict(kept["optimizer"])
        self.generator.set_state(kept["chance"].cpu())
        self.tables.go_on(*kept["tables"])
        self.rounds, self.decisions, self.spent = kept["counts"]


class Curve:
    """The lines of a run as CSV and, if there is one, on a board of TensorBoard."""

    def __init__(self, folder: Path, learned: int, board: bool) -> None:
        """Goes on from so many decisions: what a run that was killed has told beyond them is told anew."""
        self._path = folder / "curve.csv"
        self._go_back(learned)
        self._board = None
        if board:
            writer = import_module("torch.utils.tensorboard").SummaryWriter
            self._board = writer(str(folder / "tensorboard"), purge_step=learned + 1 if learned else None)

    def _go_back(self, learned: int) -> None:
        rows: list[list[Any]] = []
        if learned and self._path.exists():
            with self._path.open(newline="") as file:
                rows = [row for row in csv.reader(file) if len(row) == len(CURVE)][1:]
        with self._path.open("w", newline="") as file:
            csv.writer(file).writerows([CURVE, *(row for row in rows if int(row[1]) <= learned)])

    def add(self, line: Line) -> None:
        numbers = [line.minutes, line.decisions, line.won, line.house, *msgspec.structs.astuple(line.losses)]
        with self._path.open("a", newline="") as file:
            csv.writer(file).writerow(numbers)
        if self._board:
            for name, value in zip(CURVE, numbers, strict=True):
                self._board.add_scalar(name.replace(" ", "_"), value, line.decisions)
            self._board.flush()
