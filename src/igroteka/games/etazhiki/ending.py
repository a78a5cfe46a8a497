"""How a turn of Etazhiki ends: out of floors, a star, a skip, the next seat; and how the game does."""

from igroteka.core import Chance, Seat
from igroteka.games.etazhiki.cards import SKIP, Card, is_ball, is_floor
from igroteka.games.etazhiki.deck import Story, take
from igroteka.games.etazhiki.moves import BallsLeft, BallsShed, Skipped, StarWon, Stuck, TurnCame, Won
from igroteka.games.etazhiki.options import is_beginner
from igroteka.games.etazhiki.parts import NUMBERS
from igroteka.games.etazhiki.state import State


def go_out(story: Story, seat: Seat, chance: Chance) -> None:
    """ET-26, ET-A13: after the last floor the balls go too, by themselves unless the top is a choice.

    ET-61, ET-69: beginners lay no balls; who was given one by a position is not out.
    """
    hand = story.state.hands[seat]
    if not story.state.floors_laid or any(map(is_floor, hand)):
        return
    if hand and is_beginner(story.state.options):
        return
    if len(set(hand)) > 1:
        story.tell(BallsLeft(seat))
    else:
        shed_all(story, seat, hand[0] if hand else None, chance)


def shed_all(story: Story, seat: Seat, top: Card | None, chance: Chance) -> None:
    """ET-26: all balls, the chosen one on top, the others by name underneath; with none the top stays."""
    if top is not None:
        under = sorted(card for card in story.state.hands[seat] if is_ball(card))
        under.remove(top)
        story.tell(BallsShed(seat, (*under, top), top))
    _win_star(story, seat, chance)


def _win_star(story: Story, seat: Seat, chance: Chance) -> None:
    """ET-27, ET-69: a star and six new cards; ET-29, ET-71, ET-A35: or the game."""
    story.tell(StarWon(seat, story.state.stars[seat] + 1))
    if story.state.stars[seat] >= NUMBERS.stars[story.state.seats]:
        story.tell(Won(seat))
        return
    take(story, seat, NUMBERS.hand, "star", chance)  # ET-A34: nobody else; ET-B2: before a skip
    next_turn(story, chance)


def next_turn(story: Story, chance: Chance, *, passed: bool = False) -> None:
    """ET-10, ET-28, ET-A28, ET-A41: clockwise from the seat on turn; ET-46, ET-A20: past a skipped one."""
    seats, after = story.state.seats, (story.state.turn + 1) % story.state.seats
    if _skip_fires(story.state, passed):
        story.tell(Skipped(after))
        take(story, after, NUMBERS.penalty, "skip", chance)
        after = (after + 1) % seats
    story.tell(TurnCame(after))


def _skip_fires(state: State, passed: bool) -> bool:
    """ET-46, ET-A19: once after it was laid; or at every turn's end, but not at a pass (ET-B3)."""
    if state.balls[-1:] != (SKIP,):
        return False
    return state.skip_armed if state.options.skip == "once" else not passed


def pass_on(story: Story, chance: Chance) -> None:
    """ET-A42, ET-B4: the next seat, unless all have passed and nothing was laid or drawn."""
    state = story.state
    if state.idle < state.seats:
        next_turn(story, chance, passed=True)
    else:
        most = max(state.stars)
        story.tell(Stuck(tuple(seat for seat, stars in enumerate(state.stars) if stars == most)))
