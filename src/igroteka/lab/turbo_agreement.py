"""Do twin and readable engine play the same game on average: length, wins by seat, games without a winner."""

import math
from typing import Any

import msgspec
import numpy as np

from igroteka.core import read
from igroteka.lab.random_games import Table, play_many
from igroteka.turbo import twin
from igroteka.turbo.chance import streams


class Shares(msgspec.Struct, frozen=True):
    """Figures of many random games."""

    games: int
    mean_length: float
    length_deviation: float
    wins: tuple[float, ...]
    without_winner: float


class Agreement(msgspec.Struct, frozen=True):
    """The same figures from both engines; `furthest` is the largest difference in standard errors."""

    table: Table
    twin: Shares
    readable: Shares
    furthest: float


def compare(table: Table, games: int, readable: int, processes: int = 1, seed: int = 0) -> Agreement:
    fast, slow = twin_shares(table, games, seed), readable_shares(table, readable, processes, seed)
    return Agreement(table, fast, slow, _furthest(fast, slow))


def twin_shares(table: Table, games: int, seed: int = 0) -> Shares:
    fast = twin(table.game)
    states = fast.blank(table.seats, read(table.options, fast.GAME.Options))
    lengths, wins = np.zeros(2), np.zeros(table.seats + 1)
    out: Any = np.empty(fast.WIDEST, np.int16)
    fast.KERNELS["play_games"](states, streams(seed), games, out, lengths, wins)
    mean = lengths[0] / games
    deviation = math.sqrt(max(lengths[1] / games - mean**2, 0))
    shares = wins / games
    return Shares(games, float(mean), deviation, tuple(map(float, shares[:-1])), float(shares[-1]))


def readable_shares(table: Table, games: int, processes: int, seed: int) -> Shares:
    played = list(play_many([(table, seed + n) for n in range(games)], processes))
    lengths = np.array([one.rows - 1 for one in played])  # the first row is the deal
    wins = tuple(sum(seat in one.winners for one in played) / games for seat in range(table.seats))
    nobody = sum(not one.winners for one in played) / games
    return Shares(games, float(lengths.mean()), float(lengths.std()), wins, nobody)


def _furthest(one: Shares, two: Shares) -> float:
    # lengths have a long tail that few games do not show: the deviation of the many holds for both
    error = one.length_deviation * math.sqrt(1 / one.games + 1 / two.games)
    far = [abs(one.mean_length - two.mean_length) / max(error, 1e-9)]
    shares = zip((*one.wins, one.without_winner), (*two.wins, two.without_winner), strict=True)
    for a, b in shares:
        both = (a * one.games + b * two.games) / (one.games + two.games)
        spread = math.sqrt(both * (1 - both) * (1 / one.games + 1 / two.games))
        far.append(abs(a - b) / max(spread, 1 / two.games))
    return max(far)
