"""Work in several processes of this machine, and Ctrl-C while they begin."""

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from threading import Event, Thread

import pytest

from igroteka.bots.answer import kept_in
from igroteka.core import Refused
from igroteka.lab import processes
from igroteka.lab.processes import _deaf, spread
from lab.cluster_games import say_nothing

LEFT_EARLY = """
import time
from igroteka.lab.processes import spread

if __name__ == "__main__":
    work = spread(time.sleep, [(0,), (30,)], 2)
    next(work)  # one process waits for work now, the other sleeps
    time.sleep(0.5)
    work.throw(KeyboardInterrupt)
"""


def test_whoever_leaves_early_hears_nothing_of_the_processes_that_end(tmp_path):
    script = tmp_path / "early.py"
    script.write_text(LEFT_EARLY)
    left = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=25, check=False)
    assert "KeyboardInterrupt" in left.stderr
    assert "SpawnProcess" not in left.stderr
    assert "_Ended" not in left.stderr


def test_who_asks_a_bot_is_ended_at_once_and_does_not_take_it_for_a_fault_of_the_bot(monkeypatch):
    monkeypatch.setattr(processes, "_PATIENCE", 60.0)
    work = spread(kept_in, [(str,), (partial(time.sleep, 60),)], 2)
    next(work)
    time.sleep(0.5)  # the bot is thinking
    begun = time.monotonic()
    work.close()
    assert time.monotonic() - begun < 25


TAKEN_APART = """
import time
from igroteka.lab.processes import spread

class Slow:
    def __del__(self):
        time.sleep(60)

def take_apart(at):
    if at:
        Slow()

if __name__ == "__main__":
    work = spread(take_apart, [(0,), (1,)], 2)
    next(work)
    time.sleep(0.5)  # the other one is taken apart
    work.close()
"""


def test_who_is_ended_while_something_is_taken_apart_ends_without_a_word(tmp_path):
    """An error raised there is only told of: the process would go on, and a traceback be seen."""
    script = tmp_path / "taken_apart.py"
    script.write_text(TAKEN_APART)
    ended = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=25, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


CUT = """
import signal
from igroteka.lab.processes import spread

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for number, _ in enumerate(spread(bytes, ((1_000_000,) for _ in iter(int, 1)), 3)):
            if number == 5:
                print("begun", flush=True)
    except KeyboardInterrupt:
        print("ended")
"""
"""There is no end of such work, and most of the time goes into telling what came of it."""


@pytest.fixture
def cut_short(tmp_path):
    script = tmp_path / "cut.py"
    script.write_text(CUT)
    running = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True)
    assert running.stdout.readline() == "begun\n"
    yield running
    running.kill()
    running.communicate()


def workers_of(pid):
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


@pytest.mark.parametrize("_", range(3))
def test_who_is_ended_in_the_middle_of_a_word_keeps_nobody_waiting(cut_short, _):
    cut_short.send_signal(signal.SIGINT)  # to the one that hands out work, and nobody else
    assert cut_short.communicate(timeout=25)[0] == "ended\n"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="whose children processes are is Linux's")
def test_who_hands_out_work_and_is_killed_takes_all_along(cut_short):
    workers = workers_of(cut_short.pid)
    assert len(workers) >= 3
    cut_short.kill()
    deadline = time.monotonic() + 25
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_every_job_is_done_once_by_however_many():
    assert sorted(spread(pow, [(number, 2) for number in range(20)], 3)) == [n * n for n in range(20)]
    assert list(spread(pow, [(7, 2)], 3)) == [49]
    assert not list(spread(pow, [], 3))


def test_an_error_comes_back_with_where_it_was_raised():
    with pytest.raises(ZeroDivisionError) as failed:
        list(spread(divmod, [(1, 0)], 2))
    assert "divmod" not in str(failed.value)
    assert "ZeroDivisionError" in str(failed.value.__cause__)


def test_an_error_that_cannot_travel_is_told_in_words():
    with pytest.raises(RuntimeError, match="Unsayable: neither here nor there"):
        list(spread(say_nothing, [("neither here", "nor there")], 2))


def test_a_process_that_ends_by_itself_is_told_of():
    with pytest.raises(Refused, match="worker-died") as refused:
        list(spread(os._exit, [(3,), (3,)], 2))
    assert refused.value.parameters == {"status": 3}


def test_ctrl_c_is_heard_once_a_process_has_begun_whichever_thread_takes_it() -> None:
    """A process that is left half begun tells of an input that ended too soon."""
    now, order = Event(), list[str]()

    def press() -> None:
        now.wait()
        os.kill(os.getpid(), signal.SIGINT)

    other = Thread(target=press)
    other.start()
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012 - where it is raised is what is asked
        with _deaf():
            now.set()
            other.join()
            time.sleep(0.05)  # Python would raise here
            order.append("begun")
        order.append("gone on")
    assert order == ["begun"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
