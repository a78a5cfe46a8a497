"""How long is a game?"""

from collections.abc import Callable, Iterator
from statistics import quantiles
from typing import Final

from igroteka.games import game as on_shelf
from igroteka.lab.studies.figures import mean_of
from igroteka.lab.studies.plots import Plot
from igroteka.lab.studies.study import Findings, Results, Row, Scale, Study
from igroteka.lab.studies.trial import Game, Trial, trial

LEVELS: Final = ("beginner", "player")
CHOICE_S: Final = 6.0
"""Seconds that somebody at a table is taken to need where there is a choice: our assumption, not measured."""
OTHER_S: Final = 2.0
"""And for what has one answer: drawing, passing on."""
_DESIGN: Final = f"""
Bots of one level play themselves at every size of table with the default options. A *turn* is counted
whenever the turn goes to another seat, an *intent* for everything a seat asks for, a *choice* for every
intent that had an alternative. Minutes are a model, not a measurement of people: {CHOICE_S:.0f} s for a
choice and {OTHER_S:.0f} s for what has one answer, nothing for dealing and talking. Means have 95 %
intervals; the plots show the middle game (point) and the range in which eight of ten games end (line).
"""


def trials(scale: Scale) -> list[Trial]:
    return [
        trial(name, seats, level, scale.games, scale.seed)
        for name in scale.shelf
        for seats in on_shelf(name).SEATS
        for level in LEVELS
    ]


def minutes(game: Game) -> float:
    """How long people would sit over it, by the model above."""
    return (CHOICE_S * game.choices + OTHER_S * (game.rows - game.choices)) / 60


def read(results: Results) -> Findings:
    rows = list(_rows(results))
    plots = []
    for game in dict.fromkeys(row["game"] for row in rows):
        for unit in ("turns", "minutes"):
            shown = [_shown(row, unit) for row in rows if row["game"] == game]
            title = f"{game}: {unit} of a game" + (" (a model)" if unit == "minutes" else "")
            plots.append(
                Plot(f"length-{game}-{unit}", title, shown, f"{unit}: middle, and eight of ten games")
            )
    return Findings(rows, plots, list(_words(rows)))


def _shown(row: Row, unit: str) -> Row:
    return {
        "label": f"{row['seats']} seats",
        "group": row["bots"],
        "value": row[f"{unit} 50 %"],
        "low": row[f"{unit} 10 %"],
        "high": row[f"{unit} 90 %"],
    }


def _rows(results: Results) -> Iterator[Row]:
    figures: dict[str, Callable[[Game], float]] = {
        "turns": lambda game: game.turns,
        "intents": lambda game: game.rows,
        "choices": lambda game: game.choices,
        "minutes": minutes,
    }
    for one, games in results.each():
        row: Row = {**one.of, "games": len(games)}
        for name, figure in figures.items():
            found = mean_of(games, figure)
            row |= {name: round(found.value, 1), f"{name} ±": round(found.high - found.value, 1)}
        for name in ("turns", "minutes"):
            row |= _tenths(name, [figures[name](game) for game in games])
        yield row


def _tenths(name: str, values: list[float]) -> Row:
    cuts = quantiles(values, n=10, method="inclusive") if len(values) > 1 else [values[0]] * 9
    return {f"{name} {10 * at} %": round(cuts[at - 1], 1) for at in (1, 5, 9)}


def _words(rows: list[Row]) -> Iterator[str]:
    for row in rows:
        if row["bots"] == LEVELS[-1]:
            yield (
                f"**{row['game']}**, {row['seats']} seats of {row['bots']}: {row['turns']} ± "
                f"{row['turns ±']} turns on average ({row['turns 10 %']:.0f} to {row['turns 90 %']:.0f} in "
                f"eight of ten games), about {row['minutes']:.0f} minutes by the model."
            )


STUDY: Final = Study(
    "length", "How long is a game, in turns and in minutes at a table?", _DESIGN, trials, read
)
