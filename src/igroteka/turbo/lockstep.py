"""Lockstep: the readable engine and its twin play the same random game and must agree after every step.

The readable engine shuffles with `Mirror`, the twin's own stream: whatever the rules mix (a deck, a bag)
comes out in the same order in both, so that nothing has to be patched over and even the use of chance agrees.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
import numpy as np

from igroteka.core import HOUSE, AnyGame, Deal, Refused, Seeded, read
from igroteka.core.kinds import alternatives
from igroteka.turbo.chance import Mirror
from igroteka.turbo.header import HONOUR, NOBODY, WAIT
from igroteka.turbo.twin import Twin

_LONGEST: Final = 700
"""Steps of one game of a run: random games may take thousands, and more deals tell more."""


class Difference(AssertionError):  # noqa: N818 - it is what was found, not a fault
    """The two engines disagree; says where, and shows the position before it as a scenario."""


class Pair:
    """One game in both engines at once; mutable, because it goes on."""

    def __init__(self, twin: Twin, state: Any, options: Any, stream: int, mode: int = 0) -> None:
        self.twin, self.game, self.options = twin, twin.GAME, options
        self.state = state
        self.mirror = Mirror(stream)
        self.rng = np.array([stream], np.uint64)
        pool = getattr(state, "pool", None)
        self.states = twin.encode(self.game.position(state) or {}, options, pool)
        self.states["mode"] = mode
        self.seats = range(int(self.states[0]["seats"]))
        self.story: list[tuple[int, Any]] = []
        self._first = self.game.position(state)
        self._list = np.empty(twin.WIDEST, np.int16)

    def legal(self, seat: int) -> list[int]:
        """All legal actions of a seat in the twin, matters of honour too."""
        mode = self.states[0]["mode"]
        self.states["mode"] = mode | HONOUR
        count = self.twin.KERNELS["legal"](self.states[0], seat, self._list)
        self.states["mode"] = mode
        return [int(action) for action in self._list[:count]]

    def offers(self, seat: int) -> tuple[Any, ...]:
        """What the driver of the readable engine offers a seat."""
        legal = self.game.legal(self.state, seat)
        if self.states[0]["mode"] & HONOUR:
            return legal
        return tuple(intent for intent in legal if not isinstance(intent, self.game.HONOUR))

    def do(self, seat: int, intent: Any) -> None:
        """One step in both engines."""
        self.story.append((seat, intent))
        for event in self.game.decide(self.state, seat, intent, self.mirror):
            self.state = self.game.evolve(self.state, event)
        action = self.twin.action_of(self.game.canonical(self.state, intent))
        self.twin.KERNELS["apply"](self.states[0], seat, action, self.rng)
        self.states["asked"] = 0

    def compare(self, *seats: int) -> None:
        """Position, pool, outcome, chance and the legal actions of these seats, or Difference."""
        self._need("position", _plain(self.game.position(self.state)), _plain(self.twin.decode(self.states)))
        self._need("outcome", self.game.outcome(self.state), self.twin.outcome(self.states))
        self._need("over", self.game.outcome(self.state) is not None, bool(self.states[0]["over"]))
        self._need("chance", self.mirror.stream, int(self.rng[0]))
        pool = getattr(self.state, "pool", None)
        self._need("pool", _sorted_pool(pool), _sorted_pool(self.twin.pool_of(self.states)))
        for seat in seats:
            wanted = sorted(self.twin.action_of(intent) for intent in self.game.legal(self.state, seat))
            self._need(f"legal of seat {seat}", wanted, sorted(self.legal(seat)))
            for action in wanted:
                self._need("intent", self.twin.action_of(self.twin.intent_of(action)), action)

    def ask(self) -> int:
        """Whose decision it is, by the twin; checked against the order of the readable engine's driver."""
        seat = int(self.twin.KERNELS["ask"](self.states[0], self.rng))
        self.mirror.stream = int(self.rng[0])  # whom to ask is no matter of the rules
        on_turn = self.game.turn(self.state)
        able = [s for s in self.seats if s != on_turn and self.offers(s)]
        waiting = [s for s in able if not int(self.states[0]["asked"]) >> s & 1]
        may_wait = on_turn is not None and bool(self.offers(on_turn))
        if on_turn is None:
            self._need("deciding", NOBODY, seat)
        elif waiting:
            self._need(f"deciding is one of {waiting}", True, seat in waiting)
            self._need("may wait", may_wait, bool(self.states[0]["may_wait"]))
        else:
            self._need("deciding", on_turn, seat)
            self._need("may wait", False, bool(self.states[0]["may_wait"]))
        return seat

    def wait(self) -> None:
        self.twin.KERNELS["answer"](self.states[0], WAIT, self.rng)

    def check_imagining(self, seat: int) -> None:
        """A state dealt anew for a seat looks the same to it, and the readable engine takes it."""
        dealt = self.states.copy()
        rng = self.rng.copy()
        self.twin.KERNELS["determinize"](dealt[0], seat, rng)
        state = self.game.from_position(self.twin.decode(dealt), self.options)
        pool = getattr(self.state, "pool", None)
        if pool is not None:
            state = msgspec.structs.replace(state, pool=pool)
        wanted, found = self.game.view(self.state, seat), self.game.view(state, seat)
        self._need("view of an imagined state", _plain(_builtin(wanted)), _plain(_builtin(found)))
        self._need(
            "whether it can be imagined", _can_imagine(self.game, wanted), _can_imagine(self.game, found)
        )

    def _need(self, what: str, readable: Any, twin: Any) -> None:
        if readable != twin:
            raise Difference(f"{what} differs\n  readable: {readable}\n  twin:     {twin}\n{self.scenario()}")

    def scenario(self) -> str:
        """The game so far, in the format of docs/scenarios.md, and both positions as they are now."""
        asked = [{"do": [seat, _builtin(intent)]} for seat, intent in self.story]
        fields = {
            "game": self.game.NAME,
            "name": "readable engine and twin differ after the last step",
            "players": len(self.seats),
            "options": _builtin(self.options),
            "position": self._first,
        }
        lines = [f"{name}: {_json(value)}" for name, value in fields.items()]
        lines += ["steps:", *(f"  - {_json(step)}" for step in asked)]
        now = self.game.position(self.state) or {}
        lines += ["# readable now: " + _json(now), "# twin now:     " + _json(self.twin.decode(self.states))]
        return "\n".join(lines)


