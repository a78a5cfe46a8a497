"""The same work on a cluster: same games, whoever dies, and nothing twice.

Ray is no part of the locks: what needs it runs in `make soak`, where it is installed.
"""

import os
import re
import socket
import subprocess
import sys
from functools import partial
from importlib.util import find_spec

import pytest
from typer.testing import CliRunner

from cli.test_ctrl_c import Terminal, interrupted
from igroteka.cli.main import app
from igroteka.core import Refused
from igroteka.lab import cluster
from igroteka.lab.arena import Contest, play_all
from igroteka.lab.entrant import Entrant
from igroteka.lab.random_games import Table, play, play_many
from igroteka.lab.seated_bots import BotFailed
from igroteka.lab.workers import Crew, spread
from lab.cluster_games import die_once, fail

LONG = pytest.mark.skipif(
    not os.environ.get("IGROTEKA_LONG") or not find_spec("ray"), reason="a cluster: make soak, with Ray"
)


def in_order(bouts):
    return sorted(bouts, key=lambda bout: (bout.deal, bout.lineup))


def contest() -> Contest:
    return Contest("etazhiki", 2, {}, (Entrant.of("player"), Entrant.of("beginner")), 5)


def test_a_number_of_workers_is_a_crew_of_processes(tmp_path):
    work = partial(die_once, str(tmp_path))
    odd = [(number,) for number in (1, 2, 3)]
    assert list(spread(work, odd, 1)) == list(Crew(1).spread(work, odd)) == [1, 2, 3]


def test_random_games_come_in_pieces_and_none_is_lost():
    jobs = [(Table("etazhiki", 2), seed) for seed in range(11)]
    assert list(play_many(jobs, 1)) == [play(*job) for job in jobs]


@pytest.mark.skipif(bool(find_spec("ray")), reason="Ray is installed")
def test_without_ray_a_cluster_is_refused_by_the_name_of_its_extra():
    with pytest.raises(Refused, match="extra-missing") as refused:
        next(cluster.spread(fail, [(1,)], "auto"))
    assert refused.value.told().parameters["extra"] == "cluster"
    asked = ["arena", "--game", "etazhiki", "--bots", "player,random", "--games", "2", "--seats", "2"]
    done = CliRunner().invoke(app, [*asked, "--ray", "auto"])
    assert isinstance(done.exception, Refused)


@pytest.fixture(scope="module")
def nodes():
    """Two nodes on this machine, the second to be killed."""
    from ray.cluster_utils import Cluster

    there = {"num_cpus": 2, "object_store_memory": 100 * 2**20, "include_dashboard": False}
    made = Cluster(initialize_head=True, head_node_args=there)
    yield made
    made.shutdown()


@LONG
def test_a_dead_node_is_made_up_for_and_the_games_are_those_of_one_machine(nodes):
    second = nodes.add_node(num_cpus=2, object_store_memory=100 * 2**20)
    bouts = []
    for bout in play_all(contest(), 80, Crew(ray=nodes.address)):
        bouts.append(bout)
        if len(bouts) == 5:
            nodes.remove_node(second, allow_graceful=False)
    assert len(bouts) == 80
    assert in_order(bouts) == in_order(play_all(contest(), 80, 1))


@LONG
def test_a_dead_worker_is_made_up_for_and_nothing_counts_twice(nodes, tmp_path):
    found = list(cluster.spread(partial(die_once, str(tmp_path)), [(n,) for n in range(24)], nodes.address))
    assert sorted(found) == list(range(24))
    assert len(list(tmp_path.iterdir())) == 24


@LONG
def test_an_error_of_the_work_ends_it_as_it_would_here(nodes):
    with pytest.raises(BotFailed, match="bot 1"):
        list(cluster.spread(fail, [(1,)], nodes.address))


@LONG
def test_what_is_left_early_keeps_what_is_there(nodes):
    played = play_all(contest(), 80, Crew(ray=nodes.address))
    some = [next(played) for _ in range(3)]
    played.close()
    everything = in_order(play_all(contest(), 80, 1))
    assert all(bout in everything for bout in some)


@LONG
def test_ctrl_c_on_a_cluster_keeps_what_is_there(nodes, tmp_path):
    small = ["--game", "etazhiki", "--seats", "2", "--ray", nodes.address]
    arena = Terminal(tmp_path, "arena", *small, "--bots", "player,beginner", "--games", "20000")
    printed, status = interrupted(arena, "games", 10)
    assert status == 1
    assert re.search(r"\d+ deals from seed 0 on, each in 2 lineups", printed)
    words = ["--bots", "random,random", "--games", "20000", "--part-games", "50", "--out", "games"]
    data = Terminal(tmp_path, "dataset", *small, *words)
    _, status = interrupted(data, "parts", 2)
    assert status == 1
    assert all(file.suffix in (".json", ".parquet") for file in (tmp_path / "games").iterdir())
    assert len(list((tmp_path / "games").glob("*.parquet"))) >= 2


@LONG
def test_a_token_that_is_wanted_and_not_there_is_told_of(tmp_path):
    """It was told as a fault of ours."""
    asked = ["arena", "--game", "etazhiki", "--bots", "player,random", "--games", "2", "--seats", "2"]
    without = {
        **os.environ,
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN_PATH": str(tmp_path / "none"),
        "LANG": "C",
    }
    without.pop("RAY_AUTH_TOKEN", None)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        command = [sys.executable, "-m", "igroteka.cli.main", *asked, "--ray", address]
        done = subprocess.run(command, env=without, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2
    assert f"No Ray cluster can be reached at “{address}”" in done.stderr
    assert "token" in done.stderr


@LONG
def test_where_no_cluster_is_that_is_said():
    with pytest.raises(Refused, match="cluster-unreachable"):
        next(cluster.spread(fail, [(1,)], "127.0.0.1:1"))
