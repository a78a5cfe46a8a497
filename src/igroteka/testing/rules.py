"""The rules hold together: legal is accepted, parts are conserved, the log rebuilds the state, games end."""

from collections import Counter
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from igroteka.core import HOUSE, STOPPED, Deal, Refused, Seeded, Stop, read_json
from igroteka.lab.random_games import tables
from igroteka.table import Match, fold, play_out, random_chooser
from igroteka.testing.base import PROMISED, Base, seeds
from igroteka.testing.tables import (
    asked,
    audience,
    called,
    differing,
    edges,
    encoded,
    match_of,
    moments,
    need_whole_sides,
    parts_in,
    places_in,
    seats_and_house,
    states_of,
    whole,
    without_pool,
)

_PLACES: Final = (
    "`places` says which fields hold parts (`trick.card` where they lie in structs), "
    "`has_parts = False` that there are none"
)


def _listed(parts: Counter[str]) -> str:
    return ", ".join(sorted(parts.elements())) or "none"


class RulesHold(Base):
    @settings(PROMISED, max_examples=25)
    @given(data=st.data(), seed=seeds)
    def test_every_legal_intent_is_accepted_and_every_accepted_one_was_legal(
        self, data: st.DataObject, seed: int
    ) -> None:
        game, table = self.on_shelf, data.draw(self.kinds())
        heard: dict[bytes, Any] = {encoded(Deal()): Deal(), encoded(Stop()): Stop()}
        for match, _row, chance in moments(table, seed, every=7):
            assert (game.turn(match.state) is None) == (match.outcome is not None), (
                "somebody's turn until the end"
            )
            offers = {seat: match.legal(seat) for seat in seats_and_house(match)}
            for seat, legal in offers.items():
                assert isinstance(legal, tuple), f"`legal` answers a tuple, not a {type(legal).__name__}"
                assert len(set(map(encoded, legal))) == len(legal), "each intent once"
                for intent in legal:
                    assert game.canonical(match.state, intent) == intent
                    outcome = asked(match, seat, intent)
                    assert not isinstance(outcome, Refused), (
                        f"{table.label()}, seed {seed}: `legal` offers {intent} to seat {seat}, "
                        f"and `decide` refuses it: {outcome}"
                    )
                    heard[encoded(intent)] = intent
            beyond = edges(game, [intent for legal in offers.values() for intent in legal])
            for intent in (*chance.shuffled(list(heard.values()))[:20], *chance.shuffled(beyond)[:16]):
                for seat, legal in offers.items():
                    accepted = not isinstance(asked(match, seat, intent), Refused)
                    listed = game.canonical(match.state, intent) in legal
                    said = "accepts" if accepted else "refuses"
                    assert accepted == listed, (
                        f"{table.label()}, seed {seed}: `decide` {said} {intent} of seat {seat}, "
                        f"and `legal` {'lists it' if listed else 'does not list it'}"
                    )

    @settings(PROMISED, max_examples=40)
    @given(data=st.data(), seed=seeds)
    def test_parts_are_conserved(self, data: st.DataObject, seed: int) -> None:
        game, table = self.on_shelf, data.draw(self.kinds())
        if not self.has_parts:
            return
        box: Counter[str] = Counter()
        for match, row, chance in moments(table, seed, every=3):
            viewer, where = chance.pick(audience(match)), f"{table.label()}, seed {seed}, row {row.number}"
            box = box or parts_in(game.position(match.state) or {}, self.places)
            self._need_all(box, match.state, where)
            imagined, dealt = (
                game.imagine(match.view(viewer), chance),
                f"`imagine` deals for {called(viewer)}",
            )
            self._need_all(box, imagined, f"{where}, where {dealt}")
            if offers := [(one, intent) for one in match.seats for intent in game.legal(imagined, one)]:
                seat, intent = chance.pick(offers)
                events = game.decide(imagined, seat, intent, Seeded(5))
                after = [imagined, *states_of(match, events, imagined)][-1]
                self._need_all(box, after, f"{where}, where {dealt} and seat {seat} asks for {intent}")
        assert box, "which fields hold parts, `places`? or has it none, `has_parts`?"

    def _need_all(self, box: Counter[str], state: Any, where: str) -> None:
        position = self.on_shelf.position(state)
        assert position is not None
        found, counted = parts_in(position, self.places), ", ".join(self.places or places_in(position))
        assert found == box, (
            f"{where}: parts vanished ({_listed(box - found)}) or appeared ({_listed(found - box)}); "
            f"counted are {counted}: {_PLACES}"
        )

    @settings(PROMISED, max_examples=40)
    @given(data=st.data(), seed=seeds)
    def test_the_log_alone_rebuilds_the_state_also_after_a_journey_through_json(
        self, data: st.DataObject, seed: int
    ) -> None:
        game, table = self.on_shelf, data.draw(self.kinds())
        match = list(moments(table, seed, every=10**6))[-1][0]
        assert fold(game, match.first, match.log) == match.state
        again = match_of(table, seed)
        for row in match.log:
            events = [read_json(encoded(event), game.Event) for event in row.events]
            assert tuple(events) == row.events
            assert read_json(encoded(row.intent), game.Intent) == row.intent
            assert again.ask(row.seat, row.intent).events == row.events, "the same seed decides the same"
        assert again.state == match.state

    @settings(PROMISED, max_examples=12)
    @given(data=st.data(), seed=seeds)
    def test_the_same_question_has_the_same_answer(self, data: st.DataObject, seed: int) -> None:
        """Nothing is remembered outside of the state, and no chance is used but the one that is given."""
        table = data.draw(self.kinds())
        for match, row, chance in moments(table, seed):
            seat = chance.pick(match.seats)
            intents = chance.shuffled(match.legal(seat))[:2]
            for name, question in (
                ("view", lambda: match.view(seat)),  # noqa: B023 - asked at once
                ("legal", lambda: match.legal(seat)),  # noqa: B023
                ("decide", lambda: [asked(match, seat, intent) for intent in intents]),  # noqa: B023
            ):
                first, second = question(), question()
                assert first == second, (
                    f"{table.label()}, seed {seed}, row {row.number}: `{name}` answers {first}, and a moment "
                    f"later {second}: is anything kept outside of the state, or drawn from other chance?"
                )

    @settings(PROMISED, max_examples=12)
    @given(data=st.data(), seed=seeds)
    def test_every_random_game_ends_and_after_the_end_nothing_is_legal(
        self, data: st.DataObject, seed: int
    ) -> None:
        match = whole(data.draw(self.kinds()), seed, self.longest)
        assert match.outcome
        assert self.on_shelf.turn(match.state) is None
        need_whole_sides(match.outcome, self.on_shelf.sides(match.state))
        for seat in seats_and_house(match):
            assert match.legal(seat) == ()
            for row in match.log[-20:]:
                assert isinstance(asked(match, seat, row.intent), Refused)

    @settings(PROMISED, max_examples=15)
    @given(data=st.data(), seed=seeds)
    def test_a_refused_intent_leaves_the_state_as_it_was(self, data: st.DataObject, seed: int) -> None:
        heard: list[Any] = []
        for match, row, chance in moments(data.draw(self.kinds()), seed, every=5):
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

    @settings(PROMISED, max_examples=40)
    @given(data=st.data(), seed=seeds)
    def test_a_position_gives_the_state_back_but_for_the_pool(self, data: st.DataObject, seed: int) -> None:
        game, table = self.on_shelf, data.draw(self.kinds())
        for match, row, _chance in moments(table, seed, every=2):
            position = game.position(match.state)
            assert position is not None
            journeyed = msgspec.json.decode(encoded(position))
            assert journeyed == position, (
                "`position` answers plain data as JSON has it, lists and no tuples or structs: "
                "json.decode(json.encode(…)) makes it so"
            )
            state = game.from_position(journeyed, match.state.options)
            assert state == without_pool(match.state), (
                f"{table.label()}, seed {seed}, row {row.number}: `from_position` of a `position` gives "
                f"another state: {differing(without_pool(match.state), state)}"
            )
            assert game.position(state) == position

    def test_before_the_deal_there_is_no_position_and_only_the_house_may_act(self) -> None:
        game = self.on_shelf
        for table in tables(game):
            match = match_of(table, 1)
            assert game.position(match.state) is None
            assert game.turn(match.state) is None, "before the deal it is nobody's turn"
            assert match.legal(HOUSE) == (Deal(),)
            for seat in match.seats:
                assert match.legal(seat) == ()
                assert isinstance(asked(match, seat, Deal()), Refused)
            self._need_imaginable(match, "before the deal")

    def test_the_house_may_stop_a_game_and_then_nobody_wins(self) -> None:
        game = self.on_shelf
        match = match_of(next(tables(game)), 3)
        match.deal()
        assert match.legal(HOUSE) == (Stop(),)
        for seat in match.seats:
            assert isinstance(asked(match, seat, Stop()), Refused)
        match.ask(HOUSE, Stop())
        assert match.outcome == STOPPED, f"after `Stop` the outcome is core.STOPPED, not {match.outcome}"
        position = game.position(match.state)
        assert position is not None
        assert position.get("winner") is None
        assert game.outcome(game.from_position(position, match.state.options)) == match.outcome
        self._need_imaginable(match, "when the game was stopped")

    def _need_imaginable(self, match: Match, when: str) -> None:
        game = self.on_shelf
        for viewer in audience(match):
            seen = match.view(viewer)
            again = game.view(game.imagine(seen, Seeded(1)), viewer)
            assert encoded(again) == encoded(seen), (
                f"{when} `imagine` makes another table than the view tells: {differing(seen, again)}"
            )

    def test_who_plays_by_itself_leaves_matters_of_honour_out(self) -> None:
        for table in tables(self.on_shelf):
            match, chance = match_of(table, 11), Seeded(11).row(9)
            for row in play_out(match, random_chooser(chance), chance):
                assert not isinstance(row.intent, self.on_shelf.HONOUR)
                if row.number > 60:
                    break

    @settings(PROMISED, max_examples=15)
    @given(data=st.data(), seed=seeds)
    def test_every_seat_is_on_one_side_and_progress_is_a_share(self, data: st.DataObject, seed: int) -> None:
        game = self.on_shelf
        for match, _row, _chance in moments(data.draw(self.kinds()), seed, every=11):
            sides = game.sides(match.state)
            assert sorted(seat for side in sides for seat in side) == list(match.seats), (
                f"every seat is on one side of `sides`, which are {sides}"
            )
            assert sides == game.sides(match.view(None)), "a view tells the same sides"
            for seat in match.seats:
                near = game.progress(match.state, seat)
                assert 0.0 <= near <= 1.0, f"`progress` is a share from 0 to 1, and of seat {seat} {near}"

    def test_the_next_game_of_a_series_can_be_played(self) -> None:
        game = self.on_shelf
        for table in tables(game):
            match = match_of(table, 2)
            for first in (None, *match.seats):
                options = game.rematch(match.first.options, table.seats, first)
                assert isinstance(options, game.Options)
                game.start(table.seats, options)
