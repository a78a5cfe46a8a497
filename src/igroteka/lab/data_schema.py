"""The columns of a data set, frozen by version (docs/datasets.md)."""

from importlib import import_module
from typing import Any, Final

from igroteka.core.extras import need

VERSION: Final = 1
META: Final = b"igroteka.games"
"""How many games a part has, in the metadata of its file."""
_VERSION: Final = b"igroteka.version"

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
    ("intent", "string", "what it asked for, as JSON"),
    ("winners", "list<int8>", "the seats that won in the end; none where nobody did"),
    ("reason", "string", "how the game ended"),
    ("share", "float", "the seat's share of the win: 1 alone, 1/2 with another, 0 lost"),
)
ON_REQUEST: Final = (
    ("view", "string", "what the seat could see before its intent, as JSON (docs/protocol.md)"),
    ("position", "string", "the truth before it, with all hands, as JSON (docs/rules)"),
)


def arrow() -> Any:
    """pyarrow, which has no types, or ModuleNotFoundError with advice."""
    need("A data set", "lab", "pyarrow")
    return import_module("pyarrow")


def parquet() -> Any:
    """Its Parquet files."""
    arrow()
    return import_module("pyarrow.parquet")


def schema(views: bool, positions: bool, games: int) -> Any:
    """The columns that were asked for, with the version and the number of games."""
    pa = arrow()
    kinds = {
        "string": pa.string(),
        "int8": pa.int8(),
        "int32": pa.int32(),
        "int64": pa.int64(),
        "float": pa.float32(),
        "list<string>": pa.list_(pa.string()),
        "list<int8>": pa.list_(pa.int8()),
    }
    more = [column for column, wanted in zip(ON_REQUEST, (views, positions), strict=True) if wanted]
    fields = [pa.field(name, kinds[kind], nullable=False) for name, kind, _ in (*COLUMNS, *more)]
    return pa.schema(fields, {META: str(games).encode(), _VERSION: str(VERSION).encode()})


def is_known(found: Any) -> bool:
    """Whether a file has the columns of this version."""
    return (found.metadata or {}).get(_VERSION) == str(VERSION).encode()


def as_table() -> str:
    """The columns as a table of Markdown."""
    lines = ["| column | type | what |", "|---|---|---|"]
    lines += [f"| `{name}` | {kind} | {tells} |" for name, kind, tells in COLUMNS]
    lines += [f"| `{name}` | {kind} | with `--{name}s`: {tells} |" for name, kind, tells in ON_REQUEST]
    return "\n".join(lines)
