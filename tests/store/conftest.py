"""A PostgreSQL for all store tests of a worker; every test that asks gets a database of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scale.services import Postgres
from store.rows import Where


@pytest.fixture(scope="session")
def cluster() -> Iterator[Postgres]:
    running = Postgres()
    yield running
    running.close()


@pytest.fixture
def postgres(cluster: Postgres) -> Iterator[Postgres]:
    yield cluster
    cluster.recycle()


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Where:
    """Where a store keeps its tables: a file, or the address of a database."""
    if request.param == "sqlite":
        return tmp_path / "igroteka.db"
    cluster: Postgres = request.getfixturevalue("postgres")
    return cluster.fresh()
