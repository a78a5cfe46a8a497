"""An Etazhiki table as plain data (docs/rules/etazhiki.md, section 3), both ways."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from igroteka.core import Refused, Seat, read, shared
from igroteka.games.etazhiki.cards import SKIP, Card, is_ball, is_card, is_floor
from igroteka.games.etazhiki.options import Options, is_beginner
from igroteka.games.etazhiki.state import Pile, Public, State, is_dealt, start


class Position(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is left out is as on a fresh turn; `stopped` is written only when it is true."""

    hands: tuple[tuple[Card, ...], ...]
    floors: tuple[Card | Pile, ...]
    balls: Pile = ()
    deck: tuple[Card, ...] = ()
    winner: Seat | tuple[Seat, ...] | None = None
    stopped: bool | msgspec.UnsetType = msgspec.UNSET


def position(state: State) -> dict[str, Any] | None:
    if not is_dealt(state):
        return None
    plain = Position(
        **shared(Public, state),
        hands=state.hands,
        floors=state.floors if is_beginner(state.options) else state.floors[0],
        balls=state.balls,
        deck=state.deck,
        winner=_winner(state),
        stopped=state.stopped or msgspec.UNSET,
    )
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(plain))
    return data


def _winner(state: State) -> Seat | tuple[Seat, ...] | None:
    """ET-B4: several share it."""
    if len(state.winners) == 1:
        return state.winners[0]
    return state.winners or None


def from_position(data: Mapping[str, Any], options: Options) -> State:
    """The state that the data describes, or Refused; what was known of the deck (`pool`) is not told."""
    plain = read(data, Position)
    state = start(len(plain.hands), options)
    piles, winners = _piles(plain, options), _winners(plain)
    _check_cards(plain, piles, options)
    _check_seats(plain, winners)
    told = shared(Public, plain)
    told["stars"] = plain.stars or (0,) * state.seats
    return replace(
        state,
        **told,
        hands=plain.hands,
        floors=piles,
        balls=plain.balls,
        deck=plain.deck,
        winners=winners,
        stopped=plain.stopped is True,
    )


def _piles(plain: Position, options: Options) -> tuple[Pile, ...]:
    """One pile is written flat; beginners have two (ET-62)."""
    single = tuple(card for card in plain.floors if isinstance(card, str))
    several = tuple(pile for pile in plain.floors if not isinstance(pile, str))
    piles = several if is_beginner(options) else (single,)
    if (several and single) or len(piles) != 1 + is_beginner(options) or not all(piles):
        raise _impossible("floors", len(plain.floors))
    return piles


def _winners(plain: Position) -> tuple[Seat, ...]:
    if plain.winner is None:
        return ()
    return (plain.winner,) if isinstance(plain.winner, int) else tuple(sorted(set(plain.winner)))


def _check_cards(plain: Position, piles: tuple[Pile, ...], options: Options) -> None:
    """Refused when there is no such card, or one of the wrong kind lies in a pile."""
    hidden = [card for cards in (*plain.hands, plain.deck) for card in cards]
    _need("cards", [card for card in hidden if not is_card(card)])
    _need("floors", [card for pile in piles for card in pile if not is_floor(card)])
    _need("balls", [card for card in plain.balls if not is_ball(card)])
    if bool(plain.balls) == is_beginner(options):
        raise _impossible("balls", len(plain.balls))
    if plain.shedding and is_beginner(options):  # ET-61
        raise _impossible("shedding", "true")


def _check_seats(plain: Position, winners: tuple[Seat, ...]) -> None:
    """Refused when a seat is spoken of that there is not, or a SKIP is armed that does not lie open."""
    seats = range(len(plain.hands))
    _need("turn", {plain.turn} - set(seats))
    _need("winner", set(winners) - set(seats))
    if plain.winner == ():
        raise _impossible("winner", "[]")
    if plain.stars and len(plain.stars) != len(seats):
        raise _impossible("stars", len(plain.stars))
    if plain.skip_armed and plain.balls[-1:] != (SKIP,):
        raise _impossible("skip_armed", ", ".join(plain.balls[-1:]))


def _need(field: str, wrong: Iterable[object]) -> None:
    if said := [str(thing) for thing in wrong]:
        raise _impossible(field, ", ".join(said))


def _impossible(field: str, wrong: object) -> Refused:
    return Refused("position-impossible", None, field=field, wrong=wrong)
