"""One server for all tests of a worker; tests that need their own settings start their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.serving import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(Path(tmp_path_factory.mktemp("server"))).start()
    try:
        yield running
    finally:
        running.close()
