"""`igroteka.testing` holds a game to its promises: a game that breaks one is caught."""

import subprocess
import sys
from copy import deepcopy
from functools import partial
from pathlib import Path
from time import thread_time
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import igroteka
from igroteka.cli.complaining import told_fault
from igroteka.core import HOUSE, Deal, Event, Intent, Refused, Seat, Seeded, Stop, Unfolding
from igroteka.games import SHELF
from igroteka.games.texts import texts
from igroteka.games.things import things_in
from igroteka.lab.random_games import Table
from igroteka.table import Scenario, problems
from igroteka.table.scenario import Step
from igroteka.testing import Promises
from igroteka.testing.hiding import (
    Hidden,
    alone_in,
    hidden,
    is_hiding,
    laid_open,
    out_of_sight,
    swapped,
)
from igroteka.testing.secrets import need_untold
from igroteka.testing.tables import differing, edges, moments, parts_in, places_in
from igroteka.testing.texts import _is_drawn
from plugins.conftest import BROKEN, Put
from sites import EIGHTS, with_site


def test_as_it_is_it_keeps_them(altered: Put) -> None:
    promises = altered()
    promises.test_the_house_may_stop_a_game_and_then_nobody_wins()
    promises.test_the_deal_tells_a_seat_its_own_hand_and_nothing_more_than_a_spectator_hears()


def test_a_deal_that_is_told_to_everyone_is_caught(altered: Put) -> None:
    promises = altered(redact=lambda event, seat: event)
    with pytest.raises(BROKEN):
        promises.test_the_deal_tells_a_seat_its_own_hand_and_nothing_more_than_a_spectator_hears()


def test_a_drawn_card_that_is_told_to_everyone_is_caught(altered: Put, eights: Any) -> None:
    def redact(event: Any, seat: int | None) -> Any:
        return event if isinstance(event, eights.moves.Drew) else eights.redact(event, seat)

    promises = altered(redact=redact)
    with pytest.raises(BROKEN):
        promises.test_swapping_what_a_seat_cannot_see_changes_no_byte_that_it_is_told()
    with pytest.raises(BROKEN, match="`reveals`"):
        promises.test_what_lay_hidden_and_still_does_is_not_named()


def test_a_hand_that_is_told_to_a_neighbour_as_its_own_is_caught(altered: Put, eights: Any) -> None:
    def redact(event: Any, seat: int | None) -> Any:
        if not isinstance(event, eights.moves.Dealt) or seat is None:
            return eights.redact(event, seat)
        hands = [None] * len(event.hands)
        hands[seat] = event.hands[seat - 1]
        return replace(event, hands=tuple(hands), deck=None)

    promises = altered(redact=redact)
    with pytest.raises(BROKEN, match="is told another hand"):
        promises.test_the_deal_tells_a_seat_its_own_hand_and_nothing_more_than_a_spectator_hears()
    with pytest.raises(BROKEN, match="still lies hidden"):
        promises.test_what_lay_hidden_and_still_does_is_not_named()


def test_an_event_that_is_told_otherwise_than_it_was_is_caught(altered: Put, eights: Any) -> None:
    def redact(event: Any, seat: int | None) -> Any:
        told = eights.redact(event, seat)
        return replace(told, seat=0) if isinstance(told, eights.moves.TurnCame) and seat is None else told

    altered().test_what_is_told_is_true_where_it_is_not_hidden()
    with pytest.raises(BROKEN, match=r"a spectator is told of TurnCame\(seat=0\), and what happened is"):
        altered(redact=redact).test_what_is_told_is_true_where_it_is_not_hidden()


def test_hiding_puts_nothing_in_the_place_of_something() -> None:
    assert is_hiding(
        {"hands": [["1"], None], "deck": None, "n": 1}, {"hands": [["1"], ["2"]], "deck": ["3"], "n": 1}
    )
    assert is_hiding({"tiles": []}, {"tiles": ["1", "2"]})
    assert not is_hiding({"hands": [["1"], ["4"]]}, {"hands": [["1"], ["2"]]})
    assert not is_hiding({"n": 2}, {"n": 1})
    assert not is_hiding({"tiles": ["1"]}, {"tiles": ["1", "2"]})


def test_a_card_may_be_laid_and_dealt_anew_within_a_row(altered: Put, eights: Any) -> None:
    """As games of several deals do it after the last card: it was open when it was named."""

    def decide(state: Any, seat: int, intent: Any, chance: Any) -> Any:
        events = eights.decide(state, seat, intent, chance)
        if not isinstance(events[0], eights.moves.Laid | eights.moves.WildLaid):
            return events
        fresh = eights.start(state.seats, state.options)
        return (events[0], *eights.decide(fresh, HOUSE, Deal(), chance))

    altered(decide=decide).test_what_lay_hidden_and_still_does_is_not_named()


def test_winners_who_are_no_whole_side_are_caught(altered: Put) -> None:
    promises = altered(sides=lambda table: (tuple(range(table.seats)),))
    with pytest.raises(BROKEN, match="a side wins as a whole"):
        promises.test_every_random_game_ends_and_after_the_end_nothing_is_legal()


def test_an_option_that_changes_nothing_is_caught(altered: Put, eights: Any) -> None:
    def plain(state: Any) -> Any:
        return replace(state, options=eights.Options())

    def legal(state: Any, seat: int) -> Any:
        return eights.legal(plain(state), seat)

    def decide(state: Any, seat: int, intent: Any, chance: Any) -> Any:
        return eights.decide(plain(state), seat, intent, chance)

    altered().test_every_option_changes_something()
    with pytest.raises(AssertionError, match="the option `draws` changes nothing"):
        altered(legal=legal, decide=decide).test_every_option_changes_something()
    altered({"unseen": ("draws",)}, legal=legal, decide=decide).test_every_option_changes_something()


