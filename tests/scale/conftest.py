"""One stack for the tests of a worker; what is killed in a test is up again after it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scale.stack import Stack, close_services, postgres, redis


def pytest_sessionfinish() -> None:
    close_services()


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    running = Stack(Path(tmp_path_factory.mktemp("stack"))).start()
    try:
        yield running
    finally:
        running.close()


@pytest.fixture
def all_up(stack: Stack) -> Iterator[Stack]:
    """A stack of which parts will be killed."""
    yield stack
    redis().start()
    postgres().start()
    for server in stack.servers:
        server.revive()
