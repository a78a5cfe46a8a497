"""The tables inside a PostgreSQL database, how they came to be, and whether they are what we know."""

from typing import Any, Final, TypeAlias

import asyncpg

from igroteka.core import Refused

Connection: TypeAlias = Any
"""asyncpg's, of a pool or not; the library has no types."""

OURS: Final = 0x4947524F
"""Key of the advisory lock under which the schema is changed ("IGRO")."""

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

MIGRATIONS: Final = (FIRST, REVIEWS, ARCHIVE)
"""Number n brings a database from version n - 1 to n; written once, never changed."""

VERSION: Final = len(MIGRATIONS)

_BEGINNING: Final = """
CREATE SCHEMA IF NOT EXISTS igroteka;
CREATE TABLE IF NOT EXISTS igroteka.version (number integer NOT NULL);
"""


async def migrate(db: Connection, name: str) -> tuple[int, int]:
    """Bring a database to this version: from which, to which. Those who come second wait, and find it done.

    Everything happens in one transaction, under a lock that ends with it: all of it, or nothing.
    """
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", OURS)
        before = await _known(db, name)
        if before == 0:
            await db.execute(_BEGINNING)
            await db.execute("INSERT INTO igroteka.version VALUES (0)")
        for number in range(before + 1, VERSION + 1):
            await db.execute(MIGRATIONS[number - 1])
            await db.execute("UPDATE igroteka.version SET number = $1", number)
    return before, VERSION


async def need_current(db: Connection, name: str) -> None:
    """Refused unless the database has exactly this version, and keeps what it says it keeps."""
    version = await _known(db, name)
    if version < VERSION:
        raise Refused("database-not-migrated", None, url=name, version=version, known=VERSION)
    for setting in ("synchronous_commit", "fsync"):
        if await db.fetchval("SELECT current_setting($1)", setting) == "off":
            raise Refused("database-forgets", None, url=name, setting=setting)


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
