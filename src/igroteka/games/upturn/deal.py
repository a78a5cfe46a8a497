"""The deal: seven tiles each, and a number to start from."""

from collections.abc import Iterator

from igroteka.core import Chance
from igroteka.games.upturn.moves import Dealt, Event, PutBack
from igroteka.games.upturn.parts import TABLE, box
from igroteka.games.upturn.state import State
from igroteka.games.upturn.tiles import is_number


def deal(state: State, chance: Chance) -> Iterator[Event]:
    """UT-07..UT-10, UT-A03, UT-A05: an action tile goes back, the bag is mixed, another one comes."""
    bag = chance.shuffled(box(state.options.parts))
    racks = tuple(bag[seat * TABLE.rack : (seat + 1) * TABLE.rack] for seat in range(state.seats))
    bag = bag[state.seats * TABLE.rack :]
    while not is_number(bag[0]):
        yield PutBack(bag[0])
        bag = chance.shuffled(bag)
    named = state.options.starter
    starter = chance.below(state.seats) if named == "random" else named
    yield Dealt(racks, bag[0], bag[1:], starter)
