"""The tables inside a PostgreSQL database, how they came to be, and whether they are what we know."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import asyncpg

from igroteka.core import Refused
from igroteka.store.partitions import BUSY, PATIENCE, Connection, clock, make_weeks

OURS: Final = 0x4947524F
"""Key of the advisory lock under which the schema is changed ("IGRO")."""
TRIES: Final = 40
PAUSE: Final = 0.25

# Appends change `rows` and `touched` of a table, which no index holds: with room on its page the new version
# stays beside the old one (HOT), and no index is written.
FIRST: Final = """
CREATE TABLE igroteka.identity (id uuid NOT NULL DEFAULT gen_random_uuid());
INSERT INTO igroteka.identity DEFAULT VALUES;
CREATE TABLE igroteka.tables (
    key      bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id       text    NOT NULL UNIQUE,
    code     text    NOT NULL UNIQUE,
    game     text    NOT NULL,
    listed   boolean NOT NULL,
    born     double precision NOT NULL,
    touched  double precision NOT NULL,
    finished boolean NOT NULL,
    rows     integer NOT NULL
) WITH (fillfactor = 60);
CREATE INDEX in_play ON igroteka.tables (listed, key) WHERE NOT finished;
CREATE TABLE igroteka.log (
    key    bigint  NOT NULL REFERENCES igroteka.tables ON DELETE CASCADE,
    number integer NOT NULL,
    time   double precision NOT NULL,
    who    text,
    seat   integer,
    intent bytea NOT NULL,
    events bytea NOT NULL,
    asked  text,
    PRIMARY KEY (key, number)
);
"""

# Reviews of finished games, the newest with the highest id; they go with their table.
REVIEWS: Final = """
CREATE TABLE igroteka.reviews (
    id     bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key    bigint  NOT NULL REFERENCES igroteka.tables ON DELETE CASCADE,
    round  integer NOT NULL,
    review bytea   NOT NULL,
    UNIQUE (key, round)
);
"""

# Games that are over, packed (`packing.py`): rows 1 up to, and with, `upto` of their logs. The database need
# not try to compress them again.
ARCHIVE: Final = """
CREATE TABLE igroteka.archive (
    key    bigint  PRIMARY KEY REFERENCES igroteka.tables ON DELETE CASCADE,
    upto   integer NOT NULL,
    packed bytea   NOT NULL
);
ALTER TABLE igroteka.archive ALTER packed SET STORAGE EXTERNAL;
"""

# The log in weeks (`partitions.py`). A key begins with the second of its birth, so all rows of a table are in
# one week, and (key, number) is unique in the whole log because it is unique in each. The old log becomes the
# oldest partition as it is. Nothing refers to `tables` from here: an append locks the table's row anyway, and
# a week can go without a lock on `tables` and without looking at its rows one by one.
WEEKS: Final = """
LOCK TABLE igroteka.tables, igroteka.log IN ACCESS EXCLUSIVE MODE;
CREATE SEQUENCE igroteka.births;
ALTER TABLE igroteka.tables ALTER key DROP IDENTITY;
ALTER TABLE igroteka.tables ALTER key SET DEFAULT
    (floor(extract(epoch FROM now()))::bigint << 28) + (nextval('igroteka.births') & 268435455);
ALTER TABLE igroteka.log DROP CONSTRAINT log_key_fkey;
ALTER TABLE igroteka.log RENAME CONSTRAINT log_pkey TO log_before_pkey;
ALTER TABLE igroteka.log RENAME TO log_before;
CREATE TABLE igroteka.log (LIKE igroteka.log_before INCLUDING STORAGE, PRIMARY KEY (key, number))
    PARTITION BY RANGE (key);
