"""Studies: what is played, what is made of it, and the reports."""

import csv
import re
import sys
from itertools import product
from pathlib import Path
from random import Random

import msgspec
import pytest
from typer.testing import CliRunner

from igroteka.cli.main import app
from igroteka.core import Refused, Seeded, read
from igroteka.games import SHELF
from igroteka.lab.entrant import Entrant
from igroteka.lab.studies import first_seat, length, luck, luck_terms, reconstruction, variants, worth
from igroteka.lab.studies.figures import Figure, jackknifed, mean_of, slope, unlike
from igroteka.lab.studies.of_game import guess, held_by
from igroteka.lab.studies.plots import THEMES, draw
from igroteka.lab.studies.run import Run
from igroteka.lab.studies.study import Results, Scale, shipped, study_of
from igroteka.lab.studies.tables import kinds
from igroteka.lab.studies.trial import Game, match_of, pieces, play, trial

DOCS = Path(__file__).parents[2] / "docs" / "studies"
SMALL = Scale(32, 7, ("etazhiki",))
runner = CliRunner()


def won(deal: int, side: int, *, lineup=(0, 1), again=0, began=0, turns=10, **held) -> Game:
    return Game("a trial", deal, again, lineup, (side,), began, 2 * turns, turns, turns, held)


def of(one, games) -> Results:
    return Results([one], {one.name: [Game(one.name, *tuple(_fields(game))[1:]) for game in games]})


def _fields(game):
    return (getattr(game, name) for name in game.__struct_fields__)


def test_a_planted_advantage_of_the_first_seat_is_found_and_a_fair_table_is_called_fair():
    one = trial("etazhiki", 2, "player", 400, 0)
    planted = first_seat.read(of(one, [won(deal, deal % 10 > 6) for deal in range(400)]))
    assert planted.rows[0]["value"] == 20.0
    assert "who begins wins 70.0 % where 50.0 would be fair" in planted.words[0]
    fair = first_seat.read(of(one, [won(deal, deal % 2) for deal in range(400)]))
    assert "no advantage of the first seat is proved" in fair.words[0]


def test_the_length_of_games_is_told_with_its_model():
    one = trial("etazhiki", 2, "player", 40, 0)
    found = length.read(of(one, [won(deal, 0, turns=10 + deal % 3) for deal in range(39)]))
    row = found.rows[0]
    assert (row["turns"], row["turns 50 %"]) == (11.0, 11.0)
    assert row["minutes"] == pytest.approx(11 * (6 + 2) / 60, abs=0.05)


def four(deal: int, winner) -> list[Game]:
    """A deal of the study of luck: both lineups, twice; `winner(lineup, time)` is the side."""
    return [
        won(deal, winner(lineup, time), lineup=lineup, again=time)
        for lineup, time in product([(0, 1), (1, 0)], [0, 1])
    ]


def test_the_parts_of_luck_are_told_apart():
    by_deal = luck.parts_of([four(deal, lambda lineup, time, d=deal: d % 2) for deal in range(100)])
    assert by_deal["deal"] == pytest.approx(1, abs=0.02)
    by_skill = luck.parts_of([four(deal, lambda lineup, time: lineup.index(0)) for deal in range(100)])
    assert by_skill["skill"] == pytest.approx(1, abs=0.02)
    coin = Random(1)
    by_chance = luck.parts_of([four(deal, lambda lineup, time: coin.randrange(2)) for deal in range(400)])
    assert by_chance["rest"] == pytest.approx(1, abs=0.1)
    suits = luck.parts_of(
        [four(deal, lambda lineup, time, d=deal: lineup.index(d % 2)) for deal in range(100)]
    )
    assert suits["both"] == pytest.approx(1, abs=0.03)
    for parts in (by_deal, by_skill, suits):
        assert sum(parts.values()) == pytest.approx(1)


def reviewed(deal: int, side: int, terms: tuple[float, ...]) -> Game:
    return Game("a trial", deal, 0, (0, 1), (side,), 0, 20, 10, 10, {}, terms)


def test_the_terms_of_reviews_share_out_the_variance_of_results():
    coin = Random(5)
    games = []
    for deal in range(400):
        won, noise = deal % 2, coin.gauss(0, 0.1)
        half = won - 0.5  # the draws give a quarter, play the rest; the noise of a review goes to and fro
        games.append(reviewed(deal, 1 - won, (noise, 0.25 * half - noise, 0.75 * half)))
    found = luck_terms.parts_of(games)
    assert sum(figure.value for figure in found.values()) == pytest.approx(1)
    for term, part in (("deal", 0.0), ("draws", 0.25), ("play", 0.75)):
        assert found[term].low - 1e-9 <= part <= found[term].high + 1e-9
    assert luck_terms.parts_of(games[:6]) is None


