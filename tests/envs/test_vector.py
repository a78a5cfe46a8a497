"""Many tables at once: the arrays, autoreset, truncation, and that a table plays as it would alone."""

import copy
import pickle
import threading

import numpy as np
import pytest

from igroteka.envs import VectorEnv, egocentric
from igroteka.envs.heard_batch import HeardBatch
from igroteka.envs.layout import as_words, fields, split
from igroteka.turbo import Batch, twin, twins
from igroteka.turbo.chance import streams

every_game = pytest.mark.parametrize("game", twins())


def run(env, steps, seed=0):
    """Random answers; yields the arrays of every step."""
    chooser = np.random.default_rng(seed)
    seen, infos = env.reset(seed=seed)
    for _ in range(steps):
        likes = chooser.random(seen["action_mask"].shape) * seen["action_mask"]
        actions = likes.argmax(axis=1)
        seen, rewards, ended, cut, infos = env.step(actions)
        yield seen, rewards, ended, cut, infos


@every_game
@pytest.mark.parametrize("seats", [2, 3])
def test_arrays_have_the_shapes_of_the_spaces(game, seats):
    env = VectorEnv(game, 16, seats)
    for seen, rewards, ended, cut, infos in run(env, 5):
        assert rewards.shape == (16, seats)
        assert ended.shape == cut.shape == infos["seat"].shape == (16,)
        rows = [{name: array[row] for name, array in seen.items()} for row in range(16)]
        assert all(env.single_observation_space.contains(row) for row in rows)
        assert (split(game, seen["observation"])["seat"][:, 0] == infos["seat"]).all()


@every_game
def test_the_same_seed_and_actions_give_the_same_games(game):
    env = VectorEnv(game, 8)
    told = [[(seen["observation"].tobytes(), rewards.tobytes(), infos["seat"].tobytes())
             for seen, rewards, _, _, infos in run(env, 200, seed)] for seed in (1, 2, 1)]  # fmt: skip
    assert told[0] == told[2] != told[1]


