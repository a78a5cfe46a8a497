"""Keeping logs: rows that are on disk before anyone is told of them."""

from igroteka.store.copies import backup, restore
from igroteka.store.sqlite import SqliteStore
from igroteka.store.store import Conflict, Store, StoredRow, StoreFailed, TableInfo

__all__ = [
    "Conflict",
    "SqliteStore",
    "Store",
    "StoreFailed",
    "StoredRow",
    "TableInfo",
    "backup",
    "restore",
]
