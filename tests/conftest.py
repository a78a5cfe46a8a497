"""Settings for all tests: examples take the time they need, failures print how to repeat them, what is marked
`long` runs in `make soak` only (`IGROTEKA_LONG=1 pytest -m long`).
"""

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "igroteka",
    deadline=None,
    print_blob=True,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("igroteka")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("IGROTEKA_LONG"):
        return
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.skip(reason="long: make soak"))
