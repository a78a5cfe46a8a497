"""The short game at the end of a lesson: a real deal against bots, the learner at the first seat."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from igroteka.core import AnyGame, Refused, Seat, Seeded, read
from igroteka.core.lesson import Fewer, Game, Lesson
from igroteka.table.driver import Chooser
from igroteka.table.lesson import LEARNER
from igroteka.table.match import Match, Row


class LessonGame:
    """Goes on with every decision of the learner; the same seed and decisions lead to the same table.

    Mutable, since a game is: `done` is what the learner has decided so far, None for letting it be.
    """

    def __init__(self, game: AnyGame, lesson: Lesson, seed: int, choose: Chooser) -> None:
        options = read({**lesson.options, **lesson.game.options}, game.Options)
        self.match = _dealt(game, lesson.game, options, seed)
        self._taking = game.taking(options)
        self.done: list[Any | None] = []
        self.turns = 0
        """How many turns the learner has begun."""
        self._choose = choose
        self._chance = Seeded(seed)
        self._was_on_turn = False
        self._go_on(False)

    @property
    def waits(self) -> bool:
        """Whether the learner may act out of turn now, or let it be: the others give time."""
        return bool(self._offers(LEARNER)) and self.match.turn != LEARNER and self._may_others()

    def look(self, intent: Any) -> tuple[Row, ...]:
        """Nothing, or Refused with the reason why this could not be asked for."""
        self.match.decide(LEARNER, intent)
        return ()

    def decide(self, intent: Any | None) -> tuple[Row, ...]:
        """The learner's row and those of the bots up to the next decision; or Refused."""
        before = len(self.match.log)
        if intent is not None:
            self.match.ask(LEARNER, intent)
        elif not self.waits:
            raise Refused("lesson-no-waiting")
        self.done.append(intent)
        self._go_on(intent is None)
        return tuple(self.match.log[before:])

    def _go_on(self, let_be: bool) -> None:
        """Bots play until the learner has something to decide."""
        while self.match.outcome is None:
            self._note_turn()
            if self._out_of_turn():
                continue
            if self.match.turn == LEARNER or not self._may_others():
                return
            if self._offers(LEARNER) and not let_be:
                return
            self._on_turn()
            let_be = False

    def _note_turn(self) -> None:
        is_on_turn = self.match.turn == LEARNER
        self.turns += is_on_turn and not self._was_on_turn
        self._was_on_turn = is_on_turn

    def _out_of_turn(self) -> bool:
        """Whether a bot has acted out of turn; none of them takes the turn of a learner."""
        on_turn = self.match.turn
        may_wait = on_turn is not None and bool(self._offers(on_turn))
        others = [seat for seat in self.match.seats if seat not in (LEARNER, on_turn)]
        return any(self._act(seat, may_wait) for seat in self._chance.shuffled(others))

    def _on_turn(self) -> None:
        if self.match.turn is None or not self._act(self.match.turn, may_wait=False):
            raise AssertionError("a game that is not over has a seat that can act")

    def _act(self, seat: Seat, may_wait: bool) -> bool:
        offers = self._offers(seat)
        if not offers:
            return False
        chosen = self._choose(seat, partial(self.match.view, seat), offers, may_wait)
        if chosen is not None:
            self.match.ask(seat, chosen)
        return chosen is not None

    def _may_others(self) -> bool:
        return any(self._offers(seat) for seat in self.match.seats if seat != LEARNER)

    def _offers(self, seat: Seat) -> tuple[Any, ...]:
        """What a seat may ask for, but for matters of honour; bots do not take the turn of the learner."""
        left_out = self.match.game.HONOUR
        if seat != LEARNER and self.match.turn == LEARNER:
            left_out += self._taking
        return tuple(one for one in self.match.legal(seat) if not isinstance(one, left_out))


def played(
    game: AnyGame, lesson: Lesson, seed: int, done: Sequence[Any | None], choose: Chooser
) -> LessonGame:
    """The game after these decisions of the learner; Refused where they cannot be."""
    table = LessonGame(game, lesson, seed, choose)
    for intent in done:
        table.decide(intent)
    return table


def _dealt(game: AnyGame, last: Game, options: Any, seed: int) -> Match:
    """A deal of this seed, shortened as the lesson says."""
    match = Match(game, last.seats, options, seed)
    match.deal()
    position = _shortened(game.position(match.state) or {}, last)
    return Match.standing(game, game.from_position(position, options), options, seed)


def _shortened(position: dict[str, Any], last: Game) -> dict[str, Any]:
    if last.fewer is not None:
        position = _with_fewer(position, last.fewer)
    return {**position, **last.changes}


def _with_fewer(position: dict[str, Any], fewer: Fewer) -> dict[str, Any]:
    lists, rest = position[fewer.part], list(position[fewer.into])
    kept = [parts[: fewer.keep] for parts in lists]
    back = [part for parts in lists for part in parts[fewer.keep :]]
    return {**position, fewer.part: kept, fewer.into: [*rest, *back]}
