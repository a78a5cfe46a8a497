"""What comes of an intent on a turn of Etazhiki, once nothing speaks against it."""

from igroteka.core import Chance, Seat
from igroteka.games.etazhiki.cards import Card
from igroteka.games.etazhiki.deck import Story, take
from igroteka.games.etazhiki.ending import go_out, pass_on
from igroteka.games.etazhiki.moves import BallLaid, DrewNothing, FloorLaid, Intercepted, Passed
from igroteka.games.etazhiki.options import is_beginner
from igroteka.games.etazhiki.parts import NUMBERS


def lay_floor(story: Story, seat: Seat, card: Card, pile: int, chance: Chance) -> None:
    """ET-20, ET-21, ET-64; ET-26, ET-69: the last one may win a star."""
    story.tell(FloorLaid(seat, card, pile))
    go_out(story, seat, chance)


def lay_ball(story: Story, seat: Seat, card: Card, chance: Chance) -> None:
    """ET-22, ET-23, ET-A12: at any moment of the turn."""
    story.tell(BallLaid(seat, card))
    go_out(story, seat, chance)


def intercept(story: Story, seat: Seat, card: Card, chance: Chance) -> None:
    """ET-41, ET-42, ET-A26: the turn is the interceptor's, with a floor laid; ET-A27: what lies stays."""
    story.tell(Intercepted(seat, card))
    go_out(story, seat, chance)


def draw(story: Story, seat: Seat, chance: Chance) -> None:
    """ET-14; ET-B1: a draw that finds nothing is a draw all the same."""
    if not take(story, seat, NUMBERS.draw, "unable", chance):
        story.tell(DrewNothing(seat))


def pass_turn(story: Story, seat: Seat, chance: Chance) -> None:
    """ET-15; ET-67, ET-A37: a beginner takes two cards with it."""
    story.tell(Passed(seat))
    if is_beginner(story.state.options):
        take(story, seat, NUMBERS.draw, "pass", chance)
    pass_on(story, chance)
