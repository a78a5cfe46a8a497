"""Games of the house as guests' are: without their twins."""

import pytest

from igroteka.envs.drawing import scene as drawing


@pytest.fixture
def without_twins(monkeypatch):
    """Every game is played by its readable rules."""
    for module in ("table", "aec", "vector"):
        monkeypatch.setattr(f"igroteka.envs.{module}.twins", lambda: ())
    monkeypatch.setattr(drawing, "beside", lambda game, part: None)
