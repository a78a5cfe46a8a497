"""Compiling kernels: lazily, once per change of their sources, and never without saying so."""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final, TypeVar, cast

from igroteka import games

F = TypeVar("F", bound=Callable[..., Any])

# Numba speaks no types that strict checking could use, and may not be installed where types are checked.
numba: Any = import_module("numba")
event: Any = import_module("numba.core.event")

_HERE: Final = Path(__file__).parent
_GAMES: Final = Path(games.__file__).parent
_NO_KERNELS: Final = ("batch.py", "lockstep.py")
"""What calls kernels and has none: nothing is compiled anew when it changes."""
_KEPT: Final = 4
"""How many older builds of a twin stay in the cache."""


def kernel(work: F) -> F:
    """The function, compiled to machine code when it is first called and kept on disk from then on."""
    source = Path(cast("FunctionType", work).__code__.co_filename)
    if _HERE not in source.parents:
        return _compiled(work, "", source.parent)
    twin, *within = source.relative_to(_HERE).parent.parts or ("",)
    return _compiled(work, twin, source.parent if within else None)


def bound(template: Any, twin: ModuleType, names: dict[str, Any]) -> Callable[..., Any]:
    """A template as a kernel of one twin: its free names are looked up in `names`.

    Templates of another folder than this one (bots that search) are kept apart from the twin's own kernels.
    """
    copy = FunctionType(template.__code__, names, template.__name__)
    copy.__module__ = twin.__name__
    home = _home(template)
    beside = None if home == _HERE else home
    return _compiled(copy, twin.__name__.rpartition(".")[2], beside, _others(template, names, home))


def _home(work: Any) -> Path:
    return Path(work.__code__.co_filename).parent


def _others(template: Any, names: dict[str, Any], home: Path) -> tuple[Path, ...]:
    """Folders of what the template calls that are neither its own nor the twins': it is made of them too."""
    called = (getattr(names.get(name), "py_func", template) for name in template.__code__.co_names)
    return tuple(
        sorted({_home(one) for one in called if _HERE not in (*_home(one).parents, _home(one))} - {home})
    )


def _compiled(work: F, twin: str, beside: Path | None, others: tuple[Path, ...] = ()) -> F:
    with keeping_at(_folder(twin, beside, others)):
        # nobody calls a kernel as C does: a wrapper for that is a twelfth of the time of compiling
        options = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
        compiled: F = numba.njit(cache=True, **options)(work)
    return compiled


def card_folder(twin: str, record: Any) -> Path:
    """Where kernels for a graphics card are kept: by the layout of the records and the entries too."""
    digest = hashlib.sha256(repr((record.fields, record.itemsize)).encode())
    for source in sorted((_HERE / "card").glob("*.py")):
        digest.update(source.read_bytes())
    folder = _folder(twin, None) / f"card-{digest.hexdigest()[:12]}"
    folder.mkdir(exist_ok=True)
    return folder


@contextmanager
def keeping_at(folder: Path) -> Iterator[None]:
    """Numba notes where to keep a function when it is decorated; others' functions stay where they were."""
    configs = [numba.config]
    if "numba.cuda.core.config" in sys.modules:  # numba-cuda has its own
        configs.append(sys.modules["numba.cuda.core.config"])
    before = [config.CACHE_DIR for config in configs]
    for config in configs:
        config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        for config, folder_before in zip(configs, before, strict=True):
            config.CACHE_DIR = folder_before


@cache
def _folder(twin: str, beside: Path | None, others: tuple[Path, ...] = ()) -> Path:
    """One folder per twin and digest of everything its machine code depends on.

    Numba itself only looks at the file of the outermost function, not at what it calls or at data. `beside`
    is another folder with kernels over a twin: its search, or templates that are bound to it; `others` are
    folders that those call into.
    """
    digest = hashlib.sha256()
    sources = [source for source in _HERE.glob("*.py") if source.name not in _NO_KERNELS]
    if twin:
        sources += [*(_HERE / twin).glob("*.py"), *(_GAMES / twin).glob("*.toml")]
    name = twin or "shared"
    if beside:
        sources += [*(_HERE / twin).glob("*/*.py"), *beside.glob("*.py")]
        name = f"{beside.name}_{name}"
    sources += [source for folder in others for source in folder.glob("*.py")]
    for source in sorted(sources):
        digest.update(source.name.encode() + source.read_bytes())
    folder = _base() / f"{name}-{digest.hexdigest()[:12]}"
    folder.mkdir(exist_ok=True)
    _forget_old(folder)
    return folder


@cache
def _base() -> Path:
    """NUMBA_CACHE_DIR if set, else beside the sources, else (a read-only install) the user's cache."""
    if os.environ.get("NUMBA_CACHE_DIR"):
        choices = [Path(os.environ["NUMBA_CACHE_DIR"]) / "igroteka"]
    else:
        user = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
        choices = [_HERE / "__pycache__", Path(user) / "igroteka" / "turbo"]
    for choice in choices:
        try:
            choice.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=choice).close()
        except OSError:
            continue
        return choice
    return Path(tempfile.mkdtemp(prefix="igroteka-turbo-"))


def _forget_old(newest: Path) -> None:
    twin = newest.name.rpartition("-")[0]
    others = [f for f in newest.parent.glob(f"{twin}-*") if f != newest and f.is_dir()]
    for old in sorted(others, key=lambda f: f.stat().st_mtime, reverse=True)[_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


class _Teller(event.Listener):  # type: ignore[misc]
    """Says on stderr what is being compiled and how long it took; kernels inside a kernel are not told."""

    def __init__(self) -> None:
        self._began: list[float] = []

    def on_start(self, event: Any) -> None:
        if not _is_ours(event):
            return
        self._began.append(time.perf_counter())
        if len(self._began) == 1:
            _say(f"compiling {_name(event)} … ")

    def on_end(self, event: Any) -> None:
        if not _is_ours(event):
            return
        took = time.perf_counter() - self._began.pop()
        if not self._began:
            _say(f"{took:.1f} s ({'kept for next time' if _is_kept(event) else 'in every run'})\n")


def _say(words: str) -> None:
    sys.stderr.write(words)
    sys.stderr.flush()


def _is_ours(event: Any) -> bool:
    return str(event.data["dispatcher"].py_func.__module__).startswith("igroteka.")


def _is_kept(event: Any) -> bool:
    """Whether it is on disk from now on; what the lab needs once in a while is not."""
    return bool(event.data["dispatcher"]._cache.cache_path)


def _name(event: Any) -> str:
    work = event.data["dispatcher"].py_func
    return f"{work.__module__.removeprefix('igroteka.')}.{work.__name__}"


event.register("numba:compile", _Teller())
