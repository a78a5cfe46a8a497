"""What a browser fetches to play by itself: complete, kept by hash, and without what cannot run there."""

import hashlib
import io
import lzma
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from igroteka.core import Refused
from igroteka.games import SHELF
from igroteka.server.http import python_files
from igroteka.server.http.site import write_site
from igroteka.server.http.static import page_files
from server.serving import Server


def test_every_listed_file_is_served_as_its_hash_says(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        listed = server.http.get("/python/files.json").raise_for_status().json()
        later = {one["name"]: one["later"] for one in listed}
        assert {
            "first.wasm.lzma": False,
            "second.wasm.lzma": True,
            "igroteka.zip.lzma": False,
        }.items() <= later.items()
        for one in listed:
            got = server.http.get(f"/python/{one['name']}?{one['hash']}").raise_for_status()
            assert len(got.content) == one["bytes"]
            assert hashlib.sha256(got.content).hexdigest().startswith(one["hash"])
            assert "immutable" in got.headers["cache-control"]
        assert sum(one["bytes"] for one in listed) < 6_300_000
        assert sum(one["bytes"] for one in listed if not one["later"]) < 2_400_000, (
            "all that a first move waits for"
        )
        of_another_version = (
            f"{listed[0]['name']}?{'0' * 16}"  # kept for good under that hash it would stay wrong
        )
        for wrong in ("..%2Findex.html", "nothing", "%2e%2e", of_another_version):
            assert server.http.get(f"/python/{wrong}").status_code == 404
    finally:
        server.close()


def test_the_code_alone_plays_where_nothing_else_is_installed(tmp_path: Path) -> None:
    """All modules that are needed are in it: imported in an interpreter that has msgspec and nothing more."""
    zipfile.ZipFile(io.BytesIO(python_files.zipped(python_files.sources()))).extractall(tmp_path)
    look = f"""
import sys
sys.platform = 'emscripten'
class Only:
    def find_spec(self, name, path=None, target=None):
        allowed = name.split('.')[0] in sys.stdlib_module_names or name.startswith(('igroteka', 'msgspec'))
        if not allowed: raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Only())
sys.path.insert(0, {str(tmp_path)!r})
import igroteka, igroteka.offline.house, igroteka.offline.warm
assert igroteka.__file__.startswith({str(tmp_path)!r})
from igroteka.games import SHELF
print(*SHELF)
"""
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == list(SHELF)


def test_a_module_is_fetched_compiled_while_its_source_is_the_one_that_was_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = python_files.sources()
    name = "igroteka/offline/house.py"
    known = {python_files.source_hash(sources[name]): b"compiled", "0" * 64: b"of another version"}
    (tmp_path / python_files.COMPILED).write_bytes(python_files.zipped(known))
    monkeypatch.setattr(python_files, "FOLDER", tmp_path)
    with zipfile.ZipFile(io.BytesIO(lzma.decompress(python_files.code.__wrapped__()))) as found:
        assert found.read(f"{name}c") == b"compiled"
        assert set(found.namelist()) == sources.keys() - {name} | {f"{name}c"}


def test_a_site_begins_with_python_before_its_own_scripts(tmp_path: Path) -> None:
    write_site(tmp_path / "site")
    html = (tmp_path / "site" / "index.html").read_text()
    script = re.search(r'new Worker\("./(assets/worker-[^"]+)"', html)
    assert script
    assert (tmp_path / "site" / script[1]).is_file()
    assert html.index("new Worker") < html.index('<script type="module"')


def test_a_site_is_written_into_a_new_folder_only(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    size = write_site(folder)
    assert size == sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    html = (folder / "index.html").read_text()
    assert "data-site" in html
    assert 'src="/' not in html
    with pytest.raises(Refused, match="folder-not-empty"):
        write_site(folder)


def test_the_page_itself_is_kept_last_so_that_there_is_none_without_its_parts() -> None:
    *parts, page = page_files().files
    assert page == ""
    assert "" not in parts
    assert any(name.startswith("assets/") for name in parts)
