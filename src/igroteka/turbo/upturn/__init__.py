"""The fast twin of UpTurn: the same rules over flat records, racks and what fits as sets of bits."""

import sys
from types import MappingProxyType, SimpleNamespace
from typing import Final

from igroteka.games import upturn as GAME  # noqa: N812
from igroteka.turbo import loops
from igroteka.turbo.upturn.actions import ACTIONS, action_of, intent_of
from igroteka.turbo.upturn.deal import deal, score
from igroteka.turbo.upturn.imagine import determinize
from igroteka.turbo.upturn.legal import actors, has_choice, legal, random_action
from igroteka.turbo.upturn.observation import OBSERVED, observe, reobserve, tell
from igroteka.turbo.upturn.playout import hop, rush, will_mix
from igroteka.turbo.upturn.position import blank, decode, encode, outcome, pool_of
from igroteka.turbo.upturn.state import STATE, needed
from igroteka.turbo.upturn.turns import apply

WIDEST: Final = 240
"""The longest list of legal actions: all numbers laid and tucked, all ways with action tiles, the rest."""

KERNELS: Final = MappingProxyType(
    loops.bind(
        sys.modules[__name__],
        SimpleNamespace(
            deal=deal,
            actors=actors,
            legal=legal,
            apply=apply,
            random_action=random_action,
            rush=rush,
            hop=hop,
            will_mix=will_mix,
            determinize=determinize,
            observe=observe,
            reobserve=reobserve,
            tell=tell,
            has_choice=has_choice,
            score=score,
        ),
    )
)

__all__ = [
    "ACTIONS",
    "GAME",
    "KERNELS",
    "OBSERVED",
    "STATE",
    "WIDEST",
    "action_of",
    "blank",
    "decode",
    "encode",
    "intent_of",
    "needed",
    "outcome",
    "pool_of",
]
