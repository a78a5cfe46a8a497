"""Work that is refused; a process imports it by its name."""

from typing import Any, NoReturn

from igroteka.core import Refused


def refuse(reason: str, clause: str | None, parameters: dict[str, Any]) -> NoReturn:
    raise Refused(reason, clause, **parameters)
