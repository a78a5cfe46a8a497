"""Networks with random weights, and what they say worked out slowly in NumPy, for tests."""

from pathlib import Path
from typing import Any

import numpy as np

from igroteka.envs.egocentric import egocentric
from igroteka.turbo import beside, twin

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


def write(folder: Path, name: str, **changed: Any) -> Path:
    path = folder / f"{name}.npz"
    kept = {**arrays(name), **changed}
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


def layered(kept: dict[str, Any], name: str, inside: Any) -> Any:
    return kept[f"{name}.weight"].astype(np.float64) @ inside + kept[f"{name}.bias"]
