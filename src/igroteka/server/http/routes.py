"""What is asked over HTTP: one function for each route."""

import asyncio
import io
from contextlib import suppress
from typing import Any, Final

import segno
from litestar import MediaType, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody

from igroteka.core import Refused
from igroteka.games import SHELF
from igroteka.server.connection.admission import address_of
from igroteka.server.connection.messages import TableSeen
from igroteka.server.http import games
from igroteka.server.http.bodies import (
    Address,
    Join,
    Listed,
    Move,
    MoveWord,
    PartsFile,
    Token,
    Whose,
)
from igroteka.server.http.parts_file import read_parts
from igroteka.server.http.prometheus import figures
from igroteka.server.http.responses import AnyRequest, refusals
from igroteka.server.hub import Hub
from igroteka.server.logs import log
from igroteka.server.opening import Open
from igroteka.server.people.seats import MOVE_SECONDS
from igroteka.server.reviews import ReviewTold
from igroteka.server.table import tell
from igroteka.server.table.record import Again, again, need_round, record_for, verdict_on
from igroteka.server.table.replay import ReplayAsk, replay_for
from igroteka.server.table.results import DealResult, results_of
from igroteka.server.table.room import Room
from igroteka.server.turns import ASKER
from igroteka.server.watched_store import WatchedStore
from igroteka.store import StoreFailed
from igroteka.table.moments import Replay
from igroteka.table.record import Record
from igroteka.table.verify import Verdict

_LONGEST_LISTED: Final = 10_000
"""Rows of a table that is taken into memory only to be listed: dozens of long ones take minutes, and whoever
comes asks for the list."""
_A_GUESS: Final = 10.0
"""What a word counts for that could be guessed; the right one counts for a request."""


def hub_of(request: AnyRequest) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


async def need_request(request: AnyRequest) -> None:
    """Every request is counted before anything of it is read; what costs more counts for several."""
    options = request.route_handler.opt
    ASKER.set(address_of(request))
    if (weight := options.get("weight", 1.0)) > 0:
        await request.app.state.admission.need_request(request, weight)
    if options.get("opens_table"):
        await request.app.state.admission.need_table(request)


async def _was_no_guess(request: AnyRequest) -> None:
    await request.app.state.admission.give_back(request, _A_GUESS - 1)


async def _room(request: AnyRequest, table: str) -> Room:
    return await hub_of(request).room(table)


def _token(request: AnyRequest) -> str | None:
    """The token in `Authorization: Bearer …`; something else there is no token of anybody."""
    said = request.headers.get("authorization")
    if said is None:
        return None
    scheme, _, token = said.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


async def _qr(hub: Hub, link: str) -> str:
    """Drawn beside the event loop, one at a time: a long one takes 20 ms, and anybody may ask for many."""
    async with hub.drawing:
        return await asyncio.to_thread(_drawn, link)


def _drawn(link: str) -> str:
    drawn = io.BytesIO()
    segno.make(link, error="m").save(drawn, kind="svg", scale=8, border=2, xmldecl=False)
    return drawn.getvalue().decode()


def _link(request: AnyRequest, room: Room, said: str | None = None) -> str:
    return tell.link_of(request.app.state.admission.origin(request, said), room)


def _address(request: AnyRequest, room: Room) -> Address:
    party = room.party
    return Address(party.id, party.code, _link(request, room), len(party.rounds) + 1, party.commitment)


def _held(room: Room, token: str) -> Token:
    return Token(room.party.id, token, len(room.party.rounds) + 1, room.party.commitment)


@post("/api/tables", summary="Open a table", responses=refusals(403, 413, 503), opens_table=True)
async def open_table(request: AnyRequest, data: JSONBody[Open]) -> Address:
    hub = hub_of(request)
    room = await hub.open(data)
    log("table opened", game=room.party.game, seats=data.seats)
    return _address(request, room)


