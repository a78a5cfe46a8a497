"""Crazy Eights, installed as anybody would install it, is played everywhere; no line outside knows of it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from pyarrow import parquet

from sites import EIGHTS, ROOT, site_of, with_site


def run(*words: str, said: str = "", within: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *words]
    return subprocess.run(
        command, env=with_site(site_of(EIGHTS)), cwd=within,
        input=said, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip


def igroteka(*words: str, said: str = "") -> str:
    done = run("-m", "igroteka.cli.main", *words, said=said)
    assert done.returncode == 0, done.stderr
    assert done.stderr.strip() == ""
    return done.stdout


@pytest.mark.parametrize(("language", "title"), [("en", "Crazy Eights"), ("ru", "Сумасшедшие восьмёрки")])
def test_it_is_on_the_shelf_and_its_rules_can_be_read(language: str, title: str) -> None:
    assert title in igroteka("games", "--lang", language)
    assert "CE-07" in igroteka("rules", "eights", "--lang", language)


def test_a_whole_game_is_played_in_the_terminal() -> None:
    told = igroteka(
        "play", "eights", "--seats", "3", "--seed", "3", "--lang", "en", "--bots", "player", said="1\n" * 2000
    )
    assert "36 cards in the deck" in told
    assert "Your hand: 8H" in told
    assert re.search(r"wins?: no cards left|Nobody could go on", told)


def test_there_is_nothing_of_it_to_print(tmp_path: Path) -> None:
    out = tmp_path / "eights.pdf"
    done = run("-m", "igroteka.cli.main", "print", "eights", "--out", str(out), "--lang", "en")
    assert done.returncode == 2
    assert done.stderr == "There is nothing to print: eights has no drawings of its own.\n"
    assert not out.exists()


def test_a_random_game_is_told_as_a_story_and_thirty_more_end() -> None:
    assert "The cards are dealt" in igroteka(
        "playthrough", "eights", "--seats", "2", "--seed", "1", "--lang", "en"
    )
    assert "30 random games" in igroteka("soak", "--game", "eights", "--games", "30", "--processes", "2")


def test_the_pages_about_the_protocol_tell_of_it_too(tmp_path: Path) -> None:
    page = tmp_path / "protocol.md"
    page.write_text((ROOT / "docs" / "protocol.md").read_text("utf-8"), "utf-8")
    done = run("-m", "igroteka.server.protocol_docs", str(page))
    assert done.returncode == 0, done.stderr
    told = page.read_text("utf-8")
    assert "### eights\n" in told
    assert re.search(r"\*\*eights\*\*\n\n\| reason \|", told)


def test_its_scenarios_pass() -> None:
    assert re.search(r"^1\d passed, 0 failed$", igroteka("scenario", str(EIGHTS / "scenarios")), re.M)


def test_all_three_levels_meet_in_the_arena() -> None:
    told = igroteka(
        "arena", "--game", "eights", "--bots", "master,player,beginner",
        "--games", "6", "--seats", "3", "--seconds", "0.02",
    )  # fmt: skip
    assert all(level in told for level in ("master", "player", "beginner"))
    assert "6 games" in told


def test_what_player_knows_of_it_beats_chance() -> None:
    told = igroteka("arena", "--game", "eights", "--bots", "player,random", "--games", "60", "--seats", "2")
    won = re.search(r"^ player +60 +([\d.]+) %", told, re.M)
    assert won
    assert float(won[1]) > 75


def test_the_tests_of_the_house_ask_to_have_guests_uninstalled() -> None:
    command, guest = [ROOT / "scripts" / "test"], with_site(site_of(EIGHTS))
    done = subprocess.run(command, env=guest, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("There are guests in .venv: igroteka_eights. ")


PETTINGZOO = """
from pettingzoo.test import api_test, seed_test
from igroteka.envs import eights_v0
for seats in (2, 5):
    api_test(eights_v0.env(seats=seats), num_cycles=200)
seed_test(eights_v0.env, num_cycles=50)
"""


def test_it_passes_the_api_test_of_pettingzoo() -> None:
    """Without a fast twin: the environment plays by the readable rules."""
    done = run("-W", "ignore", "-c", PETTINGZOO)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Passed API test") == 2


MANY = """
import gymnasium
from igroteka.envs import VectorEnv, eights_v0

env = VectorEnv("eights", 8, 3, max_steps=60)
seen, infos = env.reset(seed=7)
lone = eights_v0.raw_env(3)
lone.reset(seed=9)
assert (lone.observe(lone.agent_selection)["observation"] == seen["observation"][2]).all()
over = 0
for _ in range(130):
    seen, rewards, ended, cut, infos = env.step(env.sample())
    over += (ended | cut).sum()
assert over >= 16
many = gymnasium.make_vec("igroteka/Eights-v0", num_envs=3)
many.reset(seed=1)
assert many.step(many.unwrapped.sample())[1].shape == (3,)
"""


def test_many_tables_of_it_are_stepped_at_once() -> None:
    done = run("-W", "error", "-c", MANY)
    assert done.returncode == 0, done.stderr


def test_a_data_set_of_it_has_features_as_its_environment_gives_them(tmp_path: Path) -> None:
    told = igroteka(
        "dataset", "--game", "eights", "--bots", "random,random", "--games", "2", "--features",
        "--processes", "1", "--out", str(tmp_path),
    )  # fmt: skip
    assert "2 games" in told
    about = parquet.read_schema(tmp_path / "part-00000.parquet")
    assert about.metadata[b"igroteka.features"] == b"eights_v0"
    rows = parquet.read_table(tmp_path / "part-00000.parquet").to_pylist()
    assert all(row["action_mask"][row["action"]] for row in rows)
    assert all(sum(row["action_mask"][1:]) == len(row["legal"]) for row in rows)
    assert len({bytes(row["observation"]) for row in rows}) > 20
