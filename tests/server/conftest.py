"""One server for all tests of a worker; tests that need their own settings start their own."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.serving import Server, made


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "alone: about one server on one file, not about several")


def pytest_sessionfinish() -> None:
    if os.environ.get("IGROTEKA_TEST_STACK") == "scale":
        from scale.stack import close_services

        close_services()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is about a file is not asked of a database."""
    if os.environ.get("IGROTEKA_TEST_STACK") == "scale":
        alone = [item for item in items if item.get_closest_marker("alone")]
        config.hook.pytest_deselected(items=alone)
        items[:] = [item for item in items if item not in alone]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = made(Path(tmp_path_factory.mktemp("server"))).start()
    try:
        yield running
    finally:
        running.close()
