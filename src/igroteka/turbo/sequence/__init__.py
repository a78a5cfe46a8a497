"""The fast twin of Sequence: the same rules over flat records, bit sets for hands and chips."""

import sys
from types import MappingProxyType, SimpleNamespace
from typing import Final

from igroteka.games import sequence as GAME  # noqa: N812
from igroteka.turbo import loops
from igroteka.turbo.sequence.actions import ACTIONS, action_of, intent_of
from igroteka.turbo.sequence.deal import deal, score
from igroteka.turbo.sequence.imagine import determinize
from igroteka.turbo.sequence.legal import actors, legal, random_action
from igroteka.turbo.sequence.observation import OBSERVED, observe, reobserve
from igroteka.turbo.sequence.playout import rush
from igroteka.turbo.sequence.position import blank, decode, encode, outcome, pool_of
from igroteka.turbo.sequence.state import STATE
from igroteka.turbo.sequence.turns import apply

WIDEST: Final = 420
"""The longest list of legal actions: both kinds of both jacks, and every shown card."""

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
            determinize=determinize,
            observe=observe,
            reobserve=reobserve,
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
    "outcome",
    "pool_of",
]
