"""Tests of one twin come in a row: two workers begin with different twins, and compile nothing twice."""

import pytest

from igroteka.turbo import twins


def _twin(item: pytest.Item) -> int:
    named = [at for at, name in enumerate(twins()) if name in item.nodeid]
    return named[0] if named else -1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = [item for item in items if item.path.parent.name == "turbo"]
    if len(here) == len(items):
        items.sort(key=_twin)