ALTER TABLE igroteka.log ATTACH PARTITION igroteka.log_before FOR VALUES FROM (MINVALUE) TO (281474976710656);
ALTER TABLE igroteka.log_before DROP CONSTRAINT IF EXISTS born_before;
CREATE TABLE igroteka.log_rest PARTITION OF igroteka.log DEFAULT;
"""

MIGRATIONS: Final = (FIRST, REVIEWS, ARCHIVE, WEEKS)
"""Number n brings a database from version n - 1 to n; written once, never changed."""

# What takes long happens while servers go on: that all keys are below the bound is looked up row by row, so
# that attaching need not. Done again, where a migration was broken off, it does no harm.
BORN_BEFORE: Final = (
    """
    ALTER TABLE igroteka.log DROP CONSTRAINT IF EXISTS born_before;
    ALTER TABLE igroteka.log ADD CONSTRAINT born_before CHECK (key < 281474976710656) NOT VALID;
    """,
    "ALTER TABLE igroteka.log VALIDATE CONSTRAINT born_before",
)
WITH_WEEKS: Final = 4

VERSION: Final = len(MIGRATIONS)

_BEGINNING: Final = """
CREATE SCHEMA IF NOT EXISTS igroteka;
CREATE TABLE IF NOT EXISTS igroteka.version (number integer NOT NULL);
"""


async def migrate(db: Connection, name: str) -> tuple[int, int]:
    """Bring a database to this version: from which, to which. Those who come second wait, and find it done.

    What changes its tables happens in one transaction, under a lock that ends with it: all of it, or nothing.
    Servers of the version before may go on meanwhile and afterwards.
    """
    await _need_letters(db, name)
    for statement in BORN_BEFORE:
        await _when_free(db, name, partial(_prepare, db, statement))
    return await _when_free(db, name, partial(_migrate, db)), VERSION


async def _prepare(db: Connection, sql: str, before: int) -> int:
    if 0 < before < WITH_WEEKS:
        await db.execute(sql)
    return before


async def _migrate(db: Connection, before: int) -> int:
    if before == 0:
        await db.execute(_BEGINNING)
        await db.execute("INSERT INTO igroteka.version VALUES (0)")
    for number in range(before + 1, VERSION + 1):
        await db.execute(MIGRATIONS[number - 1])
        await db.execute("UPDATE igroteka.version SET number = $1", number)
    if before < VERSION:
        await make_weeks(db, await clock(db))
    return before


async def _when_free(db: Connection, name: str, step: Callable[[int], Awaitable[int]]) -> int:
    """One step in a transaction of its own; while others hold what it needs, it is tried again."""
    for _ in range(TRIES):
        try:
            async with db.transaction():
                await db.execute("SELECT pg_advisory_xact_lock($1)", OURS)
                await db.execute(PATIENCE)
                return await step(await _known(db, name))
        except BUSY:
            await asyncio.sleep(PAUSE)
    raise Refused("database-busy", None, url=name)


async def need_current(db: Connection, name: str) -> None:
    """Refused unless the database has exactly this version, and keeps what it says it keeps."""
    await _need_letters(db, name)
    version = await _known(db, name)
    if version < VERSION:
        raise Refused("database-not-migrated", None, url=name, version=version, known=VERSION)
    for setting in ("synchronous_commit", "fsync"):
        if await db.fetchval("SELECT current_setting($1)", setting) == "off":
            raise Refused("database-forgets", None, url=name, setting=setting)


async def _need_letters(db: Connection, name: str) -> None:
    """Refused where not every letter can be kept: a stranger's would fail the rows of all beside it."""
    encoding = await db.fetchval("SELECT current_setting('server_encoding')")
    if encoding not in ("UTF8", "SQL_ASCII"):
        problem = f"its encoding is {encoding} (createdb --encoding UTF8 --template template0)"
        raise Refused("database-unreachable", None, url=name, problem=problem)


async def _known(db: Connection, name: str) -> int:
    """The version of this database, 0 if it has none; Refused if it is from a later Igroteka."""
    try:
        async with db.transaction():
            version = int(await db.fetchval("SELECT max(number) FROM igroteka.version") or 0)
    except (asyncpg.UndefinedTableError, asyncpg.InvalidSchemaNameError):
        version = 0
    if version > VERSION:
        raise Refused("data-newer", None, file=name, version=version, known=VERSION)
    return version
