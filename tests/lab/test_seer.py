"""The bound of figures: a search that sees hands plays in an arena alone."""

from collections import Counter
from typing import Any

import pytest

from igroteka.bots import make
from igroteka.core import Refused, Seeded
from igroteka.games import game as on_shelf
from igroteka.lab.arena import Contest, open_bout, play
from igroteka.lab.entrant import Entrant
from igroteka.lab.seated_bots import chooser
from igroteka.lab.seer.seer import SeerBot
from igroteka.lab.seer.worlds import told_worlds, true_worlds
from igroteka.turbo import twin

GAMES = ("sequence", "upturn", "etazhiki")


def contest(game: str, *bots: str) -> Contest:
    return Contest(game, 2, {}, tuple(Entrant.of(bot) for bot in bots), 5)


@pytest.mark.parametrize("game", GAMES)
def test_its_worlds_have_the_true_hands_and_many_orders_of_the_rest(game: str) -> None:
    match, _ = open_bout(contest(game, "player"), 0, (0, 0))
    worlds = true_worlds(game, match.state, Seeded(1))
    told = [twin(game).decode(worlds, at) for at in range(8)]
    hands, rest = ("racks", "bag") if "racks" in told[0] else ("hands", "deck")
    truth = on_shelf(game).position(match.state)
    assert truth is not None
    for world in told:
        assert [sorted(hand) for hand in world[hands]] == [sorted(hand) for hand in truth[hands]]
        assert sorted(world[rest]) == sorted(truth[rest])
    assert len({tuple(world[rest]) for world in told}) == len(told)


@pytest.mark.parametrize("told", [0, 2, 60])
@pytest.mark.parametrize("game", GAMES)
def test_who_is_told_a_few_cards_knows_those_and_guesses_the_rest(game: str, told: int) -> None:
    match, _ = open_bout(contest(game, "player"), 0, (0, 0))
    seat = match.game.turn(match.state)
    assert seat is not None
    worlds = told_worlds(game, match.state, (match.view(seat),), told, Seeded(1))
    seen = [twin(game).decode(worlds, at) for at in range(0, len(worlds), 8)]
    hands, rest = ("racks", "bag") if "racks" in seen[0] else ("hands", "deck")
    truth = on_shelf(game).position(match.state)
    assert truth is not None
    own, other = truth[hands][seat], Counter(truth[hands][1 - seat])
    right = [(Counter(world[hands][1 - seat]) & other).total() for world in seen]
    assert all(sorted(world[hands][seat]) == sorted(own) for world in seen)
    assert min(right) >= min(told, other.total())
    assert (max(right) - min(right) > 0) == (told < other.total())
    assert len({tuple(world[rest]) for world in seen}) == len(seen)


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_in_an_arena(game: str) -> None:
    bout = play(contest(game, "seer:30x", "player"), 0, (0, 1))
    assert bout.rows > 10


@pytest.mark.parametrize("name", ["seer?rivals=2:30x", "seer?told=1:30x", "seer?told=1&rivals=2:30x"])
def test_it_may_have_other_habits_and_be_told_less(name: str) -> None:
    bout = play(contest("sequence", name, "player"), 0, (0, 1))
    assert bout.rows > 10


@pytest.mark.parametrize("name", ["seer?told=much", "master?told=1", "seer?told=-1"])
def test_only_who_sees_is_told_and_in_numbers(name: str) -> None:
    with pytest.raises(Refused, match="bot-not-found"):
        Entrant.of(name).bot()


def test_no_table_knows_it() -> None:
    assert isinstance(Entrant.of("seer:0.1").bot(), SeerBot)
    with pytest.raises(Refused, match="no-such-level"):
        make("seer")


def test_nobody_else_is_shown_the_truth() -> None:
    match, entrants = open_bout(contest("upturn", "lab.test_seer:Curious"), 0, (0, 0))
    seat = match.game.turn(match.state)
    assert seat is not None
    choose = chooser(match, entrants, 5, 0)
    choose(seat, lambda: match.view(seat), match.legal(seat), False)
    assert Curious.seen == []


class Curious:
    """A bot of one's own that would like to see."""

    seen: list[Any] = []

    def see(self, state: Any) -> None:
        self.seen.append(state)

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Any) -> Any:
        return offers[0]
