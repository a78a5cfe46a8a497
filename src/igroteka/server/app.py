"""The doors of the server: what is asked over HTTP, and the socket of a table."""

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec
import segno
from litestar import Litestar, MediaType, Request, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from igroteka.core import Refusal, Refused
from igroteka.games import SHELF
from igroteka.server import telling
from igroteka.server.door import table_socket
from igroteka.server.doorkeeper import Doorkeeper
from igroteka.server.hub import Hub, Open
from igroteka.server.logs import log, logger
from igroteka.server.messages import TableView
from igroteka.server.pages import HOME
from igroteka.server.recording import Again, again, record_for
from igroteka.server.room import Room

_STATUS: Final = {
    "no-such-table": 404,
    "no-such-round": 404,
    "wrong-token": 403,
    "only-the-host": 403,
    "too-many-requests": 429,
    "one-moment": 503,
}
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_TIDY_SECONDS: Final = 30.0


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who comes to the table; `nonce` is 16 to 64 random bytes in hex for the shuffle."""

    name: str
    avatar: str | None = None
    nonce: str | None = None
    watch: bool = False


class Token(msgspec.Struct, frozen=True):
    """The secret that holds a place at a table; keep it, and show it to nobody."""

    table: str
    token: str


class MoveWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The word of a one-time link."""

    move: str


class Address(msgspec.Struct, frozen=True):
    """Where a table is."""

    table: str
    code: str
    link: str


class Line(msgspec.Struct, frozen=True):
    """A listed table."""

    table: str
    game: str
    seats: int
    free: int
    playing: bool


class GameInfo(msgspec.Struct, frozen=True):
    name: str
    seats: tuple[int, ...]


def hub_of(request: Request[Any, Any, State]) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


async def _room(request: Request[Any, Any, State], table: str) -> Room:
    request.app.state.doorkeeper.need_request(request)
    return await hub_of(request).room(table)


def _token(request: Request[Any, Any, State]) -> str | None:
    said = request.headers.get("authorization", "")
    return said.removeprefix("Bearer ").strip() or None if said.startswith("Bearer ") else None


def _address(hub: Hub, room: Room) -> Address:
    return Address(room.party.id, room.party.code, telling.link_of(hub, room))


@get("/api/games", summary="The games on the shelf")
async def games() -> tuple[GameInfo, ...]:
    return tuple(GameInfo(game.NAME, game.SEATS) for game in SHELF.values())


@post("/api/tables", summary="Open a table")
async def open_table(request: Request[Any, Any, State], data: Open) -> Address:
    request.app.state.doorkeeper.need_table(request)
    hub = hub_of(request)
    room = await hub.open(data)
    log("table opened", game=data.game, seats=data.seats)
    return _address(hub, room)


@post("/api/tables/again", summary="Open a table with the deal, or from a row, of a finished game")
async def open_again(request: Request[Any, Any, State], data: Again) -> Address:
    request.app.state.doorkeeper.need_table(request)
    hub = hub_of(request)
    return _address(hub, await again(hub, data))


@get("/api/tables", summary="Listed tables, newest first")
async def tables(request: Request[Any, Any, State]) -> list[Line]:
    request.app.state.doorkeeper.need_request(request)
    hub = hub_of(request)
    lines = []
    for info in await hub.store.tables(listed=True, finished=False, limit=50):
        room = await hub.room(info.id)
        free = sum(chair.is_free for chair in room.party.chairs)
        lines.append(Line(info.id, info.game, len(room.party.chairs), free, room.playing))
    return lines


@get("/api/codes/{code:str}", summary="The table with this short code")
async def by_code(request: Request[Any, Any, State], code: str) -> Address:
    request.app.state.doorkeeper.need_request(request, weight=10)
    hub = hub_of(request)
    return _address(hub, await hub.room(await hub.by_code(code)))


@get("/api/tables/{table:str}", summary="A table as a visitor, or with a token as a person at it, sees it")
async def table_view(request: Request[Any, Any, State], table: str) -> TableView:
    room, hub = await _room(request, table), hub_of(request)
    person = hub.person(room, _token(request))
    return telling.table_view(room, person.id if person else None, telling.link_of(hub, room))


@post("/api/tables/{table:str}/people", summary="Come to the table")
async def join(request: Request[Any, Any, State], table: str, data: Join) -> Token:
    room, hub = await _room(request, table), hub_of(request)
    return Token(table, await hub.join(room, data.name, data.avatar, data.nonce, data.watch))


@post("/api/tables/{table:str}/moves", summary="A one-time word that takes your seat to another device")
async def offer_move(request: Request[Any, Any, State], table: str) -> MoveWord:
    room, hub = await _room(request, table), hub_of(request)
    person = hub.person(room, _token(request))
    if person is None:
        raise Refused("wrong-token")
    return MoveWord(await hub.offer_move(room, person, None))