def test_an_option_that_random_games_do_not_meet_is_shown_by_a_scenario(
    altered: Put, eights: Any, tmp_path: Path
) -> None:
    """A table of two cards alone has it: a scenario passes with the option, and fails without."""

    def plain(state: Any) -> Any:
        return state if len(state.deck) == 1 else replace(state, options=eights.Options())

    def legal(state: Any, seat: int) -> Any:
        return eights.legal(plain(state), seat)

    def decide(state: Any, seat: int, intent: Any, chance: Any) -> Any:
        return eights.decide(plain(state), seat, intent, chance)

    path = tmp_path / "one.yaml"
    path.write_text(
        "{game: eights, name: one is enough, players: 2, options: {draws: one}, "
        "position: {hands: [[2C], [3D]], pile: [4H, 5H], suit: H, drawn: 1, deck: [9S]}, "
        "steps: [{may: [0, {kind: pass}]}]}"
    )
    held = altered({"scenario_files": lambda self: iter([path])}, legal=legal, decide=decide)
    assert held._needed("draws")


def test_a_game_may_say_which_events_lay_something_open(altered: Put, eights: Any) -> None:
    def redact(event: Any, seat: int | None) -> Any:
        return event if isinstance(event, eights.moves.Drew) else eights.redact(event, seat)

    promises = altered({"reveals": (eights.moves.Drew,)}, redact=redact)
    promises.test_swapping_what_a_seat_cannot_see_changes_no_byte_that_it_is_told()
    promises.test_what_lay_hidden_and_still_does_is_not_named()


class Peeked(Event, frozen=True, tag="peeked"):
    """The next card of the deck, to who looks at it."""

    seat: int
    card: str | None


def test_a_look_is_told_to_the_seat_that_asked_alone(altered: Put, eights: Any) -> None:
    def decide(state: Any, seat: int, intent: Any, chance: Any) -> Any:
        events = eights.decide(state, seat, intent, chance)
        return (*events, *(Peeked(seat, card) for card in events.state.deck[:1]))

    def evolve(state: Any, event: Any) -> Any:
        return state if isinstance(event, Peeked) else eights.evolve(state, event)

    def redact(event: Any, seat: int | None) -> Any:
        if not isinstance(event, Peeked):
            return eights.redact(event, seat)
        return event if seat == event.seat else Peeked(event.seat, None)

    def held(told: dict[str, Any], redact: Any = redact) -> Promises:
        return altered(told, decide=decide, evolve=evolve, redact=redact)

    held({"looks": (Peeked,)}).test_what_lay_hidden_and_still_does_is_not_named()
    with pytest.raises(BROKEN, match="to the seat that asked or to those it names, and to no other: `looks`"):
        held({}).test_what_lay_hidden_and_still_does_is_not_named()
    with pytest.raises(BROKEN):
        held(
            {"looks": (Peeked,)}, lambda event, seat: event
        ).test_what_lay_hidden_and_still_does_is_not_named()


class Shown(Event, frozen=True, tag="shown"):
    """The next card of the deck, to who asked and the seat after it."""

    seat: Seat
    to: Seat
    card: str | None


def test_what_is_shown_to_a_neighbour_is_told_to_no_third(altered: Put, eights: Any) -> None:
    """As a card in an offer: with `reveals` alone, nobody noticed that everybody heard of it."""

    def decide(state: Any, seat: int, intent: Any, chance: Any) -> Any:
        events = eights.decide(state, seat, intent, chance)
        to = (seat + 1) % state.seats
        return (*events, *(Shown(seat, to, card) for card in events.state.deck[:1] if seat >= 0))

    def evolve(state: Any, event: Any) -> Any:
        return state if isinstance(event, Shown) else eights.evolve(state, event)

    def redact(event: Any, seat: int | None) -> Any:
        if not isinstance(event, Shown):
            return eights.redact(event, seat)
        return event if seat in (event.seat, event.to) else replace(event, card=None)

    def held(redact: Any) -> Promises:
        return altered({"looks": (Shown,)}, decide=decide, evolve=evolve, redact=redact)

    held(redact).test_what_lay_hidden_and_still_does_is_not_named()
    with pytest.raises(BROKEN, match="is told what still lies hidden"):
        held(lambda event, seat: event).test_what_lay_hidden_and_still_does_is_not_named()


def test_what_lies_face_down_before_a_seat_is_hidden_too(eights: Any) -> None:
    """Of each seat, whoever else looks; what there is twice may be named."""
    position = {"hands": [["1", "2"], ["3"]], "chosen": [None, "4"], "deck": ["5", "6", "6"], "pile": ["7"]}
    where, alone = hidden(eights, position), alone_in(position)
    assert where == Hidden("hands", "deck", ("chosen",))
    assert out_of_sight(position, where, 0, alone) == {"3", "4", "5"}
    assert out_of_sight(position, where, 1, alone) == {"1", "2", "5"}
    assert out_of_sight(position, where, None, alone) == {"1", "2", "3", "4", "5"}


def test_a_hand_that_an_event_tells_to_others_is_noticed() -> None:
    rolled = [{"kind": "rolled", "hands": [["1", "1"], ["3", "5"]], "turn": 0}]
    hands = [["1", "1"], ["3", "5"]]
    assert laid_open(rolled, hands, 0) == {"3", "5"}
    assert laid_open(rolled, hands, None) == {"1", "3", "5"}
    assert laid_open([{"kind": "rolled", "hands": [["1", "1"], None]}], hands, 0) == set()


def test_hands_that_are_turned_are_hidden_from_their_owners_alone() -> None:
    """Everyone sees the cards of the others; a spectator, to be safe, none."""
    where = Hidden("hands", "deck", (), is_turned=True)
    position = {"hands": [["1", "2"], ["3", "4"]], "deck": ["5"]}
    alone = alone_in(position)
    assert out_of_sight(position, where, 0, alone) == {"1", "2", "5"}
    assert out_of_sight(position, where, None, alone) == {"1", "2", "3", "4", "5"}
    told = [{"kind": "dealt", "hands": [None, ["3", "4"]]}]
    assert laid_open(told, position["hands"], 0, is_turned=True) == set()
    assert laid_open(told, position["hands"], 1, is_turned=True) == {"3", "4"}
    assert where.places(position, {0, 1}) == []
    assert [pile[at] for pile, at in where.places(position, {None, 1})] == ["3", "4"]


