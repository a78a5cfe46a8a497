"""What sound players know of each game: a number for every offer, the more the better."""

from typing import Any

from igroteka.bots.heuristics import etazhiki, sequence, upturn
from igroteka.games.etazhiki.view import View as EtazhikiView
from igroteka.games.sequence.view import View as SequenceView
from igroteka.games.upturn.view import View as UpturnView


def weigh(view: Any, offers: tuple[Any, ...]) -> list[float]:
    """A number for each offer, the more the better; off turn, below nought it is better to let it be."""
    match view:
        case SequenceView():
            return sequence.weigh(view, offers)
        case UpturnView():
            return upturn.weigh(view, offers)
        case EtazhikiView():
            return etazhiki.weigh(view, offers)
        case _:
            raise TypeError(f"no game is seen like this: {type(view).__name__}")
