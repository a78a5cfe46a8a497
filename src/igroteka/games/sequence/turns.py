"""The turn of Sequence: a card, a chip, a new card; jacks, dead cards, long lines, forced passes."""

from collections.abc import Iterator
from typing import TypeAlias

from igroteka.core import Chance, Refused, Seat, Unfolding
from igroteka.games.sequence.lines import FIVES, THROUGH, Five, apart, held, left_over, rivals, together
from igroteka.games.sequence.moves import (
    Broken,
    Choose,
    Completed,
    Draw,
    Drew,
    Event,
    Exchange,
    Exchanged,
    Intent,
    LongLineMade,
    Lost,
    Owed,
    Pass,
    Passed,
    PassedOver,
    Place,
    Placed,
    Remove,
    Removed,
    Replaced,
    Reshuffled,
    Stuck,
    TurnCame,
    Won,
)
from igroteka.games.sequence.parts import CELLS, CORNERS, GRID, OPEN_TO_CHIPS, PARTS, REMOVE, WILD, Card, Cell
from igroteka.games.sequence.state import State, fives_of, is_over, side_of

Story: TypeAlias = Unfolding[State, Event]


def offers(state: State, seat: Seat) -> Iterator[Intent]:
    """What a seat may do while nobody is choosing and no claim is open."""
    if seat in owing(state):
        yield Draw()
    if seat == state.turn:
        plays = [*_plays(state, seat)]
        yield from plays or [Pass()]  # SQ-A16


def choices(state: State, seat: Seat) -> Iterator[Intent]:
    """SQ-A07: one for every five that the long line holds."""
    if seat == state.choosing:
        yield from (Choose(five) for five in _fives_to_choose(state, seat))


def owing(state: State) -> tuple[Seat, ...]:
    """SQ-19: the seats that may still take their card; SQ-A18: none when there is nothing to take."""
    return state.owed if _has_cards(state) else ()


def place(story: Story, seat: Seat, card: Card, cell: Cell, chance: Chance) -> None:
    """SQ-16, SQ-17, SQ-26: a card to the pile, a chip on the board."""
    state = story.state
    _need_turn(state, seat)
    _need_card(state, seat, card)
    if card in REMOVE:
        raise Refused("jack-places-nothing", "SQ-27", card=card)
    _need_cell(cell)
    if cell in CORNERS:
        raise Refused("corner-takes-no-chip", "SQ-A12", cell=cell)
    if cell in state.chips:
        raise Refused("cell-occupied", "SQ-21", cell=cell)
    if cell not in _open_cells(state, card):
        raise Refused("cell-shows-another-card", "SQ-17", cell=cell, card=card, shown=GRID[cell])
    _lay(story, seat, Placed(seat, card, cell))
    _count_lines(story, seat, cell)
    _finish_turn(story, seat, chance)


def remove(story: Story, seat: Seat, card: Card, cell: Cell, chance: Chance) -> None:
    """SQ-27: a one-eyed jack lifts an opponent's chip and places none."""
    state = story.state
    _need_turn(state, seat)
    _need_card(state, seat, card)
    if card not in REMOVE:
        raise Refused("card-removes-nothing", "SQ-27", card=card)
    _need_cell(cell)
    if cell not in state.chips:
        raise Refused("no-chip-there", "SQ-A12" if cell in CORNERS else "SQ-27", cell=cell)
    if state.chips[cell] == side_of(state, seat):
        raise Refused("own-chip", "SQ-A13", cell=cell)
    if cell not in _removable(state, seat):
        raise Refused("sequence-locked", "SQ-28", cell=cell)
    _lay(story, seat, Removed(seat, card, cell, state.chips[cell]))
    _break_lines(story, cell)
    _finish_turn(story, seat, chance)


