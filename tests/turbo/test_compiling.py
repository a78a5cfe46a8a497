"""Where machine code is kept: by everything that it is made of."""

import importlib.util
import sys

import numba

from igroteka.lab.playouts.trying import trying
from igroteka.turbo import twin
from igroteka.turbo.compiling import bound


def more(count):
    return called(count) + 1  # noqa: F821 - brought below


def brought_from(folder, source):
    folder.mkdir()
    (folder / "brought.py").write_text(source)
    spec = importlib.util.spec_from_file_location("brought", folder / "brought.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {"called": numba.njit(module.called)}


def kept_at(names):
    package = sys.modules[twin("etazhiki").KERNELS["ask"].__module__]
    return bound(more, package, names)._cache.cache_path


def test_code_that_calls_into_another_folder_is_made_anew_when_that_has_changed(tmp_path, monkeypatch):
    monkeypatch.setattr("igroteka.turbo.compiling._base", lambda: tmp_path)
    source = "def called(count):\n    return count"
    first, same, changed = (
        kept_at(brought_from(tmp_path / name, text))
        for name, text in (("a", source), ("b", source), ("c", source + " + 1"))
    )
    assert first == same != changed


def test_what_tries_answers_out_is_kept_for_the_next_process():
    assert trying("etazhiki")._cache.cache_path
