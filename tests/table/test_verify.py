"""A true record verifies; a changed one does not, and the first thing that differs is named."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from igroteka.core import Refused
from igroteka.games import SHELF
from igroteka.table.record import Record
from igroteka.table.recorder import record_of
from igroteka.table.verify import Verdict, verify
from table.playing import data_of, every_game, finished, kinds, record, record_from, unfinished

OPEN = ["commitment", "seed", "rows", "outcome"]


def verdict(one: Record) -> Verdict:
    return verify(one, SHELF[one.game])


def statuses(one: Record) -> dict[str, str]:
    return {check.name: check.status for check in verdict(one).checks}


@every_game
def test_the_record_of_a_finished_game_verifies_at_every_table(game: str) -> None:
    for number, table in enumerate(kinds(game)):
        one = record_of(*finished(table, number, 150))
        assert verdict(one).verified, (table.label(), number, verdict(one).wrong)


@every_game
def test_a_stopped_game_verifies(game: str) -> None:
    one = record(game, 1, 9)
    assert one.outcome is not None
    assert one.outcome.reason == "stopped"
    assert verdict(one).verified


@every_game
def test_of_an_unfinished_game_it_is_said_what_cannot_be_checked_yet(game: str) -> None:
    match, known = unfinished(kinds(game)[0], 2, 15)
    for seat in (None, *match.seats):
        one = record_of(match, known, seat)
        assert not verdict(one).verified
        assert verdict(one).wrong is None
        assert [name for name, status in statuses(one).items() if status == "open"] == OPEN


def flip(text: str) -> str:
    """The same hex but for one digit."""
    return ("1" if text[0] == "0" else "0") + text[1:]


def at(*path: Any, to: Callable[[Any], Any]) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        for name in path[:-1]:
            data = data[name]
        data[path[-1]] = to(data[path[-1]])

    return change


def without_row(number: int, renumber: bool) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        del data["rows"][number - 1]
        for wanted, row in enumerate(data["rows"], 1):
            row["number"] = wanted if renumber else row["number"]

    return change


def swap_two_rows(data: Any) -> None:
    rows = data["rows"]
    rows[1]["intent"], rows[3]["intent"] = rows[3]["intent"], rows[1]["intent"]
    rows[1]["seat"], rows[3]["seat"] = rows[3]["seat"], rows[1]["seat"]
    rows[1]["events"], rows[3]["events"] = rows[3]["events"], rows[1]["events"]


def next_seat(data: Any) -> None:
    data["rows"][1]["seat"] = (data["rows"][1]["seat"] + 1) % data["seats"]


def another_option(data: Any) -> None:
    """One that this game may never have come to need."""
    names = [name for name, value in data["options"].items() if isinstance(value, bool)]
    if names:
        data["options"][names[-1]] = not data["options"][names[-1]]
    else:
        data["options"]["skip"] = "repeats"


ON_PURPOSE = {
    "secret": (at("secret", to=flip), "commitment"),
    "commitment": (at("commitment", to=flip), "commitment"),
    "secret and commitment": (
        lambda data: (
            at("secret", to=lambda _: "00" * 32)(data),
            at("commitment", to=lambda _: "179a1807a00f8957c9b267a42e25ca413ccfcbcb13b6bd7553906517bc060b6c")(
                data
            ),
        ),
        "seed",
    ),
    "no secret": (at("secret", to=lambda _: None), "reveal"),
    "no seed": (at("seed", to=lambda _: None), "reveal"),
    "not over": (at("complete", to=lambda _: False), "reveal"),
    "seed": (at("seed", to=flip), "seed"),
    "a nonce": (at("nonces", 0, "hex", to=flip), "seed"),
    "a bad nonce": (at("nonces", 0, "hex", to=lambda _: "zz"), "seed"),
    "who gave it": (at("nonces", 0, "who", to=lambda who: who + "!"), "seed"),
    "one nonce less": (at("nonces", to=lambda nonces: nonces[1:]), "seed"),
    "nonces in another order": (at("nonces", to=lambda nonces: nonces[::-1]), "seed"),
    "an option": (another_option, "seed"),
    "an unknown option": (at("options", to=lambda options: options | {"wind": "west"}), "table"),
    "an option left out": (at("options", to=lambda options: dict(list(options.items())[1:])), "seed"),
    "the number of seats": (at("seats", to=lambda _: 77), "table"),
    "a person less": (at("people", to=lambda people: people[1:]), "table"),
    "a number": (at("rows", 2, "number", to=lambda number: number + 1), "numbers"),
    "a row less": (without_row(3, renumber=False), "numbers"),
    "a row less, numbered anew": (without_row(3, renumber=True), "rows"),
    "the deal": (at("rows", 0, "intent", "kind", to=lambda _: "stop"), "rows"),
    "a row for the deal": (at("rows", 0, "events", to=lambda events: events[:-1]), "rows"),
    "an intent": (at("rows", 1, "intent", to=lambda _: {"kind": "flee"}), "rows"),
    "a hidden intent": (at("rows", 1, "intent", to=lambda _: None), "rows"),
    "who asked": (next_seat, "rows"),
    "the order of rows": (swap_two_rows, "rows"),
    "an event more": (at("rows", 1, "events", to=lambda events: [*events, events[-1]]), "rows"),
    "an event less": (at("rows", 1, "events", to=lambda events: events[:-1]), "rows"),
    "no events": (at("rows", 1, "events", to=lambda _: []), "rows"),
    "time": (at("rows", 2, "time", to=lambda time: time - 10**6), "times"),
    "a deal before the start": (at("rows", 0, "time", to=lambda time: time - 10**6), "times"),
    "a deal after what it dealt": (at("rows", 0, "time", to=lambda time: time + 10**6), "times"),
    "started late": (at("started", to=lambda time: time + 10**9), "times"),
    "ended early": (at("ended", to=lambda time: time - 1), "times"),
    "the last row cut off": (at("rows", to=lambda rows: rows[:-1]), "outcome"),
    "the winner": (at("outcome", "winners", to=lambda seats: [*seats, 0]), "outcome"),
    "the reason": (at("outcome", "reason", to=lambda _: "luck"), "outcome"),
}

BY_ACCIDENT = {
    "a name": at("people", 0, "name", to=lambda name: name + "a"),
    "an avatar": at("people", 0, "avatar", to=lambda _: "wolf"),
    "a bot": at("people", 1, "bot", to=lambda _: "hard"),
    "seats exchanged": at("people", to=lambda people: people[::-1]),
    "the birth": at("born", to=lambda time: time - 1),
    "a row's time": at("rows", 0, "time", to=lambda time: time - 1),
    "the digest": at("digest", to=flip),
}


@every_game
@pytest.mark.parametrize("what", ON_PURPOSE)
@pytest.mark.parametrize("seal", [True, False], ids=["with a new digest", "with the old digest"])
def test_a_change_is_found_and_named(game: str, what: str, seal: bool) -> None:
    change, named = ON_PURPOSE[what]
    data = data_of(record(game))
    change(data)
    wrong = verdict(record_from(data, seal)).wrong
    assert wrong is not None
    assert wrong.name == named, wrong


@every_game
@pytest.mark.parametrize("what", BY_ACCIDENT)
def test_an_accident_to_names_or_times_is_seen_by_the_digest(game: str, what: str) -> None:
    data = data_of(record(game))
    BY_ACCIDENT[what](data)
    differs = [name for name, status in statuses(record_from(data, False)).items() if status == "differs"]
    assert differs == ["digest"]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list) and value:
        for index, inner in enumerate(value):
            yield from leaves(inner, (*path, index))
    else:
        yield path


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 99), st.sampled_from(["", "7H", "up", "00" * 32])
)


def changed(value: Any, other: Any) -> Any:
    """Another value for a leaf: of its own kind, or of any."""
    if other is None or (type(other), other) == (type(value), value):
        match value:
            case bool():
                return not value
            case int():
                return value + 1
            case str():
                return flip(value) if value else "0"
            case _:
                return "something"
    return other


DECIDES = {
    "game",
    "seats",
    "options",
    "commitment",
    "secret",
    "nonces",
    "seed",
    "rows",
    "outcome",
    "complete",
}


@every_game
@settings(max_examples=300)
@given(data=st.data(), seal=st.booleans())
def test_no_leaf_of_the_json_can_be_another(game: str, data: st.DataObject, seal: bool) -> None:
    """A new digest may hide an accident to names and times, but nothing that decides a game."""
    json = data_of(record(game, 2, 60))
    paths = [path for path in leaves(json) if not seal or _decides(path)]
    path = data.draw(st.sampled_from(paths))
    other = data.draw(VALUES)
    at(*path, to=lambda value: changed(value, other))(json)
    try:
        one = record_from(json, seal)
        found = verify(one, SHELF[game] if one.game not in SHELF else SHELF[one.game])
    except Refused:
        return
    assert found.wrong is not None, path
    assert not found.verified


def _decides(path: tuple[Any, ...]) -> bool:
    return path[0] in DECIDES and path[-1] != "time"


@every_game
def test_a_record_is_verified_by_the_rules_of_its_own_game(game: str) -> None:
    data = data_of(record(game))
    data["game"] = "chess"
    with pytest.raises(Refused, match="unknown-game"):
        verify(record_from(data, True), SHELF[game])


def test_where_rows_differ_both_sides_are_shown() -> None:
    data = data_of(record("sequence"))
    dealt = data["rows"][0]["events"][-1]
    dealt["hands"][0], dealt["hands"][1] = dealt["hands"][1], dealt["hands"][0]
    checks = {check.name: check for check in verdict(record_from(data, True)).checks}
    assert checks["rows"].says == "check_rows_differ"
    said = checks["rows"].parameters
    assert (said["number"], said["place"]) == (1, f"events.{len(data['rows'][0]['events']) - 1}.hands.0.0")
    assert said["written"] == f'"{dealt["hands"][0][0]}"'
    assert said["found"] == f'"{dealt["hands"][1][0]}"'
    assert checks["outcome"].status == "open", "nothing to compare any more"


def test_one_chosen_line_in_another_order_is_not_how_it_is_written() -> None:
    """An intent that means the same but is written differently is a change too."""
    for number in range(1, 400):
        data = data_of(record("sequence", number, 500))
        chosen = [row for row in data["rows"] if row["intent"]["kind"] == "choose"]
        if chosen:
            chosen[0]["intent"]["cells"].reverse()
            wrong = verdict(record_from(data, True)).wrong
            assert wrong is not None
            assert wrong.says == "check_rows_intent"
            return
    pytest.fail("no game in which a line was chosen")