def _turned(eights: Any) -> dict[str, Any]:
    """Crazy Eights, in which the deal tells everybody the hands of the others."""

    def redact(event: Any, seat: int | None) -> Any:
        if not isinstance(event, eights.moves.Dealt):
            return eights.redact(event, seat)
        own = (seat, None)
        hands = tuple(None if seat is None or at in own else hand for at, hand in enumerate(event.hands))
        return replace(event, hands=hands, deck=None)

    return {"redact": redact}


def test_a_deal_of_turned_hands_tells_those_of_the_others(altered: Put, eights: Any) -> None:
    test = "test_the_deal_tells_a_seat_its_own_hand_and_nothing_more_than_a_spectator_hears"
    getattr(altered({"turned": "hands"}, **_turned(eights)), test)()
    with pytest.raises(BROKEN, match="is told another hand of seat 0"):
        getattr(altered({}, **_turned(eights)), test)()
    with pytest.raises(BROKEN, match="is told"):
        getattr(altered({"turned": "hands"}), test)()


def test_a_game_in_which_nothing_is_dealt_into_hands_at_first_need_not_tell_them(
    altered: Put, eights: Any
) -> None:
    def position(state: Any) -> Any:
        found = eights.position(state)
        return found and {**found, "hands": [[] for _ in found["hands"]]}

    def redact(event: Any, seat: int | None) -> Any:
        return eights.redact(event, None)

    altered(
        position=position, redact=redact
    ).test_the_deal_tells_a_seat_its_own_hand_and_nothing_more_than_a_spectator_hears()


def test_a_view_that_does_not_say_what_the_rules_say_is_caught(altered: Put, eights: Any) -> None:
    def view(state: Any, seat: int | None) -> Any:
        seen = eights.view(state, seat)
        return replace(seen, legal=eights.legal(state, state.turn)) if seat is not None else seen

    altered().test_a_view_says_what_the_rules_say()
    with pytest.raises(BROKEN, match=r"in the view of seat \d `legal` is .* and by the rules"):
        altered(view=view).test_a_view_says_what_the_rules_say()


def test_an_answer_that_takes_long_or_is_long_is_caught(altered: Put, eights: Any) -> None:
    def legal(state: Any, seat: int) -> Any:
        begun = thread_time()
        while thread_time() - begun < 0.3:
            pass
        return eights.legal(state, seat)

    altered().test_answers_come_soon_and_are_short()
    with pytest.raises(BROKEN, match=r"`legal` takes 0.3\d s, and all tables wait for it"):
        altered(legal=legal).test_answers_come_soon_and_are_short()


def test_a_game_that_imagines_one_deal_only_is_caught(altered: Put, eights: Any) -> None:
    def imagine(view: Any, chance: Any) -> Any:
        return eights.imagine(view, Seeded(1))

    altered().test_what_is_unseen_is_imagined_otherwise_another_time()
    with pytest.raises(BROKEN, match="`imagine` deals what seat 0 cannot see in one way only"):
        altered(imagine=imagine).test_what_is_unseen_is_imagined_otherwise_another_time()


def test_to_resign_does_not_end_every_game_of_the_promises_at_once(altered: Put, eights: Any) -> None:
    """It is a matter of honour, and asked for seldom: else only beginnings of games would be seen."""

    def legal(state: Any, seat: int) -> Any:
        offers = eights.legal(state, seat)
        return (*offers, Resign()) if offers and seat != HOUSE else offers

    def decide(state: Any, seat: int, intent: Any, chance: Any) -> Any:
        over = (eights.moves.Stopped(),)
        return over if isinstance(intent, Resign) else eights.decide(state, seat, intent, chance)

    altered(legal=legal, decide=decide, HONOUR=(Resign,), Intent=eights.Intent | Resign)
    rows = [len(list(moments(Table("eights", 3), seed))) for seed in range(20)]
    assert max(rows) > 30
    assert min(rows) < max(rows)


class Resign(Intent, frozen=True, tag="resign"):
    pass


def test_cards_that_are_swapped_stay_in_the_box_and_a_seat_keeps_its_own() -> None:
    match = igroteka.Match(SHELF["upturn"], 3)
    match.deal()
    before = match.game.position(match.state)
    assert before is not None
    for seed in range(5):
        mixed = swapped(match, {1}, Seeded(seed), Hidden("racks", "bag", ("nothing",)))
        after = match.game.position(mixed)
        assert after is not None
        assert after["racks"][1] == before["racks"][1]
        assert after["racks"][0] != before["racks"][0]
        assert parts_in(after) == parts_in(before)
        assert [*map(len, after["racks"])] == [*map(len, before["racks"])]


def test_what_lies_face_down_is_swapped_and_an_empty_place_stays_empty() -> None:
    data = {"hands": [["1"], ["2"], ["3"]], "chosen": ["4", "5", None], "deck": ["6", "7"]}
    game = SimpleNamespace(
        position=lambda state: deepcopy(data), from_position=lambda position, options: position
    )
    match: Any = SimpleNamespace(game=game, seats=(0, 1, 2), state=SimpleNamespace(options=None))
    found = [
        swapped(match, {None, 0}, Seeded(seed), Hidden("hands", "deck", ("chosen",))) for seed in range(30)
    ]
    assert {(one["hands"][0][0], one["chosen"][0], one["chosen"][2]) for one in found} == {("1", "4", None)}
    assert {one["chosen"][1] for one in found} == {"2", "3", "5", "6", "7"}
    assert all(parts_in(one) == parts_in(data) for one in found)


