"""A slow phone on a slow line, for a page whose work is done in a worker.

Chromium's own throttling reaches neither a worker's requests nor its processor time. So the line is slow
at the host, and the processes that run the page are stopped for most of the time.
"""

import gzip
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Final

from playwright.sync_api import Browser

TEXTS: Final = {".css", ".html", ".js", ".json", ".svg", ".webmanifest"}
"""What web spaces pack on its way."""
PIECE: Final = 4096
BEAT: Final = 0.01
WORKER: Final = "DedicatedWorker"
"""How Chromium calls a worker's thread."""
CLOCK: Final = os.sysconf("SC_CLK_TCK")


class Line:
    """Bytes of all requests leave one after the other, at a given rate."""

    def __init__(self, rate: float, latency: float) -> None:
        self.rate = rate
        self.latency = latency
        self.sent = 0
        self.asked: list[str] = []
        self._free = 0.0
        self._lock = Lock()

    def pass_on(self, bytes: int) -> None:
        with self._lock:
            begin = max(self._free, time.monotonic())
            self._free = begin + bytes / self.rate
            self.sent += bytes
        time.sleep(max(0.0, self._free - time.monotonic()))


@contextmanager
def slow_host(folder: Path, line: Line) -> Iterator[str]:
    """The address of a folder of plain files behind a slow line."""

    class Host(SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = folder / (self.path.split("?")[0].lstrip("/") or "index.html")
            line.asked.append(self.path)
            time.sleep(line.latency)
            if not path.is_file():
                return self.send_error(404)
            data = path.read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(path))
            if path.suffix in TEXTS:
                data = gzip.compress(data)
                self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            for at in range(0, len(data), PIECE):
                line.pass_on(len(data[at : at + PIECE]))
                self.wfile.write(data[at : at + PIECE])
            return None

        def log_message(self, *_: object) -> None:
            """Figures are printed, requests are not."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Host) as host:
        host.daemon_threads = True
        Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_address[1]}/"
        host.shutdown()


@contextmanager
def slower(browser: Browser, times: float) -> Iterator[None]:
    """Every page of the browser gets one part in so many of the time."""
    pages = _pages(browser)
    stop = Event()

    def beat() -> None:
        while not stop.is_set():
            _tell(pages, signal.SIGSTOP)
            time.sleep(BEAT * (times - 1))
            _tell(pages, signal.SIGCONT)
            time.sleep(BEAT)

    beating = Thread(target=beat, daemon=True)
    beating.start()
    try:
        yield
    finally:
        stop.set()
        beating.join()
        _tell(pages, signal.SIGCONT)


def worker_seconds(browser: Browser) -> float:
    """Processor time that all workers of all pages have used so far, whatever else is running."""
    stats = (stat for page in _pages(browser) for stat in Path(f"/proc/{page}/task").glob("*/stat"))
    return sum(_seconds(stat.read_text()) for stat in stats)


def _seconds(stat: str) -> float:
    name, _, rest = stat.partition("(")[2].rpartition(")")
    fields = rest.split()
    return sum(map(int, fields[11:13])) / CLOCK if name.startswith(WORKER) else 0.0


def _pages(browser: Browser) -> list[int]:
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return [one["id"] for one in told if one["type"] == "renderer"]


def _tell(pages: list[int], word: signal.Signals) -> None:
    for page in pages:
        try:
            os.kill(page, word)
        except ProcessLookupError:
            continue
