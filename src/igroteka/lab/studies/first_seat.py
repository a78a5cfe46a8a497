"""Does it help to begin?"""

from collections.abc import Iterator
from typing import Final

from igroteka.games import game as on_shelf
from igroteka.lab.studies.figures import of_beginning, share
from igroteka.lab.studies.plots import Plot
from igroteka.lab.studies.study import Findings, Results, Row, Scale, Study
from igroteka.lab.studies.trial import Trial, trial

LEVELS: Final = ("beginner", "player")
THINKING: Final = "master:100x"
"""Master thinks longer, so it plays at the smallest table alone, a quarter of the games."""
_DESIGN: Final = """
Bots of one level play themselves at every size of table with the default options, one deal a game. What the
side that began has won is counted (a shared win in parts, a game without a winner for all alike) and
compared with its fair share, one over the number of sides. Who begins is drawn by the rules of each game.
An interval holds the true advantage in 95 of 100 such runs; with many tables some exclude nought by chance,
so the words count with an interval widened for the number of tables (Bonferroni).
"""


def trials(scale: Scale) -> list[Trial]:
    found = []
    for name in scale.shelf:
        sizes = on_shelf(name).SEATS
        found += [trial(name, seats, level, scale.games, scale.seed) for seats in sizes for level in LEVELS]
        found.append(trial(name, sizes[0], THINKING, max(1, scale.games // 4), scale.seed))
    return found


def read(results: Results) -> Findings:
    rows = list(_rows(results))
    plots = [
        Plot(
            f"first-seat-{game}",
            f"{game}: what it is worth to begin",
            [
                {"label": f"{row['seats']} seats", "group": row["bots"]}
                | {key: row[key] for key in ("value", "low", "high")}
                for row in rows
                if row["game"] == game
            ],
            "advantage of who begins, in points of win share (0 is fair)",
            0,
        )
        for game in dict.fromkeys(row["game"] for row in rows)
    ]
    return Findings(rows, plots, list(_words(rows)))


def _rows(results: Results) -> Iterator[Row]:
    for one, games in results.each():
        won, fair = share(games, of_beginning), 1 / len(games[0].lineup)
        ahead = won.less(fair)
        yield {
            **one.of,
            "games": len(games),
            "sides": len(games[0].lineup),
            "won by who began": round(100 * won.value, 1),
            "fair": round(100 * fair, 1),
            "value": round(100 * ahead.value, 1),
            "low": round(100 * ahead.low, 1),
            "high": round(100 * ahead.high, 1),
        }


def _words(rows: list[Row]) -> Iterator[str]:
    wide = _bonferroni(len(rows))
    for game in dict.fromkeys(row["game"] for row in rows):
        mine = [row for row in rows if row["game"] == game]
        sure = [row for row in mine if _is_sure(row, wide)]
        most = max(mine, key=lambda row: abs(row["value"]))
        if not sure:
            yield (
                f"**{game}**: no advantage of the first seat is proved at any of {len(mine)} tables; "
                f"the largest found is {most['value']:+.1f} points ({most['low']:+.1f} to "
                f"{most['high']:+.1f}) with {most['seats']} seats of {most['bots']}."
            )
        for row in sure:
            yield (
                f"**{game}**, {row['seats']} seats of {row['bots']}: who begins wins "
                f"{row['won by who began']} % where {row['fair']} would be fair: {row['value']:+.1f} points "
                f"({row['low']:+.1f} to {row['high']:+.1f})."
            )


def _is_sure(row: Row, wide: float) -> bool:
    middle, half = (row["low"] + row["high"]) / 2, (row["high"] - row["low"]) / 2 * wide
    return bool(abs(middle) > half)


def _bonferroni(count: int) -> float:
    """How much wider an interval must be that holds in all of so many comparisons at once."""
    from statistics import NormalDist

    return NormalDist().inv_cdf(1 - 0.025 / count) / NormalDist().inv_cdf(0.975)


STUDY: Final = Study("first-seat", "Does it help to begin?", _DESIGN, trials, read)
