"""A judgement of positions fitted to how games ended: what the numbers of a standing weigh."""

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]


def fitted(boards: Numbers, ends: Numbers, keep: float = 2e-5) -> tuple[Numbers, float]:
    """What each number says of winning, and the log loss that is left (Newton's method).

    `boards` has the numbers by board and side, `ends` which part of the game each side won. Chances are
    shared as the exponentials of weighed sums; `keep` holds weights near nought.
    """
    scale = np.sqrt((boards**2).mean((0, 1))) + 1e-3
    scaled, count, features = boards / scale, len(boards), boards.shape[2]
    fit, now = np.zeros(features), np.inf
    step = np.zeros(features)
    for _ in range(30):
        likely = shared(scaled @ (fit + step))
        loss = surprise(likely, ends) + keep / 2 * float(((fit + step) ** 2).sum())
        if loss > now:
            step /= 2  # too far
            continue
        fit, now, better = fit + step, loss, now - loss
        if better < 1e-6:
            break
        mean = np.einsum("bs,bsf->bf", likely, scaled)
        curve = np.einsum("bsf,bsg->fg", likely[:, :, None] * scaled, scaled) - mean.T @ mean
        slope = np.einsum("bs,bsf->f", ends - likely, scaled) - keep * count * fit
        step = np.linalg.solve(curve + np.eye(features) * (keep * count + 1e-6), slope)
    return fit / scale, now


def shared(scores: Numbers) -> Numbers:
    """The chances that these scores of the sides come to."""
    likely = np.exp(scores - scores.max(1, keepdims=True))
    chances: Numbers = likely / likely.sum(1, keepdims=True)
    return chances


def surprise(chances: Numbers, ends: Numbers) -> float:
    """The mean log loss of chances beside how games ended."""
    return float(-(ends * np.log(chances + 1e-12)).sum(1).mean())
