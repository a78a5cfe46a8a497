"""Work in processes of this machine."""

import subprocess
import sys

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