@every_game
def test_copies_and_pickles_go_on_identically(game):
    env = VectorEnv(game, 8, max_steps=300)
    for _ in run(env, 100):
        pass
    told = []
    for one in (env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        chooser = np.random.default_rng(1)
        seen, path = {"action_mask": one.batch.masks()}, []
        for _ in range(250):
            actions = (chooser.random(seen["action_mask"].shape) * seen["action_mask"]).argmax(axis=1)
            seen, rewards, ended, cut, infos = one.step(actions)
            arrays = (seen["observation"], seen["action_mask"], rewards, ended, cut, infos["seat"])
            path.append([array.tobytes() for array in arrays])
        told.append(path)
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize(
    ("game", "options"), [("sequence", {}), ("etazhiki", {}), ("etazhiki", {"variant": "beginner"})]
)
def test_a_game_that_ends_pays_and_is_dealt_anew_in_the_same_step(game, options):
    env = VectorEnv(game, 32, 2, options)
    finished = 0
    for seen, rewards, ended, cut, _ in run(env, 600):
        assert not cut.any()
        assert not rewards[~ended].any()
        assert (np.sort(rewards[ended], axis=1) == [-1, 1]).all() or not rewards[ended].any(axis=1).all()
        fresh = split(game, seen["observation"][ended])
        assert not fresh["winner" if game == "sequence" else "winners"].any()
        assert seen["action_mask"].any(axis=1).all()
        finished += ended.sum()
    assert finished > 20


def test_a_table_is_cut_after_so_many_steps_and_the_others_go_on():
    env = VectorEnv("upturn", 8, 2, max_steps=50)
    since = np.zeros(8, int)
    for _, _, ended, cut, _ in run(env, 155):
        since += 1
        assert (cut == (~ended & (since == 50))).all()
        since[ended | cut] = 0


def test_only_the_tables_of_a_mask_are_dealt_anew():
    batch = Batch("sequence", 6, 2, seed=3)
    for _ in range(30):
        batch.step(batch.random())
    batch.observe()
    before, which = batch.states.copy(), np.array([1, 0, 0, 1, 0, 0], np.bool_)
    batch.deal(which)
    assert (batch.states[~which] == before[~which]).all()
    assert (batch.states["laid"][which] == 0).all()
    assert (split("sequence", batch.observe())["played"][which] == 0).all()


def test_everyone_is_asked_where_a_hidden_card_may_take_the_turn():
    for variant, asked in (("full", True), ("medium", False)):
        env = VectorEnv("etazhiki", 64, 3, {"variant": variant})
        off_turn = 0
        for seen, _, _, _, infos in run(env, 50):
            turn = split("etazhiki", seen["observation"])["turn"][:, 0]
            off_turn += (infos["seat"] != turn).sum()
        assert (off_turn > 1000) == asked
        assert off_turn > 0 or not asked


@every_game
def test_fields_are_as_long_as_the_observation(game):
    assert sum(field.length for field in fields(game)) == twin(game).OBSERVED
    names = [field.name for field in fields(game)]
    assert len(set(names)) == len(names)


def test_fields_are_found_by_their_names():
    batch = Batch("sequence", 1, 3, seed=1)
    seen = batch.observe()[0]
    told = split("sequence", seen)
    position = twin("sequence").decode(batch.states)
    assert told["hand"].sum() == len(position["hands"][batch.seats[0]])
    assert told["hand_sizes"][:3].tolist() == [len(hand) for hand in position["hands"]]
    assert (told["seats"], told["turn"], told["deck_size"]) == (
        3,
        position["turn"],
        len(position["deck"]),
    )
    assert f"deck_size {len(position['deck'])}" in as_words("sequence", seen)
    batch = Batch("upturn", 1, 2, seed=1)
    told, position = split("upturn", batch.observe()[0]), twin("upturn").decode(batch.states)
    assert told["bag_size"] == len(position["bag"])
    assert told["rack_sizes"][:2].tolist() == [len(rack) for rack in position["racks"]]
    batch = Batch("etazhiki", 1, 2, seed=1)
    told, position = split("etazhiki", batch.observe()[0]), twin("etazhiki").decode(batch.states)
    assert told["deck_size"] == len(position["deck"])
    assert told["full"] == told["pool_known"] == 1


@pytest.mark.parametrize(
    "wrong",
    [
        np.zeros(3, np.int64),
        np.zeros((16, 1), np.int64),
        np.zeros(16),
        np.full(16, -1),
        np.full(16, 40_000),
        np.full(16, 2**40),
        ["a"] * 16,
        None,
        [[0], [0, 1]],
    ],
    ids=str,
)
def test_what_is_no_array_of_answers_is_refused_and_changes_nothing(wrong):
    for tables in (VectorEnv("etazhiki", 16, seed=1), Batch("etazhiki", 16, 2, seed=1)):
        states = getattr(tables, "batch", tables).states
        before = states.tobytes()
        with pytest.raises((ValueError, TypeError)):
            tables.step(wrong)
        assert states.tobytes() == before


@every_game
def test_unmasked_random_actions_are_refused_by_table_seat_and_action(game):
    env, chooser = VectorEnv(game, 16, seed=1), np.random.default_rng(2)
    seen, infos = env.reset(seed=1)
    for _ in range(50):
        actions = chooser.integers(env.single_action_space.n, size=16)
        wrong = np.flatnonzero(seen["action_mask"][np.arange(16), actions] == 0)
        if len(wrong):
            at = wrong[0]
            said = f"table {at}: {actions[at]} is not one of the answers of seat {infos['seat'][at]}"
            with pytest.raises(ValueError, match=said):
                env.step(actions)
        seen, _, _, _, infos = env.step(env.sample())


def test_a_mask_that_somebody_has_written_into_allows_nothing():
    env = VectorEnv("etazhiki", 4, seed=1)
    seen, _ = env.reset(seed=1)
    wrong = seen["action_mask"].argmin(axis=1)
    seen["action_mask"][:] = 1
    with pytest.raises(ValueError, match="table 0"):
        env.step(wrong)


def test_other_doors_of_a_batch_refuse_what_does_not_fit():
    batch = Batch("etazhiki", 4, 2)
    for into in (np.zeros(3, np.int16), np.zeros(4), np.zeros((4, 2), np.int16)):
        with pytest.raises(ValueError, match="whole numbers"):
            batch.random(into)
    for rngs in (3, np.zeros(2, np.uint64), np.zeros(4, np.int64), np.zeros((4, 1), np.uint64)):
        with pytest.raises(ValueError, match="4 streams"):
            batch.random(rngs=rngs)
    for tables in (batch, HeardBatch("etazhiki", 4, 2, None, 3)):
        for which in (np.ones(3, np.bool_), np.ones(4), "all", [True] * 5):
            with pytest.raises(ValueError, match="4 truth values"):
                tables.deal(which)
        with pytest.raises(ValueError, match="one record of etazhiki"):
            tables.put(3)
        with pytest.raises(ValueError, match="shape"):
            tables.reseed(np.zeros(3, np.uint64))
    for wrong in (0, -1, 1.5, "3", None):
        with pytest.raises(ValueError, match="num_envs is a whole number from 1 on"):
            VectorEnv("sequence", wrong)
        with pytest.raises(ValueError, match="at least one"):
            Batch("sequence", wrong, 2)
    with pytest.raises(ValueError, match="at least one"):
        Batch("etazhiki", 0, 2)
    with pytest.raises(ValueError, match="4 seats"):
        HeardBatch("etazhiki", 4, 2, None, 3).history(np.full(4, 7, np.int8))
    with pytest.raises(ValueError, match="no seat 2"):
        batch.determinize(2)
    with pytest.raises(ValueError, match="one record of etazhiki"):
        batch.put(Batch("upturn", 1, 2).states)


def test_two_environments_without_a_seed_deal_different_games():
    one, other = (VectorEnv("etazhiki", 4).reset()[0]["observation"].copy() for _ in range(2))
    assert (one != other).any()


@every_game
def test_the_last_observation_of_a_game_is_kept_on_request(game):
    env = VectorEnv(game, 16, max_steps=40, final=True)
    plain = VectorEnv(game, 16, max_steps=40)
    kept = 0
    for (seen, rewards, ended, cut, infos), (other, *same) in zip(
        run(env, 120), run(plain, 120), strict=True
    ):
        assert (seen["observation"] == other["observation"]).all()  # the same games either way
        assert (rewards == same[0]).all()
        over = ended | cut
        if over.any():
            assert (infos["_final_obs"] == over).all()
            for at in np.flatnonzero(over):
                last = infos["final_obs"][at]
                assert env.single_observation_space.contains(last)
                assert last["action_mask"].any() == cut[at]
                assert infos["final_info"][at]["rewards"].tolist() == rewards[at].tolist()
            kept += over.sum()
    assert kept >= 16


@every_game
@pytest.mark.parametrize("seats", [2, 3])
def test_an_egocentric_observation_is_the_same_table_seen_from_oneself(game, seats):
    env = VectorEnv(game, 8, seats)
    for seen, *_ in run(env, 60):
        rows = seen["observation"].copy()
        turned = egocentric(game, rows)
        here, there = split(game, rows), split(game, turned)
        seat = here["seat"][:, 0].astype(int)
        assert not there["seat"].any()
        assert (there["turn"][:, 0] == (here["turn"][:, 0] - seat) % seats).all()
        sizes = "rack_sizes" if game == "upturn" else "hand_sizes"
        for row in range(8):
            rolled = np.roll(here[sizes][row][:seats], -seat[row])
            assert there[sizes][row][:seats].tolist() == rolled.tolist()
        own = "rack" if game == "upturn" else "hand"
        assert (there[own] == here[own]).all()


def test_at_a_large_table_every_seat_has_its_own_first_and_teams_have_theirs():
    batch = Batch("sequence", 64, 12, {"sides": 3}, seed=1)
    for _ in range(40):
        batch.step(batch.random())
    rows = batch.observe().copy()
    here, there = split("sequence", rows), split("sequence", egocentric("sequence", rows))
    assert len(set(here["seat"][:, 0])) > 8
    for one, (seat,) in enumerate(here["seat"].astype(int)):
        assert there["hand_sizes"][one].tolist() == np.roll(here["hand_sizes"][one], -seat).tolist()
        mine, first = here["cells"][one] % 4 == 1 + seat % 3, there["cells"][one] % 4 == 1
        assert mine.tolist() == first.tolist()
        assert ((here["cells"][one] > 4) == (there["cells"][one] > 4)).all()


def test_the_own_side_is_the_first_one():
    rows = Batch("sequence", 2, 3, seed=1).observe().copy()
    at = split("sequence", rows)
    at["cells"][:, :5] = [0, 1, 2, 3, 6]  # the last one in a completed sequence
    at["winner"][:, 0] = [2, 4]
    at["seat"][:, 0] = 1
    turned = split("sequence", egocentric("sequence", rows))
    assert turned["cells"][0, :5].tolist() == [0, 3, 1, 2, 5]
    assert turned["winner"][:, 0].tolist() == [1, 4]


def test_relative_environments_give_egocentric_observations():
    plain, turned = (VectorEnv("etazhiki", 4, 3, relative=relative) for relative in (False, True))
    for (seen, *_), (other, *_) in zip(run(plain, 20), run(turned, 20), strict=True):
        assert (egocentric("etazhiki", seen["observation"]) == other["observation"]).all()


def test_what_was_not_kept_is_not_restored():
    batch = Batch("etazhiki", 4, 2)
    states, rngs = batch.kept()
    for wrong in ((states[:1], rngs), (states, rngs[:1]), (np.zeros(4), rngs), (states, np.zeros(4)), (0, 0)):
        with pytest.raises(ValueError, match="as `kept` gives them"):
            batch.restore(*wrong)
    for wrong in (1.5, "a", None):
        with pytest.raises(TypeError):
            batch.reseed(wrong)
    with pytest.raises(TypeError):
        batch.play_on("many")
    batch.reseed(np.int64(7))  # a seed, as Python's own 7 is: not one stream for all
    assert (batch.rngs == streams(7, 4)).all()


def test_two_threads_at_the_same_tables_are_told_apart():
    batch, told = Batch("etazhiki", 2048, 2), []

    def play():
        for _ in range(60):
            try:
                batch.step(batch.random())
            except (RuntimeError, ValueError) as error:  # or the other has answered in between
                told.append(str(error))

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert any("a batch of its own" in one for one in told)
    batch.step(batch.random())
