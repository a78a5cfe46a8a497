"""Playing the games of studies: whatever several of them want is played once."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module

import msgspec

from igroteka.lab.arena import prepare
from igroteka.lab.studies.study import Results, Scale, Study
from igroteka.lab.studies.trial import Game, Trial, pieces, play_piece
from igroteka.lab.workers import Crew, spread


class Run:
    """Studies in progress; it gathers games, so it changes."""

    def __init__(self, studies: Sequence[Study], scales: Sequence[Scale]) -> None:
        self.trials = {study.name: study.trials(scale) for study, scale in zip(studies, scales, strict=True)}
        self.games: dict[bytes, list[Game]] = {}
        self.seconds: dict[bytes, float] = {}
        every = [one for trials in self.trials.values() for one in trials]
        self.work = [
            (_key(one), one, games) for one, games in pieces(list({_key(one): one for one in every}.values()))
        ]
        self.total = sum(len(games) for _, _, games in self.work)

    def play(self, workers: Crew | int) -> Iterator[int]:
        """How many games more are there, as they are finished; what is interrupted leaves what is done."""
        for one in {key: one for key, one, _ in self.work}.values():
            prepare(one.contest)
            if one.review:
                import_module("igroteka.lab.playouts.playouts").playouts(one.contest.game)
        for key, cpu, games in spread(_timed, self.work, workers):
            self.games.setdefault(key, []).extend(games)
            self.seconds[key] = self.seconds.get(key, 0.0) + cpu
            yield len(games)

    def results(self, study: str) -> Results:
        """What is there for a study: deals of which every game was played."""
        trials = self.trials[study]
        found = {one.name: _whole_deals(one, self.games.get(_key(one), [])) for one in trials}
        return Results(trials, {name: games for name, games in found.items() if games})

    def games_of(self, study: str) -> int:
        """How many games it asked for."""
        keys = {_key(one) for one in self.trials[study]}
        return sum(len(games) for key, _, games in self.work if key in keys)

    def cpu_seconds(self, study: str) -> float:
        """The processor time of its games, those included that other studies share."""
        return sum(self.seconds.get(_key(one), 0.0) for one in self.trials[study])


def _key(one: Trial) -> bytes:
    """Trials with the same key are the same games."""
    return msgspec.json.encode((one.name, one.contest, one.games, one.again, one.review))


def _whole_deals(one: Trial, games: list[Game]) -> list[Game]:
    """A run that was ended early leaves deals that some bots have played from one place alone."""
    played, every = Counter(game.deal for game in games), one.again * len(one.contest.lineups())
    return [game for game in games if played[game.deal] == every]


def _timed(
    key: bytes, one: Trial, work: list[tuple[int, int, tuple[int, ...]]]
) -> tuple[bytes, float, list[Game]]:
    began = time.process_time()
    games = play_piece(one, work)
    return key, time.process_time() - began, games