def test_piles_before_the_seats_that_nobody_knows_are_a_stock(altered: Put, eights: Any) -> None:
    """As in Snap or War: not even their owners look, so they may lie in any order, in any pile."""
    data = {"piles": [["1", "2", "3"], ["4", "5"], []], "middle": ["6"]}
    game = SimpleNamespace(
        View=eights.View, position=lambda _: deepcopy(data), from_position=lambda position, _: position
    )
    match: Any = SimpleNamespace(game=game, seats=(0, 1, 2), state=SimpleNamespace(options=None))
    where = altered({"stock": "piles"}).hidden_at(data)
    assert where == Hidden(None, "piles")
    assert out_of_sight(data, where, 0, alone_in(data)) == {"1", "2", "3", "4", "5"}
    found = [swapped(match, {None, 0}, Seeded(seed), where) for seed in range(60)]
    assert {one["piles"][0][0] for one in found} == {"1", "2", "3", "4", "5"}
    assert all([*map(len, one["piles"])] == [3, 2, 0] and parts_in(one) == parts_in(data) for one in found)
    deep = {"piles": [[str(at) for at in range(10)], [str(at) for at in range(10, 20)]]}
    assert [at for _, at in where.lying(deep, 12)] == [6, 7, 8, 9] * 2


def test_cards_of_two_kinds_are_swapped_each_for_its_own() -> None:
    """A deck of numbers and hands of charms: a position with a number in a hand cannot be."""
    data = {"hands": [["peek"], ["shield"], ["double"]], "deck": ["1", "2", "3"]}

    def from_position(position: dict[str, Any], options: Any) -> Any:
        if any(part.isdigit() for hand in position["hands"] for part in hand):
            raise Refused("position-impossible")
        return deepcopy(position)

    game = SimpleNamespace(position=lambda state: deepcopy(data), from_position=from_position)
    match: Any = SimpleNamespace(game=game, seats=(0, 1, 2), state=SimpleNamespace(options=None))
    found = [swapped(match, {None, 0}, Seeded(seed), Hidden("hands", "deck")) for seed in range(30)]
    assert {one["hands"][0][0] for one in found} == {"peek"}
    assert {one["hands"][1][0] for one in found} == {"shield", "double"}
    assert {one["deck"][0] for one in found} == {"1", "2", "3"}


def test_a_card_that_all_have_seen_stays_where_a_position_wants_it(eights: Any) -> None:
    """A trump turned up below the deck, a card taken from the table: named in a public field besides."""
    data = {"hands": [["1"], ["2", "3"], ["4"]], "deck": ["5", "6", "7"], "pile": ["7", "3"]}

    def from_position(position: dict[str, Any], options: Any) -> Any:
        if position["deck"][-1] != "7" or "3" not in position["hands"][1]:
            raise Refused("position-impossible", field="deck")
        return deepcopy(position)

    game = SimpleNamespace(View=eights.View, position=lambda _: deepcopy(data), from_position=from_position)
    match: Any = SimpleNamespace(game=game, seats=(0, 1, 2), state=SimpleNamespace(options=None))
    found = [swapped(match, {None, 0}, Seeded(seed), Hidden("hands", "deck")) for seed in range(60)]
    assert {one["hands"][2][0] for one in found} == {"2", "4", "5", "6"}
    assert all(one["deck"][-1] == "7" and "3" in one["hands"][1] for one in found)
    data["deck"].reverse()
    with pytest.raises(AssertionError, match=r"position-impossible \(field=deck\)\. Cards that everyone has"):
        swapped(match, {None, 0}, Seeded(1), Hidden("hands", "deck"))


def test_roles_and_votes_are_swapped_each_among_themselves() -> None:
    """A vote in the place of a role is no position, and a deck beside them none of either."""
    data = {"roles": ["spy", "spy", "agent", "agent"], "votes": [True, None, False, True], "deck": ["1", "2"]}

    def from_position(position: dict[str, Any], options: Any) -> Any:
        if {*position["roles"]} != {"spy", "agent"} or {"1", "2"} != {*position["deck"]}:
            raise Refused("position-impossible")
        return deepcopy(position)

    game = SimpleNamespace(position=lambda _: deepcopy(data), from_position=from_position)
    match: Any = SimpleNamespace(game=game, seats=(0, 1, 2, 3), state=SimpleNamespace(options=None))
    where = Hidden(None, "deck", ("roles", "votes"))
    found = [swapped(match, {None, 0}, Seeded(seed), where) for seed in range(30)]
    assert {one["roles"][0] for one in found} == {"spy"}
    assert {one["roles"].index("spy", 1) for one in found} == {1, 2, 3}
    assert {(one["votes"][0], one["votes"][1]) for one in found} == {(True, None)}
    assert {one["votes"][2] for one in found} == {True, False}


def test_who_rightly_sees_what_another_holds_is_said_by_the_test(altered: Put) -> None:
    """Spies know one another: nothing of the roles is hidden from them, and all of it from an agent."""

    def shows(self: Any, position: dict[str, Any], field: str, owner: int, viewer: int | None) -> bool:
        return field == "roles" and viewer is not None and bool(position["roles"][viewer] == "spy")

    data = {"roles": ["spy", "spy", "agent", "agent"], "votes": [True, None, False, True]}
    where = altered({"secrets": ("roles", "votes"), "shows": shows}).hidden_at(data)
    hidden_from = [
        [field for field in ("roles", "votes") for owner in range(4) if where.is_hiding(field, owner, viewer)]
        for viewer in (None, 0, 2)
    ]
    assert [len(found) for found in hidden_from] == [8, 3, 6]
    assert where.parts_of(data, 0) == {"spy", "agent", True}
    assert altered({"secrets": ("roles",)}).hidden_at(data) == Hidden(None, None, ("roles",))


