"""Secrets are kept: a view tells nothing its seat could not have imagined, and neither does an event."""

from functools import partial
from typing import Any, Final

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from igroteka.core import Refused, Seat, Seeded
from igroteka.table import Match
from igroteka.testing.base import PROMISED, Base, seeds
from igroteka.testing.hiding import (
    Hidden,
    alone_in,
    is_hiding,
    laid_open,
    named,
    out_of_sight,
    seats_in,
    swapped,
    without_own,
)
from igroteka.testing.tables import (
    asked,
    audience,
    called,
    differing,
    encoded,
    match_of,
    moments,
    states_of,
    story_of,
    told,
    without_pool,
)

_TURNED: Final = "(Where everyone sees the hands of the others and nobody their own: `turned` names them.)"


class SecretsAreKept(Base):
    @settings(PROMISED, max_examples=40)
    @given(data=st.data(), seed=seeds)
    def test_a_view_tells_nothing_its_seat_could_not_have_imagined(
        self, data: st.DataObject, seed: int
    ) -> None:
        game, table = self.on_shelf, data.draw(self.kinds())
        for match, row, chance in moments(table, seed, every=4):
            for seat in audience(match):
                seen = match.view(seat)
                imagined = game.imagine(seen, chance)
                assert encoded(game.view(imagined, seat)) == encoded(seen), (
                    f"{table.label()}, seed {seed}: `view` tells {called(seat)} what `imagine` cannot know: "
                    f"{differing(seen, game.view(imagined, seat))}. Is it hidden, or does `imagine` lose it?"
                )
                self._need_possible(imagined, f"{table.label()}, seed {seed}, row {row.number}", seat)
                assert match.outcome or any(game.legal(imagined, one) for one in match.seats), (
                    f"{table.label()}, seed {seed}, row {row.number}: at the table that `imagine` makes for "
                    f"{called(seat)} nobody can do anything: {game.position(imagined)}"
                )

    def _need_possible(self, imagined: Any, where: str, seat: Seat | None) -> None:
        """A card that all have seen in a hand lies there in what is imagined too, where positions mind."""
        game = self.on_shelf
        position = game.position(imagined) or {}
        try:
            again = game.from_position(position, imagined.options)
        except Refused as refused:
            raise AssertionError(
                f"{where}: what `imagine` deals for {called(seat)} `from_position` refuses: {refused}. Can "
                f"such a table be? {position}"
            ) from refused
        assert again == without_pool(imagined), (
            f"{where}: what `imagine` makes for {called(seat)} is another table after its `position`: "
            f"{differing(without_pool(imagined), again)}"
        )

    @settings(PROMISED, max_examples=25)
    @given(data=st.data(), seed=seeds)
    def test_swapping_what_a_seat_cannot_see_changes_no_byte_that_it_is_told(
        self, data: st.DataObject, seed: int
    ) -> None:
        game, table = self.on_shelf, data.draw(self.kinds())
        tries: list[Any] = []
        for match, _row, chance in moments(table, seed, every=6):
            if match.outcome:
                break
            for viewer in audience(match):
                actor = chance.pick(match.seats)
                other = swapped(match, {viewer, actor}, chance, self.hidden_in(match.state))
                assert encoded(game.view(other, viewer)) == encoded(match.view(viewer)), (
                    f"{table.label()}, seed {seed}: what {called(viewer)} sees depends on what is hidden: "
                    f"{differing(match.view(viewer), game.view(other, viewer))}"
                )
                tries += match.legal(actor)
                for intent in chance.shuffled(tries)[:8]:
                    if viewer is not None and isinstance(asked(match, viewer, intent), Refused):
                        mine = told(partial(game.decide, match.state, viewer, intent, Seeded(5)))
                        theirs = told(partial(game.decide, other, viewer, intent, Seeded(5)))
                        assert mine == theirs, (
                            f"{table.label()}, seed {seed}: why seat {viewer} is refused {intent} depends on "
                            f"what is hidden from it: {mine!r}, or {theirs!r}"
                        )
                if viewer != actor:
                    self._same_events(match, other, viewer, actor, chance)

    def _same_events(
        self, match: Match, other: Any, viewer: Seat | None, actor: Seat, chance: Seeded
    ) -> None:
        """What the actor may do is told to the viewer in the same words, whatever lies hidden."""
        game = self.on_shelf
        assert encoded(game.legal(other, actor)) == encoded(match.legal(actor)), (
            f"what is legal for seat {actor} depends on what is hidden from it, after row "
            f"{match.log[-1].number}: {match.legal(actor)}, or {game.legal(other, actor)}. {_TURNED}"
        )
        for intent in chance.shuffled(match.legal(actor))[:3]:
            mine = game.decide(match.state, actor, intent, Seeded(5))
            theirs = game.decide(other, actor, intent, Seeded(5))
            if any(isinstance(event, self.reveals) for event in (*mine, *theirs)):
                continue
            heard = [encoded([game.redact(e, viewer) for e in events]) for events in (mine, theirs)]
            assert heard[0] == heard[1], (
                f"{called(viewer)} hears what it could not know when seat {actor} asks for {intent}, after "
                f"row {match.log[-1].number}: `redact`? An event that rightly lays something open belongs "
                f"into `reveals`. {_or(heard)}"
            )

    @settings(PROMISED, max_examples=15)
    @given(data=st.data(), seed=seeds)
    def test_no_event_tells_a_choice_that_the_view_keeps(self, data: st.DataObject, seed: int) -> None:
        """Choices that the own view tells apart, and that of another does not, are told in the same words.

        What is told in the same words no view of another tells apart.
        """
        table = data.draw(self.kinds())
        for match, row, chance in moments(table, seed, every=3):
            for actor in match.seats:
                one, *others = chance.shuffled(match.legal(actor))[:8] or [None]
                where = f"seed {seed}, row {row.number}"
                for other in _first_of_each_kind(others, type(one)):
                    for viewer in audience(match):
                        if viewer != actor:
                            self._told_apart(match, viewer, actor, (one, other), where)

    def _told_apart(
        self, match: Match, viewer: Seat | None, actor: Seat, choices: tuple[Any, Any], where: str
    ) -> None:
        game = self.on_shelf
        stories = [game.decide(match.state, actor, choice, Seeded(5)) for choice in choices]
        heard = [encoded([game.redact(event, viewer) for event in events]) for events in stories]
        if heard[0] == heard[1]:
            self._seen_alike(match, viewer, actor, choices, where)
        rightly = any(self._is_rightly_told(event, viewer, actor) for events in stories for event in events)
        if heard[0] == heard[1] or rightly:
            return
        states = [list(states_of(match, events)) for events in stories]
        seen, kept = (
            [[encoded(game.view(state, one)) for state in story] for story in states]
            for one in (viewer, actor)
        )
        assert seen[0] != seen[1] or kept[0] == kept[1], (
            f"{where}: {called(viewer)} hears what seat {actor} asked for, {choices[0]} or {choices[1]}, "
            f"and no view shows it to others: `redact`? If an event rightly tells it: `reveals`. {_or(heard)}"
        )

    def _is_rightly_told(self, event: Any, viewer: Seat | None, asker: Seat) -> bool:
        """Whether this event may tell the viewer what was hidden: any may, or it is for those it is about."""
        return isinstance(event, self.reveals) or (
            isinstance(event, self.looks) and viewer is not None and viewer in (asker, *seats_in(event))
        )

    def _seen_alike(
        self, match: Match, viewer: Seat | None, actor: Seat, choices: tuple[Any, Any], where: str
    ) -> None:
        """As cards that are laid face down: what `redact` keeps from a seat its view keeps too."""
        game = self.on_shelf
        stories = [game.decide(match.state, actor, choice, Seeded(5)) for choice in choices]
        one, other = (game.view(list(states_of(match, events))[-1], viewer) for events in stories)
        assert encoded(one) == encoded(other), (
            f"{where}: {called(viewer)} sees whether seat {actor} asked for {choices[0]} or {choices[1]}, "
            f"and no event tells it: does `view` tell too much, `redact` too little? {differing(one, other)}"
        )

    @settings(PROMISED, max_examples=25)
    @given(data=st.data(), seed=seeds)
    def test_what_lay_hidden_and_still_does_is_not_named(self, data: st.DataObject, seed: int) -> None:
        """Neither is a part that a seat lays face down itself, nor a hand that is dealt in mid-game.

        A part that lies open for a moment of the row may be named: the last card of a deal is laid and
        dealt anew.
        """
        game, table = self.on_shelf, data.draw(self.kinds())
        before: dict[Seat | None, set[str]] = {}
        state: Any = None
        for match, row, _chance in moments(table, seed):
            states = list(story_of(match, row, state))
            positions, state = [at for one in states if (at := game.position(one))], states[-1]
            scenes = [(position, self.hidden_at(position), alone_in(position)) for position in positions]
            for viewer in audience(match):
                told = [
                    game.redact(event, viewer)
                    for event in row.events
                    if not self._is_rightly_told(event, viewer, row.seat)
                ]
                heard, where = msgspec.json.decode(encoded(told)), scenes[-1][1]
                hidden = [out_of_sight(position, where, viewer, alone) for position, where, alone in scenes]
                all_along = set.intersection(before.get(viewer, set()), *hidden)
                found = named(heard) & all_along if self.has_parts else set()
                if where.hands:
                    found |= laid_open(heard, scenes[-1][0][where.hands], viewer, where.is_turned)
                assert not found, (
                    f"{called(viewer)} is told what still lies hidden after row {row.number}, {row.intent}, "
                    f"{', '.join(sorted(found))}: `redact`? If an event rightly tells it, or names a part in "
                    "a question: `reveals`; if it tells it to the seat that asked or to those it names, "
                    "and to no other: `looks`"
                )
                before[viewer] = hidden[-1]

    @settings(PROMISED, max_examples=25)
    @given(data=st.data(), seed=seeds)
    def test_a_view_names_nothing_hidden_of_which_its_seat_was_not_told(
        self, data: st.DataObject, seed: int
    ) -> None:
        """What the state keeps in a public field, `imagine` keeps as well: a memory, or a leak."""
        game, table = self.on_shelf, data.draw(self.kinds())
        told: dict[Seat | None, set[str]] = {}
        for match, row, _chance in moments(table, seed) if self.has_parts else ():
            position = game.position(match.state) or {}
            where, alone = self.hidden_at(position), alone_in(position, self.places)
            for viewer in audience(match):
                view = msgspec.json.decode(encoded(match.view(viewer)))
                shared = view.keys() & position.keys() - {where.hands, where.stock, *where.secrets}
                known, unseen = told.setdefault(viewer, set()), out_of_sight(position, where, viewer, alone)
                known |= named(msgspec.json.decode(encoded(match.told(row, viewer))))
                for name in shared:
                    found = sorted(named(view[name]) & unseen - known)
                    assert not found, (
                        f"{table.label()}, seed {seed}, row {row.number}: `{name}` names {', '.join(found)}, "
                        f"which lies hidden, and no event has ever told {called(viewer)} of it: is that "
                        "field public? (What everyone has seen an event tells.)"
                    )
                known |= named(view) - unseen

    @settings(PROMISED, max_examples=25)
    @given(data=st.data(), seed=seeds)
    def test_what_is_told_is_true_where_it_is_not_hidden(self, data: st.DataObject, seed: int) -> None:
        """`redact` puts None, or nothing, in the place of what is hidden, and changes nothing else."""
        game, table = self.on_shelf, data.draw(self.kinds())
        for match, row, _chance in moments(table, seed):
            for viewer in audience(match):
                for event in row.events:
                    heard = game.redact(event, viewer)
                    assert is_hiding(*(msgspec.json.decode(encoded(one)) for one in (heard, event))), (
                        f"{table.label()}, seed {seed}, row {row.number}: {called(viewer)} is told of "
                        f"{heard}, and what happened is {event}: `redact` only hides"
                    )

    @settings(PROMISED, max_examples=30)
    @given(data=st.data(), seed=seeds)
    def test_the_deal_tells_a_seat_its_own_hand_and_nothing_more_than_a_spectator_hears(
        self, data: st.DataObject, seed: int
    ) -> None:
        """Where hands are `turned`, those of the others; where nothing is dealt into hands, nothing.

        Who begins may draw in the same row: what comes into a hand, its seat may be told.
        """
        match = match_of(data.draw(self.kinds()), seed)
        row = match.deal()
        where, states = self.hidden_in(match.state), story_of(match, row, None)
        positions = [at for state in states if (at := self.on_shelf.position(state))]
        hands = positions[0][where.hands] if where.hands else []
        public: list[Any] = []
        for viewer in audience(match):
            heard = msgspec.json.decode(encoded(match.told(row, viewer)))
            told = [shown for event in heard if (shown := event.pop(where.hands, None))]
            assert told or not any(hands) or viewer is None, (
                f"seat {viewer} is not told its {where.hands}: an event of the deal has a list of that name, "
                f"with one entry a seat, and None in the place of what is hidden. {_TURNED}"
            )
            for shown in told:
                self._need_own(viewer, shown, hands, where)
            for told_alone in heard:
                need_untold(viewer, told_alone, positions[0], where)
            public = heard if viewer is None else public
            own = {part for position in positions for part in where.parts_of(position, viewer)}
            assert without_own(heard, public, own) == public, (
                f"{called(viewer)} is told {heard} of the deal, a spectator {public}, and in its hand are "
                f"{sorted(own)}: more than the own hand and what is drawn into it `redact` tells nobody alone"
            )

    def _need_own(self, viewer: Seat | None, shown: list[Any], hands: list[Any], where: Hidden) -> None:
        """A hand that the viewer may see is told as it is, and any other one not at all."""
        for owner, hand in enumerate(shown):
            if where.is_hiding(where.hands, owner, viewer):
                assert not any(hand or ()), (
                    f"{called(viewer)} is told the hand of seat {owner}: {hand}. {_TURNED}"
                )
            else:
                true = sorted(hand or ()) == sorted(hands[owner])
                assert true, (
                    f"{called(viewer)} is told another hand of seat {owner}: {hand}, not {hands[owner]}. "
                    f"{_TURNED}"
                )


def need_untold(viewer: Seat | None, event: dict[str, Any], position: dict[str, Any], where: Hidden) -> None:
    """What a seat has in a secret field, as its role, an event keeps from others in a list of that name."""
    for name in where.secrets:
        entries = event.get(name)
        if isinstance(entries, list) and len(entries) == len(position[name]):
            for owner, entry in enumerate(entries):
                assert entry is None or not where.is_hiding(name, owner, viewer), (
                    f"{called(viewer)} is told the entry of seat {owner} in `{name}`: {entry}. Who rightly "
                    "sees what another has there the method `shows` says"
                )


def _or(heard: list[bytes]) -> str:
    return " or ".join(words.decode() for words in heard)


def _first_of_each_kind(intents: list[Any], kind: type) -> list[Any]:
    """One of this kind and one of another, where there are: to stay or to go is a choice as well."""
    alike = [intent for intent in intents if type(intent) is kind]
    return [*alike[:1], *[intent for intent in intents if type(intent) is not kind][:1]]
