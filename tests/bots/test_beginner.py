"""Beginner overlooks, forgets and is late, but always goes on."""

from collections import Counter
from typing import Any

import pytest

from bots.playing import IDS, TABLES, rows
from games.etazhiki import picture as etazhiki_picture
from games.upturn import table as upturn_table
from igroteka.bots.beginner import BeginnerBot
from igroteka.bots.sense import Sense
from igroteka.core import Seat, Seeded
from igroteka.games import etazhiki, sequence, upturn
from igroteka.games.etazhiki import moves as et
from igroteka.games.sequence import moves as sq
from igroteka.games.upturn import moves as ut
from igroteka.table import Match

MANY = 400


def asked(bot: BeginnerBot, game: Any, state: Any, seat: Seat, chance: Seeded) -> Any:
    return bot.choose(game.view(state, seat), game.legal(state, seat), game.turn(state) != seat, chance)


def test_a_last_tile_is_forgotten_now_and_then_and_then_for_good() -> None:
    state = upturn_table.lies("9 23", "40", "50 60", bag="1h 2 3", silent=[0], turn=1)
    forgot = 0
    for seed in range(MANY):
        bot, chance = BeginnerBot(), Seeded(seed)
        first = asked(bot, upturn, state, 0, chance)
        assert first in (ut.Announce(), None)
        assert {asked(bot, upturn, state, 0, chance) for _ in range(5)} == {first}
        forgot += first is None
    assert 0.06 < forgot / MANY < 0.2


def test_an_owed_card_is_forgotten_now_and_then_but_not_when_there_is_nothing_else_to_do() -> None:
    state = sequence.from_position(
        {"hands": [["5S"], ["9D"]], "deck": ["KH"], "owed": [0], "turn": 1}, sequence.Options()
    )
    forgot = sum(asked(BeginnerBot(), sequence, state, 0, Seeded(seed)) is None for seed in range(MANY))
    assert 0.06 < forgot / MANY < 0.2
    stuck = sequence.from_position(
        {"hands": [[], ["9D"]], "deck": ["KH"], "owed": [0], "turn": 0}, sequence.Options()
    )
    taken = 0
    for seed in range(MANY):
        bot, chance = BeginnerBot(), Seeded(seed)
        taken += any(asked(bot, sequence, stuck, 0, chance) == sq.Draw() for _ in range(20))
    assert taken == MANY, "a table could wait for this card for ever"


@pytest.mark.parametrize(("worth", "answer"), [(1.0, ut.Announce()), (0.0, None), (-1.0, None)])
def test_what_is_better_let_be_off_turn_it_lets_be(
    monkeypatch: pytest.MonkeyPatch, worth: float, answer: Any
) -> None:
    """It is asked after every row: an offer that does harm would be taken sooner or later."""
    sense = Sense(weigh=lambda view, offers: [worth] * len(offers), FORGOTTEN=())
    monkeypatch.setattr("igroteka.bots.beginner.sense_of", lambda name: sense)
    state = upturn_table.lies("9 23", "40", "50 60", bag="1h 2 3", silent=[0], turn=1)
    assert {asked(BeginnerBot(), upturn, state, 0, Seeded(seed)) for seed in range(40)} == {answer}


def test_an_interception_comes_late_if_at_all() -> None:
    state = etazhiki_picture.draw("F3 | B2", "F1 F2 F4", "N5 F7 F9")
    looks: Counter[int] = Counter()
    for seed in range(MANY):
        bot, chance = BeginnerBot(), Seeded(seed)
        answers = [asked(bot, etazhiki, state, 1, chance) for _ in range(3)]
        assert answers[0] is None
        looks[next((n for n, one in enumerate(answers) if one == et.Intercept("N5")), 0)] += 1
    assert looks[1] > 0.3 * MANY
    assert looks[0] > 0.1 * MANY


def test_a_line_of_four_is_sometimes_overlooked() -> None:
    chips = {"blue": ["b1", "c1", "d1"], "green": []}
    hands = [["5S", "9D", "KC", "3D", "7H"], ["2C"]]
    state = sequence.from_position({"hands": hands, "chips": chips}, sequence.Options())
    seen = sum(
        asked(BeginnerBot(), sequence, state, 0, Seeded(seed)) == sq.Place("5S", "e1") for seed in range(MANY)
    )
    assert 0.35 < seen / MANY < 0.75


def turn_of(hand: str, stars: list[int]) -> list[Any]:
    """What a beginner does with this hand among small children, until somebody else plays."""
    options = etazhiki_picture.BEGINNER
    state, chance, bot = (
        etazhiki_picture.draw("F4 | F8", hand, "F0 F2", options=options, stars=stars),
        Seeded(1),
        BeginnerBot(),
    )
    done = []
    while etazhiki.turn(state) == 0:
        done.append(asked(bot, etazhiki, state, 0, chance))
        state = etazhiki_picture.after(state, (0, done[-1]), chance=chance)
    return done


def test_among_small_children_it_lays_one_card_a_turn_unless_it_is_behind() -> None:
    alone = turn_of("F5 F6 F7 F1", stars=[1, 1])
    assert [type(one) for one in alone] == [et.Floor, et.End]
    behind = turn_of("F5 F6 F7 F1", stars=[0, 2])
    assert len([one for one in behind if isinstance(one, et.Floor)]) > 1


def test_among_small_children_it_passes_only_where_nothing_fits() -> None:
    assert turn_of("F1 F1", stars=[0, 0]) == [et.Pass()]


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_tables_of_beginners_come_to_an_end(table: tuple[str, int, dict[str, Any]]) -> None:
    last: Match | None = None
    for last in rows(table, ["beginner"] * table[1], 2):  # noqa: B007
        pass
    assert last is not None
    assert last.outcome is not None
