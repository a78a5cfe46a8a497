"""The smallest ONNX file that is a policy, written without the package `onnx`: observation × weights."""

from pathlib import Path

import numpy as np

UINT8, FLOAT, BOOL, INT64 = 2, 1, 9, 7


def varint(number: int) -> bytes:
    low, more = number & 127, number >> 7
    return bytes([low | 128]) + varint(more) if more else bytes([low])


def told(field: int, value: int | str | bytes) -> bytes:
    """One field of a message of protocol buffers: a number, or anything with a length."""
    if isinstance(value, int):
        return varint(field << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(data)) + data


def rows(name: str, kind: int, width: int) -> bytes:
    shape = told(1, told(2, "tables")) + told(1, told(1, width))
    return told(1, name) + told(2, told(1, told(1, kind) + told(2, shape)))


def write(
    path: Path,
    weights: np.ndarray,
    about: dict[str, str],
    inputs: dict[str, int] | None = None,
    output: str = "logits",
) -> Path:
    """`inputs` by name and kind; the first is multiplied, the others are not looked at."""
    inputs = inputs or {"observation": UINT8}
    width, actions = weights.shape
    first = next(iter(inputs))
    cast = told(1, first) + told(2, "floats") + told(4, "Cast")
    cast += told(5, told(1, "to") + told(3, FLOAT) + told(20, 2))
    product = told(1, "floats") + told(1, "weights") + told(2, output) + told(4, "MatMul")
    held = told(1, width) + told(1, actions) + told(2, FLOAT) + told(8, "weights")
    held += told(9, weights.astype("<f4").tobytes())
    graph = told(1, cast) + told(1, product) + told(2, "policy") + told(5, held)
    for name, kind in inputs.items():
        graph += told(11, rows(name, kind, actions if name == "action_mask" else width))
    graph += told(12, rows(output, FLOAT, actions))
    model = told(1, 8) + told(7, graph) + told(8, told(1, "") + told(2, 17))
    for key, value in about.items():
        model += told(14, told(1, key) + told(2, value))
    path.write_bytes(model)
    return path
