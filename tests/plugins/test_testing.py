"""`igroteka.testing` holds a game to its promises: a game that breaks one is caught."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

import igroteka
from igroteka.core import Refused, shelved
from igroteka.games import SHELF
from igroteka.table import Scenario, problems
from igroteka.table.scenario import Step
from igroteka.testing import Promises
from sites import EIGHTS, site_of, with_site


@pytest.fixture
def eights(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(site_of(EIGHTS))
    import igroteka_eights

    return igroteka_eights


BROKEN = (AssertionError, Refused, BaseExceptionGroup)
"""What a promise that is not kept ends with; the group is Hypothesis telling of several at once."""
Put = Callable[..., Promises]


@pytest.fixture
def altered(eights: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Put]:
    """The promises of Crazy Eights with some of its names changed."""

    class Held(Promises):
        game = "eights"

    def put(**names: Any) -> Promises:
        package = SimpleNamespace(**{**vars(eights), **names})
        monkeypatch.setitem(SHELF._found.games, "eights", shelved(package))
        return Held()

    return put


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

    with pytest.raises(BROKEN):
        altered(redact=redact).test_swapping_what_a_seat_cannot_see_changes_no_byte_that_it_is_told()


def test_a_view_that_tells_of_hidden_cards_is_caught(altered: Put, eights: Any) -> None:
    def view(state: Any, seat: int | None) -> Any:
        return replace(eights.view(state, seat), pile=state.deck[:1])

    with pytest.raises(BROKEN):
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
    assert promises.hidden_in(match.state) == ("cards", "deck")
