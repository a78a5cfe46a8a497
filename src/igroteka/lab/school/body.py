"""What lies between inputs and answers: plain layers, or layers that know the lines of a board."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from igroteka.lab.school.shape import own_places
from igroteka.turbo.board import SHARE, Board

torch: Any = import_module("torch")
nn: Any = torch.nn


def plain_body(inputs: int, hidden: tuple[int, int]) -> Any:
    first, second = hidden
    return nn.Sequential(nn.Linear(inputs, first), nn.ReLU(), nn.Linear(first, second), nn.ReLU())


class BoardBody(nn.Module):  # type: ignore[misc]
    """All lines share their weights, and so do all cells.

    A line adds up what its cells are; a cell what the lines through it say, what it is itself and what the
    table is like; the whole is what table, lines and cells say. A critic is told other hands too.
    """

    def __init__(self, game: str, board: Board, inputs: int, hidden: tuple[int, int], hands: int = 0) -> None:
        super().__init__()
        wide, whole = hidden
        self.inputs, self.codes, self.hands = inputs, board.codes, hands
        own = {place: at for at, place in enumerate(own_places(game))}
        held = [own[int(place)] for place in board.told[:, board.hand]]
        self.register_buffer("through", torch.from_numpy(board.through()))
        self.register_buffer("held", torch.tensor(held))
        self.register_buffer("open", torch.from_numpy(board.fixed < 0).float())
        self.register_buffer("code", torch.arange(board.codes).float())
        self.line = nn.Linear(board.codes, wide)
        self.table = nn.Linear(inputs, whole)
        self.cell = nn.Linear(wide, wide, bias=False)
        self.cell_code = nn.Linear(board.codes, wide)
        self.cell_table = nn.Linear(whole, wide, bias=False)
        self.whole = nn.Linear(whole + 2 * wide, whole)
        if hands:
            self.others = nn.Linear(hands, wide, bias=False)

    def forward(self, features: Any, hands: Any = None) -> tuple[Any, Any]:
        """What is to say of every cell, and of the whole."""
        with torch.autocast(features.device.type, torch.bfloat16, enabled=features.is_cuda):
            said = _fused() if features.is_cuda else BoardBody._said
            cells, whole = said(self, features, hands)
        return cells.float(), whole.float()

    def _said(self, features: Any, hands: Any) -> tuple[Any, Any]:
        """In half the numbers on a card, where memory is what this waits for."""
        told, codes = features[:, : self.inputs], features[:, self.inputs :]
        many = (codes[:, :, None] == self.code).to(_half(features))
        table = torch.relu(self.table(told))
        both = torch.cat([self.line.weight, self.cell_code.weight])  # one look at the codes for both
        each, own = torch.nn.functional.linear(many, both).chunk(2, dim=2)
        if hands is not None:
            shown = hands.view(len(hands), self.hands, -1)[:, :, self.held].transpose(1, 2)
            each = each + self.others(shown.clamp(max=1).to(_half(features)) * self.open[:, None])
        lines = torch.relu(self.through @ each + self.line.bias)
        near = self.cell(self.through.T @ lines)
        around = self.cell_table(table) + self.cell_code.bias
        cells = torch.relu(near + own + around[:, None])
        told = torch.cat([table, SHARE * lines.sum(1), SHARE * cells.sum(1)], 1)
        return cells, torch.relu(self.whole(told))


@cache
def _fused() -> Any:
    """What is done number by number in one kernel with what comes before it, where Triton is installed: a
    round takes two thirds.
    """
    return torch.compile(BoardBody._said, dynamic=False) if find_spec("triton") else BoardBody._said


def _half(features: Any) -> Any:
    return torch.bfloat16 if features.is_cuda else torch.float32
