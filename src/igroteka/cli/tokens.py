"""The keys to one's seats at online tables, kept on this machine."""

import json
import os
import tempfile
from pathlib import Path

import msgspec


class Tokens:
    """All of them, in a file that only its owner may read: a closed terminal loses nothing."""

    def __init__(self) -> None:
        home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
        self._path = Path(home) / "igroteka" / "seats.json"

    def find(self, server: str, table: str, name: str) -> str | None:
        """Only for the server that gave it: a link to another one may name the same table."""
        return self._all().get(f"{server} {table} {name}")

    def keep(self, server: str, table: str, name: str, token: str) -> None:
        """All of them in a new file that takes the place of the old: a full disk leaves what was there."""
        kept = {**self._all(), f"{server} {table} {name}": token}
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, fresh = tempfile.mkstemp(prefix=".seats.", dir=self._path.parent)
        try:
            with open(handle, "w", encoding="utf-8") as file:
                json.dump(kept, file)
            os.replace(fresh, self._path)
        except BaseException:
            Path(fresh).unlink(missing_ok=True)
            raise

    def _all(self) -> dict[str, str]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, str])
        except (OSError, ValueError, msgspec.MsgspecError):
            return {}