@post(
    "/api/tables/again",
    summary="Open a table with the deal, or from a row, of a finished game",
    responses=refusals(403, 404, 413, 503),
    opens_table=True,
)
async def open_again(request: AnyRequest, data: JSONBody[Again]) -> Address:
    hub = hub_of(request)
    return _address(request, await again(hub, data))


@post(
    "/api/parts",
    summary="The content of a parts file, for the option `parts` of a table",
    responses=refusals(403, 413),
)
async def parts(request: AnyRequest, data: JSONBody[PartsFile]) -> dict[str, Any]:
    return await read_parts(data.text, hub_of(request).slowly)


@get("/api/tables", summary="Listed tables, newest first", responses=refusals(503), weight=3.0)
async def tables(request: AnyRequest) -> list[Listed]:
    hub = hub_of(request)
    lines = []
    for info in await hub.store.tables(listed=True, finished=False, limit=50):
        if info.game not in SHELF:
            lines.append(Listed(info.id, info.game, 0, 0, False, installed=False))
            continue
        if info.rows > _LONGEST_LISTED and not hub.has_in_memory(info.id):
            continue
        with suppress(Refused, StoreFailed):  # deleted meanwhile, damaged, or broken: the others are listed
            room = await hub.room(info.id, info.rows)
            if room.party.host is not None:  # until its host has come, a table is nobody's to find
                free = sum(chair.is_free for chair in room.party.chairs)
                lines.append(Listed(info.id, info.game, len(room.party.chairs), free, room.playing))
    return lines


@get(
    "/api/codes/{code:str}",
    summary="The table with this short code",
    responses=refusals(404, 503),
    weight=_A_GUESS,
)
async def by_code(request: AnyRequest, code: FromPath[str]) -> Address:
    hub = hub_of(request)
    room = await hub.room(await hub.by_code(code))
    await _was_no_guess(request)
    return _address(request, room)


@get(
    "/api/tables/{table:str}",
    summary="A table as a visitor, or with a token as a person at it, sees it",
    responses=refusals(403, 404, 503),
)
async def table_view(request: AnyRequest, table: FromPath[str]) -> TableSeen:
    room, hub = await _room(request, table), hub_of(request)
    person = hub.person(room, _token(request))
    return tell.table_seen(room, person.id if person else None, _link(request, room))


@post(
    "/api/tables/{table:str}/people",
    summary="Come to the table",
    responses=refusals(403, 404, 413, 503),
)
async def join(request: AnyRequest, table: FromPath[str], data: JSONBody[Join]) -> Token:
    room, hub = await _room(request, table), hub_of(request)
    address = address_of(request)
    await request.app.state.admission.need_join(table, address)
    token = await hub.join(room, data.name, data.avatar, data.nonce, data.watch, address)
    return _held(room, token)


@post(
    "/api/tables/{table:str}/moves",
    summary="A one-time link that takes your seat to another device",
    responses=refusals(403, 404, 413, 503),
)
async def offer_move(request: AnyRequest, table: FromPath[str], data: JSONBody[Whose]) -> Move:
    room, hub = await _room(request, table), hub_of(request)
    person = hub.person(room, _token(request))
    if person is None:
        raise Refused("wrong-token")
    word = await hub.offer_move(room, person, data.person)
    link = f"{_link(request, room)}#move={word}"
    return Move(word, link, await _qr(hub, link), MOVE_SECONDS)


@post(
    "/api/tables/{table:str}/moves/used",
    summary="Take a seat over with a one-time word",
    responses=refusals(403, 404, 413, 503),
    weight=_A_GUESS,
)
async def use_move(request: AnyRequest, table: FromPath[str], data: JSONBody[MoveWord]) -> Token:
    room, hub = await _room(request, table), hub_of(request)
    token = await hub.move(room, data.move)
    await _was_no_guess(request)
    return _held(room, token)


@get(
    "/api/tables/{table:str}/rounds/{number:int}/record",
    summary="The record of a game (docs/record.md): whole when it is over, else what you may know",
    responses=refusals(403, 404, 503),
)
async def record(request: AnyRequest, table: FromPath[str], number: FromPath[int]) -> Record:
    room, hub = await _room(request, table), hub_of(request)
    person = hub.person(room, _token(request))
    return await record_for(hub, room, number, person.id if person else None)


