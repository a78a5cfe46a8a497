"""The start of a game: its options, its seed, and the promise for the one after it."""

from typing import Any

import msgspec

from igroteka.core import AnyGame, Seat, read
from igroteka.server.entropy import Entropy
from igroteka.server.guests import game as on_shelf
from igroteka.server.people.events import Round, Started
from igroteka.server.people.party import Chair, Party
from igroteka.table.record import Person as Seated
from igroteka.table.shuffle import SECRET_BYTES, commitment, seed_from, terms


def started(party: Party, entropy: Entropy, now: float, first: Seat | None) -> Started:
    """A game with whoever sits now, or Refused; `first` is the seat that began the last one."""
    game = on_shelf(party.game)
    options = _rotated(game, party, first)
    game.start(len(party.chairs), read(options, game.Options))
    secret, given = bytes.fromhex(party.secret), party.given
    drawn = seed_from(secret, party.nonces, terms(party.game, len(party.chairs), options))
    round = Round(
        number=len(party.rounds) + 1,
        time=now,
        seats=len(party.chairs),
        options=options,
        secret=party.secret,
        commitment=party.commitment,
        nonces=party.nonces,
        seed=given.seed if given and not given.rows else drawn.hex(),
        given=given,
        people=tuple(_seated(party, chair) for chair in party.chairs),
    )
    following = entropy.bytes(SECRET_BYTES)
    return Started(round, following.hex(), commitment(following))


def _rotated(game: AnyGame, party: Party, first: Seat | None) -> dict[str, Any]:
    """In a rematch the game may let somebody else begin."""
    options = full_options(game, party.options)
    if not party.rounds or party.given:
        return options
    again = game.rematch(read(options, game.Options), len(party.chairs), first)
    rotated: dict[str, Any] = msgspec.to_builtins(again)
    return rotated


def full_options(game: AnyGame, options: dict[str, Any]) -> dict[str, Any]:
    """All options of the game, those that were not named with their defaults, or Refused."""
    full: dict[str, Any] = msgspec.to_builtins(read(options, game.Options))
    return full


def _seated(party: Party, chair: Chair) -> Seated:
    person = party.person(chair.person)
    return Seated(person.name, person.avatar, chair.bot) if person else Seated("", None, chair.bot)
