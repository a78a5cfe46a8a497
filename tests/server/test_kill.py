"""A server killed at any moment has lost nothing that it acknowledged, and told nothing that is not kept."""

import asyncio
from pathlib import Path

import pytest

from server.kills import run


@pytest.mark.alone
def test_three_kills_under_load_lose_nothing(tmp_path: Path) -> None:
    print(asyncio.run(run(tmp_path, kills=3, seed=5)))