def exchange(story: Story, seat: Seat, card: Card, chance: Chance) -> None:
    """SQ-29..SQ-32: one dead card a turn, before playing."""
    state = story.state
    _need_turn(state, seat)
    _need_card(state, seat, card)
    if card in WILD | REMOVE:
        raise Refused("jack-is-never-dead", "SQ-A14" if card in REMOVE else "SQ-A15", card=card)
    if not _is_dead(state, card):
        raise Refused("card-not-dead", "SQ-29", card=card)
    if state.exchanged:
        raise Refused("exchanged-already", "SQ-31")
    if not _has_cards(state):
        raise Refused("nothing-to-draw", "SQ-B6")
    story.tell(Exchanged(seat, card))
    _fill_deck(story, chance)
    story.tell(Replaced(seat, story.state.deck[0]))


def draw(story: Story, seat: Seat, chance: Chance) -> None:
    """SQ-18, SQ-A19..SQ-A21: taking one's card ends the older claims of others."""
    _need_quiet(story.state)
    if seat not in owing(story.state):
        raise Refused("nothing-owed", "SQ-18" if seat == story.state.turn else "SQ-19")
    older = story.state.owed[: story.state.owed.index(seat)]
    _take(story, seat, chance)
    story.tell(*(Lost(other) for other in older))


def pass_turn(story: Story, seat: Seat) -> None:
    """SQ-A16: only with nothing to place, remove or exchange."""
    _need_turn(story.state, seat)
    if any(_plays(story.state, seat)):
        raise Refused("can-still-play", "SQ-A16")
    story.tell(Passed(seat))
    _next_turn(story)


def choose(story: Story, seat: Seat, cells: Five, chance: Chance) -> None:
    """SQ-A07: the owner of a long line says which five of it count."""
    state = story.state
    if state.claim:
        raise Refused("claim-open", "SQ-B8", side=state.claim.side)
    if state.choosing != seat:
        raise Refused("nothing-to-choose", "SQ-A07")
    if cells not in _fives_to_choose(state, seat):
        raise Refused("not-five-of-the-line", "SQ-A07")
    story.tell(Completed(side_of(state, seat), cells))
    _finish_turn(story, seat, chance)


def settle(story: Story) -> None:
    """SQ-A23, SQ-B3: seats without cards, and without one to take, are passed over by themselves."""
    while _is_passed_over(story.state):
        story.tell(PassedOver(story.state.turn))
        _next_turn(story)


def _is_passed_over(state: State) -> bool:
    if is_over(state) or not state.hands or state.claim or state.choosing is not None:
        return False
    return not state.hands[state.turn] and state.turn not in owing(state)


def _plays(state: State, seat: Seat) -> Iterator[Intent]:
    """Everything that the seat on turn may place, remove or exchange."""
    for card in dict.fromkeys(state.hands[seat]):
        if card in REMOVE:
            yield from (Remove(card, cell) for cell in _removable(state, seat))
        else:
            yield from (Place(card, cell) for cell in _open_cells(state, card))
            if not state.exchanged and _is_dead(state, card) and _has_cards(state):
                yield Exchange(card)


def _open_cells(state: State, card: Card) -> tuple[Cell, ...]:
    """SQ-21: the free cells that show the card; SQ-26: for a two-eyed jack, any; SQ-A12: no corner."""
    shown = OPEN_TO_CHIPS if card in WILD else CELLS.get(card, ())
    return tuple(cell for cell in shown if cell not in state.chips)


def _removable(state: State, seat: Seat) -> tuple[Cell, ...]:
    """SQ-27, SQ-A13: chips of opponents; SQ-28, SQ-37: in completed sequences only if the table is hard."""
    own = side_of(state, seat)
    locked = set() if state.options.hard else {cell for line in state.lines for cell in line.cells}
    taken = (cell for cell in OPEN_TO_CHIPS if cell in state.chips and cell not in locked)
    return tuple(cell for cell in taken if state.chips[cell] != own)


