"""Keeping logs: rows that are on disk before anyone is told of them.

What every store offers is here; each kind of store is a module of its own, with the library that it needs.
"""

from igroteka.store.store import Away, Conflict, Damaged, Heard, Store, StoredRow, StoreFailed, TableInfo

__all__ = ["Away", "Conflict", "Damaged", "Heard", "Store", "StoreFailed", "StoredRow", "TableInfo"]
