"""Rules as data: a scenario sets up a position, lets seats ask, and says what must come of it."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

import msgspec

from igroteka.core import AnyGame, Refused, Seat, Seeded, read
from igroteka.table.match import Match

Asked = tuple[Seat, Any]
"""A seat and what it says, which may be no intent at all: then it has to be refused."""

_BAGS: Final = {"hands", "racks", "chips", "owed", "announced", "silent", "accused", "claim"}
"""Fields whose innermost lists compare as multisets."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Exactly one of do, refused, may, may_not; or only `then`."""

    do: Asked | None = None
    refused: Asked | None = None
    may: Asked | None = None
    may_not: Asked | None = None
    then: dict[str, Any] = {}


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One scenario of docs/scenarios.md: a position with steps, a table check or a deal check."""

    game: str
    name: str
    players: int
    clauses: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    position: dict[str, Any] | None = None
    steps: tuple[Step, ...] = ()
    table: Literal["refused", "accepted"] | None = None
    deal: dict[str, Any] | None = None


def problems(scenario: Scenario, game: AnyGame) -> Iterator[str]:
    """What differs from what the scenario says; nothing if all is as it should be."""
    asked = [scenario.table, scenario.deal, scenario.position]
    if sum(part is not None for part in asked) != 1:
        yield "a scenario has one of: position (with steps), table, deal"
    elif scenario.table:
        yield from _table_problems(scenario, game)
    elif scenario.deal is not None:
        yield from _deal_problems(scenario, game)
    else:
        yield from _step_problems(scenario, game)


def last_state(scenario: Scenario, game: AnyGame) -> Any | None:
    """The state after the steps of a scenario; None if it has no position, or one that is refused."""
    try:
        state = game.from_position(scenario.position or {}, read(scenario.options, game.Options))
    except Refused:
        return None
    for number, step in enumerate(scenario.steps, 1):
        state, _ = _take(step, number, game, state)
    return state


def _table_problems(scenario: Scenario, game: AnyGame) -> Iterator[str]:
    try:
        game.start(scenario.players, read(scenario.options, game.Options))
    except Refused as refused:
        if scenario.table == "accepted":
            yield f"the table was refused: {refused}"
    else:
        if scenario.table == "refused":
            yield "the table was accepted"


def _deal_problems(scenario: Scenario, game: AnyGame) -> Iterator[str]:
    try:
        match = Match(game, scenario.players, read(scenario.options, game.Options))
        match.deal()
    except Refused as refused:
        yield f"the table was refused: {refused}"
        return
    yield from _then_problems("the deal", scenario.deal or {}, game, match.state)


def _step_problems(scenario: Scenario, game: AnyGame) -> Iterator[str]:
    try:
        state = game.from_position(scenario.position or {}, read(scenario.options, game.Options))
    except Refused as refused:
        yield f"the position was refused: {refused}"
        return
    if state.seats != scenario.players:
        yield f"the position seats {state.seats}, the scenario {scenario.players}"
        return
    for number, step in enumerate(scenario.steps, 1):
        state, wrong = _take(step, number, game, state)
        yield from (f"step {number}: {problem}" for problem in wrong)
        yield from _then_problems(f"step {number}", step.then, game, state)


def _take(step: Step, number: int, game: AnyGame, state: Any) -> tuple[Any, list[str]]:
    words = [asked for asked in (step.do, step.refused, step.may, step.may_not) if asked is not None]
    if len(words) > 1 or not (words or step.then):
        return state, ["a step has one of: do, refused, may, may_not"]
    if not words:
        return state, []
    seat, said = words[0]
    if step.may or step.may_not:
        listed = _is_listed(game, state, seat, said)
        if listed == bool(step.may):
            return state, []
        return state, [f"seat {seat} {'may not' if step.may else 'may'} {_plain(said)}"]
    before = game.position(state)
    try:
        events = game.decide(state, seat, read(said, game.Intent), Seeded(0).row(number))
    except Refused as refused:
        if step.do:
            return state, [f"seat {seat} was refused {_plain(said)}: {refused}"]
        return state, [] if game.position(state) == before else ["the refusal changed the position"]
    if step.refused:
        return state, [f"seat {seat} was not refused {_plain(said)}"]
    for event in events:
        state = game.evolve(state, event)
    return state, []


def _is_listed(game: AnyGame, state: Any, seat: Seat, said: object) -> bool:
    try:
        intent = game.canonical(state, read(said, game.Intent))
    except Refused:
        return False
    return intent in game.legal(state, seat)


def _then_problems(when: str, then: Mapping[str, Any], game: AnyGame, state: Any) -> Iterator[str]:
    position = game.position(state) or {}
    for path, wanted in then.items():
        if path == "over":
            found: Any = game.outcome(state) is not None
        else:
            try:
                found = _at(position, path)
            except (KeyError, IndexError, ValueError, TypeError):
                yield f"{when}: there is no {path} in the position"
                continue
        field = path.rstrip("#").split(".")[0]
        if _comparable(field, found) != _comparable(field, wanted):
            yield f"{when}: {path} is {_plain(found)}, not {_plain(wanted)}"


def _at(position: Any, path: str) -> Any:
    """`racks.1` is an element, `rows.-1` the last, `deck#` a length."""
    found = position
    for name in path.rstrip("#").split("."):
        found = found[int(name)] if isinstance(found, list) else found[name]
    return len(found) if path.endswith("#") else found


def _comparable(field: str, value: Any) -> Any:
    """Equal for values that mean the same: without order where the field has none."""
    if isinstance(value, bool):
        return ("bool", value)  # in Python True == 1, in a position it is not
    if isinstance(value, dict):
        return {key: _comparable(field, inner) for key, inner in value.items()}
    if isinstance(value, list):
        inner = [_comparable(field, item) for item in value]
        flat = not any(isinstance(item, list | dict) for item in value)
        return sorted(inner, key=_rank) if field == "lines" or (field in _BAGS and flat) else inner
    return value


def _rank(value: Any) -> bytes:
    return msgspec.json.encode(value, order="sorted")


def _plain(value: Any) -> str:
    return msgspec.json.encode(value).decode()
