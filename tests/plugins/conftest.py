"""Crazy Eights with some of its names changed: what breaks a promise is caught."""

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from igroteka.core import Refused, shelved
from igroteka.games import SHELF
from igroteka.testing import Promises
from sites import EIGHTS, site_of


@pytest.fixture
def eights(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(site_of(EIGHTS))
    import igroteka_eights

    return igroteka_eights


BROKEN = (AssertionError, Refused, BaseExceptionGroup)
"""What a promise that is not kept ends with; the group is Hypothesis telling of several at once."""
Put = Callable[..., Promises]


@pytest.fixture
def altered(eights: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Put]:
    """The promises of Crazy Eights with some of its names changed."""

    def put(told: dict[str, Any] = {}, **names: Any) -> Promises:  # noqa: B006
        package = SimpleNamespace(**{**vars(eights), **names})
        monkeypatch.setitem(SHELF._found.games, "eights", shelved(package))
        held: type[Promises] = type("Held", (Promises,), {"game": "eights", **told})
        return held()

    return put
