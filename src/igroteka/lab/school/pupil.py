"""The networks that learn: a pupil, who knows what its seat may know, and a critic, who sees all hands."""

from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from igroteka.lab.school.body import BoardBody, plain_body
from igroteka.lab.school.shape import OTHERS, Shape, own_places
from igroteka.turbo.board import Board, board_of

torch: Any = import_module("torch")
nn: Any = torch.nn


class Pupil(nn.Module):  # type: ignore[misc]
    """What a seat sees in; how much it likes every action, and how well its seat stands, out."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape, self.board = shape, board_of(shape.game)
        self.register_buffer("shown", torch.tensor(shape.shown, dtype=torch.long))
        if self.board:
            self._look_at(self.board)
        else:
            self._look_at_numbers()
        self.standing = nn.Linear(shape.hidden[-1], 1)
        nn.init.zeros_(self.liking.weight)
        nn.init.zeros_(self.liking.bias)

    def _look_at_numbers(self) -> None:
        shape = self.shape
        self.register_buffer("allowed", torch.tensor(shape.allowed))
        self.register_buffer("place", torch.from_numpy(places(shape, np.array(shape.allowed))))
        pairs = [(at, name) for at, count in shape.names for name in range(count)]
        self.register_buffer("named", torch.tensor([at for at, _ in pairs], dtype=torch.long))
        self.register_buffer("name", torch.tensor([name for _, name in pairs], dtype=torch.uint8))
        self.body = plain_body(shape.inputs, shape.hidden)
        self.liking = nn.Linear(shape.hidden[-1], len(shape.allowed) + 1)

    def _look_at(self, board: Board) -> None:
        """A kind of answers is liked by what its cell says; how much kinds are liked, the whole says."""
        shape, kinds = self.shape, len(board.answers)
        self.register_buffer("told", torch.from_numpy(board.told).long())
        self.register_buffer("fixed", torch.from_numpy(board.fixed).float())
        rest = np.setdiff1d(shape.allowed, board.answers)
        self.register_buffer("place", torch.from_numpy(places(shape, np.append(board.answers, rest))))
        self.body = BoardBody(shape.game, board, len(shape.shown), shape.hidden)
        self.liking = nn.Linear(shape.hidden[-1], kinds + len(rest) + 1)
        self.answers = nn.Linear(shape.hidden[0], kinds, bias=False)
        nn.init.zeros_(self.answers.weight)

    def features(self, observation: Any, mask: Any) -> Any:
        """Amounts as logarithms, names as one of many, the mask as it is; or the codes of a board's cells.

        Observations are counted from one's own seat (`turning.turned`, or an environment's `relative`).
        """
        amounts = torch.log1p(observation[:, self.shown].float())
        if self.board:
            return torch.cat([amounts, self._codes(self.board, observation)], dim=1)
        names = (observation[:, self.named] == self.name).float()
        return torch.cat([amounts, names, mask[:, self.allowed].float()], dim=1)

    def _codes(self, board: Board, observation: Any) -> Any:
        code, worth = 0.0, 1
        for column, kinds in enumerate(board.kinds):
            code = code + worth * observation[:, self.told[:, column]].clamp(max=kinds - 1).float()
            worth *= kinds
        return torch.where(self.fixed < 0, code, self.fixed)

    def forward(self, features: Any, mask: Any) -> tuple[Any, Any]:
        if self.board:
            cells, whole = self.body(features)
            liked, kinds = self.liking(whole), len(self.board.answers)
            near = self.answers(cells).transpose(1, 2) + liked[:, :kinds, None]
            logits = torch.cat([near.flatten(1), liked[:, kinds:]], 1)
        else:
            whole = self.body(features)
            logits = self.liking(whole)
        logits = logits[:, self.place].masked_fill(~mask, -1e9)
        return torch.log_softmax(logits, dim=1), torch.tanh(self.standing(whole)[:, 0])


def places(shape: Shape, answers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """By action its place among these answers; the one after the last stands for all others."""
    place = np.full(shape.actions, len(answers))
    place[answers] = np.arange(len(answers))
    return place


class Critic(nn.Module):  # type: ignore[misc]
    """How well a seat stands, judged with the hands of the following seats open."""

    def __init__(self, pupil: Pupil) -> None:
        super().__init__()
        shape = pupil.shape
        self.hands = OTHERS * len(own_places(shape.game))
        self.board = pupil.board
        if self.board:
            inputs = len(shape.shown)
            self.body: Any = BoardBody(shape.game, self.board, inputs, shape.hidden, OTHERS)
        else:
            self.body = plain_body(shape.inputs + self.hands, shape.hidden)
        self.standing = nn.Linear(shape.hidden[-1], 1)

    def forward(self, features: Any, hands: Any) -> Any:
        if self.board:
            _, inside = self.body(features, hands)
        else:
            inside = self.body(torch.cat([features, torch.log1p(hands.float())], 1))
        return torch.tanh(self.standing(inside)[:, 0])
