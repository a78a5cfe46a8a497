"""How much of a game is luck?"""

from collections.abc import Iterator, Sequence
from functools import partial
from statistics import mean
from typing import Final

from igroteka.lab.studies import luck_terms
from igroteka.lab.studies.figures import Figure, by_deal, jackknifed, of_bot, share
from igroteka.lab.studies.plots import Plot
from igroteka.lab.studies.study import Findings, Results, Row, Scale, Study
from igroteka.lab.studies.tables import kinds, rules_of
from igroteka.lab.studies.trial import Game, Trial, trial

PAIRS: Final = ("player,beginner", "master:100x,player")
"""The stronger bot first."""
AGAIN: Final = 2
"""Each deal is played so often in each lineup."""
PARTS: Final = ("skill", "deal", "both", "rest")
_DESIGN: Final = """
Two bots of different strength play each deal four times: twice with the bots seated one way, twice the
other way, each time with fresh chance of their own. A deal is the first shuffle: hands and the order of
the deck. The variance of who wins then falls into four parts that add up to 100 %:

- **skill**: who sits where, whatever the deal;
- **deal**: the deal, whoever sits where: pure luck of the cards and of the seat;
- **both**: that some deals suit the one bot better than the other;
- **rest**: what is left when deal and seats are the same: the bots' own chance, by which they choose among
  what looks alike or slip, and whatever the house shuffles after games have gone apart.

They are method-of-moments estimates, as in an analysis of variance, so a small part may come out below
nought; intervals are jackknives over deals. The number of games in a series after which the stronger bot is
ahead with chance 95 % follows from its win share.

A second measure, on fewer games of Player against Beginner, each deal once from both places: every game is
reviewed (`docs/review.md`), which tells a result as start + deal + draws + play, exactly. The part
of a term is its covariance with the result over the variance of the result, so that the three add up to
100 %. The **deal** is what the first hands and who begins are worth among sound players, the **draws** what
came from the deck after that, and how what was hidden turned out; both together are luck. **Play** is what
all seats decided, beside what sound players would decide. A review's errors of measuring widen these
intervals and move nothing. The two measures ask different things: the first what stays the same when a deal
is played again, the second what each row of a game was worth, so the order of the deck is a part of *deal*
in the first and of *draws* in the second.

All of it holds for these bots: between people of another strength skill has another part.
"""


def trials(scale: Scale) -> list[Trial]:
    found = []
    for name in scale.shelf:
        for table in kinds(name):
            for pair in PAIRS if not table.options else PAIRS[:1]:
                games = scale.games if pair == PAIRS[0] else scale.games // 2
                found.append(
                    trial(
                        name, table.seats, pair, games, scale.seed, table.options,
                        again=AGAIN, rules=rules_of(table),
                    )
                )  # fmt: skip
    return [one for one in (*found, *luck_terms.trials(scale)) if len(one.contest.sides()) == 2]


def read(results: Results) -> Findings:
    rows = list(_rows(results))
    reviewed = {_table(one.of): (one, row) for one, row in luck_terms.rows(results)}
    for row in rows:
        if _table(row) in reviewed:
            row.update(reviewed.pop(_table(row))[1])
    rows += [_plain(one) | row for one, row in reviewed.values()]
    shown = [
        {"part": row["game"], "label": _label(row), "group": part}
        | {"value": row[part], "low": row[f"{part} low"], "high": row[f"{part} high"]}
        for row in rows
        if "skill" in row
        for part in ("skill", "deal")
    ]
    axis = "part of the variance of who wins, in %"
    plots = [Plot("luck", "Luck of the deal beside skill", shown, axis, 0)] if shown else []
    if by_review := [row for row in rows if "games reviewed" in row]:
        plots.append(luck_terms.plot(by_review))
    return Findings(rows, plots, list(_words(rows)))


def _table(of: Row) -> tuple[object, ...]:
    return of["game"], of["seats"], of["rules"], of["bots"]


def _plain(one: Trial) -> Row:
    return {name: one.of[name] for name in ("game", "seats", "rules", "bots")}


