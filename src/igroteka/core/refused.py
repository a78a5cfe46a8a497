"""A refusal: nothing changed, and only the asker hears why."""

from typing import Any

import msgspec


class Refusal(msgspec.Struct, frozen=True, tag_field="kind", tag="refused", forbid_unknown_fields=True):
    """A refusal as it is told: a message key with parameters, never a sentence."""

    reason: str
    clause: str | None = None
    parameters: dict[str, Any] = {}


class Refused(Exception):  # noqa: N818 - it is a word of the table, not a fault
    """Raised by the rules instead of deciding; `clause` cites docs/rules."""

    def __init__(self, reason: str, clause: str | None = None, **parameters: Any) -> None:
        super().__init__(reason, clause, parameters)
        self.reason = reason
        self.clause = clause
        self.parameters = parameters

    def __reduce__(self) -> tuple[Any, ...]:
        """As it travels from a process to another."""
        return _again, (self.reason, self.clause, self.parameters)

    def told(self) -> Refusal:
        return Refusal(self.reason, self.clause, self.parameters)

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value}" for name, value in self.parameters.items())
        cited = f" [{self.clause}]" if self.clause else ""
        return f"{self.reason}{f' ({details})' if details else ''}{cited}"


def _again(reason: str, clause: str | None, parameters: dict[str, Any]) -> Refused:
    return Refused(reason, clause, **parameters)
