"""One server for all browser tests of a worker, and one browser; beside other tests, one for each file."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser

from browser.player import browsers
from server.serving import Server

LONGEST = ("test_whole_games", "test_offline", "test_keyboard")
"""Files with tests of many seconds: nobody waits for one that was begun last."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if all(item.path.parent.name == "browser" for item in items):
        items.sort(key=lambda item: item.path.stem not in LONGEST)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Why a test was tried once more: it has to be mended, though it passed then."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.section(f"tried again: {report.nodeid}")
        terminalreporter.write_line(report.longreprtext)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(Path(tmp_path_factory.mktemp("page")), bot_patience=3.0).start()
    try:
        yield running
    finally:
        running.close()


def _as_long(fixture_name: str, config: pytest.Config) -> Literal["session", "module"]:
    """Playwright keeps an event loop running while it is started, which tests of the server cannot share."""
    only = all("browser" in Path(asked.partition("::")[0]).parts for asked in config.args)
    return "session" if config.args and only else "module"


@pytest.fixture(scope=_as_long)
def browser() -> Iterator[Browser]:
    with browsers() as (_, started):
        yield started