def _is_dead(state: State, card: Card) -> bool:
    """SQ-29, SQ-A26: both its cells are occupied; a jack has none and is never dead (SQ-A14)."""
    return bool(CELLS.get(card)) and not _open_cells(state, card)


def _has_cards(state: State) -> bool:
    return bool(state.deck) or any(state.piles)


def _fives_to_choose(state: State, seat: Seat) -> tuple[Five, ...]:
    side = side_of(state, seat)
    mine = fives_of(state, side)
    return rivals(tuple(five for five in held(state.chips, side, FIVES) if apart(five, mine)))


def _lay(story: Story, seat: Seat, event: Placed | Removed) -> None:
    """SQ-A21: laying a new card forfeits an older one that was not taken."""
    story.tell(event)
    if seat in story.state.owed:
        story.tell(Lost(seat))


def _count_lines(story: Story, seat: Seat, cell: Cell) -> None:
    """SQ-33, SQ-38, SQ-A07..SQ-A11: the sequences that this chip completes; SQ-B1: a win asks nobody."""
    state, side = story.state, side_of(story.state, seat)
    mine = fives_of(state, side)
    new = tuple(five for five in held(state.chips, side, THROUGH[cell]) if apart(five, mine))
    counted = together(new, mine)
    wins = len(mine) + len(counted) >= PARTS.wins[state.sides]
    if counted and len(new) > len(counted) and not wins:
        story.tell(LongLineMade(seat))
        return
    story.tell(*(Completed(side, five) for five in counted))
    if counted and wins:
        story.tell(Won(side))


def _break_lines(story: Story, cell: Cell) -> None:
    """SQ-A28, SQ-B7: in the hard variant a sequence may lose a chip; a long line keeps a five."""
    for line in story.state.lines:
        if cell in line.cells:
            story.tell(Broken(line.side, line.cells))
            if left := left_over(story.state.chips, line.side, line.cells):
                story.tell(Completed(line.side, left))


def _finish_turn(story: Story, seat: Seat, chance: Chance) -> None:
    """SQ-18: the card of the turn is owed, or comes by itself; SQ-A18: none if there is none; SQ-A31."""
    state = story.state
    if is_over(state) or state.choosing is not None:
        return
    if state.options.draw == "automatic" and _has_cards(state):
        _take(story, seat, chance)
    elif _has_cards(state):
        story.tell(Owed(seat))
    _next_turn(story)


def _next_turn(story: Story) -> None:
    """SQ-15: clockwise; SQ-A17, SQ-B4: a full circle of passes with no card owed ends the game."""
    state = story.state
    if state.passes >= state.seats and not owing(state):
        story.tell(Stuck())
    else:
        story.tell(TurnCame((state.turn + 1) % state.seats))


def _take(story: Story, seat: Seat, chance: Chance) -> None:
    _fill_deck(story, chance)
    story.tell(Drew(seat, story.state.deck[0]))


def _fill_deck(story: Story, chance: Chance) -> None:
    """SQ-A18: when a card is needed and the deck is empty, all played piles become the deck."""
    if not story.state.deck:
        story.tell(Reshuffled(chance.shuffled(card for pile in story.state.piles for card in pile)))


def _need_quiet(state: State) -> None:
    if state.claim:
        raise Refused("claim-open", "SQ-B8", side=state.claim.side)
    if state.choosing is not None:
        raise Refused("seat-is-choosing", "SQ-B2", seat=state.choosing)


def _need_turn(state: State, seat: Seat) -> None:
    _need_quiet(state)
    if seat != state.turn:
        raise Refused("not-your-turn", "SQ-15", turn=state.turn)


def _need_card(state: State, seat: Seat, card: Card) -> None:
    if card not in state.hands[seat]:
        raise Refused("card-not-held", "SQ-16", card=card)


def _need_cell(cell: Cell) -> None:
    if cell not in GRID:
        raise Refused("no-such-cell", "SQ-17", cell=cell)