@get(
    "/api/tables/{table:str}/rounds/{number:int}/check",
    summary="The server's own check of a finished game: promise, seed and every event worked out again",
    responses=refusals(403, 404, 503),
    weight=10.0,
)
async def check(request: AnyRequest, table: FromPath[str], number: FromPath[int]) -> Verdict:
    return await verdict_on(hub_of(request), await _room(request, table), number)


@get(
    "/api/tables/{table:str}/rounds/{number:int}/replay",
    summary="A game moment by moment: through any eyes when it is over, else what you were told",
    responses=refusals(403, 404, 503),
    weight=3.0,
)
async def replay(
    request: AnyRequest,
    table: FromPath[str],
    number: FromPath[int],
    start: FromQuery[int] = 1,
    seat: FromQuery[int | None] = None,
    open: FromQuery[bool] = False,
) -> Replay:
    room, hub = await _room(request, table), hub_of(request)
    person = hub.person(room, _token(request))
    return await replay_for(hub, room, number, person.id if person else None, ReplayAsk(start, seat, open))


@get(
    "/api/tables/{table:str}/rounds/{number:int}/deal",
    summary="What became of the deal of a game at all tables that have played it",
    responses=refusals(404, 503),
    weight=10.0,
)
async def deal(request: AnyRequest, table: FromPath[str], number: FromPath[int]) -> tuple[DealResult, ...]:
    return await results_of(hub_of(request), await _room(request, table), number)


@get(
    "/api/tables/{table:str}/rounds/{number:int}/review",
    summary="The review of a finished game (docs/review.md), as far as it is; the first who asks begins it",
    responses=refusals(403, 404, 503),
)
async def review(request: AnyRequest, table: FromPath[str], number: FromPath[int]) -> ReviewTold:
    room, hub = await _room(request, table), hub_of(request)
    need_round(room.party, number)
    key = room.party.id, number
    if not await hub.reviews.is_known(key):
        record = await record_for(hub, room, number, None)
        if not record.complete:
            raise Refused("game-is-running")
        await request.app.state.admission.need_review(request)
        hub.reviews.begin(key, record)
    return hub.reviews.told(key)


@get(
    "/api/tables/{table:str}/qr.svg",
    summary="The table's link, or that of its big screen, as a QR code",
    media_type="image/svg+xml",
    responses=refusals(404, 503),
)
async def qr(
    request: AnyRequest, table: FromPath[str], at: FromQuery[str] = "", screen: FromQuery[bool] = False
) -> str:
    link = _link(request, await _room(request, table), at)
    return await _qr(hub_of(request), f"{link}/screen" if screen else link)


@get("/healthz", summary="Whether the server and its store are well", responses=refusals(503))
async def healthz(request: AnyRequest) -> dict[str, str]:
    """One cheap query; 503 while the store fails to read or to write."""
    hub = hub_of(request)
    await hub.store.ping()
    if isinstance(hub.store, WatchedStore) and not hub.store.is_well:
        await hub.store.look()
        if not hub.store.is_well:
            raise StoreFailed("something has failed a moment ago")
    return {"status": "ok"} if hub.neighbours.is_well else {"status": "ok", "wakeups": "slow"}


@get(
    "/metrics",
    summary="Figures for Prometheus, for those whom the operator names",
    media_type=MediaType.TEXT,
    responses=refusals(404),
)
async def metrics(request: AnyRequest) -> bytes:
    if not request.app.state.admission.may_read_figures(request):
        raise NotFoundException
    return figures(hub_of(request))


HANDLERS: Final = (
    *games.ROUTES, open_table, open_again, parts, tables, by_code, table_view, join, offer_move, use_move,
    record, check, replay, deal, review, qr, healthz, metrics,
)  # fmt: skip
"""What is asked over HTTP, in the order in which it is explained."""
