"""What somebody who writes a first game gets wrong, and is told: leaks, an `imagine` that knows too much."""

import shutil
from pathlib import Path
from time import thread_time
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from igroteka import core
from igroteka.core import HOUSE, Refused
from igroteka.games import SHELF
from igroteka.games.shelf import Found
from igroteka.games.texts import texts
from igroteka.lab.random_games import tables
from igroteka.sources import said_in
from igroteka.table.lesson import as_json, fits
from igroteka.testing import Promises, clauses, hints
from igroteka.testing.hiding import Hidden, alone_in, out_of_sight
from igroteka.testing.tables import moments
from plugins.conftest import BROKEN, Put
from sites import EIGHTS, site_of

AT_HOME = {"project": property(lambda self: EIGHTS)}
"""Beside the scenarios of Crazy Eights."""


def test_an_event_that_tells_a_choice_which_no_view_shows_is_caught(altered: Put, eights: Any) -> None:
    """A suit that the first seat alone is shown: the view tells it to no other, and the event does."""

    def view(state: Any, seat: int | None) -> Any:
        return eights.view(state if seat == 0 else replace(state, suit="C"), seat)

    with pytest.raises(BROKEN, match="no view shows it to others: `redact`"):
        altered(view=view).test_no_event_tells_a_choice_that_the_view_keeps()
    named = {"reveals": (eights.moves.WildLaid,)}
    altered(named, view=view).test_no_event_tells_a_choice_that_the_view_keeps()
    altered().test_no_event_tells_a_choice_that_the_view_keeps()


def test_an_imagine_that_remembers_the_table_is_caught(altered: Put, eights: Any) -> None:
    lately: dict[int | None, Any] = {}

    def view(state: Any, seat: int | None) -> Any:
        lately[seat] = state
        return eights.view(state, seat)

    def imagine(seen: Any, chance: Any) -> Any:
        state = lately[seen.seat]
        return state if eights.view(state, seen.seat) == seen else eights.imagine(seen, chance)

    with pytest.raises(BROKEN, match="`imagine` makes two tables: is anything kept outside of the view"):
        altered(view=view, imagine=imagine).test_imagine_knows_nothing_but_the_view()
    altered().test_imagine_knows_nothing_but_the_view()


def test_a_table_where_nobody_can_go_on_is_not_imagined(altered: Put, eights: Any) -> None:
    imagined: list[Any] = []

    def imagine(seen: Any, chance: Any) -> Any:
        imagined.append(eights.imagine(seen, chance))
        return imagined[-1]

    def legal(state: Any, seat: int) -> Any:
        return () if any(state is one for one in imagined) else eights.legal(state, seat)

    with pytest.raises(BROKEN, match="that `imagine` makes for a spectator nobody can do anything"):
        altered(imagine=imagine, legal=legal).test_a_view_tells_nothing_its_seat_could_not_have_imagined()


def test_an_imagine_that_takes_long_now_and_then_is_caught(altered: Put, eights: Any) -> None:
    """One deal in thirty: asked twice for another deal each time, it hid behind the shorter answer."""

    def imagine(seen: Any, chance: Any) -> Any:
        end = thread_time() + 0.3 * (chance.below(30) == 0)
        while thread_time() < end:
            pass
        return eights.imagine(seen, chance)

    with pytest.raises(BROKEN, match=r"`imagine` takes 0.3\d s, and all tables wait for it"):
        altered(imagine=imagine).test_answers_come_soon_and_are_short()


def test_what_is_offered_and_refused_is_told_by_every_promise(altered: Put, eights: Any) -> None:
    def legal(state: Any, seat: int) -> Any:
        offers = eights.legal(state, seat)
        return offers if seat == HOUSE or not offers else (eights.moves.Lay("0X"),)

    promises = altered(legal=legal)
    with pytest.raises(AssertionError, match=r"row 1: `decide` refuses what `legal` offers: card-not-held "):
        list(moments(next(tables(promises.on_shelf)), 3))
    with pytest.raises(BROKEN, match="`decide` refuses what `legal` offers"):
        promises.test_a_refused_intent_leaves_the_state_as_it_was()


