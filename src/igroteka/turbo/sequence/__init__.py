"""The fast twin of Sequence: the same rules over flat records, bit sets for hands and chips."""

import sys
from types import MappingProxyType, SimpleNamespace
from typing import Final

from igroteka.games import sequence as GAME  # noqa: N812
from igroteka.turbo import loops
from igroteka.turbo.sequence.actions import ACTIONS, action_of, intent_of
from igroteka.turbo.sequence.deal import deal, score
from igroteka.turbo.sequence.imagine import determinize
from igroteka.turbo.sequence.legal import actors, has_choice, legal, random_action
from igroteka.turbo.sequence.observation import OBSERVED, observe, reobserve, tell
from igroteka.turbo.sequence.playout import hop, rush, will_mix
from igroteka.turbo.sequence.position import blank, decode, encode, outcome, pool_of
from igroteka.turbo.sequence.state import STATE, needed
from igroteka.turbo.sequence.turns import apply

WIDEST: Final = 420
"""The longest list of legal actions: both kinds of both jacks, and every shown card."""

PATIENCE: Final = 1200
"""What a deal costs the threads of a card that wait for it, in steps (docs/turbo.md)."""

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
    "PATIENCE",
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
