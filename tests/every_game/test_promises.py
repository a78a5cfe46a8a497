"""The promises that every game on the shelf keeps, at every table size, with every option."""

from functools import partial
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from every_game.tables import (
    HELD,
    asked,
    audience,
    encoded,
    every_game,
    kinds,
    match_of,
    moments,
    parts_in,
    seats_and_house,
    seeds,
    swapped,
    told,
)
from igroteka.core import HOUSE, AnyGame, Deal, Refused, Seeded, Stop, read, read_json
from igroteka.lab.random_games import tables
from igroteka.table import Match, fold, play_out, random_chooser


@every_game
@settings(max_examples=25)
@given(data=st.data(), seed=seeds)
def test_every_legal_intent_is_accepted_and_every_accepted_one_was_legal(
    game: AnyGame, data: st.DataObject, seed: int
) -> None:
    table = data.draw(kinds(game))
    heard: dict[bytes, Any] = {encoded(Deal()): Deal(), encoded(Stop()): Stop()}
    for match, _row, chance in moments(table, seed, every=7):
        offers = {seat: match.legal(seat) for seat in seats_and_house(match)}
        for seat, legal in offers.items():
            assert len(set(map(encoded, legal))) == len(legal), "each intent once"
            for intent in legal:
                assert game.canonical(match.state, intent) == intent
                outcome = asked(match, seat, intent)
                assert not isinstance(outcome, Refused), (table.label(), seed, seat, intent, outcome)
                heard[encoded(intent)] = intent
        tries = list(heard.values())
        for intent in chance.shuffled(tries)[:20]:
            for seat, legal in offers.items():
                accepted = not isinstance(asked(match, seat, intent), Refused)
                listed = game.canonical(match.state, intent) in legal
                assert accepted == listed, (table.label(), seed, seat, intent)


@every_game
@settings(max_examples=40)
@given(data=st.data(), seed=seeds)
def test_parts_are_conserved(game: AnyGame, data: st.DataObject, seed: int) -> None:
    table = data.draw(kinds(game))
    box = None
    for match, _row, chance in moments(table, seed, every=3):
        position = game.position(match.state)
        assert position is not None
        box = box or parts_in(position)
        assert parts_in(position) == box
        seat = chance.pick(audience(match))
        imagined = game.position(game.imagine(match.view(seat), chance))
        assert imagined is not None
        assert parts_in(imagined) == box
    assert box
    assert box.total() > 30


@every_game
@settings(max_examples=40)
@given(data=st.data(), seed=seeds)
def test_the_log_alone_rebuilds_the_state_also_after_a_journey_through_json(
    game: AnyGame, data: st.DataObject, seed: int
) -> None:
    table = data.draw(kinds(game))
    match = list(moments(table, seed, every=10**6))[-1][0]
    assert fold(game, match.first, match.log) == match.state
    again = match_of(table, seed)
    for row in match.log:
        events = [read_json(encoded(event), game.Event) for event in row.events]
        assert tuple(events) == row.events
        assert read_json(encoded(row.intent), game.Intent) == row.intent
        assert again.ask(row.seat, row.intent).events == row.events, "the same seed decides the same"
    assert again.state == match.state


@every_game
@settings(max_examples=40)
@given(data=st.data(), seed=seeds)
def test_a_view_tells_nothing_its_seat_could_not_have_imagined(
    game: AnyGame, data: st.DataObject, seed: int
) -> None:
    table = data.draw(kinds(game))
    for match, _row, chance in moments(table, seed, every=4):
        for seat in audience(match):
            seen = match.view(seat)
            imagined = game.imagine(seen, chance)
            assert encoded(game.view(imagined, seat)) == encoded(seen), (table.label(), seed, seat)


@every_game
@settings(max_examples=25)
@given(data=st.data(), seed=seeds)
def test_swapping_what_a_seat_cannot_see_changes_no_byte_that_it_is_told(
    game: AnyGame, data: st.DataObject, seed: int
) -> None:
    table = data.draw(kinds(game))
    tries: list[Any] = []
    for match, _row, chance in moments(table, seed, every=6):
        if match.outcome:
            break
        for viewer in audience(match):
            actor = chance.pick(match.seats)
            other = swapped(match, {viewer, actor}, chance)
            assert encoded(game.view(other, viewer)) == encoded(match.view(viewer))
            tries += match.legal(actor)
            for intent in chance.shuffled(tries)[:8]:
                if viewer is not None and isinstance(asked(match, viewer, intent), Refused):
                    mine = told(partial(game.decide, match.state, viewer, intent, Seeded(5)))
                    theirs = told(partial(game.decide, other, viewer, intent, Seeded(5)))
                    assert mine == theirs, (table.label(), seed, viewer, intent)
            if viewer != actor:
                _same_events(game, match, other, viewer, actor, chance)


def _same_events(
    game: AnyGame, match: Match, other: Any, viewer: int | None, actor: int, chance: Seeded
) -> None:
    """What the actor may do is told to the viewer in the same words, whatever lies hidden."""
    assert encoded(game.legal(other, actor)) == encoded(match.legal(actor))
    for intent in chance.shuffled(match.legal(actor))[:3]:
        mine = game.decide(match.state, actor, intent, Seeded(5))
        theirs = game.decide(other, actor, intent, Seeded(5))
        heard = [encoded([game.redact(e, viewer) for e in events]) for events in (mine, theirs)]
        assert heard[0] == heard[1], (match.log[-1].number, viewer, actor, intent)


