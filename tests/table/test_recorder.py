"""Before the end a record tells whoever asks what they may know, and not a byte more."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from igroteka.core import HOUSE, Refused, Seat, Seeded
from igroteka.games import SHELF
from igroteka.table import Match
from igroteka.table.record import PlayedOn, SameDeal, Stretch, read_record, written
from igroteka.table.recorder import About, record_of
from igroteka.table.verify import verify
from igroteka.testing.hiding import swapped
from igroteka.testing.tables import audience
from table.playing import about, every_game, finished, kinds, match_for, unfinished

SECRETS = ("secret", "seed", "ended", "outcome")


def told(match: Match, known: About, seat: Seat | None) -> bytes:
    return written(record_of(match, known, seat))


def other_truth(event: Any, seat: Seat | None, match: Match) -> Any:
    """The event with whatever the seat is not told of replaced by something else."""
    plain, seen = (msgspec.to_builtins(e) for e in (event, match.game.redact(event, seat)))
    return msgspec.convert(_scrambled(plain, seen), match.game.Event)


def _scrambled(true: Any, seen: Any) -> Any:
    if seen is None and true is not None:
        return list(reversed(true)) + list(true[:1]) if isinstance(true, list | tuple) else "X" + str(true)
    if isinstance(true, dict):
        return {key: _scrambled(value, seen[key]) for key, value in true.items()}
    if isinstance(true, list | tuple):
        return [_scrambled(one, other) for one, other in zip(true, seen, strict=True)]
    return true


@every_game
@settings(max_examples=25)
@given(data=st.data(), number=st.integers(1, 10**6))
def test_whatever_is_hidden_from_an_asker_changes_no_byte_of_the_record(
    game: str, data: st.DataObject, number: int
) -> None:
    table = data.draw(st.sampled_from(kinds(game)))
    match, known = unfinished(table, number, data.draw(st.integers(1, 40)))
    if match.outcome:
        return
    log, changed = list(match.log), 0
    for seat in audience(match):
        match.log = log
        mine = told(match, known, seat)
        match.log = [
            msgspec.structs.replace(
                row,
                intent=row.intent if row.seat == seat else "hidden",
                events=tuple(other_truth(event, seat, match) for event in row.events),
            )
            for row in log
        ]
        changed += match.log != log
        assert told(match, known, seat) == mine
    assert changed == len(audience(match))


@every_game
@settings(max_examples=25)
@given(data=st.data(), number=st.integers(1, 10**6))
def test_other_hands_and_another_deck_change_no_byte_of_the_record(
    game: str, data: st.DataObject, number: int
) -> None:
    """The same move over two deals that look the same to the asker and to whoever moves."""
    table = data.draw(st.sampled_from(kinds(game)))
    known, chance = about(table, number), Seeded(number)
    match = match_for(table, known)
    match.deal()
    actor = match.game.turn(match.state)
    assert actor is not None
    for seat in audience(match):
        mine = match_for(table, known, tuple(match.log))
        theirs = _dealt_anew(match, {seat, actor}, chance)
        assert told(mine, known, seat) == told(theirs, known, seat)
        intent = chance.pick(mine.legal(actor))
        row = mine.ask(actor, intent)
        theirs.ask(actor, intent)
        if mine.told(row, seat) == mine.told(row, None):  # unless the asker itself has drawn something
            assert told(mine, known, seat) == told(theirs, known, seat)


def _dealt_anew(match: Match, keep: set[Seat | None], chance: Seeded) -> Match:
    """A match whose deal has other hidden parts, log and state."""
    other = swapped(match, keep, chance)
    held, stock = ("hands", "deck") if hasattr(other, "hands") else ("racks", "bag")
    row = match.log[0]
    dealt = {held: getattr(other, held), stock: getattr(other, stock)}
    events = tuple(
        msgspec.structs.replace(event, **dealt) if hasattr(event, stock) else event for event in row.events
    )
    again = Match(
        match.game, len(match.seats), match.state.options, 1, [msgspec.structs.replace(row, events=events)]
    )
    assert again.state.hands == other.hands if held == "hands" else again.state.racks == other.racks
    return again


@every_game
def test_an_unfinished_record_has_none_of_the_secrets_in_it(game: str) -> None:
    for table in kinds(game)[:3]:
        match, known = unfinished(table, 8, 12)
        hidden = [known.secret.hex(), match._chance._seed.hex()]
        for seat in audience(match):
            text = told(match, known, seat).decode()
            assert not any(word in text for word in hidden)
            record = read_record(text)
            assert not record.complete
            assert [getattr(record, name) for name in SECRETS] == [None] * 4
            assert {row.seat for row in record.rows if row.intent is not None} <= {seat}


@every_game
def test_a_seat_finds_its_own_intents_and_its_own_cards(game: str) -> None:
    match, known = unfinished(kinds(game)[0], 8, 20)
    for seat in match.seats:
        record = record_of(match, known, seat)
        own = [row for row in match.log if row.seat == seat]
        assert own
        kept = [row.intent for row in record.rows if row.intent]
        assert kept == [msgspec.to_builtins(row.intent) for row in own]


@pytest.mark.parametrize("seed", [None, "ab" * 32])
def test_the_seed_of_a_chosen_deal_is_hidden_too(seed: str | None) -> None:
    match, known = unfinished(kinds("sequence")[0], 8, 6)
    for source in (SameDeal("cd" * 32, seed), PlayedOn("cd" * 32, (Stretch(3, seed),))):
        text = told(match, msgspec.structs.replace(known, source=source), 0)
        assert b"ab" * 32 not in text
        assert b"cd" * 32 in text


@every_game
def test_after_the_end_everyone_gets_the_same_whole_record(game: str) -> None:
    match, known = finished(kinds(game)[0])
    assert len({told(match, known, seat) for seat in audience(match)}) == 1
    record = record_of(match, known)
    assert record.complete
    assert record.secret == known.secret.hex()
    assert verify(record, SHELF[game]).verified


@every_game
def test_only_those_who_sit_there_may_ask_as_a_seat(game: str) -> None:
    match, known = unfinished(kinds(game)[0], 8, 4)
    for seat in (HOUSE, len(match.seats), 99):
        with pytest.raises(Refused, match="no-such-seat"):
            record_of(match, known, seat)


@every_game
def test_a_table_that_has_not_begun_has_a_record_without_rows(game: str) -> None:
    table = kinds(game)[0]
    known = msgspec.structs.replace(about(table), started=None)
    record = record_of(match_for(table, known), known)
    assert (record.rows, record.started, record.complete) == ((), None, False)
    assert verify(record, SHELF[game]).wrong is None


def test_what_a_table_knows_prints_without_its_secret() -> None:
    known = about(kinds("sequence")[0], 0x41)
    assert str(known) == repr(known) == "About(Аня, Bob)"


@every_game
def test_intents_are_written_down_in_one_form_whatever_was_asked(game: str) -> None:
    """What a seat left out as understood is spelled out, and decides the same."""
    seen = 0
    for table in kinds(game)[:3]:
        match, known = finished(table, 5)
        start = match_for(table, known)
        for row in match.log:
            asked = row.intent
            for shorter in _shorter(row.intent):
                if match.game.canonical(start.state, shorter) == row.intent:
                    assert start.decide(row.seat, shorter).events == row.events
                    asked, seen = shorter, seen + 1
            start.append(msgspec.structs.replace(row, intent=asked))
        assert record_of(start, known) == record_of(match, known)
    assert seen or game != "upturn"


def _shorter(intent: Any) -> list[Any]:
    """The intent with each optional field left out."""
    fields = msgspec.structs.fields(intent)
    optional = [field.name for field in fields if field.default is msgspec.UNSET]
    return [msgspec.structs.replace(intent, **{name: msgspec.UNSET}) for name in optional]
