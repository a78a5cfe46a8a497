"""The doorway of Sequence: what one seat, or a spectator, may know; a thing not named is not told."""

from collections.abc import Mapping

from igroteka.core import Chance, Outcome, Pool, Seat, Sides, Stopped, deal_unseen, shared
from igroteka.games.sequence.moves import (
    Accused,
    Admitted,
    Broken,
    ClaimFell,
    ClaimSettled,
    Completed,
    Dealt,
    Denied,
    Drew,
    Event,
    Exchanged,
    Forfeited,
    Intent,
    LongLineMade,
    Lost,
    Owed,
    Passed,
    PassedOver,
    Placed,
    Removed,
    Replaced,
    Reshuffled,
    Stuck,
    TurnCame,
    TurnedUp,
    Won,
)
from igroteka.games.sequence.parts import BOX, OPEN_TO_CHIPS, Card, Cell, Side
from igroteka.games.sequence.rules import legal
from igroteka.games.sequence.state import Options, Public, State, outcome


class View(Public, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="game", tag="sequence"):
    """SQ-A34: hands and the order of the deck are hidden, also from mates; the rest is public."""

    seat: Seat | None
    seats: int
    options: Options
    sides: int
    hand: tuple[Card, ...] | None
    hand_sizes: tuple[int, ...]
    chips: Mapping[Cell, Side]
    deck_size: int
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
        sides=state.sides,
        hand=state.hands[seat] if seat is not None and sits else None,
        hand_sizes=tuple(len(hand) for hand in state.hands),
        chips={cell: state.chips[cell] for cell in OPEN_TO_CHIPS if cell in state.chips},
        deck_size=len(state.deck),
        pool=state.pool,
        outcome=outcome(state),
        legal=legal(state, seat) if seat is not None else (),
    )


def sides(table: State | View) -> Sides:
    """SQ-09, SQ-39: the members of the sides alternate round the table."""
    return tuple(tuple(range(side, table.seats, table.sides)) for side in range(table.sides))


def redact(event: Event, seat: Seat | None) -> Event:
    """Every event is named: a new one must not be public by default."""
    match event:
        case Dealt(dealer, hands, _, turn):
            own = tuple(hand if owner == seat else None for owner, hand in enumerate(hands))
            return Dealt(dealer, own, None, turn)
        case Reshuffled():
            return Reshuffled(None)
        case Drew(owner) if owner != seat:
            return Drew(owner, None)
        case Replaced(owner) if owner != seat:
            return Replaced(owner, None)
        case Drew() | Replaced() | TurnedUp() | Placed() | Removed() | Exchanged() | Forfeited():
            return event
        case Completed() | Broken() | LongLineMade() | Owed() | Lost() | Passed() | PassedOver():
            return event
        case TurnCame() | Accused() | Admitted() | Denied() | ClaimFell() | ClaimSettled():
            return event
        case Won() | Stuck() | Stopped():
            return event


def imagine(view: View, chance: Chance) -> State:
    """A full state that the view allows: unseen cards dealt to the other hands and the deck."""
    told = [size if seat != view.seat else view.hand or () for seat, size in enumerate(view.hand_sizes)]
    opened = (card for pile in view.piles for card in pile)
    hands, deck = deal_unseen(BOX, told, view.deck_size, opened, view.pool, chance)
    return State(
        **shared(Public, view),
        seats=view.seats,
        options=view.options,
        sides=view.sides,
        hands=hands,
        chips=view.chips,
        deck=deck,
        stopped=view.outcome is not None and view.outcome.reason == "stopped",
        pool=view.pool,
    )