@every_game
@settings(max_examples=30)
@given(data=st.data(), seed=seeds)
def test_the_deal_tells_a_seat_its_own_hand_and_nothing_more_than_a_spectator_hears(
    game: AnyGame, data: st.DataObject, seed: int
) -> None:
    match = match_of(data.draw(kinds(game)), seed)
    row = match.deal()
    public = msgspec.json.decode(encoded(match.told(row, None)))
    for seat in match.seats:
        heard = msgspec.json.decode(encoded(match.told(row, seat)))
        own = 0
        for event in heard:
            for hands in (event[name] for name in HELD if name in event):
                own += hands[seat] is not None
                hands[seat] = None
        assert own
        assert heard == public


@every_game
@settings(max_examples=40)
@given(data=st.data(), seed=seeds)
def test_views_and_options_survive_json(game: AnyGame, data: st.DataObject, seed: int) -> None:
    table = data.draw(kinds(game))
    options = read(table.options, game.Options)
    assert read_json(encoded(options), game.Options) == options
    for match, _row, chance in moments(table, seed, every=9):
        seen = match.view(chance.pick(audience(match)))
        assert read_json(encoded(seen), game.View) == seen


@every_game
@settings(max_examples=12)
@given(data=st.data(), seed=seeds)
def test_every_random_game_ends_and_after_the_end_nothing_is_legal(
    game: AnyGame, data: st.DataObject, seed: int
) -> None:
    whole = moments(data.draw(kinds(game)), seed, every=10**9, honour=False, rows=10**9)
    match = list(whole)[-1][0]
    assert match.outcome is not None
    assert game.turn(match.state) is None
    for seat in seats_and_house(match):
        assert match.legal(seat) == ()
        for row in match.log[-20:]:
            assert isinstance(asked(match, seat, row.intent), Refused)


@every_game
@settings(max_examples=15)
@given(data=st.data(), seed=seeds)
def test_a_refused_intent_leaves_the_state_as_it_was(game: AnyGame, data: st.DataObject, seed: int) -> None:
    heard: list[Any] = []
    for match, row, chance in moments(data.draw(kinds(game)), seed, every=5):
        heard.append(row.intent)
        before, rows = encoded(match.state), len(match.log)
        refused = 0
        for intent in chance.shuffled(heard)[:10]:
            for seat in seats_and_house(match):
                if isinstance(asked(match, seat, intent), Refused):
                    refused += 1
                    with pytest.raises(Refused):
                        match.ask(seat, intent)
        assert refused
        assert (encoded(match.state), len(match.log)) == (before, rows)


@every_game
@settings(max_examples=40)
@given(data=st.data(), seed=seeds)
def test_a_position_gives_the_state_back_but_for_the_pool(
    game: AnyGame, data: st.DataObject, seed: int
) -> None:
    table = data.draw(kinds(game))
    for match, _row, _chance in moments(table, seed, every=2):
        position = game.position(match.state)
        assert position is not None
        journeyed = msgspec.json.decode(encoded(position))
        assert journeyed == position, "plain data"
        state = game.from_position(journeyed, match.state.options)
        assert state == msgspec.structs.replace(match.state, pool=None), (table.label(), seed)
        assert game.position(state) == position


@every_game
def test_before_the_deal_there_is_no_position_and_only_the_house_may_act(game: AnyGame) -> None:
    for table in tables(game):
        match = match_of(table, 1)
        assert game.position(match.state) is None
        assert game.turn(match.state) is None
        assert match.legal(HOUSE) == (Deal(),)
        for seat in match.seats:
            assert match.legal(seat) == ()
            assert isinstance(asked(match, seat, Deal()), Refused)
        for seat in audience(match):
            seen = match.view(seat)
            assert encoded(game.view(game.imagine(seen, Seeded(1)), seat)) == encoded(seen)


@every_game
def test_the_house_may_stop_a_game_and_then_nobody_wins(game: AnyGame) -> None:
    match = match_of(next(tables(game)), 3)
    match.deal()
    assert match.legal(HOUSE) == (Stop(),)
    for seat in match.seats:
        assert isinstance(asked(match, seat, Stop()), Refused)
    match.ask(HOUSE, Stop())
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winners) == ("stopped", ())
    position = game.position(match.state)
    assert position is not None
    assert position["winner"] is None
    assert game.outcome(game.from_position(position, match.state.options)) == match.outcome
    for seat in audience(match):
        seen = match.view(seat)
        assert encoded(game.view(game.imagine(seen, Seeded(1)), seat)) == encoded(seen)


@every_game
def test_who_plays_by_itself_leaves_matters_of_honour_out(game: AnyGame) -> None:
    for table in tables(game):
        match, chance = match_of(table, 11), Seeded(11).row(9)
        for row in play_out(match, random_chooser(chance), chance):
            assert not isinstance(row.intent, game.HONOUR)
            if row.number > 60:
                break


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@every_game
@settings(max_examples=300)
@given(data=st.data())
def test_any_json_is_an_intent_or_is_refused_with_a_reason(game: AnyGame, data: st.DataObject) -> None:
    match = match_of(next(tables(game)), 4)
    match.deal()
    kinds_of_intent = [word.__struct_config__.tag for word in game.Intent.__args__]
    fields = sorted({name for word in game.Intent.__args__ for name in word.__struct_fields__})
    said = data.draw(
        JSON
        | st.fixed_dictionaries(
            {"kind": st.sampled_from(kinds_of_intent)}, optional=dict.fromkeys(fields, JSON)
        )
    )
    try:
        intent = read_json(msgspec.json.encode(said), game.Intent)
    except Refused:
        return
    outcome = asked(match, 0, intent)
    listed = game.canonical(match.state, intent) in match.legal(0)
    assert isinstance(outcome, Refused) != listed
