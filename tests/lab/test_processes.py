"""Work in several processes, and Ctrl-C while they begin."""

import os
import signal
import time
from threading import Event, Thread

import pytest

from igroteka.lab.processes import _deaf


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
