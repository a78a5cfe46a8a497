"""A page that was open while the server was upgraded fetches the parts of its own version."""

import os
import resource
import time
from pathlib import Path

from igroteka.server.http.kept_assets import KeptAssets
from server.client import get
from server.serving import Server


def test_files_of_the_version_before_are_served_beside_those_of_this_one(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "assets"
    KeptAssets(folder).keep({"Play-0ld.js": b"export const old = 1"})
    server = Server(tmp_path).start()
    try:
        found = get(server, "/assets/Play-0ld.js")
        assert (found.status_code, found.text) == (200, "export const old = 1")
        assert found.headers["content-type"].startswith("text/javascript")
        assert "immutable" in found.headers["cache-control"]
        for wrong in ("Play-never.js", "..%2Figroteka.sqlite3", ".new-1", "%00", "a" * 300):
            assert get(server, f"/assets/{wrong}").status_code == 404, wrong
    finally:
        server.close()


def test_two_versions_are_kept_side_by_side_and_forgotten_a_month_after_their_last_start(
    tmp_path: Path,
) -> None:
    kept = KeptAssets(tmp_path / "assets")
    kept.keep({"a-1.js": b"one", "same-0.css": b"same"})
    month_ago = time.time() - 86_400 * 31
    for file in (tmp_path / "assets").iterdir():
        os.utime(file, (month_ago, month_ago))
    assert kept.read("a-1.js") == b"one"
    kept.keep({"a-2.js": b"two", "same-0.css": b"same"})
    assert kept.read("a-1.js") is None
    assert (kept.read("a-2.js"), kept.read("same-0.css")) == (b"two", b"same")
    assert kept.read("../assets/a-2.js") is None
    assert sorted(os.listdir(tmp_path / "assets")) == ["a-2.js", "same-0.css"]


def test_a_folder_that_cannot_be_written_is_no_reason_not_to_start(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    kept = KeptAssets(tmp_path / "file" / "assets")
    kept.keep({"a-1.js": b"one"})
    assert kept.read("a-1.js") is None


def test_a_disk_that_is_full_keeps_nothing_of_this_version_and_forgets_old_ones(tmp_path: Path) -> None:
    """What room is left, or is made, is for tables."""
    kept = KeptAssets(tmp_path / "assets")
    kept.keep({"a-0.js": b"none", "same-0.css": b"same"})
    month_ago = time.time() - 86_400 * 31
    os.utime(tmp_path / "assets" / "a-0.js", (month_ago, month_ago))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8, before[1]))
    try:
        kept.keep({"a-1.js": b"one", "b-1.js": b"more than a full disk takes", "same-0.css": b"same"})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert os.listdir(tmp_path / "assets") == ["same-0.css"]
