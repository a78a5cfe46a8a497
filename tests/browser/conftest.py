"""One server for all browser tests of a worker, and one browser for each file of them."""

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


# Playwright keeps an event loop running while it is started, which tests of the server cannot share.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsers() as (_, started):
        yield started
