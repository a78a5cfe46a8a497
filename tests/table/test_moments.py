"""A game moment by moment: every view is the one that those eyes had, and nothing hidden is told."""

from typing import Any

import msgspec
import pytest

from igroteka.core import AnyGame, Refused, Seeded
from igroteka.games import SHELF
from igroteka.table import Match, play_out, random_chooser
from igroteka.table.moments import MOST, Eyes, Played, hands_of, need_eyes, replayed
from igroteka.table.record import NO_GAME, Committed, Person, SameDeal

SEATS, ROWS = 3, 90


def played(game: AnyGame, rows: int = ROWS) -> tuple[Match, Played]:
    match, chance = Match(game, SEATS, seed=3), Seeded(8)
    for row in play_out(match, random_chooser(chance), chance):
        if row.number == rows:
            break
    options = msgspec.to_builtins(game.Options())
    people = (Person("Anna"),) * SEATS
    return match, Played(game, options, people, Committed(), match.first, tuple(match.log), match.outcome)


def told(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.fixture(params=SHELF.values(), ids=SHELF)
def game(request: pytest.FixtureRequest) -> AnyGame:
    found: AnyGame = request.param
    return found


@pytest.mark.parametrize("seat", [0, 2, None])
def test_every_moment_is_as_its_eyes_saw_it_then(game: AnyGame, seat: int | None) -> None:
    match, what = played(game)
    again, view = Match(game, SEATS, seed=3), dict[str, Any]()
    starts = range(1, len(match.log) + 1, MOST)
    shown = [moment for start in starts for moment in replayed(what, seat, Eyes(seat), start).moments]
    assert [moment.number for moment in shown] == list(range(1, len(match.log) + 1))
    for row, moment in zip(match.log, shown, strict=True):
        again.append(row)
        view |= moment.view
        assert told(view) == {**told(again.view(seat)), "legal": []}
        assert told(moment.events) == told(again.told(row, seat))
        assert (moment.seat, moment.time, moment.hands) == (row.seat, row.time, None)


def test_only_the_first_moment_of_an_answer_tells_the_whole_view(game: AnyGame) -> None:
    _, what = played(game)
    first, *others = replayed(what, 0, Eyes(0), 1).moments
    assert {"turn", "seat", "options"} <= set(first.view)
    assert not any("options" in moment.view for moment in others)


def test_open_hands_are_those_of_the_state_and_hide_nothing(game: AnyGame) -> None:
    match, what = played(game)
    again = Match(game, SEATS, seed=3)
    for row, moment in zip(match.log, replayed(what, 0, Eyes(1, open=True), 1).moments, strict=False):
        again.append(row)
        assert moment.hands == hands_of(game, again.state)
        assert moment.view.get("seat", 1) == 1
        assert told(moment.events) == told(row.events)
    assert moment.hands is not None
    sizes = [len(hand) for hand in moment.hands]
    assert sum(sizes) > 0
    assert len(sizes) == SEATS


def test_landmarks_are_moments_of_the_game_and_told_as_those_eyes_heard_them(game: AnyGame) -> None:
    match, what = played(game, 3000)
    marks = replayed(what, 0, Eyes(0), 1).landmarks
    events = {row.number: told(match.told(row, 0)) for row in match.log}
    assert marks
    assert all(told(mark.event) in events[mark.number] for mark in marks)


def test_whose_eyes_may_be_chosen(game: AnyGame) -> None:
    _, running = played(game, 5)
    assert running.outcome is None
    assert need_eyes(running, 1, Eyes()) == Eyes(1)
    assert need_eyes(running, 1, Eyes(1)) == Eyes(1)
    assert need_eyes(running, None, Eyes()) == Eyes(None)
    for own, asked in ((1, Eyes(0)), (None, Eyes(0)), (1, Eyes(1, open=True)), (None, Eyes(None, open=True))):
        with pytest.raises(Refused, match="replay-own-eyes"):
            need_eyes(running, own, asked)
    over = msgspec.structs.replace(running, outcome=played(game, 10**6)[1].outcome)
    assert need_eyes(over, None, Eyes()) == Eyes(0)
    assert need_eyes(over, 2, Eyes()) == Eyes(2)
    assert need_eyes(over, 2, Eyes(0, open=True)) == Eyes(0, open=True)
    for seat in (-1, SEATS, 10**12):
        with pytest.raises(Refused, match="no-such-seat"):
            need_eyes(over, 2, Eyes(seat))


@pytest.mark.parametrize("start", [0, -1, ROWS + 1, 10**15])
def test_there_is_no_moment_before_the_first_or_after_the_last(start: int) -> None:
    _, what = played(SHELF["sequence"])
    with pytest.raises(Refused, match="no-such-row"):
        replayed(what, 0, Eyes(0), start)


def test_a_deal_that_was_chosen_is_told_to_be_so() -> None:
    _, what = played(SHELF["sequence"])
    assert replayed(what, 0, Eyes(0), 1).given is None
    chosen = msgspec.structs.replace(what, source=SameDeal(NO_GAME, None))
    assert replayed(chosen, 0, Eyes(0), 1).given == "same_deal"
