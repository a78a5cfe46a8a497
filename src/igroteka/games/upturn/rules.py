"""UpTurn by the book: what a seat may ask for now, and what comes of it."""

from igroteka.core import HOUSE, Chance, Deal, Seat, Stop, Stopped, Unfolding, house_offers, need_open
from igroteka.games.upturn import laying, turns
from igroteka.games.upturn.deal import deal
from igroteka.games.upturn.evolve import evolve
from igroteka.games.upturn.moves import Announce, Draw, End, Event, Give, Intent, Lay, Tuck
from igroteka.games.upturn.state import State, is_dealt, is_over


def legal(state: State, seat: Seat) -> tuple[Intent, ...]:
    """Every canonical intent of this seat; off turn, an announcement at most."""
    dealt, over = is_dealt(state), is_over(state)
    if seat == HOUSE:
        return house_offers(dealt=dealt, over=over)
    if over or not dealt or not 0 <= seat < state.seats:
        return ()
    return tuple(turns.offers(state, seat))


def canonical(state: State, intent: Intent) -> Intent:
    """UT-A13: an arrow that names no row is appended, one that names no order leaves it as it is."""
    return laying.spelled_out(state, intent) if isinstance(intent, Lay) else intent


def decide(state: State, seat: Seat, intent: Intent, chance: Chance) -> tuple[Event, ...]:
    """The events that come of the intent, or Refused; nothing is changed here."""
    need_open(seat, intent, seats=state.seats, dealt=is_dealt(state), over=is_over(state))
    story: Unfolding[State, Event] = Unfolding(state, evolve)
    if type(intent) is Lay:  # what is asked most often comes first
        turns.lay(story, seat, laying.spelled_out(state, intent), chance)
    elif type(intent) is Draw:
        turns.draw(story, seat, chance)
    elif type(intent) is End:
        turns.end(story, seat)
    else:
        _decide_seldom(story, seat, intent, chance)
    return story.events


def _decide_seldom(story: Unfolding[State, Event], seat: Seat, intent: Intent, chance: Chance) -> None:
    match intent:
        case Tuck(tile):
            turns.tuck(story, seat, tile, chance)
        case Give(to):
            turns.give(story, seat, to, chance)
        case Announce():
            turns.announce(story, seat)
        case Deal():
            story.tell(*deal(story.state, chance))
        case Stop():
            story.tell(Stopped())
