"""The ASGI application: routes, the WebSocket of a table, faults as refusals, tidying up."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, Final

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException, ValidationException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import ASGIApp, ExceptionHandler

from igroteka.core import Refused
from igroteka.server.connection.admission import Admission
from igroteka.server.connection.endpoint import table_websocket
from igroteka.server.http import responses, static
from igroteka.server.http.headers import with_headers
from igroteka.server.http.kept_assets import KeptAssets
from igroteka.server.http.responses import AnyRequest
from igroteka.server.http.routes import HANDLERS, need_request
from igroteka.server.hub import Hub
from igroteka.server.lessons import Lessons
from igroteka.server.logs import log, logger
from igroteka.server.watched_store import WatchedStore
from igroteka.store import StoreFailed

_TIDY_SECONDS: Final = 30.0
_TEND_SECONDS: Final = 3600.0
_HELD: Final = "The token that coming to a table, or moving to another device, is answered with"
_FAULTS: Final["dict[int | type[Exception], ExceptionHandler[Any]]"] = {
    Refused: responses.refused,
    StoreFailed: responses.one_moment,
    ValidationException: responses.bad_request,
    NotFoundException: static.nowhere,
    HTTPException: responses.http_error,
    RecursionError: responses.not_json,
    UnicodeError: responses.not_json,
    Exception: responses.fault,
}
"""How what is raised is answered."""


def make_app(hub: Hub) -> ASGIApp:
    """The ASGI application around a hub."""
    return with_headers(make_litestar(hub), hub.settings)


def make_litestar(hub: Hub) -> Litestar:
    """Without the headers that every answer gets: for the OpenAPI document."""
    kept = KeptAssets(hub.settings.folder() / "assets")
    known = {
        "hub": hub,
        "admission": Admission(hub.settings, hub.entropy, hub.neighbours),
        "lessons": Lessons(),
        "kept_assets": kept,
    }
    return Litestar(
        route_handlers=[*HANDLERS, *static.ROUTES, table_websocket],
        state=State(known),
        lifespan=[lambda _: _serving(hub, kept)],
        before_request=need_request,
        exception_handlers=_FAULTS,
        request_max_body_size=hub.settings.message_bytes * 4,
        openapi_config=_described(),
        logging_config=None,
    )


@contextlib.asynccontextmanager
async def _serving(hub: Hub, kept: KeptAssets) -> AsyncIterator[None]:
    """What goes on beside the answers, from the first to the last."""
    log("server started", origin=hub.settings.origin())
    hub.pulse.start()
    if static.assets():
        await asyncio.to_thread(kept.keep, static.assets())
    tidying = asyncio.get_running_loop().create_task(_tidy(hub))
    try:
        yield
    finally:
        tidying.cancel()
        await asyncio.gather(tidying, return_exceptions=True)
        await hub.close()
        log("server stopped")


def _described() -> OpenAPIConfig:
    router = Router("/api/schema", route_handlers=[], include_in_schema=False, before_request=_need_schema)
    token = SecurityScheme(type="http", scheme="bearer", description=_HELD)
    return OpenAPIConfig(
        title="Igroteka",
        version="1",
        openapi_router=router,
        render_plugins=[JsonRenderPlugin()],
        components=Components(security_schemes={"token": token}),
    )


async def _need_schema(request: AnyRequest) -> None:
    """As of every request; and what is not there is told in our words, not on a page of the framework."""
    await need_request(request)
    if request.path_params:
        raise NotFoundException


async def _tidy(hub: Hub) -> None:
    tended = float("-inf")
    while True:
        try:
            if hub.entropy.monotonic() - tended > _TEND_SECONDS:
                tended = hub.entropy.monotonic()
                await hub.store.tend()
            await asyncio.sleep(_TIDY_SECONDS)
            await _tidy_once(hub)
        except Exception as error:  # it must go on tidying
            logger.error("fault in tidying", exc_info=error)


async def _tidy_once(hub: Hub) -> None:
    await hub.put_away()
    if isinstance(hub.store, WatchedStore):
        await hub.store.look()
    with contextlib.suppress(StoreFailed):  # it is logged and counted
        await hub.pack()