def test_a_game_is_reviewed_for_the_study_of_luck_and_its_terms_are_its_result():
    one = next(one for one in luck.trials(Scale(16, 7, ("etazhiki",))) if one.review)
    game = play(msgspec.structs.replace(one, review=1000), 0, 0, (0, 1))
    assert sum(game.terms) + 0.5 == pytest.approx(game.shares()[0])
    games = [msgspec.structs.replace(game, deal=deal, winners=(deal % 2,)) for deal in range(12)]
    found = luck.read(Results([one], {one.name: games}))
    assert "by the review of 12 games: deal" in found.words[0]
    assert [plot.name for plot in found.plots] == ["luck-review"]


def test_how_many_games_tell_who_is_better():
    assert luck.games_to_tell(0.5) is None
    assert luck.games_to_tell(0.6) == 65
    assert luck.games_to_tell(1.0) == 1


def test_a_slope_and_its_interval():
    exact = slope([(x, 0.5 + 0.1 * x) for x in range(-5, 6)])
    assert exact.value == pytest.approx(0.1)
    assert exact.high - exact.low == pytest.approx(0, abs=1e-9)
    assert slope([(1.0, 0.5)] * 20) is None


def test_boxes_that_differ_by_more_than_chance_are_told():
    alike = [Figure(value, value - 1.96, value + 1.96) for value in (0.0, 0.0)]
    assert unlike(alike) == (0, pytest.approx(1))
    for q, freedom in ((3.841, 1), (5.991, 2), (7.815, 3), (18.307, 10), (21.026, 12)):
        far = (q / 2) ** 0.5
        pair = [Figure(value, value - 1.96, value + 1.96) for value in (-far, far)]
        same = [Figure(0.0, -1.96, 1.96)] * (freedom - 1)
        found, chance = unlike([*pair, *same])
        assert found == pytest.approx(q)
        assert chance == pytest.approx(0.05, abs=0.001)


def test_an_interval_without_a_formula_is_that_with_one():
    dice = Random(2)
    games = [won(deal, 0, turns=dice.randrange(7)) for deal in range(400)]
    by_formula = mean_of(games, lambda game: game.turns)
    by_parts = jackknifed(
        [[game] for game in games], lambda deals: sum(deal[0].turns for deal in deals) / len(deals)
    )
    assert by_parts.value == pytest.approx(by_formula.value)
    assert by_parts.high - by_parts.low == pytest.approx(by_formula.high - by_formula.low, rel=0.5)


def test_what_is_dealt_more_of_a_worthy_part_wins():
    one = trial("etazhiki", 2, "player", 400, 0)
    games = [won(deal, deal % 2, jacks=(1 - deal % 2, deal % 2), blanks=(deal % 3, 1)) for deal in range(400)]
    good, blank = worth.read(of(one, games)).rows
    assert good["value"] == 50.0
    assert abs(blank["value"]) < 10


@pytest.mark.parametrize("name", [name for name in SHELF if guess(name, Seeded(0)) is not None])
def test_other_boxes_are_such_as_the_rulebook_allows_and_differ(name):
    game, boxes = SHELF[name], [guess(name, Seeded(seed)) for seed in range(30)]
    for parts in boxes:  # whatever is against the rulebook is refused here
        game.start(2, read({"parts": parts}, game.Options))
    assert len({str(parts) for parts in boxes}) == 30


def test_two_games_have_guessed_parts_and_three_name_parts_of_worth():
    assert [name for name in SHELF if guess(name, Seeded(0))] == ["upturn", "etazhiki"]
    for name in ("upturn", "etazhiki", "sequence"):
        held = held_by(match_of(trial(name, 2, "player", 1, 3), 0))
        assert held
        assert all(len(counts) == 2 for counts in held.values())


def test_the_tables_of_the_variants():
    rules = [(table.seats, table.options) for table in kinds("sequence")]
    assert rules[0] == (2, {})
    assert (2, {"hard": True}) in rules
    assert {"sides": 2} in [options for _, options in rules]
    assert {"sides": 3} in [options for _, options in rules]
    assert (2, {"variant": "medium"}) in [(table.seats, table.options) for table in kinds("etazhiki")]


def test_the_same_seed_gives_the_same_games_and_a_deal_again_is_the_same_deal():
    one = trial("etazhiki", 2, "beginner,player", 8, 5, again=2)
    (_, work), *_ = pieces([one])
    games = [play(one, *job) for job in work]
    assert games == [play(one, *job) for job in work]
    assert len(games) == 8
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert (first.deal, first.lineup, first.held) == (second.deal, second.lineup, second.held)
        assert (first.again, second.again) == (0, 1)
    assert any(a.rows != b.rows for a, b in zip(games[::2], games[1::2], strict=True))


