"""What a seat and a spectator are told: all that leaves the server, made from `view` and `redact`."""

from bisect import bisect_right
from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec

from igroteka.bots.levels import offered
from igroteka.core import Refused, Seat, Sides, read, teams
from igroteka.server.bots.behaviour import behaviour_of
from igroteka.server.connection.messages import (
    AskingView,
    ChairView,
    NonceView,
    PersonView,
    ShuffleView,
    TableSeen,
    TableTold,
    TableView,
    Told,
    ToldRow,
)
from igroteka.server.guests import game as on_shelf
from igroteka.server.people.events import Given
from igroteka.server.people.party import Party
from igroteka.server.table.connected import SCREEN
from igroteka.server.table.fold import Folded
from igroteka.server.table.hints import are_on
from igroteka.server.table.room import Room

_encoder: Final = msgspec.json.Encoder()
_json: Final = _encoder.encode
_paper: Final = bytearray()
"""Where texts are made before they are copied: one that grows as it is written is moved again and again."""
_Seen: TypeAlias = Callable[[Party, frozenset[str], bool], TableView]
MOST_ROWS: Final = 40
"""A client that missed more than this gets the whole view and no story."""


def told(folded: Folded, seat: Seat | None, after: int | None) -> bytes:
    """The game as this seat may see it, with the rows after number `after` (None: just the view)."""
    known = folded.told.get((seat, after))
    if known is not None:
        return known
    match = folded.match or folded.need_match()
    rows = () if after is None else since(folded, seat, after)
    jumped = after is None or rows is None
    last = match.log[-1].time if match.log else 0.0
    view = match.game.view(match.state, seat)
    message = Told(folded.game_number, len(folded.party.rounds), last, jumped, rows or (), view)
    _encoder.encode_into(message, _paper)
    text = folded.told[seat, after] = bytes(_paper)
    return text


def since(folded: Folded, seat: Seat | None, after: int) -> tuple[ToldRow, ...] | None:
    """The game's rows after this number of the table's log, as this seat hears them; None if too many."""
    match, numbers = folded.match, folded.row_numbers
    if match is None:
        return ()
    first = bisect_right(numbers, after)
    if len(numbers) - first > MOST_ROWS:
        return None
    if len(numbers) - first == 1:  # nearly always
        row = match.log[-1]
        return (ToldRow(numbers[-1], row.time, row.seat, match.told(row, seat)),)
    return tuple(
        [
            ToldRow(numbers[at], row.time, row.seat, match.told(row, seat))
            for at, row in enumerate(match.log[first:], first)
        ]
    )


def link_of(origin: str, room: Room) -> str:
    """The link that is the table, for people who reach the server here."""
    return f"{origin}/t/{room.party.id}"


def table_told(room: Room, who: str | None, link: str) -> bytes:
    return _json(TableTold(room.number, table_view(room, who, link)))


def table_view(room: Room, who: str | None, link: str) -> TableView:
    """The table besides its game, as this person sees it."""
    party = room.party
    seen = _seen_by_all(party, room.connected.present(), room.playing)
    return msgspec.structs.replace(seen, you=who, seat=party.seat_of(who), link=link)


def _once(make: _Seen) -> _Seen:
    """`make`, which is not called again for what it was last called for: all at a table are told in a row."""
    last: tuple[Party, frozenset[str], bool, TableView] | None = None

    def made(party: Party, present: frozenset[str], playing: bool) -> TableView:
        nonlocal last
        if last is None or last[0] is not party or last[1:3] != (present, playing):
            last = party, present, playing, make(party, present, playing)
        return last[3]

    return made


@_once
def _seen_by_all(party: Party, present: frozenset[str], playing: bool) -> TableView:
    """As a visitor sees it; tokens, secrets and seeds are not named, so they are not told."""
    behaviour = behaviour_of(party)
    return TableView(
        id=party.id,
        code=party.code,
        game=party.game,
        seats=len(party.chairs),
        options=party.options,
        you=None,
        seat=None,
        host=party.host,
        people=tuple(
            PersonView(person.id, person.name, person.avatar, person.id in present, person.muted)
            for person in party.people
        ),
        chairs=tuple(ChairView(chair.person, chair.bot, chair.patience) for chair in party.chairs),
        listed=party.listed,
        chat=party.chat,
        timer=party.timer,
        colours=party.colours,
        sides=_sides(party),
        locked=party.locked,
        open_seats=party.open_seats,
        asking=tuple(AskingView(person, seat) for person, seat in party.asking),
        claimed=party.is_host_claimed,
        taking=behaviour.taking,
        pace=behaviour.pace,
        hints=are_on(party),
        paused=party.paused,
        playing=playing,
        round=len(party.rounds),
        results=party.results,
        shuffle=_shuffle(party, playing),
        next_commitment=party.commitment,
        levels=offered(party.game),
        link="",
        screen=SCREEN in present,
    )


def _sides(party: Party) -> Sides:
    try:
        game = on_shelf(party.game)
        return teams(game, game.start(len(party.chairs), read(party.options, game.Options)))
    except Refused:  # a game that is gone, or whose later version has other options
        return ()


def table_seen(room: Room, who: str | None, link: str) -> TableSeen:
    view = table_view(room, who, link)
    turn = room.match.game.turn(room.match.state) if room.playing and room.match else None
    return TableSeen(**msgspec.structs.asdict(view), turn=turn)


def _shuffle(party: Party, playing: bool) -> ShuffleView:
    """The secret of a round is shown when its game is over, never before."""
    if not party.rounds:
        nonces = tuple(NonceView(nonce.who, nonce.hex) for nonce in party.nonces)
        return ShuffleView(
            1, party.commitment, nonces, None, party.given is not None, _given_rows(party.given)
        )
    last = party.rounds[-1]
    nonces = tuple(NonceView(nonce.who, nonce.hex) for nonce in last.nonces)
    secret = None if playing else last.secret
    given = last.given
    return ShuffleView(last.number, last.commitment, nonces, secret, given is not None, _given_rows(given))


def _given_rows(given: Given | None) -> int:
    return len(given.rows) if given else 0