def _label(row: Row) -> str:
    return f"{row['seats']}, {row['rules']}: {row['bots'].replace(',', ' – ')}"


def _rows(results: Results) -> Iterator[Row]:
    for one, games in results.each():
        if one.review:
            continue
        whole = [deal for deal in by_deal(games) if len(deal) == 2 * AGAIN]
        found = {part: jackknifed(whole, partial(_part_of, part)) for part in PARTS}
        if not whole or None in found.values():
            continue
        won = share(games, of_bot(0))
        row: Row = {**one.of, "games": len(games), **_told("won by the first", won)}
        for part, figure in found.items():
            assert figure is not None
            row |= _told(part, figure)
        yield row | {"games to tell": games_to_tell(won.value)}


def _told(name: str, figure: Figure) -> Row:
    return {
        name: round(100 * figure.value, 1),
        f"{name} low": round(100 * figure.low, 1),
        f"{name} high": round(100 * figure.high, 1),
    }


def _part_of(part: str, deals: Sequence[list[Game]]) -> float:
    return parts_of(deals)[part]


def parts_of(deals: Sequence[list[Game]]) -> dict[str, float]:
    """The four parts of the variance of side 0's result, which add up to 1.

    `rest` is the variance within a deal and lineup, `alone` that between deals in one lineup without it,
    `together` the covariance of the two lineups; the means of the lineups differ by skill.
    """
    cells = [_cell(deal) for deal in deals]
    first, second = (mean(mean(cell[at]) for cell in cells) for at in (0, 1))
    rest = mean((pair[0] - pair[1]) ** 2 / 2 for cell in cells for pair in cell)
    centred = [(mean(one) - first, mean(other) - second) for one, other in cells]
    fix = len(cells) / (len(cells) - 1)
    together = fix * mean(one * other for one, other in centred)
    alone = fix * mean((one**2 + other**2) / 2 for one, other in centred) - rest / AGAIN
    noise = fix * mean((one - other) ** 2 for one, other in centred) / len(cells) / 4
    skill = ((first - second) / 2) ** 2 - noise
    deal, both = (alone + together) / 2, (alone - together) / 2
    variances = {"skill": skill, "deal": deal, "both": both, "rest": rest}
    total = sum(variances.values())
    return {part: value / total if total else 0.0 for part, value in variances.items()}


def _cell(deal: list[Game]) -> tuple[list[float], list[float]]:
    """What side 0 won with the first bot on it, and with the second."""
    by_lineup: dict[tuple[int, ...], list[float]] = {}
    for game in deal:
        by_lineup.setdefault(game.lineup, []).append(game.shares()[0])
    one, other = (by_lineup[lineup] for lineup in sorted(by_lineup))
    return one, other


def games_to_tell(won: float) -> int | None:
    """How many games until who wins so often is ahead with chance 95 %; None for who does not win more."""
    margin = 2 * won - 1
    return None if margin <= 0 else max(1, round(1.645**2 * (1 - margin**2) / margin**2))


def _words(rows: list[Row]) -> Iterator[str]:
    for row in rows:
        first, second = row["bots"].split(",")
        said = [_parted(row, first)] if "skill" in row else []
        said += [luck_terms.words(row)] if "games reviewed" in row else []
        table = f"**{row['game']}**, {row['seats']} seats, {row['rules']}, {first} against {second}"
        yield f"{table}{'' if 'skill' in row else ': '}{'; '.join(said)}."


def _parted(row: Row, first: str) -> str:
    tell = row["games to tell"]
    series = f"; {first} is ahead with chance 95 % after about {tell} games" if tell and tell > 1 else ""
    return (
        f" ({row['won by the first']} % won, {row['won by the first low']} – "
        f"{row['won by the first high']}): skill {row['skill']} % "
        f"({row['skill low']} – {row['skill high']}), deal {row['deal']} % "
        f"({row['deal low']} – {row['deal high']}), both {row['both']} %, rest {row['rest']} %{series}"
    )


STUDY: Final = Study("luck", "How much of a game is luck?", _DESIGN, trials, read)
