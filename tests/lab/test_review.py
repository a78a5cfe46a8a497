"""A review: its terms add up, it judges by what a seat could know, and it is told as it comes."""

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

from igroteka.core import Refused, Seeded
from igroteka.games import SHELF
from igroteka.games import game as on_shelf
from igroteka.lab.arena import Contest, about_bots, open_bout, order_of
from igroteka.lab.entrant import Entrant
from igroteka.lab.playouts.playouts import is_playable, playouts
from igroteka.lab.review import review, reviewing
from igroteka.lab.review.calibration import AS_SAID, Curve, Kind, kind_of
from igroteka.lab.review.choices import choices_of, steps
from igroteka.lab.review.figures import Review
from igroteka.lab.review.judging import Effort, judge
from igroteka.lab.seated_bots import chooser
from igroteka.table import play_out
from igroteka.table.match import fold
from igroteka.table.record import Record, rows_from, sealed
from igroteka.table.recorder import record_of
from igroteka.turbo import twins

LITTLE = 3000
"""Playouts: enough to see that sums are exact, not enough to learn much."""
PLAYABLE = [name for name in SHELF if is_playable(name)]

every_game = pytest.mark.parametrize("game", PLAYABLE)


@cache
def played(game: str, seats: int, seed: int, levels: tuple[str, ...] = ("player", "beginner")) -> Record:
    """A game of bots that make mistakes, as its record."""
    contest = Contest(game, seats, {}, tuple(Entrant.of(level) for level in levels), seed)
    match, entrants = open_bout(contest, 0, contest.lineups()[0])
    for _ in play_out(match, chooser(match, entrants, seed, 0), order_of(contest, 0)):
        pass
    return record_of(match, about_bots(match, entrants, seed))


def whole(share: float) -> int:
    """In millionths, in which the figures of a review are whole numbers."""
    number = round(share * 1_000_000)
    assert abs(number - share * 1_000_000) < 1e-6
    return number


def check_sums(found: Review) -> None:
    for account in found.accounts:
        terms = (account.deal, account.draws, account.others, account.own)
        assert all(term is not None and term.plus_minus >= 0 for term in terms)
        added = sum(whole(term.value) for term in terms if term is not None)
        assert whole(account.start) + added == whole(account.result)


def test_every_twin_with_a_search_can_be_reviewed() -> None:
    assert set(PLAYABLE) == set(twins())


@every_game
def test_terms_add_up_exactly_to_result_less_start(game: str) -> None:
    seed = random.randrange(1 << 30)
    print(f"seed {seed}")
    for seats in on_shelf(game).SEATS[:3]:
        record = played(game, seats, seed + seats)
        found = review(record, LITTLE)
        check_sums(found)
        assert found.done == 1
        assert found.digest == record.digest
        assert [moment.number for moment in found.line] == list(range(1, len(record.rows) + 1))
        assert all(abs(sum(moment.chances) - 1) < 1e-5 for moment in found.line)
        assert found.line[-1].chances == tuple(
            next(one.result for one in found.accounts if one.side == side) for side in range(len(found.sides))
        )


@every_game
def test_what_one_seat_decides_is_what_others_did_to_the_other_of_two(game: str) -> None:
    one, other = review(played(game, 2, 5), LITTLE).accounts
    assert one.own
    assert one.others
    assert other.own
    assert other.others
    assert whole(one.own.value) == -whole(other.others.value)
    assert whole(one.others.value) == -whole(other.own.value)
    assert one.own.plus_minus == other.others.plus_minus


@every_game
def test_the_same_record_gives_the_same_review(game: str) -> None:
    assert review(played(game, 2, 5), LITTLE) == review(played(game, 2, 5), LITTLE)


@every_game
def test_swapping_what_a_seat_cannot_see_changes_no_judgement(game: str) -> None:
    record, rules, by = played(game, 3, 11), on_shelf(game), playouts(game)
    rows, compared = rows_from(record, rules), 0
    state: Any = rules.start(record.seats, rules.Options())
    for row in rows:
        if row.seat >= 0 and compared < 6:
            swapped = rules.imagine(rules.view(state, row.seat), Seeded(row.number))
            pair = [_own_choice(rules, one, row, by) for one in (state, swapped)]
            assert (pair[0] is None) == (pair[1] is None)
            if pair[0] is not None and swapped != state:
                compared += 1
                assert pair[0].known.tobytes() == pair[1].known.tobytes()
                assert pair[0].answers == pair[1].answers
                told = [judge(by, one, rules.sides(state), AS_SAID, Effort(16, 32)) for one in pair]
                assert told[0].worth == told[1].worth
                assert told[0].other == told[1].other
                assert (told[0].change == told[1].change).all()
        state = fold(rules, state, (row,))
    assert compared == 6


