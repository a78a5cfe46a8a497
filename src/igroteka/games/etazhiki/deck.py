"""Taking cards from the deck, which is rebuilt from the piles when a card is needed and none is left."""

from typing import Literal, TypeAlias

from igroteka.core import Chance, Seat, Unfolding
from igroteka.games.etazhiki.moves import Drew, Event, Rebuilt
from igroteka.games.etazhiki.state import State, buried

Story: TypeAlias = Unfolding[State, Event]


def take(
    story: Story, seat: Seat, count: int, why: Literal["unable", "pass", "skip", "star"], chance: Chance
) -> int:
    """ET-A33: what is there, a rebuilt deck, and no more if that runs out; how many they were."""
    taken = 0
    while taken < count and _has_cards(story, chance):
        cards = story.state.deck[: count - taken]
        story.tell(Drew(seat, why, len(cards), cards))
        taken += len(cards)
    return taken


def _has_cards(story: Story, chance: Chance) -> bool:
    """ET-16, ET-70: all but the open cards come back; not earlier than needed."""
    if not story.state.deck and (cards := buried(story.state)):
        story.tell(Rebuilt(len(cards), chance.shuffled(cards)))
    return bool(story.state.deck)
