"""Work on tensors that stay where they are: on a graphics card it is recorded once and then replayed."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

torch: Any = import_module("torch")

_WARM: Final = 3
"""Runs before the recording: libraries set themselves up, and an optimizer its memory."""


class Replayed:
    """A function without arguments that reads and writes the same tensors at every call.

    Small networks keep a card waiting for the processor, which says each operation by itself: a recorded
    graph (CUDA graph) is said at once. On the processor the function is simply called.
    """

    def __init__(self, work: Callable[[], None], device: str, *generators: Any) -> None:
        self._work, self._generators = work, generators
        self._recorded = device == "cuda"
        self._runs = 0
        self._graph: Any = None

    def __call__(self) -> None:
        if not self._recorded:
            self._work()
        elif self._graph is None and self._runs < _WARM:
            self._aside()
        else:
            if self._graph is None:
                self._record()
            self._graph.replay()
        self._runs += 1

    def _aside(self) -> None:
        """On a stream of its own, as a recording will be."""
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            self._work()
        torch.cuda.current_stream().wait_stream(stream)

    def _record(self) -> None:
        self._graph = torch.cuda.CUDAGraph()
        for generator in self._generators:
            self._graph.register_generator_state(generator)
        with torch.cuda.graph(self._graph):
            self._work()
