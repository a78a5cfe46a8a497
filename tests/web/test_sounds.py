"""Which sound each event of a drawn game has."""

from collections.abc import Callable
from typing import Any, get_args

import pytest

from igroteka.games import game as on_shelf

HEARD = {
    "upturn": {
        "opened": "tile",
        "laid": "tile",
        "steered": "tile",
        "tucked": "tile",
        "announced": "interception",
        "forgot": "catch",
    },
    "etazhiki": {
        "floor_laid": "tile",
        "ball_laid": "tile",
        "balls_shed": "tile",
        "star_won": "star",
        "intercepted": "interception",
    },
    "sequence": {
        "placed": "tile",
        "removed": "tile",
        "completed": "star",
        "broken": "catch",
        "lost": "catch",
    },
}


@pytest.mark.parametrize("game", HEARD)
def test_every_event_sounds_as_it_should_or_is_silent(
    game: str, page: Callable[[list[tuple[Any, ...]]], list[Any]]
) -> None:
    """A part that is laid, a feat, somebody quicker, somebody caught; the rest is silent."""
    kinds = [one.__struct_config__.tag for one in get_args(on_shelf(game).Event)]
    assert set(HEARD[game]) <= set(kinds)
    told = page([(f"tables/{game}/sounds.ts", "soundOf", {"kind": kind}) for kind in kinds])
    assert dict(zip(kinds, told, strict=True)) == {kind: HEARD[game].get(kind) for kind in kinds}
