"""A pupil as an ONNX file that `igroteka.bots.onnx.PolicyBot` plays, and a card that tells of it."""

import copy
import logging
import warnings
from importlib import import_module
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt

from igroteka.bots.network_file import DAMAGE, arrays_of
from igroteka.envs import VectorEnv
from igroteka.lab.school.pupil import Pupil
from igroteka.lab.school.shape import Shape
from igroteka.lab.school.turning import turned
from igroteka.lab.school.whole_file import write_whole
from igroteka.turbo import twin
from igroteka.turbo.board import board_of

torch: Any = import_module("torch")


class _Playing(torch.nn.Module):  # type: ignore[misc]
    """What is kept of a pupil: preferences and standing."""

    def __init__(self, pupil: Any) -> None:
        super().__init__()
        self.pupil = copy.deepcopy(pupil).to("cpu")

    def forward(self, observation: Any, action_mask: Any) -> Any:
        seen = turned(self.pupil.shape.game, observation)
        return self.pupil(self.pupil.features(seen.byte(), action_mask), action_mask)


def write_network(pupil: Any, path: Path) -> None:
    """Observation and mask in, `logits` and `value` out, for any number of tables."""
    game = pupil.shape.game
    env = VectorEnv(game, 2, twin(game).GAME.SEATS[0], seed=1)
    seen, _ = env.reset()
    example = tuple(
        torch.from_numpy(np.array(seen[name], kind))
        for name, kind in (("observation", np.uint8), ("action_mask", np.bool_))
    )
    rows = {0: torch.export.Dim("tables")}
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)  # it warns about packages that are not needed
    onnx: Any = import_module("onnx")
    with warnings.catch_warnings(), TemporaryDirectory() as folder:
        warnings.simplefilter("ignore")  # of the exporter, about itself
        exported = str(Path(folder, "exported.onnx"))
        torch.onnx.export(
            _Playing(pupil).eval(),
            example,
            exported,
            input_names=["observation", "action_mask"],
            output_names=["logits", "value"],
            dynamic_shapes={"observation": rows, "action_mask": rows},
            external_data=False,
            verbose=False,
        )
        model = onnx.load(exported)
    graph = model.graph
    for part in (graph, *graph.node, *graph.value_info, *graph.input, *graph.output):
        del part.metadata_props[:]  # where in the sources it came from
    model.metadata_props.add(key="game", value=game)
    write_whole(path, model.SerializeToString())


def write_weights(pupil: Any, path: Path) -> None:
    """The same as plain arrays (NumPy's .npz, 16-bit numbers), which the compiled search reads."""
    shape = pupil.shape
    arrays: dict[str, Any] = {
        name: rounded(part.detach().cpu().half().numpy()) for name, part in pupil.named_parameters()
    }
    content = BytesIO()
    np.savez_compressed(
        content,
        game=np.array(shape.game),
        shown=np.array(shape.shown, np.int32),
        names=np.array(shape.names, np.int32).reshape(-1, 2),
        allowed=np.array(shape.allowed, np.int32),
        **arrays,
    )
    write_whole(path, content.getbuffer())


def rounded(numbers: npt.NDArray[np.float16]) -> npt.NDArray[np.float16]:
    """With an even last bit, which nobody's play depends on: a packed file is a sixteenth smaller."""
    bits = numbers.view(np.int16)
    return (bits + (bits & 1) * ((bits & 2) - 1)).astype(np.int16).view(np.float16)


def read_pupil(path: Path, game: str) -> Pupil:
    """The pupil of a file of `write_weights`; ValueError if it is none, or of another game."""
    try:
        arrays = arrays_of(path.read_bytes())
        taught = str(arrays.pop("game"))
        shown, allowed = (arrays.pop(name).tolist() for name in ("shown", "allowed"))
        names = [(int(place), int(count)) for place, count in arrays.pop("names")]
        layers = ("line", "whole") if board_of(taught) else ("0", "2")
        hidden = tuple(len(arrays[f"body.{layer}.bias"]) for layer in layers)
        shape = Shape(taught, shown, names, allowed, twin(taught).ACTIONS, hidden)  # type: ignore[arg-type]
        pupil = Pupil(shape)
        weights = {name: torch.from_numpy(part).float() for name, part in arrays.items()}
        missing, unknown = pupil.load_state_dict(weights, strict=False)
    except DAMAGE as error:
        raise ValueError(f"{path} is no network of the school (.npz): {error}") from None
    if unknown or {*missing} & dict(pupil.named_parameters()).keys():
        raise ValueError(f"{path} is no network of the school (.npz): its layers are others")
    if taught != game:
        raise ValueError(f"{path} was taught {taught}, not {game}")
    return pupil


def write_card(path: Path, facts: dict[str, str]) -> None:
    """A page beside the network: how it was made and what is known of it."""
    lines = [f"# {path.stem}", "", *(f"- {name}: {told}" for name, told in facts.items()), ""]
    write_whole(path.with_suffix(".md"), "\n".join(lines).encode())
