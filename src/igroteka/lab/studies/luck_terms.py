"""How much of a game is luck by the terms of its review: the deal, the draws, and what was decided."""

from collections.abc import Iterator, Sequence
from typing import Final

from igroteka.core.extras import missing
from igroteka.lab.studies.figures import Figure, slope
from igroteka.lab.studies.plots import Plot
from igroteka.lab.studies.study import Results, Row, Scale
from igroteka.lab.studies.tables import kinds, rules_of
from igroteka.lab.studies.trial import TERMS, Game, Trial, trial

BOTS: Final = "player,beginner"
EFFORT: Final = 20_000
"""Playouts of a review, far fewer than for people: what they are off by cancels out over games."""
REVIEWED: Final = 4
"""One game in so many of those that the study plays otherwise."""


def trials(scale: Scale) -> list[Trial]:
    """The tables of the study with reviews of their games, of games that can be reviewed."""
    games = max(2, scale.games // REVIEWED)
    return [
        trial(
            name, table.seats, BOTS, games, scale.seed, table.options,
            review=EFFORT, rules=rules_of(table), measured="by review",
        )
        for name in scale.shelf
        if _is_reviewable(name)
        for table in kinds(name)
    ]  # fmt: skip


def _is_reviewable(name: str) -> bool:
    if missing("numba", "numpy"):
        return False
    from igroteka.lab.playouts.playouts import is_playable

    return is_playable(name)


def rows(results: Results) -> Iterator[tuple[Trial, Row]]:
    """By table the parts of the variance, in %, that the terms account for."""
    for one, games in results.each():
        found = parts_of(games) if one.review else None
        if found:
            row: Row = {"games reviewed": len(games)}
            for term, figure in found.items():
                row |= _told(f"{term} by review", figure)
            yield one, row


def _told(name: str, figure: Figure) -> Row:
    value, low, high = (round(100 * number, 1) for number in (figure.value, figure.low, figure.high))
    return {name: value, f"{name} low": low, f"{name} high": high}


def parts_of(games: Sequence[Game]) -> dict[str, Figure] | None:
    """By term its covariance with the result over the variance of the result; they add up to 1.

    That is the slope of the term over the result. A review's errors of measuring are independent of who won,
    so that they widen the interval and leave the slope where it is.
    """
    reviewed = [game for game in games if game.terms]
    deals = [game.deal for game in reviewed]
    found = {}
    for at, term in enumerate(TERMS):
        figure = slope([(game.shares()[0], game.terms[at]) for game in reviewed], deals)
        if figure is None:
            return None
        found[term] = figure
    return found


def plot(found: Sequence[Row]) -> Plot:
    """The terms of every table beside one another."""
    shown = [
        {"part": row["game"], "label": f"{row['seats']} seats, {row['rules']}", "group": term}
        | {
            key: row[f"{term} by review{end}"]
            for key, end in (("value", ""), ("low", " low"), ("high", " high"))
        }
        for row in found
        for term in TERMS
    ]
    axis = "part of the variance of who wins, in %, by the terms of the review"
    return Plot("luck-review", "The deal, the draws and play", shown, axis, 0)


def words(row: Row) -> str:
    """As in a sentence: `the deal 12.0 % (3.0 – 21.0), …`."""
    said = []
    for term in TERMS:
        value, low, high = (row[f"{term} by review{end}"] for end in ("", " low", " high"))
        said.append(f"{term} {value} % ({low} – {high})")
    return f"by the review of {row['games reviewed']} games: " + ", ".join(said)
