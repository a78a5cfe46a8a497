"""The doorway: what one seat, or a spectator, may know; a thing not named is not told."""

from igroteka.core import Chance, Outcome, Pool, Seat, Stopped, deal_unseen, shared
from igroteka_eights.cards import PACK, Card
from igroteka_eights.moves import (
    Announced,
    Caught,
    Dealt,
    Drew,
    Event,
    Intent,
    Laid,
    Passed,
    Reshuffled,
    Stalled,
    TurnCame,
    WildLaid,
    Won,
)
from igroteka_eights.rules import legal
from igroteka_eights.state import Options, Public, State, outcome


class View(Public, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="game", tag="eights"):
    """CE-16: hands and the order of the deck are hidden; the rest is public."""

    seat: Seat | None
    seats: int
    options: Options
    hand: tuple[Card, ...] | None
    hand_sizes: tuple[int, ...]
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
        hand=state.hands[seat] if seat is not None and sits else None,
        hand_sizes=tuple(len(hand) for hand in state.hands),
        deck_size=len(state.deck),
        pool=state.pool,
        outcome=outcome(state),
        legal=legal(state, seat) if seat is not None else (),
    )


def redact(event: Event, seat: Seat | None) -> Event:
    """Every event is named: a new one must not be public by default."""
    match event:
        case Dealt(hands, start, _, turn):
            own = tuple(hand if owner == seat else None for owner, hand in enumerate(hands))
            return Dealt(own, start, None, turn)
        case Reshuffled(count):
            return Reshuffled(count, None)
        case Drew(owner) if owner != seat:
            return Drew(owner, None)
        case Drew() | Laid() | WildLaid() | Passed() | Announced() | Caught():
            return event
        case TurnCame() | Won() | Stalled() | Stopped():
            return event


def imagine(view: View, chance: Chance) -> State:
    """A state that this view allows: unseen cards are dealt to the other hands and the deck."""
    told = [size if seat != view.seat else view.hand or () for seat, size in enumerate(view.hand_sizes)]
    hands, deck = deal_unseen(PACK, told, view.deck_size, view.pile, view.pool, chance)
    return State(
        **shared(Public, view), seats=view.seats, options=view.options, hands=hands, deck=deck, pool=view.pool
    )
