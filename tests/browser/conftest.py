"""One server and one browser for all browser tests of a worker."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from browser.player import browsers
from server.serving import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(Path(tmp_path_factory.mktemp("page")), bot_patience=3.0).start()
    try:
        yield running
    finally:
        running.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with browsers() as (_, started):
        yield started
