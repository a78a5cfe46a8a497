"""examples/learn.py as a command, where PyTorch is installed (make learn): it writes over nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("onnx")

LEARN = Path(__file__).parents[2] / "examples" / "learn.py"
SMALL = ("--tables", "32", "--steps", "8", "--lines", "1", "--games", "2", "--hidden", "8", "--threads", "1")


def learn(within, *words):
    command = [sys.executable, str(LEARN), *SMALL, *words]
    return subprocess.run(command, cwd=within, capture_output=True, text=True, timeout=600, check=False)


def test_what_was_learned_is_not_written_over_and_goes_on_as_what_it_is(tmp_path):
    first = learn(tmp_path, "--decisions", "100", "--out", "mine.onnx")
    assert first.returncode == 0, first.stderr
    kept = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    refused = learn(tmp_path, "--decisions", "200", "--out", "mine.onnx")
    assert refused.returncode == 2
    assert "mine/checkpoint.pt would be lost; --resume goes on with it" in refused.stderr
    odd = ("--seats", "3", "--hidden", "9", "-o", "variant=medium")
    refused = learn(tmp_path, "--decisions", "200", "--out", "mine.onnx", "--resume", *odd)
    assert refused.returncode == 2
    differs = "seats 2, not 3; options {}, not {'variant': 'medium'}; hidden 8, not 9"
    assert f"mine/checkpoint.pt is of another run: {differs}" in refused.stderr
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == kept
    onward = learn(tmp_path, "--decisions", "200", "--out", "mine.onnx", "--resume")
    assert onward.returncode == 0, onward.stderr


def test_a_network_from_elsewhere_is_not_written_over(tmp_path):
    (tmp_path / "theirs.onnx").write_bytes(b"somebody's")
    refused = learn(tmp_path, "--decisions", "100", "--out", "theirs.onnx")
    assert (refused.returncode, (tmp_path / "theirs.onnx").read_bytes()) == (2, b"somebody's")
    assert "theirs.onnx would be lost: a new run wants another --out" in refused.stderr
