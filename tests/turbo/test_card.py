"""The twins on a graphics card: simulated, compiled without a card, and in full where there is one."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from igroteka.cli import turbo
from igroteka.core import read
from igroteka.turbo import Batch, card, twin, twins
from igroteka.turbo.header import fitted, refitted

HERE = Path(__file__).parent
LONG = pytest.mark.long
every_twin = pytest.mark.parametrize("name", twins())
without_a_card = pytest.mark.skipif(card.missing() is None, reason="there is a card here")
app, bench = typer.Typer(), typer.Typer()
app.add_typer(bench, name="bench")
turbo.register(app, bench)


def python(*asked: str, **more: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, **more}
    return subprocess.run(
        [sys.executable, *asked], env=environ, capture_output=True, text=True, timeout=900, check=False
    )


@pytest.mark.skipif(not find_spec("numba_cuda"), reason="numba-cuda is not installed")
@pytest.mark.parametrize("name", [twins()[0], *(pytest.param(name, marks=LONG) for name in twins()[1:])])
def test_simulated_tables_play_the_same_games(name):
    done = python("-W", "ignore", str(HERE / "simulated.py"), name)
    assert done.returncode == 0, done.stderr[-3000:]
    assert f"{name}: environments agree" in done.stdout
    assert f"{name}: Player agrees" in done.stdout


@pytest.mark.skipif(
    not (find_spec("numba_cuda") and find_spec("nvidia")),
    reason="numba-cuda and its compiler (nvidia-nvvm) are not installed",
)
@pytest.mark.parametrize(
    ("name", "chip"),
    [
        (twins()[0], "9.0"),
        pytest.param(twins()[0], "8.0", marks=LONG),
        *(pytest.param(name, "9.0", marks=LONG) for name in twins()[1:]),
    ],
)
def test_kernels_compile_for_a_card(name, chip):
    done = python("-W", "ignore", str(HERE / "ptx.py"), name, chip)
    assert done.returncode == 0, done.stderr[-3000:]
    assert f".target sm_{chip.replace('.', '')}" in done.stdout


@pytest.mark.skipif(
    not (find_spec("numba_cuda") and find_spec("nvidia")),
    reason="numba-cuda and its compiler (nvidia-nvvm) are not installed",
)
@pytest.mark.parametrize(
    "name", ["sequence", *(pytest.param(name, marks=LONG) for name in ("upturn", "etazhiki"))]
)
def test_player_compiles_for_a_card_as_a_rival_of_pupils(name):
    done = python("-W", "ignore", str(HERE / "ptx.py"), name, "9.0", "--player")
    assert done.returncode == 0, done.stderr[-3000:]
    assert "foresee_tables .target sm_90" in done.stdout


@without_a_card
def test_without_a_card_one_sentence_says_what_is_missing(monkeypatch):
    with pytest.raises(card.NoCard, match=r"^device 'cuda' needs [^.]*$"):
        Batch("sequence", 4, 2, device="cuda")
    asked = (["lockstep", "--device", "cuda"], ["bench", "turbo", "--device", "cuda"])
    for one in asked:
        done = CliRunner().invoke(app, one)
        assert done.exit_code == 2
        assert done.output.strip() == card.missing()
    monkeypatch.setattr(card, "find_spec", lambda name: None)
    assert card.missing() == "device 'cuda' needs numba-cuda: pip install 'igroteka[gpu]'"


def test_another_device_is_named():
    with pytest.raises(ValueError, match="device is 'cpu' or 'cuda', not 'tpu'"):
        Batch("sequence", 4, 2, device="tpu")
    done = CliRunner().invoke(app, ["lockstep", "--device", "tpu"])
    assert (done.exit_code, done.output.strip()) == (2, "--device is cpu or cuda, not tpu")


@every_twin
def test_a_record_is_as_narrow_as_its_table_needs_and_nothing_is_lost(name):
    fast = twin(name)
    batch = Batch(name, 64, 2, seed=3)
    batch.play_on(100)
    record = fitted(fast.STATE, fast.needed(batch.table[0]))
    assert record.itemsize < fast.STATE.itemsize
    assert record.itemsize % 16 == 8, "threads side by side must use different banks"
    narrow = refitted(batch.states, np.zeros(1, record))
    assert np.array_equal(refitted(narrow, batch.table), batch.states)


@pytest.mark.parametrize("name", [twins()[0], *(pytest.param(name, marks=LONG) for name in twins()[1:])])
def test_a_narrow_record_plays_the_same_game(name):
    """What a kernel writes beyond what a table needs would be lost, or hit the next field."""
    fast = twin(name)
    options = read({}, fast.GAME.Options)
    wide = np.repeat(fast.blank(max(fast.GAME.SEATS), options), 20)
    rngs, out, tally = (
        np.arange(20, dtype=np.uint64),
        np.empty(fast.WIDEST, np.int16),
        np.zeros(20, np.int64),
    )
    for at in range(20):
        fast.KERNELS["deal"](wide[at], rngs[at : at + 1])
    narrow = refitted(wide, np.zeros(1, fitted(fast.STATE, fast.needed(wide[0]))))
    others = rngs.copy()
    steps = fast.KERNELS["play_on_all"](wide, rngs, out, 1500, tally)
    assert steps == fast.KERNELS["play_on_all"](narrow, others, out, 1500, tally)
    assert np.array_equal(rngs, others)
    assert np.array_equal(refitted(narrow, wide), wide)


@pytest.mark.skipif(card.missing() is not None, reason=str(card.missing()))
@every_twin
def test_on_a_card_both_play_the_same_games(name):
    from igroteka.turbo.card.lockstep import run

    assert run(twin(name), seed=1, steps=1_000_000) >= 1_000_000


def test_a_difference_is_told():
    from igroteka.turbo.card.lockstep import Both
    from igroteka.turbo.lockstep import Difference

    both = object.__new__(Both)
    both.said = "a table"
    both.cpu = SimpleNamespace(random=lambda: np.array([1, 2, 3]))
    both.card = SimpleNamespace(random=lambda: np.array([1, 2, 4]))
    with pytest.raises(Difference, match="a table: random actions differ at 1 tables, first 2"):
        both.answer()
