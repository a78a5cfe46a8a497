"""What the server writes down about itself: one JSON object a line, no names, no secrets."""

import asyncio
import logging
import sys
import time
from typing import Any, Final

import msgspec

logger = logging.getLogger("igroteka")
_SELDOM: Final = 60.0


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, Any] = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[0]:
            said["error"] = record.exc_info[0].__name__
            said["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(said).decode()


class _Words(logging.Formatter):
    """The same for whoever looks at a terminal; nothing in it steers the terminal."""

    def format(self, record: logging.LogRecord) -> str:
        level = "" if record.levelno <= logging.INFO else f"{record.levelname.lower()}: "
        fields = [f"{name}={_word(value)}" for name, value in getattr(record, "fields", {}).items()]
        line = " ".join([f"{self.formatTime(record, '%H:%M:%S')} {level}{record.getMessage()}", *fields])
        if record.exc_info and record.exc_info[0]:
            line += "\n" + self.formatException(record.exc_info)
        return "".join(
            sign if sign.isprintable() or sign == "\n" else "\N{REPLACEMENT CHARACTER}" for sign in line
        )


def _word(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


_SAID_ANYWAY: Final = ("server started", "server stopped")
"""Who has started the server at a terminal is told so in sentences."""


class Faults(logging.Handler):
    """Counts what is written to the log as a fault."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += 1


FAULTS: Final = Faults()


_OF_CLIENTS: Final = ("Invalid UTF-8", "Invalid HTTP request", "Unsupported upgrade request", "Cancel ")
"""The last: a server that stops has waited for those who read slowly."""


def is_ours(record: logging.LogRecord) -> bool:
    """What a client has done wrong is no fault of the server, whatever the library thinks; and no stranger
    fills the disk with lines of the log."""
    fault = record.exc_info[1] if record.exc_info else None
    is_cut_short = isinstance(fault, asyncio.CancelledError)
    return not is_cut_short and not record.getMessage().startswith(_OF_CLIENTS)


def set_up(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    if sys.stderr is not None and sys.stderr.isatty():
        handler.setFormatter(_Words())
        handler.addFilter(lambda record: record.getMessage() not in _SAID_ANYWAY)
    for known_handler in (handler, FAULTS):
        known_handler.addFilter(is_ours)
    for name in ("igroteka", "uvicorn.error", "asyncio", "asyncpg", "redis"):
        known = logging.getLogger(name)
        known.handlers, known.propagate = [handler, FAULTS], False
        known.setLevel(level.upper() if name == "igroteka" else "WARNING")


def log(event: str, **fields: Any) -> None:
    logger.info(event, extra={"fields": fields})


class Seldom:
    """A warning that strangers can cause as often as they like: written once a minute, with how often."""

    def __init__(self, event: str) -> None:
        self._event = event
        self._logged = float("-inf")
        self._times = 0

    def warn(self, **fields: Any) -> None:
        self._times += 1
        if time.monotonic() - self._logged > _SELDOM:
            self._logged = time.monotonic()
            logger.warning(self._event, extra={"fields": {**fields, "times": self._times}})
            self._times = 0


_damaged: Final[dict[str, float]] = {}
"""When it was last said of a table."""
_MOST_DAMAGED: Final = 1000


def complain_of_damage(table: str, error: Exception) -> None:
    """Which table it is, by the beginning of its id: enough to find it, too little to come to it.

    Once a minute: whoever has the link may ask for it as often as they like.
    """
    now = time.monotonic()
    if now - _damaged.get(table, float("-inf")) < _SELDOM:
        return
    if len(_damaged) >= _MOST_DAMAGED:
        _damaged.clear()
    _damaged[table] = now
    logger.error("a table is damaged", exc_info=error, extra={"fields": {"table": f"{table[:6]}…"}})
