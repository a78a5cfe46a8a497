"""How much hangs on the parts that we had to guess?"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from igroteka.core import Seeded
from igroteka.lab.studies.figures import Figure, unlike
from igroteka.lab.studies.of_game import guess
from igroteka.lab.studies.plots import Plot
from igroteka.lab.studies.study import Findings, Results, Row, Scale, Study
from igroteka.lab.studies.trial import Game, Trial, trial
from igroteka.lab.studies.variants import BOTS, measures

BOXES: Final = 12
"""Other boxes, beside the one that we ship."""
SHIPPED: Final = "shipped"
_DESIGN: Final = f"""
Some rulebooks do not list their parts, so our lists are guesses. Each such game is played with the box that
we ship and with {BOXES} others, drawn at random within what its rulebook says (`lab/<game>/guesses.py` says
how). At two seats, Player and Beginner play every deal from both places, by the same rules; a game that the
rules could not finish would end the run with an error. Counted as in the study of variants: Player's win
share above fair, the advantage of who begins, turns. Cochran's Q asks whether the boxes differ by more than
chance.
"""


def trials(scale: Scale) -> list[Trial]:
    found = []
    for name in scale.shelf:
        for number, parts in enumerate(boxes(name, scale.seed)):
            box = f"box {number}" if number else SHIPPED
            options: dict[str, Any] = {} if parts is None else {"parts": parts}
            found.append(trial(name, 2, BOTS, scale.games, scale.seed, options, box=box))
    return found


def boxes(name: str, seed: int) -> list[dict[str, Any] | None]:
    """The shipped box (None) and the others; nothing for a game whose rulebook lists its parts."""
    if guess(name, Seeded(seed)) is None:
        return []
    return [None, *(guess(name, Seeded(seed).row(number)) for number in range(1, BOXES + 1))]


def read(results: Results) -> Findings:
    found = [(one, games, measures(games)) for one, games in results.each()]
    rows = [_row(one, games, figures) for one, games, figures in found]
    plots = []
    for name, axis, line in (
        ("skill", "Player's win share above fair, in points", 0.0),
        ("begins", "advantage of who begins, in points", 0.0),
        ("turns", "turns a game", None),
    ):
        shown = [
            {"part": one.of["game"], "label": one.of["box"]}
            | {"value": figures[name].value, "low": figures[name].low, "high": figures[name].high}
            for one, _, figures in found
        ]
        plots.append(Plot(f"reconstruction-{name}", axis, shown, axis, line))
    return Findings(rows, plots, list(_words(found)))


def _row(one: Trial, games: list[Game], figures: dict[str, Figure]) -> Row:
    row: Row = {**one.of, "games": len(games), "nobody won": sum(not game.winners for game in games)}
    for name, figure in figures.items():
        row |= {
            name: round(figure.value, 1),
            f"{name} low": round(figure.low, 1),
            f"{name} high": round(figure.high, 1),
        }
    parts = one.contest.options.get("parts")
    return row | {"parts": msgspec.json.encode(parts).decode() if parts else ""}


def _words(found: list[tuple[Trial, list[Game], dict[str, Figure]]]) -> Iterator[str]:
    for game in dict.fromkeys(one.of["game"] for one, _, _ in found):
        mine = [(one.of["box"], figures) for one, _, figures in found if one.of["game"] == game]
        if len(mine) < 3:
            continue
        games = sum(len(played) for one, played, _ in found if one.of["game"] == game)
        yield f"**{game}**: {games} games with {len(mine)} boxes, all finished by the rules without an error."
        for name, told in (("skill", "Player's advantage"), ("begins", "the first seat"), ("turns", "turns")):
            yield f"**{game}**, {told}: " + _compared([(box, figures[name]) for box, figures in mine], name)


def _compared(mine: list[tuple[str, Figure]], name: str) -> str:
    figures = [figure for _, figure in mine]
    q, chance = unlike(figures)
    ends = f"{min(f.value for f in figures):.1f} to {max(f.value for f in figures):.1f}"
    shipped = next((figure.told() for box, figure in mine if box == SHIPPED), "not finished")
    verdict = "no more than chance explains" if chance > 0.05 else "more than chance explains"
    is_above = name != "turns" and all(figure.low > 0 for figure in figures)
    sure = "; with every box it is above nought" if is_above else ""
    return (
        f"shipped {shipped}, all boxes {ends}; they differ by {verdict} (Q = {q:.1f} on {len(figures) - 1}, "
        f"p = {chance:.2g}){sure}."
    )


STUDY: Final = Study(
    "reconstruction", "How much hangs on the parts that we had to guess?", _DESIGN, trials, read, 600
)
