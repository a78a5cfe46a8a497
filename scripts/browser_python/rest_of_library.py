"""What comes later of Python's library: modules, and the bodies of functions (bodies.py); runs in a browser.

Whoever needs one of them earlier waits until the rest is fetched. `NAMES` is written when the library is cut.
Python imports this before anything else of its library (library.py), so that it holds for whatever follows.
"""

import builtins
import marshal
import sys
from zipimport import zipimporter

REST = "/lib/rest.zip"
BODIES = "bodies"
NAMES = frozenset(())
"""Modules that are not here yet and whose packages are, or that are in none."""
_FIRST = 1000
_bodies = []


def fetch():
    """The rest is in Python's file system from then on."""
    try:
        zipimporter(REST)
    except ImportError:
        import js

        js.igrotekaRest()


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
sys.meta_path.append(Rest())