def test_a_list_where_a_tuple_belongs_is_named(altered: Put, eights: Any) -> None:
    def legal(state: Any, seat: int) -> Any:
        return list(eights.legal(state, seat))

    def view(state: Any, seat: int | None) -> Any:
        return replace(eights.view(state, seat), legal=[])

    promises = altered(legal=legal, view=view)
    with pytest.raises(BROKEN, match="`legal` answers a tuple, not a list"):
        promises.test_every_legal_intent_is_accepted_and_every_accepted_one_was_legal()
    with pytest.raises(BROKEN, match=r"after JSON: `legal` was \[\] and is \(\)"):
        promises.test_views_and_options_survive_json()


def test_a_game_without_an_end_is_told_off(altered: Put, eights: Any) -> None:
    promises = altered({"longest": 8})
    for ends in (
        promises.test_every_random_game_ends_and_after_the_end_nothing_is_legal,
        promises.test_every_outcome_comes_up_and_a_side_wins_as_a_whole,
    ):
        with pytest.raises(BROKEN, match=r"no end after 8 rows of random moves.*Set `longest`"):
            ends()


def test_what_is_remembered_outside_of_the_state_is_caught(altered: Put, eights: Any) -> None:
    asked: list[Any] = []

    def decide(state: Any, seat: int, intent: Any, chance: Any) -> Any:
        asked.append(intent)
        events = eights.decide(state, seat, intent, chance)
        return events if len(asked) % 9 else (*events, eights.moves.TurnCame(0))

    altered().test_the_same_question_has_the_same_answer()
    with pytest.raises(BROKEN, match=r"(?s)`decide` answers .* is anything kept outside of the state"):
        altered(decide=decide).test_the_same_question_has_the_same_answer()


def test_an_offer_that_is_refused_is_named(altered: Put, eights: Any) -> None:
    def legal(state: Any, seat: int) -> Any:
        offers = eights.legal(state, seat)
        return (*offers, eights.moves.Lay("no such card")) if offers and seat != HOUSE else offers

    game = altered(legal=legal).on_shelf
    match = igroteka.Match(game, 2)
    with pytest.raises(Refused) as caught:
        list(igroteka.play_out(match, lambda seat, look, offers, may_wait: offers[-1], Seeded(1)))
    (note,) = caught.value.__notes__
    assert note.startswith("`legal` offers Lay(card='no such card'")
    assert note.endswith(", and `decide` refuses it")


def test_what_is_accepted_though_it_lies_beyond_the_offers_is_caught(altered: Put, eights: Any) -> None:
    def decide(state: Any, seat: int, intent: Any, chance: Any) -> Any:
        odd = isinstance(intent, eights.moves.Lay) and intent.card == "?"
        return () if odd else eights.decide(state, seat, intent, chance)

    with pytest.raises(BROKEN, match=r"`decide` accepts Lay\(card='\?'.* and `legal` does not list it"):
        altered(decide=decide).test_every_legal_intent_is_accepted_and_every_accepted_one_was_legal()


def test_beyond_an_offer_are_numbers_beside_it_and_texts_that_name_nothing(eights: Any) -> None:
    game = SHELF["sequence"]
    catch, lay = eights.moves.Catch(1), eights.moves.Lay("8H", "S")
    assert edges(eights, [catch]) == [eights.moves.Catch(0), eights.moves.Catch(2)]
    assert edges(eights, [lay]) == [eights.moves.Lay("?", "S")]  # "?" is no suit, and so no intent
    assert edges(game, [Deal()]) == []


def test_beyond_offers_are_their_fields_exchanged_and_several_parts_otherwise_ordered(eights: Any) -> None:
    """That a card beats another was asked for those that do alone, and a team in another order of nobody."""
    lays = [eights.moves.Lay("8H", "S"), eights.moves.Lay("8C", "D")]
    beyond = edges(eights, lays)
    assert eights.moves.Lay("8H", "D") in beyond
    assert eights.moves.Lay("8C", "S") in beyond
    throws = edges(SimpleNamespace(Intent=Throw), [Throw(("1", "2"))])  # type: ignore[arg-type]
    assert throws == [Throw(("2", "1")), Throw(("1", "2", "1"))]


class Throw(Intent, frozen=True, tag="throw"):
    dice: tuple[str, ...]


def test_a_role_that_another_is_told_at_the_deal_is_caught() -> None:
    """Many have the same role: as a part it was the viewer's own."""
    where = Hidden(None, None, ("roles",))
    position = {"roles": ["agent", "spy", "agent"]}
    need_untold(0, {"kind": "dealt", "roles": ["agent", None, None], "turn": 1}, position, where)
    need_untold(None, {"kind": "dealt", "roles": [None, None, None]}, position, where)
    with pytest.raises(AssertionError, match="seat 0 is told the entry of seat 2 in `roles`: agent"):
        need_untold(0, {"kind": "dealt", "roles": ["agent", None, "agent"]}, position, where)


def test_a_public_field_that_names_a_card_which_nobody_was_told_is_caught(altered: Put, eights: Any) -> None:
    """State, view and `imagine` agreed on it, so no other promise noticed."""

    def view(state: Any, seat: int | None) -> Any:
        seen = eights.view(state, seat)
        return replace(seen, pile=(*state.hands[0][:1], *seen.pile)) if state.hands else seen

    places = {"places": ("hands", "deck", "pile")}
    altered(places).test_a_view_names_nothing_hidden_of_which_its_seat_was_not_told()
    with pytest.raises(BROKEN, match=r"`pile` names \w+, which lies hidden, and no event has ever told"):
        altered(places, view=view).test_a_view_names_nothing_hidden_of_which_its_seat_was_not_told()


def test_a_table_that_cannot_be_is_not_imagined(altered: Put, eights: Any) -> None:
    """As one on which the trump that everyone sees lies in a hand."""

    def from_position(data: Any, options: Any) -> Any:
        if data["deck"] != sorted(data["deck"]):
            raise Refused("position-impossible", field="deck")
        return eights.from_position(data, options)

    with pytest.raises(BROKEN, match=r"what `imagine` deals for .* `from_position` refuses"):
        altered(from_position=from_position).test_a_view_tells_nothing_its_seat_could_not_have_imagined()


