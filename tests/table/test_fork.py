"""A finished game can be dealt again, or played on from any of its rows."""

import msgspec
import pytest

from igroteka.core import Refused, read
from igroteka.games import SHELF
from igroteka.lab.random_games import Table
from igroteka.table import Match, fold
from igroteka.table.fork import Fork, play_on, same_deal
from igroteka.table.record import PlayedOn, Record, SameDeal, read_record, written
from igroteka.table.recorder import About, record_of
from igroteka.table.verify import verify
from igroteka.testing.tables import audience
from table.playing import (
    BORN,
    about,
    data_of,
    every_game,
    kinds,
    match_for,
    play,
    record,
    record_from,
    unfinished,
)


def table_of(fork: Fork, number: int) -> tuple[Match, About]:
    """A new table from what the fork gives, other people's secrets and nonces included."""
    table = Table(fork.game, fork.seats, fork.options)
    known = msgspec.structs.replace(about(table, number), source=fork.source)
    return match_for(table, known, fork.rows), known


def played(fork: Fork, number: int) -> Record:
    match, known = table_of(fork, number)
    for _row in play(match, number, longest=len(fork.rows) + 120):
        pass
    return record_of(match, known)


@every_game
def test_the_same_deal_again_has_the_same_cards_and_other_moves(game: str) -> None:
    first = record(game)
    fork = same_deal(first, SHELF[game])
    assert fork.source == SameDeal(first.digest, first.seed)
    assert (fork.seats, fork.options, fork.rows) == (first.seats, first.options, ())
    again = played(fork, 9)
    assert again.rows[0].events == first.rows[0].events
    assert [row.intent for row in again.rows] != [row.intent for row in first.rows]
    assert again.seed == first.seed
    assert again.secret != first.secret
    verdict = verify(again, SHELF[game])
    assert verdict.verified
    assert [check.says for check in verdict.checks if check.name == "seed"] == ["check_seed_chosen"]


@every_game
def test_the_same_moves_over_the_same_deal_are_the_same_game(game: str) -> None:
    first = record(game)
    match, _known = table_of(same_deal(first, SHELF[game]), 9)
    for row in first.rows:
        match.ask(row.seat, read(row.intent, SHELF[game].Intent))
    assert match.outcome == first.outcome


@every_game
@pytest.mark.parametrize("number", [1, 7, 20])
def test_a_game_is_played_on_from_a_row(game: str, number: int) -> None:
    first = record(game)
    fork = play_on(first, SHELF[game], number)
    assert (len(fork.rows), fork.seed) == (number, None)
    again = played(fork, 9)
    assert again.rows[:number] == first.rows[:number]
    assert again.rows[number].time > 0
    assert isinstance(again.source, PlayedOn)
    assert (again.source.of, again.source.rows) == (first.digest, number)
    assert read_record(written(again)) == again
    verdict = verify(again, SHELF[game])
    assert verdict.verified, verdict.wrong
    assert [check.says for check in verdict.checks if check.name == "seed"] == ["check_seed_played_on"]


@every_game
def test_the_state_is_that_of_the_first_game_at_that_row(game: str) -> None:
    first = record(game)
    match, _known = table_of(play_on(first, SHELF[game], 12), 9)
    again = Match(match.game, first.seats, match.state.options, bytes.fromhex(first.seed or ""))
    for row in first.rows[:12]:
        again.ask(row.seat, read(row.intent, SHELF[game].Intent))
    assert match.state == again.state == fold(match.game, match.first, match.log)


@every_game
def test_a_game_that_was_played_on_is_played_on_once_more_and_dealt_again(game: str) -> None:
    first = record(game)
    second = played(play_on(first, SHELF[game], 8), 21)
    third = played(play_on(second, SHELF[game], 14), 22)
    assert isinstance(third.source, PlayedOn)
    assert [(one.to, one.seed) for one in third.source.stretches] == [(8, first.seed), (14, second.seed)]
    assert verify(third, SHELF[game]).verified
    earlier = play_on(third, SHELF[game], 5).source
    assert isinstance(earlier, PlayedOn)
    assert [(one.to, one.seed) for one in earlier.stretches] == [(5, first.seed)]
    assert same_deal(third, SHELF[game]).source == SameDeal(third.digest, first.seed)
    assert verify(played(same_deal(third, SHELF[game]), 23), SHELF[game]).verified


@every_game
@pytest.mark.parametrize("number", [-1, 0, 10**6])
def test_a_row_that_is_not_there_cannot_be_played_on_from(game: str, number: int) -> None:
    with pytest.raises(Refused, match="no-such-row"):
        play_on(record(game), SHELF[game], number)


@every_game
def test_after_the_last_row_there_is_nothing_to_play_on(game: str) -> None:
    one = record(game)
    with pytest.raises(Refused, match="row-ends-the-game"):
        play_on(one, SHELF[game], len(one.rows))
    assert play_on(one, SHELF[game], len(one.rows) - 1).rows


@every_game
def test_nothing_begins_from_an_unfinished_or_a_changed_record(game: str) -> None:
    match, known = unfinished(kinds(game)[0], 4, 10)
    data = data_of(record(game))
    data["rows"][0]["events"] = []
    for one, reason in (
        (record_of(match, known, 0), "record-unfinished"),
        (record_from(data, True), "record-differs"),
    ):
        with pytest.raises(Refused, match=reason):
            same_deal(one, SHELF[game])
        with pytest.raises(Refused, match=reason):
            play_on(one, SHELF[game], 3)


@every_game
def test_while_a_forked_game_is_on_its_seeds_stay_hidden(game: str) -> None:
    first = record(game)
    for fork in (same_deal(first, SHELF[game]), play_on(first, SHELF[game], 6)):
        match, known = table_of(fork, 9)
        if not match.log:
            match.deal(BORN + 61)
        for seat in audience(match):
            text = written(record_of(match, known, seat)).decode()
            assert first.seed not in text
            assert first.digest in text, "it is said where the deal comes from"
            assert verify(read_record(text), SHELF[game]).wrong is None


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"kind": "committed"}, "seed"),
        ({"seed": "00" * 32}, "seed"),
        ({"seed": None}, "reveal"),
    ],
)
def test_a_chosen_deal_cannot_pass_for_a_drawn_one(change: dict[str, str], named: str) -> None:
    data = data_of(played(same_deal(record("sequence"), SHELF["sequence"]), 9))
    data["source"] = change if change.get("kind") else data["source"] | change
    wrong = verify(record_from(data, True), SHELF["sequence"]).wrong
    assert wrong is not None
    assert wrong.name == named


@pytest.mark.parametrize(
    ("stretches", "named"),
    [
        ([(8, "00" * 32)], "rows"),
        ([(8, None)], "reveal"),
        ([(10**6, "own")], "numbers"),
        ([(8, "own"), (8, "own")], "numbers"),
        ([(8, "own"), (3, "own")], "numbers"),
    ],
)
def test_lent_rows_have_to_fit_and_to_be_those_of_their_seed(
    stretches: list[tuple[int, str | None]], named: str
) -> None:
    first = record("sequence")
    data = data_of(played(play_on(first, SHELF["sequence"], 8), 9))
    listed = [{"to": to, "seed": first.seed if seed == "own" else seed} for to, seed in stretches]
    data["source"]["stretches"] = listed
    wrong = verify(record_from(data, True), SHELF["sequence"]).wrong
    assert wrong is not None
    assert wrong.name == named
