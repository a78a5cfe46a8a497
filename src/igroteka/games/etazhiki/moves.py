"""What is said at an Etazhiki table: intents ask, events tell."""

from typing import Literal, TypeAlias

from msgspec import UNSET, UnsetType

from igroteka import core
from igroteka.core import Deal, Seat, Stop, Stopped
from igroteka.games.etazhiki.cards import Card


class Floor(core.Intent, frozen=True, tag="floor"):
    """Lay a floor; beginners name the pile, the others have only one (ET-B5)."""

    card: Card
    pile: int | UnsetType = UNSET


class Ball(core.Intent, frozen=True, tag="ball"):
    card: Card


class Draw(core.Intent, frozen=True, tag="draw"):
    """Take two cards, when no floor can be laid (ET-14)."""


class Pass(core.Intent, frozen=True, tag="pass"):
    """Let the turn go by: after the draw (ET-15), or, for beginners, with it (ET-67)."""


class End(core.Intent, frozen=True, tag="end"):
    """Enough laid (ET-A10)."""


class Shed(core.Intent, frozen=True, tag="shed"):
    """Lay all the balls that are left, this one on top (ET-26)."""

    top: Card


class Intercept(core.Intent, frozen=True, tag="intercept"):
    """Take another seat's turn with a night floor (ET-41)."""

    card: Card


Intent: TypeAlias = Deal | Stop | Floor | Ball | Draw | Pass | End | Shed | Intercept


class Misdealt(core.Event, frozen=True, tag="misdealt"):
    """ET-08: these seats held no floor (or none is left to begin with): all cards go back.

    A hand is None when told to those who may not see it.
    """

    seats: tuple[Seat, ...]
    hands: tuple[tuple[Card, ...] | None, ...]


class Dealt(core.Event, frozen=True, tag="dealt"):
    """`centre` is a floor and a ball, or, for beginners, two floors (ET-09, ET-62).

    A hand is None, and the deck is None, when told to those who may not see them.
    """

    hands: tuple[tuple[Card, ...] | None, ...]
    centre: tuple[Card, ...]
    deck: tuple[Card, ...] | None
    turn: Seat


class FloorLaid(core.Event, frozen=True, tag="floor_laid"):
    seat: Seat
    card: Card
    pile: int


class BallLaid(core.Event, frozen=True, tag="ball_laid"):
    seat: Seat
    card: Card


class Intercepted(core.Event, frozen=True, tag="intercepted"):
    """ET-41: the seat has taken the turn with a night floor."""

    seat: Seat
    card: Card


class Drew(core.Event, frozen=True, tag="drew"):
    """Cards from the deck; `cards` is None when told to another seat."""

    seat: Seat
    why: Literal["unable", "pass", "skip", "star"]
    count: int
    cards: tuple[Card, ...] | None


class DrewNothing(core.Event, frozen=True, tag="drew_nothing"):
    """ET-B1: a seat that cannot lay found no card to draw."""

    seat: Seat


class Rebuilt(core.Event, frozen=True, tag="rebuilt"):
    """ET-16: all but the open cards are the new deck; its order is None when told to anyone."""

    count: int
    deck: tuple[Card, ...] | None


class Passed(core.Event, frozen=True, tag="passed"):
    seat: Seat


class Skipped(core.Event, frozen=True, tag="skipped"):
    """ET-46: the seat misses its turn."""

    seat: Seat


class BallsLeft(core.Event, frozen=True, tag="balls_left"):
    """ET-26: the seat has no floor left and has to choose the ball on top."""

    seat: Seat


class BallsShed(core.Event, frozen=True, tag="balls_shed"):
    """ET-26: the last balls of a hand, from the bottom to the top."""

    seat: Seat
    cards: tuple[Card, ...]
    top: Card


class StarWon(core.Event, frozen=True, tag="star_won"):
    """ET-27: `stars` is how many the seat has now."""

    seat: Seat
    stars: int


class TurnCame(core.Event, frozen=True, tag="turn_came"):
    seat: Seat


class Won(core.Event, frozen=True, tag="won"):
    seat: Seat


class Stuck(core.Event, frozen=True, tag="stuck"):
    """ET-A42: a full circle of passes and nothing to draw; most stars win, together if need be."""

    winners: tuple[Seat, ...]


Event: TypeAlias = (
    Stopped
    | Misdealt
    | Dealt
    | FloorLaid
    | BallLaid
    | Intercepted
    | Drew
    | DrewNothing
    | Rebuilt
    | Passed
    | Skipped
    | BallsLeft
    | BallsShed
    | StarWon
    | TurnCame
    | Won
    | Stuck
)
