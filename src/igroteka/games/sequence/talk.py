"""Table talk (SQ-35, SQ-36, SQ-A24): accuse, admit, deny, forfeit; settled on honour."""

from collections.abc import Collection, Iterator
from typing import TypeAlias

from igroteka.core import Refused, Seat, Unfolding
from igroteka.games.sequence.moves import (
    Accuse,
    Accused,
    Admit,
    Admitted,
    ClaimFell,
    ClaimSettled,
    Denied,
    Deny,
    Event,
    Forfeit,
    Forfeited,
    Intent,
)
from igroteka.games.sequence.parts import SIDES, Card, Side
from igroteka.games.sequence.state import Claim, State, is_over, members, side_of

Story: TypeAlias = Unfolding[State, Event]


def need_manners(state: State, seat: Seat, intent: Intent, bots: Collection[Seat]) -> None:
    """SQ-A24: the rules know no bots, but bots never talk: a side without a person is not accused."""
    if not isinstance(intent, Accuse) or intent.side not in SIDES:
        return
    if all(member in bots for member in members(state, intent.side)):
        raise Refused("bots-do-not-talk", "SQ-A24", side=intent.side)


def is_quiet(state: State) -> bool:
    """SQ-35: no phrases and no chat during play, at team tables with table talk."""
    return not is_over(state) and state.options.table_talk and state.seats > state.sides


def accusations(state: State, seat: Seat) -> Iterator[Intent]:
    """SQ-A24: any other side, once per seat between two moves."""
    if _takes_accusations(state) and seat not in state.accused:
        yield from (Accuse(side) for side in SIDES[: state.sides] if side != side_of(state, seat))


def answers(state: State, claim: Claim, seat: Seat) -> Iterator[Intent]:
    """While a claim is open: admit or deny; once admitted, every member forfeits a card."""
    if seat in claim.due:
        yield from (Forfeit(card) for card in dict.fromkeys(state.hands[seat]))
    elif not claim.due and side_of(state, seat) == claim.side:
        yield Admit()
        if seat not in claim.denied:
            yield Deny()


def accuse(story: Story, seat: Seat, side: Side) -> None:
    state = story.state
    if not _takes_accusations(state):
        raise Refused("no-accusations-here", "SQ-A24")
    if state.claim:
        raise Refused("claim-open", "SQ-B8", side=state.claim.side)
    if state.choosing is not None:
        raise Refused("seat-is-choosing", "SQ-B8", seat=state.choosing)
    if side not in SIDES[: state.sides]:
        raise Refused("no-such-side", "SQ-A24", side=side)
    if side == side_of(state, seat):
        raise Refused("own-side", "SQ-A24", side=side)
    if seat in state.accused:
        raise Refused("accused-already", "SQ-A24")
    story.tell(Accused(seat, side))


def admit(story: Story, seat: Seat) -> None:
    """SQ-36: every member of the side owes a card of his choice; SQ-B8: a denier pays too."""
    claim = _need_claim(story.state, seat)
    due = tuple(member for member in members(story.state, claim.side) if story.state.hands[member])
    story.tell(Admitted(seat, due))
    _close(story, claim)


def deny(story: Story, seat: Seat) -> None:
    """SQ-A24: once every member has denied it, the claim falls."""
    claim = _need_claim(story.state, seat)
    if seat in claim.denied:
        raise Refused("denied-already", "SQ-A24")
    story.tell(Denied(seat))
    if len(claim.denied) + 1 == len(members(story.state, claim.side)):
        story.tell(ClaimFell(claim.side))


def forfeit(story: Story, seat: Seat, card: Card) -> None:
    """SQ-A24: a card of one's own choice, without replacement."""
    claim = story.state.claim
    if not claim or seat not in claim.due:
        raise Refused("nothing-to-forfeit", "SQ-36")
    if card not in story.state.hands[seat]:
        raise Refused("card-not-held", "SQ-36", card=card)
    story.tell(Forfeited(seat, card))
    _close(story, claim)


def _close(story: Story, claim: Claim) -> None:
    if story.state.claim and not story.state.claim.due:
        story.tell(ClaimSettled(claim.side))


def _takes_accusations(state: State) -> bool:
    return state.options.table_talk and state.seats > state.sides


def _need_claim(state: State, seat: Seat) -> Claim:
    if not state.claim:
        raise Refused("no-claim", "SQ-A24")
    if side_of(state, seat) != state.claim.side:
        raise Refused("not-accused", "SQ-A24", side=state.claim.side)
    if state.claim.due:
        raise Refused("admitted-already", "SQ-A24")
    return state.claim
