"""How the server answers over HTTP what it does not do: refusals instead of faults."""

from typing import Any, Final

from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from igroteka.core import Refusal, Refused
from igroteka.server.logs import logger

AnyRequest = Request[Any, Any, State]

_STATUS: Final = {
    "no-such-table": 404,
    "no-such-round": 404,
    "no-such-game": 404,
    "game-not-installed": 404,
    "no-such-language": 404,
    "no-such-lesson": 404,
    "no-such-step": 404,
    "no-such-exercise": 404,
    "wrong-token": 403,
    "wrong-origin": 403,
    "only-the-host": 403,
    "too-many-requests": 429,
    "one-moment": 503,
    "review-too-slow": 503,
    "table-damaged": 503,
    "game-broke": 503,
    "log-set-back": 503,
}
_HTTP_REASONS: Final = {404: "no-such-page", 405: "wrong-method", 413: "too-large"}

_SAID: Final = {
    400: "Refused: what was asked cannot be",
    403: "Refused: not with this token, or not from this page",
    404: "There is no such table, or no such game at it",
    413: "More than anyone needs to say",
    429: "Too many requests from this address; `Retry-After` says for how many seconds to wait",
    503: "The store asks for a moment",
}


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """For the OpenAPI document: which refusals an operation may answer with."""
    spec = {status: _SAID[status] for status in (400, *statuses, 429)}
    return {s: ResponseSpec(Refusal, description=said, generate_examples=False) for s, said in spec.items()}


def refused(_request: AnyRequest, refusal: Refused) -> Response[Refusal]:
    status = _STATUS.get(refusal.reason, 400)
    headers = {"Retry-After": "60"} if status == 429 else {}
    return Response(refusal.told(), status_code=status, headers=headers)


def one_moment(_request: AnyRequest, _failed: Exception) -> Response[Refusal]:
    return Response(Refusal("one-moment"), status_code=503)


def bad_request(_request: AnyRequest, error: ValidationException) -> Response[Refusal]:
    """Where the request is wrong and what is wrong there: `seats: Expected `int`, got `str``."""
    said = error.extra[0] if isinstance(error.extra, list) and error.extra else {}
    said = said if isinstance(said, dict) else {}
    told = [str(said[name]) for name in ("key", "message") if said.get(name, "data") != "data"]
    return Response(Refusal("bad-request", None, {"at": ": ".join(told)[:_LONGEST]}), status_code=400)


def http_error(_request: AnyRequest, error: HTTPException) -> Response[Refusal]:
    """What the framework has refused by itself; that a client has gone in the middle is no fault of ours."""
    if "client disconnected" in error.detail:
        return Response(_BAD_REQUEST, status_code=400)
    if error.status_code >= 500:
        return fault(_request, error)
    told = Refusal(_HTTP_REASONS[error.status_code]) if error.status_code in _HTTP_REASONS else _BAD_REQUEST
    return Response(told, status_code=error.status_code, headers=error.headers)


def not_json(_request: AnyRequest, _error: Exception) -> Response[Refusal]:
    """What is nested without end, or is no UTF-8."""
    return Response(Refusal("not-json"), status_code=400)


def fault(_request: AnyRequest, error: Exception) -> Response[Refusal]:
    logger.error("fault", exc_info=error)
    return Response(Refusal("server-error"), status_code=500)


_LONGEST: Final = 120
"""Letters of what is told of a bad request: a field that nobody knows may have any name."""
_BAD_REQUEST: Final = Refusal("bad-request", None, {"at": ""})
