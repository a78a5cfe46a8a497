"""What is a part worth?"""

from collections.abc import Iterator
from typing import Final

from igroteka.games import game as on_shelf
from igroteka.lab.studies.figures import Figure, slope
from igroteka.lab.studies.of_game import brought
from igroteka.lab.studies.plots import Plot
from igroteka.lab.studies.study import Findings, Results, Row, Scale, Study
from igroteka.lab.studies.trial import Game, Trial, trial

LEVELS: Final = ("beginner", "player")
_DESIGN: Final = """
Bots of one level play themselves at the smallest table, one deal a game. For kinds of parts that people
talk about, the side's win is set against how many of them it was dealt more than its opponent (a straight
line by least squares, with an interval that allows for unequal scatter). Who was dealt what is chance, so
the slope is what one more part in the first hand *causes*, in points of win share. It is the worth in the
first hand and for these bots; parts drawn later are not counted.
"""


def trials(scale: Scale) -> list[Trial]:
    return [
        trial(name, on_shelf(name).SEATS[0], level, scale.games, scale.seed)
        for name in scale.shelf
        if brought(name, "worth")
        for level in LEVELS
    ]


def read(results: Results) -> Findings:
    rows = list(_rows(results))
    shown = [
        {"part": row["game"], "label": row["part"], "group": row["bots"]}
        | {key: row[key] for key in ("value", "low", "high")}
        for row in rows
    ]
    axis = "points of win share for one more in the first hand"
    return Findings(rows, [Plot("worth", "What a part is worth", shown, axis, 0)], list(_words(rows)))


def _rows(results: Results) -> Iterator[Row]:
    for one, games in results.each():
        for kind in games[0].held:
            found = worth_of(games, kind)
            if found is not None:
                yield {
                    **one.of,
                    "games": len(games),
                    "part": kind,
                    "value": round(100 * found.value, 1),
                    "low": round(100 * found.low, 1),
                    "high": round(100 * found.high, 1),
                }


def worth_of(games: list[Game], kind: str) -> Figure | None:
    """How the first side's share grows with what it was dealt more than the others on average."""
    pairs = []
    for game in games:
        mine, *others = game.held[kind]
        pairs.append((mine - sum(others) / len(others), game.shares()[0]))
    return slope(pairs)


def _words(rows: list[Row]) -> Iterator[str]:
    for row in rows:
        sure = row["low"] > 0 or row["high"] < 0
        verdict = "" if sure else ", which may be nothing"
        yield (
            f"**{row['game']}**, {row['bots']}: one more of *{row['part']}* in the first hand is worth "
            f"{row['value']:+.1f} points ({row['low']:+.1f} to {row['high']:+.1f}){verdict}."
        )


STUDY: Final = Study("worth", "What is a part worth?", _DESIGN, trials, read, 2000)
