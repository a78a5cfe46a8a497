"""What do the options change?"""

from collections.abc import Iterator
from typing import Final

from igroteka.lab.studies.figures import Figure, mean_of, of_beginning, of_bot, share
from igroteka.lab.studies.plots import Plot
from igroteka.lab.studies.study import Findings, Results, Row, Scale, Study
from igroteka.lab.studies.tables import kinds, rules_of
from igroteka.lab.studies.trial import Game, Trial, trial

_DESIGN: Final = """
Player and Beginner play every deal from every place, at the smallest table with the default options and
with each other value of each option that is a rule; where the number of sides can be chosen, at the
smallest table that allows it. Counted are Player's win share less its fair share (a measure of how much
good play is worth), the advantage of who begins, turns a game, and games that nobody won. A change is told
where its interval and that of the table as it is lie apart.
"""
BOTS: Final = "player,beginner"


def trials(scale: Scale) -> list[Trial]:
    return [
        trial(name, table.seats, BOTS, scale.games, scale.seed, table.options, rules=rules_of(table))
        for name in scale.shelf
        for table in kinds(name)
    ]


def read(results: Results) -> Findings:
    found = [(one.of, games, measures(games)) for one, games in results.each()]
    rows = [_row(of, games, figures) for of, games, figures in found]
    plots = []
    for name, axis, line in (
        ("skill", "Player's win share above fair, in points", 0.0),
        ("begins", "advantage of who begins, in points", 0.0),
        ("turns", "turns a game", None),
    ):
        shown = [
            {"part": of["game"], "label": f"{of['seats']} seats, {of['rules']}"}
            | {"value": figures[name].value, "low": figures[name].low, "high": figures[name].high}
            for of, _, figures in found
        ]
        plots.append(Plot(f"variants-{name}", axis, shown, axis, line))
    return Findings(rows, plots, list(_words(found)))


def measures(games: list[Game]) -> dict[str, Figure]:
    """How much better the first bot is than its fair share, what it is worth to begin, and turns."""
    fair = sum(_part(game) for game in games) / len(games)
    return {
        "skill": _points(share(games, of_bot(0)).less(fair)),
        "begins": _points(share(games, of_beginning).less(1 / len(games[0].lineup))),
        "turns": mean_of(games, lambda game: game.turns),
    }


def _part(game: Game) -> float:
    """The part of the sides that the first bot has."""
    return game.lineup.count(0) / len(game.lineup)


def _points(figure: Figure) -> Figure:
    return Figure(100 * figure.value, 100 * figure.low, 100 * figure.high)


def _row(of: Row, games: list[Game], figures: dict[str, Figure]) -> Row:
    row: Row = {**of, "games": len(games), "nobody won": sum(not game.winners for game in games)}
    for name, figure in figures.items():
        row |= {
            name: round(figure.value, 1),
            f"{name} low": round(figure.low, 1),
            f"{name} high": round(figure.high, 1),
        }
    return row


_TOLD: Final = {"skill": "Player above fair", "begins": "who begins", "turns": "turns"}


def _words(found: list[tuple[Row, list[Game], dict[str, Figure]]]) -> Iterator[str]:
    base: dict[str, dict[str, Figure]] = {}
    for of, _, figures in found:
        usual = base.setdefault(of["game"], figures)
        said = "; ".join(f"{_TOLD[name]} {figure.told()}" for name, figure in figures.items())
        yield f"**{of['game']}**, {of['seats']} seats, {of['rules']}: {said}{_changed(figures, usual)}."


def _changed(figures: dict[str, Figure], usual: dict[str, Figure]) -> str:
    apart = [
        _TOLD[name]
        for name, figure in figures.items()
        if figure.low > usual[name].high or figure.high < usual[name].low
    ]
    if figures is usual:
        return ""
    return f" (changed: {', '.join(apart)})" if apart else " (no change that these games could show)"


STUDY: Final = Study("variants", "What do the options change?", _DESIGN, trials, read)
