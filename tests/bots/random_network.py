"""Networks with random weights, and what they say worked out slowly in NumPy, for tests."""

from pathlib import Path
from typing import Any

import numpy as np

from igroteka.envs.egocentric import egocentric
from igroteka.turbo import beside, twin
from igroteka.turbo.board import board_of

HIDDEN = (37, 24)
"""No multiples of eight, and not the same."""


def arrays(game: str, seed: int = 1) -> dict[str, Any]:
    """Every place of an observation is shown; every third action is not known to the network."""
    chance, names, start = np.random.default_rng(seed), [], 0
    for field in beside(game, "fields").FIELDS:
        if field.names:
            names.append((start, field.names))
        start += field.length
    named = {place for place, _ in names}
    shown = np.array([place for place in range(start) if place not in named])
    allowed = np.array([action for action in range(twin(game).ACTIONS) if action % 3 < 2])
    inputs = len(shown) + sum(count for _, count in names) + len(allowed)
    sizes = {"body.0": (HIDDEN[0], inputs), "body.2": HIDDEN[::-1], "liking": (len(allowed) + 1, HIDDEN[1])}
    made: dict[str, Any] = {"shown": shown, "allowed": allowed, "names": np.array(names).reshape(-1, 2)}
    for name, (out, into) in {**sizes, "standing": (1, HIDDEN[1])}.items():
        made[f"{name}.weight"] = chance.normal(0, 3 / np.sqrt(into), (out, into)).astype(np.float16)
        made[f"{name}.bias"] = chance.normal(0, 0.5, out).astype(np.float16)
    return made


def board_arrays(game: str, seed: int = 1) -> dict[str, Any]:
    """The same for a network that looks at the lines of a board."""
    board = board_of(game)
    assert board is not None
    made, chance, (wide, whole) = arrays(game, seed), np.random.default_rng(seed), (21, 37)
    codes, kinds, shown = board.codes, len(board.answers), len(made["shown"])
    rest = len(np.setdiff1d(made["allowed"], board.answers))
    layers = {
        "body.line": (wide, codes),
        "body.table": (whole, shown),
        "body.cell": (wide, wide),
        "body.cell_code": (wide, codes),
        "body.cell_table": (wide, whole),
        "body.whole": (whole, whole + 2 * wide),
        "liking": (kinds + rest + 1, whole),
        "answers": (kinds, wide),
        "standing": (1, whole),
    }
    found = {name: made[name] for name in ("shown", "allowed", "names")}
    for name, (out, into) in layers.items():
        found[f"{name}.weight"] = chance.normal(0, 1 / np.sqrt(into), (out, into)).astype(np.float16)
        found[f"{name}.bias"] = chance.normal(0, 0.5, out).astype(np.float16)
    for name in ("body.cell", "body.cell_table", "answers"):
        del found[f"{name}.bias"]
    return found


def write(folder: Path, name: str, given: dict[str, Any] | None = None, **changed: Any) -> Path:
    path = folder / f"{name}.npz"
    kept = {**(given or arrays(name)), **changed}
    np.savez_compressed(path, **{part: array for part, array in kept.items() if array is not None})
    return path


def says(game: str, kept: dict[str, Any], seen: Any, mask: Any) -> tuple[Any, float]:
    """The chance of every action and of winning, by the definition (docs/school.md)."""
    turned = egocentric(game, seen)
    parts = [np.log1p(turned[kept["shown"]].astype(np.float64))]
    parts += [(turned[at] == np.arange(count)).astype(np.float64) for at, count in kept["names"]]
    inside = np.concatenate([*parts, mask[kept["allowed"]]])
    for layer in ("body.0", "body.2"):
        inside = np.maximum(layered(kept, layer, inside), 0)
    place = np.full(len(mask), len(kept["allowed"]))
    place[kept["allowed"]] = np.arange(len(kept["allowed"]))
    logits = np.where(mask, layered(kept, "liking", inside)[place], -np.inf)
    likely = np.exp(logits - logits.max())
    return likely / likely.sum(), float((1 + np.tanh(layered(kept, "standing", inside)[0])) / 2)


def board_says(game: str, kept: dict[str, Any], seen: Any, mask: Any) -> tuple[Any, float]:
    """The same of a network that looks at a board: line by line and cell by cell."""
    board, turned = board_of(game), egocentric(game, seen)
    assert board is not None
    codes = np.ravel_multi_index(
        [
            np.minimum(turned[places], most - 1)
            for places, most in zip(board.told.T, board.kinds, strict=True)
        ],
        board.kinds,
        order="F",
    )
    codes = np.where(board.fixed < 0, codes, board.fixed)
    weight = {name: part.astype(np.float64) for name, part in kept.items() if name.endswith("weight")}
    table = np.maximum(layered(kept, "body.table", np.log1p(turned[kept["shown"]].astype(np.float64))), 0)
    by_code = weight["body.line.weight"].T[codes]
    lines = np.array([np.maximum(by_code[line].sum(0) + kept["body.line.bias"], 0) for line in board.lines])
    cells = []
    for cell, code in enumerate(codes):
        near = lines[(board.lines == cell).any(1)].sum(0)
        itself = weight["body.cell_code.weight"].T[code] + kept["body.cell_code.bias"]
        said = weight["body.cell.weight"] @ near + itself + weight["body.cell_table.weight"] @ table
        cells.append(np.maximum(said, 0))
    together = np.concatenate([table, lines.sum(0) / 16, np.sum(cells, axis=0) / 16])
    whole = np.maximum(layered(kept, "body.whole", together), 0)
    liked, kinds = layered(kept, "liking", whole), len(board.answers)
    logits = np.full(len(mask), liked[-1])
    for kind, actions in enumerate(board.answers):
        logits[actions] = liked[kind] + np.array(cells) @ weight["answers.weight"][kind]
    rest = np.setdiff1d(kept["allowed"], board.answers)
    logits[rest] = liked[kinds:-1]
    logits = np.where(mask, logits, -np.inf)
    likely = np.exp(logits - logits.max())
    return likely / likely.sum(), float((1 + np.tanh(layered(kept, "standing", whole)[0])) / 2)


def layered(kept: dict[str, Any], name: str, inside: Any) -> Any:
    return kept[f"{name}.weight"].astype(np.float64) @ inside + kept[f"{name}.bias"]
