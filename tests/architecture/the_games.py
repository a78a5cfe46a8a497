"""Read by mypy alone: every game of ours, and the example, offers the names of `Rules` with their types."""

import igroteka_eights

from igroteka.core import AnyRules
from igroteka.games import etazhiki, sequence, upturn

GAMES: tuple[AnyRules, ...] = (upturn, etazhiki, sequence, igroteka_eights)
