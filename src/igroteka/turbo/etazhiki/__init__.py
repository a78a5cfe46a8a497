"""The fast twin of Etazhiki: the same rules over flat records, hands and what fits as sets of bits."""

import sys
from types import MappingProxyType, SimpleNamespace
from typing import Final

from igroteka.games import etazhiki as GAME  # noqa: N812
from igroteka.turbo import loops
from igroteka.turbo.etazhiki.actions import ACTIONS, action_of, intent_of
from igroteka.turbo.etazhiki.deal import deal, score
from igroteka.turbo.etazhiki.imagine import determinize
from igroteka.turbo.etazhiki.legal import actors, has_choice, legal, random_action
from igroteka.turbo.etazhiki.observation import OBSERVED, observe, reobserve, tell
from igroteka.turbo.etazhiki.playout import hop, rush, will_mix
from igroteka.turbo.etazhiki.position import blank, decode, encode, outcome, pool_of
from igroteka.turbo.etazhiki.state import STATE, needed
from igroteka.turbo.etazhiki.turns import apply

WIDEST: Final = 128
"""The longest list of legal actions: every kind of card, the end of the turn, and letting it be."""

PATIENCE: Final = 500
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
