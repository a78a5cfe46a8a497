"""What comes later of Python's library: modules, and the bodies of functions (bodies.py); runs in a browser.

Whoever needs one of them earlier waits until the rest is fetched. `NAMES` and `AHEAD` are written when the
library is cut. Python imports this before anything else of its library (library.py), so that it holds for
whatever follows.
"""

import builtins
import marshal
import sys
from zipimport import zipimporter

REST = "/lib/rest.zip"
BODIES = "bodies"
NAMES = frozenset(())
"""Modules that are not here yet and whose packages are, or that are in none."""
AHEAD = ()
"""What every table imports."""
LAZY = {"ipaddress", "locale", "shutil"}
"""Modules that others import and hardly ever look at: they come when somebody does."""
NEVER = frozenset(("ssl",))
"""What asyncio can do without, as a Python without it shows; a browser opens no such connections."""
_FIRST = 1000
_bodies = []
ModuleSpec, ModuleType = type(__spec__), type(sys)


def fetch():
    """The rest is in Python's file system from then on."""
    try:
        zipimporter(REST)
    except ImportError:
        import js

        js.igrotekaRest()


class Lazy(ModuleType):
    """In place of a module until somebody looks at it."""

    def __getattr__(self, name):
        if name.startswith("__") or self.__name__ not in LAZY:
            raise AttributeError(name)
        found = _now(self.__name__)
        self.__dict__.update(found.__dict__)
        return getattr(found, name)


def _now(name):
    """The module itself."""
    LAZY.discard(name)
    sys.modules.pop(name, None)
    return __import__(name)


def _is_coming(name):
    """Whether a module is being imported just now."""
    return name in sys.modules and sys.modules[name].__spec__._initializing


class Later:
    """What is asked for, and not needed."""

    def find_spec(self, name, path=None, target=None):
        if name in NEVER and _is_coming("asyncio"):
            raise ImportError(f"{name} is not needed", name=name)
        return ModuleSpec(name, self) if name in LAZY else None

    def create_module(self, spec):
        return Lazy(spec.name)

    def exec_module(self, module):
        """It comes when somebody looks."""


class Rest:
    def find_spec(self, name, path=None, target=None):
        if name not in NAMES:
            return None
        fetch()
        package = name.rpartition(".")[0].replace(".", "/")
        return zipimporter(f"{REST}/{package}" if package else REST).find_spec(name)


def whole(number, cells=None):
    """The function that calls this, with its body; `cells` closes over the same variables."""
    code = bodies()[number - _FIRST]
    function = type(whole)
    closure = dict(zip(cells.__code__.co_freevars, cells.__closure__, strict=True)) if cells else {}
    around = sys._getframe(1).f_globals
    return function(code, around, None, None, tuple(closure[name] for name in code.co_freevars) or None)


def bodies():
    if not _bodies:
        fetch()
        _bodies.extend(marshal.loads(zipimporter(REST).get_data(BODIES)))
    return _bodies


def ahead():
    """What tables import of the library, imported while the rest of them is still on its way."""
    from importlib import import_module

    for name in AHEAD:
        import_module(name)


def renew():
    """Functions get their bodies back, once all of them are here."""
    import gc

    found = bodies()
    for one in gc.get_objects():
        if type(one) is type(whole) and whole.__name__ in one.__code__.co_names:
            number = next((it for it in one.__code__.co_consts if type(it) is int and it >= _FIRST), None)
            if number is not None and found[number - _FIRST].co_freevars == one.__code__.co_freevars:
                one.__code__ = found[number - _FIRST]


whole.__name__ = "__whole__"
builtins.__whole__ = whole
sys.meta_path.insert(0, Later())
sys.meta_path.append(Rest())