@post("/api/tables/{table:str}/moves/used", summary="Take a seat over with a one-time word")
async def use_move(request: Request[Any, Any, State], table: str, data: MoveWord) -> Token:
    request.app.state.doorkeeper.need_request(request, weight=10)
    room, hub = await _room(request, table), hub_of(request)
    return Token(table, await hub.move(room, data.move))


@get("/api/tables/{table:str}/rounds/{number:int}/record", summary="The record of a game (docs/record.md)")
async def record(request: Request[Any, Any, State], table: str, number: int) -> Response[bytes]:
    room, hub = await _room(request, table), hub_of(request)
    person = hub.person(room, _token(request))
    kept = await record_for(hub, room, number, person.id if person else None)
    return Response(msgspec.json.encode(kept), media_type=MediaType.JSON)


@get("/api/tables/{table:str}/qr.svg", summary="The table's link as a QR code", media_type="image/svg+xml")
async def qr(request: Request[Any, Any, State], table: str) -> bytes:
    room, hub = await _room(request, table), hub_of(request)
    drawn = io.BytesIO()
    segno.make(telling.link_of(hub, room), error="m").save(
        drawn, kind="svg", scale=8, border=2, xmldecl=False
    )
    return drawn.getvalue()


@get("/healthz", summary="Whether the server and its store are well")
async def healthz(request: Request[Any, Any, State]) -> dict[str, str]:
    await hub_of(request).store.tables(limit=1)
    return {"status": "ok"}


@get("/metrics", summary="Figures for Prometheus", media_type=MediaType.TEXT)
async def metrics(request: Request[Any, Any, State]) -> bytes:
    hub = hub_of(request)
    rooms = list(hub.rooms())
    sockets = [(room, socket) for room in rooms for socket in room.sockets]
    seated = sum(room.party.seat_of(socket.who) is not None for room, socket in sockets)
    hub.metrics.set(len(rooms), len(sockets), seated)
    return hub.metrics.text()


@get(["/", "/t/{table:str}"], include_in_schema=False, media_type=MediaType.HTML)
async def home(request: Request[Any, Any, State]) -> str:
    return HOME.replace("{origin}", hub_of(request).settings.origin())


def _refused(_request: Request[Any, Any, State], refused: Refused) -> Response[Refusal]:
    return Response(refused.told(), status_code=_STATUS.get(refused.reason, 400))


def _bad_request(_request: Request[Any, Any, State], error: ValidationException) -> Response[Refusal]:
    said = error.extra[0] if isinstance(error.extra, list) and error.extra else {}
    where = str(said.get("key", "")) if isinstance(said, dict) else ""
    return Response(Refusal("bad-request", None, {"at": where[:60]}), status_code=400)


def _http_error(_request: Request[Any, Any, State], error: HTTPException) -> Response[Refusal]:
    reasons = {404: "no-such-page", 405: "wrong-method", 413: "too-large", 400: "bad-request"}
    reason = reasons.get(error.status_code, "server-error")
    return Response(Refusal(reason), status_code=error.status_code, headers=error.headers)


def _fault(_request: Request[Any, Any, State], error: Exception) -> Response[Refusal]:
    logger.error("fault", exc_info=error)
    return Response(Refusal("server-error"), status_code=500)


def make_app(hub: Hub) -> Litestar:
    """The ASGI application around a hub."""

    @contextlib.asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        tidying = asyncio.get_running_loop().create_task(_tidy(hub))
        try:
            yield
        finally:
            tidying.cancel()
            await asyncio.gather(tidying, return_exceptions=True)
            await hub.close()

    return Litestar(
        route_handlers=[
            games,
            open_table,
            open_again,
            tables,
            by_code,
            table_view,
            join,
            offer_move,
            use_move,
            record,
            qr,
            healthz,
            metrics,
            home,
            table_socket,
        ],
        state=State({"hub": hub, "doorkeeper": Doorkeeper(hub.settings, hub.entropy)}),
        lifespan=[lifespan],
        exception_handlers={
            Refused: _refused,
            ValidationException: _bad_request,
            HTTPException: _http_error,
            Exception: _fault,
        },
        response_headers=HEADERS,
        request_max_body_size=hub.settings.message_bytes * 4,
        openapi_config=OpenAPIConfig(
            title="Igroteka", version="1", path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
        logging_config=None,
    )


async def _tidy(hub: Hub) -> None:
    while True:
        await asyncio.sleep(_TIDY_SECONDS)
        await hub.put_away()
