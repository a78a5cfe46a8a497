"""What the server writes down about itself: one JSON object a line, no names, no secrets."""

import logging
import sys
from typing import Any, Final

import msgspec

logger = logging.getLogger("igroteka")


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


class Faults(logging.Handler):
    """Counts what is written to the log as a fault."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += 1


FAULTS: Final = Faults()


def is_ours(record: logging.LogRecord) -> bool:
    """What a client has done wrong is no fault of the server, whatever the library thinks."""
    return not record.getMessage().startswith("Invalid UTF-8")


def set_up(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    for known_handler in (handler, FAULTS):
        known_handler.addFilter(is_ours)
    for name in ("igroteka", "uvicorn.error", "asyncio", "asyncpg", "redis"):
        known = logging.getLogger(name)
        known.handlers, known.propagate = [handler, FAULTS], False
        known.setLevel(level.upper() if name == "igroteka" else "WARNING")


def log(event: str, **fields: Any) -> None:
    logger.info(event, extra={"fields": fields})


def complain_of_damage(table: str, error: Exception) -> None:
    """Which table it is, by the beginning of its id: enough to find it, too little to come to it."""
    logger.error("a table is damaged", exc_info=error, extra={"fields": {"table": f"{table[:6]}…"}})
