"""The columns of a data set, frozen by version (docs/datasets.md)."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple

import igroteka
from igroteka.core.extras import need

VERSION: Final = 1
META: Final = b"igroteka.games"
"""How many games a part has, in the metadata of its file."""
LET_BE: Final = "null"
"""The intent of a seat that let it be, where such seats have rows."""
_VERSION: Final = b"igroteka.version"
_RELEASE: Final = b"igroteka.release"
"""Which Igroteka made it: bots of another one may play otherwise."""
_FEATURES: Final = b"igroteka.features"
"""The environment whose observations and actions a part with features has, such as `GAME_v0`."""

COLUMNS: Final = (
    ("game", "string", "the game's name"),
    ("seats", "int8", "how many sit at the table"),
    ("options", "string", "the table options, as JSON"),
    ("seed", "int64", "the seed of the deal, and of whatever the house draws after it"),
    ("lineup", "list<string>", "the bots by seat"),
    ("row", "int32", "the number of the intent in the log of its game; 1 is the deal, which is left out"),
    ("seat", "int8", "whose intent it is"),
    ("bot", "string", "the bot at that seat"),
    ("legal", "list<string>", "what it was offered, as JSON of intents"),
    ("intent", "string", "what it asked for, as JSON; `null` where it let it be (`--waits`)"),
    ("winners", "list<int8>", "the seats that won in the end; none where nobody did"),
    ("reason", "string", "how the game ended"),
    ("share", "float", "the seat's share of the win: 1 alone, 1/2 with another, 0 lost"),
)
ON_REQUEST: Final = {
    "views": (("view", "string", "what the seat could see before its intent, as JSON (docs/protocol.md)"),),
    "positions": (("position", "string", "the truth before it, with all hands, as JSON (docs/rules)"),),
    "features": (
        (
            "observation",
            "list<uint8>[n]",
            "what it could see as numbers, as environments give it (docs/envs.md)",
        ),
        ("action_mask", "list<int8>[m]", "1 for every action that it was offered; action 0 is to let it be"),
        ("action", "int16", "the number of the action that its intent is"),
    ),
}
"""By the option that asks for them."""


def arrow() -> Any:
    """pyarrow, which has no types, or ModuleNotFoundError with advice."""
    need("A data set", "lab", "pyarrow")
    return import_module("pyarrow")


def parquet() -> Any:
    """Its Parquet files."""
    arrow()
    return import_module("pyarrow.parquet")


class Numbers(NamedTuple):
    """What the numbers of `--features` are: of which environment, how long they are, how many actions."""

    environment: str
    observed: int
    actions: int


def schema(asked: Sequence[str], games: int, numbers: Numbers | None = None) -> Any:
    """The columns, those asked for included, with the version and the number of games."""
    kinds, about = _kinds(), {META: str(games).encode(), _VERSION: str(VERSION).encode()}
    about[_RELEASE] = igroteka.__version__.encode()
    if numbers is not None:
        kinds["list<uint8>[n]"] = arrow().list_(arrow().uint8(), numbers.observed)
        kinds["list<int8>[m]"] = arrow().list_(arrow().int8(), numbers.actions)
        about[_FEATURES] = numbers.environment.encode()
    more = [column for option, columns in ON_REQUEST.items() if option in asked for column in columns]
    fields = [arrow().field(name, kinds[kind], nullable=False) for name, kind, _ in (*COLUMNS, *more)]
    return arrow().schema(fields, about)


def _kinds() -> dict[str, Any]:
    """Arrow's types by our names."""
    pa = arrow()
    plain = {"string": pa.string(), "float": pa.float32(), "list<string>": pa.list_(pa.string())}
    whole = {"int8": pa.int8(), "int16": pa.int16(), "int32": pa.int32(), "int64": pa.int64()}
    return plain | whole | {"list<int8>": pa.list_(pa.int8())}


def is_known(found: Any) -> bool:
    """Whether a file has the columns of this version."""
    return (found.metadata or {}).get(_VERSION) == str(VERSION).encode()


def as_table() -> str:
    """The columns as a table of Markdown."""
    lines = ["| column | type | what |", "|---|---|---|"]
    lines += [f"| `{name}` | {kind} | {tells} |" for name, kind, tells in COLUMNS]
    for option, columns in ON_REQUEST.items():
        lines += [f"| `{name}` | {kind} | with `--{option}`: {tells} |" for name, kind, tells in columns]
    return "\n".join(lines)