def test_a_bot_may_be_named_with_its_looks():
    assert Entrant.of("master:200x") == Entrant("master:200x", "master", 1.0, 200)
    assert Entrant.of("master:200x").bot().bounds.iterations == 200
    assert Entrant.of("mymodule:x").level == "mymodule:x"


def test_studies_share_the_games_that_both_want():
    both = Run([length.STUDY, length.STUDY], [SMALL, SMALL])
    assert both.total == Run([length.STUDY], [SMALL]).total == both.games_of("length")


def test_what_is_interrupted_is_told_as_far_as_it_came():
    run = Run([variants.STUDY], [SMALL])
    done = next(run.play(1))
    assert 0 < done < run.total
    found = variants.STUDY.read(run.results("variants"))
    assert [row["games"] for row in found.rows] == [done]


def test_boxes_are_compared_with_the_one_that_is_shipped():
    trials = reconstruction.trials(Scale(8, 3, ("etazhiki", "sequence")))
    assert len(trials) == reconstruction.BOXES + 1  # the rulebook of the other one lists its parts
    games = {
        one.name: [
            won(deal, deal % 10 > 6, lineup=lineup) for deal in range(40) for lineup in ((0, 1), (1, 0))
        ]
        for one in trials
    }
    found = reconstruction.read(Results(trials, games))
    assert "1040 games with 13 boxes" in found.words[0]
    assert all("no more than chance explains" in line for line in found.words[1:])
    odd = games | {trials[-1].name: [won(deal, 0, lineup=(0, 1), turns=500 + deal) for deal in range(40)]}
    differ = reconstruction.read(Results(trials, odd)).words
    assert "more than chance explains (Q" in differ[3]
    assert "no more than" not in differ[3]


def test_the_command_writes_a_report_with_plots_and_figures(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    asked = ["study", "worth", "--game", "etazhiki", "--games", "12", "--processes", "1", "--seed", "3"]
    done = runner.invoke(app, [*asked, "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    with (tmp_path / "worth.csv").open() as file:
        assert [row["games"] for row in csv.DictReader(file)] == ["12"] * 6
    text, page = (tmp_path / "worth.md").read_text(), (tmp_path / "worth.html").read_text()
    assert "igroteka study worth --games 12 --game=etazhiki --seed 3" in text
    assert "24 games" in text
    for theme in THEMES:
        assert (tmp_path / f"worth-{theme.name}.svg").read_text().startswith("<svg")
        assert f"worth-{theme.name}.svg" in text
    assert page.count("<svg") == 2
    assert "igroteka study worth" in page


def test_plots_have_the_colours_of_their_page():
    plot = worth.read(of(trial("etazhiki", 2, "player", 40, 0), _some())).plots[0]
    light, dark = (draw(plot, theme).to_dict() for theme in THEMES)
    assert light["config"]["background"] != dark["config"]["background"]
    assert light["data"]["values"] == dark["data"]["values"] == plot.rows


def _some() -> list[Game]:
    return [won(deal, deal % 2, jacks=(deal % 3, 1)) for deal in range(40)]


def test_studies_are_listed_and_an_unknown_one_is_refused():
    listed = runner.invoke(app, ["study"]).output
    assert all(name in listed for name in shipped())
    assert runner.invoke(app, ["study", "LIST"]).output == listed
    for name in ("nothing", "igroteka.core:read", "no.such.module:STUDY"):
        with pytest.raises(Refused, match="study-not-found"):
            study_of(name)


def test_a_study_of_ones_own(tmp_path, monkeypatch):
    Path(tmp_path / "mine.py").write_text(
        "from igroteka.lab.studies.study import Findings, Study\n"
        "from igroteka.lab.studies.trial import trial\n"
        "STUDY = Study('mine', 'Is it mine?', 'Four games.',\n"
        "    lambda scale: [trial('etazhiki', 2, 'player', scale.games, scale.seed)],\n"
        "    lambda results: Findings([{'games': len(g)} for _, g in results.each()], [], ['Yes.']), 4)\n"
    )
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    done = runner.invoke(app, ["study", "mine:STUDY", "--out", str(tmp_path), "--processes", "1"])
    assert done.exit_code == 0, done.output
    assert "- Yes." in (tmp_path / "mine.md").read_text()
    Path(tmp_path / "torn.py").write_text("STUDY = (")
    with pytest.raises(Refused, match="SyntaxError"):
        study_of("torn:STUDY")


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.csv")), ids=lambda page: page.stem)
def test_a_page_of_the_docs_names_its_command_and_has_its_pictures(page):
    text = page.with_suffix(".md").read_text("utf-8")
    assert f"# {shipped()[page.stem].question}" in text
    assert f"igroteka study {page.stem} --games" in text
    pictures = re.findall(r'(?:srcset|src)="([^"]+)"', text)
    assert pictures
    assert all((DOCS / name).is_file() for name in pictures)
    with page.open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) > 8