def test_a_deal_that_chance_does_not_make_is_caught(altered: Put, eights: Any) -> None:
    def decide(state: Any, seat: int, intent: Any, chance: Any) -> Any:
        return eights.decide(state, seat, intent, Seeded(1) if isinstance(intent, Deal) else chance)

    altered().test_another_chance_deals_otherwise()
    with pytest.raises(AssertionError, match="8 deals with 8 chances are all the same"):
        altered(decide=decide).test_another_chance_deals_otherwise()


def test_a_progress_that_puts_losers_ahead_is_caught(altered: Put, eights: Any) -> None:
    def progress(state: Any, seat: int) -> float:
        return float(1 - eights.progress(state, seat))

    altered().test_progress_does_not_put_losers_ahead()
    altered(progress=lambda state, seat: 0.5).test_progress_does_not_put_losers_ahead()
    with pytest.raises(AssertionError, match="`progress` says that the losers were nearer"):
        altered(progress=progress).test_progress_does_not_put_losers_ahead()


def test_a_struct_in_a_sentence_is_caught(altered: Put, eights: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    caught = msgspec.defstruct(
        "Took", [("what", Lain)], bases=(Event,), frozen=True, tag="took", module=__name__
    )
    game = altered(Event=eights.Event | caught)
    monkeypatch.setitem(texts("igroteka_eights", "en")["events"], "took", "{what} is taken.")
    with pytest.raises(AssertionError, match="took: what is a struct, which no sentence can say"):
        game.test_every_intent_and_event_has_a_sentence_that_its_fields_can_fill("en", "Event")


def test_yes_or_no_in_a_sentence_is_caught(
    altered: Put, eights: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was told as “true”, in Russian too."""
    voted = msgspec.defstruct(
        "Voted", [("double", bool | None)], bases=(Event,), frozen=True, tag="voted", module=__name__
    )
    game = altered(Event=eights.Event | voted)
    events = texts("igroteka_eights", "en")["events"]
    monkeypatch.setitem(events, "voted", "Double: {double}.")
    with pytest.raises(AssertionError, match=r"double is true or false, .*: voted\.double=true"):
        game.test_every_intent_and_event_has_a_sentence_that_its_fields_can_fill("en", "Event")
    monkeypatch.setitem(events, "voted", "Not doubled.")
    monkeypatch.setitem(events, "voted.double=true", "Doubled.")
    game.test_every_intent_and_event_has_a_sentence_that_its_fields_can_fill("en", "Event")


def test_a_hand_that_is_not_named_last_is_caught(altered: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page would not let it be tapped; an open pile may be anywhere."""
    game = altered()
    game.test_the_hand_is_the_zone_that_is_named_last()
    tables = texts("igroteka_eights", "en")
    last = {**tables["zones"]}
    last["deck_size"] = last.pop("deck_size")
    monkeypatch.setitem(tables, "zones", last)
    with pytest.raises(AssertionError, match=r"hand is what seat . plays with, and deck_size is named last"):
        game.test_the_hand_is_the_zone_that_is_named_last()


def test_nobody_s_turn_in_mid_game_is_caught(altered: Put, eights: Any) -> None:
    with pytest.raises(BROKEN):
        altered(
            turn=lambda state: None
        ).test_every_legal_intent_is_accepted_and_every_accepted_one_was_legal()


@pytest.mark.parametrize(
    ("table", "key", "said"),
    [
        ("events", "drew", r"texts/en.toml, \[events\]: no sentence for drew"),
        ("options", "draws=one", r"texts/en.toml, \[options\]: no sentence for draws=one"),
        ("outcomes", "all-laid", r"texts/en.toml, \[outcomes\]: no sentence for all-laid"),
    ],
)
def test_a_missing_sentence_is_named(
    altered: Put, monkeypatch: pytest.MonkeyPatch, table: str, key: str, said: str
) -> None:
    promises = altered()
    monkeypatch.delitem(texts("igroteka_eights", "en")[table], key)
    promised = {
        "events": partial(
            promises.test_every_intent_and_event_has_a_sentence_that_its_fields_can_fill, table="Event"
        ),
        "options": promises.test_every_option_is_explained,
        "outcomes": promises.test_every_reason_and_outcome_has_a_sentence_that_its_parameters_can_fill,
    }
    with pytest.raises(AssertionError, match=said):
        promised[table](language="en")


def test_a_sentence_where_something_is_hidden_and_something_is_none_has_a_key(
    altered: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`dealt-hidden.first=null`, as the page on zones writes it, was taken for an event of that name."""
    for language in ("ru", "en"):
        said = texts("igroteka_eights", language)
        monkeypatch.setitem(said["events"], "drew-hidden.card=null", said["events"]["drew-hidden"])
    promises = altered()
    promises.test_every_intent_and_event_has_a_sentence_that_its_fields_can_fill("en", "Event")
    promises.test_a_key_for_a_value_is_one_that_is_looked_for()


@pytest.mark.parametrize("key", ["drow", "drew.count", "outcome.stuck", "outcome.stalled.winners", "won"])
def test_a_sentence_to_the_reader_that_nobody_says_is_caught(
    altered: Put, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """A typing error in [you] was seen by nobody: the log went on to speak of the reader by name."""
    promises = altered()
    for good in ("drew.card=QS", "drew-hidden", "caught.by", "outcome.stalled.losers"):
        monkeypatch.setitem(texts("igroteka_eights", "en")["you"], good, "You.")
    promises.test_every_sentence_to_the_reader_is_one_that_is_looked_for("en")
    monkeypatch.setitem(texts("igroteka_eights", "en")["you"], key, "You draw {card}.")
    with pytest.raises(AssertionError, match="nothing fills card" if key == "won" else "nobody looks for it"):
        promises.test_every_sentence_to_the_reader_is_one_that_is_looked_for("en")


def test_a_zone_that_nobody_can_draw_is_caught(altered: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    promises = altered()
    promises.test_the_plain_table_can_draw_its_zones()
    zones = texts("igroteka_eights", "en")["zones"]
    monkeypatch.setitem(zones, "legal", "What may be done")
    with pytest.raises(AssertionError, match=r"\[zones\]: no sentence for legal\.each"):
        promises.test_what_lies_in_a_zone_as_a_struct_has_a_line_that_its_fields_can_fill("en")
    monkeypatch.setitem(zones, "outcome", "The end")  # a struct with a list of numbers in it
    with pytest.raises(AssertionError, match=r"\[zones\], outcome"):
        promises.test_the_plain_table_can_draw_its_zones()


def test_a_board_is_a_zone_by_its_cells() -> None:
    assert _is_drawn({"a1": None, "b1": 0, "aa12": "K"}, 2)
    assert _is_drawn({"a1": {"seat": 0, "piece": "K"}, "b1": 1}, 2)
    assert not _is_drawn({"a1": {"seat": 0}}, 2)
    assert not _is_drawn({"a1": [0]}, 2)
    assert not _is_drawn({"north": 0}, 2)


def test_a_zone_beside_the_seats_has_an_entry_for_each(
    altered: Put, eights: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bid of each seat that only its own knows yet."""
    fields = [("bids", tuple[int | None, ...])]
    shown = msgspec.defstruct("View", fields, bases=(eights.View,), kw_only=True)
    monkeypatch.setitem(texts("igroteka_eights", "en")["zones"], "bids", "{n:trick/tricks}")  # type: ignore[arg-type]

    def view(short: int) -> Any:
        def told(state: Any, seat: int | None) -> Any:
            seen = eights.view(state, seat)
            bids = tuple(2 if one == seat else None for one in range(state.seats - short))
            return shown(**{name: getattr(seen, name) for name in seen.__struct_fields__}, bids=bids)

        return told

    altered(View=shown, view=view(0)).test_the_plain_table_can_draw_its_zones()
    with pytest.raises(AssertionError, match=r"bids: .* one for each, and of 2 seats it is \[None\]"):
        altered(View=shown, view=view(1)).test_the_plain_table_can_draw_its_zones()


class Lain(msgspec.Struct, frozen=True):
    owner: Seat
    card: str


def test_a_struct_is_a_zone_with_a_line_of_its_own(
    altered: Put, eights: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = msgspec.defstruct("View", [("trick", tuple[Lain, ...] | None)], bases=(eights.View,), kw_only=True)
    game = altered(View=told)
    assert things_in(game.on_shelf.View)["trick"] == (Lain,)
    holds = game.test_what_lies_in_a_zone_as_a_struct_has_a_line_that_its_fields_can_fill
    holds("en")
    zones = texts("igroteka_eights", "en")["zones"]
    monkeypatch.setitem(zones, "trick", "Trick")
    with pytest.raises(AssertionError, match=r"\[zones\]: no sentence for trick.each"):
        holds("en")
    monkeypatch.setitem(zones, "trick.each", "{seat}")
    with pytest.raises(AssertionError, match=r"trick\.each: Lain has no field seat"):
        holds("en")
    monkeypatch.setitem(zones, "trick.each", "{owner}")
    holds("en")
    game.test_the_zones_of_the_plain_table_are_fields_of_the_view("en")
    monkeypatch.setitem(zones, "hand.each", "{owner}")
    with pytest.raises(AssertionError, match=r"hand\.each: no struct lies in hand"):
        holds("en")


def test_what_a_struct_in_a_zone_may_hold() -> None:
    assert _is_drawn([{"owner": 0, "cards": ["8H", None], "paid": True}, None], 3)
    assert _is_drawn([[{"owner": 0}], []], 3)
    assert _is_drawn({"owner": 0, "tricks": None}, 2, holds_things=True)
    assert not _is_drawn([{"owner": {"seat": 0}}], 2)
    assert not _is_drawn([{"owner": 0}, "8H"], 2)


def test_parts_lie_in_structs_too() -> None:
    position = {"hands": [["1"]], "trick": [{"seat": 0, "card": "2", "suit": "H"}], "winners": []}
    assert parts_in(position) == {"1": 1}
    assert parts_in(position, ("hands", "trick.card")) == {"1": 1, "2": 1}
    assert parts_in(position, ("hands", "trick")) == {"1": 1, "2": 1, "H": 1}
    assert places_in(position) == ("hands",)


def test_an_order_that_is_told_is_named() -> None:
    told = differing({"legal": ["1", "2"]}, {"legal": ["2", "1"]})
    assert told == "`legal` is ['1', '2'] or ['2', '1'], the same in another order"
    assert "order" not in differing({"legal": ["1"]}, {"legal": ["2"]})


def test_a_zone_that_is_no_field_is_named(altered: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    promises = altered()
    monkeypatch.setitem(texts("igroteka_eights", "en")["zones"], "pil", "The pile")
    with pytest.raises(AssertionError, match=r"texts/en.toml, \[zones\]: View has no field pil"):
        promises.test_the_zones_of_the_plain_table_are_fields_of_the_view("en")


def test_an_event_that_was_forgotten_is_named(altered: Put, eights: Any) -> None:
    def redact(event: Any, seat: int | None) -> Any:
        return None if isinstance(event, eights.moves.Drew) else eights.redact(event, seat)

    with pytest.raises(TypeError, match="redact tells nothing of Drew"):
        altered(redact=redact).test_a_whole_game_can_be_told("en")
    with pytest.raises(TypeError, match="evolve gives no state after 'laid'"):
        Unfolding(1, lambda state, event: None).tell("laid")  # type: ignore[arg-type,return-value]


def test_a_game_in_which_nobody_can_act_says_when_that_was(altered: Put, eights: Any) -> None:
    def legal(state: Any, seat: int) -> Any:
        return eights.legal(state, seat) if seat == HOUSE or len(state.pile) < 2 else ()

    with pytest.raises(
        AssertionError, match=r"after row \d+ of eights, with seat \d on turn, `legal` offers"
    ):
        altered(legal=legal).test_who_plays_by_itself_leaves_matters_of_honour_out()


def test_a_fault_of_a_package_is_told_as_such(altered: Put) -> None:
    altered()
    try:
        exec("\n1 / 0", {"__name__": "igroteka_eights.rules"})
    except ZeroDivisionError as error:
        said = told_fault(error)
    assert "igroteka_eights" in said
    assert "igroteka_eights.rules:2" in said
    assert "ZeroDivisionError: division by zero" in said
    assert "IGROTEKA_TRACE=1" in told_fault(ValueError())
    assert "igroteka_eights" not in told_fault(ValueError())


def test_a_view_that_tells_of_hidden_cards_is_caught(altered: Put, eights: Any) -> None:
    def view(state: Any, seat: int | None) -> Any:
        return replace(eights.view(state, seat), pile=state.deck[:1])

    with pytest.raises(BROKEN, match=r"`view` tells .* what `imagine` cannot know: `pile` is"):
        altered(view=view).test_a_view_tells_nothing_its_seat_could_not_have_imagined()


def test_a_legal_intent_that_would_be_refused_is_caught(altered: Put, eights: Any) -> None:
    def legal(state: Any, seat: int) -> Any:
        return (
            (*eights.legal(state, seat), eights.moves.Catch(seat)) if seat >= 0 else eights.legal(state, seat)
        )

    with pytest.raises(BROKEN):
        altered(legal=legal).test_every_legal_intent_is_accepted_and_every_accepted_one_was_legal()


def test_an_event_that_is_folded_otherwise_than_it_was_decided_is_caught(altered: Put, eights: Any) -> None:
    def evolve(state: Any, event: Any) -> Any:
        after = eights.evolve(state, event)
        return replace(after, pile=after.pile[-5:]) if len(after.pile) > 5 else after

    with pytest.raises(BROKEN):
        altered(evolve=evolve).test_the_log_alone_rebuilds_the_state_also_after_a_journey_through_json()


def test_a_lost_card_is_caught(altered: Put, eights: Any) -> None:
    def decide(state: Any, seat: int, intent: Any, chance: Any) -> Any:
        """Out of the deck of the deal falls a card."""
        events = eights.decide(state, seat, intent, chance)
        if isinstance(events[0], eights.moves.Dealt):
            return (replace(events[0], deck=events[0].deck[1:]), *events[1:])
        return events

    with pytest.raises(BROKEN):
        altered(decide=decide).test_parts_are_conserved()
    with pytest.raises(BROKEN, match="counted are pile, deck: `places` says"):
        altered({"places": ("pile", "deck")}).test_parts_are_conserved()


def test_the_tests_of_the_example_are_three_lines() -> None:
    lines = (EIGHTS / "tests" / "test_eights.py").read_text().splitlines()
    assert len([line for line in lines if line.strip()]) == 3


def test_without_pytest_one_sentence_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "hypothesis.py").write_text("raise ImportError('gone', name='hypothesis')")
    done = subprocess.run(
        [sys.executable, "-c", "import igroteka.testing"],
        env=with_site(tmp_path), capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.stderr.splitlines()[-1] == (
        "ImportError: igroteka.testing needs hypothesis, which is not installed: "
        "pip install 'igroteka[testing]'"
    )


def test_a_position_may_call_its_hands_what_it_likes(altered: Put, eights: Any) -> None:
    def position(state: Any) -> Any:
        told = eights.position(state)
        return told and {"cards" if name == "hands" else name: value for name, value in told.items()}

    def from_position(data: Any, options: Any) -> Any:
        named = {"hands" if name == "cards" else name: value for name, value in data.items()}
        return eights.from_position(named, options)

    promises = altered(position=position, from_position=from_position)
    start = {"cards": [["7H"], ["4C", "5C"]], "pile": ["3H"], "suit": "H"}
    steps = (Step(do=(0, {"kind": "lay", "card": "7H"}), then={"winners": [0]}),)
    scenario = Scenario("eights", "the last card", 2, position=start, steps=steps)
    assert list(problems(scenario, promises.on_shelf)) == []
    match = igroteka.Match(promises.on_shelf, 2)
    match.deal()
    assert promises.hidden_in(match.state) == Hidden("cards", "deck", ())


def test_what_only_one_language_says_is_named(altered: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(texts("igroteka_eights", "en")["events"], "flew", "{seat} flies.")
    with pytest.raises(AssertionError, match=r"texts/en.toml alone: \[events\] flew"):
        altered().test_both_languages_say_the_same_things()
    monkeypatch.setitem(texts("igroteka_eights", "ru")["events"], "flew", "{who} летит.")
    with pytest.raises(AssertionError, match=r"\[events\] flew is filled with other holes"):
        altered().test_both_languages_say_the_same_things()


def test_a_stop_that_stops_nothing_and_a_progress_beyond_the_end_are_named(altered: Put, eights: Any) -> None:
    def decide(state: Any, seat: int, intent: Any, chance: Any) -> Any:
        events = eights.decide(state, seat, intent, chance)
        return () if isinstance(intent, Stop) else events

    with pytest.raises(AssertionError, match=r"after `Stop` the outcome is core.STOPPED, not None"):
        altered(decide=decide).test_the_house_may_stop_a_game_and_then_nobody_wins()
    with pytest.raises(BROKEN, match="a share from 0 to 1, and of seat 0 7"):
        altered(progress=lambda state, seat: 7).test_every_seat_is_on_one_side_and_progress_is_a_share()
