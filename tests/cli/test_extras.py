"""Whatever needs an extra that is not installed says so in one sentence that names it."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def without(modules: str, code: str) -> "subprocess.CompletedProcess[str]":
    """Python in which these modules are not installed."""
    blocked = f"import sys\nfor name in {modules.split()}: sys.modules[name] = None\n"
    return subprocess.run(
        [sys.executable, "-c", blocked + code], capture_output=True, text=True, timeout=600, check=False
    )


def command(modules: str, *words: str) -> "subprocess.CompletedProcess[str]":
    said = ["igroteka", *words]
    return without(modules, f"sys.argv = {said}\nfrom igroteka.cli.entry import main\nmain()")


def test_the_command_without_typer() -> None:
    for module in ("typer", "rich", "yaml"):
        done = command(module, "games")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            f"The igroteka command needs {module}, which is not installed: pip install 'igroteka[cli]'\n"
        )


def test_the_version_is_told_with_and_without_the_extra() -> None:
    told = f"igroteka {version('igroteka')}\n"
    for modules in ("", "typer"):
        done = command(modules, "--version")
        assert (done.returncode, done.stdout, done.stderr) == (0, told, "")
    assert without("", "import igroteka\nprint('igroteka', igroteka.__version__)").stdout == told
    help_ = command("", "--help").stdout
    assert "--version" in help_
    assert "Table games by the book" in help_


def test_python_m_igroteka_is_the_command() -> None:
    asked = [sys.executable, "-m", "igroteka", "scenario"]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 2
    assert "Usage: python -m igroteka scenario" in done.stderr


@pytest.mark.parametrize(
    ("modules", "words", "extra"),
    [
        ("litestar", ["serve"], "server"),
        ("apsw", ["backup", "file", "--data", "folder"], "server"),
        ("uvicorn", ["serve", "--help"], "server"),
        ("segno", ["bench", "server"], "server"),
        ("numba", ["lockstep"], "turbo"),
        ("numba", ["bench", "turbo"], "turbo"),
        ("pettingzoo", ["bench", "envs"], "envs"),
        ("pyarrow", ["dataset", "--game", "upturn", "--out", "folder"], "lab"),
        ("pyarrow", ["replay", "part-00000.parquet:3"], "lab"),
        ("onnxruntime", ["play", "etazhiki", "--bot", "policy.onnx"], "onnx"),
        ("numba", ["play", "etazhiki", "--bot", "policy.onnx"], "onnx"),
        ("ray", ["arena", "--game", "upturn", "--bots", "player,random", "--ray", "auto"], "cluster"),
    ],
)
def test_a_command_without_its_extra(modules: str, words: list[str], extra: str) -> None:
    done = command(modules, *words)
    assert done.returncode == 2, done.stderr
    assert f"igroteka[{extra}]" in done.stderr
    assert done.stderr.count("\n") == 1, done.stderr


@pytest.mark.parametrize(
    ("modules", "code", "extra"),
    [
        ("numba", "import igroteka.turbo", "turbo"),
        ("numba", "import igroteka.envs", "turbo"),
        ("pettingzoo", "import igroteka.envs", "envs"),
        ("gymnasium", "from igroteka.envs import VectorEnv", "envs"),
        ("pyspiel", "import igroteka.envs.openspiel", "openspiel"),
        ("litestar", "import igroteka.server", "server"),
        ("apsw", "from igroteka.server import app", "server"),
    ],
)
def test_a_package_without_its_extra(modules: str, code: str, extra: str) -> None:
    done = without(modules, code)
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ModuleNotFoundError: igroteka.")
    assert f"needs {modules}, which is not installed: pip install 'igroteka[" in last
    assert extra in last or "envs" in last


def test_a_cluster_without_ray_is_refused_before_anything_is_compiled_for_it() -> None:
    done = without("ray", "from igroteka.lab.workers import Crew\nCrew(ray='auto')")
    assert "Refused: extra-missing (extra=cluster)" in done.stderr


def test_commands_that_serve_nothing_do_not_wait_for_a_server_to_be_imported() -> None:
    heavy = "litestar uvicorn segno prometheus_client numpy numba polars"
    code = f"import igroteka.cli.main, sys\nprint([one for one in {heavy.split()} if one in sys.modules])"
    assert without("", code).stdout == "[]\n"


def test_games_are_played_with_nothing_but_msgspec() -> None:
    heavy = "numpy numba typer rich yaml litestar uvicorn apsw gymnasium pettingzoo pyspiel onnxruntime"
    code = (
        "from igroteka.core import Seeded\nfrom igroteka.games import SHELF\n"
        "from igroteka.table import Match, play_out, random_chooser\n"
        "match = Match(SHELF['etazhiki'], 2, seed=1)\n"
        "list(play_out(match, random_chooser(Seeded(1)), Seeded(2)))\nprint(match.outcome.reason)"
    )
    done = without(heavy, code)
    assert done.stdout == "stars\n", done.stderr


def test_a_server_without_the_page_says_how_to_get_it(tmp_path: Path) -> None:
    code = (
        "from pathlib import Path\nfrom igroteka.server.http import static\n"
        f"static.FOLDER = Path({str(tmp_path / 'none')!r})\n"
        "from igroteka.cli.serve import _ready\nfrom igroteka.cli.speech import Speech\n"
        "from igroteka.server.settings import Settings\n"
        "_ready(Speech('en'), Settings(), 'http://localhost:1', False)\n"
    )
    done = without("", code)
    assert done.returncode == 0, done.stderr
    assert "make page" in done.stderr


def test_types_are_shipped() -> None:
    assert (ROOT / "src" / "igroteka" / "py.typed").exists()


def test_no_package_is_built_without_the_page(tmp_path: Path) -> None:
    """A wheel of a tree in which the page was never built fails, and says how to build it."""
    for name in ("hatch_build.py", "pyproject.toml", "README.md", "LICENSE"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    package = tmp_path / "src" / "igroteka"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    failed = subprocess.run(build, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False)
    assert failed.returncode != 0
    assert "make page" in failed.stdout + failed.stderr
    (package / "server" / "static").mkdir(parents=True)
    (package / "server" / "static" / "index.html").touch()
    done = subprocess.run(build, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    assert [file.suffix for file in (tmp_path / "dist").iterdir()] == [".whl"]
