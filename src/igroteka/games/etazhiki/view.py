"""The doorway of Etazhiki: what one seat, or a spectator, may know; a thing not named is not told."""

from igroteka.core import Outcome, Pool, Seat, Stopped, shared
from igroteka.games.etazhiki.cards import SKIP, Card
from igroteka.games.etazhiki.moves import (
    BallLaid,
    BallsLeft,
    BallsShed,
    Dealt,
    Drew,
    DrewNothing,
    Event,
    FloorLaid,
    Intent,
    Intercepted,
    Misdealt,
    Passed,
    Rebuilt,
    Skipped,
    StarWon,
    Stuck,
    TurnCame,
    Won,
)
from igroteka.games.etazhiki.options import Options
from igroteka.games.etazhiki.rules import legal
from igroteka.games.etazhiki.state import Public, State, outcome, wanted


class View(Public, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="game", tag="etazhiki"):
    """ET-A43: hands are hidden, their sizes are not; of the piles the open cards and the heights are told.

    `floors` are the open floors, one per pile, `ball` the open ball (beginners have none), `fits` the
    numbers that may be laid on each pile as it lies.
    """

    seat: Seat | None
    seats: int
    options: Options
    hand: tuple[Card, ...] | None
    hand_sizes: tuple[int, ...]
    floors: tuple[Card, ...]
    floor_sizes: tuple[int, ...]
    ball: Card | None
    ball_size: int
    fits: tuple[tuple[int, ...], ...]
    deck_size: int
    winners: tuple[Seat, ...]
    pool: Pool | None
    outcome: Outcome | None
    legal: tuple[Intent, ...]


def view(state: State, seat: Seat | None) -> View:
    sits = seat is not None and 0 <= seat < len(state.hands)
    return View(
        **shared(Public, state),
        seat=seat,
        seats=state.seats,
        options=state.options,
        hand=state.hands[seat] if seat is not None and sits else None,
        hand_sizes=tuple(len(hand) for hand in state.hands),
        floors=tuple(pile[-1] for pile in state.floors),
        floor_sizes=tuple(len(pile) for pile in state.floors),
        ball=state.balls[-1] if state.balls else None,
        ball_size=len(state.balls),
        fits=tuple(tuple(sorted(wanted(state, pile))) for pile in range(len(state.floors))),
        deck_size=len(state.deck),
        winners=state.winners,
        pool=state.pool,
        outcome=outcome(state),
        legal=legal(state, seat) if seat is not None else (),
    )


def skips(view: View) -> bool:
    """ET-46, ET-A19: whether the next seat misses its turn if this one ends as the cards lie.

    Where it repeats, only a turn with a floor does that, not a pass (ET-B3).
    """
    repeats = view.options.skip == "repeats" and view.floors_laid > 0
    return view.skip_armed or (view.ball == SKIP and repeats)


def redact(event: Event, seat: Seat | None) -> Event:
    """Every event is named: a new one must not be public by default."""
    match event:
        case Misdealt(seats, hands):
            return Misdealt(seats, _own(hands, seat))
        case Dealt(hands, centre, _, turn):
            return Dealt(_own(hands, seat), centre, None, turn)
        case Rebuilt(count):
            return Rebuilt(count, None)
        case Drew(owner, why, count) if owner != seat:
            return Drew(owner, why, count, None)
        case Drew() | DrewNothing() | FloorLaid() | BallLaid() | Intercepted() | BallsLeft() | BallsShed():
            return event
        case Passed() | Skipped() | StarWon() | TurnCame() | Won() | Stuck() | Stopped():
            return event


def _own(
    hands: tuple[tuple[Card, ...] | None, ...], seat: Seat | None
) -> tuple[tuple[Card, ...] | None, ...]:
    return tuple(hand if owner == seat else None for owner, hand in enumerate(hands))
