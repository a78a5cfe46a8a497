"""What an installed package must be able to do with one extra: scripts/release runs it with every one."""

import subprocess
import sys
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory

BIN = Path(sys.executable).parent
COMMAND = BIN / "igroteka"
POLICY = Path(__file__).parents[1] / "examples" / "etazhiki.onnx"


def igroteka(*words: str, status: int = 0) -> str:
    done = subprocess.run([COMMAND, *words, "--lang", "en"], capture_output=True, text=True, check=False)
    assert done.returncode == status, (words, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr


def a_game_by_the_rules() -> None:
    from igroteka.core import Seeded
    from igroteka.games import SHELF
    from igroteka.table import Match, play_out, random_chooser

    assert len(SHELF) >= 3, list(SHELF)
    match = Match(SHELF["etazhiki"], seats=2, seed=7)
    for _ in play_out(match, random_chooser(Seeded(1)), Seeded(2)):
        pass
    assert match.outcome


def the_command_says_what_it_needs() -> None:
    done = subprocess.run([COMMAND, "games"], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done
    assert done.stderr.count("\n") == 1, done.stderr
    assert "igroteka[cli]" in done.stderr


def a_game_in_the_terminal() -> None:
    assert "wins" in igroteka("playthrough", "upturn", "--seats", "2", "--seed", "70")
    missing = igroteka("serve", status=2)
    assert "igroteka[server]" in missing
    assert missing.count("\n") == 1, missing


def the_page() -> None:
    served = subprocess.Popen(
        [COMMAND, "serve", "--port", "0", "--data", "data", "--lang", "en"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert served.stdout
        address = served.stdout.readline().rsplit(" ", 1)[1].strip()
        with urllib.request.urlopen(address, timeout=30) as page:
            text = page.read().decode()
        assert "/assets/" in text, "no built page"
    finally:
        served.terminate()
        served.wait(30)


def many_servers() -> None:
    import asyncpg  # noqa: F401
    import redis  # noqa: F401

    assert "cannot be used" in igroteka("migrate", "--database", "postgresql://localhost:1/none", status=2)


def twins() -> None:
    from igroteka.turbo import Batch

    batch = Batch("sequence", 16, seats=2, seed=7)
    assert batch.step(batch.random()) > 0


def an_environment() -> None:
    from igroteka.envs import VectorEnv, etazhiki_v0

    env = etazhiki_v0.env()
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, _, ended, cut, _ = env.last()
        env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))
    vector = VectorEnv("etazhiki", 16)
    vector.reset(seed=1)
    vector.step(vector.sample())


def in_open_spiel() -> None:
    import pyspiel

    import igroteka.envs.openspiel

    assert igroteka.envs.openspiel
    assert pyspiel.load_game("igroteka_sequence").num_players() == 2


def a_learned_bot() -> None:
    words = ("arena", "--game", "etazhiki", "--bots", f"{POLICY},random", "--games", "2", "--processes", "1")
    done = subprocess.run([COMMAND, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "etazhiki.onnx" in done.stdout


def a_data_set() -> None:
    words = (
        "--game",
        "etazhiki",
        "--bots",
        "player,random",
        "--games",
        "4",
        "--processes",
        "1",
        "--out",
        "set",
    )
    done = subprocess.run([COMMAND, "dataset", *words], capture_output=True, text=True, check=False)
    assert "4 games" in done.stdout, done.stderr
    igroteka("verify", "set/part-00000.parquet:5")


def learning() -> None:
    script = Path(__file__).parents[1] / "examples" / "learn.py"
    words = ["--decisions", "2000", "--tables", "32", "--lines", "1", "--games", "2"]
    with TemporaryDirectory() as empty:  # what an earlier try has left is not written over
        subprocess.run([sys.executable, script, *words, "--out", f"{empty}/try.onnx"], check=True)


TRIES = {
    "": (a_game_by_the_rules, the_command_says_what_it_needs),
    "cli": (a_game_by_the_rules, a_game_in_the_terminal),
    "cli,server": (the_page,),
    "cli,server,scale": (many_servers, the_page),
    "turbo": (twins,),
    "envs": (an_environment,),
    "openspiel": (an_environment, in_open_spiel),
    "cli,onnx": (a_learned_bot,),
    "learn": (learning,),
    "lab": (a_data_set,),
}

if __name__ == "__main__":
    for attempt in TRIES[sys.argv[1]]:
        attempt()
        print(f"   {attempt.__name__.replace('_', ' ')}", flush=True)