def _own_choice(rules: Any, state: Any, row: Any, by: Any) -> Any:
    """What the seat of the row decided by it; which others could have acted is not for it to know."""
    return next((one for one in choices_of(rules, state, row, by) if one.seat == row.seat), None)


def test_a_review_comes_bit_by_bit() -> None:
    game = PLAYABLE[0]
    parts = list(reviewing(played(game, 2, 5), LITTLE))
    done = [part.done for part in parts]
    assert done == sorted(done)
    assert done[-1] == 1.0
    assert len(parts) > 5
    lengths = [len(part.line) for part in parts]
    assert lengths == sorted(lengths)
    assert lengths[0] == 1
    assert all(account.own is None for account in parts[-2].accounts)
    assert parts[-1] == review(played(game, 2, 5), LITTLE)


@every_game
def test_a_mistake_is_found_and_costs(game: str) -> None:
    """Beginner errs often: over a few games its own play is below Player's, and surely so."""
    seats: dict[str, float] = {"player": 0.0, "beginner": 0.0}
    for seed in (1, 3):
        record = played(game, 2, seed)
        for account in review(record, 5 * LITTLE).accounts:
            assert account.own is not None
            seats[record.people[account.seat].name] += account.own.value
            assert all(move.worth.value < -move.worth.plus_minus for move in account.turning_points)
            assert all(move.worth.value > move.worth.plus_minus for move in account.best_moves)
            assert len(account.turning_points) <= 3
            assert len(account.best_moves) <= 3
    assert seats["beginner"] < seats["player"]


def test_what_cannot_be_reviewed_is_refused_with_a_reason() -> None:
    record = played(PLAYABLE[0], 2, 5)
    with pytest.raises(Refused) as refused:
        review(sealed(Record(**{**_fields(record), "secret": "0" * 64})))
    assert refused.value.reason == "record-differs"


def _fields(record: Record) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__struct_fields__}


@every_game
def test_chances_are_mended_without_losing_their_sum(game: str) -> None:
    curve = kind_of(game, 2, {}).curve
    chances = curve.chances(np.array([0.2, 0.3, 0.5]))
    assert abs(chances.sum() - 1) < 1e-12
    assert chances[0] < chances[1] < chances[2]


@pytest.mark.parametrize("curve", [AS_SAID, Curve(1.4), Curve(2.3, 0.5)])
def test_a_curve_keeps_order_and_leaves_what_is_certain_and_what_is_even(curve: Curve) -> None:
    means = np.linspace(0, 1, 101)
    chances = curve.chances(np.stack((means, 1 - means), axis=1))
    assert (np.diff(chances[:, 0]) > 0).all()
    assert np.allclose(chances.sum(axis=1), 1)
    assert tuple(chances[0]) == (0.0, 1.0)
    assert tuple(chances[100]) == (1.0, 0.0)
    assert curve.chances(np.full(3, 1 / 3)) == pytest.approx(1 / 3)


@pytest.mark.parametrize("curve", [AS_SAID, Curve(1.4), Curve(2.3, 0.5)])
@pytest.mark.parametrize("mean", [0.01, 0.2, 0.5, 0.9])
def test_the_slope_of_a_curve_is_how_far_a_chance_moves(curve: Curve, mean: float) -> None:
    step = 1e-6
    apart = np.array([[mean + step, 1 - mean - step], [mean - step, 1 - mean + step]])
    moved = np.diff(curve.chances(apart), axis=0)[0, 0] / -2 / step
    assert curve.slopes(np.array([mean, 1 - mean]))[0] == pytest.approx(moved, rel=1e-4)


def test_terms_add_up_exactly_whatever_the_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Kind, "curve", property(lambda _: Curve(2.37, 0.553)))
    found = review(played(PLAYABLE[0], 3, 5), LITTLE)
    check_sums(found)
    assert set(found.line[-1].chances) == {0.0, 1.0}


@every_game
def test_only_rows_of_seats_are_decided_and_each_as_the_seat_knew_it(game: str) -> None:
    record, rules = played(game, 2, 5), on_shelf(game)
    first = rules.start(record.seats, rules.Options())
    told = [*steps(rules, first, rows_from(record, rules), playouts(game))]
    assert sum(len(step.choices) for step in told) > 10
    for step in told:
        assert step.seat >= 0 or not step.choices
        for choice in step.choices:
            assert choice.number == step.number
            assert choice.played == choice.answers[0]
            assert len(set(choice.answers)) == len(choice.answers) > 1
            assert int(choice.known["deciding"][0]) == choice.seat
