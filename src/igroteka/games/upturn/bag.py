"""Tiles that come out of the bag, filled again from the table when it is empty."""

from typing import TypeAlias

from igroteka.core import Chance, Seat, Unfolding
from igroteka.games.upturn.moves import Announced, Drew, DrewNothing, Event, Fined, Forgot, Gave, Recycled
from igroteka.games.upturn.parts import TABLE
from igroteka.games.upturn.state import State, can_take, is_fresh, loose
from igroteka.games.upturn.tiles import Tile

Story: TypeAlias = Unfolding[State, Event]


def draw(story: Story, seat: Seat, chance: Chance) -> None:
    """UT-18; UT-A36: as far as there is something to take."""
    if can_take(story.state):
        story.tell(Drew(seat, _next(story, chance)))
    else:
        story.tell(DrewNothing(seat))


def give(story: Story, seat: Seat, to: Seat, chance: Chance) -> None:
    """UT-34, UT-A25: from the bag to the other seat's rack, unseen by the giver."""
    story.tell(Gave(seat, to, _next(story, chance)))


def close_windows(story: Story, seat: Seat, chance: Chance) -> None:
    """UT-30, UT-A30: a lay or draw ends the windows that were opened in earlier turns, seat by seat."""
    if not story.state.silent:  # nearly always
        return
    own = is_fresh(story.state)
    for other in sorted(set(story.state.silent)):
        if other == seat and not own:
            continue
        if story.state.options.announce == "automatic":
            story.tell(Announced(other))  # UT-B9: only a position can say that it was silent
        else:
            story.tell(Forgot(other))
            _fine(story, other, chance)


def _fine(story: Story, seat: Seat, chance: Chance) -> None:
    """UT-30; UT-A36, UT-B6: as far as there is something to take."""
    for _ in range(TABLE.forgotten):
        if can_take(story.state):
            story.tell(Fined(seat, _next(story, chance)))


def _next(story: Story, chance: Chance) -> Tile:
    """UT-47, UT-A35: an empty bag takes back what lies loose on the table, mixed."""
    if not story.state.bag:
        back = chance.shuffled(loose(story.state))
        story.tell(Recycled(len(back), back))
    return story.state.bag[0]