def fresh(twin: Twin, seats: int, options: Any, seed: int, mode: int = 0) -> Pair:
    """The readable engine's deal of a seed in both engines."""
    game = twin.GAME
    state = game.start(seats, options)
    for event in game.decide(state, HOUSE, Deal(), Seeded(seed)):
        state = game.evolve(state, event)
    return Pair(twin, state, options, Mirror(seed + 1).below(2**32) * 2**32 + seed, mode)


def play(pair: Pair, chooser: random.Random, most: int = 10_000, imagine: float = 0.02) -> Iterator[int]:
    """Random play in both engines, compared after every step; yields the number of each."""
    pair.compare(*pair.seats)
    for step in range(1, most + 1):
        seat = pair.ask()
        if seat == NOBODY:
            return
        while True:
            offers = pair.offers(seat)
            at = chooser.randrange(len(offers) + int(pair.states[0]["may_wait"]))
            if at < len(offers):
                break
            pair.wait()
            seat = pair.ask()
        pair.do(seat, offers[at])
        others = chooser.choice(pair.seats)
        on_turn = pair.game.turn(pair.state)
        pair.compare(*{seat, others, *([] if on_turn is None else [on_turn]), *_able(pair)})
        if chooser.random() < imagine:
            pair.check_imagining(chooser.choice(pair.seats))
        yield step


def _able(pair: Pair) -> list[int]:
    """The seats that the twin thinks can act."""
    bits = int(pair.twin.KERNELS["actors"](pair.states[0]))
    return [seat for seat in pair.seats if bits >> seat & 1]


def tables(twin: Twin, chooser: random.Random, options: Callable[[random.Random], dict[str, Any]]) -> Any:
    """A table of any size with any options that fit together: seats and options."""
    game = twin.GAME
    while True:
        seats = chooser.choice(game.SEATS)
        try:
            chosen = read(options(chooser), game.Options)
            game.start(seats, chosen)
        except Refused:
            continue
        return seats, chosen


def run(twin: Twin, seed: int, steps: int, told: Callable[[int], None] | None = None) -> int:
    """At least so many steps over random tables; the steps done. A difference names the seed of its game."""
    done = 0
    while done < steps:
        chooser = random.Random(seed)
        seats, options = tables(twin, chooser, random_options(twin))
        mode = HONOUR if chooser.random() < 0.25 else 0
        step = 0
        try:
            pair = fresh(twin, seats, options, seed, mode)
            for step in play(pair, chooser, most=min(max(steps - done, 200), _LONGEST)):  # noqa: B007
                pass
        except Difference as difference:
            raise Difference(f"seed {seed}, step {step + 1}: {difference}") from None
        done += step
        seed += 1
        if told:
            told(step)
    return done


def random_options(twin: Twin) -> Callable[[random.Random], dict[str, Any]]:
    """Any value of every option that has a short list of them, the default half of the time."""
    values = {
        field.name: _values(field.type)
        for field in msgspec.structs.fields(twin.GAME.Options)
        if field.name != "parts"
    }

    def choose(chooser: random.Random) -> dict[str, Any]:
        return {name: chooser.choice(v) for name, v in values.items() if v and chooser.random() < 0.5}

    return choose


def _values(kind: Any) -> list[Any]:
    found: list[Any] = []
    for one in alternatives(kind):
        if isinstance(one, msgspec.inspect.LiteralType):
            found += one.values
        elif isinstance(one, msgspec.inspect.BoolType):
            found += [True, False]
        elif isinstance(one, msgspec.inspect.IntType):
            found += [0, 1, 2, 3, 4]
    return found


def _can_imagine(game: AnyGame, view: Any) -> bool:
    """Not every position that was set up by hand can be: it may hold less than the box."""
    try:
        game.imagine(view, Seeded(0))
    except Refused:
        return False
    return True


def _builtin(word: Any) -> Any:
    return msgspec.to_builtins(word)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _sorted_pool(pool: Any) -> Any:
    return _plain(_builtin(pool))


def _plain(value: Any) -> Any:
    """Position or view with hands (racks), and whatever else has no order, sorted."""
    if not isinstance(value, dict):
        return value
    plain = dict(value)
    for name in ("hands", "racks", "laid"):
        if name in plain:
            plain[name] = [sorted(hand) for hand in plain[name]]
    for name in ("hand", "rack", "legal", "went_in", "kept"):
        if plain.get(name):
            plain[name] = sorted(plain[name], key=str)
    if plain.get("claim"):
        plain["claim"] = {name: sorted(of) for name, of in plain["claim"].items()}
    return plain
