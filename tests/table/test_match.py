"""A match decides, writes down and goes on; asking why changes nothing."""

import pickle
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

import igroteka
from igroteka.core import HOUSE, AnyGame, Deal, Refused, Seeded, Stop
from igroteka.games import SHELF
from igroteka.table import Match, fold, play_out, random_chooser
from table.playing import every_game


def begun(game: str, rows: int = 12) -> Match:
    match, chance = Match(SHELF[game], SHELF[game].SEATS[0], seed=4), Seeded(4).row(99)
    for row in play_out(match, random_chooser(chance), chance):
        if row.number >= rows:
            break
    return match


def on_turn(match: Match) -> int:
    seat = match.game.turn(match.state)
    assert seat is not None
    return seat


@every_game
def test_deciding_writes_nothing_down(game: str) -> None:
    match = begun(game)
    seat = on_turn(match)
    before, rows = match.state, list(match.log)
    decided = [match.decide(seat, match.legal(seat)[0], 5.0) for _ in range(3)]
    assert decided[0] == decided[1] == decided[2]
    assert (decided[0].number, decided[0].time, decided[0].seat) == (len(rows) + 1, 5.0, seat)
    assert (match.state, match.log) == (before, rows)


@every_game
def test_appending_what_was_decided_is_asking(game: str) -> None:
    one, other = begun(game), begun(game)
    seat = on_turn(one)
    intent = one.legal(seat)[-1]
    asked = one.ask(seat, intent, 7.0)
    decided = other.decide(seat, intent, 7.0)
    other.append(decided)
    assert asked == decided == one.log[-1] == other.log[-1]
    assert one.state == other.state


@every_game
@pytest.mark.parametrize("copied", [deepcopy, lambda match: pickle.loads(pickle.dumps(match))])
def test_a_copy_goes_on_as_the_match_does(game: str, copied: Callable[[Match], Match]) -> None:
    """Also one that was sent to another process; neither changes the other."""
    match = begun(game)
    other = copied(match)
    assert other.game is match.game
    assert (other.state, other.first, other.log, other.seats) == (
        match.state,
        match.first,
        match.log,
        match.seats,
    )
    chances = Seeded(9).row(1), Seeded(9).row(1)
    played = [
        list(play_out(one, random_chooser(chance), chance))
        for one, chance in zip((match, other), chances, strict=True)
    ]
    assert played[0] == played[1] != []
    assert match.outcome == other.outcome is not None


@every_game
def test_why_says_what_a_refusal_would_say_and_changes_nothing(game: str) -> None:
    match = begun(game)
    before, rows = match.state, len(match.log)
    assert match.why(on_turn(match), match.legal(on_turn(match))[0]) is None
    for seat, intent in ((0, Deal()), (HOUSE, Deal()), (99, Stop())):
        why = match.why(seat, intent)
        assert why is not None
        with pytest.raises(Refused) as told:
            match.ask(seat, intent)
        assert told.value.told() == why.told()
    assert (match.state, len(match.log)) == (before, rows)


@every_game
def test_a_match_goes_on_from_its_rows_as_if_it_had_never_stopped(game: str) -> None:
    match = begun(game)
    again = Match(SHELF[game], len(match.seats), seed=4, rows=match.log)
    assert again.state == match.state == fold(match.game, match.first, match.log)
    seat = on_turn(match)
    for intent in match.legal(seat):
        assert again.decide(seat, intent) == match.decide(seat, intent)
    again.ask(seat, match.legal(seat)[0])
    assert len(again.log) == len(match.log) + 1, "the log that was given is not the one that grows"


@every_game
def test_a_refused_intent_uses_no_chance_up(game: str) -> None:
    one, other = begun(game), begun(game)
    for _ in range(5):
        with pytest.raises(Refused):
            one.ask(0, Deal())
    seat = on_turn(one)
    for intent in one.legal(seat):
        assert one.decide(seat, intent) == other.decide(seat, intent)


@pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)
def test_a_row_leads_to_the_same_state_decided_here_or_read_from_a_log(game: AnyGame) -> None:
    chance = Seeded(3)
    match = Match(game, game.SEATS[0], seed=9)
    for number, row in enumerate(play_out(match, random_chooser(chance), chance)):
        if number > 60 or match.outcome is not None:
            break
        seat = next(seat for seat in match.seats if match.legal(seat))
        decided = match.decide(seat, match.legal(seat)[0])
        assert type(decided.events) is tuple
        assert match.after(decided) == fold(game, match.state, (decided,)) == match.after(replace(decided))
        assert row in match.log


@every_game
def test_of_two_rows_that_were_decided_either_may_be_appended(game: str) -> None:
    """What was worked out for the last one is not taken for the other's."""
    match, number = begun(game), 0
    while len(match.legal(on_turn(match))) < 2:
        number += 1
        match = begun(game, 12 + number)
    first, last = (match.decide(on_turn(match), intent) for intent in match.legal(on_turn(match))[:2])
    wanted = fold(match.game, match.state, (first,))
    assert wanted != fold(match.game, match.state, (last,))
    match.append(first)
    assert match.state == wanted


@every_game
def test_what_is_no_intent_of_the_game_is_not_written_down(game: str) -> None:
    """A bot that answers with nothing, with JSON or with a word of another game would never end its game."""
    match = begun(game)
    before, rows = match.state, list(match.log)
    others = [one for name in SHELF if name != game for one in begun(name).legal(on_turn(begun(name)))[:1]]
    for wrong in (None, "draw", {"kind": "draw"}, match.view(0), *others):
        with pytest.raises(TypeError, match=f"is no intent of {game}"):
            match.ask(on_turn(match), wrong)
    assert (match.state, match.log) == (before, rows)


@every_game
def test_a_seat_that_is_not_there_sees_nothing(game: str) -> None:
    match = begun(game)
    for seat in (HOUSE, len(match.seats), "0"):
        with pytest.raises(Refused, match="no-such-seat"):
            match.view(seat)  # type: ignore[arg-type]
    assert match.view(None).seat is None
    for seat in (len(match.seats), "0", None):
        with pytest.raises(Refused, match="no-such-seat"):
            match.ask(seat, match.legal(on_turn(match))[0])  # type: ignore[arg-type]


@every_game
def test_numbers_of_numpy_are_numbers(game: str) -> None:
    """Environments count in them, and what a log keeps is written as JSON."""
    fit = SHELF[game].SEATS[0]
    plain, other = (igroteka.open(game, kind(fit), kind(7)) for kind in (int, np.int64))
    assert other.log == plain.log
    seat: Any = np.int8(on_turn(plain))
    assert type(other.view(seat).seat) is int
    assert other.legal(seat) == plain.legal(int(seat))
    row = other.ask(seat, other.view(seat).legal[0])
    assert msgspec.json.decode(msgspec.json.encode(row))["seat"] == seat


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: igroteka.open("upturn", "2"), "the number of seats is a whole number, not '2'"),  # type: ignore[arg-type]
        (lambda: igroteka.open("upturn", 2, "x"), "a seed is a whole number, or 32 bytes, not 'x'"),  # type: ignore[arg-type]
        (lambda: igroteka.open("upturn", 2, 1.5), "a seed is a whole number, or 32 bytes, not 1.5"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_number_is_told_of_in_a_sentence(ask: Callable[[], object], said: str) -> None:
    with pytest.raises(TypeError) as told:
        ask()
    assert str(told.value) == said


def test_matters_of_honour_are_left_out_of_games_without_people_unless_asked_for() -> None:  # SQ-A24
    def asked(*honour: bool) -> set[str]:
        match, chance = Match(SHELF["sequence"], 4, seed=4), Seeded(4).row(99)
        rows = play_out(match, random_chooser(chance), chance, *honour)
        return {row.intent.__struct_config__.tag for _, row in zip(range(100), rows, strict=False)}

    assert not {"accuse", "admit", "deny"} & asked()
    assert {"accuse", "admit", "deny"} <= asked(True)