def test_a_short_game_in_which_the_learner_can_do_nothing_is_said_to_be_that(
    altered: Put, eights: Any
) -> None:
    """It ended in a division by nought, within a bot."""

    def legal(state: Any, seat: int) -> Any:
        return () if seat == 0 else eights.legal(state, seat)

    def view(state: Any, seat: int | None) -> Any:
        return replace(eights.view(state, seat), legal=() if seat is None else legal(state, seat))

    with pytest.raises(AssertionError, match="the learner is to move and may do nothing"):
        altered(legal=legal, view=view).test_the_short_game_of_a_lesson_is_played_to_its_end(1)


def test_what_a_position_forgets_is_named(altered: Put, eights: Any) -> None:
    def from_position(data: Any, options: Any) -> Any:
        return replace(eights.from_position(data, options), drawn=0)

    with pytest.raises(BROKEN, match=r"gives another state: `drawn` is [123] or 0"):
        altered(from_position=from_position).test_a_position_gives_the_state_back_but_for_the_pool()


def test_a_key_that_nobody_looks_for_is_named(altered: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    altered().test_a_key_for_a_value_is_one_that_is_looked_for()
    events = texts("igroteka_eights", "en")["events"]
    for key in ("drew.card=null-hidden", "drew.colour=red"):
        with monkeypatch.context() as patch:
            patch.setitem(events, key, "{seat} draws.")
            with pytest.raises(AssertionError, match=f"{key}: nobody looks for it; .* are seat, card"):
                altered().test_a_key_for_a_value_is_one_that_is_looked_for()


def test_ships_that_lie_in_lists_of_lists_are_hidden_too(altered: Put) -> None:
    """And they are not taken for the hands besides, which dealt one ship to two places."""
    position = {"fleets": [[["a1", "a2"], ["c1"]], [["b1", "b2"]]], "turn": 0}
    where = Hidden(None, None, ("fleets",))
    alone = alone_in(position)
    assert out_of_sight(position, where, 0, alone) == {"b1", "b2"}
    assert out_of_sight(position, where, None, alone) == {"a1", "a2", "c1", "b1", "b2"}
    assert altered({"secrets": ("fleets",)}).hidden_at(position) == where


class Throw(core.Intent, frozen=True, tag="throw"):
    dice: tuple[str, ...]


def test_a_lesson_asks_for_a_list_as_it_writes_it() -> None:
    """What the rules keep in a tuple is a list in lesson.toml."""
    assert fits({"kind": "throw", "dice": ["5", "5"]}, as_json(Throw(("5", "5"))))
    assert not fits({"kind": "throw", "dice": ["5"]}, as_json(Throw(("5", "5"))))


def test_an_outcome_that_no_game_comes_to_is_named(altered: Put, eights: Any) -> None:
    """Where all play against the game, chance alone never wins: nobody would look at the winners."""

    def outcome(state: Any) -> Any:
        end = eights.outcome(state)
        return end and (end if end.reason == "stopped" else replace(end, reason="all-laid"))

    with pytest.raises(BROKEN, match="no scenario and no random game ends with stalled: write a scenario"):
        altered(AT_HOME, outcome=outcome).test_every_outcome_comes_up_and_a_side_wins_as_a_whole()
    altered(AT_HOME).test_every_outcome_comes_up_and_a_side_wins_as_a_whole()


def test_half_a_side_that_wins_in_a_scenario_is_caught(altered: Put, eights: Any) -> None:
    def sides(table: Any) -> Any:
        return (tuple(range(table.seats)),)

    with pytest.raises(BROKEN, match="a side wins as a whole: the winners are"):
        altered(AT_HOME, sides=sides).test_every_outcome_comes_up_and_a_side_wins_as_a_whole()


def test_who_deals_hands_that_their_owners_do_not_see_hears_of_turned(altered: Put, eights: Any) -> None:
    def redact(event: Any, seat: int | None) -> Any:
        return eights.redact(event, None)

    with pytest.raises(BROKEN, match="nobody their own: `turned` names them"):
        altered(
            redact=redact
        ).test_the_deal_tells_a_seat_its_own_hand_and_nothing_more_than_a_spectator_hears()


def test_a_position_that_is_no_plain_data_and_a_table_before_the_deal_are_told_in_words(
    altered: Put, eights: Any
) -> None:
    def position(state: Any) -> Any:
        plain = eights.position(state)
        return plain and {**plain, "hands": tuple(plain["hands"])}

    def imagine(seen: Any, chance: Any) -> Any:
        return replace(eights.imagine(seen, chance), deck=("2C",) * (seen.deck_size or 9))

    with pytest.raises(BROKEN, match="lists and no tuples or structs"):
        altered(position=position).test_a_position_gives_the_state_back_but_for_the_pool()
    with pytest.raises(BROKEN, match="before the deal `imagine` makes another table than the view tells"):
        altered(imagine=imagine).test_before_the_deal_there_is_no_position_and_only_the_house_may_act()


def test_a_view_that_cannot_be_needs_no_clause(altered: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clauses, "said", lambda package: [("view-impossible", set(), False)])
    altered().test_every_refusal_of_the_rules_cites_a_clause()
    monkeypatch.setattr(clauses, "said", lambda package: [("too-late", set(), False)])
    with pytest.raises(BROKEN, match="`Refused` cites no clause for too-late"):
        altered().test_every_refusal_of_the_rules_cites_a_clause()


def test_a_zone_that_the_view_does_not_have_is_named_once(
    altered: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The promises beside it ended with a traceback of ours."""
    for language in ("en", "ru"):
        monkeypatch.setitem(texts(altered().on_shelf.__name__, language)["zones"], "team", "team {n}")
    promises = altered()
    with pytest.raises(BROKEN, match="View has no field team"):
        promises.test_the_zones_of_the_plain_table_are_fields_of_the_view("en")
    promises.test_the_plain_table_can_draw_its_zones()
    promises.test_the_hand_is_the_zone_that_is_named_last()


def test_a_lesson_of_another_game_is_said_to_be_refused(altered: Put, eights: Any) -> None:
    """That of `igroteka new-game` is for two, and the game has become one for four."""

    def start(seats: int, options: Any) -> Any:
        if seats == 2:
            raise Refused("seats-do-not-fit", "CE-01", seats=seats, fit="4")
        return eights.start(seats, options)

    promises = altered(start=start, from_position=lambda data, options: start(len(data["hands"]), options))
    for taught in (
        promises.test_every_step_of_a_lesson_can_be_done_as_it_is_asked,
        promises.test_what_is_legal_but_not_asked_for_changes_nothing,
        lambda: promises.test_the_short_game_of_a_lesson_is_played_to_its_end(1),
    ):
        with pytest.raises(BROKEN, match=r"the rules refuse what lesson.toml says: seats-do-not-fit"):
            taught()


def test_the_scenarios_of_a_package_that_is_left_out_say_why(
    altered: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them said that there is no such game."""
    promises = altered(AT_HOME)
    found = Found({}, ("The package igroteka-eights is left out: a mistake.",))
    monkeypatch.setattr(SHELF, "_found", found)
    with pytest.raises(pytest.fail.Exception, match="is left out: a mistake"):
        promises.test_the_scenarios_pass()


def test_a_hint_that_the_clock_has_cut_short_may_differ_and_another_may_not(
    altered: Put, eights: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where rules are slow, or the machine is, Player comes less far the second time."""
    asked: list[Any] = []

    def wavering(view: Any) -> Any:
        asked.append(view)
        offer = view.legal[len(asked) % len(view.legal)] if view.legal else None
        return offer and hints.Hint(offer, eights.explain(view, offer))

    monkeypatch.setattr(hints, "hint", wavering)
    promises = altered()
    with pytest.raises(BROKEN, match=r"the hint was .*, and asked for again .*: does `imagine`"):
        promises.test_every_move_of_a_random_game_is_explained_and_a_hint_is_one_of_them()
    monkeypatch.setattr(hints, "SECONDS", 0.0)
    promises.test_every_move_of_a_random_game_is_explained_and_a_hint_is_one_of_them()


def test_a_view_that_tells_what_events_keep_is_caught(altered: Put, eights: Any) -> None:
    """As a pile of cards face down that every view shows: `imagine` then knew it too, and nobody noticed."""

    def redact(event: Any, seat: int | None) -> Any:
        hides = isinstance(event, eights.moves.Laid) and event.seat != seat
        return replace(event, card=None) if hides else eights.redact(event, seat)

    with pytest.raises(BROKEN, match=r"sees whether seat \d asked for .* no event tells it: .* `pile` is"):
        altered(redact=redact).test_no_event_tells_a_choice_that_the_view_keeps()


def test_whoever_begins_may_draw_in_the_row_of_the_deal(altered: Put, eights: Any) -> None:
    """Where each has one card and draws before it plays: the seat that draws hears what, and no other."""

    def decide(state: Any, seat: int, intent: Any, chance: Any) -> Any:
        events = eights.decide(state, seat, intent, chance)
        if not isinstance(events[0], eights.moves.Dealt):
            return events
        dealt = core.Unfolding(state, eights.evolve)
        dealt.tell(*events)
        dealt.tell(eights.moves.Drew(dealt.state.turn, dealt.state.deck[0]))
        return dealt.events

    def redact(event: Any, seat: int | None) -> Any:
        everyone = isinstance(event, eights.moves.Drew) and seat is not None
        return event if everyone else eights.redact(event, seat)

    test = "test_the_deal_tells_a_seat_its_own_hand_and_nothing_more_than_a_spectator_hears"
    getattr(altered(decide=decide), test)()
    with pytest.raises(BROKEN, match="more than the own hand and what is drawn into it"):
        getattr(altered(decide=decide, redact=redact), test)()


def test_parts_that_vanish_are_named_and_where_they_did(altered: Put, eights: Any) -> None:
    """Also whether it is `imagine` that loses them: nothing said so."""

    def imagine(view: Any, chance: Any) -> Any:
        state = eights.imagine(view, chance)
        return replace(state, deck=state.deck[1:])

    with pytest.raises(
        BROKEN, match=r"row \d+, where `imagine` deals for .*: parts vanished \(\w+\) or appeared"
    ):
        altered(imagine=imagine).test_parts_are_conserved()


def test_a_pile_that_is_the_hand_as_long_as_the_last_zone_is_empty_is_caught(
    altered: Put, eights: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As dice above a choice that is None at first: they jumped to the bottom of the page and back."""
    promises = altered()
    promises.test_what_lies_on_the_table_does_not_become_the_hand_now_and_then()
    zones = {"pile": "Pile", "winners": "Last", "outcome": "End"}
    monkeypatch.setitem(texts("igroteka_eights", "en"), "zones", zones)  # type: ignore[arg-type]

    def view(state: Any, seat: int | None) -> Any:
        return replace(eights.view(state, seat), winners=(0,) if len(state.pile) % 2 else None)

    with pytest.raises(AssertionError, match=r"pile lies at the bottom, .* while winners is None"):
        altered(view=view).test_what_lies_on_the_table_does_not_become_the_hand_now_and_then()


def test_an_empty_list_of_numbers_is_no_zone(
    altered: Put, eights: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """“Worth 0” stood on the table until the end, when it was told what each seat is worth."""
    shown = msgspec.defstruct("View", [("worth", tuple[int, ...])], bases=(eights.View,), kw_only=True)
    monkeypatch.setitem(texts("igroteka_eights", "en")["zones"], "worth", "worth {n}")  # type: ignore[arg-type]

    def held(worth: Any) -> Promises:
        def view(state: Any, seat: int | None) -> Any:
            seen = eights.view(state, seat)
            return shown(**{name: getattr(seen, name) for name in seen.__struct_fields__}, worth=worth(state))

        return altered(View=shown, view=view)

    held(lambda state: (0,) * state.seats).test_the_plain_table_can_draw_its_zones()
    held(lambda state: None).test_the_plain_table_can_draw_its_zones()
    with pytest.raises(AssertionError, match=r"worth: an empty list of numbers, .* is shown as 0"):
        held(lambda state: ()).test_the_plain_table_can_draw_its_zones()


def test_a_choice_between_two_kinds_that_everybody_hears_is_caught(altered: Put, eights: Any) -> None:
    """To stay or to go, in secret: only choices of one kind were compared, and nobody noticed."""
    shown: dict[int | None, Any] = {}

    def view(state: Any, seat: int | None) -> Any:
        seen = eights.view(state, seat)
        return seen if seat == 0 or not state.hands else shown.setdefault(seat, seen)

    def legal(state: Any, seat: int) -> Any:
        return tuple({type(offer): offer for offer in eights.legal(state, seat)}.values())

    with pytest.raises(BROKEN, match="no view shows it to others: `redact`"):
        altered(view=view, legal=legal).test_no_event_tells_a_choice_that_the_view_keeps()
    altered(legal=legal).test_no_event_tells_a_choice_that_the_view_keeps()


def test_an_imagined_table_where_a_part_is_lost_with_the_next_move_is_caught(
    altered: Put, eights: Any
) -> None:
    """As a card in an offer that `imagine` has dealt to somebody else: it was taken from nobody."""
    imagined: list[Any] = []

    def imagine(view: Any, chance: Any) -> Any:
        imagined.append(eights.imagine(view, chance))
        return imagined[-1]

    def evolve(state: Any, event: Any) -> Any:
        after = eights.evolve(state, event)
        return replace(after, pile=after.pile[1:]) if any(state is one for one in imagined) else after

    with pytest.raises(BROKEN, match=r"where `imagine` deals for .* asks for .*: parts vanished \(\w+\)"):
        altered(imagine=imagine, evolve=evolve).test_parts_are_conserved()


def test_offers_in_the_order_of_a_set_are_caught(
    altered: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within one process it is always the same order."""
    altered().test_another_process_plays_the_same_game()
    copy = shutil.copytree(EIGHTS, tmp_path / "source")
    rules = copy / "src" / "igroteka_eights" / "rules.py"
    once = rules.read_text("utf-8").replace("def legal(", "def in_order(")
    rules.write_text(once + UNSORTED, "utf-8")
    monkeypatch.syspath_prepend(site_of(copy, tmp_path / "sites"))
    with pytest.raises(AssertionError, match=r"row \d+: `legal` of seat \d is otherwise in another process"):
        altered().test_another_process_plays_the_same_game()


UNSORTED = """

def legal(state, seat):
    offers = {repr(offer): offer for offer in in_order(state, seat)}
    return tuple(offers[name] for name in set(offers))
"""


def test_what_a_reason_depends_on_is_no_reason(tmp_path: Path) -> None:
    """`Refused("a" if suit == "H" else "b")` asked for a sentence for “H”."""
    path = tmp_path / "rules.py"
    path.write_text('raise Refused("a" if suit == "H" else "b", "XX-01")')
    assert [key for key, _, _ in said_in(path)] == ["a", "b"]


def test_slow_rules_are_told_before_everything_that_waits_for_them() -> None:
    """pytest runs the methods of the class that is named last first, in their order."""
    assert next(name for name in vars(Promises.__bases__[-1]) if name.startswith("test_")) == (
        "test_answers_come_soon_and_are_short"
    )
